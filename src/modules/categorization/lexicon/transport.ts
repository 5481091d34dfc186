import type { LexiconPart } from "./lexicon-part.ts";

export const TRANSPORT: LexiconPart = {
  "transport.own.diesel": {
    strong:
      "dieselolie, diesel l, diesel b7, truck diesel, diesel b10, diesel liter, blå diesel, diesel fuel, autodiesel, miles diesel, gofuel diesel, diesel 50, dieselkøb, diesel tankning, tankning diesel, diesel lastbil, diesel varebil, diesel bil, bulkdiesel, gasoil road",
    normal: "diesel*, =b7, brændstof diesel, vejdiesel",
    weak: "brændstof, tankning, tankkort, brændstofkort, benzinkort, fuel card, fuel, drivmedel, drivstoff",
  },
  "transport.own.petrol": {
    strong:
      "blyfri, oktan 95, oktan 98, 95 oktan, 98 oktan, benzin 95, benzin e10, benzin e5, super bleifrei, blyfri 95, unleaded, super e10, euro 95, bensin, miles 95, petrol 95, petrol unleaded, benzinkøb, benzin bil, gasoline, alkylatbenzin, super benzin, super 95, super e5, aspen 2, aspen 4, motorsavsbenzin, 2 taktsbenzin, 4 taktsbenzin, totaktsbenzin",
    normal: "benzin*, =petrol, oktan, =e10, =e5, benzinforbrug",
  },
  "transport.own.hvo": {
    strong:
      "hvo, hvo100, hvo diesel, biodiesel, hvo 100, fossilfri diesel, renewable diesel, neste my, fornybar diesel, vedvarende diesel, ecopar, rme, xtl diesel",
  },
  "transport.own.cng": {
    strong:
      "=cng, biogas til lastbil*, biogas til køretøj*, biogas til bil*, cng biogas, komprimeret naturgas, biogas til køretøjer, fordonsgas, vehicle gas, biogas tankning, tankning biogas, gas til lastbil, lng lastbil, =lng, biogas lastbil, naturgas til køretøj, bio cng, biogas køretøj, gasbus",
  },
  "transport.own.offroad": {
    strong:
      "farvet diesel*, rød diesel, gas oil, gasoil, landbrugsdiesel, entreprenørdiesel, marked diesel, red diesel, diesel gravemaskine, diesel traktor, diesel generator, diesel til maskine, diesel maskine, farvet dieselolie, gasolie, traktordiesel, afgiftsfri diesel, diesel til traktor, non road diesel, diesel til entreprenørmaskine, diesel rendegraver, diesel minigraver, diesel mejetærsker, diesel truck gaffel, diesel nødgenerator, maskindiesel, anlægsdiesel",
  },
  "transport.own.marine": {
    strong:
      "marin gasolie, marine gas oil, =mgo, marin diesel, marine diesel, skibsdiesel, bunkerolie, bunkering, skibsbrændstof, marine fuel, bunker fuel, bådbrændstof, marinediesel, vlsfo, bunkers, marinegasolie, skibsgasolie, gasolie til skib, gasolie til kutter, diesel til kutter, diesel til skib, diesel til båd, bådediesel",
  },
  "transport.own.jet": {
    strong:
      "jet fuel, jet a1, jetbrændstof, flybrændstof, avgas, kerosene jet, flybenzin, aviation fuel, jet a 1, flyvebrændstof, jetfuel",
  },
  "transport.own.car_km": {
    strong:
      "km firmabil, firmabil km, kørte km firmabil, kørsel firmabil, company car mileage, company car km, kørsel i firmabil, pool car mileage, km i firmabil, fleet mileage",
  },
  "transport.own.van_km": {
    strong: "varebil km, km varebil, van mileage, van km, kørte km varebil, kørsel i varebil, servicebil km",
  },
  "transport.own.truck_km": {
    strong: "lastbil km, km lastbil, truck mileage, kørte km lastbil, hgv km, own truck km, kørsel egen lastbil",
  },
  "transport.travel.air_short": {
    strong:
      "flybillet*, flyrejse, fly billet, flight, airfare, flight ticket, air ticket, plane ticket, flyg*, ~boarding, baggage fee, bagage gebyr, flugticket, flug, airline ticket, flybooking, flybilletter, flytransport person, return flight, economy class, airline, fly t r, flyafgang, retur fly, charterfly, indcheckning bagage, flysæde, flight return, fly tur retur, airlines, fly til, fly fra, flytur, fly retur, fly til og fra",
    normal: "=fly, airways, lufthavnsskat, flyselskab, e ticket, eticket, fly retur",
    weak: "air, kuffert, bagage, lufthavn, airport",
  },
  "transport.travel.air_domestic": {
    strong: "indenrigsfly, indenrigs fly, domestic flight, indenrigsrute, fly indenrigs, indenrigsflyvning",
  },
  "transport.travel.air_long": {
    strong: "langdistancefly, long haul, longhaul flight, intercontinental, oversøisk fly, business class flight",
  },
  "transport.travel.rail": {
    strong:
      "togbillet*, tog billet, train ticket, train travel, togrejse, pladsbillet, lyntog, intercity, tågbiljett, tågresa, bahnticket, bahn, fahrkarte, rejsekort, orange billet, ic lyn, s tog, s togskort, interrail, eurostar, togkort, wagon lits, railway ticket, rail ticket, train fare, togtur, night train, nattog, sovevogn, regionaltog, =tog, =train, zugticket, pendlerkort tog",
    normal: "=rail, =tåg, rejsekortet, dsb, klippekort tog, tog retur",
  },
  "transport.travel.bus": {
    strong:
      "busbillet*, bus billet, busrejse, bus ticket, bustur, bustransport*, turistbus*, buskørsel, rutebil*, bybus, fjernbus, coach hire, busleje, bus leje, flixbus, busskort, buskort, bus klippekort, expressbus, shuttlebus, charter coach, bus transfer, busfart, busbilletter, coach ticket, bus fare, skolebus*, turbus, elevbus, partybus, busudflugt, =buss, bussresa, bussbiljett, bussbilletter, =bus, =busser, =bussen",
    normal: "minibus",
  },
  "transport.travel.metro": {
    strong:
      "metro*, metrobillet, letbane*, letbanebillet, metro kort, sporvogn, tram ticket, tram, light rail, subway, underground ticket, tunnelbana, u bahn, tube fare, letbanekort, metroselskab*",
  },
  "transport.travel.taxi": {
    strong:
      "taxa*, taxi*, hyrevogn, cab ride, cab fare, taxakørsel, taxatur, taxibon, taxaregning, uber trip, uber ride, minibus taxa, airport cab, vognløb taxa, taxiresa, drosje, taxakvittering, persontransport taxa, flextaxa, =cab",
    normal: "=uber, =bolt, ride hailing",
  },
  "transport.travel.private_car": {
    strong:
      "km godtgørelse, kilometergodtgørelse, kørselsgodtgørelse, kørepenge, kørsel egen bil, kørsel i egen bil, mileage allowance, milersättning, kørsel i privatbil, egen bil, kørsel privat bil, befordringsgodtgørelse, statens takst, car allowance mileage, mileage reimbursement, kilometerpenge, kørselsrefusion, kørselsudlæg, kjøregodtgjørelse, befordring, kørsel medarbejder, km penge, mileage claim, mileage, kørselspenge*, befordringsudgift*, kørsel privatbil",
    normal: "kørsel km, km takst, lav takst, høj takst, kørselsgodtg, kilometer",
  },
  "transport.travel.rental_car": {
    strong:
      "lejebil*, lejebiler, billeje, rental car, car rental, car hire, hire car, hire of car, hire of a car, leihwagen, mietauto, bilutleie, biluthyrning, huurauto, biludlejning, delebil*, bil leje, leje af bil, hyrbil, mietwagen, udlejningsbil, car sharing, leiebil, delebilstur, delebilisme, rent a car, minutleje bil, bybil, leje personbil, leje af personbil, leje af varebil, leje bil, leje varevogn, dagsleje bil, lejet minibus, leje af minibus, leje minibus, lejet bil, lejet varevogn, lejet varebil, hyra bil, leie bil",
  },
  "transport.travel.ferry": {
    strong:
      "færge*, færgebillet, ferry, overfart, bilfærge, storebæltsfærge, färja, fähre, fergebillett, færgeoverfart, færgetur, hurtigfærge, ferge, katamaranfærge, passagerfærge, færgeafgang",
  },
  "transport.travel.hotel": {
    strong:
      "hotel*, overnatning*, hotelophold, hotelværelse, hotel stay, room night, hotelovernatning, enkeltværelse, dobbeltværelse, accommodation, lodging, hotell, übernachtung, værelse, =logi, vandrehjem, hostel, bed breakfast, nätter, nights, hotelbooking, airbnb, room rate, single room, double room, motel, ophold inkl morgenmad, logement, feriebolig, overnattings, guesthouse, kro ophold, overnat, nætter, booking hotel, zimmer",
    normal: "=room, suite, natlogi, city tax",
    weak: "=nat, =ophold, booking",
  },
  "transport.travel.agency": {
    strong:
      "rejsebureau*, travel agency, rejsearrangement, pakkerejse*, gruppetur*, fly og hotel, flight and hotel, studietur, ekspeditionsgebyr rejse, bureaugebyr rejse, travel management, rejsegebyr, bookinggebyr rejse, resebyrå, reisebüro, grupperejse, rejse pakke, service fee travel, travel agent, rejsearrangør, rejseservice, bookingfee rejse, tour operator, studierejse, travel package, firmarejse, personalerejse, skiferie, booking fee travel, transaction fee travel, visum*, visa application, rejsebestilling*, rejsebooking*, fly hotel, flight hotel, fly hotel og",
    normal: "=rejse, =rejser, rundrejse, =travel, reise, udlandsrejse, ferierejse, bookinggebyr",
    weak: "excursion, udflugt",
  },
  "transport.commuting.car": {
    strong:
      "pendling bil, pendling i bil, commuting by car, commuting car, bil pendling, medarbejderpendling bil, commute car, pendlerkørsel",
  },
  "transport.commuting.rail": {
    strong:
      "pendling tog, pendling med tog, commuting by rail, commuting by train, commuting train, commute train, pendlerkort tog medarbejder",
  },
  "transport.commuting.bus": {
    strong:
      "pendling bus, pendling med bus, commuting by bus, commuting bus, firmabus, medarbejderbus, staff bus, commute bus, shuttle medarbejdere, employee shuttle, pendlerbus",
  },
  "transport.commuting.homeworking": {
    strong:
      "hjemmearbejde*, homeworking, home working, hjemmekontor, home office allowance, working from home, fjernarbejde, remote work allowance, work from home, hjemmearbejdsdage",
  },
  "transport.upstream.road": {
    strong:
      "fragt til kunde, fragt til kunder, udgående fragt, outbound freight, delivery to customers, levering til kunde, levering til kunder, transport til kunde, transport til kunder, customer delivery, vejgods til kunder, udgående transport, salgsfragt, freight to customer, freight to customers, distribution til kunder, distribution til kunde, fragt ud, vognmand*, vognmandskørsel, fragt, lastbilkørsel, road freight, trucking, haulage, vejgods, vejtransport, lastvognstransport, partigods, stykgods, full load, dieseltillæg, brændstoftillæg, olietillæg, transport af gods, godstransport, kørsel med lastbil, lastbiltransport, frakt, spedition vej, ltl, ftl, groupage, pallefragt, fragtomkostning, distribution gods, containerkørsel, kranbil*, kranbilkørsel, åkeri, transportomkostning, vejtillæg, vejafgift tillæg, fragt af, fragttillæg, leveringsgebyr, levering med kranbil, maut, blokvogn*, tankbil transport, bulk transport, tipvogn, køletransport, fragtgebyr, leveringsomkostning, freight, landevejstransport, levering pr palle, palletransport, specialtransport, containertransport*, maskintransport*, dyretransport*, elementtransport*, møbeltransport*",
    normal:
      "transport, kørsel, lastbil, lastvogn, levering, delivery, spedition, gods, trailer, forvogn, sættevogn, palleplads, ladmeter, aflæsning, =lorry",
    weak: "=truck, leverance, læs, ekspeditionsgebyr, pallebytte, transit",
  },
  "transport.upstream.van": {
    strong:
      "van delivery, varebilsgods, same day delivery, varevognskørsel, budbil, varebilstransport, ekspreskørsel varebil, van freight, varebilsfragt, samme dag levering, varevogn levering, levering med varebil, same day van, same day parts, van courier, dag til dag levering med varebil, distribution med varebil, distribution varebil, kørsel med varebil, kørsel varebil, varebilskørsel*, varevognskørsel*, varebilsdistribution",
    normal: "sprinter levering, dedikeret varebil",
  },
  "transport.upstream.rail": {
    strong:
      "jernbanegods, banegods, rail freight, godstog, togfragt, jernbanetransport, kombitransport, intermodal, railfreight, fragt med tog, freight train, rail cargo, kombi bane, godsbane, jernbanefragt",
  },
  "transport.upstream.sea": {
    strong:
      "søfragt til kunde, søfragt til kunder, sea freight to customer, sea freight to customers, outbound sea freight, udgående søfragt, outbound ocean freight, søfragt, sea freight, ocean freight, skibsfragt, containerfragt, fcl, lcl, bunker surcharge, havnegebyr, sjøfrakt, sjöfrakt, søtransport, seefracht, skibstransport, short sea, roro, ro ro, shipping line, thc, bill of lading, baf, demurrage, container shipping, sea cargo, 40 hc, 40ft, 20ft, 20 dc, shippingcontainer, sø fragt, container hav, ocean, vessel freight",
    normal: "=skib, vessel",
  },
  "transport.upstream.air": {
    strong:
      "luftfragt til kunde, luftfragt til kunder, air freight to customer, air freight to customers, outbound air freight, udgående luftfragt, flyfragt til kunde, flyfragt til kunder, luftfragt, flyfragt, air freight, airfreight, air cargo, flygfrakt, luftfracht, flyfrakt, awb, airway bill, fly gods, luftgods, air waybill, luftpost gods",
  },
  "transport.upstream.courier": {
    strong:
      "pakkepost, porto*, frimærke*, forsendelse*, shipping label, pakkelabel*, pakke label, parcel, kurér, kurer, courier, budtjeneste, erhvervspakke, brevpost, pakkeforsendelse, express parcel, ekspresforsendelse, postage, pakker, pakkefragt*, budkørsel*, budtransport*, postpakke, brevporto, frankering*, frankeringsmaskine, cykelbud, quickbrev, shipment label, express worldwide, express envelope, rekommanderet, postboks, pakkeshop, porto og gebyr, postbefordring, expressforsendelse, ekspres pakke, budservice, postomdeling, track trace, returlabel, kurirpost, home delivery parcel, breve, paket, pakethantering, postgebyr, stamps",
    normal: "=pakke, =post, =bud, =dhl, =ups, =gls, =express, label retur, pick up pakke, =brev",
    weak: "forsendelsesgebyr, =shipping, =fragt pakke",
  },
  "transport.upstream.warehousing": {
    strong:
      "lagerhotel*, lagerleje pallepladser, 3pl, warehousing, warehouse handling, storage fee, pick pack, pluk og pak, picking fee, opbevaring, opbevaring af paller, toldbehandling, toldklarering, speditør*, customs clearance, spedition, forwarding, lagerføring, terminalgebyr, terminal handling, handling fee lager, fortoldning*, importbehandling, customs broker, palleopbevaring, pallelager, lagerhåndtering, fulfilment, fulfillment, frostlager, kølelager opbevaring, opbevaring pallepladser, lagring, lagerydelse, indlagring, udlagring, cross docking, crossdock, toldekspedition, eksportdokument, toldgebyr, t1 dokument, warehouse storage, container handling, handling in, storage pallets, customs declaration, eksportangivelse, pick and pack, pick and pack fee, pak og forsendelse, lagerleje palleplads, toldangivelse*, toldpapirer, eksportpapirer, importangivelse*, eksportdokumenter",
    normal: "=told, =customs, pallepladser",
    weak: "=lager",
  },
};
