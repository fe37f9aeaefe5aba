(* Positions, squares and moves as certificates write them. Each is read in whatever way and then written again: only if
   that gives the text, the text is accepted. So what was read is what the text says, and every position has one spelling. *)
From Coq Require Import List Bool Ascii String. Import ListNotations.
From Arbiter Require Import Board Moves.
Open Scope char_scope. Open Scope list_scope.

(* --- writing --- *)
Definition file_letter (i : ix) : ascii :=
  match i with I1 => "a" | I2 => "b" | I3 => "c" | I4 => "d" | I5 => "e" | I6 => "f" | I7 => "g" | I8 => "h" end.
Definition digit (i : ix) : ascii :=
  match i with I1 => "1" | I2 => "2" | I3 => "3" | I4 => "4" | I5 => "5" | I6 => "6" | I7 => "7" | I8 => "8" end.
Definition kind_letter (k : kind) : ascii :=
  match k with King => "k" | Queen => "q" | Rook => "r" | Bishop => "b" | Knight => "n" | Pawn => "p" end.
Definition man_letter (c : colour) (k : kind) : ascii :=
  match c with Black => kind_letter k | White =>
    match k with King => "K" | Queen => "Q" | Rook => "R" | Bishop => "B" | Knight => "N" | Pawn => "P" end end.
Definition write_square (s : sq) (rest : string) : string := String (file_letter (fst s)) (String (digit (snd s)) rest).
(* a run of empty squares, 0 being none *)
Definition write_run (n : option ix) (rest : string) : string := match n with None => rest | Some i => String (digit i) rest end.
Definition one_more (n : option ix) : option ix := match n with None => Some I1 | Some i => nxt i end.
Fixpoint write_row (l : list cell) (run : option ix) (rest : string) : string :=
  match l with
  | [] => write_run run rest
  | E :: l => write_row l (one_more run) rest
  | M c k :: l => write_run run (String (man_letter c k) (write_row l None rest))
  end.
Definition items {A} (v : v8 A) : list A := match v with V8 a b c d e f g h => [a; b; c; d; e; f; g; h] end.
Definition write_men (b : board) (rest : string) : string :=
  match b with V8 r1 r2 r3 r4 r5 r6 r7 r8 =>
    let row r rest := write_row (items r) None rest in let slash rest := String "/" rest in
    row r8 (slash (row r7 (slash (row r6 (slash (row r5 (slash (row r4 (slash (row r3 (slash (row r2 (slash (row r1 rest)))))))))))))) end.
Definition write_right (b : bool) (c : ascii) (rest : string) : string := if b then String c rest else rest.
Definition write_rights (r : rights) (rest : string) : string :=
  if wk r || wq r || bk r || bq r
  then write_right (wk r) "K" (write_right (wq r) "Q" (write_right (bk r) "k" (write_right (bq r) "q" rest)))
  else String "-" rest.
Definition write_pos (p : pos) : string :=
  write_men (brd p) (String " " (String (match side p with White => "w" | Black => "b" end) (String " "
    (write_rights (rts p) (String " " (match ep p with None => String "-" EmptyString | Some s => write_square s EmptyString end)))))).
Definition write_move (c : colour) (m : move) : string :=
  match m with
  | Mv f t pr => write_square f (write_square t (match pr with None => EmptyString | Some k => String (kind_letter k) EmptyString end))
  | Castle h => write_square (I5, home_rank c) (write_square (castle_king_to c h) EmptyString) end.

(* --- reading --- *)
Definition ix_of (a : ascii) : option ix :=
  match a with "1" => Some I1 | "2" => Some I2 | "3" => Some I3 | "4" => Some I4 | "5" => Some I5 | "6" => Some I6 | "7" => Some I7
  | "8" => Some I8 | _ => None end.
Definition file_of (a : ascii) : option ix :=
  match a with "a" => Some I1 | "b" => Some I2 | "c" => Some I3 | "d" => Some I4 | "e" => Some I5 | "f" => Some I6 | "g" => Some I7
  | "h" => Some I8 | _ => None end.
Definition man_of (a : ascii) : option cell :=
  match a with
  | "K" => Some (M White King) | "Q" => Some (M White Queen) | "R" => Some (M White Rook) | "B" => Some (M White Bishop)
  | "N" => Some (M White Knight) | "P" => Some (M White Pawn)
  | "k" => Some (M Black King) | "q" => Some (M Black Queen) | "r" => Some (M Black Rook) | "b" => Some (M Black Bishop)
  | "n" => Some (M Black Knight) | "p" => Some (M Black Pawn) | _ => None end.
