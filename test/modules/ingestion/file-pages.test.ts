import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoke } from "../../../src/core/invoke.ts";
import { StoredFile } from "../../../src/core/stored-file.ts";
import { getUploadFileLayout } from "../../../src/modules/ingestion/get-upload-file-layout.ts";
import { getUploadFilePage } from "../../../src/modules/ingestion/get-upload-file-page.ts";
import { type Company, type Pipeline, pipeline } from "../../support/pipeline.ts";
import { ubl } from "../../support/ubl.ts";

let site: Pipeline;
let company: Company;
beforeAll(async () => {
  site = await pipeline();
  company = await site.company();
});
afterAll(() => site.close());

const sample = (name: string): Buffer => readFileSync(new URL(`../../fixtures/invoices/${name}`, import.meta.url));

interface Layout {
  readonly page_count: number;
  readonly pages: readonly { readonly page: number; readonly width: number; readonly height: number }[];
  readonly lines: readonly {
    readonly line_number: number;
    readonly place: { page: number; left: number; top: number; width: number; height: number } | null;
  }[];
  readonly unplaced_code: string | null;
}

async function ingested(name: string, bytes = sample(name)): Promise<string> {
  const [file] = await company.ingest({ name, bytes });
  return file?.id ?? "";
}

async function layoutOf(id: string, of = company): Promise<Layout> {
  return (await invoke(getUploadFileLayout, of.ctx, { id })) as Layout;
}

async function picture(id: string, page: number, of = company): Promise<Buffer> {
  const file = await invoke(getUploadFilePage, of.ctx, { id, page });
  if (!(file instanceof StoredFile)) throw new Error("a file is answered");
  expect(file.facts).toMatchObject({ media_type: "image/webp", filename: `${id}-${page}.webp` });
  const chunks: Uint8Array[] = [];
  for await (const chunk of await file.facts.open()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The darkest grey of a part of a page: letters are nearly black, paper is 255. */
async function darkest(webp: Buffer, { left, top, width, height }: NonNullable<Layout["lines"][number]["place"]>) {
  const { width: w, height: h } = await sharp(webp).metadata();
  const part = {
    left: Math.floor(left * w),
    top: Math.floor(top * h),
    width: Math.ceil(width * w),
    height: Math.ceil(height * h),
  };
  // Figures are told of what a picture was before it was cut.
  const { channels } = await sharp(await sharp(webp).extract(part).greyscale().png().toBuffer()).stats();
  return channels[0]?.min ?? 255;
}

test("each of sixty lines on two pages stands where it was printed, one below the other", async () => {
  const id = await ingested("syn-60-linjer-to-sider.pdf");
  const layout = await layoutOf(id);
  expect(layout).toMatchObject({ page_count: 2, unplaced_code: null });
  expect(layout.lines).toHaveLength(60);
  const places = layout.lines.map(({ place }) => place);
  const heights = places.map((place) => (place === null ? Number.NaN : place.page + place.top));
  expect(heights).toEqual(heights.toSorted((height, other) => height - other));
  expect(new Set(heights).size).toBe(60);
  expect(new Set(places.map((place) => place?.page))).toEqual(new Set([1, 2]));
  for (const page of [1, 2]) {
    const webp = await picture(id, page);
    expect((await sharp(webp).metadata()).format).toBe("webp");
    for (const place of places) {
      if (place?.page === page) expect(await darkest(webp, place)).toBeLessThan(100);
    }
  }
});

test("the line of consumption of a bill is marked, and not those of the same quantity below it", async () => {
  const layout = await layoutOf(await ingested("syn-el-faktura.pdf"));
  // Measured on a print of the page: the letters of "Elforbrug, variabel pris" stand at 27.6 % of its height, 1.5 % apart from the next.
  const place = layout.lines.find(({ line_number }) => line_number === 1)?.place;
  if (place === undefined || place === null) throw new Error("the line is found");
  expect(place.top).toBeLessThan(0.272);
  expect(place.top).toBeGreaterThan(0.264);
  expect(place.top + place.height).toBeGreaterThan(0.279);
  expect(place.top + place.height).toBeLessThan(0.285);
  expect([place.left, place.left + place.width].map((share) => Math.round(share * 100))).toEqual([8, 92]);
});

test("a page that is not there is told, and none is drawn of another company's file", async () => {
  const id = await ingested("syn-hotel.pdf");
  await expect(picture(id, 2)).rejects.toMatchObject({ code: "resource.not_found" });
  const other = await site.company();
  await expect(picture(id, 1, other)).rejects.toMatchObject({ code: "resource.not_found" });
  await expect(layoutOf(id, other)).rejects.toMatchObject({ code: "resource.not_found" });
});

test("a photo is shown upright as the camera noted it; its letters have no places", async () => {
  const photo = await sharp(sample("syn-taxa-foto.jpg")).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const { width, height } = await sharp(photo).metadata();
  const id = await ingested("taxa.jpg", photo);
  const layout = await layoutOf(id);
  expect(layout).toMatchObject({ page_count: 1, unplaced_code: "no_text" });
  expect(layout.pages).toEqual([{ page: 1, width: height, height: width }]);
  expect(layout.lines.every(({ place }) => place === null)).toBe(true);
  const shown = await sharp(await picture(id, 1)).metadata();
  expect(shown.width / shown.height).toBeCloseTo(height / width, 2);
});

test("a photo of an iPhone is drawn upright, although browsers show none of its kind", async () => {
  const id = await ingested("syn-elinstallatoer-foto.heic");
  expect(await layoutOf(id)).toMatchObject({
    page_count: 1,
    pages: [{ page: 1, width: 1240, height: 1300 }],
    unplaced_code: "no_text",
  });
  const webp = await picture(id, 1);
  expect(await sharp(webp).metadata()).toMatchObject({ format: "webp", width: 1240, height: 1300 });
  // Upright, the name and "FAKTURA" stand at the top, and nothing below two thirds.
  expect(await darkest(webp, { page: 1, left: 0.05, top: 0.05, width: 0.9, height: 0.05 })).toBeLessThan(100);
  expect(await darkest(webp, { page: 1, left: 0.05, top: 0.68, width: 0.9, height: 0.3 })).toBeGreaterThan(200);
  await expect(picture(id, 2)).rejects.toMatchObject({ code: "resource.not_found" });
});

test("a document of XML has no pages", async () => {
  const id = await ingested(
    "a.xml",
    ubl({ number: "P-1", lines: [{ text: "Papir", quantity: "1", unit: "EA", amount: "98.00" }] }),
  );
  expect(await layoutOf(id)).toMatchObject({ page_count: 0, pages: [], unplaced_code: "no_pages" });
  await expect(picture(id, 1)).rejects.toMatchObject({ code: "resource.not_found" });
});
