import { createRequire } from "node:module";
import { parentPort } from "node:worker_threads";
import { forbidNetwork } from "./forbid-network.ts";

interface Packet {
  readonly action: string;
  readonly payload: { langs?: readonly (string | { readonly code: string })[] };
}

/** The thread in which the engine runs: its own script, without network. */
forbidNetwork();
// Its script (7.0.0) starts languages that were given as bytes by these bytes instead of their names. Listeners run in
// the order of their registration, so it finds the names.
parentPort?.on("message", ({ action, payload }: Packet) => {
  if (action !== "initialize") return;
  payload.langs = payload.langs?.map((language) => (typeof language === "string" ? language : language.code)) ?? [];
});
createRequire(import.meta.url)("tesseract.js/src/worker-script/node/index.js");
