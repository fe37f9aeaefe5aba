(* Forced wins: what strategies and refutations of standard chess prove. *)
From Coq Require Import List Bool Arith Lia PArith. Import ListNotations.
From Arbiter Require Import Board Moves Games Search Unmoves Tables.

(* Moves one after the other, no further than is needed *)
Definition legal (p : pos) (q : pos) : bool := negb (in_check (brd q) (side p)).
Definition any_move (f : move -> pos -> bool) (p : pos) : bool :=
  let g m := let q := play p m in legal p q && f m q in
  existsb (fun s => existsb g (moves_from p s)) squares || existsb (fun h => castle_ok p h && g (Castle h)) [true; false].
Definition all_moves (f : move -> pos -> bool) (p : pos) : bool := negb (any_move (fun m q => negb (f m q)) p).
Lemma existsb_ext_in {A} (f g : A -> bool) l : (forall x, In x l -> f x = g x) -> existsb f l = existsb g l.
Proof. induction l as [|x l IH]; simpl; intros H; [reflexivity|]; rewrite H, IH; auto. Qed.
Lemma existsb_filter {A} (f g : A -> bool) l : existsb f (filter g l) = existsb (fun x => g x && f x) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]; destruct (g x); simpl; now rewrite IH. Qed.
Lemma existsb_flat_map {A B} (f : B -> bool) (g : A -> list B) l : existsb f (flat_map g l) = existsb (fun x => existsb f (g x)) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]; now rewrite existsb_app, IH. Qed.
Lemma existsb_map {A B} (f : B -> bool) (g : A -> B) l : existsb f (map g l) = existsb (fun x => f (g x)) l.
Proof. induction l as [|x l IH]; simpl; [reflexivity|]; now rewrite IH. Qed.
Lemma any_move_ok f p : any_move f p = existsb (fun m => f m (play p m)) (moves p).
Proof.
  unfold any_move, moves, pseudo; rewrite existsb_filter, existsb_app, existsb_flat_map, existsb_map, existsb_filter; reflexivity.
Qed.
Lemma all_moves_ok f p : all_moves f p = forallb (fun m => f m (play p m)) (moves p).
Proof.
  unfold all_moves; rewrite any_move_ok; induction (moves p) as [|m l IH]; simpl; [reflexivity|].
  rewrite negb_orb, negb_involutive; now rewrite IH.
Qed.

(* Checkmate, and winning at once *)
Definition is_mated (q : pos) : bool := in_check (brd q) (side q) && negb (any_move (fun _ _ => true) q).
Lemma is_mated_ok q : is_mated q = checkmated q.
Proof. unfold is_mated, checkmated; rewrite any_move_ok; destruct (moves q); reflexivity. Qed.
Definition mates p m := is_mated (play p m).
Definition no_capture (p : pos) (m : move) := false.
Definition mates_now (p : pos) : bool := any_move (fun _ q => is_mated q) p.
Lemma mates_now_ok p m : In m (moves p) -> mates p m = true -> mates_now p = true.
Proof. intros H1 H2; unfold mates_now; rewrite any_move_ok; apply existsb_exists; exists m; auto. Qed.

(* The side to move mates within k plies, whatever the other side does *)
Definition W := Wins pos move moves play (fun p m => checkmated (play p m)) no_capture.
Definition W' := Wins pos move moves play mates no_capture.
Lemma W_same k p : W k p <-> W' k p.
Proof.
  assert (E : forall p m, mates p m = checkmated (play p m)) by (intros; apply is_mated_ok).
  split; induction 1; try (eapply wins_now; [eassumption|]; rewrite ?E in *; assumption); eapply wins_later; eassumption.
Qed.
Definition short := 5.
Definition left_out := left_out pos move no_capture any_move all_moves mates_now short.

Definition snode := (pos * (nat * move))%type.
Definition rnode := (pos * (option nat * option move))%type.
Section Check.
  Variable hash : pos -> positive.
  Definition check_strategy (nodes : list snode) (p : pos) (k : nat) : bool :=
    let find := lookup pos _ hash pos_eqb (build pos _ hash nodes) in
    match find p with Some (j, _) => j <=? k | None => false end &&
    forallb (fun n => match n with (q, (j, m)) => strategy_node pos move moves play mates no_capture find move_in q j m end) nodes.
  Theorem check_strategy_sound nodes p k : check_strategy nodes p k = true -> W k p.
  Proof.
    unfold check_strategy; cbv zeta; intros H; apply andb_true_iff in H as [H1 H2].
    destruct (lookup _ _ _ _ _ p) as [[j m]|] eqn:F in H1; [|discriminate]; apply Nat.leb_le in H1.
    apply W_same; apply Wins_mono with j; [|assumption]; eapply strategy_sound with (move_in := move_in) (m := m); [exact move_in_ok| |exact F].
    intros q i n Hf; apply lookup_in in Hf; [|exact pos_eqb_eq]; rewrite forallb_forall in H2; exact (H2 _ Hf).
  Qed.
  Variable hopeless : pos -> bool.
  Definition check_refutation (nodes : list rnode) (p : pos) (b : option nat) : bool :=
    let find := lookup pos _ hash pos_eqb (build pos _ hash nodes) in
    held pos move moves play mates hopeless find left_out b p &&
    forallb (fun n => match n with (q, (c, a)) => refutation_node pos move moves play mates no_capture hopeless move_in find left_out q c a end) nodes.
  Theorem check_refutation_sound nodes p b : (forall p k, hopeless p = true -> ~ W k p) ->
    check_refutation nodes p b = true -> forall k, holds_for b k -> ~ W k p.
  Proof.
    unfold check_refutation; cbv zeta; intros Hh H; apply andb_true_iff in H as [H1 H2].
    intros k Hk; rewrite W_same; eapply refutation_sound with (move_in := move_in) (hopeless := hopeless); [exact move_in_ok| | | |exact H1|exact Hk].
    - intros q j Hq; rewrite <- W_same; now apply Hh.
    - intros c q Hl; apply left_out_ok with (any_move := any_move) (all_moves := all_moves) (wins_now := mates_now) (most := short);
      [exact any_move_ok|exact all_moves_ok|exact mates_now_ok|exact Hl].
    - intros q c a Hf; apply lookup_in in Hf; [|exact pos_eqb_eq]; rewrite forallb_forall in H2; exact (H2 _ Hf).
  Qed.
End Check.
