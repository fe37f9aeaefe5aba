// The worker in browsers.
import { caller } from "./core.js";
import { serve } from "./remote.js";

const answer = serve(caller, (told) => self.postMessage(told));
self.onmessage = ({ data }) => answer(data);
