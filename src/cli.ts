#!/usr/bin/env node
import { packageVersion } from "./composition/package-version.ts";
import { unsupportedNode } from "./composition/supported-node.ts";

const words = process.argv.slice(2);
const refusal = unsupportedNode(process.versions.node);
if (words.length === 1 && (words[0] === "--version" || words[0] === "-v")) {
  console.log(packageVersion());
} else if (refusal === null) {
  // Everything else is loaded only now: an old Node would end with a syntax error instead of the sentence.
  const { runCommandLine } = await import("./cli/run.ts");
  process.exitCode = await runCommandLine(words, process.env);
} else {
  console.error(refusal);
  process.exitCode = 1;
}
