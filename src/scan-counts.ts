import { type FileScanner, ScannerError, type ScanVerdict } from "./core/file-scanner.ts";

/** A scanner that counts its verdicts. */
export interface CountedScanner extends FileScanner {
  /** Lines for the metrics, in the exposition format. */
  metrics(): readonly string[];
}

export function countedScanner(scanner: FileScanner): CountedScanner {
  const counts: Record<ScanVerdict["kind"] | "failed", number> = { clean: 0, infected: 0, too_large: 0, failed: 0 };
  return {
    isUp: () => scanner.isUp(),
    async scan(open) {
      try {
        const verdict = await scanner.scan(open);
        counts[verdict.kind] += 1;
        return verdict;
      } catch (error) {
        if (error instanceof ScannerError) counts.failed += 1;
        throw error;
      }
    },
    metrics: () => [
      "# HELP carbon_ledger_file_scans_total Files passed to the malware scanner, by what came of it.",
      "# TYPE carbon_ledger_file_scans_total counter",
      ...Object.entries(counts).map(([result, count]) => `carbon_ledger_file_scans_total{result="${result}"} ${count}`),
    ],
  };
}
