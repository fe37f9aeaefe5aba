// Written by `npm run types` from crates/web/openapi.json, which Rust writes from its types.

export type Aim = "mate" | "stalemate" | "selfmate" | "reflexmate";
export type By = "proof" | "rules";
/**
 * A position of a text, or what is wrong with it.
 */
export type Case =
  | {
      /**
       * The answer as the contest's program prints it; left out if it takes long.
       */
      answer?: string | null;
      /**
       * The endpoint that answers the question of the contest, or of the EPD.
       */
      ask?: string | null;
      /**
       * Its name: a field beside it, the `id` of an EPD, or `game.ply` in a PGN.
       */
      id?: string | null;
      /**
       * The line on which it begins.
       */
      line: number;
      /**
       * What to send to that endpoint besides the position and the rules.
       */
      options?: Asks | null;
      /**
       * As FEN.
       */
      position: string;
      rules: Rules;
      /**
       * The text does not say who is to move; White is assumed.
       */
      turn_assumed?: boolean;
    }
  | {
      column: number;
      error: string;
      line: number;
    };
export type Rules = "standard" | "pawnless" | "simplified" | "simplified-pawns" | "gardner" | "los-alamos";
export type DeadAnswerOrUnread = DeadAnswer | Unread;
export type Side = "white" | "black";
export type Memory = string;
export type Sides = "white" | "black" | "both";
export type Time = string;
export type Level = "well-formed" | "playable" | "five-rules" | "static" | "last-move" | "full";
/**
 * What is said of whether a position can have arisen.
 */
export type ReachAnswer = LegalityAnswer | RulesAnswer;
export type ReachAnswerOrUnread = ReachAnswer | Unread;
export type RepairCount = string;
export type Start = string;
export type Reading =
  "positions" | "simplified" | "simplified-pawns" | "reachable" | "checkmate" | "unfinished";
export type RetroAnswerOrUnread = RetroAnswer | Unread;
export type StatusAnswerOrUnread = StatusAnswer | Unread;
export type WinAnswerOrUnread = WinAnswer | Unread;

export interface Schemas {
  Aim?: Aim;
  Asks?: Asks;
  By?: By;
  CapturingPawnFields?: CapturingPawnFields;
  Case?: Case;
  Change?: Change;
  Checked?: Checked;
  CheckedList?: CheckedList;
  DeadAnswer?: DeadAnswer;
  DeadAnswerOrUnread?: DeadAnswerOrUnread;
  DeadAnswerOrUnreadList?: DeadAnswerOrUnreadList;
  DeadRequest?: DeadRequest;
  DoubleStepFields?: DoubleStepFields;
  Ended?: Ended;
  Ends?: Ends;
  Fault?: Fault;
  FaultPlace?: FaultPlace;
  HistoryFields?: HistoryFields;
  LastMoveFields?: LastMoveFields;
  Legal?: Legal;
  LegalityAnswer?: LegalityAnswer;
  Level?: Level;
  LostManFields?: LostManFields;
  Memory?: Memory;
  PlayRequest?: PlayRequest;
  Played?: Played;
  Problem?: Problem;
  ProblemFields?: ProblemFields;
  Progress?: Progress;
  PromotedAmongFields?: PromotedAmongFields;
  ReachAnswer?: ReachAnswer;
  ReachAnswerOrUnread?: ReachAnswerOrUnread;
  ReachAnswerOrUnreadList?: ReachAnswerOrUnreadList;
  ReachRequest?: ReachRequest;
  Read?: Read;
  ReadRequest?: ReadRequest;
  Reading?: Reading;
  RepairCount?: RepairCount;
  RetroAnswer?: RetroAnswer;
  RetroAnswerOrUnread?: RetroAnswerOrUnread;
  RetroAnswerOrUnreadList?: RetroAnswerOrUnreadList;
  RetroRequest?: RetroRequest;
  RightsFields?: RightsFields;
  Rules?: Rules;
  RulesAnswer?: RulesAnswer;
  Side?: Side;
  SideFields?: SideFields;
  SideWinFields?: SideWinFields;
  Sides?: Sides;
  Start?: Start;
  StatusAnswer?: StatusAnswer;
  StatusAnswerOrUnread?: StatusAnswerOrUnread;
  StatusAnswerOrUnreadList?: StatusAnswerOrUnreadList;
  StatusRequest?: StatusRequest;
  Stopped?: Stopped;
  Time?: Time;
  Tried?: Tried;
  Unread?: Unread;
  VerifyRequest?: VerifyRequest;
  WinAnswer?: WinAnswer;
  WinAnswerOrUnread?: WinAnswerOrUnread;
  WinAnswerOrUnreadList?: WinAnswerOrUnreadList;
  WinRequest?: WinRequest;
}
/**
 * Options of an endpoint.
 */
export interface Asks {
  by?: By | null;
  /**
   * For a problem: what would follow if the other side were to move is wanted too.
   */
  set_play?: boolean | null;
  /**
   * The stipulation that an EPD or a problem carries itself.
   */
  stipulation?: string | null;
  /**
   * For a problem: first moves that this many defences refute are wanted too.
   */
  tries?: number | null;
  within?: number | null;
}
/**
 * What is said of a pawn that captured.
 */
