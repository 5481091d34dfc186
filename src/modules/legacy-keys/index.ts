export { legacyKeyResolver } from "./credential.ts";
export { mintLegacyKey, revokeLegacyKey } from "./legacy-key.ts";
