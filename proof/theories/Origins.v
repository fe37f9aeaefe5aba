(* Men with origins: what has become of each of the pawns that there were at first. A game keeps the book. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Invariants GameInvariants Legality Files.

(* The pawn stands on a square; it has promoted, on a file, and stands on a square; it was captured as a pawn
   that had not captured; it was captured otherwise. The list has the files that it captured onto, the latest first. *)
Inductive man := On (s : sq) (p : list ix) | Now (s : sq) (g : ix) (p : list ix) | Lost | Gone (p : list ix).
Definition book := colour -> ix -> man.
Definition path m := match m with On _ p | Now _ _ p | Gone p => p | Lost => [] end.
Definition stands m := match m with On s _ | Now s _ _ => Some s | _ => None end.
Definition is_lost m := match m with Lost => true | _ => false end.
Definition ahead c r := match c with White => place r | Black => 7 - place r end.
Definition beside (f g : ix) : Prop := place f = S (place g) \/ place g = S (place f).
Inductive walk (f : ix) : list ix -> ix -> Prop :=
| walk_home : walk f [] f
| walk_on p g h : walk f p g -> beside g h -> walk f (h :: p) h.

Definition fits (b : board) c f m : Prop :=
  match m with
  | On s p => get b s = M c Pawn /\ walk f p (fst s) /\ length p + 1 <= ahead c (snd s)
  | Now s g p => (exists k, In k promos /\ get b s = M c k /\ (k = Bishop -> light s = light (g, last_rank c))) /\ walk f p g
  | Gone p => exists h, walk f p h
  | Lost => True end.
(* kinds of promoted men, and how many of them there were at first *)
Definition class := colour -> sq -> cell -> bool.
Definition classes : list (class * nat) :=
  [(fun c _ => is_man c Queen, 1); (fun c _ => is_man c Rook, 2); (fun c _ => is_man c Knight, 2);
   (fun c s x => is_man c Bishop x && light s, 1); (fun c s x => is_man c Bishop x && negb (light s), 1)].
Definition among (b : board) (phi : class) c m := match m with Now s _ _ => phi c s (get b s) | _ => false end.
Definition owned b (g : book) c (phi : class) : nat := sum (fun f => among b phi c (g c f)).
(* the pawns of a file have not passed each other on it *)
Definition passed (w b : man) : Prop :=
  w = Lost \/ b = Lost \/ path w <> [] \/ path b <> [] \/ exists x i j, w = On (x, i) [] /\ b = On (x, j) [] /\ place i < place j.
Record kept_book (b : board) (g : book) : Prop := mkkept {
  k_fits : forall c f, fits b c f (g c f);
  k_one : forall c f f' s, stands (g c f) = Some s -> stands (g c f') = Some s -> f = f';
  k_own : forall c s, get b s = M c Pawn -> exists f p, g c f = On s p;
  k_extra : forall c phi n, In (phi, n) classes -> count b (phi c) <= n + owned b g c phi;
  k_passed : forall f, passed (g White f) (g Black f) }.

Lemma class_facts phi n : In (phi, n) classes -> (forall c s, phi c s E = false) /\
  (forall c s d k, phi c s (M d k) = true -> c = d /\ In k promos) /\
  (forall c s t d k, (k = Bishop -> light s = light t) -> phi c s (M d k) = phi c t (M d k)).
Proof.
  intros H; assert (X : forall b : bool, b && false = false) by (intros []; reflexivity).
  simpl in H; repeat (destruct H as [H|H]; [inversion H; subst; clear H|]); try destruct H;
  (split; [reflexivity|split; [intros c s d k; destruct c, d, k; simpl; rewrite ?X; try discriminate; intros _; split; try reflexivity; simpl; tauto|]];
   intros c s t d k L; destruct k; simpl; rewrite ?X; try reflexivity; rewrite (L eq_refl); reflexivity).
Qed.
Lemma owner_dec (g : book) c s : (exists f, stands (g c f) = Some s) \/ (forall f, stands (g c f) <> Some s).
Proof.
  destruct (existsb (fun f => oeqb (stands (g c f)) s) all8) eqn:H.
  - left; apply existsb_exists in H as (f & _ & H); exists f; destruct (stands (g c f)) as [t|]; [|discriminate]; apply sq_eqb_eq in H; now subst.
  - right; intros f X; assert (Y : existsb (fun f => oeqb (stands (g c f)) s) all8 = true); [|congruence].
    apply existsb_exists; exists f; split; [apply in_all8|]; rewrite X; apply sq_eqb_refl.
Qed.
Lemma at_dec s m : stands m = Some s \/ stands m <> Some s.
Proof.
  destruct (stands m) as [t|]; [|right; discriminate]; destruct (sq_eqb t s) eqn:E0; [left; apply sq_eqb_eq in E0; congruence|right].
  intros X; inversion X; subst; rewrite sq_eqb_refl in E0; discriminate.
Qed.
Lemma stands_colour b c f m s : fits b c f m -> stands m = Some s -> exists k, get b s = M c k.
Proof. destruct m; simpl; intros H X; inversion X; subst; [exists Pawn; tauto|destruct H as [(k & _ & H & _) _]; eauto]. Qed.
Lemma stands_pawn b c f m s : fits b c f m -> stands m = Some s -> get b s = M c Pawn -> exists p, m = On s p.
Proof.
  destruct m as [u p|u h p| |p]; simpl; intros H X G; inversion X; subst; [eauto|]; exfalso.
  destruct H as [(k & P & H & _) _]; rewrite G in H; inversion H; subst k; now apply promos_no_pawn in P.
Qed.
Lemma stands_piece b c f m s k : fits b c f m -> stands m = Some s -> get b s = M c k -> k <> Pawn -> exists g p, m = Now s g p.
Proof.
  destruct m as [u p|u h p| |p]; simpl; intros H X G N; inversion X; subst; [|eauto]; exfalso; destruct H as [H _]; congruence.
Qed.

(* --- a man is taken from its square --- *)
Definition lose s m := if oeqb (stands m) s then match m with On _ [] => Lost | On _ p | Now _ _ p => Gone p | m => m end else m.
Lemma lose_off s m : stands m <> Some s -> lose s m = m.
Proof.
  unfold lose; destruct (stands m) as [t|]; simpl; [|reflexivity]; intros H; destruct (sq_eqb t s) eqn:E; [|reflexivity].
  apply sq_eqb_eq in E; congruence.
