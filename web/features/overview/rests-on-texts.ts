export const RESTS_ON_TEXTS = {
  da: {
    bases: {
      product: "Produktets eget klimaaftryk",
      quantity: "Mængder ganget med faktorer",
      spend: "Beløb ganget med faktorer",
      stated: "Udledning, som andre har oplyst",
    },
    method: "Scope 2 er markedsbaseret.",
    location: (kg: string) => `Lokationsbaseret: ${kg}.`,
    fallback: (kg: string) =>
      `${kg} af scope 2 bruger gennemsnittet af nettet, fordi der hverken er kontrakt, certifikat eller restmix.`,
    life_cycle: (kg: string) =>
      `${kg} af lokationsbaseret scope 2 bygger på livscyklusfaktorer og rummer udledning, der hører til scope 3.`,
    substituted: (kg: string) =>
      `${kg} er beløb ganget med faktorer for et andet land end sælgerens, fordi sælgerens lands faktorer ikke er indlæst.`,
    distant: (kg: string) =>
      `${kg} bygger på faktorer for et år, der ligger langt fra forbruget, fordi ingen nærmere er indlæst.`,
    quality: (score: string) => `Datakvalitet ${score} (1 er bedst, 5 er beløb alene)`,
    biogenic: (kg: string) => `${kg} biogent CO2 står uden for scope og er ikke med i tallet.`,
  },
  en: {
    bases: {
      product: "The product's own footprint",
      quantity: "Quantities times factors",
      spend: "Amounts times factors",
      stated: "Emissions that others have stated",
    },
    method: "Scope 2 is market-based.",
    location: (kg: string) => `Location-based: ${kg}.`,
    fallback: (kg: string) =>
      `${kg} of scope 2 use the average of the grid, as there is neither contract, certificate nor residual mix.`,
    life_cycle: (kg: string) =>
      `${kg} of location-based scope 2 rest on life-cycle factors and include emissions that belong to scope 3.`,
    substituted: (kg: string) =>
      `${kg} are amounts times factors of another country than the seller's, as those of the seller's are not loaded.`,
    distant: (kg: string) => `${kg} rest on factors of a year far from that of the use, as none nearer is loaded.`,
    quality: (score: string) => `Data quality ${score} (1 is best, 5 is an amount alone)`,
    biogenic: (kg: string) => `${kg} of biogenic CO2 stand outside the scopes and are not in the total.`,
  },
};
