(* For each man the squares that it can ever be on, from which a side cannot mate. *)
From Coq Require Import List Bool Arith Lia PArith. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Rules Tables Win ProofGame Instant GameInvariants Little CanWin Material Closure.

Definition set_of := v8 (v8 bool).
(* where it stands, what it is, where it stays as it is, and where it can be once it is promoted *)
Record placed := mkplaced { at_ : sq; who : colour; what : kind; stays : set_of; promoted : set_of }.
Definition can_be (m : placed) (s : sq) : bool := look (stays m) s || look (promoted m) s.
(* a set of the squares of a list *)
Definition none_of : set_of := Eval vm_compute in table (fun _ => false).
Definition with_sq (t : set_of) (s : sq) : set_of := let (f, r) := s in set8 t r (set8 (get8 t r) f true).
Definition mark (l : list sq) : set_of := fold_left with_sq l none_of.
Lemma look_with t s u : look (with_sq t s) u = sq_eqb s u || look t u.
Proof.
  destruct s as [f r], u as [x y]; unfold look, with_sq, sq_eqb; simpl; rewrite get8_set8; destruct (ix_beq r y) eqn:E0; [|now rewrite andb_false_r].
  apply internal_ix_dec_bl in E0; subst y; rewrite get8_set8, andb_true_r; destruct (ix_beq f x); reflexivity.
Qed.
Lemma mark_ok l s : look (mark l) s = true <-> In s l.
Proof.
  unfold mark; assert (G : forall t, look (fold_left with_sq l t) s = true <-> In s l \/ look t s = true).
  { induction l as [|u l IH]; intros t; simpl; [tauto|]; rewrite IH, look_with, orb_true_iff, sq_eqb_eq; tauto. }
  rewrite G; split; [intros [H|H]; [exact H|]|auto]; exfalso; destruct s as [[] []]; discriminate.
Qed.
(* one step of its movement *)
Definition rook1 (s : sq) : list sq := flat_map (fun d => olist (step d s)) orth.
Definition bishop1 (s : sq) : list sq := flat_map (fun d => olist (step d s)) diag.
Definition rook1_t := Eval vm_compute in table rook1.
Definition bishop1_t := Eval vm_compute in table bishop1.
Definition steps (c : colour) (k : kind) (s : sq) : list sq :=
  match k with
  | King | Queen => look king_t s | Rook => look rook1_t s | Bishop => look bishop1_t s | Knight => look knight_t s | Pawn => pawn_caps c s end.
(* of all that pawns promote to *)
Definition promoted_steps (s : sq) : list sq := look king_t s ++ look knight_t s.
Definition only_at (m : placed) (s : sq) : bool := forallb (fun t => eqb (look (stays m) t) (sq_eqb s t) && negb (look (promoted m) t)) squares.
Definition still (m : placed) : bool := only_at m (at_ m).

