(* Certificates: what is read of them, when they are accepted, and what acceptance proves. *)
From Coq Require Import List Bool Arith Lia PArith ZArith String Ascii. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves Tables WinCheck Win Status ProofGame Instant Retract Cases Lemmas Little CanWin FiveRules Text Variants Lone Placings Classes Endings Bounds.
Local Open Scope string_scope. Local Open Scope list_scope. Local Open Scope nat_scope.
Local Infix "+++" := append (right associativity, at level 60).

(* JSON as a tree; of objects all entries are kept, equal keys too. *)
Inductive json := JNull | JBool (b : bool) | JInt (n : Z) | JOther | JText (s : string) | JList (l : list json)
  | JObject (l : list (string * json)).

(* --- outcomes --- *)
Inductive outcome (A : Type) := Ok (a : A) | Refused (why : string) | NotCovered (why : string).
Arguments Ok {A}. Arguments Refused {A}. Arguments NotCovered {A}.
Definition bind {A B} (x : outcome A) (f : A -> outcome B) : outcome B :=
  match x with Ok a => f a | Refused w => Refused w | NotCovered w => NotCovered w end.
Notation "'let*' x ':=' e 'in' f" := (bind e (fun x => f)) (at level 200, x pattern, e at level 100, f at level 200).
Definition need {A} (o : option A) (why : string) : outcome A := match o with Some a => Ok a | None => Refused why end.
Definition require (b : bool) (why : string) : outcome unit := if b then Ok tt else Refused why.
Definition covered (b : bool) (why : string) : outcome unit := if b then Ok tt else NotCovered why.
Fixpoint each {A B} (f : A -> outcome B) (l : list A) (acc : list B) : outcome (list B) :=
  match l with [] => Ok (rev' acc) | x :: l => let* y := f x in each f l (y :: acc) end.

(* --- parts of a certificate --- *)
Definition text (j : json) := match j with JText s => Ok s | _ => Refused "expected a string" end.
Definition array (j : json) := match j with JList l => Ok l | _ => Refused "expected a list" end.
Definition entries (j : json) := match j with JObject l => Ok l | _ => Refused "expected an object" end.
Definition find_key (k : string) (l : list (string * json)) : option json :=
  match find (fun e => String.eqb k (fst e)) l with Some e => Some (snd e) | None => None end.
Fixpoint distinct (l : list string) : bool :=
  match l with [] => true | k :: l => negb (existsb (String.eqb k) l) && distinct l end.
Definition only (known : list string) (l : list (string * json)) : outcome unit :=
  let* _ := require (distinct (map fst l)) "a key occurs twice in one object" in
  require (forallb (fun e => existsb (String.eqb (fst e)) known) l) "an object has a key that does not belong there".
Definition get_key (k : string) (l : list (string * json)) : outcome json := need (find_key k l) ("the key """ +++ k +++ """ is missing").
(* Plies beyond this are not covered. *)
Definition most_plies : Z := 1000.
Definition number (j : json) : outcome nat :=
  match j with
  | JInt n => if (n <? 0)%Z then Refused "expected a whole number" else
      if (n <=? most_plies)%Z then Ok (Z.to_nat n) else NotCovered "a number greater than 1000"
  | _ => Refused "expected a whole number" end.
Definition number_or_null (j : json) : outcome (option nat) :=
  match j with JNull => Ok None | _ => let* n := number j in Ok (Some n) end.
Definition whole (j : json) : outcome unit :=
  match j with JInt n => require (0 <=? n)%Z "expected a whole number" | _ => Refused "expected a whole number" end.
Definition square (j : json) : outcome sq := let* s := text j in need (read_square s) ("not a square: " +++ s).
Definition past (j : json) : outcome pos := let* s := text j in need (read_pos s) ("not a position in the usual spelling: " +++ s).
(* the rights field of a position has a file letter *)
Definition has_file_right (s : string) : bool :=
  let letter a := existsb (Ascii.eqb a) ["A";"B";"C";"D";"E";"F";"G";"H";"a";"b";"c";"d";"e";"f";"g";"h"]%char in
  let fix upto s := match s with EmptyString => false | String a s => if Ascii.eqb a " " then false else letter a || upto s end in
  let fix skip n s := match s with EmptyString => false | String a s =>
    if Ascii.eqb a " " then match n with O => upto s | S n => skip n s end else skip n s end in
  skip 1 s.
Definition valid (p : pos) : bool :=
  negb (existsb (kings_bad (brd p)) [White; Black]) && negb (end_row (brd p)) && negb (waiting p) && negb (castling_bad p) && negb (ep_bad p).
Definition position (j : json) : outcome pos :=
  let* s := text j in
  let* _ := covered (negb (has_file_right s)) "castling of Chess960" in
  let* p := need (read_pos s) ("not a position in the usual spelling: " +++ s) in
  let* _ := covered (negb (castling_bad p)) "castling of Chess960" in
  let* _ := require (valid p) ("not a valid position: " +++ s) in Ok p.

(* --- what is claimed, and what it means --- *)
Inductive claim :=
| IsStatus (p : pos) (a : answer)
(* with keys: within so many plies these first moves win *)
| WinWithin (p : pos) (plies : nat) (shortest : bool) (keys : option (nat * list move))
| NoWinWithin (p : pos) (plies : option nat)
| Legal (p : pos) (ignored : bool)
| Illegal (p : pos)
| FiveRules (b : board) (broken : list nat)
| Winnable (p : pos) (c : colour)
| Unwinnable (p : pos) (c : colour)
(* of the other games *)
| VStatus (g : ruleset) (p : vpos) (a : answer)
| VWinWithin (g : ruleset) (p : vpos) (plies : nat) (shortest : bool) (keys : option (nat * list move))
| VNoWinWithin (g : ruleset) (p : vpos) (plies : option nat).
Definition all_keys (keys : option (nat * list move)) (is_key : nat -> move -> Prop) : Prop :=
  match keys with None => True | Some (n, l) => forall m, In m l <-> is_key n m end.
Definition means (c : claim) : Prop :=
  match c with
  | IsStatus p a => valid p = true /\ status_is p a
  | WinWithin p k s keys =>
      valid p = true /\ W k p /\ (s = true -> forall j, j < k -> ~ W j p) /\ all_keys keys (fun n m => key n p m)
  | NoWinWithin p b => valid p = true /\ forall k, holds_for b k -> ~ W k p
  | Legal p ignored => exists q, reached ignored q /\ agrees p q = true
  | Illegal p => forall q, covers p q -> ~ R q
  | Winnable p c => valid p = true /\ can_win p c
  | Unwinnable p c => valid p = true /\ ~ can_win p c
  | FiveRules b broken => forall n, In n broken <-> exists c, breaks b c n
  | VStatus g p a => vvalid g p = true /\ vstatus_is g p a
  | VWinWithin g p k s keys =>
      vvalid g p = true /\ VW g k p /\ (s = true -> forall j, j < k -> ~ VW g j p) /\ all_keys keys (fun n m => vkey g n p m)
  | VNoWinWithin g p b => vvalid g p = true /\ forall k, holds_for b k -> ~ VW g k p
  end.

(* --- status and forced wins, of any game --- *)
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
  Variable mated : P -> bool.
  Definition r_node q k m : outcome (option nat * option move) :=
    let* _ := require (negb (mated q)) "a node in which the defender is checkmated" in
    let* k := number_or_null k in
    match m with JNull => Ok (k, None) | _ => let* m := move_of q m in Ok (k, Some m) end.
  Variables (once_s : list (P * (nat * move)) -> bool) (once_r : list (P * (option nat * option move)) -> bool).
  Definition nodes_of {A} (once : list (P * A) -> bool) (c : colour) (f : P -> json -> json -> outcome A) (j : json) : outcome (list (P * A)) :=
    let* l := array j in let* l := each (node_of c f) l [] in
    let* _ := require (once l) "a position occurs twice in one list" in Ok l.
  Definition searched (l : list (string * json)) : outcome unit :=
    match find_key "searched" l with None => Ok tt | Some j =>
      let* l := entries j in let* _ := only ["plies"; "nodes"] l in
      let* a := get_key "plies" l in let* b := get_key "nodes" l in let* _ := whole a in whole b end.
  Variable check_strategy : list (P * (nat * move)) -> P -> nat -> bool.
  (* with the positions that are held for any number of plies; those with too little to mate are not proved *)
  Variable check_refutation : (P -> bool) -> list (P * (option nat * option move)) -> P -> option nat -> bool.
  Variables (hopeless too_little : P -> bool).
  Definition refutation (r : list (P * (option nat * option move))) (p : P) (b : option nat) : outcome unit :=
    if check_refutation hopeless r p b then Ok tt else
    if check_refutation too_little r p b then NotCovered "positions with too little to mate with" else Refused "the refutation does not hold".
  Variable by_tables : P -> json -> option nat -> outcome unit.
  Definition not_within (p : P) (ev : list (string * json)) (b : option nat) : outcome unit :=
    match find_key "tables" ev with
    | Some t => by_tables p t b
    | None => let* r := get_key "refutation" ev in let* r := nodes_of once_r (opp (turn p)) r_node r in refutation r p b end.
  Variable check_keys : (P -> bool) -> list (P * (nat * move)) -> list (P * (option nat * option move)) -> P -> nat -> list move -> bool.
  Definition keys_hold st (r : list (P * (option nat * option move))) (p : P) (n : nat) (keys : list move) : outcome unit :=
    if check_keys hopeless st r p n keys then Ok tt else
    if check_keys too_little st r p n keys then NotCovered "positions with too little to mate with" else Refused "the keys are others".
  Fixpoint no_move_twice (l : list move) : bool :=
    match l with [] => true | m :: l => negb (existsb (move_eqb m) l) && no_move_twice l end.
  Definition keys_of (p : P) (cl : list (string * json)) : outcome (option (nat * list move)) :=
    match find_key "keys" cl with None => Ok None | Some j =>
      let* l := entries j in let* _ := only ["plies"; "moves"] l in
      let* n := get_key "plies" l in let* n := number n in
      let* m := get_key "moves" l in let* m := array m in let* m := each (move_of p) m [] in
      let* _ := require (no_move_twice m) "a key occurs twice" in Ok (Some (n, m)) end.
  Inductive win_claim := WinIn (k : nat) (shortest : bool) (keys : option (nat * list move)) | NoWinIn (b : option nat).
  Definition win_question (p : P) (cl : list (string * json)) (ev : json) : outcome win_claim :=
    let* ev := entries ev in
    let* a := get_key "answer" cl in let* a := text a in
    let* _ := covered (negb (has (filter (fun e => String.eqb (fst e) "aim" || String.eqb (fst e) "variations") cl)))
      "other aims than mate, and variations" in
    let* k := get_key "plies" cl in
    if String.eqb a "win" then
      let* _ := only ["answer"; "plies"; "shortest"; "keys"] cl in
      let* k := number k in
      let* s := match find_key "shortest" cl with None => Ok false | Some (JBool true) => Ok true
                | Some _ => Refused "shortest: expected true, or to be left out" end in
      let* keys := keys_of p cl in
      let shown_by := match keys, find_key "tables" ev with None, Some _ => "tables" | _, _ => "refutation" end in
      let both := match keys with None => s | Some _ => true end : bool in
      let* _ := only (if both then ["strategy"; shown_by] else ["strategy"; "searched"]) ev in
      let* _ := searched ev in
      let* st := get_key "strategy" ev in let* st := nodes_of once_s (turn p) s_node st in
      if check_strategy st p k then
        match keys with
        | Some (n, l) =>
          let* r := get_key "refutation" ev in let* r := nodes_of once_r (opp (turn p)) r_node r in
          (* of a win within 0 plies every refutation is one whose nodes hold *)
          let* _ := refutation r p (Some (if s then k - 1 else 0)) in let* _ := keys_hold st r p n l in Ok (WinIn k s keys)
        | None => if s then let* _ := not_within p ev (Some (k - 1)) in Ok (WinIn k true None) else Ok (WinIn k false None)
        end
      else Refused "the strategy does not hold"
    else if String.eqb a "no-win" then
      let* _ := only ["answer"; "plies"] cl in
      let* _ := only [match find_key "tables" ev with Some _ => "tables" | None => "refutation" end] ev in
      let* b := number_or_null k in let* _ := not_within p ev b in Ok (NoWinIn b)
    else Refused "expected win or no-win".

  (* what acceptance gives *)
  Lemma bind_ok {A B} (x : outcome A) (f : A -> outcome B) b : bind x f = Ok b -> exists a, x = Ok a /\ f a = Ok b.
  Proof. destruct x; simpl; try discriminate; eauto. Qed.
  Lemma status_accepted p cl ev a : status_question p cl ev = Ok a -> exists c e, check_status p a c e = true.
  Proof.
    unfold status_question; intros H; do 4 (apply bind_ok in H as (? & _ & H)).
    apply bind_ok in H as (l & _ & H); apply bind_ok in H as (e & _ & H); do 2 (apply bind_ok in H as (? & _ & H)).
    apply bind_ok in H as (c & _ & H); destruct (check_status p x2 c e) eqn:V; [|discriminate]; inversion H; subst; eauto.
  Qed.
  Variables (W : nat -> P -> Prop) (is_key : nat -> P -> move -> Prop).
  Hypothesis strategy_ok : forall st p k, check_strategy st p k = true -> W k p.
  Hypothesis refutation_ok : forall r p b, check_refutation hopeless r p b = true -> forall k, holds_for b k -> ~ W k p.
  Hypothesis tables_ok : forall p t b u, by_tables p t b = Ok u -> forall k, holds_for b k -> ~ W k p.
  Hypothesis keys_ok : forall st r p k b n l, check_strategy st p k = true -> check_refutation hopeless r p b = true ->
    check_keys hopeless st r p n l = true -> forall m, In m l <-> is_key n p m.
  Definition win_means (p : P) (c : win_claim) : Prop :=
    match c with
    | WinIn k s keys => W k p /\ (s = true -> forall j, j < k -> ~ W j p) /\ all_keys keys (fun n m => is_key n p m)
    | NoWinIn b => forall k, holds_for b k -> ~ W k p end.
  Lemma refutation_accepted r p b u : refutation r p b = Ok u -> check_refutation hopeless r p b = true.
  Proof.
    unfold refutation; destruct (check_refutation hopeless r p b); [reflexivity|]; destruct (check_refutation too_little r p b); discriminate.
  Qed.
  Lemma not_within_accepted p ev b u : not_within p ev b = Ok u -> forall k, holds_for b k -> ~ W k p.
  Proof.
    unfold not_within; destruct (find_key "tables" ev) as [t|]; [apply tables_ok|]; intros H.
    do 2 (apply bind_ok in H as (? & _ & H)); apply refutation_accepted in H; exact (refutation_ok _ _ _ H).
  Qed.
  Lemma keys_accepted st r p n l u : keys_hold st r p n l = Ok u -> check_keys hopeless st r p n l = true.
  Proof.
    unfold keys_hold; destruct (check_keys hopeless st r p n l); [reflexivity|]; destruct (check_keys too_little st r p n l); discriminate.
  Qed.
  Lemma win_accepted p cl ev c : win_question p cl ev = Ok c -> win_means p c.
  Proof.
    unfold win_question; intros H; do 5 (apply bind_ok in H as (? & _ & H)).
    match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x end.
    - apply bind_ok in H as (u & _ & H); apply bind_ok in H as (k & _ & H); apply bind_ok in H as (s & _ & H).
      apply bind_ok in H as (keys & _ & H); cbv zeta in H.
      do 4 (apply bind_ok in H as (? & _ & H)).
      match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x eqn:S; [|discriminate H] end.
      apply strategy_ok in S as S'; destruct keys as [[n l]|].
      + do 2 (apply bind_ok in H as (? & _ & H)); apply bind_ok in H as (? & F & H); apply refutation_accepted in F.
        apply bind_ok in H as (u' & K & H); inversion H; subst c; split; [exact S'|]; split.
        * intros -> j Hj; apply (refutation_ok _ _ _ F); simpl; lia.
        * apply keys_accepted in K; exact (keys_ok _ _ _ _ _ _ _ S F K).
      + destruct s.
        * apply bind_ok in H as (u' & F & H); inversion H; subst c; split; [exact S'|]; split; [|exact I].
          intros _ j Hj; apply (not_within_accepted _ _ _ _ F); simpl; lia.
        * inversion H; subst c; split; [exact S'|]; split; [discriminate|exact I].
    - match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x; [|discriminate H] end.
      apply bind_ok in H as (u & _ & H); apply bind_ok in H as (u' & _ & H); apply bind_ok in H as (b & _ & H).
      apply bind_ok in H as (u'' & F & H); inversion H; subst c; exact (not_within_accepted _ _ _ _ F).
  Qed.
End Questions.

(* The positions that the document holds for any number of plies. Of standard chess those with at most one man beside the
   king are proved (Little), and not yet those with more bishops. *)
Definition too_little (b : board) (c : colour) : bool :=
  little_b b c ||
  let n d k := count b (fun _ => is_man d k) in let all d := count b (fun _ => is_colour d) in
  (all (opp c) =? 1) && (n c Bishop + 1 =? all c) &&
  ((count b (fun s x => is_man c Bishop x && light s) =? 0) || (count b (fun s x => is_man c Bishop x && negb (light s)) =? 0)).

(* --- the questions of standard chess --- *)
Section Check.
  Variable hash_pos : pos -> positive.
  Variable hash_board : board -> positive.
  Variable hash_vpos : vpos -> positive.
  (* The bytes of a table, by board: for a side with these kinds of men against these, what its text says.
     Like the hash this may be any function. *)
  Variable open_table : colour -> list kind -> list kind -> string -> option (board -> N).
  Definition move_in_pos := move_of pos read_move.
  Definition status_claim (p : pos) (cl : list (string * json)) (ev : json) : outcome claim :=
    let* a := status_question pos read_move check_status p cl ev in
    if valid p then Ok (IsStatus p a) else Refused "not a valid position".
  Definition table_given (c : colour) (l : list (string * json)) (x : class) : outcome (list cell * (board -> N)) :=
    let* t := get_key (class_name x) l in let* t := text t in
    let* f := need (open_table c (fst x) (snd x) t) ("not a table of " +++ class_name x) in Ok (class_men c x, f).
  Definition tables_hold (p : pos) (j : json) (b : option nat) : outcome unit :=
    let* _ := require (rights_beq (rts p) no_rights) "tables of a position with rights to castle" in
    let n := List.length (men (brd p)) in
    let* _ := require (n <=? 5) "tables of more than five men" in
    let* _ := covered (n <=? 4) "tables of five men" in
    let c := side p in let classes := needed (class_of c (brd p)) in
    let* l := entries j in let* _ := only (map class_name classes) l in
    let* tables := each (table_given c l) classes [] in
    if check_tables c tables p b then Ok tt else Refused "a byte says more than follows from the moves, or less than is claimed".
  Lemma tables_hold_ok p j b u : tables_hold p j b = Ok u -> forall k, holds_for b k -> ~ W k p.
  Proof.
    unfold tables_hold; cbv zeta; intros H; do 6 (apply bind_ok in H as (? & _ & H)).
    match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x eqn:C; [|discriminate H] end.
    exact (check_tables_sound _ _ _ _ C).
  Qed.
  Definition win_claim_of (p : pos) (cl : list (string * json)) (ev : json) : outcome claim :=
    let* c := win_question pos position side read_move is_mated (once pos pos_eqb hash_pos) (once pos pos_eqb hash_pos)
      (check_strategy hash_pos) (check_refutation hash_pos) hopeless (fun p => too_little (brd p) (side p))
      tables_hold (fun hopeless => check_keys hash_pos hopeless move_eqb) p cl ev in
    if valid p then Ok (match c with WinIn k s keys => WinWithin p k s keys | NoWinIn b => NoWinWithin p b end) else Refused "not a valid position".

  (* the other games *)
  Definition game_of (s : string) : option ruleset :=
    if String.eqb s "pawnless" then Some Pawnless else if String.eqb s "simplified" then Some Simplified else
    if String.eqb s "simplified-pawns" then Some SimplifiedPawns else if String.eqb s "gardner" then Some Gardner else
    if String.eqb s "los-alamos" then Some LosAlamos else None.
  Definition vposition (g : ruleset) (j : json) : outcome vpos :=
    let* s := text j in
    let* p := need (read_vpos (Variants.number (last_ix g)) s) ("not a position in the usual spelling: " +++ s) in
    let p := mkv (fst p) (snd p) in
    let* _ := require (vvalid g p) ("not a valid position: " +++ s) in Ok p.
  Definition vstatus_claim (g : ruleset) (p : vpos) (cl : list (string * json)) (ev : json) : outcome claim :=
    let* a := status_question vpos (fun _ => read_plain_move) (vcheck_status g) p cl ev in
    if vvalid g p then Ok (VStatus g p a) else Refused "not a valid position".
  Definition vwin_claim (g : ruleset) (p : vpos) (cl : list (string * json)) (ev : json) : outcome claim :=
    let* c := win_question vpos (vposition g) vside (fun _ => read_plain_move)
      (fun p => negb (takeable g) && vis_mated g p) (once vpos vpos_eqb hash_vpos) (once vpos vpos_eqb hash_vpos)
      (vcheck_strategy g hash_vpos) (vcheck_refutation g hash_vpos) (vhopeless g)
      (fun p => negb (takeable g) && too_little (vbrd p) (vside p))
      (fun _ _ _ => Refused "tables are only for standard chess") (fun hopeless => vcheck_keys g hash_vpos hopeless move_eqb) p cl ev in
    if vvalid g p then Ok (match c with WinIn k s keys => VWinWithin g p k s keys | NoWinIn b => VNoWinWithin g p b end) else Refused "not a valid position".

  Fixpoint read_game (p : pos) (l : list json) (acc : list move) : outcome (list move) :=
    match l with [] => Ok (rev' acc) | j :: l => let* m := move_in_pos p j in read_game (play p m) l (m :: acc) end.
  Definition lemma_of (s : string) : option lemma :=
    if String.eqb s "kings" then Some Kings else if String.eqb s "end-row-pawns" then Some EndRowPawns else
    if String.eqb s "waiting-side-attacked" then Some WaitingSideAttacked else if String.eqb s "men" then Some Men else
    if String.eqb s "promotions" then Some Promotions else if String.eqb s "castling" then Some CastlingMen else
    if String.eqb s "en-passant" then Some EnPassant else if String.eqb s "files" then Some OpenFiles else
    if String.eqb s "columns" then Some NoAccount else None.
  Definition unproved : list string := ["order"; "parity"; "confined-columns"; "kernel"].
  (* cases of `columns` *)
  Definition way_of_text (s : string) : outcome way :=
    if String.eqb s "dies" then Ok Dies else if String.eqb s "leaves" then Ok Leaves else if String.eqb s "stays" then Ok Holds else
    Refused "expected dies, leaves or stays".
  Definition price_given (j : json) : outcome Z :=
    match j with
    | JInt n => let* _ := require ((-2147483648 <=? n)%Z && (n <=? 2147483647)%Z) "a price out of range" in Ok n
    | _ => Refused "expected a whole number" end.
  Definition prices_given (j : json) : outcome prices :=
    let* l := array j in
    match l with
    | [c; d; f; s; b] => let* c := price_given c in let* d := price_given d in
        let* f := array f in let* f := each price_given f [] in
        let* s := array s in let* s := each price_given s [] in
        let* b := array b in let* b := each price_given b [] in
        match f, b with
        | [f1; f2; f3; f4; f5; f6; f7; f8], [dark; light] => Ok (mkprices c d (V8 f1 f2 f3 f4 f5 f6 f7 f8) s dark light)
        | _, _ => Refused "expected prices of eight files and two sorts of bishops" end
    | _ => Refused "prices are a list of five" end.
  Definition pawn_given (j : json) : outcome (colour * ix) :=
    let* s := square j in
    match s with (f, I2) => Ok (White, f) | (f, I7) => Ok (Black, f) | _ => Refused "no pawn begins there" end.
  Fixpoint read_cases (j : json) : outcome cases :=
    match j with
    | JList [h; w; x; y] => let* h := pawn_given h in let* w := text w in let* w := way_of_text w in
        let* x := read_cases x in let* y := read_cases y in Ok (Ask (fst h) (snd h) w x y)
    | JList [p; q] => let* p := prices_given p in let* q := prices_given q in Ok (Sum p q)
    | _ => Refused "cases are a list of two or four" end.
  Definition past_node (j : json) : outcome (node lemma) :=
    let* l := array j in
    match l with
    | [q; w] => let* q := past q in let* w := text w in
        if String.eqb w "retract" then Ok (q, None) else
        (* of this lemma the first round is proved *)
        if String.eqb w "origins" then
          if applies NoOrigins q then Ok (q, Some NoOrigins) else NotCovered "the lemma origins beyond its first round" else
        (* of this one what the men themselves show *)
        if String.eqb w "locked" then
          if applies LockedMen q then Ok (q, Some LockedMen) else NotCovered "the lemma locked, with facts that rounds find" else
        match lemma_of w with Some l => Ok (q, Some l) | None =>
          if existsb (String.eqb w) unproved then NotCovered ("the lemma " +++ w) else Refused ("no lemma is known as " +++ w) end
    | [q; w; c] => let* q := past q in let* w := text w in
        if existsb (String.eqb w) ["confined-columns"; "kernel"] then NotCovered ("the lemma " +++ w) else
        let* _ := require (String.eqb w "columns") "cases of another lemma" in let* c := read_cases c in Ok (q, Some (NoAccountBy c))
    | _ => Refused "a node is a list of two, or of three with cases" end.
  Definition once_past (nodes : list (node lemma)) : bool :=
    let t := index hash_board lemma nodes in
    forallb (fun n => List.length (filter (fun e => pos_eqb (snd e) (fst n)) (bucket board pos t (hash_board (brd (fst n))))) =? 1) nodes.
  Definition legality_question (j : json) (cl : list (string * json)) (ev : json) : outcome claim :=
    let* ev := entries ev in
    let* a := get_key "answer" cl in let* a := text a in
    let* _ := covered (negb (existsb (fun e => existsb (String.eqb (fst e)) ["start"; "clocks"; "at_least"; "castling"; "en_passant"]) cl))
      "games from other arrays, clocks, and bounds on their length" in
    let* _ := covered (negb (String.eqb a "white-history" || String.eqb a "black-history")) "what the men tell of the past" in
    let* p := past j in
    let* _ := only ["answer"] cl in
    if String.eqb a "legal" then
      let* _ := only ["game"; "draws"; "searched"] ev in
      let* _ := covered (negb (existsb (fun e => String.eqb (fst e) "searched") ev)) "searches for shorter games" in
      let* ignored := match find_key "draws" ev with None => Ok false
        | Some (JText s) => if String.eqb s "ignored" then Ok true else Refused "draws: expected ignored" | Some _ => Refused "draws: expected ignored" end in
      let* g := get_key "game" ev in let* g := array g in let* g := read_game start g [] in
      if check_legal ignored g p then Ok (Legal p ignored) else Refused "the game does not reach the position by legal moves"
    else if String.eqb a "illegal" then
      let* _ := only ["nodes"] ev in
      let* n := get_key "nodes" ev in let* n := array n in let* n := each past_node n [] in
      let* _ := require (once_past n) "two nodes have the same position" in
      if check_illegal hash_board n p then Ok (Illegal p) else Refused "a node does not hold, or the first does not cover the position"
    else Refused "expected legal or illegal".

  (* the five rules *)
  Definition squares_given (j : json) : outcome (list sq) := let* l := array j in each square l [].
  Definition file_given (j : json) : outcome ix :=
    let* s := text j in
    match s with String a EmptyString => need (file_of a) "expected the letter of a file" | _ => Refused "expected the letter of a file" end.
  Definition origin (j : json) : outcome (sq * ix) :=
    let* l := array j in
    match l with [s; f] => let* s := square s in let* f := file_given f in Ok (s, f) | _ => Refused "expected a list of two" end.
  Definition facts_of (j : json) : outcome facts :=
    let* l := entries j in
    let* m := match find_key "hall" l with
      | Some h => let* _ := only ["kings"; "end_pawns"; "men"; "pawns"; "surplus"; "bishops"; "hall"] l in
          let* h := entries h in let* _ := only ["pawns"; "files"] h in
          let* p := get_key "pawns" h in let* p := squares_given p in
          let* f := get_key "files" h in let* f := array f in let* f := each file_given f [] in Ok (Hall p f)
      | None => let* _ := only ["kings"; "end_pawns"; "men"; "pawns"; "surplus"; "bishops"; "origins"] l in
          let* o := get_key "origins" l in let* o := array o in let* o := each origin o [] in Ok (Origins o) end in
    let* k := get_key "kings" l in let* k := squares_given k in
    let* e := get_key "end_pawns" l in let* e := squares_given e in
    let* n := get_key "men" l in let* n := number n in let* p := get_key "pawns" l in let* p := number p in
    let* s := get_key "surplus" l in let* s := entries s in let* _ := only ["queens"; "rooks"; "bishops"; "knights"] s in
    let* sq := get_key "queens" s in let* sq := number sq in let* sr := get_key "rooks" s in let* sr := number sr in
    let* sb := get_key "bishops" s in let* sb := number sb in let* sn := get_key "knights" s in let* sn := number sn in
    let* b := get_key "bishops" l in let* b := entries b in let* _ := only ["light"; "dark"] b in
    let* bl := get_key "light" b in let* bl := squares_given bl in let* bd := get_key "dark" b in let* bd := squares_given bd in
    Ok (mkfacts k e n p sq sr sb sn bl bd m).
  Definition rules_question (j : json) (cl : list (string * json)) (ev : json) : outcome claim :=
    let* s := text j in let* b := need (read_board s) "the men are not in the usual spelling" in
    let* ev := entries ev in let* _ := only ["white"; "black"] ev in
    let* w := get_key "white" ev in let* w := facts_of w in let* bl := get_key "black" ev in let* bl := facts_of bl in
    let* _ := only ["answer"; "rules"] cl in
    let* a := get_key "answer" cl in let* a := text a in
    let* r := get_key "rules" cl in let* r := array r in let* r := each number r [] in
    let* _ := require (String.eqb a (if has r then "broken" else "holds")) "the answer does not fit the rules" in
    if check_rules b w bl r then Ok (FiveRules b r) else Refused "the facts, or the rules broken, are others".

  (* whether a side can still win *)
  Definition is_true (j : json) : outcome unit := match j with JBool true => Ok tt | _ => Refused "expected true" end.
  Definition can_win_question (p : pos) (cl : list (string * json)) (ev : json) : outcome claim :=
    let* _ := require (valid p) "not a valid position" in
    let* _ := only ["answer"; "side"] cl in
    let* a := get_key "answer" cl in let* a := text a in
    let* s := get_key "side" cl in let* s := text s in
    let* c := need (if String.eqb s "white" then Some White else if String.eqb s "black" then Some Black else None) "expected white or black" in
    let* ev := entries ev in
    if String.eqb a "winnable" then
      let* _ := only ["line"] ev in let* g := get_key "line" ev in let* g := array g in let* g := read_game p g [] in
      if check_line p c g then Ok (Winnable p c) else Refused "the line does not lead to mate by legal moves"
    else if String.eqb a "unwinnable" then
      match find_key "terminal" ev with
      | Some t => let* _ := only ["terminal"] ev in let* _ := is_true t in
          if check_terminal p c then Ok (Unwinnable p c) else Refused "the side to move has a legal move, or is mated"
      | None => match find_key "material" ev with
        | Some m => let* _ := only ["material"] ev in let* _ := is_true m in
            let* _ := require (has (moves p)) "the side to move has no legal move" in
            if check_material p c then Ok (Unwinnable p c) else NotCovered "men that do not mate, with others on the board"
        | None => NotCovered "closures and regions" end end
    else Refused "expected winnable or unwinnable".

  Definition check (j : json) : outcome claim :=
    let* l := entries j in
    let* f := get_key "format" l in let* f := text f in let* _ := require (String.eqb f "arbiter-certificate") "not a certificate" in
    let* v := get_key "version" l in
    let* _ := match v with JInt 1 => Ok tt | _ => Refused "a version that is not known here" end in
    let* _ := only ["format"; "version"; "rules"; "question"; "position"; "claim"; "evidence"] l in
    let* r := get_key "rules" l in let* r := text r in
    let* q := get_key "question" l in let* q := text q in
    let* cl := get_key "claim" l in let* cl := entries cl in
    let* ev := get_key "evidence" l in let* p := get_key "position" l in
    let* _ := require (existsb (String.eqb q) ["status"; "rules"; "legality"; "win"; "can-win"; "help"]) "a question that is not known here" in
    if negb (String.eqb r "standard") then
      let* g := need (game_of r) "expected the name of a rule set" in
      if String.eqb q "status" then let* p := vposition g p in vstatus_claim g p cl ev
      else if String.eqb q "win" then let* p := vposition g p in vwin_claim g p cl ev
      else if String.eqb q "help" then NotCovered ("the question " +++ q)
      else Refused "this is not asked about that game"
    else if String.eqb q "status" then let* p := position p in status_claim p cl ev
    else if String.eqb q "win" then let* p := position p in win_claim_of p cl ev
    else if String.eqb q "legality" then legality_question p cl ev
    else if String.eqb q "rules" then rules_question p cl ev
    else if String.eqb q "can-win" then let* p := position p in can_win_question p cl ev
    else NotCovered ("the question " +++ q).

  (* --- acceptance proves the claim --- *)
  Lemma status_sound p cl ev c : status_claim p cl ev = Ok c -> means c.
  Proof.
    unfold status_claim; intros H; apply bind_ok in H as (a & S & H); destruct (valid p) eqn:V; [|discriminate]; inversion H; subst c.
    apply status_accepted in S as (ch & e & S); split; [exact V|]; eapply check_status_sound; exact S.
  Qed.
  Lemma win_sound p cl ev c : win_claim_of p cl ev = Ok c -> means c.
  Proof.
    unfold win_claim_of; intros H; apply bind_ok in H as (w & S & H); destruct (valid p) eqn:V; [|discriminate]; inversion H; subst c.
    apply win_accepted with (W := W) (is_key := key) in S;
    [|apply check_strategy_sound|intros r q b; apply check_refutation_sound; exact hopeless_ok
     |exact tables_hold_ok|intros st r q k b n l; apply check_keys_sound; exact hopeless_ok].
    destruct w; simpl in *; tauto.
  Qed.
  Lemma vstatus_sound g p cl ev c : vstatus_claim g p cl ev = Ok c -> means c.
  Proof.
    unfold vstatus_claim; intros H; apply bind_ok in H as (a & S & H); destruct (vvalid g p) eqn:V; [|discriminate]; inversion H; subst c.
    apply status_accepted in S as (ch & e & S); split; [exact V|]; eapply vcheck_status_sound; exact S.
  Qed.
  Lemma vwin_sound g p cl ev c : vwin_claim g p cl ev = Ok c -> means c.
  Proof.
    unfold vwin_claim; intros H; apply bind_ok in H as (w & S & H); destruct (vvalid g p) eqn:V; [|discriminate]; inversion H; subst c.
    apply win_accepted with (W := VW g) (is_key := vkey g) in S;
    [|apply vcheck_strategy_sound|intros r q b; apply vcheck_refutation_sound; exact (vhopeless_ok g)
     |discriminate|intros st r q k b n l; apply vcheck_keys_sound; exact (vhopeless_ok g)].
    destruct w; simpl in *; tauto.
  Qed.
  Lemma legality_sound j cl ev c : legality_question j cl ev = Ok c -> means c.
  Proof.
    unfold legality_question; intros H; do 7 (apply bind_ok in H as (? & _ & H)).
    match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x end.
    - do 3 (apply bind_ok in H as (? & _ & H)).
      do 3 (apply bind_ok in H as (? & _ & H)).
      match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x eqn:V; [|discriminate H] end.
      inversion H; subst c; exact (check_legal_sound _ _ _ V).
    - match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x; [|discriminate H] end.
      do 5 (apply bind_ok in H as (? & _ & H)).
      match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x eqn:V; [|discriminate H] end.
      inversion H; subst c; exact (Lemmas.check_illegal_sound _ _ _ V).
  Qed.
  Lemma rules_sound j cl ev c : rules_question j cl ev = Ok c -> means c.
  Proof.
    unfold rules_question; intros H; do 15 (apply bind_ok in H as (? & _ & H)).
    match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x eqn:V; [|discriminate H] end.
    inversion H; subst c; exact (check_rules_sound _ _ _ _ V).
  Qed.
  Lemma can_win_sound p cl ev c : can_win_question p cl ev = Ok c -> means c.
  Proof.
    unfold can_win_question; intros H; apply bind_ok in H as (u & V & H).
    assert (Va : valid p = true) by (unfold require in V; destruct (valid p); [reflexivity|discriminate]).
    do 6 (apply bind_ok in H as (? & _ & H)); apply bind_ok in H as (ev' & _ & H).
    match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x end.
    - do 4 (apply bind_ok in H as (? & _ & H)).
      match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x eqn:L; [|discriminate H] end.
      inversion H; subst c; split; [exact Va|]; eapply check_line_sound; exact L.
    - match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x; [|discriminate H] end.
      destruct (find_key "terminal" ev') as [t|]; [|destruct (find_key "material" ev') as [t|]; [|discriminate]].
      + do 2 (apply bind_ok in H as (? & _ & H)).
        match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x eqn:L; [|discriminate H] end.
        inversion H; subst c; split; [exact Va|]; now apply check_terminal_sound.
      + do 3 (apply bind_ok in H as (? & _ & H)).
        match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x eqn:L; [|discriminate H] end.
        inversion H; subst c; split; [exact Va|]; now apply check_material_sound.
  Qed.
  Theorem check_sound j c : check j = Ok c -> means c.
  Proof.
    unfold check; intros H; do 16 (apply bind_ok in H as (? & _ & H)).
    match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x end.
    - apply bind_ok in H as (g & _ & H).
      repeat match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x end; try discriminate.
      + apply bind_ok in H as (? & _ & H); eapply vstatus_sound; exact H.
      + apply bind_ok in H as (? & _ & H); eapply vwin_sound; exact H.
    - repeat match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x end; try discriminate.
      + apply bind_ok in H as (? & _ & H); eapply status_sound; exact H.
      + apply bind_ok in H as (? & _ & H); eapply win_sound; exact H.
      + eapply legality_sound; exact H.
      + eapply rules_sound; exact H.
      + apply bind_ok in H as (? & _ & H); eapply can_win_sound; exact H.
  Qed.
End Check.