export interface CapturingPawnFields {
  /**
   * It made at least this many captures.
   */
  least: number;
  /**
   * It made at most this many captures.
   */
  most: number;
  /**
   * Its last capture was on one of these squares.
   */
  on: string[];
  /**
   * It began on one of these squares.
   */
  origins: string[];
  /**
   * Where it stands.
   */
  square: string;
  /**
   * The man captured there began on one of these.
   */
  victims: string[];
}
/**
 * A change of a position, and what is said of the changed position.
 */
export interface Change {
  /**
   * The evidence, if it was asked for; null if nothing is claimed of the changed position.
   */
  certificate?: {
    [k: string]: unknown;
  } | null;
  /**
   * The changed position.
   */
  fen: string;
  /**
   * How much evidence it took.
   */
  level: string;
  /**
   * What is said of it.
   */
  verdict: string;
  /**
   * The change in words.
   */
  what: string;
}
/**
 * An opinion as JSON.
 */
export interface Checked {
  /**
   * What is proved.
   */
  claim?: string | null;
  /**
   * What makes the certificate invalid; not there where the certificate is valid and proves something
   * else.
   */
  fault?: Fault | null;
  /**
   * Where the certificate is from.
   */
  input: string;
  /**
   * The members of an answer that its certificate does not prove, or that nobody compared with it.
   */
  not_covered?: string[];
  /**
   * Why it was not accepted.
   */
  reason?: string | null;
  /**
   * `accepted`, `refused`, `none` where nothing is claimed, or `stopped` by a limit before the outcome was
   * known.
   */
  verdict: "accepted" | "refused" | "none" | "stopped";
}
/**
 * A rule of the certificates' document that is broken, and where.
 */
export interface Fault {
  /**
   * Where a lemma is wrong, its name as it is written.
   */
  lemma?: string | null;
  /**
   * What is wrong there.
   */
  message: string;
  /**
   * Where a move is wrong, or the move of a node, that move as it is written.
   */
  move?: string | null;
  /**
   * Where a node is wrong, its position.
   */
  node?: string | null;
  /**
   * The place in the certificate, as `certificate.evidence.nodes[3]`; empty of what is no JSON.
   */
  place: string;
  /**
   * The name of the rule.
   */
  rule:
    | "form"
    | "version"
    | "question"
    | "position"
    | "status-claim"
    | "checkers"
    | "status-move"
    | "refuted"
    | "side-facts"
    | "origins"
    | "hall"
    | "broken-rules"
    | "win-claim"
    | "strategy"
    | "refutation"
    | "tables"
    | "proof-game"
    | "clocks"
    | "at-least"
    | "nodes"
    | "retract"
    | "lemma"
    | "history"
    | "can-win-claim"
    | "line"
    | "terminal"
    | "material"
    | "closure"
    | "ghosts"
    | "region"
    | "help-claim"
    | "solutions";
  /**
   * The heading below which the rule stands.
   */
  section: string;
}
/**
 * Many answers, in the order of the positions.
 */
export interface CheckedList {
  /**
   * One for each position.
   */
  answers: Checked[];
}
/**
 * Whether a side can still win.
 */
export interface DeadAnswer {
  /**
   * Of an EPD: how deep, in plies, somebody's analysis went.
   */
  acd?: number | null;
  /**
   * The evidence, if it was asked for; null where nothing is claimed.
   */
  certificate?: {
    [k: string]: unknown;
  } | null;
  /**
   * Why a certificate that was asked for is not there.
   */
  certificate_error?: string | null;
  /**
   * Of an EPD: the mate in so many moves that it says there is. It is repeated, not checked.
   */
  dm?: number | null;
  /**
   * What the position is called: a field beside it, `id` of an EPD, `game.ply` of a PGN.
   */
  id?: string | null;
  /**
   * The position as it was written.
   */
  input: string | null;
  /**
   * The position after the moves to play first, if there were any; the answer is about this one.
   */
  position?: string | null;
  /**
   * Why, in words.
   */
  reason: string;
  /**
   * If a flag has fallen: the result of the game.
   */
  result?: ("1-0" | "0-1" | "1/2-1/2") | null;
  /**
   * Each side that was asked about, White first.
   */
  sides: SideWinFields[];
  /**
   * The answer about one side; about both, `dead` if neither can win, `winnable` if at least one certainly
   * can.
   */
  verdict: "winnable" | "unwinnable" | "dead" | "undecided";
}
/**
 * What is said of whether one side can still win.
 */
export interface SideWinFields {
  /**
   * Why it cannot: `terminal` (the game is over), `material`, `region` or `closure`; or what ended the
   * game if asked to count it, `count75` or `fivefold`.
   */
  by?: string | null;
  /**
   * The evidence, if it was asked for about both sides (about one side it belongs to the answer); null if
   * nothing is claimed.
   */
  certificate?: {
    [k: string]: unknown;
  } | null;
  /**
   * Which limit stopped the work.
   */
  limit?: string | null;
  /**
   * Moves of both sides that end with its mate, in UCI; usually not the fewest.
   */
  line?: string[] | null;
  /**
   * How long the line is.
   */
  plies?: number | null;
  /**
   * The side.
   */
  side: "white" | "black";
  /**
   * Whether it can win.
   */
  verdict: "winnable" | "unwinnable" | "undecided";
}
/**
 * A text of `positions` that there is no answer about.
 */
