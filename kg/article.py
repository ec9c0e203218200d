"""Which English article a name takes: "the Netherlands", "the Royal Society", "an actor", "Paris"."""

import re

from pyoxigraph import NamedNode

from .names import WD

PERSON = WD.Q5

THE_CLASSES = frozenset(
    WD[name]
    for name in (
        "Q4022",  # river
        "Q55659167",  # natural watercourse
        "Q165",  # sea
        "Q9430",  # ocean
        "Q46831",  # mountain range
        "Q33837",  # archipelago
        "Q1402592",  # island group
        "Q37901",  # strait
        "Q12284",  # canal
        "Q8514",  # desert
        "Q11514315",  # historical period
    )
)
"""Classes whose members take "the" unless their name forbids it (the Rhine, the Alps, the Baltic Sea)."""

NO_ARTICLE_FIRST = frozenset({"lake", "mount", "mont", "cape", "world", "operation", "project", "saint", "st.", "new"})

THE_LAST = frozenset(
    """academy agency alliance alps army assembly association band bundestag caucasus commission committee commonwealth
    community confederation conference congress convention cooperation council democrats empire federation fleet
    foundation front games greens guard guild hall-of-fame institute institution islands isles kingdom league legion
    library mafia monarchy movement museum nations navy netherlands ocean olympics opera orchestra order organization
    organisation pact party peninsula philharmonic philippines prize reich renaissance republic republicans revolution
    river sea senate seychelles bahamas maldives gambia society states symphony treaty union war wars workers
    dynasty enlightenment reformation era emirates territories conservatory observatory""".split()
)
"""Last words of proper names that take "the" (the Royal Society, the Labour Party, the Soviet Union)."""

THE_HEADS = frozenset(
    """academy act age archdiocese army assembly association awards award bank battle board church city coast college
    commonwealth communist company confederation congress convention council county court daughters democratic
    diocese district duchy emirate empire federation foundation government guild hall hall-of-fame house institute
    institution isle islands kingdom league legion library medal mediterranean ministry museum national order
    organisation organization palace parliament party people prize principality province republic republics royal
    school secret siege society sons state states sultanate supreme treaty tower trial union united university
    university-college voice war""".split()
)
"""Words before "of" or "for" that make a name take "the" (the University of Oxford, the Battle of Hastings)."""

THE_NAMES = frozenset(
    """arctic antarctic balkans bronx caribbean caucasus crimea congo netherlands philippines vatican hague
    kremlin louvre hermitage uffizi prado bauhaus ivory sorbonne blitz holocaust moon sun earth bible quran solar-system
    milky-way cold-war middle-ages middle-east iron-age bronze-age renaissance baroque democratic-republic-of-the-congo
    republic-of-the-congo central-african-republic dominican-republic czech-republic comoros marshall-islands
    allies axis-powers beatles""".split()
)
"""Whole names that take "the", in lower case with hyphens for spaces."""

SILENT_H = ("hour", "honest", "honour", "honor", "heir")
CONSONANT_SOUND = re.compile(r"(?:uni(?!n|m)|use|usu|eu|ewe|one\b|once|ut[ie]|ub[ie]|ura)", re.IGNORECASE)
VOWEL_LETTER_NAMES = frozenset("AEFHILMNORSX")


def indefinite(phrase: str) -> str:
    """Put "a" or "an" before a common noun phrase, by its sound.

    >>> indefinite("actor"), indefinite("university teacher"), indefinite("hour"), indefinite("FBI agent")
    ('an actor', 'a university teacher', 'an hour', 'an FBI agent')
    """
    word = phrase.split(" ", 1)[0]
    if word.isupper() and 1 < len(word) <= 4:
        vowel = word[0] in VOWEL_LETTER_NAMES
    elif word.lower().startswith(SILENT_H):
        vowel = True
    else:
        vowel = word[:1].lower() in "aeiou" and not CONSONANT_SOUND.match(word)
    return f"{'an' if vowel else 'a'} {phrase}"


def definite(name: str) -> str:
    """Put "the" before a name that has no article yet.

    >>> definite("guitar"), definite("The Hague")
    ('the guitar', 'The Hague')
    """
    return name if name.lower().startswith("the ") else f"the {name}"


def needs_the(name: str, classes: tuple[NamedNode, ...] = ()) -> bool:
    """Say whether a proper name takes "the" inside a sentence.

    >>> [needs_the(name) for name in ("Soviet Union", "University of Oxford", "Harvard University", "France")]
    [True, True, False, False]
    """
    words = [word.strip(",.()").lower() for word in name.split()]
    if not words or words[0] in ("the", "a", "an") or PERSON in classes or not name[0].isupper():
        return False
    if "-".join(words) in THE_NAMES:
        return True
    if words[0] in NO_ARTICLE_FIRST:
        return False
    if THE_CLASSES.intersection(classes):
        return True
    heads = [words[index - 1] for index, word in enumerate(words) if word in ("of", "for") and index]
    if heads:
        return heads[0] in THE_HEADS
    return len(words) > 1 and words[-1] in THE_LAST
