(* What one move does to a board, and to the numbers of men of each kind. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Unmoves UnmovesComplete Instant.

Definition b2n (b : bool) := if b then 1 else 0.
Definition cnt l (b : board) (f : sq -> cell -> bool) : nat := fold_right (fun s n => if f s (get b s) then S n else n) 0 l.
Lemma cnt_out l b f s x : ~ In s l -> cnt l (set b s x) f = cnt l b f.
Proof.
  induction l as [|t l IH]; simpl; [reflexivity|]; intros H; rewrite IH by tauto; rewrite get_set, sq_neq; [reflexivity|].
  intros ->; tauto.
Qed.
Lemma cnt_in l b f s x : NoDup l -> In s l -> cnt l (set b s x) f + b2n (f s (get b s)) = cnt l b f + b2n (f s x).
Proof.
  induction 1 as [|t l N _ IH]; simpl; [tauto|]; rewrite get_set; destruct (sq_eqb s t) eqn:E.
  - apply sq_eqb_eq in E; subst t; intros _; rewrite (cnt_out l b f s x N); destruct (f s x), (f s (get b s)); simpl; lia.
  - intros [->|H]; [rewrite sq_eqb_refl in E; discriminate|]; specialize (IH H); destruct (f t (get b t)); simpl; lia.
Qed.
Fixpoint nodup_b (l : list sq) := match l with [] => true | s :: l => negb (sq_in s l) && nodup_b l end.
Lemma nodup_ok l : nodup_b l = true -> NoDup l.
Proof.
  induction l as [|s l IH]; simpl; [constructor|]; intros H; apply andb_true_iff in H as [H1 H2]; constructor; [|auto].
  intros H; apply sq_in_ok in H; rewrite H in H1; discriminate.
Qed.
Lemma squares_nodup : NoDup squares.
Proof. apply nodup_ok; vm_compute; reflexivity. Qed.
Strategy opaque [squares].
Lemma count_filter b phi : count b phi = length (filter (fun s => phi s (get b s)) squares).
Proof.
  unfold count; induction squares as [|s l IH]; [reflexivity|]; cbn [fold_right filter]; rewrite IH; destruct (phi s (get b s)); reflexivity.
Qed.
Lemma count_set b s x f : count (set b s x) f + b2n (f s (get b s)) = count b f + b2n (f s x).
Proof. exact (cnt_in squares b f s x squares_nodup (squares_all s)). Qed.

(* the effect of a move on the board *)
Inductive effect (b : board) (c : colour) : board -> Prop :=
| eff_plain f t k k' y : f <> t -> get b f = M c k -> get b t = y -> (y = E \/ exists j, y = M (opp c) j /\ j <> King) ->
    (k' = k /\ (k = Bishop -> light f = light t) /\ (k = Pawn -> snd t <> I1 /\ snd t <> I8) \/ k = Pawn /\ In k' promos) ->
    effect b c (set (set b f E) t (M c k'))
| eff_ep e f t : f <> t -> e <> f -> e <> t -> get b f = M c Pawn -> get b t = E -> get b e = M (opp c) Pawn -> snd t <> I1 -> snd t <> I8 ->
    effect b c (set (set (set b e E) f E) t (M c Pawn))
| eff_castle kf rf kt rt : NoDup [kf; rf; kt; rt] -> get b kf = M c King -> get b rf = M c Rook -> get b kt = E -> get b rt = E ->
    effect b c (set (set (set (set b kf E) rf E) kt (M c King)) rt (M c Rook)).

Lemma bishop_light c f t : In t (geo c Bishop f) -> light f = light t.
Proof.
  intros H; pose proof (forall_sq (fun f => forallb (fun t => eqb (light f) (light t)) (geo c Bishop f))) as X; cbv beta in X.
  assert (Y : forallb (fun t => eqb (light f) (light t)) (geo c Bishop f) = true) by (apply X; destruct c; vm_compute; reflexivity).
  rewrite forallb_forall in Y; now apply eqb_prop, Y.
Qed.
Lemma pawn_ranks c f t : In t (geo c Pawn f) -> snd t <> home_rank c.
Proof.
  intros H E; pose proof (forall_sq (fun f => forallb (fun t => negb (ix_beq (snd t) (home_rank c))) (geo c Pawn f))) as X; cbv beta in X.
  assert (Y : forallb (fun t => negb (ix_beq (snd t) (home_rank c))) (geo c Pawn f) = true) by (apply X; destruct c; vm_compute; reflexivity).
  rewrite forallb_forall in Y; apply Y in H; rewrite E, (internal_ix_dec_lb _ _ eq_refl) in H; discriminate.
Qed.
Lemma with_promo_inv2 c k f t pr : In (Mv f t pr) (with_promo c k f t) ->
  pr = None /\ (k = Pawn -> snd t <> last_rank c) \/ exists q, pr = Some q /\ k = Pawn /\ In q promos.
Proof.
  unfold with_promo; destruct (kind_beq k Pawn && ix_beq (snd t) (last_rank c)) eqn:H0.
  - apply andb_true_iff in H0 as [H1 H2]; apply kind_beq_eq in H1; intros H; right; apply in_map_iff in H as (q & H & Hq).
    inversion H; subst; eauto.
  - intros [H|[]]; inversion H; left; split; [reflexivity|]; intros ->; intros E; rewrite E, (internal_ix_dec_lb _ _ eq_refl) in H0; discriminate.
Qed.
Lemma ranks_both c (t : sq) : snd t <> home_rank c -> snd t <> last_rank c -> snd t <> I1 /\ snd t <> I8.
Proof. destruct c; simpl; auto. Qed.

Lemma straight_file c f u : step (Same, fwd c) f = Some u -> fst u = fst f.
Proof. unfold step; simpl; destruct (mv1 (fwd c) (snd f)); intros H; inversion H; reflexivity. Qed.
(* a diagonal pawn move to an empty square is en passant *)
Lemma ep_inv_dests p f t : ep_ok p -> get (brd p) f = M (side p) Pawn -> In t (dests (brd p) (side p) Pawn (ep p) f) ->
  is_ep (brd p) f t = true -> get (brd p) t = E /\ In t (pawn_caps (side p) f) /\ get (brd p) (fst t, snd f) = M (opp (side p)) Pawn /\ ep p = Some t.
Proof.
  intros OK G D EP; unfold is_ep in EP; rewrite G in EP; apply andb_true_iff in EP as [EP1 EP2].
  assert (T0 : get (brd p) t = E) by (destruct (get (brd p) t); [reflexivity|discriminate]); split; [exact T0|].
  simpl in D; unfold pawn_dests in D; apply in_app_or in D as [D|D].
  - exfalso; destruct (step (Same, fwd (side p)) f) as [u|] eqn:Eu; [|destruct D]; apply straight_file in Eu.
    destruct (is_empty (get (brd p) u)); [|destruct D]; destruct D as [<-|D]; [rewrite Eu, (internal_ix_dec_lb _ _ eq_refl) in EP1; discriminate|].
    destruct (ix_beq (snd f) (pawn_rank (side p))); [|destruct D]; destruct (step (Same, fwd (side p)) u) as [v|] eqn:Ev; [|destruct D].
    apply straight_file in Ev; destruct (is_empty (get (brd p) v)); [|destruct D]; destruct D as [<-|[]].
    rewrite Ev, Eu, (internal_ix_dec_lb _ _ eq_refl) in EP1; discriminate.
  - apply filter_In in D as [D1 D2]; split; [exact D1|]; rewrite T0 in D2; simpl in D2; destruct (ep p) as [s|] eqn:Es; simpl in D2; [|discriminate].
    apply sq_eqb_eq in D2; subst s; split; [now apply OK|reflexivity].
Qed.

Definition ep_rank p := forall t : sq, ep p = Some t -> snd t <> I1 /\ snd t <> I8.
Lemma move_effect p m : ep_ok p -> ep_rank p -> pseudo_b p m = true -> effect (brd p) (side p) (brd (play p m)).
Proof.
  intros OK OR Hm; destruct m as [f t pr|h].
  - apply existsb_exists in Hm as (m & Hm & Em); apply move_eqb_eq in Em; subst m.
    apply moves_from_inv in Hm as (k & t' & pr' & Eq & G & D & N & W); inversion Eq; subst t' pr'; clear Eq.
    pose proof (dests_geo _ _ _ _ _ _ D) as Geo.
    assert (NE : f <> t) by (intros ->; now apply (geo_irrefl (side p) k t)).
    assert (Own : is_colour (side p) (get (brd p) t) = false) by (eapply dests_own; [|exact D]; intros s Hs; now apply OK).
    pose proof (captured_in _ _ _ Own N) as Cap; pose proof W as W0; apply with_promo_inv2 in W; simpl; unfold play_board; rewrite G.
    destruct (is_ep (brd p) f t) eqn:EP.
    + assert (k = Pawn) as -> by (unfold is_ep in EP; rewrite G in EP; destruct k; try discriminate; reflexivity).
      destruct (ep_inv_dests p f t OK G D EP) as (T0 & D1 & Vic & ES); destruct (caps_geo _ _ _ D1) as [A1 A2].
      assert (X : pr = None /\ snd t <> last_rank (side p)).
      { assert (L : snd t <> last_rank (side p)) by (destruct (side p); apply (OR t ES)); split; [|exact L].
        clear W; apply with_promo_inv in W0; destruct W0 as [->|(q & _ & _ & Q)]; [reflexivity|]; apply internal_ix_dec_bl in Q; contradiction. }
      destruct X as [-> X]; destruct (ranks_both (side p) t (pawn_ranks _ _ _ Geo) X); apply eff_ep; auto.
      * intros E; rewrite <- E in A1; simpl in A1; rewrite (internal_ix_dec_lb _ _ eq_refl) in A1; discriminate.
      * intros E; rewrite <- E in A2; now apply A2.
    + assert (Y : get (brd p) t = E \/ exists j, get (brd p) t = M (opp (side p)) j /\ j <> King).
      { revert Cap; generalize (get (brd p) t); clear; intros y; simpl; intros [<-|H]; [auto|right]; repeat (destruct H as [<-|H]; [eexists; split; [reflexivity|discriminate]|]); destruct H. }
      destruct W as [[-> W]|(q & -> & -> & Q)].
      * refine (eff_plain _ _ f t k k _ NE G eq_refl Y _); left; split; [reflexivity|]; split; intros ->.
        -- now apply (bishop_light (side p)).
        -- apply (ranks_both (side p)); [now apply (pawn_ranks (side p) f)|auto].
      * refine (eff_plain _ _ f t Pawn q _ NE G eq_refl Y _); right; auto.
  - simpl in *; unfold castle_ok in Hm; set (c := side p) in *; rewrite !andb_true_iff, !forallb_forall in Hm.
    destruct Hm as ((((_ & H2) & H3) & H4) & _); apply is_man_get in H2, H3.
    assert (Z : forall s, In s (castle_empty c h) -> get (brd p) s = E)
      by (intros s Hs; apply H4 in Hs; destruct (get (brd p) s); [reflexivity|discriminate]).
    apply eff_castle; auto; try (apply Z; destruct c, h; simpl; auto).
    apply nodup_ok; destruct c, h; reflexivity.
Qed.

(* counts after a move *)
Lemma promo_mono b b' d : (forall phi, (phi = (fun _ => is_man d Pawn) \/ phi = (fun _ => is_man d Queen) \/ phi = (fun _ => is_man d Rook) \/
    phi = (fun _ => is_man d Knight) \/ phi = (fun s x => is_man d Bishop x && light s) \/ phi = (fun s x => is_man d Bishop x && negb (light s))) ->
    count b' phi <= count b phi) -> promo_sum b' d <= promo_sum b d.
Proof. intros H; unfold promo_sum; repeat apply Nat.add_le_mono; repeat apply Nat.sub_le_mono_r; apply H; tauto. Qed.
Lemma is_man_other c d k j : c <> d -> is_man d k (M c j) = false.
Proof. destruct c, d; simpl; congruence. Qed.
Lemma count_effect b c b' d : effect b c b' ->
  count b' (fun _ => is_colour d) <= count b (fun _ => is_colour d) /\
  count b' (fun _ x => is_man d King x) = count b (fun _ x => is_man d King x) /\
  promo_sum b' d <= promo_sum b d.
Proof.
  intros H; destruct H as [f t k k' y NE F T Y P|e f t N1 N2 N3 F T G _ _|kf rf kt rt ND K R1 K2 R2].
  - assert (X : forall phi, (forall s, phi s E = false) -> count (set (set b f E) t (M c k')) phi + b2n (phi t y) + b2n (phi f (M c k)) = count b phi + b2n (phi t (M c k'))).
    { intros phi HE; pose proof (count_set (set b f E) t (M c k') phi) as A; pose proof (count_set b f E phi) as B.
      rewrite get_set, (sq_neq _ _ NE), T in A; rewrite F, HE in B; simpl in B; lia. }
    assert (Mono : forall phi, (forall s, phi s E = false) -> phi t (M c k') = phi f (M c k) -> count (set (set b f E) t (M c k')) phi <= count b phi)
      by (intros phi HE HP; specialize (X phi HE); rewrite HP in X; lia).
    assert (YK : is_man d King y = false) by (destruct Y as [->|(j & -> & J)]; [reflexivity|destruct j; try congruence; destruct c, d; reflexivity]).
    split; [|split].
    + apply Mono; reflexivity.
    + specialize (X (fun _ x => is_man d King x) (fun _ => eq_refl)); cbv beta in X; rewrite YK in X.
      replace (is_man d King (M c k')) with (is_man d King (M c k)) in X; [simpl in X; lia|].
      destruct P as [(-> & _)|(-> & Hk)]; [reflexivity|destruct Hk as [<-|[<-|[<-|[<-|[]]]]]; destruct c, d; reflexivity].
    + destruct P as [(-> & Hl & _)|(-> & Hk)].
      * apply promo_mono; intros phi Hphi; apply Mono; [decompose [or] Hphi; subst; reflexivity|].
        decompose [or] Hphi; subst; try reflexivity; destruct k; simpl; rewrite ?andb_false_r; try reflexivity; rewrite (Hl eq_refl); reflexivity.
      * destruct (colour_beq c d) eqn:CD.
        -- apply colour_beq_eq in CD; subst d.
           assert (Y0 : forall j, is_man c j y = false) by (intros j; destruct Y as [->|(i & -> & J)]; [reflexivity|destruct c; reflexivity]).
           pose proof (X (fun _ => is_man c Pawn) (fun _ => eq_refl)) as X3; pose proof (X (fun _ => is_man c Queen) (fun _ => eq_refl)) as X4.
           pose proof (X (fun _ => is_man c Rook) (fun _ => eq_refl)) as X5; pose proof (X (fun _ => is_man c Knight) (fun _ => eq_refl)) as X6.
           pose proof (X (fun s x => is_man c Bishop x && light s) (fun _ => eq_refl)) as X7; pose proof (X (fun s x => is_man c Bishop x && negb (light s)) (fun _ => eq_refl)) as X8.
           clear X Mono YK; cbv beta in *; rewrite Y0 in *; unfold promo_sum.
           repeat match goal with H : context [count ?b ?f] |- _ => let n := fresh "n" in set (n := count b f) in *; clearbody n end.
           clear - X3 X4 X5 X6 X7 X8 Hk.
           destruct Hk as [<-|[<-|[<-|[<-|[]]]]]; destruct c, (light t); simpl in *; rewrite ?Nat.add_0_r in *; subst; lia.
        -- assert (CD' : c <> d) by (intros ->; rewrite (proj2 (colour_beq_eq d d) eq_refl) in CD; discriminate).
           apply promo_mono; intros phi Hphi; apply Mono; decompose [or] Hphi; subst; try reflexivity; rewrite ?is_man_other by exact CD'; reflexivity.
  - assert (X : forall phi, (forall s, phi s E = false) -> (forall s u, phi s (M c Pawn) = phi u (M c Pawn)) -> count (set (set (set b e E) f E) t (M c Pawn)) phi + b2n (phi e (M (opp c) Pawn)) = count b phi).
    { intros phi HE HP; pose proof (count_set (set (set b e E) f E) t (M c Pawn) phi) as A; pose proof (count_set (set b e E) f E phi) as B; pose proof (count_set b e E phi) as D.
      rewrite !get_set, (sq_neq _ _ N1), (sq_neq _ _ N3), T in A; rewrite get_set, (sq_neq _ _ N2), F in B; rewrite G in D; rewrite ?HE in *; rewrite (HP f t) in B; simpl in *; lia. }
    assert (Le : forall phi, (forall s, phi s E = false) -> (forall s u, phi s (M c Pawn) = phi u (M c Pawn)) -> count (set (set (set b e E) f E) t (M c Pawn)) phi <= count b phi)
      by (intros phi H1 H2; specialize (X phi H1 H2); lia).
    split; [|split].
    + apply Le; reflexivity.
    + specialize (X (fun _ x => is_man d King x) (fun _ => eq_refl) (fun _ _ => eq_refl)); simpl in X; rewrite andb_false_r in X; simpl in X; lia.
    + apply promo_mono; intros phi Hphi; apply Le; decompose [or] Hphi; subst; intros; try reflexivity; simpl; rewrite ?andb_false_r; reflexivity.
  - assert (X : forall phi, (forall s, phi s E = false) -> (forall s u, phi s (M c King) = phi u (M c King)) -> (forall s u, phi s (M c Rook) = phi u (M c Rook)) ->
      count (set (set (set (set b kf E) rf E) kt (M c King)) rt (M c Rook)) phi = count b phi).
    { intros phi HE HK HR; pose proof (count_set (set (set (set b kf E) rf E) kt (M c King)) rt (M c Rook) phi) as A1; pose proof (count_set (set (set b kf E) rf E) kt (M c King) phi) as A2.
      pose proof (count_set (set b kf E) rf E phi) as A3; pose proof (count_set b kf E phi) as A4.
      inversion ND as [|? ? D1 ND1]; inversion ND1 as [|? ? D2 ND2]; inversion ND2 as [|? ? D3 ND3]; subst; simpl in D1, D2, D3.
      rewrite !get_set, !sq_neq in A1 by (intro; subst; tauto); rewrite !get_set, !sq_neq in A2 by (intro; subst; tauto); rewrite !get_set, !sq_neq in A3 by (intro; subst; tauto).
      rewrite K in A4; rewrite R1 in A3; rewrite K2 in A2; rewrite R2 in A1; rewrite ?HE in *; rewrite (HK kf kt) in A4; rewrite (HR rf rt) in A3; simpl in *; lia. }
    unfold promo_sum; repeat (rewrite X; [|intros; reflexivity|intros; simpl; rewrite ?andb_false_r; reflexivity|intros; simpl; rewrite ?andb_false_r; reflexivity]); auto.
Qed.
