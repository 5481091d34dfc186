import { join } from "node:path";
import type { TenantIdentity } from "../../core/context.ts";
import type { SourceAccess, SourceConnector } from "../../core/source-connector.ts";
import { isLocalHost } from "../outbound/egress-socket.ts";
import { economicSource } from "./economic-source.ts";
import { folderSource } from "./folder-source.ts";
import { imapSource } from "./imap-source.ts";
import { s3Source } from "./s3-source.ts";
import { sftpSource } from "./sftp-source.ts";
import type { SourceDependencies } from "./source-dependencies.ts";

/** What the installation gives to sources; `folders` holds one directory per company. */
export interface SourceSettings extends Pick<SourceDependencies, "safeFetch" | "sockets" | "economic_url"> {
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

function openSource(access: SourceAccess, dependencies: SourceDependencies): SourceConnector {
  switch (access.kind) {
    case "folder":
      return folderSource(dependencies.folder, access.path);
    case "imap":
      return imapSource(access, dependencies);
    case "s3":
      return s3Source(access, dependencies);
    case "sftp":
      return sftpSource(access, dependencies);
    case "economic":
  }
  // The address is the operator's word, as are those of the machine's own network.
  return economicSource(access, {
    ...dependencies,
    allow_loopback: isLocalHost(new URL(dependencies.economic_url).hostname),
  });
}
