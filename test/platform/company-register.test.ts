import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyRegisterSource, readCompanyRegister } from "../../src/platform/company-register.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "carbon-ledger-register-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function registerOf(text: string) {
  const path = join(folder, "register.csv");
  writeFileSync(path, text);
  return await readCompanyRegister(path);
}

test("main branches are found by company number, whatever other columns and blanks the extract has", async () => {
  const register = await registerOf(
    'CVR-nummer;navn;Hovedbranche;status\r\n40112233;"Nordstrøm ""Energi""; A/S";35.14.00;NORMAL\r\n\r\n' +
      "10000001;Gård;011100;NORMAL\r\n99999999;Sidste;4932;OPHØRT\r\n",
  );
  expect(register.branchOf("40112233")).toBe("351400");
  expect(register.branchOf("10000001")).toBe("011100");
  expect(register.branchOf("99999999")).toBe("493200");
  for (const unknown of ["40112232", "40112234", "00000000", "4011223", "401122333", "DK401122", ""]) {
    expect(register.branchOf(unknown)).toBeNull();
  }
});

test("rows without a number or a branch are skipped, and one company with several rows has one branch", async () => {
  const register = await registerOf(
    "cvr,nace\n1234,620100\n12345678,\n,620100\n12345678,ukendt\n20000000,70\n20000000,62\n",
  );
  expect(register.branchOf("12345678")).toBeNull();
  expect(register.branchOf("20000000")).toBe("620000");
});

test("an extract without the two columns, an empty one and a missing one are refused in words", async () => {
  await expect(registerOf("id;navn\n1;a\n")).rejects.toThrow("needs the columns cvr and branch code; it has: id, navn");
  await expect(registerOf("")).rejects.toThrow("is empty");
  await expect(readCompanyRegister(join(folder, "nowhere.csv"))).rejects.toThrow("ENOENT");
  expect((await companyRegisterSource(undefined)()).branchOf("40112233")).toBeNull();
});

test("every company of an extract of any size and order is found", async () => {
  const companies = fc.uniqueArray(
    fc.tuple(fc.integer({ min: 0, max: 99_999_999 }), fc.integer({ min: 0, max: 999_999 })),
    {
      selector: ([number]) => number,
      maxLength: 3000,
    },
  );
  await fc.assert(
    fc.asyncProperty(companies, async (rows) => {
      const printed = rows.map(
        ([number, code]) => [String(number).padStart(8, "0"), String(code).padStart(6, "0")] as const,
      );
      const register = await registerOf(`cvr,branche\n${printed.map((row) => row.join(",")).join("\n")}\n`);
      for (const [number, code] of printed) expect(register.branchOf(number)).toBe(code);
    }),
    { numRuns: 20 },
  );
});
