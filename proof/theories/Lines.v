(* Which moves can give check, and which can end one: told by lines, before the board after the move is made. *)
From Coq Require Import List Bool. Import ListNotations.
From Arbiter Require Import Board Moves Unmoves.

(* How a square is seen from another *)
Inductive bearing := Off | Straight | Slant | Jump.
Definition bearing_from (s t : sq) : bearing :=
  if sq_in t (concat (look rook_t s)) then Straight else if sq_in t (concat (look bishop_t s)) then Slant else if sq_in t (look knight_t s) then Jump else Off.
Definition bearing_t := Eval vm_compute in table (fun s => table (bearing_from s)).
Definition seen (s t : sq) : bearing := look (look bearing_t s) t.
Definition straight r := match r with Straight => true | _ => false end.
Definition slant r := match r with Slant => true | _ => false end.
Definition jump r := match r with Jump => true | _ => false end.
Definition line r := match r with Straight | Slant => true | _ => false end.
Definition bear (g : sq -> list sq) (ok : bearing -> bool) : bool := forallb (fun s => forallb (fun t => ok (seen s t)) (g s)) squares.
Lemma bear_ok g ok : bear g ok = true -> forall s t, In t (g s) -> ok (seen s t) = true.
Proof. intros H s t I; apply (forall_sq (fun s => forallb (fun t => ok (seen s t)) (g s))) with (s := s) in H; rewrite forallb_forall in H; auto. Qed.
Lemma seen_rook s t : In t (concat (look rook_t s)) -> straight (seen s t) = true.
Proof. apply (bear_ok (fun s => concat (look rook_t s))); vm_compute; reflexivity. Qed.
Lemma seen_bishop s t : In t (concat (look bishop_t s)) -> slant (seen s t) = true.
Proof. apply (bear_ok (fun s => concat (look bishop_t s))); vm_compute; reflexivity. Qed.
Lemma seen_knight s t : In t (look knight_t s) -> jump (seen s t) = true.
Proof. apply (bear_ok (look knight_t)); vm_compute; reflexivity. Qed.
Lemma seen_king s t : In t (look king_t s) -> line (seen s t) = true.
Proof. apply (bear_ok (look king_t)); vm_compute; reflexivity. Qed.
Lemma seen_pawn c s t : In t (look (pawn_t c) s) -> slant (seen s t) = true.
Proof. apply (bear_ok (look (pawn_t c))); destruct c; vm_compute; reflexivity. Qed.
Lemma seen_self s : seen s s = Off.
Proof.
  assert (H : forallb (fun s => match seen s s with Off => true | _ => false end) squares = true) by (vm_compute; reflexivity).
  apply forall_sq with (s := s) in H; destruct (seen s s); [reflexivity|discriminate..].
Qed.
Lemma in_concat_of {A} (x : A) l ls : In l ls -> In x l -> In x (concat ls).
Proof. intros L I; apply in_concat; eauto. Qed.
Lemma existsb_in_same {A} (f g : A -> bool) l : (forall x, In x l -> f x = g x) -> existsb f l = existsb g l.
Proof. induction l as [|x l IH]; simpl; intros H; [reflexivity|]; rewrite H, IH; auto. Qed.

(* A man put on a square, or none, attacks from there, or opens a line. *)
Definition strikes (c : colour) (s : sq) (x : cell) (t : sq) (r : bearing) : bool :=
  match x with
  | E => line r
  | M _ k => match k with
    | Queen => line r | Rook => straight r | Bishop => slant r | Knight => jump r
    | King => line r && sq_in t (look king_t s) | Pawn => slant r && sq_in t (look (pawn_t (opp c)) s) end end.
Lemma beam_set b t x c k l : (In t l -> match x with E => true | M _ j => kind_beq k j || kind_beq Queen j end = false) ->
  beam (set b t x) c k l = true -> beam b c k l = true.
Proof.
  induction l as [|u l IH]; simpl; [trivial|]; intros H; rewrite get_set; destruct (sq_eqb t u) eqn:Q.
  - apply sq_eqb_eq in Q; subst u; specialize (H (or_introl eq_refl)); destruct x; [discriminate|]; rewrite H, andb_false_r; discriminate.
  - destruct (get b u); auto.
