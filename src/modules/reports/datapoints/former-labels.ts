/**
 * Danish labels of members in reports of snapshots up to format 5, where data/vsme/members.csv has a better one now. A report that is
 * lost is made again to the byte, so what it said stays.
 */
const LABELS: Readonly<Record<string, string>> = {
  "vsme:PrivateLimitedLiabilityUndertakingMember": "Privat aktieselskab",
  "vsme:PartnershipMember": "Partnerskab",
  "vsme:CooperativeMember": "Kooperativ",
  "vsme:B2CooperativeSpecificDisclosuresMember": "B2 - Samarbejdsspecifikke oplysninger",
  "vsme:B6WaterWithdrawalMember": "B6 - Samlede Vandudtag",
  "vsme:DisclosureOfAnyOtherGeneralAndOrEntitySpecificInformation":
    "Oplysning af øvrige generelle og/eller virksomhedsspecifik information",
  "country:AN": "Curaçao",
  "country:BU": "Myanmar (Burma)",
  "country:CS": "Serbien",
  "country:HK": "SAR Hongkong",
  "country:MO": "SAR Macao",
  "country:NT": "Neutral Zone (before 1993-07-12)",
  "country:TP": "Timor-Leste",
  "country:YU": "Serbien",
  "country:ZR": "Congo-Kinshasa",
};

/** The label that a member had until format 5; undefined: it has it still. */
export function formerLabel(member: string): string | undefined {
  return LABELS[member];
}
