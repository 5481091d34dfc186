import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * Where a thread or process finds its module, `path` below the build. Those run compiled code: when this file itself runs
 * from sources (tests, `npm run dev`), the module is taken from `dist`.
 * @throws Error when it was not built: whatever waited for it would seem to have been read badly
 */
export function compiledModule(path: string): URL {
  const isSource = import.meta.url.endsWith(".ts");
  const url = new URL(isSource ? `../../../dist/${path}` : `../../${path}`, import.meta.url);
  if (isSource && !existsSync(fileURLToPath(url))) {
    throw new Error(`dist/${path} is not there: run \`npm run build\` before tests and \`npm run dev\``);
  }
  return url;
}