Qed.
Lemma stands_set b t x c k l : (In t l -> match x with E => false | M _ j => kind_beq k j end = false) ->
  stands (set b t x) c k l = true -> stands b c k l = true.
Proof.
  induction l as [|u l IH]; simpl; [trivial|]; intros H; assert (IH' := IH (fun I => H (or_intror I))); rewrite get_set; destruct (sq_eqb t u) eqn:Q.
  - apply sq_eqb_eq in Q; subst u; specialize (H (or_introl eq_refl)); destruct x as [|d j]; [|rewrite H, andb_false_r];
    intros Y; apply IH' in Y; destruct (get b t); [exact Y| |exact Y|]; destruct (_ && _); auto.
  - destruct (get b u) as [|d j]; [exact IH'|]; destruct (_ && _); auto.
Qed.
Lemma attacked_set b t x c s : strikes c s x t (seen s t) = false -> attacked (set b t x) c s = true -> attacked b c s = true.
Proof.
  intros N; rewrite !attacked_parts, !beams_ok, !orb_true_iff; intros [[[[H|H]|H]|H]|H]; [do 4 left|do 3 left; right|do 2 left; right|left; right|right];
  try (apply existsb_exists in H as (l & L & H); apply existsb_exists; exists l; split; [exact L|]; revert H; apply beam_set; intros I;
    assert (J := I); apply (in_concat_of _ _ _ L) in J); try (revert H; apply stands_set; intros I; assert (J := I)).
  - apply seen_rook in J; destruct x as [|d []], (seen s t); try discriminate; reflexivity.
  - apply seen_bishop in J; destruct x as [|d []], (seen s t); try discriminate; reflexivity.
  - apply seen_knight in J; destruct x as [|d []], (seen s t); try discriminate; reflexivity.
  - apply seen_king in J; apply sq_in_ok in I; destruct x as [|d []]; try reflexivity; simpl in N; rewrite I, J in N; discriminate.
  - apply seen_pawn in J; apply sq_in_ok in I; destruct x as [|d []]; try reflexivity; simpl in N; rewrite I, J in N; discriminate.
Qed.
(* Nothing else on the board matters. *)
Lemma beam_same b b' c k l : (forall t, In t l -> get b t = get b' t) -> beam b c k l = beam b' c k l.
Proof. induction l as [|t l IH]; simpl; intros H; [reflexivity|]; rewrite (H t), IH; auto. Qed.
Lemma stands_same b b' c k l : (forall t, In t l -> get b t = get b' t) -> stands b c k l = stands b' c k l.
Proof. induction l as [|t l IH]; simpl; intros H; [reflexivity|]; rewrite (H t), IH; auto. Qed.
Lemma attacked_here b t x c : attacked (set b t x) c t = attacked b c t.
Proof.
  assert (S : forall u, seen t u <> Off -> get (set b t x) u = get b u).
  { intros u H; rewrite get_set; destruct (sq_eqb t u) eqn:Q; [|reflexivity]; apply sq_eqb_eq in Q; subst u; now rewrite seen_self in H. }
  rewrite !attacked_parts, !beams_ok; f_equal; [f_equal; [f_equal; [f_equal|]|]|].
  - apply existsb_in_same; intros l L; apply beam_same; intros u I; apply S; apply (in_concat_of _ _ _ L), seen_rook in I; intros Y; now rewrite Y in I.
  - apply existsb_in_same; intros l L; apply beam_same; intros u I; apply S; apply (in_concat_of _ _ _ L), seen_bishop in I; intros Y; now rewrite Y in I.
  - apply stands_same; intros u I; apply S; apply seen_knight in I; intros Y; now rewrite Y in I.
  - apply stands_same; intros u I; apply S; apply seen_king in I; intros Y; now rewrite Y in I.
  - apply stands_same; intros u I; apply S; apply seen_pawn in I; intros Y; now rewrite Y in I.
Qed.

(* A move that attacks the square, which was not attacked, is among these. *)
Definition arrives (x : cell) (pr : option kind) : cell := match pr, x with Some q, M c _ => M c q | _, _ => x end.
Definition may_attack (b : board) (c : colour) (s : sq) (rays : v8 (v8 bearing)) (m : move) : bool :=
  match m with Castle _ => true | Mv f t pr => let x := get b f in
    line (look rays f) || strikes c s (arrives x pr) t (look rays t) || match x with M _ Pawn => is_ep b f t | _ => false end end.
