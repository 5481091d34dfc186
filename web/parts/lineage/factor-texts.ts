import type { Candidate } from "./factor-queries.ts";

type About = Candidate["reason_parameters"];
/** Why a factor does not count the line, by code; the compiler holds that none is missing. */
type Reasons = Readonly<Record<NonNullable<Candidate["reason_code"]>, (about: About) => string>>;

/** What factors differ in, as it stands in a sentence. */
const KINDS_DA: Readonly<Record<string, string>> = {
  fuel: "et andet brændstof",
  blend: "en anden blanding",
  vehicle_class: "en anden slags køretøj",
  waste_type: "en anden slags affald",
  waste_treatment: "en anden behandling af affaldet",
  refrigerant: "et andet kølemiddel",
  haul: "en anden rejselængde",
  cabin_class: "en anden kabineklasse",
  material: "et andet materiale",
  material_origin: "et materiale af anden oprindelse",
  network: "et andet fjernvarmenet",
};
const KINDS_EN: Readonly<Record<string, string>> = {
  fuel: "another fuel",
  blend: "another blend",
  vehicle_class: "another kind of vehicle",
  waste_type: "another kind of waste",
  waste_treatment: "another treatment of the waste",
  refrigerant: "another refrigerant",
  haul: "another length of journey",
  cabin_class: "another cabin class",
  material: "another material",
  material_origin: "a material of another origin",
  network: "another heating network",
};

function countryName(language: "da" | "en", code: string | null): string {
  return code === null ? "?" : (new Intl.DisplayNames([language], { type: "region" }).of(code) ?? code);
}

