(* Chess960: standard chess, but that king and rooks castle from wherever they stand on their first rank. Rules, status, forced mates.
   Positions of the usual array are among these too, and have the same moves. *)
From Coq Require Import List Bool Arith Lia PArith NArith. Import ListNotations.
From Arbiter Require Import Board Moves Games Search WinCheck Unmoves UnmovesComplete Rules Tables Lines Win Status Instant Invariants Retract GameInvariants Little.

(* --- positions --- *)
(* The files of the rooks that a side may castle with: on the king's side of the h-file, and of the a-file. *)
Record frights := mkfr { fwk : option ix; fwq : option ix; fbk : option ix; fbq : option ix }.
Record fpos := mkf { fbrd : board; fside : colour; frts : frights; fep : option sq }.
Definition fright (r : frights) (c : colour) (h : bool) : option ix :=
  match c, h with White, true => fwk r | White, false => fwq r | Black, true => fbk r | Black, false => fbq r end.
(* the position without its rights: in all but castling the rules are those of standard chess *)
Definition norights := mkr false false false false.
Definition plain (p : fpos) : pos := mkpos (fbrd p) (fside p) norights (fep p).

(* --- castling --- *)
Definition lands_king (h : bool) : ix := if h then I7 else I3.
Definition lands_rook (h : bool) : ix := if h then I6 else I4.
Definition between (i j x : ix) : bool := (place i <=? place x) && (place x <=? place j) || (place j <=? place x) && (place x <=? place i).
(* the files from one to another, both included *)
Definition span (i j : ix) : list ix := filter (between i j) all8.
(* the king's file, if it stands on its first rank *)
Definition king_home (b : board) (c : colour) : option ix :=
  match king_sq b c with Some (f, r) => if ix_beq r (home_rank c) then Some f else None | None => None end.
(* the files that must be empty: those that king and rook cross or land on, but for these two *)
Definition fway (k r : ix) (h : bool) : list ix :=
  filter (fun x => negb (ix_beq x k) && negb (ix_beq x r)) (span k (lands_king h) ++ span r (lands_rook h)).
(* the files on which the king must not be attacked before it castles: where it stands, and those that it crosses *)
Definition fcross (k : ix) (h : bool) : list ix := k :: filter (fun x => negb (ix_beq x (lands_king h))) (span k (lands_king h)).
Definition beyond (k r : ix) (h : bool) : bool := if h then place k <? place r else place r <? place k.
(* castling that is pseudo-legal: the king's file and the rook's *)
Definition fopen (p : fpos) (h : bool) : option (ix * ix) :=
  let c := fside p in
  match fright (frts p) c h, king_home (fbrd p) c with
  | Some r, Some k =>
      if beyond k r h && is_man c Rook (get (fbrd p) (r, home_rank c)) && forallb (fun x => is_empty (get (fbrd p) (x, home_rank c))) (fway k r h)
      then Some (k, r) else None
  | _, _ => None end.
Definition fcastle_ok (p : fpos) (h : bool) : bool :=
  match fopen p h with
  | Some (k, _) => forallb (fun x => negb (attacked (fbrd p) (opp (fside p)) (x, home_rank (fside p)))) (fcross k h)
  | None => false end.

(* --- moves --- *)
Definition fpseudo (p : fpos) : list move := flat_map (moves_from (plain p)) squares ++ map Castle (filter (fcastle_ok p) [true; false]).
Definition no_files : frights := mkfr None None None None.
(* A right is lost when the king moves, or when its rook moves or is captured. *)
Definition keeps (b : board) (c : colour) (f t : sq) (r : option ix) : option ix :=
  match r with
  | Some x => if is_man c King (get b f) || touch (x, home_rank c) f t then None else Some x
  | None => None end.
Definition fkill (b : board) (r : frights) (f t : sq) : frights :=
  mkfr (keeps b White f t (fwk r)) (keeps b White f t (fwq r)) (keeps b Black f t (fbk r)) (keeps b Black f t (fbq r)).
Definition without (r : frights) (c : colour) : frights :=
  match c with White => mkfr None None (fbk r) (fbq r) | Black => mkfr (fwk r) (fwq r) None None end.
Definition fplay (p : fpos) (m : move) : fpos :=
  let c := fside p in
  match m with
  | Mv f t pr => mkf (play_board (fbrd p) f t pr) (opp c) (fkill (fbrd p) (frts p) f t) (new_ep (fbrd p) c f t)
  | Castle h =>
      let s f := (f, home_rank c) in
      match fright (frts p) c h, king_home (fbrd p) c with
      | Some r, Some k =>
          mkf (set (set (set (set (fbrd p) (s k) E) (s r) E) (s (lands_king h)) (M c King)) (s (lands_rook h)) (M c Rook))
              (opp c) (without (frts p) c) None
      | _, _ => p end
  end.
Definition fmoves (p : fpos) : list move := filter (fun m => negb (in_check (fbrd (fplay p m)) (fside p))) (fpseudo p).
Definition fcheckmated p := in_check (fbrd p) (fside p) && match fmoves p with [] => true | _ => false end.

(* --- as a player would say it --- *)
Inductive fmay_move (p : fpos) : move -> Prop :=
| without_castling m : may_move (plain p) m -> fmay_move p m
(* with the right, the king on its first rank and the rook there on the same side as the right; the files that they cross or land on empty but
   for these two; the king attacked neither where it stands nor on its way *)
| fcastles h k r : let c := fside p in fright (frts p) c h = Some r -> king_sq (fbrd p) c = Some (k, home_rank c) ->
    get (fbrd p) (r, home_rank c) = M c Rook -> beyond k r h = true ->
    (forall x, In x (span k (lands_king h)) \/ In x (span r (lands_rook h)) -> x <> k -> x <> r -> get (fbrd p) (x, home_rank c) = E) ->
    (forall x, x = k \/ In x (span k (lands_king h)) /\ x <> lands_king h ->
       ~ exists t j, get (fbrd p) t = M (opp c) j /\ attacks (fbrd p) (opp c) j t (x, home_rank c)) ->
    fmay_move p (Castle h).
Definition flegal_move (p : fpos) (m : move) : Prop := fmay_move p m /\ in_check (fbrd (fplay p m)) (fside p) = false.
Lemma ix_eqb x y : ix_beq x y = true <-> x = y.
Proof. split; [apply internal_ix_dec_bl|apply internal_ix_dec_lb]. Qed.
Lemma ix_neqb x y : negb (ix_beq x y) = true <-> x <> y.
Proof. rewrite negb_true_iff; split; [intros H E; apply ix_eqb in E; congruence|intros H; destruct (ix_beq x y) eqn:E; [apply ix_eqb in E; congruence|reflexivity]]. Qed.
Lemma king_home_ok b c k : king_home b c = Some k <-> king_sq b c = Some (k, home_rank c).
Proof.
  unfold king_home; destruct (king_sq b c) as [[f r]|]; [|split; discriminate]; destruct (ix_beq r (home_rank c)) eqn:E.
  - apply ix_eqb in E; subst r; split; intros H; inversion H; reflexivity.
  - split; [discriminate|]; intros H; inversion H; subst r; assert (ix_beq (home_rank c) (home_rank c) = true) by (now apply ix_eqb); congruence.
Qed.
Lemma no_castle (p : fpos) h : castle_ok (plain p) h = false.
Proof. unfold castle_ok, plain; simpl; destruct (fside p), h; reflexivity. Qed.
Lemma plain_pseudo p m : In m (flat_map (moves_from (plain p)) squares) <-> may_move (plain p) m.
Proof.
  rewrite <- pseudo_ok; unfold pseudo; rewrite in_app_iff; split; [now left|]; intros [H|H]; [exact H|].
  simpl in H; rewrite !no_castle in H; destruct H.
Qed.
Lemma fcastle_ok_ok p h : fcastle_ok p h = true <-> exists k r, let c := fside p in fright (frts p) c h = Some r /\ king_sq (fbrd p) c = Some (k, home_rank c) /\
    get (fbrd p) (r, home_rank c) = M c Rook /\ beyond k r h = true /\
    (forall x, In x (span k (lands_king h)) \/ In x (span r (lands_rook h)) -> x <> k -> x <> r -> get (fbrd p) (x, home_rank c) = E) /\
    (forall x, x = k \/ In x (span k (lands_king h)) /\ x <> lands_king h ->
       ~ exists t j, get (fbrd p) t = M (opp c) j /\ attacks (fbrd p) (opp c) j t (x, home_rank c)).
Proof.
  unfold fcastle_ok, fopen; cbv zeta; set (c := fside p); split.
  - destruct (fright (frts p) c h) as [r|]; [|discriminate]; destruct (king_home (fbrd p) c) as [k|] eqn:K; [|discriminate].
    destruct (beyond k r h) eqn:B; [|discriminate]; destruct (is_man c Rook (get (fbrd p) (r, home_rank c))) eqn:G; [|discriminate].
    destruct (forallb _ (fway k r h)) eqn:F; [|discriminate]; cbn [andb]; intros A; apply king_home_ok in K; exists k, r.
    rewrite forallb_forall in F, A; repeat split; auto.
    + now apply is_man_get in G.
    + intros x Hx Nk Nr; assert (X : In x (fway k r h)).
      { unfold fway; rewrite filter_In, in_app_iff, andb_true_iff, !ix_neqb; auto. }
      apply F in X; destruct (get (fbrd p) (x, home_rank c)); [reflexivity|discriminate].
    + intros x Hx Att; apply attacked_ok in Att; assert (X : In x (fcross k h)).
      { unfold fcross; destruct Hx as [->|[H1 H2]]; [now left|right]; rewrite filter_In, ix_neqb; auto. }
      apply A in X; rewrite Att in X; discriminate.
  - intros (k & r & R & K & G & B & F & A); apply king_home_ok in K; rewrite R, K, B, G.
    replace (is_man c Rook (M c Rook)) with true by (destruct c; reflexivity); cbn [andb].
    replace (forallb _ (fway k r h)) with true.
    + apply forallb_forall; intros x X; apply negb_true_iff; destruct (attacked (fbrd p) (opp c) (x, home_rank c)) eqn:Att; [|reflexivity].
      apply attacked_ok in Att; exfalso; apply (A x); [|exact Att]; unfold fcross in X; destruct X as [<-|X]; [now left|right].
      rewrite filter_In, ix_neqb in X; exact X.
    + symmetry; apply forallb_forall; intros x X; unfold fway in X; rewrite filter_In, in_app_iff, andb_true_iff, !ix_neqb in X.
      destruct X as [X [Nk Nr]]; now rewrite (F x X Nk Nr).
Qed.
Lemma fpseudo_ok p m : In m (fpseudo p) <-> fmay_move p m.
Proof.
  unfold fpseudo; rewrite in_app_iff, plain_pseudo; split.
  - intros [H|H]; [now apply without_castling|]; apply in_map_iff in H as (h & <- & H); apply filter_In in H as [_ H].
    apply fcastle_ok_ok in H as (k & r & H1 & H2 & H3 & H4 & H5 & H6); now apply fcastles with k r.
  - intros [m' H|h k r c H1 H2 H3 H4 H5 H6]; [now left|right]; apply in_map, filter_In; split; [destruct h; simpl; auto|].
    apply fcastle_ok_ok; exists k, r; auto 10.
Qed.
Theorem fmoves_ok p m : In m (fmoves p) <-> flegal_move p m.
Proof. unfold fmoves, flegal_move; now rewrite filter_In, negb_true_iff, fpseudo_ok. Qed.

(* --- the usual array --- *)
Definition files_of (r : rights) : frights :=
  let f (b : bool) i := if b then Some i else None in mkfr (f (wk r) I8) (f (wq r) I1) (f (bk r) I8) (f (bq r) I1).
Definition of_pos (p : pos) : fpos := mkf (brd p) (side p) (files_of (rts p)) (ep p).

(* --- how many games there are --- *)
Fixpoint fperft (n : nat) (p : fpos) : N :=
  match n with O => 1%N | S O => N.of_nat (length (fmoves p))
  | S n => fold_left (fun a m => (a + fperft n (fplay p m))%N) (fmoves p) 0%N end.

(* --- status --- *)
Definition fstatus_is (p : fpos) (a : answer) : Prop :=
  match a with
  | Safe => in_check (fbrd p) (fside p) = false /\ exists m, In m (fmoves p)
  | Check => in_check (fbrd p) (fside p) = true /\ exists m, In m (fmoves p)
  | Checkmate => in_check (fbrd p) (fside p) = true /\ fmoves p = []
  | Stalemate => in_check (fbrd p) (fside p) = false /\ fmoves p = []
  end.
Definition fpseudo_legal (p : fpos) : list move :=
  flat_map (moves_from (plain p)) squares ++ map Castle (filter (fun h => match fopen p h with Some _ => true | None => false end) [true; false]).
(* The man on the square refutes the move: it attacks the king after it, or before or on the way in castling. *)
Definition frefutes (p : fpos) (m : move) (s : sq) : bool :=
  let q := fplay p m in
  match king_sq (fbrd q) (fside p) with Some k => sq_in s (attackers (fbrd q) (opp (fside p)) k) | None => false end ||
  match m with
  | Castle h => match fopen p h with
      | Some (k, _) => existsb (fun x => sq_in s (attackers (fbrd p) (opp (fside p)) (x, home_rank (fside p)))) (fcross k h)
      | None => false end
  | _ => false end.
Lemma frefuted_move p m s : In m (fmoves p) -> frefutes p m s = false.
Proof.
  intros H; unfold fmoves in H; apply filter_In in H as [H1 H2]; apply negb_true_iff in H2; unfold frefutes; apply orb_false_iff; split.
  - unfold in_check in H2; destruct (king_sq (fbrd (fplay p m)) (fside p)) as [k|]; [|reflexivity].
    destruct (sq_in s _) eqn:E0; [|reflexivity]; apply sq_in_has in E0; rewrite attackers_ok in E0; congruence.
  - destruct m as [f t pr|h]; [reflexivity|]; unfold fpseudo in H1; apply in_app_or in H1 as [H1|H1].
    + apply in_flat_map in H1 as (f & _ & H1); apply moves_from_inv in H1 as (k & t & pr & E0 & _); discriminate.
    + apply in_map_iff in H1 as (h' & E0 & H1); inversion E0; subst h'; apply filter_In in H1 as [_ H1]; unfold fcastle_ok in H1.
      destruct (fopen p h) as [[k r]|]; [|reflexivity]; rewrite forallb_forall in H1.
      destruct (existsb _ _) eqn:X; [|reflexivity]; apply existsb_exists in X as (x & Hx & X); apply H1 in Hx.
      apply sq_in_has in X; rewrite attackers_ok in X; rewrite X in Hx; discriminate.
Qed.
Lemma fmoves_pseudo_legal p m : In m (fmoves p) -> In m (fpseudo_legal p).
Proof.
  unfold fmoves, fpseudo, fpseudo_legal; rewrite filter_In, !in_app_iff; intros [[H|H] _]; [now left|right].
  apply in_map_iff in H as (h & <- & H); apply in_map; rewrite filter_In in *; destruct H as [H1 H2]; split; [exact H1|].
  unfold fcastle_ok in H2; destruct (fopen p h); [reflexivity|discriminate].
Qed.
Definition fall_refuted (p : fpos) (given : list (move * sq)) : bool :=
  let ms := fpseudo_legal p in
  (length given =? length ms) && forallb (fun m => existsb (fun e => move_eqb m (fst e) && frefutes p m (snd e)) given) ms.
Lemma fall_refuted_ok p given : fall_refuted p given = true -> fmoves p = [].
Proof.
  unfold fall_refuted; cbv zeta; intros H; apply andb_true_iff in H as [_ H]; rewrite forallb_forall in H.
  destruct (fmoves p) as [|m l] eqn:E0; [reflexivity|]; assert (Mm : In m (fmoves p)) by (rewrite E0; now left).
  specialize (H m (fmoves_pseudo_legal p m Mm)); apply existsb_exists in H as ([n s] & _ & H); apply andb_true_iff in H as [_ H].
  simpl in H; rewrite (frefuted_move p m s Mm) in H; discriminate.
Qed.
Definition fallowed (p : fpos) (m : move) : bool := move_in m (fmoves p).
Lemma fallowed_ok p m : fallowed p m = true -> In m (fmoves p).
Proof. apply move_in_ok. Qed.
Definition fcheck_status (p : fpos) (a : answer) (named : list sq) (e : evidence) : bool :=
  let ch := checkers (plain p) in
  same_squares named ch && eqb (has ch) (attacked_in a) &&
  match a, e with
  | Safe, ByMove m | Check, ByMove m => fallowed p m
  | Checkmate, ByRefuted l | Stalemate, ByRefuted l => fall_refuted p l
  | _, _ => false
  end.
Theorem fcheck_status_sound p a named e : fcheck_status p a named e = true -> fstatus_is p a.
Proof.
  unfold fcheck_status; cbv zeta; rewrite checkers_ok; intros H; rewrite !andb_true_iff in H; destruct H as [[_ H1] H2].
  apply eqb_prop in H1; destruct a, e; simpl in *; try discriminate; split; try assumption;
  try (eexists; apply fallowed_ok; eassumption); now apply fall_refuted_ok in H2.
Qed.

(* --- moves that do not castle are those of standard chess --- *)
Lemma plain_play p f t pr : plain (fplay p (Mv f t pr)) = play (plain p) (Mv f t pr).
Proof. reflexivity. Qed.
Lemma plain_pseudo_moves p m : In m (pseudo (plain p)) <-> In m (flat_map (moves_from (plain p)) squares).
Proof. unfold pseudo; simpl; rewrite !no_castle; simpl; now rewrite app_nil_r. Qed.
Lemma plain_in p m : In m (moves (plain p)) -> In m (fmoves p).
Proof.
  unfold moves, fmoves, fpseudo; rewrite !filter_In, plain_pseudo_moves, in_app_iff; intros [H1 H2]; split; [now left|].
  apply in_flat_map in H1 as (f & _ & H1); apply moves_from_inv in H1 as (k & t & pr & -> & _); exact H2.
Qed.
Lemma plain_out p f t pr : In (Mv f t pr) (fmoves p) -> In (Mv f t pr) (moves (plain p)).
Proof.
  unfold moves, fmoves, fpseudo; rewrite !filter_In, plain_pseudo_moves, in_app_iff; intros [[H1|H1] H2]; [now split|].
  apply in_map_iff in H1 as (h & X & _); discriminate.
Qed.

(* --- forced mates --- *)
Definition fany_move (f : move -> fpos -> bool) (p : fpos) : bool :=
  let g m := let q := fplay p m in negb (in_check (fbrd q) (fside p)) && f m q in
  existsb (fun s => existsb g (moves_from (plain p) s)) squares || existsb (fun h => fcastle_ok p h && g (Castle h)) [true; false].
Lemma fany_move_ok f p : fany_move f p = existsb (fun m => f m (fplay p m)) (fmoves p).
Proof. unfold fany_move, fmoves, fpseudo; rewrite existsb_filter, existsb_app, existsb_flat_map, existsb_map, existsb_filter; reflexivity. Qed.
Definition fin_order (p : fpos) : list move :=
  ordered (moves_from (plain p)) (king_sq (fbrd p) (fside p)) (map Castle (filter (fun h => match fopen p h with Some _ => true | None => false end) [false; true])).
Definition fmay (p : fpos) (m : move) (q : fpos) : bool := match m with Castle h => fcastle_ok p h | _ => true end && negb (in_check (fbrd q) (fside p)).
Lemma fmay_ok p m : In m (fin_order p) -> fmay p m (fplay p m) = true -> In m (fmoves p).
Proof.
  unfold fmay, fmoves, fpseudo; intros H L; apply andb_true_iff in L as [C L]; apply filter_In; split; [apply in_or_app|exact L].
  apply ordered_in in H as [[s H]|H]; [left; apply in_flat_map; exists s; split; [apply squares_all|exact H]|right].
  apply in_map_iff in H as (h & <- & _); apply in_map, filter_In; split; [destruct h; simpl; auto|exact C].
Qed.
Definition fis_mated (q : fpos) : bool :=
  if is_mated (plain q) then negb (existsb (fun h => fcastle_ok q h && negb (in_check (fbrd (fplay q (Castle h))) (fside q))) [true; false]) else false.
Lemma fis_mated_ok q : fis_mated q = fcheckmated q.
Proof.
  unfold fis_mated; rewrite is_mated_ok; unfold checkmated, fcheckmated; change (brd (plain q)) with (fbrd q); change (side (plain q)) with (fside q).
  destruct (in_check (fbrd q) (fside q)); [|reflexivity]; cbn [andb]; set (x := existsb _ _).
  assert (C : forall h, In (Castle h) (fmoves q) <-> fcastle_ok q h && negb (in_check (fbrd (fplay q (Castle h))) (fside q)) = true).
  { intros h; unfold fmoves, fpseudo; rewrite filter_In, in_app_iff, andb_true_iff; split; intros [H L]; split; try exact L.
    - destruct H as [H|H]; [apply in_flat_map in H as (s & _ & H); apply moves_from_inv in H as (k & t & pr & X & _); discriminate|].
      apply in_map_iff in H as (i & X & H); inversion X; subst i; now apply filter_In in H.
    - right; apply in_map, filter_In; split; [destruct h; simpl; auto|exact H]. }
  destruct (moves (plain q)) as [|m l] eqn:P.
  - destruct x eqn:X; unfold x in X.
    + apply existsb_exists in X as (h & _ & X); apply C in X; destruct (fmoves q); [destruct X|reflexivity].
    + destruct (fmoves q) as [|[f t pr|h] l] eqn:F; [reflexivity|exfalso..].
      * assert (I : In (Mv f t pr) (moves (plain q))) by (apply plain_out; rewrite F; now left); now rewrite P in I.
      * assert (Y := proj1 (C h) (or_introl eq_refl)); rewrite <- not_true_iff_false in X; apply X, existsb_exists; exists h; split; [destruct h; simpl; auto|exact Y].
  - assert (I : In m (fmoves q)) by (apply plain_in; rewrite P; now left); destruct (fmoves q); [destruct I|reflexivity].
Qed.
Definition fmates p m := fis_mated (fplay p m).
Definition fno_capture (p : fpos) (m : move) := false.
Lemma fmay_all p m : In m (fmoves p) -> fmay p m (fplay p m) = true.
Proof.
  unfold fmoves, fpseudo, fmay; rewrite filter_In, in_app_iff; intros [H ->]; rewrite andb_true_r; destruct H as [H|H].
  - apply in_flat_map in H as (s & _ & H); apply moves_from_inv in H as (k & t & pr & -> & _); reflexivity.
  - apply in_map_iff in H as (h & <- & H); now apply filter_In in H.
Qed.
(* A look, as in standard chess *)
Definition fchecks (p : fpos) (king : option sq) (m : move) : bool :=
  match m, king with
  | Mv f t pr, Some k => attacked (play_board (fbrd p) f t pr) (fside p) k
  | _, _ => let q := fplay p m in in_check (fbrd q) (fside q) end.
Definition fgiving_check (p : fpos) (l : list move) : list move :=
  let king := match fep p with None => king_sq (fbrd p) (opp (fside p)) | Some _ => None end in
  match king with None => filter (fchecks p None) l | Some k =>
    if attacked (fbrd p) (fside p) k then filter (fchecks p king) l else
    let rays := look bearing_t k in filter (fun m => may_attack (fbrd p) (fside p) k rays m && fchecks p king m) l end.
Lemma fgiving_check_as p l : fgiving_check p l =
  filter (fchecks p (match fep p with None => king_sq (fbrd p) (opp (fside p)) | Some _ => None end)) l.
Proof.
  unfold fgiving_check; cbv zeta; destruct (match fep p with None => _ | Some _ => _ end) as [k|]; [|reflexivity].
  destruct (attacked (fbrd p) (fside p) k) eqn:A; [reflexivity|]; apply filter_ext; intros m; destruct (fchecks p (Some k) m) eqn:B; [|apply andb_false_r].
  rewrite andb_true_r; destruct m as [f t pr|h]; [exact (may_attack_ok _ _ _ _ _ _ A B)|reflexivity].
Qed.
Definition flook_over (p : fpos) : N * list move :=
  let l := fpseudo_legal p in let found := fgiving_check p l in (look_price l found, found).
Definition fkey_cost (p : fpos) (m : move) : N := key_price (fpseudo_legal (fplay p m)).
Lemma flook_over_ok p m : In m (fmoves p) -> fmates p m = true -> In m (snd (flook_over p)).
Proof.
  intros Hm H; unfold fmates in H; rewrite fis_mated_ok in H; apply andb_true_iff in H as [H _]; unfold flook_over; simpl; rewrite fgiving_check_as.
  apply filter_In; split; [now apply fmoves_pseudo_legal|]; unfold fchecks; destruct m as [f t pr|h]; [|exact H]; destruct (fep p) eqn:Ep; [exact H|]; destruct (king_sq (fbrd p) (opp (fside p))) as [k|] eqn:Ko; [|exact H].
  pose proof (same_king (plain p) (Mv f t pr) Ep (plain_out _ _ _ _ Hm)) as K; rewrite <- plain_play in K.
  change (king_sq (fbrd (fplay p (Mv f t pr))) (opp (fside p)) = king_sq (fbrd p) (opp (fside p))) in K.
  change (fside (fplay p (Mv f t pr))) with (opp (fside p)) in H; unfold in_check in H; rewrite K, Ko, opp_opp in H; exact H.
Qed.
(* The side to move mates within k plies, whatever the other side does; and so beginning with this move *)
Definition FW := Wins fpos move fmoves fplay (fun p m => fcheckmated (fplay p m)) fno_capture.
Definition fkey := first_wins fpos move fmoves fplay (fun p m => fcheckmated (fplay p m)) fno_capture.
Theorem FW_key k p : FW k p <-> exists m, fkey k p m.
Proof. apply Wins_first. Qed.

(* --- too little to mate with stays so, castling or not --- *)
Lemma castles_open p h : In (Castle h) (fmoves p) -> exists k r, fopen p h = Some (k, r).
Proof.
  unfold fmoves, fpseudo; rewrite filter_In, in_app_iff; intros [[H|H] _].
  - apply in_flat_map in H as (f & _ & H); apply moves_from_inv in H as (k & t & pr & X & _); discriminate.
  - apply in_map_iff in H as (h' & X & H); inversion X; subst h'; apply filter_In in H as [_ H]; unfold fcastle_ok in H.
    destruct (fopen p h) as [[k r]|]; [eauto|discriminate].
Qed.
Lemma span_end i j : In j (span i j).
Proof. unfold span; apply filter_In; split; [apply in_all8|]; destruct i, j; reflexivity. Qed.
(* what counts king and rook alike wherever they stand counts as before *)
Lemma castle_count p h (phi : sq -> cell -> bool) : In (Castle h) (fmoves p) -> (forall s, phi s E = false) ->
  (forall s t c, phi s (M c King) = phi t (M c King)) -> (forall s t c, phi s (M c Rook) = phi t (M c Rook)) ->
  count (fbrd (fplay p (Castle h))) phi = count (fbrd p) phi.
Proof.
  intros Hm PE PK PR; apply castles_open in Hm as (k & r & O); unfold fopen in O; simpl; set (c := fside p) in *; set (b := fbrd p) in *.
  destruct (fright (frts p) c h) as [r'|]; [|discriminate]; destruct (king_home b c) as [k'|] eqn:K; [|discriminate].
  destruct (beyond k' r' h) eqn:B; [|discriminate]; destruct (is_man c Rook (get b (r', home_rank c))) eqn:G; [|discriminate].
  destruct (forallb _ (fway k' r' h)) eqn:F; [|discriminate]; clear O; apply is_man_get in G; apply king_home_ok, king_sq_some, is_man_get in K.
  cbn [fbrd]; set (s := fun f => (f, home_rank c) : sq).
  assert (NE : forall i j, i <> j -> sq_eqb (s i) (s j) = false).
  { intros i j N; destruct (sq_eqb (s i) (s j)) eqn:X; [|reflexivity]; apply sq_eqb_eq in X; inversion X; contradiction. }
  assert (KR : k' <> r') by (intros ->; unfold beyond in B; destruct h; rewrite Nat.ltb_irrefl in B; discriminate).
  rewrite forallb_forall in F.
  assert (Em : forall x, In x (span k' (lands_king h) ++ span r' (lands_rook h)) -> get (set (set b (s k') E) (s r') E) (s x) = E).
  { intros x Hx; rewrite !get_set; destruct (ix_eq_dec r' x) as [->|N1]; [now rewrite sq_eqb_refl|rewrite (NE _ _ N1)].
    destruct (ix_eq_dec k' x) as [->|N2]; [now rewrite sq_eqb_refl|rewrite (NE _ _ N2)].
    assert (X : In x (fway k' r' h)) by (unfold fway; rewrite filter_In, andb_true_iff, !ix_neqb; repeat split; auto).
    apply F in X; unfold s; destruct (get b (x, home_rank c)); [reflexivity|discriminate]. }
  pose proof (count_set b (s k') E phi) as A1; pose proof (count_set (set b (s k') E) (s r') E phi) as A2.
  pose proof (count_set (set (set b (s k') E) (s r') E) (s (lands_king h)) (M c King) phi) as A3.
  pose proof (count_set (set (set (set b (s k') E) (s r') E) (s (lands_king h)) (M c King)) (s (lands_rook h)) (M c Rook) phi) as A4.
  rewrite (Em (lands_king h)) in A3 by (apply in_or_app; left; apply span_end).
  rewrite get_set, (NE (lands_king h) (lands_rook h)) in A4 by (destruct h; discriminate).
  rewrite (Em (lands_rook h)) in A4 by (apply in_or_app; right; apply span_end).
  change (get b (s k') = M c King) in K; change (get b (s r') = M c Rook) in G.
  rewrite K in A1; rewrite get_set, (NE k' r' KR), G in A2; rewrite PE in A1, A2, A3, A4.
  rewrite (PK (s k') (s (lands_king h))) in A1; rewrite (PR (s r') (s (lands_rook h))) in A2; simpl b2n in A1, A2, A3, A4.
  change (count (set (set (set (set b (s k') E) (s r') E) (s (lands_king h)) (M c King)) (s (lands_rook h)) (M c Rook)) phi = count b phi); lia.
Qed.
Lemma fside_play p m : In m (fmoves p) -> fside (fplay p m) = opp (fside p).
Proof.
  destruct m as [f t pr|h]; [reflexivity|]; intros H; apply castles_open in H as (k & r & O); unfold fopen in O; simpl.
  destruct (fright (frts p) (fside p) h); [|discriminate]; destruct (king_home (fbrd p) (fside p)); [reflexivity|discriminate].
Qed.
Lemma fsound_play p m : sound (plain p) -> In m (fmoves p) -> sound (plain (fplay p m)).
Proof.
  intros S Hm; destruct m as [f t pr|h]; [rewrite plain_play; apply sound_play; [exact S|now apply plain_out]|].
  assert (Ep : fep (fplay p (Castle h)) = None).
  { apply castles_open in Hm as (k & r & O); unfold fopen in O; simpl.
    destruct (fright (frts p) (fside p) h); [|discriminate]; destruct (king_home (fbrd p) (fside p)); [reflexivity|discriminate]. }
  split; [|split].
  - intros u; unfold plain; cbn [ep]; rewrite Ep; discriminate.
  - intros u; unfold plain; cbn [ep]; rewrite Ep; discriminate.
  - intros d; unfold plain; cbn [brd]; rewrite (castle_count p h _ Hm); [apply S|reflexivity|reflexivity|reflexivity].
Qed.
Lemma flittle_play p m c : sound (plain p) -> In m (fmoves p) -> little (fbrd p) c -> little (fbrd (fplay p m)) c.
Proof.
  intros S Hm L; destruct m as [f t pr|h].
  - exact (little_play (plain p) (Mv f t pr) c S (plain_out _ _ _ _ Hm) L).
  - revert L; unfold little, the_men, others; rewrite !(castle_count p h _ Hm); try reflexivity; try (intros; simpl; rewrite ?andb_false_r; reflexivity).
    intros [L|(L1 & [L|(l & L)])]; [now left|right; split; [exact L1|now left]|right; split; [exact L1|right]; exists l].
    rewrite (castle_count p h _ Hm); [exact L| | |]; intros; unfold off; simpl; rewrite ?andb_false_r; reflexivity.
Qed.
Lemma flittle_never_mates p m : sound (plain p) -> little (fbrd p) (fside p) -> In m (fmoves p) -> fcheckmated (fplay p m) = false.
Proof.
  intros S L Hm; assert (X : checkmated (plain (fplay p m)) = false).
  { apply (no_mate _ (fside p)); [exact (fside_play p m Hm)|apply (fsound_play p m S Hm)|now apply flittle_play|].
    unfold fmoves in Hm; apply filter_In in Hm as [_ Hm]; now apply negb_true_iff. }
  unfold fcheckmated, checkmated in *; simpl in X; destruct (in_check _ _); [|reflexivity]; simpl in *.
  destruct (fmoves (fplay p m)) as [|d l] eqn:F; [|reflexivity]; destruct (moves (plain (fplay p m))) as [|d l] eqn:Mv0; [exact X|].
  assert (Y : In d (fmoves (fplay p m))) by (apply plain_in; rewrite Mv0; now left); rewrite F in Y; destruct Y.
Qed.
Theorem flittle_never_wins k p : FW k p -> sound (plain p) -> little (fbrd p) (fside p) -> False.
Proof.
  induction 1 as [k p m Hm Ha|k p m Hm Hne Hc Hd IH]; intros S L.
  - rewrite (flittle_never_mates p m S L Hm) in Ha; discriminate.
  - destruct (fmoves (fplay p m)) as [|d l] eqn:F; [congruence|]; assert (D : In d (fmoves (fplay p m))) by (rewrite F; now left).
    apply (IH d); [now left| |].
    + apply fsound_play; [now apply fsound_play|exact D].
    + rewrite (fside_play _ d D), (fside_play p m Hm), opp_opp; apply flittle_play; [now apply fsound_play|exact D|now apply flittle_play].
Qed.
Definition fhopeless (p : fpos) : bool := little_b (fbrd p) (fside p) && sound_b (plain p).
Theorem fhopeless_ok p k : fhopeless p = true -> ~ FW k p.
Proof.
  unfold fhopeless; rewrite andb_true_iff; intros [H1 H2] Hw; apply (flittle_never_wins k p Hw); [now apply sound_ok|now apply little_ok].
Qed.

Definition fmating (hopeless : option nat -> fpos -> bool) : method fpos move :=
  winning fpos move fmoves fplay fmates fno_capture fallowed fany_move flook_over fin_order fmay hopeless (fun _ _ => false).
Theorem fmating_proves hopeless : (forall b p, hopeless b p = true -> forall k, holds_for b k -> ~ FW k p) -> proves fkey (fmating hopeless).
Proof.
  intros H; apply told_proves; [intros p m; apply fis_mated_ok|exact fallowed_ok|exact fany_move_ok|exact flook_over_ok|exact fmay_all|exact fmay_ok|exact H|discriminate].
Qed.

(* --- equal positions, valid ones --- *)
Definition oix_eqb (a b : option ix) : bool := match a, b with Some i, Some j => ix_beq i j | None, None => true | _, _ => false end.
Lemma oix_eqb_eq a b : oix_eqb a b = true -> a = b.
Proof. destruct a, b; simpl; try discriminate; [|reflexivity]; intros H; apply ix_eqb in H; now subst. Qed.
Definition fpos_eqb (p q : fpos) : bool :=
  pos_eqb (plain p) (plain q) && forallb (fun c => forallb (fun h => oix_eqb (fright (frts p) c h) (fright (frts q) c h)) [true; false]) [White; Black].
Lemma fpos_eqb_eq p q : fpos_eqb p q = true -> p = q.
Proof.
  unfold fpos_eqb; rewrite andb_true_iff; intros [H R]; apply pos_eqb_eq in H; simpl in R; rewrite !andb_true_iff in R.
  destruct R as ((R1 & R2 & _) & (R3 & R4 & _) & _); apply oix_eqb_eq in R1, R2, R3, R4.
  destruct p as [b c [] e], q as [b' c' [] e']; unfold plain in H; simpl in *; inversion H; subst; reflexivity.
Qed.
(* A right needs the king on its first rank and the rook there, on its side. *)
Definition right_bad (p : fpos) (c : colour) (h : bool) : bool :=
  match fright (frts p) c h with
  | None => false
  | Some r => negb (match king_home (fbrd p) c with Some k => beyond k r h | None => false end && is_man c Rook (get (fbrd p) (r, home_rank c))) end.
Definition fvalid (p : fpos) : bool :=
  negb (existsb (kings_bad (fbrd p)) [White; Black]) && negb (end_row (fbrd p)) && negb (waiting (plain p)) && negb (ep_bad (plain p)) &&
  negb (existsb (fun c => existsb (right_bad p c) [true; false]) [White; Black]).
