(* The other games: chess without pawns, the 4x4 games, Gardner's and Los Alamos minichess. Rules, status, forced wins.
   A small board is the corner a1 of the usual one, with walls. *)
From Coq Require Import List Bool Arith Lia PArith NArith. Import ListNotations.
From Arbiter Require Import Board Moves Games Search WinCheck Unmoves Tables Win Status.

(* --- rule sets --- *)
Inductive ruleset := Pawnless | Simplified | SimplifiedPawns | Gardner | LosAlamos.
Definition last_ix (g : ruleset) : ix :=
  match g with Pawnless => I8 | Simplified | SimplifiedPawns => I4 | Gardner => I5 | LosAlamos => I6 end.
Definition royal (g : ruleset) : kind := match g with Simplified | SimplifiedPawns => Queen | _ => King end.
(* the royal may be taken, which wins; elsewhere checkmate wins *)
Definition takeable (g : ruleset) : bool := match g with Simplified | SimplifiedPawns => true | _ => false end.
Definition promotes_to (g : ruleset) : list kind :=
  match g with Pawnless | Simplified => [] | SimplifiedPawns => [Rook; Bishop; Knight] | Gardner => [Queen; Rook; Bishop; Knight]
  | LosAlamos => [Queen; Rook; Knight] end.
Definition in_game (g : ruleset) (k : kind) : bool :=
  match k with
  | King => negb (takeable g) | Queen | Rook | Knight => true
  | Bishop => match g with LosAlamos => false | _ => true end
  | Pawn => match promotes_to g with [] => false | _ => true end end.

(* --- the board within its walls --- *)
Definition number (i : ix) : nat := match i with I1 => 1 | I2 => 2 | I3 => 3 | I4 => 4 | I5 => 5 | I6 => 6 | I7 => 7 | I8 => 8 end.
Definition within (n : ix) (s : sq) : bool := (number (fst s) <=? number n) && (number (snd s) <=? number n).
Fixpoint up_to_wall (n : ix) (l : list sq) : list sq := match l with [] => [] | s :: l => if within n s then s :: up_to_wall n l else [] end.
Record geometry := mkgeo { all_squares : list sq; rook_ways : v8 (v8 (list (list sq))); bishop_ways : v8 (v8 (list (list sq)));
  knight_steps : v8 (v8 (list sq)); king_steps : v8 (v8 (list sq)) }.
Definition geometry_of (n : ix) : geometry :=
  mkgeo (filter (within n) squares)
    (table (fun s => filter Board.nonempty (map (up_to_wall n) (look rook_t s))))
    (table (fun s => filter Board.nonempty (map (up_to_wall n) (look bishop_t s))))
    (table (fun s => filter (within n) (look knight_t s))) (table (fun s => filter (within n) (look king_t s))).
Definition geo4 := Eval vm_compute in geometry_of I4.
Definition geo5 := Eval vm_compute in geometry_of I5.
Definition geo6 := Eval vm_compute in geometry_of I6.
Definition geo8 := Eval vm_compute in geometry_of I8.
Definition geo_of (g : ruleset) : geometry := match last_ix g with I4 => geo4 | I5 => geo5 | I6 => geo6 | _ => geo8 end.
Lemma geo_of_ok g : geo_of g = geometry_of (last_ix g).
Proof. destruct g; vm_compute; reflexivity. Qed.

