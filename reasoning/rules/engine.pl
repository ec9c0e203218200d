%  The reasoning engine: semi-naive forward chaining over integer triples.
%
%  A relation P with the number N is the predicate rN(S, O). Each round derives, from the facts that the
%  round before added, everything that one application of a rule gives; what it derives can be used from the
%  next round on. So the premises of a fact are stated or of an earlier round, and every proof is well-founded.
%
%  What a round adds to rN stands in dN_0 in even rounds and in dN_1 in odd ones: while one of them is filled, the
%  other says what is new.
%
%  For a transitive relation the second premise is taken from bN(S, O), the facts that the transitive rule
%  itself did not derive: the closure is the same and each pair is reached once for each last step only. What a
%  round adds to bN stands in eN_0 or eN_1.
%
%  The other files of this folder say what the rules are, as clauses of
%      rule(Rule, Head, Body)              Head = t(P, S, O), Body = [t(P, S, O) | b(P, S, O), ...]
%      refutation(Rule, not(P, S, O), Premises)
%  over the declarations that a job brings: symmetric(Rule, P), inverse(Rule, P, Q), ...

:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(solution_sequences)).

:- dynamic symmetric/2, inverse/3, transitive/2, subproperty/3, chain/3,
           asymmetric/2, disjoint/3, functional/2, inverse_functional/2,
           value_class/2, except/2, candidate/4, containment/1, type_relation/1.
:- dynamic trigger/6, rule_count/2, stopped/1, relation/1.
:- multifile rule/3, refutation/3.

%!  derive(+Dir, +Limit)
%   Read Dir/declarations.pl and Dir/facts.pl, derive to the fixpoint, and write the facts of each rule and
%   round to Dir/derived-RULE-ROUND.txt as lines "S O". A rule that gives more than Limit facts stops there.

derive(Dir, Limit) :-
    load_job(Dir),
    compile_rules,
    copy_base,
    rounds(Dir, Limit, 1),
    note(Dir, done).

load_job(Dir) :-
    forall(member(Name, ['declarations.pl', 'facts.pl']),
           ( atomic_list_concat([Dir, /, Name], Path),
             setup_call_cleanup(open(Path, read, In), load_terms(In), close(In)) )),
    forall(relation(P), declare(P)).

%   read/1 and assertz/1 load a million facts in less than a second; consult/1 needs ten times as long. Facts come as
%   rN(S, O), so that none has to be taken apart.
load_terms(In) :-
    repeat,
    read(In, Term),
    (   Term == end_of_file
    ->  !
    ;   assertz(Term),
        fail
    ).

declare(P) :-
    forall(member(Kind, [all, base, new(0), new(1), new_base(0), new_base(1)]),
           ( predicate_name(Kind, P, Name), dynamic([Name/2]) )).

%!  predicate_name(+Kind, +P, -Name)
%   The names are cached: making an atom for each goal would cost more than the rest.

:- dynamic name_of/3.
predicate_name(Kind, P, Name) :- name_of(Kind, P, Name), !.
predicate_name(Kind, P, Name) :-
    name_parts(Kind, P, Parts),
    atomic_list_concat(Parts, Name),
    assertz(name_of(Kind, P, Name)).

name_parts(all, P, [r, P]).
name_parts(base, P, [b, P]).
name_parts(new(Parity), P, [d, P, '_', Parity]).
name_parts(new_base(Parity), P, [e, P, '_', Parity]).

fact_goal(Kind, t(P, S, O), Goal) :- predicate_name(Kind, P, Name), Goal =.. [Name, S, O].

copy_base :- forall(transitive(_, P), copy_facts(all, base, P)).

copy_facts(From, To, P) :-
    fact_goal(From, t(P, S, O), Fact),
    fact_goal(To, t(P, S, O), Copy),
    forall(Fact, assertz(Copy)).

%!  compile_rules
%   Make a trigger of each premise of each rule: when a fact fits the premise, the rest of the body is looked up and
%   the head follows. In the first round every fact is new, so that one trigger of a rule finds all.

compile_rules :-
    forall(( rule(Rule, Head, Steps), with_class(Rule, Head, Steps, Body), member(Atom, [Head | Body]), arg(1, Atom, P), \+ relation(P) ),
           ( assertz(relation(P)), declare(P) )),
    forall(( rule(Rule, Head, Steps), with_class(Rule, Head, Steps, Body), nth0(Index, Body, Premise, Rest) ),
           ( make_goals(Rest, Goals),
             head_guard(Rule, Head, Body, Guard),
             assertz(trigger(Rule, Index, Premise, Goals, Guard, Head)) )).

