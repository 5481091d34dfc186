import { OAuthError } from "./oauth-error.ts";

/** The addresses of the live service; a token for one of them is valid at all (one resource server behind them). */
export interface ResourceAddresses {
  readonly base_url: string;
  readonly api_url: string;
}

export const MCP_PATH = "/api/mcp";
const REST_PATH = "/api/v1";
const VALUES_MAX = 10;

/**
 * The resource that a token is asked for (RFC 8707 2), normalised; none: the assistant endpoint. Upper case in scheme and
 * host, a default port and a trailing slash make no other resource.
 * @throws OAuthError invalid_target
 */
export function requestedResource(addresses: ResourceAddresses, values: readonly string[]): string {
  const { base_url, api_url } = addresses;
  if (values.length > VALUES_MAX) throw new OAuthError("invalid_target", "resource is given too often.");
  const knownAddresses = [`${base_url}${MCP_PATH}`, base_url, `${api_url}${REST_PATH}`, api_url];
  const [first = `${base_url}${MCP_PATH}`] = values.map((value) => {
    const wanted = normalised(value);
    const resource = knownAddresses.find((address) => normalised(address) === wanted);
    if (wanted === null || resource === undefined) {
      throw new OAuthError("invalid_target", `resource must be ${base_url}${MCP_PATH}.`);
    }
    return resource;
  });
  return first;
}

function normalised(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.hash !== "" || url.search !== "" || url.username !== "" || url.password !== "") return null;
  return `${url.protocol}//${url.host}${url.pathname.replace(/\/+$/, "")}`;
}
