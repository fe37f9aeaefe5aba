(* Lists of nodes, strategies and refutations, checked: in any game and for any aim, with tables of positions. *)
From Coq Require Import List Bool Arith Lia PArith NArith. Import ListNotations.
From Arbiter Require Import Games Search Tables.

(* What is demanded of nodes, given what other nodes say; and of a position whose first moves, but for some, reach nothing.
   What is looked for is paid for. *)
Record method (pos move : Type) := mkmethod {
  s_node : (pos -> option (nat * move)) -> pos -> nat -> move -> N -> option N;
  r_node : (pos -> option (option nat * option move)) -> pos -> option nat -> option move -> N -> option N;
  held : (pos -> option (option nat * option move)) -> (move -> bool) -> option nat -> pos -> N -> option N }.
Arguments mkmethod {pos move}. Arguments s_node {pos move}. Arguments r_node {pos move}. Arguments held {pos move}.

Section Proves.
  Variables (pos move : Type).
  (* with this first move the aim is reached within so many plies *)
  Variable first : nat -> pos -> move -> Prop.
  Variable me : method pos move.
  Record proves : Prop := mkproves {
    grows : forall j k p m, first j p m -> j <= k -> first k p m;
    s_proves : forall find, (forall p k m, find p = Some (k, m) -> paid (s_node me find p k m)) ->
      forall p k m, paid (s_node me find p k m) -> first k p m;
    r_proves : forall find, (forall q b a, find q = Some (b, a) -> paid (r_node me find q b a)) ->
      forall p but b, paid (held me find but b p) -> forall m k, but m = false -> holds_for b k -> ~ first k p m }.
End Proves.
Arguments proves {pos move}.

