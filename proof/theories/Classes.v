(* The classes of men that have a table each, and their names. Nothing rests on these: a table that is not
   there says nothing of its positions, and one too many is refused because the document says so. *)
From Coq Require Import List Bool Arith String Ascii. Import ListNotations.
From Arbiter Require Import Board Moves Unmoves Text Placings.
Local Open Scope list_scope.

(* the kinds of the attacker's men and of the defender's *)
Definition class := (list kind * list kind)%type.
Definition sorted (l : list kind) : list kind := flat_map (fun k => filter (kind_beq k) l) [King; Queen; Rook; Bishop; Knight; Pawn].
Definition kinds_of (c : colour) (l : list cell) : list kind :=
  flat_map (fun x => match x with M d k => if colour_beq c d then [k] else [] | E => [] end) l.
Definition class_of (c : colour) (b : board) : class := let l := men b in (sorted (kinds_of c l), sorted (kinds_of (opp c) l)).
(* one man captured or promoted *)
Fixpoint changes (l : list kind) : list (list kind) :=
  match l with [] => [] | k :: l =>
    match k with King => [] | Pawn => l :: map (fun q => q :: l) promos | _ => [l] end ++ map (cons k) (changes l) end.
Definition next (x : class) : list class :=
  map (fun l => (sorted l, snd x)) (changes (fst x)) ++ map (fun l => (fst x, sorted l)) (changes (snd x)).
Definition kinds_eqb (a b : list kind) : bool :=
  Nat.eqb (List.length a) (List.length b) && forallb (fun e => kind_beq (fst e) (snd e)) (combine a b).
Definition class_eqb (a b : class) : bool := kinds_eqb (fst a) (fst b) && kinds_eqb (snd a) (snd b).
(* all that arise from these, but for those in which the attacker has one man *)
Fixpoint arising (fuel : nat) (todo seen : list class) : list class :=
  match fuel, todo with
  | S fuel, x :: todo => if Nat.leb (List.length (fst x)) 1 || existsb (class_eqb x) seen then arising fuel todo seen
      else arising fuel (next x ++ todo) (x :: seen)
  | _, _ => seen end.
Definition needed (x : class) : list class := arising (20 * 20 * 20) [x] [].
Definition class_name (x : class) : string :=
  let letters l rest := fold_right (fun k rest => String (man_letter White k) rest) rest l in
  letters (fst x) (String "v" (letters (snd x) EmptyString)).
(* the defender's king first: it is placed on few squares *)
Definition class_men (c : colour) (x : class) : list cell := map (M (opp c)) (snd x) ++ map (M c) (fst x).
