import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** Compressed once here, as small as it gets, and not at each request. */
function compressed(): Plugin {
  let target = "";
  return {
    name: "compressed",
    apply: "build",
    configResolved({ root, build }) {
      target = resolve(root, build.outDir);
    },
    closeBundle() {
      const files = readdirSync(target, { recursive: true, encoding: "utf8" });
      for (const file of files.filter((name) => /\.(js|css|svg|html)$/.test(name))) {
        const bytes = readFileSync(join(target, file));
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
        writeFileSync(join(target, `${file}.br`), brotliCompressSync(bytes, { params }));
      }
    },
  };
}

/**
 * Says the order of the layers, which styles/tokens.css states, at the start of every style sheet: the first sheet that loads decides it, and
 * which one that is follows from how the modules were divided. Before names are made of contents: browsers keep a sheet under its name.
 */
function layered(): Plugin {
  const [order] = /^@layer [^{;]+;/m.exec(readFileSync(join(import.meta.dirname, "styles/tokens.css"), "utf8")) ?? [];
  if (order === undefined) throw new Error("styles/tokens.css states no order of layers");
  return {
    name: "layered",
    apply: "build",
    enforce: "pre",
    transform: (code, id) => (id.endsWith(".css") ? { code: order + code, map: null } : null),
  };
}

/** The style sheets that have given a name to their classes, by that name. */
const sheets = new Map<string, string>();

/** "review_facts": each name stands in scripts too, where a hash would be what compresses worst. @throws Error for two sheets of one name */
function scopedName(local: string, path: string): string {
  const name = basename(path).replace(/\.module\.css.*$/, "");
  const known = sheets.get(name) ?? path;
  if (known !== path) throw new Error(`${known} and ${path} give their classes the same names`);
  sheets.set(name, path);
  return `${name}_${local}`;
}

export default defineConfig({
  root: import.meta.dirname,
  base: "/app/",
  plugins: [react(), layered(), compressed()],
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: join(import.meta.dirname, "../dist/web"),
    emptyOutDir: true,
    target: "es2022",
    // The content security policy knows no data: fonts and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // How long plugins take is a matter of the machine, and reads like a fault.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          // What many later screens share is one file: a file each would be compressed worse.
          groups: [
            {
              name: "parts",
              test: /web\/(app\/file-error|parts\/(form\/(?!fields|issue)|more|arrival|file-fault|unread-row|contents\/|page\/|told\/|lineage\/|category\/(category-choice|choice-texts)))/,
            },
            // Screens that few open and that share their words.
            { name: "later", test: /web\/features\/(company-factors|factor-releases|energy|supplier-accounts)\// },
            // What happened last stands on the first screen, in the words of the screen of all that happened.
            {
              name: "happenings",
              test: /web\/(parts\/(happening|report)\/|features\/(overview\/latest|history\/(?!search)))/,
            },
            // All are opened beside the total.
            {
              name: "places",
              test: /web\/features\/overview\/(none-|unknown-places|answered-places|rests-on|why-changed|changed-)/,
            },
          ],
          // What it imports of the first screen stays with that.
          includeDependenciesRecursively: false,
        },
      },
    },
  },
});
