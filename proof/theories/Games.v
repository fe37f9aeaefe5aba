(* Games in general: what strategies, refutations, proof games and closed sets of pasts prove. *)
From Coq Require Import List Bool Arith Lia NArith. Import ListNotations.

(* What is looked for is paid out of a purse, which a list of nodes fills (`purse` in Claims): what is left of it, unless
   something does not hold or it costs more. *)
Definition count {A} (l : list A) : N := fold_left (fun n _ => N.succ n) l 0%N.
Definition pay (cost n : N) : option N := if (cost <=? n)%N then Some (n - cost)%N else None.
(* what a look costs at a position with these pseudo-legal moves, of which these are looked at closely *)
Definition look_price {A} (moves close : list A) : N := (384 + 16 * count moves + 384 * count close)%N.
(* where stalemates are looked for *)
Definition end_price {A} (moves : list A) : N := (384 + 208 * count moves)%N.
(* what each move of keys costs, by the pseudo-legal moves of the position that it leads to *)
Definition key_price {A} (answers : list A) : N := (128 + 64 * count answers)%N.
Definition free (b : bool) (n : N) : option N := if b then Some n else None.
Fixpoint all_paid {A} (f : A -> N -> option N) (l : list A) (n : N) : option N :=
  match l with [] => Some n | x :: l => match f x n with Some n => all_paid f l n | None => None end end.
(* it holds, and is paid out of some purse *)
Definition paid (f : N -> option N) : Prop := exists i j, f i = Some j.
Lemma free_ok b : paid (free b) -> b = true.
Proof. intros (i & j & H); destruct b; [reflexivity|discriminate]. Qed.
Lemma paid_after cost f : paid (fun n => match pay cost n with None => None | Some n => f n end) -> paid f.
Proof. intros (i & j & H); destruct (pay cost i) as [n|]; [now exists n, j|discriminate]. Qed.
Lemma all_paid_ok {A} (f : A -> N -> option N) l : paid (all_paid f l) -> forall x, In x l -> paid (f x).
Proof.
  induction l as [|y l IH]; simpl; intros (i & j & H) x Hx; [destruct Hx|]; destruct (f y i) as [k|] eqn:E; [|discriminate].
  destruct Hx as [<-|Hx]; [exists i, k; exact E|apply IH; [exists k, j; exact H|exact Hx]].
Qed.

