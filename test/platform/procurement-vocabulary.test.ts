import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readProcurementVocabulary } from "../../src/platform/procurement-vocabulary.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "carbon-ledger-vocabulary-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function vocabularyOf(content: string | Buffer) {
  const path = join(folder, "vocabulary.csv");
  writeFileSync(path, content);
  return await readProcurementVocabulary(path);
}

test("titles of all languages are read with their category, whatever other columns, marks and blanks the table has", async () => {
  const text =
    '\uFEFFcpv_code;Title_DA;title_en;note;Category\r\n03111100-3;"Sojabønner; tørrede";Soya beans;x; a.b.c \r\n\r\n' +
    "1;;Peanuts;;a.b.d\r\n2;Uden kategori;;;\r\n3;;;;a.b.c\r\n4;kort\r\n";
  expect(await vocabularyOf(text)).toEqual([
    { category_key: "a.b.c", titles: ["Sojabønner; tørrede", "Soya beans"] },
    { category_key: "a.b.d", titles: ["Peanuts"] },
  ]);
});

test("a table without the columns, without rows, with too many, in another encoding, and none at all are refused in words", async () => {
  await expect(vocabularyOf("cpv_code,name\n1,a\n")).rejects.toThrow(
    "needs the columns category and title_da or title_en; it has: cpv_code, name",
  );
  await expect(vocabularyOf("")).rejects.toThrow("needs the columns");
  await expect(vocabularyOf("title_da,category\n,a.b.c\n")).rejects.toThrow("no row with a category and a title");
  await expect(vocabularyOf(`title_da,category\n${"a,a.b.c\n".repeat(20_001)}`)).rejects.toThrow("at most 20000");
  await expect(vocabularyOf(Buffer.from("title_da,category\nSojab\xf8nner,a.b.c\n", "latin1"))).rejects.toThrow(
    "UTF-8",
  );
  await expect(readProcurementVocabulary(join(folder, "nowhere.csv"))).rejects.toThrow("ENOENT");
});

test("a directory, a device, a pipe that nobody writes into and a huge file are refused at once", async () => {
  const pipe = join(folder, "pipe");
  execFileSync("/usr/bin/mkfifo", [pipe]);
  for (const path of [folder, "/dev/zero", pipe]) {
    await expect(readProcurementVocabulary(path)).rejects.toThrow("is not a file");
  }
  const huge = join(folder, "huge.csv");
  writeFileSync(huge, "title_da,category\n");
  truncateSync(huge, 33 * 1024 * 1024);
  await expect(readProcurementVocabulary(huge)).rejects.toThrow("is larger than");
});
