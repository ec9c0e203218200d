"""Which English article a name takes: "the Netherlands", "the Royal Society", "an actor", "Paris".

The words and classes are in `english.toml`.
"""

import re
import tomllib
from pathlib import Path

from pyoxigraph import NamedNode

from .names import WD

PERSON = WD.Q5

_DATA = tomllib.loads((Path(__file__).parent / "english.toml").read_text("utf-8"))
THE_LAST, THE_HEADS, THE_NAMES, NO_ARTICLE_FIRST = (
    frozenset(_DATA[key]) for key in ("the_last", "the_heads", "the_names", "no_article_first")
)
THE_CLASSES, TITLED_CLASSES = (frozenset(WD[name] for name in _DATA[key]) for key in ("the_classes", "titled_classes"))

SILENT_H = ("hour", "honest", "honour", "honor", "heir")
CONSONANT_SOUND = re.compile(r"(?:uni(?!n|m)|use|usu|eu|ewe|one\b|once|ut[ie]|ub[ie]|ura)", re.IGNORECASE)
MASS_WORDS, MASS_ENDINGS = frozenset(_DATA["mass_words"]), tuple(_DATA["mass_endings"])
VOWEL_LETTER_NAMES = frozenset("AEFHILMNORSX")


def indefinite(phrase: str) -> str:
    """Put "a" or "an" before a common noun phrase, by its sound; a noun without a plural takes none.

    >>> indefinite("actor"), indefinite("university teacher"), indefinite("hour"), indefinite("FBI agent")
    ('an actor', 'a university teacher', 'an hour', 'an FBI agent')
    >>> indefinite("rock music"), indefinite("zoology")
    ('rock music', 'zoology')
    """
    if phrase.split(" ")[-1].lower() in MASS_WORDS or phrase.lower().endswith(MASS_ENDINGS):
        return phrase
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
    if PERSON in classes or TITLED_CLASSES.intersection(classes):
        return False
    words = [word.strip(",.()").lower() for word in name.split()]
    if not words or words[0] in ("the", "a", "an") or not (name[0].isupper() or name[0].isdigit()):
        return False
    if "-".join(words) in THE_NAMES:
        return True
    if words[0] in NO_ARTICLE_FIRST or "-".join(words[:2]) in NO_ARTICLE_FIRST:
        return False
    if THE_CLASSES.intersection(classes):
        return True
    heads = [words[index - 1] for index, word in enumerate(words) if word in ("of", "for") and index]
    if heads:
        return heads[0] in THE_HEADS
    return len(words) > 1 and words[-1] in THE_LAST
