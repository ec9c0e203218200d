"""A Prolog job as files: facts and declarations with integers for terms, and what comes back.

A million facts pass through here, so terms are texts as N-Triples write them (`<http://…>`), and lists of pairs are
flat: subject, object, subject, object, …
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pyoxigraph import NamedNode

from ..kg.names import RDF, WDT
from .rule import Rule

Triple = tuple[NamedNode, NamedNode, NamedNode]
Pairs = list[int]
"""Subjects and objects by number, in turn."""
TYPE_RELATIONS = (WDT.P31, RDF.type)
_CHUNK = 100_000


class Numbers:
    """Integers for terms, in the order of their first use."""

    def __init__(self) -> None:
        self._numbers = _Numbering()
        self._terms: list[str] = []

    def of(self, term: NamedNode) -> int:
        """Return the number of a term, giving it one."""
        return self._numbers[str(term)]

    def of_all(self, texts: Iterable[str]) -> list[int]:
        """Return the numbers of terms given as N-Triples write them."""
        return list(map(self._numbers.__getitem__, texts))

    def text(self, number: int) -> str:
        """Return the text of a term in N-Triples."""
        return self.texts((number,))[0]

    def texts(self, numbers: Iterable[int]) -> list[str]:
        """Return the texts of terms in N-Triples."""
        if len(self._terms) < len(self._numbers):
            self._terms = list(self._numbers)
        return list(map(self._terms.__getitem__, numbers))

    def term(self, number: int) -> NamedNode:
        """Return the term of a number."""
        return NamedNode(self.text(number)[1:-1])


class _Numbering(dict[str, int]):
    def __missing__(self, text: str) -> int:
        number = self[text] = len(self)
        return number


@dataclass
class Job:
    """The files of one job in `directory`; jobs that share `numbers` understand each other's facts."""

    directory: Path
    rules: list[Rule]
    numbers: Numbers = field(default_factory=Numbers)

    def write_facts(self, facts: Mapping[NamedNode, list[Pairs]]) -> None:
        """Write facts, given as lists of pairs for each relation."""
        with (self.directory / "facts.pl").open("w", encoding="ascii") as out:
            for relation, lists in facts.items():
                number = self.numbers.of(relation)
                out.write(f"relation({number}).\n")
                for pairs in lists:
                    out.writelines(in_lines(f"r{number}(%d,%d).\n", pairs))

    def write_declarations(self, candidates: Mapping[int, Pairs] | None = None) -> None:
        """Write what the rules of the engine need to know: rule numbers are positions in `rules`.

        `candidates` are the near misses for a rule's relation.
        """
        with (self.directory / "declarations.pl").open("w", encoding="ascii") as out:
            for number, rule in enumerate(self.rules):
                out.writelines(f"{line}.\n" for line in self._declaration(number, rule))
            out.writelines(f"type_relation({self.numbers.of(relation)}).\n" for relation in TYPE_RELATIONS)
            transitive = (rule.head for rule in self.rules if rule.kind == "transitive")
            out.writelines(f"containment({self.numbers.of(relation)}).\n" for relation in transitive)
            for number, pairs in (candidates or {}).items():
                relation = self.numbers.of(self.rules[number].head)
                out.writelines(in_lines(f"candidate({number},{relation},%d,%d).\n", pairs))

    def _declaration(self, number: int, rule: Rule) -> Iterator[str]:
        of = self.numbers.of
        head = of(rule.head)
        first = of(rule.steps[0].relation)
        if rule.kind in ("symmetric", "transitive", "asymmetric", "functional", "inverse-functional"):
            yield f"{rule.kind.replace('-', '_')}({number},{head})"
        elif rule.kind in ("inverse", "subproperty", "disjoint"):
            yield f"{rule.kind}({number},{first},{head})"
        elif rule.kind == "composite":
            steps = (f"{'backward' if step.inverse else 'forward'}({of(step.relation)})" for step in rule.steps)
            yield f"chain({number},{head},[{','.join(steps)}])"
        yield from (f"value_class({number},{of(node)})" for node in rule.value_classes)
        yield from (f"except({number},{of(node)})" for node in rule.exceptions)

    def derived(self) -> Iterator[tuple[Rule, int, Pairs]]:
        """Yield (rule, round, pairs of the rule's relation) for everything derived, by round and rule."""
        found = []
        for path in self.directory.glob("derived-*.txt"):
            rule, round_ = path.stem.split("-")[1:]
            found.append((int(round_), int(rule), path))
        for round_, rule, path in sorted(found):
            pairs = list(map(int, path.read_bytes().split()))
            if pairs:
                yield self.rules[rule], round_, pairs

    def refuted(self) -> Iterator[tuple[Rule, Triple, list[Triple]]]:
        """Yield (rule, triple that does not hold, premises), rule by rule."""
        with (self.directory / "refuted.txt").open(encoding="ascii") as lines:
            for line in lines:
                rule, *numbers = line.split()
                triples = [self._triple(numbers[i : i + 3]) for i in range(0, len(numbers), 3)]
                yield self.rules[int(rule)], triples[0], triples[1:]

    def stopped(self) -> list[Rule]:
        """List the rules that reached the limit."""
        path = self.directory / "stopped.txt"
        return [self.rules[int(line)] for line in path.read_text("ascii").split()] if path.exists() else []

    def _triple(self, numbers: list[str]) -> Triple:
        relation, subject, object_ = (self.numbers.term(int(number)) for number in numbers)
        return (subject, relation, object_)


def in_lines(pattern: str, values: list) -> Iterator[str]:
    """Yield texts of many lines, each line the pattern with its two places filled from a flat list.

    One formatting of many lines is several times faster than one for each.
    """
    for start in range(0, len(values), _CHUNK):
        part = tuple(values[start : start + _CHUNK])
        yield pattern * (len(part) // 2) % part
