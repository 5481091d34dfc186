/**
 * Words that change what a line is, whatever else it names, as beginnings and as ends of words (folded).
 * `money`: something is given back, shared out, settled, sold or punished, so that the goods named are not bought.
 * `network`: of energy only its transport, its capacity, its tax or its meter is paid; the energy stands on another line.
 * `origin`: the proof of where energy comes from is bought, or the energy with it.
 * `act`: something was done to the things named.
 */
export type Caveat = "money" | "network" | "origin" | "act";

export const CAVEAT_STARTS: Readonly<Record<Caveat, string>> = {
  money:
    "erstatn oppgjoer opgoerelse egenbet refusion refunder refund godtgoer tilbagebetal aaterbetal erstatning ersaettning entschaedigung kompensation compensation goodwill reimburs recharge vidarefakt viderefakt " +
    "pantlast pant fustpant returpant palettendefizit deposit depositum kaution bonus skonto rabat selvrisiko sjaelvrisk selbstbeteiligung excess egenbetaling personalekost udleveret " +
    "overfoert overfoersel omfoering omposter umbuchung transferred aktiver regulering korrektion korrektur hensat hensaet afsat afsaettelse sponsorindtaegt indtaegt udbetalt udbetaling garantihens lagerreg inventurdiff periodiser " +
    "boede boeder bod boeter konventionalbod dagbod penalty fine fines pcn bussgeld strafgebuehr saeumnis mahngebuehr rykker forseelse traengselskatt verwarnung " +
    "solgt saald sold verkauf verkauft salg export donation spende gaava stoette bidrag stoettebidrag sponsorbidrag zuschuss tilskud bidragsfond " +
    "tilsyn tilsynsafgift promilleafgift produktionsafgift producentansvar miljoegebyr miljoeafgift kontrolafgift paabud folieafgift emballageafgift tilladelse gravetill einfuhrumsatz einfuhrabg zollabgab hauptzoll " +
    "kreditnota gutschrift reklamation kasseret kasserede cancelled aflyst annuller ursprungsg skadereg schadenreg skadesersaet forskydning indvundet credits vareafgift moedegebyr skadesv",
  network:
    "net nett naet netz nettleie nettleige abon fastledd transport eltransport alteration nettarif netafgift netydelse netabon netbetal netzentgelt netznutz naetavgift naet natavgift elnaet systemtarif systemydelse transmission distribution oeverfoering overfoering effektbet effektbid effektavg effekttill " +
    "elafgift energiafgift energiskatt energisteuer stromsteuer co2afgift tarif tariff spidslast pso ccl duos tnuos umlage umlagen levy levies standing abonnement tilslut anslut connection netto nettilslut maalerleje maalerbid vandafgift statsafgift " +
    "aflaesning maalere varmemaalere vandmaalere noedforsyning behg afkoelingstill straftarif gasdistribution fasttill afgift afgifter skat balancetarif",
  origin:
    "oprindelse ursprung herkunft hkn rego regos oekostrom groen gron green vindkraft vattenkraft vandkraft havvind epd elcertifikat certifikat certificate guarantee garanti co2fri fornybar foernybar go vedvarende biogascert",
  act:
    "service servicetjek servicebes reparation reparatur repair rep vask vaske tvaett waesche laundry leje hyra miete hire rental leasing udlejning omlindning omvikling polstring ompolstr renover restaurer istandsaet fejlfinding fejlsoegning kontrol eftersyn inspektion inspection " +
    "montage montering montoer installation installering udskiftning skaering laserskaer vandskaer fraesning drejning boring savning kapning legning lego rensning spuling rens analyse analyser kalibrering justering test proevning provning rengoering reinigung staedning slibning maling malerarb asfaltering nedrivning opsaetning " +
    "opbygning stilladsop nedtagning afhentning bortskaff toemning slamsug pumping pump abonnement app licens software system konsulent raadgiv kursus assistance timer chauffoer personale medarb uddannelse wartung umruestung einbau ausbau pruefung vedligehold underhaall maintenance servicing serviced fitting arbejde arbete arbeit loen lohn arbejdsloen plogning sandning snerydning vintersalt",
};

/** As the last part of a longer word. */
export const CAVEAT_ENDS: Readonly<Record<Caveat, string>> = {
  money: "pant boede skatt steuer kontrolafgift erstatning regulering entschaedigung tilskud zuschuss",
  network: "tarif netzentgelt umlage steuer afgift tillaeg",
  origin: "garanti certifikat",
  act: "service servicen reparation leje hyra miete rensning skaering rengoering montage installation eftersyn inspektion kontrol vask tvaett analyse",
};
