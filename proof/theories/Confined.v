(* The lemma `confined-columns`: no account of the pawns, of which those that promoted did so on files that were open to
   them, and became men that came from there to where they stand. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Retract Invariants GameInvariants Legality Files Origins Accounts Columns Cases Assign Unmoved Ranges Captures Sources Late Pockets.

(* --- a game keeps book and roll of the same pawns --- *)
Definition twin c (m : man) (x : spot) : Prop :=
  match m, x with
  | On s _, At u _ None => u = s
  | Now s h _, At u _ (Some q) => u = s /\ q = (h, last_rank c)
  | Lost, Off _ | Gone _, Off _ => True
  | _, _ => False end.
Definition twins (g : book) (r : roll) : Prop := forall c f, twin c (g c f) (r c true f).
(* and a log of what its pawns captured: as many captures on files as the book has, and a pawn that was lost at home on its file *)
Record noted (g : book) (lg : colour -> list taking) : Prop := mknoted {
  n_taken : forall c t, captures_off t g c <= length (filter (fun e => negb (t (fst (on_sq e)))) (lg c));
  n_lost : forall c e f, In e (lg c) -> who e = (true, f) -> g (opp c) f = Lost -> fst (on_sq e) = f }.
Record joint w (p : pos) n (g : book) (r : roll) (lg : colour -> list taking) : Prop := mkjoint {
  j_book : kept_book (brd p) g; j_counted : counted (brd p) g None; j_roll : rolls w (brd p) n r; j_twins : twins g r;
  j_log : logged w p r lg; j_past : (forall c, n c <= takes w c) -> past_walls w (brd p) r /\ log_past w r lg; j_length : forall c, n c <= length (lg c); j_noted : noted g lg }.
Lemma twin_lose c s m x : twin c m x -> twin c (lose s m) (take s x).
Proof.
  destruct m as [u [|y l]|u h l| |l], x as [v i [q|]|i]; simpl; try tauto; [intros ->|intros ->|intros [-> ->]]; unfold lose; simpl; destruct (sq_eqb u s); simpl; auto.
Qed.
Lemma twin_go c f t k q d m x : twin c m x -> (forall l, m = On f l -> q = negb (kind_beq k Pawn)) -> (forall h l, m = Now f h l -> q = false) ->
  (q = true -> snd t = last_rank c) -> twin c (go f t k m) (move_on f t q d x).
Proof.
  intros T Po No La; destruct m as [u l|u h l| |l], x as [v i [z|]|i]; simpl in *; try tauto; [subst v|destruct T as [-> ->]]; destruct (sq_eqb u f) eqn:Q; simpl; auto; apply sq_eqb_eq in Q; subst u.
  - specialize (Po l eq_refl); destruct (kind_beq k Pawn); subst q; simpl; auto; split; [reflexivity|]; destruct t as [a b]; simpl in *; now rewrite La.
  - rewrite (No h l eq_refl); auto.
Qed.
Lemma twins_mv b g r f t j k q d e c : kept_book b g -> twins g r -> get (without b e) f = M c j -> Origins.way (without b e) c f t j k -> (q = true <-> j = Pawn /\ k <> Pawn) ->
  twins (entered f t k e g) (after f t q d e r).
Proof.
  intros K T F W Q a x; specialize (T a x); unfold entered, after; set (m := match e with Some s => lose s (g a x) | None => g a x end).
  assert (Fm : fits (without b e) a x m) by (unfold m; destruct e; [apply lose_fits|]; apply K).
  assert (Tm : twin a m (match e with Some s => take s (r a true x) | None => r a true x end)) by (unfold m; destruct e; [now apply twin_lose|exact T]).
  clearbody m; destruct (at_dec f m) as [S|S].
  - assert (a = c) as -> by (destruct (stands_colour _ _ _ _ _ Fm S) as (i & Gi); congruence); apply twin_go; [exact Tm| | |].
    + intros l ->; simpl in Fm; assert (j = Pawn) as Ej by (destruct Fm; congruence); destruct (kind_beq k Pawn) eqn:Y; simpl; [apply kind_beq_eq in Y|].
      * destruct q; [|reflexivity]; destruct (proj1 Q eq_refl); congruence.
      * apply Q; split; [exact Ej|]; intros ->; discriminate.
    + intros h l ->; destruct q; [|reflexivity]; destruct (proj1 Q eq_refl) as [-> _]; destruct Fm as [(i & P & Gi & _) _]; apply promos_no_pawn in P; congruence.
    + intros Y; destruct (proj1 Q Y) as [-> Nk]; inversion W as [i Nj _ A B|i [P|[_ P]] _ A B]; subst; congruence.
  - rewrite go_off by exact S; replace (move_on f t q d _) with (match e with Some s => take s (r a true x) | None => r a true x end); [exact Tm|].
    destruct m as [u l|u h l| |l], (match e with Some s => take s (r a true x) | None => r a true x end) as [v i [z|]|i]; simpl in *; try tauto; [subst v|destruct Tm as [-> _]];
    (destruct (sq_eqb u f) eqn:Y; [apply sq_eqb_eq in Y; congruence|reflexivity]).
Qed.
Lemma gone_from m x c : twin c m x -> stands m = seat x.
Proof. destruct m as [u l|u h l| |l], x as [v i [z|]|i]; simpl; try tauto; [intros ->|intros [-> _]]; reflexivity. Qed.
Lemma noted_mv w g r lg lg' p f t pr j k e : kept_book (brd p) g -> twins g r ->
  get (without (brd p) e) f = M (side p) j -> f <> t -> Origins.way (without (brd p) e) (side p) f t j k -> get (brd p) f = M (side p) j -> (j = Pawn -> e = None \/ In t (pawn_caps (side p) f)) ->
  logged w p r lg -> notes p f t (pawn_takes p (Mv f t pr)) e r lg lg' -> noted g lg -> noted (entered f t k e g) lg'.
Proof.
  intros K T F N W G Pc L No [Nt Nl]; set (gl := fun c x => match e with Some s => lose s (g c x) | None => g c x end).
  assert (Kl : kept_book (without (brd p) e) gl) by (unfold gl; destruct e; [now apply lose_kept|exact K]).
  assert (Pl : forall c x, path (gl c x) = path (g c x)) by (intros c x; unfold gl; destruct e; [apply lose_path|reflexivity]).
  assert (Cl : forall c u, captures_off u gl c = captures_off u g c) by (intros c u; unfold captures_off, sumn; rewrite !Pl; reflexivity).
  (* those that were gone before stay as they were *)
  assert (Was : forall c x, In x (lg c) -> forall y, who x = (true, y) -> entered f t k e g (opp c) y = g (opp c) y).
  { intros c x I y Y; pose proof (l_off _ _ _ _ L c x I) as Of; rewrite Y in Of; simpl in Of; pose proof (gone_from _ _ _ (T (opp c) y)) as Z; rewrite Of in Z; unfold entered.
    assert (X : match e with Some s => lose s (g (opp c) y) | None => g (opp c) y end = g (opp c) y) by (destruct e; [apply lose_off; rewrite Z; discriminate|reflexivity]); rewrite X, go_off; [reflexivity|rewrite Z; discriminate]. }
  unfold notes in No; destruct (pawn_takes p (Mv f t pr)) eqn:Pt.
  - destruct No as (s & o & x & y & -> & Fs & Sx & Sy & Lg).
    split.
    + intros c u; pose proof (go_captures _ gl (side p) f t j k Kl F W c u (Some (side p, fst t)) ltac:(auto)) as A; rewrite Cl in A; rewrite Lg; specialize (Nt c u); unfold in_hand in A.
      change (captures_off u (entered f t k (Some s) g) c <= captures_off u g c + (if colour_beq (side p) c then b2n (negb (u (fst t))) else 0)) in A.
      replace (colour_beq c (side p)) with (colour_beq (side p) c) by (destruct c, (side p); reflexivity); destruct (colour_beq (side p) c); [|lia]; simpl filter; cbn [on_sq]; destruct (negb (u (fst t))); simpl in *; lia.
    + intros c e y' I Y Lo; rewrite Lg in I; assert (Old : In e (lg c) -> fst (on_sq e) = y') by (intros J; rewrite (Was c e J y' Y) in Lo; exact (Nl c e y' J Y Lo)).
      destruct (colour_beq c (side p)) eqn:Ec; [|auto]; apply colour_beq_eq in Ec; subst c; destruct I as [<-|I]; [|auto]; simpl in Y |- *; inversion Y; subst o x; clear Y Old.
      pose proof (gone_from _ _ _ (T (opp (side p)) y')) as Z; rewrite Sx in Z; unfold entered in Lo; rewrite <- Fs.
      destruct (lose_cases s (g (opp (side p)) y')) as [[Ns _]|[_ [(z & Eg & [[-> X]|[_ X]])|(h & z & Eg & X)]]]; [exfalso; exact (Ns Z)| |rewrite X in Lo; discriminate|rewrite X in Lo; discriminate].
      pose proof (k_fits _ _ K (opp (side p)) y') as Ft; rewrite Eg in Ft; destruct Ft as (_ & Wk & _); inversion Wk; reflexivity.
  - subst lg'; split.
    + intros c u; assert (Side : fst f <> fst t -> j = Pawn -> @None (colour * ix) = Some (side p, fst t)).
      { intros Nf ->; exfalso; unfold pawn_takes in Pt; rewrite G in Pt; replace (is_man (side p) Pawn (M (side p) Pawn)) with true in Pt by (destruct (side p); reflexivity).
        destruct (ix_beq (fst f) (fst t)) eqn:Y; [apply internal_ix_dec_bl in Y; contradiction|discriminate]. }
      pose proof (go_captures _ gl (side p) f t j k Kl F W c u None Side) as A; rewrite Cl in A; simpl in A; specialize (Nt c u).
      change (captures_off u (entered f t k e g) c <= captures_off u g c + 0) in A; lia.
    + intros c x y I Y Lo; rewrite (Was c x I y Y) in Lo; exact (Nl c x y I Y Lo).
Qed.
Lemma noted_castle p h g lg : castle_ok p h = true -> kept_book (brd p) g -> noted g lg -> noted (castled_book (side p) h g) lg.
Proof.
  intros Ps K [Nt Nl]; unfold castle_ok in Ps; rewrite !andb_true_iff in Ps; destruct Ps as ((((_ & P2) & P3) & _) & _); apply is_man_get in P2, P3.
  assert (Same : forall c x, path (castled_book (side p) h g c x) = path (g c x) /\ (castled_book (side p) h g c x = Lost -> g c x = Lost)).
  { intros c x; pose proof (k_fits _ _ K c x) as F; unfold castled_book, entered; destruct (g c x) as [u l|u y l| |l]; simpl in F |- *; try (split; [reflexivity|congruence]).
    - destruct F as (Gp & _); destruct (sq_eqb u (I5, home_rank (side p))) eqn:Y; [apply sq_eqb_eq in Y; subst u; congruence|]; simpl.
      destruct (sq_eqb u (castle_rook_from (side p) h)) eqn:Y'; [apply sq_eqb_eq in Y'; subst u; congruence|split; [reflexivity|discriminate]].
    - destruct (sq_eqb u _); simpl; destruct (sq_eqb _ (castle_rook_from (side p) h)); split; try reflexivity; discriminate. }
  split.
  - intros c u; specialize (Nt c u); unfold captures_off, sumn in *; rewrite !(fun x => proj1 (Same c x)); exact Nt.
  - intros c e f I W Lo; apply (Nl c e f I W); exact (proj2 (Same _ _) Lo).
Qed.
Lemma joint_move w p m n g r r' lg : told w p n r -> In m (moves p) -> rolls w (brd (play p m)) (one_more p m n) r' -> follows p m r r' ->
  holds w (brd (play p m)) -> joint w p n g r lg -> exists g' lg', joint w (play p m) (one_more p m n) g' r' lg'.
Proof.
  intros To Hm Ro' F H' [K C Ro T L Lp Len Nt]; assert (Bd : (forall c, one_more p m n c <= takes w c) -> forall c, n c <= takes w c) by (intros Tk c; pose proof (more_takes p m n c); specialize (Tk c); lia); pose proof (game_R _ _ _ (told_game _ _ _ _ To)) as Hr; pose proof (game_holds _ _ _ (told_game _ _ _ _ To)) as H; destruct m as [f t pr|h].
  - destruct F as (j & e & k & q & d & -> & Gn & Ed); pose proof Gn as (Brd & F & Te & N & W & Ee & Dd & Pc & Q).
    assert (G : get (brd p) f = M (side p) j) by (destruct e as [s|]; cbn [without] in F; [rewrite get_set in F; destruct (sq_eqb s f); [discriminate|]|]; exact F).
    destruct (log_mv w p f t pr n r lg _ j e k q d Hr Hm H H' (proj1 Ro) (proj1 Ro') eq_refl Gn G L Len Ed) as (lg' & L' & Len' & No); exists (entered f t k e g), lg'.
    assert (X : kept_book (brd (play p (Mv f t pr))) (entered f t k e g) /\ counted (brd (play p (Mv f t pr))) (entered f t k e g) None).
    { rewrite Brd; destruct e as [s|]; cbn [without] in *.
      - destruct Ee as [Ee|(s' & i & Es & V & Ts)]; [discriminate|]; inversion Es; subst s'.
        apply (taking_book (brd p) g (side p) s f t j k i); auto.
        + intros ->; rewrite get_set, sq_eqb_refl in F; discriminate.
        + destruct Ts as [->|(_ & _ & St)]; [reflexivity|now apply same_file in St].
        + destruct Ts as [->|[Te' _]]; auto.
      - apply (quiet_book (brd p) g (side p) f t j k); auto; intros ->; destruct Dd as [->|(_ & _ & Dd)]; [|congruence]; unfold pawn_takes in Ed; rewrite F in Ed.
        replace (is_man (side p) Pawn (M (side p) Pawn)) with true in Ed by (destruct (side p); reflexivity); destruct (ix_beq (fst f) (fst t)) eqn:Y; [now apply internal_ix_dec_bl|discriminate]. }
    destruct X; split; auto; [now apply (twins_mv (brd p) g r f t j k q d e (side p))|intros Tk; destruct (Lp (Bd Tk)) as [Pa Lg]; split; [exact (past_mv w p f t pr n r _ Hr Hm H H' Tk Ro (ex_intro _ j (ex_intro _ e (ex_intro _ k (ex_intro _ q (ex_intro _ d (conj eq_refl (conj Gn Ed))))))) Pa)|exact (log_past_mv w p f t _ _ j e k q d r lg lg' (proj1 Ro) Pa L Gn No Lg)]|exact (noted_mv w g r lg lg' p f t pr j k e K T F N W G Pc L No Nt)].
  - simpl in F; subst r'; pose proof (moves_pseudo _ _ Hm) as Ps; destruct (castle_book p h g Ps K C) as [K' C']; destruct (log_castle w p h n r lg Hr Hm (proj1 Ro) (proj1 Ro') L Len) as [L' Len']; exists (castled_book (side p) h g), lg; split; auto.
    2: { intros Tk; destruct (Lp (Bd Tk)) as [Pa Lg]; split; [exact (past_castle w p h n r Hr Hm Ro (told_kept w p n r To) Pa)|exact (log_past_castle w p h r lg L Lg)]. }
    2: { now apply noted_castle. }
    simpl pseudo_b in Ps; unfold castle_ok in Ps; rewrite !andb_true_iff in Ps; destruct Ps as ((((_ & P2) & P3) & _) & _); apply is_man_get in P2, P3.
    intros a x; specialize (T a x); unfold castled_book, castled_roll, entered, after; pose proof (k_fits _ _ K a x) as Fm; set (m := g a x) in *; clearbody m.
    apply twin_go; [apply twin_go; [exact T| | |discriminate]| | |discriminate].
    + intros l ->; destruct Fm; congruence.
    + reflexivity.
    + intros l Y; exfalso; destruct m as [u z|u y z| |z]; simpl in Y; try discriminate; [|destruct (sq_eqb u _); discriminate].
      destruct (sq_eqb u _); simpl in Y; [discriminate|]; inversion Y; subst; destruct Fm; congruence.
    + reflexivity.
Qed.
Theorem joint_of w p n r : told w p n r -> exists g lg, joint w p n g r lg.
Proof.
  induction 1 as [K|p m n r r' T (g & lg & J) Hm H Ro F]; [|now apply (joint_move w p m n g r r' lg)].
  exists first_book, (fun _ => []); destruct start_book; split; auto; [apply start_roll|intros c f; reflexivity| | |].
  - apply log_start.
  - intros _; split; [intros c f s i q Y; discriminate|intros c e []].
  - split; [intros c t; simpl; unfold captures_off, first_book, sumn, away; simpl; lia|intros c e f []].
Qed.

(* --- promoted men that there must be, and the files on which each can have promoted --- *)
Definition kinds : list (kind * option bool) := [(Knight, None); (Bishop, Some false); (Bishop, Some true); (Rook, None); (Queen, None)].
Definition of_kind b c (x : kind * option bool) s : bool := is_man c (fst x) (get b s) && match snd x with Some l => eqb (light s) l | None => true end.
(* files on whose last squares a pawn comes with the captures of its side *)
Definition open_files (w : known) c : v8 bool :=
  let ls := map (pawn_rows w c) all8 in tab8 (fun h => existsb (fun l => pawn_cost c l (h, last_rank c) <=? takes w c) ls).
(* Each man with the squares from which it can have come: to which of the homes of its kind they belong, and to which open
   files. *)
Definition from_home c k (t : set64) f : bool := kind_beq (piece_of f) k && look t (f, home_rank c).
Definition certain c k (x : sq * set64) : bool := negb (existsb (from_home c k (snd x)) all8).
Definition files_from (op : v8 bool) c (x : sq * set64) : v8 bool := tab8 (fun h => get8 op h && look (snd x) (h, last_rank c)).
Definition needs_of (op : v8 bool) c k (l : list (sq * set64)) : list (v8 bool) :=
  let others := filter (fun x => negb (certain c k x)) l in
  let homes := filter (fun f => existsb (fun x => from_home c k (snd x) f) l) all8 in
  let some := tab8 (fun h => existsb (fun x => get8 (files_from op c x) h) others) in
  map (files_from op c) (filter (certain c k) l) ++ repeat some (length others - length homes).
Definition men_of bar sev (b : board) c x : list (sq * set64) := map (fun s => (s, came_to bar sev (fst x) s)) (filter (of_kind b c x) squares).
Definition confined_needs (w : known) c : list (v8 bool) :=
  let op := open_files w c in
  let bar := table (barred w c Queen) in
  let sev := severed_from w in
  flat_map (fun x => needs_of op c (fst x) (men_of bar sev (last w) c x)) kinds.

Lemma choice_list {A B K} (key : A -> K) (P : A -> B -> Prop) l : NoDup (map key l) -> (forall a, In a l -> exists b, P a b) ->
  (forall a a' b, P a b -> P a' b -> key a = key a') -> exists bs, NoDup bs /\ Forall2 P l bs.
Proof.
  intros N H U; induction l as [|a l IH]; [exists []; split; constructor|]; inversion N as [|? ? N1 N2]; subst.
  destruct (H a (or_introl eq_refl)) as (y & Py), IH as (bs & Nb & F); [exact N2|intros z I; apply H; now right|]; exists (y :: bs); split; constructor; auto.
  intros I; apply N1; clear - F I U Py; induction F as [|z x l bs Pz _ IH]; [destruct I|]; destruct I as [->|I]; [left; exact (U _ _ _ Pz Py)|right; auto].
Qed.
Section Needs.
  Variables (w : known) (b : board) (c : colour) (g : book) (r : roll).
  Hypotheses (K : kept_book b g) (Ro : kept_roll w b r) (T : twins g r) (Tk : pawn_tally r c <= takes w c).
  Lemma now_from s f k : seat (r c true f) = Some s -> get b s = M c k -> k <> Pawn ->
    exists h p, g c f = Now s h p /\ get8 (open_files w c) h = true /\ walks w c k (h, last_rank c) s.
  Proof.
    intros S G N; specialize (T c f); pose proof (r_suited _ _ _ Ro c true f) as Su; assert (Le : tally (r c true f) <= pawn_tally r c) by (unfold pawn_tally, sumn; clear; destruct f; lia).
    destruct (r c true f) as [u i [q|]|i]; simpl in S; inversion S; subst u; [|destruct Su; congruence].
    destruct Su as (_ & k' & _ & G' & Re & _ & W); assert (k' = k) as -> by congruence; destruct (g c f) as [u l|u h l| |l]; simpl in T; try tauto; destruct T as [<- ->].
    exists h, l; split; [reflexivity|split; [|exact W]]; unfold open_files; cbv zeta; rewrite tab8_get; apply existsb_exists; exists (pawn_rows w c f); split; [apply in_map, in_all8|].
    apply Nat.leb_le; pose proof (pawn_cost_ok _ _ _ _ _ Re); simpl in Le; lia.
  Qed.
  Lemma of_kind_get x s : of_kind b c x s = true -> get b s = M c (fst x).
  Proof. intros H; apply andb_true_iff in H as [H _]; now apply is_man_get. Qed.
  Let bar := table (barred w c Queen).
  Let sev := severed_from w.
  Lemma walked k q s : k <> Pawn -> k <> King -> walks w c k q s -> look (came_to bar sev k s) q = true.
  Proof.
    intros Np Nk W; apply (Assign.came_ok w c k bar sev q s); [|apply severed_from_ok|exact W].
    intros u; unfold bar; rewrite look_table, !barred_plain by congruence; reflexivity.
  Qed.
  Lemma kinds_plain x : In x kinds -> fst x <> Pawn /\ fst x <> King.
  Proof. simpl; intuition; subst; discriminate. Qed.
  Definition was_pawn (x : sq * set64) : bool := existsb (fun f => oeqb (seat (r c true f)) (fst x)) all8.
  Section Kind.
    Variable x : kind * option bool.
    Hypothesis Kx : In x kinds.
    Let k := fst x.
    Let l := men_of bar sev b c x.
    Lemma in_men y : In y l -> get b (fst y) = M c k /\ of_kind b c x (fst y) = true /\ snd y = came_to bar sev k (fst y).
    Proof. unfold l, men_of; rewrite in_map_iff; intros (s & <- & I); apply filter_In in I as [_ I]; split; [now apply of_kind_get|auto]. Qed.
    Lemma men_once : NoDup (map fst l).
    Proof. unfold l, men_of; rewrite map_map; simpl; rewrite map_id; apply NoDup_filter, squares_nodup. Qed.
    Lemma had_promoted y : In y l -> was_pawn y = true -> exists f h p, g c f = Now (fst y) h p /\ get8 (files_from (open_files w c) c y) h = true.
    Proof.
      intros I H; destruct (in_men y I) as (G & _ & E1); destruct (kinds_plain x Kx) as [Np Nk]; apply existsb_exists in H as (f & _ & H).
      destruct (seat (r c true f)) as [u|] eqn:S; [|discriminate]; simpl in H; apply sq_eqb_eq in H; subst u; destruct (now_from (fst y) f k S G Np) as (h & p & A & B & W).
      exists f, h, p; split; [exact A|]; unfold files_from; rewrite tab8_get, B, E1; now apply walked.
    Qed.
    Lemma had_home y : In y l -> was_pawn y = false -> exists f, seat (r c false f) = Some (fst y) /\ from_home c k (snd y) f = true.
    Proof.
      intros I H; destruct (in_men y I) as (G & _ & E1); destruct (kinds_plain x Kx) as [Np Nk]; destruct (r_own _ _ _ Ro c _ _ G) as (o & f & S).
      destruct o; [exfalso; assert (X : was_pawn y = true); [|congruence]; apply existsb_exists; exists f; split; [apply in_all8|]; rewrite S; apply sq_eqb_refl|].
      exists f; split; [exact S|]; pose proof (r_suited _ _ _ Ro c false f) as Su; destruct (r c false f) as [u i [q|]|i]; simpl in S; inversion S; subst u; [destruct Su; discriminate|].
      destruct Su as (G' & _ & W); assert (Ek : piece_of f = k) by congruence; unfold from_home; rewrite Ek in *; rewrite (proj2 (kind_beq_eq _ _) eq_refl), E1; now apply walked.
    Qed.
    Lemma certain_pawn y : In y l -> certain c k y = true -> was_pawn y = true.
    Proof.
      intros I H; destruct (was_pawn y) eqn:P; [reflexivity|exfalso]; destruct (had_home y I P) as (f & _ & F); apply negb_true_iff in H.
      assert (X : existsb (from_home c k (snd y)) all8 = true) by (apply existsb_exists; exists f; split; [apply in_all8|exact F]); congruence.
    Qed.
    (* those with other homes, and no more of them than there are homes *)
    Lemma few_homes : length (filter (fun y => negb (certain c k y) && negb (was_pawn y)) l) <= length (filter (fun f => existsb (fun y => from_home c k (snd y) f) l) all8).
    Proof.
      destruct (choice_list fst (fun y f => seat (r c false f) = Some (fst y) /\ exists z, In z l /\ from_home c k (snd z) f = true)
        (filter (fun y => negb (certain c k y) && negb (was_pawn y)) l)) as (fs & N & F).
      - apply once_filter, men_once.
      - intros y I; apply filter_In in I as [I H]; apply andb_true_iff in H as [_ H]; apply negb_true_iff in H; destruct (had_home y I H) as (f & A & B); exists f; split; [exact A|eauto].
      - intros y z f [A _] [B _]; congruence.
      - replace (length (filter (fun y => negb (certain c k y) && negb (was_pawn y)) l)) with (length fs) by (clear N; induction F; simpl; congruence).
        apply NoDup_incl_length; [exact N|]; clear N; induction F as [|y f ys fs [_ (z & I & H)] _ IH]; [intros f []|]; intros f' [<-|J]; [|now apply IH].
        apply filter_In; split; [apply in_all8|]; apply existsb_exists; eauto.
    Qed.
    Lemma kind_serviced : serviced g c (of_kind b c x) (needs_of (open_files w c) c k l).
    Proof.
      set (others := filter (fun y => negb (certain c k y)) l); set (some := tab8 (fun h => existsb (fun y => get8 (files_from (open_files w c) c y) h) others)).
      set (m := length others - length (filter (fun f => existsb (fun y => from_home c k (snd y) f) l) all8)).
      set (them := firstn m (filter was_pawn others)).
      assert (Lm : length them = m).
      { apply firstn_length_le; pose proof few_homes as H; assert (X : length (filter was_pawn others) + length (filter (fun y => negb (certain c k y) && negb (was_pawn y)) l) = length others).
        { unfold others; generalize l; intros l0; induction l0 as [|y l0 IH]; simpl; [reflexivity|]; destruct (certain c k y); simpl; [exact IH|]; destruct (was_pawn y); simpl; lia. }
        unfold m; lia. }
      set (ms := map (fun y => (fst y, files_from (open_files w c) c y)) (filter (certain c k) l) ++ map (fun y => (fst y, some)) them).
      assert (Sub : forall y, In y them -> In y l /\ certain c k y = false /\ was_pawn y = true).
      { intros y I; assert (J : In y (filter was_pawn others)) by (rewrite <- (firstn_skipn m); apply in_or_app; now left); apply filter_In in J as [J J2]; apply filter_In in J as [J J1].
        apply negb_true_iff in J1; auto. }
      assert (Nm : NoDup (map fst ms)).
      { unfold ms; rewrite map_app, !map_map; simpl; apply nodup_app; [apply once_filter, men_once| |].
        - apply (nodup_front _ (map fst (skipn m (filter was_pawn others)))); unfold them; rewrite <- map_app, firstn_skipn; apply once_filter, once_filter, men_once.
        - intros s I J; apply in_map_iff in I as (y & Y & I), J as (z & Z & J); apply filter_In in I as [I I2]; destruct (Sub z J) as (J1 & J2 & _).
          assert (y = z); [|congruence]; destruct (in_men y I) as (_ & _ & Y2), (in_men z J1) as (_ & _ & Z2); destruct y, z; simpl in *; congruence. }
      destruct (choice_list fst (fun (y : sq * v8 bool) f => exists h p, g c f = Now (fst y) h p /\ of_kind b c x (fst y) = true /\ get8 (snd y) h = true) ms Nm) as (fs & N & F).
      - intros [s v] I; simpl; apply in_app_or in I as [I|I]; apply in_map_iff in I as (y & Y & I); inversion Y; subst s v; clear Y.
        + apply filter_In in I as [I H]; destruct (in_men y I) as (_ & O & _); destruct (had_promoted y I (certain_pawn y I H)) as (f & h & p & A & B); eauto 10.
        + destruct (Sub y I) as (J & H1 & H2); destruct (in_men y J) as (_ & O & _); destruct (had_promoted y J H2) as (f & h & p & A & B); exists f, h, p; split; [exact A|split; [exact O|]].
          unfold some; rewrite tab8_get; apply existsb_exists; exists y; split; [apply filter_In; rewrite H1; auto|exact B].
      - intros y z f (h & p & A & _) (h' & p' & A' & _); congruence.
      - exists fs; split; [exact N|]; replace (needs_of (open_files w c) c k l) with (map snd ms).
        + clear N Nm; induction F as [|y f ys fs (h & p & A & O & B) _ IH]; simpl; constructor; [exists (fst y), h, p; auto|exact IH].
        + unfold needs_of; cbv zeta; fold others; fold some; fold m; rewrite <- Lm; unfold ms; rewrite map_app, !map_map; simpl; f_equal; clear; induction them; simpl; congruence.
    Qed.
  End Kind.
  Lemma needs_serviced : serviced g c (fun s => existsb (fun x => of_kind b c x s) kinds) (flat_map (fun x => needs_of (open_files w c) c (fst x) (men_of bar sev b c x)) kinds).
  Proof.
    apply all_serviced; [intros x I; now apply kind_serviced|].
    unfold kinds; repeat constructor; intros s; unfold of_kind; simpl; destruct (get b s) as [|d k]; try (destruct c; discriminate);
    destruct c, d, k; simpl; try discriminate; destruct (light s); simpl; discriminate.
  Qed.
End Needs.

(* --- captures: the pawns that were lost at home are counted by themselves, and so only pieces of pockets were taken by others --- *)
Definition captures_known (w : known) c : nat := match gone_at_most w c (fun s => negb (fst s)) with Some n => n | None => fewest (last w) c end.
Lemma captures_ok w p n g r lg : joint w p n g r lg -> brd p = last w -> (forall c, n c <= takes w c) -> forall c t, lost_in t g (opp c) + captures_off t g c <= captures_known w c.
Proof.
  intros [K Co [Kr Tl] T L Lp _ [Nt Nl]] La Tk c t; rewrite La in *; unfold captures_known; destruct (gone_at_most w c _) as [m|] eqn:Gm; [|exact (few_enough _ _ Co c t)].
  assert (Td : forall i, pawn_tally r i <= takes w i) by (intros i; specialize (Tl i); specialize (Tk i); lia).
  set (lost := filter (fun f => t f && is_lost (g (opp c) f)) all8); set (taken := filter (fun e => negb (t (fst (on_sq e)))) (lg c)).
  assert (A : lost_in t g (opp c) = length lost) by (unfold lost_in, lost; now rewrite sum_numl, numl_filter).
  specialize (Nt c t); fold taken in Nt; enough (X : length (map (fun f => (true, f)) lost ++ map who taken) <= m) by (rewrite app_length, !map_length in X; lia).
  destruct (Lp Tk) as [Pa Lg]; apply (gone_ok w c _ m r _ Kr Pa Td Gm).
  - apply nodup_app.
    + apply (NoDup_map_inv snd); rewrite map_map; change (fun x : ix => snd (true, x)) with (fun x : ix => x); rewrite map_id; apply NoDup_filter, all8_nodup.
    + apply once_filter, (l_once _ _ _ _ L).
    + intros x I J; apply in_map_iff in I as (f & <- & I), J as (e & Y & J); apply filter_In in I as [_ I], J as [J J2]; apply andb_true_iff in I as [I1 I2].
      assert (g (opp c) f = Lost) by (destruct (g (opp c) f); try discriminate; reflexivity); rewrite (Nl c e f J Y H) in J2; rewrite I1 in J2; discriminate.
  - intros x I; apply in_app_or in I as [I|I]; apply in_map_iff in I as (y & <- & I); apply filter_In in I as [I I2].
    + split; [|discriminate]; apply andb_true_iff in I2 as [_ I2]; specialize (T (opp c) y); simpl fst; simpl snd; destruct (g (opp c) y), (r (opp c) true y) as [? ? [?|]|?]; simpl in *; tauto || discriminate || reflexivity.
    + split; [exact (l_off _ _ _ _ L c y I)|intros _; exact (no_pocket w p r lg c y Kr Td L Lg I)].
Qed.

(* --- sorts of needs: those with the same files, but all; by number, where the a-file counts 1, the b-file 2, … --- *)
Definition number (v : v8 bool) : nat := fold_right (fun f n => b2n (get8 v f) + 2 * n) 0 all8.
Fixpoint insert v (l : list (v8 bool)) : list (v8 bool) :=
  match l with [] => [v] | x :: l' => if number v <? number x then v :: l else if number v =? number x then l else x :: insert v l' end.
Definition sorts_of (needs : list (v8 bool)) : list (v8 bool) := fold_right insert [] (filter (fun v => negb (same_files v every_file)) needs).
Definition confined_shown (w : known) (t : cases) : bool :=
  let needs := of_both (confined_needs w) in
  let sorts := of_both (fun c => sorts_of (needs c)) in
  no_account_shown (last w) (of_both (captures_known w)) sorts needs t.
Theorem confined_ok w a p n t : concerns w a p n -> confined_shown w t = true -> False.
Proof.
  intros C H; destruct (told_of w p n (c_game _ _ _ _ C)) as (r & To), (joint_of w p n r To) as (g & lg & J); pose proof (c_last _ _ _ _ C) as La; pose proof (captures_ok w p n g r lg J La (c_takes _ _ _ _ C)) as Ca.
  destruct J as [K _ [Kr Tl] T _ _ _ _]; rewrite La in *; revert H; unfold confined_shown; cbv zeta.
  apply (no_account_ok (last w) _ _ _ g t K); [intros c u; rewrite of_both_ok; exact (Ca c u)|]; intros c; eexists; rewrite of_both_ok.
  apply (needs_serviced w (last w) c g r Kr T); pose proof (c_takes _ _ _ _ C c); specialize (Tl c); lia.
Qed.
