export { apiKeyResolver } from "./credential.ts";
export { isApiKeyText, keyDigest, mintKeyText } from "./key-text.ts";
export { type ApiKeyRequest, mintApiKey, type MintContext } from "./mint-api-key.ts";
export { keyOf, revokeKey } from "./revoke-api-key.ts";
