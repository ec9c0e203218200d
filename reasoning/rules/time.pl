%  Comparing times. A job brings integers for things and days:
%      event(X, What, Lo, Hi)       X was born (birth), died (death), was founded (founding), ended (ending) or was
%                                   released (release) on some day from Lo to Hi
%      term(T, X, Office, StartLo, StartHi, EndLo, EndHi)   the statement T: X held Office
%      sole(Office)                 an office that one person holds at a time
%      directed(X, Film)
%      pair(Relation, X, Y)         a near miss that is worth deciding
%  A pair is decided only where the answer is the same for every day within the bounds. What is not known (a death, an
%  end) is no fact, so that nothing follows from it.

:- dynamic event/4, term/7, sole/1, directed/2, pair/3.

%!  compare_times(+Dir, +Limit)
%   Read the job and write each decided pair to Dir/decided.txt as "Relation X Y Holds Premise ...", each once. Holds is
%   yes or no; a premise is birth:X, term:T, directed:X:Film and so on.

compare_times(Dir, Limit) :-
    load_job(Dir),
    atomic_list_concat([Dir, '/decided.txt'], Path),
    setup_call_cleanup(open(Path, write, Out), write_decided(Out, Limit), close(Out)),
    note(Dir, done).

write_decided(Out, Limit) :-
    forall(limit(Limit, ( pair(Relation, X, Y), once(decided(Relation, X, Y, Holds, Premises)) )),
           ( format(Out, '~w ~d ~d ~w', [Relation, X, Y, Holds]),
             forall(member(Premise, Premises), format(Out, ' ~w', [Premise])),
             nl(Out) )).

%   The same day has two dates, Julian and Gregorian, up to 13 days apart, and sources mix them: what lies closer together
%   is not decided. Sources also differ by a year on the day from which a film or an organization counts.
slack(13).

%   before(Relation, WhatX, WhatY, Margin): Margin is in days.
before(bornBefore, birth, birth, 13).
before(diedBefore, death, death, 13).
before(foundedBefore, founding, founding, 366).
before(foundedBeforeTheEndOf, founding, ending, 366).
before(releasedBefore, release, release, 366).

decided(Relation, X, Y, Holds, [WhatX:X, WhatY:Y]) :-
    before(Relation, WhatX, WhatY, Margin),
    event(X, WhatX, LoX, HiX),
    event(Y, WhatY, LoY, HiY),
    (   HiX + Margin < LoY
    ->  Holds = yes
    ;   LoX > HiY + Margin
    ->  Holds = no
    ).

%   Two lives share a day for certain: each was born before the other is known to have died.
decided(livedAtTheSameTimeAs, X, Y, yes, [birth:X, birth:Y | Deaths]) :-
    event(X, birth, _, BornX),
    event(Y, birth, _, BornY),
    alive(X, AliveX, DeathX),
    alive(Y, AliveY, DeathY),
    slack(Days),
    BornX + Days < AliveY,
    BornY + Days < AliveX,
    append(DeathX, DeathY, Deaths).
decided(livedAtTheSameTimeAs, X, Y, no, [death:X, birth:Y]) :- died_before_birth(X, Y).
decided(livedAtTheSameTimeAs, X, Y, no, [death:Y, birth:X]) :- died_before_birth(Y, X).

%   alive(X, Day, Premises): X was alive until Day at least; without a known death, on the day of birth.
alive(X, Day, [death:X]) :- event(X, death, Day, _), !.
alive(X, Day, []) :- event(X, birth, Day, _).

died_before_birth(X, Y) :-
    event(X, death, _, Death),
    event(Y, birth, Birth, _),
    slack(Days),
    Death + Days < Birth.

%   Within a term: well within, because on its first and last day two people may have held the office. Outside it only where
%   another held an office that one person holds at a time: the graph may lack a second term of the same person.
while(bornWhile, birth).
while(diedWhile, death).
while(foundedWhile, founding).
while(releasedWhile, release).

decided(Relation, X, T, yes, [What:X, term:T]) :-
    while(Relation, What),
    within(X, What, T).
decided(Relation, X, T, no, [What:X, term:T, term:Other]) :-
    while(Relation, What),
    outside(X, What, T),
    term(T, Holder, Office, _, _, _, _),
    sole(Office),
    term(Other, Successor, Office, _, _, _, _),
    Successor \== Holder,
    within(X, What, Other).
decided(hadAFilmReleasedWhile, X, T, yes, [directed:X:Film, release:Film, term:T]) :-
    directed(X, Film),
    within(Film, release, T).

within(X, What, T) :-
    event(X, What, Lo, Hi),
    term(T, _, _, _, Start, End, _),
    slack(Days),
    Start + Days < Lo,
    Hi + Days < End.

outside(X, What, T) :-
    event(X, What, Lo, Hi),
    term(T, _, _, Start, _, _, End),
    once(( Hi < Start ; Lo > End )).
