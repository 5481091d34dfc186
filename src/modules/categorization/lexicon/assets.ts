import type { LexiconPart } from "./lexicon-part.ts";

export const ASSETS: LexiconPart = {
  "capital.goods.machinery": {
    strong:
      "ny truck, nye trucks, gaffeltruck*, kompressoranlæg, produktionsmaskine*, køb af maskine, ny maskine, drejebænk*, fræsemaskine*, cnc maskine, cnc, forklift, robotarm*, robot*, industrirobot, pakkemaskine*, traktor*, gravemaskine*, machinery, machine purchase, generatoranlæg, generator*, varmepumpe, varmepumpeanlæg, solcelleanlæg, solceller, solceller anlæg, transportbåndsanlæg, produktionsanlæg, palleløfter*, stabler*, dumper, minigraver*, læssemaskine, gummiged, mejetærsker*, såmaskine, plov, kantpresse, pladebukker, bukkemaskine, laserskærer*, svejseanlæg, svejseværk, sprøjtestøbemaskine, presse hydraulisk, industriovn, køleanlæg, ventilationsanlæg, siloanlæg, ~silo, løftebord, teleskoplæsser, søjleboremaskine, båndsav, milling machine, lathe, excavator, ~tractor, solar panels, solar installation, heat pump, packing machine, packaging machine, conveyor, wheel loader, minilæsser, kompressor, pladesaks, industrimaskine, maskinanlæg, etiketteringsmaskine, fyldemaskine, tappemaskine, 3d printer, storkøkkenudstyr maskine, industrivaskemaskine, ny gaffeltruck, malkerobot, rendegraver*, vakuumpakker, kedelanlæg, gaskedel ny, laser cutter, cutting machine, maskinkøb, køb maskine, maskine køb, production line, produktionslinje, batterilager, solcellepanel*, solpanel*, emballeringslinje, pakkelinje*, fyldelinje*, tappelinje*, proceslinje*, emballeringsmaskine*, samlelinje*, aftapningslinje, trykpresse*, digitalpresse*, offsetmaskine*, trykmaskine*, trykkemaskine*, =kran, =kraner, mobilkran*, tårnkran*, portalkran*, lastbilkran*, plæneklipper*, havetraktor*, robotplæneklipper*, fejemaskine*, gulvvaskemaskine*, brændekløver*, skovmaskine*",
    normal:
      "transportbånd*, maskine*, maskiner, anlæg, truck el, machine, machines, equipment, produktionsudstyr, =plant",
    weak: "=truck, =ny, installation, anskaffelse*, udstyr",
  },
  "capital.goods.vehicles": {
    strong:
      "køb varebil, køb personbil, køb lastbil, køb bil, køb af bil, køb af varebil, køb af lastbil, køb af personbil, car purchase, van purchase, truck purchase, ny varebil, ny bil, ny lastbil, ny personbil, bilkøb, varebilkøb, trailer køb, køb trailer, elcykel*, ladcykel*, el ladcykel, indkøb af varebil, indkøb varebil, køb elbil, køb af elbil, ny elbil, lastvognskøb, anhænger*, purchase of van, purchase of car, purchase of truck, vehicle purchase, new vehicle, firmacykel, cargo bike, leveringsomkostninger ny bil, brugt varebil, brugt bil, brugt lastbil, brugt personbil, køb af trailer, påhængsvogn, sættevogn køb, knallert, scooter, motorcykel, fahrzeugkauf, bilköp, new van, new car, new truck, electric van, brugt trailer, ny varevogn, ny kassevogn, ny trailer, trailer anskaffelse, brugt varevogn, køb varevogn, køb af varevogn, ny toyota, ny ford, ny vw, ny volkswagen, ny peugeot, ny renault, ny citroen, ny mercedes, ny opel, ny skoda, ny audi, ny bmw, ny kia, ny hyundai, ny tesla, ny volvo, ny nissan, ny fiat, ny iveco, ny scania, ny man lastbil, køb af toyota, køb af ford, køb af vw, køb af volkswagen, køb af peugeot, køb af renault, køb af citroen, køb af mercedes, køb af opel, køb af skoda, køb af tesla, køb af volvo, køb af fiat, elcykler, ladcykler, elløbehjul, ny minibus, køb af minibus, autocamper*, campingvogn*, golfbil*",
    normal: "varebil*, varevogn*, personbil*, lastbil køb, vehicle, køretøj*, =van, stationcar, kassevogn, =cykel",
    weak: "=bil, =biler, =car, lastbil, trailer, elbil, proace, vivaro, ducato, kangoo, berlingo, vito, trafic, sprinter, crafter",
  },
  "capital.goods.it": {
    strong:
      "server og storage, servere og storage, server dell, server hpe, serverrack, serverskab*, rackserver, storage system, it anlæg, netværksudstyr*, switch 48, switch 24, core switch, firewall appliance, servere, poweredge, proliant, san storage, kassesystem hardware, pos system, serverpark, network equipment, it hardware investering, datacenter hardware, av udstyr, videokonferenceanlæg, videokonferenceudstyr, ups anlæg, storkopimaskine, kopimaskine, multifunktionsprinter, server hardware, blade server, plotter, telefonanlæg, access control system, rack server, interaktiv skærm, servers hardware, infoskærm, videomur, serverudstyr, serverrum",
    normal:
      "bærbar*, bærbar pc, laptop*, notebook, computer*, arbejdsstation, workstation, macbook*, ~imac, thinkpad, elitebook, latitude, pc, stationær pc, surface pro, chromebook, desktop pc, mac mini, gaming pc, switch, server, servers, ~dator, nas, nas server, netværkslager",
  },
  "capital.goods.furniture": {
    normal:
      "møbel*, møbler, kontormøbler, stol, stole, kontorstol*, bord, borde, skrivebord*, hæve sænkebord*, hæve sænke bord*, hævesænkebord, reol*, reoler, pallereol, skabe, skab, inventar*, butiksinventar, sofa*, lænestol, ~table, tables, chair*, chairs, furniture, drehstuhl, möbel, tavle, whiteboard*, opslagstavle, loungemøbler, mødebord*, konferencebord, arkivskab*, køkkeninventar, køkkenelementer, skillevæg*, garderobe*, kontorindretning, indretning, shelving, shelves, bookcase, cabinet, cupboard, sofa, kantineborde, kantinestole, stuhl, tisch, schreibtisch, skrivbord, stolar, lampe design, gulvtæppe*, tæpper, tæppefliser, persienner, rullegardiner, akustikpaneler, akustikpanel, disk, receptionsdisk, skuffe, hylder, hylde, reolsystem, skuffedarium, bænk*, spisebord, seng, senge, madrasser, madras, fixtures, lagerreoler, omklædningsskabe, stativ, kontorskabe, udstillingsmontre, office chairs, sit stand, standing desk, møblering, barstole, taburet, hejsetavle, sideboard, pengeskab, sikkerhedsskab, højskab, taskeskab, arbejdsbord, værkstedsinventar, værktøjsvogn, =desk, =desks",
    weak: "lampe, display, tæppe",
  },
  "capital.goods.buildings": {
    strong:
      "entreprise*, tilbygning*, nybyggeri*, byggeri*, acontobegæring*, aconto begæring, byggeentreprise, råhus, ombygning*, construction contract, building works, anlægsarbejde*, anlægsentreprise, kloakarbejde, tagentreprise, totalentreprise, hovedentreprise, fagentreprise, renovation bygning, nyt tag, udskiftning af tag, udvidelse af bygning, udvidelse lager, jordarbejde*, belægningsarbejde*, asfaltarbejde*, asfaltering*, bygning, fundering, pilotering, nedrivning*, opførelse af, opførelse, byggearbejde, new building, construction works, construction of, extension of, building extension, refurbishment, stålhal*, haller, lagerhal opførelse, parkeringsplads anlæg, byggemodning, udgravning*, contractor, acontorate byggeri, byggesag, construction, bauarbeiten, byggentreprenad, entreprenad, betonarbejde, ground works, groundworks, indretning af lejede lokaler, nye vinduer, vinduesudskiftning, køb af ejendom, køb ejendom, facaderenovering, tagrenovering, gulvlægning*, kloakering, vinduer og døre, pavillon*, leasehold improvement, leasehold improvements, om og tilbygning, råjordsarbejde, støbning af gulv, fundamentarbejde, betonentreprise, murerentreprise, tømrerentreprise, el entreprise, vvs entreprise, malerentreprise, anlæg af, kunstgræsbane*, hallbyggeri, etablering af, udskiftning af vindue*, udskiftning af facade*, udskiftning af yderdør*, vinduespartier, facadepartier, maskinhus*, staldbygning*, stald opførelse",
    normal:
      "udvidelse, vindue*, vinduer, dør, døre, byggeplads, carport, ~porte, ledhejseport, garage, skur, entreprenør*, trappe ny, legeplads*, boldbane",
    weak: "=tag, =hal, =gulv, =port",
  },
  "leased_upstream.assets.building": {
    strong:
      "lejet bygning uden måler, leje inkl varme, husleje inkl el, husleje inkl varme, leje inklusive forbrug, leje inkl forbrug, husleje inkl forbrug, rent including utilities, rent incl utilities, husleje inklusive varme, husleje inkl el og varme, leje inkl el, rent incl heating, rent including heating",
  },
  "leased_upstream.assets.equipment": {
    strong:
      "leasing*, operationel leasing, leasingydelse*, førstegangsydelse, leje minigraver, leje af maskine, maskinleje, maskinudlejning, stilladsleje, materielleje, leje af lift, liftleje, containerleje, leje container, kopimaskine leje, leje af kopimaskine, equipment rental, tool hire, machine hire, plant hire, hire of, rental of, lease payment, car lease, lease of, leje af truck, leje af gaffeltruck, leje gaffeltruck, truckleje, leje skurvogn*, skurvogn*, leje af udstyr, leje udstyr, leje af stillads, stillads*, leje lift, leje af minigraver, leje af gravemaskine, leje gravemaskine, leje kompressor, leje af kompressor, leje af kran, kranleje, leje affugter, leje generator, leje af generator, leje værktøj, leje af værktøj, udlejning af materiel, miljøleje, leje telt, leje af telt, teltleje, leje af borde, leje service, leje toiletvogn, toiletvogn*, leje printer, leje af printer, billeasing, bilabonnement, firmabilsleasing, leje kaffemaskine, leje af kaffemaskine, leje vandkøler, vandkøler leje, leje trailer, leje af trailer, leje af paller, palleleje, lease laptop, device as a service, langtidsleje, miete maschine, leasingavgift, hyra maskin, maskinhyra, equipment lease, forklift rental, excavator rental, scaffolding, scaffold hire, crane hire, generator hire, rental equipment, materieludlejning, udlejning, vehicle lease, van lease, leje maskiner, leje maskine, leje rendegraver, leje gasflaske, flaskeleje, cylinder rental, leje robotstøvsuger, leje rullestillads, leje platform, afregning leasing, finansiel leasing, leje af av udstyr, leje af lydanlæg, leje af lastbil, leje lastbil, leje pladevibrator, leje byggestrøm, =rental, =hire, hyra lastbil, hyra lift, hyra grävmaskin, mieten, maschinenmiete, gerätemiete, verhuur machine",
    normal: "=lease, lift, miete, =udlejning, leje, leje af",
  },
  "leased_upstream.downstream.asset": {
    strong:
      "udlejet aktiv, udlejet ejendom, udlejede lokaler, asset leased out, fremleje*, udlejet lejemål, subletting, udlejningsejendom",
  },
  "waste.operations.residual_incineration": {
    strong:
      "dagrenovation*, restaffald*, affaldsgebyr, storskrald, forbrænding*, forbrændingsegnet, general waste, residual waste, waste collection, waste disposal, affaldshåndtering, affald tømning, avfall, renovation container, affald, skrald*, småt brændbart, brændbart, restmüll, abfall, renovation, container tømning, tømning container, tømning af container, affaldscontainer*, affaldsbehandling, affaldsafhentning, avfallshantering, refuse, ~trash, rubbish, garbage, waste bin, waste management, waste container, renovationsgebyr, skraldespand tømning, affaldsordning, affaldsløsning, incineration, blandet affald, erhvervsaffald, genbrugsplads*, genbrugspladsordning, komprimatorcontainer, komprimator, waste removal, vippecontainer, tømning minicontainer, minicontainer, affaldsafgift, mixed waste, waste service, commercial waste",
    normal: "waste, tømning, =container, genbrugsstation, containertømning, afhentning",
  },
  "waste.operations.residual_landfill": {
    strong:
      "deponi*, landfill, deponering*, deponiaffald, asbestaffald, asbest*, asbestos, affald til deponi, deponiafgift, asbest affald, jord deponi, forurenet jord, soil disposal, eternit affald, bortskaffelse af asbest, imprægneret træ deponi",
  },
  "waste.operations.food": {
    strong:
      "madaffald*, bioaffald*, organisk affald, food waste, matavfall, bioforgasning, kompost*, kompostering, fedtudskiller*, kildesorteret organisk, fritureolie afhentning, brugt fritureolie, organic waste, madspild, biopulp, grease trap, speiseabfälle, kitchen waste, haveaffald, garden waste, fedtudskillertømning, fedtaffald, slagteriaffald, compost",
  },
  "waste.operations.paper": {
    strong:
      "makulering*, papir til genanvendelse, pap til genanvendelse, papiraffald, papaffald, paper recycling, cardboard recycling, fortroligt papir, papcontainer, genbrugspapir afhentning, document shredding, shredding, papballer, pap affald, papir affald, pap container, pap tømning, waste paper, cardboard waste, wastepaper, paper waste, papir og pap container, papir og pap, pappresser, papirindsamling, confidential waste, pap papir, papir pap, pap genbrug, karton affald",
  },
  "waste.operations.plastic": {
    strong:
      "plast til genanvendelse, plastaffald*, plastic recycling, plastic waste, plastfolie afhentning, plast affald, plast container, affald plast, plastfolie til genanvendelse, plastemballage genanvendelse, plast genbrug, blød plast afhentning, hård plast afhentning, plast afhentning, tømning plast, klar folie afhentning, flamingoaffald, plastic film recycling",
  },
  "waste.operations.metal": {
    strong:
      "metalskrot, jernskrot, metal til genanvendelse, metalaffald*, scrap metal, metal recycling, metal affald, metalcontainer, scrap, jern og metal afhentning, jern og metal container, skrotcontainer, kabelskrot, metal container, steel scrap, metal waste, dåser genanvendelse, tømning metal, skrotjern, stålskrot, kobberskrot, aluskrot, skrotmetal",
    normal: "skrot*",
  },
  "waste.operations.glass": {
    strong:
      "glasaffald*, glas til genanvendelse, glascontainer, flaskeglas, glass recycling, glass waste, glas container, glas affald, glas tømning, tømning glas, glas emballage genanvendelse, glas og flasker afhentning, flaskecontainer, kuber glas, planglas affald, glas genbrug, vinduesglas affald, afhentning af glas",
  },
  "waste.operations.construction": {
    strong:
      "byggeaffald*, nedrivningsaffald, murbrokker, jord og sten bortskaffelse, construction waste, demolition waste, betonaffald*, bygge og anlægsaffald, byggeaffald container, rent beton affald, tegl og beton, gipsaffald*, gips affald, modtagelse beton, modtagelse af beton, bortskaffelse af jord, jordmodtagelse, jordbortkørsel, beton bortskaffelse, mineraluld affald, isoleringsaffald, brokker, blandet bygge, construction debris, rubble, bortkørsel af jord, aflevering af jord, overskudsjord, asfalt affald, asfalt modtagelse, builders waste, skip hire, rent jord, tagpap affald, bauschutt, byggeaffald til sortering, sorterbart affald, sorteringsaffald, demolition",
  },
  "waste.operations.weee": {
    strong:
      "elektronikaffald*, weee*, e waste, elektronikskrot, elskrot, kasseret elektronik, elektronik affald, it skrot, it genanvendelse, electronic waste, bortskaffelse af it, computer recycling, it recycling, data destruction, datasletning, lyskilder affald, lysstofrør affald, hvidevarer bortskaffelse, skærme bortskaffelse, elektronik afhentning, bortskaffelse af elektronik, elektronik til genanvendelse, wee gebyr, elretur, destruktion af harddiske, elektronikretur",
  },
  "waste.operations.wood": {
    strong:
      "træaffald*, affaldstræ, wood waste, træ til genanvendelse, trækasser affald, træ affald, træ container, rent træ affald, container træ, palleaffald, træ til forbrænding, træ bortskaffelse, waste wood, wood recycling, paller til genbrug affald, trä avfall, imprægneret træ, trykimprægneret træ affald, altholz, træ afhentning",
  },
  "waste.operations.hazardous": {
    strong:
      "farligt affald*, miljøfarligt, olie vand, vand olie, olieholdigt vand, olieholdigt affald, olieblandet vand, kemikalieaffald*, olieaffald*, spildolie*, spildolie afhentning, malingsrester, hazardous waste, batterier bortskaffelse, klinisk affald, dangerous waste, olieudskiller*, olie og benzinudskiller, slam olieudskiller, farlig avfall, farligt avfall, gefährlicher abfall, sonderabfall, clinical waste, chemical waste, malingaffald, brugte batterier, batterier affald, opløsningsmidler affald, kemiaffald, blyakkumulatorer affald, spraydåser affald, medicinaffald, olieslam, waste oil collection, waste oil disposal, sandfang olieudskiller, oil separator, benzinudskiller, kanyleaffald, kanylebokse, risikoaffald, biohazard, destruktion kemi, olierester, kemirester, kemikalierester, amalgamaffald, olieholdigt affald, smitsomt affald, smittefarligt affald",
  },
  "waste.operations.wastewater": {
    strong:
      "spildevand*, spildevandsafgift, kloakbidrag, vandafledning*, vandafledningsbidrag, wastewater, waste water, sewage, sewerage, rensning spildevand, afledningsbidrag, avlopp, abwasser, regnvandsbidrag, kloakafgift, afledningsafgift, afløbsafgift, spildevandsbidrag, særbidrag, slamtømning, slamsugning, septiktank*, bundfældningstank, tømningsordning, vejbidrag kloak, tilslutningsbidrag kloak, drainage, trade effluent, effluent, avløp, avløpsgebyr, septic tank, avloppsavgift, samletank, kloakslam, spildevandsslam, afløb",
  },
  "sold.processing.energy": { strong: "forarbejdning hos kunde, energi hos kunde, processing at customer" },
  "sold.use.electricity": { strong: "elforbrug i produktets levetid, lifetime electricity of sold products" },
  "sold.use.fuel": { strong: "brændstof i produktets levetid, lifetime fuel of sold products" },
  "sold.use.refrigerant": { strong: "kølemiddel i solgte produkter, refrigerant in sold products" },
  "sold.end_of_life.mixed": { strong: "bortskaffelse af solgte produkter, end of life of sold products" },
  "finance.franchises.unit": {
    strong: "franchise*, franchiseafgift, franchisegebyr, franchise fee, franchise royalty, franchiseenhed",
  },
  "finance.investments.equity": {
    strong:
      "aktiekøb, køb af aktier, kapitalandel*, kapitalindskud, anparter, køb af anparter, equity investment, shares purchase, purchase of shares, share purchase, investeringsforening*, investeringsbevis*, aktier, køb aktier, kapitaltilførsel, venture fund",
  },
  "finance.investments.debt": {
    strong:
      "obligationer*, obligationskøb, udlån til, bond purchase, corporate bonds, ~bonds, ansvarligt lån til, køb af obligationer, loan granted, konvertibelt lån, gældsbrev udlån",
  },
  "finance.investments.project": {
    strong:
      "projektfinansiering, project finance, projektinvestering, vindmølleandel, vindmølleprojekt andel, solcelleparkandel, projektselskab indskud, project investment, infrastructure fund",
  },
};
