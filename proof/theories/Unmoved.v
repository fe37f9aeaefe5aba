(* Games in which some men never move: where they stand nobody else does, some squares are held, some steps cut. *)
From Coq Require Import List Bool Arith NArith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Retract Invariants GameInvariants Legality Files Origins Assign.
From Arbiter Require Rules.

(* What stands on a board of which some is known. *)
Definition knows (kb b : board) : Prop := forall s, get kb s <> E -> get b s = get kb s.

(* --- games in which men that never moved stand on their squares throughout --- *)
(* A held square has its pawn, or the pawn that will capture onto it stands on its second rank still. *)
Definition kept_square c (s : sq) (b : board) : Prop :=
  get b s = M c Pawn \/ exists f, In s (pawn_caps c f) /\ snd f = pawn_rank c /\ get b f = M c Pawn.
Definition holds (b0 : known) (b : board) : Prop := knows (still b0) b /\ (forall c s, held b0 c s = true -> kept_square c s b) /\
  forall c h s, cut b0 c h s = true -> get b s = M c Pawn \/ get b h = M c Pawn.
(* games, with the captures that the pawns of each side have made *)
Definition pawn_takes (p : pos) m : bool :=
  match m with Mv f t _ => is_man (side p) Pawn (get (brd p) f) && negb (ix_beq (fst f) (fst t)) | Castle _ => false end.
Definition one_more (p : pos) m (n : colour -> nat) : colour -> nat := fun c => n c + b2n (colour_beq c (side p) && pawn_takes p m).
Inductive played : pos -> (colour -> nat) -> Prop :=
| played_none : played start (fun _ => 0)
| played_on p m n : played p n -> In m (moves p) -> played (play p m) (one_more p m n).
Inductive game (b0 : known) : pos -> (colour -> nat) -> Prop :=
| game_start : knows (still b0) (brd start) -> game b0 start (fun _ => 0)
| game_move p m n : game b0 p n -> In m (moves p) -> holds b0 (brd (play p m)) -> game b0 (play p m) (one_more p m n).
Lemma played_R p n : played p n -> R p.
Proof. induction 1 as [|p m n _ IH Hm]; [apply reach_init|now apply reach_play]. Qed.
Lemma R_played p : R p -> exists n, played p n.
Proof. induction 1 as [|p m _ [n IH] Hm]; [exists (fun _ => 0); apply played_none|exists (one_more p m n); now apply played_on]. Qed.
Lemma more_takes p m n c : n c <= one_more p m n c.
Proof. unfold one_more; lia. Qed.
(* each takes a man *)
Lemma played_lost p n : played p n -> forall c, n c + count (brd p) (fun _ => is_colour (opp c)) <= 16.
Proof.
  induction 1 as [|p m n P IH Hm]; [intros c; apply Nat.leb_le; destruct c; vm_compute; reflexivity|]; intros c; specialize (IH c); pose proof (played_R _ _ P) as Hr.
  destruct (reach_good p Hr) as (OK & OR & _); pose proof (moves_pseudo _ _ Hm) as Ps; destruct (count_effect _ _ _ (opp c) (move_effect p m OK OR Ps)) as (Mono & _).
  unfold one_more; destruct (colour_beq c (side p) && pawn_takes p m) eqn:T; simpl b2n; [|lia]; apply andb_true_iff in T as [Ec T]; apply colour_beq_eq in Ec; subst c.
  destruct m as [f t pr|h]; [|discriminate]; apply andb_true_iff in T as [Pw Fl]; apply is_man_get in Pw; apply negb_true_iff in Fl.
  destruct (mv_done p f t pr OK OR Ps) as (j & k & G & N & _ & D); assert (j = Pawn) as -> by congruence; destruct D as [T W S|e i V N1 Fe T W S].
  - exfalso; rewrite (S eq_refl), (internal_ix_dec_lb _ _ eq_refl) in Fl; discriminate.
  - pose proof (count_set (set (set (brd p) e E) f E) t (M (side p) k) (fun _ => is_colour (opp (side p)))) as A1; pose proof (count_set (set (brd p) e E) f E (fun _ => is_colour (opp (side p)))) as A2.
    pose proof (count_set (brd p) e E (fun _ => is_colour (opp (side p)))) as A3; rewrite V in A3; rewrite get_set, (sq_neq e f) in A2 by congruence; rewrite G in A2.
    destruct (side p); simpl in A1, A2, A3, IH |- *; lia.
