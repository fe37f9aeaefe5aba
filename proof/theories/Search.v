(* A look at each answer decides whether a win of two or three plies can be forced, in any game. *)
From Coq Require Import List Bool Arith Lia NArith. Import ListNotations.
From Arbiter Require Import Games.

Section Search.
  Variables (pos move : Type) (moves : pos -> list move) (play : pos -> move -> pos).
  Variables at_once captures : pos -> move -> bool.
  (* Is there a move with the property, which may look at the position that it leads to *)
  Variable any_move : (move -> pos -> bool) -> pos -> bool.
  Hypothesis any_move_ok : forall f p, any_move f p = existsb (fun m => f m (play p m)) (moves p).
  (* what a look costs and finds; the pseudo-legal moves in the order of the document; which of them, leading there, may be played *)
  Variables (look_over : pos -> N * list move) (in_order : pos -> list move) (may : pos -> move -> pos -> bool).
  Hypothesis look_over_ok : forall p m, In m (moves p) -> at_once p m = true -> In m (snd (look_over p)).
  Hypothesis may_all : forall p m, In m (moves p) -> may p m (play p m) = true.
  Hypothesis may_ok : forall p m, In m (in_order p) -> may p m (play p m) = true -> In m (moves p).

  Definition wins_found (p : pos) (found : list move) : bool := existsb (wins_by pos move play at_once may p) found.
  Lemma wins_two k p : Wins pos move moves play at_once captures k p -> k <= 2 -> wins_found p (snd (look_over p)) = true.
  Proof.
    intros W K; destruct W as [k p m Hm Ha|k p m Hm Hne Hc Hd].
    { apply existsb_exists; exists m; unfold wins_by; rewrite Ha, (may_all p m Hm); auto. }
    destruct k; [|lia]; destruct (moves (play p m)) as [|d l]; [congruence|]; specialize (Hd d (or_introl eq_refl)); inversion Hd.
  Qed.
  (* Some answer is the first after which no move wins at once, each position being looked at, or takes the royal; or there
     is none. Every move that is tried is paid for, and every look. *)
  Fixpoint met (q : pos) (l : list move) (n : N) : option N :=
    match l with [] => free (negb (any_move (fun _ _ => true) q)) n | d :: l =>
      match pay 64 n with None => None | Some n => let r := play q d in
        if may q d r then
          if captures q d then Some n else
          let (cost, found) := look_over r in
          match pay cost n with None => None | Some n => if wins_found r found then met q l n else Some n end
        else met q l n end end.
  Lemma met_ok q l : (forall d, In d l -> In d (in_order q)) -> paid (met q l) ->
    moves q = [] \/ exists d, In d (moves q) /\ (captures q d = true \/ wins_found (play q d) (snd (look_over (play q d))) = false).
  Proof.
    induction l as [|d l IH]; cbn [met]; intros O H.
    { left; apply free_ok, negb_true_iff in H; rewrite any_move_ok in H; destruct (moves q); [reflexivity|discriminate]. }
    assert (IH' := IH (fun d Id => O d (or_intror Id))); clear IH; destruct H as (i & j & H).
    destruct (pay 64 i) as [x|]; [|discriminate]; cbv zeta in H.
    destruct (may q d (play q d)) eqn:M; [apply may_ok in M; [|now apply O; left]|apply IH'; now exists x, j].
    destruct (captures q d) eqn:C; [right; exists d; auto|]; destruct (look_over (play q d)) as [cost found] eqn:Lo.
    destruct (pay cost x) as [y|]; [|discriminate]; destruct (wins_found (play q d) found) eqn:Wn; [apply IH'; now exists y, j|].
    right; exists d; rewrite Lo; auto.
  Qed.
  (* Claims "the attacker does not win within so many plies", the defender to move, that need no node *)
  Definition left_out (b : bound) (q : pos) (n : N) : option N :=
    match b with
    | None => None
    | Some k => if k <=? 1 then Some n else if k <=? 3 then match pay 128 n with Some n => met q (in_order q) n | None => None end else None end.
  Theorem left_out_ok b q : paid (left_out b q) -> forall k, holds_for b k -> ~ Loses pos move moves play at_once captures k q.
  Proof.
    destruct b as [n|]; unfold left_out; intros H k Hk L; [simpl in Hk|destruct H as (? & ? & H); discriminate].
    apply (Loses_mono _ _ _ _ _ _ k n) in L; [|assumption]; destruct L as [Hne L].
    destruct (n <=? 1) eqn:N1; [|destruct (n <=? 3) eqn:N3; [|destruct H as (? & ? & H); discriminate]].
    - apply Nat.leb_le in N1; destruct (moves q) as [|d l]; [congruence|].
      destruct (L d) as (_ & j & E & W); [now left|]; apply Wins_inv in W as (i & m & E' & _); lia.
    - apply Nat.leb_le in N3; destruct H as (i & j & H); destruct (pay 128 i) as [x|]; [|discriminate].
      destruct (met_ok q (in_order q) (fun d Id => Id) (ex_intro _ x (ex_intro _ j H))) as [E|(d & Hd & H')]; [congruence|]; clear H.
      destruct (L d Hd) as (Hc & i' & E & W); destruct H' as [H|H]; [congruence|].
      apply wins_two in W; [congruence|lia].
  Qed.
End Search.
