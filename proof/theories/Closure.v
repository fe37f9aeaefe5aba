(* All positions that legal moves lead to, made again: none of them is mate by a side, so that it can never win. *)
From Coq Require Import List Bool Arith Lia PArith. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Rules Tables Win ProofGame Instant Little CanWin Material.

(* --- what cannot come about --- *)
Lemma leads_after p m q : In m (moves p) -> Leads (play p m) q -> Leads p q.
Proof. intros Hm; induction 1 as [|r d L IH Hd]; [apply reach_play; [apply reach_init|exact Hm]|now apply reach_play]. Qed.
Lemma never_after p m c : ~ can_win p c -> In m (moves p) -> ~ can_win (play p m) c.
Proof. intros N Hm (q & L & M); apply N; exists q; split; [now apply leads_after with m|exact M]. Qed.

(* --- the en passant square, if a pawn of the side to move stands where it could capture there --- *)
Definition ep_seen (p : pos) : bool :=
  match ep p with
  | Some t => existsb (fun f => is_man (side p) Pawn (get (brd p) f)) (pawn_caps (opp (side p)) t)
  | None => false end.
Definition plain (p : pos) : pos := if ep_seen p then p else mkpos (brd p) (side p) (rts p) None.
Lemma caps_sym c s t : In t (pawn_caps c s) -> In s (pawn_caps (opp c) t).
Proof.
  rewrite !caps_in; intros (h & Hh & St); apply step_rev in St; exists (rev1 h); split; [destruct Hh as [->| ->]; simpl; auto|].
  rewrite fwd_opp; exact St.
Qed.
Lemma flat_map_same {A B} (f g : A -> list B) l : (forall x, f x = g x) -> flat_map f l = flat_map g l.
Proof. intros H; induction l as [|x l IH]; simpl; [reflexivity|now rewrite H, IH]. Qed.
Lemma filter_same {A} (f g : A -> bool) l : (forall x, In x l -> f x = g x) -> filter f l = filter g l.
Proof. induction l as [|x l IH]; simpl; intros H; [reflexivity|]; rewrite (H x), IH; auto. Qed.
Lemma plain_moves p : moves (plain p) = moves p.
Proof.
  unfold plain; destruct (ep_seen p) eqn:S; [reflexivity|]; unfold moves, pseudo; cbn [brd side rts].
  assert (X : forall s, moves_from (mkpos (brd p) (side p) (rts p) None) s = moves_from p s).
  { intros s; unfold moves_from; cbn [brd side ep]; destruct (get (brd p) s) as [|c k] eqn:G; [reflexivity|].
    destruct (colour_beq c (side p)) eqn:C; [|reflexivity]; apply colour_beq_eq in C; subst c.
    assert (D : dests (brd p) (side p) k None s = dests (brd p) (side p) k (ep p) s); [|now rewrite D].
    destruct k; try reflexivity; simpl; unfold pawn_dests; f_equal; apply filter_same; intros t Ht; f_equal.
    destruct (ep p) as [e|] eqn:Ee; [|reflexivity]; simpl; destruct (sq_eqb e t) eqn:Et; [|reflexivity].
    apply sq_eqb_eq in Et; subst t; exfalso; unfold ep_seen in S; rewrite Ee in S; apply caps_sym in Ht.
    assert (Y : existsb (fun f => is_man (side p) Pawn (get (brd p) f)) (pawn_caps (opp (side p)) e) = true); [|congruence].
    apply existsb_exists; exists s; split; [exact Ht|]; rewrite G; destruct (side p); reflexivity. }
  rewrite (flat_map_same _ _ squares X); reflexivity.
Qed.
Lemma plain_play p m : play (plain p) m = play p m.
Proof. unfold plain; destruct (ep_seen p); [reflexivity|destruct m; reflexivity]. Qed.
Lemma plain_same p : brd (plain p) = brd p /\ side (plain p) = side p.
Proof. unfold plain; destruct (ep_seen p); split; reflexivity. Qed.
Lemma plain_mated p c : mated_by c (plain p) <-> mated_by c p.
Proof.
  unfold mated_by, checkmated; rewrite plain_moves; destruct (plain_same p) as [-> ->]; reflexivity.
