import type { UserPorts } from "./user-ports.ts";

/** How long a browser is remembered after a login with it: as long as browsers keep cookies at most (RFC 6265bis 5.5). */
const KNOWN_MS = 400 * 24 * 3600 * 1000;
const BOUND = "browser that has logged in";
const ID_BYTES = 16;

export const KNOWN_DEVICE_SECONDS = KNOWN_MS / 1000;

/**
 * A browser's proof that somebody has logged in to the account with it, for its cookie. It opens nothing: with it a wrong
 * password is counted for this browser alone (OWASP, "Device cookies").
 */
export function sealDevice({ secrets, clock, randomBytes }: UserPorts, account: string): string {
  const expires = clock.now().getTime() + KNOWN_MS;
  const text = `${expires} ${account} ${randomBytes(ID_BYTES).toString("base64url")}`;
  return secrets.seal(Buffer.from(text), BOUND).toString("base64url");
}

/** Id of the browser for this account; null: it has not logged in to it, or so long ago that it is forgotten. */
export function openDevice({ secrets, clock }: UserPorts, account: string, proof: string | undefined): string | null {
  if (proof === undefined) return null;
  let text: string;
  try {
    text = secrets.open(Buffer.from(proof, "base64url"), BOUND).toString("utf8");
  } catch {
    return null;
  }
  const [expires = "0", owner = "", id = ""] = text.split(" ");
  return Number(expires) > clock.now().getTime() && owner === account ? id : null;
}
