import type { LexiconPart } from "./lexicon-part.ts";

/**
 * What suppliers sell, by words in their names and by widely known brands (general knowledge of the Danish market and of
 * international chains). `strong`: the name says the category; `normal`: the usual purchase; `weak`: one of several.
 * In the notation of lexicon-part.ts. Read in the supplier's name, and in the text of bank lines.
 */
export const SUPPLIERS: LexiconPart = {
  "energy.electricity.grid_dk": {
    normal:
      "ørsted, orsted, andel energi, norlys, norlys energi, energi fyn, ewii, ewii energi, nrgi, modstrøm, vindstød, vindstoed, seas nve, radius, radius elnet, cerius, n1, konstant, konstant net, trefor el, trefor elnet, elnet, dinel, nke elnet, vores elnet, energinet, elforsyning*, elselskab*, el net, jysk energi, velkommen a s, natur energi, gasel, b energi, aura energi, verdo el, nettopower, barry energy, elværk*, vattenfall, eon energi, fortum strøm, ok a m b a, sef energi, strøm, edison, dcc el, true energy, samstrøm, go energi, rah net, elektricitetsværk*, vest energi, midtenergi, hofor el, elro, trefor energi, clever strøm, energidanmark, energi danmark, scanenergi, elsparken",
    weak: "energi, energy, =el, forsyning, power",
  },
  "energy.electricity.ev_charging": {
    normal:
      "clever, spirii, e on drive, ok lad, ionity, tesla supercharger, supercharger, monta, eon drive, allego, fastned, uno x lad, circle k charge, drivee, powergo, sperto, chargepoint, charge, lad, clever a s, recharge, q8 electric, nimbl, shell recharge",
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
      "circle k, q8, uno x, ingo, ok benzin, shell, f24, go on, goon, statoil, yx, oil, tankstation*, tankstelle, aral, preem, ok plus, esso, total energies, st1, servicestation*, truck diesel, ids, dkv, uta, eurowag, as24, tokheim, tank",
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
      "dsb, rejsekort, db bahn, deutsche bahn, arriva tog, sj ab, sj, vy tog, eurostar, nordjyske jernbaner, lokaltog, sncf, gocollective, bahn, trainline, interrail, amtrak, rejseplan, øresundståg, skånetrafiken",
    weak: "jernbane, togselskab",
  },
  "transport.travel.bus": {
    normal:
      "midttrafik, fynbus, sydtrafik, flixbus, movia, bat bus, turisttrafik, kombardo, nordjyllands trafikselskab, busselskab, turistfart, turistbusser, bustrafik, busrejser, busser, vikingbus, umove, gråhundbus, gobus, keolis, busselskabet",
  },
  "transport.travel.metro": {
    normal: "metroselskab*, metroselskabet, metro service, aarhus letbane, letbane*, odense letbane, dot",
  },
  "transport.travel.taxi": {
    normal:
      "dantaxi, taxa*, taxi*, viggo, uber, bolt, 4x35, 4x48, taxa 4x35, moove, cabonline, drivr, freenow, amager øbro, heetch, cab, lyft",
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
      "3pl, warehousing, shipbob, scan global logistics, lagerhotel*, toldklarering, fulfilment, fulfillment, lager, spedition told, warehouse, told service, frysehus*, frigo, ongoing warehouse",
    weak: "logistics, freja, dsv solutions",
  },
  "purchases.materials.steel_metals": {
    normal:
      "sanistål, damstahl, lemvigh müller stål, stål, steel, metal, kobber, dansteel, stena stål, metals, metaller, jern, tibnor, brdr jørgensen metal, alcoa stål, brd klee metal, thyssenkrupp",
    weak: "sanistaal, lemvigh müller, jernindustri",
  },
  "purchases.materials.aluminium": { normal: "alumeco, hydro aluminium, aluminium, sapa, alu" },
  "purchases.materials.metal_goods": {
    normal:
      "würth, carl ras, bolte, beslag, værktøj, smedje, maskinfabrik, bossard, fastening, tools, mekanik, hilti, ahlsell, skruer, søm, hoffmann group",
    weak: "fabory, smed, isenkram, sanistål",
  },
  "purchases.materials.plastic": {
    normal:
      "nordic plast, plast*, plastic*, plastics, gummi, rias, vink plast, polymer, borealis, primo, wavin, nunaplast, pipelife",
    weak: "ao johansen",
  },
  "purchases.materials.paper": {
    normal: "papyrus, papir, tork, papirfabrik, paper, stora enso, upm",
    weak: "antalis, abena, katrin",
  },
  "purchases.materials.cardboard": {
    normal:
      "ds smith, smurfit, smurfit kappa, emballage*, packaging, stora enso packaging, kartonnage, pap, rajapack, raja, boxon, packning, schur, peterson packaging, pack, tetra pak",
  },
  "purchases.materials.wood": {
    normal:
      "træ, savværk*, dlh, timber, wood, palle, paller, tømmer, tømmerhandel, moelven, junckers, wood supply, dansk træ, træindustri",
    weak: "trælast*, stark, xl byg, bygma, davidsen, trælasthandel",
  },
  "purchases.materials.glass": {
    normal: "pilkington, glas, scanglas, glas service, saint gobain glass, ardagh glass",
    weak: "glarmester",
  },
  "purchases.materials.concrete": {
    normal:
      "unicon, ibf, aalborg portland, beton*, betonfabrik, betonvarefabrik, cement, dk beton, h h beton, spæncom, perstrup, fundablok",
  },
  "purchases.materials.bricks": {
    normal: "teglværk*, randers tegl, komproment, tegl, wienerberger, egernsund, petersen tegl, monier, teglværker",
  },
  "purchases.materials.insulation": {
    normal: "rockwool, isover, sundolitt, isolering, kingspan, knauf insulation, papiruld",
  },
  "purchases.materials.plasterboard": { normal: "knauf, gyproc, danogips, saint gobain gyproc, norgips" },
  "purchases.materials.asphalt": {
    normal:
      "colas, asfalt*, grusgrav*, råstoffer, peab asfalt, ncc råstoffer, nymølle, grus, stenleverandør, munck asfalt, pankas, sten og grus",
  },
  "purchases.materials.textiles": {
    normal:
      "engel workwear, kansas, mascot, tøj, tekstil*, textile*, workwear, fristads, elis, berendsen, kvadrat, sko, zalando, h m, jack jones, bestseller, hummel, brands4kids, skoringen, profilbeklædning, berner arbejdstøj, hejco, bekleidung, textil, uniform, arbejdstøj, skjern tekstil, de forenede dampvaskerier, linned",
  },
  "purchases.materials.chemicals": {
    normal:
      "dana lim, flügger, univar, diversey, air liquide, linde gas, ecolab, brenntag, strøm hansen kemi, kemi*, kemikalier, maling, farvehandel*, farvehandler, beckers, dyrup, hempel, sika, tesa, loctite, henkel, novadan, nilfisk kemi, strandmøllen, aga gas, gasser, colorama, lim, basf, teknos, sadolin, wd 40, plum, kemetyl, farver, matas, chemical*, chemie",
  },
  "purchases.materials.pharma": {
    normal:
      "apotek*, novo nordisk, pharma*, medicin, mediq, medical, pharmacy, tamro, nomeco, apotheke, apoteket, lægemidler",
  },
  "purchases.materials.agricultural": {
    normal:
      "dlg, danish agro, planteskole*, gartneri*, blomster*, interflora, vestjyllands andel, foder, euroflorist, landmand, gård, frø, korn, dlf, plantorama, såsæd, plantecenter, dansk landbrugs, foderstof*, brødrene ewers, agro, nopa, farm, buketter, florist",
  },
  "purchases.materials.fish": {
    normal:
      "fiskeauktion, fiskehandel*, fisk, royal greenland, seafood, fiskeri, fish, musholm, fiskehus, skaldyr, fiskefabrik",
  },
  "purchases.food.canteen": {
    normal:
      "netto, rema 1000, rema1000, føtex, foetex, bilka, meny, lidl, aldi, nemlig, nemlig com, dagrofa, hørkram, inco, merrild, slagter*, slagteri, bageri*, bager*, kantine*, frugtkurven, mejeri*, arla, coop, superbrugsen, fakta, 365discount, irma, spar, min købmand, brugsen, frugt karl, frugt, grønt, bc catering, ab catering, catering engros, peter larsen, kaffe, lavazza, vin, royal unibrew, carlsberg, harboe, seven eleven, 7 eleven, købmand, kvickly, coca cola, toms, kaffekompagniet, frugtordning, dagli brugsen, daglibrugsen, brewery, bryggeri*, løgismose, supermarket, edeka, rewe, ica, food, foods, fødevarer, lagkagehuset, supermarked, jde, kødgrossist, joe the juice kaffe, vinhandel, bakery, aqua, dansk cater, discount, ishus, flensted",
  },
  "purchases.food.restaurant": {
    normal:
      "restaurant*, café, cafe, brasserie, bistro, aamanns, mcdonalds, mcdonald, burger king, just eat, wolt, pizzeria, sunset, jensens bøfhus, espresso house, starbucks, joe juice, joe the juice, sushi, catering, grill, pizza, kebab, restauration, værtshus, bar, smørrebrød*, kfc, subway, kok, diner transportable, too good to go, vapiano, max burgers, steakhouse, kokkens, madhus, spisehus, selskabslokaler, forsamlingshus, flammen, bones, letz sushi, sticks n sushi, mash, gasoline grill, halifax, baresso, domino, dominos, pub, ristorante, trattoria, gasthaus",
  },
  "purchases.goods.wholesale": {
    normal: "engros*, wholesale, grossist*, grosshandel, import export",
    weak: "import, trading, agentur, handel",
  },
  "purchases.goods.retail": {
    normal:
      "biltema, jem fix, jem og fix, silvan, bauhaus, harald nyborg, thansen, ikea, imerco, flying tiger, søstrene grene, jysk, bahne, normal, fleggaard, inspiration, kop kande, magasin, elgiganten retail, amazon, temu, ebay, kosmetolog, sport 24, thansen dk, power retail, xxl, bog ide, salling, davidsens byggemarked, byggemarked, matas, stadium, illum, legekæden, br legetøj, coop dk, panduro, creativ company, aliexpress, wish, tiger, kaufland, decathlon, plantorama retail, 10 4, hornbach, obi, clas ohlson, rusta, lagerhuset",
    weak: "stark, bygma, sport, butik, shop, proshop",
  },
  "purchases.goods.office_supplies": {
    normal:
      "lomax, lyreco, lasertryk, staples, vistaprint, trykkeri*, papirgården, kontor, tryk, bog ide, kontorland, rosendahls, office depot, print, tonerdk, kontorartikler, copy, stibo, kontorsyd, grafisk hus, onlineprinters, wemarket, pixartprinting, saxoprint, print division, digitaltryk, inkpro, bogtrykkeri, zederkof, bürobedarf",
  },
  "purchases.goods.small_it": {
    normal:
      "proshop, dustin, komplett, computersalg, elgiganten, power, av cables, apple store, dell, lenovo, wupti, humac, føniks, conrad it, merlin computer, logitech, mobilcovers, foniks, multitronic, cdon, apple com, greentel, refurb, mediamarkt, saturn, hewlett, kjell company, atea, dataøen, inmac",
    weak: "data, it, computer, apple, elektronik",
  },
  "purchases.goods.electrical": {
    normal:
      "solar danmark, solar a s, lemvigh müller, danfoss, elektro, abb, schneider electric, lampe, el materiel, rexel, rs components, siemens, el grossist, philips, hvidevarer*, hvidevareland, skousen, whiteaway, elma instruments, farnell, elfa distrelec, lavpris el, lys, belysning, osram, conrad, louis poulsen, greenline el, elektronik, eltavler, el salg, punkt1, lk, mouser, digikey",
    weak: "ao johansen, sanistål",
  },
  "purchases.goods.spare_parts": {
    normal:
      "brd klee, hydra grene, skf, reservedele*, brødrene klee, multivac, atlas copco, reservedel, fpe hydraulik, hydraulik, kramp, ersatzteile, autodele, bearings, granit parts, spare parts, hans buch, grundfos, bosch rexroth, au2parts, fta, euro parts, hydac, donaldson, mekonomen dele, festo, parker hannifin, lejer",
  },
  "purchases.services.it_services": {
    normal:
      "microsoft, amazon web services, aws, adobe, github, google cloud, one com, simply com, slack, dropbox, zoom, atlassian, dinero, e conomic, economic, billy, hetzner, digitalocean, openai, anthropic, salesforce, hubspot, visma, notion, canva, shopify, wix, squarespace, godaddy, cloudflare, digicert, punktum, unoeuro, netlify, vercel, zendesk, trello, asana, monday com, figma, autodesk, sap, oracle, timelog, danløn, dataløn, proløn, salary dk, planday, zapier, docusign, penneo, intercom, jetbrains, lastpass, 1password, mailchimp it, twilio, heroku, azure, google workspace, gsuite, google gsuite, office 365, apple icloud, icloud, ubiquitous, uniconta, navision, business central, webshop, hosting, webhotel, software, itm8, kmd, netcompany, systems, edb, trifork, curanet, team blue, scannet, it relation, teamviewer, miro, airtable, pleo, nordea it, kubernetes, datadog, okta, fortnox, power bi, linear, sentry, loom, gitlab, norton, mcafee, eset, avast, bitwarden, workday, e boks, mitid, nets danid, signicat, dandomain, mediahost, tidsreg, trustpilot, surfshark, wordpress, envato, contractbook, lessor, intect, systemer, google one, ordbogen, chatgpt",
    weak: "it, data, solutions, technologies, systems, digital, tech, cloud, google, com, web, atea",
  },
  "purchases.services.telecom": {
    normal:
      "tdc, telenor, telia, 3 erhverv, yousee, norlys fiber, norlys digital, waoo, fibia, stofa, oister, cbb, lebara, callme, hi3g, 3 mobil, telmore, fastspeed, altibox, nuuday, tele2, vodafone, t mobile, deutsche telekom, telekom, tele, telefoni, telecom, firmafon, relatel, flexfone, uni tel, ipvision, eesy, hiper, kviknet, dansk kabel tv, globalconnect, ice net, comtalk, greenspeak, elisa, orange telecom, verizon, at t, starlink, fiberby, ip nordic, norlys tele, 3 danmark, jysk fibernet, ewii fiber, energi fyn bredbånd, telefon, mobil",
  },
  "purchases.services.consulting": {
    normal:
      "advokat*, advokatfirma*, advokater*, revision*, revisor*, deloitte, pwc, kpmg, ernst young, ey, bdo, beierholm, kromann reumert, plesner, bech bruun, gorrissen, accura, dahl advokat, consult, consulting, rådgivning, lowell, intrum, kammeradvokat, accenture, mckinsey, redmark, partner revision, dansk revision, grant thornton, rsm, regnskab*, bogholderi*, bogføring*, consultants, inkasso, bird bird, law, legal, patentgureau, patrade, zacco, steuerberater, rechtsanwälte, rechtsanwalt, konsulent*, advisory, mazars, crowe, martinsen, azets, ecit, baker tilly, dlapiper, dla piper, bcg, capgemini, advizors, statsautoriseret, registreret revisor, kredinor, solicitors, erhvervsrådgivning, seges, velas, agri nord, bureau veritas, dnv, dbi, patentbureau, likvido, landbrugsrådgivning",
    weak: "partners, group, management, partner, advice",
  },
  "purchases.services.engineering": {
    normal:
      "rambøll, ramboll, cowi, sweco, niras, arkitekt*, ingeniør*, artelia, moe a s, landinspektør*, architects, architect, engineering, arkitektfirma, c f møller, arkitema, le34, orbicon, wsp, afry, engineers, dmr, geo, tegnestue*, oj rådgivende, landinspektørfirma, byggerådgivning, force technology, norconsult, iso kalibrering, tegnestuen, dge, skel dk, botjek, obh ingeniør, tüv, dekra certificering",
  },
  "purchases.services.marketing": {
    normal:
      "google ads, facebook, facebk, meta platforms, linkedin, reklame*, marketing, mch, bella center, skilte*, foto, fotograf*, bureau, kommunikation, media, jysk fynske medier, tiktok, snapchat, adform, skiltefabrik, krak, eniro, de gule sider, degulesider, messecenter*, messe, reklamebureau, grafisk, design, studio foto, film, afa jcdecaux, clear channel, mailchimp, gaver reklame, gallup, voxmeter, klaviyo, semrush, ahrefs, outbrain, criteo, bing ads, twitter, pinterest, getresponse, activecampaign, ticketmaster events, mouseflow, signs, skilt, messe münchen, fotografi, advertising, koelnmesse, hootsuite, reklameartikler, promotion, firmagaver, surveymonkey, trendhim reklame, ads",
    weak: "studio, grafik, agency, creative, event, medier, brand",
  },
  "purchases.services.research": {
    normal:
      "eurofins, force technology lab, laboratori*, lab, als denmark, analytech, dhi, højvang, sgs, agrolab, research",
    weak: "teknologisk institut, universitet, dtu",
  },
  "purchases.services.bank": {
    normal:
      "nordea, danske bank, jyske bank, sydbank, nykredit, bank*, sparekasse*, sparekassen, nets, stripe, paypal, mobilepay erhverv, clearhaus, quickpay, mastercard, visa, klarna, spar nord, arbejdernes landsbank, ringkjøbing landbobank, lunar, american express, worldline, swedbank, handelsbanken, seb, adyen, bambora, epay, onpay, elavon, sumup, zettle, izettle, teller, saxo bank, middelfart sparekasse, al bank, vestjysk bank, lån spar, merkur, reepay, wise, revolut, dibs, sparbank, frisbii, pensopay, dankort, swiipe, flatpay, dnb, deutsche bank, commerzbank, sparkasse, experian, vipps mobilepay, forex",
  },
  "purchases.services.insurance": {
    strong: "forsikring*, skadeforsikring",
    normal:
      "tryg, topdanmark, alm brand, codan, gjensidige, gf forsikring, if skade, if skadeforsikring, lb forsikring, købstædernes, forsikring*, allianz, zurich, versicherung*, insurance, willis, marsh, aon, protector, hdi, aros forsikring, söderberg partners, försäkring*, lærerstandens, privatsikring, europæiske rejseforsikring, bornholms brand, næstved brand, thisted forsikring, trygvesta, dansk sundhedssikring, axa, popermo, chubb, atradius, coface, skandia sundhed, riskpoint",
  },
  "purchases.services.rent": {
    normal:
      "deas, jeudan, pelican, pelican self storage, spaces, regus, ejendom*, ejendomme, ejendomsselskab*, wework, ejendomsadministration, boxit, shurgard, nettolager, properties, property, immobilien, ejerforening, castellum, newsec, cej, wihlborgs, boligselskab, lokaler, domea, kontorhotel*, propstep, andelsboligforening, fastigheter, pears global, ejendomsinvest, realia, udlejning ejendomme, udlejningsejendomme, himmelev, kontorfællesskab, estate, real estate, matrikel1, dades, ejd, erhvervsejendomme, pakhus, business park, erhvervspark, symbion, storage",
  },
  "purchases.services.repair": {
    normal:
      "vvs*, elektriker*, tømrer*, maler*, murer*, bravida, kemp lauritzen, el con, installation, hörmann, installatør*, el installation, smed*, blikkenslager*, schindler, otis, kone elevator, kone, thyssenkrupp elevator, glarmester*, låsesmed*, kloakservice, service, caverion, intego, johnson controls, el teknik, elteknik, gk danmark, wicotec kirkebjerg, snedker*, elservice, håndværk, malerfirma, murermester, tømrermester, crawford, assa abloy, køleteknik, ventilation, byggeservice, lindpro, klima service, falck teck, assemblin, elevatorer, maskinservice, teknik, port service, porte, aircon, fugefirma, hvac, maintenance, plumbing, el firma, nilfisk service, gulvmand, kloakmester, el og, autoriseret el",
    weak: "byg, entreprise, industriservice, maskiner, montage",
  },
  "purchases.services.car_repair": {
    normal:
      "autoværksted*, euromaster, automester, vianor, bilsyn*, fdm, carglass, autoservice, auto, auto service, dæk, bilvask*, wash world, autocentrum, bosch car service, ad bilværksted, teknicar, super dæk, super dæk service, dækcenter, point s, bilservice, wash, synshal, applus, bilcenter, autohuset, skorstensgaard, autohjælp, sos dansk autohjælp, au2, car service, autoglas, autolak, automobiler, autogården, hella service, genan dæk, bilpleje, lastvognsservice, lastbilcenter, ryds bilglas, mekonomen, quickpot, dækteam, autocenter, carpeople, autoteknik, volvo trucks service, scania service, imo, smart repair, falck vejhjælp, dansk autohjælp, vehicle service, bilglas, dinitrol, kwik fit",
    weak: "biler, bil, cars, trucks, volvo, scania, lastvogne, volkswagen, toyota, automobile",
  },
  "purchases.services.cleaning": {
    normal:
      "iss, iss facility, rengøring*, forenede service, elis måtte, g4s, securitas, verisure, vagt*, rentokil, anticimex, coor, cleaning, compass group facility, vinduespolering*, dansk vagt, avarn, facility services, ren, polering, ejendomsservice, anlægsgartner*, hededanmark have, mortalin, sector alarm, jeudan service, alliance plus, renhold, stanley security, sikring, security, skadedyr, gartner, grøn vedligehold, okdeltavagt, nokas, haveservice, tagtomat, bevakning, gebäudereinigung, servicegruppen, ocs, tjenester, city container rengøring, lås alarm, viceværtservice, skadedyrsservice, clean, glatførebekæmpelse, alarm, vagtselskab, phs, snerydning, hygiejne, hygiene, anlæg og have, reinigung, städservice, sodexo",
  },
  "purchases.services.staffing": {
    normal:
      "randstad, adecco, manpower, jobindex, vikar*, vikarbureau, rekruttering, hays, jobnet, stepstone, ofir, temp team, tempteam, moment, mercuri urval, michael page, kelly services, bemanding, personalebureau, staffing, stayservice, workpoint, upwork, fiverr, recruitment, headhunt, ajob, job match, jobzone, academic work, worksome, experis, personale, freelance, ballisager, indeed, jobteam, powerjobs, transvikar, onsitejob, viking vikar, flex vikar",
  },
  "purchases.services.training": {
    normal:
      "amu*, kursus, academy, akademi*, dansk førstehjælp, førstehjælp, erhvervsskole*, techcollege, skole*, universitet*, university, university college, aof, ibc, tec, eucsyd, zealand, cphbusiness, uddannelse, kurser, handelsskole, udemy, coursera, training, copenhagen business school, probana, lederne kursus, business college, via university, learning, mannaz, dieu, confex, seminar, falck førstehjælp, superusers, køreskole, uddannelsescenter, aarhus tech, tradium, learnmark, instituttet, ucn, kompetencecenter, linkedin learning, pluralsight, campus, coaching, kurs, sosu, it university, teknisk skole, højskole",
    weak: "teknologisk institut, institut",
  },
  "purchases.services.memberships": {
    normal:
      "dansk industri, dansk erhverv, di, business, foreningen, forening, brancheforening*, smvdanmark, tekniq, dansk byggeri, finansforbundet, erhvervsforening*, handelsstandsforening, dansk håndværk, lederne, landbrug fødevarer, danish chamber, handelskammer, håndværkerforening*, erhvervsråd, bni, vl grupper, dansk ejendomsmægler, horesta, drivkraft danmark, ejendom danmark, forbund, netværk, erhvervsklub, association, laug, dansk standard medlem, kamik, handelskammeret, landsforening, ith, dtl",
    weak: "dansk, klub",
  },
  "purchases.services.media": {
    normal:
      "netflix, spotify, berlingske, børsen, politiken, jyllands posten, ingeniøren, teknologiens mediehus, koda, gramex, tv2, saxo com, storytel, mediehus, dagblad*, avis*, gyldendal, karnov, youtube premium, forlag*, bog, boghandel*, academic books, financial times, economist, watch medier, altinget, zetland, information, hbo, disney plus, viaplay, amazon prime, audible, kristeligt dagblad, dagbladet, avisen, schultz information, forlaget, arnold busck, copydan, allente, nordisk film abonnement, tidende, stiftstidende, folkeblad, amtsavis, ugebrev, ugeavis, stack media, tv 2, shutterstock, istock, getty images, adobe stock, deezer, tidal, apple music, mofibo, wall street journal, new york times, jp politikens hus, bogforlag, boger, readly",
  },
  "purchases.services.other_services": {
    normal:
      "easypark, apcoa, q park, parkering*, parkpark, onepark, brobizz, storebælt, øresundsbron, sund bælt, parkman, parkzone, europark, aimo park, dyrlæge*, frisør*, tolk, oversættelse*, translated, translatørerne, tinglysning, erhvervsstyrelsen, bedemand, tandlæge*, fitness*, fitness world, fysioterapi*, vaskeri*, parking, falck healthcare, skorstensfejer*, tinglysningsretten, dansk retursystem gebyr, politi, retten, færdselsstyrelsen, motorstyrelsen, fødevarestyrelsen, arbejdstilsynet, massage, psykolog*, hamilton oversættelse, lægehus, parkeringsservice, languagewire, sundhed, tolkeservice, brobizz a s, psykologer, epass24, dyreklinik, dyrehospital, kiropraktor, parkering kbh, q park, sats, puregym, urban sports, rens, renseri, kobenhavns kommune parkering, patent og varemærkestyrelsen",
    weak: "kommune, styrelsen, kommunen",
  },
  "purchases.water.supply": {
    normal:
      "vandværk*, aarhus vand, tønder forsyning vand, vandforsyning*, hofor vand, vandcenter, vand, vcs, wasserwerk*, wasserwerke, vatten, novafos, vand a s, trefor vand",
    weak: "forsyning, hofor, water",
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
    normal: "rgs nordic, rgs90, nordic waste, norrecco, solum jord, nedrivning*, jordmodtagelse, norrecco, jordhandel",
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
    weak: "biler, tesla, mercedes, ford, skoda",
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
  "capital.goods.it": { weak: "dell, lenovo, atea, hewlett packard enterprise, cisco, it forhandler" },
  "leased_upstream.assets.equipment": {
    normal:
      "ald automotive, arval, leaseplan, nordania, leasing*, lej let, gsv, ramirent, cramo, loxam, boels, stilladser*, materieludlejning, lejlet, autoleasing, udlejning, stilladsudlejning, jydsk leasing, ayvens, sixt leasing, lej, rental, jutlander finans, toyota financial, volkswagen semler finans, semler finans, 3stepit, grenke, kinto, alphabet, maskinudlejning*, materiel udlejning, liftudlejning, scaffold*, riwal, pitzner, adapteo, expandia, skurvogne, bm leasing, dll, siemens finans, finans, mietpark, telte, festudlejning, stillads, hh stilladser, algeco, container udlejning, dsk udlejning, lejekompagniet, lift",
    weak: "lease, materiel",
  },
};