Qed.
Lemma plain_leads p q : Leads p q -> q = p \/ Leads (plain p) q.
Proof.
  induction 1 as [|r m L IH Hm]; [now left|right]; destruct IH as [->|IH]; [|now apply reach_play].
  rewrite <- plain_play; apply reach_play; [apply reach_init|now rewrite plain_moves].
Qed.
Lemma plain_never p c : ~ can_win (plain p) c -> ~ can_win p c.
Proof.
  intros N (q & L & M); apply plain_leads in L as [->|L]; apply N; [exists (plain p); split; [apply reach_init|now apply plain_mated]|now exists q].
Qed.
Lemma plain_plain p : plain (plain p) = plain p.
Proof. unfold plain; destruct (ep_seen p) eqn:S; [now rewrite S|reflexivity]. Qed.
Lemma never_plain p c : ~ can_win p c -> ~ can_win (plain p) c.
Proof.
  intros N (q & L & M); assert (X : q = plain p \/ Leads p q).
  { clear M; induction L as [|r m L IH Hm]; [now left|right]; destruct IH as [->|IH]; [|now apply reach_play].
    rewrite plain_play; apply reach_play; [apply reach_init|now rewrite <- plain_moves]. }
  destruct X as [->|X]; apply N; [exists p; split; [apply reach_init|now apply plain_mated]|now exists q].
Qed.
Lemma plain_sound p : sound p -> sound (plain p).
Proof.
  intros (S1 & S2 & S3); unfold plain; destruct (ep_seen p); [now split; [|split]|]; split; [|split].
  - intros t H; discriminate H.
  - intros t H; discriminate H.
  - exact S3.
Qed.
Lemma plain_calm p : calm p -> calm (plain p).
Proof. intros [S W]; split; [now apply plain_sound|destruct (plain_same p) as [-> ->]; exact W]. Qed.

