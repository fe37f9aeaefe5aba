(* The rules of standard chess: where men go, castling, promotion, en passant, legal moves. *)
From Coq Require Import List Bool. Import ListNotations.
From Arbiter Require Import Board.

Record rights := mkr { wk : bool; wq : bool; bk : bool; bq : bool }.
Record pos := mkpos { brd : board; side : colour; rts : rights; ep : option sq }.
Inductive move := Mv (f t : sq) (promo : option kind) | Castle (h : bool).
Scheme Equality for rights.

Definition opp c := match c with White => Black | Black => White end.
Definition fwd c := match c with White => Inc | Black => Dec end.
Definition bwd c := fwd (opp c).
Definition home_rank c := match c with White => I1 | Black => I8 end.
Definition pawn_rank c := match c with White => I2 | Black => I7 end.
Definition last_rank c := match c with White => I8 | Black => I1 end.
Definition is_colour c x := match x with M d _ => colour_beq c d | E => false end.
Definition is_empty x := match x with E => true | _ => false end.

(* where a man can go *)
Fixpoint slide (b : board) (c : colour) (l : list sq) : list sq :=
  match l with [] => [] | t :: l =>
    match get b t with E => t :: slide b c l | M d _ => if colour_beq c d then [] else [t] end end.
Definition slides b c (ls : list (list sq)) := flat_map (slide b c) ls.
Definition leap b c (l : list sq) := filter (fun t => negb (is_colour c (get b t))) l.
Definition oeqb (o : option sq) (t : sq) := match o with Some s => sq_eqb s t | None => false end.
Definition pawn_caps c s := olist (step (Dec, fwd c) s) ++ olist (step (Inc, fwd c) s).
Definition pawn_dests b c (e : option sq) s : list sq :=
  (match step (Same, fwd c) s with
   | Some t => if is_empty (get b t) then
       t :: (if ix_beq (snd s) (pawn_rank c) then
               match step (Same, fwd c) t with Some u => if is_empty (get b u) then [u] else [] | None => [] end
             else [])
       else []
   | None => [] end) ++
  filter (fun t => is_colour (opp c) (get b t) || oeqb e t) (pawn_caps c s).
Definition dests b c k e s : list sq :=
  match k with
  | King => leap b c (look king_t s) | Knight => leap b c (look knight_t s)
  | Rook => slides b c (look rook_t s) | Bishop => slides b c (look bishop_t s)
  | Queen => slides b c (look rook_t s) ++ slides b c (look bishop_t s)
  | Pawn => pawn_dests b c e s end.

(* attacks, looking from the target *)
Fixpoint first (b : board) (l : list sq) : cell :=
  match l with [] => E | t :: l => match get b t with E => first b l | x => x end end.
Fixpoint beam (b : board) (c : colour) (k : kind) (l : list sq) : bool :=
  match l with [] => false | t :: l => match get b t with E => beam b c k l | M d j => colour_beq c d && (kind_beq k j || kind_beq Queen j) end end.
Fixpoint beams (b : board) (c : colour) (k : kind) (ls : list (list sq)) : bool :=
  match ls with [] => false | l :: ls => if beam b c k l then true else beams b c k ls end.
Fixpoint stands (b : board) (c : colour) (k : kind) (l : list sq) : bool :=
  match l with [] => false | t :: l => match get b t with M d j => if colour_beq c d && kind_beq k j then true else stands b c k l | E => stands b c k l end end.
Definition white_pawn_t := Eval vm_compute in table (pawn_caps White).
Definition black_pawn_t := Eval vm_compute in table (pawn_caps Black).
Definition pawn_t c := match c with White => white_pawn_t | Black => black_pawn_t end.
(* a king beside the square is met first on its line *)
Definition near (b : board) (c : colour) (k : kind) (l : list sq) : bool :=
  match l with [] => false | t :: l => match get b t with E => beam b c k l | M d j => colour_beq c d && (kind_beq k j || kind_beq Queen j || kind_beq King j) end end.
Fixpoint nears (b : board) (c : colour) (k : kind) (ls : list (list sq)) : bool :=
  match ls with [] => false | l :: ls => if near b c k l then true else nears b c k ls end.
Definition attacked (b : board) (c : colour) (s : sq) : bool :=
  nears b c Rook (look rook_t s) || nears b c Bishop (look bishop_t s) || stands b c Knight (look knight_t s) || stands b c Pawn (look (pawn_t (opp c)) s).
