export { assertTakesActivities, closedDepartment } from "./activity-department.ts";
export { closedDepartmentOf, type CostCentres, departmentOf, loadCostCentres } from "./cost-centres.ts";
export { departmentFilter } from "./department-filter.ts";
export { knownDepartments } from "./store.ts";
