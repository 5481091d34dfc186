import { OAuthError } from "./oauth-error.ts";

/** A parameter that may come once; empty counts as absent (RFC 6749 3.1). No text has a NUL. @throws OAuthError invalid_request */
export function single(parameters: URLSearchParams, name: string): string | undefined {
  const values = parameters.getAll(name);
  if (values.length > 1) throw new OAuthError("invalid_request", `${name} is given more than once.`);
  const [value] = values;
  if (value?.includes("\0") === true) throw new OAuthError("invalid_request", `${name} is not text.`);
  return value === undefined || value === "" ? undefined : value;
}

/** Nothing comes twice, known or not (RFC 6749 3.1, 3.2), but `resource` (RFC 8707 2). @throws OAuthError invalid_request */
export function assertNoneTwice(parameters: URLSearchParams): void {
  for (const name of new Set(parameters.keys())) if (name !== "resource") single(parameters, name);
}
