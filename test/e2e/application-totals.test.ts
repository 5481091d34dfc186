import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { Summary } from "../../src/modules/emissions/emissions-summary.ts";
import { CHANGE_LANGUAGE, faultsOf, goTo, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

const WIDE = { viewport: { width: 1280, height: 900 } };
const VIEWS = [
  { width: 1280, height: 900, language: "da" },
  { width: 1280, height: 900, language: "en" },
  { width: 390, height: 844, language: "da" },
  { width: 390, height: 844, language: "en" },
] as const;

/** Evaluated in the page: asks the service as the application does, for the company that the page shows. */
const asked = (method: string, path: string, body?: object): string => `(async () => {
  const { companies, csrf_token } = await (await fetch("/app/api/session")).json();
  const headers = { "content-type": "application/json", "x-carbon-csrf": csrf_token };
  const options = { method: "${method}", ${body === undefined ? "" : `headers, body: ${JSON.stringify(JSON.stringify(body))}`} };
  const answer = await fetch("/app/api/companies/" + companies[0].id + "${path}", options);
  const told = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(told));
  return told;
})()`;
const summaryOf = async (page: Page, year: number) =>
  await page.evaluate<Summary>(asked("GET", `/emissions/summary?from=${year}-01-01&to=${year}-12-31`));

/** What stands under a name in the statement. */
const part = async (page: Page, name: string): Promise<string> =>
  (await page.textContent(`dl > div:has(dt:text-is("${name}")) dd`)) ?? "";
const open = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await page.waitForSelector("dl dt");
  await page.waitForLoadState("networkidle");
};

const csv = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
/** A year that is to come, whatever the day is. */
const NEXT_YEAR = new Date().getUTCFullYear() + 1;
/** Late in the demo's attested year, which is closed, and what nobody knows; and a file of which no program knows the columns. */
const LATE = csv(
  "sen.csv",
  "Dato;Leverandør;Tekst;Beløb ekskl. moms;Valuta;Category\n" +
    "03-09-2025;Rådgiver;Konsulentbistand;4000,00;DKK;purchases.services.consulting\n" +
    "17-09-2026;Xylo ApS;Zzyxq;90,00;DKK;\n" +
    `17-09-${NEXT_YEAR};Xylo ApS;Zzyxq;90,00;DKK;\n`,
);
const UNREAD = csv("kasse.csv", "Dag;Hvad;Kroner\n03-03-2026;Zzyxq;1.000,00\n");

const none = (report_year: number, scope: string, scope3_category?: number) =>
  asked("PUT", "/none-answers", { report_year, scope, scope3_category, reason: "We have none" });
/** Scope 3, category 13: let out. */
const LET_OUT = {
  category_id: "leased_upstream.downstream.asset",
  description: "Udlejet lager",
  emissions: { kg_co2e: 12, source: "Lejeren", year: 2026, method: "average_data" },
  transaction_date: "2026-02-28",
  reason: "Letter of the tenant",
};

/** Months of 2026 up to today's; the demo's data end with October. */
const NOW = new Date();
const REACHED = NOW.getUTCFullYear() === 2026 ? NOW.getUTCMonth() + 1 : 12;
const lacking = (months: readonly string[]): string => months.slice(0, REACHED - 10).join(", ");

const WORDS = {
  da: {
    heading: "Tallet er ikke fuldstændigt",
    reach: ["Data", `af ${REACHED} måneder har data`, `Uden data: ${lacking(["nov", "dec"])}`],
    waiting: [
      "Venter på en afgørelse",
      "linjer i",
      "bilag",
      "omkring",
      "1 kan ikke beregnes",
      "linjer i alle år",
      "Gå til gennemgang",
    ],
    unknown: ["Ukendt", "af de 15 kategorier i scope 3", "Det siger ikke, at der ikke er udledt noget"],
    none: ["Intet, ifølge svar", "Scope 3, kategorier 8, 14"],
    contradicted: ["Modsagte svar", "Scope 3, kategori 13: intet i 2026 ifølge svar, men bogførte udledninger: 1."],
    name: "name_da",
  },
  en: {
    heading: "The total is not complete",
    reach: ["Data", `of ${REACHED} months have data`, `Without data: ${lacking(["Nov", "Dec"])}`],
    waiting: [
      "Waiting for a decision",
      "lines in",
      "documents",
      "about",
      "1 cannot be calculated",
      "lines in all years",
      "Go to review",
    ],
    unknown: ["Unknown", "of the 15 categories of scope 3", "does not say that nothing was emitted"],
    none: ["Nothing, by answer", "Scope 3, categories 8, 14"],
    contradicted: ["Contradicted answers", "Scope 3, category 13: nothing in 2026 by answer, but booked emissions: 1."],
    name: "name_en",
  },
} as const;

