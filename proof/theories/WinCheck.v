(* Lists of nodes, strategies and refutations, checked: in any game, with a table of positions. *)
From Coq Require Import List Bool Arith Lia PArith. Import ListNotations.
From Arbiter Require Import Games Search Tables.

Section WinCheck.
  Variables (pos move : Type) (moves : pos -> list move) (play : pos -> move -> pos).
  Variables at_once captures : pos -> move -> bool.
  Variable allowed : pos -> move -> bool.
  Hypothesis allowed_ok : forall p m, allowed p m = true -> In m (moves p).
  Variable eqb : pos -> pos -> bool.
  Hypothesis eqb_eq : forall p q, eqb p q = true -> p = q.
  Variable hash : pos -> positive.
  Let W := Wins pos move moves play at_once captures.
  Definition snode := (pos * (nat * move))%type.
  Definition rnode := (pos * (option nat * option move))%type.
  (* no position twice *)
  Definition once {A} (nodes : list (pos * A)) : bool :=
    let t := build pos A hash nodes in
    forallb (fun n => length (filter (fun e => eqb (fst e) (fst n)) (bucket pos A t (hash (fst n)))) =? 1) nodes.

  Definition check_strategy (nodes : list snode) (p : pos) (k : nat) : bool :=
    let find := lookup pos _ hash eqb (build pos _ hash nodes) in
    match find p with Some (j, _) => j <=? k | None => false end &&
    forallb (fun n => match n with (q, (j, m)) => strategy_node pos move moves play at_once captures find allowed q j m end) nodes.
  Theorem check_strategy_sound nodes p k : check_strategy nodes p k = true -> W k p.
  Proof.
    unfold check_strategy; cbv zeta; intros H; apply andb_true_iff in H as [H1 H2].
    destruct (lookup _ _ _ _ _ p) as [[j m]|] eqn:F in H1; [|discriminate]; apply Nat.leb_le in H1.
    apply Wins_mono with j; [|assumption]; eapply strategy_sound with (allowed := allowed) (m := m); [exact allowed_ok| |exact F].
    intros q i n Hf; apply lookup_in in Hf; [|exact eqb_eq]; rewrite forallb_forall in H2; exact (H2 _ Hf).
  Qed.

  Variables any_move all_moves : (move -> pos -> bool) -> pos -> bool.
  Hypothesis any_move_ok : forall f p, any_move f p = existsb (fun m => f m (play p m)) (moves p).
  Hypothesis all_moves_ok : forall f p, all_moves f p = forallb (fun m => f m (play p m)) (moves p).
  Variable wins_now : pos -> bool.
  Hypothesis wins_now_ok : forall p m, In m (moves p) -> at_once p m = true -> wins_now p = true.
  (* claims about the defender of at most so many plies need no node *)
  Definition short := 5.
  Definition left_out := left_out pos move captures any_move all_moves wins_now short.
  Variable hopeless : pos -> bool.
  Definition check_refutation (nodes : list rnode) (p : pos) (b : option nat) : bool :=
    let find := lookup pos _ hash eqb (build pos _ hash nodes) in
    held pos move moves play at_once hopeless find left_out b p &&
    forallb (fun n => match n with (q, (c, a)) =>
      refutation_node pos move moves play at_once captures hopeless allowed find left_out q c a end) nodes.
  Theorem check_refutation_sound nodes p b : (forall p k, hopeless p = true -> ~ W k p) ->
    check_refutation nodes p b = true -> forall k, holds_for b k -> ~ W k p.
  Proof.
    unfold check_refutation; cbv zeta; intros Hh H; apply andb_true_iff in H as [H1 H2].
    intros k Hk; eapply refutation_sound with (allowed := allowed) (hopeless := hopeless); [exact allowed_ok|exact Hh| | |exact H1|exact Hk].
    - intros c q Hl; apply left_out_ok with (any_move := any_move) (all_moves := all_moves) (wins_now := wins_now) (most := short);
      [exact any_move_ok|exact all_moves_ok|exact wins_now_ok|exact Hl].
    - intros q c a Hf; apply lookup_in in Hf; [|exact eqb_eq]; rewrite forallb_forall in H2; exact (H2 _ Hf).
  Qed.

  (* keys: these first moves win within n plies, and no others; the nodes of both lists hold besides *)
  Variable move_eqb : move -> move -> bool.
  Hypothesis move_eqb_eq : forall m n, move_eqb m n = true -> m = n.
  Definition check_keys (st : list snode) (rf : list rnode) (p : pos) (n : nat) (keys : list move) : bool :=
    let find := lookup pos _ hash eqb (build pos _ hash st) in
    let found := lookup pos _ hash eqb (build pos _ hash rf) in
    forallb (strategy_node pos move moves play at_once captures find allowed p n) keys &&
    held_but pos move moves play at_once hopeless found left_out (fun m => existsb (move_eqb m) keys) (Some n) p.
  Theorem check_keys_sound st rf p k b n keys : (forall p k, hopeless p = true -> ~ W k p) ->
    check_strategy st p k = true -> check_refutation rf p b = true -> check_keys st rf p n keys = true ->
    forall m, In m keys <-> first_wins pos move moves play at_once captures n p m.
  Proof.
    unfold check_keys, check_strategy, check_refutation; cbv zeta; intros Hh S R H m.
    apply andb_true_iff in S as [_ S]; apply andb_true_iff in R as [_ R]; apply andb_true_iff in H as [H1 H2].
    rewrite forallb_forall in S, R, H1; split.
    - intros Hm; specialize (H1 m Hm); eapply strategy_key with (allowed := allowed); [exact allowed_ok| |exact H1].
      intros q j i Hf; apply lookup_in in Hf; [|exact eqb_eq]; exact (S _ Hf).
    - intros F; destruct (existsb (move_eqb m) keys) eqn:E.
      + apply existsb_exists in E as (i & Hi & E); apply move_eqb_eq in E; now subst.
      + exfalso; revert F; eapply refutation_but with (allowed := allowed) (hopeless := hopeless);
        [exact allowed_ok|exact Hh| | |exact H2|exact E|apply le_n].
        * intros c q Hl; apply left_out_ok with (any_move := any_move) (all_moves := all_moves) (wins_now := wins_now) (most := short);
          [exact any_move_ok|exact all_moves_ok|exact wins_now_ok|exact Hl].
        * intros q c a Hf; apply lookup_in in Hf; [|exact eqb_eq]; exact (R _ Hf).
  Qed.
End WinCheck.
