/**
 * How far a flight went, by the places that its text names: airports (IATA codes), cities and countries.
 * Classes of the UK conversion factors: domestic, short haul (to and from Europe and its neighbours), long haul.
 */
const DENMARK = new Set(
  "cph aal aar bll krp rnn sgd ebj ode koebenhavn kbh kastrup copenhagen aalborg billund aarhus tirstrup karup midtjylland roenne bornholm soenderborg esbjerg odense".split(
    " ",
  ),
);

const LONG_HAUL = new Set(
  (
    "jfk ewr lga iad bos mia ord atl dfw iah lax sfo sea phl yyz yvr yul mex gru eze scl bog hav " +
    "bkk hkt kul cgk dps hkg pvg pek pkx szx icn nrt hnd kix tpe mnl sgn bom blr maa cmb dxb auh doh jed ruh " +
    "jnb cpt nbo acc cai dar syd mel bne akl " +
    "york newark boston washington chicago atlanta miami orlando dallas houston denver seattle angeles francisco vegas philadelphia detroit minneapolis " +
    "usa america toronto vancouver montreal canada mexico brasil brazil brasilien rio janeiro paulo argentina buenos chile santiago peru lima colombia bogota cuba havana " +
    "bangkok phuket thailand singapore malaysia lumpur indonesia jakarta bali hongkong hong shanghai beijing peking guangzhou shenzhen kina china " +
    "seoul korea tokyo osaka japan taipei taiwan manila filippinerne philippines vietnam hanoi saigon indien india delhi mumbai bangalore chennai lanka colombo " +
    "dubai abu dhabi doha qatar saudi riyadh jeddah nepal kathmandu johannesburg cape kenya nairobi ethiopia addis nigeria lagos ghana accra tanzania zanzibar mauritius " +
    "sydney melbourne brisbane perth australia australien auckland zealand"
  ).split(" "),
);

/** Places within reach of a short-haul flight that tell a flight from Denmark apart from a domestic one. */
const SHORT_HAUL = new Set(
  (
    "lhr lgw stn ltn lcy edi dub ams bru cdg ory nce fra muc ber txl dus cgn vie zrh gva bsl mxp lin fco vce mad bcn agp pmi alc lis opo " +
    "osl bgo trd svg arn got mma hel tll rix vno waw krk gdn prg bud otp sof ath skg saw ayt kef lux fae lpa tfs " +
    "london manchester edinburgh birmingham dublin amsterdam bruxelles brussels paris nice lyon frankfurt munich muenchen berlin hamburg hamborg duesseldorf koeln stuttgart wien vienna zuerich zurich geneve geneva basel " +
    "milano milan rom rome roma venedig napoli bologna madrid barcelona malaga palma mallorca alicante valencia lissabon lisbon lisboa porto faro oslo bergen trondheim stavanger stockholm goeteborg gothenburg malmoe helsinki tallinn riga vilnius " +
    "warszawa warsaw krakow gdansk prag prague budapest bukarest bucharest sofia athen athens istanbul antalya reykjavik island faeroeerne luxembourg kanarie tenerife " +
    "england uk tyskland germany frankrig france spanien spain italien italy norge norway sverige sweden finland polen poland schweiz switzerland oestrig austria portugal graekenland greece irland ireland holland belgien tyrkiet turkey kroatien croatia europe europa"
  ).split(" "),
);

export type FlightDistance = "domestic" | "short" | "long";

/** IATA codes of Danish airports with scheduled flights. */
const DANISH_AIRPORTS = new Set("cph aal aar bll krp rnn sgd".split(" "));

/** Whether two airport codes stand side by side, one of them Danish: "CPH-FRA". */
export function namesFlightRoute(words: readonly string[]): boolean {
  return words.some((word, at) => {
    const next = words[at + 1];
    if (next === undefined || next.length !== 3 || word.length !== 3) return false;
    return (DANISH_AIRPORTS.has(word) && isPlace(next)) || (DANISH_AIRPORTS.has(next) && isPlace(word));
  });
}

const ROUTE = /\b[A-Z]{3}(?:[-/][A-Z]{3})+\b/;

/** Whether a route of airport codes ("AAL-AMS-SIN") holds one that the lists do not: then its length is not known. */
export function namesUnknownAirport(text: string): boolean {
  const route = ROUTE.exec(text)?.[0];
  return (
    route !== undefined &&
    route
      .toLowerCase()
      .split(/[-/]/)
      .some((code) => !isPlace(code))
  );
}

function isPlace(word: string): boolean {
  return DENMARK.has(word) || SHORT_HAUL.has(word) || LONG_HAUL.has(word);
}

/** null when the text names no place, or only one place in Denmark. */
export function flightDistance(words: readonly string[]): FlightDistance | null {
  if (words.some((word) => LONG_HAUL.has(word))) return "long";
  if (words.some((word) => SHORT_HAUL.has(word))) return "short";
  const danish = new Set(words.filter((word) => DENMARK.has(word)));
  return danish.size >= 2 ? "domestic" : null;
}
