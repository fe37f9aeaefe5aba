(* All games in which both sides help: to mate, or to stalemate, in so many plies; in a series one side moves alone. *)
From Coq Require Import List Bool Arith Lia PArith NArith. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves Tables Win ProofGame Closure.

(* what is asked: whether to mate, and for each length of a game whether after a move that is not the last the same side
   moves again *)
Inductive play_kind := InTurn | SeriesThenOne | Series.
Record stipulation := mkstip { how : play_kind; to_mate : bool; plies : nat }.
Definition schedule (h : play_kind) (n : nat) : list bool :=
  match h with InTurn => repeat false (n - 1) | SeriesThenOne => repeat true (n - 2) ++ [false] | Series => repeat true (n - 1) end.
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
Lemma solution_plain mate sch p l : solution mate sch p l -> solution mate sch (plain p) l.
Proof.
  destruct sch, l as [|m l]; simpl; try tauto; [destruct l; [|tauto]|]; rewrite plain_moves, plain_play; auto.
Qed.

(* --- all of them --- *)
Section All.
  Variable hash : pos -> positive.
  Variable mate : bool.
  (* moves that may still be tried; for each length that is left, positions from which there is no solution *)
  Definition budget := (N * list known)%type.
  Definition found := option (budget * list (list move)).
  Definition follow (rest : budget -> pos -> found) (again : bool) (p : pos) (st : found) (m : move) : found :=
    match st with
    | None => None
    | Some ((n, ts), l) =>
        if (n =? 0)%N then None else
        match goes_on again (play p m) with
        | None => Some ((N.pred n, ts), l)
        | Some r => match rest (N.pred n, ts) r with None => None | Some (s, k) => Some (s, map (cons m) k ++ l) end end end.
  Fixpoint all_from (sch : list bool) (s : budget) (p : pos) : found :=
    match sch with
    | [] => let ms := moves p in let k := N.of_nat (length ms) in
        if (fst s <? k)%N then None else Some (((fst s - k)%N, snd s), map (fun m => [m]) (filter (fun m => reached_b mate (play p m)) ms))
    | again :: sch =>
        let t := hd (PM.empty _) (snd s) in
        if mem hash t (plain p) then Some (s, []) else
        match fold_left (follow (all_from sch) again p) (moves p) (Some ((fst s, tl (snd s)), [])) with
        | None => None
        | Some ((n, ts), l) => Some ((n, match l with [] => put hash t (plain p) | _ => t end :: ts), l) end end.
  Fixpoint barren (sch : list bool) (ts : list known) : Prop :=
    match sch with [] => True | again :: rest => (forall p, has_pos (hd (PM.empty _) ts) p -> forall l, ~ solution mate sch p l) /\ barren rest (tl ts) end.
  Lemma follow_all sch again p : (forall s q s' k, barren sch (snd s) -> all_from sch s q = Some (s', k) -> barren sch (snd s') /\ forall l, solution mate sch q l -> In l k) ->
    forall ms s acc s' k, barren sch (snd s) -> fold_left (follow (all_from sch) again p) ms (Some (s, acc)) = Some (s', k) ->
    barren sch (snd s') /\ (forall l, In l acc -> In l k) /\ forall m r l, In m ms -> goes_on again (play p m) = Some r -> solution mate sch r l -> In (m :: l) k.
  Proof.
    intros IH; assert (No : forall ms, fold_left (follow (all_from sch) again p) ms None = None) by (induction ms; simpl; auto).
    induction ms as [|m ms IHm]; intros [n ts] acc s' k Ba F; cbn [fold_left follow] in F.
    - inversion F; subst; split; [exact Ba|split; [auto|intros m r l []]].
    - destruct (n =? 0)%N; [rewrite No in F; discriminate|]; destruct (goes_on again (play p m)) as [r|] eqn:Go.
      + destruct (all_from sch (N.pred n, ts) r) as [[s1 k1]|] eqn:Al; [|rewrite No in F; discriminate].
        destruct (IH (N.pred n, ts) _ _ _ Ba Al) as [B1 C1]; destruct (IHm _ _ _ _ B1 F) as (B2 & A2 & C2); split; [exact B2|split; [intros l Il; apply A2, in_or_app; now right|]].
        intros m' r' l [<-|Im] Go' So; [|now apply (C2 m' r' l)]; rewrite Go in Go'; inversion Go'; subst r'; apply A2, in_or_app; left; apply in_map; now apply C1.
      + destruct (IHm (N.pred n, ts) acc s' k Ba F) as (B2 & A2 & C2); split; [exact B2|split; [exact A2|]].
        intros m' r' l [<-|Im] Go' So; [congruence|now apply (C2 m' r' l)].
  Qed.
  Theorem all_from_ok sch : forall s p s' k, barren sch (snd s) -> all_from sch s p = Some (s', k) -> barren sch (snd s') /\ forall l, solution mate sch p l -> In l k.
  Proof.
    induction sch as [|again sch IH]; intros s p s' k Ba F; cbn [all_from] in F; cbv zeta in F.
    - destruct (fst s <? _)%N; [discriminate|]; inversion F; subst; split; [exact I|]; intros [|m [|m2 l]]; simpl; try tauto; intros [H1 H2].
      apply (in_map (fun m => [m])); apply filter_In; split; [exact H1|now apply reached_ok].
    - destruct Ba as [B1 B2]; destruct (mem hash (hd (PM.empty _) (snd s)) (plain p)) eqn:Me.
      + inversion F; subst; split; [split; assumption|]; intros l So; apply mem_ok in Me; exfalso; apply (B1 _ Me l); now apply solution_plain.
      + destruct (fold_left _ (moves p) _) as [[[n ts] k1]|] eqn:Fo; [|discriminate]; inversion F; subst; clear F.
        destruct (follow_all sch again p IH (moves p) (fst s, tl (snd s)) [] _ _ B2 Fo) as (B3 & _ & C3); cbn [snd] in *.
        assert (Co : forall l, solution mate (again :: sch) p l -> In l k).
        { intros [|m l]; simpl; [tauto|]; intros (H1 & r & H2 & H3); now apply (C3 m r l). }
        split; [|exact Co]; split; [|exact B3]; simpl hd; intros q Hq l So; destruct k as [|x k]; [|exact (B1 q Hq l So)].
        apply put_has in Hq as [->|Hq]; [|exact (B1 q Hq l So)].
        assert (So' : solution mate (again :: sch) p l); [|exact (Co l So')].
        destruct l as [|m l]; simpl in So |- *; [tauto|]; rewrite plain_moves, plain_play in So; exact So.
  Qed.
  (* for one length after the other *)
  Fixpoint all_lengths (h : play_kind) (ns : list nat) (b : N) (p : pos) : option (list (list move)) :=
    match ns with
    | [] => Some []
    | n :: ns => match all_from (schedule h n) (b, []) p with
        | Some ((b, _), k) => option_map (app k) (all_lengths h ns b p)
        | None => None end end.
  Lemma barren_none sch : barren sch [].
  Proof. induction sch as [|a sch IH]; simpl; [exact I|]; split; [intros p (h & H); unfold bucket in H; simpl in H; rewrite PM.gempty in H; destruct H|exact IH]. Qed.
  Lemma all_lengths_ok h ns : forall b p k, all_lengths h ns b p = Some k -> forall n l, In n ns -> solution mate (schedule h n) p l -> In l k.
  Proof.
    induction ns as [|n ns IH]; intros b p k F n' l I So; [destruct I|]; cbn [all_lengths] in F.
    destruct (all_from (schedule h n) (b, []) p) as [[[b1 ts] k1]|] eqn:Al; [|discriminate].
    destruct (all_lengths h ns b1 p) as [k2|] eqn:Re; [|discriminate]; inversion F; subst; apply in_or_app; destruct I as [<-|I].
    - left; destruct (all_from_ok _ (b, []) _ _ _ (barren_none (schedule h n)) Al) as [_ C]; now apply C.
    - right; now apply (IH b1 p k2 Re n').
  Qed.
End All.
Definition moves_eqb (l k : list move) : bool := (length l =? length k) && forallb (fun e => move_eqb (fst e) (snd e)) (combine l k).
Lemma moves_eqb_eq l : forall k, moves_eqb l k = true -> l = k.
Proof.
  unfold moves_eqb; induction l as [|m l IH]; intros [|n k]; simpl; try discriminate; [reflexivity|]; rewrite !andb_true_iff; intros (H1 & H2 & H3).
  apply move_eqb_eq in H2; subst n; f_equal; apply IH; rewrite H1; exact H3.
Qed.
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
(* None: too many moves would have to be tried *)
Definition check_help (hash : pos -> positive) (s : stipulation) (p : pos) (lines : list (list move)) : option bool :=
  if check_lines s p lines then option_map (forallb (listed lines)) (all_lengths hash (to_mate s) (how s) (lengths s) 2000000%N p) else Some false.
Theorem check_help_sound hash s p lines : check_help hash s p lines = Some true -> NoDup lines /\ forall l, solves s p l <-> In l lines.
Proof.
  unfold check_help; destruct (check_lines s p lines) eqn:Li; [|discriminate]; apply check_lines_sound in Li as [Di Li]; destruct (all_lengths _ _ _ _ _ p) as [k|] eqn:Al; [|discriminate]; simpl; intros H; split; [exact Di|]; intros l.
  inversion H as [Hk]; rewrite forallb_forall in Hk; split; [|apply Li].
  intros (n & I & So); pose proof (all_lengths_ok _ _ _ _ _ _ _ Al n l I So) as X; apply Hk in X; unfold listed in X; apply existsb_exists in X as (x & X1 & X2).
  apply moves_eqb_eq in X2; now subst x.
Qed.
(* set play: if the side to move passes over its first move *)
Definition passed (p : pos) : pos := mkpos (brd p) (opp (side p)) (rts p) None.
Definition set_play_of (s : stipulation) : stipulation := mkstip InTurn (to_mate s) (plies s - 1).
