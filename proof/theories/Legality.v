(* Which positions no game reaches: the last two instant lemmas, and closed sets of pasts as a whole. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Invariants Retract GameInvariants.

(* Pawns on the first and last ranks *)
Definition pawns_within (b : board) := forall s c, get b s = M c Pawn -> snd s <> I1 /\ snd s <> I8.
Lemma promos_no_pawn k : In k promos -> k <> Pawn.
Proof. intros H ->; simpl in H; intuition discriminate. Qed.
Lemma pawns_effect b c b' : effect b c b' -> pawns_within b -> pawns_within b'.
Proof.
  intros H P s d; destruct H as [f t k k' y NE F T Y Q|e f t N1 N2 N3 F T G R1 R8|kf rf kt rt ND K R1 K2 R2]; rewrite !get_set;
  repeat (match goal with |- context [sq_eqb ?x s] => destruct (sq_eqb x s) eqn:? end); try discriminate; try apply P.
  - intros X; inversion X; subst k' d; match goal with H : sq_eqb t s = true |- _ => apply sq_eqb_eq in H; subst s end.
    destruct Q as [(<- & _ & L)|(_ & L)]; [now apply L|now apply promos_no_pawn in L].
  - intros _; match goal with H : sq_eqb t s = true |- _ => apply sq_eqb_eq in H; subst s end; auto.
Qed.
Theorem pawns_reach p : R p -> pawns_within (brd p).
Proof.
  induction 1 as [|p m Hp IH Hm].
  - intros [x y] c; destruct x, y; vm_compute; try discriminate; intros _; split; discriminate.
  - destruct (reach_good p Hp) as (G1 & G2 & _); apply (pawns_effect (brd p) (side p)); [|exact IH].
    apply move_effect; auto; now apply moves_pseudo.
Qed.
Lemma end_row_ok p : R p -> end_row (brd p) = false.
Proof.
  intros H; destruct (end_row (brd p)) eqn:E; [|reflexivity]; apply existsb_exists in E as (s & _ & E).
  destruct (get (brd p) s) as [|c k] eqn:G; [discriminate|]; destruct k; try discriminate.
  destruct (pawns_reach p H s c G) as [A B]; destruct s as [x y]; simpl in *; destruct y; congruence.
Qed.

(* Castling rights: king and rook have never left home *)
Definition at_home (p : pos) := forall c h, right (rts p) c h = true ->
  get (brd p) (I5, home_rank c) = M c King /\ get (brd p) (castle_rook_from c h) = M c Rook.
Lemma right_kill r f t c h : right (kill r f t) c h = true ->
  right r c h = true /\ touch (I5, home_rank c) f t = false /\ touch (castle_rook_from c h) f t = false.
Proof.
  destruct c, h; simpl; unfold castle_rook_from; simpl; rewrite andb_true_iff, negb_true_iff, orb_false_iff; tauto.
Qed.
Lemma touch_out s f t : touch s f t = false -> sq_eqb f s = false /\ sq_eqb t s = false.
Proof.
  unfold touch; rewrite orb_false_iff; intros [A B]; split; apply sq_neq; intros ->; rewrite sq_eqb_refl in *; discriminate.
Qed.
Lemma at_home_mv p f t pr : at_home p -> ep_ok p -> pseudo_b p (Mv f t pr) = true -> at_home (play p (Mv f t pr)).
Proof.
  intros H OK Hm c h Hr; simpl in Hr; apply right_kill in Hr as (Hr & T1 & T2); destruct (H c h Hr) as [A B].
  apply touch_out in T1 as [F1 T1], T2 as [F2 T2]; simpl brd; unfold play_board.
  apply existsb_exists in Hm as (m & Hm & Em); apply move_eqb_eq in Em; subst m.
  apply moves_from_inv in Hm as (k & t' & pr' & Eq & G & D & _ & _); inversion Eq; subst t' pr'; clear Eq.
  rewrite !get_set, F1, T1, F2, T2; destruct (is_ep (brd p) f t) eqn:EP; [|split; assumption].
  assert (k = Pawn) as -> by (unfold is_ep in EP; rewrite G in EP; destruct k; try discriminate; reflexivity).
  destruct (ep_inv_dests p f t OK G D EP) as (_ & _ & V & _); rewrite !get_set.
  split; match goal with |- (if ?x then _ else _) = _ => destruct x eqn:X; [|assumption] end; apply sq_eqb_eq in X; rewrite X in V; congruence.
Qed.
Lemma at_home_castle p h' : at_home p -> at_home (play p (Castle h')).
Proof.
  intros H c h Hr; simpl in Hr; apply right_kill in Hr as (Hr & T1 & _); destruct (H c h Hr) as [A B].
  revert A B T1; simpl brd; rewrite !get_set; unfold touch, castle_king_to, castle_rook_to, castle_rook_from.
  destruct (side p), c, h, h'; simpl; intros A B T; try discriminate; now split.
Qed.
Theorem at_home_reach p : R p -> at_home p.
Proof.
  induction 1 as [|p m Hp IH Hm].
  - intros [] [] _; split; reflexivity.
  - destruct (reach_good p Hp) as (G1 & _); destruct m as [f t pr|h]; [|now apply at_home_castle].
    apply at_home_mv; auto; now apply moves_pseudo.
Qed.
Lemma sub_right r s c h : sub r s = true -> right r c h = true -> right s c h = true.
Proof.
  unfold sub, right; rewrite !andb_true_iff; destruct c, h; intros (((A & B) & C) & D) X; rewrite X in *; assumption.
Qed.
Lemma castling_ok a p : R p -> brd a = brd p -> sub (rts a) (rts p) = true -> castling_bad a = false.
Proof.
  intros H Eb S; destruct (castling_bad a) eqn:E; [|reflexivity]; apply existsb_exists in E as (c & _ & E).
  apply existsb_exists in E as (h & _ & E); apply andb_true_iff in E as [E1 E2]; apply negb_true_iff in E2.
  destruct (at_home_reach p H c h (sub_right _ _ _ _ S E1)) as [A B]; rewrite Eb, A, B in E2; destruct c; discriminate.
Qed.

(* Every instant lemma holds *)
Theorem instant_ok a p : instant a = true -> covers a p -> R p -> False.
Proof.
  intros H C Hr; apply covers_inv in C as (C1 & C2 & C3 & C4); destruct (reach_good p Hr) as (_ & _ & G3 & G4 & G5 & G6 & G7).
  unfold instant in H; rewrite !orb_true_iff in H; destruct H as [[[[[[H|H]|H]|H]|H]|H]|H].
  - apply existsb_exists in H as (d & _ & H); unfold kings_bad in H; rewrite C1, (G6 d) in H; discriminate.
  - rewrite C1, (end_row_ok p Hr) in H; discriminate.
  - unfold waiting in *; rewrite C1, C2 in H; congruence.
  - apply existsb_exists in H as (d & _ & H); unfold men_bad in H; rewrite C1, (proj2 (Nat.leb_le _ _) (G5 d)) in H; discriminate.
  - apply existsb_exists in H as (d & _ & H); unfold promo_bad in H; rewrite C1, (proj2 (Nat.leb_le _ _) (G7 d)) in H; discriminate.
  - rewrite (castling_ok a p Hr C1 C3) in H; discriminate.
  - unfold ep_bad in *; destruct (ep a) as [t|]; [|discriminate]; simpl in C4; destruct (ep p) as [u|]; [|discriminate].
    apply sq_eqb_eq in C4; subst u; rewrite C1, C2 in H; congruence.
Qed.
