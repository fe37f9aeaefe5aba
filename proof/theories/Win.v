(* Forced wins: what strategies and refutations of standard chess prove. *)
From Coq Require Import List Bool Arith Lia PArith NArith. Import ListNotations.
From Arbiter Require Import Board Moves Games Search WinCheck Unmoves Tables Status.

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
Definition by_rank : list sq := Eval vm_compute in map (fun s => (snd s, fst s)) squares.
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
Definition in_order (p : pos) : list move := ordered (moves_from p) (king_sq (brd p) (side p)) (map Castle (filter (castle_open p) [false; true])).
Definition may (p : pos) (m : move) (q : pos) : bool := match m with Castle h => castle_ok p h | _ => true end && legal p q.
Lemma may_ok p m : In m (in_order p) -> may p m (play p m) = true -> In m (moves p).
Proof.
  unfold may, moves, pseudo; intros H L; apply andb_true_iff in L as [C L]; apply filter_In; split; [apply in_or_app|exact L].
  apply ordered_in in H as [[s H]|H]; [left; apply in_flat_map; exists s; split; [apply squares_all|exact H]|right].
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

(* Checkmate, and winning at once *)
Definition is_mated (q : pos) : bool := in_check (brd q) (side q) && negb (any_move (fun _ _ => true) q).
Lemma is_mated_ok q : is_mated q = checkmated q.
Proof. unfold is_mated, checkmated; rewrite any_move_ok; destruct (moves q); reflexivity. Qed.
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
Definition giving_check (p : pos) (l : list move) : list move :=
  match ep p, king_sq (brd p) (opp (side p)) with
  | None, Some k => filter (fun m => attacked (board_after p m) (side p) k) l
  | _, _ => filter (fun m => in_check (board_after p m) (opp (side p))) l end.
Definition look_over (p : pos) : N * list move :=
  let l := pseudo_legal p in let found := giving_check p l in (look_price l found, found).
Lemma giving_check_ok p m l : In m (moves p) -> In m l -> in_check (brd (play p m)) (side (play p m)) = true -> In m (giving_check p l).
Proof.
  intros Hm I H; assert (B : board_after p m = brd (play p m)) by (destruct m; reflexivity).
  replace (side (play p m)) with (opp (side p)) in H by (destruct m; reflexivity); unfold giving_check.
  destruct (ep p) eqn:Hep; [apply filter_In; now rewrite B|]; destruct (king_sq (brd p) (opp (side p))) as [k|] eqn:K; [|apply filter_In; now rewrite B].
  apply filter_In; split; [exact I|]; rewrite B; unfold in_check in H; rewrite (same_king p m Hep Hm), K in H.
  now destruct (side p).
Qed.
Lemma look_over_ok p m : In m (moves p) -> mates p m = true -> In m (snd (look_over p)).
Proof.
  intros Hm H; unfold mates, is_mated in H; apply andb_true_iff in H as [H _]; apply giving_check_ok; [exact Hm|now apply moves_pseudo_legal|exact H].
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
