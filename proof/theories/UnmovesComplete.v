(* Every legal move into a past has its predecessor in the list. *)
From Coq Require Import List Bool. Import ListNotations.
From Arbiter Require Import Board Moves Unmoves.

Definition ep_ok (p : pos) : Prop := forall t, ep p = Some t -> get (brd p) t = E /\
  forall f, In t (pawn_caps (side p) f) -> get (brd p) (fst t, snd f) = M (opp (side p)) Pawn.

Lemma geo_irrefl c k f : ~ In f (geo c k f).
Proof.
  intros H; apply sq_in_ok in H; pose proof (forall_sq (fun f => negb (sq_in f (geo c k f)))) as X; cbv beta in X.
  rewrite <- (negb_involutive (sq_in _ _)) in H; rewrite X in H; [discriminate|]; destruct c, k; vm_compute; reflexivity.
Qed.
Lemma sq_neq s t : s <> t -> sq_eqb s t = false.
Proof. intros H; destruct (sq_eqb s t) eqn:E; [apply sq_eqb_eq in E; contradiction|reflexivity]. Qed.
Lemma slide_own b c l t : In t (slide b c l) -> is_colour c (get b t) = false.
Proof.
  induction l as [|s l IH]; simpl; [tauto|]; destruct (get b s) as [|d k] eqn:G.
  - intros [<-|H]; [now rewrite G|auto].
  - destruct (colour_beq c d) eqn:D; intros []; [subst; rewrite G; exact D|contradiction].
Qed.
Lemma dests_own b c k e f t : (forall s, e = Some s -> get b s = E) -> In t (dests b c k e f) -> is_colour c (get b t) = false.
Proof.
  intros He; destruct k; simpl; unfold leap, slides, pawn_dests; rewrite ?in_app_iff, ?in_flat_map, ?filter_In.
  - intros [_ H]; now apply negb_true_iff in H.
  - intros [(l & _ & H)|(l & _ & H)]; eapply slide_own; eassumption.
  - intros (l & _ & H); eapply slide_own; eassumption.
  - intros (l & _ & H); eapply slide_own; eassumption.
  - intros [_ H]; now apply negb_true_iff in H.
  - intros [H|[_ H]].
    + destruct (step (Same, fwd c) f) as [u|]; [|destruct H]; destruct (get b u) eqn:Eu; simpl in H; [|destruct H].
      destruct H as [<-|H]; [now rewrite Eu|]; destruct (ix_beq (snd f) (pawn_rank c)); [|destruct H].
      destruct (step (Same, fwd c) u) as [v|]; [|destruct H]; destruct (get b v) eqn:Ev; simpl in H; [|destruct H].
      destruct H as [<-|[]]; now rewrite Ev.
    + apply orb_true_iff in H as [H|H].
      * destruct (get b t) as [|d k]; [reflexivity|]; simpl in *; destruct c, d; try discriminate; reflexivity.
      * destruct e as [s|]; simpl in H; [|discriminate]; apply sq_eqb_eq in H; subst s; now rewrite (He t eq_refl).
Qed.
Lemma captured_in b c t : is_colour c (get b t) = false -> not_king b t = true -> In (get b t) (captured (opp c)).
Proof.
  unfold not_king; destruct (get b t) as [|d k]; simpl; [auto|]; intros H1 H2.
  assert (d = opp c) as -> by (destruct c, d; try discriminate; reflexivity).
  destruct k; try discriminate; tauto.
Qed.
Lemma with_promo_inv c k f t pr : In (Mv f t pr) (with_promo c k f t) ->
  pr = None \/ exists q, pr = Some q /\ k = Pawn /\ ix_beq (snd t) (last_rank c) = true.
Proof.
  unfold with_promo; destruct (kind_beq k Pawn && ix_beq (snd t) (last_rank c)) eqn:H0.
  - apply andb_true_iff in H0 as [H1 H2]; apply kind_beq_eq in H1; intros H; right; apply in_map_iff in H as (q & H & _).
    inversion H; eauto.
  - intros [H|[]]; inversion H; auto.
Qed.
Lemma moves_from_intro p s k t m : get (brd p) s = M (side p) k -> In t (dests (brd p) (side p) k (ep p) s) ->
  not_king (brd p) t = true -> In m (with_promo (side p) k s t) -> In m (moves_from p s).
Proof.
  intros G D N H; unfold moves_from; rewrite G; rewrite (proj2 (colour_beq_eq _ _) eq_refl).
  apply in_flat_map; exists t; split; [assumption|]; now rewrite N.
