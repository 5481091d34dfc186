import type { NewId, SystemDb } from "../../core/context.ts";
import { statement } from "../../core/statement.ts";
import { startInterval } from "../interval.ts";

const BEAT_MS = 5_000;

// By the database's clock, which is the same for all. Three beats missed: the process is gone.
const BEAT = statement(`
  with beat as (
    insert into service_processes (id, seen_at) values ($1, clock_timestamp())
    on conflict (id) do update set seen_at = excluded.seen_at
    returning id)
  select count(*)::int as others from service_processes
  where id <> $1 and seen_at > clock_timestamp() - interval '15 seconds'
  order by 1 limit 1`);

const LEAVE = statement(`
  delete from service_processes where id = $1 or seen_at < clock_timestamp() - interval '1 day'`);

/** Which processes serve requests on this database. */
export interface Presence {
  /** Whether this was the only one when the database was last asked, five seconds ago at most while it answers. */
  isAlone(): boolean;
  end(): Promise<void>;
}

export interface PresenceDeps {
  readonly system: SystemDb;
  readonly newId: NewId;
  /** Told of signs of life that could not be given. */
  readonly onError: (error: unknown) => void;
}

/** Makes this process known, and looks who else is there, before it resolves and every five seconds from then on. */
export async function announceProcess({ system, newId, onError }: PresenceDeps): Promise<Presence> {
  const id = newId();
  let isAlone = false;
  const beat = async (): Promise<void> => {
    const [row] = await system.rows<{ others: number }>(BEAT, [id]);
    isAlone = row?.others === 0;
  };
  await beat();
  const beating = startInterval(BEAT_MS, () => beat().catch(onError));
  return {
    isAlone: () => isAlone,
    async end() {
      await beating.end();
      await system.rows(LEAVE, [id]).catch(onError);
    },
  };
}
