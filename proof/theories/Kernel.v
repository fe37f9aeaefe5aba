(* Cases that show that there is no kernel: states that are no end, from which all captures lead to what is dear by a tariff
   or to other states. *)
From Coq Require Import List Bool Arith ZArith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Instant Lists Tariffs States.

(* What is written of a state, and what shows that no kernel goes on from it: tariffs and states by their places. *)
Record state := State { files : v8 (list pawn); white_lost : losses; black_lost : losses; by_tariffs : list nat; by_states : list nat }.
Definition lost (s : state) c : losses := match c with White => white_lost s | Black => black_lost s end.

(* --- whether it is an end --- *)
Definition blacks (l : list pawn) : nat := length (filter is_black l).
Definition ends_on (cl : colour -> bool) (g l : list pawn) : option (nat * nat) :=
  let low := blacks l - blacks g in
  let mid := firstn (length g) (skipn low l) in
  let high := skipn (low + length g) l in
  if (blacks g <=? blacks l) && (low + length g <=? length l) && forallb (promotes cl) (firstn low l) &&
     forallb (fun x => stands_as (fst x) (snd x)) (combine mid g) && forallb (fun x => negb (is_black x) && promotes cl x) high
  then Some (low, length high) else None.
Definition is_end (d : demands) (s : state) : bool :=
  let e := tab8 (fun f => ends_on (fun c => closed (barred d) c f) (get8 (goal d) f) (get8 (files s) f)) in
  let low f := match get8 e f with Some (n, _) => n | None => 0 end in
  let high f := match get8 e f with Some (_, n) => n | None => 0 end in
  forallb (fun f => match get8 e f with Some _ => true | None => false end) all8 &&
  forallb (fun b => (bishops d White b <=? totaln (fun f => on_colour White b f (high f))) && (bishops d Black b <=? totaln (fun f => on_colour Black b f (low f)))) [false; true].
Lemma wide_ends cl c n l : wide cl l (ends c n) -> length l = n /\ forallb (promotes cl) l = true /\ forall x, In x l -> fst x = c.
Proof.
  intros W; remember (ends c n) as m eqn:E; revert n E; induction W as [|x y l m [[H1 H2] H3] W IH]; intros n E.
  - destruct n; [|discriminate]; simpl; repeat split; auto; intros x [].
  - destruct n as [|n]; [discriminate|]; simpl in E; injection E as -> E; destruct (IH n E) as (L & P & C); simpl in *; split; [now rewrite L|split].
    + rewrite P, andb_true_r; unfold promotes; destruct (cl (fst x)); [|apply orb_true_r]; rewrite orb_false_r; apply Nat.leb_le, H3; auto.
    + intros z [<-|I]; auto.