Qed.
Lemma undo_play b f t x y z : f <> t -> get b f = x -> get b t = y -> undo (set (set b f E) t z) f t x y = b.
Proof.
  intros N F T; apply board_ext; intros s; unfold undo; rewrite !get_set.
  destruct (sq_eqb f s) eqn:Ef; [apply sq_eqb_eq in Ef; now subst|].
  destruct (sq_eqb t s) eqn:Et; [apply sq_eqb_eq in Et; now subst|reflexivity].
Qed.
Lemma sub_kill r s f t : sub r (kill s f t) = true -> sub r s = true /\ sub r (kill r f t) = true.
Proof.
  unfold sub, kill; simpl; destruct r as [[] [] [] []], s as [[] [] [] []]; simpl;
  repeat (destruct (touch _ f t); simpl); split; try reflexivity; try assumption; try discriminate.
Qed.
Lemma covers_inv a p : covers a p <-> brd a = brd p /\ side a = side p /\ sub (rts a) (rts p) = true /\ ep_sub (ep a) (ep p) = true.
Proof. unfold covers, covers_b; rewrite !andb_true_iff, board_eqb_eq, colour_beq_eq; tauto. Qed.
Lemma ep_sub_refl e : ep_sub e e = true.
Proof. destruct e; simpl; [apply sq_eqb_refl|reflexivity]. Qed.
Lemma pseudo_mv p f t pr : In (Mv f t pr) (moves_from p f) -> pseudo_b p (Mv f t pr) = true.
Proof. intros H; apply existsb_exists; eexists; split; [exact H|now apply move_eqb_eq]. Qed.

(* the common part: a candidate with the board of p, its side, the rights of a *)
Lemma cand_step a p f t pr e : let q := mkpos (brd p) (side p) (rts a) e in
  covers a (play p (Mv f t pr)) -> ep_sub e (ep p) = true -> In (Mv f t pr) (moves_from q f) ->
  In (q, Mv f t pr) (cands a) -> exists q, In q (preds a) /\ covers q p.
Proof.
  intros q C He Hm Hc; exists q; apply covers_inv in C as (C1 & C2 & C3 & C4); simpl in *.
  apply sub_kill in C3 as [C3 C5]; split.
  - apply preds_in with (Mv f t pr); [assumption|now apply pseudo_mv|]; apply covers_inv; simpl; auto.
  - apply covers_inv; simpl; auto.
Qed.

Lemma cands_intro a c t k k0 pr f q : side a = opp c -> get (brd a) t = M c k0 ->
  (pr = None /\ k = k0 \/ pr = Some k0 /\ k = Pawn /\ ix_beq (snd t) (last_rank c) = true) ->
  In f (look (froms c k) t) -> get (brd a) f = E ->
  (In q (map (fun y => mkpos (undo (brd a) f t (M c k) y) c (rts a) None) (captured (opp c))) \/
   k = Pawn /\ q = mkpos (undo_ep (brd a) f t c) c (rts a) (Some t)) ->
  In (q, Mv f t pr) (cands a).
Proof.
  intros S T P F Em Q; unfold cands; rewrite S, opp_opp; apply in_or_app; left; apply in_flat_map.
  exists t; split; [apply squares_all|]; rewrite T, (proj2 (colour_beq_eq c c) eq_refl); apply in_or_app.
  assert (G : In (q, Mv f t pr) (cands_man a c t k pr)).
  { unfold cands_man; apply in_flat_map; exists f; split; [assumption|]; rewrite Em; simpl is_empty; cbv iota; apply in_or_app.
    destruct Q as [Q|[-> ->]]; [left|right; now left]; apply in_map_iff in Q as (y & <- & Hy).
    apply in_map_iff; exists y; auto. }
  destruct P as [[-> ->]|(-> & -> & L)]; [left; assumption|right]; now rewrite L.
Qed.

Lemma is_man_get c k x : is_man c k x = true -> x = M c k.
Proof.
  destruct x as [|d j]; [discriminate|]; unfold is_man; rewrite andb_true_iff, colour_beq_eq, kind_beq_eq; now intros [-> ->].
