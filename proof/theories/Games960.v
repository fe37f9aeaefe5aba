(* Proof games from the arrays of Chess960: a position that a game reaches, and when a game is over. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves Tables ProofGame Chess960.

(* --- the array: White's first rank from the a-file on; Black's mirrors it --- *)
Definition places_of (k : kind) (l : list kind) : list ix := filter (fun i => match nth_error l (place i) with Some j => kind_beq k j | None => false end) all8.
(* one king, one queen, two rooks with the king between them, two bishops on squares of both colours and two knights *)
Definition array_ok (l : list kind) : bool :=
  (length l =? 8) && (length (places_of Queen l) =? 1) && (length (places_of Knight l) =? 2) &&
  match places_of King l, places_of Rook l, places_of Bishop l with
  | [k], [r; s], [b; d] => (place r <? place k) && (place k <? place s) && xorb (Nat.even (place b)) (Nat.even (place d))
  | _, _, _ => false end.
Definition back_of (c : colour) (l : list kind) : v8 cell := tab8 (fun i => match nth_error l (place i) with Some k => M c k | None => E end).
Definition array_rights (l : list kind) : frights :=
  match places_of Rook l with [r; s] => mkfr (Some s) (Some r) (Some s) (Some r) | _ => no_files end.
Definition fstart (l : list kind) : fpos :=
  mkf (V8 (back_of White l) (row (M White Pawn)) (row E) (row E) (row E) (row E) (row (M Black Pawn)) (back_of Black l)) White (array_rights l) None.
Definition usual_array := [Rook; Knight; Bishop; Queen; King; Bishop; Knight; Rook].
Example usual_start : fstart usual_array = of_pos start.
Proof. reflexivity. Qed.

Section From.
  Variable array : list kind.
  (* The positions that legal moves from the array reach, whether or not the game was over on the way *)
  Definition FR := Reach fpos move fmoves fplay (fstart array).

  (* Whether a game that reached q reached the position p that was asked about: the same men, side and rights; and the
     en passant square, which may be missing where no legal capture is possible. *)
  Definition fep_capture (q : fpos) : bool :=
    match fep q with None => false | Some t =>
      existsb (fun m => match m with Mv f u _ => sq_eqb u t && is_ep (fbrd q) f u | _ => false end) (fmoves q) end.
  Definition has_right (r : option ix) : bool := match r with Some _ => true | None => false end.
  Definition rights_of (r : frights) : rights := mkr (has_right (fwk r)) (has_right (fwq r)) (has_right (fbk r)) (has_right (fbq r)).
  Definition fagrees (p : pos) (q : fpos) : bool :=
    board_eqb (brd p) (fbrd q) && colour_beq (side p) (fside q) && rights_beq (rts p) (rights_of (frts q)) &&
    match ep p, fep q with
    | Some s, Some t => sq_eqb s t | Some _, None => false | None, _ => negb (fep_capture q) end.

  (* --- the game is over --- *)
  Definition fhistory := list (fpos * move).
  Definition flasting (q : fpos) (m : move) : bool := lasting (plain q) m.
  Fixpoint fquiet (h : fhistory) : nat :=
    match h with [] => 0 | (q, m) :: h => if flasting q m then 0 else S (fquiet h) end.
  Definition fas_repeated (p : fpos) : fpos := mkf (fbrd p) (fside p) (frts p) (if fep_capture p then fep p else None).
  Fixpoint ftimes (x : fpos) (h : fhistory) : nat :=
    match h with [] => 0 | (q, m) :: h =>
      if flasting q m then 0 else (if fpos_eqb x (fas_repeated q) then 1 else 0) + ftimes x h end.
  Definition fover (h : fhistory) (p : fpos) : bool :=
    dead (fbrd p) || (150 <=? fquiet h) || (4 <=? ftimes (fas_repeated p) h).
  (* Games in which no move is played after the game is over *)
  Inductive FPlayed : fhistory -> fpos -> Prop :=
  | fplayed_start : FPlayed [] (fstart array)
  | fplayed_move h p m : FPlayed h p -> fover h p = false -> In m (fmoves p) -> FPlayed ((p, m) :: h) (fplay p m).

  (* --- replaying --- *)
  (* in less time, as without castling *)
  Definition fover_soon (h : fhistory) (p : fpos) : bool :=
    negb (heavy (fbrd p)) && dead (fbrd p) ||
    let n := fquiet h in (150 <=? n) || (4 <=? n) && (4 <=? ftimes (fas_repeated p) h).
  Lemma ftimes_quiet x h : ftimes x h <= fquiet h.
  Proof. induction h as [|[q m] h IH]; simpl; [lia|]; destruct (flasting q m), (fpos_eqb x (fas_repeated q)); lia. Qed.
  Lemma fover_soon_is h p : fover_soon h p = fover h p.
  Proof.
    unfold fover_soon, fover; cbv zeta; rewrite <- orb_assoc; f_equal.
    - destruct (heavy (fbrd p)) eqn:H; [now rewrite (heavy_alive _ H)|reflexivity].
    - f_equal; pose proof (ftimes_quiet (fas_repeated p) h) as T; destruct (4 <=? ftimes _ h) eqn:A; [|apply andb_false_r].
      apply Nat.leb_le in A; rewrite andb_true_r; apply Nat.leb_le; lia.
  Qed.
  Fixpoint freplay_strict (h : fhistory) (p : fpos) (g : list move) : option fpos :=
    match g with [] => Some p | m :: g =>
      if negb (fover_soon h p) && fallowed p m then freplay_strict ((p, m) :: h) (fplay p m) g else None end.
  Lemma freplay_strict_ok g : forall h p q, FPlayed h p -> freplay_strict h p g = Some q -> exists h, FPlayed h q.
  Proof.
    induction g as [|m g IH]; simpl; intros h p q Hp H; [inversion H; subst; eauto|].
    rewrite fover_soon_is in H; destruct (negb (fover h p) && fallowed p m) eqn:E0; [|discriminate]; apply andb_true_iff in E0 as [E1 E2].
    apply negb_true_iff in E1; apply fallowed_ok in E2; apply (IH ((p, m) :: h) (fplay p m)); [now constructor|assumption].
  Qed.
  Definition fcheck_legal (ignored : bool) (g : list move) (p : pos) : bool :=
    match (if ignored then replay fpos move fplay fallowed (fstart array) g else freplay_strict [] (fstart array) g) with
    | Some q => fagrees p q | None => false end.
  Definition freached (ignored : bool) (q : fpos) : Prop := if ignored then FR q else exists h, FPlayed h q.
  Theorem fcheck_legal_sound ignored g p : fcheck_legal ignored g p = true -> exists q, freached ignored q /\ fagrees p q = true.
  Proof.
    unfold fcheck_legal, freached; destruct ignored.
    - destruct (replay _ _ _ _ _ _) as [q|] eqn:F; [|discriminate]; intros H; exists q; split; [|assumption].
      eapply replay_sound; [exact fallowed_ok| |exact F]; apply reach_init.
    - destruct (freplay_strict _ _ _) as [q|] eqn:F; [|discriminate]; intros H; exists q; split; [|assumption].
      eapply freplay_strict_ok; [apply fplayed_start|exact F].
  Qed.
End From.
