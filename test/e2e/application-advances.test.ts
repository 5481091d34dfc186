import { describe, expect, test } from "vitest";
import { faultsOf, goTo } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";
import { ubl, type UblDocument } from "../support/ubl.ts";

const HEAT = { name: "Havnebyens Fjernvarme A.m.b.a.", cvr: "27182818" };
const METER = "571313000000000013";
const xml = (document: UblDocument) => ({
  name: `${document.number}.xml`,
  mimeType: "application/xml",
  buffer: ubl({ supplier: HEAT, ...document }),
});

describe.skipIf(!isChromiumInstalled)(
  `an amount on account without meter and days (needs: ${CHROMIUM_INSTALL})`,
  () => {
    const { enter, complaints } = demoInBrowser();

    test("is asked about beside the bill of its time, and given its meter and days", async () => {
      const [context, page] = await enter({ viewport: { width: 1280, height: 900 }, locale: "da-DK" });
      await goTo(page, "Indlæs");
      const advance = [{ text: "Aconto fjernvarme", quantity: "12000", unit: "KWH", amount: "9000.00" }];
      const used = [{ text: "Fjernvarme, afregnet forbrug", quantity: "20000", unit: "KWH", amount: "16000.00" }];
      await page.setInputFiles("input[type=file] >> nth=0", [
        xml({ number: "AC-1", date: "2026-07-01", lines: advance }),
        xml({ number: "AC-2", date: "2026-10-02", meter: METER, period: ["2026-07-01", "2026-09-30"], lines: used }),
      ]);
      await page.waitForSelector("text=AC-2.xml");
      await expect.poll(() => page.locator("article li").allTextContents()).toHaveLength(2);
      await goTo(page, "Gennemgang");
      const line = page.locator("nav[aria-label='Linjer, der venter'] button", { hasText: "Aconto fjernvarme" });
      await expect.poll(() => line.count(), { timeout: 60_000 }).toBe(1);
      await line.click();
      await page.waitForSelector("text=En regning opgør måske acontobeløbet");
      await page.getByLabel("Første dag").fill("2026-07-01");
      await page.getByLabel("Sidste dag").fill("2026-09-30");
      await page.getByLabel("Måler eller forbrugssted").selectOption({ label: METER });
      expect(await faultsOf(page)).toEqual([]);
      await page.click("button:has-text('Fjernvarme') >> nth=-1");
      await page.waitForSelector("text=afgjort");
      await expect.poll(() => line.count()).toBe(0);
      expect(complaints).toEqual([]);
      await context.close();
    });
  },
);