Qed.
Lemma blacks_app l m : blacks (l ++ m) = blacks l + blacks m.
Proof. unfold blacks; now rewrite filter_app, app_length. Qed.
Lemma blacks_all l : (forall x, In x l -> fst x = Black) -> blacks l = length l.
Proof. unfold blacks; induction l as [|[c k] l IH]; intros H; simpl; [reflexivity|]; pose proof (H (c, k) (or_introl eq_refl)) as E; simpl in E; subst c; simpl; rewrite IH; auto; intros x I; apply H; now right. Qed.
Lemma blacks_none l : (forall x, In x l -> fst x = White) -> blacks l = 0.
Proof. unfold blacks; induction l as [|[c k] l IH]; intros H; simpl; [reflexivity|]; pose proof (H (c, k) (or_introl eq_refl)) as E; simpl in E; subst c; simpl; apply IH; intros x I; apply H; now right. Qed.
Lemma blacks_le l m : le l m -> blacks l = blacks m.
Proof. unfold blacks; induction 1 as [|[c k] [c' k'] l m [E _] _ IH]; simpl in *; [reflexivity|]; subst c'; destruct c; simpl; [exact IH|now rewrite IH]. Qed.
Lemma ends_ok cl g l b w : wide cl l (framed b g w) -> ends_on cl g l = Some (b, w).
Proof.
  unfold framed; intros W; apply Forall2_app_inv_r in W as (l1 & l' & W1 & W' & ->); apply Forall2_app_inv_r in W' as (l2 & l3 & W2 & W3 & ->).
  destruct (wide_ends _ _ _ _ W1) as (L1 & P1 & C1), (wide_ends _ _ _ _ W3) as (L3 & P3 & C3); pose proof (le_len _ _ (wide_le _ _ _ W2)) as L2.
  assert (Low : blacks (l1 ++ l2 ++ l3) = b + blacks g) by (rewrite !blacks_app, (blacks_all l1 C1), (blacks_none l3 C3), (blacks_le _ _ (wide_le _ _ _ W2)), L1; lia).
  unfold ends_on; cbv zeta; rewrite Low; replace (b + blacks g - blacks g) with b by lia.
  assert (F1 : firstn b (l1 ++ l2 ++ l3) = l1) by (rewrite <- L1, firstn_app, Nat.sub_diag, firstn_all; simpl; apply app_nil_r).
  assert (S1 : skipn b (l1 ++ l2 ++ l3) = l2 ++ l3) by (rewrite <- L1, skipn_app, Nat.sub_diag, skipn_all; reflexivity).
  assert (F2 : firstn (length g) (l2 ++ l3) = l2) by (rewrite <- L2, firstn_app, Nat.sub_diag, firstn_all; simpl; apply app_nil_r).
  assert (S2 : skipn (b + length g) (l1 ++ l2 ++ l3) = l3).
  { rewrite app_assoc, <- L1, <- L2, <- app_length, skipn_app, Nat.sub_diag, skipn_all; reflexivity. }
  rewrite F1, S1, F2, S2, P1, L3, !app_length, L1, L2, L3.
  assert (St : forallb (fun x => stands_as (fst x) (snd x)) (combine l2 g) = true).
  { clear - W2; induction W2 as [|x y l2 g [[H1 H2] _] _ IH]; simpl; [reflexivity|]; rewrite IH, andb_true_r; unfold stands_as; rewrite H1, (proj2 (Nat.leb_le _ _) H2), andb_true_r; now apply colour_beq_eq. }
  assert (Hi : forallb (fun x => negb (is_black x) && promotes cl x) l3 = true).
  { clear - P3 C3; induction l3 as [|[c k] l IH]; [reflexivity|]; simpl in *; pose proof (C3 (c, k) (or_introl eq_refl)) as E; simpl in E; subst c; apply andb_true_iff in P3 as [P P']; rewrite P; simpl; apply IH; auto. }
  rewrite St, Hi, (proj2 (Nat.leb_le (blacks g) (b + blacks g))), (proj2 (Nat.leb_le (b + length g) (b + (length g + w)))) by lia; reflexivity.
Qed.
Definition covers (d : demands) (s : state) (ls : ix -> list pawn) : Prop := forall f, wide (fun c => closed (barred d) c f) (get8 (files s) f) (ls f).
Lemma end_ok d s ls : covers d s ls -> at_end d ls -> is_end d s = true.
Proof.
  intros C (low & high & E & B); assert (X : forall f, ends_on (fun c => closed (barred d) c f) (get8 (goal d) f) (get8 (files s) f) = Some (low f, high f)) by (intros f; apply ends_ok; rewrite <- E; apply C).
  unfold is_end; cbv zeta; apply andb_true_iff; split.
  - apply forallb_forall; intros f _; now rewrite tab8_get, X.
  - apply forallb_forall; intros b _; destruct (B b) as [B1 B2]; apply andb_true_iff; split; apply Nat.leb_le; [eapply Nat.le_trans; [exact B1|]|eapply Nat.le_trans; [exact B2|]];
    unfold totaln; rewrite !tab8_get, !X; reflexivity.
Qed.

(* --- all captures from a state --- *)
Fixpoint splits {A} (pre l : list A) : list (list A * A * list A) := match l with [] => [] | x :: l => (pre, x, l) :: splits (pre ++ [x]) l end.
Fixpoint gaps {A} (pre l : list A) : list (list A * list A) := (pre, l) :: match l with [] => [] | x :: l => gaps (pre ++ [x]) l end.
Lemma splits_in A (a : list A) x b : forall pre, In (pre ++ a, x, b) (splits pre (a ++ x :: b)).
Proof. induction a as [|y a IH]; intros pre; simpl; [left; now rewrite app_nil_r|right]; specialize (IH (pre ++ [y])); now rewrite <- app_assoc in IH. Qed.
Lemma gaps_in A (a b : list A) : forall pre, In (pre ++ a, b) (gaps pre (a ++ b)).
Proof. induction a as [|y a IH]; intros pre; simpl; [rewrite app_nil_r; destruct b; now left|right]; specialize (IH (pre ++ [y])); now rewrite <- app_assoc in IH. Qed.
Definition ranks : list nat := [3; 4; 5; 6; 7; 8].
(* what can become of a file to which a pawn captures *)
Definition coming cl c (l : losses) (g : ix) (m : list pawn) : list (nat * sort * list pawn) :=
  flat_map (fun r =>
    let v := best l (light (g, rank_ix c r)) in
    let put v a b := match pin cl a 1 b r with Some m => [(r, v, m)] | None => [] end in
    (if 1 <=? left l v then flat_map (fun e => put v (fst e) (snd e)) (gaps [] m) else []) ++
    (if 1 <=? spares l then flat_map (fun e => match e with (a, x, b) => if is_black x && (snd x <=? 9 - r) then put Spare a b else [] end) (splits [] m) else [])) ranks.

Local Open Scope Z_scope.
(* a tariff with what each file of a state costs by it *)
Record priced := Priced { priced_by : tariff; of_file : v8 Z; of_all : Z }.
Definition price d (s : state) (t : tariff) : priced :=
  let e := tab8 (fun f => cost_on d t f (get8 (files s) f)) in Priced t e (total (get8 e)).
Definition more d f (l : list pawn) (p : priced) : Z := cost_on d (priced_by p) f l - get8 (of_file p) f.
Fixpoint dear (may : tariff -> Z) (ps : list priced) (zs ys : list Z) : bool :=
  match ps, zs, ys with p :: ps, z :: zs, y :: ys => (may (priced_by p) <? of_all p + z + y) || dear may ps zs ys | _, _, _ => false end.
Definition change d (ps : list priced) c f (l : list pawn) : list pawn * list Z := let l := seen c l in (l, map (more d f l) ps).
Fixpoint wideb (cl : colour -> bool) (l m : list pawn) : bool :=
  match l, m with [], [] => true
  | x :: l, y :: m => colour_beq (fst x) (fst y) && (snd x <=? snd y)%nat && (negb (cl (fst x)) || negb (8 <=? snd y)%nat || (8 <=? snd x)%nat) && wideb cl l m
  | _, _ => false end.
Definition same_losses (l m : losses) : bool :=
  ((pieces l =? pieces m) && (darks l =? darks m) && (lights l =? lights m) && (spares l =? spares m))%nat.
Definition covers_b d (s : state) (lo : colour -> losses) (ls : v8 (list pawn)) : bool :=
  same_losses (lost s White) (lo White) && same_losses (lost s Black) (lo Black) && forallb (fun f => wideb (fun c => closed (barred d) c f) (get8 (files s) f) (get8 ls f)) all8.
Definition after (s : state) c v : colour -> losses := fun e => if colour_beq e (opp c) then spend v (lost s e) else lost s e.
Definition refuted d ps (ss : list state) (s : state) c v f (x : list pawn * list Z) g (y : list pawn * list Z) : bool :=
  dear (fun t => allowed d t (after s c v)) ps (snd x) (snd y) || existsb (fun s' => covers_b d s' (after s c v) (set8 (set8 (files s) f (fst x)) g (fst y))) ss.
Local Close Scope Z_scope.
Definition side_ok d (ps : list priced) (ss : list state) (s : state) c : bool :=
  let l := lost s (opp c) in
  let cl := seen_closed (barred d) c in
  let seen_files := tab8 (fun f => seen c (get8 (files s) f)) in
  let come := tab8 (fun g => map (fun e => match e with (r, v, m) => (r, v, change d ps c g m) end) (coming (cl g) c l g (get8 seen_files g))) in
  let none := same_losses l (Losses 0 0 0 0) in
  (none || forallb (fun f => length (get8 seen_files f) <? 8) all8) &&
  forallb (fun f => forallb (fun e => match e with (a, x, b) =>
    if is_black x then (spares l =? 0) || (8 <=? snd x) && cl f Black || (let z := change d ps c f (a ++ b) in refuted d ps ss s c Spare f z f (fst z, map (fun _ => 0%Z) ps))
    else forallb (fun r => match pin (cl f) a (snd x) b (r - 1) with
      | None => true
      | Some m =>
        let z := change d ps c f (drop (length a) m) in
        forallb (fun g => negb (opens (barred d) c f g r) ||
          forallb (fun e => match e with (r', v, y) => negb (r' =? r) || refuted d ps ss s c v f z g y end) (get8 come g)) (neighbours f) end) ranks end)
    (splits [] (get8 seen_files f))) all8.
(* as it has to be written: bounds are raised, there is room, and no more than eight pawns on a file and 16 in all *)
Definition settled (l : list pawn) : bool := room l && forallb (fun x => snd (fst x) =? snd (snd x)) (combine l (settle [] l)).
Definition well_written (s : state) : bool :=
  forallb (fun f => settled (get8 (files s) f) && (length (get8 (files s) f) <=? 8)) all8 && (totaln (fun f => length (get8 (files s) f)) <=? 16) && (length (by_tariffs s) <=? 16).
Definition named {A} (l : list A) (is : list nat) : option (list A) :=
  fold_right (fun i o => match nth_error l i, o with Some x, Some r => Some (x :: r) | _, _ => None end) (Some []) is.
Definition state_ok d (ts : list tariff) (all : list state) (s : state) : bool :=
  match named ts (by_tariffs s), named all (by_states s) with
  | Some ts, Some ss => let ps := map (price d s) ts in negb (is_end d s) && side_ok d ps ss s White && side_ok d ps ss s Black
  | _, _ => false end.
Lemma named_in {A} (l : list A) is m x : named l is = Some m -> In x m -> In x l.
Proof.
  unfold named; revert m; induction is as [|i is IH]; simpl; intros m H I; [injection H as <-; destruct I|].
  destruct (nth_error l i) as [y|] eqn:N; [|discriminate]; destruct (fold_right _ (Some []) is) as [r|]; [|discriminate]; injection H as <-; destruct I as [<-|I]; [now apply nth_error_In in N|eauto].
Qed.

(* --- no course leads on from them --- *)
Lemma dear_in may ps h k : dear may ps (map h ps) (map k ps) = true -> exists p, In p ps /\ (may (priced_by p) < of_all p + h p + k p)%Z.
Proof.
  induction ps as [|p ps IH]; simpl; [discriminate|]; intros H; apply orb_true_iff in H as [H|H]; [apply Z.ltb_lt in H; exists p; auto|destruct (IH H) as (q & I & L); eauto].
Qed.
Lemma wideb_ok cl l : forall m, wideb cl l m = true -> wide cl l m.
Proof.
  induction l as [|x l IH]; intros [|y m]; cbn [wideb]; try discriminate; [constructor|]; rewrite !andb_true_iff, !orb_true_iff, !negb_true_iff; intros (((A & B) & C) & D).
  constructor; [|now apply IH]; split; [split; [now apply colour_beq_eq|now apply Nat.leb_le]|]; intros X Y; apply Nat.leb_le in Y; destruct C as [[C|C]|C]; [congruence|congruence|now apply Nat.leb_le].
Qed.
Lemma same_losses_eq l m : same_losses l m = true -> l = m.
Proof. destruct l, m; unfold same_losses; simpl; rewrite !andb_true_iff, !Nat.eqb_eq; intros (((-> & ->) & ->) & ->); reflexivity. Qed.
Lemma wide_cost d t f l m g z : is_fair t -> way_on d t f m g z -> g = get8 (goal d) f -> wide (fun c => closed (barred d) c f) l m -> (cost_on d t f l <= z)%Z.
Proof. intros F W -> V; exact (cost_least _ _ _ _ (f_idle t F f) First _ _ _ (way_wide _ _ _ _ _ _ _ _ W _ V)). Qed.
Section States.
  Variables (d : demands) (ts : list tariff) (states : list state).
  Hypotheses (Fair : forall t, In t ts -> fair t = true) (Ok : forall s, In s states -> state_ok d ts states s = true).
  Definition hopeless (ls : ix -> list pawn) (n : colour -> sort -> nat) : Prop := forall s, In s states -> covers d s ls -> (forall c, serves (lost s c) (n c)) -> False.
  Lemma refuted_ok ts' ss s c v f l1 g l2 k2 ls n : (forall t, In t ts' -> In t ts) -> (forall s', In s' ss -> In s' states) -> In s states ->
    refuted d (map (price d s) ts') ss s c v f (l1, map (more d f l1) (map (price d s) ts')) g (l2, map k2 (map (price d s) ts')) = true ->
    (f <> g /\ k2 = more d g l2 \/ f = g /\ l1 = l2 /\ k2 = fun _ => 0%Z) ->
    course d ls n -> (forall h, wide (fun c => closed (barred d) c h) (get8 (set8 (set8 (files s) f l1) g l2) h) (ls h)) -> (forall e, serves (after s c v e) (n e)) -> hopeless ls n -> False.
  Proof.
    intros Ts Ss Is H K C W S Hl; unfold refuted in H; cbn [fst snd] in H; apply orb_true_iff in H as [H|H].
    - apply dear_in in H as (p & I & L); apply in_map_iff in I as (t & <- & I); change (priced_by (price d s t)) with t in L; pose proof (fair_ok t (Fair t (Ts t I))) as F.
      destruct (course_pays d t F ls n C (after s c v) S) as (z & Z & T); set (new := set8 (set8 (files s) f l1) g l2) in *.
      assert (A : (total (fun h => cost_on d t h (get8 new h)) <= total z)%Z) by (apply total_le; intros h; exact (wide_cost d t h _ _ _ _ F (Z h) eq_refl (W h))).
      set (old := fun h => cost_on d t h (get8 (files s) h)); assert (Ec : forall h, get8 (of_file (price d s t)) h = old h) by (intros h; unfold price; cbn [of_file]; now rewrite tab8_get).
      assert (B : total (fun h => cost_on d t h (get8 new h)) = (total old + more d f l1 (price d s t) + k2 (price d s t))%Z).
      { rewrite <- (total_more old f (more d f l1 (price d s t)) g (k2 (price d s t))); apply total_ext; intros h; unfold new; rewrite !get8_set8.
        destruct (ix_beq g h) eqn:Qg; [apply internal_ix_dec_bl in Qg; subst h|]; [|destruct (ix_beq f h) eqn:Qf; [apply internal_ix_dec_bl in Qf; subst h|]].
        - destruct K as [[Nf ->]|(<- & -> & ->)]; rewrite at_here; [rewrite (at_other f g) by auto|rewrite at_here]; unfold more; rewrite Ec; cbn [priced_by price]; cbv beta; unfold old; lia.
        - rewrite at_here; rewrite (at_other g f) by (intros ->; rewrite (internal_ix_dec_lb g g eq_refl) in Qg; discriminate); unfold more; rewrite Ec; cbn [priced_by price]; cbv beta; unfold old; lia.
        - rewrite !at_other; [unfold old; lia|intros ->; rewrite (internal_ix_dec_lb g g eq_refl) in Qg; discriminate|intros ->; rewrite (internal_ix_dec_lb f f eq_refl) in Qf; discriminate]. }
      assert (D : of_all (price d s t) = total old) by (unfold price; cbn [of_all]; apply total_ext; intros h; now rewrite tab8_get).
      rewrite D in L; lia.
    - apply existsb_exists in H as (s' & I & H); unfold covers_b in H; rewrite !andb_true_iff, forallb_forall in H; destruct H as ((A & B) & H); apply same_losses_eq in A, B.
      apply (Hl s' (Ss s' I)); [|intros [|]; [rewrite A|rewrite B]; apply S].
      intros h; apply wide_trans with (get8 (set8 (set8 (files s) f l1) g l2) h); [apply wideb_ok, H, in_all8|apply W].
  Qed.
  Theorem states_hopeless ls n : course d ls n -> hopeless ls n.
  Proof.
    induction 1 as [ls n E|ls ls' n n' W N _ IH|c f a k b ls ls' n n' E K E' O L Lc Co IH|c f g r a b a' b' x ls ls' n n' Ng R Op E Fa E' G Fg X O L Lc Co IH]; intros s Is C S;
    pose proof (Ok s Is) as H; unfold state_ok in H; destruct (named ts (by_tariffs s)) as [ts'|] eqn:Nt; try discriminate; destruct (named states (by_states s)) as [ss|] eqn:Ns; try discriminate;
    cbv zeta in H; rewrite !andb_true_iff, negb_true_iff in H; destruct H as ((H0 & Hw) & Hb).
    - rewrite (end_ok d s ls C E) in H0; discriminate.
    - apply (IH s Is); [intros f; apply wide_trans with (ls f); [apply C|apply W]|]; intros c; apply serves_less with (n c); auto.
    - assert (H : side_ok d (map (price d s) ts') ss s c = true) by (destruct c; assumption); clear Hw Hb H0.
      destruct (serves_spare _ _ _ (S (opp c)) L) as [L1 S1]; unfold side_ok in H; cbv zeta in H; apply andb_true_iff in H as [_ H]; rewrite forallb_forall in H; specialize (H f (in_all8 f)); rewrite !tab8_get, forallb_forall in H.
      pose proof (seen_wide (barred d) c f _ _ (C f)) as Cf; rewrite E in Cf; apply Forall2_app_inv_r in Cf as (a0 & m & Wa & Wm & Em); inversion Wm as [|y ? b0 ? Wy Wb]; subst m.
      specialize (H (a0, y, b0)); rewrite Em in H; specialize (H (splits_in _ a0 y b0 [])); destruct y as [cy ky]; destruct Wy as [[Y1 Y2] Y3]; simpl in Y1, Y2; subst cy; cbn [is_black fst snd] in H.
      rewrite (proj2 (Nat.eqb_neq _ _)), (proj2 (Nat.leb_gt 8 ky)) in H by lia; cbn [orb andb] in H; unfold change in H; cbn [fst snd] in H.
      apply (refuted_ok ts' ss s c Spare f (seen c (a0 ++ b0)) f (seen c (a0 ++ b0)) (fun _ => 0%Z) ls' n'); auto; try (intros; eapply named_in; eassumption).
      + intros h; rewrite !get8_set8; destruct (ix_beq f h) eqn:Q; [apply internal_ix_dec_bl in Q; subst h|].
        * rewrite (seen_is c _ _ E'); apply wide_seen, Forall2_app; assumption.
        * rewrite O; [apply C|intros ->; rewrite (internal_ix_dec_lb f f eq_refl) in Q; discriminate].
      + intros e; unfold after; destruct (colour_beq e (opp c)) eqn:Q; [apply colour_beq_eq in Q; subst e; exact S1|].
        assert (e = c) as -> by (destruct e, c; try discriminate; reflexivity); rewrite Lc; apply S.
    - assert (H : side_ok d (map (price d s) ts') ss s c = true) by (destruct c; assumption); clear Hw Hb H0.
      assert (Nf : f <> g) by (intros ->; clear - Ng; destruct g; simpl in Ng; intuition discriminate).
      unfold side_ok in H; cbv zeta in H; apply andb_true_iff in H as [_ H]; rewrite forallb_forall in H; specialize (H f (in_all8 f)); rewrite !tab8_get, forallb_forall in H.
      pose proof (seen_wide (barred d) c f _ _ (C f)) as Cf; rewrite E in Cf; apply Forall2_app_inv_r in Cf as (a0 & m & Wa & Wm & Em); inversion Wm as [|y ? b0 ? Wy Wb]; subst m.
      specialize (H (a0, y, b0)); rewrite Em in H; specialize (H (splits_in _ a0 y b0 [])); destruct y as [cy ky]; destruct Wy as [[Y1 Y2] Y3]; simpl in Y1, Y2; subst cy; cbn [is_black fst snd] in H.
      rewrite forallb_forall in H; assert (Ir : In r ranks) by (unfold ranks; simpl; lia); specialize (H r Ir); destruct Fa as (Fa1 & Fa2 & Fa3).
      destruct (pin_ok (seen_closed (barred d) c f) a0 ky b0 (r - 1) a b Wa Y2 Wb Fa1 Fa2 Fa3) as (m & Pm & _ & Wd); rewrite Pm, forallb_forall in H; specialize (H g Ng); rewrite Op in H; cbn [negb orb] in H.
      rewrite tab8_get, forallb_forall in H.
      (* what comes to the other file *)
      assert (Y : exists v l, In (r, v, l) (coming (seen_closed (barred d) c g) c (lost s (opp c)) g (seen c (get8 (files s) g))) /\ wide (seen_closed (barred d) c g) l (a' ++ (White, r) :: b') /\ serves (spend v (lost s (opp c))) (n' (opp c))).
      { pose proof (seen_wide (barred d) c g _ _ (C g)) as Cg; destruct Fg as (Fg1 & Fg2 & Fg3).
        destruct X as [[-> (k & Ek & Kr)]|[X Ek]]; rewrite Ek in Cg; apply Forall2_app_inv_r in Cg as (a1 & m1 & Va & Vm & En); rewrite En.
        - inversion Vm as [|z ? b1 ? Vz Vb]; subst m1; destruct z as [cz kz]; destruct Vz as [[Z1 Z2] _]; simpl in Z1, Z2; subst cz; destruct (serves_spare _ _ _ (S (opp c)) L) as [L1 S1].
          destruct (pin_ok (seen_closed (barred d) c g) a1 1 b1 r a' b' Va ltac:(lia) Vb Fg1 Fg2 Fg3) as (l & Pl & Wl & _); exists Spare, l; split; [|auto].
          unfold coming; apply in_flat_map; exists r; split; [exact Ir|]; cbv zeta; apply in_or_app; right; rewrite (proj2 (Nat.leb_le _ _) L1); apply in_flat_map; exists (a1, (Black, kz), b1); split; [exact (splits_in _ a1 _ b1 [])|].
          cbn [is_black fst snd]; rewrite (proj2 (Nat.leb_le kz (9 - r))) by lia; cbn [andb]; rewrite Pl; now left.
        - destruct (serves_best _ _ _ x (light (g, rank_ix c r)) (S (opp c)) L X) as [L1 S1].
          destruct (pin_ok (seen_closed (barred d) c g) a1 1 m1 r a' b' Va ltac:(lia) Vm Fg1 Fg2 Fg3) as (l & Pl & Wl & _); eexists _, l; split; [|split; [exact Wl|exact S1]].
          unfold coming; apply in_flat_map; exists r; split; [exact Ir|]; cbv zeta; apply in_or_app; left; rewrite (proj2 (Nat.leb_le _ _) L1); apply in_flat_map; exists (a1, m1); split; [exact (gaps_in _ a1 m1 [])|].
          cbn [fst snd]; rewrite Pl; now left. }
      destruct Y as (v & l & Il & Wl & Sv); specialize (H (r, v, change d (map (price d s) ts') c g l)).
      match type of H with ?A -> _ => assert (I : A) end; [apply in_map_iff; exists (r, v, l); split; [reflexivity|rewrite tab8_get; exact Il]|]; specialize (H I); clear I; cbv beta iota in H; rewrite Nat.eqb_refl in H; cbn [negb orb] in H; unfold change in H.
      apply (refuted_ok ts' ss s c v f (seen c (drop (length a0) m)) g (seen c l) (more d g (seen c l)) ls' n'); auto; try (intros; eapply named_in; eassumption).
      + intros h; rewrite !get8_set8; destruct (ix_beq g h) eqn:Q; [apply internal_ix_dec_bl in Q; subst h; rewrite (seen_is c _ _ G); now apply wide_seen|].
        destruct (ix_beq f h) eqn:Q'; [apply internal_ix_dec_bl in Q'; subst h; rewrite (seen_is c _ _ E'); now apply wide_seen|].
        rewrite O; [apply C| |]; intros ->; [rewrite (internal_ix_dec_lb f f eq_refl) in Q'|rewrite (internal_ix_dec_lb g g eq_refl) in Q]; discriminate.
      + intros e; unfold after; destruct (colour_beq e (opp c)) eqn:Q; [apply colour_beq_eq in Q; subst e; exact Sv|].
        assert (e = c) as -> by (destruct e, c; try discriminate; reflexivity); rewrite Lc; apply S.
  Qed.
End States.