Section Closure.
  Variable hash : pos -> positive.
  Variable c : colour.
  (* positions from which nothing is played on: by their men, or as leaves *)
  Variable stops : pos -> bool.
  Hypothesis stops_ok : forall p m, calm p -> In m (moves p) -> stops (plain (play p m)) = true -> ~ can_win (plain (play p m)) c.

  Definition known := PM.t (list (pos * unit)).
  Definition mem (t : known) (q : pos) : bool := existsb (fun e => pos_eqb q (fst e)) (bucket pos unit t (hash q)).
  Definition has_pos (t : known) (q : pos) : Prop := exists h, In (q, tt) (bucket pos unit t h).
  Lemma mem_ok t q : mem t q = true -> has_pos t q.
  Proof. intros H; apply existsb_exists in H as ([r []] & H & E); apply pos_eqb_eq in E; simpl in E; subst r; now exists (hash q). Qed.
  Definition put (t : known) (q : pos) : known := add pos unit hash t (q, tt).
  Lemma put_has t q r : has_pos (put t q) r <-> r = q \/ has_pos t r.
  Proof.
    unfold put, has_pos, add, bucket; cbn [fst]; split.
    - intros (h & H); destruct (Pos.eq_dec h (hash q)) as [->|N].
      + rewrite PM.gss in H; destruct H as [H|H]; [left; now inversion H|right; now exists (hash q)].
      + rewrite PM.gso in H by assumption; right; now exists h.
    - intros [->|(h & H)]; [exists (hash q); rewrite PM.gss; now left|].
      destruct (Pos.eq_dec h (hash q)) as [->|N]; [exists (hash q); rewrite PM.gss; now right|exists h; now rewrite PM.gso].
  Qed.
  (* what is known first, all to be played on from; nothing if two are the same *)
  Fixpoint put_new (t : known) (todo l : list pos) : option (known * list pos) :=
    match l with
    | [] => Some (t, todo)
    | q :: l => let q := plain q in if mem t q then None else put_new (put t q) (q :: todo) l end.
  Definition begin_with (l : list pos) : option (known * list pos) := put_new (PM.empty _) [] l.
  Lemma put_new_ok l : forall t todo t' todo', put_new t todo l = Some (t', todo') -> (forall q, has_pos t q <-> In q todo) ->
    (forall q, has_pos t' q <-> In q todo') /\ forall q, has_pos t q \/ In q (map plain l) -> has_pos t' q.
  Proof.
    induction l as [|q l IH]; simpl; intros t todo t' todo' H S; [inversion H; subst; split; [exact S|tauto]|].
    destruct (mem t (plain q)); [discriminate|]; apply IH in H as [H1 H2].
    - split; [exact H1|]; intros r [Hr|[<-|Hr]]; apply H2; rewrite put_has; auto.
    - intros r; rewrite put_has, S; simpl; intuition congruence.
  Qed.
  Lemma begin_ok p l t todo : begin_with (p :: l) = Some (t, todo) -> (forall q, has_pos t q <-> In q todo) /\ has_pos t (plain p).
  Proof.
    intros H; apply put_new_ok in H as [H1 H2]; [split; [exact H1|apply H2; right; now left]|].
    intros q; split; [intros (h & Hq); unfold bucket in Hq; rewrite PM.gempty in Hq; destruct Hq|intros []].
  Qed.
  (* so many positions, and those that are listed *)
  Definition and_listed (n : positive) (listed : list pos) : positive := fold_left (fun n _ => Pos.succ n) listed n.

  (* what is known; what is to be played on from, all of it known; whether no mate was met *)
  Definition state := (known * list pos * bool)%type.
  Definition visit (st : state) (q : pos) : state :=
    let '(t, todo, fine) := st in
    let h := hash q in let b := bucket pos unit t h in
    if existsb (fun e => pos_eqb q (fst e)) b || stops q then st else (PM.add h ((q, tt) :: b) t, q :: todo, fine).
  Lemma visit_ok t todo fine q : visit (t, todo, fine) q = if mem t q || stops q then (t, todo, fine) else (put t q, q :: todo, fine).
  Proof. reflexivity. Qed.
  (* the positions after the legal moves, each made once *)
  Definition after_moves (p : pos) : list pos := map plain (filter (fun q => negb (in_check (brd q) (side p))) (map (play p) (pseudo p))).
  Lemma after_moves_ok p : after_moves p = map (fun m => plain (play p m)) (moves p).
  Proof.
    unfold after_moves, moves; induction (pseudo p) as [|m l IH]; simpl; [reflexivity|]; destruct (negb (in_check (brd (play p m)) (side p))); simpl; now rewrite IH.
  Qed.
  Definition is_nil (l : list pos) : bool := match l with [] => true | _ => false end.
  Definition next (st : state) : state :=
    let '(t, todo, fine) := st in
    match todo with
    | [] => st
    | p :: todo =>
        let after := after_moves p in
        (* with a mate all is over *)
        if fine && (negb (is_nil after) || negb (in_check (brd p) (side p) && colour_beq (side p) (opp c)))
        then fold_left visit after (t, todo, true) else (t, [], false) end.
  Definition check_closure (n : positive) (listed : list pos) (p : pos) : bool :=
    match begin_with (p :: listed) with
    | Some (t, todo) =>
        forallb calm_b todo && match Pos.iter next (t, todo, true) (and_listed n listed) with (_, [], fine) => fine | _ => false end
    | None => false end.

  Definition handled (t : known) (q : pos) : Prop := has_pos t q \/ ~ can_win q c.
  Definition through (t : known) (q : pos) : Prop := ~ mated_by c q /\ forall m, In m (moves q) -> handled t (plain (play q m)).
  Definition good_state (st : state) : Prop :=
    let '(t, todo, fine) := st in
    (forall q, In q todo -> has_pos t q) /\ (forall q, has_pos t q -> calm q) /\
    (fine = true -> forall q, has_pos t q -> In q todo \/ through t q).

  (* all positions after a move, one by one: what is known stays known, and they are handled in the end *)
  Arguments visit : simpl never.
  Lemma visit_all p l : calm p -> (forall q, In q l -> exists m, In m (moves p) /\ q = plain (play p m)) ->
    forall t todo fine t' todo' fine', fold_left visit l (t, todo, fine) = (t', todo', fine') ->
    fine' = fine /\ (forall q, has_pos t q -> has_pos t' q) /\ (forall q, In q todo -> In q todo') /\
    (forall q, has_pos t' q -> has_pos t q \/ calm q /\ In q todo') /\ (forall q, In q todo' -> In q todo \/ has_pos t' q) /\
    (forall q, In q l -> handled t' q).
  Proof.
    intros S; induction l as [|q l IH]; intros Hl t todo fine t' todo' fine' F; simpl in F; [|rewrite visit_ok in F].
    { inversion F; subst; split; [reflexivity|split; [auto|split; [auto|split; [auto|split; [auto|]]]]]; intros q []. }
    destruct (Hl q (or_introl eq_refl)) as (m & Hm & Eq).
    assert (Sq : calm q) by (subst q; apply plain_calm, calm_play; assumption).
    destruct (mem t q) eqn:Me; [|destruct (stops q) eqn:St]; simpl in F;
    (apply IH in F; [|intros r Hr; apply Hl; now right]); destruct F as (F1 & F2 & F3 & F4 & F5 & F6); (split; [exact F1|]).
    - split; [exact F2|split; [exact F3|split; [exact F4|split; [exact F5|]]]]; intros r [<-|Hr]; [left; apply F2; now apply mem_ok|auto].
    - split; [exact F2|split; [exact F3|split; [exact F4|split; [exact F5|]]]]; intros r [<-|Hr]; [right; subst q; now apply (stops_ok p m)|auto].
    - split; [intros r Hr; apply F2, put_has; now right|split; [intros r Hr; apply F3; now right|split; [|split]]].
      + intros r Hr; apply F4 in Hr as [Hr|Hr]; [|now right]; apply put_has in Hr as [->|Hr]; [right; split; [exact Sq|apply F3; now left]|now left].
      + intros r Hr; apply F5 in Hr as [[<-|Hr]|Hr]; [right; apply F2, put_has; now left|now left|now right].
      + intros r [<-|Hr]; [left; apply F2, put_has; now left|auto].
  Qed.
  Lemma visit_keeps l r : forall t todo fine, has_pos t r -> has_pos (fst (fst (fold_left visit l (t, todo, fine)))) r.
  Proof.
    induction l as [|q l IH]; intros t todo fine X; [exact X|]; simpl; rewrite visit_ok; destruct (mem t q || stops q); apply IH; [exact X|apply put_has; now right].
  Qed.
  Lemma next_good st : good_state st -> good_state (next st).
  Proof.
    destruct st as [[t todo] fine]; unfold next; destruct todo as [|p todo]; [auto|]; intros (G1 & G2 & G3); cbv zeta.
    rewrite after_moves_ok; set (after := map _ (moves p)).
    destruct (fine && (negb (is_nil after) || negb (in_check (brd p) (side p) && colour_beq (side p) (opp c)))) eqn:Fm;
    [|split; [intros q []|split; [exact G2|discriminate]]]; apply andb_true_iff in Fm as [-> Fm].
    destruct (fold_left visit after _) as [[t' todo'] fine'] eqn:F.
    assert (Sp : calm p) by (apply G2, G1; now left).
    assert (Ha : forall q, In q after -> exists m, In m (moves p) /\ q = plain (play p m)).
    { intros q Hq; apply in_map_iff in Hq as (m & <- & Hm); now exists m. }
    apply (visit_all p after Sp Ha) in F as (F1 & F2 & F3 & F4 & F5 & F6); split; [|split].
    - intros q Hq; apply F5 in Hq as [Hq|Hq]; [apply F2, G1; now right|exact Hq].
    - intros q Hq; apply F4 in Hq as [Hq|Hq]; [now apply G2|apply Hq].
    - intros E q Hq; apply F4 in Hq as [Hq|Hq]; [|left; apply Hq]; destruct (G3 eq_refl q Hq) as [[<-|Hi]|[T1 T2]].
      + right; split.
        * intros [M1 M2]; unfold checkmated in M2; unfold after in Fm; destruct (moves p); [|rewrite andb_false_r in M2; discriminate].
          apply andb_true_iff in M2 as [M2 _]; simpl in Fm; rewrite M2, M1, (proj2 (colour_beq_eq _ _) eq_refl) in Fm; discriminate.
        * intros m Hm; apply F6; now apply (in_map (fun m => plain (play p m))).
      + left; now apply F3.
      + right; split; [exact T1|]; intros m Hm; destruct (T2 m Hm) as [H|H]; [left; now apply F2|now right].
  Qed.
  Theorem check_closure_sound n listed p : check_closure n listed p = true -> ~ can_win p c.
  Proof.
    unfold check_closure; destruct (begin_with (p :: listed)) as [[t0 l0]|] eqn:B; [|discriminate]; apply begin_ok in B as [B K0].
    rewrite andb_true_iff, forallb_forall; intros [S H]; apply plain_never; pose proof (plain_plain p) as Pp; set (r := plain p) in *; clearbody r; clear p.
    assert (G : good_state (Pos.iter next (t0, l0, true) (and_listed n listed))).
    { apply Pos.iter_invariant; [intros st; apply next_good|]; split; [|split].
      - intros q; apply B.
      - intros q Hq; now apply calm_ok, S, B.
      - intros _ q Hq; left; now apply B. }
    assert (K : has_pos (fst (fst (Pos.iter next (t0, l0, true) (and_listed n listed)))) r).
    { apply Pos.iter_invariant; [|exact K0]; intros [[t todo] fine]; unfold next; destruct todo as [|p todo]; [auto|]; cbv zeta.
      destruct (fine && _); [now apply visit_keeps|auto]. }
    destruct (Pos.iter next _ _) as [[t [|q todo]] fine]; [|discriminate]; destruct G as (_ & _ & G); specialize (G H); simpl in K.
    assert (N : forall q, Leads r q -> handled t (plain q)).
    { induction 1 as [|q m L IH Hm].
      - rewrite Pp; now left.
      - destruct IH as [IH|IH].
        + destruct (G _ IH) as [[]|[_ T]]; rewrite <- (plain_play q m); apply T; now rewrite plain_moves.
        + right; apply never_plain; rewrite <- (plain_play q m); apply never_after; [exact IH|now rewrite plain_moves]. }
    intros (q & L & M); destruct (N q L) as [X|X].
    - destruct (G _ X) as [[]|[T _]]; now apply T, plain_mated.
    - apply X; exists (plain q); split; [apply reach_init|now apply plain_mated].
  Qed.
End Closure.

(* --- where nothing is played on from: men that do not mate, and positions known otherwise --- *)
Section Leaves.
  Variable hash : pos -> positive.
  Variables (c : colour) (leaves : list pos).
  Hypothesis leaves_ok : forall q, In q leaves -> ~ can_win q c.
  Definition leaf_table : known := build pos unit hash (map (fun q => (plain q, tt)) leaves).
  Definition stops (t : known) (q : pos) : bool := material_b (brd q) c || mem hash t q.
  Lemma leaf_ok q : mem hash leaf_table q = true -> ~ can_win q c.
  Proof.
    intros H; apply mem_ok in H as (h & H); apply build_in, in_map_iff in H as (r & E & H); inversion E; subst; now apply never_plain, leaves_ok.
  Qed.
  (* leaves are all different, and none is the position asked about *)
  Definition check_leaves (n : positive) (listed : list pos) (p : pos) : bool :=
    match begin_with hash (p :: leaves) with Some _ => true | None => false end &&
    let t := leaf_table in check_closure hash c (stops t) n listed p.
  Theorem check_leaves_sound n listed p : check_leaves n listed p = true -> ~ can_win p c.
  Proof.
    unfold check_leaves; cbv zeta; rewrite andb_true_iff; intros [_ H]; revert H; apply check_closure_sound; intros q m S Hm H.
    apply orb_true_iff in H as [H|H]; [|now apply leaf_ok]; apply never_plain, material_after; [exact S|exact Hm|].
    apply material_ok in H; destruct (plain_same (play q m)) as [E _]; now rewrite E in H.
  Qed.
End Leaves.
