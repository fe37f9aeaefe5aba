(* The lemma `origins`, of what it says the first round: the men of a side cannot have come from those it began with
   by the captures there were. Squares of pawns that have never moved are fixed. *)
From Coq Require Import List Bool Arith NArith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Unmoves.
From Arbiter Require Import Instant.

(* --- fixed squares, and where a king never goes --- *)
Definition fixed (b : board) c (s : sq) : bool := ix_beq (snd s) (pawn_rank c) && is_man c Pawn (get b s).
Definition taboo (b : board) (s : sq) : bool := fixed b White s || fixed b Black s.
Definition guarded (b : board) c (s : sq) : bool := existsb (fixed b (opp c)) (pawn_caps c s).
Definition barred (b : board) c k (s : sq) : bool := taboo b s || (kind_beq k King && guarded b c s).

(* --- steps of men that are no pawns --- *)
Definition rook1_t := Eval vm_compute in table (fun s => flat_map (fun d => olist (step d s)) orth).
Definition bishop1_t := Eval vm_compute in table (fun s => flat_map (fun d => olist (step d s)) diag).
Definition unit_steps k s : list sq :=
  match k with King | Queen => look king_t s | Rook => look rook1_t s | Bishop => look bishop1_t s | Knight => look knight_t s | Pawn => [] end.

(* --- sets of squares: from where a man can have come to a square --- *)
Definition set64 := v8 (v8 bool).
Definition full : set64 := Eval vm_compute in table (fun _ => true).
Definition only (s : sq) : set64 := table (sq_eqb s).
(* those from which one can step onto one of the set that is not barred *)
Definition widen (bar : set64) k (t : set64) : set64 :=
  table (fun u => look t u || existsb (fun s => look t s && negb (look bar s)) (unit_steps k u)).
Definition size (t : set64) : nat := length (filter (look t) squares).
Fixpoint fill (n : nat) (bar : set64) k (t : set64) (m : nat) : set64 :=
  match n with 0 => t | S n => let t' := widen bar k t in let m' := size t' in if m' =? m then t else fill n bar k t' m' end.
Definition closed_under (bar : set64) k (t : set64) : bool :=
  forallb (fun u => look t u || forallb (fun s => negb (look t s && negb (look bar s))) (unit_steps k u)) squares.
Definition came_to (bar : set64) k (s : sq) : set64 :=
  let t := fill 64 bar k (only s) 1 in if look t s && closed_under bar k t then t else full.

(* --- the least captures with which a pawn comes to a square: rank by rank --- *)
Definition too_far := 20.
Definition ranks_ahead c := match c with White => [I3; I4; I5; I6; I7; I8] | Black => [I6; I5; I4; I3; I2; I1] end.
Definition or_far (v : v8 nat) (o : option ix) := match o with Some x => get8 v x | None => too_far end.
Definition next_row (b : board) (r : ix) (v : v8 nat) : v8 nat :=
  tab8 (fun x => if taboo b (x, r) then too_far else Nat.min (get8 v x) (S (Nat.min (or_far v (prv x)) (or_far v (nxt x))))).
Fixpoint rows b (rs : list ix) (v : v8 nat) : list (v8 nat) :=
  match rs with [] => [] | r :: rs => let w := next_row b r v in w :: rows b rs w end.
Definition home_row (f : ix) : v8 nat := tab8 (fun x => if ix_beq x f then 0 else too_far).
Definition pawn_rows b c f : list (v8 nat) := home_row f :: rows b (ranks_ahead c) (home_row f).
Definition ranks_gone c r := match c with White => place r | Black => 7 - place r end.
Definition pawn_cost c (l : list (v8 nat)) (s : sq) : nat :=
  match ranks_gone c (snd s) with 0 => too_far | S n => match nth_error l n with Some v => get8 v (fst s) | None => too_far end end.

(* --- what it costs a man to have come from an origin: pieces by file, pawns by file --- *)
Definition piece_of (f : ix) : kind := match f with I1 | I8 => Rook | I2 | I7 => Knight | I3 | I6 => Bishop | I4 => Queen | I5 => King end.
Definition from_piece c k (t : set64) (f : ix) : nat := if kind_beq (piece_of f) k && look t (f, home_rank c) then 0 else too_far.
Definition from_pawn c k (t : set64) (s : sq) (l : list (v8 nat)) : nat :=
  match k with
  | King => too_far
  | Pawn => pawn_cost c l s
  | _ => fold_right (fun g n => if look t (g, last_rank c) then Nat.min (pawn_cost c l (g, last_rank c)) n else n) too_far all8 end.
Definition costs b c (bars : kind -> set64) (ls : list (list (v8 nat))) (s : sq) : list nat :=
  match get b s with
  | M _ k => let t := match k with Pawn => full | _ => came_to (bars k) k s end in map (from_piece c k t) all8 ++ map (from_pawn c k t s) ls
  | E => [] end.
Definition cost_rows b c : list (list nat) :=
  let other := table (barred b c Queen) in let king := table (barred b c King) in
  let bars k := match k with King => king | _ => other end in
  map (costs b c bars (map (pawn_rows b c) all8)) (filter (fun s => is_colour c (get b s)) squares).

(* --- no assignment is cheap enough: whatever prices the origins have, each man has to pay at least its cheapest --- *)
Definition scale := 17%N.
Definition paying (row prices : list N) : list N := map (fun cp => (fst cp + snd cp)%N) (combine row prices).
Definition cheapest (row prices : list N) : N := match paying row prices with [] => 0%N | x :: l => fold_left N.min l x end.
Definition sum_N (l : list N) : N := fold_right N.add 0%N l.
Definition dear (cap : nat) (rows : list (list N)) (prices : list N) : bool :=
  N.ltb (scale * N.of_nat cap + sum_N prices) (sum_N (map (fun r => cheapest r prices) rows)).
(* prices by bids, as at an auction: any would be sound, these are those that show most *)
Fixpoint best (l : list N) (i : nat) (j : nat) (x y : N) : nat * (N * N) :=
  match l with [] => (j, (x, y)) | z :: l =>
    if N.ltb z x then best l (S i) i z x else best l (S i) j x (if N.ltb z y then z else y) end.
Fixpoint put {A} (i : nat) (x : A) (l : list A) : list A := match l, i with [], _ => [] | _ :: l, 0 => x :: l | y :: l, S i => y :: put i x l end.
Fixpoint auction (n : nat) (waiting : list (list N)) (prices : list N) (owners : list (option (list N))) : list N :=
  match n with 0 => prices | S n =>
    match waiting with [] => prices | r :: waiting =>
      let far := 100000%N in
      let '(j, (x, y)) := best (paying r prices) 0 0 far far in
      let waiting := match nth j owners None with Some o => o :: waiting | None => waiting end in
      auction n waiting (put j (nth j prices 0 + (y - x) + 1)%N prices) (put j (Some r) owners) end end.
Definition origins_bad_side (b : board) c : bool :=
  let cap := 16 - count b (fun _ => is_colour (opp c)) in
  let rows := map (map (fun n => scale * N.of_nat (Nat.min n (S cap)))%N) (cost_rows b c) in
  let zero := repeat 0%N 16 in
  dear cap rows (auction (16 * 400) rows zero (repeat None 16)).
Definition origins_bad (b : board) : bool := origins_bad_side b White || origins_bad_side b Black.
