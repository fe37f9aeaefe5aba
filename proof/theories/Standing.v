(* The pawns of a board, file by file, with those that have promoted on the file at the ends; and what single moves make of
   these lists. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Instant Legality Files Origins Ranges Lists Tariffs States.
Local Arguments Nat.sub : simpl never.

(* --- the pawns of a file as a side sees them, lowest first --- *)
Definition item c r x : list pawn := match x with M d Pawn => [(if colour_beq d c then White else Black, S (ahead d r))] | _ => [] end.
Definition ranks_of c : list ix := match c with White => all8 | Black => rev all8 end.
Definition view c (b : board) f : list pawn := flat_map (fun r => item c r (get b (f, r))) (ranks_of c).
Definition below c (b : board) f r : list pawn := flat_map (fun r => item c r (get b (f, r))) (firstn (ahead c r) (ranks_of c)).
Definition above c (b : board) f r : list pawn := flat_map (fun r => item c r (get b (f, r))) (skipn (S (ahead c r)) (ranks_of c)).
Lemma view_split c b f r : view c b f = below c b f r ++ item c r (get b (f, r)) ++ above c b f r.
Proof.
  unfold view, below, above; assert (E : ranks_of c = firstn (ahead c r) (ranks_of c) ++ r :: skipn (S (ahead c r)) (ranks_of c)) by (destruct c, r; reflexivity).
  rewrite E at 1; now rewrite flat_map_app.
Qed.
Lemma flat_map_same {A B} (g h : A -> list B) l : (forall x, In x l -> g x = h x) -> flat_map g l = flat_map h l.
Proof. induction l as [|x l IH]; intros H; simpl; [reflexivity|]; rewrite (H x), IH; [reflexivity| |now left]; intros y I; apply H; now right. Qed.
Lemma below_same c b b' f r : (forall q, ahead c q < ahead c r -> item c q (get b (f, q)) = item c q (get b' (f, q))) -> below c b f r = below c b' f r.
Proof. intros H; apply flat_map_same; intros q I; apply H; destruct c, r; simpl in I; intuition (subst; simpl; lia). Qed.
Lemma above_same c b b' f r : (forall q, ahead c r < ahead c q -> item c q (get b (f, q)) = item c q (get b' (f, q))) -> above c b f r = above c b' f r.
Proof. intros H; apply flat_map_same; intros q I; apply H; destruct c, r; simpl in I; intuition (subst; simpl; lia). Qed.
Lemma view_same c b b' f : (forall r, item c r (get b (f, r)) = item c r (get b' (f, r))) -> view c b f = view c b' f.
Proof. intros H; apply flat_map_same; auto. Qed.
Lemma other_file (b : board) (s : sq) x f r : f <> fst s -> get (set b s x) (f, r) = get b (f, r).
Proof. intros N; rewrite get_set, sq_neq; [reflexivity|]; intros ->; now apply N. Qed.
Lemma other_rank (b : board) f q x r : r <> q -> get (set b (f, q) x) (f, r) = get b (f, r).
Proof. intros N; rewrite get_set, sq_neq; [reflexivity|]; congruence. Qed.
Definition plain x := match x with M _ Pawn => false | _ => true end.
Lemma plain_item c r x : plain x = true -> item c r x = []. Proof. destruct x as [|d []]; simpl; congruence. Qed.
Lemma view_plain c b s x f : plain (get b s) = true -> plain x = true -> view c (set b s x) f = view c b f.
Proof.
  intros P X; apply view_same; intros r; rewrite get_set; destruct (sq_eqb s (f, r)) eqn:Q; [|reflexivity]; apply sq_eqb_eq in Q; subst s; now rewrite !plain_item.
Qed.
Lemma seen_view c b f : seen c (view White b f) = view c b f.
Proof.
  destruct c; [reflexivity|]; unfold seen, turned, view, ranks_of.
  assert (G : forall l, rev (map turn (flat_map (fun r => item White r (get b (f, r))) l)) = flat_map (fun r => item Black r (get b (f, r))) (rev l)).
  { induction l as [|r l IH]; simpl; [reflexivity|]; rewrite map_app, rev_app_distr, IH, flat_map_app; simpl; rewrite app_nil_r; f_equal; destruct (get b (f, r)) as [|[] []]; reflexivity. }
  apply G.
