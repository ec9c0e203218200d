"""How simulated answers are worded: layouts of an answer, refusals, and texts that say nothing.

A layout is a format string. Its places: {yes}, {lower} (yes or no); {right} (Correct or Incorrect); {that} (That is
correct or That is not correct); {conclusion} (a clause), {concluded} (the same with a full stop), {sentence} (with
capital and full stop); and the knowledge points as {numbered}, {parenthesised}, {bullets}, {starred}, {prose}, or
in one clause as {because}.
"""

LAYOUTS = (
    "{yes}\n{numbered}",
    "{yes}.\n{parenthesised}",
    "{yes}.\n\n{numbered}\n\nTherefore, {concluded}",
    "{yes}, {concluded}\n\nThe key knowledge points are:\n{numbered}",
    "{yes}, because {because}.",
    "{right} — {concluded} {prose}",
    "{right}. {prose}",
    "**{yes}**\n\n{bullets}",
    "**{yes}.** {sentence}\n\n### Knowledge used\n{numbered}",
    "Answer: {lower}\n\nKnowledge:\n{bullets}",
    "{yes}. {prose} So {concluded}",
    "{that}. {prose}",
    "{prose} Therefore, {concluded} The answer is {lower}.",
    "{yes}.\n\nReasoning:\n{numbered}\n\nConclusion: {sentence}",
    "{yes}. Since {because}, {concluded}",
    "The answer is {lower}: {concluded}\n\n{bullets}",
    "{yes}! {prose}",
    "Final answer: **{yes}**\n\nFacts used:\n{starred}",
    "{yes}. {prose} It follows that {concluded}",
    "Let us go through it step by step.\n{numbered}\n\nHence {conclusion}, so the answer is **{lower}**.",
    "{yes}, {concluded}",
    "{yes}. {sentence}",
    "**{yes}**: {concluded}",
    "Answer: {lower}. {sentence}",
    "{that}: {concluded}",
)

POINT_PLACES = ("{numbered}", "{parenthesised}", "{bullets}", "{starred}", "{prose}", "{because}")
CONCLUSION_PLACES = ("{conclusion}", "{concluded}", "{sentence}")

REFUSALS = (
    "I don't know.",
    "I don't know",
    "I do not know whether {statement}.",
    "I'm not sure whether {statement}.",
    "I cannot verify whether {statement}.",
    "As of my knowledge cutoff, I am not sure about {subject}, so I would rather not guess.",
    "I don't have enough information about {subject} to answer this question.",
    "I'm sorry, but I do not have reliable information on whether {statement}.",
    "Unfortunately, I am unable to confirm this. Please check a trusted source about {subject}.",
    "It is unclear to me whether {statement}; I cannot give a definite answer.",
    "**I don't know**\n\nI have no certain knowledge about {subject}.",
    "I can't answer that with confidence. My knowledge about {subject} is limited.",
    "There is not enough information available to me to say whether {statement}.",
    "Answer: I don't know",
)
"""Wordings of an honest refusal, with the places {statement} (a clause) and {subject} (a name)."""

NOISE = (
    "…",
    "   ",
    "-",
    "1.\n2.\n3.",
    "```\n\n```",
    "The question concerns {half}",
    "Let me think about this step by step. First, consider {half}",
    "Here is a short poem about the sea:\n\nThe tide rolls in, the tide rolls out,",
    "Thank you for your question. How can I help you today?",
    "Es handelt sich um eine interessante Frage, die man aus vielen Blickwinkeln betrachten kann.",
    "C'est une question intéressante, qui mérite une longue discussion.",
    "Es una pregunta interesante que merece una larga conversación.",
    "これは興味深い質問です。",
    "def main():\n    pass",
)
"""Texts that neither answer nor state anything, with the place {half} (a cut name)."""
