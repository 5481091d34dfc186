/**
 * How Danish, Swedish, Norwegian, German and English bills say that a price is changed afterwards. All patterns are matched against
 * `foldWords` text without what it says that a price contains.
 */

/** Up or down, whatever the sign of the amount; a delivery after such a change is one. */
export const PRICE_ADJUSTED =
  /(?<! (?:efter|før|inden|after|before|nach|vor|före|etter|med|with|mit|ny|nye)) (?:\p{L}*pris(?:reguler|regler|juster|korrek|korriger|differen|diffen|afvig|avvik|fejl)(?!et |ede |t |ad |te )\p{L}*|\p{L}*preis(?:anpassung|korrektur|differenz)\p{L}*|price (?:adjustment|correction|difference)s?|(?:efter)?(?:reguler|juster|korrek)\p{L}* (?:af|av|of) (?:el|gas|varme|vand|kwh)?(?:pris|price)\p{L}*)(?= )/u;

/** Down, where the amount takes something back: what is sold may be called by its discount as well. */
export const PRICE_LOWERED =
  /bonus|rabat|prisneds|prisreduktion|prisavdrag|prisavslag|dekort|afslag|discount|rebate|price reduction|preisnachlass|preisminderung|skonto/u;