Section Sets.
  Variable men : list placed.
  Definition of_side (c : colour) : list placed := filter (fun m => colour_beq c (who m)) men.
  Definition is_king (m : placed) : bool := kind_beq (what m) King.
  Definition some_can (l : list placed) (s : sq) : bool := existsb (fun m => can_be m s) l.
  Definition fixed (m : placed) : bool := still m && (is_king m || negb (some_can (of_side (opp (who m))) (at_ m))).
  (* tables of squares, for each side *)
  Definition all_fixed (c : colour) : list placed := filter fixed (of_side c).
  Definition fixed_at (c : colour) : set_of := mark (map at_ (all_fixed c)).
  Definition fixed_king (c : colour) : set_of := mark (map at_ (filter is_king (all_fixed c))).
  Definition guarded (c : colour) : set_of := mark (flat_map (fun m => steps c (what m) (at_ m)) (all_fixed c)).
  Definition may_be_at (c : colour) : set_of := mark (flat_map (fun m => if is_king m then [] else filter (can_be m) squares) (of_side c)).
  (* where a pawn of the side may be captured en passant *)
  Definition crosses (c : colour) (m : placed) (t : sq) : bool :=
    kind_beq (what m) Pawn && ix_beq (snd t) (match c with White => I3 | Black => I6 end) &&
    match step (Same, bwd c) t, step (Same, fwd c) t with Some f, Some u => look (stays m) f && look (stays m) u | _, _ => false end.
  Definition crossed (c : colour) : set_of := mark (flat_map (fun m => filter (crosses c m) squares) (of_side c)).
  Definition moves_in (own other : set_of * set_of * set_of * set_of * set_of) (m : placed) : bool :=
    let '(fix_own, _, _, _, _) := own in let '(fix_other, king_other, guard_other, men_other, crossed_other) := other in
    let c := who m in
    let to s t := look (stays m) t || look fix_own t in
    forallb (fun s =>
      (negb (look (stays m) s) ||
       match what m with
       | Pawn =>
           match step (Same, fwd c) s with Some t => to s t || look fix_other t | None => true end &&
           forallb (fun t => (negb (look men_other t) || to s t) && (negb (look crossed_other t) || look (stays m) t)) (pawn_caps c s) &&
           (negb (ix_beq (snd s) (last_rank c)) || look (promoted m) s)
       | k => forallb (fun t => to s t || look king_other t || kind_beq k King && look guard_other t) (steps c k s) end) &&
      (negb (look (promoted m) s) || forallb (fun t => look (promoted m) t || look fix_own t || look king_other t) (promoted_steps s))) squares.
  Definition tables_of (c : colour) := (fixed_at c, fixed_king c, guarded c, may_be_at c, crossed c).
  Definition all_move_in : bool :=
    let w := tables_of White in let b := tables_of Black in
    forallb (fun m => match who m with White => moves_in w b m | Black => moves_in b w m end) men.

  (* --- what the tables say --- *)
  Lemma rook1_ok s t : In t (look rook1_t s) <-> exists d, In d orth /\ step d s = Some t.
  Proof.
    assert (E : look rook1_t s = rook1 s) by (rewrite <- (look_table _ rook1); f_equal; vm_compute; reflexivity).
    rewrite E; unfold rook1; rewrite in_flat_map; split; intros (d & Hd & H); exists d; (split; [exact Hd|]); now apply olist_in.
  Qed.
  Lemma bishop1_ok s t : In t (look bishop1_t s) <-> exists d, In d diag /\ step d s = Some t.
  Proof.
    assert (E : look bishop1_t s = bishop1 s) by (rewrite <- (look_table _ bishop1); f_equal; vm_compute; reflexivity).
    rewrite E; unfold bishop1; rewrite in_flat_map; split; intros (d & Hd & H); exists d; (split; [exact Hd|]); now apply olist_in.
  Qed.
  Lemma side_in c m : In m (of_side c) <-> In m men /\ who m = c.
  Proof. unfold of_side; rewrite filter_In, colour_beq_eq; intuition. Qed.
  Lemma all_fixed_in c m : In m (all_fixed c) <-> In m men /\ who m = c /\ fixed m = true.
  Proof. unfold all_fixed; rewrite filter_In, side_in; tauto. Qed.
  Lemma fixed_at_ok c s : look (fixed_at c) s = true <-> exists m, In m men /\ who m = c /\ fixed m = true /\ at_ m = s.
  Proof.
    unfold fixed_at; rewrite mark_ok, in_map_iff; split; [intros (m & E0 & H)|intros (m & H1 & H2 & H3 & E0)]; exists m; rewrite all_fixed_in in *; tauto.
  Qed.
  Lemma fixed_king_ok c s : look (fixed_king c) s = true <-> exists m, In m men /\ who m = c /\ fixed m = true /\ what m = King /\ at_ m = s.
  Proof.
    unfold fixed_king; rewrite mark_ok, in_map_iff; split; [intros (m & E0 & H)|intros (m & H1 & H2 & H3 & H4 & E0)]; exists m;
    rewrite filter_In, all_fixed_in in *; unfold is_king in *; [destruct H as [H K]; apply kind_beq_eq in K; tauto|rewrite H4; simpl; tauto].
  Qed.
  Lemma guarded_ok c s : look (guarded c) s = true <-> exists m, In m men /\ who m = c /\ fixed m = true /\ In s (steps c (what m) (at_ m)).
  Proof.
    unfold guarded; rewrite mark_ok, in_flat_map; split; intros (m & H); exists m; rewrite all_fixed_in in *; tauto.
  Qed.
  Lemma may_be_at_ok c s : look (may_be_at c) s = true <-> exists m, In m men /\ who m = c /\ what m <> King /\ can_be m s = true.
  Proof.
    unfold may_be_at; rewrite mark_ok, in_flat_map; split.
    - intros (m & Hm & H); apply side_in in Hm as [H1 H2]; exists m; unfold is_king in H; destruct (kind_beq (what m) King) eqn:K; [destruct H|].
      apply filter_In in H as [_ H]; repeat split; auto; intros E0; rewrite E0 in K; discriminate.
    - intros (m & H1 & H2 & H3 & H4); exists m; rewrite side_in; split; [auto|]; unfold is_king; destruct (kind_beq (what m) King) eqn:K.
      + apply kind_beq_eq in K; contradiction.
      + apply filter_In; split; [apply squares_all|exact H4].
  Qed.
  Lemma crossed_ok c t : look (crossed c) t = true <-> exists m, In m men /\ who m = c /\ crosses c m t = true.
  Proof.
    unfold crossed; rewrite mark_ok, in_flat_map; split.
    - intros (m & Hm & H); apply side_in in Hm as [H1 H2]; apply filter_In in H as [_ H]; now exists m.
    - intros (m & H1 & H2 & H3); exists m; rewrite side_in, filter_In; split; [auto|split; [apply squares_all|exact H3]].
  Qed.
  Lemma still_ok m : still m = true -> forall s, can_be m s = true -> s = at_ m.
  Proof.
    unfold still, only_at, can_be; intros H s C; rewrite forallb_forall in H; specialize (H s (squares_all s)).
    apply andb_true_iff in H as [H1 H2]; apply negb_true_iff in H2; rewrite H2, orb_false_r in C; rewrite C in H1.
    destruct (sq_eqb (at_ m) s) eqn:E; [|discriminate]; apply sq_eqb_eq in E; now symmetry.
  Qed.
  Lemma fixed_still m : fixed m = true -> still m = true.
  Proof. unfold fixed; rewrite andb_true_iff; tauto. Qed.
  Lemma fixed_safe m n s : fixed m = true -> what m <> King -> In n men -> who n = opp (who m) -> can_be n s = true -> s <> at_ m.
  Proof.
    unfold fixed, some_can; rewrite andb_true_iff, orb_true_iff, negb_true_iff; intros [_ [H|H]] N I W C ->.
    - unfold is_king in H; apply kind_beq_eq in H; contradiction.
    - assert (X : existsb (fun n => can_be n (at_ m)) (of_side (opp (who m))) = true); [|congruence].
      apply existsb_exists; exists n; rewrite side_in; auto.
  Qed.

  Hypothesis Move : all_move_in = true.
  Definition barred (c : colour) (t : sq) : bool := look (fixed_at c) t || look (fixed_king (opp c)) t.
  Lemma move_in m : In m men -> moves_in (tables_of (who m)) (tables_of (opp (who m))) m = true.
  Proof. unfold all_move_in in Move; cbv zeta in Move; rewrite forallb_forall in Move; intros H; specialize (Move m H); destruct (who m); exact Move. Qed.
  Lemma move_at m s : In m men ->
    (look (stays m) s = true -> match what m with
       | Pawn => (forall t, step (Same, fwd (who m)) s = Some t -> look (stays m) t || look (fixed_at (who m)) t || look (fixed_at (opp (who m))) t = true) /\
           (forall t, In t (pawn_caps (who m) s) -> (look (may_be_at (opp (who m))) t = true -> look (stays m) t || look (fixed_at (who m)) t = true) /\
              (look (crossed (opp (who m))) t = true -> look (stays m) t = true)) /\
           (snd s = last_rank (who m) -> look (promoted m) s = true)
       | k => forall t, In t (steps (who m) k s) -> look (stays m) t || barred (who m) t || kind_beq k King && look (guarded (opp (who m))) t = true end) /\
    (look (promoted m) s = true -> forall t, In t (promoted_steps s) -> look (promoted m) t || barred (who m) t = true).
  Proof.
    intros H; apply move_in in H; unfold moves_in, tables_of in H; cbv zeta in H; rewrite forallb_forall in H; specialize (H s (squares_all s)).
    apply andb_true_iff in H as [H1 H2]; split.
    - intros S; rewrite S in H1; simpl negb in H1; cbv iota in H1; rewrite orb_false_l in H1.
      assert (G : forall k, forallb (fun t => look (stays m) t || look (fixed_at (who m)) t || look (fixed_king (opp (who m))) t || kind_beq k King && look (guarded (opp (who m))) t) (steps (who m) k s) = true ->
        forall t, In t (steps (who m) k s) -> look (stays m) t || barred (who m) t || kind_beq k King && look (guarded (opp (who m))) t = true).
      { intros k X t Ht; rewrite forallb_forall in X; specialize (X t Ht); unfold barred; rewrite orb_assoc; exact X. }
      destruct (what m); try (apply G; exact H1).
      rewrite !andb_true_iff in H1; destruct H1 as [[A B] C]; split; [|split].
      + intros t Ht; rewrite Ht in A; exact A.
      + intros t Ht; rewrite forallb_forall in B; specialize (B t Ht); apply andb_true_iff in B as [B1 B2]; split; intros X; rewrite X in *; [exact B1|exact B2].
      + intros E; rewrite E, (internal_ix_dec_lb _ _ eq_refl) in C; exact C.
    - intros P t Ht; rewrite P in H2; simpl negb in H2; rewrite orb_false_l, forallb_forall in H2; specialize (H2 t Ht); unfold barred; rewrite orb_assoc; exact H2.
  Qed.

  (* --- men stay in their sets --- *)
  Definition explains (m : placed) (c : colour) (k : kind) (s : sq) : Prop :=
    In m men /\ who m = c /\ (what m = k /\ look (stays m) s = true \/ what m = Pawn /\ In k promos /\ look (promoted m) s = true).
  Lemma explains_can m c k s : explains m c k s -> can_be m s = true.
  Proof. unfold explains, can_be; intros (_ & _ & [[_ ->]|(_ & _ & ->)]); [reflexivity|apply orb_true_r]. Qed.
  (* from where it makes the last step *)
  Definition last_step (m : placed) (c : colour) (k : kind) (s t : sq) : Prop :=
    explains m c k s /\ (what m = k /\ In t (steps c k s) \/ what m = Pawn /\ In k promos /\ In t (promoted_steps s)).
  Definition free (b : board) (c : colour) : Prop := forall u, get b u = E -> barred c u = false.
  Lemma king_step s t d : In d (orth ++ diag) -> step d s = Some t -> In t (look king_t s).
  Proof. intros H1 H2; rewrite king_t_ok; apply king1_in; eauto. Qed.
  Lemma way_last b m c k d s t : free b c -> explains m c k s -> In d (orth ++ diag) -> k <> King -> k <> Pawn ->
    (forall u v, step d u = Some v -> In v (steps c k u)) -> way b d s t ->
    exists s', last_step m c k s' t.
  Proof.
    intros F Ex Hd NK NP St W; induction W as [s t H|s u t H G W IH].
    - exists s; split; [exact Ex|]; destruct Ex as (_ & _ & [[E0 _]|(E0 & P & _)]); [left; auto|right]; split; [exact E0|split; [exact P|]].
      apply in_or_app; left; now apply king_step with d.
    - apply IH; destruct Ex as (I & Wh & Ex); split; [exact I|split; [exact Wh|]]; specialize (F u G); destruct (move_at m s I) as [A B]; rewrite Wh in *.
      destruct Ex as [[E0 Ss]|(E0 & P & Ps)]; [left; split; [exact E0|]|right; split; [exact E0|split; [exact P|]]].
      + specialize (A Ss); rewrite E0 in A; apply St in H; destruct k; try congruence; specialize (A u H); rewrite F in A; simpl in A; rewrite !orb_false_r in A; exact A.
      + specialize (B Ps u (in_or_app _ _ _ (or_introl (king_step _ _ _ Hd H)))); rewrite F, orb_false_r in B; exact B.
  Qed.
  Lemma knight_in c s u t h v : In (h, v) diag -> step (Same, v) s = Some u \/ step (h, Same) s = Some u -> step (h, v) u = Some t -> In t (steps c Knight s).
  Proof. intros H1 H2 H3; simpl; rewrite knight_t_ok; apply knight1_in; exists u, h, v; auto. Qed.
  Theorem attack_last b m c k s t : free b c -> explains m c k s -> attacks b c k s t -> exists s', last_step m c k s' t.
  Proof.
    intros F Ex A; assert (X : forall s t, explains m c k s -> In t (steps c k s) -> k = King \/ k = Pawn \/ k = Knight -> exists s', last_step m c k s' t).
    { intros s0 t0 E0 I0 Hk; exists s0; split; [exact E0|]; destruct E0 as (_ & _ & [[E1 _]|(E1 & P & _)]); [left; auto|right].
      split; [exact E1|split; [exact P|]]; apply in_or_app; destruct Hk as [->|[->| ->]]; simpl in P; [intuition discriminate|intuition discriminate|right; exact I0]. }
    destruct A as [c s t d Hd St|c s t d Hd W|c s t d Hd W|c s t d Hd W|c s u t h v Hd S1 S2|c s t h Hh St].
    - apply (X s t Ex); [|auto]; simpl; now apply king_step with d.
    - apply (way_last b m c Rook d s t F Ex); try discriminate; [apply in_or_app; now left| |exact W]; intros u v H; simpl; apply rook1_ok; eauto.
    - apply (way_last b m c Bishop d s t F Ex); try discriminate; [apply in_or_app; now right| |exact W]; intros u v H; simpl; apply bishop1_ok; eauto.
    - apply (way_last b m c Queen d s t F Ex); try discriminate; [exact Hd| |exact W]; intros u v H; simpl; now apply king_step with d.
    - apply (X s t Ex); [|auto]; now apply knight_in with u h v.
    - apply (X s t Ex); [|auto]; simpl; apply caps_in; eauto.
  Qed.

  (* --- what holds of all positions that moves lead to --- *)
  Hypothesis At : forall m, In m men -> look (stays m) (at_ m) = true.
  Record inv (q : pos) : Prop := mkinv {
    i_men : forall s c k, get (brd q) s = M c k -> exists m, explains m c k s;
    i_fixed : forall m, In m men -> fixed m = true -> get (brd q) (at_ m) = M (who m) (what m);
    i_ep : forall t, ep q = Some t -> look (crossed (opp (side q))) t = true /\
      forall m, In m men -> fixed m = true -> step (Same, fwd (opp (side q))) t <> Some (at_ m);
    i_rights : forall h, right (rts q) (side q) h = false /\ right (rts q) (opp (side q)) h = false;
    i_sound : sound q;
    i_wait : in_check (brd q) (opp (side q)) = false }.
  Lemma inv_free q c : inv q -> free (brd q) c.
  Proof.
    intros I u G; unfold barred; apply orb_false_iff; split; apply not_true_iff_false; intros H.
    - apply fixed_at_ok in H as (m & H1 & _ & H2 & <-); rewrite (i_fixed q I m H1 H2) in G; discriminate.
    - apply fixed_king_ok in H as (m & H1 & _ & H2 & _ & <-); rewrite (i_fixed q I m H1 H2) in G; discriminate.
  Qed.
  Lemma steps_other c k s : ~ In s (steps c k s).
  Proof.
    intros H; pose proof (forall_sq (fun s => negb (existsb (sq_eqb s) (steps c k s)))) as X; cbv beta in X.
    assert (Y : negb (existsb (sq_eqb s) (steps c k s)) = true) by (apply X; destruct c, k; vm_compute; reflexivity).
    apply negb_true_iff in Y; assert (Z : existsb (sq_eqb s) (steps c k s) = true); [|congruence].
    apply existsb_exists; exists s; split; [exact H|apply sq_eqb_refl].
  Qed.
  Lemma steps_attack b c k s t : In t (steps c k s) -> attacks b c k s t.
  Proof.
    destruct k; simpl; rewrite ?king_t_ok, ?king1_in, ?rook1_ok, ?bishop1_ok, ?caps_in; intros H.
    - destruct H as (d & H1 & H2); now apply king_attacks with d.
    - destruct H as (d & H1 & H2); apply queen_attacks with d; [exact H1|now apply way_end].
    - destruct H as (d & H1 & H2); apply rook_attacks with d; [exact H1|now apply way_end].
    - destruct H as (d & H1 & H2); apply bishop_attacks with d; [exact H1|now apply way_end].
    - rewrite knight_t_ok in H; apply knight1_in in H as (u & h & v & H1 & H2 & H3); now apply knight_attacks with u h v.
    - destruct H as (h & H1 & H2); now apply pawn_attacks with h.
  Qed.
  Lemma board_after b f t pr s e k : get (play_board b f t pr) s = M e k ->
    s = t /\ M e k = match pr, get b f with Some q, M c _ => M c q | _, x => x end \/
    s <> t /\ s <> f /\ (is_ep b f t = true -> s <> (fst t, snd f)) /\ get b s = M e k.
  Proof.
    unfold play_board; rewrite get_set; destruct (sq_eqb t s) eqn:E1.
    - apply sq_eqb_eq in E1; subst s; intros <-; left; split; [reflexivity|]; destruct pr, (get b f); reflexivity.
    - rewrite get_set; destruct (sq_eqb f s) eqn:E2; [discriminate|]; intros H; right.
      assert (N1 : s <> t) by (intros ->; rewrite sq_eqb_refl in E1; discriminate).
      assert (N2 : s <> f) by (intros ->; rewrite sq_eqb_refl in E2; discriminate).
      destruct (is_ep b f t); [rewrite get_set in H; destruct (sq_eqb (fst t, snd f) s) eqn:E3; [discriminate|]|];
      (split; [exact N1|split; [exact N2|split; [|exact H]]]); intros X; [intros ->; rewrite sq_eqb_refl in E3|]; discriminate.
  Qed.
  Lemma board_kept b f t pr s : s <> t -> s <> f -> (is_ep b f t = true -> s <> (fst t, snd f)) -> get (play_board b f t pr) s = get b s.
  Proof.
    intros N1 N2 N3; unfold play_board; rewrite get_set, sq_neq, get_set, sq_neq by congruence; destruct (is_ep b f t); [|reflexivity].
    rewrite get_set, sq_neq; [reflexivity|]; intros X; now apply N3.
  Qed.
  (* the square where a pawn is captured in passing *)
  Lemma ep_square q f t k : goes (brd q) (ep q) (side q) k f t -> get (brd q) f = M (side q) k -> is_ep (brd q) f t = true ->
    ep q = Some t /\ step (Same, fwd (opp (side q))) t = Some (fst t, snd f).
  Proof.
    unfold is_ep; intros Go G H; rewrite G in H; destruct k; try discriminate; apply andb_true_iff in H as [H1 H2]; apply negb_true_iff in H1.
    assert (X : fst t <> fst f) by (intros E0; rewrite E0, (internal_ix_dec_lb _ _ eq_refl) in H1; discriminate).
    inversion Go; subst; try congruence.
    - match goal with H : step _ _ = Some t |- _ => apply straight in H; congruence end.
    - repeat match goal with H : step _ _ = Some _ |- _ => apply straight in H end; congruence.
    - match goal with H : _ \/ _ |- _ => destruct H as [H|H] end; [destruct (get (brd q) t) as [|? ?]; [discriminate|discriminate]|].
      split; [assumption|]; match goal with H : attacks _ _ Pawn _ _ |- _ => inversion H; subst end.
      match goal with H : step (?h, _) f = Some t |- _ => apply step_rev in H; unfold rev, step in H; simpl in H; rewrite <- fwd_opp in H end.
      unfold step; simpl; destruct (mv1 (rev1 h) (fst t)); [|discriminate]; destruct (mv1 (fwd (opp (side q))) (snd t)); [|discriminate].
      match goal with H : Some _ = Some f |- _ => inversion H; subst; reflexivity end.
  Qed.

  Lemma pawn_goes b e c f t : goes b e c Pawn f t ->
    step (Same, fwd c) f = Some t /\ get b t = E \/
    (exists u, step (Same, fwd c) f = Some u /\ get b u = E /\ step (Same, fwd c) u = Some t /\ get b t = E) \/
    In t (pawn_caps c f) /\ (is_colour (opp c) (get b t) = true \/ e = Some t).
  Proof.
    intros H; inversion H; subst; [congruence|auto|right; left; eauto|right; right; split; [|assumption]].
    match goal with H : attacks _ _ Pawn _ _ |- _ => inversion H; subst end; apply caps_in; eauto.
  Qed.
  Section Step.
    Variables (q : pos) (k : kind) (f t : sq) (pr : option kind).
    Let c := side q.
    Let q' := play q (Mv f t pr).
    Hypothesis I : inv q.
    Hypothesis G : get (brd q) f = M c k.
    Hypothesis Go : goes (brd q) (ep q) c k f t.
    Hypothesis NK : forall d, get (brd q) t <> M d King.
    Hypothesis Pr : match pr with None => ~ (k = Pawn /\ snd t = last_rank c) | Some x => k = Pawn /\ snd t = last_rank c /\ In x promos end.
    Hypothesis Safe : in_check (brd q') c = false.
    Hypothesis Sound' : sound q'.
    Definition becomes : kind := match pr with Some x => x | None => k end.
    Lemma not_own : is_colour c (get (brd q) t) = false.
    Proof.
      apply dests_ok in Go; apply dests_own with (k := k) (e := ep q) (f := f); [|exact Go].
      intros s Hs; destruct (i_sound q I) as (S1 & _); now apply S1.
    Qed.
    Lemma away : f <> t.
    Proof. intros E0; pose proof not_own as H; rewrite <- E0, G in H; destruct c; discriminate. Qed.
    Lemma not_barred : barred c t = false.
    Proof.
      unfold barred; apply orb_false_iff; split; apply not_true_iff_false; intros H.
      - apply fixed_at_ok in H as (m & H1 & H2 & H3 & E0); pose proof not_own as X; rewrite <- E0, (i_fixed q I m H1 H3), H2 in X; destruct c; discriminate.
      - apply fixed_king_ok in H as (m & H1 & H2 & H3 & H4 & E0); apply (NK (who m)); now rewrite <- E0, (i_fixed q I m H1 H3), H4.
    Qed.
    Lemma king_unguarded : k = King -> look (guarded (opp c)) t = false.
    Proof.
      intros Ek; apply not_true_iff_false; intros H; apply guarded_ok in H as (n & H1 & H2 & H3 & H4).
      pose proof (i_fixed q I n H1 H3) as Gn; assert (N1 : at_ n <> t) by (intros E0; rewrite E0 in H4; now apply steps_other in H4).
      assert (N2 : at_ n <> f) by (intros E0; rewrite E0, G, H2 in Gn; inversion Gn; destruct c; discriminate).
      assert (NE : is_ep (brd q) f t = false) by (unfold is_ep; rewrite G, Ek; reflexivity).
      assert (X : in_check (brd q') c = true); [|congruence].
      apply in_check_ok; [apply Sound'|]; exists t, (at_ n), (what n); split; [|split].
      - unfold q'; simpl; unfold play_board; rewrite get_set, sq_eqb_refl, G, Ek; subst k; destruct pr as [x|]; [destruct Pr as [X _]; discriminate|reflexivity].
      - unfold q'; simpl; rewrite board_kept; [now rewrite Gn, H2|exact N1|exact N2|congruence].
      - rewrite <- H2; now apply steps_attack; rewrite H2.
    Qed.
    Lemma goes_in m : explains m c k f -> explains m c becomes t.
    Proof.
      intros Ex; pose proof Ex as (Im & Wh & Ex'); destruct (kind_eq_dec k Pawn) as [Ek|Ek].
      - assert (Sf : what m = Pawn /\ look (stays m) f = true).
        { destruct Ex' as [[E0 S0]|(E0 & P & _)]; [split; [congruence|exact S0]|rewrite Ek in P; simpl in P; intuition discriminate]. }
        destruct Sf as [Wm Sf]; assert (No : forall s d, get (brd q) s = E -> look (fixed_at d) s = false).
        { intros s d E0; apply not_true_iff_false; intros H; apply fixed_at_ok in H as (n & H1 & _ & H2 & <-); rewrite (i_fixed q I n H1 H2) in E0; discriminate. }
        assert (Own : look (fixed_at c) t = false) by (pose proof not_barred as B; unfold barred in B; now apply orb_false_iff in B).
        assert (Ahead : forall s u, look (stays m) s = true -> step (Same, fwd c) s = Some u -> get (brd q) u = E -> look (stays m) u = true).
        { intros s u Ss Su Gu; destruct (move_at m s Im) as [A _]; specialize (A Ss); rewrite Wm, Wh in A; destruct A as (A & _ & _).
          specialize (A u Su); rewrite !No, !orb_false_r in A by exact Gu; exact A. }
        assert (St : look (stays m) t = true).
        { pose proof Go as Gp; rewrite Ek in Gp; apply pawn_goes in Gp as [[St Gt]|[(u & Su & Gu & St & Gt)|[Ic H]]].
          - now apply (Ahead f).
          - apply (Ahead u); [now apply (Ahead f)|exact St|exact Gt].
          - destruct (move_at m f Im) as [B _]; specialize (B Sf); rewrite Wm, Wh in B; destruct B as (_ & B & _); destruct (B t Ic) as [B1 B2].
            destruct H as [H|H]; [|apply B2; now apply (i_ep q I)].
            destruct (get (brd q) t) as [|e kt] eqn:Gt; [discriminate|]; simpl in H; apply colour_beq_eq in H; subst e.
            rewrite Own, orb_false_r in B1; apply B1, may_be_at_ok; destruct (i_men q I t _ _ Gt) as (n & Ex0); exists n.
            pose proof (explains_can _ _ _ _ Ex0) as Cn; destruct Ex0 as (In0 & W0 & Ex0); split; [exact In0|split; [exact W0|split; [|exact Cn]]].
            intros E0; destruct Ex0 as [[E1 _]|(E1 & _)]; [|congruence]; assert (kt = King) as Kk by congruence; apply (NK (opp c)); now rewrite Kk. }
        split; [exact Im|split; [exact Wh|]]; unfold becomes; destruct pr as [x|].
        + destruct Pr as (_ & L & P); right; split; [exact Wm|split; [exact P|]]; destruct (move_at m t Im) as [A _]; specialize (A St); rewrite Wm, Wh in A.
          now apply A.
        + left; split; [congruence|exact St].
      - assert (Go' : attacks (brd q) c k f t) by (inversion Go; subst; congruence || assumption).
        assert (Eb : becomes = k) by (unfold becomes; destruct pr as [x|]; [destruct Pr; contradiction|reflexivity]); rewrite Eb.
        destruct (attack_last (brd q) m c k f t (inv_free q c I) Ex Go') as (s & (_ & _ & Xs) & La).
        split; [exact Im|split; [exact Wh|]]; destruct (move_at m s Im) as [A B]; rewrite Wh in A, B.
        destruct La as [[E0 Is]|(E0 & P & Is)].
        + left; split; [exact E0|]; destruct Xs as [[_ Ss]|(E1 & _)]; [|congruence]; specialize (A Ss); rewrite E0 in A.
          assert (X : look (stays m) t || barred c t || kind_beq k King && look (guarded (opp c)) t = true) by (destruct k; try congruence; apply A; exact Is).
          rewrite not_barred, orb_false_r in X; destruct (kind_eq_dec k King) as [Kk|Kk]; [rewrite (king_unguarded Kk), andb_false_r, orb_false_r in X; exact X|].
          destruct k; simpl in X; try congruence; now rewrite orb_false_r in X.
        + right; split; [exact E0|split; [exact P|]]; destruct Xs as [[E1 _]|(_ & _ & Ps)]; [congruence|]; specialize (B Ps t Is); now rewrite not_barred, orb_false_r in B.
    Qed.
    (* fixed men are not taken, and do not move *)
    Lemma fixed_apart m : In m men -> fixed m = true -> at_ m <> t /\ at_ m <> f.
    Proof.
      intros Im Fm; pose proof (i_fixed q I m Im Fm) as Gm; split; intros E0.
      - rewrite E0 in Gm; destruct (colour_eq_dec (who m) c) as [W|W].
        + pose proof not_own as X; rewrite Gm, W in X; destruct c; discriminate.
        + assert (Wo : who m = opp c) by (destruct (who m), c; congruence || reflexivity).
          destruct (kind_eq_dec (what m) King) as [K|K]; [apply (NK (who m)); now rewrite Gm, K|].
          destruct (i_men q I f c k G) as (n & Ex); pose proof (goes_in n Ex) as En; pose proof (explains_can _ _ _ _ En) as Cn.
          destruct En as (In0 & Wn & _); apply (fixed_safe m n t Fm K In0); [|exact Cn|now symmetry].
          rewrite Wn, Wo; destruct c; reflexivity.
      - rewrite E0, G in Gm; inversion Gm as [[W K]].
        assert (Ex : explains m c k f) by (split; [exact Im|split; [now symmetry|left; split; [now symmetry|rewrite <- E0; now apply At]]]).
        pose proof (explains_can _ _ _ _ (goes_in m Ex)) as Cm; apply (still_ok m (fixed_still m Fm)) in Cm; apply away; congruence.
    Qed.
    Lemma fixed_passed m : In m men -> fixed m = true -> is_ep (brd q) f t = true -> at_ m <> (fst t, snd f).
    Proof.
      intros Im Fm Ep E0; destruct (ep_square q f t k Go G Ep) as [E1 St]; destruct (i_ep q I t E1) as [_ N]; apply (N m Im Fm).
      now rewrite E0.
    Qed.
    Lemma moved_men s e j : get (brd q') s = M e j -> s = t /\ e = c /\ j = becomes \/ s <> t /\ s <> f /\ get (brd q) s = M e j.
    Proof.
      intros H; unfold q' in H; simpl in H; apply board_after in H as [[-> H]|(H1 & H2 & _ & H3)]; [left|right; auto].
      rewrite G in H; split; [reflexivity|]; unfold becomes; destruct pr; inversion H; auto.
    Qed.
    Lemma kept s : s <> t -> s <> f -> get (brd q) s <> E -> (is_ep (brd q) f t = true -> s <> (fst t, snd f)) -> get (brd q') s = get (brd q) s.
    Proof. intros; unfold q'; simpl; now apply board_kept. Qed.
    Hypothesis Rights : forall h, right (rts q') (side q') h = false /\ right (rts q') (opp (side q')) h = false.
    Theorem inv_move : inv q'.
    Proof.
      assert (SD : side q' = opp c) by reflexivity.
      split; [| | |exact Rights|exact Sound'|rewrite SD; replace (opp (opp c)) with c by (destruct c; reflexivity); exact Safe].
      - intros s e j H; apply moved_men in H as [(-> & -> & ->)|(_ & _ & H)]; [|now apply (i_men q I)].
        destruct (i_men q I f c k G) as (m & Ex); exists m; now apply goes_in.
      - intros m Im Fm; destruct (fixed_apart m Im Fm) as [N1 N2]; rewrite kept; [now apply (i_fixed q I)|exact N1|exact N2| |].
        + rewrite (i_fixed q I m Im Fm); discriminate.
        + intros Ep; now apply fixed_passed.
      - intros u Hu; rewrite SD; replace (opp (opp c)) with c by (destruct c; reflexivity).
        unfold q' in Hu; simpl in Hu; fold c in Hu; unfold new_ep in Hu; destruct (is_man c Pawn (get (brd q) f)) eqn:Pm; [|discriminate].
        apply is_man_get in Pm; simpl andb in Hu; destruct (ix_beq (snd f) (pawn_rank c)) eqn:Rk; [|discriminate]; apply internal_ix_dec_bl in Rk.
        destruct (step (Same, fwd c) f) as [v|] eqn:Sv; [|discriminate]; destruct (step (Same, fwd c) v) as [w|] eqn:Sw; simpl in Hu; [|discriminate].
        destruct (sq_eqb w t) eqn:Ew; [|discriminate]; inversion Hu; subst v; apply sq_eqb_eq in Ew; rewrite Ew in Sw; clear Hu.
        split; [|intros m Im Fm X; rewrite Sw in X; inversion X as [E0]; destruct (fixed_apart m Im Fm) as [N _]; now apply N].
        apply crossed_ok; destruct (i_men q I f c k G) as (m & Ex); exists m; pose proof (goes_in m Ex) as Et.
        assert (Ek : k = Pawn) by (rewrite G in Pm; now inversion Pm).
        assert (NL : becomes = Pawn).
        { unfold becomes; destruct pr as [x|]; [exfalso|exact Ek]; destruct Pr as (_ & L & _).
          clear - Rk Sv Sw L; destruct f as [x0 y0], u as [x1 y1], t as [x2 y2]; unfold step in Sv, Sw; simpl in *; subst.
          destruct c; simpl in *; inversion Sv; subst; simpl in Sw; inversion Sw; subst; discriminate. }
        destruct Ex as (Im & Wm & [[Wk Sf]|(_ & P & _)]); [|rewrite Ek in P; simpl in P; intuition discriminate].
        destruct Et as (_ & _ & [[_ St]|(_ & P & _)]); [|rewrite NL in P; simpl in P; intuition discriminate].
        split; [exact Im|split; [exact Wm|]]; unfold crosses; rewrite Wk, Ek, Sw; simpl kind_beq; rewrite St.
        apply step_rev in Sv; unfold rev in Sv; simpl in Sv; unfold bwd; rewrite fwd_opp, Sv, Sf, andb_true_r; simpl andb.
        apply step_rev in Sv; unfold rev in Sv; simpl in Sv; clear - Rk Sv; destruct f as [x0 y0], u as [x1 y1]; unfold step in Sv; simpl in *; subst.
        destruct c; simpl in *; inversion Sv; subst; reflexivity.
    Qed.
  End Step.

  Theorem inv_play q m : inv q -> In m (moves q) -> inv (play q m).
  Proof.
    intros I Hm; pose proof (sound_play q m (i_sound q I) Hm) as S'; apply moves_ok in Hm as [Hm Safe]; destruct Hm as [k f t pr G Go NK Pr|h c H1 _ _ _ _].
    - apply (inv_move q k f t pr I G Go NK Pr Safe S'); intros h; destruct (i_rights q I true) as [R1 R2]; destruct (i_rights q I false) as [R3 R4].
      unfold play; cbn [rts side]; clear - R1 R2 R3 R4; destruct (rts q) as [a b0 a' b'], (side q); simpl in *; subst; destruct h; simpl; split; reflexivity.
    - unfold c in H1; destruct (i_rights q I h) as [R _]; congruence.
  Qed.

  (* --- the kings walk --- *)
  Variable c : colour.   (* the attacker *)
  Definition king_stays (d : colour) : set_of := mark (flat_map (fun m => if is_king m then filter (look (stays m)) squares else []) (of_side d)).
  Definition can_wait (d : colour) : bool := existsb (fun m => negb (is_king m) && negb (still m)) (of_side d).
  Definition hits (m : placed) : list sq :=
    flat_map (steps (who m) (what m)) (filter (look (stays m)) squares) ++ flat_map promoted_steps (filter (look (promoted m)) squares).
  Definition hit : set_of := mark (flat_map (fun m => if is_king m then [] else hits m) (of_side c)).
  Definition rides (ks : list kind) : bool :=
    existsb (fun m => existsb (kind_beq (what m)) ks || existsb (look (promoted m)) squares) (filter (fun m => negb (is_king m)) (of_side c)).
  Definition lines : (sq -> list sq) :=
    let r := rides [Rook; Queen] in let b := rides [Bishop; Queen] in
    fun s => (if r then concat (look rook_t s) else []) ++ (if b then concat (look bishop_t s) else []).
  (* who is to move, where its king stands, and the other *)
  Definition walk := (colour * sq * sq)%type.
  Definition walk_tables := (set_of * set_of * bool * bool * set_of * set_of * bool * (sq -> list sq))%type.
  Definition tables : walk_tables :=
    (king_stays c, king_stays (opp c), can_wait c, can_wait (opp c), hit, may_be_at (opp c),
     existsb (fun m => fixed m && is_king m) (of_side (opp c)), lines).
  Definition goes_to (T : walk_tables) (w : walk) : list sq :=
    let '(kc, ko, wc, wo, _, _, _, _) := T in let '(d, mine, other) := w in
    let att := colour_beq d c in
    filter (fun s => look (if att then kc else ko) s && negb (sq_in s (look king_t other))) (look king_t mine) ++
    (if (if att then wc else wo) then [mine] else []).
  Definition flight (T : walk_tables) (k too : sq) : bool :=
    let '(_, ko, _, _, hi, mo, fk, _) := T in
    negb fk && existsb (fun e => look ko e && negb (look hi e) && negb (look mo e) && negb (sq_in e (look king_t too))) (look king_t k).
  Definition fine (T : walk_tables) (w : walk) (too : sq) : bool :=
    let '(_, _, _, _, hi, _, _, li) := T in let '(d, mine, other) := w in
    negb (colour_beq d c && look hi other && (sq_eqb too mine || sq_in mine (li other))) || flight T other too.
  Definition after_walk (w : walk) (too : sq) : walk := let '(d, mine, other) := w in (opp d, other, too).
  Definition number_t : v8 (v8 positive) := Eval vm_compute in table (fun s => Pos.of_succ_nat (place (fst s) + 8 * place (snd s))).
  Definition code (w : walk) : positive :=
    let '(d, mine, other) := w in
    let a := Pos.add ((look number_t mine)~0~0~0~0~0~0~0)%positive (look number_t other) in match d with White => a~0 | Black => a~1 end%positive.
  Definition walks := PM.t walk.
  Definition walk_eqb (w v : walk) : bool :=
    let '(d, a, b) := w in let '(e, x, y) := v in colour_beq d e && sq_eqb a x && sq_eqb b y.
  Definition among (t : walks) (w : walk) : bool := match PM.find (code w) t with Some v => walk_eqb w v | None => false end.
  Definition walk_on (T : walk_tables) (st : walks * list walk) : walks * list walk :=
    let (t, todo) := st in
    match todo with
    | [] => st
    | w :: todo => fold_left (fun (st : walks * list walk) too => let (t, todo) := st in let v := after_walk w too in if among t v then st else (PM.add (code v) v t, v :: todo))
                             (goes_to T w) (t, todo) end.
  (* how they are found does not matter: what is found is looked at *)
  Definition all_walks (T : walk_tables) (w : walk) : walks := fst (Pos.iter (walk_on T) (PM.add (code w) w (PM.empty _), [w]) 8192%positive).
  Definition walks_fine (T : walk_tables) (t : walks) : bool :=
    forallb (fun e => forallb (fun too => fine T (snd e) too && among t (after_walk (snd e) too)) (goes_to T (snd e))) (PM.elements t).
  Definition in_walks (t : walks) (w : walk) : Prop := exists n, PM.find n t = Some w.
  Lemma among_ok t w : among t w = true -> in_walks t w.
  Proof.
    unfold among; destruct (PM.find (code w) t) as [v|] eqn:F; [|discriminate]; intros H; exists (code w); rewrite F; f_equal.
    destruct w as [[d a] b], v as [[e x] y]; simpl in H; rewrite !andb_true_iff in H; destruct H as [[H1 H2] H3].
    apply colour_beq_eq in H1; apply sq_eqb_eq in H2, H3; congruence.
  Qed.
  Lemma walks_ok T t w too : walks_fine T t = true -> in_walks t w -> In too (goes_to T w) -> fine T w too = true /\ in_walks t (after_walk w too).
  Proof.
    unfold walks_fine; intros H (n & F) I; rewrite forallb_forall in H; specialize (H (n, w) (PM.elements_correct _ _ F)); simpl in H.
    rewrite forallb_forall in H; specialize (H too I); apply andb_true_iff in H as [H1 H2]; split; [exact H1|now apply among_ok].
  Qed.

  Lemma king_stays_ok d s : look (king_stays d) s = true <-> exists m, In m men /\ who m = d /\ what m = King /\ look (stays m) s = true.
  Proof.
    unfold king_stays; rewrite mark_ok, in_flat_map; split.
    - intros (m & Hm & H); apply side_in in Hm as [H1 H2]; unfold is_king in H; destruct (kind_beq (what m) King) eqn:K; [|destruct H].
      apply kind_beq_eq in K; apply filter_In in H as [_ H]; now exists m.
    - intros (m & H1 & H2 & H3 & H4); exists m; unfold is_king; rewrite side_in, H3; simpl; split; [auto|apply filter_In; split; [apply squares_all|exact H4]].
  Qed.
  Lemma hit_ok m k s t : last_step m c k s t -> what m <> King -> look hit t = true.
  Proof.
    intros ((Im & Wm & Xs) & La) N; unfold hit; rewrite mark_ok; apply in_flat_map; exists m; rewrite side_in; split; [auto|].
    assert (K : is_king m = false) by (unfold is_king; destruct (what m); congruence || reflexivity); rewrite K; unfold hits; rewrite in_app_iff, !in_flat_map, Wm.
    destruct La as [[E0 I]|(E0 & P & I)]; [left|right]; exists s; (split; [apply filter_In; split; [apply squares_all|]|first [exact I|rewrite E0; exact I]]).
    - destruct Xs as [[_ S]|(E1 & P & _)]; [exact S|]; rewrite E0 in E1; subst k; simpl in P; intuition discriminate.
    - destruct Xs as [[E1 _]|(_ & _ & S)]; [|exact S]; rewrite E0 in E1; subst k; simpl in P; intuition discriminate.
  Qed.
  Lemma rides_ok ks m k s : explains m c k s -> what m <> King -> In k ks -> rides ks = true.
  Proof.
    intros (Im & Wm & Xs) N Ik; unfold rides; apply existsb_exists; exists m; split.
    - apply filter_In; rewrite side_in; split; [auto|]; unfold is_king; destruct (what m); auto.
    - apply orb_true_iff; destruct Xs as [[E0 _]|(_ & _ & S)]; [left|right].
      + apply existsb_exists; exists k; split; [exact Ik|now apply kind_beq_eq].
      + apply existsb_exists; exists s; split; [apply squares_all|exact S].
  Qed.
  Lemma lines_ok b m k d x s y : explains m c k x -> what m <> King -> (k = Queen /\ In d (orth ++ diag) \/ k = Rook /\ In d orth \/ k = Bishop /\ In d diag) ->
    way b d s y -> sq_in s (lines y) = true.
  Proof.
    intros Ex N Hk W; apply way_rev in W.
    assert (Line : In (rev d) orth /\ In k [Rook; Queen] \/ In (rev d) diag /\ In k [Bishop; Queen]).
    { destruct Hk as [[-> H]|[[-> H]|[-> H]]].
      - apply in_app_or in H as [H|H]; [left; split; [now apply rev_orth|simpl; auto]|right; split; [now apply rev_diag|simpl; auto]].
      - left; split; [now apply rev_orth|simpl; auto].
      - right; split; [now apply rev_diag|simpl; auto]. }
    assert (G : forall ds, (forall e, In e ds -> In e (orth ++ diag)) -> In (rev d) ds -> In s (concat (filter nonempty (map (fun e => ray_n 7 e y) ds)))).
    { intros ds A B; apply in_concat; exists (ray_n 7 (rev d) y); pose proof (ray_of b (rev d) y s (A _ B) W) as R; split; [|exact R].
      apply filter_In; split; [now apply (in_map (fun e => ray_n 7 e y))|destruct (ray_n 7 (rev d) y); [destruct R|reflexivity]]. }
    unfold lines, sq_in; apply existsb_exists; exists s; split; [|apply sq_eqb_refl]; apply in_or_app.
    destruct Line as [[L K]|[L K]]; [left|right]; rewrite (rides_ok _ m k x Ex N K), ?rook_t_ok, ?bishop_t_ok; apply G; auto; intros e He; apply in_or_app; auto.
  Qed.
  Section Walks.
    Variable t : walks.
    Hypothesis Fine : walks_fine tables t = true.
    Definition walked (q : pos) : Prop :=
      inv q /\ exists a b, get (brd q) a = M (side q) King /\ get (brd q) b = M (opp (side q)) King /\ in_walks t (side q, a, b).
    Lemma unique q d x y : sound q -> get (brd q) x = M d King -> get (brd q) y = M d King -> x = y.
    Proof. intros (_ & _ & K) X Y; destruct (king_at _ d K) as (s & _ & _ & U); rewrite (U x X), (U y Y); reflexivity. Qed.
    Lemma goes_to_ok d a b s : In s (goes_to tables (d, a, b)) <->
      (In s (look king_t a) /\ look (king_stays d) s = true /\ sq_in s (look king_t b) = false) \/ (can_wait d = true /\ s = a).
    Proof.
      unfold goes_to, tables; rewrite in_app_iff, filter_In, andb_true_iff, negb_true_iff.
      assert (E1 : look (if colour_beq d c then king_stays c else king_stays (opp c)) s = look (king_stays d) s) by (destruct d, c; reflexivity).
      assert (E2 : (if colour_beq d c then can_wait c else can_wait (opp c)) = can_wait d) by (destruct d, c; reflexivity).
      rewrite E1, E2; destruct (can_wait d); simpl; (split; [intros [H|H]; [now left|right; first [destruct H as [H|[]]; auto|destruct H]]|intros [H|[H1 H2]]; [now left|right; first [now left|discriminate]]]).
    Qed.
    (* the move of a side, as the kings see it *)
    Lemma walk_move q k f y pr a b : let q' := play q (Mv f y pr) in
      inv q -> In (Mv f y pr) (moves q) -> get (brd q) f = M (side q) k ->
      get (brd q) a = M (side q) King -> get (brd q) b = M (opp (side q)) King ->
      exists too, get (brd q') too = M (side q) King /\ get (brd q') b = M (opp (side q)) King /\ In too (goes_to tables (side q, a, b)) /\
        (too = a \/ f = a /\ too = y /\ k = King).
    Proof.
      intros q' I Hm G Ga Gb; pose proof (inv_play q _ I Hm) as I'; fold q' in I'; pose proof Hm as Hl; apply moves_ok in Hl as [Hl Safe].
      inversion Hl as [k0 f0 t0 pr0 G0 Go NK Pr|]; subst f0 t0 pr0; rewrite G in G0; inversion G0; subst k0; clear G0.
      destruct (i_sound q' I') as (_ & _ & K').
      destruct (king_at _ (side q) K') as (s1 & _ & S1 & _); destruct (king_at _ (opp (side q)) K') as (s2 & _ & S2 & _).
      assert (B2 : s2 = b).
      { destruct (moved_men q k f y pr G Pr Safe (i_sound q' I') s2 _ _ S2) as [(_ & E0 & _)|(_ & _ & H)]; [now apply opp_other in E0|].
        apply (unique q (opp (side q))); [apply (i_sound q I)|exact H|exact Gb]. }
      subst s2; exists s1; split; [exact S1|split; [exact S2|]]; rewrite goes_to_ok.
      destruct (moved_men q k f y pr G Pr Safe (i_sound q' I') s1 _ _ S1) as [(E0 & _ & Ek)|(N1 & N2 & H)].
      - assert (Ek' : k = King /\ pr = None).
        { unfold becomes in Ek; destruct pr as [x|]; [destruct Pr as (_ & _ & P); subst x; simpl in P; intuition discriminate|auto]. }
        destruct Ek' as [-> ->]; assert (f = a) by (apply (unique q (side q)); [apply (i_sound q I)|exact G|exact Ga]); subst f s1.
        split; [left|right; auto]; split; [|split].
        + inversion Go; subst; match goal with H : attacks _ _ King _ _ |- _ => inversion H; subst; eapply king_step; eassumption end.
        + apply king_stays_ok; destruct (i_men q I a _ _ G) as (m & Ex); exists m.
          destruct (goes_in q King a y None I G Go NK Pr Safe (i_sound q' I') m Ex) as (Im & Wm & [[E1 E2]|(_ & P & _)]); [auto|unfold becomes in P; simpl in P; intuition discriminate].
        + unfold sq_in; apply not_true_iff_false; intros X; apply existsb_exists in X as (u & X & E0); apply sq_eqb_eq in E0; subst u.
          exact (no_neighbours (brd q') (side q) y b K' Safe S1 S2 X).
      - assert (s1 = a) by (apply (unique q (side q)); [apply (i_sound q I)|exact H|exact Ga]); subst s1.
        split; [right|left; reflexivity]; split; [|reflexivity].
        destruct (i_men q I f _ _ G) as (m & Ex).
        pose proof (goes_in q k f y pr I G Go NK Pr Safe (i_sound q' I') m Ex) as Ey; pose proof (explains_can _ _ _ _ Ex) as C1; pose proof (explains_can _ _ _ _ Ey) as C2.
        unfold can_wait; apply existsb_exists; exists m; destruct Ex as (Im & Wm & Xs); rewrite side_in; split; [auto|]; apply andb_true_iff; split.
        + unfold is_king; destruct Xs as [[E0 _]|(E0 & _)]; rewrite E0; [|reflexivity]; destruct k; try reflexivity; exfalso; apply N2.
          symmetry; apply (unique q (side q)); [apply (i_sound q I)|exact G|exact Ga].
        + apply negb_true_iff, not_true_iff_false; intros St; apply (still_ok m St) in C1; apply (still_ok m St) in C2.
          apply (away q k f y pr I G Go Pr Safe); congruence.
    Qed.
    (* a flight is a move *)
    Lemma flight_moves q b too : inv q -> side q = opp c -> get (brd q) b = M (opp c) King -> get (brd q) too = M c King ->
      flight tables b too = true -> moves q <> [].
    Proof.
      intros I S Gb Gt; unfold flight, tables; rewrite andb_true_iff, negb_true_iff; intros [Fk H]; apply existsb_exists in H as (e & Ie & H).
      rewrite !andb_true_iff, !negb_true_iff in H; destruct H as [[[He Hh] Ho] Hk].
      destruct (i_sound q I) as (_ & _ & K); assert (Safe : in_check (brd q) c = false) by (pose proof (i_wait q I) as W; rewrite S in W; destruct c; exact W).
      assert (Nn : forall u, sq_in u (look king_t too) = false -> ~ In u (look king_t too)).
      { intros u X Y; unfold sq_in in X; assert (Z : existsb (sq_eqb u) (look king_t too) = true); [|congruence]; apply existsb_exists; exists u; split; [exact Y|apply sq_eqb_refl]. }
      assert (Eb : e <> b) by (intros ->; now apply (steps_other c King b)).
      assert (Et : e <> too) by (intros ->; exact (no_neighbours (brd q) c too b K Safe Gt Gb Ie)).
      assert (In (Mv b e None) (moves q)) as X; [|intros E0; rewrite E0 in X; destruct X].
      apply moves_ok; split.
      - apply man_moves with King; [rewrite S; exact Gb| | |intros [E0 _]; discriminate].
        + apply piece_goes; [discriminate| |].
          * rewrite S; apply (steps_attack (brd q) (opp c) King b e); exact Ie.
          * rewrite S; destruct (get (brd q) e) as [|d j] eqn:Ge; [reflexivity|]; apply not_true_iff_false; intros D; simpl in D; apply colour_beq_eq in D; subst d.
            destruct (kind_eq_dec j King) as [->|Nj]; [apply Eb; exact (unique q _ e b (i_sound q I) Ge Gb)|].
            destruct (i_men q I e _ _ Ge) as (m & Ex); assert (Z : look (may_be_at (opp c)) e = true); [|congruence].
            apply may_be_at_ok; exists m; pose proof (explains_can _ _ _ _ Ex) as C; destruct Ex as (Im & Wm & Xs); repeat split; auto.
            destruct Xs as [[-> _]|(-> & _)]; [exact Nj|discriminate].
        + intros d Ge; destruct (colour_eq_dec d c) as [->|D]; [apply Et; exact (unique q _ e too (i_sound q I) Ge Gt)|].
          assert (d = opp c) as -> by (destruct d, c; congruence || reflexivity); apply Eb; exact (unique q _ e b (i_sound q I) Ge Gb).
      - unfold play; cbn [brd]; rewrite S; set (b' := play_board (brd q) b e None).
        assert (Old : forall s d j, get b' s = M d j -> s = e /\ d = opp c /\ j = King \/ s <> e /\ s <> b /\ get (brd q) s = M d j).
        { intros s d j H; apply board_after in H as [[-> H]|(H1 & H2 & _ & H3)]; [left; rewrite Gb in H; inversion H; auto|right; auto]. }
        destruct (in_check b' (opp c)) eqn:Ch; [exfalso|reflexivity]; unfold in_check in Ch; destruct (king_sq b' (opp c)) as [u|] eqn:Ku; [|discriminate].
        apply king_sq_some, is_man_get in Ku; assert (u = e).
        { destruct (Old u _ _ Ku) as [(H & _)|(H1 & H2 & H3)]; [exact H|exfalso; apply H2; exact (unique q _ u b (i_sound q I) H3 Gb)]. }
        subst u; apply attacked_ok in Ch as (x & j & Gx & Ax); replace (opp (opp c)) with c in * by (destruct c; reflexivity).
        destruct (Old x _ _ Gx) as [(_ & D & _)|(N1 & N2 & Gx')]; [destruct c; discriminate|].
        destruct (kind_eq_dec j King) as [->|Nj].
        + assert (x = too) as -> by exact (unique q _ x too (i_sound q I) Gx' Gt); inversion Ax; subst.
          apply (Nn e Hk); eapply king_step; eassumption.
        + destruct (i_men q I x _ _ Gx') as (m & Ex); assert (Fr : free b' c).
          { intros v Gv; destruct (sq_eqb v b) eqn:Vb.
            - apply sq_eqb_eq in Vb; subst v; unfold barred; apply orb_false_iff; split; apply not_true_iff_false; intros H.
              + apply fixed_at_ok in H as (n & H1 & H2 & H3 & H4); pose proof (i_fixed q I n H1 H3) as Gn; rewrite H4, H2, Gb in Gn; inversion Gn; destruct c; discriminate.
              + apply fixed_king_ok in H as (n & H1 & H2 & H3 & H4 & _); assert (Z : existsb (fun m => fixed m && is_king m) (of_side (opp c)) = true); [|congruence].
                apply existsb_exists; exists n; rewrite side_in, H3; unfold is_king; rewrite H4; auto.
            - apply (inv_free q c I v); unfold b', play_board in Gv; unfold is_ep in Gv; rewrite Gb in Gv; rewrite get_set in Gv.
              destruct (sq_eqb e v); [discriminate|]; rewrite get_set, sq_neq in Gv; [exact Gv|]; intros ->; rewrite sq_eqb_refl in Vb; discriminate. }
          destruct (attack_last b' m c j x e Fr Ex Ax) as (s' & La); assert (Z : look hit e = true); [|congruence].
          apply (hit_ok m j s' e La); destruct Ex as (_ & _ & [[-> _]|(-> & _)]); [exact Nj|discriminate].
    Qed.
    (* the king uncovers a check only from a line *)
    Lemma uncovered q y pr a b x j : let q' := play q (Mv a y pr) in
      inv q -> side q = c -> get (brd q) a = M c King -> get (brd q) b = M (opp c) King ->
      get (brd q) x = M c j -> get (brd q') x = M c j -> (forall u, get (brd q') u = E -> u = a \/ get (brd q) u = E) ->
      j <> King -> attacks (brd q') c j x b -> sq_in a (lines b) = true.
    Proof.
      intros q' I S Ga Gb Gx Gx' Em Nj A; assert (No : ~ attacks (brd q) c j x b).
      { intros X; pose proof (i_wait q I) as W; rewrite S in W; assert (Z : in_check (brd q) (opp c) = true); [|congruence].
        apply in_check_ok; [apply (i_sound q I)|]; exists b, x, j; replace (opp (opp c)) with c by (destruct c; reflexivity); auto. }
      destruct (i_men q I x _ _ Gx) as (m & Ex); assert (Nm : what m <> King) by (destruct Ex as (_ & _ & [[-> _]|(-> & _)]); [exact Nj|discriminate]).
      assert (G : forall d, (j = Queen /\ In d (orth ++ diag) \/ j = Rook /\ In d orth \/ j = Bishop /\ In d diag) -> way (brd q') d x b ->
        (way (brd q) d x b -> attacks (brd q) c j x b) -> sq_in a (lines b) = true).
      { intros d Hd W Old; destruct (opened (brd q) (brd q') d a x b Em W) as [W'|W']; [now destruct (No (Old W'))|].
        exact (lines_ok (brd q') m j d x a b Ex Nm Hd W'). }
      inversion A as [? ? ? d Hd St|? ? ? d Hd W|? ? ? d Hd W|? ? ? d Hd W|? ? u ? h v Hd S1 S2|? ? ? h Hh St]; subst.
      - congruence.
      - apply (G d); [auto|exact W|intros W'; now apply rook_attacks with d].
      - apply (G d); [auto|exact W|intros W'; now apply bishop_attacks with d].
      - apply (G d); [auto|exact W|intros W'; now apply queen_attacks with d].
      - destruct No; now apply knight_attacks with u h v.
      - destruct No; now apply pawn_attacks with h.
    Qed.
    Theorem walked_play q m : walked q -> In m (moves q) -> walked (play q m) /\ ~ mated_by c (play q m).
    Proof.
      intros (I & a & b & Ga & Gb & Wa) Hm; pose proof (inv_play q m I Hm) as I'; pose proof Hm as Hl; apply moves_ok in Hl as [Hl Safe].
      destruct Hl as [k f y pr G Go NK Pr|h d H1 _ _ _ _]; [|unfold d in H1; destruct (i_rights q I h) as [R _]; congruence].
      set (q' := play q (Mv f y pr)) in *; destruct (walk_move q k f y pr a b I Hm G Ga Gb) as (too & T1 & T2 & T3 & T4); fold q' in T1, T2.
      destruct (walks_ok tables t _ too Fine Wa T3) as [Fi Wa']; simpl in Wa'; pose proof (moved_men q k f y pr G Pr Safe (i_sound q' I')) as MM; split.
      { split; [exact I'|]; exists b, too; split; [exact T2|split; [|exact Wa']]; rewrite T1; unfold q'; simpl; destruct (side q); reflexivity. }
      intros [S M]; assert (Sc : side q = c) by (unfold q' in S; simpl in S; destruct (side q), c; simpl in S; congruence).
      unfold checkmated in M; apply andb_true_iff in M as [Ch NM]; rewrite S in Ch.
      assert (NoM : moves q' = []) by (destruct (moves q'); [reflexivity|discriminate]); clear NM.
      rewrite Sc in *; pose proof (i_sound q' I') as S'; destruct S' as (_ & _ & K').
      apply in_check_ok in Ch as (s & x & j & Gs & Gx & Ax); [|exact K']; replace (opp (opp c)) with c in * by (destruct c; reflexivity).
      assert (s = b) by exact (unique q' _ s b (i_sound q' I') Gs T2); subst s.
      assert (Nj : j <> King).
      { intros ->; assert (x = too) by exact (unique q' _ x too (i_sound q' I') Gx T1); subst x; inversion Ax; subst.
        apply (no_neighbours (brd q') c too b K' Safe T1 T2); apply king_sym; eapply king_step; eassumption. }
      destruct (i_men q' I' x _ _ Gx) as (m & Ex); assert (Nm : what m <> King) by (destruct Ex as (_ & _ & [[-> _]|(-> & _)]); [exact Nj|discriminate]).
      destruct (attack_last (brd q') m c j x b (inv_free q' c I') Ex Ax) as (s' & La); pose proof (hit_ok m j s' b La Nm) as Hb.
      assert (Fl : flight tables b too = true).
      { unfold fine in Fi; apply orb_true_iff in Fi as [Fi|Fi]; [exfalso|exact Fi].
        assert (X : (sq_eqb too a || sq_in a (lines b)) = true).
        { destruct T4 as [->|(-> & -> & ->)]; [now rewrite sq_eqb_refl|]; apply orb_true_iff; right.
          assert (Pn : pr = None) by (destruct pr as [z|]; [destruct Pr as [X _]; discriminate|reflexivity]).
          destruct (MM x _ _ Gx) as [(_ & _ & Ej)|(N1 & N2 & Gx0)].
          { unfold becomes in Ej; rewrite Pn in Ej; contradiction. }
          apply (uncovered q y pr a b x j I Sc Ga Gb Gx0 Gx); [|exact Nj|exact Ax].
          intros u Gu; destruct (sq_eqb u a) eqn:Ea; [left; now apply sq_eqb_eq|right].
          unfold q' in Gu; simpl in Gu; unfold play_board, is_ep in Gu; rewrite Ga, Pn, get_set in Gu; destruct (sq_eqb y u); [discriminate|].
          rewrite get_set, sq_neq in Gu; [exact Gu|]; intros ->; rewrite sq_eqb_refl in Ea; discriminate. }
        unfold tables in Fi; rewrite Hb, X in Fi; destruct c; discriminate. }
      exact (flight_moves q' b too I' S T2 T1 Fl NoM).
    Qed.
  End Walks.
End Sets.

(* --- the check --- *)
Definition matches (p : pos) (m : placed) : bool :=
  cell_beq (get (brd p) (at_ m)) (M (who m) (what m)) && look (stays m) (at_ m).
Definition kings_at (p : pos) : option walk :=
  match king_sq (brd p) (side p), king_sq (brd p) (opp (side p)) with Some a, Some b => Some (side p, a, b) | _, _ => None end.
Definition no_rights (p : pos) : bool := forallb (fun h => negb (right (rts p) (side p) h) && negb (right (rts p) (opp (side p)) h)) [true; false].
Definition check_region (men : list placed) (c : colour) (p : pos) : bool :=
  no_rights p && negb (ep_seen p) && sound_b p && negb (waiting p) && negb (match moves p with [] => true | _ => false end) &&
  forallb (matches p) men && forallb (fun s => match get (brd p) s with E => true | M _ _ => existsb (fun m => sq_eqb (at_ m) s) men end) squares &&
  all_move_in men &&
  match kings_at p with
  | Some w => let T := tables men c in let t := all_walks c T w in among t w && walks_fine c T t
  | None => false end.
Theorem check_region_sound men c p : check_region men c p = true -> ~ can_win p c.
Proof.
  unfold check_region; rewrite !andb_true_iff; intros ((((((((R & Ne) & S) & W) & Mv) & Ma) & Al) & In0) & H); apply negb_true_iff in Ne, W, Mv.
  apply sound_ok in S; apply plain_never; rewrite forallb_forall in Ma; unfold no_rights in R; rewrite forallb_forall in R.
  assert (At : forall m, In m men -> look (stays m) (at_ m) = true) by (intros m Im; specialize (Ma m Im); unfold matches in Ma; now apply andb_true_iff in Ma).
  assert (On : forall m, In m men -> get (brd p) (at_ m) = M (who m) (what m)).
  { intros m Im; specialize (Ma m Im); unfold matches in Ma; apply andb_true_iff in Ma as [Ma _]; now apply internal_cell_dec_bl. }
  destruct (plain_same p) as [Pb Ps].
  assert (I : inv men (plain p)).
  { split; rewrite ?Pb, ?Ps.
    - intros s d k G; pose proof (forall_sq _ Al s) as X; cbv beta in X; rewrite G in X; apply existsb_exists in X as (m & Im & E0); apply sq_eqb_eq in E0; subst s.
      rewrite (On m Im) in G; inversion G; subst; exists m; split; [exact Im|split; [reflexivity|left; auto]].
    - intros m Im _; now apply On.
    - intros u Hu; unfold plain in Hu; rewrite Ne in Hu; discriminate.
    - intros h; assert (Hr : right (rts p) (side p) h = false /\ right (rts p) (opp (side p)) h = false).
      { specialize (R h ltac:(destruct h; simpl; auto)); apply andb_true_iff in R as [R1 R2]; now apply negb_true_iff in R1, R2. }
      unfold plain; destruct (ep_seen p); exact Hr.
    - now apply plain_sound.
    - exact W. }
  destruct (kings_at p) as [w|] eqn:K; [|discriminate]; cbv zeta in H; apply andb_true_iff in H as [Am Fi]; apply among_ok in Am.
  assert (Wk : walked men (all_walks c (tables men c) w) (plain p)).
  { split; [exact I|]; unfold kings_at in K; destruct (king_sq (brd p) (side p)) as [a|] eqn:Ka; [|discriminate]; destruct (king_sq (brd p) (opp (side p))) as [b|] eqn:Kb; [|discriminate].
    inversion K; subst w; apply king_sq_some, is_man_get in Ka, Kb; exists a, b; rewrite Pb, Ps; auto. }
  assert (N : forall q, Leads (plain p) q -> walked men (all_walks c (tables men c) w) q /\ ~ mated_by c q).
  { induction 1 as [|q m L [IH _] Hm]; [split; [exact Wk|]|now apply (walked_play men In0 At c _ Fi)].
    intros [_ M]; unfold checkmated in M; rewrite plain_moves in M; rewrite Mv, andb_false_r in M; discriminate. }
  intros (q & L & M); now apply (N q L).
Qed.
