import { expect, test } from "vitest";
import { exportedName } from "../../../src/modules/offboarding/export-names.ts";

const HASH = "0123456789abcdef".repeat(4);
const MARK = "--0123456789abcdef0123456789abcdef";

test.each([
  ["Faktura 12.XML", `Faktura 12${MARK}.xml`],
  ["../../etc/passwd", `_.._etc_passwd${MARK}`],
  ["a\u0000b\nc\u202Ed.pdf", `a_b_c_d${MARK}.pdf`],
  ["CON", `file CON${MARK}`],
  [".hidden", `hidden${MARK}`],
  ["...", `file${MARK}`],
  ["", `file${MARK}`],
  ["ends. ", `ends${MARK}`],
  ["bilag.pdf .exe/..", `bilag.pdf .exe_${MARK}`],
])("%j is stored under a name that every file system takes", (original, safe) => {
  expect(exportedName(original, HASH)).toBe(safe);
});

test("a long name is cut between characters", () => {
  const name = exportedName(`${"æ".repeat(200)}.pdf`, HASH);
  expect(name).toBe(`${"æ".repeat(50)}${MARK}.pdf`);
});
