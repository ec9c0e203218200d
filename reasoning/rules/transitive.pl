%  Transitive reasoning (Drowzee, definition 4.4), for relations declared transitive only.
%  The second premise is one that this rule did not derive: see engine.pl.
:- multifile rule/3.

rule(Rule, t(P, X, Z), [t(P, X, Y), b(P, Y, Z)]) :- transitive(Rule, P).
