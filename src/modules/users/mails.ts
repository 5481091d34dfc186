import type { Language } from "./user.ts";
import type { Mail } from "./user-ports.ts";

interface Recipient {
  readonly email: string;
  readonly name: string;
  readonly language: Language;
}

/** The mail that lets a person set the first password. Plain text, so that every reader shows the whole address. */
export function invitationMail({ email, name, language }: Recipient, company: string, link: string): Mail {
  if (language === "da") {
    return {
      to: email,
      subject: `${company} har inviteret dig til Carbon Ledger`,
      text: `Hej ${name}

${company} har givet dig adgang til sit klimaregnskab i Carbon Ledger. Vælg en adgangskode her (linket virker én gang og i syv dage):

${link}

Har du ikke ventet denne mail, så gør ingenting: uden en adgangskode kan ingen logge ind.
`,
    };
  }
  return {
    to: email,
    subject: `${company} has invited you to Carbon Ledger`,
    text: `Hello ${name},

${company} has given you access to its carbon accounts in Carbon Ledger. Choose a password here (the link works once and for seven days):

${link}

If you did not expect this mail, do nothing: without a password nobody can log in.
`,
  };
}

/** The mail that tells a person who has an account of another company to work for. */
export function accessMail({ email, name, language }: Recipient, company: string, address: string): Mail {
  if (language === "da") {
    return {
      to: email,
      subject: `${company} har givet dig adgang i Carbon Ledger`,
      text: `Hej ${name}

${company} har givet dig adgang til sit klimaregnskab i Carbon Ledger. Log ind med den adgangskode, du har:

${address}
`,
    };
  }
  return {
    to: email,
    subject: `${company} has given you access in Carbon Ledger`,
    text: `Hello ${name},

${company} has given you access to its carbon accounts in Carbon Ledger. Log in with the password that you have:

${address}
`,
  };
}

/** The mail that lets a person choose a new password. */
export function passwordResetMail({ email, name, language }: Recipient, link: string): Mail {
  if (language === "da") {
    return {
      to: email,
      subject: "Ny adgangskode til Carbon Ledger",
      text: `Hej ${name}

Her kan du vælge en ny adgangskode (linket virker én gang og i en time):

${link}

Har du ikke bedt om det, så gør ingenting: din adgangskode er uændret.
`,
    };
  }
  return {
    to: email,
    subject: "A new password for Carbon Ledger",
    text: `Hello ${name},

Choose a new password here (the link works once and for one hour):

${link}

If you did not ask for this, do nothing: your password has not changed.
`,
  };
}

/** The mail that tells an administrator that a receiver of events is not tried any more. */
export function webhookDisabledMail(
  { email, name, language }: Recipient,
  webhook: { readonly webhook_id: string; readonly reason: string },
): Mail {
  const { webhook_id, reason } = webhook;
  if (language === "da") {
    return {
      to: email,
      subject: "En webhook i Carbon Ledger er slået fra",
      text: `Hej ${name}

Carbon Ledger sender ikke længere hændelser til webhook ${webhook_id}:

${reason}

Når modtageren virker igen, kan den slås til med POST /api/v1/webhooks/${webhook_id}/enable, og det, den er gået glip af, hentes med POST /api/v1/webhooks/${webhook_id}/recover.
`,
    };
  }
  return {
    to: email,
    subject: "A webhook in Carbon Ledger was disabled",
    text: `Hello ${name},

Carbon Ledger no longer sends events to webhook ${webhook_id}:

${reason}

When the receiver works again, enable it with POST /api/v1/webhooks/${webhook_id}/enable, and fetch what it has missed with POST /api/v1/webhooks/${webhook_id}/recover.
`,
  };
}
