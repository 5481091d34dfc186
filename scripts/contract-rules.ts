/**
 * The rules that the service keeps, one row each, numbered. `npm run generate` makes docs/contract.md of them; comments in code
 * cite a number ("contract 5.2.4"), and the title of at least one test cites each (`[contract 5.2.4]`, or several, separated by
 * commas). `later` rows name the part of the product they come with.
 */
export type Rule =
  | { readonly id: string; readonly says: string; readonly status: "covered" }
  | { readonly id: string; readonly says: string; readonly status: "later"; readonly part: Part };

export type Part = "application";

function covered(id: string, says: string): Rule {
  return { id, says, status: "covered" };
}

function later(part: Part, id: string, says: string): Rule {
  return { id, says, status: "later", part };
}

const RESOURCES: readonly Rule[] = [
  covered("2.1.list", "a list answers items and next_cursor, a base64url text or null at its end"),
  covered(
    "2.1.problem",
    "a REST error is a problem document with the named members and extras, and its own media type",
  ),
  covered("2.1.tool-error", "a tool error is a result with isError whose JSON text holds code, title and detail"),
  covered("2.1.quota", "quota status has limit, used, available, period and tier"),
  covered("2.1.category", "a category has a Danish and an English name, level, parent, default scope and factor value"),
  covered("2.1.scope3", "the scope 3 split has the 15 categories and one unclassified bucket"),
  covered("2.1.webhook", "a subscription is made from url, events and description; the secret is shown once"),
  covered("2.1.delivery", "a delivery attempt has an id, a status, an HTTP code and a latency"),
  covered("2.1.api-key", "a key is made from name and scopes, and may have expires_at and an IP allowlist"),
  covered("2.2.entries", "emission entries are filtered by scope, and by from and to on the transaction date"),
  covered("2.2.lineage", "a lineage carries the chain, the factor used and the audit hashes"),
  covered("2.2.citation", "a factor citation gives the entries that used the factor and sample ids"),
  covered("2.2.report", "reports are VSME or CSRD, made by a render job that is polled"),
  covered("2.2.supplier", "suppliers carry a disclosure status; coverage is a percentage of disclosed spend"),
  covered("2.2.scenario", "scenarios hold tiltag with cost annotations; one can be added by hand"),
  covered("2.2.attestation", "attestations are a consultant's sign-offs of a report"),
  covered("2.2.pcf", "the product footprints listed are the approved ones"),
  covered("2.2.data-source", "a data source carries connector, sync status and pending counts"),
  covered("2.3.categories", "svc://emission-categories is the live taxonomy as JSON"),
  covered("2.3.ghg-scopes", "svc://ghg-scopes defines the scopes as applied: market-based by default, kg CO2e"),
  covered("2.3.guide", "svc://usage-guide tells of credentials, scopes, pages, dates and errors, as markdown"),
  covered("2.4", "three prompts exist with their arguments"),
];

const STATES: readonly Rule[] = [
  covered("3.draft", "a scenario by a consultant key begins as a draft"),
  covered("3.review", "submitting a draft by a consultant key makes it pending_review"),
  covered("3.render", "generate_report queues one job; the same arguments again have no further effect"),
  covered("3.retry", "a delivery that is not answered 2xx in time is tried again with backoff"),
];

const MCP_ENDPOINT: readonly Rule[] = [
  covered("4.1.stateless", "every POST stands alone: no session is made, a stale session id is ignored"),
  covered("4.1.credential", "a POST carries Authorization: Bearer"),
  covered("4.1.body", "the body is a JSON-RPC 2.0 object"),
  covered("4.1.frame", "an answer is one SSE frame: event: message, then data: the JSON-RPC response"),
  covered("4.1.get", "GET is 405"),
  covered("4.1.delete", "DELETE is 204 and does nothing"),
  covered("4.1.initialize", "initialize is optional and answers the version that it settles on"),
  covered("4.1.methods", "initialize, server/discover and the methods of tools, resources and prompts are served"),
  covered("4.1.call", "tools/call takes name and arguments"),
  covered(
    "4.1.schema",
    "GET /api/mcp/schema describes tools, resources, prompts, conventions and buckets without a key",
  ),
  covered("4.1.versions", "2024-11-05 and the three revisions of 2025 are served by initialize"),
  covered("4.1.modern", "2026-07-28 is served with an envelope in each request and server/discover"),
];

