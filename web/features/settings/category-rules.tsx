import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call, errorOf } from "../../app/call.ts";
import { useCompany, useMay } from "../../app/company.tsx";
import { everyItem } from "../../app/every-item.ts";
import { useFormats, useTexts } from "../../app/language.ts";
import type { Operations } from "../../app/operations.gen.ts";
import { useCategoryName } from "../../parts/category/categories.ts";
import { useActorName } from "../../parts/happening/actor-name.ts";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault, Loading } from "../../parts/state.tsx";
import { AddRule } from "./add-rule.tsx";
import { ORGANISATION_TEXTS } from "./organisation-texts.ts";
import styles from "./settings.module.css";

type Rule = Operations["list_category_rules"]["output"]["items"][number];

/** The company's own rules for categories, in the order in which they are tried. */
export function CategoryRules(): ReactNode {
  const company = useCompany();
  const texts = useTexts(ORGANISATION_TEXTS);
  const actorOf = useActorName();
  const formats = useFormats();
  const nameOf = useCategoryName(company.id);
  const mayChange = useMay("activities:write");
  const queries = useQueryClient();
  const [fault, setFault] = useState<Error | null>(null);
  const queryKey = ["category-rules", company.id];
  const { data, error, refetch } = useQuery({ queryKey, queryFn: () => everyRule(company.id) });
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
    <section className="card stack" aria-labelledby="rules-title">
      <h2 id="rules-title">{texts.rules}</h2>
      <p className="soft">{texts.rules_hint}</p>
      {data === undefined && error === null ? <Loading /> : null}
      {error === null ? null : <Fault error={error} again={() => void refetch()} />}
      {fault === null ? null : <Fault error={fault} title={texts.not_changed} />}
      {data?.length === 0 ? <p>{texts.no_rules}</p> : null}
      <ul className={styles.years}>
        {data?.map((rule) => (
          <li key={rule.id}>
            <p className={styles.year}>
              <strong>{nameOf(rule.category_key)}</strong>
              <span>{conditionsOf(rule, texts)}</span>
              <span className="soft">
                {texts.made_by(
                  actorOf({ actor: rule.created_by, actor_name: rule.created_by_name }),
                  formats.day(rule.created_at),
                )}
              </span>
            </p>
            {mayChange ? (
              <OnlineButton
                type="button"
                className="button quiet"
                onClick={() => void change(() => call(company.id, "delete_category_rule", { id: rule.id }))}
              >
                {texts.remove} <span className="hidden">{nameOf(rule.category_key)}</span>
              </OnlineButton>
            ) : null}
          </li>
        ))}
      </ul>
      {mayChange ? (
        <AddRule key={data?.length ?? 0} add={(rule) => change(() => call(company.id, "create_category_rule", rule))} />
      ) : null}
    </section>
  );
}

/** A supplier is kept as the number or the name by which it is recognised. */
function conditionsOf(
  { supplier_key, gl_account, text_contains }: Rule,
  texts: { readonly supplier: string; readonly account: string; readonly contains: string },
): string {
  const conditions = [
    supplier_key === null ? null : `${texts.supplier}: ${supplier_key.replace(/^[a-z]+:/, "")}`,
    gl_account === null ? null : `${texts.account}: ${gl_account}`,
    text_contains === null ? null : `${texts.contains}: ${text_contains}`,
  ];
  return conditions.filter((condition) => condition !== null).join(" · ");
}

/** All of them, at most 500, the one that is tried first at the top. */
async function everyRule(company: string): Promise<Rule[]> {
  const all: Rule[] = await everyItem((cursor) => call(company, "list_category_rules", { limit: 200, ...cursor }));
  return all.toSorted((one, other) => one.position - other.position);
}