/** As the application writes them. */
const written = (language: "da" | "en") => {
  const locale = language === "da" ? "da-DK" : "en-GB";
  const number = (value: number, digits = 0) =>
    value.toLocaleString(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return {
    number,
    mass: (kg: number) => (Math.abs(kg) < 1000 ? `${number(kg, 1)} kg` : `${number(kg / 1000, 1)} t`),
    day: (iso: string | null) =>
      new Date(iso ?? "").toLocaleDateString(locale, { dateStyle: "medium", timeZone: "UTC" }),
  };
};

describe.skipIf(!isChromiumInstalled)(`what the application says beside a total (needs: ${CHROMIUM_INSTALL})`, () => {
  const { complaints, enter, enterNewCompany, homeOf } = demoInBrowser();

  beforeAll(async () => {
    const [context, page] = await enter(WIDE);
    for (const category of [8, 13, 14]) await page.evaluate(none(2026, "3", category));
    await page.evaluate(asked("POST", "/activities", LET_OUT));
    await goTo(page, "Indlæs");
    await page.setInputFiles("input[type=file] >> nth=0", [LATE, UNREAD]);
    for (const { name } of [LATE, UNREAD]) {
      await page.waitForSelector(`article li:has-text("${name}") >> text=/Venter på/`, { timeout: 60_000 });
    }
    await context.close();
  }, 120_000);

  test.each(VIEWS)(
    "$width px, $language: whether it is complete, from when to when, what waits, is unknown or answered, as the service says",
    async ({ width, height, language }) => {
      const [context, page] = await enter({ viewport: { width, height } });
      await page.evaluate(CHANGE_LANGUAGE(language));
      await open(page, `${homeOf(page)}?aar=2026`);
      const { is_complete, data_from, data_to, months_with_data, unknown, waiting } = await summaryOf(page, 2026);
      const { heading, name, ...words } = WORDS[language];
      const { number, mass, day } = written(language);
      expect([is_complete, await page.locator(`h2:text-is("${heading}")`).count()]).toEqual([false, 1]);
      for (const [title, ...texts] of Object.values(words)) {
        const said = await part(page, title);
        for (const text of texts) expect(said, title).toContain(text);
      }
      expect(await part(page, words.reach[0])).toContain(`${day(data_from)} – ${day(data_to)}${months_with_data} `);
      const waits = await part(page, words.waiting[0]);
      expect(waits).toMatch(new RegExp(`^${waiting.lines} .* ${waiting.documents} `));
      const all = await page.evaluate<Summary>(asked("GET", "/emissions/summary?to=9999-12-31"));
      expect(waits).toContain(`${all.waiting.lines} ${words.waiting[5]}`);
      expect(waits).toContain(`${number(waiting.money[0]?.amount ?? Number.NaN)} DKK`);
      expect(waits).toContain(mass(waiting.estimated_kg ?? Number.NaN));
      expect(await part(page, words.unknown[0])).toContain(`${unknown.scope3_categories.length} `);
      const places = page.locator(`dl > div:has(dt:text-is("${words.unknown[0]}")) details`);
      await places.locator("summary").click();
      await places.locator("li").first().waitFor();
      const { categories } = await page.evaluate<{
        categories: readonly { number: number; name_da: string; name_en: string }[];
      }>(asked("GET", "/emissions/by-scope3-category"));
      expect(await places.locator("li > span").allTextContents()).toEqual(
        unknown.scope3_categories.map((one) => `${one}. ${categories[one - 1]?.[name]}`),
      );
      expect(await faultsOf(page)).toEqual([]);
      expect(await page.evaluate(SHOWN)).toEqual({ language, overflow: 0, small: 0 });
      await page.evaluate(CHANGE_LANGUAGE("da"));
      await context.close();
    },
  );

  test("what waits to change a closed year, and files of which nothing is booked, with the way to each", async () => {
    const [context, page] = await enter(WIDE);
    const home = homeOf(page);
    await open(page, `${home}?aar=2025`);
    const { pending_restatement_kg, waiting } = await summaryOf(page, 2025);
    expect([pending_restatement_kg > 0, waiting.files]).toEqual([true, 1]);
    expect(await part(page, "Lukkede år")).toContain(`${written("da").mass(pending_restatement_kg)}, hvis det rettes.`);
    await page.click("text=Se regnskabsårene");
    await page.waitForSelector("h1:text-is('Indstillinger')");
    await open(page, `${home}?aar=2025`);
    expect(await part(page, "Venter på en afgørelse")).toContain("1 bilag venter på, at nogen siger");
    await page.click("text=Se bilagene");
    await page.waitForSelector("main >> text=kasse.csv");
    await context.close();
  });

  test("what the total rests on: shares that add up to 100 %, and each reservation with its kg", async () => {
    const [context, page] = await enter(WIDE);
    await open(page, `${homeOf(page)}?aar=2026`);
    const { basis, scope2, spend_region_substituted_kg, factor_year_distant_kg, biogenic_co2_kg } = await summaryOf(
      page,
      2026,
    );
    const card = page.locator("section:has(h2:text-is('Det bygger tallet på'))");
    await card.locator("progress").first().waitFor();
    const shares = (await card.locator(".figure").allTextContents()).map((text) =>
      Math.round(10 * Number(text.replace(" %", "").replace(",", "."))),
    );
    const told = [basis?.product_pct, basis?.quantity_pct, basis?.spend_pct].map((share) => share ?? Number.NaN);
    expect(shares).toHaveLength(told.length);
    for (const [index, share] of told.entries()) expect(Math.abs((shares[index] ?? 0) - 10 * share)).toBeLessThan(1);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(1000);
    const said = (await card.textContent()) ?? "";
    const { mass } = written("da");
    for (const text of [
      `Lokationsbaseret: ${mass(scope2.location_based_kg ?? Number.NaN)}.`,
      `${mass(scope2.market_based_fallback_kg)} af scope 2 bruger gennemsnittet af nettet`,
      `${mass(scope2.life_cycle_kg)} af lokationsbaseret scope 2 bygger på livscyklusfaktorer`,
      `${mass(spend_region_substituted_kg)} er beløb ganget med faktorer for et andet land`,
      `${mass(factor_year_distant_kg)} bygger på faktorer for et år, der ligger langt fra forbruget`,
      `${mass(biogenic_co2_kg ?? Number.NaN)} biogent CO2 står uden for scope`,
    ]) {
      expect(said).toContain(text);
    }
    await context.close();
  });

  test("the sum of a year's emissions leads to what is not in it", async () => {
    const [context, page] = await enter(WIDE);
    await page.goto(`${homeOf(page)}/udledninger?aar=2025`);
    await page.click("text=Tallet for 2025 er ikke fuldstændigt");
    await page.waitForSelector("h2:text-is('Tallet er ikke fuldstændigt')");
    expect(page.url()).toContain("aar=2025");
    await context.close();
  });

  test("a year of which nothing is unknown, waits or lacks is said to be complete", async () => {
    const page = await enterNewCompany("Huset ApS", "enterprise", { viewport: { width: 390, height: 844 } });
    const bought = {
      category_id: "purchases.services.consulting",
      net_amount: 4000,
      currency: "DKK",
      reason: "Contract",
    };
    for (const transaction_date of ["2025-01-15", "2025-12-03"]) {
      const description = `Rådgivning ${transaction_date}`;
      await page.evaluate(asked("POST", "/activities", { ...bought, description, transaction_date }));
    }
    await open(page, `${homeOf(page)}?aar=2025`);
    expect(await part(page, "Ukendt")).toMatch(/^Scope 1; Scope 2\s*14 af de 15 kategorier i scope 3/);
    for (const scope of ["1", "2"]) await page.evaluate(none(2025, scope));
    // All of scope 3 but category 1, which has the advice.
    for (let category = 2; category <= 15; category += 1) await page.evaluate(none(2025, "3", category));
    await open(page, `${homeOf(page)}?aar=2025`);
    await page.waitForSelector("h2:text-is('Tallet er fuldstændigt')");
    expect(await part(page, "Data")).toBe(
      "15. jan. 2025 – 3. dec. 20252 af 12 måneder har dataUden data: feb, mar, apr, maj, jun, jul, aug, sep, okt, nov",
    );
    expect(await part(page, "Venter på en afgørelse")).toBe("Ingen linjer i 2025");
    expect(await part(page, "Ukendt")).toBe("Intet");
    expect(await part(page, "Intet, ifølge svar")).toMatch(/^Scope 1; Scope 2; Scope 3, kategorier 2, 3, .* 15$/);
    expect(await faultsOf(page)).toEqual([]);
    await page.goto(`${homeOf(page)}/udledninger?aar=2025`);
    await page.waitForSelector("text=Tallet for 2025 er fuldstændigt");
    await page.context().close();
  });

  test("nothing was blocked by the content security policy, and nothing failed in the console", () => {
    expect(complaints).toEqual([]);
  });
});
