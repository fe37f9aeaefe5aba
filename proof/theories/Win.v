(* Forced wins: what strategies and refutations of standard chess prove. *)
From Coq Require Import List Bool Arith Lia PArith NArith. Import ListNotations.
From Arbiter Require Import Board Moves Games Search WinCheck Unmoves Tables Status Lines.
From Arbiter Require UnmovesComplete.

(* Moves one after the other, no further than is needed *)
Definition legal (p : pos) (q : pos) : bool := negb (in_check (brd q) (side p)).
Definition any_move (f : move -> pos -> bool) (p : pos) : bool :=
  let g m := let q := play p m in legal p q && f m q in
  existsb (fun s => existsb g (moves_from p s)) squares || existsb (fun h => castle_ok p h && g (Castle h)) [true; false].
Definition all_moves (f : move -> pos -> bool) (p : pos) : bool := negb (any_move (fun m q => negb (f m q)) p).
Lemma existsb_ext_in {A} (f g : A -> bool) l : (forall x, In x l -> f x = g x) -> existsb f l = existsb g l.
Proof. induction l as [|x l IH]; simpl; intros H; [reflexivity|]; rewrite H, IH; auto. Qed.
Lemma existsb_filter {A} (f g : A -> bool) l : existsb f (filter g l) = existsb (fun x => g x && f x) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]; destruct (g x); simpl; now rewrite IH. Qed.
Lemma existsb_flat_map {A B} (f : B -> bool) (g : A -> list B) l : existsb f (flat_map g l) = existsb (fun x => existsb f (g x)) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]; now rewrite existsb_app, IH. Qed.
Lemma existsb_map {A B} (f : B -> bool) (g : A -> B) l : existsb f (map g l) = existsb (fun x => f (g x)) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]; now rewrite IH. Qed.
Lemma any_move_ok f p : any_move f p = existsb (fun m => f m (play p m)) (moves p).
Proof.
  unfold any_move, moves, pseudo; rewrite existsb_filter, existsb_app, existsb_flat_map, existsb_map, existsb_filter; reflexivity.
Qed.
Lemma all_moves_ok f p : all_moves f p = forallb (fun m => f m (play p m)) (moves p).
Proof.
  unfold all_moves; rewrite any_move_ok; induction (moves p) as [|m l IH]; simpl; [reflexivity|].
  rewrite negb_orb, negb_involutive; now rewrite IH.
Qed.