Qed.
Lemma taboo_inv w s : taboo w s = true -> exists c k, get (still w) s = M c k.
Proof. unfold taboo; destruct (get (still w) s) as [|c k]; [discriminate|eauto]. Qed.
Lemma held_inv b c s : held b c s = true -> snd s = third c /\ get (last b) s = M c Pawn /\ exists q, step (Same, bwd c) s = Some q /\ taboo b q = true.
Proof.
  unfold held; intros H; rewrite !andb_true_iff in H; destruct H as [[H1 H2] H3]; split; [now apply internal_ix_dec_bl|split; [now apply is_man_get|]].
  apply existsb_exists in H3 as (q & I & F); apply andb_true_iff in F as [F _]; exists q; split; [|exact F]; destruct (step (Same, bwd c) s); simpl in I; [destruct I as [<-|[]]; reflexivity|destruct I].
Qed.
Lemma caps_back c f s : In s (pawn_caps c f) -> In f (pawn_caps (opp c) s).
Proof.
  intros I; apply Rules.caps_in in I as (h & Hh & St); apply Rules.caps_in; exists (Rules.rev1 h); split; [destruct Hh as [->| ->]; simpl; auto|].
  apply (proj1 (Rules.step_rev _ _ _)) in St; unfold Rules.rev in St; simpl in St; rewrite Rules.fwd_opp; exact St.
Qed.
Lemma cut_inv b c h s : cut b c h s = true -> snd s = third c /\ get (last b) s = M c Pawn /\ snd h = pawn_rank c /\
  forall q, step (Same, bwd c) s = Some q \/ no_captures b c = false /\ In q (pawn_caps (opp c) s) -> taboo b q = true \/ q = h.
Proof.
  unfold cut; set (l := olist (step (Same, bwd c) s) ++ if no_captures b c then [] else pawn_caps (opp c) s); intros H; rewrite !andb_true_iff in H; destruct H as [[H1 H2] H3].
  apply internal_ix_dec_bl in H1; apply is_man_get in H2; destruct (filter _ l) as [|q [|]] eqn:F; try discriminate; apply sq_eqb_eq in H3; subst q.
  assert (L : forall q, step (Same, bwd c) s = Some q \/ no_captures b c = false /\ In q (pawn_caps (opp c) s) <-> In q l).
  { intros q; unfold l; rewrite in_app_iff, Rules.olist_in; destruct (no_captures b c); simpl; intuition discriminate. }
  split; [exact H1|split; [exact H2|split]].
  - assert (I : In h (filter (fun q => negb (taboo_before b q)) l)) by (rewrite F; now left); apply filter_In in I as [I _]; apply L in I as [I|[_ I]].
    + destruct s as [x r]; simpl in H1; subst r; unfold step in I; destruct c; simpl in I; inversion I; reflexivity.
    + apply caps_rank in I; rewrite H1 in I; destruct c, (snd h); simpl in *; congruence.
  - intros q I; apply L in I; destruct (taboo_before b q) eqn:X; [apply andb_true_iff in X; now left|right].
    assert (J : In q (filter (fun q => negb (taboo_before b q)) l)) by (apply filter_In; rewrite X; auto); rewrite F in J; destruct J as [J|[]]; congruence.
Qed.
Lemma severed_inv b u v : severed b u v = true -> exists c, cut b c u v = true \/ cut b c v u = true.
Proof. unfold severed; intros H; apply existsb_exists in H as (c & _ & H); exists c; now apply orb_true_iff. Qed.
Lemma severed_rank b u v : severed b u v = true -> snd u <> I1 /\ snd u <> I8.
Proof.
  intros H; apply severed_inv in H as (c & [H|H]); apply cut_inv in H as (H1 & _ & H2 & _); rewrite ?H1, ?H2; destruct c; split; discriminate.
Qed.
Lemma holds_start b0 : knows (still b0) (brd start) -> holds b0 (brd start).
Proof.
  intros K; split; [exact K|split; [|intros c h s H; right; apply cut_inv in H as (_ & _ & H & _); destruct h as [x r]; simpl in H; subst r; destruct c, x; reflexivity]].
  intros c [x r] H; apply held_inv in H as [H _]; simpl in H; subst r; right.
    exists (match prv x with Some y => y | None => I2 end, pawn_rank c); destruct c, x; vm_compute; auto.
