(* The lists of pawns of `kernel`: the pawns of a file, lowest first, each with its bound, a rank counted from its own side
   that it is on or beyond. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games.

Local Arguments Nat.sub : simpl never.

Notation pawn := (colour * nat)%type.
(* as the other side sees a file *)
Definition turn (x : pawn) : pawn := (opp (fst x), snd x).
Definition turned (l : list pawn) : list pawn := rev (map turn l).

(* --- bounds are raised: what pawns of a side demand of one from which the first of them is n away --- *)
Fixpoint pushed c n (l : list pawn) : nat :=
  match l with [] => 0 | (d, k) :: l => Nat.max (if colour_beq c d then k + n else 0) (pushed c (S n) l) end.
Definition raised (k u : nat) : nat := Nat.max k (Nat.min 8 u).
Fixpoint settle (below l : list pawn) : list pawn :=
  match l with [] => [] | (c, k) :: l => (c, raised k (pushed c 1 (match c with White => below | Black => l end))) :: settle ((c, k) :: below) l end.
Fixpoint room (l : list pawn) : bool :=
  match l with [] => true | (White, k) :: l => (pushed Black 1 l + k <=? 9) && room l | (Black, _) :: l => room l end.
(* what a white pawn on a rank demands of the black ones below *)
Fixpoint push r (l : list pawn) : list pawn :=
  match l with [] => [] | (c, k) :: l => (c, match c with White => k | Black => raised k (9 - r + S (length l)) end) :: push r l end.
(* No pawn goes to its last rank where the file is closed. *)
Fixpoint stays (closed : colour -> bool) (old new : list pawn) : bool :=
  match old, new with (c, k) :: old, (_, k') :: new => negb (closed c && negb (8 <=? k) && (8 <=? k')) && stays closed old new | _, _ => true end.
