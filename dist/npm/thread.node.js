// The worker in Node.
import { parentPort } from "node:worker_threads";
import { caller } from "./core.js";
import { serve } from "./remote.js";

parentPort.on("message", serve(caller, (told) => parentPort.postMessage(told)));
