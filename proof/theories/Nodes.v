(* Nodes of closed sets of pasts, as they are written: lemmas and their cases. *)
From Coq Require Import List Bool Arith PArith ZArith String Ascii. Import ListNotations.
From Arbiter Require Import Board Moves Games Instant Retract Cases Lemmas Text Claims Questions.
From Arbiter Require Assign Locked Tariffs States Kernel Losses Order Parity.
Local Open Scope string_scope. Local Open Scope list_scope. Local Open Scope nat_scope.
Local Infix "+++" := append (right associativity, at level 60).

Definition lemma_of (s : string) : option lemma :=
  if String.eqb s "kings" then Some Kings else if String.eqb s "end-row-pawns" then Some EndRowPawns else
  if String.eqb s "waiting-side-attacked" then Some WaitingSideAttacked else if String.eqb s "men" then Some Men else
  if String.eqb s "promotions" then Some Promotions else if String.eqb s "castling" then Some CastlingMen else
  if String.eqb s "en-passant" then Some EnPassant else if String.eqb s "files" then Some OpenFiles else None.
(* nobody searches where cases have to show it *)
Definition by_cases : list string := ["order"; "parity"; "columns"; "confined-columns"; "kernel"].
(* cases of `columns` and `confined-columns` *)
Definition question_of (s : string) : outcome question :=
  if String.eqb s "dies" then Ok (Did Dies) else if String.eqb s "leaves" then Ok (Did Leaves) else if String.eqb s "stays" then Ok (Did Holds) else
  match s with
  | String a EmptyString => let* g := need (file_of a) "expected the letter of a file" in Ok (Meets g)
  | _ => let* s := need (read_square s) "expected dies, leaves, stays, the square of a pawn or a file" in Ok (Stands s) end.
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
      match f with
      | [f1; f2; f3; f4; f5; f6; f7; f8] => Ok (mkprices c d (V8 f1 f2 f3 f4 f5 f6 f7 f8) s b)
      | _ => Refused "expected prices of eight files" end
  | _ => Refused "prices are a list of five" end.
Definition pawn_given (j : json) : outcome (colour * ix) :=
  let* s := square j in
  match s with (f, I2) => Ok (White, f) | (f, I7) => Ok (Black, f) | _ => Refused "no pawn begins there" end.
Fixpoint read_cases (j : json) : outcome cases :=
  match j with
  | JList [h; w; x; y] => let* h := pawn_given h in let* w := text w in let* w := question_of w in
      let* x := read_cases x in let* y := read_cases y in Ok (Ask (fst h) (snd h) w x y)
  | JList [p; q] => let* p := prices_given p in let* q := prices_given q in Ok (Sum p q)
  | _ => Refused "cases are a list of two or four" end.
(* cases of `order` *)
Fixpoint files_given (s : string) : outcome (list ix) :=
  match s with
  | EmptyString => Ok []
  | String c s => let* f := need (file_of c) "expected letters of files" in let* l := files_given s in
      let* _ := require (negb (existsb (ix_beq f) l)) "a file twice" in
      let* _ := require (negb (kind_beq (Assign.piece_of f) Knight)) "a knight began on that file" in Ok (f :: l) end.
Fixpoint placement_given (l : list ix) (s : string) : outcome Order.placement :=
  match l, s with
  | [], EmptyString => Ok (tab8 (fun _ => None))
  | f :: l, String a (String b s) => let* p := placement_given l s in
      if String.eqb (String a (String b EmptyString)) "--" then Ok p else
      let* q := need (read_square (String a (String b EmptyString))) "expected a square or --" in Ok (Order.with_at p f (Some q))
  | _, _ => Refused "expected a square or -- for each file" end.
Definition placements_given (files : list ix) (j : json) : outcome (list Order.placement) :=
  let* ps := array j in each (fun j => let* s := text j in placement_given files s) ps [].
Definition home_given d files (ps : list Order.placement) : outcome unit :=
  require (existsb (Order.same_places (Order.home_place d (Order.among_files files))) ps) "the placement at home is missing".
Definition order_given (j : json) : outcome lemma :=
  let* l := array j in
  match l with
  | [c; f; ps] => let* c := text c in
      let* d := if String.eqb c "white" then Ok White else if String.eqb c "black" then Ok Black else Refused "expected white or black" in
      let* f := text f in let* files := files_given f in let* ps := placements_given files ps in let* _ := home_given d files ps in Ok (Passed d files ps)
  | _ => Refused "cases of order are a list of three" end.
(* cases of `parity` *)
Definition layers_given d (j : json) : outcome Parity.layers :=
  let* l := array j in
  match l with
  | [f; even; odd] => let* f := text f in let* files := files_given f in let* even := placements_given files even in let* odd := placements_given files odd in
      let* _ := home_given d files even in Ok (Parity.Layers files even odd)
  | _ => Refused "cases of parity for a side are a list of three" end.
Definition parity_given (j : json) : outcome lemma :=
  let* l := array j in
  match l with
  | [w; b] => let* w := layers_given White w in let* b := layers_given Black b in Ok (Uneven w b)
  | _ => Refused "cases of parity are a list of two" end.
