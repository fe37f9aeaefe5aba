(* Knights of a side whose pawns are all there: where they are, or where a pawn captured one. Each of their moves goes to a
   square of the other colour. *)
From Coq Require Import List Bool Arith Lia Permutation. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Retract Invariants GameInvariants Legality Files Origins Columns Assign Unmoved Ranges Captures Sources Late Pockets Locked Confined Order.
Strategy opaque [squares].

(* --- where the knights are, or where a pawn captured one --- *)
Definition of_slot x (e : taking) : bool := negb (fst (who e)) && ix_beq (snd (who e)) x.
Definition place_of (g : roll) (lg : colour -> list taking) d x : option sq :=
  match seat (g d false x) with Some s => Some s | None => option_map on_sq (find (of_slot x) (lg (opp d))) end.
Definition on_light (o : option sq) : bool := match o with Some s => light s | None => false end.
(* at the beginning one knight stands on a light square *)
Definition leaps g lg d : bool := negb (xorb (on_light (place_of g lg d I2)) (on_light (place_of g lg d I7))).
Definition knights_known g lg : Prop := forall d x, piece_of x = Knight -> place_of g lg d x <> None.
Section Knights.
  Variables (w : known) (p : pos) (g g' : roll) (lg lg' : colour -> list taking) (f t : sq) (tk : bool) (e : option sq) (j : kind).
  Let c := side p.
  Hypotheses (K : kept_roll w (brd p) g) (Sh : shifts f t e g g') (L : logged w p g lg) (No : notes p f t tk e g lg lg').
  Hypotheses (G : get (brd p) f = M c j) (Step : j = Knight -> light t = negb (light f)).
  (* a man that is no pawn is taken where the other goes *)
  Hypothesis There : forall s, e = Some s -> get (brd p) s <> M (opp c) Pawn -> s = t.
  Lemma place_mv d x : piece_of x = Knight -> place_of g' lg' d x <> None ->
    place_of g lg d x <> None /\ on_light (place_of g' lg' d x) = xorb (on_light (place_of g lg d x)) (oeqb (seat (g d false x)) f).
  Proof.
    intros Kx; unfold place_of; rewrite Sh; destruct (seat (g d false x)) as [s|] eqn:S; cbn [oeqb].
    - split; [discriminate|]; pose proof (seat_piece w d _ g x s K S) as Gs; rewrite Kx in Gs; revert H; destruct (sq_eqb s f) eqn:Sf; [|destruct (oeqb e s) eqn:Es].
      + apply sq_eqb_eq in Sf; subst s; intros _; simpl; rewrite Step by congruence; destruct (light f); reflexivity.
      + destruct e as [u|]; [|discriminate]; simpl in Es; apply sq_eqb_eq in Es; subst u; rewrite xorb_false_r.
        unfold notes in No; destruct tk.
        * destruct No as (s0 & o & x0 & y & E0 & _ & Sx & _ & Lg); inversion E0; subst s0; clear E0.
          destruct (seat_colour _ _ _ _ _ _ _ (r_suited _ _ _ K (opp (side p)) o x0) Sx) as (i & Gi); assert (d = opp (side p)) as -> by congruence.
          destruct (r_one _ _ _ K _ _ _ _ _ _ S Sx) as [<- <-]; rewrite Lg, opp_opp; replace (colour_beq (side p) (side p)) with true by (destruct (side p); reflexivity).
          simpl find; unfold of_slot; simpl; rewrite (internal_ix_dec_lb x x eq_refl); simpl; intros _; f_equal; symmetry; apply There; [reflexivity|]; rewrite Gs; discriminate.
        * rewrite No; intros H; exfalso; destruct (find (of_slot x) (lg (opp d))) as [e0|] eqn:Fi; [|now apply H]; apply find_some in Fi as [I Fi]; unfold of_slot in Fi; apply andb_true_iff in Fi as [F1 F2].
          apply internal_ix_dec_bl in F2; apply negb_true_iff in F1; pose proof (l_off _ _ _ _ L (opp d) e0 I) as Of; rewrite opp_opp, F1, F2, S in Of; discriminate.
      + intros _; simpl; now rewrite xorb_false_r.
    - assert (Same : find (of_slot x) (lg' (opp d)) = find (of_slot x) (lg (opp d))).
      { unfold notes in No; destruct tk; [|now rewrite No]; destruct No as (s0 & o & x0 & y & _ & _ & Sx & _ & Lg); rewrite Lg; destruct (colour_beq (opp d) (side p)) eqn:Ed; [|reflexivity].
        apply colour_beq_eq in Ed; simpl find; unfold of_slot at 1; simpl; destruct (negb o && ix_beq x0 x) eqn:X; [exfalso|reflexivity]; apply andb_true_iff in X as [X1 X2]; apply internal_ix_dec_bl in X2; apply negb_true_iff in X1; subst o x0.
        rewrite <- Ed, opp_opp in Sx; congruence. }
      rewrite Same; intros H; split; [exact H|now rewrite xorb_false_r].
  Qed.
  Hypothesis Pw : forall x, exists s, seat (g c true x) = Some s /\ get (brd p) s = M c Pawn.
  Lemma leaps_mv : knights_known g' lg' -> knights_known g lg /\ leaps g' lg' c = xorb (leaps g lg c) (kind_beq j Knight) /\ leaps g' lg' (opp c) = leaps g lg (opp c).
  Proof.
    intros Kn; split; [intros d x Kx; now apply (place_mv d x Kx), Kn|]; unfold leaps.
    assert (Pm : forall d x, piece_of x = Knight -> on_light (place_of g' lg' d x) = xorb (on_light (place_of g lg d x)) (oeqb (seat (g d false x)) f)) by (intros d x Kx; now apply (place_mv d x Kx), Kn).
    rewrite (Pm c I2), (Pm c I7), (Pm (opp c) I2), (Pm (opp c) I7) by reflexivity; clear Pm.
    assert (No_other : forall x, oeqb (seat (g (opp c) false x)) f = false).
    { intros x; destruct (seat (g (opp c) false x)) as [s|] eqn:S; [|reflexivity]; simpl; destruct (sq_eqb s f) eqn:Q; [exfalso|reflexivity]; apply sq_eqb_eq in Q; subst s.
      destruct (seat_colour _ _ _ _ _ _ _ (r_suited _ _ _ K (opp c) false x) S) as (i & Gi); rewrite G in Gi; destruct c; discriminate. }
    rewrite !No_other, !xorb_false_r; split; [|reflexivity].
    assert (One : xorb (oeqb (seat (g c false I2)) f) (oeqb (seat (g c false I7)) f) = kind_beq j Knight).
    { assert (At : forall x, oeqb (seat (g c false x)) f = true -> seat (g c false x) = Some f) by (intros x X; destruct (seat (g c false x)) as [s|]; [simpl in X; apply sq_eqb_eq in X; congruence|discriminate]).
      destruct (kind_beq j Knight) eqn:Kj.
      - apply kind_beq_eq in Kj; destruct (r_own _ _ _ K c f j G) as (o & y & S); destruct o.
        + exfalso; destruct (Pw y) as (s & S' & P); congruence.
        + pose proof (seat_piece w c _ g y f K S) as Gy; assert (Y : piece_of y = Knight) by congruence.
          assert (Z : forall x, x <> y -> oeqb (seat (g c false x)) f = false).
          { intros x Nx; destruct (oeqb (seat (g c false x)) f) eqn:X; [exfalso|reflexivity]; apply At in X; destruct (r_one _ _ _ K _ _ _ _ _ _ X S) as [_ X']; contradiction. }
          destruct y; try discriminate Y; rewrite S, (Z I7) || rewrite S, (Z I2); try discriminate; simpl; rewrite sq_eqb_refl; reflexivity.
      - assert (Z : forall x, piece_of x = Knight -> oeqb (seat (g c false x)) f = false).
        { intros x Kx; destruct (oeqb (seat (g c false x)) f) eqn:X; [exfalso|reflexivity]; apply At in X; pose proof (seat_piece w c _ g x f K X) as Gx; rewrite Kx, G in Gx; inversion Gx; subst j; discriminate. }
        rewrite !Z by reflexivity; reflexivity. }
    rewrite <- One; destruct (on_light (place_of g lg c I2)), (on_light (place_of g lg c I7)), (oeqb (seat (g c false I2)) f), (oeqb (seat (g c false I7)) f); reflexivity.
  Qed.
End Knights.

(* --- the knights at the end: both, or one, and the other where the only pawn of the other side that captured did so --- *)
Definition knights d (_ : sq) x := is_man d Knight x.
Definition light_knights d (s : sq) x := is_man d Knight x && light s.
Definition all_there w d k : bool := count (last w) (fun _ => is_man d k) =? length (filter (fun f => kind_beq (piece_of f) k) all8).
Definition came_only w c x : option ix := match filter (fun f => existsb (ix_beq f) (get8 (came_now w c) x)) (around x) with [f] => Some f | _ => None end.
Definition taken_on w d : option sq :=
  let c := opp d in
  match find (fun x => is_man c Pawn (get (last w) (x, third c)) && match came_only w c x with Some f => negb (ix_beq f x) | None => false end) all8 with
  | None => None
  | Some x => let s := (x, third c) in
      if (takes w c =? 1) && forallb (fun f => kind_beq (piece_of f) Knight || taboo w (f, home_rank d) || all_there w d (piece_of f) ||
        negb (look (trace_of w (table (taboo w)) (severed_from w) d (walls_of w d) false f) s)) all8 then Some s else None end.
(* whether an odd number of them are on light squares *)
Definition odd_on_light w d : option bool :=
  let odd := Nat.odd (count (last w) (light_knights d)) in
  match count (last w) (knights d) with
  | 2 => Some odd
  | 1 => option_map (fun s => xorb odd (light s)) (taken_on w d)
  | _ => None end.
Lemma reaches_straight w c f n s : reaches w c f n s -> n = 0 -> fst s = f.
Proof.
  induction 1 as [|n s t R IH St _ _|n s t R IH St _ _]; [reflexivity| |discriminate]; intros E0; rewrite <- (IH E0); exact (same_file _ _ _ St).
Qed.
Lemma leads_up w c x s : leads w c x s -> x = s \/ ahead c (snd x) < ahead c (snd s).
Proof.
  induction 1 as [s|x y s (I & _) L IH]; [now left|right]; apply nexts_ahead in I; destruct IH as [->|IH]; lia.
Qed.
Section End.
  Variables (w : known) (d : colour) (g : roll) (lg : colour -> list taking) (p : pos) (n : colour -> nat).
  Let c := opp d.
  Hypotheses (K : kept_roll w (last w) g) (Tn : forall i, pawn_tally g i <= n i) (Tk : forall i, n i <= takes w i) (L : logged w p g lg) (Len : forall i, n i <= length (lg i)).
  Hypotheses (Pw : forall x, exists s, seat (g d true x) = Some s /\ get (last w) s = M d Pawn) (Fx : forall x, taboo w (x, home_rank d) = true -> seat (g d false x) = Some (x, home_rank d)).
  Hypothesis King_one : count (last w) (fun _ => is_man d King) = 1.
  (* all men of a kind, but for pawns, are those that began so *)
  Lemma of_kind_slot s k : k <> Pawn -> get (last w) s = M d k -> exists x, seat (g d false x) = Some s /\ piece_of x = k.
  Proof.
    intros Nk G; destruct (r_own _ _ _ K d s k G) as (o & x & S); destruct o.
    - exfalso; destruct (Pw x) as (u & S' & P); congruence.
    - exists x; split; [exact S|]; pose proof (seat_piece w d _ g x s K S); congruence.
  Qed.
  Lemma kind_count (phi : sq -> cell -> bool) k : k <> Pawn -> (forall s x, phi s x = true -> x = M d k) ->
    count (last w) phi = length (filter (fun x => match seat (g d false x) with Some s => kind_beq (piece_of x) k && phi s (get (last w) s) | None => false end) all8).
  Proof.
    intros Nk H; rewrite count_filter; set (l := filter _ all8).
    destruct (choice_list (fun s : sq => s) (fun s x => seat (g d false x) = Some s) (filter (fun s => phi s (get (last w) s)) squares)) as (xs & N & F).
    - rewrite map_id; apply NoDup_filter, squares_nodup.
    - intros s I; apply filter_In in I as [_ I]; destruct (of_kind_slot s k Nk (H _ _ I)) as (x & S & _); eauto.
    - intros s u x A B; congruence.
    - replace (length (filter (fun s => phi s (get (last w) s)) squares)) with (length xs) by (clear N; induction F; simpl; congruence).
      apply Permutation_length, NoDup_Permutation; [exact N|apply NoDup_filter, all8_nodup|]; intros x; unfold l; rewrite filter_In; split.
      + intros I; split; [apply in_all8|]; assert (X : exists s, seat (g d false x) = Some s /\ phi s (get (last w) s) = true).
        { assert (A : forall ss, Forall2 (fun (s : sq) x => seat (g d false x) = Some s) ss xs -> (forall s, In s ss -> phi s (get (last w) s) = true) -> exists s, seat (g d false x) = Some s /\ phi s (get (last w) s) = true).
          { clear - I; induction xs as [|y xs IH]; intros ss Fo P; [destruct I|]; inversion Fo as [|s ? ss' ? A B]; subst; destruct I as [->|I]; [exists s; split; [exact A|apply P; now left]|apply (IH I ss' B); intros u J; apply P; now right]. }
          apply (A _ F); intros s J; now apply filter_In in J. }
        destruct X as (s & S & P); rewrite S, P, andb_true_r; pose proof (seat_piece w d _ g x s K S) as G; pose proof (H _ _ P) as G'; apply kind_beq_eq; congruence.
      + intros [_ I]; destruct (seat (g d false x)) as [s|] eqn:S; [|discriminate]; apply andb_true_iff in I as [_ P].
        assert (A : forall ss, Forall2 (fun (s : sq) x => seat (g d false x) = Some s) ss xs -> In s ss -> In x xs).
        { clear - S K; intros ss Fo; induction Fo as [|u y ss xs A _ IH]; [intros []|]; intros [->|J]; [left; destruct (r_one _ _ _ K _ _ _ _ _ _ S A) as [_ ->]; reflexivity|right; auto]. }
        apply (A _ F), filter_In; split; [apply squares_all|exact P].
  Qed.
  Lemma there_seated x : piece_of x <> Pawn -> all_there w d (piece_of x) = true -> seat (g d false x) <> None.
  Proof.
    intros Np H S; unfold all_there in H; apply Nat.eqb_eq in H; rewrite (kind_count _ (piece_of x) Np) in H by (intros s y Y; now apply is_man_get in Y).
    assert (Lt : length (filter (fun y => match seat (g d false y) with Some s => kind_beq (piece_of y) (piece_of x) && is_man d (piece_of x) (get (last w) s) | None => false end) all8) < length (filter (fun f => kind_beq (piece_of f) (piece_of x)) all8)); [|lia].
    apply (NoDup_incl_length (l := x :: filter (fun y => match seat (g d false y) with Some s => kind_beq (piece_of y) (piece_of x) && is_man d (piece_of x) (get (last w) s) | None => false end) all8)).
    - constructor; [|apply NoDup_filter, all8_nodup]; intros I; apply filter_In in I as [_ I]; rewrite S in I; discriminate.
    - intros y [<-|I]; apply filter_In; split; try apply in_all8; [now apply kind_beq_eq|]; apply filter_In in I as [_ I]; destruct (seat (g d false y)); [|discriminate]; now apply andb_true_iff in I.
  Qed.
  (* the captures of the other side's pawns: of a knight, there *)
  Lemma taken_there s : taken_on w d = Some s -> lg c <> [] /\ forall e, In e (lg c) -> on_sq e = s /\ exists y, who e = (false, y) /\ piece_of y = Knight.
  Proof.
    unfold taken_on; fold c; destruct (find _ all8) as [x|] eqn:Fi; [|discriminate]; destruct (_ && _) eqn:Cd; [|discriminate]; intros Es; inversion Es; subst s; clear Es.
    apply andb_true_iff in Cd as [T1 Ex]; apply Nat.eqb_eq in T1; rewrite forallb_forall in Ex; apply find_some in Fi as [_ Fi]; apply andb_true_iff in Fi as [Pn Cm]; apply is_man_get in Pn.
    destruct (came_now_ok w g c x K) as (f & i & Ar & Cn & Gf); [specialize (Tn c); specialize (Tk c); lia|exact Pn|].
    assert (Nf : f <> x).
    { unfold came_only in Cm; assert (I : In f (filter (fun f => existsb (ix_beq f) (get8 (came_now w c) x)) (around x))) by (apply filter_In; split; [exact Ar|]; apply existsb_exists; exists f; split; [exact Cn|now apply internal_ix_dec_lb]).
      destruct (filter _ (around x)) as [|f0 [|]]; try discriminate; destruct I as [->|[]]; intros ->; rewrite (internal_ix_dec_lb x x eq_refl) in Cm; discriminate. }
    pose proof (r_suited _ _ _ K c true f) as Su; rewrite Gf in Su; destruct Su as [_ Re]; assert (I1 : 1 <= i) by (destruct i; [exfalso; apply Nf; symmetry; exact (reaches_straight _ _ _ _ _ Re eq_refl)|lia]).
    assert (Le : pawn_tally g c <= 1) by (specialize (Tn c); specialize (Tk c); lia).
    assert (Only : forall y, y <> f -> tally (g c true y) = 0).
    { intros y Ny; assert (tally (g c true f) = i) by (rewrite Gf; reflexivity); unfold pawn_tally, sumn in Le; clear - Le Ny H I1; destruct y, f; try contradiction; lia. }
    split.
    - intros Z; assert (1 <= pawn_tally g c) by (assert (tally (g c true f) = i) by (rewrite Gf; reflexivity); unfold pawn_tally, sumn; clear - H I1; destruct f; lia).
      specialize (Len c); rewrite Z in Len; simpl in Len; specialize (Tn c); lia.
    - intros e I; destruct (l_from _ _ _ _ L c e I) as (_ & y & m & Ry & Cp & _ & Tl); assert (By : by_pawn e = f).
      { destruct (ix_eq_dec (by_pawn e) f) as [E0|N0]; [exact E0|exfalso; rewrite (Only _ N0) in Tl; lia]. }
      pose proof (l_leads _ _ _ _ L c e (x, third c) i I) as Ld; rewrite By in Ld, Ry; specialize (Ld Gf); pose proof (nexts_ahead c y (on_sq e) (in_or_app _ _ _ (or_intror Cp))) as A.
      assert (On : on_sq e = (x, third c)).
      { apply leads_up in Ld as [Ld|Ld]; [exact Ld|exfalso]; destruct (reaches_ahead _ _ _ _ _ Ry) as [[-> _]|B]; simpl in *; destruct c; simpl in *; lia. }
      split; [exact On|]; pose proof (l_off _ _ _ _ L c e I) as Of; pose proof (l_trace _ _ _ _ L c e I) as Tr; rewrite On in Tr; replace (opp c) with d in * by (unfold c; now rewrite opp_opp).
      destruct (who e) as [[] v]; cbn [fst snd] in *; [exfalso; destruct (Pw v) as (u & S & _); congruence|]; exists v; split; [reflexivity|].
      specialize (Ex v (in_all8 v)); rewrite !orb_true_iff in Ex; destruct Ex as [[[Ex|Ex]|Ex]|Ex]; [now apply kind_beq_eq|rewrite (Fx v Ex) in Of; discriminate|exfalso; exact (there_seated v (piece_no_pawn v) Ex Of)|exfalso].
      assert (Nk : piece_of v <> King).
      { intros Kv; apply (there_seated v (piece_no_pawn v)); [|exact Of]; rewrite Kv; unfold all_there; rewrite King_one; reflexivity. }
      rewrite (trace_ok w (table (taboo w)) (severed_from w) d false v (tally (g d false v)) (x, third c)) in Ex; [discriminate|apply look_table|apply severed_from_ok|auto|discriminate|exact Tr].
  Qed.
  Lemma end_known y : odd_on_light w d = Some y -> (forall x, piece_of x = Knight -> place_of g lg d x <> None) /\ leaps g lg d = negb y.
  Proof.
    unfold odd_on_light; cbv zeta.
    rewrite (kind_count (knights d) Knight ltac:(discriminate)) by (intros s x Y; now apply is_man_get in Y).
    rewrite (kind_count (light_knights d) Knight ltac:(discriminate)) by (intros s x Y; apply andb_true_iff in Y as [Y _]; now apply is_man_get in Y).
    assert (V : forall x s, piece_of x = Knight -> seat (g d false x) = Some s -> knights d s (get (last w) s) = true /\ light_knights d s (get (last w) s) = light s).
    { intros x s Kx S; pose proof (seat_piece w d _ g x s K S) as G; rewrite Kx in G; unfold light_knights, knights; rewrite G; destruct d; simpl; auto. }
    assert (Two : forall x, piece_of x = Knight -> x = I2 \/ x = I7) by (intros [] Y; try discriminate Y; auto).
    assert (Other : forall x s, piece_of x = Knight -> seat (g d false x) = None -> (forall z, piece_of z = Knight -> z <> x -> seat (g d false z) <> None) -> taken_on w d = Some s -> place_of g lg d x = Some s).
    { intros x s Kx S Oth Ta; destruct (taken_there s Ta) as [Ne All]; unfold place_of; rewrite S; fold c; destruct (lg c) as [|e l] eqn:Lg; [congruence|]; destruct (All e (or_introl eq_refl)) as (_ & z & Wz & Kz).
      assert (Ze : z = x).
      { destruct (ix_eq_dec z x) as [E0|N0]; [exact E0|exfalso]; assert (I : In e (lg c)) by (rewrite Lg; now left); pose proof (l_off _ _ _ _ L c e I) as Of; rewrite Wz in Of; simpl in Of; unfold c in Of; rewrite opp_opp in Of.
        exact (Oth z Kz N0 Of). }
      subst z; destruct (find (of_slot x) (e :: l)) as [e0|] eqn:Fi; [apply find_some in Fi as [I _]; destruct (All e0 I) as [On _]; simpl; now rewrite On|exfalso].
      simpl in Fi; unfold of_slot at 1 in Fi; rewrite Wz in Fi; simpl in Fi; rewrite (internal_ix_dec_lb x x eq_refl) in Fi; discriminate. }
    (* the other men count for nothing *)
    set (o1 := seat (g d false I1)); set (o3 := seat (g d false I3)); set (o4 := seat (g d false I4)); set (o5 := seat (g d false I5)); set (o6 := seat (g d false I6)); set (o8 := seat (g d false I8)).
    assert (Here : forall x s, seat (g d false x) = Some s -> place_of g lg d x = Some s) by (intros x s S; unfold place_of; now rewrite S).
    assert (Fin : forall a z v, place_of g lg d I2 = Some a -> place_of g lg d I7 = Some z -> v = xorb (light a) (light z) -> Some v = Some y ->
      (forall x, piece_of x = Knight -> place_of g lg d x <> None) /\ leaps g lg d = negb y).
    { intros a z v Pa Pz -> H; inversion H; subst y; split; [intros x Kx; destruct (Two x Kx) as [-> | ->]; congruence|unfold leaps; now rewrite Pa, Pz]. }
    pose proof (V I2) as V2; pose proof (V I7) as V7; simpl filter; fold o1 o3 o4 o5 o6 o8.
    destruct (seat (g d false I2)) as [s2|] eqn:S2; [destruct (V2 s2 eq_refl eq_refl) as [A2 B2]; rewrite A2, B2|]; (destruct (seat (g d false I7)) as [s7|] eqn:S7; [destruct (V7 s7 eq_refl eq_refl) as [A7 B7]; rewrite A7, B7|]).
    - replace (length _) with 2 by (destruct o1, o3, o4, o5, o6, o8; reflexivity); apply (Fin s2 s7); auto; destruct o1, o3, o4, o5, o6, o8, (light s2), (light s7); reflexivity.
    - replace (length _) with 1 by (destruct o1, o3, o4, o5, o6, o8; reflexivity); destruct (taken_on w d) as [s|] eqn:Ta; [|discriminate]; apply (Fin s2 s); auto.
      + apply Other; auto; intros z Kz Nz; destruct (Two z Kz) as [-> | ->]; congruence.
      + destruct o1, o3, o4, o5, o6, o8, (light s2), (light s); reflexivity.
    - replace (length _) with 1 by (destruct o1, o3, o4, o5, o6, o8; reflexivity); destruct (taken_on w d) as [s|] eqn:Ta; [|discriminate]; apply (Fin s s7); auto.
      + apply Other; auto; intros z Kz Nz; destruct (Two z Kz) as [-> | ->]; congruence.
      + destruct o1, o3, o4, o5, o6, o8, (light s7), (light s); reflexivity.
    - replace (length _) with 0 by (destruct o1, o3, o4, o5, o6, o8; reflexivity); discriminate.
  Qed.
End End.
