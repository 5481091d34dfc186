import type { ClassificationCode } from "../parsed-document.ts";
import { adjustment, adjustmentLines, deliveredOn, type DescribedLine, invoiceLine, itemNumbers } from "../lines.ts";
import { daysInDocument } from "../line-days.ts";
import { lineMeter } from "./supplies.ts";
import { lineFuelValues } from "../quantities/corrected-volume.ts";
import { fuelValuesIn } from "../quantities/fuel-values.ts";
import { propertyText } from "../quantities/item-property.ts";
import { withStatedConsumption } from "../quantities/stated-consumption.ts";
import { itemProperties } from "./item-properties.ts";
import type { ExciseTax } from "./totals.ts";
import type { XmlElement } from "../xml/tree.ts";
import {
  all,
  at,
  child,
  codeOf,
  dateAt,
  decimalAt,
  decimalOf,
  letterCode,
  nameAt,
  textAt,
  textOf,
} from "../xml/values.ts";

/**
 * The invoice lines directly under the document, numbered from 1. Sub-lines (UBL 2.1, XRechnung extension) explain
 * their line and are contained in its amount: they are not lines of their own.
 */
export function ublLines(document: XmlElement, currency: string | null): DescribedLine[] {
  const context = {
    currency,
    period: daysOf(at(document, "InvoicePeriod")),
    cost_centre: costCentreOf(document),
    issue_date: dateAt(document, "IssueDate"),
    delivered_on: deliveryDate(document),
  };
  return document.children
    .filter((element) => element.name === "InvoiceLine" || element.name === "CreditNoteLine")
    .map((element, index) => ublLine(element, index + 1, context));
}

interface LineContext {
  readonly currency: string | null;
  /** BT-73 and BT-74 of the document. */
  readonly period: ReturnType<typeof daysOf>;
  readonly cost_centre: string | null;
  readonly issue_date: string | null;
  readonly delivered_on: string | null;
}

/** BT-72 of the document; OIOUBL states it of lines as well. */
function deliveryDate(element: XmlElement): string | null {
  return dateAt(element, "Delivery", "ActualDeliveryDate");
}

function daysOf(period: XmlElement | undefined): { readonly start: string | null; readonly end: string | null } {
  return { start: dateAt(period, "StartDate"), end: dateAt(period, "EndDate") };
}

/** BT-134 and BT-135, else by the words of the line and its document. */
function lineDays(element: XmlElement, description: string, { period }: LineContext) {
  const stated = child(element, "InvoicePeriod");
  if (stated === undefined) return daysInDocument(description, period);
  const { start, end } = daysOf(stated);
  return { service_period_start: start, service_period_end: end };
}

/** BT-133 of a line, BT-19 of a document: the buyer's accounting reference, as the buyer asked for it. */
function costCentreOf(element: XmlElement): string | null {
  return codeOf(textAt(element, "AccountingCost"), 100);
}

function ublLine(element: XmlElement, number: number, context: LineContext): DescribedLine {
  const item = at(element, "Item");
  const quantity = child(element, "InvoicedQuantity") ?? child(element, "CreditedQuantity");
  const amount = child(element, "LineExtensionAmount");
  const notes = all(element, "Note").map(textOf);
  const descriptions = all(item, "Description").map(textOf);
  const description = textAt(item, "Name") ?? joined(descriptions) ?? joined(notes) ?? "";
  const currency = letterCode(amount?.attributes["currencyID"] ?? null, 3);
  const properties = itemProperties(item);
  const line = invoiceLine({
    number,
    kind: "line",
    description,
    quantity: decimalOf(textOf(quantity)),
    unit: codeOf(quantity?.attributes["unitCode"], 40),
    amount: decimalOf(textOf(amount)),
    currency: currency === context.currency ? null : currency,
    classification_codes: classificationCodes(item),
    cost_centre: costCentreOf(element) ?? context.cost_centre,
    ...lineDays(element, description, context),
    ...deliveredOn(deliveryDate(element) ?? context.delivered_on, context.issue_date),
    external_id: nameAt(element, "ID"),
    ...lineFuelValues(
      [
        ...properties.flatMap((property) => fuelValuesIn(propertyText(property), "property")),
        ...fuelValuesIn(description, "line"),
        ...[...descriptions, ...notes].flatMap((text) => fuelValuesIn(text ?? "", "note")),
      ],
      description,
    ),
  });
  const meter = lineMeter(element);
  const hint = joined([...descriptions, ...notes]) ?? "";
  return withStatedConsumption({ line, hint, ...(meter === null ? {} : { meter }) }, properties);
}

function classificationCodes(item: XmlElement | undefined): ClassificationCode[] {
  const stated = all(item, "CommodityClassification").flatMap((classification) => {
    const element = child(classification, "ItemClassificationCode");
    const code = codeOf(textOf(element), 100);
    const list = codeOf(element?.attributes["listID"], 100) ?? "";
    return code === null ? [] : [{ list, code }];
  });
  const standard = at(item, "StandardItemIdentification", "ID");
  const scheme = standard?.attributes["schemeID"] ?? null;
  return [...stated, ...itemNumbers(textAt(item, "SellersItemIdentification", "ID"), textOf(standard), scheme)];
}

/**
 * Charges and allowances on the whole document and taxes inside its net, as lines numbered after the last one.
 * Allowances are negative, so that everything adds up to the net.
 */
export function ublAdjustments(document: XmlElement, excise: readonly ExciseTax[], after: number): DescribedLine[] {
  const stated = all(document, "AllowanceCharge").flatMap((element) => {
    const amount = decimalAt(element, "Amount");
    const indicator = textAt(element, "ChargeIndicator");
    if (amount === null || (indicator !== "true" && indicator !== "false")) return [];
    const reason = textAt(element, "AllowanceChargeReason") ?? textAt(element, "AllowanceChargeReasonCode");
    return [adjustment(indicator === "true", amount, reason)];
  });
  const taxes = excise.map(({ name, amount }) => adjustment(true, amount, name));
  return adjustmentLines([...stated, ...taxes], after, costCentreOf(document));
}

function joined(texts: readonly (string | null)[]): string | null {
  const text = texts.filter((part) => part !== null).join(", ");
  return text === "" ? null : text;
}
