import type { Page } from "playwright-core";

/** What is looked at of the document; the code below runs in the browser, so nothing outside it may be named. */
interface Node {
  readonly nodeType: number;
  readonly textContent: string | null;
}
interface Element extends Node {
  readonly tagName: string;
  readonly id: string;
  readonly parentElement: Element | null;
  readonly childNodes: Iterable<Node>;
  readonly labels: { readonly length: number } | undefined;
  readonly clientWidth: number;
  readonly scrollWidth: number;
  getAttribute(name: string): string | null;
  closest(selector: string): Element | null;
  getBoundingClientRect(): { readonly width: number; readonly height: number };
  querySelector(selector: string): Element | null;
}
interface Style {
  readonly color: string;
  readonly backgroundColor: string;
  readonly fontSize: string;
  readonly fontWeight: string;
}
declare const document: {
  readonly documentElement: Element;
  readonly title: string;
  querySelectorAll(selector: string): Iterable<Element>;
};
declare function getComputedStyle(element: Element): Style;

/** Faults of accessibility and layout on the page as it is shown now (WCAG 2.2 AA, as far as a program can see it). */
export async function pageFaults(page: Page): Promise<string[]> {
  return await page.evaluate(() => {
    const faults: string[] = [];
    const all = (selector: string): Element[] => [...document.querySelectorAll(selector)];
    const named = (element: Element): string => `${element.tagName.toLowerCase()} "${text(element).slice(0, 40)}"`;
    const text = (element: Node): string => (element.textContent ?? "").trim();
    const need = (is_right: boolean, fault: string): void => {
      if (!is_right) faults.push(fault);
    };

    need(/^(?:da|en)$/.test(document.documentElement.getAttribute("lang") ?? ""), "no language (3.1.1)");
    need(document.title.length > "Carbon Ledger".length, "no title (2.4.2)");
    need(all("h1").length === 1, `${all("h1").length} first headings`);
    need(all("main").length === 1, `${all("main").length} main parts`);
    need(all("script").length === 0, "a script");
    let level = 0;
    for (const heading of all("h1,h2,h3,h4")) {
      const next = Number(heading.tagName.slice(1));
      need(next <= level + 1, `${named(heading)} skips a level (1.3.1)`);
      level = next;
    }
    const ids = all("[id]").map(({ id }) => id);
    need(new Set(ids).size === ids.length, "an id twice");
    for (const field of all("input:not([type=hidden]),select,textarea")) {
      const isLabelled = (field.labels?.length ?? 0) > 0 || field.getAttribute("aria-label") !== null;
      need(isLabelled, `${field.id}: a field without a label (3.3.2)`);
      const type = field.getAttribute("type");
      const isPersonal = type === "email" || type === "password";
      need(!isPersonal || field.getAttribute("autocomplete") !== null, `${field.id}: no autocomplete (1.3.5)`);
    }
    for (const group of all("fieldset")) need(group.querySelector("legend") !== null, "a group without a name");
    for (const part of all("button,a,th")) {
      need(text(part) !== "" || part.getAttribute("aria-label") !== null, `a ${part.tagName} without a name (4.1.2)`);
    }
    for (const picture of all("svg,img")) {
      const name = (picture.closest("[role=img]") ?? picture).getAttribute("aria-label") ?? picture.getAttribute("alt");
      need(name !== null, "a picture without a text (1.1.1)");
    }
    for (const button of all("button,select,input:not([type=hidden]):not([type=checkbox])")) {
      need(button.getBoundingClientRect().height >= 44, `${named(button)} is lower than 44 px`);
    }
    need(
      document.documentElement.scrollWidth <= document.documentElement.clientWidth,
      "wider than the window (1.4.10)",
    );

    const channels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string): number => {
      const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (element: Element): string => {
      for (let one: Element | null = element; one !== null; one = one.parentElement) {
        const { backgroundColor } = getComputedStyle(one);
        if (channels(backgroundColor)[3] !== 0) return backgroundColor;
      }
      return "rgb(255, 255, 255)";
    };
    for (const element of all("body *")) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && text(node) !== "");
      if (!hasText || element.getBoundingClientRect().width < 2) continue;
      const style = getComputedStyle(element);
      const [light, dark] = [luminance(style.color), luminance(behind(element))].sort((a, b) => b - a);
      const ratio = ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
      const size = Number.parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      need(ratio >= (isLarge ? 3 : 4.5), `${named(element)} has a contrast of ${ratio.toFixed(2)} (1.4.3)`);
    }
    return faults;
  });
}
