(* Pockets: men that were nowhere where a pawn of the other side captured anybody. Those of them that are gone were
   taken by others, and so the pawns captured less often. *)
From Coq Require Import List Bool Arith NArith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Retract Invariants GameInvariants Legality Files Origins Assign Unmoved Ranges Captures Sources Late.
From Arbiter Require Rules.
Strategy opaque [squares].

(* --- sets of squares: where men can have come to from others --- *)
Definition forth (bar : set64) (sev : v8 (v8 (list sq))) k (t : set64) : set64 :=
  table (fun u => look t u || existsb (fun s => look t s && may_step bar (look sev s) u) (unit_steps k u)).
Fixpoint fill_forth (n : nat) (bar : set64) sev k (t : set64) (m : nat) : set64 :=
  match n with 0 => t | S n => let t' := forth bar sev k t in let m' := size t' in if m' =? m then t else fill_forth n bar sev k t' m' end.
Definition closed_forth (bar : set64) (sev : v8 (v8 (list sq))) k (t : set64) : bool :=
  forallb (fun s => negb (look t s) || forallb (fun u => negb (may_step bar (look sev s) u) || look t u) (unit_steps k s)) squares.
Definition come_to (bar : set64) sev k (t : set64) : set64 :=
  let t' := fill_forth 64 bar sev k t (size t) in if forallb (fun s => negb (look t s) || look t' s) squares && closed_forth bar sev k t' then t' else full.
Lemma come_past w c k bar sev (L : sq -> bool) t a s : (forall u, look bar u = barred w c k u || L u) -> (forall u v, severed w u v = false -> sq_in v (look sev u) = false) ->
  look t a = true -> walks_past w c k L a s -> look (come_to bar sev k t) s = true.
