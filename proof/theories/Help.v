(* All games in which both sides help: to mate, or to stalemate, in so many plies; in a series one side moves alone. *)
From Coq Require Import List Bool Arith Lia PArith NArith. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves Tables Win Status ProofGame Closure.

(* what is asked: whether to mate, and for each length of a game whether after a move that is not the last the same side
   moves again *)
Inductive play_kind := InTurn | SeriesThenOne | Series.
Record stipulation := mkstip { how : play_kind; to_mate : bool; plies : nat }.
Definition schedule (h : play_kind) (n : nat) : list bool :=
  match h with InTurn => repeat false (n - 1) | SeriesThenOne => match n with S (S n) => repeat true n ++ [false] | _ => [] end | Series => repeat true (n - 1) end.
Definition lengths (s : stipulation) : list nat :=
  match how s with
  | InTurn => filter (fun n => Nat.eqb (Nat.modulo n 2) (Nat.modulo (plies s) 2)) (seq 1 (plies s))
  | SeriesThenOne => seq 2 (plies s - 1)
  | Series => seq 1 (plies s) end.

(* the position after a move that is not the last: in a series the same side goes on, unless it checks *)
Definition goes_on (again : bool) (q : pos) : option pos :=
  if again then if in_check (brd q) (side q) then None else Some (mkpos (brd q) (opp (side q)) (rts q) None) else Some q.
Definition reached (mate : bool) (q : pos) : Prop := moves q = [] /\ in_check (brd q) (side q) = mate.
Fixpoint solution (mate : bool) (sch : list bool) (p : pos) (l : list move) : Prop :=
  match sch, l with
  | [], [m] => In m (moves p) /\ reached mate (play p m)
  | again :: sch, m :: l => In m (moves p) /\ exists r, goes_on again (play p m) = Some r /\ solution mate sch r l
  | _, _ => False end.
Definition solves (s : stipulation) (p : pos) (l : list move) : Prop :=
  exists n, In n (lengths s) /\ solution (to_mate s) (schedule (how s) n) p l.

(* --- a line --- *)
Definition reached_b (mate : bool) (q : pos) : bool := eqb (in_check (brd q) (side q)) mate && negb (any_move (fun _ _ => true) q).
Lemma reached_ok mate q : reached_b mate q = true <-> reached mate q.
Proof.
  unfold reached_b, reached; rewrite andb_true_iff, eqb_true_iff, negb_true_iff, any_move_ok; destruct (moves q); simpl; intuition congruence.
Qed.
Fixpoint solution_b (mate : bool) (sch : list bool) (p : pos) (l : list move) : bool :=
  match sch, l with
  | [], [m] => allowed p m && reached_b mate (play p m)
  | again :: sch, m :: l => allowed p m && match goes_on again (play p m) with Some r => solution_b mate sch r l | None => false end
  | _, _ => false end.
Lemma solution_ok mate sch : forall p l, solution_b mate sch p l = true -> solution mate sch p l.
Proof.
  induction sch as [|again sch IH]; intros p [|m l]; simpl; try discriminate.
  - destruct l; [|discriminate]; rewrite andb_true_iff; intros [H1 H2]; split; [now apply allowed_ok|now apply reached_ok].
  - rewrite andb_true_iff; intros [H1 H2]; split; [now apply allowed_ok|]; destruct (goes_on again (play p m)) as [r|]; [|discriminate].
    exists r; split; [reflexivity|now apply IH].
Qed.

(* --- all of them --- *)
Fixpoint all_from (mate : bool) (sch : list bool) (p : pos) : list (list move) :=
  match sch with
  | [] => map (fun m => [m]) (filter (fun m => reached_b mate (play p m)) (moves p))
  | again :: sch => flat_map (fun m => match goes_on again (play p m) with Some r => map (cons m) (all_from mate sch r) | None => [] end) (moves p) end.
Lemma all_from_ok mate sch : forall p l, solution mate sch p l -> In l (all_from mate sch p).
Proof.
  induction sch as [|again sch IH]; intros p [|m l]; simpl; try tauto.
  - destruct l; [|tauto]; intros [H1 H2]; apply (in_map (fun m => [m])), filter_In; split; [exact H1|now apply reached_ok].
  - intros (H1 & r & H2 & H3); apply in_flat_map; exists m; split; [exact H1|]; rewrite H2; now apply in_map, IH.
