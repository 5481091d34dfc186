import type { ClassificationCode } from "../parsed-document.ts";
import { addUpTo, lineSum } from "../balance.ts";
import { adjustment, adjustmentLines, deliveredOn, type DescribedLine, invoiceLine, itemNumbers } from "../lines.ts";
import { daysInDocument } from "../line-days.ts";
import { lineFuelValues } from "../quantities/corrected-volume.ts";
import { fuelValuesIn } from "../quantities/fuel-values.ts";
import { propertyText } from "../quantities/item-property.ts";
import { withStatedConsumption } from "../quantities/stated-consumption.ts";
import { characteristics } from "./characteristics.ts";
import type { XmlElement } from "../xml/tree.ts";
import { all, at, child, codeOf, dateAt, decimalAt, decimalOf, nameAt, textAt, textOf } from "../xml/values.ts";

/** First child with one of two names: CII D16B, then ZUGFeRD 1.0. */
export function either(element: XmlElement | undefined, name: string, older: string): XmlElement | undefined {
  return child(element, name) ?? child(element, older);
}

/** ISO date in the `DateTimeString` below a date element. */
export function ciiDate(element: XmlElement | undefined, name: string): string | null {
  return dateAt(element, name, "DateTimeString") ?? dateAt(element, name);
}

/**
 * The invoice lines, numbered from 1. `lineTotal` is the stated sum of the lines: with sub-lines (EXTENDED profile) the
 * top lines or the innermost ones are the lines, whichever add up to it.
 */
export function ciiLines(
  transaction: XmlElement | undefined,
  { lineTotal, issue_date }: { readonly lineTotal: string | null; readonly issue_date: string | null },
): DescribedLine[] {
  const stated = all(transaction, "IncludedSupplyChainTradeLineItem").filter((item) => !isTextOnly(item));
  const settlement = either(transaction, "ApplicableHeaderTradeSettlement", "ApplicableSupplyChainTradeSettlement");
  const cost_centre = costCentreOf(settlement);
  const delivery = either(transaction, "ApplicableHeaderTradeDelivery", "ApplicableSupplyChainTradeDelivery");
  const context = {
    cost_centre,
    period: daysOf(at(settlement, "BillingSpecifiedPeriod")),
    issue_date,
    delivered_on: deliveryDate(delivery),
  };
  const read = (items: readonly XmlElement[]) => items.map((item, index) => ciiLine(item, index + 1, context));
  const parents = new Set(stated.flatMap((item) => parentOf(item) ?? []));
  if (parents.size === 0) return read(stated);
  const outer = read(stated.filter((item) => parentOf(item) === null));
  const inner = read(stated.filter((item) => !parents.has(lineId(item) ?? "") && statusOf(item) !== "INFORMATION"));
  const addsUp = lineTotal !== null && addUpTo(lineSum(inner.map(({ line }) => line)), lineTotal);
  const outerAddsUp = lineTotal !== null && addUpTo(lineSum(outer.map(({ line }) => line)), lineTotal);
  return addsUp && !outerAddsUp ? inner : outer;
}

function lineId(item: XmlElement): string | null {
  return nameAt(item, "AssociatedDocumentLineDocument", "LineID");
}

function parentOf(item: XmlElement): string | null {
  return nameAt(item, "AssociatedDocumentLineDocument", "ParentLineID");
}

function statusOf(item: XmlElement): string | null {
  return nameAt(item, "AssociatedDocumentLineDocument", "LineStatusReasonCode")?.toUpperCase() ?? null;
}

/** ZUGFeRD 1.0 puts free text between lines as items without product and amount. */
function isTextOnly(item: XmlElement): boolean {
  return child(item, "SpecifiedTradeProduct") === undefined && lineAmount(item) === null;
}

function settlementOf(item: XmlElement): XmlElement | undefined {
  return either(item, "SpecifiedLineTradeSettlement", "SpecifiedSupplyChainTradeSettlement");
}

function lineAmount(item: XmlElement): string | null {
  const settlement = settlementOf(item);
  const sums = either(
    settlement,
    "SpecifiedTradeSettlementLineMonetarySummation",
    "SpecifiedTradeSettlementMonetarySummation",
  );
  return decimalAt(sums, "LineTotalAmount");
}

/** What a line takes from its document where it does not state it itself. */
interface LineContext {
  readonly cost_centre: string | null;
  /** BT-73 and BT-74 of the document. */
  readonly period: ReturnType<typeof daysOf>;
  readonly issue_date: string | null;
  readonly delivered_on: string | null;
}

