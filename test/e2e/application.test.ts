import { join } from "node:path";
import { gzipSync } from "node:zlib";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { readApplicationFiles } from "../../src/platform/application-files.ts";
import { CHANGE_LANGUAGE, faultsOf, goTo, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

const SAMPLE = join(import.meta.dirname, "../../samples/electricity-invoice.xml");
const INVOICE = join(import.meta.dirname, "../fixtures/invoices/syn-el-faktura.pdf");

/** Evaluated in the page: the first entry of the file that came last. */
const NEWEST_ENTRY = `(async () => {
  const { companies } = await (await fetch("/app/api/session")).json();
  const get = async (path) => await (await fetch("/app/api/companies/" + companies[0].id + path)).json();
  const [file] = (await get("/upload-files?limit=1")).items;
  const [line] = (await get("/upload-files/" + file.id + "/layout")).lines;
  const { readings } = await get("/activities/" + line.activity_id);
  return (await get("/emissions?limit=100")).items.find((entry) => entry.activity_split_id === readings[0].id).id;
})()`;

const VIEWS = [
  { name: "wide, light, Danish", viewport: { width: 1280, height: 900 }, colorScheme: "light", language: "da" },
  { name: "390 px, dark, Danish", viewport: { width: 390, height: 844 }, colorScheme: "dark", language: "da" },
  { name: "wide, dark, English", viewport: { width: 1280, height: 900 }, colorScheme: "dark", language: "en" },
  { name: "390 px, light, English", viewport: { width: 390, height: 844 }, colorScheme: "light", language: "en" },
] as const;
const SCREENS = [
  "",
  "/gennemgang",
  "/indlaes",
  "/registrer",
  "/udledninger",
  "/bilag",
  "/leverandoerer",
  "/faktorer",
  "/faktorer/udgaver",
  "/elaftaler",
  "/rapporter",
  "/historik",
  "/indstillinger",
];

describe("what the application weighs", () => {
  test("the first screen needs at most 140 KB of script and 12 KB of style, compressed; 300 KB in all", () => {
    const files = readApplicationFiles();
    if (files === null) throw new Error("the application is not built: run `npm run build` before tests");
    const page = files.get("index.html");
    if (page === undefined) throw new Error("the application has no page");
    const text = page.bytes.toString("utf8");
    const first = [...files].filter(([name]) => text.includes(name.slice(name.lastIndexOf("/") + 1)));
    const weight = (end: string, among: typeof first): number =>
      among.filter(([name]) => name.endsWith(end)).reduce((sum, [, { bytes }]) => sum + gzipSync(bytes).length, 0);
    expect(weight(".js", first)).toBeGreaterThan(50 * 1024);
    expect(weight(".js", first)).toBeLessThan(140 * 1024);
    expect(weight(".css", first)).toBeGreaterThan(1024);
    // Screens that are loaded later: theirs count among all.
    expect(weight(".js", [...files])).toBeLessThan(250 * 1024);
    expect(weight(".css", [...files])).toBeLessThan(12 * 1024);
    expect(weight(".woff2", [...files])).toBeLessThan(60 * 1024);
  });
});

describe.skipIf(!isChromiumInstalled)(`the application in a browser (needs: ${CHROMIUM_INSTALL})`, () => {
  const { base, complaints, enter, enterAsNew, homeOf } = demoInBrowser();

  test.each(VIEWS)(
    "$name: every screen is accessible, fits, and is in the reader's language",
    async ({ viewport, colorScheme, language }) => {
      const [context, page] = await enter({ viewport, colorScheme });
      await page.evaluate(CHANGE_LANGUAGE(language));
      const home = /\/app\/[0-9a-f-]{36}/.exec(page.url())?.[0] ?? "";
      for (const path of [...SCREENS.map((screen) => home + screen), "/app/mig"]) {
        await page.goto(base() + path);
        await page.waitForSelector("h1");
        await page.waitForLoadState("networkidle");
        expect([path, await faultsOf(page)]).toEqual([path, []]);
        const facts = await page.evaluate(SHOWN);
        expect([path, facts]).toEqual([path, { language, overflow: 0, small: 0 }]);
      }
      await page.evaluate(CHANGE_LANGUAGE("da"));
      await context.close();
    },
  );

  test("a file is dropped, read and booked; the queue is cleared by keys, taken back, and the total follows", async () => {
    const [context, page] = await enter({ viewport: { width: 1280, height: 900 }, locale: "da-DK" });
    await goTo(page, "Indlæs");
    await page.setInputFiles("input[type=file] >> nth=0", SAMPLE);
    await page.waitForSelector("text=electricity-invoice.xml");
    await page.waitForSelector("article li strong");
    await expect.poll(() => page.textContent("article li")).toMatch(/Bogført|Findes allerede|Venter på en afgørelse/);

    await goTo(page, "Gennemgang");
    await page.waitForSelector("text=linjer venter på dig");
    const waiting = async (): Promise<number> => await page.locator("nav[aria-label='Linjer, der venter'] li").count();
    const before = await waiting();
    expect(before).toBeGreaterThan(1);
    await page.keyboard.press("j");
    await expect.poll(() => page.locator("[aria-current=true]").count()).toBe(1);
    await page.keyboard.press("Enter");
    await expect.poll(waiting).toBe(before - 1);
    await page.waitForSelector("text=afgjort");
    await page.keyboard.press("u");
    await page.waitForSelector("text=Fortrudt.");
    await expect.poll(waiting).toBe(before);

    // Like lines at once: those of the closed year count when it is restated, and the decision is taken back as one.
    await page.click("text=Alle er Kantine");
    await page.waitForSelector("text=/linjer er afgjort.*er lukket: ændringen tæller/");
    await expect.poll(waiting).toBeLessThan(before);
    await page.click("section[aria-labelledby=groups] >> text=Fortryd");
    await expect.poll(waiting).toBe(before);

    // The demo's attested year is closed: a line of it is decided, and an administrator sees what waits and books it.
    await page.locator("nav[aria-label='Linjer, der venter'] button", { hasText: "2025" }).first().click();
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=/afgjort. Regnskabsåret.*er lukket: ændringen tæller/");
    await expect.poll(waiting).toBe(before - 1);
    await goTo(page, "Indstillinger");
    await page.click("li:has-text('2025') >> text=Rapporteret og rettet");
    await page.waitForSelector("text=/Rettelse \\(.*scope/");
    await page.click("li:has-text('2025') >> text=Ret året");
    await page.fill("text=Hvorfor rettes året?", "Linjer fra 2025");
    await page.click("text=Se, hvad det ændrer");
    await page.waitForSelector("text=/1 linje/");
    await page.click("text=Bogfør rettelsen");
    await expect.poll(() => page.locator("text=/Rettelse \\(.*scope/").count()).toBe(0);
    await page.click("li:has-text('2025') >> text=Åbn igen");
    await page.fill("text=Hvorfor åbnes året?", "Linjer fra 2025 blev først afgjort nu");
    await page.click("button:text-is('Åbn året')");
    await page.waitForSelector("li:has-text('2025') >> text=Luk året");
    await goTo(page, "Gennemgang");
    await page.waitForSelector("text=linjer venter på dig");
    for (let left = before - 1; left > 0; left -= 1) {
      // Some lines have one suggestion only.
      const hasSecond = (await page.locator("kbd:text-is('2')").count()) > 0;
      await page.keyboard.press(left % 2 === 1 && hasSecond ? "2" : "Enter");
      await expect.poll(waiting).toBe(left - 1);
    }
    await page.waitForSelector("text=Alt er gennemgået");
    await page.click("nav >> text=Overblik");
    await page.waitForSelector("div:has(> dt:text-is('Venter på en afgørelse')) >> text=Ingen linjer i ");
    await context.close();
  });

  test("a figure is followed to its document, factor and proof, by keys, and the address leads back to it", async () => {
    const [context, page] = await enter({ viewport: { width: 1280, height: 900 } });
    await goTo(page, "Udledninger");
    await page.waitForSelector("tbody tr");
    await page.click("text=Scope 1");
    await expect.poll(() => page.locator("tbody tr td:nth-child(4)").allTextContents()).not.toContain("2");
    await page.selectOption("text=Rækkefølge", "kg");
    const masses = async () => await page.locator("tbody tr td:last-child").allTextContents();
    await expect.poll(async () => (await masses())[0]).toMatch(/^\d\.\d{3},\d$/);
    expect(page.url()).toContain("orden=kg");
    await page.locator("tbody button").first().focus();
    await page.keyboard.press("Enter");
    await page.waitForSelector("dialog[open] >> text=Regnestykke");
    expect(await faultsOf(page)).toEqual([]);
    const said = (await page.textContent("dialog[open]")) ?? "";
    expect(said).toMatch(/kg CO2e/);
    expect(said).toMatch(/i revisionssporet[0-9a-f]{64}/);
    const [, shown = ""] = /= (\d+(?:,\d+)?) kg CO2e/.exec(said) ?? [];
    expect(Number(shown.replace(",", "."))).toBeGreaterThan(0);
    // Nothing that the ledger words stands in another language.
    expect(await page.locator("dialog[open] [lang=en]").count()).toBe(0);
    const original = page.locator("dialog[open] >> text=Åbn originalen");
    await original.waitFor();
    const file = await context.request.get(base() + (await original.getAttribute("href")));
    expect([file.status(), file.headers()["content-security-policy"]]).toEqual([
      200,
      expect.stringContaining("sandbox"),
    ]);
    await page.reload();
    await page.waitForSelector("dialog[open] >> text=Regnestykke");
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("dialog[open]").count()).toBe(0);
    await expect.poll(() => page.url()).not.toContain("post=");
    await context.close();
  });

  test("a figure of a printed invoice is followed to the line on its page, which is lit", async () => {
    const [context, page] = await enter({ viewport: { width: 1280, height: 900 } });
    await goTo(page, "Indlæs");
    await page.setInputFiles("input[type=file] >> nth=0", INVOICE);
    await expect.poll(() => page.textContent("article li strong"), { timeout: 30_000 }).toMatch(/Bogført|Venter/);
    await goTo(page, "Udledninger");
    const home = /\/app\/[0-9a-f-]{36}/.exec(page.url())?.[0] ?? "";
    const entry = await page.evaluate(NEWEST_ENTRY);
    await page.goto(`${base()}${home}/udledninger?post=${String(entry)}`);
    const lit = page.locator("dialog[open] [data-lit]");
    await lit.waitFor();
    await page.waitForSelector("text=Linjen er markeret på siden.");
    const picture = page.locator("dialog[open] img");
    await expect.poll(() => page.evaluate("document.querySelector('dialog[open] img').naturalWidth")).toBe(1400);
    expect(await faultsOf(page)).toEqual([]);
    const [box, sheet] = [await lit.boundingBox(), await picture.boundingBox()];
    if (box === null || sheet === null) throw new Error("the page and its mark are drawn");
    // The line of consumption is the first below the heading of the table, some quarter down the page.
    expect((box.y - sheet.y) / sheet.height).toBeCloseTo(0.27, 1);
    expect(box.width / sheet.width).toBeGreaterThan(0.8);
    await context.close();
  });

  test("a report is made, watched and downloaded", async () => {
    const [context, page] = await enter({ viewport: { width: 390, height: 844 } });
    await goTo(page, "Rapporter");
    await page.click("button:text-is('Lav rapporten')");
    await page.waitForSelector("text=Færdig", { timeout: 120_000 });
    const made = await page.locator("form a:text-is('Hent')").getAttribute("href");
    const file = await context.request.get(base() + made);
    expect((await file.body()).subarray(0, 5).toString()).toBe("%PDF-");
    const [check] = await Promise.all([
      context.waitForEvent("page"),
      page.locator("text=Kontrollér ægthed").first().click(),
    ]);
    await check.waitForSelector("main");
    expect(check.url()).toMatch(/\/verify\/[0-9a-f]{64}/);
    await context.close();
  }, 300_000);

  test("a picture in which nothing can be read is entered beside it and booked", async () => {
    const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#fdfdfd" } })
      .png()
      .toBuffer();
    const [context, page] = await enter({ viewport: { width: 1280, height: 900 } });
    await goTo(page, "Indlæs");
    await page.setInputFiles("input[type=file] >> nth=0", { name: "bon.png", mimeType: "image/png", buffer: picture });
    await page.click("text=Indtast bilaget", { timeout: 120_000 });
    await page.waitForSelector("img[alt='bon.png, side 1']");
    expect(await faultsOf(page)).toEqual([]);
    await page.fill("input[name=date]", "2026-09-02");
    await page.fill("input[name=supplier]", "Havnens Taxa");
    await page.fill("input[name=net]", "1.312,50");
    await page.click("button:text-is('Bogfør')");
    await page.waitForSelector("text=Vælg en kategori.");
    await page.fill("text=Søg kategori", "taxa");
    await page.keyboard.press("Enter");
    await page.waitForSelector("text=Kategori: Taxa");
    await page.click("button:text-is('Bogfør')");
    await page.waitForSelector("text=bon.png er bogført.");
    await page.click("text=Alle");
    await expect.poll(() => page.textContent("li:has-text('bon.png') strong")).toBe("Bogført");
    await context.close();
  }, 300_000);

  test("a table of unknown columns is read by what a person says that they hold", async () => {
    const buffer = Buffer.from("Dag;Hvad;Kroner\n03-03-2026;Elregning, butik;-1.000,00\n04-03-2026;Diesel;-640,00\n");
    const [context, page] = await enter({ viewport: { width: 1280, height: 900 } });
    await goTo(page, "Indlæs");
    await page.setInputFiles("input[type=file] >> nth=0", { name: "kasse.csv", mimeType: "text/csv", buffer });
    await page.click("text=Sig, hvad kolonnerne indeholder", { timeout: 120_000 });
    await page.waitForSelector("text=Ingen kolonne vides at indeholde: dato, beløb eller mængde med enhed.");
    expect(await faultsOf(page)).toEqual([]);
    // The only column of dates is proposed, and the only one of numbers.
    const proposed = (heading: string) => page.inputValue(`label:has-text('»${heading}« indeholder') + select`);
    expect([await proposed("Dag"), await proposed("Hvad"), await proposed("Kroner")]).toEqual([
      "date",
      "ignore",
      "amount",
    ]);
    await page.selectOption("label:has-text('»Kroner« indeholder') + select", { label: "Læses ikke" });
    await page.selectOption("label:has-text('»Hvad« indeholder') + select", { label: "Tekst: hvad der er købt" });
    await page.click("button:text-is('Gem, og læs filen')");
    await page.waitForSelector("text=Svaret blev ikke gemt.");
    await page.selectOption("label:has-text('»Kroner« indeholder') + select", { label: "Beløb" });
    await page.check("text=Omkostninger med minus");
    await page.click("button:text-is('Gem, og læs filen')");
    await page.waitForSelector("text=Gemt: 1 fil læses igen.");
    await page.click("text=Alle");
    await expect.poll(() => page.textContent("li:has-text('kasse.csv')"), { timeout: 60_000 }).toContain("2 linjer");
    await context.close();
  }, 300_000);

  test("the company's own numbers are stated, refused when they cannot be right, and taken back", async () => {
    const [context, page] = await enter({ viewport: { width: 1280, height: 900 } });
    await goTo(page, "Indstillinger");
    const card = page.locator("section", { hasText: "Virksomhedens egne numre" });
    await card.getByRole("textbox").fill("31415927");
    await card.getByRole("button", { name: "Tilføj" }).click();
    await card.locator("text=Numrene blev ikke ændret").waitFor();
    await card.getByRole("textbox").fill("DK 31 41 59 26");
    await card.getByRole("button", { name: "Tilføj" }).click();
    await card.locator("li", { hasText: "31415926" }).waitFor();
    expect(await card.textContent()).not.toContain("Numrene blev ikke ændret");
    expect(await faultsOf(page)).toEqual([]);
    await page.reload();
    await card.getByRole("button", { name: "Fjern 31415926" }).click();
    await card.locator("text=Ingen er angivet.").waitFor();
    await context.close();
  });

  test("two people decide the same line: one wins, the other is told and loses nothing", async () => {
    // Another row of the kind that nobody can place by itself.
    const row = "dato;tekst;beløb;konto;leverandør\n05-10-2026;Diverse indkøb jf. bilag;777,00;2990;Købmand Olsen\n";
    const [first, one] = await enter({ viewport: { width: 1280, height: 900 } });
    await goTo(one, "Indlæs");
    await one.setInputFiles("input[type=file] >> nth=0", {
      name: "to.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(row),
    });
    await one.waitForSelector("text=Venter på en afgørelse");
    const [second, two] = await enter({ viewport: { width: 1280, height: 900 } });
    for (const page of [one, two]) {
      await goTo(page, "Gennemgang");
      await page.waitForSelector("text=Købmand Olsen");
    }
    await one.keyboard.press("x");
    await one.waitForSelector("text=afgjort");
    await two.keyboard.press("x");
    await two.waitForSelector("text=En kollega har allerede afgjort linjen");
    await expect.poll(() => two.locator("text=Købmand Olsen").count()).toBe(0);
    await Promise.all([first.close(), second.close()]);
  });

  test("a reader sees the figures, is told who can do more, and is refused a write", async () => {
    const page = await enterAsNew("reader");
    expect(await page.locator("nav >> text=Indlæs").count()).toBe(0);
    await page.goto(`${homeOf(page)}/indlaes`);
    await page.waitForSelector("text=Din rolle er læser");
    const refused = await page.evaluate(async () => {
      const session = (await (await fetch("/app/api/session")).json()) as {
        csrf_token: string;
        companies: { id: string }[];
      };
      const answer = await fetch(`/app/api/companies/${session.companies[0]?.id}/departments`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-carbon-csrf": session.csrf_token },
        body: JSON.stringify({ name: "Snydt" }),
      });
      return [answer.status, ((await answer.json()) as { code: string }).code];
    });
    expect(refused).toEqual([403, "auth.scope_required"]);
    await page.context().close();
  });

  test("nothing was blocked by the content security policy, and nothing failed in the console", () => {
    expect(complaints).toEqual([]);
  });

  test("a session that ended leads to the login and back to the same screen", async () => {
    const [context, page] = await enter({ viewport: { width: 1280, height: 900 } });
    await goTo(page, "Gennemgang");
    await context.clearCookies();
    await page.reload();
    await page.waitForURL(/\/login\?return_to=/);
    expect(decodeURIComponent(page.url())).toContain("/gennemgang");
    await context.close();
  });
});
