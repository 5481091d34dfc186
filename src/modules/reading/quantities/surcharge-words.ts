import { foldWords, ownWords } from "./commodity-words.ts";

/** "Legeringstillæg", "Brændstoftillæg transport", "Legierungszuschlag", "fuel surcharge"; not what is sold as an addition ("tillægsydelse"). */
const SURCHARGE =
  / (?:\p{L}*(?:tillæg(?:get)?|tilleg(?:get)?|tillägg(?:et)?|påslag(?:et)?|zuschlag|aufschlag)|surcharges?)(?= )/u;
/** What is done to goods and charged by their quantity. */
const TREATMENT =
  / (?:\p{L}*(?:galvaniser|forzink|förzink|elokser|eloxer|anodiser|overfladebehandl|ytbehandl|pulverlaker|sandblæs|hærd|härd)n?ing(?:en)?|galvani[sz]ing|anodi[sz]ing|(?:feuer)?verzinkung|pulverbeschichtung|härtung|powder coating)(?= )/u;

/** Whether a line is called a surcharge. */
export function saysSurcharge(description: string): boolean {
  return SURCHARGE.test(ownWords(foldWords(description)));
}

/** Whether a line is called a surcharge, or like work on goods, whose quantity another line may count: galvanised goods are goods as well. */
export function saysCharge(description: string): boolean {
  const words = ownWords(foldWords(description));
  return SURCHARGE.test(words) || TREATMENT.test(words);
}
