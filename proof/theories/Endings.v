(* Tables of endings: bytes that no move belies prove that there is no faster win. *)
From Coq Require Import List Bool Arith Lia NArith Permutation. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves Invariants GameInvariants Legality Win Little.
Local Opaque squares.

(* --- positions without rights, in which the side that is not to move is not in check --- *)
Definition no_rights := mkr false false false false.
Definition calm (p : pos) : Prop :=
  sound p /\ pawns_within (brd p) /\ rts p = no_rights /\ in_check (brd p) (opp (side p)) = false.
Lemma side_play p m : side (play p m) = opp (side p). Proof. now destruct m. Qed.
Lemma calm_play p m : calm p -> In m (moves p) -> calm (play p m).
Proof.
  intros (S & P & R & _) Hm; pose proof (sound_play p m S Hm) as S'; destruct S as (G1 & G2 & _); split; [exact S'|].
  split; [apply (pawns_effect (brd p) (side p)); [apply move_effect; auto; now apply moves_pseudo|exact P]|].
  split; [destruct m; simpl; rewrite R; reflexivity|].
  rewrite side_play, opp_opp; unfold moves in Hm; apply filter_In in Hm as [_ Hm]; now apply negb_true_iff.
Qed.

(* --- a pawn that can be taken en passant, and one that can not --- *)
Definition beside (p : pos) : bool :=
  match ep p with None => false | Some e =>
    existsb (fun s => is_man (side p) Pawn (get (brd p) s) && existsb (oeqb (Some e)) (pawn_caps (side p) s)) squares end.
Definition clear (p : pos) : pos := mkpos (brd p) (side p) (rts p) None.
Lemma moves_clear p : beside p = false -> moves p = moves (clear p).
Proof.
  unfold beside; destruct p as [b c r e]; unfold clear; simpl; destruct e as [e|]; [|reflexivity]; intros H.
  assert (X : forall s, moves_from (mkpos b c r (Some e)) s = moves_from (mkpos b c r None) s).
  { intros s; unfold moves_from; simpl; destruct (get b s) as [|d k] eqn:G; [reflexivity|].
    destruct (colour_beq d c) eqn:D; [|reflexivity]; apply colour_beq_eq in D; subst d; f_equal.
    destruct k; try reflexivity; simpl; unfold pawn_dests; f_equal; apply filter_ext_in; intros t Ht; f_equal; simpl.
    destruct (sq_eqb e t) eqn:T; [|reflexivity]; exfalso; rewrite <- not_true_iff_false in H; apply H, existsb_exists.
    exists s; split; [apply squares_all|]; rewrite G; simpl; rewrite (proj2 (colour_beq_eq c c) eq_refl); simpl.
    apply existsb_exists; now exists t. }
  unfold moves, pseudo; f_equal; f_equal; apply flat_map_ext, X.
Qed.
Lemma W_clear k p : beside p = false -> W k p -> W k (clear p).
Proof.
  intros B H; unfold W in *; apply Wins_first in H as (m & Hm & j & -> & H); apply Wins_first; exists m.
  assert (E : play (clear p) m = play p m) by (destruct m; reflexivity).
  split; [now rewrite <- moves_clear|]; exists j; split; [reflexivity|]; now rewrite E.
Qed.

(* A number n says: not mated within n moves of the attacker; from 255 on, never. *)
Definition claims (t : N) (k : nat) : Prop := (255 <= t)%N \/ k <= 2 * N.to_nat t.
Definition less (t : N) : N := if (255 <=? t)%N then t else N.pred t.
Lemma claims_less t k : claims t (S (S k)) -> claims (less t) k.
Proof.
  unfold claims, less; intros [H|H]; [left; now rewrite (proj2 (N.leb_le _ _) H)|].
  destruct (255 <=? t)%N eqn:E; [left; now apply N.leb_le|right]; rewrite N2Nat.inj_pred; lia.
Qed.
Lemma claims_le t u k : (t <= u)%N -> claims t k -> claims u k.
Proof. unfold claims; intros L [H|H]; [left; lia|right; lia]. Qed.