Qed.

(* --- each stands higher than those below --- *)
Lemma item_height c r x y : In y (item c r x) -> height y = S (ahead c r) /\ snd y <= 8.
Proof. destruct x as [|d []]; simpl; try tauto; intros [<-|[]]; pose proof (ahead_le d r); simpl; split; [|lia]; destruct c, d, r; reflexivity. Qed.
Fixpoint rising c h (l : list ix) : Prop := match l with [] => True | r :: l => h <= ahead c r /\ rising c (S (ahead c r)) l end.
Lemma items_up c b f l : forall h, rising c h l -> up (S h) (flat_map (fun r => item c r (get b (f, r))) l).
Proof.
  induction l as [|r l IH]; intros h R; simpl in *; [exact I|]; destruct R as [R1 R2]; specialize (IH _ R2); assert (Up : up (S h) (flat_map (fun r => item c r (get b (f, r))) l)) by (apply up_weak with (S (S (ahead c r))); [exact IH|lia]).
  pose proof (item_height c r (get b (f, r))) as X; destruct (item c r (get b (f, r))) as [|y [|z m]] eqn:E; [exact Up| |exfalso; destruct (get b (f, r)) as [|d []]; discriminate].
  destruct (X y (or_introl eq_refl)) as [H1 H2]; pose proof (ahead_le c r); simpl; rewrite H1; repeat split; try lia; exact IH.
Qed.
Lemma view_up c b f : up 1 (view c b f).
Proof. apply items_up; destruct c; simpl; lia. Qed.
Lemma below_up c b f r : up 1 (below c b f r).
Proof. apply items_up; destruct c, r; simpl; lia. Qed.
Lemma below_lower c b f r y : In y (below c b f r) -> height y < S (ahead c r).
Proof.
  unfold below; rewrite in_flat_map; intros (q & I & J); apply item_height in J as [-> _]; assert (ahead c q < ahead c r) by (destruct c, r; simpl in I; intuition (subst; simpl; lia)); lia.
Qed.

(* --- with those that have promoted --- *)
Definition ghosts := colour -> ix -> nat.
Definition stand (g : ghosts) c (b : board) f : list pawn := framed (g (opp c) f) (view c b f) (g c f).
Lemma turned_app l m : turned (l ++ m) = turned m ++ turned l.
Proof. unfold turned; now rewrite map_app, rev_app_distr. Qed.
Lemma ends_more c n : ends c n ++ [(c, 8)] = (c, 8) :: ends c n.
Proof. induction n as [|n IH]; [reflexivity|]; exact (f_equal (cons (c, 8)) IH). Qed.
Lemma turned_ends c n : turned (ends c n) = ends (opp c) n.
Proof. induction n as [|n IH]; [reflexivity|]; change (ends c (S n)) with ([(c, 8)] ++ ends c n); rewrite turned_app, IH; exact (ends_more (opp c) n). Qed.
Lemma seen_stand g c b f : seen c (stand g White b f) = stand g c b f.
Proof.
  destruct c; [reflexivity|]; unfold stand, framed; rewrite <- (seen_view Black b f); unfold seen at 1; rewrite !turned_app, !turned_ends, <- app_assoc; reflexivity.
Qed.
(* a pawn on a square, in the list *)
Lemma stand_pawn g c b f r : get b (f, r) = M c Pawn ->
  stand g c b f = (ends Black (g (opp c) f) ++ below c b f r) ++ (White, S (ahead c r)) :: (above c b f r ++ ends White (g c f)).
Proof. intros G; unfold stand, framed; rewrite (view_split c b f r), G; cbn [item]; replace (colour_beq c c) with true by (destruct c; reflexivity); rewrite <- !app_assoc; reflexivity. Qed.
Lemma stand_enemy g c b f r : get b (f, r) = M (opp c) Pawn ->
  stand g c b f = (ends Black (g (opp c) f) ++ below c b f r) ++ (Black, 8 - ahead c r) :: (above c b f r ++ ends White (g c f)).
