export { type CostCentres, departmentOf, loadCostCentres } from "./cost-centres.ts";
export { departmentExists } from "./store.ts";
