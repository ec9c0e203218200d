"""The domains of entities, by the nearest root class."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallugraph.kg.domains import DOMAINS, Domains
from hallugraph.kg.errors import InputError
from hallugraph.kg.names import HG, SKOS, WD

HEAD = f"@prefix hg: <{HG.x.value[:-1]}> . @prefix skos: <{SKOS.x.value[:-1]}> . @prefix wd: <{WD.x.value[:-1]}> .\n"


def load(tmp_path: Path, text: str) -> Domains:
    file = tmp_path / "domains.ttl"
    file.write_text(HEAD + text, encoding="utf-8")
    return Domains.load(file)


@pytest.mark.parametrize("domain", DOMAINS)
def test_each_domain_has_roots_of_its_own(domain: str) -> None:
    domains = Domains.load()
    assert domains.roots(domain)
    assert all(domains.of([root], {}) == domain for root in domains.roots(domain))


@pytest.mark.parametrize(
    ("classes", "domain"),
    [
        ([WD.Q5], "people"),
        ([WD.Q11424], "culture"),
        ([WD.Q515, WD.Q3918], "geography"),
        ([WD.Q12136], "health"),
        ([WD.Q3624078, WD.Q3024240], "history"),
        ([WD.Q16521], "nature"),
        ([WD.Q7397], "technology"),
        ([WD.Q65943], "mathematics"),
        ([WD.Q43229], "society"),
        ([], None),
        ([WD.Q999999999], None),
    ],
)
def test_known_classes(classes: list, domain: str | None) -> None:
    assert Domains.load().of(classes, {}) == domain


def test_the_nearest_root_wins(tmp_path: Path) -> None:
    domains = load(
        tmp_path, '[] skos:notation "society" ; hg:rootClass wd:Q2 . [] skos:notation "people" ; hg:rootClass wd:Q3 .'
    )
    above = {WD.Q0: (WD.Q1, WD.Q2), WD.Q1: (WD.Q3,), WD.Q3: (WD.Q0,), WD.Q9: (WD.Q9,)}
    assert domains.of([WD.Q0], above) == "society"
    assert domains.of([WD.Q1], above) == "people"
    assert domains.of([WD.Q2, WD.Q3], above) == "people", "a tie goes by the order of the domains"
    assert domains.of([WD.Q9], above) is None, "a circle of classes ends"
    assert domains.of([WD.Q0], lambda node: above.get(node, ())) == "society"


@given(st.permutations([WD.Q5, WD.Q515, WD.Q11424, WD.Q12136, WD.Q43229]))
def test_the_order_of_classes_does_not_matter(classes: list) -> None:
    assert Domains.load().of(classes, {}) == "people"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('[] skos:notation "cooking" ; hg:rootClass wd:Q1 .', "unknown domain 'cooking'"),
        ("[] hg:rootClass wd:Q1 .", "no skos:notation"),
        (
            '[] skos:notation "people" ; hg:rootClass wd:Q1 . [] skos:notation "nature" ; hg:rootClass wd:Q1 .',
            "two domains",
        ),
        ("no Turtle", "not valid Turtle"),
    ],
)
def test_broken_files_are_refused(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(InputError, match=f"domains.ttl.*{complaint}"):
        load(tmp_path, text)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="none.ttl: cannot read"):
        Domains.load(tmp_path / "none.ttl")
