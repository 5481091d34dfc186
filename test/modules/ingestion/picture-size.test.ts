import { readFileSync } from "node:fs";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { pictureSize } from "../../../src/modules/reading/scan/picture-size.ts";
import { readFile } from "../../../src/modules/reading/read-file.ts";
import { samplePath } from "../../support/sample-manifest.ts";
import { hostileFiles } from "../../support/mixed-files.ts";

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#ffffff" } });

async function outcomeOf(bytes: Uint8Array): Promise<string> {
  const outcome = await readFile(bytes, "picture");
  return outcome.kind === "rejected" ? outcome.error.code : outcome.kind;
}

describe("the size of a picture by its header", () => {
  it("is that of PNG and of JPEG of every way of writing, with and without notes of the camera", async () => {
    const picture = blank(321, 123);
    const files = [
      await picture.png().toBuffer(),
      await picture.jpeg().toBuffer(),
      await picture.jpeg({ progressive: true }).toBuffer(),
      await picture
        .jpeg()
        .withExif({ IFD0: { Artist: "x".repeat(5000) } })
        .toBuffer(),
    ];
    for (const file of files) expect(pictureSize(file)).toEqual({ width: 321, height: 123 });
  });

  it("is that of the largest part of a HEIC", () => {
    const photo = readFileSync(samplePath("syn-elinstallatoer-foto.heic"));
    expect(pictureSize(photo)).toEqual({ width: 1300, height: 1240 });
    for (let length = 0; length < 600; length += 1) pictureSize(photo.subarray(0, length));
    expect(pictureSize(photo.subarray(0, 300))).toBeNull();
  });

  it("is left to the reader of pictures for other kinds and for headers that are cut off", async () => {
    const jpeg = await blank(321, 123).jpeg().toBuffer();
    const png = await blank(321, 123).png().toBuffer();
    expect(pictureSize(await blank(321, 123).webp().toBuffer())).toBeNull();
    for (let length = 0; length < 24; length += 1) {
      expect(pictureSize(png.subarray(0, length))).toBeNull();
      expect(pictureSize(jpeg.subarray(0, length))).toBeNull();
    }
    expect(pictureSize(Buffer.alloc(100_000, 0xff))).toBeNull();
  });
});

describe("a picture of more pixels than are read", () => {
  // What has to wait for its turn among pictures of honest senders takes their time.
  it("is refused before it waits for those who read pictures, others are handed on", async () => {
    const photo = readFileSync(samplePath("syn-elinstallatoer-foto.heic"));
    expect(await outcomeOf(Buffer.from(photo))).toBe("pictures");
    photo.writeUInt32BE(100_000, photo.lastIndexOf("ispe") + 8);
    expect(await outcomeOf(photo)).toBe("file.image_too_large");
    const bomb = hostileFiles().find(({ code }) => code === "file.image_too_large");
    expect(await outcomeOf(bomb?.file.bytes ?? Buffer.alloc(0))).toBe("file.image_too_large");
    const jpeg = await blank(300, 200).jpeg().toBuffer();
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt16BE(60_001, frame + 5);
    jpeg.writeUInt16BE(1_000, frame + 7);
    expect(await outcomeOf(Buffer.from(jpeg))).toBe("file.image_too_large");
    jpeg.writeUInt16BE(60_000, frame + 5);
    expect(await outcomeOf(Buffer.from(jpeg))).toBe("pictures");
  });
});
