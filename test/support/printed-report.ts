import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { ReportDocument } from "../../src/modules/reports/presentation/report-document.ts";

const PROCESS = join(import.meta.dirname, "render-pdf-process.ts");
const MAX_BYTES = 64 * 1024 * 1024;

/** Whether a program of the machine can be started. */
function hasProgram(name: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((directory) => existsSync(join(directory, name)));
}

/** Programs that judge printed reports, and those of them that are absent here. */
export const ABSENT_JUDGES = ["pdftotext", "pdfinfo", "pdffonts", "pdfdetach", "qpdf"].filter(
  (name) => !hasProgram(name),
);

/** Renders in a process of its own, from sources. */
export async function renderElsewhere(document: ReportDocument): Promise<Buffer> {
  return await new Promise((resolve, reject) => {
    // Another time zone and language than this process's: neither may show in the file.
    const env = { PATH: process.env["PATH"], TZ: "Pacific/Kiritimati", LANG: "da_DK.UTF-8", LC_ALL: "da_DK.UTF-8" };
    const options = { encoding: "buffer", maxBuffer: MAX_BYTES, timeout: 60_000, env } as const;
    const child = execFile(process.execPath, ["--import", "tsx", PROCESS], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(stderr.toString("utf8"), { cause: error }));
    });
    child.stdin?.end(JSON.stringify(document));
  });
}

/** What a program of the machine says about a PDF. `{}` in its arguments is the path of the file, `{out}` of another. */
export function judged(
  pdf: Uint8Array,
  program: string,
  args: readonly string[],
): { text: string; out: Buffer | null } {
  const directory = mkdtempSync(join(tmpdir(), "carbon-ledger-printed-"));
  try {
    const file = join(directory, "report.pdf");
    const out = join(directory, "out");
    writeFileSync(file, pdf);
    const given = args.map((argument) => argument.replace("{}", file).replace("{out}", out));
    const text = execFileSync(program, given, {
      encoding: "utf8",
      maxBuffer: MAX_BYTES,
      stdio: ["ignore", "pipe", "pipe"],
    });
    return { text, out: existsSync(out) ? readFileSync(out) : null };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The text of a PDF as a person reads it, line by line. */
export function textOf(pdf: Uint8Array): string {
  return judged(pdf, "pdftotext", ["-layout", "{}", "-"]).text;
}
