import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { CHANGE_LANGUAGE, faultsOf, goTo, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";
import { ubl } from "../support/ubl.ts";

const WIDE = { viewport: { width: 1280, height: 900 } };
const NARROW = { viewport: { width: 390, height: 844 } };

/** A bill of power whose period ends before it starts. */
const power = (number: string, meter: string, quantity: string) => ({
  name: `${number}.xml`,
  mimeType: "application/xml",
  buffer: ubl({
    number,
    date: "2026-07-02",
    meter,
    supplier: { name: "Elselskabet Nord A/S", cvr: "27182818" },
    period: ["2026-10-01", "2026-04-30"],
    lines: [{ text: "Elforbrug", quantity, unit: "KWH", amount: "1500.00" }],
  }),
});
/** An amount on account that says no quantity. */
const advance = (number: string, meter: string) => ({
  name: `${number}.xml`,
  mimeType: "application/xml",
  buffer: ubl({
    number,
    date: "2026-01-01",
    supplier: { name: "Havnebyens Fjernvarme A.m.b.a.", cvr: "27182818" },
    meter,
    period: ["2026-01-01", "2026-03-31"],
    lines: [{ text: "Aconto fjernvarme", amount: "9000.00", quantity: "1", unit: "C62" }],
  }),
});
const csv = (name: string, ...rows: readonly string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(`${rows.join("\n")}\n`),
});
const COOLANTS = csv(
  "koeling.csv",
  "Dato;Tekst;Kategori;Antal;Enhed",
  "19-03-2026;Kølemiddel til lageret;energy.fugitive.other_refrigerant;2;kg",
  "20-04-2026;Kølemiddel til butikken;energy.fugitive.other_refrigerant;3;kg",
);
/** In no country that a column names. */
const ABROAD = csv(
  "udland.csv",
  "Dato;Tekst;Kategori;Antal;Enhed",
  "19-03-2026;Strøm til messestand;energy.electricity.grid_other;800;kWh",
  "20-04-2026;Strøm til pavillon;energy.electricity.grid_other;900;kWh",
);
/** Another bill of the same number may correct the first one or be the same purchase. */
const powerBill = (number: string, quantity: string) => ({
  name: `${number}-${quantity}.xml`,
  mimeType: "application/xml",
  buffer: ubl({
    number,
    date: "2026-05-15",
    supplier: { name: "Vestkraft A/S", cvr: "36213728" },
    lines: [{ text: "Elforbrug", quantity, unit: "KWH", amount: `${quantity}.00` }],
  }),
});
const CONTRACT = { name: "aftale.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n%%EOF\n") };

