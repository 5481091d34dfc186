import type { Command } from "./command.ts";
import {
  consultantCreate,
  consultantKeyCreate,
  consultantKeyRevoke,
  grantCreate,
  grantEnd,
} from "./commands/consultant.ts";
import { demoLoad } from "./commands/demo.ts";
import { documentsAdoptStore, documentsSeal } from "./commands/documents.ts";
import { factorsImport, importFiles } from "./commands/import.ts";
import { jobsList, jobsRetry } from "./commands/jobs.ts";
import { keyCreate, keyRevoke } from "./commands/key.ts";
import { legacyKeyCreate, legacyKeyRevoke } from "./commands/legacy-key.ts";
import { auditVerify, doctor, migratePlan } from "./commands/ledger.ts";
import { reportAttest, reportGenerate, reportList, reportVerify } from "./commands/report.ts";
import { reportRestore } from "./commands/report-restore.ts";
import { supplierAccept, supplierInvite, supplierList, supplierRevoke } from "./commands/supplier.ts";
import { tenantCreate, tenantList, tenantRename, tenantSetPlan } from "./commands/tenant.ts";
import {
  userCreate,
  userDisable,
  userDropSecondFactor,
  userEnable,
  userLink,
  userList,
  userRemove,
  userSetRole,
} from "./commands/user.ts";

/** Every operator command, in the order of the help. */
export const COMMANDS: readonly Command[] = [
  tenantCreate,
  tenantSetPlan,
  tenantRename,
  tenantList,
  userCreate,
  userList,
  userSetRole,
  userRemove,
  userDisable,
  userEnable,
  userLink,
  userDropSecondFactor,
  keyCreate,
  keyRevoke,
  legacyKeyCreate,
  legacyKeyRevoke,
  consultantCreate,
  consultantKeyCreate,
  consultantKeyRevoke,
  grantCreate,
  grantEnd,
  supplierList,
  supplierInvite,
  supplierAccept,
  supplierRevoke,
  reportList,
  reportGenerate,
  reportAttest,
  reportVerify,
  reportRestore,
  demoLoad,
  importFiles,
  factorsImport,
  auditVerify,
  doctor,
  documentsSeal,
  documentsAdoptStore,
  jobsList,
  jobsRetry,
  migratePlan,
];

/** The command whose words the arguments begin with, and the rest; undefined when there is none. */
export function findCommand(words: readonly string[]): { command: Command; rest: readonly string[] } | undefined {
  for (const command of COMMANDS) {
    const name = command.name.split(" ");
    if (name.every((word, index) => words[index] === word)) return { command, rest: words.slice(name.length) };
  }
  return undefined;
}
