import type { Heading } from "./heading.ts";

const TRAVEL = "transport.travel.";
const FREIGHT = "transport.upstream.";
const OWN = "transport.own.";
const RUNNING = [
  OWN,
  "energy.electricity.ev_charging",
  "purchases.services.car_repair",
  "purchases.services.insurance",
  "purchases.services.other_services",
  "leased_upstream.assets.equipment",
];
const CAR_CATEGORIES = [...RUNNING, "purchases.goods.spare_parts", "transport.travel.rental_car"];

/** Continues headings.ts: vehicles, freight, travel and what goes with them. */
export const TRANSPORT_HEADINGS: readonly Heading[] = [
  {
    decides: "transport.travel.taxi",
    family: ["transport.travel.taxi"],
    names: "taxa, taxi, taxakørsel, taxikørsel, taxi fares, cab fares, taxikosten, taxiresor, drosje",
  },
  {
    family: [OWN, "energy.electricity.ev_charging"],
    names:
      "brændstof*, treibstoff*, fuel, fuels, vehicle fuel, motor fuel, petrol, diesel, benzin*, bensin, drivmedel, drivstoff, kraftstoff, drivmiddel*, drivmidler, brandstof, fuel and oil, motor fuels, lastbilar och truckar drivmedel",
  },
  {
    family: CAR_CATEGORIES,
    names:
      "varebil drift, biler drift, driftsomkostninger biler, drift af biler, bil drift, bildrift, firmabil*, firmabiler, laufende kfz betriebskosten, sonstige kfz kosten, motor expenses, miscellaneous motor, vehicle running costs, vehicle costs, övriga bilkostnader, bilkostnader, autodrift, biler, varebil*, kfz kosten, kjøretøy, mælketankbiler, lastbiler drift, autokosten, bildrift",
  },
  {
    family: CAR_CATEGORIES,
    names: "vægtafgift og forsikring biler, vejafgift og parkering, försäkring och skatt bilar",
  },
  {
    family: [FREIGHT, "transport.downstream."],
    names:
      "fragt*, fragt og porto, fragter, fragtomkostninger, frakter*, frakt*, fracht*, frachten, ausgangsfrachten, eingangsfrachten, freight, freight costs, carriage, distribution, transport, transportkosten, transporter, vognmand*, vognmandskørsel, delivery costs, haulage, fremdleistungen transportunternehmer, fremdleistungen subfrachtführer, spedition, transportkostnader, eksportfragt, distribution fremmed, mælkeafhentning, vrachtkosten",
  },
  {
    decides: `${FREIGHT}air`,
    family: [`${FREIGHT}air`],
    names: "luftfracht*, luftfrachtkosten, luftfragt, flyfragt, air freight, flygfrakt",
  },
  {
    decides: `${FREIGHT}sea`,
    family: [`${FREIGHT}sea`],
    names: "seefracht*, seefrachtkosten, søfragt, sea freight, ocean freight, sjöfrakt",
  },
  {
    decides: `${FREIGHT}rail`,
    family: [`${FREIGHT}rail`],
    names: "bahnfracht*, bahnfrachten, banefragt, rail freight, järnvägsfrakt",
  },
  {
    decides: `${FREIGHT}warehousing`,
    family: [`${FREIGHT}warehousing`],
    names:
      "fremdlager, lagerhotel, fremmed lager, warehousing, storage, external storage, vermietete lagerfläche, lagringskostnader",
  },
  {
    family: [`${FREIGHT}warehousing`],
    names: "toldbehandling, tull och spedition, zölle und abfertigung, customs clearance, told og spedition",
  },
  {
    decides: `${FREIGHT}courier`,
    family: [`${FREIGHT}courier`],
    names:
      "porto*, porto og kurér, postage, postage and courier, postage and carriage, =post, kurér, courier, courier costs, portokosten",
  },
  {
    family: [TRAVEL, "purchases.services.other_services"],
    names:
      "rejse*, rejser, rejseomkostninger, rejseudgifter, rejser og ophold, salgsrejser, montørrejser, tjenesterejser, reisekosten, reise, reiser, travelling, travel, travel expenses, travel and subsistence, biljetter, resor, resekostnader, rejser og møder, reiskosten, reisekostnader, kost och logi",
  },
  {
    decides: `${TRAVEL}hotel`,
    family: [`${TRAVEL}hotel`],
    names:
      "hotel*, hotels, hoteller, hotelophold, übernachtung*, reisekosten an übernachtung, accommodation, overnatning",
  },
  {
    decides: `${TRAVEL}rental_car`,
    family: [`${TRAVEL}rental_car`],
    names: "car hire, hyrbil, billeje, lejebil, rental cars, leiebil, mietwagen",
  },
  {
    decides: `${TRAVEL}private_car`,
    family: [`${TRAVEL}private_car`],
    names:
      "km godtgørelse, kilometergodtgørelse, kørselsgodtgørelse, kørselsgodtgørelser, kørepenge, befordringsgodtgørelse, km penge, mileage claims, mileage, mileage allowance, kilometergelderstattung, kilometergeld, bilersättning skattefri, bilersättning, bilersättningar, milersättning, kjøregodtgjørelse, bilgodtgjørelse, befordring",
  },
  {
    family: ["transport.commuting."],
    names: "fahrtkostenerstattung wohnung arbeit, pendling*, commuting",
  },
];
