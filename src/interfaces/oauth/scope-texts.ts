import type { Scope } from "../../core/scopes.ts";
import type { Language } from "../../modules/users/index.ts";

type Texts = Readonly<Record<Language, string>>;

/** What a scope means to the person who grants it. */
const SCOPE_TEXTS: Partial<Readonly<Record<Scope, Texts>>> = {
  "emissions:read": {
    da: "Udledninger med deres beregning og kilde",
    en: "Emissions with their calculation and source",
  },
  "activities:read": { da: "Bilagslinjer og deres kategorier", en: "Invoice lines and their categories" },
  "reports:read": { da: "Rapporter og attesteringer", en: "Reports and attestations" },
  "data_sources:read": { da: "Tilsluttede datakilder", en: "Connected data sources" },
  "quota:read": { da: "Forbrug af bilagskvoten", en: "Use of the invoice quota" },
  "factors:read": { da: "Emissionsfaktorer", en: "Emission factors" },
  "suppliers:read": { da: "Leverandører og deres oplysninger", en: "Suppliers and what they disclose" },
  "targets:read": { da: "Klimamål og fremdrift", en: "Climate targets and progress" },
  "scenarios:read": { da: "Scenarier og tiltag", en: "Scenarios and measures" },
  "tenant:read": { da: "Virksomhedens navn, plan og afdelinger", en: "The company's name, plan and departments" },
  "webhooks:read": { da: "Webhooks og deres leveringer", en: "Webhooks and their deliveries" },
  "targets:write": { da: "Oprette, ændre og trække klimamål tilbage", en: "Create, edit and withdraw climate targets" },
  "reports:generate": {
    da: "Bestille rapporter og besvare, hvad de spørger om",
    en: "Order reports and answer what they ask for",
  },
  "scenarios:write": {
    da: "Oprette scenarier, oprette, ændre og fjerne tiltag, og sende scenarier til godkendelse",
    en: "Create scenarios, add, edit and remove measures, and submit scenarios for review",
  },
};

export function scopeText(scope: string, language: Language): string {
  const texts: Readonly<Record<string, Texts | undefined>> = SCOPE_TEXTS;
  return texts[scope]?.[language] ?? scope;
}
