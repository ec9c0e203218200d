%  Negation reasoning (Drowzee, definition 4.1), on positive grounds only: that a fact is not in the graph never
%  makes it false. Each rule below names the facts that exclude it.
%
%  candidate(Rule, P, S, O) are the near misses that are worth asking about; containment(P) are relations by which one
%  value may lie within another (Paris and France), so that values related by them do not exclude each other.
:- multifile refutation/3.
:- use_module(library(solution_sequences)).

%   A relation that never runs both ways: if X is a parent of Y, Y is not a parent of X.
refutation(Rule, not(P, Y, X), [t(P, X, Y)]) :-
    asymmetric(Rule, P),
    holds(P, X, Y),
    allowed(Rule, X, Y),
    \+ holds(P, Y, X).

%   Two relations that exclude each other: a child of X is not a sibling of X.
refutation(Rule, not(Q, X, Y), [t(P, X, Y)]) :-
    disjoint(Rule, P, Q),
    holds(P, X, Y),
    allowed(Rule, X, Y),
    \+ holds(Q, X, Y).

%   One value only: X was born in the city Y, so not in the city Z.
refutation(Rule, not(P, X, Z), [t(P, X, Y) | Grounds]) :-
    functional(Rule, P),
    candidate(Rule, P, X, Z),
    only_value(P, X, Y),
    allowed(Rule, X, Y),
    allowed(Rule, Z, Z),
    exclusive(Rule, Y, Z, Grounds).

%   One subject only: Y is the capital of X, so not of Z.
refutation(Rule, not(P, Z, Y), [t(P, X, Y) | Grounds]) :-
    inverse_functional(Rule, P),
    candidate(Rule, P, Z, Y),
    only_subject(P, X, Y),
    allowed(Rule, X, Y),
    allowed(Rule, Z, Z),
    exclusive(Rule, X, Z, Grounds).

allowed(Rule, X, Y) :- \+ except(Rule, X), \+ except(Rule, Y).

%   A relation declared functional may still have two values in real data; then nothing is concluded.
only_value(P, X, Y) :- once(holds(P, X, Y)), \+ ( holds(P, X, Other), Other \== Y ).
only_subject(P, X, Y) :- once(holds(P, X, Y)), \+ ( holds(P, Other, Y), Other \== X ).

%   Two values exclude each other when they are different, of the declared classes, and neither lies in the other.
exclusive(Rule, Y, Z, Grounds) :-
    Y \== Z,
    \+ ( containment(C), ( holds(C, Y, Z) ; holds(C, Z, Y) ) ),
    (   value_class(Rule, _)
    ->  of_class(Rule, Y, GroundY),
        of_class(Rule, Z, GroundZ),
        Grounds = [GroundY, GroundZ]
    ;   Grounds = []
    ).

of_class(Rule, X, t(T, X, Class)) :-
    type_relation(T),
    once(( value_class(Rule, Class), holds(T, X, Class) )).
