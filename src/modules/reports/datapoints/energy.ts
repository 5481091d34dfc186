import { type Decimal, decimal, decimalSum } from "../../../core/quantity.ts";
import { type CarrierKind, type CarrierParameters, carrierTable } from "./carriers.ts";
import { quantityIn } from "./measured-quantity.ts";
import type { ReportInputRow } from "./report-input.ts";
import type { MeasuredFacts } from "../../emissions/index.ts";

/** One category in one unit: how much energy it was. */
export interface EnergyCarrier {
  readonly category_key: string;
  readonly kind: CarrierKind;
  /** 0 to 100; null: a blend of which nobody has said how much is renewable. */
  readonly renewable_percent: Decimal | null;
  /** Null: calculated from money alone. */
  readonly unit: string | null;
  readonly quantity: Decimal | null;
  /** By net calorific value; null: nobody can tell from what is known. */
  readonly mwh: Decimal | null;
  readonly density_kg_per_litre: string | null;
  readonly net_calorific_value_tj_per_gg: string | null;
  /** Where the conversion comes from; measured: the quantity is energy itself. */
  readonly origin: "measured" | "published" | "company" | "unknown";
  /** The publication, where there is one. */
  readonly source: string | null;
  readonly market_based_kg: Decimal;
  readonly entry_count: number;
}

const MJ_PER_MWH = 3600;
const KWH_PER_MWH = 1000;
const LITRES_PER_M3 = 1000;

/** Answers that change how carriers are converted, by category key. */
interface Overrides {
  readonly net_calorific_value: ReadonlyMap<string, string>;
  readonly density: ReadonlyMap<string, string>;
  readonly renewable_percent: ReadonlyMap<string, string>;
  readonly mwh: ReadonlyMap<string, string>;
}

/**
 * Energy of the scope 1 and 2 entries that used any, as VSME B3 counts it: fuels by mass x net calorific value. What people
 * have answered goes before the table. An answer in MWh stands for all of a category that cannot be converted.
 */
export function energyCarriers(
  measured: readonly MeasuredFacts[],
  inputs: readonly ReportInputRow[],
): readonly EnergyCarrier[] {
  const overrides = overridesOf(inputs);
  const carriers = measured.filter(usesEnergy).map((row) => carrierOf(row, overrides));
  const unknown = new Set(carriers.filter(({ mwh }) => mwh === null).map(({ category_key }) => category_key));
  const answered = [...unknown].filter((key) => overrides.mwh.has(key));
  const isAnswered = ({ category_key, mwh }: EnergyCarrier) => mwh === null && answered.includes(category_key);
  return [
    ...carriers.filter((carrier) => !isAnswered(carrier)),
    ...answered.map((key) =>
      answeredCarrier(
        carriers.filter((carrier) => carrier.category_key === key && isAnswered(carrier)),
        overrides,
      ),
    ),
  ];
}

function overridesOf(inputs: readonly ReportInputRow[]): Overrides {
  const of = (datapoint: string) =>
    new Map(
      inputs.flatMap((input) =>
        input.datapoint === datapoint && input.member !== null && typeof input.value === "number"
          ? [[input.member, decimal(input.value).toFixed()] as const]
          : [],
      ),
    );
  return {
    net_calorific_value: of("CarrierNetCalorificValue"),
    density: of("CarrierDensity"),
    renewable_percent: of("CarrierRenewableShare"),
    mwh: of("CarrierEnergy"),
  };
}

/** Refrigerants and process emissions use no energy. */
function usesEnergy({ scope, category_key }: MeasuredFacts): boolean {
  if (scope === 3) return false;
  return !category_key.startsWith("energy.fugitive") && !category_key.startsWith("energy.process");
}

function carrierOf(row: MeasuredFacts, overrides: Overrides): EnergyCarrier {
  const key = row.category_key;
  const carrier = carrierTable().get(key);
  const ncv = overrides.net_calorific_value.get(key) ?? carrier?.net_calorific_value_tj_per_gg ?? null;
  const density = overrides.density.get(key) ?? carrier?.density_kg_per_litre ?? null;
  const kind = carrier?.kind ?? kindOf(row);
  const isOwn = overrides.net_calorific_value.has(key) || overrides.density.has(key);
  const way = kind === "fuel" ? fuelEnergy(row, { ...carrier, ncv, density }) : deliveredEnergy(row);
  return {
    category_key: key,
    kind,
    renewable_percent: renewablePercent(row, overrides, carrier?.renewable === true),
    unit: row.unit,
    quantity: row.quantity === null ? null : decimal(row.quantity),
    mwh: way.mwh,
    density_kg_per_litre: way.used_density ? density : null,
    net_calorific_value_tj_per_gg: way.used_ncv ? ncv : null,
    ...originOf(way, isOwn ? null : (carrier?.source ?? null)),
    market_based_kg: decimal(row.market_based_kg),
    entry_count: row.entry_count,
  };
}

/**
 * A fuel that is told as fossil and whose entries tell biogenic CO2 is a blend: its renewable part is not zero, and only its
 * supplier knows it.
 */
