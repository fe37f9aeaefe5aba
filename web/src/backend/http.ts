// The backend that is `arbiter serve`.
import { type Problem, ProblemError, type Run } from "./backend";
import { Calls, type Endpoint } from "./calls";
import { t } from "../words/words";
import { events } from "./sse";

export class HttpBackend extends Calls {
  constructor(private readonly base: string) {
    super();
  }

  protected async call(endpoint: Endpoint, request: object, run: Run = {}): Promise<unknown> {
    const response = await fetch(`${this.base}/${endpoint}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: run.onProgress ? "text/event-stream" : "application/json",
      },
      body: JSON.stringify(request),
      credentials: "omit",
      ...(run.signal ? { signal: run.signal } : {}),
    });
    if (!response.ok) throw new ProblemError(await problemIn(response));
    const streams = response.headers.get("Content-Type")?.startsWith("text/event-stream");
    if (!streams || !response.body) return response.json();
    return this.collect(response.body, "positions" in request, run);
  }

  private async collect(body: ReadableStream<Uint8Array>, many: boolean, run: Run): Promise<unknown> {
    const answers: unknown[] = [];
    for await (const { event, data } of events(body)) {
      const said = JSON.parse(data);
      if (event === "progress") run.onProgress?.(said);
      else if (event === "answer" && "problem" in said && !many) throw new ProblemError(said.problem);
      else if (event === "answer") {
        answers[said.index ?? answers.length] = said.answer ?? { error: { ...said.problem, message: said.problem.detail } };
      } else if (event === "done") break;
    }
    if (many) return { answers };
    if (answers[0] === undefined) throw new ProblemError({ title: t().faults.silent });
    return answers[0];
  }
}

async function problemIn(response: Response): Promise<Problem> {
  const said: unknown = await response.json().catch(() => null);
  if (said && typeof said === "object" && "title" in said) return said as Problem;
  const busy = response.status === 503 || response.status === 429;
  return { title: busy ? t().faults.busy : t().faults.answered(response.status), status: response.status };
}