export interface Unread {
  error: FaultPlace;
  /**
   * The text.
   */
  input: string | null;
}
/**
 * What is wrong, and where.
 */
export interface FaultPlace {
  /**
   * In characters, from 1.
   */
  column: number;
  /**
   * From 1.
   */
  line: number;
  /**
   * In words.
   */
  message: string;
  /**
   * What the text can mean, where repairs were asked for.
   */
  readings?: Change[];
}
/**
 * Many answers, in the order of the positions.
 */
export interface DeadAnswerOrUnreadList {
  /**
   * One for each position.
   */
  answers: DeadAnswerOrUnread[];
}
/**
 * Can a side still win by any series of legal moves? One of `position` and `positions` is needed.
 */
export interface DeadRequest {
  /**
   * Add the certificates of each answer (on a command line without --json: write nothing else)
   */
  certificate?: boolean;
  /**
   * The game ends after 75 moves by each side without a capture or a pawn move, going by the position's
   * clock
   */
  count75?: boolean;
  /**
   * The game ends when a position occurs for the fifth time, counting those before the moves
   */
  fivefold?: boolean;
  /**
   * Whose flag has fallen: the answer is the result of the game
   */
  flagged?: Side | null;
  /**
   * Memory for each position being worked on, such as 512MiB [default: 512MiB]
   */
  memory?: Memory | null;
  /**
   * Moves to play first, in UCI or SAN, separated by spaces
   */
  moves?: string | null;
  /**
   * Positions to look at for each side of a position [default: no limit]
   */
  nodes?: number | null;
  /**
   * A FEN, an EPD or a diagram.
   */
  position?: string | null;
  /**
   * Any number of them.
   */
  positions?: string[] | null;
  /**
   * Only what can be said in a microsecond: true, false or unknown
   */
  quick?: boolean;
  /**
   * Who may still win [default: both]
   */
  side?: Sides | null;
  /**
   * Time for each side of a position, such as 500ms, 60s, 5m, or none [default: 10s]
   */
  time?: Time | null;
}
/**
 * What is said of a double step that would make an en passant capture possible.
 */
export interface DoubleStepFields {
  /**
   * The evidence that it can, or cannot, have been the last move, if it was asked for; null if there is
   * none.
   */
  certificate?: {
    [k: string]: unknown;
  } | null;
  /**
   * Whether, going by the men, it must have been the last move; null if that is not known.
   */
  forced: boolean | null;
  /**
   * The double step.
   */
  move: string;
  /**
   * The en passant square.
   */
  square: string;
  /**
   * Whether it can have been the last move.
   */
  verdict: "possible" | "impossible" | "undecided";
}
/**
 * Where reading ended, and why.
 */
export interface Ended {
  column: number;
  line: number;
  message: string;
}
/**
 * How a problem ends.
 */
export interface Ends {
  /**
   * `checkmate`, `stalemate`, or `obligation`: the attacker of a reflexmate could mate now, and would
   * have to.
   */
  by: string;
  /**
   * Whether the attacker has its aim.
   */
  reached: boolean;
}
/**
 * What the men say about the captures and promotions of a side; all numbers are lower bounds.
 */
export interface HistoryFields {
  /**
   * The squares of pawns that certainly captured.
   */
  captors: string[];
  /**
   * The evidence, if it was asked for; null if nothing is said.
   */
  certificate?: {
    [k: string]: unknown;
  } | null;
  /**
   * How many men it has lost.
   */
  lost: number;
  /**
   * Men of the starting position that are certainly no longer on the board.
   */
  lost_men: LostManFields[];
  /**
   * How many captures its pawns made.
   */
  pawn_captures: number;
  /**
   * More of these pawns.
   */
  pawns: CapturingPawnFields[];
  /**
   * The squares of those that certainly were.
   */
  promoted: string[];
  /**
   * Pieces of which some must have been pawns.
   */
  promoted_among: PromotedAmongFields[];
  /**
   * How many pieces on the board were pawns.
   */
  promotions: number;
  /**
   * The side.
   */
  side: "white" | "black";
}
/**
 * What is said of a man that was lost.
 */
export interface LostManFields {
  /**
   * Where it began. (If it was a pawn it may have promoted first.)
   */
  home: string;
  /**
   * For a piece: it was captured on one of these squares. For a pawn: empty, since nothing is said about
   * it.
   */
  on: string[];
}
/**
 * What is said of pieces of one kind.
 */
export interface PromotedAmongFields {
  /**
   * At least this many of them were pawns.
   */
  least: number;
  /**
   * What they are.
   */
  role: string;
  /**
   * Where they stand; for bishops, those on squares of one colour.
   */
  squares: string[];
}
/**
 * What is said of a last move.
 */