Qed.
Lemma game_holds b0 p n : game b0 p n -> holds b0 (brd p).
Proof. destruct 1; [now apply holds_start|assumption]. Qed.
Lemma game_R b0 p n : game b0 p n -> R p.
Proof. induction 1; [apply reach_init|now apply reach_play]. Qed.
Lemma taboo_stands b0 b s : holds b0 b -> taboo b0 s = true -> exists d k, get (still b0) s = M d k /\ get b s = M d k.
Proof. intros [H _] T; apply taboo_inv in T as (d & k & T); exists d, k; split; [exact T|]; rewrite (H s) by congruence; exact T. Qed.
Lemma empty_free b0 b s : holds b0 b -> get b s = E -> taboo b0 s = false.
Proof. intros H G; destruct (taboo b0 s) eqn:T; [|reflexivity]; apply (taboo_stands b0 b s H) in T as (d & k & _ & X); congruence. Qed.
(* a pawn never comes to its second rank *)
Lemma way_home b c f t j : way b c f t j Pawn -> (j = Pawn -> snd f <> I1 /\ snd f <> I8) -> snd t <> pawn_rank c.
Proof.
  intros W P X; inversion W as [i N _ A B|i _ [S|S] A B]; subst; [congruence| |]; destruct (P eq_refl) as [P1 P8]; destruct S as (_ & S); rewrite X in S;
  unfold ahead in S; destruct c, (snd f); simpl in S; try congruence; lia.
Qed.
Lemma second_rank_before p m s : R p -> In m (moves p) -> forall c, snd s = pawn_rank c -> get (brd (play p m)) s = M c Pawn -> get (brd p) s = M c Pawn.
Proof.
  intros Hr Hm c Rk H; destruct (reach_good p Hr) as (OK & OR & _).
  pose proof (moves_pseudo _ _ Hm) as Ps; destruct m as [f t pr|h].
  - destruct (mv_done p f t pr OK OR Ps) as (j & k & G & NE & _ & D).
    assert (At : snd t = pawn_rank (side p) -> forall b, way b (side p) f t j k -> k <> Pawn).
    { intros X b W ->; apply (way_home _ _ _ _ _ W); [|exact X]; intros ->; exact (pawns_reach p Hr f _ G). }
    destruct D as [T W S|e i V N1 Fe T W S]; rewrite !get_set in H; destruct (sq_eqb t s) eqn:Et.
    + apply sq_eqb_eq in Et; subst s; exfalso; inversion H; subst; now apply (At Rk _ W).
    + destruct (sq_eqb f s); [discriminate|exact H].
    + apply sq_eqb_eq in Et; subst s; exfalso; inversion H; subst; now apply (At Rk _ W).
    + destruct (sq_eqb f s); [discriminate|]; destruct (sq_eqb e s); [discriminate|exact H].
  - simpl in H; rewrite !get_set in H; repeat match goal with H : (if ?x then _ else _) = _ |- _ => destruct x; [discriminate|] end; exact H.
Qed.
(* A pawn that comes to a held square captures. *)
Lemma held_before b0 p m c s : R p -> In m (moves p) -> knows (still b0) (brd (play p m)) -> held b0 c s = true ->
  get (brd (play p m)) s = M c Pawn -> kept_square c s (brd p).
Proof.
  intros Hr Hm U Hh H; apply held_inv in Hh as (Rk & _ & q & Sq & Fq); destruct (reach_good p Hr) as (OK & OR & _).
  pose proof (moves_pseudo _ _ Hm) as Ps; destruct m as [f t pr|h].
  2: { left; simpl in H; rewrite !get_set in H; repeat match goal with H : (if ?x then _ else _) = _ |- _ => destruct x; [discriminate|] end; exact H. }
  destruct (mv_done p f t pr OK OR Ps) as (j & k & G & NE & _ & D); assert (Q : get (brd (play p (Mv f t pr))) q <> E) by (apply taboo_inv in Fq as (d & i & Fq); rewrite (U q); congruence); destruct D as [T W S|e i V N1 Fe T W S].
  - rewrite !get_set in H; destruct (sq_eqb t s) eqn:Et; [|destruct (sq_eqb f s); [discriminate|now left]]; apply sq_eqb_eq in Et; subst t.
    inversion H; subst c k; exfalso; inversion W as [i Nj _ A B|i _ X A B]; subst; [congruence|]; specialize (S eq_refl).
    assert (f = q) as <-.
    { destruct X as [(_ & X & _)|[X _]]; [|apply beside_neq in X; congruence]; destruct (pawns_reach p Hr f _ G) as [P1 P8].
      destruct f as [x r], s as [x' r']; simpl in S, Rk, P1, P8, X; subst x' r'; unfold step in Sq; simpl in Sq.
      destruct (side p); simpl in *; inversion Sq; subst; destruct r; simpl in X; try lia; try congruence. }
    apply Q; rewrite !get_set, (sq_neq s f) by congruence; now rewrite sq_eqb_refl.
  - rewrite !get_set in H; destruct (sq_eqb t s) eqn:Et; [|destruct (sq_eqb f s); [discriminate|]; destruct (sq_eqb e s); [discriminate|now left]].
    apply sq_eqb_eq in Et; subst t; inversion H; subst c k; inversion W as [i' Nj _ A B|i' _ X A B]; subst; [congruence|]; specialize (S eq_refl).
    right; exists f; split; [exact S|split; [|exact G]]; apply caps_rank in S; rewrite Rk in S; destruct (side p), (snd f); simpl in *; congruence.
