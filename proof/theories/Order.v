(* The lemma `order`: pieces of a side that began on some files of its first rank cannot have got past one another to
   their places. Placements of these men are listed, in two layers: that at home, and all that one of them leads to.
   A move leads to the other layer (`parity`); for `order` they are the same. *)
From Coq Require Import List Bool Arith Lia NArith. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Retract Invariants GameInvariants Legality Files Origins Assign Unmoved Ranges Captures Sources Late Pockets Locked.
Local Opaque squares.

(* By the file on which a man began: where it is, if it is among those looked at and was not captured. *)
Definition placement := v8 (option sq).
Definition same_places (p q : placement) : bool := forallb (fun x => oeq (get8 p x) (get8 q x)) all8.
Definition with_at (p : placement) x (v : option sq) : placement := tab8 (fun y => if ix_beq y x then v else get8 p y).
Definition vacant (p : placement) (s : sq) : bool := forallb (fun x => negb (oeq (get8 p x) (Some s))) all8.
Lemma oeq_eq x y : oeq x y = true <-> x = y.
Proof.
  destruct x as [s|], y as [t|]; simpl; split; intros H; try discriminate; try reflexivity; [apply sq_eqb_eq in H; now subst|inversion H; apply sq_eqb_refl].
Qed.
Lemma same_places_eq p q : same_places p q = true -> p = q.
Proof.
  unfold same_places; rewrite forallb_forall; intros H; apply v8_ext; intros x; apply oeq_eq, H, in_all8.
Qed.
Lemma with_get p x v y : get8 (with_at p x v) y = if ix_beq y x then v else get8 p y.
Proof. unfold with_at; now rewrite tab8_get. Qed.
Lemma ix_refl x : ix_beq x x = true. Proof. now apply internal_ix_dec_lb. Qed.
Definition vacant_but (p : placement) x (s : sq) : bool := forallb (fun y => ix_beq y x || negb (oeq (get8 p y) (Some s))) all8.
Lemma vacant_but_ok p x s : (forall y, y <> x -> get8 p y <> Some s) -> vacant_but p x s = true.
Proof.
  intros H; apply forallb_forall; intros y _; destruct (ix_beq y x) eqn:Y; [reflexivity|]; apply negb_true_iff; destruct (oeq (get8 p y) (Some s)) eqn:X; [|reflexivity].
  apply oeq_eq in X; exfalso; revert X; apply H; intros ->; rewrite ix_refl in Y; discriminate.
Qed.

