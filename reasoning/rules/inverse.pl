%  Inverse reasoning (Drowzee, definition 4.3): s nm o gives o nm' s, where nm' is the declared inverse.
:- multifile rule/3.

rule(Rule, t(Q, Y, X), [t(P, X, Y)]) :- inverse(Rule, P, Q).
