(* The lemma `origins`: the men of a side cannot have come from those it began with by the captures there were.
   Squares of men that have never moved are fixed. Of the rounds it is the first, and a second in which men are
   fixed that no move can have brought where they stand. *)
From Coq Require Import List Bool Arith NArith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Unmoves.
From Arbiter Require Import Instant.

(* --- steps of men that are no pawns --- *)
Definition rook1_t := Eval vm_compute in table (fun s => flat_map (fun d => olist (step d s)) orth).
Definition bishop1_t := Eval vm_compute in table (fun s => flat_map (fun d => olist (step d s)) diag).
Definition unit_steps k s : list sq :=
  match k with King | Queen => look king_t s | Rook => look rook1_t s | Bishop => look bishop1_t s | Knight => look knight_t s | Pawn => [] end.

(* --- what is known of a game in a round: the men at its end, those of them that have never moved, how often the pawns
   of a side captured at most, and from which files the pawns of its third rank can have come there. So there are squares
   where nobody else ever stands, and others where a king never goes --- *)
Record known := Known { still : board; last : board; takes : colour -> nat; came_from : colour -> v8 (list ix) }.
(* of both sides, worked out once *)
Definition of_both {A} (t : colour -> A) : colour -> A :=
  let white := t White in
  let black := t Black in
  fun c => match c with White => white | Black => black end.
Lemma of_both_ok {A} (t : colour -> A) c : of_both t c = t c. Proof. destruct c; reflexivity. Qed.
Definition all_takes (b : board) : colour -> nat := of_both (fun c => 16 - count b (fun _ => is_colour (opp c))).
Definition taboo (w : known) (s : sq) : bool := negb (is_empty (get (still w) s)).
(* where a pawn of the third rank came from: its file, or one beside it *)
Definition third c := match c with White => I3 | Black => I6 end.
Definition around (x : ix) : list ix := x :: olist (prv x) ++ olist (nxt x).
Definition sources (w : known) c (x : ix) : list ix := filter (fun f => existsb (ix_beq f) (get8 (came_from w c) x)) (around x).
Definition third_pawn (w : known) c (s : sq) : bool := ix_beq (snd s) (third c) && is_man c Pawn (get (last w) s).
(* It came there by a capture. *)
Definition held (w : known) c (s : sq) : bool := third_pawn w c s && negb (existsb (ix_beq (fst s)) (sources w c (fst s))).
(* who attacks from next to a square, whatever stands between *)
Definition touches c k (s t : sq) : bool := sq_in t (match k with Pawn => pawn_caps c s | _ => unit_steps k s end).
Definition touched (w : known) c (s : sq) : bool :=
  existsb (fun u => match get (still w) u with M d k => colour_beq d (opp c) && touches d k u s | E => false end) (look king_t s ++ look knight_t s).
Definition guarded (w : known) c (s : sq) : bool := touched w c s || held w (opp c) s.
Definition barred (w : known) c k (s : sq) : bool := taboo w s || (kind_beq k King && guarded w c s).

(* It came there from one square only: it is always on one of the two. *)
Definition cut (w : known) c (h s : sq) : bool :=
  third_pawn w c s && match sources w c (fst s) with [f] => sq_eqb (f, pawn_rank c) h | _ => false end.
Definition severed (w : known) (u v : sq) : bool := existsb (fun c => cut w c u v || cut w c v u) [White; Black].
Definition severed_from (w : known) : v8 (v8 (list sq)) := table (fun u => filter (severed w u) (look king_t u)).

(* --- sets of squares: from where a man can have come to a square --- *)
Definition set64 := v8 (v8 bool).
Definition full : set64 := Eval vm_compute in table (fun _ => true).
Definition only (s : sq) : set64 := table (sq_eqb s).
(* those from which one can step onto one of the set that is not barred *)
Definition may_step (bar : set64) (cuts : list sq) (s : sq) : bool := negb (look bar s) && negb (sq_in s cuts).
Definition widen (bar : set64) (sev : v8 (v8 (list sq))) k (t : set64) : set64 :=
  table (fun u => look t u || existsb (fun s => look t s && may_step bar (look sev u) s) (unit_steps k u)).