Lemma may_attack_ok b c s f t pr : attacked b c s = false -> attacked (play_board b f t pr) c s = true -> may_attack b c s (look bearing_t s) (Mv f t pr) = true.
Proof.
  intros N A; unfold may_attack; cbv zeta; fold (seen s f) (seen s t); destruct (is_ep b f t) eqn:P.
  { assert (P' := P); unfold is_ep in P'; destruct (get b f) as [|d []]; try discriminate; apply orb_true_r. }
  replace (match get b f with M _ Pawn => false | _ => false end) with false by (destruct (get b f) as [|d []]; reflexivity); rewrite orb_false_r.
  unfold play_board in A; rewrite P in A; cbv zeta in A; change (match pr with Some _ => _ | None => _ end) with (arrives (get b f) pr) in A.
  destruct (strikes c s (arrives (get b f) pr) t (seen s t)) eqn:X; [apply orb_true_r|]; apply attacked_set in A; [|exact X].
  destruct (line (seen s f)) eqn:Y; [reflexivity|]; apply attacked_set in A; [congruence|exact Y].
Qed.

(* The squares of an attacker and of its line: with what is on them the attack stays. *)
Fixpoint beam_stops (b : board) (c : colour) (k : kind) (l : list sq) : option (list sq) :=
  match l with [] => None | t :: l => match get b t with
    | E => match beam_stops b c k l with Some s => Some (t :: s) | None => None end
    | M d j => if colour_beq c d && (kind_beq k j || kind_beq Queen j) then Some [t] else None end end.
Fixpoint beams_stops (b : board) (c : colour) (k : kind) (ls : list (list sq)) : option (list sq) :=
  match ls with [] => None | l :: ls => match beam_stops b c k l with Some s => Some s | None => beams_stops b c k ls end end.
Fixpoint stands_stops (b : board) (c : colour) (k : kind) (l : list sq) : option (list sq) :=
  match l with [] => None | t :: l => if is_man c k (get b t) then Some [t] else stands_stops b c k l end.
Definition stops (b : board) (c : colour) (s : sq) : option (list sq) :=
  match beams_stops b c Rook (look rook_t s) with Some l => Some l | None =>
  match beams_stops b c Bishop (look bishop_t s) with Some l => Some l | None =>
  match stands_stops b c Knight (look knight_t s) with Some l => Some l | None =>
  match stands_stops b c Pawn (look (pawn_t (opp c)) s) with Some l => Some l | None => stands_stops b c King (look king_t s) end end end end.
Definition hold (b : board) (c : colour) (o : option (list sq)) (g : board -> bool) : Prop :=
  match o with None => g b = false
  | Some s => (forall t, In t s -> get b t = E \/ exists j, get b t = M c j) /\ forall b', (forall t, In t s -> get b' t = get b t) -> g b' = true end.
Lemma hold_or b c o o' g g' h : hold b c o g -> hold b c o' g' -> (forall b, h b = g b || g' b) -> hold b c (match o with Some l => Some l | None => o' end) h.
Proof.
  intros H H' Q; destruct o as [s|]; simpl in *.
  - destruct H as [H1 H2]; split; [exact H1|]; intros b' I; now rewrite Q, H2.
  - destruct o' as [s|]; simpl in *; [|now rewrite Q, H, H']; destruct H' as [H1 H2]; split; [exact H1|]; intros b' I; rewrite Q, H2 by exact I; apply orb_true_r.
Qed.
Lemma beam_hold b c k l : hold b c (beam_stops b c k l) (fun b => beam b c k l).
Proof.
  induction l as [|t l IH]; [reflexivity|]; cbn [beam_stops beam]; destruct (get b t) as [|d j] eqn:G.
  - destruct (beam_stops b c k l) as [s|]; cbn [hold] in *; [|now rewrite G]; destruct IH as [H1 H2]; split.
    + intros u [<-|I]; auto.
    + intros b' H; rewrite (H t), G by (simpl; auto); apply H2; intros u I; apply H; now right.
  - destruct (colour_beq c d && (kind_beq k j || kind_beq Queen j)) eqn:X; cbn [hold]; [|now rewrite G]; split.
    + intros u [<-|[]]; apply andb_true_iff in X as [X _]; apply colour_beq_eq in X; subst d; eauto.
    + intros b' H; now rewrite (H t), G by (simpl; auto).
