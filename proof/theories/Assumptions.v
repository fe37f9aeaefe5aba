(* Every main theorem, with what it assumes: nothing. *)
From Arbiter Require Import Perft Games Search UnmovesComplete Status Win ProofGame Legality Files Lemmas Little CanWin FiveRules Text Variants Certificate.
Print Assumptions check_sound.
Print Assumptions check_status_sound.
Print Assumptions check_strategy_sound.
Print Assumptions check_refutation_sound.
Print Assumptions vcheck_status_sound.
Print Assumptions vcheck_strategy_sound.
Print Assumptions vcheck_refutation_sound.
Print Assumptions check_legal_sound.
Print Assumptions Lemmas.check_illegal_sound.
Print Assumptions instant_ok.
Print Assumptions files_ok.
Print Assumptions little_never_wins.
Print Assumptions check_line_sound.
Print Assumptions check_terminal_sound.
Print Assumptions check_material_sound.
Print Assumptions check_rules_sound.
Print Assumptions matching_sound.
Print Assumptions preds_complete.
Print Assumptions read_pos_ok.
Print Assumptions read_vpos_ok.
Print Assumptions read_move_ok.
Print Assumptions Perft.s3.
Print Assumptions Perft.k3.
