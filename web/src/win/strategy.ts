// The nodes of a win certificate, found by position. [position, plies, move]: docs/certificate.md.
import type { Certificate } from "../backend/backend";

export interface Node {
  position: string;
  /** Plies left; null in a refutation that holds for ever. */
  plies: number | null;
  move: string | null;
}

/** A position without its clocks, as certificates spell it. */
export const spelling = (fen: string): string => fen.trim().split(/\s+/).slice(0, 4).join(" ");
const withoutSquare = (fen: string): string => fen.split(" ").slice(0, 3).join(" ");

export class NodeList {
  private readonly exact = new Map<string, Node>();
  private readonly loose = new Map<string, Node>();

  constructor(nodes: unknown) {
    if (!Array.isArray(nodes)) return;
    for (const [position, plies, move] of nodes as [string, number | null, string | null][]) {
      const node = { position, plies, move };
      this.exact.set(position, node);
      this.loose.set(withoutSquare(position), node);
    }
  }

  get size(): number {
    return this.exact.size;
  }

  /** Writers of FEN differ about en passant squares that no pawn can use: without one, any is taken. */
  find(fen: string): Node | null {
    const key = spelling(fen);
    const found = this.exact.get(key);
    if (found) return found;
    const [board, turn, castling, square] = key.split(" ");
    if (!castling) return null;
    if (square !== "-") return this.exact.get(`${board} ${turn} ${castling} -`) ?? null;
    return this.loose.get(withoutSquare(key)) ?? null;
  }
}

export interface Proof {
  strategy: NodeList;
  refutation: NodeList;
}

export function proofOf(certificate: Certificate | null | undefined): Proof {
  const evidence = certificate?.question === "win" ? certificate.evidence : {};
  return { strategy: new NodeList(evidence["strategy"]), refutation: new NodeList(evidence["refutation"]) };
}
