import type { XmlElement } from "../xml/tree.ts";
import { all, child, textAt, textOf } from "../xml/values.ts";
import { writtenUnit } from "../quantities/value-units.ts";

/** Properties of an item (EN 16931 BG-32) as texts: "Brændværdi: 12,05 kWh/m3", the unit of a quantity written out. */
export function itemProperties(item: XmlElement | undefined): string[] {
  return propertyTexts(all(item, "AdditionalItemProperty"));
}

/** UBL properties, which all have a name and a value or a quantity with its unit, as such texts. */
export function propertyTexts(properties: readonly XmlElement[]): string[] {
  return properties.flatMap((property) => {
    const name = textAt(property, "Name");
    const quantity = child(property, "ValueQuantity");
    const value = textAt(property, "Value") ?? textOf(quantity);
    if (name === null || value === null) return [];
    const unit = textAt(property, "Value") === null ? (quantity?.attributes["unitCode"] ?? "") : "";
    return [`${name}: ${value} ${writtenUnit(unit)}`.trim()];
  });
}
