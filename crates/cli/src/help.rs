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
  Can this diagram have come from a game? Give me one
      arbiter reach diagram.txt --pgn game.pgn
  What was the last move, and who can still castle?
      arbiter retro '6Bk/6pp/2N1N3/2KpP3/8/8/8/8'
  The flag has fallen: is it a draw, or can the other side still mate?
      arbiter dead --flagged black '8/8/8/4k3/8/8/5P2/4K3 w'
  Is there a mate in three, and which moves force it?
      arbiter win --mate 3 --keys 'k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w'
  Can White capture the queen by force in the 4x4 game, and how soon?
      arbiter win 'rnq1/R3/1QN1/4 w' --rules simplified --shortest
  Why should I believe that? Ask again with --certificate > proof.json
      arbiter verify proof.json
  All positions of the 4x4 game with up to three pieces a side, solved for good?
      arbiter table build --up-to 3 --out tables
  How many of the positions in these files are mates?
      arbiter sql \"SELECT chess_status(fen), count(*) FROM 'games.parquet' GROUP BY 1\"
  All of this in a browser, and for programs over HTTP?
      arbiter serve
  What does a contest's judge want to read?
      arbiter judge simplified < input > output

A person at a terminal gets a board and a sentence, a pipe one line for each position, in order; \
--json gives one JSON object for each.";

pub(crate) const MORE: &str =
    "`arbiter --help` has examples; `arbiter COMMAND --help` says everything about one command.";

pub(crate) const EXIT_STATUS: &str = "\
Exit status:
  0    everything was answered
  1    some positions had errors, all others were answered (verify: something was not accepted)
  2    wrong usage, or malformed input of a judge program
  3    a limit stopped some of the work: undecided (even if there were errors too)
  130  interrupted by Ctrl-C";

pub(crate) const POSITIONS: &str = "\
Positions:
  A FEN or EPD on one line, in which everything after the men may be missing (White is to move \
then); for the 4x4 games the same with four rows of four: 1q2/4/4/Q2n w. Or a diagram: rows of \
letters (upper case is White) or chess symbols, with or without labels and frames, perhaps `black \
to move` below. Or a link of Lichess or Chess.com that contains a FEN, a FEN with _ for blanks or \
with `Black to move`, or a list of men: White Kg1 Qd1 Black Ke8. In files and on standard input blank \
lines and lines that begin with # are passed over. Files may be endless: they are read as they are \
answered, in little memory.

Tables and games:
  A line may have a field beside its position, with a tab or comma between, which names it; a first \
line such as `id,fen` says which columns are read. Of a file that begins as PGN the positions of all \
games are read, by ply, and named GAME.PLY. Names are repeated as `id`, as are `id`, `dm` and `acd` of \
an EPD (docs/inputs.md).

With --format:
  text (a line with the reason), table, csv, tsv, json or markdown. At a terminal several positions \
make a table, and a single one is drawn; in a pipe there are words for programs unless told otherwise.

In a pipe:
  An error is written in the place of the answer, `error: line L, column C: message`, so that the \
n-th line is about the n-th position; L and C are its place in the file it is from (1 for an \
argument). A summary of errors goes to standard error.

With --json:
  One object for each position with `input`, `id` if it has a name, `verdict`, `reason` and what \
belongs to the verdict, `certificate` if asked for, or instead `error` with `line`, `column`, `message`.

Tables:
  `arbiter status|reach|dead|win IN... -o OUT` keeps the columns of Parquet, CSV, JSON lines or PGN and adds the answers; it runs the program arbiter-files (docs/files.md, `arbiter-files status --help`).

Exit status: 0 everything answered, 1 errors in some positions, 2 wrong usage, 3 a limit stopped \
some of the work, 130 interrupted.";

pub(crate) const STATUS: &str = "\
Is the side to move safe, in check, checkmated or stalemated?

