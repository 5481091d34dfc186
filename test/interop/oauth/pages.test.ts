import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM_INSTALL, isChromiumInstalled, launchChromium } from "../../support/chromium.ts";
import { type InteropSite, interopSite } from "../../support/interop-site.ts";
import { pageFaults } from "../../support/page-faults.ts";
import { type GalleryPage, pageGallery } from "../../support/page-gallery.ts";

const title = isChromiumInstalled ? "the pages" : `the pages in Chromium (skipped: run \`${CHROMIUM_INSTALL}\` first)`;

const VIEWS: readonly (readonly [string, BrowserContextOptions])[] = [
  ["a telephone in daylight", { viewport: { width: 390, height: 844 }, colorScheme: "light" }],
  ["a dark desktop", { viewport: { width: 1280, height: 900 }, colorScheme: "dark", locale: "da-DK" }],
];

describe.skipIf(!isChromiumInstalled)(title, () => {
  let site: InteropSite;
  let browser: Browser;
  let pages: readonly GalleryPage[];
  beforeAll(async () => {
    [site, browser] = await Promise.all([interopSite(), launchChromium()]);
    pages = await pageGallery(site);
  });
  afterAll(async () => {
    await browser.close();
    await site.close();
  });

  test.each(VIEWS)("can be read and used on %s", { timeout: 300_000 }, async (view, options) => {
    const faults: string[] = [];
    const headings = new Set<string>();
    for (const { name, open } of pages) {
      const context = await browser.newContext(options);
      const page = await context.newPage();
      page.on("console", (message) => {
        // Pages of refusals have their own status, which the browser reports as well.
        if (!message.text().startsWith("Failed to load resource: the server responded")) {
          faults.push(`${name}: ${message.text()}`);
        }
      });
      await open(page);
      headings.add((await page.textContent("h1")) ?? "");
      faults.push(...(await pageFaults(page)).map((fault) => `${name}: ${fault}`));
      // SCREENSHOTS=<directory> keeps what was looked at.
      const directory = process.env["SCREENSHOTS"];
      if (directory !== undefined) await page.screenshot({ path: `${directory}/${name}-${view}.png`, fullPage: true });
      await context.close();
    }
    expect(faults).toEqual([]);
    // Each way led to a page of its own, not to one error page.
    expect(headings.size).toBeGreaterThan(12);
  });

  test("show where the keyboard is", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${site.base_url}/login`);
    for (let step = 0; step < 4; step += 1) {
      await page.keyboard.press("Tab");
      const outline = await page.evaluate<string>("getComputedStyle(document.activeElement).outline");
      expect(outline).toMatch(/solid 3px$/);
    }
    await context.close();
  });
});
