import type { Operations } from "../../app/operations.gen.ts";
import type { Allocation } from "./queries.ts";

type Mixes = Readonly<Record<Operations["get_settings"]["output"]["residual_mix"], string>>;
type Areas = Readonly<Record<Operations["get_settings"]["output"]["price_area"], string>>;
type Statuses = Readonly<Record<Allocation["status"], string>>;

export const ALLOCATION_TEXTS = {
  da: {
    market: "Land",
    year: "År",
    include_late: "Medtag sene annulleringer",
    number_wrong: "Skriv tallene som 1.240,5.",
    preview: "Se forslaget",
    preview_again: "Se, hvad det ændrer",
    apply: "Anvend fordelingen",
    reason: "Hvorfor? (nødvendigt for lukkede år og sene annulleringer)",
    changed: "Tallene er ændret: se, hvad de giver, før de anvendes.",
    table: "kWh pr. måned og aftale",
    month: "Måned",
    consumed: "Forbrug, kWh",
    rest: "Resten, kWh",
    no_consumption: "Året har intet elforbrug i kWh, som tælles med nettets faktor.",
    nothing_to_allocate: "Intet i registeret kan fordeles på årets forbrug.",
    moves: (before: string, after: string) => `Markedsbaseret går fra ${before} til ${after} CO2e.`,
    location: (kg: string) => `Lokationsbaseret er ${kg} før og efter.`,
    entries: (count: string) => `${count} ${count === "1" ? "udledning" : "udledninger"} får et nyt tal.`,
    pending: (count: string) => `${count} er kommet til efter sidste fordeling.`,
    no_mix: (isUnchosen: boolean) =>
      `Resten tager nettets gennemsnit: ${isUnchosen ? "der er ikke valgt noget restmix" : "det valgte restmix findes ikke for landet og året"}.`,
    mix_setting: {
      choice: "Restmix til den strøm, som ingen aftale dækker",
      choices: {
        none: "Intet: nettets gennemsnit",
        aib: "AIB, europæisk restmix",
        energinet: "Energinets generelle eldeklaration (Danmark), ellers AIB",
      } satisfies Mixes as Mixes,
      hint: "Gælder for det, der bogføres fra nu af. Det, der er bogført, får det valgte restmix ved næste fordeling af året.",
      chosen: "Valget er gemt. Tidligere tal ændres først ved en fordeling.",
    },
    area_setting: {
      choice: "Prisområde for den strøm, hvor linjen ikke siger hvor",
      choices: {
        none: "Ikke valgt: hele Danmark",
        DK1: "DK1: Jylland og Fyn",
        DK2: "DK2: Sjælland, Lolland-Falster og Bornholm",
      } satisfies Areas as Areas,
      hint: "Målepunkt, leveringssted og stednavn på linjen går forud. Gælder for det, der læses fra nu af.",
      chosen: "Valget er gemt. Tidligere linjer står, som de er.",
    },
    changed_since: (names: string) =>
      `Rettet eller trukket tilbage siden: ${names}. Tallene står, til året fordeles igen.`,
    mix: (rate: string, year: number) => `Resten tager restmix ${year}: ${rate} kg CO2e / kWh.`,
    closed: (days: string) =>
      `Rører et lukket regnskabsår (slutter ${days}): det kræver en grund og gemmes som en rettelse.`,
    closed_denied: "Kun en administrator kan anvende den.",
    left: (name: string, left: string, unused: string) => `${name}: ${left} til rådighed, ${unused} bruges ikke.`,
    applied: "Fordelingen er anvendt.",
    failed: "Fordelingen blev ikke anvendt, og intet er ændret.",
    not_done: "Det gik ikke.",
    runs: "Fordelinger",
    no_runs: "Der er ikke fordelt noget endnu.",
    asked_by: (who: string, when: string) => `${who}, ${when}`,
    statuses: {
      proposed: "Forslag",
      preparing: "Er ved at blive anvendt …",
      applied: "Anvendt",
      failed: "Ikke anvendt",
    } satisfies Statuses as Statuses,
    fallback: (year: string, fallback: string, all: string) =>
      `${year}: ${fallback} af de ${all} CO2e i scope 2, markedsbaseret, hviler på restmix eller nettets gennemsnit.`,
    words: {
      more_than_held: "Der er fordelt mere, end aftalen eller certifikaterne rummer.",
      more_than_consumed: "Der er fordelt mere på en måned, end der er forbrugt.",
      month_not_served: "Aftalen gælder ikke den måned.",
      unknown_energy_instrument: "En af aftalerne findes ikke længere i registeret.",
      administrator_needed: "Kun en administrator kan fordele i et lukket år.",
      run_in_progress: "En fordeling af året er i gang: vent, til den er færdig.",
      required: "Skriv hvorfor.",
    } as Readonly<Record<string, string>>,
  },
  en: {
    market: "Country",
    year: "Year",
    include_late: "Include late cancellations",
    number_wrong: "Write numbers as 1,240.5.",
    preview: "See the proposal",
    preview_again: "See what it changes",
    apply: "Apply the allocation",
    reason: "Why? (needed for closed years and late cancellations)",
    changed: "The figures were changed: see what they give before they are applied.",
    table: "kWh by month and contract",
    month: "Month",
    consumed: "Consumed, kWh",
    rest: "The rest, kWh",
    no_consumption: "The year has no electricity in kWh that is counted by the factor of a grid.",
    nothing_to_allocate: "Nothing in the register can be allocated to the consumption of the year.",
    moves: (before: string, after: string) => `Market-based goes from ${before} to ${after} CO2e.`,
    location: (kg: string) => `Location-based is ${kg} before and after.`,
    entries: (count: string) => `${count} ${count === "1" ? "emission gets" : "emissions get"} another figure.`,
    pending: (count: string) => `${count} came after the last allocation.`,
    no_mix: (isUnchosen: boolean) =>
      `The rest takes the average of the grid: ${isUnchosen ? "no residual mix is chosen" : "the chosen residual mix has none of the country and year"}.`,
    mix_setting: {
      choice: "Residual mix of electricity that no contract covers",
      choices: {
        none: "None: the average of the grid",
        aib: "AIB, European residual mix",
        energinet: "Energinet's general declaration (Denmark), else AIB",
      } satisfies Mixes as Mixes,
      hint: "Holds for what is booked from now on. What is booked takes the chosen residual mix with the next allocation of the year.",
      chosen: "The choice is saved. Earlier figures change with an allocation only.",
    },
    area_setting: {
      choice: "Price area of electricity of which a line does not say where",
      choices: {
        none: "Not chosen: all of Denmark",
        DK1: "DK1: Jutland and Funen",
        DK2: "DK2: Zealand, Lolland-Falster and Bornholm",
      } satisfies Areas as Areas,
      hint: "A metering point, a place of delivery and a place that the line names go first. Holds for what is read from now on.",
      chosen: "The choice is saved. Earlier lines stay as they are.",
    },
    changed_since: (names: string) =>
      `Corrected or withdrawn since: ${names}. The figures stand until the year is allocated anew.`,
    mix: (rate: string, year: number) => `The rest takes the residual mix of ${year}: ${rate} kg CO2e / kWh.`,
    closed: (days: string) =>
      `Reaches a closed financial year (ends ${days}): it needs a reason and is kept as a restatement.`,
    closed_denied: "Only an administrator can apply it.",
    left: (name: string, left: string, unused: string) => `${name}: ${left} available, ${unused} not used.`,
    applied: "The allocation is applied.",
    failed: "The allocation was not applied, and nothing was changed.",
    not_done: "It did not work.",
    runs: "Allocations",
    no_runs: "Nothing has been allocated yet.",
    asked_by: (who: string, when: string) => `${who}, ${when}`,
    statuses: {
      proposed: "Proposed",
      preparing: "Being applied …",
      applied: "Applied",
      failed: "Not applied",
    } satisfies Statuses as Statuses,
    fallback: (year: string, fallback: string, all: string) =>
      `${year}: ${fallback} of the ${all} CO2e in scope 2, market-based, rests on the residual mix or the average of the grid.`,
    words: {
      more_than_held: "More is allocated than the contract or certificates hold.",
      more_than_consumed: "More is allocated to a month than was consumed.",
      month_not_served: "The contract does not serve that month.",
      unknown_energy_instrument: "One of the contracts is not in the register any more.",
      administrator_needed: "Only an administrator can allocate in a closed year.",
      run_in_progress: "An allocation of the year is under way: wait until it is done.",
      required: "Say why.",
    } as Readonly<Record<string, string>>,
  },
};
