import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Field, fieldsOf } from "../../support/sample-fields.ts";
import { type ReadFile, readSamples } from "../../support/read-samples.ts";
import { hasFurtherSamples, type Sample, sampleItems } from "../../support/sample-manifest.ts";
import { type Installation, installation } from "../../support/service-process.ts";

const all = sampleItems();

/** Postings and bank lines would be linked with each other's purchases, and the mail holds a document that is there too. */
const isApart = ({ format, outcome }: Sample): boolean => outcome === "container" || /^(?:csv|xlsx|saf-t)/.test(format);

const STRUCTURED = /^(?:ubl|oioubl|cii|facturx|zugferd)/;
const PICTURES = /scan/;

interface Result {
  readonly sample: Sample;
  readonly files: readonly ReadFile[];
  readonly fields: readonly Field[];
}

let site: Installation;
let results: readonly Result[] = [];

beforeAll(async () => {
  site = installation();
  const service = await site.start();
  const together = all.filter((sample) => !isApart(sample));
  const groups = [together, ...all.filter(isApart).map((sample) => [sample])];
  const found: Result[] = [];
  for (const group of groups) {
    const files = await readSamples(site, service, group);
    for (const sample of group) {
      const own = files.filter(({ name }) => name === sample.file || name.startsWith(`${sample.file}/`));
      found.push({ sample, files: own, fields: fieldsOf(sample, own) });
    }
  }
  results = all.flatMap((sample) => found.filter((result) => result.sample === sample));
  process.stdout.write(`${[...table(results), ...fieldTable(of(PICTURES))].join("\n")}\n`);
}, 900_000);
afterAll(async () => {
  await site.remove();
});

function table(rows: readonly Result[]): string[] {
  return rows.map(({ sample, files, fields }) => {
    const wrong = fields.filter(({ is_right }) => !is_right).map(({ name, read }) => `${name} ${String(read)}`);
    const score = fields.length === 0 ? "" : `${fields.length - wrong.length}/${fields.length}`;
    return [sample.file, sample.format, sample.outcome, ended(files), score, wrong.join(", ").slice(0, 160)].join(
      " | ",
    );
  });
}

/** Right values of each field over all scans and photos. */
function fieldTable(rows: readonly Result[]): string[] {
  const fields = rows
    .flatMap((row) => row.fields)
    .map((field) => ({ ...field, name: field.name.replace(/ \d+$/, "") }));
  const names = [...new Set(fields.map(({ name }) => name)), ""];
  return names.map((name) => {
    const own = name === "" ? fields : fields.filter((field) => field.name === name);
    return `scans and photos: ${name === "" ? "all" : name} ${own.filter(({ is_right }) => is_right).length}/${own.length}`;
  });
}

function ended(files: readonly ReadFile[]): string {
  return files.map(({ status, code }) => (code === null ? status : `${status} ${code}`)).join(", ");
}

function of(format: RegExp, outcome: Sample["outcome"] = "parsed"): readonly Result[] {
  return results.filter(({ sample }) => format.test(sample.format) && sample.outcome === outcome);
}

/** Share of right values of a field over all files that state it. */
function shareOf(rows: readonly Result[], name: string): number {
  const values = rows.flatMap(({ fields }) => fields.filter((field) => field.name === name));
  expect(values.length, name).toBeGreaterThan(0);
  return values.filter(({ is_right }) => is_right).length / values.length;
}

const wrongFields = (rows: readonly Result[]): string[] =>
  rows.flatMap(({ sample, fields }) =>
    fields.filter(({ is_right }) => !is_right).map(({ name, read }) => `${sample.file}: ${name} ${String(read)}`),
  );

/**
 * The label leaves the shipping of 199.99 out of the net, as its note says; the print adds it before the tax: 17,679.72 + 199.99 +
 * 1,767.97 = 19,647.68, the total that label and print share. It was bought, so it is booked.
 */
const SHIPPING_APART: ReadonlySet<string> = new Set([
  "docai-google_invoice.pdf: total_excl_vat",
  "docai-google_invoice.pdf: booked_total",
]);

describe("every file of the manifest through the service", () => {
  test("has the outcome that the manifest states: read, unpacked, refused with its reason, or waiting for a person", () => {
    const different = results.flatMap(({ sample, files }) => {
      const got = ended(files.slice(0, 1));
      const isRight = {
        // How much of each picture is read is the matter of a test of its own.
        parsed: /^(?:processed|needs_review)/.test(got),
        container: got === "unpacked" && files.slice(1).every(({ document }) => document !== null),
        rejected: got === `rejected file.${sample.expected.reason ?? ""}`,
        needs_review: got === `needs_review file.${sample.expected.reason ?? ""}`,
      }[sample.outcome];
      return isRight ? [] : [`${sample.file}: ${sample.outcome}, but ${got}`];
    });
    expect(different).toEqual([]);
    expect(results).toHaveLength(all.length);
  });

  test("structured invoices: every field", () => {
    const rows = of(STRUCTURED);
    expect(rows.length).toBeGreaterThan(hasFurtherSamples ? 25 : 5);
    expect(wrongFields(rows)).toEqual([]);
  });

  test("Word documents: every field", () => {
    const rows = of(/^docx$/);
    expect(rows.length).toBeGreaterThan(0);
    expect(wrongFields(rows)).toEqual([]);
  });

  test("exports of ledgers and banks, SAF-T, archives and mails: every record and sum", () => {
    const rows = [...of(/^(?:csv|xlsx|saf-t)/), ...of(/./, "container")];
    expect(rows.length).toBeGreaterThan(6);
    expect(wrongFields(rows)).toEqual([]);
  });

  test.each([
    ["invoice_number", 0.95],
    ["issue_date", 0.95],
    ["currency", 0.95],
    ["supplier_name", 0.95],
    ["total_excl_vat", 0.9],
    ["line_count", 0.9],
  ])("PDFs with text: %s right in at least %d of all", (name, share) => {
    expect(shareOf(of(/^text-pdf$/), name)).toBeGreaterThanOrEqual(share);
  });

  // Of 7 files, with room for one that a loaded machine has no time for: measured are 7, 7, 7, 5, 7, 5 of 6 and 7.
  test.each([
    ["invoice_number", 0.8],
    ["issue_date", 0.8],
    ["currency", 0.8],
    ["supplier_name", 0.55],
    ["total_incl_vat", 0.8],
    ["total_excl_vat", 0.65],
    ["line_count", 0.8],
  ])("scans and photos: %s right in at least %d of all", (name, share) => {
    expect(shareOf(of(PICTURES), name)).toBeGreaterThanOrEqual(share);
  });

  test("a printed or pictured document is only booked with the net and quantities that the manifest states", () => {
    const booked = [...of(/^text-pdf$/), ...of(PICTURES)].filter(({ files }) =>
      files.some((file) => file.entry_count > 0),
    );
    const money = new Set(["total_excl_vat", "booked_total", "quantities"]);
    const wrong = booked.flatMap(({ sample, fields }) =>
      fields.filter(({ name, is_right }) => money.has(name) && !is_right).map(({ name }) => `${sample.file}: ${name}`),
    );
    expect(booked.length).toBeGreaterThan(5);
    expect(wrong.filter((one) => !SHIPPING_APART.has(one))).toEqual([]);
  });

  test("nothing of a refused file is booked", () => {
    const kept = of(/./, "rejected").filter(({ files }) => files.some(({ document }) => document !== null));
    expect(kept.map(({ sample }) => sample.file)).toEqual([]);
  });
});