export const FACTOR_TEXTS = {
  da: {
    title: "Faktorer, som linjen kan tælles med",
    hint: "Kategoriens faktorer, og hvad linjen ville tælle med hver. Et valg huskes til senere linjer med samme ord fra samme leverandør.",
    none: "Kategorien har ingen andre faktorer.",
    counts_now: "tæller linjen nu",
    counts_not: "Kan ikke tælle linjen",
    distant_year: "Beskriver et år langt fra linjens.",
    own: "Virksomhedens egen faktor",
    valid: (from: string, to: string) => `gælder ${from} til ${to}`,
    own_not: "Den gælder ikke på linjens dag, eller linjens mængde kan ikke omregnes til dens enhed.",
    usual: "Det sædvanlige valg",
    usual_hint: "Reglerne vælger faktoren igen.",
    reason: "Hvorfor denne faktor?",
    reason_hint: "Står i revisionssporet, fx »Vognmanden oplyser, at affaldet brændes«.",
    preview: "Se, hvad det ændrer",
    apply: "Brug faktoren",
    changed: "Faktoren er skiftet.",
    waits: (days: string) =>
      `Faktoren er skiftet. Regnskabsåret, der slutter ${days}, er lukket: det tæller, når året rettes.`,
    reasons: {
      grid_area: () => "Den valgte beskriver prisområdet (DK1 eller DK2), hvor strømmen blev brugt.",
      country_of_use: () => "Den valgte beskriver landet, hvor det blev brugt.",
      stated_class: () => "Den valgte handler om præcis det, linjen nævner.",
      default_class: () => "Den valgte handler om det sædvanlige, hvor linjen intet nævner.",
      unit: () => "Linjens mængde omregnes i færre trin til den valgtes enhed.",
      region: () => "Den valgte er udgivet for landet.",
      year: () => "Den valgte beskriver et nærmere år.",
      gwp_set: () => "Den valgte følger de opvarmningspotentialer (GWP), som virksomheden tæller efter.",
      source_order: () => "Den valgtes udgiver går forud.",
      table_order: () => "Den valgte står før i kategoriens tabel.",
      other_factor_stated: () => "En person har valgt en anden faktor.",
      other_country: ({ of_factor, of_line }) =>
        `Den beskriver ${countryName("da", of_factor)}; linjen handler om ${countryName("da", of_line)}.`,
      other_class: ({ attribute, of_line }) => {
        const kind = KINDS_DA[attribute ?? ""] ?? "noget andet";
        return of_line === null
          ? `Den handler om ${kind}; linjen siger ikke hvilken.`
          : `Den handler om ${kind} end linjen.`;
      },
      only_of_its_class: () => "En anden faktor er den eneste af sin slags.",
      unit_not_reached: ({ of_factor, of_line }) =>
        of_line === null
          ? `Den er pr. ${of_factor}; linjen har ingen mængde.`
          : `Den er pr. ${of_factor}; linjens mængde er ${of_line}.`,
      counted_otherwise: () => "En leverandørs produktaftryk eller virksomhedens egen faktor går forud.",
      only_named: () => "Den er af en udgivers hele sæt, som intet tæller af sig selv: vælg den, hvis den passer.",
      upstream_alone: () => "Den er kun den opstrøms brændselsproduktion, uden selve turen: til en linje for sig.",
      life_cycle: () => "Den er et livscyklustal; scope 2 tæller kun produktionen: vælg den, hvis den skal bruges.",
    } satisfies Reasons as Reasons,
  },
  en: {
    title: "Factors that the line can be counted with",
    hint: "The factors of the category, and what the line would count with each. A choice is remembered for later lines in the same words from the same supplier.",
    none: "The category has no other factors.",
    counts_now: "counts the line now",
    counts_not: "Cannot count the line",
    distant_year: "Describes a year far from that of the line.",
    own: "The company's own factor",
    valid: (from: string, to: string) => `valid from ${from} to ${to}`,
    own_not: "It is not valid on the day of the line, or the quantity of the line does not convert to its unit.",
    usual: "The usual choice",
    usual_hint: "The rules choose the factor again.",
    reason: "Why this factor?",
    reason_hint: "Stands in the audit log, e.g. “The collector says that the waste is burned”.",
    preview: "See what it changes",
    apply: "Use the factor",
    changed: "The factor was changed.",
    waits: (days: string) =>
      `The factor was changed. The financial year that ends on ${days} is closed: it counts when the year is restated.`,
    reasons: {
      grid_area: () => "The chosen one describes the price area (DK1 or DK2) in which it was used.",
      country_of_use: () => "The chosen one describes the country of use.",
      stated_class: () => "The chosen one is about exactly what the line says.",
      default_class: () => "The chosen one is about the usual, where the line says nothing.",
      unit: () => "The quantity of the line converts to the unit of the chosen one in fewer steps.",
      region: () => "The chosen one was published for the country.",
      year: () => "The chosen one describes a nearer year.",
      gwp_set: () => "The chosen one is of the warming potentials (GWP) that the company counts by.",
      source_order: () => "The publisher of the chosen one goes before.",
      table_order: () => "The chosen one stands before it in the table of the category.",
      other_factor_stated: () => "A person chose another factor.",
      other_country: ({ of_factor, of_line }) =>
        `It describes ${countryName("en", of_factor)}; the line is about ${countryName("en", of_line)}.`,
      other_class: ({ attribute, of_line }) => {
        const kind = KINDS_EN[attribute ?? ""] ?? "something else";
        return of_line === null
          ? `It is about ${kind}; the line does not say which.`
          : `It is about ${kind} than the line.`;
      },
      only_of_its_class: () => "Another factor is the only one of its class.",
      unit_not_reached: ({ of_factor, of_line }) =>
        of_line === null
          ? `It is per ${of_factor}; the line has no quantity.`
          : `It is per ${of_factor}; the quantity of the line is ${of_line}.`,
      counted_otherwise: () => "A supplier's product footprint or the company's own factor goes before.",
      only_named: () => "It is of a publisher's whole set, which counts nothing by itself: choose it where it fits.",
      upstream_alone: () => "It is the fuel's supply alone (well to tank), without the journey: for a line of its own.",
      life_cycle: () => "It is a life-cycle figure; scope 2 counts generation alone: choose it where it is to count.",
    } satisfies Reasons as Reasons,
  },
};
