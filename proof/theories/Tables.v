(* Tables from positions to what is said of them; the hash is any function, the theorems hold for all. *)
From Coq Require Import List Bool Arith Lia PArith FMapPositive. Import ListNotations.
From Arbiter Require Import Board Moves Unmoves.
Module PM := PositiveMap.

Section Table.
  Variables (K V : Type) (hash : K -> positive).
  Definition bucket (t : PM.t (list (K * V))) h := match PM.find h t with Some l => l | None => [] end.
  Definition add t (e : K * V) := let h := hash (fst e) in PM.add h (e :: bucket t h) t.
  Definition build (l : list (K * V)) := fold_left add l (PM.empty _).
  Lemma build_in l : forall h e, In e (bucket (build l) h) -> In e l.
  Proof.
    unfold build; assert (G : forall l t h e, In e (bucket (fold_left add l t) h) -> In e l \/ In e (bucket t h)).
    { clear l; induction l as [|x l IH]; simpl; intros t h e H; [auto|]; apply IH in H as [H|H]; [auto|].
      unfold add, bucket in *; destruct (Pos.eq_dec h (hash (fst x))) as [->|N].
      - rewrite PM.gss in H; destruct H as [<-|H]; auto.
      - rewrite PM.gso in H by assumption; auto. }
    intros h e H; apply G in H as [H|H]; [assumption|]; unfold bucket in H; rewrite PM.gempty in H; destruct H.
  Qed.
  Variable eqb : K -> K -> bool.
  Definition lookup t k := match find (fun e => eqb (fst e) k) (bucket t (hash k)) with Some e => Some (snd e) | None => None end.
  Lemma lookup_in l k v : (forall a b, eqb a b = true -> a = b) -> lookup (build l) k = Some v -> In (k, v) l.
  Proof.
    intros He; unfold lookup; destruct (find _ _) as [[k' v']|] eqn:F; [|discriminate]; intros H; inversion H; subst; clear H.
    apply find_some in F as [F1 F2]; simpl in F2; apply He in F2; subst k'; now apply build_in in F1.
  Qed.
End Table.

Definition oeq (a b : option sq) := match a, b with None, None => true | Some s, Some t => sq_eqb s t | _, _ => false end.
Definition pos_eqb (p q : pos) : bool :=
  board_eqb (brd p) (brd q) && colour_beq (side p) (side q) && rights_beq (rts p) (rts q) && oeq (ep p) (ep q).
Lemma pos_eqb_eq p q : pos_eqb p q = true -> p = q.
Proof.
  unfold pos_eqb; rewrite !andb_true_iff, board_eqb_eq, colour_beq_eq; intros [[[H1 H2] H3] H4].
  apply internal_rights_dec_bl in H3; destruct p as [b c r e], q as [b' c' r' e']; simpl in *; subst; f_equal.
  destruct e, e'; simpl in H4; try discriminate; [apply sq_eqb_eq in H4; now subst|reflexivity].
Qed.
Definition move_in (m : move) l := existsb (move_eqb m) l.
Lemma move_in_ok m l : move_in m l = true -> In m l.
Proof. intros H; apply existsb_exists in H as (n & H & E); apply move_eqb_eq in E; now subst. Qed.

(* whether a move is legal, without all the others *)
Definition allowed (p : pos) (m : move) : bool := pseudo_b p m && negb (in_check (brd (play p m)) (side p)).
Lemma allowed_ok p m : allowed p m = true -> In m (moves p).
Proof.
  unfold allowed, moves; rewrite andb_true_iff; intros [H1 H2]; apply filter_In; split; [|exact H2]; unfold pseudo; apply in_or_app.
  destruct m as [f t pr|h]; simpl in H1.
  - left; apply existsb_exists in H1 as (n & H1 & E); apply move_eqb_eq in E; subst n; apply in_flat_map; exists f; split; [apply squares_all|exact H1].
  - right; apply in_map; apply filter_In; split; [destruct h; simpl; auto|exact H1].
Qed.
