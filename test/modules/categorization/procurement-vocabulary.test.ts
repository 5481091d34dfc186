import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import type { VocabularyEntry } from "../../../src/core/procurement-vocabulary.ts";
import {
  categorize,
  type CategorizationInput,
  type CategorizationTables,
  categorizationTables,
  type Decision,
  learnVocabulary,
  NO_KNOWLEDGE,
} from "../../../src/modules/categorization/index.ts";
import { readProcurementVocabulary } from "../../../src/platform/procurement-vocabulary.ts";
import { lineWith } from "../../support/categorization-line.ts";
import { inputOf, readLabelled } from "../../support/labelled-rows.ts";
import { sharedPath } from "../../support/shared-data.ts";

const SHARED = sharedPath("samples");
const VOCABULARY = join(SHARED, "cpv-category-map.csv");
/** Every labelled set there is. */
const LABELLED = [
  join(SHARED, "categorization-dev.csv"),
  ...readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(".csv"))
    .map((file) => join(import.meta.dirname, file)),
];

const PENDING = "unclassified.pending";
const MUSIC = "purchases.services.training";
const BEES = "purchases.materials.agricultural";

/** Words that no table of the service knows. */
const ENTRIES: readonly VocabularyEntry[] = [
  { category_key: MUSIC, titles: ["Zitherspil", "Zither playing"] },
  { category_key: MUSIC, titles: ["Okarinaer og zithere"] },
  { category_key: BEES, titles: ["Bistader", "Beehives"] },
  { category_key: BEES, titles: ["Honningslynger til bistader"] },
  { category_key: "purchases.services.cleaning", titles: ["Metrobillet", "Metrobilletter"] },
];

function tablesWith(entries: readonly VocabularyEntry[]): CategorizationTables {
  return { ...categorizationTables(), vocabulary: learnVocabulary(entries, () => true) };
}

function decide(line: Partial<CategorizationInput>, tables = tablesWith(ENTRIES)): Decision {
  return categorize(lineWith(line), NO_KNOWLEDGE, tables);
}

test("where nothing else speaks, the titles of the vocabulary suggest, with the words as reason, and a person decides", () => {
  expect(decide({ description: "Bistade 12 stk" })).toMatchObject({
    status: "pending_review",
    category_key: BEES,
    reason: 'like titles of the procurement vocabulary: "bistade"',
    candidates: [{ step: "vocabulary" }],
  });
  expect(decide({ description: "Zwimpel" })).toMatchObject({ category_key: PENDING, candidates: [] });
  expect(decide({ description: "Bistade og zither" }).category_key).toBe(PENDING);
});

test("a word of the lexicon, a rule and a decision of the company's own people stand, whatever the vocabulary says", () => {
  const ride = { description: "Metrobillet" };
  const alone = categorize(lineWith(ride), NO_KNOWLEDGE, categorizationTables());
  expect(alone.category_key).toBe("transport.travel.metro");
  expect(decide(ride)).toEqual(alone);
  const rule = {
    id: "1",
    position: 1,
    supplier_key: null,
    gl_account: null,
    text_contains: "bistade",
    category_key: "capital.goods.machinery",
  };
  const ruled = categorize(
    lineWith({ description: "Bistade" }),
    { ...NO_KNOWLEDGE, rules: [rule] },
    tablesWith(ENTRIES),
  );
  expect(ruled).toMatchObject({ status: "classified", category_key: "capital.goods.machinery" });
});

test("what a weak word names, but too weakly to suggest, is suggested when the vocabulary says the same, and not otherwise", () => {
  // A branch and a family alone would suggest: the earlier decisions of few lines do not.
  const lines = new Map([
    [BEES, 3],
    [MUSIC, 3],
  ]);
  const terms = new Map([["bistade", new Map([[BEES, 1]])]]);
  const knowledge = { ...NO_KNOWLEDGE, training: { lines, terms } };
  const line = lineWith({ description: "Bistade" });
  const alone = categorize(line, knowledge, categorizationTables());
  expect(alone).toMatchObject({ category_key: PENDING, candidates: [{ step: "decisions" }] });
  const both = categorize(line, knowledge, tablesWith(ENTRIES));
  expect(both).toMatchObject({ status: "pending_review", category_key: BEES });
  expect(both.reason).toMatch(/procurement vocabulary.*earlier decisions/);
  const other = [{ category_key: MUSIC, titles: ["Bistader"] }];
  expect(categorize(line, knowledge, tablesWith(other))).toEqual(alone);
});

test("a table with categories that there are not is refused by their names", () => {
  expect(() => learnVocabulary(ENTRIES, (key) => key !== BEES)).toThrow(`names 1 unknown categories: "${BEES}"`);
});

test.skipIf(!existsSync(VOCABULARY))(
  "with the titles of ../shared/samples/cpv-category-map.csv no labelled row is taken or left otherwise, and none that was right is wrong",
  async () => {
    const tables = tablesWith(await readProcurementVocabulary(VOCABULARY));
    for (const path of LABELLED) {
      const rows = readLabelled(path).map((row) => ({
        row,
        before: categorize(inputOf(row), NO_KNOWLEDGE, categorizationTables()),
        after: categorize(inputOf(row), NO_KNOWLEDGE, tables),
      }));
      const right = (which: "before" | "after") => rows.filter((one) => one[which].category_key === one.row.category);
      const silent = rows.filter(({ before }) => before.category_key === PENDING);
      const suggested = silent.filter(({ after }) => after.category_key !== PENDING);
      process.stdout.write(
        `${basename(path)}: ${rows.length} rows, right ${right("before").length} without, ${right("after").length} with; ` +
          `without a suggestion ${silent.length}, of which the vocabulary has one for ${suggested.length}\n`,
      );
      for (const { row, before, after } of rows) {
        expect([row.text, after.status]).toEqual([row.text, before.status]);
        if (before.category_key === row.category) expect(after.category_key).toBe(row.category);
      }
    }
  },
);

test.skipIf(!existsSync(VOCABULARY))(
  "of entries that were not learned, it suggests for those of which the service knows no word, and most of that is right",
  async () => {
    const entries = await readProcurementVocabulary(VOCABULARY);
    const isHeldOut = (index: number): boolean => index % 5 === 0;
    const tables = tablesWith(entries.filter((_, index) => !isHeldOut(index)));
    const titles = entries.flatMap(({ category_key, titles: told }, index) =>
      isHeldOut(index) ? told.map((description) => ({ description, category_key })) : [],
    );
    const silent = titles.filter(
      ({ description }) =>
        categorize(lineWith({ description }), NO_KNOWLEDGE, categorizationTables()).category_key === PENDING,
    );
    const decided = silent.map(({ description, category_key }) => ({
      category_key,
      decision: decide({ description }, tables),
    }));
    const suggested = decided.filter(({ decision }) => decision.category_key !== PENDING);
    const right = suggested.filter(({ category_key, decision }) => decision.category_key === category_key);
    process.stdout.write(
      `titles not learned: ${titles.length}, unknown to the service ${silent.length}, suggested ${suggested.length}, ` +
        `right ${right.length}\n`,
    );
    expect(decided.every(({ decision }) => decision.status === "pending_review")).toBe(true);
    expect(suggested.length / silent.length).toBeGreaterThan(0.1);
    expect(right.length / suggested.length).toBeGreaterThan(0.7);
  },
);
