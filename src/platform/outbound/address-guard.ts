import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** Network and prefix length. */
export type AddressRange = [Address, number];

/** What is reachable beyond the public internet. */
export interface Reach {
  readonly open_ranges: readonly AddressRange[];
  readonly allow_loopback: boolean;
}

/** IANA IPv4 Special-Purpose Address Registry with all entries below a listed block, multicast and AS112 service blocks. */
const SPECIAL_IPV4 = ranges([
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.31.196.0/24",
  "192.52.193.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "192.175.48.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
]);

/**
 * The only block from which addresses of the internet are given out (IANA IPv6 Global Unicast Address Assignments). Outside
 * of it nothing is public: that refuses loopback, mapped and compatible IPv4, NAT64, unique local, link-local, multicast
 * and segment routing in every spelling.
 */
const GLOBAL_UNICAST_IPV6 = ranges(["2000::/3"]);

/** IANA IPv6 Special-Purpose Address Registry inside 2000::/3: protocol assignments with Teredo and ORCHID, documentation, 6to4, AS112. */
const SPECIAL_IPV6 = ranges(["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"]);

const LOOPBACK = ranges(["127.0.0.0/8", "::1/128"]);

/** Blocks that an operator may open (RFC 1918, RFC 6598, RFC 4193). */
const PRIVATE = ranges(["10.0.0.0/8", "100.64.0.0/10", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"]);

/**
 * Refused whatever the operator opens: they answer with the machine's own credentials. Link-local holds most metadata
 * services; besides it Azure's wire server (which looks public), and the ones of Alibaba, Oracle, AWS and Google.
 */
const NEVER = ranges([
  "169.254.0.0/16",
  "fe80::/10",
  "168.63.129.16/32",
  "100.100.100.200/32",
  "192.0.0.192/32",
  "fd00:ec2::/32",
  "fd20:ce::254/128",
]);

/** Whether a connection to the address (a literal, IPv6 without brackets) may be made. */
export function isReachable(address: string, { open_ranges, allow_loopback }: Reach): boolean {
  // A zone names an interface of this machine; nothing public has one.
  if (isIP(address) === 0 || address.includes("%")) return false;
  const parsed = ipaddr.parse(address);
  if (isWithin(parsed, NEVER)) return false;
  if (isWithin(parsed, LOOPBACK)) return allow_loopback;
  return isWithin(parsed, open_ranges) || isPublic(parsed);
}

/** Whether an address literal is 127.0.0.0/8 or ::1. */
export function isLoopback(address: string): boolean {
  return isIP(address) !== 0 && isWithin(ipaddr.parse(address), LOOPBACK);
}

/** Whether two literals, each in any spelling, are the same address. */
export function isSameAddress(left: string, right: string): boolean {
  return (
    ipaddr.isValid(left) && ipaddr.isValid(right) && ipaddr.parse(left).toString() === ipaddr.parse(right).toString()
  );
}

/** Whether the operator may open the range: all of it lies in one private block. */
export function isPrivateRange(text: string): boolean {
  const [network, bits] = ipaddr.parseCIDR(text);
  return PRIVATE.some((block) => bits >= block[1] && isWithin(network, [block]));
}

/** Reads ranges in CIDR notation. @throws Error for anything else */
export function ranges(texts: readonly string[]): readonly AddressRange[] {
  return texts.map((text) => ipaddr.parseCIDR(text));
}

function isPublic(address: Address): boolean {
  if (address instanceof ipaddr.IPv4) return !isWithin(address, SPECIAL_IPV4);
  return isWithin(address, GLOBAL_UNICAST_IPV6) && !isWithin(address, SPECIAL_IPV6);
}

function isWithin(address: Address, blocks: readonly AddressRange[]): boolean {
  return blocks.some(([network, bits]) => address.kind() === network.kind() && address.match([network, bits]));
}
