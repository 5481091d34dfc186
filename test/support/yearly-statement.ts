import type { TestFile } from "./pipeline.ts";
import { UBL } from "./invoice-xml.ts";

/** An OIOUBL utility statement over 12,000 kWh of 2025 that specifies invoice E-77 of the supplier. */
export function yearlyStatement(supplier_name: string): TestFile {
  return {
    name: "statement.xml",
    bytes: Buffer.from(
      `<UtilityStatement xmlns="${UBL}:UtilityStatement-2" xmlns:cac="${UBL}:CommonAggregateComponents-2" xmlns:cbc="${UBL}:CommonBasicComponents-2">
  <cbc:CustomizationID>OIOUBL-2.1</cbc:CustomizationID><cbc:ID>S-1</cbc:ID><cbc:IssueDate>2026-01-15</cbc:IssueDate><cbc:UtilityStatementTypeCode>Electricity</cbc:UtilityStatementTypeCode><cbc:DocumentCurrencyCode>DKK</cbc:DocumentCurrencyCode>
  <cac:ParentDocumentReference><cbc:ID>E-77</cbc:ID><cbc:DocumentTypeCode>Invoice</cbc:DocumentTypeCode></cac:ParentDocumentReference>
  <cac:SenderParty><cac:PartyName><cbc:Name>${supplier_name}</cbc:Name></cac:PartyName></cac:SenderParty>
  <cac:SubscriberConsumption><cbc:SpecificationTypeCode>YearlyStatement</cbc:SpecificationTypeCode>
  <cac:UtilityConsumptionPoint><cbc:ID schemeID="GSRN">571313000000000001</cbc:ID><cbc:TotalDeliveredQuantity unitCode="KWH">12000</cbc:TotalDeliveredQuantity></cac:UtilityConsumptionPoint>
  <cac:Consumption><cac:MainPeriod><cbc:StartDate>2025-01-01</cbc:StartDate><cbc:EndDate>2025-12-31</cbc:EndDate></cac:MainPeriod></cac:Consumption></cac:SubscriberConsumption></UtilityStatement>`,
    ),
  };
}
