(* arbiter-verified: reads certificates and prints what the proved checker says of each.

   Everything that decides is in checker.ml, which Coq wrote from the theories. Here are the reading of JSON into a tree
   (by Yojson), the lines of output, and a hash, which the theorems let be any function. *)
open Checker

exception Not_strict of string

(* What JSON does not have and Yojson takes: comments, NaN, tuples, control characters in strings. *)
let strict text =
  let n = String.length text in
  let rec outside i =
    if i < n then
      match text.[i] with
      | '"' -> inside (i + 1)
      | '-' when i + 1 < n && text.[i + 1] = '0' && not (i + 2 < n && text.[i + 2] = '.') -> raise (Not_strict (Printf.sprintf "-0 at byte %d" (i + 1)))
      | ' ' | '\t' | '\r' | '\n' | '{' | '}' | '[' | ']' | ':' | ',' | '0' .. '9' | '-' | '+' | '.' | 'E' | 'a' .. 'z' -> outside (i + 1)
      | c -> raise (Not_strict (Printf.sprintf "not JSON: %C at byte %d" c (i + 1)))
  and inside i =
    if i < n then
      match text.[i] with
      | '"' -> outside (i + 1)
      | '\\' -> inside (i + 2)
      | c when c < ' ' -> raise (Not_strict (Printf.sprintf "not JSON: a control character at byte %d" (i + 1)))
      | _ -> inside (i + 1)
  in
  outside 0

let chars text = List.init (String.length text) (String.get text)
let string chars = String.of_seq (List.to_seq chars)

let rec positive n = if n = 1 then XH else if n land 1 = 1 then XI (positive (n lsr 1)) else XO (positive (n lsr 1))
let z n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (-n))

let rec tree (j : Yojson.Safe.t) =
  match j with
  | `Null -> JNull
  | `Bool b -> JBool b
  | `Int n -> JInt (z n)
  (* beyond 62 bits: greater than whatever is covered, or negative; beyond 64 bits there are no numbers *)
  | `Intlit text ->
    let greatest = "18446744073709551615" in
    let digits = String.length text and most = String.length greatest in
    if text.[0] = '-' then JInt (z min_int) else if digits < most || (digits = most && text <= greatest) then JInt (z max_int) else JOther
  | `String text -> JText (chars text)
  (* not List.map, which needs a stack as long as the list *)
  | `List items -> JList (List.rev (List.rev_map tree items))
  | `Assoc entries -> JObject (List.map (fun (key, item) -> (chars key, tree item)) entries)
  | `Float _ | `Tuple _ | `Variant _ -> JOther

let code = function
  | E -> 0
  | M (c, k) ->
    (match c with White -> 1 | Black -> 7)
    + (match k with King -> 0 | Queen -> 1 | Rook -> 2 | Bishop -> 3 | Knight -> 4 | Pawn -> 5)
let fold f start (V8 (a, b, c, d, e, g, h, i)) = f (f (f (f (f (f (f (f start a) b) c) d) e) g) h) i
let mix board = fold (fold (fun sum cell -> ((sum * 31) + code cell) * 0x2545F491 land max_int)) 17 board
let small n = positive (1 + ((n lxor (n lsr 31)) land 0x3fffffff))
let hash_board board = small (mix board)
let hash_pos p = small (mix p.brd + Hashtbl.hash (p.side, p.rts, p.ep))

let hash_vpos p = small (mix p.vbrd + Hashtbl.hash p.vside)
let hash_fpos p = small (mix p.fbrd + Hashtbl.hash (p.fside, p.frts, p.fep))

let rec count = function O -> 0 | S n -> 1 + count n
let plies n = if n = 1 then "1 ply" else Printf.sprintf "%d plies" n

let game = function
  | Pawnless -> "pawnless" | Simplified -> "simplified" | SimplifiedPawns -> "simplified-pawns" | Gardner -> "gardner" | LosAlamos -> "los-alamos"
