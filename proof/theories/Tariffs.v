(* The tariffs of `kernel`: what it costs to make of the pawns of a file those that stand there at the end, and others that
   promote on it. *)
From Coq Require Import List Bool Arith ZArith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Instant Lists.
Local Open Scope Z_scope.

(* The prices of a side: of a man of it that is captured, of a spare pawn, of a pawn of it that leaves a file, of one that
   comes to it, and of one that promotes on a dark square, and on a light one. *)
Record prices := Prices { man : Z; spare : Z; leave : v8 Z; come : v8 Z; on_dark : Z; on_light : Z }.
Definition tariff := colour -> prices.
Definition prize (t : tariff) c f : Z := if light (f, last_rank c) then on_light (t c) else on_dark (t c).
(* No capture makes the files cheaper by more than it pays, nor does a pawn that only passes by. *)
Definition neighbours (f : ix) : list ix := olist (prv f) ++ olist (nxt f).
Definition goes_for (p q : prices) (f g : ix) : bool :=
  let z := get8 (leave p) f + get8 (come p) g in (z <=? man q) && (z + Z.max (get8 (leave q) g) 0 <=? spare q).
Definition fair_side (t : tariff) c : bool :=
  let p := t c in
  (0 <=? man p) && (0 <=? spare p) && (0 <=? on_dark p) && (0 <=? on_light p) &&
  forallb (fun f => (0 <=? get8 (leave p) f + get8 (come p) f) && (prize t c f <=? get8 (come p) f) && (get8 (leave p) f <=? spare p) &&
    forallb (goes_for p (t (opp c)) f) (neighbours f)) all8.
Definition fair (t : tariff) : bool := fair_side t White && fair_side t Black.

(* who can promote on its file, and who can stand as one of the end *)
Definition promotes (closed : colour -> bool) (x : pawn) : bool := (8 <=? snd x)%nat || negb (closed (fst x)).
Definition stands_as (x g : pawn) : bool := colour_beq (fst x) (fst g) && (snd x <=? snd g)%nat.
Definition is_black (x : pawn) : bool := match fst x with Black => true | White => false end.

