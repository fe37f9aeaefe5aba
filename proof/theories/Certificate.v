(* Certificates: when they are accepted, and what acceptance proves. *)
From Coq Require Import List Bool Arith Lia PArith ZArith String Ascii. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves Tables WinCheck Win Status ProofGame Instant Retract Cases Lemmas Little CanWin Material Closure Region FiveRules Text Variants Lone Aims Placings Classes Endings Bounds Chess960 Text960 Games960 Clocks Claims Questions Nodes.
From Arbiter Require Ghosts Help.
Local Open Scope string_scope. Local Open Scope list_scope. Local Open Scope nat_scope.
Local Infix "+++" := append (right associativity, at level 60).

(* --- the questions of standard chess --- *)
Section Check.
  Variable hash_pos : pos -> positive.
  Variable hash_board : board -> positive.
  Variable hash_vpos : vpos -> positive.
  Variable hash_fpos : fpos -> positive.
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
  Definition without_rights (p : pos) : bool := rights_beq (rts p) no_rights.
  Definition told_by_tables (p : pos) (j : json) : outcome (option nat -> pos -> bool) :=
    let n := List.length (men (brd p)) in
    let* _ := require (n <=? 5) "tables of more than five men" in
    let* _ := covered (n <=? 4) "tables of five men" in
    let c := side p in let classes := needed (class_of c (brd p)) in
    let* l := entries j in let* _ := only (map class_name classes) l in
    let* tables := each (table_given c l) classes [] in
    if bytes_ok c tables then Ok (told c tables) else Refused "a byte says more than follows from the moves".
  Lemma told_by_tables_ok p j f : told_by_tables p j = Ok f -> forall b q, tells (Some f) b q = true -> forall k, holds_for b k -> ~ W k q.
  Proof.
    unfold told_by_tables; cbv zeta; intros H; do 5 (apply bind_ok in H as (? & _ & H)).
    match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x eqn:C; [|discriminate H]; inversion H; subst f end.
    exact (tables_sound _ _ C).
  Qed.
  Definition aim_of (won_by_mate : bool) (cl : list (string * json)) : outcome (option aim) :=
    match find_key "aim" cl with None => Ok None | Some j =>
      let* s := text j in
      let* _ := require won_by_mate "other aims are only for games that are won by checkmate" in
      if String.eqb s "stalemate" then Ok (Some ToStalemate) else if String.eqb s "selfmate" then Ok (Some ToSelfmate) else
      if String.eqb s "reflexmate" then Ok (Some ToReflexmate) else Refused "expected stalemate, selfmate or reflexmate" end.
  (* The positions that the document holds for any number of plies: proved of standard chess, of the other games only where
     the king is alone. Of whom it matters whether it can mate; of nobody for a stalemate *)
  Definition mating_side (a : option aim) (c : colour) : option colour :=
    match a with None => Some c | Some ToStalemate => None | Some _ => Some (opp c) end.
  Definition too_little_for (a : option aim) (b : board) (c : colour) : bool :=
    match mating_side a c with Some c => little_b b c | None => false end.
  Definition way_of (a : option aim) (hopeless : pos -> bool) (tabled : knowledge pos) : method pos move :=
    match a with None => mating (fun _ => hopeless) tabled | Some a => aimed a hopeless end.
  Definition hopeless_for (a : option aim) : pos -> bool := match a with None => hopeless | Some a => never_by a end.
  Definition win_claim_of (p : pos) (cl : list (string * json)) (ev : json) : outcome claim :=
    let* a := aim_of true cl in
    let* c := win_question pos position side read_move a is_mated pos_eqb hash_pos (hopeless_for a) (fun p => too_little_for a (brd p) (side p))
      (way_of a) key_cost told_by_tables without_rights p cl ev in
    if valid p then Ok (match c with WinIn _ k s keys others => WinWithin a p k s keys others | NoWinIn _ b others => NoWinWithin a p b others end)
    else Refused "not a valid position".

  (* with castling of Chess960 *)
  Definition fstatus_claim (p : fpos) (cl : list (string * json)) (ev : json) : outcome claim :=
    let* a := status_question fpos read_fmove fcheck_status p cl ev in
    if fvalid p then Ok (FStatus p a) else Refused "not a valid position".
  Definition fway_of (a : option aim) (hopeless : fpos -> bool) (_ : knowledge fpos) : method fpos move :=
    match a with None => fmating (fun _ => hopeless) | Some a => faimed a hopeless end.
  Definition fhopeless_for (a : option aim) : fpos -> bool := match a with None => fhopeless | Some a => fnever_by a end.
  Definition fwin_claim (p : fpos) (cl : list (string * json)) (ev : json) : outcome claim :=
    let* a := aim_of true cl in
    let* c := win_question fpos fposition fside read_fmove a fis_mated fpos_eqb hash_fpos (fhopeless_for a) (fun p => too_little_for a (fbrd p) (fside p))
      (fway_of a) fkey_cost (fun _ _ => NotCovered "tables beside a right to castle from other squares") (fun _ => false) p cl ev in
    if fvalid p then Ok (match c with WinIn _ k s keys others => FWinWithin a p k s keys others | NoWinIn _ b others => FNoWinWithin a p b others end)
    else Refused "not a valid position".

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
  Definition vway_of (g : ruleset) (a : option aim) (hopeless : vpos -> bool) (_ : knowledge vpos) : method vpos move :=
    match a with None => vwinning g (fun _ => hopeless) | Some a => vaimed g a hopeless end.
  Definition vhopeless_for (g : ruleset) (a : option aim) : vpos -> bool := match a with None => vhopeless g | Some a => vnever_by g a end.
  Definition vwin_claim (g : ruleset) (p : vpos) (cl : list (string * json)) (ev : json) : outcome claim :=
    let* a := aim_of (negb (takeable g)) cl in
    let* c := win_question vpos (vposition g) vside (fun _ => read_plain_move) a (fun p => negb (takeable g) && vis_mated g p) vpos_eqb hash_vpos
      (vhopeless_for g a) (fun p => negb (takeable g) && too_little_for a (vbrd p) (vside p)) (vway_of g a) (vkey_cost g)
      (fun _ _ => Refused "tables are only for standard chess") (fun _ => true) p cl ev in
    if vvalid g p then Ok (match c with WinIn _ k s keys others => VWinWithin g a p k s keys others | NoWinIn _ b others => VNoWinWithin g a p b others end)
    else Refused "not a valid position".

  Fixpoint read_game (p : pos) (l : list json) (acc : list move) : outcome (list move) :=
    match l with [] => Ok (rev' acc) | j :: l => let* m := move_in_pos p j in read_game (play p m) l (m :: acc) end.
  Definition once_past (nodes : list (node lemma)) : bool :=
    let t := index hash_board lemma nodes in
    forallb (fun n => List.length (filter (fun e => pos_eqb (snd e) (fst n)) (bucket board pos t (hash_board (brd (fst n))))) =? 1) nodes.
  Definition nodes_shown (n : list (node lemma)) (p : pos) : outcome unit :=
    if check_illegal hash_board n p then Ok tt else
    if existsb unmoved_files n then Refused "a man of these files has never moved" else
    if existsb wrong_states n then Refused "the first state does not cover that at the beginning" else
    match flat_map unknown_facts n with
    | w :: _ => NotCovered ("the lemma " +++ w +++ ", with facts that the proof does not know")
    | [] => Refused "a node does not hold, or the first does not cover the position" end.
  (* how far a search for shorter games looked: it proves nothing *)
  Definition counted_up (j : json) : outcome unit :=
    match j with JInt n => require ((0 <=? n)%Z && (n <? 18446744073709551616)%Z) "a number out of range" | _ => Refused "expected a whole number" end.
  (* the plies that were searched *)
  Definition search_given (j : json) : outcome json :=
    let* l := entries j in let* _ := only ["plies"; "nodes"] l in
    let* n := get_key "nodes" l in let* _ := counted_up n in get_key "plies" l.
  Definition search_said (ev : list (string * json)) : outcome unit :=
    match find_key "searched" ev with None => Ok tt | Some j => let* k := search_given j in counted_up k end.
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
      let* _ := search_said ev in
      let* ignored := match find_key "draws" ev with None => Ok false
        | Some (JText s) => if String.eqb s "ignored" then Ok true else Refused "draws: expected ignored" | Some _ => Refused "draws: expected ignored" end in
      let* g := get_key "game" ev in let* g := array g in let* g := read_game start g [] in
      if check_legal ignored g p then Ok (Legal p ignored) else Refused "the game does not reach the position by legal moves"
    else if String.eqb a "illegal" then
      let* _ := only ["nodes"] ev in
      let* n := get_key "nodes" ev in let* n := array n in let* n := each past_node n [] in
      let* _ := require (once_past n) "two nodes have the same position" in
      let* _ := nodes_shown n p in Ok (Illegal p)
    else Refused "expected legal or illegal".

  (* games that end with given clocks *)
  Definition fault_of (s : string) : outcome clock_fault :=
    if String.eqb s "double-step" then Ok DoubleStep else if String.eqb s "too-long" then Ok TooLong else
    if String.eqb s "after-the-end" then Ok AfterTheEnd else if String.eqb s "move-zero" then Ok MoveZero else
    if String.eqb s "more-than-played" then Ok MoreThanPlayed else if String.eqb s "too-few-moves" then Ok TooFewMoves else
    if String.eqb s "too-few-before" then Ok TooFewBefore else Refused "expected a fault of clocks".
  Definition clocks_question (clocks j : json) (cl : list (string * json)) (ev : json) : outcome claim :=
    let* a := get_key "answer" cl in let* a := text a in
    let* _ := covered (negb (existsb (fun e => existsb (String.eqb (fst e)) ["at_least"; "castling"; "en_passant"]) cl)) "bounds on the length of games" in
    let* p := past j in
    let* l := array clocks in
    let* ev := entries ev in
    let* _ := only ["answer"; "clocks"] cl in
    match l with
    | [fifty; n] =>
      let* fifty := number fifty in let* n := number n in
      if String.eqb a "legal" then
        let* _ := only ["game"; "searched"] ev in
        let* _ := search_said ev in
        let* g := get_key "game" ev in let* g := array g in let* g := read_game start g [] in
        if check_clocks g p fifty n then Ok (LegalClocks p fifty n) else Refused "the game does not reach the position with these clocks by legal moves"
      else if String.eqb a "illegal" then
        match find_key "clocks" ev with
        | Some f => let* _ := only ["clocks"] ev in let* f := text f in let* f := fault_of f in
            if faulty f p fifty n then Ok (IllegalClocks p fifty n) else Refused "the clocks have no such fault"
        | None =>
          let* _ := only ["nodes"] ev in
          let* n' := get_key "nodes" ev in let* n' := array n' in let* n' := each past_node n' [] in
          let* _ := require (once_past n') "two nodes have the same position" in
          let* _ := nodes_shown n' p in Ok (IllegalClocks p fifty n) end
      else NotCovered "what the men tell of the past"
    | _ => Refused "clocks are two numbers" end.

  (* games from another array *)
  Fixpoint fread_game (p : fpos) (l : list json) (acc : list move) : outcome (list move) :=
    match l with [] => Ok (rev' acc) | j :: l => let* m := move_of fpos read_fmove p j in fread_game (fplay p m) l (m :: acc) end.
  Definition array_question (start j : json) (cl : list (string * json)) (ev : json) : outcome claim :=
    let* s := text start in
    let* _ := covered (negb (String.eqb s "any")) "games from any array" in
    let* a := get_key "answer" cl in let* a := text a in
    let* _ := covered (String.eqb a "legal") "what games from another array do not reach, and what the men tell of the past" in
    let* _ := covered (negb (existsb (fun e => existsb (String.eqb (fst e)) ["clocks"; "at_least"; "castling"; "en_passant"]) cl))
      "clocks, and bounds on the length of games" in
    let* l := need (if String.eqb s "rnbqkbnr" then None else read_array s) "expected an array of Chess960 other than the usual one" in
    let* ev := entries ev in
    let* p := past j in
    let* _ := only ["answer"; "start"] cl in
    let* _ := only ["game"; "draws"; "searched"] ev in
    let* _ := search_said ev in
    let* ignored := match find_key "draws" ev with None => Ok false
      | Some (JText s) => if String.eqb s "ignored" then Ok true else Refused "draws: expected ignored" | Some _ => Refused "draws: expected ignored" end in
    let* g := get_key "game" ev in let* g := array g in
    let* _ := require (array_ok l) "not an array of Chess960" in
    let* g := fread_game (fstart l) g [] in
    if array_ok l && fcheck_legal l ignored g p then Ok (FLegal l p ignored) else Refused "the game does not reach the position by legal moves".

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
  (* the ways to show that a side never wins; leaves of a closure have none of their own *)
  (* how many positions there are at most besides those that are listed; leaves have no others *)
  Definition most (is_leaf : bool) (j : json) : outcome positive :=
    match j with
    | JInt (Zpos n) => if (n <=? if is_leaf then 1 else 32)%positive then Ok n else Refused "too many positions: others are listed"
    | _ => Refused "expected a number of positions" end.
  Definition listed_in (ev : list (string * json)) (read : json -> outcome pos) : outcome (list pos) :=
    match find_key "positions" ev with Some l => let* l := array l in each read l [] | None => Ok [] end.
  (* what positions pay for the checks in them *)
  Definition pays_for (n : positive) (ev : list (string * json)) : N :=
    match find_key "positions" ev with
    | Some (JList l) => fold_left (fun s j => match j with JText t => s + 2 * characters t 0 | _ => s end)%N l (32 * Npos n)%N
    | _ => (32 * Npos n)%N end.
  (* without the ghosts the king that waits may be attacked *)
  Definition without_ghosts (j : json) : outcome pos :=
    let* p := past j in
    let* _ := require (well_placed p) "not a valid position" in
    let* _ := require (without_rights p) "there are castling rights" in Ok p.
  Definition some_move (p : pos) : outcome unit := require (has (moves p)) "the side to move has no legal move".
  Definition closed (c : colour) (leaves : list pos) (n : positive) (listed : list pos) (p : pos) : outcome unit :=
    let* _ := some_move p in
    require (check_leaves hash_pos c leaves n listed p) "there are more positions, a mate among them, or one is given twice".
  (* sets of squares: 16 hexadecimal digits, a1 the lowest bit *)
  Definition hex_digit (a : ascii) : option (list bool) :=
    let n := nat_of_ascii a in
    let bits n := Some [Nat.testbit n 3; Nat.testbit n 2; Nat.testbit n 1; Nat.testbit n 0] in
    if (48 <=? n) && (n <=? 57) then bits (n - 48) else if (97 <=? n) && (n <=? 102) then bits (n - 87) else None.
  Fixpoint hex_bits (s : string) (bits : list bool) : option (list bool) :=
    match s with
    | EmptyString => Some bits
    | String a s => match hex_digit a with Some d => hex_bits s (List.rev d ++ bits) | None => None end end.
  Definition squares_of (j : json) : outcome set_of :=
    let* s := text j in
    need (match hex_bits s [] with
          | Some bits => if List.length bits =? 64 then Some (table (fun s => nth (place (fst s) + 8 * place (snd s)) bits false)) else None
          | None => None end) "expected 16 hexadecimal digits".
  Definition nowhere (s : set_of) : bool := forallb (fun x => negb (look s x)) squares.
  Fixpoint region_men (men : list (sq * cell)) (l : list json) (acc : list placed) : outcome (list placed) :=
    match men, l with
    | [], [] => Ok (rev' acc)
    | (s, M c k) :: men, j :: l =>
        let* e := array j in
        match e with
        | [at'; stays'; promoted'] =>
            let* x := square at' in let* _ := require (sq_eqb x s) "expected the square of the next man" in
            let* st := squares_of stays' in let* pr := squares_of promoted' in
            let* _ := require (nowhere pr || kind_beq k Pawn) "only pawns are promoted" in
            region_men men l (mkplaced s c k st pr :: acc)
        | _ => Refused "expected a square and two sets" end
    | _, _ => Refused "expected all men on the board" end.
  (* in the order of the board, none twice *)
  Fixpoint ghost_men (p : pos) (last : option nat) (l : list json) (acc : list placed) : outcome (list placed) :=
    match l with
    | [] => Ok (rev' acc)
    | j :: l =>
        let* e := array j in
        match e with
        | [at'; stays'; promoted'; kept'] =>
            let* x := square at' in let n := place (fst x) + 8 * place (snd x) in
            let* _ := require (match last with Some m => m <? n | None => true end) "expected the square of the next man" in
            match get (brd p) x with
            | E => Refused "nobody stands there"
            | M c k =>
                let* _ := require (negb (kind_beq k King)) "a king is no ghost" in
                let* st := squares_of stays' in let* pr := squares_of promoted' in
                let* _ := require (nowhere pr || kind_beq k Pawn) "only pawns are promoted" in
                let* kp := match kept' with JBool b => Ok b | _ => Refused "expected true or false" end in
                let* _ := require (negb kp || kind_beq k Pawn && nowhere pr && forallb (fun s => negb (look st s) || ix_beq (fst s) (fst x)) squares) "only a pawn on its file is kept" in
                let* _ := require (look st x) "the man is not in its set" in
                if kp then NotCovered "pawns that are kept" else ghost_men p (Some n) l (mkplaced x c k st pr :: acc) end
        | _ => Refused "expected a square, two sets and whether it is kept" end end.
  Definition never_alone (is_leaf : bool) (p : pos) (c : colour) (ev : list (string * json)) : outcome unit :=
    match find_key "terminal" ev with
    | Some t => let* _ := only ["terminal"] ev in let* _ := is_true t in
        require (check_terminal p c) "the side to move has a legal move, or is mated"
    | None => match find_key "material" ev with
    | Some m => let* _ := only ["material"] ev in let* _ := is_true m in let* _ := some_move p in
        require (check_material p c) "with other men that side could mate"
    | None => match find_key "closure" ev, find_key "ghosts" ev with
    | Some n, None => let* _ := only ["closure"; "positions"] ev in let* n := most is_leaf n in
        let* q := listed_in ev position in closed c [] n q p
    | Some n, Some g => let* _ := only ["closure"; "ghosts"; "positions"] ev in let* n := most is_leaf n in let* _ := some_move p in
        let* l := array g in let* _ := require (has l) "there is no ghost" in let* q := listed_in ev without_ghosts in let* gs := ghost_men p None l [] in
        require (Ghosts.check_ghosts hash_pos (pays_for n ev) n q gs c p) "a ghost leaves its sets, there are more positions, one is given twice, one may be mate, or checks cost too much"
    | None, _ => let* r := get_key "region" ev in let* _ := only ["region"] ev in let* _ := some_move p in
        let* l := array r in let* men := region_men (men_at (brd p)) l [] in
        require (check_region men c p) "a man leaves its sets, or the king has no flight" end end end.
  Definition leaf (c : colour) (j : json) : outcome pos :=
    let* l := array j in
    match l with
    | [q; ev] => let* q := position q in let* ev := entries ev in let* _ := never_alone true q c ev in Ok q
    | _ => Refused "expected a list of two" end.
  Definition never (p : pos) (c : colour) (ev : list (string * json)) : outcome unit :=
    match find_key "terminal" ev, find_key "material" ev, find_key "closure" ev, find_key "ghosts" ev, find_key "leaves" ev with
    | None, None, Some n, None, Some l => let* _ := only ["closure"; "leaves"; "positions"] ev in let* n := most false n in
        let* q := listed_in ev position in let* l := array l in let* l := each (leaf c) l [] in let* _ := require (has l) "there is no leaf" in closed c l n q p
    | _, _, _, _, _ => never_alone false p c ev end.
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
    else if String.eqb a "unwinnable" then let* _ := never p c ev in Ok (Unwinnable p c)
    else Refused "expected winnable or unwinnable".

  (* games in which both sides help *)
  Definition after_prefix (pre s : string) : option string :=
    if prefix pre s then Some (substring (String.length pre) (String.length s - String.length pre) s) else None.
  Fixpoint digits (s : string) (n : nat) : option nat :=
    match s with EmptyString => Some n | String a s => let d := nat_of_ascii a in if (48 <=? d) && (d <=? 57) then digits s (10 * n + (d - 48)) else None end.
  Definition plain_number (s : string) : option nat :=
    if (1 <=? String.length s) && (String.length s <=? 3) && (String.eqb s "0" || negb (prefix "0" s)) then digits s 0 else None.
  Definition stip_from (h : Help.play_kind) (r : string) : option Help.stipulation :=
    let mate := prefix "#" r in
    if mate || prefix "=" r then
      let n := substring 1 (String.length r - 1) r in let k := String.length n in
      let half := (3 <=? k) && String.eqb (substring (k - 2) 2 n) ".5" && match h with Help.InTurn => true | _ => false end in
      match plain_number (if half then substring 0 (k - 2) n else n) with
      | Some m => if (m <=? 100) && ((1 <=? m) || half)
          then Some (Help.mkstip h mate (match h with Help.InTurn => 2 * m + (if half then 1 else 0) | Help.SeriesThenOne => m + 1 | Help.Series => m end)) else None
      | None => None end
    else None.
  Definition stip_of (s : string) : option Help.stipulation :=
    match after_prefix "ser-h" s with
    | Some r => stip_from Help.SeriesThenOne r
    | None => match after_prefix "ser-" s with
      | Some r => stip_from Help.Series r
      | None => match after_prefix "h" s with Some r => stip_from Help.InTurn r | None => None end end end.
  Fixpoint help_line (sch : list bool) (p : pos) (l : list json) (acc : list move) : outcome (list move) :=
    match sch, l with
    | [], [j] => let* m := move_in_pos p j in Ok (rev' (m :: acc))
    | again :: sch, j :: l => let* m := move_in_pos p j in
        let* r := need (Help.goes_on again (play p m)) "it checks in a series" in help_line sch r l (m :: acc)
    | _, _ => Refused "of another length" end.
  Definition help_given (s : Help.stipulation) (p : pos) (n : nat) (j : json) : outcome (list (list move)) :=
    let* l := array j in
    let* _ := require (List.length l =? n) "there are not as many solutions as claimed" in
    each (fun j => let* l := array j in let k := List.length l in
      let* _ := require (existsb (Nat.eqb k) (Help.lengths s)) "of another length" in help_line (Help.schedule (Help.how s) k) p l []) l [].
  Definition help_node (s : Help.stipulation) (j : json) : outcome (Help.key * nat) :=
    let* l := array j in
    match l with
    | [q; n; k] => let* q := position q in let* n := number n in let* k := number k in
        let* _ := require ((1 <=? n) && (n <=? Help.plies s)) "a node with no such number of plies left" in Ok (Closure.plain q, n, k)
    | _ => Refused "expected a list of three" end.
  (* with what is left of the purse for looks *)
  Definition help_nodes (s : Help.stipulation) (l : list json) : outcome (Help.table * N) :=
    let* nodes := each (help_node s) l [] in
    let* i := need (Help.check_nodes hash_pos (Help.how s) (Help.to_mate s) nodes (purse l)) "a node is there twice, is missing, or has not so many ways; or nodes of one ply are missing" in
    Ok (Help.table_of hash_pos nodes, i).
  Definition help_lines (t : Help.table) (s : Help.stipulation) (p : pos) (n : nat) (j : json) (i : N) : outcome (list (list move) * N) :=
    let* lines := help_given s p n j in
    let* i := need (Help.check_help hash_pos t s p lines i) "no solution, twice the same, there are others, or a node is missing" in Ok (lines, i).
  (* without those that a search did not find *)
  Definition help_found (s : Help.stipulation) (p : pos) (n : nat) (j : json) : outcome (list (list move)) :=
    let* lines := help_given s p n j in
    let* _ := require (Help.check_lines s p lines) "no solution, or twice the same" in Ok lines.
  (* how far it looked: for each length, at some positions *)
  Definition help_search (s : Help.stipulation) (j : json) : outcome unit :=
    let* k := search_given j in let* k := number k in require (Nat.eqb k (Help.plies s)) "not the plies of the stipulation".
  Definition help_question (p : pos) (cl : list (string * json)) (ev : json) : outcome claim :=
    let* _ := require (valid p) "not a valid position" in
    let* _ := only ["answer"; "stipulation"; "solutions"; "set_play"] cl in
    let* a := get_key "answer" cl in let* a := text a in
    let* w := get_key "stipulation" cl in let* w := text w in
    let* s := need (stip_of w) "expected one of help play" in
    let* n := get_key "solutions" cl in let* n := number n in
    let* _ := require (String.eqb a (if n =? 0 then "unsolved" else "solved")) "the answer does not fit the solutions" in
    let* ev := entries ev in
    let all := match find_key "searched" ev with None => true | _ => false end in
    let sets := match find_key "set_play" cl with None => false | _ => true end in
    let* _ := only (["lines"; "searched"] ++ (if all || sets then ["nodes"] else []) ++ (if sets then ["set_play"] else [])) ev in
    let* _ := match find_key "searched" ev with None => Ok tt | Some j => let* _ := help_search s j in require (negb (n =? 0)) "no solution to show" end in
    let* nodes := if all || sets then let* l := get_key "nodes" ev in array l else Ok [] in let* (t, i) := help_nodes s nodes in
    let* l := get_key "lines" ev in let* (lines, i) := if all then help_lines t s p n l i else let* lines := help_found s p n l in Ok (lines, i) in
    match find_key "set_play" cl with
    | None => Ok (Solutions p w s lines all None)
    | Some k => let* k := number k in
        let* _ := require (match Help.how s with Help.InTurn => 2 <=? Help.plies s | _ => false end) "there is no set play of this Help.stipulation" in
        let* _ := require (negb (in_check (brd p) (side p))) "the side to move is in check" in
        let* l := get_key "set_play" ev in let* (set, _) := help_lines t (Help.set_play_of s) (Help.passed p) k l i in
        Ok (Solutions p w s lines all (Some set)) end.

  Definition check (j : json) : outcome claim :=
    let* l := entries j in
    let* f := get_key "format" l in let* f := text f in let* _ := require (String.eqb f "arbiter-certificate") "not a certificate" in
    let* v := get_key "version" l in
    let* _ := match v with JInt 1 | JInt 2 => Ok tt | _ => Refused "a version that is not known here" end in
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
    else if String.eqb q "status" then
      if castles_otherwise p then let* p := fposition p in fstatus_claim p cl ev else let* p := position p in status_claim p cl ev
    else if String.eqb q "win" then
      if castles_otherwise p then let* p := fposition p in fwin_claim p cl ev else let* p := position p in win_claim_of p cl ev
    else if String.eqb q "legality" then match find_key "start" cl with Some a => array_question a p cl ev | None =>
      match find_key "clocks" cl with Some c => clocks_question c p cl ev | None => legality_question p cl ev end end
    else if String.eqb q "rules" then rules_question p cl ev
    else if String.eqb q "can-win" then let* p := position p in can_win_question p cl ev
    else if String.eqb q "help" then let* p := position p in help_question p cl ev
    else NotCovered ("the question " +++ q).

  (* --- acceptance proves the claim --- *)
  Lemma status_sound p cl ev c : status_claim p cl ev = Ok c -> means c.
  Proof.
    unfold status_claim; intros H; apply bind_ok in H as (a & S & H); destruct (valid p) eqn:V; [|discriminate]; inversion H; subst c.
    apply status_accepted in S as (ch & e & S); split; [exact V|]; eapply check_status_sound; exact S.
  Qed.
  Lemma position_valid j p : position j = Ok p -> valid p = true.
  Proof.
    unfold position; intros H; do 4 (apply bind_ok in H as (? & _ & H)); apply bind_ok in H as (? & V & H); inversion H; subst; exact (require_ok _ _ _ V).
  Qed.
  Lemma win_sound p cl ev c : win_claim_of p cl ev = Ok c -> means c.
  Proof.
    unfold win_claim_of; intros H; apply bind_ok in H as (a & _ & H); apply bind_ok in H as (w & S & H).
    destruct (valid p) eqn:V; [|discriminate]; inversion H; subst c.
    apply win_accepted with (good := fun q => valid q = true) (won := wins a) (starts := wins_by a) in S.
    - destruct w; simpl in *; tauto.
    - exact position_valid.
    - exact pos_eqb_eq.
    - destruct a; [apply Reaches_by|apply W_key].
    - intros t T; destruct a as [a|]; [apply aimed_proves; intros q k; apply never_by_ok|].
      apply mating_proves; [intros b q E k _; exact (hopeless_ok q k E)|exact T].
    - intros ->; exact told_by_tables_ok.
  Qed.
  Lemma fstatus_sound p cl ev c : fstatus_claim p cl ev = Ok c -> means c.
  Proof.
    unfold fstatus_claim; intros H; apply bind_ok in H as (a & S & H); destruct (fvalid p) eqn:V; [|discriminate]; inversion H; subst c.
    apply status_accepted in S as (ch & e & S); split; [exact V|]; eapply fcheck_status_sound; exact S.
  Qed.
  Lemma fposition_valid j p : fposition j = Ok p -> fvalid p = true.
  Proof.
    unfold fposition; intros H; do 2 (apply bind_ok in H as (? & _ & H)); apply bind_ok in H as (? & V & H); inversion H; subst; exact (require_ok _ _ _ V).
  Qed.
  Lemma fwin_sound p cl ev c : fwin_claim p cl ev = Ok c -> means c.
  Proof.
    unfold fwin_claim; intros H; apply bind_ok in H as (a & _ & H); apply bind_ok in H as (w & S & H).
    destruct (fvalid p) eqn:V; [|discriminate]; inversion H; subst c.
    apply win_accepted with (good := fun q => fvalid q = true) (won := fwins a) (starts := fwins_by a) in S.
    - destruct w; simpl in *; tauto.
    - exact fposition_valid.
    - exact fpos_eqb_eq.
    - destruct a; [apply Reaches_by|apply FW_key].
    - intros t T; destruct a as [a|]; [apply faimed_proves; intros q k; apply fnever_by_ok|apply fmating_proves; intros b q E k _; exact (fhopeless_ok q k E)].
    - discriminate.
  Qed.
  Lemma vstatus_sound g p cl ev c : vstatus_claim g p cl ev = Ok c -> means c.
  Proof.
    unfold vstatus_claim; intros H; apply bind_ok in H as (a & S & H); destruct (vvalid g p) eqn:V; [|discriminate]; inversion H; subst c.
    apply status_accepted in S as (ch & e & S); split; [exact V|]; eapply vcheck_status_sound; exact S.
  Qed.
  Lemma vposition_valid g j p : vposition g j = Ok p -> vvalid g p = true.
  Proof.
    unfold vposition; intros H; do 2 (apply bind_ok in H as (? & _ & H)); apply bind_ok in H as (? & V & H); inversion H; subst; exact (require_ok _ _ _ V).
  Qed.
  Lemma vwin_sound g p cl ev c : vwin_claim g p cl ev = Ok c -> means c.
  Proof.
    unfold vwin_claim; intros H; apply bind_ok in H as (a & _ & H); apply bind_ok in H as (w & S & H).
    destruct (vvalid g p) eqn:V; [|discriminate]; inversion H; subst c.
    apply win_accepted with (good := fun q => vvalid g q = true) (won := vwins g a) (starts := vwins_by g a) in S.
    - destruct w; simpl in *; tauto.
    - exact (vposition_valid g).
    - exact vpos_eqb_eq.
    - destruct a; [apply Reaches_by|apply VW_key].
    - intros t T; destruct a as [a|]; [apply vaimed_proves; intros q k; apply vnever_by_ok|apply vwinning_proves; intros b q E k _; exact (vhopeless_ok g q k E)].
    - discriminate.
  Qed.
  Lemma nodes_sound n p u : nodes_shown n p = Ok u -> check_illegal hash_board n p = true.
  Proof. unfold nodes_shown; destruct (check_illegal hash_board n p); [reflexivity|]; destruct (existsb unmoved_files n); [discriminate|]; destruct (existsb wrong_states n); [discriminate|]; destruct (flat_map unknown_facts n); discriminate. Qed.
  Lemma legality_sound j cl ev c : legality_question j cl ev = Ok c -> means c.
  Proof.
    unfold legality_question; intros H; do 7 (apply bind_ok in H as (? & _ & H)).
    match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x end.
    - do 3 (apply bind_ok in H as (? & _ & H)).
      do 3 (apply bind_ok in H as (? & _ & H)).
      match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x eqn:V; [|discriminate H] end.
      inversion H; subst c; exact (check_legal_sound _ _ _ V).
    - match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x; [|discriminate H] end.
      do 5 (apply bind_ok in H as (? & _ & H)); apply bind_ok in H as (? & V & H).
      inversion H; subst c; exact (Lemmas.check_illegal_sound _ _ _ (nodes_sound _ _ _ V)).
  Qed.
  Lemma clocks_sound k j cl ev c : clocks_question k j cl ev = Ok c -> means c.
  Proof.
    unfold clocks_question; intros H; do 7 (apply bind_ok in H as (? & _ & H)).
    match goal with H : match ?l with _ => _ end = Ok _ |- _ => destruct l as [|fifty [|n [|]]]; try discriminate H end.
    do 2 (apply bind_ok in H as (? & _ & H)).
    match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x end.
    - do 5 (apply bind_ok in H as (? & _ & H)).
      match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x eqn:V; [|discriminate H] end.
      inversion H; subst c; exact (check_clocks_sound _ _ _ _ V).
    - match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x; [|discriminate H] end.
      match goal with H : match find_key ?a ?b with _ => _ end = Ok _ |- _ => destruct (find_key a b) end.
      + do 3 (apply bind_ok in H as (? & _ & H)).
        match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x eqn:V; [|discriminate H] end.
        inversion H; subst c; exact (faulty_ok _ _ _ _ V).
      + do 5 (apply bind_ok in H as (? & _ & H)); apply bind_ok in H as (? & V & H).
        inversion H; subst c; exact (never_ends _ _ _ (Lemmas.check_illegal_sound _ _ _ (nodes_sound _ _ _ V))).
  Qed.
  Lemma array_sound a j cl ev c : array_question a j cl ev = Ok c -> means c.
  Proof.
    unfold array_question; intros H; do 17 (apply bind_ok in H as (? & _ & H)).
    match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x eqn:V; [|discriminate H] end.
    inversion H; subst c; apply andb_true_iff in V as [V1 V2]; split; [exact V1|exact (fcheck_legal_sound _ _ _ _ V2)].
  Qed.
  Lemma rules_sound j cl ev c : rules_question j cl ev = Ok c -> means c.
  Proof.
    unfold rules_question; intros H; do 15 (apply bind_ok in H as (? & _ & H)).
    match goal with H : (if ?x then _ else _) = Ok _ |- _ => destruct x eqn:V; [|discriminate H] end.
    inversion H; subst c; exact (check_rules_sound _ _ _ _ V).
  Qed.
  Lemma closed_sound c l n listed p : (forall q, In q l -> ~ can_win q c) -> closed c l n listed p = Ok tt -> ~ can_win p c.
  Proof.
    unfold closed; intros L H; apply bind_ok in H as (u & _ & H); exact (check_leaves_sound hash_pos c l L n listed p (require_ok _ _ _ H)).
  Qed.
  Lemma never_alone_sound is_leaf p c ev : never_alone is_leaf p c ev = Ok tt -> ~ can_win p c.
  Proof.
    unfold never_alone; destruct (find_key "terminal" ev) as [t|]; [|destruct (find_key "material" ev) as [t|]; [|destruct (find_key "closure" ev) as [n|]; [destruct (find_key "ghosts" ev) as [gh|]|]]]; intros H.
    - do 2 (apply bind_ok in H as (? & _ & H)); now apply check_terminal_sound, (require_ok _ _ _ H).
    - do 3 (apply bind_ok in H as (? & _ & H)); now apply check_material_sound, (require_ok _ _ _ H).
    - do 7 (apply bind_ok in H as (? & _ & H)); exact (Ghosts.check_ghosts_sound _ _ _ _ _ _ _ (require_ok _ _ _ H)).
    - do 3 (apply bind_ok in H as (? & _ & H)); eapply closed_sound; [|exact H]; intros q [].
    - do 5 (apply bind_ok in H as (? & _ & H)); exact (check_region_sound _ _ _ (require_ok _ _ _ H)).
  Qed.
  Lemma never_sound p c ev : never p c ev = Ok tt -> ~ can_win p c.
  Proof.
    unfold never; intros H; destruct (find_key "terminal" ev), (find_key "material" ev), (find_key "closure" ev), (find_key "ghosts" ev), (find_key "leaves" ev);
    try (now apply (never_alone_sound false p c ev)).
    do 4 (apply bind_ok in H as (? & _ & H)); apply bind_ok in H as (l & L & H); apply bind_ok in H as (? & _ & H).
    eapply closed_sound; [|exact H]; intros q Hq; destruct (each_ok _ _ _ _ L q Hq) as [[]|(e & J)].
    unfold leaf in J; apply bind_ok in J as (k & _ & J); destruct k as [|? [|? [|]]]; try discriminate.
    do 2 (apply bind_ok in J as (? & _ & J)); apply bind_ok in J as ([] & N & J); inversion J; subst; eapply never_alone_sound; exact N.
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
      apply bind_ok in H as ([] & N & H); inversion H; subst c; split; [exact Va|]; now apply (never_sound _ _ ev').
  Qed.
  Lemma help_nodes_sound s l t i : help_nodes s l = Ok (t, i) -> Help.truthful hash_pos (Help.how s) (Help.to_mate s) t.
  Proof.
    unfold help_nodes; intros H; apply bind_ok in H as (nodes & _ & H); apply bind_ok in H as (? & C & H); apply need_ok in C; inversion H; subst; exact (Help.check_nodes_sound _ _ _ _ _ _ C).
  Qed.
  Lemma help_lines_sound t s p n j i lines k : Help.truthful hash_pos (Help.how s) (Help.to_mate s) t -> help_lines t s p n j i = Ok (lines, k) ->
    NoDup lines /\ forall l, Help.solves s p l <-> In l lines.
  Proof.
    unfold help_lines; intros T H; apply bind_ok in H as (? & _ & H); apply bind_ok in H as (? & C & H); apply need_ok in C; inversion H; subst; exact (Help.check_help_sound _ _ _ _ _ T (ex_intro _ _ (ex_intro _ _ C))).
  Qed.
  Lemma help_found_sound s p n j lines : help_found s p n j = Ok lines -> NoDup lines /\ forall l, In l lines -> Help.solves s p l.
  Proof.
    unfold help_found; intros H; apply bind_ok in H as (? & _ & H); apply bind_ok in H as (? & C & H); apply require_ok in C; inversion H; subst; exact (Help.check_lines_sound _ _ _ C).
  Qed.
  Lemma help_sound p cl ev c : help_question p cl ev = Ok c -> means c.
  Proof.
    unfold help_question; intros H; apply bind_ok in H as (u & V & H); do 5 (apply bind_ok in H as (? & _ & H)); apply bind_ok in H as (s & _ & H); do 4 (apply bind_ok in H as (? & _ & H)).
    cbv zeta in H; set (all := match find_key "searched" _ with None => true | _ => false end) in H; clearbody all; do 3 (apply bind_ok in H as (? & _ & H)).
    apply bind_ok in H as ([t i] & T & H); apply help_nodes_sound in T; apply bind_ok in H as (? & _ & H).
    apply bind_ok in H as ([lines i'] & L & H); apply require_ok in V; assert (S : NoDup lines /\ (forall l, In l lines -> Help.solves s p l) /\ (all = true -> forall l, Help.solves s p l -> In l lines)).
    { destruct all; [apply (help_lines_sound _ _ _ _ _ _ _ _ T) in L as [L1 L2]|apply bind_ok in L as (? & L & X); inversion X; subst; apply help_found_sound in L as [L1 L2]]; (split; [exact L1|split; [intros l; apply L2|]]); [intros _ l; apply L2|discriminate]. }
    destruct S as (L1 & L2 & L3); clear L.
    destruct (find_key "set_play" cl) as [k|].
    - apply bind_ok in H as (? & _ & H); apply bind_ok in H as (? & Tu & H); apply require_ok in Tu; apply bind_ok in H as (v & Ch & H); apply require_ok, negb_true_iff in Ch; apply bind_ok in H as (? & _ & H).
      assert (T' : Help.truthful hash_pos (Help.how (Help.set_play_of s)) (Help.to_mate (Help.set_play_of s)) t) by (destruct s as [[] m n]; try discriminate Tu; exact T).
      apply bind_ok in H as ([set i''] & S & H); apply (help_lines_sound _ _ _ _ _ _ _ _ T') in S as [S1 S2]; inversion H; subst; simpl; auto 10.
    - inversion H; subst; simpl; auto 10.
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
      + apply bind_ok in H as (? & _ & H); eapply fstatus_sound; exact H.
      + apply bind_ok in H as (? & _ & H); eapply status_sound; exact H.
      + apply bind_ok in H as (? & _ & H); eapply fwin_sound; exact H.
      + apply bind_ok in H as (? & _ & H); eapply win_sound; exact H.
      + destruct (find_key "start" _) as [a|]; [eapply array_sound; exact H|].
        destruct (find_key "clocks" _) as [k|]; [eapply clocks_sound; exact H|eapply legality_sound; exact H].
      + eapply rules_sound; exact H.
      + apply bind_ok in H as (? & _ & H); eapply can_win_sound; exact H.
      + apply bind_ok in H as (? & _ & H); eapply help_sound; exact H.
  Qed.
End Check.