Section Win.
  Variables (pos move : Type) (moves : pos -> list move) (play : pos -> move -> pos).
  Variable at_once : pos -> move -> bool.   (* gives mate, or captures the enemy royal *)
  Variable captures : pos -> move -> bool.  (* captures the enemy royal *)

  (* the side to move wins within k plies *)
  Inductive Wins : nat -> pos -> Prop :=
  | wins_now k p m : In m (moves p) -> at_once p m = true -> Wins (S k) p
  | wins_later k p m : In m (moves p) -> moves (play p m) <> [] ->
      (forall d, In d (moves (play p m)) -> captures (play p m) d = false) ->
      (forall d, In d (moves (play p m)) -> Wins k (play (play p m) d)) ->
      Wins (S (S k)) p.
  (* the side NOT to move wins within k plies *)
  Definition Loses (k : nat) (q : pos) : Prop :=
    moves q <> [] /\ forall d, In d (moves q) -> captures q d = false /\ exists j, k = S j /\ Wins j (play q d).

  Lemma Wins_mono k p : Wins k p -> forall j, k <= j -> Wins j p.
  Proof.
    induction 1 as [k p m Hm Ha|k p m Hm Hne Hc Hd IH]; intros j Hj.
    - destruct j; [lia|]; eapply wins_now; eauto.
    - destruct j as [|[|j]]; try lia; apply wins_later with m; auto.
      intros d Id; apply IH; [assumption|lia].
  Qed.
  Lemma Loses_mono k j q : Loses k q -> k <= j -> Loses j q.
  Proof.
    intros [H1 H2] L; split; [assumption|]; intros d Id; destruct (H2 d Id) as (Hc & i & -> & W); split; [assumption|].
    destruct j; [lia|]; exists j; split; [reflexivity|]; eapply Wins_mono; [eassumption|lia].
  Qed.
  Lemma Wins_inv k p : Wins k p -> exists j m, k = S j /\ In m (moves p) /\
      (at_once p m = true \/ Loses j (play p m)).
  Proof.
    destruct 1 as [k p m Hm Ha|k p m Hm Hne Hc Hd]; [exists k, m; auto|].
    exists (S k), m; repeat split; auto; right; split; auto.
    intros d Id; split; eauto.
  Qed.

  (* the side to move wins within k plies beginning with this move *)
  Definition first_wins (k : nat) (p : pos) (m : move) : Prop :=
    In m (moves p) /\ exists j, k = S j /\ (at_once p m = true \/ Loses j (play p m)).
  Lemma Wins_first k p : Wins k p <-> exists m, first_wins k p m.
  Proof.
    split.
    - intros H; apply Wins_inv in H as (j & m & -> & Hm & H); exists m; split; eauto.
    - intros (m & Hm & j & -> & [H|[Hne H]]); [now apply wins_now with m|].
      destruct j as [|j]; [|apply wins_later with m; auto].
      + destruct (moves (play p m)) as [|d l] eqn:E; [congruence|]; destruct (H d) as (_ & i & X & _); [now left|discriminate].
      + intros d Id; now destruct (H d Id).
      + intros d Id; destruct (H d Id) as (_ & i & X & W); inversion X; now subst.
  Qed.

  Lemma first_mono j k p m : first_wins j p m -> j <= k -> first_wins k p m.
  Proof.
    intros (Hm & i & -> & H) L; split; [exact Hm|]; destruct k as [|k]; [lia|]; exists k; split; [reflexivity|].
    destruct H as [H|H]; [now left|right; apply Loses_mono with i; [exact H|lia]].
  Qed.

  (* --- strategies --- *)
  Variable Node : Type.
  Variables (s_find : pos -> option (nat * move)).
  Variable allowed : pos -> move -> bool.
  Hypothesis allowed_ok : forall p m, allowed p m = true -> In m (moves p).
  Definition nonempty {A} (l : list A) := match l with [] => false | _ => true end.
  Definition strategy_node (p : pos) (k : nat) (m : move) : bool :=
    allowed p m &&
    (at_once p m && (1 <=? k) ||
     (3 <=? k) && (let q := play p m in let ds := moves q in nonempty ds &&
       forallb (fun d => negb (captures q d) &&
                 match s_find (play q d) with Some (j, _) => j + 2 <=? k | None => false end) ds)).
  Theorem strategy_sound :
    (forall p k m, s_find p = Some (k, m) -> strategy_node p k m = true) ->
    forall p k m, s_find p = Some (k, m) -> Wins k p.
  Proof.
    intros Hall; assert (G : forall n p k m, k <= n -> s_find p = Some (k, m) -> Wins k p).
    { induction n as [|n IH]; intros p k m Hk Hf; pose proof (Hall p k m Hf) as H; unfold strategy_node in H;
        apply andb_true_iff in H as [Hm H]; apply allowed_ok in Hm; apply orb_true_iff in H as [H|H];
        apply andb_true_iff in H as [H1 H2].
      - apply Nat.leb_le in H2; lia.
      - apply Nat.leb_le in H1; lia.
      - apply Nat.leb_le in H2; destruct k; [lia|]; now apply wins_now with m.
      - apply Nat.leb_le in H1; destruct k as [|[|k]]; try lia.
        apply andb_true_iff in H2 as [Hne H2]; rewrite forallb_forall in H2; apply wins_later with m; auto.
        + intros E; unfold nonempty in Hne; rewrite E in Hne; discriminate.
        + intros d Id; specialize (H2 d Id); apply andb_true_iff in H2 as [Hc H2]; now apply negb_true_iff in Hc.
        + intros d Id; specialize (H2 d Id); apply andb_true_iff in H2 as [_ H2].
          destruct (s_find (play (play p m) d)) as [[j m']|] eqn:Ef; [|discriminate].
          apply Nat.leb_le in H2; apply Wins_mono with j; [|lia]; apply IH with m'; [lia|assumption]. }
    intros p k m; now apply (G k).
  Qed.

  (* a key: a first move of which what a node demands holds *)
  Theorem strategy_key :
    (forall p k m, s_find p = Some (k, m) -> strategy_node p k m = true) ->
    forall p k m, strategy_node p k m = true -> first_wins k p m.
  Proof.
    intros Hall p k m H; unfold strategy_node in H.
    apply andb_true_iff in H as [Hm H]; apply allowed_ok in Hm; split; [exact Hm|].
    apply orb_true_iff in H as [H|H]; apply andb_true_iff in H as [H1 H2].
    - apply Nat.leb_le in H2; destruct k as [|k]; [lia|]; eauto.
    - apply Nat.leb_le in H1; destruct k as [|[|k]]; try lia; exists (S k); split; [reflexivity|]; right.
      apply andb_true_iff in H2 as [Hne H2]; rewrite forallb_forall in H2; split.
      + intros E; unfold nonempty in Hne; rewrite E in Hne; discriminate.
      + intros d Id; specialize (H2 d Id); apply andb_true_iff in H2 as [Hc H2]; split; [now apply negb_true_iff in Hc|].
        exists k; split; [reflexivity|]; destruct (s_find (play (play p m) d)) as [[j m']|] eqn:Ef; [|discriminate].
        apply Nat.leb_le in H2; apply Wins_mono with j; [eapply strategy_sound; eassumption|lia].
  Qed.

  (* --- refutations; None = without bound --- *)
  Definition bound := option nat.
  Definition le_b (a b : bound) : bool :=   (* a <= b *)
    match b with None => true | Some b => match a with None => false | Some a => a <=? b end end.
  Definition pred_b (a : bound) : bound := match a with None => None | Some n => Some (n - 1) end.
  Definition holds_for (b : bound) (k : nat) := match b with None => True | Some n => k <= n end.
  Variable r_find : pos -> option (bound * option move).
  (* the side to move does not win within so many plies, as is known otherwise *)
  Variable hopeless : bound -> pos -> bool.
  Hypothesis hopeless_ok : forall b p, hopeless b p = true -> forall k, holds_for b k -> ~ Wins k p.
  (* Claims about the defender to move that need no node: a checker finds out by itself. *)
  Variable left_out : bound -> pos -> N -> option N.
  Hypothesis left_out_ok : forall b q, paid (left_out b q) -> forall k, holds_for b k -> ~ Loses k q.
  (* What a look at a position costs, and the moves that it finds, among them all that win at once; which moves, leading
     there, may be played *)
  Variables (look_over : pos -> N * list move) (may : pos -> move -> pos -> bool).
  Hypothesis look_over_ok : forall p m, In m (moves p) -> at_once p m = true -> In m (snd (look_over p)).
  Hypothesis may_all : forall p m, In m (moves p) -> may p m (play p m) = true.
  Definition wins_by (p : pos) (m : move) : bool := may p m (play p m) && at_once p m.
  (* but for some first moves: of the others none wins at once, for which a look is paid, and each is met *)
  Definition held_but (but : move -> bool) (b : bound) (p : pos) (n : N) : option N :=
    if le_b b (Some 0) || hopeless b p then Some n else
    let (cost, found) := look_over p in
    match pay cost n with None => None | Some n => if existsb (fun m => negb (but m) && wins_by p m) found then None else
      all_paid (fun m n => if but m then Some n else
         let q := play p m in
         if match r_find q with Some (c, _) => le_b (pred_b b) c | None => false end then Some n
         else left_out (pred_b b) q n) (moves p) n end.
  Definition held : bound -> pos -> N -> option N := held_but (fun _ => false).
  Definition refutation_node (q : pos) (b : bound) (a : option move) (n : N) : option N :=
    match a with
    | None => free (negb (nonempty (moves q))) n
    | Some d => if allowed q d then if captures q d then Some n else held (pred_b b) (play q d) n else None
    end.
  Lemma le_b_trans a b k : le_b a b = true -> holds_for a k -> holds_for b k.
  Proof. destruct a, b; simpl; intros H; try discriminate; auto; apply Nat.leb_le in H; lia. Qed.
  Hypothesis nodes_ok : forall q b a, r_find q = Some (b, a) -> paid (refutation_node q b a).
  Lemma refutation_both n :
    (forall q b a k, k <= n -> r_find q = Some (b, a) -> holds_for b k -> ~ Loses k q) /\
    (forall but p b m k, k <= n -> paid (held_but but b p) -> but m = false -> holds_for b k -> ~ first_wins k p m).
  Proof.
    induction n as [n IH] using lt_wf_ind; assert (H1 :
      forall q b a k, k <= n -> r_find q = Some (b, a) -> holds_for b k -> ~ Loses k q).
    { intros q b a k Hk Hf Hb [Hne Hd]; pose proof (nodes_ok q b a Hf) as H; destruct a as [d|]; simpl in H.
      - unfold refutation_node in H; destruct (allowed q d) eqn:Hm; [|destruct H as (? & ? & H); discriminate].
        apply allowed_ok in Hm; destruct (Hd d Hm) as (Hc & j & -> & W).
        rewrite Hc in H; destruct (IH j ltac:(lia)) as [_ IH2]; apply Wins_first in W as [m W].
        apply (IH2 (fun _ => false) (play q d) (pred_b b) m j); auto; destruct b; simpl in *; auto; lia.
      - apply free_ok in H; destruct (moves q); [congruence|discriminate]. }
    split; [assumption|]; intros but p b m k Hk Hh But Hb F; unfold held_but in Hh.
    destruct (le_b b (Some 0)) eqn:L; [|destruct (hopeless b p) eqn:Ho]; simpl orb in Hh; cbv iota in Hh.
    - apply le_b_trans with (k := k) in L; [|assumption]; simpl in L; destruct F as (_ & j & -> & _); lia.
    - apply (hopeless_ok b p Ho k Hb); apply Wins_first; eauto.
    - destruct F as (Hm & j & -> & W), Hh as (x & y & Hh); pose proof (look_over_ok p m Hm) as Fo; destruct (look_over p) as [cost l]; simpl in Fo.
      destruct (pay cost x) as [z|]; [|discriminate]; destruct (existsb _ l) eqn:No; [discriminate|]; destruct W as [W|W].
      { rewrite <- not_true_iff_false in No; apply No, existsb_exists; exists m; unfold wins_by; rewrite But, W, (may_all p m Hm); auto. }
      apply (all_paid_ok _ _ (ex_intro _ z (ex_intro _ y Hh))) in Hm; cbv beta zeta in Hm; rewrite But in Hm; clear Hh.
      assert (Hp : holds_for (pred_b b) j) by (destruct b; simpl in *; auto; lia).
      destruct (r_find (play p m)) as [[c a]|] eqn:Ef; [|now apply (left_out_ok _ _ Hm j)].
      destruct (le_b (pred_b b) c) eqn:Lc; [|now apply (left_out_ok _ _ Hm j)].
      destruct (IH j ltac:(lia)) as [IH1 _]; apply (IH1 _ c a j ltac:(lia) Ef); auto.
      eapply le_b_trans; eassumption.
  Qed.
  Theorem refutation_sound p b : paid (held b p) -> forall k, holds_for b k -> ~ Wins k p.
  Proof.
    intros Hh k Hb W; apply Wins_first in W as [m W]; destruct (refutation_both k) as [_ H].
    exact (H (fun _ => false) p b m k (le_n k) Hh eq_refl Hb W).
  Qed.
  (* no other first move wins *)
  Theorem refutation_but but p b : paid (held_but but b p) ->
    forall m k, but m = false -> holds_for b k -> ~ first_wins k p m.
  Proof. intros Hh m k But Hb; destruct (refutation_both k) as [_ H]; exact (H but p b m k (le_n k) Hh But Hb). Qed.
End Win.

Section Reach.
  Variables (pos move : Type) (moves : pos -> list move) (play : pos -> move -> pos) (init : pos).
  Variable allowed : pos -> move -> bool.
  Hypothesis allowed_ok : forall p m, allowed p m = true -> In m (moves p).
  Inductive Reach : pos -> Prop :=
  | reach_init : Reach init
  | reach_play p m : Reach p -> In m (moves p) -> Reach (play p m).
  Fixpoint replay (p : pos) (g : list move) : option pos :=
    match g with [] => Some p | m :: g => if allowed p m then replay (play p m) g else None end.
  Theorem replay_sound g : forall p q, Reach p -> replay p g = Some q -> Reach q.
  Proof.
    induction g as [|m g IH]; simpl; intros p q Hp H; [now inversion H; subst|].
    destruct (allowed p m) eqn:Em; [|discriminate]; apply (IH (play p m)); auto; apply reach_play; auto.
  Qed.

  (* --- closed sets of pasts --- *)
  Variables (past : Type) (covers : past -> pos -> Prop) (covers_b : past -> past -> bool) (covers_init : past -> bool).
  Hypothesis covers_init_ok : forall a, covers a init -> covers_init a = true.
  Hypothesis covers_b_ok : forall a b p, covers_b a b = true -> covers b p -> covers a p.
  Variables (refuted : past -> Prop) (preds : past -> list past).
  Hypothesis refuted_ok : forall a p, refuted a -> covers a p -> Reach p -> False.
  Hypothesis preds_complete : forall a p m, Reach p -> In m (moves p) -> covers a (play p m) ->
     exists b, In b (preds a) /\ covers b p.
  Variable nodes : list past.
  Definition closed (a : past) : Prop :=
    covers_init a = false /\ forall b, In b (preds a) -> refuted b \/ exists a', In a' nodes /\ covers_b a' b = true.
  Theorem illegal_sound : (forall a, In a nodes -> refuted a \/ closed a) ->
    forall p, Reach p -> forall a, In a nodes -> ~ covers a p.
  Proof.
    intros Hall; induction 1 as [|p m Hp IH Hm]; intros a Ha Hc; destruct (Hall a Ha) as [H|[H1 H2]].
    - apply (refuted_ok a init); auto; apply reach_init.
    - rewrite (covers_init_ok a Hc) in H1; discriminate.
    - apply (refuted_ok a (play p m)); auto; now apply reach_play.
    - destruct (preds_complete a p m Hp Hm Hc) as (b & Hb & Hbp); destruct (H2 b Hb) as [H|(a' & Ha' & Hcov)].
      + now apply (refuted_ok b p).
      + apply (IH a' Ha'); now apply (covers_b_ok a' b p).
  Qed.
End Reach.
