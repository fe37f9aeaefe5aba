(* What certificates are read as: JSON, its parts, and what is claimed, with what it means. *)
From Coq Require Import List Bool Arith Lia PArith ZArith String Ascii. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves Tables WinCheck Win Status ProofGame Instant Retract Cases Lemmas Little CanWin Material Closure Region FiveRules Text Variants Lone Aims Placings Classes Endings Bounds Chess960 Text960 Games960 Clocks.
From Arbiter Require Assign Locked Order Parity Ghosts Help.
Local Open Scope string_scope. Local Open Scope list_scope. Local Open Scope nat_scope.
Local Infix "+++" := append (right associativity, at level 60).

(* JSON as a tree; of objects all entries are kept, equal keys too. *)
Inductive json := JNull | JBool (b : bool) | JInt (n : Z) | JOther | JText (s : string) | JList (l : list json)
  | JObject (l : list (string * json)).

(* --- outcomes --- *)
Inductive outcome (A : Type) := Ok (a : A) | Refused (why : string) | NotCovered (why : string).
Arguments Ok {A}. Arguments Refused {A}. Arguments NotCovered {A}.
Definition bind {A B} (x : outcome A) (f : A -> outcome B) : outcome B :=
  match x with Ok a => f a | Refused w => Refused w | NotCovered w => NotCovered w end.
