/**
 * How Danish, Swedish, Norwegian, German and English bills say in which way a delivery is taxed: that is said of what was used, and makes
 * no tax of it. All patterns are matched against `foldWords` text.
 */

/** "afgiftsfri", "afgiftspligtigt", "skattebefriad", "steuerbegünstigt", "duty free". */
const ADJECTIVE =
  / (?:(?:ikke|ej|inte|icke|not|nicht|non) )?(?:\p{L}*(?:afgifts?|avgifts?|skatte|moms|steuer)(?:fri|frei|befri|befrei|pligtig|pliktig|pflichtig|belagt|begünstigt|ermäßigt|reducer|redusert|lettet|fritag|nedsat)\p{L}*|(?:tax|duty|vat) (?:free|exempt\p{L}*|paid|reduced)|taxfree|dutyfree|untaxed|taxable|zero rated|exempt from (?:\p{L}+ ){0,3}(?:tax|duty|levy|vat))(?= )/gu;
/** "med reduceret elafgift", "godtgørelsesberettiget afgift", "fritaget for afgift": behind what was used. */
const PHRASE =
  / (?:(?:(?:med|mit|with|till|til|zu|under) )?(?:reduceret|nedsat|lav|lavere|halv|fuld|hel|normal|almindelig|refunderbar|refusionsberettiget|godtgørelsesberettiget|fradragsberettiget|reducerad|nedsatt|sänkt|lägre|redusert|full|reduced|refundable|reclaimable|reduziert\p{L}*|ermäßigt\p{L}*|erstattungsfähig\p{L}*)(?: sats)?(?: af)? \p{L}*(?:afgift|avgift|skatt?|steuer|tax|duty|levy)|(?:med|mit|with) (?:\p{L}*(?:afgift|avgift|skatt)|\p{L}*steuer|tax|duty)|(?:fritaget|fritatt|befriad|befriet|befreit|fri|frei) (?:for|från|fra|von|af) (?:der )?(?:\p{L}+ )?\p{L}*(?:afgift|avgift|skatt?|steuer|moms))\p{L}*(?= )/u;
/** One of these stands in whatever the two match. */
const ABOUT_TAX = /afgift|avgift|skat|moms|steuer|tax|duty|levy|vat|zero rated/u;
/** What is a part of another line is no delivery of its own, however it is taxed. */
const THEREOF = / (?:heraf|deraf|herav|derav|härav|därav|davon|thereof|of which) /u;

/**
 * Folded words without how what they name is taxed; the whole of them where nothing that was used is left ("Afgiftsfri del") or stands
 * before it ("Reduceret afgift, el"): then it is a charge.
 */
export function withoutTaxTreatment(words: string, namesDelivery: (words: string) => boolean): string {
  // Most lines say nothing of it, and need no further look.
  if ((!ABOUT_TAX.test(words) && !words.includes("  ")) || THEREOF.test(words)) return words;
  const bare = words.replace(ADJECTIVE, " ").replaceAll(/ +/g, " ");
  const at = bare.search(PHRASE);
  const isBehind = at >= 0 && namesDelivery(`${bare.slice(0, at)} `);
  const own = isBehind ? bare.replace(PHRASE, "") : bare;
  return namesDelivery(own) ? own : words;
}
