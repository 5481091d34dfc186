import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

const QUEUE = "nav[aria-label='Linjer, der venter'] button";
/** More looks than at each line twice. */
const LOOKS_MAX = 60;
const TABS_MAX = 120;
/** Longest that a step of a person takes here, milliseconds. */
const STEP_MS = 10_000;

/** How a person answers: by keys alone, or by pointer alone. */
export interface Hand {
  /** Writes into a field of the line. */
  write(page: Page, field: Locator, text: string): Promise<void>;
  /** Writes a day, which the field shows in the order of the browser. */
  writeDay(page: Page, field: Locator, day: DayOfYear): Promise<void>;
  press(page: Page, button: Locator): Promise<void>;
  /** Takes the first proposal of the line. */
  accept(page: Page, proposal: Locator): Promise<void>;
  sameAsOther(page: Page): Promise<void>;
  search(page: Page, words: string): Promise<void>;
}

/** A day whose number is that of its month: keys write it alike in every order of day and month. */
interface DayOfYear {
  readonly number: number;
  readonly year: number;
}

const two = (number: number): string => String(number).padStart(2, "0");

/** Nothing is clicked; what has no letter of its own is reached by Tab. */
export const KEYS: Hand = {
  write: async (page, field, text) => {
    await tabTo(page, field);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
  },
  writeDay: async (page, field, { number, year }) => {
    await tabTo(page, field);
    await page.keyboard.type(`${two(number)}${two(number)}${year}`);
  },
  press: async (page, button) => {
    await tabTo(page, button);
    await page.keyboard.press("Enter");
  },
  accept: async (page) => await page.keyboard.press("Enter"),
  sameAsOther: async (page) => await page.keyboard.press("d"),
  search: async (page, words) => {
    await page.keyboard.press("c");
    await page.locator("section input:focus").waitFor();
    await page.keyboard.type(words);
    await page.keyboard.press("Enter");
  },
};

/** No key but those of the text that is written. */
export const POINTER: Hand = {
  write: async (_page, field, text) => await field.fill(text),
  writeDay: async (_page, field, { number, year }) => await field.fill(`${year}-${two(number)}-${two(number)}`),
  press: async (_page, button) => await button.click(),
  accept: async (_page, proposal) => await proposal.click(),
  sameAsOther: async (page) => await page.getByRole("button", { name: "Samme køb d" }).click(),
  search: async (page, words) => {
    await page.getByRole("button", { name: "c Anden kategori" }).click();
    await page.getByLabel("Søg kategori").fill(words);
    await page.locator("section li button").first().click();
  },
};

/** What a person stated while the queue was cleared. */
export interface Cleared {
  readonly decided: number;
  readonly quantities: number;
  readonly periods: number;
}

/** Decides line after line until none waits, each by what the screen asks of it. */
export async function clearQueue(page: Page, hand: Hand): Promise<Cleared> {
  const queue = page.locator(QUEUE);
  const said = { decided: 0, quantities: 0, periods: 0 };
  await queue.first().waitFor();
  page.setDefaultTimeout(STEP_MS);
  // The service reads a line anew by what was decided of another: who answered the earlier reading is asked to look again.
  const asksAgain = page.locator("[role=alert]").filter({ hasText: "Se på den igen" });
  for (let looks = 0; looks < LOOKS_MAX && (await queue.count()) > 0; looks += 1) {
    const left = await queue.count();
    const line = page.locator("main section.card[aria-label]");
    const asked = (await line.textContent()) ?? "";
    const kind = await decideLine(page, line, hand).catch(async (cause: unknown) => {
      // The service settles copies together: a line may leave while a person reaches for it, who then looks at the next.
      if ((await line.textContent()) === asked) throw cause;
      return null;
    });
    if (kind === null) continue;
    const isAnswered = async () => (await queue.count()) < left || (await asksAgain.count()) > 0;
    await expect.poll(isAnswered, { message: asked, timeout: 20_000 }).toBe(true);
    if ((await queue.count()) >= left) continue;
    if (kind === "quantity") said.quantities += 1;
    if (kind === "period") said.periods += 1;
    said.decided += 1;
    // Either it is decided, or the person is told what happened to it meanwhile.
    const told = page.locator("[role=status], [role=alert]").filter({ hasText: /afgjort|Se på den igen/ });
    await told.first().waitFor();
  }
  page.setDefaultTimeout(30_000);
  return said;
}

async function decideLine(page: Page, line: Locator, hand: Hand): Promise<"quantity" | "period" | "category"> {
  const proposals = line.locator("button:has(kbd:text-is('1'))");
  const period = line.getByLabel("Første dag");
  const quantity = line.getByLabel("Mængde");
  const copy = line.locator("button:has(kbd:text-is('d'))");
  if ((await copy.count()) > 0) {
    await hand.sameAsOther(page);
    return "category";
  }
  if ((await period.count()) > 0) {
    await hand.writeDay(page, period, { number: 1, year: 2026 });
    await hand.writeDay(page, line.getByLabel("Sidste dag"), { number: 3, year: 2026 });
    await hand.press(page, proposals);
    return "period";
  }
  if ((await quantity.count()) > 0) {
    await hand.write(page, quantity, "62,5");
    await hand.press(page, proposals);
    return "quantity";
  }
  if ((await proposals.count()) > 0) await hand.accept(page, proposals);
  else await hand.search(page, "vejgods");
  return "category";
}

/** Goes on by Tab, as who has no pointer does, until the element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if ((await wanted.and(page.locator(":focus")).count()) > 0) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`not reached by ${TABS_MAX} times Tab: ${await wanted.textContent()}`);
}
