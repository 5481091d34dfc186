/** Finished SVG text: everything that came from outside has been escaped in it. */
export interface Svg {
  readonly svg: string;
}

type Attributes = Readonly<Record<string, string | number>>;

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
/** What XML 1.0 forbids: most control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
// oxlint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ud800-\udfff\ufffe\uffff]/gu;

function escaped(text: string): string {
  return text.replace(FORBIDDEN, "").replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}

/** Coordinates with at most two decimals: the same picture is the same text everywhere. */
function attribute(value: string | number): string {
  if (typeof value === "string") return escaped(value);
  const rounded = Math.round(value * 100) / 100;
  return String(Object.is(rounded, -0) ? 0 : rounded);
}

/** An element; strings among its children are text. */
export function element(name: string, attributes: Attributes, ...children: readonly (Svg | string)[]): Svg {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(value)}"`);
  const open = `<${name}${written.join("")}`;
  if (children.length === 0) return { svg: `${open}/>` };
  const inner = children.map((child) => (typeof child === "string" ? escaped(child) : child.svg)).join("");
  return { svg: `${open}>${inner}</${name}>` };
}

/** Several elements as one. */
export function group(...children: readonly Svg[]): Svg {
  return { svg: children.map(({ svg }) => svg).join("") };
}

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly title: string;
  readonly description: string;
}

/** A whole picture with its accessible name and description (SVG 1.1, 5.4; WAI-ARIA Graphics). */
export function picture({ width, height, title, description }: Picture, ...children: readonly Svg[]): string {
  const attributes = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${attribute(width)} ${attribute(height)}`,
    width,
    height,
    role: "img",
    "font-family": "Inter, system-ui, sans-serif",
  };
  const name = [element("title", {}, title), element("desc", {}, description)];
  return element("svg", attributes, ...name, ...children).svg;
}
