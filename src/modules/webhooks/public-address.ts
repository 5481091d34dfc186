import ipaddr from "ipaddr.js";

/** Azure's wire server: it looks public and answers with the machine's secrets. */
const AZURE_WIRE_SERVER = "168.63.129.16";

/** The only block from which IPv6 addresses of the internet are given out (IANA IPv6 global unicast assignments). */
const GLOBAL_UNICAST = ipaddr.IPv6.parse("2000::");
const GLOBAL_UNICAST_BITS = 3;

/**
 * Whether an address literal (IPv6 without brackets) belongs to the public internet. Outside 2000::/3 nothing is: that
 * alone refuses loopback, mapped IPv4, NAT64, unique local and link-local addresses, in every spelling.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === "unicast" && parsed.toString() !== AZURE_WIRE_SERVER;
  return parsed.match(GLOBAL_UNICAST, GLOBAL_UNICAST_BITS) && parsed.range() === "unicast";
}

/** Whether an address literal is 127.0.0.0/8 or ::1. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === "loopback";
}

/** Whether the text is an IPv4 or IPv6 literal at all. */
export function isAddress(text: string): boolean {
  return ipaddr.isValid(text);
}
