export { quotaByMonth } from "./store-usage.ts";
export { quotaPeriod } from "./quota.ts";
export { releaseQuota, reserveQuota } from "./reserve-quota.ts";
