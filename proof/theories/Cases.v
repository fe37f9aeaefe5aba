(* Cases that show that there is no account of the pawns: forks ask what a pawn did, and by the prices of a leaf all
   fates cost more than an account can. *)
From Coq Require Import List Bool Arith ZArith Lia Permutation. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Retract Invariants GameInvariants Legality Files Origins Accounts Columns.

Inductive way := Dies | Leaves | Holds.
Scheme Equality for way.
Definition way_of (x : fate) : way := if dies x then Dies else match caps x with 0 => Holds | _ => Leaves end.
(* The prices of a side: of a capture, of a death, of files, of the squares of its pawns, of sorts of promoted men. *)
Record prices := mkprices { capture : Z; death : Z; on_file : v8 Z; on_square : list Z; on_sort : list Z }.
(* what a fork asks of a pawn: whether it did so, whether it stands on a square, or whether it meets a file *)
Inductive question := Did (y : way) | Stands (s : sq) | Meets (g : ix).
Inductive cases := Sum (w b : prices) | Ask (c : colour) (f : ix) (q : question) (t u : cases).

Local Open Scope Z_scope.
(* the greatest price of the files that a fate meets *)
Fixpoint top (y : ix -> Z) (m : v8 bool) (l : list ix) : Z :=
  match l with [] => 0 | f :: l => if get8 m f then Z.max (y f) (top y m l) else top y m l end.
Definition gain (p : prices) (x : fate) : Z :=
  match fortune_of x with Stays i _ => nth i (on_square p) 0 | Serves i => nth i (on_sort p) 0 | _ => 0 end.
Definition price (p q : prices) (f : ix) (x : fate) : Z :=
  Z.of_nat (caps x) * (capture p - top (get8 (on_file p)) (meets x) all8) + (if dies x then death p + get8 (on_file q) f else 0) - gain p x.

(* --- captures: what is paid for them, and for pawns that died --- *)
Fixpoint sumz {A} (g : A -> Z) (l : list A) : Z := match l with [] => 0 | x :: l => g x + sumz g l end.
Lemma sumz_ext A (g h : A -> Z) l : (forall x, g x = h x) -> sumz g l = sumz h l.
Proof. intros H; induction l as [|x l IH]; simpl; [reflexivity|]; now rewrite H, IH. Qed.
Lemma sumz_add A (g h : A -> Z) l : sumz (fun x => g x + h x) l = sumz g l + sumz h l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]; rewrite IH; lia. Qed.
Lemma top_le y m k l : 0 <= k -> (forall f, y f <= k) -> top y m l <= k.
Proof. intros K H; induction l as [|f l IH]; simpl; [exact K|]; specialize (H f); destruct (get8 m f); lia. Qed.
Lemma top_hit t y m k l : (forall f, t f = true -> k <= y f) -> existsb (fun f => t f && get8 m f) l = true -> k <= top y m l.
Proof.
  intros H E; induction l as [|f l IH]; simpl in *; [discriminate|]; apply orb_true_iff in E as [E|E].
  - apply andb_true_iff in E as [E1 E2]; rewrite E2; specialize (H f E1); lia.
  - specialize (IH E); destruct (get8 m f); lia.
Qed.
Lemma top_missed (t : ix -> bool) (y z : ix -> Z) m l : (forall f, t f = false -> y f = z f) -> existsb (fun f => t f && get8 m f) l = false -> top y m l = top z m l.
Proof.
  intros H E; induction l as [|f l IH]; simpl in *; [reflexivity|]; apply orb_false_iff in E as [E1 E2]; rewrite (IH E2).
  destruct (get8 m f); [|reflexivity]; rewrite andb_true_r in E1; now rewrite (H f E1).
Qed.
Lemma within_sum t l : Z.of_nat (within t l) = sumz (fun f => if t f then 1 else 0) l.
Proof. induction l as [|x l IH]; cbn [within sumz]; [reflexivity|]; rewrite Nat2Z.inj_add, IH; destruct (t x); reflexivity. Qed.
Lemma elsewhere_sum t l : Z.of_nat (elsewhere t l) = sumz (fun x => if touches t (meets x) then 0 else Z.of_nat (caps x)) l.
Proof. induction l as [|x l IH]; cbn [elsewhere sumz]; [reflexivity|]; rewrite Nat2Z.inj_add, IH; destruct (touches t (meets x)); reflexivity. Qed.
(* What captures suffice for, layer by layer: the files dearer than 0, than 1, … *)
Lemma layers cap dead xs : (forall t, (within t dead + elsewhere t xs <= cap)%nat) -> forall k, 0 <= k -> forall y, (forall f, 0 <= y f <= k) ->
  sumz y dead + sumz (fun x => Z.of_nat (caps x) * (k - top y (meets x) all8)) xs <= k * Z.of_nat cap.
