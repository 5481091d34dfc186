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
    new_link: "Nyt link",
    new_password: "Ny adgangskode",
    remove: "Fjern",
    remove_title: "Fjern en person",
    remove_of: "fra",
    remove_means: [
      "Personen kan ikke længere se eller ændre noget i virksomheden, fra den næste side af.",
      "Assistenter, som personen har forbundet til virksomheden, mister adgangen.",
      "Kontoen og adgangen til andre virksomheder bliver.",
      "Det, personen har lavet, bliver, og revisionssporet fortæller, hvem der fjernede personen.",
    ],
    remove_self: "Det er dig selv: du mister adgangen til virksomheden med det samme.",
    keep: "Fortryd",
    way_in_title: "Giv personen adgangen",
    link_shown: {
      invitation:
        "Der er ingen mailserver her, så ingen mail er sendt. Giv personen dette link selv. Det virker én gang og i syv dage, " +
        "og personen vælger sin adgangskode med det:",
      password_reset:
        "Der er ingen mailserver her, så ingen mail er sendt. Giv personen dette link selv. Det virker én gang og i en time, " +
        "og personen vælger en ny adgangskode med det:",
    },
    link_once: "Linket vises kun nu. Den, der har det, kan tage kontoen: giv det kun til personen selv.",
    login_at: "Der er ingen mailserver her, så ingen mail er sendt. Sig til personen, at der logges ind her:",
    login_else:
      "Har personen ingen adgangskode endnu, kan den, der driver tjenesten, lave et link (user link). Du får det ikke vist, " +
      "fordi kontoen også bruges andre steder.",
    roles: { admin: "administrator", editor: "bogholder", reader: "læser", auditor: "revisor" },
    roles_hint:
      "En bogholder indlæser og afgør, en læser ser kun, en revisor ser også revisionssporet og kan attestere rapporter. En " +
      "administrator kan alt og styrer personer.",
    ends_on: "Sidste dag (kan udelades)",
    ends_on_of: "Sidste dag for",
    languages: { da: "dansk", en: "engelsk" },
    invite_title: "Invitér en person",
    invite_hint: "Personen får en mail. Har personen ingen adgangskode, er der et link, der virker i syv dage.",
    invite_hint_no_mail:
      "Der er ingen mailserver her: du får et link vist, som du selv giver personen. Det virker i syv dage.",
    email: "E-mail",
    name: "Navn",
    language: "Sprog",
    invite: "Invitér",
    back: "Din konto",
    notices: {
      invited:
        "Personen har adgang, og en mail bliver sendt. Kommer den ikke, så vælg Send mail igen, eller bed den, der driver " +
        "tjenesten, om et link (user link).",
      reminded: "Mailen bliver sendt igen. Kommer den ikke, kan den, der driver tjenesten, lave et link (user link).",
      role_set: "Rollen er ændret.",
      removed: "Personen har ikke adgang mere.",
      invalid_day: "Skriv sidste dag som en dato.",
      not_for_admin: "En administrators rolle har ingen sidste dag. Vælg en anden rolle, eller fjern datoen.",
      invalid_email: "Det er ikke en e-mail-adresse.",
      too_long: "Navnet må højst have 200 tegn.",
      invalid_text: "Navnet må kun være almindelige tegn.",
      member_exists: "Personen har allerede adgang. Ret rollen i listen.",
      last_admin: "Virksomheden skal have en administrator, der kan logge ind.",
      has_come: "Personen har logget ind og behøver ingen invitation.",
      too_many: "Der er sendt for mange mails. Vent en time, og prøv igen.",
      unknown: "Personen har ikke adgang til virksomheden mere.",
      has_mail: "Personen får selv et link tilsendt ved at vælge Glemt adgangskode på siden, hvor man logger ind.",
      own_password: "Din egen adgangskode skifter du ikke her. Bed en anden administrator om et link.",
      is_disabled: "Personen er lukket ude af den, der driver tjenesten.",
      not_come: "Personen har ingen adgangskode endnu. Vælg Nyt link.",
      elsewhere: "Kontoen bruges også andre steder. Den, der driver tjenesten, kan lave et link (user link).",
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
    new_link: "New link",
    new_password: "New password",
    remove: "Remove",
    remove_title: "Remove a person",
    remove_of: "from",
    remove_means: [
      "The person can no longer see or change anything of the company, from the next page on.",
      "Assistants that the person connected to the company are cut off.",
      "The account and the access to other companies stay.",
      "What the person did stays, and the audit log tells who removed the person.",
    ],
    remove_self: "This is you: you lose the access to the company at once.",
    keep: "Cancel",
    way_in_title: "Give the person the way in",
    link_shown: {
      invitation:
        "There is no mail server here, so no mail was sent. Give the person this link yourself. It works once and for seven " +
        "days, and the person chooses a password with it:",
      password_reset:
        "There is no mail server here, so no mail was sent. Give the person this link yourself. It works once and for one " +
        "hour, and the person chooses a new password with it:",
    },
    link_once: "The link is shown only now. Whoever has it can take the account: give it to nobody but the person.",
    login_at: "There is no mail server here, so no mail was sent. Tell the person to log in here:",
    login_else:
      "If the person has no password yet, whoever runs the service can make a link (user link). You are not shown it because " +
      "the account is used elsewhere as well.",
    roles: { admin: "administrator", editor: "bookkeeper", reader: "reader", auditor: "auditor" },
    roles_hint:
      "A bookkeeper uploads and decides, a reader only sees, an auditor also sees the audit log and can attest reports. An " +
      "administrator can do everything and manages people.",
    ends_on: "Last day (optional)",
    ends_on_of: "Last day of",
    languages: { da: "Danish", en: "English" },
    invite_title: "Invite a person",
    invite_hint: "The person gets a mail, with a link that works for seven days when there is no password yet.",
    invite_hint_no_mail:
      "There is no mail server here: you are shown a link that you give the person yourself. It works for seven days.",
    email: "E-mail",
    name: "Name",
    language: "Language",
    invite: "Invite",
    back: "Your account",
    notices: {
      invited:
        "The person has access, and a mail is being sent. When it does not arrive, choose Send mail again, or ask whoever " +
        "runs the service for a link (user link).",
      reminded:
        "The mail is being sent again. When it does not arrive, whoever runs the service can make a link (user link).",
      role_set: "The role is changed.",
      removed: "The person has no access any more.",
      invalid_day: "Write the last day as a date.",
      not_for_admin: "An administrator's role has no last day. Choose another role, or remove the date.",
      invalid_email: "This is no e-mail address.",
      too_long: "The name may have at most 200 characters.",
      invalid_text: "The name may have ordinary characters only.",
      member_exists: "The person has access already. Change the role in the list.",
      last_admin: "The company needs an administrator who can log in.",
      has_come: "The person has logged in and needs no invitation.",
      too_many: "Too many mails were sent. Wait an hour, then try again.",
      unknown: "The person has no access to the company any more.",
      has_mail: "The person gets a link by choosing Forgotten your password? on the page for logging in.",
      own_password: "Your own password is not changed here. Ask another administrator for a link.",
      is_disabled: "The person is shut out by whoever runs the service.",
      not_come: "The person has no password yet. Choose New link.",
      elsewhere: "The account is used elsewhere as well. Whoever runs the service can make a link (user link).",
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
  "invalid_day",
  "not_for_admin",
  "too_long",
  "invalid_text",
  "member_exists",
  "last_admin",
  "has_come",
  "has_mail",
  "own_password",
  "is_disabled",
  "not_come",
  "elsewhere",
];

/** The notice of something that was done, as an address names it. */
export function doneNotice(name: string | null): PeopleNotice | null {
  const text = DONE.find((candidate) => candidate === name);
  return text === undefined ? null : { kind: "done", text };
}

/** The notice of a refusal by its code; null: there is none for it. */
export function refusalNotice(code: string): PeopleNotice | null {
  const text = REFUSED.find((candidate) => candidate === code);
  return text === undefined ? null : { kind: "refused", text };
}