The answer is one of `safe`, `check`, `checkmate`, `stalemate`. In the 4x4 games, where a queen may \
be left to be taken, `checkmate` means: attacked, and whatever is played the queen can be taken.

Examples:
  arbiter status '7k/6Q1/6K1/8/8/8/8/8 b'
  arbiter status --rules pawnless problems.txt --json
  arbiter status --certificate '7k/6Q1/6K1/8/8/8/8/8 b' | arbiter verify";

pub(crate) const REACH: &str = "\
Can the position have arisen in play?

By proof (the default): is there a game of chess from the initial array that ends in exactly this \
position, its men, side to move, castling rights and en passant square? (Clocks are left out of \
account, but with --clocks the game ends with just these.) The answer is one of

  legal                           a game was found
  illegal static origins          no game: the level that shows it, and the lemma
  illegal static                  no game: no single move can have given the checks
  illegal static clocks           no game with these clocks (--clocks)
  illegal last-move               no game: for what must have been played before
  undecided static                the level asked for has nothing against it
  undecided full (time limit)     there a limit stopped it
  undecided full                  all that is known was tried

Levels of evidence, cheapest first, each with those before it: well-formed, playable, five-rules, \
static, last-move, full. Up to static a position takes well under a millisecond. With --certificate each \
answer but undecided has evidence that `arbiter verify` accepts; docs/reach.md says what the lemmas \
mean and how to read it.

Limits hold for each position: by default 10 s (--time), 256 MiB of memory (--memory), and any number \
of positions looked at (--nodes). With one --seed, --time none and no memory limit reached the answer \
is always the same, with any number of --threads.

A person sees why, and the game or what the position may have been meant to be. With --json `level` \
and `lemma` are as above, `game` is the game as UCI moves and `plies` its length, `limit` what stopped \
the search, `blame` the part of the position that is wrong, `repairs` small changes that make it possible \
(--repair looks for changes of single men too), `clocks` what is wrong with the clocks.

