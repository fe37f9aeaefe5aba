// The nodes of a win certificate, found by position. [position, plies, move]: docs/certificate.md.
import type { Certificate } from "../backend/backend";

export interface Node {
  position: string;
  /** Plies left; null in a refutation that holds for ever. */
  plies: number | null;
  move: string | null;
}

/** The fields of a FEN that identify a position. Castling and en passant may be missing, clocks drop. */
function spelling(fen: string): { place: string; square: string } {
  const [men, turn, castling = "-", square = "-"] = fen.trim().split(/\s+/);
  return { place: `${men} ${turn} ${castling}`, square };
}

export class NodeList {
  private readonly exact = new Map<string, Node>();
  private readonly loose = new Map<string, Node>();

  constructor(nodes: unknown) {
    if (!Array.isArray(nodes)) return;
    for (const [position, plies, move] of nodes as [string, number | null, string | null][]) {
      const node = { position, plies, move };
      const { place, square } = spelling(position);
      this.exact.set(`${place} ${square}`, node);
      this.loose.set(place, node);
    }
  }

  get size(): number {
    return this.exact.size;
  }

  /** Programs differ on en passant squares that no pawn can use: without one, a node with any is found. */
  find(fen: string): Node | null {
    const { place, square } = spelling(fen);
    const found = this.exact.get(`${place} ${square}`);
    return found ?? (square === "-" ? this.loose.get(place) : this.exact.get(`${place} -`)) ?? null;
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
