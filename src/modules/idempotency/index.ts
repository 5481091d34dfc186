export { claimedDb, claimRequest, keepAnswer, mismatch, pruneAnswers, releaseClaim } from "./claim-request.ts";