Lemma pawn_t_ok c s : look (pawn_t c) s = pawn_caps c s.
Proof. destruct c, s as [[] []]; reflexivity. Qed.
Lemma beams_ok b c k ls : beams b c k ls = existsb (beam b c k) ls.
Proof. induction ls as [|l ls IH]; simpl; [reflexivity|]; rewrite IH; now destruct (beam b c k l). Qed.
Lemma beam_ok b c k l : beam b c k l = match first b l with M d j => colour_beq c d && (kind_beq k j || kind_beq Queen j) | E => false end.
Proof. induction l as [|t l IH]; simpl; [reflexivity|]; now destruct (get b t). Qed.
Lemma stands_ok b c k l : stands b c k l = existsb (fun t => match get b t with M d j => colour_beq c d && kind_beq k j | E => false end) l.
Proof. induction l as [|t l IH]; simpl; [reflexivity|]; rewrite IH; destruct (get b t); [reflexivity|]; now destruct (_ && _). Qed.
Lemma existsb_same_on {A} (f g : A -> bool) l : (forall x, f x = g x) -> existsb f l = existsb g l.
Proof. intros H; induction l as [|x l IH]; simpl; [reflexivity|]; now rewrite H, IH. Qed.
Lemma stands_app b c k l m : stands b c k (l ++ m) = stands b c k l || stands b c k m.
Proof. induction l as [|t l IH]; simpl; [reflexivity|]; rewrite IH; destruct (get b t); [reflexivity|]; now destruct (_ && _). Qed.
Lemma nears_ok b c k ls : nears b c k ls = beams b c k ls || stands b c King (flat_map (firstn 1) ls).
Proof.
  induction ls as [|l ls IH]; [reflexivity|]; cbn [nears beams flat_map]; rewrite stands_app, IH; destruct l as [|t l]; [reflexivity|].
  cbn [near beam firstn stands]; destruct (get b t) as [|d j]; [now destruct (beam b c k l)|].
  destruct (colour_beq c d), (kind_beq k j), (kind_beq Queen j), (kind_beq King j), (beams b c k ls); reflexivity.
Qed.
Lemma attacked_parts b c s : attacked b c s =
  beams b c Rook (look rook_t s) || beams b c Bishop (look bishop_t s) || stands b c Knight (look knight_t s) ||
  stands b c King (look king_t s) || stands b c Pawn (look (pawn_t (opp c)) s).
Proof.
  assert (K : look king_t s = flat_map (firstn 1) (look rook_t s) ++ flat_map (firstn 1) (look bishop_t s)) by (destruct s as [[] []]; reflexivity).
  unfold attacked; rewrite !nears_ok, K, stands_app; destruct (beams b c Rook _), (beams b c Bishop _), (stands b c Knight _), (stands b c King _), (stands b c King _);
  reflexivity.
Qed.
Lemma attacked_as b c s : attacked b c s =
  existsb (fun l => match first b l with M d Rook | M d Queen => colour_beq c d | _ => false end) (look rook_t s) ||
  existsb (fun l => match first b l with M d Bishop | M d Queen => colour_beq c d | _ => false end) (look bishop_t s) ||
  existsb (fun t => match get b t with M d Knight => colour_beq c d | _ => false end) (look knight_t s) ||
  existsb (fun t => match get b t with M d King => colour_beq c d | _ => false end) (look king_t s) ||
  existsb (fun t => match get b t with M d Pawn => colour_beq c d | _ => false end) (pawn_caps (opp c) s).
Proof.
  rewrite attacked_parts, pawn_t_ok, !beams_ok, !stands_ok; (f_equal; [f_equal; [f_equal; [f_equal|]|]|]); apply existsb_same_on; intros x; rewrite ?beam_ok;
  [destruct (first b x) as [|d []]|destruct (first b x) as [|d []]|destruct (get b x) as [|d []]..]; simpl; rewrite ?andb_true_r, ?andb_false_r; reflexivity.
Qed.
Definition is_man c k x := match x with M d j => colour_beq c d && kind_beq k j | E => false end.
(* where the king of a side stands: rank by rank, the first *)
Definition is_king c x := match x with M d King => colour_beq c d | _ => false end.
Definition king_in c (v : v8 cell) : option ix :=
  match v with V8 x1 x2 x3 x4 x5 x6 x7 x8 =>
    if is_king c x1 then Some I1 else if is_king c x2 then Some I2 else if is_king c x3 then Some I3 else
    if is_king c x4 then Some I4 else if is_king c x5 then Some I5 else if is_king c x6 then Some I6 else
    if is_king c x7 then Some I7 else if is_king c x8 then Some I8 else None end.