Definition size (t : set64) : nat := length (filter (look t) squares).
Fixpoint fill (n : nat) (bar : set64) sev k (t : set64) (m : nat) : set64 :=
  match n with 0 => t | S n => let t' := widen bar sev k t in let m' := size t' in if m' =? m then t else fill n bar sev k t' m' end.
Definition closed_under (bar : set64) (sev : v8 (v8 (list sq))) k (t : set64) : bool :=
  forallb (fun u => look t u || forallb (fun s => negb (look t s && may_step bar (look sev u) s)) (unit_steps k u)) squares.
Definition came_to (bar : set64) sev k (s : sq) : set64 :=
  let t := fill 64 bar sev k (only s) 1 in if look t s && closed_under bar sev k t then t else full.

(* --- the least captures with which a pawn comes to a square: rank by rank --- *)
Definition too_far := 20.
Definition ranks_ahead c := match c with White => [I3; I4; I5; I6; I7; I8] | Black => [I6; I5; I4; I3; I2; I1] end.
(* no pawn of a side goes between the two squares of a cut of the other *)
Definition barrier (b : known) c (s t : sq) : bool := ix_beq (snd t) (pawn_rank (opp c)) && cut b (opp c) t s.
Definition from_file (b : known) c (q : ix) (t : sq) (v : v8 nat) (o : option ix) : nat :=
  match o with Some x => if barrier b c (x, q) t then too_far else get8 v x | None => too_far end.
Definition next_row (b : known) c (r : ix) (v : v8 nat) : v8 nat :=
  let q := match mv1 (bwd c) r with Some q => q | None => r end in
  tab8 (fun x => if taboo b (x, r) then too_far else
    Nat.min (from_file b c q (x, r) v (Some x)) (S (Nat.min (from_file b c q (x, r) v (prv x)) (from_file b c q (x, r) v (nxt x))))).
Fixpoint rows b c (rs : list ix) (v : v8 nat) : list (v8 nat) :=
  match rs with [] => [] | r :: rs => let w := next_row b c r v in w :: rows b c rs w end.
Definition home_row (f : ix) : v8 nat := tab8 (fun x => if ix_beq x f then 0 else too_far).
Definition pawn_rows b c f : list (v8 nat) := home_row f :: rows b c (ranks_ahead c) (home_row f).
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
Definition costs b c (bars : kind -> set64) sev (ls : list (list (v8 nat))) (s : sq) : list nat :=
  match get (last b) s with
  | M _ k => let t := match k with Pawn => full | _ => came_to (bars k) sev k s end in map (from_piece c k t) all8 ++ map (from_pawn c k t s) ls
  | E => [] end.
Definition cost_rows (king : set64) sev b c : list (list nat) :=
  let other := table (barred b c Queen) in
  let bars k := match k with King => king | _ => other end in
  map (costs b c bars sev (map (pawn_rows b c) all8)) (filter (fun s => is_colour c (get (last b) s)) squares).

(* --- no assignment is cheap enough: whatever prices the origins have, each man has to pay at least its
   cheapest --- *)
Definition scale := 17%N.
Definition paying (row prices : list N) : list N := map (fun cp => (fst cp + snd cp)%N) (combine row prices).
Definition cheapest (row prices : list N) : N := match paying row prices with [] => 0%N | x :: l => fold_left N.min l x end.
Definition sum_N (l : list N) : N := fold_right N.add 0%N l.
Definition dear (cap : nat) (rows : list (list N)) (prices : list N) : bool :=
  (length prices =? 16) && N.ltb (scale * N.of_nat cap + sum_N prices) (sum_N (map (fun r => cheapest r prices) rows)).
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
(* that so many captures do not suffice *)
Definition scaled (cap : nat) (rows : list (list nat)) : list (list N) := map (map (fun n => (scale * N.of_nat (Nat.min n (S cap)))%N)) rows.
Definition bids (rows : list (list N)) : list N := auction (16 * 400) rows (repeat 0%N 16) (repeat None 16).
Definition beyond (cap : nat) (rows : list (list nat)) : bool := let r := scaled cap rows in dear cap r (bids r).
Definition too_dear (king : set64) sev (b : known) c : bool :=
  let cap := takes b c in
  let rows := map (map (fun n => scale * N.of_nat (Nat.min n (S cap)))%N) (cost_rows king sev b c) in
  let zero := repeat 0%N 16 in
  dear cap rows (auction (16 * 400) rows zero (repeat None 16)).
