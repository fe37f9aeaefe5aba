(* Games that end with given clocks: plies since the last capture or move of a pawn, and the number of the next move. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Effort.

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
(* A double step was the last move, which is a pawn's; the game was over before, by what was played or by its men; there is
   no move 0; not so many plies were played; the men needed more moves, or more captures and moves of pawns before. *)
Inductive clock_fault := DoubleStep | TooLong | AfterTheEnd | MoveZero | MoreThanPlayed | TooFewMoves | TooFewBefore.
Definition black_too (p : pos) : nat := match side p with White => 0 | Black => 1 end.
Definition faulty (f : clock_fault) (p : pos) (fifty n : nat) : bool :=
  match f with
  | DoubleStep => match ep p with Some _ => negb (fifty =? 0) | None => false end
  | TooLong => 150 <? fifty
  | AfterTheEnd => negb (fifty =? 0) && dead (brd p)
  | MoveZero => n =? 0
  | MoreThanPlayed => negb (n =? 0) && (2 * n + black_too p <? fifty + 2)
  | TooFewMoves => negb (n =? 0) && ((n - 1 + black_too p <? moves_needed (brd p) White) || (n - 1 <? moves_needed (brd p) Black))
  | TooFewBefore => negb (n =? 0) && (fifty + 2 <=? 2 * n + black_too p) &&
      (2 * n + black_too p <? fifty + 2 + lasting_needed (brd p) White + lasting_needed (brd p) Black) end.
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
(* the sides move in turn *)
Lemma in_turn h q : Played h q -> did White (fun _ _ => true) h + did Black (fun _ _ => true) h = length h /\
  did White (fun _ _ => true) h = did Black (fun _ _ => true) h + black_too q.
Proof.
  induction 1 as [|h p m Hp [IH1 IH2] _ _]; [split; reflexivity|]; rewrite !did_more; unfold black_too in *; simpl length.
  replace (side (play p m)) with (opp (side p)) by (destruct m; reflexivity); destruct (side p); simpl in *; lia.
Qed.
Lemma lasting_before h : by_lasting White h + by_lasting Black h + quiet h <= length h.
Proof.
  unfold by_lasting; induction h as [|[p m] h IH]; [apply Nat.le_refl|]; rewrite !did_more, quiet_step; simpl length; destruct (side p), (lasting p m); simpl; lia.
Qed.
Lemma alive_unless_moved h q : Played h q -> quiet h <> 0 -> dead (brd q) = false.
Proof.
  destruct 1 as [|h p m Hp O Hm]; [intros X; exfalso; now apply X|]; rewrite quiet_step; destruct (lasting p m) eqn:L; [congruence|]; intros _; destruct (dead (brd (play p m))) eqn:D; [|reflexivity].
  apply (dead_before p m (Played_R _ _ Hp) Hm L) in D; unfold over in O; rewrite D in O; discriminate.
Qed.
Theorem faulty_ok f p fifty n : faulty f p fifty n = true -> forall h q, ~ ends_so p fifty n h q.
Proof.
  intros F h q (H1 & H2 & H3 & H4); unfold plies_by in H4.
  assert (S : side q = side p).
  { unfold agrees in H2; rewrite !andb_true_iff in H2; destruct H2 as [[[_ H2] _] _]; apply colour_beq_eq in H2; now symmetry. }
  rewrite S in H4; assert (Bd : brd p = brd q) by (unfold agrees in H2; rewrite !andb_true_iff in H2; destruct H2 as [[[H2 _] _] _]; now apply board_eqb_eq).
  destruct (in_turn h q H1) as [Tu Te]; pose proof (lasting_before h) as La; unfold black_too in Te; rewrite S in Te; destruct f; simpl in F; unfold black_too in F.
  - destruct (ep p) as [s|] eqn:Ep; [|discriminate]; apply negb_true_iff, Nat.eqb_neq in F.
    unfold agrees in H2; rewrite Ep, !andb_true_iff in H2; destruct H2 as [_ H2]; destruct (ep q) as [t|] eqn:Eq; [|discriminate].
    pose proof (quiet_after_double_step h q t H1 Eq); lia.
  - apply Nat.ltb_lt in F; pose proof (quiet_played h q H1); lia.
  - apply andb_true_iff in F as [F1 F2]; apply negb_true_iff, Nat.eqb_neq in F1; rewrite Bd in F2; rewrite (alive_unless_moved h q H1) in F2 by lia; discriminate.
  - apply Nat.eqb_eq in F; subst n; destruct (side p); simpl in H4; lia.
  - apply andb_true_iff in F as [_ F]; apply Nat.ltb_lt in F; pose proof (quiet_length h); lia.
  - apply andb_true_iff in F as [F1 F2]; apply negb_true_iff, Nat.eqb_neq in F1; rewrite Bd in F2; apply orb_true_iff in F2 as [F2|F2]; apply Nat.ltb_lt in F2;
    [destruct (needed_ok h q White H1) as [X _]|destruct (needed_ok h q Black H1) as [X _]]; destruct (side p); lia.
  - rewrite !andb_true_iff in F; destruct F as [[F1 F2] F3]; apply Nat.leb_le in F2; apply Nat.ltb_lt in F3; rewrite Bd in F3.
    destruct (needed_ok h q White H1) as [_ X], (needed_ok h q Black H1) as [_ Y]; destruct (side p); lia.
Qed.
(* what no game reaches none ends with, whatever the clocks *)
Theorem never_ends p fifty n : (forall q, covers p q -> ~ R q) -> forall h q, ~ ends_so p fifty n h q.
Proof. intros H h q (H1 & H2 & _); exact (H q (agrees_covers p q H2) (Played_R h q H1)). Qed.
