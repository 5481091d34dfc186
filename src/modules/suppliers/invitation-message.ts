/** What an invitation says. The supplier gets it by e-mail or by hand. */
export interface InvitationMessage {
  readonly subject: string;
  readonly body: string;
}

export interface InvitationFacts {
  readonly language: "da" | "en";
  readonly company_name: string;
  readonly supplier_name: string;
  readonly report_year: number;
  /** ISO date. */
  readonly due_on: string;
  /** ISO date of the token's last day. */
  readonly expires_on: string;
  readonly token: string;
  /** null: the size is not known yet, so that the notice stands for the case that it applies. */
  readonly is_protected: boolean | null;
}

/**
 * The text of an invitation: which figures are asked for (the necessary datapoints of VSME B3 and the turnover), by when,
 * and the right to refuse more, which must be told to undertakings of up to 1,000 employees (Directive (EU) 2026/470,
 * value-chain cap). An undertaking that is known to be larger is not told so.
 */
export function invitationMessage(facts: InvitationFacts): InvitationMessage {
  return facts.language === "da" ? danish(facts) : english(facts);
}

function english(facts: InvitationFacts): InvitationMessage {
  const { company_name, supplier_name, report_year, due_on, expires_on, token, is_protected } = facts;
  const condition = is_protected === null ? "If your company has up to 1,000 employees: you" : "You";
  const notice =
    `${condition} have the right to refuse information beyond the voluntary sustainability standard for smaller ` +
    "companies (value-chain cap, Directive (EU) 2026/470). Everything marked voluntary below may be left out without " +
    "giving a reason.";
  return {
    subject: `${company_name} asks for your greenhouse gas figures of ${report_year}`,
    body: [
      `Dear ${supplier_name},`,
      `${company_name} buys from you and accounts for the emissions of its value chain. We ask for your own figures of ` +
        `${report_year}, by ${due_on}:`,
      "1. Number of employees\n2. Scope 1 emissions, kg CO2e\n3. Scope 2 emissions, kg CO2e (location-based; market-based " +
        "if you have it)\n4. Turnover, with currency\n5. Voluntary: upstream scope 3 emissions, kg CO2e\n" +
        "6. Voluntary: footprints of the products that we buy",
      ...(is_protected === false ? [] : [notice]),
      `Your figures are used for ${company_name} only, per year, and you can end the connection at any time.`,
      `Accept with this code, which works once, until ${expires_on}:\n${token}`,
    ].join("\n\n"),
  };
}

function danish(facts: InvitationFacts): InvitationMessage {
  const { company_name, supplier_name, report_year, due_on, expires_on, token, is_protected } = facts;
  const condition = is_protected === null ? "Har jeres virksomhed op til 1.000 ansatte, har I" : "I har";
  const notice =
    `${condition} ret til at afslå oplysninger, der går ud over den frivillige bæredygtighedsstandard for mindre ` +
    "virksomheder (loft over værdikæden, direktiv (EU) 2026/470). Alt, der er mærket frivilligt nedenfor, kan udelades " +
    "uden begrundelse.";
  return {
    subject: `${company_name} beder om jeres klimatal for ${report_year}`,
    body: [
      `Kære ${supplier_name}`,
      `${company_name} køber hos jer og opgør udledningerne i sin værdikæde. Vi beder om jeres egne tal for ` +
        `${report_year} senest den ${due_on}:`,
      "1. Antal ansatte\n2. Scope 1-udledninger, kg CO2e\n3. Scope 2-udledninger, kg CO2e (lokationsbaseret; " +
        "markedsbaseret, hvis I har det)\n4. Omsætning med valuta\n5. Frivilligt: opstrøms scope 3-udledninger, kg CO2e\n" +
        "6. Frivilligt: klimaaftryk for de produkter, vi køber",
      ...(is_protected === false ? [] : [notice]),
      `Jeres tal bruges kun til ${company_name}, år for år, og I kan til enhver tid afslutte forbindelsen.`,
      `Accepter med denne kode, der virker én gang, til og med ${expires_on}:\n${token}`,
    ].join("\n\n"),
  };
}
