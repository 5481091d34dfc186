import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { EngineAbsentError, installedFiles } from "./engine.ts";
import type { TypesetJob } from "./typeset-job.ts";

/** What of the engine is used; its own declarations need those of browsers. */
interface WebCompiler {
  map_shadow(path: string, content: Uint8Array): boolean;
  set_fonts(fonts: WebFonts): void;
  compile(main: string, inputs: undefined, format: "pdf", diagnostics: number): WebResult;
}

interface WebResult {
  readonly result?: Uint8Array;
  readonly diagnostics?: readonly { readonly message?: string }[];
}

interface WebFonts {
  free(): void;
}

interface WebEngine {
  initSync(options: { module: Uint8Array }): unknown;
  readonly TypstFontResolverBuilder: new () => { add_raw_font(font: Uint8Array): void; build(): Promise<WebFonts> };
  readonly TypstCompilerBuilder: new () => { set_dummy_access_model(): void; build(): Promise<WebCompiler> };
}

/** The engine gives diagnostics as objects. */
const FULL_DIAGNOSTICS = 3;

/**
 * Sets a document with the engine in WebAssembly, as tagged PDF 1.7: it writes no standard. It reads nothing but what it is
 * given, and has neither files nor network.
 * @throws EngineAbsentError without the engine; Error with the engine's words when it refuses the document
 */
export async function typesetInWasm(job: TypesetJob): Promise<Buffer> {
  const engine = await loadEngine();
  const fonts = new engine.TypstFontResolverBuilder();
  for (const font of job.fonts) fonts.add_raw_font(font);
  const builder = new engine.TypstCompilerBuilder();
  builder.set_dummy_access_model();
  const compiler = await builder.build();
  compiler.set_fonts(await fonts.build());
  for (const [path, content] of await templatesOf(job)) compiler.map_shadow(`/${path}`, content);
  for (const [path, content] of job.files) compiler.map_shadow(`/${path}`, content);
  const { result, diagnostics } = compiler.compile(`/${job.main}`, undefined, "pdf", FULL_DIAGNOSTICS);
  if (result !== undefined) return Buffer.from(result);
  const reasons = (diagnostics ?? []).map(({ message }) => message ?? "").join("; ");
  throw new Error(`the document could not be set: ${reasons || "no reason was given"}`);
}

async function loadEngine(): Promise<WebEngine> {
  const [path] = installedFiles("typst-ts-web-compiler");
  if (path === undefined) throw new EngineAbsentError("typst-ts-web-compiler");
  // The package's own interface, as far as it is declared above.
  const engine = (await import("@myriaddreamin/typst-ts-web-compiler")) as unknown as WebEngine;
  engine.initSync({ module: await readFile(path) });
  return engine;
}

/** The templates, by name. The main one says the document's date first: this engine would take the clock's. */
async function templatesOf({ templates, main, created_at }: TypesetJob): Promise<Map<string, Uint8Array>> {
  const names = (await readdir(templates)).filter((name) => name.endsWith(".typ"));
  const sources = new Map<string, Uint8Array>();
  for (const name of names) sources.set(name, await readFile(join(templates, name)));
  const dated = Buffer.concat([Buffer.from(datedBy(created_at)), sources.get(main) ?? Buffer.of()]);
  return sources.set(main, dated);
}

/** On the first line of what follows, so that the engine counts lines as in the template. */
function datedBy(moment: Date): string {
  const [year, month, day] = [moment.getUTCFullYear(), moment.getUTCMonth() + 1, moment.getUTCDate()];
  const [hour, minute, second] = [moment.getUTCHours(), moment.getUTCMinutes(), moment.getUTCSeconds()];
  const date = `datetime(year: ${year}, month: ${month}, day: ${day}, hour: ${hour}, minute: ${minute}, second: ${second})`;
  return `#set document(date: ${date});`;
}
