(* The five rules of reachability, judged by the men alone. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Unmoves UnmovesComplete Instant.

Definition place (i : ix) : nat := match i with I1 => 0 | I2 => 1 | I3 => 2 | I4 => 3 | I5 => 4 | I6 => 5 | I7 => 6 | I8 => 7 end.
Definition men_of b c k := count b (fun _ => is_man c k).
Definition men b c := count b (fun _ => is_colour c).
Definition surplus b c k := men_of b c k - match k with Queen => 1 | _ => 2 end.
Definition needed b c := men_of b c Pawn + surplus b c Queen + surplus b c Rook + surplus b c Bishop + surplus b c Knight.
Definition bishops_on b c (l : bool) := count b (fun s x => is_man c Bishop x && eqb (light s) l).
(* A pawn that has advanced r ranks may have started on a file at most r away; one behind its first rank nowhere. *)
Definition possible (c : colour) (s : sq) (f : ix) : bool :=
  let r := place (snd s) in
  let near n := (place f <=? place (fst s) + n) && (place (fst s) <=? place f + n) in
  match c with White => (1 <=? r) && near (r - 1) | Black => (r <=? 6) && near (6 - r) end.
Definition assignable (b : board) (c : colour) : Prop := exists from : sq -> ix,
  (forall s, get b s = M c Pawn -> possible c s (from s) = true) /\
  (forall s t, get b s = M c Pawn -> get b t = M c Pawn -> from s = from t -> s = t).
(* what it is to break a rule *)
Definition breaks (b : board) (c : colour) (rule : nat) : Prop :=
  match rule with
  | 1 => men_of b c King <> 1
  | 2 => exists s, get b s = M c Pawn /\ (snd s = I1 \/ snd s = I8)
  | 3 => men b c > 16 \/ needed b c > 8
  | 4 => men_of b c Bishop >= 2 /\ (bishops_on b c true = 0 \/ bishops_on b c false = 0) /\ needed b c >= 8
  | 5 => ~ assignable b c
  | _ => False end.

Arguments count : simpl never. Arguments men_of : simpl never. Arguments men : simpl never. Arguments surplus : simpl never.
Arguments needed : simpl never. Arguments bishops_on : simpl never.
Local Opaque squares.

(* squares by what stands there *)
Definition squares_of b (f : sq -> cell -> bool) : list sq := filter (fun s => f s (get b s)) squares.
Definition on_end (s : sq) : bool := ix_beq (snd s) I1 || ix_beq (snd s) I8.
Definition pawns b c := squares_of b (fun _ => is_man c Pawn).
Definition end_pawns b c := squares_of b (fun s x => is_man c Pawn x && on_end s).
Lemma pawns_in b c s : In s (pawns b c) <-> get b s = M c Pawn.
Proof.
  unfold pawns, squares_of; rewrite filter_In; split; [intros [_ H]; now apply is_man_get|].
  intros H; split; [apply squares_all|]; rewrite H; destruct c; reflexivity.
Qed.

(* what shows that the fifth rule is kept or broken *)
Inductive matching := Origins (l : list (sq * ix)) | Hall (pawns : list sq) (files : list ix).
Fixpoint distinct_sq (l : list sq) : bool := match l with [] => true | s :: l => negb (sq_in s l) && distinct_sq l end.
Definition ix_in (i : ix) l := existsb (ix_beq i) l.
Fixpoint distinct_ix (l : list ix) : bool := match l with [] => true | i :: l => negb (ix_in i l) && distinct_ix l end.
Lemma sq_in_eq s l : sq_in s l = true <-> In s l.
Proof.
  split; [|apply sq_in_ok]; intros H; apply existsb_exists in H as (t & H & E); apply sq_eqb_eq in E; now subst.
Qed.
Lemma ix_in_eq i l : ix_in i l = true <-> In i l.
Proof.
  unfold ix_in; rewrite existsb_exists; split.
  - intros (j & H & E); apply internal_ix_dec_bl in E; now subst.
  - intros H; exists i; split; [assumption|now apply internal_ix_dec_lb].
Qed.
Lemma distinct_sq_ok l : distinct_sq l = true -> NoDup l.
Proof.
  induction l as [|s l IH]; simpl; [constructor|]; intros H; apply andb_true_iff in H as [H1 H2]; constructor; [|auto].
  intros H; apply sq_in_eq in H; rewrite H in H1; discriminate.
Qed.
Lemma distinct_ix_ok l : distinct_ix l = true -> NoDup l.
Proof.
  induction l as [|s l IH]; simpl; [constructor|]; intros H; apply andb_true_iff in H as [H1 H2]; constructor; [|auto].
  intros H; apply ix_in_eq in H; rewrite H in H1; discriminate.
Qed.
Definition matching_ok (b : board) (c : colour) (m : matching) : bool :=
  match m with
  | Origins l =>
      forallb (fun e => sq_in (fst e) (pawns b c) && possible c (fst e) (snd e)) l &&
      distinct_sq (map fst l) && distinct_ix (map snd l) && forallb (fun s => sq_in s (map fst l)) (pawns b c)
  | Hall ps fs =>
      forallb (fun s => sq_in s (pawns b c)) ps && distinct_sq ps && distinct_ix fs &&
      forallb (fun f => eqb (ix_in f fs) (existsb (fun s => possible c s f) ps)) all8 && (length fs <? length ps)
  end.
Definition is_hall (m : matching) := match m with Hall _ _ => true | _ => false end.
Lemma map_nodup_inj {A B} (f : A -> B) l : NoDup (map f l) -> forall x y, In x l -> In y l -> f x = f y -> x = y.
Proof.
  induction l as [|a l IH]; simpl; [tauto|]; intros H; inversion H as [|? ? N D]; subst; intros x y [->|Hx] [->|Hy] E; auto.
  - exfalso; apply N; rewrite E; now apply in_map.
  - exfalso; apply N; rewrite <- E; now apply in_map.
Qed.
Lemma nodup_map {A B} (f : A -> B) l : NoDup l -> (forall x y, In x l -> In y l -> f x = f y -> x = y) -> NoDup (map f l).
Proof.
  induction 1 as [|a l N D IH]; simpl; intros H; constructor; [|apply IH; intros; apply H; auto].
  intros X; apply in_map_iff in X as (y & E & Hy); assert (y = a) by (apply H; auto); now subst.
Qed.
Theorem matching_sound b c m : matching_ok b c m = true -> if is_hall m then ~ assignable b c else assignable b c.
Proof.
  destruct m as [l|ps fs]; unfold matching_ok, is_hall; rewrite !andb_true_iff.
  - intros [[[H1 H2] H3] H4]; rewrite forallb_forall in H1, H4; apply distinct_sq_ok in H2; apply distinct_ix_ok in H3.
    exists (fun s => match find (fun e => sq_eqb (fst e) s) l with Some e => snd e | None => I1 end).
    assert (F : forall s, get b s = M c Pawn -> exists e, find (fun e => sq_eqb (fst e) s) l = Some e /\ In e l /\ fst e = s).
    { intros s Hs; apply pawns_in in Hs; apply H4, sq_in_eq, in_map_iff in Hs as (e & E & He).
      destruct (find (fun e => sq_eqb (fst e) s) l) as [e'|] eqn:X.
      - exists e'; apply find_some in X as [X1 X2]; apply sq_eqb_eq in X2; auto.
      - exfalso; apply find_none with (x := e) in X; [|assumption]; rewrite E, sq_eqb_refl in X; discriminate. }
    split.
    + intros s Hs; destruct (F s Hs) as (e & -> & He & E); specialize (H1 e He); apply andb_true_iff in H1 as [_ H1]; now subst s.
    + intros s t Hs Ht; destruct (F s Hs) as (e & -> & He & E), (F t Ht) as (e' & -> & He' & E'); intros X.
      assert (e = e') by (apply (map_nodup_inj snd l H3); auto); congruence.
  - intros [[[[H1 H2] H3] H4] H5] (from & P & I); rewrite forallb_forall in H1, H4; apply distinct_sq_ok in H2; apply Nat.ltb_lt in H5.
    assert (Pw : forall s, In s ps -> get b s = M c Pawn) by (intros s Hs; apply pawns_in, sq_in_eq, H1, Hs).
    assert (N : NoDup (map from ps)) by (apply nodup_map; [assumption|]; intros; apply I; auto).
    assert (X : incl (map from ps) fs).
    { intros f Hf; apply in_map_iff in Hf as (s & <- & Hs); specialize (H4 (from s) (in_all8 _)); apply eqb_prop in H4.
      apply ix_in_eq; rewrite H4; apply existsb_exists; exists s; split; [assumption|]; apply P; auto. }
    apply NoDup_incl_length in X; [|assumption]; rewrite map_length in X; lia.
Qed.

(* the rules that a side breaks *)
Definition broken_by (b : board) (c : colour) (m : matching) (rule : nat) : bool :=
  match rule with
  | 1 => negb (men_of b c King =? 1)
  | 2 => match end_pawns b c with [] => false | _ => true end
  | 3 => (16 <? men b c) || (8 <? needed b c)
  | 4 => (2 <=? men_of b c Bishop) && ((bishops_on b c true =? 0) || (bishops_on b c false =? 0)) && (8 <=? needed b c)
  | 5 => is_hall m
  | _ => false end.
Lemma broken_by_ok b c m n : matching_ok b c m = true -> (broken_by b c m n = true <-> breaks b c n).
Proof.
  intros Hm; apply matching_sound in Hm; destruct n as [|[|[|[|[|[|n]]]]]]; cbn [broken_by breaks]; try (split; [discriminate|tauto]).
  - rewrite negb_true_iff, Nat.eqb_neq; reflexivity.
  - split.
    + destruct (end_pawns b c) as [|s l] eqn:E; [discriminate|]; intros _; assert (X : In s (end_pawns b c)) by (rewrite E; now left).
      unfold end_pawns, squares_of in X; apply filter_In in X as [_ X]; apply andb_true_iff in X as [X Y].
      exists s; split; [now apply is_man_get|]; unfold on_end in Y; apply orb_true_iff in Y as [Y|Y]; apply internal_ix_dec_bl in Y; auto.
    + intros (s & G & Y); assert (X : In s (end_pawns b c)).
      { apply filter_In; split; [apply squares_all|]; rewrite G; unfold on_end; destruct Y as [->| ->]; destruct c; reflexivity. }
      destruct (end_pawns b c); [destruct X|reflexivity].
  - rewrite orb_true_iff, !Nat.ltb_lt; reflexivity.
  - rewrite !andb_true_iff, orb_true_iff, !Nat.leb_le, !Nat.eqb_eq; split; [intros [[A B] C]|intros (A & B & C)]; auto.
  - destruct m; cbn [is_hall] in *; split; try discriminate; intros H; try reflexivity; [contradiction|exact Hm].
Qed.

(* what the evidence says of a side *)
Record facts := mkfacts { f_kings : list sq; f_ends : list sq; f_men : nat; f_pawns : nat;
  f_queens : nat; f_rooks : nat; f_bishops : nat; f_knights : nat; f_light : list sq; f_dark : list sq; f_matching : matching }.
Definition same_set (l m : list sq) : bool := distinct_sq l && (length l =? length m) && forallb (fun s => sq_in s l) m.
Definition facts_ok (b : board) (c : colour) (f : facts) : bool :=
  same_set (f_kings f) (squares_of b (fun _ => is_man c King)) && same_set (f_ends f) (end_pawns b c) &&
  (f_men f =? men b c) && (f_pawns f =? men_of b c Pawn) &&
  (f_queens f =? surplus b c Queen) && (f_rooks f =? surplus b c Rook) && (f_bishops f =? surplus b c Bishop) &&
  (f_knights f =? surplus b c Knight) &&
  same_set (f_light f) (squares_of b (fun s x => is_man c Bishop x && light s)) &&
  same_set (f_dark f) (squares_of b (fun s x => is_man c Bishop x && negb (light s))) && matching_ok b c (f_matching f).
Fixpoint nats_eqb (l m : list nat) : bool := match l, m with [], [] => true | a :: l, b :: m => (a =? b) && nats_eqb l m | _, _ => false end.
Lemma nats_eqb_eq l : forall m, nats_eqb l m = true -> l = m.
Proof.
  induction l as [|a l IH]; intros [|b m]; simpl; try discriminate; [reflexivity|]; intros H; apply andb_true_iff in H as [H1 H2].
  apply Nat.eqb_eq in H1; apply IH in H2; congruence.
Qed.
Definition check_rules (b : board) (w bl : facts) (broken : list nat) : bool :=
  facts_ok b White w && facts_ok b Black bl &&
  nats_eqb broken (filter (fun n => broken_by b White (f_matching w) n || broken_by b Black (f_matching bl) n) [1; 2; 3; 4; 5]).
Theorem check_rules_sound b w bl broken : check_rules b w bl broken = true ->
  forall n, In n broken <-> exists c, breaks b c n.
Proof.
  unfold check_rules; rewrite !andb_true_iff; intros [[Hw Hb] H]; apply nats_eqb_eq in H; subst broken; intros n.
  unfold facts_ok in Hw, Hb; apply andb_true_iff in Hw as [_ Hw], Hb as [_ Hb].
  rewrite filter_In, orb_true_iff, (broken_by_ok b White _ n Hw), (broken_by_ok b Black _ n Hb); split.
  - intros [_ [H|H]]; eauto.
  - intros (c & H); split; [|destruct c; auto].
    destruct n as [|[|[|[|[|[|n]]]]]]; cbn [breaks] in H; try contradiction; cbn [In]; tauto.
Qed.
