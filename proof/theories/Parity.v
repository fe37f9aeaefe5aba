(* The lemma `parity`: where all pawns of a side stand on their second or third rank, and it has both knights, or one was
   captured where the only pawn of the other side that captured did so, the number of its moves is known, up to an even
   number: each takes a pawn to its third rank, or a knight to a square of the other colour, or men of the listed
   placements to the other layer. The moves of both sides take turns. *)
From Coq Require Import List Bool Arith Lia Permutation. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Retract Invariants GameInvariants Legality Files Origins Columns Assign Unmoved Ranges Captures Sources Late Pockets Locked Confined Order.
Strategy opaque [squares].

Definition pawns_of d (_ : sq) x := is_man d Pawn x.
Definition low d (s : sq) x := is_man d Pawn x && (ix_beq (snd s) (pawn_rank d) || ix_beq (snd s) (third d)).
Definition thirds d (s : sq) x := is_man d Pawn x && ix_beq (snd s) (third d).
Definition low_pawns_all d (b : board) : bool := 8 <=? count b (low d).
Definition raised d (b : board) : bool := Nat.odd (count b (thirds d)).

(* --- what a move does to such numbers --- *)
Definition on (phi : sq -> cell -> bool) (b : board) (e : option sq) : nat := match e with Some s => b2n (phi s (get b s)) | None => 0 end.
Lemma count_shift phi b e f t c j k : (forall s, phi s E = false) -> get (without b e) f = M c j -> get (without b e) t = E -> f <> t ->
  count (set (set (without b e) f E) t (M c k)) phi + b2n (phi f (M c j)) + on phi b e = count b phi + b2n (phi t (M c k)).
Proof.
  intros Z F T N; pose proof (count_set (set (without b e) f E) t (M c k) phi) as A1; pose proof (count_set (without b e) f E phi) as A2.
  rewrite get_set, (sq_neq f t N), T, Z in A1; rewrite F, Z in A2; destruct e as [s|]; simpl in *; [|lia].
  pose proof (count_set b s E phi) as A3; rewrite Z in A3; simpl in A3; lia.
Qed.
Lemma count_all b (phi psi : sq -> cell -> bool) : (forall s x, phi s x = true -> psi s x = true) -> count b phi <= count b psi.
Proof.
  intros H; unfold count; induction squares as [|s l IH]; [auto|]; simpl; destruct (phi s (get b s)) eqn:X; [rewrite (H _ _ X); lia|]; destruct (psi s (get b s)); lia.
Qed.
Lemma count_more b (phi psi : sq -> cell -> bool) s : (forall s x, phi s x = true -> psi s x = true) -> (forall s, psi s E = false) ->
  psi s (get b s) = true -> phi s (get b s) = false -> count b phi < count b psi.
Proof.
  intros H Z P Q; pose proof (count_set b s E phi) as A; pose proof (count_set b s E psi) as B; pose proof (count_all (set b s E) phi psi H) as C.
  rewrite Z, P in B; rewrite Q in A; assert (phi s E = false) as X by (destruct (phi s E) eqn:X; [apply H in X; rewrite Z in X; discriminate|reflexivity]).
  rewrite X in A; simpl in A, B; lia.
Qed.
Lemma pawn_man d s x : pawns_of d s x = true -> x = M d Pawn. Proof. apply is_man_get. Qed.
Lemma low_pawns d s x : low d s x = true -> pawns_of d s x = true.
Proof. unfold low, pawns_of; now intros H%andb_true_iff. Qed.
Lemma thirds_pawns d s x : thirds d s x = true -> pawns_of d s x = true.
Proof. unfold thirds, pawns_of; now intros H%andb_true_iff. Qed.
Lemma few p d : R p -> count (brd p) (pawns_of d) <= 8.
Proof. intros Hr; destruct (reach_good p Hr) as (_ & _ & _ & _ & _ & _ & X); specialize (X d); unfold promo_sum in X; change (fun _ : sq => is_man d Pawn) with (pawns_of d) in X; lia. Qed.

Lemma knight_colour f t : In t (unit_steps Knight f) -> light t = negb (light f).
Proof.
  assert (X : forallb (fun f => forallb (fun t => eqb (light t) (negb (light f))) (unit_steps Knight f)) squares = true) by (vm_compute; reflexivity).
  rewrite forallb_forall in X; specialize (X f (squares_all f)); rewrite forallb_forall in X; intros I; now apply eqb_prop, X.
Qed.
Lemma odd_shift n m (x y : bool) : n + b2n x = m + b2n y -> Nat.odd n = xorb (Nat.odd m) (xorb x y).
Proof.
  assert (S1 : forall n, Nat.odd (n + 1) = negb (Nat.odd n)) by (intros a; rewrite Nat.add_1_r, Nat.odd_succ, <- Nat.negb_odd; reflexivity).
  intros H; destruct x, y; simpl in *; rewrite ?Nat.add_0_r in H.
  - replace n with m by lia; now rewrite xorb_false_r.
  - subst m; rewrite S1; destruct (Nat.odd n); reflexivity.
  - subst n; rewrite S1; destruct (Nat.odd m); reflexivity.
  - subst m; now rewrite xorb_false_r.
Qed.

