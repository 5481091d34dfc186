import { expect, it } from "vitest";
import { decodeText } from "../../../src/modules/reading/text-encoding.ts";

it("text decoding follows the byte order mark, then strict UTF-8, then windows-1252", () => {
  expect(decodeText(Buffer.from("æøå"))).toEqual({ text: "æøå", encoding: "utf-8" });
  expect(decodeText(Buffer.from("\ufeffæ"))).toEqual({ text: "æ", encoding: "utf-8-bom" });
  expect(decodeText(Buffer.from([0xe6, 0x80]))).toEqual({ text: "æ€", encoding: "windows-1252" });
  expect(decodeText(Buffer.from([0xfe, 0xff, 0x00, 0xe6]))).toEqual({ text: "æ", encoding: "utf-16be" });
});