const TOOLS: readonly Rule[] = [
  covered("4.2.table", "each tool has the layer, scope, access and gate of the table"),
  covered("4.2.bucket", "read tools draw from the read bucket, write tools from the write bucket"),
  covered("4.2.summary", "get_emissions_summary answers by scope, or with group_by month a monthly series"),
  covered("4.2.by-category", "get_emissions_by_category is largest first, with an optional scope"),
  covered("4.2.quota", "get_quota_status tells limit, used, available, period and tier"),
  covered("4.2.list-arguments", "every list takes cursor and limit, 50 by default, 200 at most"),
  covered("4.2.read-only", "readOnlyHint is true for what does not change the company's state"),
  covered("4.2.not-destructive", "destructiveHint is false everywhere"),
  covered("4.2.idempotent", "idempotentHint is true where a repetition has no further effect"),
  covered("4.2.closed-world", "openWorldHint is false always"),
  covered("4.2.suppliers", "list_suppliers and the value chain tools need the Enterprise plan"),
  covered("4.2.targets", "list_targets and create_target"),
  covered("4.2.scenarios", "the scenario tools need scenarioBuilder"),
  covered("4.2.pcf", "list_pcf_records"),
  covered("4.2.reports", "list_reports, get_report_status, generate_report and get_report_attestations"),
  covered("4.2.webhooks", "list_webhooks, create_webhook and get_webhook_deliveries"),
  covered("4.3", "resources and prompts are listed and read by their methods"),
];

const REST: readonly Rule[] = [
  covered("4.4.me", "GET /me answers the key's own scopes and capabilities"),
  covered("4.4.grants", "GET /grants answers the consultant's grants"),
  covered("4.4.api-keys", "POST /api-keys makes a key from name and scopes and answers it"),
  covered("4.4.emissions", "GET /emissions takes limit, cursor, from, to and scope"),
  covered("4.4.summary", "GET /emissions/summary takes from and to"),
  covered("4.4.bulk", "POST /activities/bulk takes files as multipart/form-data, with activities:bulk"),
  covered("4.4.webhooks", "POST /webhooks and the routes of its deliveries"),
  covered("4.4.legacy", "POST /api/invoices/bulk-upload and GET /api/invoices/status/:id with X-API-Key"),
  covered("4.4.well-known", "the two OAuth discovery documents"),
  covered("4.4.envelope", "every list endpoint answers the list envelope"),
  covered("4.4.route", "an unknown path or method below /api/v1 is 404 route.not_found"),
  covered("4.5.1", "paging is by opaque cursor alone: no page numbers, no offset, no total"),
  covered("4.5.2", "repeating with next_cursor until it is null gives the whole list"),
  covered(
    "4.5.3",
    "a cursor that cannot be decoded is 400 pagination.invalid_cursor; without it the list begins again",
  ),
  covered("4.5.4", "lists are newest first by created_at and id, without skipped or repeated rows under inserts"),
  covered("4.5.5", "from and to are inclusive on both ends and hold across pages"),
];

