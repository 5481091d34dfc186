/** Every scope of the service: the ones named in contract 5.3, then the further ones of this implementation. */
export const SCOPES = [
  "emissions:read",
  "activities:read",
  "activities:bulk",
  "reports:read",
  "reports:generate",
  "data_sources:read",
  "quota:read",
  "factors:read",
  "suppliers:read",
  "targets:read",
  "targets:write",
  "scenarios:read",
  "scenarios:write",
  "tenant:read",
  "webhooks:read",
  "webhooks:manage",
  "api_keys:manage",
  "activities:write",
  "suppliers:write",
  "audit:read",
  "reports:attest",
  "tenant:write",
] as const;

export type Scope = (typeof SCOPES)[number];

const KNOWN: ReadonlySet<string> = new Set(SCOPES);

export function isScope(value: string): value is Scope {
  return KNOWN.has(value);
}
