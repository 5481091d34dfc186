import { type ReactNode, useState } from "react";
import { errorOf } from "../../app/call.ts";
import { useCompany } from "../../app/company.tsx";
import { useFormats, useTexts } from "../../app/language.ts";
import styles from "../../parts/form/form.module.css";
import { OnlineButton } from "../../parts/online-button.tsx";
import { Fault } from "../../parts/state.tsx";
import { type ReleasesOfYear, useReleaseDecisions } from "./queries.ts";
import { FACTOR_RELEASES_TEXTS } from "./texts.ts";

/** The releases of a year by subject; newer ones are chosen and calculated before anything changes. */
export function PreviewForm({ releases }: { readonly releases: ReleasesOfYear }): ReactNode {
  const company = useCompany();
  const texts = useTexts(FACTOR_RELEASES_TEXTS);
  const formats = useFormats();
  const { preview } = useReleaseDecisions(company.id);
  const [fault, setFault] = useState<Error | null>(null);
  const [isWorking, setWorking] = useState(false);
  const { period, subjects } = releases;
  const choosable = subjects.filter(
    ({ is_newest, imports, importable }) => !is_newest || imports.length + importable.length > 0,
  );
  const ask = (form: FormData): void => {
    const chosen = new Set(form.getAll("subject").map(String));
    const ticked = form.getAll("edition").map(String);
    setFault(null);
    setWorking(true);
    const asked = choosable.flatMap((one) => {
      const { subject } = one;
      const imports = [...one.imports, ...one.importable].filter((edition) => ticked.includes(`${subject} ${edition}`));
      const isOther =
        imports.length !== one.imports.length || imports.some((edition) => !one.imports.includes(edition));
      const release = chosen.has(subject) ? one.newest_release : one.release;
      return release === one.release && !isOther ? [] : [{ subject, release, imports }];
    });
    if (asked.length === 0) {
      setWorking(false);
      setFault(new Error(texts.nothing_chosen));
      return;
    }
    preview(period.to, asked)
      .catch((cause: unknown) => setFault(errorOf(cause)))
      .finally(() => setWorking(false));
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        ask(new FormData(event.currentTarget));
      }}
    >
      <div className={styles.sheet}>
        <table>
          <caption className="hidden">{texts.title}</caption>
          <thead>
            <tr>
              <th scope="col">{texts.subject}</th>
              <th scope="col">{texts.in_force}</th>
              <th scope="col">{texts.newest}</th>
            </tr>
          </thead>
          <tbody>
            {subjects.map(({ subject, release, in_force_since, newest_release, is_newest }) => (
              <tr key={subject}>
                <th scope="row">{texts.subjects[subject] ?? subject}</th>
                <td>
                  {release}{" "}
                  <span className="soft">
                    {in_force_since === null ? texts.not_begun : texts.since(formats.day(in_force_since))}
                  </span>
                </td>
                <td>
                  {is_newest ? (
                    newest_release
                  ) : (
                    <label>
                      <input type="checkbox" name="subject" value={subject} defaultChecked />{" "}
                      <span className="hidden">{texts.adopt(texts.subjects[subject] ?? subject, newest_release)}</span>
                      <span aria-hidden="true">{newest_release}</span>
                    </label>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {subjects.map(({ subject, imports, importable }) =>
        imports.length + importable.length === 0 ? null : (
          <fieldset key={subject}>
            <legend>{texts.imported(texts.subjects[subject] ?? subject)}</legend>
            <p className="soft">{texts.imported_hint}</p>
            {[...imports, ...importable].map((edition) => (
              <label key={edition}>
                <input
                  type="checkbox"
                  name="edition"
                  value={`${subject} ${edition}`}
                  defaultChecked={imports.includes(edition)}
                />{" "}
                {edition.replace("@", ": ")}
              </label>
            ))}
          </fieldset>
        ),
      )}
      {choosable.length === 0 ? (
        <p>{texts.is_newest}</p>
      ) : (
        <p>
          <OnlineButton type="submit" className="button" disabled={isWorking}>
            {texts.preview}
          </OnlineButton>
        </p>
      )}
      <p role="status">{isWorking ? texts.working : ""}</p>
      {fault === null ? null : <Fault error={fault} title={texts.not_previewed} words={texts.refusals} />}
    </form>
  );
}
