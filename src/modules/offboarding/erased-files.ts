import type { SystemDb, SystemTransaction } from "../../core/context.ts";
import { fileHolders } from "../audit/index.ts";
import { type ErasedFile, forgetFile, queueFiles, selectQueuedFiles } from "./store-erasure.ts";
import { namedContents } from "./store-export.ts";
import type { Ledger } from "./store-tables.ts";

/** The store of documents, as far as an erasure needs it. */
export interface ErasableFiles {
  /** What a company's document is called on the disk. */
  sealedName(ledger: Ledger, sha256: string): string;
  /** Documents that an earlier version has left unencrypted, by their hash. */
  unencrypted(): AsyncIterable<readonly string[]>;
  /** Removes a file for good; one that is gone already is no mistake. */
  remove(file: ErasedFile): Promise<void>;
}

/** Notes the files of all contents that the company's rows name. Returns their number. */
export async function queueSealedFiles(files: ErasableFiles, tx: SystemTransaction, ledger: Ledger): Promise<number> {
  let count = 0;
  for await (const contents of namedContents(tx, ledger)) {
    const names = contents.map(({ sha256 }) => files.sealedName(ledger, sha256));
    await queueFiles(tx, ledger, "sealed", names);
    count += names.length;
  }
  return count;
}

/** What an earlier version has left unencrypted belongs to whoever's rows name it, and goes when nobody else's do. */
export async function queueUnencryptedFiles(
  files: ErasableFiles,
  tx: SystemTransaction,
  tenant_id: string,
): Promise<void> {
  for await (const hashes of files.unencrypted()) {
    const holders = await fileHolders(tx, hashes);
    const ownHashes = hashes.filter((sha256) => {
      const companies = holders.get(sha256) ?? [];
      return companies.length > 0 && companies.every((holder) => holder.tenant_id === tenant_id);
    });
    await queueFiles(tx, { tenant_id, environment: "live" }, "clear", ownHashes);
  }
}

/** Removes the files whose rows are gone. Returns their number. */
export async function removeQueuedFiles(
  { admin, files }: { readonly admin: SystemDb; readonly files: ErasableFiles },
  tenant_id: string,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const some = await selectQueuedFiles(admin, tenant_id, 500);
    if (some.length === 0) return removed;
    for (const file of some) {
      await files.remove(file);
      await forgetFile(admin, tenant_id, file);
    }
    removed += some.length;
  }
}