/** BT-72 of the document, or the same of a line. */
function deliveryDate(delivery: XmlElement | undefined): string | null {
  return ciiDate(at(delivery, "ActualDeliverySupplyChainEvent"), "OccurrenceDateTime");
}

function daysOf(period: XmlElement | undefined): { readonly start: string | null; readonly end: string | null } {
  return { start: ciiDate(period, "StartDateTime"), end: ciiDate(period, "EndDateTime") };
}

/** BT-134 and BT-135, else by the words of the line and its document. */
function lineDays(item: XmlElement, description: string, { period }: LineContext) {
  const stated = at(settlementOf(item), "BillingSpecifiedPeriod");
  if (stated === undefined) return daysInDocument(description, period);
  const { start, end } = daysOf(stated);
  return { service_period_start: start, service_period_end: end };
}

function ciiLine(item: XmlElement, number: number, context: LineContext): DescribedLine {
  const product = at(item, "SpecifiedTradeProduct");
  const delivery = either(item, "SpecifiedLineTradeDelivery", "SpecifiedSupplyChainTradeDelivery");
  const quantity = child(delivery, "BilledQuantity");
  const notes = all(at(item, "AssociatedDocumentLineDocument"), "IncludedNote").map((note) => textAt(note, "Content"));
  const further = textAt(product, "Description");
  const description = textAt(product, "Name") ?? further ?? notes.find((note) => note !== null) ?? "";
  const properties = characteristics(product);
  const line = invoiceLine({
    number,
    kind: "line",
    description,
    quantity: decimalOf(textOf(quantity)),
    unit: codeOf(quantity?.attributes["unitCode"], 40),
    amount: lineAmount(item),
    classification_codes: classificationCodes(product),
    cost_centre: costCentreOf(settlementOf(item)) ?? context.cost_centre,
    ...lineDays(item, description, context),
    ...deliveredOn(deliveryDate(delivery) ?? context.delivered_on, context.issue_date),
    external_id: lineId(item),
    ...lineFuelValues(
      [
        ...properties.flatMap((property) => fuelValuesIn(propertyText(property), "property")),
        ...fuelValuesIn(textAt(product, "Name") ?? "", "line"),
        ...[further, ...notes].flatMap((text) => fuelValuesIn(text ?? "", "note")),
      ],
      description,
    ),
  });
  const hint = [further, ...notes].filter((text) => text !== null).join(", ");
  return withStatedConsumption({ line, hint }, properties);
}

/** BT-133 and BT-19: the buyer's accounting reference. */
function costCentreOf(settlement: XmlElement | undefined): string | null {
  return codeOf(textAt(settlement, "ReceivableSpecifiedTradeAccountingAccount", "ID"), 100);
}

function classificationCodes(product: XmlElement | undefined): ClassificationCode[] {
  const stated = all(product, "DesignatedProductClassification").flatMap((classification) => {
    const element = child(classification, "ClassCode");
    const code = codeOf(textOf(element), 100);
    return code === null ? [] : [{ list: codeOf(element?.attributes["listID"], 100) ?? "", code }];
  });
  const global = child(product, "GlobalID");
  const scheme = global?.attributes["schemeID"] ?? null;
  return [...stated, ...itemNumbers(textAt(product, "SellerAssignedID"), textOf(global), scheme)];
}

/** Charges, allowances (negative) and logistics charges on the whole document, numbered after the last line. */
export function ciiAdjustments(settlement: XmlElement | undefined, after: number): DescribedLine[] {
  const stated = all(settlement, "SpecifiedTradeAllowanceCharge").flatMap((element) => {
    const indicator = textAt(element, "ChargeIndicator", "Indicator") ?? textAt(element, "ChargeIndicator");
    const amount = decimalAt(element, "ActualAmount");
    if (amount === null || (indicator !== "true" && indicator !== "false")) return [];
    return [adjustment(indicator === "true", amount, textAt(element, "Reason") ?? textAt(element, "ReasonCode"))];
  });
  const logistics = all(settlement, "SpecifiedLogisticsServiceCharge").flatMap((element) => {
    const amount = decimalAt(element, "AppliedAmount");
    return amount === null ? [] : [adjustment(true, amount, textAt(element, "Description"))];
  });
  return adjustmentLines([...stated, ...logistics], after, costCentreOf(settlement));
}
