(* The evidence of tables: for each class of men a table, every byte of which is looked at. *)
From Coq Require Import List Bool Arith Lia NArith Permutation. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves Instant Invariants GameInvariants Legality Win Little Placings Endings Symmetry Turns.
Local Opaque squares.

Definition few (c : colour) (l : list cell) : bool := match filter (is_colour c) l with _ :: _ :: _ => false | _ => true end.
Lemma few_ok c b : few c (men b) = true -> the_men b c <= 1.
Proof.
  intros H; unfold the_men; rewrite count_filter; assert (X : length (filter (is_colour c) (men b)) <= 1)
    by (unfold few in H; destruct (filter _ _) as [|? [|]]; simpl; [lia|lia|discriminate]).
  rewrite men_ok in X; apply Nat.le_trans with (2 := X); clear.
  assert (Y : length (filter (is_colour c) (map snd (men_at b))) = length (map fst (filter (fun e => is_colour c (snd e)) (men_at b)))).
  { induction (men_at b) as [|e l IH]; [reflexivity|]; simpl; destruct (is_colour c (snd e)); simpl; now rewrite IH. }
  rewrite Y; apply NoDup_incl_length; [apply NoDup_filter, squares_nodup|].
  intros s Hs; apply filter_In in Hs as [_ Hs]; apply in_map_iff; exists (s, get b s); split; [reflexivity|].
  apply filter_In; split; [|exact Hs]; apply men_at_in; split; [reflexivity|]; destruct (get b s); [discriminate|reflexivity].
Qed.

Section Bounds.
  Variables (c : colour) (tables : list (list cell * (board -> N))).
  Definition value (b : board) : N :=
    let l := men b in
    if few c l then 255%N else match find (fun e => same_men (fst e) l) tables with
      | Some e => snd e (turned (opp c) (has_pawn l) b) | None => 0%N end.
  Definition byte_ok (byte : board -> N) (b : board) : bool :=
    in_check b (opp c) ||
    let v := byte b in (v =? 0)%N || parried (ok value steps (less v)) (mkpos b c no_rights None).
  Definition bytes_ok : bool := forallb (fun e => placings (zone (opp c) (has_pawn (fst e))) (fst e) empty_board (byte_ok (snd e))) tables.
  Lemma value_ok : bytes_ok = true -> forall b, calm (quiet c b) -> value b = 0%N \/ the_men b c <= 1 \/
    exists b', carried c b b' /\ parried (ok value steps (less (value b))) (quiet c b') = true.
  Proof.
    intros H b C; unfold value at 1 3; destruct (few c (men b)) eqn:F; [right; left; now apply few_ok|].
    destruct (find _ tables) as [e|] eqn:G; [|now left]; apply find_some in G as [I S]; apply same_men_ok in S.
    pose proof (turned_ok c b (has_pawn (men b)) (has_pawn_ok b)) as T; destruct (T C) as [C' _].
    set (b' := turned (opp c) (has_pawn (men b)) b) in *.
    assert (P : Permutation (fst e) (men b')) by (rewrite S; apply turned_men).
    unfold bytes_ok in H; rewrite forallb_forall in H; specialize (H e I); rewrite (has_pawn_same _ _ S) in H.
    assert (Z : forall s x, get b' s = x -> stands x = true -> zone (opp c) (has_pawn (men b)) x s = true).
    { intros s x E _; apply (turned_zone c b); [apply C|exact E]. }
    destruct C' as (_ & P' & _ & C'); pose proof (placings_ok _ _ _ H b' P P' Z) as B; unfold byte_ok in B; simpl in C'; rewrite C' in B; simpl in B.
    apply orb_true_iff in B as [B|B]; [left; now apply N.eqb_eq|right; right; exists b'; split; [exact T|exact B]].
  Qed.
  Definition calm_b (p : pos) : bool :=
    sound_b p && negb (end_row (brd p)) && rights_beq (rts p) no_rights && negb (in_check (brd p) (opp (side p))).
  Lemma calm_ok p : calm_b p = true -> calm p.
  Proof.
    unfold calm_b; rewrite !andb_true_iff, !negb_true_iff; intros [[[S P] R] C]; apply sound_ok in S; apply internal_rights_dec_bl in R.
    split; [exact S|split; [|split; [exact R|exact C]]]; intros s d G; rewrite <- not_true_iff_false in P.
    split; intros Q; apply P, existsb_exists; exists s; (split; [apply squares_all|]); rewrite G, Q; reflexivity.
  Qed.
  (* so many moves of the attacker there are within so many plies *)
  Definition moves_in (b : option nat) : N := match b with None => 255%N | Some k => N.min 255 (N.of_nat (Nat.div2 (S k))) end.
  Definition told (b : option nat) (p : pos) : bool := calm_b p && colour_beq (side p) c && ok value steps (moves_in b) p.
  Theorem tables_sound : bytes_ok = true -> forall b p, told b p = true -> forall k, holds_for b k -> ~ W k p.
  Proof.
    unfold told; intros B b p; rewrite !andb_true_iff, colour_beq_eq; intros [[C Sd] O] k Hk; apply calm_ok in C.
    apply (ok_sound c value (value_ok B) k p steps (moves_in b)); auto; unfold claims; destruct b as [n|]; [|left; simpl; lia].
    simpl in Hk; unfold moves_in; destruct (N.min_spec 255 (N.of_nat (Nat.div2 (S n)))) as [[_ ->]|[_ ->]]; [left; lia|right].
    rewrite Nat2N.id; pose proof (Nat.div2_odd (S n)) as D; destruct (Nat.odd (S n)); simpl in D |- *; lia.
  Qed.
End Bounds.

(* Where a pawn can be taken en passant, what follows one move on counts (8), and not the byte (7). *)
Definition crossed (pawn : sq) : pos :=
  mkpos (set (set (set (set empty_board (I1, I1) (M White King)) (I3, I1) (M Black King)) (I3, I5) (M Black Pawn)) pawn (M White Pawn))
    White no_rights (Some (I3, I6)).
Example one_move_on : map (fun t => ok (fun _ => 7%N) steps t (crossed (I2, I5))) [7; 8; 9]%N = [true; true; false].
Proof. vm_compute; reflexivity. Qed.
Example not_beside : map (fun t => ok (fun _ => 7%N) steps t (crossed (I2, I4))) [7; 8]%N = [true; false].
Proof. vm_compute; reflexivity. Qed.
