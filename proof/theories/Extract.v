(* The checker as OCaml. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlString.
From Arbiter Require Import Board Moves Text Variants Aims Certificate.
Extraction Language OCaml.
Extraction "checker.ml" check write_pos write_move write_men write_vpos last_ix Variants.number.
