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

/** The same of 1,800 m3 of gas, whose meter states its correction factor and whose supply states the heating value. */
export function gasStatement(): TestFile {
  const point = `<cbc:TotalDeliveredQuantity unitCode="MTQ">1800</cbc:TotalDeliveredQuantity><cac:UtilityMeter><cbc:MeterNumber>M1</cbc:MeterNumber>
    <cac:MeterProperty><cbc:Name>Korrektionsfaktor</cbc:Name><cbc:Value>0,9812</cbc:Value></cac:MeterProperty></cac:UtilityMeter>`;
  const correction = `<cac:EnergyWaterSupply><cac:EnergyWaterConsumptionCorrection><cbc:CorrectionType>Øvre brændværdi</cbc:CorrectionType>
    <cbc:Description>12,05 kWh/Nm3</cbc:Description></cac:EnergyWaterConsumptionCorrection></cac:EnergyWaterSupply>`;
  const text = yearlyStatement("Gasværket Test A/S")
    .bytes.toString()
    .replace("TypeCode>Electricity", "TypeCode>Gas")
    .replace(`<cbc:TotalDeliveredQuantity unitCode="KWH">12000</cbc:TotalDeliveredQuantity>`, point)
    .replace("</cac:MainPeriod>", `</cac:MainPeriod>${correction}`);
  return { name: "gas.xml", bytes: Buffer.from(text) };
}
