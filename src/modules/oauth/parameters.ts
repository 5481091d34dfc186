import { OAuthError } from "./oauth-error.ts";

/** A parameter that may come once; empty counts as absent (RFC 6749 3.1). No text has a NUL. @throws OAuthError invalid_request */
export function single(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name);
  if (values.length > 1) throw twice(name);
  const [value] = values;
  if (value?.includes("\0") === true) throw new OAuthError("invalid_request", `${name} is not text.`);
  return value === undefined || value === "" ? undefined : value;
}

/** Nothing comes twice, known or not (RFC 6749 3.1, 3.2), but `resource` (RFC 8707 2). @throws OAuthError invalid_request */
export function assertNoneTwice(parameters: URLSearchParams): void {
  const seen = new Set<string>();
  for (const name of parameters.keys()) {
    if (name !== "resource" && seen.has(name)) throw twice(name);
    seen.add(name);
  }
}

/** Names are the caller's; only what looks like one is said again. */
function twice(name: string): OAuthError {
  const shown = /^[a-z_]{1,40}$/.test(name) ? name : "A parameter";
  return new OAuthError("invalid_request", `${shown} is given more than once.`);
}
