export type { TenantRecord } from "./store.ts";
export {
  createTenant,
  findTenant,
  listTenants,
  namesakes,
  renameTenant,
  setPlan,
  type TenantAdmin,
} from "./tenants.ts";