Definition king_sq (b : board) c : option sq :=
  match b with V8 r1 r2 r3 r4 r5 r6 r7 r8 =>
    match king_in c r1 with Some f => Some (f, I1) | None => match king_in c r2 with Some f => Some (f, I2) | None =>
    match king_in c r3 with Some f => Some (f, I3) | None => match king_in c r4 with Some f => Some (f, I4) | None =>
    match king_in c r5 with Some f => Some (f, I5) | None => match king_in c r6 with Some f => Some (f, I6) | None =>
    match king_in c r7 with Some f => Some (f, I7) | None => match king_in c r8 with Some f => Some (f, I8) | None => None
    end end end end end end end end end.
Lemma is_king_ok c x : is_king c x = is_man c King x.
Proof. destruct x as [|d []]; simpl; rewrite ?andb_true_r, ?andb_false_r; reflexivity. Qed.
Lemma king_in_some c v i : king_in c v = Some i -> is_king c (get8 v i) = true.
Proof.
  destruct v; unfold king_in; repeat match goal with |- context [if ?x then _ else _] => destruct x eqn:? end;
  intros H; inversion H; subst; assumption.
Qed.
Lemma king_in_none c v i : king_in c v = None -> is_king c (get8 v i) = false.
Proof.
  destruct v; unfold king_in; repeat match goal with |- context [if ?x then _ else _] => destruct x eqn:? end;
  intros H; try discriminate; destruct i; assumption.
Qed.
Lemma king_in_same c v w : (forall i, is_king c (get8 v i) = is_king c (get8 w i)) -> king_in c v = king_in c w.
Proof.
  intros H; pose proof (H I1) as H1; pose proof (H I2) as H2; pose proof (H I3) as H3; pose proof (H I4) as H4; pose proof (H I5) as H5;
  pose proof (H I6) as H6; pose proof (H I7) as H7; pose proof (H I8) as H8; clear H; destruct v, w; cbn [get8] in *; unfold king_in.
  rewrite H1, H2, H3, H4, H5, H6, H7, H8; reflexivity.
Qed.
Lemma king_sq_some b c s : king_sq b c = Some s -> is_man c King (get b s) = true.
Proof.
  rewrite <- is_king_ok; destruct b as [r1 r2 r3 r4 r5 r6 r7 r8]; unfold king_sq;
  repeat match goal with |- context [match king_in c ?r with _ => _ end] => let X := fresh "X" in destruct (king_in c r) eqn:X; [apply king_in_some in X|clear X] end;
  intros H; inversion H; subst; assumption.
Qed.
Lemma king_sq_none b c s : king_sq b c = None -> is_man c King (get b s) = false.
Proof.
  rewrite <- is_king_ok; destruct b as [r1 r2 r3 r4 r5 r6 r7 r8], s as [f r]; unfold king_sq;
  repeat match goal with |- context [match king_in c ?r with _ => _ end] => let X := fresh "X" in destruct (king_in c r) eqn:X; [discriminate|] end;
  intros _; destruct r; now apply king_in_none.
