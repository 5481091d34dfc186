/** A key of the legacy interface without its secret. Times are ISO 8601 UTC. */
export interface LegacyKeyRecord {
  readonly id: string;
  readonly name: string;
  readonly last_four: string;
  readonly created_by: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly revoked_at: string | null;
}
