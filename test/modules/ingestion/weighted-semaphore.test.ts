import { expect, test } from "vitest";
import { weightedSemaphore } from "../../../src/modules/ingestion/weighted-semaphore.ts";

/** Documents that are nothing but their lines; each stays in use until it is told to end. */
function desk(weight_max: number) {
  const withinLines = weightedSemaphore<number>({ weightOf: (lines) => lines, weight_max });
  const events: string[] = [];
  const ends = new Map<number, (error?: Error) => void>();
  const bring = (lines: number): Promise<void> =>
    withinLines(
      () => {
        events.push(`read ${lines}`);
        return Promise.resolve(lines);
      },
      () => {
        events.push(`use ${lines}`);
        return new Promise((resolve, reject) =>
          ends.set(lines, (error) => (error === undefined ? resolve() : reject(error))),
        );
      },
    );
  const news = async (): Promise<string[]> => {
    await new Promise((resolve) => setImmediate(resolve));
    return events.splice(0);
  };
  return { bring, news, end: (lines: number, error?: Error) => ends.get(lines)?.(error) };
}

test("a document that does not fit is let go and read again when it does; one beyond the bound is in work alone", async () => {
  const { bring, news, end } = desk(100);
  const all = [bring(60), bring(40)];
  expect(await news()).toEqual(["read 60", "read 40", "use 60", "use 40"]);
  all.push(bring(500));
  expect(await news()).toEqual(["read 500"]);
  end(60);
  expect(await news()).toEqual([]);
  end(40);
  expect(await news()).toEqual(["read 500", "use 500"]);
  all.push(bring(1));
  expect(await news()).toEqual(["read 1"]);
  end(500);
  expect(await news()).toEqual(["read 1", "use 1"]);
  end(1);
  await Promise.all(all);
});

test("turns come in order, and what counts no lines never waits", async () => {
  const { bring, news, end } = desk(100);
  const all = [bring(80), bring(90)];
  expect(await news()).toEqual(["read 80", "read 90", "use 80"]);
  all.push(bring(10), bring(0));
  expect(await news()).toEqual(["read 10", "read 0", "use 0"]);
  end(80);
  expect(await news()).toEqual(["read 90", "read 10", "use 90", "use 10"]);
  for (const lines of [0, 10, 90]) end(lines);
  await Promise.all(all);
});

test("what fails gives its lines back", async () => {
  const { bring, news, end } = desk(100);
  const failing = bring(70);
  await news();
  const next = bring(50);
  expect(await news()).toEqual(["read 50"]);
  end(70, new Error("not recorded"));
  await expect(failing).rejects.toThrow("not recorded");
  expect(await news()).toEqual(["read 50", "use 50"]);
  end(50);
  await next;
});
