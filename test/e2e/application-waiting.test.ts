import { describe, expect, test } from "vitest";
import { faultsOf, goTo } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

const WIDE = { viewport: { width: 1280, height: 900 } };
const DIESEL = Buffer.from("dato;tekst;beløb;leverandør\n03-09-2026;Diesel til truck;900,00;Havnens Olie\n");

/** Evaluated in the page: kg CO2e of the months of 2026 with data, and of the same months of 2025. */
const COMPARED = `(async () => {
  const { companies } = await (await fetch("/app/api/session")).json();
  const months = async (year) => {
    const path = "/emissions/summary?group_by=month&from=" + year + "-01-01&to=" + year + "-12-31";
    return (await (await fetch("/app/api/companies/" + companies[0].id + path)).json()).items;
  };
  const [now, before] = [await months(2026), await months(2025)];
  const compared = now.filter(({ entry_count }) => entry_count > 0);
  const same = before.filter(({ month }) => compared.some((one) => one.month.slice(5) === month.slice(5)));
  return [compared, same].map((list) => list.reduce((sum, { total_co2e_kg }) => sum + total_co2e_kg, 0));
})()`;

describe.skipIf(!isChromiumInstalled)(`what waits, and what a plan lacks (needs: ${CHROMIUM_INSTALL})`, () => {
  const { complaints, enter, enterAsNew, enterNewCompany, homeOf } = demoInBrowser();

  test("the overview counts the lines that its link opens, and says how many are of the year", async () => {
    const [context, page] = await enter(WIDE);
    await page.goto(`${homeOf(page)}?aar=2026`);
    const said = await page.textContent("div:has(> dt:text-is('Venter på en afgørelse'))");
    const [, ofYear = "", all = ""] =
      /afgørelse(\d+) linjer i \d+ bilag.*\D(\d+) linjer i alle år/.exec(said ?? "") ?? [];
    expect(Number(all)).toBeGreaterThan(Number(ofYear));
    await page.click("text=Gå til gennemgang");
    await page.waitForSelector(`text=${all} linjer venter på dig`);
    expect(await page.locator("nav[aria-label='Linjer, der venter'] li").count()).toBe(Number(all));
    await context.close();
  });

  test("a reader is told what waits, and led to no screen that refuses the role", async () => {
    const page = await enterAsNew("reader", WIDE);
    await page.waitForSelector("text=/linjer i alle år/");
    expect(await page.locator("text=Gå til gennemgang").count()).toBe(0);
    await page.context().close();
  });

  test("a proposal without a figure says what would give it one", async () => {
    const [context, page] = await enter(WIDE);
    await goTo(page, "Indlæs");
    await page.setInputFiles("input[type=file] >> nth=0", { name: "diesel.csv", mimeType: "text/csv", buffer: DIESEL });
    await page.waitForSelector("text=Venter på en afgørelse", { timeout: 60_000 });
    await goTo(page, "Gennemgang");
    await page.locator("nav[aria-label='Linjer, der venter'] button", { hasText: "Diesel til truck" }).click();
    await page.waitForSelector("button:has(kbd:text-is('1')) >> text=/tallet kommer, når mængden.* er oplyst/");
    expect(await page.locator("text=kan ikke beregnes endnu").count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

  test("a category is found by what is bought, and by its name alone without a connection", async () => {
    const [context, page] = await enter(WIDE);
    await page.goto(`${homeOf(page)}/gennemgang`);
    await page.waitForSelector("nav[aria-label='Linjer, der venter'] li");
    await page.keyboard.press("c");
    await page.getByLabel("Søg kategori").fill("AdBlue");
    await page.waitForSelector("section li button:text-is('Kemikalier')");
    expect(await faultsOf(page)).toEqual([]);
    await context.setOffline(true);
    await page.waitForSelector("text=/Ingen forbindelse/");
    await page.getByLabel("Søg kategori").fill("kontorstole");
    await page.waitForSelector("text=Ingen kategori passer.");
    await page.getByLabel("Søg kategori").fill("papir");
    await page.waitForSelector("section li button:text-is('Papir')");
    await context.setOffline(false);
    await page.getByLabel("Søg kategori").fill("kontorstole");
    await page.waitForSelector("section li button:text-is('Inventar og møbler')");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=/: afgjort\\./");
    await context.close();
  });

  test("a category that is taken before the names are here is taken when they come", async () => {
    const [context, page] = await enter(WIDE);
    let answer = (): void => undefined;
    const isAnswered = new Promise<void>((resolve) => (answer = resolve));
    await page.route("**/emission-categories?*", async (route) => {
      await isAnswered;
      await route.continue();
    });
    await page.goto(`${homeOf(page)}/gennemgang`);
    await page.waitForSelector("nav[aria-label='Linjer, der venter'] li");
    await page.keyboard.press("c");
    await page.getByLabel("Søg kategori").fill("papir");
    await page.keyboard.press("Enter");
    expect(await page.locator("text=Ingen kategori passer.").count()).toBe(0);
    answer();
    await page.waitForSelector("text=/: afgjort\\./");
    await context.close();
  });

  test("the overview says which categories a change from the year before comes from", async () => {
    const [context, page] = await enter(WIDE);
    await page.goto(`${homeOf(page)}?aar=2026`);
    await page.waitForSelector("nav a[aria-current=page]:text-is('Overblik')");
    await page.click("summary:text-is('Hvad kommer ændringen fra 2025 af?')");
    const table = page.locator("details table", { has: page.locator("th:text-is('Ændring')") });
    await table.waitFor();
    const total = await table.locator("tr:has(th:text-is('I alt')) td").textContent();
    const [now, before] = await page.evaluate<[number, number]>(COMPARED);
    expect(Number(total?.replace("\u2212", "-").replaceAll(/[.+]/g, ""))).toBe(Math.round(now - before));
    expect(await table.locator("tbody tr").count()).toBeGreaterThan(3);
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

  test("where the plan has no list of suppliers, Find says so and has the rest", async () => {
    const page = await enterNewCompany("Lille ApS", "starter", WIDE);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("be");
    const palette = page.locator("dialog[open]");
    await palette.locator("text=Virksomhedens plan har ingen leverandørliste").waitFor();
    await palette.locator("[role=option] >> text=Søg efter »be«").waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.context().close();
  });

  test("nothing was blocked by the content security policy, and nothing failed in the console", () => {
    expect(complaints).toEqual([]);
  });
});
