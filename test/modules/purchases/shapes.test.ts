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

/** What is not so yet must fail, so that nobody forgets to say that it is. */
const testOf = ({ is_open }: Shape) => (is_open === true ? test.fails : test);

describe("one purchase that several sources tell of is counted once or asked about", () => {
  for (const shape of SHAPES) {
    testOf(shape)(`${shape.name}: documents first`, async () => {
      const uploads = shape.told.map((one) => [one]);
      expect(await outcomes(shape, uploads)).toEqual(expected(shape));
    });

    testOf(shape)(`${shape.name}: payments first`, async () => {
      const uploads = shape.told.toReversed().map((one) => [one]);
      expect(await outcomes(shape, uploads)).toEqual({ ...expected(shape), ...shape.payments_first });
    });

    testOf(shape)(`${shape.name}: one upload`, async () => {
      expect(await outcomes(shape, [shape.told])).toEqual(expected(shape));
    });
  }
});
