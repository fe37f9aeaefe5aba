(* A king alone never mates, in the other games too, where checkmate wins. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves Status Little Variants.
Local Opaque squares.

Section Lone.
  Variable g : ruleset.
  Hypothesis mate_wins : takeable g = false.
  (* a side has one man, its king *)
  Definition sole (b : board) (c : colour) : Prop :=
    forall s k, get b s = M c k -> k = King /\ forall t j, get b t = M c j -> t = s.
  Lemma royal_king : royal g = King.
  Proof. destruct g; try reflexivity; discriminate. Qed.
  Lemma vmoves_inv p m : In m (vmoves g p) -> exists f t k, get (vbrd p) f = M (vside p) k /\ vsafe g p m = true /\ takes_royal g p m = false /\
    exists pr, m = Mv f t pr /\ (k <> Pawn -> pr = None).
  Proof.
    unfold vmoves, playable; rewrite mate_wins; simpl; rewrite filter_In; intros [H S]; unfold vpseudo in H; apply in_flat_map in H as (f & _ & H).
    unfold vmoves_from in H; destruct (get (vbrd p) f) as [|c k] eqn:G; [destruct H|]; destruct (colour_beq c (vside p)) eqn:C; [|destruct H].
    apply colour_beq_eq in C; subst c; apply in_flat_map in H as (t & _ & H); destruct (target g (vbrd p) (vside p) t) eqn:T; [|destruct H].
    exists f, t, k; split; [exact G|split; [exact S|]]; unfold target in T; rewrite mate_wins in T; simpl in T; apply negb_true_iff in T.
    unfold moves_by in H; destruct (kind_beq k Pawn && ix_beq (snd t) (top g (vside p))) eqn:B.
    - apply in_map_iff in H as (q & <- & _); split; [exact T|]; exists (Some q); split; [reflexivity|]; intros N.
      apply andb_true_iff in B as [B _]; apply kind_beq_eq in B; contradiction.
    - destruct H as [<-|[]]; split; [exact T|]; exists None; auto.
  Qed.
  Lemma sole_own p m : sole (vbrd p) (vside p) -> In m (vmoves g p) -> sole (vbrd (vplay p m)) (vside p).
  Proof.
    intros L H; apply vmoves_inv in H as (f & t & k & G & _ & _ & pr & -> & P); destruct (L f k G) as [-> U]; rewrite P by discriminate; simpl; rewrite G.
    assert (At : forall s j, get (set (set (vbrd p) f E) t (M (vside p) King)) s = M (vside p) j -> s = t /\ j = King).
    { intros s j; rewrite !get_set; destruct (sq_eqb t s) eqn:Q; [apply sq_eqb_eq in Q; intros X; inversion X; auto|].
      destruct (sq_eqb f s) eqn:Q2; [discriminate|]; intros X; apply U in X; subst s; rewrite sq_eqb_refl in Q2; discriminate. }
    intros s j X; apply At in X as [-> ->]; split; [reflexivity|]; intros u i Y; now apply At in Y.
  Qed.
  Lemma sole_other p m c : c <> vside p -> sole (vbrd p) c -> In m (vmoves g p) -> sole (vbrd (vplay p m)) c.
  Proof.
    intros N L H; apply vmoves_inv in H as (f & t & k & G & _ & _ & pr & -> & _); simpl; rewrite G.
    assert (Sub : forall s j, get (set (set (vbrd p) f E) t (match pr with Some q => M (vside p) q | None => M (vside p) k end)) s = M c j -> get (vbrd p) s = M c j).
    { intros s j; rewrite !get_set; destruct (sq_eqb t s); [destruct pr; intros X; inversion X; congruence|]; destruct (sq_eqb f s); [discriminate|auto]. }
    intros s j X; apply Sub in X; destruct (L s j X) as [Y U]; split; [exact Y|]; intros u i Z; apply Sub in Z; eauto.
  Qed.
  Lemma kings_near s t : In t (look (king_steps (geo_of g)) s) -> In s (all_squares (geo_of g)) -> In s (look (king_steps (geo_of g)) t) /\ In t (all_squares (geo_of g)).
  Proof.
    rewrite geo_of_ok; simpl; rewrite !look_table, !filter_In; intros [H W] [_ V]; repeat split; auto; [now apply king_sym|apply squares_all].
  Qed.
  (* a king that attacks the other king is attacked by it *)
  Lemma no_check b c : sole b c -> royal_attacked g b (opp c) = true -> royal_attacked g b c = true.
  Proof.
    intros L H; unfold royal_attacked, vcheckers in *; destruct (royal_at g b (opp c)) as [s|] eqn:R; [|discriminate].
    unfold royal_at in R; apply find_some in R as [Rs R]; rewrite royal_king in R; apply UnmovesComplete.is_man_get in R; rewrite opp_opp in H.
    assert (X : exists t, In t (vattackers g b c s)) by (destruct (vattackers g b c s) as [|t l]; [discriminate|exists t; now left]).
    destruct X as [t X]; assert (Near : In t (look (king_steps (geo_of g)) s) /\ get b t = M c King).
    { unfold vattackers in X; rewrite !in_app_iff in X.
      assert (Only : forall ks l, In t (of_kinds b c ks l) -> In t l /\ get b t = M c King /\ In King ks).
      { intros ks l I; apply kinds_in in I as (I & k & Ik & G); destruct (L t k G) as [-> _]; auto. }
      destruct X as [X|[X|[X|[X|X]]]]; apply Only in X as (I & G & Ik); simpl in Ik; try (now split); decompose [or] Ik; discriminate || contradiction. }
    destruct Near as [Near G]; destruct (kings_near s t Near Rs) as [Back Ta]; unfold royal_at; destruct (find _ _) as [u|] eqn:F.
    - apply find_some in F as [_ F]; rewrite royal_king in F; apply UnmovesComplete.is_man_get in F; apply (proj2 (L t King G)) in F; subst u.
      assert (I : In s (vattackers g b (opp c) t)).
      { unfold vattackers; rewrite !in_app_iff; do 3 right; left; unfold of_kinds; apply filter_In; split; [exact Back|]; rewrite R; destruct c; reflexivity. }
      destruct (vattackers g b (opp c) t); [destruct I|reflexivity].
    - pose proof (find_none _ _ F t Ta) as Y; cbv beta in Y; rewrite G, royal_king in Y; destruct c; discriminate.
  Qed.
  Lemma turns p m : In m (vmoves g p) -> vside (vplay p m) = opp (vside p).
  Proof. intros H; apply vmoves_inv in H as (f & t & j & _ & _ & _ & pr & -> & _); reflexivity. Qed.
  Lemma lone_never_mates p m : sole (vbrd p) (vside p) -> In m (vmoves g p) -> vcheckmated g (vplay p m) = false.
  Proof.
    intros L Hm; pose proof (sole_own p m L Hm) as L'; destruct (vcheckmated g (vplay p m)) eqn:M; [exfalso|reflexivity].
    unfold vcheckmated in M; apply andb_true_iff in M as [M _]; rewrite (turns p m Hm) in M.
    apply (no_check _ _ L') in M; apply vmoves_inv in Hm as (f & t & j & _ & S & T & _); unfold vsafe in S; rewrite T, M in S; discriminate.
  Qed.
  Theorem lone_never_wins k p : VW g k p -> sole (vbrd p) (vside p) -> False.
  Proof.
    unfold VW; induction 1 as [k p m Hm Ha|k p m Hm Hne Hc Hd IH]; intros L; pose proof (sole_own p m L Hm) as L'.
    - unfold wins_at_once in Ha; rewrite mate_wins, (lone_never_mates p m L Hm) in Ha; discriminate.
    - destruct (vmoves g (vplay p m)) as [|d l] eqn:D; [congruence|]; assert (I : In d (vmoves g (vplay p m))) by (rewrite D; now left).
      apply (IH d); [now left|]; rewrite (turns _ _ I), (turns _ _ Hm), opp_opp; apply sole_other; auto; rewrite (turns _ _ Hm); destruct (vside p); discriminate.
  Qed.
End Lone.
Definition lone_b (b : board) (c : colour) : bool :=
  match filter (fun s => is_colour c (get b s)) squares with
  | [] => true | [s] => is_man c King (get b s) | _ => false end.
Definition vhopeless (g : ruleset) (p : vpos) : bool := negb (takeable g) && lone_b (vbrd p) (vside p).
Lemma lone_ok b c : lone_b b c = true -> sole b c.
Proof.
  unfold lone_b; intros H.
  assert (X : forall s k, get b s = M c k -> In s (filter (fun s => is_colour c (get b s)) squares)).
  { intros s j G; apply filter_In; split; [apply squares_all|]; rewrite G; now apply colour_beq_eq. }
  intros s j G; pose proof (X s j G) as I; destruct (filter _ squares) as [|u [|v l]]; [destruct I| |discriminate].
  destruct I as [<-|[]]; apply UnmovesComplete.is_man_get in H; split; [congruence|]; intros t i Y; apply X in Y; destruct Y as [Y|[]]; auto.
Qed.
Theorem vhopeless_ok g p k : vhopeless g p = true -> ~ VW g k p.
Proof.
  unfold vhopeless; intros H W; apply andb_true_iff in H as [T H]; apply negb_true_iff in T; apply (lone_never_wins g T k p W); now apply lone_ok.
Qed.
