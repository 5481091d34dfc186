import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type Snapshot, snapshotId } from "../../../src/modules/reports/snapshot/snapshot.ts";
import { drawnForms } from "../../support/drawn-forms.ts";

/**
 * Snapshots that version 0.1.0 froze of the demo company in format 4, and the SHA-256 of what it drew from them. A report that is lost is
 * made again from its snapshot, so what was frozen in an older format comes out as it was, whatever is told today.
 */
const CHANGED =
  "what is frozen already is drawn differently: if that is meant, give it a snapshot format of its own; these hashes stay";
const RECORDED = join(import.meta.dirname, "format-4");

function frozen(year: number): Snapshot {
  // Written by the build of that time.
  return JSON.parse(gunzipSync(readFileSync(join(RECORDED, `demo-${year}.json.gz`))).toString("utf8")) as Snapshot;
}

/** What a company without fuels and electricity had frozen, with credit notes above its purchases. */
function valueChainOnly(): Snapshot {
  const { facts, ...snapshot } = frozen(2025);
  const ofScope3 = <Row extends { readonly scope: number }>(rows: readonly Row[]) =>
    rows.filter(({ scope }) => scope === 3);
  return {
    ...snapshot,
    facts: {
      ...facts,
      scopes: ofScope3(facts.scopes).map((row) => ({ ...row, market_based_kg: `-${row.market_based_kg}` })),
      methods: ofScope3(facts.methods),
      measured: ofScope3(facts.measured),
      months: ofScope3(facts.months),
      years: ofScope3(facts.years),
      categories: ofScope3(facts.categories).map((row) => ({ ...row, market_based_kg: `-${row.market_based_kg}` })),
      months_with_data: 5,
    },
  };
}

const SNAPSHOTS = { "demo 2024": frozen(2024), "demo 2025": frozen(2025), "value chain only": valueChainOnly() };
const expected = JSON.parse(readFileSync(join(RECORDED, "recorded.json"), "utf8")) as Record<string, unknown>;

describe.each(Object.entries(SNAPSHOTS))("what was frozen in format 4 of %s", (name, snapshot) => {
  test.each(["vsme_basic", "vsme_comprehensive", "csrd"] as const)(
    "is drawn as it was as %s",
    async (standard_type) => {
      for (const language of ["da", "en"] as const) {
        const terms = {
          report_year: snapshot.report_year,
          standard_type,
          format: "json",
          language,
          template: "own",
        } as const;
        const made = await drawnForms(snapshot, terms);
        expect(made, CHANGED).toEqual(expected[`${name} ${standard_type} ${language}`]);
      }
    },
  );

  test("has the id that was recorded", () => {
    expect(snapshotId(snapshot)).toBe(expected[`${name} snapshot`]);
  });
});
