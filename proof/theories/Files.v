(* The lemma `files`: every file begins with a white pawn below a black one, and captures alone open it. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Invariants GameInvariants Legality.

(* a white pawn stands below a black one *)
Definition closed (b : board) (x : ix) : bool :=
  existsb (fun i => is_man White Pawn (get b (x, i)) &&
    existsb (fun j => (place i <? place j) && is_man Black Pawn (get b (x, j))) all8) all8.
Lemma closed_ok b x : closed b x = true <->
  exists i j, place i < place j /\ get b (x, i) = M White Pawn /\ get b (x, j) = M Black Pawn.
Proof.
  unfold closed; rewrite existsb_exists; split.
  - intros (i & _ & H); apply andb_true_iff in H as [H1 H]; apply existsb_exists in H as (j & _ & H); apply andb_true_iff in H as [H2 H3].
    apply Nat.ltb_lt in H2; apply is_man_get in H1, H3; eauto.
  - intros (i & j & L & W & B); exists i; split; [apply in_all8|]; rewrite W; apply existsb_exists; exists j; split; [apply in_all8|].
    rewrite B; apply andb_true_iff; split; [now apply Nat.ltb_lt|reflexivity].
Qed.
Definition sum (f : ix -> bool) : nat :=
  b2n (f I1) + b2n (f I2) + b2n (f I3) + b2n (f I4) + b2n (f I5) + b2n (f I6) + b2n (f I7) + b2n (f I8).
Definition closed_files (b : board) : nat := sum (closed b).
Definition lost (b : board) (c : colour) : nat := 16 - count b (fun _ => is_colour c).
Definition spent (b : board) (c : colour) : nat := Nat.min (lost b c) (8 - promo_sum b c).
Definition files_bad (b : board) : bool :=
  negb (8 <=? closed_files b + (lost b White + lost b Black) + (spent b White + spent b Black)).
Arguments count : simpl never.
Arguments promo_sum : simpl never.

(* files that are open afterwards and were not *)
Lemma sum_le f g : (forall x, b2n (f x) <= b2n (g x)) -> sum f <= sum g.
Proof.
  intros H; unfold sum; pose proof (H I1); pose proof (H I2); pose proof (H I3); pose proof (H I4); pose proof (H I5); pose proof (H I6);
  pose proof (H I7); pose proof (H I8); lia.
Qed.
Lemma sum_or f y : sum (fun x => f x || ix_beq x y) <= sum f + 1.
Proof. unfold sum; destruct y; simpl ix_beq; rewrite ?orb_false_r, ?orb_true_r; simpl b2n; lia. Qed.
Definition kept (b b' : board) (x : ix) := closed b x = true -> closed b' x = true.
Lemma files_kept b b' : (forall x, kept b b' x) -> closed_files b <= closed_files b'.
Proof.
  intros H; apply sum_le; intros x; specialize (H x); unfold kept in H; destruct (closed b x), (closed b' x); simpl; try lia; now discriminate H.
Qed.
Lemma files_but_one b b' y : (forall x, x <> y -> kept b b' x) -> closed_files b <= closed_files b' + 1.
Proof.
  intros H; eapply Nat.le_trans; [|apply (sum_or _ y)]; apply sum_le; intros x; destruct (ix_beq x y) eqn:E.
  - rewrite orb_true_r; simpl; destruct (closed b x); simpl; lia.
  - rewrite orb_false_r; assert (N : x <> y) by (intros ->; rewrite (internal_ix_dec_lb y y eq_refl) in E; discriminate).
    specialize (H x N); unfold kept in H; destruct (closed b x), (closed b' x); simpl; try lia; now discriminate H.
Qed.
Lemma files_but_two b b' y z : (forall x, x <> y -> x <> z -> kept b b' x) -> closed_files b <= closed_files b' + 2.
Proof.
  intros H; assert (A : sum (fun x => closed b' x || ix_beq x y || ix_beq x z) <= closed_files b' + 2).
  { pose proof (sum_or (fun x => closed b' x || ix_beq x y) z); pose proof (sum_or (closed b') y); unfold closed_files; lia. }
  eapply Nat.le_trans; [|exact A]; apply sum_le; intros x; destruct (ix_beq x z) eqn:E; [rewrite orb_true_r; simpl; destruct (closed b x); simpl; lia|].
  destruct (ix_beq x y) eqn:E'; [rewrite orb_true_r; simpl; destruct (closed b x); simpl; lia|]; rewrite !orb_false_r.
  assert (N : forall w, ix_beq x w = false -> x <> w) by (intros w X ->; rewrite (internal_ix_dec_lb w w eq_refl) in X; discriminate).
  specialize (H x (N _ E') (N _ E)); unfold kept in H; destruct (closed b x), (closed b' x); simpl; try lia; now discriminate H.
Qed.
(* a file all of whose pawns still stand there *)
Lemma kept_pawns b b' x : (forall r c, get b (x, r) = M c Pawn -> get b' (x, r) = M c Pawn) -> kept b b' x.
Proof. intros H; unfold kept; rewrite !closed_ok; intros (i & j & L & W & B); exists i, j; auto. Qed.

(* numbers of men of the other side *)
Lemma count_plain b c f t k k' y phi : f <> t -> get b f = M c k -> get b t = y -> (forall s, phi s E = false) ->
  (forall s j, phi s (M c j) = false) -> count (set (set b f E) t (M c k')) phi + b2n (phi t y) = count b phi.
Proof.
  intros N F T PE PC; pose proof (count_set (set b f E) t (M c k') phi) as A; pose proof (count_set b f E phi) as B.
  rewrite get_set, (sq_neq _ _ N), T, PC in A; rewrite F, PC, PE in B; simpl in *; lia.
Qed.
Lemma count_ep b c e f t phi : f <> t -> e <> f -> e <> t -> get b f = M c Pawn -> get b t = E -> get b e = M (opp c) Pawn ->
  (forall s, phi s E = false) -> (forall s j, phi s (M c j) = false) ->
  count (set (set (set b e E) f E) t (M c Pawn)) phi + b2n (phi e (M (opp c) Pawn)) = count b phi.
Proof.
  intros N1 N2 N3 F T G PE PC; pose proof (count_set (set (set b e E) f E) t (M c Pawn) phi) as A.
  pose proof (count_set (set b e E) f E phi) as B; pose proof (count_set b e E phi) as D.
  rewrite !get_set, (sq_neq _ _ N1), (sq_neq _ _ N3), T, PC, PE in A; rewrite get_set, (sq_neq _ _ N2), F, PC, PE in B; rewrite G, PE in D.
  simpl in *; lia.
Qed.
Lemma promo_falls b b' d : count b' (fun _ => is_man d Pawn) + 1 <= count b (fun _ => is_man d Pawn) ->
  (forall phi, (phi = (fun _ => is_man d Queen) \/ phi = (fun _ => is_man d Rook) \/ phi = (fun _ => is_man d Knight) \/
    phi = (fun s x => is_man d Bishop x && light s) \/ phi = (fun s x => is_man d Bishop x && negb (light s))) -> count b' phi <= count b phi) ->
  promo_sum b' d + 1 <= promo_sum b d.
Proof.
  intros P H; unfold promo_sum.
  pose proof (Nat.sub_le_mono_r _ _ 1 (H (fun _ => is_man d Queen) ltac:(tauto))) as H1.
  pose proof (Nat.sub_le_mono_r _ _ 2 (H (fun _ => is_man d Rook) ltac:(tauto))) as H2.
  pose proof (Nat.sub_le_mono_r _ _ 2 (H (fun _ => is_man d Knight) ltac:(tauto))) as H3.
  pose proof (Nat.sub_le_mono_r _ _ 1 (H (fun s x => is_man d Bishop x && light s) ltac:(tauto))) as H4.
  pose proof (Nat.sub_le_mono_r _ _ 1 (H (fun s x => is_man d Bishop x && negb (light s)) ltac:(tauto))) as H5.
  clear H; repeat match goal with H : context [?a - ?n] |- _ => set (a - n) in * end.
  repeat match goal with n := _ |- _ => clearbody n end; lia.
Qed.
Lemma opp_man c j k : is_man (opp c) k (M c j) = false. Proof. destruct c, k; reflexivity. Qed.
Lemma opp_colour c j : is_colour (opp c) (M c j) = false. Proof. destruct c; reflexivity. Qed.

(* pawns that go straight ahead: all squares on the way are empty *)
Definition between_empty (b : board) (x i j : ix) := forall r, place i < place r <= place j -> get b (x, r) = E.
Lemma straight_way b c e f t : In t (pawn_dests b c e f) -> get b t = E -> (forall s, e = Some s -> get b s = E) ->
  fst t = fst f /\ match c with White => place (snd f) < place (snd t) /\ between_empty b (fst f) (snd f) (snd t)
    | Black => place (snd t) < place (snd f) /\ forall r, place (snd t) <= place r < place (snd f) -> get b (fst f, r) = E end \/
  In t (pawn_caps c f).
Proof.
  intros D T _; unfold pawn_dests in D; apply in_app_or in D as [D|D]; [left|right; now apply filter_In in D as [D _]].
  destruct f as [x r]; unfold step in D; simpl fst in *; simpl snd in *; simpl mv1 in D.
  Ltac empty_way := intros q Hq; destruct q; simpl in Hq; try lia;
    match goal with H : is_empty ?g = true |- ?g = E => destruct g; [reflexivity|discriminate] end.
  Ltac way D := repeat (destruct D as [D|D]; [subst; split; [reflexivity|split; [simpl; lia|empty_way]]|]); try destruct D.
  destruct c; simpl in D; destruct r; simpl in D; try (destruct D; fail);
  (destruct (is_empty (get b (x, _))) eqn:E1 in D; [|destruct D]); simpl in D; try (way D; fail);
  match type of D with context [is_empty ?g] => destruct (is_empty g) eqn:?E2; simpl in D end; way D.
Qed.

(* files closed, men lost, and men lost that were pawns or could be: the sum never falls *)
Definition total (b : board) := closed_files b + (lost b White + lost b Black) + (spent b White + spent b Black).
Definition side_total (n s : nat) := (16 - n) + Nat.min (16 - n) (8 - s).
Lemma side_le n n' s s' : n' <= n -> s' <= s -> side_total n s <= side_total n' s'.
Proof. unfold side_total; lia. Qed.
Lemma side_one n n' s s' : n' + 1 <= n -> n <= 16 -> s' <= s -> side_total n s + 1 <= side_total n' s'.
Proof. unfold side_total; lia. Qed.
Lemma side_two n n' s s' : n' + 1 <= n -> n <= 16 -> s' + 1 <= s -> s <= 8 -> side_total n s + 2 <= side_total n' s'.
Proof. unfold side_total; lia. Qed.
Definition of_side b c := side_total (count b (fun _ => is_colour c)) (promo_sum b c).
Lemma total_eq b : total b = closed_files b + of_side b White + of_side b Black.
Proof. unfold total, of_side, side_total, spent, lost; lia. Qed.
Lemma total_grows b b' o :
  (forall d, count b' (fun _ => is_colour d) <= count b (fun _ => is_colour d) <= 16) -> (forall d, promo_sum b' d <= promo_sum b d <= 8) ->
  closed_files b <= closed_files b' \/
  closed_files b <= closed_files b' + 1 /\ count b' (fun _ => is_colour o) + 1 <= count b (fun _ => is_colour o) \/
  closed_files b <= closed_files b' + 2 /\ count b' (fun _ => is_colour o) + 1 <= count b (fun _ => is_colour o) /\
    promo_sum b' o + 1 <= promo_sum b o ->
  total b <= total b'.
Proof.
  intros N P H; rewrite !total_eq.
  assert (Le : forall d, of_side b d <= of_side b' d) by (intros d; apply side_le; [apply (N d)|apply (P d)]).
  pose proof (Le White) as LW; pose proof (Le Black) as LB; destruct H as [H|[[H1 H2]|(H1 & H2 & H3)]]; [lia| |].
  - assert (X : of_side b o + 1 <= of_side b' o) by (apply side_one; [exact H2|apply (N o)|apply (P o)]); destruct o; lia.
  - assert (X : of_side b o + 2 <= of_side b' o) by (apply side_two; [exact H2|apply (N o)|exact H3|apply (P o)]); destruct o; lia.
Qed.

Lemma promo_other_falls b c f t k k' y : f <> t -> get b f = M c k -> get b t = y -> y = M (opp c) Pawn ->
  promo_sum (set (set b f E) t (M c k')) (opp c) + 1 <= promo_sum b (opp c).
Proof.
  intros N F T ->; assert (X : forall phi, (forall s, phi s E = false) -> (forall s j, phi s (M c j) = false) ->
    count (set (set b f E) t (M c k')) phi + b2n (phi t (M (opp c) Pawn)) = count b phi)
    by (intros phi H1 H2; now apply (count_plain b c f t k k' (M (opp c) Pawn) phi)).
  apply promo_falls.
  - rewrite <- (X (fun _ => is_man (opp c) Pawn)); [destruct c; simpl; lia|reflexivity|intros; apply opp_man].
  - intros phi H; rewrite <- (X phi); [lia| |]; decompose [or] H; subst; intros; try reflexivity; rewrite opp_man; reflexivity.
Qed.
Lemma promo_other_falls_ep b c e f t : f <> t -> e <> f -> e <> t -> get b f = M c Pawn -> get b t = E -> get b e = M (opp c) Pawn ->
  promo_sum (set (set (set b e E) f E) t (M c Pawn)) (opp c) + 1 <= promo_sum b (opp c).
Proof.
  intros N1 N2 N3 F T G; assert (X : forall phi, (forall s, phi s E = false) -> (forall s j, phi s (M c j) = false) ->
    count (set (set (set b e E) f E) t (M c Pawn)) phi + b2n (phi e (M (opp c) Pawn)) = count b phi)
    by (intros phi H1 H2; now apply count_ep).
  apply promo_falls.
  - rewrite <- (X (fun _ => is_man (opp c) Pawn)); [destruct c; simpl; lia|reflexivity|intros; apply opp_man].
  - intros phi H; rewrite <- (X phi); [lia| |]; decompose [or] H; subst; intros; try reflexivity; rewrite opp_man; reflexivity.
Qed.
Lemma men_other_fall b c f t k k' j : f <> t -> get b f = M c k -> get b t = M (opp c) j ->
  count (set (set b f E) t (M c k')) (fun _ => is_colour (opp c)) + 1 <= count b (fun _ => is_colour (opp c)).
Proof.
  intros N F T; rewrite <- (count_plain b c f t k k' _ (fun _ => is_colour (opp c)) N F T); [destruct c; simpl; lia|reflexivity|intros; apply opp_colour].
Qed.

(* one move of a man from f to t that captures nothing but what stands on t *)
Lemma kept_elsewhere b f t x y : fst f <> x -> fst t <> x -> kept b (set (set b f E) t y) x.
Proof.
  intros Nf Nt; apply kept_pawns; intros r d H; rewrite !get_set, !sq_neq; [exact H| |]; intros X; rewrite X in *; now simpl in *.
Qed.
Lemma straight_kept b c f t k' : get b f = M c Pawn -> get b t = E -> fst t = fst f -> f <> t -> In k' (Pawn :: promos) ->
  (k' <> Pawn -> snd t = last_rank c) ->
  match c with White => place (snd f) < place (snd t) /\ between_empty b (fst f) (snd f) (snd t)
    | Black => place (snd t) < place (snd f) /\ forall r, place (snd t) <= place r < place (snd f) -> get b (fst f, r) = E end ->
  kept b (set (set b f E) t (M c k')) (fst f).
Proof.
  intros F T Ef N Hk Last Way; unfold kept; rewrite !closed_ok; intros (i & j & L & Wp & Bp); destruct f as [x r], t as [x' q]; simpl in *; subst x'.
  assert (Get : forall z, z <> r -> z <> q -> get (set (set b (x, r) E) (x, q) (M c k')) (x, z) = get b (x, z)).
  { intros z Nr Nq; rewrite !get_set, !sq_neq; [reflexivity| |]; congruence. }
  assert (Gq : get (set (set b (x, r) E) (x, q) (M c k')) (x, q) = M c k') by (rewrite get_set, sq_eqb_refl; reflexivity).
  assert (iq : i <> q) by congruence; assert (jq : j <> q) by congruence.
  destruct c; destruct Way as [Way1 Way2].
  - assert (jr : j <> r) by congruence; destruct (ix_eq_dec i r) as [->|ir]; [|exists i, j; split; [exact L|split; rewrite Get; assumption]].
    assert (Lq : place q < place j).
    { destruct (Nat.lt_trichotomy (place q) (place j)) as [H|[H|H]]; [exact H|apply place_inj in H; congruence|].
      rewrite (Way2 j) in Bp; [discriminate|lia]. }
    assert (k' = Pawn) as ->.
    { destruct (kind_eq_dec k' Pawn) as [E0|E0]; [exact E0|]; rewrite (Last E0) in Lq; destruct j; simpl in Lq; lia. }
    exists q, j; split; [exact Lq|split; [exact Gq|rewrite Get; assumption]].
  - assert (ir : i <> r) by congruence; destruct (ix_eq_dec j r) as [->|jr]; [|exists i, j; split; [exact L|split; rewrite Get; assumption]].
    assert (Lq : place i < place q).
    { destruct (Nat.lt_trichotomy (place i) (place q)) as [H|[H|H]]; [exact H|apply place_inj in H; congruence|].
      rewrite (Way2 i) in Wp; [discriminate|lia]. }
    assert (k' = Pawn) as ->.
    { destruct (kind_eq_dec k' Pawn) as [E0|E0]; [exact E0|]; rewrite (Last E0) in Lq; destruct i; simpl in Lq; lia. }
    exists i, q; split; [exact Lq|split; [rewrite Get; assumption|exact Gq]].
Qed.

Lemma files_plain b c f t k k' y :
  f <> t -> get b f = M c k -> get b t = y -> (y = E \/ exists j, y = M (opp c) j) -> (k <> Pawn -> k' = k) ->
  (k = Pawn -> y = E -> kept b (set (set b f E) t (M c k')) (fst f) /\ fst t = fst f) ->
  let b' := set (set b f E) t (M c k') in
  closed_files b <= closed_files b' \/
  closed_files b <= closed_files b' + 1 /\ count b' (fun _ => is_colour (opp c)) + 1 <= count b (fun _ => is_colour (opp c)) \/
  closed_files b <= closed_files b' + 2 /\ count b' (fun _ => is_colour (opp c)) + 1 <= count b (fun _ => is_colour (opp c)) /\
    promo_sum b' (opp c) + 1 <= promo_sum b (opp c).
Proof.
  intros N F T Y Kk St b'.
  (* squares other than these two keep their men *)
  assert (Sq : forall s, s <> f -> s <> t -> get b' s = get b s) by (intros s A B; unfold b'; rewrite !get_set, !sq_neq; congruence).
  destruct Y as [->|(j & ->)].
  - left; destruct (kind_eq_dec k Pawn) as [->|NP].
    + destruct (St eq_refl eq_refl) as [K1 K2]; apply files_kept; intros x; destruct (ix_eq_dec (fst f) x) as [<-|Nx]; [exact K1|].
      apply kept_elsewhere; congruence.
    + apply files_kept; intros x; apply kept_pawns; intros r d H; rewrite Sq; [exact H| |]; intros X; rewrite X in H; congruence.
  - pose proof (men_other_fall b c f t k k' j N F T) as Men; right.
    destruct (kind_eq_dec j Pawn) as [->|NJ].
    + right; split; [|split; [exact Men|now apply (promo_other_falls b c f t k k' (M (opp c) Pawn))]].
      apply files_but_two with (fst f) (fst t); intros x A B; apply kept_elsewhere; congruence.
    + left; split; [|exact Men]; apply files_but_one with (fst f); intros x A; apply kept_pawns; intros r d H.
      rewrite Sq; [exact H| |]; intros X; [apply A; now rewrite <- X|]; rewrite X, T in H; congruence.
Qed.

Lemma total_move p m : R p -> In m (moves p) -> total (brd p) <= total (brd (play p m)).
Proof.
  intros Hr Hm; destruct (reach_good p Hr) as (OK & OR & _ & _ & Men & _ & Pro).
  pose proof (moves_pseudo _ _ Hm) as Ps; pose proof (move_effect p m OK OR Ps) as Eff.
  assert (Cnt : forall d, _) by (intros d; exact (count_effect _ _ _ d Eff)).
  apply (total_grows _ _ (opp (side p))).
  - intros d; destruct (Cnt d) as (H & _ & _); specialize (Men d); lia.
  - intros d; destruct (Cnt d) as (_ & _ & H); specialize (Pro d); lia.
  - clear Cnt Men Pro Eff; destruct m as [f t pr|h].
    + apply existsb_exists in Ps as (m & Ps & Em); apply move_eqb_eq in Em; subst m.
      apply moves_from_inv in Ps as (k & t' & pr' & Eq & G & D & N & W); inversion Eq; subst t' pr'; clear Eq.
      pose proof (dests_geo _ _ _ _ _ _ D) as Geo.
      assert (NE : f <> t) by (intros ->; now apply (geo_irrefl (side p) k t)).
      assert (Own : is_colour (side p) (get (brd p) t) = false) by (eapply dests_own; [|exact D]; intros s Hs; now apply OK).
      simpl brd; unfold play_board; rewrite G; destruct (is_ep (brd p) f t) eqn:EP.
      * assert (k = Pawn) as -> by (unfold is_ep in EP; rewrite G in EP; destruct k; try discriminate; reflexivity).
        destruct (ep_inv_dests p f t OK G D EP) as (T0 & D1 & Vic & ES); destruct (caps_geo _ _ _ D1) as [A1 A2].
        assert (pr = None) as ->.
        { apply with_promo_inv in W; destruct W as [->|(q & _ & _ & Q)]; [reflexivity|]; apply internal_ix_dec_bl in Q.
          destruct (OR t ES) as [X1 X2]; destruct (side p); simpl in Q; congruence. }
        assert (E1 : (fst t, snd f) <> f).
        { intros E0; rewrite <- E0 in A1; simpl in A1; rewrite (internal_ix_dec_lb _ _ eq_refl) in A1; discriminate. }
        assert (E2 : (fst t, snd f) <> t) by (intros E0; rewrite <- E0 in A2; now apply A2).
        right; right; split; [|split].
        -- apply files_but_two with (fst f) (fst t); intros x B1 B2; apply kept_pawns; intros r d H; rewrite !get_set, !sq_neq; [exact H| | |];
           intros X; rewrite <- ?X in *; simpl in *; rewrite ?X in *; simpl in *; congruence.
        -- rewrite <- (count_ep (brd p) (side p) (fst t, snd f) f t (fun _ => is_colour (opp (side p))) NE E1 E2 G T0 Vic);
           [destruct (side p); simpl; lia|reflexivity|intros; apply opp_colour].
        -- now apply promo_other_falls_ep.
      * assert (Y : get (brd p) t = E \/ exists j, get (brd p) t = M (opp (side p)) j).
        { revert Own; destruct (get (brd p) t) as [|d j]; [auto|]; simpl; intros Own; right; exists j; f_equal; destruct (side p), d; simpl in *; congruence. }
        assert (K : exists k', match pr with Some q => M (side p) q | None => M (side p) k end = M (side p) k' /\ (k <> Pawn -> k' = k) /\
                    In k' (if kind_beq k Pawn then Pawn :: promos else [k]) /\ (k = Pawn -> k' <> Pawn -> snd t = last_rank (side p))).
        { pose proof W as W0; apply with_promo_inv2 in W; apply with_promo_inv in W0; destruct W as [[-> _]|(q & -> & -> & Q)].
          - exists k; repeat split; auto; [|congruence]; destruct k; simpl; auto.
          - exists q; repeat split; [congruence|simpl; auto|]; intros _ _; destruct W0 as [W0|(q' & _ & _ & L)]; [discriminate|].
            now apply internal_ix_dec_bl. }
        destruct K as (k' & K1 & K2 & K3 & K4); rewrite K1.
        apply (files_plain (brd p) (side p) f t k k' _ NE G eq_refl Y K2).
        intros -> T; simpl in D; destruct (straight_way _ _ _ _ _ D T) as [[S1 S2]|S]; [intros s Hs; now apply OK| |].
        -- split; [|exact S1]; apply straight_kept; [exact G|exact T|exact S1|exact NE|exact K3|exact (K4 eq_refl)|exact S2].
        -- exfalso; destruct (caps_geo _ _ _ S) as [A1 _]; unfold is_ep in EP; rewrite G, T, A1 in EP; discriminate.
    + left; apply files_kept; intros x; apply kept_pawns; intros r d H; simpl in *; unfold castle_ok in Ps; set (c := side p) in *.
      rewrite !andb_true_iff, !forallb_forall in Ps; destruct Ps as ((((_ & H2) & H3) & H4) & _); apply is_man_get in H2, H3.
      assert (Z : forall s, In s (castle_empty c h) -> get (brd p) s = E)
        by (intros s Hs; apply H4 in Hs; destruct (get (brd p) s); [reflexivity|discriminate]).
      assert (Z1 : get (brd p) (castle_king_to c h) = E) by (apply Z; destruct c, h; simpl; auto).
      assert (Z2 : get (brd p) (castle_rook_to c h) = E) by (apply Z; destruct c, h; simpl; auto).
      rewrite !get_set, !sq_neq; [exact H| | | |]; intros X; rewrite X in *; congruence.
Qed.
Theorem files_reach p : R p -> 8 <= total (brd p).
Proof.
  induction 1 as [|p m Hp IH Hm]; [apply Nat.leb_le; vm_compute; reflexivity|].
  pose proof (total_move p m Hp Hm); lia.
Qed.
Theorem files_ok a p : files_bad (brd a) = true -> covers a p -> R p -> False.
Proof.
  intros H C Hr; apply covers_inv in C as (C1 & _); unfold files_bad in H; rewrite C1 in H; apply negb_true_iff in H.
  change (8 <=? total (brd p) = false) in H; apply Nat.leb_gt in H; pose proof (files_reach p Hr); lia.
Qed.
