import type { XmlElement } from "../xml/tree.ts";
import { all, child, textAt, textOf } from "../xml/values.ts";
import { writtenUnit } from "../quantities/value-units.ts";

/** Characteristics of a product (EN 16931 BG-32) as texts: "Brændværdi: 12.05 kWh/m3", the unit of a measure written out. */
export function characteristics(product: XmlElement | undefined): string[] {
  return all(product, "ApplicableProductCharacteristic").flatMap((characteristic) => {
    const name = textAt(characteristic, "Description");
    const measure = child(characteristic, "ValueMeasure");
    const value = textAt(characteristic, "Value") ?? textOf(measure);
    if (name === null || value === null) return [];
    const unit = textAt(characteristic, "Value") === null ? (measure?.attributes["unitCode"] ?? "") : "";
    return [`${name}: ${value} ${writtenUnit(unit)}`.trim()];
  });
}
