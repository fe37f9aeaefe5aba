(* The lemma `parity`: where all pawns of a side stand on their second or third rank, and it has both knights, or one was
   captured where the only pawn of the other side that captured did so, the number of its moves is known, up to an even
   number: each takes a pawn to its third rank, or a knight to a square of the other colour, or men of the listed
   placements to the other layer. The moves of both sides take turns. *)
From Coq Require Import List Bool Arith Lia Permutation. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Retract Invariants GameInvariants Legality Files Origins Columns Assign Unmoved Ranges Captures Sources Late Pockets Locked Confined Order Knights.
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

(* --- the moves of both sides take turns --- *)
Definition flips g lg d (b : board) : bool := xorb (raised d b) (leaps g lg d).
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
