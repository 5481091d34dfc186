// Lines of a Cross Industry Invoice or credit note (EN 16931). Amounts exclude VAT (BT-131).
import { readFileSync } from "node:fs";
import { blockOf, textOf, UNIT_CODES } from "./parse-xml.mjs";

const LINES = /<ram:IncludedSupplyChainTradeLineItem>([\s\S]*?)<\/ram:IncludedSupplyChainTradeLineItem>/g;

/** "20250714" is 2025-07-14. */
function dayIn(block) {
  return textOf(block, "DateTimeString").replace(/(\d{4})(\d\d)(\d\d)/, "$1-$2-$3");
}

export function readCii(path, stem) {
  const xml = readFileSync(path, "utf8");
  const document = blockOf(xml, "ExchangedDocument");
  const settlement = blockOf(xml, "ApplicableHeaderTradeSettlement");
  const period = blockOf(settlement, "BillingSpecifiedPeriod");
  const head = {
    date: dayIn(blockOf(document, "IssueDateTime")),
    supplier: textOf(blockOf(xml, "SellerTradeParty"), "Name"),
    period:
      period === undefined
        ? undefined
        : [dayIn(blockOf(period, "StartDateTime")), dayIn(blockOf(period, "EndDateTime"))],
    names: textOf(blockOf(settlement, "InvoiceReferencedDocument") ?? "", "IssuerAssignedID"),
    document: textOf(document, "ID"),
    currency: textOf(settlement, "InvoiceCurrencyCode"),
  };
  return [...xml.matchAll(LINES)].map(([, block]) => {
    const [, code, value] = /<ram:BilledQuantity unitCode="(\w+)">([^<]+)</.exec(block);
    const unit = UNIT_CODES[code];
    return {
      ...head,
      id: `${stem}#${textOf(block, "LineID")}`,
      text: textOf(blockOf(block, "SpecifiedTradeProduct"), "Name"),
      supply: textOf(blockOf(block, "AdditionalReferencedDocument") ?? "", "IssuerAssignedID"),
      quantity: unit === undefined ? undefined : { value, ...unit },
      amount: textOf(block, "LineTotalAmount"),
    };
  });
}