(* Moves in the order of the document: of the squares where they begin, from a1 to b1 and h8, and of those where they end;
   castling after the king's other moves. What a pawn becomes stays in its order. *)
Definition no_later (s t : sq) : bool := if ix_beq (snd s) (snd t) then place (fst s) <=? place (fst t) else place (snd s) <=? place (snd t).
Fixpoint insert (m : move) (l : list move) : list move :=
  match l with
  | [] => [m]
  | d :: k => if match m, d with Mv _ s _, Mv _ t _ => no_later s t | _, _ => true end then m :: l else d :: insert m k end.
Definition ordered (from : sq -> list move) (king : option sq) (castling : list move) : list move :=
  flat_map (fun s => fold_right insert (if oeqb king s then castling else []) (from s)) by_rank.
Lemma insert_in m d l : In d (insert m l) -> d = m \/ In d l.
Proof.
  induction l as [|e l IH]; simpl; [intuition congruence|]; destruct (match m with Mv _ _ _ => _ | _ => _ end); simpl; intuition congruence.
Qed.
Lemma ordered_in from king castling m : In m (ordered from king castling) -> (exists s, In m (from s)) \/ In m castling.
Proof.
  intros H; apply in_flat_map in H as (s & _ & H); assert (X : In m (from s) \/ In m (if oeqb king s then castling else [])).
  { revert H; generalize (if oeqb king s then castling else []); intros k; induction (from s) as [|d l IH]; simpl; [tauto|].
    intros H; apply insert_in in H as [->|H]; tauto. }
  destruct X as [X|X]; [eauto|]; destruct (oeqb king s); [now right|destruct X].
Qed.
Definition in_order (p : pos) : list move :=
  match map Castle (filter (castle_open p) [false; true]) with
  | [] => flat_map (fun s => fold_right insert [] (moves_from p s)) (men_by_rank (brd p) (side p))
  | castling => ordered (moves_from p) (king_sq (brd p) (side p)) castling end.
Lemma in_order_as p : in_order p = ordered (moves_from p) (king_sq (brd p) (side p)) (map Castle (filter (castle_open p) [false; true])).
Proof.
  unfold in_order, ordered; destruct (map Castle _); [|reflexivity]; rewrite men_by_rank_is, men_in_map by (intros s H; now rewrite moves_from_none).
  apply flat_map_ext; intros s; now destruct (oeqb _ s).
Qed.
Definition may (p : pos) (m : move) (q : pos) : bool := match m with Castle h => castle_ok p h | _ => true end && legal p q.
Lemma may_ok p m : In m (in_order p) -> may p m (play p m) = true -> In m (moves p).
Proof.
  unfold may, moves, pseudo; intros H L; apply andb_true_iff in L as [C L]; apply filter_In; split; [apply in_or_app|exact L].
  rewrite in_order_as in H; apply ordered_in in H as [[s H]|H]; [left; apply in_flat_map; exists s; split; [apply squares_all|exact H]|right].
  apply in_map_iff in H as (h & <- & _); apply in_map, filter_In; split; [destruct h; simpl; auto|exact C].
Qed.

Lemma moves_may p : moves p = filter (fun m => may p m (play p m)) (pseudo_legal p).
Proof.
  unfold moves, pseudo, pseudo_legal; rewrite !filter_app; f_equal.
  - apply filter_ext_in; intros m H; apply in_flat_map in H as (s & _ & H); apply moves_from_inv in H as (k & t & pr & -> & _); reflexivity.
  - assert (C : forall h, castle_ok p h = true -> castle_open p h = true) by (intros h; unfold castle_ok, castle_open; rewrite !andb_true_iff; tauto).
    assert (C1 := C true); assert (C2 := C false); clear C; cbn [filter map].
    destruct (castle_ok p true) eqn:O1, (castle_ok p false) eqn:O2; rewrite ?C1, ?C2 by reflexivity;
      destruct (castle_open p true), (castle_open p false); cbn [filter map]; unfold may, legal; rewrite ?O1, ?O2; reflexivity.
Qed.
Lemma may_all p m : In m (moves p) -> may p m (play p m) = true.
Proof. rewrite moves_may; intros H; now apply filter_In in H. Qed.

(* Whether check can be met: the king goes, or what checks is taken or stopped. Another king, and the old way is taken. *)
Definition saves (p : pos) (k : sq) (l : list sq) (m : move) : bool :=
  match m with Castle _ => false | Mv f t pr =>
    if is_ep (brd p) f t then negb (in_check (play_board (brd p) f t pr) (side p))
    else sq_in t l && negb (attacked (play_board (brd p) f t pr) (opp (side p)) k) end.
Definition saved_from (p : pos) (k : sq) (l : list sq) (s : sq) : bool :=
  match get (brd p) s with M d j => if colour_beq (side p) d && can_reach j s l then existsb (saves p k l) (moves_from p s) else false | E => false end.
Definition king_to (p : pos) (o : board) (t : sq) : bool := not_king (brd p) t && negb (attacked o (opp (side p)) t).
Definition met_check (p : pos) (k : sq) (l : list sq) : bool :=
  let o := set (brd p) k E in match king_sq o (side p) with Some _ => any_move (fun _ _ => true) p | None =>
    existsb (king_to p o) (leap (brd p) (side p) (look king_t k)) || existsb (saved_from p k l) (men (brd p) (side p)) end.
Lemma saved_men p k l : existsb (saved_from p k l) (men (brd p) (side p)) = existsb (saved_from p k l) squares.
Proof.
  rewrite men_is; induction squares as [|s o IH]; [reflexivity|]; cbn [men_in fold_right existsb]; fold (men_in o (brd p) (side p)); rewrite <- IH.
  unfold add_man, saved_from at 2; destruct (get (brd p) s) as [|d j] eqn:G; [reflexivity|]; destruct (colour_beq (side p) d) eqn:D; [|reflexivity].
  cbn [existsb]; unfold saved_from at 1; now rewrite G, D.
Qed.
Lemma king_put o c t : king_sq o c = None -> king_sq (set o t (M c King)) c = Some t.
Proof.
  intros N; destruct (king_sq (set o t (M c King)) c) as [u|] eqn:K.
  - apply king_sq_some in K; rewrite get_set in K; destruct (sq_eqb t u) eqn:Q; [apply sq_eqb_eq in Q; now subst|]; now rewrite (king_sq_none _ _ u N) in K.
  - apply king_sq_none with (s := t) in K; rewrite get_set, sq_eqb_refl in K; destruct c; discriminate.
Qed.
Lemma king_alone b c k s : king_sq (set b k E) c = None -> get b s = M c King -> s = k.
Proof.
  intros N G; apply king_sq_none with (s := s) in N; rewrite get_set in N; destruct (sq_eqb k s) eqn:Q; [apply sq_eqb_eq in Q; now subst|].
  rewrite G in N; destruct c; discriminate.
Qed.
Lemma king_stays p f t pr j : get (brd p) f = M (side p) j -> j <> King -> not_king (brd p) t = true -> In (Mv f t pr) (with_promo (side p) j f t) ->
  is_ep (brd p) f t = false -> king_sq (play_board (brd p) f t pr) (side p) = king_sq (brd p) (side p).
Proof.
  intros G J N W P; apply king_sq_same; intros s; unfold play_board; rewrite P, G, !get_set.
  assert (Own : forall i, i <> King -> is_man (side p) King (M (side p) i) = false) by (intros [] H; destruct (side p); try reflexivity; congruence).
  destruct (sq_eqb t s) eqn:T; [apply sq_eqb_eq in T; subst s|].
  - assert (Z : is_man (side p) King (get (brd p) t) = false)
      by (unfold not_king in N; destruct (get (brd p) t) as [|d []]; simpl in *; rewrite ?andb_false_r; try reflexivity; discriminate).
    rewrite Z; unfold with_promo in W; destruct (kind_beq j Pawn && _).
    + apply in_map_iff in W as (i & W & I); inversion W; subst pr; apply Own; intros ->; simpl in I; intuition discriminate.
    + destruct W as [W|[]]; inversion W; now apply Own.
  - destruct (sq_eqb f s) eqn:F; [|reflexivity]; apply sq_eqb_eq in F; subst s; rewrite G; symmetry; now apply Own.
Qed.
Lemma met_check_ok p k l : king_sq (brd p) (side p) = Some k -> stops (brd p) (opp (side p)) k = Some l ->
  met_check p k l = any_move (fun _ _ => true) p.
Proof.
  intros K S; unfold met_check; cbv zeta; destruct (king_sq (set (brd p) k E) (side p)) as [|] eqn:O; [reflexivity|].
  assert (A : attacked (brd p) (opp (side p)) k = true) by (pose proof (stops_hold (brd p) (opp (side p)) k) as H; rewrite S in H; now apply H).
  assert (G : get (brd p) k = M (side p) King) by now apply UnmovesComplete.is_man_get, king_sq_some.
  assert (Ca : forall h, castle_ok p h = false).
  { intros h; destruct (castle_ok p h) eqn:C; [|reflexivity]; unfold castle_ok in C; cbv zeta in C; rewrite !andb_true_iff in C; destruct C as [[[[_ C] _] _] X].
    apply UnmovesComplete.is_man_get, (king_alone _ _ _ _ O) in C; rewrite forallb_forall in X; specialize (X (I5, home_rank (side p))); rewrite C, A in X.
    symmetry; apply X; destruct h; now left. }
  assert (King_goes : forall t, legal p (play p (Mv k t None)) = negb (attacked (set (brd p) k E) (opp (side p)) t)).
  { intros t; assert (P : is_ep (brd p) k t = false) by (unfold is_ep; now rewrite G).
    unfold legal; simpl brd; unfold play_board; rewrite P, G; cbv zeta iota beta; unfold in_check; now rewrite (king_put _ _ t O), attacked_here. }
  assert (Other : forall f t pr j, get (brd p) f = M (side p) j -> j <> King -> not_king (brd p) t = true ->
    In (Mv f t pr) (with_promo (side p) j f t) -> legal p (play p (Mv f t pr)) = saves p k l (Mv f t pr)).
  { intros f t pr j F J N W; unfold legal, saves; simpl brd; destruct (is_ep (brd p) f t) eqn:P; [reflexivity|].
    unfold in_check; rewrite (king_stays p f t pr j F J N W P), K; destruct (sq_in t l) eqn:T; [reflexivity|].
    rewrite (stops_stay _ _ _ l f t pr j S); auto; now rewrite opp_opp. }
  unfold any_move; cbv zeta; cbn [existsb]; rewrite !Ca; cbn [andb orb]; rewrite orb_false_r.
  rewrite saved_men; apply eq_true_iff_eq; rewrite orb_true_iff, !existsb_exists; split.
  - intros [(t & T & H)|(s & _ & H)].
    + unfold king_to in H; apply andb_true_iff in H as [N H]; exists k; split; [apply squares_all|]; apply existsb_exists; exists (Mv k t None); split.
      * unfold moves_from; rewrite G, (proj2 (colour_beq_eq _ _) eq_refl); apply in_flat_map; exists t; split; [exact T|]; rewrite N; now left.
      * rewrite andb_true_r, King_goes; exact H.
    + exists s; split; [apply squares_all|]; unfold saved_from in H; destruct (get (brd p) s) as [|d j] eqn:F; [discriminate|].
      destruct (colour_beq (side p) d && can_reach j s l) eqn:R; [|discriminate]; apply andb_true_iff in R as [D R]; apply colour_beq_eq in D; subst d.
      apply existsb_exists in H as (m & M & H); apply existsb_exists; exists m; split; [exact M|]; rewrite andb_true_r.
      apply moves_from_inv in M as (i & t & pr & -> & F' & _ & N & W); rewrite F in F'; inversion F'; subst i.
      rewrite (Other s t pr j); auto; intros ->; discriminate.
  - intros (s & _ & H); apply existsb_exists in H as (m & M & H); rewrite andb_true_r in H; assert (M' := M).
    apply moves_from_inv in M as (j & t & pr & -> & F & D & N & W); destruct (kind_beq j King) eqn:J; [apply kind_beq_eq in J; subst j; left|right].
    + apply (king_alone _ _ _ _ O) in F; subst s; destruct W as [W|[]]; inversion W; subst pr; rewrite King_goes in H.
      exists t; split; [exact D|]; unfold king_to; now rewrite N, H.
    + assert (NK : j <> King) by (intros ->; discriminate); rewrite (Other s t pr j) in H by assumption.
      exists s; split; [apply squares_all|]; unfold saved_from; rewrite F, (proj2 (colour_beq_eq _ _) eq_refl).
      assert (R : can_reach j s l = true).
      { unfold saves in H; destruct (is_ep (brd p) s t) eqn:P; [unfold is_ep in P; rewrite F in P; destruct j; try discriminate; reflexivity|].
        apply andb_true_iff in H as [H _]; apply existsb_exists in H as (u & U & H); apply sq_eqb_eq in H; subst u; exact (can_reach_ok _ _ _ _ _ _ _ NK D U). }
      rewrite R; apply existsb_exists; exists (Mv s t pr); auto.
Qed.

(* Checkmate, and winning at once *)
Definition is_mated (q : pos) : bool :=
  match king_sq (brd q) (side q) with None => false | Some k =>
    match stops (brd q) (opp (side q)) k with None => false | Some l => negb (met_check q k l) end end.
Lemma is_mated_ok q : is_mated q = checkmated q.
Proof.
  unfold is_mated, checkmated, in_check; destruct (king_sq (brd q) (side q)) as [k|] eqn:K; [|reflexivity].
  pose proof (stops_hold (brd q) (opp (side q)) k) as H; destruct (stops (brd q) (opp (side q)) k) as [l|] eqn:S; cbn [hold] in H; [|now rewrite H].
  rewrite (met_check_ok q k l K S), any_move_ok, (proj2 H) by auto; destruct (moves q); reflexivity.
Qed.
Definition mates p m := is_mated (play p m).
Definition no_capture (p : pos) (m : move) := false.
Lemma same_king p m : ep p = None -> In m (moves p) ->
  king_sq (brd (play p m)) (opp (side p)) = king_sq (brd p) (opp (side p)).
Proof.
  intros Hep Hm; pose proof (moves_pseudo _ _ Hm) as Ps; apply king_sq_same; intros s; set (c := side p) in *.
  assert (Own : forall k, is_man (opp c) King (M c k) = false) by (intros k; destruct c, k; reflexivity).
  destruct m as [f t pr|h].
  - apply existsb_exists in Ps as (m & Ps & Em); apply move_eqb_eq in Em; subst m.
    apply moves_from_inv in Ps as (k & t' & pr' & Eq & G & D & N & W); inversion Eq; subst t' pr'; clear Eq; fold c in G, D.
    assert (NEp : is_ep (brd p) f t = false).
    { destruct (is_ep (brd p) f t) eqn:X; [|reflexivity]; exfalso; unfold is_ep in X; rewrite G in X; destruct k; try discriminate.
      apply andb_true_iff in X as [X1 X2]; rewrite Hep in D; simpl in D; unfold pawn_dests in D; apply in_app_or in D as [D|D].
      - assert (St : forall f u, step (Same, fwd c) f = Some u -> fst u = fst f)
          by (intros f' u; unfold step; simpl; destruct (mv1 (fwd c) (snd f')); intros H; inversion H; reflexivity).
        destruct (step (Same, fwd c) f) as [u|] eqn:Eu; [|destruct D]; apply St in Eu.
        destruct (is_empty (get (brd p) u)); [|destruct D]; destruct D as [<-|D]; [rewrite Eu, (internal_ix_dec_lb _ _ eq_refl) in X1; discriminate|].
        destruct (ix_beq (snd f) (pawn_rank c)); [|destruct D]; destruct (step (Same, fwd c) u) as [v|] eqn:Ev; [|destruct D]; apply St in Ev.
        destruct (is_empty (get (brd p) v)); [|destruct D]; destruct D as [<-|[]]; rewrite Ev, Eu, (internal_ix_dec_lb _ _ eq_refl) in X1; discriminate.
      - apply filter_In in D as [_ D]; destruct (get (brd p) t); simpl in *; discriminate. }
    simpl brd; unfold play_board; rewrite NEp, G, !get_set.
    destruct (sq_eqb t s) eqn:E1; [apply sq_eqb_eq in E1; subst s|].
    + assert (NK : is_man (opp c) King (get (brd p) t) = false).
      { unfold not_king in N; destruct (get (brd p) t) as [|d []]; simpl in *; try reflexivity; rewrite ?andb_false_r; try reflexivity; discriminate. }
      rewrite NK; destruct pr; apply Own.
    + destruct (sq_eqb f s) eqn:E2; [apply sq_eqb_eq in E2; subst s; now rewrite G, Own|reflexivity].
  - simpl in *; unfold castle_ok in Ps; fold c in Ps |- *; rewrite !andb_true_iff, !forallb_forall in Ps.
    destruct Ps as ((((_ & H2) & H3) & H4) & _); assert (Y : forall k x, is_man c k x = true -> is_man (opp c) King x = false).
    { intros k x H; destruct x as [|d j]; [discriminate|]; unfold is_man in *; apply andb_true_iff in H as [H _]; apply colour_beq_eq in H; subst d; destruct c; reflexivity. }
    assert (Z : forall s, In s (castle_empty c h) -> is_man (opp c) King (get (brd p) s) = false)
      by (intros u Hs; apply H4 in Hs; destruct (get (brd p) u); [reflexivity|discriminate]).
    rewrite !get_set.
    destruct (sq_eqb (castle_rook_to c h) s) eqn:E1; [apply sq_eqb_eq in E1; subst s; rewrite (Z (castle_rook_to c h)); [exact (Own Rook)|destruct c, h; simpl; auto]|].
    destruct (sq_eqb (castle_king_to c h) s) eqn:E2; [apply sq_eqb_eq in E2; subst s; rewrite (Z (castle_king_to c h)); [exact (Own King)|destruct c, h; simpl; auto]|].
    destruct (sq_eqb (castle_rook_from c h) s) eqn:E3; [apply sq_eqb_eq in E3; subst s; rewrite (Y _ _ H3); reflexivity|].
    destruct (sq_eqb (I5, home_rank c) s) eqn:E4; [apply sq_eqb_eq in E4; subst s; rewrite (Y _ _ H2); reflexivity|reflexivity].
Qed.
(* A look: the pseudo-legal moves that give check are found, and are looked at closely. The enemy king stands still, so it
   is looked for once. *)
Definition board_after (p : pos) (m : move) : board := match m with Mv f t pr => play_board (brd p) f t pr | Castle _ => brd (play p m) end.
Definition checking (p : pos) (l : list move) : list move :=
  match ep p, king_sq (brd p) (opp (side p)) with
  | None, Some k => filter (fun m => attacked (board_after p m) (side p) k) l
  | _, _ => filter (fun m => in_check (board_after p m) (opp (side p))) l end.
(* The same, where most moves are passed over by lines. *)
Definition giving_check (p : pos) (l : list move) : list move :=
  match ep p, king_sq (brd p) (opp (side p)) with
  | None, Some k => if attacked (brd p) (side p) k then checking p l else
      let rays := look bearing_t k in filter (fun m => may_attack (brd p) (side p) k rays m && attacked (board_after p m) (side p) k) l
  | _, _ => checking p l end.
Lemma giving_check_as p l : giving_check p l = checking p l.
Proof.
  unfold giving_check, checking; destruct (ep p); [reflexivity|]; destruct (king_sq (brd p) (opp (side p))) as [k|]; [|reflexivity].
  destruct (attacked (brd p) (side p) k) eqn:A; [reflexivity|]; apply filter_ext; intros m.
  destruct (attacked (board_after p m) (side p) k) eqn:B; [|apply andb_false_r]; rewrite andb_true_r; destruct m as [f t pr|h]; [exact (may_attack_ok _ _ _ _ _ _ A B)|reflexivity].
Qed.
Definition all_pseudo (p : pos) : list move :=
  flat_map (moves_from p) (men (brd p) (side p)) ++ map Castle (filter (castle_open p) [true; false]).
Lemma all_pseudo_as p : all_pseudo p = pseudo_legal p.
Proof. unfold all_pseudo, pseudo_legal; now rewrite men_is, men_in_map by apply moves_from_none. Qed.
Definition look_over (p : pos) : N * list move :=
  let l := all_pseudo p in let found := giving_check p l in (look_price l found, found).
Definition key_cost (p : pos) (m : move) : N := key_price (all_pseudo (play p m)).
Lemma giving_check_ok p m l : In m (moves p) -> In m l -> in_check (brd (play p m)) (side (play p m)) = true -> In m (giving_check p l).
Proof.
  intros Hm I H; assert (B : board_after p m = brd (play p m)) by (destruct m; reflexivity).
  replace (side (play p m)) with (opp (side p)) in H by (destruct m; reflexivity); rewrite giving_check_as; unfold checking.
  destruct (ep p) eqn:Hep; [apply filter_In; now rewrite B|]; destruct (king_sq (brd p) (opp (side p))) as [k|] eqn:K; [|apply filter_In; now rewrite B].
  apply filter_In; split; [exact I|]; rewrite B; unfold in_check in H; rewrite (same_king p m Hep Hm), K in H.
  now destruct (side p).
Qed.
Lemma look_over_ok p m : In m (moves p) -> mates p m = true -> In m (snd (look_over p)).
Proof.
  unfold look_over; rewrite all_pseudo_as; intros Hm H; unfold mates in H; rewrite is_mated_ok in H; apply andb_true_iff in H as [H _].
  apply giving_check_ok; [exact Hm|now apply moves_pseudo_legal|exact H].
Qed.

(* The side to move mates within k plies, whatever the other side does *)
Definition W := Wins pos move moves play (fun p m => checkmated (play p m)) no_capture.

(* The side to move mates within k plies beginning with this move. *)
Definition key := first_wins pos move moves play (fun p m => checkmated (play p m)) no_capture.

(* What is known of positions, of this many plies, if anything is *)
Definition tells {P} (tabled : option (option nat -> P -> bool)) (b : option nat) (p : P) : bool :=
  match tabled with Some f => f b p | None => false end.
(* Of the side that is not to move then: an answer leads to one, or the game is over; not of positions with a right to castle. *)
Definition countered (tabled : option (option nat -> pos -> bool)) (b : option nat) (q : pos) : bool :=
  match tabled with None => false | Some f =>
    rights_beq (rts q) (mkr false false false false) && (any_move (fun _ r => f (pred_b b) r) q || negb (any_move (fun _ _ => true) q)) end.
Lemma countered_ok tabled : (forall b p, tells tabled b p = true -> forall k, holds_for b k -> ~ W k p) ->
  forall b q, countered tabled b q = true -> forall k, holds_for b k ->
  ~ Loses pos move moves play (fun p m => checkmated (play p m)) no_capture k q.
Proof.
  intros T b q H k Hk [N L]; unfold countered in H; destruct tabled as [f|]; [|discriminate]; apply andb_true_iff in H as [_ H]; apply orb_true_iff in H as [H|H].
  - rewrite any_move_ok in H; apply existsb_exists in H as (d & Hd & H); destruct (L d Hd) as (_ & j & -> & Wn).
    apply (T _ _ H j) in Wn; [exact Wn|]; destruct b; simpl in *; [lia|exact I].
  - rewrite any_move_ok in H; destruct (moves q); [congruence|discriminate].
Qed.

(* Strategies and refutations prove it. *)
Definition mating (hopeless : option nat -> pos -> bool) (tabled : option (option nat -> pos -> bool)) : method pos move :=
  winning pos move moves play mates no_capture allowed any_move look_over in_order may
    (fun b p => tells tabled b p || hopeless b p) (countered tabled).
Theorem mating_proves hopeless tabled : (forall b p, hopeless b p = true -> forall k, holds_for b k -> ~ W k p) ->
  (forall b p, tells tabled b p = true -> forall k, holds_for b k -> ~ W k p) -> proves key (mating hopeless tabled).
Proof.
  intros H T; apply told_proves; [intros p m; apply is_mated_ok|exact allowed_ok|exact any_move_ok|exact look_over_ok|exact may_all|exact may_ok| |].
  - intros b p E; apply orb_true_iff in E as [E|E]; [exact (T b p E)|exact (H b p E)].
  - intros b q E; exact (countered_ok tabled T b q E).
Qed.
Theorem W_key k p : W k p <-> exists m, key k p m.
Proof. apply Wins_first. Qed.
