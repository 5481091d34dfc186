export { type CostCentres, departmentOf, loadCostCentres } from "./cost-centres.ts";
export { departmentFilter } from "./department-filter.ts";
export { departmentExists, knownDepartments } from "./store.ts";
