import type { Environment } from "../../core/context.ts";
import type { Scope } from "../../core/scopes.ts";

/** What a company lets a consultant do, from valid_from to before valid_to (null: without end). Times are ISO 8601 UTC. */
export interface GrantRecord {
  readonly id: string;
  readonly tenant_id: string;
  readonly environment: Environment;
  readonly consultant_id: string;
  readonly scopes: readonly string[];
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly granted_by: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
}

/** A grant as the consultant reads it. */
export interface HeldGrantRow {
  readonly id: string;
  readonly tenant_id: string;
  readonly tenant_name: string;
  readonly environment: Environment;
  readonly scopes: readonly Scope[];
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly created_at: string;
  readonly revoked_at: string | null;
}
