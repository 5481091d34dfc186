import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

/** More than the files that the service has in work at once with two parser threads. */
const PICTURES = 64;

let service: Pipeline;

beforeAll(async () => {
  service = await pipeline();
});
afterAll(() => service.close());

/** Specks without a word in them, others for each number. */
async function specks(number: number): Promise<Buffer> {
  const side = 240;
  const bytes = Buffer.alloc(side * side, 255);
  for (let at = number + 1; at < bytes.length; at += 997 + number) bytes[at] = 0;
  return await sharp(bytes, { raw: { width: side, height: side, channels: 1 } })
    .png()
    .toBuffer();
}

test("pictures that wait to be read hold up no other file of any company", { timeout: 300_000 }, async () => {
  const [scanning, sending] = [await service.company(), await service.company()];
  const pictures = await Promise.all(Array.from({ length: PICTURES }, (_, number) => specks(number)));
  const { id: scans } = await scanning.upload(...pictures.map((bytes, at) => ({ name: `${at}.png`, bytes })));
  const waiting = async () => (await scanning.state(scans)).files.filter(({ status }) => status === "stored").length;
  const first = service.drain();
  await expect.poll(waiting, { timeout: 120_000 }).toBeLessThan(PICTURES);
  const invoice = ubl({ number: "1", lines: [{ text: "Strøm", amount: "100.00", quantity: "50", unit: "KWH" }] });
  const { id } = await sending.upload({ name: "invoice.xml", bytes: invoice });
  const second = service.drain();
  await expect.poll(async () => (await sending.state(id)).status, { interval: 20, timeout: 120_000 }).toBe("completed");
  // Read in the order of the queue it would have waited for every picture but those that had no place.
  expect(await waiting()).toBeGreaterThan(PICTURES / 2);
  await Promise.all([first, second]);
  expect(await waiting()).toBe(0);
  expect((await scanning.state(scans)).files.map(({ status }) => status)).toEqual(Array(PICTURES).fill("needs_review"));
});
