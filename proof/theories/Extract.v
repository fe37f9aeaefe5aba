(* The checker as OCaml. *)
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlString.
From Arbiter Require Import Board Moves Text Certificate.
Extraction Language OCaml.
Extraction "checker.ml" check write_pos write_men.
