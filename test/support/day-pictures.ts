import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

/** Where a run leaves pictures for people to look at; without it there are none. */
const FOLDER = process.env["DAY_PICTURES"];

/** Keeps what a person sees at a step of the day. */
export async function keepDayPicture(page: Page, name: string): Promise<void> {
  if (FOLDER === undefined) return;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true });
}
