import type { Heading } from "./heading.ts";

const MATERIALS = ["purchases.materials.", "purchases.goods."];

/** Continues headings.ts: energy, water, waste, and goods of every kind. */
export const GOODS_HEADINGS: readonly Heading[] = [
  {
    family: ["energy.electricity.", "energy.upstream."],
    names:
      "=el, elektricitet*, elforbrug, elektricitet, electricity, strøm, strom, el for drift, el fastighet, =elkostnader, strømkostnader, elförbrukning, electra, elektriciteit, el til produktion",
  },
  {
    family: ["energy.stationary.", "energy.heat."],
    names:
      "=gas, naturgas*, gas costs, erdgas, naturgas og kedelbrændsel, gasverbrauch, eldningsolja, fyringsolie*, oil, heating oil, heizöl",
  },
  {
    // Of boilers and of vehicles alike.
    family: ["energy.stationary.", "transport.own."],
    names: "brændsel*, brændsler, bränsle*, bränslen, brensel, brennstoffe",
  },
  {
    family: ["energy.heat.", "energy.stationary."],
    names:
      "varme*, fjernvarme*, heating, other heating, heizung, värme, fjärrvärme, wärme, oppvarming, fyring, opvarmning, heat",
  },
  {
    family: ["energy.", "purchases.water.supply", "waste.operations.wastewater"],
    names:
      "gas strom wasser, light power heating, utilities, forsyning, el vand varme, el varme vand, el og varme, energi, energy, light and heat, heat and light, energie, lys og varme, lys varme, övriga energikostnader, energikostnader, strøm og oppvarming, nutsvoorzieningen",
  },
  {
    family: ["purchases.water.supply", "waste.operations.wastewater"],
    names:
      "=vand, vandforbrug, vand og spildevand, vatten*, vatten och avlopp, water, water rates, wasser, vandafgift*, vandafledningsafgift, vann og avløp, abwasser, spildevand*, avlopp, sewerage, afledningsafgift",
  },
  {
    family: ["waste.operations.", "purchases.services.cleaning"],
    names:
      "affald*, renovation*, deponi, waste, waste disposal, refuse, abfall*, abfallbeseitigung, entsorgung*, avfall*, renhållning, renovasjon, afvalverwerking, biprodukter, dagrenovation, skrald",
  },
  {
    decides: "leased_upstream.assets.equipment",
    family: ["leased_upstream.assets.equipment"],
    names:
      "leasing*, leasing biler, leasing fahrzeuge, vehicle lease, vehicle leasing, maskinleje, leje af udstyr, leje af materiel, leje og leasing, equipment hire, plant hire, equipment rental, mieten für einrichtungen, hyra maskiner, leasing inventarier, leasing bilar, leie maskiner, materielleje, leje af maskiner, operating lease, hire of equipment, machine hire, hire of plant, operationel leasing, leie av utstyr, mietleasing, leasinggebühren",
  },
  {
    family: ["purchases.food.", "purchases.goods.retail", "purchases.services.other_services"],
    names:
      "kantine*, personaleforplejning, forplejning*, frokostordning*, kantine og personale, repræsentation*, entertainment, uk entertainment, entertaining, client entertaining, staff entertaining, subsistence, bewirtung*, bewirtungskosten, representation, representasjon, staff welfare, personaleudgifter, personaleomkostninger, øvrige personaleomk, øvrige personaleomkostninger, freiwillige soziale aufwendungen, övriga personalkostnader, personalkostnader, personalegoder, gaver*, gaver og blomster, gaver og repræsentation, geschenke*, aufmerksamkeiten, gåvor, gifts, staff gifts, møder, mødeudgifter, trivsel, fredagsbar, meetings, velferd, personalekaffe, social events",
  },
  {
    decides: "purchases.food.canteen",
    family: ["purchases.food.canteen", "purchases.materials.fish"],
    names:
      "vareforbrug køkken, vareforbrug vin, vareforbrug øl, vareforbrug mad, vareforbrug drikkevarer, food and provisions, food, food purchases, catering supplies, råvarer køkken, køkkenvarer, fødevarer, dagligvarer, lebensmittel, livsmedel, matvarer, provisions, wareneinkauf küche, wareneinkauf getränke, food costs, beverage purchases, drikkevarer, kolonial",
  },
  {
    family: ["purchases.goods.", "purchases.materials.", "purchases.food.canteen", "purchases.services.it_services"],
    names:
      "til videresalg, videresalg, handelsvarer, handelsvaror, for resale, goods for resale, handelswaren, indkøbte færdigvarer, færdigvarer, vareforbrug shop, butiksvarer",
  },
  {
    family: ["pharma", "plastic", "textiles", "paper", "chemicals"].map((key) => `purchases.materials.${key}`),
    names:
      "medical supplies, continence, sygeplejeartikler, klinikartikler, medicinsk materiale, dentalmaterialer, sjukvårdsmaterial, pflegebedarf, engangsartikler",
  },
  {
    family: ["energy.fugitive.", "purchases.services.repair", "purchases.goods.spare_parts"],
    names: "køleanlæg, kølemidler, køleanlæg og kølemidler, refrigeration, kälteanlagen, kyla",
  },
  {
    decides: "purchases.materials.pharma",
    family: ["purchases.materials.pharma"],
    names: "pharmacy, medicin, lægemidler, läkemedel, medikamente, drugs, vaccines, apotek",
  },
  {
    family: ["purchases.materials.textiles", "purchases.goods.retail"],
    names:
      "arbejdstøj*, arbejdsbeklædning, uniform, uniformer, uniforms, uniforms and workwear, workwear, protective clothing, clothing costs, arbetskläder, arbeidstøy, arbeitskleidung, berufskleidung, beklædning, linned, linen",
  },
  {
    family: [
      "purchases.materials.chemicals",
      "purchases.materials.paper",
      "purchases.materials.plastic",
      "purchases.goods.retail",
    ],
    names:
      "rengøringsmidler*, rengøringsartikler, cleaning materials, cleaning supplies, reinigungsmittel, städmaterial, renholdsartikler, rengøringsmidler og papir, hygiejneartikler",
  },
  {
    family: [
      "purchases.materials.cardboard",
      "purchases.materials.plastic",
      "purchases.materials.wood",
      "purchases.materials.paper",
      "purchases.materials.aluminium",
      "purchases.materials.steel_metals",
      "purchases.materials.glass",
    ],
    names:
      "emballage*, verpackung*, verpackungsmaterial, packaging, inköp emballage, förpackning*, emballasje, verpakking, paller, kasser, pallets",
  },
  {
    decides: "purchases.goods.spare_parts",
    family: ["purchases.goods.spare_parts"],
    names: "reservedele*, spare parts, ersatzteile, reservdelar, motordele",
  },
  {
    decides: "purchases.goods.office_supplies",
    family: ["purchases.goods.office_supplies", "purchases.materials.paper"],
    names:
      "kontorartikler*, kontorartikler og tryk, kontorhold*, tryksager, bürobedarf, office stationery, stationery, printing, printing and stationery, kontorsmateriel, trycksaker, reklamtrycksaker, kontorrekvisita, kantoorbenodigdheden, office supplies, kopiering, kontor, kontorforsyninger",
  },
  {
    decides: "purchases.goods.small_it",
    family: ["purchases.goods.small_it"],
    names:
      "it udstyr u grænse, it udstyr, datorer under gräns, small it, computer equipment expensed, it småanskaffelser",
  },
  {
    family: ["purchases.goods.", "purchases.materials."],
    names:
      "småanskaffelser*, værktøj*, mindre inventar, småinventar, förbrukningsinventarier, förbrukningsmaterial, small equipment, small tools, tools, werkzeuge, kleingeräte, verktøy, driftsmateriel småt, betriebsbedarf, forbrugsartikler, forbrugsmateriel, consumables, lille inventar, gæsteartikler, verktyg, inventar under grænsen, verbrauchsmaterial",
  },
  {
    family: [
      "purchases.food.canteen",
      "purchases.materials.agricultural",
      "purchases.materials.chemicals",
      "purchases.materials.fish",
    ],
    names: "ingredienser, ingredients, zutaten, ingredienser og tilsætning, råvarer fødevarer",
  },
  {
    is_alone: true,
    family: MATERIALS,
    names:
      "materialer*, materiale, råvarer, råmaterialer, hjælpematerialer, vareforbrug*, varekøb, inköp, roh hilfs und betriebsstoffe, materials, purchases, direct materials, cost of goods, raw materials, wareneingang, wareneinkauf, material, insatsmaterial, handelsvaror, handelsvarer, stålplader, profiler, elmaterialer, projektmaterialer, råmælk, timmer, supplies, inkoop, varekostnad, varekjøp",
  },
  {
    is_alone: true,
    decides: "capital.goods.machinery",
    family: ["capital.goods.machinery"],
    names:
      "produktionsanlæg tilgang, maskiner tilgang, maskiner anskaffelse, tekniske anlæg tilgang, plant and machinery, =maschinen, =maskiner, produktionsanlæg under opførelse, tekniska anläggningar, machinery, machinery additions, technische anlagen und maschinen, anlæg under opførelse, pågående nyanläggningar, produktionsanlæg og maskiner, maskiner og anlegg, tekniske anlæg",
  },
  {
    is_alone: true,
    decides: "capital.goods.vehicles",
    family: ["capital.goods.vehicles"],
    names:
      "køretøjer tilgang, biler anskaffelse, biler tilgang, motor vehicles, =lkw, =pkw, bilar och transportmedel, transportmidler, fuhrpark zugänge, vehicle additions, =køretøjer",
  },
  {
    is_alone: true,
    decides: "capital.goods.buildings",
    family: ["capital.goods.buildings"],
    names:
      "bygninger tilgang, bygninger anskaffelse, ombygning tilgang, indretning lejemål, indretning af lejede lokaler, freehold property, leasehold improvements, byggnader, bauten auf eigenen grundstücken, buildings, bygninger, grunde og bygninger tilgang",
  },
  {
    is_alone: true,
    decides: "capital.goods.furniture",
    family: ["capital.goods.furniture"],
    names:
      "inventar tilgang, =inventar, furniture and fixtures, fixtures and fittings, inventarier, büroeinrichtung, inventar anskaffelse, ladeneinrichtung, furniture",
  },
  {
    is_alone: true,
    decides: "capital.goods.it",
    family: ["capital.goods.it"],
    names:
      "it anlæg, =datorer, it tilgang, computer equipment, it equipment, edv anlage, it anskaffelse, it udstyr tilgang",
  },
  {
    is_alone: true,
    family: ["capital.goods."],
    names:
      "driftsmidler tilgang, inventar og it anskaffelse, betriebsausstattung, geschäftsausstattung, office equipment, geringwertige wirtschaftsgüter, driftsmateriel og inventar, driftsmateriel tilgang, betriebs und geschäftsausstattung, tilgang, anskaffelse, additions",
  },
];