Section Order.
  Variables (w : known) (d : colour) (fs : ix -> bool).
  Variable listed : bool -> placement -> bool.
  (* walls for a king, for others, and the cuts by square: tables, made once *)
  Variables (king other : set64) (sev : v8 (v8 (list sq))).
  Definition home_place : placement := tab8 (fun x => if fs x then Some (x, home_rank d) else None).
  Definition off (p : placement) : nat := length (filter (fun x => fs x && oeq (get8 p x) None) all8).
  Definition lost_men : nat := 16 - count (last w) (fun _ => is_colour d).
  Definition takes_listed l (p : placement) : bool :=
    forallb (fun x => negb (fs x) || kind_beq (piece_of x) King || oeq (get8 p x) None || (lost_men <=? off p) || listed l (with_at p x None)) all8.
  Definition may_go k (s u : sq) : bool := may_step (match k with King => king | _ => other end) (look sev s) u.
  Fixpoint run_from (p : placement) x dir n (s : sq) : list sq :=
    match n with 0 => [] | S n => match step dir s with None => [] | Some u =>
      if may_go (piece_of x) s u && vacant_but p x u then u :: run_from p x dir n u else [] end end.
  Definition goals (p : placement) x (s : sq) : list sq :=
    match lines (piece_of x) with [] => filter (fun u => may_go (piece_of x) s u && vacant_but p x u) (unit_steps (piece_of x) s)
    | ds => flat_map (fun dir => run_from p x dir 7 s) ds end.
  Definition moves_listed l (p : placement) : bool :=
    forallb (fun x => negb (fs x) || match get8 p x with None => true | Some s =>
      forallb (fun u => listed (negb l) (with_at p x (Some u))) (goals p x s) end) all8.
  Definition castled (p : placement) h : placement :=
    tab8 (fun y => if fs y && ix_beq y I5 then Some (castle_king_to d h) else if fs y && ix_beq y (rook_file h) then Some (castle_rook_to d h) else get8 p y).
  Definition castling_way h : list sq := (I5, home_rank d) :: castle_rook_from d h :: castle_empty d h.
  Definition can_castle (p : placement) h : bool :=
    (fs I5 || fs (rook_file h)) && (negb (fs I5) || oeq (get8 p I5) (Some (I5, home_rank d))) &&
    (negb (fs (rook_file h)) || oeq (get8 p (rook_file h)) (Some (castle_rook_from d h))) &&
    forallb (fun s => negb (taboo w s)) (castling_way h) &&
    forallb (fun y => ix_beq y I5 || ix_beq y (rook_file h) || forallb (fun s => negb (oeq (get8 p y) (Some s))) (castling_way h)) all8.
  Definition castlings_listed l (p : placement) : bool := forallb (fun h => negb (can_castle p h) || listed (negb l) (castled p h)) [true; false].
  Definition leads_on l (p : placement) : bool := takes_listed l p && moves_listed l p && castlings_listed l p.
  (* squares of men that can be none but these *)
  Definition required : list sq :=
    let cap := takes w d in
    let cost := man_costs king w d in
    filter (fun s => forallb (fun e => (cap <? snd e) || negb (fst (fst e)) && fs (snd (fst e))) (combine slots (cost s)))
      (filter (fun s => is_colour d (get (last w) s)) squares).
  Definition is_end (need : list sq) (p : placement) : bool :=
    forallb (fun x => match get8 p x with None => true | Some s => is_man d (piece_of x) (get (last w) s) end) all8 &&
    forallb (fun s => negb (vacant p s)) need.

  (* --- of every game it is one of those that are listed --- *)
  Definition places (g : roll) : placement := tab8 (fun x => if fs x then seat (g d false x) else None).
  Hypothesis Other : forall u, look other u = taboo w u.
  Hypothesis King_bar : forall u, look king u = barred w d King u.
  Hypothesis Sev : forall u v, severed w u v = false -> sq_in v (look sev u) = false.
  Hypothesis Closed : forall l p, listed l p = true -> leads_on l p = true.
  Lemma places_get g x : get8 (places g) x = if fs x then seat (g d false x) else None.
  Proof. unfold places; now rewrite tab8_get. Qed.
  Lemma places_some g x s : get8 (places g) x = Some s -> fs x = true /\ seat (g d false x) = Some s.
  Proof. rewrite places_get; destruct (fs x); [auto|discriminate]. Qed.
  Lemma seat_piece b g x s : kept_roll w b g -> seat (g d false x) = Some s -> get b s = M d (piece_of x).
  Proof.
    intros K S; pose proof (r_suited _ _ _ K d false x) as X; destruct (g d false x) as [u n [q|]|n]; simpl in *; inversion S; subst; [destruct X; discriminate|apply X].
  Qed.
  Lemma may_go_ok k s u : barred w d k u = false -> severed w s u = false -> may_go k s u = true.
  Proof.
    intros B S; unfold may_go, may_step; rewrite (Sev _ _ S); replace (look _ u) with false; [reflexivity|symmetry].
    destruct (kind_eq_dec k King) as [->|N]; [now rewrite King_bar|]; destruct k; try congruence; rewrite Other; unfold barred in B; now apply orb_false_iff in B as [B _].
  Qed.
  Lemma run_goes b x dir n s t : runs w b d (piece_of x) dir n s t -> forall p,
    (forall y v, y <> x -> get8 p y = Some v -> get b v <> E /\ v <> t) -> In t (run_from p x dir n s).
  Proof.
    induction 1 as [n s t St B S|n s u t St B S G _ IH]; intros p V; simpl; rewrite St, (may_go_ok _ _ _ B S), vacant_but_ok; simpl; [now left| |right; now apply IH|];
    intros y Ny Y; now destruct (V y _ Ny Y).
  Qed.
  Lemma glide_listed b x s t l p : glides w b d (piece_of x) s t -> listed l p = true -> fs x = true -> get8 p x = Some s ->
    (forall y v, y <> x -> get8 p y = Some v -> get b v <> E /\ v <> t) -> listed (negb l) (with_at p x (Some t)) = true.
  Proof.
    intros Gl L F G V; pose proof (Closed l p L) as C; unfold leads_on in C; rewrite !andb_true_iff in C; destruct C as [[_ C] _].
    unfold moves_listed in C; rewrite forallb_forall in C; specialize (C x (in_all8 x)); rewrite F, G in C; simpl in C; rewrite forallb_forall in C; apply C; unfold goals.
    destruct Gl as [Li I B S|dir D R]; [rewrite Li; apply filter_In; split; [exact I|]; rewrite (may_go_ok _ _ _ B S), vacant_but_ok; [reflexivity|]; intros y Ny Y; now destruct (V y t Ny Y)|].
    assert (X : In t (flat_map (fun dir => run_from p x dir 7 s) (lines (piece_of x)))) by (apply in_flat_map; exists dir; split; [exact D|now apply (run_goes b)]).
    destruct (lines (piece_of x)); [destruct D|exact X].
  Qed.

  (* as many as are off the board are lost *)
  Definition sat (m : spot) : nat := match seat m with Some _ => 1 | None => 0 end.
  Lemma men_seated b g : kept_roll w b g -> count b (fun _ => is_colour d) <= sum_nat (map (fun i => match nth_error slots i with Some (o, x) => sat (g d o x) | None => 0 end) (seq 0 16)).
  Proof.
    intros K; set (l := filter (fun s => is_colour d (get b s)) squares).
    assert (Cl : count b (fun _ => is_colour d) = length l) by apply count_filter.
    assert (X : (sum_N (map (fun _ => 1%N) l) <= sum_N (map (fun i => N.of_nat (match nth_error slots i with Some (o, x) => sat (g d o x) | None => 0 end)) (seq 0 16)))%N).
    { apply (sum_owners (fun _ => 1%N) (slot_seat g d)).
      - intros i a Hi; unfold slot_seat in Hi; destruct (nth_error slots i) as [[o x]|]; [|discriminate]; unfold sat; rewrite Hi; simpl; lia.
      - apply NoDup_filter, squares_nodup.
      - intros a Ha; apply filter_In in Ha as [_ Ha]; destruct (get b a) as [|c k] eqn:G; [discriminate|]; simpl in Ha; apply colour_beq_eq in Ha; subst c.
        destruct (r_own _ _ _ K d a k G) as (o & f & S); destruct (slot_of o f) as (i & Hi & Si); exists i; split; [apply in_seq; lia|]; unfold slot_seat; now rewrite Si. }
    rewrite Cl; clear Cl; revert X; generalize (seq 0 16); intros is X.
    assert (Y : forall m : list sq, sum_N (map (fun _ => 1%N) m) = N.of_nat (length m)).
    { induction m as [|a m IH]; [reflexivity|]; cbn [map length]; change (sum_N (1%N :: map (fun _ => 1%N) m)) with (1 + sum_N (map (fun _ => 1%N) m))%N; rewrite IH; lia. }
    assert (Z : forall (f : nat -> nat) m, sum_N (map (fun i => N.of_nat (f i)) m) = N.of_nat (sum_nat (map f m))).
    { intros f; induction m as [|a m IH]; [reflexivity|]; cbn [map sum_nat]; change (sum_N (N.of_nat (f a) :: map (fun i => N.of_nat (f i)) m)) with (N.of_nat (f a) + sum_N (map (fun i => N.of_nat (f i)) m))%N.
      rewrite IH; lia. }
    rewrite Y, Z in X; lia.
  Qed.
  Lemma off_lost b g : kept_roll w b g -> off (places g) + count b (fun _ => is_colour d) <= 16.
  Proof.
    intros K; pose proof (men_seated b g K) as H; cbn [seq map nth_error slots sum_nat] in H.
    unfold off; assert (O : forall x, (if fs x && oeq (get8 (places g) x) None then 1 else 0) + sat (g d false x) <= 1).
    { intros x; rewrite places_get; unfold sat; destruct (fs x), (seat (g d false x)); simpl; lia. }
    assert (P : forall x, sat (g d true x) <= 1) by (intros x; unfold sat; destruct (seat (g d true x)); lia).
    assert (F : forall f : ix -> bool, length (filter f all8) = (if f I1 then 1 else 0) + (if f I2 then 1 else 0) + (if f I3 then 1 else 0) + (if f I4 then 1 else 0) +
      (if f I5 then 1 else 0) + (if f I6 then 1 else 0) + (if f I7 then 1 else 0) + (if f I8 then 1 else 0)).
    { intros f; simpl; destruct (f I1), (f I2), (f I3), (f I4), (f I5), (f I6), (f I7), (f I8); reflexivity. }
    rewrite F; pose proof (O I1); pose proof (O I2); pose proof (O I3); pose proof (O I4); pose proof (O I5); pose proof (O I6); pose proof (O I7); pose proof (O I8).
    pose proof (P I1); pose proof (P I2); pose proof (P I3); pose proof (P I4); pose proof (P I5); pose proof (P I6); pose proof (P I7); pose proof (P I8); lia.
  Qed.

  Lemma king_seat p g : kept_roll w (brd p) g -> forall s, get (brd p) s = M d King -> seat (g d false I5) = Some s.
  Proof.
    intros K s G; destruct (r_own _ _ _ K d s King G) as (o & x & S); pose proof (r_suited _ _ _ K d o x) as X.
    destruct (g d o x) as [u n [q|]|n] eqn:Gm; simpl in *; inversion S; subst u.
    - destruct X as (_ & k & Pk & Gk & _); assert (k = King) as -> by congruence; simpl in Pk; intuition discriminate.
    - destruct o; [destruct X; congruence|]; destruct X as (X & _ & _); assert (Px : piece_of x = King) by congruence; destruct x; try discriminate Px; now rewrite Gm.
  Qed.
  Lemma a_king p : good p -> exists s, get (brd p) s = M d King.
  Proof.
    intros (_ & _ & _ & _ & _ & Ki & _); specialize (Ki d); unfold count in Ki; revert Ki; induction squares as [|s l IH]; [discriminate|]; simpl.
    destruct (is_man d King (get (brd p) s)) eqn:X; [intros _; exists s; now apply is_man_get|exact IH].
  Qed.
  Lemma off_more p x s : fs x = true -> get8 p x = Some s -> off (with_at p x None) = S (off p).
  Proof.
    intros F G; unfold off; cbn [all8 filter]; rewrite !with_get.
    destruct x; cbn [ix_beq]; rewrite F, G; cbn [andb oeq]; repeat match goal with |- context [if ?c then _ else _] => destruct c end; reflexivity.
  Qed.

  Lemma same_listed l g g' : listed l (places g) = true -> (forall x, fs x = true -> seat (g' d false x) = seat (g d false x)) -> listed l (places g') = true.
  Proof.
    intros L H; replace (places g') with (places g); [exact L|]; apply v8_ext; intros x; rewrite !places_get; destruct (fs x) eqn:F; [symmetry; now apply H|reflexivity].
  Qed.
  Definition mover (g : roll) f : bool := existsb (fun x => fs x && oeq (seat (g d false x)) (Some f)) all8.
  Lemma mover_ok g f x : fs x = true -> seat (g d false x) = Some f -> mover g f = true.
  Proof. intros F S; apply existsb_exists; exists x; split; [apply in_all8|]; rewrite F; simpl; now apply oeq_eq. Qed.
  Lemma mover_inv g f : mover g f = true -> exists x, fs x = true /\ seat (g d false x) = Some f.
  Proof. intros X; apply existsb_exists in X as (x & _ & X); apply andb_true_iff in X as [F X]; apply oeq_eq in X; eauto. Qed.
  Lemma mv_listed l p f t pr g g' j e : R p -> In (Mv f t pr) (moves p) -> let q := play p (Mv f t pr) in
    kept_roll w (brd p) g -> kept_roll w (brd q) g' -> shifts f t e g g' -> get (brd p) f = M (side p) j -> (j <> Pawn -> glides w (brd p) (side p) j f t) ->
    (e <> None -> exists s i, e = Some s /\ get (brd p) s = M (opp (side p)) i) -> count (last w) (fun _ => is_colour d) <= count (brd q) (fun _ => is_colour d) ->
    listed l (places g) = true -> listed (if colour_beq (side p) d && mover g f then negb l else l) (places g') = true.
  Proof.
    cbv zeta; intros Hr Hm; assert (Hr' : R (play p (Mv f t pr))) by (now apply reach_play); set (q := play p (Mv f t pr)) in *.
    intros K K' Sh G Gl Ta Le L; pose proof (fun x s => seat_piece _ g x s K) as Man.
    destruct (colour_beq (side p) d) eqn:Cd; cbn [andb].
    - apply colour_beq_eq in Cd; assert (NotE : forall x s, seat (g d false x) = Some s -> oeqb e s = false).
      { intros x s S; destruct (oeqb e s) eqn:Z; [exfalso|reflexivity]; destruct e as [u|]; [|discriminate]; simpl in Z; apply sq_eqb_eq in Z; subst u.
        destruct Ta as (u & i & Eu & Gu); [discriminate|]; inversion Eu; subst u; rewrite (Man x s S), Cd in Gu; inversion Gu; destruct d; discriminate. }
      destruct (mover g f) eqn:Mo.
      + apply mover_inv in Mo as (x & F & S).
        pose proof (Man x f S) as Gf; assert (j = piece_of x) as Ej by congruence; specialize (Gl ltac:(rewrite Ej; apply piece_no_pawn)); rewrite Cd, Ej in Gl.
        assert (Eq : forall y, y <> x -> fs y = true -> seat (g' d false y) = seat (g d false y)).
        { intros y Ny Fy; rewrite Sh; destruct (seat (g d false y)) as [v|] eqn:Sy; [|reflexivity]; rewrite (NotE y v Sy); destruct (sq_eqb v f) eqn:Y; [exfalso|reflexivity].
          apply sq_eqb_eq in Y; subst v; apply Ny; eapply (r_one _ _ _ K); eauto. }
        assert (Sx : seat (g' d false x) = Some t) by (rewrite Sh, S, sq_eqb_refl; reflexivity).
        replace (places g') with (with_at (places g) x (Some t)).
        * apply (glide_listed (brd p) x f t l _ Gl); [exact L|exact F|rewrite places_get, F; exact S|]; intros y v Ny Y; apply places_some in Y as [Fy Y]; split.
          -- rewrite (Man y v Y); discriminate.
          -- intros ->; apply Ny; rewrite <- (Eq y Ny Fy) in Y; eapply (r_one _ _ _ K'); eauto.
        * apply v8_ext; intros y; rewrite with_get, !places_get; destruct (ix_beq y x) eqn:Y; [apply internal_ix_dec_bl in Y; subst y; now rewrite F|].
          destruct (fs y) eqn:Fy; [|reflexivity]; symmetry; apply Eq; [intros ->; rewrite ix_refl in Y; discriminate|exact Fy].
      + apply (same_listed l g g' L); intros x F; rewrite Sh; destruct (seat (g d false x)) as [v|] eqn:Sx; [|reflexivity]; rewrite (NotE x v Sx).
        destruct (sq_eqb v f) eqn:Y; [apply sq_eqb_eq in Y; subst v; rewrite (mover_ok g f x F Sx) in Mo; discriminate|reflexivity].
    - assert (NotF : forall x s, seat (g d false x) = Some s -> sq_eqb s f = false).
      { intros x s S; destruct (sq_eqb s f) eqn:Y; [apply sq_eqb_eq in Y; subst s|reflexivity]; rewrite (Man x f S) in G; inversion G as [G1]; rewrite <- G1 in Cd; destruct d; discriminate. }
      destruct e as [s|]; [|apply (same_listed l g g' L); intros x F; rewrite Sh; destruct (seat (g d false x)) as [v|] eqn:Sx; [now rewrite (NotF x v Sx)|reflexivity]].
      destruct (mover g s) eqn:Mo.
      + apply mover_inv in Mo as (x & F & S).
        assert (Sx : seat (g' d false x) = None) by (rewrite Sh, S, (NotF x s S); simpl; now rewrite sq_eqb_refl).
        assert (Px : get8 (places g) x = Some s) by (rewrite places_get, F; exact S).
        assert (Eq : places g' = with_at (places g) x None).
        { apply v8_ext; intros y; rewrite with_get, !places_get; destruct (ix_beq y x) eqn:Y; [apply internal_ix_dec_bl in Y; subst y; now rewrite F|].
          destruct (fs y) eqn:Fy; [|reflexivity]; rewrite Sh; destruct (seat (g d false y)) as [v|] eqn:Sy; [|reflexivity]; rewrite (NotF y v Sy); simpl.
          destruct (sq_eqb s v) eqn:Z; [exfalso|reflexivity]; apply sq_eqb_eq in Z; subst v; assert (y = x) by (eapply (r_one _ _ _ K); eauto); subst y; rewrite ix_refl in Y; discriminate. }
        pose proof (off_lost _ g' K') as O; rewrite Eq, (off_more _ x s F Px) in O; pose proof (Closed _ _ L) as C; unfold leads_on in C; rewrite !andb_true_iff in C.
        destruct C as [[C _] _]; unfold takes_listed in C; rewrite forallb_forall in C; specialize (C x (in_all8 x)); rewrite F, Px in C; simpl in C; rewrite !orb_true_iff in C.
        rewrite Eq; destruct C as [[[C|C]|C]|C]; [exfalso|discriminate|apply Nat.leb_le in C; unfold lost_men in C; lia|exact C].
        apply kind_beq_eq in C; destruct (a_king q (reach_good q Hr')) as (u & Gu); pose proof (king_seat q g' K' u Gu) as X.
        destruct x; try discriminate C; rewrite Sx in X; discriminate.
      + apply (same_listed l g g' L); intros x F; rewrite Sh; destruct (seat (g d false x)) as [v|] eqn:Sx; [|reflexivity]; rewrite (NotF x v Sx); simpl.
        destruct (sq_eqb s v) eqn:Z; [apply sq_eqb_eq in Z; subst v; rewrite (mover_ok g s x F Sx) in Mo; discriminate|reflexivity].
  Qed.
  (* king and rook of a right that is left are those that there were *)
  Lemma castle_listed l p h g g' : R p -> In (Castle h) (moves p) -> let q := play p (Castle h) in holds w (brd p) -> holds w (brd q) ->
    kept_roll w (brd p) g -> rights_kept p g ->
    (forall a o x, seat (g' a o x) = match seat (g a o x) with
      | Some s => if sq_eqb s (castle_rook_from (side p) h) then Some (castle_rook_to (side p) h) else if sq_eqb s (I5, home_rank (side p)) then Some (castle_king_to (side p) h) else Some s
      | None => None end) ->
    listed l (places g) = true -> listed (if colour_beq (side p) d && (fs I5 || fs (rook_file h)) then negb l else l) (places g') = true.
  Proof.
    cbv zeta; intros Hr Hm; assert (Hr' : R (play p (Castle h))) by (now apply reach_play); set (q := play p (Castle h)) in *.
    intros H H' K Rt Sh L; pose proof (fun x s => seat_piece _ g x s K) as Man.
    pose proof (moves_pseudo _ _ Hm) as Ps; simpl in Ps; unfold castle_ok in Ps; rewrite !andb_true_iff, !forallb_forall in Ps; destruct Ps as ((((P1 & P2) & P3) & P4) & _).
    apply is_man_get in P2, P3; assert (Z : forall s, In s (castle_empty (side p) h) -> get (brd p) s = E) by (intros s Hs; apply P4 in Hs; destruct (get (brd p) s); [reflexivity|discriminate]).
    destruct (colour_beq (side p) d) eqn:Cd; cbn [andb].
    2: { apply (same_listed l g g' L); intros x F; rewrite Sh; destruct (seat (g d false x)) as [v|] eqn:Sx; [|reflexivity]; pose proof (Man x v Sx) as Gv.
         destruct (sq_eqb v (castle_rook_from (side p) h)) eqn:Y; [apply sq_eqb_eq in Y; subst v; rewrite P3 in Gv; inversion Gv as [G1]; rewrite G1 in Cd; destruct d; discriminate|].
         destruct (sq_eqb v (I5, home_rank (side p))) eqn:Y'; [apply sq_eqb_eq in Y'; subst v; rewrite P2 in Gv; inversion Gv as [G1]; rewrite G1 in Cd; destruct d; discriminate|reflexivity]. }
    apply colour_beq_eq in Cd; rewrite Cd in *; pose proof (king_seat p g K _ P2) as Sk; pose proof (Rt d h P1) as Sr.
    assert (NK : I5 <> rook_file h) by (destruct h; discriminate).
    assert (Others : forall y v, y <> I5 -> y <> rook_file h -> seat (g d false y) = Some v -> ~ In v (castling_way h)).
    { intros y v N1 N2 Sy [<-|[<-|I]]; [apply N1|apply N2|]; try (eapply (r_one _ _ _ K); eassumption); specialize (Z v I); rewrite (Man y v Sy) in Z; discriminate. }
    assert (Eq : forall y, seat (g' d false y) = if ix_beq y I5 then Some (castle_king_to d h) else if ix_beq y (rook_file h) then Some (castle_rook_to d h) else seat (g d false y)).
    { intros y; rewrite Sh; destruct (ix_beq y I5) eqn:Y1; [apply internal_ix_dec_bl in Y1; subst y; rewrite Sk; destruct d, h; reflexivity|].
      destruct (ix_beq y (rook_file h)) eqn:Y2; [apply internal_ix_dec_bl in Y2; subst y; rewrite Sr, sq_eqb_refl; reflexivity|].
      destruct (seat (g d false y)) as [v|] eqn:Sy; [|reflexivity]; assert (N : ~ In v (castling_way h)).
      { apply (Others y v); [intros ->; rewrite ix_refl in Y1; discriminate|intros ->; rewrite ix_refl in Y2; discriminate|exact Sy]. }
      unfold castling_way in N; destruct (sq_eqb v (castle_rook_from d h)) eqn:Q1; [apply sq_eqb_eq in Q1; subst v; exfalso; apply N; simpl; auto|].
      destruct (sq_eqb v (I5, home_rank d)) eqn:Q2; [apply sq_eqb_eq in Q2; subst v; exfalso; apply N; simpl; auto|reflexivity]. }
    destruct (fs I5 || fs (rook_file h)) eqn:Any.
    - replace (places g') with (castled (places g) h).
      + pose proof (Closed _ _ L) as C; unfold leads_on in C; rewrite !andb_true_iff in C; destruct C as [_ C]; unfold castlings_listed in C; rewrite forallb_forall in C.
        specialize (C h ltac:(destruct h; simpl; auto)); apply orb_true_iff in C as [C|C]; [exfalso|exact C]; apply negb_true_iff in C; enough (X : can_castle (places g) h = true) by congruence; clear C.
        unfold can_castle; rewrite Any, !andb_true_iff; split; [split; [split; [split; [reflexivity|]|]|]|].
        * rewrite places_get; destruct (fs I5); [simpl; rewrite Sk; apply sq_eqb_refl|reflexivity].
        * rewrite places_get; destruct (fs (rook_file h)); [simpl; rewrite Sr; apply sq_eqb_refl|reflexivity].
        * apply forallb_forall; intros s Hs; apply negb_true_iff; destruct (taboo w s) eqn:T; [exfalso|reflexivity].
          destruct (taboo_stands w (brd p) s H T) as (c1 & k1 & _ & T1), (taboo_stands w (brd q) s H' T) as (c2 & k2 & _ & T2).
          destruct Hs as [<-|[<-|Hs]]; [| |rewrite (Z s Hs) in T1; discriminate]; unfold q in T2; simpl in T2; rewrite Cd, !get_set in T2; destruct d, h; simpl in T2; discriminate.
        * apply forallb_forall; intros y _; destruct (ix_beq y I5) eqn:Y1; [reflexivity|]; destruct (ix_beq y (rook_file h)) eqn:Y2; [reflexivity|]; change (forallb (fun s => negb (oeq (get8 (places g) y) (Some s))) (castling_way h) = true).
          apply forallb_forall; intros s Hs; apply negb_true_iff; destruct (oeq (get8 (places g) y) (Some s)) eqn:Q; [exfalso|reflexivity]; apply oeq_eq in Q.
          apply places_some in Q as [_ Q]; revert Hs; apply (Others y s); [intros ->; rewrite ix_refl in Y1; discriminate|intros ->; rewrite ix_refl in Y2; discriminate|exact Q].
      + apply v8_ext; intros y; unfold castled; rewrite tab8_get, !places_get, Eq; destruct (fs y), (ix_beq y I5), (ix_beq y (rook_file h)); reflexivity.
    - apply orb_false_iff in Any as [F1 F2]; apply (same_listed l g g' L); intros x F; rewrite Eq.
      destruct (ix_beq x I5) eqn:Y1; [apply internal_ix_dec_bl in Y1; congruence|]; destruct (ix_beq x (rook_file h)) eqn:Y2; [apply internal_ix_dec_bl in Y2; congruence|reflexivity].
  Qed.

  Lemma home_places : places first_roll = home_place.
  Proof. apply v8_ext; intros x; unfold home_place; rewrite places_get, tab8_get; reflexivity. Qed.
  Theorem end_ok g : kept_roll w (last w) g -> pawn_tally g d <= takes w d -> is_end required (places g) = true.
  Proof.
    intros K C; unfold is_end; apply andb_true_iff; split; apply forallb_forall.
    - intros x _; destruct (get8 (places g) x) as [s|] eqn:S; [|reflexivity]; apply places_some in S as [_ S]; rewrite (seat_piece _ g x s K S); destruct d, x; reflexivity.
    - intros s Hs; unfold required in Hs; cbv zeta in Hs; apply filter_In in Hs as [Hs Only]; apply filter_In in Hs as [_ Hs].
      destruct (get (last w) s) as [|c k] eqn:Gs; [discriminate|]; simpl in Hs; apply colour_beq_eq in Hs; subst c.
      destruct (r_own _ _ _ K d s k Gs) as (o & x & S); destruct (slot_of o x) as (i & Hi & Si).
      destruct (slot_cost w g d i s K) as (n & N & Cn); [unfold slot_seat; now rewrite Si|].
      rewrite forallb_forall in Only; specialize (Only ((o, x), n)); cbv beta in Only; cbn [fst snd] in Only.
      assert (I : In ((o, x), n) (combine slots (man_costs king w d s))).
      { replace king with (table (barred w d King)); [|].
        - revert N Si; generalize (man_costs (table (barred w d King)) w d s) slots i; clear; intros l m; revert l; induction m as [|a m IH]; intros l [|i] N Si; destruct l as [|b l]; simpl in *; try discriminate.
          + inversion N; inversion Si; now left.
          + right; now apply (IH l i).
        - apply v8_ext; intros r; apply v8_ext; intros f; change (look (table (barred w d King)) (f, r) = look king (f, r)); now rewrite look_table, King_bar. }
      specialize (Only I); apply orb_true_iff in Only as [Only|Only].
      + apply Nat.ltb_lt in Only; exfalso; pose proof (slot_tally_le g d i Hi); lia.
      + apply andb_true_iff in Only as [O F]; apply negb_true_iff in O; subst o; apply negb_true_iff; destruct (vacant (places g) s) eqn:V; [exfalso|reflexivity].
        unfold vacant in V; rewrite forallb_forall in V; specialize (V x (in_all8 x)); rewrite places_get, F, S in V; simpl in V; rewrite sq_eqb_refl in V; discriminate.
  Qed.
End Order.


(* --- the lemma: the placements that are given lead on to one another, and none is an end --- *)
Definition bits (i : ix) (h : positive) : positive :=
  match i with I1 => h~0~0~0 | I2 => h~0~0~1 | I3 => h~0~1~0 | I4 => h~0~1~1 | I5 => h~1~0~0 | I6 => h~1~0~1 | I7 => h~1~1~0 | I8 => h~1~1~1 end%positive.
Definition hash_places (p : placement) : positive :=
  fold_left (fun h x => match get8 p x with Some s => bits (fst s) (bits (snd s) h) | None => h~0%positive end) all8 xH.
Definition among_files (l : list ix) (x : ix) : bool := existsb (ix_beq x) l.
Definition list_places (ps : list placement) := build placement unit hash_places (map (fun p => (p, tt)) ps).
Definition is_listed t (p : placement) : bool := existsb (fun e => same_places (fst e) p) (bucket placement unit t (hash_places p)).
Lemma is_listed_ok ps p : is_listed (list_places ps) p = true -> In p ps.
Proof.
  unfold is_listed, list_places; intros L; apply existsb_exists in L as ([q []] & I & Eq); simpl in Eq; apply same_places_eq in Eq; subst q; apply build_in in I.
  apply in_map_iff in I as (r & Er & I); inversion Er; now subst.
Qed.
(* the placement at home is in the first layer, and of each layer all that they lead to is listed *)
Definition closed_layers (w : known) d fs (listed : bool -> placement -> bool) (layers : list (bool * list placement)) : bool :=
  let king := table (barred w d King) in
  let other := table (taboo w) in
  let sev := severed_from w in
  listed false (home_place d fs) && forallb (fun e => forallb (leads_on w d fs listed king other sev (fst e)) (snd e)) layers.
Section Layers.
  Variables (w : known) (d : colour) (fs : ix -> bool) (listed : bool -> placement -> bool).
  Let leads := leads_on w d fs listed (table (barred w d King)) (table (taboo w)) (severed_from w).
  Hypothesis Lead : forall l p, listed l p = true -> leads l p = true.
  Definition layers_mv := mv_listed w d fs listed _ _ _ (look_table _ (taboo w)) (look_table _ (barred w d King)) (severed_from_ok w) Lead.
  Definition layers_castle := castle_listed w d fs listed _ _ _ (look_table _ (barred w d King)) Lead.
  Definition layers_end := end_ok w d fs _ (look_table _ (barred w d King)).
End Layers.
Definition order_shown (a : pos) (d : colour) (files : list ix) (ps : list placement) : bool :=
  match ending_of a with Ends w =>
    let fs := among_files files in
    let listed := is_listed (list_places ps) in
    forallb (fun f => negb (taboo w (f, home_rank d))) files && closed_layers w d fs (fun _ => listed) [(false, ps)] && negb (existsb (is_end w d (required w d fs (table (barred w d King)))) ps)
  | _ => false end.
Theorem order_ok a d files ps p : order_shown a d files ps = true -> covers a p -> R p -> False.
Proof.
  unfold order_shown; intros H C Hr; pose proof (ending_ok a p C Hr) as Sh; destruct (ending_of a) as [| |w|]; try discriminate; cbv zeta in H; apply andb_true_iff in H as [Closed End]; apply andb_true_iff in Closed as [_ Closed].
  destruct Sh as (n & Cn); pose proof (c_game _ _ _ _ Cn) as G; set (fs := among_files files) in *; set (t := list_places ps) in *.
  apply andb_true_iff in Closed as [Home Closed]; simpl in Closed; rewrite andb_true_r, forallb_forall in Closed.
  assert (Lead : forall l p, is_listed t p = true -> leads_on w d fs (fun _ => is_listed t) (table (barred w d King)) (table (taboo w)) (severed_from w) l p = true).
  { intros l q L; apply is_listed_ok in L; exact (Closed q L). }
  assert (Inv : forall p n, game w p n -> count (last w) (fun _ => is_colour d) <= count (brd p) (fun _ => is_colour d) ->
    exists g, rolls w (brd p) n g /\ rights_kept p g /\ is_listed t (places d fs g) = true).
  { clear - Home Lead; induction 1 as [|p m n G IH Hm H]; intros Le.
    - exists first_roll; split; [apply start_roll|split; [apply rights_kept_start|now rewrite home_places]].
    - pose proof (game_R _ _ _ G) as Hr; pose proof (game_holds _ _ _ G) as Hh; destruct (reach_good p Hr) as (OK & OR & _); assert (Hr' : R (play p m)) by (now apply reach_play).
      destruct (count_effect _ _ _ d (move_effect p m OK OR (moves_pseudo _ _ Hm))) as (Mono & _); destruct IH as (g & B & Rt & L); [lia|].
      destruct m as [f t' pr|h].
      + destruct (mv_roll w p f t' pr (reach_good p Hr) Hr Hm Hh H n g B) as (g' & j & e & B' & Sh & Gf & Gl & Em & Ta & _); exists g'; split; [exact B'|split; [now apply (rights_kept_mv p f t' pr g g' e)|]].
        pose proof (layers_mv w d fs _ Lead false p f t' pr g g' j e Hr Hm (proj1 B) (proj1 B') Sh Gf Gl Ta Le L) as X; exact X.
      + destruct (castle_roll w p h (reach_good p Hr) Hr Hm Hh H n g B) as (B' & Sh); set (g' := castled_roll (side p) h g) in *; exists g'; split; [exact B'|split; [now apply (rights_kept_castle p h g g')|]].
        pose proof (layers_castle w d fs _ Lead false p h g g' Hr Hm Hh H (proj1 B) Rt Sh L) as X; exact X. }
  destruct (Inv p n G) as (g & [K T] & _ & L); [rewrite (c_last _ _ _ _ Cn); lia|]; rewrite (c_last _ _ _ _ Cn) in K.
  apply negb_true_iff in End; assert (X : existsb (is_end w d (required w d fs (table (barred w d King)))) ps = true); [|congruence].
  apply existsb_exists; exists (places d fs g); split; [now apply is_listed_ok|exact (layers_end w d fs g K (Nat.le_trans _ _ _ (T d) (c_takes _ _ _ _ Cn d)))].
Qed.