Section Core.
  Variables (c : colour) (value : board -> N).
  (* After each move of the attacker there is a good reply, or stalemate. *)
  Definition parried (good : pos -> bool) (p : pos) : bool :=
    all_moves (fun _ q => any_move (fun _ r => good r) q ||
      (negb (in_check (brd q) (side q)) && negb (any_move (fun _ _ => true) q))) p.
  (* The attacker does not mate within t moves, so the table says, or what follows from it one move on. *)
  Fixpoint ok (fuel : nat) (t : N) (p : pos) : bool :=
    (t =? 0)%N ||
    if beside p then match fuel with O => false | S fuel => parried (ok fuel (less t)) p end else (t <=? value (brd p))%N.
  Definition steps := 4.
  (* Of each board that the table says something of, its byte was looked at; or that of an image, in which as
     much is forced. *)
  Definition quiet (b : board) : pos := mkpos b c no_rights None.
  Definition carried (b b' : board) : Prop := calm (quiet b) -> calm (quiet b') /\ forall k, W k (quiet b) -> W k (quiet b').
  Hypothesis value_ok : forall b, calm (quiet b) -> value b = 0%N \/ the_men b c <= 1 \/
    exists b', carried b b' /\ parried (ok steps (less (value b))) (quiet b') = true.

  Theorem ok_sound k : forall p fuel t, calm p -> side p = c -> ok fuel t p = true -> claims t k -> ~ W k p.
  Proof.
    induction k as [k IH] using lt_wf_ind; intros p fuel t Hp Sd Hok Ht Hw.
    assert (Step : forall fuel t p, calm p -> side p = c -> parried (ok fuel (less t)) p = true -> claims t k -> ~ W k p).
    { clear p fuel t Hp Sd Hok Ht Hw; intros fuel t p Hp Sd H Ht Hw; unfold parried in H; rewrite all_moves_ok, forallb_forall in H.
      unfold W in Hw; destruct Hw as [k p m Hm Ha|k p m Hm Hne Hc Hd]; specialize (H m Hm); apply orb_true_iff in H as [H|H].
      - rewrite any_move_ok in H; apply existsb_exists in H as (d & Hd & _); unfold checkmated in Ha.
        destruct (moves (play p m)); [destruct Hd|]; rewrite andb_false_r in Ha; discriminate.
      - apply andb_true_iff in H as [H _]; apply negb_true_iff in H; unfold checkmated in Ha; rewrite H in Ha; discriminate.
      - rewrite any_move_ok in H; apply existsb_exists in H as (d & D & H).
        assert (Q : calm (play p m)) by now apply calm_play.
        apply (IH k ltac:(lia) (play (play p m) d) fuel (less t));
        [now apply calm_play|now rewrite !side_play, opp_opp|exact H|now apply claims_less|exact (Hd d D)].
      - apply andb_true_iff in H as [_ H]; apply negb_true_iff in H; rewrite any_move_ok in H.
        destruct (moves (play p m)); [congruence|discriminate]. }
    assert (Zero : ~ W 0 p) by (intros X; inversion X).
    assert (K0 : claims 0%N k -> False) by (intros [X|X]; [lia|]; destruct k; [now apply Zero|simpl in X; lia]).
    destruct fuel as [|fuel]; simpl in Hok; apply orb_true_iff in Hok as [Hok|Hok];
      try (apply N.eqb_eq in Hok; subst t; now apply K0); destruct (beside p) eqn:B; try discriminate.
    2: now apply (Step fuel t p).
    all: apply N.leb_le in Hok; apply (claims_le _ _ _ Hok) in Ht; apply (W_clear _ _ B) in Hw; destruct Hp as (S & P & R & C).
    all: assert (Hp : calm (clear p)) by (split; [|split; [exact P|split; [exact R|exact C]]]; destruct S as (_ & _ & S);
      split; [intros s X; discriminate|split; [intros s X; discriminate|exact S]]).
    all: unfold clear in *; rewrite R, Sd in *; destruct (value_ok _ Hp) as [V|[V|(b' & V1 & V2)]];
      [rewrite V in Ht; now apply K0|apply (little_never_wins _ _ Hw); [apply Hp|now left]|].
    all: destruct (V1 Hp) as [V3 V4]; exact (Step _ _ _ V3 eq_refl V2 Ht (V4 k Hw)).
  Qed.
End Core.
