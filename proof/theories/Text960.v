(* Positions and moves of Chess960 as certificates write them: of a right the letter is K or Q where the rook is the outermost, else that of
   its file; castling is the king's move where the usual men castle, else the king's onto its rook. *)
From Coq Require Import List Bool NArith Ascii String. Import ListNotations.
From Arbiter Require Import Board Moves Text Chess960.
Open Scope char_scope. Open Scope list_scope.

(* --- writing --- *)
Definition right_letter (c : colour) (h : bool) : ascii :=
  match c, h with White, true => "K" | White, false => "Q" | Black, true => "k" | Black, false => "q" end.
Definition file_capital (i : ix) : ascii :=
  match i with I1 => "A" | I2 => "B" | I3 => "C" | I4 => "D" | I5 => "E" | I6 => "F" | I7 => "G" | I8 => "H" end.
Definition home_rooks (b : board) (c : colour) : list ix := filter (fun x => is_man c Rook (get b (x, home_rank c))) all8.
Definition outermost (b : board) (c : colour) (h : bool) (r : ix) : bool := negb (existsb (fun x => beyond r x h) (home_rooks b c)).
Definition write_fright (b : board) (c : colour) (h : bool) (r : option ix) (rest : string) : string :=
  match r with
  | None => rest
  | Some r => String (if outermost b c h r then right_letter c h else match c with White => file_capital r | Black => file_letter r end) rest end.
Definition write_frights (b : board) (r : frights) (rest : string) : string :=
  match r with
  | mkfr None None None None => String "-" rest
  | _ => write_fright b White true (fwk r) (write_fright b White false (fwq r) (write_fright b Black true (fbk r) (write_fright b Black false (fbq r) rest)))
  end.
Definition write_fpos (p : fpos) : string :=
  write_men (fbrd p) (String " " (String (match fside p with White => "w" | Black => "b" end) (String " "
    (write_frights (fbrd p) (frts p) (String " " (match fep p with None => String "-" EmptyString | Some s => write_square s EmptyString end)))))).
(* a rook castles as in the usual array *)
Definition usual_castling (k r : ix) (h : bool) : bool := ix_beq k I5 && ix_beq r (if h then I8 else I1).
Definition write_fmove (p : fpos) (m : move) : string :=
  let c := fside p in
  match m with
  | Mv _ _ _ => write_move c m
  | Castle h => match king_home (fbrd p) c, fright (frts p) c h with
      | Some k, Some r => write_square (k, home_rank c) (write_square ((if usual_castling k r h then lands_king h else r), home_rank c) EmptyString)
      | _, _ => EmptyString end
  end.

(* --- reading --- *)
Definition capital_file (a : ascii) : option ix := find (fun i => Ascii.eqb (file_capital i) a) all8.
Definition set_right (r : frights) (c : colour) (h : bool) (x : option ix) : frights :=
  match c, h with
  | White, true => mkfr x (fwq r) (fbk r) (fbq r) | White, false => mkfr (fwk r) x (fbk r) (fbq r)
  | Black, true => mkfr (fwk r) (fwq r) x (fbq r) | Black, false => mkfr (fwk r) (fwq r) (fbk r) x end.
Definition outermost_rook (b : board) (c : colour) (k : ix) (h : bool) : option ix :=
  find (fun x => beyond k x h) (if h then rev (home_rooks b c) else home_rooks b c).
Definition read_right (b : board) (a : ascii) (r : frights) : frights :=
  let outer c h := match king_home b c with Some k => set_right r c h (outermost_rook b c k h) | None => r end in
  let file c x := match king_home b c with Some k => set_right r c (beyond k x true) (Some x) | None => r end in
  match a with
  | "K" => outer White true | "Q" => outer White false | "k" => outer Black true | "q" => outer Black false
  | _ => match capital_file a, file_of a with Some x, _ => file White x | None, Some x => file Black x | None, None => r end end.
Fixpoint read_frights (b : board) (s : string) (r : frights) : frights * string :=
  match s with
  | EmptyString => (r, s)
  | String a s => if Ascii.eqb a " " then (r, s) else read_frights b s (read_right b a r) end.
Definition parse_fpos (s : string) : option fpos :=
  match read_men s [] [] with
  | Some (b, String c (String _ s)) =>
    let '(r, s) := read_frights b s no_files in Some (mkf b (if Ascii.eqb c "b" then Black else White) r (read_square s))
  | _ => None end.
Definition read_fpos (s : string) : option fpos :=
  match parse_fpos s with Some p => if String.eqb (write_fpos p) s then Some p else None | None => None end.
Theorem read_fpos_ok s p : read_fpos s = Some p -> write_fpos p = s.
Proof.
  unfold read_fpos; destruct (parse_fpos s) as [q|]; [|discriminate]; destruct (String.eqb (write_fpos q) s) eqn:E; [|discriminate].
  intros H; inversion H; subst; now apply String.eqb_eq.
Qed.
Definition read_fmove (p : fpos) (s : string) : option move :=
  match find (fun h => String.eqb (write_fmove p (Castle h)) s) [true; false] with
  | Some h => match s with EmptyString => None | _ => Some (Castle h) end
  | None => read_plain_move s end.

(* --- arrays --- *)
Fixpoint read_array (s : string) : option (list kind) :=
  match s with
  | EmptyString => Some []
  | String a s => match man_of a, read_array s with Some (M Black k), Some l => Some (k :: l) | _, _ => None end end.
Definition write_array (l : list kind) : string := fold_right (fun k rest => String (kind_letter k) rest) EmptyString l.

(* --- known numbers of games, of positions of a public suite: the rules as theorems --- *)
Definition games (n : nat) (s : string) : option N := match read_fpos s with Some p => Some (fperft n p) | None => None end.
Example f1 : games 3 "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq -" = Some 12189%N.
Proof. vm_cast_no_check (eq_refl (Some 12189%N)). Qed.
Example f2 : games 3 "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w KQkq -" = Some 18002%N.
Proof. vm_cast_no_check (eq_refl (Some 18002%N)). Qed.
Example f3 : games 3 "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -" = Some 97862%N.
Proof. vm_cast_no_check (eq_refl (Some 97862%N)). Qed.
Example f4 : games 3 "rr1k1r1r/1p5p/8/2q5/8/8/P6P/R1RKR2R w ECfb -" = Some 24292%N.
Proof. vm_cast_no_check (eq_refl (Some 24292%N)). Qed.