export interface LastMoveFields {
  /**
   * The position before it, with only the rights and the square that must have existed then.
   */
  before: string;
  /**
   * What it captured.
   */
  captured?: string | null;
  /**
   * The evidence, if it was asked for: a game that ends with it, or a proof that nothing reaches the
   * position before it; null if there is none.
   */
  certificate?: {
    [k: string]: unknown;
  } | null;
  /**
   * Where it came from.
   */
  from: string;
  /**
   * What kind of move it was.
   */
  kind: "step" | "double-step" | "promotion" | "en-passant" | "castling";
  /**
   * What moved.
   */
  man: string;
  /**
   * As problemists write it: `Kb1xc2(N)`, `a7-a8=N`, `e5xd6 e.p.`, `O-O`.
   */
  move: string;
  /**
   * What it promoted to.
   */
  promoted?: string | null;
  /**
   * Where it went; for castling, the king.
   */
  to: string;
  /**
   * Whether it can have been the last.
   */
  verdict: "possible" | "impossible" | "undecided";
}
/**
 * A legal move.
 */
export interface Legal {
  /**
   * With an `aim`: play is over with this move.
   */
  ends?: Ends | null;
  /**
   * As in UCI.
   */
  move: string;
  /**
   * The position after it.
   */
  position?: string | null;
  /**
   * As people write it.
   */
  san: string;
  /**
   * It captures the royal piece, which ends the game.
   */
  wins?: boolean;
}
/**
 * Whether a position can arise.
 */
export interface LegalityAnswer {
  /**
   * Of an EPD: how deep, in plies, somebody's analysis went.
   */
  acd?: number | null;
  /**
   * No game has fewer plies, as far as was asked.
   */
  at_least?: number | null;
  /**
   * The field of the position that is to blame.
   */
  blame?: string | null;
  /**
   * The evidence, if it was asked for; null where nothing is claimed.
   */
  certificate?: {
    [k: string]: unknown;
  } | null;
  /**
   * Why a certificate that was asked for is not there.
   */
  certificate_error?: string | null;
  /**
   * What is wrong with the clocks, which are part of the question only if asked for.
   */
  clocks?: string[];
  /**
   * Of an EPD: the mate in so many moves that it says there is. It is repeated, not checked.
   */
  dm?: number | null;
  /**
   * A game that reaches the position from the starting position, as in UCI.
   */
  game?: string[] | null;
  /**
   * All games of that length that were asked for and found, unless there is just one.
   */
  games?: string[][] | null;
  /**
   * What the position is called: a field beside it, `id` of an EPD, `game.ply` of a PGN.
   */
  id?: string | null;
  /**
   * The position as it was written.
   */
  input: string | null;
  /**
   * What refutes the position.
   */
  lemma?: string | null;
  /**
   * How much evidence it took, or how much was looked at.
   */
  level: string;
  /**
   * Which limit stopped the work.
   */
  limit?: string | null;
  /**
   * The length of the game.
   */
  plies?: number | null;
  /**
   * If castling rights or en passant square were left open: the position in which the game ends.
   */
  position?: string | null;
  /**
   * Why, in words.
   */
  reason: string;
  /**
   * What may have been meant.
   */
  repairs?: Change[] | null;
  /**
   * It is proved that no game has fewer plies than this one.
   */
  shortest?: boolean;
  /**
   * The array that games begin with, unless the usual one was asked about; if any array was allowed, the
   * one that the game begins with, or `any`.
   */
  start?: string | null;
  /**
   * Whether the game is the only one of its length, if that was asked and is known.
   */
  unique?: boolean | null;
  /**
   * The answer in a word.
   */
  verdict: "legal" | "illegal" | "undecided";
}
/**
 * Which moves are legal, and where do they lead?
 */
export interface PlayRequest {
  /**
   * The aim of the side to move in `position`, where a problem is played out: the answer says which moves
   * end it, and lists those alone that may be played (in a reflexmate whoever can mate must).
   */
  aim?: Aim | null;
  /**
   * Moves to play from there, in UCI (`g1f3`) or SAN (`Nf3`).
   */
  moves?: string[];
  /**
   * Play as far as the moves are legal: the answer says in `stopped` which one is not, and why.
   */
  partly?: boolean;
  /**
   * A FEN, an EPD or a diagram; by default the starting position of the game.
   */
  position?: string | null;
  rules?: Rules;
}
/**
 * Where the moves lead, and all legal moves from there.
 */
export interface Played {
  /**
   * The legal moves of the last position. With the aim `reflexmate` the mates alone, if there are any.
   */
  moves: Legal[];
  /**
   * With the aim `reflexmate`: there are such mates, and one of them has to be played.
   */
  must_mate?: boolean;
  /**
   * As FEN: before the first move and after each one, so the last is where they lead.
   */
  positions: string[];
  /**
   * The moves as people write them.
   */
  san: string[];
  /**
   * Its status: `safe`, `check`, `checkmate` or `stalemate`.
   */
  status: string;
  /**
   * The move at which play stopped, if `partly` was asked for.
   */
  stopped?: Stopped | null;
  /**
   * Who is to move in the last position.
   */
  turn: string;
  /**
   * The moves in UCI.
   */
  uci: string[];
}
/**
 * A move that cannot be played.
 */
