(* Late walls: an enemy pawn that only went one step stood there when a pawn that promoted was on its home square, and ever
   after; men of that promotion never stepped there. *)
From Coq Require Import List Bool Arith NArith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Retract Invariants GameInvariants Legality Files Origins Assign Unmoved Ranges Captures Sources.

(* --- the squares from which pawns of a side step onto one of their last rank, and the walls --- *)
Definition last_steps (w : known) c (ls : list (list (v8 nat))) (x : ix) : list sq :=
  filter (fun h => existsb (fun l => pawn_cost c l h + (if ix_beq (fst h) x then 0 else 1) <=? takes w c) ls)
    (map (fun y => (y, pawn_rank (opp c))) (around x)).
Definition late (w : known) c ls (x : ix) (s : sq) : bool :=
  match last_steps w c ls x with [] => false | hs => forallb (fun h => cut w (opp c) h s) hs end.
Lemma past_trans w c k L a s t : walks_past w c k L a s -> walks_past w c k L s t -> walks_past w c k L a t.
Proof. intros H; induction 1 as [|? s t W IH I B S V]; [exact H|]; apply past_on with s; auto. Qed.
Lemma glides_past w b c k s t (L : sq -> bool) : glides w b c k s t -> (forall u, L u = true -> get b u <> E) -> L t = false -> walks_past w c k L s t.
Proof.
  intros [_ I B S|d D G] H T; [apply past_on with s; auto using past_here|].
  induction G as [n s t St B S|n s u t St B S Em _ IH]; [apply past_on with s; eauto using past_here, lines_step|].
  apply past_trans with u; [|now apply IH]; apply past_on with s; eauto using past_here, lines_step; destruct (L u) eqn:Lu; [exfalso; exact (H u Lu Em)|reflexivity].
Qed.

