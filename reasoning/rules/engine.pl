%  The reasoning engine: semi-naive forward chaining over integer triples.
%
%  A relation P with the number N is the predicate rN(S, O). Each round derives, from the facts that the
%  round before added, everything that one application of a rule gives; what it derives can be used from the
%  next round on. So the premises of a fact are stated or of an earlier round, and every proof is well-founded.
%
%  For a transitive relation the second premise is taken from bN(S, O), the facts that the transitive rule
%  itself did not derive: the closure is the same and each pair is reached once for each last step only.
%
%  The other files of this folder say what the rules are, as clauses of
%      rule(Rule, Head, Body)              Head = t(P, S, O), Body = [t(P, S, O) | b(P, S, O), ...]
%      refutation(Rule, not(P, S, O), Premises)
%  over the declarations that a job brings: symmetric(Rule, P), inverse(Rule, P, Q), ...

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(yall)).
:- use_module(library(solution_sequences)).

:- dynamic symmetric/2, inverse/3, transitive/2, subproperty/3, chain/3,
           asymmetric/2, disjoint/3, functional/2, inverse_functional/2,
           value_class/2, except/2, candidate/4, containment/1, type_relation/1.
:- dynamic trigger/5, queue/4, delta/4, rule_count/2, stopped/1, relation/1.
:- multifile rule/3, refutation/3.

%!  derive(+Dir, +Limit)
%   Read Dir/declarations.pl and Dir/facts.pl, derive to the fixpoint, and write the facts of each rule and
%   round to Dir/derived-RULE-ROUND.txt as lines "P S O". A rule that gives more than Limit facts stops there.

derive(Dir, Limit) :-
    load_job(Dir),
    compile_rules,
    rounds(Dir, Limit, 1),
    note(Dir, done).

load_job(Dir) :-
    forall(member(Name, ['declarations.pl', 'facts.pl']),
           ( atomic_list_concat([Dir, /, Name], Path),
             setup_call_cleanup(open(Path, read, In), load_terms(In), close(In)) )).

%   read/1 and assertz/1 load a million facts in about two seconds; consult/1 needs ten times as long.
load_terms(In) :-
    repeat,
    read(In, Term),
    (   Term == end_of_file
    ->  !
    ;   load_term(Term),
        fail
    ).

load_term(f(P, S, O)) :- !, add_base(P, S, O).
load_term(Term) :- assertz(Term).

add_base(P, S, O) :-
    predicate_names(P, All, Base),
    Fact =.. [All, S, O],
    assertz(Fact),
    (   transitive(_, P)
    ->  BaseFact =.. [Base, S, O],
        assertz(BaseFact)
    ;   true
    ).

%   The names are cached: making an atom for each fact would cost more than the rest.
:- dynamic names/3.
predicate_names(P, All, Base) :- names(P, All, Base), !.
predicate_names(P, All, Base) :-
    atom_concat(r, P, All),
    atom_concat(b, P, Base),
    dynamic([All/2, Base/2]),
    assertz(names(P, All, Base)),
    assertz(relation(P)).

%!  compile_rules
%   Make a trigger of each premise of each rule: when a fact fits the premise, the rest of the body is
%   looked up and the head follows.

compile_rules :-
    forall(rule(_, t(P, _, _), _), predicate_names(P, _, _)),
    forall(( rule(Rule, Head, Body), select(Premise, Body, Rest) ),
           ( make_goals(Rest, Goals),
             head_guard(Rule, Head, Body, Guard),
             assertz(trigger(Rule, Premise, Goals, Guard, Head)) )).

make_goals([], true).
make_goals([Atom | Atoms], (Goal, Goals)) :-
    atom_goal(Atom, Goal),
    make_goals(Atoms, Goals).

atom_goal(t(P, S, O), Goal) :- predicate_names(P, All, _), Goal =.. [All, S, O].
atom_goal(b(P, S, O), Goal) :- predicate_names(P, _, Base), Goal =.. [Base, S, O].

%   A fact that relates a thing to itself says nothing that anybody would ask. A rule may be limited to values of
%   some classes, and except some things, wherever they stand in its premises.
head_guard(Rule, t(_, S, O), Body, ( S \== O, Exceptions, Classes )) :-
    (   except(Rule, _)
    ->  term_variables(Body, Things),
        foldl([Thing, Before, (Before, \+ except(Rule, Thing))]>>true, Things, true, Exceptions)
    ;   Exceptions = true
    ),
    (   value_class(Rule, _)
    ->  Classes = once(of_class(Rule, O, _))
    ;   Classes = true
    ).

%!  rounds(+Dir, +Limit, +Round)
%   delta/4 holds what the round before added, queue/4 what this one adds; sN(S, O) is the index of the queue.

