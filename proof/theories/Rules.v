(* The rules as a player would say them, and that the executable ones agree: which squares a man attacks, where it can go,
   when a side is in check, what a legal move is. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Unmoves UnmovesComplete.

(* --- which squares a man attacks --- *)
(* over empty squares, one or more steps in a direction *)
Inductive way (b : board) (d : d1 * d1) : sq -> sq -> Prop :=
| way_end s t : step d s = Some t -> way b d s t
| way_on s u t : step d s = Some u -> get b u = E -> way b d u t -> way b d s t.
Inductive attacks (b : board) : colour -> kind -> sq -> sq -> Prop :=
| king_attacks c s t d : In d (orth ++ diag) -> step d s = Some t -> attacks b c King s t
| rook_attacks c s t d : In d orth -> way b d s t -> attacks b c Rook s t
| bishop_attacks c s t d : In d diag -> way b d s t -> attacks b c Bishop s t
| queen_attacks c s t d : In d (orth ++ diag) -> way b d s t -> attacks b c Queen s t
(* one step straight and one diagonally, away from where it came *)
| knight_attacks c s u t h v : In (h, v) diag -> step (Same, v) s = Some u \/ step (h, Same) s = Some u ->
    step (h, v) u = Some t -> attacks b c Knight s t
| pawn_attacks c s t h : h = Dec \/ h = Inc -> step (h, fwd c) s = Some t -> attacks b c Pawn s t.

(* --- rays --- *)
Definition rev1 (d : d1) : d1 := match d with Dec => Inc | Same => Same | Inc => Dec end.
Definition rev (d : d1 * d1) := (rev1 (fst d), rev1 (snd d)).
Lemma rev_rev d : rev (rev d) = d. Proof. destruct d as [[] []]; reflexivity. Qed.
Lemma step_rev d s t : step d s = Some t <-> step (rev d) t = Some s.
Proof.
  assert (H1 : forall e i j, mv1 e i = Some j -> mv1 (rev1 e) j = Some i)
    by (intros [] i j; destruct i; simpl; intros H; inversion H; reflexivity).
  assert (H2 : forall d s t, step d s = Some t -> step (rev d) t = Some s).
  { intros [h v] [x y] [x' y']; unfold step, rev; cbn [fst snd]; destruct (mv1 h x) eqn:A; [|discriminate]; destruct (mv1 v y) eqn:B; [|discriminate].
    intros H; inversion H; subst; now rewrite (H1 _ _ _ A), (H1 _ _ _ B). }
  split; [apply H2|]; intros H; apply H2 in H; now rewrite rev_rev in H.
Qed.
Lemma way_snoc b d s u t : way b d s u -> get b u = E -> step d u = Some t -> way b d s t.
Proof.
  induction 1 as [s u H|s v u H G W IH]; intros Eu St.
  - apply way_on with u; [assumption|assumption|now apply way_end].
  - apply way_on with v; auto.
Qed.
Lemma way_rev b d s t : way b d s t -> way b (rev d) t s.
Proof.
  induction 1 as [s t H|s u t H G W IH].
  - apply way_end; now apply (proj1 (step_rev d s t)).
  - apply way_snoc with u; [exact IH|exact G|now apply (proj1 (step_rev d s u))].
Qed.
(* the squares of a ray: the next one and those after it *)
Lemma ray_next d s : In d (orth ++ diag) -> ray_n 7 d s = match step d s with None => [] | Some u => u :: ray_n 7 d u end.
Proof.
  intros Hd; pose (eqs := fix eqs (l m : list sq) := match l, m with [], [] => true | a :: l, b :: m => sq_eqb a b && eqs l m | _, _ => false end).
  assert (Q : forall l m, eqs l m = true -> l = m).
  { induction l as [|a l IH]; intros [|b m]; simpl; try discriminate; [reflexivity|]; intros H; apply andb_true_iff in H as [H1 H2].
    apply sq_eqb_eq in H1; apply IH in H2; congruence. }
  apply Q; revert s; apply forall_sq.
  simpl in Hd; decompose [or] Hd; subst; try contradiction; vm_compute; reflexivity.
Qed.
Lemma first_way b d s : In d (orth ++ diag) -> forall t, way b d s t -> get b t <> E -> first b (ray_n 7 d s) = get b t.
Proof.
  intros Hd t W N; induction W as [s t H|s u t H G W IH]; rewrite (ray_next d s Hd), H; simpl.
  - destruct (get b t); [congruence|reflexivity].
  - rewrite G; auto.
Qed.
Lemma way_first b d n : forall s x, first b (ray_n n d s) = x -> x <> E -> exists t, way b d s t /\ get b t = x.
Proof.
  induction n as [|n IH]; simpl; intros s x H N; [congruence|]; destruct (step d s) as [u|] eqn:St; [|simpl in H; congruence].
  simpl in H; destruct (get b u) as [|c k] eqn:G.
  - destruct (IH u x H N) as (t & W & Gt); exists t; split; [now apply way_on with u|exact Gt].
  - exists u; split; [now apply way_end|congruence].
Qed.
(* a line of sight from a square to a man of some kinds *)
Lemma lines_see b (ds : list (d1 * d1)) s (ok : cell -> bool) : (forall d, In d ds -> In d (orth ++ diag)) -> ok E = false ->
  existsb (fun l => ok (first b l)) (filter nonempty (map (fun d => ray_n 7 d s) ds)) = true <->
  exists d t, In d ds /\ way b d s t /\ ok (get b t) = true.
Proof.
  intros Hds HE; rewrite existsb_exists; split.
  - intros (l & Hl & H); apply filter_In in Hl as [Hl _]; apply in_map_iff in Hl as (d & <- & Hd).
    assert (N : first b (ray_n 7 d s) <> E) by (intros X; rewrite X in H; congruence).
    destruct (way_first b d 7 s _ eq_refl N) as (t & W & G); exists d, t; split; [exact Hd|split; [exact W|congruence]].
  - intros (d & t & Hd & W & H); assert (N : get b t <> E) by (intros X; rewrite X in H; congruence).
    pose proof (first_way b d s (Hds d Hd) t W N) as F; exists (ray_n 7 d s); split; [|congruence].
    apply filter_In; split; [now apply (in_map (fun d => ray_n 7 d s))|].
    destruct (ray_n 7 d s); [simpl in F; congruence|reflexivity].
Qed.
Lemma rook_t_ok s : look rook_t s = filter nonempty (map (fun d => ray_n 7 d s) orth).
Proof. rewrite <- (look_table _ (fun s => filter nonempty (map (fun d => ray_n 7 d s) orth))); f_equal; vm_compute; reflexivity. Qed.
Lemma bishop_t_ok s : look bishop_t s = filter nonempty (map (fun d => ray_n 7 d s) diag).
Proof. rewrite <- (look_table _ (fun s => filter nonempty (map (fun d => ray_n 7 d s) diag))); f_equal; vm_compute; reflexivity. Qed.
Lemma knight_t_ok s : look knight_t s = knight1 s.
Proof. rewrite <- (look_table _ knight1); f_equal; vm_compute; reflexivity. Qed.
Lemma king_t_ok s : look king_t s = king1 s.
Proof. rewrite <- (look_table _ king1); f_equal; vm_compute; reflexivity. Qed.
Lemma olist_in {A} (o : option A) x : In x (olist o) <-> o = Some x.
Proof. destruct o; simpl; split; try tauto; try discriminate; [intros [->|[]]; reflexivity|intros H; inversion H; auto]. Qed.

Definition knight_step (s t : sq) := exists u h v, In (h, v) diag /\ (step (Same, v) s = Some u \/ step (h, Same) s = Some u) /\ step (h, v) u = Some t.
Lemma knight1_in s t : In t (knight1 s) <-> knight_step s t.
Proof.
  unfold knight1, knight_step; rewrite in_app_iff, !in_flat_map; split.
  - intros [(d & Hd & H)|(d & Hd & H)]; destruct d as [h v]; simpl fst in *; simpl snd in *;
    [destruct (step (Same, v) s) as [u|] eqn:St|destruct (step (h, Same) s) as [u|] eqn:St]; try destruct H; apply olist_in in H; exists u, h, v; auto.
  - intros (u & h & v & Hd & [St|St] & H); [left|right]; exists (h, v); (split; [exact Hd|]); simpl; rewrite St; now apply olist_in.
Qed.
Lemma knight_sym s t : In t (look knight_t s) -> In s (look knight_t t).
Proof.
  intros H; pose proof (forall_sq (fun s => forallb (fun t => sq_in s (look knight_t t)) (look knight_t s))) as X; cbv beta in X.
  assert (Y : forallb (fun t => sq_in s (look knight_t t)) (look knight_t s) = true) by (apply X; vm_compute; reflexivity).
  rewrite forallb_forall in Y; apply Y in H; apply existsb_exists in H as (u & H & E); apply sq_eqb_eq in E; now subst.
Qed.
Lemma king1_in s t : In t (king1 s) <-> exists d, In d (orth ++ diag) /\ step d s = Some t.
Proof.
  unfold king1; rewrite in_flat_map; split; intros (d & Hd & H); exists d; (split; [exact Hd|]); now apply olist_in.
Qed.
Lemma rev_orth d : In d orth -> In (rev d) orth. Proof. simpl; intros H; decompose [or] H; subst; simpl; tauto. Qed.
Lemma rev_diag d : In d diag -> In (rev d) diag. Proof. simpl; intros H; decompose [or] H; subst; simpl; tauto. Qed.
Lemma rev_all d : In d (orth ++ diag) -> In (rev d) (orth ++ diag).
Proof. rewrite !in_app_iff; intros [H|H]; [left; now apply rev_orth|right; now apply rev_diag]. Qed.
Lemma fwd_opp c : fwd (opp c) = rev1 (fwd c). Proof. destruct c; reflexivity. Qed.
Lemma caps_in c s t : In t (pawn_caps c s) <-> exists h, (h = Dec \/ h = Inc) /\ step (h, fwd c) s = Some t.
Proof.
  unfold pawn_caps; rewrite in_app_iff, !olist_in; split; [intros [H|H]; eauto|intros (h & [->| ->] & H); auto].
Qed.

(* A side attacks a square when one of its men does. *)
Theorem attacked_ok b c s : attacked b c s = true <-> exists t k, get b t = M c k /\ attacks b c k t s.
Proof.
  rewrite attacked_as; rewrite !orb_true_iff, rook_t_ok, bishop_t_ok, knight_t_ok, king_t_ok.
  rewrite (lines_see b orth s (fun x => match x with M d Rook | M d Queen => colour_beq c d | _ => false end)) by (simpl; tauto).
  rewrite (lines_see b diag s (fun x => match x with M d Bishop | M d Queen => colour_beq c d | _ => false end)) by (simpl; tauto).
  rewrite !existsb_exists; split.
  - intros [[[[(d & t & Hd & W & G)|(d & t & Hd & W & G)]|(t & Ht & G)]|(t & Ht & G)]|(t & Ht & G)].
    + apply way_rev in W; destruct (get b t) as [|e []] eqn:Gt; try discriminate; apply colour_beq_eq in G; subst e; exists t; eexists; (split; [exact Gt|]).
      * apply queen_attacks with (rev d); [apply in_or_app; left; now apply rev_orth|exact W].
      * apply rook_attacks with (rev d); [now apply rev_orth|exact W].
    + apply way_rev in W; destruct (get b t) as [|e []] eqn:Gt; try discriminate; apply colour_beq_eq in G; subst e; exists t; eexists; (split; [exact Gt|]).
      * apply queen_attacks with (rev d); [apply in_or_app; right; now apply rev_diag|exact W].
      * apply bishop_attacks with (rev d); [now apply rev_diag|exact W].
    + destruct (get b t) as [|e []] eqn:Gt; try discriminate; apply colour_beq_eq in G; subst e; exists t, Knight; split; [exact Gt|].
      rewrite <- knight_t_ok in Ht; apply knight_sym in Ht; rewrite knight_t_ok in Ht; apply knight1_in in Ht as (u & h & v & Hd & S1 & S2).
      now apply knight_attacks with u h v.
    + destruct (get b t) as [|e []] eqn:Gt; try discriminate; apply colour_beq_eq in G; subst e; exists t, King; split; [exact Gt|].
      apply king1_in in Ht as (d & Hd & St); apply king_attacks with (rev d); [now apply rev_all|now apply (proj1 (step_rev d _ _)) in St].
    + destruct (get b t) as [|e []] eqn:Gt; try discriminate; apply colour_beq_eq in G; subst e; exists t, Pawn; split; [exact Gt|].
      apply caps_in in Ht as (h & Hh & St); apply (proj1 (step_rev _ _ _)) in St; unfold rev in St; simpl in St; rewrite fwd_opp in St.
      apply pawn_attacks with (rev1 h); [destruct Hh; subst; simpl; auto|]; replace (fwd c) with (rev1 (rev1 (fwd c))) by (destruct c; reflexivity); exact St.
  - intros (t & k & G & A); assert (CC : colour_beq c c = true) by (now apply colour_beq_eq); destruct A as [c s0 t0 d Hd St|c s0 t0 d Hd W|c s0 t0 d Hd W|c s0 t0 d Hd W|c s0 u t0 h v Hd S1 S2|c s0 t0 h Hh St].
    + left; right; exists s0; rewrite G; split; [|exact CC]; apply king1_in; exists (rev d); split; [now apply rev_all|now apply (proj1 (step_rev d _ _)) in St].
    + do 4 left; exists (rev d), s0; rewrite G; split; [now apply rev_orth|split; [now apply way_rev|exact CC]].
    + do 3 left; right; exists (rev d), s0; rewrite G; split; [now apply rev_diag|split; [now apply way_rev|exact CC]].
    + do 3 left; apply in_app_or in Hd as [Hd|Hd]; [left|right]; exists (rev d), s0; rewrite G; (split; [|split; [now apply way_rev|exact CC]]);
      [now apply rev_orth|now apply rev_diag].
    + do 2 left; right; exists s0; rewrite G; split; [|exact CC]; rewrite <- knight_t_ok; apply knight_sym; rewrite knight_t_ok; apply knight1_in.
      exists u, h, v; auto.
    + right; exists s0; rewrite G; split; [|exact CC]; apply caps_in; exists (rev1 h); split; [destruct Hh; subst; simpl; auto|].
      apply (proj1 (step_rev _ _ _)) in St; unfold rev in St; simpl in St; rewrite fwd_opp; exact St.
Qed.

(* --- where a man goes --- *)
Inductive goes (b : board) (e : option sq) : colour -> kind -> sq -> sq -> Prop :=
(* a piece to a square that it attacks, unless a man of its own side stands there *)
| piece_goes c k s t : k <> Pawn -> attacks b c k s t -> is_colour c (get b t) = false -> goes b e c k s t
| pawn_step c s t : step (Same, fwd c) s = Some t -> get b t = E -> goes b e c Pawn s t
| pawn_double_step c s u t : snd s = pawn_rank c -> step (Same, fwd c) s = Some u -> get b u = E ->
    step (Same, fwd c) u = Some t -> get b t = E -> goes b e c Pawn s t
(* it captures an enemy man, or goes to the square that a pawn has just crossed *)
| pawn_captures c s t : attacks b c Pawn s t -> is_colour (opp c) (get b t) = true \/ e = Some t -> goes b e c Pawn s t.
Lemma slide_ok b c d s t : In d (orth ++ diag) ->
  (In t (slide b c (ray_n 7 d s)) <-> way b d s t /\ is_colour c (get b t) = false).
Proof.
  intros Hd; split.
  - generalize 7; intros n; revert s; induction n as [|n IH]; simpl; intros s; [tauto|]; destruct (step d s) as [u|] eqn:St; [|simpl; tauto].
    simpl; destruct (get b u) as [|e k] eqn:G.
    + intros [<-|H]; [split; [now apply way_end|now rewrite G]|]; destruct (IH u H) as [W O]; split; [now apply way_on with u|exact O].
    + destruct (colour_beq c e) eqn:C; [intros []|intros [<-|[]]]; split; [now apply way_end|rewrite G; exact C].
  - intros [W O]; induction W as [s t H|s u t H G W IH]; rewrite (ray_next d s Hd), H; simpl.
    + destruct (get b t) as [|e k]; [now left|]; simpl in O; rewrite O; now left.
    + rewrite G; right; auto.
Qed.
Lemma slides_ok b c ds s t : (forall d, In d ds -> In d (orth ++ diag)) ->
  (In t (slides b c (filter nonempty (map (fun d => ray_n 7 d s) ds))) <-> exists d, In d ds /\ way b d s t /\ is_colour c (get b t) = false).
Proof.
  intros Hds; unfold slides; rewrite in_flat_map; split.
  - intros (l & Hl & H); apply filter_In in Hl as [Hl _]; apply in_map_iff in Hl as (d & <- & Hd); exists d; split; [exact Hd|].
    now apply slide_ok; [apply Hds|].
  - intros (d & Hd & H); exists (ray_n 7 d s); apply (slide_ok b c d s t (Hds d Hd)) in H; split; [|exact H].
    apply filter_In; split; [now apply (in_map (fun d => ray_n 7 d s))|]; destruct (ray_n 7 d s); [destruct H|reflexivity].
Qed.
Theorem dests_ok b c k e s t : In t (dests b c k e s) <-> goes b e c k s t.
Proof.
  assert (HO : forall d, In d orth -> In d (orth ++ diag)) by (intros; apply in_or_app; now left).
  assert (HD : forall d, In d diag -> In d (orth ++ diag)) by (intros; apply in_or_app; now right).
  split.
  - destruct k; cbn [dests]; unfold leap; rewrite ?filter_In, ?in_app_iff, ?rook_t_ok, ?bishop_t_ok, ?(slides_ok b c orth s t HO), ?(slides_ok b c diag s t HD).
    + rewrite king_t_ok, king1_in, negb_true_iff; intros [(d & Hd & St) O]; apply piece_goes; [discriminate|now apply king_attacks with d|exact O].
    + intros [(d & Hd & W & O)|(d & Hd & W & O)]; (apply piece_goes; [discriminate|apply queen_attacks with d; auto|exact O]).
    + intros (d & Hd & W & O); apply piece_goes; [discriminate|now apply rook_attacks with d|exact O].
    + intros (d & Hd & W & O); apply piece_goes; [discriminate|now apply bishop_attacks with d|exact O].
    + rewrite knight_t_ok, knight1_in, negb_true_iff; intros [(u & h & v & Hd & S1 & S2) O]; apply piece_goes; [discriminate|now apply knight_attacks with u h v|exact O].
    + unfold pawn_dests; rewrite in_app_iff, filter_In, caps_in, orb_true_iff; intros [H|[(h & Hh & St) H]].
      * destruct (step (Same, fwd c) s) as [u|] eqn:Su; [|destruct H]; destruct (get b u) eqn:Gu; simpl in H; [|destruct H].
        destruct H as [<-|H]; [now apply pawn_step|]; destruct (ix_beq (snd s) (pawn_rank c)) eqn:Pr; [|destruct H]; apply internal_ix_dec_bl in Pr.
        destruct (step (Same, fwd c) u) as [v|] eqn:Sv; [|destruct H]; destruct (get b v) eqn:Gv; simpl in H; [|destruct H].
        destruct H as [<-|[]]; now apply pawn_double_step with u.
      * apply pawn_captures; [now apply pawn_attacks with h|]; destruct H as [H|H]; [now left|right].
        destruct e as [x|]; simpl in H; [apply sq_eqb_eq in H; now subst|discriminate].
  - intros H; destruct H as [c k s t Hk A O|c s t St G|c s u t Pr Su Gu St G|c s t A H].
    + destruct A as [c s t d Hd St|c s t d Hd W|c s t d Hd W|c s t d Hd W|c s u t h v Hd S1 S2|c s t h Hh St]; cbn [dests]; unfold leap;
      rewrite ?filter_In, ?in_app_iff, ?rook_t_ok, ?bishop_t_ok, ?(slides_ok b c orth s t HO), ?(slides_ok b c diag s t HD).
      * rewrite king_t_ok, king1_in, negb_true_iff; eauto.
      * eauto.
      * eauto.
      * apply in_app_or in Hd as [Hd|Hd]; [left|right]; eauto.
      * rewrite knight_t_ok, knight1_in, negb_true_iff; split; [exists u, h, v; auto|exact O].
      * congruence.
    + cbn [dests]; unfold pawn_dests; apply in_or_app; left; rewrite St, G; now left.
    + cbn [dests]; unfold pawn_dests; apply in_or_app; left; rewrite Su, Gu, Pr, (internal_ix_dec_lb _ _ eq_refl), St, G; right; now left.
    + cbn [dests]; unfold pawn_dests; apply in_or_app; right; inversion A; subst; apply filter_In; split; [apply caps_in; eauto|].
      apply orb_true_iff; destruct H as [H| ->]; [now left|right; simpl; apply sq_eqb_refl].
Qed.

(* --- legal moves --- *)
Inductive may_move (p : pos) : move -> Prop :=
(* a man goes somewhere, but never onto a king; a pawn promotes on the last rank, and only there *)
| man_moves k f t pr : get (brd p) f = M (side p) k -> goes (brd p) (ep p) (side p) k f t ->
    (forall c, get (brd p) t <> M c King) ->
    (match pr with None => ~ (k = Pawn /\ snd t = last_rank (side p)) | Some q => k = Pawn /\ snd t = last_rank (side p) /\ In q promos end) ->
    may_move p (Mv f t pr)
(* with the right, king and rook at home, nothing between them, the king neither attacked nor over an attacked square *)
| castles h : let c := side p in right (rts p) c h = true -> get (brd p) (I5, home_rank c) = M c King ->
    get (brd p) (castle_rook_from c h) = M c Rook -> (forall s, In s (castle_empty c h) -> get (brd p) s = E) ->
    (forall s, In s (castle_cross c h) -> ~ exists t k, get (brd p) t = M (opp c) k /\ attacks (brd p) (opp c) k t s) ->
    may_move p (Castle h).
Definition legal_move (p : pos) (m : move) : Prop := may_move p m /\ in_check (brd (play p m)) (side p) = false.
Lemma not_king_ok b t : not_king b t = true <-> forall c, get b t <> M c King.
Proof.
  unfold not_king; destruct (get b t) as [|c []]; simpl; split; intros H; try reflexivity; try discriminate; try (intros d; discriminate).
  now destruct (H c).
Qed.
Lemma pseudo_ok p m : In m (pseudo p) <-> may_move p m.
Proof.
  split; intros H.
  - unfold pseudo in H; apply in_app_or in H as [H|H].
    + apply in_flat_map in H as (s & _ & H); apply moves_from_inv in H as (k & t & pr & -> & G & D & N & W).
      apply man_moves with k; [exact G|now apply dests_ok|now apply not_king_ok|].
      unfold with_promo in W; destruct (kind_beq k Pawn && ix_beq (snd t) (last_rank (side p))) eqn:B.
      * apply andb_true_iff in B as [B1 B2]; apply kind_beq_eq in B1; apply internal_ix_dec_bl in B2.
        apply in_map_iff in W as (q & W & Hq); inversion W; auto.
      * destruct W as [W|[]]; inversion W; intros [-> E0]; rewrite E0, (internal_ix_dec_lb _ _ eq_refl) in B; discriminate.
    + apply in_map_iff in H as (h & <- & H); apply filter_In in H as [_ H]; unfold castle_ok in H; rewrite !andb_true_iff, !forallb_forall in H.
      destruct H as ((((H1 & H2) & H3) & H4) & H5); apply is_man_get in H2, H3; apply castles; auto.
      * intros s Hs; apply H4 in Hs; destruct (get (brd p) s); [reflexivity|discriminate].
      * intros s Hs A; apply H5 in Hs; apply attacked_ok in A; rewrite A in Hs; discriminate.
  - unfold pseudo; apply in_or_app; destruct H as [k f t pr G Go N Pr|h c H1 H2 H3 H4 H5]; [left|right].
    + apply in_flat_map; exists f; split; [apply squares_all|]; apply moves_from_intro with k t; [exact G|now apply dests_ok|now apply not_king_ok|].
      unfold with_promo; destruct pr as [q|].
      * destruct Pr as (-> & E0 & Hq); rewrite E0, (internal_ix_dec_lb _ _ eq_refl); simpl kind_beq; simpl andb; cbv iota; now apply (in_map (fun q => Mv f t (Some q))).
      * destruct (kind_beq k Pawn && ix_beq (snd t) (last_rank (side p))) eqn:B; [|now left]; exfalso; apply Pr.
        apply andb_true_iff in B as [B1 B2]; apply kind_beq_eq in B1; apply internal_ix_dec_bl in B2; auto.
    + apply in_map; apply filter_In; split; [destruct h; simpl; auto|]; unfold castle_ok; fold c; rewrite !andb_true_iff, !forallb_forall.
      rewrite H2, H3; repeat split; try (destruct c; reflexivity); auto.
      * intros s Hs; now rewrite (H4 s Hs).
      * intros s Hs; apply negb_true_iff; destruct (attacked (brd p) (opp c) s) eqn:A; [|reflexivity]; apply attacked_ok in A; now destruct (H5 s Hs).
Qed.
Theorem moves_ok p m : In m (moves p) <-> legal_move p m.
Proof. unfold moves, legal_move; now rewrite filter_In, negb_true_iff, pseudo_ok. Qed.
