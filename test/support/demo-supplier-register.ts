import type { TenantIdentity } from "../../src/core/context.ts";
import { invoke } from "../../src/core/invoke.ts";
import { setSupplierPeriodRule } from "../../src/modules/supplier-register/set-supplier-period-rule.ts";
import {
  observedSupplier,
  planSuppliers,
  type RegisterPlan,
  writeSuppliers,
} from "../../src/modules/supplier-register/index.ts";
import { decidePurchaseLink } from "../../src/modules/activities/purchase-links/decide-purchase-link.ts";
import { insertPurchases } from "../../src/modules/purchases/index.ts";
import { planSupplies, writeSupplies } from "../../src/modules/supplies/index.ts";
import type { TestDatabase } from "./database.ts";

/** Suppliers of the register and pairs of them, new ones each time: examples rename and merge them. */
export function registerSources(
  db: TestDatabase,
): readonly (readonly [placeholder: string, source: (tenant: TenantIdentity) => Promise<string>])[] {
  let made = 0;
  const observed = async (tenant: TenantIdentity, numbers: readonly (string | null)[]): Promise<RegisterPlan> => {
    made += 1;
    const name = `Fiktiv leverandør ${made.toString(36)}x`;
    const suppliers = numbers.flatMap((identifier) => {
      return observedSupplier({ name, identifier, country: "DK", iban: null }) ?? [];
    });
    const ctx = db.context(tenant);
    const plan = planSuppliers(ctx, suppliers, []);
    await ctx.db.transaction((tx) => writeSuppliers(tx, plan));
    return plan;
  };
  const accounts = new Map<string, Promise<string>>();
  const withAccount = (tenant: TenantIdentity): Promise<string> => {
    const key = `${tenant.id} ${tenant.environment}`;
    const known = accounts.get(key) ?? account(tenant);
    accounts.set(key, known);
    return known;
  };
  const account = async (tenant: TenantIdentity): Promise<string> => {
    const supplier = observedSupplier({ name: "Fiktiv Konto", identifier: null, country: "DK", iban: null });
    const ctx = db.context(tenant);
    const plan = planSuppliers(ctx, supplier === null ? [] : [supplier], []);
    await ctx.db.transaction((tx) => writeSuppliers(tx, plan));
    for (let bills = 0; bills < 5; bills += 1) await addBill(db, tenant);
    return only(plan.supplier_ids);
  };
  return [
    [
      "$supply_id",
      async (tenant) => {
        made += 1;
        const identifier = { kind: "customer_number" as const, value: `demo${made}`, shown: `demo${made}` };
        const ctx = db.context(tenant);
        const plan = planSupplies(
          [{ identifiers: [identifier], commodity: "water", supplier_id: null, is_advance: false }],
          [],
          ctx.newId,
        );
        await ctx.db.transaction((tx) => writeSupplies(tx, plan));
        return only(plan.supply_ids.filter((id) => id !== null));
      },
    ],
    ["$supplier_with_account_id", withAccount],
    ["$linked_payment_id", async (tenant) => (await newPair(db, tenant)).payment_id],
    ["$purchase_link_decision_id", async (tenant) => await decided(db, tenant)],
    ["$supplier_identity_id", async (tenant) => only((await observed(tenant, [null])).supplier_ids)],
    [
      "$supplier_period_rule_id",
      async (tenant) => {
        const id = only((await observed(tenant, [null])).supplier_ids);
        const stated = { ...setSupplierPeriodRule.example.input, id };
        return ((await invoke(setSupplierPeriodRule, db.context(tenant), stated)) as { readonly id: string }).id;
      },
    ],
    [
      "$supplier_merge_id",
      async (tenant) => {
        const { merges } = await observed(tenant, [null, String(70_000_000 + made)]);
        return only(merges.map(({ id }) => id));
      },
    ],
  ];
}

const ACCOUNT_KEY = "name:fiktiv konto";
/** Each a day later than the one before. */
let billed = 0;

/** Another invoice of the supplier whose account is walked, as the register of purchases has it. */
export async function addBill(db: TestDatabase, tenant: TenantIdentity): Promise<void> {
  const ctx = db.context(tenant);
  billed += 1;
  const dated = new Date(Date.UTC(2026, 0, 1 + billed)).toISOString().slice(0, 10);
  const unknown = { number_key: null, since: null, supply: null, counted_by: null, matched_by: null, doubted_by: null };
  const amounts = { net: "100.00", gross: "125.00", currency: "DKK", dated };
  const names = { supplier_key: ACCOUNT_KEY, name_key: "fiktiv konto", words: "fiktiv konto" };
  const bill = { id: ctx.newId(), document_id: ctx.newId(), activity_ids: [ctx.newId()], source: "invoice" as const };
  await ctx.db.transaction((tx) =>
    insertPurchases(tx, [{ ...bill, ...unknown, ...amounts, ...names, state: "settled" as const }]),
  );
}

interface LinkedPair {
  readonly payment_id: string;
  readonly item_id: string;
}

/** A payment that is evidence of a bill. */
async function newPair(db: TestDatabase, tenant: TenantIdentity): Promise<LinkedPair> {
  const ctx = db.context(tenant);
  const unknown = { number_key: null, name_key: null, since: null, supply: null, matched_by: null, doubted_by: null };
  const money = { net: null, gross: "125.00", currency: "DKK", state: "settled" as const };
  const [payment_id, item_id] = [ctx.newId(), ctx.newId()];
  const row = (id: string, source: "bank" | "invoice", counted_by: string | null) => {
    const of = { id, source, counted_by, document_id: ctx.newId(), activity_ids: [] };
    return { ...unknown, ...money, ...of, supplier_key: null, words: "fiktivt par", dated: "2026-01-02" };
  };
  await ctx.db.transaction((tx) =>
    insertPurchases(tx, [row(item_id, "invoice", null), row(payment_id, "bank", item_id)]),
  );
  return { payment_id, item_id };
}

/** A decision about a new pair. */
async function decided(db: TestDatabase, tenant: TenantIdentity): Promise<string> {
  const { payment_id, item_id } = await newPair(db, tenant);
  const input = { ...decidePurchaseLink.example.input, payment_id, item_ids: [item_id] };
  const answer = (await invoke(decidePurchaseLink, db.context(tenant), input)) as {
    readonly decision: { readonly id: string };
  };
  return answer.decision.id;
}

function only([id]: readonly string[]): string {
  if (id === undefined) throw new Error("nothing was made");
  return id;
}
