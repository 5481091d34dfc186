export type { TenantRecord } from "./store.ts";
export { createTenant, findTenant, listTenants, setPlan, type TenantAdmin } from "./tenants.ts";
