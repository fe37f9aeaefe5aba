(* Every game leaves an account of its pawns, which is read off from its book. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
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
(* promotes for a bishop on squares of one colour: at home, back there, or on the nearest file to a side *)
Definition serve_home l := mkfate (Serves l) 0 (files_of []).
Definition serve_back f l := mkfate (Serves l) 2 (files_of (f :: near f)).
Definition serve_on n f h l := mkfate (Serves l) n (files_of (between f h)).
Definition suits c f l := eqb (light (f, last_rank c)) l.
(* how far the next files are on which such a bishop comes *)
Definition nearest c f l : nat := if suits c f l then 2 else 1.
Definition serve_fates c f l : list fate :=
  (if suits c f l then [serve_home l; serve_back f l] else []) ++
  flat_map (fun h => if length (between f h) =? nearest c f l then [serve_on (nearest c f l) f h l] else []) all8.
Definition stay_fates c f (is : nat * sq) : list fate :=
  let (i, s) := is in
  (if length (between f (fst s)) + 1 <=? ahead c (snd s) then [stay_straight f i s] else []) ++
  (if ix_beq f (fst s) && (3 <=? ahead c (snd s)) then [stay_back f i s] else []).
Definition pawns_of (b : board) c : list sq := filter (fun s => is_man c Pawn (get b s)) squares.
Definition numbered (l : list sq) : list (nat * sq) := combine (seq 0 (length l)) l.
(* bishops that were pawns, on squares of a colour; all men that were pawns *)
Definition lights_needed b c := count b (fun s x => is_man c Bishop x && light s) - 1.
Definition darks_needed b c := count b (fun s x => is_man c Bishop x && negb (light s)) - 1.
Definition needed b c := (count b (fun _ => is_man c Queen) - 1) + (count b (fun _ => is_man c Rook) - 2) +
  (count b (fun _ => is_man c Knight) - 2) + lights_needed b c + darks_needed b c.
Definition cap b c := 16 - men b (opp c).
Definition fates_with (cap li da : nat) c (ps : list (nat * sq)) f : list fate :=
  filter (fun x => caps x <=? cap)
    (promoted f [] :: promoted f [f] :: died ::
     (match li with 0 => [] | _ => serve_fates c f true end) ++ (match da with 0 => [] | _ => serve_fates c f false end) ++
     flat_map (stay_fates c f) ps).
Definition demanded b c : demand :=
  mkdemand (length (pawns_of b c)) (lights_needed b c) (darks_needed b c) (8 - (length (pawns_of b c) + needed b c)).

(* --- the account that a book gives --- *)
Fixpoint index_of (s : sq) (l : list sq) : nat := match l with [] => 0 | x :: l => if sq_eqb x s then 0 else S (index_of s l) end.
(* n files from f to g *)
Definition toward n f g : ix := match List.find (fun h => (length (between f h) =? n) && forallb (fun x => existsb (ix_beq x) (between f g)) (between f h)) all8 with
  | Some h => h | None => I1 end.
Definition stayed f i (s : sq) (p : list ix) : fate :=
  match p with [] => stay_straight f i s | _ => if ix_beq f (fst s) then stay_back f i s else stay_straight f i s end.
Definition served c f g (l : bool) (p : list ix) : fate :=
  match p with [] => serve_home l | _ =>
    if ix_beq f g then serve_back f l else serve_on (nearest c f l) f (toward (nearest c f l) f g) l end.
(* with a choice of those that serve *)
Definition fate_of c (ps : list sq) (serving : ix -> bool) f (m : man) : fate :=
  match m with
  | Lost => died | Gone p => promoted f p
  | On s p => stayed f (index_of s ps) s p
  | Now s g p => if serving f then served c f g (light s) p else promoted f p end.

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
Lemma toward_ok c f g : f <> g -> let n := nearest c f (light (g, last_rank c)) in
  length (between f (toward n f g)) = n /\ incl (between f (toward n f g)) (between f g).
Proof.
  intros N n; assert (X : (length (between f (toward n f g)) =? n) && forallb (fun x => existsb (ix_beq x) (between f g)) (between f (toward n f g)) = true).
  { destruct c, f, g; try (exfalso; now apply N); vm_compute; reflexivity. }
  apply andb_true_iff in X as [X1 X2]; split; [now apply Nat.eqb_eq|]; intros x Hx; rewrite forallb_forall in X2; apply X2 in Hx.
  apply existsb_exists in Hx as (y & Hy & E0); apply internal_ix_dec_bl in E0; now subst.
Qed.
Lemma back_shown f p : walk f p f -> p <> [] -> exists x, In x (near f) /\ NoDup [x; f] /\ incl [x; f] p.
Proof.
  intros W N; destruct (walk_first _ _ _ W N) as (x & X1 & X2); exists x; split; [exact X1|split].
  - apply near_neq in X1; repeat constructor; simpl; intuition.
  - intros y [<-|[<-|[]]]; [exact X2|now apply walk_last with f].
Qed.

Section Account.
  Variables (b : board) (g : book).
  Hypotheses (K : kept_book b g) (C : counted b g None).
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
  Lemma served_shown c f h l p : walk f p h -> light (h, last_rank c) = l -> shown p (served c f h l p).
  Proof.
    intros W L; destruct p as [|y p]; cbn [served]; [now apply shown_nil|]; destruct (ix_beq f h) eqn:X.
    - apply internal_ix_dec_bl in X; subst h; apply back_two with f (f :: near f); auto; discriminate.
    - assert (N : f <> h) by (intros ->; rewrite (internal_ix_dec_lb h h eq_refl) in X; discriminate).
      destruct (toward_ok c f h N) as [T1 T2]; rewrite L in T1, T2; set (n := nearest c f l) in *.
      apply shown_list with (between f (toward n f h)) (between f (toward n f h));
      [apply between_nodup|intros z Hz; apply (walk_between _ _ _ W); now apply T2|simpl; now rewrite T1|reflexivity|apply incl_refl].
  Qed.
  (* those that serve are bishops that were pawns *)
  Definition bishops c (sv : ix -> bool) := forall f, sv f = true -> exists s h p, g c f = Now s h p /\ get b s = M c Bishop.
  Lemma bishop_light_now c sv f s h p : bishops c sv -> sv f = true -> g c f = Now s h p -> light (h, last_rank c) = light s /\ walk f p h.
  Proof.
    intros B S G; destruct (B f S) as (s' & h' & p' & G' & Bi); rewrite G in G'; inversion G'; subst s' h' p'; pose proof (k_fits b g K c f) as F.
    rewrite G in F; destruct F as [(k & _ & Gk & L) W]; split; [|exact W]; symmetry; apply L; congruence.
  Qed.
  Lemma fate_shown c ps sv f : bishops c sv -> shown (path (g c f)) (fate_of c ps sv f (g c f)).
  Proof.
    intros B; pose proof (k_fits b g K c f) as F; destruct (g c f) as [s p|s h p| |p] eqn:G; simpl in *.
    - destruct F as (_ & W & _); now apply stayed_shown.
    - destruct (sv f) eqn:S; [|destruct F as [_ W]; now apply promoted_shown with h].
      destruct (bishop_light_now c sv f s h p B S G) as [L W]; now apply served_shown.
    - now apply shown_nil.
    - destruct F as (h & W); now apply promoted_shown with h.
  Qed.
  Lemma shown_away t p x : shown p x -> (if touches t (meets x) then 0 else caps x) <= away t p.
  Proof.
    intros (l & N & I & E1 & M); destruct (touches t (meets x)) eqn:T; [lia|]; rewrite E1; unfold away; apply NoDup_incl_length; [exact N|].
    intros y Hy; apply filter_In; split; [now apply I|]; destruct (t y) eqn:Ty; [|reflexivity]; exfalso.
    assert (X : touches t (meets x) = true); [|congruence]; apply existsb_exists; exists y; split; [apply in_all8|]; rewrite Ty; now apply M.
  Qed.
  Lemma fate_dies c ps sv f m : dies (fate_of c ps sv f m) = is_lost m.
  Proof.
    destruct m as [s [|x p]|s h p| |[|x p]]; simpl; try reflexivity; unfold stayed, served; [destruct (ix_beq f (fst s)); reflexivity|].
    destruct (sv f); destruct p; simpl; try reflexivity; destruct (ix_beq f h); reflexivity.
  Qed.
  Lemma between_some f h : f <> h -> 0 < length (between f h).
  Proof. destruct f, h; intros N; try (exfalso; now apply N); simpl; lia. Qed.
  Lemma caps_positive c ps sv f m : path m <> [] -> 0 < caps (fate_of c ps sv f m).
  Proof.
    destruct m as [s [|x p]|s h [|x p]| |[|x p]]; simpl; intros H; try congruence; try lia.
    - destruct (ix_beq f (fst s)) eqn:X; simpl; [lia|]; apply between_some; intros Y; rewrite Y, (internal_ix_dec_lb _ _ eq_refl) in X; discriminate.
    - destruct (sv f); simpl; [|lia]; destruct (ix_beq f h); simpl; [lia|]; unfold nearest; destruct (suits c f (light s)); lia.
  Qed.
  Lemma fates_pass pw pb sw sb f : pass (fate_of White pw sw f (g White f)) (fate_of Black pb sb f (g Black f)) = true.
  Proof.
    unfold pass; rewrite !fate_dies; destruct (k_passed b g K f) as [->|[->|[H|[H|(x & i & j & -> & -> & L)]]]]; try reflexivity.
    - simpl; rewrite orb_true_r; reflexivity.
    - pose proof (caps_positive White pw sw f _ H); rewrite (proj2 (Nat.ltb_lt _ _)) by lia; rewrite !orb_true_r; reflexivity.
    - pose proof (caps_positive Black pb sb f _ H); rewrite (proj2 (Nat.ltb_lt _ _)) by lia; rewrite !orb_true_r; reflexivity.
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
  Definition fates_of c ps sv := map (fun f => fate_of c ps sv f (g c f)) all8.
  Lemma elsewhere_off c ps sv t : bishops c sv -> elsewhere t (fates_of c ps sv) <= captures_off t g c.
  Proof.
    intros B; unfold fates_of, captures_off, sumn; simpl map; cbn [elsewhere].
    assert (X : forall f, (if touches t (meets (fate_of c ps sv f (g c f))) then 0 else caps (fate_of c ps sv f (g c f))) <= away t (path (g c f)))
      by (intros f; apply shown_away; now apply fate_shown).
    pose proof (X I1); pose proof (X I2); pose proof (X I3); pose proof (X I4); pose proof (X I5); pose proof (X I6); pose proof (X I7); pose proof (X I8); lia.
  Qed.
  Lemma within_lost c ps sv t : within t (dead_of all8 (fates_of c ps sv)) = lost_in t g c.
  Proof.
    unfold fates_of, lost_in; rewrite within_numl, sum_numl; apply numl_ext; intros x; now rewrite fate_dies.
  Qed.
  Lemma fate_within c ps sv f : bishops c sv -> caps (fate_of c ps sv f (g c f)) <= cap b c.
  Proof.
    intros B; pose proof (elsewhere_off c ps sv (fun _ => false) B) as H; pose proof (C c (fun _ => false)) as X; unfold cap.
    assert (Y : caps (fate_of c ps sv f (g c f)) <= elsewhere (fun _ => false) (fates_of c ps sv)); [|lia].
    rewrite elsewhere_none; unfold fates_of; destruct f; simpl total; lia.
  Qed.

  (* each fate is on the list *)
  Lemma index_in s l : In s l -> nth_error l (index_of s l) = Some s.
  Proof.
    induction l as [|x l IH]; [intros []|]; intros H; simpl; destruct (sq_eqb x s) eqn:X; [apply sq_eqb_eq in X; now subst|].
    destruct H as [->|H]; [rewrite sq_eqb_refl in X; discriminate|]; simpl; now apply IH.
  Qed.
  Lemma numbered_in s l : In s l -> In (index_of s l, s) (numbered l).
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
  Lemma served_in c f h p l : walk f p h -> light (h, last_rank c) = l -> In (served c f h l p) (serve_fates c f l).
  Proof.
    intros W L; unfold serve_fates, served.
    assert (Here : f = h -> suits c f l = true) by (intros ->; unfold suits; rewrite L; apply eqb_reflx).
    destruct p as [|x p]; [apply walk_nil in W; rewrite Here by congruence; now left|]; destruct (ix_beq f h) eqn:X.
    - apply internal_ix_dec_bl in X; rewrite (Here X); right; now left.
    - apply in_or_app; right; apply in_flat_map; exists (toward (nearest c f l) f h); split; [apply in_all8|].
      assert (N : f <> h) by (intros ->; rewrite (internal_ix_dec_lb h h eq_refl) in X; discriminate).
      destruct (toward_ok c f h N) as [T _]; rewrite L in T; rewrite T, Nat.eqb_refl; now left.
  Qed.
  Lemma fate_in c sv li da f : bishops c sv -> (forall s h p, sv f = true -> g c f = Now s h p -> (if light s then li else da) <> 0) ->
    In (fate_of c (pawns_of b c) sv f (g c f)) (fates_with (cap b c) li da c (numbered (pawns_of b c)) f).
  Proof.
    intros B Z; apply filter_In; split; [|apply Nat.leb_le; now apply fate_within].
    assert (P : forall q l, In (promoted f q) (promoted f [] :: promoted f [f] :: l)) by (intros [|x q] l; simpl; auto).
    destruct (g c f) as [s p|s h p| |p] eqn:G; simpl fate_of.
    - do 3 right; apply in_or_app; right; apply in_or_app; right; now apply stayed_in.
    - destruct (sv f) eqn:S; [|apply P]; do 3 right; specialize (Z s h p eq_refl eq_refl); destruct (bishop_light_now c sv f s h p B S G) as [L W].
      pose proof (served_in c f h p _ W L) as I; apply in_or_app; destruct (light s); [left; destruct li; [congruence|exact I]|right].
      apply in_or_app; left; destruct da; [congruence|exact I].
    - do 2 right; now left.
    - apply P.
  Qed.

  (* those that serve: as many as are needed of the bishops that were pawns *)
  Lemma choose (p : ix -> bool) l : NoDup l -> forall n, n <= numl p l -> exists q, (forall f, q f = true -> p f = true) /\ numl q l = n.
  Proof.
    induction 1 as [|x l N _ IH]; intros n H; simpl in H.
    - exists (fun _ => false); split; [discriminate|simpl; lia].
    - assert (Out : forall q v, numl (fun y => if ix_beq x y then v else q y) l = numl q l).
      { intros q v; clear - N; induction l as [|z l IH]; [reflexivity|]; simpl in *; destruct (ix_beq x z) eqn:E0; [apply internal_ix_dec_bl in E0; subst; tauto|].
        rewrite IH by tauto; reflexivity. }
      assert (Use : forall v m, (v = true -> p x = true) -> m <= numl p l ->
        exists q, (forall f, q f = true -> p f = true) /\ numl q (x :: l) = (if v then 1 else 0) + m).
      { intros v m V M; destruct (IH m M) as (q & Q1 & Q2); exists (fun y => if ix_beq x y then v else q y); split.
        - intros f; destruct (ix_beq x f) eqn:E0; [apply internal_ix_dec_bl in E0; subst f; exact V|apply Q1].
        - simpl; rewrite (internal_ix_dec_lb x x eq_refl), Out, Q2; reflexivity. }
      destruct (p x) eqn:P; [|apply (Use false n); [discriminate|lia]]; destruct n as [|n]; [apply (Use false 0); [discriminate|lia]|].
      apply (Use true n); [auto|lia].
  Qed.
  Lemma all8_nodup : NoDup all8. Proof. repeat constructor; simpl; intuition discriminate. Qed.
  Definition light_bishop : class := fun c s x => is_man c Bishop x && light s.
  Definition dark_bishop : class := fun c s x => is_man c Bishop x && negb (light s).
  Lemma among_now phi c m : among b phi c m = true -> exists s h p, m = Now s h p /\ phi c s (get b s) = true.
  Proof. destruct m as [s p|s h p| |p]; simpl; try discriminate; eauto 10. Qed.
  Lemma servers c : exists ql qd, numl ql all8 = lights_needed b c /\ numl qd all8 = darks_needed b c /\
    (forall f, ql f = true -> exists s h p, g c f = Now s h p /\ get b s = M c Bishop /\ light s = true) /\
    (forall f, qd f = true -> exists s h p, g c f = Now s h p /\ get b s = M c Bishop /\ light s = false).
  Proof.
    assert (L : In (light_bishop, 1) classes) by (simpl; auto 10); assert (D : In (dark_bishop, 1) classes) by (simpl; auto 10).
    pose proof (k_extra b g K c _ _ L) as X; pose proof (k_extra b g K c _ _ D) as Y; unfold owned in *; rewrite sum_numl in X, Y.
    destruct (choose _ all8 all8_nodup (lights_needed b c) (proj2 (Nat.le_sub_le_add_l _ _ _) X)) as (ql & L1 & L2).
    destruct (choose _ all8 all8_nodup (darks_needed b c) (proj2 (Nat.le_sub_le_add_l _ _ _) Y)) as (qd & D1 & D2).
    exists ql, qd; split; [exact L2|split; [exact D2|split; intros f Q]].
    - apply L1, among_now in Q as (s & h & p & G & Q); unfold light_bishop in Q; apply andb_true_iff in Q as [Q1 Q2]; apply is_man_get in Q1; eauto 10.
    - apply D1, among_now in Q as (s & h & p & G & Q); unfold dark_bishop in Q; apply andb_true_iff in Q as [Q1 Q2]; apply is_man_get in Q1.
      apply negb_true_iff in Q2; eauto 10.
  Qed.
  Lemma stayed_fortune f i s p : fortune_of (stayed f i s p) = Stays i (snd s).
  Proof. unfold stayed; destruct p; [reflexivity|]; destruct (ix_beq f (fst s)); reflexivity. Qed.
  Lemma served_fortune c f h l p : fortune_of (served c f h l p) = Serves l.
  Proof. unfold served; destruct p; [reflexivity|]; destruct (ix_beq f h); reflexivity. Qed.
  Lemma promoted_fortune f p : fortune_of (promoted f p) = Promoted.
  Proof. destruct p; reflexivity. Qed.
  Lemma fate_fortune c ps sv f m : fortune_of (fate_of c ps sv f m) =
    match m with Lost => Died | Gone _ => Promoted | On s _ => Stays (index_of s ps) (snd s) | Now s _ _ => if sv f then Serves (light s) else Promoted end.
  Proof.
    destruct m as [s p|s h p| |p]; simpl; [apply stayed_fortune|destruct (sv f); [apply served_fortune|apply promoted_fortune]|reflexivity|apply promoted_fortune].
  Qed.

  (* every pawn on the board stands once *)
  Lemma places_in c ps sv l i : In i (places (map (fun f => fate_of c ps sv f (g c f)) l)) <-> exists f s p, In f l /\ g c f = On s p /\ i = index_of s ps.
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
  Lemma places_nodup c sv l : NoDup l -> NoDup (places (map (fun f => fate_of c (pawns_of b c) sv f (g c f)) l)).
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
  Lemma fates_taken c sv : taken (fates_of c (pawns_of b c) sv) (length (pawns_of b c)).
  Proof.
    split; [apply places_nodup, all8_nodup|]; intros i; unfold fates_of; rewrite places_in; split.
    - intros H; destruct (nth_error (pawns_of b c) i) as [s|] eqn:E0; [|apply nth_error_None in E0; lia].
      pose proof (nth_error_In _ _ E0) as I; apply pawns_in in I; destruct (k_own b g K c s I) as (f & p & G); exists f, s, p; split; [apply in_all8|split; [exact G|]].
      symmetry; apply index_nth; [apply NoDup_filter, squares_nodup|exact E0].
    - intros (f & s & p & _ & G & ->); apply nth_error_Some; rewrite (index_in _ _ (on_in c f s p G)); discriminate.
  Qed.
  Definition is_now m := match m with Now _ _ _ => true | _ => false end.
  Lemma three_sorts c ps sv l : length (places (map (fun f => fate_of c ps sv f (g c f)) l)) + numl (fun f => is_lost (g c f)) l + numl (fun f => is_now (g c f)) l <= length l.
  Proof.
    induction l as [|x l IH]; simpl; [lia|]; rewrite fate_fortune; destruct (g c x) as [s p|s h p| |p]; simpl; try lia; destruct (sv x); simpl; lia.
  Qed.
  Lemma needed_now c : needed b c <= numl (fun f => is_now (g c f)) all8.
  Proof.
    assert (X : forall phi n, In (phi, n) classes -> count b (phi c) - n <= numl (fun f => among b phi c (g c f)) all8).
    { intros phi n I; pose proof (k_extra b g K c phi n I) as H; unfold owned in H; rewrite sum_numl in H; now apply Nat.le_sub_le_add_l. }
    pose proof (X (fun c _ => is_man c Queen) 1 ltac:(simpl; auto 10)) as Q; pose proof (X (fun c _ => is_man c Rook) 2 ltac:(simpl; auto 10)) as Ro.
    pose proof (X (fun c _ => is_man c Knight) 2 ltac:(simpl; auto 10)) as Kn; pose proof (X light_bishop 1 ltac:(simpl; auto 10)) as Li.
    pose proof (X dark_bishop 1 ltac:(simpl; auto 10)) as Da; clear X; unfold needed, lights_needed, darks_needed; unfold light_bishop, dark_bishop in *; cbv beta in *.
    assert (Y : forall l, numl (fun f => among b (fun c _ => is_man c Queen) c (g c f)) l + numl (fun f => among b (fun c _ => is_man c Rook) c (g c f)) l +
      numl (fun f => among b (fun c _ => is_man c Knight) c (g c f)) l + numl (fun f => among b light_bishop c (g c f)) l +
      numl (fun f => among b dark_bishop c (g c f)) l <= numl (fun f => is_now (g c f)) l).
    { clear; induction l as [|x l IH]; simpl; [lia|]; destruct (g c x) as [s p|s h p| |p]; simpl; try exact IH.
      unfold light_bishop at 1, dark_bishop at 1; destruct (get b s) as [|d k]; [simpl; lia|]; simpl; destruct (colour_beq c d), k, (light s); simpl; lia. }
    specialize (Y all8); unfold light_bishop, dark_bishop in Y.
    eapply Nat.le_trans; [|exact Y]; repeat apply Nat.add_le_mono; assumption.
  Qed.
  Lemma fates_dying c sv : times dies (fates_of c (pawns_of b c) sv) <= 8 - (length (pawns_of b c) + needed b c).
  Proof.
    unfold fates_of; rewrite times_numl; pose proof (three_sorts c (pawns_of b c) sv all8) as H; change (length all8) with 8 in H.
    rewrite (numl_ext _ (fun f => is_lost (g c f))) by (intros; apply fate_dies); pose proof (needed_now c) as N.
    assert (P : length (pawns_of b c) <= length (places (fates_of c (pawns_of b c) sv))); [|unfold fates_of in P; lia].
    rewrite <- (seq_length (length (pawns_of b c)) 0); apply NoDup_incl_length; [apply seq_NoDup|]; intros i Hi; apply in_seq in Hi.
    apply (proj2 (fates_taken c sv)); lia.
  Qed.
  Lemma fates_fine c : exists sv, bishops c sv /\ fine (demanded b c) (fates_of c (pawns_of b c) sv) /\
    forall s h p f, sv f = true -> g c f = Now s h p -> (if light s then lights_needed b c else darks_needed b c) <> 0.
  Proof.
    destruct (servers c) as (ql & qd & L & D & HL & HD); exists (fun f => ql f || qd f); split; [|split].
    - intros f H; apply orb_true_iff in H as [H|H]; [apply HL in H|apply HD in H]; destruct H as (s & h & p & A & B & _); eauto.
    - split; [exact (fates_taken c _)| | |exact (fates_dying c _)]; unfold demanded; cbn [lights darks].
      + rewrite <- L; unfold fates_of; rewrite times_numl; apply numl_ext; intros f; unfold serves; rewrite fate_fortune.
        destruct (ql f) eqn:Q; [destruct (HL f Q) as (s & h & p & -> & _ & Li); simpl; now rewrite Li|].
        destruct (qd f) eqn:Q'; [destruct (HD f Q') as (s & h & p & -> & _ & Li); simpl; now rewrite Li|]; destruct (g c f); reflexivity.
      + rewrite <- D; unfold fates_of; rewrite times_numl; apply numl_ext; intros f; unfold serves; rewrite fate_fortune.
        destruct (ql f) eqn:Q; [destruct (HL f Q) as (s & h & p & G & _ & Li)|].
        * rewrite G; simpl; rewrite Li; destruct (qd f) eqn:Q'; [|reflexivity]; destruct (HD f Q') as (s' & h' & p' & G' & _ & Li'); congruence.
        * destruct (qd f) eqn:Q'; [destruct (HD f Q') as (s & h & p & -> & _ & Li); simpl; now rewrite Li|]; destruct (g c f); reflexivity.
    - assert (Z : forall q l f, In f l -> q f = true -> numl q l <> 0).
      { clear; intros q l f; induction l as [|x l IH]; simpl; [intros []|intros [->|I] Q]; [rewrite Q; simpl; lia|specialize (IH I Q); lia]. }
      intros s h p f S G; apply orb_true_iff in S as [S|S].
      + destruct (HL f S) as (s' & h' & p' & G' & _ & Li); rewrite G in G'; inversion G'; subst s'; rewrite Li, <- L; apply (Z ql all8 f); [apply in_all8|exact S].
      + destruct (HD f S) as (s' & h' & p' & G' & _ & Li); rewrite G in G'; inversion G'; subst s'; rewrite Li, <- D; apply (Z qd all8 f); [apply in_all8|exact S].
  Qed.
  Lemma fates_afford c sv so : bishops c sv ->
    affords (cap b c) (fates_of c (pawns_of b c) sv) all8 (fates_of (opp c) (pawns_of b (opp c)) so).
  Proof.
    intros B t; pose proof (elsewhere_off c (pawns_of b c) sv t B) as X; pose proof (C c t) as Y; unfold in_hand in Y.
    unfold cap; rewrite within_lost; lia.
  Qed.
End Account.
