import { hash, verify } from "@node-rs/argon2";
import { concurrencyLimit } from "../core/concurrency-limit.ts";

/** The package's number of argon2id; its enum exists in types only. */
const ARGON2ID = 2;
/** argon2id, 64 MiB, 3 passes, 1 lane: above OWASP's floor (19 MiB, 2 passes); about 50 ms and 64 MiB for each. */
const PARAMETERS = { algorithm: ARGON2ID, memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 } as const;

/** Each hash takes 64 MiB while it runs: more at once would be a memory lever for whoever posts to the login form. */
const AT_ONCE = 4;
/** More than this many waiting are some seconds of work: whoever comes then is told to come back. */
const WAITING_MAX = 100;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  verify(hash: string | null, password: string): Promise<boolean>;
  isBusy(): boolean;
}

/** The package's two functions. */
export interface Argon2 {
  readonly hash: typeof hash;
  readonly verify: typeof verify;
}

/** Passwords are compared in Unicode NFKC, so that two keyboards give the same one (NIST SP 800-63B 5.1.1.2). */
export function passwordHasher(argon2: Argon2 = { hash, verify }): PasswordHasher {
  const slot = concurrencyLimit(AT_ONCE);
  let unfinished = 0;
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    unfinished += 1;
    try {
      return await slot(work);
    } finally {
      unfinished -= 1;
    }
  };
  const hashOf = (password: string) => argon2.hash(password.normalize("NFKC"), PARAMETERS);
  let decoy: Promise<string> | null = null;
  return {
    hash: (password) => inTurn(() => hashOf(password)),
    async verify(phc, password) {
      const isRight = await inTurn(async () => {
        // Made with the parameters of this moment, so that an unknown account costs what a known one does.
        decoy ??= hashOf("no account has this password").catch((error: unknown) => {
          decoy = null;
          throw error;
        });
        const decoyHash = await decoy;
        return await argon2.verify(phc ?? decoyHash, password.normalize("NFKC")).catch(() => false);
      });
      return phc !== null && isRight;
    },
    isBusy: () => unfinished >= AT_ONCE + WAITING_MAX,
  };
}
