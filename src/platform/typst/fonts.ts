import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { codePointsOf } from "./font-coverage.ts";

const require = createRequire(import.meta.url);

/** Every weight that templates and charts ask for: one that is missing would be taken from the machine's own fonts. */
const WEIGHTS = ["400Regular", "500Medium", "600SemiBold", "700Bold"] as const;

/** Inter (SIL Open Font License 1.1), one file per weight. */
export async function readFonts(): Promise<Buffer[]> {
  const directory = dirname(require.resolve("@expo-google-fonts/inter/package.json"));
  return await Promise.all(WEIGHTS.map((weight) => readFile(join(directory, weight, `Inter_${weight}.ttf`))));
}

/** Code points that all of these fonts can draw. */
export function drawable(fonts: readonly Buffer[]): ReadonlySet<number> {
  const [first = new Set<number>(), ...others] = fonts.map(codePointsOf);
  return new Set([...first].filter((codePoint) => others.every((font) => font.has(codePoint))));
}
