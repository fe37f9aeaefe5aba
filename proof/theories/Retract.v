(* Closed sets of pasts: no game reaches any of them, since all their predecessors are among them or refuted. *)
From Coq Require Import List Bool Arith Lia PArith. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant.

Definition covers_init a := covers_b a start.
Lemma sub_trans r s t : sub r s = true -> sub s t = true -> sub r t = true.
Proof.
  unfold sub; rewrite !andb_true_iff; assert (X : forall x y z, implb x y = true -> implb y z = true -> implb x z = true)
    by (intros [] [] []; simpl; congruence); intuition eauto.
Qed.
Lemma covers_trans a b p : covers_b a b = true -> covers b p -> covers a p.
Proof.
  intros H; apply covers_inv in H as (H1 & H2 & H3 & H4); intros H; apply covers_inv in H as (G1 & G2 & G3 & G4).
  apply covers_inv; repeat split; try congruence; [eapply sub_trans; eassumption|].
  destruct (ep a), (ep b), (ep p); simpl in *; try discriminate; try reflexivity.
  apply sq_eqb_eq in H4, G4; subst; apply sq_eqb_refl.
Qed.

Section Check.
  Variable hash : board -> positive.
  (* The lemmas that a node may name, and when they apply *)
  Variables (lemma : Type) (applies : lemma -> pos -> bool).
  Hypothesis applies_ok : forall l a p, applies l a = true -> covers a p -> R p -> False.
  Hypothesis instant_ok : forall a p, instant a = true -> covers a p -> R p -> False.
  Hypothesis ep_inv : forall p, R p -> ep_ok p.
  (* a past and the lemma that applies to it; without one its move is taken back *)
  Definition node := (pos * option lemma)%type.
  Definition index (nodes : list node) := build board pos hash (map (fun n => (brd (fst n), fst n)) nodes).
  Definition find_cover t (b : pos) : bool := existsb (fun e => covers_b (snd e) b) (bucket board pos t (hash (brd b))).
  Lemma find_ok nodes b : find_cover (index nodes) b = true -> exists a, In a (map fst nodes) /\ covers_b a b = true.
  Proof.
    unfold find_cover, index; intros Hb; apply existsb_exists in Hb as ([k e] & Hi & Hc); apply build_in in Hi.
    apply in_map_iff in Hi as (e' & Ee & Hi); inversion Ee; subst; exists (fst e'); split; [now apply in_map|assumption].
  Qed.
  Definition node_ok t (n : node) : bool :=
    let (a, l) := n in
    match l with
    | Some l => applies l a
    | None => negb (covers_init a) && forallb (fun b => instant b || find_cover t b) (preds a) end.
  Definition check_illegal (nodes : list node) (p : pos) : bool :=
    match nodes with [] => false | (a, _) :: _ => covers_b a p end &&
    let t := index nodes in forallb (node_ok t) nodes.
  Definition refuted (a : pos) : Prop := forall p, covers a p -> R p -> False.
  Theorem check_illegal_sound nodes p : check_illegal nodes p = true -> forall q, covers p q -> ~ R q.
  Proof.
    unfold check_illegal; cbv zeta; intros H q Hq Hr; apply andb_true_iff in H as [H1 H2].
    assert (X : exists a, In a (map fst nodes) /\ covers_b a p = true)
      by (destruct nodes as [|[a l] r]; [discriminate|exists a; split; [now left|exact H1]]).
    destruct X as (a & Ha & Hap); rewrite forallb_forall in H2.
    refine (illegal_sound pos move moves play start pos covers covers_b covers_init _ covers_trans refuted preds
      _ _ (map fst nodes) _ q Hr a Ha (covers_trans a p q Hap Hq)).
    - intros b Hb; exact Hb.
    - intros b r Hb Hc Hrr; exact (Hb r Hc Hrr).
    - intros b r m Hrr; apply preds_complete; now apply ep_inv.
    - intros b Hb; apply in_map_iff in Hb as ([b' l] & Eb & Hb); simpl in Eb; subst b'; specialize (H2 _ Hb).
      unfold node_ok in H2; destruct l as [l|]; [left; intros r; now apply applies_ok with l|right].
      apply andb_true_iff in H2 as [H3 H4]; apply negb_true_iff in H3; split; [exact H3|].
      rewrite forallb_forall in H4; intros c Hc; specialize (H4 c Hc); apply orb_true_iff in H4 as [H4|H4].
      + left; intros r; now apply instant_ok.
      + right; now apply find_ok.
  Qed.
End Check.