Qed.
Lemma castle_geo c h : castle_king_to c h <> (I5, home_rank c). Proof. destruct c, h; discriminate. Qed.
Lemma complete_castle a p h : castle_ok p h = true -> covers a (play p (Castle h)) -> exists q, In q (preds a) /\ covers q p.
Proof.
  intros H C; pose proof C as C0; apply covers_inv in C as (C1 & C2 & C3 & C4); set (c := side p) in *.
  set (q := mkpos (brd p) c (add_right (rts a) c h) None).
  assert (K : castle_ok q h = true /\ sub (add_right (rts a) c h) (rts p) = true /\
     sub (rts a) (kill (add_right (rts a) c h) (I5, home_rank c) (I5, home_rank c)) = true).
  { unfold castle_ok in *; simpl in *; fold c in H; rewrite !andb_true_iff in *; destruct H as ((((H1 & H2) & H3) & H4) & H5).
    repeat split; auto.
    - now destruct c, h.
    - revert H1 C3; clear; unfold right, sub, kill; simpl; fold c; destruct c, h, (rts a) as [[] [] [] []], (rts p) as [[] [] [] []];
      vm_compute; congruence.
    - revert C3; clear; unfold sub, kill; simpl; fold c; destruct c, h, (rts a) as [[] [] [] []], (rts p) as [[] [] [] []];
      vm_compute; congruence. }
  destruct K as (K1 & K2 & K3); exists q; split; [|apply covers_inv; simpl; auto].
  apply preds_in with (Castle h); [|assumption|apply covers_inv; simpl; auto].
  unfold cands; apply in_or_app; right; simpl in C2; rewrite C2, opp_opp; fold c.
  apply in_map_iff; exists h; split; [|destruct h; simpl; auto]; f_equal; unfold q; f_equal.
  rewrite C1; clear - H; unfold castle_ok in H; fold c in H; rewrite !andb_true_iff, !forallb_forall in H.
  destruct H as ((((_ & H2) & H3) & H4) & _).
  assert (forall s, is_man c King (get (brd p) s) = true -> get (brd p) s = M c King) as X
    by (intros s Hs; now apply is_man_get).
  assert (forall s, is_man c Rook (get (brd p) s) = true -> get (brd p) s = M c Rook) as Y
    by (intros s Hs; now apply is_man_get).
  apply X in H2; apply Y in H3.
  assert (Z : forall s, In s (castle_empty c h) -> get (brd p) s = E)
    by (intros s Hs; apply H4 in Hs; destruct (get (brd p) s); [reflexivity|discriminate]).
  assert (Z1 : get (brd p) (castle_king_to c h) = E) by (apply Z; destruct c, h; simpl; auto).
  assert (Z2 : get (brd p) (castle_rook_to c h) = E) by (apply Z; destruct c, h; simpl; auto).
  apply board_ext; intros s; unfold undo_castle; simpl brd; fold c; rewrite !get_set.
  destruct (sq_eqb (I5, home_rank c) s) eqn:E1; [apply sq_eqb_eq in E1; now subst s|].
  destruct (sq_eqb (castle_rook_from c h) s) eqn:E2; [apply sq_eqb_eq in E2; now subst s|].
  destruct (sq_eqb (castle_rook_to c h) s) eqn:E3; [apply sq_eqb_eq in E3; now subst s|].
  destruct (sq_eqb (castle_king_to c h) s) eqn:E4; [apply sq_eqb_eq in E4; now subst s|reflexivity].
Qed.

Lemma caps_geo c f t : In t (pawn_caps c f) -> ix_beq (fst f) (fst t) = false /\ snd f <> snd t.
Proof. destruct c, f as [x y]; destruct x, y; vm_compute; intuition; subst; simpl in *; try discriminate; auto. Qed.