(* --- promoted men of a game walk past them --- *)
Section Kept.
  Variable w : known.
  Let ls c := map (pawn_rows w c) all8.
  Definition past_walls (b : board) (g : roll) : Prop := forall c f s i q, g c true f = At s i (Some q) ->
    exists h k, In h (last_steps w c (ls c) (fst q)) /\ get b h <> M (opp c) Pawn /\ In k promos /\ get b s = M c k /\ walks_past w c k (late w c (ls c) (fst q)) q s.
  Lemma wall_stands b c h x s : holds w b -> In h (last_steps w c (ls c) x) -> get b h <> M (opp c) Pawn -> late w c (ls c) x s = true -> get b s = M (opp c) Pawn.
  Proof.
    intros (_ & _ & Cu) I N L; unfold late in L; destruct (last_steps w c (ls c) x) as [|h0 hs] eqn:Hs; [destruct I|]; rewrite <- Hs in *; rewrite forallb_forall in L; specialize (L h I).
    destruct (Cu _ _ _ L) as [A|A]; [exact A|contradiction].
  Qed.
  Lemma still_away p m c x h : R p -> In m (moves p) -> In h (last_steps w c (ls c) x) -> get (brd p) h <> M (opp c) Pawn -> get (brd (play p m)) h <> M (opp c) Pawn.
  Proof.
    intros Hr Hm I N A; apply N; apply (second_rank_before p m h Hr Hm (opp c)); [|exact A]; apply filter_In in I as [I _]; apply in_map_iff in I as (y & <- & _); reflexivity.
  Qed.
  Lemma past_mv p f t pr n g g' : R p -> In (Mv f t pr) (moves p) -> holds w (brd p) -> holds w (brd (play p (Mv f t pr))) -> (forall c, one_more p (Mv f t pr) n c <= takes w c) ->
    rolls w (brd p) n g -> follows p (Mv f t pr) g g' -> past_walls (brd p) g -> past_walls (brd (play p (Mv f t pr))) g'.
  Proof.
    intros Hr Hm H H' Tk Ro (j & e & k & q0 & d & Eg & Gn & Ed) P c x s i q Gx; pose proof Ro as [K Tn]; destruct Gn as (Brd & F & T & N & W & _ & _ & _ & Q).
    destruct (mv_roll w p f t pr (reach_good p Hr) Hr Hm H H' n g Ro) as (_ & j' & _ & _ & _ & G & Gl & _).
    assert (j' = j) by (destruct e as [u|]; cbn [without] in F; [rewrite get_set in F; destruct (sq_eqb u f); [discriminate|]|]; congruence); subst j'.
    assert (Tt : get (brd (play p (Mv f t pr))) t = M (side p) k) by (rewrite Brd, get_set, sq_eqb_refl; reflexivity).
    rewrite Eg in Gx; unfold after in Gx; destruct (after_slot f t q0 d e (g c true x)) as [X|[X|(i0 & z & X & X')]]; cbv zeta in *.
    - (* it stays *)
      rewrite X in Gx; destruct (P c x s i q Gx) as (h & k0 & I & A & Pk & Gs & Wk); exists h, k0; split; [exact I|split; [now apply (still_away p _ c (fst q))|split; [exact Pk|split; [|exact Wk]]]].
      assert (Ne : e <> Some s) by (intros ->; rewrite Gx in X; simpl in X; rewrite sq_eqb_refl in X; discriminate).
      assert (Nf : s <> f).
      { intros ->; rewrite Gx in X; destruct e as [u|]; simpl in X; [destruct (sq_eqb f u) eqn:Y; [discriminate|]; simpl in X|]; rewrite sq_eqb_refl in X; inversion X; congruence. }
      assert (Gw : get (without (brd p) e) s = M c k0) by (destruct e as [u|]; [cbn [without]; rewrite get_set; destruct (sq_eqb u s) eqn:Y; [apply sq_eqb_eq in Y; congruence|exact Gs]|exact Gs]).
      rewrite Brd, get_set; destruct (sq_eqb t s) eqn:Y; [apply sq_eqb_eq in Y; congruence|]; rewrite get_set, (sq_neq f s) by congruence; exact Gw.
    - rewrite Gx in X; discriminate.
    - rewrite X' in Gx; inversion Gx as [[E1 E2 E3]]; subst s; pose proof (r_suited _ _ _ K c true x) as Su; rewrite X in Su.
      assert (Ec : c = side p) by (destruct (seat_colour w (brd p) c true x _ f (r_suited _ _ _ K c true x) ltac:(rewrite X; reflexivity)) as (i1 & Gi); congruence).
      destruct q0.
      + (* it promotes *)
        inversion E3; subst q; destruct (proj1 Q eq_refl) as [Ej Nk]; rewrite Ej in *; assert (Zn : z = None) by (destruct z; [exfalso; destruct Su as (_ & k1 & Pk & Gk & _); apply promos_no_pawn in Pk; congruence|reflexivity]); subst z; destruct Su as [_ Re].
        destruct (reach_good p Hr) as (OK & OR & _); destruct (mv_done p f t pr OK OR (moves_pseudo _ _ Hm)) as (j1 & k1 & G1 & _ & Ds & _); assert (j1 = Pawn) by congruence; subst j1; simpl in Ds.
        pose proof (promoted_rank _ _ _ _ _ W Nk) as R8; rewrite <- Ec in *; destruct (dest_up _ _ _ _ _ Ds) as [Up|[_ Up]]; [|lia].
        assert (R7 : snd f = pawn_rank (opp c)) by (assert (A6 : ahead c (snd f) = 6) by lia; clear - A6; destruct c, (snd f); simpl in *; try discriminate; reflexivity).
        assert (Ar : In (fst f) (around (fst t))).
        { unfold pawn_dests in Ds; apply in_app_or in Ds as [Ds|Ds].
          - destruct (step (Same, fwd c) f) as [u|] eqn:St; [|destruct Ds]; pose proof (same_file _ _ _ St) as Fu; destruct (is_empty (get (brd p) u)); [|destruct Ds]; destruct Ds as [<-|Ds]; [rewrite Fu; now left|].
            destruct (ix_beq (snd f) (pawn_rank c)); [|destruct Ds]; destruct (step (Same, fwd c) u) as [v|] eqn:St'; [|destruct Ds]; pose proof (same_file _ _ _ St') as Fv; destruct (is_empty (get (brd p) v)); [|destruct Ds]; destruct Ds as [<-|[]]; rewrite Fv, Fu; now left.
          - apply filter_In in Ds as [Ds _]; apply caps_aslant in Ds as [Ds _]; unfold beside in Ds; clear - Ds; destruct (fst f), (fst t); simpl in *; try lia; auto. }
        exists f, k; split; [|split; [rewrite Brd, get_set, (sq_neq t f), get_set, sq_eqb_refl by congruence; discriminate|split; [inversion W as [a Na _ A B|a [Na|[Na _]] _ A B]; [congruence|congruence|exact Na]|split; [exact Tt|apply past_here]]]].
        apply filter_In; split; [apply in_map_iff; exists (fst f); split; [destruct f; simpl in R7; now subst|exact Ar]|]; apply existsb_exists; exists (pawn_rows w c x); split; [apply in_map, in_all8|]; apply Nat.leb_le.
        pose proof (pawn_cost_ok _ _ _ _ _ Re); specialize (Tn c); specialize (Tk c); assert (i0 <= pawn_tally g c) by (assert (tally (g c true x) = i0) by (rewrite X; reflexivity); unfold pawn_tally, sumn; clear - H1; destruct x; lia).
        unfold one_more, pawn_takes in Tk; rewrite G, <- Ec in Tk; replace (colour_beq c c && (is_man c Pawn (M c Pawn) && negb (ix_beq (fst f) (fst t)))) with (negb (ix_beq (fst f) (fst t))) in Tk by (destruct c; reflexivity).
        destruct (ix_beq (fst f) (fst t)); simpl in Tk; lia.
      + (* it moves on *)
        subst z; destruct (P c x f i0 q X) as (h & k0 & I & A & Pk & Gs & Wk); assert (k0 = j) by (rewrite Ec in Gs; congruence); subst k0; assert (Nj : j <> Pawn) by (now apply promos_no_pawn).
        assert (Kj : k = j) by (inversion W; subst; congruence); subst k; pose proof (still_away p _ c (fst q) h Hr Hm I A) as A'; exists h, j; split; [exact I|split; [exact A'|split; [exact Pk|split; [rewrite Ec; exact Tt|]]]].
        apply past_trans with f; [exact Wk|]; rewrite Ec in *; apply (glides_past w (brd p)); [exact (Gl Nj)| |].
        * intros u Lu; rewrite (wall_stands (brd p) (side p) h (fst q) u H I A Lu); discriminate.
        * destruct (late w (side p) (ls (side p)) (fst q) t) eqn:Lt; [exfalso|reflexivity]; pose proof (wall_stands _ (side p) h (fst q) t H' I A' Lt) as B; rewrite Tt in B; destruct (side p); discriminate.
  Qed.
  Lemma past_castle p i n g : R p -> In (Castle i) (moves p) -> rolls w (brd p) n g -> rights_kept p g -> past_walls (brd p) g -> past_walls (brd (play p (Castle i))) (castled_roll (side p) i g).
  Proof.
    intros Hr Hm [K _] Kp P c x s m q Gx; pose proof (moves_pseudo _ _ Hm) as Ps; simpl in Ps; unfold castle_ok in Ps; rewrite !andb_true_iff, !forallb_forall in Ps; destruct Ps as ((((P1 & P2) & P3) & P4) & _); apply is_man_get in P2, P3.
    assert (Old : exists u j, g c true x = At u j (Some q)).
    { unfold castled_roll, after in Gx; destruct (g c true x) as [u j z|j]; [|discriminate]; simpl in Gx; destruct (sq_eqb u _); simpl in Gx; destruct (sq_eqb _ _); inversion Gx; subst; eauto. }
    destruct Old as (u & j & Gu); destruct (P c x u j q Gu) as (h & k & I & A & Pk & Gs & Wk).
    assert (Nk : u <> (I5, home_rank (side p))) by (intros ->; assert (k = King) as -> by congruence; simpl in Pk; intuition discriminate).
    assert (Nr : u <> castle_rook_from (side p) i).
    { intros ->; pose proof (Kp (side p) i P1) as S; assert (c = side p) as -> by congruence; assert (S' : seat (g (side p) true x) = Some (castle_rook_from (side p) i)) by (rewrite Gu; reflexivity); destruct (r_one _ _ _ K _ _ _ _ _ _ S S'); discriminate. }
    assert (Same : s = u /\ m = j).
    { unfold castled_roll, after in Gx; rewrite Gu in Gx; simpl in Gx; rewrite (sq_neq u (I5, home_rank (side p))) in Gx by exact Nk; simpl in Gx; rewrite (sq_neq u (castle_rook_from (side p) i)) in Gx by exact Nr; inversion Gx; auto. }
    destruct Same as [-> ->]; exists h, k; split; [exact I|split; [now apply (still_away p _ c (fst q))|split; [exact Pk|split; [|exact Wk]]]].
    assert (Z : forall v, In v (castle_empty (side p) i) -> sq_eqb v u = false) by (intros v Hv; apply sq_neq; intros ->; apply P4 in Hv; rewrite Gs in Hv; discriminate).
    simpl; rewrite !get_set, (Z (castle_rook_to (side p) i)), (Z (castle_king_to (side p) i)) by (destruct (side p), i; simpl; auto).
    rewrite (sq_neq (castle_rook_from (side p) i) u), (sq_neq (I5, home_rank (side p)) u) by congruence; exact Gs.
  Qed.
  Lemma told_kept p n g : told w p n g -> rights_kept p g.
  Proof.
    induction 1 as [K|p m n g g' To IH Hm H Ro F]; [apply rights_kept_start|]; pose proof (told_game _ _ _ _ To) as G; pose proof (game_R _ _ _ G) as Hr; destruct m as [f t pr|i].
    - destruct F as (j & e & k & q & d & Eg & (Brd & Gf & Gt & _) & _); apply (rights_kept_mv p f t pr g g' e); [now apply reach_play|rewrite Eg; exact (after_shifts _ _ _ _ _ _ _ _ _ Gf)| |exact IH].
      intros s -> Nt; rewrite Brd; cbn [without]; rewrite get_set, (sq_neq t s) by congruence; rewrite get_set; destruct (sq_eqb f s); [reflexivity|]; rewrite get_set, sq_eqb_refl; reflexivity.
    - simpl in F; subst g'; destruct (castle_roll w p i (reach_good p Hr) Hr Hm (game_holds _ _ _ G) H n g (told_rolls _ _ _ _ To)) as [_ Sh]; exact (rights_kept_castle p i g _ Sh IH).
  Qed.
  Theorem told_past p n g : told w p n g -> (forall c, n c <= takes w c) -> past_walls (brd p) g.
  Proof.
    induction 1 as [K|p m n g g' To IH Hm H Ro F]; intros Tk; [intros c f s i q Y; discriminate|]; pose proof (told_game _ _ _ _ To) as G; pose proof (game_R _ _ _ G) as Hr; pose proof (game_holds _ _ _ G) as Hp; pose proof (told_rolls _ _ _ _ To) as Ro0.
    assert (P : past_walls (brd p) g) by (apply IH; intros c; pose proof (more_takes p m n c); specialize (Tk c); lia).
    destruct m as [f t pr|i]; [exact (past_mv p f t pr n g g' Hr Hm Hp H Tk Ro0 F P)|]; simpl in F; subst g'; exact (past_castle p i n g Hr Hm Ro0 (told_kept p n g To) P).
  Qed.

  (* --- and so did those that pawns captured --- *)
  Definition traced_past d (o : bool) f (m : nat) x : Prop :=
    if o then exists i, i <= m /\ (reaches w d f i x \/ exists q k, In k promos /\ reaches w d f i q /\ snd q = last_rank d /\ walks_past w d k (late w d (ls d) (fst q)) q x)
    else walks w d (piece_of f) (f, home_rank d) x.
  Definition log_past (g : roll) (lg : colour -> list taking) : Prop := forall c e, In e (lg c) ->
    traced_past (opp c) (fst (who e)) (snd (who e)) (tally (g (opp c) (fst (who e)) (snd (who e)))) (on_sq e).
  Lemma log_past_mv p f t tk b' j e k q d g lg lg' : kept_roll w (brd p) g -> past_walls (brd p) g -> logged w p g lg -> gone p f t e j k q d b' -> notes p f t tk e g lg lg' ->
    log_past g lg -> log_past (after f t q d e g) lg'.
  Proof.
    intros K P L (_ & _ & _ & _ & _ & Ee & _) No Lp c x I.
    assert (Old : In x (lg c) -> traced_past (opp c) (fst (who x)) (snd (who x)) (tally (after f t q d e g (opp c) (fst (who x)) (snd (who x)))) (on_sq x)).
    { intros J; rewrite after_gone by exact (l_off _ _ _ _ L c x J); exact (Lp c x J). }
    unfold notes in No; destruct tk; [|subst lg'; auto]; destruct No as (s & o & y & z & -> & _ & Sy & _ & Lg); rewrite Lg in I; destruct (colour_beq c (side p)) eqn:Ec; [|auto].
    apply colour_beq_eq in Ec; subst c; destruct I as [<-|I]; [|auto]; clear Old; cbn [who on_sq fst snd].
    assert (Z : tally (after f t q d (Some s) g (opp (side p)) o y) = tally (g (opp (side p)) o y)) by exact (f_equal tally (after_taken f t q d s g _ _ _ Sy)); rewrite Z; clear Z.
    destruct Ee as [Ee|(s' & i & Es & V & [->|(_ & Ep & St)])]; [discriminate| |].
    - inversion Es; subst s'; pose proof (r_suited _ _ _ K (opp (side p)) o y) as Su; destruct (g (opp (side p)) o y) as [u m [r|]|m] eqn:Gy; simpl in Sy; inversion Sy; subst u; simpl in Su; simpl tally.
      + destruct Su as (-> & k0 & Pk & G & Re & La & _); destruct (P _ _ _ _ _ Gy) as (h & k1 & _ & _ & _ & G1 & W); exists m; split; [auto|right; exists r, k1; repeat split; auto]; assert (k1 = k0) by congruence; now subst.
      + destruct o; [exists m; split; [auto|left; apply Su]|apply Su].
    - inversion Es; subst s'; destruct (l_passed _ _ _ _ L t o y s Ep St Sy) as (-> & m & Le & Re); exists m; split; [exact Le|now left].
  Qed.
  Lemma log_past_castle p i g lg : logged w p g lg -> log_past g lg -> log_past (castled_roll (side p) i g) lg.
  Proof.
    intros L Lp c e I; pose proof (l_off _ _ _ _ L c e I) as Of; unfold castled_roll; rewrite !after_gone; [exact (Lp c e I)|exact Of|rewrite after_gone; exact Of].
  Qed.
  Theorem told_log p n g : told w p n g -> exists lg, logged w p g lg /\ (forall c, n c <= length (lg c)) /\ ((forall c, n c <= takes w c) -> log_past g lg).
  Proof.
    induction 1 as [K|p m n g g' To IH Hm H Ro F]; [exists (fun _ => []); split; [apply log_start|split; [intros c; simpl; lia|intros _ c e []]]|].
    destruct IH as (lg & L & Len & Lp); pose proof (told_game _ _ _ _ To) as G; pose proof (game_R _ _ _ G) as Hr; pose proof (game_holds _ _ _ G) as Hp; pose proof (told_rolls _ _ _ _ To) as Ro0.
    assert (Bd : (forall c, one_more p m n c <= takes w c) -> forall c, n c <= takes w c) by (intros Tk c; pose proof (more_takes p m n c); specialize (Tk c); lia); destruct m as [f t pr|i].
    - destruct F as (j & e & k & q & d & -> & Gn & Ed).
      assert (Gf : get (brd p) f = M (side p) j) by (destruct Gn as (_ & F & _); destruct e as [u|]; cbn [without] in F; [rewrite get_set in F; destruct (sq_eqb u f); [discriminate|]|]; exact F).
      destruct (log_mv w p f t pr n g lg _ j e k q d Hr Hm Hp H (proj1 Ro0) (proj1 Ro) eq_refl Gn Gf L Len Ed) as (lg' & L' & Len' & No); exists lg'; split; [exact L'|split; [exact Len'|]].
      intros Tk; exact (log_past_mv p f t _ _ j e k q d g lg lg' (proj1 Ro0) (told_past p n g To (Bd Tk)) L Gn No (Lp (Bd Tk))).
    - simpl in F; subst g'; destruct (log_castle w p i n g lg Hr Hm (proj1 Ro0) (proj1 Ro) L Len) as (L' & Len'); exists lg; split; [exact L'|split; [exact Len'|]]; intros Tk; exact (log_past_castle p i g lg L (Lp (Bd Tk))).
  Qed.
End Kept.

(* --- what it costs a man to have come from an origin, past them --- *)
Definition walls_of (w : known) c : v8 (list sq) :=
  let ls := map (pawn_rows w c) all8 in tab8 (fun x => filter (late w c ls x) (map (fun y => (y, third (opp c))) all8)).
Lemma walls_late w c x u : sq_in u (get8 (walls_of w c) x) = true -> late w c (map (pawn_rows w c) all8) x u = true.
Proof. intros I; apply existsb_exists in I as (v & I & Y); apply sq_eqb_eq in Y; subst v; unfold walls_of in I; cbv zeta in I; rewrite tab8_get in I; now apply filter_In in I as [_ I]. Qed.
Definition from_pawn_past c k (t : ix -> set64) (s : sq) (l : list (v8 nat)) : nat :=
  match k with
  | King => too_far
  | Pawn => pawn_cost c l s
  | _ => fold_right (fun x n => if look (t x) (x, last_rank c) then Nat.min (pawn_cost c l (x, last_rank c)) n else n) too_far all8 end.
Definition past_costs (w : known) c (walls : v8 (list sq)) : sq -> list nat :=
  let king := table (barred w c King) in
  let other := table (barred w c Queen) in
  let sev := severed_from w in
  let ls := map (pawn_rows w c) all8 in
  let bars := tab8 (fun x => match get8 walls x with [] => other | l => table (fun u => look other u || sq_in u l) end) in
  fun a => match get (last w) a with
    | M _ k =>
        let t := match k with Pawn => full | King => came_to king sev k a | _ => came_to other sev k a end in
        let past := match k with Pawn | King => tab8 (fun _ => t) | _ => tab8 (fun x => match get8 walls x with [] => t | _ => came_to (get8 bars x) sev k a end) end in
        map (from_piece c k t) all8 ++ map (from_pawn_past c k (get8 past) a) ls
    | E => [] end.
Definition late_bad_side (w : known) c : bool :=
  let walls := walls_of w c in
  existsb (fun x => negb (match get8 walls x with [] => true | _ => false end)) all8 &&
  beyond (takes w c) (map (past_costs w c walls) (filter (fun s => is_colour c (get (last w) s)) squares)).
Definition late_bad (w : known) : bool := late_bad_side w White || late_bad_side w Black.
Lemma past_fewer w c k (L L' : sq -> bool) a s : (forall u, L' u = true -> L u = true) -> walks_past w c k L a s -> walks_past w c k L' a s.
Proof. intros H; induction 1 as [|a s t W IH I B S V]; [apply past_here|apply past_on with s; auto]; destruct (L' t) eqn:X; [apply H in X; congruence|reflexivity]. Qed.
Lemma past_cost w g c i a : kept_roll w (last w) g -> past_walls w (last w) g -> slot_seat g c i = Some a ->
  exists x, nth_error (past_costs w c (walls_of w c) a) i = Some x /\ x <= slot_tally g c i.
Proof.
  intros K P S; unfold slot_seat in S; destruct (nth_error slots i) as [[o f]|] eqn:Si; [|discriminate].
  pose proof (r_suited _ _ _ K c o f) as X; unfold slot_tally; rewrite Si; destruct (g c o f) as [s n z|n] eqn:Gm; simpl in S; inversion S; subst s; clear S.
  assert (Row : forall k, get (last w) a = M c k -> exists t past, nth_error (past_costs w c (walls_of w c) a) i = Some (if o then from_pawn_past c k past a (pawn_rows w c f) else from_piece c k t f) /\
    (forall q, k <> Pawn -> walks w c k q a -> look t q = true) /\
    (forall x q, In k promos -> walks_past w c k (late w c (map (pawn_rows w c) all8) x) q a -> look (past x) q = true)).
  { intros k G; unfold past_costs; rewrite G; cbv zeta.
    set (t := match k with Pawn => full | King => came_to (table (barred w c King)) (severed_from w) k a | _ => came_to (table (barred w c Queen)) (severed_from w) k a end).
    match goal with |- context [from_pawn_past c k (get8 ?y)] => set (past := y) end; exists t, (get8 past); split; [|split].
    - rewrite map_map, slots_map, nth_error_map, Si; reflexivity.
    - intros q Nk W; assert (Y : look (came_to (match k with King => table (barred w c King) | _ => table (barred w c Queen) end) (severed_from w) k a) q = true) by exact (came_ok w c k _ _ q a (fun u => bars_ok w c k u Nk) (severed_from_ok w) W).
      unfold t; destruct k; try exact Y; congruence.
    - intros x q Pk W; assert (Nk : k <> Pawn /\ k <> King) by (simpl in Pk; intuition; subst; discriminate); destruct Nk as [N1 N2].
      apply (past_fewer _ _ _ _ _ _ _ (walls_late w c x)) in W.
      assert (Y : look (match get8 (walls_of w c) x with [] => came_to (table (barred w c Queen)) (severed_from w) k a
        | _ => came_to (match get8 (walls_of w c) x with [] => table (barred w c Queen) | l => table (fun u => look (table (barred w c Queen)) u || sq_in u l) end) (severed_from w) k a end) q = true).
      { destruct (get8 (walls_of w c) x) as [|v l];
        [apply (came_past w c k (table (barred w c Queen)) (severed_from w) (fun u => sq_in u []) q a)
        |apply (came_past w c k (table (fun u => look (table (barred w c Queen)) u || sq_in u (v :: l))) (severed_from w) (fun u => sq_in u (v :: l)) q a)];
        try exact W; try apply severed_from_ok; intros u; rewrite ?look_table, !barred_plain by congruence; [simpl; now rewrite orb_false_r|reflexivity]. }
      unfold past; destruct k; try congruence; rewrite tab8_get; (destruct (get8 (walls_of w c) x) as [|v l] eqn:Wx; [exact Y|rewrite tab8_get, Wx; exact Y]). }
  destruct z as [q|]; simpl in X.
  - destruct X as (-> & k & Pk & G & R & La & _); destruct (Row k G) as (t & past & Nt & _ & Hp); eexists; split; [exact Nt|]; rewrite Gm; simpl tally.
    destruct (P c f a n q Gm) as (h & k' & _ & _ & _ & G' & W); assert (k' = k) by congruence; subst k'; pose proof (Hp (fst q) q Pk W) as Y; destruct q as [x r]; simpl in La, Y; subst r; pose proof (pawn_cost_ok _ _ _ _ _ R) as Z.
    eapply Nat.le_trans; [|exact Z]; simpl in Pk; destruct Pk as [<-|[<-|[<-|[<-|[]]]]]; unfold from_pawn_past;
    exact (fold_min_in (fun g => pawn_cost c (pawn_rows w c f) (g, last_rank c)) (fun g => look (past g) (g, last_rank c)) all8 x (in_all8 x) Y).
  - destruct o; simpl in X.
    + destruct X as [G R]; destruct (Row Pawn G) as (t & past & Nt & _); eexists; split; [exact Nt|]; rewrite Gm; simpl tally; simpl from_pawn_past; now apply pawn_cost_ok.
    + destruct X as (G & -> & W); destruct (Row _ G) as (t & past & Nt & Ht & _); eexists; split; [exact Nt|]; pose proof (Ht _ (piece_no_pawn f) W) as Y.
      unfold from_piece; rewrite (proj2 (kind_beq_eq _ _) eq_refl); destruct f; cbn [piece_of] in *; rewrite Y; cbn [andb]; lia.
Qed.
Theorem late_none w a p n : concerns w a p n -> late_bad w = true -> False.
Proof.
  intros C H; pose proof (c_takes _ _ _ _ C) as Tk; destruct (told_of w p n (c_game _ _ _ _ C)) as (g & To); pose proof (told_rolls _ _ _ _ To) as [K T]; pose proof (told_past w p n g To Tk) as P; rewrite (c_last _ _ _ _ C) in K, P.
  assert (X : forall c, late_bad_side w c = false); [|unfold late_bad in H; rewrite !X in H; discriminate].
  intros c; unfold late_bad_side; cbv zeta; apply andb_false_iff; right; unfold beyond; cbv zeta; generalize (bids (scaled (takes w c) (map (past_costs w c (walls_of w c)) (filter (fun s => is_colour c (get (last w) s)) squares)))); intros prices.
  unfold scaled; apply dear_ok with (at_ := slot_seat g c) (k := slot_tally g c).
  - apply NoDup_filter, squares_nodup.
  - intros s Hs; apply filter_In in Hs as [_ Hs]; destruct (get (last w) s) as [|d k] eqn:G; [discriminate|]; simpl in Hs; apply colour_beq_eq in Hs; subst d.
    destruct (r_own _ _ _ K c s k G) as (o & f & S); destruct (slot_of o f) as (i & Hi & Si); exists i; split; [exact Hi|]; unfold slot_seat; now rewrite Si.
  - intros i s _ S; exact (past_cost w g c i s K P S).
  - rewrite slots_total; specialize (T c); specialize (Tk c); lia.
Qed.