Qed.
Lemma lose_path s m : path (lose s m) = path m.
Proof. unfold lose; destruct (oeqb (stands m) s); [|reflexivity]; destruct m as [? []| | |]; reflexivity. Qed.
Lemma lose_cases s m : (stands m <> Some s /\ lose s m = m) \/
  (stands m = Some s /\ ((exists p, m = On s p /\ (p = [] /\ lose s m = Lost \/ p <> [] /\ lose s m = Gone p)) \/ exists g p, m = Now s g p /\ lose s m = Gone p)).
Proof.
  unfold lose; destruct m as [t p|t h p| |p]; simpl; try (left; split; [discriminate|reflexivity]);
  destruct (sq_eqb t s) eqn:E; try (left; split; [intros X; inversion X; subst; rewrite sq_eqb_refl in E; discriminate|reflexivity]);
  apply sq_eqb_eq in E; subst t; right; (split; [reflexivity|]); [left|right; eauto].
  exists p; split; [reflexivity|]; destruct p; [left|right]; split; try reflexivity; discriminate.
Qed.
Lemma lose_stands s m u : stands (lose s m) = Some u -> stands m = Some u /\ u <> s.
Proof.
  destruct (lose_cases s m) as [[N H]|[_ [(p & _ & [[_ H]|[_ H]])|(g & p & _ & H)]]]; rewrite H; try discriminate.
  intros X; split; [exact X|congruence].
Qed.
Lemma lose_fits b c f s m : fits b c f m -> fits (set b s E) c f (lose s m).
Proof.
  intros H; destruct (lose_cases s m) as [[N X]|[_ [(p & E1 & [[_ X]|[_ X]])|(g & p & E1 & X)]]]; rewrite X; [|exact I| |].
  - destruct m as [t p|t h p| |p]; simpl in *; auto; rewrite get_set, sq_neq by congruence; assumption.
  - subst m; exists (fst s); apply H.
  - subst m; exists g; apply H.
Qed.
Lemma lose_passed s w b : passed w b -> passed (lose s w) (lose s b).
Proof.
  unfold passed; rewrite !lose_path; intros [->|[->|[H|[H|(x & i & j & -> & -> & L)]]]]; auto.
  destruct (sq_eqb (x, i) s) eqn:A; [left; unfold lose; simpl; rewrite A; reflexivity|].
  destruct (sq_eqb (x, j) s) eqn:B; [right; left; unfold lose; simpl; rewrite B; reflexivity|].
  right; right; right; right; exists x, i, j; unfold lose; simpl; rewrite A, B; auto.
Qed.
Lemma sum_but f g y : (forall x, x <> y -> b2n (f x) <= b2n (g x)) -> sum f <= sum g + 1.
Proof.
  intros H; eapply Nat.le_trans; [|apply (sum_or g y)]; apply sum_le; intros x; destruct (ix_beq x y) eqn:E0.
  - rewrite orb_true_r; destruct (f x); simpl; lia.
  - rewrite orb_false_r; apply H; intros ->; rewrite (internal_ix_dec_lb y y eq_refl) in E0; discriminate.
Qed.
Lemma sum_lt f g y : (forall x, b2n (f x) <= b2n (g x)) -> f y = false -> g y = true -> sum f + 1 <= sum g.
Proof.
  intros H A B; unfold sum; pose proof (H I1); pose proof (H I2); pose proof (H I3); pose proof (H I4); pose proof (H I5); pose proof (H I6);
  pose proof (H I7); pose proof (H I8); destruct y; rewrite A, B in *; simpl b2n in *; lia.
Qed.
Lemma place_le i : place i <= 7. Proof. destruct i; simpl; lia. Qed.
Lemma lose_among b phi n c s m : In (phi, n) classes -> stands m <> Some s -> among (set b s E) phi c (lose s m) = among b phi c m.
Proof. intros _ N; rewrite (lose_off s m N); destruct m; simpl in *; auto; rewrite get_set, sq_neq by congruence; reflexivity. Qed.
Lemma lose_extra b g c phi n s : kept_book b g -> In (phi, n) classes ->
  count (set b s E) (phi c) <= n + owned (set b s E) (fun c f => lose s (g c f)) c phi.
Proof.
  intros K H; pose proof (k_extra b g K c phi n H) as X; pose proof (count_set b s E (phi c)) as C.
  destruct (class_facts phi n H) as (F1 & F2 & _); rewrite F1 in C; simpl in C; unfold owned in *.
  destruct (phi c s (get b s)) eqn:P; simpl in C.
  - assert (Y : sum (fun f => among b phi c (g c f)) <= sum (fun f => among (set b s E) phi c (lose s (g c f))) + 1); [|lia].
    destruct (owner_dec g c s) as [(y & Hy)|No].
    + apply sum_but with y; intros x N; rewrite (lose_among b phi n) by (auto; intros Hx; apply N; eapply k_one; eauto); lia.
    + apply sum_but with I1; intros x _; rewrite (lose_among b phi n) by auto; lia.
  - assert (Y : sum (fun f => among b phi c (g c f)) <= sum (fun f => among (set b s E) phi c (lose s (g c f)))); [|lia].
    apply sum_le; intros x; destruct (stands (g c x)) as [u|] eqn:S; [destruct (sq_eqb u s) eqn:Eu|].
    + apply sq_eqb_eq in Eu; subst u; replace (among b phi c (g c x)) with false; [simpl; lia|].
      destruct (g c x); simpl in *; inversion S; subst; auto.
    + rewrite (lose_among b phi n); [lia|exact H|]; rewrite S; intros Y; inversion Y; subst; rewrite sq_eqb_refl in Eu; discriminate.
    + rewrite (lose_among b phi n); [lia|exact H|]; rewrite S; discriminate.
Qed.
Lemma lose_kept b g s : kept_book b g -> kept_book (set b s E) (fun c f => lose s (g c f)).
Proof.
  intros K; split.
  - intros c f; apply lose_fits; apply K.
  - intros c f f' u A B; apply lose_stands in A as [A _], B as [B _]; eapply k_one; eauto.
  - intros c u; rewrite get_set; destruct (sq_eqb s u) eqn:Eu; [discriminate|]; intros H; destruct (k_own b g K c u H) as (f & p & X).
    exists f, p; rewrite lose_off; [exact X|]; rewrite X; simpl; intros Y; inversion Y; subst; rewrite sq_eqb_refl in Eu; discriminate.
  - intros c phi n H; now apply lose_extra.
  - intros f; apply lose_passed, K.
Qed.

(* --- captures: those lost on a set of files, and the captures of pawns elsewhere, are different captures ---
   *)
