import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Installation, installation } from "../support/service-process.ts";
import { sharedPath } from "../support/shared-data.ts";

const DESNZ = sharedPath("data", "desnz-2025-flat-file.xlsx");

let site: Installation;
beforeAll(async () => {
  site = installation();
  await site.start();
}, 300_000);
afterAll(() => site.remove());

describe("factors import", () => {
  test.skipIf(!existsSync(DESNZ))(`takes the published file (needs ${DESNZ})`, async () => {
    const words = ["factors", "import", "--format", "desnz", "--release", "desnz-2025", DESNZ, "--json"];
    const first = JSON.parse((await site.cli(...words)).stdout) as { read: number; inserted: number };
    expect(first).toMatchObject({ read: 3_997, rejected: [] });
    expect(first.inserted).toBeGreaterThan(2_000);
    const again = JSON.parse((await site.cli(...words)).stdout) as { inserted: number; unchanged: number };
    expect(again).toMatchObject({ inserted: 0, unchanged: first.inserted });
  });

  test("refuses a file of another kind with code 1", async () => {
    const path = join(site.dataDir, "factors.xlsx");
    writeFileSync(path, "this is no workbook");
    const { code, stderr } = await site.cli("factors", "import", "--format", "desnz", path);
    expect(code).toBe(1);
    expect(stderr).toMatch(/\w/);
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe("factors verify", () => {
  test("tells a figure that differs from the publisher's, with code 1, and an equal one with code 0", async () => {
    const path = join(site.dataDir, "intensity.csv");
    const verify = async (figure: string) => {
      writeFileSync(path, `date:number,ugeo:text,obsValue:number\n2024,Germany,${figure}\n`);
      return await site.cli("factors", "verify", "--table", "electricity", path);
    };
    expect(await verify("291")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 figures equal, 0 different"),
    });
    const different = await verify("292");
    expect(different.code).toBe(1);
    expect(different.stdout).toMatch(
      /DE 2024 electricity\.de\.generation\.2024\.kwh: 291, published 292 \(read in themisiq/,
    );
  });
});