Qed.
(* A pawn comes to its third rank from one of three squares. *)
Lemma third_from p m c s : R p -> In m (moves p) -> snd s = third c -> get (brd (play p m)) s = M c Pawn ->
  get (brd p) s = M c Pawn \/ exists f, get (brd p) f = M c Pawn /\ get (brd (play p m)) f = E /\
    (step (Same, bwd c) s = Some f \/
     In f (pawn_caps (opp c) s) /\ forall n, n c < one_more p m n c).
Proof.
  intros Hr Hm Rk H; destruct (reach_good p Hr) as (OK & OR & _); pose proof (moves_pseudo _ _ Hm) as Ps; destruct m as [f t pr|h].
  2: { left; simpl in H; rewrite !get_set in H; repeat match goal with H : (if ?x then _ else _) = _ |- _ => destruct x; [discriminate|] end; exact H. }
  destruct (mv_done p f t pr OK OR Ps) as (j & k & G & NE & _ & D).
  assert (F : get (brd (play p (Mv f t pr))) f = E).
  { destruct D; rewrite !get_set; rewrite (sq_neq t f) by congruence; now rewrite sq_eqb_refl. }
  revert H F; destruct D as [T W S|e i V N1 Fe T W S]; intros H F.
  - rewrite !get_set in H; destruct (sq_eqb t s) eqn:Et; [|destruct (sq_eqb f s); [discriminate|now left]]; apply sq_eqb_eq in Et; subst t.
    inversion H; subst c k; inversion W as [i Nj _ A B|i _ X A B]; subst; [congruence|]; specialize (S eq_refl); right; exists f; split; [exact G|split; [exact F|left]].
    destruct X as [(_ & X & _)|[X _]]; [|apply beside_neq in X; congruence]; destruct (pawns_reach p Hr f _ G) as [P1 P8].
    destruct f as [x r], s as [x' r']; simpl in S, Rk, P1, P8, X; subst x' r'; unfold step; simpl.
    destruct (side p); simpl in *; destruct r; simpl in X; try reflexivity; try lia; try congruence.
  - rewrite !get_set in H; destruct (sq_eqb t s) eqn:Et; [|destruct (sq_eqb f s); [discriminate|]; destruct (sq_eqb e s); [discriminate|now left]].
    apply sq_eqb_eq in Et; subst t; inversion H; subst c k; inversion W as [i' Nj _ A B|i' _ X A B]; subst; [congruence|]; specialize (S eq_refl).
    right; exists f; split; [exact G|split; [exact F|right; split; [now apply caps_back|]]].
    intros n; unfold one_more, pawn_takes; rewrite G; replace (colour_beq (side p) (side p)) with true by (destruct (side p); reflexivity).
    replace (is_man (side p) Pawn (M (side p) Pawn)) with true by (destruct (side p); reflexivity).
    destruct (ix_beq (fst f) (fst s)) eqn:Y; [|simpl; lia]; exfalso; apply internal_ix_dec_bl in Y; apply caps_aslant in S as [S _]; now apply beside_neq in S.
Qed.
(* A move brought none of the men that never moved where it stands. *)
Definition unmoved (rs : rights) (kb : board) : Prop := forall p m, R p -> In m (moves p) -> sub rs (rts (play p m)) = true -> knows kb (brd (play p m)) -> knows kb (brd p).
Lemma sub_back rs p m : sub rs (rts (play p m)) = true -> sub rs (rts p) = true.
Proof. destruct m as [f t pr|h]; intros H; exact (proj1 (sub_kill _ _ _ _ H)). Qed.
Lemma holds_back b0 p m : (knows (still b0) (brd (play p m)) -> knows (still b0) (brd p)) -> R p -> In m (moves p) ->
  forall n, (forall c, one_more p m n c <= takes b0 c) -> holds b0 (brd (play p m)) -> holds b0 (brd p).
