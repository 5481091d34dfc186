import { RenderRefusal } from "../render-refusal.ts";
import type { ReportDocument } from "../report-document.ts";
import type { Entity } from "./xbrl-resources.ts";

/** The scheme of EUIDs in EFRAG's converter: companies of EU registers (Implementing Regulation (EU) 2021/1042, 9). */
const EUID_SCHEME =
  "https://e-justice.europa.eu/topics/registers-business-insolvency-land/business-registers-search-company-eu_en";

const MISSING =
  "Inline XBRL names the company by its number in the Danish business register (CVR, 8 digits), and none is known for " +
  "this company. Answer the report input RegistrationNumber, or ask for pdf, xlsx or json.";

/**
 * The company by its European Unique Identifier: country, register, "." and number: DKCVR.12345674.
 * @throws RenderRefusal when it is not in the Danish register or its number is not known.
 */
export function reportingEntity({ company }: ReportDocument): Entity {
  const number = company.registration_number?.replaceAll(/[\s.-]/g, "").replace(/^(DK)?(CVR)?/i, "") ?? "";
  if (company.country !== "DK" || !/^\d{8}$/.test(number)) throw new RenderRefusal(MISSING);
  return { scheme: EUID_SCHEME, identifier: `DKCVR.${number}` };
}
