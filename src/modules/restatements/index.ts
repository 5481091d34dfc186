export { bookRestatement } from "./book-restatement.ts";
export { scopeChange, toScopeChanges } from "./restatement-record.ts";
