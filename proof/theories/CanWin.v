(* Whether a side can still win by any legal moves of both sides. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables Win Status ProofGame GameInvariants Little.

(* positions that legal moves lead to, from none on *)
Definition Leads (p : pos) : pos -> Prop := Reach pos move moves play p.
Definition mated_by (c : colour) (q : pos) : Prop := side q = opp c /\ checkmated q = true.
Definition can_win (p : pos) (c : colour) : Prop := exists q, Leads p q /\ mated_by c q.

Definition mated_by_b (c : colour) (q : pos) : bool := colour_beq (side q) (opp c) && is_mated q.
Lemma mated_by_ok c q : mated_by_b c q = true <-> mated_by c q.
Proof. unfold mated_by_b, mated_by; rewrite andb_true_iff, colour_beq_eq, is_mated_ok; tauto. Qed.

(* a line to mate *)
Definition check_line (p : pos) (c : colour) (line : list move) : bool :=
  match replay pos move play allowed p line with Some q => mated_by_b c q | None => false end.
Theorem check_line_sound p c line : check_line p c line = true -> can_win p c.
Proof.
  unfold check_line; destruct (replay _ _ _ _ _ _) as [q|] eqn:F; [|discriminate]; intros H; exists q; split; [|now apply mated_by_ok].
  eapply replay_sound; [exact allowed_ok|apply reach_init|exact F].
Qed.

(* nothing can be played *)
Definition check_terminal (p : pos) (c : colour) : bool := negb (has (moves p)) && negb (mated_by_b c p).
Theorem check_terminal_sound p c : check_terminal p c = true -> ~ can_win p c.
Proof.
  unfold check_terminal; rewrite andb_true_iff, !negb_true_iff; intros [H1 H2] (q & L & M).
  assert (q = p) as ->; [|apply mated_by_ok in M; congruence].
  induction L as [|r m L IH Hm]; [reflexivity|]; exfalso.
  destruct (moves p) as [|d l] eqn:E; [|discriminate].
  clear M; assert (X : forall r, Leads p r -> r = p).
  { clear - E; induction 1 as [|r m L IH Hm]; [reflexivity|]; subst r; rewrite E in Hm; destruct Hm. }
  rewrite (X r L), E in Hm; destruct Hm.
Qed.
