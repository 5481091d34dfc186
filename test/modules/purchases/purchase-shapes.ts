/** How one purchase, or several that hang together, are told; least share of the cases of the hard mix that has it. */
export const HARD_SHAPES = {
  opening_balance: 0.03,
  nameless_batch: 0.03,
  refund: 0.03,
  netting: 0.03,
  two_equal_amounts: 0.03,
  payment_before_invoice: 0.03,
  instalments: 0.03,
  late_booking: 0.03,
  wrong_vat: 0.03,
  three_currencies: 0.03,
  credit_over_year_end: 0.03,
  customer_who_is_a_supplier: 0.03,
} as const;

/** The same of the plain mix. */
export const PLAIN_SHAPES = {
  one_source: 0.08,
  invoice_and_payment: 0.08,
  invoice_and_posting: 0.08,
  posting_and_payment: 0.08,
  all_three: 0.08,
  collective_payment: 0.08,
  whole_kroner: 0.08,
} as const;

export type HardShape = keyof typeof HARD_SHAPES;
export type PlainShape = keyof typeof PLAIN_SHAPES;

/** Least share of the cases that settle without a question. */
export const SETTLED_SHARE = { plain: 0.95, hard: 0.7 } as const;