Qed.
Lemma all_from_plain mate sch p : all_from mate sch (plain p) = all_from mate sch p.
Proof.
  destruct sch; simpl; rewrite plain_moves; [f_equal; apply filter_same; intros m _|apply flat_map_same; intros m]; now rewrite plain_play.
Qed.
(* What a look costs, and the ways in one ply, among the moves that give check; for stalemates all moves are looked at
   closely. Whether it ends so is asked before whether the move is legal. *)
Definition in_one (mate : bool) (p : pos) : N * nat :=
  let (cost, found) := if mate then look_over p else let l := pseudo_legal p in (end_price l, l) in
  (cost, length (filter (fun m => let q := play p m in
    eqb (in_check (brd q) (side q)) mate && (may p m q && negb (any_move (fun _ _ => true) q))) found)).
Lemma filter_both {A} (f g h : A -> bool) l : (forall x, h x = f x && g x) -> filter h l = filter g (filter f l).
Proof. intros E; induction l as [|x l IH]; simpl; [reflexivity|]; rewrite E, IH; destruct (f x); simpl; [destruct (g x)|]; reflexivity. Qed.
Lemma in_one_ok mate p : snd (in_one mate p) = length (all_from mate [] p).
Proof.
  set (h m := let q := play p m in eqb (in_check (brd q) (side q)) mate && (may p m q && negb (any_move (fun _ _ => true) q))).
  assert (A : length (all_from mate [] p) = length (filter h (pseudo_legal p))).
  { simpl; rewrite map_length, moves_may; f_equal; symmetry; apply filter_both; intros m; unfold h, reached_b; cbv zeta.
    destruct (may p m _); simpl; [reflexivity|apply andb_false_r]. }
  rewrite A; destruct mate; [|reflexivity]; unfold in_one; simpl; rewrite all_pseudo_as; f_equal; fold h; clear A; rewrite giving_check_as; unfold checking.
  assert (G : forall g, (forall m, In m (pseudo_legal p) -> h m = true -> g m = true) -> filter h (filter g (pseudo_legal p)) = filter h (pseudo_legal p)).
  { intros g; generalize (pseudo_legal p); induction l as [|m l IH]; simpl; intros H; [reflexivity|]; specialize (IH (fun m I => H m (or_intror I))).
    destruct (g m) eqn:X; simpl; rewrite IH; [reflexivity|]; destruct (h m) eqn:Y; [|reflexivity]; rewrite (H m (or_introl eq_refl) Y) in X; discriminate. }
  assert (C : forall m, In m (pseudo_legal p) -> h m = true -> In m (giving_check p [m])).
  { intros m I H; unfold h in H; cbv zeta in H; rewrite !andb_true_iff, eqb_true_iff in H; destruct H as (H1 & H2 & _).
    apply giving_check_ok; [rewrite moves_may; now apply filter_In|now left|exact H1]. }
  assert (C' := fun m I H => eq_ind _ (fun l => In m l) (C m I H) _ (giving_check_as p [m])); clear C; rename C' into C; unfold checking in C; destruct (ep p); [|destruct (king_sq _ _)]; apply G; intros m I H; specialize (C m I H); now apply filter_In in C.
Qed.
(* a number, and what it leaves of the purse, unless it is not known or costs more *)
Definition counted := N -> option (nat * N).
Definition counts (f : counted) (k : nat) : Prop := exists i j, f i = Some (k, j).
Definition known (k : nat) : counted := fun n => Some (k, n).
Lemma known_ok j k : counts (known j) k -> j = k.
Proof. intros (i & n & H); now inversion H. Qed.
Definition in_one_paid (mate : bool) (p : pos) : counted := fun n =>
  let (cost, k) := in_one mate p in match pay cost n with Some n => Some (k, n) | None => None end.
Lemma in_one_paid_ok mate p k : counts (in_one_paid mate p) k -> length (all_from mate [] p) = k.
Proof.
  intros (i & j & H); rewrite <- in_one_ok; unfold in_one_paid in H; destruct (in_one mate p) as [cost n]; destruct (pay cost i); inversion H; reflexivity.
Qed.
(* the sum *)
Fixpoint sum_of {A} (f : A -> counted) (l : list A) (s : nat) : counted := fun n =>
  match l with [] => Some (s, n) | x :: l => match f x n with Some (k, n) => sum_of f l (k + s) n | None => None end end.
Lemma sum_of_ok {A B} (f : A -> counted) (g : A -> list B) l : (forall x k, In x l -> counts (f x) k -> length (g x) = k) ->
  forall n s, counts (sum_of f l n) s -> length (flat_map g l) + n = s.
Proof.
  induction l as [|x l IH]; simpl; intros H n s (i & j & S); [now inversion S|]; destruct (f x i) as [[k m]|] eqn:F; [|discriminate].
  assert (X : length (flat_map g l) + (k + n) = s) by (apply IH; [intros y h I; apply H; now right|now exists m, j]).
  rewrite app_length, (H x k (or_introl eq_refl)); [lia|now exists i, m].
Qed.
(* with so many plies left there are so many ways; each position is plain, and no two are the same *)
Definition key := (pos * nat)%type.
Definition key_eqb (a b : key) : bool := Nat.eqb (snd a) (snd b) && pos_eqb (fst a) (fst b).
Section Nodes.
  Variable hash : pos -> positive.
  Definition table := PM.t (list (key * nat)).
  Definition hash_key (a : key) : positive := hash (fst a).
  Definition table_of (nodes : list (key * nat)) : table := build key nat hash_key nodes.
  (* what a node says; where none does, those in one ply are found by a look, as they are where a node of one ply is checked *)
  Definition ways (t : table) (mate : bool) (sch : list bool) (p : pos) (n : nat) : counted := fun i =>
    match lookup key nat hash_key key_eqb t (plain p, n), sch with
    | Some k, _ => Some (k, i)
    | None, [] => in_one_paid mate p i
    | None, _ => None end.
  Definition node_holds (t : table) (h : play_kind) (mate : bool) (e : key * nat) (i : N) : option N :=
    let '(p, n, k) := e in
    match (match schedule h n with
      | [] => in_one_paid mate p
      | again :: sch => sum_of (fun m => match goes_on again (play p m) with Some r => ways t mate sch r (n - 1) | None => known 0 end) (moves p) 0 end) i with
    | Some (s, i) => free (Nat.eqb s k) i | None => None end.
  Definition once (t : table) (nodes : list (key * nat)) : bool :=
    forallb (fun e => length (filter (fun x => key_eqb (fst e) (fst x)) (bucket key nat t (hash_key (fst e)))) =? 1) nodes.
  (* what is left of a purse of so much *)
  Definition check_nodes (h : play_kind) (mate : bool) (nodes : list (key * nat)) (i : N) : option N :=
    let t := table_of nodes in if once t nodes then all_paid (node_holds t h mate) nodes i else None.
  Definition truthful (h : play_kind) (mate : bool) (t : table) : Prop :=
    forall n p k, counts (ways t mate (schedule h n) p n) k -> length (all_from mate (schedule h n) p) = k.
  Lemma schedule_rest h n again sch : schedule h n = again :: sch -> sch = schedule h (n - 1).
  Proof.
    destruct h, n as [|[|[|n]]]; simpl; rewrite ?Nat.sub_0_r; intros H; inversion H; auto.
  Qed.
  Theorem check_nodes_sound h mate nodes i n : check_nodes h mate nodes i = Some n -> truthful h mate (table_of nodes).
  Proof.
    unfold check_nodes, truthful; cbv zeta; destruct (once _ nodes); [|discriminate]; intros H.
    assert (H' := all_paid_ok _ _ (ex_intro _ _ (ex_intro _ _ H))); clear H i n; intros n p k.
    remember (schedule h n) as sch eqn:E; revert n p k E; induction sch as [|again sch IH]; intros n p k E (i & j & W); unfold ways in W;
      (destruct (lookup _ _ _ _ _ _) as [s|] eqn:L; [inversion W; subst s; clear W|]).
    2: { apply in_one_paid_ok; now exists i, j. }
    3: discriminate.
    all: apply lookup_in in L; [|intros [q x] [r y] Q; apply andb_true_iff in Q as [Q1 Q2]; apply Nat.eqb_eq in Q1; apply pos_eqb_eq in Q2; simpl in *; now subst];
      apply H' in L as (i' & j' & L); unfold node_holds in L; rewrite <- E in L; rewrite <- all_from_plain.
    - destruct (in_one_paid mate _ i') as [[s x]|] eqn:S; [|discriminate]; unfold free in L; destruct (Nat.eqb s k) eqn:K; [|discriminate]; apply Nat.eqb_eq in K; subst s.
      apply in_one_paid_ok; now exists i', x.
    - destruct (sum_of _ _ _ i') as [[s x]|] eqn:S; [|discriminate]; unfold free in L; destruct (Nat.eqb s k) eqn:K; [|discriminate]; apply Nat.eqb_eq in K; subst s.
      simpl; rewrite <- (Nat.add_0_r (length _)); refine (sum_of_ok _ _ _ _ _ _ (ex_intro _ _ (ex_intro _ _ S))); intros m y _ F.
      destruct (goes_on again _) as [r|]; [|now apply known_ok in F]; rewrite map_length; symmetry in E; apply schedule_rest in E; now apply (IH (n - 1)).
  Qed.
End Nodes.
Definition moves_eqb (l k : list move) : bool := (length l =? length k) && forallb (fun e => move_eqb (fst e) (snd e)) (combine l k).
Definition listed (lines : list (list move)) (l : list move) : bool := existsb (moves_eqb l) lines.
Fixpoint distinct (lines : list (list move)) : bool := match lines with [] => true | l :: lines => negb (listed lines l) && distinct lines end.
Lemma distinct_ok lines : distinct lines = true -> NoDup lines.
Proof.
  induction lines as [|l lines IH]; simpl; [constructor|]; rewrite andb_true_iff, negb_true_iff; intros [H1 H2]; constructor; [|auto].
  intros I; assert (X : listed lines l = true); [|congruence]; apply existsb_exists; exists l; split; [exact I|].
  unfold moves_eqb; rewrite Nat.eqb_refl; simpl; clear; induction l as [|m l IH]; simpl; [reflexivity|]; rewrite IH, andb_true_r; now apply move_eqb_eq.
Qed.
Definition is_line (s : stipulation) (p : pos) (l : list move) : bool :=
  existsb (fun n => (n =? length l) && solution_b (to_mate s) (schedule (how s) n) p l) (lengths s).
(* that these are solutions, and no two the same *)
Definition check_lines (s : stipulation) (p : pos) (lines : list (list move)) : bool := distinct lines && forallb (is_line s p) lines.
Theorem check_lines_sound s p lines : check_lines s p lines = true -> NoDup lines /\ forall l, In l lines -> solves s p l.
Proof.
  intros H; apply andb_true_iff in H as [Di Li]; split; [now apply distinct_ok|]; intros l I; rewrite forallb_forall in Li; specialize (Li l I).
  unfold is_line in Li; apply existsb_exists in Li as (n & In1 & Li); apply andb_true_iff in Li as [_ Li]; exists n; split; [exact In1|now apply solution_ok].
Qed.
(* and that there are no others; what is left of the purse *)
Definition check_help (hash : pos -> positive) (t : table) (s : stipulation) (p : pos) (lines : list (list move)) (i : N) : option N :=
  if check_lines s p lines then
    match sum_of (fun n => ways hash t (to_mate s) (schedule (how s) n) p n) (lengths s) 0 i with Some (k, i) => free (length lines =? k) i | None => None end
  else None.
Theorem check_help_sound hash t s p lines : truthful hash (how s) (to_mate s) t -> paid (check_help hash t s p lines) ->
  NoDup lines /\ forall l, solves s p l <-> In l lines.
Proof.
  unfold check_help; intros T (i & j & H); destruct (check_lines s p lines) eqn:Li; [|discriminate]; apply check_lines_sound in Li as [Di Li]; split; [exact Di|].
  destruct (sum_of _ _ _ i) as [[k x]|] eqn:S; [|discriminate]; unfold free in H; destruct (length lines =? k) eqn:K; [|discriminate]; apply Nat.eqb_eq in K; subst k.
  assert (X : counts (sum_of (fun n => ways hash t (to_mate s) (schedule (how s) n) p n) (lengths s) 0) (length lines)) by (now exists i, x).
  apply (sum_of_ok _ (fun n => all_from (to_mate s) (schedule (how s) n) p)) in X; [|intros n k _; apply T].
  assert (A : forall l, solves s p l -> In l (flat_map (fun n => all_from (to_mate s) (schedule (how s) n) p) (lengths s))).
  { intros l (n & I & So); apply in_flat_map; exists n; split; [exact I|now apply all_from_ok]. }
  intros l; split; [|apply Li]; intros So; refine (NoDup_length_incl Di _ (fun k I => A k (Li k I)) l (A l So)); lia.
Qed.
(* set play: if the side to move passes over its first move *)
Definition passed (p : pos) : pos := mkpos (brd p) (opp (side p)) (rts p) None.
Definition set_play_of (s : stipulation) : stipulation := mkstip InTurn (to_mate s) (plies s - 1).