Qed.
Lemma beams_hold b c k ls : hold b c (beams_stops b c k ls) (fun b => beams b c k ls).
Proof.
  induction ls as [|l ls IH]; simpl; [reflexivity|]; refine (hold_or _ _ _ _ _ _ _ (beam_hold b c k l) IH _); intros b'; now destruct (beam b' c k l).
Qed.
Lemma stands_hold b c k l : hold b c (stands_stops b c k l) (fun b => stands b c k l).
Proof.
  induction l as [|t l IH]; simpl; [reflexivity|]; destruct (is_man c k (get b t)) eqn:X.
  - unfold is_man in X; destruct (get b t) as [|d j] eqn:G; [discriminate|]; split.
    + intros u [<-|[]]; apply andb_true_iff in X as [X _]; apply colour_beq_eq in X; subst d; eauto.
    + intros b' H; now rewrite (H t), G, X by (simpl; auto).
  - assert (Y : stands b c k (t :: l) = stands b c k l) by (simpl; unfold is_man in X; destruct (get b t); [reflexivity|now rewrite X]).
    destruct (stands_stops b c k l) as [s|]; simpl in *; [|now rewrite Y]; destruct IH as [H1 H2]; split; [exact H1|]; intros b' H.
    rewrite (H2 b' H); destruct (get b' t); [reflexivity|]; now destruct (_ && _).
Qed.
Lemma stops_hold b c s : hold b c (stops b c s) (fun b => attacked b c s).
Proof.
  unfold stops; eapply hold_or; [apply beams_hold|eapply hold_or; [apply beams_hold|eapply hold_or; [apply stands_hold|
    eapply hold_or; [apply stands_hold|apply stands_hold|intros; reflexivity]|intros; reflexivity]|intros; reflexivity]|].
  intros b'; rewrite attacked_parts; destruct (beams b' c Rook _), (beams b' c Bishop _), (stands b' c Knight _), (stands b' c King _), (stands b' c Pawn _);
  reflexivity.
Qed.
Lemma stops_stay b c s l f t pr k : stops b c s = Some l -> get b f = M (opp c) k -> is_ep b f t = false -> sq_in t l = false ->
  attacked (play_board b f t pr) c s = true.
Proof.
  intros H G P N; pose proof (stops_hold b c s) as S; rewrite H in S; destruct S as [S1 S2]; apply S2; intros u I.
  unfold play_board; rewrite P, !get_set; destruct (sq_eqb t u) eqn:T; [apply sq_eqb_eq in T; subst u; apply sq_in_ok in I; congruence|].
  destruct (sq_eqb f u) eqn:F; [|reflexivity]; apply sq_eqb_eq in F; subst u; destruct (S1 f I) as [X|[j X]]; rewrite G in X; [discriminate|].
  destruct c; discriminate.
Qed.

(* Whether a man may come to one of the squares; a pawn is not asked, a king is told by itself. *)
Fixpoint to_one (ok : bearing -> bool) (rays : v8 (v8 bearing)) (l : list sq) : bool :=
  match l with [] => false | t :: l => if ok (look rays t) then true else to_one ok rays l end.
Definition can_reach (k : kind) (s : sq) (l : list sq) : bool :=
  match k with King => false | Pawn => true | Queen => to_one line (look bearing_t s) l | Rook => to_one straight (look bearing_t s) l
  | Bishop => to_one slant (look bearing_t s) l | Knight => to_one jump (look bearing_t s) l end.
Lemma to_one_ok ok s t l : In t l -> ok (seen s t) = true -> to_one ok (look bearing_t s) l = true.
Proof. induction l as [|u l IH]; simpl; [tauto|]; fold (seen s u); intros [->|I] H; [now rewrite H|]; destruct (ok (seen s u)); auto. Qed.
Lemma can_reach_ok b c k e s t l : k <> King -> In t (dests b c k e s) -> In t l -> can_reach k s l = true.
Proof.
  intros K D I; apply dests_geo in D; destruct k; simpl in *; try reflexivity; try congruence; apply (to_one_ok _ _ _ _ I).
  - apply in_app_or in D as [D|D]; [apply seen_rook in D|apply seen_bishop in D]; destruct (seen s t); auto.
  - now apply seen_rook. - now apply seen_bishop. - now apply seen_knight.
