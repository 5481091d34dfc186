import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { hmacSha256 } from "../../src/platform/hmac-sha256.ts";

/** RFC 4231 section 4: keys and data as hex, and what HMAC-SHA-256 makes of them. Test case 3 is left out: its data is no text. */
const RFC_4231 = [
  ["0b".repeat(20), "4869205468657265", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
  [
    "4a656665",
    "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  ],
  [
    "aa".repeat(131),
    "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374",
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  ],
  [
    "aa".repeat(131),
    "5468697320697320612074657374207573696e672061206c6172676572207468616e20626c6f636b2d73697a65206b657920616e642061206c6172676572207468616e20626c6f636b2d73697a6520646174612e20546865206b6579206e6565647320746f20626520686173686564206265666f7265206265696e6720757365642062792074686520484d414320616c676f726974686d2e",
    "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2",
  ],
] as const;

test("the vectors of RFC 4231", () => {
  for (const [key, data, mac] of RFC_4231)
    expect(hmacSha256(Buffer.from(key, "hex"))(Buffer.from(data, "hex").toString()).toString("hex")).toBe(mac);
});

test("keys and texts of every length around a block, used again and again, and texts of any script", () => {
  for (const length of [0, 1, 31, 32, 63, 64, 65, 127, 128]) {
    const key = Buffer.alloc(length, 0x5a);
    const mac = hmacSha256(key);
    for (const text of ["", "a", "æøå 💥", "x".repeat(55), "x".repeat(56), "x".repeat(64), "ß".repeat(700)])
      expect(mac(text).equals(createHmac("sha256", key).update(text).digest()), `${length} ${text.length}`).toBe(true);
  }
});
