import type { Environment } from "../../core/context.ts";

/** What one authority serves. The application, a REST environment, or both. */
export interface Site {
  /** Pages, the assistant endpoint for both kinds of key, OAuth, legacy. */
  readonly is_application: boolean;
  /** Environment of /api/v1 here; null: not served. */
  readonly rest: Environment | null;
}

export interface Addresses {
  readonly base_url: string;
  readonly api_url: string;
  readonly sandbox_api_url: string;
}

/** Which of the two listeners took the connection. */
export type Listener = "main" | "sandbox";

/** Finds the site of a request from its Host header. */
export type SiteOf = (host: string | undefined) => Site;

/**
 * The Host authority decides among the configured addresses (contract 11.2); any other host is the listener's own
 * site: the application, or the sandbox API. Authorities compare without regard to case and default port.
 */
export function siteResolver(addresses: Addresses, listener: Listener): SiteOf {
  const base = authority(addresses.base_url);
  const live = authority(addresses.api_url);
  const sandbox = authority(addresses.sandbox_api_url);
  const sites = new Map<string, Site>();
  sites.set(sandbox, { is_application: sandbox === base, rest: "sandbox" });
  sites.set(live, { is_application: live === base, rest: "live" });
  if (!sites.has(base)) sites.set(base, { is_application: true, rest: null });
  const application: Site = sites.get(base) ?? { is_application: true, rest: null };
  const fallback: Site = listener === "main" ? application : { is_application: false, rest: "sandbox" };
  return (host) => (host === undefined ? fallback : (sites.get(withoutDefaultPort(host.toLowerCase())) ?? fallback));
}

function authority(address: string): string {
  return withoutDefaultPort(new URL(address).host.toLowerCase());
}

function withoutDefaultPort(host: string): string {
  if (host.endsWith(":80")) return host.slice(0, -":80".length);
  return host.endsWith(":443") ? host.slice(0, -":443".length) : host;
}
