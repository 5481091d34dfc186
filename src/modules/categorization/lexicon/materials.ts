import type { LexiconPart } from "./lexicon-part.ts";

export const MATERIALS: LexiconPart = {
  "purchases.materials.steel_metals": {
    normal:
      "stål*, stålplade, stålprofil, ståldrager, rustfri rør, rustfrit rør, rustfri plade, rustfrit stål, kobber*, kobberrør, messing*, jern*, armering*, armeringsjern, armeringsnet, steel*, stainless steel, copper, brass, zink*, zinc, metalplader, metalplade, fladjern, rundjern, firkantrør, vinkeljern, hulprofil, heb, ipe, stålrør, trådnet, coil, edelstahl, stahl, tin, bly, titan, wire rod, sheet metal, metal sheet, rebar, iron, steel beam, stål profiler, bronze*, nikkel*, støbejern*, galvaniseret plade, s235, s355, konstruktionsstål, varmrør, rør rustfri, bjælke hea, hea, rustfast, rostfritt, rustfri stang, syrefast, presfitting, presfittings, stålwire, tyndplade*, tyndpladeemner, stainless, tubes, tube steel, pipes, rostfri, rør sort, rundstål, firkantstål, fladstål, vinkelstål, profilstål, jernplader, titanium, kobberplade*, zinkplade*, blyplade*, messingstang",
    weak: "metal, =rør, =plader, legering, rustfri, =plade, =bjælker, profiler",
  },
  "purchases.materials.aluminium": {
    strong:
      "aluminium*, aluminum, aluprofil*, alu profil, aluplade*, alu plade*, aluminiumsprofil, aluminiumplade, alurør, alu rør, rør al, 6082, 6060, =alu, =al, alufolie, alubakke*, aluminiumsfolie, aluminiumsbakke*, foliebakke*",
  },
  "purchases.materials.metal_goods": {
    normal:
      "møtrik*, bolte, bolt, skruer, skrue, søm, beslag, hængsel, hængsler, spændeskive*, skiver, nitter, fittings, spik, trådspik, screw*, bolts, nuts, nails, hinges, lås, låse, cylinderlås, bits, borebits, håndværktøj, værktøj*, hand tools, tool, tools, skruetrækker*, hammer, topnøgle*, kæde*, wire*, bore, fræser, dorne, fræseværktøj, ståltråd, befæstelse*, gevindstang, karabinhage*, ankerbolt, metalvarer, metal goods, hardware fasteners, fasteners, betonskruer, rawlplugs, dyvel, franske skruer, kloak dæksel, brackets, klammer, konsol, konsoller, kabelbakke*, ståltank, gitterrist*, rist, rækværk, hegn, trådhegn, smedeemner, metalemner, drejeemner, drejede emner, spiralbor, hulsav, savklinge*, slibeskive*, skæreskive*, nøgle, nøgler, gaffelnøgle, momentnøgle, tang, bor hss, cutting tools, drill bits, skruv, schrauben, mutter, muttrar, unbrako, popnitte*, forskruning, elektroder, svejsetråd*, svejseelektroder, welding wire, vendeskær, stålbeslag, tagrende*, dåse metal, metalkasse, hængelås, brønddæksel, gelænder*, ståltrappe*, stålkonstruktion*, låsekasse*, låsekasser, drehteil*, drehteile, frästeile, stanzteile, blechteile, drejedele, fræsedele, smedejern, rækværk*, værn, altan*, zaagblad*, schroeven, stålspær*, stålramme*, stålkonstruktioner",
    weak: "rustfri, =kæder, =anker, fjeder, fjedre, =hardware, galv",
  },
  "purchases.materials.plastic": {
    normal:
      "plast*, plastic*, pvc*, pvc rør, kunststof*, plastgranulat, granulat, polyethylen*, polyethylene, polypropylen*, polypropylene, =pe, =pp, =pet, =pvc, folie*, byggefolie, strækfilm, stretch film, bobleplast, plastposer, plastposer, plastfolie, plastic bag, plastic bags, skumplast, skum, akryl*, akrylplader, plexiglas*, gummi*, rubber, silikoneslange*, slanger, plastrør, plastkasse*, plastemner, sprøjtestøbte, injection moulded, moulded parts, nylon*, teflon, ptfe, spande plast, presenning*, polystyren, kloakrør, afløbsrør, pex*, drænrør, kabelrør, gummipakning, pehd, hdpe, ldpe, polycarbonat*, plastik*, film rolls, polyurethan, fiberglas*, kompositmateriale, harpiks, kunstoff, gummislange, strips, kabelstrips, poser, affaldssække, affaldsposer, vinyl, garden hose, glasfiber*, glasfibermåtte*, glasfibervæv, gelcoat, polyesterharpiks, polyesterplade*, gummimåtte*, gummimåtter, komposit*, kulfiber*, landbrugsplast, wrapfolie, =wrap, ensilageplast, ensilagefolie, stænger plast, =pom",
    weak: "slange, =rør, film, =ark, poser, pakninger, kloak",
  },
  "purchases.materials.paper": {
    normal:
      "papir i ruller, papirruller, papirrulle, avispapir, bogpapir, paper reels, paper rolls, kraftpapir*, kraft paper, silkepapir*, papirmasse, cellulose, pulp, trykpapir, offsetpapir, papirark, papir til produktion, aftørringspapir, bagepapir, papermill, toiletpapir, køkkenrulle*, køkkenruller, paper towel, paper towels, servietter, papirhåndklæde*, håndklædeark, håndaftørring, tissue, toilet paper, bestrøget papir, etiketpapir, tapet, graphic paper, papir gram, bondruller, termoruller, filterpapir",
    weak: "papir*, paper, papper",
  },
  "purchases.materials.cardboard": {
    normal:
      "pap, papkasse*, bølgepap*, emballage*, karton*, cardboard, packaging, fyldmateriale, papæske*, æsker, boxes, corrugated, kartoner, flyttekasse*, forsendelsespose*, pakkemateriale, packing material, kasser, gaveæske*, paprør, emballagetape, pakketape, konvolutter bobler, boblekuverter, foldeæske*, verpackung, förpackning, emballering, wellpapp, palletter pap, kantbeskytter pap, papbakke*, take away emballage, kopper pap, papbæger, pizzaæske*, mailing box, mailing boxes, box corrugated, kartong, forsendelseskasse*, forsendelsesæske*, kuverter forsendelse, packaging material, displaykasse, wrapping, verpakking*, kartonnen dozen, æggebakke*",
    weak: "=æsker, label, =etiketter, bakker",
    strong:
      "take away bokse, take away emballage, take away bakke*, takeaway emballage, takeaway bokse, to go bæger, to go kopper, take away kopper",
  },
  "purchases.materials.wood": {
    normal:
      "tømmer*, krydsfiner*, finer, brædder*, lægter, lægte, spånplade*, mdf*, lumber, timber, plywood, træplade*, gulvbrædder, træ, eg, fyr, gran, bøg, wood, douglas, lærk, terrassebrædder, holz, virke, trä, regler, spær, osb*, osb plade, hardboard, trælister, lister, fodlister, gulvlister, paller, eur paller, europaller, træpalle*, pallets wooden, wooden pallets, trækasse*, planker, parket*, parketgulv, trægulv*, laminatgulv, sperr, limtræ*, trykimprægneret, konstruktionstræ, listetræ, høvlet, c24, c18, plankegulv, hegnspæle, skurlast, egeplanker, finérplade, multiplex, træskiver, pallerammer, kork, træfiberplade, trykimpr, reglar, lamelbrædt, timber beams, træpaller, oak, pine, spruce, trälist, trævarer",
    weak: "pallet, pallets, =plader, gulv, bambus",
  },
  "purchases.materials.glass": {
    normal:
      "glas*, glass, termorude*, ruder, rude, glasplade*, spejl*, float glass, planglas, hærdet glas, lamineret glas, termoglas, glazing, energiruder, glass sheets, vinduesglas, glasflaske*, glasflasker, flasker glas, syltetøjsglas, glas bottles, glass bottles, glass jars, vinflasker, ruder termo, tempered glass, isolerglas, mirror",
    weak: "=flasker, =flaske",
  },
  "purchases.materials.concrete": {
    normal:
      "beton*, cement*, fliser, flise, fundablok*, fundablokke, betonelement*, betonsten, concrete, mørtel, mortar, betonrør, belægningssten, kantsten, letbeton*, gasbeton, leca*, letklinker*, fugemørtel, støbemix, tørbeton, ready mix, betonpumpe, betonklods, ytong, paving, herregårdssten, fundament*, fundamentblok, betong, puds, pudsemørtel, fabriksbeton, betonbrønd*, brøndring*, betonfliser, havefliser, murbinder, aerated blocks, beton c25, støbning, huldæk*, screed, kalkmørtel, concrete blocks, precast, dækelement*, flydespartel, klæbemørtel, chaussesten, gulvbeton, fliseklæb, betonplade",
    weak: "blokke, støbe, granit*, =sten, keramik*, klinker, natursten, porcelæn",
  },
  "purchases.materials.bricks": {
    normal:
      "mursten*, teglsten*, tegl*, tagsten*, bricks, brick, facadesten, ziegel, tegelsten, vingetag, facademursten, tagtegl, røde sten mur, gule mursten, formursten, blødstrøgne, genbrugsmursten, clay tiles, roof tiles, tegeltagsten, bagmursten, tegel, roof tile, clay brick",
  },
  "purchases.materials.insulation": {
    normal:
      "isolering*, mineraluld, stenuld, rockwool, glasuld, insulation, flamingo*, eps, styropor, papiruld, isover, dämmung, celleplast, isoleringsplade*, xps, isolermåtte, rørskål*, rørskåle, polystyrenplade, pir isolering, pir plade, isoleringsbatts, batts, hulmursisolering, træfiberisolering, sundolitt, granulat isolering, loftisolering, kuldebro, mineral wool, glass wool, rock wool, dampspærre*, isolation, teknisk isolering, perlite, trapezplader isolering, lydisolering, isolerplader, mineralull, isoleringsskum, rørisolering*, isoleringsfilt",
  },
  "purchases.materials.plasterboard": {
    normal:
      "gips*, gipsplade*, gipspladelofter, plasterboard, gypsum, gipsloft, fibergips, vådrumsplade*, drywall, fibergipsplade, gypsum board, gipskarton, brandgips, gipsskinne*, gipsvæg, rigips, skinner til gips",
  },
  "purchases.materials.asphalt": {
    normal:
      "asfalt*, grus*, stabilgrus, stabil grus, sten og grus, skærver, skærve, asphalt, aggregates, gravel, sand, fyldsand, perlesten, ærtesten, muldjord, muld, jord, crushed stone, stenmel, bundsikring*, knust beton, genbrugsstabil, nøddesten, granitskærver, strandsand, tarmac, bitumen*, vejgrus, bakkesand, råjord, makadam, kassesand, støbesand, ral, sandkassesand, skærvemacadam, vejsalt, sandfyld, bærelag, slidlag, stone chippings, mergel, singels, harpet muld, kies",
    weak: "=sten",
  },
  "purchases.materials.textiles": {
    normal:
      "tekstil*, arbejdstøj, arbejdsbukser, bukser, jakker, jakke, uniform*, t shirts, t shirt, tshirt, tøj*, sko, sikkerhedssko, handsker, sikkerhedsstøvler, støvler, stof, garn, kitler, kittel, måtter, sengetøj*, håndklæder, gardiner, linned, textiles, clothing, workwear, fabric, jackets, jacket, trousers, shirt, shirts, skjorter, overalls, kedeldragt*, arbeidsklær, arbejdshandske*, beskyttelsesdragt, refleksvest*, forklæde*, forklæder, hue, huer, kasketter, kasket, sweatshirt, hoodie, polo, poloshirts, bomuld, uld, linnedservice, linnedleje, måtteservice, vaskeklude, klude, mikrofiberklude, møbelstof, læder, dynebetræk, dyner, bekleidung, kläder, profiltøj, safety shoes, safety boots, gloves, hi vis, fleecejakke, kokkejakke, strømper, regntøj, sikkerhedshandsker, beklædning, duge, dug, måtte, garment, footwear, fodtøj, towels, bed linen, linen, personlige værnemidler, arbetskläder, cotton, leather, yarn, stoffer, sikkerhedsfodtøj, måtteleje*, linnedleje*, kitleleje, tøjleje, vasketøj",
    weak: "polyester",
    strong:
      "vask af linned, vask af duge, vask af arbejdstøj, vask af sengetøj, vask af kitler, vask af tøj, linnedvask, tøjvask, leje og vask, linnedleje, vask og leje",
  },
  "purchases.materials.chemicals": {
    normal:
      "gulvlak, trælak, lim*, fugemasse*, maling*, lak*, rengøringsmiddel, rengøringsmidler, affedtning*, smøremid*, smøreolie, smørefedt, hydraulikolie*, motorolie*, opløsningsmiddel, opløsningsmidler, sæbe, desinfektion*, kemikalie*, syre, solvent, paint, adhesive, chemicals, chemical, vaskemiddel, opvaskemiddel, sprit*, håndsprit, ethanol, acetone, epoxy*, silikone, silikonefuge, gødning npk, kølervæske*, adblue, ad blue, sprinklervæske, frostvæske, salt, klor*, ilt, argon, nitrogen, kvælstof, acetylen, svejsegas*, industrigas*, oxygen, welding gas, sealant, glue, varnish, grease, lubricant, gear oil, gearolie, engine oil, rensevæske, afkalker, skyllemiddel, maskinopvask, trætjære, træbeskyttelse, primer, grunder, spartelmasse, fugeskum, skumfuge, spraymaling, malervarer, bejdse, natriumhydroxid, saltsyre, svovlsyre, hydrogen peroxid, brintoverilte, pesticid*, ukrudtsmiddel, herbicide, insektmiddel, poolkemi, detergent, detergents, soap, cleaning agents, cleaning products, rengøringsartikler, hand sanitizer, sanitizer, reagens, resin, härdare, hærder, afrensning, silicone, terpentin, disinfectant, kompressorolie, skæreolie, kølesmøremiddel, kemi, vandbehandlingskemi, hydraulic oil, schmierstoff, kuldioxid, co2 flaske, blå gas, =helium, plejemiddel, kosmetik*, hudpleje, shampoo, parfume, coating, pudsemiddel, linolie, voks, toiletrens, wc rens, farve, pigment, blæk industri, plantebeskyttelse*, plantebeskyttelsesmiddel, herbicid*, fungicid*, ukrudtsmiddel*, sprøjtemiddel*, svampemiddel*",
    weak: "koncentrat, =olie, =gas flaske, spray, =fedt, =tape",
  },
  "purchases.materials.pharma": {
    normal:
      "medicin*, lægemid*, plaster, plastre, førstehjælpskasse*, vaccine*, forbinding*, apotek*, pharmaceutical*, pharma, mundbind, hjertestarter elektroder, kanyler, sprøjter, testkit, medicinsk, smertestillende, panodil, ibuprofen, insulin, bandage*, bandages, injection vials, antibiotika, sårpleje, øjenskyl*, vitaminer, kosttilskud, first aid kit, medical supplies, nitrilhandsker medicinsk, vaccines, medicines, medicine, tabletter, lægemiddel, arzneimittel, influenzavaccine, drug, drugs, førstehjælpsudstyr, kirurgisk, sterile, læge udstyr, salve, creme medicin, lokalbedøvelse*, bedøvelse*, anæstesi*, ampul, ampuller, tandlægemateriale*, dentalmateriale*, tandfyldning*, dyrlægemedicin, veterinærmedicin",
  },
  "purchases.materials.agricultural": {
    normal:
      "frø, såsæd*, gødning*, foder*, blomster, planter, korn, hvede, byg malt, grise, kvæg, dyrefoder, hundefoder, feed, fertiliser, fertilizer, seeds, seed, seed corn, havre, rug, raps*, rapsfrø, smågrise, kyllinger levende, kreaturer, slagtesvin, grovfoder, ensilage, hø, buketter, buket, blomsterløg, stauder, juletræ*, juletræer, potteplanter, pottemuld, livestock, cattle, grain, wheat, barley, malt, humle, hops, plants, flowers, flower, foderblanding*, kalk landbrug, jordbrugskalk, sædekorn, kartofler læggekartofler, læggekartofler, mælkeerstatning, græsfrø, spagnum*, dyr, hay, hestefoder, dekorationer blomster, blomst*, soja*, sojaskrå, futter, dünger, gylle, mink, æg rugeæg, poteter sæd, bark, barkflis, utsäde, gødningskalk, gartneri, gartnerivarer, udplantningsplanter, sommerblomster, prydplanter, plantekartofler, sættekartofler, kvie*, kvier, =ko, =køer, =kalve, =tyre, =søer, orner, polte, gylte, =får, =lam, =heste, =hest, =høns, hønniker, husdyr*, besætning*, sæd, ungdyr, avlsdyr, efterafgrøder, roefrø, majs*, strøelse*, halm strøelse, mineralfoder, grønttilskud, afskårne blomster",
  },
  "purchases.materials.fish": {
    normal:
      "fisk*, laks*, torsk*, sild*, rejer, reje*, tun, skaldyr*, ørred, salmon, cod, fish, hummer, østers, muslinger, rødspætte*, makrel*, ål, hellefisk, sej, jomfruhummer, fiskefilet, seafood, shrimp, prawns, herring, trout, mackerel, tuna, blæksprutte, fersk fisk, stenbider*, kaviar, lobster, kuller, mussels, halibut, fiskemel, fiskefars, plaice, krabbe*, rogn",
  },
};
