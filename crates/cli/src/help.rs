//! The long texts of `--help`, from what a person wants to do.

pub(crate) const ABOUT: &str = "\
Exact answers about chess positions, explained, with evidence that can be checked.

What do you want to know?

  Is it checkmate?
      arbiter status 'R5k1/5ppp/8/8/8/8/8/4K3 b'
  Which of these thousands of positions are stalemate?
      arbiter status positions.fen | grep -n stalemate
  Why is this position impossible?
      arbiter reach '4k3/8/8/8/8/8/PPPPPPPP/B3K3 w'
  Can this diagram have come from a game? Show me one
      arbiter reach diagram.txt --pgn game.pgn
  What was the last move, and who can still castle?
      arbiter retro '6Bk/6pp/2N1N3/2KpP3/8/8/8/8'
  The flag has fallen: is it a draw, or can the other side still mate?
      arbiter dead --flagged black '8/8/8/4k3/8/8/5P2/4K3 w'
  Is there a mate in three, and which first moves force it?
      arbiter win --mate 3 --keys 'k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w'
  Can White capture the queen by force in the 4x4 game, and how soon?
      arbiter win 'rnq1/R3/1QN1/4 w' --rules simplified --shortest
  Why should I believe that? Ask again with --certificate > proof.json
      arbiter verify proof.json
  How do I solve all positions of the 4x4 game with up to three pieces a side?
      arbiter table build --up-to 3 --out tables
  How many of the positions in these files are mates?
      arbiter sql \"SELECT chess_status(fen), count(*) FROM 'games.parquet' GROUP BY 1\"
  How do I get all of this in a browser, and for programs over HTTP?
      arbiter serve
  How do I answer a contest in its own format?
      arbiter judge simplified < input > output

At a terminal you get a board and a sentence; in a pipe, one line for each position, in order. \
--json gives one JSON object for each position.";

pub(crate) const MORE: &str =
    "`arbiter --help` has examples; `arbiter COMMAND --help` explains a command in full.";

pub(crate) const EXIT_STATUS: &str = "\
Exit status:
  0    everything was answered
  1    some positions had errors, all others were answered (verify: something was not accepted)
  2    wrong usage, or malformed input for a judge program
  3    a limit left something undecided or unwritten (even if there were errors too)
  130  interrupted by Ctrl-C";

pub(crate) const POSITIONS: &str = "\
Positions:
  A FEN or EPD on one line; everything after the board may be missing, and then White is to move. \
For the 4x4 games the same with four ranks of four squares: 1q2/4/4/Q2n w. Or a diagram: lines of \
letters (upper case is White) or chess symbols, with or without labels and frames, perhaps with `black \
to move` below. Or a link to Lichess or Chess.com that contains a FEN, a FEN with _ for spaces or \
with `Black to move`, or a list of men: White Kg1 Qd1 Black Ke8. In files and on standard input blank \
lines and lines that begin with # are skipped. Files may be endless: they are answered as they are read, \
and take little memory.

Tables and games:
  A field beside the position, after a tab or a comma, is its name; a first line such as `id,fen` \
says which columns are read. From a file that begins like PGN the positions of all games are read, \
ply by ply, and named GAME.PLY. Names are repeated as `id`, and so are `id`, `dm` and `acd` of an EPD \
(docs/inputs.md).

With --format:
  text (a line with the reason), table, csv, tsv, json or markdown. Without it, several positions \
make a table at a terminal and a single one is drawn; in a pipe the answers are words for programs.

In a pipe:
  An error takes the place of the answer, `error: line L, column C: message`, so that the \
n-th line is always about the n-th position; L and C are its place in its file (line 1 for an \
argument). A summary of errors goes to standard error.

With --json:
  One object for each position with `input`, `id` if it has a name, `verdict`, `reason`, the details \
of the verdict, and `certificate` if asked for; or else `error` with `line`, `column` and `message`.

Tables:
  `arbiter status|reach|dead|win IN... -o OUT` keeps the columns of Parquet, CSV, JSON lines or PGN and adds the answers; it runs the program arbiter-files (docs/files.md, `arbiter-files status --help`).

Exit status: 0 everything answered, 1 errors in some positions, 2 wrong usage, 3 a limit left \
something undecided or unwritten, 130 interrupted.";

