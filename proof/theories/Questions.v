(* Status and forced wins as certificates ask of them, in any game: when they are accepted, and that they are true then. *)
From Coq Require Import List Bool Arith Lia PArith NArith ZArith String Ascii. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves Tables WinCheck Win Status ProofGame Instant Retract Cases Lemmas Little CanWin Material Closure Region FiveRules Text Variants Lone Aims Placings Classes Endings Bounds Chess960 Text960 Games960 Clocks Claims.
From Arbiter Require Assign Locked Order Parity Ghosts Help.
Local Open Scope string_scope. Local Open Scope list_scope. Local Open Scope nat_scope.
Local Infix "+++" := append (right associativity, at level 60).

Section Questions.
  Variables (P : Type) (position : json -> outcome P) (turn : P -> colour) (read_move : P -> string -> option move).
  Definition move_of (p : P) (j : json) : outcome move := let* s := text j in need (read_move p s) ("not a move: " +++ s).

  Definition status_of (s : string) : outcome answer :=
    if String.eqb s "safe" then Ok Safe else if String.eqb s "check" then Ok Check else
    if String.eqb s "checkmate" then Ok Checkmate else if String.eqb s "stalemate" then Ok Stalemate else
    Refused "expected safe, check, checkmate or stalemate".
  Definition refuted_entry (p : P) (j : json) : outcome (move * sq) :=
    let* l := array j in
    match l with [m; s] => let* m := move_of p m in let* s := square s in Ok (m, s) | _ => Refused "expected a list of two" end.
  Definition status_evidence (p : P) (a : answer) (l : list (string * json)) : outcome evidence :=
    match a with
    | Safe | Check => let* _ := only ["checkers"; "move"] l in let* m := get_key "move" l in
        let* m := move_of p m in Ok (ByMove m)
    | _ => let* _ := only ["checkers"; "refuted"] l in let* r := get_key "refuted" l in let* r := array r in
        let* r := each (refuted_entry p) r [] in Ok (ByRefuted r) end.
  Variable check_status : P -> answer -> list sq -> evidence -> bool.
  Definition status_question (p : P) (cl : list (string * json)) (ev : json) : outcome answer :=
    let* _ := only ["answer"] cl in
    let* a := get_key "answer" cl in let* a := text a in let* a := status_of a in
    let* l := entries ev in let* e := status_evidence p a l in
    let* c := get_key "checkers" l in let* c := array c in let* c := each square c [] in
    if check_status p a c e then Ok a else Refused "the evidence does not show the status".

  (* a node: the position, whose side is to move, the plies and the move *)
  Definition node_of {A} (c : colour) (f : P -> json -> json -> outcome A) (j : json) : outcome (P * A) :=
    let* l := array j in
    match l with
    | [q; k; m] => let* q := position q in let* _ := require (colour_beq (turn q) c) "a node has the other side to move" in
        let* a := f q k m in Ok (q, a)
    | _ => Refused "a node is a list of three" end.
  Definition s_node q k m : outcome (nat * move) :=
    let* k := number k in let* m := move_of q m in let* _ := require (1 <=? k) "a strategy needs a number of plies" in Ok (k, m).
  (* the aim; for a win nodes in which the defender is checkmated are no nodes *)
  Variables (goal : option aim) (mated : P -> bool).
  Definition r_node q k m : outcome (option nat * option move) :=
    let* _ := require (match goal with None => negb (mated q) | _ => true end) "a node in which the defender is checkmated" in
    let* k := number_or_null k in
    match m with JNull => Ok (k, None) | _ => let* m := move_of q m in Ok (k, Some m) end.
  Variables (eqb : P -> P -> bool) (hash : P -> positive).
  (* nodes, and what they pay for looks *)
  Definition nodes_of {A} (c : colour) (f : P -> json -> json -> outcome A) (j : json) : outcome (list (P * A) * N) :=
    let* l := array j in let* nodes := each (node_of c f) l [] in Ok (nodes, purse l).
  Definition searched (l : list (string * json)) : outcome unit :=
    match find_key "searched" l with None => Ok tt | Some j =>
      let* l := entries j in let* _ := only ["plies"; "nodes"] l in
      let* a := get_key "plies" l in let* b := get_key "nodes" l in let* _ := whole a in whole b end.
  Fixpoint no_move_twice (l : list move) : bool :=
    match l with [] => true | m :: l => negb (existsb (move_eqb m) l) && no_move_twice l end.
  Definition moves_given (p : P) (j : json) : outcome (list move) :=
    let* m := array j in let* m := each (move_of p) m [] in let* _ := require (no_move_twice m) "a key occurs twice" in Ok m.
  Definition keys_of (p : P) (cl : list (string * json)) : outcome (option (nat * list move)) :=
    match find_key "keys" cl with None => Ok None | Some j =>
      let* l := entries j in let* _ := only ["plies"; "moves"] l in
      let* n := get_key "plies" l in let* n := number n in
      let* m := get_key "moves" l in let* m := moves_given p m in Ok (Some (n, m)) end.
  Definition variation_of (p : P) (j : json) : outcome (variation P) :=
    let* l := array j in
    match l with
    | q :: n :: more => let* q := position q in let* _ := require (colour_beq (turn q) (turn p)) "a variation has the other side to move" in
        let* n := number n in
        match more with
        | [] => Ok (q, (n, None))
        | [m] => let* m := moves_given q m in Ok (q, (n, Some m))
        | _ => Refused "a variation is a list of two or three" end
    | _ => Refused "a variation is a list of two or three" end.
  Definition variations_of (p : P) (cl : list (string * json)) : outcome (list (variation P)) :=
    match find_key "variations" cl with None => Ok [] | Some j => let* l := array j in each (variation_of p) l [] end.

  (* Positions that are held for any number of plies, as the document has them and as far as it is proved; what is
     accepted with the first alone is not covered. *)
  Definition knowledge := option (option nat -> P -> bool).
  Variables (hopeless too_little : P -> bool) (way : (P -> bool) -> knowledge -> method P move).
  Definition either (tabled : knowledge) (f : method P move -> option N) (why : string) : outcome unit :=
    match f (way hopeless tabled), f (way too_little tabled) with
    | Some _, _ => Ok tt | None, Some _ => NotCovered "positions with too little to mate with" | None, None => Refused why end.
  (* what each move of keys costs *)
  Variable price : P -> move -> N.
  (* What tables say of positions, for so many plies; whether that is said of a position itself, or needs nodes beside. *)
  Variables (by_tables : P -> json -> outcome (option nat -> P -> bool)) (in_tables : P -> bool).
  Inductive win_claim := WinIn (k : nat) (shortest : bool) (keys : option (nat * list move)) (others : list (variation P))
    | NoWinIn (b : option nat) (others : list (variation P)).
  (* what is said of a position, by the strategy alone or with the refutation; the other of the two is not looked at *)
  Definition by_strategy ts (e : variation P) : bool :=
    match e with (q, (k, None)) => found P move eqb hash ts q k | _ => true end.
  Definition by_both ts tr me (e : variation P) : N -> option N :=
    match e with (q, (k, Some l)) => keys_are P move eqb hash move_eqb me price ts tr q k l | _ => Some end.
  (* of the nodes of a refutation each holds, and so does what is asked; one purse, of so much, pays for all *)
  Definition refuted_by_nodes ts (r : list (rnode P move)) (i : N) (claimed : option (P * option nat)) asked me : option N :=
    let tr := listed P hash r in
    match r_holds P move eqb hash me r tr i with None => None | Some n =>
      match match claimed with Some (p, b) => none_within P move eqb hash me tr p b n | None => Some n end with None => None | Some n =>
        all_paid (by_both ts tr me) asked n end end.
  Definition win_question (p : P) (cl : list (string * json)) (ev : json) : outcome win_claim :=
    let* ev := entries ev in
    let* answer := get_key "answer" cl in let* answer := text answer in
    let* won := if String.eqb answer "win" then Ok true else if String.eqb answer "no-win" then Ok false else Refused "expected win or no-win" in
    let* _ := only (if won then ["answer"; "plies"; "aim"; "variations"; "shortest"; "keys"] else ["answer"; "plies"; "aim"; "variations"]) cl in
    let* k := get_key "plies" cl in let* k := number_or_null k in
    let* s := match find_key "shortest" cl with None => Ok false | Some (JBool true) => Ok true
              | Some _ => Refused "shortest: expected true, or to be left out" end in
    let* keys := keys_of p cl in
    let* others := variations_of p cl in
    let asked := match keys with Some k => (p, (fst k, Some (snd k))) :: others | None => others end in
    let more := has (filter (fun e => String.eqb (fst e) "keys" || String.eqb (fst e) "variations") cl) in
    let tables := match goal with None => if more then None else find_key "tables" ev | Some _ => None end in
    let refuted_by := match tables with Some _ => if in_tables p then ["tables"] else ["refutation"; "tables"] | None => ["refutation"] end in
    let refuted := negb won || s || more in
    let* _ := only ((if won || more then ["strategy"] else []) ++ (if refuted then refuted_by else ["searched"])) ev in
    let* _ := searched ev in
    let* (st, i) := if won || more then let* st := get_key "strategy" ev in nodes_of (turn p) s_node st else Ok ([], purse []) in
    let ts := listed P hash st in
    let* _ := require (once P eqb hash st ts) "a position occurs twice in one list" in
    let* tabled := match tables with Some t => let* f := by_tables p t in Ok (Some f) | None => Ok None end in
    let* _ := need (s_holds P move eqb hash (way hopeless tabled) st ts i) "the strategy does not hold, or its looks cost more than its nodes pay for" in
    let* _ := require (forallb (by_strategy ts) asked && match won, k with true, Some k => found P move eqb hash ts p k | _, _ => true end)
      "the strategy has no node for a position" in
    let not_within := match k with Some k => Some (if won && s then k - 1 else k) | None => None end in
    let* _ :=
      match refuted, match tables with Some _ => in_tables p | None => false end with
      | false, _ => Ok tt
      | true, true => require (tells tabled not_within p) "the tables say less than is claimed"
      | true, false =>
        let* r := get_key "refutation" ev in let* (r, i) := nodes_of (opp (turn p)) r_node r in
        let* _ := require (once P eqb hash r (listed P hash r)) "a position occurs twice in one list" in
        either tabled (refuted_by_nodes ts r i (if won && negb s then None else Some (p, not_within)) asked)
          "the refutation does not hold, the keys are others, or its looks cost more than its nodes pay for" end in
    match won, k with
    | true, Some k => Ok (WinIn k s keys others)
    | true, None => Refused "a win needs a number of plies"
    | false, b => Ok (NoWinIn b others) end.

  (* what acceptance gives *)
  Lemma bind_ok {A B} (x : outcome A) (f : A -> outcome B) b : bind x f = Ok b -> exists a, x = Ok a /\ f a = Ok b.
  Proof. destruct x; simpl; try discriminate; eauto. Qed.
  Lemma status_accepted p cl ev a : status_question p cl ev = Ok a -> exists c e, check_status p a c e = true.
  Proof.
    unfold status_question; intros H; do 4 (apply bind_ok in H as (? & _ & H)).
    apply bind_ok in H as (l & _ & H); apply bind_ok in H as (e & _ & H); do 2 (apply bind_ok in H as (? & _ & H)).
    apply bind_ok in H as (c & _ & H); destruct (check_status p x2 c e) eqn:V; [|discriminate]; inversion H; subst; eauto.
  Qed.
  Variables (good : P -> Prop) (won : nat -> P -> Prop) (starts : nat -> P -> move -> Prop).
  Hypothesis position_ok : forall j p, position j = Ok p -> good p.
  Hypothesis eqb_eq : forall p q, eqb p q = true -> p = q.
  Hypothesis won_by : forall k p, won k p <-> exists m, starts k p m.
  Definition true_of (tabled : knowledge) : Prop := forall b p, tells tabled b p = true -> forall k, holds_for b k -> ~ won k p.
  Hypothesis way_ok : forall tabled, true_of tabled -> proves starts (way hopeless tabled).
  Hypothesis tables_ok : goal = None -> forall p t f, by_tables p t = Ok f -> true_of (Some f).
  Definition win_means (p : P) (c : win_claim) : Prop :=
    match c with
    | WinIn k s keys others => won k p /\ (s = true -> forall j, j < k -> ~ won j p) /\ all_keys P starts p keys /\
        variations_hold P good turn won starts p others
    | NoWinIn b others => (forall k, holds_for b k -> ~ won k p) /\ variations_hold P good turn won starts p others end.
  Lemma each_ok {A B} (f : A -> outcome B) l : forall acc r, each f l acc = Ok r -> forall y, In y r -> In y acc \/ exists x, f x = Ok y.
  Proof.
    induction l as [|x l IH]; simpl; intros acc r H y Hy.
    - inversion H; subst; unfold rev' in Hy; rewrite <- rev_alt in Hy; left; now apply in_rev.
    - apply bind_ok in H as (z & Z & H); destruct (IH _ _ H y Hy) as [[<-|I]|I]; eauto.
  Qed.
  Lemma require_ok b why u : require b why = Ok u -> b = true.
  Proof. unfold require; destruct b; [reflexivity|discriminate]. Qed.
  Lemma either_ok t f why u : either t f why = Ok u -> exists n, f (way hopeless t) = Some n.
  Proof. unfold either; destruct (f (way hopeless t)); [eauto|]; destruct (f (way too_little t)); discriminate. Qed.
  Lemma need_ok {A} (o : option A) why a : need o why = Ok a -> o = Some a.
  Proof. unfold need; destruct o; [congruence|discriminate]. Qed.
  Lemma refuted_by_ok ts r i claimed asked me n : refuted_by_nodes ts r i claimed asked me = Some n ->
    paid (r_holds P move eqb hash me r (listed P hash r)) /\
    (forall p b, claimed = Some (p, b) -> paid (none_within P move eqb hash me (listed P hash r) p b)) /\ paid (all_paid (by_both ts (listed P hash r) me) asked).
  Proof.
    unfold refuted_by_nodes, paid; cbv zeta; destruct (r_holds _ _ _ _ _ _ _ _) as [h|] eqn:R; [|discriminate]; destruct claimed as [[p b]|].
    - destruct (none_within _ _ _ _ _ _ _ _ _) as [j|] eqn:C; [|discriminate]; intros H; split; [eauto|split; [|eauto]]; intros q c E; inversion E; subst; eauto.
    - intros H; split; [eauto|split; [discriminate|eauto]].
  Qed.
  Lemma variation_given p j e : variation_of p j = Ok e -> good (fst e) /\ turn (fst e) = turn p.
  Proof.
    unfold variation_of; intros H; apply bind_ok in H as (l & _ & H); destruct l as [|q [|n more]]; try discriminate.
    apply bind_ok in H as (r & R & H); apply bind_ok in H as (u & C & H); apply bind_ok in H as (k & _ & H); apply require_ok in C; apply colour_beq_eq in C.
    apply position_ok in R; destruct more as [|m [|]]; [inversion H; subst; now split| |discriminate].
    apply bind_ok in H as (l & _ & H); inversion H; subst; now split.
  Qed.
  Lemma variations_given p cl l : variations_of p cl = Ok l -> forall e, In e l -> good (fst e) /\ turn (fst e) = turn p.
  Proof.
    unfold variations_of; destruct (find_key "variations" cl) as [j|]; [|intros H; inversion H; intros e []].
    intros H; apply bind_ok in H as (x & _ & H); intros e He; destruct (each_ok _ _ _ _ H e He) as [[]|[y Y]]; exact (variation_given _ _ _ Y).
  Qed.
  Lemma no_variations p cl l : variations_of p cl = Ok l -> l <> [] -> has (filter (fun e => String.eqb (fst e) "keys" || String.eqb (fst e) "variations") cl) = true.
  Proof.
    intros H N; unfold variations_of in H; destruct (find_key "variations" cl) as [j|] eqn:F; [|inversion H; congruence].
    unfold find_key in F; destruct (find _ cl) as [e|] eqn:E; [|discriminate]; apply find_some in E as [E1 E2]; rewrite has_filter.
    apply existsb_exists; exists e; split; [exact E1|]; rewrite (String.eqb_sym _ "variations"), E2; apply orb_true_r.
  Qed.
  Lemma no_keys p cl k : keys_of p cl = Ok (Some k) -> has (filter (fun e => String.eqb (fst e) "keys" || String.eqb (fst e) "variations") cl) = true.
  Proof.
    intros H; unfold keys_of in H; destruct (find_key "keys" cl) as [j|] eqn:F; [|discriminate].
    unfold find_key in F; destruct (find _ cl) as [e|] eqn:E; [|discriminate]; apply find_some in E as [E1 E2]; rewrite has_filter.
    apply existsb_exists; exists e; split; [exact E1|]; now rewrite (String.eqb_sym _ "keys"), E2.
  Qed.
  (* what is asked of the position itself and of others holds *)
  Lemma asked_hold tabled st r asked : true_of tabled -> paid (s_holds P move eqb hash (way hopeless tabled) st (listed P hash st)) ->
    forallb (by_strategy (listed P hash st)) asked = true -> paid (r_holds P move eqb hash (way hopeless tabled) r (listed P hash r)) ->
    paid (all_paid (by_both (listed P hash st) (listed P hash r) (way hopeless tabled)) asked) ->
    forall q n keys, In (q, (n, keys)) asked -> match keys with None => won n q | Some l => forall m, In m l <-> starts n q m end.
  Proof.
    intros T S F R B q n keys I; apply way_ok in T; rewrite forallb_forall in F; specialize (F _ I); assert (B' := all_paid_ok _ _ B _ I); destruct keys as [l|]; simpl in F, B'.
    - exact (keys_sound P move eqb eqb_eq hash move_eqb (fun m n => proj1 (move_eqb_eq m n)) _ price _ T st r q n l S R B').
    - apply won_by; exact (found_sound P move eqb eqb_eq hash _ _ T st q n S F).
  Qed.
  Lemma win_accepted p cl ev c : win_question p cl ev = Ok c -> win_means p c.
  Proof.
    unfold win_question; intros H; apply bind_ok in H as (ev' & _ & H); do 2 (apply bind_ok in H as (? & _ & H)); apply bind_ok in H as (won' & _ & H).
    do 2 (apply bind_ok in H as (? & _ & H)); apply bind_ok in H as (k & _ & H); apply bind_ok in H as (s & _ & H).
    apply bind_ok in H as (keys & Keys & H); apply bind_ok in H as (others & Others & H); cbv zeta in H.
    set (asked := match keys with Some k => (p, (fst k, Some (snd k))) :: others | None => others end) in H; set (more := has _) in H.
    set (tables := match goal with None => if more then None else find_key "tables" ev' | Some _ => None end) in H.
    do 2 (apply bind_ok in H as (? & _ & H)); apply bind_ok in H as ([st i] & _ & H); set (ts := listed P hash st) in H.
    apply bind_ok in H as (? & _ & H); apply bind_ok in H as (tabled & T & H).
    assert (Tr : true_of tabled).
    { destruct tables as [t|] eqn:E; [|inversion T; intros b q; discriminate]; apply bind_ok in T as (f & T & F); inversion F.
      unfold tables in E; destruct goal eqn:G; [discriminate E|]; exact (tables_ok eq_refl _ _ _ T). }
    clear T; pose proof (way_ok tabled Tr) as Way.
    apply bind_ok in H as (left & S & H); apply need_ok in S; assert (S1 : paid (s_holds P move eqb hash (way hopeless tabled) st ts)) by (exists i, left; exact S).
    apply bind_ok in H as (? & S3 & H); apply require_ok in S3; apply andb_true_iff in S3 as [S2 S3].
    set (nw := match k with Some k => Some (if won' && s then k - 1 else k) | None => None end) in H; apply bind_ok in H as (u & R & H).
    (* of the refutation: nothing, or what tables say, or what nodes say *)
    assert (Sh : (negb won' || s = true) -> forall j, holds_for nw j -> ~ won j p).
    { intros E; replace (negb won' || s || more)%bool with true in R by (rewrite E; reflexivity).
      destruct (match tables with Some _ => in_tables p | None => false end); [apply require_ok in R; exact (Tr _ _ R)|].
      - apply bind_ok in R as (? & _ & R); apply bind_ok in R as ([r h] & _ & R); apply bind_ok in R as (? & _ & R); apply either_ok in R as (n & R); apply refuted_by_ok in R as (R0 & R1 & _).
        replace (won' && negb s)%bool with false in R1 by (destruct won', s; try reflexivity; discriminate E).
        intros j Hj Wj; apply won_by in Wj; exact (none_sound P move eqb eqb_eq hash _ _ Way _ _ _ R0 (R1 _ _ eq_refl) j Hj Wj). }
    assert (As : forall q n keys, In (q, (n, keys)) asked -> match keys with None => won n q | Some l => forall m, In m l <-> starts n q m end).
    { destruct more eqn:M.
      - rewrite orb_true_r in R; assert (E : tables = None) by (unfold tables; destruct goal; reflexivity).
        rewrite E in R; clear E; apply bind_ok in R as (? & _ & R); apply bind_ok in R as ([r h] & _ & R); apply bind_ok in R as (? & _ & R); apply either_ok in R as (n & R); apply refuted_by_ok in R as (R0 & _ & R2).
        exact (asked_hold tabled st _ asked Tr S1 S2 R0 R2).
      - assert (E : asked = []); [|rewrite E; intros q n l []].
        unfold asked; destruct keys as [k'|]; [apply no_keys in Keys; unfold more in M; congruence|].
        destruct others as [|e l]; [reflexivity|]; apply no_variations in Others; [unfold more in M; congruence|discriminate]. }
    assert (Vs : variations_hold P good turn won starts p others).
    { intros q n l I; destruct (variations_given _ _ _ Others _ I) as [G C]; split; [exact G|split; [exact C|]]; apply As.
      unfold asked; destruct keys; [now right|exact I]. }
    destruct won'.
    - destruct k as [k|]; [|discriminate]; inversion H; subst c; split; [|split; [|split; [|exact Vs]]].
      + apply won_by; exact (found_sound P move eqb eqb_eq hash _ _ Way st p k S1 S3).
      + intros -> j Hj; apply Sh; [reflexivity|]; simpl; lia.
      + unfold all_keys; destruct keys as [[n l]|]; [|exact I]; apply (As p n (Some l)); now left.
    - inversion H; subst c; split; [|exact Vs]; intros j Hj; apply Sh; [reflexivity|]; destruct k as [k|]; exact Hj.
  Qed.
End Questions.