Proof.
  intros H; refine (natlike_ind _ _ _).
  - intros y Y; assert (A : sumz y dead = 0) by (clear H; induction dead as [|f l IH]; simpl; [reflexivity|]; rewrite IH; specialize (Y f); lia).
    assert (B : forall x : fate, Z.of_nat (caps x) * (0 - top y (meets x) all8) = 0).
    { intros x; assert (T : top y (meets x) all8 = 0); [|rewrite T; lia]; apply Z.le_antisymm; [apply top_le; [lia|apply Y]|].
      generalize all8; intros l; induction l as [|f l IH]; simpl; [lia|]; destruct (get8 (meets x) f); lia. }
    rewrite A, (sumz_ext _ _ (fun _ => 0) _ B); clear; induction xs as [|x l IH]; simpl in *; lia.
  - intros k K IH y Y; set (t := fun f => k <? y f); set (z := fun f => Z.min (y f) k).
    assert (Z0 : forall f, 0 <= z f <= k) by (intros f; unfold z; specialize (Y f); lia).
    specialize (IH z Z0); specialize (H t).
    assert (A : sumz y dead = sumz z dead + Z.of_nat (within t dead)).
    { rewrite within_sum, <- sumz_add; apply sumz_ext; intros f; unfold z, t; specialize (Y f); destruct (k <? y f) eqn:L; [apply Z.ltb_lt in L|apply Z.ltb_ge in L]; lia. }
    assert (B : sumz (fun x => Z.of_nat (caps x) * (Z.succ k - top y (meets x) all8)) xs =
      sumz (fun x => Z.of_nat (caps x) * (k - top z (meets x) all8)) xs + Z.of_nat (elsewhere t xs)).
    { rewrite elsewhere_sum, <- sumz_add; apply sumz_ext; intros x; destruct (touches t (meets x)) eqn:T.
      - assert (T1 : Z.succ k <= top y (meets x) all8) by (apply (top_hit t); [intros f L; unfold t in L; apply Z.ltb_lt in L; lia|exact T]).
        assert (T2 : k <= top z (meets x) all8) by (apply (top_hit t); [intros f L; unfold t in L; unfold z; apply Z.ltb_lt in L; lia|exact T]).
        pose proof (top_le y (meets x) (Z.succ k) all8 ltac:(lia) (fun f => proj2 (Y f))).
        pose proof (top_le z (meets x) k all8 K (fun f => proj2 (Z0 f))).
        replace (top y (meets x) all8) with (Z.succ k) by lia; replace (top z (meets x) all8) with k by lia; lia.
      - rewrite (top_missed t y z (meets x) all8); [lia| |exact T].
        intros f L; unfold t in L; unfold z; apply Z.ltb_ge in L; lia. }
    rewrite A, B; lia.
Qed.

(* --- squares and sorts: what is got for each, once --- *)
Lemma sumz_perm A (g : A -> Z) l m : Permutation l m -> sumz g l = sumz g m.
Proof. induction 1; simpl; lia. Qed.
Lemma sumz_nth l : forall k, sumz (fun i => nth (i - k) l 0) (seq k (length l)) = sumz (fun z => z) l.
Proof.
  induction l as [|z l IH]; intros k; cbn [length seq sumz]; [reflexivity|]; rewrite Nat.sub_diag; simpl nth; f_equal.
  rewrite <- (IH (S k)).
  assert (X : forall n j, (k < j)%nat -> sumz (fun i => nth (i - k) (z :: l) 0) (seq j n) = sumz (fun i => nth (i - S k) l 0) (seq j n)).
  { induction n as [|n IHn]; intros j J; cbn [seq sumz]; [reflexivity|]; rewrite IHn by lia; replace (j - k)%nat with (S (j - S k)) by lia; reflexivity. }
  apply X; lia.
