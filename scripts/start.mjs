/**
 * `npm start`: compiles where there are sources and a compiler, then starts the service in this process. An installation
 * without development dependencies, and a release, start what has been compiled. Plain JavaScript, because nothing else can
 * be run before there is a compiler.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const program = join(root, "dist/cli.js");
const compiler = join(root, "node_modules/typescript/bin/tsc");

if (existsSync(join(root, "src")) && existsSync(compiler)) {
  const { status } = spawnSync(process.execPath, [compiler, "-p", join(root, "tsconfig.build.json")], {
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
  const { buildWeb } = await import("./build-web.mjs");
  const built = buildWeb();
  if (built !== 0) process.exit(built);
}
if (!existsSync(program)) {
  process.stderr.write(
    "There is no compiled program (dist/cli.js), and no compiler to make it. In a checkout run `npm ci && npm run build` " +
      "with the development dependencies, after which `npm ci --omit=dev` is enough to run it; or install a release, which is compiled.\n",
  );
  process.exit(1);
}
// The shell between npm and this process ends at npm's SIGTERM and passes nothing on.
if (process.env["npm_lifecycle_event"] === "start" && process.platform !== "win32") {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  watch.unref();
}
process.argv.splice(2, 0, "start");
await import(pathToFileURL(program).href);
