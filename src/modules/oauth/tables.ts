import { local, type OwnedTables } from "../../core/owned-tables.ts";

/** What this part of the house alone writes. */
export const TABLES: OwnedTables = {
  oauth_clients: local("programs that belong to no company"),
  oauth_client_documents: local("published descriptions of programs that belong to no company"),
  oauth_requests: local("a request waits before it is known for which company"),
  oauth_grants: local("looked up by id when a token is used, before the company is known"),
  oauth_tokens: local("a token is looked up by its digest before the company is known"),
};
