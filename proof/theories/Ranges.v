(* Where men of a game can have come from, when some men never move: each man on the board has an origin of
   its own. *)
From Coq Require Import List Bool Arith NArith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Retract Invariants GameInvariants Legality Files Origins Assign Unmoved.
From Arbiter Require Rules.

(* --- the roll: for each man of the beginning where it stands, its captures as a pawn, and where it promoted
   --- *)
Inductive spot := At (s : sq) (n : nat) (w : option sq) | Off (n : nat).
(* of a side, pieces (false) and pawns (true), by file *)
Definition roll := colour -> bool -> ix -> spot.
Definition tally m := match m with At _ n _ | Off n => n end.
Definition seat m := match m with At s _ _ => Some s | Off _ => None end.
Definition suited b0 b c (o : bool) f m : Prop :=
  match m with
  | At s n None => if o then get b s = M c Pawn /\ reaches b0 c f n s
                   else get b s = M c (piece_of f) /\ n = 0 /\ walks b0 c (piece_of f) (f, home_rank c) s
  | At s n (Some q) => o = true /\ exists k, In k promos /\ get b s = M c k /\ reaches b0 c f n q /\ snd q = last_rank c /\ walks b0 c k q s
  | Off n => True end.
Record kept_roll b0 b (g : roll) : Prop := mkroll {
  r_suited : forall c o f, suited b0 b c o f (g c o f);
  r_one : forall c o f o' f' s, seat (g c o f) = Some s -> seat (g c o' f') = Some s -> o = o' /\ f = f';
  r_own : forall c s k, get b s = M c k -> exists o f, seat (g c o f) = Some s }.
Definition pawn_tally (g : roll) c := sumn (fun f => tally (g c true f)).
Lemma seat_colour b0 b c o f m s : suited b0 b c o f m -> seat m = Some s -> exists k, get b s = M c k.
Proof.
  destruct m as [u n [q|]|n]; simpl; intros H X; inversion X; subst; [destruct H as (_ & k & _ & G & _); eauto|destruct o; destruct H as [G _]; eauto].
Qed.
Lemma seat_dec s m : seat m = Some s \/ seat m <> Some s.
Proof.
  destruct (seat m) as [t|]; [|right; discriminate]; destruct (sq_eqb t s) eqn:E0; [left; apply sq_eqb_eq in E0; congruence|right].
  intros X; inversion X; subst; rewrite sq_eqb_refl in E0; discriminate.
Qed.
Definition take s m := match m with At u n w => if sq_eqb u s then Off n else m | Off n => Off n end.
Lemma take_off s m : seat m <> Some s -> take s m = m.
Proof. destruct m as [u n w|n]; simpl; [|reflexivity]; destruct (sq_eqb u s) eqn:E0; [apply sq_eqb_eq in E0; congruence|reflexivity]. Qed.
Lemma take_seat s m u : seat (take s m) = Some u -> seat m = Some u /\ u <> s.
Proof.
  destruct m as [v n w|n]; simpl; [|discriminate]; destruct (sq_eqb v s) eqn:E0; simpl; [discriminate|]; intros H; inversion H; subst; split; [reflexivity|].
  intros ->; rewrite sq_eqb_refl in E0; discriminate.
Qed.
Lemma suited_off b0 b b' c o f m : suited b0 b c o f m -> (forall s, seat m = Some s -> get b' s = get b s) -> suited b0 b' c o f m.
Proof. destruct m as [u n [q|]|n]; simpl; intros H G; try rewrite (G u eq_refl); auto. Qed.
Lemma take_kept b0 b g s : kept_roll b0 b g -> kept_roll b0 (set b s E) (fun c o f => take s (g c o f)).
Proof.
  intros K; split.
  - intros c o f; destruct (seat_dec s (g c o f)) as [S|S].
    + destruct (g c o f) as [u n w|n]; simpl in *; inversion S; subst; rewrite sq_eqb_refl; exact I.
    + rewrite take_off by exact S; apply suited_off with b; [apply K|]; intros u Hu; rewrite get_set, sq_neq; [reflexivity|congruence].
  - intros c o f o' f' u A B; apply take_seat in A as [A _], B as [B _]; eapply r_one; eauto.
  - intros c u k; rewrite get_set; destruct (sq_eqb s u) eqn:Eu; [discriminate|]; intros G; destruct (r_own _ _ _ K c u k G) as (o & f & S).
    exists o, f; rewrite take_off; [exact S|]; rewrite S; intros X; inversion X; subst; rewrite sq_eqb_refl in Eu; discriminate.
Qed.
Definition move_on f t (pr : bool) d m := match m with At u n w => if sq_eqb u f then At t (n + d) (if pr then Some t else w) else m | Off n => Off n end.
(* how a man of kind j goes from f to t, with d captures of a pawn, and comes to be of kind k *)
Definition goes b0 c f t j k (pr : bool) d : Prop :=
  (j <> Pawn -> k = j /\ d = 0 /\ pr = false /\ walks b0 c j f t) /\
  (j = Pawn -> (forall x n, reaches b0 c x n f -> reaches b0 c x (n + d) t) /\ (pr = false /\ k = Pawn \/ pr = true /\ In k promos /\ snd t = last_rank c)).