Proof.
  intros HB HS Ta W; unfold come_to; generalize (fill_forth 64 bar sev k t (size t)); intros t'; cbv zeta.
  destruct (forallb _ squares) eqn:Sub; [|apply look_full]; destruct (closed_forth bar sev k t') eqn:Cl; [|apply look_full]; cbn [andb].
  rewrite forallb_forall in Sub; assert (A : look t' a = true) by (specialize (Sub a (squares_all a)); now rewrite Ta in Sub).
  induction W as [s|a s u W IH I B S V]; [exact A|]; specialize (IH Ta A); unfold closed_forth in Cl; rewrite forallb_forall in Cl; specialize (Cl s (squares_all s)).
  rewrite IH in Cl; simpl in Cl; rewrite forallb_forall in Cl; specialize (Cl u I); unfold may_step in Cl; rewrite HB, B, V, (HS _ _ S) in Cl; exact Cl.
Qed.
Lemma come_ok w c k bar sev t a s : (forall u, look bar u = barred w c k u) -> (forall u v, severed w u v = false -> sq_in v (look sev u) = false) ->
  look t a = true -> walks w c k a s -> look (come_to bar sev k t) s = true.
Proof. intros HB HS Ta W; apply (come_past w c k bar sev (fun _ => false) t a); [intros u; now rewrite HB, orb_false_r|exact HS|exact Ta|now apply past_none]. Qed.
Definition trace_of w (bar : set64) sev d (walls : v8 (list sq)) (o : bool) f : set64 :=
  if o then
    let l := pawn_rows w d f in
    let comes x := pawn_cost d l x <=? takes w d in
    let walled x := match get8 walls x with [] => false | _ => true end in
    let ends := table (fun x => ix_beq (snd x) (last_rank d) && comes x && negb (walled (fst x))) in
    let q := come_to bar sev Queen ends in
    let n := come_to bar sev Knight ends in
    let past := flat_map (fun x => if walled x && comes (x, last_rank d) then
      let bar' := table (fun u => look bar u || sq_in u (get8 walls x)) in map (fun k => come_to bar' sev k (only (x, last_rank d))) [Queen; Knight] else []) all8 in
    table (fun x => comes x || look q x || look n x || existsb (fun t => look t x) past)
  else come_to bar sev (piece_of f) (only (f, home_rank d)).
Lemma past_queen w c k L a s : k = Rook \/ k = Bishop -> walks_past w c k L a s -> walks_past w c Queen L a s.
Proof.
  assert (X : forallb (fun s => forallb (fun u => sq_in u (unit_steps Queen s)) (unit_steps Rook s ++ unit_steps Bishop s)) squares = true) by (vm_compute; reflexivity).
  rewrite forallb_forall in X; intros K; induction 1 as [s|a s u W IH I B S V]; [apply past_here|]; apply past_on with s; [exact IH| | |exact S|exact V].
  - specialize (X s (squares_all s)); rewrite forallb_forall in X; specialize (X u); assert (Y : sq_in u (unit_steps Queen s) = true) by (apply X, in_or_app; destruct K as [-> | ->]; auto).
    apply existsb_exists in Y as (y & Iy & Ey); apply sq_eqb_eq in Ey; now subst y.
  - rewrite barred_plain in * by (destruct K; subst; discriminate); exact B.
Qed.
Lemma trace_ok w bar sev d o f m x : (forall u, look bar u = taboo w u) -> (forall u v, severed w u v = false -> sq_in v (look sev u) = false) ->
  (o = false -> piece_of f <> King) -> (o = true -> m <= takes w d) -> traced_past w d o f m x -> look (trace_of w bar sev d (walls_of w d) o f) x = true.
Proof.
  intros HB HS Nk Lm; assert (HB' : forall k, k <> King -> forall u, look bar u = barred w d k u) by (intros k N u; rewrite barred_plain by exact N; apply HB).
  unfold trace_of, traced_past; destruct o; [|intros W; apply (come_ok w d _ _ _ _ (f, home_rank d)); auto; unfold only; rewrite look_table; apply sq_eqb_refl].
  specialize (Lm eq_refl); intros (i & Li & [Re|(q & k & Pk & Re & La & W)]); cbv zeta; rewrite look_table.
  - replace (pawn_cost d (pawn_rows w d f) x <=? takes w d) with true; [reflexivity|]; symmetry; apply Nat.leb_le; pose proof (pawn_cost_ok _ _ _ _ _ Re); lia.
  - assert (Co : pawn_cost d (pawn_rows w d f) q <=? takes w d = true) by (apply Nat.leb_le; pose proof (pawn_cost_ok _ _ _ _ _ Re); lia).
    apply (past_fewer _ _ _ _ _ _ _ (walls_late w d (fst q))) in W.
    assert (Q : walks_past w d Queen (fun u => sq_in u (get8 (walls_of w d) (fst q))) q x \/ walks_past w d Knight (fun u => sq_in u (get8 (walls_of w d) (fst q))) q x).
    { simpl in Pk; decompose [or] Pk; subst; try tauto; left; eauto using past_queen. }
    destruct (get8 (walls_of w d) (fst q)) as [|v l] eqn:Wq.
    + assert (En : look (table (fun x => ix_beq (snd x) (last_rank d) && (pawn_cost d (pawn_rows w d f) x <=? takes w d) && negb (match get8 (walls_of w d) (fst x) with [] => false | _ => true end))) q = true)
        by (rewrite look_table, (internal_ix_dec_lb _ _ La), Co, Wq; reflexivity).
      rewrite !orb_true_iff; left; destruct Q as [Q|Q]; [left; right; apply (come_past w d Queen bar sev (fun u => sq_in u []) _ q x)|right; apply (come_past w d Knight bar sev (fun u => sq_in u []) _ q x)];
      (exact En || exact Q || exact HS || (intros u; simpl; rewrite orb_false_r; apply HB'; discriminate)).
    + rewrite !orb_true_iff; right; apply existsb_exists.
      assert (Ex : forall k, k = Queen \/ k = Knight -> In (come_to (table (fun u => look bar u || sq_in u (get8 (walls_of w d) (fst q)))) sev k (only (fst q, last_rank d)))
        (flat_map (fun x => if (match get8 (walls_of w d) x with [] => false | _ => true end) && (pawn_cost d (pawn_rows w d f) (x, last_rank d) <=? takes w d) then
          map (fun k => come_to (table (fun u => look bar u || sq_in u (get8 (walls_of w d) x))) sev k (only (x, last_rank d))) [Queen; Knight] else []) all8)).
      { intros k0 Hk; apply in_flat_map; exists (fst q); split; [apply in_all8|]; rewrite Wq; replace (fst q, last_rank d) with q by (destruct q; simpl in La; now subst); rewrite Co; cbn [andb]; apply in_map_iff; exists k0; split; [reflexivity|destruct Hk as [-> | ->]; simpl; auto]. }
      assert (On : look (only (fst q, last_rank d)) q = true) by (unfold only; rewrite look_table; destruct q; simpl in La |- *; subst; apply sq_eqb_refl).
      destruct Q as [Q|Q]; [exists (come_to (table (fun u => look bar u || sq_in u (get8 (walls_of w d) (fst q)))) sev Queen (only (fst q, last_rank d)))|exists (come_to (table (fun u => look bar u || sq_in u (get8 (walls_of w d) (fst q)))) sev Knight (only (fst q, last_rank d)))];
      (split; [apply Ex; auto|]); [apply (come_past w d Queen _ sev (fun u => sq_in u (v :: l)) _ q x)|apply (come_past w d Knight _ sev (fun u => sq_in u (v :: l)) _ q x)];
      (exact On || exact Q || exact HS || (intros u; rewrite look_table, Wq; f_equal; apply HB'; discriminate)).
Qed.

(* squares from which a pawn of the side goes on to one on the board *)
Definition grown w c (t : set64) : set64 := table (fun x => look t x || existsb (fun y => negb (taboo w y) && negb (barrier w c x y) && look t y) (nexts c x)).
Definition led w c : set64 := Nat.iter 6 (grown w c) (table (fun x => is_man c Pawn (get (last w) x))).
Lemma iter_more w c n t x : look t x = true -> look (Nat.iter n (grown w c) t) x = true.
Proof. intros H; induction n as [|n IH]; [exact H|]; simpl; unfold grown at 1; rewrite look_table, IH; reflexivity. Qed.
Lemma led_ok w c x s : leads w c x s -> forall n t, look t s = true -> ahead c (snd s) <= ahead c (snd x) + n -> look (Nat.iter n (grown w c) t) x = true.
Proof.
  induction 1 as [s|x y s (I & T & B) L IH]; intros n t Hs Le; [now apply iter_more|]; pose proof (nexts_ahead c x y I) as A.
  assert (Up : ahead c (snd y) <= ahead c (snd s)).
  { clear - L; induction L as [s|x y s (I & _) L IH]; [auto|]; apply nexts_ahead in I; lia. }
  destruct n as [|n]; [lia|]; simpl; unfold grown at 1; rewrite look_table; apply orb_true_iff; right; apply existsb_exists; exists y; split; [exact I|].
  rewrite T, B; simpl; apply IH; [exact Hs|lia].
Qed.
(* where the pawns of a side can have captured *)
Definition may_take w c : set64 :=
  let ls := map (pawn_rows w c) all8 in
  let on := if count (last w) (fun _ => is_man c Pawn) =? 8 then led w c else full in
  table (fun x => negb (taboo w x) && look on x &&
    existsb (fun y => negb (barrier w c y x) && existsb (fun l => S (pawn_cost c l y) <=? takes w c) ls) (pawn_caps (opp c) x)).

(* --- pockets: origins of a side whose men were nowhere on such squares --- *)
Definition home_of d (s : bool * ix) : sq := (snd s, if fst s then pawn_rank d else home_rank d).
Definition pocket w bar sev d walls (on : set64) (s : bool * ix) : bool :=
  (fst s || negb (kind_beq (piece_of (snd s)) King)) && negb (taboo w (home_of d s)) &&
  let t := trace_of w bar sev d walls (fst s) (snd s) in forallb (fun x => negb (look on x && look t x)) squares.
(* what a man costs from each origin, where those of pockets cost nothing, and others 1 *)
Definition other_costs cap (cost : sq -> list nat) (in_pocket : list bool) (a : sq) : list nat :=
  map (fun e => if cap <? fst e then 20 else b2n (negb (snd e))) (combine (cost a) in_pocket).
(* that so many men at least have other origins; prices tell about how many that can be shown of *)
Definition at_least_shown (rows : list (list nat)) : nat :=
  let r := scaled 16 rows in
  let p := bids r in
  let n := N.to_nat ((sum_N (map (fun r => cheapest r p) r) - sum_N p + 16) / scale) in
  match filter (fun n => match n with 0 => false | S cap => beyond cap rows end) [n; n - 1; n - 2] with n :: _ => n | [] => 0 end.
(* Of the men of a side that are gone so many at most came from no pockets that count; None where there are no such pockets. *)
Definition gone_at_most w c (counts : bool * ix -> bool) : option nat :=
  let d := opp c in
  let bar := table (taboo w) in
  let sev := severed_from w in
  let on := may_take w c in
  let walls := walls_of w d in
  let in_pocket := map (fun s => counts s && pocket w bar sev d walls on s) slots in
  let pockets := length (filter (fun x => x) in_pocket) in
  if pockets =? 0 then None else
  let cost := past_costs w d walls in
  Some (16 - pockets - at_least_shown (map (other_costs (takes w d) cost in_pocket) (filter (fun s => is_colour d (get (last w) s)) squares))).
(* the captures that a side's pawns can have made *)
Definition fewer w c : nat := match gone_at_most w c (fun _ => true) with Some n => n | None => takes w c end.

Strategy opaque [bids].
Lemma beyond_ok w d (g : roll) in_pocket cap : length in_pocket = 16 ->
  kept_roll w (last w) g -> past_walls w (last w) g -> pawn_tally g d <= takes w d ->
  beyond cap (map (other_costs (takes w d) (past_costs w d (walls_of w d)) in_pocket) (filter (fun s => is_colour d (get (last w) s)) squares)) = true ->
  cap < sum_nat (map (fun i => match slot_seat g d i with Some _ => b2n (negb (nth i in_pocket false)) | None => 0 end) (seq 0 16)).
Proof.
  intros Lp K P T H; apply Nat.nle_gt; intros Le; unfold beyond in H; cbv zeta in H; set (prices := bids _) in H; clearbody prices; unfold scaled in H.
  rewrite (dear_ok cap _ _ prices (slot_seat g d) (fun i => match slot_seat g d i with Some _ => b2n (negb (nth i in_pocket false)) | None => 0 end)) in H; [discriminate| | | |exact Le].
  - apply NoDup_filter, squares_nodup.
  - intros a Ha; apply filter_In in Ha as [_ Ha]; destruct (get (last w) a) as [|d' k] eqn:G; [discriminate|]; simpl in Ha; apply colour_beq_eq in Ha; subst d'.
    destruct (r_own _ _ _ K d a k G) as (o & f & S); destruct (slot_of o f) as (i & Hi & Si); exists i; split; [exact Hi|]; unfold slot_seat; now rewrite Si.
  - intros i a Hi S; destruct (past_cost w g d i a K P S) as (x & X1 & X2); exists (b2n (negb (nth i in_pocket false))); split; [|rewrite S; auto].
    pose proof (slot_tally_le g d i Hi) as Lt.
    unfold other_costs; rewrite nth_error_map.
    assert (C : nth_error (combine (past_costs w d (walls_of w d) a) in_pocket) i = Some (x, nth i in_pocket false)).
    { clear P; assert (P : nth_error in_pocket i = Some (nth i in_pocket false)) by (apply nth_error_nth'; lia); revert X1 P; generalize (past_costs w d (walls_of w d) a) (nth i in_pocket false); clear; intros l b; revert in_pocket l.
      induction i as [|i IH]; intros [|q m] [|y l] A B; simpl in *; try discriminate; [inversion A; inversion B; reflexivity|now apply IH]. }
    rewrite C; cbn [option_map fst snd]; replace (takes w d <? x) with false by (symmetry; apply Nat.ltb_ge; lia); reflexivity.
Qed.
Lemma at_least_ok w d (g : roll) in_pocket : length in_pocket = 16 -> kept_roll w (last w) g -> past_walls w (last w) g -> pawn_tally g d <= takes w d ->
  at_least_shown (map (other_costs (takes w d) (past_costs w d (walls_of w d)) in_pocket) (filter (fun s => is_colour d (get (last w) s)) squares)) <=
  sum_nat (map (fun i => match slot_seat g d i with Some _ => b2n (negb (nth i in_pocket false)) | None => 0 end) (seq 0 16)).
Proof.
  intros Lp K P T; unfold at_least_shown; cbv zeta; set (rows := map (other_costs (takes w d) (past_costs w d (walls_of w d)) in_pocket) _).
  match goal with |- match filter ?f ?l with _ => _ end <= _ => assert (X : forall n, In n (filter f l) -> match n with 0 => false | S cap => beyond cap rows end = true) by (intros n I; now apply filter_In in I as [_ I]); destruct (filter f l) as [|n m] end; [lia|].
  specialize (X n (or_introl eq_refl)); destruct n as [|cap]; [discriminate|]; exact (beyond_ok w d g in_pocket cap Lp K P T X).
Qed.

(* with eight pawns on the board all that there were at first are still there *)
Lemma all_pawns w b c (g : roll) : kept_roll w b g -> count b (fun _ => is_man c Pawn) = 8 -> forall x, exists s i, g c true x = At s i None.
Proof.
  intros K E8 x; set (f := fun x => match g c true x with At s _ None => [s] | _ => [] end).
  assert (Le : length (filter (fun s => is_man c Pawn (get b s)) squares) <= length (flat_map f all8)).
  { apply NoDup_incl_length; [apply NoDup_filter, squares_nodup|]; intros s I; apply filter_In in I as [_ I]; apply is_man_get in I.
    destruct (r_own _ _ _ K c s Pawn I) as (o & y & S); pose proof (r_suited _ _ _ K c o y) as Su; apply in_flat_map; exists y; split; [apply in_all8|]; unfold f.
    destruct o; [|exfalso; destruct (g c false y) as [u n [q|]|n]; simpl in *; inversion S; subst; [destruct Su; discriminate|destruct Su as [Su _]; pose proof (piece_no_pawn y); congruence]].
    destruct (g c true y) as [u n [q|]|n]; simpl in *; inversion S; subst; [exfalso; destruct Su as (_ & k & P & G & _); apply promos_no_pawn in P; congruence|now left]. }
  rewrite <- (count_filter b (fun _ => is_man c Pawn)), E8 in Le; assert (One : forall y, length (f y) <= 1) by (intros y; unfold f; destruct (g c true y) as [u n [q|]|n]; simpl; lia).
  destruct (g c true x) as [s n [q|]|n] eqn:Gx; [exfalso|eauto|exfalso]; assert (Z : length (f x) = 0) by (unfold f; rewrite Gx; reflexivity);
  cbn [flat_map all8] in Le; rewrite !app_length in Le; pose proof (One I1); pose proof (One I2); pose proof (One I3); pose proof (One I4); pose proof (One I5); pose proof (One I6);
  pose proof (One I7); pose proof (One I8); simpl in Le; destruct x; lia.
Qed.
Lemma split_slots (pk st : bool * ix -> bool) l : length (filter (fun s => negb (pk s) && negb (st s)) l) + length (filter pk l) + sum_nat (map (fun s => b2n (negb (pk s) && st s)) l) = length l.
Proof. induction l as [|s l IH]; [reflexivity|]; cbn [filter map sum_nat length]; destruct (pk s), (st s); simpl in *; lia. Qed.
Lemma filter_of_map {A} (f : A -> bool) l : length (filter (fun x => x) (map f l)) = length (filter f l).
Proof. induction l as [|x l IH]; [reflexivity|]; cbn [map filter]; destruct (f x); simpl; now rewrite IH. Qed.
(* A man that a pawn captured came from no pocket. *)
Lemma no_pocket w p g lg c e : kept_roll w (last w) g -> (forall i, pawn_tally g i <= takes w i) -> logged w p g lg -> log_past w g lg -> In e (lg c) ->
  pocket w (table (taboo w)) (severed_from w) (opp c) (walls_of w (opp c)) (may_take w c) (who e) = false.
Proof.
  intros K Td L Lp I; set (d := opp c); set (on := may_take w c).
  destruct (pocket w (table (taboo w)) (severed_from w) d (walls_of w d) on (who e)) eqn:P; [exfalso|reflexivity]; unfold pocket in P; cbv zeta in P; rewrite !andb_true_iff in P; destruct P as [[Kg _] P].
  rewrite forallb_forall in P; specialize (P (on_sq e) (squares_all _)); apply negb_true_iff in P.
  rewrite (trace_ok w (table (taboo w)) (severed_from w) d (fst (who e)) (snd (who e)) (tally (g d (fst (who e)) (snd (who e)))) (on_sq e)) in P.
  - rewrite andb_true_r in P; assert (X : look on (on_sq e) = true); [|congruence]; unfold on, may_take; cbv zeta; rewrite look_table.
    destruct (l_from _ _ _ _ L c e I) as (Fr & y & i & Re & Cp & Br & Ti); rewrite Fr; cbn [negb andb]; apply andb_true_iff; split.
    + destruct (count (last w) (fun _ => is_man c Pawn) =? 8) eqn:E8; [|apply look_full]; apply Nat.eqb_eq in E8.
      destruct (all_pawns w (last w) c g K E8 (by_pawn e)) as (s & j & Gs); pose proof (l_leads _ _ _ _ L c e s j I Gs) as Ls.
      pose proof (r_suited _ _ _ K c true (by_pawn e)) as Su; rewrite Gs in Su; destruct Su as [Su _].
      apply (led_ok w c (on_sq e) s Ls); [rewrite look_table, Su; destruct c; reflexivity|].
      pose proof (nexts_ahead c y (on_sq e) (in_or_app _ _ _ (or_intror Cp))); pose proof (ahead_le c (snd s)); lia.
    + apply existsb_exists; exists y; split; [now apply caps_back|]; rewrite Br; cbn [negb andb]; apply existsb_exists; exists (pawn_rows w c (by_pawn e)); split; [apply in_map, in_all8|].
      apply Nat.leb_le; pose proof (pawn_cost_ok _ _ _ _ _ Re); specialize (Td c).
      assert (tally (g c true (by_pawn e)) <= pawn_tally g c) by (unfold pawn_tally, sumn; clear; destruct (by_pawn e); lia); lia.
  - intros u; apply look_table.
  - apply severed_from_ok.
  - intros O; rewrite O in Kg; cbn [orb] in Kg; apply negb_true_iff in Kg; intros X; rewrite X in Kg; discriminate.
  - specialize (Td d); destruct (who e) as [o f]; cbn [fst snd]; intros ->.
    assert (tally (g d true f) <= pawn_tally g d) by (unfold pawn_tally, sumn; clear; destruct f; lia); lia.
  - exact (Lp c e I).
Qed.
(* Slots of men that are gone, none of them a pocket that counts: not more than can be. *)
Lemma gone_ok w c counts m g l : kept_roll w (last w) g -> past_walls w (last w) g -> (forall i, pawn_tally g i <= takes w i) -> gone_at_most w c counts = Some m -> NoDup l ->
  (forall s, In s l -> seat (g (opp c) (fst s) (snd s)) = None /\ (counts s = true -> pocket w (table (taboo w)) (severed_from w) (opp c) (walls_of w (opp c)) (may_take w c) s = false)) ->
  length l <= m.
Proof.
  intros K P Td H N Hl; unfold gone_at_most in H; cbv zeta in H; set (d := opp c) in *; set (on := may_take w c) in *; set (pk := fun s => counts s && pocket w (table (taboo w)) (severed_from w) d (walls_of w d) on s) in *.
  destruct (length _ =? 0) eqn:Z; [discriminate|clear Z]; apply (f_equal (fun o => match o with Some x => x | None => 0 end)) in H; cbv beta iota in H; subst m.
  pose proof (at_least_ok w d g (map pk slots) ltac:(now rewrite map_length) K P (Td d)) as Al.
  assert (U : length l <= length (filter (fun s => negb (pk s) && match seat (g d (fst s) (snd s)) with None => true | _ => false end) slots)).
  { apply NoDup_incl_length; [exact N|]; intros s I; destruct (Hl s I) as [Of Np]; apply filter_In; split; [destruct s as [[] []]; simpl; tauto|]; rewrite Of, andb_true_r; unfold pk.
    destruct (counts s); [|reflexivity]; rewrite Np by reflexivity; reflexivity. }
  set (st := fun s : bool * ix => match seat (g d (fst s) (snd s)) with Some _ => true | None => false end).
  assert (V : sum_nat (map (fun i => match slot_seat g d i with Some _ => b2n (negb (nth i (map pk slots) false)) | None => 0 end) (seq 0 16)) = sum_nat (map (fun s => b2n (negb (pk s) && st s)) slots)).
  { assert (X : forall s, match seat (g d (fst s) (snd s)) with Some _ => b2n (negb (pk s)) | None => 0 end = b2n (negb (pk s) && st s)) by (intros s; unfold st; destruct (seat _); [now rewrite andb_true_r|now rewrite andb_false_r]).
    cbn [map slots sum_nat]; rewrite <- !X; reflexivity. }
  assert (Uf : length (filter (fun s => negb (pk s) && match seat (g d (fst s) (snd s)) with None => true | _ => false end) slots) = length (filter (fun s => negb (pk s) && negb (st s)) slots)).
  { f_equal; apply filter_ext; intros s; unfold st; destruct (seat _); reflexivity. }
  pose proof (split_slots pk st slots) as Sp; rewrite V in Al; rewrite Uf in U; rewrite filter_of_map; change (length slots) with 16 in Sp; lia.
Qed.
Theorem fewer_ok w a p n : concerns w a p n -> forall c, n c <= fewer w c.
Proof.
  intros C c; pose proof (c_takes _ _ _ _ C) as Tk; destruct (told_of w p n (c_game _ _ _ _ C)) as (g & To); destruct (told_log w p n g To) as (lg & L & Len & Lp); pose proof (told_rolls _ _ _ _ To) as (K & T); pose proof (c_last _ _ _ _ C) as La.
  rewrite La in K; unfold fewer; destruct (gone_at_most w c (fun _ => true)) as [m|] eqn:Gm; [|apply Tk].
  assert (Td : forall i, pawn_tally g i <= takes w i) by (intros i; specialize (T i); specialize (Tk i); lia).
  eapply Nat.le_trans; [apply Len|]; rewrite <- (map_length who); pose proof (told_past w p n g To Tk) as P; rewrite La in P; apply (gone_ok w c (fun _ => true) m g _ K P Td Gm (l_once _ _ _ _ L c)).
  intros s I; apply in_map_iff in I as (e & <- & I); split; [exact (l_off _ _ _ _ L c e I)|intros _; exact (no_pocket w p g lg c e K Td L (Lp Tk) I)].
Qed.

(* what is known then *)
Definition fewer_takes w : colour -> nat := of_both (fun c => Nat.min (takes w c) (fewer w c)).
Lemma fewer_takes_ok w a p n : concerns w a p n -> forall c, n c <= fewer_takes w c.
Proof. intros C c; pose proof (fewer_ok w a p n C c); pose proof (c_takes _ _ _ _ C c); destruct c; simpl; lia. Qed.
