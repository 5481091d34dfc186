import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from "@tanstack/react-router";
import { emissionsSearch } from "../features/emissions/search.ts";
import { historySearch } from "../features/history/search.ts";
import { Overview } from "../features/overview/overview.tsx";
import { questionsSearch } from "../features/report-questions/search.ts";
import { Review } from "../features/review/review.tsx";
import { CompanyGate } from "./company.tsx";
import { NoCompany, NotFound, NotFoundOutside, OfMe, Start } from "./start.tsx";

/** Screens that nobody sees first are loaded when they are asked for. */
const CompanyFactors = lazyRouteComponent(
  () => import("../features/company-factors/company-factors.tsx"),
  "CompanyFactors",
);
const Documents = lazyRouteComponent(() => import("../features/documents/documents.tsx"), "Documents");
const Emissions = lazyRouteComponent(() => import("../features/emissions/emissions.tsx"), "Emissions");
const Energy = lazyRouteComponent(() => import("../features/energy/energy.tsx"), "Energy");
const FactorReleases = lazyRouteComponent(
  () => import("../features/factor-releases/factor-releases.tsx"),
  "FactorReleases",
);
const History = lazyRouteComponent(() => import("../features/history/history.tsx"), "History");
const Records = lazyRouteComponent(() => import("../features/records/records.tsx"), "Records");
const ReportQuestions = lazyRouteComponent(
  () => import("../features/report-questions/report-questions.tsx"),
  "ReportQuestions",
);
const Reports = lazyRouteComponent(() => import("../features/reports/reports.tsx"), "Reports");
const Suppliers = lazyRouteComponent(() => import("../features/supplier-accounts/suppliers.tsx"), "Suppliers");
const Settings = lazyRouteComponent(() => import("../features/settings/settings.tsx"), "Settings");
const Upload = lazyRouteComponent(() => import("../features/upload/upload.tsx"), "Upload");

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundOutside });
const start = createRoute({ getParentRoute: () => rootRoute, path: "/", component: Start });
const noCompany = createRoute({ getParentRoute: () => rootRoute, path: "ingen-virksomhed", component: NoCompany });
const me = createRoute({ getParentRoute: () => rootRoute, path: "mig", component: OfMe });

const company = createRoute({
  getParentRoute: () => rootRoute,
  path: "$company",
  component: CompanyGate,
  notFoundComponent: NotFound,
});
const overview = createRoute({
  getParentRoute: () => company,
  path: "/",
  component: Overview,
  validateSearch: ({ aar }: Record<string, unknown>) => (typeof aar === "string" && /^\d{4}$/.test(aar) ? { aar } : {}),
});
const review = createRoute({
  getParentRoute: () => company,
  path: "gennemgang",
  component: Review,
  validateSearch: ({ linje }: Record<string, unknown>) => (typeof linje === "string" ? { linje } : {}),
});
const upload = createRoute({ getParentRoute: () => company, path: "indlaes", component: Upload });
const documents = createRoute({
  getParentRoute: () => company,
  path: "bilag",
  component: Documents,
  validateSearch: ({ vis, fil, se, linje }: Record<string, unknown>) => ({
    ...(vis === "mangler" ? { vis } : {}),
    ...(typeof fil === "string" ? { fil } : {}),
    ...(typeof se === "string" ? { se } : {}),
    ...(typeof linje === "string" ? { linje } : {}),
  }),
});
const emissions = createRoute({
  getParentRoute: () => company,
  path: "udledninger",
  component: Emissions,
  validateSearch: emissionsSearch,
});
const records = createRoute({
  getParentRoute: () => company,
  path: "registrer",
  component: Records,
  validateSearch: ({ emne }: Record<string, unknown>) => (typeof emne === "string" ? { emne } : {}),
});
const suppliers = createRoute({
  getParentRoute: () => company,
  path: "leverandoerer",
  component: Suppliers,
  validateSearch: ({ q, lev, vis }: Record<string, unknown>) => ({
    ...(typeof q === "string" ? { q } : {}),
    ...(typeof lev === "string" ? { lev } : {}),
    ...(vis === "forslag" ? { vis: "forslag" as const } : {}),
  }),
});
const factors = createRoute({
  getParentRoute: () => company,
  path: "faktorer",
  component: CompanyFactors,
  validateSearch: ({ vis }: Record<string, unknown>) => (typeof vis === "string" ? { vis } : {}),
});
const factorReleases = createRoute({
  getParentRoute: () => company,
  path: "faktorer/udgaver",
  component: FactorReleases,
});
const energy = createRoute({
  getParentRoute: () => company,
  path: "elaftaler",
  component: Energy,
  validateSearch: ({ vis }: Record<string, unknown>) => (vis === "tilbage" || vis === "fordeling" ? { vis } : {}),
});
const history = createRoute({
  getParentRoute: () => company,
  path: "historik",
  component: History,
  validateSearch: historySearch,
});
const settings = createRoute({ getParentRoute: () => company, path: "indstillinger", component: Settings });
const reports = createRoute({ getParentRoute: () => company, path: "rapporter", component: Reports });
const reportQuestions = createRoute({
  getParentRoute: () => company,
  path: "rapporter/spoergsmaal",
  component: ReportQuestions,
  validateSearch: questionsSearch,
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    start,
    noCompany,
    me,
    company.addChildren([
      overview,
      review,
      upload,
      records,
      emissions,
      documents,
      suppliers,
      factors,
      factorReleases,
      energy,
      reports,
      reportQuestions,
      history,
      settings,
    ]),
  ]),
  basepath: "/app",
  defaultPreload: false,
  scrollRestoration: true,
  // Plain text: the default would write ?aar=%222026%22.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined);
    const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)])).toString();
    return text === "" ? "" : `?${text}`;
  },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