Definition origins_bad_side (b : known) c : bool := too_dear (table (barred b c King)) (severed_from b) b c.
Definition origins_bad (b : known) : bool := origins_bad_side b White || origins_bad_side b Black.
(* --- what is proved of these --- *)
Inductive walks (b : known) c k : sq -> sq -> Prop :=
| walks_here s : walks b c k s s
| walks_on a s t : walks b c k a s -> In t (unit_steps k s) -> barred b c k t = false -> severed b s t = false -> walks b c k a t.
Lemma walks_trans b c k a s t : walks b c k a s -> walks b c k s t -> walks b c k a t.
Proof. intros H; induction 1 as [|? s t W IH I B S]; [exact H|]; apply walks_on with s; auto. Qed.
Lemma severed_from_ok b u v : severed b u v = false -> sq_in v (look (severed_from b) u) = false.
Proof.
  intros H; unfold severed_from; rewrite look_table; destruct (sq_in v _) eqn:I; [|reflexivity]; apply existsb_exists in I as (w & I & Q).
  apply sq_eqb_eq in Q; subst w; apply filter_In in I as [_ I]; congruence.
Qed.
Lemma look_full s : look full s = true.
Proof. exact (look_table bool (fun _ => true) s). Qed.
(* the same, never onto some walls *)
Inductive walks_past (w : known) c k (walls : sq -> bool) : sq -> sq -> Prop :=
| past_here s : walks_past w c k walls s s
| past_on a s t : walks_past w c k walls a s -> In t (unit_steps k s) -> barred w c k t = false -> severed w s t = false -> walls t = false -> walks_past w c k walls a t.
Lemma came_past w c k bar sev (L : sq -> bool) a s : (forall u, look bar u = barred w c k u || L u) -> (forall u v, severed w u v = false -> sq_in v (look sev u) = false) ->
  walks_past w c k L a s -> look (came_to bar sev k s) a = true.
Proof.
  intros HB HS W; unfold came_to; generalize (fill 64 bar sev k (only s) 1); intros t; cbv zeta.
  destruct (look t s) eqn:T; [|apply look_full]; destruct (closed_under bar sev k t) eqn:HC; [|apply look_full]; cbn [andb]; revert T; induction W as [s|a s u W IH I B S V]; [auto|]; intros T; apply IH.
  unfold closed_under in HC; rewrite forallb_forall in HC; specialize (HC s (squares_all s)); apply orb_true_iff in HC as [HC|HC]; [exact HC|].
  rewrite forallb_forall in HC; specialize (HC u I); unfold may_step in HC; rewrite T, HB, B, V, (HS _ _ S) in HC; discriminate.
Qed.
Lemma past_none w c k a s : walks w c k a s -> walks_past w c k (fun _ => false) a s.
Proof. induction 1 as [s|a s t W IH I B S]; [apply past_here|apply past_on with s; auto]. Qed.
Lemma came_ok b c k bar sev a s : (forall u, look bar u = barred b c k u) -> (forall u v, severed b u v = false -> sq_in v (look sev u) = false) ->
  walks b c k a s -> look (came_to bar sev k s) a = true.
Proof. intros HB HS W; apply (came_past b c k bar sev (fun _ => false)); [intros u; now rewrite HB, orb_false_r|exact HS|now apply past_none]. Qed.

