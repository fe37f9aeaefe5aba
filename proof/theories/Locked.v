(* Locked men: men of which none can have been the last to come where it stands, since the others of them were
   there already. They have never moved. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Rules Tables ProofGame Instant Invariants GameInvariants Legality Origins Ranges Unmoved Assign Captures Pockets Sources Late.
Local Opaque squares.

(* What is known of a board: some men; the other squares are empty here, and may have men on them. *)
Definition open (kb : board) (s : sq) : bool := is_empty (get kb s).
Lemma open_ok kb b s : knows kb b -> get b s = E -> open kb s = true.
Proof. intros K H; unfold open; destruct (get kb s) eqn:G; [reflexivity|]; rewrite (K s), G in H; congruence. Qed.

(* --- from where a man can have come to a square, over which squares; did a pawn perhaps come two ranks --- *)
Definition origin := (sq * kind * list sq * bool)%type.
Fixpoint walk (kb : board) (l pre : list sq) : list (sq * list sq) :=
  match l with [] => [] | u :: l => if open kb u then (u, pre) :: walk kb l (u :: pre) else [] end.
Definition fourth c := match c with White => I4 | Black => I5 end.
Definition behind (kb : board) c s : list origin :=
  map (fun q => (q, Pawn, [], ix_beq (snd s) (fourth c))) (filter (open kb) (olist (step (Same, bwd c) s))) ++
  map (fun q => (q, Pawn, [], false)) (filter (open kb) (pawn_caps (opp c) s)).
Definition by_step (kb : board) k (l : list sq) : list origin := map (fun q => (q, k, [], false)) (filter (open kb) l).
Definition by_line (kb : board) k (ls : list (list sq)) : list origin :=
  flat_map (fun l => map (fun e => (fst e, k, snd e, false)) (walk kb l [])) ls.
Definition promotable k := match k with Queen | Rook | Bishop | Knight => true | _ => false end.
Definition comings (kb : board) c k s : list origin :=
  match k with
  | King => by_step kb King (look king_t s)
  | Knight => by_step kb Knight (look knight_t s)
  | Queen => by_line kb Queen (look rook_t s ++ look bishop_t s)
  | Rook => by_line kb Rook (look rook_t s)
  | Bishop => by_line kb Bishop (look bishop_t s)
  | Pawn => if ix_beq (snd s) (pawn_rank c) then [] else behind kb c s end ++
  if promotable k && ix_beq (snd s) (last_rank c) then behind kb c s else [].
Definition free (kb : board) s x : bool := open kb s || cell_beq x (get kb s).
(* by castling *)
Definition castled_here (kb : board) c k s : bool :=
  existsb (fun h =>
    (sq_eqb s (castle_king_to c h) && kind_beq k King || sq_eqb s (castle_rook_to c h) && kind_beq k Rook) &&
    free kb (castle_king_to c h) (M c King) && free kb (castle_rook_to c h) (M c Rook) &&
    forallb (fun u => sq_eqb u (castle_king_to c h) || sq_eqb u (castle_rook_to c h) || open kb u)
      ((I5, home_rank c) :: castle_rook_from c h :: castle_empty c h)) [true; false].

(* --- the move that brought a man where it stands is among them --- *)
Definition untouched (b b' : board) (s : sq) : Prop := get b' s = E \/ get b' s = get b s.
Lemma done_effect p f t j k b' : f <> t -> done p f t j k b' ->
  get b' f = E /\ get b' t = M (side p) k /\ (forall s, s <> t -> untouched (brd p) b' s) /\
  (j <> Pawn -> k = j) /\ (j = Pawn -> k = Pawn \/ promotable k = true /\ snd t = last_rank (side p)) /\
  (j = Pawn -> k = Pawn -> snd f <> I1 /\ snd f <> I8 -> snd t <> pawn_rank (side p)).
Proof.
  intros N D.
  assert (Wk : forall b, way b (side p) f t j k -> (j <> Pawn -> k = j) /\ (j = Pawn -> k = Pawn \/ promotable k = true /\ snd t = last_rank (side p)) /\
    (j = Pawn -> k = Pawn -> snd f <> I1 /\ snd f <> I8 -> snd t <> pawn_rank (side p))).
  { intros b W; split; [|split].
    - inversion W; subst; congruence.
    - inversion W as [i Nj L A B|i P S A B]; subst; intros X; try congruence.
      destruct P as [->|[P L]]; [now left|right]; split; [|exact L]; simpl in P; decompose [or] P; subst; try reflexivity; contradiction.
    - intros -> -> X; exact (way_home _ _ _ _ _ W (fun _ => X)). }
  destruct D as [T W S|e i V N1 Fe T W S]; (split; [|split; [|split; [|exact (Wk _ W)]]]); try (intros s Hs; unfold untouched); rewrite !get_set.
  all: try rewrite (sq_neq t f) by congruence; rewrite ?sq_eqb_refl; try reflexivity.
  all: rewrite (sq_neq t s) by congruence; destruct (sq_eqb f s); auto; destruct (sq_eqb e s); auto.
Qed.

Lemma not_on_ray d s : In d (orth ++ diag) -> ~ In s (ray_n 7 d s).
Proof.
  intros Hd; assert (X : forallb (fun d => forallb (fun s => negb (sq_in s (ray_n 7 d s))) squares) (orth ++ diag) = true) by (vm_compute; reflexivity).
  rewrite forallb_forall in X; specialize (X d Hd); rewrite forallb_forall in X; specialize (X s (squares_all s)).
  apply negb_true_iff in X; intros I; apply sq_in_ok in I; congruence.
Qed.
Lemma walk_ok kb b b' d s f : knows kb b' -> In d (orth ++ diag) -> Rules.way b d s f ->
  (forall u, In u (ray_n 7 d s) -> get b u = E -> get b' u = E) -> get b' f = E ->
  forall pre, (forall u, In u pre -> get b' u = E) ->
  exists pre', In (f, pre') (walk kb (ray_n 7 d s) pre) /\ forall u, In u pre' -> get b' u = E.
Proof.
  intros K Hd W; induction W as [s f St|s u f St G W IH]; intros H F pre P; rewrite (ray_next d s Hd), St in *; simpl.
  - rewrite (open_ok kb b' f K F); exists pre; split; [now left|exact P].
  - assert (U : get b' u = E) by (apply H; [now left|exact G]); rewrite (open_ok kb b' u K U).
    destruct (IH (fun v I => H v (or_intror I)) F (u :: pre)) as (pre' & I & Q); [intros v [<-|I]; auto|].
    exists pre'; split; [now right|exact Q].
Qed.
Lemma line_ok kb b b' k ds s f : knows kb b' -> (forall d, In d ds -> In d (orth ++ diag)) -> (exists d, In d ds /\ Rules.way b d f s) ->
  (forall u, u <> s -> untouched b b' u) -> get b' f = E -> (forall d, In d ds -> In (rev d) ds) ->   exists pre, In (f, k, pre, false) (by_line kb k (filter nonempty (map (fun d => ray_n 7 d s) ds))) /\ forall u, In u (f :: pre) -> get b' u = E.
Proof.
  intros K Hds (d & Hd & W) U F Rv; apply way_rev in W; pose proof (Hds _ (Rv d Hd)) as Hr.
  destruct (walk_ok kb b b' (rev d) s f K Hr W) with (pre := @nil sq) as (pre & I & Q); [|exact F|intros u []|].
  - intros u Iu G; destruct (U u) as [X|X]; [|exact X|congruence]; intros ->; now apply (not_on_ray (rev d) s).
  - exists pre; split; [|intros u [<-|X]; auto]; unfold by_line; apply in_flat_map; exists (ray_n 7 (rev d) s); split.
    + apply filter_In; split; [now apply (in_map (fun d => ray_n 7 d s)), Rv|]; destruct (ray_n 7 (rev d) s); [destruct I|reflexivity].
    + apply in_map_iff; exists (f, pre); auto.
Qed.
Lemma by_line_app kb k l m x : In x (by_line kb k l) \/ In x (by_line kb k m) -> In x (by_line kb k (l ++ m)).
Proof. unfold by_line; rewrite flat_map_app, in_app_iff; tauto. Qed.

Definition came (p : pos) f j (b' : board) (o : origin) : Prop :=
  match o with (q, y, pre, two) => (forall u, In u (q :: pre) -> get b' u = E) /\ (two = true \/ q = f /\ y = j) end.
Theorem arrival p f t pr kb : R p -> In (Mv f t pr) (moves p) -> knows kb (brd (play p (Mv f t pr))) ->
  exists j k, get (brd p) f = M (side p) j /\ get (brd (play p (Mv f t pr))) t = M (side p) k /\
    (forall s, s <> t -> untouched (brd p) (brd (play p (Mv f t pr))) s) /\
    exists o, In o (comings kb (side p) k t) /\ came p f j (brd (play p (Mv f t pr))) o.
Proof.
  intros Hr Hm K; destruct (reach_good p Hr) as (OK & OR & _); pose proof (moves_pseudo _ _ Hm) as Ps.
  destruct (mv_done p f t pr OK OR Ps) as (j & k & G & N & Ds & Dn); exists j, k; set (b' := brd (play p (Mv f t pr))) in *; clearbody b'.
  destruct (done_effect p f t j k b' N Dn) as (F & T & U & Piece & Pwn & Rk); split; [exact G|split; [exact T|split; [exact U|]]].
  apply dests_ok in Ds; set (c := side p) in *.
  assert (Of : open kb f = true) by exact (open_ok kb b' f K F).
  assert (Fin : forall o, In o (comings kb c k t) -> came p f j b' o -> exists o, In o (comings kb c k t) /\ came p f j b' o) by eauto.
  assert (Own : forall y pre, (forall u, In u (f :: pre) -> get b' u = E) -> y = j -> came p f j b' (f, y, pre, false)) by (simpl; auto).
  assert (One : forall u, In u [f] -> get b' u = E) by (intros u [<-|[]]; exact F).
  assert (Pawn_from : forall o, j = Pawn -> In o (behind kb c t) -> came p f j b' o -> exists o, In o (comings kb c k t) /\ came p f j b' o).
  { intros o -> I C; exists o; split; [|exact C]; destruct (Pwn eq_refl) as [->|[Pk L]].
    - unfold comings; apply in_or_app; left; destruct (ix_beq (snd t) (pawn_rank c)) eqn:X; [|exact I]; apply internal_ix_dec_bl in X.
      exfalso; exact (Rk eq_refl eq_refl (pawns_reach p Hr f _ G) X).
    - unfold comings; apply in_or_app; right; rewrite Pk, (internal_ix_dec_lb _ _ L); exact I. }
  remember (ep p) as e eqn:He; remember c as c' eqn:Hc in Ds; destruct Ds as [c0 j s u Nj A _|c0 s u St _|c0 s m u Pr Su Gm St _|c0 s u A _]; subst c0.
  - specialize (Piece Nj); subst k; destruct A as [c0 s u d Hd St|c0 s u d Hd W|c0 s u d Hd W|c0 s u d Hd W|c0 s m u h v Hd S1 S2|c0 s u h Hh St]; subst.
    + apply (Fin (s, King, [], false)); [|now apply Own]; unfold comings; apply in_or_app; left; unfold by_step; apply in_map_iff; exists s; split; [reflexivity|].
      apply filter_In; split; [|exact Of]; rewrite king_t_ok; apply Rules.king1_in; exists (rev d); split; [now apply rev_all|now apply (proj1 (step_rev d _ _)) in St].
    + destruct (line_ok kb (brd p) b' Rook orth u s K) as (pre & I & Q); eauto using rev_orth; [intros; apply in_or_app; auto|].
      apply (Fin (s, Rook, pre, false)); [|now apply Own]; unfold comings; apply in_or_app; left; now rewrite rook_t_ok.
    + destruct (line_ok kb (brd p) b' Bishop diag u s K) as (pre & I & Q); eauto using rev_diag; [intros; apply in_or_app; auto|].
      apply (Fin (s, Bishop, pre, false)); [|now apply Own]; unfold comings; apply in_or_app; left; now rewrite bishop_t_ok.
    + apply in_app_or in Hd as [Hd|Hd].
      * destruct (line_ok kb (brd p) b' Queen orth u s K) as (pre & I & Q); eauto using rev_orth; [intros; apply in_or_app; auto|].
        apply (Fin (s, Queen, pre, false)); [|now apply Own]; unfold comings; apply in_or_app; left; apply by_line_app; left; now rewrite rook_t_ok.
      * destruct (line_ok kb (brd p) b' Queen diag u s K) as (pre & I & Q); eauto using rev_diag; [intros; apply in_or_app; auto|].
        apply (Fin (s, Queen, pre, false)); [|now apply Own]; unfold comings; apply in_or_app; left; apply by_line_app; right; now rewrite bishop_t_ok.
    + apply (Fin (s, Knight, [], false)); [|now apply Own]; unfold comings; apply in_or_app; left; unfold by_step; apply in_map_iff; exists s; split; [reflexivity|].
      apply filter_In; split; [|exact Of]; apply Rules.knight_sym; rewrite knight_t_ok; apply Rules.knight1_in; exists m, h, v; auto.
    + congruence.
  - subst; apply (Pawn_from (s, Pawn, [], ix_beq (snd u) (fourth (side p)))); [reflexivity| |split; [exact One|now right]].
    unfold behind; apply in_or_app; left; apply in_map_iff; exists s; split; [reflexivity|]; apply filter_In; split; [|exact Of]; apply olist_in.
    apply (proj1 (step_rev _ _ _)) in St; unfold Rules.rev in St; simpl in St; unfold bwd; now rewrite fwd_opp.
  - subst; assert (Fo : ix_beq (snd u) (fourth (side p)) = true).
    { clear - Pr Su St; destruct s as [x y]; simpl in Pr; subst y; unfold step in *; simpl in *; destruct (side p); simpl in *; inversion Su; subst; simpl in St; inversion St; reflexivity. }
    assert (Nm : m <> u) by (intros ->; clear - St; destruct u as [x []], (side p); discriminate).
    assert (Em : get b' m = E) by (destruct (U m Nm) as [X|X]; congruence).
    apply (Pawn_from (m, Pawn, [], ix_beq (snd u) (fourth (side p)))); [reflexivity| |split; [intros v [<-|[]]; exact Em|now left]].
    unfold behind; apply in_or_app; left; apply in_map_iff; exists m; split; [reflexivity|]; apply filter_In; split; [|now apply (open_ok kb b')]; apply olist_in.
    apply (proj1 (step_rev _ _ _)) in St; unfold Rules.rev in St; simpl in St; unfold bwd; now rewrite fwd_opp.
  - inversion A; subst; apply (Pawn_from (s, Pawn, [], false)); [reflexivity| |now apply Own].
    unfold behind; apply in_or_app; right; apply in_map_iff; exists s; split; [reflexivity|]; apply filter_In; split; [|exact Of]; apply Rules.caps_in.
    match goal with H : step _ s = Some u |- _ => apply (proj1 (step_rev _ _ _)) in H; unfold Rules.rev in H; simpl in H; rewrite <- fwd_opp in H; eexists; split; [|exact H] end.
    match goal with H : _ = Dec \/ _ = Inc |- _ => destruct H as [->| ->]; simpl; auto end.
Qed.
Lemma castling_ok p h kb : In (Castle h) (moves p) -> knows kb (brd (play p (Castle h))) ->
  forall s, ~ untouched (brd p) (brd (play p (Castle h))) s ->
  exists k, get (brd (play p (Castle h))) s = M (side p) k /\ castled_here kb (side p) k s = true.
Proof.
  intros Hm K s Hs; set (c := side p) in *.
  assert (B : forall u, get (brd (play p (Castle h))) u =
    if sq_eqb (castle_rook_to c h) u then M c Rook else if sq_eqb (castle_king_to c h) u then M c King else
    if sq_eqb (castle_rook_from c h) u then E else if sq_eqb (I5, home_rank c) u then E else get (brd p) u).
  { intros u; simpl; rewrite !get_set; reflexivity. }
  apply moves_ok in Hm as [Hm _]; inversion Hm as [|h' c' H1 H2 H3 H4 H5]; subst h'; subst c'; fold c in H1, H2, H3, H4.
  assert (Fr : forall u x, get (brd (play p (Castle h))) u = x -> free kb u x = true).
  { intros u x G; unfold free, open; destruct (get kb u) as [|d k] eqn:X; [reflexivity|]; simpl; rewrite <- (K u) in X by congruence.
    rewrite X in G; subst x; apply cell_beq_eq; congruence. }
  assert (KT : get (brd (play p (Castle h))) (castle_king_to c h) = M c King) by (rewrite B; destruct c, h; reflexivity).
  assert (RT : get (brd (play p (Castle h))) (castle_rook_to c h) = M c Rook) by (rewrite B; destruct c, h; reflexivity).
  assert (Way : forallb (fun u => sq_eqb u (castle_king_to c h) || sq_eqb u (castle_rook_to c h) || open kb u)
      ((I5, home_rank c) :: castle_rook_from c h :: castle_empty c h) = true).
  { apply forallb_forall; intros u Iu; destruct (sq_eqb u (castle_king_to c h)) eqn:Q1; [reflexivity|].
    destruct (sq_eqb u (castle_rook_to c h)) eqn:Q2; [reflexivity|]; simpl; apply (open_ok kb _ u K); rewrite B.
    destruct (sq_eqb (castle_rook_to c h) u) eqn:Q3; [apply sq_eqb_eq in Q3; subst u; rewrite sq_eqb_refl in Q2; discriminate|].
    destruct (sq_eqb (castle_king_to c h) u) eqn:Q4; [apply sq_eqb_eq in Q4; subst u; rewrite sq_eqb_refl in Q1; discriminate|].
    destruct (sq_eqb (castle_rook_from c h) u) eqn:Q5; [reflexivity|]; destruct (sq_eqb (I5, home_rank c) u) eqn:Q6; [reflexivity|].
    destruct Iu as [<-|[<-|Iu]]; [rewrite sq_eqb_refl in Q6; discriminate|rewrite sq_eqb_refl in Q5; discriminate|now apply H4]. }
  assert (Here : forall k, (sq_eqb s (castle_king_to c h) && kind_beq k King || sq_eqb s (castle_rook_to c h) && kind_beq k Rook) = true ->
    castled_here kb c k s = true).
  { intros k X; unfold castled_here; apply existsb_exists; exists h; split; [destruct h; simpl; auto|].
    rewrite X, (Fr _ _ KT), (Fr _ _ RT), Way; reflexivity. }
  unfold untouched in Hs; rewrite B in Hs.
  destruct (sq_eqb (castle_rook_to c h) s) eqn:Q3; [apply sq_eqb_eq in Q3; subst s; exists Rook; split; [exact RT|apply Here]; now rewrite sq_eqb_refl, orb_true_r|].
  destruct (sq_eqb (castle_king_to c h) s) eqn:Q4; [apply sq_eqb_eq in Q4; subst s; exists King; split; [exact KT|apply Here]; now rewrite sq_eqb_refl|].
  exfalso; apply Hs; destruct (sq_eqb (castle_rook_from c h) s); [now left|]; destruct (sq_eqb (I5, home_rank c) s); [now left|now right].
Qed.

Lemma attacks_seen b b' c k s t : (forall u, get b u = E -> get b' u = E) -> attacks b c k s t -> attacks b' c k s t.
Proof.
  intros H A; assert (Wy : forall d s t, Rules.way b d s t -> Rules.way b' d s t).
  { intros d s' t' W; induction W; [now apply Rules.way_end|apply Rules.way_on with u; auto]. }
  destruct A; [eapply king_attacks|eapply rook_attacks|eapply bishop_attacks|eapply queen_attacks|eapply knight_attacks|eapply pawn_attacks]; eauto.
Qed.
Lemma checked p c s t k : R p -> get (brd p) s = M c King -> get (brd p) t = M (opp c) k -> attacks (brd p) (opp c) k t s -> in_check (brd p) c = true.
Proof.
  intros Hr G1 G2 A; destruct (reach_good p Hr) as (_ & _ & _ & _ & _ & Ki & _); unfold in_check; destruct (king_sq (brd p) c) as [u|] eqn:KS.
  - apply king_sq_some, is_man_get in KS; rewrite (one_king _ _ _ _ (Ki c) KS G1); apply attacked_ok; eauto.
  - pose proof (king_sq_none _ _ s KS) as X; rewrite G1 in X; simpl in X; destruct c; discriminate.
Qed.

(* --- whether a man can take back a move lawfully --- *)
Definition seen (kb : board) c (l : list sq) : board :=
  table (fun s => if sq_in s l then E else match get kb s with E => M c Pawn | x => x end).
Definition can_have_come (kb : board) c k s : bool := match comings kb c k s with [] => castled_here kb c k s | _ => true end.
(* a king on q, come to s, was in check from a man that cannot have given it *)
Definition check_given (kb : board) c s q : bool :=
  let kb' := set (set kb s E) q (M c King) in
  forallb (fun a => match get kb a with
    | M d k => negb (colour_beq d (opp c) && touches d k a q) || can_have_come kb' d k a
    | E => true end) squares.
Definition lawful (kb : board) c k s (o : origin) : bool :=
  match o with (q, y, pre, two) =>
    (two || match king_sq kb (opp c) with Some e => negb (touches c y q e) | None => true end) &&
    match king_sq kb c with Some u => negb (attacked (seen kb c (q :: pre)) (opp c) u) | None => true end &&
    (negb (kind_beq k King) || check_given kb c s q) end.
(* (what is known besides leaves only some of these) *)
Definition permit := colour -> sq -> origin -> bool.
Definition stuck (al : permit) (kb : board) c k s : bool :=
  negb (existsb (fun o => al c s o && lawful kb c k s o) (comings kb c k s)) && negb (castled_here kb c k s).
(* king and rook of a castling right that the end demands *)
Definition keeps (rs : rights) (s : sq) : bool :=
  existsb (fun c => existsb (fun h => right rs c h && (sq_eqb s (I5, home_rank c) || sq_eqb s (castle_rook_from c h))) [true; false]) [White; Black].
Definition all_stuck al (rs : rights) (kb : board) : bool :=
  forallb (fun s => keeps rs s || match get kb s with E => true | M c k => stuck al kb c k s end) squares.
(* of a move it leaves the one that was made *)
Definition permits (al : permit) (p : pos) m : Prop :=
  forall f t pr j o, m = Mv f t pr -> get (brd p) f = M (side p) j -> came p f j (brd (play p m)) o -> al (side p) t o = true.

Lemma seen_get kb c l s : get (seen kb c l) s = if sq_in s l then E else match get kb s with E => M c Pawn | x => x end.
Proof.
  destruct s as [x y]; unfold seen, table, get; rewrite !tab8_get; destruct (sq_in (x, y) l); reflexivity.
Qed.
Lemma side_after p m : side (play p m) = opp (side p). Proof. now destruct m. Qed.
Lemma check_was_given p f t pr k kb : R p -> knows kb (brd (play p (Mv f t pr))) -> get (brd p) f = M (side p) King -> k = King ->
  get kb t = M (side p) k -> get (brd (play p (Mv f t pr))) f = E ->
  (forall s, s <> t -> untouched (brd p) (brd (play p (Mv f t pr))) s) -> check_given kb (side p) t f = true.
Proof.
  intros Hr K G -> T F U; set (c := side p) in *; apply forallb_forall; intros a _; destruct (get kb a) as [|d k] eqn:Ga; [reflexivity|].
  destruct (colour_beq d (opp c) && touches d k a f) eqn:X; [simpl|reflexivity]; apply andb_true_iff in X as [X Tc]; apply colour_beq_eq in X; subst d.
  assert (At : a <> t) by (intros ->; rewrite T in Ga; inversion Ga; destruct c; discriminate).
  (* what is known of the position before the king's move *)
  set (kb' := set (set kb t E) f (M c King)).
  assert (K' : knows kb' (brd p)).
  { intros s Hs; unfold kb' in *; rewrite !get_set in *; destruct (sq_eqb f s) eqn:Q1; [apply sq_eqb_eq in Q1; now subst|].
    destruct (sq_eqb t s) eqn:Q2; [congruence|]; destruct (U s) as [Y|Y]; [intros ->; rewrite sq_eqb_refl in Q2; discriminate| |];
    pose proof (K s Hs); congruence. }
  assert (Pa : get (brd p) a = M (opp c) k).
  { destruct (U a At) as [Y|Y]; rewrite (K a) in Y by congruence; congruence. }
  assert (Chk : in_check (brd p) c = true) by (apply (checked p c f a k); auto; now apply touch_attacks).
  destruct Hr as [|p m Hr Hm]; [vm_compute in Chk; destruct c; discriminate|].
  assert (Sd : side p = opp c) by (unfold c; rewrite side_after; now rewrite opp_opp).
  pose proof (reach_good p Hr) as (_ & _ & _ & W & _); unfold waiting in W; rewrite Sd, opp_opp in W.
  destruct m as [f0 t0 pr0|h].
  - destruct (arrival p f0 t0 pr0 kb' Hr Hm K') as (j0 & k0 & G0 & T0 & U0 & o & I & _); rewrite Sd in *.
    destruct (sq_eqb t0 a) eqn:Q; [apply sq_eqb_eq in Q; subst t0; rewrite Pa in T0; inversion T0; subst k0; unfold can_have_come|].
    + unfold kb' in I; destruct (comings _ _ _ _); [destruct I|reflexivity].
    + exfalso; assert (Pa' : get (brd p) a = M (opp c) k) by (destruct (U0 a) as [Y|Y]; [intros ->; rewrite sq_eqb_refl in Q; discriminate|congruence|congruence]).
      assert (Pf : get (brd p) f = M c King).
      { destruct (sq_eqb t0 f) eqn:Q2; [apply sq_eqb_eq in Q2; subst t0; rewrite G in T0; inversion T0; destruct c; discriminate|].
        destruct (U0 f) as [Y|Y]; [intros ->; rewrite sq_eqb_refl in Q2; discriminate|congruence|congruence]. }
      rewrite (checked p c f a k Hr Pf Pa') in W; [discriminate|now apply touch_attacks].
  - assert (Dec : forall s, untouched (brd p) (brd (play p (Castle h))) s \/ ~ untouched (brd p) (brd (play p (Castle h))) s).
    { intros s; unfold untouched; destruct (get (brd (play p (Castle h))) s) as [|d i]; [left; now left|].
      destruct (cell_beq (M d i) (get (brd p) s)) eqn:Q; [left; right; now apply cell_beq_eq|right]; intros [Y|Y]; [discriminate|].
      rewrite <- Y in Q; rewrite (proj2 (cell_beq_eq _ _) eq_refl) in Q; discriminate. }
    destruct (Dec a) as [Ua|Ua].
    + exfalso; assert (Pa' : get (brd p) a = M (opp c) k) by (destruct Ua; congruence).
      assert (Pf : get (brd p) f = M c King).
      { destruct (Dec f) as [[Y|Y]|Y]; [congruence|congruence|]; destruct (castling_ok p h kb' Hm K' f Y) as (k0 & Y1 & _); rewrite Sd, G in Y1.
        inversion Y1; destruct c; discriminate. }
      rewrite (checked p c f a k Hr Pf Pa') in W; [discriminate|now apply touch_attacks].
    + destruct (castling_ok p h kb' Hm K' a Ua) as (k0 & Y1 & Y2); rewrite Sd, Pa in *; inversion Y1; subst k0; unfold can_have_come, kb' in *.
      rewrite Y2; destruct (comings _ _ _ _); reflexivity.
Qed.

Lemma untouched_dec b b' s : untouched b b' s \/ ~ untouched b b' s.
Proof.
  unfold untouched; destruct (get b' s) as [|d i]; [left; now left|]; destruct (cell_beq (M d i) (get b s)) eqn:Q;
  [left; right; now apply cell_beq_eq|right]; intros [Y|Y]; [discriminate|].
  rewrite <- Y in Q; rewrite (proj2 (cell_beq_eq _ _) eq_refl) in Q; discriminate.
Qed.
(* The move that brought a man where it is known to stand was a lawful one. *)
Lemma came_lawfully al p m kb s : permits al p m -> R p -> In m (moves p) -> knows kb (brd (play p m)) -> get kb s <> E ->
  ~ untouched (brd p) (brd (play p m)) s -> exists k, get kb s = M (side p) k /\ stuck al kb (side p) k s = false.
Proof.
  intros Al Hr Hm K Hs Ht; destruct m as [f t pr|h].
  2: { destruct (castling_ok p h kb Hm K s Ht) as (k & H1 & H2); exists k; split; [rewrite <- (K s Hs); exact H1|].
       unfold stuck; rewrite H2; apply andb_false_r. }
  destruct (arrival p f t pr kb Hr Hm K) as (j & k & G & T & U & o & I & C).
  assert (s = t) as -> by (destruct (sq_eqb t s) eqn:Q; [now apply sq_eqb_eq in Q|]; exfalso; apply Ht, U; intros ->; rewrite sq_eqb_refl in Q; discriminate).
  exists k; split; [rewrite <- (K t Hs); exact T|]; unfold stuck; apply andb_false_iff; left; apply negb_false_iff, existsb_exists; exists o; split; [exact I|]; apply andb_true_iff; split; [exact (Al f t pr j o eq_refl G C)|].
  assert (Hr' : R (play p (Mv f t pr))) by (now apply reach_play); pose proof (reach_good p Hr) as (_ & _ & _ & W & _); unfold waiting in W.
  set (c := side p) in *; set (q' := play p (Mv f t pr)) in *; destruct o as [[[q y] pre] two]; destruct C as [Em C]; unfold lawful; rewrite !andb_true_iff; split; [split|].
  - destruct C as [->|[-> ->]]; [reflexivity|]; apply orb_true_iff; right; destruct (king_sq kb (opp c)) as [e|] eqn:KS; [|reflexivity].
    apply king_sq_some, is_man_get in KS; apply negb_true_iff; destruct (touches c j f e) eqn:Tc; [exfalso|reflexivity].
    assert (Ge : get (brd p) e = M (opp c) King).
    { assert (X : get (brd q') e = M (opp c) King) by (rewrite (K e); congruence); destruct (U e) as [Y|Y]; [|congruence|congruence].
      intros ->; rewrite T in X; inversion X; destruct c; discriminate. }
    rewrite (checked p (opp c) e f j Hr Ge) in W; [discriminate|rewrite opp_opp; exact G|rewrite opp_opp; now apply touch_attacks].
  - destruct (king_sq kb c) as [u|] eqn:KS; [|reflexivity]; apply king_sq_some, is_man_get in KS; apply negb_true_iff.
    destruct (attacked (seen kb c (q :: pre)) (opp c) u) eqn:A; [exfalso|reflexivity]; apply attacked_ok in A as (a & i & Ga & A).
    rewrite seen_get in Ga; destruct (sq_in a (q :: pre)) eqn:Qa; [discriminate|].
    assert (Ka : get kb a = M (opp c) i) by (destruct (get kb a); [inversion Ga; destruct c; discriminate|exact Ga]).
    assert (L : in_check (brd q') c = false).
    { unfold moves in Hm; apply filter_In in Hm as [_ Hm]; now apply negb_true_iff in Hm. }
    rewrite (checked q' c u a i Hr') in L; [discriminate|rewrite (K u); congruence|rewrite (K a); congruence|].
    apply (attacks_seen (seen kb c (q :: pre))); [|exact A]; intros v Hv; rewrite seen_get in Hv; destruct (sq_in v (q :: pre)) eqn:Qv.
    + apply existsb_exists in Qv as (w & Iw & Qv); apply sq_eqb_eq in Qv; subst w; now apply Em.
    + destruct (get kb v); discriminate.
  - destruct (kind_beq k King) eqn:Kk; [simpl|reflexivity]; apply kind_beq_eq in Kk.
    assert (X : two = false /\ j = King).
    { subst k; unfold comings in I; simpl in I; rewrite app_nil_r in I; unfold by_step in I; apply in_map_iff in I as (v & I & _); inversion I; subst.
      destruct C as [C|[_ C]]; [discriminate|auto]. }
    destruct X as [-> ->]; destruct C as [C|[-> _]]; [discriminate|].
    apply (check_was_given p f t pr k kb Hr K G Kk); [rewrite <- (K t Hs); exact T|apply Em; now left|exact U].
Qed.
Lemma keeps_ok rs p s : R p -> sub rs (rts p) = true -> keeps rs s = true -> get (brd p) s = get (brd start) s.
Proof.
  intros Hr Sb H; apply existsb_exists in H as (c & _ & H); apply existsb_exists in H as (h & _ & H); apply andb_true_iff in H as [H1 H2].
  destruct (at_home_reach p Hr c h (sub_right _ _ _ _ Sb H1)) as [A B]; apply orb_true_iff in H2 as [H2|H2]; apply sq_eqb_eq in H2; subst s;
  [rewrite A|rewrite B]; destruct c, h; reflexivity.
Qed.
Theorem stay al rs kb : all_stuck al rs kb = true -> forall p m, permits al p m -> R p -> In m (moves p) -> sub rs (rts (play p m)) = true ->
  knows kb (brd (play p m)) -> knows kb (brd p).
Proof.
  intros S p m Al Hr Hm Sb K s Hs.
  unfold all_stuck in S; rewrite forallb_forall in S; specialize (S s (squares_all s)); apply orb_true_iff in S as [S|S].
  - rewrite (keeps_ok rs p s Hr (sub_back _ _ _ Sb) S), <- (K s Hs); symmetry; apply (keeps_ok rs); [now apply reach_play|exact Sb|exact S].
  - destruct (untouched_dec (brd p) (brd (play p m)) s) as [[U|U]|U]; [rewrite (K s Hs) in U; congruence|rewrite <- U; now apply K|exfalso].
    destruct (came_lawfully al p m kb s Al Hr Hm K Hs U) as (k & G & St); rewrite G in S; congruence.
Qed.

(* --- what is known bars ways: kings come from where they can have been, and nobody over a cut --- *)
Fixpoint clear (w : known) d (n : nat) (q s : sq) : bool :=
  match n with 0 => false | S n => match step d q with None => false | Some u => negb (severed w q u) && (sq_eqb u s || clear w d n u s) end end.
Lemma runs_clear w b c k d n q s : runs w b c k d n q s -> clear w d n q s = true.
Proof. induction 1 as [n s t St _ S|n s u t St _ S _ _ IH]; simpl; rewrite St, S; [now rewrite sq_eqb_refl|]; rewrite IH; simpl; apply orb_true_r. Qed.
Lemma look_only s : look (only s) s = true.
Proof. unfold only; rewrite look_table; apply sq_eqb_refl. Qed.
Definition king_range (w : known) c : set64 := come_to (table (barred w c King)) (severed_from w) King (only (I5, home_rank c)).
(* A pawn comes from where one of its side comes with the captures that there are, one of them now if it leaves its file. None
   promotes if all eight are there in the end. *)
Definition pawn_comes (w : known) c (ls : list (list (v8 nat))) (q s : sq) : bool :=
  negb (barrier w c q s) && negb (ix_beq (snd s) (last_rank c) && (8 <=? pawns_on (last w) c)) && existsb (fun l => pawn_cost c l q + (if ix_beq (fst q) (fst s) then 0 else 1) <=? takes w c) ls.
Definition permitted (w : known) : permit :=
  let kings := of_both (king_range w) in
  let pawns := of_both (fun c => map (pawn_rows w c) all8) in
  fun c s o => match o with (q, y, _, two) => two || match y with
    | King => look (kings c) q && negb (severed w q s)
    | Pawn => pawn_comes w c (pawns c) q s
    | Knight => true
    | _ => existsb (fun d => clear w d 7 q s) (lines y) end end.
Lemma permitted_ok w p m n : game w p n -> In m (moves p) -> holds w (brd (play p m)) -> bounded w (one_more p m n) (brd (play p m)) -> permits (permitted w) p m.
Proof.
  intros G Hm H' [Tk Pn] f t pr j [[[q y] pre] two] -> Gf [Em C]; pose proof (game_R _ _ _ G) as Hr; pose proof (game_holds _ _ _ G) as H; unfold permitted; cbv zeta.
  destruct C as [->|[-> ->]]; [reflexivity|]; apply orb_true_iff; right; destruct (roll_of w p n G) as (g & K & T).
  destruct (mv_roll w p f t pr (reach_good p Hr) Hr Hm H H' n g (conj K T)) as (g1 & j' & e1 & _ & _ & Gf' & Gl & _ & _ & k & q1 & d1 & _ & (Brd & _) & _).
  assert (Ej : j' = j) by congruence; subst j'; assert (Line : lines j <> [] -> existsb (fun d => clear w d 7 f t) (lines j) = true).
  { intros N; destruct j; try (now exfalso; apply N); (destruct Gl as [L _ _ _|d D Rn]; [discriminate|discriminate|]); apply existsb_exists; exists d; split; auto; eapply runs_clear; eauto. }
  destruct j; try (apply Line; discriminate); [|reflexivity|].
  - destruct Gl as [_ _ _ S|d D _]; [discriminate| |destruct D]; rewrite S, andb_true_r.
    destruct (r_own _ _ _ K (side p) f King Gf) as (o & x & Sx); pose proof (r_suited _ _ _ K (side p) o x) as Su.
    destruct (g (side p) o x) as [u i [z|]|i]; simpl in Sx; inversion Sx; subst u; simpl in Su.
    + exfalso; destruct Su as (_ & k0 & Pk & Gk & _); assert (k0 = King) as -> by congruence; simpl in Pk; intuition discriminate.
    + destruct o; [exfalso; destruct Su; congruence|]; destruct Su as (Gk & _ & W); assert (Px : piece_of x = King) by congruence; assert (x = I5) as -> by (destruct x; try discriminate Px; reflexivity).
      rewrite of_both_ok; unfold king_range; exact (come_ok w (side p) King (table (barred w (side p) King)) (severed_from w) (only (I5, home_rank (side p))) (I5, home_rank (side p)) f
        (look_table _ _) (severed_from_ok w) (look_only _) W).
  - rewrite of_both_ok; apply andb_true_iff; split; [apply andb_true_iff; split|].
    + apply negb_true_iff; apply (no_barrier w (brd (play p (Mv f t pr)))); [exact H'|rewrite (Em f) by (now left); discriminate|]; rewrite Brd, get_set, sq_eqb_refl; apply not_opp.
    + apply negb_true_iff; destruct (ix_beq (snd t) (last_rank (side p)) && (8 <=? pawns_on (last w) (side p))) eqn:X; [exfalso|reflexivity]; apply andb_true_iff in X as [La X]; apply internal_ix_dec_bl in La; apply Nat.leb_le in X.
      pose proof (promotes_one p f t pr Hr Hm Gf La) as Y; specialize (Pn (side p)); destruct (reach_good p Hr) as (_ & _ & _ & _ & _ & _ & Z); specialize (Z (side p)); unfold promo_sum in Z; unfold pawns_on in *; lia.
    + destruct (r_own _ _ _ K (side p) f Pawn Gf) as (o & x & Sx); pose proof (r_suited _ _ _ K (side p) o x) as Su; destruct (g (side p) o x) as [u i [z|]|i] eqn:Gx; simpl in Sx; inversion Sx; subst u; simpl in Su.
      * exfalso; destruct Su as (_ & k0 & Pk & Gk & _); assert (k0 = Pawn) as -> by congruence; now apply promos_no_pawn in Pk.
      * destruct o; [|exfalso; destruct Su as [Gk _]; pose proof (piece_no_pawn x); congruence]; destruct Su as [_ Re]; apply existsb_exists; exists (pawn_rows w (side p) x); split; [apply in_map, in_all8|].
        apply Nat.leb_le; pose proof (pawn_cost_ok _ _ _ _ _ Re); specialize (T (side p)); specialize (Tk (side p)); assert (i <= pawn_tally g (side p)).
        { assert (tally (g (side p) true x) = i) by (rewrite Gx; reflexivity); unfold pawn_tally, sumn; clear - H1; destruct x; lia. }
        unfold one_more, pawn_takes in Tk; rewrite Gf in Tk; replace (colour_beq (side p) (side p) && (is_man (side p) Pawn (M (side p) Pawn) && negb (ix_beq (fst f) (fst t)))) with (negb (ix_beq (fst f) (fst t))) in Tk by (destruct (side p); reflexivity).
        destruct (ix_beq (fst f) (fst t)); simpl in Tk; lia.
Qed.

(* --- the men that never moved --- *)
Definition pass al (rs : rights) (kb : board) : board :=
  fold_left (fun kb s => match get kb s with E => kb | M c k => if keeps rs s || stuck al kb c k s then kb else set kb s E end) squares kb.
Fixpoint settle al (n : nat) (rs : rights) (kb : board) : board :=
  match n with O => kb | S n => let kb' := pass al rs kb in if board_eqb kb' kb then kb else settle al n rs kb' end.
(* those of the men that never moved, by what no move can have done: checked, however they were found *)
Definition settled al (a : pos) : board := settle al 40 (rts a) (brd a).
Definition stays al (kb : board) (a : pos) : bool :=
  all_stuck al (rts a) kb && forallb (fun s => match get kb s with E => true | x => cell_beq x (get (brd a) s) end) squares.
Lemma stays_knows al kb a : stays al kb a = true -> knows kb (brd a).
Proof.
  intros H; apply andb_true_iff in H as [_ Sub]; rewrite forallb_forall in Sub.
  intros s Hs; specialize (Sub s (squares_all s)); destruct (get kb s) as [|c k] eqn:G; [congruence|]; apply cell_beq_eq in Sub; congruence.
Qed.
Definition strange (kb : board) : bool := existsb (fun s => match get kb s with E => false | x => negb (cell_beq x (get start_board s)) end) squares.
Lemma not_strange kb : knows kb (brd start) -> strange kb = false.
Proof.
  intros K; destruct (strange kb) eqn:H; [exfalso|reflexivity]; apply existsb_exists in H as (s & _ & H); pose proof (K s) as X; simpl in X; destruct (get kb s) as [|c k]; [discriminate|].
  rewrite X in H by congruence; rewrite (proj2 (cell_beq_eq _ _) eq_refl) in H; discriminate.
Qed.

(* --- the rounds: `origins` or `locked` applies in one, or they end, with what is known then --- *)
Definition any : permit := fun _ _ _ => true.
Inductive ending := Ill_origins | Ill_locked | Ends (w : known) | Unknown.
Definition same_takes (t u : colour -> nat) : bool := forallb (fun c => t c =? u c) [White; Black].
Definition same_sources (w v : known) : bool :=
  forallb (fun c => forallb (fun x => forallb (fun f => eqb (existsb (ix_beq f) (sources w c x)) (existsb (ix_beq f) (sources v c x))) all8) all8) [White; Black].
Fixpoint rounds (n : nat) (a : pos) (w : known) : ending :=
  match n with 0 => Ends w | S n =>
    if origins_bad w || late_bad w then Ill_origins else
    let al := permitted w in
    let kb := settled al a in
    if negb (stays al kb a) then Ends w else if strange kb then Ill_locked else
    let w' := Known kb (last w) (fewer_takes w) (of_both (came_now w)) in
    if board_eqb kb (still w) && same_takes (takes w') (takes w) && same_sources w' w then Ends w' else rounds n a w' end.
(* in the first round few men are fixed, and nothing is held or cut *)
Definition fixed_at_first (a : pos) : board :=
  table (fun s => match get (brd a) s with E => E | M c k => if keeps (rts a) s || kind_beq k Pawn && ix_beq (snd s) (pawn_rank c) then M c k else E end).
Definition at_first (a : pos) : known := Known (fixed_at_first a) (brd a) (all_takes (brd a)) from_anywhere.
Definition ending_of (a : pos) : ending :=
  let w := at_first a in
  if stays any (still w) a then rounds 40 a w else Unknown.
Definition shows (e : ending) (a p : pos) : Prop := match e with Ill_origins | Ill_locked => False | Ends w => exists n, concerns w a p n | Unknown => True end.
Lemma rounds_show k a : forall w p n, concerns w a p n -> last w = brd a -> shows (rounds k a w) a p.
Proof.
  induction k as [|k IH]; intros w p n C La; [exists n; exact C|]; cbn [rounds]; cbv zeta; destruct (origins_bad w || late_bad w) eqn:O; [apply orb_true_iff in O as [O|O]; [exact (no_game _ _ _ _ C O)|exact (late_none _ _ _ _ C O)]|]; set (al := permitted w); set (kb := settled al a).
  destruct (stays al kb a) eqn:S; cbn [negb]; [|exists n; exact C]; pose proof (stays_knows al kb a S) as Kn; rewrite <- La in Kn; apply andb_true_iff in S as [S _].
  assert (C' : concerns (Known kb (last w) (fewer_takes w) (of_both (came_now w))) a p n).
  { apply (concerned_again w); auto; [exact (fewer_takes_ok w a p n C)|intros []; reflexivity|]; intros q m i G Hm H Le Sb K.
    apply (stay al (rts a) kb S q m); auto; [exact (permitted_ok w q m i G Hm H Le)|exact (game_R _ _ _ G)]. }
  rewrite (not_strange kb (game_begins _ _ _ (c_game _ _ _ _ C'))).
  destruct (board_eqb _ _ && _ && _); [exists n; exact C'|].
  exact (IH _ p n C' La).
Qed.
Theorem ending_ok a p : covers a p -> R p -> shows (ending_of a) a p.
Proof.
  intros Cv Hr; unfold ending_of; cbv zeta; set (w := at_first a); destruct (stays any (still w) a) eqn:S; [|exact I].
  apply covers_inv in Cv as (C1 & _ & C3 & _); destruct (R_played p Hr) as (n & P).
  assert (C : concerns w a p n).
  { pose proof (stays_knows _ _ _ S) as Kn; apply andb_true_iff in S as [S _].
    assert (T : forall c, n c <= takes w c) by (intros c; pose proof (played_lost p n P c); unfold w, at_first; cbn [takes]; unfold all_takes; rewrite of_both_ok, C1; lia).
    apply mkconcerns; auto; apply (game_of (rts a)); auto; [|rewrite <- C1; exact Kn].
    intros q m Rq Hm Sb K; apply (stay any (rts a) (still w) S q m); auto; intros f t pr j o _ _ _; reflexivity. }
  exact (rounds_show 40 a w p n C eq_refl).
Qed.