Qed.
(* prices of sorts from the i-th on, each as often as it is wanted *)
Fixpoint sorts_paid (i : nat) (l : list Z) (t : nat -> nat) : Z := match l with [] => 0 | z :: l => z * Z.of_nat (t i) + sorts_paid (S i) l t end.
Lemma sorts_ext l t u : forall k, (forall i, (k <= i < k + length l)%nat -> t i = u i) -> sorts_paid k l t = sorts_paid k l u.
Proof.
  induction l as [|z l IH]; intros k H; cbn [sorts_paid]; [reflexivity|]; rewrite (IH (S k)) by (intros i Hi; apply H; simpl; lia); rewrite (H k) by (simpl; lia); reflexivity.
Qed.
Lemma sorts_one l t j : forall k, sorts_paid k l (fun i => ((if Nat.eqb j i then 1 else 0) + t i)%nat) = (if (k <=? j)%nat then nth (j - k) l 0 else 0) + sorts_paid k l t.
Proof.
  induction l as [|z l IH]; intros k; cbn [sorts_paid]; [destruct (k <=? j)%nat; [destruct (j - k)%nat|]; reflexivity|]; rewrite IH.
  destruct (Nat.eqb j k) eqn:Q; [apply Nat.eqb_eq in Q; subst k|apply Nat.eqb_neq in Q].
  - rewrite Nat.sub_diag, Nat.leb_refl, (proj2 (Nat.leb_gt (S j) j)) by lia; simpl nth; lia.
  - destruct (k <=? j)%nat eqn:L; [apply Nat.leb_le in L; rewrite (proj2 (Nat.leb_le (S k) j)) by lia; replace (j - k)%nat with (S (j - S k)) by lia; simpl nth; lia|].
    apply Nat.leb_gt in L; rewrite (proj2 (Nat.leb_gt (S k) j)) by lia; lia.
Qed.
Lemma sorts_none l : forall k, sorts_paid k l (fun _ => 0%nat) = 0.
Proof. induction l as [|z l IH]; intros k; cbn [sorts_paid]; [reflexivity|]; rewrite IH; lia. Qed.
Lemma gain_sum p l : sumz (gain p) l = sumz (fun i => nth i (on_square p) 0) (places l) + sorts_paid 0 (on_sort p) (fun i => times (serves i) l).
Proof.
  induction l as [|x l IH]; [cbn [sumz places times]; now rewrite sorts_none|]; cbn [sumz places times].
  assert (Other : (forall j, fortune_of x <> Serves j) -> sorts_paid 0 (on_sort p) (fun i => ((if serves i x then 1 else 0) + times (serves i) l)%nat) = sorts_paid 0 (on_sort p) (fun i => times (serves i) l)).
  { intros N; apply sorts_ext; intros i _; unfold serves; destruct (fortune_of x); try reflexivity; exfalso; eapply N; reflexivity. }
  unfold gain at 1; destruct (fortune_of x) as [| |j|i r] eqn:Q; [rewrite Other by congruence; lia|rewrite Other by congruence; lia| |rewrite Other by congruence; cbn [sumz]; lia].
  rewrite (sorts_ext _ _ (fun i => ((if Nat.eqb j i then 1 else 0) + times (serves i) l)%nat)) by (intros i _; unfold serves at 1; now rewrite Q).
  rewrite sorts_one, Nat.sub_0_r; simpl (0 <=? j)%nat; cbv iota; lia.
Qed.
Lemma squares_sum p n l : length (on_square p) = n -> taken l n ->
  sumz (fun i => nth i (on_square p) 0) (places l) = sumz (fun z => z) (on_square p).
Proof.
  intros L [N H]; rewrite <- (sumz_nth (on_square p) 0); rewrite (sumz_ext _ (fun i => nth (i - 0) (on_square p) 0) (fun i => nth i (on_square p) 0)) by (intros i; now rewrite Nat.sub_0_r).
  apply sumz_perm, NoDup_Permutation; [exact N|apply seq_NoDup|]; intros i; rewrite <- H, in_seq, L; lia.
Qed.

(* --- both sides --- *)
Definition fair (s : demand) (p : prices) : bool :=
  (0 <=? death p) && forallb (fun f => (0 <=? get8 (on_file p) f) && (get8 (on_file p) f <=? capture p)) all8 && Nat.eqb (length (on_square p)) (standing s) &&
  Nat.eqb (length (on_sort p)) (length (wanted s)).
