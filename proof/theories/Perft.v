(* How many games of n plies there are: the rules against known numbers, as theorems. *)
From Coq Require Import List Bool NArith. Import ListNotations.
From Arbiter Require Import Board Moves.
Fixpoint perft (n : nat) (p : pos) : N :=
  match n with O => 1%N | S O => N.of_nat (length (moves p))
  | S n => fold_left (fun a m => (a + perft n (play p m))%N) (moves p) 0%N end.
Definition kiwi : pos := mkpos (V8
  (V8 (M White Rook) E E E (M White King) E E (M White Rook))
  (V8 (M White Pawn) (M White Pawn) (M White Pawn) (M White Bishop) (M White Bishop) (M White Pawn) (M White Pawn) (M White Pawn))
  (V8 E E (M White Knight) E E (M White Queen) E (M Black Pawn))
  (V8 E (M Black Pawn) E E (M White Pawn) E E E)
  (V8 E E E (M White Pawn) (M White Knight) E E E)
  (V8 (M Black Bishop) (M Black Knight) E E (M Black Pawn) (M Black Knight) (M Black Pawn) E)
  (V8 (M Black Pawn) E (M Black Pawn) (M Black Pawn) (M Black Queen) (M Black Pawn) (M Black Bishop) E)
  (V8 (M Black Rook) E E E (M Black King) E E (M Black Rook))) White (mkr true true true true) None.
Example s1 : perft 1 start = 20%N. Proof. vm_compute. reflexivity. Qed.
Example s2 : perft 2 start = 400%N. Proof. vm_cast_no_check (eq_refl 400%N). Qed.
Example s3 : perft 3 start = 8902%N. Proof. vm_cast_no_check (eq_refl 8902%N). Qed.
Example k1 : perft 1 kiwi = 48%N. Proof. vm_cast_no_check (eq_refl 48%N). Qed.
Example k2 : perft 2 kiwi = 2039%N. Proof. vm_cast_no_check (eq_refl 2039%N). Qed.
Example k3 : perft 3 kiwi = 97862%N. Proof. vm_cast_no_check (eq_refl 97862%N). Qed.
