import { type FileScanner, ScannerError, type ScanVerdict } from "../../core/file-scanner.ts";
import type { WorkCounts } from "../../platform/telemetry/work-counts.ts";

const RESULTS: readonly (ScanVerdict["kind"] | "failed")[] = ["clean", "infected", "too_large", "failed"];

/** Tells the metrics of every verdict; from the start each is there, at zero. */
export function countedScanner(scanner: FileScanner, work: Pick<WorkCounts, "scanned">): FileScanner {
  for (const result of RESULTS) work.scanned(result, 0);
  return {
    isUp: () => scanner.isUp(),
    async scan(open) {
      try {
        const verdict = await scanner.scan(open);
        work.scanned(verdict.kind);
        return verdict;
      } catch (error) {
        if (error instanceof ScannerError) work.scanned("failed");
        throw error;
      }
    },
  };
}
