import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faultsOf, goTo, newContext, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled, launchChromium } from "../support/chromium.ts";
import { DAY_DOCUMENTS, dropFiles } from "../support/day-documents.ts";
import { keepDayPicture } from "../support/day-pictures.ts";
import { clearQueue, type Hand, KEYS, POINTER } from "../support/day-queue.ts";
import { type Installation, installation, type ServiceProcess } from "../support/service-process.ts";

const PASSWORD = "four words nobody combines";
const READ_MS = 240_000;

interface Way {
  readonly name: string;
  readonly company: string;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly hand: Hand;
  /** Brings the documents in. */
  readonly bring: (page: Page) => Promise<void>;
}

const ROUTES: readonly Way[] = [
  {
    name: "keys",
    company: "Klitgården ApS",
    viewport: { width: 1280, height: 900 },
    hand: KEYS,
    bring: async (page) => await dropFiles(page, "Slip filer her, eller vælg dem", DAY_DOCUMENTS),
  },
  {
    name: "pointer",
    company: "Havblik ApS",
    viewport: { width: 390, height: 844 },
    hand: POINTER,
    bring: async (page) => {
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("text=Vælg filer")]);
      await chooser.setFiles(DAY_DOCUMENTS);
    },
  },
];

describe.skipIf(!isChromiumInstalled)(`a company's first day (needs: ${CHROMIUM_INSTALL})`, () => {
  let site: Installation;
  let service: ServiceProcess;
  let browser: Browser;
  const complaints: string[] = [];
  beforeAll(async () => {
    site = installation();
    [service, browser] = await Promise.all([site.start(), launchChromium()]);
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await site.remove();
  });

  const opened = async ({ viewport }: Way): Promise<[BrowserContext, Page]> => {
    const context = await newContext(browser, { viewport, locale: "da-DK", acceptDownloads: true });
    const page = await context.newPage();
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
    });
    return [context, page];
  };
  /** The first step of everybody: a link that works once, and a password of one's own. */
  const comeIn = async (page: Page, link: string): Promise<void> => {
    await page.goto(service.base + new URL(link).pathname);
    await page.fill("input[type=password]", PASSWORD);
    await page.click("main button");
    await page.click("text=Applikationen");
    await page.waitForURL(/\/app\/[0-9a-f-]{36}/);
    await page.waitForSelector("h1:text-is('Udledning')");
  };
  const shownWell = async (page: Page, way: Way, step: string): Promise<void> => {
    await keepDayPicture(page, `${way.name}-${step}`);
    expect(await faultsOf(page)).toEqual([]);
    expect(await page.evaluate(SHOWN)).toMatchObject({ language: "da", overflow: 0, small: 0 });
  };

  test.each(ROUTES)("by $name: from the invitation to a report, in Danish", { timeout: 900_000 }, async (way) => {
    const { company, hand } = way;
    await site.cli("tenant", "create", "--name", company, "--plan", "starter");
    const email = `ida@${way.name}.example`;
    const words = ["user", "create", "--email", email, "--tenant", company, "--role", "admin", "--language", "da"];
    const { link } = JSON.parse((await site.cli(...words, "--json")).stdout) as { link: string };
    const [context, page] = await opened(way);
    await comeIn(page, link);
    await shownWell(page, way, "1-overview");

    await goTo(page, "Indlæs");
    await page.waitForSelector("text=0 af månedens 100 bilag er brugt.");
    await way.bring(page);
    await page.waitForSelector("h2:text-is('12 filer')");
    const ends = async () => await page.locator("article li strong").allTextContents();
    // Archives and mails add what they hold to the list.
    const isRead = async () => {
      const said = await ends();
      return said.length > DAY_DOCUMENTS.length && !said.includes("Læses …");
    };
    await expect.poll(isRead, { timeout: READ_MS, interval: 500 }).toBe(true);
    expect(await ends()).not.toContain("Afvist");
    expect((await ends()).filter((end) => end === "Venter på en afgørelse").length).toBeGreaterThan(4);
    await shownWell(page, way, "2-uploaded");

    await goTo(page, "Gennemgang");
    await page.waitForSelector("text=/linjer venter på dig/");
    await shownWell(page, way, "3-queue");
    const cleared = await clearQueue(page, hand);
    expect(cleared.decided).toBeGreaterThan(8);
    expect(cleared.quantities).toBeGreaterThan(0);
    expect(cleared.periods).toBe(1);
    await page.waitForSelector("text=Alt er gennemgået.");
    await shownWell(page, way, "4-cleared");

    // The bill of heat, which a person gave its days, leads from its figure to its line.
    await goTo(page, "Udledninger");
    await page.locator("tbody tr", { hasText: "Variabelt bidrag, energi" }).first().locator("button").first().click();
    await page.waitForSelector("dialog[open] >> text=Regnestykke");
    await page.locator("dialog[open] [data-lit]").first().waitFor();
    const drawer = (await page.textContent("dialog[open]")) ?? "";
    expect(drawer).toContain("Linjen er markeret på siden.");
    expect(drawer).toMatch(/= \d[\d,]* kg CO2e/);
    await page.waitForSelector("dialog[open] [aria-busy=true]", { state: "detached" });
    expect(await page.locator("dialog[open] [lang=en]").count()).toBe(0);
    await shownWell(page, way, "5-figure");
    await page.keyboard.press("Escape");

    await goTo(page, "Rapporter");
    await page.locator("label:has-text('År') select").first().selectOption("2026");
    await page.click("button:text-is('Lav rapporten')");
    const download = page.locator("form a:text-is('Hent')");
    await download.waitFor({ timeout: 120_000 });
    await shownWell(page, way, "6-report");
    const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
    expect(file.suggestedFilename()).toMatch(/\.pdf$/);
    expect(
      readFileSync(await file.path())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");

    await goTo(page, "Indstillinger");
    await page.click("main a:text-is('Personer')");
    await page.fill("#email", `bo@${way.name}.example`);
    await page.fill("#name", "Bo Læser");
    await page.selectOption("#role", { label: "læser" });
    await page.click("button:text-is('Invitér')");
    const invitation = (await page.textContent("main code")) ?? "";
    expect(invitation).toMatch(/^http\S+\/account\/password\/\S+$/);
    await shownWell(page, way, "7-invited");
    await context.close();

    const [other, colleague] = await opened(way);
    await comeIn(colleague, invitation);
    await colleague.waitForSelector("text=Udledning pr. måned");
    await shownWell(colleague, way, "8-reader");
    const home = service.base + (/\/app\/[0-9a-f-]{36}/.exec(colleague.url())?.[0] ?? "");
    for (const [screen, path] of [
      ["Indlæs", "indlaes"],
      ["Registrér", "registrer"],
    ] as const) {
      // The menu offers what the role can do; the address says who may do the rest.
      expect(await colleague.locator(`nav >> text=${screen}`).count()).toBe(0);
      await colleague.goto(`${home}/${path}`);
      await colleague.waitForSelector("text=Din rolle er læser");
      expect(await colleague.locator("main input, main textarea").count()).toBe(0);
    }
    await shownWell(colleague, way, "9-denied");
    expect(await colleague.evaluate(WRITE)).toEqual([403, "auth.scope_required"]);
    await other.close();
    expect(complaints).toEqual([]);
  });
});

/** Evaluated in the page: a write that no screen offers, as somebody sends it who goes around them. */
const WRITE = `(async () => {
  const { companies, csrf_token } = await (await fetch("/app/api/session")).json();
  const answer = await fetch("/app/api/companies/" + companies[0].id + "/departments", {
    method: "POST",
    headers: { "content-type": "application/json", "x-carbon-csrf": csrf_token },
    body: JSON.stringify({ name: "Snydt" }),
  });
  return [answer.status, (await answer.json()).code];
})()`;