export interface Stopped {
  /**
   * Its place among the moves of the request, from 0.
   */
  index: number;
  /**
   * As it was written.
   */
  move: string;
  /**
   * The legal moves that are spelt most like it, in SAN, the nearest first.
   */
  near: string[];
  /**
   * Why it cannot be played.
   */
  reason: string;
}
/**
 * A problem document.
 */
export interface Problem {
  /**
   * The column in characters, from 1; in bytes if the body is not JSON.
   */
  column?: number | null;
  /**
   * What is wrong here.
   */
  detail: string;
  /**
   * The member of the request that is wrong.
   */
  field?: string | null;
  /**
   * The line, from 1, in the body or, if `field` names one, in the text of that field.
   */
  line?: number | null;
  /**
   * What a text that is not a position may have been meant to be, if repairs were asked for.
   */
  readings?: Change[];
  /**
   * The square it is about.
   */
  square?: string | null;
  /**
   * The status code of the HTTP response.
   */
  status: number;
  /**
   * The kind of problem in words.
   */
  title: string;
  /**
   * The kind of problem, as a URN.
   */
  type: string;
}
/**
 * What a file of problems says of one of their positions.
 */
export interface ProblemFields {
  /**
   * Who made it.
   */
  authors?: string[];
  /**
   * What it won.
   */
  awards?: string[];
  /**
   * How it differs from the position set up.
   */
  change?: string | null;
  /**
   * Where it appeared.
   */
  origins?: string[];
  /**
   * What else was noted.
   */
  remarks?: string[];
  /**
   * What is asked, as problemists write it.
   */
  stipulation: string;
  /**
   * What it is called.
   */
  titles?: string[];
  /**
   * Which twin it is.
   */
  twin?: string | null;
}
/**
 * The data of a progress event.
 */
export interface Progress {
  /**
   * Index of the position in work.
   */
  index: number;
  /**
   * It is proved that there is no win within so many plies.
   */
  no_win_within?: number | null;
  /**
   * Positions looked at.
   */
  nodes: number;
  /**
   * Since the work on the position began.
   */
  seconds: number;
  /**
   * It is proved that there is a win within so many plies.
   */
  win_within?: number | null;
}
/**
 * Whether a position keeps the five rules.
 */
export interface RulesAnswer {
  /**
   * Of an EPD: how deep, in plies, somebody's analysis went.
   */
  acd?: number | null;
  /**
   * The evidence, if it was asked for; null where nothing is claimed.
   */
  certificate?: {
    [k: string]: unknown;
  } | null;
  /**
   * Why a certificate that was asked for is not there.
   */
  certificate_error?: string | null;
  /**
   * Of an EPD: the mate in so many moves that it says there is. It is repeated, not checked.
   */
  dm?: number | null;
  /**
   * What the position is called: a field beside it, `id` of an EPD, `game.ply` of a PGN.
   */
  id?: string | null;
  /**
   * The position as it was written.
   */
  input: string | null;
  /**
   * Why, in words.
   */
  reason: string;
  /**
   * The broken rules.
   */
  rules: number[];
  /**
   * The answer in a word.
   */
  verdict: "holds" | "broken";
}
/**
 * Many answers, in the order of the positions.
 */
export interface ReachAnswerOrUnreadList {
  /**
   * One for each position.
   */
  answers: ReachAnswerOrUnread[];
}
/**
 * Can the position have arisen in play? One of `position` and `positions` is needed.
 */
export interface ReachRequest {
  by?: By;
  /**
   * Add the certificate of each answer (on a command line without --json: write nothing else)
   */
  certificate?: boolean;
  /**
   * Make the clocks part of the question: the game must end with exactly these (0 1 if none are given)
   */
  clocks?: boolean;
  /**
   * Let games continue after a fivefold repetition, after 75 moves, or when the men left cannot mate
   */
  ignore_draws?: boolean;
  /**
   * The evidence to look at; each level includes those before it [default: full]
   */
  level?: Level | null;
  /**
   * Memory for each position being worked on, such as 512MiB [default: 256MiB]
   */
  memory?: Memory | null;
  /**
   * Positions to look at for each position asked about [default: no limit]
   */
  nodes?: number | null;
  /**
   * Look for a game of exactly this many plies
   */
  plies?: number | null;
  /**
   * A FEN, an EPD or a diagram.
   */
  position?: string | null;
  /**
   * Any number of them.
   */
  positions?: string[] | null;
  /**
   * Look for single men to move, remove or replace, and for other readings of the board (turned round,
   * colours exchanged), that make an illegal position possible
   */
  repair?: boolean;
  /**
   * How many repairs of an illegal position to offer at most, or all [default: 5]
   */
  repairs?: RepairCount | null;
  /**
   * Choose among the games that are tried [default: 0]
   */
  seed?: number | null;
  /**
   * Look for a game of the fewest plies, and prove that none is shorter
   */
  shortest?: boolean;
  /**
   * Show up to this many games of that length [default: 1]
   */
  solutions?: number | null;
  /**
   * The array of Chess960 that games begin with, as a number or as bqnbnrkr, or any [default: 518]
   */
  start?: Start | null;
  /**
   * Time for each position, such as 500ms, 60s, 5m, or none [default: 10s]
   */
  time?: Time | null;
  /**
   * Say whether that game is the only one of its length
   */
  unique?: boolean;
}
/**
 * The cases of a text.
 */