pub(crate) const STATUS: &str = "\
Is the side to move safe, in check, checkmated or stalemated?

The answer is one of `safe`, `check`, `checkmate`, `stalemate`. In the 4x4 games, where the queen may \
be left en prise, `checkmate` means that it is attacked and can be taken after every move.

Examples:
  arbiter status '7k/6Q1/6K1/8/8/8/8/8 b'
  arbiter status --rules pawnless problems.txt --json
  arbiter status --certificate '7k/6Q1/6K1/8/8/8/8/8 b' | arbiter verify";

pub(crate) const REACH: &str = "\
Can the position have arisen in play?

By proof (the default): is there a game of chess from the starting position that ends in exactly this \
position, with its men, side to move, castling rights and en passant square? (The clocks are ignored, \
unless --clocks asks for a game that ends with exactly these.) The answer is one of

  legal                           a game was found
  illegal static origins          no game: the level of the proof, and the lemma
  illegal static                  no game: no single move can have given the checks
  illegal static clocks           no game with these clocks (--clocks)
  illegal last-move               no game: every way to take back the last moves ends in impossible positions
  undecided static                the level asked for finds nothing against it
  undecided full (time limit)     a limit stopped the search at this level
  undecided full                  everything known was tried

Levels of evidence, cheapest first, each including those before it: well-formed, playable, five-rules, \
static, last-move, full. Up to static a position takes well under a millisecond. With --certificate every \
decided answer has evidence that `arbiter verify` accepts; docs/reach.md says what the lemmas \
mean and how to read it.

Limits apply to each position: by default 10 s (--time), 256 MiB of memory (--memory), and any number \
of positions looked at (--nodes). With the same --seed, with --time none, and if no memory limit is reached, \
the answer is always the same, with any number of --threads.

At a terminal you see why, and the game or what may have been meant. With --json `level` \
and `lemma` are as above, `game` is the game as UCI moves and `plies` its length, `limit` is what stopped \
the search, `blame` the part of the position that is wrong, `repairs` are small changes that make it possible \
(--repair also tries changes of single men), and `clocks` is what is wrong with the clocks.

With --shortest the game has the fewest plies: `legal 10 shortest`, or what is known about the length, \
`legal between 8 and 12 (time limit)`. --plies N looks for games of exactly that many plies (`legal 12`, \
`legal not in 12`), --unique says whether there is a second one (`unique`, `cooked`), and --solutions K \
shows up to K of them with --json and --pgn.

By rules (--by rules): five rules that every position from a game keeps.

 1. each side has exactly one king
 2. no pawn stands on ranks 1 and 8
 3. at most 16 men a side; pawns and surplus pieces together at most 8
 4. two bishops that cannot both be promoted are not all on one colour of square
 5. the pawns can have come from different files

The answer is `holds`, or `broken` and the numbers of all broken rules: `broken 3 5`. A position that \
breaks a rule cannot arise; one that breaks none may still be impossible.

Exit status: 3 if a position is undecided because of a limit, or after everything was tried; if the \
--level asked for finds nothing against a position, that counts as an answer.

Examples:
  arbiter reach '4k3/8/8/8/8/8/PPPPPPPP/B3K3 w'
  arbiter reach --pgn - '4k3/8/8/8/8/8/8/4K2R w' > game.pgn
  arbiter reach --level static boards.txt | grep -n illegal
  arbiter reach --json --certificate boards.txt | arbiter verify
  arbiter reach --shortest --unique 'rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq -'
  arbiter reach --by rules '4k3/8/8/8/8/3P4/1PPPPPPP/4K3 w'";

pub(crate) const RETRO: &str = "\
What does the position say about its past?

Whose move can it be, which moves can have been the last, which castling rights can still exist, alone and \
together, and must a double step have been the last move, so that a pawn can be captured en passant? Each answer \
is proved by a game or by a proof that there is none, or it is undecided.

Write `?` in the FEN for what is not known, or leave it out: the side to move, the castling rights, the en passant \
square. A diagram does not state the last two.

The answer has a part for each side that may be to move, separated by `; `:

  white possible last-moves 2 of 7 castling KQ en-passant no; black impossible

  last-moves 2 of 7        by the men alone there are 7 candidates, of which 2 are possible
  last-moves 2 to 5 of 7   3 of them are undecided
  castling KQ,k            KQ can still exist, or k, but not both; `?` after it: others are \
