import { markup, type Markup, NOTHING } from "../../../../core/markup.ts";
import type { Block, Cell, Definition, Table, TableRow, Tile } from "../pdf/print-model.ts";

/** A part of the printed report as XHTML 1.1. `charts` holds the pictures by their file names. */
export function blockMarkup(block: Block, charts: ReadonlyMap<string, string>): Markup {
  switch (block.kind) {
    case "section":
      return markup`<h3>${block.id} ${block.title} <span class="status">${block.status}</span></h3>\n`;
    case "subheading":
      return markup`<h3>${block.text}</h3>\n`;
    case "paragraph":
      return markup`<p class="${block.tone}">${block.text}</p>\n`;
    case "tiles":
      return markup`<div class="tiles">${block.tiles.map(tile)}</div>\n`;
    case "chart":
      return chart(block.title, block.alt, charts.get(block.file) ?? "");
    case "definitions":
      return definitions(block.items);
    case "gaps":
      return gaps(block.title, block.items);
    default:
      return table(block);
  }
}

function tile({ label, value, unit, note }: Tile): Markup {
  return markup`<div class="tile"><p class="label">${label}</p><p class="figure">${value} <span class="unit">${unit}</span></p><p class="note">${note}</p></div>`;
}

/** As a picture of its own, because drawings are no part of XHTML 1.1 and readers of Inline XBRL may refuse them. */
function chart(title: string, alt: string, svg: string): Markup {
  const source = `data:image/svg+xml;base64,${Buffer.from(svg, "utf8").toString("base64")}`;
  return markup`<div class="chart"><p class="chart-title">${title}</p><img src="${source}" alt="${alt}"/></div>\n`;
}

function definitions(items: readonly Definition[]): Markup {
  const rows = items.map(({ term, text }) => markup`<tr><th scope="row">${term}</th><td>${text}</td></tr>`);
  return rows.length === 0 ? NOTHING : markup`<table class="definitions"><tbody>${rows}</tbody></table>\n`;
}

/** What a disclosure lacks: in words, with the name of the datapoint. */
export function gaps(title: string, items: readonly Definition[]): Markup {
  if (items.length === 0) return NOTHING;
  const listed = items.map(({ term, text }) =>
    text === "" ? markup`<li>${term}</li>` : markup`<li>${term} <span class="code">${text}</span></li>`,
  );
  return markup`<div class="gaps"><p class="label">${title}</p><ul>${listed}</ul></div>\n`;
}

function table({ is_small, columns, rows }: Table): Markup {
  const sides = columns.map(({ align }) => align);
  const headings = columns.map(({ title, align }) => markup`<th scope="col" class="${align}">${title}</th>`);
  return markup`<div class="wide"><table class="${is_small ? "small" : "plain"}"><thead><tr>${headings}</tr></thead>
<tbody>${rows.map((row) => tableRow(row, sides))}</tbody></table></div>\n`;
}

function tableRow({ tone, cells }: TableRow, sides: readonly string[]): Markup {
  return markup`<tr class="${tone}">${cells.map((cell, index) => tableCell(cell, sides[index] ?? "left"))}</tr>\n`;
}

function tableCell({ text, detail, span = 1 }: Cell, side: string): Markup {
  const columns = span === 1 ? NOTHING : markup` colspan="${span}"`;
  const second = detail === undefined || detail === "" ? NOTHING : markup`<div class="detail">${detail}</div>`;
  return markup`<td class="${side}"${columns}><div>${text}</div>${second}</td>`;
}
