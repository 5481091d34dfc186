import type { Scope } from "../../core/scopes.ts";
import { isScope } from "../../core/scopes.ts";
import { OAuthError } from "./oauth-error.ts";

/** What every connection may read unless it asks for less (contract 5.4.5: the default grant is read-only). */
export const READ_SCOPES: readonly Scope[] = [
  "emissions:read",
  "activities:read",
  "reports:read",
  "data_sources:read",
  "quota:read",
  "factors:read",
  "suppliers:read",
  "targets:read",
  "scenarios:read",
  "tenant:read",
  "webhooks:read",
];

/** What an administrator may add by ticking a box (contract 5.4.5). Nothing else is ever granted to an assistant. */
export const WRITE_SCOPES: readonly Scope[] = ["targets:write", "reports:generate", "scenarios:write"];

/** Whether an administrator could give an assistant this scope at all. */
export function isGrantable(scope: string): boolean {
  return [...READ_SCOPES, ...WRITE_SCOPES].some((candidate) => candidate === scope);
}

/** Names that clients send to every server; they ask for nothing here. */
const TOLERATED: ReadonlySet<string> = new Set([
  "openid",
  "offline_access",
  "profile",
  "email",
  "claudeai",
  "mcp",
  "mcp:tools",
  "mcp:resources",
  "mcp:prompts",
]);

const LENGTH_MAX = 2_000;

export interface RequestedScopes {
  readonly read: readonly Scope[];
  /** Boxes that the client would like ticked; a person ticks them. */
  readonly write: readonly Scope[];
}

/**
 * Reads the `scope` of an authorization request. Unknown names are dropped as long as one is ours or all are tolerated.
 * A request that names no reading gets the default reading: a program that steps up must not lose what it had.
 * @throws OAuthError invalid_scope
 */
export function requestedScopes(text: string | undefined): RequestedScopes {
  const names = namesOf(text);
  const read = READ_SCOPES.filter((scope) => names.includes(scope));
  const write = WRITE_SCOPES.filter((scope) => names.includes(scope));
  const isOurs = read.length > 0 || write.length > 0;
  if (!isOurs && !names.every((name) => TOLERATED.has(name))) {
    throw new OAuthError("invalid_scope", "None of the requested scopes can be granted.");
  }
  return { read: read.length === 0 ? READ_SCOPES : read, write };
}

/**
 * The scopes of one token among those of its grant; absent: all. Names that mean nothing here are dropped.
 * @throws OAuthError invalid_scope when a scope of ours was not granted: a refresh never widens (RFC 6749 6)
 */
export function narrowedScopes(granted: readonly string[], text: string | undefined): readonly string[] {
  const names = namesOf(text).filter(isScope);
  if (names.length === 0) return granted;
  if (names.some((name) => !granted.includes(name))) {
    throw new OAuthError("invalid_scope", "The grant does not hold every requested scope.");
  }
  return granted.filter((scope) => names.some((name) => name === scope));
}

function namesOf(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  if (text.length > LENGTH_MAX) throw new OAuthError("invalid_scope", "scope is too long.");
  return [...new Set(text.split(" ").filter((name) => name !== ""))];
}
