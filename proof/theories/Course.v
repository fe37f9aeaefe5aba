(* A game whose end is known is a course: what its moves make of the pawns of each file, and whom its captures take. *)
From Coq Require Import List Bool Arith ZArith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Retract Invariants GameInvariants Legality Files Origins Assign Unmoved Ranges Captures Sources Lists Tariffs States Standing.
From Arbiter Require Rules.
Strategy opaque [squares].

(* --- what fixed men bar --- *)
(* where no pawn of a side captures from or steps on: it stood there from the beginning, or it touches a king that never moved *)
Definition stuck_at (w : known) c s : bool :=
  taboo w s || existsb (fun u => match get (still w) u with M d King => colour_beq d (opp c) | _ => false end) (pawn_caps c s).
Definition bars_of (w : known) : bars :=
  let stuck := of_both (fun c => table (stuck_at w c)) in
  let shut := of_both (fun c => tab8 (fun f => look (stuck c) (f, pawn_rank (opp c)) || taboo w (f, last_rank c))) in
  Bars (fun c f => get8 (shut c) f) (fun c f g r => negb (look (stuck c) (f, rank_ix c (r - 1))) && negb (taboo w (g, rank_ix c r))).
Definition bishop c b : sq -> cell -> bool := fun s x => is_man c Bishop x && eqb (light s) b.
Definition demands_of (w : known) : demands :=
  Demands (tab8 (view White (last w))) (fun c b => count (last w) (bishop c b) - 1) (bars_of w).
Lemma closed_of w c f : closed (bars_of w) c f = stuck_at w c (f, pawn_rank (opp c)) || taboo w (f, last_rank c).
Proof. unfold bars_of; cbn [closed]; cbv zeta; now rewrite of_both_ok, tab8_get, of_both_ok, look_table. Qed.
Lemma opens_of w c f g r : opens (bars_of w) c f g r = negb (stuck_at w c (f, rank_ix c (r - 1))) && negb (taboo w (g, rank_ix c r)).
Proof. unfold bars_of; cbn [opens]; cbv zeta; now rewrite of_both_ok, look_table. Qed.
Lemma rank_of c y : rank_ix c (S (ahead c y)) = y.
Proof. destruct c, y; reflexivity. Qed.
Lemma not_stuck w p f : R p -> holds w (brd p) -> get (brd p) f = M (side p) Pawn -> taboo w f = false -> stuck_at w (side p) f = false.
Proof.
  intros Hr H G T; unfold stuck_at; rewrite T; simpl; destruct (existsb _ _) eqn:X; [exfalso|reflexivity]; apply existsb_exists in X as (u & I & X).
  destruct (get (still w) u) as [|d []] eqn:S; try discriminate; apply colour_beq_eq in X; subst d; assert (Gu : get (brd p) u = M (opp (side p)) King) by (rewrite (proj1 H u); congruence).
  destruct (reach_good p Hr) as (_ & _ & _ & W & _ & Ki & _); specialize (Ki (opp (side p))); unfold waiting, in_check in W; rewrite opp_opp in W.
  assert (A : attacked (brd p) (side p) u = true) by (apply Rules.attacked_ok; exists f, Pawn; split; [exact G|apply touch_attacks; unfold touches; now apply sq_in_ok]).
  destruct (king_sq (brd p) (opp (side p))) as [v|] eqn:KS.
  - apply king_sq_some, is_man_get in KS; rewrite (one_king _ _ _ _ Ki KS Gu) in W; congruence.
  - pose proof (king_sq_none _ _ u KS) as X; rewrite Gu in X; destruct (side p); discriminate.
Qed.

(* --- a pawn that can be taken in passing is thought of as one rank behind --- *)
Definition shown (p : pos) : board :=
  match ep p with Some t => match step (Same, bwd (side p)) t with Some s => set (set (brd p) s E) t (M (opp (side p)) Pawn) | None => brd p end | None => brd p end.
Lemma ep_at p f r : R p -> ep p = Some (f, r) -> exists q, step (Same, bwd (side p)) (f, r) = Some (f, q) /\ get (brd p) (f, q) = M (opp (side p)) Pawn /\ get (brd p) (f, r) = E /\
  ahead (opp (side p)) q = S (ahead (opp (side p)) r) /\ ahead (opp (side p)) q < 7.
Proof.
  intros Hr Ep; destruct (reach_good p Hr) as (OK & OR & _); destruct (OK _ Ep) as [Z H], (OR _ Ep) as [R1 R8]; simpl in R1, R8.
  assert (X : exists q, step (Same, bwd (side p)) (f, r) = Some (f, q) /\ ahead (opp (side p)) q = S (ahead (opp (side p)) r) /\ exists h, In (f, r) (pawn_caps (side p) h) /\ snd h = q).
  { clear - R1 R8; set (x := match prv f with Some x => x | None => I2 end).
    destruct (side p), r; try congruence; eexists; (split; [reflexivity|split; [reflexivity|]]); match goal with |- exists h, _ /\ snd h = ?q => exists (x, q) end; (split; [|reflexivity]); unfold x; destruct f; vm_compute; auto. }
  destruct X as (q & St & A & h & Ih & Sh); exists q; split; [exact St|split; [specialize (H h Ih); simpl in H; now rewrite Sh in H|split; [exact Z|split; [exact A|]]]].
  pose proof (ahead_le (opp (side p)) q); enough (ahead (opp (side p)) q <> 7) by lia; intros L.
  assert (Gq : get (brd p) (f, q) = M (opp (side p)) Pawn) by (specialize (H h Ih); simpl in H; now rewrite Sh in H).
  destruct (pawns_reach p Hr _ _ Gq) as [B1 B8]; simpl in B1, B8; destruct (side p), q; simpl in L; congruence.
Qed.
Lemma shown_ep p f r q : ep p = Some (f, r) -> step (Same, bwd (side p)) (f, r) = Some (f, q) -> shown p = set (set (brd p) (f, q) E) (f, r) (M (opp (side p)) Pawn).
Proof. unfold shown; intros -> ->; reflexivity. Qed.
Lemma shown_rises br g p : R p -> rises br g g (shown p) (brd p).
Proof.
  intros Hr; destruct (ep p) as [[f r]|] eqn:Ep; [|unfold shown; rewrite Ep; intros f; apply wide_refl].
  destruct (ep_at p f r Hr Ep) as (q & St & Gq & Gr & A & L); rewrite (shown_ep p f r q Ep St); set (b := set (set (brd p) (f, q) E) (f, r) (M (opp (side p)) Pawn)).
  assert (N : q <> r) by (intros ->; lia).
  assert (Eb : brd p = set (set b (f, r) E) (f, q) (M (opp (side p)) Pawn)).
  { apply board_ext; intros s; unfold b; rewrite !get_set; destruct (sq_eqb (f, q) s) eqn:Q; [apply sq_eqb_eq in Q; subst s; exact Gq|]; destruct (sq_eqb (f, r) s) eqn:Q'; [apply sq_eqb_eq in Q'; subst s; exact Gr|reflexivity]. }
  rewrite Eb; apply rises_on; [unfold b; now rewrite get_set, sq_eqb_refl|lia|].
  intros i Hi; assert (i = q) as -> by (apply (ahead_inj (opp (side p))); lia); unfold b; rewrite other_rank, get_set, sq_eqb_refl by auto; reflexivity.
Qed.

