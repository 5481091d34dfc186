/** What is wrong with a stated fact, by code; a code without words is told as the service words it. */
export const ISSUE_TEXTS = {
  da: {
    number_wrong: "Skriv tallet med cifre, fx 1.240,5.",
    required: "Noget mangler: udfyld feltet.",
    too_small: "Tallet er for lille.",
    too_big: "Tallet er for stort.",
    unknown_unit: "Enheden kendes ikke. Skriv fx kWh, MWh, m3, l, kg, t eller km.",
    unit_mismatch: "Kategorien kan ikke tælles i den enhed.",
    no_currency: "Skriv også beløbet og dets valuta.",
    price_or_quantity: "Oplys enten mængden eller prisen pr. enhed, ikke begge.",
    contradiction: "Det modsiger noget, som er rettet på linjen før.",
    not_for_this_category: "Kategorien tæller en mængde. Oplys mængden i stedet, eller vælg en anden kategori.",
  },
  en: {
    number_wrong: "Write the number in digits, e.g. 1,240.5.",
    required: "Something is missing: fill the field in.",
    too_small: "The number is too small.",
    too_big: "The number is too large.",
    unknown_unit: "The unit is not known. Write e.g. kWh, MWh, m3, l, kg, t or km.",
    unit_mismatch: "The category cannot be counted in that unit.",
    no_currency: "State the amount and its currency as well.",
    price_or_quantity: "State the quantity or the price of a unit, not both.",
    contradiction: "It contradicts something that was corrected on the line before.",
    not_for_this_category: "The category counts a quantity. State the quantity instead, or choose another category.",
  },
};