Notation "'let*' x ':=' e 'in' f" := (bind e (fun x => f)) (at level 200, x pattern, e at level 100, f at level 200).
Definition need {A} (o : option A) (why : string) : outcome A := match o with Some a => Ok a | None => Refused why end.
Definition require (b : bool) (why : string) : outcome unit := if b then Ok tt else Refused why.
Definition covered (b : bool) (why : string) : outcome unit := if b then Ok tt else NotCovered why.
Fixpoint each {A B} (f : A -> outcome B) (l : list A) (acc : list B) : outcome (list B) :=
  match l with [] => Ok (rev' acc) | x :: l => let* y := f x in each f l (y :: acc) end.

(* --- parts of a certificate --- *)
Definition text (j : json) := match j with JText s => Ok s | _ => Refused "expected a string" end.
Definition array (j : json) := match j with JList l => Ok l | _ => Refused "expected a list" end.
Definition entries (j : json) := match j with JObject l => Ok l | _ => Refused "expected an object" end.
Definition find_key (k : string) (l : list (string * json)) : option json :=
  match find (fun e => String.eqb k (fst e)) l with Some e => Some (snd e) | None => None end.
Fixpoint distinct (l : list string) : bool :=
  match l with [] => true | k :: l => negb (existsb (String.eqb k) l) && distinct l end.
Definition only (known : list string) (l : list (string * json)) : outcome unit :=
  let* _ := require (distinct (map fst l)) "a key occurs twice in one object" in
  require (forallb (fun e => existsb (String.eqb (fst e)) known) l) "an object has a key that does not belong there".
Definition get_key (k : string) (l : list (string * json)) : outcome json := need (find_key k l) ("the key """ +++ k +++ """ is missing").
(* The purse for what is looked for beside a list of nodes: something for any list, more for each node, and for each
   character of its position, as it is written there. (A node that does not begin with a position is refused.) *)
Fixpoint characters (s : string) (n : N) : N := match s with EmptyString => n | String _ s => characters s (N.succ n) end.
Definition pays (node : json) : N := match node with JList (JText s :: _) => 4096 + 512 * characters s 0 | _ => 0 end%N.
Definition purse (nodes : list json) : N := fold_left (fun n node => n + pays node)%N nodes 65536%N.
(* Plies beyond this are not covered. *)
Definition most_plies : Z := 1000.
Definition number (j : json) : outcome nat :=
  match j with
  | JInt n => if (n <? 0)%Z then Refused "expected a whole number" else
      if (n <=? most_plies)%Z then Ok (Z.to_nat n) else NotCovered "a number greater than 1000"
  | _ => Refused "expected a whole number" end.
Definition number_or_null (j : json) : outcome (option nat) :=
  match j with JNull => Ok None | _ => let* n := number j in Ok (Some n) end.
Definition whole (j : json) : outcome unit :=
  match j with JInt n => require (0 <=? n)%Z "expected a whole number" | _ => Refused "expected a whole number" end.
Definition square (j : json) : outcome sq := let* s := text j in need (read_square s) ("not a square: " +++ s).
Definition past (j : json) : outcome pos := let* s := text j in need (read_pos s) ("not a position in the usual spelling: " +++ s).
(* the rights field of a position has a file letter *)
Definition has_file_right (s : string) : bool :=
  let letter a := existsb (Ascii.eqb a) ["A";"B";"C";"D";"E";"F";"G";"H";"a";"b";"c";"d";"e";"f";"g";"h"]%char in
  let fix upto s := match s with EmptyString => false | String a s => if Ascii.eqb a " " then false else letter a || upto s end in
  let fix skip n s := match s with EmptyString => false | String a s =>
    if Ascii.eqb a " " then match n with O => upto s | S n => skip n s end else skip n s end in
  skip 1 s.
(* but for the king that waits *)
Definition well_placed (p : pos) : bool :=
  negb (existsb (kings_bad (brd p)) [White; Black]) && negb (end_row (brd p)) && negb (castling_bad p) && negb (ep_bad p).
Definition valid (p : pos) : bool := well_placed p && negb (waiting p).
Definition position (j : json) : outcome pos :=
  let* s := text j in
  let* _ := covered (negb (has_file_right s)) "castling of Chess960" in
  let* p := need (read_pos s) ("not a position in the usual spelling: " +++ s) in
  let* _ := covered (negb (castling_bad p)) "castling of Chess960" in
  let* _ := require (valid p) ("not a valid position: " +++ s) in Ok p.
(* Kings or rooks that castle from elsewhere than in the usual array *)
Definition castles_otherwise (j : json) : bool :=
  match j with
  | JText s => has_file_right s || match read_pos s with Some p => castling_bad p | None => false end
  | _ => false end.
Definition fposition (j : json) : outcome fpos :=
  let* s := text j in
  let* p := need (read_fpos s) ("not a position in the usual spelling: " +++ s) in
  let* _ := require (fvalid p) ("not a valid position: " +++ s) in Ok p.

(* --- what is claimed, and what it means --- *)
Definition variation (P : Type) := (P * (nat * option (list move)))%type.
Inductive claim :=
| IsStatus (p : pos) (a : answer)
(* an aim other than to win; with keys: within so many plies these first moves reach it; the same of other positions,
   or only that it is reached within so many plies *)
| WinWithin (a : option aim) (p : pos) (plies : nat) (shortest : bool) (keys : option (nat * list move)) (others : list (variation pos))
| NoWinWithin (a : option aim) (p : pos) (plies : option nat) (others : list (variation pos))
| Legal (p : pos) (ignored : bool)
| Illegal (p : pos)
(* of games that end with such clocks *)
| LegalClocks (p : pos) (fifty n : nat)
| IllegalClocks (p : pos) (fifty n : nat)
| FiveRules (b : board) (broken : list nat)
| Winnable (p : pos) (c : colour)
| Unwinnable (p : pos) (c : colour)
(* what is asked, also in its words; solutions, and whether they are all; those of set play *)
| Solutions (p : pos) (words : string) (s : Help.stipulation) (lines : list (list move)) (all : bool) (set : option (list (list move)))
(* with castling of Chess960 *)
| FStatus (p : fpos) (a : answer)
| FWinWithin (a : option aim) (p : fpos) (plies : nat) (shortest : bool) (keys : option (nat * list move)) (others : list (variation fpos))
| FLegal (array : list kind) (p : pos) (ignored : bool)
| FNoWinWithin (a : option aim) (p : fpos) (plies : option nat) (others : list (variation fpos))
(* of the other games *)
| VStatus (g : ruleset) (p : vpos) (a : answer)
| VWinWithin (g : ruleset) (a : option aim) (p : vpos) (plies : nat) (shortest : bool) (keys : option (nat * list move)) (others : list (variation vpos))
| VNoWinWithin (g : ruleset) (a : option aim) (p : vpos) (plies : option nat) (others : list (variation vpos)).
(* the attacker wins, or reaches its aim, within so many plies; and so beginning with this move *)
Definition wins (a : option aim) : nat -> pos -> Prop := match a with None => W | Some a => reaches a end.
Definition wins_by (a : option aim) : nat -> pos -> move -> Prop := match a with None => key | Some a => aim_key a end.
Definition fwins (a : option aim) : nat -> fpos -> Prop := match a with None => FW | Some a => freaches a end.
Definition fwins_by (a : option aim) : nat -> fpos -> move -> Prop := match a with None => fkey | Some a => faim_key a end.
Definition vwins (g : ruleset) (a : option aim) : nat -> vpos -> Prop := match a with None => VW g | Some a => vreaches g a end.
Definition vwins_by (g : ruleset) (a : option aim) : nat -> vpos -> move -> Prop := match a with None => vkey g | Some a => vaim_key g a end.
Section Won.
  Variables (P : Type) (good : P -> Prop) (turn : P -> colour) (won : nat -> P -> Prop) (starts : nat -> P -> move -> Prop).
  Definition all_keys (p : P) (keys : option (nat * list move)) : Prop :=
    match keys with None => True | Some (n, l) => forall m, In m l <-> starts n p m end.
  Definition variations_hold (p : P) (l : list (variation P)) : Prop :=
    forall q n keys, In (q, (n, keys)) l -> good q /\ turn q = turn p /\
      match keys with None => won n q | Some l => forall m, In m l <-> starts n q m end.
End Won.
Definition means (c : claim) : Prop :=
  match c with
  | IsStatus p a => valid p = true /\ status_is p a
  | WinWithin a p k s keys others =>
      valid p = true /\ wins a k p /\ (s = true -> forall j, j < k -> ~ wins a j p) /\ all_keys pos (wins_by a) p keys /\
      variations_hold pos (fun q => valid q = true) side (wins a) (wins_by a) p others
  | NoWinWithin a p b others =>
      valid p = true /\ (forall k, holds_for b k -> ~ wins a k p) /\
      variations_hold pos (fun q => valid q = true) side (wins a) (wins_by a) p others
  | Legal p ignored => exists q, reached ignored q /\ agrees p q = true
  | Illegal p => forall q, covers p q -> ~ R q
  | LegalClocks p fifty n => exists h q, ends_so p fifty n h q
  | IllegalClocks p fifty n => forall h q, ~ ends_so p fifty n h q
  | Winnable p c => valid p = true /\ can_win p c
  | Unwinnable p c => valid p = true /\ ~ can_win p c
  | Solutions p _ s lines all set => valid p = true /\ NoDup lines /\ (forall l, In l lines -> Help.solves s p l) /\ (all = true -> forall l, Help.solves s p l -> In l lines) /\
      match set with None => True | Some k => in_check (brd p) (side p) = false /\ NoDup k /\ forall l, Help.solves (Help.set_play_of s) (Help.passed p) l <-> In l k end
  | FiveRules b broken => forall n, In n broken <-> exists c, breaks b c n
  | FStatus p a => fvalid p = true /\ fstatus_is p a
  | FWinWithin a p k s keys others =>
      fvalid p = true /\ fwins a k p /\ (s = true -> forall j, j < k -> ~ fwins a j p) /\ all_keys fpos (fwins_by a) p keys /\
      variations_hold fpos (fun q => fvalid q = true) fside (fwins a) (fwins_by a) p others
  | FNoWinWithin a p b others =>
      fvalid p = true /\ (forall k, holds_for b k -> ~ fwins a k p) /\
      variations_hold fpos (fun q => fvalid q = true) fside (fwins a) (fwins_by a) p others
  | FLegal array p ignored => array_ok array = true /\ exists q, freached array ignored q /\ fagrees p q = true
  | VStatus g p a => vvalid g p = true /\ vstatus_is g p a
  | VWinWithin g a p k s keys others =>
      vvalid g p = true /\ vwins g a k p /\ (s = true -> forall j, j < k -> ~ vwins g a j p) /\ all_keys vpos (vwins_by g a) p keys /\
      variations_hold vpos (fun q => vvalid g q = true) vside (vwins g a) (vwins_by g a) p others
  | VNoWinWithin g a p b others =>
      vvalid g p = true /\ (forall k, holds_for b k -> ~ vwins g a k p) /\
      variations_hold vpos (fun q => vvalid g q = true) vside (vwins g a) (vwins_by g a) p others
  end.
