import { europeanIdentifier } from "../european-identifier.ts";
import { RenderRefusal } from "../render-refusal.ts";
import type { ReportDocument } from "../../presentation/report-document.ts";
import type { Entity } from "./xbrl-resources.ts";

/** The scheme of EUIDs in EFRAG's converter: companies of EU registers (Implementing Regulation (EU) 2021/1042, 9). */
const EUID_SCHEME =
  "https://e-justice.europa.eu/topics/registers-business-insolvency-land/business-registers-search-company-eu_en";

const MISSING =
  "Inline XBRL names the company by its number in the Danish business register (CVR, 8 digits), and none is known for " +
  "this company. Answer the report input RegistrationNumber, or ask for pdf, xlsx or json.";

/** The company by its European Unique Identifier. @throws RenderRefusal when it has none that is known. */
export function reportingEntity({ company }: ReportDocument): Entity {
  const identifier = europeanIdentifier(company);
  if (identifier === null) throw new RenderRefusal(MISSING);
  return { scheme: EUID_SCHEME, identifier };
}
