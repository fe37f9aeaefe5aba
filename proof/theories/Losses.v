(* The lemma `kernel`: no captures of the men that were lost leave the pawns as they are. *)
From Coq Require Import List Bool Arith ZArith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Retract Invariants GameInvariants Legality Files Origins Assign Unmoved Ranges Lists Tariffs States Kernel Standing Course.
Strategy opaque [squares].
Local Arguments Nat.sub : simpl never.

(* --- what a side has lost: pieces, the bishops of each colour, and pawns that stand nowhere and are no promoted men --- *)
Definition losses_of (b : board) c : losses :=
  Losses ((1 - count b (fun _ => is_man c Queen)) + (2 - count b (fun _ => is_man c Rook)) + (2 - count b (fun _ => is_man c Knight)))
    (1 - count b (fun s x => is_man c Bishop x && negb (light s))) (1 - count b (fun s x => is_man c Bishop x && light s)) (8 - promo_sum b c).
Lemma cnt_ext l b (f g : sq -> cell -> bool) : (forall s, f s (get b s) = g s (get b s)) -> cnt l b f = cnt l b g.
Proof. intros H; induction l as [|s l IH]; simpl; [reflexivity|]; now rewrite H, IH. Qed.
Lemma men_kinds b c : count b (fun _ => is_colour c) =
  count b (class_of c King false) + count b (fun _ => is_man c Queen) + count b (fun _ => is_man c Rook) + count b (fun _ => is_man c Knight) +
  count b (fun s x => is_man c Bishop x && negb (light s)) + count b (fun s x => is_man c Bishop x && light s) + count b (fun _ => is_man c Pawn).
Proof.
  unfold count.
  assert (G : forall l, cnt l b (fun _ => is_colour c) = cnt l b (class_of c King false) + cnt l b (fun _ => is_man c Queen) + cnt l b (fun _ => is_man c Rook) + cnt l b (fun _ => is_man c Knight) +
    cnt l b (fun s x => is_man c Bishop x && negb (light s)) + cnt l b (fun s x => is_man c Bishop x && light s) + cnt l b (fun _ => is_man c Pawn)).
  { induction l as [|s l IH]; [reflexivity|]; unfold cnt in *; cbn [fold_right]; rewrite IH; unfold class_of; destruct (get b s) as [|d k]; [simpl; lia|]; destruct c, d, k; simpl; try lia; destruct (light s); simpl; lia. }
  exact (G squares).
Qed.
Lemma class_counts b c : count b (class_of c Queen false) = count b (fun _ => is_man c Queen) /\ count b (class_of c Rook false) = count b (fun _ => is_man c Rook) /\
  count b (class_of c Knight false) = count b (fun _ => is_man c Knight) /\ count b (class_of c Bishop false) = count b (fun s x => is_man c Bishop x && negb (light s)) /\
  count b (class_of c Bishop true) = count b (fun s x => is_man c Bishop x && light s).
Proof.
  assert (G : forall f g : sq -> cell -> bool, (forall s, f s (get b s) = g s (get b s)) -> count b f = count b g) by (intros f g H; exact (cnt_ext squares b f g H)).
  refine (conj (G _ _ _) (conj (G _ _ _) (conj (G _ _ _) (conj (G _ _ _) (G _ _ _))))); intros s; unfold class_of, tone; simpl; rewrite ?andb_true_r; try reflexivity; destruct (light s); simpl; rewrite ?andb_true_r, ?andb_false_r; reflexivity.
