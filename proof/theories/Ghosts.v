(* Closures without some men, of which only the squares are known that they can be on. *)
From Coq Require Import List Bool Arith Lia PArith. Import ListNotations.
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
    End Ghost.
  End Move.
End Ghosts.