%   Where the values are limited to some classes, the class of the value is a premise like the others: it may be
%   derived later than they are.
with_class(Rule, t(_, _, O), Steps, Body) :-
    (   value_class(Rule, _)
    ->  type_relation(T),
        value_class(Rule, Class),
        append(Steps, [t(T, O, Class)], Body)
    ;   Body = Steps
    ).

make_goals([], true).
make_goals([Atom | Atoms], (Goal, Goals)) :-
    atom_goal(Atom, Goal),
    make_goals(Atoms, Goals).

atom_goal(t(P, S, O), Goal) :- fact_goal(all, t(P, S, O), Goal).
atom_goal(b(P, S, O), Goal) :- fact_goal(base, t(P, S, O), Goal).

%   A fact that relates a thing to itself says nothing that anybody would ask. A rule may except some things, wherever
%   they stand in its premises.
head_guard(Rule, t(_, S, O), Body, ( S \== O, Exceptions )) :-
    (   except(Rule, _)
    ->  term_variables(Body, Things),
        none_excepted(Things, Rule, Exceptions)
    ;   Exceptions = true
    ).

%   Written out: in a lambda, Rule would be a variable of its own, and the exceptions of one rule would bind all.
none_excepted([], _, true).
none_excepted([Thing | Things], Rule, ( \+ except(Rule, Thing), Goals )) :-
    none_excepted(Things, Rule, Goals).

%!  rounds(+Dir, +Limit, +Round)
%   Run every trigger on what the round before added, until a round adds nothing.

rounds(Dir, Limit, Round) :-
    Parity is Round mod 2,
    forall(( trigger(Rule, Index, Premise, Goals, Guard, Head), new_fact(Round, Index, Premise, New), \+ stopped(Rule) ),
           ( note(Dir, Rule),
             apply_trigger(Dir, Round, Limit, Rule, (New, Goals, Guard), Head) )),
    Before is 1 - Parity,
    forall(relation(P), ( forget(new(Before), P), forget(new_base(Before), P) )),
    (   added(Parity)
    ->  forall(relation(P), ( copy_facts(new(Parity), all, P), copy_facts(new_base(Parity), base, P) )),
        Next is Round + 1,
        rounds(Dir, Limit, Next)
    ;   true
    ).

%   A goal that gives the new facts that fit a premise; no goal where there are none.
new_fact(1, 0, Premise, New) :- !, atom_goal(Premise, New).
new_fact(Round, _, Premise, New) :-
    Round > 1,
    Before is (Round - 1) mod 2,
    Premise =.. [Kind, P, S, O],
    (   Kind == t -> New = Goal, fact_goal(new(Before), t(P, S, O), Goal)
    ;   fact_goal(new_base(Before), t(P, S, O), New)
    ),
    \+ \+ New.

added(Parity) :- relation(P), fact_goal(new(Parity), t(P, _, _), Fact), call(Fact), !.

forget(Kind, P) :- fact_goal(Kind, t(P, _, _), Fact), retractall(Fact).

apply_trigger(Dir, Round, Limit, Rule, Body, Head) :-
    Head = t(P, S, O),
    Parity is Round mod 2,
    fact_goal(all, Head, Known),
    fact_goal(new(Parity), Head, Seen),
    (   transitive(_, P), \+ transitive(Rule, P)
    ->  fact_goal(new_base(Parity), Head, Base),
        Add = (assertz(Seen), assertz(Base))
    ;   Add = assertz(Seen)
    ),
    atomic_list_concat([Dir, '/derived-', Rule, -, Round, '.txt'], Path),
    count_of(Rule, Before),
    Counter = count(Before),
    setup_call_cleanup(
        open(Path, append, Out),
        catch(forall(( Body, \+ Known, \+ Seen ),
                     ( Add,
                       format(Out, '~d ~d~n', [S, O]),
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

holds(P, S, O) :- relation(P), fact_goal(all, t(P, S, O), Goal), call(Goal).

%!  note(+Dir, +What)
%   Leave a note of what is being done, so that the parent can name the rule if this process dies. The note is renamed
%   into its place: at no moment is it half-written.

note(Dir, What) :-
    atomic_list_concat([Dir, '/progress.txt'], Path),
    atomic_list_concat([Dir, '/progress.new'], Draft),
    setup_call_cleanup(open(Draft, write, Out), ( print(Out, What), nl(Out) ), close(Out)),
    rename_file(Draft, Path).
