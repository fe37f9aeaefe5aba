(* What holds of every position that a game reaches. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Unmoves Games UnmovesComplete Tables ProofGame Instant Retract Invariants.

Lemma caps_rank c u f : In u (pawn_caps c f) -> mv1 (fwd c) (snd f) = Some (snd u).
Proof.
  unfold pawn_caps, step; cbn [fst snd]; destruct (mv1 (fwd c) (snd f)) as [r|]; destruct (mv1 Dec (fst f)), (mv1 Inc (fst f));
  cbn [olist app In]; intuition; subst; reflexivity.
Qed.
Lemma ep_step p m u : pseudo_b p m = true -> ep (play p m) = Some u ->
  ep_bad (play p m) = false /\ get (brd (play p m)) u = E /\
  (forall f, In u (pawn_caps (opp (side p)) f) -> get (brd (play p m)) (fst u, snd f) = M (side p) Pawn) /\ snd u <> I1 /\ snd u <> I8.
Proof.
  destruct m as [f t pr|h]; [|discriminate]; intros Hm; apply existsb_exists in Hm as (m & Hm & Em); apply move_eqb_eq in Em; subst m.
  apply moves_from_inv in Hm as (k & t' & pr' & Eq & G & D & N & W); inversion Eq; subst t' pr'; clear Eq.
  intros HE; pose proof HE as HE0; simpl in HE; unfold new_ep in HE.
  destruct (is_man (side p) Pawn (get (brd p) f)) eqn:PM; [|discriminate]; apply is_man_get in PM.
  rewrite G in PM; inversion PM; subst k; clear PM; simpl andb in HE.
  destruct (ix_beq (snd f) (pawn_rank (side p))) eqn:PR; [|discriminate]; apply internal_ix_dec_bl in PR.
  destruct f as [x y]; simpl in PR; subst y; destruct t as [x' y'].
  unfold ep_bad; rewrite HE0; clear HE0; unfold play, play_board, is_ep; rewrite G; simpl brd; simpl side; simpl ep.
  assert (Hstep : forall d r r', mv1 d r = Some r' -> step (Same, d) (x, r) = Some (x, r')) by (intros d r r' Hr; unfold step; simpl; now rewrite Hr).
  simpl in D; unfold pawn_dests in D.
  destruct (side p) eqn:S; simpl pawn_rank in *; simpl fwd in *;
  [rewrite (Hstep Inc I2 I3 eq_refl) in HE; rewrite (Hstep Inc I2 I3 eq_refl) in D; rewrite (Hstep Inc I3 I4 eq_refl) in HE; rewrite (Hstep Inc I3 I4 eq_refl) in D
  |rewrite (Hstep Dec I7 I6 eq_refl) in HE; rewrite (Hstep Dec I7 I6 eq_refl) in D; rewrite (Hstep Dec I6 I5 eq_refl) in HE; rewrite (Hstep Dec I6 I5 eq_refl) in D];
  simpl oeqb in HE;
  match type of HE with (if ?c then _ else _) = _ => destruct c eqn:OT; [|discriminate] end;
  apply sq_eqb_eq in OT; inversion OT; subst x' y'; inversion HE; subst u; clear HE OT;
  (apply in_app_or in D as [D|D]; [|apply filter_In in D as [D _]; apply caps_rank in D; simpl in D; discriminate]);
  match type of D with In _ (if is_empty ?c then _ else _) => destruct c eqn:EU; simpl in D; [|destruct D] end;
  (destruct D as [D|D]; [inversion D|]);
  (unfold with_promo in W; simpl in W; destruct W as [W|[]]; inversion W; subst pr);
  simpl; rewrite (internal_ix_dec_lb x x eq_refl); simpl;
  (assert (X3 : sq_eqb (x, I2) (x, I3) = false /\ sq_eqb (x, I4) (x, I3) = false /\ sq_eqb (x, I4) (x, I2) = false /\
     sq_eqb (x, I7) (x, I6) = false /\ sq_eqb (x, I5) (x, I6) = false /\ sq_eqb (x, I5) (x, I7) = false) by (destruct x; repeat split));
  destruct X3 as (Z1 & Z2 & Z3 & Z4 & Z5 & Z6);
  rewrite !get_set, ?Z1, ?Z2, ?Z3, ?Z4, ?Z5, ?Z6, ?sq_eqb_refl, ?EU; simpl;
  (split; [reflexivity|split; [reflexivity|split; [|split; discriminate]]]);
  intros [a b] Hf; apply caps_rank in Hf; destruct b; simpl in Hf; try discriminate; simpl; rewrite !get_set, sq_eqb_refl; reflexivity.
Qed.

Definition good p := ep_ok p /\ ep_rank p /\ ep_bad p = false /\ waiting p = false /\
  (forall d, count (brd p) (fun _ => is_colour d) <= 16) /\ (forall d, count (brd p) (fun _ x => is_man d King x) = 1) /\
  (forall d, promo_sum (brd p) d <= 8).
Lemma good_start : good start.
Proof.
  split; [intros t H; discriminate H|split; [intros t H; discriminate H|split; [reflexivity|split; [vm_compute; reflexivity|]]]].
  split; [|split]; intros [|]; [apply Nat.leb_le|apply Nat.leb_le| | |apply Nat.leb_le|apply Nat.leb_le]; vm_compute; reflexivity.
Qed.
Lemma good_play p m : good p -> In m (moves p) -> good (play p m).
Proof.
  intros (G1 & G2 & G3 & G4 & G5 & G6 & G7) Hm; pose proof (moves_pseudo _ _ Hm) as Ps; pose proof (move_effect p m G1 G2 Ps) as Eff.
  assert (SD : side (play p m) = opp (side p)) by (destruct m; reflexivity).
  assert (Hep : forall u, ep (play p m) = Some u -> _) by (intros u; apply (ep_step p m u Ps)).
  assert (Cnt : forall d, _) by (intros d; exact (count_effect _ _ _ d Eff)).
  split; [|split; [|split; [|split; [|split; [|split]]]]].
  - intros u Hu; destruct (Hep u Hu) as (_ & H2 & H3 & _); rewrite SD, opp_opp; auto.
  - intros u Hu; apply (Hep u Hu).
  - destruct (ep (play p m)) as [u|] eqn:Eu; [apply (Hep u eq_refl)|unfold ep_bad; now rewrite Eu].
  - unfold waiting; rewrite SD, opp_opp; unfold moves in Hm; apply filter_In in Hm as [_ Hm]; now apply negb_true_iff in Hm.
  - intros d; destruct (Cnt d) as [H _]; specialize (G5 d); lia.
  - intros d; destruct (Cnt d) as (_ & H & _); specialize (G6 d); lia.
  - intros d; destruct (Cnt d) as (_ & _ & H); specialize (G7 d); lia.
Qed.
Theorem reach_good p : R p -> good p.
Proof. induction 1; [apply good_start|now apply good_play]. Qed.
Theorem ep_inv p : R p -> ep_ok p. Proof. intros H; apply (reach_good p H). Qed.