Definition square_of (a b : ascii) : option sq :=
  match file_of a, ix_of b with Some f, Some r => Some (f, r) | _, _ => None end.
Definition read_square (s : string) : option sq :=
  match s with String a (String b EmptyString) => square_of a b | _ => None end.
Definition v8_of {A} (l : list A) : option (v8 A) :=
  match l with [a; b; c; d; e; f; g; h] => Some (V8 a b c d e f g h) | _ => None end.
Definition empties (i : ix) (row : list cell) : list cell :=
  match i with I1 => E :: row | I2 => E :: E :: row | I3 => E :: E :: E :: row | I4 => E :: E :: E :: E :: row
  | I5 => E :: E :: E :: E :: E :: row | I6 => E :: E :: E :: E :: E :: E :: row | I7 => E :: E :: E :: E :: E :: E :: E :: row
  | I8 => E :: E :: E :: E :: E :: E :: E :: E :: row end.
(* the men up to a space or the end; the ranks come from the eighth down, and so are collected from the first up *)
Fixpoint read_men (s : string) (row : list cell) (rows : list (v8 cell)) : option (board * string) :=
  let end_row (rest : string) :=
    match v8_of (rev' row) with None => None | Some r => match v8_of (r :: rows) with Some b => Some (b, rest) | None => None end end in
  match s with
  | EmptyString => end_row EmptyString
  | String a s =>
    if Ascii.eqb a " " then end_row s else
    if Ascii.eqb a "/" then match v8_of (rev' row) with None => None | Some r => read_men s [] (r :: rows) end else
    match man_of a with
    | Some x => read_men s (x :: row) rows
    | None => match ix_of a with Some i => read_men s (empties i row) rows | None => None end end
  end.
Fixpoint read_rights (s : string) (r : rights) : rights * string :=
  match s with
  | EmptyString => (r, s)
  | String a s =>
    if Ascii.eqb a " " then (r, s) else
    read_rights s (mkr (wk r || Ascii.eqb a "K") (wq r || Ascii.eqb a "Q") (bk r || Ascii.eqb a "k") (bq r || Ascii.eqb a "q")) end.
Definition parse_pos (s : string) : option pos :=
  match read_men s [] [] with
  | Some (b, String c (String _ s)) =>
    let '(r, s) := read_rights s (mkr false false false false) in
    Some (mkpos b (if Ascii.eqb c "b" then Black else White) r (read_square s))
  | _ => None end.
Definition read_pos (s : string) : option pos :=
  match parse_pos s with Some p => if String.eqb (write_pos p) s then Some p else None | None => None end.
Theorem read_pos_ok s p : read_pos s = Some p -> write_pos p = s.
Proof.
  unfold read_pos; destruct (parse_pos s) as [q|]; [|discriminate]; destruct (String.eqb (write_pos q) s) eqn:E; [|discriminate].
  intros H; inversion H; subst; now apply String.eqb_eq.
Qed.
(* the men alone; what follows a space is not looked at *)
Fixpoint up_to_space (s : string) : string :=
  match s with EmptyString => EmptyString | String a s => if Ascii.eqb a " " then EmptyString else String a (up_to_space s) end.
Definition read_board (s : string) : option board :=
  match read_men s [] [] with
  | Some (b, _) => if String.eqb (write_men b EmptyString) (up_to_space s) then Some b else None
  | None => None end.

(* Positions of the other games: as many ranks and files as the board is wide, and the side to move *)
Fixpoint write_rows (rows : list (list cell)) (rest : string) : string :=
  match rows with [] => rest | [r] => write_row r None rest | r :: rows => write_row r None (String "/" (write_rows rows rest)) end.
Definition rows_of (n : nat) (b : board) : list (list cell) := rev' (map (fun r => firstn n (items r)) (firstn n (items b))).
Definition write_vpos (n : nat) (b : board) (c : colour) : string :=
  write_rows (rows_of n b) (String " " (String (match c with White => "w" | Black => "b" end) EmptyString)).
Fixpoint read_rows (s : string) (row : list cell) (rows : list (list cell)) : option (list (list cell) * string) :=
  match s with
  | EmptyString => Some (rev' row :: rows, EmptyString)
  | String a s =>
    if Ascii.eqb a " " then Some (rev' row :: rows, s) else
    if Ascii.eqb a "/" then read_rows s [] (rev' row :: rows) else
    match man_of a with
    | Some x => read_rows s (x :: row) rows
    | None => match ix_of a with Some i => read_rows s (empties i row) rows | None => None end end
  end.
Definition empty_row : v8 cell := row E.
Definition pad {A} (x : A) (l : list A) : list A := firstn 8 (l ++ [x; x; x; x; x; x; x; x]).
Definition parse_vpos (s : string) : option (board * colour) :=
  match read_rows s [] [] with
  | Some (rows, String c _) =>
    match v8_of (pad empty_row (map (fun r => match v8_of (pad E r) with Some v => v | None => empty_row end) rows)) with
    | Some b => Some (b, if Ascii.eqb c "b" then Black else White) | None => None end
  | _ => None end.
Definition read_vpos (n : nat) (s : string) : option (board * colour) :=
  match parse_vpos s with Some (b, c) => if String.eqb (write_vpos n b c) s then Some (b, c) else None | None => None end.
Theorem read_vpos_ok n s b c : read_vpos n s = Some (b, c) -> write_vpos n b c = s.
Proof.
  unfold read_vpos; destruct (parse_vpos s) as [[b' c']|]; [|discriminate]; destruct (String.eqb (write_vpos n b' c') s) eqn:E; [|discriminate].
  intros H; inversion H; subst; now apply String.eqb_eq.
Qed.

(* A move in a position: it says whether a king castles. Without a position none does. *)
Definition promo_of (a : ascii) : option kind :=
  match a with "q" => Some Queen | "r" => Some Rook | "b" => Some Bishop | "n" => Some Knight | _ => None end.
Definition castling_of (p : pos) (f t : sq) : option move :=
  let c := side p in
  if sq_eqb f (I5, home_rank c) && is_man c King (get (brd p) f) then
    if sq_eqb t (castle_king_to c true) then Some (Castle true) else
    if sq_eqb t (castle_king_to c false) then Some (Castle false) else None
  else None.
Definition read_move_by (castling : sq -> sq -> option move) (s : string) : option move :=
  match s with
  | String a (String b (String c (String d rest))) =>
    match square_of a b, square_of c d with
    | Some f, Some t =>
      match rest with
      | EmptyString => match castling f t with Some m => Some m | None => Some (Mv f t None) end
      | String e EmptyString => match promo_of e with Some k => Some (Mv f t (Some k)) | None => None end
      | _ => None end
    | _, _ => None end
  | _ => None end.
Definition read_move (p : pos) : string -> option move := read_move_by (castling_of p).
Definition read_plain_move : string -> option move := read_move_by (fun _ _ => None).
Theorem read_move_ok p s m : read_move p s = Some m -> write_move (side p) m = s.
Proof.
  assert (F : forall a i, file_of a = Some i -> file_letter i = a).
  { intros [[] [] [] [] [] [] [] []] i H; vm_compute in H; try discriminate; inversion H; reflexivity. }
  assert (G : forall a i, ix_of a = Some i -> digit i = a).
  { intros [[] [] [] [] [] [] [] []] i H; vm_compute in H; try discriminate; inversion H; reflexivity. }
  assert (K : forall a k, promo_of a = Some k -> kind_letter k = a).
  { intros [[] [] [] [] [] [] [] []] i H; vm_compute in H; try discriminate; inversion H; reflexivity. }
  assert (S : forall a b x rest, square_of a b = Some x -> write_square x rest = String a (String b rest)).
  { unfold square_of, write_square; intros a b x rest; destruct (file_of a) eqn:A; [|discriminate]; destruct (ix_of b) eqn:B; [|discriminate].
    intros H; inversion H; subst; simpl; now rewrite (F _ _ A), (G _ _ B). }
  unfold read_move, read_move_by; destruct s as [|a [|b [|c [|d rest]]]]; try discriminate.
  destruct (square_of a b) as [f|] eqn:A; [|discriminate]; destruct (square_of c d) as [t|] eqn:B; [|discriminate].
  destruct rest as [|e [|]]; try discriminate.
  - unfold castling_of; destruct (sq_eqb f (I5, home_rank (side p)) && is_man (side p) King (get (brd p) f)) eqn:E.
    + apply andb_true_iff in E as [E _]; apply sq_eqb_eq in E; subst f.
      destruct (sq_eqb t (castle_king_to (side p) true)) eqn:T; [apply sq_eqb_eq in T; subst t|
        destruct (sq_eqb t (castle_king_to (side p) false)) eqn:T'; [apply sq_eqb_eq in T'; subst t|]];
      intros H; inversion H; subst; unfold write_move; now rewrite (S _ _ _ _ A), (S _ _ _ _ B).
    + intros H; inversion H; subst; unfold write_move; now rewrite (S _ _ _ _ A), (S _ _ _ _ B).
  - destruct (promo_of e) as [k|] eqn:P; [|discriminate]; intros H; inversion H; subst; unfold write_move.
    now rewrite (S _ _ _ _ A), (S _ _ _ _ B), (K _ _ P).
Qed.
