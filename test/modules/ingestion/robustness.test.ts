import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDocument } from "../../../src/modules/reading/read-document.ts";
import { allowanceCharge, oioublTax, ublInvoice } from "../../support/invoice-xml.ts";

/** Valid files of several formats, to be damaged. */
const FILES: readonly Buffer[] = [
  ublInvoice({
    taxes: allowanceCharge(true, "5", "Fragt"),
    lines: [{ name: "Elforbrug", quantity: "9", unit: "KWH" }],
  }),
  ublInvoice({ root: "CreditNote", customization: "OIOUBL-2.1", taxes: oioublTax("63", "Moms", "25") }),
  `Dato;Tekst;Konto;Beløb\r\n02-03-2026;Papir;2450;1.234,50\r\n03-03-2026;"El; marts";2050;88,00\r\n`,
  `<AuditFile xmlns="urn:StandardAuditFile-Taxation-Financial:DK"><Header/><GeneralLedgerEntries><Journal><Transaction><TransactionDate>2026-01-01</TransactionDate><Line><AccountID>1</AccountID><DebitAmount><Amount>5</Amount></DebitAmount></Line></Transaction></Journal></GeneralLedgerEntries></AuditFile>`,
].map((text) => Buffer.from(text));

const FRAGMENTS = [
  "<",
  ">",
  "&",
  "&#0;",
  "&lt;",
  "<!--",
  "-->",
  "<![CDATA[",
  "]]>",
  "<?x",
  "<!DOCTYPE",
  '"',
  "\0",
  "ø",
  "\u{1F600}",
  "-",
  ";",
  "\r\n",
  "99999999999999999999999999999999999999999999",
  "1e999",
];

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.integer({ min: 0, max: 40 }),
  insert: fc.oneof(
    fc.constantFrom(...FRAGMENTS).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
  ),
});

function damaged(file: Buffer, edits: readonly { at: number; remove: number; insert: Buffer }[]): Buffer {
  return edits.reduce((bytes, { at, remove, insert }) => {
    const from = Math.floor(at * bytes.length);
    return Buffer.concat([bytes.subarray(0, from), insert, bytes.subarray(from + remove)]);
  }, file);
}

describe("damaged files", () => {
  it("[contract 10.1] always have an outcome: read or refused with a code, never an exception", () => {
    const files = fc.constantFrom(...FILES);
    fc.assert(
      fc.property(
        files,
        fc.array(edit, { minLength: 1, maxLength: 6 }),
        fc.string({ maxLength: 20 }),
        (file, edits, name) => {
          const outcome = readDocument(damaged(file, edits), name);
          if (outcome.kind === "rejected") expect(outcome.error.code).toMatch(/^file\.[a-z_]+$/);
          else if (outcome.kind === "asks") expect(outcome.tables).not.toEqual([]);
          else expect(outcome.document.lines.every((line) => line.number >= 1)).toBe(true);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it("any bytes at all have an outcome", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(["parsed", "asks", "rejected"]).toContain(readDocument(bytes, "x").kind);
      }),
      { numRuns: 1000 },
    );
  });

  it("amounts and quantities that are read are plain decimals within bounds", () => {
    const [file = Buffer.alloc(0)] = FILES;
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: "grapheme-ascii" }), (number) => {
        const escaped = number.replaceAll(/[<&>]/g, "");
        const outcome = readDocument(Buffer.from(file.toString().replace(">9<", `>${escaped}<`)), "x.xml");
        if (outcome.kind !== "parsed") return;
        for (const { quantity } of outcome.document.lines) {
          if (quantity !== null) expect(quantity).toMatch(/^-?\d{1,40}(?:\.\d{1,40})?$/);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("texts that are too long", () => {
  const LONE_SURROGATE = /\\ud[89a-f]/;
  // Pairs begin at even and at odd places, so that every bound falls into the middle of one.
  const LONG = ["", "x"].map((before) => `${before}${"\u{1F600}".repeat(20_000)}`);
  const FORMATS = [
    ...FILES,
    `Dag;Hvad;Kroner;Felt\n03-03-2026;El;1.000,00;x\n`,
    `Dato;Tekst;Felt;Beløb\n03-03-2026;El;x;1.000,00\n03-03-2026;El;x;ti\nfredag;El;x;7,00\n`,
    `MålepunktsID;Fra_dato;Til_dato;Mængde;Måleenhed\n571313;01-01-2026;02-01-2026;ti;kWh\n571313;02-01-2026;03-01-2026;7;skæpper\n`,
  ].map(String);

  it.each(LONG)("are cut between characters, wherever they stand (%#)", (long) => {
    for (const format of FORMATS) {
      const cuts = [...format.matchAll(format.startsWith("<") ? />[^<]+</g : /[^;\n]+/g)];
      for (const { index, 0: found } of cuts) {
        const isXml = format.startsWith("<");
        const [from, to] = isXml ? [index + 1, index + found.length - 1] : [index, index + found.length];
        const text = format.slice(0, from) + long + format.slice(to);
        const kept = format.slice(0, from) + format.slice(from, to) + long + format.slice(to);
        for (const changed of [text, kept]) {
          expect(JSON.stringify(readDocument(Buffer.from(changed), "x"))).not.toMatch(LONE_SURROGATE);
        }
      }
    }
  });
});
