import type { Context } from "../../core/context.ts";
import { type ValidationIssue, validationError } from "../../core/errors.ts";
import { isAddress, isLoopbackAddress, isPublicAddress } from "./public-address.ts";

export const URL_CHARACTERS_MAX = 2048;

/** Names that only mean something inside a network or nowhere (RFC 6761, RFC 6762, RFC 7686, RFC 8375, ICANN SAC113). */
const PRIVATE_SUFFIXES = ["localhost", "local", "internal", "intranet", "lan", "home.arpa", "onion", "invalid", "test"];

/** Database and cache servers that obey lines inside an HTTP request. */
const REFUSED_PORTS: ReadonlySet<number> = new Set([1433, 1521, 3306, 5432, 5984, 6379, 9042, 9200, 11_211, 27_017]);
const FIRST_FREE_PORT = 1024;

/** Control characters, blanks and backslashes: URL parsers disagree about them, so that one sees another host than the next. */
const AMBIGUOUS = /[\p{Cc}\s\\]/u;

/**
 * Checks what a URL alone tells: https to a public host, port 443 or from 1024 on, no credentials. In the sandbox of an
 * installation whose own address is loopback, http and https to loopback are fine as well. What a name resolves to is
 * checked at each delivery, because it can change. Answers with the normalised URL.
 * @throws ServiceError request.validation_failed naming `url`
 */
export function acceptedUrl(ctx: Pick<Context, "is_local" | "tenant">, text: string): string {
  if (AMBIGUOUS.test(text) || !/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    throw refusal("invalid_url", "must be an absolute https URL without blanks, e.g. https://hooks.example.com/carbon");
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    throw refusal("credentials_in_url", "must not contain a user name or password; check the signature instead");
  }
  if (url.hash !== "") throw refusal("fragment_in_url", "must not contain a fragment: it would not be sent");
  const host = hostOf(url);
  if (isLoopback(host) && ctx.is_local && ctx.tenant.environment === "sandbox") return url.href;
  if (url.protocol !== "https:") throw refusal("https_required", "must begin with https://");
  assertPort(url);
  assertPublicHost(host);
  return url.href;
}

function refusal(code: string, message: string): Error {
  const issue: ValidationIssue = { path: "url", code, message };
  return validationError([issue]);
}

/** Without brackets and without the dot of the root. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
}

function isLoopback(host: string): boolean {
  return host === "localhost" || isLoopbackAddress(host);
}

function assertPort(url: URL): void {
  const port = url.port === "" ? 443 : Number(url.port);
  if (port === 443 || (port >= FIRST_FREE_PORT && !REFUSED_PORTS.has(port))) return;
  throw refusal("port_not_allowed", "port must be 443 or one from 1024 on that no database uses");
}

function assertPublicHost(host: string): void {
  const message = "must lead to a public host: private and loopback hosts are not delivered to";
  if (isAddress(host)) {
    if (!isPublicAddress(host)) throw refusal("host_not_public", message);
    return;
  }
  const isPrivateName = PRIVATE_SUFFIXES.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
  if (isPrivateName || !host.includes(".")) throw refusal("host_not_public", message);
}
