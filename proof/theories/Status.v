(* The status of a position: safe, check, checkmate, stalemate, and the evidence for it. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Unmoves Tables.

Inductive answer := Safe | Check | Checkmate | Stalemate.
(* What the answers mean *)
Definition status_is (p : pos) (a : answer) : Prop :=
  match a with
  | Safe => in_check (brd p) (side p) = false /\ exists m, In m (moves p)
  | Check => in_check (brd p) (side p) = true /\ exists m, In m (moves p)
  | Checkmate => in_check (brd p) (side p) = true /\ moves p = []
  | Stalemate => in_check (brd p) (side p) = false /\ moves p = []
  end.

(* The men of a side that attack a square *)
Fixpoint first_at (b : board) (l : list sq) : list sq :=
  match l with [] => [] | t :: l => match get b t with E => first_at b l | _ => [t] end end.
Definition of_kinds (b : board) (c : colour) (ks : list kind) (l : list sq) : list sq :=
  filter (fun t => existsb (fun k => is_man c k (get b t)) ks) l.
Definition attackers (b : board) (c : colour) (s : sq) : list sq :=
  of_kinds b c [Rook; Queen] (flat_map (first_at b) (look rook_t s)) ++
  of_kinds b c [Bishop; Queen] (flat_map (first_at b) (look bishop_t s)) ++
  of_kinds b c [Knight] (look knight_t s) ++ of_kinds b c [King] (look king_t s) ++ of_kinds b c [Pawn] (pawn_caps (opp c) s).
Definition has {A} (l : list A) : bool := match l with [] => false | _ => true end.
Lemma has_app {A} (l m : list A) : has (l ++ m) = has l || has m.
Proof. now destruct l. Qed.
Lemma has_filter {A} (f : A -> bool) l : has (filter f l) = existsb f l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]; destruct (f x); simpl; auto. Qed.
Lemma line_attackers b c ks ls :
  has (of_kinds b c ks (flat_map (first_at b) ls)) =
  existsb (fun l => existsb (fun k => is_man c k (first b l)) ks) ls.
Proof.
  unfold of_kinds; rewrite has_filter; induction ls as [|l ls IH]; simpl; [reflexivity|]; rewrite existsb_app, IH; f_equal; clear.
  induction l as [|t l IH]; simpl.
  - induction ks; simpl; auto.
  - destruct (get b t) as [|d k] eqn:G; [exact IH|]; simpl; rewrite G; now rewrite orb_false_r.
Qed.
Lemma existsb_same {A} (f g : A -> bool) l : (forall x, f x = g x) -> existsb f l = existsb g l.
Proof. intros H; induction l as [|x l IH]; simpl; [reflexivity|]; now rewrite H, IH. Qed.
Theorem attackers_ok b c s : has (attackers b c s) = attacked b c s.
Proof.
  unfold attackers; rewrite attacked_as; rewrite !has_app, !line_attackers; unfold of_kinds; rewrite !has_filter, !orb_assoc.
  f_equal; [f_equal; [f_equal; [f_equal|]|]|]; apply existsb_same; intros x; unfold is_man; simpl;
  try (destruct (first b x) as [|d []]; simpl; rewrite ?andb_true_r, ?andb_false_r, ?orb_false_r; reflexivity);
  destruct (get b x) as [|d []]; simpl; rewrite ?andb_true_r, ?andb_false_r, ?orb_false_r; reflexivity.
Qed.

(* The men that give check *)
Definition checkers (p : pos) : list sq :=
  match king_sq (brd p) (side p) with Some s => attackers (brd p) (opp (side p)) s | None => [] end.
Lemma checkers_ok p : has (checkers p) = in_check (brd p) (side p).
Proof. unfold checkers, in_check; destruct (king_sq (brd p) (side p)); [apply attackers_ok|reflexivity]. Qed.

(* Pseudo-legal moves, castling through or out of check among them *)
Definition castle_open (p : pos) (h : bool) : bool :=
  let c := side p in
  right (rts p) c h && is_man c King (get (brd p) (I5, home_rank c)) && is_man c Rook (get (brd p) (castle_rook_from c h)) &&
  forallb (fun s => is_empty (get (brd p) s)) (castle_empty c h).
Definition pseudo_legal (p : pos) : list move :=
  flat_map (moves_from p) squares ++ map Castle (filter (castle_open p) [true; false]).
