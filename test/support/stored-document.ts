import { join } from "node:path";
import type { TenantIdentity } from "../../src/core/context.ts";
import { companyKeys, documentName } from "../../src/platform/files/files.ts";

/** The installation's secret in tests: documents are sealed with it. */
export const TEST_SECRET = Buffer.alloc(32, 5);

/** Where the sealed document of a company lies below a data directory. */
export function storedDocument(
  dataDir: string,
  tenant: Pick<TenantIdentity, "id" | "environment">,
  sha256: string,
  secret: Uint8Array = TEST_SECRET,
): string {
  const name = documentName(companyKeys(secret, tenant), sha256);
  return join(dataDir, "documents", "sealed", name.slice(0, 2), name.slice(2, 4), name);
}
