(* The instant lemmas: what is wrong with a position at a glance, before any past is looked at. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves.

Definition count (b : board) (f : sq -> cell -> bool) : nat :=
  fold_right (fun s n => if f s (get b s) then S n else n) 0 squares.
Definition par i := match i with I1|I3|I5|I7 => true | _ => false end.
Definition light (s : sq) : bool := xorb (par (fst s)) (par (snd s)).
Definition kings_bad b c := negb (count b (fun _ x => is_man c King x) =? 1).
Definition end_row b := existsb (fun s => match get b s with M _ Pawn => match snd s with I1 | I8 => true | _ => false end | _ => false end) squares.
Definition men_bad b c := negb (count b (fun _ => is_colour c) <=? 16).
Definition promo_sum b c :=
  count b (fun _ => is_man c Pawn) + (count b (fun _ => is_man c Queen) - 1) + (count b (fun _ => is_man c Rook) - 2) +
  (count b (fun _ => is_man c Knight) - 2) + (count b (fun s x => is_man c Bishop x && light s) - 1) +
  (count b (fun s x => is_man c Bishop x && negb (light s)) - 1).
Definition promo_bad b c := negb (promo_sum b c <=? 8).
Definition castling_bad (a : pos) := existsb (fun c => existsb (fun h => right (rts a) c h &&
   negb (is_man c King (get (brd a) (I5, home_rank c)) && is_man c Rook (get (brd a) (castle_rook_from c h)))) [true; false]) [White; Black].
Definition ep_bad (a : pos) := match ep a with None => false | Some t =>
   let o := opp (side a) in
   negb (ix_beq (snd t) (match side a with White => I6 | Black => I3 end) && is_empty (get (brd a) t) &&
         is_empty (get (brd a) (fst t, pawn_rank o)) &&
         is_man o Pawn (get (brd a) (fst t, match side a with White => I5 | Black => I4 end))) end.
Definition waiting (a : pos) := in_check (brd a) (opp (side a)).
Definition instant (a : pos) : bool :=
  existsb (kings_bad (brd a)) [White; Black] || end_row (brd a) || waiting a ||
  existsb (men_bad (brd a)) [White; Black] || existsb (promo_bad (brd a)) [White; Black] || castling_bad a || ep_bad a.