Definition sumn (f : ix -> nat) : nat := f I1 + f I2 + f I3 + f I4 + f I5 + f I6 + f I7 + f I8.
Definition away (t : ix -> bool) (p : list ix) : nat := length (filter (fun x => negb (t x)) p).
Definition lost_in (t : ix -> bool) (g : book) c := sum (fun f => t f && is_lost (g c f)).
Definition captures_off (t : ix -> bool) (g : book) c := sumn (fun f => away t (path (g c f))).
Definition men (b : board) c := count b (fun _ => is_colour c).
(* with a capture in hand: a man was taken on that file, by something of that side *)
Definition in_hand (e : option (colour * ix)) c (t : ix -> bool) : nat :=
  match e with Some (d, x) => if colour_beq d c then b2n (negb (t x)) else 0 | None => 0 end.
Definition counted (b : board) (g : book) (e : option (colour * ix)) : Prop :=
  forall c t, lost_in t g (opp c) + captures_off t g c + men b (opp c) + in_hand e c t <= 16.
Lemma sumn_le f g : (forall x, f x <= g x) -> sumn f <= sumn g.
Proof.
  intros H; unfold sumn; pose proof (H I1); pose proof (H I2); pose proof (H I3); pose proof (H I4); pose proof (H I5); pose proof (H I6);
  pose proof (H I7); pose proof (H I8); lia.
Qed.
Lemma sumn_but f g y d : (forall x, x <> y -> f x <= g x) -> f y <= g y + d -> sumn f <= sumn g + d.
Proof.
  intros H Y; assert (X : forall x, f x <= g x + if ix_beq x y then d else 0).
  { intros x; destruct (ix_beq x y) eqn:E0; [apply internal_ix_dec_bl in E0; subst; exact Y|]; rewrite Nat.add_0_r; apply H; intros ->.
    rewrite (internal_ix_dec_lb y y eq_refl) in E0; discriminate. }
  apply sumn_le in X; eapply Nat.le_trans; [exact X|]; unfold sumn; clear; destruct y; simpl; lia.
Qed.
Lemma lose_counted b g c s k : kept_book b g -> counted b g None -> get b s = M (opp c) k ->
  counted (set b s E) (fun c f => lose s (g c f)) (Some (c, fst s)).
Proof.
  intros K C G d t; specialize (C d t); unfold in_hand in *; rewrite Nat.add_0_r in C.
  pose proof (count_set b s E (fun _ => is_colour (opp d))) as N; cbv beta in N; rewrite G in N; simpl in N; unfold men in *.
  assert (P : captures_off t (fun c f => lose s (g c f)) d = captures_off t g d) by (unfold captures_off, sumn; rewrite !lose_path; reflexivity).
  rewrite P; clear P; unfold lost_in in *; destruct (colour_beq c d) eqn:CD.
  - apply colour_beq_eq in CD; subst d; replace (colour_beq (opp c) (opp c)) with true in N by (destruct c; reflexivity); simpl in N.
    assert (L : forall f, is_lost (lose s (g (opp c) f)) = true -> is_lost (g (opp c) f) = true \/ f = fst s).
    { intros f H; destruct (lose_cases s (g (opp c) f)) as [[_ X]|[_ [(p & E1 & [[-> X]|[_ X]])|(h & p & _ & X)]]]; rewrite X in H; auto; try discriminate.
      right; pose proof (k_fits b g K (opp c) f) as F; rewrite E1 in F; destruct F as (_ & W & _); inversion W; reflexivity. }
    destruct (t (fst s)) eqn:T; simpl.
    + assert (X : sum (fun f => t f && is_lost (lose s (g (opp c) f))) <= sum (fun f => t f && is_lost (g (opp c) f)) + 1); [|lia].
      apply sum_but with (fst s); intros x Nx; destruct (t x); simpl; [|lia]; destruct (is_lost (lose s (g (opp c) x))) eqn:LX; [|simpl; lia].
      apply L in LX as [->|LX]; [lia|contradiction].
    + assert (X : sum (fun f => t f && is_lost (lose s (g (opp c) f))) <= sum (fun f => t f && is_lost (g (opp c) f))); [|lia].
      apply sum_le; intros x; destruct (t x) eqn:Tx; simpl; [|lia]; destruct (is_lost (lose s (g (opp c) x))) eqn:LX; [|simpl; lia].
      apply L in LX as [->| ->]; [lia|congruence].
  - assert (X : sum (fun f => t f && is_lost (lose s (g (opp d) f))) = sum (fun f => t f && is_lost (g (opp d) f))); [|lia].
    assert (Y : forall f, lose s (g (opp d) f) = g (opp d) f).
    { intros f; apply lose_off; intros S; destruct (stands_colour b _ _ _ _ (k_fits b g K (opp d) f) S) as (j & Gj); rewrite G in Gj.
      destruct c, d; simpl in *; discriminate. }
    unfold sum; rewrite !Y; reflexivity.
Qed.

(* --- a man goes to an empty square --- *)
Definition onto (f t : sq) (p : list ix) := if ix_beq (fst f) (fst t) then p else fst t :: p.
Definition go f t k m :=
  match m with
  | On s p => if sq_eqb s f then (if kind_beq k Pawn then On t (onto f t p) else Now t (fst t) (onto f t p)) else m
  | Now s g p => if sq_eqb s f then Now t g p else m
  | m => m end.
Definition straight (b : board) c (f t : sq) k : Prop :=
  fst t = fst f /\ ahead c (snd f) < ahead c (snd t) /\ (k <> Pawn -> snd t = last_rank c) /\
  forall r, ahead c (snd f) < ahead c r <= ahead c (snd t) -> get b (fst f, r) = E.
Definition aslant c (f t : sq) : Prop := beside (fst f) (fst t) /\ ahead c (snd t) = S (ahead c (snd f)).
(* how a man of kind j goes, and comes to be of kind k *)
Inductive way (b : board) c (f t : sq) : kind -> kind -> Prop :=
| way_piece j : j <> Pawn -> (j = Bishop -> light f = light t) -> way b c f t j j
| way_pawn k : k = Pawn \/ In k promos /\ snd t = last_rank c -> straight b c f t k \/ aslant c f t -> way b c f t Pawn k.
Lemma beside_neq f g : beside f g -> f <> g.
Proof. unfold beside; intros H ->; lia. Qed.
Lemma go_off f t k m : stands m <> Some f -> go f t k m = m.
Proof. destruct m; simpl; intros H; auto; destruct (sq_eqb s f) eqn:E0; auto; apply sq_eqb_eq in E0; congruence. Qed.
Lemma go_stands f t k m u : stands (go f t k m) = Some u -> (stands m = Some f /\ u = t) \/ (stands m <> Some f /\ stands m = Some u /\ u <> f).
Proof.
  destruct m as [s p|s h p| |p]; simpl; try discriminate; destruct (sq_eqb s f) eqn:E0.
  - apply sq_eqb_eq in E0; subst; destruct (kind_beq k Pawn); simpl; intros H; inversion H; auto.
  - simpl; intros H; inversion H; subst; right; assert (u <> f) by (intros ->; rewrite sq_eqb_refl in E0; discriminate); repeat split; congruence.
  - apply sq_eqb_eq in E0; subst; simpl; intros H; inversion H; auto.
  - simpl; intros H; inversion H; subst; right; assert (u <> f) by (intros ->; rewrite sq_eqb_refl in E0; discriminate); repeat split; congruence.