rounds(Dir, Limit, Round) :-
    forall(trigger(Rule, Premise, Goals, Guard, Head),
           ( note(Dir, Rule),
             apply_trigger(Dir, Round, Limit, Rule, Premise, Goals, Guard, Head) )),
    retractall(delta(_, _, _, _)),
    (   queue(_, _, _, _)
    ->  promote,
        Next is Round + 1,
        rounds(Dir, Limit, Next)
    ;   true
    ).

apply_trigger(_, _, _, Rule, _, _, _, _) :- stopped(Rule), !.
apply_trigger(Dir, Round, Limit, Rule, Premise, Goals, Guard, t(P, S, O)) :-
    predicate_names(P, All, _),
    atom_concat(s, P, SeenName),
    dynamic([SeenName/2]),
    Known =.. [All, S, O],
    Seen =.. [SeenName, S, O],
    (   transitive(Rule, P) -> Kind = closure ; Kind = base ),
    atomic_list_concat([Dir, '/derived-', Rule, -, Round, '.txt'], Path),
    count_of(Rule, Before),
    Counter = count(Before),
    setup_call_cleanup(
        open(Path, append, Out),
        catch(forall(( new_fact(Round, Premise), Goals, Guard, \+ Known, \+ Seen ),
                     ( assertz(Seen),
                       assertz(queue(P, S, O, Kind)),
                       format(Out, '~d ~d ~d~n', [P, S, O]),
                       count_up(Counter, N),
                       ( N >= Limit -> throw(limit(Rule)) ; true ) )),
              limit(Rule),
              stop(Dir, Rule)),
        close(Out)),
    arg(1, Counter, After),
    set_count(Rule, After).

count_up(Counter, N) :- arg(1, Counter, N0), N is N0 + 1, nb_setarg(1, Counter, N).

%   What a rule gave before its limit is sound and kept; the parent reports the rule by its name.
stop(Dir, Rule) :-
    assertz(stopped(Rule)),
    atomic_list_concat([Dir, '/stopped.txt'], Path),
    setup_call_cleanup(open(Path, append, Out), format(Out, '~d~n', [Rule]), close(Out)).

%   In the first round every fact is new.
new_fact(1, Premise) :- !, atom_goal(Premise, Goal), call(Goal).
new_fact(_, t(P, S, O)) :- delta(P, S, O, _).
new_fact(_, b(P, S, O)) :- delta(P, S, O, base).

promote :-
    forall(retract(queue(P, S, O, Kind)),
           ( promote_fact(P, S, O, Kind),
             assertz(delta(P, S, O, Kind)) )),
    forall(relation(P), ( atom_concat(s, P, Name), Seen =.. [Name, _, _], retractall(Seen) )).

promote_fact(P, S, O, closure) :-
    predicate_names(P, All, _),
    Fact =.. [All, S, O],
    assertz(Fact).
promote_fact(P, S, O, base) :- add_base(P, S, O).

count_of(Rule, N) :- rule_count(Rule, N), !.
count_of(_, 0).

set_count(Rule, N) :-
    retractall(rule_count(Rule, _)),
    assertz(rule_count(Rule, N)).

%!  refute(+Dir, +Limit)
%   Read the job, then write every negative fact that the rules of refutation give to Dir/refuted.txt, as
%   lines "Rule P S O P1 S1 O1 P2 S2 O2 ..." with the premises after the conclusion.

refute(Dir, Limit) :-
    load_job(Dir),
    atomic_list_concat([Dir, '/refuted.txt'], Path),
    setup_call_cleanup(open(Path, write, Out), refute_all(Dir, Out, Limit), close(Out)),
    note(Dir, done).

refute_all(Dir, Out, Limit) :-
    negation_rules(Rules),
    forall(member(Rule, Rules),
           ( note(Dir, Rule),
             forall(limit(Limit, distinct(not(P, S, O), refutation(Rule, not(P, S, O), Premises))),
                    write_refutation(Out, Rule, not(P, S, O), Premises)) )).

negation_rules(Rules) :-
    findall(Rule, ( asymmetric(Rule, _) ; disjoint(Rule, _, _) ; functional(Rule, _) ; inverse_functional(Rule, _) ), All),
    sort(All, Rules).

write_refutation(Out, Rule, not(P, S, O), Premises) :-
    format(Out, '~d ~d ~d ~d', [Rule, P, S, O]),
    forall(member(t(P1, S1, O1), Premises), format(Out, ' ~d ~d ~d', [P1, S1, O1])),
    nl(Out).

%!  holds(?P, ?S, ?O)
%   A stated or derived fact; P must be known.

holds(P, S, O) :- names(P, All, _), Goal =.. [All, S, O], call(Goal).

%!  note(+Dir, +What)
%   Leave a note of what is being done, so that the parent can name the rule if this process dies.

note(Dir, What) :-
    atomic_list_concat([Dir, '/progress.txt'], Path),
    setup_call_cleanup(open(Path, write, Out), ( print(Out, What), nl(Out) ), close(Out)).