const AUTHENTICATION: readonly Rule[] = [
  covered("5.1.key", "a key is sent as Bearer; qk_live_ or qk_sandbox_ and 64 hexadecimal digits"),
  covered("5.1.oauth", "an OAuth access token is accepted as Bearer"),
  covered("5.1.legacy", "X-API-Key is accepted by the legacy endpoints only"),
  covered("5.2.1", "any v1 key creates keys, and a key has the scopes asked for"),
  later("application", "5.2.1.application", "keys are also created in the application"),
  covered("5.2.2", "past its expires_at a key is auth.key_expired"),
  covered("5.2.3", "a source address off the allowlist is auth.ip_not_allowed"),
  covered("5.2.4", "a live key on a sandbox host, or the reverse, is auth.key_environment_mismatch"),
  covered("5.2.5.revoked", "a revoked key is auth.key_revoked"),
  covered("5.2.5.unknown", "an unknown key is auth.invalid_token"),
  covered("5.2.5.missing", "a missing or malformed header is auth.missing_token"),
  covered("5.2.6", "a missing scope is auth.scope_required, and the granted scopes are not listed"),
  covered("5.2.7.rest", "the REST API needs fullApiAccess"),
  covered("5.2.7.feature", "a missing plan feature is subscription.feature_required"),
  covered("5.2.8", "consultant keys: tenant header, active grant, endpoints of one kind, one budget"),
  covered("5.3", "the named scopes exist"),
  covered("5.4.1", "the service is a protected resource and its own authorization server"),
  covered("5.4.2", "metadata of both lies below /.well-known/"),
  covered("5.4.3", "clients register dynamically or by a metadata document"),
  covered("5.4.4", "authorization code with PKCE S256"),
  covered("5.4.5", "an administrator of the company consents; read-only unless write access is chosen"),
  covered("5.4.6", "access tokens last an hour; refresh tokens 60 days, and rotate"),
  covered("5.4.7", "revocation ends the whole grant"),
];

const EVENTS: readonly Rule[] = [
  covered("6.1", "the nine events of the catalog are the only ones that can be subscribed to"),
  covered("6.2.1", "the signing secret is shown once; when it is lost, the subscription is rotated"),
  covered("6.2.2", "in live a webhook address is HTTPS and public"),
  covered("6.2.3", "delivery attempts can be seen, and one can be replayed"),
  covered("6.3.1", "a delivery carries X-Svc-Signature with t and v1"),
  covered("6.3.3", "what is signed is t, a point and the raw body; v1 is its lower-case HMAC-SHA256"),
  covered(
    "6.3.4",
    "a receiver refuses what is more than 30 seconds off, lacks t or v1, or does not fit; in constant time",
  ),
  covered("6.3.5", "what is not answered 2xx in time is delivered again with backoff"),
];

const ERRORS: readonly Rule[] = [
  covered("7.1.type", "every /api/v1 error is a problem document whose type derives from code"),
  covered("7.1.retry-after", "a 429 has Retry-After and retry_after_seconds"),
  covered("7.1.scope", "auth.scope_required is 403 with scope_required"),
  covered("7.1.feature", "subscription.feature_required is 403 with feature"),
  covered("7.1.validation", "a bad or missing parameter is 400 request.validation_failed with issues"),
  covered("7.1.cursor", "an undecodable cursor is 400 pagination.invalid_cursor"),
  covered("7.1.resource", "an id that does not exist or is not visible is 404 resource.not_found"),
  covered("7.1.idempotency", "Idempotency-Key with another body is 422 idempotency.key_mismatch"),
  covered("7.1.limit", "the limit of a key is 429 rate_limit.exceeded"),
  covered("7.1.ip-limit", "the limit of an address is 429 rate_limit.ip_exceeded"),
  covered("7.1.internal", "our own failure is 500 server.internal_error"),
  covered("7.1.third-party", "the three third_party codes have their conditions and statuses"),
  covered("7.2.1", "a failed tool call is a result with the codes of REST"),
  covered("7.2.2", "bad arguments are in-band, never -32602"),
  covered("7.2.3", "a denied scope does not list the granted ones"),
  covered("7.2.4.refused", "credentials and limits are -32001, the address limit with Retry-After"),
  covered("7.2.4.internal", "an internal error of the protocol is -32603"),
];