export interface Read {
  /**
   * In the order of the text.
   */
  cases: Case[];
  /**
   * Why nothing more was read.
   */
  error?: Ended | null;
  /**
   * `positions`, `problems` (a Popeye file), or the name of a contest.
   */
  format: string;
}
/**
 * Which positions does a text contain, and what does it ask about them?
 */
export interface ReadRequest {
  /**
   * What to read the text as; guessed by default.
   */
  program?: Reading | null;
  /**
   * The game that positions belong to; by default guessed from the first.
   */
  rules?: Rules | null;
  /**
   * Positions in any form, or the input of a contest.
   */
  text: string;
}
/**
 * What a position tells of its past.
 */
export interface RetroAnswer {
  /**
   * Of an EPD: how deep, in plies, somebody's analysis went.
   */
  acd?: number | null;
  /**
   * The evidence, if it was asked for; null where nothing is claimed.
   */
  certificate?: {
    [k: string]: unknown;
  } | null;
  /**
   * Why a certificate that was asked for is not there.
   */
  certificate_error?: string | null;
  /**
   * Of an EPD: the mate in so many moves that it says there is. It is repeated, not checked.
   */
  dm?: number | null;
  /**
   * What the position is called: a field beside it, `id` of an EPD, `game.ply` of a PGN.
   */
  id?: string | null;
  /**
   * The position as it was written.
   */
  input: string | null;
  /**
   * Which limit stopped the work.
   */
  limit?: string | null;
  /**
   * The answer in words.
   */
  reason: string;
  /**
   * For each side that may be to move: both, White first, unless the position says which.
   */
  sides: SideFields[];
  /**
   * The array that games begin with, if it is not the usual one.
   */
  start?: string | null;
  /**
   * Whether the position can have arisen, with some side to move.
   */
  verdict: "possible" | "impossible" | "undecided";
}
/**
 * What is said of the past if a side is to move.
 */
export interface SideFields {
  /**
   * If the rights are unknown: each set of rights whose king and rooks are in place.
   */
  castling: RightsFields[];
  /**
   * The evidence, if it was asked for; null if there is none.
   */
  certificate?: {
    [k: string]: unknown;
  } | null;
  /**
   * If the square is unknown: each square on which a capture would be legal; otherwise the one that is
   * given.
   */
  en_passant: DoubleStepFields[];
  /**
   * What the men say about captures and promotions, White's first; empty if nothing leads here.
   */
  history: HistoryFields[];
  /**
   * Every move that can have been the last by the men alone.
   */
  last_moves: LastMoveFields[];
  /**
   * It may be the starting position, so that no move need have been played.
   */
  may_be_start: boolean;
  /**
   * The side to move.
   */
  turn: "white" | "black";
  /**
   * Whether it can be to move.
   */
  verdict: "possible" | "impossible" | "undecided";
}
/**
 * What is said of castling rights together.
 */
export interface RightsFields {
  /**
   * The evidence, if it was asked for; null if there is none.
   */
  certificate?: {
    [k: string]: unknown;
  } | null;
  /**
   * As in a FEN.
   */
  rights: string;
  /**
   * Whether at least these can still exist.
   */
  verdict: "possible" | "impossible" | "undecided";
}
/**
 * Many answers, in the order of the positions.
 */
export interface RetroAnswerOrUnreadList {
  /**
   * One for each position.
   */
  answers: RetroAnswerOrUnread[];
}
/**
 * What does the position say about its past? One of `position` and `positions` is needed.
 */
export interface RetroRequest {
  /**
   * Add the certificate of each part of the answer (on a command line without --json: write nothing else)
   */
  certificate?: boolean;
  /**
   * Memory for each position being worked on, such as 512MiB [default: 256MiB]
   */
  memory?: Memory | null;
  /**
   * Positions to look at for each position asked about [default: no limit]
   */
  nodes?: number | null;
  /**
   * A FEN, an EPD or a diagram. The side to move, castling rights and en passant square are unknown if
   * they are `?` or missing.
   */
  position?: string | null;
  /**
   * Any number of them.
   */
  positions?: string[] | null;
  /**
   * Choose among the games that are tried [default: 0]
   */
  seed?: number | null;
  /**
   * The array of Chess960 that games begin with, as a number or as bqnbnrkr [default: 518]
   */
  start?: Start | null;
  /**
   * Time for each position, such as 500ms, 60s, 5m, or none [default: 30s]
   */
  time?: Time | null;
}
/**
 * The status of a position.
 */
