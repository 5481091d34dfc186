export { answerAddress, keepRequest, type Requester, requesterOf } from "./authorize.ts";
export { AUTH_METHODS, isDocumentAddress } from "./client.ts";
export { pruneOAuth } from "./prune-oauth.ts";
export {
  type Approval,
  approveRequest,
  type ConsentView,
  consentView,
  type Decider,
  type Decision,
  denyRequest,
} from "./consent.ts";
export { accessTokenResolver } from "./credential.ts";
export { connectedAssistants, endConnection } from "./connected-assistants.ts";
export { exchangeCode } from "./exchange-code.ts";
export type { TokenAnswer } from "./issue-tokens.ts";
export { OAuthError, type OAuthErrorCode } from "./oauth-error.ts";
export type { FetchedDocument, OAuthPorts } from "./oauth-ports.ts";
export { isGrantable, READ_SCOPES, WRITE_SCOPES } from "./oauth-scopes.ts";
export { assertNoneTwice, single } from "./parameters.ts";
export { refreshTokens } from "./refresh-tokens.ts";
export { type ClientRegistration, registerClient } from "./register-client.ts";
export { MCP_PATH } from "./resource.ts";
export { revokeToken } from "./revoke-token.ts";
export { type ConnectedAssistant, endGrantsOf } from "./store-grants.ts";
