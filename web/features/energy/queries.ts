import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../app/call.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { refreshCompany } from "../../app/refresh.ts";

export type Instrument = Operations["list_energy_instruments"]["output"]["items"][number];
export type InstrumentInput = Operations["register_energy_instrument"]["input"];
export type InstrumentChanges = Operations["correct_energy_instrument"]["input"]["changes"];
export type Cancellation = Operations["cancel_energy_instrument"]["input"]["cancellation"];
export type Allocation = Operations["allocate_energy_instruments"]["output"];
export type AllocationInput = Operations["allocate_energy_instruments"]["input"];

const PAGE = 50;
/** Runs that one look shows. */
const RUNS = 20;
/** A run of some thousand entries takes seconds. */
const RUN_MS = 1000;

/** Contracts and certificates, newest first: those of the register, or those that were withdrawn. */
export function useInstruments(company: string, is_withdrawn: boolean) {
  return useInfiniteQuery({
    queryKey: ["energy-instruments", company, is_withdrawn],
    queryFn: ({ pageParam }) =>
      call(company, "list_energy_instruments", {
        limit: PAGE,
        is_withdrawn,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
}

/** Registers, corrects, cancels and withdraws; what is shown of the company is asked for again. */
export function useRegister(company: string) {
  const queries = useQueryClient();
  const after = async (work: Promise<unknown>): Promise<void> => {
    await work;
    await refreshCompany(queries, company);
  };
  return {
    register: (input: InstrumentInput): Promise<void> => after(call(company, "register_energy_instrument", input)),
    correct: (input: Operations["correct_energy_instrument"]["input"]): Promise<void> =>
      after(call(company, "correct_energy_instrument", input)),
    cancel: (input: Operations["cancel_energy_instrument"]["input"]): Promise<void> =>
      after(call(company, "cancel_energy_instrument", input)),
    withdraw: (id: string, reason: string): Promise<void> =>
      after(call(company, "withdraw_energy_instrument", { id, reason })),
  };
}

/** Runs that allocated, newest first; asked for again while one is being applied. */
export function useRuns(company: string) {
  return useQuery({
    queryKey: ["energy-allocations", company],
    queryFn: async () => (await call(company, "list_energy_allocations", { limit: RUNS })).items,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === "preparing") === true ? RUN_MS : false,
  });
}

/** What of a year's electricity rests on the residual mix or the average of the grid, kg CO2e. */
export function useFallback(company: string, year: number) {
  return useQuery({
    queryKey: ["energy-fallback", company, year],
    queryFn: async () =>
      (await call(company, "get_emissions_summary", { from: `${year}-01-01`, to: `${year}-12-31` })).scope2,
  });
}

/** Previews an allocation, and asks for it; answers when it is applied or has failed. */
export function useAllocate(company: string) {
  const queries = useQueryClient();
  return {
    preview: async (input: AllocationInput): Promise<Allocation> =>
      await call(company, "allocate_energy_instruments", { ...input, dry_run: true }),
    apply: async (input: AllocationInput): Promise<Allocation> => {
      let run = await call(company, "allocate_energy_instruments", { ...input, dry_run: false });
      while (run.status === "preparing" && run.id !== null) {
        await new Promise((resolve) => setTimeout(resolve, RUN_MS));
        run = await call(company, "get_energy_allocation", { id: run.id });
      }
      await refreshCompany(queries, company);
      return run;
    },
  };
}
