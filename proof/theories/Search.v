(* A short search decides whether a win of a few plies can be forced, in any game. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Games.

Section Search.
  Variables (pos move : Type) (moves : pos -> list move) (play : pos -> move -> pos).
  Variables at_once captures : pos -> move -> bool.
  (* Is there a move with the property, which may look at the position that it leads to; the same for all moves. *)
  Variables any_move all_moves : (move -> pos -> bool) -> pos -> bool.
  Hypothesis any_move_ok : forall f p, any_move f p = existsb (fun m => f m (play p m)) (moves p).
  Hypothesis all_moves_ok : forall f p, all_moves f p = forallb (fun m => f m (play p m)) (moves p).
  Variable wins_now : pos -> bool.
  Hypothesis wins_now_ok : forall p m, In m (moves p) -> at_once p m = true -> wins_now p = true.

  Definition movable (q : pos) : bool := any_move (fun _ _ => true) q.
  Lemma movable_ok q : moves q <> [] -> movable q = true.
  Proof. unfold movable; rewrite any_move_ok; destruct (moves q); [congruence|reflexivity]. Qed.

  (* whether the side to move can win within n plies *)
  Fixpoint can_win (n : nat) (p : pos) : bool :=
    match n with O => false | S n =>
      wins_now p ||
      match n with O => false | S n =>
        any_move (fun _ q => all_moves (fun d r => negb (captures q d) && can_win n r) q && movable q) p end end.
  Theorem can_win_ok k p : Wins pos move moves play at_once captures k p -> can_win k p = true.
  Proof.
    induction 1 as [k p m Hm Ha|k p m Hm Hne Hc Hd IH]; simpl.
    - now rewrite (wins_now_ok p m Hm Ha).
    - apply orb_true_iff; right; rewrite any_move_ok; apply existsb_exists; exists m; split; [assumption|].
      rewrite all_moves_ok, movable_ok by assumption; rewrite andb_true_r; apply forallb_forall; intros d Id.
      now rewrite (Hc d Id), (IH d Id).
  Qed.
  (* whether the side NOT to move can win within n plies *)
  Definition can_be_beaten (n : nat) (q : pos) : bool :=
    match n with O => false | S n => all_moves (fun d r => negb (captures q d) && can_win n r) q && movable q end.
  Theorem can_be_beaten_ok k q : Loses pos move moves play at_once captures k q -> can_be_beaten k q = true.
  Proof.
    intros [Hne H]; destruct k as [|k].
    - destruct (moves q) as [|d l]; [congruence|]; destruct (H d) as (_ & j & E & _); [now left|discriminate].
    - simpl; rewrite all_moves_ok, movable_ok by assumption; rewrite andb_true_r; apply forallb_forall; intros d Id.
      destruct (H d Id) as (Hc & j & E & W); inversion E; subst j; rewrite Hc; simpl; now apply can_win_ok.
  Qed.
  (* Claims "the attacker does not win within so many plies", the defender to move, that need no node *)
  Variable most : nat.
  Definition left_out (b : bound) (q : pos) : bool :=
    match b with None => false | Some n => (n <=? 1) || ((n <=? most) && negb (can_be_beaten n q)) end.
  Theorem left_out_ok b q : left_out b q = true -> forall k, holds_for b k -> ~ Loses pos move moves play at_once captures k q.
  Proof.
    destruct b as [n|]; simpl; [|discriminate]; intros H k Hk L; apply (Loses_mono _ _ _ _ _ _ k n) in L; [|assumption].
    apply orb_true_iff in H as [H|H].
    - apply Nat.leb_le in H; destruct L as [Hne L]; destruct (moves q) as [|d l]; [congruence|].
      destruct (L d) as (_ & j & E & W); [now left|]; apply Wins_inv in W as (i & m & E' & _); lia.
    - apply andb_true_iff in H as [_ H]; apply can_be_beaten_ok in L; rewrite L in H; discriminate.
  Qed.
End Search.
