import type { TenantDb, TenantTransaction } from "../../core/context.ts";
import type { ClaimContext } from "./claim-request.ts";
import { leaseEnd, RENEWAL_MS } from "./lease.ts";
import { inProgress } from "./refusals.ts";
import { deleteClaim, holdLease, type LeaseRow, markBegun, renewLease, writeAnswer } from "./store.ts";

/** How a transaction ends whose work is done. */
type Ending =
  | { readonly kind: "answered"; readonly sealed: Uint8Array }
  | { readonly kind: "continued" }
  | { readonly kind: "undone" };

/** A transaction that has done its work and is not committed yet. */
interface OpenTransaction {
  readonly tx: TenantTransaction;
  end(ending: Ending): Promise<void>;
}

/** Thrown inside of a transaction to roll it back; nobody else sees it. */
const UNDONE = Symbol("undone");

/**
 * The work of a claimed request. Its last transaction stays open until the answer is known and is committed together with
 * it: there is no moment at which the effect is there and the answer is not. A transaction after which another one
 * follows is committed with a mark, and from then on the request is never done again.
 */
export class ClaimedWork {
  readonly #ctx: ClaimContext;
  readonly #held: LeaseRow;
  readonly #renewal: NodeJS.Timeout;
  readonly #onError: (error: unknown) => void;
  #open: OpenTransaction | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  /** `onError` is told when a sign of life could not be given, or an answer without an effect could not be kept. */
  constructor(ctx: ClaimContext, held: LeaseRow, onError: (error: unknown) => void) {
    this.#ctx = ctx;
    this.#held = held;
    this.#onError = onError;
    this.#renewal = setInterval(() => {
      ctx.db.transaction((tx) => renewLease(tx, held, leaseEnd(ctx.clock))).catch(onError);
    }, RENEWAL_MS).unref();
  }

  /** The database of the work. After a transaction it reads what that one wrote, although it is not committed yet. */
  readonly db: TenantDb = {
    rows: (statement, parameters) => (this.#open?.tx ?? this.#ctx.db).rows(statement, parameters),
    textRows: (statement, parameters) => (this.#open?.tx ?? this.#ctx.db).textRows(statement, parameters),
    readOnly: (work) => (this.#open === null ? this.#ctx.db.readOnly(work) : work(this.#open.tx)),
    transaction: (work) => {
      const mine = this.#turn.then(() => this.#transact(work));
      // The next one waits for this one, however it ends.
      this.#turn = mine.catch(() => undefined);
      return mine;
    },
  };

  /**
   * Ends the claim with the answer that repetitions get for 24 hours, in the transaction of the effect.
   * @throws what the commit throws: then the last transaction has no effect.
   */
  async answer(sealed: Uint8Array): Promise<void> {
    clearInterval(this.#renewal);
    if (this.#open !== null) return await this.#end({ kind: "answered", sealed });
    // Nothing waits to be committed: that the answer cannot be kept is not the caller's concern.
    await this.#ctx.db.transaction((tx) => writeAnswer(tx, this.#held, sealed)).catch(this.#onError);
  }

  /**
   * Ends a claim whose request failed: the open transaction is rolled back, and the request can be made again as if it had
   * not been made. Where an earlier transaction was committed it cannot.
   */
  async release(): Promise<void> {
    clearInterval(this.#renewal);
    await this.#end({ kind: "undone" });
    await this.#ctx.db.transaction((tx) => deleteClaim(tx, this.#held));
  }

  /** Resolves when the work inside is done; the transaction then waits for its ending. */
  async #transact<T>(work: (tx: TenantTransaction) => Promise<T>): Promise<T> {
    await this.#end({ kind: "continued" });
    return await new Promise<T>((resolve, reject) => {
      const committed = this.#ctx.db.transaction(async (tx) => {
        if (!(await holdLease(tx, this.#held))) throw inProgress(1);
        const result = await work(tx);
        const ending = new Promise<Ending>((endWith) => {
          this.#open = {
            tx,
            end: (how) => {
              endWith(how);
              return committed;
            },
          };
        });
        resolve(result);
        await this.#finish(tx, await ending);
      });
      // Before the work is done this is its failure; afterwards whoever ends the transaction hears of it.
      committed.catch(reject);
    });
  }

  async #finish(tx: TenantTransaction, ending: Ending): Promise<void> {
    if (ending.kind === "undone") throw UNDONE;
    if (ending.kind === "continued") return await markBegun(tx, this.#held, leaseEnd(this.#ctx.clock));
    await writeAnswer(tx, this.#held, ending.sealed);
  }

  async #end(ending: Ending): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.end(ending).catch((error: unknown) => {
      if (error !== UNDONE) throw error;
    });
  }
}
