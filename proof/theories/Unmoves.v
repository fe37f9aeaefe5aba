(* Pasts and their predecessors, defined by forward play; completeness for ALL kinds of moves. *)
From Coq Require Import List Bool. Import ListNotations.
From Arbiter Require Import Board Moves.

Definition v8_eqb {A} (e : A -> A -> bool) (v w : v8 A) : bool :=
  match v, w with V8 a b c d f g h i, V8 a' b' c' d' f' g' h' i' =>
    e a a' && e b b' && e c c' && e d d' && e f f' && e g g' && e h h' && e i i' end.
Definition board_eqb : board -> board -> bool := v8_eqb (v8_eqb cell_beq).
Lemma v8_eqb_eq A (e : A -> A -> bool) : (forall x y, e x y = true <-> x = y) -> forall v w, v8_eqb e v w = true <-> v = w.
Proof.
  intros He [] []; simpl; rewrite !andb_true_iff, !He; split; [intros; intuition congruence|].
  intros H; inversion H; intuition.
Qed.
Lemma cell_beq_eq x y : cell_beq x y = true <-> x = y.
Proof. split; [apply internal_cell_dec_bl|apply internal_cell_dec_lb]. Qed.
Lemma board_eqb_eq b c : board_eqb b c = true <-> b = c.
Proof. apply v8_eqb_eq, v8_eqb_eq, cell_beq_eq. Qed.

Definition sub (r s : rights) : bool :=
  implb (wk r) (wk s) && implb (wq r) (wq s) && implb (bk r) (bk s) && implb (bq r) (bq s).
Definition ep_sub (e f : option sq) := match e with None => true | Some s => match f with Some t => sq_eqb s t | None => false end end.
Definition covers_b (a p : pos) : bool :=
  board_eqb (brd a) (brd p) && colour_beq (side a) (side p) && sub (rts a) (rts p) && ep_sub (ep a) (ep p).
Definition covers (a p : pos) : Prop := covers_b a p = true.

(* where a man could go on any board *)
Definition geo c k (f : sq) : list sq :=
  match k with
  | King => look king_t f | Knight => look knight_t f
  | Rook => concat (look rook_t f) | Bishop => concat (look bishop_t f)
  | Queen => concat (look rook_t f) ++ concat (look bishop_t f)
  | Pawn => match step (Same, fwd c) f with
            | Some t => t :: (if ix_beq (snd f) (pawn_rank c) then olist (step (Same, fwd c) t) else []) | None => [] end ++ pawn_caps c f end.
Definition sq_in (s : sq) (l : list sq) := existsb (sq_eqb s) l.
Definition froms0 c k : v8 (v8 (list sq)) := table (fun t => filter (fun f => sq_in t (geo c k f)) squares).
Definition fr_k := Eval vm_compute in froms0 White King.
Definition fr_q := Eval vm_compute in froms0 White Queen.
Definition fr_r := Eval vm_compute in froms0 White Rook.
Definition fr_b := Eval vm_compute in froms0 White Bishop.
Definition fr_n := Eval vm_compute in froms0 White Knight.
Definition fr_wp := Eval vm_compute in froms0 White Pawn.
Definition fr_bp := Eval vm_compute in froms0 Black Pawn.
Definition froms c k := match k with King => fr_k | Queen => fr_q | Rook => fr_r | Bishop => fr_b | Knight => fr_n
  | Pawn => match c with White => fr_wp | Black => fr_bp end end.
Lemma froms_ok c k : froms c k = froms0 c k.
Proof. destruct c, k; vm_compute; reflexivity. Qed.
Lemma sq_in_ok s l : In s l -> sq_in s l = true.
Proof. intros H; apply existsb_exists; exists s; split; [assumption|apply sq_eqb_refl]. Qed.
Lemma froms_complete c k f t : In t (geo c k f) -> In f (look (froms c k) t).
Proof.
  intros H; rewrite froms_ok; unfold froms0; rewrite look_table; apply filter_In; split; [apply squares_all|now apply sq_in_ok].
Qed.
Lemma slide_sub b c l t : In t (slide b c l) -> In t l.
Proof.
  induction l as [|s l IH]; simpl; [tauto|]; destruct (get b s) as [|d k]; [simpl; tauto|].
  destruct (colour_beq c d); simpl; tauto.
Qed.
Lemma slides_sub b c ls t : In t (slides b c ls) -> In t (concat ls).
Proof.
  unfold slides; rewrite flat_map_concat_map; induction ls as [|l ls IH]; simpl; [tauto|].
  rewrite !in_app_iff; intros [H|H]; [left; eapply slide_sub; eassumption|right; auto].
Qed.
Lemma dests_geo b c k e f t : In t (dests b c k e f) -> In t (geo c k f).
Proof.
  destruct k; simpl; unfold leap, pawn_dests; rewrite ?filter_In, ?in_app_iff, ?filter_In; try tauto;
  try (intros H; now eapply slides_sub; eassumption); try (intros [H|H]; [left|right]; eapply slides_sub; eassumption).
  destruct (step (Same, fwd c) f) as [u|]; [|tauto].
  intros [H|[H _]]; [left|now right]; destruct (is_empty (get b u)); [|destruct H].
  destruct H as [H|H]; [now left|right]; destruct (ix_beq (snd f) (pawn_rank c)); [|destruct H].
  destruct (step (Same, fwd c) u) as [v|]; [|destruct H]; destruct (is_empty (get b v)); [assumption|destruct H].
Qed.

