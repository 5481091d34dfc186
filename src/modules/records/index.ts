export { evidenceOf } from "./record-evidence.ts";
export { evidenceInput } from "./record-input.ts";
