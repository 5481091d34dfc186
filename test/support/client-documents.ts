import type { Socket } from "node:net";
import type { SafeFetch } from "../../src/platform/outbound/safe-fetch-types.ts";
import { testAuthority } from "./certificates.ts";
import { forwardProxy } from "./forward-proxy.ts";
import { answered, type HostileReceiver, hostileReceiver } from "./hostile-receiver.ts";
import { authorizePath, pkce } from "./oauth-client.ts";
import { type OAuthSite, oauthSite } from "./oauth-site.ts";
import { outboundWith } from "./outbound.ts";
import { temporaryFile } from "./temporary-file.ts";

export const DOCUMENT_HOST = "assistant.client.dev";
/** The same server under a name of which a label is known to race. */
export const RACING_HOST = "claude.client.dev";
export const DOCUMENT_REDIRECT = `https://${DOCUMENT_HOST}/callback`;

/** A host of client metadata documents that says what a test wants, and the service's own way to it. */
export interface DocumentHost {
  readonly safe_fetch: SafeFetch;
  readonly receiver: HostileReceiver;
  /** What the host does with requests for a path, from now on; unknown paths are 404. */
  serve(path: string, behaviour: (socket: Socket) => void): void;
  /** The same for an ordinary document; members that are given replace the ordinary ones. Answers with its address. */
  publish(path: string, members?: Readonly<Record<string, unknown>>, headers?: readonly string[]): string;
  /** Requests for a path so far. */
  asked(path: string): number;
  close(): Promise<void>;
}

export const JSON_TYPE = "content-type: application/json";

/** The service reaches the host through a forward proxy, since no test has a public address; TLS is real. */
export async function documentHost(): Promise<DocumentHost> {
  const authority = testAuthority();
  const behaviours = new Map<string, (socket: Socket) => void>();
  const receiver = await hostileReceiver(
    (socket, request) => {
      const path = request.split(" ")[1] ?? "";
      const behaviour = behaviours.get(path) ?? ((one) => void one.write(answered("404 Not Found", "")));
      behaviour(socket);
    },
    { tls: authority.issue({ names: [DOCUMENT_HOST, RACING_HOST] }), host: DOCUMENT_HOST },
  );
  const proxy = await forwardProxy();
  proxy.answerWith({ port: receiver.port });
  const safe_fetch = outboundWith({
    extra_ca_file: temporaryFile("ca.pem", authority.cert),
    proxy_url: proxy.url,
  });
  const serve: DocumentHost["serve"] = (path, behaviour) => void behaviours.set(path, behaviour);
  return {
    safe_fetch,
    receiver,
    serve,
    publish(path, members = {}, headers = []) {
      const address = `https://${DOCUMENT_HOST}${path}`;
      const document = {
        client_id: address,
        client_name: "Documented assistant",
        redirect_uris: [DOCUMENT_REDIRECT],
        token_endpoint_auth_method: "none",
        ...members,
      };
      serve(path, (socket) => void socket.write(answered("200 OK", JSON.stringify(document), [JSON_TYPE, ...headers])));
      return address;
    },
    asked: (path) => receiver.requests.filter((request) => request.startsWith(`GET ${path} `)).length,
    async close() {
      await safe_fetch.close();
      await proxy.close();
      await receiver.close();
    },
  };
}

/** A company whose programs are known by what the host says of them. */
export interface DocumentSite extends OAuthSite {
  readonly host: DocumentHost;
}

export async function documentSite(): Promise<DocumentSite> {
  const host = await documentHost();
  const site = await oauthSite({ safe_fetch: host.safe_fetch });
  return {
    ...site,
    host,
    async close() {
      await site.close();
      await host.close();
    },
  };
}

/** An authorization request of a documented program. */
export function askingAs(client_id: string, redirect_uri = DOCUMENT_REDIRECT): string {
  return authorizePath({ client_id, challenge: pkce().challenge, redirect_uri });
}

/** Asks in a minute of its own: "consent", or status and text of our own page that says why not. */
export async function verdict({ app, admin }: OAuthSite, client_id: string, redirect_uri?: string): Promise<string> {
  app.db.clock.advance(61);
  const { status, headers, text } = await admin.get(askingAs(client_id, redirect_uri));
  if (headers["location"]?.startsWith("/oauth/consent?") === true) return "consent";
  return `${status} ${/<code>([^<]*)<\/code>/.exec(text)?.[1] ?? headers["location"]}`;
}
