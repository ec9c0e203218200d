"""A Prolog job as files: facts and declarations with integers for terms, and what comes back."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pyoxigraph import Literal, NamedNode

from ..kg.names import RDF, WDT
from .rule import Rule

Triple = tuple[NamedNode, NamedNode, NamedNode]
TYPE_RELATIONS = (WDT.P31, RDF.type)


class Numbers:
    """Integers for terms, in the order of their first use."""

    def __init__(self) -> None:
        self._terms: list[NamedNode] = []
        self._numbers: dict[NamedNode, int] = {}

    def of(self, term: NamedNode) -> int:
        """Return the number of a term, giving it one."""
        number = self._numbers.get(term)
        if number is None:
            number = self._numbers[term] = len(self._terms)
            self._terms.append(term)
        return number

    def term(self, number: int) -> NamedNode:
        """Return the term of a number."""
        return self._terms[number]


@dataclass
class Job:
    """The files of one job in `directory`."""

    directory: Path
    rules: list[Rule]
    numbers: Numbers = field(default_factory=Numbers)

    def write_facts(self, triples: Iterable[tuple[NamedNode, NamedNode, NamedNode | Literal]]) -> int:
        """Write the facts whose objects are nodes; return how many."""
        of = self.numbers.of
        count = 0
        with (self.directory / "facts.pl").open("w", encoding="ascii") as out:
            for subject, relation, object_ in triples:
                if isinstance(object_, NamedNode):
                    out.write(f"f({of(relation)},{of(subject)},{of(object_)}).\n")
                    count += 1
        return count

    def write_declarations(self, candidates: Iterable[tuple[int, Triple]] = ()) -> None:
        """Write what the rules of the engine need to know: rule numbers are positions in `rules`."""
        with (self.directory / "declarations.pl").open("w", encoding="ascii") as out:
            for number, rule in enumerate(self.rules):
                out.writelines(f"{line}.\n" for line in self._declaration(number, rule))
            out.writelines(f"type_relation({self.numbers.of(relation)}).\n" for relation in TYPE_RELATIONS)
            transitive = (rule.head for rule in self.rules if rule.kind == "transitive")
            out.writelines(f"containment({self.numbers.of(relation)}).\n" for relation in transitive)
            for number, triple in candidates:
                subject, relation, object_ = map(self.numbers.of, triple)
                out.write(f"candidate({number},{relation},{subject},{object_}).\n")

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

    def derived(self) -> Iterator[tuple[Rule, int, list[Triple]]]:
        """Yield (rule, round, triples) for everything derived, by round and rule."""
        found = []
        for path in self.directory.glob("derived-*.txt"):
            rule, round_ = path.stem.split("-")[1:]
            found.append((int(round_), int(rule), path))
        for round_, rule, path in sorted(found):
            with path.open(encoding="ascii") as lines:
                triples = [self._triple(line.split()) for line in lines]
            if triples:
                yield self.rules[rule], round_, triples

    def refuted(self) -> Iterator[tuple[Rule, Triple, list[Triple]]]:
        """Yield (rule, triple that does not hold, premises)."""
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
