import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ingestingSite } from "../../support/ingesting-site.ts";
import { type Outcome, type Shape, SHAPES, type Told } from "./shapes.ts";

let site: Awaited<ReturnType<typeof ingestingSite>>;
beforeAll(async () => {
  site = await ingestingSite();
});
afterAll(() => site.close());

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  classified: "counts",
  excluded: "evidence",
  pending_review: "waits",
};

/** What became of each line after the uploads. */
async function outcomes({ told }: Shape, uploads: readonly (readonly Told[])[]): Promise<Record<string, string>> {
  const by = await site.company();
  for (const upload of uploads) await site.ingest(by, ...upload.map(({ file }) => file));
  const lines = await site.lines(by);
  await site.intact(by);
  return Object.fromEntries(
    told.map(({ name }) => {
      const line = lines.find(({ description }) => description.includes(name));
      return [name, OUTCOMES[line?.status ?? ""] ?? "missing"];
    }),
  );
}

const expected = ({ told }: Shape) => Object.fromEntries(told.map(({ name, outcome }) => [name, outcome]));

describe("one purchase that several sources tell of is counted once or asked about", () => {
  test.each(SHAPES.map((shape) => [shape.name, shape] as const))("%s: documents first", async (_name, shape) => {
    const uploads = shape.told.map((one) => [one]);
    expect(await outcomes(shape, uploads)).toEqual(expected(shape));
  });

  test.each(SHAPES.map((shape) => [shape.name, shape] as const))("%s: payments first", async (_name, shape) => {
    const uploads = shape.told.toReversed().map((one) => [one]);
    expect(await outcomes(shape, uploads)).toEqual({ ...expected(shape), ...shape.payments_first });
  });

  const together = SHAPES.filter(({ depends_on_order }) => depends_on_order !== true);
  test.each(together.map((shape) => [shape.name, shape] as const))("%s: one upload", async (_name, shape) => {
    expect(await outcomes(shape, [shape.told])).toEqual(expected(shape));
  });
});
