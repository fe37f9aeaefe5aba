(* Men with which a side never mates, also with others on the board: a king with one knight against queens; a king with
   bishops, all bishops on squares of one colour, against men other than pawns and knights. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Rules Tables Win Status Instant Invariants ProofGame GameInvariants Little CanWin.
Arguments count : simpl never.
Local Opaque squares.

(* pawns, knights, and bishops on squares of the other colour *)
Definition wrong (l : bool) d (s : sq) x : bool := is_man d Pawn x || is_man d Knight x || is_man d Bishop x && negb (eqb (light s) l).
Definition material (b : board) (c : colour) : Prop :=
  little b c \/ (the_men b c <= 2 /\ others b c Knight = 0 /\ others b (opp c) Queen = 0) \/
  exists l, count b (off l c) = 0 /\ count b (wrong l (opp c)) = 0.
Definition material_b (b : board) (c : colour) : bool :=
  little_b b c || (the_men b c <=? 2) && (others b c Knight =? 0) && (others b (opp c) Queen =? 0) ||
  existsb (fun l => (count b (off l c) =? 0) && (count b (wrong l (opp c)) =? 0)) [true; false].
Lemma material_ok b c : material_b b c = true -> material b c.
Proof.
  unfold material_b, material; rewrite !orb_true_iff, !andb_true_iff, Nat.leb_le, !Nat.eqb_eq; intros [[H|H]|H]; [left; now apply little_ok|tauto|].
  apply existsb_exists in H as (l & _ & H); rewrite andb_true_iff, !Nat.eqb_eq in H; eauto.
Qed.
(* what is needed of a position: also that the side to move cannot take the enemy king *)
Definition calm (p : pos) : Prop := sound p /\ in_check (brd p) (opp (side p)) = false.
Definition calm_b (p : pos) : bool := sound_b p && negb (waiting p).
Lemma calm_ok p : calm_b p = true -> calm p.
Proof. unfold calm_b, calm, waiting; rewrite andb_true_iff, negb_true_iff; intros [H1 H2]; split; [now apply sound_ok|exact H2]. Qed.
Lemma opp_other d : opp d <> d. Proof. destruct d; discriminate. Qed.
Lemma side_play p m : side (play p m) = opp (side p).
Proof. destruct m; reflexivity. Qed.
Lemma calm_play p m : calm p -> In m (moves p) -> calm (play p m).
Proof.
  intros [S _] Hm; split; [now apply sound_play|]; rewrite side_play, opp_opp; unfold moves in Hm; apply filter_In in Hm as [_ Hm]; now apply negb_true_iff.
Qed.

(* --- none of the men --- *)
Lemma none b phi s : count b phi = 0 -> phi s (get b s) = false.
Proof.
  intros H; apply not_true_iff_false; intros X; assert (Y : length [s] <= count b phi); [|simpl in Y; lia].
  apply at_most; [constructor; [tauto|constructor]|]; intros u [<-|[]]; exact X.
Qed.
Lemma same_colour c : colour_beq c c = true. Proof. now apply colour_beq_eq. Qed.
Lemma others_kind b c k s j : others b c k = 0 -> get b s = M c j -> j = King \/ j = k.
Proof.
  intros H G; apply (none b _ s) in H; rewrite G in H; simpl in H; rewrite same_colour in H; destruct (kind_eq_dec j King) as [->|N1]; [auto|right].
  destruct (kind_eq_dec j k) as [->|N2]; [reflexivity|exfalso]; destruct j, k; simpl in H; congruence.
Qed.
Lemma off_kind b c l s j : count b (off l c) = 0 -> get b s = M c j -> j = King \/ j = Bishop /\ light s = l.
Proof.
  intros H G; apply (none b _ s) in H; unfold off in H; rewrite G in H; simpl in H; rewrite same_colour in H; destruct j; simpl in H; try discriminate; auto.
  right; split; [reflexivity|]; apply eqb_prop; now apply negb_false_iff in H.
Qed.
Lemma wrong_kind b c l s j : count b (wrong l c) = 0 -> get b s = M c j -> j = King \/ j = Queen \/ j = Rook \/ j = Bishop /\ light s = l.
Proof.
  intros H G; apply (none b _ s) in H; unfold wrong in H; rewrite G in H; simpl in H; rewrite same_colour in H; destruct j; simpl in H; try discriminate; auto.
  right; right; right; split; [reflexivity|]; apply eqb_prop; now apply negb_false_iff in H.
Qed.
(* no man attacks the king *)
Lemma no_checker b c ko : king_sq b (opp c) = Some ko -> (forall z j, get b z = M c j -> ~ In z (near j ko)) -> in_check b (opp c) = false.
Proof.
  intros K H; apply not_true_iff_false; intros Ch; destruct (checker b c ko Ch K) as (t & Ht); apply attacker_near in Ht as (k & G & N); exact (H t k G N).
Qed.
Section Alone.
  Variables (b : board) (c : colour) (ko : sq).
  Hypothesis Ko : get b ko = M (opp c) King.
  Hypothesis Uo : forall s, get b s = M (opp c) King -> s = ko.
  Lemma stays_king b' : get b' ko = M (opp c) King -> (forall s, get b' s = M (opp c) King -> s = ko) -> king_sq b' (opp c) = Some ko.
  Proof.
    intros G U; destruct (king_sq b' (opp c)) as [s|] eqn:E0; [f_equal; apply U; now apply king_sq_some, is_man_get in E0|].
    apply king_sq_none with (s := ko) in E0; rewrite G in E0; simpl in E0; rewrite same_colour in E0; discriminate.
  Qed.
  (* the king steps to where nobody attacks *)
  Lemma king_steps u : In u (look king_t ko) -> u <> ko -> is_colour (opp c) (get b u) = false -> not_king b u = true ->
    (forall z j, get b z = M c j -> z <> u -> ~ In z (near j u)) -> steps_aside b c ko = true.
  Proof.
    intros Iu Nu Ou Nk H; apply existsb_exists; exists u; split; [unfold leap; apply filter_In; split; [exact Iu|now rewrite Ou]|].
    rewrite Nk; simpl; apply negb_true_iff; set (b' := play_board b ko u None).
    assert (Gb : forall s, get b' s = if sq_eqb u s then M (opp c) King else if sq_eqb ko s then E else get b s).
    { intros s; unfold b', play_board, is_ep; rewrite Ko, get_set; destruct (sq_eqb u s); [reflexivity|]; now rewrite get_set. }
    apply (no_checker b' c u).
    - destruct (king_sq b' (opp c)) as [s|] eqn:E0.
      + f_equal; apply king_sq_some, is_man_get in E0; rewrite Gb in E0; destruct (sq_eqb u s) eqn:E1; [symmetry; now apply sq_eqb_eq|].
        destruct (sq_eqb ko s) eqn:E2; [discriminate|]; apply Uo in E0; subst s; rewrite sq_eqb_refl in E2; discriminate.
      + apply king_sq_none with (s := u) in E0; rewrite Gb, sq_eqb_refl in E0; simpl in E0; rewrite same_colour in E0; discriminate.
    - intros z j G; rewrite Gb in G; destruct (sq_eqb u z) eqn:E1; [inversion G; destruct c; discriminate|].
      destruct (sq_eqb ko z); [discriminate|]; apply H; [exact G|intros ->; rewrite sq_eqb_refl in E1; discriminate].
  Qed.
End Alone.
(* another man than the king moves, and the king is not in check then *)
Lemma man_moves_to q c k f t : side q = opp c -> get (brd q) f = M (opp c) k -> k <> Pawn -> attacks (brd q) (opp c) k f t ->
  is_colour (opp c) (get (brd q) t) = false -> (forall d, get (brd q) t <> M d King) ->
  in_check (set (set (brd q) f E) t (M (opp c) k)) (opp c) = false -> moves q <> [].
Proof.
  intros S G NP A O NK Safe; assert (X : In (Mv f t None) (moves q)); [|intros E0; rewrite E0 in X; destruct X].
  apply moves_ok; split; [apply man_moves with k; rewrite ?S; [exact G|now apply piece_goes|exact NK|tauto]|].
  unfold play; cbn [brd]; rewrite S; unfold play_board, is_ep; rewrite G; destruct k; try exact Safe; congruence.
Qed.

(* --- a knight against queens --- *)
Fixpoint upto (x : sq) (l : list sq) : list sq := match l with [] => [] | s :: l => if sq_eqb x s then [] else s :: upto x l end.
Definition knight_fact : bool :=
  forallb (fun ko => forallb (fun x => forallb (fun kc =>
    sq_eqb kc ko || sq_eqb kc x || sq_in kc (look king_t ko) ||
    existsb (fun u => negb (sq_eqb kc u) && negb (sq_eqb x u) && negb (sq_in x (look knight_t u)) && negb (sq_in kc (look king_t u)) &&
      existsb (fun d => sq_in x (ray_n 7 d u) && negb (sq_in ko (upto x (ray_n 7 d u))) && negb (sq_in kc (upto x (ray_n 7 d u)))) (orth ++ diag)) (look king_t ko))
    squares) (look knight_t ko)) squares.
Local Transparent squares.
Lemma knight_fact_ok : knight_fact = true. Proof. vm_compute; reflexivity. Qed.
Local Opaque squares.
Lemma sq_in_iff s l : sq_in s l = true <-> In s l.
Proof.
  unfold sq_in; rewrite existsb_exists; split; [intros (t & H & E0); apply sq_eqb_eq in E0; now subst|intros H; exists s; split; [exact H|apply sq_eqb_refl]].
Qed.
Lemma sq_in_no s l : sq_in s l = false <-> ~ In s l.
Proof. rewrite <- sq_in_iff; symmetry; apply not_true_iff_false. Qed.
(* the nearest man on a line *)
Lemma nearest b d x n : In d (orth ++ diag) -> forall u, In x (ray_n n d u) ->
  way b d u x \/ exists v, In v (upto x (ray_n n d u)) /\ get b v <> E /\ way b d v x.
Proof.
  intros Hd; induction n as [|n IH]; simpl; intros u; [tauto|]; destruct (step d u) as [w|] eqn:Sw; [|intros []]; intros H; simpl.
  destruct (sq_eqb x w) eqn:E0; [apply sq_eqb_eq in E0; subst w; left; now apply way_end|].
  destruct H as [->|H]; [rewrite sq_eqb_refl in E0; discriminate|]; destruct (IH w H) as [W|(v & V1 & V2 & V3)].
  - destruct (get b w) eqn:Gw; [left; now apply way_on with w|right; exists w; split; [now left|split; [congruence|exact W]]].
  - right; exists v; split; [now right|auto].
Qed.
Lemma upto_not x l : ~ In x (upto x l).
Proof. induction l as [|s l IH]; simpl; [tauto|]; destruct (sq_eqb x s) eqn:E0; [tauto|]; intros [->|H]; [rewrite sq_eqb_refl in E0; discriminate|auto]. Qed.

Section Mated.
  (* the side not to move, which stands safe, gives check *)
  Variables (q : pos) (c : colour) (kc ko : sq).
  Hypothesis S : side q = opp c.
  Hypothesis K : kings (brd q).
  Hypothesis Safe : in_check (brd q) c = false.
  Hypothesis Kc : get (brd q) kc = M c King.
  Hypothesis Uc : forall s, get (brd q) s = M c King -> s = kc.
  Hypothesis Ko : get (brd q) ko = M (opp c) King.
  Hypothesis Uo : forall s, get (brd q) s = M (opp c) King -> s = ko.
  Lemma apart : ~ In kc (look king_t ko).
  Proof. intros I; now apply (no_neighbours (brd q) c kc ko). Qed.
  Lemma kings_differ : kc <> ko.
  Proof. intros E0; rewrite E0, Ko in Kc; destruct c; discriminate. Qed.
  Lemma knight_gives_no_mate x : the_men (brd q) c <= 2 -> others (brd q) (opp c) Queen = 0 -> get (brd q) x = M c Knight ->
    In x (look knight_t ko) -> moves q <> [].
  Proof.
    intros H2 HQ Gx Nx; assert (Only : forall s j, get (brd q) s = M c j -> s = kc \/ s = x).
    { intros s j G; destruct (sq_eqb s kc) eqn:E1; [left; now apply sq_eqb_eq|]; destruct (sq_eqb s x) eqn:E2; [right; now apply sq_eqb_eq|exfalso].
      assert (L : length [kc; x; s] <= the_men (brd q) c); [|simpl in L; lia].
      apply at_most; [|intros y [<-|[<-|[<-|[]]]]; rewrite ?Kc, ?Gx, ?G; simpl; apply same_colour].
      constructor; [intros [E0|[E0|[]]]; [congruence|subst; rewrite sq_eqb_refl in E1; discriminate]|].
      constructor; [intros [E0|[]]; subst; rewrite sq_eqb_refl in E2; discriminate|constructor; [tauto|constructor]]. }
    pose proof knight_fact_ok as F; unfold knight_fact in F; rewrite forallb_forall in F; specialize (F ko (squares_all ko)).
    rewrite forallb_forall in F; specialize (F x Nx); rewrite forallb_forall in F; specialize (F kc (squares_all kc)).
    rewrite !orb_true_iff in F; destruct F as [[[F|F]|F]|F].
    - apply sq_eqb_eq in F; now apply kings_differ in F.
    - apply sq_eqb_eq in F; subst x; congruence.
    - apply sq_in_iff in F; now apply apart in F.
    - apply existsb_exists in F as (u & Iu & F); rewrite !andb_true_iff, !negb_true_iff in F; destruct F as [[[[F1 F2] F3] F4] F5].
      assert (Nc : kc <> u) by (intros ->; rewrite sq_eqb_refl in F1; discriminate).
      assert (Nx' : x <> u) by (intros ->; rewrite sq_eqb_refl in F2; discriminate).
      assert (Nu : u <> ko) by (intros ->; rewrite king_t_ok in Iu; pose proof (geo_irrefl c King ko) as X; apply X; simpl; rewrite king_t_ok; exact Iu).
      apply sq_in_no in F3, F4.
      destruct (get (brd q) u) as [|d k] eqn:Gu.
      + apply (steps_aside_ok q c ko S Ko), (king_steps (brd q) c ko Ko Uo u Iu Nu); [now rewrite Gu|unfold not_king; now rewrite Gu|].
        intros z j Gz _ Nz; destruct (Only z j Gz) as [->| ->]; [rewrite Kc in Gz|rewrite Gx in Gz]; inversion Gz; subst j; simpl in Nz; contradiction.
      + assert (Qn : forall v, get (brd q) v <> E -> v <> kc -> v <> x -> v <> ko -> get (brd q) v = M (opp c) Queen).
        { intros v Gv N1 N2 N3; destruct (get (brd q) v) as [|e j] eqn:G; [congruence|]; destruct (colour_eq_dec e c) as [->|Ne].
          - destruct (Only v j G) as [E0|E0]; congruence.
          - assert (e = opp c) as -> by (destruct e, c; congruence || reflexivity); destruct (others_kind _ _ _ v j HQ G) as [->| ->]; [|reflexivity].
            exfalso; apply N3; now apply Uo. }
        apply existsb_exists in F5 as (e & He & F5); rewrite !andb_true_iff, !negb_true_iff in F5; destruct F5 as [[R1 R2] R3]; apply sq_in_iff in R1; apply sq_in_no in R2, R3.
        assert (V : exists v, get (brd q) v = M (opp c) Queen /\ way (brd q) e v x).
        { destruct (nearest (brd q) e x 7 He u R1) as [W|(v & V1 & V2 & V3)].
          - exists u; split; [apply Qn; congruence|exact W].
          - exists v; split; [|exact V3]; apply Qn; [exact V2|intros ->; contradiction|intros ->; now apply upto_not in V1|intros ->; contradiction]. }
        destruct V as (v & Gv & W); assert (Dc : forall d, get (brd q) x <> M d King) by (intros d'; rewrite Gx; discriminate).
        apply (man_moves_to q c Queen v x S Gv); [discriminate|now apply queen_attacks with e|rewrite Gx; destruct c; reflexivity|exact Dc|].
        set (b' := set (set (brd q) v E) x (M (opp c) Queen)).
        assert (Vk : v <> ko) by congruence; assert (Xk : x <> ko) by congruence.
        assert (Gb : forall s, get b' s = if sq_eqb x s then M (opp c) Queen else if sq_eqb v s then E else get (brd q) s) by (intros s; unfold b'; rewrite !get_set; reflexivity).
        apply (no_checker b' c ko).
        * apply (stays_king c ko); [rewrite Gb, !sq_neq by assumption; exact Ko|].
          intros s Gs; rewrite Gb in Gs; destruct (sq_eqb x s); [discriminate|]; destruct (sq_eqb v s); [discriminate|]; now apply Uo.
        * intros z j Gz Nz; rewrite Gb in Gz; destruct (sq_eqb x z) eqn:E1; [inversion Gz; destruct c; discriminate|]; destruct (sq_eqb v z); [discriminate|].
          destruct (Only z j Gz) as [->| ->]; [rewrite Kc in Gz; inversion Gz; subst j; now apply apart|rewrite sq_eqb_refl in E1; discriminate].
  Qed.
End Mated.

(* --- bishops on squares of one colour --- *)
Definition bishop_fact : bool :=
  forallb (fun ko => forallb (fun d => match step (rev d) ko with
    | Some w => forallb (fun kc => sq_eqb kc ko || sq_in kc (look king_t ko) ||
        existsb (fun u => negb (eqb (light u) (light ko)) && negb (sq_eqb kc u) && negb (sq_in kc (look king_t u)) &&
          existsb (fun o => match step o u with Some v => sq_eqb v w | None => false end) orth) (look king_t ko)) squares
    | None => true end) diag) squares.
(* x stands before y in a list *)
Fixpoint before (x y : sq) (l : list sq) : bool := match l with [] => false | s :: l => if sq_eqb s x then true else if sq_eqb s y then false else before x y l end.
Definition crossing_fact : bool :=
  forallb (fun ko => forallb (fun d => forallb (fun e => (match d, e with (a, b), (x, y) => match a, x with Dec, Dec | Inc, Inc => match b, y with Dec, Dec | Inc, Inc => true | _, _ => false end | _, _ => false end end) ||
    forallb (fun f => forallb (fun y => negb (sq_eqb f y) && forallb (fun g => negb (sq_in y (ray_n 7 g f)) || before ko y (ray_n 7 g f)) diag)
      (ray_n 7 e ko)) (ray_n 7 d ko)) diag) diag) squares.
Local Transparent squares.
Lemma bishop_fact_ok : bishop_fact = true. Proof. vm_compute; reflexivity. Qed.
Lemma crossing_fact_ok : crossing_fact = true. Proof. vm_compute; reflexivity. Qed.
Local Opaque squares.
Lemma crossing ko d e f y : In d diag -> In e diag -> d <> e -> In f (ray_n 7 d ko) -> In y (ray_n 7 e ko) ->
  f <> y /\ forall g, In g diag -> In y (ray_n 7 g f) -> before ko y (ray_n 7 g f) = true.
Proof.
  intros Hd He N Hf Hy; pose proof crossing_fact_ok as F; unfold crossing_fact in F; rewrite forallb_forall in F; specialize (F ko (squares_all ko)).
  rewrite forallb_forall in F; specialize (F d Hd); rewrite forallb_forall in F; specialize (F e He); apply orb_true_iff in F as [F|F].
  - exfalso; apply N; clear - F; destruct d as [[] []], e as [[] []]; try discriminate; reflexivity.
  - rewrite forallb_forall in F; specialize (F f Hf); rewrite forallb_forall in F; specialize (F y Hy); apply andb_true_iff in F as [F1 F2]; split.
    + intros ->; rewrite sq_eqb_refl in F1; discriminate.
    + intros g Hg Iy; rewrite forallb_forall in F2; specialize (F2 g Hg); apply orb_true_iff in F2 as [F2|F2]; [|exact F2].
      apply negb_true_iff, sq_in_no in F2; contradiction.
Qed.
Lemma ray_of b d s t : In d (orth ++ diag) -> way b d s t -> In t (ray_n 7 d s).
Proof. intros Hd; induction 1 as [s t H|s u t H G W IH]; rewrite (ray_next d s Hd), H; [now left|right; exact IH]. Qed.
Lemma way_not_before b d s x y : In d (orth ++ diag) -> way b d s y -> get b x <> E -> x <> y -> before x y (ray_n 7 d s) = false.
Proof.
  intros Hd W Gx N; induction W as [s t H|s u t H G W IH]; rewrite (ray_next d s Hd), H; simpl.
  - rewrite (sq_neq t x) by congruence; now rewrite sq_eqb_refl.
  - rewrite (sq_neq u x) by congruence; destruct (sq_eqb u t); [reflexivity|auto].
Qed.
Lemma way_end_step b d s t : way b d s t -> exists w, step d w = Some t /\ (w = s \/ get b w = E).
Proof. induction 1 as [s t H|s u t H G W (w & H1 & H2)]; [exists s; auto|exists w; split; [exact H1|right; destruct H2 as [->|H2]; assumption]]. Qed.
Lemma diag_all d : In d diag -> In d (orth ++ diag). Proof. intros; apply in_or_app; auto. Qed.
Lemma orth_all d : In d orth -> In d (orth ++ diag). Proof. intros; apply in_or_app; auto. Qed.
Lemma diag_light b d s t : In d diag -> way b d s t -> light s = light t.
Proof.
  intros Hd W; apply (ray_of b d s t (diag_all d Hd)) in W; symmetry; apply (near_light s t); simpl; rewrite bishop_t_ok.
  apply in_concat; exists (ray_n 7 d s); split; [|exact W]; apply filter_In; split; [now apply (in_map (fun d => ray_n 7 d s))|].
  destruct (ray_n 7 d s); [destruct W|reflexivity].
Qed.
Lemma opened b b' d a s t : (forall u, get b' u = E -> u = a \/ get b u = E) -> way b' d s t -> way b d s t \/ way b' d a t.
Proof.
  intros Op W; induction W as [s t H|s u t H G W IH]; [left; now apply way_end|].
  destruct IH as [IH|IH]; [|now right]; destruct (Op u G) as [->|Gu]; [now right|left; now apply way_on with u].
Qed.
Lemma bishop_way b c s t : attacks b c Bishop s t -> exists d, In d diag /\ way b d s t.
Proof. intros A; inversion A; subst; eauto. Qed.

Lemma straight d s t : step (Same, d) s = Some t -> fst t = fst s.
Proof. unfold step; simpl; destruct (mv1 d (snd s)); intros H; inversion H; reflexivity. Qed.
Lemma ahead_light c s t : step (Same, fwd c) s = Some t -> light t <> light s.
Proof.
  intros H E0; pose proof (forall_sq (fun s => match step (Same, fwd c) s with Some t => negb (eqb (light t) (light s)) | None => true end)) as X; cbv beta in X.
  assert (Y := X ltac:(destruct c; vm_compute; reflexivity) s); rewrite H, E0, eqb_reflx in Y; discriminate.
Qed.
Lemma double_not_last c s u t : snd s = pawn_rank c -> step (Same, fwd c) s = Some u -> step (Same, fwd c) u = Some t -> snd t <> last_rank c.
Proof.
  destruct s as [x y], u as [x' y']; unfold step; simpl; intros ->; destruct c; simpl; intros H; inversion H; subst; simpl; intros H'; inversion H'; discriminate.
Qed.

Section Bishops.
  Variables (p : pos) (m : move) (l : bool) (kc ko : sq).
  Let c := side p.
  Let q := play p m.
  Hypothesis Calm : calm p.
  Hypothesis Hm : In m (moves p).
  Hypothesis Own : count (brd q) (off l c) = 0.
  Hypothesis Kc : get (brd q) kc = M c King.
  Hypothesis Uc : forall s, get (brd q) s = M c King -> s = kc.
  Hypothesis Ko : get (brd q) ko = M (opp c) King.
  Hypothesis Uo : forall s, get (brd q) s = M (opp c) King -> s = ko.
  (* bishops that check along two lines: one of them stood so before, or both were uncovered, or one moved over the king *)
  Lemma no_double d e s t : In d diag -> In e diag -> d <> e -> get (brd q) s = M c Bishop -> get (brd q) t = M c Bishop ->
    way (brd q) d s ko -> way (brd q) e t ko -> False.
  Proof.
    intros Hd He De Gs Gt Ws Wt; pose proof (calm_play p m Calm Hm) as [Sq _]; destruct Calm as [Sp Wp]; pose proof Hm as Hl; apply moves_ok in Hl as [Hl Safe].
    destruct Sp as (S1 & S2 & S3); destruct Hl as [k f y pr G Go NK Pr|h c' H1 H2 H3 H4 H5].
    2: { assert (X : get (brd q) (castle_rook_to c h) = M c Rook) by (unfold q; simpl; rewrite get_set, sq_eqb_refl; reflexivity).
         destruct (off_kind _ _ _ _ _ Own X) as [Y|[Y _]]; discriminate. }
    assert (Gy : exists j, get (brd q) y = M c j /\ j = match pr with Some x => x | None => k end).
    { unfold q; simpl; unfold play_board; rewrite get_set, sq_eqb_refl, G; destruct pr; eauto. }
    destruct Gy as (j & Gy & Ej).
    assert (NE : is_ep (brd p) f y = false).
    { apply not_true_iff_false; intros X; unfold is_ep in X; rewrite G in X; destruct k; try discriminate; apply andb_true_iff in X as [X1 X2].
      destruct pr as [x|]; [|destruct (off_kind _ _ _ _ _ Own Gy) as [Y|[Y _]]; congruence].
      destruct Pr as (_ & L & _); apply negb_true_iff in X1; inversion Go; subst; try congruence.
      - match goal with H : step _ _ = Some y |- _ => apply straight in H; rewrite H, (internal_ix_dec_lb _ _ eq_refl) in X1; discriminate end.
      - match goal with H : step _ f = Some ?u, H' : step _ ?u = Some y |- _ => apply straight in H, H'; rewrite H', H, (internal_ix_dec_lb _ _ eq_refl) in X1; discriminate end.
      - match goal with H : _ \/ ep p = Some y |- _ => destruct H as [Y0|Y0]; [destruct (get (brd p) y); [discriminate|discriminate]|] end.
        destruct (S2 y Y0) as [A B]; destruct (side p); simpl in L; congruence. }
    assert (Gb : forall u, get (brd q) u = if sq_eqb y u then M c j else if sq_eqb f u then E else get (brd p) u).
    { intros u; destruct (sq_eqb y u) eqn:E1; [apply sq_eqb_eq in E1; now subst u|]; unfold q; simpl; unfold play_board; rewrite NE, get_set, E1, get_set; reflexivity. }
    assert (Ky : y <> ko) by (intros E0; rewrite E0, Ko in Gy; inversion Gy; destruct c; discriminate).
    assert (Kp : get (brd p) ko = M (opp c) King).
    { pose proof Ko as X; rewrite Gb, (sq_neq y ko Ky) in X; destruct (sq_eqb f ko); [discriminate|exact X]. }
    assert (Fy : f <> y).
    { intros E0; apply dests_ok in Go; pose proof (dests_own (brd p) (side p) k (ep p) f y) as X; rewrite <- E0 in X at 2; rewrite G in X; simpl in X; rewrite same_colour in X.
      assert (true = false); [|discriminate]; apply X; [intros u Hu; now apply S1|exact Go]. }
    assert (Em : forall u, get (brd q) u = E -> u = f \/ get (brd p) u = E).
    { intros u Gu; rewrite Gb in Gu; destruct (sq_eqb y u); [discriminate|]; destruct (sq_eqb f u) eqn:E2; [left; symmetry; now apply sq_eqb_eq|now right]. }
    assert (No : forall z i, get (brd p) z = M c i -> ~ attacks (brd p) c i z ko).
    { intros z i Gz A; assert (X : in_check (brd p) (opp c) = true); [|unfold c in X; congruence]; apply in_check_ok; [exact S3|].
      exists ko, z, i; replace (opp (opp c)) with c by (destruct c; reflexivity); auto. }
    (* a checker that did not move was uncovered *)
    assert (Un : forall z g, In g diag -> get (brd q) z = M c Bishop -> way (brd q) g z ko -> z <> y -> way (brd q) g f ko).
    { intros z g Hg Gz W Nz; destruct (opened (brd p) (brd q) g f z ko Em W) as [W'|W']; [exfalso|exact W'].
      rewrite Gb, (sq_neq y z) in Gz by congruence; destruct (sq_eqb f z); [discriminate|]; apply (No z Bishop Gz); now apply bishop_attacks with g. }
    (* one moved to y from a line to the king *)
    assert (Mv' : forall g i, In g diag -> In i diag -> g <> i -> way (brd q) g f ko -> way (brd q) i y ko -> get (brd q) y = M c Bishop -> False).
    { intros g i Hg Hi Ngi Wf Wy By; apply way_rev in Wf, Wy.
      assert (Nr : rev g <> rev i) by (intros E0; apply Ngi; rewrite <- (rev_rev g), E0; apply rev_rev).
      destruct (crossing ko (rev g) (rev i) f y (rev_diag g Hg) (rev_diag i Hi) Nr) as [_ X];
        [apply (ray_of (brd q)); [apply diag_all, rev_diag, Hg|exact Wf]|apply (ray_of (brd q)); [apply diag_all, rev_diag, Hi|exact Wy]|].
      assert (Lf : light f = light y).
      { rewrite <- (diag_light _ _ _ _ (rev_diag g Hg) Wf), <- (diag_light _ _ _ _ (rev_diag i Hi) Wy); reflexivity. }
      assert (Di : exists a, In a diag /\ way (brd p) a f y).
      { assert (Ek : k = Bishop \/ k = Pawn) by (rewrite Gy in By; inversion By; subst j; destruct pr; [right; apply Pr|left; congruence]).
        destruct Ek as [->| ->]; [inversion Go; subst; [now apply bishop_way in H0|..]; congruence|].
        inversion Go as [? ? ? ? X'|? ? ? St|? ? u ? R0 Su _ St|? ? ? A _]; subst; [congruence| | |].
        - exfalso; eapply ahead_light; [eassumption|congruence].
        - exfalso; destruct pr as [x|]; [destruct Pr as (_ & L & _); exact (double_not_last _ _ _ _ R0 Su St L)|rewrite Gy in By; inversion By; congruence].
        - inversion A as [| | | | |? ? ? h0 Hh St']; subst; exists (h0, fwd (side p)); split; [|now apply way_end]; clear - Hh; destruct (side p), Hh as [->| ->]; simpl; tauto. }
      destruct Di as (a & Ha & Wa); specialize (X a Ha (ray_of _ _ _ _ (diag_all a Ha) Wa)).
      rewrite (way_not_before (brd p) a f ko y (diag_all a Ha) Wa) in X; [discriminate|rewrite Kp; discriminate|congruence]. }
    destruct (sq_eqb s y) eqn:Es; [apply sq_eqb_eq in Es; subst s|]; (destruct (sq_eqb t y) eqn:Et; [apply sq_eqb_eq in Et; subst t|]).
    - apply way_rev in Ws, Wt; destruct (crossing ko (rev d) (rev e) y y (rev_diag d Hd) (rev_diag e He)) as [X _]; [| | |now apply X].
      + intros E0; apply De; rewrite <- (rev_rev d), E0; apply rev_rev.
      + apply (ray_of (brd q)); [apply diag_all, rev_diag, Hd|exact Ws].
      + apply (ray_of (brd q)); [apply diag_all, rev_diag, He|exact Wt].
    - apply (Mv' e d He Hd (not_eq_sym De)); [|exact Ws|exact Gs]; apply (Un t); auto; intros ->; rewrite sq_eqb_refl in Et; discriminate.
    - apply (Mv' d e Hd He De); [|exact Wt|exact Gt]; apply (Un s); auto; intros ->; rewrite sq_eqb_refl in Es; discriminate.
    - assert (Ns : s <> y) by (intros ->; rewrite sq_eqb_refl in Es; discriminate); assert (Nt : t <> y) by (intros ->; rewrite sq_eqb_refl in Et; discriminate).
      pose proof (Un s d Hd Gs Ws Ns) as W1; pose proof (Un t e He Gt Wt Nt) as W2; apply way_rev in W1, W2.
      destruct (crossing ko (rev d) (rev e) f f (rev_diag d Hd) (rev_diag e He)) as [X _]; [| | |now apply X].
      + intros E0; apply De; rewrite <- (rev_rev d), E0; apply rev_rev.
      + apply (ray_of (brd q)); [apply diag_all, rev_diag, Hd|exact W1].
      + apply (ray_of (brd q)); [apply diag_all, rev_diag, He|exact W2].
  Qed.
  Lemma bishops_give_no_mate : count (brd q) (wrong l (opp c)) = 0 -> forall t, get (brd q) t = M c Bishop -> attacks (brd q) c Bishop t ko -> moves q <> [].
  Proof.
    intros Oth t Gt At; assert (S : side q = opp c) by apply side_play.
    destruct (calm_play p m Calm Hm) as [(_ & _ & K) Sf]; fold q in K, Sf; rewrite S in Sf; replace (opp (opp c)) with c in Sf by (destruct c; reflexivity).
    pose proof (apart q c kc ko K Sf Kc Ko) as Ap; assert (Kd : kc <> ko) by (intros E0; rewrite E0, Ko in Kc; inversion Kc as [X]; now apply opp_other in X).
    apply bishop_way in At as (d & Hd & W); pose proof (diag_light _ _ _ _ Hd W) as Lt.
    assert (Lk : light ko = l) by (destruct (off_kind _ _ _ _ _ Own Gt) as [X|[_ X]]; [discriminate|congruence]).
    destruct (way_end_step _ _ _ _ W) as (w & Sw & Ew); pose proof bishop_fact_ok as F; unfold bishop_fact in F; rewrite forallb_forall in F; specialize (F ko (squares_all ko)).
    rewrite forallb_forall in F; specialize (F d Hd); rewrite (proj1 (step_rev d w ko) Sw), forallb_forall in F; specialize (F kc (squares_all kc)).
    rewrite !orb_true_iff in F; destruct F as [[F|F]|F]; [apply sq_eqb_eq in F; contradiction|apply sq_in_iff in F; contradiction|].
    apply existsb_exists in F as (u & Iu & F); rewrite !andb_true_iff, !negb_true_iff in F; destruct F as [[[F1 F2] F3] F4]; apply sq_in_no in F3.
    assert (Lu : light u <> l) by (intros E0; rewrite E0, Lk, eqb_reflx in F1; discriminate).
    assert (Cu : kc <> u) by (intros ->; rewrite sq_eqb_refl in F2; discriminate).
    assert (Nu : u <> ko) by (intros ->; congruence).
    destruct (get (brd q) u) as [|e k] eqn:Gu.
    - apply (steps_aside_ok q c ko S Ko), (king_steps (brd q) c ko Ko Uo u Iu Nu); [now rewrite Gu|unfold not_king; now rewrite Gu|].
      intros z j Gz _ Nz; destruct (off_kind _ _ _ _ _ Own Gz) as [->|[-> Lz]]; [assert (z = kc) as -> by auto; simpl in Nz; contradiction|].
      apply near_light in Nz; congruence.
    - destruct (colour_eq_dec e c) as [->|Ne].
      { exfalso; destruct (off_kind _ _ _ _ _ Own Gu) as [->|[_ X]]; [apply Cu; symmetry; now apply Uc|contradiction]. }
      assert (e = opp c) as -> by (destruct e, c; congruence || reflexivity).
      apply existsb_exists in F4 as (o & Ho & F4); destruct (step o u) as [v|] eqn:So; [|discriminate]; apply sq_eqb_eq in F4; subst v.
      assert (Ek : k = Queen \/ k = Rook) by (destruct (wrong_kind _ _ _ _ _ Oth Gu) as [->|[->|[->|[_ X]]]]; [exfalso; apply Nu; now apply Uo|auto|auto|contradiction]).
      assert (Gw : get (brd q) w = E \/ get (brd q) w = M c Bishop) by (destruct Ew as [->|Ew]; auto).
      assert (Wk : w <> ko) by (intros ->; destruct Gw as [X|X]; rewrite Ko in X; [discriminate|inversion X; destruct c; discriminate]).
      apply (man_moves_to q c k u w S Gu); [destruct Ek; congruence| | | |].
      + destruct Ek as [->| ->]; [apply queen_attacks with o; [now apply orth_all|now apply way_end]|apply rook_attacks with o; [exact Ho|now apply way_end]].
      + destruct Gw as [-> | ->]; destruct c; reflexivity.
      + intros e Ge; destruct Gw as [X|X]; rewrite X in Ge; discriminate.
      + set (b' := set (set (brd q) u E) w (M (opp c) k)).
        assert (Gb : forall s, get b' s = if sq_eqb w s then M (opp c) k else if sq_eqb u s then E else get (brd q) s) by (intros s; unfold b'; rewrite !get_set; reflexivity).
        assert (NKk : k <> King) by (destruct Ek; congruence).
        assert (Kb : king_sq b' (opp c) = Some ko).
        { apply (stays_king c ko); [rewrite Gb, !sq_neq by assumption; exact Ko|].
          intros s Gs; rewrite Gb in Gs; destruct (sq_eqb w s); [inversion Gs; congruence|]; destruct (sq_eqb u s); [discriminate|]; now apply Uo. }
        apply not_true_iff_false; intros Ch; unfold in_check in Ch; rewrite Kb in Ch; replace (opp (opp c)) with c in Ch by (destruct c; reflexivity).
        apply attacked_ok in Ch as (z & j & Gz & Az); rewrite Gb in Gz; destruct (sq_eqb w z) eqn:E1; [inversion Gz; destruct c; discriminate|].
        destruct (sq_eqb u z) eqn:E2; [discriminate|]; destruct (off_kind _ _ _ _ _ Own Gz) as [->|[-> Lz]].
        * assert (z = kc) as -> by auto; inversion Az; subst; apply Ap; apply king_sym; rewrite king_t_ok; apply king1_in; eauto.
        * apply bishop_way in Az as (d2 & Hd2 & Wz).
          destruct (opened (brd q) b' d2 u z ko) as [Wq|Wq]; [|exact Wz| |].
          { intros v Gv; rewrite Gb in Gv; destruct (sq_eqb w v); [discriminate|]; destruct (sq_eqb u v) eqn:E3; [left; symmetry; now apply sq_eqb_eq|now right]. }
          -- destruct (way_end_step _ _ _ _ Wz) as (w2 & Sw2 & Ew2); assert (d <> d2) as Dn.
             { intros ->; assert (w2 = w) by (apply step_rev in Sw, Sw2; congruence); subst w2; destruct Ew2 as [->|Ew2]; [rewrite sq_eqb_refl in E1; discriminate|].
               rewrite Gb, sq_eqb_refl in Ew2; discriminate. }
             exact (no_double d d2 t z Hd Hd2 Dn Gt Gz W Wq).
          -- apply diag_light in Wq; [|exact Hd2]; congruence.
  Qed.
End Bishops.

(* --- no move mates, and it stays so --- *)
Theorem no_mate_after p m : calm p -> In m (moves p) -> material (brd (play p m)) (side p) -> checkmated (play p m) = false.
Proof.
  intros C Hm Ma; pose proof (calm_play p m C Hm) as [(S1 & S2 & K) Sf]; set (c := side p) in *; set (q := play p m) in *.
  assert (S : side q = opp c) by apply side_play; rewrite S in Sf; replace (opp (opp c)) with c in Sf by (destruct c; reflexivity).
  destruct Ma as [Li|[(M1 & M2 & M3)|(l & M1 & M2)]]; [now apply (no_mate q c S K Li Sf)|..];
  (apply not_true_iff_false; intros Mt; unfold checkmated in Mt; rewrite S in Mt; apply andb_true_iff in Mt as [Ch Mt]);
  (assert (NM : moves q = []) by (destruct (moves q); [reflexivity|discriminate])); clear Mt;
  destruct (king_at (brd q) c K) as (kc & _ & Kc & Uc); destruct (king_at (brd q) (opp c) K) as (ko & Fo & Ko & Uo); revert NM.
  - destruct (checker (brd q) c ko Ch Fo) as (t & Ht); apply attacker_near in Ht as (k & Gt & Nt).
    destruct (others_kind _ _ _ _ _ M2 Gt) as [->| ->]; [exfalso; assert (t = kc) as -> by auto; now apply (no_neighbours (brd q) c kc ko)|].
    exact (knight_gives_no_mate q c kc ko S K Sf Kc Uc Ko Uo t M1 M3 Gt Nt).
  - apply in_check_ok in Ch as (s & t & k & Gs & Gt & At); [|exact K]; replace (opp (opp c)) with c in * by (destruct c; reflexivity).
    assert (s = ko) as -> by auto; destruct (off_kind _ _ _ _ _ M1 Gt) as [->|[-> _]].
    + exfalso; assert (t = kc) as -> by auto; inversion At; subst; apply (no_neighbours (brd q) c kc ko K Sf Kc Ko), king_sym; rewrite king_t_ok; apply king1_in; eauto.
    + exact (bishops_give_no_mate p m l kc ko C Hm M1 Kc Uc Ko Uo M2 t Gt At).
Qed.
Lemma wrong_effect b c b' d l : effect b c b' -> count b' (wrong l d) <= count b (wrong l d).
Proof.
  apply phi_effect; [reflexivity| |].
  - intros s q Hq; unfold wrong; simpl; destruct (colour_beq d c) eqn:D; simpl; [|lia]; simpl in Hq; destruct Hq as [<-|[<-|[<-|[<-|[]]]]]; simpl; try lia; destruct (negb _); simpl; lia.
  - intros s t k H; unfold wrong; simpl; destruct k; simpl; rewrite ?andb_false_r; try reflexivity; now rewrite H.
Qed.
Lemma material_play p m c : sound p -> In m (moves p) -> material (brd p) c -> material (brd (play p m)) c.
Proof.
  intros S Hm [Li|H]; [left; now apply little_play|right]; destruct S as (G1 & G2 & G3).
  pose proof (moves_pseudo _ _ Hm) as Ps; pose proof (move_effect p m G1 G2 Ps) as Eff.
  destruct H as [(M1 & M2 & M3)|(l & M1 & M2)]; [left|right].
  - pose proof (others_effect _ _ _ c Knight ltac:(discriminate) Eff); pose proof (others_effect _ _ _ (opp c) Queen ltac:(discriminate) Eff); destruct (count_effect _ _ _ c Eff) as (X & _ & _); fold (the_men (brd (play p m)) c) in X; fold (the_men (brd p) c) in X.
    repeat split; lia.
  - exists l; pose proof (off_effect _ _ _ c l Eff); pose proof (wrong_effect _ _ _ (opp c) l Eff); split; lia.
Qed.
Theorem material_after p m c : calm p -> In m (moves p) -> material (brd (play p m)) c -> ~ can_win (play p m) c.
Proof.
  intros C Hm Ma (q & L & Mt); assert (X : exists r d, calm r /\ In d (moves r) /\ q = play r d /\ material (brd (play r d)) c).
  { clear Mt; induction L as [|r d L IH Hd]; [now exists p, m|]; destruct IH as (r' & d' & C' & Hd' & -> & Ma').
    pose proof (calm_play r' d' C' Hd') as C1; exists (play r' d'), d; split; [exact C1|split; [exact Hd|split; [reflexivity|]]].
    apply material_play; [apply C1|exact Hd|exact Ma']. }
  destruct X as (r & d & C' & Hd & -> & Ma'); destruct Mt as [M1 M2].
  assert (side r = c) as <- by (rewrite side_play in M1; destruct (side r), c; simpl in M1; congruence).
  rewrite (no_mate_after r d C' Hd Ma') in M2; discriminate.
Qed.

(* the position itself is no mate, since something can be played *)
Definition check_material (p : pos) (c : colour) : bool := has (moves p) && calm_b p && material_b (brd p) c.
Theorem check_material_sound p c : check_material p c = true -> ~ can_win p c.
Proof.
  unfold check_material; rewrite !andb_true_iff; intros [[H1 H2] H3] (q & L & Mt); apply calm_ok in H2; apply material_ok in H3.
  assert (X : q = p \/ exists m, In m (moves p) /\ Leads (play p m) q).
  { clear Mt; induction L as [|r d L IH Hd]; [now left|right]; destruct IH as [->|(m & Hm & IH)]; [exists d; split; [exact Hd|apply reach_init]|].
    exists m; split; [exact Hm|now apply reach_play]. }
  destruct X as [->|(m & Hm & X)].
  - destruct Mt as [_ M2]; unfold checkmated in M2; destruct (moves p); [discriminate|]; rewrite andb_false_r in M2; discriminate.
  - apply (material_after p m c H2 Hm); [|now exists q]; apply material_play; [apply H2|exact Hm|exact H3].
Qed.
