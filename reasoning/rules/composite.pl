%  Composite reasoning (Drowzee, definition 4.5): declared chains of relations, and a relation that implies
%  another. A step is forward(P) or backward(P); premises may themselves be derived.
:- multifile rule/3.

rule(Rule, t(Q, X, Y), [t(P, X, Y)]) :- subproperty(Rule, P, Q).
rule(Rule, t(Q, X, Z), Body) :-
    chain(Rule, Q, Steps),
    chain_body(Steps, X, Z, Body).

chain_body([Step], X, Z, [Atom]) :- step_atom(Step, X, Z, Atom).
chain_body([Step, Next | Steps], X, Z, [Atom | Atoms]) :-
    step_atom(Step, X, Y, Atom),
    chain_body([Next | Steps], Y, Z, Atoms).

step_atom(forward(P), X, Y, t(P, X, Y)).
step_atom(backward(P), X, Y, t(P, Y, X)).
