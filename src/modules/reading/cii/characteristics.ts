import type { ItemProperty } from "../quantities/item-property.ts";
import type { XmlElement } from "../xml/tree.ts";
import { all, child, textAt, textOf } from "../xml/values.ts";

/** Characteristics of a product (EN 16931 BG-32). */
export function characteristics(product: XmlElement | undefined): ItemProperty[] {
  return all(product, "ApplicableProductCharacteristic").flatMap((characteristic) => {
    const name = textAt(characteristic, "Description");
    const text = textAt(characteristic, "Value");
    const measure = child(characteristic, "ValueMeasure");
    const value = text ?? textOf(measure);
    if (name === null || value === null) return [];
    const is_number = text === null;
    return [{ name, value, unit: is_number ? (measure?.attributes["unitCode"] ?? "") : "", is_number }];
  });
}
