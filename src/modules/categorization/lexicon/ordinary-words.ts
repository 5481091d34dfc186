/**
 * Ordinary words of Danish, English, German and Dutch whose letters happen to hold a term, folded, in their basic form: "composer"
 * holds "poser", "thousand" holds "sand". They are no compounds, so no part of them is read. A term that is written
 * apart in compounds, or that stands in many such words, carries "~" instead (lexicon-part.ts). Source: dictionaries of the
 * four languages, looked through for words that the tables matched.
 */
export const ORDINARY_WORDS: ReadonlySet<string> = new Set(
  // English
  (
    "advancement advertisement amazement announcement commencement enforcement enhancement placement replacement " +
    "adventurist artist christ tourist purist jurist florist motorist barista terrorist " +
    "composer composition imposer discover discovery recover recovery thousand ampersand prestige vestige passenger messenger " +
    "camouflage persiflage pistol epistle ginseng basalt folklore blister leukemia observer preserver observation predator liquidator " +
    "emigrant immigrant migrant flagrant fragrant vagrant migraine fortunate unfortunate reported reporter deported exporter importer " +
    "intrude intruder extrude protrude refiner refinery refinement prevention preventive seventeen eleventh businesslike package packaging " +
    "linkage breakage blockage leakage shrinkage wreckage corkage mustang straps bootstrap wraps complexion complexity jamboree laborer " +
    "satire retiree entire attire primrose kerosene dextrose sucrose evildoer wrongdoer skyscraper burgundy " +
    "satisfaction helium epithelium mandrill quadrille extractor subcontractor inconvenience " +
    "skateboarding snowboarding wakeboarding onboarding offboarding dashboard keyboard billboard scoreboard nutmeat permeate " +
    "limit limited limitation limb sandal fundamental feedback tangible tango tramp transition transitive metropolitan metropolis strategic grand " +
    "patronage audition auditorium tapestry pineapple borderline chairman honorary eventual eventually eventful irony ironic barrel barren legality coalition " +
    "switchboard policeman wireless garnish rosette rosemary systematic helipad unpleasing moonlighting concourse intercourse discourse racecourse recourse watercourse decrement increment excrement prefabricate fingerprint footprint blueprint imprint " +
    "epsilon insofar chattel reprint retable mousetrap outrage " +
    // Danish
    "stroemning gennemstroemning vandgennemstroemning begravelse ekspedition ekspedient selektion definere definerbar raffinere raffinering udelukkende inkludere ekskludere begunstige bestige " +
    "eventuel eventuelt eventyr eventyrlig sandhed sandsynlig virkelig desforuden derforuden turist kvaksalver granat rentabel deportere eksportere importere rapportere afskaffe anskaffe anskaffelse bortskaffelse beskaffenhed forskaffe etablere etablering videnskab " +
    "egenskab landskab begaering afgaering forklaering erklaering soester blaastroempe stroempe forsoemme afslaas kompensere dispensere swastika " +
    "ambassadoer diskurs gesandt spaedbarn maskindirektiv diffraktion refraktion ekskurs " +
    // German
    "gefragt nachgefragt befestigen beguenstigen gewerbe bewerbung bewerber wettbewerb diebstahl vermieter beschatten abmessen angemessen gemessen " +
    "filigran absolutistisch statistisch charakteristik ballistik agnostiker aegyptisch praktisch statistisch akustik statistik logistik politik gymnastik erwartung prestige auflage lawine pistole " +
    "schminken geboren freiburger brandenburger duisburger salzburger augsburger gespenst demontage retusche kartusche vulgaer " +
    "hinterlegen zusammen umgarnen ungarn konservieren absolvent insolvent insolvenz portraet savanne normalerweise abholzen verglasen aktivisten " +
    // Dutch
    "helaas aangifte uitgave weergave opgave markies bakker verpakker afwasser verbranding bevatten hervatten kasteel feest schotel toerisme " +
    "aflevering gasverbranding belegering vertolken bedrijf vergulden implanteren bekostigen bevestigen"
  ).split(" "),
);
