(* Every game leaves an account of its pawns, which is read off from its book. *)
From Coq Require Import List Bool Arith Lia Permutation. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Retract Invariants GameInvariants Legality Files Origins Accounts.

(* --- the fates of the pawn of a file that matter --- *)
Definition files_of (l : list ix) : v8 bool := tab8 (fun x => existsb (ix_beq x) l).
Definition near (f : ix) : list ix := olist (prv f) ++ olist (nxt f).
(* from f to h, without f *)
Definition between (f h : ix) : list ix :=
  filter (fun x => negb (ix_beq x f) && ((place f <=? place x) && (place x <=? place h) || (place h <=? place x) && (place x <=? place f))) all8.
Definition promoted f (p : list ix) : fate := match p with [] => mkfate Promoted 0 (files_of []) | _ => mkfate Promoted 1 (files_of (near f)) end.
Definition died : fate := mkfate Died 0 (files_of []).
Definition stay_straight f i (s : sq) := mkfate (Stays i (snd s)) (length (between f (fst s))) (files_of (f :: between f (fst s))).
Definition stay_back f i (s : sq) := mkfate (Stays i (snd s)) 2 (files_of (f :: near f)).
(* promotes on one of some files for a man of a sort: at home, back there, or on the nearest of them to a side *)
Definition serve_home i := mkfate (Serves i) 0 (files_of []).
Definition serve_back f i := mkfate (Serves i) 2 (files_of (f :: near f)).
Definition serve_on f h i := mkfate (Serves i) (length (between f h)) (files_of (between f h)).
Definition nearest (w : v8 bool) f h : bool :=
  get8 w h && negb (ix_beq h f) && forallb (fun x => ix_beq x h || negb (get8 w x)) (between f h).
Definition serve_fates f (iw : nat * v8 bool) : list fate :=
  let (i, w) := iw in
  (if get8 w f then [serve_home i; serve_back f i] else []) ++
  flat_map (fun h => if nearest w f h then [serve_on f h i] else []) all8.
Definition stay_fates c f (is : nat * sq) : list fate :=
  let (i, s) := is in
  (if length (between f (fst s)) + 1 <=? ahead c (snd s) then [stay_straight f i s] else []) ++
  (if ix_beq f (fst s) && (3 <=? ahead c (snd s)) then [stay_back f i s] else []).
Definition pawns_of (b : board) c : list sq := filter (fun s => is_man c Pawn (get b s)) squares.
Definition numbered {A} (l : list A) : list (nat * A) := combine (seq 0 (length l)) l.
(* Promoted men are needed: for each the files on which it can have promoted. Those with the same are of a sort. *)
Definition same_files (w v : v8 bool) : bool := forallb (fun f => eqb (get8 w f) (get8 v f)) all8.
Fixpoint sort_of (w : v8 bool) (sorts : list (v8 bool)) : option nat :=
  match sorts with [] => None | v :: l => if same_files w v then Some 0 else option_map S (sort_of w l) end.
Definition of_sort sorts i w : bool := match sort_of w sorts with Some j => Nat.eqb j i | None => false end.
Definition how_many sorts (needs : list (v8 bool)) i : nat := length (filter (of_sort sorts i) needs).
Definition fates_with cap sorts needs c (ps : list (nat * sq)) f : list fate :=
  filter (fun x => caps x <=? cap)
    (promoted f [] :: promoted f [f] :: died ::
     flat_map (fun iw => match how_many sorts needs (fst iw) with 0 => [] | _ => serve_fates f iw end) (numbered sorts) ++
     flat_map (stay_fates c f) ps).
Definition demanded b c sorts needs : demand :=
  mkdemand (length (pawns_of b c)) (map (how_many sorts needs) (seq 0 (length sorts))) (8 - (length (pawns_of b c) + length needs)).

(* --- the account that a book gives --- *)
Fixpoint index_of (s : sq) (l : list sq) : nat := match l with [] => 0 | x :: l => if sq_eqb x s then 0 else S (index_of s l) end.
Definition no_files : v8 bool := files_of [].
(* the nearest of some files toward one of them *)
Definition toward (w : v8 bool) f g : ix :=
  match List.find (fun h => nearest w f h && forallb (fun x => existsb (ix_beq x) (between f g)) (between f h)) all8 with Some h => h | None => I1 end.
Definition stayed f i (s : sq) (p : list ix) : fate :=
  match p with [] => stay_straight f i s | _ => if ix_beq f (fst s) then stay_back f i s else stay_straight f i s end.
Definition served w f g i (p : list ix) : fate :=
  match p with [] => serve_home i | _ => if ix_beq f g then serve_back f i else serve_on f (toward w f g) i end.
(* with a choice of those that serve *)
Definition fate_of (ps : list sq) (sorts : list (v8 bool)) (serving : ix -> option nat) f (m : man) : fate :=
  match m with
  | Lost => died | Gone p => promoted f p
  | On s p => stayed f (index_of s ps) s p
  | Now s g p => match serving f with Some i => served (nth i sorts no_files) f g i p | None => promoted f p end end.

(* captures that the pawn did make, on files that its fate names *)
Definition shown (p : list ix) (x : fate) : Prop :=
  exists l, NoDup l /\ incl l p /\ caps x = length l /\ forall y, In y l -> get8 (meets x) y = true.
Lemma files_of_in l y : In y l -> get8 (files_of l) y = true.
Proof. intros H; unfold files_of; rewrite tab8_get; apply existsb_exists; exists y; split; [exact H|now apply internal_ix_dec_lb]. Qed.
Lemma shown_nil p x : caps x = 0 -> shown p x.
Proof. intros H; exists []; repeat split; [constructor|intros y []|exact H|intros y []]. Qed.
Lemma shown_list p x l k : NoDup l -> incl l p -> caps x = length l -> meets x = files_of k -> incl l k -> shown p x.
Proof. intros A B C D I; exists l; repeat split; auto; intros y Hy; rewrite D; now apply files_of_in, I. Qed.

