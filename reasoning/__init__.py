"""Declared relation properties → Prolog rules → derived facts and proofs."""

from .derive import DeriveReport, Limits, RuleCount, derive
from .proofs import Prover
from .rule import Rule, rules_of

__all__ = ["DeriveReport", "Limits", "Prover", "Rule", "RuleCount", "derive", "rules_of"]
