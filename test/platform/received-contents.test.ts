import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { receivedContents } from "../../src/platform/files/received-contents.ts";

/** Room for so many contents of this length. */
const room = (count: number, length: number): number => count * (length + 512);
const bytes = (length: number): Uint8Array => new Uint8Array(length).fill(7);

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test("a content that was received is given once, and to who names it", () => {
  const contents = receivedContents({ bytes_max: room(4, 4), held_ms: 1000 });
  contents.hold("a", bytes(4));
  expect(contents.take("b")).toBeNull();
  expect(contents.take("a")).toEqual(bytes(4));
  expect(contents.take("a")).toBeNull();
});

test("what was held longest gives way, and one that is larger than all room is not held", () => {
  const contents = receivedContents({ bytes_max: room(2, 5), held_ms: 1000 });
  for (const name of ["a", "b", "c"]) contents.hold(name, bytes(4));
  contents.hold("large", bytes(room(2, 5)));
  expect(["a", "b", "c", "large"].map((name) => contents.take(name)?.length)).toEqual([undefined, 4, 4, undefined]);
  // The room of those that were taken is free again.
  for (const name of ["d", "e"]) contents.hold(name, bytes(5));
  expect(["d", "e"].map((name) => contents.take(name)?.length)).toEqual([5, 5]);
});

test("the same name twice takes its room once", () => {
  const contents = receivedContents({ bytes_max: room(2, 6), held_ms: 1000 });
  contents.hold("b", bytes(4));
  contents.hold("a", bytes(6));
  contents.hold("a", bytes(6));
  expect(["a", "b"].map((name) => contents.take(name)?.length)).toEqual([6, 4]);
});

test("what nobody takes is let go, after its time and before twice its time", () => {
  const contents = receivedContents({ bytes_max: room(4, 4), held_ms: 1000 });
  contents.hold("a", bytes(4));
  vi.advanceTimersByTime(900);
  contents.hold("b", bytes(4));
  vi.advanceTimersByTime(1050);
  expect(contents.take("b")).toEqual(bytes(4));
  contents.hold("b", bytes(4));
  vi.advanceTimersByTime(1000);
  expect(contents.take("a")).toBeNull();
  vi.advanceTimersByTime(1000);
  expect(contents.take("b")).toBeNull();
  expect(vi.getTimerCount()).toBe(0);
});