(* candidates: every position that a move might have been played from *)
Definition captured s : list cell := E :: map (M s) [Queen; Rook; Bishop; Knight; Pawn].
Definition undo b f t x y : board := set (set b t y) f x.
Definition undo_ep b f t c : board := set (set (set b (fst t, snd f) (M (opp c) Pawn)) t E) f (M c Pawn).
Definition undo_castle b c h : board :=
  set (set (set (set b (castle_king_to c h) E) (castle_rook_to c h) E) (castle_rook_from c h) (M c Rook)) (I5, home_rank c) (M c King).
Definition add_right (r : rights) c h : rights :=
  match c, h with White, true => mkr true (wq r) (bk r) (bq r) | White, false => mkr (wk r) true (bk r) (bq r)
  | Black, true => mkr (wk r) (wq r) true (bq r) | Black, false => mkr (wk r) (wq r) (bk r) true end.
Definition cands_man (a : pos) (c : colour) (t : sq) (k : kind) (pr : option kind) : list (pos * move) :=
  flat_map (fun f => if is_empty (get (brd a) f) then
    map (fun y => (mkpos (undo (brd a) f t (M c k) y) c (rts a) None, Mv f t pr)) (captured (opp c)) ++
    (if kind_beq k Pawn then [(mkpos (undo_ep (brd a) f t c) c (rts a) (Some t), Mv f t pr)] else []) else [])
    (look (froms c k) t).
Definition cands (a : pos) : list (pos * move) :=
  let c := opp (side a) in
  flat_map (fun t => match get (brd a) t with
    | M d k => if colour_beq c d then cands_man a c t k None ++ (if ix_beq (snd t) (last_rank c) then cands_man a c t Pawn (Some k) else []) else []
    | E => [] end) squares ++
  map (fun h => (mkpos (undo_castle (brd a) c h) c (add_right (rts a) c h) None, Castle h)) [true; false].
Definition okind_eqb (a b : option kind) := match a, b with None, None => true | Some a, Some b => kind_beq a b | _, _ => false end.
Definition move_eqb (m n : move) : bool := match m, n with
  | Mv f t p, Mv f' t' p' => sq_eqb f f' && sq_eqb t t' && okind_eqb p p' | Castle h, Castle h' => eqb h h' | _, _ => false end.
Definition pseudo_b (p : pos) (m : move) : bool :=
  match m with Mv f t pr => existsb (move_eqb m) (moves_from p f) | Castle h => castle_ok p h end.
Definition preds (a : pos) : list pos :=
  map fst (filter (fun qm => pseudo_b (fst qm) (snd qm) && covers_b a (play (fst qm) (snd qm))) (cands a)).

(* --- completeness --- *)
Lemma colour_beq_eq c d : colour_beq c d = true <-> c = d.
Proof. split; [apply internal_colour_dec_bl|apply internal_colour_dec_lb]. Qed.
Lemma kind_beq_eq c d : kind_beq c d = true <-> c = d.
Proof. split; [apply internal_kind_dec_bl|apply internal_kind_dec_lb]. Qed.
Lemma move_eqb_eq m n : move_eqb m n = true <-> m = n.
Proof.
  destruct m, n; simpl; split; try discriminate; rewrite ?andb_true_iff, ?sq_eqb_eq, ?eqb_true_iff; intros H; try congruence.
  - destruct H as [[-> ->] H]; f_equal; destruct promo, promo0; simpl in H; try discriminate; [apply kind_beq_eq in H; now subst|reflexivity].
  - inversion H; subst; repeat split; destruct promo0; simpl; [now apply kind_beq_eq|reflexivity].
Qed.
Lemma opp_opp c : opp (opp c) = c. Proof. now destruct c. Qed.
Lemma moves_from_inv p s m : In m (moves_from p s) -> exists k t pr, m = Mv s t pr /\ get (brd p) s = M (side p) k /\
   In t (dests (brd p) (side p) k (ep p) s) /\ not_king (brd p) t = true /\ In m (with_promo (side p) k s t).
Proof.
  unfold moves_from; destruct (get (brd p) s) as [|c k]; [intros []|].
  destruct (colour_beq c (side p)) eqn:Ec; [|intros []]; apply colour_beq_eq in Ec; subst c; rewrite in_flat_map.
  intros (t & Ht & H); destruct (not_king (brd p) t) eqn:En; [|destruct H]; exists k, t.
  assert (exists pr, m = Mv s t pr) as [pr ->].
  { unfold with_promo in H; destruct (kind_beq k Pawn && ix_beq (snd t) (last_rank (side p))).
    - apply in_map_iff in H as (q & <- & _); eauto. - destruct H as [<-|[]]; eauto. }
  exists pr; auto 10.
Qed.
Lemma pseudo_same p m : In m (pseudo p) -> pseudo_b p m = true.
Proof.
  unfold pseudo; rewrite in_app_iff, in_flat_map, in_map_iff; intros [(s & _ & H)|(h & <- & H)].
  - destruct (moves_from_inv p s m H) as (k & t & pr & -> & _); simpl; apply existsb_exists.
    exists (Mv s t pr); split; [assumption|now apply move_eqb_eq].
  - now apply filter_In in H as [_ H].
Qed.
Lemma moves_pseudo p m : In m (moves p) -> pseudo_b p m = true.
Proof. unfold moves; rewrite filter_In; intros [H _]; now apply pseudo_same. Qed.
Lemma preds_in a q m : In (q, m) (cands a) -> pseudo_b q m = true -> covers a (play q m) -> In q (preds a).
Proof.
  intros H1 H2 H3; unfold preds; apply in_map_iff; exists (q, m); split; [reflexivity|].
  apply filter_In; split; [assumption|]; simpl; rewrite H2; exact H3.
Qed.
