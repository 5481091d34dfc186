import { z } from "zod";
import type { SystemDb } from "../../core/context.ts";
import { RATE_WINDOW_SECONDS } from "../../core/rate-limits.ts";
import { cleanClientName, type OAuthClient } from "./client.ts";
import { OAuthError } from "./oauth-error.ts";
import type { FetchedDocument, OAuthPorts } from "./oauth-ports.ts";
import { isAcceptableRedirectUri } from "./redirect-uri.ts";
import { keepDocument, selectDocument } from "./store-clients.ts";

const ADDRESS_LENGTH_MAX = 500;
const MINUTE_MS = 60_000;
const KEPT_AT_LEAST_MS = 5 * MINUTE_MS;
const KEPT_AT_MOST_MS = 24 * 60 * MINUTE_MS;
/** Documents a minute that are fetched for one person, and from one host: nobody makes this service flood another. */
const FETCHES_PER_MINUTE = { person: 20, host: 30 };

const clientDocument = z.object({
  client_id: z.string(),
  client_name: z.string().min(1).max(200),
  redirect_uris: z.array(z.string()).min(1).max(20),
  token_endpoint_auth_method: z.literal("none").optional(),
  // Everybody can read the document: a program that keeps a secret there, or believes that it has one, is not let in.
  client_secret: z.never().optional(),
  client_secret_expires_at: z.never().optional(),
});

/** One fetch per address and installation at a time, whoever asks. */
const UNDER_WAY = new WeakMap<SystemDb, Map<string, Promise<OAuthClient>>>();

/**
 * The program whose client id is the address of its metadata document (draft-ietf-oauth-client-id-metadata-document).
 * Documents are kept as long as their headers say, between five minutes and a day.
 * @throws OAuthError invalid_client when the address or the document cannot be used
 */
export async function clientOfDocument(ports: OAuthPorts, address: string, user_id: string): Promise<OAuthClient> {
  assertDocumentAddress(address);
  const underWay = UNDER_WAY.get(ports.system) ?? new Map<string, Promise<OAuthClient>>();
  UNDER_WAY.set(ports.system, underWay);
  // The look-up belongs to it: between a look-up and a fetch of its own, another fetch could have ended.
  const running =
    underWay.get(address) ?? keptOrFetched(ports, address, user_id).finally(() => underWay.delete(address));
  underWay.set(address, running);
  return await running;
}

async function keptOrFetched(ports: OAuthPorts, address: string, user_id: string): Promise<OAuthClient> {
  const kept = await selectDocument(ports.system, address, ports.clock.now());
  if (kept !== undefined) return toClient(address, kept);
  await takeFetch(ports, address, user_id);
  return await fetchClient(ports, address);
}

async function takeFetch({ rates }: OAuthPorts, address: string, user_id: string): Promise<void> {
  for (const [key, limit] of [
    [`oauth_document:${user_id}`, FETCHES_PER_MINUTE.person],
    [`oauth_document:${new URL(address).host}`, FETCHES_PER_MINUTE.host],
  ] as const) {
    const { is_allowed } = await rates.take(key, limit, RATE_WINDOW_SECONDS);
    if (!is_allowed) throw unusable("Too many metadata documents were asked for. Wait a minute.");
  }
}

/** https, default port, a path, and nothing that two parsers could read in two ways. */
function assertDocumentAddress(address: string): void {
  const isPlain = address.length <= ADDRESS_LENGTH_MAX && URL.canParse(address) && new URL(address).href === address;
  const url = isPlain ? new URL(address) : null;
  const fits =
    url !== null &&
    url.protocol === "https:" &&
    url.port === "" &&
    url.username === "" &&
    url.password === "" &&
    url.hash === "" &&
    url.pathname !== "/" &&
    !address.includes("#");
  if (!fits) throw unusable("The client id is not the address of a metadata document.");
}

async function fetchClient(ports: OAuthPorts, address: string): Promise<OAuthClient> {
  const fetched = await ports.fetchDocument(address).catch(() => null);
  if (fetched === null) throw unusable("The client's metadata document could not be fetched.");
  const document = documentIn(fetched);
  const client = toClient(address, document);
  const fetched_at = ports.clock.now();
  const expires_at = new Date(fetched_at.getTime() + keptFor(fetched.cache_control));
  const { name: client_name, redirect_uris } = client;
  await keepDocument(
    ports.system,
    address,
    { client_id: address, client_name, redirect_uris },
    { fetched_at, expires_at },
  );
  return client;
}

function documentIn({ status, content_type, body }: FetchedDocument): unknown {
  if (status !== 200) throw unusable("The client's metadata document was not answered with 200.");
  if (!/^application\/(?:[a-z0-9.+-]+\+)?json(?:$|[ ;])/i.test(content_type)) {
    throw unusable("The client's metadata document is not JSON.");
  }
  try {
    return JSON.parse(body);
  } catch {
    throw unusable("The client's metadata document is not JSON.");
  }
}

function toClient(address: string, document: unknown): OAuthClient {
  const parsed = clientDocument.safeParse(document);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.map(String).join(".") ?? "";
    throw unusable(`The client's metadata document has no usable ${field === "" ? "content" : field}.`);
  }
  const { client_id, client_name, redirect_uris } = parsed.data;
  if (client_id !== address) throw unusable("The client's metadata document names another client_id.");
  if (!redirect_uris.every(isAcceptableRedirectUri)) {
    throw unusable("The client's metadata document has a redirect address that may not be used.");
  }
  const host = new URL(address).host;
  const name = cleanClientName(client_name);
  return {
    id: address,
    name: name === "" ? host : name,
    redirect_uris,
    auth_method: "none",
    secret_digest: null,
    document_host: host,
  };
}

function keptFor(cache_control: string | undefined): number {
  const seconds = Number(/(?:^|[ ,])max-age=(\d{1,9})/i.exec(cache_control ?? "")?.[1] ?? 0);
  const isStored = !/(?:^|[ ,])no-(?:store|cache)/i.test(cache_control ?? "");
  return Math.min(Math.max(isStored ? seconds * 1000 : 0, KEPT_AT_LEAST_MS), KEPT_AT_MOST_MS);
}

function unusable(description: string): OAuthError {
  return new OAuthError("invalid_client", description);
}
