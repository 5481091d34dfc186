import { decimal, decimalText } from "../../../core/quantity.ts";

interface OwnUnit {
  readonly unit: string;
  /** How many of our unit one published unit holds. */
  readonly size: string;
}

/** Published unit of measure -> ours. Miles and gigajoules stay what they are: no factor is restated by us. */
const UNITS: Readonly<Record<string, OwnUnit>> = {
  tonnes: { unit: "t", size: "1" },
  kg: { unit: "kg", size: "1" },
  litres: { unit: "l", size: "1" },
  "million litres": { unit: "l", size: "1000000" },
  "cubic metres": { unit: "m3", size: "1" },
  kWh: { unit: "kWh", size: "1" },
  "kWh (Net CV)": { unit: "kWh_net", size: "1" },
  "kWh (Gross CV)": { unit: "kWh_gross", size: "1" },
  GJ: { unit: "GJ", size: "1" },
  km: { unit: "km", size: "1" },
  miles: { unit: "mile", size: "1" },
  "tonne.km": { unit: "tonne_km", size: "1" },
  "passenger.km": { unit: "passenger_km", size: "1" },
  "Room per night": { unit: "room_night", size: "1" },
  "per FTE Working Hour": { unit: "fte_hour", size: "1" },
};

export function ownUnit(published: string): OwnUnit | undefined {
  return Object.hasOwn(UNITS, published) ? UNITS[published] : undefined;
}

/** kg per published unit -> kg per our unit; exact, because sizes are powers of ten. */
export function perOwnUnit(kg: string, unit: OwnUnit): string {
  return unit.size === "1" ? kg : decimalText(decimal(kg).div(unit.size));
}

/**
 * Scope 3 category by the first level of the table, where the GHG Protocol leaves no choice. Upstream factors of
 * vehicles serve several categories (own fleet 3, freight 4 or 9, travel 6, commuting 7) and leased assets are 8 or 13:
 * these stay open.
 */
export function scope3CategoryOf(level1: string): number | null {
  const match = SCOPE3_BY_LEVEL1.find(([prefix]) => level1.startsWith(prefix));
  return match === undefined ? null : match[1];
}

const SCOPE3_BY_LEVEL1: readonly (readonly [string, number])[] = [
  ["WTT- fuels", 3],
  ["WTT- bioenergy", 3],
  ["WTT- UK electricity", 3],
  ["WTT- heat and steam", 3],
  ["Transmission and distribution", 3],
  ["UK electricity T&D", 3],
  ["WTT- business travel", 6],
  ["Business travel", 6],
  ["Hotel stay", 6],
  ["Freighting goods", 4],
  ["Waste disposal", 5],
  ["Water treatment", 5],
  ["Water supply", 1],
  ["Material use", 1],
  ["Homeworking", 7],
];

/** Hotel stays are published per country; every other factor describes the United Kingdom. */
export function regionOf(level1: string, level3: string): string | undefined {
  if (level1 !== "Hotel stay") return "GB";
  return Object.hasOwn(HOTEL_COUNTRIES, level3) ? HOTEL_COUNTRIES[level3] : undefined;
}

const HOTEL_COUNTRIES: Readonly<Record<string, string>> = {
  UK: "GB",
  "UK (London)": "GB",
  Argentina: "AR",
  Australia: "AU",
  Austria: "AT",
  Belgium: "BE",
  Brazil: "BR",
  Canada: "CA",
  Chile: "CL",
  China: "CN",
  Colombia: "CO",
  "Costa Rica": "CR",
  "Czech Republic": "CZ",
  Egypt: "EG",
  Fiji: "FJ",
  Finland: "FI",
  France: "FR",
  Germany: "DE",
  Greece: "GR",
  "Hong Kong, China": "HK",
  India: "IN",
  Indonesia: "ID",
  Ireland: "IE",
  Israel: "IL",
  Italy: "IT",
  Japan: "JP",
  Jordan: "JO",
  Kazakhstan: "KZ",
  Korea: "KR",
  "Macau, China": "MO",
  Malaysia: "MY",
  Maldives: "MV",
  Mexico: "MX",
  Netherlands: "NL",
  "New Zealand": "NZ",
  Oman: "OM",
  Panama: "PA",
  Peru: "PE",
  Philippines: "PH",
  Poland: "PL",
  Portugal: "PT",
  Qatar: "QA",
  Romania: "RO",
  "Russian Federation": "RU",
  "Saudi Arabia": "SA",
  Singapore: "SG",
  "South Africa": "ZA",
  Spain: "ES",
  Switzerland: "CH",
  "Taiwan, China": "TW",
  Thailand: "TH",
  Turkey: "TR",
  "United Arab Emirates": "AE",
  "United States": "US",
  Vietnam: "VN",
};
