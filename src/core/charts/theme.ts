/** Colours of charts. The three series differ in lightness, so that they stay apart in grey print and for the colour-blind. */
export interface ChartTheme {
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly paper: string;
  /** Dark to light. */
  readonly series: readonly [string, string, string];
  /** Edge of the lightest series: 3:1 against the paper (WCAG 2.2, 1.4.11). */
  readonly edge: string;
  readonly accent: string;
}

export const PAPER_THEME: ChartTheme = {
  ink: "#17221c",
  soft: "#55645b",
  line: "#d5ded9",
  paper: "#ffffff",
  series: ["#0f3d2a", "#2f8a5f", "#b9dcc8"],
  edge: "#5f9a7d",
  accent: "#b4530a",
};
