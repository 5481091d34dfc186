const LENGTH_MAX = 1_000;

/**
 * Schemes that a browser or the system would run, open or resolve itself instead of handing the answer to a program that
 * asked for it; the ones of Windows begin with ms-.
 */
const REFUSED_SCHEMES =
  /^(?:about|android-app|blob|chrome|chrome-extension|content|data|facetime|file|filesystem|ftps?|gopher|intent|irc|its|jar|javascript|ldaps?|magnet|mailto|market|mhtml|mk|moz-extension|ms-.*|nfs|news|res|resource|search|search-ms|sftp|shell|sms|smb|ssh|tel|telnet|urn|vbscript|view-source|webcal|wss?):$/;

/** A URI is ASCII (RFC 3986); blanks and backslashes are read in two ways, so that one parser would see another host. */
const UNAMBIGUOUS = /^[!-[\]-~]+$/;

/** http on this machine: the port is whatever the program got when it started (RFC 8252 7.3; here for localhost too). */
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(\/[^#]*|\?[^#]*)?$/i;

/**
 * Whether answers may be sent to an address: https anywhere, http on loopback only, or a private-use scheme of an
 * installed program (RFC 8252 7.1; accepted although MCP names only the first two, because editors register them).
 * Never with user information or a fragment.
 */
export function isAcceptableRedirectUri(text: string): boolean {
  if (text.length > LENGTH_MAX || !UNAMBIGUOUS.test(text) || text.includes("#") || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") return false;
  if (url.protocol === "https:") return /^https:\/\/[^/]/i.test(text) && url.hostname !== "";
  if (url.protocol === "http:") return LOOPBACK.test(text);
  return /^[a-z][a-z0-9+.-]{1,60}:\/\/?[^/]/i.test(text) && !REFUSED_SCHEMES.test(url.protocol);
}

/** Whether the address is http on loopback, which any program on that machine can listen on. */
export function isLoopbackRedirect(text: string): boolean {
  return LOOPBACK.test(text);
}

/**
 * Whether a requested address is one of the registered ones: the same characters (RFC 9700 2.1), except that the port of
 * a loopback address is free.
 */
export function isRegisteredRedirect(registered: readonly string[], requested: string): boolean {
  if (registered.includes(requested)) return true;
  // A port that no program can listen on makes it no address at all.
  const wanted = isAcceptableRedirectUri(requested) ? withoutPort(requested) : null;
  return wanted !== null && registered.some((uri) => withoutPort(uri) === wanted);
}

function withoutPort(text: string): string | null {
  const match = LOOPBACK.exec(text);
  if (match === null) return null;
  const rest = match[2] ?? "/";
  return `${match[1]?.toLowerCase()}${rest.startsWith("?") ? `/${rest}` : rest}`;
}

/** What people recognise an address by: its host, or the scheme of an installed program. */
export function redirectHost(text: string): string {
  const url = new URL(text);
  return url.protocol === "https:" || url.protocol === "http:" ? url.host : `${url.protocol}//`;
}
