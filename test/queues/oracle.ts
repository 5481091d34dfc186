import { demoDocuments } from "../../src/demo/documents.ts";

// Without types: the oracle uses nothing of the product but the demo company's papers.
const { writeExpected } = (await import(new URL("oracle.mjs", import.meta.url).href)) as {
  writeExpected(documents: readonly object[], check: boolean): void;
};
writeExpected(demoDocuments(), process.argv.includes("--check"));