Theorem preds_complete a p m : ep_ok p -> In m (moves p) -> covers a (play p m) -> exists q, In q (preds a) /\ covers q p.
Proof.
  intros OK Hm C; apply moves_pseudo in Hm; destruct m as [f t pr|h]; [|now apply complete_castle with h].
  simpl in Hm; apply existsb_exists in Hm as (m & Hm & Em); apply move_eqb_eq in Em; subst m.
  pose proof Hm as Hm0; apply moves_from_inv in Hm as (k & t' & pr' & Eq & G & D & N & W); inversion Eq; subst t' pr'; clear Eq.
  set (c := side p) in *.
  pose proof (dests_geo _ _ _ _ _ _ D) as Geo.
  assert (NE : f <> t) by (intros ->; now apply (geo_irrefl c k t)).
  assert (Own : is_colour c (get (brd p) t) = false) by (eapply dests_own; [|exact D]; intros s Hs; now apply OK).
  pose proof C as C0; apply covers_inv in C0 as (C1 & C2 & _ & _); simpl in C1, C2; unfold play_board in C1; rewrite G in C1.
  assert (PR : exists k0, match pr with Some q => M c q | None => M c k end = M c k0 /\
     (pr = None /\ k = k0 \/ pr = Some k0 /\ k = Pawn /\ ix_beq (snd t) (last_rank c) = true)).
  { apply with_promo_inv in W as [->|(q & -> & -> & L)]; eauto 10. }
  destruct PR as (k0 & PR1 & PR2).
  assert (AT : get (brd a) t = M c k0) by (rewrite C1, get_set, sq_eqb_refl; destruct pr; exact PR1).
  assert (AF : get (brd a) f = E) by (rewrite C1, get_set, sq_neq, get_set, sq_eqb_refl; congruence).
  destruct (is_ep (brd p) f t) eqn:EP.
  - (* en passant *)
    unfold is_ep in EP; rewrite G in EP; destruct k; try discriminate; apply andb_true_iff in EP as [EP1 EP2].
    assert (T0 : get (brd p) t = E) by (destruct (get (brd p) t); [reflexivity|discriminate]).
    assert (X : In t (pawn_caps c f) /\ ep p = Some t).
    { simpl in D; unfold pawn_dests in D; apply in_app_or in D as [D|D].
      - exfalso; revert D EP1; clear; destruct (step (Same, fwd c) f) as [u|] eqn:Eu; [|intros []].
        destruct (is_empty (get (brd p) u)); [|intros []]; intros H; simpl in H.
        assert (fst u = fst f) by (unfold step in Eu; simpl in Eu; destruct (mv1 (fwd c) (snd f)); inversion Eu; reflexivity).
        destruct H as [<-|H]; [rewrite H0, (internal_ix_dec_lb _ _ eq_refl); discriminate|].
        destruct (ix_beq (snd f) (pawn_rank c)); [|destruct H]; destruct (step (Same, fwd c) u) as [v|] eqn:Ev; [|destruct H].
        assert (fst v = fst u) by (unfold step in Ev; simpl in Ev; destruct (mv1 (fwd c) (snd u)); inversion Ev; reflexivity).
        destruct (is_empty (get (brd p) v)); [|destruct H]; destruct H as [<-|[]].
        rewrite H1, H0, (internal_ix_dec_lb _ _ eq_refl); discriminate.
      - apply filter_In in D as [D1 D2]; split; [assumption|]; rewrite T0 in D2; simpl in D2.
        destruct (ep p); simpl in D2; [apply sq_eqb_eq in D2; now subst|discriminate]. }
    destruct X as [X1 X2]; destruct (OK t X2) as [_ OK2]; specialize (OK2 f X1); fold c in OK2.
    apply cand_step with f t pr (Some t); auto.
    + rewrite X2; apply ep_sub_refl.
    + rewrite <- X2; revert Hm0; unfold moves_from; simpl; auto.
    + apply cands_intro with (c := c) (k := Pawn) (k0 := k0); auto; [now apply froms_complete|].
      right; split; [reflexivity|]; f_equal; rewrite C1; symmetry; apply board_ext; intros s; unfold undo_ep; rewrite !get_set.
      destruct (sq_eqb f s) eqn:E1; [apply sq_eqb_eq in E1; now subst s|].
      destruct (sq_eqb t s) eqn:E2; [apply sq_eqb_eq in E2; now subst s|].
      destruct (sq_eqb (fst t, snd f) s) eqn:E3; [apply sq_eqb_eq in E3; now subst s|reflexivity].
  - (* everything else *)
    assert (D' : In t (dests (brd p) c k None f)).
    { destruct k; simpl in D |- *; auto; unfold pawn_dests in *; rewrite in_app_iff, filter_In in *; destruct D as [D|[D1 D2]]; [now left|right].
      split; [assumption|]; apply orb_true_iff in D2 as [D2|D2]; [now rewrite D2|exfalso].
      destruct (ep p) as [s|] eqn:Es; simpl in D2; [|discriminate]; apply sq_eqb_eq in D2; subst s.
      unfold is_ep in EP; rewrite G, (proj1 (OK t Es)), (proj1 (caps_geo _ _ _ D1)) in EP; discriminate. }
    apply cand_step with f t pr None; auto.
    + apply moves_from_intro with k t; auto.
    + apply cands_intro with (c := c) (k := k) (k0 := k0); auto; [now apply froms_complete|].
      left; apply in_map_iff; exists (get (brd p) t); split; [|now apply captured_in].
      f_equal; rewrite C1; apply undo_play; auto.
Qed.