(* --- who is captured: his kind, and for a bishop whether it is on a light square --- *)
Definition kinds := kind -> bool -> nat.
Definition tone k (s : sq) : bool := match k with Bishop => light s | _ => false end.
Definition hit (p : pos) m : option (kind * bool) :=
  match m with
  | Mv f t _ => match get (brd p) t with M _ i => Some (i, tone i t) | E => if is_ep (brd p) f t then Some (Pawn, false) else None end
  | Castle _ => None end.
Definition with_hit (h : option (kind * bool)) (n : kinds) : kinds :=
  fun k l => n k l + match h with Some (i, j) => b2n (kind_beq i k && eqb j l) | None => 0 end.
(* what follows of a game from a position of it, with the men that are captured *)
Inductive onward (w : known) (q : pos) : pos -> (colour -> kinds) -> Prop :=
| onward_none : R q -> onward w q q (fun _ _ _ => 0)
| onward_on p m n n' : R p -> In m (moves p) -> holds w (brd p) -> holds w (brd (play p m)) -> onward w q (play p m) n' ->
    n (opp (side p)) = with_hit (hit p m) (n' (opp (side p))) -> n (side p) = n' (side p) -> onward w q p n.
Lemma game_onward w p n : game w p n -> forall q m, onward w q p m -> exists m', onward w q start m'.
Proof.
  induction 1 as [K|p mv n G IH Hm H]; intros q m F; [eauto|]; apply (IH q (fun c => if colour_beq c (side p) then m c else with_hit (hit p mv) (m c))).
  apply onward_on with mv m; auto; [exact (game_R _ _ _ G)|exact (game_holds _ _ _ G)| |]; destruct (side p); reflexivity.
Qed.
Definition sorts (n : kinds) (x : sort) : nat :=
  match x with Piece => n King false + n Queen false + n Rook false + n Knight false | Dark => n Bishop false | Light => n Bishop true | Spare => n Pawn false end.
Definition sort_of k (b : bool) : sort := match k with Pawn => Spare | Bishop => bishop_on b | _ => Piece end.
Lemma hit_sort i s n : one_less (sort_of i (light s)) (sorts (with_hit (Some (i, tone i s)) n)) (sorts n).
Proof.
  unfold one_less, sorts, with_hit, tone; destruct i; simpl; (split; [destruct (light s); simpl; lia|intros [] N; destruct (light s); simpl in *; try congruence; lia]).
Qed.

(* --- what a move does, with what it takes --- *)
Record deed (w : known) (p : pos) f t j k (b' : board) : Prop := mkdeed {
  d_from : get (brd p) f = M (side p) j; d_apart : f <> t; d_arrives : get b' t = M (side p) k; d_left : get b' f = E;
  d_free_from : taboo w f = false; d_free_to : taboo w t = false;
  d_piece : j <> Pawn -> k = j /\ (j = Bishop -> light f = light t);
  d_pawn : j = Pawn -> k = Pawn \/ In k promos /\ snd t = last_rank (side p) }.
Inductive taken (p : pos) f t j k (b' : board) : option (kind * bool) -> Prop :=
| takes_none : get (brd p) t = E -> b' = set (set (brd p) f E) t (M (side p) k) -> (j = Pawn -> straight (brd p) (side p) f t k /\ (snd t = last_rank (side p) -> snd f = pawn_rank (opp (side p)))) ->
    taken p f t j k b' None
| takes_there i : get (brd p) t = M (opp (side p)) i -> b' = set (set (brd p) f E) t (M (side p) k) -> (j = Pawn -> In t (pawn_caps (side p) f)) -> taken p f t j k b' (Some (i, tone i t))
| takes_passing e : ep p = Some t -> step (Same, bwd (side p)) t = Some e -> j = Pawn -> k = Pawn -> In t (pawn_caps (side p) f) ->
    b' = set (set (shown p) f E) t (M (side p) Pawn) -> get (shown p) f = M (side p) Pawn -> taken p f t j k b' (Some (Pawn, false)).
Lemma taken_inv p f t j k b' h : taken p f t j k b' h ->
  (h = None /\ get (brd p) t = E /\ b' = set (set (brd p) f E) t (M (side p) k) /\ (j = Pawn -> straight (brd p) (side p) f t k /\ (snd t = last_rank (side p) -> snd f = pawn_rank (opp (side p))))) \/
  (exists i, h = Some (i, tone i t) /\ get (brd p) t = M (opp (side p)) i /\ b' = set (set (brd p) f E) t (M (side p) k) /\ (j = Pawn -> In t (pawn_caps (side p) f))) \/
  (exists e, h = Some (Pawn, false) /\ ep p = Some t /\ step (Same, bwd (side p)) t = Some e /\ j = Pawn /\ k = Pawn /\ In t (pawn_caps (side p) f) /\
    b' = set (set (shown p) f E) t (M (side p) Pawn) /\ get (shown p) f = M (side p) Pawn).
Proof. destruct 1; [left|right; left|right; right]; eauto 10. Qed.
Lemma seventh_of p f t j : get (brd p) t = E -> fst f = fst t -> In t (dests (brd p) (side p) j (ep p) f) -> j = Pawn -> snd t = last_rank (side p) -> snd f = pawn_rank (opp (side p)).
Proof.
  intros T Fl D -> La; apply Rules.dests_ok in D; remember (ep p) as e; remember (side p) as c; remember Pawn as k eqn:Ek; destruct D as [c0 j s u Nj A _|c0 s u St _|c0 s m u Pr Su Gm St _|c0 s u A _]; [congruence| | |].
  - clear - St La; destruct s as [x y], u as [z v]; unfold step in St; simpl in *; subst v; destruct c0, y; simpl in *; congruence.
  - exfalso; clear - Pr Su St La; destruct s as [x y], m as [x' y'], u as [z v]; unfold step in *; simpl in *; subst; destruct c0; simpl in *; inversion Su; subst; simpl in St; congruence.
  - exfalso; inversion A; subst; clear - H Fl H0; destruct s as [x y], u as [z v]; unfold step in *; simpl in *; subst z; destruct h, x; simpl in *; try (destruct H; congruence); try (destruct (mv1 _ y); congruence).
Qed.
Lemma deed_of w p f t pr : R p -> In (Mv f t pr) (moves p) -> holds w (brd p) -> holds w (brd (play p (Mv f t pr))) ->
  exists j k, deed w p f t j k (brd (play p (Mv f t pr))) /\ taken p f t j k (brd (play p (Mv f t pr))) (hit p (Mv f t pr)) /\ done p f t j k (brd (play p (Mv f t pr))).
Proof.
  intros Hr Hm H H'; destruct (reach_good p Hr) as (OK & OR & _); pose proof (moves_pseudo _ _ Hm) as Ps; destruct (mv_done p f t pr OK OR Ps) as (j & k & G & N & Ds & Dn); exists j, k.
  assert (Play : forall s, j <> Pawn -> s <> f -> s <> t -> get (brd (play p (Mv f t pr))) s = get (brd p) s).
  { intros s Nj Nf Nt; simpl; unfold play_board, is_ep; rewrite G; destruct j; try congruence; rewrite !get_set, (sq_neq t s), (sq_neq f s) by congruence; reflexivity. }
  set (b' := brd (play p (Mv f t pr))) in *; clearbody b'.
  assert (Gt : get b' t = M (side p) k) by (destruct Dn; rewrite get_set, sq_eqb_refl; reflexivity).
  assert (Gf : get b' f = E) by (destruct Dn; rewrite get_set, (sq_neq t f), get_set, sq_eqb_refl by congruence; reflexivity).
  assert (Wy : exists b, Origins.way b (side p) f t j k) by (destruct Dn; eauto); destruct Wy as (b1 & Wy).
  split; [|split; [|exact Dn]].
  - split; auto.
    + exact (empty_free w b' f H' Gf).
    + destruct (taboo w t) eqn:X; [exfalso|reflexivity]; destruct (taboo_stands w _ _ H' X) as (a & i & A & A'), (taboo_stands w _ _ H X) as (a0 & i0 & A0 & A0').
      assert (Y : get (brd p) t = M (side p) k) by congruence; destruct Dn as [T _ _|e i1 V _ _ [->|[T _]] _ _]; [congruence| |congruence]; rewrite Y in V; destruct (side p); discriminate.
    + intros Nj; inversion Wy; subst; [auto|congruence].
    + intros ->; inversion Wy as [i Nj _ A B|i P _ A B]; subst; [congruence|exact P].
  - unfold hit; destruct Dn as [T W S|e i V N1 Fe T W S].
    + rewrite T; assert (X : is_ep (brd p) f t = false) by (unfold is_ep; rewrite G; destruct j; try reflexivity; rewrite (internal_ix_dec_lb _ _ (S eq_refl)); reflexivity); rewrite X.
      apply takes_none; [exact T|reflexivity|]; intros ->; split; [|intros La; exact (seventh_of p f t Pawn T (S eq_refl) Ds eq_refl La)].
      inversion W as [i Nj _ A B|i P St A B]; subst; [congruence|]; destruct St as [St|[St _]]; [exact St|exfalso; apply beside_neq in St; now apply St, S].
    + destruct (sq_eqb t e) eqn:Q; [apply sq_eqb_eq in Q; subst e; rewrite V; apply takes_there; [exact V| |exact S]|].
      { apply board_ext; intros s; rewrite !get_set; destruct (sq_eqb t s); [reflexivity|]; destruct (sq_eqb f s); reflexivity. }
      assert (Ne : t <> e) by (intros ->; rewrite sq_eqb_refl in Q; discriminate); destruct T as [T|(T & Ep & St)]; [contradiction|].
      assert (Ej : j = Pawn).
      { destruct (kind_eq_dec j Pawn) as [X|X]; [exact X|exfalso]; specialize (Play e X N1 ltac:(congruence)); rewrite V in Play.
        rewrite get_set, (sq_neq t e), get_set, (sq_neq f e), get_set, sq_eqb_refl in Play by congruence; discriminate. }
      subst j; specialize (S eq_refl); assert (Ek : k = Pawn).
      { inversion W as [i0 Nj _ A B|i0 P _ A B]; subst; [congruence|]; destruct P as [P|[_ La]]; [exact P|exfalso]; destruct (OR t Ep); destruct (side p); simpl in La; congruence. }
      subst k; rewrite T; destruct (caps_geo _ _ _ S) as [C1 C2]; replace (is_ep (brd p) f t) with true by (unfold is_ep; rewrite G, T, C1; reflexivity).
      assert (Vi : i = Pawn) by (destruct t as [x y]; destruct (ep_at p x y Hr Ep) as (q & Sq & Gq & _); assert (e = (x, q)) by congruence; subst e; congruence); subst i.
      assert (Sh : shown p = set (set (brd p) e E) t (M (opp (side p)) Pawn)) by (unfold shown; rewrite Ep, St; reflexivity).
      apply (takes_passing _ _ _ _ _ _ e); auto; rewrite Sh.
      * apply board_ext; intros s; rewrite !get_set; destruct (sq_eqb t s); [reflexivity|]; destruct (sq_eqb f s); reflexivity.
      * rewrite get_set, (sq_neq t f), get_set, (sq_neq e f) by congruence; exact G.
Qed.

(* --- how many men of a kind there are --- *)
Definition class_of c k (l : bool) : sq -> cell -> bool := fun s x => is_man c k x && eqb (tone k s) l.
Definition struck c (h : option (kind * bool)) (phi : sq -> cell -> bool) t : nat := match h with Some (i, _) => b2n (phi t (M c i)) | None => 0 end.
Lemma set_two b f t x y (phi : sq -> cell -> bool) : f <> t -> (forall s, phi s E = false) -> get b f = x ->
  count (set (set b f E) t y) phi + b2n (phi f x) + b2n (phi t (get b t)) = count b phi + b2n (phi t y).
Proof.
  intros N Z <-; pose proof (count_set (set b f E) t y phi) as A; pose proof (count_set b f E phi) as B; rewrite get_set, (sq_neq f t N) in A; rewrite Z in B; simpl in B; lia.
Qed.
Lemma taken_count w p f t j k b' h (phi : sq -> cell -> bool) : deed w p f t j k b' -> taken p f t j k b' h -> R p -> (forall s, phi s E = false) ->
  (forall s u c, phi s (M c Pawn) = phi u (M c Pawn)) ->
  count b' phi + b2n (phi f (M (side p) j)) + struck (opp (side p)) h phi t = count (brd p) phi + b2n (phi t (M (side p) k)).
Proof.
  intros D T Hr Z P; destruct T as [T -> _|i T -> _|e Ep St -> -> Ca -> Sf]; pose proof (d_from _ _ _ _ _ _ _ D) as G; pose proof (d_apart _ _ _ _ _ _ _ D) as N.
  - pose proof (set_two (brd p) f t _ (M (side p) k) phi N Z G) as A; rewrite T, Z in A; simpl in *; lia.
  - pose proof (set_two (brd p) f t _ (M (side p) k) phi N Z G) as A; rewrite T in A; simpl in *; lia.
  - pose proof (set_two (shown p) f t _ (M (side p) Pawn) phi N Z Sf) as A; destruct t as [x y]; destruct (ep_at p x y Hr Ep) as (q & Sq & Gq & Gt & _); assert (e = (x, q)) by congruence; subst e.
    rewrite (shown_ep p x y q Ep Sq) in *; rewrite get_set, sq_eqb_refl in A.
    assert (Ne : (x, q) <> (x, y)) by (intros X; rewrite X in Gq; congruence).
    pose proof (set_two (brd p) (x, q) (x, y) _ (M (opp (side p)) Pawn) phi Ne Z Gq) as B; rewrite Gt, Z, (P (x, q) (x, y)) in B; simpl in *; lia.
Qed.
Lemma castle_count p h (phi : sq -> cell -> bool) : castle_ok p h = true -> (forall s, phi s E = false) -> (forall s u, phi s (M (side p) King) = phi u (M (side p) King)) ->
  (forall s u, phi s (M (side p) Rook) = phi u (M (side p) Rook)) -> count (brd (play p (Castle h))) phi = count (brd p) phi.
Proof.
  intros Ps Z K Rk; unfold castle_ok in Ps; rewrite !andb_true_iff, forallb_forall in Ps; destruct Ps as ((((_ & P2) & P3) & P4) & _); apply is_man_get in P2, P3.
  assert (Em : forall s, In s (castle_empty (side p) h) -> get (brd p) s = E) by (intros s Hs; apply P4 in Hs; destruct (get (brd p) s); [reflexivity|discriminate]).
  assert (E1 : get (brd p) (castle_king_to (side p) h) = E) by (apply Em; destruct (side p), h; simpl; auto).
  assert (E2 : get (brd p) (castle_rook_to (side p) h) = E) by (apply Em; destruct (side p), h; simpl; auto).
  simpl; set (b := brd p) in *; set (c := side p) in *; set (kf := (I5, home_rank c)) in *; set (rf := castle_rook_from c h) in *; set (kt := castle_king_to c h) in *; set (rt := castle_rook_to c h) in *.
  assert (N : kf <> rf /\ kf <> kt /\ kf <> rt /\ rf <> kt /\ rf <> rt /\ kt <> rt) by (unfold kf, rf, kt, rt; destruct c, h; repeat split; discriminate).
  destruct N as (N1 & N2 & N3 & N4 & N5 & N6).
  pose proof (count_set b kf E phi) as A1; pose proof (count_set (set b kf E) rf E phi) as A2; pose proof (count_set (set (set b kf E) rf E) kt (M c King) phi) as A3.
  pose proof (count_set (set (set (set b kf E) rf E) kt (M c King)) rt (M c Rook) phi) as A4.
  rewrite !get_set, (sq_neq kt rt N6), (sq_neq rf rt N5), (sq_neq kf rt N3), E2, Z in A4; rewrite !get_set, (sq_neq rf kt N4), (sq_neq kf kt N2), E1, Z in A3; rewrite get_set, (sq_neq kf rf N1), P3, Z in A2; rewrite P2, Z in A1.
  rewrite (K kt kf) in A3; rewrite (Rk rt rf) in A4; simpl in *; lia.
Qed.
Lemma class_pawn c k l s u d : class_of c k l s (M d Pawn) = class_of c k l u (M d Pawn).
Proof. unfold class_of; destruct k; simpl; rewrite ?andb_false_r; try reflexivity. Qed.
Lemma class_moves w p f t j k b' c i l : deed w p f t j k b' -> i <> Pawn -> b2n (class_of c i l f (M (side p) j)) <= b2n (class_of c i l t (M (side p) k)).
Proof.
  intros D Ni; destruct (kind_eq_dec j Pawn) as [->|Nj].
  - unfold class_of; destruct i; try congruence; simpl; rewrite ?andb_false_r; simpl; lia.
  - destruct (d_piece _ _ _ _ _ _ _ D Nj) as [-> Li]; unfold class_of, tone; destruct i; simpl; auto; destruct j; simpl; rewrite ?andb_false_r; auto; rewrite (Li eq_refl); auto.
Qed.
Definition sum_of (n : kinds) : nat := let s k := n k false + n k true in s King + s Queen + s Rook + s Bishop + s Knight + s Pawn.
Lemma sum_hit h n : sum_of (with_hit h n) = sum_of n + match h with Some _ => 1 | None => 0 end.
Proof. unfold sum_of, with_hit; destruct h as [[i j]|]; [|lia]; destruct i, j; simpl; lia. Qed.
Lemma counts_onward w q p n : onward w q p n -> forall d,
  (forall i l, i <> Pawn -> count (brd p) (class_of d i l) <= count (brd q) (class_of d i l) + n d i l) /\
  count (brd q) (fun _ => is_colour d) + sum_of (n d) <= count (brd p) (fun _ => is_colour d).
Proof.
  induction 1 as [Hq|p m n n' Hr Hm H H' F IH N1 N2]; intros d; [split; [intros i l _; lia|unfold sum_of; simpl; lia]|]; destruct (IH d) as [IH1 IH2].
  assert (Nd : n d = if colour_beq d (side p) then n' d else with_hit (hit p m) (n' d)) by (destruct d, (side p); simpl in *; congruence); rewrite Nd; clear Nd N1 N2.
  destruct m as [f t pr|h].
  - destruct (deed_of w p f t pr Hr Hm H H') as (j & k & D & T & _); set (b' := brd (play p (Mv f t pr))) in *; set (h := hit p (Mv f t pr)) in *; clearbody b' h; split.
    + intros i l Ni; specialize (IH1 i l Ni); pose proof (taken_count w p f t j k b' h (class_of d i l) D T Hr) as X; specialize (X ltac:(intros s; destruct d, i; reflexivity) ltac:(intros; apply class_pawn)).
      pose proof (class_moves w p f t j k b' d i l D Ni) as Y.
      assert (Hit : n' d i l + struck (opp (side p)) h (class_of d i l) t <= (if colour_beq d (side p) then n' d else with_hit h (n' d)) i l).
      { destruct h as [[i' j']|]; [|destruct (colour_beq d (side p)); unfold with_hit; simpl; lia]; destruct (colour_beq d (side p)) eqn:Q.
        - apply colour_beq_eq in Q; subst d; unfold struck, class_of; destruct (side p); simpl; lia.
        - assert (d = opp (side p)) as -> by (destruct d, (side p); try discriminate; reflexivity); unfold struck, with_hit, class_of.
          inversion T; subst; [|destruct i; try congruence; destruct (side p); simpl; lia].
          destruct i', i; try congruence; destruct (side p); simpl; try lia; destruct (light t), l; simpl; lia. }
      lia.
    + pose proof (taken_count w p f t j k b' h (fun _ => is_colour d) D T Hr ltac:(reflexivity) ltac:(reflexivity)) as X; destruct (colour_beq d (side p)) eqn:Q.
      * apply colour_beq_eq in Q; subst d; destruct h as [[i' j']|]; destruct (side p); simpl in *; lia.
      * assert (d = opp (side p)) as -> by (destruct d, (side p); try discriminate; reflexivity); rewrite sum_hit; destruct h as [[i' j']|]; destruct (side p); simpl in *; lia.
  - pose proof (moves_pseudo _ _ Hm) as Ps; simpl in Ps; replace (if colour_beq d (side p) then n' d else with_hit (hit p (Castle h)) (n' d)) with (if colour_beq d (side p) then n' d else with_hit None (n' d)) by reflexivity.
    assert (Same : forall i l, (if colour_beq d (side p) then n' d else with_hit None (n' d)) i l = n' d i l) by (intros i l; destruct (colour_beq d (side p)); unfold with_hit; lia); split.
    + intros i l Ni; rewrite Same, <- (castle_count p h (class_of d i l) Ps); [now apply IH1| | |]; intros; unfold class_of; destruct d, (side p), i; reflexivity.
    + rewrite <- (castle_count p h (fun _ => is_colour d) Ps) by reflexivity; unfold sum_of in *; rewrite !Same; exact IH2.
Qed.

(* --- those that have promoted stay in the lists --- *)
Definition promoted (g : ghosts) c f : ghosts := fun d h => g d h + b2n (colour_beq d c && ix_beq h f).
Definition then_ghosts (g : ghosts) c j k (t : sq) : ghosts := if kind_beq j Pawn && negb (kind_beq k Pawn) then promoted g c (fst t) else g.
Definition bishops_ok (g : ghosts) (b : board) : Prop := forall c l, count b (bishop c l) <= 1 + totaln (fun f => on_colour c l f (g c f)).
Lemma promoted_off g c f d h : h <> f -> promoted g c f d h = g d h.
Proof. intros N; unfold promoted; destruct (ix_beq h f) eqn:Q; [apply internal_ix_dec_bl in Q; contradiction|]; rewrite andb_false_r; apply Nat.add_0_r. Qed.
Lemma promoted_here g c f : promoted g c f c f = S (g c f) /\ promoted g c f (opp c) f = g (opp c) f.
Proof. unfold promoted; rewrite (internal_ix_dec_lb f f eq_refl); destruct c; simpl; lia. Qed.
Lemma totaln_promoted g c f d l : totaln (fun h => on_colour d l h (promoted g c f d h)) = totaln (fun h => on_colour d l h (g d h)) + b2n (colour_beq d c && eqb (light (f, last_rank c)) l).
Proof.
  unfold totaln, promoted, on_colour; destruct (colour_beq d c) eqn:Q; [apply colour_beq_eq in Q; subst d|]; simpl andb; cbn [b2n]; [|rewrite !Nat.add_0_r; lia].
  destruct f, c, l; cbn; lia.
Qed.
Lemma then_stays g c j k t : j <> Pawn \/ k = Pawn -> then_ghosts g c j k t = g.
Proof. intros [N| ->]; unfold then_ghosts; [destruct j; try congruence; reflexivity|destruct (kind_beq j Pawn); reflexivity]. Qed.
Lemma then_promoted g c k t : k <> Pawn -> then_ghosts g c Pawn k t = promoted g c (fst t).
Proof. intros N; unfold then_ghosts; destruct k; try congruence; reflexivity. Qed.
Lemma bishops_keep w p f t j k b' h g : deed w p f t j k b' -> taken p f t j k b' h -> R p -> bishops_ok g (brd p) -> bishops_ok (then_ghosts g (side p) j k t) b'.
Proof.
  intros D T Hr B c l; specialize (B c l); pose proof (taken_count w p f t j k b' h (class_of c Bishop l) D T Hr ltac:(intros s; destruct c; reflexivity) ltac:(intros; apply class_pawn)) as X.
  change (class_of c Bishop l) with (bishop c l) in X; destruct (kind_eq_dec j Pawn) as [->|Nj].
  - destruct (d_pawn _ _ _ _ _ _ _ D eq_refl) as [->|[Pk La]].
    + rewrite then_stays by auto; unfold bishop in X at 2 5; destruct c, (side p); simpl in X |- *; lia.
    + pose proof (promos_no_pawn k Pk) as Nk; rewrite then_promoted, totaln_promoted by exact Nk; unfold bishop in X at 2 5; replace (fst t, last_rank (side p)) with t by (destruct t; simpl in *; congruence).
      assert (Y : b2n (is_man c Bishop (M (side p) k) && eqb (light t) l) <= b2n (colour_beq c (side p) && eqb (light t) l)) by (destruct c, (side p), k, (light t), l; simpl; auto).
      lia.
  - rewrite then_stays by auto; pose proof (d_piece _ _ _ _ _ _ _ D Nj) as [-> Li].
    assert (Y : b2n (bishop c l t (M (side p) j)) = b2n (bishop c l f (M (side p) j))) by (unfold bishop; destruct (kind_eq_dec j Bishop) as [->|Nb]; [rewrite (Li eq_refl); reflexivity|destruct c, (side p), j; simpl; congruence]).
    lia.
Qed.
(* what does not change *)
Lemma then_off g c j k t d h : h <> fst t -> then_ghosts g c j k t d h = g d h.
Proof. intros N; unfold then_ghosts; destruct (_ && _); [now apply promoted_off|reflexivity]. Qed.
Lemma rises_same br g b b' : (forall f, view White b f = view White b' f) -> rises br g g b b'.
Proof. intros H f; rewrite (stand_view g White b b' f (H f)); apply wide_refl. Qed.
Lemma rises_trans br g1 g2 g3 b1 b2 b3 : rises br g1 g2 b1 b2 -> rises br g2 g3 b2 b3 -> rises br g1 g3 b1 b3.
Proof. intros A B f; exact (wide_trans _ _ _ _ (A f) (B f)). Qed.

(* --- a pawn promotes on its file --- *)
Lemma promotes_rises w p f t k g b' : R p -> holds w (brd p) -> deed w p f t Pawn k b' -> k <> Pawn -> b' = set (set (brd p) f E) t (M (side p) k) -> get (brd p) t = E ->
  fst t = fst f -> snd f = pawn_rank (opp (side p)) -> snd t = last_rank (side p) -> rises (bars_of w) g (promoted g (side p) (fst t)) (brd p) b'.
Proof.
  intros Hr H D Nk Eb Gt Fl Sv La h; set (c := side p) in *; destruct f as [x y], t as [x' y']; simpl in Fl, Sv, La; subst x' y y'; cbn [fst]; pose proof (d_from _ _ _ _ _ _ _ D) as G; fold c in G.
  destruct (ix_beq h x) eqn:Q; [apply internal_ix_dec_bl in Q; subst h|].
  - rewrite <- (seen_seen c (stand g White (brd p) x)), <- (seen_seen c (stand (promoted g c x) White b' x)); apply wide_seen; rewrite !seen_stand.
    assert (P : plain (get b' (x, last_rank c)) = true) by (rewrite Eb, get_set, sq_eqb_refl; destruct k; simpl; congruence); destruct (promoted_here g c x) as [P1 P2].
    rewrite (stand_pawn g c (brd p) x (pawn_rank (opp c)) G), (stand_ghost g _ c b' x P P2 P1).
    assert (Bl : below c b' x (last_rank c) = below c (brd p) x (pawn_rank (opp c))).
    { apply below_over; [destruct c; simpl; lia|rewrite Eb, other_rank, get_set, sq_eqb_refl; [reflexivity|destruct c; discriminate]| |].
      - intros i Hi; exfalso; destruct c; simpl in Hi; lia.
      - intros i Hi; rewrite Eb, !other_rank; [reflexivity| |]; intros ->; destruct c; simpl in Hi; lia. }
    assert (Ab : above c (brd p) x (pawn_rank (opp c)) = []).
    { unfold above; assert (E1 : skipn (S (ahead c (pawn_rank (opp c)))) (ranks_of c) = [last_rank c]) by (destruct c; reflexivity); rewrite E1; simpl; now rewrite Gt. }
    rewrite Bl, Ab, above_last; apply Forall2_app; [apply wide_refl|constructor; [|apply wide_refl]]; split; [split; [reflexivity|simpl; pose proof (ahead_le c (pawn_rank (opp c))); lia]|].
    pose proof (not_stuck w p (x, pawn_rank (opp c)) Hr H G (d_free_from _ _ _ _ _ _ _ D)) as Ns; fold c in Ns; unfold seen_closed; simpl fst; rewrite whose_own, closed_of, Ns, (d_free_to _ _ _ _ _ _ _ D); discriminate.
  - assert (N : h <> x) by (intros ->; rewrite (internal_ix_dec_lb x x eq_refl) in Q; discriminate).
    rewrite (stand_same g (promoted g c x) White (brd p) b' h); [apply wide_refl| |intros e; symmetry; now apply promoted_off]; intros r; rewrite Eb, !other_file by (simpl; auto); reflexivity.
Qed.

(* --- a pawn captures --- *)
Lemma caps_near c f t : In t (pawn_caps c f) -> In (fst t) (neighbours (fst f)) /\ ahead c (snd t) = S (ahead c (snd f)) /\ fst f <> fst t.
Proof.
  intros I; destruct (caps_aslant _ _ _ I) as [B A]; pose proof (beside_neq _ _ B); split; [|auto].
  clear - B; destruct B as [B|B]; destruct (fst f), (fst t); simpl in B; try lia; simpl; auto.
Qed.
Section Captures.
  Variables (w : known) (p : pos) (f t : sq) (k i : kind) (bs b' : board) (g : ghosts).
  Let c := side p.
  Hypotheses (Hr : R p) (H : holds w (brd p)) (D : deed w p f t Pawn k b') (Eb : b' = set (set bs f E) t (M c k)) (Gf : get bs f = M c Pawn) (Gt : get bs t = M (opp c) i)
    (Ca : In t (pawn_caps c f)) (Last : i = Pawn -> snd t <> last_rank c) (Home : snd f <> home_rank c).
  Let g' := then_ghosts g c Pawn k t.
  Lemma captures_open : opens (bars_of w) c (fst f) (fst t) (S (ahead c (snd t))) = true.
  Proof.
    destruct (caps_near c f t Ca) as (_ & A & _); rewrite opens_of; replace (S (ahead c (snd t)) - 1) with (S (ahead c (snd f))) by lia; rewrite !rank_of, <- !surjective_pairing.
    unfold c; rewrite (not_stuck w p f Hr H (d_from _ _ _ _ _ _ _ D) (d_free_from _ _ _ _ _ _ _ D)), (d_free_to _ _ _ _ _ _ _ D); reflexivity.
  Qed.
  Lemma captures_course q n n' : demands_of w = q -> course q (fun h => stand g' White b' h) n' -> one_less (sort_of i (light t)) (n (opp c)) (n' (opp c)) -> n' c = n c -> course q (fun h => stand g White bs h) n.
  Proof.
    intros Eq Co L Lc; pose proof captures_open as Op; destruct (caps_near c f t Ca) as (Ng & A & Nf); destruct f as [x y], t as [z v]; cbn [fst snd] in *.
    assert (Fx : forall r, r <> y -> get b' (x, r) = get bs (x, r)) by (intros r Nr; rewrite Eb, other_file by (simpl; auto); now apply other_rank).
    assert (Fy : get b' (x, y) = E) by (rewrite Eb, other_file by (simpl; auto); rewrite get_set; now rewrite sq_eqb_refl).
    assert (Gz : forall r, r <> v -> get b' (z, r) = get bs (z, r)) by (intros r Nr; rewrite Eb, other_rank by exact Nr; apply other_file; simpl; auto).
    assert (Gv : get b' (z, v) = M c k) by (rewrite Eb, get_set; now rewrite sq_eqb_refl).
    assert (Bx : below c b' x y = below c bs x y) by (apply below_same; intros r Hr'; f_equal; apply Fx; intros ->; lia).
    assert (Ax : above c b' x y = above c bs x y) by (apply above_same; intros r Hr'; f_equal; apply Fx; intros ->; lia).
    assert (Bz : below c b' z v = below c bs z v) by (apply below_same; intros r Hr'; f_equal; apply Gz; intros ->; lia).
    assert (Az : above c b' z v = above c bs z v) by (apply above_same; intros r Hr'; f_equal; apply Gz; intros ->; lia).
    assert (Go : forall e, g' e x = g e x) by (intros e; apply then_off; simpl; auto).
    assert (Rv : 3 <= S (ahead c v) <= 8).
    { pose proof (ahead_le c v); assert (ahead c y <> 0) by (intros X; apply Home; destruct c, y; simpl in *; try lia; reflexivity); lia. }
    (* the other file, before and then *)
    assert (Z : seen c (stand g' White b' z) = (ends Black (g (opp c) z) ++ below c bs z v) ++ (White, S (ahead c v)) :: (above c bs z v ++ ends White (g c z)) /\
      firm (ends Black (g (opp c) z) ++ below c bs z v) (S (ahead c v)) (above c bs z v ++ ends White (g c z))).
    { rewrite seen_stand, <- Bz, <- Az; unfold g'; destruct (kind_eq_dec k Pawn) as [Ek|Nk].
      - rewrite then_stays by auto; rewrite Ek in Gv; split; [now apply stand_pawn|now apply stand_firm].
      - rewrite then_promoted by exact Nk; destruct (d_pawn _ _ _ _ _ _ _ D eq_refl) as [X|[_ La]]; [contradiction|]; cbn [fst snd] in *; fold c in La; subst v; destruct (promoted_here g c z) as [P1 P2].
        assert (P : plain (get b' (z, last_rank c)) = true) by (rewrite Gv; destruct k; simpl; congruence).
        replace (S (ahead c (last_rank c))) with 8 by (destruct c; reflexivity); split; [exact (stand_ghost g _ c b' z P P2 P1)|exact (ghost_firm g _ c b' z P P2 P1)]. }
    destruct Z as [Z1 Z2].
    apply (course_captures q c x z (S (ahead c v)) (ends Black (g (opp c) x) ++ below c bs x y) (above c bs x y ++ ends White (g c x))
      (ends Black (g (opp c) z) ++ below c bs z v) (above c bs z v ++ ends White (g c z)) (sort_of i (light (z, v))) _ (fun h => stand g' White b' h) n n'); auto.
    - subst q; exact Op.
    - rewrite seen_stand; replace (S (ahead c v) - 1) with (S (ahead c y)) by lia; now apply stand_pawn.
    - replace (S (ahead c v) - 1) with (S (ahead c y)) by lia; now apply stand_firm.
    - rewrite seen_stand, <- Bx, <- Ax, <- (Go c), <- (Go (opp c)); apply stand_none; now rewrite Fy.
    - rewrite rank_of; destruct (kind_eq_dec i Pawn) as [Ei|Ni].
      + left; split; [now rewrite Ei|]; exists (8 - ahead c v); split; [rewrite seen_stand; apply stand_enemy; now rewrite Gt, Ei|lia].
      + right; split; [destruct i; simpl; auto; congruence|]; rewrite seen_stand; apply stand_none; rewrite Gt; destruct i; simpl; congruence.
    - intros h N1 N2; apply stand_same; [intros r; rewrite Eb, !other_file by (simpl; auto); reflexivity|intros e; apply then_off; simpl; auto].
  Qed.
End Captures.
(* a piece takes a pawn *)
Lemma piece_takes_course w p f t j k b' g q n n' : R p -> deed w p f t j k b' -> j <> Pawn -> get (brd p) t = M (opp (side p)) Pawn -> b' = set (set (brd p) f E) t (M (side p) k) -> demands_of w = q ->
  course q (fun h => stand g White b' h) n' -> one_less Spare (n (opp (side p))) (n' (opp (side p))) -> n' (side p) = n (side p) -> course q (fun h => stand g White (brd p) h) n.
Proof.
  intros Hr D Nj Gt Eb Eq Co L Lc; set (c := side p) in *; pose proof (d_from _ _ _ _ _ _ _ D) as Gf; fold c in Gf; pose proof (d_apart _ _ _ _ _ _ _ D) as N; destruct (d_piece _ _ _ _ _ _ _ D Nj) as [-> _].
  assert (It : forall e s r, s <> t -> item e r (get b' s) = item e r (get (brd p) s)).
  { intros e s r Ns; rewrite Eb, get_set, (sq_neq t s), get_set by congruence; destruct (sq_eqb f s) eqn:Q; [apply sq_eqb_eq in Q; subst s; rewrite Gf; destruct j; try congruence; reflexivity|reflexivity]. }
  destruct t as [z v]; assert (Gv : get b' (z, v) = M c j) by (rewrite Eb, get_set; now rewrite sq_eqb_refl).
  assert (Bz : below c b' z v = below c (brd p) z v) by (apply below_same; intros r Hr'; apply It; intros X; inversion X; subst; lia).
  assert (Az : above c b' z v = above c (brd p) z v) by (apply above_same; intros r Hr'; apply It; intros X; inversion X; subst; lia).
  apply (course_takes q c z (ends Black (g (opp c) z) ++ below c (brd p) z v) (8 - ahead c v) (above c (brd p) z v ++ ends White (g c z)) _ (fun h => stand g White b' h) n n'); auto.
  - rewrite seen_stand; now apply stand_enemy.
  - destruct (pawns_reach p Hr _ _ Gt) as [R1 R8]; simpl in R1, R8; assert (ahead c v <> 0) by (intros X; destruct c, v; simpl in X; try lia; congruence); pose proof (ahead_le c v); lia.
  - rewrite seen_stand, <- Bz, <- Az; apply stand_none; rewrite Gv; destruct j; try congruence; reflexivity.
  - intros h Nh; apply stand_view, view_same; intros r; apply It; congruence.
Qed.

(* --- a game to its end --- *)
Lemma new_ep_inv b c f t u : new_ep b c f t = Some u -> get b f = M c Pawn /\ snd f = pawn_rank c /\ step (Same, fwd c) f = Some u /\ step (Same, fwd c) u = Some t.
Proof.
  unfold new_ep; destruct (is_man c Pawn (get b f)) eqn:P; [|discriminate]; apply is_man_get in P; destruct (ix_beq (snd f) (pawn_rank c)) eqn:Rk; [|discriminate]; apply internal_ix_dec_bl in Rk; cbn [andb].
  destruct (step (Same, fwd c) f) as [u'|]; [|discriminate]; destruct (step (Same, fwd c) u') as [t'|] eqn:St; simpl; [|discriminate]; destruct (sq_eqb t' t) eqn:Q; [|discriminate].
  apply sq_eqb_eq in Q; subst t'; intros X; inversion X; subst; auto.
Qed.
Lemma shown_plain p m : ep (play p m) = None -> shown (play p m) = brd (play p m).
Proof. unfold shown; now intros ->. Qed.
Lemma shown_capture p f t pr : fst f <> fst t -> shown (play p (Mv f t pr)) = brd (play p (Mv f t pr)).
Proof.
  intros N; apply shown_plain; simpl; destruct (new_ep (brd p) (side p) f t) as [u|] eqn:X; [|reflexivity]; apply new_ep_inv in X as (_ & _ & S1 & S2); apply straight_file in S1, S2; congruence.
Qed.
Lemma shown_piece p f t pr j : get (brd p) f = M (side p) j -> j <> Pawn -> shown (play p (Mv f t pr)) = brd (play p (Mv f t pr)).
Proof. intros G N; apply shown_plain; simpl; destruct (new_ep (brd p) (side p) f t) as [u|] eqn:X; [|reflexivity]; apply new_ep_inv in X as (X & _); congruence. Qed.
(* a pawn that goes on, one rank or two *)
Lemma steps_rises br p f t pr g : get (brd p) f = M (side p) Pawn -> brd (play p (Mv f t pr)) = set (set (brd p) f E) t (M (side p) Pawn) -> straight (brd p) (side p) f t Pawn -> ahead (side p) (snd t) < 7 ->
  rises br g g (brd p) (shown (play p (Mv f t pr))).
Proof.
  intros G Eb (Fl & A & _ & Em) L; set (c := side p) in *; destruct (ep (play p (Mv f t pr))) as [u|] eqn:Ep.
  - pose proof Ep as Ep0; simpl in Ep; fold c in Ep; apply new_ep_inv in Ep as (_ & Rk & S1 & S2); destruct f as [x y], u as [ux uy], t as [tx ty]; cbn [fst snd] in *.
    pose proof (straight_file _ _ _ S1) as F1; pose proof (straight_file _ _ _ S2) as F2; cbn [fst] in F1, F2; subst ux tx.
    assert (St : step (Same, bwd (side (play p (Mv (x, y) (x, ty) pr)))) (x, uy) = Some (x, ty)) by (change (side (play p (Mv (x, y) (x, ty) pr))) with (opp c); unfold bwd; rewrite opp_opp; exact S2).
    assert (Ah : ahead c uy = S (ahead c y) /\ ahead c ty = S (S (ahead c y))).
    { clear - S1 S2; unfold step in *; destruct c, y; simpl in *; inversion S1; subst; simpl in S2; inversion S2; subst; simpl; auto. }
    destruct Ah as [A1 A2]; assert (Eu : get (brd p) (x, uy) = E) by (apply Em; lia); assert (Et : get (brd p) (x, ty) = E) by (apply Em; lia).
    assert (Eq : shown (play p (Mv (x, y) (x, ty) pr)) = set (set (brd p) (x, y) E) (x, uy) (M c Pawn)).
    { rewrite (shown_ep _ x uy ty Ep0 St); change (opp (side (play p (Mv (x, y) (x, ty) pr)))) with (opp (opp c)); rewrite opp_opp, Eb; apply board_ext; intros s; rewrite !get_set.
      destruct (sq_eqb (x, uy) s); [reflexivity|]; destruct (sq_eqb (x, ty) s) eqn:Q; [apply sq_eqb_eq in Q; subst s|reflexivity]; destruct (sq_eqb (x, y) (x, ty)); [reflexivity|now rewrite Et]. }
    rewrite Eq; apply rises_on; [exact G|lia|]; intros i Hi; apply Em; lia.
  - rewrite (shown_plain _ _ Ep), Eb; destruct f as [x y], t as [tx ty]; cbn [fst snd] in *; subst tx; now apply rises_on.
Qed.
Lemma sorts_more h n x : sorts n x <= sorts (with_hit h n) x.
Proof. unfold sorts, with_hit; destruct x; lia. Qed.
Lemma course_on w g g' b b' n n' : rises (bars_of w) g g' b b' -> (forall c x, n' c x <= n c x) -> course (demands_of w) (fun f => stand g' White b' f) n' ->
  course (demands_of w) (fun f => stand g White b f) n.
Proof. intros X L C; exact (course_rises (demands_of w) (fun f => stand g White b f) (fun f => stand g' White b' f) n n' X L C). Qed.
Theorem onward_course w q p n : onward w q p n -> brd q = last w -> forall g, bishops_ok g (brd p) -> course (demands_of w) (fun f => stand g White (shown p) f) (fun c => sorts (n c)).
Proof.
  induction 1 as [Hq|p m n n' Hr Hm H H' F IH N1 N2]; intros La g B.
  - apply (course_on w g g (shown q) (brd q) _ (fun c => sorts ((fun _ _ _ => 0) c))); [exact (shown_rises _ g q Hq)|auto|].
    apply course_ends; exists (g Black), (g White); split.
    + intros f; unfold stand, demands_of; cbn [goal]; rewrite tab8_get, La; reflexivity.
    + intros b; unfold demands_of; cbn [bishops]; rewrite <- La; pose proof (B White b); pose proof (B Black b); split; lia.
  - specialize (IH La); assert (Le : forall c x, sorts (n' c) x <= sorts (n c) x).
    { intros c x; destruct (colour_beq c (side p)) eqn:Q; [apply colour_beq_eq in Q; subst c; now rewrite N2|]; assert (c = opp (side p)) as -> by (destruct c, (side p); try discriminate; reflexivity); rewrite N1; apply sorts_more. }
    destruct m as [f t pr|h].
    + destruct (deed_of w p f t pr Hr Hm H H') as (j & k & D & T & _); pose proof (d_from _ _ _ _ _ _ _ D) as G; pose proof (bishops_keep w p f t j k _ _ g D T Hr B) as B'; specialize (IH _ B').
      assert (Hr' : R (play p (Mv f t pr))) by (now apply reach_play); assert (Ar := d_arrives _ _ _ _ _ _ _ D).
      assert (First : course (demands_of w) (fun h => stand g White (brd p) h) (fun c => sorts (n c)) -> course (demands_of w) (fun h => stand g White (shown p) h) (fun c => sorts (n c))).
      { intros X; exact (course_on _ _ _ _ _ _ _ (shown_rises _ g p Hr) (fun c x => Nat.le_refl _) X). }
      assert (On : rises (bars_of w) g (then_ghosts g (side p) j k t) (brd p) (shown (play p (Mv f t pr))) -> course (demands_of w) (fun h => stand g White (brd p) h) (fun c => sorts (n c))).
      { intros X; exact (course_on _ _ _ _ _ _ _ X Le IH). }
      assert (Home : j = Pawn -> snd f <> home_rank (side p)) by (intros ->; destruct (pawns_reach p Hr _ _ G) as [R1 R8]; destruct (side p); assumption).
      assert (Plain : j <> Pawn -> forall x, plain x = true -> get (brd p) t = x -> brd (play p (Mv f t pr)) = set (set (brd p) f E) t (M (side p) k) -> rises (bars_of w) g (then_ghosts g (side p) j k t) (brd p) (shown (play p (Mv f t pr)))).
      { intros Nj x Px Gx Eb; rewrite then_stays by auto; rewrite (shown_piece p f t pr j G Nj), Eb; apply rises_same; intros h; destruct (d_piece _ _ _ _ _ _ _ D Nj) as [-> _].
        assert (P1 : plain (M (side p) j) = true) by (destruct j; congruence || reflexivity).
        rewrite (view_plain White (set (brd p) f E) t), (view_plain White (brd p) f); auto; [now rewrite G|]; rewrite get_set, (sq_neq f t (d_apart _ _ _ _ _ _ _ D)), Gx; exact Px. }
      destruct (taken_inv _ _ _ _ _ _ _ T) as [(Eh & Gt & Eb & St)|[(i & Eh & Gt & Eb & Ca)|(e & Eh & Ep & St & Ej & Ek & Ca & Eb & Sf)]]; rewrite Eh in N1.
      * apply First, On; destruct (kind_eq_dec j Pawn) as [Ej|Nj]; [subst j|exact (Plain Nj E eq_refl Gt Eb)]; destruct (St eq_refl) as [S7 Sv]; pose proof S7 as (Fl & _ & Lr & _).
        destruct (kind_eq_dec k Pawn) as [Ek|Nk].
        -- subst k; rewrite then_stays by auto; apply steps_rises; auto; destruct (pawns_reach _ Hr' _ _ Ar) as [R1 R8]; pose proof (ahead_le (side p) (snd t)).
           enough (ahead (side p) (snd t) <> 7) by lia; intros X; destruct (side p), (snd t); simpl in X; congruence.
        -- rewrite then_promoted in * by exact Nk; pose proof (promotes_rises w p f t k g _ Hr H D Nk Eb Gt Fl (Sv (Lr Nk)) (Lr Nk)) as X.
           replace (shown (play p (Mv f t pr))) with (brd (play p (Mv f t pr))); [exact X|symmetry; apply shown_plain].
           simpl; destruct (new_ep (brd p) (side p) f t) as [u|] eqn:Y; [|reflexivity]; exfalso; apply new_ep_inv in Y as (_ & Rk & S1 & S2); specialize (Sv (Lr Nk)); rewrite Rk in Sv; destruct (side p); discriminate.
      * destruct (kind_eq_dec j Pawn) as [Ej|Nj].
        -- subst j; apply First; specialize (Ca eq_refl); destruct (caps_near _ _ _ Ca) as (_ & _ & Nf); rewrite (shown_capture p f t pr Nf) in IH.
           apply (captures_course w p f t k i (brd p) (brd (play p (Mv f t pr))) g Hr H D Eb G Gt Ca) with (n' := fun c => sorts (n' c)); auto.
           ++ intros ->; destruct (pawns_reach p Hr _ _ Gt) as [R1 R8]; destruct (side p); assumption.
           ++ cbv beta; rewrite N1; apply hit_sort.
           ++ cbv beta; now rewrite N2.
        -- apply First; destruct (kind_eq_dec i Pawn) as [Ei|Ni].
           ++ subst i; rewrite then_stays, (shown_piece p f t pr j G Nj) in IH by auto; apply (piece_takes_course w p f t j k _ g _ (fun c => sorts (n c)) (fun c => sorts (n' c)) Hr D Nj Gt Eb eq_refl IH).
              ** rewrite N1; apply (hit_sort Pawn t).
              ** now rewrite N2.
           ++ apply On; apply (Plain Nj (M (opp (side p)) i)); auto; destruct i; congruence || reflexivity.
      * subst j k; destruct (caps_near _ _ _ Ca) as (_ & _ & Nf); rewrite (shown_capture p f t pr Nf) in IH.
        apply (captures_course w p f t Pawn Pawn (shown p) (brd (play p (Mv f t pr))) g Hr H D Eb Sf) with (n' := fun c => sorts (n' c)); auto.
        -- unfold shown; rewrite Ep, St, get_set, sq_eqb_refl; reflexivity.
        -- intros _; destruct (reach_good p Hr) as (_ & OR & _); destruct (OR t Ep); destruct (side p); assumption.
        -- cbv beta; rewrite N1; apply (hit_sort Pawn t).
        -- cbv beta; now rewrite N2.
    + assert (Ps : castle_ok p h = true) by (apply moves_pseudo in Hm; exact Hm).
      assert (Eb : bishops_ok g (brd (play p (Castle h)))) by (intros c l; rewrite (castle_count p h (bishop c l) Ps); [apply B| | |]; intros; unfold bishop; destruct c, (side p); reflexivity).
      refine (course_on _ _ _ _ _ _ _ (rises_trans _ g g g _ _ _ (shown_rises _ g p Hr) (rises_same _ g (brd p) (shown (play p (Castle h))) _)) Le (IH g Eb)).
      intros f; rewrite (shown_plain p (Castle h) eq_refl); unfold castle_ok in Ps; rewrite !andb_true_iff, forallb_forall in Ps; destruct Ps as ((((_ & P2) & P3) & P4) & _); apply is_man_get in P2, P3.
  assert (Em : forall s, In s (castle_empty (side p) h) -> get (brd p) s = E) by (intros s Hs; apply P4 in Hs; destruct (get (brd p) s); [reflexivity|discriminate]).
  assert (E1 : get (brd p) (castle_king_to (side p) h) = E) by (apply Em; destruct (side p), h; simpl; auto).
  assert (E2 : get (brd p) (castle_rook_to (side p) h) = E) by (apply Em; destruct (side p), h; simpl; auto).
  apply view_same; intros r; simpl brd; rewrite !get_set.
  destruct (sq_eqb (castle_rook_to (side p) h) (f, r)) eqn:Q1; [apply sq_eqb_eq in Q1; rewrite <- Q1, E2; reflexivity|].
  destruct (sq_eqb (castle_king_to (side p) h) (f, r)) eqn:Q2; [apply sq_eqb_eq in Q2; rewrite <- Q2, E1; reflexivity|].
  destruct (sq_eqb (castle_rook_from (side p) h) (f, r)) eqn:Q3; [apply sq_eqb_eq in Q3; rewrite <- Q3, P3; reflexivity|].
  destruct (sq_eqb (I5, home_rank (side p)) (f, r)) eqn:Q4; [apply sq_eqb_eq in Q4; rewrite <- Q4, P2; reflexivity|reflexivity].
Qed.
