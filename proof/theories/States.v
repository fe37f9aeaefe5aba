(* The states of `kernel`: from none of them captures lead to how the pawns stand at the end. A game is a course of such
   captures. *)
From Coq Require Import List Bool Arith ZArith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Instant Lists Tariffs.

(* --- what a side has lost, and captures have not taken yet: pieces, bishops on dark squares and on light ones, spare pawns --- *)
Inductive sort := Piece | Dark | Light | Spare.
Record losses := Losses { pieces : nat; darks : nat; lights : nat; spares : nat }.
Definition left (l : losses) x : nat := match x with Piece => pieces l | Dark => darks l | Light => lights l | Spare => spares l end.
Definition spend x (l : losses) : losses :=
  match x with
  | Piece => Losses (pieces l - 1) (darks l) (lights l) (spares l) | Dark => Losses (pieces l) (darks l - 1) (lights l) (spares l)
  | Light => Losses (pieces l) (darks l) (lights l - 1) (spares l) | Spare => Losses (pieces l) (darks l) (lights l) (spares l - 1) end.
Definition bishop_on (b : bool) : sort := if b then Light else Dark.
(* what leaves most for other captures on squares of this colour *)
Definition best (l : losses) (b : bool) : sort := if 1 <=? left l (bishop_on b) then bishop_on b else if 1 <=? pieces l then Piece else Spare.
(* men that are still to be captured, by their sorts: who serves elsewhere as well may stand for another *)
Definition serves (l : losses) (n : sort -> nat) : Prop :=
  n Spare <= spares l /\ n Spare + n Piece <= spares l + pieces l /\ n Spare + n Piece + n Dark <= spares l + pieces l + darks l /\
  n Spare + n Piece + n Light <= spares l + pieces l + lights l /\ n Spare + n Piece + n Dark + n Light <= spares l + pieces l + darks l + lights l.
Definition one_less (x : sort) (n n' : sort -> nat) : Prop := n x = S (n' x) /\ forall y, y <> x -> n y = n' y.
Lemma serves_less l n n' : serves l n -> (forall x, n' x <= n x) -> serves l n'.
Proof. intros S H; unfold serves in *; pose proof (H Piece); pose proof (H Dark); pose proof (H Light); pose proof (H Spare); lia. Qed.
Lemma serves_spare l n n' : serves l n -> one_less Spare n n' -> 1 <= spares l /\ serves (spend Spare l) n'.
Proof.
  intros S [E O]; pose proof (O Piece ltac:(discriminate)); pose proof (O Dark ltac:(discriminate)); pose proof (O Light ltac:(discriminate)); unfold serves in *; simpl; lia.
