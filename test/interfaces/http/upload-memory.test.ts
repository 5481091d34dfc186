import { expect, test } from "vitest";
import { uploadMemory } from "../../../src/interfaces/http/upload-memory.ts";

const memory = uploadMemory({ file_bytes_max: 10, request_bytes_max: 15, process_bytes_max: 25 });

test("a request has its share and no more, all requests together have theirs, and what is released is free again", () => {
  const [first, second] = [memory.forRequest(), memory.forRequest()];
  expect([10, 6, 5, 1].map((size) => first.keep(size) !== null)).toEqual([true, false, true, false]);
  expect([10, 1].map((size) => second.keep(size) !== null)).toEqual([true, false]);
  first.release();
  first.release();
  expect([5, 1].map((size) => second.keep(size) !== null)).toEqual([true, false]);
  const third = memory.forRequest();
  expect([10, 1].map((size) => third.keep(size) !== null)).toEqual([true, false]);
  second.release();
  third.release();
});

test("what is kept is a copy: the next file arrives where it was", () => {
  const request = memory.forRequest();
  request.arriving.write("first");
  const kept = request.keep(5);
  request.arriving.write("other");
  expect(kept?.toString()).toBe("first");
  request.release();
});
