import type { Config } from "./config/config.ts";

/** Whether tenants' sandbox addresses may lead to this machine, and what the operator is told at the start. */
export interface LoopbackReach {
  readonly is_allowed: boolean;
  readonly warning: string | null;
}

/**
 * A sandbox key makes the service call whatever address it names, so the machine itself is only for those who are on it: by
 * default both the public address and the address that is listened on must be loopback.
 */
export function loopbackReach(config: Pick<Config, "base_url" | "host" | "webhook_allow_loopback">): LoopbackReach {
  const hasLocalName = isLoopbackName(new URL(config.base_url).hostname);
  const isClosed = hasLocalName && isLoopbackName(config.host);
  if (config.webhook_allow_loopback === "off") return { is_allowed: false, warning: null };
  if (config.webhook_allow_loopback === "on") return { is_allowed: true, warning: isClosed ? null : OPENED };
  return { is_allowed: isClosed, warning: hasLocalName && !isClosed ? HALF_OPEN : null };
}

const OPENED =
  "WEBHOOK_ALLOW_LOOPBACK is on while others can reach this service: whoever holds a sandbox key can make it call this machine";
const HALF_OPEN =
  "HOST listens beyond this machine while BASE_URL is loopback: set BASE_URL to the address that others use. Webhooks and " +
  "data sources of the sandbox do not reach this machine meanwhile; WEBHOOK_ALLOW_LOOPBACK=on allows it";

/** Whether a host, as settings and URLs write it, is this machine and nobody else. */
export function isLoopbackName(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}
