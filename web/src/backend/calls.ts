// The questions as one kind of call, however it is carried.
import type { Backend, PlayAnswer, ReadAnswer, Run, VerifyAnswer } from "./backend";

export type Endpoint = keyof Backend;

export abstract class Calls implements Backend {
  // Answers come in the type that the request implies; the core keeps that promise.
  status: Backend["status"] = (request, run) => this.call("status", request, run) as never;
  reach: Backend["reach"] = (request, run) => this.call("reach", request, run) as never;
  win: Backend["win"] = (request, run) => this.call("win", request, run) as never;
  verify: Backend["verify"] = (request, run) => this.call("verify", request, run) as Promise<VerifyAnswer>;
  read: Backend["read"] = (request, run) => this.call("read", request, run) as Promise<ReadAnswer>;
  play: Backend["play"] = (request, run) => this.call("play", request, run) as Promise<PlayAnswer>;

  protected abstract call(endpoint: Endpoint, request: object, run?: Run): Promise<unknown>;
}