Section File.
  Variables (lv cm pz : colour -> Z) (closed : colour -> bool).
  (* --- the ways to do it: lowest black ones that promote, then those of the end, then white ones that promote --- *)
  Inductive phase := First | Then | Last.
  Inductive way : phase -> list pawn -> list pawn -> Z -> Prop :=
  | way_end ph : way ph [] [] 0
  | way_leave ph (x : pawn) l g z y : way ph l g z -> y = lv (fst x) + z -> way ph (x :: l) g y
  | way_stand ph (x : pawn) l (e : pawn) g z : ph <> Last -> stands_as x e = true -> way Then l g z -> way ph (x :: l) (e :: g) z
  | way_come ph l (e : pawn) g z y : ph <> Last -> way Then l g z -> y = cm (fst e) + z -> way ph l (e :: g) y
  | way_black k l g z y : promotes closed (Black, k) = true -> way First l g z -> y = z - pz Black -> way First ((Black, k) :: l) g y
  | way_black_comes l g z y : way First l g z -> y = z + cm Black - pz Black -> way First l g y
  | way_white ph k l z y : promotes closed (White, k) = true -> way Last l [] z -> y = z - pz White -> way ph ((White, k) :: l) [] y
  | way_white_comes ph l z y : way Last l [] z -> y = z + cm White - pz White -> way ph l [] y.

  (* one more pawn, that leaves; one less, that comes *)
  Lemma way_more ph l g z : way ph l g z -> forall a x b, l = a ++ b -> way ph (a ++ x :: b) g (lv (fst x) + z).
  Proof.
    induction 1 as [ph|ph x l g z y W IH ->|ph x l e g z N S W IH|ph l e g z y N W IH ->|k l g z y P W IH ->|l g z y W IH ->|ph k l z y P W IH ->|ph l z y W IH ->]; intros a x0 b E;
    try (destruct a as [|x1 a]; simpl in E |- *; [subst b; eapply way_leave; [econstructor; eauto; fail|reflexivity]|injection E as <- E]).
    - destruct a; [|discriminate]; simpl in E; subst b; eapply way_leave; [apply way_end|reflexivity].
    - eapply way_leave; [exact (IH a x0 b E)|lia].
    - apply way_stand; auto.
    - eapply way_come; [exact N|exact (IH a x0 b E)|lia].
    - eapply way_black; [exact P|exact (IH a x0 b E)|lia].
    - eapply way_black_comes; [exact (IH a x0 b E)|lia].
    - eapply way_white; [exact P|exact (IH a x0 b E)|lia].
    - eapply way_white_comes; [exact (IH a x0 b E)|lia].
  Qed.
  Hypothesis Pass : forall c, 0 <= lv c + cm c.
  Lemma way_less ph l g z : way ph l g z -> forall a x b, l = a ++ x :: b -> exists y, y <= z + cm (fst x) /\ way ph (a ++ b) g y.
  Proof.
    induction 1 as [ph|ph x l g z y W IH ->|ph x l e g z N S W IH|ph l e g z y N W IH ->|k l g z y P W IH ->|l g z y W IH ->|ph k l z y P W IH ->|ph l z y W IH ->]; intros a x0 b E.
    - now destruct a.
    - destruct a as [|x1 a]; simpl in E |- *; injection E as <- E; [subst l; exists z; split; [specialize (Pass (fst x)); lia|exact W]|].
      destruct (IH a x0 b E) as (y & Y & V); exists (lv (fst x) + y); split; [lia|eapply way_leave; eauto].
    - destruct a as [|x1 a]; simpl in E |- *; injection E as <- E.
      + subst l; exists (cm (fst e) + z); split; [apply andb_true_iff in S as [S _]; apply colour_beq_eq in S; rewrite S; lia|eapply way_come; eauto].
      + destruct (IH a x0 b E) as (y & Y & V); exists y; split; [lia|now apply way_stand].
    - destruct (IH a x0 b E) as (y & Y & V); exists (cm (fst e) + y); split; [lia|eapply way_come; eauto].
    - destruct a as [|x1 a]; simpl in E |- *; injection E as <- E.
      + subst l; exists (z + cm Black - pz Black); split; [simpl; lia|eapply way_black_comes; eauto].
      + destruct (IH a x0 b E) as (y & Y & V); exists (y - pz Black); split; [lia|eapply way_black; eauto].
    - destruct (IH a x0 b E) as (y & Y & V); exists (y + cm Black - pz Black); split; [lia|eapply way_black_comes; eauto].
    - destruct a as [|x1 a]; simpl in E |- *; injection E as <- E.
      + subst l; exists (z + cm White - pz White); split; [simpl; lia|eapply way_white_comes; eauto].
      + destruct (IH a x0 b E) as (y & Y & V); exists (y - pz White); split; [lia|eapply way_white; eauto].
    - destruct (IH a x0 b E) as (y & Y & V); exists (y + cm White - pz White); split; [lia|eapply way_white_comes; eauto].
  Qed.
  (* more room *)
  Lemma way_wide ph m g z : way ph m g z -> forall l, wide closed l m -> way ph l g z.
  Proof.
    assert (P : forall x y, worth closed x y -> promotes closed y = true -> promotes closed x = true).
    { intros x y [[E L] C] Y; unfold promotes in *; rewrite E in *; destruct (closed (fst y)); [|apply orb_true_r]; rewrite orb_false_r in *; apply Nat.leb_le in Y; apply Nat.leb_le; auto. }
    induction 1 as [ph|ph x m g z y W IH ->|ph x m e g z N S W IH|ph m e g z y N W IH ->|k m g z y Q W IH ->|m g z y W IH ->|ph k m z y Q W IH ->|ph m z y W IH ->]; intros l V.
    - inversion V; apply way_end.
    - inversion V as [|x' ? l' ? X V']; subst; eapply way_leave; [apply IH, V'|]; destruct X as [[X _] _]; now rewrite X.
    - inversion V as [|x' ? l' ? X V']; subst; apply way_stand; [exact N| |apply IH, V']; destruct X as [[X L] _]; unfold stands_as in *; rewrite X.
      apply andb_true_iff in S as [S1 S2]; apply andb_true_iff; split; [exact S1|]; apply Nat.leb_le in S2; apply Nat.leb_le; lia.
    - eapply way_come; [exact N|apply IH, V|reflexivity].
    - inversion V as [|x' ? l' ? X V']; subst; pose proof (P _ _ X Q) as Y; destruct x' as [c i]; destruct X as [[X _] _]; simpl in X; subst c; eapply way_black; [exact Y|apply IH, V'|reflexivity].
    - eapply way_black_comes; [apply IH, V|reflexivity].
    - inversion V as [|x' ? l' ? X V']; subst; pose proof (P _ _ X Q) as Y; destruct x' as [c i]; destruct X as [[X _] _]; simpl in X; subst c; eapply way_white; [exact Y|apply IH, V'|reflexivity].
    - eapply way_white_comes; [apply IH, V|reflexivity].
  Qed.
  (* as it is at the end *)
  Lemma way_done g b w : way First (ends Black b ++ g ++ ends White w) g (- Z.of_nat b * pz Black - Z.of_nat w * pz White).
  Proof.
    assert (A : forall ph w, way ph (ends White w) [] (- Z.of_nat w * pz White)).
    { intros ph n; revert ph; induction n as [|n IH]; intros ph; [apply way_end|]; simpl ends; eapply way_white; [reflexivity|apply IH|]; unfold ends; lia. }
    assert (B : forall l ph, ph <> Last -> way ph (l ++ ends White w) l (- Z.of_nat w * pz White)).
    { induction l as [|x l IH]; intros ph N; simpl; [apply A|]; apply way_stand; [exact N| |apply IH; discriminate].
      unfold stands_as; rewrite Nat.leb_refl, andb_true_r; now apply colour_beq_eq. }
    induction b as [|b IH]; simpl ends; [simpl app|simpl app; eapply way_black; [reflexivity|exact IH|lia]].
    replace (- Z.of_nat 0 * pz Black - Z.of_nat w * pz White) with (- Z.of_nat w * pz White) by lia; apply B; discriminate.
  Qed.

  (* --- the cheapest: by how much of the end is behind, and where only white ones that promote are left --- *)
  Fixpoint row (first : bool) (x : pawn) (g : list pawn) (old : list Z) (w : Z) : list Z :=
    let o := hd 0 old in
    let stay := if first && is_black x && promotes closed x then Z.min (o - pz Black) (lv (fst x) + o) else lv (fst x) + o in
    match g with
    | [] => [if negb (is_black x) && promotes closed x then Z.min stay (w - pz White) else stay]
    | e :: g =>
      let r := row false x g (tl old) w in
      let here := Z.min stay (cm (fst e) + hd 0 r) in
      (if stands_as x e then Z.min here (hd 0 (tl old)) else here) :: r end.
  Fixpoint rest (g : list pawn) : list Z := match g with [] => [0] | e :: g => let r := rest g in cm (fst e) + hd 0 r :: r end.
  Fixpoint costs (first : bool) (g l : list pawn) : list Z * Z :=
    match l with [] => (rest g, 0) | x :: l =>
      let (old, w) := costs first g l in
      (row first x g old w, if negb (is_black x) && promotes closed x then Z.min (lv (fst x) + w) (w - pz White) else lv (fst x) + w) end.
  Definition cost (g l : list pawn) : Z := hd 0 (fst (costs true g l)).
  Definition costs_at first g l : Z := hd 0 (fst (costs first g l)).
  Lemma costs_behind first (e : pawn) g l : tl (fst (costs first (e :: g) l)) = fst (costs false g l) /\ snd (costs first (e :: g) l) = snd (costs false g l).
  Proof.
    induction l as [|x l [IH1 IH2]]; simpl; [auto|]; destruct (costs first (e :: g) l) as [o w], (costs false g l) as [o' w']; simpl in *; subst; auto.
  Qed.
  Lemma finish_same first g l : snd (costs first g l) = snd (costs true [] l).
  Proof.
    revert first g; assert (X : forall first g, snd (costs first g l) = snd (costs true [] l)); [|exact X].
    induction l as [|x l IH]; intros first g; simpl; [reflexivity|]; specialize (IH first g); destruct (costs first g l), (costs true [] l); simpl in *; subst; reflexivity.
  Qed.
  Definition finish l : Z := snd (costs true [] l).
  Lemma at_leave first g (x : pawn) l : costs_at first g (x :: l) <= lv (fst x) + costs_at first g l.
  Proof.
    unfold costs_at; simpl; destruct (costs first g l) as [o w]; simpl; destruct g as [|e g]; simpl.
    - destruct (first && is_black x && promotes closed x), (negb (is_black x) && promotes closed x); lia.
    - destruct (first && is_black x && promotes closed x), (stands_as x e); lia.
  Qed.
  Lemma at_stand first (e : pawn) g (x : pawn) l : stands_as x e = true -> costs_at first (e :: g) (x :: l) <= costs_at false g l.
  Proof.
    intros S; unfold costs_at; pose proof (costs_behind first e g l) as [B _]; simpl; destruct (costs first (e :: g) l) as [o w]; simpl in *; rewrite S, B; lia.
  Qed.
  Lemma at_come first (e : pawn) g l : costs_at first (e :: g) l <= cm (fst e) + costs_at false g l.
  Proof.
    unfold costs_at; pose proof (costs_behind first e g l) as [B _]; destruct l as [|x l]; simpl in *; [lia|].
    destruct (costs first (e :: g) l) as [o w]; simpl in *; rewrite <- B; destruct (stands_as x e); lia.
  Qed.
  Lemma at_black g k l : promotes closed (Black, k) = true -> costs_at true g ((Black, k) :: l) <= costs_at true g l - pz Black.
  Proof.
    intros P; unfold costs_at; cbn [costs]; destruct (costs true g l) as [o w]; destruct g as [|e g]; cbn [row fst snd hd is_black negb andb]; rewrite P; simpl; [lia|]; destruct (stands_as (Black, k) e); lia.
  Qed.
  Lemma at_white first k l : promotes closed (White, k) = true -> costs_at first [] ((White, k) :: l) <= finish l - pz White.
  Proof.
    intros P; unfold finish; rewrite <- (finish_same first [] l); unfold costs_at; cbn [costs]; destruct (costs first [] l) as [o w]; cbn [row fst snd hd is_black negb andb]; rewrite P; lia.
  Qed.
  Lemma at_finish first l : costs_at first [] l <= finish l.
  Proof.
    unfold finish; rewrite <- (finish_same first [] l); unfold costs_at; induction l as [|x l IH]; simpl; [lia|]; destruct (costs first [] l) as [o w]; simpl in *.
    destruct (first && is_black x && promotes closed x), (negb (is_black x) && promotes closed x); lia.
  Qed.
  Lemma finish_leave (x : pawn) l : finish (x :: l) <= lv (fst x) + finish l.
  Proof. unfold finish; simpl; destruct (costs true [] l); simpl; destruct (negb (is_black x) && promotes closed x); lia. Qed.
  Lemma finish_white k l : promotes closed (White, k) = true -> finish ((White, k) :: l) <= finish l - pz White.
  Proof. intros P; unfold finish; simpl; destruct (costs true [] l); simpl; rewrite P; lia. Qed.
  Hypothesis Idle : forall c, pz c <= cm c.
  Theorem cost_least ph l g z : way ph l g z -> match ph with First => costs_at true g l <= z | Then => costs_at false g l <= z | Last => finish l <= z end.
  Proof.
    induction 1 as [ph|ph x l g z y W IH ->|ph x l e g z N S W IH|ph l e g z y N W IH ->|k l g z y P W IH ->|l g z y W IH ->|ph k l z y P W IH ->|ph l z y W IH ->].
    - destruct ph; unfold costs_at, finish; simpl; lia.
    - destruct ph; cbv beta iota in *; (etransitivity; [apply at_leave || apply finish_leave|]; apply Z.add_le_mono_l; exact IH).
    - destruct ph; cbv beta iota in *; [pose proof (at_stand true e g x l S)|pose proof (at_stand false e g x l S)|congruence]; lia.
    - destruct ph; cbv beta iota in *; [pose proof (at_come true e g l)|pose proof (at_come false e g l)|congruence]; lia.
    - cbv beta iota in *; pose proof (at_black g k l P); lia.
    - specialize (Idle Black); cbv beta iota in *; lia.
    - destruct ph; cbv beta iota in *; [pose proof (at_white true k l P)|pose proof (at_white false k l P)|pose proof (finish_white k l P)]; lia.
    - specialize (Idle White); destruct ph; cbv beta iota in *; [pose proof (at_finish true l)|pose proof (at_finish false l)|]; lia.
  Qed.
End File.
