import type { ErrorCode } from "../../core/errors.ts";

/** What the error pages say of a code: when it happens and what the caller can do. */
export interface ErrorMeaning {
  readonly when: string;
  readonly remedy: string;
}

export const ERROR_MEANINGS: Readonly<Record<ErrorCode, ErrorMeaning>> = {
  "auth.missing_token": {
    when: "The request has no Authorization header, or the header is not of the form Bearer followed by one token.",
    remedy: "Send Authorization: Bearer and your API key or access token.",
  },
  "auth.invalid_token": {
    when: "No API key or access token matches the one that was sent.",
    remedy: "Check that the whole key was copied. A key is shown once; if it is lost, create a new one.",
  },
  "auth.key_revoked": {
    when: "The key was revoked, its rotation is over, or the company's account is closed.",
    remedy: "Create a new key, or use the successor that the rotation returned.",
  },
  "auth.key_expired": { when: "The key is past its expires_at.", remedy: "Create a new key." },
  "auth.key_environment_mismatch": {
    when: "A live key was sent to the sandbox address, or a sandbox key to the live address.",
    remedy: "Keys that begin with qk_live_ belong to the live address, qk_sandbox_ to the sandbox address.",
  },
  "auth.ip_not_allowed": {
    when: "The key has an address allowlist and the request came from elsewhere.",
    remedy: "Call from an allowed address, or create a key whose allowlist includes this one.",
  },
  "auth.foreign_request": {
    when: "A change was asked for with a login of the application, but not from one of its pages, or from a page of an earlier login.",
    remedy: "Load the page again and repeat what you did. Programs use the REST API with a key.",
  },
  "auth.scope_required": {
    when: "The operation needs a scope that the key does not hold; the member scope_required names it.",
    remedy: "Use a key with that scope. GET /api/v1/me shows what a key holds.",
  },
  "subscription.feature_required": {
    when: "The company's plan does not include the feature named in the member feature.",
    remedy: "Change to a plan with the feature. The REST API itself needs fullApiAccess.",
  },
  "third_party.tenant_header_missing": {
    when: "A consultant key was used without saying for which client.",
    remedy: "Send the header X-Svc-Tenant with the id of the client company.",
  },
  "third_party.no_active_grant": {
    when: "The client company has given the consultant no grant, or the grant has ended.",
    remedy: "Ask the client for a grant. GET /api/v1/grants lists the active ones.",
  },
  "third_party.endpoint_only": {
    when: "The endpoint is only for consultant keys, or only for the company's own keys.",
    remedy: "Use the other kind of key.",
  },
  "request.validation_failed": {
    when: "A parameter, the body or a header is missing or wrong; the member issues lists each with its path.",
    remedy: "Correct the parameters that issues names. The OpenAPI description lists what is allowed.",
  },
  "pagination.invalid_cursor": {
    when: "The cursor was changed, or belongs to another list, company, environment or set of filters.",
    remedy: "Send next_cursor unchanged and with the same filters, or start again without a cursor.",
  },
  "resource.not_found": {
    when: "Nothing with this id exists that the key can see.",
    remedy: "Check the id, and that the key belongs to the right company and environment.",
  },
  "route.not_found": {
    when: "There is no such path, or the path does not answer this method.",
    remedy: "Compare with GET /api/v1/openapi.json; paths have no trailing slash.",
  },
  "idempotency.key_mismatch": {
    when: "The Idempotency-Key was used before with a different request.",
    remedy: "Use a new key for a new request; repeat a request with exactly the same body.",
  },
  "idempotency.in_progress": {
    when: "The first request with this Idempotency-Key has not been answered yet.",
    remedy: "Wait for Retry-After seconds, then repeat.",
  },
  "idempotency.other_credential": {
    when:
      "The same request was done with this Idempotency-Key by another credential of the company, or by this one before it " +
      "was rotated or refreshed. The work is not done again, and the answer is given to none but the one that asked.",
    remedy: "Read what the first request made, or send a new request with a new key.",
  },
  "idempotency.outcome_unknown": {
    when: "The service ended in the middle of a request of several steps, of which the first ones are done.",
    remedy: "Look at the list that the detail names, then send what is missing with a new key.",
  },
  "api_key.limit_reached": {
    when: "The company has as many active API keys in this environment as it may have.",
    remedy:
      "Revoke keys that nobody uses; GET /api/v1/api-keys tells when each was last used. To replace a key, rotate it with overlap_seconds 0.",
  },
  "quota.exceeded": {
    when: "The plan's number of documents for this month is used up.",
    remedy: "Wait for the next month or change the plan. GET /api/v1/quota shows the numbers.",
  },
  "review_item.changed": {
    when: "The decision names the version of the line that it is about, and the line has been read anew since: somebody else decided, or a rule or a later document moved it. Nothing was changed.",
    remedy:
      "Read the line again (GET /api/v1/review-items or /api/v1/activities/{id}) and decide about what it says now.",
  },
  "financial_year.closed": {
    when: "The change would move figures of a financial year that is closed. Nothing was changed.",
    remedy:
      "Open the year with a reason (POST /api/v1/financial-years/<last day>/reopen, scope tenant:write) and repeat the request, or leave the year as it is.",
  },
  "report.file_unavailable": {
    when: "The stored file of a report is gone, or its bytes no longer have their SHA-256: nothing of it is sent.",
    remedy: "Tell the operator, who can make the same file again: carbon-ledger report restore, or restore a backup.",
  },
  "report.queue_full": {
    when: "As many reports of the company as it may have at a time wait or are being rendered. Nothing was queued.",
    remedy:
      "Wait for Retry-After seconds, then repeat. Reports that were asked for before are still given for equal arguments.",
  },
  "rate_limit.exceeded": {
    when: "The credential has used up its requests for this minute.",
    remedy: "Wait for Retry-After seconds. X-RateLimit-Remaining tells beforehand.",
  },
  "rate_limit.ip_exceeded": {
    when: "Too many requests came from the same address in this minute, whatever their credentials.",
    remedy: "Wait for Retry-After seconds; spread the load, or ask the operator for a larger limit.",
  },
  "server.unavailable": {
    when: "The service's database does not answer, for example while it is restarted or moved. Nothing is wrong with the request.",
    remedy:
      "Wait for Retry-After seconds, then repeat. Repeat a POST with the same Idempotency-Key: a change whose answer was lost " +
      "may have been made.",
  },
  "server.storage_full": {
    when: "The service has no room left on a disk. What was sent was not recorded.",
    remedy: "Repeat the request later; tell the operator, who has to make room. Reading goes on.",
  },
  "server.internal_error": {
    when: "Something failed inside the service. The error was logged under the request_id of the answer.",
    remedy: "Repeat the request later; if it persists, report the request_id.",
  },
};
