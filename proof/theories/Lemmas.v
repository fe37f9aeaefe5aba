(* The lemmas that nodes may name, and closed sets of pasts as a whole: positions that no game reaches. *)
From Coq Require Import List Bool Arith Lia. Import ListNotations.
From Arbiter Require Import Board Moves Games Unmoves UnmovesComplete Tables ProofGame Instant Retract GameInvariants Legality Files Columns Cases Assign Unmoved Ranges Locked Confined Order Parity.
From Arbiter Require Tariffs Kernel Losses.

(* The same of any king, where a side has several: no game has. *)
Definition waiting_any (a : pos) : bool :=
  existsb (fun s => is_man (opp (side a)) King (get (brd a) s) && attacked (brd a) (side a) s) squares.
Lemma waiting_any_ok a p : waiting_any a = true -> covers a p -> R p -> False.
Proof.
  intros H C Hr; apply covers_inv in C as (C1 & C2 & _); destruct (reach_good p Hr) as (_ & _ & _ & W & _ & Ki & _); specialize (Ki (opp (side p))).
  unfold waiting_any in H; rewrite C1, C2 in H; apply existsb_exists in H as (s & _ & H); apply andb_true_iff in H as [H1 H2]; apply is_man_get in H1.
  unfold waiting, in_check in W; rewrite opp_opp in W; destruct (king_sq (brd p) (opp (side p))) as [u|] eqn:KS.
  - apply king_sq_some, is_man_get in KS; rewrite (one_king _ _ _ _ Ki KS H1) in W; congruence.
  - pose proof (king_sq_none _ _ s KS) as X; rewrite H1 in X; destruct (side p); discriminate.
Qed.

Inductive lemma := Kings | EndRowPawns | WaitingSideAttacked | Men | Promotions | CastlingMen | EnPassant | OpenFiles | NoAccount (t : cases) | NoOrigins | LockedMen | Confined (t : cases) | Passed (d : colour) (files : list ix) (ps : list placement) | Uneven (white black : Parity.layers) | NoKernel (ts : list Tariffs.tariff) (states : list Kernel.state).
Definition applies (l : lemma) (a : pos) : bool :=
  let both f := existsb (f (brd a)) [White; Black] in
  match l with
  | Kings => both kings_bad | EndRowPawns => end_row (brd a) | WaitingSideAttacked => waiting_any a
  | Men => both men_bad | Promotions => both promo_bad | CastlingMen => castling_bad a | EnPassant => ep_bad a
  (* the others are asked only where no instant lemma applies *)
  | OpenFiles => negb (instant a) && files_bad (brd a)
  | NoAccount t => negb (instant a) && columns_shown (brd a) t
  | NoOrigins => negb (instant a) && match ending_of a with Ill_origins => true | _ => false end
  | LockedMen => negb (instant a) && match ending_of a with Ill_locked => true | _ => false end
  (* asked where the rounds end without either *)
  | Confined t => negb (instant a) && match ending_of a with Ends w => confined_shown w t | _ => false end
  | NoKernel ts states => negb (instant a) && match ending_of a with Ends w => Losses.kernel_shown w ts states | _ => false end
  | Passed d files ps => negb (instant a) && order_shown a d files ps
  | Uneven white black => negb (instant a) && parity_shown a white black end.
Theorem applies_ok l a p : applies l a = true -> covers a p -> R p -> False.
Proof.
  intros H; destruct l; try (now apply waiting_any_ok); try (apply instant_ok; unfold instant; rewrite !orb_true_iff; simpl in H; tauto).
  - apply andb_true_iff in H as [_ H]; now apply files_ok.
  - apply andb_true_iff in H as [_ H]; now apply cases_ok with (a := a) (t := t).
  - intros V Hr; pose proof (ending_ok a p V Hr) as S; apply andb_true_iff in H as [_ H]; destruct (ending_of a); [exact S|discriminate|discriminate|discriminate].
  - intros V Hr; pose proof (ending_ok a p V Hr) as S; apply andb_true_iff in H as [_ H]; destruct (ending_of a); [discriminate|exact S|discriminate|discriminate].
  - intros V Hr; pose proof (ending_ok a p V Hr) as S; apply andb_true_iff in H as [_ H]; destruct (ending_of a) as [| |w|]; try discriminate.
    destruct S as (n & S); now apply (confined_ok w a p n t).
  - apply andb_true_iff in H as [_ H]; now apply order_ok with (a := a) (d := d) (files := files) (ps := ps).
  - apply andb_true_iff in H as [_ H]; now apply parity_ok with (a := a) (white := white) (black := black).
  - intros V Hr; pose proof (ending_ok a p V Hr) as S; apply andb_true_iff in H as [_ H]; destruct (ending_of a) as [| |w|]; try discriminate.
    destruct S as (n & S); exact (Losses.kernel_ok w a p n ts states S H).
Qed.

(* A closed set of pasts *)
Definition check_illegal hash := Retract.check_illegal hash lemma applies.
Theorem check_illegal_sound hash nodes p : check_illegal hash nodes p = true -> forall q, covers p q -> ~ R q.
Proof. apply Retract.check_illegal_sound; [exact applies_ok|exact instant_ok|exact ep_inv]. Qed.
