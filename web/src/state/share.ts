// A link holds the position, the game and the question: #fen=…&rules=…&ask=win&mate=3
import { type Level, LEVELS } from "../api/openapi";
import type { WinOptions } from "../backend/backend";
import { parseFen, type Setup, type Unknown, writeFen } from "../position/fen";
import { findGame } from "../position/games";
import { t } from "../words/words";

export type Bound = "mate" | "within" | "shortest";

/** What the side to move wants, or both sides, in so many moves, and how problemists write it. */
export const AIMS = {
  mate: "#",
  stalemate: "=",
  selfmate: "s#",
  reflexmate: "r#",
  helpmate: "h#",
  helpstalemate: "h=",
  "series-helpmate": "ser-h#",
  "series-mate": "ser-#",
  "series-helpstalemate": "ser-h=",
  "series-stalemate": "ser-=",
} as const;
export type Aim = keyof typeof AIMS;
export const AIM_NAMES = Object.keys(AIMS) as Aim[];

/** What a stipulation such as `s#3` asks for; nothing if it is none of these. */
export function fromStipulation(text: string): Pick<WinForm, "bound" | "aim" | "count"> | null {
  const [, sign, count] = /^(.*[#=])([0-9.]+)$/.exec(text) ?? [];
  const aim = AIM_NAMES.find((aim) => AIMS[aim] === sign);
  return aim ? { bound: "mate", aim, count: Number(count) } : null;
}

/** Whether both sides work for it: then every solution is told. */
export const isHelp = (aim: Aim): boolean => /^(h|ser-)/.test(AIMS[aim]);

/** Whether so many moves can be asked for: of helpmates half moves too, where the side that mates begins. */
export function isCount(count: number, { bound, aim }: Pick<WinForm, "bound" | "aim">): boolean {
  const inTurn = bound === "mate" && AIMS[aim].startsWith("h");
  return count > 0 && Number.isInteger(inTurn ? 2 * count : count);
}

export interface WinForm {
  bound: Bound;
  /** For "mate": or what else. */
  aim: Aim;
  /** Moves for "mate", plies for "within". */
  count: number;
  keys: boolean;
  tries: boolean;
  setPlay: boolean;
  tree: boolean;
  time: string;
}

export interface ReachForm {
  by: "proof" | "rules";
  level: Level;
  time: string;
  repair: boolean;
}

export interface RetroForm extends Unknown {
  time: string;
}

/** Whose time is up: that of nobody asks what both can do. */
export const FLAGS = ["white", "black", "none"] as const;

export interface DeadForm {
  flag: (typeof FLAGS)[number];
}

const QUESTIONS = ["reach", "retro", "dead", "win"] as const;
export type Asked = (typeof QUESTIONS)[number] | null;

export interface Shared {
  /** Where the moves begin. */
  setup: Setup;
  /** As in UCI, to the position that is on the board. */
  moves: readonly string[];
  asked: Asked;
  win: WinForm;
  reach: ReachForm;
  retro: RetroForm;
  dead: DeadForm;
}

export const WIN_FORM: WinForm = { bound: "mate", aim: "mate", count: 3, keys: true, tries: false, setPlay: false, tree: true, time: "60s" };
export const REACH_FORM: ReachForm = { by: "proof", level: "full", time: "10s", repair: true };
// As a diagram: it shows who is to move, and nothing of castling and en passant.
export const RETRO_FORM: RetroForm = { anyTurn: false, anyCastling: true, anyEnPassant: true, time: "30s" };
export const DEAD_FORM: DeadForm = { flag: "white" };
const UNKNOWN = ["anyTurn", "anyCastling", "anyEnPassant"] as const;

const TIME = /^(\d{1,6}(ms|s|m))$/;

/** What a request asks for. Games that are not won by mate know no other aim. */
export function goal({ bound, aim, count }: WinForm, chess: boolean): WinOptions {
  if (bound === "shortest") return { shortest: true };
  if (bound === "within") return { within: count };
  return aim === "mate" || !chess ? { mate: count } : { stipulation: `${AIMS[aim]}${count}` };
}

export function toHash({ setup, moves, asked, win, reach, retro, dead }: Shared): string {
  const parts = [`fen=${writeFen(setup).replaceAll(" ", "_")}`];
  if (setup.rules !== "standard") parts.push(`rules=${setup.rules}`);
  if (moves.length) parts.push(`moves=${moves.join(",")}`);
  if (asked) parts.push(`ask=${asked}`);
  const time = (form: { time: string }, usual: { time: string }): void => {
    if (form.time !== usual.time) parts.push(`time=${form.time}`);
  };
  if (asked === "win") {
    parts.push(win.bound === "shortest" ? "shortest" : `${win.bound === "mate" ? win.aim : win.bound}=${win.count}`);
    for (const flag of ["keys", "tries", "setPlay", "tree"] as const) if (win[flag]) parts.push(flag);
    time(win, WIN_FORM);
  }
  if (asked === "reach") {
    if (reach.by === "rules") parts.push("by=rules");
    else {
      if (reach.level !== REACH_FORM.level) parts.push(`level=${reach.level}`);
      time(reach, REACH_FORM);
      if (reach.repair) parts.push("repair");
    }
  }
  if (asked === "retro") {
    for (const flag of UNKNOWN) if (retro[flag]) parts.push(flag);
    time(retro, RETRO_FORM);
  }
  if (asked === "dead") parts.push(`flag=${dead.flag}`);
  return `#${parts.join("&")}`;
}

/** What a link says, and in words what it says that makes no sense. */
export interface FromLink {
  found: Shared | null;
  doubt: string;
}

export function fromHash(hash: string): FromLink {
  const text = hash.replace(/^#/, "");
  if (!text) return { found: null, doubt: "" };
  const parts = new URLSearchParams(text);
  const nothing = (doubt: string): FromLink => ({ found: null, doubt: t().link.unreadable(doubt) });
  const named = parts.get("rules") ?? "standard";
  const game = findGame(named);
  if (!game) return nothing(t().link.noGame(named));
  const written = (parts.get("fen") ?? "").replaceAll("_", " ");
  if (!written) return nothing(t().link.noFen);
  const setup = parseFen(written, game.name);
  if (!setup) return nothing(t().link.badFen(written, t().games[game.name] ?? game.title));
  const doubts: string[] = [];
  /** The value of a part if it makes sense. */
  function part<T>(name: string, usual: T, read: (text: string) => T | null | undefined): T {
    const text = parts.get(name);
    if (text === null) return usual;
    const value = read(text);
    if (value === null || value === undefined) doubts.push(`${name}=${text}`);
    return value ?? usual;
  }
  const among = <T extends string>(all: readonly T[]) => (text: string): T | undefined => all.find((one) => one === text);
  const moves = part<string[]>("moves", [], (text) => (text.length < 8000 && /^[a-h][1-8][a-h][1-8][qrbn]?(,[a-h][1-8][a-h][1-8][qrbn]?)*$/.test(text) ? text.split(",") : null));
  const asked = part<Asked>("ask", null, among(QUESTIONS));
  const time = (usual: string): string => part("time", usual, (text) => (TIME.test(text) ? text : null));
  const win = { ...WIN_FORM };
  const reach = { ...REACH_FORM };
  const retro = { ...RETRO_FORM };
  const flag = part("flag", DEAD_FORM.flag, among(FLAGS));
  if (asked === "win") {
    for (const bound of ["mate", "within", "shortest"] as const) if (parts.has(bound)) win.bound = bound;
    for (const aim of AIM_NAMES) if (parts.has(aim)) Object.assign(win, { bound: "mate", aim });
    win.count = part(win.bound === "mate" ? win.aim : win.bound, win.count, (text) => {
      if (win.bound === "shortest") return win.count;
      return isCount(Number(text), win) ? Number(text) : null;
    });
    for (const flag of ["keys", "tries", "setPlay", "tree"] as const) win[flag] = parts.has(flag);
    win.time = time(win.time);
  }
  if (asked === "reach") {
    reach.by = part<ReachForm["by"]>("by", "proof", among(["proof", "rules"] as const));
    reach.level = part("level", reach.level, among(LEVELS));
    reach.time = time(reach.time);
    reach.repair = parts.has("repair");
  }
  if (asked === "retro") {
    for (const flag of UNKNOWN) retro[flag] = parts.has(flag);
    retro.time = time(retro.time);
  }
  const doubt = doubts.length ? t().link.leftOut(doubts.join(", ")) : "";
  return { found: { setup, moves, asked, win, reach, retro, dead: { flag } }, doubt };
}
