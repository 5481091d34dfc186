import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { RangeMatcher } from "../../core/address-ranges.ts";

/**
 * The client's address: the socket's, unless the peer is a trusted proxy. Then X-Forwarded-For is walked from the right,
 * past trusted hops, up to the first hop that is not trusted; an entry that is no address ends the walk at the last good
 * one. The left end is written by the client and is never believed by itself.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  isTrusted: RangeMatcher,
): string {
  let address = canonicalAddress(socketAddress ?? "") ?? "0.0.0.0";
  if (forwardedFor === undefined || !isTrusted(address)) return address;
  const header = typeof forwardedFor === "string" ? forwardedFor : forwardedFor.join(",");
  const hops = header.split(",");
  for (let index = hops.length - 1; index >= 0; index -= 1) {
    const hop = canonicalAddress(withoutPort((hops[index] ?? "").trim()));
    if (hop === null) return address;
    address = hop;
    if (!isTrusted(hop)) return hop;
  }
  return address;
}

/** The key under which requests of an address are counted: IPv6 by /64, because one host commonly owns that much. */
export function addressGroup(address: string): string {
  if (!address.includes(":")) return address;
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(":")}::/64`;
}

function canonicalAddress(text: string): string | null {
  const family = isIP(text);
  if (family === 4) return text;
  if (family !== 6) return null;
  const parsed = ipaddr.IPv6.parse(text.replace(/%.*$/, ""));
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.toString();
}

/** "1.2.3.4:567" and "[::1]:567" lose the port; a bare IPv6 address is left alone. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(text);
  if (bracketed !== null) return bracketed[1] ?? "";
  return /^[^:]+:\d+$/.test(text) ? text.slice(0, text.indexOf(":")) : text;
}