Definition allowed (cap : nat) (s : demand) (p : prices) : Z :=
  capture p * Z.of_nat cap + death p * Z.of_nat (dying s) - sumz (fun z => z) (on_square p) - sorts_paid 0 (on_sort p) (fun i => nth i (wanted s) 0%nat).
Lemma price_sum p q (F : ix -> fate) l : sumz (fun f => price p q f (F f)) l =
  sumz (fun x => Z.of_nat (caps x) * (capture p - top (get8 (on_file p)) (meets x) all8)) (map F l) +
  death p * Z.of_nat (times dies (map F l)) + sumz (get8 (on_file q)) (dead_of l (map F l)) - sumz (gain p) (map F l).
Proof.
  induction l as [|f l IH]; cbn [sumz map times dead_of]; [lia|]; rewrite IH; unfold price; destruct (dies (F f)); cbn [sumz]; lia.
Qed.
(* what the pawns of both sides cost together *)
Lemma costs_allowed cw cb w b p q F G : fair w p = true -> fair b q = true ->
  fine w (map F all8) -> fine b (map G all8) -> affords cw (map F all8) all8 (map G all8) -> affords cb (map G all8) all8 (map F all8) ->
  sumz (fun f => price p q f (F f) + price q p f (G f)) all8 <= allowed cw w p + allowed cb b q.
Proof.
  intros Hp Hq [Tw Sw Yw] [Tb Sb Yb] Aw Ab; rewrite sumz_add, !price_sum, !gain_sum.
  unfold fair in Hp, Hq; rewrite !andb_true_iff in Hp, Hq; destruct Hp as [[[P1 P2] P3] P4], Hq as [[[Q1 Q2] Q3] Q4].
  apply Nat.eqb_eq in P3, Q3, P4, Q4; apply Z.leb_le in P1, Q1.
  rewrite (squares_sum p _ _ P3 Tw), (squares_sum q _ _ Q3 Tb).
  assert (X : forall cap xs dd r, affords cap xs all8 dd ->
    forallb (fun f => (0 <=? get8 (on_file r) f) && (get8 (on_file r) f <=? capture r)) all8 = true ->
    sumz (get8 (on_file r)) (dead_of all8 dd) + sumz (fun x => Z.of_nat (caps x) * (capture r - top (get8 (on_file r)) (meets x) all8)) xs <= capture r * Z.of_nat cap).
  { clear; intros cap xs dd r A R; rewrite forallb_forall in R.
    assert (Y : forall f, 0 <= get8 (on_file r) f <= capture r) by (intros f; specialize (R f (in_all8 f)); apply andb_true_iff in R as [R1 R2]; apply Z.leb_le in R1, R2; lia).
    apply layers; [exact A|specialize (Y I1); lia|exact Y]. }
  pose proof (X cw (map F all8) (map G all8) p Aw P2) as Xw; pose proof (X cb (map G all8) (map F all8) q Ab Q2) as Xb; clear X.
  unfold allowed; rewrite (sorts_ext (on_sort p) (fun i => nth i (wanted w) 0%nat) _ 0 (fun i Hi => Sw i ltac:(lia))), (sorts_ext (on_sort q) (fun i => nth i (wanted b) 0%nat) _ 0 (fun i Hi => Sb i ltac:(lia))).
  assert (death p * Z.of_nat (times dies (map F all8)) <= death p * Z.of_nat (dying w)) by (apply Z.mul_le_mono_nonneg_l; lia).
  assert (death q * Z.of_nat (times dies (map G all8)) <= death q * Z.of_nat (dying b)) by (apply Z.mul_le_mono_nonneg_l; lia).
  lia.
Qed.

(* --- the least that the pawns of a file cost, of fates that may go together; None: no two may --- *)
Definition lesser (z : Z) (o : option Z) : option Z := match o with Some k => Some (Z.min z k) | None => Some z end.
Fixpoint least_with (x : fate) (z : Z) (bs : list (fate * Z)) (o : option Z) : option Z :=
  match bs with [] => o | (y, k) :: bs => least_with x z bs (if pass x y then lesser (z + k) o else o) end.
Fixpoint least_of (ws bs : list (fate * Z)) (o : option Z) : option Z :=
  match ws with [] => o | (x, z) :: ws => least_of ws bs (least_with x z bs o) end.