Lemma piece_no_pawn f : piece_of f <> Pawn. Proof. destruct f; discriminate. Qed.
Section On.
  Variables (b0 : known) (b : board) (g : roll) (c : colour) (f t : sq) (j k : kind) (pr : bool) (d : nat).
  Hypotheses (K : kept_roll b0 b g) (F : get b f = M c j) (T : get b t = E) (N : f <> t) (H : goes b0 c f t j k pr d).
  Let b' := set (set b f E) t (M c k).
  Let g' : roll := fun c o x => move_on f t pr d (g c o x).
  Lemma on_get u : get b' u = if sq_eqb t u then M c k else if sq_eqb f u then E else get b u.
  Proof. unfold b'; now rewrite !get_set. Qed.
  Lemma on_off e o x : seat (g e o x) <> Some f -> g' e o x = g e o x.
  Proof. unfold g'; destruct (g e o x) as [u n w|n]; simpl; [|reflexivity]; intros S; destruct (sq_eqb u f) eqn:E0; [apply sq_eqb_eq in E0; congruence|reflexivity]. Qed.
  Lemma on_not_t e o x : seat (g e o x) <> Some t.
  Proof. intros S; destruct (seat_colour _ _ _ _ _ _ _ (r_suited _ _ _ K e o x) S) as (i & Gi); congruence. Qed.
  Lemma on_colour e o x : seat (g e o x) = Some f -> e = c.
  Proof. intros S; destruct (seat_colour _ _ _ _ _ _ _ (r_suited _ _ _ K e o x) S) as (i & Gi); congruence. Qed.
  Lemma on_suited e o x : suited b0 b' e o x (g' e o x).
  Proof.
    destruct (seat_dec f (g e o x)) as [S|S].
    - assert (e = c) as -> by (eapply on_colour; exact S); pose proof (r_suited _ _ _ K c o x) as X; unfold g'; destruct H as [HP HQ].
      assert (Gt : get b' t = M c k) by (rewrite on_get, sq_eqb_refl; reflexivity).
      destruct (g c o x) as [u n w|n]; simpl in S; inversion S; subst u; simpl; rewrite sq_eqb_refl; destruct w as [q|]; simpl in X.
      + destruct X as (O & i & Pi & Gi & Rq & Lq & Wq); assert (i = j) as -> by congruence; assert (NP : j <> Pawn) by now apply promos_no_pawn.
        destruct (HP NP) as (-> & -> & -> & W); rewrite Nat.add_0_r; simpl; split; [exact O|]; exists j; repeat split; auto; now apply walks_trans with f.
      + destruct o.
        * destruct X as [Gf Rf]; assert (j = Pawn) as -> by congruence; destruct (HQ eq_refl) as (Re & [[-> ->]|(-> & Pk & L)]); simpl.
          -- split; [exact Gt|now apply Re].
          -- split; [reflexivity|]; exists k; repeat split; auto; apply walks_here.
        * destruct X as (Gf & -> & W); assert (piece_of x = j) as Ej by congruence; assert (NP : j <> Pawn) by (rewrite <- Ej; apply piece_no_pawn).
          destruct (HP NP) as (-> & -> & -> & W'); simpl; split; [now rewrite Gt, Ej|split; [reflexivity|]]; rewrite Ej in *; now apply walks_trans with f.
    - rewrite on_off by exact S; apply suited_off with b; [apply K|]; intros u Hu; rewrite on_get, !sq_neq; [reflexivity|congruence|].
      intros X; subst u; now apply (on_not_t e o x).
  Qed.
  Lemma on_seat e o x u : seat (g' e o x) = Some u -> (seat (g e o x) = Some f /\ u = t) \/ (seat (g e o x) = Some u /\ u <> t).
  Proof.
    intros S; destruct (seat_dec f (g e o x)) as [Sf|Sf].
    - left; split; [exact Sf|]; unfold g' in S; destruct (g e o x) as [v n w|n]; simpl in *; [|discriminate]; inversion Sf; subst v; rewrite sq_eqb_refl in S.
      simpl in S; congruence.
    - right; rewrite on_off in S by exact Sf; split; [exact S|]; intros ->; now apply (on_not_t e o x).
  Qed.
  Lemma on_kept : kept_roll b0 b' g'.
  Proof.
    split; [exact on_suited| |].
    - intros e o x o' x' u A B; apply on_seat in A as [[A ->]|[A A']], B as [[B B']|[B B']]; try congruence; eapply r_one; eauto.
    - intros e u i; rewrite on_get; destruct (sq_eqb t u) eqn:Et; [apply sq_eqb_eq in Et; subst u|destruct (sq_eqb f u) eqn:Ef; [discriminate|]].
      + intros X; inversion X; subst e i; destruct (r_own _ _ _ K c f j F) as (o & x & S); exists o, x; unfold g'.
        destruct (g c o x) as [v n w|n]; simpl in *; [|discriminate]; inversion S; subst v; rewrite sq_eqb_refl; reflexivity.
      + intros G; destruct (r_own _ _ _ K e u i G) as (o & x & S); exists o, x; rewrite on_off; [exact S|]; rewrite S; intros X; inversion X; subst.
        rewrite sq_eqb_refl in Ef; discriminate.
  Qed.
  Lemma on_tally i : pawn_tally g' i <= pawn_tally g i + if colour_beq c i then d else 0.
  Proof.
    unfold pawn_tally; destruct (existsb (fun x => match seat (g i true x) with Some u => sq_eqb u f | None => false end) all8) eqn:Ex.
    - apply existsb_exists in Ex as (x & _ & Ex); destruct (seat (g i true x)) as [u|] eqn:Sx; [apply sq_eqb_eq in Ex; subst u|discriminate].
      assert (i = c) as -> by (eapply on_colour; exact Sx); replace (colour_beq c c) with true by (destruct c; reflexivity); apply sumn_but with x.
      + intros y Ny; rewrite on_off; [lia|]; intros Sy; apply Ny; eapply (r_one _ _ _ K c true y true x f); eauto.
      + unfold g'; destruct (g c true x) as [v n w|n]; simpl; [destruct (sq_eqb v f); simpl|]; lia.
    - eapply Nat.le_trans; [apply (sumn_le _ (fun x => tally (g i true x)))|lia]; intros x; rewrite on_off; [lia|]; intros Sx.
      assert (Y : existsb (fun x => match seat (g i true x) with Some u => sq_eqb u f | None => false end) all8 = true); [|congruence].
      apply existsb_exists; exists x; split; [apply in_all8|]; rewrite Sx; apply sq_eqb_refl.
  Qed.
End On.

(* --- every move of such a game keeps the roll: the man on f goes to t, the one on e is taken --- *)
Definition without (b : board) (e : option sq) : board := match e with Some s => set b s E | None => b end.
Definition after f t pr d e (g : roll) : roll := fun a o x => move_on f t pr d (match e with Some s => take s (g a o x) | None => g a o x end).
Definition shifts f t e (g g' : roll) : Prop := forall a o x, seat (g' a o x) =
  match seat (g a o x) with Some s => if sq_eqb s f then Some t else if oeqb e s then None else Some s | None => None end.
Lemma after_shifts b c j f t pr d e g : get (without b e) f = M c j -> shifts f t e g (after f t pr d e g).
Proof.
  intros F a o x; unfold after; destruct e as [e|].
  - assert (N1 : e <> f) by (intros ->; simpl in F; rewrite get_set, sq_eqb_refl in F; discriminate); destruct (g a o x) as [s n w|n]; simpl; [|reflexivity].
    destruct (sq_eqb s f) eqn:X; [apply sq_eqb_eq in X; subst s; rewrite (sq_neq f e) by congruence; simpl; now rewrite sq_eqb_refl|].
    replace (sq_eqb e s) with (sq_eqb s e) by (destruct (sq_eqb e s) eqn:Y; [apply sq_eqb_eq in Y; subst; apply sq_eqb_refl|apply sq_neq; intros ->; rewrite sq_eqb_refl in Y; discriminate]).
    destruct (sq_eqb s e); simpl; [reflexivity|now rewrite X].
  - destruct (g a o x) as [s n w|n]; simpl; [destruct (sq_eqb s f); reflexivity|reflexivity].
Qed.
(* with the captures that the pawns of each side made at most *)
Definition rolls b0 b (n : colour -> nat) g : Prop := kept_roll b0 b g /\ forall c, pawn_tally g c <= n c.
Lemma after_rolls b0 b n g c e f t j k pr d : rolls b0 b n g -> get (without b e) f = M c j -> get (without b e) t = E -> f <> t -> goes b0 c f t j k pr d ->
  rolls b0 (set (set (without b e) f E) t (M c k)) (fun i => n i + if colour_beq c i then d else 0) (after f t pr d e g).
Proof.
  intros (K & C) F T N H.
  assert (X : kept_roll b0 (without b e) (fun a o x => match e with Some s => take s (g a o x) | None => g a o x end)) by (destruct e; [now apply take_kept|exact K]).
  split; [exact (on_kept b0 _ _ c f t j k pr d X F T H)|]; intros i; eapply Nat.le_trans; [exact (on_tally b0 _ _ c f t j k pr d X F H i)|].
  apply Nat.add_le_mono_r; eapply Nat.le_trans; [|exact (C i)]; apply sumn_le; intros x; destruct e as [s|]; [|auto]; destruct (g i true x) as [u m v|m]; simpl; [destruct (sq_eqb u s)|]; auto.
Qed.

(* kings do not step onto squares that men attack which never moved *)
Lemma touch_attacks b c k s t : touches c k s t = true -> Rules.attacks b c k s t.
Proof.
  unfold touches; intros H; apply existsb_exists in H as (u & I & Q); apply sq_eqb_eq in Q; subst u.
  assert (St : forall k ds, (forall d, In d ds -> In d (orth ++ diag)) -> unit_steps k s = flat_map (fun d => olist (step d s)) ds ->
    In t (unit_steps k s) -> exists d, In d ds /\ step d s = Some t).
  { intros k' ds _ Eq J; rewrite Eq in J; apply in_flat_map in J as (d & Hd & J); apply Rules.olist_in in J; eauto. }
  assert (Kg : look king_t s = flat_map (fun d => olist (step d s)) (orth ++ diag)) by apply Rules.king_t_ok.
  assert (Rk : look rook1_t s = flat_map (fun d => olist (step d s)) orth).
  { rewrite <- (look_table _ (fun s => flat_map (fun d => olist (step d s)) orth)); f_equal; vm_compute; reflexivity. }
  assert (Bp : look bishop1_t s = flat_map (fun d => olist (step d s)) diag).
  { rewrite <- (look_table _ (fun s => flat_map (fun d => olist (step d s)) diag)); f_equal; vm_compute; reflexivity. }
  destruct k; cbn [unit_steps] in I.
  - rewrite Kg in I; apply in_flat_map in I as (d & Hd & I); apply Rules.olist_in in I; now apply Rules.king_attacks with d.
  - rewrite Kg in I; apply in_flat_map in I as (d & Hd & I); apply Rules.olist_in in I; apply Rules.queen_attacks with d; [exact Hd|now apply Rules.way_end].
  - rewrite Rk in I; apply in_flat_map in I as (d & Hd & I); apply Rules.olist_in in I; apply Rules.rook_attacks with d; [exact Hd|now apply Rules.way_end].
  - rewrite Bp in I; apply in_flat_map in I as (d & Hd & I); apply Rules.olist_in in I; apply Rules.bishop_attacks with d; [exact Hd|now apply Rules.way_end].
  - rewrite Rules.knight_t_ok in I; apply Rules.knight1_in in I as (u & h & v & Hd & S1 & S2); now apply Rules.knight_attacks with u h v.
  - apply Rules.caps_in in I as (h & Hh & I); now apply Rules.pawn_attacks with h.
Qed.
Lemma guarded_attacked b0 b c s : holds b0 b -> guarded b0 c s = true -> attacked b (opp c) s = true \/ get b s = M (opp c) Pawn.
Proof.
  assert (By : forall u k, touches (opp c) k u s = true -> get b u = M (opp c) k -> attacked b (opp c) s = true).
  { intros u k I G; apply Rules.attacked_ok; exists u, k; split; [exact G|now apply touch_attacks]. }
  intros (H & K & _) G; apply orb_true_iff in G as [G|G].
  - left; apply existsb_exists in G as (u & _ & G); destruct (get (still b0) u) as [|d k] eqn:X; [discriminate|].
    apply andb_true_iff in G as [D G]; apply colour_beq_eq in D; subst d; apply (By u k G); rewrite (H u); congruence.
  - destruct (K _ _ G) as [X|(f & I & _ & X)]; [now right|left]; apply (By f Pawn); [|exact X]; now apply sq_in_ok.
Qed.
Lemma one_king b c s t : count b (fun _ x => is_man c King x) = 1 -> get b s = M c King -> get b t = M c King -> s = t.
Proof.
  intros C S T; destruct (sq_eqb s t) eqn:E0; [now apply sq_eqb_eq|exfalso].
  pose proof (count_set b s E (fun _ x => is_man c King x)) as A; pose proof (count_set (set b s E) t E (fun _ x => is_man c King x)) as B.
  rewrite get_set, E0, T in B; rewrite S in A; assert (X : is_man c King (M c King) = true) by (destruct c; reflexivity); rewrite X in *; simpl in A, B; lia.
Qed.
Lemma unguarded b0 b c t : holds b0 b -> count b (fun _ x => is_man c King x) = 1 -> get b t = M c King -> in_check b c = false -> guarded b0 c t = false.
Proof.
  intros H C T Ch; destruct (guarded b0 c t) eqn:G; [|reflexivity]; apply (guarded_attacked b0 b c t H) in G as [G|G]; [|rewrite T in G; discriminate]; exfalso; unfold in_check in Ch.
  destruct (king_sq b c) as [s|] eqn:KS.
  - apply king_sq_some, is_man_get in KS; rewrite (one_king b c s t C KS T) in Ch; congruence.
  - pose proof (king_sq_none b c t KS) as X; rewrite T in X; destruct c; discriminate.
Qed.

(* sliders pass only empty squares *)
Lemma rook1_in d s u : In d orth -> step d s = Some u -> In u (unit_steps Rook s).
Proof.
  intros D St; unfold unit_steps; replace rook1_t with (table (fun s => flat_map (fun d => olist (step d s)) orth)) by (vm_compute; reflexivity).
  rewrite look_table; apply in_flat_map; exists d; split; [exact D|]; rewrite St; now left.
Qed.
Lemma bishop1_in d s u : In d diag -> step d s = Some u -> In u (unit_steps Bishop s).
Proof.
  intros D St; unfold unit_steps; replace bishop1_t with (table (fun s => flat_map (fun d => olist (step d s)) diag)) by (vm_compute; reflexivity).
  rewrite look_table; apply in_flat_map; exists d; split; [exact D|]; rewrite St; now left.
Qed.
Lemma king1_in d s u : In d (orth ++ diag) -> step d s = Some u -> In u (look king_t s).
Proof.
  intros D St; replace king_t with (table king1) by (vm_compute; reflexivity).
  rewrite look_table; apply in_flat_map; exists d; split; [exact D|]; rewrite St; now left.
Qed.
Lemma rook_rays s l : In l (look rook_t s) -> exists d, In d orth /\ l = ray_n 7 d s.
Proof.
  replace rook_t with (table (fun s => filter Board.nonempty (map (fun d => ray_n 7 d s) orth))) by (vm_compute; reflexivity).
  rewrite look_table, filter_In, in_map_iff; intros [(d & <- & D) _]; eauto.
Qed.
Lemma bishop_rays s l : In l (look bishop_t s) -> exists d, In d diag /\ l = ray_n 7 d s.
Proof.
  replace bishop_t with (table (fun s => filter Board.nonempty (map (fun d => ray_n 7 d s) diag))) by (vm_compute; reflexivity).
  rewrite look_table, filter_In, in_map_iff; intros [(d & <- & D) _]; eauto.
Qed.
(* a man that is no pawn does not step over a cut: the pawn would be where it comes from, or be gone *)
Lemma not_severed b0 b b' c f t j : holds b0 b -> holds b0 b' -> get b f = M c j -> j <> Pawn -> get b' t = M c j -> get b' f = E ->
  (forall s, s <> t -> get b' s = E \/ get b' s = get b s) ->
  forall u v, u = f \/ get b u = E -> v = t \/ get b v = E -> severed b0 u v = false.
Proof.
  intros (_ & _ & H) (_ & _ & H') F Nj T Fe U u v Hu Hv; destruct (severed b0 u v) eqn:S; [exfalso|reflexivity].
  apply severed_inv in S as (d & S).
  assert (P : get b u = M d Pawn \/ get b v = M d Pawn) by (destruct S as [S|S]; apply H in S; tauto).
  assert (P' : get b' u = M d Pawn \/ get b' v = M d Pawn) by (destruct S as [S|S]; apply H' in S; tauto); clear S.
  destruct P as [P|P]; [destruct Hu as [->|Hu]; congruence|]; destruct Hv as [->|Hv]; [|congruence]; destruct P' as [P'|P']; [|congruence].
  destruct (sq_eqb u t) eqn:Q; [apply sq_eqb_eq in Q; subst u; congruence|].
  destruct Hu as [->|Hu]; [congruence|]; destruct (U u) as [X|X]; [intros ->; rewrite sq_eqb_refl in Q; discriminate|congruence|congruence].
Qed.
(* A man glides to a neighbouring square, or in one direction from square to square: over empty ones, to the last. *)
Inductive runs b0 (b : board) c k d : nat -> sq -> sq -> Prop :=
| runs_to n s t : step d s = Some t -> barred b0 c k t = false -> severed b0 s t = false -> runs b0 b c k d (S n) s t
| runs_over n s u t : step d s = Some u -> barred b0 c k u = false -> severed b0 s u = false -> get b u = E -> runs b0 b c k d n u t -> runs b0 b c k d (S n) s t.
Definition lines k := match k with Queen => orth ++ diag | Rook => orth | Bishop => diag | _ => [] end.
Inductive glides b0 (b : board) c k s t : Prop :=
| glides_step : lines k = [] -> In t (unit_steps k s) -> barred b0 c k t = false -> severed b0 s t = false -> glides b0 b c k s t
| glides_line d : In d (lines k) -> runs b0 b c k d 7 s t -> glides b0 b c k s t.
Lemma lines_step k d s u : In d (lines k) -> step d s = Some u -> In u (unit_steps k s).
Proof.
  destruct k; cbn [lines]; intros D St; try (now destruct D); [now apply (king1_in d)|now apply (rook1_in d)|now apply (bishop1_in d)].
Qed.
Lemma glides_walks b0 b c k s t : glides b0 b c k s t -> walks b0 c k s t.
Proof.
  intros [_ I B S|d D G]; [apply walks_on with s; auto using walks_here|].
  induction G as [n s t St B S|n s u t St B S _ _ IH]; [apply walks_on with s; eauto using walks_here, lines_step|].
  apply walks_trans with u; [apply walks_on with s; eauto using walks_here, lines_step|exact IH].
Qed.
Lemma slide_runs b0 b c j d f t : (forall u, barred b0 c j u = taboo b0 u) ->
  (forall u v, u = f \/ get b u = E -> v = t \/ get b v = E -> severed b0 u v = false) ->
  holds b0 b -> taboo b0 t = false -> forall n s, s = f \/ get b s = E -> In t (slide b c (ray_n n d s)) -> runs b0 b c j d n s t.
Proof.
  intros B Sv H T; induction n as [|n IH]; intros s Hs I; simpl in I; [destruct I|]; destruct (step d s) as [u|] eqn:St; [|destruct I].
  assert (One : u = t -> runs b0 b c j d (S n) s t) by (intros ->; apply runs_to; [exact St|now rewrite B|apply Sv; auto]).
  simpl in I; destruct (get b u) as [|e k] eqn:G.
  - destruct I as [I|I]; [now apply One|]; apply runs_over with u; [exact St|rewrite B; now apply (empty_free b0 b)|apply Sv; auto|exact G|apply IH; auto].
  - destruct (colour_beq c e); [destruct I|destruct I as [I|[]]; now apply One].
Qed.
Lemma barred_plain b0 c j u : j <> King -> barred b0 c j u = taboo b0 u.
Proof. intros N; unfold barred; destruct (kind_beq j King) eqn:X; [apply kind_beq_eq in X; contradiction|]; now rewrite orb_false_r. Qed.
Lemma dests_glide b0 b c j e f t : j <> Pawn -> holds b0 b -> taboo b0 t = false -> (j = King -> guarded b0 c t = false) ->
  (forall u v, u = f \/ get b u = E -> v = t \/ get b v = E -> severed b0 u v = false) ->
  In t (dests b c j e f) -> glides b0 b c j f t.
Proof.
  intros NP H T G Sv I; assert (One : lines j = [] -> In t (unit_steps j f) -> glides b0 b c j f t).
  { intros L U; apply glides_step; [exact L|exact U| |apply Sv; now left]; unfold barred; rewrite T; destruct (kind_beq j King) eqn:X; [|reflexivity].
    apply kind_beq_eq in X; simpl; auto. }
  assert (Line : forall i d, i <> King -> In d (lines i) -> In t (slide b c (ray_n 7 d f)) -> glides b0 b c i f t).
  { intros i d Ni D S; apply glides_line with d; [exact D|]; apply slide_runs with f; auto; intros u; now apply barred_plain. }
  assert (Ro : forall i, i <> King -> (forall d, In d orth -> In d (lines i)) -> In t (slides b c (look rook_t f)) -> glides b0 b c i f t).
  { intros i Ni U S; unfold slides in S; apply in_flat_map in S as (l & L & S); apply rook_rays in L as (d & D & ->); apply (Line i d); auto. }
  assert (Bi : forall i, i <> King -> (forall d, In d diag -> In d (lines i)) -> In t (slides b c (look bishop_t f)) -> glides b0 b c i f t).
  { intros i Ni U S; unfold slides in S; apply in_flat_map in S as (l & L & S); apply bishop_rays in L as (d & D & ->); apply (Line i d); auto. }
  destruct j; unfold dests in I; [apply One; [reflexivity|]; unfold leap in I; now apply filter_In in I as [I _]| | | |apply One; [reflexivity|]; unfold leap in I; now apply filter_In in I as [I _]|congruence].
  - apply in_app_or in I as [I|I]; [apply Ro|apply Bi]; auto; try discriminate; intros d D; apply in_or_app; auto.
  - apply Ro; [discriminate|auto|exact I].
  - apply Bi; [discriminate|auto|exact I].
Qed.

(* pawns *)
Lemma ahead_up c r : ahead c r < 7 -> exists q, mv1 (fwd c) r = Some q /\ ahead c q = S (ahead c r).
Proof. destruct c, r; simpl; intros H; try lia; eexists; split; reflexivity. Qed.
Lemma ahead_inj c r q : ahead c r = ahead c q -> r = q.
Proof. destruct c, r, q; simpl; intros H; try reflexivity; discriminate. Qed.
Lemma ahead_le c r : ahead c r <= 7.
Proof. destruct c, r; simpl; lia. Qed.
Lemma not_opp c k j : M c k <> M (opp c) j.
Proof. destruct c; discriminate. Qed.
Lemma no_barrier b0 b c s t : holds b0 b -> get b s <> M (opp c) Pawn -> get b t <> M (opp c) Pawn -> barrier b0 c s t = false.
Proof.
  intros (_ & _ & C) S T; destruct (barrier b0 c s t) eqn:X; [exfalso|reflexivity]; unfold barrier in X; apply andb_true_iff in X as [_ X]; destruct (C _ _ _ X); contradiction.
Qed.
Lemma straight_reaches b0 b c x y : holds b0 b -> forall m r n, reaches b0 c x n (y, r) -> get b (y, r) <> M (opp c) Pawn -> forall q, ahead c q = ahead c r + m ->
  (forall i, ahead c r < ahead c i <= ahead c q -> get b (y, i) = E) -> reaches b0 c x n (y, q).
Proof.
  intros Hb; induction m as [|m IH]; intros r n R N q L H; [assert (r = q) as <- by (apply (ahead_inj c); lia); exact R|].
  pose proof (ahead_le c q); destruct (ahead_up c r) as (r' & M & A); [lia|]; assert (G : get b (y, r') = E) by (apply H; lia).
  apply (IH r' n); [|rewrite G; discriminate|lia|intros i Hi; apply H; lia].
  apply reaches_on with (y, r); [exact R|unfold step; cbn [fst snd mv1]; now rewrite M|now apply (empty_free b0 b)|apply (no_barrier b0 b); auto; rewrite G; discriminate].
Qed.
(* a man of kind j went from f to t and became one of kind k, q where it promoted, with d captures of a pawn *)
Definition gone (p : pos) f t e j k (q : bool) d b' : Prop :=
  b' = set (set (without (brd p) e) f E) t (M (side p) k) /\ get (without (brd p) e) f = M (side p) j /\
  get (without (brd p) e) t = E /\ f <> t /\ way (without (brd p) e) (side p) f t j k /\
  (e = None \/ exists s i, e = Some s /\ get (brd p) s = M (opp (side p)) i /\ (t = s \/ get (brd p) t = E /\ ep p = Some t /\ step (Same, bwd (side p)) t = Some s)) /\
  (d = 0 \/ d = 1 /\ j = Pawn /\ e <> None) /\ (j = Pawn -> e = None \/ In t (pawn_caps (side p) f)) /\ (q = true <-> j = Pawn /\ k <> Pawn).
Lemma mv_roll b0 p f t pr : good p -> R p -> In (Mv f t pr) (moves p) -> holds b0 (brd p) -> holds b0 (brd (play p (Mv f t pr))) ->
  forall n g, rolls b0 (brd p) n g -> exists g' j e, rolls b0 (brd (play p (Mv f t pr))) (one_more p (Mv f t pr) n) g' /\ shifts f t e g g' /\
    get (brd p) f = M (side p) j /\ (j <> Pawn -> glides b0 (brd p) (side p) j f t) /\
    (forall s, e = Some s -> s <> t -> get (brd (play p (Mv f t pr))) s = E) /\ (e <> None -> exists s i, e = Some s /\ get (brd p) s = M (opp (side p)) i) /\
    exists k q d, g' = after f t q d e g /\ gone p f t e j k q d (brd (play p (Mv f t pr))) /\ d = b2n (pawn_takes p (Mv f t pr)).
Proof.
  intros Gp Hr Hm H H' n g B; pose proof (moves_pseudo _ _ Hm) as Ps; destruct Gp as (OK & OR & Gp'); pose proof (good_play p _ (reach_good p Hr) Hm) as Gq.
  assert (Ch : in_check (brd (play p (Mv f t pr))) (side p) = false) by (unfold moves in Hm; apply filter_In in Hm as [_ Hm]; now apply negb_true_iff in Hm).
  destruct Gq as (_ & _ & _ & _ & _ & Ki & _); specialize (Ki (side p)).
  destruct (mv_done p f t pr OK OR Ps) as (j & k & G & NE & D & Dn); set (b' := brd (play p (Mv f t pr))) in *; clearbody b'; set (c := side p) in *.
  assert (Tt : get b' t = M c k) by (destruct Dn; rewrite get_set, sq_eqb_refl; reflexivity).
  assert (Own : get (brd p) t = E \/ exists i, get (brd p) t = M (opp c) i).
  { destruct Dn as [T _ _|e i V _ _ T _ _]; [now left|]; destruct T as [->|[T _]]; [right; eauto|now left]. }
  assert (Free : taboo b0 t = false).
  { destruct (taboo b0 t) eqn:T; [exfalso|reflexivity]; apply (taboo_stands b0 b' t H') in T as (d & i & Fx & T').
    assert (T0 : get (brd p) t = M d i) by (rewrite (proj1 H t); congruence).
    destruct Own as [X|(i' & X)]; [congruence|]; assert (c = d) as Ec by congruence; assert (d = opp c) as Eo by congruence; rewrite Eo in Ec; destruct c; discriminate. }
  assert (Glide : j <> Pawn -> k = j -> glides b0 (brd p) c j f t).
  { intros NP Ek; apply (dests_glide b0 (brd p) c j (ep p)); auto.
    - intros ->; apply (unguarded b0 b' c t H' Ki); [congruence|exact Ch].
    - apply (not_severed b0 (brd p) b' c f t j); [exact H|exact H'|exact G|exact NP|congruence| |].
      + destruct Dn; rewrite !get_set; rewrite (sq_neq t f) by congruence; now rewrite sq_eqb_refl.
      + intros s Ns; destruct Dn; rewrite !get_set; rewrite (sq_neq t s) by congruence; destruct (sq_eqb f s); auto; destruct (sq_eqb e s); auto. }
  assert (Piece : j <> Pawn -> k = j -> walks b0 c j f t) by (intros NP Ek; apply (glides_walks b0 (brd p)); auto).
  assert (WP : forall b, way b c f t j k -> j = Pawn -> k = Pawn \/ In k promos /\ snd t = last_rank c).
  { intros b W ->; inversion W; subst; [congruence|assumption]. }
  assert (WK : forall b, way b c f t j k -> j <> Pawn -> k = j) by (intros b W NP; inversion W; subst; [reflexivity|congruence]).
  assert (Goes : forall b d, way b c f t j k -> (j <> Pawn -> d = 0) -> (j = Pawn -> forall x n, reaches b0 c x n f -> reaches b0 c x (n + d) t) ->
    exists q, goes b0 c f t j k q d /\ (q = true <-> j = Pawn /\ k <> Pawn)).
  { intros b d W Z Re; destruct (kind_eq_dec j Pawn) as [EP|NP].
    - destruct (WP b W EP) as [->|[P L]]; [exists false|exists true]; (split; [split; [congruence|intros _; split; [exact (Re EP)|auto]]|]).
      + split; [discriminate|intros [_ X]; congruence].
      + split; [intros _; split; [exact EP|now apply promos_no_pawn]|reflexivity].
    - exists false; split; [split; [intros _; pose proof (WK b W NP) as EK; auto|congruence]|split; [discriminate|intros [X _]; congruence]]. }
  (* what is the same for all moves *)
  assert (Fin : forall e q d, goes b0 c f t j k q d -> gone p f t e j k q d b' -> d = b2n (pawn_takes p (Mv f t pr)) -> k = j \/ j = Pawn ->
    exists g' j e, rolls b0 b' (one_more p (Mv f t pr) n) g' /\ shifts f t e g g' /\ get (brd p) f = M (side p) j /\ (j <> Pawn -> glides b0 (brd p) (side p) j f t) /\
    (forall s, e = Some s -> s <> t -> get b' s = E) /\ (e <> None -> exists s i, e = Some s /\ get (brd p) s = M (opp (side p)) i) /\
    exists k q d, g' = after f t q d e g /\ gone p f t e j k q d b' /\ d = b2n (pawn_takes p (Mv f t pr))).
  { intros e q d Go Gn Ed Kj; pose proof Gn as (G1 & G2 & G3 & _ & G4 & G5 & _); exists (after f t q d e g), j, e; split; [|split; [exact (after_shifts _ _ _ _ _ _ _ _ _ G2)|split; [exact G|split; [|split; [|split]]]]].
    - rewrite G1; destruct (after_rolls b0 (brd p) n g c e f t j k q d B G2 G3 NE Go) as [K C]; split; [exact K|]; intros i; specialize (C i); eapply Nat.le_trans; [exact C|]; unfold one_more; fold c.
      rewrite Ed; destruct c, i; simpl; destruct (pawn_takes p (Mv f t pr)); simpl; lia.
    - intros NP; apply Glide; [exact NP|destruct Kj; congruence].
    - intros s -> Nt; rewrite G1; cbn [without]; rewrite get_set, (sq_neq t s) by congruence; rewrite get_set; destruct (sq_eqb f s); [reflexivity|]; rewrite get_set, sq_eqb_refl; reflexivity.
    - intros Ne; destruct G5 as [->|(s & i & -> & V & _)]; [congruence|eauto].
    - exists k, q, d; auto. }
  assert (Same_kind : forall b, way b c f t j k -> k = j \/ j = Pawn) by (intros b W; inversion W; auto).
  destruct Dn as [T W S|e i V N1 Fe T W S]; change (side p) with c in W; [|change (side p) with c in S, V]; change (side p) with c.
  - destruct (Goes (brd p) 0 W ltac:(auto)) as (q & Go & Qp).
    + intros EP x m Re; rewrite Nat.add_0_r; subst j; inversion W as [i Nj _ A C|i _ [St|As] A C]; [congruence| |exfalso; destruct As as [As _]; apply beside_neq in As; auto].
      destruct St as (S1 & S2 & _ & S4); destruct f as [y r], t as [y' q]; cbn [fst snd] in *; subst y'.
      apply (straight_reaches b0 (brd p) c x y H (ahead c q - ahead c r) r m Re); [rewrite G; apply not_opp|lia|exact S4].
    + apply (Fin None q 0 Go); [|unfold pawn_takes; rewrite G|eauto].
      * unfold gone; cbn [without]; fold c; split; [reflexivity|split; [exact G|split; [exact T|split; [exact NE|split; [exact W|split; [now left|split; [now left|split; [now left|exact Qp]]]]]]]].
      * destruct (ix_beq (fst f) (fst t)) eqn:Y; [rewrite andb_false_r; reflexivity|]; destruct (is_man (side p) Pawn (M c j)) eqn:Z; [exfalso|reflexivity].
        apply is_man_get in Z; assert (Ej : j = Pawn) by congruence; rewrite (S Ej), (internal_ix_dec_lb _ _ eq_refl) in Y; discriminate.
  - assert (Gf : get (set (brd p) e E) f = M c j) by (rewrite get_set, (sq_neq e f N1); exact G).
    assert (Gt : get (set (brd p) e E) t = E) by (rewrite get_set; destruct (sq_eqb e t) eqn:X; [reflexivity|destruct T as [->|[T _]]; [rewrite sq_eqb_refl in X; discriminate|exact T]]).
    assert (X : exists q d, goes b0 c f t j k q d /\ (q = true <-> j = Pawn /\ k <> Pawn) /\ d = b2n (pawn_takes p (Mv f t pr)) /\
      (d = 0 \/ d = 1 /\ j = Pawn /\ Some e <> None)).
    { destruct (kind_eq_dec j Pawn) as [EP|NP].
      - destruct (Goes _ 1 W) as (q & Go & Qp); [congruence|intros _ x m Re; rewrite Nat.add_1_r; apply reaches_taking with f; auto; apply (no_barrier b0 _ c f t H'); rewrite !get_set; [rewrite (sq_neq t f) by congruence; rewrite sq_eqb_refl; discriminate|rewrite sq_eqb_refl; apply not_opp]|].
        exists q, 1; split; [exact Go|split; [exact Qp|split; [|right; split; [reflexivity|split; [exact EP|discriminate]]]]].
        unfold pawn_takes; rewrite G, EP; fold c; replace (is_man c Pawn (M c Pawn)) with true by (destruct c; reflexivity).
        destruct (ix_beq (fst f) (fst t)) eqn:Y; [exfalso|reflexivity]; apply internal_ix_dec_bl in Y; specialize (S EP); apply caps_aslant in S as [S _]; now apply beside_neq in S.
      - destruct (Goes _ 0 W) as (q & Go & Qp); [auto|congruence|]; exists q, 0; split; [exact Go|split; [exact Qp|split; [|now left]]].
        unfold pawn_takes; rewrite G; destruct (is_man (side p) Pawn (M c j)) eqn:Z; [exfalso; apply is_man_get in Z; congruence|reflexivity]. }
    destruct X as (q & d & Go & Qp & Ed & Dd); apply (Fin (Some e) q d Go); [|exact Ed|eauto].
    unfold gone; cbn [without]; fold c; split; [reflexivity|split; [exact Gf|split; [exact Gt|split; [exact NE|split; [exact W|split; [|split; [exact Dd|split; [intros EP; right; exact (S EP)|exact Qp]]]]]]]].
    right; exists e, i; split; [reflexivity|split; [exact V|exact T]].
Qed.
Definition castled_roll c h (g : roll) : roll :=
  after (castle_rook_from c h) (castle_rook_to c h) false 0 None (after (I5, home_rank c) (castle_king_to c h) false 0 None g).
Lemma castle_roll b0 p h : good p -> R p -> In (Castle h) (moves p) -> holds b0 (brd p) -> holds b0 (brd (play p (Castle h))) ->
  forall n g, rolls b0 (brd p) n g -> let g' := castled_roll (side p) h g in rolls b0 (brd (play p (Castle h))) (one_more p (Castle h) n) g' /\
    forall a o x, seat (g' a o x) = match seat (g a o x) with
      | Some s => if sq_eqb s (castle_rook_from (side p) h) then Some (castle_rook_to (side p) h) else if sq_eqb s (I5, home_rank (side p)) then Some (castle_king_to (side p) h) else Some s
      | None => None end.
Proof.
  cbv zeta; intros Gp Hr Hm H H' n g B; pose proof (moves_pseudo _ _ Hm) as Ps; pose proof (good_play p _ (reach_good p Hr) Hm) as Gq; unfold castled_roll.
  assert (Ch : in_check (brd (play p (Castle h))) (side p) = false) by (unfold moves in Hm; apply filter_In in Hm as [_ Hm]; now apply negb_true_iff in Hm).
  destruct Gq as (_ & _ & _ & _ & _ & Ki & _); specialize (Ki (side p)); simpl pseudo_b in Ps; unfold castle_ok in Ps; set (c := side p) in *; set (b := brd p) in *.
  rewrite !andb_true_iff, !forallb_forall in Ps; destruct Ps as ((((_ & P2) & P3) & P4) & P5); apply is_man_get in P2, P3.
  assert (Z : forall s, In s (castle_empty c h) -> get b s = E) by (intros s Hs; apply P4 in Hs; destruct (get b s); [reflexivity|discriminate]).
  assert (Zf : forall s, In s (castle_empty c h) -> taboo b0 s = false) by (intros s Hs; apply (empty_free b0 b); auto).
  assert (Gf : forall s, In s (castle_cross c h) -> guarded b0 c s = false).
  { intros s Hs; pose proof Hs as Is; apply P5, negb_true_iff in Hs; destruct (guarded b0 c s) eqn:G; [|reflexivity].
    apply (guarded_attacked b0 b c s H) in G as [G|G]; [congruence|exfalso].
    assert (X : s = (I5, home_rank c) \/ In s (castle_empty c h)) by (clear - Is; destruct c, h; simpl in *; intuition).
    destruct X as [->|X]; [congruence|rewrite (Z s X) in G; discriminate]. }
  assert (Z1 : get b (castle_king_to c h) = E) by (apply Z; destruct c, h; simpl; auto).
  assert (Z2 : get b (castle_rook_to c h) = E) by (apply Z; destruct c, h; simpl; auto).
  assert (Brd : brd (play p (Castle h)) = set (set (set (set b (I5, home_rank c) E) (castle_king_to c h) (M c King)) (castle_rook_from c h) E) (castle_rook_to c h) (M c Rook)).
  { apply board_ext; intros s; simpl brd; fold c; fold b; rewrite !get_set; destruct (sq_eqb (castle_rook_to c h) s); [reflexivity|].
    destruct (sq_eqb (castle_king_to c h) s) eqn:K; [|reflexivity]; apply sq_eqb_eq in K; subst s; destruct c, h; reflexivity. }
  assert (Kt : get (brd (play p (Castle h))) (castle_king_to c h) = M c King) by (rewrite Brd, !get_set; destruct c, h; simpl; reflexivity).
  pose proof (unguarded b0 _ c _ H' Ki Kt Ch) as Gt.
  assert (Bar : forall s, In s (castle_empty c h) -> guarded b0 c s = false -> barred b0 c King s = false) by (intros s I G; unfold barred; rewrite (Zf s I), G; reflexivity).
  assert (Uncut : forall u v, snd u = I1 \/ snd u = I8 -> severed b0 u v = false).
  { intros u v X; destruct (severed b0 u v) eqn:S; [|reflexivity]; apply severed_rank in S; tauto. }
  assert (WK : walks b0 c King (I5, home_rank c) (castle_king_to c h)).
  { apply walks_on with (castle_rook_to c h); [apply walks_on with (I5, home_rank c); [apply walks_here| | |]| | |].
    - destruct c, h; vm_compute; tauto.
    - apply Bar; [destruct c, h; simpl; auto|apply Gf; destruct c, h; simpl; auto].
    - apply Uncut; destruct c; simpl; auto.
    - destruct c, h; vm_compute; tauto.
    - apply Bar; [destruct c, h; simpl; auto|exact Gt].
    - apply Uncut; destruct c, h; simpl; auto. }
  assert (WR : walks b0 c Rook (castle_rook_from c h) (castle_rook_to c h)).
  { assert (One : forall s u, In u (castle_empty c h) -> In u (unit_steps Rook s) -> forall a, walks b0 c Rook a s -> walks b0 c Rook a u).
    { intros s u I U a W; apply walks_on with s; [exact W|exact U|rewrite barred_plain by discriminate; now apply Zf|].
      destruct (severed b0 s u) eqn:S; [exfalso|reflexivity]; unfold severed in S; apply existsb_exists in S as (e & _ & S).
      assert (S' : severed b0 u s = true) by (unfold severed; apply existsb_exists; exists e; rewrite orb_comm; split; [destruct e; simpl; auto|exact S]).
      apply severed_rank in S'; clear - I S'; destruct c, h; simpl in I; decompose [or] I; subst; simpl in S'; tauto. }
    destruct h.
    - apply (One (castle_king_to c true)); [destruct c; simpl; auto|destruct c; vm_compute; tauto|]; apply (One (castle_rook_from c true)); [destruct c; simpl; auto|destruct c; vm_compute; tauto|apply walks_here].
    - apply (One (castle_king_to c false)); [destruct c; simpl; auto|destruct c; vm_compute; tauto|]; apply (One (I2, home_rank c)); [destruct c; simpl; auto|destruct c; vm_compute; tauto|].
      apply (One (castle_rook_from c false)); [destruct c; simpl; auto|destruct c; vm_compute; tauto|apply walks_here]. }
  rewrite Brd; clear Brd.
  assert (GK : goes b0 c (I5, home_rank c) (castle_king_to c h) King King false 0) by (split; [auto|discriminate]).
  assert (GR : goes b0 c (castle_rook_from c h) (castle_rook_to c h) Rook Rook false 0) by (split; [auto|discriminate]).
  assert (NK : (I5, home_rank c) <> castle_king_to c h) by (destruct c, h; discriminate).
  assert (NR : castle_rook_from c h <> castle_rook_to c h) by (destruct c, h; discriminate).
  pose proof (after_rolls b0 b n g c None _ _ _ _ _ _ B P2 Z1 NK GK) as B1.
  pose proof (after_shifts b c King (I5, home_rank c) (castle_king_to c h) false 0 None g P2) as S1; set (g1 := after (I5, home_rank c) (castle_king_to c h) false 0 None g) in *; cbn [without] in B1.
  set (b1 := set (set b (I5, home_rank c) E) (castle_king_to c h) (M c King)) in *.
  assert (Q3 : get b1 (castle_rook_from c h) = M c Rook).
  { unfold b1; rewrite !get_set; replace (sq_eqb (castle_king_to c h) (castle_rook_from c h)) with false by (destruct c, h; reflexivity).
    replace (sq_eqb (I5, home_rank c) (castle_rook_from c h)) with false by (destruct c, h; reflexivity); exact P3. }
  assert (Q2 : get b1 (castle_rook_to c h) = E).
  { unfold b1; rewrite !get_set; replace (sq_eqb (castle_king_to c h) (castle_rook_to c h)) with false by (destruct c, h; reflexivity).
    replace (sq_eqb (I5, home_rank c) (castle_rook_to c h)) with false by (destruct c, h; reflexivity); exact Z2. }
  destruct (after_rolls b0 b1 _ g1 c None _ _ _ _ _ _ B1 Q3 Q2 NR GR) as [B2 C2].
  pose proof (after_shifts b1 c Rook (castle_rook_from c h) (castle_rook_to c h) false 0 None g1 Q3) as S2.
  split; [split; [exact B2|]|].
  - intros i; specialize (C2 i); unfold one_more; cbn [pawn_takes]; rewrite andb_false_r; simpl; destruct (colour_beq c i); lia.
  - intros a o x; rewrite S2, S1; destruct (seat (g a o x)) as [s|]; [|reflexivity]; simpl.
    destruct (sq_eqb s (I5, home_rank c)) eqn:X; [apply sq_eqb_eq in X; subst s; destruct c, h; reflexivity|reflexivity].
Qed.
Definition first_roll : roll := fun c o f => At (f, if o then pawn_rank c else home_rank c) 0 None.
Lemma start_roll b0 : rolls b0 (brd start) (fun _ => 0) first_roll.
Proof.
  split; [split|].
  - intros c o f; unfold first_roll, suited; destruct o; [split; [destruct c, f; reflexivity|apply reaches_home]|].
    split; [destruct c, f; reflexivity|split; [reflexivity|apply walks_here]].
  - intros c o f o' f' s; unfold first_roll; simpl; intros A B; rewrite <- A in B; inversion B; subst; destruct c, o, o'; simpl in *; try discriminate; auto.
  - intros c [x y] k H; unfold first_roll; destruct c, y; try (exists true, x; reflexivity); try (exists false, x; reflexivity);
    exfalso; destruct x; vm_compute in H; discriminate.
  - intros c; reflexivity.
Qed.
Theorem roll_of b0 p n : game b0 p n -> exists g, rolls b0 (brd p) n g.
Proof.
  induction 1 as [|p m n G [g IH] Hm H]; [exists first_roll; apply start_roll|]; pose proof (game_R _ _ _ G) as Hr; pose proof (game_holds _ _ _ G) as Hp.
  destruct m as [f t pr|h].
  - destruct (mv_roll b0 p f t pr (reach_good p Hr) Hr Hm Hp H n g IH) as (g' & _ & _ & B & _); eauto.
  - destruct (castle_roll b0 p h (reach_good p Hr) Hr Hm Hp H n g IH) as (B & _); eauto.
Qed.

(* --- the roll is an assignment that the captures pay for --- *)
Definition slots : list (bool * ix) := Eval vm_compute in map (fun f => (false, f)) all8 ++ map (fun f => (true, f)) all8.
Definition slot_seat (g : roll) c i := match nth_error slots i with Some (o, f) => seat (g c o f) | None => None end.
Definition slot_tally (g : roll) c i := match nth_error slots i with Some (true, f) => tally (g c true f) | _ => 0 end.
Lemma slot_of o f : exists i, i < 16 /\ nth_error slots i = Some (o, f).
Proof.
  assert (I : In (o, f) slots) by (destruct o, f; simpl; tauto); apply In_nth_error in I as (i & Hi); exists i; split; [|exact Hi].
  change 16 with (length slots); apply nth_error_Some; congruence.
Qed.
Lemma slots_map A (P : ix -> A) (Q : ix -> A) : map P all8 ++ map Q all8 = map (fun s => if fst s : bool then Q (snd s) else P (snd s)) slots.
Proof. reflexivity. Qed.
Lemma slots_total g c : sum_nat (map (slot_tally g c) (seq 0 16)) = pawn_tally g c.
Proof. unfold pawn_tally, sumn, slot_tally; cbn [seq map nth_error slots sum_nat]; lia. Qed.
Lemma slot_tally_le g c i : i < 16 -> slot_tally g c i <= pawn_tally g c.
Proof.
  intros L; rewrite <- (slots_total g c); assert (I : In i (seq 0 16)) by (apply in_seq; lia); revert I; generalize (seq 0 16); induction l as [|b l IH]; [intros []|].
  intros [->|I]; simpl; [lia|]; specialize (IH I); lia.
Qed.
Lemma fold_min_in (cost : ix -> nat) (p : ix -> bool) l g : In g l -> p g = true ->
  fold_right (fun g n => if p g then Nat.min (cost g) n else n) too_far l <= cost g.
Proof.
  intros I P; induction l as [|x l IH]; [destruct I|]; simpl; destruct I as [->|I]; [rewrite P; lia|]; specialize (IH I); destruct (p x); lia.
Qed.
Lemma bars_ok b c k u : k <> Pawn -> look (match k with King => table (barred b c King) | _ => table (barred b c Queen) end) u = barred b c k u.
Proof. intros N; destruct k; rewrite look_table; reflexivity. Qed.
(* what it costs each man of a side to have come from each origin *)
Definition man_costs (king : set64) (b : known) c : sq -> list nat :=
  let other := table (barred b c Queen) in
  costs b c (fun k => match k with King => king | _ => other end) (severed_from b) (map (pawn_rows b c) all8).
Lemma slot_cost b g c i a : kept_roll b (last b) g -> slot_seat g c i = Some a ->
  exists x, nth_error (man_costs (table (barred b c King)) b c a) i = Some x /\ x <= slot_tally g c i.
Proof.
  unfold man_costs; cbv zeta.
  intros K S; unfold slot_seat in S; destruct (nth_error slots i) as [[o f]|] eqn:Si; [|discriminate].
    pose proof (r_suited _ _ _ K c o f) as X; unfold slot_tally; rewrite Si; destruct (g c o f) as [s n w|n] eqn:Gm; simpl in S; inversion S; subst s; clear S.
    assert (Row : forall k, get (last b) a = M c k -> nth_error (costs b c (fun k => match k with King => table (barred b c King) | _ => table (barred b c Queen) end) (severed_from b) (map (pawn_rows b c) all8) a) i =
      Some (let t := match k with Pawn => full | _ => came_to (match k with King => table (barred b c King) | _ => table (barred b c Queen) end) (severed_from b) k a end in
        if o then from_pawn c k t a (pawn_rows b c f) else from_piece c k t f)).
    { intros k G; unfold costs; rewrite G; cbv zeta; rewrite map_map, slots_map, nth_error_map, Si; destruct k; reflexivity. }
    assert (Came : forall k q, k <> Pawn -> walks b c k q a ->
      look (match k with Pawn => full | _ => came_to (match k with King => table (barred b c King) | _ => table (barred b c Queen) end) (severed_from b) k a end) q = true).
    { intros k q N W; pose proof (came_ok b c k _ _ q a (fun u => bars_ok b c k u N) (severed_from_ok b) W) as Y; destruct k; try exact Y; congruence. }
    destruct w as [q|]; simpl in X.
    + destruct X as (-> & k & Pk & G & R & L & W); eexists; split; [apply (Row k G)|]; rewrite Gm; cbv zeta; simpl tally.
      pose proof (Came k q (promos_no_pawn k Pk) W) as Y; destruct q as [x r]; simpl in L; subst r; pose proof (pawn_cost_ok _ _ _ _ _ R) as Z.
      eapply Nat.le_trans; [|exact Z]; simpl in Pk; destruct Pk as [<-|[<-|[<-|[<-|[]]]]]; unfold from_pawn;
      exact (fold_min_in (fun g => pawn_cost c (pawn_rows b c f) (g, last_rank c)) (fun g => look _ (g, last_rank c)) all8 x (in_all8 x) Y).
    + destruct o; simpl in X.
      * destruct X as [G R]; eexists; split; [apply (Row Pawn G)|]; rewrite Gm; simpl tally; simpl from_pawn; now apply pawn_cost_ok.
      * destruct X as (G & -> & W); eexists; split; [apply (Row _ G)|]; cbv zeta; pose proof (Came _ _ (piece_no_pawn f) W) as Y.
        unfold from_piece; rewrite (proj2 (kind_beq_eq _ _) eq_refl); destruct f; cbn [piece_of] in *; rewrite Y; cbn [andb]; lia.
Qed.
Lemma side_pays b g c : kept_roll b (last b) g -> pawn_tally g c <= takes b c -> origins_bad_side b c = false.
Proof.
  intros K C; unfold origins_bad_side, too_dear, cost_rows; cbv zeta.
  apply dear_ok with (at_ := slot_seat g c) (k := slot_tally g c).
  - apply NoDup_filter, squares_nodup.
  - intros a Ha; apply filter_In in Ha as [_ Ha]; destruct (get (last b) a) as [|d k] eqn:G; [discriminate|]; simpl in Ha; apply colour_beq_eq in Ha; subst d.
    destruct (r_own _ _ _ K c a k G) as (o & f & S); destruct (slot_of o f) as (i & Hi & Si); exists i; split; [exact Hi|]; unfold slot_seat; now rewrite Si.
  - intros i a _ S; exact (slot_cost b g c i a K S).
  - rewrite slots_total; exact C.
Qed.
Strategy opaque [origins_bad_side].
Lemma both_pay b g : kept_roll b (last b) g -> (forall c, pawn_tally g c <= takes b c) -> origins_bad b = false.
Proof. intros K N; exact (orb_false_intro _ _ (side_pays b g White K (N White)) (side_pays b g Black K (N Black))). Qed.
Strategy opaque [origins_bad].
Theorem no_game w a p n : concerns w a p n -> origins_bad w = true -> False.
Proof.
  intros C H; destruct (roll_of _ _ _ (c_game _ _ _ _ C)) as (g & Kg & T); rewrite (c_last _ _ _ _ C) in Kg; rewrite (both_pay _ g Kg) in H; [discriminate|].
  intros c; pose proof (c_takes _ _ _ _ C c); specialize (T c); lia.
Qed.