(* a white pawn is put on exactly this rank, if all have room *)
Definition pin closed (a : list pawn) k (b : list pawn) r : option (list pawn) :=
  let l := push r a ++ (White, r) :: b in
  let l' := settle [] l in
  if (k <=? r) && room l && (snd (nth (length a) l' (White, 0)) =? r) && stays closed (a ++ (White, r) :: b) l' then Some l' else None.
Definition drop {A} n (l : list A) : list A := firstn n l ++ skipn (S n) l.

(* --- a list with all the room that another one has: its bounds are not higher, and where the file is closed only who is on
   the last rank is worth as much --- *)
Definition under (x y : pawn) : Prop := fst x = fst y /\ snd x <= snd y.
Definition le := Forall2 under.
Definition worth (closed : colour -> bool) (x y : pawn) : Prop := under x y /\ (closed (fst x) = true -> 8 <= snd y -> 8 <= snd x).
Definition wide closed := Forall2 (worth closed).

Lemma under_refl x : under x x. Proof. now split. Qed.
Lemma le_refl l : le l l. Proof. induction l; constructor; auto using under_refl. Qed.
Lemma le_trans l m n : le l m -> le m n -> le l n.
Proof.
  intros A; revert n; induction A as [|x y l m [H1 H2] _ IH]; intros n B; inversion B as [|? z ? n' [K1 K2] B']; subst; constructor; [split; [congruence|lia]|now apply IH].
Qed.
Lemma wide_le cl l m : wide cl l m -> le l m.
Proof. induction 1 as [|x y l m [H _] _ IH]; constructor; auto. Qed.
Lemma wide_refl cl l : wide cl l l.
Proof. induction l; constructor; auto; split; auto using under_refl. Qed.
Lemma wide_trans cl l m n : wide cl l m -> wide cl m n -> wide cl l n.
Proof.
  intros A; revert n; induction A as [|x y l m [[H1 H2] H3] _ IH]; intros n B; inversion B as [|? z ? n' [[K1 K2] K3] B']; subst; constructor; [|now apply IH].
  split; [split; [congruence|lia]|]; intros C L; apply H3; [exact C|]; apply K3; [congruence|exact L].
Qed.
(* bounds that are raised, but not too high *)
Lemma wide_raised cl l m n : wide cl l n -> le l m -> le m n -> wide cl m n.
Proof.
  intros A; revert m; induction A as [|x z l n [[H1 H2] H3] _ IH]; intros m B C; inversion B as [|? y ? m' [K1 K2] B']; subst; inversion C as [|? ? ? ? [L1 L2] C']; subst; constructor; [|now apply IH].
  split; [split; assumption|]; intros X Y; enough (8 <= snd x) by lia; apply H3; [congruence|exact Y].
Qed.
Lemma forall2_rev {A B} (P : A -> B -> Prop) l m : Forall2 P l m -> Forall2 P (rev l) (rev m).
Proof. induction 1; simpl; [constructor|]; apply Forall2_app; auto. Qed.
Lemma wide_turned cl l m : wide cl l m -> wide (fun c => cl (opp c)) (turned l) (turned m).
Proof.
  intros H; apply forall2_rev; induction H as [|x y l m [[H1 H2] H3] _ IH]; simpl; constructor; auto; split; [split; simpl; [congruence|exact H2]|].
  simpl; intros X; apply H3; destruct (fst x); exact X.
Qed.
Lemma wide_ext cl cl' l m : (forall c, cl c = cl' c) -> wide cl l m -> wide cl' l m.
Proof. intros E; induction 1 as [|x y l m [H1 H2] _ IH]; constructor; auto; split; [exact H1|]; rewrite <- E; exact H2. Qed.
Lemma turn_turn l : turned (turned l) = l.
Proof. unfold turned; rewrite map_rev, rev_involutive, map_map; rewrite <- (map_id l) at 2; apply map_ext; intros [[] k]; reflexivity. Qed.
Lemma forall2_len {A B} (P : A -> B -> Prop) l m : Forall2 P l m -> length l = length m.
Proof. induction 1; simpl; congruence. Qed.
Lemma le_len l m : le l m -> length l = length m.
Proof. apply forall2_len. Qed.

Lemma pushed_mono c l m : le l m -> forall n, pushed c n l <= pushed c n m.
Proof.
  induction 1 as [|[a i] [b j] l m [H1 H2] _ IH]; intros n; simpl in *; [lia|]; subst b; specialize (IH (S n)); destruct (colour_beq c a); lia.
Qed.
Lemma raised_mono k k' u u' : k <= k' -> u <= u' -> raised k u <= raised k' u'.
Proof. unfold raised; lia. Qed.
Lemma top u : raised 8 u <= 8.
Proof. unfold raised; apply Nat.max_lub; [auto|apply Nat.le_min_l]. Qed.
Lemma settle_mono l m : le l m -> forall b b', le b b' -> le (settle b l) (settle b' m).
Proof.
  induction 1 as [|[a i] [c j] l m [H1 H2] F IH]; intros b b' B; simpl in *; constructor.
  - subst c; split; [reflexivity|]; simpl; apply raised_mono; [exact H2|]; apply pushed_mono; destruct a; assumption.
  - apply IH; constructor; [split; assumption|exact B].
Qed.
Lemma settle_up l : forall b, le l (settle b l).
Proof. induction l as [|[c k] l IH]; intros b; simpl; [constructor|]; constructor; [split; [reflexivity|apply Nat.le_max_l]|apply IH]. Qed.
Lemma room_mono l m : le l m -> room m = true -> room l = true.
Proof.
  induction 1 as [|[a i] [c j] l m [H1 H2] F IH]; simpl in *; [auto|]; subst c; destruct a; [|exact IH].
  intros X; apply andb_true_iff in X as [X Y]; apply andb_true_iff; split; [|now apply IH]; apply Nat.leb_le in X; apply Nat.leb_le; pose proof (pushed_mono Black l m F 1); lia.
Qed.
Lemma push_mono r l m : le l m -> le (push r l) (push r m).
Proof.
  induction 1 as [|[a i] [c j] l m [H1 H2] F IH]; simpl in *; constructor; auto; subst c; split; [reflexivity|]; simpl; destruct a; [exact H2|].
  apply raised_mono; [exact H2|]; rewrite (le_len _ _ F); lia.
Qed.
Lemma push_up r l : le l (push r l).
Proof. induction l as [|[c k] l IH]; simpl; constructor; auto; split; simpl; destruct c; unfold raised; auto; lia. Qed.
Lemma stays_ok cl l : forall m n, le l m -> le m n -> wide cl l n -> stays cl l m = true.
Proof.
  induction l as [|[c k] l IH]; intros m n A B W; cbn [stays]; [reflexivity|]; inversion A as [|? [c1 k1] ? m' [A1 A2] A']; subst; inversion B as [|? [c2 k2] ? n' [B1 B2] B']; subst.
  inversion W as [|? ? ? ? [_ W2] W']; subst; cbn [fst snd] in *; rewrite (IH m' n'), andb_true_r by auto; apply negb_true_iff.
  destruct (cl c) eqn:C; [cbn [andb]|reflexivity]; apply andb_false_iff; destruct (Nat.le_gt_cases 8 k1) as [Y|Y]; [left|right; now apply Nat.leb_gt].
  apply negb_false_iff, Nat.leb_le, W2; [reflexivity|simpl in *; lia].
Qed.

(* --- as pawns stand in truth: those that have promoted are at the ends, and each that stands is higher than those below --- *)
Definition height (x : pawn) : nat := match fst x with White => snd x | Black => 9 - snd x end.
Global Arguments height : simpl never.
Fixpoint up h (l : list pawn) : Prop := match l with [] => True | x :: l => h <= height x /\ height x <= 8 /\ snd x <= 8 /\ up (S (height x)) l end.
Fixpoint down h (l : list pawn) : Prop := match l with [] => True | x :: l => 1 <= height x <= h /\ down (height x - 1) l end.
Lemma up_weak h i l : up h l -> i <= h -> up i l.
Proof. destruct l as [|x l]; simpl; [auto|]; intuition lia. Qed.
Lemma down_weak h i l : down h l -> h <= i -> down i l.
Proof. destruct l as [|x l]; simpl; [auto|]; intuition lia. Qed.
Definition ends c n : list pawn := repeat (c, 8) n.
Lemma pushed_ends c d i n : colour_beq c d = false -> pushed c n (ends d i) = 0.
Proof. intros N; revert n; induction i as [|i IH]; intros n; simpl; [reflexivity|]; rewrite N; apply IH. Qed.
Lemma pushed_up l i : forall h n, up h l -> h <= 9 + n -> pushed Black n (l ++ ends White i) + h <= 9 + n.
Proof.
  induction l as [|[c k] l IH]; intros h n U L; simpl in *; [rewrite pushed_ends by reflexivity; lia|].
  destruct U as (U1 & U2 & U3 & U4); specialize (IH _ (S n) U4 ltac:(lia)); destruct c; unfold height in *; cbn [fst snd colour_beq] in *; lia.
Qed.
Lemma pushed_down l i : forall h n, down h l -> pushed White n (l ++ ends Black i) <= h + n.
Proof.
  induction l as [|[c k] l IH]; intros h n D; simpl in *; [rewrite pushed_ends by reflexivity; lia|].
  destruct D as (D1 & D2); specialize (IH _ (S n) D2); unfold height in *; destruct c; simpl in *; lia.
Qed.
Definition framed b l w : list pawn := ends Black b ++ l ++ ends White w.
Lemma settle_ends w : forall b, le (settle b (ends White w)) (ends White w).
Proof. induction w as [|w IH]; intros b; simpl; [constructor|]; constructor; [split; [reflexivity|apply top]|apply IH]. Qed.
Lemma settle_live w b l : forall h below, up h l -> down (h - 1) below -> 1 <= h -> le (settle (below ++ ends Black b) (l ++ ends White w)) (l ++ ends White w).
Proof.
  induction l as [|[c k] l IH]; intros h below U D H; simpl; [apply settle_ends|]; simpl in U; destruct U as (U1 & U2 & U3 & U4); constructor.
  - split; [reflexivity|]; simpl; unfold raised; destruct c; unfold height in *; cbn [fst snd colour_beq] in *.
    + pose proof (pushed_down below b (h - 1) 1 D); lia.
    + pose proof (pushed_up l w (S (9 - k)) 1 U4); lia.
  - change ((c, k) :: below ++ ends Black b) with (((c, k) :: below) ++ ends Black b); apply (IH (S (height (c, k)))); [exact U4| |lia].
    simpl; repeat split; [lia|lia|]; apply down_weak with (h - 1); [exact D|lia].
Qed.
Lemma settle_framed b l w : up 1 l -> le (settle [] (framed b l w)) (framed b l w).
Proof.
  unfold framed; intros U; assert (G : forall i below, (forall n, pushed White n below = 0) -> (exists j, below = ends Black j) -> le (settle below (ends Black i ++ l ++ ends White w)) (ends Black i ++ l ++ ends White w)).
  { induction i as [|i IH]; intros below Z (j & E); simpl.
    - subst below; exact (settle_live w j l 1 [] U I (Nat.le_refl 1)).
    - constructor; [split; [reflexivity|apply top]|]; apply IH; [intros n; simpl; apply Z|exists (S j); subst; reflexivity]. }
  apply G; [reflexivity|now exists 0].
Qed.
Lemma room_framed b l w : up 1 l -> room (framed b l w) = true.
Proof.
  intros U; unfold framed; induction b as [|b IH]; simpl; [|exact IH]; clear - U; revert U; generalize 1; induction l as [|[c k] l IH]; intros h U; simpl in *.
  - clear; induction w as [|w IH]; cbn [ends repeat room]; [reflexivity|]; fold (ends White w); rewrite (pushed_ends Black White w 1 eq_refl), IH; reflexivity.
  - destruct U as (U1 & U2 & U3 & U4); destruct c; [|now apply (IH (S (height (Black, k))))]; rewrite (IH _ U4), andb_true_r; apply Nat.leb_le.
    pose proof (pushed_up l w _ 1 U4); unfold height in *; cbn [fst snd colour_beq] in *; lia.
Qed.
Lemma up_length h l r : up h l -> (forall x, In x l -> height x < r) -> l <> [] -> h + length l <= r.
Proof.
  revert h; induction l as [|x l IH]; intros h U L N; [congruence|]; simpl in U; destruct U as (U1 & U2 & U3 & U4); pose proof (L x (or_introl eq_refl)).
  destruct l as [|y l]; [simpl; lia|]; assert (S (height x) + length (y :: l) <= r) by (apply IH; [exact U4|intros z I; apply L; now right|discriminate]); simpl in *; lia.
Qed.
Lemma push_framed b l r : up 1 l -> (forall x, In x l -> height x < r) -> r <= 8 -> le (push r (ends Black b ++ l)) (ends Black b ++ l).
Proof.
  intros U L R; induction b as [|b IH]; simpl; [|constructor; [split; [reflexivity|apply top]|exact IH]].
  revert U; generalize 1; induction l as [|[c k] l IH]; intros h U; simpl in *; [constructor|]; destruct U as (U1 & U2 & U3 & U4); constructor.
  - split; [reflexivity|]; cbn [snd]; destruct c; [lia|]; pose proof (L (Black, k) (or_introl eq_refl)) as Lk; unfold height in Lk, U1, U2, U4; cbn [fst snd] in *.
    assert (X : 9 - k + S (length l) <= r).
    { destruct l as [|y l]; [cbn [length]; lia|]; assert (S (9 - k) + length (y :: l) <= r) by (apply up_length; [exact U4|intros z I; apply L; now right|discriminate]); lia. }
    unfold raised; lia.
  - apply (IH (fun x I => L x (or_intror I)) (S (height (c, k))) U4).
Qed.

(* --- what is put where it stands in truth leaves all the room that there is --- *)
Lemma app_same {A} (a a' b b' : list A) : a ++ b = a' ++ b' -> length a = length a' -> a = a' /\ b = b'.
Proof.
  revert a'; induction a as [|x a IH]; intros [|y a'] E L; simpl in *; try discriminate; [auto|].
  injection E as -> E; injection L as L; destruct (IH a' E L) as [-> ->]; auto.
Qed.
Lemma drop_mid {A} (a : list A) x b : drop (length a) (a ++ x :: b) = a ++ b.
Proof. unfold drop; rewrite firstn_app, Nat.sub_diag, firstn_all, app_nil_r; f_equal; now induction a. Qed.
Theorem pin_ok cl (a : list pawn) k (b : list pawn) r (ta tb : list pawn) : wide cl a ta -> k <= r -> wide cl b tb ->
  le (settle [] (ta ++ (White, r) :: tb)) (ta ++ (White, r) :: tb) -> room (ta ++ (White, r) :: tb) = true -> le (push r ta) ta ->
  exists l, pin cl a k b r = Some l /\ wide cl l (ta ++ (White, r) :: tb) /\ wide cl (drop (length a) l) (ta ++ tb).
Proof.
  intros Wa K Wb' S R P; set (g := ta ++ (White, r) :: tb) in *; pose proof (forall2_len _ _ _ Wa) as Le.
  set (old := a ++ (White, r) :: b); assert (Wo : wide cl old g).
  { unfold old, g; apply Forall2_app; [exact Wa|]; constructor; [split; auto using under_refl|exact Wb']. }
  set (l := push r a ++ (White, r) :: b); assert (Lo : le old l) by (unfold old, l; apply Forall2_app; [apply push_up|apply le_refl]).
  assert (Lg : le l g).
  { unfold l, g; apply Forall2_app; [exact (le_trans _ _ _ (push_mono r _ _ (wide_le _ _ _ Wa)) P)|constructor; [apply under_refl|exact (wide_le _ _ _ Wb')]]. }
  set (l' := settle [] l); assert (Ll : le l l') by apply settle_up; assert (Lg' : le l' g) by (apply le_trans with (settle [] g); [apply settle_mono; [exact Lg|constructor]|exact S]).
  assert (Wl : wide cl l' g) by exact (wide_raised cl old l' g Wo (le_trans _ _ _ Lo Ll) Lg').
  exists l'; pose proof Ll as D1; unfold l in D1; apply Forall2_app_inv_l in D1 as (a' & b' & A1 & A2 & El); inversion A2 as [|? y ? b'' [Y1 Y2] A2']; subst b'.
  assert (La : length a = length a') by (rewrite <- (le_len _ _ A1); exact (le_len _ _ (push_up r a))).
  pose proof Wl as D2; rewrite El in D2; unfold g in D2; apply Forall2_app_inv_l in D2 as (m1 & m2 & D3 & D4 & E2).
  destruct (app_same ta m1 ((White, r) :: tb) m2) as [<- <-]; [exact E2|rewrite <- Le, La; exact (forall2_len _ _ _ D3)|].
  inversion D4 as [|? ? ? ? [[Y3 Y4] _] D5]; subst; simpl in *.
  split; [|split; [exact Wl|]].
  - unfold pin; cbv zeta; change (push r a ++ (White, r) :: b) with l; change (settle [] l) with l'; change (a ++ (White, r) :: b) with old; rewrite (proj2 (Nat.leb_le _ _) K), (room_mono _ _ Lg R), (stays_ok cl old l' g (le_trans _ _ _ Lo Ll) Lg' Wo); simpl.
    rewrite El, La, nth_middle; replace (snd y =? r) with true; [reflexivity|]; symmetry; apply Nat.eqb_eq; lia.
  - rewrite El, La, drop_mid; apply Forall2_app; assumption.
Qed.
