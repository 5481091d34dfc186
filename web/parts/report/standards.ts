/** Names of the standards that reports follow. */
export const STANDARD_NAMES = {
  da: {
    vsme_basic: "VSME, grundmodul",
    vsme_comprehensive: "VSME, grundmodul og udvidet modul",
    csrd: "ESRS E1 (klima)",
  },
  en: {
    vsme_basic: "VSME, basic module",
    vsme_comprehensive: "VSME, basic and comprehensive module",
    csrd: "ESRS E1 (climate)",
  },
};