Proof.
  intros G; unfold stand, framed; rewrite (view_split c b f r), G; cbn [item]; replace (colour_beq (opp c) c) with false by (destruct c; reflexivity); rewrite <- !app_assoc; simpl.
  replace (S (ahead (opp c) r)) with (8 - ahead c r) by (destruct c, r; reflexivity); reflexivity.
Qed.
Lemma stand_none g c b f r : plain (get b (f, r)) = true -> stand g c b f = (ends Black (g (opp c) f) ++ below c b f r) ++ (above c b f r ++ ends White (g c f)).
Proof. intros P; unfold stand, framed; rewrite (view_split c b f r), (plain_item _ _ _ P); rewrite <- !app_assoc; reflexivity. Qed.
Lemma stand_firm g c b f r : get b (f, r) = M c Pawn -> firm (ends Black (g (opp c) f) ++ below c b f r) (S (ahead c r)) (above c b f r ++ ends White (g c f)).
Proof.
  intros G; unfold firm; rewrite <- (stand_pawn g c b f r G); split; [apply settle_framed, view_up|split; [apply room_framed, view_up|]].
  apply push_framed; [apply below_up|intros x I; exact (below_lower c b f r x I)|pose proof (ahead_le c r); lia].
Qed.
(* one that has just promoted *)
Lemma above_last c b f : above c b f (last_rank c) = []. Proof. destruct c; reflexivity. Qed.
Lemma stand_ghost g g' c b f : plain (get b (f, last_rank c)) = true -> g' (opp c) f = g (opp c) f -> g' c f = S (g c f) ->
  stand g' c b f = (ends Black (g (opp c) f) ++ below c b f (last_rank c)) ++ (White, 8) :: (above c b f (last_rank c) ++ ends White (g c f)).
