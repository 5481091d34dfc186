import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The same Typst twice: as a native library, which exists for few machines, and as WebAssembly, which runs on all. */
export const ENGINES = ["typst-ts-node-compiler", "typst-ts-web-compiler"] as const;
export type EngineName = (typeof ENGINES)[number];

/** `auto`: the native one where it is installed, as it is ten times as fast. */
export type EngineSetting = "auto" | "native" | "wasm";

/** What decides which packages fit; `process` is one. */
export interface Machine {
  readonly platform: string;
  readonly arch: string;
}

/** The typesetting engine that is asked for is not installed, or this machine cannot load it. */
export class EngineAbsentError extends Error {
  constructor(engine: EngineName, cause?: unknown) {
    super(`The format pdf is not available: ${ABSENCE[engine]} The formats xlsx, xhtml and json need no engine.`, {
      cause,
    });
    this.name = "EngineAbsentError";
  }
}

const ABSENCE: Readonly<Record<EngineName, string>> = {
  "typst-ts-node-compiler":
    "the native typesetting engine, an optional package that exists for Linux on x64, is not installed here or cannot be " +
    "loaded. Set PDF_ENGINE=wasm: that engine runs everywhere.",
  "typst-ts-web-compiler":
    "the package @myriaddreamin/typst-ts-web-compiler is missing from this installation. Install it again with npm ci.",
};

const require = createRequire(import.meta.url);

/** Files that may be installed, the likelier one first. On Linux npm does not always know which C library there is. */
function candidates(engine: EngineName, { platform, arch }: Machine): (() => string)[] {
  if (engine === "typst-ts-web-compiler") {
    return [() => require.resolve("@myriaddreamin/typst-ts-web-compiler/wasm")];
  }
  if (platform !== "linux" || arch !== "x64") return [];
  return [
    () => require.resolve("@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu"),
    () => require.resolve("@myriaddreamin/typst-ts-node-compiler-linux-x64-musl"),
  ];
}

/** Paths of an engine's files that are installed for a machine; nothing of their 50 MB is loaded. */
export function installedFiles(engine: EngineName, machine: Machine = process): string[] {
  return candidates(engine, machine).flatMap((find) => {
    try {
      return [find()];
    } catch {
      return [];
    }
  });
}

/** Whether any typesetting engine for this kind of machine is installed. */
export function isEngineInstalled(): boolean {
  return ENGINES.some((engine) => installedFiles(engine).length > 0);
}

/** The engine that new files are set with under a setting, installed or not. */
export function preferredEngine(setting: EngineSetting, machine: Machine = process): EngineName {
  if (setting === "native") return "typst-ts-node-compiler";
  if (setting === "wasm") return "typst-ts-web-compiler";
  return installedFiles("typst-ts-node-compiler", machine).length > 0
    ? "typst-ts-node-compiler"
    : "typst-ts-web-compiler";
}

/** Version of the package that an engine comes in; null when it is not installed. */
export function engineVersion(engine: EngineName, machine: Machine = process): string | null {
  const [path] = installedFiles(engine, machine);
  if (path === undefined) return null;
  // The native file lies at the root of its package, the other one a directory below.
  const root = engine === "typst-ts-web-compiler" ? dirname(dirname(path)) : dirname(path);
  // npm has validated the manifest.
  return (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version;
}
