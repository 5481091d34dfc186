/**
 * Account numbers of the Danish standard chart of accounts (Erhvervsstyrelsen's "standardkontoplan", as used by SAF-T
 * StandardAccountID and by accounting programs; numbers and headings compared with the l10n_dk list of Odoo 17).
 * `decides`: the account holds one category. `family`: the account holds several; each is only made more likely.
 */
export interface AccountMeaning {
  readonly from: number;
  readonly to: number;
  readonly heading: string;
  readonly decides?: string;
  readonly family?: readonly string[];
}

const MATERIALS = ["purchases.materials.", "purchases.goods."];

export const ACCOUNTS: readonly AccountMeaning[] = [
  { from: 1610, to: 1650, heading: "Varekøb", family: [...MATERIALS, "purchases.food.canteen"] },
  { from: 1660, to: 1740, heading: "Ydelseskøb", family: ["purchases.services."] },
  {
    from: 1830,
    to: 1830,
    heading: "Fragtomkostninger",
    family: ["transport.upstream."],
    decides: "transport.upstream.road",
  },
  { from: 1850, to: 1850, heading: "Annoncering og reklame", decides: "purchases.services.marketing" },
  { from: 1870, to: 1870, heading: "Udstillinger og dekoration", decides: "purchases.services.marketing" },
  { from: 1890, to: 1890, heading: "Restaurationsbesøg", decides: "purchases.food.restaurant" },
  { from: 1910, to: 1930, heading: "Repræsentation", family: ["purchases.food.", "transport.travel."] },
  { from: 1970, to: 1970, heading: "Aviser og blade", decides: "purchases.services.media" },
  {
    from: 1990,
    to: 1990,
    heading: "Gaver og blomster",
    family: ["purchases.goods.retail", "purchases.materials.agricultural"],
  },
  { from: 2030, to: 2030, heading: "Husleje", decides: "purchases.services.rent" },
  { from: 2050, to: 2060, heading: "El og elafgift", decides: "energy.electricity.grid_dk" },
  { from: 2070, to: 2070, heading: "Vand", decides: "purchases.water.supply", family: ["waste.operations.wastewater"] },
  { from: 2080, to: 2080, heading: "Varme", decides: "energy.heat.district_heating", family: ["energy.stationary."] },
  { from: 2090, to: 2090, heading: "Vandafgift", decides: "purchases.water.supply" },
  { from: 2100, to: 2100, heading: "Olie- og flaskegasafgift", family: ["energy.stationary."] },
  { from: 2110, to: 2110, heading: "Kulafgift", decides: "energy.stationary.coal" },
  { from: 2120, to: 2120, heading: "Naturgas- og bygasafgift", decides: "energy.stationary.natural_gas" },
  {
    from: 2150,
    to: 2150,
    heading: "Rengøring og renovation",
    family: ["purchases.services.cleaning", "waste.operations."],
  },
  {
    from: 2160,
    to: 2170,
    heading: "Reparation og vedligeholdelse",
    family: ["purchases.services.repair", "purchases.goods.spare_parts"],
  },
  { from: 2180, to: 2180, heading: "Forsikringer", decides: "purchases.services.insurance" },
  {
    from: 2200,
    to: 2200,
    heading: "Andre lokaleomkostninger",
    family: ["purchases.services.rent", "purchases.services.cleaning", "purchases.services.repair"],
  },
  { from: 2230, to: 2240, heading: "Småanskaffelser", family: ["purchases.goods.", "purchases.materials.metal_goods"] },
  { from: 2260, to: 2260, heading: "Forsknings- og udviklingsomkostninger", decides: "purchases.services.research" },
  {
    from: 2310,
    to: 2310,
    heading: "It-udstyr mv.",
    family: ["purchases.goods.small_it", "purchases.services.it_services", "capital.goods.it"],
  },
  { from: 2330, to: 2330, heading: "Skattefri befordringsgodtgørelse", decides: "transport.travel.private_car" },
  { from: 2350, to: 2350, heading: "Kantineudgifter", decides: "purchases.food.canteen" },
  { from: 2370, to: 2370, heading: "Kontingenter", decides: "purchases.services.memberships" },
  { from: 2380, to: 2380, heading: "Faglitteratur", decides: "purchases.services.media" },
  {
    from: 2390,
    to: 2390,
    heading: "Porto og gebyrer",
    family: ["transport.upstream.courier", "purchases.services.bank"],
  },
  { from: 2410, to: 2420, heading: "Telefon og internet", decides: "purchases.services.telecom" },
  { from: 2450, to: 2450, heading: "Kontorartikler", decides: "purchases.goods.office_supplies" },
  { from: 2460, to: 2460, heading: "Leje og operationel leasing", decides: "leased_upstream.assets.equipment" },
  { from: 2470, to: 2470, heading: "Rejseudgifter", family: ["transport.travel."] },
  { from: 2480, to: 2480, heading: "Vikarassistance", decides: "purchases.services.staffing" },
  { from: 2510, to: 2510, heading: "Konsulentydelser", decides: "purchases.services.consulting" },
  { from: 2520, to: 2520, heading: "Kursusudgifter", decides: "purchases.services.training" },
  { from: 2530, to: 2530, heading: "Leasing, personbiler", decides: "leased_upstream.assets.equipment" },
  {
    from: 2540,
    to: 2560,
    heading: "Driftsomkostninger, biler",
    family: ["transport.own.", "purchases.services.car_repair", "purchases.services.insurance"],
  },
  { from: 2620, to: 2620, heading: "Parkeringsudgifter", decides: "purchases.services.other_services" },
  { from: 2630, to: 2630, heading: "Biludgifter efter statens takster", decides: "transport.travel.private_car" },
  { from: 2650, to: 2650, heading: "Arbejdsskadeforsikring", decides: "purchases.services.insurance" },
  { from: 2660, to: 2660, heading: "Offentlige gebyrer og bøder", decides: "purchases.services.other_services" },
  {
    from: 2670,
    to: 2700,
    heading: "Revision, jura og rådgivning",
    decides: "purchases.services.consulting",
    family: ["purchases.services.engineering"],
  },
  {
    from: 2960,
    to: 2965,
    heading: "Andre personaleomkostninger",
    family: ["purchases.food.", "purchases.services.staffing", "purchases.services.training", "purchases.goods.retail"],
  },
  { from: 2970, to: 2970, heading: "Kørepenge og diæter", family: ["transport.travel.private_car"] },
  { from: 5330, to: 5350, heading: "Grunde og bygninger, tilgang", decides: "capital.goods.buildings" },
  { from: 5430, to: 5430, heading: "Produktionsanlæg og maskiner, tilgang", decides: "capital.goods.machinery" },
  { from: 5510, to: 5510, heading: "Indretning af lejede lokaler, tilgang", decides: "capital.goods.buildings" },
  { from: 5580, to: 5580, heading: "Andre anlæg, driftsmateriel og inventar, tilgang", family: ["capital.goods."] },
];

/** Accounts that hold pay, sales, depreciation, interest, tax and balance sheet items, and never a purchase. */
export const NOT_RELEVANT_ACCOUNTS: readonly AccountMeaning[] = [
  { from: 1010, to: 1550, heading: "Omsætning og andre indtægter" },
  { from: 1770, to: 1800, heading: "Lagerregulering" },
  { from: 2280, to: 2300, heading: "Tab på tilgodehavender" },
  { from: 2190, to: 2190, heading: "Ejendomsskatter" },
  { from: 2720, to: 2720, heading: "Øreafrunding" },
  { from: 2850, to: 2950, heading: "Løn og sociale omkostninger" },
  { from: 2968, to: 2968, heading: "Lønrefusioner" },
  { from: 2980, to: 2980, heading: "Lønsumsafgift" },
  { from: 3000, to: 3130, heading: "Af- og nedskrivninger" },
  { from: 3160, to: 3170, heading: "Tab ved salg af anlægsaktiver" },
  { from: 3200, to: 3810, heading: "Finansielle poster og skat" },
];
