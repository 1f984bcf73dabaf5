% The models of models.lisp for CLP(FD) of SWI-Prolog: `swipl -g "run(queens)" -t halt models.pl` prints how many solutions there are, or the best cost.

:- use_module(library(clpfd)).

run(Problem) :- problem(Problem, Vars), !, findall(x, label(Vars), Found), length(Found, Count), writeln(Count).
run(golomb) :- golomb(9, Marks, Last), once(labeling([leftmost, min(Last)], Marks)), writeln(Last).

problem(queens, Qs) :-
    N = 9, length(Qs, N), Last is N - 1, Qs ins 0..Last, numlist(1, N, Is),
    maplist([Q, I, U, D]>>(U #= Q + I, D #= Q - I), Qs, Is, Us, Ds),
    all_different(Qs), all_different(Us), all_different(Ds).
problem('all-interval', Xs) :-
    N = 10, length(Xs, N), M is N - 1, Xs ins 0..M, steps(Xs, Ds), Ds ins 1..M,
    all_distinct(Xs), all_distinct(Ds), Xs = [First|_], last(Xs, Last), First #< Last.
problem('magic-square', Cells) :-
    Rows = [[A,_,_,B],_,_,[C,_,_,D]], length(Rows, 4), maplist([R]>>length(R, 4), Rows),
    append(Rows, Cells), Cells ins 1..16, all_distinct(Cells), transpose(Rows, Columns),
    append(Rows, Columns, Lines), maplist([L]>>sum(L, #=, 34), Lines),
    findall(I-I, between(0, 3, I), P), diagonal(Rows, P, D1), sum(D1, #=, 34),
    findall(I-J, (between(0, 3, I), J is 3 - I), Q), diagonal(Rows, Q, D2), sum(D2, #=, 34),
    A #< B, A #< D, B #< C.
problem(costas, Xs) :-
    N = 9, length(Xs, N), Xs ins 1..N, all_distinct(Xs), M is N - 2,
    forall_distances(1, M, Xs).
problem(langford, As) :-
    N = 8, length(As, N), Last is 2 * N - 1, As ins 0..Last, numlist(1, N, Ks),
    maplist([A, K, B]>>(B #= A + K + 1), As, Ks, Bs), Bs ins 0..Last,
    append(As, Bs, All), all_distinct(All), As = [First|_], 2 * First #=< 2 * N - 3.
problem(coins, Xs) :-
    Cs = [50, 20, 10, 5, 2, 1], maplist([C, X]>>(M is 150 // C, X in 0..M), Cs, Xs), scalar_product(Cs, Xs, #=, 150).
problem('latin-square', Cells) :-
    N = 6, length(Rows, N), maplist([R]>>length(R, N), Rows), append(Rows, Cells), M is N - 1, Cells ins 0..M,
    transpose(Rows, Columns), maplist(all_distinct, Rows), maplist(all_distinct, Columns),
    numlist(0, M, Is), Rows = [Is|_], Columns = [Is|_].
problem(colours, Xs) :- graph(3, Edges, N), length(Xs, N), Xs ins 1..4, maplist({Xs}/[A-B]>>(nth0(A, Xs, X), nth0(B, Xs, Y), X #\= Y), Edges).
problem(schur, Xs) :-
    N = 13, length(Xs, N), Xs ins 1..3,
    findall(I-J, (between(1, N, I), between(I, N, J), I + J =< N), Pairs),
    maplist({Xs}/[I-J]>>(K is I + J, nth1(I, Xs, A), nth1(J, Xs, B), nth1(K, Xs, C),
                         (I =:= J -> A #\= C ; (A #\= B) #\/ (B #\= C))), Pairs).
problem(partition, All) :-
    N = 10, M is 2 * N, length(Xs, N), length(Ys, N), append(Xs, Ys, All), All ins 1..M, all_distinct(All),
    chain(Xs, #<), chain(Ys, #<), maplist([X, Q]>>(Q #= X * X), Xs, Qs), maplist([X, Q]>>(Q #= X * X), Ys, Rs),
    Half is M * (M + 1) // 4, Squares is M * (M + 1) * (2 * M + 1) // 12,
    sum(Xs, #=, Half), sum(Ys, #=, Half), sum(Qs, #=, Squares), sum(Rs, #=, Squares), Xs = [1|_].
problem('block-design', Cells) :-
    length(Rows, 13), maplist([R]>>length(R, 13), Rows), append(Rows, Cells), Cells ins 0..1, transpose(Rows, Columns),
    maplist([R]>>sum(R, #=, 4), Rows), maplist([R]>>sum(R, #=, 4), Columns), share(Rows),
    reverse(Rows, Up), lex_chain(Up), reverse(Columns, Left), lex_chain(Left).

golomb(N, Marks, Last) :-
    length(Marks, N), M is N * N, Marks ins 0..M, Marks = [0, Second|_], chain(Marks, #<),
    findall(I-J, (between(1, N, I), between(I, N, J), I < J), Pairs),
    maplist({Marks}/[I-J, D]>>(nth1(I, Marks, A), nth1(J, Marks, B), D #= B - A), Pairs, Ds),
    all_different(Ds), last(Marks, Last), P is N - 1, nth1(P, Marks, Before), Second #< Last - Before.

steps([_], []) :- !.
steps([A, B|T], [D|Ds]) :- D #= abs(A - B), steps([B|T], Ds).

diagonal(Rows, Places, Cells) :- maplist({Rows}/[I-J, X]>>(nth0(I, Rows, R), nth0(J, R, X)), Places, Cells).

forall_distances(K, M, _) :- K > M, !.
forall_distances(K, M, Xs) :-
    length(Front, K), append(Front, Tail, Xs), length(Tail, L), length(Heads, L), append(Heads, _, Xs),
    maplist([A, B, D]>>(D #= B - A), Heads, Tail, Ds), all_different(Ds), Next is K + 1, forall_distances(Next, M, Xs).

graph(0, [0-1], 2) :- !.
graph(T, Edges, N) :-
    S is T - 1, graph(S, Es, M),
    findall(E, (member(A-B, Es), AM is A + M, BM is B + M, member(E, [AM-B, A-BM])), Crossed),
    Top is 2 * M, Low is M - 1, findall(IM-Top, (between(0, Low, I), IM is I + M), Rays),
    append([Es, Crossed, Rays], Edges), N is 2 * M + 1.

share([_]) :- !.
share([R|Rs]) :- maplist({R}/[O]>>(maplist([A, B, P]>>(P #= A * B), R, O, Ps), sum(Ps, #=, 1)), Rs), share(Rs).
