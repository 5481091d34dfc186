/** What the page of people says; `notices` by what was done or by the code of a refusal. */
export const PEOPLE_TEXTS = {
  da: {
    title: "Personer",
    person: "Person",
    role: "Rolle",
    role_of: "Rolle for",
    last_login: "Sidste login",
    invited: "inviteret, har ikke logget ind",
    disabled: "lukket ude",
    save: "Gem",
    remind: "Send mail igen",
    remove: "Fjern",
    roles: { admin: "administrator", member: "medlem" },
    languages: { da: "dansk", en: "engelsk" },
    invite_title: "Invitér en person",
    invite_hint: "Personen får en mail. Har personen ingen adgangskode, er der et link, der virker i syv dage.",
    email: "E-mail",
    name: "Navn",
    language: "Sprog",
    invite: "Invitér",
    back: "Din konto",
    notices: {
      invited: "Personen har adgang, og en mail er sendt.",
      reminded: "Mailen er sendt igen.",
      role_set: "Rollen er ændret.",
      removed: "Personen har ikke adgang mere.",
      invalid_email: "Det er ikke en e-mail-adresse.",
      too_long: "Navnet må højst have 200 tegn.",
      invalid_text: "Navnet må kun være almindelige tegn.",
      member_exists: "Personen har allerede adgang. Ret rollen i listen.",
      last_admin: "Virksomheden skal have en administrator, der kan logge ind.",
      has_come: "Personen har logget ind og behøver ingen invitation.",
      too_many: "Der er sendt for mange mails. Vent en time, og prøv igen.",
      unknown: "Personen har ikke adgang til virksomheden mere.",
    },
  },
  en: {
    title: "People",
    person: "Person",
    role: "Role",
    role_of: "Role of",
    last_login: "Last login",
    invited: "invited, has not logged in",
    disabled: "shut out",
    save: "Save",
    remind: "Send mail again",
    remove: "Remove",
    roles: { admin: "administrator", member: "member" },
    languages: { da: "Danish", en: "English" },
    invite_title: "Invite a person",
    invite_hint: "The person gets a mail, with a link that works for seven days when there is no password yet.",
    email: "E-mail",
    name: "Name",
    language: "Language",
    invite: "Invite",
    back: "Your account",
    notices: {
      invited: "The person has access, and a mail was sent.",
      reminded: "The mail was sent again.",
      role_set: "The role is changed.",
      removed: "The person has no access any more.",
      invalid_email: "This is no e-mail address.",
      too_long: "The name may have at most 200 characters.",
      invalid_text: "The name may have ordinary characters only.",
      member_exists: "The person has access already. Change the role in the list.",
      last_admin: "The company needs an administrator who can log in.",
      has_come: "The person has logged in and needs no invitation.",
      too_many: "Too many mails were sent. Wait an hour, then try again.",
      unknown: "The person has no access to the company any more.",
    },
  },
} as const;

type NoticeText = keyof (typeof PEOPLE_TEXTS)["en"]["notices"];

/** Something that was done, or a refusal. */
export interface PeopleNotice {
  readonly kind: "done" | "refused";
  readonly text: NoticeText;
}

const DONE: readonly NoticeText[] = ["invited", "reminded", "role_set", "removed"];
const REFUSED: readonly NoticeText[] = [
  "invalid_email",
  "too_long",
  "invalid_text",
  "member_exists",
  "last_admin",
  "has_come",
];

/** The notice of something that was done, as an address names it. */
export function doneNotice(name: string | null): PeopleNotice | null {
  const text = DONE.find((known) => known === name);
  return text === undefined ? null : { kind: "done", text };
}

/** The notice of a refusal by its code; null: there is none for it. */
export function refusalNotice(code: string): PeopleNotice | null {
  const text = REFUSED.find((known) => known === code);
  return text === undefined ? null : { kind: "refused", text };
}
