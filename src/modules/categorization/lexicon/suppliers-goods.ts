import type { LexiconPart } from "./lexicon-part.ts";

/** Continues suppliers.ts: makers and sellers of materials, food and goods. */
export const GOODS_SUPPLIERS: LexiconPart = {
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
      "træ, trælast*, trælasthandel, savværk*, dlh, timber, wood, palle, paller, tømmer, tømmerhandel, moelven, junckers, wood supply, dansk træ, træindustri",
    weak: "stark, xl byg, bygma, davidsen",
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
      "apotek*, novo nordisk, pharma*, medicin, mediq, medical, pharmacy, tamro, nomeco, apotheke, apoteket, lægemidler, henry schein, plandent, dental, dentalartikler",
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
      "netto, rema 1000, rema1000, føtex, foetex, bilka, meny, lidl, aldi, nemlig, nemlig com, dagrofa, hørkram, inco, merrild, slagter*, slagteri, bageri*, bager*, kantine*, frugtkurven, mejeri*, arla, coop, superbrugsen, fakta, 365discount, irma, spar, min købmand, brugsen, frugt karl, frugt, grønt, bc catering, ab catering, catering engros, peter larsen, kaffe, lavazza, vin, royal unibrew, carlsberg, harboe, seven eleven, 7 eleven, købmand, kvickly, coca cola, toms, kaffekompagniet, frugtordning, dagli brugsen, daglibrugsen, brewery, bryggeri*, løgismose, supermarket, edeka, rewe, ica, food, foods, fødevarer, lagkagehuset, supermarked, jde, kødgrossist, joe the juice kaffe, vinhandel, bakery, aqua, dansk cater, discount, ishus, flensted, kildevæld, konditori*, konditor, chokolade, kaffebrænderi, osteri, vingård, bryghus",
  },
  "purchases.food.restaurant": {
    normal:
      "restaurant*, café, cafe, brasserie, bistro, aamanns, mcdonalds, mcdonald, burger king, just eat, wolt, pizzeria, sunset, jensens bøfhus, espresso house, starbucks, joe juice, joe the juice, sushi, catering, grill, pizza, kebab, restauration, værtshus, bar, smørrebrød*, kfc, subway, kok, diner transportable, too good to go, vapiano, max burgers, steakhouse, kokkens, madhus, spisehus, selskabslokaler, forsamlingshus, flammen, bones, letz sushi, sticks n sushi, mash, gasoline grill, halifax, baresso, domino, dominos, pub, ristorante, trattoria, gasthaus, mc donalds, mc donald, kroen, bodega, spisested, gastronomi, madkompagni, bageri og café",
  },
  "purchases.goods.wholesale": {
    normal: "engros*, wholesale, grossist*, grosshandel, import export",
    weak: "import, trading, agentur, handel",
  },
  "purchases.goods.retail": {
    normal:
      "biltema, jem fix, jem og fix, silvan, bauhaus, harald nyborg, thansen, ikea, imerco, flying tiger, søstrene grene, bahne, normal, fleggaard, inspiration, kop kande, magasin, elgiganten retail, amazon, temu, ebay, kosmetolog, sport 24, thansen dk, power retail, xxl, bog ide, salling, davidsens byggemarked, byggemarked, matas, stadium, illum, legekæden, br legetøj, coop dk, panduro, creativ company, aliexpress, wish, tiger, kaufland, decathlon, plantorama retail, 10 4, hornbach, obi, clas ohlson, rusta, lagerhuset",
    weak: "stark, bygma, sport, butik, shop, proshop, jysk",
  },
  "purchases.goods.office_supplies": {
    normal:
      "lomax, lyreco, kontorforsyning*, lasertryk, staples, vistaprint, trykkeri*, papirgården, kontor, tryk, bog ide, kontorland, rosendahls, office depot, print, tonerdk, kontorartikler, copy, stibo, kontorsyd, grafisk hus, onlineprinters, wemarket, pixartprinting, saxoprint, print division, digitaltryk, inkpro, bogtrykkeri, zederkof, bürobedarf",
  },
  "purchases.goods.small_it": {
    normal:
      "proshop, komplett, computersalg, elgiganten, power, av cables, apple store, wupti, humac, føniks, conrad it, merlin computer, logitech, mobilcovers, foniks, multitronic, cdon, apple com, greentel, refurb, mediamarkt, saturn, kjell company, dataøen, inmac",
    weak: "data, it, computer, apple, elektronik",
  },
  "purchases.goods.electrical": {
    normal:
      "solar danmark, solar a s, lemvigh müller, danfoss, elektro, abb, schneider electric, lampe, el materiel, rexel, rs components, siemens, el grossist, philips, hvidevarer*, hvidevareland, skousen, whiteaway, elma instruments, farnell, elfa distrelec, lavpris el, lys, belysning, osram, conrad, louis poulsen, greenline el, elektronik, eltavler, el salg, punkt1, lk, mouser, digikey",
    weak: "ao johansen, sanistål",
  },
  "purchases.goods.spare_parts": {
    normal:
      "brd klee, hydra grene, skf, reservedele*, brødrene klee, multivac, atlas copco, reservedel, fpe hydraulik, hydraulik, kramp, ersatzteile, autodele, bearings, granit parts, spare parts, hans buch, grundfos, bosch rexroth, au2parts, fta, euro parts, hydac, donaldson, mekonomen dele, festo, parker hannifin, lejer, ftz, autoparts, sliddele, maskindele, volvo penta, yanmar",
  },
};