export interface StatusAnswer {
  /**
   * Of an EPD: how deep, in plies, somebody's analysis went.
   */
  acd?: number | null;
  /**
   * The evidence, if it was asked for; null where nothing is claimed.
   */
  certificate?: {
    [k: string]: unknown;
  } | null;
  /**
   * Why a certificate that was asked for is not there.
   */
  certificate_error?: string | null;
  /**
   * Of an EPD: the mate in so many moves that it says there is. It is repeated, not checked.
   */
  dm?: number | null;
  /**
   * What the position is called: a field beside it, `id` of an EPD, `game.ply` of a PGN.
   */
  id?: string | null;
  /**
   * The position as it was written.
   */
  input: string | null;
  /**
   * Why, in words.
   */
  reason: string;
  /**
   * The answer in a word.
   */
  verdict: "safe" | "check" | "checkmate" | "stalemate";
}
/**
 * Many answers, in the order of the positions.
 */
export interface StatusAnswerOrUnreadList {
  /**
   * One for each position.
   */
  answers: StatusAnswerOrUnread[];
}
/**
 * Is the side to move safe, in check, checkmated or stalemated? One of `position` and `positions` is needed.
 */
export interface StatusRequest {
  /**
   * Add the certificate of each answer (on a command line without --json: write nothing else)
   */
  certificate?: boolean;
  /**
   * A FEN, an EPD or a diagram.
   */
  position?: string | null;
  /**
   * Any number of them.
   */
  positions?: string[] | null;
  rules?: Rules;
}
/**
 * A first move that fails, and to what.
 */
export interface Tried {
  /**
   * As in UCI.
   */
  move: string;
  /**
   * The defences, as in UCI.
   */
  refutations: string[];
}
/**
 * Do certificates prove what they claim? One of `certificate` and `certificates` is needed.
 */
export interface VerifyRequest {
  /**
   * A certificate, or an answer with a certificate in it.
   */
  certificate?: {};
  /**
   * Any number of them.
   */
  certificates?: {}[];
  /**
   * Memory for each certificate being checked, such as 512MiB; its text may take a quarter [default: 1GiB]
   */
  memory?: Memory | null;
  /**
   * Time for all certificates together, such as 500ms, 60s, 5m, or none [default: 5m for each]
   */
  time?: Time | null;
}
/**
 * Whether a win can be forced.
 */
export interface WinAnswer {
  /**
   * Of an EPD: how deep, in plies, somebody's analysis went.
   */
  acd?: number | null;
  /**
   * Castling rights that the position does not state but has by the convention of problems, as in a FEN.
   */
  castling?: string | null;
  /**
   * The evidence, if it was asked for; null where nothing is claimed.
   */
  certificate?: {
    [k: string]: unknown;
  } | null;
  /**
   * Why a certificate that was asked for is not there.
   */
  certificate_error?: string | null;
  /**
   * For help play, how many solutions there are; if undecided, how many of the lengths that were searched.
   * 18446744073709551615 stands for that many or more.
   */
  count?: number | null;
  /**
   * Of an EPD: the mate in so many moves that it says there is. It is repeated, not checked.
   */
  dm?: number | null;
  /**
   * What the position is called: a field beside it, `id` of an EPD, `game.ply` of a PGN.
   */
  id?: string | null;
  /**
   * The position as it was written.
   */
  input: string | null;
  /**
   * The keys of a problem in UCI.
   */
  keys?: string[] | null;
  /**
   * Which limit stopped the work.
   */
  limit?: string | null;
  /**
   * Best play in UCI.
   */
  line?: string[] | null;
  /**
   * Why there is no line.
   */
  line_error?: string | null;
  /**
   * The other side wins within this many plies.
   */
  lost_in?: number | null;
  /**
   * If a limit stopped the search, so that the win need not be the shortest: there is none within this
   * many plies.
   */
  no_win_within?: number | null;
  /**
   * There is a win, or none, within this many plies; `null`: there is none however many. For help play,
   * the length of the shortest solution.
   */
  plies: number | null;
  /**
   * What the file says about the position, if it is a file of problems.
   */
  problem?: ProblemFields | null;
  /**
   * Why, in words.
   */
  reason: string;
  /**
   * Like `count`, if the first move is skipped.
   */
  set_count?: number | null;
  /**
   * Like `solutions`, if the first move is skipped.
   */
  set_solutions?: string[][] | null;
  /**
   * There is no shorter win.
   */
  shortest?: boolean;
  /**
   * Variations, or solutions of help play, in problem notation.
   */
  solution?: string | null;
  /**
   * Why there is no solution, or no complete one.
   */
  solution_error?: string | null;
  /**
   * The solutions of help play, the shortest first, each move in UCI.
   */
  solutions?: string[][] | null;
  /**
   * What was asked for, if it is not mate: `s#3`, `r#2`, `=4`, `h#2`; "win" then means that it can be
   * done. In a selfmate or reflexmate the defender makes the last move, so `s#3` takes 6 plies.
   */
  stipulation?: string | null;
  /**
   * First moves that only a few defences refute.
   */
  tries?: Tried[];
  /**
   * The answer in a word; for problems in which both sides cooperate, `solved` or `unsolved`.
   */
  verdict: "win" | "no-win" | "solved" | "unsolved" | "undecided";
  /**
   * If the shortest win is undecided: there is one within this many plies, perhaps within fewer.
   */
  win_within?: number | null;
}
/**
 * Many answers, in the order of the positions.
 */
