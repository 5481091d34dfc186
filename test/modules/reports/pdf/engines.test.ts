import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { jsonForm } from "../../../../src/modules/reports/forms/json-form.ts";
import { printReport } from "../../../../src/modules/reports/forms/pdf/index.ts";
import { ENGINES, engineVersion } from "../../../../src/platform/typst/engine.ts";
import { drawable, readFonts } from "../../../../src/platform/typst/fonts.ts";
import { typesetNatively } from "../../../../src/platform/typst/native-engine.ts";
import { renderPdf } from "../../../../src/composition/isolation/render-pdf.ts";
import { openReportRenderer } from "../../../../src/composition/isolation/report-renderer.ts";
import { ABSENT_JUDGES, judged, textOf } from "../../../support/printed-report.ts";
import { sampleDocument } from "../../../support/report-document.ts";

const [NATIVE, WASM] = ENGINES;
const absent = [...ABSENT_JUDGES, ...(engineVersion(NATIVE) === null ? ["the native engine"] : [])];
const document = sampleDocument({ language: "da" });

/** The tree of tags with their attributes, without the numbers of objects. */
const structureOf = (pdf: Buffer) => judged(pdf, "pdfinfo", ["-struct", "{}"]).text.replaceAll(/Object \d+ 0/g, "");
const plain = (pdf: Buffer) =>
  judged(pdf, "qpdf", ["--qdf", "--object-streams=disable", "{}", "{out}"]).out?.toString("latin1") ?? "";

describe.skipIf(absent.length > 0)(
  `one report from both engines (needs ${absent.join(", ") || "nothing"})`,
  { timeout: 300_000 },
  () => {
    let native: Buffer;
    let wasm: Buffer;
    beforeAll(async () => {
      native = await renderPdf(document, NATIVE);
      wasm = await renderPdf(document, WASM);
    }, 300_000);

    test("has the same text on the same pages, and the same tree of tags", () => {
      expect(textOf(wasm)).toBe(textOf(native));
      expect(textOf(wasm).length).toBeGreaterThan(10_000);
      const structure = structureOf(wasm);
      expect(structure).toBe(structureOf(native));
      for (const tag of ["Table", "TH", "Figure", "TOCI", "H2"])
        expect(new RegExp(`^ *${tag}\\b`, "m").test(structure), tag).toBe(true);
    });

    test("is tagged PDF/A-3a and PDF/UA-1 with title, language, output intent and its data attached", () => {
      for (const pdf of [native, wasm]) {
        expect(judged(pdf, "qpdf", ["--check", "{}"]).text).toContain("No syntax or stream encoding errors found");
        const structure = plain(pdf);
        for (const mark of [
          /<pdfaid:part>3<\/pdfaid:part>/,
          /<pdfaid:conformance>A<\/pdfaid:conformance>/,
          /<pdfuaid:part>1<\/pdfuaid:part>/,
          /<pdfaSchema:prefix>pdfuaid<\/pdfaSchema:prefix>/,
          /\/MarkInfo <<[^>]*\/Marked true/,
          /\/StructTreeRoot \d/,
          /\/OutputIntents (\d|\[)/,
          /\/S \/GTS_PDFA1/,
          /\/AF \[/,
          /\/AFRelationship \/Data/,
          /\/DisplayDocTitle true/,
          /\/Lang \(da/,
        ]) {
          expect(structure).toSatisfy((text: string) => mark.test(text), String(mark));
        }
        const info = judged(pdf, "pdfinfo", ["-isodates", "{}"]).text;
        expect(info).toMatch(/Title:\s+Fjordvang Møbler A\/S · Bæredygtighedsrapport 2025/);
        expect(info).toMatch(/CreationDate:\s+2026-02-03T09:15:30/);
        expect(info).toMatch(/ModDate:\s+2026-02-03T09:15:30/);
        const { out } = judged(pdf, "pdfdetach", ["-save", "1", "-o", "{out}", "{}"]);
        expect(out?.equals(jsonForm(document))).toBe(true);
      }
    });

    test("has the same bytes each time, from a process with limits too, whatever the clock says", async () => {
      const renderer = openReportRenderer({ template: null, engine: "wasm" });
      const form = { format: "pdf", template: "own" } as const;
      const outcome = await renderer.render({ ...form, document: jsonForm(document) });
      await renderer.close();
      expect(outcome.kind === "done" && Buffer.compare(outcome.bytes, wasm)).toBe(0);
      expect(renderer.versions(form)).toMatchObject({ [WASM]: engineVersion(WASM) });
      const today = new Date().toISOString().slice(0, "2026-01-01".length);
      for (const written of [today, `D:${today.replaceAll("-", "")}`])
        expect(plain(wasm).includes(written)).toBe(false);
    });

    // The engine checks PDF/UA-1 (heading levels, alternative words, titles) only where it writes it and nothing else.
    test("fulfils what the engine knows of PDF/UA-1, in both languages", async () => {
      const fonts = await readFonts();
      for (const language of ["da", "en"] as const) {
        const files = printReport(sampleDocument({ language }), drawable(fonts));
        const templates = join(import.meta.dirname, "../../../../data/report");
        const job = { templates, main: "report.typ", files, fonts, created_at: new Date(document.frozen_at) };
        expect(typesetNatively(job, "ua-1").toString("latin1")).toContain("<pdfuaid:part>1</pdfuaid:part>");
      }
    });
  },
);