let status = function Safe -> "safe" | Check -> "check" | Checkmate -> "checkmate" | Stalemate -> "stalemate"
(* Castling is written by the side that castles. *)
let keys write = function
  | None -> ""
  | Some (n, moves) -> Printf.sprintf ", keys within %d: %s" (count n) (if moves = [] then "none" else String.concat " " (List.map (fun m -> string (write m)) moves))
let aim = function None -> "" | Some ToStalemate -> " (stalemate)" | Some ToSelfmate -> " (selfmate)" | Some ToReflexmate -> " (reflexmate)"
let variations = function [] -> "" | others -> Printf.sprintf ", %d variations" (List.length others)
let win write a k shortest given others =
  Printf.sprintf "win%s within %s%s%s%s" (aim a) (plies (count k)) (if shortest then " and no fewer" else "") (keys write given) (variations others)
let no_win a b others =
  Printf.sprintf "no-win%s within %s%s" (aim a) (match b with None -> "any number of plies" | Some k -> plies (count k)) (variations others)

let side = function White -> "white" | Black -> "black"

(* The claim that is proved, in the words of `arbiter verify`. *)
let said claim =
  let usual what p = Printf.sprintf "%s: %s (standard)" what (string (write_pos p)) in
  let castling what p = Printf.sprintf "%s: %s (standard)" what (string (write_fpos p)) in
  let other g what p = Printf.sprintf "%s: %s (%s)" what (string (write_vpos (number (last_ix g)) p.vbrd p.vside)) (game g) in
  let men what b = Printf.sprintf "%s: %s (standard)" what (string (write_men b [])) in
  match claim with
  | IsStatus (p, a) -> usual (status a) p
  | WinWithin (a, p, k, shortest, keys, others) -> usual (win (write_move p.side) a k shortest keys others) p
  | NoWinWithin (a, p, b, others) -> usual (no_win a b others) p
  | Legal (p, _) -> usual "legal" p
  | Illegal p -> usual "illegal" p
  | Winnable (p, c) -> usual ("winnable by " ^ side c) p
  | Unwinnable (p, c) -> usual ("unwinnable by " ^ side c) p
  | Solutions (p, words, _, lines, all, set) ->
    let n = List.length lines in
    let play = match set with None -> "" | Some k -> Printf.sprintf ", set play %d" (List.length k) in
    let others = if all then "" else "; that there are no others was searched, and is not proved" in
    usual (Printf.sprintf "%s %s, %d solution%s%s" (if n = 0 then "unsolved" else "solved") (string words) n (if n = 1 then "" else "s") play) p ^ others
  | FiveRules (b, []) -> men "holds" b
  | FiveRules (b, broken) ->
    men ("broken rule " ^ String.concat ", " (List.map (fun n -> string_of_int (count n)) broken)) b
  | LegalClocks (p, fifty, n) -> Printf.sprintf "legal: %s %d %d (standard)" (string (write_pos p)) (count fifty) (count n)
  | IllegalClocks (p, fifty, n) -> Printf.sprintf "illegal: %s %d %d (standard)" (string (write_pos p)) (count fifty) (count n)
  | FLegal (array, p, _) -> Printf.sprintf "legal: %s (standard from %s)" (string (write_pos p)) (string (write_array array))
  | FStatus (p, a) -> castling (status a) p
  | FWinWithin (a, p, k, shortest, keys, others) -> castling (win (write_fmove p) a k shortest keys others) p
  | FNoWinWithin (a, p, b, others) -> castling (no_win a b others) p
  | VStatus (g, p, a) -> other g (status a) p
  | VWinWithin (g, a, p, k, shortest, keys, others) -> other g (win (write_move p.vside) a k shortest keys others) p
  | VNoWinWithin (g, a, p, b, others) -> other g (no_win a b others) p

let failed = ref false and passed = ref false and any = ref false