Lemma near_beside f g : beside f g -> In g (near f).
Proof. unfold beside; destruct f, g; simpl; intros H; try (exfalso; lia); auto. Qed.
Lemma near_neq f x : In x (near f) -> x <> f.
Proof. destruct f; simpl; intuition; subst; discriminate. Qed.
Lemma between_nodup f g : NoDup (between f g).
Proof. apply NoDup_filter; repeat constructor; simpl; intuition discriminate. Qed.
Lemma between_step f g h : beside g h -> incl (between f h) (h :: between f g).
Proof.
  intros B x; unfold between, beside in *; rewrite filter_In, andb_true_iff, negb_true_iff, orb_true_iff, !andb_true_iff, !Nat.leb_le.
  intros (A & N & H); destruct (ix_beq x h) eqn:X; [left; symmetry; now apply internal_ix_dec_bl|right].
  rewrite filter_In, andb_true_iff, negb_true_iff, orb_true_iff, !andb_true_iff, !Nat.leb_le; split; [exact A|split; [exact N|]].
  assert (place x <> place h) by (intros Y; apply place_inj in Y; subst; rewrite (internal_ix_dec_lb h h eq_refl) in X; discriminate); lia.
Qed.
Lemma walk_between f p g : walk f p g -> incl (between f g) p.
Proof.
  induction 1 as [|p g h W IH B]; [destruct f; intros x []|]; intros x Hx; apply (between_step f g h B) in Hx as [->|Hx]; [now left|right; now apply IH].
Qed.
Lemma walk_first f p g : walk f p g -> p <> [] -> exists x, In x (near f) /\ In x p.
Proof.
  induction 1 as [|p g h W IH B]; [congruence|]; intros _; destruct p as [|y p].
  - inversion W; subst; exists h; split; [now apply near_beside|now left].
  - destruct IH as (x & X1 & X2); [discriminate|]; exists x; split; [exact X1|now right].
Qed.
Lemma walk_last f p g : walk f p g -> p <> [] -> In g p.
Proof. intros H N; inversion H; subst; [congruence|now left]. Qed.
Lemma walk_nil f g : walk f [] g -> g = f.
Proof. intros H; inversion H; reflexivity. Qed.
Lemma between_self f : between f f = []. Proof. destruct f; reflexivity. Qed.
Definition any_files : list (v8 bool) :=
  let on := [true; false] in
  flat_map (fun a => flat_map (fun b => flat_map (fun c => flat_map (fun d => flat_map (fun e => flat_map (fun f => flat_map (fun g =>
    map (V8 a b c d e f g) on) on) on) on) on) on) on) on.
Lemma in_any w : In w any_files.
Proof.
  destruct w as [a b c d e f g h]; assert (X : forall x : bool, In x [true; false]) by (intros []; simpl; auto).
  unfold any_files; cbv zeta; do 7 (apply in_flat_map; eexists; split; [apply X|]); apply in_map, X.
Qed.
Lemma toward_ok w f g : get8 w g = true -> f <> g -> nearest w f (toward w f g) = true /\ incl (between f (toward w f g)) (between f g).
Proof.
  intros W N; assert (X : nearest w f (toward w f g) && forallb (fun x => existsb (ix_beq x) (between f g)) (between f (toward w f g)) = true).
  { assert (Y : forallb (fun w => forallb (fun f => forallb (fun g => negb (get8 w g) || ix_beq f g ||
      nearest w f (toward w f g) && forallb (fun x => existsb (ix_beq x) (between f g)) (between f (toward w f g))) all8) all8) any_files = true) by (vm_compute; reflexivity).
    rewrite forallb_forall in Y; specialize (Y w (in_any w)); rewrite forallb_forall in Y; specialize (Y f (in_all8 f)); rewrite forallb_forall in Y; specialize (Y g (in_all8 g)).
    rewrite W in Y; destruct (ix_beq f g) eqn:Q; [apply internal_ix_dec_bl in Q; contradiction|exact Y]. }
  apply andb_true_iff in X as [X1 X2]; split; [exact X1|]; intros x Hx; rewrite forallb_forall in X2; apply X2 in Hx.
  apply existsb_exists in Hx as (y & Hy & E0); apply internal_ix_dec_bl in E0; now subst.
Qed.
Lemma back_shown f p : walk f p f -> p <> [] -> exists x, In x (near f) /\ NoDup [x; f] /\ incl [x; f] p.
Proof.
  intros W N; destruct (walk_first _ _ _ W N) as (x & X1 & X2); exists x; split; [exact X1|split].
  - apply near_neq in X1; repeat constructor; simpl; intuition.
  - intros y [<-|[<-|[]]]; [exact X2|now apply walk_last with f].
Qed.

Lemma nodup_app {A} (l m : list A) : NoDup l -> NoDup m -> (forall x, In x l -> In x m -> False) -> NoDup (l ++ m).
Proof.
  induction 1 as [|x l N _ IH]; intros Nm D; [exact Nm|]; simpl; constructor; [|apply IH; [exact Nm|]; intros y I J; apply (D y); simpl; auto].
  intros I; apply in_app_or in I as [I|I]; [contradiction|apply (D x); simpl; auto].
Qed.
Lemma nodup_front {A} (l m : list A) : NoDup (l ++ m) -> NoDup l.
Proof. induction l as [|x l IH]; intros X; [constructor|]; inversion X as [|? ? N Y]; subst; constructor; [intros I; apply N; apply in_or_app; now left|auto]. Qed.
Lemma once_filter {A B} (f : A -> B) p l : NoDup (map f l) -> NoDup (map f (filter p l)).
Proof.
  induction l as [|x l IH]; intros N; simpl; [constructor|]; inversion N as [|? ? N1 N2]; subst; destruct (p x); simpl; [|now apply IH].
  constructor; [|now apply IH]; intros I; apply N1; apply in_map_iff in I as (y & <- & I); apply filter_In in I as [I _]; now apply in_map.
