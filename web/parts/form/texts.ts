export const FORM_TEXTS = {
  da: { cancel: "Annullér" },
  en: { cancel: "Cancel" },
};
