const NUMBER = /^-?\d{1,3}([., ]?\d{3})*([.,]\d+)?$/;

/** Numbers throughout, and not only whole ones: accounts and numbers of vouchers are no amounts. */
export function isOfAmounts(cells: readonly string[]): boolean {
  const said = cells.filter((text) => text !== "");
  return said.every((text) => NUMBER.test(text)) && said.some((text) => /[.,]/.test(text));
}
