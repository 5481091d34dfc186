import { writtenUnit } from "./value-units.ts";

/** A property of what a line is about (EN 16931 BG-32), as the document states it. */
export interface ItemProperty {
  readonly name: string;
  readonly value: string;
  /** Code of the unit of a measured value; "": it states none. */
  readonly unit: string;
  /** Whether the value is a number of the format, with a decimal point; else it is a text as anybody writes it. */
  readonly is_number: boolean;
}

/** As a text: "Brændværdi: 12,05 kWh/m3", the unit of a measured value written out. */
export function propertyText({ name, value, unit }: ItemProperty): string {
  return `${name}: ${value} ${writtenUnit(unit)}`.trim();
}