Definition at_most (o : option Z) (z : Z) : Prop := match o with Some k => k <= z | None => False end.
Lemma lesser_ok z o : at_most (lesser z o) z. Proof. destruct o; simpl; lia. Qed.
Lemma lesser_keeps z o v : at_most o v -> at_most (lesser z o) v. Proof. destruct o; simpl; [lia|tauto]. Qed.
Lemma with_keeps x z bs : forall o v, at_most o v -> at_most (least_with x z bs o) v.
Proof. induction bs as [|[y k] bs IH]; intros o v H; simpl; [exact H|]; apply IH; destruct (pass x y); [now apply lesser_keeps|exact H]. Qed.
Lemma of_keeps ws bs : forall o v, at_most o v -> at_most (least_of ws bs o) v.
Proof. induction ws as [|[x z] ws IH]; intros o v H; simpl; [exact H|]; apply IH; now apply with_keeps. Qed.
Lemma with_ok x z y k bs : In (y, k) bs -> pass x y = true -> forall o, at_most (least_with x z bs o) (z + k).
Proof.
  intros H P; induction bs as [|[y' k'] bs IH]; [destruct H|]; intros o; destruct H as [E|H]; [|simpl; now apply IH].
  inversion E; subst; simpl; rewrite P; apply with_keeps, lesser_ok.
Qed.
Lemma least_ok x z y k ws bs : In (x, z) ws -> In (y, k) bs -> pass x y = true -> forall o, at_most (least_of ws bs o) (z + k).
Proof.
  intros H I P; induction ws as [|[x' z'] ws IH]; [destruct H|]; intros o; destruct H as [E|H]; [|simpl; now apply IH].
  inversion E; subst; simpl; apply of_keeps; now apply (with_ok x z y k bs I P).
Qed.

(* What is left to a pawn: ways, places of the squares where it can stand, and whether it stands on one; of files, whether
   it meets them, where that is known. *)
Record left_over := mkleft { ways : way -> bool; stands_at : nat -> bool; must_stand : bool; met : ix -> option bool }.
Definition meets_as (known : ix -> option bool) (x : fate) : bool :=
  forallb (fun g => match known g with Some v => Bool.eqb v (get8 (meets x) g) | None => true end) all8.
Definition has_fate (l : left_over) (x : fate) : bool :=
  ways l (way_of x) && match fortune_of x with Stays i _ => stands_at l i | _ => negb (must_stand l) end && meets_as (met l) x.
Definition knowing (known : ix -> option bool) (g : ix) (v : bool) : ix -> option bool := fun h => if ix_beq g h then Some v else known h.
Lemma knowing_ok known g x : meets_as known x = true -> meets_as (knowing known g (get8 (meets x) g)) x = true.
Proof.
  unfold meets_as, knowing; rewrite !forallb_forall; intros H h I; destruct (ix_beq g h) eqn:X; [|now apply H].
  apply internal_ix_dec_bl in X; subst h; apply eqb_reflx.
Qed.

