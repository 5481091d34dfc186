import { describe, expect, test } from "vitest";
import { faultsOf, SHOWN } from "../support/app-pages.ts";
import { CHROMIUM_INSTALL, isChromiumInstalled } from "../support/chromium.ts";
import { demoInBrowser } from "../support/demo-in-browser.ts";

describe.skipIf(!isChromiumInstalled)(
  `answers that there is nothing, in the application (needs: ${CHROMIUM_INSTALL})`,
  () => {
    const { enter, homeOf } = demoInBrowser();

    test("a category of which nothing is known is answered with a reason beside the total, and the answer is taken back", async () => {
      const [context, page] = await enter({ viewport: { width: 390, height: 844 } });
      await page.goto(`${homeOf(page)}?aar=2026`);
      const part = (name: string) => page.locator(`dl > div:has(dt:text-is("${name}"))`);
      const unknown = part("Ukendt");
      await unknown.locator("summary").click();
      const franchises = unknown.locator("li", { hasText: /^14\. / });
      await franchises.getByRole("button", { name: "Her er intet" }).click();
      await franchises.getByLabel("Hvorfor er der intet?").fill("Vi giver ingen franchise");
      expect(await faultsOf(page)).toEqual([]);
      expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
      await franchises.getByRole("button", { name: "Her er intet" }).click();
      const answered = part("Intet, ifølge svar");
      await answered.locator("summary", { hasText: "Scope 3, kategori 14" }).click();
      await expect.poll(() => unknown.locator("li", { hasText: /^14\. / }).count()).toBe(0);
      const answer = answered.locator("li", { hasText: "Scope 3, kategori 14: Vi giver ingen franchise" });
      await answer.getByText("Anna Holm").waitFor();
      expect(await faultsOf(page)).toEqual([]);
      await answer.getByRole("button", { name: "Tag svaret tilbage" }).click();
      await answer.getByLabel("Hvorfor gælder svaret ikke mere?").fill("En butik er kommet til");
      await answer.getByRole("button", { name: "Tag svaret tilbage" }).click();
      await answered.waitFor({ state: "detached" });
      await unknown.locator("li", { hasText: /^14\. / }).waitFor();
      expect(await page.evaluate(SHOWN)).toMatchObject({ overflow: 0, small: 0 });
      await context.close();
    });
  },
);
