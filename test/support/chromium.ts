import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const EXECUTABLE = "/usr/bin/chromium";

export const isChromiumInstalled = existsSync(EXECUTABLE);
export const CHROMIUM_INSTALL = "apt-get install -y chromium";

/** A browser without a window that calls nobody by itself. */
export async function launchChromium(): Promise<Browser> {
  return await chromium.launch({
    executablePath: EXECUTABLE,
    timeout: 120_000,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
