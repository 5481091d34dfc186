import { isRecord, RPC, RpcError, type RpcMessage, type RpcRequest } from "./json-rpc.ts";

/** The revision whose requests carry their version in `params._meta` ("modern" in MCP's versioning page). */
const MODERN_VERSION = "2026-07-28";
/** Revisions that open with `initialize`, newest first. */
const LEGACY_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;
const LATEST_LEGACY_VERSION = LEGACY_VERSIONS[0];
export const SUPPORTED_VERSIONS: readonly string[] = [MODERN_VERSION, ...LEGACY_VERSIONS];
/** The only revision with JSON-RPC batches, and the one that a request without the version header counts as. */
const BATCH_VERSION = "2025-03-26";

export type Era = "legacy" | "modern";
type Headers = Readonly<Record<string, string | undefined>>;

const META_VERSION = "io.modelcontextprotocol/protocolVersion";
const META_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";

/** Requests whose `Mcp-Name` header mirrors this parameter (2026-07-28, streamable-http, Standard Request Headers). */
const NAME_PARAMETER: Readonly<Record<string, string>> = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
};

/**
 * Decides under which rules a message is served. With the MCP-Protocol-Version header 2026-07-28 is strict; without
 * it a valid envelope and a bare `server/discover` are served, because early clients send no MCP headers at all.
 * @throws RpcError -32020, -32022 or -32602, each HTTP 400.
 */
export function decideEra(headers: Headers, message: RpcMessage): Era {
  const header = headers["mcp-protocol-version"];
  const meta = message.kind === "response" ? undefined : message.params["_meta"];
  const envelope = isRecord(meta) ? meta[META_VERSION] : undefined;
  assertVersions(header, envelope);
  const modern = (header ?? envelope) === MODERN_VERSION;
  // No revision says which headers a notification needs; its answer is the same in both eras.
  if (message.kind !== "request") return modern ? "modern" : "legacy";
  if (!modern) return header === undefined && message.method === "server/discover" ? "modern" : "legacy";
  assertEnvelope(meta);
  assertMirrored(headers, message);
  return "modern";
}

/** @throws RpcError -32600 unless the request's revision has batches. */
export function assertBatchAllowed(headers: Headers): void {
  const header = headers["mcp-protocol-version"];
  if (header === undefined || header === BATCH_VERSION) return;
  throw new RpcError(RPC.invalid_request, `Batches exist only in protocol version ${BATCH_VERSION}.`, { status: 400 });
}

/** The version that `initialize` answers: the requested one where it is served, else the newest with a handshake. */
export function negotiateVersion(requested: unknown): string {
  return LEGACY_VERSIONS.find((version) => version === requested) ?? LATEST_LEGACY_VERSION;
}

function assertVersions(header: string | undefined, envelope: unknown): void {
  if (header !== undefined && envelope !== undefined && header !== envelope) {
    throw mismatch(`MCP-Protocol-Version header does not match _meta["${META_VERSION}"].`);
  }
  const requested = header ?? envelope;
  if (requested === undefined) return;
  const isSupported = typeof requested === "string" && SUPPORTED_VERSIONS.includes(requested);
  // A legacy version inside an envelope is no version of this kind of request.
  if (isSupported && (envelope === undefined || envelope === MODERN_VERSION)) return;
  throw new RpcError(RPC.unsupported_version, "Unsupported protocol version", {
    status: 400,
    data: { supported: SUPPORTED_VERSIONS, requested: typeof requested === "string" ? requested.slice(0, 100) : null },
  });
}

function assertEnvelope(meta: unknown): void {
  const missing = [META_VERSION, META_CAPABILITIES].filter((key) => !isRecord(meta) || meta[key] === undefined);
  if (missing.length > 0) {
    throw new RpcError(RPC.invalid_params, `params._meta lacks ${missing.join(" and ")}.`, { status: 400 });
  }
  if (isRecord(meta) && !isRecord(meta[META_CAPABILITIES])) {
    throw new RpcError(RPC.invalid_params, `_meta["${META_CAPABILITIES}"] must be an object.`, { status: 400 });
  }
}

/** Headers must repeat what the body says, so that a proxy and this server cannot be told different things. */
function assertMirrored(headers: Headers, request: RpcRequest): void {
  const strict = headers["mcp-protocol-version"] !== undefined;
  assertHeader("Mcp-Method", headers["mcp-method"], request.method, strict);
  const parameter = NAME_PARAMETER[request.method];
  const named = parameter === undefined ? undefined : request.params[parameter];
  if (typeof named !== "string") return;
  const header = headers["mcp-name"];
  assertHeader("Mcp-Name", header === undefined ? undefined : decodeHeaderValue(header), named, strict);
}

function assertHeader(name: string, header: string | undefined, body: string, required: boolean): void {
  if (header === undefined && !required) return;
  if (header === undefined) throw mismatch(`Header mismatch: the ${name} header is missing.`);
  if (header !== body) throw mismatch(`Header mismatch: the ${name} header does not match the body.`);
}

/** Undoes the Base64 sentinel of 2026-07-28, streamable-http, Value Encoding; anything else is plain text. */
function decodeHeaderValue(value: string): string {
  const encoded = /^=\?base64\?(.*)\?=$/s.exec(value)?.[1];
  if (encoded === undefined) return value;
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.toString("base64").replace(/=+$/, "") !== encoded.replace(/=+$/, "")) {
    throw mismatch("Header mismatch: the Mcp-Name header is not valid Base64.");
  }
  return bytes.toString("utf8");
}

function mismatch(message: string): RpcError {
  return new RpcError(RPC.header_mismatch, message, { status: 400 });
}
