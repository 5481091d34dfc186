import type { LexiconPart } from "./lexicon-part.ts";

/** Continues the other tables: everyday words of English, German and Swedish bills, and Danish ones of workshops and building sites. */
export const WORDS_OF_TRADES: LexiconPart = {
  "purchases.food.canteen": {
    normal:
      "=vegetable, =potatoes, =turkey, =turkeys, =lamb, =sausages, =biscuits, =cereal, =cereals, =yoghurts, =frozen food, =sweets, fika, smörgås, grönsaker, =kött, =ost, kaffebröd, =tårta, =getränke, =obst, obstkorb, =gemüse, =brot, brötchen, =wein, =weine, weinhaus, =fleisch, =milch, =kaffee, cocoa powder, kakaopulver",
  },
  "purchases.food.restaurant": {
    normal:
      "arbeitsessen, geschäftsessen, mittagessen, abendessen, personalfest, julbord, affärslunch, team dinner, staff meal, christmas party",
  },
  "purchases.materials.textiles": {
    normal:
      "=curtains, =curtain, =towel, =towels, =duvet, =duvets, =pillow, =pillows, =bedding, =aprons, =tunics, =tunic, =trousers, =shoes, =shirts, handskar, skyddsskor, varselkläder, varselväst, arbeitshandschuhe, warnwesten, sicherheitsschuhe, arbeitsschuhe, arbeitshose, handtücher, vorhänge, gardiner, sikkerhedssko, arbejdssko, arbejdshandsker, regntøj, forklæde*, forklæder",
  },
  "purchases.materials.chemicals": {
    normal:
      "=bleach, =detergent, =adhesive, =adhesives, =lubricant, =lubricants, =coolant, =antifreeze, =thinner, ~solvent, motoröl, hydrauliköl, getriebeöl, schmierfett, frostschutz, reinigungsmittel, waschmittel, streusalz, =lack, farbe, klebstoff, motorolja, hydraulolja, smörjfett, =tvål, =smörjolja, spolarvätska, rengöringsmedel, grundfärg*, träolja, =färg, =lim, motorolie*, smøreolie*, hydraulikolie*, gearolie*, =vejsalt, fortynder*, =thinner, adblue, ad blue, kølervæske, frostvæske, sprinklervæske, sealant, =silikon, träskydd*",
  },
  "purchases.materials.plastic": {
    normal:
      "=sacks, bin liners, =polybags, stretchfolie, stretchfilm, luftpolster, umreifungsband, packband, plastbånd, spændebånd, strækfilm*, krympefolie*, plasthandskar, vinylhandsker, nitrilhandsker, engangshandsker, =gloves nitrile, nitrile gloves, vinyl gloves, disposable gloves, müllsäcke, müllbeutel, affaldsposer, affaldssække, skraldeposer, sopsäckar",
  },
  "purchases.materials.paper": {
    normal:
      "=wipes, paper towels, hand towels, toilet rolls, tissue, =tissues, toilet paper, toilettenpapier, papierhandtücher, handtuchpapier, torkpapper, toalettpapper, servietter, servetter, servietten, incontinence pads, toiletpapir, håndklædeark, aftørringspapir",
  },
  "purchases.materials.cardboard": {
    normal: "faltkartons, wellpappe*, wellpapp, kartonnage, wellpapplådor, =cartons, cardboard boxes, corrugated",
  },
  "purchases.materials.metal_goods": {
    normal:
      "frisørsaks, frisørsakse, saks og kamme, klippesaks, =screws, =bolts, =nuts, =hinges, =fixings, =padlock, schrauben, muttern, beschläge, kleinteile, =verktyg, =spik, gångjärn, schäkel, =sjækler, sjækel, kættinger, ankerkæde, bandsågblad, =sågblad, savklinge*, metalbor, stålbor, drehmomentschlüssel, slibeskive*, slibeskiver, skæreskive*, skæreskiver",
  },
  "purchases.materials.wood": {
    normal:
      "=softwood, =hardwood, =plywood, =timber, =virke, råspont, krydsfiner*, lægter, =lægte, kiefernbretter, =bretter, =kantholz, sperrholz, =furu, timmer*, klentimmer, talltimmer, ekparkett, parkett, reglar, paletten, europaletten",
  },
  "purchases.materials.steel_metals": {
    normal:
      "grobblech, =blech, bleche, flachstahl, =stahl, edelstahl, skibsplade*, fladjern, vinkeljern, rundstål, stålprofil*, rustfri plade, stålplåt, =plåt, armeringsnät, armeringsnet",
  },
  "purchases.materials.asphalt": {
    normal: "bergkross, makadam, =gravel, =hardcore, =ballast type, stabilgrus, skærver, =schotter, =splitt, =kies",
  },
  "purchases.materials.pharma": {
    normal:
      "=dressings, dressing packs, wound dressing, wound dressings, =catheter, =catheters, =syringes, =paracetamol, verbandmaterial, verbandskasten, förband, plåster, sårbandage, sårplejemiddel",
  },
  "purchases.materials.agricultural": {
    normal:
      "=plants, bedding plants, =compost bags, blumen, =kranz, blumenstrauß, blommor, plantskola, planteringsjord, hækplanter, =hæk, =buket, bårebuket*, krans",
  },
  "purchases.goods.electrical": {
    normal:
      "=kettle, =toaster, =fridge, =freezer, =microwave, =dishwasher, washing machine, tumble dryer, =hoover, =iron steam, vacuum cleaner, kühlschrank, waschmaschine, =kaffeemaschine, akkuschrauber, bohrmaschine, winkelschleifer, kaffebryggare, skruvdragare, vinkelslip, borrmaskin, kylskåp, =dammsugare, strygejern, højtryksrenser*, batteriskift, =led",
  },
  "purchases.goods.spare_parts": {
    normal:
      "bremsbeläge, keilriemen, dichtung, dichtungen, kugellager, kolvstång, packning, packningar, kilrem, tätningar, stempelringe, kolvringe, skovltænder, cylinderforing, =gasdyse, =seal kit, steuerkarte",
  },
  "purchases.goods.retail": {
    normal:
      "=dominoes, =jigsaws, =craft materials, basteln, =geschenke, kundengeschenke, präsente, =pynt, presentkort, julgåvor, julklappar",
  },
  "purchases.services.repair": {
    strong:
      "ausbesserung, rohrbruch, dachreparatur, =remedials, overhaling, overhauling, stamspolning, sotning, lapning, asfaltlapning, kranprüfung, uvv prüfung, prüfung bgv, omlindning, fejlfinding*, boiler repair, leak repair, rohrreinigung, stambyte, reparationsarbete",
    normal: "dachdecker, sanitär, =roofing, klempner, elektriker, rörmokare, fejlsøgning",
  },
  "purchases.services.car_repair": {
    normal:
      "fahrzeugwäsche, lkw wäsche, besiktning, bilprovning, hauptuntersuchung, reifenwechsel, däckbyte, däckskifte, hjulskift*, dækskifte, =mot test, =mot, synshal",
  },
  "purchases.services.cleaning": {
    strong:
      "glasreinigung, unterhaltsreinigung, gebäudereinigung, fensterreinigung, window cleaning, fönsterputs, kontorsstädning, trappstädning, lokalvård, vinduespolering, pest control, schädlingsbekämpfung, snöröjning, plogning, winterdienst, vintertjänst, gritting, grass cutting, lawn mowing, =gardening, grünpflege, gräsklippning",
  },
  "purchases.services.consulting": {
    strong:
      "jahresabschluss, lohnbuchhaltung, steuererklärung, bokslut, årsredovisning upprättande, tax return, management accounts, hr retainer, =retainer",
  },
  "purchases.services.other_services": {
    normal:
      "=parken, =parkplatz, =parkschein, =car park, car parking, parkering, parkeringsavgift, =crossing, betriebsarzt, friskvård, företagshälsovård, occupational health, greenfee, =entré, =inträde, biljetter kunder",
  },
  "purchases.services.training": {
    strong:
      "staplerschein, unterweisung, einweisung, weiterbildung, schulung*, ersthelfer*, =fire warden, manual handling course, first aid course, e learning, heta arbeten, truckutbildning, hlr",
  },
  "leased_upstream.assets.equipment": {
    normal: "mietgebühr, gerätemiete, mietpark, staplermiete, maskinhyra, hyra lift, hyra container, hyrställning",
  },
  "transport.upstream.road": {
    strong:
      "sammelgut, stückgut, rollgeld, tieflader, schwertransport, ladung, komplettladung, teilladung, frachtkosten, styckegods, bilfrakt, hämtning och leverans, =touren",
    normal: "verteilerverkehr, nahverkehr lkw, fernverkehr",
  },
  "transport.upstream.courier": {
    normal:
      "versandkosten, päckchen, brevporto, briefmarken, frankierung, =parcels, kurierfahrt, ekspres, hasteekspres*, bude",
  },
  "transport.travel.bus": {
    normal: "=buss, tageskarte, periodkort, länstrafik, deutschlandticket, =coach trip, bus pass",
  },
  "transport.travel.metro": { normal: "=oyster, =tfl, u bahn ticket, tunnelbanekort" },
  "transport.travel.hotel": { normal: "=übernachtungen, =pernottamento, hotellnatt, hotellövernattning, =logi" },
  "energy.stationary.lpg": {
    strong: "gas flytbar, gasflasker til grill, gas til grill, grill gas",
    normal: "treibgas, treibgasflaschen, flüssiggas, =gasol, stapler gas, 11 kg gasflaske",
  },
  "energy.electricity.ev_charging": {
    strong: "ladestrom, snabbladdning, laddning, truck charging, =ev charge, ev charges, ladevorgang, hjemmelader*",
  },
  "waste.operations.hazardous": {
    strong:
      "altöl, ölfilter entsorgung, sonderabfälle, =sharps, clinical waste, färgslam, spillolja, lösningsmedel avfall, oljeavskiljare",
  },
  "waste.operations.wood": { strong: "altholz a2, träavfall, =altholz" },
  "waste.operations.paper": {
    strong: "=ppk, altpapier, aktenvernichtung, pappersavfall, returpapper, bølgepap ballepresse",
  },
  "waste.operations.wastewater": {
    strong:
      "schmutzwasser, niederschlagswasser, used water, surface drainage, =dagvatten, slamtömning, avloppsavgift, slamsuging",
  },
};