Section Shown.
  Variables (cw cb : nat) (w b : demand) (fw fb : ix -> list fate).
  Variable place : colour -> sq -> option nat. (* of a pawn on the board, in the list *)
  Definition priced (left : ix -> left_over) p q f (l : list fate) : list (fate * Z) :=
    map (fun x => (x, price p q f x)) (filter (has_fate (left f)) l).
  Definition file_least (left : colour -> ix -> left_over) p q f : option Z :=
    least_of (priced (left White) p q f (fw f)) (priced (left Black) q p f (fb f)) None.
  Fixpoint all_files (l : list (option Z)) : option Z :=
    match l with [] => Some 0 | Some z :: l => match all_files l with Some k => Some (z + k) | None => None end | None :: _ => None end.
  Definition left_but (left : colour -> ix -> left_over) c f (l : left_over) : colour -> ix -> left_over :=
    fun d g => if colour_beq c d && ix_beq f g then l else left d g.
  (* what is left where the answer is yes, and where it is no; None if one of these is all there was *)
  Definition split (l : left_over) c (q : question) : option (left_over * left_over) :=
    match q with
    | Did y => if ways l y && existsb (fun z => ways l z && negb (way_beq y z)) [Dies; Leaves; Holds]
        then Some (mkleft (fun z => ways l z && way_beq y z) (stands_at l) (must_stand l) (met l),
          mkleft (fun z => ways l z && negb (way_beq y z)) (stands_at l) (must_stand l) (met l))
        else None
    | Stands s => match place c s with None => None | Some i => if stands_at l i && negb (must_stand l)
        then Some (mkleft (ways l) (fun j => stands_at l j && Nat.eqb i j) true (met l),
          mkleft (ways l) (fun j => stands_at l j && negb (Nat.eqb i j)) false (met l))
        else None end
    | Meets g => match met l g with Some _ => None | None =>
        let with_answer v := mkleft (ways l) (stands_at l) (must_stand l) (knowing (met l) g v) in Some (with_answer true, with_answer false) end end.
  Lemma split_ok l c q x yes no : split l c q = Some (yes, no) -> has_fate l x = true -> has_fate yes x = true \/ has_fate no x = true.
  Proof.
    unfold split, has_fate; intros H1 H2; rewrite !andb_true_iff in H2; destruct H2 as [[H2 H3] H4]; revert H1; destruct q as [y|s|g].
    - destruct (ways l y && _); [|discriminate]; intros H; inversion H; subst; clear H; simpl; rewrite H2, H3, H4; destruct (way_beq y (way_of x)); auto.
    - destruct (place c s) as [i|]; [|discriminate]; destruct (stands_at l i && negb (must_stand l)) eqn:C; [|discriminate].
      intros H; inversion H; subst; clear H; simpl; rewrite H2, H4; simpl.
      destruct (fortune_of x) as [| | |j r]; auto; rewrite H3; destruct (Nat.eqb i j); auto.
    - destruct (met l g); [discriminate|]; intros H; inversion H; subst; clear H; simpl; rewrite H2, H3; simpl.
      pose proof (knowing_ok (met l) g x H4) as K; destruct (get8 (meets x) g); auto.
  Qed.
  Fixpoint shown (left : colour -> ix -> left_over) (t : cases) : bool :=
    match t with
    | Sum p q => fair w p && fair b q &&
        match all_files (map (file_least left p q) all8) with None => true | Some z => allowed cw w p + allowed cb b q <? z end
    | Ask c f q t u => match split (left c f) c q with None => false
        | Some (yes, no) => shown (left_but left c f yes) t && shown (left_but left c f no) u end end.

  (* an account *)
  Variables F G : ix -> fate.
  Hypotheses (Fw : fine w (map F all8)) (Fb : fine b (map G all8))
    (Aw : affords cw (map F all8) all8 (map G all8)) (Ab : affords cb (map G all8) all8 (map F all8))
    (On : forall f, In (F f) (fw f) /\ In (G f) (fb f) /\ pass (F f) (G f) = true).
  Definition remains (left : colour -> ix -> left_over) : Prop := forall f, has_fate (left White f) (F f) = true /\ has_fate (left Black f) (G f) = true.
  Lemma priced_in left p q f x l : In x l -> has_fate (left f) x = true -> In (x, price p q f x) (priced left p q f l).
  Proof. intros I L; apply (in_map (fun x => (x, price p q f x))), filter_In; now split. Qed.
  Lemma files_least left p q l : remains left -> at_most (all_files (map (file_least left p q) l)) (sumz (fun f => price p q f (F f) + price q p f (G f)) l).
  Proof.
    intros R; induction l as [|f l IH]; cbn [map all_files sumz]; [simpl; lia|]; destruct (On f) as (I1 & I2 & P), (R f) as [R1 R2].
    pose proof (least_ok (F f) (price p q f (F f)) (G f) (price q p f (G f)) _ _ (priced_in (left White) p q f _ _ I1 R1)
      (priced_in (left Black) q p f _ _ I2 R2) P None) as H; fold (file_least left p q f) in H.
    destruct (file_least left p q f) as [z|]; [|destruct H]; destruct (all_files (map (file_least left p q) l)) as [k|]; simpl in *; [lia|tauto].
  Qed.
  Lemma remains_but left c f l : remains left -> has_fate l (match c with White => F f | Black => G f end) = true -> remains (left_but left c f l).
  Proof.
    intros R H g; destruct (R g) as [R1 R2]; unfold left_but; destruct (ix_beq f g) eqn:X; [apply internal_ix_dec_bl in X; subst g|]; destruct c; simpl; auto.
  Qed.
  Theorem shown_none t : forall left, remains left -> shown left t = true -> False.
  Proof.
    induction t as [p q|c f q t IHt u IHu]; intros left R H; cbn [shown] in H.
    - apply andb_true_iff in H as [H H3]; apply andb_true_iff in H as [H1 H2].
      pose proof (costs_allowed cw cb w b p q F G H1 H2 Fw Fb Aw Ab) as X; pose proof (files_least left p q all8 R) as Y.
      destruct (all_files (map (file_least left p q) all8)) as [z|]; [|destruct Y]; apply Z.ltb_lt in H3; unfold at_most in Y; lia.
    - destruct (split (left c f) c q) as [[yes no]|] eqn:S; [|discriminate]; apply andb_true_iff in H as [H1 H2].
      assert (L : has_fate (left c f) (match c with White => F f | Black => G f end) = true) by (destruct c; apply R).
      destruct (split_ok _ _ _ _ _ _ S L) as [X|X]; [exact (IHt _ (remains_but _ _ _ _ R X) H1)|exact (IHu _ (remains_but _ _ _ _ R X) H2)].
  Qed.