describe.skipIf(!isChromiumInstalled)(`what is stated of like lines (needs: ${CHROMIUM_INSTALL})`, () => {
  const { complaints, enter, homeOf } = demoInBrowser();

  const groupOf = (page: Page, words: string) =>
    page.locator("section[aria-labelledby=groups] article", { hasText: words });

  test("a period that two bills lack is stated at once, with evidence: refused at its field, kept, and allocated to its months", async () => {
    const [context, page] = await enter(WIDE);
    await goTo(page, "Indlæs");
    await page.setInputFiles("input[type=file] >> nth=0", [
      power("P-1", "571313000000000013", "1200"),
      power("P-2", "571313000000000020", "600"),
      advance("A-1", "571313000000000037"),
      advance("A-2", "571313000000000044"),
      COOLANTS,
      ABROAD,
    ]);
    const read = async (): Promise<number> =>
      (await page.locator("article li").allTextContents()).filter((text) => !text.includes("Læses")).length;
    await expect.poll(read, { timeout: 60_000 }).toBe(6);
    await page.goto(`${homeOf(page)}/gennemgang`);
    const group = groupOf(page, "Perioden, som linjen dækker, er uklar");
    // The days that its lines are of.
    await group.getByText("2 linjer · 3.000,00 DKK · 2. jul. 2026").waitFor();
    const [from, to] = [group.getByLabel("Første dag"), group.getByLabel("Sidste dag")];
    await from.fill("2026-06-30");
    await to.fill("2026-04-01");
    // Figures and dates are each line's own.
    expect(await group.locator("input.field").count()).toBe(2);
    const files = group.locator("li bdi");
    const choose = async (name: string): Promise<void> =>
      await group
        .locator("input[type=file]")
        .first()
        .setInputFiles({ ...CONTRACT, name });
    // What is chosen later comes beside what is there.
    await choose("tilbud.pdf");
    await expect.poll(() => files.allTextContents()).toEqual(["tilbud.pdf"]);
    await choose("aftale.pdf");
    await expect.poll(() => files.allTextContents()).toEqual(["tilbud.pdf", "aftale.pdf"]);
    await group.getByRole("button", { name: "Fjern tilbud.pdf" }).click();
    await expect.poll(() => files.allTextContents()).toEqual(["aftale.pdf"]);
    await expect.poll(() => group.getByText("Henter").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    const all = group.getByRole("button", { name: /^Alle er/ });
    await all.click();
    // The service refused it: what was typed stands there, and the field tells what is wrong with it.
    await page
      .locator("[role=alert]", { hasText: "Det blev ikke gemt. Den sidste dag ligger før den første." })
      .waitFor();
    await expect.poll(() => page.locator(":focus").getAttribute("name")).toBe("to");
    expect([await from.inputValue(), await to.inputValue()]).toEqual(["2026-06-30", "2026-04-01"]);
    // It outlives the page as well, with the file by its name.
    await page.reload();
    await group.locator("bdi", { hasText: "aftale.pdf" }).waitFor();
    expect([await from.inputValue(), await to.inputValue()]).toEqual(["2026-06-30", "2026-04-01"]);
    await from.fill("2026-04-01");
    await to.fill("2026-06-30");
    await all.click();
    await page.getByText("2 linjer er afgjort.").waitFor();
    await expect.poll(() => group.count()).toBe(0);
    const monthly = await page.evaluate(MONTHS_OF("P-1"));
    expect(monthly).toEqual(["2026-04", "2026-05", "2026-06", "aftale.pdf"]);
    expect(await page.evaluate(MONTHS_OF("P-2"))).toEqual(monthly);
    await context.close();
  });

  test("lines that no factor of their class counts get it at once, in English on a telephone", async () => {
    const [context, page] = await enter(NARROW);
    await page.evaluate(CHANGE_LANGUAGE("en"));
    await page.goto(`${homeOf(page)}/gennemgang`);
    const group = groupOf(page, "refrigerant");
    await group.getByText("2 lines · 19 Mar 2026 – 20 Apr 2026").waitFor();
    // Decided without: both lines wait on, and the service says why.
    const all = group.getByRole("button", { name: /^All of them are/ });
    await all.click();
    await page.getByText("0 lines are decided, 2 wait still.").waitFor();
    await group.getByLabel("refrigerant").selectOption({ label: "R449A" });
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toEqual({ language: "en", overflow: 0, small: 0 });
    await all.click();
    await page.getByText("2 lines are decided.").waitFor();
    await page.goto(`${homeOf(page)}/udledninger?aar=2026&q=Kølemiddel`);
    await expect.poll(() => page.locator("tbody tr").count()).toBe(2);
    await page.evaluate(CHANGE_LANGUAGE("da"));
    await context.close();
  });

  test("the country in which power was used is answered for all lines, and taken back as one", async () => {
    const [context, page] = await enter(WIDE);
    await page.goto(`${homeOf(page)}/gennemgang`);
    const group = groupOf(page, "i hvilket land strømmen er brugt");
    await group.getByRole("button", { name: "Brugt i Danmark" }).waitFor();
    expect(await group.getByRole("button", { name: /^Alle er/ }).count()).toBe(0);
    await group.getByLabel("I et andet land").fill("de");
    await page.keyboard.press("Enter");
    await page.getByText("2 linjer er afgjort.").waitFor();
    await page.goto(`${homeOf(page)}/udledninger?aar=2026&q=messestand`);
    await page.waitForSelector("tbody tr");
    await context.close();
  });

  test("lines that may be copies are the same purchase at once, or of another category, on a telephone too", async () => {
    const [context, page] = await enter(WIDE);
    await goTo(page, "Indlæs");
    const send = async (...files: readonly ReturnType<typeof powerBill>[]): Promise<void> => {
      await page.setInputFiles("input[type=file] >> nth=0", [...files]);
      for (const { name } of files) {
        await page
          .locator("article li", { hasText: name })
          .getByText(/Bogført|Venter/)
          .waitFor({ timeout: 60_000 });
      }
    };
    await send(powerBill("V-1", "1000"), powerBill("V-2", "2000"));
    await send(powerBill("V-1", "1100"), powerBill("V-2", "2200"));
    await page.goto(`${homeOf(page)}/gennemgang`);
    const group = groupOf(page, "Vestkraft A/S");
    await group.getByText("2 linjer · 3.300,00 DKK · 15. maj 2026").waitFor();
    await group.getByRole("button", { name: /^Alle er andre køb: El, / }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await group.getByRole("button", { name: "Alle er samme køb" }).click();
    await page.getByText("2 linjer er afgjort.").waitFor();
    await expect.poll(() => group.count()).toBe(0);
    await page.locator("section[aria-labelledby=groups]").getByRole("button", { name: "Fortryd" }).click();
    await group.waitFor();
    await page.setViewportSize(NARROW.viewport);
    const other = group.getByRole("button", { name: "Anden kategori" });
    await other.click();
    expect(await other.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.type("rengøring");
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
    await page.keyboard.press("Enter");
    await page.getByText("2 linjer er afgjort.").waitFor();
    await page.goto(`${homeOf(page)}/udledninger?aar=2026&q=Vestkraft`);
    await page.locator("tbody tr", { hasText: "Rengøring" }).first().waitFor();
    await context.close();
  });

  test("amounts on account are deferred to their settlement at once", async () => {
    const [context, page] = await enter(WIDE);
    await page.goto(`${homeOf(page)}/gennemgang`);
    const defer = page.getByRole("button", { name: "Udskyd til opgørelsen" }).first();
    const group = page.locator("section[aria-labelledby=groups] article").filter({ has: defer });
    await group.getByText("2 linjer").waitFor();
    // A quantity and a price are each line's own.
    expect(await group.locator("input.field").count()).toBe(0);
    await group.getByRole("button", { name: "Udskyd til opgørelsen" }).click();
    await page.getByText("2 linjer er afgjort.").waitFor();
    await expect.poll(() => group.count()).toBe(0);
    await context.close();
  });

  test("nothing was blocked by the content security policy, and nothing failed in the console", () => {
    expect(complaints).toEqual([]);
  });
});

/** Evaluated in the page: the months in which a bill counts, and the files that show what was stated of it. */
const MONTHS_OF = (invoice: string): string => `(async () => {
  const { companies } = await (await fetch("/app/api/session")).json();
  const get = async (path) => await (await fetch("/app/api/companies/" + companies[0].id + path)).json();
  const lines = (await get("/activities?limit=200")).items;
  const line = await get("/activities/" + lines.find((one) => one.invoice_number === "${invoice}").id);
  const entries = (await get("/emissions?limit=200&from=2026-01-01&to=2026-12-31")).items;
  const own = entries.filter((entry) => entry.activity_split_id === line.readings[0].id && !entry.is_upstream);
  const months = [...new Set(own.map((entry) => entry.transaction_date.slice(0, 7)))].sort();
  return [...months, ...line.readings[0].evidence.map((file) => file.name)];
})()`;
