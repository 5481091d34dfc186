import { execFileSync } from "node:child_process";

const ANSWER_MS = 30_000;

/** Why packages cannot be had from the registry that npm is set up with, in a line; null: they can. */
export function registryProblem(): string | null {
  try {
    // Of a package that the lock file names; npm's cache does not answer this without asking.
    execFileSync("npm", ["view", "big.js@7.0.1", "version", "--prefer-online", "--fetch-retries=0"], {
      stdio: ["ignore", "pipe", "pipe"],
      timeout: ANSWER_MS,
    });
    return null;
  } catch {
    return "npm view cannot reach it";
  }
}
