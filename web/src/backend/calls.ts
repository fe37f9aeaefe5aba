// All questions as one kind of call; HTTP and WebAssembly each say how a call is made.
import type { Backend, PlayAnswer, ReadAnswer, Run, VerifyAnswer } from "./backend";

export type Endpoint = keyof Backend;

export abstract class Calls implements Backend {
  // The type of the answer follows from the request: the server promises that, TypeScript cannot see it.
  status: Backend["status"] = (request, run) => this.call("status", request, run) as never;
  reach: Backend["reach"] = (request, run) => this.call("reach", request, run) as never;
  retro: Backend["retro"] = (request, run) => this.call("retro", request, run) as never;
  dead: Backend["dead"] = (request, run) => this.call("dead", request, run) as never;
  win: Backend["win"] = (request, run) => this.call("win", request, run) as never;
  verify: Backend["verify"] = (request, run) => this.call("verify", request, run) as Promise<VerifyAnswer>;
  read: Backend["read"] = (request, run) => this.call("read", request, run) as Promise<ReadAnswer>;
  play: Backend["play"] = (request, run) => this.call("play", request, run) as Promise<PlayAnswer>;

  protected abstract call(endpoint: Endpoint, request: object, run?: Run): Promise<unknown>;
}