function renewablePercent(
  { category_key, unit, quantity, biogenic_co2_kg = "0", renewable_kwh = "0" }: MeasuredFacts,
  overrides: Overrides,
  is_renewable: boolean,
): Decimal | null {
  const said = overrides.renewable_percent.get(category_key);
  if (said !== undefined) return decimal(said);
  if (is_renewable) return decimal(100);
  // VSME, 29: purchased electricity is renewable as far as instruments of renewable generation cover it.
  if (unit === "kWh" && decimal(renewable_kwh).gt(0) && decimal(quantity ?? "0").gt(0)) {
    return decimal(renewable_kwh)
      .times(100)
      .div(quantity ?? "1");
  }
  return decimal(biogenic_co2_kg).eq(0) ? decimal(0) : null;
}

function originOf({ mwh, used_ncv, used_ratio }: Conversion, published: string | null) {
  if (mwh === null) return { origin: "unknown", source: null } as const;
  if (!used_ncv && !used_ratio) return { origin: "measured", source: null } as const;
  return published === null
    ? ({ origin: "company", source: null } as const)
    : ({ origin: "published", source: published } as const);
}

function kindOf({ scope, category_key }: MeasuredFacts): CarrierKind {
  if (scope === 1) return "fuel";
  return category_key.includes("electricity") ? "electricity" : "other_purchased";
}

interface Conversion {
  readonly mwh: Decimal | null;
  readonly used_ncv: boolean;
  readonly used_density: boolean;
  /** Net by gross calorific value. */
  readonly used_ratio: boolean;
}

const UNKNOWN: Conversion = { mwh: null, used_ncv: false, used_density: false, used_ratio: false };

function deliveredEnergy(row: MeasuredFacts): Conversion {
  const kwh = quantityIn(row, "kWh");
  return kwh === null ? UNKNOWN : { ...UNKNOWN, mwh: kwh.div(KWH_PER_MWH) };
}

/** What carriers are converted by; TJ/Gg is MJ/kg. */
interface FuelParameters extends Partial<Pick<CarrierParameters, "state" | "net_to_gross">> {
  readonly ncv: string | null;
  readonly density: string | null;
}

/** MWh = kg x NCV [MJ/kg] / 3600 [MJ/MWh]; kg = litres x density [kg/l]. */
function fuelEnergy(row: MeasuredFacts, { ncv, density, state, net_to_gross }: FuelParameters): Conversion {
  const net = quantityIn(row, "kWh_net");
  if (net !== null) return { ...UNKNOWN, mwh: net.div(KWH_PER_MWH) };
  const gross = quantityIn(row, "kWh_gross");
  if (gross !== null && typeof net_to_gross === "string") {
    return { ...UNKNOWN, mwh: gross.times(net_to_gross).div(KWH_PER_MWH), used_ratio: true };
  }
  if (ncv === null) return UNKNOWN;
  const kg = quantityIn(row, "kg");
  if (kg !== null) return { ...UNKNOWN, mwh: kg.times(ncv).div(MJ_PER_MWH), used_ncv: true };
  const litres = density === null ? null : litresOf(row, state);
  if (litres === null || density === null) return UNKNOWN;
  return { ...UNKNOWN, mwh: litres.times(density).times(ncv).div(MJ_PER_MWH), used_ncv: true, used_density: true };
}

/** The density of a gas is that of a cubic metre of gas: litres of a liquefied gas are not that. */
function litresOf(row: MeasuredFacts, state: CarrierParameters["state"] | undefined): Decimal | null {
  if (state !== "gaseous") return quantityIn(row, "l");
  const isVolume = row.unit === "m3" || row.unit === "Nm3" || row.unit === "Sm3";
  return isVolume && row.quantity !== null ? decimal(row.quantity).times(LITRES_PER_M3) : null;
}

function answeredCarrier(rows: readonly EnergyCarrier[], overrides: Overrides): EnergyCarrier {
  const [first] = rows;
  if (first === undefined) throw new Error("an answered carrier has rows");
  const mwh = decimal(overrides.mwh.get(first.category_key) ?? 0);
  return {
    ...first,
    unit: "MWh",
    quantity: mwh,
    mwh,
    origin: "company",
    source: null,
    market_based_kg: decimalSum(rows.map((row) => row.market_based_kg)),
    entry_count: rows.reduce((count, row) => count + row.entry_count, 0),
  };
}

export interface EnergySum {
  /** Null: at least one carrier could not be converted, and a part must not look like the whole. */
  readonly mwh: Decimal | null;
  /** Null also where the renewable part of one carrier is not known. */
  readonly renewable_mwh: Decimal | null;
  readonly entry_count: number;
}

/** The sum of a kind's carriers; null when the ledger has none of this kind. */
export function energySum(carriers: readonly EnergyCarrier[], kind: CarrierKind): EnergySum | null {
  const kindCarriers = carriers.filter((carrier) => carrier.kind === kind);
  if (kindCarriers.length === 0) return null;
  const entry_count = kindCarriers.reduce((count, carrier) => count + carrier.entry_count, 0);
  const amounts = kindCarriers.map(({ mwh }) => mwh);
  if (amounts.includes(null)) return { mwh: null, renewable_mwh: null, entry_count };
  const sum = (of: (carrier: EnergyCarrier) => Decimal) => decimalSum(kindCarriers.map(of));
  const mwh = (carrier: EnergyCarrier) => carrier.mwh ?? decimal(0);
  const isSplit = kindCarriers.every(({ renewable_percent }) => renewable_percent !== null);
  return {
    mwh: sum(mwh),
    renewable_mwh: isSplit
      ? sum((carrier) =>
          mwh(carrier)
            .times(carrier.renewable_percent ?? 0)
            .div(100),
        )
      : null,
    entry_count,
  };
}
