import { isIP, type Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { SafeFetchError } from "./safe-fetch-types.ts";
import { isLoopback, isReachable, type Reach } from "./address-guard.ts";
import { connectToFirst } from "./happy-eyeballs.ts";
import type { Target } from "./untrusted-url.ts";
import { resolveName } from "./dns-resolution.ts";
import { openTunnel } from "./proxy-tunnel.ts";
import { startTls } from "./tls-handshake.ts";

/** How the service reaches other people's servers: what the operator set. */
export interface Transport {
  readonly dns_servers: readonly string[];
  readonly authorities: SecureContext;
  readonly proxy: URL | undefined;
}

export interface OpenConnection {
  readonly socket: Socket;
  /** Null when a proxy chose it. */
  readonly address: string | null;
}

/** RFC 6761 6.3: this name is never asked of a name server. */
const LOCALHOST = ["::1", "127.0.0.1"];

/** Large services have a dozen; a stranger's answer of thousands would keep this process busy. */
const ADDRESSES_MAX = 64;

/**
 * All addresses behind the target, each of them reachable: one refused answer refuses the name.
 * @throws SafeFetchError blocked or dns, or the reason of `signal`
 */
export async function reachableAddresses(
  { host }: Target,
  { transport, reach }: { transport: Transport; reach: Reach },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = await addressesOf(host, transport, signal);
  if (addresses.length > ADDRESSES_MAX) {
    throw new SafeFetchError("blocked", `the name has more than ${ADDRESSES_MAX} addresses`, { address: null });
  }
  if (addresses.every((address) => isReachable(address, reach))) return addresses;
  // Which one it was would tell strangers about names inside the operator's network.
  throw new SafeFetchError("blocked", "the name leads to an address that is not public", { address: null });
}

/**
 * Connects to the target over checked addresses only, with TLS unless it is plain loopback.
 * @throws SafeFetchError blocked, dns, connect or tls, or the reason of `signal`
 */
export async function openConnection(
  target: Target,
  egress: { transport: Transport; reach: Reach },
  signal: AbortSignal,
): Promise<OpenConnection> {
  const { socket, address } = await openSocket(target, egress, signal);
  if (!target.is_secure) return { socket, address };
  const { authorities } = egress.transport;
  return { socket: await startTls(socket, { host: target.host, address, authorities }, signal), address };
}

async function openSocket(
  target: Target,
  egress: { transport: Transport; reach: Reach },
  signal: AbortSignal,
): Promise<OpenConnection> {
  const { proxy } = egress.transport;
  if (proxy !== undefined && !isLocal(target)) {
    return { socket: await openTunnel(proxy, target, signal), address: null };
  }
  const addresses = await reachableAddresses(target, egress, signal);
  return await connectToFirst(addresses, target.port, signal);
}

/** The proxy's own loopback is another machine's. */
export function isLocal({ host }: Target): boolean {
  return host === "localhost" || isLoopback(host);
}

async function addressesOf(host: string, transport: Transport, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  if (host === "localhost") return LOCALHOST;
  return await resolveName(host, transport.dns_servers, signal);
}