Inductive reaches (b : known) c f : nat -> sq -> Prop :=
| reaches_home : reaches b c f 0 (f, pawn_rank c)
| reaches_on n s t : reaches b c f n s -> step (Same, fwd c) s = Some t -> taboo b t = false -> barrier b c s t = false -> reaches b c f n t
| reaches_taking n s t : reaches b c f n s -> In t (pawn_caps c s) -> taboo b t = false -> barrier b c s t = false -> reaches b c f (S n) t.
Lemma home_get f x : get8 (home_row f) x <= too_far.
Proof. unfold home_row; rewrite tab8_get; destruct (ix_beq x f); unfold too_far; lia. Qed.
Lemma caps_inv c s t : In t (pawn_caps c s) -> mv1 (fwd c) (snd s) = Some (snd t) /\ (prv (fst t) = Some (fst s) \/ nxt (fst t) = Some (fst s)).
Proof.
  destruct c, s as [x y]; destruct x, y; vm_compute; intuition; subst; simpl; auto.
Qed.
Lemma rows_next b c : forall rs v n, nth_error (v :: rows b c rs v) (S n) =
  match nth_error rs n, nth_error (v :: rows b c rs v) n with Some r, Some w => Some (next_row b c r w) | _, _ => None end.
Proof.
  induction rs as [|r rs IH]; intros v n; [destruct n; reflexivity|]; destruct n as [|n]; [reflexivity|].
  specialize (IH (next_row b c r v) n); exact IH.
Qed.
Lemma rank_next c r q : mv1 (fwd c) r = Some q -> ranks_gone c q = S (ranks_gone c r) /\ (forall n, ranks_gone c r = S n -> nth_error (ranks_ahead c) n = Some q).
Proof.
  destruct c, r; intros H; simpl in H; try discriminate H; inversion H; subst q; simpl; (split; [reflexivity|]); intros n E0; inversion E0; reflexivity.
Qed.
Lemma row_step b c f s t : mv1 (fwd c) (snd s) = Some (snd t) -> taboo b t = false -> barrier b c s t = false ->
  (fst t = fst s -> pawn_cost c (pawn_rows b c f) t <= pawn_cost c (pawn_rows b c f) s) /\
  (prv (fst t) = Some (fst s) \/ nxt (fst t) = Some (fst s) -> pawn_cost c (pawn_rows b c f) t <= S (pawn_cost c (pawn_rows b c f) s)).
Proof.
  intros R T Br; pose proof R as R0; apply rank_next in R as [R1 R2]; unfold pawn_cost; rewrite R1; destruct (ranks_gone c (snd s)) as [|n].
  - pose proof (home_get f (fst t)); unfold pawn_rows; cbn [nth_error]; split; intros _; lia.
  - specialize (R2 n eq_refl); unfold pawn_rows; rewrite rows_next, R2.
    destruct (nth_error (home_row f :: rows b c (ranks_ahead c) (home_row f)) n) as [v|]; [|split; intros _; lia].
    assert (Bk : mv1 (bwd c) (snd t) = Some (snd s)) by (destruct c, (snd s); simpl in R0; inversion R0 as [R3]; rewrite <- ?R3; reflexivity || discriminate).
    unfold next_row; rewrite Bk, tab8_get; destruct s as [x q], t as [y r]; cbn [fst snd] in *; rewrite T.
    assert (Own : from_file b c q (y, r) v (Some x) = get8 v x) by (unfold from_file; now rewrite Br).
    split; [intros ->; rewrite Own; lia|]; intros [H|H]; rewrite H, Own; lia.
Qed.
Lemma pawn_cost_ok b c f n s : reaches b c f n s -> pawn_cost c (pawn_rows b c f) s <= n.
Proof.
  induction 1 as [|n s t R IH St T Br|n s t R IH St T Br].
  - assert (X : get8 (home_row f) f = 0) by (unfold home_row; rewrite tab8_get, (internal_ix_dec_lb f f eq_refl); reflexivity).
    unfold pawn_cost, pawn_rows; destruct c; cbn [fst snd pawn_rank ranks_gone place Nat.sub nth_error]; lia.
  - unfold step in St; cbn [fst snd mv1] in St; destruct (mv1 (fwd c) (snd s)) as [r|] eqn:M; [|discriminate]; inversion St; subst t.
    destruct (row_step b c f s (fst s, r) M T Br) as [A _]; specialize (A eq_refl); lia.
  - apply caps_inv in St as [M Be]; destruct (row_step b c f s t M T Br) as [_ A]; specialize (A Be); lia.
