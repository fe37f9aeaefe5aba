(* The symmetries of the board: what is forced in a position without rights is forced in its image. *)
From Coq Require Import List Bool Arith Lia Permutation. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Rules Invariants GameInvariants Legality Win Little Endings.
Local Opaque squares.

Definition pawnless (b : board) : Prop := forall s c, get b s <> M c Pawn.
Section Image.
  (* squares and directions; pawns go on going forward when the symmetry is upright, that is, mirrors files *)
  Variables (at_ : sq -> sq) (dir : d1 * d1 -> d1 * d1) (img : board -> board) (upright : bool).
  Hypothesis at_at : forall s, at_ (at_ s) = s.
  Hypothesis get_img : forall b s, get (img b) (at_ s) = get b s.
  Hypothesis step_img : forall d s, step (dir d) (at_ s) = option_map at_ (step d s).
  Hypothesis dir_orth : forall d, In d orth -> In (dir d) orth.
  Hypothesis dir_diag : forall d, In d diag -> In (dir d) diag.
  Hypothesis dir_knight : forall h v, In (h, v) diag ->
    (dir (Same, v) = (Same, snd (dir (h, v))) \/ dir (Same, v) = (fst (dir (h, v)), Same)) /\
    (dir (h, Same) = (Same, snd (dir (h, v))) \/ dir (h, Same) = (fst (dir (h, v)), Same)).
  Hypothesis up : upright = true -> (forall h c, dir (h, fwd c) = (rev1 h, fwd c)) /\
    (forall s, snd (at_ s) = snd s) /\ (forall s t, fst s = fst t -> fst (at_ s) = fst (at_ t)).

  Lemma at_eqb s t : sq_eqb (at_ s) (at_ t) = sq_eqb s t.
  Proof.
    destruct (sq_eqb s t) eqn:E; [apply sq_eqb_eq in E; subst; apply sq_eqb_refl|].
    destruct (sq_eqb (at_ s) (at_ t)) eqn:F; [|reflexivity]; apply sq_eqb_eq in F; apply (f_equal at_) in F; rewrite !at_at in F; subst.
    now rewrite sq_eqb_refl in E.
  Qed.
  Lemma get_img' b s : get (img b) s = get b (at_ s).
  Proof. rewrite <- (get_img b (at_ s)); now rewrite at_at. Qed.
  Lemma img_img b : img (img b) = b.
  Proof. apply board_ext; intros s; rewrite !get_img'; now rewrite at_at. Qed.
  Lemma img_set b s x : img (set b s x) = set (img b) (at_ s) x.
  Proof. apply board_ext; intros t; rewrite get_img', !get_set, get_img'; rewrite <- (at_at t) at 3; now rewrite at_eqb. Qed.
  Definition fit (b : board) : Prop := upright = true \/ pawnless b.
  Lemma fit_img b : fit b -> fit (img b).
  Proof. intros [H|H]; [now left|right]; intros s c; rewrite get_img'; apply H. Qed.
  Lemma kings_img b : kings b -> kings (img b).
  Proof.
    intros K d; rewrite <- (K d), !count_filter.
    assert (P : Permutation squares (map at_ squares)).
    { apply NoDup_Permutation; [apply squares_nodup| |].
      - apply FinFun.Injective_map_NoDup; [intros s t H; apply (f_equal at_) in H; now rewrite !at_at in H|apply squares_nodup].
      - intros s; split; intros _; [apply in_map_iff; exists (at_ s); split; [apply at_at|apply squares_all]|apply squares_all]. }
    assert (Q : forall l, length (filter (fun s => is_man d King (get (img b) s)) (map at_ l)) = length (filter (fun s => is_man d King (get b s)) l)).
    { induction l as [|s l IH]; [reflexivity|]; cbn [map filter]; rewrite get_img; destruct (is_man d King (get b s)); simpl; now rewrite IH. }
    rewrite <- (Q squares); apply Permutation_length; clear Q; induction P; simpl; repeat match goal with |- context [if ?x then _ else _] => destruct x end;
      try constructor; auto; etransitivity; eassumption.
  Qed.

  (* --- what men attack, and where they go --- *)
  Lemma way_img b d s t : way b d s t -> way (img b) (dir d) (at_ s) (at_ t).
  Proof.
    induction 1 as [s t H|s u t H G W IH]; [apply way_end; now rewrite step_img, H|].
    apply way_on with (at_ u); [now rewrite step_img, H|now rewrite get_img|exact IH].
  Qed.
  Lemma attacks_img b c k s t : (k = Pawn -> upright = true) -> attacks b c k s t -> attacks (img b) c k (at_ s) (at_ t).
  Proof.
    assert (All : forall d, In d (orth ++ diag) -> In (dir d) (orth ++ diag)).
    { intros d; rewrite !in_app_iff; intros [H|H]; [left; now apply dir_orth|right; now apply dir_diag]. }
    intros U A; destruct A as [c s t d Hd St|c s t d Hd W|c s t d Hd W|c s t d Hd W|c s u t h v Hd S1 S2|c s t h Hh St].
    - apply king_attacks with (dir d); [now apply All|now rewrite step_img, St].
    - apply rook_attacks with (dir d); [now apply dir_orth|now apply way_img].
    - apply bishop_attacks with (dir d); [now apply dir_diag|now apply way_img].
    - apply queen_attacks with (dir d); [now apply All|now apply way_img].
    - destruct (dir_knight h v Hd) as [K1 K2]; pose proof (dir_diag _ Hd) as D; destruct (dir (h, v)) as [h' v'] eqn:Dir; simpl in K1, K2.
      apply knight_attacks with (at_ u) h' v'; [exact D| |rewrite <- Dir; now rewrite step_img, S2].
      destruct S1 as [S1|S1]; [destruct K1 as [K|K]|destruct K2 as [K|K]]; [left|right|left|right]; rewrite <- K; now rewrite step_img, S1.
    - destruct (up (U eq_refl)) as [U1 _]; apply pawn_attacks with (rev1 h); [destruct Hh; subst; simpl; auto|].
      rewrite <- U1; now rewrite step_img, St.
  Qed.
  Lemma check_img b c : kings b -> fit b -> in_check b c = true -> in_check (img b) c = true.
  Proof.
    intros K F H; apply in_check_ok in H as (s & t & k & H1 & H2 & H3); [|exact K]; apply in_check_ok; [now apply kings_img|].
    exists (at_ s), (at_ t), k; rewrite !get_img; split; [exact H1|split; [exact H2|]]; apply attacks_img; [|exact H3].
    intros ->; destruct F as [F|F]; [exact F|]; now destruct (F t (opp c)).
  Qed.
  Lemma check_same b c : kings b -> fit b -> in_check (img b) c = in_check b c.
  Proof.
    intros K F; destruct (in_check b c) eqn:E; [now apply check_img|]; destruct (in_check (img b) c) eqn:X; [|reflexivity].
    apply check_img in X; [|now apply kings_img|now apply fit_img]; rewrite img_img in X; congruence.
  Qed.
  Lemma goes_img b e c k s t : (k = Pawn -> upright = true) -> goes b e c k s t -> goes (img b) (option_map at_ e) c k (at_ s) (at_ t).
  Proof.
    intros U G; destruct G as [c k s t Hk A O|c s t St G|c s u t Pr Su Gu St G|c s t A H].
    - apply piece_goes; [exact Hk|now apply attacks_img|now rewrite get_img].
    - destruct (up (U eq_refl)) as [U1 _]; apply pawn_step; [|now rewrite get_img].
      pose proof (step_img (Same, fwd c) s) as X; rewrite U1, St in X; exact X.
    - destruct (up (U eq_refl)) as [U1 [U2 _]]; apply pawn_double_step with (at_ u); rewrite ?get_img, ?U2; auto;
      [pose proof (step_img (Same, fwd c) s) as X; rewrite U1, Su in X; exact X|pose proof (step_img (Same, fwd c) u) as X; rewrite U1, St in X; exact X].
    - apply pawn_captures; [now apply attacks_img|]; rewrite get_img; destruct H as [H| ->]; [now left|now right].
  Qed.

  (* --- moves --- *)
  Definition move_img (m : move) : move := match m with Mv f t pr => Mv (at_ f) (at_ t) pr | Castle h => Castle h end.
  Definition pos_img (p : pos) : pos := mkpos (img (brd p)) (side p) (rts p) (option_map at_ (ep p)).
  Lemma move_img_img m : move_img (move_img m) = m.
  Proof. destruct m; simpl; now rewrite ?at_at. Qed.
  Lemma pos_img_img p : pos_img (pos_img p) = p.
  Proof. destruct p as [b c r e]; unfold pos_img; simpl; rewrite img_img; destruct e; simpl; now rewrite ?at_at. Qed.
  Lemma no_castling p m : rts p = no_rights -> may_move p m -> exists f t pr, m = Mv f t pr.
  Proof.
    intros R H; destruct H as [k f t pr _ _ _ _|h c H]; [eauto|]; rewrite R in H; destruct c, h; discriminate.
  Qed.
  Lemma play_img p m : rts p = no_rights -> fit (brd p) -> may_move p m -> play (pos_img p) (move_img m) = pos_img (play p m).
  Proof.
    intros R F Hm; destruct (no_castling p m R Hm) as (f & t & pr & ->); unfold play, move_img, pos_img; cbn [brd side rts ep]; f_equal.
    - unfold play_board; rewrite !get_img.
      assert (Ep : is_ep (img (brd p)) (at_ f) (at_ t) = is_ep (brd p) f t).
      { unfold is_ep; rewrite !get_img; destruct (get (brd p) f) as [|c []] eqn:G; try reflexivity; f_equal; f_equal.
        destruct F as [U|F]; [|now destruct (F f c)]; destruct (up U) as (_ & _ & U3).
        destruct (ix_beq (fst f) (fst t)) eqn:X.
        - apply internal_ix_dec_bl in X; apply internal_ix_dec_lb; now apply U3.
        - destruct (ix_beq (fst (at_ f)) (fst (at_ t))) eqn:Y; [|reflexivity]; apply internal_ix_dec_bl, U3 in Y; rewrite !at_at in Y.
          apply internal_ix_dec_lb in Y; congruence. }
      rewrite Ep; destruct (is_ep (brd p) f t) eqn:X; rewrite !img_set; [|reflexivity]; f_equal; f_equal; f_equal.
      destruct F as [U|F]; [|unfold is_ep in X; destruct (get (brd p) f) as [|c []] eqn:G; try discriminate; now destruct (F f c)].
      destruct (up U) as (_ & U2 & U3); rewrite (surjective_pairing (at_ (fst t, snd f))), (U2 f), (U2 (fst t, snd f)); simpl; f_equal; now apply U3.
    - rewrite R; reflexivity.
    - unfold new_ep; rewrite get_img; destruct (is_man (side p) Pawn (get (brd p) f)) eqn:G; [|reflexivity]; simpl.
      assert (U : upright = true).
      { destruct F as [U|F]; [exact U|]; apply is_man_get in G; now destruct (F f (side p)). }
      destruct (up U) as (U1 & U2 & _); rewrite U2; destruct (ix_beq (snd f) (pawn_rank (side p))); [|reflexivity].
      assert (St : forall s, step (Same, fwd (side p)) (at_ s) = option_map at_ (step (Same, fwd (side p)) s)).
      { intros s; pose proof (step_img (Same, fwd (side p)) s) as X; now rewrite U1 in X. }
      rewrite St; destruct (step (Same, fwd (side p)) f) as [u|]; [|reflexivity]; simpl; rewrite St.
      destruct (step (Same, fwd (side p)) u) as [v|]; [|reflexivity]; simpl; rewrite at_eqb; destruct (sq_eqb v t); reflexivity.
  Qed.
  Lemma may_img p m : rts p = no_rights -> fit (brd p) -> may_move p m -> may_move (pos_img p) (move_img m).
  Proof.
    intros R F [k f t pr G Go N Pr|h c H]; [|exfalso; rewrite R in H; destruct c, h; discriminate].
    assert (U : k = Pawn -> upright = true) by (intros ->; destruct F as [U|F]; [exact U|now destruct (F f (side p))]).
    apply man_moves with k; simpl; rewrite ?get_img; [exact G|now apply goes_img|exact N|].
    destruct pr as [q|].
    - destruct Pr as (E1 & E2 & E3); destruct (up (U E1)) as (_ & U2 & _); now rewrite U2.
    - intros [E1 E2]; apply Pr; split; [exact E1|]; destruct (up (U E1)) as (_ & U2 & _); now rewrite <- (U2 t).
  Qed.
  (* what is kept by moves, legal or not *)
  Lemma kept p m : sound p -> fit (brd p) -> may_move p m -> kings (brd (play p m)) /\ fit (brd (play p m)).
  Proof.
    intros (G1 & G2 & K) F Hm; apply pseudo_ok, pseudo_same in Hm; pose proof (move_effect p m G1 G2 Hm) as Eff; split.
    - intros d; destruct (count_effect _ _ _ d Eff) as (_ & H & _); rewrite H; apply K.
    - destruct F as [U|F]; [now left|right].
      destruct Eff as [f t k k' y Nft Gf _ _ K'|e f t _ _ _ Gf _ _ _ _|kf rf kt rt]; intros s d; [|now destruct (F f (side p))|].
      + rewrite !get_set; destruct (sq_eqb t s); [|destruct (sq_eqb f s); [discriminate|apply F]]; intros X; inversion X; subst d k'.
        destruct K' as [(<- & _)|(-> & H)]; [now destruct (F f (side p))|]; simpl in H; decompose [or] H; discriminate || contradiction.
      + rewrite !get_set; repeat match goal with |- context [if ?x then _ else _] => destruct x; [discriminate|] end; apply F.
  Qed.
  Lemma moves_img p m : sound p -> rts p = no_rights -> fit (brd p) -> In m (moves p) -> In (move_img m) (moves (pos_img p)).
  Proof.
    intros S R F Hm; apply moves_ok in Hm as [Hm L]; destruct (kept p m S F Hm) as [K F'].
    apply moves_ok; split; [now apply may_img|]; rewrite (play_img p m R F Hm); simpl; now rewrite check_same.
  Qed.
  Lemma moves_back p m : sound p -> rts p = no_rights -> fit (brd p) -> In m (moves (pos_img p)) -> In (move_img m) (moves p).
  Proof.
    intros S R F Hm; apply moves_ok in Hm as [Hm L]; apply may_img in Hm; [|exact R|now apply fit_img]; rewrite pos_img_img in Hm.
    destruct (kept p _ S F Hm) as [K F']; apply moves_ok; split; [exact Hm|].
    pose proof (play_img p _ R F Hm) as Pl; rewrite move_img_img in Pl; rewrite Pl in L; simpl in L; now rewrite check_same in L.
  Qed.

  (* --- forced mates --- *)
  Lemma no_moves_img p : sound p -> rts p = no_rights -> fit (brd p) -> moves (pos_img p) = [] <-> moves p = [].
  Proof.
    intros S R F; split; intros H.
    - destruct (moves p) as [|m l] eqn:M; [reflexivity|]; assert (X : In m (moves p)) by (rewrite M; now left).
      apply (moves_img p m S R F) in X; rewrite H in X; destruct X.
    - destruct (moves (pos_img p)) as [|m l] eqn:M; [reflexivity|]; assert (X : In m (moves (pos_img p))) by (rewrite M; now left).
      apply (moves_back p m S R F) in X; rewrite H in X; destruct X.
  Qed.
  Lemma mated_img p : sound p -> rts p = no_rights -> fit (brd p) -> checkmated p = true -> checkmated (pos_img p) = true.
  Proof.
    intros S R F; unfold checkmated; simpl; rewrite check_same; [|apply S|exact F]; pose proof (no_moves_img p S R F) as N.
    destruct (moves p) as [|m l]; [|rewrite andb_false_r; discriminate]; now rewrite (proj2 N eq_refl).
  Qed.
  Lemma rights_kept p m : rts p = no_rights -> rts (play p m) = no_rights.
  Proof. intros R; destruct m; simpl; rewrite R; reflexivity. Qed.
  Theorem W_img k p : sound p -> rts p = no_rights -> fit (brd p) -> W k p -> W k (pos_img p).
  Proof.
    intros S R F H; revert S R F; unfold W in *; induction H as [k p m Hm Ha|k p m Hm Hne Hc Hd IH]; intros S R F;
      pose proof (sound_play p m S Hm) as S'; pose proof (rights_kept p m R) as R'; pose proof (proj1 (proj1 (moves_ok p m) Hm)) as May;
      destruct (kept p m S F May) as [_ F']; pose proof (play_img p m R F May) as Pl; pose proof (moves_img p m S R F Hm) as Hm'.
    - apply wins_now with (move_img m); [exact Hm'|]; rewrite Pl; now apply mated_img.
    - apply wins_later with (move_img m); [exact Hm'|rewrite Pl; now rewrite no_moves_img|reflexivity|]; rewrite Pl; intros d D.
      apply (moves_back _ d S' R' F') in D; pose proof (proj1 (proj1 (moves_ok _ _) D)) as May'.
      pose proof (play_img _ _ R' F' May') as Pd; rewrite move_img_img in Pd; rewrite Pd; apply (IH _ D).
      + now apply sound_play.
      + now apply rights_kept.
      + now apply (kept _ _ S' F' May').
  Qed.
End Image.
