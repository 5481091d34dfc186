import { isIP } from "node:net";
import { type AddressRefusal, type AddressRefusalCode, URL_CHARACTERS_MAX } from "../../core/untrusted-url.ts";
import { isLoopback, isReachable, type Reach } from "./address-guard.ts";

/** Where a URL leads, as far as the URL alone tells. */
export interface Target {
  readonly kind: "target";
  readonly url: URL;
  /** A name in lower case without the dot of the root, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly is_secure: boolean;
}

/** Names that mean something on one machine or nowhere (RFC 6761, RFC 7686, RFC 9476). */
const NAMES_OF_NOTHING = ["localhost", "localdomain", "invalid", "onion", "alt"];

/**
 * Names that mean something inside one network only (RFC 6761, RFC 6762, RFC 8375, ICANN SAC113 and its collision list), and
 * those of clusters, containers and routers, none of which is a top-level domain.
 */
const NAMES_OF_NETWORKS = [
  "local",
  "internal",
  "intranet",
  "private",
  "corp",
  "home",
  "home.arpa",
  "lan",
  "mail",
  "test",
  "arpa",
  "cluster",
  "consul",
  "dhcp",
  "docker",
  "domain",
  "intra",
  "k8s",
  "localnet",
  "pod",
  "svc",
  "workgroup",
];

/** Database and cache servers that obey lines inside an HTTP request. */
const REFUSED_PORTS: ReadonlySet<number> = new Set([1433, 1521, 3306, 5432, 5984, 6379, 9042, 9200, 11_211, 27_017]);
const FIRST_FREE_PORT = 1024;

/** Control characters, blanks and backslashes: URL parsers disagree about them, so that one sees another host than the next. */
const AMBIGUOUS = /[\p{Cc}\s\\]/u;

/** RFC 1035 2.3.4 lengths; underscores occur in names that people use. The last label has a letter: it is no address. */
const NAME = /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Reads an address that a tenant gave: https to a public host, port 443 or from 1024 on, no credentials. With loopback
 * allowed, http and https to localhost and loopback literals are fine as well. A name says nothing yet about the addresses
 * behind it. Ranges that the operator opened make names of networks acceptable: their addresses decide.
 */
export function parseUntrustedUrl(text: string, reach: Reach): Target | AddressRefusal {
  if (
    text.length > URL_CHARACTERS_MAX ||
    AMBIGUOUS.test(text) ||
    !/^https?:\/\/[^/]/i.test(text) ||
    !URL.canParse(text)
  ) {
    return refusal(
      "invalid_url",
      "must be an absolute https URL without blanks, e.g. https://hooks.example.com/carbon",
    );
  }
  const url = new URL(text);
  if (url.username !== "" || url.password !== "") {
    return refusal("credentials_in_url", "must not contain a user name or password; check the signature instead");
  }
  if (url.hash !== "") return refusal("fragment_in_url", "must not contain a fragment: it would not be sent");
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const is_secure = url.protocol === "https:";
  const is_local = reach.allow_loopback && (host === "localhost" || isLoopback(host));
  if (!is_secure && !is_local) return refusal("https_required", "must begin with https://");
  const port = url.port === "" ? (is_secure ? 443 : 80) : Number(url.port);
  if (!isAllowedPort(port) && !(is_local && port === 80)) {
    return refusal("port_not_allowed", "port must be 443 or one from 1024 on that no database uses");
  }
  if (!is_local && !isAllowedHost(host, reach)) {
    return refusal("host_not_public", "must lead to a public host: private and loopback hosts are not delivered to");
  }
  return { kind: "target", url, host, port, is_secure };
}

export function refusal(code: AddressRefusalCode, message: string): AddressRefusal {
  return { kind: "refused", code, message };
}

function isAllowedPort(port: number): boolean {
  return port === 443 || (port >= FIRST_FREE_PORT && !REFUSED_PORTS.has(port));
}

function isAllowedHost(host: string, reach: Reach): boolean {
  if (isIP(host) !== 0) return isReachable(host, reach);
  const refusedNames = reach.open_ranges.length === 0 ? [...NAMES_OF_NOTHING, ...NAMES_OF_NETWORKS] : NAMES_OF_NOTHING;
  return NAME.test(host) && !refusedNames.some((suffix) => host === suffix || host.endsWith(`.${suffix}`));
}