Qed.

(* --- prices --- *)
Lemma cheapest_le row prices i x p : nth_error row i = Some x -> nth_error prices i = Some p -> (cheapest row prices <= x + p)%N.
Proof.
  intros R P; unfold cheapest; assert (I : In (x + p)%N (paying row prices)).
  { unfold paying; apply in_map_iff; exists (x, p); split; [reflexivity|]; clear - R P; revert row prices R P; induction i as [|i IH]; intros [|a row] [|q prices] R P; simpl in *; try discriminate.
    - inversion R; inversion P; now left.
    - right; now apply IH. }
  destruct (paying row prices) as [|y l]; [destruct I|]; assert (X : forall l y, (fold_left N.min l y <= y)%N /\ forall z, In z l -> (fold_left N.min l y <= z)%N).
  { clear; induction l as [|a l IH]; intros y; simpl; [split; [lia|intros z []]|]; destruct (IH (N.min y a)) as [A B]; split; [lia|].
    intros z [->|H]; [lia|now apply B]. }
  destruct (X l y) as [A B]; destruct I as [->|I]; [exact A|now apply B].
Qed.
Lemma sum_app l m : sum_N (l ++ m) = (sum_N l + sum_N m)%N.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]; unfold sum_N in *; simpl; lia. Qed.
Lemma sum_owners (u : sq -> N) (at_ : nat -> option sq) (v : nat -> N) os : (forall i a, at_ i = Some a -> (u a <= v i)%N) ->
  forall l, NoDup l -> (forall a, In a l -> exists i, In i os /\ at_ i = Some a) -> (sum_N (map u l) <= sum_N (map v os))%N.
Proof.
  intros H; induction os as [|o os IH]; intros l N O.
  - destruct l as [|a l]; [simpl; lia|]; destruct (O a (or_introl eq_refl)) as (i & [] & _).
  - change (sum_N (map v (o :: os))) with (v o + sum_N (map v os))%N.
    assert (Rest : forall m, NoDup m -> (forall a, In a m -> In a l /\ at_ o <> Some a) -> (sum_N (map u m) <= sum_N (map v os))%N).
    { intros m Nm Hm; apply IH; [exact Nm|]; intros a Ha; destruct (Hm a Ha) as [I D]; destruct (O a I) as (i & [->|Hi] & E0); [contradiction|eauto]. }
    destruct (at_ o) as [a|] eqn:Ao; [destruct (sq_in a l) eqn:S|].
    + assert (I : In a l) by (apply existsb_exists in S as (x & I & E0); apply sq_eqb_eq in E0; now subst).
      apply in_split in I as (l1 & l2 & ->); pose proof (NoDup_remove_1 _ _ _ N) as N1; pose proof (NoDup_remove_2 _ _ _ N) as N2.
      pose proof (H o a Ao) as Ha; rewrite map_app, sum_app; cbn [map]; change (sum_N (u a :: map u l2)) with (u a + sum_N (map u l2))%N.
      assert (X : (sum_N (map u (l1 ++ l2)) <= sum_N (map v os))%N); [|rewrite map_app, sum_app in X; clear - X Ha; lia].
      apply Rest; [exact N1|]; intros x Hx; split; [apply in_app_or in Hx; apply in_or_app; simpl; tauto|]; intros E0; inversion E0; subst; contradiction.
    + assert (X : (sum_N (map u l) <= sum_N (map v os))%N); [|lia]; apply Rest; [exact N|]; intros x Hx; split; [exact Hx|].
      intros E0; inversion E0; subst; apply sq_in_ok in Hx; congruence.
    + assert (X : (sum_N (map u l) <= sum_N (map v os))%N); [|lia]; apply Rest; [exact N|]; intros x Hx; split; [exact Hx|discriminate].