Qed.

(* The men of a side, file by file as the squares are, or rank by rank *)
Definition add_man (c : colour) (x : cell) (s : sq) (l : list sq) : list sq := match x with M d _ => if colour_beq c d then s :: l else l | E => l end.
Definition by_rank : list sq := Eval vm_compute in map (fun s => (snd s, fst s)) squares.
Definition men_in (o : list sq) (b : board) (c : colour) : list sq := fold_right (fun s => add_man c (get b s) s) [] o.
Definition men (b : board) (c : colour) : list sq :=
  match b with V8 (V8 a1 b1 c1 d1 e1 f1 g1 h1) (V8 a2 b2 c2 d2 e2 f2 g2 h2) (V8 a3 b3 c3 d3 e3 f3 g3 h3) (V8 a4 b4 c4 d4 e4 f4 g4 h4)
    (V8 a5 b5 c5 d5 e5 f5 g5 h5) (V8 a6 b6 c6 d6 e6 f6 g6 h6) (V8 a7 b7 c7 d7 e7 f7 g7 h7) (V8 a8 b8 c8 d8 e8 f8 g8 h8) =>
    add_man c a1 (I1, I1) (add_man c a2 (I1, I2) (add_man c a3 (I1, I3) (add_man c a4 (I1, I4) (add_man c a5 (I1, I5) (add_man c a6 (I1, I6) (
    add_man c a7 (I1, I7) (add_man c a8 (I1, I8) (add_man c b1 (I2, I1) (add_man c b2 (I2, I2) (add_man c b3 (I2, I3) (add_man c b4 (I2, I4) (
    add_man c b5 (I2, I5) (add_man c b6 (I2, I6) (add_man c b7 (I2, I7) (add_man c b8 (I2, I8) (add_man c c1 (I3, I1) (add_man c c2 (I3, I2) (
    add_man c c3 (I3, I3) (add_man c c4 (I3, I4) (add_man c c5 (I3, I5) (add_man c c6 (I3, I6) (add_man c c7 (I3, I7) (add_man c c8 (I3, I8) (
    add_man c d1 (I4, I1) (add_man c d2 (I4, I2) (add_man c d3 (I4, I3) (add_man c d4 (I4, I4) (add_man c d5 (I4, I5) (add_man c d6 (I4, I6) (
    add_man c d7 (I4, I7) (add_man c d8 (I4, I8) (add_man c e1 (I5, I1) (add_man c e2 (I5, I2) (add_man c e3 (I5, I3) (add_man c e4 (I5, I4) (
    add_man c e5 (I5, I5) (add_man c e6 (I5, I6) (add_man c e7 (I5, I7) (add_man c e8 (I5, I8) (add_man c f1 (I6, I1) (add_man c f2 (I6, I2) (
    add_man c f3 (I6, I3) (add_man c f4 (I6, I4) (add_man c f5 (I6, I5) (add_man c f6 (I6, I6) (add_man c f7 (I6, I7) (add_man c f8 (I6, I8) (
    add_man c g1 (I7, I1) (add_man c g2 (I7, I2) (add_man c g3 (I7, I3) (add_man c g4 (I7, I4) (add_man c g5 (I7, I5) (add_man c g6 (I7, I6) (
    add_man c g7 (I7, I7) (add_man c g8 (I7, I8) (add_man c h1 (I8, I1) (add_man c h2 (I8, I2) (add_man c h3 (I8, I3) (add_man c h4 (I8, I4) (
    add_man c h5 (I8, I5) (add_man c h6 (I8, I6) (add_man c h7 (I8, I7) (add_man c h8 (I8, I8) []))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))) end.
Definition men_by_rank (b : board) (c : colour) : list sq :=
  match b with V8 (V8 a1 b1 c1 d1 e1 f1 g1 h1) (V8 a2 b2 c2 d2 e2 f2 g2 h2) (V8 a3 b3 c3 d3 e3 f3 g3 h3) (V8 a4 b4 c4 d4 e4 f4 g4 h4)
    (V8 a5 b5 c5 d5 e5 f5 g5 h5) (V8 a6 b6 c6 d6 e6 f6 g6 h6) (V8 a7 b7 c7 d7 e7 f7 g7 h7) (V8 a8 b8 c8 d8 e8 f8 g8 h8) =>
    add_man c a1 (I1, I1) (add_man c b1 (I2, I1) (add_man c c1 (I3, I1) (add_man c d1 (I4, I1) (add_man c e1 (I5, I1) (add_man c f1 (I6, I1) (
    add_man c g1 (I7, I1) (add_man c h1 (I8, I1) (add_man c a2 (I1, I2) (add_man c b2 (I2, I2) (add_man c c2 (I3, I2) (add_man c d2 (I4, I2) (
    add_man c e2 (I5, I2) (add_man c f2 (I6, I2) (add_man c g2 (I7, I2) (add_man c h2 (I8, I2) (add_man c a3 (I1, I3) (add_man c b3 (I2, I3) (
    add_man c c3 (I3, I3) (add_man c d3 (I4, I3) (add_man c e3 (I5, I3) (add_man c f3 (I6, I3) (add_man c g3 (I7, I3) (add_man c h3 (I8, I3) (
    add_man c a4 (I1, I4) (add_man c b4 (I2, I4) (add_man c c4 (I3, I4) (add_man c d4 (I4, I4) (add_man c e4 (I5, I4) (add_man c f4 (I6, I4) (
    add_man c g4 (I7, I4) (add_man c h4 (I8, I4) (add_man c a5 (I1, I5) (add_man c b5 (I2, I5) (add_man c c5 (I3, I5) (add_man c d5 (I4, I5) (
    add_man c e5 (I5, I5) (add_man c f5 (I6, I5) (add_man c g5 (I7, I5) (add_man c h5 (I8, I5) (add_man c a6 (I1, I6) (add_man c b6 (I2, I6) (
    add_man c c6 (I3, I6) (add_man c d6 (I4, I6) (add_man c e6 (I5, I6) (add_man c f6 (I6, I6) (add_man c g6 (I7, I6) (add_man c h6 (I8, I6) (
    add_man c a7 (I1, I7) (add_man c b7 (I2, I7) (add_man c c7 (I3, I7) (add_man c d7 (I4, I7) (add_man c e7 (I5, I7) (add_man c f7 (I6, I7) (
    add_man c g7 (I7, I7) (add_man c h7 (I8, I7) (add_man c a8 (I1, I8) (add_man c b8 (I2, I8) (add_man c c8 (I3, I8) (add_man c d8 (I4, I8) (
    add_man c e8 (I5, I8) (add_man c f8 (I6, I8) (add_man c g8 (I7, I8) (add_man c h8 (I8, I8) []))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))) end.
Lemma men_is b c : men b c = men_in squares b c.
Proof. destruct b as [[] [] [] [] [] [] [] []]; reflexivity. Qed.
Lemma men_by_rank_is b c : men_by_rank b c = men_in by_rank b c.
Proof. destruct b as [[] [] [] [] [] [] [] []]; reflexivity. Qed.
Lemma men_in_map {A} (f : sq -> list A) o b c : (forall s, is_colour c (get b s) = false -> f s = []) -> flat_map f (men_in o b c) = flat_map f o.
Proof.
  intros H; induction o as [|s o IH]; [reflexivity|]; cbn [men_in fold_right flat_map]; fold (men_in o b c); rewrite <- IH; specialize (H s); unfold add_man.
  destruct (get b s) as [|d k]; simpl in H; [now rewrite H|]; destruct (colour_beq c d); [reflexivity|]; now rewrite H.
Qed.
Lemma moves_from_none p s : is_colour (side p) (get (brd p) s) = false -> moves_from p s = [].
Proof.
  unfold moves_from; destruct (get (brd p) s) as [|d k]; [reflexivity|]; simpl; intros H; destruct (colour_beq d (side p)) eqn:D; [|reflexivity].
  apply colour_beq_eq in D; subst d; destruct (side p); discriminate.
Qed.