With --shortest the game has the fewest plies: `legal 10 shortest`, or what is known of the length, \
`legal between 8 and 12 (time limit)`. --plies N looks for games of exactly so many plies (`legal 12`, \
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

Exit status: 3 is for positions left undecided by a limit, or after all was tried; a position that the \
--level asked for has nothing against is answered.

Examples:
  arbiter reach '4k3/8/8/8/8/8/PPPPPPPP/B3K3 w'
  arbiter reach --pgn - '4k3/8/8/8/8/8/8/4K2R w' > game.pgn
  arbiter reach --level static boards.txt | grep -n illegal
  arbiter reach --json --certificate boards.txt | arbiter verify
  arbiter reach --shortest --unique 'rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq -'
  arbiter reach --by rules '4k3/8/8/8/8/3P4/1PPPPPPP/4K3 w'";

pub(crate) const RETRO: &str = "\
What does the position tell of its past?

Who can be to move, which moves can have been the last, which castling rights can still be there, alone and \
together, and whether a double step must have been last, so that a pawn can be captured en passant. Each answer \
is proved by a game or by a proof that there is none, or it is undecided.

What is not known is written `?` in the FEN or left out: the side to move, the castling rights, the en passant \
square. A diagram says nothing of the last two.

The answer has a part for each side that may be to move, `; ` between them:

  white possible last-moves 2 of 7 castling KQ en-passant no; black impossible

  last-moves 2 of 7        2 moves can have been the last, of 7 by the men alone
  last-moves 2 to 5 of 7   3 of them are undecided
  castling KQ,k            KQ can still be there, or k, but not more together; `?` after it: others are \
undecided. Where the rights are known: these
  en-passant d6            d7-d5 can have been the last move; `d6!` it must have been; `d6?` undecided

Limits hold for each position, for all questions about it together: by default 30 s (--time), 256 MiB of memory \
(--memory), and any number of positions looked at (--nodes).

The least number of captures by pawns and of promotions that the men show is told besides, in sentences and with \
--json.

A person sees the moves: Kb1xc2(N), the king captured a knight; Kb1xc2, it captured any man; a7-a8=N. With --json \
`sides` has it all, each part with its `verdict` and, with --certificate, its `certificate`. Without --json the \
certificates are written alone, one a line, as `arbiter verify` reads them.

Exit status: 3 is for positions of which something is left undecided.

Examples:
  arbiter retro '8/8/8/8/8/8/5k1p/7K'
  arbiter retro --explain 'r3k2r/8/8/8/8/8/8/4K3 w ? -'
  arbiter retro --certificate '6Bk/6pp/2N1N3/2KpP3/8/8/8/8 w - ?' | arbiter verify";

pub(crate) const DEAD: &str = "\
Can a side still win, by any series of legal moves of both sides?

  winnable 17           it can: some 17 plies (moves of both sides) end with its mate; not the fewest
  unwinnable terminal   it cannot: the game is over
  unwinnable material   no position with these men is mate by it
  unwinnable region     no man ever leaves its squares, and on them there is no mate
  unwinnable closure    all positions that can come about were looked at, and none is mate
  undecided (…)         a limit was reached

About both sides, which is the default, the answer is `white winnable 17; black unwinnable material`, or `dead` if \
neither can win: the game is drawn at once then (FIDE's Laws of Chess, 5.2.2). With --flagged it is the result of the \
game, 1-0, 0-1 or 1/2-1/2 (6.9). With --quick it is true, false or unknown, found in about a microsecond and \
never wrong: unknown mostly means that it can.

Neither repetition nor the fifty moves count, unless --count75 or --fivefold is given, with --moves for the \
moves that were played: `unwinnable count75` and `unwinnable fivefold` say what has ended the game then, and if a mate was \
found that comes too late, the answer is `undecided (count75)` or `undecided (fivefold)`.

Limits hold for each side: by default 10 s (--time), 512 MiB of memory (--memory), and any number of positions \
looked at (--nodes).

Answers have certificates, which `arbiter verify` checks; only those that count moves, those of --quick and the \
undecided have none. It is asked about standard chess and Chess960.

Exit status: 3 is for positions of which something is left undecided.

Examples:
  arbiter dead '8/8/8/4k3/8/8/8/K1N5 w'
  arbiter dead --flagged white '8/8/8/4k3/8/8/5P2/4K3 w'
  arbiter dead --side white --certificate '4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w' | arbiter verify
  arbiter dead --quick games.fen";

pub(crate) const UCI: &str = "\
Speaks the Universal Chess Interface: a solver of directmates that any program for chess engines can drive.

`score mate N` is said only when the mate is proved, and its line is as long as the mate. Until then, and where \
there is none, the score is left out or 0, which says nothing; bestmove is then just a legal move.

  go mate N      the shortest mate within N moves, or a proof that there is none
  go infinite    until stop; also nodes, movetime, depth, clocks, searchmoves
  go ponder      until ponderhit, from where the limits count, or stop
  setoption      Hash (MiB), MultiPV (other moves that mate as soon), Ponder (bestmove names a reply), UCI_Chess960

A limit that is none, such as `go mate -2`, is named in an info string; if there is no other, bestmove follows at \
once. A FEN without castling field is read as by `arbiter win`.

Programs that give an engine no arguments can run this one without any, if they begin with `uci` as the protocol \
wants, or under the name arbiter-uci, to which it may be linked or renamed.

Repetition and the fifty moves are left out of account, as in problems.";

pub(crate) const WIN: &str = "\
Can the side to move force a win, whatever the other side does, and how soon?

In chess the win is checkmate, in the 4x4 games (--rules simplified, simplified-pawns) the capture \
of the enemy queen. A ply is one move of either side: a mate in 3 is a win within 5 plies. \
The answer is one of

  win 5                      within 5 plies, and not within fewer
  win 13 (time limit; no win within 8)
                             within 13, which was asked about; a limit stopped the search for a shorter win
  no-win 6                   not within the 6 plies asked about
  no-win never (lost in 4)   never: the other side wins within 4
  no-win never               never: no move, too little to mate with, or held for ever
  undecided 15 (time limit)  not within 15; there a limit stopped it
  undecided 8 (time limit; win within 13)
                             not within 8, but within 13

Every answer is exact; only the limits decide how far it reaches. They hold for each position: by \
default 60 s (--time), any number of positions looked at (--nodes), and 1 GiB of memory (--memory) \
divided among the threads. Writing out the winning line, the solution of a problem or a certificate may \
take as much time again. \
With up to 4 men in chess, and nobody who may castle, every position has an answer: the ending is solved when \
the search has taken about as long as that takes, and searches from more men ask the endings they often come to. \
Beyond that, where neither side can force a win, --shortest ends only at a limit. \
Repetition and the fifty moves are left out of account, as in problems. And as in problems king and rook at home \
may castle in a diagram or a FEN whose castling field is missing or `?`: `win 1 castling Q` says that the rights \
were taken so (`castling` with --json). `-` says that nobody may.

For problems, --keys gives every first move that mates in time, --tree the variations with threats and duals, \
--tries the first moves that only one defence refutes, --set-play what would follow if the other side were \
to move. In pipes and files these stand below the answer, in lines that begin with two spaces.

With --stipulation 'h#3', 'h#2.5', 'ser-h#4', 'ser-#4', or the same with =, both sides help, and every solution \
is counted: `solved 2`, `unsolved`, `solved 3: h#1 1, h#2 2` if some are shorter. --solutions lists them.

A file may have problems in the language of Popeye (BeginProblem ... Stipulation ... Pieces ... Twin ... EndProblem) and then \
says itself what is asked (docs/win.md). --latex writes diagrams and solutions for print.

With --json `plies` is the number above (null for never, then with `lost_in`), `shortest` says \
that fewer plies are not enough, `line` is best play as UCI moves, `limit` what stopped the \
search, `no_win_within` how much is excluded where a win need not be the shortest, `win_within` the win that is \
proved where the shortest was asked for and is not known, `keys`, `tries`, `solution` and `solutions` what was asked for. \
If a limit stops a certificate, `certificate` is null and `certificate_error` says so; a proof of `shortest` \
that is too long for a limit is replaced by what to search again. \
With --tables (or ARBITER_TABLES) naming a folder of tables of a 4x4 game, questions about more than 6 plies \
are looked up where their class of material is there, and searched where it is not; endings of chess are taken \
from there and need not be solved. \
Ctrl-C ends the search, and what is proved of positions in work is reported.

With --checkpoint FILE what is proved is written to the file once a minute, at a limit and on Ctrl-C; the same command \
goes on from there, with other limits if you like. The file is removed when an answer is written that leaves nothing to be proved. \
One that is damaged, of another position, game or question, or no checkpoint at all, is an error and is left alone.

Examples:
  arbiter win --mate 3 --keys --tree 'k1B5/2p5/NbN5/8/P2p4/P2p4/P1prp3/2RbK3 w'
  arbiter win problem.inp
  arbiter win --shortest problems.epd --certificate > proofs.jsonl
  arbiter win --rules simplified --shortest 'rnq1/R3/1QN1/4 w'
  arbiter win --rules simplified-pawns --within 6 games.txt --json
  arbiter win --mate 9 --time 8h --checkpoint nine.state '8/8/3ppp2/3pkp2/3ppp2/8/7Q/7K w'";

pub(crate) const SERVE: &str = "\
Serve the page to browsers, and what it asks to programs.

Open the address that is printed. Everything is in this program: nothing is loaded from elsewhere, nothing is \
stored. Unless --bind says otherwise only this machine can reach it; with port 0 a free port is taken.

Programs send JSON to /api/v1/status, reach, retro, dead, win, verify, read and play, with the options of the commands as keys, and \
get what --json prints: docs/serve.md has examples, /api/v1/openapi.json describes it all.

  curl -H 'Content-Type: application/json' localhost:8080/api/v1/status \\
      -d '{\"position\": \"7k/6Q1/6K1/8/8/8/8/8 b\"}'

Programs with language models find the same as tools at /mcp (Model Context Protocol): docs/mcp.md.

Limits. A request that asks for more than is granted is refused with a message:
  a request       10,000 positions, 8 MiB (64 MiB of certificates); --time in all, --memory for its search
  all requests    --workers long searches at a time, two threads more for quick questions; --queue requests wait \
for each, and those beyond are told to come again (503): whose client has most waiting
  a client        10 s for the head of a request, 60 s for its body and no pause in it of 10 s, 10 s to take \
64 KiB of the answer
  connections     --connections, others wait

Whoever has had least of the server's time is next, and each search has a look of a tenth of a second before long ones: \
nobody waits for what others want. A client that hangs up stops its search; one that closes only its own half of the connection is answered. Ctrl-C (or SIGTERM) lets requests end for 9 s, then cancels them, and is done after \
10 s at most; a second one ends at once.

Examples:
  arbiter serve
  arbiter serve --bind 0.0.0.0:8080 --host chess.example --workers 4 --time 10s --memory 128MiB
  arbiter serve --bind 127.0.0.1:0 --tables tables";

pub(crate) const MCP: &str = "\
Give programs with language models the answers as tools, over standard input and output.

It is not for people to type at: programs such as Claude Desktop, Claude Code, VS Code or Cursor start it, and their models \
can then ask about positions instead of guessing. In most of them this is the configuration (docs/mcp.md has it for each):

  {\"mcpServers\": {\"arbiter\": {\"command\": \"arbiter\", \"args\": [\"mcp\"]}}}

Tools: status, reach, retro, dead, win, verify and play with the options of the commands (play: the legal moves, and where \
moves lead), and explain: the reason in words, with the board as an image. Answers are what --json prints, with a few lines \
of text.

Over HTTP the same is at /mcp of `arbiter serve`.

Limits. A call that asks for more is told what is granted:
  a message    8 MiB, and 8 MiB of an answer; 10,000 positions in a call
  a call       --time in all, --memory for its search; 60 s unless it asks for less
  all calls    --workers searches at a time, two threads more for quick ones; 256 of each kind wait, others are \
told to come again

A call ends when the client cancels it. When standard input is closed, calls have another second, then they are stopped and \
the program ends with 0; Ctrl-C ends it at once.

Example, a message a line:
  arbiter mcp <<< '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}'";

pub(crate) const VERIFY: &str = "\
Check certificates with an independent checker.

It knows the rules from scratch and shares no code with what gave the answers. A file may hold one \
certificate over many lines, one certificate a line, or the output of `--json --certificate`. Of the \
latter, the answer and the input are also compared with what the certificate proves, and what it does \
not cover is named: `not covered: reason`.

For each there is one line, `accepted: …` with the claim that is proved, `refused: FILE:LINE: …` with \
the reason, `none: FILE:LINE: …` where an answer is undecided or an error and claims nothing, or \
`stopped: FILE:LINE: …` where a limit left it open: some lemmas take a search.

--time is for all of them together: when it is over what was read is `stopped`, and no more is read. Without it \
each has five minutes.

A text may take a quarter of the memory, and all that wait for a thread together as much as one check. \
A list of nodes takes about three times its text. Files packed with zstd are unpacked as they are read, up to \
--unpacked bytes: what comes after is not read, and the file is refused.

Exit status: 0 if everything was accepted, 1 if anything was not or could not be read, or if there \
was nothing to check, 3 if a limit stopped a check.

Examples:
  arbiter verify proof.json
  arbiter status positions.fen --json --certificate | arbiter verify";

pub(crate) const JUDGE: &str = "\
Answer in the exact format of a contest: judge PROGRAM < in > out

Reads standard input, writes answers and nothing else to standard output, each as soon as it is known.

  simplified        \"Simplified Chess Engine\": in the 4x4 game, can White capture the queen within m
                    plies? YES or NO
  simplified-pawns  its sequel: the same with pawns
  reachable         \"Is this Chessboard Reachable?\": do the five rules hold? True, or False and the
                    first broken rule
  checkmate         check or checkmate: is the side to move safe, checked or checkmated, on boards
                    without pawns?
  unfinished        \"Game of chess unfinished\": two rooks and king against king, CHECKMATE or OTHER

Limits hold for each game: by default 60 s and 1 GiB of memory for all threads together. With --tables \
(or ARBITER_TABLES) games of more than 6 plies are looked up where their class of material is there.

Exit status: 0 everything answered; 2 malformed input (what comes before it is answered, its line \
and column are on standard error); 3 a limit stopped the work; 130 interrupted.";

pub(crate) const TABLE: &str = "\
Tables of the 4x4 games and of endings of standard chess, solved completely by retrograde analysis.

A table holds, for every position of a class of material, in how many plies the side to move wins or \
loses if both play their best, or that neither can ever force a win. A class is named by both sides' \
men, the side to move first: QRNvQRN, KBNvK. Once built, tables answer `arbiter table probe`, and `arbiter \
win` and `arbiter judge` with --tables DIR or the environment variable ARBITER_TABLES.

In standard chess (--rules standard) the win is mate, and there are tables of up to 5 men in all, of \
positions in which nobody may castle. `arbiter win`, `arbiter uci`, the page and Python solve those they need \
by themselves, in memory: a folder only spares them the work.

Exit status: 0 done, 1 something is wrong with a table or a position, 2 wrong usage, 3 a limit of memory, \
130 interrupted.";

pub(crate) const TABLE_BUILD: &str = "\
Solve classes of material completely, and write their tables.

Builds the classes asked for and all those that captures (and promotions) lead to, smaller ones first. \
Tables that are there already are kept, so that the same command goes on where another was \
stopped, by Ctrl-C, a kill or a crash; within a long pair of classes the state is kept every five minutes \
and at Ctrl-C. A table appears under its name only when it is whole. Tables that are damaged are \
built again; a file of that name that is no table of this version is an error and is left alone.

Each table is a line on standard output; a terminal shows how far the work is, and how long it will take at the \
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

An entry is right if its moves make it so: that proves the whole table, given the tables that captures lead \
to. The moves are those of the library's generator, which has no part in building. Without --class, \
--up-to or --all every table of the folder is checked. --sample N checks N entries of each only, but all \
its checksums.

Examples:
  arbiter table verify --tables tables --up-to 3
  arbiter table verify --tables tables --class QRRBNvQRRBN --sample 1000000";

pub(crate) const TABLE_PROBE: &str = "\
Look positions up, with what each move leads to.

The answer is `win 47`, `lost 46` or `never`; an error if there is no table of the class. A person sees \
the moves, best first; with --json they are in `moves`. In standard chess `draw` stands for `never`, and \
classes that are not in the folder, or all without one, are solved when they are asked about.

Examples:
  arbiter table probe --tables tables 'rnq1/R3/1QN1/4 w'
  arbiter table probe --rules standard '8/8/8/8/4k3/8/8/K2BN3 w - -'
  arbiter table probe --tables tables --json positions.txt";

pub(crate) const TABLE_STATS: &str = "\
What is counted about tables, as text, JSON or a picture.

One line a table with tab-separated columns: class, entries (symmetry classes), positions, those won at once by \
taking the queen, other wins, losses, those where neither side can ever force a win, the longest win and loss in \
plies, and a checksum of the values. --json adds how many positions have each length. --svg plots them. \
Without --class, --up-to or --all every table of the folder counts.

Examples:
  arbiter table stats --tables tables > tables.tsv
  arbiter table stats --tables tables --class QRNvQRN --svg lengths.svg";