Qed.
Lemma lost_serves w q n c : onward w q start n -> R q -> serves (losses_of (brd q) c) (sorts (n c)).
Proof.
  intros F Hq; destruct (counts_onward w q start n F c) as [K Men]; destruct (reach_good q Hq) as (_ & _ & _ & _ & _ & Ki & Pr); specialize (Ki c); specialize (Pr c).
  pose proof (K Queen false ltac:(discriminate)) as K1; pose proof (K Rook false ltac:(discriminate)) as K2; pose proof (K Knight false ltac:(discriminate)) as K3; pose proof (K Bishop false ltac:(discriminate)) as K4; pose proof (K Bishop true ltac:(discriminate)) as K5.
  destruct (class_counts (brd q) c) as (Q1 & Q2 & Q3 & Q4 & Q5); rewrite Q1 in K1; rewrite Q2 in K2; rewrite Q3 in K3; rewrite Q4 in K4; rewrite Q5 in K5; clear Q1 Q2 Q3 Q4 Q5 K.
  rewrite (men_kinds (brd q) c) in Men; assert (Kc : count (brd q) (class_of c King false) = 1).
  { rewrite <- Ki; apply (cnt_ext squares (brd q)); intros s; unfold class_of; simpl; apply andb_true_r. }
  rewrite Kc in Men; clear Kc Ki.
  assert (S : count (brd start) (class_of c Queen false) = 1 /\ count (brd start) (class_of c Rook false) = 2 /\ count (brd start) (class_of c Knight false) = 2 /\
    count (brd start) (class_of c Bishop false) = 1 /\ count (brd start) (class_of c Bishop true) = 1 /\ count (brd start) (fun _ => is_colour c) = 16) by (destruct c; vm_compute; auto 10).
  destruct S as (S1 & S2 & S3 & S4 & S5 & S6); rewrite S1 in K1; rewrite S2 in K2; rewrite S3 in K3; rewrite S4 in K4; rewrite S5 in K5; rewrite S6 in Men; clear S1 S2 S3 S4 S5 S6.
  (* of each kind: how many too few, and how many too many *)
  assert (X : forall fin init cap, init <= fin + cap -> exists few many, init - fin = few /\ fin - init = many /\ fin + few = init + many /\ init + many <= fin + cap).
  { intros fin init cap L; exists (init - fin), (fin - init); lia. }
  unfold serves, losses_of, sorts, sum_of in *; cbn [pieces darks lights spares]; unfold promo_sum in *.
  destruct (X _ _ _ K1) as (m1 & e1 & -> & E1 & A1 & B1), (X _ _ _ K2) as (m2 & e2 & -> & E2 & A2 & B2), (X _ _ _ K3) as (m3 & e3 & -> & E3 & A3 & B3), (X _ _ _ K4) as (m4 & e4 & -> & E4 & A4 & B4), (X _ _ _ K5) as (m5 & e5 & -> & E5 & A5 & B5).
  rewrite E1, E2, E3, E4, E5 in *; clear X E1 E2 E3 E4 E5; revert K1 K2 K3 K4 K5 Men Pr A1 A2 A3 A4 A5 B1 B2 B3 B4 B5.
  repeat match goal with |- context [count ?b ?f] => let k := fresh "k" in set (k := count b f); clearbody k end.
  repeat match goal with |- context [n c ?k ?l] => let k := fresh "k" in set (k := n c k l); clearbody k end.
  clear; intros; repeat split; lia.
Qed.

(* --- the cases of a node --- *)
Definition first_file : list pawn := [(White, 2); (Black, 2)].
Definition begins_as (cl : colour -> ix -> bool) (b : board) (states : list state) : bool :=
  match states with
  | s :: _ => same_losses (lost s White) (losses_of b White) && same_losses (lost s Black) (losses_of b Black) &&
              forallb (fun f => wideb (fun c => cl c f) (get8 (files s) f) first_file) all8
  | [] => false end.
(* what needs no facts: of what was lost, and of bounds *)
Definition begins : board -> list state -> bool := begins_as (fun _ _ => false).
Definition kernel_shown (w : known) (ts : list tariff) (states : list state) : bool :=
  let d := demands_of w in
  forallb fair ts && begins_as (closed (barred d)) (last w) states &&
  forallb (state_ok d ts states) states.
Theorem kernel_ok w a p n ts states : concerns w a p n -> kernel_shown w ts states = true -> False.
Proof.
  intros C H; unfold kernel_shown in H; cbv zeta in H; rewrite !andb_true_iff, !forallb_forall in H; destruct H as ((Fair & First) & Ok); destruct states as [|s states]; [discriminate|]; unfold begins_as in First.
  rewrite !andb_true_iff, forallb_forall in First; destruct First as ((L1 & L2) & W); apply same_losses_eq in L1, L2.
  pose proof (game_R _ _ _ (c_game _ _ _ _ C)) as Hp; destruct (game_onward w p n (c_game _ _ _ _ C) p _ (onward_none w p Hp)) as (m & F).
  assert (B : bishops_ok (fun _ _ => 0) (brd start)) by (intros c l; destruct c, l; vm_compute; auto).
  pose proof (onward_course w p start m F (c_last _ _ _ _ C) _ B) as Co.
  apply (states_hopeless (demands_of w) ts (s :: states) Fair Ok _ _ Co s (or_introl eq_refl)).
  - intros f; replace (stand (fun _ _ => 0) White (shown start) f) with first_file by (destruct f; reflexivity); exact (wideb_ok _ _ _ (W f (in_all8 f))).
  - intros c; replace (lost s c) with (losses_of (last w) c) by (destruct c; congruence); rewrite <- (c_last _ _ _ _ C); now apply (lost_serves w p m c).
Qed.
