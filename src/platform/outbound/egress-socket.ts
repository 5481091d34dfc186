import type { Socket } from "node:net";
import type { SecureContext } from "node:tls";
import { SafeFetchError, type SafeFetchSettings } from "./safe-fetch-types.ts";
import { isLoopback, ranges } from "./address-guard.ts";
import { startDeadline } from "./deadline.ts";
import { connectToFirst } from "./happy-eyeballs.ts";
import { parseUntrustedUrl } from "./untrusted-url.ts";
import { reachableAddresses } from "./open-connection.ts";
import { trustedAuthorities } from "./tls-handshake.ts";

/** Connections of other protocols than HTTP to servers that tenants name: the same checks, the same pinning. */
export interface EgressSockets {
  /**
   * Connects over checked addresses only, within 10 s. `ports` are those below 1024 that the protocol uses.
   * @throws SafeFetchError blocked, dns, connect, timeout or invalid_url, or the reason of `signal`
   */
  open(target: UntrustedEndpoint, signal: AbortSignal): Promise<{ socket: Socket; address: string }>;
  readonly authorities: SecureContext;
}

export interface UntrustedEndpoint {
  readonly host: string;
  readonly port: number;
  readonly ports: readonly number[];
  readonly allow_loopback: boolean;
}

const CONNECT_TIMEOUT_MS = 10_000;
const FIRST_FREE_PORT = 1024;

/** @throws ConfigError when the file of extra authorities cannot be used */
export function egressSockets(settings: SafeFetchSettings): EgressSockets {
  const open_ranges = ranges(settings.allow_cidrs);
  const authorities = trustedAuthorities(settings.extra_ca_file);
  const transport = { dns_servers: settings.dns_servers, authorities, proxy: undefined };
  return {
    authorities,
    async open({ host, port, ports, allow_loopback }, signal) {
      const reach = { open_ranges, allow_loopback };
      const bare = host.includes(":") ? `[${host}]` : host;
      // From 1024 on the rules for URLs hold, databases' ports included.
      const suffix = ports.includes(port) ? "" : `:${port}`;
      const target = parseUntrustedUrl(`https://${bare}${suffix}/`, reach);
      if (target.kind === "refused" || (suffix !== "" && port < FIRST_FREE_PORT)) {
        const why = target.kind === "refused" ? target.message : "port is not one of this protocol";
        throw new SafeFetchError("blocked", `the address ${why}`, { address: null });
      }
      const late = (): Error => new SafeFetchError("timeout", "no connection in time", { address: null });
      const deadline = startDeadline(CONNECT_TIMEOUT_MS, late, [signal]);
      try {
        const addresses = await reachableAddresses(target, { transport, reach }, deadline.signal);
        return await connectToFirst(addresses, port, deadline.signal);
      } finally {
        deadline.end();
      }
    },
  };
}

/** Whether a host is this machine itself, whose connections need no encryption. */
export function isLocalHost(host: string): boolean {
  return host === "localhost" || isLoopback(host);
}