Qed.
Lemma go_on f t k p : go f t k (On f p) = if kind_beq k Pawn then On t (onto f t p) else Now t (fst t) (onto f t p).
Proof. simpl; now rewrite sq_eqb_refl. Qed.
Lemma go_now f t k h p : go f t k (Now f h p) = Now t h p.
Proof. simpl; now rewrite sq_eqb_refl. Qed.
Lemma onto_walk b c f t k o p : way b c f t Pawn k -> walk o p (fst f) -> walk o (onto f t p) (fst t).
Proof.
  intros H W; unfold onto; inversion H as [j N _ E1 E2|k0 _ [S|S] E1 E2]; subst; [congruence| |].
  - destruct S as (S & _); rewrite S, (internal_ix_dec_lb _ _ eq_refl); exact W.
  - destruct S as (S & _); destruct (ix_beq (fst f) (fst t)) eqn:X; [apply internal_ix_dec_bl in X; now apply beside_neq in S|].
    now apply walk_on with (fst f).
Qed.
Lemma onto_length b c f t k p : way b c f t Pawn k -> length p + 1 <= ahead c (snd f) -> length (onto f t p) + 1 <= ahead c (snd t).
Proof.
  intros H W; unfold onto; inversion H as [j N _ E1 E2|k0 _ [S|S] E1 E2]; subst; [congruence| |].
  - destruct S as (S & L & _); rewrite S, (internal_ix_dec_lb _ _ eq_refl); lia.
  - destruct S as (_ & L); destruct (ix_beq (fst f) (fst t)); simpl; lia.
