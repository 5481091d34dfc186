import type { ParsedDocument, StatedSupply } from "../parsed-document.ts";
import type { XmlElement } from "../xml/tree.ts";
import { all, at, nameAt } from "../xml/values.ts";

/** UNTDID 1001: the reference names the object that is invoiced. */
const INVOICED_OBJECT = "130";

/** The metered supply that the invoice is about (BT-18), and those of its lines (BT-128) where each is one line. */
export function ciiSupplies(transaction: XmlElement | undefined, lineCount: number): Pick<ParsedDocument, "supplies"> {
  const items = all(transaction, "IncludedSupplyChainTradeLineItem");
  const settlements = items.map((item) => at(item, "SpecifiedLineTradeSettlement"));
  const isLineByLine = items.length === lineCount;
  const ofLines = settlements.flatMap((settlement, index): StatedSupply[] => {
    const meter = isLineByLine ? objectOf(settlement) : null;
    return meter === null ? [] : [{ meter, address: null, customer_number: null, lines: [index + 1] }];
  });
  const meter = objectOf(at(transaction, "ApplicableHeaderTradeAgreement"));
  const whole: StatedSupply = { meter, address: null, customer_number: null, lines: null };
  const supplies = [...ofLines, ...(meter === null ? [] : [whole])];
  return supplies.length === 0 ? {} : { supplies };
}

function objectOf(element: XmlElement | undefined): string | null {
  const references = all(element, "AdditionalReferencedDocument").filter(
    (reference) => nameAt(reference, "TypeCode") === INVOICED_OBJECT,
  );
  return nameAt(references[0], "IssuerAssignedID");
}
