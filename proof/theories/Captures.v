(* What the pawns of each side captured, and where: a game keeps a log. *)
From Coq Require Import List Bool Arith NArith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Retract Invariants GameInvariants Legality Files Origins Assign Unmoved Ranges.
From Arbiter Require Rules.
Strategy opaque [squares].

(* --- where a man of an origin can have stood, a pawn with so many captures --- *)
Definition traced w d (o : bool) f (m : nat) x : Prop :=
  if o then exists i, i <= m /\ (reaches w d f i x \/ exists q k, In k promos /\ reaches w d f i q /\ snd q = last_rank d /\ walks w d k q x)
  else walks w d (piece_of f) (f, home_rank d) x.
Lemma traced_seat w b d o f m x : suited w b d o f m -> seat m = Some x -> traced w d o f (tally m) x.
Proof.
  destruct m as [s n [q|]|n]; simpl; intros S X; inversion X; subst; unfold traced.
  - destruct S as (-> & k & P & _ & Re & La & W); exists n; split; [auto|right; exists q, k; auto].
  - destruct o; [exists n; split; [auto|left; apply S]|apply S].
Qed.

(* --- a pawn goes on from one square to another --- *)
Definition nexts c (x : sq) : list sq := olist (step (Same, fwd c) x) ++ pawn_caps c x.
Definition open_step w c x y : Prop := In y (nexts c x) /\ taboo w y = false /\ barrier w c x y = false.
Inductive leads (w : known) c : sq -> sq -> Prop :=
| leads_here s : leads w c s s
| leads_on x y s : open_step w c x y -> leads w c y s -> leads w c x s.
Lemma leads_then w c x s t : leads w c x s -> open_step w c s t -> leads w c x t.
Proof. induction 1 as [s|x y s O _ IH]; intros H; [apply leads_on with t; auto using leads_here|apply leads_on with y; auto]. Qed.
Lemma straight_leads w b c y : holds w b -> forall m r z, leads w c z (y, r) -> get b (y, r) <> M (opp c) Pawn -> forall q, ahead c q = ahead c r + m ->
  (forall i, ahead c r < ahead c i <= ahead c q -> get b (y, i) = E) -> leads w c z (y, q).
