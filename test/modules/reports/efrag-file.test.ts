import { describe, expect, test } from "vitest";
import { fillEfragTemplate } from "../../../src/modules/reports/forms/efrag/fill-template.ts";
import { fixtureTemplate } from "../../support/efrag-fixture.ts";
import { sampleDocument } from "../../support/report-document.ts";
import { zipOf } from "../../support/zip.ts";

const GENERAL = "General Information";
const ENVIRONMENT = "Environmental Disclosures";

describe("a file that is not the template", () => {
  const bomb = { name: "xl/media/image1.png", content: Buffer.alloc(40 * 1024 * 1024) };
  test.each<[string, Buffer, RegExp]>([
    ["text", Buffer.from("no workbook at all"), /not a readable ZIP container/],
    ["nothing", Buffer.alloc(0), /not a readable ZIP container/],
    ["a protected workbook", Buffer.from("d0cf11e0a1b11ae1".padEnd(64, "0"), "hex"), /protected by a password/],
    ["an archive of something else", zipOf([{ name: "letter.txt", content: "hello" }]), /not an XLSX workbook/],
    ["an encrypted entry", zipOf([{ name: "xl/workbook.xml", content: "x", flags: 1 }]), /encrypted/],
    ["a bomb", fixtureTemplate({ entries: [bomb] }), /suspiciously many bytes|too large/],
    [
      "another version",
      fixtureTemplate({ cells: { Introduction: { C1: "1.2.0" } } }),
      /version 1\.2\.0 .* 1\.3\.0 is needed/,
    ],
    [
      "another taxonomy",
      fixtureTemplate({ cells: { Introduction: { C10: "https://xbrl.efrag.org/x.xsd" } } }),
      /taxonomy/,
    ],
    ["a name missing", fixtureTemplate({ names: { Turnover: null } }), /Turnover is not at General Information!E283/],
    ["a name moved", fixtureTemplate({ names: { Turnover: "'General Information'!$E$290" } }), /Turnover is not at/],
    ["a formula replaced", fixtureTemplate({ cells: { [ENVIRONMENT]: { D25: 5 } } }), /D25 is not calculated, unlike/],
    ["a filled one", fixtureTemplate({ cells: { [GENERAL]: { D3: "Somebody" } } }), /filled in already/],
  ])("%s is refused with the reason", async (_, bytes, reason) => {
    await expect(fillEfragTemplate(sampleDocument(), bytes)).rejects.toThrow(reason);
    await expect(fillEfragTemplate(sampleDocument(), bytes)).rejects.toThrow(/^The template cannot be used: /);
  });
});
