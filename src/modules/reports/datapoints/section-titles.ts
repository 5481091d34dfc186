/** Titles of the disclosures: Recommendation (EU) 2025/1710, annex I. */
const TITLES: Readonly<Record<string, readonly [en: string, da: string]>> = {
  B1: ["Basis for preparation", "Grundlag for udarbejdelse"],
  B2: [
    "Practices, policies and future initiatives for transitioning towards a more sustainable economy",
    "Praksisser, politikker og fremtidige initiativer for omstilling til en mere bæredygtig økonomi",
  ],
  B3: ["Energy and greenhouse gas emissions", "Energi og drivhusgasudledninger"],
  B4: ["Pollution of air, water and soil", "Forurening af luft, vand og jord"],
  B5: ["Biodiversity", "Biodiversitet"],
  B6: ["Water", "Vand"],
  B7: [
    "Resource use, circular economy and waste management",
    "Ressourceforbrug, cirkulær økonomi og affaldshåndtering",
  ],
  B8: ["Workforce - general characteristics", "Arbejdsstyrke - generelle karakteristika"],
  B9: ["Workforce - health and safety", "Arbejdsstyrke - sundhed og sikkerhed"],
  B10: [
    "Workforce - remuneration, collective bargaining and training",
    "Arbejdsstyrke - aflønning, kollektive overenskomster og uddannelse",
  ],
  B11: ["Convictions and fines for corruption and bribery", "Domme og bøder for korruption og bestikkelse"],
  C1: [
    "Strategy: business model and sustainability-related initiatives",
    "Strategi: forretningsmodel og bæredygtighedsrelaterede initiativer",
  ],
  C2: [
    "Description of practices, policies and future initiatives for transitioning towards a more sustainable economy",
    "Beskrivelse af praksisser, politikker og fremtidige initiativer for omstilling til en mere bæredygtig økonomi",
  ],
  C3: ["GHG reduction targets and climate transition", "Mål for reduktion af drivhusgasser og klimaomstilling"],
  C4: ["Climate risks", "Klimarisici"],
  C5: ["Additional (general) workforce characteristics", "Yderligere (generelle) karakteristika for arbejdsstyrken"],
  C6: [
    "Additional own workforce information - human rights policies and processes",
    "Yderligere oplysninger om egen arbejdsstyrke - menneskerettighedspolitikker og -processer",
  ],
  C7: ["Severe negative human rights incidents", "Alvorlige negative menneskerettighedshændelser"],
  C8: [
    "Revenues from certain sectors and exclusion from EU reference benchmarks",
    "Indtægter fra visse sektorer og udelukkelse fra EU-referencebenchmarks",
  ],
  C9: ["Gender diversity ratio in the governance body", "Kønsfordeling i ledelsesorganet"],
};

/** Title of a VSME disclosure in the language of the report. */
export function sectionTitle(section: string, language: "da" | "en"): string {
  const [english, danish] = TITLES[section] ?? [section, section];
  return language === "da" ? danish : english;
}