Proof.
  intros Hb; induction m as [|m IH]; intros r z Ld N q L H; [assert (r = q) as <- by (apply (ahead_inj c); lia); exact Ld|].
  pose proof (ahead_le c q); destruct (ahead_up c r) as (r' & Mv1 & A); [lia|]; assert (G : get b (y, r') = E) by (apply H; lia).
  apply (IH r' z); [|rewrite G; discriminate|lia|intros i Hi; apply H; lia].
  apply leads_then with (y, r); [exact Ld|]; split; [|split; [now apply (empty_free w b)|apply (no_barrier w b); auto; rewrite G; discriminate]].
  unfold nexts, step; cbn [fst snd mv1]; rewrite Mv1; now left.
Qed.
Lemma nexts_ahead c x y : In y (nexts c x) -> ahead c (snd y) = S (ahead c (snd x)).
Proof.
  unfold nexts; intros I; apply in_app_or in I as [I|I]; [|apply caps_aslant in I; apply I].
  apply Rules.olist_in in I; unfold step in I; destruct x as [x r]; simpl in I; destruct c, r; simpl in I; inversion I; reflexivity.
Qed.
Lemma aslant_caps c f t : aslant c f t -> In t (pawn_caps c f).
Proof. unfold aslant, beside; destruct f as [x y], t as [z r]; destruct c, x, z; simpl; try lia; destruct y, r; simpl; try lia; intros _; vm_compute; auto. Qed.

Lemma caps_back c f s : In s (pawn_caps c f) -> In f (pawn_caps (opp c) s).
Proof.
  intros I; apply Rules.caps_in in I as (h & Hh & St); apply Rules.caps_in; exists (Rules.rev1 h); split; [destruct Hh as [->| ->]; simpl; auto|].
  apply (proj1 (Rules.step_rev _ _ _)) in St; unfold Rules.rev in St; simpl in St; rewrite Rules.fwd_opp; exact St.
Qed.
Lemma same_file d f u : step (Same, d) f = Some u -> fst u = fst f.
Proof. unfold step; simpl; destruct (mv1 d (snd f)); intros H; inversion H; reflexivity. Qed.

(* --- what the pawns of each side captured, and where --- *)
Record taking := Taking { on_sq : sq; who : bool * ix; by_pawn : ix }.
Record logged w (p : pos) (g : roll) (lg : colour -> list taking) : Prop := mklogged {
  l_once : forall c, NoDup (map who (lg c));
  l_off : forall c e, In e (lg c) -> seat (g (opp c) (fst (who e)) (snd (who e))) = None;
  l_trace : forall c e, In e (lg c) -> traced w (opp c) (fst (who e)) (snd (who e)) (tally (g (opp c) (fst (who e)) (snd (who e)))) (on_sq e);
  l_from : forall c e, In e (lg c) -> taboo w (on_sq e) = false /\
    exists y i, reaches w c (by_pawn e) i y /\ In (on_sq e) (pawn_caps c y) /\ barrier w c y (on_sq e) = false /\ S i <= tally (g c true (by_pawn e));
  l_leads : forall c e s i, In e (lg c) -> g c true (by_pawn e) = At s i None -> leads w c (on_sq e) s;
  l_passed : forall t o f e, ep p = Some t -> step (Same, bwd (side p)) t = Some e -> seat (g (opp (side p)) o f) = Some e ->
    o = true /\ exists i, i <= tally (g (opp (side p)) true f) /\ reaches w (opp (side p)) f i t }.

Lemma after_tally f t q d e g a o x : tally (g a o x) <= tally (after f t q d e g a o x).
Proof.
  unfold after; destruct e as [s|]; destruct (g a o x) as [u n w|n]; simpl; auto; [destruct (sq_eqb u s); simpl; auto|]; destruct (sq_eqb u f); simpl; lia.
Qed.
Lemma after_same f t q d e g a o x : seat (g a o x) <> Some f -> (forall s, e = Some s -> seat (g a o x) <> Some s) -> after f t q d e g a o x = g a o x.
Proof.
  intros N1 N2; unfold after; destruct e as [s|]; destruct (g a o x) as [u n w|n]; simpl in *; auto.
  - destruct (sq_eqb u s) eqn:X; [apply sq_eqb_eq in X; subst u; exfalso; now apply (N2 s)|]; simpl; destruct (sq_eqb u f) eqn:Y; [apply sq_eqb_eq in Y; subst u; congruence|reflexivity].
  - destruct (sq_eqb u f) eqn:Y; [apply sq_eqb_eq in Y; subst u; congruence|reflexivity].
Qed.
Lemma after_gone f t q d e g a o x : seat (g a o x) = None -> after f t q d e g a o x = g a o x.
Proof. intros N; apply after_same; [congruence|intros; congruence]. Qed.
Lemma after_taken f t q d s g a o x : seat (g a o x) = Some s -> after f t q d (Some s) g a o x = Off (tally (g a o x)).
Proof. unfold after; destruct (g a o x) as [u n w|n]; simpl; intros X; inversion X; subst; rewrite sq_eqb_refl; reflexivity. Qed.
Lemma after_moved f t q d e g a o x n w : g a o x = At f n w -> e <> Some f -> after f t q d e g a o x = At t (n + d) (if q then Some t else w).
Proof.
  unfold after; intros -> N; destruct e as [s|]; simpl; rewrite ?sq_eqb_refl; [|reflexivity].
  destruct (sq_eqb f s) eqn:X; [apply sq_eqb_eq in X; congruence|]; simpl; now rewrite sq_eqb_refl.
Qed.

(* what a move adds: a pawn of f took a man, on e or in passing *)
Definition notes (p : pos) f t (takes : bool) e (g : roll) (lg lg' : colour -> list taking) : Prop :=
  if takes then exists s o x y, e = Some s /\ fst s = fst t /\ seat (g (opp (side p)) o x) = Some s /\ seat (g (side p) true y) = Some f /\
    forall i, lg' i = if colour_beq i (side p) then Taking t (o, x) y :: lg i else lg i
  else lg' = lg.
Lemma log_mv w p f t pr n g lg g' j e k q d : R p -> In (Mv f t pr) (moves p) -> holds w (brd p) -> holds w (brd (play p (Mv f t pr))) ->
  kept_roll w (brd p) g -> kept_roll w (brd (play p (Mv f t pr))) g' -> g' = after f t q d e g -> gone p f t e j k q d (brd (play p (Mv f t pr))) -> get (brd p) f = M (side p) j ->
  logged w p g lg -> (forall c, n c <= length (lg c)) -> d = b2n (pawn_takes p (Mv f t pr)) ->
  exists lg', logged w (play p (Mv f t pr)) g' lg' /\ (forall c, one_more p (Mv f t pr) n c <= length (lg' c)) /\ notes p f t (pawn_takes p (Mv f t pr)) e g lg lg'.
