(* Other aims than to win: that the attacker be stalemating, or be mated. What strategies and refutations prove of them. *)
From Coq Require Import List Bool Arith Lia NArith. Import ListNotations.
From Arbiter Require Import Board Moves Games WinCheck Unmoves Tables Status Win Little Variants Lone Chess960.

Inductive aim := ToStalemate | ToSelfmate | ToReflexmate.
Scheme Equality for aim.

Section Aims.
  Variables (pos move : Type) (moves : pos -> list move) (play : pos -> move -> pos).
  Variable mates : pos -> move -> bool.    (* the move gives checkmate *)
  Variable checked : pos -> bool.          (* the side to move is in check *)
  Variable a : aim.
  Definition can_mate (p : pos) : Prop := exists m, In m (moves p) /\ mates p m = true.

  (* Within so many plies: the attacker, to move, reaches the aim; with the defender to move it is met. *)
  Inductive Reaches : nat -> pos -> Prop :=
  | by_move k p m : (a = ToReflexmate -> ~ can_mate p) -> In m (moves p) -> Met k (play p m) -> Reaches (S k) p
  with Met : nat -> pos -> Prop :=
  | is_stalemate k q : a = ToStalemate -> moves q = [] -> checked q = false -> Met k q
  (* in a reflexmate who can mate has to *)
  | has_to_mate k q : a = ToReflexmate -> can_mate q -> Met (S k) q
  (* whatever the defender does: in a selfmate it may mate *)
  | whatever k q : moves q <> [] ->
      (forall d, In d (moves q) -> a = ToSelfmate /\ mates q d = true \/ (a = ToReflexmate -> mates q d = false) /\ Reaches k (play q d)) ->
      Met (S k) q.
  (* beginning with this move *)
  Definition reaches_by (k : nat) (p : pos) (m : move) : Prop :=
    exists j, k = S j /\ (a = ToReflexmate -> ~ can_mate p) /\ In m (moves p) /\ Met j (play p m).
  Theorem Reaches_by k p : Reaches k p <-> exists m, reaches_by k p m.
  Proof.
    split; [intros H; destruct H as [k p m H1 H2 H3]; exists m, k; auto|].
    intros (m & j & -> & H1 & H2 & H3); now apply by_move with m.
  Qed.

  (* --- answers that the attacker still has to meet: none if the aim is reached; None if it is missed --- *)
  Variable mated : pos -> bool.
  Hypothesis mates_ok : forall p m, mated (play p m) = mates p m.
  Definition mates_b (p : pos) (m : move) : bool := mated (play p m).
  (* Is there such a move? No further than is needed. *)
  Variable any_move : (move -> pos -> bool) -> pos -> bool.
  Hypothesis any_move_ok : forall f p, any_move f p = existsb (fun m => f m (play p m)) (moves p).
  Definition can_mate_b (p : pos) : bool := any_move (fun _ q => mated q) p.
  Lemma can_mate_ok p : can_mate_b p = true <-> can_mate p.
  Proof. unfold can_mate_b, can_mate; rewrite any_move_ok, existsb_exists; split; intros (m & H1 & H2); exists m; rewrite mates_ok in *; auto. Qed.
  Definition answers (q : pos) : option (list move) :=
    match moves q with
    | [] => match a with ToStalemate => if checked q then None else Some [] | _ => None end
    | ms => match a with
      | ToStalemate => Some ms
      | ToSelfmate => Some (filter (fun d => negb (mates_b q d)) ms)
      | ToReflexmate => if can_mate_b q then Some [] else Some ms end end.
  (* the plies of the attacker's last move and, if the defender mates, of its own *)
  Definition least : nat := match a with ToStalemate => 1 | _ => 2 end.
  Lemma answers_ok k q : Met k q <->
    exists l, answers q = Some l /\ least <= S k /\ forall d, In d l -> exists j, k = S j /\ Reaches j (play q d).
  Proof.
    unfold answers, least; split.
    - intros H; destruct H as [k q -> H1 H2|k q -> H|k q H1 H2].
      + rewrite H1, H2; exists []; split; [reflexivity|split; [lia|intros d []]].
      + destruct (can_mate_ok q) as [_ X]; specialize (X H); assert (N : moves q <> []) by (destruct H as (m & H & _); intros E; rewrite E in H; destruct H).
        destruct (moves q) as [|m l]; [congruence|]; rewrite X; exists []; split; [reflexivity|split; [lia|intros d []]].
      + assert (X : exists l, (match a with ToStalemate => Some (moves q) | ToSelfmate => Some (filter (fun d => negb (mates_b q d)) (moves q))
          | ToReflexmate => if can_mate_b q then Some [] else Some (moves q) end) = Some l /\
          match a with ToStalemate => 1 | _ => 2 end <= S (S k) /\ forall d, In d l -> exists j, S k = S j /\ Reaches j (play q d)).
        { destruct a.
          - exists (moves q); split; [reflexivity|split; [lia|]]; intros d Hd; destruct (H2 d Hd) as [[X _]|[_ X]]; [discriminate|eauto].
          - eexists; split; [reflexivity|split; [lia|]]; intros d Hd; apply filter_In in Hd as [Hd N]; unfold mates_b in N; rewrite mates_ok in N.
            destruct (H2 d Hd) as [[_ X]|[_ X]]; [rewrite X in N; discriminate|eauto].
          - destruct (can_mate_b q); [exists []; split; [reflexivity|split; [lia|intros d []]]|].
            exists (moves q); split; [reflexivity|split; [lia|]]; intros d Hd; destruct (H2 d Hd) as [[X _]|[_ X]]; [discriminate|eauto]. }
        destruct (moves q) as [|m l]; [congruence|exact X].
    - intros (l & H1 & H2 & H3); destruct (moves q) as [|m ms] eqn:E.
      + destruct a eqn:A; try discriminate; destruct (checked q) eqn:C; [discriminate|]; now apply is_stalemate.
      + assert (N : moves q <> []) by congruence; rewrite <- E in H1; destruct a eqn:A.
        * assert (l = moves q) as -> by congruence; rewrite E in H3; destruct (H3 m) as (j & -> & _); [now left|].
          apply whatever; [exact N|]; rewrite E; intros d Hd; right; split; [congruence|].
          destruct (H3 d Hd) as (i & X & R); inversion X; now subst.
        * assert (l = filter (fun d => negb (mates_b q d)) (moves q)) as -> by congruence; destruct k as [|k]; [lia|].
          apply whatever; [exact N|]; intros d Hd; destruct (mates q d) eqn:M; [left; auto|right; split; [congruence|]].
          destruct (H3 d) as (i & X & R); [apply filter_In; split; [exact Hd|unfold mates_b; now rewrite mates_ok, M]|]; inversion X; now subst.
        * destruct k as [|k]; [lia|]; destruct (can_mate_b q) eqn:B; [apply has_to_mate; [exact A|now apply can_mate_ok]|].
          assert (l = moves q) as -> by congruence; apply whatever; [exact N|]; intros d Hd; right; split.
          -- intros _; destruct (mates q d) eqn:M; [|reflexivity]; rewrite <- B; symmetry; apply can_mate_ok; exists d; now split.
          -- destruct (H3 d Hd) as (i & X & R); inversion X; now subst.
  Qed.
  Lemma Reaches_least k p : Reaches k p -> least <= k.
  Proof. intros H; destruct H as [k p m _ _ H]; apply answers_ok in H as (l & _ & H & _); exact H. Qed.
  Lemma Reaches_mono : forall k p, Reaches k p -> forall j, k <= j -> Reaches j p.
  Proof.
    induction k as [k IH] using lt_wf_ind; intros p H j L; destruct H as [k p m H1 H2 H3]; destruct j as [|j]; [lia|].
    apply by_move with m; [exact H1|exact H2|]; apply answers_ok; apply answers_ok in H3 as (l & A & B & C); exists l; split; [exact A|split; [lia|]].
    intros d Hd; destruct (C d Hd) as (i & -> & R); destruct j as [|j]; [lia|]; exists j; split; [reflexivity|]; apply (IH i); [lia|exact R|lia].
  Qed.
  Lemma reaches_by_mono j k p m : reaches_by j p m -> j <= k -> reaches_by k p m.
  Proof.
    intros (i & -> & H1 & H2 & H3) L; destruct k as [|k]; [lia|]; exists k; split; [reflexivity|split; [exact H1|split; [exact H2|]]].
    apply answers_ok; apply answers_ok in H3 as (l & A & B & C); exists l; split; [exact A|split; [lia|]].
    intros d Hd; destruct (C d Hd) as (n & -> & R); destruct k as [|k]; [lia|]; exists k; split; [reflexivity|]; apply Reaches_mono with n; [exact R|lia].
  Qed.

  (* --- what is demanded of nodes --- *)
  Variables (allowed : pos -> move -> bool) (hopeless : pos -> bool) (price ends : pos -> N).
  Hypothesis allowed_ok : forall p m, allowed p m = true -> In m (moves p).
  Hypothesis hopeless_ok : forall p k, hopeless p = true -> ~ Reaches k p.
  Definition obliged (p : pos) : bool := match a with ToReflexmate => can_mate_b p | _ => false end.
  (* Mates are looked for, and a look is paid for first: before a move by the attacker, which would have to give them, and
     after it by the defender. *)
  Definition look_before : pos -> N -> option N := match a with ToReflexmate => fun p => pay (price p) | _ => fun _ => Some end.
  Definition look_after : pos -> N -> option N := match a with ToStalemate => fun _ => Some | _ => fun q => pay (price q) end.
  (* in a position to be held stalemates by the attacker are looked for *)
  Definition look_held : pos -> N -> option N := match a with ToStalemate => fun p => pay (ends p) | _ => look_before end.
  Definition attack (find : pos -> option (nat * move)) (p : pos) (k : nat) (m : move) (n : N) : option N :=
    if allowed p m && (least <=? k) then
      match look_before p n with None => None | Some n => if obliged p then None else
        let q := play p m in
        match look_after q n with None => None | Some n =>
          free match answers q with
            | None => false
            | Some l => match l with [] => true | _ => (least + 2 <=? k) &&
                forallb (fun d => match find (play q d) with Some (j, _) => j + 2 <=? k | None => false end) l end end n end end
    else None.
  (* the aim is missed; there is an answer to meet; this is one *)
  Definition missed (q : pos) : bool := match a with ToStalemate => checked q | _ => true end && negb (any_move (fun _ _ => true) q).
  Definition answered (q : pos) : bool :=
    match a with
    | ToSelfmate => any_move (fun _ r => negb (mated r)) q
    | _ => any_move (fun _ _ => true) q && negb (obliged q) end.
  Definition to_meet (q : pos) (d : move) : bool :=
    allowed q d && match a with ToSelfmate => negb (mates_b q d) | _ => negb (obliged q) end.
  Lemma any_move_is q : any_move (fun _ _ => true) q = match moves q with [] => false | _ => true end.
  Proof. rewrite any_move_ok; destruct (moves q); reflexivity. Qed.
  Lemma missed_ok q : missed q = true -> answers q = None.
  Proof.
    unfold missed, answers; rewrite any_move_is; destruct (moves q); [|rewrite andb_false_r; discriminate]; destruct a; try reflexivity; rewrite andb_true_r; intros ->; reflexivity.
  Qed.
  Lemma to_meet_ok q d : to_meet q d = true -> exists l, answers q = Some l /\ In d l.
  Proof.
    unfold to_meet, answers, obliged; intros H; apply andb_true_iff in H as [H1 H2]; apply allowed_ok in H1; destruct (moves q) as [|m l] eqn:E; [destruct H1|].
    rewrite <- E in *; destruct a; [eauto|eexists; split; [reflexivity|now apply filter_In]|]; apply negb_true_iff in H2; rewrite H2; eauto.
  Qed.
  Lemma answered_ok q : answered q = true -> exists d l, answers q = Some l /\ In d l.
  Proof.
    unfold answered, answers, obliged; destruct a.
    - rewrite any_move_is; destruct (moves q) as [|d l]; [discriminate|]; intros _; exists d; eexists; split; [reflexivity|now left].
    - rewrite any_move_ok; intros H; apply existsb_exists in H as (d & H1 & H2); exists d; destruct (moves q) as [|m l] eqn:E; [destruct H1|].
      eexists; split; [reflexivity|]; now apply filter_In.
    - rewrite any_move_is; destruct (moves q) as [|d l]; [discriminate|]; intros H; apply andb_true_iff in H as [_ H]; apply negb_true_iff in H; rewrite H.
      exists d; eexists; split; [reflexivity|now left].
  Qed.
  Definition kept (find : pos -> option (option nat * option move)) (but : move -> bool) (b : option nat) (p : pos) (n : N) : option N :=
    if match b with Some k => k <? least | None => false end || hopeless p then Some n else
    match look_held p n with None => None | Some n => if obliged p then Some n else
      all_paid (fun m n => if but m then Some n else
        let q := play p m in
        if match find q with Some (c, _) => le_b (pred_b b) c | None => false end then Some n else
        match look_after q n with None => None | Some n =>
          free (match b with Some k => (k - 1 <=? least) && answered q | None => false end || missed q) n end) (moves p) n end.
  Definition defence (find : pos -> option (option nat * option move)) (q : pos) (b : option nat) (d : option move) (n : N) : option N :=
    match d with
    | None => free (missed q) n
    | Some d => match look_after q n with None => None | Some n =>
        if to_meet q d then kept find (fun _ => false) (pred_b b) (play q d) n else None end end.

  Lemma attack_ok find : (forall p k m, find p = Some (k, m) -> paid (attack find p k m)) ->
    forall k p m, paid (attack find p k m) -> reaches_by k p m.
  Proof.
    intros Hall; induction k as [k IH] using lt_wf_ind; intros p m (i & j & H); unfold attack in H; cbv zeta in H.
    destruct (allowed p m) eqn:H1, (least <=? k) eqn:H3; try discriminate H; apply Nat.leb_le in H3; simpl andb in H; cbv iota in H.
    destruct (look_before p i) as [i'|]; [|discriminate]; destruct (obliged p) eqn:H2; [discriminate|].
    destruct (look_after _ i') as [n|]; [|discriminate]; assert (H4 := free_ok _ (ex_intro _ _ (ex_intro _ _ H))); clear i i' n j H.
    destruct k as [|k]; [unfold least in H3; destruct a; lia|].
    exists k; split; [reflexivity|split; [|split; [now apply allowed_ok|]]].
    - intros A C; apply can_mate_ok in C; unfold obliged in H2; rewrite A in H2; congruence.
    - apply answers_ok; destruct (answers (play p m)) as [l|]; [|discriminate]; exists l; split; [reflexivity|split; [exact H3|]].
      destruct l as [|e l]; [intros d []|]; apply andb_true_iff in H4 as [_ H4]; rewrite forallb_forall in H4; intros d Hd; specialize (H4 d Hd).
      destruct (find (play (play p m) d)) as [[j n]|] eqn:F; [|discriminate]; apply Nat.leb_le in H4; destruct k as [|k]; [lia|].
      exists k; split; [reflexivity|]; apply Reaches_mono with j; [|lia]; apply Reaches_by; exists n; apply IH; [lia|now apply Hall].
  Qed.
  Lemma defence_both find : (forall q b d, find q = Some (b, d) -> paid (defence find q b d)) -> forall n,
    (forall q b d k, k <= n -> find q = Some (b, d) -> holds_for b k -> ~ Met k q) /\
    (forall but p b m k, k <= n -> paid (kept find but b p) -> but m = false -> holds_for b k -> ~ reaches_by k p m).
  Proof.
    intros Hall; induction n as [n IH] using lt_wf_ind.
    assert (Less : forall b j, holds_for b (S j) -> holds_for (pred_b b) j) by (intros [b|] j; simpl; [lia|auto]).
    assert (H1 : forall q b d k, k <= n -> find q = Some (b, d) -> holds_for b k -> ~ Met k q).
    { intros q b d k Hk Hf Hb M; pose proof (Hall q b d Hf) as H; unfold defence in H; apply answers_ok in M as (l & A & _ & M).
      destruct d as [d|]; [|apply free_ok, missed_ok in H; congruence]; destruct H as (i & i' & H); destruct (look_after q i) as [n'|]; [|discriminate].
      destruct (to_meet q d) eqn:Hd; [|discriminate]; apply to_meet_ok in Hd as (l' & A' & Hd).
      assert (l' = l) as -> by congruence; destruct (M d Hd) as (j & -> & R); apply Reaches_by in R as [m R]; destruct (IH j ltac:(lia)) as [_ X].
      exact (X _ _ _ m j (le_n j) (ex_intro _ _ (ex_intro _ _ H)) eq_refl (Less _ _ Hb) R). }
    split; [exact H1|]; intros but p b m k Hk (i & i' & Hh) But Hb R; unfold kept in Hh; cbv zeta in Hh.
    destruct (match b with Some c => c <? least | None => false end) eqn:F; [|destruct (hopeless p) eqn:Ho]; simpl orb in Hh; cbv iota in Hh;
      [| |destruct (look_held p i) as [i''|]; [|discriminate]; destruct (obliged p) eqn:Ob].
    - destruct b as [b|]; [|discriminate]; apply Nat.ltb_lt in F; simpl in Hb.
      assert (X : Reaches k p) by (apply Reaches_by; eauto); apply Reaches_least in X; lia.
    - apply (hopeless_ok p k Ho); apply Reaches_by; eauto.
    - destruct R as (j & _ & R & _); unfold obliged in Ob; destruct a; try discriminate; apply can_mate_ok in Ob; now apply R.
    - destruct R as (j & -> & _ & Hm & M); destruct (all_paid_ok _ _ (ex_intro _ _ (ex_intro _ _ Hh)) m Hm) as (n1 & n2 & Hm'); rewrite But in Hm'; clear Hh.
      pose proof M as M'; apply answers_ok in M' as (l & A & _ & L).
      assert (Mi : missed (play p m) = true -> False) by (intros Mi; apply missed_ok in Mi; congruence).
      destruct (match find (play p m) with Some _ => _ | None => _ end) eqn:Hn.
      + destruct (find (play p m)) as [[c e]|] eqn:Fd; [|discriminate]; destruct (IH j ltac:(lia)) as [X _].
        apply (X _ c e j (le_n j) Fd); [|exact M]; eapply le_b_trans; [exact Hn|now apply Less].
      + destruct (look_after _ n1) as [n3|]; [|discriminate]; assert (An := free_ok _ (ex_intro _ _ (ex_intro _ _ Hm'))).
        apply orb_true_iff in An as [An|An]; [|exact (Mi An)]; destruct b as [b|]; [|discriminate]; apply andb_true_iff in An as [Hs An]; apply Nat.leb_le in Hs.
        apply answered_ok in An as (d & l' & A' & Hd); assert (l' = l) as -> by congruence.
        destruct (L d Hd) as (x & -> & R); apply Reaches_least in R; simpl in Hb; lia.
  Qed.
  Definition aiming : method pos move := mkmethod attack defence kept.
  Theorem aiming_proves : proves reaches_by aiming.
  Proof.
    split; simpl.
    - intros j k p m; apply reaches_by_mono.
    - intros find H p k m; apply attack_ok; exact H.
    - intros find H p but b Hh m k But Hk; destruct (defence_both find H k) as [_ X].
      exact (X but p b m k (le_n k) Hh But Hk).
  Qed.

  (* Where a side never mates, whatever is played, no selfmate and no reflexmate is reached against it. *)
  Lemma never_reached (safe : pos -> Prop) : a <> ToStalemate ->
    (forall p m d, safe p -> In m (moves p) -> In d (moves (play p m)) -> mates (play p m) d = false /\ safe (play (play p m) d)) ->
    forall k p, Reaches k p -> safe p -> False.
  Proof.
    intros N H; induction k as [k IH] using lt_wf_ind; intros p R S; destruct R as [k p m _ Hm M].
    assert (Y : forall q k, Met k q -> exists d, In d (moves q) /\ (mates q d = true \/ exists j, k = Datatypes.S j /\ Reaches j (play q d))).
    { clear - N; intros q k M; destruct M as [k q E|k q _ (d & D1 & D2)|k q E H]; [congruence|eauto|].
      destruct (moves q) as [|d l]; [congruence|]; exists d; split; [now left|]; destruct (H d) as [[_ X]|[_ X]]; eauto; now left. }
    destruct (Y _ _ M) as (d & Hd & X); destruct (H p m d S Hm Hd) as [H1 H2]; destruct X as [X|(j & -> & X)]; [congruence|].
    apply (IH j) with (2 := X); [lia|exact H2].
  Qed.
End Aims.

(* --- in standard chess --- *)
Definition in_check_now (q : pos) : bool := in_check (brd q) (side q).
Definition reaches := Reaches pos move moves play (fun p m => checkmated (play p m)) in_check_now.
Definition aim_key := reaches_by pos move moves play (fun p m => checkmated (play p m)) in_check_now.
Definition aimed (a : aim) (hopeless : pos -> bool) : method pos move :=
  aiming pos move moves play in_check_now a is_mated any_move allowed hopeless (fun p => fst (look_over p)) (fun p => end_price (all_pseudo p)).
Theorem aimed_proves a hopeless : (forall p k, hopeless p = true -> ~ reaches a k p) -> proves (aim_key a) (aimed a hopeless).
Proof. intros H; apply aiming_proves; [intros p m; apply is_mated_ok|exact any_move_ok|exact allowed_ok|exact H]. Qed.
(* the defender, who is to mate, has too little to do it *)
Definition never_by (a : aim) (p : pos) : bool := match a with ToStalemate => false | _ => little_b (brd p) (opp (side p)) && sound_b p end.
Theorem never_by_ok a p k : never_by a p = true -> ~ reaches a k p.
Proof.
  intros H R; assert (X : a <> ToStalemate /\ sound p /\ little (brd p) (opp (side p))).
  { unfold never_by in H; destruct a; [discriminate| |]; apply andb_true_iff in H as [H1 H2]; apply sound_ok in H2; apply little_ok in H1; (split; [discriminate|now split]). }
  destruct X as (N & S & L); assert (SD : forall p m, side (play p m) = opp (side p)) by (intros q m; destruct m; reflexivity).
  refine (never_reached pos move moves play _ _ a (fun p => sound p /\ little (brd p) (opp (side p))) N _ k p R (conj S L)).
  intros q m d [Sq Lq] Hm Hd; pose proof (sound_play q m Sq Hm) as S1; pose proof (little_play q m _ Sq Hm Lq) as L1; split.
  - apply little_never_mates; [exact S1|rewrite SD; exact L1|exact Hd].
  - split; [now apply sound_play|]; rewrite !SD, opp_opp; apply little_play; [exact S1|exact Hd|exact L1].
Qed.

(* --- with castling of Chess960 --- *)
Definition fchecked (q : fpos) : bool := in_check (fbrd q) (fside q).
Definition freaches := Reaches fpos move fmoves fplay (fun p m => fcheckmated (fplay p m)) fchecked.
Definition faim_key := reaches_by fpos move fmoves fplay (fun p m => fcheckmated (fplay p m)) fchecked.
Definition faimed (a : aim) (hopeless : fpos -> bool) : method fpos move :=
  aiming fpos move fmoves fplay fchecked a fis_mated fany_move fallowed hopeless (fun p => fst (flook_over p)) (fun p => end_price (fpseudo_legal p)).
Theorem faimed_proves a hopeless : (forall p k, hopeless p = true -> ~ freaches a k p) -> proves (faim_key a) (faimed a hopeless).
Proof. intros H; apply aiming_proves; [intros p m; apply fis_mated_ok|exact fany_move_ok|exact fallowed_ok|exact H]. Qed.
Definition fnever_by (a : aim) (p : fpos) : bool :=
  match a with ToStalemate => false | _ => little_b (fbrd p) (opp (fside p)) && sound_b (plain p) end.
Theorem fnever_by_ok a p k : fnever_by a p = true -> ~ freaches a k p.
Proof.
  intros H R; assert (X : a <> ToStalemate /\ sound (plain p) /\ little (fbrd p) (opp (fside p))).
  { unfold fnever_by in H; destruct a; [discriminate| |]; apply andb_true_iff in H as [H1 H2]; apply sound_ok in H2; apply little_ok in H1; (split; [discriminate|now split]). }
  destruct X as (N & S & L).
  refine (never_reached fpos move fmoves fplay _ _ a (fun p => sound (plain p) /\ little (fbrd p) (opp (fside p))) N _ k p R (conj S L)).
  intros q m d [Sq Lq] Hm Hd; pose proof (fsound_play q m Sq Hm) as S1; pose proof (flittle_play q m _ Sq Hm Lq) as L1; split.
  - apply flittle_never_mates; [exact S1|rewrite (fside_play q m Hm); exact L1|exact Hd].
  - split; [now apply fsound_play|]; rewrite (fside_play _ d Hd), (fside_play q m Hm), opp_opp; apply flittle_play; [exact S1|exact Hd|exact L1].
Qed.

(* --- in the other games that are won by checkmate --- *)
Section Other.
  Variable g : ruleset.
  Definition vchecked (q : vpos) : bool := royal_attacked g (vbrd q) (vside q).
  Definition vreaches := Reaches vpos move (vmoves g) vplay (fun p m => vcheckmated g (vplay p m)) vchecked.
  Definition vaim_key := reaches_by vpos move (vmoves g) vplay (fun p m => vcheckmated g (vplay p m)) vchecked.
  Definition vaimed (a : aim) (hopeless : vpos -> bool) : method vpos move :=
    aiming vpos move (vmoves g) vplay vchecked a (vis_mated g) (vany_move g) (vallowed g) hopeless (fun p => fst (vlook_over g p)) (fun p => end_price (vpseudo g p)).
  Theorem vaimed_proves a hopeless : (forall p k, hopeless p = true -> ~ vreaches a k p) -> proves (vaim_key a) (vaimed a hopeless).
  Proof. intros H; apply aiming_proves; [intros p m; apply vis_mated_ok|exact (vany_move_ok g)|exact (vallowed_ok g)|exact H]. Qed.
  Definition vnever_by (a : aim) (p : vpos) : bool :=
    match a with ToStalemate => false | _ => negb (takeable g) && lone_b (vbrd p) (opp (vside p)) end.
  Theorem vnever_by_ok a p k : vnever_by a p = true -> ~ vreaches a k p.
  Proof.
    intros H R; assert (X : a <> ToStalemate /\ takeable g = false /\ sole (vbrd p) (opp (vside p))).
    { unfold vnever_by in H; destruct a; [discriminate| |]; apply andb_true_iff in H as [H1 H2]; apply negb_true_iff in H1; apply lone_ok in H2; (split; [discriminate|now split]). }
    destruct X as (N & T & L).
    refine (never_reached vpos move (vmoves g) vplay _ _ a (fun p => sole (vbrd p) (opp (vside p))) N _ k p R L).
    intros q m d Lq Hm Hd; pose proof (turns g T _ _ Hm) as S1; pose proof (turns g T _ _ Hd) as S2.
    assert (L1 : sole (vbrd (vplay q m)) (vside (vplay q m))) by (rewrite S1; apply (sole_other g T); [destruct (vside q); discriminate|exact Lq|exact Hm]).
    split; [exact (lone_never_mates g T _ d L1 Hd)|]; rewrite S2, opp_opp; now apply (sole_own g T).
  Qed.
End Other.
