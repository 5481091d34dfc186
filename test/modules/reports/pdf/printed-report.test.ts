import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { formatNumber } from "../../../../src/core/number-format.ts";
import { jsonForm } from "../../../../src/modules/reports/forms/json-form.ts";
import { ALL_TEXTS } from "../../../../src/modules/reports/forms/pdf/texts.ts";
import { isEngineInstalled } from "../../../../src/platform/typst/engine.ts";
import { renderPdf } from "../../../../src/composition/isolation/render-pdf.ts";
import { ABSENT_JUDGES, judged, renderElsewhere, textOf } from "../../../support/printed-report.ts";
import { sampleDocument } from "../../../support/report-document.ts";

const absent = [...ABSENT_JUDGES, ...(isEngineInstalled() ? [] : ["a typesetting engine"])];
const LANGUAGES = ["da", "en"] as const;
const documents = { da: sampleDocument({ language: "da" }), en: sampleDocument({ language: "en" }) };
const printed: Record<string, Buffer> = {};
const texts: Record<string, string> = {};

/** Lines of a page as one text with single blanks. */
const flat = (text: string) => text.replaceAll(/\s+/g, " ");

describe.skipIf(absent.length > 0)(
  `a printed report (needs ${absent.join(", ") || "nothing"})`,
  { timeout: 300_000 },
  () => {
    beforeAll(async () => {
      for (const language of LANGUAGES) {
        const pdf = await renderPdf(documents[language]);
        printed[language] = pdf;
        texts[language] = textOf(pdf);
      }
    }, 300_000);

    test.each(LANGUAGES)(
      "in %s every figure of the facts stands beside its name, as the document has it",
      (language) => {
        const lines = (texts[language] ?? "").split("\n").map(flat);
        const figures = documents[language].facts.filter(({ kind }) => kind === "number");
        expect(figures.length).toBeGreaterThan(80);
        for (const { label, value, decimals, unit } of figures) {
          const line = lines.find((one) => one.includes(`${label} `));
          const isCount = Number.isInteger(value) && !/tCO2e|MWh|iso4217/.test(unit ?? "");
          const figure = formatNumber(Number(value), language, isCount ? 0 : (decimals ?? undefined));
          expect(
            line
              ?.slice(line.indexOf(label) + label.length)
              .trim()
              .split(" ")[0],
            label,
          ).toBe(figure);
        }
      },
    );

    test.each(LANGUAGES)(
      "in %s months, years, categories, carriers, targets, methods and factors are there",
      (language) => {
        const text = flat(texts[language] ?? "");
        const document = documents[language];
        const tonnes = (value: number) => formatNumber(value, language, 3);
        const { months, years, categories, scope3_categories, energy_carriers, targets, methods, factors } = document;
        const sums = [...months, ...years].flatMap((one) => [
          one.scope_1,
          one.scope_2_location_based,
          one.scope_2_market_based,
          one.scope_3,
        ]);
        const tables = [...categories, ...scope3_categories, ...methods, ...factors].map(({ value }) => value);
        const targetValues = targets.flatMap(({ baseline_value, target_value }) => [baseline_value, target_value]);
        const energy = energy_carriers.flatMap(({ mwh }) => mwh ?? []);
        const told = [...sums, ...tables, ...targetValues, ...energy].filter((value) => value !== null);
        for (const value of told) expect(text).toContain(tonnes(value));
        for (const { name, source, licence, year, region, kg_co2e_per_unit } of factors) {
          expect(text).toContain(name);
          for (const part of [source, licence, `${region}, ${year}`, formatNumber(kg_co2e_per_unit, language)]) {
            expect(text).toContain(part);
          }
        }
        expect(scope3_categories).toHaveLength(16);
      },
    );

    test.each(LANGUAGES)("in %s disclosures, what is missing and what it is checked with are there", (language) => {
      const text = flat(texts[language] ?? "");
      const { sections, missing_inputs, snapshot_id, audit_head, company, factors } = documents[language];
      for (const { title } of sections) expect(text).toContain(title);
      for (const { description } of missing_inputs) expect(text).toContain(description);
      const attached = createHash("sha256").update(jsonForm(documents[language])).digest("hex");
      for (const hash of [snapshot_id, audit_head.hash, attached]) expect(text).toContain(hash);
      expect(text).toContain(company.registration_number);
      expect(text).toContain("/verify/");
      expect(text).toContain(factors[0]?.content_hash.slice(0, 12));
      expect(text).not.toMatch(/\bundefined\b|\bNaN\b|\[object|\{\w+\}/);
    });

    test("the document that is attached as data is the JSON form, byte for byte", () => {
      for (const language of LANGUAGES) {
        const { out } = judged(printed[language] ?? Buffer.of(), "pdfdetach", ["-save", "1", "-o", "{out}", "{}"]);
        expect(out?.equals(jsonForm(documents[language]))).toBe(true);
      }
    });

    test("it is PDF/A-3a: marked, tagged, with output intent and associated file, all fonts embedded", () => {
      for (const language of LANGUAGES) {
        const pdf = printed[language] ?? Buffer.of();
        // qpdf exits with an error when the file has one.
        expect(judged(pdf, "qpdf", ["--check", "{}"]).text).toContain("No syntax or stream encoding errors found");
        const structure = judged(pdf, "qpdf", ["--qdf", "--object-streams=disable", "{}", "{out}"]).out?.toString(
          "latin1",
        );
        for (const mark of [
          /<pdfaid:part>3<\/pdfaid:part>/,
          /<pdfaid:conformance>A<\/pdfaid:conformance>/,
          /\/MarkInfo <<[^>]*\/Marked true/,
          /\/StructTreeRoot /,
          /\/OutputIntents \d/,
          /\/AF \[/,
          /\/AFRelationship \/Data/,
          new RegExp(`/Lang \\(${language}`),
          /\/S \/H1/,
          /\/S \/H2/,
          /\/S \/TOC/,
          /\/S \/TH\b/,
          /\/S \/Figure/,
        ]) {
          expect(structure).toMatch(mark);
        }
        const fonts = judged(pdf, "pdffonts", ["{}"]).text.split("\n").slice(2).filter(Boolean);
        expect(fonts.length).toBeGreaterThan(1);
        for (const font of fonts) expect(font).toMatch(/\+Inter-\w+ .* yes yes yes /);
      }
    });

    test("each picture has words that stand for it, with its figures", () => {
      const json = judged(printed["en"] ?? Buffer.of(), "qpdf", ["--json", "{}"]).text;
      const descriptions = [...json.matchAll(/"\/Alt": "u:([^"]+)"/g)].map(([, text]) => text ?? "");
      expect(descriptions.filter((text) => /\d/.test(text)).length).toBeGreaterThanOrEqual(5);
      expect(descriptions.some((text) => text.startsWith("Column chart of 2025"))).toBe(true);
    });

    test("title, language, author and date are the document's; nothing else tells the time", () => {
      const info = judged(printed["da"] ?? Buffer.of(), "pdfinfo", ["-isodates", "{}"]).text;
      expect(info).toMatch(/Title:\s+Fjordvang Møbler A\/S · Bæredygtighedsrapport 2025/);
      expect(info).toMatch(/Author:\s+Fjordvang Møbler A\/S/);
      expect(info).toMatch(/CreationDate:\s+2026-02-03T09:15:30/);
      expect(info).toMatch(/ModDate:\s+2026-02-03T09:15:30/);
      expect(info).toMatch(/Tagged:\s+yes/);
    });

    test("no page is empty, and none runs over its edges", () => {
      for (const language of LANGUAGES) {
        const pages = judged(printed[language] ?? Buffer.of(), "pdftotext", ["-bbox", "{}", "-"])
          .text.split("<page ")
          .slice(1);
        expect(pages.length).toBeGreaterThan(12);
        for (const page of pages.slice(1)) {
          const words = [
            ...page.matchAll(/<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)"/g),
          ];
          expect(words.length).toBeGreaterThan(25);
          for (const [word, left, top, right, bottom] of words) {
            expect(Number(left), word).toBeGreaterThan(60);
            expect(Number(right), word).toBeLessThan(536);
            expect(Number(top), word).toBeGreaterThan(25);
            expect(Number(bottom), word).toBeLessThan(815);
          }
        }
      }
    });

    test("two processes make the same file of the same document", async () => {
      const [one, other] = await Promise.all([renderElsewhere(documents.da), renderElsewhere(documents.da)]);
      const sha256 = (pdf: Buffer | undefined) =>
        createHash("sha256")
          .update(pdf ?? "")
          .digest("hex");
      expect(sha256(one)).toBe(sha256(other));
      expect(sha256(one)).toBe(sha256(printed["da"]));
    });
  },
);

test("every word of the report is there in both languages, with the same places for figures", () => {
  const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
  for (const [name, [da, en]] of Object.entries(ALL_TEXTS)) {
    expect(da.trim(), name).not.toBe("");
    expect(en.trim(), name).not.toBe("");
    expect(places(da), name).toEqual(places(en));
  }
  expect(Object.keys(ALL_TEXTS).length).toBeGreaterThan(100);
});
