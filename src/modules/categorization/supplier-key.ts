import { cutText } from "../../core/cut-text.ts";
import { fold } from "./text.ts";

/** Legal forms say nothing about who the supplier is and are written or left out at will. */
const LEGAL_FORM =
  /(?:^| )(?:a s|aps|i s|k s|p s|a m b a|amba|f m b a|ivs|smba|ab|aktiebolag|hb|as|asa|ans|da|oy|oyj|gmbh|ag|kg|ug|se|ohg|co kg|ltd|limited|plc|llp|llc|inc|corp|bv|b v|nv|n v|sa|s a|sas|sarl|srl|spa|s p a|sp z o o|denmark|danmark|dk)$/;

/**
 * The key under which decisions about a supplier are remembered: "id:" and the company number without blanks and country
 * prefix when there is one, else "name:" and the folded name without legal form. Null when neither says anything.
 */
export function supplierKey(name: string | null, identifier: string | null): string | null {
  const number = identifier === null ? "" : companyNumber(identifier);
  if (number !== "") return `id:${number}`;
  const plain = name === null ? "" : plainName(name);
  return plain === "" ? null : `name:${plain}`;
}

/** A Danish CVR number is written bare, as "DK" + digits or with a scheme in front; all forms must meet. */
function companyNumber(identifier: string): string {
  const compact = identifier.toUpperCase().replaceAll(/[^0-9A-Z]/g, "");
  const danish = /^(?:DKCVR|CVR|DKSE|DK|0184)?(\d{8})$/.exec(compact)?.[1];
  if (danish !== undefined) return danish;
  // Fewer than five characters cannot name a company in any register we know of.
  return /\d/.test(compact) && compact.length >= 5 ? compact.slice(0, 40) : "";
}

function plainName(name: string): string {
  let rest = fold(cutText(name, 200))
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();
  for (let round = 0; round < 3; round += 1) {
    const shorter = rest.replace(LEGAL_FORM, "").trim();
    if (shorter === "" || shorter === rest) break;
    rest = shorter;
  }
  return rest;
}
