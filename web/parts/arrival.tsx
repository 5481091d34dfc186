import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call, Refusal } from "../app/call.ts";
import { useCompany } from "../app/company.tsx";
import { Fault } from "./state.tsx";

/** How many documents the plan has left: asked by screens that send, and what tells them whether the service answers at all. */
export function useQuota() {
  const company = useCompany();
  return useQuery({ queryKey: ["quota", company.id], queryFn: () => call(company.id, "get_quota_status", {}) });
}

interface ArrivalProps {
  readonly quota: Pick<ReturnType<typeof useQuota>, "error" | "refetch">;
  /** What follows from it where the service just does not answer. */
  readonly unsure: string;
}

/** On a screen that asks for nothing until something is sent: what would keep it from arriving, told before it is filled in. */
export function Arrival({ quota: { error, refetch }, unsure }: ArrivalProps): ReactNode {
  if (error === null) return null;
  const again = (): void => void refetch();
  return isRefused(error) ? (
    <Fault error={error} again={again} />
  ) : (
    <Fault error={error} title={unsure} again={again} />
  );
}

/** Whether the service would take nothing from this person now, whatever is sent: the login has ended, or the plan does not have it. */
export function isRefused(error: Error | null): boolean {
  return error instanceof Refusal && (error.status === 401 || error.status === 403);
}