Qed.
Section Go.
  Variables (b : board) (g : book) (c : colour) (f t : sq) (j k : kind).
  Hypotheses (K : kept_book b g) (F : get b f = M c j) (T : get b t = E) (N : f <> t) (H : way b c f t j k).
  Let b' := set (set b f E) t (M c k).
  Let g' : book := fun c x => go f t k (g c x).
  Lemma go_get u : get b' u = if sq_eqb t u then M c k else if sq_eqb f u then E else get b u.
  Proof. unfold b'; now rewrite !get_set. Qed.
  Lemma go_get_t : get b' t = M c k.
  Proof. now rewrite go_get, sq_eqb_refl. Qed.
  Lemma go_get_off u : u <> f -> u <> t -> get b' u = get b u.
  Proof. intros A B; rewrite go_get, !sq_neq by congruence; reflexivity. Qed.
  Lemma off_t d x : stands (g d x) <> Some t.
  Proof. intros S; destruct (stands_colour _ _ _ _ _ (k_fits b g K d x) S) as (i & Hi); congruence. Qed.
  Lemma at_f d x : stands (g d x) = Some f -> d = c.
  Proof. intros S; destruct (stands_colour _ _ _ _ _ (k_fits b g K d x) S) as (i & Hi); congruence. Qed.
  (* the mover, if it was a pawn once *)
  Lemma mover x : stands (g c x) = Some f ->
    (exists p, g c x = On f p /\ j = Pawn /\ g' c x = if kind_beq k Pawn then On t (onto f t p) else Now t (fst t) (onto f t p)) \/
    (exists h p, g c x = Now f h p /\ j <> Pawn /\ k = j /\ g' c x = Now t h p).
  Proof.
    intros S; pose proof (k_fits b g K c x) as X; unfold g'; destruct (kind_eq_dec j Pawn) as [->|NJ].
    - left; destruct (stands_pawn _ _ _ _ _ X S F) as (p & ->); exists p; rewrite go_on; auto.
    - right; destruct (stands_piece _ _ _ _ _ _ X S F NJ) as (h & p & ->); exists h, p; rewrite go_now; repeat split; auto.
      inversion H; congruence.
  Qed.
  Lemma kind_pawn : kind_beq k Pawn = true -> k = Pawn.
  Proof. apply kind_beq_eq. Qed.
  Lemma go_fits d x : fits b' d x (g' d x).
  Proof.
    destruct (at_dec f (g d x)) as [S|S].
    - assert (d = c) as -> by (eapply at_f; exact S); pose proof (k_fits b g K c x) as X; destruct (mover x S) as [(p & E1 & Ej & E2)|(h & p & E1 & Nj & Ek & E2)]; rewrite E2; rewrite E1 in X.
      + destruct X as (_ & W & L); subst j; destruct (kind_beq k Pawn) eqn:KP.
        * apply kind_pawn in KP; split; [rewrite go_get_t; now rewrite KP|split; [now apply (onto_walk b c f t k)|now apply (onto_length b c f t k)]].
        * split; [|now apply (onto_walk b c f t k)]; exists k; rewrite go_get_t.
          inversion H as [i Ni _ A B|i Hi _ A B]; subst; [congruence|]; destruct Hi as [->|[Hi La]]; [discriminate|].
          repeat split; auto; intros _; destruct t as [tx tr]; simpl in *; now rewrite La.
      + destruct X as [(i & Pi & Gi & Li) W]; split; [|exact W]; exists k; rewrite go_get_t; rewrite F in Gi; inversion Gi; subst i k.
        repeat split; auto; intros ->; rewrite <- (Li eq_refl); symmetry; inversion H; auto; congruence.
    - unfold g'; rewrite go_off by exact S; pose proof (k_fits b g K d x) as X; pose proof (off_t d x) as O; destruct (g d x) as [u p|u h p| |p]; simpl in *; auto;
      rewrite go_get_off by congruence; exact X.
  Qed.
  Lemma go_one d x y u : stands (g' d x) = Some u -> stands (g' d y) = Some u -> x = y.
  Proof.
    intros A B; apply go_stands in A as [[A ->]|(A & A' & A'')], B as [[B B']|(B & B' & B'')].
    - eapply k_one; eauto.
    - exfalso; now apply (off_t d y).
    - subst u; exfalso; now apply (off_t d x).
    - eapply k_one; eauto.
  Qed.
  Lemma go_own d s : get b' s = M d Pawn -> exists x p, g' d x = On s p.
  Proof.
    rewrite go_get; destruct (sq_eqb t s) eqn:Et; [apply sq_eqb_eq in Et; subst s|destruct (sq_eqb f s) eqn:Ef; [discriminate|]].
    - intros X; inversion X; subst d k; clear X; assert (F' : get b f = M c Pawn) by (rewrite F; f_equal; inversion H; subst; [congruence|reflexivity]).
      destruct (k_own b g K c f F') as (x & p & G); exists x, (onto f t p); unfold g'; rewrite G, go_on; reflexivity.
    - intros X; destruct (k_own b g K d s X) as (x & p & G); exists x, p; unfold g'; rewrite go_off; [exact G|].
      rewrite G; simpl; intros Y; inversion Y; subst; rewrite sq_eqb_refl in Ef; discriminate.
  Qed.
  Lemma go_among_off phi d x : stands (g d x) <> Some f -> among b' phi d (g' d x) = among b phi d (g d x).
  Proof.
    intros S; unfold g'; rewrite go_off by exact S; pose proof (off_t d x) as O; destruct (g d x) as [u p|u h p| |p]; simpl in *; auto.
    rewrite go_get_off by congruence; reflexivity.
  Qed.
  Lemma go_count d phi n : In (phi, n) classes -> count b' (phi d) + b2n (phi d f (M c j)) = count b (phi d) + b2n (phi d t (M c k)).
  Proof.
    intros I; destruct (class_facts phi n I) as (F1 & _ & _); pose proof (count_set (set b f E) t (M c k) (phi d)) as A.
    pose proof (count_set b f E (phi d)) as B; rewrite get_set, (sq_neq _ _ N), T, F1 in A; rewrite F, F1 in B; unfold b'; simpl in *; lia.
  Qed.
  Lemma go_owned d phi n : In (phi, n) classes -> owned b g d phi + b2n (phi d t (M c k)) <= owned b' g' d phi + b2n (phi d f (M c j)).
  Proof.
    intros I; destruct (class_facts phi n I) as (F1 & F2 & F3); unfold owned; pose proof H as H'; inversion H' as [i Nj Li A B|i Hk W A B].
    - assert (Ek : k = j) by congruence; assert (Lj : j = Bishop -> light t = light f) by (intros X; symmetry; apply Li; congruence).
      rewrite Ek; rewrite (F3 d t f c j Lj).
      apply Nat.add_le_mono_r, sum_le; intros x; destruct (at_dec f (g d x)) as [S|S]; [|rewrite go_among_off by exact S; lia].
      assert (d = c) as -> by (eapply at_f; exact S); destruct (mover x S) as [(p & _ & Ej & _)|(h & p & E1 & _ & _ & E2)]; [congruence|].
      rewrite E2, E1; cbn [among]; rewrite go_get_t, F, Ek, (F3 c t f c j Lj); lia.
    - assert (Ej0 : j = Pawn) by congruence; rewrite ?Ej0; assert (F' : get b f = M c Pawn) by (rewrite F; now rewrite Ej0); assert (PF : phi d f (M c Pawn) = false).
      { destruct (phi d f (M c Pawn)) eqn:P; [|reflexivity]; apply F2 in P as [_ P]; now apply promos_no_pawn in P. }
      rewrite PF; assert (Le : forall x, b2n (among b phi d (g d x)) <= b2n (among b' phi d (g' d x))).
      { intros x; destruct (at_dec f (g d x)) as [S|S]; [|rewrite go_among_off by exact S; lia].
        assert (d = c) as -> by (eapply at_f; exact S); destruct (stands_pawn _ _ _ _ _ (k_fits b g K c x) S F') as (p & ->); simpl; lia. }
      destruct (phi d t (M c k)) eqn:P; [|apply sum_le in Le; simpl; lia]; apply F2 in P as P'; destruct P' as [-> P'].
      destruct (k_own b g K c f F') as (x & p & G); apply promos_no_pawn in P'.
      assert (KP : kind_beq k Pawn = false) by (destruct (kind_beq k Pawn) eqn:X; [apply kind_beq_eq in X; contradiction|reflexivity]).
      pose proof (sum_lt _ _ x Le) as X; simpl; rewrite Nat.add_0_r; apply X; [now rewrite G|].
      unfold g'; rewrite G, go_on, KP; cbn [among]; rewrite go_get_t; exact P.
  Qed.
  Lemma go_extra d phi n : In (phi, n) classes -> count b' (phi d) <= n + owned b' g' d phi.
  Proof.
    intros I; pose proof (k_extra b g K d phi n I); pose proof (go_count d phi n I); pose proof (go_owned d phi n I); lia.
  Qed.
  Lemma go_path m : path m <> [] -> path (go f t k m) <> [].
  Proof.
    destruct m as [s p|s h p| |p]; simpl; auto; destruct (sq_eqb s f); auto; unfold onto; destruct (kind_beq k Pawn), (ix_beq (fst f) (fst t)); simpl; auto; discriminate.
  Qed.
  Lemma go_passed x : passed (g White x) (g Black x) -> passed (g' White x) (g' Black x).
  Proof.
    intros P; assert (FW : fits b White x (g White x)) by apply K; assert (FB : fits b Black x (g Black x)) by apply K; unfold g'.
    destruct P as [P|[P|[P|[P|(y & i & r & EW & EB & L)]]]];
    [left; now rewrite P|right; left; now rewrite P|right; right; left; now apply go_path|right; right; right; left; now apply go_path|].
    rewrite EW, EB in *; destruct FW as (GW & _), FB as (GB & _).
    destruct (at_dec f (On (y, i) [])) as [S|S]; [|destruct (at_dec f (On (y, r) [])) as [S'|S']].
    - assert (E0 : f = (y, i)) by (simpl in S; congruence); subst f.
      rewrite (go_off (y, i) t k (On (y, r) [])) by (simpl; intros X; inversion X; subst; lia).
      rewrite go_on; assert (c = White) as -> by congruence; assert (j = Pawn) as Ej by congruence.
      inversion H as [i' Nj _ A B|i' Hk [W|W] A B]; subst; [congruence| |].
      + destruct W as (W1 & W2 & W3 & W4); destruct t as [x' q]; cbn [ahead fst snd] in W1, W2, W3, W4; subst x'.
        assert (Lq : place q < place r).
        { destruct (Nat.lt_ge_cases (place q) (place r)) as [X|X]; [exact X|]; rewrite (W4 r) in GB by lia; discriminate. }
        destruct (kind_beq k Pawn) eqn:KP.
        * right; right; right; right; exists y, q, r; unfold onto; simpl; rewrite (internal_ix_dec_lb y y eq_refl); auto.
        * exfalso; rewrite (W3 ltac:(intros ->; discriminate)) in Lq; destruct r; simpl in Lq; lia.
      + right; right; left; destruct W as [W _]; apply beside_neq in W; unfold onto.
        destruct (ix_beq _ _) eqn:X; [apply internal_ix_dec_bl in X; contradiction|]; destruct (kind_beq k Pawn); discriminate.
    - assert (E0 : f = (y, r)) by (simpl in S'; congruence); subst f; rewrite (go_off (y, r) t k (On (y, i) [])) by exact S.
      rewrite go_on; assert (c = Black) as -> by congruence; assert (j = Pawn) as Ej by congruence.
      inversion H as [i' Nj _ A B|i' Hk [W|W] A B]; subst; [congruence| |].
      + destruct W as (W1 & W2 & W3 & W4); destruct t as [x' q]; cbn [ahead fst snd] in W1, W2, W3, W4; subst x'.
        pose proof (place_le i); pose proof (place_le r); pose proof (place_le q).
        assert (Lq : place i < place q).
        { destruct (Nat.lt_ge_cases (place i) (place q)) as [X|X]; [exact X|]; rewrite (W4 i) in GW by lia; discriminate. }
        destruct (kind_beq k Pawn) eqn:KP.
        * right; right; right; right; exists y, i, q; unfold onto; simpl; rewrite (internal_ix_dec_lb y y eq_refl); auto.
        * exfalso; rewrite (W3 ltac:(intros ->; discriminate)) in Lq; simpl in Lq; lia.
      + right; right; right; left; destruct W as [W _]; apply beside_neq in W; unfold onto.
        destruct (ix_beq _ _) eqn:X; [apply internal_ix_dec_bl in X; contradiction|]; destruct (kind_beq k Pawn); discriminate.
    - rewrite !go_off by assumption; right; right; right; right; eauto 10.
  Qed.
  Lemma go_kept : kept_book b' g'.
  Proof.
    split; [exact go_fits|exact go_one|exact go_own|exact go_extra|intros x; apply go_passed, K].
  Qed.
  Lemma go_captures d s e : (fst f <> fst t -> j = Pawn -> e = Some (c, fst t)) ->
    captures_off s g' d <= captures_off s g d + in_hand e d s.
  Proof.
    intros He; unfold captures_off; destruct (owner_dec g d f) as [(y & Y)|No].
    - assert (d = c) as -> by (eapply at_f; exact Y); apply sumn_but with y.
      + intros x Nx; unfold g'; rewrite go_off; [lia|]; intros X; apply Nx; eapply k_one; eauto.
      + destruct (mover y Y) as [(p & E1 & Ej & E2)|(h & p & E1 & _ & _ & E2)]; rewrite E1, E2; simpl path; [|lia].
        replace (path (if kind_beq k Pawn then On t (onto f t p) else Now t (fst t) (onto f t p))) with (onto f t p) by (destruct (kind_beq k Pawn); reflexivity).
        unfold onto; destruct (ix_beq (fst f) (fst t)) eqn:X; [lia|]; rewrite He; [|intros Z; rewrite Z, (internal_ix_dec_lb _ _ eq_refl) in X; discriminate|exact Ej].
        simpl; replace (colour_beq c c) with true by (destruct c; reflexivity); unfold away; simpl; destruct (s (fst t)); simpl; lia.
    - eapply Nat.le_trans; [apply (sumn_le _ (fun x => away s (path (g d x))))|lia]; intros x; unfold g'; rewrite go_off by apply No; lia.
  Qed.
  Lemma go_counted e : (fst f <> fst t -> j = Pawn -> e = Some (c, fst t)) -> counted b g e -> counted b' g' None.
  Proof.
    intros He C d s; specialize (C d s); pose proof (go_captures d s e He) as X.
    assert (L : lost_in s g' (opp d) = lost_in s g (opp d)).
    { unfold lost_in, sum; assert (Y : forall x, is_lost (g' (opp d) x) = is_lost (g (opp d) x)); [|now rewrite !Y].
      intros x; unfold g'; destruct (g (opp d) x); simpl; try reflexivity; destruct (sq_eqb _ f); try reflexivity; destruct (kind_beq k Pawn); reflexivity. }
    assert (Me : men b' (opp d) = men b (opp d)).
    { unfold men; pose proof (count_set (set b f E) t (M c k) (fun _ => is_colour (opp d))) as A; pose proof (count_set b f E (fun _ => is_colour (opp d))) as B.
      rewrite get_set, (sq_neq _ _ N), T in A; rewrite F in B; unfold b'; simpl in *; lia. }
    rewrite L, Me; simpl; lia.
  Qed.
End Go.

(* --- every move keeps the book --- *)
Definition has_book (b : board) : Prop := exists g, kept_book b g /\ counted b g None.
Lemma caps_aslant c f t : In t (pawn_caps c f) -> aslant c f t.
Proof.
  unfold aslant, beside; destruct c, f as [x y]; destruct x, y; vm_compute; intuition; subst; simpl; auto.
Qed.
Lemma caps_behind c f t : In t (pawn_caps c f) -> step (Same, bwd c) t = Some (fst t, snd f).
Proof.
  destruct c, f as [x y]; destruct x, y; vm_compute; intuition; subst; reflexivity.
Qed.
Lemma dest_full b c e f t : In t (pawn_dests b c e f) -> get b t <> E -> In t (pawn_caps c f).
Proof.
  intros D T; unfold pawn_dests in D; apply in_app_or in D as [D|D]; [exfalso|now apply filter_In in D as [D _]].
  destruct (step (Same, fwd c) f) as [u|]; [|destruct D]; destruct (get b u) eqn:U; simpl in D; [|destruct D].
  destruct D as [<-|D]; [contradiction|]; destruct (ix_beq (snd f) (pawn_rank c)); [|destruct D].
  destruct (step (Same, fwd c) u) as [v|]; [|destruct D]; destruct (get b v) eqn:V; simpl in D; [|destruct D]; destruct D as [<-|[]]; contradiction.
Qed.
(* the book after a man went from f to t and became one of kind k; one on e was taken *)
Definition entered f t k (e : option sq) (g : book) : book := fun c x => go f t k (match e with Some s => lose s (g c x) | None => g c x end).
Lemma quiet_book b g c f t j k : kept_book b g -> counted b g None -> get b f = M c j -> get b t = E -> f <> t -> way b c f t j k ->
  (j = Pawn -> fst f = fst t) -> let b' := set (set b f E) t (M c k) in kept_book b' (entered f t k None g) /\ counted b' (entered f t k None g) None.
Proof.
  intros K C F T N W S; split; [exact (go_kept b g c f t j k K F T N W)|].
  apply (go_counted b g c f t j k K F T N W None); [|exact C]; intros A B; exfalso; auto.
Qed.
Lemma taking_book b g c e f t j k i : kept_book b g -> counted b g None -> get b f = M c j -> get b e = M (opp c) i -> e <> f -> fst e = fst t -> (t = e \/ get b t = E) ->
  f <> t -> way (set b e E) c f t j k ->
  let b' := set (set (set b e E) f E) t (M c k) in kept_book b' (entered f t k (Some e) g) /\ counted b' (entered f t k (Some e) g) None.
Proof.
  intros K C F V N1 Fe T N W; pose proof (lose_kept b g e K) as K1; pose proof (lose_counted b g c e i K C V) as C1.
  assert (F1 : get (set b e E) f = M c j) by (rewrite get_set, sq_neq; auto).
  assert (T1 : get (set b e E) t = E) by (rewrite get_set; destruct (sq_eqb e t) eqn:X; [reflexivity|destruct T as [->|T]; [rewrite sq_eqb_refl in X; discriminate|exact T]]).
  split; [exact (go_kept _ _ c f t j k K1 F1 T1 N W)|].
  apply (go_counted _ _ c f t j k K1 F1 T1 N W (Some (c, fst e))); [|exact C1]; intros _ _; now rewrite Fe.
Qed.
Lemma set_again b f t x : f <> t -> set (set (set b t E) f E) t x = set (set b f E) t x.
Proof.
  intros N; apply board_ext; intros s; rewrite !get_set; destruct (sq_eqb t s); [reflexivity|]; destruct (sq_eqb f s); reflexivity.
Qed.
Lemma straight_of b c f t k : fst t = fst f -> (k <> Pawn -> snd t = last_rank c) ->
  match c with White => place (snd f) < place (snd t) /\ between_empty b (fst f) (snd f) (snd t)
    | Black => place (snd t) < place (snd f) /\ forall r, place (snd t) <= place r < place (snd f) -> get b (fst f, r) = E end -> straight b c f t k.
Proof.
  intros A L H; pose proof (place_le (snd f)); pose proof (place_le (snd t)); split; [exact A|]; destruct c; destruct H as [X1 X2]; unfold ahead.
  - split; [exact X1|split; [exact L|exact X2]].
  - split; [lia|split; [exact L|]]; intros r Hr; apply X2; pose proof (place_le r); lia.
Qed.
(* What a move does: a man of kind j goes from f to t and comes to be of kind k; it takes nothing, or a man on
   e. *)
Inductive done (p : pos) (f t : sq) (j k : kind) : board -> Prop :=
| done_quiet : get (brd p) t = E -> way (brd p) (side p) f t j k -> (j = Pawn -> fst f = fst t) ->
    done p f t j k (set (set (brd p) f E) t (M (side p) k))
| done_taking e i : get (brd p) e = M (opp (side p)) i -> e <> f -> fst e = fst t -> t = e \/ get (brd p) t = E /\ ep p = Some t /\ step (Same, bwd (side p)) t = Some e ->
    way (set (brd p) e E) (side p) f t j k -> (j = Pawn -> In t (pawn_caps (side p) f)) ->
    done p f t j k (set (set (set (brd p) e E) f E) t (M (side p) k)).
Lemma mv_done p f t pr : ep_ok p -> ep_rank p -> pseudo_b p (Mv f t pr) = true -> exists j k,
  get (brd p) f = M (side p) j /\ f <> t /\ In t (dests (brd p) (side p) j (ep p) f) /\ done p f t j k (brd (play p (Mv f t pr))).
Proof.
  intros OK OR Ps; apply existsb_exists in Ps as (m & Ps & Em); apply move_eqb_eq in Em; subst m.
  apply moves_from_inv in Ps as (k & t' & pr' & Eq & G & D & N & W); inversion Eq; subst t' pr'; clear Eq.
  pose proof (dests_geo _ _ _ _ _ _ D) as Geo.
  assert (NE : f <> t) by (intros ->; now apply (geo_irrefl (side p) k t)).
  assert (Own : is_colour (side p) (get (brd p) t) = false) by (eapply dests_own; [|exact D]; intros s Hs; now apply OK).
  simpl brd; unfold play_board; rewrite G; destruct (is_ep (brd p) f t) eqn:EP.
  - assert (k = Pawn) as -> by (unfold is_ep in EP; rewrite G in EP; destruct k; try discriminate; reflexivity).
    destruct (ep_inv_dests p f t OK G D EP) as (T0 & D1 & Vic & ES); destruct (caps_geo _ _ _ D1) as [A1 A2].
    assert (pr = None) as ->.
    { apply with_promo_inv in W; destruct W as [->|(q & _ & _ & Q)]; [reflexivity|]; apply internal_ix_dec_bl in Q.
      destruct (OR t ES) as [X1 X2]; destruct (side p); simpl in Q; congruence. }
    assert (E1 : (fst t, snd f) <> f).
    { intros E0; rewrite <- E0 in A1; simpl in A1; rewrite (internal_ix_dec_lb _ _ eq_refl) in A1; discriminate. }
    assert (Bh : step (Same, bwd (side p)) t = Some (fst t, snd f)) by (now apply caps_behind).
    exists Pawn, Pawn; split; [reflexivity|split; [exact NE|split; [exact D|]]].
    apply done_taking with Pawn; auto; apply way_pawn; [now left|right; now apply caps_aslant].
  - assert (X : exists k', match pr with Some q => M (side p) q | None => M (side p) k end = M (side p) k' /\
      forall b, (k = Pawn -> straight b (side p) f t k' \/ aslant (side p) f t) -> way b (side p) f t k k').
    { pose proof W as W0; apply with_promo_inv2 in W; apply with_promo_inv in W0; destruct W as [[-> _]|(q & -> & -> & Q)].
      - exists k; split; [reflexivity|]; intros b H; destruct (kind_eq_dec k Pawn) as [->|NP]; [apply way_pawn; auto|].
        apply way_piece; [exact NP|]; intros ->; now apply (bishop_light (side p)).
      - exists q; split; [reflexivity|]; intros b H; destruct W0 as [W0|(q' & _ & _ & L)]; [discriminate|]; apply internal_ix_dec_bl in L.
        apply way_pawn; auto. }
    assert (La : forall k', match pr with Some q => M (side p) q | None => M (side p) k end = M (side p) k' -> k = Pawn -> k' <> Pawn -> snd t = last_rank (side p)).
    { intros k' H1 H2 H3; apply with_promo_inv in W; destruct W as [->|(q & -> & _ & L)]; [congruence|]; now apply internal_ix_dec_bl. }
    destruct X as (k' & Ek & Way); rewrite Ek; exists k, k'; split; [reflexivity|split; [exact NE|split; [exact D|]]]; destruct (get (brd p) t) as [|d i] eqn:T.
    + assert (St : k = Pawn -> straight (brd p) (side p) f t k').
      { intros ->; simpl in D; destruct (straight_way _ _ _ _ _ D T) as [[S1 S2]|S]; [intros s Hs; now apply OK| |].
        - apply straight_of; [exact S1|exact (La k' Ek eq_refl)|exact S2].
        - exfalso; destruct (caps_geo _ _ _ S) as [A1 _]; unfold is_ep in EP; rewrite G, T, A1 in EP; discriminate. }
      apply done_quiet; [exact T|apply Way; intros KP; left; now apply St|intros KP; symmetry; now apply (St KP)].
    + assert (d = opp (side p)) as -> by (destruct (side p), d; simpl in *; congruence).
      rewrite <- (set_again (brd p) f t) by exact NE; assert (As : k = Pawn -> In t (pawn_caps (side p) f)) by (intros ->; simpl in D; apply dest_full in D; [exact D|congruence]).
      apply done_taking with i; auto; apply Way; intros KP; right; now apply caps_aslant, As.
Qed.
Lemma mv_book p f t pr : ep_ok p -> ep_rank p -> pseudo_b p (Mv f t pr) = true -> has_book (brd p) -> has_book (brd (play p (Mv f t pr))).
Proof.
  intros OK OR Ps (g & K & C); destruct (mv_done p f t pr OK OR Ps) as (j & k & G & NE & _ & D); destruct D as [T W S|e i V N1 Fe T W _].
  - eexists; apply (quiet_book _ g _ _ _ j); assumption.
  - eexists; apply (taking_book _ g _ e _ _ j k i); auto; destruct T as [T|[T _]]; auto.
Qed.
Definition castled_book c h (g : book) : book :=
  entered (castle_rook_from c h) (castle_rook_to c h) Rook None (entered (I5, home_rank c) (castle_king_to c h) King None g).
Lemma castle_book p h g : castle_ok p h = true -> kept_book (brd p) g -> counted (brd p) g None ->
  let b' := brd (play p (Castle h)) in kept_book b' (castled_book (side p) h g) /\ counted b' (castled_book (side p) h g) None.
Proof.
  cbv zeta; unfold castled_book; intros Ps B1 B2; unfold castle_ok in Ps; simpl brd; set (c := side p) in *; set (b := brd p) in *; clearbody b.
  rewrite !andb_true_iff, !forallb_forall in Ps; destruct Ps as ((((_ & H2) & H3) & H4) & _); apply is_man_get in H2, H3.
  assert (Z : forall s, In s (castle_empty c h) -> get b s = E)
    by (intros s Hs; apply H4 in Hs; destruct (get b s); [reflexivity|discriminate]).
  assert (Z1 : get b (castle_king_to c h) = E) by (apply Z; destruct c, h; simpl; auto).
  assert (Z2 : get b (castle_rook_to c h) = E) by (apply Z; destruct c, h; simpl; auto).
  assert (ND : nodup_b [(I5, home_rank c); castle_rook_from c h; castle_king_to c h; castle_rook_to c h] = true) by (destruct c, h; reflexivity).
  apply nodup_ok in ND; set (kf := (I5, home_rank c)) in *; set (rf := castle_rook_from c h) in *; set (kt := castle_king_to c h) in *; set (rt := castle_rook_to c h) in *.
  inversion ND as [|? ? D1 ND1]; inversion ND1 as [|? ? D2 ND2]; inversion ND2 as [|? ? D3 ND3]; subst; simpl in D1, D2, D3.
  assert (Eq : set (set (set (set b kf E) rf E) kt (M c King)) rt (M c Rook) = set (set (set (set b kf E) kt (M c King)) rf E) rt (M c Rook)).
  { apply board_ext; intros s; rewrite !get_set; destruct (sq_eqb rt s); [reflexivity|]; destruct (sq_eqb kt s) eqn:K; [|reflexivity].
    apply sq_eqb_eq in K; subst s; rewrite sq_neq; [reflexivity|]; intros X; rewrite X in *; tauto. }
  assert (N1 : kf <> kt) by (intros X; rewrite X in *; tauto).
  destruct (quiet_book b g c kf kt King King B1 B2 H2 Z1 N1) as [K C]; [apply way_piece; discriminate|discriminate|].
  rewrite Eq; apply (quiet_book _ _ c rf rt Rook Rook K C); [| | |apply way_piece; discriminate|discriminate].
  - rewrite !get_set, !sq_neq; [exact H3| |]; intros X; rewrite X in *; tauto.
  - rewrite !get_set, !sq_neq; [exact Z2| |]; intros X; rewrite X in *; tauto.
  - intros X; rewrite X in *; tauto.
Qed.
Definition first_book : book := fun c f => On (f, pawn_rank c) [].
Lemma start_book : kept_book (brd start) first_book /\ counted (brd start) first_book None.
Proof.
  split; [split|].
  - intros c f; unfold first_book, fits; simpl fst; simpl snd; split; [destruct c, f; reflexivity|split; [apply walk_home|destruct c; simpl; lia]].
  - intros c f f' s; unfold first_book; simpl; congruence.
  - intros c [x y] H; exists x, []; unfold first_book; f_equal; f_equal; destruct c, x, y; vm_compute in H; try discriminate; reflexivity.
  - intros c phi n H; simpl in H; repeat (destruct H as [H|H]; [inversion H; subst; clear H; apply Nat.leb_le; destruct c; vm_compute; reflexivity|]); destruct H.
  - intros f; right; right; right; right; exists f, I2, I7; repeat split; simpl; lia.
  - intros c t; unfold lost_in, captures_off, first_book, sum, sumn, away; simpl; rewrite !andb_false_r; simpl; unfold men.
    rewrite Nat.add_0_r; apply Nat.leb_le; destruct c; vm_compute; reflexivity.
Qed.
Theorem book_reach p : R p -> has_book (brd p).
Proof.
  induction 1 as [|p m Hp IH Hm]; [exists first_book; exact start_book|].
  destruct (reach_good p Hp) as (OK & OR & _); pose proof (moves_pseudo _ _ Hm) as Ps; destruct m as [f t pr|h]; [now apply mv_book|].
  destruct IH as (g & K & C); eexists; exact (castle_book p h g Ps K C).
Qed.
