import { z } from "zod";
import { sha256Hex } from "../core/content-hash.ts";
import type { Context } from "../core/context.ts";
import { invoke } from "../core/invoke.ts";
import { acceptSupplierInvitation } from "../modules/suppliers/accept-supplier-invitation.ts";
import { declineSupplierDisclosure } from "../modules/suppliers/decline-supplier-disclosure.ts";
import { inviteSupplier } from "../modules/suppliers/invite-supplier.ts";
import { recordSupplierDisclosure } from "../modules/suppliers/record-supplier-disclosure.ts";
import { registerSupplier } from "../modules/suppliers/register-supplier.ts";
import { verifySupplierDisclosure } from "../modules/suppliers/verify-supplier-disclosure.ts";

interface Released {
  readonly report_year: number;
  readonly figures: object;
  readonly is_verified?: true;
}

interface DemoConnection {
  readonly supplier: {
    readonly supplier_name: string;
    readonly supplier_identifier: string;
    readonly supplier_industry: string;
    readonly employees: number;
  };
  /** pending: no answer yet; declined: it used its right to refuse; connected: it released figures. */
  readonly answer: "pending" | "declined" | readonly Released[];
}

/** Some of the demo invoices' suppliers. Companies, people and figures are made up. */
const CONNECTIONS: readonly DemoConnection[] = [
  {
    supplier: {
      supplier_name: "Skovens Trælast A/S",
      supplier_identifier: "17320508",
      supplier_industry: "Wood products",
      employees: 85,
    },
    answer: [
      {
        report_year: 2025,
        figures: {
          totals: {
            scope1_kg: 182_400,
            scope2_location_kg: 64_300,
            scope2_market_kg: 51_900,
            scope3_upstream_kg: 1_940_000,
            turnover: { amount: 61_200_000, currency: "DKK" },
          },
        },
        is_verified: true,
      },
    ],
  },
  {
    supplier: {
      supplier_name: "Frokostkøkkenet ApS",
      supplier_identifier: "51961524",
      supplier_industry: "Catering",
      employees: 24,
    },
    answer: [
      {
        report_year: 2025,
        figures: {
          totals: {
            scope1_kg: 21_300,
            scope2_location_kg: 9_850,
            turnover: { amount: 14_600_000, currency: "DKK" },
          },
        },
      },
      {
        report_year: 2026,
        figures: {
          products: [{ name: "Frokost, pr. person og dag", quantity: 4_180, unit: "piece", kg_co2e_per_unit: 1.86 }],
          covers_all_purchases: true,
        },
      },
    ],
  },
  {
    supplier: {
      supplier_name: "Fjordens Fragt A/S",
      supplier_identifier: "33166247",
      supplier_industry: "Road freight",
      employees: 1_450,
    },
    answer: [
      {
        report_year: 2025,
        figures: { totals: { scope1_kg: 28_700_000, scope2_market_kg: 412_000 } },
      },
    ],
  },
  {
    supplier: {
      supplier_name: "Kystens Farve & Lak A/S",
      supplier_identifier: "26457513",
      supplier_industry: "Paints and varnishes",
      employees: 140,
    },
    answer: "pending",
  },
  {
    supplier: {
      supplier_name: "Beslagfabrikken ApS",
      supplier_identifier: "22360679",
      supplier_industry: "Metal fittings",
      employees: 18,
    },
    answer: "declined",
  },
];

const YEAR_ASKED_FOR = 2025;

const registered = z.object({ id: z.uuid(), status: z.string() });
const invited = z.object({ invitation: z.object({ token: z.string() }) });

/** Connects some of the demo company's suppliers in the context's environment, unless they were asked before. */
export async function loadSuppliers(ctx: Context): Promise<void> {
  for (const { supplier, answer } of CONNECTIONS) {
    const { id, status } = registered.parse(await invoke(registerSupplier, ctx, supplier));
    if (status !== "none") continue;
    const request = {
      id,
      email: `klima@supplier-${supplier.supplier_identifier}.example`,
      report_year: YEAR_ASKED_FOR,
    };
    const { invitation } = invited.parse(await invoke(inviteSupplier, ctx, request));
    if (answer === "pending") continue;
    if (answer === "declined") {
      // Whoever has not answered by then can neither give nor refuse figures of that year.
      if (ctx.clock.now().getUTCFullYear() > YEAR_ASKED_FOR + 1) continue;
      await invoke(declineSupplierDisclosure, ctx, { id, report_year: YEAR_ASKED_FOR });
      continue;
    }
    await invoke(acceptSupplierInvitation, ctx, { token: invitation.token });
    // A clock that stands before a year has no figures of it.
    const begun = answer.filter(({ report_year }) => report_year <= ctx.clock.now().getUTCFullYear());
    for (const released of begun) await release(ctx, id, supplier.supplier_name, released);
  }
}

/** The evidence is a text of the demo itself, stored like any document. */
async function release(ctx: Context, id: string, supplier_name: string, released: Released): Promise<void> {
  const { report_year, figures, is_verified } = released;
  const text = `Demo: figures of ${supplier_name} for ${report_year}, all made up.\n${JSON.stringify(figures, null, 2)}\n`;
  const bytes = Buffer.from(text, "utf8");
  const evidence_sha256 = sha256Hex(bytes);
  await ctx.files.put(bytes, evidence_sha256);
  const evidence = { evidence_sha256, evidence_name: `demo-figures-${report_year}.txt` };
  await invoke(recordSupplierDisclosure, ctx, { id, report_year, ...figures, ...evidence });
  if (is_verified === true) await invoke(verifySupplierDisclosure, ctx, { id, report_year });
}