export interface WinAnswerOrUnreadList {
  /**
   * One for each position.
   */
  answers: WinAnswerOrUnread[];
}
/**
 * Can the side to move force a win? One of `position` and `positions` is needed. The shortest win is asked
 * for unless one of `within`, `mate` and `stipulation` says otherwise; an EPD can carry its own stipulation,
 * as in `stipulation "s#3";`, and `problems` always do.
 */
export interface WinRequest {
  /**
   * Add the certificate of each answer (on a command line without --json: write nothing else)
   */
  certificate?: boolean;
  /**
   * For help play, only count the solutions, in files of problems too
   */
  count?: boolean;
  /**
   * All first moves that mate in time, not just one
   */
  keys?: boolean;
  /**
   * How many moves of the attacker `tree` writes at most, or how many lines `solutions` lists [default:
   * 10000]
   */
  lines?: number | null;
  /**
   * Is there a win within this many moves of the side to move, as in "mate in 3"?
   */
  mate?: number | null;
  /**
   * Memory for all threads together, such as 512MiB [default: 1GiB]
   */
  memory?: Memory | null;
  /**
   * Leave out the variations that end before the last move
   */
  no_short?: boolean;
  /**
   * How many positions the search may look at for each position asked about [default: no limit]
   */
  nodes?: number | null;
  /**
   * A FEN, an EPD or a diagram.
   */
  position?: string | null;
  /**
   * Any number of them.
   */
  positions?: string[] | null;
  /**
   * Instead of positions, the text of a file of problems (`BeginProblem … EndProblem`), which itself says
   * what is asked; each of its positions has an answer in the list.
   */
  problems?: string | null;
  rules?: Rules;
  /**
   * What would follow if the other side were to move
   */
  set_play?: boolean;
  /**
   * Find the shortest win, or that the other side has one (the default unless something else is asked)
   */
  shortest?: boolean;
  /**
   * For help play, list the solutions instead of only counting them (the default in files of problems)
   */
  solutions?: boolean;
  /**
   * Can this be solved: `#n` (mate in n), `=n` (stalemate), `s#n` (selfmate), `r#n` (reflexmate); or, with
   * both sides cooperating, `h#n` (helpmate; n may end in .5), `ser-h#n`, `ser-#n`, and the same with `=`,
   * for which all solutions are counted
   */
  stipulation?: string | null;
  /**
   * Time for each position, such as 500ms, 60s, 5m, or none [default: 60s]
   */
  time?: Time | null;
  /**
   * The variations after each key, with threats and duals
   */
  tree?: boolean;
  /**
   * First moves that at most N defences refute (on a command line, 1 by default)
   */
  tries?: number | null;
  /**
   * Is there a win within this many plies, counting the moves of both sides?
   */
  within?: number | null;
}

export const LEVELS = [
  "well-formed",
  "playable",
  "five-rules",
  "static",
  "last-move",
  "full"
] as const;

export const READINGS = [
  "positions",
  "simplified",
  "simplified-pawns",
  "reachable",
  "checkmate",
  "unfinished"
] as const;

export const GAMES = [
  {
    "castling": true,
    "en_passant": true,
    "height": 8,
    "name": "standard",
    "roles": "kqrbnp",
    "royal": "k",
    "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "title": "Chess",
    "width": 8,
    "won_by": "checkmate"
  },
  {
    "castling": false,
    "en_passant": false,
    "height": 8,
    "name": "pawnless",
    "roles": "kqrbn",
    "royal": "k",
    "start": "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w",
    "title": "Chess without pawns",
    "width": 8,
    "won_by": "checkmate"
  },
  {
    "castling": false,
    "en_passant": false,
    "height": 4,
    "name": "simplified",
    "roles": "qrbn",
    "royal": "q",
    "start": "rnbq/4/4/QBNR w",
    "title": "4×4, capture the queen",
    "width": 4,
    "won_by": "capture"
  },
  {
    "castling": false,
    "en_passant": false,
    "height": 4,
    "name": "simplified-pawns",
    "roles": "qrbnp",
    "royal": "q",
    "start": "rnbq/2pp/PP2/QBNR w",
    "title": "4×4 with pawns",
    "width": 4,
    "won_by": "capture"
  },
  {
    "castling": false,
    "en_passant": false,
    "height": 5,
    "name": "gardner",
    "roles": "kqrbnp",
    "royal": "k",
    "start": "rnbqk/ppppp/5/PPPPP/RNBQK w",
    "title": "Gardner minichess, 5×5",
    "width": 5,
    "won_by": "checkmate"
  },
  {
    "castling": false,
    "en_passant": false,
    "height": 6,
    "name": "los-alamos",
    "roles": "kqrnp",
    "royal": "k",
    "start": "rnqknr/pppppp/6/6/PPPPPP/RNQKNR w",
    "title": "Los Alamos chess, 6×6",
    "width": 6,
    "won_by": "checkmate"
  }
] as const;
