import { demoDocuments } from "../../src/demo/documents.ts";
import { writeExpected } from "./oracle.mjs";

writeExpected(demoDocuments(), process.argv.includes("--check"));
