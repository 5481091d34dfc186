import type { LexiconPart } from "./lexicon-part.ts";

export const ENERGY: LexiconPart = {
  "energy.stationary.natural_gas": {
    strong:
      "naturgas*, natural gas, erdgas, aardgas, naturgass, bygas, ledningsgas, gasforbrug, gasregning, gas kedel*, gaskedel*, gasmåler, gas usage, gas bill, gas charges, gas boiler, gas heating, gas consumption, gas supply, gas meter, gaslevering, mains gas, piped gas, gasfyr, gasopvarmning, aconto gas, a conto gas, gasaconto",
    normal:
      "=gas, gas nm3, gas m3, gasafgift, gasdistribution, gas distribution, gas transport, gas aconto, gas a conto, gas kwh, stadsgas, fordongas",
    weak: "nm3, kedelcentral",
  },
  "energy.stationary.heating_oil": {
    strong:
      "fyringsolie*, fyringsgasolie*, heating oil, heizoel, heizöl, eldningsolja, fyringsparafin, villaolie, oliefyr, fyring olie, kerosene heating, burning oil, heating gas oil, varmeolie, opvarmningsolie",
    normal:
      "olie til fyr, olie til opvarmning, olietank påfyldning, petroleum*, olietank, påfyldning olietank, påfyldning af olietank",
    weak: "fyrolie",
  },
  "energy.stationary.fuel_oil": {
    strong:
      "fuelolie*, fuel oil, svær fuelolie, heavy fuel oil, hfo, tungolie, tjockolja, residual oil, eldningsolja 5",
  },
  "energy.stationary.lpg": {
    strong:
      "flaskegas*, gasflaske*, flasker gas, flaske gas, lpg, autogas, f gas flaske, bottled gas, gas bottle, gas cylinder, gasol, ~butan, butane, gastank påfyldning, flydende gas, flüssiggas, trukgas, truckgas, gas til truck, gas til gaffeltruck, grillgas, gas til grill, gas til terrassevarmer*, gas til ukrudtsbrænder*, gas til varmekanon*, varmekanon gas, campinggas",
    normal: "11 kg gas, gas 11 kg, gas 33 kg, gas ombytning, letvægtsflaske, ombytningsflaske",
  },
  "energy.stationary.propane": { strong: "propan*, propane, propangas*, propane bulk, propan tankgas" },
  "energy.stationary.coal": {
    strong:
      "stenkul*, industrikul, kul til, coal, hard coal, steam coal, brunkul, lignite, steinkohle, kulbriketter, koks til, =kul, antracit",
  },
  "energy.stationary.petcoke": { strong: "petrokoks, petcoke, petroleum coke, pet coke, petkoks" },
  "energy.stationary.wood_pellets": {
    strong:
      "træpille*, wood pellet, pellets, holzpellets, træpellets, pelletseldning, biopiller, fyringspiller, 6 mm piller, 8 mm piller, pelletsfyr, pillefyr*, piller til pillefyr, fyrpiller, varmepiller, piller til stokerfyr",
  },
  "energy.stationary.wood_chips": {
    strong:
      "træflis*, skovflis*, wood chip, woodchip, brændselsflis, hackschnitzel, flisfyr*, flisvarme, energiflis, =flis, brændeflis, varmeflis, flis til fyr, flis til kedel, flis til varme*",
  },
  "energy.stationary.firewood": {
    strong:
      "pejsebrænde, brændetårn, brændeknude, firewood, wood logs, kløvet brænde, bøgebrænde, birkebrænde, askebrænde, brænde rm, brænde i, ovntørret brænde, kaminved, brennholz, træbriket*, brændselsbriket*, =brænde, brænde ovntørret",
  },
  "energy.stationary.straw": {
    strong:
      "halmballe til fyr, halm til, halmfyr*, straw bales, straw boiler, halmvarme, halm varmeværk, brændselshalm, bigballe, halmballer, fuel straw, halmpiller, =halm",
  },
  "energy.stationary.biogas": {
    strong:
      "biogas*, biogas supply, biomethane, biometan, bionaturgas*, grøn gas, opgraderet biogas, biogascertifikat*",
  },
  "energy.stationary.waste_oil": {
    strong:
      "spildolie til fyring, fyring med spildolie, spildoliefyr, waste oil fuel, waste oil heating, waste oil burner",
  },
  "energy.fugitive.r134a": { strong: "r134a, r 134a, hfc134a, hfc 134a, 134a" },
  "energy.fugitive.r32": { strong: "=r32, r 32, hfc32, hfc 32, difluormethan" },
  "energy.fugitive.r404a": { strong: "r404a, r 404a, 404a, =r404" },
  "energy.fugitive.r407c": { strong: "r407c, r 407c, 407c, r407f, =r407" },
  "energy.fugitive.r410a": { strong: "r410a, r 410a, 410a, =r410" },
  "energy.fugitive.r507a": { strong: "r507a, r 507a, =r507, 507a, r 507" },
  "energy.fugitive.r290": { strong: "=r290, r 290, propan kølemiddel, kølemiddel propan, refrigerant propane" },
  "energy.fugitive.r744": { strong: "=r744, r 744, co2 kølemiddel, kølemiddel co2, co2 refrigerant, refrigerant co2" },
  "energy.fugitive.sf6": { strong: "=sf6, svovlhexafluorid, sulphur hexafluoride, sulfur hexafluoride, sf 6" },
  "energy.fugitive.n2o": { strong: "lattergas*, nitrous oxide, =n2o, dinitrogenoxid, lystgas" },
  "energy.fugitive.other_refrigerant": {
    strong:
      "r407a, r 407a, r508b, r600a, r 600a, isobutan kølemiddel, =r1270, r1234yf, r 1234yf, r1234ze, r 1234ze, =r22, hcfc22, hcfc 22, hfc125, hfc143a, hfc23, hfc227ea, =nf3, r452a, r454b, r454c, r513a, r448a, r 448a, r449a, r 449a, r450a, r 450a, r 452a, r452b, r 452b, r454a, r 454a, r 454b, r 454c, r455a, r 455a, r 513a, r407h, r 407h, r417a, r 417a, r422d, r 422d, r427a, r 427a, r434a, r 434a, r438a, r 438a, r442a, r 442a, r152a, r 152a",
  },
  "energy.fugitive.ch4": {
    strong: "metanudslip, metanlækage, methane leak, metan udslip, metan tab, methane venting, methane emission, =ch4",
  },
  "energy.process.other": {
    strong:
      "procesudledning, process emission, kalcinering, procesemission, tøris, dry ice, kulsyre til svejsning, procesgas co2, co2 procesgas, process co2",
  },
  "energy.electricity.grid_dk": {
    strong:
      "elforbrug, elregning, strømregning, elnet*, nettarif*, elafgift, elafregning, elmåler, el måler, elaconto, el aconto, el a conto, strøm aconto, strømforbrug, strøm, elhandel, el handel, el abonnement, elabonnement, electricity, elleverance, el leverance, ellevering, systemtarif, net tarif, transmissionstarif, systemydelser, el forbrug, elpris*, spotpris, elspot, distribution el, netabonnement, el kwh, elkøb, el butik, el kontor, el lager, el produktion, power supply, power supply agreement, power consumption, elektricitet*, elomkostning, nettoafregning, effektbetaling el, el årsopgørelse, psotarif, balancetarif, tarif energinet, energinet, aconto el, a conto el, aconto strøm, a conto strøm, fællesstrøm, gårdstrøm, byggestrøm, havnestrøm, landstrøm, strømkøb",
    normal:
      "=el, =elektricitet, =electric, måleravlesning,  netydelse, nettilslutning el, elleverandør, måleraflæsning el, electricity tax, power usage, utility electricity, kilowatt*, eltransport",
    weak: "kwh*, =power, =energi, tarif, spidslast, forsyningspligt, elselskab, energiafgift",
  },
  "energy.electricity.grid_other": {
    strong:
      "stromverbrauch, stromrechnung, stromkosten, stromabschlag, strom abschlag, =strom, ökostrom, netznutzung, stromlieferung, elförbrukning, elräkning, elnätsavgift, nätavgift, elavtal, elkostnad, strømforbruk, strømregning norge, nettleie, elektriciteitsverbruik, stroomverbruik, sähkö, strom grundpreis",
  },
  "energy.electricity.contract": {
    strong:
      "oprindelsesgaranti*, guarantee of origin, guarantees of origin, =ppa, power purchase agreement, renewable energy certificate, vindmøllestrøm, grøn strøm certifikat*, elcertifikat, re certificate, vindstrøm, klimavalg strøm, strøm med oprindelsesgaranti, renewable energy guarantee, granulære certifikater, vindcertifikat, solcellecertifikat, i rec",
  },
  "energy.electricity.own_generation": {
    strong:
      "egenproduktion, solcellestrøm, egen solcelle*, own generation, solar self consumption, egetforbrug, egen vindmølle*, egen produktion solceller, solcelleproduktion, self consumed solar, selvproduceret, egetforbrug solcelle*, egetforbrug sol, solceller egetforbrug",
  },
  "energy.electricity.ev_charging": {
    strong:
      "elbilopladning, opladning, opladning elbil, opladning af elbil, ev charging, charging session, supercharger, ladestander*, ladeabonnement, ladebrik, ladeboks*, lynladning, hurtiglad*, laddning elbil, laddstation, bilopladning, ladning elbil, ladning af, ladeydelse, elbil lad*, ladestation*, hjemmeopladning, hjemmeladning, ladekort, charge point, charging station, roaming opladning, destinationsopladning, car charging, dc charging, ac charging, ladestrøm, strøm til elbil*, strøm elbil*, el til elbil*, strøm til ladestander*, elbilstrøm, ladekort*, ladeapp, lynlader*, hurtiglader*, ladepunkt*, ladeudtag, opladningspunkt, normallader",
    normal: "=lad, =ladning, ladeoperatør, charging, elbil kwh",
    weak: "=elbil, =ev",
  },
  "energy.heat.district_heating": {
    strong:
      "fjernvarme*, affaldvarme*, district heating, fjärrvärme, fjernvarmevand, fernwärme, varme a conto, varmeforbrug, varmeregning, varmeafregning, effektbidrag varme, varme effektbidrag, varme aconto, rumafgift, mwh varme, varme mwh, varmeafgift, fast bidrag varme, varme fast bidrag, varmemåler, varme forbrug, afkølingstarif, motivationstarif, varmebidrag, effektbidrag, varmeleverance, varme årsopgørelse, heat consumption, rumvarme, aconto varme, a conto varme, acontovarme, varmeudgift*, varmelevering",
    normal:
      "=varme, afkøling tarif, varmeværk, varmeforsyning, heating supply, energibidrag, målerbidrag varme, =heating, opvarmning, varmepris, varmeenhed",
    weak: "returvand, fremløb, rumfangsbidrag",
  },
  "energy.heat.steam": {
    strong:
      "procesdamp, damp levering, industridamp, steam supply, process steam, dampforsyning, damplevering, dampforbrug, fjerndamp, steam consumption, =damp",
  },
  "energy.heat.district_cooling": {
    strong:
      "fjernkøling*, district cooling, fjärrkyla, fjernkulde, køling mwh, mwh køling, kølevandslevering, cooling supply, chilled water supply, cooling energy",
  },
  "energy.upstream.wtt_fuels": { strong: "well to tank, wtt fuel, opstrøms brændsel, upstream fuel" },
  "energy.upstream.wtt_electricity": { strong: "opstrøms el, upstream electricity, wtt electricity" },
  "energy.upstream.td_losses": {
    strong: "nettab, transmission losses, distribution losses, grid losses, t d losses, transmissionstab, ledningstab",
  },
};
