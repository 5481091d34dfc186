import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Page } from "playwright-core";

const FOLDER = join(import.meta.dirname, "../fixtures/invoices");

/** Twelve documents, one of each kind that a company has: electronic and printed bills, a photo, mail, archive, tables, bank and books. */
export const DAY_DOCUMENTS = [
  "oioubl-utilitystatement-el.xml",
  "01.20a-INVOICE_ubl.xml",
  "01.11a-INVOICE_uncefact.xml",
  "syn-fjernvarme.pdf",
  "syn-taxa-foto.jpg",
  "syn-haandvaerker.docx",
  "ok-mail-with-invoice.eml",
  "ok-three-invoices.zip",
  "visma-posteringer.xlsx",
  "dinero-posteringer-utf8bom.csv",
  "dk-bank.xml",
  "saft-dk-2.1.xml",
].map((name) => join(FOLDER, name));

/** Evaluated in the page: drops files on the words of a zone, as a person drags them from a folder. */
const DROP = (words: string, files: readonly { readonly name: string; readonly base64: string }[]): string => `(() => {
  const dataTransfer = new DataTransfer();
  for (const { name, base64 } of ${JSON.stringify(files)}) {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    dataTransfer.items.add(new File([bytes], name));
  }
  const zone = [...document.querySelectorAll("main p")].find((one) => one.textContent === ${JSON.stringify(words)});
  for (const kind of ["dragover", "drop"]) {
    zone.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
  }
})()`;

/** Drops files where the screen says so in `words`. */
export async function dropFiles(page: Page, words: string, paths: readonly string[]): Promise<void> {
  const files = paths.map((path) => ({ name: basename(path), base64: readFileSync(path).toString("base64") }));
  await page.evaluate(DROP(words, files));
}
