import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import type { ReportDocument } from "../../src/modules/reports/presentation/report-document.ts";

const PROCESS = new URL("render-report-process.ts", import.meta.url).pathname;

/** SHA-256 of the file that a new process makes of the document, in another time zone and locale than this one's. */
export async function sha256Elsewhere(format: "xlsx" | "xhtml", document: ReportDocument): Promise<string> {
  const child = spawn(process.execPath, ["--import", "tsx", PROCESS, format], {
    env: { PATH: process.env["PATH"], TZ: "Pacific/Kiritimati", LANG: "da_DK.UTF-8", LC_ALL: "da_DK.UTF-8" },
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(document));
  return await text(child.stdout);
}
