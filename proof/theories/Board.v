(* Boards as 8x8 tuples: Leibniz extensional, no axioms, O(1) access after extraction. *)
From Coq Require Import List Bool. Import ListNotations.

Inductive ix := I1|I2|I3|I4|I5|I6|I7|I8.
Inductive colour := White | Black.
Inductive kind := King | Queen | Rook | Bishop | Knight | Pawn.
Inductive cell := E | M (c : colour) (k : kind).
Definition sq := (ix * ix)%type. (* file, rank *)

Scheme Equality for ix.
Scheme Equality for colour.
Scheme Equality for kind.
Scheme Equality for cell.

Inductive v8 (A : Type) := V8 (a b c d e f g h : A).
Arguments V8 {A}.
Definition get8 {A} (v : v8 A) (i : ix) : A :=
  match v with V8 a b c d e f g h =>
  match i with I1=>a|I2=>b|I3=>c|I4=>d|I5=>e|I6=>f|I7=>g|I8=>h end end.
Definition set8 {A} (v : v8 A) (i : ix) (x : A) : v8 A :=
  match v with V8 a b c d e f g h =>
  match i with
  | I1=>V8 x b c d e f g h | I2=>V8 a x c d e f g h | I3=>V8 a b x d e f g h | I4=>V8 a b c x e f g h
  | I5=>V8 a b c d x f g h | I6=>V8 a b c d e x g h | I7=>V8 a b c d e f x h | I8=>V8 a b c d e f g x end end.
Definition tab8 {A} (f : ix -> A) : v8 A := V8 (f I1) (f I2) (f I3) (f I4) (f I5) (f I6) (f I7) (f I8).
Definition board := v8 (v8 cell).
Definition get (b : board) (s : sq) : cell := let (f, r) := s in get8 (get8 b r) f.
Definition set (b : board) (s : sq) (x : cell) : board :=
  let (f, r) := s in set8 b r (set8 (get8 b r) f x).
Global Arguments get : simpl never.
Global Arguments set : simpl never.
Definition sq_eqb (s t : sq) : bool := ix_beq (fst s) (fst t) && ix_beq (snd s) (snd t).
Definition all8 := [I1;I2;I3;I4;I5;I6;I7;I8].
Definition squares : list sq := Eval vm_compute in list_prod all8 all8.

Lemma tab8_get A (f : ix -> A) i : get8 (tab8 f) i = f i.
Proof. now destruct i. Qed.
Lemma get8_set8 A (v : v8 A) i j x : get8 (set8 v i x) j = if ix_beq i j then x else get8 v j.
Proof. destruct v; now destruct i, j. Qed.
Lemma v8_ext A (v w : v8 A) : (forall i, get8 v i = get8 w i) -> v = w.
Proof.
  destruct v, w; intros H; f_equal;
  [apply (H I1)|apply (H I2)|apply (H I3)|apply (H I4)|apply (H I5)|apply (H I6)|apply (H I7)|apply (H I8)].
Qed.
Lemma board_ext (b c : board) : (forall s, get b s = get c s) -> b = c.
Proof. intros H; apply v8_ext; intros r; apply v8_ext; intros f; exact (H (f, r)). Qed.
Lemma sq_eqb_eq s t : sq_eqb s t = true <-> s = t.
Proof.
  destruct s, t; unfold sq_eqb; simpl; rewrite andb_true_iff; split.
  - intros [H1 H2]; apply internal_ix_dec_bl in H1, H2; now subst.
  - intros H; inversion H; split; now apply internal_ix_dec_lb.
Qed.
Lemma sq_eqb_refl s : sq_eqb s s = true. Proof. now apply sq_eqb_eq. Qed.
Lemma get_set b s t x : get (set b s x) t = if sq_eqb s t then x else get b t.
Proof.
  destruct s as [f r], t as [f' r']; unfold get, set, sq_eqb; simpl.
  rewrite get8_set8; destruct (ix_beq r r') eqn:H.
  - apply internal_ix_dec_bl in H; subst; rewrite get8_set8; now rewrite andb_true_r.
  - now rewrite andb_false_r.
Qed.
Lemma squares_all s : In s squares.
Proof. destruct s as [f r]; change squares with (list_prod all8 all8); apply in_prod; [destruct f|destruct r]; simpl; tauto. Qed.
Lemma forall_sq (p : sq -> bool) : forallb p squares = true -> forall s, p s = true.
Proof. intros H s; rewrite forallb_forall in H; apply H, squares_all. Qed.

Definition place (i : ix) : nat := match i with I1 => 0 | I2 => 1 | I3 => 2 | I4 => 3 | I5 => 4 | I6 => 5 | I7 => 6 | I8 => 7 end.
Lemma place_inj i j : place i = place j -> i = j.
Proof. destruct i, j; simpl; congruence. Qed.
Lemma in_all8 i : In i all8. Proof. destruct i; simpl; tauto. Qed.

(* steps *)
Inductive d1 := Dec | Same | Inc.
Definition nxt i := match i with I1=>Some I2|I2=>Some I3|I3=>Some I4|I4=>Some I5|I5=>Some I6|I6=>Some I7|I7=>Some I8|I8=>None end.
Definition prv i := match i with I1=>None|I2=>Some I1|I3=>Some I2|I4=>Some I3|I5=>Some I4|I6=>Some I5|I7=>Some I6|I8=>Some I7 end.
Definition mv1 d i := match d with Dec => prv i | Same => Some i | Inc => nxt i end.
Definition step (d : d1 * d1) (s : sq) : option sq :=
  match mv1 (fst d) (fst s), mv1 (snd d) (snd s) with Some f, Some r => Some (f, r) | _, _ => None end.
Fixpoint ray_n (n : nat) (d : d1 * d1) (s : sq) : list sq :=
  match n with O => [] | S n => match step d s with None => [] | Some t => t :: ray_n n d t end end.
Definition orth := [(Inc,Same);(Dec,Same);(Same,Inc);(Same,Dec)].
Definition diag := [(Inc,Inc);(Dec,Inc);(Inc,Dec);(Dec,Dec)].
Definition olist {A} (o : option A) : list A := match o with Some x => [x] | None => [] end.
Definition knight1 (s : sq) : list sq :=
  flat_map (fun d => match step (Same, snd d) s with None => [] | Some t => olist (step d t) end) diag ++
  flat_map (fun d => match step (fst d, Same) s with None => [] | Some t => olist (step d t) end) diag.
Definition king1 (s : sq) : list sq := flat_map (fun d => olist (step d s)) (orth ++ diag).

Definition table {A} (f : sq -> A) : v8 (v8 A) := tab8 (fun r => tab8 (fun x => f (x, r))).
Definition look {A} (t : v8 (v8 A)) (s : sq) : A := let (f, r) := s in get8 (get8 t r) f.
Lemma look_table A (f : sq -> A) s : look (table f) s = f s.
Proof. destruct s; unfold look, table; now rewrite !tab8_get. Qed.
Definition nonempty (l : list sq) := match l with [] => false | _ => true end.
Definition rook_t := Eval vm_compute in table (fun s => filter nonempty (map (fun d => ray_n 7 d s) orth)).
Definition bishop_t := Eval vm_compute in table (fun s => filter nonempty (map (fun d => ray_n 7 d s) diag)).
Definition knight_t := Eval vm_compute in table knight1.
Definition king_t := Eval vm_compute in table king1.
