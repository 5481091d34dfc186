/**
 * Builds the application for people into dist/web, where it is missing or older than its sources: `npm run build` and `npm start` ask
 * for it each time. An installation without the development dependencies keeps what was built. Plain JavaScript, because
 * `npm start` needs it before anything is compiled.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
/** What the application is built of: its own folder, the values that it shares with the service, and the versions of its parts. */
const SOURCES = ["web", "src/core", "package-lock.json"];

function newestOf(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const files = readdirSync(path, { recursive: true, encoding: "utf8" });
  return Math.max(mtimeMs, ...files.map((file) => statSync(join(path, file)).mtimeMs));
}

/** The exit code of the build; 0 also where there is nothing to build or nothing to build it with. */
export function buildWeb() {
  const builder = join(root, "node_modules/vite/bin/vite.js");
  if (!existsSync(join(root, "web/index.html")) || !existsSync(builder)) return 0;
  const built = join(root, "dist/web/index.html");
  const sources = SOURCES.map((path) => newestOf(join(root, path)));
  if (existsSync(built) && statSync(built).mtimeMs > Math.max(...sources)) return 0;
  const { status } = spawnSync(process.execPath, [builder, "build", join(root, "web"), "--logLevel", "warn"], {
    stdio: "inherit",
    // Set otherwise, as in a test, the slow build of the libraries would be taken.
    env: { ...process.env, NODE_ENV: "production" },
  });
  return status ?? 1;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = buildWeb();
}
