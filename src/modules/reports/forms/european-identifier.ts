import type { ReportDocument } from "../presentation/report-document.ts";

/**
 * European Unique Identifier of a Danish company: country, register, "." and its number, DKCVR.61056416 (Implementing
 * Regulation (EU) 2021/1042, 9). Null when it is not in the Danish register or its number is not known.
 */
export function europeanIdentifier({ country, registration_number }: ReportDocument["company"]): string | null {
  const number = registration_number?.replaceAll(/[\s.-]/g, "").replace(/^(DK)?(CVR)?/i, "") ?? "";
  return country === "DK" && /^\d{8}$/.test(number) ? `DKCVR.${number}` : null;
}
