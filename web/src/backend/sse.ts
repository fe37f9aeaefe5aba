// Server-sent events from a stream. EventSource cannot POST, so the page reads them itself.

export interface ServerEvent {
  event: string;
  data: string;
}

/** Takes text in pieces of any size; gives the events completed by each. */
export class EventParser {
  private rest = "";
  private event = "";
  private data: string[] = [];

  push(text: string): ServerEvent[] {
    this.rest += text;
    const done: ServerEvent[] = [];
    for (;;) {
      const end = /\r\n|\n|\r(?!$)/.exec(this.rest);
      if (!end) return done;
      const line = this.rest.slice(0, end.index);
      this.rest = this.rest.slice(end.index + end[0].length);
      const event = this.line(line);
      if (event) done.push(event);
    }
  }

  private line(line: string): ServerEvent | null {
    if (line === "") {
      const event = this.data.length ? { event: this.event || "message", data: this.data.join("\n") } : null;
      this.event = "";
      this.data = [];
      return event;
    }
    const [, field, value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === "event") this.event = value;
    if (field === "data") this.data.push(value);
    return null;
  }
}

export async function* events(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parser = new EventParser();
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      yield* parser.push(decoder.decode(value, { stream: true }));
    }
  } finally {
    // Whoever stops listening stops the search.
    await reader.cancel().catch(() => undefined);
  }
}