Proof. intros P G1 G2; rewrite (stand_none g' c b f (last_rank c) P), G1, G2, (above_last c b f); reflexivity. Qed.
Lemma ghost_firm g g' c b f : plain (get b (f, last_rank c)) = true -> g' (opp c) f = g (opp c) f -> g' c f = S (g c f) ->
  firm (ends Black (g (opp c) f) ++ below c b f (last_rank c)) 8 (above c b f (last_rank c) ++ ends White (g c f)).
Proof.
  intros P G1 G2; unfold firm; rewrite <- (stand_ghost g g' c b f P G1 G2); split; [apply settle_framed, view_up|split; [apply room_framed, view_up|]].
  apply push_framed; [apply below_up|intros x I; apply (below_lower c b f (last_rank c) x) in I; replace (ahead c (last_rank c)) with 7 in I by (destruct c; reflexivity); lia|auto].
Qed.
Lemma stand_same g g' c b b' f : (forall r, get b (f, r) = get b' (f, r)) -> (forall d, g d f = g' d f) -> stand g c b f = stand g' c b' f.
Proof. intros H G; unfold stand; rewrite !G; f_equal; apply view_same; intros r; now rewrite H. Qed.
Lemma stand_view g c b b' f : view c b f = view c b' f -> stand g c b f = stand g c b' f.
Proof. unfold stand; now intros ->. Qed.

(* --- a pawn goes on along its file --- *)
Lemma below_over c b b' f r q : ahead c r < ahead c q -> get b' (f, r) = E -> (forall i, ahead c r < ahead c i < ahead c q -> get b' (f, i) = E) ->
  (forall i, ahead c i < ahead c r -> get b (f, i) = get b' (f, i)) -> below c b' f q = below c b f r.
Proof.
  intros L Er Eb Eq; rewrite (below_same c b b' f r) by (intros i Hi; f_equal; now apply Eq); unfold below.
  assert (G : forall l, (forall i, In i l -> get b' (f, i) = E) -> flat_map (fun r => item c r (get b' (f, r))) l = []).
  { induction l as [|i l IH]; intros H; simpl; [reflexivity|]; rewrite (H i), IH; [reflexivity| |now left]; intros j I; apply H; now right. }
  assert (X : firstn (ahead c q) (ranks_of c) = firstn (ahead c r) (ranks_of c) ++ skipn (ahead c r) (firstn (ahead c q) (ranks_of c))).
  { rewrite <- (firstn_skipn (ahead c r) (firstn (ahead c q) (ranks_of c))) at 1; rewrite firstn_firstn, Nat.min_l by lia; reflexivity. }
  rewrite X, flat_map_app, (G (skipn _ _)), app_nil_r; [reflexivity|]; intros i I.
  assert (Ri : i = r \/ ahead c r < ahead c i < ahead c q) by (clear - I L; destruct c, r, q; simpl in L; try lia; simpl in I; intuition (subst; simpl; auto; right; lia)).
  destruct Ri as [->|Ri]; auto.
Qed.
Lemma above_over c b b' f r q : ahead c r < ahead c q -> (forall i, ahead c r < ahead c i <= ahead c q -> get b (f, i) = E) ->
  (forall i, ahead c q < ahead c i -> get b (f, i) = get b' (f, i)) -> above c b f r = above c b' f q.
Proof.
  intros L Eb Eq; rewrite <- (above_same c b b' f q) by (intros i Hi; f_equal; now apply Eq); unfold above.
  assert (G : forall l, (forall i, In i l -> get b (f, i) = E) -> flat_map (fun r => item c r (get b (f, r))) l = []).
  { induction l as [|i l IH]; intros H; simpl; [reflexivity|]; rewrite (H i), IH; [reflexivity| |now left]; intros j I; apply H; now right. }
  assert (X : skipn (S (ahead c r)) (ranks_of c) = firstn (ahead c q - ahead c r) (skipn (S (ahead c r)) (ranks_of c)) ++ skipn (S (ahead c q)) (ranks_of c)).
  { clear - L; destruct c, r, q; simpl in L; try lia; reflexivity. }
  rewrite X, flat_map_app, (G (firstn _ _)); [reflexivity|]; intros i I; apply Eb; clear - I L; destruct c, r, q; simpl in L; try lia; simpl in I; intuition (subst; simpl; lia).
Qed.
(* how it is seen by White *)
Definition rises (br : bars) (g g' : ghosts) (b b' : board) : Prop := forall f, wide (fun c => closed br c f) (stand g White b f) (stand g' White b' f).
Lemma rises_on br g b c f r q : get b (f, r) = M c Pawn -> ahead c r < ahead c q < 7 -> (forall i, ahead c r < ahead c i <= ahead c q -> get b (f, i) = E) ->
  rises br g g b (set (set b (f, r) E) (f, q) (M c Pawn)).
Proof.
  intros G L Em h; set (b' := set (set b (f, r) E) (f, q) (M c Pawn)); destruct (ix_beq h f) eqn:Q.
  - apply internal_ix_dec_bl in Q; subst h; rewrite <- (seen_seen c (stand g White b f)), <- (seen_seen c (stand g White b' f)); apply wide_seen; rewrite !seen_stand.
    assert (Nq : r <> q) by (intros ->; lia); assert (Gq : get b' (f, q) = M c Pawn) by (unfold b'; rewrite get_set, sq_eqb_refl; reflexivity).
    assert (Gr : get b' (f, r) = E) by (unfold b'; rewrite other_rank, get_set, sq_eqb_refl by auto; reflexivity).
    assert (Go : forall i, i <> r -> i <> q -> get b (f, i) = get b' (f, i)) by (intros i N1 N2; unfold b'; rewrite !other_rank by auto; reflexivity).
    rewrite (stand_pawn g c b f r G), (stand_pawn g c b' f q Gq), (below_over c b b' f r q), (above_over c b b' f r q); try lia.
    + apply Forall2_app; [apply wide_refl|constructor; [split; [split; simpl; [reflexivity|lia]|simpl; lia]|apply wide_refl]].
    + exact Em.
    + intros i Hi; apply Go; intros ->; lia.
    + exact Gr.
    + intros i Hi; rewrite <- Go; [apply Em; lia| |]; intros ->; lia.
    + intros i Hi; apply Go; intros ->; lia.
  - assert (N : h <> f) by (intros ->; rewrite (internal_ix_dec_lb f f eq_refl) in Q; discriminate); rewrite (stand_same g g White b b' h); [apply wide_refl| |auto].
    intros i; unfold b'; rewrite !other_file by (simpl; auto); reflexivity.
Qed.
