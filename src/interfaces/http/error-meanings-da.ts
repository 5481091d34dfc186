import type { ErrorCode } from "../../core/errors.ts";
import type { ErrorMeaning } from "./error-meanings.ts";

/** What the Danish error pages say of a code; answers of the interfaces themselves are in English. */
export const ERROR_MEANINGS_DA: Readonly<Record<ErrorCode, ErrorMeaning & { readonly title: string }>> = {
  "auth.missing_token": {
    title: "Headeren Authorization mangler eller er forkert",
    when: "Kaldet har ingen Authorization-header, eller den består ikke af Bearer og ét token.",
    remedy: "Send Authorization: Bearer og din API-nøgle eller dit adgangstoken.",
  },
  "auth.invalid_token": {
    title: "Ukendt nøgle",
    when: "Ingen API-nøgle og intet adgangstoken svarer til det, der blev sendt.",
    remedy: "Kontrollér, at hele nøglen er kopieret. En nøgle vises kun én gang; er den væk, så opret en ny.",
  },
  "auth.key_revoked": {
    title: "API-nøglen er trukket tilbage",
    when: "Nøglen er trukket tilbage, dens udskiftning er slut, eller virksomhedens konto er lukket.",
    remedy: "Opret en ny nøgle, eller brug den efterfølger, som udskiftningen gav.",
  },
  "auth.key_expired": {
    title: "API-nøglen er udløbet",
    when: "Nøglens expires_at er passeret.",
    remedy: "Opret en ny nøgle.",
  },
  "auth.key_environment_mismatch": {
    title: "API-nøglen hører til det andet miljø",
    when: "En live-nøgle blev sendt til sandkassens adresse, eller omvendt.",
    remedy: "Nøgler, der begynder med qk_live_, hører til live-adressen, qk_sandbox_ til sandkassens.",
  },
  "auth.ip_not_allowed": {
    title: "Adressen er ikke tilladt for nøglen",
    when: "Nøglen må kun bruges fra bestemte adresser, og kaldet kom et andet sted fra.",
    remedy: "Kald fra en tilladt adresse, eller opret en nøgle, hvor denne adresse er med.",
  },
  "auth.foreign_request": {
    title: "Anmodningen kommer fra en anden side eller et andet login",
    when: "En ændring blev bedt om med et login til applikationen, men ikke fra en af dens sider, eller fra en side fra et tidligere login.",
    remedy: "Hent siden igen, og gentag det, du gjorde. Programmer bruger REST API'et med en nøgle.",
  },
  "auth.scope_required": {
    title: "En rettighed mangler",
    when: "Handlingen kræver en rettighed, som nøglen ikke har; feltet scope_required nævner den.",
    remedy: "Brug en nøgle med den rettighed. GET /api/v1/me viser, hvad en nøgle må.",
  },
  "subscription.feature_required": {
    title: "Planen omfatter ikke dette",
    when: "Virksomhedens plan omfatter ikke det, som feltet feature nævner.",
    remedy: "Skift til en plan, der omfatter det. Selve REST API'et kræver fullApiAccess.",
  },
  "third_party.tenant_header_missing": {
    title: "Headeren X-Svc-Tenant mangler",
    when: "En konsulentnøgle blev brugt uden at sige for hvilken kunde.",
    remedy: "Send headeren X-Svc-Tenant med kundevirksomhedens id.",
  },
  "third_party.no_active_grant": {
    title: "Ingen gældende fuldmagt fra denne virksomhed",
    when: "Kunden har ikke givet konsulenten fuldmagt, eller fuldmagten er slut.",
    remedy: "Bed kunden om en fuldmagt. GET /api/v1/grants viser de gældende.",
  },
  "third_party.endpoint_only": {
    title: "Kun for den anden slags nøgle",
    when: "Adressen er kun for konsulentnøgler, eller kun for virksomhedens egne nøgler.",
    remedy: "Brug den anden slags nøgle.",
  },
  "request.validation_failed": {
    title: "Kaldet indeholder fejl",
    when: "En parameter, indholdet eller en header mangler eller er forkert; feltet issues nævner hver med dens sti.",
    remedy: "Ret de parametre, som issues nævner. OpenAPI-beskrivelsen viser, hvad der er tilladt.",
  },
  "pagination.invalid_cursor": {
    title: "Ugyldig cursor",
    when: "Cursoren er ændret, eller den hører til en anden liste, virksomhed, et andet miljø eller andre filtre.",
    remedy: "Send next_cursor uændret og med de samme filtre, eller begynd forfra uden cursor.",
  },
  "resource.not_found": {
    title: "Findes ikke",
    when: "Der findes intet med dette id, som nøglen kan se.",
    remedy: "Kontrollér id'et, og at nøglen hører til den rigtige virksomhed og det rigtige miljø.",
  },
  "route.not_found": {
    title: "Adressen findes ikke",
    when: "Stien findes ikke, eller den svarer ikke på denne metode.",
    remedy: "Sammenlign med GET /api/v1/openapi.json; stier har ingen skråstreg til sidst.",
  },
  "idempotency.key_mismatch": {
    title: "Idempotency-Key er brugt til noget andet",
    when: "Den samme Idempotency-Key er før brugt med et andet kald.",
    remedy: "Brug en ny nøgle til et nyt kald; gentag et kald med præcis det samme indhold.",
  },
  "idempotency.in_progress": {
    title: "Et kald med denne Idempotency-Key er i gang",
    when: "Det første kald med denne Idempotency-Key er ikke besvaret endnu.",
    remedy: "Vent det antal sekunder, som Retry-After siger, og gentag så.",
  },
  "idempotency.other_credential": {
    title: "Forespørgslen blev udført for en anden adgang",
    when:
      "Den samme forespørgsel er udført med denne Idempotency-Key af en anden af virksomhedens nøgler, eller af denne før den " +
      "blev udskiftet eller fornyet. Arbejdet gøres ikke igen, og kun den, der spurgte, får svaret.",
    remedy: "Læs, hvad den første forespørgsel lavede, eller send en ny forespørgsel med en ny Idempotency-Key.",
  },
  "idempotency.outcome_unknown": {
    title: "Forespørgslen blev udført delvis, og udfaldet er ukendt",
    when: "Tjenesten stoppede midt i en forespørgsel med flere trin, og de første trin er udført.",
    remedy: "Se på den liste, som svaret nævner, og send det, der mangler, med en ny Idempotency-Key.",
  },
  "api_key.limit_reached": {
    title: "For mange aktive API-nøgler",
    when: "Virksomheden har så mange aktive API-nøgler i dette miljø, som den må have.",
    remedy:
      "Tilbagekald nøgler, som ingen bruger; GET /api/v1/api-keys viser, hvornår hver sidst blev brugt. En nøgle, der skal erstattes, roteres med overlap_seconds 0.",
  },
  "quota.exceeded": {
    title: "Bilagskvoten er brugt",
    when: "Planens antal bilag for denne måned er brugt.",
    remedy: "Vent til næste måned, eller skift plan. GET /api/v1/quota viser tallene.",
  },
  "review_item.changed": {
    title: "Linjen er ændret, siden den blev læst",
    when:
      "Beslutningen nævner den version af linjen, som den gælder, og linjen er læst på ny siden: en anden har besluttet, eller en regel " +
      "eller et senere bilag har flyttet den. Intet blev ændret.",
    remedy: "Læs linjen igen (GET /api/v1/review-items eller /api/v1/activities/{id}), og beslut om det, den siger nu.",
  },
  "financial_year.closed": {
    title: "Regnskabsåret er lukket",
    when: "Ændringen ville flytte tal i et regnskabsår, der er lukket. Intet blev ændret.",
    remedy:
      "Åbn året med en begrundelse (POST /api/v1/financial-years/<sidste dag>/reopen, scope tenant:write), og gentag, " +
      "eller lad året være, som det er.",
  },
  "report.file_unavailable": {
    title: "Rapportens fil mangler eller er beskadiget",
    when: "En rapports gemte fil er væk, eller den har ikke længere sin SHA-256: intet af den sendes.",
    remedy:
      "Sig det til den, der driver tjenesten, som kan lave den samme fil igen (carbon-ledger report restore) eller " +
      "hente en sikkerhedskopi.",
  },
  "report.queue_full": {
    title: "For mange rapporter venter",
    when: "Så mange af virksomhedens rapporter, som den må have på én gang, venter eller er i gang. Intet blev bestilt.",
    remedy:
      "Vent det antal sekunder, som Retry-After siger, og gentag så. Rapporter, der er bestilt før, fås stadig med de " +
      "samme argumenter.",
  },
  "rate_limit.exceeded": {
    title: "For mange kald",
    when: "Nøglen har brugt sine kald for dette minut.",
    remedy: "Vent det antal sekunder, som Retry-After siger. X-RateLimit-Remaining fortæller det på forhånd.",
  },
  "rate_limit.ip_exceeded": {
    title: "For mange kald fra denne adresse",
    when: "Der kom for mange kald fra den samme adresse i dette minut, uanset nøgle.",
    remedy:
      "Vent det antal sekunder, som Retry-After siger; spred kaldene, eller bed den, der driver tjenesten, om en højere grænse.",
  },
  "server.unavailable": {
    title: "Tjenesten er ikke klar lige nu",
    when: "Tjenestens database svarer ikke, for eksempel mens den startes om eller flyttes. Der er intet galt med kaldet.",
    remedy:
      "Vent det antal sekunder, som Retry-After siger, og gentag så. Gentag et POST med den samme Idempotency-Key: en ændring, " +
      "hvis svar gik tabt, kan være gennemført.",
  },
  "server.storage_full": {
    title: "Der er ikke mere plads",
    when: "Tjenesten har ikke mere plads på en disk. Det, der blev sendt, er ikke gemt.",
    remedy:
      "Gentag kaldet senere; sig det til den, der driver tjenesten og skal skaffe plads. Det går stadig an at læse.",
  },
  "server.internal_error": {
    title: "Intern fejl",
    when: "Noget gik galt i tjenesten. Fejlen er noteret under svarets request_id.",
    remedy: "Gentag kaldet senere; bliver fejlen ved, så oplys request_id.",
  },
};
