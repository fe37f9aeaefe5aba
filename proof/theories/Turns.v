(* Of a position and its images one is enough: that with the king of a side in a region. *)
From Coq Require Import List Bool Arith Lia Permutation. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves Rules Invariants GameInvariants Legality Win Little Placings Endings Symmetry.
Local Opaque squares.

Definition rv (i : ix) : ix := match i with I1 => I8 | I2 => I7 | I3 => I6 | I4 => I5 | I5 => I4 | I6 => I3 | I7 => I2 | I8 => I1 end.
Definition rev8 {A} (v : v8 A) : v8 A := match v with V8 a b c d e f g h => V8 h g f e d c b a end.
Definition map8 {A B} (g : A -> B) (v : v8 A) : v8 B := match v with V8 a b c d e f g' h => V8 (g a) (g b) (g c) (g d) (g e) (g f) (g g') (g h) end.
Lemma rev8_get {A} (v : v8 A) i : get8 (rev8 v) (rv i) = get8 v i. Proof. destruct v, i; reflexivity. Qed.
Lemma map8_get {A B} (g : A -> B) (v : v8 A) i : get8 (map8 g v) i = g (get8 v i). Proof. destruct v, i; reflexivity. Qed.

(* three symmetries, which make all eight *)
Definition at_files (s : sq) : sq := (rv (fst s), snd s).
Definition at_ranks (s : sq) : sq := (fst s, rv (snd s)).
Definition at_turn (s : sq) : sq := (snd s, fst s).
Definition files (b : board) : board := map8 rev8 b.
Definition ranks (b : board) : board := rev8 b.
Definition turn (b : board) : board := tab8 (fun f => map8 (fun row => get8 row f) b).
Lemma get_files b s : get (files b) (at_files s) = get b s.
Proof. destruct s; unfold get, files, at_files; cbn [fst snd]; now rewrite map8_get, rev8_get. Qed.
Lemma get_ranks b s : get (ranks b) (at_ranks s) = get b s.
Proof. destruct s; unfold get, ranks, at_ranks; cbn [fst snd]; now rewrite rev8_get. Qed.
Lemma get_turn b s : get (turn b) (at_turn s) = get b s.
Proof. destruct s; unfold get, turn, at_turn; cbn [fst snd]; now rewrite tab8_get, map8_get. Qed.

