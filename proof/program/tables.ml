(* The bytes of tables: their text read, and where the byte of a board stands. The theorems let this be any
   function: of the bytes that it gives each is looked at. *)
open Checker

exception Bad

(* base64: the usual alphabet, with padding, unused bits 0 *)
let of_base64 text =
  let n = String.length text in
  if n mod 4 <> 0 then raise Bad;
  let pads = if n > 0 && text.[n - 1] = '=' then if text.[n - 2] = '=' then 2 else 1 else 0 in
  let value = function
    | 'A' .. 'Z' as c -> Char.code c - 65
    | 'a' .. 'z' as c -> Char.code c - 71
    | '0' .. '9' as c -> Char.code c + 4
    | '+' -> 62
    | '/' -> 63
    | _ -> raise Bad in
  let bytes = Bytes.create (n / 4 * 3) in
  for i = 0 to (n / 4) - 1 do
    let word = ref 0 in
    for j = 4 * i to (4 * i) + 3 do
      word := (!word lsl 6) lor if j >= n - pads then 0 else value text.[j]
    done;
    if i = (n / 4) - 1 && !word land ((1 lsl (8 * pads)) - 1) <> 0 then raise Bad;
    for j = 0 to 2 do Bytes.set_uint8 bytes ((3 * i) + j) ((!word lsr (16 - (8 * j))) land 255) done
  done;
  Bytes.sub bytes 0 (Bytes.length bytes - pads)

(* zlib, all of the input and so many bytes, of which every two are paid for by one *)
let unpacked packed size =
  if 2 * Bytes.length packed < size then raise Bad;
  let bytes = Bytes.create (size + 1) and z = Zlib.inflate_init true in
  let rec go read wrote =
    let left = Bytes.length packed - read and room = Bytes.length bytes - wrote in
    let finished, used, got = Zlib.inflate z packed read left bytes wrote room Zlib.Z_SYNC_FLUSH in
    if finished then (read + used, wrote + got) else if used = 0 && got = 0 then raise Bad else go (read + used) (wrote + got) in
  let outcome = try go 0 0 with Zlib.Error _ -> raise Bad in
  Zlib.inflate_end z;
  if outcome <> (Bytes.length packed, size) then raise Bad;
  bytes

let sites = Array.of_list squares
let corner = [| 0; 1; 2; 3; 9; 10; 11; 18; 19; 27 |]
let kind = function King -> 0 | Queen -> 1 | Rook -> 2 | Bishop -> 3 | Knight -> 4 | Pawn -> 5
let rec positive n = if n = 1 then XH else if n land 1 = 1 then XI (positive (n lsr 1)) else XO (positive (n lsr 1))
let numbers = Array.init 256 (fun n -> if n = 0 then N0 else Npos (positive n))

(* Have all numbers of each position the same byte? Alike men change places, or files and ranks where the king stays. *)
let are_equal own other has_pawns size bytes =
  let line = List.map (fun k -> M (White, k)) own @ List.map (fun k -> M (Black, k)) (List.tl other) in
  let len = List.length line and man = List.nth line in
  let all = 1 lsl (6 * len) in
  let add board (s, man) =
    let at = sites.((8 * (s land 7)) + (s lsr 3)) in
    let is_pawn = match man with M (_, Pawn) -> true | _ -> false in
    Option.bind board (fun b -> if get b at <> E || (is_pawn && (s < 8 || s > 55)) then None else Some (set b at man)) in
  let is_position n =
    let king = if has_pawns then (8 * (n / all / 4)) + (n / all mod 4) else corner.(n / all) in
    let men = List.mapi (fun i man -> ((n lsr (6 * (len - 1 - i))) land 63, man)) line in
    match List.fold_left add (Some empty_board) ((king, M (Black, King)) :: men) with
    | Some board -> not (in_check board Black)
    | None -> false in
  let alike = List.filter (fun i -> man i = man (i + 1)) (List.init (len - 1) Fun.id) in
  let alike = List.map (fun i -> (6, 63 lsl (6 * (len - 2 - i)))) alike in
  let says_other n (apart, bits) =
    let twin = n lxor (((n lxor (n lsr apart)) land bits) * ((1 lsl apart) + 1)) in
    Bytes.get bytes n <> Bytes.get bytes twin && is_position n in
  let is_wrong n =
    let is_diagonal = (not has_pawns) && corner.(n / all) mod 9 = 0 in
    List.exists (says_other n) (if is_diagonal then (3, (all - 1) / 9) :: alike else alike) in
  let rec from n = n = size || ((not (is_wrong n)) && from (n + 1)) in
  from 0

let open_table attacker own other text =
  try
    let men = Array.of_list (List.map kind own @ List.map (fun k -> 6 + kind k) other) in
    let len = Array.length men and king = List.length own in
    let has_pawns = List.mem Pawn own || List.mem Pawn other in
    if len < 2 || len > 5 then raise Bad;
    let size = (if has_pawns then 32 else Array.length corner) lsl (6 * (len - 1)) in
    let bytes = unpacked (of_base64 (String.of_seq (List.to_seq text))) size in
    if not (are_equal own other has_pawns size bytes) then raise Bad;
    let places = Array.make 64 0 in
    Array.iteri (fun place square -> places.(square) <- place) corner;
    let at = Array.make len 0 and found = Array.make 64 0 and squares = Array.make 64 0 in
    let look (V8 (a, b, c, d, e, f, g, h)) =
      let n = ref 0 in
      let cell rank file = function
        | E -> ()
        | M (c, k) ->
          found.(!n) <- (if c = attacker then kind k else 6 + kind k);
          squares.(!n) <- (8 * if attacker = White then rank else 7 - rank) + file;
          incr n in
      let row rank (V8 (a, b, c, d, e, f, g, h)) =
        cell rank 0 a; cell rank 1 b; cell rank 2 c; cell rank 3 d; cell rank 4 e; cell rank 5 f; cell rank 6 g; cell rank 7 h in
      row 0 a; row 1 b; row 2 c; row 3 d; row 4 e; row 5 f; row 6 g; row 7 h;
      if !n <> len then N0
      else begin
        for i = 0 to len - 1 do
          let j = ref 0 in
          while !j < len && found.(!j) <> men.(i) do incr j done;
          if !j < len then begin found.(!j) <- -1; at.(i) <- squares.(!j) end
        done;
        (* the symmetry that brings the defender's king to its region *)
        let mirror = if at.(king) land 7 > 3 then 7 else 0 in
        let mirror = if (not has_pawns) && at.(king) lsr 3 > 3 then mirror lor 56 else mirror in
        let k = at.(king) lxor mirror in
        let turned = (not has_pawns) && k lsr 3 > k land 7 in
        let moved s = let s = s lxor mirror in if turned then ((s land 7) lsl 3) lor (s lsr 3) else s in
        let k = moved at.(king) in
        let number = ref (if has_pawns then (4 * (k lsr 3)) + (k land 7) else places.(k)) in
        for i = 0 to len - 1 do if i <> king then number := (!number * 64) + moved at.(i) done;
        numbers.(Bytes.get_uint8 bytes !number)
      end in
    Some look
  with Bad | Not_found -> None