(* cases of `kernel` *)
Definition tariff_given (j : json) : outcome Tariffs.tariff :=
  let side (j : json) : outcome Tariffs.prices :=
    let* l := array j in
    match l with
    | [m; s; f; g; b] => let* m := price_given m in let* s := price_given s in
        let* f := array f in let* f := each price_given f [] in
        let* g := array g in let* g := each price_given g [] in
        let* b := array b in let* b := each price_given b [] in
        match f, g, b with
        | [f1; f2; f3; f4; f5; f6; f7; f8], [g1; g2; g3; g4; g5; g6; g7; g8], [d; l] =>
            Ok (Tariffs.Prices m s (V8 f1 f2 f3 f4 f5 f6 f7 f8) (V8 g1 g2 g3 g4 g5 g6 g7 g8) d l)
        | _, _, _ => Refused "expected prices of eight files, twice, and of two colours" end
    | _ => Refused "prices are a list of five" end in
  let* l := array j in
  match l with
  | [w; b] => let* w := side w in let* b := side b in
      let t : Tariffs.tariff := fun c => match c with White => w | Black => b end in
      let* _ := require (Tariffs.fair t) "a capture can save more than it costs" in Ok t
  | _ => Refused "a tariff is a list of two" end.
(* a number below a limit *)
Definition number_below (n : Z) (j : json) : outcome nat :=
  match j with JInt i => let* _ := require ((0 <=? i)%Z && (i <? n)%Z) "a number out of range" in Ok (Z.to_nat i) | _ => Refused "expected a whole number" end.
Definition losses_given (j : json) : outcome States.losses :=
  let* l := array j in let* l := each (number_below 128) l [] in
  match l with [p; d; l; s] => Ok (States.Losses p d l s) | _ => Refused "what is lost is a list of four" end.
Fixpoint lists_given (s : string) (file : list (colour * nat)) (files : list (list (colour * nat))) : outcome (list (list (colour * nat))) :=
  match s with
  | EmptyString => Ok (rev (rev file :: files))
  | String a s =>
      if Ascii.eqb a "/"%char then lists_given s [] (rev file :: files) else
      match s with
      | EmptyString => Refused "expected a bound"
      | String b s =>
          let* c := if Ascii.eqb a "P"%char then Ok White else if Ascii.eqb a "p"%char then Ok Black else Refused "expected P or p" in
          let k := Ascii.nat_of_ascii b - 48 in
          let* _ := require ((2 <=? k) && (k <=? 8)) "expected a bound from 2 to 8" in lists_given s ((c, k) :: file) files end end.
Definition state_given (tariffs states : Z) (j : json) : outcome Kernel.state :=
  let* l := array j in
  match l with
  | [f; n; t; s] =>
      let* f := text f in let* f := lists_given f [] [] in
      let* n := array n in let* n := each losses_given n [] in
      let* t := array t in let* t := each (number_below tariffs) t [] in
      let* s := array s in let* s := each (number_below states) s [] in
      match f, n with
      | [f1; f2; f3; f4; f5; f6; f7; f8], [w; b] =>
          let s := Kernel.State (V8 f1 f2 f3 f4 f5 f6 f7 f8) w b t s in
          let* _ := require (Kernel.well_written s) "bounds are not raised, there is no room, or there are too many pawns or tariffs" in Ok s
      | _, _ => Refused "expected eight files and what two sides lost" end
  | _ => Refused "a state is a list of four" end.
Definition kernel_given (j : json) : outcome lemma :=
  let* l := array j in
  match l with
  | [t; s] =>
      let* t := array t in let* s := array s in let* ts := each tariff_given t [] in
      let* states := each (state_given (Z.of_nat (List.length t)) (Z.of_nat (List.length s))) s [] in Ok (NoKernel ts states)
  | _ => Refused "cases of kernel are a list of two" end.
Definition past_node (j : json) : outcome (node lemma) :=
  let* l := array j in
  match l with
  | [q; w] => let* q := past q in let* w := text w in
      if String.eqb w "retract" then Ok (q, None) else
      if String.eqb w "origins" then Ok (q, Some NoOrigins) else if String.eqb w "locked" then Ok (q, Some LockedMen) else
      let* _ := require (negb (existsb (String.eqb w) by_cases)) (w +++ " without cases: ask again for a certificate that has them") in
      match lemma_of w with Some l => Ok (q, Some l) | None =>
        Refused ("no lemma is known as " +++ w) end
  | [q; w; c] => let* q := past q in let* w := text w in
      if String.eqb w "kernel" then let* k := kernel_given c in Ok (q, Some k) else
      if String.eqb w "confined-columns" then let* c := read_cases c in Ok (q, Some (Confined c)) else
      if String.eqb w "order" then let* o := order_given c in Ok (q, Some o) else
      if String.eqb w "parity" then let* o := parity_given c in Ok (q, Some o) else
      let* _ := require (String.eqb w "columns") "cases of another lemma" in let* c := read_cases c in Ok (q, Some (NoAccount c))
  | _ => Refused "a node is a list of two, or of three with cases" end.

(* lemmas of which the proof does not know all the facts *)
Definition with_facts (l : lemma) : option string :=
  match l with
  | NoOrigins => Some "origins" | LockedMen => Some "locked" | Confined _ => Some "confined-columns" | Passed _ _ _ => Some "order" | Uneven _ _ => Some "parity" | NoKernel _ _ => Some "kernel"
  | _ => None end.
Definition unknown_facts (n : node lemma) : list string :=
  match snd n with
  | Some l => match with_facts l with Some w => if applies l (fst n) then [] else [w] | None => [] end
  | None => [] end.
(* placements of men that have never moved, as even the proof knows *)
Definition unmoved_files (n : node lemma) : bool :=
  let fixed d files := match Locked.ending_of (fst n) with Locked.Ends w => existsb (fun f => Assign.taboo w (f, home_rank d)) files | _ => false end in
  match snd n with
  | Some (Passed d files _) => fixed d files
  | Some (Uneven w b) => fixed White (Parity.of_files w) || fixed Black (Parity.of_files b)
  | _ => false end.
(* states that begin otherwise than games do, whatever the facts *)
Definition wrong_states (n : node lemma) : bool := match snd n with Some (NoKernel _ states) => negb (Losses.begins (brd (fst n)) states) | _ => false end.
