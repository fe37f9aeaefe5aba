(* What the men of a side needed at least: moves of pawns, moves of other men, and captures. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Retract Invariants GameInvariants Legality Files Origins Columns Assign Unmoved Ranges Captures Sources Late Pockets Order Confined.

(* --- games of which nothing is known --- *)
Definition nothing : known := Known (table (fun _ => E)) (table (fun _ => E)) (fun _ => 16) from_anywhere.
Lemma get_table f s : get (table f) s = f s.
Proof. destruct s as [x y]; unfold table, get; rewrite !tab8_get; reflexivity. Qed.
Lemma holds_nothing b : holds nothing b.
Proof.
  assert (N : forall c s, third_pawn nothing c s = false) by (intros c s; unfold third_pawn, nothing; cbn [last]; rewrite get_table; destruct c; apply andb_false_r).
  split; [intros s H; exfalso; apply H; apply get_table|split; intros c h; [intros H|intros s H]; exfalso].
  - apply held_inv in H as [H _]; rewrite N in H; discriminate.
  - apply cut_inv in H as [H _]; rewrite N in H; discriminate.
Qed.

(* --- what was played --- *)
Definition moves_pawn (p : pos) m : bool := match m with Mv f _ _ => is_man (side p) Pawn (get (brd p) f) | Castle _ => false end.
Definition did c (what : pos -> move -> bool) (h : history) : nat := length (filter (fun e => colour_beq c (side (fst e)) && what (fst e) (snd e)) h).
Definition by_pawns c := did c moves_pawn.
Definition by_pieces c := did c (fun p m => negb (moves_pawn p m)).
Definition by_lasting c := did c lasting.
Lemma did_more c what p m h : did c what ((p, m) :: h) = b2n (colour_beq c (side p) && what p m) + did c what h.
Proof. unfold did; simpl; destruct (colour_beq c (side p) && what p m); reflexivity. Qed.

(* --- and what it was needed for --- *)
Definition way_up a : nat := match a with 0 | 1 => 0 | 2 => 1 | S (S a) => a end.
Definition pawn_effort c m : nat := match m with At s _ None => way_up (ahead c (snd s)) | At _ _ (Some _) => 5 | Off _ => 0 end.
Definition away c f m : nat := match seat m with Some s => b2n (negb (sq_eqb s (f, home_rank c))) | None => 0 end.
Definition others c x (g : roll) : nat := sumn (fun f => if ix_beq f I5 || ix_beq f x then 0 else away c f (g c false f)).
Record spent (h : history) (q : pos) (g : roll) c : Prop := mkspent {
  s_pawns : sumn (fun f => pawn_effort c (g c true f)) <= by_pawns c h;
  (* king and rook castle in one move, once *)
  s_pieces : sumn (fun f => away c f (g c false f)) <= by_pieces c h \/
    exists x, (x = I1 \/ x = I8) /\ (forall i, right (rts q) c i = false) /\ others c x g + 1 <= by_pieces c h;
  s_takes : 16 <= men (brd q) (opp c) + by_lasting c h }.

Lemma sumn_one (F G : ix -> nat) (at_f : ix -> bool) d : (forall x, G x <= F x + if at_f x then d else 0) -> (forall x y, at_f x = true -> at_f y = true -> x = y) -> sumn G <= sumn F + d.
Proof.
  intros H U; destruct (existsb at_f all8) eqn:X.
  - apply existsb_exists in X as (y & _ & Y); apply sumn_but with y; [|specialize (H y); rewrite Y in H; exact H].
    intros x N; specialize (H x); destruct (at_f x) eqn:Ax; [exfalso; apply N; now apply U|lia].
  - assert (L : sumn G <= sumn F); [|lia]; apply sumn_le; intros x; specialize (H x); destruct (at_f x) eqn:Ax; [exfalso|lia].
    assert (Y : existsb at_f all8 = true) by (apply existsb_exists; exists x; split; [apply in_all8|exact Ax]); congruence.
Qed.
(* neither a capture nor a move of a pawn *)
Lemma quiet_board p f t pr : In (Mv f t pr) (moves p) -> lasting p (Mv f t pr) = false -> R p -> exists j,
  get (brd p) f = M (side p) j /\ get (brd p) t = E /\ f <> t /\ (j = Bishop -> light f = light t) /\ brd (play p (Mv f t pr)) = set (set (brd p) f E) t (M (side p) j).
Proof.
  intros Hm L Hr; destruct (reach_good p Hr) as (OK & OR & _); pose proof (moves_pseudo _ _ Hm) as Ps; destruct (mv_done p f t pr OK OR Ps) as (j & k & G & N & _ & D); exists j.
  simpl in L; apply orb_false_iff in L as [L1 L2]; apply negb_false_iff in L1; assert (T : get (brd p) t = E) by (destruct (get (brd p) t); [reflexivity|discriminate]).
  rewrite G in L2; assert (Np : j <> Pawn) by (intros ->; discriminate).
  assert (Kj : get (brd (play p (Mv f t pr))) t = M (side p) j /\ (j = Bishop -> light f = light t)).
  { assert (Wk : forall b, way b (side p) f t j k -> k = j /\ (j = Bishop -> light f = light t)) by (intros b W; inversion W; subst; [auto|congruence]).
    destruct D as [_ W _|e i _ _ _ _ W _]; destruct (Wk _ W) as [-> B]; (split; [rewrite get_set, sq_eqb_refl; reflexivity|exact B]). }
  destruct Kj as [Kj B]; split; [exact G|split; [exact T|split; [exact N|split; [exact B|]]]]; simpl in Kj |- *; unfold play_board, is_ep in *; rewrite G in *.
  replace (match j with Pawn => negb (ix_beq (fst f) (fst t)) && is_empty (get (brd p) t) | _ => false end) with false in * by (destruct j; congruence).
  rewrite get_set, sq_eqb_refl in Kj; now rewrite Kj.
Qed.
Lemma quiet_count b f t x phi : get b f = x -> get b t = E -> f <> t -> (forall s, phi s E = false) -> phi f x = phi t x -> count (set (set b f E) t x) phi = count b phi.
Proof.
  intros F T N Z X; pose proof (count_set (set b f E) t x phi) as A; pose proof (count_set b f E phi) as B; rewrite get_set, (sq_neq f t), T, Z in A by congruence; rewrite F, Z, X in B; simpl in A, B; lia.
Qed.
Lemma quiet_men p f t pr d : In (Mv f t pr) (moves p) -> lasting p (Mv f t pr) = false -> R p -> men (brd (play p (Mv f t pr))) d = men (brd p) d.
Proof. intros Hm L Hr; destruct (quiet_board p f t pr Hm L Hr) as (j & G & T & N & _ & ->); now apply quiet_count. Qed.
Lemma men_mv p f t pr d : R p -> In (Mv f t pr) (moves p) -> men (brd p) d <= men (brd (play p (Mv f t pr))) d + b2n (colour_beq (opp d) (side p)).
Proof.
  intros Hr Hm; destruct (reach_good p Hr) as (OK & OR & _); destruct (mv_done p f t pr OK OR (moves_pseudo _ _ Hm)) as (j & k & G & N & _ & D); unfold men.
  destruct D as [T W S|e i V N1 Fe T W S]; set (phi := fun (_ : sq) => is_colour d).
  - pose proof (count_set (set (brd p) f E) t (M (side p) k) phi) as A; pose proof (count_set (brd p) f E phi) as B; rewrite get_set, (sq_neq f t), T in A by congruence; rewrite G in B; simpl in A, B; lia.
  - pose proof (count_set (set (set (brd p) e E) f E) t (M (side p) k) phi) as A; pose proof (count_set (set (brd p) e E) f E phi) as B; pose proof (count_set (brd p) e E phi) as C.
    rewrite get_set, (sq_neq e f), G in B by congruence; rewrite V in C; rewrite get_set, (sq_neq f t), get_set in A by congruence.
    assert (X : (if sq_eqb e t then E else get (brd p) t) = E) by (destruct (sq_eqb e t) eqn:Y; [reflexivity|destruct T as [->|[T _]]; [rewrite sq_eqb_refl in Y; discriminate|exact T]]).
    rewrite X in A; unfold phi in *; destruct d, (side p); simpl in *; lia.
Qed.
Lemma spent_start c : spent [] start first_roll c.
Proof. split; [destruct c; vm_compute; auto|left; destruct c; vm_compute; auto|destruct c; vm_compute; auto]. Qed.
Lemma spent_mv h p f t pr n g g' c : Played h p -> In (Mv f t pr) (moves p) -> rolls nothing (brd p) n g -> follows p (Mv f t pr) g g' ->
  spent h p g c -> spent ((p, Mv f t pr) :: h) (play p (Mv f t pr)) g' c.
Proof.
  intros Pl Hm [K _] (j & e & k & q & d & Eg & Gn & _) [Sp Si St]; pose proof (Played_R h p Pl) as Hr; destruct (reach_good p Hr) as (OK & OR & _); pose proof (moves_pseudo _ _ Hm) as Ps.
  destruct (mv_done p f t pr OK OR Ps) as (j' & k' & G & N & Ds & _); destruct Gn as (Brd & Gf & _ & _ & W & _ & _ & _ & Q).
  assert (j' = j) by (destruct e as [s|]; cbn [without] in Gf; [rewrite get_set in Gf; destruct (sq_eqb s f); [discriminate|]|]; congruence); subst j'.
  assert (Colour : forall o x, seat (g c o x) = Some f -> c = side p) by (intros o x S; destruct (seat_colour _ _ _ _ _ _ _ (r_suited _ _ _ K c o x) S) as (i & Gi); congruence).
  assert (Mp : moves_pawn p (Mv f t pr) = kind_beq j Pawn) by (simpl; rewrite G; destruct (side p), j; reflexivity).
  split.
  - unfold by_pawns; rewrite did_more, Mp; eapply Nat.le_trans; [|rewrite Nat.add_comm; apply Nat.add_le_mono_r; exact Sp].
    apply (sumn_one _ _ (fun x => match seat (g c true x) with Some s => sq_eqb s f | None => false end)).
    + intros x; rewrite Eg; unfold after; pose proof (r_suited _ _ _ K c true x) as Su; destruct (after_slot f t q d e (g c true x)) as [X|[X|(i & w & X & X')]].
      * rewrite X; lia.
      * destruct (move_on f t q d _) as [u i w|i]; [discriminate|simpl; lia].
      * pose proof (Colour true x ltac:(rewrite X; reflexivity)) as Ec; rewrite X', X in *; cbn [seat pawn_effort]; rewrite sq_eqb_refl, <- Ec; replace (colour_beq c c) with true by (destruct c; reflexivity).
        destruct w as [z|]; [destruct q; lia|]; destruct Su as [Gx Re]; assert (j = Pawn) as Ej by congruence; rewrite Ej in *; simpl andb; simpl b2n; rewrite <- Ec in *; apply dest_up in Ds.
        destruct (reaches_ahead _ _ _ _ _ Re) as [[Ef _]|A].
        { rewrite Ef in Ds |- *; simpl snd in *; replace (ahead c (pawn_rank c)) with 1 in * by (destruct c; reflexivity); destruct q; [exfalso|].
          - destruct (proj1 Q eq_refl) as [_ Nk]; pose proof (promoted_rank _ _ _ _ _ W Nk); destruct Ds as [Ds|[_ Ds]]; lia.
          - destruct Ds as [D1|[_ D1]]; rewrite D1; simpl; lia. }
        destruct Ds as [D1|[D1 _]]; [|rewrite D1 in A; destruct c; simpl in A; lia]; destruct q.
        { destruct (proj1 Q eq_refl) as [_ Nk]; pose proof (promoted_rank _ _ _ _ _ W Nk); replace (ahead c (snd f)) with 6 by lia; simpl; lia. }
        rewrite D1; destruct (ahead c (snd f)) as [|[|[|a]]]; simpl; lia.
    + intros x y A B; destruct (seat (g c true x)) as [u|] eqn:Sx; [apply sq_eqb_eq in A; subst u|discriminate]; destruct (seat (g c true y)) as [v|] eqn:Sy; [apply sq_eqb_eq in B; subst v|discriminate].
      apply (r_one _ _ _ K c true x true y f Sx Sy).
  - assert (Slot : forall x, away c x (g' c false x) <= away c x (g c false x) + if match seat (g c false x) with Some s => sq_eqb s f | None => false end then b2n (colour_beq c (side p) && negb (moves_pawn p (Mv f t pr))) else 0).
    { intros x; rewrite Eg; unfold after; pose proof (r_suited _ _ _ K c false x) as Su; destruct (after_slot f t q d e (g c false x)) as [X|[X|(i & w & X & X')]].
      - rewrite X; lia.
      - unfold away at 1; rewrite X; lia.
      - pose proof (Colour false x ltac:(rewrite X; reflexivity)) as Ec; rewrite X', X in *; unfold away; cbn [seat]; rewrite sq_eqb_refl, Mp, <- Ec; replace (colour_beq c c) with true by (destruct c; reflexivity).
        assert (Nj : kind_beq j Pawn = false).
        { destruct (kind_beq j Pawn) eqn:Y; [apply kind_beq_eq in Y; exfalso|reflexivity]; destruct w as [z|]; [destruct Su; discriminate|]; destruct Su as (Gx & _); pose proof (piece_no_pawn x); congruence. }
        rewrite Nj; simpl andb; destruct (sq_eqb t _), (sq_eqb f _); simpl; lia. }
    assert (One : forall x y, (match seat (g c false x) with Some s => sq_eqb s f | None => false end) = true -> (match seat (g c false y) with Some s => sq_eqb s f | None => false end) = true -> x = y).
    { intros x y A B; destruct (seat (g c false x)) as [u|] eqn:Sx; [apply sq_eqb_eq in A; subst u|discriminate]; destruct (seat (g c false y)) as [v|] eqn:Sy; [apply sq_eqb_eq in B; subst v|discriminate].
      apply (r_one _ _ _ K c false x false y f Sx Sy). }
    unfold by_pieces in *; rewrite did_more; destruct Si as [Si|(x & Hx & Ri & Si)]; [left|right; exists x; split; [exact Hx|split]].
    + pose proof (sumn_one _ _ _ _ Slot One); lia.
    + intros i; destruct (right (rts (play p (Mv f t pr))) c i) eqn:Y; [|reflexivity]; simpl in Y; apply right_kill in Y as [Y _]; rewrite Ri in Y; discriminate.
    + assert (X : others c x g' <= others c x g + b2n (colour_beq c (side p) && negb (moves_pawn p (Mv f t pr)))); [|lia]; unfold others.
      eapply sumn_one; [|exact One]; intros y; specialize (Slot y); cbv beta; destruct (ix_beq y I5 || ix_beq y x); [lia|exact Slot].
  - unfold by_lasting; rewrite did_more; destruct (lasting p (Mv f t pr)) eqn:L; [|rewrite (quiet_men p f t pr (opp c) Hm L Hr), andb_false_r; simpl; unfold by_lasting in St; lia].
    pose proof (men_mv p f t pr (opp c) Hr Hm) as Me; unfold by_lasting in St; destruct c, (side p); simpl in *; lia.
Qed.
Lemma men_castle p i d : In (Castle i) (moves p) -> men (brd (play p (Castle i))) d = men (brd p) d.
Proof.
  intros Hm; pose proof (moves_pseudo _ _ Hm) as Ps; simpl in Ps; unfold castle_ok in Ps; rewrite !andb_true_iff, !forallb_forall in Ps; destruct Ps as ((((_ & P2) & P3) & P4) & _); apply is_man_get in P2, P3.
  assert (Z : forall s, In s (castle_empty (side p) i) -> get (brd p) s = E) by (intros s Hs; apply P4 in Hs; destruct (get (brd p) s); [reflexivity|discriminate]).
  assert (Z1 : get (brd p) (castle_king_to (side p) i) = E) by (apply Z; destruct (side p), i; simpl; auto); assert (Z2 : get (brd p) (castle_rook_to (side p) i) = E) by (apply Z; destruct (side p), i; simpl; auto).
  simpl; revert P2 P3 Z1 Z2; generalize (brd p) (side p); clear; intros b c P2 P3 Z1 Z2; unfold men; set (phi := fun (_ : sq) => is_colour d).
  set (b1 := set b (I5, home_rank c) E); set (b2 := set b1 (castle_rook_from c i) E); set (b3 := set b2 (castle_king_to c i) (M c King)).
  pose proof (count_set b (I5, home_rank c) E phi) as A1; fold b1 in A1; pose proof (count_set b1 (castle_rook_from c i) E phi) as A2; fold b2 in A2.
  pose proof (count_set b2 (castle_king_to c i) (M c King) phi) as A3; fold b3 in A3; pose proof (count_set b3 (castle_rook_to c i) (M c Rook) phi) as A4.
  assert (G2 : get b1 (castle_rook_from c i) = M c Rook) by (unfold b1; rewrite get_set; destruct c, i; exact P3).
  assert (G3 : get b2 (castle_king_to c i) = E) by (unfold b2, b1; rewrite !get_set; destruct c, i; exact Z1).
  assert (G4 : get b3 (castle_rook_to c i) = E) by (unfold b3, b2, b1; rewrite !get_set; destruct c, i; exact Z2).
  rewrite P2 in A1; rewrite G2 in A2; rewrite G3 in A3; rewrite G4 in A4; unfold phi in *; destruct c, d; simpl in *; lia.
Qed.
Lemma spent_castle h p i n g c : Played h p -> In (Castle i) (moves p) -> rolls nothing (brd p) n g -> rights_kept p g ->
  spent h p g c -> spent ((p, Castle i) :: h) (play p (Castle i)) (castled_roll (side p) i g) c.
Proof.
  intros Pl Hm [K _] Kp [Sp Si St]; pose proof (moves_pseudo _ _ Hm) as Ps; simpl in Ps; unfold castle_ok in Ps; rewrite !andb_true_iff in Ps; destruct Ps as ((((P1 & P2) & P3) & _) & _); apply is_man_get in P2, P3.
  set (kf := (I5, home_rank (side p))) in *; set (rf := castle_rook_from (side p) i) in *.
  assert (Same : forall o x, seat (g c o x) <> Some kf -> seat (g c o x) <> Some rf -> castled_roll (side p) i g c o x = g c o x).
  { intros o x; unfold castled_roll, after; fold kf; fold rf; destruct (g c o x) as [v m w|m]; [|reflexivity]; simpl; intros N1 N2.
    destruct (sq_eqb v kf) eqn:Y; [apply sq_eqb_eq in Y; exfalso; apply N1; now rewrite Y|]; simpl; destruct (sq_eqb v rf) eqn:Y'; [apply sq_eqb_eq in Y'; congruence|reflexivity]. }
  assert (Rights : forall d j, right (rts (play p (Castle i))) d j = true -> right (rts p) d j = true /\ touch (I5, home_rank d) kf kf = false).
  { intros d j Y; assert (X : right (kill (rts p) kf kf) d j = true) by exact Y; apply right_kill in X as (X1 & X2 & _); auto. }
  split.
  - unfold by_pawns; rewrite did_more; simpl moves_pawn; rewrite andb_false_r; eapply Nat.le_trans; [|exact Sp]; apply sumn_le; intros x.
    pose proof (r_suited _ _ _ K c true x) as Su; destruct (g c true x) as [v m [z|]|m] eqn:Gx; simpl in Su.
    + unfold castled_roll, after; rewrite Gx; simpl; destruct (sq_eqb v _); simpl; destruct (sq_eqb _ _); simpl; lia.
    + rewrite Same, Gx; [lia|rewrite Gx; intros X; inversion X; subst v; destruct Su; congruence|rewrite Gx; intros X; inversion X; subst v; destruct Su; congruence].
    + rewrite Same, Gx; [lia| |]; rewrite Gx; discriminate.
  - unfold by_pieces in *; rewrite did_more; simpl moves_pawn; destruct (colour_beq c (side p)) eqn:Ec.
    + apply colour_beq_eq in Ec; subst c; destruct Si as [Si|(x & _ & Ri & _)]; [|rewrite Ri in P1; discriminate]; right; exists (rook_file i); split; [destruct i; simpl; auto|split].
      * intros j; destruct (right _ _ j) eqn:Y; [|reflexivity]; apply Rights in Y as [_ Y]; unfold touch, kf in Y; rewrite sq_eqb_refl in Y; discriminate.
      * simpl b2n; assert (X : others (side p) (rook_file i) (castled_roll (side p) i g) <= sumn (fun f => away (side p) f (g (side p) false f))); [|lia].
        apply sumn_le; intros y; destruct (ix_beq y I5 || ix_beq y (rook_file i)) eqn:Y; [lia|]; apply orb_false_iff in Y as [Y1 Y2].
        rewrite Same; [lia| |].
        { intros S; destruct (r_own _ _ _ K (side p) kf King P2) as (o & f & S'); destruct (r_one _ _ _ K _ _ _ _ _ _ S S') as [<- <-]; pose proof (r_suited _ _ _ K (side p) false y) as Su.
          destruct (g (side p) false y) as [v m [z|]|m]; simpl in S; inversion S; subst v; [destruct Su; discriminate|]; destruct Su as (Gk & _); assert (Py : piece_of y = King) by congruence.
          destruct y; simpl in Py, Y1; discriminate. }
        { intros S; pose proof (Kp (side p) i P1) as S'; destruct (r_one _ _ _ K _ _ _ _ _ _ S S') as [_ Ey]; rewrite (internal_ix_dec_lb _ _ Ey) in Y2; discriminate. }
    + assert (Nc : forall o x s k, seat (g c o x) = Some s -> get (brd p) s <> M (side p) k).
      { intros o x s k S X; destruct (seat_colour _ _ _ _ _ _ _ (r_suited _ _ _ K c o x) S) as (k' & G'); assert (c = side p) by congruence; subst c; destruct (side p); discriminate. }
      assert (All : forall x, castled_roll (side p) i g c false x = g c false x) by (intros x; apply Same; intros S; [exact (Nc _ _ _ King S P2)|exact (Nc _ _ _ Rook S P3)]).
      simpl b2n; destruct Si as [Si|(x & Hx & Ri & Si)]; [left|right; exists x; split; [exact Hx|split]].
      * eapply Nat.le_trans; [apply sumn_le; intros y; rewrite All; apply Nat.le_refl|exact Si].
      * intros j; destruct (right _ _ j) eqn:Y; [|reflexivity]; apply Rights in Y as [Y _]; rewrite Ri in Y; discriminate.
      * eapply Nat.le_trans; [apply Nat.add_le_mono_r; unfold others; apply sumn_le; intros y; rewrite All; apply Nat.le_refl|exact Si].
  - unfold by_lasting; rewrite did_more, (men_castle p i (opp c) Hm); simpl; rewrite andb_false_r; exact St.
Qed.
Theorem spent_of h q : Played h q -> exists n g, told nothing q n g /\ forall c, spent h q g c.
Proof.
  intros Pl; assert (X : exists n g, told nothing q n g /\ rights_kept q g /\ forall c, spent h q g c); [|destruct X as (n & g & A & _ & B); eauto].
  induction Pl as [|h p m Pl IH O Hm].
  - exists (fun _ => 0), first_roll; split; [apply told_start; intros s H; exfalso; apply H, get_table|split; [apply rights_kept_start|apply spent_start]].
  - destruct IH as (n & g & To & Kp & Sp); destruct (told_on nothing p m n g To Hm (holds_nothing _)) as (g' & To' & F); exists (one_more p m n), g'; split; [exact To'|].
    pose proof (told_rolls _ _ _ _ To) as Ro; pose proof (Played_R _ _ Pl) as Hr; destruct m as [f t pr|i].
    + split; [|intros c; exact (spent_mv h p f t pr n g g' c Pl Hm Ro F (Sp c))]; destruct F as (j & e & k & q & d & Eg & (Brd & Gf & Gt & _) & _).
      apply (rights_kept_mv p f t pr g g' e); [now apply reach_play|rewrite Eg; exact (after_shifts _ _ _ _ _ _ _ _ _ Gf)| |exact Kp].
      intros s -> Nt; rewrite Brd; cbn [without]; rewrite get_set, (sq_neq t s) by congruence; rewrite get_set; destruct (sq_eqb f s); [reflexivity|]; rewrite get_set, sq_eqb_refl; reflexivity.
    + simpl in F; subst g'; split; [|intros c; exact (spent_castle h p i n g c Pl Hm Ro Kp (Sp c))].
      destruct (castle_roll nothing p i (reach_good p Hr) Hr Hm (holds_nothing _) (holds_nothing _) n g Ro) as [_ Sh]; exact (rights_kept_castle p i g _ Sh Kp).
Qed.

(* --- what the men of a board needed --- *)
Definition off_home (b : board) c (s : sq) : bool :=
  match get b s with M d k => colour_beq d c && negb (kind_beq k Pawn) && negb (ix_beq (snd s) (home_rank c) && kind_beq (piece_of (fst s)) k) | E => false end.
Definition some_off b c k : bool := existsb (fun s => is_man c k (get b s) && off_home b c s) squares.
Definition promoted_men b c : nat := length (promoted_needs b c).
Definition pawns_need b c : nat := sum_nat (map (fun s => way_up (ahead c (snd s))) (pawns_of b c)) + 5 * promoted_men b c.
Definition pieces_need b c : nat := length (filter (off_home b c) squares) - promoted_men b c - b2n (some_off b c King && some_off b c Rook).
Definition takes_need b c : nat := 16 - men b (opp c).
Definition lasting_needed b c : nat := Nat.max (pawns_need b c) (takes_need b c).
Definition moves_needed b c : nat := Nat.max (pawns_need b c + pieces_need b c) (takes_need b c).

Lemma sum_incl {A} (v : A -> nat) l : NoDup l -> forall m, incl l m -> sum_nat (map v l) <= sum_nat (map v m).
Proof.
  induction 1 as [|x l N _ IH]; intros m I; simpl; [lia|]; destruct (in_split x m (I x (or_introl eq_refl))) as (m1 & m2 & ->).
  assert (X : sum_nat (map v l) <= sum_nat (map v (m1 ++ m2))).
  { apply IH; intros y Hy; specialize (I y (or_intror Hy)); apply in_app_or in I as [I|[->|I]]; [apply in_or_app; now left|contradiction|apply in_or_app; now right]. }
  clear IH I N; induction m1 as [|y m1 IH]; simpl in *; [lia|].
  enough (v x + sum_nat (map v (m1 ++ m2)) <= sum_nat (map v (m1 ++ x :: m2))) by lia; clear; induction m1 as [|y m1 IH]; simpl; [lia|lia].
Qed.
Lemma sumn_list v : sumn v = sum_nat (map v all8).
Proof. unfold sumn; simpl; lia. Qed.
Lemma sumn_filter p : sumn (fun f => b2n (p f)) = length (filter p all8).
Proof. unfold sumn; simpl; destruct (p I1), (p I2), (p I3), (p I4), (p I5), (p I6), (p I7), (p I8); reflexivity. Qed.
Lemma filter_length_map {A B} (f : A -> B) p l : length (filter p (map f l)) = length (filter (fun x => p (f x)) l).
Proof. induction l as [|x l IH]; simpl; [reflexivity|]; destruct (p (f x)); simpl; congruence. Qed.
Definition has_promoted m : bool := match m with At _ _ (Some _) => true | _ => false end.
Section Needed.
  Variables (b : board) (c : colour) (g : roll).
  Hypothesis K : kept_roll nothing b g.
  Lemma pawns_spent : sum_nat (map (fun s => way_up (ahead c (snd s))) (pawns_of b c)) + 5 * sumn (fun f => b2n (has_promoted (g c true f))) <= sumn (fun f => pawn_effort c (g c true f)).
  Proof.
    set (v := fun f => match g c true f with At s _ None => way_up (ahead c (snd s)) | _ => 0 end).
    assert (X : sum_nat (map (fun s => way_up (ahead c (snd s))) (pawns_of b c)) <= sumn v).
    { destruct (choice_list (fun s : sq => s) (fun s f => exists i, g c true f = At s i None) (pawns_of b c)) as (fs & N & F).
      - rewrite map_id; apply NoDup_filter, squares_nodup.
      - intros s I; apply pawns_in in I; destruct (r_own _ _ _ K c s Pawn I) as (o & f & S); pose proof (r_suited _ _ _ K c o f) as Su; exists f.
        destruct (g c o f) as [u i [q|]|i] eqn:Gf; simpl in S; inversion S; subst u; simpl in Su.
        + exfalso; destruct Su as (_ & k & P & Gk & _); apply promos_no_pawn in P; congruence.
        + destruct o; [exists i; exact Gf|exfalso; destruct Su as [Gk _]; pose proof (piece_no_pawn f); congruence].
      - intros s s' f (i & A) (i' & B); congruence.
      - rewrite sumn_list; eapply Nat.le_trans; [|apply (sum_incl v fs N all8); intros f _; apply in_all8].
        clear N; induction F as [|s f l fs (i & G) _ IH]; simpl; [lia|]; unfold v at 1; rewrite G; lia. }
    assert (Y : forall f, v f + 5 * b2n (has_promoted (g c true f)) = pawn_effort c (g c true f)) by (intros f; unfold v; destruct (g c true f) as [s i [q|]|i]; simpl; lia).
    unfold sumn in *; rewrite <- !Y; lia.
  Qed.
  Definition off_slot f : bool := match seat (g c false f) with Some s => off_home b c s | None => false end.
  Lemma off_away f : b2n (off_slot f) <= away c f (g c false f).
  Proof.
    unfold off_slot, away; pose proof (r_suited _ _ _ K c false f) as Su; destruct (g c false f) as [s i [q|]|i]; simpl seat; cbv iota; [destruct Su; discriminate| |simpl; lia].
    destruct (sq_eqb s (f, home_rank c)) eqn:Q; [|destruct (off_home b c s); simpl; lia]; apply sq_eqb_eq in Q; subst s; destruct Su as (G & _); unfold off_home; rewrite G; simpl.
    rewrite (internal_ix_dec_lb _ _ eq_refl), (proj2 (kind_beq_eq _ _) eq_refl); simpl; rewrite andb_false_r; simpl; lia.
  Qed.
  Lemma off_counted : length (filter (off_home b c) squares) <= sumn (fun f => b2n (has_promoted (g c true f))) + sumn (fun f => b2n (off_slot f)).
  Proof.
    set (p := fun x : bool * ix => if fst x then has_promoted (g c true (snd x)) else off_slot (snd x)).
    destruct (choice_list (fun s : sq => s) (fun s x => seat (g c (fst x) (snd x)) = Some s /\ p x = true) (filter (off_home b c) squares)) as (xs & N & F).
    - rewrite map_id; apply NoDup_filter, squares_nodup.
    - intros s I; apply filter_In in I as [_ I]; pose proof I as O; unfold off_home in O; destruct (get b s) as [|d k] eqn:G; [discriminate|]; rewrite !andb_true_iff in O; destruct O as [[D Np] _].
      apply colour_beq_eq in D; subst d; destruct (r_own _ _ _ K c s k G) as (o & f & S); exists (o, f); split; [exact S|]; unfold p; simpl; destruct o; [|unfold off_slot; now rewrite S].
      pose proof (r_suited _ _ _ K c true f) as Su; destruct (g c true f) as [u i [q|]|i]; simpl in S; inversion S; subst u; [reflexivity|]; exfalso; destruct Su as [Gp _].
      assert (k = Pawn) by congruence; subst k; discriminate.
    - intros s s' x [A _] [B _]; congruence.
    - assert (L : length (filter (off_home b c) squares) = length xs) by (clear N; induction F; simpl; congruence); rewrite L.
      assert (Le : length xs <= length (filter p slots)).
      { apply NoDup_incl_length; [exact N|]; clear N L; induction F as [|s x l xs [_ P] _ IH]; [intros x []|]; intros y [<-|I]; [|now apply IH].
        apply filter_In; split; [destruct x as [[] []]; simpl; tauto|exact P]. }
      eapply Nat.le_trans; [exact Le|]; rewrite !sumn_filter.
      change slots with (map (fun f => (false, f)) all8 ++ map (fun f => (true, f)) all8); rewrite filter_app, app_length, !filter_length_map; unfold p; cbn [fst snd]; rewrite Nat.add_comm; apply Nat.le_refl.
  Qed.
End Needed.

Theorem needed_ok h q c : Played h q -> moves_needed (brd q) c <= did c (fun _ _ => true) h /\ lasting_needed (brd q) c <= by_lasting c h.
Proof.
  intros Pl; destruct (spent_of h q Pl) as (n & r & To & Sp), (joint_of nothing q n r To) as (g & lg & [Kg _ [K _] T _ _ _ _]); destruct (Sp c) as [Pw Pi Tk]; clear Sp.
  pose proof (pawns_spent _ c _ K) as A; pose proof (off_counted _ c _ K) as B; set (np := sumn (fun f => b2n (has_promoted (r c true f)))) in *.
  assert (Np : promoted_men (brd q) c <= np).
  { destruct (promoted_serviced _ _ c Kg) as (am & Sv); unfold promoted_men, np; eapply Nat.le_trans; [exact (serviced_now _ _ _ _ Sv)|]; rewrite sumn_filter, numl_filter; apply Nat.eq_le_incl; f_equal; apply filter_ext; intros f.
    specialize (T c f); destruct (g c f), (r c true f) as [? ? []|]; simpl in *; tauto || reflexivity. }
  assert (Off : sumn (fun f => b2n (off_slot (brd q) c r f)) <= by_pieces c h + b2n (some_off (brd q) c King && some_off (brd q) c Rook)).
  { destruct Pi as [Pi|(x & Hx & _ & Pi)].
    - assert (X : sumn (fun f => b2n (off_slot (brd q) c r f)) <= sumn (fun f => away c f (r c false f))) by (apply sumn_le; intros f; exact (off_away _ c _ K f)); lia.
    - assert (Some_k : forall f, off_slot (brd q) c r f = true -> some_off (brd q) c (piece_of f) = true).
      { intros f O; unfold off_slot in O; destruct (seat (r c false f)) as [s|] eqn:S; [|discriminate]; apply existsb_exists; exists s; split; [apply squares_all|]; rewrite O, andb_true_r.
        pose proof (r_suited _ _ _ K c false f) as Su; destruct (r c false f) as [u i [z|]|i]; simpl in S; inversion S; subst u; [destruct Su; discriminate|]; destruct Su as (G & _); rewrite G; destruct c, (piece_of f); reflexivity. }
      assert (Two : b2n (off_slot (brd q) c r I5) + b2n (off_slot (brd q) c r x) <= 1 + b2n (some_off (brd q) c King && some_off (brd q) c Rook)).
      { destruct (off_slot (brd q) c r I5) eqn:O5; [|destruct (off_slot _ c r x); simpl; lia]; destruct (off_slot (brd q) c r x) eqn:Ox; [|simpl; lia]; apply Some_k in O5, Ox.
        simpl in O5; rewrite O5; destruct Hx as [-> | ->]; simpl in Ox; rewrite Ox; simpl; lia. }
      assert (Oth : sumn (fun f => b2n (off_slot (brd q) c r f)) <= others c x r + b2n (off_slot (brd q) c r I5) + b2n (off_slot (brd q) c r x)); [|lia].
      pose proof (off_away _ c _ K) as W; unfold others, sumn; pose proof (W I1); pose proof (W I2); pose proof (W I3); pose proof (W I4); pose proof (W I5); pose proof (W I6); pose proof (W I7); pose proof (W I8).
      destruct Hx as [-> | ->]; simpl ix_beq; simpl orb; cbv iota; lia. }
  assert (All : did c (fun _ _ => true) h = by_pawns c h + by_pieces c h).
  { unfold by_pawns, by_pieces; clear; induction h as [|[p m] h IH]; [reflexivity|]; rewrite !did_more, IH; destruct (colour_beq c (side p)), (moves_pawn p m); simpl; lia. }
  assert (Lw : by_lasting c h <= did c (fun _ _ => true) h).
  { unfold by_lasting; clear; induction h as [|[p m] h IH]; [apply Nat.le_refl|]; rewrite !did_more; destruct (colour_beq c (side p)), (lasting p m); simpl; lia. }
  assert (Pl' : by_pawns c h <= by_lasting c h).
  { unfold by_pawns, by_lasting; clear; induction h as [|[p m] h IH]; [apply Nat.le_refl|]; rewrite !did_more; assert (X : moves_pawn p m = true -> lasting p m = true).
    { destruct m as [f t pr|i]; [|discriminate]; simpl; intros H; apply is_man_get in H; rewrite H; apply orb_true_r. }
    destruct (colour_beq c (side p)), (moves_pawn p m); try rewrite X by reflexivity; simpl; lia. }
  unfold moves_needed, lasting_needed, pawns_need, pieces_need, takes_need in *; lia.
Qed.

(* --- a game that is over by its men --- *)
Lemma dead_before p m : R p -> In m (moves p) -> lasting p m = false -> dead (brd (play p m)) = true -> dead (brd p) = true.
Proof.
  intros Hr Hm L D; destruct m as [f t pr|i].
  - destruct (quiet_board p f t pr Hm L Hr) as (j & G & T & N & B & Eb); rewrite Eb in D; rewrite <- D; unfold dead.
    assert (X : forall phi, (forall s, phi s E = false) -> phi f (M (side p) j) = phi t (M (side p) j) -> count_men (set (set (brd p) f E) t (M (side p) j)) phi = count_men (brd p) phi)
      by (intros phi Z Y; exact (quiet_count (brd p) f t _ phi G T N Z Y)).
    rewrite !X by (intros; simpl; auto; destruct j; simpl; try reflexivity; change light_square with light; now rewrite (B eq_refl)); reflexivity.
  - exfalso; assert (G : get (brd (play p (Castle i))) (castle_rook_to (side p) i) = M (side p) Rook) by (simpl; rewrite get_set, sq_eqb_refl; reflexivity).
    unfold dead in D; cbv zeta in D; apply andb_true_iff in D as [D _]; apply Nat.eqb_eq in D; revert D.
    assert (X : 0 < count_men (brd (play p (Castle i))) (fun _ x => match x with M _ j => kind_beq Rook j | E => false end)); [|lia].
    change count_men with count; match goal with |- 0 < count ?b ?phi => pose proof (count_set b (castle_rook_to (side p) i) E phi) as A end; rewrite G in A; change (b2n (kind_beq Rook Rook)) with 1 in A; change (b2n false) with 0 in A; lia.
Qed.
