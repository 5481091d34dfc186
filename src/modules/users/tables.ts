import { local, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  users: local("accounts that belong to no company"),
  tenant_members: local("read by person, before it is chosen which company to work for"),
  consultant_members: local("read by person, before it is known who they work for"),
  user_sessions: local("a session is looked up by its digest before the person is known"),
  user_links: local("a link is looked up by its digest before the person is known"),
  user_recovery_codes: local("read while a person logs in"),
  login_attempts: local("counted by hash before it is known who asks"),
};

/** What others may read of them. */
export const VIEWS: OwnedTables = {
  account_holders: local("people, by whom OAuth clients are let in"),
  company_members: local("who works in which company"),
};
