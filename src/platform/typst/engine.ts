import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** What of the engine is used. The platform packages hold the binary alone; the umbrella package has its types. */
export interface TypstCompiler {
  mapShadow(path: string, content: Buffer): void;
  compile(options: { mainFilePath: string }): TypstResult;
  fetchDiagnostics(error: TypstDiagnostics): { readonly message?: string }[];
  pdf(document: TypstDocument, options: { pdfStandard: string; creationTimestamp: number }): Buffer;
}

interface TypstResult {
  readonly result: TypstDocument | null;
  takeDiagnostics(): TypstDiagnostics | null;
}

interface TypstDocument {
  readonly numOfPages: number;
}

interface TypstDiagnostics {
  readonly kind: string;
}

export interface TypstEngine {
  readonly NodeCompiler: {
    create(options: { workspace: string; fontArgs: { fontBlobs: Buffer[] }[] }): TypstCompiler;
  };
}

/** No typesetting engine for this machine is installed, or none that it can load. */
export class EngineAbsentError extends Error {
  constructor(cause?: unknown) {
    super(
      "The format pdf is not available on this machine: its typesetting engine is an optional package. Install " +
        `@myriaddreamin/typst-ts-node-compiler-${process.platform}-${process.arch} (on Linux with -gnu or -musl at the ` +
        "end) in the version that package.json names. The formats xlsx, xhtml and json need no engine.",
      { cause },
    );
    this.name = "EngineAbsentError";
  }
}

const require = createRequire(import.meta.url);

/** Binaries that may be installed, the likelier one first. On Linux npm does not always know which C library there is. */
function candidates(): (() => string)[] {
  const { platform, arch } = process;
  const ofPlatform = (suffix: string) => () =>
    require.resolve(`@myriaddreamin/typst-ts-node-compiler-${platform}-${arch}${suffix}`);
  if (platform !== "linux") return [ofPlatform(platform === "win32" ? "-msvc" : "")];
  if (arch !== "x64") return [ofPlatform("-gnu"), ofPlatform("-musl"), ofPlatform("-gnueabihf")];
  return [
    () => require.resolve("@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu"),
    () => require.resolve("@myriaddreamin/typst-ts-node-compiler-linux-x64-musl"),
  ];
}

function installed(): string[] {
  return candidates().flatMap((find) => {
    try {
      return [find()];
    } catch {
      return [];
    }
  });
}

/** Whether a typesetting engine for this kind of machine is installed; nothing of its 50 MB is loaded. */
export function isEngineInstalled(): boolean {
  return installed().length > 0;
}

/** Version of the package that the engine comes in; null when none is installed. */
export function engineVersion(): string | null {
  const [path] = installed();
  if (path === undefined) return null;
  // The binary lies at the root of its package, whose manifest npm has validated.
  return (JSON.parse(readFileSync(join(dirname(path), "package.json"), "utf8")) as { version: string }).version;
}

/** @throws EngineAbsentError when no engine is installed that this machine can load */
export function loadEngine(): TypstEngine {
  let cause: unknown;
  for (const path of installed()) {
    try {
      // The binary's own interface, as its umbrella package declares it.
      return require(path) as TypstEngine;
    } catch (error) {
      cause = error;
    }
  }
  throw new EngineAbsentError(cause);
}
