(* All boards on which given men stand. *)
From Coq Require Import List Bool Arith Lia Permutation. Import ListNotations.
From Arbiter Require Import Board Moves Unmoves Invariants GameInvariants Legality Little Text.
Local Opaque squares.

Definition stands (x : cell) : bool := match x with E => false | _ => true end.
(* the men of a board, rank by rank *)
Definition men_of_row (v : v8 cell) (rest : list cell) : list cell :=
  match v with V8 x1 x2 x3 x4 x5 x6 x7 x8 =>
    let on x rest := if stands x then x :: rest else rest in
    on x1 (on x2 (on x3 (on x4 (on x5 (on x6 (on x7 (on x8 rest))))))) end.
Definition men (b : board) : list cell :=
  match b with V8 r1 r2 r3 r4 r5 r6 r7 r8 =>
    men_of_row r1 (men_of_row r2 (men_of_row r3 (men_of_row r4 (men_of_row r5 (men_of_row r6 (men_of_row r7 (men_of_row r8 []))))))) end.
Definition by_rank : list sq := Eval vm_compute in flat_map (fun r => map (fun f => (f, r)) all8) all8.
Definition men_at (b : board) : list (sq * cell) := filter (fun e => stands (snd e)) (map (fun s => (s, get b s)) by_rank).

Lemma by_rank_all s : In s by_rank.
Proof. destruct s as [[] []]; vm_compute; tauto. Qed.
Lemma by_rank_nodup : NoDup by_rank.
Proof. apply nodup_ok; vm_compute; reflexivity. Qed.
Lemma men_of_row_ok v rest : men_of_row v rest = filter stands (Text.items v) ++ rest.
Proof. destruct v; cbn -[stands]; repeat match goal with |- context [stands ?x] => destruct (stands x) end; reflexivity. Qed.
Lemma men_ok b : men b = map snd (men_at b).
Proof.
  assert (X : map snd (men_at b) = filter stands (map (get b) by_rank)).
  { unfold men_at; induction by_rank as [|s l IH]; [reflexivity|]; cbn [map filter snd]; destruct (stands (get b s)); cbn [map snd]; now rewrite IH. }
  rewrite X; assert (Y : map (get b) by_rank = flat_map Text.items (Text.items b)).
  { destruct b as [r1 r2 r3 r4 r5 r6 r7 r8]; destruct r1, r2, r3, r4, r5, r6, r7, r8; reflexivity. }
  rewrite Y; destruct b as [r1 r2 r3 r4 r5 r6 r7 r8]; cbn [men Text.items flat_map]; rewrite !men_of_row_ok, !filter_app; reflexivity.
Qed.
Lemma men_at_in b s x : In (s, x) (men_at b) <-> get b s = x /\ stands x = true.
Proof.
  unfold men_at; rewrite filter_In, in_map_iff; simpl; split.
  - intros [(t & H & _) V]; inversion H; subst; auto.
  - intros [<- V]; split; [|exact V]; exists s; split; [reflexivity|apply by_rank_all].
Qed.
Lemma men_at_nodup b : NoDup (map fst (men_at b)).
Proof.
  unfold men_at; pose proof by_rank_nodup as N; induction by_rank as [|s l IH]; simpl; [constructor|]; inversion N as [|? ? N1 N2]; subst.
  assert (Sub : forall x, In x (map fst (filter (fun e => stands (snd e)) (map (fun s => (s, get b s)) l))) -> In x l).
  { intros x H; apply in_map_iff in H as ([t y] & <- & H); apply filter_In in H as [H _]; apply in_map_iff in H as (u & H & I).
    inversion H; now subst. }
  destruct (stands (get b s)); simpl; [constructor|]; auto.
Qed.

(* the same men, in any order *)
Fixpoint without (x : cell) (l : list cell) : option (list cell) :=
  match l with [] => None | y :: l => if cell_beq x y then Some l else
    match without x l with Some l => Some (y :: l) | None => None end end.
Fixpoint same_men (l m : list cell) : bool :=
  match l with
  | [] => match m with [] => true | _ => false end
  | x :: l => match without x m with Some m => same_men l m | None => false end end.
