export type { TenantRecord } from "./store.ts";
export {
  createTenant,
  findAnyTenant,
  findTenant,
  listTenants,
  namesakes,
  renameTenant,
  setPlan,
  type TenantAdmin,
} from "./tenants.ts";
