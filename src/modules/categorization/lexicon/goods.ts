import type { LexiconPart } from "./lexicon-part.ts";

export const GOODS: LexiconPart = {
  "purchases.food.canteen": {
    normal:
      "kaffe*, te, mælk, frugt*, kantine*, brød*, dagligvarer, morgenbrød, rundstykker, kage*, kager, pålæg, drikkevand, kildevand, sodavand, øl, vin, slik, chokolade, fødevarer, food, groceries, coffee, milk, bread, ost, ketchup, pommes frites, frites, kaas, kød, okse*, svin*, oksekød, hakket, kylling*, grønt, grøntsager, kartofler, æg, mel, sukker, smør, yoghurt, juice, saft, kolonial, konserves, krydderi*, pasta, ris, is, flødeis, vegetables, meat, beef, pork, chicken, cheese, butter, flour, sugar, fruit, fruits, bananer, æbler, appelsiner, bageri*, bagerivarer, wienerbrød, kiks, snacks, lebensmittel, livsmedel, matvarer, mejeri*, mejeriprodukter, tomater, agurk, løg, gulerødder, salat, olivenolie, fløde, cola, mineralvand, vandflasker, kapsler kaffe, espresso*, kaffebønner, beverages, soft drinks, beer, wine, drikkevarer, frokost kantine, råvarer køkken, køkkenråvarer, madvarer, dairy, morgenmad kontor, tea, danskvand, oksefars, bacon, pølser, pølse, skinke, flæsk, pizza frost, frostvarer, remoulade, mayonnaise, eddike, rapsolie mad, honning, marmelade, nødder, mandler, rosiner, chips, vingummi, firmafrugt, fredagsøl, drikke, spiritus, gin, rom, whisky, candy, chocolate, sandwichbrød, boller, havregryn, müsli, brombær, jordbær, lebensm, käse, lunch canteen, mad",
    weak: "frokost, fersk, kolonialvarer, krydret",
    strong:
      "frugtordning*, kantineordning*, frokostordning*, frugtkurv*, madordning*, kaffeordning*, øl vand, øl og vand, øl vin og vand, vand og vin, vand på flaske*, flaskevand, drikkevand på flaske",
  },
  "purchases.food.restaurant": {
    strong:
      "restaurationsbesøg, smørrebrød*, frokostmøde, møde frokost, forplejning*, catering, middag*, julefrokost*, sandwich*, café, cafe, brasserie, bistro, konferencemenu, tapas, buffet*, buffet, mødeforplejning, servering, take away, takeaway, repræsentation, kundefrokost, kundemiddag, dinner, lunch, firmafest, pizzeria, pizza, sushi, restaurang, gaststätte, bewirtung, menu, 3 retters, grillmad, steakhouse, burger, kuvert, kuverter, business lunch, business dinner, brunch, personalefest, kro, bar, pub, cocktail*, konferencepakke, dagsmøde, dagmøde, mødepakke, selskab, mad ud af huset, diner transportable, festmad, lunch meeting, hovedret, teambuilding middag, spisning, vinbar, sommerfest, kebab, burgere, grillbar, konferenceforplejning, værtshus, team lunch, spisehus, kokkeassistance, gourmet, afternoon tea, fortæring, diæter mad, conference package, day delegate, =forret, =forretter",
    normal:
      "frokost, morgenmad møde, platte, natmad, mad, =menuer, mødefrokost, restaurant*, fernisering*, vernissage, reception",
  },
  "purchases.goods.wholesale": {
    normal:
      "handelsvarer*, videresalg, resale, merchandise, varekøb til salg, engros*, wholesale, handelsvare, varer til videresalg, goods for resale, salgsvarer, varepartier, restparti, vareparti, varelager køb, handelsware, wiederverkauf, återförsäljning, merchandise inventory, varer til salg, butiksvarer, goods for sale, wholesale order, grossist*, kolonnesalg, stock purchase, parti varer, varekøb sortiment",
    weak: "varekøb, varer, diverse varer, =lot, legetøj*, smykker, cykler, sportsudstyr, =goods",
    strong:
      "kollektion*, sortiment*, sæsonvarer, varelager til salg, til videresalg, til gensalg, for resale, til videreforhandling, for reselling",
  },
  "purchases.goods.retail": {
    normal:
      "byggemarked, diverse indkøb butik, småindkøb*, supermarked, varehus, gaver, gavekort, personalegave*, julegave*, julegaver, gift, gifts, gift card, værkstedsartikler diverse, småanskaffelser, dekorationsartikler, isenkram*, køkkenudstyr, service porcelæn, porcelæn, bestik, husholdningsartikler, batterier aa, lysestager, stearinlys, kaffekopper, kopper, termokande*, haveredskaber, legetøj småindkøb, diverse småindkøb, detail*, hardware store, retail purchase, presenter, småting, kande, husgeråd, tallerkener, glas og bestik, gave, gavekurv*, firmagave*, pynt, julepynt, køkkengrej*, husholdning*",
    weak: "butik, diverse, =indkøb, blandet, forretning*",
  },
  "purchases.goods.office_supplies": {
    strong:
      "kontorartikler, kontorartikel, kontorforsyning, kopipapir*, printerpapir*, kuglepen*, kuglepenne, ringbind, konvolut*, kuvert c, kuverter c5, kuverter c4, brevpapir, visitkort*, brochure*, brochurer, tryksag*, tryksager, flyer, flyers, plakattryk, toner*, tonerpatron*, blækpatron*, printerpatron*, hæftemaskine*, post it, notesblok*, notesbøger, kalender, kalendere, office supplies, stationery, paper a4, a4 papir, etikettryk, trykning*, tryk af, print, printing, bogtryk, laminering*, folders, business cards, stempel, stempler, kontorvarer, bürobedarf, kontorsmaterial, kladdehæfte, whiteboardtusch*, tusch, tuscher, highlighter, hængemapper, arkivkasse, arkivæske, ink cartridge, ink, hæfteklammer, papirclips, clips, elastikker, lommeregner*, skoleartikler, offsettryk, digitaltryk, kopiering, brochuretryk, leaflet, leaflets, katalog tryk, posters, print af, pens, envelopes, notebook paper, notebooks paper, saks, limstift, sakse, register faneblade, skrivebordsunderlag, faneblad, chartek, kvitteringsrulle*, bonruller, kasseruller, bøger tryk, mapper tryk, kontorrekvisitter, papir a4, papir a3, letterhead",
    normal:
      "patron, tryk, tape, katalog, =papir, =pen, =penne, =kort, lamineringslomme, blyant, blyanter, kontormaterialer, tavle tusch, =bind, menukort*, tryksaker, trycksaker, broschyrer, broschyr, blokke, kopi, labels, etiketter, laminering, mapper",
    weak: "=ark, =a4, =a3, =80g",
  },
  "purchases.goods.small_it": {
    strong:
      "skærm, headset*, tastatur, mus trådløs, docking*, dockingstation*, usb, kabel hdmi, hdmi, monitor, monitors, keyboard, keyboards, mobil covers, mobiltelefon, smartphone*, iphone*, tablet*, ipad*, router*, harddisk*, ssd, webcam*, printer*, adapter*, oplader mobil, 4g hotspot, hotspot, memory, ram, it udstyr, it tilbehør, samsung galaxy, galaxy, headphones, hovedtelefoner, earbuds, computer mouse, usb c, hub, powerbank, projektor*, projector, ekstern harddisk, access point, netværkskort, wifi router, bildschirm, computerskærm, pc skærm, skærme, mouse, laserprinter, labelprinter, scanner*, netværkskabel, patchkabel, konferencetelefon, højttaler, speakerphone, tilbehør pc, computertilbehør, it equipment, switch 8 port, poe switch, ladekabel, oplader usb, cover, smartwatch, taske laptop, laptop sleeve, laptoptaske, usb stik, usb nøgle, kameralinse, kamera, pda, håndterminal*, stregkodescanner, barcode scanner, bluetooth, simfrit, android, mobiler, telefoner, thunderbolt, datorskärm, skrivare, grafikkort",
    normal: "=mus, telefon huawei, =skærme, it artikler, =oplader, =telefoner, computerudstyr, =display skærm",
  },
  "purchases.goods.electrical": {
    normal:
      "eltavle*, sikring, sikringer, el artikler, elartikler, kabel*, kabler, ledning, pærer, led pære*, lysstofrør, lampe*, lamper, armatur*, lysarmatur*, motor elektrisk, elmotor*, frekvensomformer*, frequency converter, batteri*, batterier, transformer, transformator, kontakt*, stikkontakt*, relæ*, relays, elmateriel, relay, cables, cable, lighting, led spots, led panel, led, spots, hvidevare*, hvidevarer, køleskab*, fryser*, opvaskemaskine*, vaskemaskine*, kaffemaskine*, mikroovn*, mikrobølgeovn, støvsuger*, varmeblæser*, elradiator*, fan, ventilator*, blæser, kondensator, inverter*, kontaktor*, sensor*, sensorer, sikkerhedsrelæ, elkomponent*, electrical components, installationskabel, forlængerledning*, kabeltromle, kabelsko, lygte*, lygter, pandelampe, lommelygte, akkumulator*, electrical, wiring, switchgear, breaker, circuit breaker, automatsikring*, hpfi, fotocelle, hårtørrer, el kedel, elkedel, led rør, light bulbs, lamps, lys, belysning*, boremaskine*, skruemaskine*, vinkelsliber*, el værktøj, elværktøj*, akku*, power tools, drill, rundsav, stiksav, dimmer, tv skærm, fjernsyn, tv, elektronik*, komponenter, printplade*, pcb, leuchte, solcelleinverter, electric motor, elgrej, variable speed drive, plc, styring, emhætte, ovn, kølebox, refrigerator, el materiel, elmaterial, glödlampa, el tavle, højttaleranlæg, termostat*, frequency, komfur, induktionskogeplade, projektør*, stik, kabelkanal, usv, ups batteri, batteri nødstrøm",
    weak: "=motor, =dc",
  },
  "purchases.goods.spare_parts": {
    strong:
      "reservedel*, reservedele, spare part, spare parts, kilerem*, kilerem, lejer, kugleleje*, ersatzteil*, reservdel*, sliddele, slidedel, wear parts, pakningssæt, oliefilter, luftfilter, brændstoffilter, filtersæt, filterelement, tandhjul, hydraulikslange*, hydraulikpumpe, hydraulikcylinder, v belt, belts, bearings, bearing, seals, replacement parts, maskindele, pumpehjul, ventil*, ventiler, pakdåse*, transportbånd dele, o ringe, o ring, gasket, simmerring, tætning*, tætningsring, cylinderpakning, gearkasse, gearmotor, autodele, bildele, tændrør, startmotor, filter*, filtre, filters, machine parts, komponenter til maskine, knive til, hydraulik*, pneumatik*, cylinder pneumatik, koblinger, kobling, trykluftkobling, rullelejer, lagersæt, fittings maskine, drivrem*, remskive, kæder til, auto parts, valve, valves, gear, =dyse, =dyser, spuledyse*, sprøjtedyse*, maskindyse*, lejer til, rulleleje*, zinkanode*, anode*, impeller*, propel*, skrueaksel, drivaksel*, pakninger til, koblingssæt, bremsesæt, tandremssæt, knive til maskine, hydraulikslanger",
    normal: "pakning, maskindel, filterpose, =dele, =parts, =rem, belt, pumpe, pumper, pump, pumps",
  },
  "purchases.water.supply": {
    strong:
      "water and sewerage, vand og spildevand, vandforbrug, vandforsyning*, ledningsført vand, vandafgift, vandregning, water supply, vand m3, m3 vand, vand og afløb, drikkevandsafgift, vand fast bidrag, vandbidrag, water consumption, vandmåler*, vattenförbrukning, vatten, wasser, vand fast, vand a conto, vand aconto, statsafgift vand, vandpris, vandværk*, mains water, water charges, water bill, vandaconto, vand fast afgift, water rates, afgift af ledningsført, vandlevering, wasserverbrauch, water meter, trinkwasser, vandtilslutning, kommunalt vand, fast bidrag vand, målerleje vand, vannforbruk, vannavgift, vann, grundvandsbeskyttelse, grundvandsafgift, aconto vand, a conto vand",
    normal: "=vand, =water, vandspild",
  },
};