Proof.
  intros Un Hr Hm n Le (U & H & C); split; [now apply Un|split].
  2: { intros c h s Hc; destruct (C c h s Hc) as [A|A]; apply cut_inv in Hc as (Rs & _ & Rh & Only); [|right; now apply (second_rank_before p m)].
       destruct (third_from p m c s Hr Hm Rs A) as [X|(f & G & F & X)]; [now left|right]; assert (X' : step (Same, bwd c) s = Some f \/ no_captures b0 c = false /\ In f (pawn_caps (opp c) s)).
       { destruct X as [X|[X Lt]]; [now left|right; split; [|exact X]]; specialize (Le c); specialize (Lt n); unfold no_captures; apply andb_false_iff; left; apply Nat.eqb_neq; lia. }
       destruct (Only f X') as [Y| ->]; [|exact G].
       apply taboo_inv in Y as (d & k & Y); rewrite (U f) in F by congruence; congruence. }
  intros c s Hh; destruct (H c s Hh) as [A|(f & I & Rk & A)]; [now apply (held_before b0 p m)|right].
  exists f; split; [exact I|split; [exact Rk|now apply (second_rank_before p m)]].
Qed.
Lemma game_of rs b0 p n : unmoved rs (still b0) -> played p n -> sub rs (rts p) = true -> (forall c, n c <= takes b0 c) -> holds b0 (brd p) -> game b0 p n.
Proof.
  intros U; induction 1 as [|p m n P IH Hm]; intros Sb Le H; [apply game_start, H|]; pose proof (played_R _ _ P) as Hr; apply game_move; auto; apply IH.
  - now apply sub_back with m.
  - intros c; pose proof (more_takes p m n c); specialize (Le c); lia.
  - exact (holds_back b0 p m (U p m Hr Hm Sb) Hr Hm n Le H).
Qed.
(* What is known at the end holds there. *)
Lemma holds_last w : knows (still w) (last w) -> holds w (last w).
Proof. intros K; split; [exact K|split; [intros c s Hh; left; now apply held_inv in Hh|intros c h s Hc; left; now apply cut_inv in Hc]]. Qed.
(* A game in which more is known then. *)
Lemma game_again w w' rs : (forall p m n, game w p n -> In m (moves p) -> holds w (brd (play p m)) -> sub rs (rts (play p m)) = true ->
    knows (still w') (brd (play p m)) -> knows (still w') (brd p)) ->
  forall p n, game w p n -> sub rs (rts p) = true -> (forall c, n c <= takes w' c) -> holds w' (brd p) -> game w' p n.
Proof.
  intros U p n G; induction G as [K|p m n G IH Hm Hw]; intros Sb Le H; [apply game_start, H|]; pose proof (game_R _ _ _ G) as Hr; apply game_move; auto; apply IH.
  - now apply sub_back with m.
  - intros c; pose proof (more_takes p m n c); specialize (Le c); lia.
  - exact (holds_back w' p m (U p m n G Hm Hw Sb) Hr Hm n Le H).
Qed.
Lemma game_begins w p n : game w p n -> knows (still w) (brd start).
Proof. induction 1; assumption. Qed.

(* --- a game to a past, of which something is known that holds throughout --- *)
Record concerns (w : known) (a : pos) (p : pos) (n : colour -> nat) : Prop := mkconcerns {
  c_game : game w p n;
  c_last : brd p = last w;
  c_knows : knows (still w) (last w);
  c_rights : sub (rts a) (rts p) = true;
  c_takes : forall c, n c <= takes w c }.
Lemma concerned_again w w' a p n : concerns w a p n -> last w' = last w -> knows (still w') (last w) -> (forall c, n c <= takes w' c) ->
  (forall p m n, game w p n -> In m (moves p) -> holds w (brd (play p m)) -> sub (rts a) (rts (play p m)) = true -> knows (still w') (brd (play p m)) -> knows (still w') (brd p)) ->
  concerns w' a p n.
Proof.
  intros [G L K S T] El K' T' U; rewrite <- El in K'; apply mkconcerns; [|now rewrite El|exact K'|exact S|exact T'].
  apply (game_again w w' (rts a) U); auto; rewrite L, <- El; now apply holds_last.
Qed.