Section Carried.
  Variables (at_ : sq -> sq) (dir : d1 * d1 -> d1 * d1) (img : board -> board) (upright : bool) (c : colour).
  Definition symmetry : Prop :=
    (forall s, at_ (at_ s) = s) /\ (forall b s, get (img b) (at_ s) = get b s) /\
    (forall d s, step (dir d) (at_ s) = option_map at_ (step d s)) /\
    (forall d, In d orth -> In (dir d) orth) /\ (forall d, In d diag -> In (dir d) diag) /\
    (forall h v, In (h, v) diag ->
      (dir (Same, v) = (Same, snd (dir (h, v))) \/ dir (Same, v) = (fst (dir (h, v)), Same)) /\
      (dir (h, Same) = (Same, snd (dir (h, v))) \/ dir (h, Same) = (fst (dir (h, v)), Same))) /\
    (upright = true -> (forall h c, dir (h, fwd c) = (rev1 h, fwd c)) /\
      (forall s, snd (at_ s) = snd s) /\ (forall s t, fst s = fst t -> fst (at_ s) = fst (at_ t))).
  Lemma symmetry_carries b : symmetry -> upright = true \/ pawnless b -> carried c b (img b).
  Proof.
    intros (H1 & H2 & H3 & H4 & H5 & H6 & H7) F C; pose proof C as (S & P & R & I); split.
    - split; [|split; [|split; [reflexivity|]]].
      + split; [|split]; [intros t X; discriminate|intros t X; discriminate|].
        apply (kings_img at_ img H1 H2), S.
      + intros s d; simpl; rewrite (get_img' at_ img H1 H2); intros G; destruct F as [U|F]; [|now destruct (F (at_ s) d)].
        destruct (H7 U) as (_ & X & _); rewrite <- (X s); exact (P _ _ G).
      + simpl; simpl in I; rewrite (check_same at_ dir img upright H1 H2 H3 H4 H5 H6 H7); [exact I|apply S|exact F].
    - intros k H; exact (W_img at_ dir img upright H1 H2 H3 H4 H5 H6 H7 k (quiet c b) S R F H).
  Qed.
  Lemma symmetry_men b : symmetry -> Permutation (men b) (men (img b)).
  Proof.
    intros (H1 & H2 & _); rewrite !men_ok.
    transitivity (map snd (map (fun e => (at_ (fst e), snd e)) (men_at b))); [rewrite map_map; simpl; reflexivity|].
    apply Permutation_map, NoDup_Permutation.
    - apply (NoDup_map_inv fst); rewrite map_map; simpl; rewrite <- (map_map fst at_).
      apply FinFun.Injective_map_NoDup; [intros s t H; apply (f_equal at_) in H; now rewrite !H1 in H|apply men_at_nodup].
    - apply (NoDup_map_inv fst), men_at_nodup.
    - intros [s x]; rewrite men_at_in, (get_img' at_ img H1 H2), in_map_iff; split.
      + intros ([t y] & E & I); apply men_at_in in I; inversion E; subst; now rewrite H1.
      + intros I; exists (at_ s, x); simpl; rewrite H1; split; [reflexivity|now apply men_at_in].
  Qed.
End Carried.
Ltac by_cases := repeat match goal with
  | |- forall _ : sq, _ => intros [[] []] | |- forall _ : d1 * d1, _ => intros [[] []] | |- forall _ : d1, _ => intros [] | |- forall _ : colour, _ => intros []
  end.
Definition dir_files (d : d1 * d1) := (rev1 (fst d), snd d).
Definition dir_ranks (d : d1 * d1) := (fst d, rev1 (snd d)).
Definition dir_turn (d : d1 * d1) := (snd d, fst d).
Lemma files_ok : symmetry at_files dir_files files true.
Proof.
  split; [by_cases; reflexivity|split; [exact get_files|split; [by_cases; reflexivity|]]].
  split; [by_cases; simpl; intuition discriminate|split; [by_cases; simpl; intuition discriminate|]].
  split; [by_cases; simpl; intuition discriminate|intros _; split; [by_cases; reflexivity|split; [reflexivity|]]].
  intros s t; simpl; now intros ->.
Qed.
Lemma ranks_ok : symmetry at_ranks dir_ranks ranks false.
Proof.
  split; [by_cases; reflexivity|split; [exact get_ranks|split; [by_cases; reflexivity|]]].
  split; [by_cases; simpl; intuition discriminate|split; [by_cases; simpl; intuition discriminate|]].
  split; [by_cases; simpl; intuition discriminate|discriminate].
Qed.
Lemma turn_ok : symmetry at_turn dir_turn turn false.
Proof.
  split; [by_cases; reflexivity|split; [exact get_turn|split; [by_cases; reflexivity|]]].
  split; [by_cases; simpl; intuition discriminate|split; [by_cases; simpl; intuition discriminate|]].
  split; [by_cases; simpl; intuition discriminate|discriminate].
Qed.

(* --- the image that is looked up --- *)
Definition high (i : ix) : bool := match i with I5 | I6 | I7 | I8 => true | _ => false end.
Definition low (i : ix) : ix := if high i then rv i else i.
Definition before (i j : ix) : bool := place i <? place j.
(* with pawns files are mirrored, at most; else the king comes to a1 b1 c1 d1 b2 c2 d2 c3 d3 d4 *)
Definition turned_by (pawns : bool) (s : sq) (b : board) : board :=
  let b := if high (fst s) then files b else b in
  if pawns then b else
    let b := if high (snd s) then ranks b else b in
    if before (low (fst s)) (low (snd s)) then turn b else b.
Definition turned (c : colour) (pawns : bool) (b : board) : board :=
  match king_sq b c with None => b | Some s => turned_by pawns s b end.
Definition at_turned (pawns : bool) (s t : sq) : sq :=
  let t := if high (fst s) then at_files t else t in
  if pawns then t else
    let t := if high (snd s) then at_ranks t else t in
    if before (low (fst s)) (low (snd s)) then at_turn t else t.
Definition zone (c : colour) (pawns : bool) (x : cell) (s : sq) : bool :=
  negb (is_king c x) || negb (high (fst s)) && (pawns || negb (high (snd s)) && negb (before (fst s) (snd s))).
Definition is_pawn (x : cell) : bool := match x with M _ Pawn => true | _ => false end.
Definition has_pawn (l : list cell) : bool := existsb is_pawn l.
Lemma has_pawn_ok b : has_pawn (men b) = true \/ pawnless b.
Proof.
  destruct (has_pawn (men b)) eqn:H; [now left|right]; intros s d G; rewrite <- not_true_iff_false in H; apply H, existsb_exists.
  exists (M d Pawn); split; [|reflexivity]; rewrite men_ok; apply in_map_iff; exists (s, M d Pawn); split; [reflexivity|now apply men_at_in].
Qed.
Lemma has_pawn_same l m : Permutation l m -> has_pawn l = has_pawn m.
Proof.
  unfold has_pawn; induction 1; simpl; [reflexivity|congruence| |congruence]; now rewrite !orb_assoc, (orb_comm (is_pawn y)).
Qed.
Lemma carried_trans c b1 b2 b3 : carried c b1 b2 -> carried c b2 b3 -> carried c b1 b3.
Proof. intros H1 H2 C; destruct (H1 C) as [C2 W2], (H2 C2) as [C3 W3]; split; auto. Qed.
Lemma carried_refl c b : carried c b b. Proof. intros C; auto. Qed.
Lemma pawnless_img at_ dir img up b : symmetry at_ dir img up -> pawnless b -> pawnless (img b).
Proof. intros (H1 & H2 & _) H s d; rewrite (get_img' at_ img H1 H2); apply H. Qed.
Lemma turned_ok c b pawns : pawns = true \/ pawnless b -> carried c b (turned (opp c) pawns b).
Proof.
  intros F; unfold turned; destruct (king_sq b (opp c)) as [s|]; [|apply carried_refl]; unfold turned_by.
  set (b1 := if high (fst s) then files b else b); assert (C1 : carried c b b1).
  { unfold b1; destruct (high (fst s)); [apply (symmetry_carries _ _ _ true c b files_ok); now left|apply carried_refl]. }
  destruct pawns; [exact C1|]; destruct F as [F|F]; [discriminate|].
  assert (F1 : pawnless b1) by (unfold b1; destruct (high (fst s)); [exact (pawnless_img _ _ _ _ b files_ok F)|exact F]).
  set (b2 := if high (snd s) then ranks b1 else b1); assert (C2 : carried c b1 b2).
  { unfold b2; destruct (high (snd s)); [apply (symmetry_carries _ _ _ false c b1 ranks_ok); now right|apply carried_refl]. }
  assert (F2 : pawnless b2) by (unfold b2; destruct (high (snd s)); [exact (pawnless_img _ _ _ _ b1 ranks_ok F1)|exact F1]).
  apply (carried_trans c b b1); [exact C1|]; apply (carried_trans c b1 b2); [exact C2|].
  destruct (before _ _); [apply (symmetry_carries _ _ _ false c b2 turn_ok); now right|apply carried_refl].
Qed.
Lemma turned_men c pawns b : Permutation (men b) (men (turned c pawns b)).
Proof.
  unfold turned; destruct (king_sq b c) as [s|]; [|reflexivity]; unfold turned_by.
  set (b1 := if high (fst s) then files b else b); assert (C1 : Permutation (men b) (men b1)).
  { unfold b1; destruct (high (fst s)); [exact (symmetry_men _ _ _ _ b files_ok)|reflexivity]. }
  destruct pawns; [exact C1|]; set (b2 := if high (snd s) then ranks b1 else b1); assert (C2 : Permutation (men b1) (men b2)).
  { unfold b2; destruct (high (snd s)); [exact (symmetry_men _ _ _ _ b1 ranks_ok)|reflexivity]. }
  rewrite C1, C2; destruct (before _ _); [exact (symmetry_men _ _ _ _ b2 turn_ok)|reflexivity].
Qed.
Lemma turned_get pawns s b t : get (turned_by pawns s b) (at_turned pawns s t) = get b t.
Proof.
  unfold turned_by, at_turned; destruct (high (fst s)), pawns; rewrite ?get_files; try reflexivity;
  destruct (high (snd s)), (before _ _); rewrite ?get_turn, ?get_ranks, ?get_files; reflexivity.
Qed.
Lemma at_turned_onto pawns s t : exists u, at_turned pawns s u = t.
Proof.
  assert (A : forall t, at_files (at_files t) = t) by apply files_ok; assert (B : forall t, at_ranks (at_ranks t) = t) by apply ranks_ok.
  assert (C : forall t, at_turn (at_turn t) = t) by apply turn_ok.
  exists (let t := if pawns then t else let t := if before (low (fst s)) (low (snd s)) then at_turn t else t in
    if high (snd s) then at_ranks t else t in if high (fst s) then at_files t else t).
  unfold at_turned; destruct (high (fst s)), pawns; rewrite ?A; try reflexivity;
  destruct (high (snd s)), (before _ _); rewrite ?B, ?C; reflexivity.
Qed.
Lemma turned_zone c b pawns s x : kings b -> get (turned (opp c) pawns b) s = x -> zone (opp c) pawns x s = true.
Proof.
  intros K G; unfold zone; destruct (is_king (opp c) x) eqn:X; [|reflexivity]; simpl; destruct (king_at b (opp c) K) as (k & Q & _ & U).
  unfold turned in G; rewrite Q in G; destruct (at_turned_onto pawns k s) as [t <-]; rewrite turned_get in G.
  rewrite is_king_ok in X; apply UnmovesComplete.is_man_get in X; subst x; apply U in X; subst t.
  destruct pawns, k as [[] []]; reflexivity.
Qed.