Lemma without_ok x l l' : without x l = Some l' -> Permutation l (x :: l').
Proof.
  revert l'; induction l as [|y l IH]; simpl; [discriminate|]; intros l'; destruct (cell_beq x y) eqn:E.
  - apply cell_beq_eq in E; subst; intros H; inversion H; subst; reflexivity.
  - destruct (without x l) as [m|]; [|discriminate]; intros H; inversion H; subst; rewrite (IH m eq_refl); constructor.
Qed.
Lemma same_men_ok l m : same_men l m = true -> Permutation l m.
Proof.
  revert m; induction l as [|x l IH]; simpl; intros m; [destruct m; [reflexivity|discriminate]|].
  destruct (without x m) as [m'|] eqn:E; [|discriminate]; intros H; apply without_ok in E; rewrite E; constructor; now apply IH.
Qed.

(* --- placing men, one after the other --- *)
Definition fits (x : cell) (s : sq) : bool :=
  match x with M _ Pawn => match snd s with I1 | I8 => false | _ => true end | _ => true end.
(* where a man may be placed, besides *)
Section Place.
  Variable zone : cell -> sq -> bool.
  Fixpoint placings (l : list cell) (b : board) (f : board -> bool) : bool :=
    match l with
    | [] => f b
    | x :: l => forallb (fun s => if zone x s && fits x s && is_empty (get b s) then placings l (set b s x) f else true) squares
    end.
  Definition put (b : board) (l : list (sq * cell)) : board := fold_left (fun b e => set b (fst e) (snd e)) l b.
  Lemma placings_put f : forall l b, placings (map snd l) b f = true -> NoDup (map fst l) ->
    (forall s x, In (s, x) l -> zone x s = true /\ fits x s = true /\ get b s = E) -> f (put b l) = true.
  Proof.
    induction l as [|[s x] l IH]; simpl; intros b H N A; [exact H|]; inversion N as [|? ? N1 N2]; subst.
    rewrite forallb_forall in H; specialize (H s (squares_all s)); destruct (A s x) as (Z & F & G); [now left|].
    rewrite Z, F, G in H; simpl in H; apply (IH _ H N2); intros t y T; destruct (A t y) as (Z' & F' & G'); [now right|].
    split; [exact Z'|split; [exact F'|]]; rewrite get_set; destruct (sq_eqb s t) eqn:Q; [|exact G'].
    apply sq_eqb_eq in Q; subst t; exfalso; apply N1; now apply (in_map fst) in T.
  Qed.
  Lemma put_get s : forall l b, NoDup (map fst l) ->
    (forall x, In (s, x) l -> get (put b l) s = x) /\ (~ In s (map fst l) -> get (put b l) s = get b s).
  Proof.
    induction l as [|[t y] l IH]; simpl; intros b N; [split; [intros x []|auto]|]; inversion N as [|? ? N1 N2]; subst.
    destruct (IH (set b t y) N2) as [H1 H2]; split.
    - intros x [H|H]; [|now apply H1]; inversion H; subst; rewrite (H2 N1), get_set, sq_eqb_refl; reflexivity.
    - intros H; rewrite H2, get_set; [|tauto]; destruct (sq_eqb t s) eqn:Q; [apply sq_eqb_eq in Q; subst; tauto|reflexivity].
  Qed.
  Theorem placings_ok l f : placings l empty_board f = true -> forall b, Permutation l (men b) -> pawns_within b ->
    (forall s x, get b s = x -> stands x = true -> zone x s = true) -> f b = true.
  Proof.
    intros H b P Pw Z; rewrite men_ok in P; apply Permutation_map_inv in P as (m & -> & P).
    assert (N : NoDup (map fst m)) by (apply (Permutation_NoDup (Permutation_map fst P)), men_at_nodup).
    assert (A : forall s x, In (s, x) m <-> get b s = x /\ stands x = true).
    { intros s x; rewrite <- men_at_in; split; apply Permutation_in; [now symmetry|exact P]. }
    assert (B : put empty_board m = b).
    { apply board_ext; intros s; destruct (put_get s m empty_board N) as [H1 H2]; destruct (get b s) as [|d k] eqn:G.
      - rewrite H2; [apply empty_get|]; intros I; apply in_map_iff in I as ([t x] & <- & I); simpl in G; apply A in I as [I V].
        rewrite G in I; subst x; discriminate.
      - apply H1, A; auto. }
    rewrite <- B; apply placings_put; [exact H|exact N|]; intros s x I; apply A in I as [G V]; split; [now apply (Z s x)|].
    split; [|apply empty_get]; destruct x as [|d k]; [reflexivity|]; destruct k; try reflexivity; destruct (Pw s d G) as [X Y]; simpl.
    destruct (snd s); congruence.
  Qed.
End Place.