(* The man on the square refutes the move: it attacks the king after it, or before or on the way in castling. *)
Definition refutes (p : pos) (m : move) (s : sq) : bool :=
  let q := play p m in
  match king_sq (brd q) (side p) with Some k => sq_in s (attackers (brd q) (opp (side p)) k) | None => false end ||
  match m with
  | Castle h => existsb (fun t => sq_in s (attackers (brd p) (opp (side p)) t)) (castle_cross (side p) h)
  | _ => false end.
Lemma sq_in_has s l : sq_in s l = true -> has l = true.
Proof. destruct l; [discriminate|reflexivity]. Qed.
Lemma refuted_move p m s : In m (moves p) -> refutes p m s = false.
Proof.
  intros H; unfold moves in H; apply filter_In in H as [H1 H2]; apply negb_true_iff in H2.
  unfold refutes; apply orb_false_iff; split.
  - unfold in_check in H2; destruct (king_sq (brd (play p m)) (side p)) as [k|]; [|reflexivity].
    destruct (sq_in s _) eqn:E; [|reflexivity]; apply sq_in_has in E; rewrite attackers_ok in E; congruence.
  - destruct m as [f t pr|h]; [reflexivity|]; unfold pseudo in H1; apply in_app_or in H1 as [H1|H1].
    + apply in_flat_map in H1 as (f & _ & H1); apply moves_from_inv in H1 as (k & t & pr & E & _); discriminate.
    + apply in_map_iff in H1 as (h' & E & H1); inversion E; subst h'; apply filter_In in H1 as [_ H1].
      unfold castle_ok in H1; apply andb_true_iff in H1 as [_ H1]; rewrite forallb_forall in H1.
      destruct (existsb _ _) eqn:X; [|reflexivity]; apply existsb_exists in X as (t & Ht & X); apply H1 in Ht.
      apply sq_in_has in X; rewrite attackers_ok, X in *; discriminate.
Qed.
Lemma moves_pseudo_legal p m : In m (moves p) -> In m (pseudo_legal p).
Proof.
  unfold moves, pseudo, pseudo_legal; rewrite filter_In, !in_app_iff; intros [[H|H] _]; [left; exact H|right].
  apply in_map_iff in H as (h & <- & H); apply in_map; rewrite filter_In in *; destruct H as [H1 H2]; split; [exact H1|].
  unfold castle_ok, castle_open in *; rewrite !andb_true_iff in *; tauto.
Qed.

(* The evidence *)
Definition same_squares (l m : list sq) : bool := (length l =? length m) && forallb (fun s => sq_in s l) m.
Definition all_refuted (p : pos) (given : list (move * sq)) : bool :=
  let ms := pseudo_legal p in
  (length given =? length ms) &&
  forallb (fun m => existsb (fun e => move_eqb m (fst e) && refutes p m (snd e)) given) ms.
Lemma all_refuted_ok p given : all_refuted p given = true -> moves p = [].
Proof.
  unfold all_refuted; cbv zeta; intros H; apply andb_true_iff in H as [_ H]; rewrite forallb_forall in H.
  destruct (moves p) as [|m l] eqn:E; [reflexivity|]; assert (M : In m (moves p)) by (rewrite E; now left).
  specialize (H m (moves_pseudo_legal p m M)); apply existsb_exists in H as ([n s] & _ & H); apply andb_true_iff in H as [_ H].
  simpl in H; rewrite (refuted_move p m s M) in H; discriminate.
Qed.
Inductive evidence := ByMove (m : move) | ByRefuted (l : list (move * sq)).
Definition attacked_in (a : answer) : bool := match a with Check | Checkmate => true | _ => false end.
Definition check_status (p : pos) (a : answer) (named : list sq) (e : evidence) : bool :=
  let ch := checkers p in
  same_squares named ch && eqb (has ch) (attacked_in a) &&
  match a, e with
  | Safe, ByMove m | Check, ByMove m => allowed p m
  | Checkmate, ByRefuted l | Stalemate, ByRefuted l => all_refuted p l
  | _, _ => false
  end.
Theorem check_status_sound p a named e : check_status p a named e = true -> status_is p a.
Proof.
  unfold check_status; cbv zeta; rewrite checkers_ok; intros H; rewrite !andb_true_iff in H; destruct H as [[_ H1] H2].
  apply eqb_prop in H1; destruct a, e; simpl in *; try discriminate; split; try assumption;
  try (eexists; apply allowed_ok; eassumption); now apply all_refuted_ok in H2.
Qed.