Qed.
Lemma sum_nth (l : list N) : forall n, sum_N (map (fun i => nth (i - n) l 0%N) (seq n (length l))) = sum_N l.
Proof.
  induction l as [|x l IH]; intros n; [reflexivity|]; cbn [length seq map]; rewrite Nat.sub_diag.
  change (sum_N (nth 0 (x :: l) 0%N :: map (fun i => nth (i - n) (x :: l) 0%N) (seq (S n) (length l))))
    with (x + sum_N (map (fun i => nth (i - n) (x :: l) 0%N) (seq (S n) (length l))))%N.
  change (sum_N (x :: l)) with (x + sum_N l)%N; rewrite <- (IH (S n)); f_equal; f_equal; apply map_ext_in; intros i Hi; apply in_seq in Hi.
  replace (i - n) with (S (i - S n)) by lia; reflexivity.
Qed.
Fixpoint sum_nat (l : list nat) : nat := match l with [] => 0 | x :: l => x + sum_nat l end.
(* men l on squares, what each costs from each of 16 origins, and an owner for each *)
Lemma dear_ok cap (l : list sq) (row : sq -> list nat) prices (at_ : nat -> option sq) (k : nat -> nat) : NoDup l ->
  (forall a, In a l -> exists i, i < 16 /\ at_ i = Some a) ->
  (forall i a, i < 16 -> at_ i = Some a -> exists x, nth_error (row a) i = Some x /\ x <= k i) ->
  sum_nat (map k (seq 0 16)) <= cap ->
  dear cap (map (map (fun n => scale * N.of_nat (Nat.min n (S cap)))%N) (map row l)) prices = false.
Proof.
  intros Nd O C S; unfold dear; destruct (length prices =? 16) eqn:L; [apply Nat.eqb_eq in L|reflexivity]; cbn [andb].
  apply N.ltb_ge; rewrite !map_map.
  set (u := fun x => cheapest (map (fun n => (scale * N.of_nat (Nat.min n (Datatypes.S cap)))%N) (row x)) prices).
  assert (X : (sum_N (map u l) <= sum_N (map (fun i => scale * N.of_nat (k i) + nth i prices 0) (seq 0 16)))%N).
  { apply (sum_owners u (fun i => if i <? 16 then at_ i else None)).
    - intros i a Hi; destruct (i <? 16) eqn:Lt; [apply Nat.ltb_lt in Lt|discriminate]; destruct (C i a Lt Hi) as (x & X1 & X2).
      destruct (nth_error prices i) as [p|] eqn:P; [|apply nth_error_None in P; lia]; rewrite (nth_error_nth _ _ 0%N P).
      eapply N.le_trans; [apply (cheapest_le _ prices i (scale * N.of_nat (Nat.min x (Datatypes.S cap)))%N p); [rewrite nth_error_map, X1; reflexivity|exact P]|].
      unfold scale; lia.
    - exact Nd.
    - intros a Ha; destruct (O a Ha) as (i & Hi & E0); exists i; split; [apply in_seq; lia|]; rewrite (proj2 (Nat.ltb_lt i 16) Hi); exact E0. }
  eapply N.le_trans; [exact X|]; rewrite <- (sum_nth prices 0), L.
  assert (Y : forall is, sum_N (map (fun i => scale * N.of_nat (k i) + nth i prices 0)%N is) = (scale * N.of_nat (sum_nat (map k is)) + sum_N (map (fun i => nth (i - 0) prices 0%N) is))%N).
  { induction is as [|i is IH]; [reflexivity|]; cbn [map sum_nat]; unfold sum_N in *; cbn [fold_right]; rewrite IH, Nat.sub_0_r; unfold scale; lia. }
  rewrite Y; apply N.add_le_mono; [|apply N.le_refl]; apply N.mul_le_mono_l; clear - S; lia.
Qed.
