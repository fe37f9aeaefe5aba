(* Forced wins: what strategies and refutations of standard chess prove. *)
From Coq Require Import List Bool Arith Lia PArith. Import ListNotations.
From Arbiter Require Import Board Moves Games Search WinCheck Unmoves Tables.

(* Moves one after the other, no further than is needed *)
Definition legal (p : pos) (q : pos) : bool := negb (in_check (brd q) (side p)).
Definition any_move (f : move -> pos -> bool) (p : pos) : bool :=
  let g m := let q := play p m in legal p q && f m q in
  existsb (fun s => existsb g (moves_from p s)) squares || existsb (fun h => castle_ok p h && g (Castle h)) [true; false].
Definition all_moves (f : move -> pos -> bool) (p : pos) : bool := negb (any_move (fun m q => negb (f m q)) p).
Lemma existsb_ext_in {A} (f g : A -> bool) l : (forall x, In x l -> f x = g x) -> existsb f l = existsb g l.
Proof. induction l as [|x l IH]; simpl; intros H; [reflexivity|]; rewrite H, IH; auto. Qed.
Lemma existsb_filter {A} (f g : A -> bool) l : existsb f (filter g l) = existsb (fun x => g x && f x) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]; destruct (g x); simpl; now rewrite IH. Qed.
Lemma existsb_flat_map {A B} (f : B -> bool) (g : A -> list B) l : existsb f (flat_map g l) = existsb (fun x => existsb f (g x)) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]; now rewrite existsb_app, IH. Qed.
Lemma existsb_map {A B} (f : B -> bool) (g : A -> B) l : existsb f (map g l) = existsb (fun x => f (g x)) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]; now rewrite IH. Qed.
Lemma any_move_ok f p : any_move f p = existsb (fun m => f m (play p m)) (moves p).
Proof.
  unfold any_move, moves, pseudo; rewrite existsb_filter, existsb_app, existsb_flat_map, existsb_map, existsb_filter; reflexivity.
Qed.
Lemma all_moves_ok f p : all_moves f p = forallb (fun m => f m (play p m)) (moves p).
Proof.
  unfold all_moves; rewrite any_move_ok; induction (moves p) as [|m l IH]; simpl; [reflexivity|].
  rewrite negb_orb, negb_involutive; now rewrite IH.
Qed.

(* Checkmate, and winning at once *)
Definition is_mated (q : pos) : bool := in_check (brd q) (side q) && negb (any_move (fun _ _ => true) q).
Lemma is_mated_ok q : is_mated q = checkmated q.
Proof. unfold is_mated, checkmated; rewrite any_move_ok; destruct (moves q); reflexivity. Qed.
Definition mates p m := is_mated (play p m).
Definition no_capture (p : pos) (m : move) := false.
Definition mates_now (p : pos) : bool := any_move (fun _ q => is_mated q) p.
Lemma mates_now_ok p m : In m (moves p) -> mates p m = true -> mates_now p = true.
Proof. intros H1 H2; unfold mates_now; rewrite any_move_ok; apply existsb_exists; exists m; auto. Qed.

(* The side to move mates within k plies, whatever the other side does *)
Definition W := Wins pos move moves play (fun p m => checkmated (play p m)) no_capture.
Definition W' := Wins pos move moves play mates no_capture.
Lemma W_same k p : W k p <-> W' k p.
Proof.
  assert (E : forall p m, mates p m = checkmated (play p m)) by (intros; apply is_mated_ok).
  split; induction 1; try (eapply wins_now; [eassumption|]; rewrite ?E in *; assumption); eapply wins_later; eassumption.
Qed.

Section Check.
  Variable hash : pos -> positive.
  Definition check_strategy := WinCheck.check_strategy pos move moves play mates no_capture move_in pos_eqb hash.
  Theorem check_strategy_sound nodes p k : check_strategy nodes p k = true -> W k p.
  Proof. intros H; apply W_same; revert H; apply WinCheck.check_strategy_sound; [exact move_in_ok|exact pos_eqb_eq]. Qed.
  Definition check_refutation := WinCheck.check_refutation pos move moves play mates no_capture move_in pos_eqb hash any_move all_moves mates_now.
  Theorem check_refutation_sound hopeless nodes p b : (forall p k, hopeless p = true -> ~ W k p) ->
    check_refutation hopeless nodes p b = true -> forall k, holds_for b k -> ~ W k p.
  Proof.
    intros Hh H k Hk; rewrite W_same; revert H k Hk; apply WinCheck.check_refutation_sound;
    [exact move_in_ok|exact pos_eqb_eq|exact any_move_ok|exact all_moves_ok|exact mates_now_ok|].
    intros q j Hq; rewrite <- W_same; now apply Hh.
  Qed.
End Check.
