import { xmlTextUnmarked } from "../xml-text.ts";

/** Finished SVG text: everything that came from outside has been escaped in it. */
export interface Svg {
  readonly svg: string;
}

type Attributes = Readonly<Record<string, string | number>>;

/** Coordinates with at most two decimals: the same picture is the same text everywhere. */
function attribute(value: string | number): string {
  if (typeof value === "string") return xmlTextUnmarked(value);
  const rounded = Math.round(value * 100) / 100;
  return String(Object.is(rounded, -0) ? 0 : rounded);
}

/** An element; strings among its children are text. */
export function element(name: string, attributes: Attributes, ...children: readonly (Svg | string)[]): Svg {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${attribute(value)}"`);
  const open = `<${name}${written.join("")}`;
  if (children.length === 0) return { svg: `${open}/>` };
  const inner = children.map((child) => (typeof child === "string" ? xmlTextUnmarked(child) : child.svg)).join("");
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
