import type { LexiconPart } from "./lexicon-part.ts";
import { GOODS_SUPPLIERS } from "./suppliers-goods.ts";
import { SERVICE_SUPPLIERS } from "./suppliers-services.ts";

/**
 * What suppliers sell, by words in their names and by widely known brands (general knowledge of the Danish market and of
 * international chains). `strong`: the name says the category; `normal`: the usual purchase; `weak`: one of several.
 * In the notation of lexicon-part.ts. Read in the supplier's name, and in the text of bank lines.
 */
export const SUPPLIERS: readonly LexiconPart[] = [
  GOODS_SUPPLIERS,
  SERVICE_SUPPLIERS,
  {
    "energy.electricity.grid_dk": {
      normal:
        "ørsted, orsted, andel energi, norlys, norlys energi, energi fyn, ewii, ewii energi, nrgi, modstrøm, vindstød, vindstoed, seas nve, radius, radius elnet, cerius, n1, konstant, konstant net, trefor el, trefor elnet, elnet, dinel, nke elnet, vores elnet, energinet, elforsyning*, elselskab*, el net, jysk energi, velkommen a s, natur energi, gasel, b energi, aura energi, verdo el, nettopower, barry energy, elværk*, vattenfall, eon energi, fortum strøm, ok a m b a, sef energi, strøm, edison, dcc el, true energy, samstrøm, go energi, rah net, elektricitetsværk*, vest energi, midtenergi, hofor el, elro, trefor energi, clever strøm, energidanmark, energi danmark, scanenergi, elsparken, velkommen el, velkommen",
      weak: "energi, energy, =el, forsyning, power",
    },
    "energy.electricity.ev_charging": {
      normal:
        "clever, spirii, e on drive, ok lad, ionity, tesla supercharger, supercharger, monta, eon drive, allego, fastned, uno x lad, circle k charge, drivee, powergo, sperto, chargepoint, lad, clever a s, recharge, q8 electric, nimbl, shell recharge, charging, ladestander, ladenetværk",
    },
    "energy.heat.district_heating": {
      normal:
        "fjernvarme*, varmeværk*, kraftvarmeværk*, kraftvarme*, affaldvarme*, kredsløb, trefor varme, hofor varme, varme, varmeforsyning*, fjernvarmeselskab, ctr, veks, tvis, varme a s",
      weak: "hofor, forsyning, bionergi",
    },
    "energy.heat.district_cooling": { normal: "fjernkøling*, hofor køling" },
    "energy.stationary.natural_gas": {
      normal:
        "evida, gasum, norlys gas, ok gas, dansk gas, gasnet, gas supply, dgd, hmn gas, gasdistribution, gasforsyning, energi gas, british gas, naturgas*",
      weak: "=gas",
    },
    "energy.stationary.heating_oil": { weak: "dcc energi, go on, olie, fyringsolie" },
    "energy.stationary.lpg": { normal: "primagaz, kosan gas, flaskegas" },
    "energy.stationary.wood_pellets": { normal: "træpiller, pille, pellets" },
    "energy.stationary.wood_chips": { weak: "hededanmark, skovflis" },
    "transport.own.diesel": {
      normal:
        "circle k, q8, uno x, ingo, ok benzin, ok a m b a, shell, f24, go on, goon, statoil, yx, oil, tankstation*, tankstelle, aral, preem, ok plus, esso, total energies, st1, servicestation*, truck diesel, ids, dkv, uta, eurowag, as24, tokheim, tank",
      weak: "benzin, dcc, oliekompagni, brændstof, petrol",
    },
    "transport.own.hvo": { weak: "biofuel express" },
    "transport.own.marine": { normal: "monjasa, bunker holding, dan bunkering, bunker oil, bunkering" },
    "transport.travel.air_short": {
      normal:
        "sas, norwegian, norwegian air, norwegian air shuttle, ryanair, easyjet, lufthansa, klm, british airways, air france, wizz air, wizzair, vueling, eurowings, swiss air, finnair, transavia, brussels airlines, austrian airlines, iberia, tap air, tap portugal, air baltic, airbaltic, scandinavian airlines, sunclass, play airlines, aer lingus, widerøe, pegasus, lot polish, sas scandinavian, icelandair, ita airways, condor",
      weak: "airlines, airways, =air, flyselskab",
    },
    "transport.travel.air_domestic": { normal: "danish air transport, dat, alsie express, alsie, groupair" },
    "transport.travel.air_long": {
      normal:
        "emirates, qatar airways, singapore airlines, thai airways, turkish airlines, delta air, united airlines, american airlines, etihad, cathay pacific, air canada, japan airlines, ana, ethiopian airlines, air india, air china, qantas, korean air",
    },
    "transport.travel.rail": {
      normal:
        "dsb, rejsekort, db bahn, deutsche bahn, arriva tog, sj ab, sj, vy tog, eurostar, nordjyske jernbaner, lokaltog, sncf, gocollective, bahn, trainline, interrail, amtrak, rejseplan, øresundståg, skånetrafiken, =db, =ice, øbb, renfe, trenitalia, ns international",
      weak: "jernbane, togselskab",
    },
    "transport.travel.bus": {
      normal:
        "midttrafik, fynbus, sydtrafik, flixbus, movia, bat bus, turisttrafik, kombardo, nordjyllands trafikselskab, busselskab, turistfart, turistbusser, bustrafik, busrejser, busser, vikingbus, umove, gråhundbus, gobus, keolis, busselskabet, =bus, busfirma, turist",
    },
    "transport.travel.metro": {
      normal: "metroselskab*, metroselskabet, metro service, aarhus letbane, letbane*, odense letbane, dot",
    },
    "transport.travel.taxi": {
      normal:
        "dantaxi, taxa*, taxi*, viggo, uber, bolt, 4x35, 4x48, taxa 4x35, moove, cabonline, drivr, freenow, amager øbro, heetch, cab, lyft, bolt eu, bolt operations",
    },
    "transport.travel.rental_car": {
      normal:
        "europcar, hertz, sixt, avis rent, avis biludlejning, budget rent, greenmobility, share now, letsgo, gomore, enterprise rent, lejebil, biludlejning*, kinto share, rent a car, donkey republic, hyre, alamo, free2move, =avis, billeje, car rental",
    },
    "transport.travel.ferry": {
      normal:
        "scandlines, molslinjen, mols linjen, færge*, forsea, dfds seaways, bornholmslinjen, stena line, color line, samsølinjen, ærøfærgerne, øresundslinjen, alslinjen, langelandslinjen, fjord line, færgen, faergen, tt line, rederi, færgefart, hurtigruten, smyril line, viking line, tallink",
    },
    "transport.travel.hotel": {
      normal:
        "hotel*, scandic, comwell, zleep, cabinn, radisson, hilton, marriott, best western, first hotel, airbnb, booking com, booking, hotels com, ibis, novotel, sinatur, vandrehjem*, danhostel, wakeup, motel, hostel, steel house, clarion, quality hotel, milling hotels, expedia, kurbad, badehotel, premier inn, citizenm, brøchner, arp hansen, holiday inn, accor, mercure, bed breakfast, strandhotel, marienlyst, sheraton, nh hotel, kro, guesthouse, thon hotel, nordic choice, strawberry",
      weak: "kursuscenter, konferencecenter, resort",
    },
    "transport.travel.agency": {
      normal:
        "rejsebureau*, bcd travel, cwt, egencia, american express travel, carlson wagonlit, kilroy, rejser, travel, spies, tui, apollo rejser, travelperk, bravo tours, nilles rejser, fdm travel, billetkontoret, reisebüro, rejseselskab, jysk rejsebureau, profil rejser, atlantis rejser, team benns, momondo, navan, resebyrå, tours, gotogate, via egencia, risskov rejser",
    },
    "transport.upstream.road": {
      normal:
        "danske fragtmænd, fragtmænd, vognmand*, vognmandsforretning, transport, transport a s, dsv road, girteka, spedition*, lastvogn, freight, frode laursen, haulage, godstransport, logistik, trucking, leman, dsv, ntg, kuehne nagel, dachser, dhl freight, blue water shipping, blue water, alex andersen ølund, bring, hp therkelsen, fragt, db schenker, schenker, transportfirma, åkeri, bms, citysped, h p therkelsen, kran",
      weak: "logistics, distribution, cargo, containerservice",
    },
    "transport.upstream.van": { weak: "best transport, xpressen, budtrans, wolt" },
    "transport.upstream.sea": {
      normal:
        "maersk, hapag lloyd, cma cgm, royal arctic line, msc, unifeeder, cosco, seafreight, evergreen marine, one line, eimskip, dfds logistics rederi, sea freight, samskip, container line",
      weak: "shipping, rederi, havn",
    },
    "transport.upstream.air": { normal: "airfreight, air cargo, dsv air, air freight, sas cargo, cargolux, wfs cargo" },
    "transport.upstream.rail": { normal: "db cargo, green cargo, hector rail, rail cargo, tx logistik, captrain" },
    "transport.upstream.courier": {
      normal:
        "postnord, gls, ups, dhl express, dhl, fedex, dao, dao365, bring parcel, tnt, pakkeshop, post danmark, shipmondo, coolrunner, budstikken, budcentral*, webshipper, dpd, bud, kurer, courier, parcel, de blå omdelere, post, instabox, porto service, frankering, packeta, royal mail, posten, bybud, budtransport, airmee, burd delivery, homerunner, pakkelabels",
    },
    "transport.upstream.warehousing": {
      normal:
        "3pl, warehousing, shipbob, scan global logistics, lagerhotel*, toldklarering, fulfilment, fulfillment, lager, spedition told, warehouse, told service, frysehus*, frigo, ongoing warehouse, customs, fortoldning",
      weak: "logistics, freja, dsv solutions",
    },
    "waste.operations.wastewater": {
      normal: "spildevand*, kloak*, biofos, rensning, rensningsanlæg, renseanlæg*, spildevand a s, afløb*, abwasser",
      weak: "vandcenter, novafos, forsyning",
    },
    "waste.operations.residual_incineration": {
      normal:
        "marius pedersen, renosyd, renovation*, affald*, remondis, verdis, reno nord, renodjurs, stena recycling rest, urbaser, arc, amager ressourcecenter, city renovation, avfall, waste, vestforbrænding, argo, kara noveren, nomi4s, affaldsplus, fortum waste, city container, ragn sells, suez, veolia, renoweb, reno*, i s affald, dansk affald, meldgaard, hcs, affaldscenter, abfallwirtschaft, envac, skrald",
      weak: "recycling, genbrug, miljø, container",
    },
    "waste.operations.metal": {
      normal:
        "h j hansen, stena recycling metal, jernproduktgenbrug, skrothandel, skrot*, scrap, uniscrap, hj hansen, metalhandel, hansen recycling, produkthandel",
    },
    "waste.operations.construction": {
      normal:
        "rgs nordic, rgs90, nordic waste, norrecco, solum jord, nedrivning*, jordmodtagelse, norrecco, jordhandel",
    },
    "waste.operations.hazardous": {
      normal:
        "fortum waste solutions, dansk olie genbrug, avista oil, stena recycling farligt, kommunekemi, modtagestation*, nord kemi, smokaffald, motas, fortum recycling, special waste system",
    },
    "waste.operations.food": {
      normal: "daka refood, refood, gemidan, daka, bioforgasning, fedtudskiller, hcs bioaffald, combineering",
    },
    "waste.operations.paper": { normal: "shred it, dansk makulering, makulering*, shredding, papirgenbrug" },
    "waste.operations.weee": {
      normal:
        "elretur, elektronikgenbrug, refurb it genbrug, weee, averhoff, elektronik genbrug, dpa system, tier1 asset",
    },
    "capital.goods.machinery": {
      normal:
        "toyota material handling, linde material, jungheinrich, kubota, john deere, haas, claas, maskinforretning*, maskinhandel*, trumpf, dmg mori, universal robots, caterpillar, pon equipment, scantruck, zeppelin, wacker neuson, case, amada, massey ferguson, new holland, vaderstad, fanuc, traktor",
      weak: "maskiner, maskin, atlas copco, machinery, maskinfabrik, maskinhus",
    },
    "capital.goods.vehicles": {
      normal:
        "semler, bilhus*, via biler, andersen martini, semler erhverv, autoforhandler, ejner hessel, bilforhandler, bilhuset, vw erhverv, terminalen, tesla motors, hessel, volvo personvogne, autohus, omnicar, nic christiansen",
      weak: "biler, tesla, mercedes, ford, skoda, brenderup, trailer, trailere, anhængere",
    },
    "capital.goods.furniture": {
      normal:
        "vitra, holmris, kinnarps, møbel*, møbler, inventar, labofa, scan office, ergofit, furniture, möbel*, fritz hansen, kontorinventar, montana, ikea business, indretning, hay, muuto, kontorstole, ajprodukter, aj produkter, witre, reol, reoler, gerdmans, ilva, bolia, gubi, constructor, duba b8, bent krogh, dencon, ergonomi, bent brandt inventar",
    },
    "capital.goods.buildings": {
      normal:
        "mt højgaard, ncc, entreprenør*, byggefirma*, per aarsleff, aarsleff, arkil, hoffmann, peab, skanska, entreprise, jorton, murer entreprise, byggeri, anlæg, enemærke petersen, dansk halentreprise, totalentreprenør, anlægsentreprenør, byggeselskab, bauunternehmen, entreprenad, veidekke, barslund, c c contractor, 5e byg, velux, velfac, idealcombi, krone vinduer, jakon, contractor, construction, huse, tagentreprise",
      weak: "byg, tag, hal",
    },
    "capital.goods.it": {
      weak: "hewlett packard enterprise, cisco, it forhandler",
      normal: "dell, lenovo, atea, dustin, hewlett, conscia",
    },
    "leased_upstream.assets.equipment": {
      normal:
        "ald automotive, arval, leaseplan, nordania, leasing*, lej let, gsv, ramirent, cramo, loxam, boels, stilladser*, materieludlejning, lejlet, autoleasing, udlejning, stilladsudlejning, jydsk leasing, ayvens, sixt leasing, lej, rental, jutlander finans, toyota financial, volkswagen semler finans, semler finans, 3stepit, grenke, kinto, alphabet, maskinudlejning*, materiel udlejning, liftudlejning, scaffold*, riwal, pitzner, adapteo, expandia, skurvogne, bm leasing, dll, siemens finans, finans, mietpark, telte, festudlejning, stillads, hh stilladser, algeco, container udlejning, dsk udlejning, lejekompagniet, lift",
      weak: "lease, materiel",
    },
  },
];
