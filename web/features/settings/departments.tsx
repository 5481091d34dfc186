import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call, errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import { type Department, everyDepartment } from "../../parts/departments.ts";
import { typedIn } from "../../parts/form/fields.tsx";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault, Loading } from "../../parts/state.tsx";
import { DepartmentForm } from "./department-form.tsx";
import { ORGANISATION_TEXTS } from "./organisation-texts.ts";
import styles from "./settings.module.css";

/** The departments of the company, open ones first; who may change its settings creates, edits and closes them. */
export function Departments(): ReactNode {
  const company = useCompany();
  const texts = useTexts(ORGANISATION_TEXTS);
  const mayChange = useMay("tenant:write");
  const queries = useQueryClient();
  const [fault, setFault] = useState<Error | null>(null);
  const queryKey = ["departments", company.id];
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => openFirst(company.id) });
  /** Tells whether it was done, so that a form can keep what was typed. */
  const change = async (work: () => Promise<unknown>): Promise<boolean> => {
    setFault(null);
    try {
      await work();
      await queries.invalidateQueries({ queryKey });
      return true;
    } catch (cause) {
      setFault(errorOf(cause));
      return false;
    }
  };
  return (
    <section className="card stack" aria-labelledby="departments-title">
      <h2 id="departments-title">{texts.departments}</h2>
      <p className="soft">{texts.departments_hint}</p>
      {data === undefined && error === null ? <Loading /> : null}
      {error === null ? null : <Fault error={error} again={() => void refetch()} />}
      {fault === null ? null : <Fault error={fault} title={texts.not_changed} />}
      {data?.length === 0 ? <p>{texts.no_departments}</p> : null}
      <ul className={styles.years}>
        {data?.map((department) => (
          <li key={`${department.id} ${department.version}`}>
            <OneDepartment department={department} all={data} mayChange={mayChange} change={change} />
          </li>
        ))}
      </ul>
      {mayChange && data !== undefined ? (
        <DepartmentForm
          key={data.length}
          all={data}
          label={texts.create}
          send={async ({ name, code, parent_id }) =>
            await change(() =>
              call(company.id, "create_department", {
                name,
                ...(code === null ? {} : { code }),
                ...(parent_id === null ? {} : { parent_id }),
              }),
            )
          }
        />
      ) : null}
    </section>
  );
}

/** Those that take lines first. */
async function openFirst(company: string): Promise<Department[]> {
  const all = await everyDepartment(company);
  return all.toSorted((one, other) => Number(other.is_active) - Number(one.is_active));
}

interface OneDepartmentProps {
  readonly department: Department;
  readonly all: readonly Department[];
  readonly mayChange: boolean;
  readonly change: (work: () => Promise<unknown>) => Promise<boolean>;
}

function OneDepartment({ department, all, mayChange, change }: OneDepartmentProps): ReactNode {
  const company = useCompany();
  const texts = useTexts(ORGANISATION_TEXTS);
  const formats = useFormats();
  const [doing, setDoing] = useState<"edit" | "close" | "reopen" | null>(null);
  const { id, name, code, parent_id, closed_on, version } = department;
  const above = all.find((one) => one.id === parent_id)?.name;
  const turn = department.is_active ? "close" : "reopen";
  return (
    <>
      <p className={styles.year}>
        <strong>{name}</strong>
        <span className="soft">
          {[
            code,
            above === undefined ? null : `${texts.above} ${above}`,
            closed_on === null ? null : texts.closed(formats.day(closed_on)),
          ]
            .filter((part) => part !== null)
            .join(" · ")}
        </span>
      </p>
      {mayChange && doing === null ? (
        <p className={styles.year}>
          <button type="button" className="button quiet" onClick={() => setDoing("edit")}>
            {texts.edit} <span className="hidden">{name}</span>
          </button>
          <button type="button" className="button quiet" onClick={() => setDoing(turn)}>
            {texts[turn]} <span className="hidden">{name}</span>
          </button>
        </p>
      ) : null}
      {doing === "edit" ? (
        <DepartmentForm
          all={all.filter((one) => one.id !== id)}
          department={department}
          label={texts.save}
          cancel={() => setDoing(null)}
          send={({ reason, ...changes }) =>
            change(() => call(company.id, "update_department", { id, version, changes, reason }))
          }
        />
      ) : null}
      {doing === "close" || doing === "reopen" ? (
        <form
          className={styles.reason}
          onSubmit={(event) => {
            event.preventDefault();
            const reason = typedIn(new FormData(event.currentTarget), "reason");
            const operation = doing === "close" ? "close_department" : "reopen_department";
            void change(() => call(company.id, operation, { id, reason }));
          }}
        >
          <label>
            {texts.reason}
            <input name="reason" className="field" required maxLength={500} autoComplete="off" />
          </label>
          <OnlineButton type="submit" className="button">
            {texts[doing]}
          </OnlineButton>
          <button type="button" className="button plain" onClick={() => setDoing(null)}>
            {texts.cancel}
          </button>
        </form>
      ) : null}
    </>
  );
}
