%  Symmetric reasoning (Drowzee, definition 4.2): s nm o gives o nm s.
:- multifile rule/3.

rule(Rule, t(P, Y, X), [t(P, X, Y)]) :- symmetric(Rule, P).