Qed.
Lemma king_sq_same b b' c : (forall s, is_man c King (get b s) = is_man c King (get b' s)) -> king_sq b c = king_sq b' c.
Proof.
  intros H; assert (X : forall r, king_in c (get8 b r) = king_in c (get8 b' r)).
  { intros r; apply king_in_same; intros f; rewrite !is_king_ok; exact (H (f, r)). }
  pose proof (X I1) as H1; pose proof (X I2) as H2; pose proof (X I3) as H3; pose proof (X I4) as H4; pose proof (X I5) as H5;
  pose proof (X I6) as H6; pose proof (X I7) as H7; pose proof (X I8) as H8; clear X H; destruct b, b'; cbn [get8] in *; unfold king_sq.
  rewrite H1, H2, H3, H4, H5, H6, H7, H8; reflexivity.
Qed.
Global Arguments king_sq : simpl never.
Definition in_check b c : bool := match king_sq b c with Some s => attacked b (opp c) s | None => false end.

Definition right (r : rights) c (h : bool) :=
  match c, h with White, true => wk r | White, false => wq r | Black, true => bk r | Black, false => bq r end.
Definition castle_empty c (h : bool) : list sq :=
  let r := home_rank c in if h then [(I6,r);(I7,r)] else [(I2,r);(I3,r);(I4,r)].
Definition castle_cross c (h : bool) : list sq :=
  let r := home_rank c in if h then [(I5,r);(I6,r)] else [(I5,r);(I4,r)].
Definition castle_rook_from c (h : bool) : sq := ((if h then I8 else I1), home_rank c).
Definition castle_rook_to c (h : bool) : sq := ((if h then I6 else I4), home_rank c).
Definition castle_king_to c (h : bool) : sq := ((if h then I7 else I3), home_rank c).
Definition castle_ok (p : pos) (h : bool) : bool :=
  let c := side p in
  right (rts p) c h && is_man c King (get (brd p) (I5, home_rank c)) && is_man c Rook (get (brd p) (castle_rook_from c h)) &&
  forallb (fun s => is_empty (get (brd p) s)) (castle_empty c h) &&
  forallb (fun s => negb (attacked (brd p) (opp c) s)) (castle_cross c h).

Definition promos := [Queen; Rook; Bishop; Knight].
Definition with_promo c k (f t : sq) : list move :=
  if kind_beq k Pawn && ix_beq (snd t) (last_rank c) then map (fun q => Mv f t (Some q)) promos else [Mv f t None].
Definition not_king b t := negb (match get b t with M _ King => true | _ => false end).
Definition moves_from (p : pos) (s : sq) : list move :=
  match get (brd p) s with
  | M c k => if colour_beq c (side p)
             then flat_map (fun t => if not_king (brd p) t then with_promo c k s t else []) (dests (brd p) c k (ep p) s) else []
  | E => [] end.
Definition pseudo (p : pos) : list move :=
  flat_map (moves_from p) squares ++ map Castle (filter (castle_ok p) [true; false]).

Definition touch (m f t : sq) := sq_eqb m f || sq_eqb m t.
Definition kill (r : rights) (f t : sq) : rights :=
  mkr (wk r && negb (touch (I5,I1) f t || touch (I8,I1) f t)) (wq r && negb (touch (I5,I1) f t || touch (I1,I1) f t))
      (bk r && negb (touch (I5,I8) f t || touch (I8,I8) f t)) (bq r && negb (touch (I5,I8) f t || touch (I1,I8) f t)).
Definition is_ep (b : board) (f t : sq) : bool :=
  match get b f with M _ Pawn => negb (ix_beq (fst f) (fst t)) && is_empty (get b t) | _ => false end.
Definition play_board (b : board) (f t : sq) (pr : option kind) : board :=
  let x := get b f in
  let b1 := if is_ep b f t then set b (fst t, snd f) E else b in
  set (set b1 f E) t (match pr, x with Some q, M c _ => M c q | _, _ => x end).
Definition new_ep b c (f t : sq) : option sq :=
  if is_man c Pawn (get b f) && ix_beq (snd f) (pawn_rank c) then
    match step (Same, fwd c) f with Some u => if oeqb (step (Same, fwd c) u) t then Some u else None | None => None end
  else None.
Definition play (p : pos) (m : move) : pos :=
  let c := side p in
  match m with
  | Mv f t pr => mkpos (play_board (brd p) f t pr) (opp c) (kill (rts p) f t) (new_ep (brd p) c f t)
  | Castle h =>
      let kf := (I5, home_rank c) in
      mkpos (set (set (set (set (brd p) kf E) (castle_rook_from c h) E) (castle_king_to c h) (M c King)) (castle_rook_to c h) (M c Rook))
            (opp c) (kill (rts p) kf kf) None
  end.
Definition moves (p : pos) : list move := filter (fun m => negb (in_check (brd (play p m)) (side p))) (pseudo p).
Definition checkmated p := in_check (brd p) (side p) && match moves p with [] => true | _ => false end.
Definition stalemated p := negb (in_check (brd p) (side p)) && match moves p with [] => true | _ => false end.

Definition back c := V8 (M c Rook) (M c Knight) (M c Bishop) (M c Queen) (M c King) (M c Bishop) (M c Knight) (M c Rook).
Definition row {A} (x : A) := V8 x x x x x x x x.
Definition start_board : board :=
  V8 (back White) (row (M White Pawn)) (row E) (row E) (row E) (row E) (row (M Black Pawn)) (back Black).
Definition start := mkpos start_board White (mkr true true true true) None.
