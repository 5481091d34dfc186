import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Debian's; the one without anything to look at does the same with half the work. */
const EXECUTABLES = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"] as const;
const EXECUTABLE = EXECUTABLES.find((path) => existsSync(path));

export const isChromiumInstalled = EXECUTABLE !== undefined;
export const CHROMIUM_INSTALL = "apt-get install -y chromium-headless-shell";

/** A browser without a window that calls nobody by itself. */
export async function launchChromium(): Promise<Browser> {
  return await chromium.launch({
    ...(EXECUTABLE === undefined ? {} : { executablePath: EXECUTABLE }),
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
