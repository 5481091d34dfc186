import type { SystemDb } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import type { IssuedFile } from "./issued-file.ts";

// The function answers across companies and tells nothing else of them; see migrations/0073.
const ISSUED_FILE = statement(`
  select environment, standard_type, format, issued_at, attestations from verify_report($1) order by issued_at limit 1`);

export async function selectIssuedFile(system: SystemDb, sha256: string): Promise<IssuedFile | undefined> {
  return (await system.rows<IssuedFile>(ISSUED_FILE, [sha256]))[0];
}
