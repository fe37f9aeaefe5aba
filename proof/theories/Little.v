(* Too little to mate with: a king alone; or against a king alone a king with one knight, or with any bishops on squares of
   one colour. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Rules Tables Win Status Instant Invariants ProofGame Retract GameInvariants.
Arguments count : simpl never.
Local Opaque squares.

(* --- counting --- *)
Lemma at_most b phi l : NoDup l -> (forall s, In s l -> phi s (get b s) = true) -> length l <= count b phi.
Proof.
  intros N H; rewrite count_filter; apply NoDup_incl_length; [exact N|]; intros s Hs; apply filter_In; split; [apply squares_all|auto].
Qed.
Lemma at_least_one b phi : 1 <= count b phi -> exists s, phi s (get b s) = true.
Proof.
  rewrite count_filter; destruct (filter _ _) as [|s l] eqn:F; simpl; [lia|]; intros _; exists s.
  assert (X : In s (filter (fun s => phi s (get b s)) squares)) by (rewrite F; now left); now apply filter_In in X.
Qed.
Lemma the_one b phi s t : count b phi <= 1 -> phi s (get b s) = true -> phi t (get b t) = true -> s = t.
Proof.
  intros H Hs Ht; destruct (sq_eqb s t) eqn:E; [now apply sq_eqb_eq|]; exfalso.
  assert (X : length [s; t] <= count b phi).
  { apply at_most; [|intros x [<-|[<-|[]]]; assumption]; constructor; [|constructor; [tauto|constructor]].
    intros [->|[]]; rewrite sq_eqb_refl in E; discriminate. }
  simpl in X; lia.
Qed.

(* --- kings --- *)
Definition kings (b : board) := forall d, count b (fun _ x => is_man d King x) = 1.
Definition the_men (b : board) c := count b (fun _ => is_colour c).
Definition others (b : board) c k := count b (fun _ x => is_colour c x && negb (is_man c King x) && negb (is_man c k x)).
(* men other than the king and bishops on squares of this colour *)
Definition off (l : bool) d (s : sq) x : bool := is_colour d x && negb (is_man d King x) && negb (is_man d Bishop x && eqb (light s) l).
Definition little_b (b : board) (c : colour) : bool :=
  (the_men b c <=? 1) ||
  ((the_men b (opp c) <=? 1) && ((the_men b c <=? 2) && (others b c Knight =? 0) || (count b (off true c) =? 0) || (count b (off false c) =? 0))).
Definition little (b : board) (c : colour) : Prop :=
  the_men b c <= 1 \/ the_men b (opp c) <= 1 /\ (the_men b c <= 2 /\ others b c Knight = 0 \/ exists l, count b (off l c) = 0).
Lemma little_ok b c : little_b b c = true -> little b c.
Proof.
  unfold little_b, little; rewrite orb_true_iff, andb_true_iff, !orb_true_iff, andb_true_iff, !Nat.leb_le, !Nat.eqb_eq.
  intros [H|[H1 [[[H2 H3]|H3]|H3]]]; [now left|right|right|right]; eauto 10.
Qed.
Lemma king_at b c : kings b -> exists s, king_sq b c = Some s /\ get b s = M c King /\ forall t, get b t = M c King -> t = s.
Proof.
  intros K; specialize (K c); destruct (at_least_one b (fun _ x => is_man c King x)) as (s & Hs); [lia|].
  assert (U : forall t, get b t = M c King -> t = s).
  { intros t Ht; apply (the_one b (fun _ x => is_man c King x)); [lia| |exact Hs]; rewrite Ht; destruct c; reflexivity. }
  destruct (king_sq b c) as [t|] eqn:F.
  - apply king_sq_some, is_man_get in F; exists t; split; [reflexivity|split; [exact F|]]; intros u Hu; rewrite (U u Hu), (U t F); reflexivity.
  - exfalso; apply king_sq_none with (s := s) in F; congruence.
Qed.
(* where each side has one king, a side is in check when an enemy man attacks its king *)
Theorem in_check_ok b c : kings b -> (in_check b c = true <->
  exists s t k, get b s = M c King /\ get b t = M (opp c) k /\ attacks b (opp c) k t s).
Proof.
  intros K; destruct (king_at b c K) as (s & F & G & U); unfold in_check; rewrite F, attacked_ok; split.
  - intros (t & k & H1 & H2); eauto 10.
  - intros (s' & t & k & H0 & H1 & H2); rewrite (U s' H0) in H2; eauto.
Qed.
Lemma king_sym s t : In t (look king_t s) -> In s (look king_t t).
Proof.
  intros H; pose proof (forall_sq (fun s => forallb (fun t => sq_in s (look king_t t)) (look king_t s))) as X; cbv beta in X.
  assert (Y : forallb (fun t => sq_in s (look king_t t)) (look king_t s) = true) by (apply X; vm_compute; reflexivity).
  rewrite forallb_forall in Y; apply Y in H; apply existsb_exists in H as (u & H & E); apply sq_eqb_eq in E; now subst.
Qed.
(* two kings side by side are both attacked *)
Lemma no_neighbours b c s t : kings b -> in_check b c = false -> get b s = M c King -> get b t = M (opp c) King -> ~ In s (look king_t t).
Proof.
  intros K H S T Ad; destruct (king_at b c K) as (u & U1 & U2 & U3); assert (s = u) by auto; subst u; unfold in_check in H; rewrite U1 in H.
  rewrite attacked_as in H; rewrite !orb_false_iff in H; destruct H as [[[_ _] H] _].
  apply king_sym in Ad; assert (X : existsb (fun t => match get b t with M d King => colour_beq (opp c) d | _ => false end) (look king_t s) = true).
  { apply existsb_exists; exists t; split; [exact Ad|]; rewrite T; now apply colour_beq_eq. }
  congruence.
Qed.
(* who gives check *)
Lemma checker b c s : in_check b (opp c) = true -> king_sq b (opp c) = Some s -> exists t, In t (attackers b c s).
Proof.
  unfold in_check; intros H E; rewrite E in H; replace (opp (opp c)) with c in H by (destruct c; reflexivity).
  rewrite <- attackers_ok in H; destruct (attackers b c s) as [|t l]; [discriminate|]; exists t; now left.
Qed.
Lemma kinds_in b c ks l t : In t (of_kinds b c ks l) -> In t l /\ exists k, In k ks /\ get b t = M c k.
Proof.
  unfold of_kinds; rewrite filter_In; intros [H1 H2]; split; [exact H1|]; apply existsb_exists in H2 as (k & Hk & H2).
  apply is_man_get in H2; eauto.
Qed.
Lemma first_at_sub b l t : In t (first_at b l) -> In t l.
Proof.
  induction l as [|s l IH]; simpl; [tauto|]; destruct (get b s); [auto|]; intros [<-|[]]; now left.
Qed.
(* a man that attacks stands where its kind would from there *)
Definition near (k : kind) (s : sq) : list sq :=
  match k with Knight => look knight_t s | Bishop => concat (look bishop_t s) | King => look king_t s | _ => squares end.
Lemma attacker_near b c s t : In t (attackers b c s) -> exists k, get b t = M c k /\ In t (near k s).
Proof.
  unfold attackers; rewrite !in_app_iff; intros [H|[H|[H|[H|H]]]]; apply kinds_in in H as [H (k & Hk & G)]; exists k; split; try exact G.
  - simpl in Hk; intuition; subst; apply squares_all.
  - assert (X : In t (concat (look bishop_t s))).
    { revert H; induction (look bishop_t s) as [|l ls IH]; simpl; [tauto|]; rewrite !in_app_iff; intros [H|H]; [left; now apply first_at_sub with b|auto]. }
    simpl in Hk; intuition; subst; [exact X|apply squares_all].
  - simpl in Hk; intuition; subst; exact H.
  - simpl in Hk; intuition; subst; exact H.
  - simpl in Hk; intuition; subst; apply squares_all.
Qed.

(* --- a king and one knight against a king: it can always step aside --- *)
Definition empty_board : board := Eval vm_compute in table (fun _ => E).
Definition three (c : colour) (k : kind) (kc x ko : sq) : board :=
  set (set (set empty_board kc (M c King)) x (M c k)) ko (M (opp c) King).
Definition steps_aside (b : board) (c : colour) (ko : sq) : bool :=
  existsb (fun t => not_king b t && negb (in_check (play_board b ko t None) (opp c))) (leap b (opp c) (look king_t ko)).
Definition never_mated (c : colour) (k : kind) : bool :=
  forallb (fun ko => forallb (fun x => forallb (fun kc =>
    sq_eqb kc ko || sq_eqb kc x || sq_in kc (look king_t ko) ||
    (let b := three c k kc x ko in negb (in_check b (opp c)) || steps_aside b c ko)) squares) (near k ko)) squares.
Local Transparent squares.
Lemma never_mated_ok c : never_mated c Knight = true.
Proof. destruct c; vm_compute; reflexivity. Qed.
(* A king checked by a bishop has a square beside it of the other colour, which the other king does not cover. *)
Lemma another_colour ko kc : kc = ko \/ In kc (look king_t ko) \/
  exists u, In u (look king_t ko) /\ light u <> light ko /\ kc <> u /\ ~ In kc (look king_t u).
Proof.
  pose proof (forall_sq (fun ko => forallb (fun kc => sq_eqb kc ko || sq_in kc (look king_t ko) || existsb (fun u =>
    negb (eqb (light u) (light ko)) && negb (sq_eqb kc u) && negb (sq_in kc (look king_t u))) (look king_t ko)) squares)) as X; cbv beta in X.
  assert (Y := X ltac:(vm_compute; reflexivity) ko); clear X; rewrite forallb_forall in Y; specialize (Y kc (squares_all kc)).
  rewrite !orb_true_iff in Y; destruct Y as [[Y|Y]|Y]; [left; now apply sq_eqb_eq|right; left; apply existsb_exists in Y as (v & V & E0); apply sq_eqb_eq in E0; now subst|right; right].
  apply existsb_exists in Y as (u & U & Y); rewrite !andb_true_iff, !negb_true_iff in Y; destruct Y as [[Y1 Y2] Y3]; exists u; split; [exact U|split; [|split]].
  - intros E0; rewrite E0, eqb_reflx in Y1; discriminate.
  - intros ->; rewrite sq_eqb_refl in Y2; discriminate.
  - intros I; assert (Z : sq_in kc (look king_t u) = true) by (apply existsb_exists; exists kc; split; [exact I|apply sq_eqb_refl]); congruence.
Qed.
Lemma near_light s t : In t (near Bishop s) -> light t = light s.
Proof.
  intros H; pose proof (forall_sq (fun s => forallb (fun t => eqb (light t) (light s)) (near Bishop s))) as X; cbv beta in X.
  assert (Y := X ltac:(vm_compute; reflexivity) s); rewrite forallb_forall in Y; now apply eqb_prop, Y.
Qed.
Local Opaque squares.
Lemma empty_get s : get empty_board s = E.
Proof. destruct s as [x y]; destruct x, y; reflexivity. Qed.

Lemma three_men b c k kc x ko : the_men b c <= 2 -> the_men b (opp c) <= 1 -> get b kc = M c King -> get b x = M c k -> kc <> x ->
  get b ko = M (opp c) King -> b = three c k kc x ko.
Proof.
  intros H2 H1 K X N O; apply board_ext; intros s; unfold three; rewrite !get_set, empty_get.
  destruct (sq_eqb ko s) eqn:E1; [apply sq_eqb_eq in E1; now subst|].
  destruct (sq_eqb x s) eqn:E2; [apply sq_eqb_eq in E2; now subst|].
  destruct (sq_eqb kc s) eqn:E3; [apply sq_eqb_eq in E3; now subst|].
  destruct (get b s) as [|d j] eqn:G; [reflexivity|exfalso]; destruct (colour_beq c d) eqn:D.
  - apply colour_beq_eq in D; subst d; assert (L : length [kc; x; s] <= the_men b c).
    { apply at_most; [|intros y [<-|[<-|[<-|[]]]]; rewrite ?K, ?X, ?G; simpl; now apply colour_beq_eq].
      constructor; [intros [->|[->|[]]]; [congruence|rewrite sq_eqb_refl in E3; discriminate]|].
      constructor; [intros [->|[]]; rewrite sq_eqb_refl in E2; discriminate|]; constructor; [tauto|constructor]. }
    simpl in L; lia.
  - assert (d = opp c) as -> by (destruct c, d; try discriminate D; reflexivity).
    assert (ko = s); [|subst; rewrite sq_eqb_refl in E1; discriminate].
    apply (the_one b (fun _ => is_colour (opp c))); [exact H1|rewrite O|rewrite G]; destruct c; reflexivity.
Qed.
Lemma steps_aside_ok q c ko : side q = opp c -> get (brd q) ko = M (opp c) King -> steps_aside (brd q) c ko = true -> moves q <> [].
Proof.
  intros S G H; apply existsb_exists in H as (t & Ht & H); apply andb_true_iff in H as [H1 H2].
  assert (X : In (Mv ko t None) (moves q)); [|intros E; rewrite E in X; destruct X].
  unfold moves; apply filter_In; split; [|simpl; rewrite S; exact H2].
  unfold pseudo; apply in_or_app; left; apply in_flat_map; exists ko; split; [apply squares_all|].
  apply moves_from_intro with King t; [now rewrite S| |exact H1|]; rewrite S; [exact Ht|now left].
Qed.
Lemma bishops_step_aside b c l kc ko t : the_men b (opp c) <= 1 -> count b (off l c) = 0 -> get b kc = M c King -> (forall s, get b s = M c King -> s = kc) ->
  get b ko = M (opp c) King -> ~ In kc (look king_t ko) -> get b t = M c Bishop -> In t (near Bishop ko) -> steps_aside b c ko = true.
Proof.
  intros H1 H2 Kc Uc Ko Na Gt Nt.
  assert (Bi : forall s k, get b s = M c k -> k <> King -> k = Bishop /\ light s = l).
  { intros s k G N; destruct (off l c s (get b s)) eqn:O.
    - exfalso; assert (X : length [s] <= count b (off l c)); [|simpl in X; lia].
      apply at_most; [constructor; [tauto|constructor]|]; intros u [<-|[]]; exact O.
    - unfold off in O; rewrite G in O; simpl in O; rewrite (proj2 (colour_beq_eq c c) eq_refl) in O; simpl in O.
      destruct k; simpl in O; try discriminate; try congruence; destruct (eqb (light s) l) eqn:E0; [|discriminate]; apply eqb_prop in E0; auto. }
  destruct (Bi t Bishop Gt) as [_ Lt]; [discriminate|]; pose proof (near_light ko t Nt) as Lo.
  destruct (another_colour ko kc) as [->|[I|(u & Iu & Lu & Nu & Cu)]]; [rewrite Kc in Ko; destruct c; discriminate|contradiction|].
  assert (Only : forall s k, get b s = M (opp c) k -> s = ko).
  { intros s k G; apply (the_one b (fun _ => is_colour (opp c))); [exact H1|rewrite G|rewrite Ko]; destruct c; reflexivity. }
  assert (Nk : u <> ko) by (intros ->; now apply Lu).
  assert (Gu : get b u = E).
  { destruct (get b u) as [|d k] eqn:G; [reflexivity|exfalso]; destruct (colour_beq c d) eqn:D.
    - apply colour_beq_eq in D; subst d; destruct (kind_eq_dec k King) as [->|N]; [now apply Nu; symmetry; apply Uc|].
      destruct (Bi u k G N) as [_ L]; congruence.
    - assert (d = opp c) as -> by (destruct c, d; try discriminate D; reflexivity); now apply Nk, (Only u k). }
  apply existsb_exists; exists u; split.
  - unfold leap; apply filter_In; split; [exact Iu|]; now rewrite Gu.
  - apply andb_true_iff; split; [unfold not_king; now rewrite Gu|]; apply negb_true_iff.
    unfold play_board, is_ep; rewrite Ko; set (b' := set (set b ko E) u (M (opp c) King)).
    assert (Get : forall s k, get b' s = M c k -> get b s = M c k).
    { intros s k; unfold b'; rewrite !get_set; destruct (sq_eqb u s); [destruct c; discriminate|]; destruct (sq_eqb ko s); [discriminate|auto]. }
    destruct (in_check b' (opp c)) eqn:Ch; [exfalso|reflexivity].
    assert (Kq : king_sq b' (opp c) = Some u).
    { unfold in_check in Ch; destruct (king_sq b' (opp c)) as [s|] eqn:Q; [|discriminate]; f_equal; apply king_sq_some, is_man_get in Q; unfold b' in Q; rewrite !get_set in Q.
      destruct (sq_eqb u s) eqn:E1; [now apply sq_eqb_eq in E1|]; destruct (sq_eqb ko s) eqn:E2; [discriminate|]; apply Only in Q; subst s; rewrite sq_eqb_refl in E2; discriminate. }
    destruct (checker b' c u Ch Kq) as (v & Hv); apply attacker_near in Hv as (k & Gv & Nv); apply Get in Gv.
    destruct (kind_eq_dec k King) as [->|N]; [apply Uc in Gv; subst v; exact (Cu Nv)|].
    destruct (Bi v k Gv N) as [-> L]; apply near_light in Nv; congruence.
Qed.
(* after its move, which leaves the own king safe, such a side has not mated *)
Theorem no_mate q c : side q = opp c -> kings (brd q) -> little (brd q) c -> in_check (brd q) c = false -> checkmated q = false.
Proof.
  intros S K L Safe; destruct (checkmated q) eqn:M; [exfalso|reflexivity]; unfold checkmated in M; rewrite S in M.
  apply andb_true_iff in M as [Ch M]; assert (NM : moves q = []) by (destruct (moves q); [reflexivity|discriminate]); clear M.
  destruct (king_at (brd q) c K) as (kc & _ & Kc & Uc); destruct (king_at (brd q) (opp c) K) as (ko & Fo & Ko & _).
  destruct (checker (brd q) c ko Ch Fo) as (t & Ht); apply attacker_near in Ht as (k & Gt & Nt).
  assert (NK : k <> King).
  { intros ->; assert (t = kc) by auto; subst t; now apply (no_neighbours (brd q) c kc ko). }
  assert (Ne : kc <> t) by congruence.
  destruct L as [L|(L1 & [(L2 & L3)|(l & L3)])].
  - apply Ne; apply (the_one (brd q) (fun _ => is_colour c)); [exact L|rewrite Kc|rewrite Gt]; destruct c; reflexivity.
  - assert (k = Knight).
    { destruct (kind_eq_dec k Knight) as [E0|E0]; [exact E0|exfalso]; assert (X : length [t] <= others (brd q) c Knight).
      { apply at_most; [constructor; [tauto|constructor]|]; intros s [<-|[]]; rewrite Gt; simpl.
        rewrite (proj2 (colour_beq_eq c c) eq_refl); destruct k; simpl; congruence. }
      simpl in X; lia. }
    subst k; pose proof (three_men _ _ _ _ _ _ L2 L1 Kc Gt Ne Ko) as Eb.
    pose proof (never_mated_ok c) as A; unfold never_mated in A; rewrite forallb_forall in A; specialize (A ko (squares_all ko)).
    rewrite forallb_forall in A; specialize (A t Nt); rewrite forallb_forall in A; specialize (A kc (squares_all kc)); cbv zeta in A.
    rewrite !orb_true_iff in A; destruct A as [[[A|A]|A]|[A|A]].
    + apply sq_eqb_eq in A; subst; rewrite Kc in Ko; destruct c; discriminate.
    + apply sq_eqb_eq in A; now subst.
    + apply existsb_exists in A as (u & A & E0); apply sq_eqb_eq in E0; subst u; now apply (no_neighbours (brd q) c kc ko).
    + rewrite <- Eb, Ch in A; discriminate.
    + rewrite <- Eb in A; now apply (steps_aside_ok q c ko S Ko A).
  - assert (k = Bishop).
    { destruct (kind_eq_dec k Bishop) as [E0|E0]; [exact E0|exfalso]; assert (X : length [t] <= count (brd q) (off l c)).
      { apply at_most; [constructor; [tauto|constructor]|]; intros s [<-|[]]; unfold off; rewrite Gt; simpl.
        rewrite (proj2 (colour_beq_eq c c) eq_refl); destruct k; simpl; congruence. }
      simpl in X; lia. }
    subst k; assert (Na : ~ In kc (look king_t ko)) by (intros I; now apply (no_neighbours (brd q) c kc ko)).
    apply (steps_aside_ok q c ko S Ko (bishops_step_aside _ _ _ _ _ _ L1 L3 Kc Uc Ko Na Gt Nt)); exact NM.
Qed.

(* --- it stays so in play --- *)
(* what counts bishops and nothing else by the colour of their squares, and pawns always, does not grow *)
Lemma phi_effect b c b' (phi : sq -> cell -> bool) : (forall s, phi s E = false) ->
  (forall s q, In q promos -> b2n (phi s (M c q)) <= b2n (phi s (M c Pawn))) ->
  (forall s t k, (k = Bishop -> light s = light t) -> phi s (M c k) = phi t (M c k)) -> effect b c b' -> count b' phi <= count b phi.
Proof.
  intros PE Pp Same H.
  destruct H as [f t k0 k' y NE F T Y P|e f t N1 N2 N3 F T G _ _|kf rf kt rt ND K R1 K2 R2].
  - pose proof (count_set (set b f E) t (M c k') phi) as A; pose proof (count_set b f E phi) as B.
    rewrite get_set, (sq_neq _ _ NE), T in A; rewrite F, PE in B; simpl in B.
    assert (X : b2n (phi t (M c k')) <= b2n (phi f (M c k0))).
    { destruct P as [(-> & Li & _)|(-> & Q)].
      - rewrite (Same t f); [lia|]; intros X; symmetry; now apply Li.
      - rewrite (Same f t Pawn) by discriminate; now apply Pp. }
    lia.
  - pose proof (count_set (set (set b e E) f E) t (M c Pawn) phi) as A; pose proof (count_set (set b e E) f E phi) as B; pose proof (count_set b e E phi) as D.
    rewrite !get_set, (sq_neq _ _ N1), (sq_neq _ _ N3), T, PE in A; rewrite get_set, (sq_neq _ _ N2), F, PE in B; rewrite G, PE in D.
    rewrite (Same f t) in B by discriminate; simpl in *; lia.
  - pose proof (count_set (set (set (set b kf E) rf E) kt (M c King)) rt (M c Rook) phi) as A1; pose proof (count_set (set (set b kf E) rf E) kt (M c King) phi) as A2.
    pose proof (count_set (set b kf E) rf E phi) as A3; pose proof (count_set b kf E phi) as A4.
    inversion ND as [|? ? D1 ND1]; inversion ND1 as [|? ? D2 ND2]; inversion ND2 as [|? ? D3 ND3]; subst; simpl in D1, D2, D3.
    rewrite !get_set, !sq_neq in A1 by (intro; subst; tauto); rewrite !get_set, !sq_neq in A2 by (intro; subst; tauto); rewrite !get_set, !sq_neq in A3 by (intro; subst; tauto).
    rewrite K in A4; rewrite R1 in A3; rewrite K2 in A2; rewrite R2 in A1; rewrite ?PE in *; rewrite (Same kf kt) in A4 by discriminate; rewrite (Same rf rt) in A3 by discriminate; simpl in *; lia.
Qed.
Lemma others_effect b c b' d k : k <> Pawn -> effect b c b' -> others b' d k <= others b d k.
Proof.
  intros NP; apply phi_effect; [reflexivity| |reflexivity]; intros s q Hq; simpl; destruct (colour_beq d c) eqn:D; simpl; [|lia].
  simpl in Hq; destruct k; try congruence; destruct Hq as [<-|[<-|[<-|[<-|[]]]]]; simpl; lia.
Qed.
Lemma off_effect b c b' d l : effect b c b' -> count b' (off l d) <= count b (off l d).
Proof.
  apply phi_effect; [reflexivity| |].
  - intros s q Hq; unfold off; simpl; destruct (colour_beq d c) eqn:D; simpl; [|lia]; destruct (negb _), (negb _); simpl; lia.
  - intros s t k H; unfold off; simpl; destruct k; simpl; rewrite ?andb_false_r; try reflexivity; now rewrite H.
Qed.
(* what is needed of a position so that moves keep it *)
Definition sound (p : pos) : Prop := ep_ok p /\ ep_rank p /\ kings (brd p).
Lemma sound_play p m : sound p -> In m (moves p) -> sound (play p m).
Proof.
  intros (G1 & G2 & G3) Hm; pose proof (moves_pseudo _ _ Hm) as Ps; pose proof (move_effect p m G1 G2 Ps) as Eff.
  assert (SD : side (play p m) = opp (side p)) by (destruct m; reflexivity).
  assert (Hep : forall u, ep (play p m) = Some u -> _) by (intros u; apply (ep_step p m u Ps)).
  split; [|split].
  - intros u Hu; destruct (Hep u Hu) as (_ & H2 & H3 & _); rewrite SD, opp_opp; auto.
  - intros u Hu; apply (Hep u Hu).
  - intros d; destruct (count_effect _ _ _ d Eff) as (_ & H & _); rewrite H; apply G3.
Qed.
Lemma little_play p m c : sound p -> In m (moves p) -> little (brd p) c -> little (brd (play p m)) c.
Proof.
  intros (G1 & G2 & G3) Hm; pose proof (moves_pseudo _ _ Hm) as Ps; pose proof (move_effect p m G1 G2 Ps) as Eff.
  assert (Le : forall d, the_men (brd (play p m)) d <= the_men (brd p) d) by (intros d; apply (count_effect _ _ _ d Eff)).
  intros [H|(H1 & [(H2 & H3)|(l & H3)])]; [left|right|right]; pose proof (Le c); pose proof (Le (opp c)); [lia| |].
  - split; [lia|left]; split; [lia|]; pose proof (others_effect _ _ _ c Knight ltac:(discriminate) Eff); lia.
  - split; [lia|right]; exists l; pose proof (off_effect _ _ _ c l Eff); lia.
Qed.
Lemma little_never_mates p m : sound p -> little (brd p) (side p) -> In m (moves p) -> checkmated (play p m) = false.
Proof.
  intros G L Hm; apply (no_mate _ (side p)); [destruct m; reflexivity|apply (sound_play p m G Hm)|now apply little_play|].
  unfold moves in Hm; apply filter_In in Hm as [_ Hm]; now apply negb_true_iff.
Qed.
Theorem little_never_wins k p : W k p -> sound p -> little (brd p) (side p) -> False.
Proof.
  assert (SD : forall p m, side (play p m) = opp (side p)) by (intros q m; destruct m; reflexivity).
  induction 1 as [k p m Hm Ha|k p m Hm Hne Hc Hd IH]; intros G L.
  - rewrite (little_never_mates p m G L Hm) in Ha; discriminate.
  - destruct (moves (play p m)) as [|d l] eqn:E; [congruence|]; assert (D : In d (moves (play p m))) by (rewrite E; now left).
    apply (IH d); [now left| |].
    + apply sound_play; [now apply sound_play|exact D].
    + rewrite !SD, opp_opp; apply little_play; [now apply sound_play|exact D|now apply little_play].
Qed.

(* the executable test *)
Definition sound_b (p : pos) : bool := negb (existsb (kings_bad (brd p)) [White; Black]) && negb (ep_bad p).
Lemma sound_ok p : sound_b p = true -> sound p.
Proof.
  unfold sound_b; rewrite andb_true_iff, !negb_true_iff; intros [H1 H2].
  assert (Ep : forall t, ep p = Some t -> get (brd p) t = E /\ snd t = match side p with White => I6 | Black => I3 end /\
     get (brd p) (fst t, match side p with White => I5 | Black => I4 end) = M (opp (side p)) Pawn).
  { intros t Ht; unfold ep_bad in H2; rewrite Ht in H2; apply negb_false_iff in H2; rewrite !andb_true_iff in H2; destruct H2 as [[[A B] _] C].
    apply is_man_get in C; apply internal_ix_dec_bl in A; split; [destruct (get (brd p) t); [reflexivity|discriminate]|auto]. }
  split; [|split].
  - intros t Ht; destruct (Ep t Ht) as (A & B & C); split; [exact A|]; intros f Hf; apply caps_rank in Hf; rewrite <- C; f_equal; f_equal.
    destruct (side p), (snd f); simpl in *; congruence.
  - intros t Ht; destruct (Ep t Ht) as (_ & B & _); rewrite B; destruct (side p); split; discriminate.
  - intros d; rewrite <- not_true_iff_false in H1; destruct (Nat.eq_dec (count (brd p) (fun _ x => is_man d King x)) 1) as [e|n]; [exact e|].
    exfalso; apply H1, existsb_exists; exists d; split; [destruct d; simpl; auto|]; unfold kings_bad; now rewrite (proj2 (Nat.eqb_neq _ _) n).
Qed.
Definition hopeless (p : pos) : bool := little_b (brd p) (side p) && sound_b p.
Theorem hopeless_ok p k : hopeless p = true -> ~ W k p.
Proof.
  unfold hopeless; rewrite andb_true_iff; intros [H1 H2] Hw; apply (little_never_wins k p Hw); [now apply sound_ok|now apply little_ok].
Qed.
