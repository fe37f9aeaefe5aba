(* Accounts of the pawns: what can have become of each, and a search for an account that misses none. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board.

(* What became of a pawn: it promoted, died without having captured, promoted to a bishop that is still there,
   or stands on a square, given by its place in a list, and on a rank. *)
Inductive fortune := Promoted | Died | Serves (light : bool) | Stays (i : nat) (r : ix).
(* Beside it, the captures of the pawn, and the files on which they can have been. *)
Record fate := mkfate { fortune_of : fortune; caps : nat; meets : v8 bool }.

Definition dies x := match fortune_of x with Died => true | _ => false end.
Definition serves l x := match fortune_of x with Serves l' => eqb l l' | _ => false end.
Definition in_order w b := match fortune_of w, fortune_of b with Stays _ i, Stays _ j => place i <? place j | _, _ => false end.
(* The pawns of a file, White's and Black's, need not have passed each other on it. *)
Definition pass w b := dies w || dies b || (0 <? caps w + caps b) || in_order w b.

(* --- captures suffice: for each set of files, enemy pawns that died there and captures elsewhere are
   different captures --- *)
Fixpoint total (l : list fate) : nat := match l with [] => 0 | x :: l => caps x + total l end.
Fixpoint covered (cap : nat) (l : list fate) (dead : list ix) (n : nat) : bool :=
  match dead with
  | [] => n + total l <=? cap
  | x :: dead => covered cap l dead n && covered cap (filter (fun y => negb (get8 (meets y) x)) l) dead (S n) end.
Definition touches (s : ix -> bool) (m : v8 bool) : bool := existsb (fun x => s x && get8 m x) all8.
Global Arguments touches : simpl never.
Fixpoint within (s : ix -> bool) (l : list ix) : nat := match l with [] => 0 | x :: l => (if s x then 1 else 0) + within s l end.
Fixpoint elsewhere (s : ix -> bool) (l : list fate) : nat :=
  match l with [] => 0 | x :: l => (if touches s (meets x) then 0 else caps x) + elsewhere s l end.
Definition suffices (cap : nat) (l : list fate) (dead : list ix) : Prop := forall s, within s dead + elsewhere s l <= cap.

Lemma touches_none m : touches (fun _ => false) m = false.
Proof. reflexivity. Qed.
Lemma elsewhere_none l : elsewhere (fun _ => false) l = total l.
Proof. induction l as [|x l IH]; [reflexivity|]; cbn [elsewhere total]; rewrite touches_none, IH; reflexivity. Qed.
Definition join (s : ix -> bool) (x : ix) := fun y => s y || ix_beq x y.
Lemma touches_join s x m : touches (join s x) m = touches s m || get8 m x.
Proof.
  destruct (touches s m) eqn:T; simpl.
  - apply existsb_exists in T as (y & H & T); apply existsb_exists; exists y; split; [exact H|]; unfold join.
    apply andb_true_iff in T as [T1 T2]; rewrite T1, T2; reflexivity.
  - destruct (get8 m x) eqn:G.
    + apply existsb_exists; exists x; split; [apply in_all8|]; unfold join; rewrite (internal_ix_dec_lb x x eq_refl), G, orb_true_r; reflexivity.
    + unfold touches in *; destruct (existsb (fun y => join s x y && get8 m y) all8) eqn:J; [|reflexivity].
      apply existsb_exists in J as (y & Hy & J); apply andb_true_iff in J as [J1 J2]; unfold join in J1.
      apply orb_true_iff in J1 as [J1|J1]; [|apply internal_ix_dec_bl in J1; congruence].
      rewrite <- T; symmetry; apply existsb_exists; exists y; rewrite J1, J2; auto.
Qed.
Lemma elsewhere_join s x l : elsewhere (join s x) l = elsewhere s (filter (fun y => negb (get8 (meets y) x)) l).
Proof.
  induction l as [|y l IH]; [reflexivity|]; simpl; rewrite touches_join, IH; destruct (get8 (meets y) x); simpl.
  - rewrite orb_true_r; reflexivity.
  - rewrite orb_false_r; reflexivity.
Qed.
Lemma within_join s x l : within s l <= within (join s x) l.
Proof. induction l as [|y l IH]; simpl; [lia|]; unfold join at 1; destruct (s y); simpl; [lia|]; destruct (ix_beq x y); lia. Qed.
Lemma covered_ok cap dead : forall l n, (forall s, n + within s dead + elsewhere s l <= cap) -> covered cap l dead n = true.
Proof.
  induction dead as [|x dead IH]; intros l n H; simpl.
  - apply Nat.leb_le; specialize (H (fun _ => false)); rewrite elsewhere_none in H; simpl in H; lia.
  - apply andb_true_iff; split; apply IH; intros s.
    + specialize (H s); simpl in H; destruct (s x); lia.
    + specialize (H (join s x)); rewrite elsewhere_join in H; simpl in H; unfold join at 1 in H.
      rewrite (internal_ix_dec_lb x x eq_refl), orb_true_r in H; pose proof (within_join s x dead); lia.
Qed.

(* --- squares that have no pawn yet --- *)
Fixpoint clear (i : nat) (l : list bool) : option (list bool) :=
  match l, i with
  | true :: l, 0 => Some (false :: l)
  | b :: l, S i => match clear i l with Some l => Some (b :: l) | None => None end
  | _, _ => None end.
Lemma clear_ok i : forall l, nth_error l i = Some true -> exists m, clear i l = Some m /\ length m = length l /\
  forall j, nth_error m j = Some true <-> nth_error l j = Some true /\ j <> i.
Proof.
  induction i as [|i IH]; intros [|b l] H; simpl in H; try discriminate.
  - inversion H; subst b; exists (false :: l); split; [reflexivity|]; split; [reflexivity|]; intros [|j]; simpl; split;
    [discriminate|intros [_ X]; congruence|intros X; split; [exact X|discriminate]|intros [X _]; exact X].
  - destruct (IH l H) as (m & E & L & Hm); exists (b :: m); simpl; rewrite E; split; [destruct b; reflexivity|]; split; [now rewrite L|].
    intros [|j]; simpl; [split; [intros X; split; [exact X|discriminate]|intros [X _]; exact X]|].
    rewrite Hm; split; intros [A B]; split; auto.
Qed.
Fixpoint places (l : list fate) : list nat :=
  match l with [] => [] | x :: l => match fortune_of x with Stays i _ => i :: places l | _ => places l end end.
(* each is taken once *)
Definition taken (l : list fate) (open : list bool) : Prop :=
  NoDup (places l) /\ forall i, nth_error open i = Some true <-> In i (places l).
Lemma taken_stays x i r l open : fortune_of x = Stays i r -> taken (x :: l) open ->
  exists m, clear i open = Some m /\ length m = length open /\ taken l m.
Proof.
  intros E [N H]; simpl in N, H; rewrite E in N, H; inversion N as [|? ? N1 N2]; subst.
  destruct (clear_ok i open) as (m & C & L & Hm); [apply H; now left|]; exists m; split; [exact C|]; split; [exact L|]; split; [exact N2|].
  intros j; rewrite Hm, H; simpl; split; [intros [[A|A] B]; [congruence|exact A]|intros A; split; [now right|intros ->; contradiction]].
Qed.
Lemma taken_other x l open : (forall i r, fortune_of x <> Stays i r) -> taken (x :: l) open -> taken l open.
Proof. intros E [N H]; simpl in N, H; destruct (fortune_of x); try (split; assumption); exfalso; eapply E; reflexivity. Qed.
Definition none_open (l : list bool) := forallb negb l.
Lemma taken_nil open : taken [] open -> none_open open = true.
Proof.
  intros [_ H]; apply forallb_forall; intros [|] Hb; [|reflexivity]; exfalso; apply In_nth_error in Hb as (i & Hi); now apply H in Hi.
Qed.
Fixpoint number (l : list bool) : nat := match l with [] => 0 | true :: l => S (number l) | false :: l => number l end.
Lemma number_le l (is : list nat) : NoDup is -> (forall i, nth_error l i = Some true -> In i is) -> number l <= length is.
Proof.
  revert is; induction l as [|b l IH] using rev_ind; intros is N H; simpl; [lia|].
  assert (X : number (l ++ [b]) = number l + if b then 1 else 0) by (clear; induction l as [|[] l IH]; simpl; try lia; destruct b; reflexivity).
  rewrite X; clear X; assert (Hl : forall i, nth_error l i = Some true -> nth_error (l ++ [b]) i = Some true).
  { intros i Hi; rewrite nth_error_app1; [exact Hi|]; apply nth_error_Some; congruence. }
  destruct b; [|specialize (IH is N); assert (number l <= length is) by (apply IH; intros i Hi; auto); lia].
  assert (I : In (length l) is) by (apply H; rewrite nth_error_app2, Nat.sub_diag by lia; reflexivity).
  apply in_split in I as (l1 & l2 & ->); specialize (IH (l1 ++ l2)); rewrite app_length in *; simpl.
  assert (number l <= length l1 + length l2); [|lia]; apply IH; [eapply NoDup_remove_1; exact N|].
  intros i Hi; assert (Lt : i < length l) by (apply nth_error_Some; congruence); specialize (H i (Hl i Hi)).
  apply in_app_or in H as [H|[H|H]]; apply in_or_app; auto; lia.
Qed.

(* --- the least captures with which the pawns that are left come to the squares that are left: a table --- *)
Inductive tree := Leaf (n : nat) | Fork (a b : tree).
Fixpoint build (n : nat) (f : list bool -> nat) : tree :=
  match n with 0 => Leaf (f []) | S n => Fork (build n (fun l => f (false :: l))) (build n (fun l => f (true :: l))) end.
Fixpoint find (t : tree) (l : list bool) : nat :=
  match t, l with Leaf n, _ => n | Fork a b, x :: l => find (if x then b else a) l | Fork _ _, [] => 0 end.
Lemma find_build n : forall f l, length l = n -> find (build n f) l = f l.
Proof.
  induction n as [|n IH]; intros f [|x l] H; simpl in *; try discriminate; [reflexivity|]; destruct x; rewrite IH; auto; congruence.
Qed.
Definition far := 17.
Definition last_row n := build n (fun l => if none_open l then 0 else far).
Fixpoint least (next : tree) (xs : list fate) (l : list bool) (m : nat) : nat :=
  match xs with [] => m | x :: xs => least next xs l
    (match fortune_of x with Stays i _ => match clear i l with Some l => Nat.min m (caps x + find next l) | None => m end | _ => m end) end.
Definition row n (xs : list fate) (next : tree) := build n (fun l => least next xs l (find next l)).
Lemma least_le next xs l : forall m, least next xs l m <= m.
Proof.
  induction xs as [|x xs IH]; intros m; simpl; [lia|]; eapply Nat.le_trans; [apply IH|].
  destruct (fortune_of x); try lia; destruct (clear _ _); lia.
Qed.
Lemma least_in next xs l x i r k : In x xs -> fortune_of x = Stays i r -> clear i l = Some k -> forall m, least next xs l m <= caps x + find next k.
Proof.
  intros H E C; induction xs as [|y xs IH]; [destruct H|]; intros m; destruct H as [->|H]; [|simpl; now apply IH].
  simpl; rewrite E, C; eapply Nat.le_trans; [apply least_le|lia].
Qed.

(* --- the state of a side: what is paid for, and what is left --- *)
Record state := mkstate { paid : nat; payers : list fate; dead : list ix; open : list bool; lights : nat; darks : nat; dying : nat }.
Definition pay (s : state) (x : fate) (o : list bool) (li da : nat) : state :=
  match caps x with
  | 0 => mkstate (paid s) (payers s) (dead s) o li da (dying s)
  | k => mkstate (k + paid s) (x :: payers s) (dead s) o li da (dying s) end.
Definition give (f : ix) (s : state) (x : fate) : option state :=
  match fortune_of x with
  | Promoted => Some (pay s x (open s) (lights s) (darks s))
  | Died => match dying s with 0 => None | S d =>
      Some (let s := pay s x (open s) (lights s) (darks s) in mkstate (paid s) (payers s) (f :: dead s) (open s) (lights s) (darks s) d) end
  | Serves true => match lights s with 0 => None | S n => Some (pay s x (open s) n (darks s)) end
  | Serves false => match darks s with 0 => None | S n => Some (pay s x (open s) (lights s) n) end
  | Stays i _ => match clear i (open s) with None => None | Some o => Some (pay s x o (lights s) (darks s)) end end.
Fixpoint times (p : fate -> bool) (l : list fate) : nat := match l with [] => 0 | x :: l => (if p x then 1 else 0) + times p l end.
Fixpoint dead_of (fs : list ix) (l : list fate) : list ix :=
  match fs, l with f :: fs, x :: l => if dies x then f :: dead_of fs l else dead_of fs l | _, _ => [] end.
(* The fates of the pawns that are left, on files fs, make an account of what there is. *)
Record fine (s : state) (l : list fate) : Prop := mkfine {
  f_paid : paid s = total (payers s);
  f_taken : taken l (open s);
  f_lights : lights s = times (serves true) l;
  f_darks : darks s = times (serves false) l;
  f_dying : times dies l <= dying s }.
(* the captures of a side, with the pawns of the other that died *)
Definition affords cap (s : state) (l : list fate) (o : state) (fs : list ix) (m : list fate) : Prop :=
  forall t, within t (dead o) + within t (dead_of fs m) + (elsewhere t (payers s) + elsewhere t l) <= cap.

Lemma pay_payers s x o li da t : elsewhere t (payers (pay s x o li da)) = (if touches t (meets x) then 0 else caps x) + elsewhere t (payers s).
Proof. unfold pay; destruct (caps x) eqn:E; simpl; [destruct (touches t (meets x)); reflexivity|rewrite E; reflexivity]. Qed.
Lemma pay_paid s x o li da : paid s = total (payers s) -> paid (pay s x o li da) = total (payers (pay s x o li da)).
Proof. unfold pay; destruct (caps x) eqn:E; simpl; intros H; [exact H|]; rewrite E; simpl; now rewrite H. Qed.
Lemma pay_rest s x o li da : let p := pay s x o li da in dead p = dead s /\ open p = o /\ lights p = li /\ darks p = da /\ dying p = dying s.
Proof. unfold pay; destruct (caps x); simpl; auto. Qed.
Lemma give_ok f s x l : fine s (x :: l) -> exists s', give f s x = Some s' /\ fine s' l /\
  dead s' = (if dies x then f :: dead s else dead s) /\ length (open s') = length (open s) /\
  forall t, elsewhere t (payers s') = (if touches t (meets x) then 0 else caps x) + elsewhere t (payers s).
Proof.
  intros [H1 H2 H3 H4 H5]; unfold give; cbn [times] in H3, H4, H5.
  assert (Ed : dies x = match fortune_of x with Died => true | _ => false end) by reflexivity.
  assert (Es : forall l, serves l x = match fortune_of x with Serves l' => eqb l l' | _ => false end) by reflexivity.
  rewrite Ed in *; rewrite Es in H3, H4.
  Ltac paid_for := match goal with |- context [pay ?s ?x ?o ?a ?b] =>
    destruct (pay_rest s x o a b) as (P1 & P2 & P3 & P4 & P5); pose proof (pay_paid s x o a b) as P6;
    pose proof (pay_payers s x o a b) as P7 end.
  destruct (fortune_of x) as [| |[]|i r] eqn:E.
  - paid_for; eexists; split; [reflexivity|]; split; [|split; [exact P1|split; [now rewrite P2|exact P7]]].
    split; rewrite ?P2, ?P3, ?P4, ?P5; auto; apply taken_other with x; [congruence|assumption].
  - destruct (dying s) as [|d] eqn:D; [simpl in H5; lia|]; paid_for; eexists; split; [reflexivity|]; split; [|split; [simpl; now rewrite P1|split; [simpl; now rewrite P2|exact P7]]].
    split; simpl; rewrite ?P2, ?P3, ?P4, ?P5; auto; [apply taken_other with x; [congruence|assumption]|simpl in H5; lia].
  - simpl in H3, H4; rewrite H3; paid_for; eexists; split; [reflexivity|]; split; [|split; [exact P1|split; [now rewrite P2|exact P7]]].
    split; rewrite ?P2, ?P3, ?P4, ?P5; auto; apply taken_other with x; [congruence|assumption].
  - simpl in H3, H4; rewrite H4; paid_for; eexists; split; [reflexivity|]; split; [|split; [exact P1|split; [now rewrite P2|exact P7]]].
    split; rewrite ?P2, ?P3, ?P4, ?P5; auto; apply taken_other with x; [congruence|assumption].
  - destruct (taken_stays x i r l (open s) E H2) as (o & C & L & T); rewrite C; paid_for; eexists; split; [reflexivity|].
    split; [|split; [exact P1|split; [now rewrite P2|exact P7]]]; split; rewrite ?P2, ?P3, ?P4, ?P5; auto.
Qed.

(* --- the search: file by file, the white pawn first --- *)
Record file := mkfile { name : ix; whites : list fate; blacks : list fate;
  (* of the files behind: the tables, how many have pawns that cannot both have stayed, and how many there are
     *)
  white_row : tree; black_row : tree; unlocked : nat; files : nat }.
Section Search.
  Variables white_cap black_cap : nat.
  Definition checked cap (s o : state) : bool := covered cap (payers s) (dead o) 0.
  Definition reaches cap (s : state) (t : tree) (n : nat) : bool :=
    (paid s + find t (open s) <=? cap) && (number (open s) + lights s + darks s <=? n).
  Fixpoint search (l : list file) (w b : state) : bool :=
    match l with
    | [] => none_open (open w) && none_open (open b) && (lights w + darks w + lights b + darks b =? 0)
    | f :: l =>
      existsb (fun x => match give (name f) w x with None => false | Some w =>
        reaches white_cap w (white_row f) (files f) && checked white_cap w b && checked black_cap b w &&
        existsb (fun y => pass x y && match give (name f) b y with None => false | Some b =>
          reaches black_cap b (black_row f) (files f) &&
          (unlocked f + paid w + paid b <=? white_cap + black_cap + dying w + dying b) &&
          checked white_cap w b && checked black_cap b w && search l w b end) (blacks f) end) (whites f) end.

  (* fates chosen for the files *)
  Inductive chosen : list file -> list fate -> list fate -> Prop :=
  | chosen_nil : chosen [] [] []
  | chosen_cons f l x xs y ys : In x (whites f) -> In y (blacks f) -> pass x y = true -> chosen l xs ys -> chosen (f :: l) (x :: xs) (y :: ys).
  (* what a file says of those behind it is true *)
  Definition row_ok (pick : file -> list fate) (n : nat) (l : list file) (t : tree) : Prop :=
    forall xs open, Forall2 (fun f x => In x (pick f)) l xs -> length open = n -> taken xs open -> find t open <= total xs.
  Fixpoint true_of n m (l : list file) : Prop :=
    match l with [] => True | f :: l => row_ok whites n l (white_row f) /\ row_ok blacks m l (black_row f) /\ files f = length l /\
      (forall xs ys, chosen l xs ys -> unlocked f <= total xs + total ys + times dies xs + times dies ys) /\ true_of n m l end.

  Lemma chosen_whites l xs ys : chosen l xs ys -> Forall2 (fun f x => In x (whites f)) l xs.
  Proof. induction 1; constructor; auto. Qed.
  Lemma chosen_blacks l xs ys : chosen l xs ys -> Forall2 (fun f x => In x (blacks f)) l ys.
  Proof. induction 1; constructor; auto. Qed.
  Lemma Forall2_len A B (P : A -> B -> Prop) l m : Forall2 P l m -> length l = length m.
  Proof. induction 1; simpl; congruence. Qed.
  Lemma stays_and_serves l : length (places l) + times (serves true) l + times (serves false) l <= length l.
  Proof.
    induction l as [|[[| |[]|] k m] l IH]; cbn in *; lia.
  Qed.
  Lemma reaches_ok cap s xs o fs ys t pick n l : fine s xs -> affords cap s xs o fs ys -> row_ok pick n l t ->
    Forall2 (fun f x => In x (pick f)) l xs -> length (open s) = n -> reaches cap s t (length l) = true.
  Proof.
    intros [H1 H2 H3 H4 H5] A R F L; specialize (R xs (open s) F L H2); specialize (A (fun _ => false)); rewrite !elsewhere_none in A.
    apply Forall2_len in F; apply andb_true_iff; split; apply Nat.leb_le; [lia|].
    pose proof (number_le (open s) (places xs) (proj1 H2) (fun i Hi => proj1 (proj2 H2 i) Hi)); pose proof (stays_and_serves xs); lia.
  Qed.
  Lemma checked_ok cap s xs o fs ys : affords cap s xs o fs ys -> checked cap s o = true.
  Proof. intros A; apply covered_ok; intros t; specialize (A t); lia. Qed.

  Theorem search_complete n m : forall l w b xs ys, true_of n m l -> chosen l xs ys -> fine w xs -> fine b ys ->
    length (open w) = n -> length (open b) = m -> affords white_cap w xs b (map name l) ys -> affords black_cap b ys w (map name l) xs ->
    search l w b = true.
  Proof.
    induction l as [|f l IH]; intros w b xs ys T C Fw Fb Lw Lb Aw Ab; inversion C as [|? ? x xs' y ys' Ix Iy P C']; subst.
    - destruct Fw as [_ W2 W3 W4 _], Fb as [_ B2 B3 B4 _]; simpl in *; rewrite (taken_nil _ W2), (taken_nil _ B2), W3, W4, B3, B4; reflexivity.
    - destruct T as (R1 & R2 & R3 & R4 & T); specialize (R4 _ _ C').
      destruct (give_ok (name f) w x xs' Fw) as (w' & G1 & F1 & D1 & L1 & E1); destruct (give_ok (name f) b y ys' Fb) as (b' & G2 & F2 & D2 & L2 & E2).
      assert (Aw1 : affords white_cap w' xs' b (map name (f :: l)) (y :: ys')) by (intros t; specialize (Aw t); rewrite E1; simpl in *; lia).
      assert (Ab1 : affords black_cap b (y :: ys') w' (map name l) xs').
      { intros t; specialize (Ab t); rewrite D1; simpl in *; destruct (dies x); simpl in *; lia. }
      assert (Aw2 : affords white_cap w' xs' b' (map name l) ys').
      { intros t; specialize (Aw1 t); rewrite D2; simpl in *; destruct (dies y); simpl in *; lia. }
      assert (Ab2 : affords black_cap b' ys' w' (map name l) xs') by (intros t; specialize (Ab1 t); rewrite E2; simpl in *; lia).
      simpl; apply existsb_exists; exists x; split; [exact Ix|]; rewrite G1.
      assert (LW : length (open w') = length (open w)) by exact L1; assert (LB : length (open b') = length (open b)) by exact L2.
      rewrite R3, (reaches_ok white_cap w' xs' _ _ _ _ _ _ l F1 Aw1 R1 (chosen_whites _ _ _ C') LW), (checked_ok _ _ _ _ _ _ Aw1), (checked_ok _ _ _ _ _ _ Ab1).
      simpl andb; apply existsb_exists; exists y; split; [exact Iy|]; rewrite P, G2; simpl andb.
      rewrite (reaches_ok black_cap b' ys' _ _ _ _ _ _ l F2 Ab2 R2 (chosen_blacks _ _ _ C') LB), (checked_ok _ _ _ _ _ _ Aw2), (checked_ok _ _ _ _ _ _ Ab2).
      simpl andb; rewrite !andb_true_r; apply andb_true_iff; split; [|now apply (IH w' b' xs' ys')].
      specialize (Aw2 (fun _ => false)); specialize (Ab2 (fun _ => false)); rewrite !elsewhere_none in *.
      destruct F1 as [P1 _ _ _ Y1], F2 as [P2 _ _ _ Y2]; apply Nat.leb_le; lia.
  Qed.
End Search.

(* the files with their tables *)
Definition locks ws bs : bool := existsb (fun x => (caps x =? 0) && existsb (fun y => (caps y =? 0) && in_order x y) bs) ws.
Fixpoint prepare n m (l : list (ix * (list fate * list fate))) : tree * (tree * (nat * list file)) :=
  match l with
  | [] => (last_row n, (last_row m, (0, [])))
  | (f, (ws, bs)) :: l => let (wt, r) := prepare n m l in let (bt, r) := r in let (k, fs) := r in
      (row n ws wt, (row m bs bt, ((if locks ws bs then k else S k), mkfile f ws bs wt bt k (length fs) :: fs))) end.
Lemma row_nil pick n : row_ok pick n [] (last_row n).
Proof.
  intros xs open F L T; inversion F; subst; unfold last_row; rewrite find_build by reflexivity; rewrite (taken_nil _ T); simpl; lia.
Qed.
Lemma row_cons pick n f l t : row_ok pick n l t -> row_ok pick n (f :: l) (row n (pick f) t).
Proof.
  intros R xs open F L T; inversion F as [|? x ? xs' Hx F']; subst; unfold row; rewrite find_build by reflexivity; simpl total.
  destruct (fortune_of x) as [| | |i r] eqn:E; try (eapply Nat.le_trans; [apply least_le|]; eapply Nat.le_trans; [apply (R xs' open F' eq_refl)|lia];
    apply taken_other with x; [congruence|exact T]).
  destruct (taken_stays x i r xs' open E T) as (m & C & L & T'); eapply Nat.le_trans; [apply (least_in t (pick f) open x i r m Hx E C)|].
  specialize (R xs' m F' L T'); lia.
Qed.
Lemma locks_ok ws bs x y : In x ws -> In y bs -> pass x y = true -> locks ws bs = false -> 1 <= caps x + caps y + (if dies x then 1 else 0) + (if dies y then 1 else 0).
Proof.
  intros Hx Hy P L; unfold pass in P; destruct (dies x), (dies y); simpl in *; try lia; apply orb_true_iff in P as [P|P]; [apply Nat.ltb_lt in P; lia|].
  destruct (caps x) as [|k] eqn:Ex; [|lia]; destruct (caps y) as [|k] eqn:Ey; [|lia]; exfalso.
  assert (X : locks ws bs = true); [|congruence]; apply existsb_exists; exists x; split; [exact Hx|]; rewrite Ex; simpl.
  apply existsb_exists; exists y; split; [exact Hy|]; rewrite Ey; exact P.
Qed.
Lemma prepare_ok n m l : match prepare n m l with (wt, (bt, (k, fs))) =>
  row_ok whites n fs wt /\ row_ok blacks m fs bt /\ true_of n m fs /\ map name fs = map fst l /\
  map (fun f => (whites f, blacks f)) fs = map snd l /\
  (forall xs ys, chosen fs xs ys -> k <= total xs + total ys + times dies xs + times dies ys) end.
Proof.
  induction l as [|[f [ws bs]] l IH]; simpl.
  - split; [apply row_nil|split; [apply row_nil|]]; repeat split; intros; lia.
  - destruct (prepare n m l) as [wt [bt [k fs]]]; destruct IH as (R1 & R2 & T & N & M & K).
    split; [apply (row_cons whites n (mkfile f ws bs wt bt k (length fs))); exact R1|].
    split; [apply (row_cons blacks m (mkfile f ws bs wt bt k (length fs))); exact R2|].
    split; [simpl; auto|split; [simpl; now rewrite N|split; [simpl; now rewrite M|]]].
    intros xs ys C; inversion C as [|? ? x xs' y ys' Ix Iy P C']; subst; simpl in Ix, Iy; specialize (K _ _ C'); simpl.
    destruct (locks ws bs) eqn:L; [lia|]; pose proof (locks_ok ws bs x y Ix Iy P L); lia.
Qed.
Definition exists_account white_cap black_cap n m l w b : bool :=
  search white_cap black_cap (snd (snd (snd (prepare n m l)))) w b.
(* An account that there is is found. *)
Theorem account_found white_cap black_cap l w b xs ys :
  Forall2 (fun f xy => In (fst xy) (fst (snd f)) /\ In (snd xy) (snd (snd f)) /\ pass (fst xy) (snd xy) = true) l (combine xs ys) ->
  length xs = length l -> length ys = length l -> fine w xs -> fine b ys ->
  affords white_cap w xs b (map fst l) ys -> affords black_cap b ys w (map fst l) xs ->
  exists_account white_cap black_cap (length (open w)) (length (open b)) l w b = true.
Proof.
  intros F Lx Ly Fw Fb Aw Ab; unfold exists_account; pose proof (prepare_ok (length (open w)) (length (open b)) l) as H.
  destruct (prepare (length (open w)) (length (open b)) l) as [wt [bt [k fs]]]; destruct H as (_ & _ & T & N & M & _); simpl.
  apply (search_complete white_cap black_cap (length (open w)) (length (open b)) fs w b xs ys); auto; try (rewrite N; assumption).
  clear - F Lx Ly M; revert xs ys fs Lx Ly F M; induction l as [|[f [ws bs]] l IH]; intros [|x xs] [|y ys] [|g fs] Lx Ly F M; simpl in *; try discriminate.
  - constructor.
  - inversion F as [|? ? ? ? (A & B & C) F']; subst; simpl in *; inversion M; subst; constructor; auto.
Qed.
