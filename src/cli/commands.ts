import type { Command } from "./command.ts";
import { certificatesSettle } from "./commands/certificates.ts";
import { checkConfig } from "./commands/check-config.ts";
import { backup, backupList, backupVerify } from "./commands/backup.ts";
import {
  consultantCreate,
  consultantKeyCreate,
  consultantKeyRevoke,
  grantCreate,
  grantEnd,
} from "./commands/consultant.ts";
import { demoLoad } from "./commands/demo.ts";
import { documentsAdoptStore, documentsSeal } from "./commands/documents.ts";
import { factorsImport, factorsVerify, importFiles } from "./commands/import.ts";
import { jobsList, jobsRetry } from "./commands/jobs.ts";
import { keyCreate, keyRevoke } from "./commands/key.ts";
import { legacyKeyCreate, legacyKeyRevoke } from "./commands/legacy-key.ts";
import { auditVerify, doctor, migratePlan } from "./commands/ledger.ts";
import { mailTest } from "./commands/mail-test.ts";
import { factorsFetch } from "./commands/reference-data.ts";
import { reportAttest, reportGenerate, reportList, reportVerify } from "./commands/report.ts";
import { reportRestore } from "./commands/report-restore.ts";
import { restore } from "./commands/restore.ts";
import { start } from "./commands/start.ts";
import { supplierAccept, supplierInvite, supplierList, supplierRevoke } from "./commands/supplier.ts";
import { sandboxReset, tenantErase } from "./commands/tenant-erase.ts";
import { tenantImport } from "./commands/tenant-import.ts";
import { tenantExport } from "./commands/tenant-export.ts";
import { tenantCreate, tenantList, tenantRename, tenantSetPlan } from "./commands/tenant.ts";
import { usage } from "./commands/usage.ts";
import { userErase } from "./commands/user-erase.ts";
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
import { version } from "./commands/version.ts";

/** Commands that serve one purpose, as help and README show them together. */
export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** Every operator command, in the order of the help. */
export const COMMAND_GROUPS: readonly CommandGroup[] = [
  { title: "The service", commands: [start, checkConfig, mailTest, version] },
  {
    title: "Database and documents",
    commands: [migratePlan, doctor, auditVerify, jobsList, jobsRetry, documentsSeal, documentsAdoptStore],
  },
  { title: "Backup and restore", commands: [backupList, backupVerify, backup, restore] },
  { title: "Companies", commands: [tenantCreate, tenantSetPlan, tenantRename, tenantList, usage] },
  { title: "Offboarding", commands: [tenantExport, tenantImport, tenantErase, userErase, sandboxReset] },
  {
    title: "People",
    commands: [userCreate, userList, userSetRole, userRemove, userDisable, userEnable, userLink, userDropSecondFactor],
  },
  { title: "Keys", commands: [keyCreate, keyRevoke, legacyKeyCreate, legacyKeyRevoke] },
  {
    title: "Consultants",
    commands: [consultantCreate, consultantKeyCreate, consultantKeyRevoke, grantCreate, grantEnd],
  },
  { title: "Suppliers", commands: [supplierList, supplierInvite, supplierAccept, supplierRevoke] },
  {
    title: "Documents, factors and the demo company",
    commands: [importFiles, factorsImport, factorsFetch, factorsVerify, certificatesSettle, demoLoad],
  },
  { title: "Reports", commands: [reportList, reportGenerate, reportAttest, reportVerify, reportRestore] },
];

/** Every operator command, in the order of the help. */
export const COMMANDS: readonly Command[] = COMMAND_GROUPS.flatMap(({ commands }) => commands);

/** The command whose words the arguments begin with, and the rest; undefined when there is none. */
export function findCommand(words: readonly string[]): { command: Command; rest: readonly string[] } | undefined {
  for (const command of COMMANDS) {
    const name = command.name.split(" ");
    if (name.every((word, index) => words[index] === word)) return { command, rest: words.slice(name.length) };
  }
  return undefined;
}

/** Commands whose first words these are; none for no words. */
export function commandsBeginningWith(words: readonly string[]): readonly Command[] {
  if (words.length === 0) return [];
  return COMMANDS.filter(({ name }) => {
    const nameWords = name.split(" ");
    return words.every((word, index) => nameWords[index] === word);
  });
}
