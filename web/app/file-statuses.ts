/** How a file ended, by the status that the service gives it. */
export const FILE_STATUSES = {
  da: {
    stored: "Læses …",
    processed: "Bogført",
    needs_review: "Venter på en afgørelse",
    duplicate: "Findes allerede",
    rejected: "Kunne ikke læses",
    held_quota: "Gemt, venter på næste måneds kvote eller en større plan",
    unpacked: "Pakket ud",
    excluded: "Udeladt",
    needs_entry: "Kunne ikke læses: nogen må skrive, hvad der står",
    asks: "Venter på, at nogen siger, hvad kolonnerne indeholder",
  },
  en: {
    stored: "Being read …",
    processed: "Booked",
    needs_review: "Waits for a decision",
    duplicate: "Is there already",
    rejected: "Could not be read",
    held_quota: "Kept, waits for next month's quota or a larger plan",
    unpacked: "Unpacked",
    excluded: "Left out",
    needs_entry: "Could not be read: somebody has to write what it says",
    asks: "Waits until somebody says what its columns hold",
  },
};

interface EndedFile {
  readonly status: Exclude<keyof (typeof FILE_STATUSES)["en"], "needs_entry" | "asks">;
  readonly needs_entry: boolean;
  readonly question: unknown;
}

/** Which of the texts a file has: what a person is to do about it goes before its status. */
export function statusOf({ status, needs_entry, question }: EndedFile): keyof (typeof FILE_STATUSES)["en"] {
  if (!needs_entry) return status;
  return question === null ? "needs_entry" : "asks";
}