(* --- positions and moves --- *)
Record vpos := mkv { vbrd : board; vside : colour }.
Definition vmove := move. (* no castling among them *)
Section Rules.
  Variable g : ruleset.
  Let geo := geo_of g.
  Definition top (c : colour) : ix := match c with White => last_ix g | Black => I1 end.
  Definition ahead c s : list sq := filter (within (last_ix g)) (olist (step (Same, fwd c) s)).
  Definition diagonals c s : list sq := filter (within (last_ix g)) (pawn_caps c s).
  Definition goes (b : board) (c : colour) (k : kind) (s : sq) : list sq :=
    match k with
    | King => leap b c (look (king_steps geo) s) | Knight => leap b c (look (knight_steps geo) s)
    | Rook => slides b c (look (rook_ways geo) s) | Bishop => slides b c (look (bishop_ways geo) s)
    | Queen => slides b c (look (rook_ways geo) s) ++ slides b c (look (bishop_ways geo) s)
    | Pawn => filter (fun t => is_empty (get b t)) (ahead c s) ++ filter (fun t => is_colour (opp c) (get b t)) (diagonals c s) end.
  Definition moves_by c k s t : list move :=
    if kind_beq k Pawn && ix_beq (snd t) (top c) then map (fun q => Mv s t (Some q)) (promotes_to g) else [Mv s t None].
  (* the enemy royal is no target where it may not be taken *)
  Definition target (b : board) c t : bool := takeable g || negb (is_man (opp c) (royal g) (get b t)).
  Definition vmoves_from (p : vpos) (s : sq) : list move :=
    match get (vbrd p) s with
    | M c k => if colour_beq c (vside p)
        then flat_map (fun t => if target (vbrd p) c t then moves_by c k s t else []) (goes (vbrd p) c k s) else []
    | E => [] end.
  Definition vpseudo (p : vpos) : list move := flat_map (vmoves_from p) (all_squares geo).
  Definition vplay (p : vpos) (m : move) : vpos :=
    match m with
    | Mv f t pr => let x := get (vbrd p) f in
        mkv (set (set (vbrd p) f E) t (match pr, x with Some q, M c _ => M c q | _, _ => x end)) (opp (vside p))
    | Castle _ => p end.
  (* the men of a side that attack a square *)
  Definition vattackers (b : board) (c : colour) (s : sq) : list sq :=
    of_kinds b c [Rook; Queen] (flat_map (first_at b) (look (rook_ways geo) s)) ++
    of_kinds b c [Bishop; Queen] (flat_map (first_at b) (look (bishop_ways geo) s)) ++
    of_kinds b c [Knight] (look (knight_steps geo) s) ++ of_kinds b c [King] (look (king_steps geo) s) ++
    of_kinds b c [Pawn] (diagonals (opp c) s).
  Definition royal_at (b : board) c : option sq := find (fun s => is_man c (royal g) (get b s)) (all_squares geo).
  Definition vcheckers (b : board) (c : colour) : list sq :=
    match royal_at b c with Some s => vattackers b (opp c) s | None => [] end.
  Definition royal_attacked (b : board) c : bool := has (vcheckers b c).
  Definition takes_royal (p : vpos) (m : move) : bool :=
    match m with Mv _ t _ => is_man (opp (vside p)) (royal g) (get (vbrd p) t) | Castle _ => false end.
  Definition vsafe (p : vpos) (m : move) : bool := takes_royal p m || negb (royal_attacked (vbrd (vplay p m)) (vside p)).
  Definition safe_moves (p : vpos) : list move := filter (vsafe p) (vpseudo p).
  (* the moves that may be played *)
  Definition playable (p : vpos) (m : move) : bool := takeable g || vsafe p m.
  Definition vmoves (p : vpos) : list move := filter (playable p) (vpseudo p).

  (* --- status --- *)
  Definition vstatus_is (p : vpos) (a : answer) : Prop :=
    let attacked := royal_attacked (vbrd p) (vside p) in
    match a with
    | Safe => attacked = false /\ exists m, In m (vmoves p)
    | Check => attacked = true /\ exists m, In m (safe_moves p)
    | Checkmate => attacked = true /\ safe_moves p = []
    | Stalemate => attacked = false /\ vmoves p = []
    end.
  Definition vrefutes (p : vpos) (m : move) (s : sq) : bool :=
    negb (takes_royal p m) && sq_in s (vcheckers (vbrd (vplay p m)) (vside p)).
  Definition vall_refuted (p : vpos) (given : list (move * sq)) : bool :=
    let ms := vpseudo p in
    (length given =? length ms) && forallb (fun m => existsb (fun e => move_eqb m (fst e) && vrefutes p m (snd e)) given) ms.
  Lemma vall_refuted_ok p given : vall_refuted p given = true -> safe_moves p = [].
  Proof.
    unfold vall_refuted; cbv zeta; intros H; apply andb_true_iff in H as [_ H]; rewrite forallb_forall in H.
    destruct (safe_moves p) as [|m l] eqn:E; [reflexivity|]; assert (M : In m (safe_moves p)) by (rewrite E; now left).
    unfold safe_moves in M; apply filter_In in M as [M1 M2]; specialize (H m M1); apply existsb_exists in H as ([n s] & _ & H).
    apply andb_true_iff in H as [_ H]; simpl in H; unfold vrefutes in H; unfold vsafe, royal_attacked in M2.
    apply andb_true_iff in H as [H1 H2]; apply negb_true_iff in H1; rewrite H1 in M2; simpl in M2; apply sq_in_has in H2; rewrite H2 in M2; discriminate.
  Qed.
  Definition vcheck_status (p : vpos) (a : answer) (named : list sq) (e : evidence) : bool :=
    let ch := vcheckers (vbrd p) (vside p) in
    same_squares named ch && eqb (has ch) (attacked_in a) &&
    match a, e with
    | Safe, ByMove m => move_in m (vmoves p)
    | Check, ByMove m => move_in m (safe_moves p)
    | Checkmate, ByRefuted l => vall_refuted p l
    | Stalemate, ByRefuted l => (negb (takeable g) || negb (has (vpseudo p))) && vall_refuted p l
    | _, _ => false
    end.
  Theorem vcheck_status_sound p a named e : vcheck_status p a named e = true -> vstatus_is p a.
  Proof.
    unfold vcheck_status, vstatus_is, royal_attacked; cbv zeta; intros H; rewrite !andb_true_iff in H; destruct H as [[_ H1] H2].
    apply eqb_prop in H1; destruct a, e; simpl in *; try discriminate; split; try assumption;
    try (eexists; apply move_in_ok; eassumption); try (now apply vall_refuted_ok in H2).
    apply andb_true_iff in H2 as [H2 H3]; apply vall_refuted_ok in H3; unfold vmoves, playable, safe_moves in *.
    destruct (takeable g); simpl in *; [|exact H3]; destruct (vpseudo p); [reflexivity|discriminate].
  Qed.

  (* --- forced wins --- *)
  Definition vany_move (f : move -> vpos -> bool) (p : vpos) : bool :=
    let h m := let q := vplay p m in
      (takeable g || (takes_royal p m || negb (royal_attacked (vbrd q) (vside p)))) && f m q in
    existsb (fun s => existsb h (vmoves_from p s)) (all_squares geo).
  Lemma vany_move_ok f p : vany_move f p = existsb (fun m => f m (vplay p m)) (vmoves p).
  Proof. unfold vany_move, vmoves, vpseudo; rewrite existsb_filter, existsb_flat_map; reflexivity. Qed.
  Definition vin_order (p : vpos) : list move := ordered (fun s => if within (last_ix g) s then vmoves_from p s else []) None [].
  Definition vmay (p : vpos) (m : move) (q : vpos) : bool := takeable g || (takes_royal p m || negb (royal_attacked (vbrd q) (vside p))).
  Lemma vmay_ok p m : In m (vin_order p) -> vmay p m (vplay p m) = true -> In m (vmoves p).
  Proof.
    intros H L; apply filter_In; split; [|exact L]; apply ordered_in in H as [[s H]|[]]; destruct (within _ s) eqn:I; [|destruct H].
    apply in_flat_map; exists s; split; [unfold geo; rewrite geo_of_ok; apply filter_In; split; [apply squares_all|exact I]|exact H].
  Qed.
  Definition vcheckmated (q : vpos) : bool := royal_attacked (vbrd q) (vside q) && negb (has (vmoves q)).
  Definition vis_mated (q : vpos) : bool := royal_attacked (vbrd q) (vside q) && negb (vany_move (fun _ _ => true) q).
  Lemma vis_mated_ok q : vis_mated q = vcheckmated q.
  Proof. unfold vis_mated, vcheckmated; rewrite vany_move_ok; destruct (vmoves q); reflexivity. Qed.
  (* a move wins at once: it takes the royal, or gives checkmate *)
  Definition wins_at_once (p : vpos) (m : move) : bool := if takeable g then takes_royal p m else vcheckmated (vplay p m).
  Definition wins_fast (p : vpos) (m : move) : bool := if takeable g then takes_royal p m else vis_mated (vplay p m).
  Lemma wins_fast_ok p m : wins_fast p m = wins_at_once p m.
  Proof. unfold wins_fast, wins_at_once; now rewrite vis_mated_ok. Qed.
  Lemma vmay_all p m : In m (vmoves p) -> vmay p m (vplay p m) = true.
  Proof. intros H; apply filter_In in H as [_ H]; exact H. Qed.
  (* A look: the pseudo-legal moves are found that take the royal, or give check *)
  Definition vlook_over (p : vpos) : N * list move :=
    let l := vpseudo p in
    let found := filter (fun m => if takeable g then takes_royal p m else let q := vplay p m in royal_attacked (vbrd q) (vside q)) l in
    (look_price l found, found).
  Definition vkey_cost (p : vpos) (m : move) : N := key_price (vpseudo (vplay p m)).
  Lemma vlook_over_ok p m : In m (vmoves p) -> wins_fast p m = true -> In m (snd (vlook_over p)).
  Proof.
    unfold wins_fast; intros H1 H2; apply filter_In in H1 as [H1 _]; apply filter_In; split; [exact H1|]; destruct (takeable g); [exact H2|].
    now apply andb_true_iff in H2 as [H2 _].
  Qed.
  (* The side to move wins within k plies; its own royal is not taken on the way. *)
  Definition VW := Wins vpos move vmoves vplay wins_at_once takes_royal.
  Definition vpos_eqb (p q : vpos) : bool := board_eqb (vbrd p) (vbrd q) && colour_beq (vside p) (vside q).
  Lemma vpos_eqb_eq p q : vpos_eqb p q = true -> p = q.
  Proof.
    unfold vpos_eqb; rewrite andb_true_iff, board_eqb_eq, colour_beq_eq; destruct p, q; simpl; intros [-> ->]; reflexivity.
  Qed.
  Definition vallowed (p : vpos) (m : move) : bool := move_in m (vmoves p).
  Lemma vallowed_ok p m : vallowed p m = true -> In m (vmoves p).
  Proof. apply move_in_ok. Qed.
  (* the first moves that win *)
  Definition vkey := first_wins vpos move vmoves vplay wins_at_once takes_royal.
  Definition vwinning (hopeless : option nat -> vpos -> bool) : method vpos move :=
    winning vpos move vmoves vplay wins_fast takes_royal vallowed vany_move vlook_over vin_order vmay hopeless (fun _ _ => false).
  Theorem vwinning_proves hopeless : (forall b p, hopeless b p = true -> forall k, holds_for b k -> ~ VW k p) -> proves vkey (vwinning hopeless).
  Proof.
    intros H; apply told_proves; [exact wins_fast_ok|exact vallowed_ok|exact vany_move_ok|exact vlook_over_ok|exact vmay_all|exact vmay_ok|exact H|discriminate].
  Qed.
  Theorem VW_key k p : VW k p <-> exists m, vkey k p m.
  Proof. apply Wins_first. Qed.

  (* --- valid positions --- *)
  Definition vvalid (p : vpos) : bool :=
    let n := last_ix g in
    forallb (fun s => match get (vbrd p) s with E => true | M c k =>
      within n s && in_game g k && negb (kind_beq k Pawn && ix_beq (snd s) (top c)) end) squares &&
    forallb (fun c => length (filter (fun s => is_man c (royal g) (get (vbrd p) s)) squares) =? 1) [White; Black] &&
    match g with Gardner | LosAlamos => negb (royal_attacked (vbrd p) (opp (vside p))) | _ => true end.
End Rules.