undecided. If the rights are given: these
  en-passant d6            d7-d5 can have been the last move; `d6!` it must have been; `d6?` undecided

Limits apply to each position, for all questions about it together: by default 30 s (--time), 256 MiB of memory \
(--memory), and any number of positions looked at (--nodes).

How many captures by pawns and promotions there must have been at least is said as well, in sentences and with \
--json.

At a terminal you see the moves: Kb1xc2(N), the king captured a knight; Kb1xc2, it may have captured any man; a7-a8=N. \
With --json `sides` has everything, each part with its `verdict` and, with --certificate, its `certificate`. Without \
--json only the certificates are written, one per line, as `arbiter verify` reads them.

Exit status: 3 if anything is left undecided.

Examples:
  arbiter retro '8/8/8/8/8/8/5k1p/7K'
  arbiter retro --explain 'r3k2r/8/8/8/8/8/8/4K3 w ? -'
  arbiter retro --certificate '6Bk/6pp/2N1N3/2KpP3/8/8/8/8 w - ?' | arbiter verify";

pub(crate) const DEAD: &str = "\
Can a side still win, by any series of legal moves of both sides?

  winnable 17           yes: a line of 17 plies (moves of both sides) ends with its mate; not the fewest
  unwinnable terminal   no: the game is over
  unwinnable material   no: with these men it cannot mate in any position
  unwinnable region     no: no man can ever leave its squares, and on them there is no mate
  unwinnable closure    no: every position that can arise was looked at, and none is mate
  undecided (…)         a limit was reached

