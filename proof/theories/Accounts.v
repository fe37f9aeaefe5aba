(* Accounts of the pawns: what can have become of each, and what all of it together must be. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board.

(* What became of a pawn: it promoted, died without having captured, promoted where a man is needed that is still there,
   of a sort of such needs, or stands on a square; sorts and squares are given by their places in lists, and a rank. *)
Inductive fortune := Promoted | Died | Serves (i : nat) | Stays (i : nat) (r : ix).
(* Beside it, the captures of the pawn, and the files on which they can have been. *)
Record fate := mkfate { fortune_of : fortune; caps : nat; meets : v8 bool }.

Definition dies x := match fortune_of x with Died => true | _ => false end.
Definition serves i x := match fortune_of x with Serves j => Nat.eqb j i | _ => false end.
Definition in_order w b := match fortune_of w, fortune_of b with Stays _ i, Stays _ j => place i <? place j | _, _ => false end.
(* The pawns of a file, White's and Black's, need not have passed each other on it. *)
Definition pass w b := dies w || dies b || (0 <? caps w + caps b) || in_order w b.

(* --- captures: for each set of files, enemy pawns that died there and captures elsewhere are different captures --- *)
Fixpoint total (l : list fate) : nat := match l with [] => 0 | x :: l => caps x + total l end.
Definition touches (s : ix -> bool) (m : v8 bool) : bool := existsb (fun x => s x && get8 m x) all8.
Global Arguments touches : simpl never.
Fixpoint within (s : ix -> bool) (l : list ix) : nat := match l with [] => 0 | x :: l => (if s x then 1 else 0) + within s l end.
Fixpoint elsewhere (s : ix -> bool) (l : list fate) : nat :=
  match l with [] => 0 | x :: l => (if touches s (meets x) then 0 else caps x) + elsewhere s l end.

Lemma touches_none m : touches (fun _ => false) m = false.
Proof. reflexivity. Qed.
Lemma elsewhere_none l : elsewhere (fun _ => false) l = total l.
Proof. induction l as [|x l IH]; [reflexivity|]; cbn [elsewhere total]; rewrite touches_none, IH; reflexivity. Qed.

Fixpoint places (l : list fate) : list nat :=
  match l with [] => [] | x :: l => match fortune_of x with Stays i _ => i :: places l | _ => places l end end.
(* each of so many squares is taken, once *)
Definition taken (l : list fate) (n : nat) : Prop := NoDup (places l) /\ forall i, i < n <-> In i (places l).
Fixpoint times (p : fate -> bool) (l : list fate) : nat := match l with [] => 0 | x :: l => (if p x then 1 else 0) + times p l end.
Fixpoint dead_of (fs : list ix) (l : list fate) : list ix :=
  match fs, l with f :: fs, x :: l => if dies x then f :: dead_of fs l else dead_of fs l | _, _ => [] end.
(* --- what a side must account for: pawns that stand, promoted men of each sort; and how many pawns can have died --- *)
Record demand := mkdemand { standing : nat; wanted : list nat; dying : nat }.
Record fine (s : demand) (l : list fate) : Prop := mkfine {
  f_taken : taken l (standing s);
  f_wanted : forall i, i < length (wanted s) -> nth i (wanted s) 0 = times (serves i) l;
  f_dying : times dies l <= dying s }.
(* the captures of a side suffice, with the pawns of the other that died *)
Definition affords cap (l : list fate) (fs : list ix) (m : list fate) : Prop := forall t, within t (dead_of fs m) + elsewhere t l <= cap.
