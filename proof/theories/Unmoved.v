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
Lemma third_inv w c s : third_pawn w c s = true -> snd s = third c /\ get (last w) s = M c Pawn.
Proof. intros H; apply andb_true_iff in H as [H1 H2]; split; [now apply internal_ix_dec_bl|now apply is_man_get]. Qed.
Lemma held_inv w c s : held w c s = true -> third_pawn w c s = true /\ snd s = third c /\ forall f, In f (sources w c (fst s)) -> f <> fst s.
Proof.
  intros H; apply andb_true_iff in H as [H1 H2]; split; [exact H1|split; [now apply (third_inv w)|]]; intros f I ->; apply negb_true_iff in H2.
  assert (X : existsb (ix_beq (fst s)) (sources w c (fst s)) = true) by (apply existsb_exists; exists (fst s); split; [exact I|now apply internal_ix_dec_lb]); congruence.
Qed.
Lemma cut_inv w c h s : cut w c h s = true -> third_pawn w c s = true /\ snd s = third c /\ snd h = pawn_rank c /\ forall f, In f (sources w c (fst s)) -> (f, pawn_rank c) = h.
Proof.
  intros H; apply andb_true_iff in H as [H1 H2]; destruct (sources w c (fst s)) as [|f [|]]; try discriminate; apply sq_eqb_eq in H2; subst h.
  split; [exact H1|split; [now apply (third_inv w)|split; [reflexivity|]]]; intros g [->|[]]; reflexivity.
Qed.
Lemma severed_inv b u v : severed b u v = true -> exists c, cut b c u v = true \/ cut b c v u = true.
Proof. unfold severed; intros H; apply existsb_exists in H as (c & _ & H); exists c; now apply orb_true_iff. Qed.
Lemma severed_rank b u v : severed b u v = true -> snd u <> I1 /\ snd u <> I8.
Proof.
  intros H; apply severed_inv in H as (c & [H|H]); apply cut_inv in H as (_ & H1 & H2 & _); rewrite ?H1, ?H2; destruct c; split; discriminate.
Qed.
Lemma holds_start b0 : knows (still b0) (brd start) -> holds b0 (brd start).
Proof.
  intros K; split; [exact K|split; [|intros c h s H; right; apply cut_inv in H as (_ & _ & H & _); destruct h as [x r]; simpl in H; subst r; destruct c, x; reflexivity]].
  intros c [x r] H; apply held_inv in H as (_ & H & _); simpl in H; subst r; right.
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
(* A move brought none of the men that never moved where it stands. *)
Definition unmoved (rs : rights) (kb : board) : Prop := forall p m, R p -> In m (moves p) -> sub rs (rts (play p m)) = true -> knows kb (brd (play p m)) -> knows kb (brd p).
Lemma sub_back rs p m : sub rs (rts (play p m)) = true -> sub rs (rts p) = true.
Proof. destruct m as [f t pr|h]; intros H; exact (proj1 (sub_kill _ _ _ _ H)). Qed.
Lemma game_begins w p n : game w p n -> knows (still w) (brd start).
Proof. induction 1; assumption. Qed.

(* --- a game to a past, of which something is known that holds throughout --- *)
Record concerns (w : known) (a : pos) (p : pos) (n : colour -> nat) : Prop := mkconcerns {
  c_game : game w p n;
  c_last : brd p = last w;
  c_knows : knows (still w) (last w);
  c_rights : sub (rts a) (rts p) = true;
  c_takes : forall c, n c <= takes w c }.
