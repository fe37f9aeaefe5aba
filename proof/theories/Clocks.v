(* Games that end with given clocks: plies since the last capture or move of a pawn, and the number of the next move. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame.

(* 2 (n - 1) plies were played, and one more with Black to move *)
Definition plies_by (q : pos) (n : nat) (h : history) : Prop := length h + 2 = 2 * n + match side q with White => 0 | Black => 1 end.
Definition ends_so (p : pos) (fifty n : nat) (h : history) (q : pos) : Prop :=
  Played h q /\ agrees p q = true /\ quiet h = fifty /\ plies_by q n h.

(* --- a game that does --- *)
Definition check_clocks (g : list move) (p : pos) (fifty n : nat) : bool :=
  match replay_strict [] start g with
  | Some (h, q) => agrees p q && (quiet h =? fifty) && (length h + 2 =? 2 * n + match side q with White => 0 | Black => 1 end)
  | None => false end.
Theorem check_clocks_sound g p fifty n : check_clocks g p fifty n = true -> exists h q, ends_so p fifty n h q.
Proof.
  unfold check_clocks; destruct (replay_strict _ _ _) as [[h q]|] eqn:F; [|discriminate]; rewrite !andb_true_iff, !Nat.eqb_eq; intros [[H1 H2] H3].
  exists h, q; split; [|split; [exact H1|split; [exact H2|exact H3]]]; apply (replay_strict_ok g [] start); [apply played_start|exact F].
Qed.

(* --- clocks that no game ends with --- *)
(* A double step was the last move, which is a pawn's; the game was over before; there is no move 0; not so many plies were played. *)
Inductive clock_fault := DoubleStep | TooLong | MoveZero | MoreThanPlayed.
Definition faulty (f : clock_fault) (p : pos) (fifty n : nat) : bool :=
  match f with
  | DoubleStep => match ep p with Some _ => negb (fifty =? 0) | None => false end
  | TooLong => 150 <? fifty
  | MoveZero => n =? 0
  | MoreThanPlayed => negb (n =? 0) && (2 * n + match side p with White => 0 | Black => 1 end <? fifty + 2) end.
Lemma over_quiet h p : over h p = false -> (150 <=? quiet h) = false.
Proof. unfold over; generalize (dead (brd p)) (150 <=? quiet h) (4 <=? times (as_repeated p) h); intros [] [] []; simpl; auto. Qed.
Lemma at_most_150 n : (150 <=? n) = false -> S n <= 150.
Proof. intros H; apply Nat.leb_gt in H; exact H. Qed.
Lemma quiet_step p m h : quiet ((p, m) :: h) = if lasting p m then 0 else S (quiet h).
Proof. reflexivity. Qed.
Lemma quiet_played h q : Played h q -> quiet h <= 150.
Proof.
  intros H; induction H as [|h p m Hp IH O Hm]; [apply Nat.le_0_l|].
  rewrite quiet_step; destruct (lasting p m); [apply Nat.le_0_l|]; apply at_most_150, (over_quiet h p), O.
Qed.
Lemma quiet_length h : quiet h <= length h.
Proof. induction h as [|[q m] h IH]; simpl; [lia|]; destruct (lasting q m); lia. Qed.
Lemma quiet_after_double_step h q s : Played h q -> ep q = Some s -> quiet h = 0.
Proof.
  destruct 1 as [|h p m Hp O Hm]; [discriminate|]; intros Ep; simpl; destruct m as [f t pr|c]; [|discriminate].
  simpl in Ep; unfold new_ep in Ep; destruct (is_man (side p) Pawn (get (brd p) f)) eqn:P; [|discriminate].
  simpl; destruct (get (brd p) f) as [|d []]; simpl in P; try discriminate P; try (destruct (side p), d; discriminate P); now rewrite orb_true_r.
Qed.
Lemma agrees_covers p q : agrees p q = true -> covers p q.
Proof.
  unfold agrees, covers, covers_b; rewrite !andb_true_iff; intros [[[H1 H2] H3] H4]; repeat split; auto.
  - clear - H3; destruct (rts p) as [[] [] [] []], (rts q) as [[] [] [] []]; try reflexivity; discriminate H3.
  - destruct (ep p), (ep q); [exact H4|discriminate H4|reflexivity|reflexivity].
Qed.
Theorem faulty_ok f p fifty n : faulty f p fifty n = true -> forall h q, ~ ends_so p fifty n h q.
Proof.
  intros F h q (H1 & H2 & H3 & H4); unfold plies_by in H4.
  assert (S : side q = side p).
  { unfold agrees in H2; rewrite !andb_true_iff in H2; destruct H2 as [[[_ H2] _] _]; apply colour_beq_eq in H2; now symmetry. }
  rewrite S in H4; destruct f; simpl in F.
  - destruct (ep p) as [s|] eqn:Ep; [|discriminate]; apply negb_true_iff, Nat.eqb_neq in F.
    unfold agrees in H2; rewrite Ep, !andb_true_iff in H2; destruct H2 as [_ H2]; destruct (ep q) as [t|] eqn:Eq; [|discriminate].
    pose proof (quiet_after_double_step h q t H1 Eq); lia.
  - apply Nat.ltb_lt in F; pose proof (quiet_played h q H1); lia.
  - apply Nat.eqb_eq in F; subst n; destruct (side p); simpl in H4; lia.
  - apply andb_true_iff in F as [_ F]; apply Nat.ltb_lt in F; pose proof (quiet_length h); lia.
Qed.
(* what no game reaches none ends with, whatever the clocks *)
Theorem never_ends p fifty n : (forall q, covers p q -> ~ R q) -> forall h q, ~ ends_so p fifty n h q.
Proof. intros H h q (H1 & H2 & _); exact (H q (agrees_covers p q H2) (Played_R h q H1)). Qed.