Section Lists.
  Variables (pos move : Type).
  Variable eqb : pos -> pos -> bool.
  Hypothesis eqb_eq : forall p q, eqb p q = true -> p = q.
  Variable hash : pos -> positive.
  Variable move_eqb : move -> move -> bool.
  Hypothesis move_eqb_eq : forall m n, move_eqb m n = true -> m = n.
  Definition snode := (pos * (nat * move))%type.
  Definition rnode := (pos * (option nat * option move))%type.
  Definition listed {A} (nodes : list (pos * A)) := build pos A hash nodes.
  Definition entry {A} t p := lookup pos A hash eqb t p.
  (* no position twice *)
  Definition once {A} (nodes : list (pos * A)) t : bool :=
    forallb (fun n => length (filter (fun e => eqb (fst e) (fst n)) (bucket pos A t (hash (fst n)))) =? 1) nodes.

  Variable me : method pos move.
  (* each node holds *)
  Definition s_holds (nodes : list snode) t : N -> option N := all_paid (fun n => s_node me (entry t) (fst n) (fst (snd n)) (snd (snd n))) nodes.
  Definition r_holds (nodes : list rnode) t : N -> option N := all_paid (fun n => r_node me (entry t) (fst n) (fst (snd n)) (snd (snd n))) nodes.
  (* of a position: a node says that the aim is reached; it is not reached; these are all moves that reach it *)
  Definition found t (p : pos) (k : nat) : bool := match @entry (nat * move) t p with Some (j, _) => j <=? k | None => false end.
  Definition none_within t (p : pos) (b : option nat) : N -> option N := held me (entry t) (fun _ => false) b p.
  (* what each of these moves costs, whether it wins at once or not: positions may be repeated, and their keys are played each time *)
  Variable price : pos -> move -> N.
  Definition keys_are st rf (p : pos) (k : nat) (keys : list move) (n : N) : option N :=
    match all_paid (fun m n => match pay (price p m) n with None => None | Some n => s_node me (entry st) p k m n end) keys n with None => None | Some n =>
      held me (entry rf) (fun m => existsb (move_eqb m) keys) (Some k) p n end.

  Variable first : nat -> pos -> move -> Prop.
  Hypothesis P : proves first me.
  Lemma s_entries st : paid (s_holds st (listed st)) -> forall p k m, entry (listed st) p = Some (k, m) -> paid (s_node me (entry (listed st)) p k m).
  Proof. intros H p k m F; apply lookup_in in F; [|exact eqb_eq]; exact (all_paid_ok _ _ H _ F). Qed.
  Lemma r_entries rf : paid (r_holds rf (listed rf)) -> forall q b a, entry (listed rf) q = Some (b, a) -> paid (r_node me (entry (listed rf)) q b a).
  Proof. intros H q b a F; apply lookup_in in F; [|exact eqb_eq]; exact (all_paid_ok _ _ H _ F). Qed.
  Theorem found_sound st p k : paid (s_holds st (listed st)) -> found (listed st) p k = true -> exists m, first k p m.
  Proof.
    intros H F; pose proof (s_entries st H) as E; unfold found in F; destruct (entry (listed st) p) as [[j m]|] eqn:X; [|discriminate].
    apply Nat.leb_le in F; exists m; apply (grows _ _ _ _ P j); [|exact F]; exact (s_proves _ _ _ _ P _ E _ _ _ (E _ _ _ X)).
  Qed.
  Theorem none_sound rf p b : paid (r_holds rf (listed rf)) -> paid (none_within (listed rf) p b) ->
    forall k, holds_for b k -> ~ exists m, first k p m.
  Proof. intros R H k Hk [m F]; exact (r_proves _ _ _ _ P _ (r_entries rf R) _ _ _ H m k eq_refl Hk F). Qed.
  Theorem keys_sound st rf p n keys : paid (s_holds st (listed st)) -> paid (r_holds rf (listed rf)) ->
    paid (keys_are (listed st) (listed rf) p n keys) -> forall m, In m keys <-> first n p m.
  Proof.
    intros S R (before & after & H) m; unfold keys_are in H; destruct (all_paid _ _ _) as [left|] eqn:H1; [|discriminate].
    pose proof (all_paid_ok _ _ (ex_intro _ before (ex_intro _ left H1))) as H1'.
    assert (H' : paid (held me (entry (listed rf)) (fun m => existsb (move_eqb m) keys) (Some n) p)) by (exists left, after; exact H); split.
    - intros Hm; exact (s_proves _ _ _ _ P _ (s_entries st S) _ _ _ (paid_after _ _ (H1' m Hm))).
    - intros F; destruct (existsb (move_eqb m) keys) eqn:E.
      + apply existsb_exists in E as (i & Hi & E); apply move_eqb_eq in E; now subst.
      + exfalso; exact (r_proves _ _ _ _ P _ (r_entries rf R) _ _ _ H' m n E (le_n n) F).
  Qed.
End Lists.

(* The method for winning: by mate, or by capture of the royal. In its strategies nothing is looked for. *)
Section Winning.
  Variables (pos move : Type) (moves : pos -> list move) (play : pos -> move -> pos).
  Variables at_once captures : pos -> move -> bool.
  Variable allowed : pos -> move -> bool.
  Hypothesis allowed_ok : forall p m, allowed p m = true -> In m (moves p).
  Variable any_move : (move -> pos -> bool) -> pos -> bool.
  Hypothesis any_move_ok : forall f p, any_move f p = existsb (fun m => f m (play p m)) (moves p).
  Variables (look_over : pos -> N * list move) (in_order : pos -> list move) (may : pos -> move -> pos -> bool).
  Hypothesis look_over_ok : forall p m, In m (moves p) -> at_once p m = true -> In m (snd (look_over p)).
  Hypothesis may_all : forall p m, In m (moves p) -> may p m (play p m) = true.
  Hypothesis may_ok : forall p m, In m (in_order p) -> may p m (play p m) = true -> In m (moves p).
  Variable hopeless : option nat -> pos -> bool.
  Hypothesis hopeless_ok : forall b p, hopeless b p = true -> forall k, holds_for b k -> ~ Wins pos move moves play at_once captures k p.
  (* what is known otherwise of the defender *)
  Variable answered : option nat -> pos -> bool.
  Hypothesis answered_ok : forall b q, answered b q = true -> forall k, holds_for b k -> ~ Loses pos move moves play at_once captures k q.
  (* only of what is not known is anything looked at *)
  Definition left_out b q n := if answered b q then Some n else left_out pos move play at_once captures any_move look_over in_order may b q n.
  Definition winning : method pos move := mkmethod
    (fun find p k m => free (strategy_node pos move moves play at_once captures find allowed p k m))
    (fun find => refutation_node pos move moves play at_once captures allowed find hopeless left_out look_over may)
    (fun find => held_but pos move moves play at_once find hopeless left_out look_over may).
  Theorem winning_proves : proves (first_wins pos move moves play at_once captures) winning.
  Proof.
    split; simpl.
    - intros j k p m; apply first_mono.
    - intros find H p k m Hm; apply free_ok in Hm; revert p k m Hm; apply strategy_key; [exact allowed_ok|]; intros p k m F; exact (free_ok _ (H p k m F)).
    - intros find H p but b Hh m k But Hk; revert Hh; intros Hh.
      eapply refutation_but with (allowed := allowed) (hopeless := hopeless) (r_find := find);
        [exact allowed_ok|exact hopeless_ok| |exact look_over_ok|exact may_all|exact H|exact Hh|exact But|exact Hk].
      intros c q Hl; unfold left_out in Hl; destruct (answered c q) eqn:A; [now apply answered_ok|].
      apply left_out_ok with (any_move := any_move) (look_over := look_over) (in_order := in_order) (may := may);
      [exact any_move_ok|exact look_over_ok|exact may_all|exact may_ok|exact Hl].
  Qed.
End Winning.

(* The same where a move that wins at once is told faster than it is said. *)
Section Told.
  Variables (pos move : Type) (moves : pos -> list move) (play : pos -> move -> pos) (captures : pos -> move -> bool).
  Lemma Wins_told a b k p : (forall p m, a p m = b p m) -> Wins pos move moves play a captures k p -> Wins pos move moves play b captures k p.
  Proof. intros E; induction 1; [eapply wins_now; [eassumption|]; now rewrite <- E|eapply wins_later; eassumption]. Qed.
  Lemma first_told a b k p m : (forall p m, a p m = b p m) ->
    first_wins pos move moves play a captures k p m -> first_wins pos move moves play b captures k p m.
  Proof.
    intros E (Hm & j & X & H); split; [exact Hm|]; exists j; split; [exact X|]; rewrite <- E; destruct H as [H|[N H]]; [now left|right].
    split; [exact N|]; intros d Id; destruct (H d Id) as (Hc & i & Y & Z); split; [exact Hc|]; exists i; split; [exact Y|]; exact (Wins_told a b i _ E Z).
  Qed.
  Variables said told : pos -> move -> bool.
  Hypothesis told_ok : forall p m, told p m = said p m.
  Variable allowed : pos -> move -> bool.
  Variable any_move : (move -> pos -> bool) -> pos -> bool.
  Variables (look_over : pos -> N * list move) (in_order : pos -> list move) (may : pos -> move -> pos -> bool).
  Variables hopeless answered : option nat -> pos -> bool.
  Theorem told_proves : (forall p m, allowed p m = true -> In m (moves p)) ->
    (forall f p, any_move f p = existsb (fun m => f m (play p m)) (moves p)) ->
    (forall p m, In m (moves p) -> told p m = true -> In m (snd (look_over p))) ->
    (forall p m, In m (moves p) -> may p m (play p m) = true) ->
    (forall p m, In m (in_order p) -> may p m (play p m) = true -> In m (moves p)) ->
    (forall b p, hopeless b p = true -> forall k, holds_for b k -> ~ Wins pos move moves play said captures k p) ->
    (forall b q, answered b q = true -> forall k, holds_for b k -> ~ Loses pos move moves play said captures k q) ->
    proves (first_wins pos move moves play said captures) (winning pos move moves play told captures allowed any_move look_over in_order may hopeless answered).
  Proof.
    intros Ha Hany Hlook Hall Hmay Hh Hq; assert (P : proves (first_wins pos move moves play told captures)
      (winning pos move moves play told captures allowed any_move look_over in_order may hopeless answered)).
    { apply winning_proves; [exact Ha|exact Hany|exact Hlook|exact Hall|exact Hmay| |].
      - intros b p H k Hk Wn; apply (Hh b p H k Hk); exact (Wins_told _ _ k p told_ok Wn).
      - intros b q H k Hk [N L]; apply (Hq b q H k Hk); split; [exact N|]; intros d Id; destruct (L d Id) as (Hc & j & E & Wn).
        split; [exact Hc|]; exists j; split; [exact E|]; exact (Wins_told _ _ j _ told_ok Wn). }
    assert (Back : forall p m, said p m = told p m) by (intros; symmetry; apply told_ok).
    destruct P as [P1 P2 P3]; split.
    - intros j k p m H L; apply (first_told told said _ _ _ told_ok), (P1 j); [exact (first_told said told _ _ _ Back H)|exact L].
    - intros find H p k m Hn; exact (first_told told said _ _ _ told_ok (P2 find H p k m Hn)).
    - intros find H p but b Hd m k But Hk F; exact (P3 find H p but b Hd m k But Hk (first_told said told _ _ _ Back F)).
  Qed.
End Told.
