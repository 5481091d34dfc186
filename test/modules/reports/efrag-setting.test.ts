import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { readEfragTemplate } from "../../../src/composition/efrag-template-file.ts";
import { jsonForm } from "../../../src/modules/reports/forms/json-form.ts";
import { ConfigError, readConfig } from "../../../src/platform/config/config.ts";
import { openReportRenderer, type ReportRenderer } from "../../../src/composition/isolation/report-renderer.ts";
import { fixtureTemplate } from "../../support/efrag-fixture.ts";
import { sampleDocument } from "../../support/report-document.ts";

const directory = mkdtempSync(join(tmpdir(), "efrag-template-"));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function fileWith(name: string, bytes: Buffer): string {
  const path = join(directory, name);
  writeFileSync(path, bytes);
  return path;
}

describe("VSME_TEMPLATE_FILE", () => {
  test("without the setting there is no template", async () => {
    expect(readConfig({}).vsme_template_file).toBeUndefined();
    expect(await readEfragTemplate(undefined, true)).toBeNull();
  });

  test("the file is read once, as bytes with their SHA-256", async () => {
    const bytes = fixtureTemplate();
    const path = fileWith("template.xlsx", bytes);
    expect(readConfig({ VSME_TEMPLATE_FILE: path }).vsme_template_file).toBe(path);
    const template = await readEfragTemplate(path, true);
    writeFileSync(path, "changed afterwards");
    expect(template?.sha256).toBe(createHash("sha256").update(bytes).digest("hex"));
    expect(Buffer.from(template?.bytes ?? []).equals(bytes)).toBe(true);
  });

  test.each<[string, () => string, RegExp]>([
    ["a file that is not there", () => join(directory, "none.xlsx"), /ENOENT/],
    ["a directory", () => directory, /EISDIR/],
    ["another file", () => fileWith("letter.xlsx", Buffer.from("Dear reader")), /not a readable ZIP container/],
    [
      "another version",
      () => fileWith("old.xlsx", fixtureTemplate({ cells: { Introduction: { C1: "1.2.0" } } })),
      /version 1\.2\.0 of the template; version 1\.3\.0 is needed/,
    ],
    [
      "a file beyond all reason",
      () => {
        const path = fileWith("large.xlsx", Buffer.alloc(0));
        truncateSync(path, 21 * 1024 * 1024);
        return path;
      },
      /larger than/,
    ],
  ])("%s stops the start with the name of the setting and the reason", async (_, path, reason) => {
    const refused = readEfragTemplate(path(), true);
    await expect(refused).rejects.toBeInstanceOf(ConfigError);
    await expect(refused).rejects.toThrow(/VSME_TEMPLATE_FILE: cannot be used: /);
    await expect(refused).rejects.toThrow(reason);
  });
});

describe("EFRAG's workbook from the process that renders", { timeout: 300_000 }, () => {
  let renderer: ReportRenderer | undefined;
  afterEach(() => renderer?.close());

  async function renderWith(bytes: Buffer) {
    renderer = openReportRenderer({ template: { bytes, sha256: "0".repeat(64) } });
    return await renderer.render({ format: "xlsx", template: "efrag", document: jsonForm(sampleDocument()) });
  }

  test("two processes give the same bytes, and not those of the service's own workbook", async () => {
    const outcomes = [await renderWith(fixtureTemplate()), await renderWith(fixtureTemplate())];
    const hashes = outcomes.map((outcome) => {
      if (outcome.kind !== "done") throw new Error(`${outcome.kind}: ${outcome.reason}`);
      return createHash("sha256").update(outcome.bytes).digest("hex");
    });
    expect(new Set(hashes).size).toBe(1);
    const own = await renderer?.render({ format: "xlsx", template: "own", document: jsonForm(sampleDocument()) });
    expect(own?.kind === "done" && createHash("sha256").update(own.bytes).digest("hex")).not.toBe(hashes[0]);
  });

  test("a template that cannot be used fails the report with the reason", async () => {
    const reason = expect.stringMatching(/^The template cannot be used: .*filled in already/);
    const filled = fixtureTemplate({ cells: { "General Information": { D3: "Somebody" } } });
    expect(await renderWith(filled)).toEqual({ kind: "refused", reason });
  });
});
