import type { FastifyReply, FastifyRequest } from "fastify";
import {
  findSession,
  isCsrfToken,
  KNOWN_DEVICE_SECONDS,
  type Session,
  SESSION_SECONDS,
  type UserPorts,
} from "../../modules/users/index.ts";
import { readBytes } from "../http/json-body.ts";

const FORM_LIMIT_BYTES = 64 * 1024;
const RETURN_LENGTH_MAX = 8_000;
const LOOPBACK_NAMES: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

/** What the pages need to know of the installation. */
export interface BrowserDeps {
  readonly users: UserPorts;
  readonly base_url: string;
}

/** `__Host-` binds the cookie to this host and https (RFC 6265bis 4.1.3.2); plain http is served on loopback only. */
function cookieName(base_url: string): string {
  return base_url.startsWith("https:") ? "__Host-carbon_session" : "carbon_session";
}

export function sessionCookie(deps: BrowserDeps, request: FastifyRequest): string | undefined {
  return cookieOf(request, cookieName(deps.base_url));
}

/** The value of a cookie that the browser sent; undefined: none. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  for (const part of (request.headers.cookie ?? "").split(";")) {
    const [key = "", ...value] = part.split("=");
    if (key.trim() === name) return value.join("=").trim();
  }
  return undefined;
}

/** The session of the request's cookie; null: nobody is logged in. */
export async function sessionOf(deps: BrowserDeps, request: FastifyRequest): Promise<Session | null> {
  return await findSession(deps.users, sessionCookie(deps, request));
}

/** Lax, not Strict: an assistant's window arrives from another site and must find its session. */
export function setSessionCookie(deps: BrowserDeps, reply: FastifyReply, secret: string): void {
  const secure = deps.base_url.startsWith("https:") ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${cookieName(deps.base_url)}=${secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${SESSION_SECONDS}${secure}`,
  );
}

export function clearSessionCookie(deps: BrowserDeps, reply: FastifyReply): void {
  // What the application keeps in the browser is of who was logged in: unsent decisions, the company that was open.
  reply.header("clear-site-data", '"storage"');
  const secure = deps.base_url.startsWith("https:") ? "; Secure" : "";
  reply.header("set-cookie", `${cookieName(deps.base_url)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure}`);
}

function deviceCookieName(base_url: string): string {
  return base_url.startsWith("https:") ? "__Host-carbon_device" : "carbon_device";
}

/** What the browser was given when somebody last logged in with it. */
export function deviceCookie(deps: BrowserDeps, request: FastifyRequest): string | undefined {
  return cookieOf(request, deviceCookieName(deps.base_url));
}

/** Outlasts the session and the logout. Strict: it is needed with our own login form alone. */
export function setDeviceCookie(deps: BrowserDeps, reply: FastifyReply, device: string): void {
  const secure = deps.base_url.startsWith("https:") ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${deviceCookieName(deps.base_url)}=${device}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${KNOWN_DEVICE_SECONDS}${secure}`,
  );
}

/** The fields of a posted form; null: not a form, too large, or not UTF-8. */
export async function readPageForm(request: FastifyRequest): Promise<URLSearchParams | null> {
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(request.headers["content-type"] ?? "")) return null;
  const bytes = await readBytes(request.raw, FORM_LIMIT_BYTES);
  if (bytes === null) return null;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // URLSearchParams would put U+FFFD for bytes that are no text: two passwords would then be one.
    decodeURIComponent(text);
    return new URLSearchParams(text);
  } catch {
    return null;
  }
}

/** Parameters after the question mark of a request. */
export function queryOf(request: FastifyRequest): URLSearchParams {
  const start = request.url.indexOf("?");
  return new URLSearchParams(start === -1 ? "" : request.url.slice(start + 1));
}

/**
 * Whether a post comes from a page of this service. Browsers say where a form was; a request that says nothing is no
 * browser's, carries no cookie that a person did not give it, and is let through to the token's check.
 */
export function isOwnOrigin(deps: BrowserDeps, request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (origin !== undefined) return ownOrigins(deps.base_url).includes(origin);
  const site = request.headers["sec-fetch-site"];
  return site === undefined || site === "same-origin" || site === "none";
}

/** A service on loopback is found under each of its names: whoever answers there on this port is the service. */
function ownOrigins(base_url: string): readonly string[] {
  const { origin, protocol, hostname, port } = new URL(base_url);
  if (!LOOPBACK_NAMES.includes(hostname)) return [origin];
  return LOOPBACK_NAMES.map((name) => `${protocol}//${name}${port === "" ? "" : `:${port}`}`);
}

/** A posted form of this session: right origin and right token. */
export function isOwnForm(
  deps: BrowserDeps,
  request: FastifyRequest,
  session: Session,
  form: URLSearchParams,
): boolean {
  return isOwnOrigin(deps, request) && isCsrfToken(session, form.get("csrf_token"));
}

/** Where to go after a login: a path of this host, never another host; anything else is the start. */
export function returnPath(text: string | null | undefined): string {
  const isPath =
    typeof text === "string" && text.length <= RETURN_LENGTH_MAX && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(text);
  return isPath ? text : "/account";
}