Section Shift.
  Variables (p : pos) (f t : sq) (pr : option kind) (e : option sq) (j k : kind).
  Let c := side p.
  Let b := brd p.
  Let b' := brd (play p (Mv f t pr)).
  Hypotheses (Hr : R p) (Hr' : R (play p (Mv f t pr))).
  Hypothesis Brd : b' = set (set (without b e) f E) t (M c k).
  Hypotheses (F : get (without b e) f = M c j) (T : get (without b e) t = E) (N : f <> t) (W : way (without b e) c f t j k).
  Hypothesis F0 : get b f = M c j.
  Hypothesis Taken : e <> None -> exists s i, e = Some s /\ get b s = M (opp c) i.
  Lemma shift phi : (forall s, phi s E = false) -> count b' phi + b2n (phi f (M c j)) + on phi b e = count b phi + b2n (phi t (M c k)).
  Proof. intros Z; rewrite Brd; now apply count_shift. Qed.
  Lemma off_own phi d : (forall s d' i, phi s (M d' i) = true -> d' = d) -> d = c -> on phi b e = 0.
  Proof.
    intros Z ->; destruct e as [s|]; [|reflexivity]; destruct Taken as (u & i & Eu & G); [discriminate|]; inversion Eu; subst u; simpl; rewrite G.
    destruct (phi s (M (opp c) i)) eqn:X; [|reflexivity]; apply Z in X; destruct c; discriminate.
  Qed.
  Lemma own_low : low_pawns_all c b' = true -> low_pawns_all c b = true /\ (j = Pawn -> k = Pawn) /\ raised c b' = xorb (raised c b) (kind_beq j Pawn).
  Proof.
    unfold low_pawns_all; rewrite !Nat.leb_le; intros L.
    pose proof (shift (low c) ltac:(reflexivity)) as SL; pose proof (shift (pawns_of c) ltac:(reflexivity)) as SP; pose proof (shift (thirds c) ltac:(reflexivity)) as ST.
    rewrite (off_own (low c) c) in SL; [|intros s d' i X; apply low_pawns, pawn_man in X; congruence|reflexivity].
    rewrite (off_own (pawns_of c) c) in SP; [|intros s d' i X; apply pawn_man in X; congruence|reflexivity].
    rewrite (off_own (thirds c) c) in ST; [|intros s d' i X; apply thirds_pawns, pawn_man in X; congruence|reflexivity].
    pose proof (few p c Hr) as Fw; pose proof (few _ c Hr') as Fw'; fold b in Fw; fold b' in Fw'; pose proof (count_all b (low c) (pawns_of c) (low_pawns c)) as LP; pose proof (count_all b' (low c) (pawns_of c) (low_pawns c)) as LP'.
    assert (Cc : colour_beq c c = true) by (destruct c; reflexivity).
    assert (VP : forall s i, pawns_of c s (M c i) = kind_beq Pawn i) by (intros s i; unfold pawns_of, is_man; now rewrite Cc).
    assert (VL : forall s i, low c s (M c i) = kind_beq Pawn i && (ix_beq (snd s) (pawn_rank c) || ix_beq (snd s) (third c))) by (intros s i; unfold low, is_man; now rewrite Cc).
    assert (VT : forall s i, thirds c s (M c i) = kind_beq Pawn i && ix_beq (snd s) (third c)) by (intros s i; unfold thirds, is_man; now rewrite Cc).
    rewrite !VL in SL; rewrite !VP in SP; rewrite !VT in ST; unfold raised; rewrite Nat.add_0_r in ST; rewrite (odd_shift _ _ _ _ ST).
    destruct (kind_eq_dec j Pawn) as [Ej|Nj].
    - assert (Ek : k = Pawn).
      { destruct (kind_eq_dec k Pawn) as [Ek|Nk]; [exact Ek|exfalso]; rewrite Ej in SP; replace (kind_beq Pawn k) with false in SP by (destruct k; reflexivity || congruence); simpl in SP; lia. }
      rewrite Ej, Ek in *; cbn [kind_beq andb b2n] in *.
      assert (Lt : low c t (M c Pawn) = true).
      { destruct (low c t (M c Pawn)) eqn:X; [reflexivity|exfalso]; assert (Gt : get b' t = M c Pawn) by (rewrite Brd, get_set, sq_eqb_refl; reflexivity).
        pose proof (count_more b' (low c) (pawns_of c) t (low_pawns c) ltac:(reflexivity)) as Y; rewrite Gt, VP in Y; specialize (Y eq_refl X); lia. }
      assert (Up : ahead c (snd f) < ahead c (snd t)) by (inversion W as [i Nj _ A B|i _ [S|S] A B]; subst; [congruence|apply S|destruct S as [_ S]; lia]).
      destruct (pawns_reach p Hr f c) as [P1 P8]; [fold b; congruence|].
      assert (Rk : snd f = pawn_rank c /\ snd t = third c).
      { rewrite VL in Lt; simpl in Lt; apply orb_true_iff in Lt as [X|X]; apply internal_ix_dec_bl in X; rewrite X in Up; clear - X Up P1 P8; destruct c, (snd f); simpl in *; try congruence; try lia; auto. }
      destruct Rk as [Rf Rt]; rewrite Rf, Rt in *; split; [|split; [auto|]].
      + destruct c; simpl in SL; lia.
      + destruct c; simpl; destruct (Nat.odd _); reflexivity.
    - assert (Ek : k = j) by (inversion W; subst; congruence); rewrite Ek in *.
      assert (Np : kind_beq Pawn j = false) by (destruct j; try reflexivity; congruence); rewrite Np in *; cbn [andb b2n] in *.
      split; [lia|split; [congruence|]]; replace (kind_beq j Pawn) with false by (destruct j; try reflexivity; congruence); now destruct (Nat.odd _).
  Qed.
  (* the other side loses no pawn *)
  Lemma other_low : low_pawns_all (opp c) b' = true -> low_pawns_all (opp c) b = true /\ on (pawns_of (opp c)) b e = 0 /\ raised (opp c) b' = raised (opp c) b.
  Proof.
    unfold low_pawns_all; rewrite !Nat.leb_le; intros L; set (d := opp c) in *.
    assert (V : forall k' i, is_man d k' (M c i) = false) by (intros k' i; unfold d; destruct c; reflexivity).
    assert (VP : forall s i, pawns_of d s (M c i) = false) by (intros s i; unfold pawns_of; now rewrite V).
    assert (VL : forall s i, low d s (M c i) = false) by (intros s i; unfold low; now rewrite V).
    assert (VT : forall s i, thirds d s (M c i) = false) by (intros s i; unfold thirds; now rewrite V).
    pose proof (shift (low d) ltac:(reflexivity)) as SL; pose proof (shift (pawns_of d) ltac:(reflexivity)) as SP; pose proof (shift (thirds d) ltac:(reflexivity)) as ST.
    rewrite !VL in SL; rewrite !VP in SP; rewrite !VT in ST; cbn [b2n] in *.
    assert (Le : forall phi psi : sq -> cell -> bool, (forall s x, phi s x = true -> psi s x = true) -> on phi b e <= on psi b e).
    { intros phi psi H; destruct e as [s|]; [|reflexivity]; simpl; destruct (phi s (get b s)) eqn:X; [rewrite (H _ _ X); reflexivity|simpl; lia]. }
    pose proof (few p d Hr) as Fw; fold b in Fw; pose proof (count_all b' (low d) (pawns_of d) (low_pawns d)).
    pose proof (Le _ _ (low_pawns d)); pose proof (Le _ _ (thirds_pawns d)).
    split; [lia|split; [lia|]]; unfold raised; f_equal; lia.
  Qed.
End Shift.
Lemma castle_counts p h phi : In (Castle h) (moves p) -> (forall s, phi s E = false) -> (forall s c, phi s (M c King) = false) -> (forall s c, phi s (M c Rook) = false) ->
  count (brd (play p (Castle h))) phi = count (brd p) phi.
Proof.
  intros Hm Z Ki Ro; pose proof (moves_pseudo _ _ Hm) as Ps; simpl pseudo_b in Ps; unfold castle_ok in Ps; set (c := side p) in *; set (b := brd p) in *.
  rewrite !andb_true_iff, !forallb_forall in Ps; destruct Ps as ((((_ & P2) & P3) & P4) & _); apply is_man_get in P2, P3.
  assert (Z1 : get b (castle_king_to c h) = E) by (assert (X := P4 (castle_king_to c h) ltac:(destruct c, h; simpl; auto)); destruct (get b (castle_king_to c h)); [reflexivity|discriminate]).
  assert (Z2 : get b (castle_rook_to c h) = E) by (assert (X := P4 (castle_rook_to c h) ltac:(destruct c, h; simpl; auto)); destruct (get b (castle_rook_to c h)); [reflexivity|discriminate]).
  simpl brd; fold c b; set (kf := (I5, home_rank c)) in *; set (b1 := set b kf E); set (b2 := set b1 (castle_rook_from c h) E); set (b3 := set b2 (castle_king_to c h) (M c King)).
  pose proof (count_set b kf E phi) as A1; pose proof (count_set b1 (castle_rook_from c h) E phi) as A2; pose proof (count_set b2 (castle_king_to c h) (M c King) phi) as A3;
  pose proof (count_set b3 (castle_rook_to c h) (M c Rook) phi) as A4; fold b1 in A1; fold b2 in A2; fold b3 in A3.
  replace (get b1 (castle_rook_from c h)) with (M c Rook) in A2 by (unfold b1, kf; rewrite get_set; destruct c, h; symmetry; exact P3).
  replace (get b2 (castle_king_to c h)) with E in A3 by (unfold b2, b1, kf; rewrite !get_set; destruct c, h; symmetry; exact Z1).
  replace (get b3 (castle_rook_to c h)) with E in A4 by (unfold b3, b2, b1, kf; rewrite !get_set; destruct c, h; symmetry; exact Z2).
  rewrite P2 in A1; rewrite !Z, !Ki, !Ro in *; simpl in *; lia.
Qed.

Definition low_both b := low_pawns_all White b && low_pawns_all Black b.
Lemma low_side b d : low_both b = true -> low_pawns_all d b = true.
Proof. unfold low_both; intros H; apply andb_true_iff in H; destruct d; apply H. Qed.
Lemma low_sides b c : low_pawns_all c b = true -> low_pawns_all (opp c) b = true -> low_both b = true.
Proof. unfold low_both; destruct c; simpl; intros -> ->; reflexivity. Qed.
Lemma low_castle p h d : In (Castle h) (moves p) -> low_pawns_all d (brd (play p (Castle h))) = low_pawns_all d (brd p) /\ raised d (brd (play p (Castle h))) = raised d (brd p).
Proof.
  intros Hm; unfold low_pawns_all, raised; rewrite !(castle_counts p h) by (auto; intros s c; unfold low, thirds, is_man; rewrite ?andb_false_r; reflexivity); auto.
Qed.
Lemma low_back p m : R p -> In m (moves p) -> low_both (brd (play p m)) = true -> low_both (brd p) = true.
Proof.
  intros Hr Hm Fu; assert (Hr' : R (play p m)) by (now apply reach_play); destruct m as [f t pr|h].
  2: { apply (low_sides _ White); rewrite <- (proj1 (low_castle p h _ Hm)); now apply low_side. }
  destruct (reach_good p Hr) as (OK & OR & _); destruct (mv_done p f t pr OK OR (moves_pseudo _ _ Hm)) as (j & k & G & N & _ & D).
  assert (X : exists e, brd (play p (Mv f t pr)) = set (set (without (brd p) e) f E) t (M (side p) k) /\ get (without (brd p) e) f = M (side p) j /\
    get (without (brd p) e) t = E /\ way (without (brd p) e) (side p) f t j k /\ (e <> None -> exists s i, e = Some s /\ get (brd p) s = M (opp (side p)) i)).
  { remember (brd (play p (Mv f t pr))) as b' eqn:Eb; destruct D as [T W S|e i V N1 Fe T W S]; [exists None|exists (Some e)]; cbn [without]; repeat split; auto; try congruence.
    - rewrite get_set, (sq_neq e f N1); exact G.
    - rewrite get_set; destruct (sq_eqb e t) eqn:X; [reflexivity|]; destruct T as [->|[T _]]; [rewrite sq_eqb_refl in X; discriminate|exact T].
    - eauto. }
  destruct X as (e & Brd & F & T & W & Ta); apply (low_sides _ (side p)).
  - now apply (own_low p f t pr e j k Hr Hr' Brd F T N W G Ta), low_side.
  - now apply (other_low p f t pr e j k Hr Brd F T N W G Ta), low_side.
Qed.

(* --- where the knights are, or where a pawn captured one --- *)
Definition of_slot x (e : taking) : bool := negb (fst (who e)) && ix_beq (snd (who e)) x.
Definition place_of (g : roll) (lg : colour -> list taking) d x : option sq :=
  match seat (g d false x) with Some s => Some s | None => option_map on_sq (find (of_slot x) (lg (opp d))) end.
Definition on_light (o : option sq) : bool := match o with Some s => light s | None => false end.
(* at the beginning one knight stands on a light square *)
Definition leaps g lg d : bool := negb (xorb (on_light (place_of g lg d I2)) (on_light (place_of g lg d I7))).
Definition knights_known g lg : Prop := forall d x, piece_of x = Knight -> place_of g lg d x <> None.
Definition flips g lg d (b : board) : bool := xorb (raised d b) (leaps g lg d).
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

Section Parity.
  Variables (w : known) (fs : colour -> ix -> bool) (listed : colour -> bool -> placement -> bool).
  Hypothesis Lead : forall d l p, listed d l p = true -> leads_on w d (fs d) (listed d) (table (barred w d King)) (table (taboo w)) (severed_from w) l p = true.
  Hypothesis Home : forall d, listed d false (home_place d (fs d)) = true.
  (* pieces that may have moved are knights, or among those with placements *)
  Hypothesis Known_men : forall d x, piece_of x = Knight \/ fs d x = true \/ taboo w (x, home_rank d) = true.
  Hypothesis No_knight : forall d x, fs d x = true -> piece_of x <> Knight.

  Record even_game (p : pos) (n : colour -> nat) (g : roll) (lg : colour -> list taking) (l : colour -> bool) : Prop := mkeven {
    e_rolls : rolls w (brd p) n g;
    e_keeps : rights_kept p g;
    e_log : logged w p g lg;
    e_length : forall c, n c <= length (lg c);
    e_listed : forall d, listed d (l d) (places d (fs d) g) = true;
    e_pawns : forall d x, exists s, seat (g d true x) = Some s /\ get (brd p) s = M d Pawn;
    e_fixed : forall d x, taboo w (x, home_rank d) = true -> seat (g d false x) = Some (x, home_rank d);
    (* unless a knight was captured otherwise *)
    e_turn : knights_known g lg -> xorb (xorb (l White) (flips g lg White (brd p))) (xorb (l Black) (flips g lg Black (brd p))) = colour_beq (side p) Black }.
  Lemma even_start : even_game start (fun _ => 0) first_roll (fun _ => []) (fun _ => false).
  Proof.
    split; [apply start_roll|apply rights_kept_start|apply log_start|intros c; apply Nat.le_refl|intros d; rewrite home_places; apply Home| |reflexivity|intros _; vm_compute; reflexivity].
    intros d x; exists (x, pawn_rank d); split; [reflexivity|destruct d, x; reflexivity].
  Qed.
  (* one side's number changes, and the side to move *)
  Lemma turns (c : colour) (x y : colour -> bool) : xorb (x White) (x Black) = colour_beq c Black -> y c = negb (x c) -> y (opp c) = x (opp c) ->
    xorb (y White) (y Black) = colour_beq (opp c) Black.
  Proof. destruct c; simpl; intros H -> ->; destruct (x White), (x Black); simpl in *; congruence. Qed.

  Lemma even_mv p f t pr n g lg l : R p -> In (Mv f t pr) (moves p) -> holds w (brd p) -> holds w (brd (play p (Mv f t pr))) ->
    (forall d, count (last w) (fun _ => is_colour d) <= count (brd (play p (Mv f t pr))) (fun _ => is_colour d)) ->
    low_both (brd (play p (Mv f t pr))) = true -> even_game p n g lg l -> exists g' lg' l', even_game (play p (Mv f t pr)) (one_more p (Mv f t pr) n) g' lg' l'.
  Proof.
    intros Hr Hm H H' Le Fu Ev; assert (Hr' : R (play p (Mv f t pr))) by (now apply reach_play); destruct Ev as [B Rt Lo Len L Pw Fx Tu].
    destruct (mv_roll w p f t pr (reach_good p Hr) Hr Hm H H' n g B) as (g' & j & e & B' & Sh & G & Gl & Em & Ta & k & q0 & d0 & Eg & Gn & Ed); pose proof Gn as (Brd & F & T & N & W & Ee & _).
    destruct (log_mv w p f t pr n g lg g' j e k q0 d0 Hr Hm H H' (proj1 B) (proj1 B') Eg Gn G Lo Len Ed) as (lg' & Lo' & Len' & No).
    assert (There : forall s, e = Some s -> get (brd p) s <> M (opp (side p)) Pawn -> s = t).
    { intros s -> Np; destruct Ee as [Ee|(s' & i & Es & V & [->|(_ & Ep & St)])]; [discriminate|congruence|exfalso; inversion Es; subst s'; apply Np].
      destruct (reach_good p Hr) as (_ & OR & Eb & _); unfold ep_bad in Eb; rewrite Ep in Eb; apply negb_false_iff in Eb; rewrite !andb_true_iff in Eb; destruct Eb as [[[Rk _] _] Pn]; apply internal_ix_dec_bl in Rk; apply is_man_get in Pn.
      rewrite <- Pn; f_equal; destruct t as [x y]; simpl in Rk; subst y; unfold step in St; simpl in St; destruct (side p); simpl in St; inversion St; reflexivity. }
    set (c := side p) in *; set (q := play p (Mv f t pr)) in *.
    destruct (own_low p f t pr e j k Hr Hr' Brd F T N W G Ta (low_side _ _ Fu)) as (_ & Kp & Own); destruct (other_low p f t pr e j k Hr Brd F T N W G Ta (low_side _ _ Fu)) as (_ & Op & Other).
    fold c in Own, Other, Op; fold q in Own, Other.
    assert (Gone : get (brd q) f = E) by (rewrite Brd, get_set, (sq_neq t f), get_set, sq_eqb_refl by congruence; reflexivity).
    assert (Stay : forall d x s, seat (g d false x) = Some s -> taboo w (x, home_rank d) = true -> s <> f /\ oeqb e s = false).
    { intros d x s S X; rewrite (Fx d x X) in S; inversion S; subst s; destruct (taboo_stands w _ _ H' X) as (a & i & A & A'), (taboo_stands w _ _ H X) as (a0 & i0 & A0 & A0').
      split; [intros Y; rewrite Y in A'; congruence|]; destruct e as [u|]; [|reflexivity]; simpl; destruct (sq_eqb u (x, home_rank d)) eqn:Z; [exfalso|reflexivity]; apply sq_eqb_eq in Z; subst u.
      destruct Ta as (u & i1 & Eu & Gu); [discriminate|]; inversion Eu; subst u; destruct (sq_eqb (x, home_rank d) t) eqn:Y.
      - apply sq_eqb_eq in Y; rewrite Y in *; assert (At : get (brd q) t = M c k) by (rewrite Brd, get_set, sq_eqb_refl; reflexivity); assert (Bad : M c k = M (opp c) i1) by congruence; clear - Bad; destruct c; discriminate.
      - rewrite (Em _ eq_refl) in A'; [congruence|]; intros Y'; rewrite Y', sq_eqb_refl in Y; discriminate. }
    exists g', lg', (fun d => if colour_beq c d && mover d (fs d) g f then negb (l d) else l d); split.
    - exact B'.
    - now apply (rights_kept_mv p f t pr g g' e).
    - exact Lo'.
    - exact Len'.
    - intros d; exact (layers_mv w d (fs d) (listed d) (Lead d) (l d) p f t pr g g' j e Hr Hm (proj1 B) (proj1 B') Sh G Gl Ta (Le d) (L d)).
    - intros d x; destruct (Pw d x) as (s & S & P); rewrite Sh, S; destruct (sq_eqb s f) eqn:Y.
      + apply sq_eqb_eq in Y; subst s; exists t; split; [reflexivity|]; assert (j = Pawn /\ c = d) as [Ej <-] by (split; congruence); rewrite Brd, get_set, sq_eqb_refl, (Kp Ej); reflexivity.
      + assert (Ne : oeqb e s = false).
        { destruct e as [u|]; [|reflexivity]; simpl; destruct (sq_eqb u s) eqn:Z; [exfalso|reflexivity]; apply sq_eqb_eq in Z; subst u; destruct Ta as (u & i & Eu & Gu); [discriminate|]; inversion Eu; subst u.
          assert (d = opp c) as -> by congruence; simpl in Op; unfold pawns_of in Op; rewrite P in Op; clear - Op; destruct c; discriminate. }
        rewrite Ne; exists s; split; [reflexivity|]; rewrite Brd, !get_set, (sq_neq f s) by (intros Z; rewrite Z, sq_eqb_refl in Y; discriminate).
        destruct (sq_eqb t s) eqn:Z; [exfalso; apply sq_eqb_eq in Z; subst s|].
        * assert (X : get (without (brd p) e) t = get (brd p) t) by (destruct e as [u|]; [simpl in Ne |- *; rewrite get_set; now rewrite Ne|reflexivity]); congruence.
        * destruct e as [u|]; [simpl in Ne |- *; rewrite get_set, Ne; exact P|exact P].
    - intros d x X; destruct (Stay d x _ (Fx d x X) X) as [S1 S2]; rewrite Sh, (Fx d x X), S2; rewrite (sq_neq _ f) by exact S1; reflexivity.
    - intros Kn'; destruct (leaps_mv w p g g' lg lg' f t (pawn_takes p (Mv f t pr)) e j (proj1 B) Sh Lo No G) as (Kn & Lc & Lx); [|exact There|exact (Pw (side p))|exact Kn'|].
      { intros ->; apply knight_colour; specialize (Gl ltac:(discriminate)); destruct Gl as [_ I _ _|x [] _]; exact I. }
      fold c in Lc, Lx; change (colour_beq (side q) Black) with (colour_beq (opp c) Black); unfold flips in *.
      apply (turns c (fun d => xorb (l d) (xorb (raised d (brd p)) (leaps g lg d))) (fun d => xorb (if colour_beq c d && mover d (fs d) g f then negb (l d) else l d) (xorb (raised d (brd q)) (leaps g' lg' d)))); [exact (Tu Kn)| |].
      2: { rewrite Other, Lx; replace (colour_beq c (opp c)) with false by (destruct c; reflexivity); reflexivity. }
      rewrite Own, Lc; replace (colour_beq c c) with true by (destruct c; reflexivity); cbn [andb].
      assert (Mo : mover c (fs c) g f = match j with Pawn | Knight => false | _ => true end).
      { destruct (mover c (fs c) g f) eqn:X.
        - apply mover_inv in X as (x & Fs & S); pose proof (seat_piece w c _ g x f (proj1 B) S) as Gf; assert (Ej : j = piece_of x) by congruence.
          pose proof (No_knight c x Fs); pose proof (piece_no_pawn x); destruct j; congruence.
        - destruct (r_own _ _ _ (proj1 B) c f j G) as (o & x & S); destruct o.
          + destruct (Pw c x) as (s & S' & P); assert (j = Pawn) as -> by congruence; reflexivity.
          + pose proof (seat_piece w c _ g x f (proj1 B) S) as Gf; assert (Ej : j = piece_of x) by congruence; destruct (Known_men c x) as [Km|[Km|Km]].
            * rewrite Ej, Km; reflexivity.
            * rewrite (mover_ok c (fs c) g f x Km S) in X; discriminate.
            * destruct (Stay c x f S Km) as [Y _]; congruence. }
      rewrite Mo; destruct j; destruct (l c), (raised c (brd p)), (leaps g lg c); reflexivity.
  Qed.
  Lemma even_castle p h n g lg l : R p -> In (Castle h) (moves p) -> holds w (brd p) -> holds w (brd (play p (Castle h))) -> even_game p n g lg l -> exists g' lg' l', even_game (play p (Castle h)) (one_more p (Castle h) n) g' lg' l'.
  Proof.
    intros Hr Hm H H' [B Rt Lo Len L Pw Fx Tu]; destruct (castle_roll w p h (reach_good p Hr) Hr Hm H H' n g B) as (B' & Sh); set (g' := castled_roll (side p) h g) in *; destruct (log_castle w p h n g lg Hr Hm (proj1 B) (proj1 B') Lo Len) as [Lo' Len'].
    pose proof (moves_pseudo _ _ Hm) as Ps; simpl in Ps; unfold castle_ok in Ps; rewrite !andb_true_iff, !forallb_forall in Ps; destruct Ps as ((((P1 & P2) & P3) & P4) & _).
    apply is_man_get in P2, P3; set (c := side p) in *; set (q := play p (Castle h)) in *.
    assert (Board : forall s, get (brd q) s = if sq_eqb (castle_rook_to c h) s then M c Rook else if sq_eqb (castle_king_to c h) s then M c King else
      if sq_eqb (castle_rook_from c h) s then E else if sq_eqb (I5, home_rank c) s then E else get (brd p) s) by (intros s; unfold q; simpl; rewrite !get_set; reflexivity).
    assert (Free : taboo w (I5, home_rank c) = false /\ taboo w (castle_rook_from c h) = false).
    { split; match goal with |- taboo w ?s = false => destruct (taboo w s) eqn:X; [exfalso|reflexivity]; destruct (taboo_stands w _ _ H' X) as (a & i & A & A'), (taboo_stands w _ _ H X) as (a0 & i0 & A0 & A0') end;
      rewrite Board in A'; destruct c, h; simpl in *; congruence. }
    assert (Mo : fs c I5 = true).
    { destruct (Known_men c I5) as [X|[X|X]]; [discriminate|exact X|destruct Free; congruence]. }
    assert (Off : forall d o x s, seat (g d o x) = Some s -> get (brd p) s <> M c King -> get (brd p) s <> M c Rook -> seat (g' d o x) = Some s /\ get (brd q) s = get (brd p) s).
    { intros d o x s S N1 N2; rewrite Sh, S; assert (A : sq_eqb s (castle_rook_from c h) = false) by (apply sq_neq; intros ->; contradiction).
      assert (A' : sq_eqb s (I5, home_rank c) = false) by (apply sq_neq; intros ->; contradiction); fold c; rewrite A, A'; split; [reflexivity|].
      assert (Z : forall u, In u (castle_empty c h) -> sq_eqb u s = false).
      { intros u Hu; apply sq_neq; intros ->; apply P4 in Hu; destruct (seat_colour _ _ _ _ _ _ _ (r_suited _ _ _ (proj1 B) d o x) S) as (i & Gi); rewrite Gi in Hu; discriminate. }
      rewrite Board, (Z (castle_rook_to c h)), (Z (castle_king_to c h)) by (destruct c, h; simpl; auto).
      rewrite (sq_neq (castle_rook_from c h) s), (sq_neq (I5, home_rank c) s) by (intros Y; subst s; contradiction); reflexivity. }
    exists g', lg, (fun d => if colour_beq c d && (fs d I5 || fs d (rook_file h)) then negb (l d) else l d); split.
    - exact B'.
    - now apply (rights_kept_castle p h g g').
    - exact Lo'.
    - exact Len'.
    - intros d; exact (layers_castle w d (fs d) (listed d) (Lead d) (l d) p h g g' Hr Hm H H' (proj1 B) Rt Sh (L d)).
    - intros d x; destruct (Pw d x) as (s & S & P); destruct (Off d true x s S) as [S' G']; [rewrite P; congruence|rewrite P; congruence|]; exists s; split; [exact S'|congruence].
    - intros d x X; rewrite Sh, (Fx d x X); fold c; rewrite (sq_neq _ (castle_rook_from c h)), (sq_neq _ (I5, home_rank c)); [reflexivity| |];
      intros Y; rewrite Y in X; destruct Free; congruence.
    - assert (Pl : forall d x, piece_of x = Knight -> place_of g' lg d x = place_of g lg d x).
      { intros d x Kx; unfold place_of; destruct (seat (g d false x)) as [s|] eqn:S; [|rewrite Sh, S; reflexivity]; pose proof (seat_piece w d _ g x s (proj1 B) S) as Gs; rewrite Kx in Gs.
        destruct (Off d false x s S) as [S' _]; [rewrite Gs; congruence|rewrite Gs; congruence|]; now rewrite S'. }
      intros Kn'; assert (Kn : knights_known g lg) by (intros d x Kx; rewrite <- (Pl d x Kx); now apply Kn'); assert (Le : forall d, leaps g' lg d = leaps g lg d) by (intros d; unfold leaps; now rewrite !Pl by reflexivity).
      change (colour_beq (side q) Black) with (colour_beq (opp c) Black); unfold flips in *.
      apply (turns c (fun d => xorb (l d) (xorb (raised d (brd p)) (leaps g lg d))) (fun d => xorb (if colour_beq c d && (fs d I5 || fs d (rook_file h)) then negb (l d) else l d) (xorb (raised d (brd q)) (leaps g' lg d)))); [exact (Tu Kn)| |].
      + unfold q; rewrite (proj2 (low_castle p h c Hm)), Mo, Le; replace (colour_beq c c) with true by (destruct c; reflexivity); simpl; destruct (l c), (raised c (brd p)), (leaps g lg c); reflexivity.
      + unfold q; rewrite (proj2 (low_castle p h (opp c) Hm)), Le; replace (colour_beq c (opp c)) with false by (destruct c; reflexivity); reflexivity.
  Qed.
  Theorem even_of p n : game w p n -> (forall d, count (last w) (fun _ => is_colour d) <= count (brd p) (fun _ => is_colour d)) -> low_both (brd p) = true -> exists g lg l, even_game p n g lg l.
  Proof.
    induction 1 as [|p m n G IH Hm H]; intros Le Fu; [exists first_roll, (fun _ => []), (fun _ => false); apply even_start|].
    pose proof (game_R _ _ _ G) as Hr; destruct (reach_good p Hr) as (OK & OR & _).
    destruct IH as (g & lg & l & Ev); [|now apply (low_back p m)|].
    - intros d; destruct (count_effect _ _ _ d (move_effect p m OK OR (moves_pseudo _ _ Hm))) as (Mono & _); specialize (Le d); lia.
    - destruct m as [f t pr|h]; [eapply even_mv|eapply even_castle]; eauto using game_holds.
  Qed.
End Parity.

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
    pose proof (V I2) as V2; pose proof (V I7) as V7; unfold leaps; simpl filter.
    destruct (seat (g d false I2)) as [s2|] eqn:S2; [destruct (V2 s2 eq_refl eq_refl) as [A2 B2]; rewrite A2, B2|]; (destruct (seat (g d false I7)) as [s7|] eqn:S7; [destruct (V7 s7 eq_refl eq_refl) as [A7 B7]; rewrite A7, B7|]).
    - assert (P2 : place_of g lg d I2 = Some s2) by (unfold place_of; now rewrite S2); assert (P7 : place_of g lg d I7 = Some s7) by (unfold place_of; now rewrite S7); rewrite P2, P7; simpl on_light.
      replace (length _) with 2 by (destruct (seat (g d false I1)), (seat (g d false I3)), (seat (g d false I4)), (seat (g d false I5)), (seat (g d false I6)), (seat (g d false I8)); reflexivity).
      intros H; apply (f_equal (fun o => match o with Some z => z | None => false end)) in H; cbv beta iota in H; subst y; split.
      + intros x Kx; destruct (Two x Kx) as [-> | ->]; congruence.
      + destruct (seat (g d false I1)), (seat (g d false I3)), (seat (g d false I4)), (seat (g d false I5)), (seat (g d false I6)), (seat (g d false I8)), (light s2), (light s7); reflexivity.
    - assert (P2 : place_of g lg d I2 = Some s2) by (unfold place_of; now rewrite S2).
      replace (length _) with 1 by (destruct (seat (g d false I1)), (seat (g d false I3)), (seat (g d false I4)), (seat (g d false I5)), (seat (g d false I6)), (seat (g d false I8)); reflexivity).
      destruct (taken_on w d) as [s|] eqn:Ta; [|discriminate]; simpl option_map; intros H; apply (f_equal (fun o => match o with Some z => z | None => false end)) in H; cbv beta iota in H; subst y.
      assert (P7 : place_of g lg d I7 = Some s) by (apply Other; auto; intros z Kz Nz; destruct (Two z Kz) as [-> | ->]; congruence); rewrite P2, P7; simpl on_light; split.
      + intros x Kx; destruct (Two x Kx) as [-> | ->]; congruence.
      + destruct (seat (g d false I1)), (seat (g d false I3)), (seat (g d false I4)), (seat (g d false I5)), (seat (g d false I6)), (seat (g d false I8)), (light s2), (light s); reflexivity.
    - assert (P7 : place_of g lg d I7 = Some s7) by (unfold place_of; now rewrite S7).
      replace (length _) with 1 by (destruct (seat (g d false I1)), (seat (g d false I3)), (seat (g d false I4)), (seat (g d false I5)), (seat (g d false I6)), (seat (g d false I8)); reflexivity).
      destruct (taken_on w d) as [s|] eqn:Ta; [|discriminate]; simpl option_map; intros H; apply (f_equal (fun o => match o with Some z => z | None => false end)) in H; cbv beta iota in H; subst y.
      assert (P2 : place_of g lg d I2 = Some s) by (apply Other; auto; intros z Kz Nz; destruct (Two z Kz) as [-> | ->]; congruence); rewrite P2, P7; simpl on_light; split.
      + intros x Kx; destruct (Two x Kx) as [-> | ->]; congruence.
      + destruct (seat (g d false I1)), (seat (g d false I3)), (seat (g d false I4)), (seat (g d false I5)), (seat (g d false I6)), (seat (g d false I8)), (light s7), (light s); reflexivity.
    - replace (length _) with 0 by (destruct (seat (g d false I1)), (seat (g d false I3)), (seat (g d false I4)), (seat (g d false I5)), (seat (g d false I6)), (seat (g d false I8)); reflexivity); discriminate.
  Qed.
End End.

(* --- the lemma: of each side some files, and placements after an even and an odd number of moves --- *)
Record layers := Layers { of_files : list ix; evens : list placement; odds : list placement }.
Definition layer (x : layers) (l : bool) : list placement := if l then odds x else evens x.
Definition parity_shown (a : pos) (white black : layers) : bool :=
  match ending_of a with Ends w =>
  let given d := match d with White => white | Black => black end in
  let side_shown d :=
    let x := given d in
    let even := is_listed (list_places (evens x)) in
    let odd := is_listed (list_places (odds x)) in
    forallb (fun f => negb (taboo w (f, home_rank d))) (of_files x) &&
    forallb (fun f => negb (kind_beq (piece_of f) Knight)) (of_files x) &&
    forallb (fun f => kind_beq (piece_of f) Knight || among_files (of_files x) f || taboo w (f, home_rank d)) all8 &&
    closed_layers w d (among_files (of_files x)) (fun l => if l then odd else even) [(false, evens x); (true, odds x)] in
  let ends d l := existsb (is_end w d (required w d (among_files (of_files (given d))) (table (barred w d King)))) (layer (given d) l) in
  match odd_on_light w White, odd_on_light w Black with
  | Some kw, Some kb =>
      let flipped d k := xorb (raised d (last w)) (negb k) in
      let fits lw lb := xorb (xorb (xorb lw (flipped White kw)) (xorb lb (flipped Black kb))) (colour_beq (side a) White) && ends White lw && ends Black lb in
      low_both (last w) && side_shown White && side_shown Black &&
      negb (fits false false || fits false true || fits true false || fits true true)
  | _, _ => false end
  | _ => false end.
Theorem parity_ok a white black p : parity_shown a white black = true -> covers a p -> R p -> False.
Proof.
  unfold parity_shown; intros H C Hr; pose proof (ending_ok a p C Hr) as Sh; destruct (ending_of a) as [| |w|]; try discriminate; cbv zeta in H.
  destruct (odd_on_light w White) as [kw|] eqn:Kw; [|discriminate]; destruct (odd_on_light w Black) as [kb|] eqn:Kb; [|discriminate]; rewrite !andb_true_iff in H.
  destruct H as [[[Fu Sw] Sb] Fits], Sh as (n & Cn); pose proof (c_game _ _ _ _ Cn) as G; apply covers_inv in C as (C1 & C2 & _); set (given := fun d => match d with White => white | Black => black end) in *.
  assert (Sd : forall d, ((forall x, among_files (of_files (given d)) x = true -> piece_of x <> Knight) /\
    (forall x, piece_of x = Knight \/ among_files (of_files (given d)) x = true \/ taboo w (x, home_rank d) = true)) /\
    closed_layers w d (among_files (of_files (given d))) (fun l => if l then is_listed (list_places (odds (given d))) else is_listed (list_places (evens (given d)))) [(false, evens (given d)); (true, odds (given d))] = true).
  { assert (X : forall d x, (forallb (fun f => negb (kind_beq (piece_of f) Knight)) (of_files x) = true /\
      forallb (fun f => kind_beq (piece_of f) Knight || among_files (of_files x) f || taboo w (f, home_rank d)) all8 = true) ->
      (forall f, among_files (of_files x) f = true -> piece_of f <> Knight) /\ (forall f, piece_of f = Knight \/ among_files (of_files x) f = true \/ taboo w (f, home_rank d) = true)).
    { intros d x [N A]; rewrite forallb_forall in N, A; split; intros f.
      - intros I; apply existsb_exists in I as (f' & I & Y); apply internal_ix_dec_bl in Y; subst f'; specialize (N f I); apply negb_true_iff in N; intros Y; rewrite Y in N; discriminate.
      - specialize (A f (in_all8 f)); rewrite !orb_true_iff in A; destruct A as [[A|A]|A]; auto; apply kind_beq_eq in A; auto. }
    intros d; destruct d; [destruct Sw as [Y Z]|destruct Sb as [Y Z]]; (split; [now apply X|exact Z]). }
  destruct (even_of w (fun d => among_files (of_files (given d))) (fun d l => if l then is_listed (list_places (odds (given d))) else is_listed (list_places (evens (given d))))) with (p := p) (n := n) as (g & lg & l & Ev).
  - intros d l q L; destruct (Sd d) as [_ Cl]; apply andb_true_iff in Cl as [_ Cl]; rewrite forallb_forall in Cl; pose proof (Cl _ (or_introl eq_refl)) as Ce; pose proof (Cl _ (or_intror (or_introl eq_refl))) as Co.
    cbn [fst snd] in Ce, Co; rewrite forallb_forall in Ce, Co; destruct l; apply is_listed_ok in L; [exact (Co q L)|exact (Ce q L)].
  - intros d; destruct (Sd d) as [_ Cl]; now apply andb_true_iff in Cl as [Cl _].
  - intros d x; destruct (Sd d) as [[_ A] _]; exact (A x).
  - intros d x; destruct (Sd d) as [[A _] _]; exact (A x).
  - exact G.
  - intros d; rewrite (c_last _ _ _ _ Cn); lia.
  - rewrite (c_last _ _ _ _ Cn); exact Fu.
  - destruct Ev as [[K T] _ Lo Len L Pw Fx Tu]; pose proof (reach_good p Hr) as (_ & _ & _ & _ & _ & Ki & _); pose proof (c_last _ _ _ _ Cn) as La; rewrite La in K, Pw, Ki.
    assert (Knw : forall d y, odd_on_light w d = Some y -> (forall x, piece_of x = Knight -> place_of g lg d x <> None) /\ leaps g lg d = negb y)
      by (intros d y; exact (end_known w d g lg p n K T (c_takes _ _ _ _ Cn) Lo Len (Pw d) (Fx d) (Ki d) y)).
    destruct (Knw White kw Kw) as [Nw Lw], (Knw Black kb Kb) as [Nb Lb]; assert (Kn : knights_known g lg) by (intros [] x Kx; auto); specialize (Tu Kn); unfold flips in Tu; rewrite Lw, Lb, La, <- C2 in Tu.
    assert (En : forall d, existsb (is_end w d (required w d (among_files (of_files (given d))) (table (barred w d King)))) (layer (given d) (l d)) = true).
    { intros d; apply existsb_exists; exists (places d (among_files (of_files (given d))) g); split; [|exact (layers_end w d _ g K (Nat.le_trans _ _ _ (T d) (c_takes _ _ _ _ Cn d)))].
      specialize (L d); cbv beta in L; destruct (l d); now apply is_listed_ok in L. }
    apply negb_true_iff in Fits; rewrite !orb_false_iff in Fits; destruct Fits as [[[F1 F2] F3] F4].
    pose proof (En White) as Ew; pose proof (En Black) as Eb; cbn [given] in Ew, Eb.
    assert (Tn : xorb (xorb (xorb (l White) (xorb (raised White (last w)) (negb kw))) (xorb (l Black) (xorb (raised Black (last w)) (negb kb)))) (colour_beq (side a) White) = true) by (rewrite Tu; destruct (side a); reflexivity).
    destruct (l White), (l Black); rewrite Tn in *; cbn [given layer] in *; rewrite ?Ew, ?Eb in *; discriminate.
Qed.
