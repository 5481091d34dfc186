import { setTimeout as delay } from "node:timers/promises";

export interface BatchOptions<Item, Result> {
  /** Results in the order of the items; safe to repeat for an item whose group failed. */
  readonly work: (items: readonly [Item, ...Item[]]) => Promise<readonly Result[]>;
  readonly weightOf: (item: Item) => number;
  /** A group ends before it would be heavier than this; a heavier item is a group of its own. */
  readonly weight_max: number;
  /** A group begins at least so long after the one before it; none unless said. */
  readonly apart_ms?: number;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Items of one key are worked on in groups, one group at a time: what arrives while a group is in work, or before the next may begin, forms the next.
 * The first item waits for no others to come. When a group fails, each of its items is tried alone, in order, so that an item
 * succeeds or fails for reasons of its own.
 */
export function batcher<Item, Result>(
  options: BatchOptions<Item, Result>,
): (key: string, item: Item) => Promise<Result> {
  const queues = new Map<string, Waiting<Item, Result>[]>();

  const empty = async (key: string, queue: Waiting<Item, Result>[]): Promise<void> => {
    // Whoever asks in the same turn of the event loop belongs to the first group.
    await new Promise((resolve) => setImmediate(resolve));
    for (let batch = nextBatch(queue, options); batch !== null; batch = nextBatch(queue, options)) {
      const apart = options.apart_ms === undefined ? null : delay(options.apart_ms);
      await settle(batch, options.work);
      await apart;
    }
    // In the same turn as the look above: nobody can have been added in between.
    queues.delete(key);
  };

  return (key, item) =>
    new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject };
      const queue = queues.get(key);
      if (queue !== undefined) {
        queue.push(waiting);
        return;
      }
      const fresh = [waiting];
      queues.set(key, fresh);
      void empty(key, fresh);
    });
}

type Batch<Item, Result> = readonly [Waiting<Item, Result>, ...Waiting<Item, Result>[]];

function nextBatch<Item, Result>(
  queue: Waiting<Item, Result>[],
  { weightOf, weight_max }: BatchOptions<Item, Result>,
): Batch<Item, Result> | null {
  const first = queue.shift();
  if (first === undefined) return null;
  let weight = weightOf(first.item);
  let size = 0;
  for (const { item } of queue) {
    weight += weightOf(item);
    if (weight > weight_max) break;
    size += 1;
  }
  return [first, ...queue.splice(0, size)];
}

async function settle<Item, Result>(
  batch: Batch<Item, Result>,
  work: BatchOptions<Item, Result>["work"],
): Promise<void> {
  const [first, ...others] = batch;
  try {
    const results = await work([first.item, ...others.map((waiting) => waiting.item)]);
    if (results.length !== batch.length) throw new Error("a group's work must have one result per item");
    for (const [index, result] of results.entries()) batch[index]?.resolve(result);
  } catch (error) {
    if (others.length === 0) {
      first.reject(error);
      return;
    }
    for (const waiting of batch) await settle([waiting], work);
  }
}
