export { claimRequest, pruneAnswers } from "./claim-request.ts";
export { ClaimedWork } from "./claimed-work.ts";
export { otherCredential } from "./refusals.ts";
