import { decimal, decimalText } from "../../../../core/quantity.ts";
import type { Cell } from "./spreadsheet.ts";

interface Format {
  readonly number_format: string;
  readonly font: 0 | 1 | 2 | 3 | 4;
  readonly fill: 0 | 2;
  readonly border: 0 | 1;
  readonly wraps: boolean;
  /** A text that would be a formula if it were typed stays a text when its cell is edited. */
  readonly quotes: boolean;
}

const PLAIN: Format = { number_format: "General", font: 0, fill: 0, border: 0, wraps: false, quotes: false };

/** Intensities per krone have the most decimals of all figures. */
const DECIMALS_MAX = 12;

/** A figure shows exactly the decimals that it has: a format with fewer would print another figure than the other forms. */
const FIGURES = Array.from({ length: DECIMALS_MAX + 1 }, (_, decimals): Format => {
  return { ...PLAIN, number_format: decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}` };
});

const FORMATS = {
  default: PLAIN,
  text: { ...PLAIN, wraps: true },
  quoted: { ...PLAIN, wraps: true, quotes: true },
  strong: { ...PLAIN, font: 1, wraps: true },
  title: { ...PLAIN, font: 2 },
  heading: { ...PLAIN, font: 3, fill: 2, border: 1, wraps: true },
  note: { ...PLAIN, font: 4 },
  year: { ...PLAIN, number_format: "0" },
  date_da: { ...PLAIN, number_format: "dd\\-mm\\-yyyy" },
  date_en: { ...PLAIN, number_format: "yyyy\\-mm\\-dd" },
} as const satisfies Record<string, Format>;

const NAMED = Object.keys(FORMATS);
const ALL: readonly Format[] = [...Object.values(FORMATS), ...FIGURES];

/** Index of a cell's format in the workbook's styles. */
export function styleIndex(cell: Cell, language: "da" | "en"): number {
  if (cell.style === "figure") return NAMED.length + decimalsOf(cell);
  if (cell.style === "date") return NAMED.indexOf(`date_${language}`);
  if (cell.style === "text") return NAMED.indexOf(looksLikeFormula(cell) ? "quoted" : "text");
  return NAMED.indexOf(cell.style);
}

function decimalsOf({ value }: Cell): number {
  if (value.kind !== "number") return 0;
  const fraction = decimalText(decimal(value.number)).split(".")[1] ?? "";
  return Math.min(fraction.length, DECIMALS_MAX);
}

function looksLikeFormula({ value }: Cell): boolean {
  return value.kind === "text" && /^[=+\-@\t]/.test(value.text);
}

const FIRST_OWN_FORMAT = 164;

/** xl/styles.xml (ECMA-376 part 1, 18.8). */
export function stylesXml(): string {
  const codes = [...new Set(ALL.map(({ number_format }) => number_format))].filter((code) => code !== "General");
  const formatId = (code: string) => (code === "General" ? 0 : FIRST_OWN_FORMAT + codes.indexOf(code));
  const cells = ALL.map((format) => cellFormat(format, formatId(format.number_format)));
  const numberFormats = codes.map((code) => `<numFmt numFmtId="${formatId(code)}" formatCode="${code}"/>`);
  return (
    `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
    `<numFmts count="${codes.length}">${numberFormats.join("")}</numFmts>` +
    `<fonts count="${FONTS.length}">${FONTS.join("")}</fonts>` +
    `<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>` +
    `<fill><patternFill patternType="solid"><fgColor rgb="FF1F3D36"/><bgColor indexed="64"/></patternFill></fill></fills>` +
    `<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>` +
    `<border><left/><right/><top/><bottom style="thin"><color rgb="FF1F3D36"/></bottom><diagonal/></border></borders>` +
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
    `<cellXfs count="${cells.length}">${cells.join("")}</cellXfs>` +
    `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
  );
}

/** By number: plain, strong, title, heading (white on dark green), note. */
const FONTS = [
  font("", 10, "FF1B1B1B"),
  font("<b/>", 10, "FF1B1B1B"),
  font("<b/>", 18, "FF1F3D36"),
  font("<b/>", 10, "FFFFFFFF"),
  font("<i/>", 9, "FF5B6660"),
];

function font(weight: string, size: number, colour: string): string {
  return `<font>${weight}<sz val="${size}"/><color rgb="${colour}"/><name val="Calibri"/><family val="2"/></font>`;
}

function cellFormat({ font, fill, border, wraps, quotes }: Format, numFmtId: number): string {
  const applied = [
    `numFmtId="${numFmtId}" fontId="${font}" fillId="${fill}" borderId="${border}" xfId="0"`,
    ...(numFmtId === 0 ? [] : [`applyNumberFormat="1"`]),
    ...(font === 0 ? [] : [`applyFont="1"`]),
    ...(fill === 0 ? [] : [`applyFill="1" applyBorder="1"`]),
    ...(quotes ? [`quotePrefix="1"`] : []),
  ];
  const wrap = wraps ? ` wrapText="1"` : "";
  return `<xf ${applied.join(" ")} applyAlignment="1"><alignment vertical="top"${wrap}/></xf>`;
}