Qed.
Lemma serves_best l n n' x b : serves l n -> one_less x n n' -> x = Piece \/ x = bishop_on b -> 1 <= left l (best l b) /\ serves (spend (best l b) l) n'.
Proof.
  intros S [E O] X; pose proof (O Piece) as O1; pose proof (O Dark) as O2; pose proof (O Light) as O3; pose proof (O Spare) as O4.
  assert (n Piece = n' Piece + (if match x with Piece => true | _ => false end then 1 else 0)) by (destruct x; try lia; rewrite O1 by discriminate; lia).
  assert (n Dark = n' Dark + (if match x with Dark => true | _ => false end then 1 else 0)) by (destruct x; try lia; rewrite O2 by discriminate; lia).
  assert (n Light = n' Light + (if match x with Light => true | _ => false end then 1 else 0)) by (destruct x; try lia; rewrite O3 by discriminate; lia).
  assert (n Spare = n' Spare) by (destruct X as [->| ->]; [apply O4; discriminate|destruct b; apply O4; discriminate]); clear E O O1 O2 O3 O4.
  unfold best; destruct (1 <=? left l (bishop_on b)) eqn:A; [apply Nat.leb_le in A|apply Nat.leb_gt in A].
  - destruct b, X as [->| ->]; simpl in *; unfold serves in *; simpl; lia.
  - destruct (1 <=? pieces l) eqn:B; [apply Nat.leb_le in B|apply Nat.leb_gt in B]; destruct b, X as [->| ->]; simpl in *; unfold serves in *; simpl; lia.
Qed.

(* --- what fixed men bar, as each side sees it --- *)
Record bars := Bars { closed : colour -> ix -> bool; opens : colour -> ix -> ix -> nat -> bool }.
Definition seen c (l : list pawn) : list pawn := match c with White => l | Black => turned l end.
(* whose pawns those are that a side sees as White's, and as Black's *)
Definition whose c d : colour := match c with White => d | Black => opp d end.
Lemma whose_own c : whose c White = c. Proof. destruct c; reflexivity. Qed.
Lemma whose_other c : whose c Black = opp c. Proof. destruct c; reflexivity. Qed.
Definition seen_closed (b : bars) c f : colour -> bool := fun d => closed b (whose c d) f.
Lemma seen_seen c l : seen c (seen c l) = l.
Proof. destruct c; [reflexivity|apply turn_turn]. Qed.
Lemma seen_wide b c f l m : wide (fun d => closed b d f) l m -> wide (seen_closed b c f) (seen c l) (seen c m).
Proof. intros W; destruct c; [exact W|]; apply wide_turned in W; exact W. Qed.
Lemma wide_seen b c f l m : wide (seen_closed b c f) l m -> wide (fun d => closed b d f) (seen c l) (seen c m).
Proof.
  intros W; destruct c; [exact W|]; apply wide_turned in W; refine (wide_ext _ _ _ _ _ W); intros d; unfold seen_closed; now rewrite opp_opp.
Qed.
(* the square of a file and a rank that a side counts *)
Definition rank_ix c (r : nat) : ix := nth (match c with White => r - 1 | Black => 8 - r end) all8 I1.

(* --- the end --- *)
Record demands := Demands { goal : v8 (list pawn); bishops : colour -> bool -> nat; barred : bars }.
Definition total (z : ix -> Z) : Z := (z I1 + z I2 + z I3 + z I4 + z I5 + z I6 + z I7 + z I8)%Z.
Definition totaln (z : ix -> nat) : nat := z I1 + z I2 + z I3 + z I4 + z I5 + z I6 + z I7 + z I8.
Definition on_colour c b f (n : nat) : nat := if eqb (light (f, last_rank c)) b then n else 0.
Definition at_end (d : demands) (ls : ix -> list pawn) : Prop := exists low high : ix -> nat,
  (forall f, ls f = framed (low f) (get8 (goal d) f) (high f)) /\
  forall b, bishops d White b <= totaln (fun f => on_colour White b f (high f)) /\ bishops d Black b <= totaln (fun f => on_colour Black b f (low f)).

(* --- a course: what becomes of the pawns of each file, and whom captures take --- *)
Definition firm (a : list pawn) r (b : list pawn) : Prop :=
  le (settle [] (a ++ (White, r) :: b)) (a ++ (White, r) :: b) /\ room (a ++ (White, r) :: b) = true /\ le (push r a) a.
Inductive course (d : demands) : (ix -> list pawn) -> (colour -> sort -> nat) -> Prop :=
| course_ends ls n : at_end d ls -> course d ls n
(* pawns go on, and pieces take each other *)
| course_rises ls ls' n n' : (forall f, wide (fun c => closed (barred d) c f) (ls f) (ls' f)) -> (forall c x, n' c x <= n c x) -> course d ls' n' -> course d ls n
(* a piece takes a pawn *)
| course_takes c f (a : list pawn) k (b : list pawn) ls ls' n n' : seen c (ls f) = a ++ (Black, k) :: b -> k < 8 -> seen c (ls' f) = a ++ b -> (forall h, h <> f -> ls' h = ls h) ->
    one_less Spare (n (opp c)) (n' (opp c)) -> n' c = n c -> course d ls' n' -> course d ls n
(* a pawn captures: a pawn, or another man *)
| course_captures c f g r (a b a' b' : list pawn) x ls ls' n n' : In g (neighbours f) -> 3 <= r <= 8 -> opens (barred d) c f g r = true ->
    seen c (ls f) = a ++ (White, r - 1) :: b -> firm a (r - 1) b -> seen c (ls' f) = a ++ b ->
    seen c (ls' g) = a' ++ (White, r) :: b' -> firm a' r b' ->
    (x = Spare /\ (exists k, seen c (ls g) = a' ++ (Black, k) :: b' /\ k <= 9 - r) \/
     (x = Piece \/ x = bishop_on (light (g, rank_ix c r))) /\ seen c (ls g) = a' ++ b') ->
    (forall h, h <> f -> h <> g -> ls' h = ls h) -> one_less x (n (opp c)) (n' (opp c)) -> n' c = n c -> course d ls' n' -> course d ls n.

(* --- the tariffs: a course costs no more than what it takes --- *)
Local Open Scope Z_scope.
Definition worth_of (p : prices) (l : losses) : Z := man p * Z.of_nat (pieces l + darks l + lights l)%nat + spare p * Z.of_nat (spares l).
Definition allowed_side (d : demands) (t : tariff) c (l : losses) : Z :=
  worth_of (t c) l - on_dark (t c) * Z.of_nat (bishops d c false) - on_light (t c) * Z.of_nat (bishops d c true).
Definition allowed (d : demands) (t : tariff) (l : colour -> losses) : Z := allowed_side d t White (l White) + allowed_side d t Black (l Black).
Definition lv (t : tariff) f c : Z := get8 (leave (t c)) f.
Definition cm (t : tariff) f c : Z := get8 (come (t c)) f.
Definition pz (t : tariff) f c : Z := prize t c f.
Definition way_on (d : demands) (t : tariff) f := way (lv t f) (cm t f) (pz t f) (fun c => closed (barred d) c f) First.
Definition cost_on (d : demands) (t : tariff) f (l : list pawn) : Z := cost (lv t f) (cm t f) (pz t f) (fun c => closed (barred d) c f) (get8 (goal d) f) l.
Record is_fair (t : tariff) : Prop := mkfair {
  f_man : forall c, 0 <= man (t c); f_spare : forall c, 0 <= spare (t c); f_dark : forall c, 0 <= on_dark (t c); f_light : forall c, 0 <= on_light (t c);
  f_pass : forall f c, 0 <= lv t f c + cm t f c; f_idle : forall f c, pz t f c <= cm t f c; f_leave : forall f c, lv t f c <= spare (t c);
  f_man_goes : forall c f g, In g (neighbours f) -> lv t f c + cm t g c <= man (t (opp c));
  f_goes : forall c f g, In g (neighbours f) -> lv t f c + cm t g c + Z.max (lv t g (opp c)) 0 <= spare (t (opp c)) }.
Lemma fair_ok t : fair t = true -> is_fair t.
Proof.
  intros H; unfold fair in H; apply andb_true_iff in H as [W B].
  assert (X : forall c, fair_side t c = true) by (intros []; assumption); clear W B.
  assert (Y : forall c f, 0 <= lv t f c + cm t f c /\ pz t f c <= cm t f c /\ lv t f c <= spare (t c) /\ forall g, In g (neighbours f) -> goes_for (t c) (t (opp c)) f g = true).
  { intros c f; specialize (X c); unfold fair_side in X; apply andb_true_iff in X as [_ X]; rewrite forallb_forall in X; specialize (X f (in_all8 f)).
    rewrite !andb_true_iff, forallb_forall in X; destruct X as (((A & B) & C) & D); apply Z.leb_le in A, B, C; auto. }
  split; try (intros f c; apply Y); try (intros c; specialize (X c); unfold fair_side in X; rewrite !andb_true_iff in X; destruct X as ((((A & B) & C) & D) & _); apply Z.leb_le in A, B, C, D; auto; fail).
  - intros c f g I; destruct (Y c f) as (_ & _ & _ & G); specialize (G g I); unfold goes_for in G; cbv zeta in G; apply andb_true_iff in G as [G _]; apply Z.leb_le in G; exact G.
  - intros c f g I; destruct (Y c f) as (_ & _ & _ & G); specialize (G g I); unfold goes_for in G; cbv zeta in G; apply andb_true_iff in G as [_ G]; apply Z.leb_le in G; exact G.
Qed.
Lemma total_le z y : (forall f, z f <= y f) -> total z <= total y.
Proof. intros H; unfold total; pose proof (H I1); pose proof (H I2); pose proof (H I3); pose proof (H I4); pose proof (H I5); pose proof (H I6); pose proof (H I7); pose proof (H I8); lia. Qed.
Lemma total_ext z y : (forall f, z f = y f) -> total z = total y.
Proof. intros H; unfold total; now rewrite !H. Qed.
Definition at_file (f g : ix) (z : Z) : Z := if ix_beq g f then z else 0.
Lemma at_here f z : at_file f f z = z. Proof. unfold at_file; now rewrite (internal_ix_dec_lb f f eq_refl). Qed.
Lemma at_other f g z : g <> f -> at_file f g z = 0.
Proof. unfold at_file; intros N; destruct (ix_beq g f) eqn:E; [apply internal_ix_dec_bl in E; contradiction|reflexivity]. Qed.
Lemma total_more z f a g b : total (fun h => z h + at_file f h a + at_file g h b) = total z + a + b.
Proof. unfold total, at_file; destruct f, g; simpl ix_beq; cbv iota; lia. Qed.
Lemma worth_spend p l x : 0 <= man p -> 0 <= spare p -> (1 <= left l x)%nat -> worth_of p (spend x l) + (match x with Spare => spare p | _ => man p end) = worth_of p l.
Proof. intros M S L; unfold worth_of; destruct x; simpl in *; nia. Qed.
Lemma seen_mid c (a : list pawn) (x : pawn) (b : list pawn) : exists a' b' : list pawn, seen c (a ++ x :: b) = a' ++ (whose c (fst x), snd x) :: b' /\ seen c (a ++ b) = a' ++ b'.
Proof.
  destruct c; [exists a, b; destruct x; auto|]; exists (turned b), (turned a); unfold seen, turned; rewrite !map_app, !rev_app_distr; simpl; rewrite <- app_assoc; auto.
Qed.
Lemma seen_is c l m : seen c l = m -> l = seen c m. Proof. intros <-; now rewrite seen_seen. Qed.
Lemma ends_pay d t ls : is_fair t -> at_end d ls -> exists z, (forall f, way_on d t f (ls f) (get8 (goal d) f) (z f)) /\
  total z <= - (on_dark (t White) * Z.of_nat (bishops d White false) + on_light (t White) * Z.of_nat (bishops d White true)) -
             (on_dark (t Black) * Z.of_nat (bishops d Black false) + on_light (t Black) * Z.of_nat (bishops d Black true)).
Proof.
  intros F (low & high & E & B); exists (fun f => - Z.of_nat (low f) * pz t f Black - Z.of_nat (high f) * pz t f White); split; [intros f; rewrite E; apply way_done|].
  destruct (B false) as [B1 B2], (B true) as [B3 B4]; clear B E.
  pose proof (f_dark t F White); pose proof (f_dark t F Black); pose proof (f_light t F White); pose proof (f_light t F Black).
  unfold pz, prize; set (n := fun c b => totaln (fun f => on_colour c b f (match c with White => high f | Black => low f end))).
  assert (X : total (fun f => - Z.of_nat (low f) * (if light (f, last_rank Black) then on_light (t Black) else on_dark (t Black)) - Z.of_nat (high f) * (if light (f, last_rank White) then on_light (t White) else on_dark (t White))) =
    - (on_dark (t White) * Z.of_nat (n White false) + on_light (t White) * Z.of_nat (n White true)) - (on_dark (t Black) * Z.of_nat (n Black false) + on_light (t Black) * Z.of_nat (n Black true))).
  { unfold n, total, totaln, on_colour; cbn [light par fst snd last_rank xorb eqb]; lia. }
  rewrite X; fold (n White false) in B1; fold (n Black false) in B2; fold (n White true) in B3; fold (n Black true) in B4; nia.
Qed.
Theorem course_pays d t : is_fair t -> forall ls n, course d ls n -> forall l, (forall c, serves (l c) (n c)) ->
  exists z, (forall f, way_on d t f (ls f) (get8 (goal d) f) (z f)) /\ total z <= allowed d t l.
Proof.
  intros F; assert (W0 : forall c l, 0 <= worth_of (t c) l) by (intros c l; unfold worth_of; pose proof (f_man t F c); pose proof (f_spare t F c); nia).
  induction 1 as [ls n E|ls ls' n n' W N _ IH|c f a k b ls ls' n n' E K E' O L Lc _ IH|c f g r a b a' b' x ls ls' n n' Ng R Op E Fa E' G Fg X O L Lc _ IH]; intros l S.
  - destruct (ends_pay d t ls F E) as (z & Z & T); exists z; split; [exact Z|]; unfold allowed, allowed_side; pose proof (W0 White (l White)); pose proof (W0 Black (l Black)); lia.
  - destruct (IH l) as (z & Z & T); [intros c; apply serves_less with (n c); auto|]; exists z; split; [|exact T]; intros f; exact (way_wide _ _ _ _ _ _ _ _ (Z f) _ (W f)).
  - assert (Ss := S (opp c)); destruct (serves_spare _ _ _ Ss L) as [L1 S1].
    destruct (IH (fun e => if colour_beq e c then l c else spend Spare (l (opp c)))) as (z & Z & T).
    { intros e; destruct (colour_beq e c) eqn:Q; [apply colour_beq_eq in Q; subst e; rewrite Lc; apply S|]; assert (e = opp c) as -> by (destruct e, c; try discriminate; reflexivity); exact S1. }
    exists (fun h => z h + at_file f h (lv t f (opp c)) + at_file f h 0); split.
    + intros h; destruct (ix_beq h f) eqn:Q; [apply internal_ix_dec_bl in Q; subst h; rewrite !at_here|assert (N : h <> f) by (intros ->; rewrite (internal_ix_dec_lb f f eq_refl) in Q; discriminate); rewrite !at_other, <- (O h N) by exact N; rewrite !Z.add_0_r; apply Z].
      specialize (Z f); apply seen_is in E, E'; destruct (seen_mid c a (Black, k) b) as (a1 & b1 & M1 & M2); cbn [fst snd] in M1; rewrite whose_other in M1; rewrite M1 in E; rewrite M2 in E'; rewrite E, E' in *.
      pose proof (way_more _ _ _ _ _ _ _ _ Z a1 (opp c, k) b1 eq_refl) as Y; simpl fst in Y; simpl fst; simpl snd.
      unfold way_on; replace (z f + lv t f (opp c) + 0) with (lv t f (opp c) + z f) by lia; exact Y.
    + rewrite total_more; pose proof (f_leave t F f (opp c)); pose proof (worth_spend (t (opp c)) (l (opp c)) Spare (f_man t F _) (f_spare t F _) L1) as P; simpl in P.
      unfold allowed, allowed_side in *; destruct c; simpl in *; lia.
  - assert (Nf : f <> g) by (intros ->; clear - Ng; destruct g; simpl in Ng; intuition discriminate).
    (* what stands for the man that is taken *)
    assert (Y : exists y, (1 <= left (l (opp c)) y)%nat /\ serves (spend y (l (opp c))) (n' (opp c)) /\ (y = Spare \/ x <> Spare)).
    { destruct X as [[-> _]|[X _]]; [destruct (serves_spare _ _ _ (S (opp c)) L) as [L1 S1]; exists Spare; auto|].
      destruct (serves_best _ _ _ x (light (g, rank_ix c r)) (S (opp c)) L X) as [L1 S1]; eexists; split; [exact L1|split; [exact S1|right]]; destruct X as [->| ->]; [discriminate|destruct (light _); discriminate]. }
    destruct Y as (y & L1 & S1 & Xy); pose proof (worth_spend (t (opp c)) (l (opp c)) y (f_man t F _) (f_spare t F _) L1) as P.
    destruct (IH (fun e => if colour_beq e c then l c else spend y (l (opp c)))) as (z & Z & T).
    { intros e; destruct (colour_beq e c) eqn:Q; [apply colour_beq_eq in Q; subst e; rewrite Lc; apply S|]; assert (e = opp c) as -> by (destruct e, c; try discriminate; reflexivity); exact S1. }
    assert (Zf : way_on d t f (ls f) (get8 (goal d) f) (z f + lv t f c)).
    { specialize (Z f); apply seen_is in E, E'; destruct (seen_mid c a (White, (r - 1)%nat) b) as (a1 & b1 & M1 & M2); cbn [fst snd] in M1; rewrite whose_own in M1; rewrite M1 in E; rewrite M2 in E'; rewrite E, E' in *; simpl fst; simpl snd.
      pose proof (way_more _ _ _ _ _ _ _ _ Z a1 (c, (r - 1)%nat) b1 eq_refl) as Y; simpl fst in Y.
      unfold way_on; rewrite Z.add_comm; exact Y. }
    assert (Zg : exists y', y' <= z g + cm t g c + (match x with Spare => Z.max (lv t g (opp c)) 0 | _ => 0 end) /\ way_on d t g (ls g) (get8 (goal d) g) y').
    { specialize (Z g); apply seen_is in G; destruct (seen_mid c a' (White, r) b') as (a1 & b1 & M1 & M2); cbn [fst snd] in M1; rewrite whose_own in M1; rewrite M1 in G; rewrite G in Z; simpl fst in Z; simpl snd in Z.
      destruct (way_less _ _ _ _ (f_pass t F g) _ _ _ _ Z a1 (c, r) b1 eq_refl) as (y' & Y1 & Y2); simpl fst in Y1.
      destruct X as [[-> (k & Ek & _)]|[X Ek]]; apply seen_is in Ek.
      - destruct (seen_mid c a' (Black, k) b') as (a2 & b2 & M3 & M4); cbn [fst snd] in M3; rewrite whose_other in M3; rewrite M3 in Ek; rewrite M2 in M4; rewrite M4 in Y2.
        pose proof (way_more _ _ _ _ _ _ _ _ Y2 a2 (opp c, k) b2 eq_refl) as Y; simpl fst in Y, Ek; simpl snd in Ek.
        exists (lv t g (opp c) + y'); split; [lia|rewrite Ek; exact Y].
      - rewrite M2 in Ek; rewrite Ek; exists y'; split; [destruct x; try lia|exact Y2]. }
    destruct Zg as (y' & Y1 & Y2).
    exists (fun h => z h + at_file f h (lv t f c) + at_file g h (y' - z g)); split.
    + intros h; destruct (ix_beq h f) eqn:Q; [apply internal_ix_dec_bl in Q; subst h; rewrite at_here, (at_other g f) by auto; rewrite Z.add_0_r; exact Zf|].
      assert (N : h <> f) by (intros ->; rewrite (internal_ix_dec_lb f f eq_refl) in Q; discriminate); rewrite (at_other f h) by exact N.
      destruct (ix_beq h g) eqn:Q'; [apply internal_ix_dec_bl in Q'; subst h; rewrite at_here; replace (z g + 0 + (y' - z g)) with y' by lia; exact Y2|].
      assert (N' : h <> g) by (intros ->; rewrite (internal_ix_dec_lb g g eq_refl) in Q'; discriminate); rewrite (at_other g h) by exact N'; rewrite !Z.add_0_r, <- (O h N N'); apply Z.
    + rewrite total_more; pose proof (f_man_goes t F c f g Ng) as M; pose proof (f_goes t F c f g Ng) as Gs.
      assert (Le : lv t f c + (y' - z g) <= match y with Spare => spare (t (opp c)) | _ => man (t (opp c)) end).
      { destruct Xy as [->|Nx]; [destruct x; lia|destruct y, x; try congruence; lia]. }
      unfold allowed, allowed_side in *; destruct c; simpl in *; lia.
Qed.
