import { join } from "node:path";
import type { TenantIdentity } from "../../core/context.ts";
import type { SourceAccess, SourceConnector } from "../../core/source-connector.ts";
import { isLocalHost } from "../outbound/foreign-socket.ts";
import { economicSource } from "./economic-source.ts";
import { folderSource } from "./folder-source.ts";
import { imapSource } from "./imap-source.ts";
import { s3Source } from "./s3-source.ts";
import { sftpSource } from "./sftp-source.ts";
import type { SourceWays } from "./source-ways.ts";

/** What the installation gives to sources; `folders` holds one directory per company. */
export interface SourceSettings extends Pick<SourceWays, "safeFetch" | "sockets" | "economic_url"> {
  readonly folders: string | undefined;
}

/**
 * Opens sources for companies. A company's folder is {folders}/{company id}/{live or sandbox}; no other one can be named.
 * Nothing is connected to before a connector's first use.
 */
export function sourceOpener({
  folders,
  ...settings
}: SourceSettings): (
  access: SourceAccess,
  tenant: Pick<TenantIdentity, "id" | "environment">,
  allow_loopback: boolean,
) => SourceConnector {
  return (access, { id, environment }, allow_loopback) => {
    const folder = folders === undefined ? null : join(folders, id, environment);
    return openSource(access, { ...settings, folder, allow_loopback });
  };
}

function openSource(access: SourceAccess, ways: SourceWays): SourceConnector {
  switch (access.kind) {
    case "folder":
      return folderSource(ways.folder, access.path);
    case "imap":
      return imapSource(access, ways);
    case "s3":
      return s3Source(access, ways);
    case "sftp":
      return sftpSource(access, ways);
    case "economic":
  }
  // The address is the operator's word, as are those of the machine's own network.
  return economicSource(access, { ...ways, allow_loopback: isLocalHost(new URL(ways.economic_url).hostname) });
}
