(* Closures without some men, of which only the squares are known that they can be on. *)
From Coq Require Import List Bool Arith Lia PArith NArith. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Rules Tables Win Status ProofGame Instant Invariants GameInvariants Little CanWin Material Closure Region.
Arguments count : simpl never.
Local Opaque squares.

Definition empty_at (b : board) (s : sq) : bool := is_empty (get b s).
(* where a pawn of a side has been stepped over, if it was its last move *)
Definition passed_over (b : board) (d : colour) (t : sq) : bool :=
  ix_beq (snd t) (match d with White => I3 | Black => I6 end) && empty_at b t &&
  match step (Same, bwd d) t, step (Same, fwd d) t with Some f, Some v => empty_at b f && is_man d Pawn (get b v) | _, _ => false end.
(* no man of its own side, and not the enemy king *)
Definition open_to (b : board) (d : colour) (t : sq) : bool := negb (is_colour d (get b t)) && not_king b t.

Section Ghosts.
  Variable gs : list placed.
  Variable att : colour.   (* the attacker *)
  (* the squares of all ghosts of a side, and where one can be captured in passing *)
  Variables G C : colour -> set_of.
  Hypothesis G_ok : forall d s, look (G d) s = true <-> exists g, In g gs /\ who g = d /\ can_be g s = true.
  Hypothesis C_ok : forall d s, look (C d) s = true <-> exists g, In g gs /\ who g = d /\ crosses d g s = true.
  Hypothesis No_king : forall g, In g gs -> what g <> King.
  Definition ghost_at (s : sq) : bool := look (G White) s || look (G Black) s.

  (* --- where ghosts can go --- *)
  Definition can_take (b : board) (d : colour) (t : sq) : bool :=
    open_to b d t && (is_colour (opp d) (get b t) || look (G (opp d)) t || look (C (opp d)) t || passed_over b (opp d) t).
  Definition as_it_is (b : board) (g : placed) : list sq :=   (* what it may capture *)
    flat_map (fun s => if look (stays g) s && empty_at b s then
      match what g with Pawn => filter (can_take b (who g)) (pawn_caps (who g) s) | k => filter (open_to b (who g)) (steps (who g) k s) end else []) squares.
  Definition straight_on (b : board) (g : placed) : list sq :=
    match what g with
    | Pawn => flat_map (fun s => if look (stays g) s && empty_at b s then filter (empty_at b) (olist (step (Same, fwd (who g)) s)) else []) squares
    | _ => [] end.
  Definition as_promoted (b : board) (g : placed) : list sq :=
    flat_map (fun s => if look (promoted g) s && empty_at b s then filter (open_to b (who g)) (promoted_steps s) else []) squares.
  Definition sets_hold (b : board) (g : placed) : bool :=
    forallb (look (stays g)) (as_it_is b g ++ straight_on b g) && forallb (look (promoted g)) (as_promoted b g) &&
    forallb (fun s => negb (look (stays g) s && kind_beq (what g) Pawn && ix_beq (snd s) (last_rank (who g))) || look (promoted g) s) squares.

  (* --- moves: the position after it, and the squares that a man on the board has left, none if a ghost moved --- *)
  Definition next_pos := (pos * list sq)%type.
  Definition behind (f t : sq) : sq := (fst t, snd f).
  Definition board_moves (a : pos) : list next_pos :=
    flat_map (fun f => flat_map (fun m => match m with
      | Mv f t pr => [(plain (play a m), f :: if is_ep (brd a) f t then [behind f t] else [])] | Castle _ => [] end) (moves_from a f)) squares.
  Definition over_ghosts (a : pos) : list next_pos :=
    flat_map (fun f => if is_man (side a) Pawn (get (brd a) f) then
      flat_map (fun t =>
        if empty_at (brd a) t && (look (G (opp (side a))) t || look (C (opp (side a))) t) && negb (oeqb (ep a) t) then
          map (fun k => (mkpos (set (set (brd a) f E) t (M (side a) k)) (opp (side a)) (rts a) None,
                         f :: if look (C (opp (side a))) t then [behind f t] else []))
              (if ix_beq (snd t) (last_rank (side a)) then promos else [Pawn])
        else []) (pawn_caps (side a) f) else []) squares.
  Definition own (a : pos) : list placed := of_side gs (side a).
  Definition without (a : pos) (s : sq) : pos := mkpos (set (brd a) s E) (opp (side a)) (rts a) None.
  Definition passing (a : pos) : pos := mkpos (brd a) (opp (side a)) (rts a) None.
  Definition victims (a : pos) : list sq :=
    flat_map (fun g => as_it_is (brd a) g ++ as_promoted (brd a) g ++
      (if kind_beq (what g) Pawn then flat_map (fun t => if passed_over (brd a) (opp (side a)) t then olist (step (Same, fwd (opp (side a))) t) else []) (as_it_is (brd a) g) else [])) (own a).
  Definition ghost_moves (a : pos) : list next_pos :=
    if existsb (fun g => has (as_it_is (brd a) g ++ straight_on (brd a) g ++ as_promoted (brd a) g)) (own a)
    then (passing a, []) :: map (fun s => (without a s, [])) (let v := mark (victims a) in filter (fun s => look v s && is_colour (opp (side a)) (get (brd a) s)) squares)
    else [].
  (* an enemy man on the board attacks the king, and no ghost can be between *)
  Definition filled (b : board) (d : colour) : board :=
    table (fun s => match get b s with E => if ghost_at s then M d Knight else E | x => x end).
  Definition surely_attacked (b : board) (d : colour) : bool := in_check (filled b d) d.
  Definition next_all (a : pos) : list next_pos :=
    filter (fun n => negb (surely_attacked (brd (fst n)) (side a))) (board_moves a ++ over_ghosts a ++ ghost_moves a).

  (* --- checks and replies --- *)
  Definition strikes (b : board) (g : placed) (k : sq) : bool :=   (* from an empty square of its sets, one step away *)
    existsb (fun s => empty_at b s && (look (stays g) s && sq_in k (steps (who g) (what g) s) || look (promoted g) s && sq_in k (promoted_steps s))) squares.
  Definition rider_dirs (g : placed) : list (d1 * d1) :=
    match what g with Rook => orth | Bishop => diag | Queen | Pawn => orth ++ diag | _ => [] end.
  Definition rider_set (g : placed) : set_of := match what g with Pawn => promoted g | _ => stays g end.
  Fixpoint clear (b : board) (x : sq) (l : list sq) : bool :=   (* empty squares, and then this one *)
    match l with [] => false | s :: l => if sq_eqb s x then true else empty_at b s && clear b x l end.
  Definition strikes_over (b : board) (g : placed) (k o : sq) : bool :=
    existsb (fun d => clear b o (ray_n 7 d k) && match step d o with Some s => look (rider_set g) s && empty_at b s | None => false end) (rider_dirs g).
  Definition may_check (a : pos) (k : sq) (left : list sq) : bool :=
    in_check (brd a) (side a) ||
    existsb (fun g => match left with [] => strikes (brd a) g k | _ => existsb (strikes_over (brd a) g k) left end) (of_side gs att).
  Fixpoint between (x : sq) (l : list sq) : option (list sq) :=   (* the squares before one *)
    match l with [] => None | s :: l => if sq_eqb s x then Some [] else option_map (cons s) (between x l) end.
  Definition barred_squares (b : board) (f t : sq) : list sq :=
    let lines := flat_map (fun d => match between t (ray_n 7 d f) with Some l => l | None => [] end) (orth ++ diag) in
    match get b f with M _ Pawn => if ix_beq (fst f) (fst t) then t :: lines else lines | _ => lines end.
  (* the moves that answer a check if no ghost of its own stands where they go *)
  Definition is_reply (a : pos) (m : move) : bool :=
    match m with
    | Castle _ => false
    | Mv f t pr =>
        let b := brd (play a m) in
        negb (existsb ghost_at (barred_squares (brd a) f t)) && negb (in_check b (side a)) &&
        match king_sq b (side a) with Some k => negb (existsb (fun g => strikes b g k) (of_side gs att)) | None => false end end.
  Definition replies (a : pos) : list sq :=
    flat_map (fun f => flat_map (fun m => match m with Mv f t pr => if is_reply a m then [t] else [] | Castle _ => [] end) (moves_from a f)) squares.
  Definition sure (a : pos) (t : sq) : bool := negb (empty_at (brd a) t && look (G (side a)) t).
  Definition crowded (a : pos) (l : list sq) : bool :=   (* own ghosts may be on all of them *)
    length l <=? length (filter (fun g => existsb (can_be g) l) (own a)).
  Definition answered (a : pos) : bool :=
    let r := replies a in
    existsb (sure a) r ||
    let s := let m := mark r in filter (look m) squares in
    negb (crowded a s) || negb (crowded a (filter light s)) || negb (crowded a (filter (fun s => negb (light s)) s)).
  Definition may_be_mate (a : pos) (left : list sq) : bool :=
    match king_sq (brd a) (side a) with Some k => may_check a k left && negb (answered a) | None => true end.

  Definition lonely (a : pos) : bool := (the_men (brd a) att <=? 1) && negb (has (of_side gs att)).
  Definition node_fine (known_b : pos -> bool) (a : pos) : bool :=
    forallb (sets_hold (brd a)) gs &&
    forallb (fun n => negb (colour_beq (side a) att && may_be_mate (fst n) (snd n)) && (lonely (fst n) || known_b (fst n))) (next_all a).

  (* --- positions of play, and those without the ghosts --- *)
  Definition is_ghost (g : placed) (c : colour) (k : kind) (s : sq) : Prop :=
    In g gs /\ who g = c /\ (what g = k /\ look (stays g) s = true \/ what g = Pawn /\ In k promos /\ look (promoted g) s = true).
  (* where each ghost stands *)
  Definition spots := nat -> option sq.
  Definition covers_ghosts (q a : pos) (loc : spots) : Prop :=
    forall s c k, get (brd a) s = E -> get (brd q) s = M c k -> exists i g, nth_error gs i = Some g /\ loc i = Some s /\ is_ghost g c k s.
  Record sim (q a : pos) (loc : spots) : Prop := mksim {
    s_side : side a = side q;
    s_board : forall s c k, get (brd a) s = M c k -> get (brd q) s = M c k;
    s_ghost : covers_ghosts q a loc;
    s_ep : forall t, ep a = Some t -> ep q = Some t /\ passed_over (brd a) (opp (side q)) t = true;
    s_ep' : forall t, ep q = Some t -> (look (C (opp (side q))) t = true /\ forall v, step (Same, fwd (opp (side q))) t = Some v -> get (brd a) v = E) \/
      passed_over (brd a) (opp (side q)) t = true /\ (ep a = None -> forall f, get (brd a) f = M (side q) Pawn -> ~ In t (pawn_caps (side q) f));
    s_rights : forall h, right (rts q) (side q) h = false /\ right (rts q) (opp (side q)) h = false;
    s_rights_a : forall h, right (rts a) (side q) h = false /\ right (rts a) (opp (side q)) h = false;
    s_calm : calm q }.
  Lemma is_ghost_can g c k s : is_ghost g c k s -> can_be g s = true.
  Proof. unfold is_ghost, can_be; intros (_ & _ & [[_ ->]|(_ & _ & ->)]); [reflexivity|apply orb_true_r]. Qed.
  Lemma is_ghost_at g c k s : is_ghost g c k s -> look (G c) s = true.
  Proof. intros H; apply G_ok; exists g; pose proof (is_ghost_can _ _ _ _ H) as X; destruct H as (H1 & H2 & _); auto. Qed.
  Lemma ghost_at_in d s : look (G d) s = true -> ghost_at s = true.
  Proof. unfold ghost_at; destruct d; intros ->; [reflexivity|apply orb_true_r]. Qed.
  Lemma ghost_no_king g c s : ~ is_ghost g c King s.
  Proof. intros (I & _ & [[E0 _]|(_ & P & _)]); [now apply (No_king g)|simpl in P; intuition discriminate]. Qed.
  Section Sim.
    Variables (q a : pos) (loc : spots).
    Hypothesis S : sim q a loc.
    Lemma real_empty s : get (brd q) s = E -> get (brd a) s = E.
    Proof. intros H; destruct (get (brd a) s) as [|c k] eqn:Ga; [reflexivity|]; apply (s_board _ _ _ S) in Ga; congruence. Qed.
    Lemma empty_real s : get (brd a) s = E -> ghost_at s = false -> get (brd q) s = E.
    Proof.
      intros Ga Gh; destruct (get (brd q) s) as [|c k] eqn:Gq; [reflexivity|]; destruct (s_ghost _ _ _ S s c k Ga Gq) as (i & g & _ & _ & X).
      apply is_ghost_at, ghost_at_in in X; congruence.
    Qed.
    Lemma man_real s c k : get (brd q) s = M c k -> get (brd a) s = M c k \/ get (brd a) s = E.
    Proof. intros H; destruct (get (brd a) s) as [|d j] eqn:Ga; [now right|left]; apply (s_board _ _ _ S) in Ga; congruence. Qed.
    Lemma king_real s c : get (brd q) s = M c King -> get (brd a) s = M c King.
    Proof.
      intros H; destruct (man_real s _ _ H) as [X|X]; [exact X|]; destruct (s_ghost _ _ _ S s _ _ X H) as (i & g & _ & _ & Y); now apply ghost_no_king in Y.
    Qed.
    Lemma way_a d s t : way (brd q) d s t -> way (brd a) d s t.
    Proof. induction 1 as [s t H|s u t H Gu W IH]; [now apply way_end|]; apply way_on with u; [exact H|now apply real_empty|exact IH]. Qed.
    Lemma attacks_a c k s t : attacks (brd q) c k s t -> attacks (brd a) c k s t.
    Proof.
      intros A; destruct A as [c s t d Hd St|c s t d Hd W|c s t d Hd W|c s t d Hd W|c s u t h v Hd S1 S2|c s t h Hh St].
      - now apply king_attacks with d.
      - apply rook_attacks with d; [exact Hd|now apply way_a].
      - apply bishop_attacks with d; [exact Hd|now apply way_a].
      - apply queen_attacks with d; [exact Hd|now apply way_a].
      - now apply knight_attacks with u h v.
      - now apply pawn_attacks with h.
    Qed.
    Lemma kings_a : kings (brd a).
    Proof.
      intros d; destruct (s_calm _ _ _ S) as [(_ & _ & K) _]; specialize (K d); rewrite <- K, !count_filter; f_equal.
      apply filter_same; intros s _; destruct (is_man d King (get (brd q) s)) eqn:Q.
      - apply is_man_get in Q; rewrite (king_real s d Q); destruct d; reflexivity.
      - destruct (is_man d King (get (brd a) s)) eqn:A; [|reflexivity]; apply is_man_get in A; apply (s_board _ _ _ S) in A; rewrite A in Q; destruct d; discriminate.
    Qed.
  End Sim.

  Lemma behind_step c f t : In t (pawn_caps c f) -> step (Same, fwd (opp c)) t = Some (behind f t).
  Proof.
    intros H; apply caps_rank in H; unfold behind, step; cbn [fst snd]; rewrite fwd_opp.
    assert (X : mv1 (rev1 (fwd c)) (snd t) = Some (snd f)); [|now rewrite X; destruct t].
    clear - H; destruct c, (snd f), (snd t); simpl in *; congruence.
  Qed.
  Lemma no_new_ep b c f t k : get b f = M c k -> k <> Pawn -> new_ep b c f t = None.
  Proof. intros H N; unfold new_ep; rewrite H; simpl; destruct k; rewrite ?andb_false_r; try reflexivity; congruence. Qed.
  Lemma no_new_ep_caps b c f t : In t (pawn_caps c f) -> new_ep b c f t = None.
  Proof.
    intros H; unfold new_ep; destruct (_ && _); [|reflexivity]; destruct (step (Same, fwd c) f) as [u|] eqn:Su; [|reflexivity].
    destruct (step (Same, fwd c) u) as [w|] eqn:Sw; simpl; [|reflexivity]; destruct (sq_eqb w t) eqn:E0; [|reflexivity]; exfalso.
    apply sq_eqb_eq in E0; subst w; apply straight in Su, Sw; unfold pawn_caps, step in H; simpl in H.
    destruct f as [x y], t as [x' y']; simpl in *; rewrite Su in Sw; subst x'; destruct (mv1 (fwd c) y); destruct x; simpl in H; intuition congruence.
  Qed.
  Lemma killed r f t h c : (forall h, right r c h = false) -> right (kill r f t) c h = false.
  Proof. intros H; pose proof (H h) as X; clear H; destruct c, h; unfold right, kill in *; simpl in *; now rewrite X. Qed.
  Lemma to_of_men b c k e f t pr : get b f = M c k -> (match pr with None => ~ (k = Pawn /\ snd t = last_rank c) | Some x => k = Pawn /\ snd t = last_rank c /\ In x promos end) -> 
    In t (dests b c k e f) -> not_king b t = true -> forall p, brd p = b -> side p = c -> ep p = e -> In (Mv f t pr) (moves_from p f).
  Proof.
    intros Gf Pr D N p <- <- <-; apply moves_from_intro with k t; [exact Gf|exact D|exact N|].
    unfold with_promo; destruct pr as [x|].
    - destruct Pr as (-> & L & P); rewrite L, (internal_ix_dec_lb _ _ eq_refl); simpl kind_beq; simpl andb; cbv iota; now apply (in_map (fun q => Mv f t (Some q))).
    - destruct (kind_beq k Pawn && ix_beq (snd t) (last_rank (side p))) eqn:B; [exfalso; apply Pr|now left].
      apply andb_true_iff in B as [B1 B2]; apply kind_beq_eq in B1; apply internal_ix_dec_bl in B2; auto.
  Qed.

  Lemma sets_ok b g : sets_hold b g = true -> (forall s, In s (as_it_is b g ++ straight_on b g) -> look (stays g) s = true) /\
    (forall s, In s (as_promoted b g) -> look (promoted g) s = true) /\
    (forall s, look (stays g) s = true -> what g = Pawn -> snd s = last_rank (who g) -> look (promoted g) s = true).
  Proof.
    unfold sets_hold; intros H; rewrite !andb_true_iff, !forallb_forall in H; destruct H as [[H1 H2] H3]; split; [exact H1|split; [exact H2|]].
    intros s A B L; specialize (H3 s (squares_all s)); rewrite A, B, L, (internal_ix_dec_lb _ _ eq_refl) in H3; exact H3.
  Qed.
  Lemma piece_in b g s t : what g <> Pawn -> look (stays g) s = true -> get b s = E -> In t (steps (who g) (what g) s) -> open_to b (who g) t = true -> In t (as_it_is b g).
  Proof.
    intros N St Gs I O; unfold as_it_is; apply in_flat_map; exists s; split; [apply squares_all|]; unfold empty_at; rewrite St, Gs; simpl.
    destruct (what g); try congruence; apply filter_In; auto.
  Qed.
  Lemma promoted_in b g s t : look (promoted g) s = true -> get b s = E -> In t (promoted_steps s) -> open_to b (who g) t = true -> In t (as_promoted b g).
  Proof.
    intros St Gs I O; unfold as_promoted; apply in_flat_map; exists s; split; [apply squares_all|]; unfold empty_at; rewrite St, Gs; simpl; apply filter_In; auto.
  Qed.
  Lemma open_empty b c t : get b t = E -> open_to b c t = true.
  Proof. unfold open_to, not_king; intros ->; reflexivity. Qed.
  Definition ghost_step (ba : board) (g : placed) (c : colour) (k : kind) (s t : sq) : Prop :=
    get ba s = E /\ is_ghost g c k s /\ (what g = k /\ In t (steps c k s) \/ what g = Pawn /\ In k promos /\ In t (promoted_steps s)).
  Lemma ghost_way b ba g c k d s t : (forall x, get b x = E -> get ba x = E) -> sets_hold ba g = true -> In d (orth ++ diag) -> k <> Pawn -> k <> King ->
    (forall x y, step d x = Some y -> In y (steps c k x)) -> get ba s = E -> is_ghost g c k s -> way b d s t ->
    exists s', ghost_step ba g c k s' t /\ step d s' = Some t.
  Proof.
    intros Em Sh Hd NP NK St Es Gh W; apply sets_ok in Sh as (H1 & H2 & _); induction W as [s t H|s x t H Gx W IH].
    - exists s; split; [|exact H]; split; [exact Es|split; [exact Gh|]]; destruct Gh as (_ & _ & [[E0 _]|(E0 & P & _)]); [left; auto|right].
      split; [exact E0|split; [exact P|]]; apply in_or_app; left; now apply king_step with d.
    - apply IH; [now apply Em|]; pose proof (Em x Gx) as Ex; destruct Gh as (I & Wg & Gh); split; [exact I|split; [exact Wg|]].
      destruct Gh as [[E0 Ss]|(E0 & P & Ps)]; [left; split; [exact E0|]|right; split; [exact E0|split; [exact P|]]].
      + apply H1, in_or_app; left; apply piece_in with s; [congruence|exact Ss|exact Es|rewrite Wg, E0; now apply St|now apply open_empty].
      + apply H2; apply promoted_in with s; [exact Ps|exact Es|apply in_or_app; left; now apply king_step with d|now apply open_empty].
  Qed.
  Theorem ghost_last b ba g c k s t : (forall x, get b x = E -> get ba x = E) -> sets_hold ba g = true -> get ba s = E -> is_ghost g c k s -> attacks b c k s t ->
    exists s', ghost_step ba g c k s' t.
  Proof.
    intros Em Sh Es Gh A; assert (X : forall t, In t (steps c k s) -> k = King \/ k = Pawn \/ k = Knight -> exists s', ghost_step ba g c k s' t).
    { intros t0 I Hk; exists s; split; [exact Es|split; [exact Gh|]]; destruct Gh as (_ & _ & [[E0 _]|(E0 & P & _)]); [left; auto|right].
      split; [exact E0|split; [exact P|]]; apply in_or_app; destruct Hk as [->|[->| ->]]; simpl in P; [intuition discriminate|intuition discriminate|right; exact I]. }
    assert (Y : forall d, In d (orth ++ diag) -> k <> Pawn -> k <> King -> (forall x y, step d x = Some y -> In y (steps c k x)) -> way b d s t -> exists s', ghost_step ba g c k s' t).
    { intros d Hd N1 N2 St W; destruct (ghost_way b ba g c k d s t Em Sh Hd N1 N2 St Es Gh W) as (s' & H & _); eauto. }
    destruct A as [c s t d Hd St|c s t d Hd W|c s t d Hd W|c s t d Hd W|c s u t h v Hd S1 S2|c s t h Hh St].
    - apply X; [simpl; now apply king_step with d|auto].
    - apply (Y d); try discriminate; [now apply orth_all| |exact W]; intros x y H; simpl; apply rook1_ok; eauto.
    - apply (Y d); try discriminate; [now apply diag_all| |exact W]; intros x y H; simpl; apply bishop1_ok; eauto.
    - apply (Y d); try discriminate; [exact Hd| |exact W]; intros x y H; simpl; now apply king_step with d.
    - apply X; [now apply knight_in with u h v|auto].
    - apply X; [simpl; apply caps_in; eauto|auto].
  Qed.

  Lemma colour_man d x : is_colour d x = true -> exists i, x = M d i.
  Proof. destruct x as [|c i]; simpl; [discriminate|]; intros H; apply colour_beq_eq in H; subst; eauto. Qed.
  Lemma pawn_goes_rank b e c f t : goes b e c Pawn f t ->
    step (Same, fwd c) f = Some t /\ get b t = E \/
    (exists u, snd f = pawn_rank c /\ step (Same, fwd c) f = Some u /\ get b u = E /\ step (Same, fwd c) u = Some t /\ get b t = E) \/
    In t (pawn_caps c f) /\ (is_colour (opp c) (get b t) = true \/ e = Some t).
  Proof.
    intros H; inversion H; subst; [congruence|auto|right; left; eauto 10|right; right; split; [|assumption]].
    match goal with H : attacks _ _ Pawn _ _ |- _ => inversion H; subst end; apply caps_in; eauto.
  Qed.

  Section Move.
    Variables (q a : pos) (loc : spots) (f t : sq) (pr : option kind) (k : kind).
    Let u := side q.
    Let m := Mv f t pr.
    Let q' := play q m.
    Hypothesis S : sim q a loc.
    Hypothesis Hm : In m (moves q).
    Hypothesis Gf : get (brd q) f = M u k.
    Hypothesis Go : goes (brd q) (ep q) u k f t.
    Hypothesis NK : forall d, get (brd q) t <> M d King.
    Hypothesis Pr : match pr with None => ~ (k = Pawn /\ snd t = last_rank u) | Some x => k = Pawn /\ snd t = last_rank u /\ In x promos end.
    Hypothesis Sets : forall g, In g gs -> sets_hold (brd a) g = true.
    Let j := match pr with Some x => x | None => k end.
    Lemma t_not_own : is_colour u (get (brd q) t) = false.
    Proof. apply dests_own with (k := k) (e := ep q) (f := f); [|now apply dests_ok]; intros s Hs; destruct (s_calm _ _ _ S) as [(S1 & _) _]; now apply S1. Qed.
    Lemma f_not_t : f <> t.
    Proof. intros E0; pose proof t_not_own as X; rewrite <- E0, Gf in X; simpl in X; rewrite same_colour in X; discriminate. Qed.
    Lemma t_open_a : open_to (brd a) u t = true.
    Proof.
      unfold open_to; apply andb_true_iff; split.
      - apply negb_true_iff; destruct (get (brd a) t) as [|c i] eqn:X; [reflexivity|]; apply (s_board _ _ _ S) in X; pose proof t_not_own as Y; now rewrite X in Y.
      - unfold not_king; destruct (get (brd a) t) as [|c i] eqn:X; [reflexivity|]; apply (s_board _ _ _ S) in X; destruct i; try reflexivity; exfalso; now apply (NK c).
    Qed.
    Lemma real_after s : get (brd q') s = if sq_eqb t s then M u j else if sq_eqb f s then E else if is_ep (brd q) f t && sq_eqb (behind f t) s then E else get (brd q) s.
    Proof.
      unfold q', m; simpl; unfold play_board; rewrite !get_set; destruct (sq_eqb t s); [rewrite Gf; unfold j; destruct pr; reflexivity|].
      destruct (sq_eqb f s); [reflexivity|]; destruct (is_ep (brd q) f t); [rewrite get_set|]; reflexivity.
    Qed.
    (* the position without ghosts after it, which has the same men but for ghosts *)
    Definition agree_after (a' : pos) (loc' : spots) : Prop :=
      (forall s c i, get (brd a') s = M c i -> get (brd q') s = M c i) /\ covers_ghosts q' a' loc'.
    Lemma sim_after a' loc' : agree_after a' loc' -> side a' = opp u -> (forall h, right (rts a') u h = false /\ right (rts a') (opp u) h = false) ->
      (forall v, ep a' = Some v -> ep q' = Some v /\ passed_over (brd a') u v = true) ->
      (forall v, ep q' = Some v -> (look (C u) v = true /\ forall w, step (Same, fwd u) v = Some w -> get (brd a') w = E) \/
        passed_over (brd a') u v = true /\ (ep a' = None -> forall x, get (brd a') x = M (opp u) Pawn -> ~ In v (pawn_caps (opp u) x))) ->
      sim q' a' loc'.
    Proof.
      intros [A1 A2] Sd Ra E1 E2; assert (Sq : side q' = opp u) by reflexivity; split; rewrite ?Sq, ?opp_opp; auto.
      - intros h; destruct (s_rights _ _ _ S true) as [R1 R2]; destruct (s_rights _ _ _ S false) as [R3 R4]; fold u in R1, R2, R3, R4.
        split; (apply killed; intros []; assumption).
      - intros h; destruct (Ra h); auto.
      - apply calm_play; [apply (s_calm _ _ _ S)|exact Hm].
    Qed.
    Lemma rights_kept f0 t0 : forall h, right (kill (rts a) f0 t0) u h = false /\ right (kill (rts a) f0 t0) (opp u) h = false.
    Proof.
      intros h; pose proof (fun h => proj1 (s_rights_a _ _ _ S h)) as R1; pose proof (fun h => proj2 (s_rights_a _ _ _ S h)) as R2; split; apply killed; assumption.
    Qed.
    (* what has been left empty *)
    Definition opens (left : list sq) : Prop := forall s, get (brd q') s = E -> In s left \/ get (brd q) s = E.
    Definition ghosts_stay (a' : pos) : Prop := forall z c i, get (brd a') z = E -> get (brd q') z = M c i -> get (brd q) z = M c i.
    Definition told (n : next_pos) : Prop := snd n = [] \/ snd n <> [] /\ opens (snd n) /\ ghosts_stay (fst n).

    (* a double step *)
    Lemma double_step b v : get b f = M u k -> new_ep b u f t = Some v ->
      k = Pawn /\ snd f = pawn_rank u /\ step (Same, fwd u) f = Some v /\ step (Same, fwd u) v = Some t /\ get (brd q) v = E /\ pr = None.
    Proof.
      intros Gb H; destruct (kind_eq_dec k Pawn) as [Ek|Ek]; [|rewrite (no_new_ep b u f t k Gb Ek) in H; discriminate].
      pose proof H as H0; unfold new_ep in H; rewrite Gb, Ek in H; simpl in H; rewrite same_colour in H; simpl in H.
      destruct (ix_beq (snd f) (pawn_rank u)) eqn:R; [|discriminate]; apply internal_ix_dec_bl in R.
      destruct (step (Same, fwd u) f) as [w|] eqn:Sw; [|discriminate]; destruct (step (Same, fwd u) w) as [x|] eqn:Sx; simpl in H; [|discriminate].
      destruct (sq_eqb x t) eqn:E0; [|discriminate]; apply sq_eqb_eq in E0; subst x; inversion H; subst w; clear H.
      pose proof Go as Gp; rewrite Ek in Gp; apply pawn_goes in Gp as [[St Gt]|[(y & Sy & Gy & St & Gt)|[Ic _]]].
      - exfalso; rewrite Sw in St; inversion St; subst v; clear - Sx; destruct t as [x y]; unfold step in Sx; simpl in Sx; destruct u, y; simpl in Sx; congruence.
      - rewrite Sw in Sy; inversion Sy; subst y; repeat split; auto; destruct pr as [x|]; [|reflexivity]; exfalso; destruct Pr as (_ & L & _).
        exact (double_not_last _ _ _ _ R Sw Sx L).
      - rewrite (no_new_ep_caps b u f t Ic) in H0; discriminate.
    Qed.
    Lemma double_passed b' v : k = Pawn -> snd f = pawn_rank u -> step (Same, fwd u) f = Some v -> step (Same, fwd u) v = Some t ->
      get b' v = E -> get b' f = E -> get b' t = M u Pawn -> passed_over b' u v = true.
    Proof.
      intros _ R Sf Sv Gv Gf' Gt; unfold passed_over, empty_at; rewrite Gv, Sv, Gt; pose proof Sf as Sf'; apply step_rev in Sf'; unfold rev in Sf'; simpl in Sf'.
      unfold bwd; rewrite fwd_opp, Sf', Gf'; simpl; rewrite same_colour; rewrite andb_true_r, andb_true_r.
      clear - R Sf; destruct f as [x y], v as [x' y']; unfold step in Sf; simpl in *; subst y; destruct u; simpl in *; inversion Sf; subst; reflexivity.
    Qed.
    (* a man on the board moves as it does without ghosts *)
    Lemma plain_move : get (brd a) f = M u k -> In m (moves_from a f) -> is_ep (brd a) f t = is_ep (brd q) f t ->
      (is_ep (brd q) f t = true -> get (brd a) t = E) ->
      exists n loc', In n (board_moves a) /\ sim q' (fst n) loc' /\ told n.
    Proof.
      intros Ga Im Ee Et; exists (plain (play a m), f :: if is_ep (brd a) f t then [behind f t] else []), loc.
      pose proof (s_side _ _ _ S) as Sd; fold u in Sd.
      assert (Ab : forall s, get (brd (plain (play a m))) s = if sq_eqb t s then M u j else if sq_eqb f s then E else if is_ep (brd q) f t && sq_eqb (behind f t) s then E else get (brd a) s).
      { intros s; destruct (plain_same (play a m)) as [-> _]; unfold m; simpl; unfold play_board; rewrite !get_set; destruct (sq_eqb t s); [rewrite Ga; unfold j; destruct pr; reflexivity|].
        destruct (sq_eqb f s); [reflexivity|]; rewrite Ee; destruct (is_ep (brd q) f t); [rewrite get_set|]; reflexivity. }
      split; [|split].
      - unfold board_moves; apply in_flat_map; exists f; split; [apply squares_all|]; apply in_flat_map; exists m; split; [exact Im|now left].
      - cbn [fst]; apply sim_after.
        + split; [intros s c i H; rewrite real_after; rewrite Ab in H|intros s c i H1 H2; rewrite real_after in H2; rewrite Ab in H1];
          destruct (sq_eqb t s); try exact H; try discriminate; destruct (sq_eqb f s); try exact H; try discriminate;
          destruct (is_ep (brd q) f t && sq_eqb (behind f t) s); try exact H; try discriminate; [now apply (s_board _ _ _ S)|].
          now apply (s_ghost _ _ _ S).
        + destruct (plain_same (play a m)) as [_ ->]; unfold m; simpl; now rewrite Sd.
        + intros h; assert (Rt : rts (plain (play a m)) = kill (rts a) f t) by (unfold plain; destruct (ep_seen _); reflexivity); rewrite Rt; apply rights_kept.
        + intros v Hv; assert (Nv : new_ep (brd a) u f t = Some v).
          { unfold plain in Hv; destruct (ep_seen (play a m)); [unfold m in Hv; simpl in Hv; rewrite Sd in Hv; exact Hv|discriminate]. }
          destruct (double_step _ _ Ga Nv) as (Ek & R & S1 & S2 & Gv & En); split; [unfold q', m; simpl; fold u|].
          * unfold new_ep in *; rewrite Ga in Nv; rewrite Gf; exact Nv.
          * apply double_passed; auto; rewrite Ab.
            -- rewrite (sq_neq t v), (sq_neq f v); [|intros ->; clear - S1; destruct v as [x y]; unfold step in S1; simpl in S1; destruct u, y; simpl in S1; congruence|intros ->; clear - S2; destruct v as [x y]; unfold step in S2; simpl in S2; destruct u, y; simpl in S2; congruence].
               destruct (_ && _); [reflexivity|now apply (real_empty q a loc S)].
            -- rewrite (sq_neq t f) by (intros X; now apply f_not_t); now rewrite sq_eqb_refl.
            -- rewrite sq_eqb_refl; unfold j; now rewrite En, Ek.
        + intros v Hv; right; unfold q', m in Hv; simpl in Hv; fold u in Hv.
          destruct (double_step _ _ Gf Hv) as (Ek & R & S1 & S2 & Gv & En); split.
          * apply double_passed; auto; rewrite Ab.
            -- rewrite (sq_neq t v), (sq_neq f v); [|intros ->; clear - S1; destruct v as [x y]; unfold step in S1; simpl in S1; destruct u, y; simpl in S1; congruence|intros ->; clear - S2; destruct v as [x y]; unfold step in S2; simpl in S2; destruct u, y; simpl in S2; congruence].
               destruct (_ && _); [reflexivity|now apply (real_empty q a loc S)].
            -- rewrite (sq_neq t f) by (intros X; now apply f_not_t); now rewrite sq_eqb_refl.
            -- rewrite sq_eqb_refl; unfold j; now rewrite En, Ek.
          * intros Hn x Gx Ix; assert (Nv : new_ep (brd a) u f t = Some v) by (unfold new_ep in *; rewrite Gf in Hv; rewrite Ga; exact Hv).
            destruct (plain_same (play a m)) as [Pb _]; rewrite Pb in Gx; apply caps_sym in Ix; rewrite opp_opp in Ix.
            unfold plain in Hn; assert (Es : ep_seen (play a m) = true).
            { unfold ep_seen, m; cbn [ep play side brd]; rewrite Sd, Nv; cbn [side]; rewrite opp_opp; apply existsb_exists; exists x; split; [exact Ix|].
              unfold m in Gx; simpl in Gx; rewrite Gx; simpl; now rewrite same_colour. }
            rewrite Es in Hn; unfold m in Hn; simpl in Hn; rewrite Sd in Hn; congruence.
      - right; cbn [fst snd]; split; [discriminate|split].
        + intros s H; rewrite real_after in H; destruct (sq_eqb t s); [discriminate|]; destruct (sq_eqb f s) eqn:E1; [left; left; now apply sq_eqb_eq|].
          rewrite Ee; destruct (is_ep (brd q) f t); [|now right]; simpl in H; destruct (sq_eqb (behind f t) s) eqn:E2; [left; right; left; now apply sq_eqb_eq|now right].
        + intros z c i H1 H2; rewrite real_after in H2; rewrite Ab in H1; destruct (sq_eqb t z); [discriminate|]; destruct (sq_eqb f z); [discriminate|].
          destruct (is_ep (brd q) f t && sq_eqb (behind f t) z); [discriminate|exact H2].
    Qed.
    (* a pawn on the board captures a ghost *)
    Lemma over_move : k = Pawn -> get (brd a) f = M u Pawn -> In t (pawn_caps u f) -> get (brd a) t = E ->
      look (G (opp u)) t || look (C (opp u)) t = true -> oeqb (ep a) t = false ->
      (is_ep (brd q) f t = true -> look (C (opp u)) t = true /\ get (brd a) (behind f t) = E) ->
      exists n loc', In n (over_ghosts a) /\ sim q' (fst n) loc' /\ told n.
    Proof.
      intros Ek Ga Ic Gt GC Ne Ep; pose proof (s_side _ _ _ S) as Sd; fold u in Sd.
      exists (mkpos (set (set (brd a) f E) t (M u j)) (opp u) (rts a) None, f :: if look (C (opp u)) t then [behind f t] else []), loc.
      assert (Ab : forall s, get (set (set (brd a) f E) t (M u j)) s = if sq_eqb t s then M u j else if sq_eqb f s then E else get (brd a) s) by (intros s; now rewrite !get_set).
      split; [|split].
      - unfold over_ghosts; apply in_flat_map; exists f; split; [apply squares_all|]; rewrite Sd, Ga; simpl; rewrite same_colour; simpl.
        apply in_flat_map; exists t; split; [exact Ic|]; unfold empty_at; rewrite Gt, GC, Ne; simpl.
        apply (in_map (fun k0 => (mkpos (set (set (brd a) f E) t (M u k0)) (opp u) (rts a) None, f :: (if look (C (opp u)) t then [behind f t] else [])))).
        unfold j; destruct pr as [x|]; [destruct Pr as (_ & L & P); rewrite L, (internal_ix_dec_lb _ _ eq_refl); exact P|].
        destruct (ix_beq (snd t) (last_rank u)) eqn:L; [apply internal_ix_dec_bl in L; exfalso; apply Pr; auto|left; congruence].
      - cbn [fst]; apply sim_after; try reflexivity.
        + split; cbn [brd]; [intros s c i H; rewrite real_after; rewrite Ab in H|intros s c i H1 H2; rewrite real_after in H2; rewrite Ab in H1];
          destruct (sq_eqb t s); try exact H; try discriminate; destruct (sq_eqb f s); try exact H; try discriminate.
          * destruct (is_ep (brd q) f t) eqn:X; simpl; [destruct (sq_eqb (behind f t) s) eqn:Y; [apply sq_eqb_eq in Y; subst s; destruct (Ep eq_refl) as [_ Z]; congruence|]|]; now apply (s_board _ _ _ S).
          * destruct (is_ep (brd q) f t && sq_eqb (behind f t) s); [discriminate|]; now apply (s_ghost _ _ _ S).
        + exact (s_rights_a _ _ _ S).
        + cbn [ep]; intros v Hv; discriminate.
        + intros v Hv; exfalso; unfold q', m in Hv; simpl in Hv; fold u in Hv; rewrite (no_new_ep_caps _ _ _ _ Ic) in Hv; discriminate.
      - right; cbn [fst snd brd]; split; [discriminate|split].
        + intros s H; rewrite real_after in H; destruct (sq_eqb t s); [discriminate|]; destruct (sq_eqb f s) eqn:E1; [left; left; now apply sq_eqb_eq|].
          destruct (is_ep (brd q) f t) eqn:X; [|now right]; simpl in H; destruct (sq_eqb (behind f t) s) eqn:E2; [left; right|now right].
          destruct (Ep eq_refl) as [-> _]; left; now apply sq_eqb_eq.
        + intros z c i H1 H2; rewrite real_after in H2; cbn [brd] in H1; rewrite Ab in H1; destruct (sq_eqb t z); [discriminate|]; destruct (sq_eqb f z); [discriminate|].
          destruct (is_ep (brd q) f t && sq_eqb (behind f t) z); [discriminate|exact H2].
    Qed.

    (* a ghost moves *)
    Section Ghost.
      Variables (n0 : nat) (g : placed).
      Hypothesis Ga : get (brd a) f = E.
      Hypothesis Gn : nth_error gs n0 = Some g.
      Hypothesis Lo : loc n0 = Some f.
      Hypothesis Gg : is_ghost g u k f.
      Lemma pieces_land : k <> Pawn -> (In t (as_it_is (brd a) g) \/ In t (as_promoted (brd a) g)) /\ is_ghost g u k t.
      Proof.
        intros NP; destruct (sets_ok _ _ (Sets g (nth_error_In _ _ Gn))) as (H1 & H2 & _).
        assert (A : attacks (brd q) u k f t) by (inversion Go; subst; congruence || assumption).
        destruct (ghost_last (brd q) (brd a) g u k f t (real_empty q a loc S) (Sets g (nth_error_In _ _ Gn)) Ga Gg A) as (s & Es & (I & Wg & Xs) & La).
        assert (X : In t (as_it_is (brd a) g) /\ what g = k \/ In t (as_promoted (brd a) g) /\ what g = Pawn /\ In k promos).
        { destruct La as [[E0 It]|(E0 & P & It)]; [left; split; [|exact E0]|right; split; [|auto]].
          - apply piece_in with s; [congruence|destruct Xs as [[_ X]|(E1 & _)]; [exact X|congruence]|exact Es|rewrite Wg, E0; exact It|rewrite Wg; apply t_open_a].
          - apply promoted_in with s; [destruct Xs as [[E1 _]|(_ & _ & X)]; [rewrite E0 in E1; subst k; congruence|exact X]|exact Es|exact It|rewrite Wg; apply t_open_a]. }
        split; [tauto|]; split; [exact I|split; [exact Wg|]]; destruct X as [[X E0]|(X & E0 & P)]; [left; split; [exact E0|apply H1, in_or_app; now left]|right; auto].
      Qed.
      Lemma pawn_is : k = Pawn -> what g = Pawn /\ look (stays g) f = true.
      Proof. intros ->; destruct Gg as (_ & _ & [X|(_ & P & _)]); [exact X|simpl in P; intuition discriminate]. Qed.
      Lemma ahead_in s x : what g = Pawn -> look (stays g) s = true -> get (brd a) s = E -> step (Same, fwd u) s = Some x -> get (brd a) x = E -> In x (straight_on (brd a) g).
      Proof.
        intros W St Gs Sx Gx; destruct Gg as (_ & Wg & _); unfold straight_on; rewrite W; apply in_flat_map; exists s; split; [apply squares_all|].
        unfold empty_at; rewrite St, Gs, Wg, Sx; simpl; rewrite Gx; now left.
      Qed.
      Lemma pawns_land : k = Pawn -> look (stays g) t = true /\ (In t (as_it_is (brd a) g) \/ In t (straight_on (brd a) g) /\ get (brd q) t = E /\ is_ep (brd q) f t = false).
      Proof.
        intros Ek; destruct (pawn_is Ek) as [W Sf]; destruct (sets_ok _ _ (Sets g (nth_error_In _ _ Gn))) as (H1 & _ & _); pose proof (proj1 (proj2 Gg)) as Wg.
        pose proof Go as Gp; rewrite Ek in Gp; apply pawn_goes in Gp as [[St Gt]|[(y & Sy & Gy & St & Gt)|[Ic H]]].
        - assert (X : In t (straight_on (brd a) g)) by (apply ahead_in with f; auto; now apply (real_empty q a loc S)).
          split; [apply H1, in_or_app; now right|right; split; [exact X|split; [exact Gt|]]]; unfold is_ep; rewrite Gf, Ek.
          apply straight in St; rewrite St, (internal_ix_dec_lb _ _ eq_refl); reflexivity.
        - assert (Y : In y (straight_on (brd a) g)) by (apply ahead_in with f; auto; now apply (real_empty q a loc S)).
          assert (X : In t (straight_on (brd a) g)) by (apply ahead_in with y; auto; [apply H1, in_or_app; now right|now apply (real_empty q a loc S)|now apply (real_empty q a loc S)]).
          split; [apply H1, in_or_app; now right|right; split; [exact X|split; [exact Gt|]]]; unfold is_ep; rewrite Gf, Ek.
          apply straight in St, Sy; rewrite St, Sy, (internal_ix_dec_lb _ _ eq_refl); reflexivity.
        - assert (X : In t (as_it_is (brd a) g)); [|split; [apply H1, in_or_app; now left|now left]].
          unfold as_it_is; apply in_flat_map; exists f; split; [apply squares_all|]; unfold empty_at; rewrite Sf, Ga, W; simpl; apply filter_In; rewrite Wg; split; [exact Ic|].
          unfold can_take; rewrite t_open_a; simpl; destruct H as [H|H].
          + destruct (get (brd q) t) as [|c i] eqn:Gt; [discriminate|]; simpl in H; apply colour_beq_eq in H; subst c.
            destruct (man_real q a loc S t _ _ Gt) as [X|X]; [rewrite X; simpl; now rewrite same_colour|].
            destruct (s_ghost _ _ _ S t _ _ X Gt) as (i2 & g2 & _ & _ & Y); apply is_ghost_at in Y; fold u in Y; rewrite Y, ?orb_true_r; reflexivity.
          + destruct (s_ep' _ _ _ S t H) as [[X _]|[X _]]; fold u in X; rewrite X, ?orb_true_r; reflexivity.
      Qed.
      Lemma lands_as : is_ghost g u j t.
      Proof.
        destruct (kind_eq_dec k Pawn) as [Ek|Ek].
        - destruct (pawn_is Ek) as [W Sf]; destruct (pawns_land Ek) as [St _]; pose proof Gg as (I & Wg & _); split; [exact I|split; [exact Wg|]].
          unfold j; destruct pr as [x|]; [right|left; split; [congruence|exact St]]; destruct Pr as (_ & L & P); split; [exact W|split; [exact P|]].
          destruct (sets_ok _ _ (Sets g (nth_error_In _ _ Gn))) as (_ & _ & H3); apply H3; [exact St|exact W|now rewrite Wg].
        - assert (E0 : j = k) by (unfold j; destruct pr; [destruct Pr; contradiction|reflexivity]); rewrite E0; now apply pieces_land.
      Qed.
      Lemma someone_goes : existsb (fun g => has (as_it_is (brd a) g ++ straight_on (brd a) g ++ as_promoted (brd a) g)) (own a) = true.
      Proof.
        apply existsb_exists; exists g; split; [unfold own; apply side_in; split; [exact (nth_error_In _ _ Gn)|rewrite (s_side _ _ _ S); apply Gg]|].
        assert (X : In t (as_it_is (brd a) g ++ straight_on (brd a) g ++ as_promoted (brd a) g)); [|destruct (_ ++ _); [destruct X|reflexivity]].
        rewrite !in_app_iff; destruct (kind_eq_dec k Pawn) as [Ek|Ek]; [destruct (pawns_land Ek) as [_ [X|[X _]]]; auto|destruct (pieces_land Ek) as [[X|X] _]; auto].
      Qed.
      Lemma ghost_move : exists n loc', In n (ghost_moves a) /\ sim q' (fst n) loc' /\ told n.
      Proof.
        pose proof (s_side _ _ _ S) as Sd; fold u in Sd; set (loc' := fun i => if i =? n0 then Some t else loc i).
        assert (Sim : forall b', (forall s c i, get b' s = M c i -> get (brd a) s = M c i /\ s <> t /\ (is_ep (brd q) f t = true -> s <> behind f t)) ->
          (forall s, get b' s = E -> get (brd a) s = E \/ s = t \/ is_ep (brd q) f t = true /\ s = behind f t) -> get b' t = E ->
          sim q' (mkpos b' (opp u) (rts a) None) loc').
        { intros b' B1 B2 B3; apply sim_after; try reflexivity; cbn [brd side rts ep].
          - split; cbn [brd].
            + intros s c i H; destruct (B1 s c i H) as (H1 & H2 & H3); pose proof (s_board _ _ _ S s c i H1) as H4; rewrite real_after, (sq_neq t s) by congruence.
              destruct (sq_eqb f s) eqn:E1; [apply sq_eqb_eq in E1; subst s; congruence|].
              destruct (is_ep (brd q) f t) eqn:X; simpl; [|exact H4]; rewrite sq_neq; [exact H4|]; intros Y; now apply (H3 eq_refl).
            + intros s c i H1 H2; cbn [brd] in H1; rewrite real_after in H2; destruct (sq_eqb t s) eqn:E0.
              * apply sq_eqb_eq in E0; subst s; inversion H2; subst c i; exists n0, g; split; [exact Gn|split; [unfold loc'; now rewrite Nat.eqb_refl|apply lands_as]].
              * destruct (sq_eqb f s) eqn:E1; [discriminate|]; destruct (is_ep (brd q) f t && sq_eqb (behind f t) s) eqn:E2; [discriminate|].
                assert (A : get (brd a) s = E).
                { destruct (B2 s H1) as [A|[A|[A1 A2]]]; [exact A|subst s; rewrite sq_eqb_refl in E0; discriminate|subst s; rewrite A1, sq_eqb_refl in E2; discriminate]. }
                destruct (s_ghost _ _ _ S s c i A H2) as (i2 & g2 & N2 & L2 & X2); exists i2, g2; split; [exact N2|split; [|exact X2]]; unfold loc'.
                destruct (i2 =? n0) eqn:E3; [|exact L2]; apply Nat.eqb_eq in E3; subst i2; rewrite Lo in L2; inversion L2; subst s; rewrite sq_eqb_refl in E1; discriminate.
          - exact (s_rights_a _ _ _ S).
          - intros v Hv; discriminate.
          - intros v Hv; left; unfold q', m in Hv; simpl in Hv; fold u in Hv; destruct (double_step _ _ Gf Hv) as (Ek & R & S1 & S2 & Gv & En).
            destruct (pawn_is Ek) as [W Sf]; destruct (pawns_land Ek) as [St _]; split.
            + apply C_ok; exists g; split; [exact (nth_error_In _ _ Gn)|split; [apply Gg|]]; unfold crosses; rewrite W, S2; simpl; pose proof S1 as S1'; apply step_rev in S1'; unfold rev in S1'; simpl in S1'.
              unfold bwd; rewrite fwd_opp, S1', Sf, St, andb_true_r; clear - R S1; destruct f as [x y], v as [x' y']; unfold step in S1; simpl in *; subst y; destruct u; simpl in *; inversion S1; subst; reflexivity.
            + intros w Sw; rewrite S2 in Sw; inversion Sw; subst w; exact B3. }
        assert (Pass : In (passing a, []) (ghost_moves a)) by (unfold ghost_moves; rewrite someone_goes; now left).
        assert (Take : forall x c, In x (victims a) -> get (brd a) x = c -> is_colour (opp u) c = true -> In (without a x, []) (ghost_moves a)).
        { intros x c Hx Gx Co; unfold ghost_moves; rewrite someone_goes; right; apply in_map_iff; exists x; split; [reflexivity|]; cbv zeta; apply filter_In; split; [apply squares_all|].
          apply andb_true_iff; split; [now apply mark_ok|rewrite Gx, Sd; exact Co]. }
        assert (Own : In g (own a)) by (unfold own; apply side_in; split; [exact (nth_error_In _ _ Gn)|rewrite Sd; apply Gg]).
        destruct (get (brd a) t) as [|c i] eqn:Gt.
        - destruct (is_ep (brd q) f t) eqn:X.
          + destruct (ep_square q f t k Go Gf X) as [Ee Sb]; fold u in Sb; fold (behind f t) in Sb.
            assert (Ek : k = Pawn) by (unfold is_ep in X; rewrite Gf in X; destruct k; try discriminate; reflexivity).
            destruct (get (brd a) (behind f t)) as [|c i] eqn:Gv.
            * exists (passing a, []), loc'; split; [exact Pass|split; [|now left]]; unfold passing; cbn [fst]; rewrite Sd; apply Sim.
              -- intros s c i H; split; [exact H|split; [intros ->; congruence|intros _ ->; congruence]].
              -- auto.
              -- exact Gt.
            * assert (Po : passed_over (brd a) (opp u) t = true).
              { destruct (s_ep' _ _ _ S t Ee) as [[_ Y]|[Y _]]; [|exact Y]; fold u in Y; rewrite (Y _ Sb) in Gv; discriminate. }
              assert (Mv1 : get (brd a) (behind f t) = M (opp u) Pawn).
              { unfold passed_over in Po; rewrite Sb in Po; apply andb_true_iff in Po as [_ Po]; destruct (step (Same, bwd (opp u)) t); [|discriminate].
                apply andb_true_iff in Po as [_ Po]; now apply is_man_get. }
              exists (without a (behind f t), []), loc'; split; [|split; [|now left]].
              -- apply (Take _ _) with (2 := Mv1); [|simpl; apply same_colour]; unfold victims; apply in_flat_map; exists g; split; [exact Own|]; rewrite !in_app_iff; right; right.
                 destruct (pawn_is Ek) as [W Sf]; rewrite W; simpl; destruct (pawns_land Ek) as [_ [Y|[_ [_ Y]]]]; [|congruence].
                 apply in_flat_map; exists t; split; [exact Y|]; rewrite Sd, Po, Sb; now left.
              -- unfold without; cbn [fst]; rewrite Sd; apply Sim; [intros s|intros s|]; rewrite ?get_set.
                 ++ intros c' i' H; destruct (sq_eqb (behind f t) s) eqn:E1; [discriminate|]; split; [exact H|split; [intros ->; congruence|intros _ ->; rewrite sq_eqb_refl in E1; discriminate]].
                 ++ destruct (sq_eqb (behind f t) s) eqn:E1; [intros _; right; right; split; [reflexivity|symmetry; now apply sq_eqb_eq]|auto].
                 ++ destruct (sq_eqb (behind f t) t); [reflexivity|exact Gt].
          + exists (passing a, []), loc'; split; [exact Pass|split; [|now left]]; unfold passing; cbn [fst]; rewrite Sd; apply Sim.
            * intros s c i H; split; [exact H|split; [intros ->; congruence|discriminate]].
            * auto.
            * exact Gt.
        - pose proof (s_board _ _ _ S t c i Gt) as Gq; pose proof t_not_own as No; rewrite Gq in No.
          assert (c = opp u) as -> by (destruct c, u; simpl in No; congruence || reflexivity).
          assert (Nep : is_ep (brd q) f t = false) by (unfold is_ep; rewrite Gf, Gq; destruct k; try reflexivity; simpl; now rewrite andb_false_r).
          exists (without a t, []), loc'; split; [|split; [|now left]].
          + apply (Take _ _) with (2 := Gt); [|simpl; apply same_colour]; unfold victims; apply in_flat_map; exists g; split; [exact Own|]; rewrite !in_app_iff.
            destruct (kind_eq_dec k Pawn) as [Ek|Ek]; [destruct (pawns_land Ek) as [_ [Y|[_ [Y _]]]]; [now left|congruence]|destruct (pieces_land Ek) as [[Y|Y] _]; auto].
          + unfold without; cbn [fst]; rewrite Sd; apply Sim; [intros s|intros s|]; rewrite ?get_set.
            * intros c' i' H; destruct (sq_eqb t s) eqn:E1; [discriminate|]; split; [exact H|split; [intros ->; rewrite sq_eqb_refl in E1; discriminate|congruence]].
            * destruct (sq_eqb t s) eqn:E1; [intros _; right; left; symmetry; now apply sq_eqb_eq|auto].
            * now rewrite sq_eqb_refl.
      Qed.
    End Ghost.
    Lemma in_moves_from : get (brd a) f = M u k -> goes (brd a) (ep a) u k f t -> In m (moves_from a f).
    Proof.
      intros Ga Gp; apply (to_of_men (brd a) u k (ep a) f t pr Ga Pr); [now apply dests_ok| |reflexivity|apply (s_side _ _ _ S)|reflexivity].
      pose proof t_open_a as X; unfold open_to in X; now apply andb_true_iff in X.
    Qed.
    Lemma same_file_no_ep b : fst t = fst f -> is_ep b f t = false.
    Proof. intros E0; unfold is_ep; destruct (get b f) as [|c i]; [reflexivity|]; destruct i; try reflexivity; rewrite E0, (internal_ix_dec_lb _ _ eq_refl); reflexivity. Qed.
    Lemma man_no_ep b c i : get b t = M c i -> is_ep b f t = false.
    Proof. intros Gt; unfold is_ep; rewrite Gt; destruct (get b f) as [|d e]; [reflexivity|]; destruct e; try reflexivity; now rewrite andb_false_r. Qed.
    Lemma board_move : get (brd a) f = M u k -> exists n loc', In n (board_moves a ++ over_ghosts a) /\ sim q' (fst n) loc' /\ told n.
    Proof.
      intros Ga; assert (L : (exists n loc', In n (board_moves a) /\ sim q' (fst n) loc' /\ told n) -> exists n loc', In n (board_moves a ++ over_ghosts a) /\ sim q' (fst n) loc' /\ told n).
      { intros (n & l & H1 & H2); exists n, l; split; [apply in_or_app; now left|exact H2]. }
      assert (R : (exists n loc', In n (over_ghosts a) /\ sim q' (fst n) loc' /\ told n) -> exists n loc', In n (board_moves a ++ over_ghosts a) /\ sim q' (fst n) loc' /\ told n).
      { intros (n & l & H1 & H2); exists n, l; split; [apply in_or_app; now right|exact H2]. }
      pose proof (s_calm _ _ _ S) as [(S1 & S2 & S3) _].
      destruct (kind_eq_dec k Pawn) as [Ek|Ek].
      - pose proof Go as Gp; rewrite Ek in Gp; apply pawn_goes_rank in Gp as [[St Gt]|[(y & Rk & Sy & Gy & St & Gt)|[Ic H]]].
        + apply L, plain_move; [exact Ga|apply in_moves_from; [exact Ga|rewrite Ek; apply pawn_step; [exact St|now apply (real_empty q a loc S)]]| |intros X];
          rewrite ?(same_file_no_ep _ (straight _ _ _ St)) in *; [reflexivity|discriminate].
        + assert (Ff : fst t = fst f) by (apply straight in St, Sy; congruence).
          apply L, plain_move; [exact Ga| | |intros X; rewrite (same_file_no_ep _ Ff) in X; discriminate].
          * apply in_moves_from; [exact Ga|]; rewrite Ek.
            apply pawn_double_step with y; auto; now apply (real_empty q a loc S).
          * now rewrite !(same_file_no_ep _ Ff).
        + assert (At : attacks (brd a) u Pawn f t) by (apply (steps_attack (brd a) u Pawn); exact Ic).
          destruct H as [H|H].
          * apply colour_man in H as (i & Gt); destruct (man_real q a loc S t _ _ Gt) as [X|X].
            -- apply L, plain_move; [exact Ga|apply in_moves_from; [exact Ga|]; rewrite Ek; apply pawn_captures; [exact At|left; rewrite X; simpl; apply same_colour]| |].
               ++ now rewrite (man_no_ep _ _ _ X), (man_no_ep _ _ _ Gt).
               ++ intros Y; rewrite (man_no_ep _ _ _ Gt) in Y; discriminate.
            -- apply R, over_move; [exact Ek|now rewrite <- Ek|exact Ic|exact X| | |].
               ++ destruct (s_ghost _ _ _ S t _ _ X Gt) as (i2 & g2 & _ & _ & Y); apply is_ghost_at in Y; rewrite Y; reflexivity.
               ++ destruct (ep a) as [e|] eqn:Ee; [|reflexivity]; simpl; apply sq_neq; intros ->; destruct (s_ep _ _ _ S t Ee) as [Eq _]; destruct (S1 t Eq) as [Y _]; congruence.
               ++ intros Y; rewrite (man_no_ep _ _ _ Gt) in Y; discriminate.
          * assert (Gt : get (brd q) t = E) by (now apply S1); pose proof (real_empty q a loc S t Gt) as At'.
            destruct (s_ep' _ _ _ S t H) as [[X1 X2]|[X1 X2]]; fold u in X1, X2.
            -- apply R, over_move; [exact Ek|now rewrite <- Ek|exact Ic|exact At'|rewrite X1; apply orb_true_r| |].
               ++ destruct (ep a) as [e|] eqn:Ee; [|reflexivity]; simpl; apply sq_neq; intros ->; destruct (s_ep _ _ _ S t Ee) as [_ Po]; fold u in Po.
                  unfold passed_over in Po; pose proof (behind_step u f t Ic) as B; rewrite B in Po; apply andb_true_iff in Po as [_ Po]; destruct (step (Same, bwd (opp u)) t); [|discriminate].
                  apply andb_true_iff in Po as [_ Po]; apply is_man_get in Po; rewrite (X2 _ B) in Po; discriminate.
               ++ intros _; split; [exact X1|]; apply X2, behind_step; exact Ic.
            -- destruct (ep a) as [e|] eqn:Ee; [|exfalso; apply (X2 eq_refl f); [now rewrite <- Ek|exact Ic]].
               destruct (s_ep _ _ _ S e Ee) as [Eq _]; assert (e = t) as -> by congruence.
               apply L, plain_move; [exact Ga|apply in_moves_from; [exact Ga|]; rewrite Ek; apply pawn_captures; [exact At|now right]| |auto].
               unfold is_ep; rewrite Ga, Gf, At', Gt; reflexivity.
      - assert (A : attacks (brd q) u k f t) by (inversion Go; subst; congruence || assumption).
        assert (Ne : forall b c, get b f = M c k -> is_ep b f t = false) by (intros b c G0; unfold is_ep; rewrite G0; destruct k; congruence || reflexivity).
        apply L, plain_move; [exact Ga| |now rewrite (Ne _ _ Ga), (Ne _ _ Gf)|intros X; rewrite (Ne _ _ Gf) in X; discriminate].
        apply in_moves_from; [exact Ga|]; apply piece_goes; [exact Ek|now apply (attacks_a q a loc S)|].
        pose proof t_open_a as X; unfold open_to in X; apply andb_true_iff in X as [X _]; now apply negb_true_iff in X.
    Qed.
  End Move.

  Definition told_of (q q' : pos) (n : next_pos) : Prop := snd n = [] \/ snd n <> [] /\
    (forall s, get (brd q') s = E -> In s (snd n) \/ get (brd q) s = E) /\
    (forall z c i, get (brd (fst n)) z = E -> get (brd q') z = M c i -> get (brd q) z = M c i).
  Lemma filled_get b d s : get (filled b d) s = match get b s with E => if ghost_at s then M d Knight else E | x => x end.
  Proof. unfold filled; rewrite <- (look_table _ (fun s => match get b s with E => if ghost_at s then M d Knight else E | x => x end)); destruct s; reflexivity. Qed.
  Lemma attacks_mono b b' c k s t : (forall x, get b x = E -> get b' x = E) -> attacks b c k s t -> attacks b' c k s t.
  Proof.
    intros Em A; assert (W : forall d x y, way b d x y -> way b' d x y).
    { induction 1 as [x y H|x z y H Gz W IH]; [now apply way_end|]; apply way_on with z; [exact H|now apply Em|exact IH]. }
    destruct A as [c s t d Hd St|c s t d Hd X|c s t d Hd X|c s t d Hd X|c s u t h v Hd S1 S2|c s t h Hh St].
    - now apply king_attacks with d.
    - apply rook_attacks with d; auto.
    - apply bishop_attacks with d; auto.
    - apply queen_attacks with d; auto.
    - now apply knight_attacks with u h v.
    - now apply pawn_attacks with h.
  Qed.
  (* what is sure is so *)
  Lemma surely b b' d : (forall s, get (filled b d) s = E -> get b' s = E) -> (forall s c k, get b s = M c k -> get b' s = M c k) ->
    (exists s, king_sq b' d = Some s /\ forall x, get b' x = M d King -> x = s) -> surely_attacked b d = true -> in_check b' d = true.
  Proof.
    intros Em Bo (s & Ks & Us) H; unfold surely_attacked, in_check in H; destruct (king_sq (filled b d) d) as [x|] eqn:Kx; [|discriminate].
    apply king_sq_some, is_man_get in Kx; rewrite filled_get in Kx.
    assert (X : get b' x = M d King) by (destruct (get b x) as [|e j] eqn:Gx; [destruct (ghost_at x); discriminate|apply Bo; now rewrite Gx]).
    apply Us in X; subst x; unfold in_check; rewrite Ks; apply attacked_ok in H as (z & k & Gz & A); apply attacked_ok; exists z, k; split.
    - rewrite filled_get in Gz; destruct (get b z) as [|e j] eqn:Gb; [destruct (ghost_at z); [inversion Gz; destruct d; discriminate|discriminate]|apply Bo; now rewrite Gb].
    - exact (attacks_mono _ _ _ _ _ _ Em A).
  Qed.
  Lemma the_king b c : kings b -> exists s, king_sq b c = Some s /\ get b s = M c King /\ forall x, get b x = M c King -> x = s.
  Proof. intros K; exact (king_at b c K). Qed.
  Theorem simulated q a loc m : sim q a loc -> (forall g, In g gs -> sets_hold (brd a) g = true) -> In m (moves q) ->
    exists n loc', In n (next_all a) /\ sim (play q m) (fst n) loc' /\ told_of q (play q m) n.
  Proof.
    intros S Sets Hm; pose proof Hm as Hl; apply moves_ok in Hl as [Hl Safe]; destruct Hl as [k f t pr Gf Go NK Pr|h d H1 _ _ _ _];
    [|unfold d in H1; destruct (s_rights _ _ _ S h) as [R _]; congruence].
    assert (X : exists n loc', In n (board_moves a ++ over_ghosts a ++ ghost_moves a) /\ sim (play q (Mv f t pr)) (fst n) loc' /\ told_of q (play q (Mv f t pr)) n).
    { destruct (man_real q a loc S f _ _ Gf) as [Ga|Ga].
      - destruct (board_move q a loc f t pr k S Hm Gf Go NK Pr Ga) as (n & l & H1 & H2 & H3); exists n, l; split; [|split; [exact H2|exact H3]].
        rewrite !in_app_iff in *; tauto.
      - destruct (s_ghost _ _ _ S f _ _ Ga Gf) as (i & g & Gn & Lo & Gg).
        destruct (ghost_move q a loc f t pr k S Hm Gf Go NK Pr Sets i g Ga Gn Lo Gg) as (n & l & H1 & H2 & H3); exists n, l; split; [rewrite !in_app_iff; auto|split; [exact H2|exact H3]]. }
    destruct X as (n & l & H1 & H2 & H3); exists n, l; split; [|auto]; unfold next_all; apply filter_In; split; [exact H1|]; apply negb_true_iff, not_true_iff_false; intros Su.
    assert (Y : in_check (brd (play q (Mv f t pr))) (side q) = true); [|congruence].
    rewrite (s_side _ _ _ S) in Su; apply (surely (brd (fst n)) (brd (play q (Mv f t pr))) (side q)); [| | |exact Su].
    - intros s Gs; rewrite filled_get in Gs; destruct (get (brd (fst n)) s) as [|c j] eqn:Gb; [|discriminate]; destruct (ghost_at s) eqn:Gh; [discriminate|]; exact (empty_real _ _ _ H2 s Gb Gh).
    - exact (s_board _ _ _ H2).
    - destruct (s_calm _ _ _ H2) as [(_ & _ & K) _]; destruct (the_king _ (side q) K) as (s & A & _ & B); eauto.
  Qed.

  (* --- an answer is a move --- *)
  Lemma way_between b d f t : In d (orth ++ diag) -> way b d f t -> exists l, between t (ray_n 7 d f) = Some l /\
    forall b', (forall x, In x l -> get b x = E -> get b' x = E) -> way b' d f t.
  Proof.
    intros Hd; induction 1 as [s t H|s u t H Gu W IH]; rewrite (ray_next d s Hd), H; cbn [between].
    - exists []; rewrite sq_eqb_refl; split; [reflexivity|]; intros b' _; now apply way_end.
    - destruct (sq_eqb u t) eqn:E0; [apply sq_eqb_eq in E0; subst u; exists []; split; [reflexivity|intros b' _; now apply way_end]|].
      destruct IH as (l & B & H'); exists (u :: l); rewrite B; split; [reflexivity|]; intros b' Em; apply way_on with u; [exact H|apply Em; [now left|exact Gu]|].
      apply H'; intros x Ix; apply Em; now right.
  Qed.
  Lemma between_barred b f t d l : In d (orth ++ diag) -> between t (ray_n 7 d f) = Some l -> forall x, In x l -> In x (barred_squares b f t).
  Proof.
    intros Hd B x Ix; assert (X : In x (flat_map (fun d => match between t (ray_n 7 d f) with Some l => l | None => [] end) (orth ++ diag))).
    { apply in_flat_map; exists d; split; [exact Hd|now rewrite B]. }
    unfold barred_squares; destruct (get b f) as [|c k]; [exact X|]; destruct k; try exact X; destruct (ix_beq (fst f) (fst t)); [now right|exact X].
  Qed.
  Section Reply.
    Variables (q a : pos) (loc : spots) (f t : sq) (pr : option kind).
    Let d := side q.
    Let m := Mv f t pr.
    Hypothesis S : sim q a loc.
    Hypothesis Im : In m (moves_from a f).
    Hypothesis Re : is_reply a m = true.
    Hypothesis Free : get (brd a) t = E -> is_colour d (get (brd q) t) = false.
    Hypothesis At : d = opp att.
    (* the sets hold after it *)
    Hypothesis Next : forall n, In n (next_all a) -> (forall g, In g gs -> who g <> att) \/ (forall g, In g gs -> sets_hold (brd (fst n)) g = true).
    Theorem reply_moves : In m (moves q).
    Proof.
      pose proof (s_side _ _ _ S) as Sd; fold d in Sd; pose proof Im as Im'; apply moves_from_inv in Im' as (k & t' & pr' & Eq & Ga & D & N & W); inversion Eq; subst t' pr'; clear Eq.
      rewrite Sd in Ga, D, W; pose proof (s_board _ _ _ S f _ _ Ga) as Gf; apply dests_ok in D; pose proof (proj1 (not_king_ok (brd a) t) N) as N0; clear N; rename N0 into N.
      pose proof Re as R0; unfold is_reply, m in R0; cbv beta iota zeta in R0; fold m in R0; rewrite !andb_true_iff, !negb_true_iff in R0; destruct R0 as [[R1 R2] R3]; rewrite Sd in R2, R3.
      assert (Clear : forall x, In x (barred_squares (brd a) f t) -> get (brd a) x = E -> get (brd q) x = E).
      { intros x Ix Gx; apply (empty_real q a loc S x Gx); apply not_true_iff_false; intros Y; assert (Z : existsb ghost_at (barred_squares (brd a) f t) = true); [|congruence].
        apply existsb_exists; eauto. }
      assert (NK : forall c, get (brd q) t <> M c King) by (intros c Gt; apply (king_real q a loc S) in Gt; now apply (N c)).
      assert (No : is_colour d (get (brd q) t) = false \/ is_colour d (get (brd a) t) = true).
      { destruct (get (brd a) t) as [|c i] eqn:Gt; [left; now apply Free|]; destruct (is_colour d (M c i)) eqn:Co; [now right|left; now rewrite (s_board _ _ _ S t _ _ Gt)]. }
      assert (Way : forall e, In e (orth ++ diag) -> way (brd a) e f t -> way (brd q) e f t).
      { intros e He Wy; destruct (way_between _ _ _ _ He Wy) as (l & B & H); apply H; intros x Ix; apply Clear; exact (between_barred _ _ _ _ _ He B x Ix). }
      assert (Go : goes (brd q) (ep q) d k f t).
      { destruct (kind_eq_dec k Pawn) as [->|NP].
        - pose proof D as Gp; apply pawn_goes_rank in Gp as [[St Gt]|[(y & Rk & Sy & Gy & St & Gt)|[Ic H]]].
          + apply pawn_step; [exact St|]; apply Clear; [|exact Gt]; unfold barred_squares; rewrite Ga; apply straight in St; rewrite St, (internal_ix_dec_lb _ _ eq_refl); now left.
          + assert (Ff : fst f = fst t) by (apply straight in St, Sy; congruence).
            assert (He : In (Same, fwd d) (orth ++ diag)) by (destruct d; simpl; tauto).
            apply pawn_double_step with y; [exact Rk|exact Sy| |exact St|].
            * apply Clear; [|exact Gy]; apply (between_barred _ _ _ (Same, fwd d) [y] He); [|now left].
              rewrite (ray_next _ _ He), Sy; cbn [between]; assert (Ny : sq_eqb y t = false) by (apply sq_neq; intros ->; clear - St; destruct t as [x y]; unfold step in St; simpl in St; destruct d, y; simpl in St; congruence).
              rewrite Ny, (ray_next _ _ He), St; cbn [between]; now rewrite sq_eqb_refl.
            * apply Clear; [|exact Gt]; unfold barred_squares; rewrite Ga, Ff, (internal_ix_dec_lb _ _ eq_refl); now left.
          + apply pawn_captures; [apply (steps_attack (brd q) d Pawn); exact Ic|]; destruct H as [H|H]; [left|right; now apply (s_ep _ _ _ S)].
            apply colour_man in H as (i & Gt); rewrite (s_board _ _ _ S t _ _ Gt); simpl; apply same_colour.
        - inversion D as [c0 k0 s0 t0 X A O| | |]; subst; try congruence; apply piece_goes; [exact X| |].
          + destruct A as [c1 s1 t1 e He St|c1 s1 t1 e He Wy|c1 s1 t1 e He Wy|c1 s1 t1 e He Wy|c1 s1 y t1 h v He S1 S2|c1 s1 t1 h Hh St].
            * now apply king_attacks with e.
            * apply rook_attacks with e; [exact He|apply Way; [now apply orth_all|exact Wy]].
            * apply bishop_attacks with e; [exact He|apply Way; [now apply diag_all|exact Wy]].
            * apply queen_attacks with e; [exact He|apply Way; [exact He|exact Wy]].
            * now apply knight_attacks with y h v.
            * now apply pawn_attacks with h.
          + destruct No as [Z|Z]; [exact Z|congruence]. }
      assert (Pr : match pr with None => ~ (k = Pawn /\ snd t = last_rank d) | Some x => k = Pawn /\ snd t = last_rank d /\ In x promos end).
      { unfold with_promo in W; destruct (kind_beq k Pawn && ix_beq (snd t) (last_rank d)) eqn:B.
        - apply andb_true_iff in B as [B1 B2]; apply kind_beq_eq in B1; apply internal_ix_dec_bl in B2; apply in_map_iff in W as (x & W & Hx); inversion W; auto.
        - destruct W as [W|[]]; inversion W; intros [-> E0]; rewrite E0, (internal_ix_dec_lb _ _ eq_refl) in B; discriminate. }
      apply moves_ok; split; [exact (man_moves q k f t pr Gf Go NK Pr)|].
      set (j := match pr with Some x => x | None => k end); pose proof (s_calm _ _ _ S) as [(S1 & _ & Kq) _].
      assert (Ee : is_ep (brd a) f t = is_ep (brd q) f t).
      { unfold is_ep; rewrite Ga, Gf; destruct k; try reflexivity; destruct (ix_beq (fst f) (fst t)) eqn:Fx; [reflexivity|]; simpl.
        assert (Nf : fst t <> fst f) by (intros X; rewrite X, (internal_ix_dec_lb _ _ eq_refl) in Fx; discriminate).
        apply pawn_goes_rank in D as [[St _]|[(y & _ & Sy & _ & St & _)|[Ic [H|H]]]].
        - apply straight in St; contradiction.
        - apply straight in St, Sy; congruence.
        - apply colour_man in H as (i & Gt); now rewrite Gt, (s_board _ _ _ S t _ _ Gt).
        - destruct (s_ep _ _ _ S t H) as [H' _]; destruct (S1 t H') as [Gt _]; now rewrite Gt, (real_empty q a loc S t Gt). }
      assert (Rb : forall s, get (brd (play q m)) s = if sq_eqb t s then M d j else if sq_eqb f s then E else if is_ep (brd q) f t && sq_eqb (behind f t) s then E else get (brd q) s).
      { intros s; unfold m; simpl; unfold play_board; rewrite !get_set; destruct (sq_eqb t s); [rewrite Gf; unfold j; clear; destruct pr; reflexivity|].
        destruct (sq_eqb f s); [reflexivity|]; destruct (is_ep (brd q) f t); [rewrite get_set|]; reflexivity. }
      assert (Ab : forall s, get (brd (play a m)) s = if sq_eqb t s then M d j else if sq_eqb f s then E else if is_ep (brd q) f t && sq_eqb (behind f t) s then E else get (brd a) s).
      { intros s; unfold m; simpl; unfold play_board; rewrite !get_set; destruct (sq_eqb t s); [rewrite Ga; unfold j; clear; destruct pr; reflexivity|].
        destruct (sq_eqb f s); [reflexivity|]; rewrite Ee; destruct (is_ep (brd q) f t); [rewrite get_set|]; reflexivity. }
      assert (Em : forall s, get (brd (play q m)) s = E -> get (brd (play a m)) s = E).
      { intros s H; rewrite Rb in H; rewrite Ab; destruct (sq_eqb t s); [discriminate|]; destruct (sq_eqb f s); [reflexivity|]; destruct (_ && _); [reflexivity|now apply (real_empty q a loc S)]. }
      destruct (king_sq (brd (play a m)) d) as [kk|] eqn:Kk; [|discriminate]; apply negb_true_iff in R3.
      assert (Uk : forall s, get (brd (play a m)) s = M d King -> s = kk).
      { pose proof (kings_a q a loc S d) as Ka; apply king_sq_some, is_man_get in Kk; intros s Gs; rewrite Ab in Gs, Kk.
        assert (Two : forall x y, get (brd a) x = M d King -> get (brd a) y = M d King -> x = y).
        { intros x y X Y; apply (the_one (brd a) (fun _ x => is_man d King x)); [lia|rewrite X|rewrite Y]; destruct d; reflexivity. }
        assert (Fk : j = King -> get (brd a) f = M d King).
        { unfold j; destruct pr as [x|]; [destruct Pr as (_ & _ & P); intros ->; simpl in P; intuition discriminate|intros <-; exact Ga]. }
        destruct (sq_eqb t s) eqn:E1, (sq_eqb t kk) eqn:E2; try apply sq_eqb_eq in E1; try apply sq_eqb_eq in E2; try congruence.
        - inversion Gs as [X]; destruct (sq_eqb f kk) eqn:E3; [discriminate|]; destruct (_ && _); [discriminate|].
          rewrite (Two kk f Kk (Fk X)), sq_eqb_refl in E3; discriminate.
        - inversion Kk as [X]; destruct (sq_eqb f s) eqn:E3; [discriminate|]; destruct (_ && _); [discriminate|].
          rewrite (Two s f Gs (Fk X)), sq_eqb_refl in E3; discriminate.
        - destruct (sq_eqb f s); [discriminate|]; destruct (is_ep (brd q) f t && sq_eqb (behind f t) s); [discriminate|].
          destruct (sq_eqb f kk); [discriminate|]; destruct (is_ep (brd q) f t && sq_eqb (behind f t) kk); [discriminate|]; now apply Two. }
      apply not_true_iff_false; intros Ch; unfold in_check in Ch; fold d in Ch; fold m in Ch; destruct (king_sq (brd (play q m)) d) as [s|] eqn:Ks; [|discriminate].
      apply king_sq_some, is_man_get in Ks; assert (s = kk).
      { apply Uk; rewrite Rb in Ks; rewrite Ab; destruct (sq_eqb t s); [exact Ks|]; destruct (sq_eqb f s); [discriminate|]; destruct (_ && _); [discriminate|now apply (king_real q a loc S)]. }
      subst s; apply attacked_ok in Ch as (z & i & Gz & Az); rewrite At, opp_opp in Gz, Az; pose proof Gz as Gz'; rewrite Rb in Gz.
      destruct (sq_eqb t z) eqn:E1; [inversion Gz as [[X Y]]; exfalso; apply (opp_other att); rewrite <- At; exact X|]; destruct (sq_eqb f z) eqn:E2; [discriminate|].
      destruct (is_ep (brd q) f t && sq_eqb (behind f t) z) eqn:E3; [discriminate|].
      assert (Az' : attacks (brd (play a m)) att i z kk) by (exact (attacks_mono _ _ _ _ _ _ Em Az)).
      destruct (man_real q a loc S z _ _ Gz) as [Bz|Bz].
      - unfold in_check in R2; rewrite Kk in R2; assert (X : attacked (brd (play a m)) (opp d) kk = true); [|congruence].
        apply attacked_ok; exists z, i; rewrite At, opp_opp; split; [|exact Az']; rewrite Ab, E1, E2, E3; exact Bz.
      - destruct (s_ghost _ _ _ S z _ _ Bz Gz) as (n0 & g & Gn & _ & Gg); pose proof (nth_error_In _ _ Gn) as Ig.
        assert (Hn : In (plain (play a m), f :: if is_ep (brd a) f t then [behind f t] else []) (next_all a)).
        { unfold next_all; apply filter_In; split.
          - apply in_or_app; left; unfold board_moves; apply in_flat_map; exists f; split; [apply squares_all|]; apply in_flat_map; exists m; split; [exact Im|now left].
          - cbn [fst]; destruct (plain_same (play a m)) as [-> _]; rewrite Sd; apply negb_true_iff, not_true_iff_false; intros Su.
            assert (X : in_check (brd (play a m)) d = true); [|congruence].
            apply (surely (brd (play a m)) (brd (play a m)) d); [|auto|eauto|exact Su].
            intros x Gx; rewrite filled_get in Gx; destruct (get (brd (play a m)) x); [reflexivity|discriminate]. }
        destruct (Next _ Hn) as [X|X]; [exfalso; apply (X g Ig); apply Gg|]; cbn [fst] in X; specialize (X g Ig); destruct (plain_same (play a m)) as [Pb _]; rewrite Pb in X.
        assert (Ez : get (brd (play a m)) z = E) by (rewrite Ab, E1, E2, E3; exact Bz).
        destruct (ghost_last (brd (play q m)) (brd (play a m)) g att i z kk Em X Ez Gg Az) as (s' & Es & (_ & Wg & Xs) & La).
        assert (Y : existsb (fun g => strikes (brd (play a m)) g kk) (of_side gs att) = true); [|congruence].
        apply existsb_exists; exists g; split; [apply side_in; auto|]; unfold strikes; apply existsb_exists; exists s'; split; [apply squares_all|].
        unfold empty_at; rewrite Es; simpl; apply orb_true_iff; rewrite !andb_true_iff, !sq_in_iff; destruct La as [[E0 It]|(E0 & P & It)]; [left|right]; (split; [|first [exact It|rewrite Wg, E0; exact It]]).
        + destruct Xs as [[_ Y]|(Y & P & _)]; [exact Y|]; rewrite E0 in Y; subst i; simpl in P; intuition discriminate.
        + destruct Xs as [[Y _]|(_ & _ & Y)]; [|exact Y]; rewrite E0 in Y; subst i; simpl in P; intuition discriminate.
    Qed.
  End Reply.

  (* --- own ghosts cannot be on all of so many squares --- *)
  Fixpoint spots_of (loc : spots) (f : placed -> bool) (n : nat) (l : list placed) : list sq :=
    match l with [] => [] | g :: l => (if f g then olist (loc n) else []) ++ spots_of loc f (1 + n) l end.
  Lemma spots_few loc f l : forall n, length (spots_of loc f n l) <= length (filter f l).
  Proof.
    induction l as [|g l IH]; intros n; simpl; [lia|]; rewrite app_length; specialize (IH (1 + n)); simpl in IH; destruct (f g); simpl; [destruct (loc n); simpl; lia|lia].
  Qed.
  Lemma spots_in loc f s g : f g = true -> forall l n i, nth_error l i = Some g -> loc (n + i) = Some s -> In s (spots_of loc f n l).
  Proof.
    intros F; induction l as [|h l IH]; intros n i Ni Li; [destruct i; discriminate|]; simpl; apply in_or_app; destruct i as [|i]; simpl in Ni.
    - inversion Ni; subst h; rewrite F; left; rewrite Nat.add_0_r in Li; rewrite Li; now left.
    - right; apply (IH (1 + n) i Ni); rewrite <- Li; f_equal; lia.
  Qed.
  Lemma filter_filter {A} (f g : A -> bool) l : filter f (filter g l) = filter (fun x => g x && f x) l.
  Proof. induction l as [|x l IH]; simpl; [reflexivity|]; destruct (g x); simpl; [destruct (f x); now rewrite IH|exact IH]. Qed.
  Lemma not_crowded q a loc l : sim q a loc -> NoDup l -> crowded a l = false ->
    exists s, In s l /\ (get (brd a) s = E -> is_colour (side q) (get (brd q) s) = false).
  Proof.
    intros S N Cr; destruct (existsb (fun s => negb (empty_at (brd a) s && is_colour (side q) (get (brd q) s))) l) eqn:X.
    - apply existsb_exists in X as (s & I & X); exists s; split; [exact I|]; intros Gs; unfold empty_at in X; rewrite Gs in X; simpl in X; now apply negb_true_iff in X.
    - exfalso; unfold crowded in Cr; apply Nat.leb_gt in Cr; unfold own in Cr; rewrite (s_side _ _ _ S) in Cr; unfold of_side in Cr; rewrite filter_filter in Cr.
      set (f := fun g => colour_beq (side q) (who g) && existsb (can_be g) l) in Cr; pose proof (spots_few loc f gs 0) as Few.
      assert (Y : length l <= length (spots_of loc f 0 gs)); [|lia]; apply NoDup_incl_length; [exact N|]; intros s I.
      assert (Z : negb (empty_at (brd a) s && is_colour (side q) (get (brd q) s)) = false).
      { apply not_true_iff_false; intros Z; assert (W : existsb (fun s => negb (empty_at (brd a) s && is_colour (side q) (get (brd q) s))) l = true); [|congruence]; apply existsb_exists; eauto. }
      apply negb_false_iff, andb_true_iff in Z as [Z1 Z2]; apply colour_man in Z2 as (i & Gq); unfold empty_at in Z1; destruct (get (brd a) s) eqn:Ga; [|discriminate].
      destruct (s_ghost _ _ _ S s _ _ Ga Gq) as (n & g & Gn & Ln & Gg); apply (spots_in loc f s g) with (i := n); [|exact Gn|exact Ln].
      unfold f; apply andb_true_iff; split; [apply colour_beq_eq; symmetry; apply Gg|apply existsb_exists; exists s; split; [exact I|exact (is_ghost_can _ _ _ _ Gg)]].
  Qed.
  Lemma way_left b b' left dd z k : (forall x, get b' x = E -> In x left \/ get b x = E) -> way b' dd z k ->
    way b dd z k \/ exists o, In o left /\ way b' dd z o /\ way b' dd o k.
  Proof.
    intros Op W; induction W as [z k H|z u k H Gu W IH]; [left; now apply way_end|]; destruct (Op u Gu) as [I|Gb].
    - right; exists u; split; [exact I|split; [now apply way_end|exact W]].
    - destruct IH as [IH|(o & I & W1 & W2)]; [left; now apply way_on with u|right; exists o; split; [exact I|split; [now apply way_on with u|exact W2]]].
  Qed.
  Lemma clear_way b ba dd k o : (forall x, get b x = E -> get ba x = E) -> In dd (orth ++ diag) -> way b dd k o -> clear ba o (ray_n 7 dd k) = true.
  Proof.
    intros Em Hd; induction 1 as [k o H|k u o H Gu W IH]; rewrite (ray_next dd k Hd), H; cbn [clear].
    - now rewrite sq_eqb_refl.
    - destruct (sq_eqb u o); [reflexivity|]; unfold empty_at; rewrite (Em u Gu); exact IH.
  Qed.

  Definition closed_at (a : pos) : Prop := (forall g, In g gs -> sets_hold (brd a) g = true) /\
    forall n, In n (next_all a) -> lonely (fst n) = true \/ forall g, In g gs -> sets_hold (brd (fst n)) g = true.
  Lemma lonely_none a : lonely a = true -> forall g, In g gs -> who g <> att.
  Proof.
    unfold lonely; rewrite andb_true_iff, negb_true_iff; intros [_ H] g I W; assert (X : In g (of_side gs att)) by (apply side_in; auto).
    destruct (of_side gs att); [destruct X|discriminate].
  Qed.
  Lemma lonely_men q a loc : sim q a loc -> lonely a = true -> the_men (brd q) att <= 1.
  Proof.
    intros S Lo; pose proof (lonely_none a Lo) as Nog; unfold lonely in Lo; apply andb_true_iff in Lo as [Lo _]; apply Nat.leb_le in Lo.
    assert (Eq : the_men (brd q) att = the_men (brd a) att); [|lia]; unfold the_men; rewrite !count_filter; f_equal; apply filter_same; intros s _.
    destruct (is_colour att (get (brd a) s)) eqn:X; [apply colour_man in X as (i & X); rewrite (s_board _ _ _ S s _ _ X); simpl; apply same_colour|].
    apply not_true_iff_false; intros Y; apply colour_man in Y as (i & Y); destruct (man_real q a loc S s _ _ Y) as [Z|Z]; [rewrite Z in X; simpl in X; rewrite same_colour in X; discriminate|].
    destruct (s_ghost _ _ _ S s _ _ Z Y) as (n0 & g & Gn & _ & Gg); apply (Nog g (nth_error_In _ _ Gn)); apply Gg.
  Qed.
  Theorem no_mate_here q a loc m n loc' : sim q a loc -> side q = att -> In m (moves q) -> sim (play q m) (fst n) loc' -> told_of q (play q m) n ->
    may_be_mate (fst n) (snd n) = false -> lonely (fst n) = true \/ closed_at (fst n) -> checkmated (play q m) = false.
  Proof.
    intros S Sq Hm S' To Mm Cl; set (q' := play q m) in *; destruct n as [a' left]; cbn [fst snd] in *.
    assert (Sd : side q' = opp att) by (unfold q'; rewrite side_play; congruence); assert (Sa : side a' = opp att) by (now rewrite (s_side _ _ _ S')).
    pose proof (s_calm _ _ _ S') as [(E1 & E2 & K') W']; rewrite Sd, opp_opp in W'.
    destruct Cl as [Lo|Cl].
    - apply (no_mate q' att Sd K'); [|exact W']; left; exact (lonely_men q' a' loc' S' Lo).
    - destruct Cl as [Sets Next]; apply not_true_iff_false; intros Mt; unfold checkmated in Mt; rewrite Sd in Mt; apply andb_true_iff in Mt as [Ch NM].
      assert (NoM : moves q' = []) by (destruct (moves q'); [reflexivity|discriminate]); clear NM.
      pose proof (kings_a q' a' loc' S') as Ka; destruct (the_king (brd a') (opp att) Ka) as (k & Kk & Gk & Uk).
      unfold may_be_mate in Mm; rewrite Sa, Kk in Mm; apply andb_false_iff in Mm as [Mc|Ans].
      + (* no check *)
        apply in_check_ok in Ch as (kq & z & i & Gkq & Gz & Az); [|exact K']; rewrite opp_opp in Gz, Az.
        assert (kq = k) by (apply Uk; now apply (king_real q' a' loc' S')); subst kq.
        unfold may_check in Mc; rewrite Sa in Mc; apply orb_false_iff in Mc as [Mc1 Mc2].
        destruct (man_real q' a' loc' S' z _ _ Gz) as [Bz|Bz].
        { assert (X : in_check (brd a') (opp att) = true); [|congruence]; apply in_check_ok; [exact Ka|]; exists k, z, i; rewrite opp_opp; split; [exact Gk|split; [exact Bz|]].
          exact (attacks_a q' a' loc' S' _ _ _ _ Az). }
        destruct (s_ghost _ _ _ S' z _ _ Bz Gz) as (n0 & g & Gn & _ & Gg); pose proof (nth_error_In _ _ Gn) as Ig; pose proof Gg as (_ & Wg & _).
        assert (Hg : In g (of_side gs att)) by (apply side_in; auto).
        assert (No : (match left with [] => strikes (brd a') g k | _ :: _ => existsb (strikes_over (brd a') g k) left end) = false).
        { apply not_true_iff_false; intros X; assert (Y : existsb (fun g => match left with [] => strikes (brd a') g k | _ => existsb (strikes_over (brd a') g k) left end) (of_side gs att) = true); [|congruence].
          apply existsb_exists; exists g; split; [exact Hg|destruct left; exact X]. }
        destruct To as [To|(Tn & Op & St)]; cbn [fst snd] in *.
        * subst left; destruct (ghost_last (brd q') (brd a') g att i z k (real_empty q' a' loc' S') (Sets g Ig) Bz Gg Az) as (s' & Es & (_ & _ & Xs) & La).
          assert (X : strikes (brd a') g k = true); [|congruence]; unfold strikes; apply existsb_exists; exists s'; split; [apply squares_all|].
          unfold empty_at; rewrite Es; simpl; apply orb_true_iff; rewrite !andb_true_iff, !sq_in_iff; destruct La as [[E0 It]|(E0 & P & It)]; [left|right]; (split; [|first [exact It|rewrite Wg, E0; exact It]]).
          -- destruct Xs as [[_ Y]|(Y & P & _)]; [exact Y|]; rewrite E0 in Y; subst i; simpl in P; intuition discriminate.
          -- destruct Xs as [[Y _]|(_ & _ & Y)]; [|exact Y]; rewrite E0 in Y; subst i; simpl in P; intuition discriminate.
        * pose proof (St z _ _ Bz Gz) as Gz0; pose proof (s_calm _ _ _ S) as [(_ & _ & Kq) Wq]; rewrite Sq in Wq.
          assert (Gk0 : get (brd q) k = M (opp att) King).
          { pose proof Hm as Hl; apply moves_ok in Hl as [Hl _]; destruct Hl as [k0 f t pr Gf _ _ Pr|h e H1 _ _ _ _]; [|unfold e in H1; destruct (s_rights _ _ _ S h) as [R _]; congruence].
            unfold q' in Gkq; rewrite (real_after q f t pr k0 Hm Gf Pr) in Gkq; destruct (sq_eqb t k); [inversion Gkq as [[X Y]]; rewrite Sq in X; symmetry in X; now apply opp_other in X|].
            destruct (sq_eqb f k); [discriminate|]; destruct (_ && _); [discriminate|exact Gkq]. }
          assert (Na : ~ attacks (brd q) att i z k).
          { intros A; assert (X : in_check (brd q) (opp att) = true); [|congruence]; apply in_check_ok; [exact Kq|]; exists k, z, i; rewrite opp_opp; auto. }
          assert (Over : forall dd, In dd (orth ++ diag) -> i <> Pawn -> i <> King -> (forall x y, step dd x = Some y -> In y (steps att i x)) -> In (rev dd) (rider_dirs g) ->
            way (brd q') dd z k -> way (brd q) dd z k).
          { intros dd Hd N1 N2 Sp Rd W; destruct (way_left (brd q) (brd q') left dd z k Op W) as [W0|(o & Io & W1 & W2)]; [exact W0|exfalso].
            destruct (ghost_way (brd q') (brd a') g att i dd z o (real_empty q' a' loc' S') (Sets g Ig) Hd N1 N2 Sp Bz Gg W1) as (s' & (Es & (_ & _ & Xs) & _) & So).
            assert (X : existsb (strikes_over (brd a') g k) left = true); [|destruct left; [destruct Io|congruence]].
            apply existsb_exists; exists o; split; [exact Io|]; unfold strikes_over; apply existsb_exists; exists (rev dd); split; [exact Rd|].
            apply andb_true_iff; split; [apply (clear_way (brd q')); [exact (real_empty q' a' loc' S')|now apply rev_all|now apply way_rev]|].
            rewrite (proj1 (step_rev dd s' o) So); apply andb_true_iff; split; [|unfold empty_at; now rewrite Es].
            unfold rider_set; destruct Xs as [[E0 X]|(E0 & _ & X)]; rewrite E0; [destruct i; try exact X; congruence|exact X]. }
          assert (Rd : forall dd, In dd (orth ++ diag) -> (i = Rook -> In dd orth) -> (i = Bishop -> In dd diag) -> (i = Rook \/ i = Bishop \/ i = Queen) -> In (rev dd) (rider_dirs g)).
          { intros dd Hd Or Di Hi; unfold rider_dirs; destruct Gg as (_ & _ & [[E0 _]|(E0 & _ & _)]); rewrite E0; [|now apply rev_all].
            destruct Hi as [->|[->| ->]]; [apply rev_orth; auto|apply rev_diag; auto|now apply rev_all]. }
          apply Na; inversion Az as [? ? ? dd Hd Sp|? ? ? dd Hd W|? ? ? dd Hd W|? ? ? dd Hd W|? ? x ? h v Hd P1 P2|? ? ? h Hh Sp]; subst.
          -- exfalso; exact (ghost_no_king _ _ _ Gg).
          -- apply rook_attacks with dd; [exact Hd|]; apply (Over dd); try discriminate; [now apply orth_all| | |exact W]; [intros x y H; simpl; apply rook1_ok; eauto|apply Rd; try discriminate; [now apply orth_all|auto|auto]].
          -- apply bishop_attacks with dd; [exact Hd|]; apply (Over dd); try discriminate; [now apply diag_all| | |exact W]; [intros x y H; simpl; apply bishop1_ok; eauto|apply Rd; try discriminate; [now apply diag_all|auto|auto]].
          -- apply queen_attacks with dd; [exact Hd|]; apply (Over dd); try discriminate; [exact Hd| | |exact W]; [intros x y H; simpl; now apply king_step with dd|apply Rd; try discriminate; [exact Hd|auto]].
          -- now apply knight_attacks with x h v.
          -- now apply pawn_attacks with h.
      + (* an answer *)
        apply negb_false_iff in Ans.
        assert (Mv1 : forall t, In t (replies a') -> (get (brd a') t = E -> is_colour (side q') (get (brd q') t) = false) -> False).
        { intros t Ht Fr; unfold replies in Ht; apply in_flat_map in Ht as (f & _ & Ht); apply in_flat_map in Ht as (m0 & Hm0 & Ht); destruct m0 as [f0 t0 pr|]; [|destruct Ht].
          destruct (is_reply a' (Mv f0 t0 pr)) eqn:Re; [|destruct Ht]; destruct Ht as [->|[]].
          assert (f0 = f) as -> by (apply moves_from_inv in Hm0 as (? & ? & ? & Eq & _); now inversion Eq).
          assert (X : In (Mv f t pr) (moves q')); [|rewrite NoM in X; destruct X].
          apply (reply_moves q' a' loc' f t pr S' Hm0 Re Fr Sd); intros n1 Hn; destruct (Next n1 Hn) as [X|X]; [left; exact (lonely_none _ X)|now right]. }
        unfold answered in Ans; cbv zeta in Ans; apply orb_true_iff in Ans as [Ans|Ans].
        * apply existsb_exists in Ans as (t & Ht & Su); apply (Mv1 t Ht); intros Gt; unfold sure, empty_at in Su; rewrite Gt, Sa in Su; simpl in Su; apply negb_true_iff in Su.
          apply not_true_iff_false; intros X; apply colour_man in X as (i & X); destruct (s_ghost _ _ _ S' t _ _ Gt X) as (n0 & g & _ & _ & Gg); apply is_ghost_at in Gg; rewrite Sd in Gg; congruence.
        * assert (Some1 : forall l, NoDup l -> (forall s, In s l -> In s (replies a')) -> crowded a' l = false -> False).
          { intros l N I Cr; destruct (not_crowded q' a' loc' l S' N Cr) as (s & Is & Fs); exact (Mv1 s (I s Is) Fs). }
          assert (All : forall s, In s (filter (look (mark (replies a'))) squares) -> In s (replies a')) by (intros s Is; apply filter_In in Is as [_ Is]; now apply mark_ok).
          assert (Nd : NoDup (filter (look (mark (replies a'))) squares)) by (apply NoDup_filter, squares_nodup).
          rewrite !orb_true_iff, !negb_true_iff in Ans; destruct Ans as [[Ans|Ans]|Ans]; eapply Some1; try exact Ans; auto; try (now apply NoDup_filter); intros s Is; apply filter_In in Is as [Is _]; auto.
  Qed.
End Ghosts.

(* --- the check --- *)
Section Check.
  Variable hash : pos -> positive.
  Definition ghosts_off (b : board) (gs : list placed) : board := fold_left (fun b g => set b (at_ g) E) gs b.
  Definition matches_off (p : pos) (g : placed) : bool :=
    cell_beq (get (brd p) (at_ g)) (M (who g) (what g)) && look (stays g) (at_ g) && negb (is_king g).
  Definition all_of (gs : list placed) (d : colour) : set_of := mark (flat_map (fun g => filter (can_be g) squares) (of_side gs d)).
  Definition by_side (w b : set_of) (d : colour) : set_of := match d with White => w | Black => b end.
  Lemma all_of_ok gs d s : look (all_of gs d) s = true <-> exists g, In g gs /\ who g = d /\ can_be g s = true.
  Proof.
    unfold all_of; rewrite mark_ok, in_flat_map; split.
    - intros (g & Hg & H); apply side_in in Hg as [H1 H2]; apply filter_In in H as [_ H]; now exists g.
    - intros (g & H1 & H2 & H3); exists g; rewrite side_in, filter_In; split; [auto|split; [apply squares_all|exact H3]].
  Qed.
  Section Fixed.
    Variables (gs : list placed) (att : colour) (G C : colour -> set_of).
    (* what the checks of positions cost: the moves of the men on the board after each *)
    Definition answers (a : pos) : N := fold_left (fun n f => fold_left (fun n _ => N.succ n) (moves_from a f) n) squares 0%N.
    Definition costs (a : pos) : N :=
      if colour_beq (side a) att then
        fold_left (fun s n => match king_sq (brd (fst n)) (side (fst n)) with
          | Some k => if may_check gs att (fst n) k (snd n) then (s + answers (fst n))%N else s | None => s end) (next_all gs G C a) 0%N
      else 0%N.
    Definition all_costs (t : known) : N := PM.fold (fun _ l s => fold_left (fun s e => (s + costs (fst e))%N) l s) t 0%N.
    (* how the positions are found does not matter: each that is found is looked at *)
    Definition find_next (st : known * list pos) : known * list pos :=
      let (t, todo) := st in
      match todo with
      | [] => st
      | a :: todo => fold_left (fun (st : known * list pos) n => let (t, todo) := st in let a := fst n in
          if lonely gs att a || mem hash t a then st else (put hash t a, a :: todo)) (next_all gs G C a) (t, todo) end.
    Definition all_fine (t : known) : bool :=
      PM.fold (fun _ l fine => fine && forallb (fun e => node_fine gs att G C (mem hash t) (fst e)) l) t true.
    Lemma all_fine_ok t a : all_fine t = true -> has_pos t a -> node_fine gs att G C (mem hash t) a = true.
    Proof.
      unfold all_fine; rewrite PM.fold_1; intros Fi (h & H); unfold bucket in H; destruct (PM.find h t) as [l|] eqn:F; [|destruct H]; apply PM.elements_correct in F.
      assert (X : forall es ok, fold_left (fun ok (e : positive * list (pos * unit)) => ok && forallb (fun e => node_fine gs att G C (mem hash t) (fst e)) (snd e)) es ok = true ->
        ok = true /\ forall e, In e es -> forallb (fun e => node_fine gs att G C (mem hash t) (fst e)) (snd e) = true).
      { induction es as [|e es IH]; simpl; intros ok Y; [split; [exact Y|intros e []]|]; apply IH in Y as [Y1 Y2]; apply andb_true_iff in Y1 as [Y0 Y1].
        split; [exact Y0|intros e' [<-|He]; auto]. }
      apply X in Fi as [_ Fi]; specialize (Fi _ F); rewrite forallb_forall in Fi; exact (Fi _ H).
    Qed.
  End Fixed.
  Definition check_ghosts (paid : N) (n : positive) (listed : list pos) (gs : list placed) (att : colour) (p : pos) : bool :=
    no_rights p && negb (ep_seen p) && calm_b p && has (moves p) && has gs && forallb (matches_off p) gs &&
    let gw := all_of gs White in let gb := all_of gs Black in let cw := crossed gs White in let cb := crossed gs Black in
    let G := by_side gw gb in let C := by_side cw cb in
    let a := mkpos (ghosts_off (brd p) gs) (side p) (rts p) None in
    match begin_with hash (a :: listed) with
    | Some st => match Pos.iter (find_next gs att G C) st (and_listed n listed) with
        | (t, []) => mem hash t a && all_fine gs att G C t && (all_costs gs att G C t <=? paid)%N
        | _ => false end
    | None => false end.
  Lemma off_get gs : forall b s, get (ghosts_off b gs) s = if existsb (fun g => sq_eqb (at_ g) s) gs then E else get b s.
  Proof.
    unfold ghosts_off; induction gs as [|g gs IH]; intros b s; simpl; [reflexivity|]; rewrite IH, get_set; destruct (sq_eqb (at_ g) s); simpl; [destruct (existsb _ gs); reflexivity|reflexivity].
  Qed.
  Theorem check_ghosts_sound paid n listed gs att p : check_ghosts paid n listed gs att p = true -> ~ can_win p att.
  Proof.
    unfold check_ghosts; cbv zeta; rewrite !andb_true_iff; intros ((((((R & Ne) & Ca) & Mv) & _) & Ma) & H); apply negb_true_iff in Ne; apply calm_ok in Ca.
    set (G := by_side (all_of gs White) (all_of gs Black)) in *; set (C := by_side (crossed gs White) (crossed gs Black)) in *.
    assert (G_ok : forall d s, look (G d) s = true <-> exists g, In g gs /\ who g = d /\ can_be g s = true) by (intros [] s; apply all_of_ok).
    assert (C_ok : forall d s, look (C d) s = true <-> exists g, In g gs /\ who g = d /\ crosses d g s = true) by (intros [] s; apply crossed_ok).
    rewrite forallb_forall in Ma; assert (Nk : forall g, In g gs -> what g <> King).
    { intros g Ig E0; specialize (Ma g Ig); unfold matches_off, is_king in Ma; rewrite E0 in Ma; simpl in Ma; rewrite andb_false_r in Ma; discriminate. }
    destruct (begin_with _ _) as [st|]; [|discriminate]; destruct (Pos.iter _ _ _) as [t [|x l]]; [|discriminate]; apply andb_true_iff in H as [H _]; apply andb_true_iff in H as [Ha Fi]; apply mem_ok in Ha.
    set (a0 := mkpos _ (side p) (rts p) None) in Ha; apply plain_never; set (r := plain p); destruct (plain_same p) as [Pb Ps]; fold r in Pb, Ps.
    assert (Rr : forall h, right (rts p) (side p) h = false /\ right (rts p) (opp (side p)) h = false).
    { intros h; unfold no_rights in R; rewrite forallb_forall in R; specialize (R h ltac:(destruct h; simpl; auto)); apply andb_true_iff in R as [R1 R2]; now apply negb_true_iff in R1, R2. }
    assert (Rt : rts r = rts p) by (unfold r, plain; destruct (ep_seen p); reflexivity).
    assert (Er : ep r = None) by (unfold r, plain; rewrite Ne; reflexivity).
    assert (S0 : sim gs C r a0 (fun i => option_map at_ (nth_error gs i))).
    { split; rewrite ?Ps, ?Rt; cbn [brd side rts ep a0]; auto.
      - intros s c k Gs; rewrite Pb; unfold a0 in Gs; cbn [brd] in Gs; rewrite off_get in Gs; destruct (existsb _ gs); [discriminate|exact Gs].
      - intros s c k Gs Gq; unfold a0 in Gs; cbn [brd] in Gs; rewrite off_get in Gs; rewrite Pb in Gq; destruct (existsb (fun g => sq_eqb (at_ g) s) gs) eqn:X; [|congruence].
        apply existsb_exists in X as (g & Ig & X); apply sq_eqb_eq in X; subst s; destruct (In_nth_error _ _ Ig) as (i & Gn); exists i, g; split; [exact Gn|split; [now rewrite Gn|]].
        specialize (Ma g Ig); unfold matches_off in Ma; rewrite !andb_true_iff in Ma; destruct Ma as [[M1 M2] _]; apply internal_cell_dec_bl in M1; rewrite M1 in Gq; inversion Gq; subst.
        split; [exact Ig|split; [reflexivity|left; auto]].
      - intros v Hv; discriminate.
      - intros v Hv; congruence.
      - unfold r; now apply plain_calm. }
    assert (Fine : forall a, has_pos t a -> closed_at gs att G C a /\ forall n1, In n1 (next_all gs G C a) ->
      (side a = att -> may_be_mate gs att G (fst n1) (snd n1) = false) /\ (lonely gs att (fst n1) = true \/ has_pos t (fst n1))).
    { assert (One : forall a, has_pos t a -> (forall g, In g gs -> sets_hold G C (brd a) g = true) /\ forall n1, In n1 (next_all gs G C a) ->
        (side a = att -> may_be_mate gs att G (fst n1) (snd n1) = false) /\ (lonely gs att (fst n1) = true \/ has_pos t (fst n1))).
      { intros a Hp; apply all_fine_ok with (a := a) in Fi; [|exact Hp]; unfold node_fine in Fi; apply andb_true_iff in Fi as [F1 F2]; rewrite forallb_forall in F1, F2; split; [exact F1|].
        intros n1 Hn; specialize (F2 n1 Hn); apply andb_true_iff in F2 as [F2 F3]; split; [intros Sa; rewrite Sa, same_colour in F2; now apply negb_true_iff in F2|].
        apply orb_true_iff in F3 as [F3|F3]; [now left|right; now apply mem_ok in F3]. }
      intros a Hp; destruct (One a Hp) as [O1 O2]; split; [|exact O2]; split; [exact O1|]; intros n1 Hn; destruct (O2 n1 Hn) as [_ [L|Hp2]]; [now left|right; apply (One _ Hp2)]. }
    assert (N : forall q, Leads r q -> (exists a loc, sim gs C q a loc /\ has_pos t a) \/ ~ can_win q att).
    { induction 1 as [|q m L [(a & loc & S & Hp)|IH] Hm].
      - left; exists a0; eexists; split; [exact S0|exact Ha].
      - destruct (Fine a Hp) as [[Sets _] F2]; destruct (simulated gs G C G_ok C_ok q a loc m S Sets Hm) as (n1 & loc' & Hn & S' & _).
        destruct (F2 n1 Hn) as [_ [Lo|Hp']]; [right|left; eauto].
        apply material_after; [apply (s_calm _ _ _ _ _ S)|exact Hm|left; left; exact (lonely_men gs att C (play q m) (fst n1) loc' S' Lo)].
      - right; now apply never_after. }
    intros (q & L & M1 & M2); revert M1 M2; destruct L as [|q m L Hm]; intros M1 M2.
    - unfold checkmated, r in M2; rewrite plain_moves in M2; destruct (moves p); [discriminate|]; rewrite andb_false_r in M2; discriminate.
    - assert (Sq : side q = att) by (rewrite side_play in M1; destruct (side q), att; simpl in M1; congruence).
      destruct (N q L) as [(a & loc & S & Hp)|X]; [|apply X; exists (play q m); split; [apply reach_play; [apply reach_init|exact Hm]|split; assumption]].
      destruct (Fine a Hp) as [[Sets _] F2]; destruct (simulated gs G C G_ok C_ok q a loc m S Sets Hm) as (n1 & loc' & Hn & S' & To); destruct (F2 n1 Hn) as [F3 F4].
      rewrite (no_mate_here gs att G C G_ok Nk q a loc m n1 loc' S Sq Hm S' To) in M2; [discriminate| |].
      + apply F3; rewrite (s_side _ _ _ _ _ S); exact Sq.
      + destruct F4 as [F4|F4]; [now left|right; now apply Fine].
  Qed.
End Check.