Qed.
Section Account.
  Variables (b : board) (g : book) (cap : colour -> nat).
  (* the captures of a side, and enemy pawns lost at home, on other files *)
  Hypotheses (K : kept_book b g) (C : forall c t, lost_in t g (opp c) + captures_off t g c <= cap c).
  Lemma promoted_shown f p h : walk f p h -> shown p (promoted f p).
  Proof.
    intros W; destruct p as [|y p]; [now apply shown_nil|]; destruct (walk_first _ _ _ W) as (x & X1 & X2); [discriminate|].
    apply shown_list with [x] (near f); auto; [repeat constructor; intros []|intros z [<-|[]]; exact X2|intros z [<-|[]]; exact X1].
  Qed.
  Lemma back_two f p x l : walk f p f -> p <> [] -> caps x = 2 -> meets x = files_of (f :: near f) -> l = f :: near f -> shown p x.
  Proof.
    intros W N E M _; destruct (back_shown f p W N) as (y & Y1 & Y2 & Y3).
    apply shown_list with [y; f] (f :: near f); auto; intros z [<-|[<-|[]]]; [now right|now left].
  Qed.
  Lemma stayed_shown f i s p : walk f p (fst s) -> shown p (stayed f i s p).
  Proof.
    intros W; destruct p as [|y p]; simpl; [apply walk_nil in W; apply shown_nil; simpl; now rewrite W, between_self|].
    destruct (ix_beq f (fst s)) eqn:X.
    - apply internal_ix_dec_bl in X; apply back_two with f (f :: near f); auto; [now rewrite X at 2|discriminate].
    - apply shown_list with (between f (fst s)) (f :: between f (fst s)); auto; [apply between_nodup|now apply walk_between|intros z; now right].
  Qed.
  Lemma served_shown w f h i p : walk f p h -> get8 w h = true -> shown p (served w f h i p).
  Proof.
    intros W L; destruct p as [|y p]; cbn [served]; [now apply shown_nil|]; destruct (ix_beq f h) eqn:X.
    - apply internal_ix_dec_bl in X; subst h; apply back_two with f (f :: near f); auto; discriminate.
    - assert (N : f <> h) by (intros ->; rewrite (internal_ix_dec_lb h h eq_refl) in X; discriminate).
      destruct (toward_ok w f h L N) as [_ T].
      apply shown_list with (between f (toward w f h)) (between f (toward w f h));
      [apply between_nodup|intros z Hz; apply (walk_between _ _ _ W); now apply T|reflexivity|reflexivity|apply incl_refl].
  Qed.
  (* those that serve promoted on one of the files of their sort *)
  Definition servants c sorts (sv : ix -> option nat) := forall f i, sv f = Some i -> exists s h p, g c f = Now s h p /\ get8 (nth i sorts no_files) h = true.
  Lemma servant_walks c sorts sv f i s h p : servants c sorts sv -> sv f = Some i -> g c f = Now s h p -> get8 (nth i sorts no_files) h = true /\ walk f p h.
  Proof.
    intros B S G; destruct (B f i S) as (s' & h' & p' & G' & Wh); rewrite G in G'; inversion G'; subst s' h' p'; split; [exact Wh|].
    pose proof (k_fits b g K c f) as F; rewrite G in F; apply F.
  Qed.
  Lemma fate_shown c ps sorts sv f : servants c sorts sv -> shown (path (g c f)) (fate_of ps sorts sv f (g c f)).
  Proof.
    intros B; pose proof (k_fits b g K c f) as F; destruct (g c f) as [s p|s h p| |p] eqn:G; simpl in *.
    - destruct F as (_ & W & _); now apply stayed_shown.
    - destruct (sv f) as [i|] eqn:S; [|destruct F as [_ W]; now apply promoted_shown with h].
      destruct (servant_walks c sorts sv f i s h p B S G) as [L W]; now apply served_shown.
    - now apply shown_nil.
    - destruct F as (h & W); now apply promoted_shown with h.
  Qed.
  Lemma shown_away t p x : shown p x -> (if touches t (meets x) then 0 else caps x) <= away t p.
  Proof.
    intros (l & N & I & E1 & M); destruct (touches t (meets x)) eqn:T; [lia|]; rewrite E1; unfold away; apply NoDup_incl_length; [exact N|].
    intros y Hy; apply filter_In; split; [now apply I|]; destruct (t y) eqn:Ty; [|reflexivity]; exfalso.
    assert (X : touches t (meets x) = true); [|congruence]; apply existsb_exists; exists y; split; [apply in_all8|]; rewrite Ty; now apply M.
  Qed.
  Lemma fate_dies ps sorts sv f m : dies (fate_of ps sorts sv f m) = is_lost m.
  Proof.
    destruct m as [s [|x p]|s h p| |[|x p]]; simpl; try reflexivity; unfold stayed, served; [destruct (ix_beq f (fst s)); reflexivity|].
    destruct (sv f); destruct p; simpl; try reflexivity; destruct (ix_beq f h); reflexivity.
  Qed.
  Lemma between_some f h : f <> h -> 0 < length (between f h).
  Proof. destruct f, h; intros N; try (exfalso; now apply N); simpl; lia. Qed.
  Lemma caps_positive c ps sorts sv f : servants c sorts sv -> path (g c f) <> [] -> 0 < caps (fate_of ps sorts sv f (g c f)).
  Proof.
    intros B; destruct (g c f) as [s [|x p]|s h [|x p]| |[|x p]] eqn:G; simpl; intros H; try congruence; try lia.
    - destruct (ix_beq f (fst s)) eqn:X; simpl; [lia|]; apply between_some; intros Y; rewrite Y, (internal_ix_dec_lb _ _ eq_refl) in X; discriminate.
    - destruct (sv f) as [i|] eqn:S; [|simpl; lia]; simpl; destruct (ix_beq f h) eqn:X; simpl; [lia|].
      destruct (servant_walks c sorts sv f i s h _ B S G) as [L _]; assert (N : f <> h) by (intros ->; rewrite (internal_ix_dec_lb h h eq_refl) in X; discriminate).
      destruct (toward_ok _ f h L N) as [T _]; unfold nearest in T; apply between_some; intros Y; rewrite <- Y, (internal_ix_dec_lb f f eq_refl), andb_false_r in T; discriminate.
  Qed.
  Lemma fates_pass pw pb sw sb vw vb f : servants White sw vw -> servants Black sb vb ->
    pass (fate_of pw sw vw f (g White f)) (fate_of pb sb vb f (g Black f)) = true.
  Proof.
    intros Bw Bb; unfold pass; rewrite !fate_dies; destruct (k_passed b g K f) as [->|[->|[H|[H|(x & i & j & -> & -> & L)]]]]; try reflexivity.
    - simpl; rewrite orb_true_r; reflexivity.
    - pose proof (caps_positive White pw sw vw f Bw H); rewrite (proj2 (Nat.ltb_lt _ _)) by lia; rewrite !orb_true_r; reflexivity.
    - pose proof (caps_positive Black pb sb vb f Bb H); rewrite (proj2 (Nat.ltb_lt _ _)) by lia; rewrite !orb_true_r; reflexivity.
    - unfold in_order; simpl; rewrite (proj2 (Nat.ltb_lt _ _) L), !orb_true_r; reflexivity.
  Qed.

  (* sums over the files *)
  Fixpoint numl (q : ix -> bool) (l : list ix) : nat := match l with [] => 0 | x :: l => (if q x then 1 else 0) + numl q l end.
  Lemma sum_numl q : sum q = numl q all8.
  Proof. unfold sum, b2n; simpl; lia. Qed.
  Lemma times_numl q (F : ix -> fate) l : times q (map F l) = numl (fun f => q (F f)) l.
  Proof. induction l as [|x l IH]; simpl; congruence. Qed.
  Lemma within_numl t (F : ix -> fate) l : within t (dead_of l (map F l)) = numl (fun f => t f && dies (F f)) l.
  Proof.
    induction l as [|x l IH]; simpl; [reflexivity|]; destruct (dies (F x)); simpl; rewrite IH; [now rewrite andb_true_r|now rewrite andb_false_r].
  Qed.
  Lemma numl_ext p q l : (forall x, p x = q x) -> numl p l = numl q l.
  Proof. intros H; induction l as [|x l IH]; simpl; [reflexivity|]; now rewrite H, IH. Qed.
  Definition fates_of c ps sorts sv := map (fun f => fate_of ps sorts sv f (g c f)) all8.
  Lemma elsewhere_off c ps sorts sv t : servants c sorts sv -> elsewhere t (fates_of c ps sorts sv) <= captures_off t g c.
  Proof.
    intros B; unfold fates_of, captures_off, sumn; simpl map; cbn [elsewhere].
    assert (X : forall f, (if touches t (meets (fate_of ps sorts sv f (g c f))) then 0 else caps (fate_of ps sorts sv f (g c f))) <= away t (path (g c f)))
      by (intros f; apply shown_away; now apply fate_shown).
    pose proof (X I1); pose proof (X I2); pose proof (X I3); pose proof (X I4); pose proof (X I5); pose proof (X I6); pose proof (X I7); pose proof (X I8); lia.
  Qed.
  Lemma within_lost c ps sorts sv t : within t (dead_of all8 (fates_of c ps sorts sv)) = lost_in t g c.
  Proof.
    unfold fates_of, lost_in; rewrite within_numl, sum_numl; apply numl_ext; intros x; now rewrite fate_dies.
  Qed.
  Lemma fate_within c ps sorts sv f : servants c sorts sv -> caps (fate_of ps sorts sv f (g c f)) <= cap c.
  Proof.
    intros B; pose proof (elsewhere_off c ps sorts sv (fun _ => false) B) as H; pose proof (C c (fun _ => false)) as X.
    assert (Y : caps (fate_of ps sorts sv f (g c f)) <= elsewhere (fun _ => false) (fates_of c ps sorts sv)); [|lia].
    rewrite elsewhere_none; unfold fates_of; destruct f; simpl total; lia.
  Qed.

  (* each fate is on the list *)
  Lemma index_in s l : In s l -> nth_error l (index_of s l) = Some s.
  Proof.
    induction l as [|x l IH]; [intros []|]; intros H; simpl; destruct (sq_eqb x s) eqn:X; [apply sq_eqb_eq in X; now subst|].
    destruct H as [->|H]; [rewrite sq_eqb_refl in X; discriminate|]; simpl; now apply IH.
  Qed.
  Lemma numbered_in (s : sq) l : In s l -> In (index_of s l, s) (numbered l).
  Proof.
    intros H; unfold numbered; assert (X : forall n, In (n + index_of s l, s) (combine (seq n (length l)) l)); [|exact (X 0)].
    induction l as [|x l IH]; [destruct H|]; intros n; simpl; destruct (sq_eqb x s) eqn:E0; [left; apply sq_eqb_eq in E0; subst; f_equal; lia|right].
    destruct H as [->|H]; [rewrite sq_eqb_refl in E0; discriminate|]; specialize (IH H (S n)); replace (n + S (index_of s l)) with (S n + index_of s l) by lia; exact IH.
  Qed.
  Lemma pawns_in c s : In s (pawns_of b c) <-> get b s = M c Pawn.
  Proof.
    unfold pawns_of; rewrite filter_In; split; [intros [_ H]; now apply is_man_get in H|]; intros H; split; [apply squares_all|]; rewrite H; destruct c; reflexivity.
  Qed.
  Lemma stayed_in c f s p : g c f = On s p -> In (stayed f (index_of s (pawns_of b c)) s p) (flat_map (stay_fates c f) (numbered (pawns_of b c))).
  Proof.
    intros G; pose proof (k_fits b g K c f) as F; rewrite G in F; destruct F as (F1 & F2 & F3); apply in_flat_map.
    exists (index_of s (pawns_of b c), s); split; [apply numbered_in; now apply pawns_in|]; unfold stay_fates; apply in_or_app.
    assert (Straight : length (between f (fst s)) + 1 <=? ahead c (snd s) = true).
    { apply Nat.leb_le; pose proof (NoDup_incl_length (between_nodup f (fst s)) (walk_between _ _ _ F2)); lia. }
    destruct p as [|x p]; cbn [stayed]; [left; rewrite Straight; now left|]; destruct (ix_beq f (fst s)) eqn:X; [right|left; rewrite Straight; now left].
    apply internal_ix_dec_bl in X; rewrite <- X in F2; destruct (back_shown f (x :: p) F2) as (y & _ & Y2 & Y3); [discriminate|].
    pose proof (NoDup_incl_length Y2 Y3) as L; simpl length in L; simpl length in F3; assert (Back : 3 <=? ahead c (snd s) = true) by (apply Nat.leb_le; lia); rewrite Back; now left.
  Qed.
  Lemma served_in w f h p i : walk f p h -> get8 w h = true -> In (served w f h i p) (serve_fates f (i, w)).
  Proof.
    intros W L; unfold serve_fates, served; destruct p as [|x p]; [apply walk_nil in W; subst h; rewrite L; now left|]; destruct (ix_beq f h) eqn:X.
    - apply internal_ix_dec_bl in X; subst h; rewrite L; right; now left.
    - apply in_or_app; right; apply in_flat_map; exists (toward w f h); split; [apply in_all8|].
      assert (N : f <> h) by (intros ->; rewrite (internal_ix_dec_lb h h eq_refl) in X; discriminate).
      destruct (toward_ok w f h L N) as [T _]; rewrite T; now left.
  Qed.
  Lemma nth_numbered {A} (l : list A) d i : i < length l -> In (i, nth i l d) (numbered l).
  Proof.
    intros H; unfold numbered; assert (X : forall n, In (n + i, nth i l d) (combine (seq n (length l)) l)); [|exact (X 0)].
    revert i H; induction l as [|x l IH]; intros i H n; simpl in H; [lia|]; destruct i as [|i]; simpl; [left; f_equal; lia|right].
    specialize (IH i ltac:(lia) (S n)); replace (n + S i) with (S n + i) by lia; exact IH.
  Qed.
  Lemma fate_in c sorts needs sv f : servants c sorts sv -> (forall i, sv f = Some i -> i < length sorts /\ how_many sorts needs i <> 0) ->
    In (fate_of (pawns_of b c) sorts sv f (g c f)) (fates_with (cap c) sorts needs c (numbered (pawns_of b c)) f).
  Proof.
    intros B Z; apply filter_In; split; [|apply Nat.leb_le; now apply fate_within].
    assert (P : forall q l, In (promoted f q) (promoted f [] :: promoted f [f] :: l)) by (intros [|x q] l; simpl; auto).
    destruct (g c f) as [s p|s h p| |p] eqn:G; simpl fate_of.
    - do 3 right; apply in_or_app; right; now apply stayed_in.
    - destruct (sv f) as [i|] eqn:S; [|apply P]; do 3 right; destruct (Z i eq_refl) as [Z1 Z2]; destruct (servant_walks c sorts sv f i s h p B S G) as [L W].
      apply in_or_app; left; apply in_flat_map; exists (i, nth i sorts no_files); split; [now apply nth_numbered|]; simpl fst.
      destruct (how_many sorts needs i); [congruence|]; now apply served_in.
    - do 2 right; now left.
    - apply P.
  Qed.

  (* those that serve: a pawn for each need *)
  Definition serviced c (among : sq -> bool) (needs : list (v8 bool)) : Prop :=
    exists fs, NoDup fs /\ Forall2 (fun f w => exists s h p, g c f = Now s h p /\ among s = true /\ get8 w h = true) fs needs.
  Fixpoint servant (l : list (ix * v8 bool)) f : option (v8 bool) := match l with [] => None | (x, w) :: l => if ix_beq x f then Some w else servant l f end.
  Definition serving sorts l f : option nat := match servant l f with Some w => sort_of w sorts | None => None end.
  Lemma servant_in l f w : servant l f = Some w -> In (f, w) l.
  Proof.
    induction l as [|[x v] l IH]; simpl; [discriminate|]; destruct (ix_beq x f) eqn:Q; [apply internal_ix_dec_bl in Q; intros H; inversion H; subst; now left|auto].
  Qed.
  Lemma servant_of l f w : NoDup (map fst l) -> In (f, w) l -> servant l f = Some w.
  Proof.
    induction l as [|[x v] l IH]; simpl; [intros _ []|]; intros N [H|H]; [inversion H; subst; now rewrite (internal_ix_dec_lb f f eq_refl)|].
    inversion N as [|? ? N1 N2]; subst; destruct (ix_beq x f) eqn:Q; [|auto]; apply internal_ix_dec_bl in Q; subst; exfalso; apply N1; exact (in_map fst _ _ H).
  Qed.
  Lemma sort_at w sorts : forall i, sort_of w sorts = Some i -> i < length sorts /\ forall f, get8 (nth i sorts no_files) f = get8 w f.
  Proof.
    induction sorts as [|v l IH]; intros i; simpl; [discriminate|]; destruct (same_files w v) eqn:Q.
    - intros H; inversion H; subst; split; [lia|]; intros f; unfold same_files in Q; rewrite forallb_forall in Q; specialize (Q f (in_all8 f)); apply eqb_prop in Q; now symmetry.
    - destruct (sort_of w l) as [j|]; [|discriminate]; simpl; intros H; inversion H; subst; destruct (IH j eq_refl) as [A B]; split; [lia|exact B].
  Qed.
  Lemma all8_nodup : NoDup all8. Proof. repeat constructor; simpl; intuition discriminate. Qed.
  Lemma numl_filter q l : numl q l = length (filter q l).
  Proof. induction l as [|x l IH]; simpl; [reflexivity|]; rewrite IH; destruct (q x); reflexivity. Qed.
  Lemma combine_fst {A B} (P : A -> B -> Prop) l m : Forall2 P l m -> map fst (combine l m) = l /\ map snd (combine l m) = m.
  Proof. induction 1 as [|x y l m _ _ [IH1 IH2]]; simpl; [auto|]; now rewrite IH1, IH2. Qed.
  Lemma combine_holds {A B} (P : A -> B -> Prop) l m : Forall2 P l m -> forall x y, In (x, y) (combine l m) -> P x y.
  Proof. induction 1 as [|x y l m H _ IH]; simpl; [intros ? ? []|]; intros a c [Q|Q]; [inversion Q; now subst|auto]. Qed.
  Lemma how_many_served sorts l i : NoDup (map fst l) -> numl (fun f => match serving sorts l f with Some j => Nat.eqb j i | None => false end) all8 = how_many sorts (map snd l) i.
  Proof.
    intros N; rewrite numl_filter; transitivity (length (map fst (filter (fun x => of_sort sorts i (snd x)) l))).
    - apply Permutation_length, NoDup_Permutation; [apply NoDup_filter, all8_nodup| |].
      + now apply once_filter.
      + intros f; rewrite filter_In, in_map_iff; unfold serving; split.
        * intros [_ H]; destruct (servant l f) as [w|] eqn:S; [|discriminate]; exists (f, w); split; [reflexivity|]; apply filter_In; split; [now apply servant_in|exact H].
        * intros ([x w] & Ex & H); simpl in Ex; subst x; apply filter_In in H as [H1 H2]; split; [apply in_all8|]; rewrite (servant_of l f w N H1); exact H2.
    - rewrite map_length; unfold how_many; clear N; induction l as [|[x w] l IH]; simpl; [reflexivity|]; destruct (of_sort sorts i w); simpl; congruence.
  Qed.
  Lemma stayed_fortune f i s p : fortune_of (stayed f i s p) = Stays i (snd s).
  Proof. unfold stayed; destruct p; [reflexivity|]; destruct (ix_beq f (fst s)); reflexivity. Qed.
  Lemma served_fortune w f h i p : fortune_of (served w f h i p) = Serves i.
  Proof. unfold served; destruct p; [reflexivity|]; destruct (ix_beq f h); reflexivity. Qed.
  Lemma promoted_fortune f p : fortune_of (promoted f p) = Promoted.
  Proof. destruct p; reflexivity. Qed.
  Lemma fate_fortune ps sorts sv f m : fortune_of (fate_of ps sorts sv f m) =
    match m with Lost => Died | Gone _ => Promoted | On s _ => Stays (index_of s ps) (snd s) | Now s _ _ => match sv f with Some i => Serves i | None => Promoted end end.
  Proof.
    destruct m as [s p|s h p| |p]; simpl; [apply stayed_fortune|destruct (sv f); [apply served_fortune|apply promoted_fortune]|reflexivity|apply promoted_fortune].
  Qed.

  (* every pawn on the board stands once *)
  Lemma places_in c ps sorts sv l i : In i (places (map (fun f => fate_of ps sorts sv f (g c f)) l)) <-> exists f s p, In f l /\ g c f = On s p /\ i = index_of s ps.
  Proof.
    induction l as [|x l IH]; simpl; [split; [intros []|intros (f & s & p & [] & _)]|]; rewrite fate_fortune.
    destruct (g c x) as [s p|s h p| |p] eqn:G; [simpl; rewrite IH; split| | |].
    - intros [<-|(f & s' & p' & A & B & D)]; [exists x, s, p; auto|exists f, s', p'; auto].
    - intros (f & s' & p' & [<-|A] & B & D); [left; rewrite G in B; inversion B; subst; reflexivity|right; exists f, s', p'; auto].
    - destruct (sv x); rewrite IH; (split; intros (f & s' & p' & A & B & D); exists f, s', p'; [auto|]; destruct A as [<-|A]; [congruence|auto]).
    - rewrite IH; split; intros (f & s' & p' & A & B & D); exists f, s', p'; [auto|]; destruct A as [<-|A]; [congruence|auto].
    - rewrite IH; split; intros (f & s' & p' & A & B & D); exists f, s', p'; [auto|]; destruct A as [<-|A]; [congruence|auto].
  Qed.
  Lemma on_in c f s p : g c f = On s p -> In s (pawns_of b c).
  Proof. intros G; pose proof (k_fits b g K c f) as F; rewrite G in F; apply pawns_in; apply F. Qed.
  Lemma places_nodup c sorts sv l : NoDup l -> NoDup (places (map (fun f => fate_of (pawns_of b c) sorts sv f (g c f)) l)).
  Proof.
    induction 1 as [|x l N _ IH]; simpl; [constructor|]; rewrite fate_fortune; destruct (g c x) as [s p|s h p| |p] eqn:G; auto.
    - constructor; [|exact IH]; intros I; apply places_in in I as (f & s' & p' & A & B & D); apply N.
      pose proof (index_in _ _ (on_in c x s p G)) as I1; pose proof (index_in _ _ (on_in c f s' p' B)) as I2; rewrite D in I1; rewrite I1 in I2.
      inversion I2; subst s'; assert (x = f) as -> by (apply (k_one b g K c x f s); [rewrite G|rewrite B]; reflexivity); exact A.
    - destruct (sv x); exact IH.
  Qed.
  Lemma index_nth (l : list sq) : NoDup l -> forall i s, nth_error l i = Some s -> index_of s l = i.
  Proof.
    induction 1 as [|x l N _ IH]; intros [|i] s H; simpl in H; try discriminate; simpl.
    - inversion H; subst; now rewrite sq_eqb_refl.
    - destruct (sq_eqb x s) eqn:E0; [apply sq_eqb_eq in E0; subst; apply nth_error_In in H; contradiction|]; now rewrite (IH i s H).
  Qed.
  Lemma fates_taken c sorts sv : taken (fates_of c (pawns_of b c) sorts sv) (length (pawns_of b c)).
  Proof.
    split; [apply places_nodup, all8_nodup|]; intros i; unfold fates_of; rewrite places_in; split.
    - intros H; destruct (nth_error (pawns_of b c) i) as [s|] eqn:E0; [|apply nth_error_None in E0; lia].
      pose proof (nth_error_In _ _ E0) as I; apply pawns_in in I; destruct (k_own b g K c s I) as (f & p & G); exists f, s, p; split; [apply in_all8|split; [exact G|]].
      symmetry; apply index_nth; [apply NoDup_filter, squares_nodup|exact E0].
    - intros (f & s & p & _ & G & ->); apply nth_error_Some; rewrite (index_in _ _ (on_in c f s p G)); discriminate.
  Qed.
  Definition is_now m := match m with Now _ _ _ => true | _ => false end.
  Lemma three_sorts c ps sorts sv l : length (places (map (fun f => fate_of ps sorts sv f (g c f)) l)) + numl (fun f => is_lost (g c f)) l + numl (fun f => is_now (g c f)) l <= length l.
  Proof.
    induction l as [|x l IH]; simpl; [lia|]; rewrite fate_fortune; destruct (g c x) as [s p|s h p| |p]; simpl; try lia; destruct (sv x); simpl; lia.
  Qed.
  Lemma serviced_now c am needs : serviced c am needs -> length needs <= numl (fun f => is_now (g c f)) all8.
  Proof.
    intros (fs & N & F); rewrite numl_filter; assert (L : length fs = length needs) by (clear N; induction F; simpl; congruence); rewrite <- L.
    apply NoDup_incl_length; [exact N|]; clear - F; induction F as [|f w fs needs (s & h & p & G & _) _ IH]; [intros x []|].
    intros x [<-|I]; [apply filter_In; split; [apply in_all8|now rewrite G]|now apply IH].
  Qed.
  Lemma fates_dying c am needs sorts sv : serviced c am needs -> times dies (fates_of c (pawns_of b c) sorts sv) <= 8 - (length (pawns_of b c) + length needs).
  Proof.
    intros Sv; unfold fates_of; rewrite times_numl; pose proof (three_sorts c (pawns_of b c) sorts sv all8) as H; change (length all8) with 8 in H.
    rewrite (numl_ext _ (fun f => is_lost (g c f))) by (intros; apply fate_dies); pose proof (serviced_now c am needs Sv) as N.
    assert (P : length (pawns_of b c) <= length (places (fates_of c (pawns_of b c) sorts sv))); [|unfold fates_of in P; lia].
    rewrite <- (seq_length (length (pawns_of b c)) 0); apply NoDup_incl_length; [apply seq_NoDup|]; intros i Hi; apply in_seq in Hi.
    apply (proj2 (fates_taken c sorts sv)); lia.
  Qed.
  Lemma fates_fine c am sorts needs : serviced c am needs -> exists sv, servants c sorts sv /\ fine (demanded b c sorts needs) (fates_of c (pawns_of b c) sorts sv) /\
    forall f i, sv f = Some i -> i < length sorts /\ how_many sorts needs i <> 0.
  Proof.
    intros Sv; pose proof Sv as (fs & N & F); destruct (combine_fst _ _ _ F) as [C1 C2]; set (l := combine fs needs) in *; rewrite <- C1 in N.
    assert (In_l : forall f w, In (f, w) l -> exists s h p, g c f = Now s h p /\ get8 w h = true).
    { intros f w I; destruct (combine_holds _ _ _ F f w I) as (s & h & p & A & _ & B); eauto. }
    exists (serving sorts l); split; [|split].
    - intros f i H; unfold serving in H; destruct (servant l f) as [w|] eqn:S; [|discriminate]; apply servant_in, In_l in S as (s & h & p & A & B).
      exists s, h, p; split; [exact A|]; now rewrite (proj2 (sort_at _ _ _ H)).
    - split; [exact (fates_taken c sorts _)| |exact (fates_dying c am needs sorts _ Sv)].
      intros i Hi; unfold demanded in *; cbn [wanted] in *; rewrite map_length, seq_length in Hi.
      rewrite (nth_indep _ 0 (how_many sorts needs 0)) by (rewrite map_length, seq_length; exact Hi); rewrite map_nth, seq_nth by exact Hi; simpl Nat.add.
      rewrite <- C2, <- (how_many_served sorts l i N); unfold fates_of; rewrite times_numl; apply numl_ext; intros f; unfold serves; rewrite fate_fortune.
      destruct (serving sorts l f) as [j|] eqn:S; [|destruct (g c f); reflexivity]; unfold serving in S; destruct (servant l f) as [w|] eqn:S'; [|discriminate].
      apply servant_in, In_l in S' as (s & h & p & -> & _); reflexivity.
    - intros f i H; pose proof H as H0; unfold serving in H; destruct (servant l f) as [w|] eqn:S; [|discriminate]; split; [exact (proj1 (sort_at _ _ _ H))|].
      apply servant_in in S; rewrite <- C2; unfold how_many; intros Z; apply length_zero_iff_nil in Z.
      assert (I : In w (filter (of_sort sorts i) (map snd l))) by (apply filter_In; split; [exact (in_map snd _ _ S)|unfold of_sort; rewrite H; apply Nat.eqb_refl]).
      rewrite Z in I; destruct I.
  Qed.
  Lemma fates_afford c sorts sv other others : servants c sorts sv ->
    affords (cap c) (fates_of c (pawns_of b c) sorts sv) all8 (fates_of (opp c) (pawns_of b (opp c)) other others).
  Proof.
    intros B t; pose proof (elsewhere_off c (pawns_of b c) sorts sv t B) as X; pose proof (C c t) as Y; rewrite within_lost; lia.
  Qed.
  Lemma serviced_app c p q l m : (forall s, p s = true -> q s = true -> False) -> serviced c p l -> serviced c q m -> serviced c (fun s => p s || q s) (l ++ m).
  Proof.
    intros D (fs & N & F) (gs & N' & F'); exists (fs ++ gs); split.
    - assert (Dj : forall f, In f fs -> In f gs -> False).
      { intros f I J; assert (X : forall am fs needs, Forall2 (fun f w => exists s h p, g c f = Now s h p /\ am s = true /\ get8 w h = true) fs needs -> In f fs ->
          exists s h p, g c f = Now s h p /\ am s = true).
        { clear; induction 1 as [|x w fs needs (s & h & p & G & A & _) _ IH]; [intros []|]; intros [->|I]; [eauto|auto]. }
        destruct (X _ _ _ F I) as (s & h & z & G & A), (X _ _ _ F' J) as (s' & h' & z' & G' & A'); rewrite G in G'; inversion G'; subst; eauto. }
      exact (nodup_app fs gs N N' Dj).
    - apply Forall2_app; [clear - F; induction F as [|f w fs needs (s & h & z & G & A & B) _ IH]|clear - F'; induction F' as [|f w fs needs (s & h & z & G & A & B) _ IH]];
      constructor; auto; exists s, h, z; rewrite A; auto using orb_true_r.
  Qed.
End Account.

(* --- what promotions alone need: bishops on squares of a colour, and others on any file --- *)
Definition every_file : v8 bool := files_of all8.
Definition bishop_files c (l : bool) : v8 bool := tab8 (fun f => eqb (light (f, last_rank c)) l).
Definition bishop_sorts c : list (v8 bool) := [bishop_files c false; bishop_files c true].
Definition class_files c : list (class * nat * v8 bool) :=
  combine classes [every_file; every_file; every_file; bishop_files c true; bishop_files c false].
Definition promoted_needs b c : list (v8 bool) :=
  flat_map (fun x => repeat (snd x) (count b (fst (fst x) c) - snd (fst x))) (class_files c).
Definition fewest b c := 16 - men b (opp c).
Lemma few_enough b g : counted b g None -> forall c t, lost_in t g (opp c) + captures_off t g c <= fewest b c.
Proof. intros C c t; specialize (C c t); unfold in_hand, fewest in *; lia. Qed.
(* as many as are needed *)
Lemma class_serviced b g c phi n w : kept_book b g -> In (phi, n) classes -> (forall f s h p, g c f = Now s h p -> phi c s (get b s) = true -> get8 w h = true) ->
  serviced g c (fun s => phi c s (get b s)) (repeat w (count b (phi c) - n)).
Proof.
  intros K I W; pose proof (k_extra b g K c phi n I) as X; unfold owned in X; rewrite sum_numl, numl_filter in X.
  set (l := filter (fun f => among b phi c (g c f)) all8) in *; set (m := count b (phi c) - n); exists (firstn m l); split.
  - apply (nodup_front _ (skipn m l)); rewrite firstn_skipn; apply NoDup_filter, all8_nodup.
  - assert (L : length (firstn m l) = m) by (apply firstn_length_le; unfold m; lia); rewrite <- L at 2.
    assert (A : forall f, In f (firstn m l) -> among b phi c (g c f) = true).
    { intros f J; assert (Y : In f l) by (rewrite <- (firstn_skipn m l); apply in_or_app; now left); now apply filter_In in Y. }
    clear L; induction (firstn m l) as [|f fs IH]; simpl; constructor; [|apply IH; intros x J; apply A; now right].
    specialize (A f (or_introl eq_refl)); destruct (g c f) as [s p|s h p| |p] eqn:G; simpl in A; try discriminate; exists s, h, p; eauto.
Qed.
Definition is_of b c (x : class * nat * v8 bool) s : bool := fst (fst x) c s (get b s).
Lemma all_serviced {A} g c (among : A -> sq -> bool) needs l : (forall x, In x l -> serviced g c (among x) (needs x)) ->
  ForallOrdPairs (fun x y => forall s, among x s = true -> among y s = true -> False) l -> serviced g c (fun s => existsb (fun x => among x s) l) (flat_map needs l).
Proof.
  intros H D; induction D as [|x l F D IH]; [exists []; split; constructor|]; simpl; apply serviced_app.
  - intros s A0 B; apply existsb_exists in B as (y & I & B); rewrite Forall_forall in F; exact (F y I s A0 B).
  - apply H; now left.
  - apply IH; intros y I; apply H; now right.
Qed.
Lemma promoted_serviced b g c : kept_book b g -> exists among, serviced g c among (promoted_needs b c).
Proof.
  intros K; eexists; apply (all_serviced g c (is_of b c)).
  - intros [[phi n] w] I; apply class_serviced; [exact K|exact (in_combine_l _ _ _ _ I)|]; intros f s h p G Q.
    assert (Of : is_man c Bishop (get b s) = true -> light (h, last_rank c) = light s).
    { intros B; apply is_man_get in B; pose proof (k_fits b g K c f) as F; rewrite G in F; destruct F as [(k & _ & Gk & L) _]; symmetry; apply L; congruence. }
    simpl in I; repeat (destruct I as [I|I]; [inversion I; subst; unfold bishop_files; try (destruct h; reflexivity)|]); [| |destruct I];
    apply andb_true_iff in Q as [B Q]; simpl snd; rewrite tab8_get, (Of B); [rewrite Q|apply negb_true_iff in Q; rewrite Q]; reflexivity.
  - unfold class_files, classes; simpl; repeat constructor; intros s; unfold is_of; simpl;
    destruct (get b s) as [|d k]; try (destruct c; discriminate); destruct c, d, k; simpl; try discriminate; destruct (light s); simpl; discriminate.
Qed.
