export { bookRestatement } from "./book-restatement.ts";
export { scopeSum } from "./changed-lines.ts";
export { scopeChange, toScopeChanges } from "./restatement-record.ts";
