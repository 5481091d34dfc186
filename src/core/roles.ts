import type { Scope } from "./scopes.ts";

/** What people are in a company; what each may do is the server's decision alone, pages only follow it. */
export const ROLES = ["admin", "editor", "reader", "auditor"] as const;
export type Role = (typeof ROLES)[number];

const READING: readonly Scope[] = [
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
];

const EDITING: readonly Scope[] = [
  ...READING,
  "activities:bulk",
  "activities:write",
  "reports:generate",
  "targets:write",
  "scenarios:write",
  "suppliers:write",
  "audit:read",
];

/**
 * The scopes of each role. An auditor reads the audit log and attests, and changes nothing else. Keys and webhooks are given to
 * programs by keys: nobody makes one from a browser yet, so no role has their scopes.
 */
const ROLE_SCOPES: Readonly<Record<Role, ReadonlySet<Scope>>> = {
  admin: new Set<Scope>([...EDITING, "reports:attest", "tenant:write"]),
  editor: new Set(EDITING),
  reader: new Set(READING),
  auditor: new Set<Scope>([...READING, "audit:read", "reports:attest"]),
};

/** What a role may do in its company. */
export function scopesOf(role: Role): ReadonlySet<Scope> {
  return ROLE_SCOPES[role];
}