const LIMITS: readonly Rule[] = [
  covered("8.ip", "300 requests a minute and address by default, before the key is looked at"),
  covered("8.read", "600 reads a minute and key: GET, HEAD, OPTIONS and read tools"),
  covered("8.write", "60 writes a minute and key"),
  covered("8.sandbox", "sandbox keys have a tenth"),
  covered("8.per-key", "buckets are per key, not per company"),
  covered("8.pages", "limit is 50 by default and 200 at most"),
  covered("8.headers", "successful answers carry X-RateLimit-Limit, -Remaining and -Reset in Unix seconds"),
  covered("8.deliveries", "the 100 most recent delivery attempts are shown"),
  covered("8.oauth-access", "OAuth access tokens last an hour"),
  covered("8.oauth-refresh", "OAuth refresh tokens last 60 days and rotate"),
  covered("8.scope3", "15 categories and an unclassified bucket"),
];

const VERSIONS: readonly Rule[] = [
  covered("9.1", "REST is versioned in the path, on a live and a sandbox base"),
  covered("9.2", "the MCP version is settled at initialize; 2024-11-05 and newer are accepted"),
  covered("9.3", "legacy answers carry Deprecation and Sunset until 30 September 2027"),
  covered("9.4", "legacy keys, answers and processing stay as they are"),
  covered("9.5", "the differences between legacy and v1"),
];

const DOCUMENTS: readonly Rule[] = [
  covered(
    "10.1",
    "a file that cannot be read is rejected alone, with a file.* code that says what is wrong and what the sender can do",
  ),
  covered(
    "10.2",
    "a document has bounds: bytes, pages, pixels, rows, and depth and nodes of XML; beyond one the file is rejected",
  ),
  covered("10.3.1", "the same bytes again are a duplicate"),
  covered("10.3.2", "another wrapping of the same content is a duplicate, by a hash over everything that was read"),
  covered(
    "10.3.3",
    "the same supplier, number, type, currency and gross amount is a duplicate; the number alone waits for review",
  ),
  covered("10.3.4", "of the records of one purchase in bank, ledger, invoice and utility statement one has emissions"),
  covered(
    "10.4",
    "a category is decided by rules, memory, exclusions, codes, account and words; taken from a confidence of 0.6 on",
  ),
  covered("10.5", "a physical quantity that several lines repeat counts once"),
];

const REQUESTS: readonly Rule[] = [
  covered(
    "11.1",
    "address limit, credential, rate limit, plan, grant, scope: a request is refused by the first that fails",
  ),
  covered("11.2", "the Host decides between application, live and sandbox API; another host is the listener's own"),
  covered("11.3", "a cursor is sealed, and bound to company, environment, list and filters"),
  covered("11.4", "a page has at most 120,000 characters"),
  covered("11.5", "figures are rounded once, when they leave the service: half up to six decimals"),
];

/** Sections in the order of docs/contract.md. */
export const SECTIONS: readonly { readonly title: string; readonly rules: readonly Rule[] }[] = [
  { title: "2 Records", rules: RESOURCES },
  { title: "3 States", rules: STATES },
  { title: "4.1 The MCP endpoint", rules: MCP_ENDPOINT },
  { title: "4.2 and 4.3 Tools, resources and prompts", rules: TOOLS },
  { title: "4.4 and 4.5 REST and paging", rules: REST },
  { title: "5 Credentials, scopes and OAuth", rules: AUTHENTICATION },
  { title: "6 Events and webhooks", rules: EVENTS },
  { title: "7 Errors", rules: ERRORS },
  { title: "8 Limits", rules: LIMITS },
  { title: "9 Versions", rules: VERSIONS },
  { title: "10 Documents", rules: DOCUMENTS },
  { title: "11 Requests", rules: REQUESTS },
];

export const RULES: readonly Rule[] = SECTIONS.flatMap(({ rules }) => rules);
