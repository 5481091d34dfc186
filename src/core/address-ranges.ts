import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Whether an address lies in any of the ranges. An IPv4 range also matches the IPv4-mapped form of IPv6. */
export type RangeMatcher = (address: string) => boolean;

/** Compiles CIDR ranges, v4 and v6, that were validated when they were written. */
export function rangeMatcher(ranges: readonly string[]): RangeMatcher {
  const list = new BlockList();
  for (const range of ranges) {
    const { network, prefix } = partsOf(range);
    list.addSubnet(network, prefix, isIPv6(network) ? "ipv6" : "ipv4");
  }
  return (address) => {
    if (isIPv4(address)) return list.check(address, "ipv4");
    return isIPv6(address) && list.check(address, "ipv6");
  };
}

/** Whether a CIDR range lies whole in one of the same kind among `outer`. Ranges that only together hold it do not count. */
export function isWithinRanges(range: string, outer: readonly string[]): boolean {
  const { network, prefix } = partsOf(range);
  return outer.some((candidate) => {
    const wide = partsOf(candidate);
    const isSameKind = isIPv6(wide.network) === isIPv6(network);
    return isSameKind && wide.prefix <= prefix && rangeMatcher([candidate])(network);
  });
}

function partsOf(range: string): { readonly network: string; readonly prefix: number } {
  const [network = "", prefix = ""] = range.split("/");
  return { network, prefix: Number(prefix) };
}