Proof.
  intros Hr Hm H H' K K' Eg (Brd & F & T & N & W & Ee & Dd & Pc & Qp) G [Once Offs Tr Fr Ld Pa] Len Ed.
  set (c := side p) in *; set (b' := brd (play p (Mv f t pr))) in *.
  assert (Nf : e <> Some f) by (intros ->; cbn [without] in F; rewrite get_set, sq_eqb_refl in F; discriminate).
  assert (Gone : get b' f = E) by (rewrite Brd, get_set, (sq_neq t f), get_set, sq_eqb_refl by congruence; reflexivity).
  assert (There : get b' t = M c k) by (rewrite Brd, get_set, sq_eqb_refl; reflexivity).
  assert (Tally : forall a o x, tally (g a o x) <= tally (g' a o x)) by (intros; rewrite Eg; apply after_tally).
  assert (Free : taboo w t = false).
  { destruct (taboo w t) eqn:X; [exfalso|reflexivity]; destruct (taboo_stands w _ _ H' X) as (a & i & A & A'), (taboo_stands w _ _ H X) as (a0 & i0 & A0 & A0'); fold b' in A'.
    assert (Gt : get (brd p) t = M c k) by congruence; destruct Ee as [->|(s & i1 & -> & V & [Es|[Es _]])]; [cbn [without] in T; congruence| |congruence].
    subst s; fold c in V; assert (Bad : M c k = M (opp c) i1) by congruence; clear - Bad; destruct c; discriminate. }
  assert (NoBar : j = Pawn -> k = Pawn -> forall u, get b' u <> M (opp c) Pawn -> barrier w c f u = false).
  { intros _ _ u Nu; apply (no_barrier w b'); [exact H'|rewrite Gone; discriminate|exact Nu]. }
  (* how a pawn goes on *)
  assert (On : j = Pawn -> forall z, leads w c z f -> leads w c z t).
  { intros Ej z L; destruct Pc as [En|Cp]; [exact Ej| |].
    - subst e; cbn [without] in *; rewrite Ej in W; inversion W as [i0 Nj _ A B|i0 _ [St|As] A B]; [congruence| |].
      + destruct St as (S1 & S2 & _ & S4); destruct f as [y r], t as [y' r']; cbn [fst snd] in *; subst y'.
        apply (straight_leads w (brd p) c y H (ahead c r' - ahead c r) r z L); [rewrite G, Ej; apply not_opp|lia|exact S4].
      + apply leads_then with f; [exact L|split; [apply in_or_app; right; now apply aslant_caps|split; [exact Free|]]].
        apply (no_barrier w b'); [exact H'|rewrite Gone; discriminate|rewrite There; apply not_opp].
    - apply leads_then with f; [exact L|split; [apply in_or_app; now right|split; [exact Free|]]].
      apply (no_barrier w b'); [exact H'|rewrite Gone; discriminate|rewrite There; apply not_opp]. }
  (* of what was captured before *)
  assert (Off' : forall i x, In x (lg i) -> g' (opp i) (fst (who x)) (snd (who x)) = g (opp i) (fst (who x)) (snd (who x))) by (intros i x I; rewrite Eg; apply after_gone, (Offs i x I)).
  assert (Ld' : forall i x s m, In x (lg i) -> g' i true (by_pawn x) = At s m None -> leads w i (on_sq x) s).
  { intros i x s m I Gx; destruct (seat_dec f (g i true (by_pawn x))) as [Sf|Sf].
    - assert (Ei : i = c) by (destruct (seat_colour _ _ _ _ _ _ _ (r_suited _ _ _ K i true (by_pawn x)) Sf) as (i1 & Gi); congruence); subst i.
      destruct (g c true (by_pawn x)) as [u m0 v|m0] eqn:G0; simpl in Sf; inversion Sf; subst u.
      rewrite Eg, (after_moved f t q d e g c true _ m0 v G0 Nf) in Gx; destruct q; [discriminate|]; inversion Gx; subst s v.
      apply On; [|exact (Ld c x f m0 I G0)]; pose proof (r_suited _ _ _ K c true (by_pawn x)) as Su; rewrite G0 in Su; destruct Su as [Su _]; congruence.
    - assert (Sn : forall s0, e = Some s0 -> seat (g i true (by_pawn x)) <> Some s0).
      { intros s0 -> S0; rewrite Eg, (after_taken f t q d s0 g i true _ S0) in Gx; discriminate. }
      rewrite Eg, (after_same f t q d e g i true _ Sf Sn) in Gx; exact (Ld i x s m I Gx). }
  assert (Ep' : forall u o x v, ep (play p (Mv f t pr)) = Some u -> step (Same, bwd (opp c)) u = Some v -> seat (g' c o x) = Some v ->
    o = true /\ exists i, i <= tally (g' c true x) /\ reaches w c x i u).
  { intros u o x v HE Sv Sx; simpl in HE; unfold new_ep in HE; fold c in HE; destruct (is_man c Pawn (get (brd p) f) && ix_beq (snd f) (pawn_rank c)) eqn:Pw; [|discriminate].
    apply andb_true_iff in Pw as [Pw Rk]; apply is_man_get in Pw; apply internal_ix_dec_bl in Rk; destruct (step (Same, fwd c) f) as [u'|] eqn:Su; [|discriminate].
    destruct (oeqb (step (Same, fwd c) u') t) eqn:St; [|discriminate]; inversion HE; subst u'; destruct (step (Same, fwd c) u) as [t'|] eqn:St'; [|discriminate]; simpl in St; apply sq_eqb_eq in St; subst t'.
    pose proof (same_file _ _ _ Su) as Fu; pose proof (same_file _ _ _ St') as Ft.
    assert (v = t) by (unfold bwd in Sv; rewrite opp_opp in Sv; congruence); subst v; assert (Ej : j = Pawn) by congruence.
    assert (Eu : get (brd p) u = E /\ get b' u = E).
    { assert (Nu : u <> f /\ u <> t) by (clear - Su St'; split; intros X; subst; [destruct f as [x []], c|destruct t as [x []], c]; discriminate).
      assert (X : get (without (brd p) e) u = E).
      { rewrite Ej in W; inversion W as [i0 Nj _ A B|i0 _ [Sg|As] A B]; [congruence| |exfalso; destruct As as [As _]; apply beside_neq in As; congruence].
        destruct Sg as (S1 & S2 & _ & S4); destruct u as [ux ur]; cbn [fst] in Fu; subst ux.
        apply S4; clear - Su St' Rk; destruct f as [fx fr]; cbn [snd] in Rk; subst fr; unfold step in *; destruct c; simpl in *; inversion Su; subst; simpl in St'; inversion St'; subst; simpl; lia. }
      split; [|rewrite Brd, !get_set, (sq_neq t u), (sq_neq f u) by (intros Y; subst; tauto); exact X].
      destruct e as [s|]; [|exact X]; cbn [without] in X; rewrite get_set in X; destruct (sq_eqb s u) eqn:Y; [exfalso|exact X]; destruct Pc as [Z|Z]; [exact Ej|discriminate|].
      apply caps_aslant in Z as [Z _]; apply beside_neq in Z; congruence. }
    destruct (seat_dec f (g c o x)) as [Sf|Sf].
    - destruct (g c o x) as [u0 m v|m] eqn:G0; simpl in Sf; inversion Sf; subst u0; pose proof (r_suited _ _ _ K c o x) as Su0; rewrite G0 in Su0.
      destruct v as [v|]; [exfalso; destruct Su0 as (_ & k0 & P0 & Gk & _); apply promos_no_pawn in P0; congruence|]; destruct o; [split; [reflexivity|]|exfalso; destruct Su0 as (Gk & _); pose proof (piece_no_pawn x); congruence].
      destruct Su0 as [_ Re]; exists m; split; [pose proof (Tally c true x) as X; rewrite G0 in X; exact X|].
      apply reaches_on with f; [exact Re|exact Su|apply (empty_free w b'); [exact H'|apply Eu]|apply (no_barrier w b'); [exact H'|rewrite Gone; discriminate|rewrite (proj2 Eu); discriminate]].
    - exfalso; assert (Tt : forall s, e = Some s -> s = t -> False).
      { intros s -> ->; destruct Pc as [Z|Z]; [exact Ej|discriminate|]; apply caps_aslant in Z as [Z _]; apply beside_neq in Z; congruence. }
      pose proof Sx as Sx0; rewrite Eg in Sx; pose proof (after_shifts _ _ _ _ t q d _ g F c o x) as Sh; rewrite Sx in Sh; destruct (seat (g c o x)) as [v|] eqn:Sg; [|discriminate].
      destruct (sq_eqb v f) eqn:Y; [apply sq_eqb_eq in Y; congruence|]; destruct (oeqb e v) eqn:Z; [discriminate|]; inversion Sh; subst v.
      destruct (seat_colour _ _ _ _ _ _ _ (r_suited _ _ _ K c o x) Sg) as (i & Gi); destruct e as [s|]; cbn [without] in T; [|congruence].
      rewrite get_set in T; destruct (sq_eqb s t) eqn:Q; [apply sq_eqb_eq in Q; now apply (Tt s)|congruence]. }
  assert (Side : side (play p (Mv f t pr)) = opp c) by reflexivity.
  (* what all logs have that begin with the old one *)
  assert (Old : forall i x, In x (lg i) -> seat (g' (opp i) (fst (who x)) (snd (who x))) = None /\
    traced w (opp i) (fst (who x)) (snd (who x)) (tally (g' (opp i) (fst (who x)) (snd (who x)))) (on_sq x) /\
    (taboo w (on_sq x) = false /\ exists y m, reaches w i (by_pawn x) m y /\ In (on_sq x) (pawn_caps i y) /\ barrier w i y (on_sq x) = false /\ S m <= tally (g' i true (by_pawn x)))).
  { intros i x I; rewrite (Off' i x I); split; [exact (Offs i x I)|split; [exact (Tr i x I)|]]; destruct (Fr i x I) as (A & y & m & B & C1 & D & L); split; [exact A|]; exists y, m; pose proof (Tally i true (by_pawn x)); repeat split; auto; lia. }
  destruct (pawn_takes p (Mv f t pr)) eqn:Pt; simpl in Ed.
  - assert (Ej : j = Pawn) by (unfold pawn_takes in Pt; rewrite G in Pt; apply andb_true_iff in Pt as [Pt _]; apply is_man_get in Pt; congruence).
    destruct Ee as [->|(s & i1 & -> & V & Ts)]; [destruct Dd as [Dd|(_ & _ & Dd)]; congruence|].
    assert (Cp : In t (pawn_caps c f)) by (destruct (Pc Ej); [discriminate|assumption]).
    destruct (r_own _ _ _ K (opp c) s i1 V) as (vo & vx & Sv); destruct (r_own _ _ _ K c f j G) as (co & cx & Sc).
    destruct (g c co cx) as [u m v|m] eqn:G0; simpl in Sc; inversion Sc; subst u; pose proof (r_suited _ _ _ K c co cx) as Su0; rewrite G0 in Su0.
    assert (Ev : v = None) by (destruct v; [exfalso; destruct Su0 as (_ & k0 & P0 & Gk & _); apply promos_no_pawn in P0; congruence|reflexivity]); subst v.
    assert (Eo : co = true) by (destruct co; [reflexivity|exfalso; destruct Su0 as (Gk & _); pose proof (piece_no_pawn cx); congruence]); subst co; destruct Su0 as [_ Re].
    set (X := Taking t (vo, vx) cx).
    assert (Vg : g' (opp c) vo vx = Off (tally (g (opp c) vo vx))) by (rewrite Eg; now apply after_taken).
    assert (Cg : exists v, g' c true cx = At t (m + d) v) by (rewrite Eg; eexists; exact (after_moved f t q d (Some s) g c true cx m None G0 Nf)); destruct Cg as (cv & Cg).
    exists (fun i => if colour_beq i c then X :: lg i else lg i).
    assert (Mem : forall i x, In x (if colour_beq i c then X :: lg i else lg i) -> i = c /\ x = X \/ In x (lg i)).
    { intros i x; destruct (colour_beq i c) eqn:Q; [|now right]; apply colour_beq_eq in Q; intros [<-|I]; auto. }
    assert (New : traced w (opp c) vo vx (tally (g (opp c) vo vx)) t).
    { destruct Ts as [->|(_ & Es & St)].
      - exact (traced_seat w (brd p) (opp c) vo vx _ _ (r_suited _ _ _ K (opp c) vo vx) Sv).
      - destruct (Pa t vo vx s Es St Sv) as (-> & i & Li & Ri); exists i; split; [exact Li|now left]. }
    split; [split|split].
    + intros i; destruct (colour_beq i c) eqn:Q; [|apply Once]; apply colour_beq_eq in Q; subst i; cbn [map]; constructor; [|apply Once].
      intros I; apply in_map_iff in I as (x & Ex & I); pose proof (Offs c x I) as Z; rewrite Ex in Z; simpl in Z; congruence.
    + intros i x I; apply Mem in I as [[-> ->]|I]; [cbn [who X fst snd]; rewrite Vg; reflexivity|apply Old, I].
    + intros i x I; apply Mem in I as [[-> ->]|I]; [cbn [who X fst snd on_sq]; rewrite Vg; exact New|now apply Old].
    + intros i x I; apply Mem in I as [[-> ->]|I]; [|now apply Old]; cbn [X on_sq by_pawn]; split; [exact Free|]; exists f, m; split; [exact Re|split; [exact Cp|split; [|rewrite Cg; simpl; lia]]].
      apply (no_barrier w b'); [exact H'|rewrite Gone; discriminate|rewrite There; apply not_opp].
    + intros i x z m' I Gx; apply Mem in I as [[-> ->]|I]; [|now apply (Ld' i x z m')]; cbn [X on_sq by_pawn] in *; rewrite Cg in Gx; inversion Gx; apply leads_here.
    + intros u o x v E1 E2 E3; rewrite Side, ?opp_opp in *; exact (Ep' u o x v E1 E2 E3).
    + intros i; unfold one_more; rewrite Pt; fold c; specialize (Len i); destruct (colour_beq i c); simpl; lia.
    + simpl; exists s, vo, vx, cx; split; [reflexivity|split; [|split; [exact Sv|split; [fold c; rewrite G0; reflexivity|reflexivity]]]].
      destruct Ts as [->|(_ & _ & St)]; [reflexivity|now apply same_file in St].
  - exists lg; split; [split|split; [|reflexivity]].
    + exact Once.
    + intros i x I; apply Old, I.
    + intros i x I; now apply Old.
    + intros i x I; now apply Old.
    + intros i x z m I Gx; now apply (Ld' i x z m).
    + intros u o x v E1 E2 E3; rewrite Side, ?opp_opp in *; exact (Ep' u o x v E1 E2 E3).
    + intros i; unfold one_more; rewrite Pt, andb_false_r; specialize (Len i); simpl; lia.
Qed.
Lemma log_castle w p h n g lg : R p -> In (Castle h) (moves p) -> kept_roll w (brd p) g -> kept_roll w (brd (play p (Castle h))) (castled_roll (side p) h g) ->
  logged w p g lg -> (forall c, n c <= length (lg c)) ->
  logged w (play p (Castle h)) (castled_roll (side p) h g) lg /\ forall c, one_more p (Castle h) n c <= length (lg c).
Proof.
  intros Hr Hm K K' [Once Offs Tr Fr Ld Pa] Len; split; [|intros c; unfold one_more; cbn [pawn_takes]; rewrite andb_false_r; specialize (Len c); simpl; lia].
  pose proof (moves_pseudo _ _ Hm) as Ps; simpl in Ps; unfold castle_ok in Ps; rewrite !andb_true_iff in Ps; destruct Ps as ((((_ & P2) & P3) & _) & _); apply is_man_get in P2, P3.
  assert (Same : forall a o x, (forall s, seat (g a o x) = Some s -> s <> (I5, home_rank (side p)) /\ s <> castle_rook_from (side p) h) -> seat (g a o x) <> Some (castle_rook_from (side p) h) -> castled_roll (side p) h g a o x = g a o x).
  { intros a o x N N'; unfold castled_roll; assert (A : after (I5, home_rank (side p)) (castle_king_to (side p) h) false 0 None g a o x = g a o x) by (apply after_same; [intros S; now destruct (N _ S)|discriminate]).
    etransitivity; [|exact A]; apply after_same; [rewrite A; exact N'|discriminate]. }
  assert (Gone : forall a o x, seat (g a o x) = None -> castled_roll (side p) h g a o x = g a o x) by (intros a o x S; apply Same; congruence).
  assert (Tally : forall a o x, tally (g a o x) <= tally (castled_roll (side p) h g a o x)).
  { intros a o x; unfold castled_roll; eapply Nat.le_trans; [|apply after_tally]; apply after_tally. }
  split.
  - exact Once.
  - intros c e I; rewrite (Gone _ _ _ (Offs c e I)); exact (Offs c e I).
  - intros c e I; rewrite (Gone _ _ _ (Offs c e I)); exact (Tr c e I).
  - intros c e I; destruct (Fr c e I) as (A & y & m & B & C1 & D & L); split; [exact A|]; exists y, m; pose proof (Tally c true (by_pawn e)); repeat split; auto; lia.
  - intros c e s i I Gs; assert (Sm : castled_roll (side p) h g c true (by_pawn e) = g c true (by_pawn e)); [|rewrite Sm in Gs; exact (Ld c e s i I Gs)].
    assert (Old : forall u m v, g c true (by_pawn e) = At u m v -> v = None).
    { intros u m v Gu; unfold castled_roll, after in Gs; rewrite Gu in Gs; simpl in Gs; destruct (sq_eqb u _); simpl in Gs; [destruct (sq_eqb (castle_king_to (side p) h) _); simpl in Gs; now inversion Gs|].
      destruct (sq_eqb u _); simpl in Gs; now inversion Gs. }
    destruct (g c true (by_pawn e)) as [u m v|m] eqn:Gu; [|rewrite <- Gu; apply Gone; rewrite Gu; reflexivity]; rewrite (Old u m v eq_refl) in Gu; pose proof (r_suited _ _ _ K c true (by_pawn e)) as Su; rewrite Gu in Su; destruct Su as [Su _].
    rewrite (Old u m v eq_refl), <- Gu; apply Same; rewrite Gu; simpl; [intros s0 Y; inversion Y; subst s0; clear Y; split|]; intros X; [subst u|subst u|inversion X; subst u]; congruence.
  - intros t o f e HE; discriminate HE.
Qed.
Lemma log_start w : logged w start first_roll (fun _ => []).
Proof. apply mklogged; [intros c; apply NoDup_nil| | | | |intros t o f e HE; discriminate HE]; intros; exfalso; assumption. Qed.
