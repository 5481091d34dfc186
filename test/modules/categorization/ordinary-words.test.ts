import { expect, it } from "vitest";
import { categorize, categorizationTables, NO_KNOWLEDGE } from "../../../src/modules/categorization/index.ts";

/** Words that name nothing that is bought, many of which hold the letters of something that is. */
const ENGLISH =
  "cookies rookies markies junkies autarkies thousand thousands ampersand composer discovery discovered undiscovered announcement announcements " +
  "advancement replacement reasonable adjustable acceptable comfortable suitable notable applicable amicable impeccable despicable " +
  "tourist tourists adventurist careerist centrist current currents different coherent apparent parents torrent deterrent " +
  "preventive prevention seventeen seventh increment excrement linkage breakage blockage shrinkage wreckage alpine porcupine " +
  "monotonic platonic catatonic morose primrose neuroses administer minister sinister registered barrister " +
  "flagrant fragrant immigrant emigrants vagrant migraine fortunate unfortunately reported exporter deportee intruder " +
  "extrude protrude refiner composer imposer observer preserver liquidator predator mandatory laudatory messenger passenger pistol " +
  "basalt folklore blister embark entire satire retiree attire laborer overbearing childbearing illegal paralegal " +
  "concourse intercourse recourse espadrille quadrille mandrill environs scrubber extractor helipad grimace plaudit intuition " +
  "inconvenience unpleasing moonlighting camouflage persiflage prestige vestige bishops debits orbits exhibits " +
  "limited grand sandals fundamental feedback tangible transition metropolitan strategic tapestry pineapple chairman " +
  "dispense suspense expense dampens cheapens businesslike complexion perplexing epsilon upsilon insofar chattel chatterer " +
  "yesterday tomorrow weather forever together nobody anything because without morning evening already perhaps";
const DANISH =
  "tusinde begravelse begunstige definere definitiv inkluderet ekskluderet videnskabelig landskab egenskaber forklaring " +
  "erklæring søster søstre apokalypse kvaksalver afskaffelse beskaffenhed udelukkende derforuden " +
  "ambassadør diskurs emigrant immigrant filosofi astronomi eventuelt eventyrlig hjertelig sandhed sandsynlig virkelig " +
  "måske aldrig altid tidligere fremtiden nutiden sommetider allerede desværre heldigvis naturligvis selvfølgelig " +
  "renteberegning rentabilitet giftig jurister kristendom demokrati diktatur selektion refraktion swastika gespenst kompensere dispensere " +
  "morgendagen barndom ungdom alderdom visdom kongedømme onsdag torsdag søndag";
const GERMAN =
  "ägyptisch praktisch statistisch absolutistisch gefragt nachgefragt befestigen begünstigen gewerbe bewerbung diebstahl " +
  "abmessen angemessen geboren eingeboren erwartung erwartungsvoll auflage lawine pistole beschatten innehatte " +
  "akustik ballistik charakteristik agnostiker emigrant filigran normalerweise optimalerweise insolvent absolvent " +
  "abschicken einschicken aufleuchten beleuchten geschminkt zersplittern zusammen gestern morgen niemals vielleicht " +
  "Freundschaft Wahrheit Gerechtigkeit Geschichte Wissenschaft Vergangenheit Gegenwart Zukunft";

const WORDS = `${ENGLISH} ${DANISH} ${GERMAN}`.split(" ");

function suggested(description: string): string {
  return categorize(
    {
      description,
      supplier_name: null,
      supplier_identifier: null,
      gl_account: null,
      gl_account_name: null,
      classification_codes: [],
      commodity: null,
      amount: "100",
      currency: "DKK",
      line_kind: "line",
      document_type: "invoice",
    },
    NO_KNOWLEDGE,
    categorizationTables(),
  ).category_key;
}

it.each(["American Cookies", "Chocolate cookies 24 stk", "Royal Grand Limited"])(
  "%s is no asphalt, wood or chemical: a term ends where a word does",
  (description) => {
    expect(suggested(description)).not.toMatch(/^purchases\.materials\./);
  },
);

it("compounds go on naming what their parts name", () => {
  const read = [
    "Strandsand",
    "Ædelgran",
    "Chokoladekage",
    "Eltavle",
    "Fibercement",
    "Teltleje",
    "Natursten",
    "Havregryn",
  ];
  expect(read.map(suggested).filter((key) => key === "unclassified.pending")).toEqual([]);
});

it("ordinary words that hold the letters of a term suggest no category", () => {
  const read = WORDS.map((word) => `${word}: ${suggested(word)}`);
  expect(read.filter((line) => !line.endsWith(": unclassified.pending"))).toEqual([]);
});
