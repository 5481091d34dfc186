/**
 * Weights of features.ts in the log odds that the first candidate is right, fitted by scripts/fit-categories.ts to the labelled lines of
 * companies (test/modules/categorization/sets). Generated; not to be changed by hand.
 */
export const BASE = 3.74;
const TABLE = `
account against=-0.55|account against, supplier agrees=-0.17|account against, supplier branch=0.27|account against, supplier group=-0.44
|account against, supplier none=-0.37|account against, supplier other=0.07|account against, supplier part=0.09|account beside=0.22
|account beside, supplier agrees=0.8|account decides=0.52|account decides, supplier agrees=0.11|account decides, supplier branch=0.01
|account decides, supplier group=0.85|account decides, supplier none=-0.05|account decides, supplier other=-0.69
|account decides, supplier part=0.28|account fits=0.18|account fits, supplier agrees=-0.1|account fits, supplier branch=0.1
|account fits, supplier group=0.27|account fits, supplier none=0.35|account fits, supplier other=0.13|account fits, supplier part=-0.57
|account none=-0.27|account none, supplier agrees=-0.06|account none, supplier branch=-0.11|account none, supplier group=0.12
|account none, supplier none=-0.28|account none, supplier other=0.29|account none, supplier part=-0.23|account wide=-0.1
|account wide, supplier agrees=-0.36|account wide, supplier branch=0.4|account wide, supplier group=-0.03|account wide, supplier none=-0.19
|account wide, supplier other=-0.08|account wide, supplier part=0.16|agreement of account and trade=0.21
|agreement of account of one kind=-0.78|agreement of like lines of other books=-0.08|agreement of none=-0.78
|agreement of words and account=0.84|agreement of words and part of the supplier's name=0.34|agreement of words and supplier=-0.3
|agreement of words of its nature=0.57|agreement of words of one thing=-0.61|classifier certain=0.67
|classifier certain, account against=0.47|classifier certain, account decides=0.31|classifier certain, account fits=0.23
|classifier certain, account none=-0.23|classifier certain, account wide=-0.14|classifier certain, agreement=0.2
|classifier certain, agreement of account and trade=0.14|classifier certain, agreement of like lines of other books=-0.47
|classifier certain, agreement of none=0.47|classifier certain, agreement of words and account=-0.23
|classifier certain, agreement of words and part of the supplier's name=0.1|classifier certain, agreement of words and supplier=0.47
|classifier certain, agreement of words of its nature=0.04|classifier certain, clear words=0.55|classifier certain, energy=0.15
|classifier certain, no agreement=0.47|classifier certain, none words=0.13|classifier certain, other=0.37
|classifier certain, plain words=-0.53|classifier certain, service=-0.18|classifier certain, supplier agrees=0.21
|classifier certain, supplier branch=0.12|classifier certain, supplier group=0.19|classifier certain, supplier none=0.33
|classifier certain, supplier other=0.11|classifier certain, supplier part=-0.29|classifier certain, thing=0.33
|classifier certain, weak words=0.52|classifier hardly=-0.43|classifier hardly, account against=-0.53
|classifier hardly, account decides=-0.57|classifier hardly, account fits=0.27|classifier hardly, account none=0.1
|classifier hardly, account wide=0.24|classifier hardly, agreement=0.15|classifier hardly, agreement of none=-0.57
|classifier hardly, agreement of words of its nature=0.15|classifier hardly, clear words=0.14|classifier hardly, energy=-0.04
|classifier hardly, no agreement=-0.57|classifier hardly, none words=-0.38|classifier hardly, other=-0.07
|classifier hardly, plain words=-0.24|classifier hardly, service=-0.04|classifier hardly, supplier agrees=-0.13
|classifier hardly, supplier branch=-0.03|classifier hardly, supplier group=-0.16|classifier hardly, supplier none=-0.16
|classifier hardly, supplier other=0.43|classifier hardly, supplier part=-0.38|classifier hardly, thing=-0.28
|classifier hardly, weak words=0.06|classifier likely=0.13|classifier likely, account against=-0.17|classifier likely, account decides=0.01
|classifier likely, account fits=0.14|classifier likely, account none=0.46|classifier likely, account wide=-0.31
|classifier likely, agreement=0.26|classifier likely, agreement of like lines of other books=0.49|classifier likely, agreement of none=-0.12
|classifier likely, agreement of words and account=0.39|classifier likely, agreement of words and supplier=-0.59
|classifier likely, agreement of words of its nature=0.11|classifier likely, clear words=-0.33|classifier likely, energy=-0.02
|classifier likely, no agreement=-0.12|classifier likely, none words=0.52|classifier likely, other=-0.34|classifier likely, plain words=0.1
|classifier likely, service=0.04|classifier likely, supplier agrees=-0.16|classifier likely, supplier branch=0.15
|classifier likely, supplier group=0.42|classifier likely, supplier none=-0.26|classifier likely, supplier other=0.03
|classifier likely, supplier part=-0.06|classifier likely, thing=0.46|classifier likely, weak words=-0.15|classifier possible=-0.16
|classifier possible, account against=-0.42|classifier possible, account decides=0.27|classifier possible, account fits=0.04
|classifier possible, account none=0.04|classifier possible, account wide=0.27|classifier possible, agreement of none=-0.21
|classifier possible, clear words=0.17|classifier possible, energy=0.87|classifier possible, no agreement=-0.21
|classifier possible, none words=0.03|classifier possible, other=0.14|classifier possible, plain words=0.08
|classifier possible, service=-0.54|classifier possible, supplier branch=-0.17|classifier possible, supplier group=0.16
|classifier possible, supplier none=0.38|classifier possible, supplier other=-0.56|classifier possible, supplier part=0.02
|classifier possible, thing=-0.63|classifier possible, weak words=-0.42|classifier rather=-0.06|classifier rather, account against=0.33
|classifier rather, account decides=0.36|classifier rather, account fits=-0.6|classifier rather, account none=0.47
|classifier rather, account wide=-0.62|classifier rather, agreement=0.11|classifier rather, agreement of none=-0.17
|classifier rather, agreement of words and account=0.38|classifier rather, agreement of words and supplier=-0.17
|classifier rather, clear words=0.2|classifier rather, energy=0.21|classifier rather, no agreement=-0.17|classifier rather, none words=-0.05
|classifier rather, other=0.12|classifier rather, plain words=-0.19|classifier rather, service=-0.22|classifier rather, supplier agrees=0.41
|classifier rather, supplier group=0.41|classifier rather, supplier none=-0.34|classifier rather, supplier other=-0.59
|classifier rather, supplier part=-0.16|classifier rather, thing=-0.17|classifier rather, weak words=-0.01|classifier sure=0.63
|classifier sure, account against=0.61|classifier sure, account decides=0.61|classifier sure, account fits=0.11
|classifier sure, account none=-0.66|classifier sure, account wide=-0.05|classifier sure, agreement=0.02
|classifier sure, agreement of like lines of other books=-0.09|classifier sure, agreement of none=0.61
|classifier sure, agreement of words and account=0.29|classifier sure, agreement of words and supplier=-0.02
|classifier sure, agreement of words of its nature=0.19|classifier sure, clear words=-0.5|classifier sure, energy=-0.52
|classifier sure, no agreement=0.61|classifier sure, none words=0.31|classifier sure, other=0.67|classifier sure, plain words=0.6
|classifier sure, service=0.08|classifier sure, supplier agrees=-0.17|classifier sure, supplier branch=0.04
|classifier sure, supplier group=-0.1|classifier sure, supplier none=-0.17|classifier sure, supplier other=0.54
|classifier sure, supplier part=0.49|classifier sure, thing=0.41|classifier sure, weak words=0.22|classifier unlikely=-0.79
|classifier unlikely, account against=-0.84|classifier unlikely, account decides=-0.48|classifier unlikely, account fits=-0.01
|classifier unlikely, account none=-0.45|classifier unlikely, account wide=0.51|classifier unlikely, agreement of none=-0.79
|classifier unlikely, clear words=-0.08|classifier unlikely, energy=-0.88|classifier unlikely, no agreement=-0.79
|classifier unlikely, none words=-0.66|classifier unlikely, other=-0.17|classifier unlikely, plain words=0.17
|classifier unlikely, service=0.31|classifier unlikely, supplier agrees=0.05|classifier unlikely, supplier branch=0.35
|classifier unlikely, supplier group=-0.89|classifier unlikely, supplier none=-0.08|classifier unlikely, supplier other=-0.57
|classifier unlikely, supplier part=0.35|classifier unlikely, thing=-0.06|classifier unlikely, weak words=-0.22
|clear words, account against=-0.04|clear words, account beside=-0.12|clear words, account decides=-0.65|clear words, account fits=0.6
|clear words, account none=-0.08|clear words, account wide=0.43|clear words, supplier agrees=0.09|clear words, supplier branch=0.34
|clear words, supplier group=-0.12|clear words, supplier none=-0.34|clear words, supplier other=-0.08|clear words, supplier part=0.24
|clear words, unread 0=-0.11|clear words, unread 1=0.22|clear words, unread 2=-0.13|clear words, unread 3=0.15|energy, account against=-0.58
|energy, account fits=0.22|energy, account none=0.25|energy, account wide=-0.12|energy, clear words=-0.61|energy, none words=0.3
|energy, plain words=-0.51|energy, supplier agrees=-0.93|energy, supplier branch=0.2|energy, supplier group=0.4|energy, supplier none=0.36
|energy, supplier other=-0.78|energy, supplier part=0.51|energy, weak words=0.59|none words, account against=-0.24
|none words, account decides=-0.02|none words, account fits=0.01|none words, account none=0.11|none words, account wide=-0.54
|none words, supplier agrees=-0.12|none words, supplier branch=-0.27|none words, supplier group=0.24|none words, supplier none=0.53
|none words, supplier other=0.02|none words, supplier part=-0.5|none words, unread 0=-0.61|none words, unread 1=-0.03
|none words, unread 2=0.3|none words, unread 3=0.24|other, account against=-0.39|other, account decides=0.22|other, account fits=0.82
|other, account none=-0.26|other, account wide=0.33|other, clear words=1.19|other, none words=0.06|other, plain words=0.12
|other, supplier agrees=0.33|other, supplier group=0.47|other, supplier none=-0.18|other, supplier other=0.92|other, supplier part=-0.34
|other, weak words=-0.66|plain words, account against=-0.14|plain words, account decides=0.94|plain words, account fits=-0.44
|plain words, account none=-0.32|plain words, account wide=-0.2|plain words, supplier agrees=0.28|plain words, supplier branch=-0.23
|plain words, supplier group=0.11|plain words, supplier none=-0.03|plain words, supplier other=-0.57|plain words, supplier part=0.42
|plain words, unread 0=0.75|plain words, unread 1=-0.21|plain words, unread 2=-0.15|plain words, unread 3=-0.41
|service, account against=0.13|service, account decides=-0.61|service, account fits=-0.25|service, account none=-0.24
|service, account wide=-0.02|service, clear words=-0.19|service, none words=-0.24|service, plain words=-0.16|service, supplier agrees=0.57
|service, supplier branch=0.02|service, supplier group=-0.33|service, supplier none=-0.41|service, supplier other=-0.39
|service, supplier part=-0.02|service, weak words=0.03|supplier agrees=0.22|supplier branch=0.68|supplier group=0.03|supplier none=-0.3
|supplier other=-0.61|supplier part=-0.02|thing, account against=0.28|thing, account beside=-0.21|thing, account decides=0.91
|thing, account fits=-0.6|thing, account none=-0.02|thing, account wide=-0.29|thing, clear words=-0.25|thing, none words=-0.23
|thing, plain words=0.52|thing, supplier agrees=0.25|thing, supplier branch=0.94|thing, supplier group=-0.52|thing, supplier none=-0.07
|thing, supplier other=-0.35|thing, supplier part=-0.17|thing, weak words=0.03|unread 0=0.07|unread 1=-0.02|unread 2=-0.02|unread 3=-0.03
|weak words, account against=-0.13|weak words, account decides=0.25|weak words, account fits=0.01|weak words, account none=0.01
|weak words, account wide=0.21|weak words, supplier agrees=-0.03|weak words, supplier branch=0.83|weak words, supplier group=-0.19
|weak words, supplier none=-0.47|weak words, supplier other=0.02|weak words, supplier part=-0.18|weak words, unread 0=0.04
|weak words, unread 1=0.01|weak words, unread 2=-0.05|weak words, unread 3=-0.01|words clear=0.13|words none=-0.11|words plain=-0.02
|words weak=-0.01
`;

export const WEIGHTS: ReadonlyMap<string, number> = new Map(
  TABLE.trim()
    .split("|")
    .map((row) => row.trim().split("="))
    .map(([name = "", weight]) => [name, Number(weight)]),
);
