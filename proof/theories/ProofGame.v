(* Proof games: a position that a game reaches, and when a game is over. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves Tables.

(* The positions that legal moves from the array reach, whether or not the game was over on the way *)
Definition R := Reach pos move moves play start.

(* Whether a game that reached q reached the position p that was asked about: the same men, side and rights; and the
   en passant square, which may be missing where no legal capture is possible. *)
Definition ep_capture (q : pos) : bool :=
  match ep q with None => false | Some t =>
    existsb (fun m => match m with Mv f u _ => sq_eqb u t && is_ep (brd q) f u | _ => false end) (moves q) end.
Definition agrees (p q : pos) : bool :=
  board_eqb (brd p) (brd q) && colour_beq (side p) (side q) && rights_beq (rts p) (rts q) &&
  match ep p, ep q with
  | Some s, Some t => sq_eqb s t | Some _, None => false | None, _ => negb (ep_capture q) end.

(* --- the game is over --- *)
Definition count_men (b : board) (f : sq -> cell -> bool) : nat :=
  fold_right (fun s n => if f s (get b s) then S n else n) 0 squares.
Definition light_square (s : sq) : bool :=
  let odd i := match i with I1 | I3 | I5 | I7 => true | _ => false end in xorb (odd (fst s)) (odd (snd s)).
(* but kings and one knight, or but kings and bishops on squares of one colour *)
Definition dead (b : board) : bool :=
  let is k x := match x with M _ j => kind_beq k j | E => false end in
  let n k := count_men b (fun _ => is k) in
  (n Queen + n Rook + n Pawn =? 0) &&
  ((n Knight =? 1) && (n Bishop =? 0) ||
   (n Knight =? 0) && ((count_men b (fun s x => is Bishop x && light_square s) =? 0) ||
                       (count_men b (fun s x => is Bishop x && negb (light_square s)) =? 0))).
(* a capture or a move of a pawn *)
Definition lasting (q : pos) (m : move) : bool :=
  match m with
  | Castle _ => false
  | Mv f t _ => negb (is_empty (get (brd q) t)) || match get (brd q) f with M _ Pawn => true | _ => false end end.
(* What was played: the positions with the moves made there, the latest first. *)
Definition history := list (pos * move).
Fixpoint quiet (h : history) : nat :=
  match h with [] => 0 | (q, m) :: h => if lasting q m then 0 else S (quiet h) end.
(* equal as the rule of repetition has it: the square counts if a capture there is legal *)
Definition as_repeated (p : pos) : pos := mkpos (brd p) (side p) (rts p) (if ep_capture p then ep p else None).
(* how often it has been there since the last lasting move: before that it cannot have been *)
Fixpoint times (x : pos) (h : history) : nat :=
  match h with [] => 0 | (q, m) :: h =>
    if lasting q m then 0 else (if pos_eqb x (as_repeated q) then 1 else 0) + times x h end.
Definition over (h : history) (p : pos) : bool :=
  dead (brd p) || (150 <=? quiet h) || (4 <=? times (as_repeated p) h).
(* Games in which no move is played after the game is over *)
Inductive Played : history -> pos -> Prop :=
| played_start : Played [] start
| played_move h p m : Played h p -> over h p = false -> In m (moves p) -> Played ((p, m) :: h) (play p m).
Lemma Played_R h p : Played h p -> R p.
Proof. induction 1; [apply reach_init|now apply reach_play]. Qed.

(* --- replaying --- *)
(* The same in less time: a queen, rook or pawn is met soon, and nothing has been there oftener than moves have gone by. *)
Definition heavy (b : board) : bool :=
  existsb (fun s => match get b s with M _ (Queen | Rook | Pawn) => true | _ => false end) squares.
Definition over_soon (h : history) (p : pos) : bool :=
  negb (heavy (brd p)) && dead (brd p) ||
  let n := quiet h in (150 <=? n) || (4 <=? n) && (4 <=? times (as_repeated p) h).
Lemma counted b f s : f s (get b s) = true -> count_men b f <> 0.
Proof.
  unfold count_men; generalize (squares_all s); induction squares as [|t l IH]; simpl; intros I H; [destruct I|].
  destruct I as [->|I]; [rewrite H; discriminate|]; destruct (f t (get b t)); [discriminate|now apply IH].
Qed.
Lemma heavy_alive b : heavy b = true -> dead b = false.
Proof.
  unfold heavy, dead; intros H; apply existsb_exists in H as (s & _ & H); cbv zeta; apply andb_false_intro1, Nat.eqb_neq; intros Z.
  destruct (get b s) as [|c k] eqn:G; [discriminate|]; destruct k; try discriminate; revert Z;
    match goal with G : get b s = M _ ?k |- _ =>
      pose proof (counted b (fun _ x => match x with M _ j => kind_beq k j | E => false end) s) as X; rewrite G in X; specialize (X eq_refl) end; lia.
Qed.
Lemma times_quiet x h : times x h <= quiet h.
Proof. induction h as [|[q m] h IH]; simpl; [lia|]; destruct (lasting q m), (pos_eqb x (as_repeated q)); lia. Qed.
Lemma over_soon_is h p : over_soon h p = over h p.
Proof.
  unfold over_soon, over; cbv zeta; rewrite <- orb_assoc; f_equal.
  - destruct (heavy (brd p)) eqn:H; [now rewrite (heavy_alive _ H)|reflexivity].
  - f_equal; pose proof (times_quiet (as_repeated p) h) as T; destruct (4 <=? times _ h) eqn:A; [|apply andb_false_r].
    apply Nat.leb_le in A; rewrite andb_true_r; apply Nat.leb_le; lia.
Qed.
(* the positions and moves are kept *)
Fixpoint replay_strict (h : history) (p : pos) (g : list move) : option (history * pos) :=
  match g with [] => Some (h, p) | m :: g =>
    if negb (over_soon h p) && allowed p m then replay_strict ((p, m) :: h) (play p m) g else None end.
Lemma replay_strict_ok g : forall h p k q, Played h p -> replay_strict h p g = Some (k, q) -> Played k q.
Proof.
  induction g as [|m g IH]; simpl; intros h p k q Hp H; [inversion H; now subst|].
  rewrite over_soon_is in H; destruct (negb (over h p) && allowed p m) eqn:E; [|discriminate]; apply andb_true_iff in E as [E1 E2].
  apply negb_true_iff in E1; apply allowed_ok in E2; apply (IH ((p, m) :: h) (play p m)); [now constructor|assumption].
Qed.
Definition check_legal (ignored : bool) (g : list move) (p : pos) : bool :=
  match (if ignored then replay pos move play allowed start g else option_map snd (replay_strict [] start g)) with
  | Some q => agrees p q | None => false end.
Definition reached (ignored : bool) (q : pos) : Prop := if ignored then R q else exists h, Played h q.
Theorem check_legal_sound ignored g p : check_legal ignored g p = true -> exists q, reached ignored q /\ agrees p q = true.
Proof.
  unfold check_legal, reached; destruct ignored.
  - destruct (replay _ _ _ _ _ _) as [q|] eqn:F; [|discriminate]; intros H; exists q; split; [|assumption].
    eapply replay_sound; [exact allowed_ok| |exact F]; apply reach_init.
  - destruct (replay_strict _ _ _) as [[h q]|] eqn:F; [|discriminate]; intros H; exists q; split; [|assumption].
    exists h; apply (replay_strict_ok g [] start); [apply played_start|exact F].
Qed.
