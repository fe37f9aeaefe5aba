(* The checker as OCaml. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlString.
From Arbiter Require Import Board Moves Text Variants Aims Chess960 Text960 Certificate.
Extraction Language OCaml.
Extraction "checker.ml" check write_pos write_move write_men write_vpos write_fpos write_fmove write_array last_ix Variants.number.