End Shown.

(* Prices of squares are given from a1, b1, … on; here the squares come file by file. *)
Definition by_rank (b : board) c : list sq := filter (fun s => is_man c Pawn (get b s)) (flat_map (fun r => map (fun f => (f, r)) all8) all8).
Definition arrange (b : board) c (p : prices) : prices :=
  let given := by_rank b c in
  if Nat.eqb (length (on_square p)) (length given)
  then mkprices (capture p) (death p) (on_file p) (map (fun s => nth (index_of s given) (on_square p) 0) (pawns_of b c)) (on_sort p) else p.
Fixpoint arranged (b : board) (t : cases) : cases :=
  match t with Sum p q => Sum (arrange b White p) (arrange b Black q) | Ask c f q t u => Ask c f q (arranged b t) (arranged b u) end.
(* the captures, and the needs, of each side; what the pawns of each file can do *)
Section Account.
  Variables (b : board) (cap : colour -> nat) (sorts needs : colour -> list (v8 bool)).
  Definition fates_by_file c : v8 (list fate) := tab8 (fates_with (cap c) (sorts c) (needs c) c (numbered (pawns_of b c))).
  Definition no_account_shown (t : cases) : bool :=
    let fw := fates_by_file White in let fb := fates_by_file Black in
    shown (cap White) (cap Black) (demanded b White (sorts White) (needs White)) (demanded b Black (sorts Black) (needs Black)) (get8 fw) (get8 fb)
      (fun c s => if is_man c Pawn (get b s) then Some (index_of s (pawns_of b c)) else None) (fun _ _ => mkleft (fun _ => true) (fun _ => true) false (fun _ => None)) (arranged b t).
  Theorem no_account_ok g t : kept_book b g -> (forall c t, (lost_in t g (opp c) + captures_off t g c <= cap c)%nat) ->
    (forall c, exists among, serviced g c among (needs c)) -> no_account_shown t = true -> False.
  Proof.
    intros K C Sv H; destruct (Sv White) as (aw & Sw), (Sv Black) as (ab & Sb).
    destruct (fates_fine b g K White aw (sorts White) (needs White) Sw) as (sw & BW & FW & ZW), (fates_fine b g K Black ab (sorts Black) (needs Black) Sb) as (sb & BB & FB & ZB).
    revert H; apply shown_none with (F := fun f => fate_of (pawns_of b White) (sorts White) sw f (g White f)) (G := fun f => fate_of (pawns_of b Black) (sorts Black) sb f (g Black f)); auto.
    - exact (fates_afford b g cap K C White (sorts White) sw (sorts Black) sb BW).
    - exact (fates_afford b g cap K C Black (sorts Black) sb (sorts White) sw BB).
    - intros f; unfold fates_by_file; rewrite !tab8_get; split; [|split; [|now apply (fates_pass b g K)]]; apply (fate_in b g cap K C); auto; intros i; [apply ZW|apply ZB].
    - intros f; unfold has_fate; simpl; split; destruct (fortune_of _); reflexivity.
  Qed.
End Account.
Definition columns_shown (b : board) : cases -> bool := no_account_shown b (fewest b) bishop_sorts (promoted_needs b).
Theorem cases_ok a p t : columns_shown (brd a) t = true -> covers a p -> R p -> False.
Proof.
  intros H V Hr; apply covers_inv in V as (V & _); rewrite V in H; destruct (book_reach p Hr) as (g & K & N).
  apply (no_account_ok _ _ _ _ g t K (few_enough _ _ N) (fun c => promoted_serviced _ _ c K) H).
Qed.