For both sides, which is the default, the answer is `white winnable 17; black unwinnable material`, or `dead` if \
neither can win: the game is then drawn at once (FIDE's Laws of Chess, 5.2.2). With --flagged it is the result of the \
game, 1-0, 0-1 or 1/2-1/2 (6.9). With --quick it is true, false or unknown, takes about a microsecond and is \
never wrong: unknown usually means that the side can win.

Repetition and the fifty-move rule are ignored. --count75 and --fivefold take the rules into account that end a game \
without a claim, with --moves for the moves already played: `unwinnable count75` and `unwinnable fivefold` say what \
has ended the game, and if the mate that was found comes too late, the answer is `undecided (count75)` or \
`undecided (fivefold)`.

Limits apply to each side: by default 10 s (--time), 512 MiB of memory (--memory), and any number of positions \
looked at (--nodes).

Answers have certificates, which `arbiter verify` checks, except those that count moves, those of --quick and \
undecided ones. The question is for standard chess and Chess960.

Exit status: 3 if anything is left undecided.

Examples:
  arbiter dead '8/8/8/4k3/8/8/8/K1N5 w'
  arbiter dead --flagged white '8/8/8/4k3/8/8/5P2/4K3 w'
  arbiter dead --side white --certificate '4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w' | arbiter verify
  arbiter dead --quick games.fen";

pub(crate) const UCI: &str = "\
Speaks the Universal Chess Interface: a solver of directmates that any program for chess engines can drive.

`score mate N` is given only when the mate is proved, and its line is as long as the mate. Until then, and if \
there is no mate, the score is left out or 0, which means nothing; bestmove is then just a legal move.

  go mate N      the shortest mate within N moves, or a proof that there is none
  go infinite    until stop; also nodes, movetime, depth, clocks, searchmoves
  go ponder      until ponderhit (then the limits count) or stop
  setoption      Hash (MiB), MultiPV (other moves that mate as soon), Ponder (bestmove names a reply), UCI_Chess960

A limit that makes no sense, such as `go mate -2`, is named in an info string; if there is no other, bestmove follows at \
once. A FEN without a castling field is read as by `arbiter win`.

Programs that pass no arguments to an engine can run this one without any, provided that they begin with `uci` as the \
protocol demands, or arbiter-uci, which is installed beside it.

Repetition and the fifty-move rule are ignored, as in problems.";

pub(crate) const WIN: &str = "\
Can the side to move force a win, whatever the other side does, and how soon?

In chess a win is checkmate, in the 4x4 games (--rules simplified, simplified-pawns) the capture \
of the enemy queen. A ply is one move of either side: a mate in 3 is a win within 5 plies. \
The answer is one of

  win 5                      within 5 plies, and not in fewer
  win 13 (time limit; no win within 8)
                             within 13, as asked; a limit stopped the search for a shorter win
  no-win 6                   not within the 6 plies asked about
  no-win never (lost in 4)   never: the other side wins within 4
  no-win never               never: no move, too little to mate with, or the defence holds for ever
  undecided 15 (time limit)  not within 15; a limit stopped the search there
  undecided 8 (time limit; win within 13)
                             not within 8, but within 13

Every answer is exact; the limits only decide how far it reaches. They apply to each position: by \
default 60 s (--time), any number of positions looked at (--nodes), and 1 GiB of memory (--memory) \
divided among the threads. Writing out the winning line, the solution of a problem or a certificate may \
take as much time again. \
In chess with up to 4 men, if nobody may castle, every position has an answer: the ending is solved once \
the search has taken about as long as that would, and searches that start with more men use the endings they reach often. \
Otherwise, if neither side can force a win, --shortest ends only at a limit. \
Repetition and the fifty-move rule are ignored, as in problems. Also as in problems, a king and a rook on their \
starting squares may castle in a diagram or a FEN whose castling field is missing or `?`: `win 1 castling Q` says which \
rights were assumed (`castling` with --json). `-` means that nobody may castle.

For problems, --keys gives every first move that mates in time, --tree the variations with threats and duals, \
--tries the first moves that only one defence refutes, --set-play what would follow if the other side were \
to move. In pipes and files these come below the answer, in lines that begin with two spaces.

With --stipulation 'h#3', 'h#2.5', 'ser-h#4', 'ser-#4', or the same with =, both sides cooperate, and every solution \
is counted: `solved 2`, `unsolved`, `solved 3: h#1 1, h#2 2` if some are shorter. --solutions lists them.

A file may contain problems in Popeye's language (BeginProblem ... Stipulation ... Pieces ... Twin ... EndProblem); it \
then says itself what is asked (docs/win.md). --latex writes diagrams and solutions for print.

With --json `plies` is the number above (null for never, then with `lost_in`), `shortest` says \
that fewer plies are not enough, `line` is best play as UCI moves, `limit` is what stopped the \
search, `no_win_within` says how many plies are excluded if a win need not be the shortest, `win_within` is the win that is \
proved if the shortest was asked for but not found, and `keys`, `tries`, `solution` and `solutions` are what you asked for. \
If a limit stops a certificate, `certificate` is null and `certificate_error` says so; if a proof of `shortest` \
is too long for a limit, the certificate says what to search again. \
If --tables (or ARBITER_TABLES) names a folder of tables of a 4x4 game, questions about more than 6 plies \
are looked up if there is a table of their material, and searched if not; endings of chess are read \
from there and need not be solved. \
Ctrl-C ends the search and reports what is proved about the positions being worked on.

With --checkpoint FILE what is proved is written to the file once a minute, at a limit and on Ctrl-C; the same command \
carries on from there, with other limits if you like. The file is removed once an answer is written that leaves nothing to prove. \
A file that is damaged, about another position, game or question, or not a checkpoint at all, is an error and is left alone.

Examples:
  arbiter win --mate 3 --keys --tree 'k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w'
  arbiter win problem.inp
  arbiter win --shortest problems.epd --certificate > proofs.jsonl
  arbiter win --rules simplified --shortest 'rnq1/R3/1QN1/4 w'
  arbiter win --rules simplified-pawns --within 6 games.txt --json
  arbiter win --mate 9 --time 8h --checkpoint nine.state '8/8/3ppp2/3pkp2/3ppp2/8/7Q/7K w'";

pub(crate) const SERVE: &str = "\
Serve the page to browsers, and the same answers to programs.

Open the address that is printed. Everything is in this program: nothing is loaded from elsewhere, and nothing is \
stored. Only this machine can reach it unless --bind says otherwise; with port 0 a free port is chosen.

Programs send JSON to /api/v1/status, reach, retro, dead, win, verify, read and play, with the options of the commands as keys, and \
get what --json prints: docs/serve.md has examples, /api/v1/openapi.json describes everything.

  curl -H 'Content-Type: application/json' localhost:8080/api/v1/status \\
      -d '{\"position\": \"7k/6Q1/6K1/8/8/8/8/8 b\"}'

Language models find the same as tools at /mcp (Model Context Protocol): docs/mcp.md.

Limits. A request that asks for more than is granted is refused with a message:
  a request       10,000 positions, 8 MiB (64 MiB of certificates); --time in all, --memory for its search
  all requests    --workers long searches at a time, two more threads for quick questions; --queue requests wait \
for each, and beyond that the client with the most waiting is told to try again later (503)
  a client        10 s for the headers of a request, 60 s for its body with no pause of 10 s, 10 s to take \
64 KiB of the answer
  connections     --connections; others wait

Next is always the client that has used the least of the server's time, and each search first gets a tenth of a second, \
so no client can keep the others waiting. A client that hangs up stops its search; one that closes only its own half of \
the connection is answered. Ctrl-C (or SIGTERM) gives running requests 9 s to finish, then cancels them, and ends within \
10 s; a second one ends the server at once.

Examples:
  arbiter serve
  arbiter serve --bind 0.0.0.0:8080 --host chess.example --workers 4 --time 10s --memory 128MiB
  arbiter serve --bind 127.0.0.1:0 --tables tables";

pub(crate) const MCP: &str = "\
Offer the answers as tools to language models, over standard input and output.

It is not meant to be typed at: programs such as Claude Desktop, Claude Code, VS Code or Cursor start it, and their models \
can then ask about positions instead of guessing. Most of them take this configuration (docs/mcp.md has it for each):

  {\"mcpServers\": {\"arbiter\": {\"command\": \"arbiter\", \"args\": [\"mcp\"]}}}

Tools: status, reach, retro, dead, win, verify and play with the options of the commands (play: the legal moves, and where \
moves lead), and explain: the reason in words, with the board as an image. Answers are what --json prints, with a few lines \
of text.

Over HTTP the same is at /mcp of `arbiter serve`.

Limits. A call that asks for more is told what is granted:
  a message    8 MiB, and 8 MiB for an answer; 10,000 positions in a call
  a call       --time in all, --memory for its search; 60 s unless it asks for less
  all calls    --workers searches at a time, two more threads for quick ones; 256 of each kind wait, others are \
told to try again later

A call ends when the client cancels it. When standard input is closed, calls get one more second; then they are stopped and \
the program ends with 0. Ctrl-C ends it at once.

Example, one message per line:
  arbiter mcp <<< '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}'";

pub(crate) const VERIFY: &str = "\
Check certificates with an independent checker.

It implements the rules from scratch and shares no code with what gave the answers. A file may hold one \
certificate over many lines, one certificate per line, or the output of `--json --certificate`. In the \
last case the answer and the input are also compared with what the certificate proves, and anything it does \
not cover is named: `not covered: blame`. The sentence of a status, of the five rules or of a forced win is \
derived again from what is proved; one that says anything else is named too.

Each certificate gets one line: `accepted: …` with the claim that is proved, `refused: FILE:LINE: …` with \
the reason, `none: FILE:LINE: …` if an answer is undecided or an error and claims nothing, or \
`stopped: FILE:LINE: …` if a limit left it open.

--time is for all of them together: when it is up, what has been read is `stopped`, and nothing more is read. Without it \
each has five minutes. With `--per-byte 1us` none takes longer than its size pays for, and the others still get their answers: \
tables and claims about every array can take longer, and are `stopped` then.

A text may take a quarter of the memory, and all those waiting for a thread together as much as one check. \
A list of nodes takes about three times its text. Files compressed with zstd are decompressed as they are read, up to \
--unpacked bytes: beyond that nothing is read, and the file is refused.

Exit status: 0 if everything was accepted, 1 if anything was not or could not be read, or if there \
was nothing to check, 3 if a limit stopped a check.

Examples:
  arbiter verify proof.json
  arbiter status positions.fen --json --certificate | arbiter verify";

pub(crate) const JUDGE: &str = "\
Answer in the exact format of a contest: judge PROGRAM < in > out

Reads standard input and writes nothing but answers to standard output, each as soon as it is known.

  simplified        \"Simplified Chess Engine\": in the 4x4 game, can White capture the queen within m
                    plies? YES or NO
  simplified-pawns  its sequel: the same with pawns
  reachable         \"Is this Chessboard Reachable?\": do the five rules hold? True, or False and the
                    first broken rule
  checkmate         check or checkmate: is the side to move safe, checked or checkmated, on boards
                    without pawns?
  unfinished        \"Game of chess unfinished\": two rooks and king against king, CHECKMATE or OTHER

Limits apply to each game: by default 60 s and 1 GiB of memory for all threads together. With --tables \
(or ARBITER_TABLES) games of more than 6 plies are looked up if there is a table of their material.

Exit status: 0 everything answered; 2 malformed input (everything before it is answered, and its line \
and column go to standard error); 3 a limit stopped the work; 130 interrupted.";

pub(crate) const TABLE: &str = "\
Tables of the 4x4 games and of endings of standard chess, solved completely by retrograde analysis.

A table says, for every position of a class of material, in how many plies the side to move wins or \
loses with best play, or that neither side can ever force a win. A class is named by both sides' \
men, the side to move first: QRNvQRN, KBNvK. Once built, tables are used by `arbiter table probe`, and by `arbiter \
win` and `arbiter judge` with --tables DIR or the environment variable ARBITER_TABLES.

In standard chess (--rules standard) a win is mate, and there are tables for up to 5 men in all, for \
positions in which nobody may castle. With up to 4 men, `arbiter win`, `arbiter uci`, the page and Python solve those they \
need themselves, in memory: a folder only saves them the work.

Exit status: 0 done, 1 something is wrong with a table or a position, 2 wrong usage, 3 a memory limit, \
130 interrupted.";

pub(crate) const TABLE_BUILD: &str = "\
Solve classes of material completely, and write their tables.

Builds the classes asked for and all those that captures (and promotions) lead to, smaller ones first. \
Existing tables are kept, so the same command carries on where it was \
stopped by Ctrl-C, a kill or a crash; within a long pair of classes the state is saved every five minutes \
and at Ctrl-C. A table gets its name only when it is complete. Damaged tables are \
built again; a file of that name that is not a table of this version is an error and is left alone.

Each table is a line on standard output; a terminal also shows the progress, and how long the rest will take at the \
speed so far.

Examples:
  arbiter table build --class QRNvQRN --out tables
  arbiter table build --up-to 4 --out tables
  arbiter table build --all --out tables
  arbiter table build --rules simplified-pawns --up-to 3 --pawns 1 --out tables
  arbiter table build --rules standard --class KBNvK --out tables
  arbiter table build --rules standard --up-to 4 --out tables";

pub(crate) const TABLE_VERIFY: &str = "\
Check every entry of tables against its successors.

An entry is right if it follows from its moves: that proves the whole table, given the tables that captures lead \
to. The moves are those of the library's generator, which has no part in building. Without --class, \
--up-to or --all every table in the folder is checked. --sample N checks only N entries of each table, but all \
its checksums.

Examples:
  arbiter table verify --tables tables --up-to 3
  arbiter table verify --tables tables --class QRRBNvQRRBN --sample 1000000";

pub(crate) const TABLE_PROBE: &str = "\
Look positions up, with what each move leads to.

The answer is `win 47`, `lost 46` or `never`, or an error if there is no table of the class. At a terminal you see \
the moves, best first; with --json they are in `moves`. In standard chess `draw` stands for `never`, and \
classes that are not in the folder are solved when they are asked about.

Examples:
  arbiter table probe --tables tables 'rnq1/R3/1QN1/4 w'
  arbiter table probe --rules standard '8/8/8/8/4k3/8/8/K2BN3 w - -'
  arbiter table probe --tables tables --json positions.txt";

pub(crate) const TABLE_STATS: &str = "\
Statistics of tables, as text, JSON or a picture.

One line per table with tab-separated columns: class, entries (symmetry classes), positions, those won at once by \
taking the queen, other wins, losses, those where neither side can ever force a win, the longest win and loss in \
plies, and a checksum of the values. --json adds how many positions have each length. --svg plots them. \
Without --class, --up-to or --all every table in the folder is included.

Examples:
  arbiter table stats --tables tables > tables.tsv
  arbiter table stats --tables tables --class QRNvQRN --svg lengths.svg";
