(* A look at each answer decides whether a win of two or three plies can be forced, in any game. *)
From Coq Require Import List Bool Arith Lia NArith. Import ListNotations.
From Arbiter Require Import Games.

Section Search.
  Variables (pos move : Type) (moves : pos -> list move) (play : pos -> move -> pos).
  Variables at_once captures : pos -> move -> bool.
  (* Is there a move with the property, which may look at the position that it leads to *)
  Variable any_move : (move -> pos -> bool) -> pos -> bool.
  Hypothesis any_move_ok : forall f p, any_move f p = existsb (fun m => f m (play p m)) (moves p).
  Variable wins_now : pos -> bool.
  Hypothesis wins_now_ok : forall p m, In m (moves p) -> at_once p m = true -> wins_now p = true.
  (* the pseudo-legal moves, in whatever order and in that of the document; which of them, leading there, may be played *)
  Variables (pseudo in_order : pos -> list move) (may : pos -> move -> pos -> bool).
  Hypothesis may_ok : forall p m, In m (in_order p) -> may p m (play p m) = true -> In m (moves p).

  Lemma wins_two k p : Wins pos move moves play at_once captures k p -> k <= 2 -> wins_now p = true.
  Proof.
    intros W K; destruct W as [k p m Hm Ha|k p m Hm Hne Hc Hd]; [exact (wins_now_ok p m Hm Ha)|].
    destruct k; [|lia]; destruct (moves (play p m)) as [|d l]; [congruence|]; specialize (Hd d (or_introl eq_refl)); inversion Hd.
  Qed.
  (* Some answer is the first after which no move wins at once, each position being looked at, or takes the royal *)
  Fixpoint met (q : pos) (l : list move) (n : N) : option N :=
    match l with [] => None | d :: l =>
      let r := play q d in
      if may q d r then
        if captures q d then Some n else
        match look_at 1 (pseudo r) n with None => None | Some n => if wins_now r then met q l n else Some n end
      else met q l n end.
  Lemma met_ok q l : (forall d, In d l -> In d (in_order q)) -> paid (met q l) ->
    exists d, In d (moves q) /\ (captures q d = true \/ wins_now (play q d) = false).
  Proof.
    induction l as [|d l IH]; simpl; intros O (i & j & H); [discriminate|]; assert (IH' := IH (fun d Id => O d (or_intror Id))); clear IH.
    destruct (may q d (play q d)) eqn:M; [apply may_ok in M; [|now apply O; left]|apply IH'; now exists i, j].
    destruct (captures q d) eqn:C; [exists d; auto|]; destruct (look_at _ _ i) as [k|]; [|discriminate].
    destruct (wins_now (play q d)) eqn:Wn; [apply IH'; now exists k, j|exists d; auto].
  Qed.
  (* Claims "the attacker does not win within so many plies", the defender to move, that need no node *)
  Definition left_out (b : bound) (q : pos) (n : N) : option N :=
    match b with
    | None => None
    | Some k => if k <=? 1 then Some n else if k <=? 3 then if any_move (fun _ _ => true) q then met q (in_order q) n else Some n else None end.
  Theorem left_out_ok b q : paid (left_out b q) -> forall k, holds_for b k -> ~ Loses pos move moves play at_once captures k q.
  Proof.
    destruct b as [n|]; unfold left_out; intros H k Hk L; [simpl in Hk|destruct H as (? & ? & H); discriminate].
    apply (Loses_mono _ _ _ _ _ _ k n) in L; [|assumption]; destruct L as [Hne L].
    destruct (n <=? 1) eqn:N1; [|destruct (n <=? 3) eqn:N3; [|destruct H as (? & ? & H); discriminate]].
    - apply Nat.leb_le in N1; destruct (moves q) as [|d l]; [congruence|].
      destruct (L d) as (_ & j & E & W); [now left|]; apply Wins_inv in W as (i & m & E' & _); lia.
    - apply Nat.leb_le in N3; rewrite any_move_ok in H; replace (existsb _ (moves q)) with true in H by (destruct (moves q); [congruence|reflexivity]).
      apply met_ok in H as (d & Hd & H); [|auto]; destruct (L d Hd) as (Hc & j & E & W); destruct H as [H|H]; [congruence|].
      apply wins_two in W; [congruence|lia].
  Qed.
End Search.
