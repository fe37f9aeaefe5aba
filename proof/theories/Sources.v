(* From which files the pawns of the third rank came: the men of a side have all come from somewhere, by the captures
   there were, and where one can have come from one file only it is always on one of two squares. *)
From Coq Require Import List Bool Arith NArith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Retract Invariants GameInvariants Legality Files Origins Assign Unmoved Ranges Captures.

(* --- games with their rolls --- *)
Definition follows (p : pos) m (g g' : roll) : Prop :=
  match m with
  | Mv f t pr => exists j e k q d, g' = after f t q d e g /\ gone p f t e j k q d (brd (play p m)) /\ d = b2n (pawn_takes p m)
  | Castle h => g' = castled_roll (side p) h g end.
Inductive told (w : known) : pos -> (colour -> nat) -> roll -> Prop :=
| told_start : knows (still w) (brd start) -> told w start (fun _ => 0) first_roll
| told_move p m n g g' : told w p n g -> In m (moves p) -> holds w (brd (play p m)) -> rolls w (brd (play p m)) (one_more p m n) g' -> follows p m g g' ->
    told w (play p m) (one_more p m n) g'.
Lemma told_rolls w p n g : told w p n g -> rolls w (brd p) n g.
Proof. destruct 1; [apply start_roll|assumption]. Qed.
Lemma told_game w p n g : told w p n g -> game w p n.
Proof. induction 1; [now apply game_start|now apply game_move]. Qed.
Lemma told_on w p m n g : told w p n g -> In m (moves p) -> holds w (brd (play p m)) -> exists g', told w (play p m) (one_more p m n) g' /\ follows p m g g'.
Proof.
  intros T Hm H; pose proof (told_game _ _ _ _ T) as G; pose proof (game_R _ _ _ G) as Hr; pose proof (game_holds _ _ _ G) as Hp; pose proof (told_rolls _ _ _ _ T) as Ro.
  destruct m as [f t pr|h].
  - destruct (mv_roll w p f t pr (reach_good p Hr) Hr Hm Hp H n g Ro) as (g' & j & e & Ro' & _ & _ & _ & _ & _ & k & q & d & Eg & Gn & Ed).
    assert (F : follows p (Mv f t pr) g g') by (exists j, e, k, q, d; auto); exists g'; split; [now apply told_move with g|exact F].
  - destruct (castle_roll w p h (reach_good p Hr) Hr Hm Hp H n g Ro) as [Ro' _]; exists (castled_roll (side p) h g); split; [apply told_move with g; auto|]; reflexivity.
Qed.
Lemma told_of w p n : game w p n -> exists g, told w p n g.
Proof.
  induction 1 as [K|p m n G [g T] Hm H]; [exists first_roll; now apply told_start|]; destruct (told_on w p m n g T Hm H) as (g' & T' & _); eauto.
Qed.

Definition rook_file (h : bool) := if h then I8 else I1.
(* --- king and rook of its rights are those that there were at first --- *)
Definition rights_kept (p : pos) (g : roll) : Prop := forall c h, right (rts p) c h = true -> seat (g c false (rook_file h)) = Some (castle_rook_from c h).
Lemma rights_kept_start : rights_kept start first_roll.
Proof. intros c h _; destruct h; reflexivity. Qed.
Lemma rights_kept_mv p f t pr g g' e : R (play p (Mv f t pr)) -> shifts f t e g g' -> (forall s, e = Some s -> s <> t -> get (brd (play p (Mv f t pr))) s = E) ->
  rights_kept p g -> rights_kept (play p (Mv f t pr)) g'.
Proof.
  intros Hr' Sh Em Rt c h X; set (q := play p (Mv f t pr)) in *; assert (X0 : right (kill (rts p) f t) c h = true) by exact X.
  apply right_kill in X0 as (X0 & _ & T); apply touch_out in T as [T1 T2].
  destruct (at_home_reach q Hr' c h X) as [_ A]; rewrite Sh, (Rt c h X0).
  destruct (sq_eqb (castle_rook_from c h) f) eqn:Y; [apply sq_eqb_eq in Y; subst f; rewrite sq_eqb_refl in T1; discriminate|].
  destruct (oeqb e (castle_rook_from c h)) eqn:Z; [exfalso|reflexivity]; destruct e as [s|]; [|discriminate]; simpl in Z; apply sq_eqb_eq in Z; subst s.
  rewrite (Em _ eq_refl) in A; [discriminate|]; intros <-; rewrite sq_eqb_refl in T2; discriminate.
Qed.
Lemma rights_kept_castle p h g g' : (forall a o x, seat (g' a o x) = match seat (g a o x) with
    | Some s => if sq_eqb s (castle_rook_from (side p) h) then Some (castle_rook_to (side p) h) else if sq_eqb s (I5, home_rank (side p)) then Some (castle_king_to (side p) h) else Some s
    | None => None end) -> rights_kept p g -> rights_kept (play p (Castle h)) g'.
Proof.
  intros Sh Rt c i X; assert (X0 : right (kill (rts p) (I5, home_rank (side p)) (I5, home_rank (side p))) c i = true) by exact X; apply right_kill in X0 as (X0 & T & _).
  rewrite Sh, (Rt c i X0); unfold touch in T; destruct (side p), c, i, h; simpl in *; try discriminate; reflexivity.
Qed.

(* --- how pawns go --- *)
Lemma dest_up b c e f t : In t (pawn_dests b c e f) -> ahead c (snd t) = S (ahead c (snd f)) \/ snd f = pawn_rank c /\ ahead c (snd t) = 3.
Proof.
  unfold pawn_dests; intros I; apply in_app_or in I as [I|I].
  - destruct (step (Same, fwd c) f) as [u|] eqn:S; [|destruct I]; assert (A : ahead c (snd u) = Datatypes.S (ahead c (snd f))) by (apply nexts_ahead; unfold nexts; rewrite S; now left).
    destruct (is_empty (get b u)); [|destruct I]; destruct I as [<-|I]; [now left|]; destruct (ix_beq (snd f) (pawn_rank c)) eqn:R; [|destruct I]; apply internal_ix_dec_bl in R.
    destruct (step (Same, fwd c) u) as [v|] eqn:S'; [|destruct I]; destruct (is_empty (get b v)); [|destruct I]; destruct I as [<-|[]]; right; split; [exact R|].
    assert (A' : ahead c (snd v) = Datatypes.S (ahead c (snd u))) by (apply nexts_ahead; unfold nexts; rewrite S'; now left); rewrite A', A, R; destruct c; reflexivity.
  - apply filter_In in I as [I _]; left; apply nexts_ahead; unfold nexts; apply in_or_app; now right.
Qed.
Lemma promoted_rank b c f t k : way b c f t Pawn k -> k <> Pawn -> ahead c (snd t) = 7.
Proof. intros W N; inversion W as [j Nj _ A B|j [E1|[_ La]] _ A B]; subst; try congruence; rewrite La; destruct c; reflexivity. Qed.
(* None comes to the second rank. *)
Lemma second_rank_before p m s : R p -> In m (moves p) -> forall c, snd s = pawn_rank c -> get (brd (play p m)) s = M c Pawn -> get (brd p) s = M c Pawn.
Proof.
  intros Hr Hm c Rk H; destruct (reach_good p Hr) as (OK & OR & _).
  pose proof (moves_pseudo _ _ Hm) as Ps; destruct m as [f t pr|h].
  - destruct (mv_done p f t pr OK OR Ps) as (j & k & G & NE & _ & D).
    assert (At : snd t = pawn_rank (side p) -> forall b, way b (side p) f t j k -> k <> Pawn).
    { intros X b W ->; apply (way_home _ _ _ _ _ W); [|exact X]; intros ->; exact (pawns_reach p Hr f _ G). }
    destruct D as [T W S|e i V N1 Fe T W S]; rewrite !get_set in H; destruct (sq_eqb t s) eqn:Et.
    + apply sq_eqb_eq in Et; subst s; exfalso; inversion H; subst; now apply (At Rk _ W).
    + destruct (sq_eqb f s); [discriminate|exact H].
    + apply sq_eqb_eq in Et; subst s; exfalso; inversion H; subst; now apply (At Rk _ W).
    + destruct (sq_eqb f s); [discriminate|]; destruct (sq_eqb e s); [discriminate|exact H].
  - simpl in H; rewrite !get_set in H; repeat match goal with H : (if ?x then _ else _) = _ |- _ => destruct x; [discriminate|] end; exact H.
Qed.
(* what a slot became *)
Lemma after_slot f t q d e m : let m' := move_on f t q d (match e with Some s => take s m | None => m end) in
  m' = m \/ seat m' = None \/ exists i w, m = At f i w /\ m' = At t (i + d) (if q then Some t else w).
Proof.
  cbv zeta; destruct m as [v i w|i]; [|left; destruct e; reflexivity]; destruct e as [s|]; simpl; [destruct (sq_eqb v s); [right; left; reflexivity|]|];
  (simpl; destruct (sq_eqb v f) eqn:Y; [apply sq_eqb_eq in Y; subst v; right; right; eauto|now left]).
Qed.

(* --- a pawn that is on a square of the third rank at the end was there, or at home, throughout --- *)
Definition steady (w : known) (g : roll) : Prop := forall c x, third_pawn w c (x, third c) = true ->
  exists f u i, In f (sources w c x) /\ g c true f = At u i None /\ (u = (f, pawn_rank c) \/ u = (x, third c)).
Lemma reaches_ahead w c f n s : reaches w c f n s -> s = (f, pawn_rank c) /\ n = 0 \/ 1 < ahead c (snd s).
Proof.
  induction 1 as [|n s t R IH St _ _|n s t R IH St _ _]; [now left|right|right].
  - pose proof (nexts_ahead c s t) as A; unfold nexts in A; rewrite St in A; rewrite A by (now left); destruct IH as [[-> _]|IH]; [destruct c; simpl; lia|lia].
  - rewrite (nexts_ahead c s t) by (unfold nexts; apply in_or_app; now right); destruct IH as [[-> _]|IH]; [destruct c; simpl; lia|lia].
Qed.
Lemma steady_back w v p m n g g' : R p -> In m (moves p) -> rolls v (brd p) n g -> follows p m g g' -> steady w g' -> steady w g.
Proof.
  intros Hr Hm [K _] F S c x H; destruct (S c x H) as (f & u & i & I & G & U); exists f; pose proof (r_suited _ _ _ K c true f) as Su; destruct m as [f0 t pr|h].
  - destruct F as (j & e & k & q & d & -> & (Brd & Gf & _ & N & W & _ & _ & _ & Q) & _); unfold after in G; destruct (g c true f) as [v0 i0 z|i0].
    2: { destruct e; discriminate. }
    assert (X : (match e with Some s => take s (At v0 i0 z) | None => At v0 i0 z end) = At v0 i0 z) by (destruct e as [s|]; simpl in G |- *; [destruct (sq_eqb v0 s); [discriminate|]|]; reflexivity).
    rewrite X in G; simpl in G; destruct (sq_eqb v0 f0) eqn:Y; [|inversion G; subst; exists u, i; auto].
    apply sq_eqb_eq in Y; subst v0; inversion G as [[E1 E2 E3]]; subst t; destruct q; [discriminate|]; subst z; destruct Su as [Gp Re].
    assert (J : M (side p) j = M c Pawn).
    { rewrite <- Gf; destruct e as [s|]; cbn [without]; [|exact Gp]; rewrite get_set; destruct (sq_eqb s f0) eqn:Z; [|exact Gp].
      apply sq_eqb_eq in Z; subst s; cbn [without] in Gf; rewrite get_set, sq_eqb_refl in Gf; discriminate. }
    assert (Ec : side p = c) by congruence; assert (Ej : j = Pawn) by congruence; rewrite Ec, Ej in W; exists f0, i0; split; [exact I|split; [reflexivity|left]].
    assert (Up : ahead c (snd f0) < ahead c (snd u)) by (inversion W as [a Na _ A B|a _ [St|As] A B]; subst; [congruence|apply St|rewrite (proj2 As); lia]).
    destruct (reaches_ahead _ _ _ _ _ Re) as [[-> _]|A]; [reflexivity|exfalso]; destruct U as [-> | ->]; simpl in Up; destruct c; simpl in *; lia.
  - simpl in F; subst g'; pose proof (moves_pseudo _ _ Hm) as Ps; simpl in Ps; unfold castle_ok in Ps; rewrite !andb_true_iff in Ps; destruct Ps as ((((_ & P2) & P3) & _) & _); apply is_man_get in P2, P3.
    unfold castled_roll, after in G; destruct (g c true f) as [v0 i0 z|i0]; [|discriminate]; simpl in G.
    assert (Z : z = None) by (destruct (sq_eqb v0 _); simpl in G; destruct (sq_eqb _ _); inversion G; reflexivity); subst z; destruct Su as [Gp _].
    destruct (sq_eqb v0 (I5, home_rank (side p))) eqn:Y; [apply sq_eqb_eq in Y; congruence|]; simpl in G.
    destruct (sq_eqb v0 (castle_rook_from (side p) h)) eqn:Y'; [apply sq_eqb_eq in Y'; congruence|]; inversion G; subst; exists u, i; auto.
Qed.
Lemma source_around w c f x : In f (sources w c x) -> In f (around x).
Proof. unfold sources; intros I; now apply filter_In in I as [I _]. Qed.
Lemma around_caps c f x : In f (around x) -> f <> x -> In (x, third c) (pawn_caps c (f, pawn_rank c)).
Proof. destruct c, f, x; simpl; intros I N; try (exfalso; intuition discriminate); try congruence; vm_compute; auto. Qed.
Lemma steady_holds w v b g : knows (still w) b -> kept_roll v b g -> steady w g -> holds w b.
Proof.
  intros U K S; split; [exact U|].
  assert (P : forall c s, third_pawn w c s = true -> exists f u, In f (sources w c (fst s)) /\ get b u = M c Pawn /\ (u = (f, pawn_rank c) \/ u = s)).
  { intros c s H; pose proof (proj1 (third_inv _ _ _ H)) as Rk; destruct s as [x r]; simpl in Rk; subst r; destruct (S c x H) as (f & u & i & I & G & Hu); exists f, u; split; [exact I|split; [|exact Hu]].
    pose proof (r_suited _ _ _ K c true f) as Su; rewrite G in Su; apply Su. }
  split.
  - intros c s H; apply held_inv in H as (H & Rk & N); destruct (P c s H) as (f & u & I & G & [-> | ->]); [right; exists (f, pawn_rank c); split; [|split; [reflexivity|exact G]]|now left].
    destruct s as [x r]; simpl in Rk; subst r; apply around_caps; [exact (source_around _ _ _ _ I)|exact (N f I)].
  - intros c h s H; apply cut_inv in H as (H & _ & _ & N); destruct (P c s H) as (f & u & I & G & [-> | ->]); [right|now left]; rewrite <- (N f I); exact G.
Qed.
(* --- what is known of captures and pawns at the end was so before --- *)
Definition pawns_on (b : board) c : nat := count b (fun _ => is_man c Pawn).
Definition bounded (w : known) (n : colour -> nat) (b : board) : Prop := (forall c, n c <= takes w c) /\ forall c, pawns_on (last w) c <= pawns_on b c.
Lemma set_fewer b s x c : is_man c Pawn x = false -> pawns_on (set b s x) c <= pawns_on b c.
Proof. intros H; unfold pawns_on; pose proof (count_set b s x (fun _ => is_man c Pawn)) as A; cbv beta in A; rewrite H in A; simpl in A; lia. Qed.
Lemma pawns_fewer p m c : R p -> In m (moves p) -> pawns_on (brd (play p m)) c <= pawns_on (brd p) c.
Proof.
  intros Hr Hm; destruct (reach_good p Hr) as (OK & OR & _); pose proof (moves_pseudo _ _ Hm) as Ps; destruct m as [f t pr|h].
  - destruct (mv_done p f t pr OK OR Ps) as (j & k & G & N & _ & D).
    assert (Any : forall b, get b f = M (side p) j -> way b (side p) f t j k -> pawns_on (set (set b f E) t (M (side p) k)) c <= pawns_on b c).
    { intros b F W; unfold pawns_on; pose proof (count_set (set b f E) t (M (side p) k) (fun _ => is_man c Pawn)) as A; pose proof (count_set b f E (fun _ => is_man c Pawn)) as B; rewrite F in B; cbv beta in A, B.
      assert (X : is_man c Pawn (M (side p) k) = true -> is_man c Pawn (M (side p) j) = true) by (intros X; apply is_man_get in X; inversion W; subst; [destruct c, (side p), k; simpl in *; congruence|inversion X; destruct (side p); reflexivity]).
      destruct (is_man c Pawn (M (side p) k)); [rewrite X in B by reflexivity|]; replace (is_man c Pawn E) with false in B by (destruct c; reflexivity); simpl in A, B; lia. }
    destruct D as [T W S|e i V N1 Fe T W S]; [now apply Any|]; eapply Nat.le_trans; [apply Any; [rewrite get_set, (sq_neq e f N1); exact G|exact W]|apply set_fewer; destruct c; reflexivity].
  - simpl; repeat (eapply Nat.le_trans; [apply set_fewer; destruct c, (side p); reflexivity|]); apply Nat.le_refl.
Qed.
Lemma promotes_one p f t pr : R p -> In (Mv f t pr) (moves p) -> get (brd p) f = M (side p) Pawn -> snd t = last_rank (side p) -> pawns_on (brd (play p (Mv f t pr))) (side p) < pawns_on (brd p) (side p).
Proof.
  intros Hr Hm G La; destruct (reach_good p Hr) as (OK & OR & _); destruct (mv_done p f t pr OK OR (moves_pseudo _ _ Hm)) as (j & k & G' & N & _ & D); assert (j = Pawn) by congruence; subst j.
  assert (Hr' : R (play p (Mv f t pr))) by (now apply reach_play); assert (Nk : k <> Pawn).
  { intros ->; assert (T : get (brd (play p (Mv f t pr))) t = M (side p) Pawn) by (destruct D; rewrite get_set, sq_eqb_refl; reflexivity); destruct (pawns_reach _ Hr' t (side p) T) as [A B]; rewrite La in A, B; destruct (side p); simpl in *; congruence. }
  assert (Any : forall b, get b f = M (side p) Pawn -> pawns_on (set (set b f E) t (M (side p) k)) (side p) < pawns_on b (side p)).
  { intros b F; eapply Nat.le_lt_trans; [apply set_fewer; destruct (side p), k; simpl; congruence|]; unfold pawns_on; pose proof (count_set b f E (fun _ => is_man (side p) Pawn)) as A; rewrite F in A; destruct (side p); simpl in A; lia. }
  destruct D as [T W S|e i V N1 Fe T W S]; [now apply Any|]; eapply Nat.lt_le_trans; [apply Any; rewrite get_set, (sq_neq e f N1); exact G|apply set_fewer; destruct (side p); reflexivity].
Qed.
Lemma bounded_back w p m n : R p -> In m (moves p) -> bounded w (one_more p m n) (brd (play p m)) -> bounded w n (brd p).
Proof.
  intros Hr Hm [A B]; split; intros c; [pose proof (more_takes p m n c); specialize (A c)|pose proof (pawns_fewer p m c Hr Hm); specialize (B c)]; lia.
Qed.
(* A game in which more is known then. *)
Lemma game_again v w rs : (forall p m n, game v p n -> In m (moves p) -> holds v (brd (play p m)) -> bounded v (one_more p m n) (brd (play p m)) -> sub rs (rts (play p m)) = true ->
    knows (still w) (brd (play p m)) -> knows (still w) (brd p)) ->
  forall p n g, told v p n g -> bounded v n (brd p) -> sub rs (rts p) = true -> knows (still w) (brd p) -> steady w g -> game w p n.
Proof.
  intros U p n g T; induction T as [K|p m n g g' T IH Hm Hv Ro F]; intros Le Sb Kn S; [now apply game_start|]; pose proof (told_game _ _ _ _ T) as G; pose proof (game_R _ _ _ G) as Hr; apply game_move; [|exact Hm|].
  - apply IH; [now apply (bounded_back v p m n)|now apply sub_back with m|now apply (U p m n)|exact (steady_back w v p m n g g' Hr Hm (told_rolls _ _ _ _ T) F S)].
  - exact (steady_holds w v _ g' Kn (proj1 Ro) S).
Qed.
(* at first they can have come from anywhere *)
Definition from_anywhere (c : colour) : v8 (list ix) := tab8 around.
Lemma anywhere w c x : came_from w c = from_anywhere c -> sources w c x = around x.
Proof. intros E1; unfold sources; rewrite E1; unfold from_anywhere; rewrite tab8_get; destruct x; reflexivity. Qed.
Lemma game_of rs w p n : (forall c, came_from w c = from_anywhere c) -> unmoved rs (still w) -> played p n -> sub rs (rts p) = true -> knows (still w) (brd p) -> game w p n.
Proof.
  intros A U; assert (Hd : forall b, knows (still w) b -> holds w b).
  { intros b K; split; [exact K|split].
    - intros c s H; apply held_inv in H as (_ & _ & N); exfalso; apply (N (fst s)); [rewrite (anywhere w c) by apply A; now left|reflexivity].
    - intros c h s H; exfalso; unfold cut in H; rewrite (anywhere w c) in H by apply A; apply andb_true_iff in H as [_ H]; destruct (fst s); discriminate. }
  induction 1 as [|p m n P IH Hm]; intros Sb K; [now apply game_start|]; pose proof (played_R _ _ P) as Hr; apply game_move; auto; apply IH; [now apply sub_back with m|now apply (U p m)].
Qed.

(* --- the files from which each can have come, by what is known --- *)
Definition only_from f (costs : list nat) : list nat := map (fun e => if fst (fst e) && ix_beq f (snd (fst e)) then snd e else too_far) (combine slots costs).
Definition cost_from f (costs : list nat) : nat := nth (8 + place f) costs too_far.
Definition came_now w c : v8 (list ix) :=
  let cap := takes w c in
  let cost := man_costs (table (barred w c King)) w c in
  let men := map (fun s => (s, cost s)) (filter (fun s => is_colour c (get (last w) s)) squares) in
  tab8 (fun x => let s := (x, third c) in
    if is_man c Pawn (get (last w) s) then
      match filter (fun f => cost_from f (cost s) <=? cap) (around x) with
      | [f] => [f]
      | l => filter (fun f => negb (beyond cap (map (fun e => if sq_eqb (fst e) s then only_from f (snd e) else snd e) men))) l end
    else around x).
Lemma slot_at f : nth_error slots (8 + place f) = Some (true, f).
Proof. destruct f; reflexivity. Qed.
Lemma third_around w c f i x : reaches w c f i (x, third c) -> In f (around x).
Proof.
  intros R; inversion R as [E1|n s t R' St _ _ E1 E2|n s t R' St _ _ E1 E2]; subst.
  - exfalso; destruct c; discriminate.
  - pose proof (nexts_ahead c s (x, third c)) as A; unfold nexts in A; rewrite St in A; specialize (A (or_introl eq_refl)); apply same_file in St; destruct (reaches_ahead _ _ _ _ _ R') as [[-> _]|B]; [simpl in St; subst f; now left|].
    destruct c; simpl in A, B; lia.
  - pose proof (nexts_ahead c s (x, third c) (in_or_app _ _ _ (or_intror St))) as A; destruct (reaches_ahead _ _ _ _ _ R') as [[-> _]|B]; [|destruct c; simpl in A, B; lia].
    apply caps_aslant in St as [St _]; unfold beside in St; simpl in St; destruct f, x; simpl in *; try lia; auto.
Qed.
Lemma nth_combine {A B} (l : list A) (m : list B) i a b : nth_error l i = Some a -> nth_error m i = Some b -> nth_error (combine l m) i = Some (a, b).
Proof.
  revert m i; induction l as [|x l IH]; intros [|y m] [|i] H K; simpl in *; try discriminate; [inversion H; inversion K; reflexivity|now apply IH].
Qed.
Strategy opaque [bids].
Lemma came_now_ok w g c x : kept_roll w (last w) g -> pawn_tally g c <= takes w c -> get (last w) (x, third c) = M c Pawn ->
  exists f i, In f (around x) /\ In f (get8 (came_now w c) x) /\ g c true f = At (x, third c) i None.
Proof.
  intros K T G; set (s := (x, third c)) in *; destruct (r_own _ _ _ K c s Pawn G) as (o & f & S); pose proof (r_suited _ _ _ K c o f) as Su.
  destruct (g c o f) as [u i [q|]|i] eqn:Gf; simpl in S; inversion S; subst u; simpl in Su.
  - exfalso; destruct Su as (_ & k & P & Gk & _); apply promos_no_pawn in P; congruence.
  - destruct o; [|exfalso; destruct Su as [Gk _]; pose proof (piece_no_pawn f); congruence]; destruct Su as [_ Re]; exists f, i; pose proof (third_around _ _ _ _ _ Re) as Ar; split; [exact Ar|split; [|exact Gf]].
    assert (Ss : slot_seat g c (8 + place f) = Some s) by (unfold slot_seat; rewrite slot_at, Gf; reflexivity).
    destruct (slot_cost w g c _ s K Ss) as (y & Y1 & Y2); pose proof (slot_tally_le g c (8 + place f)) as Lt; assert (8 + place f < 16) by (pose proof (place_le f); lia); specialize (Lt H).
    unfold came_now; cbv zeta; rewrite tab8_get; cbv beta zeta; fold s; set (cost := man_costs (table (barred w c King)) w c) in *; rewrite G; replace (is_man c Pawn (M c Pawn)) with true by (destruct c; reflexivity).
    assert (In1 : In f (filter (fun f => cost_from f (cost s) <=? takes w c) (around x))).
    { apply filter_In; split; [exact Ar|]; apply Nat.leb_le; unfold cost_from; rewrite (nth_error_nth _ _ too_far Y1); lia. }
    assert (In2 : In f (filter (fun f => negb (beyond (takes w c) (map (fun e => if sq_eqb (fst e) s then only_from f (snd e) else snd e)
        (map (fun s => (s, cost s)) (filter (fun s => is_colour c (get (last w) s)) squares))))) (filter (fun f => cost_from f (cost s) <=? takes w c) (around x)))).
    { apply filter_In; split; [exact In1|]; apply negb_true_iff; rewrite map_map; cbn [fst snd]; unfold beyond; cbv zeta; generalize (bids (scaled (takes w c) (map (fun a => if sq_eqb a s then only_from f (cost a) else cost a) (filter (fun s => is_colour c (get (last w) s)) squares)))); intros prices.
      unfold scaled; apply dear_ok with (at_ := slot_seat g c) (k := slot_tally g c).
      - apply NoDup_filter, squares_nodup.
      - intros a Ha; apply filter_In in Ha as [_ Ha]; destruct (get (last w) a) as [|d k] eqn:Ga; [discriminate|]; simpl in Ha; apply colour_beq_eq in Ha; subst d.
        destruct (r_own _ _ _ K c a k Ga) as (o & f' & S'); destruct (slot_of o f') as (j & Hj & Sj); exists j; split; [exact Hj|]; unfold slot_seat; now rewrite Sj.
      - intros j a Hj Sj; destruct (slot_cost w g c j a K Sj) as (z & Z1 & Z2); fold cost in Z1; exists z; split; [|exact Z2]; destruct (sq_eqb a s) eqn:Q; [|exact Z1]; apply sq_eqb_eq in Q; subst a.
        unfold slot_seat in Sj; destruct (nth_error slots j) as [[o' f']|] eqn:Nj; [|discriminate]; assert (Sf : seat (g c true f) = Some s) by (rewrite Gf; reflexivity).
        destruct (r_one _ _ _ K c o' f' true f s Sj Sf) as [-> ->]; unfold only_from; rewrite nth_error_map, (nth_combine _ _ _ _ _ Nj Z1); simpl; now rewrite (internal_ix_dec_lb f f eq_refl).
      - rewrite slots_total; exact T. }
    destruct (filter (fun f => cost_from f (cost s) <=? takes w c) (around x)) as [|f1 [|f2 l]]; [destruct In1|exact In1|exact In2].
Qed.
Lemma concerned_again w w' a p n : concerns w a p n -> last w' = last w -> knows (still w') (last w) -> (forall c, n c <= takes w' c) -> (forall c, came_from w' c = came_now w c) ->
  (forall p m n, game w p n -> In m (moves p) -> holds w (brd (play p m)) -> bounded w (one_more p m n) (brd (play p m)) -> sub (rts a) (rts (play p m)) = true -> knows (still w') (brd (play p m)) -> knows (still w') (brd p)) ->
  concerns w' a p n.
Proof.
  intros [G L K S T] El K' T' Cm U; destruct (told_of w p n G) as (g & To); apply mkconcerns; [|now rewrite El|rewrite El; exact K'|exact S|exact T'].
  apply (game_again w w' (rts a) U p n g To); [split; [exact T|intros c; rewrite L; apply Nat.le_refl]|exact S| |]; [now rewrite L|]; intros c x H; apply third_inv in H as [_ H]; rewrite El in H.
  pose proof (told_rolls _ _ _ _ To) as [Kr Tl]; rewrite L in Kr; destruct (came_now_ok w g c x Kr) as (f & i & A & B & D); [pose proof (T c); specialize (Tl c); lia|exact H|].
  exists f, (x, third c), i; split; [|auto]; unfold sources; apply filter_In; split; [exact A|]; rewrite Cm; apply existsb_exists; exists f; split; [exact B|now apply internal_ix_dec_lb].
Qed.
