import { type ItemProperty, propertyText } from "../quantities/item-property.ts";
import type { XmlElement } from "../xml/tree.ts";
import { all, child, textAt, textOf } from "../xml/values.ts";

/** Properties of an item (EN 16931 BG-32). */
export function itemProperties(item: XmlElement | undefined): ItemProperty[] {
  return propertiesIn(all(item, "AdditionalItemProperty"));
}

/** UBL properties, which all have a name and a value or a quantity with its unit, as texts. */
export function propertyTexts(properties: readonly XmlElement[]): string[] {
  return propertiesIn(properties).map(propertyText);
}

function propertiesIn(properties: readonly XmlElement[]): ItemProperty[] {
  return properties.flatMap((property) => {
    const name = textAt(property, "Name");
    const text = textAt(property, "Value");
    const quantity = child(property, "ValueQuantity");
    const value = text ?? textOf(quantity);
    if (name === null || value === null) return [];
    const is_number = text === null;
    return [{ name, value, unit: is_number ? (quantity?.attributes["unitCode"] ?? "") : "", is_number }];
  });
}