let judge place (j : Yojson.Safe.t) =
  any := true;
  let certificate = function `Assoc entries -> (match List.assoc_opt "certificate" entries with Some `Null -> None | c -> c) | _ -> None in
  (* a certificate, an answer that has one, or one with an answer for each side *)
  let certificates = match j with
    | `Assoc entries when List.mem_assoc "input" entries ->
      (match List.assoc_opt "sides" entries with
       | Some (`List sides) when not (List.mem_assoc "certificate" entries) -> List.filter_map certificate sides
       | _ -> Option.to_list (certificate j))
    | j -> [ j ] in
  let outcome j = try check hash_pos hash_board hash_vpos hash_fpos Tables.open_table (tree j) with Stack_overflow -> NotCovered (chars "too deep") in
  let outcomes = List.map outcome certificates in
  let first f = List.find_map f outcomes in
  match first (function Refused why -> Some why | _ -> None), first (function NotCovered why -> Some why | _ -> None) with
  | Some why, _ -> failed := true; Printf.printf "refused: %s: %s\n%!" place (string why)
  | None, Some why -> passed := true; Printf.printf "not covered by the proof: %s: %s\n%!" place (string why)
  | None, None ->
    match List.filter_map (function Ok claim -> Some (said claim) | _ -> None) outcomes with
    | [] -> failed := true; Printf.printf "none: %s: there is no certificate\n%!" place
    | claims -> Printf.printf "accepted: %s\n%!" (String.concat "; " claims)

let refuse place why = any := true; failed := true; Printf.printf "refused: %s: %s\n%!" place why
let json text = strict text; Yojson.Safe.from_string text

let everything channel =
  let buffer = Buffer.create 65536 in
  let rec go () = Buffer.add_channel buffer channel 65536; go () in
  (try go () with End_of_file -> ());
  Buffer.contents buffer

(* a file may begin with a byte order mark, a certificate may not *)
let without_mark text =
  let mark = "\xef\xbb\xbf" in
  if String.starts_with ~prefix:mark text then String.sub text 3 (String.length text - 3) else text

let read name channel =
  let text = without_mark (everything channel) in
  let lines = String.split_on_char '\n' text in
  let one place text =
    match json text with
    | j -> judge place j
    | exception Not_strict why -> refuse place why
    | exception Yojson.Json_error why -> refuse place ("not JSON: " ^ String.concat " " (String.split_on_char '\n' why))
    | exception Stack_overflow -> refuse place "nested too deep" in
  let filled = List.filteri (fun _ (_, l) -> String.trim l <> "") (List.mapi (fun i l -> (i + 1, l)) lines) in
  (* one certificate a line, or one over many lines *)
  match filled with
  | (_, first) :: _ :: _ when (match json first with _ -> true | exception _ -> false) ->
    List.iter (fun (i, line) -> one (Printf.sprintf "%s:%d" name i) line) filled
  | (i, _) :: _ -> one (Printf.sprintf "%s:%d" name i) text
  | [] -> refuse name "there is no certificate in it"

let usage = "usage: arbiter-verified FILE…   (- for standard input)\n\n\
Checks certificates (docs/certificate.md) with a checker that is itself proved. A file holds one certificate, one a line,\n\
or answers with certificates (--json --certificate), of which only the certificate is looked at.\n\n\
Exit status: 0 if all were accepted, 1 if any was refused, cannot be read or is missing, 3 if some are not covered by the\n\
proof and none was refused.\n"

let () =
  match List.tl (Array.to_list Sys.argv) with
  | [] -> prerr_string usage; exit 2
  | [ "--help" ] | [ "-h" ] -> print_string usage
  | names ->
    List.iter
      (fun name ->
        if name = "-" then read "-" stdin
        else
          match let channel = open_in_bin name in Fun.protect ~finally:(fun () -> close_in channel) (fun () -> read name channel) with
          | () -> ()
          | exception Sys_error why -> refuse name why)
      names;
    if not !any then failed := true;
    exit (if !failed then 1 else if !passed then 3 else 0)
