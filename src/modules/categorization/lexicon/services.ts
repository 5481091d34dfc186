import type { LexiconPart } from "./lexicon-part.ts";

export const SERVICES: LexiconPart = {
  "purchases.services.it_services": {
    strong:
      "software*, softwareudvikling, drift af server*, drift og overvågning, serverdrift, licens, licenser, webhosting, hosting*, saas, cloud*, webhotel*, domæne*, antivirus*, it drift, it support, it service, support it, backup, microsoft 365, office 365, google workspace, programlicens, hjemmesidedrift, systemudvikling, programmering, it konsulent*, datacenter, azure, subscription software, erp, regnskabsprogram, lønsystem, bookingsystem, kassesystem abonnement, crm system, licence fee, license fee, licences, licenses, license, domain renewal, domain name, ssl certifikat, ssl certificate, it sikkerhed, cyber security, cybersecurity, firewall service, server drift, serverleje, server hosting, virtual server, vps, api, it outsourcing, helpdesk, it abonnement, brugerlicens, user license, programmel, app udvikling, webudvikling, website development, web development, programvare, programvara, it tjeneste, webshop*, e conomic, erp system, systemabonnement, online backup, managed service, penetration test, hjemmeside, it drift serviceaftale, mailhosting, exchange online, onlinesystem, dataabonnement system, kreativ cloud, creative cloud, chatgpt, ai assistant, developer tools, repository hosting, integration, monitoring, lønprogram, tidsregistrering*, fakturaprogram, dokumenthåndtering system, digital signatur, e signatur, mitid erhverv, databehandling, hosted, drift af server, it hotline, supportaftale it, udvikling af app, it ydelser",
    normal:
      "=it, edb*, =domain, =ip, programm*, =plugin, wordpress, =app, website, =api, devops, database, support subscription, workspace",
    weak: "server, support, opdatering, opsætning, system, online",
  },
  "purchases.services.telecom": {
    strong:
      "telefoni*, mobilabonnement*, mobil abonnement, bredbånd*, internet*, fiber*, fibernet, mobildata, telefonabonnement, mobiltelefoni, samtal, samtale, opkald, sms, datakort, simkort, sim kort, sim card, ip telefoni, fastnet*, broadband, mobile subscription, roaming, telefonregning, mobilregning, internetforbindelse, mobilt bredbånd, erhvervsmobil, dataabonnement, omstilling telefon, mobil erhverv, voip, telefonomstilling, mobile plan, phone bill, phone subscription, leased line, wifi abonnement, teletrafik, telefonsvarer, callcenter telefoni, fri tale, data sim, m2m, mobilforbrug, mobilabonnemang, bredband, tale og data, erhverv mobil, taletid, 5g abonnement",
    normal: "=mobil, =telefon, telefon, =tele, telecom, =phone, =data gb, =5g",
  },
  "purchases.services.consulting": {
    strong:
      "advokat*, revisor*, revision, konsulent*, rådgivning*, salær, årsregnskab*, bogføring*, bogholder*, regnskabsassistance, juridisk*, jura, legal, lawyer, audit, accounting, bookkeeping, consultancy, consulting, beratung, advisory, inkasso*, skatterådgivning, tax advice, lønbogføring, lønadministration, selvangivelse, due diligence, virksomhedsrådgivning, managementkonsulent, kontraktgennemgang, erklæring revisor, patent*, varemærke*, trademark, notar, assistance regnskab, coach, forretningsudvikling, strategi, hr rådgivning, payroll service, debt collection, rådgiver, rådgivningstimer, redovisning, revisjon, regnskabsmæssig assistance, regnskab, regnskabsudarbejdelse, konsulentbistand, konsulenttimer, konsulenthonorar, esg rådgivning, klimaregnskab*, bæredygtighedsrapport*, iso certificering, gdpr, compliance, interim manager, business consulting, moms rådgivning, lovpligtig revision, skattemæssig assistance, advice, solicitor, attorney, retssag, voldgift, mægler salær, ejendomsmægler*, regnskabsservice, regnskabshjælp, bestyrelsesarbejde, rechtsanwalt, steuerberatung, certificering",
    normal:
      "honorar, =consultant, =advisor, =assistance, mediation, dpo, virksomhedsoverdragelse, tidsforbrug rådgiver, gennemgang",
    weak: "analyse, rapport, projektledelse, timer, timeforbrug, bistand, workshop, =fee",
  },
  "purchases.services.engineering": {
    strong:
      "arkitekt*, ingeniør*, engineer, engineering, landinspektør*, land survey, skitseprojekt, statik*, statiske beregninger, geoteknisk*, jordbundsundersøgelse, projektering*, byggerådgivning, bygherrerådgivning, tilstandsrapport, energimærkning, energimærke, myndighedsprojekt, byggesagsbehandling tegning, cad tegning, tegningsmateriale, structural calculation, surveying, opmåling, konstruktionstegning, byggetilladelse tegninger, bim, design drawings, survey drawings, architectural, energikonsulent, brandrådgiver, brandrådgivning, akustikrådgiver, miljøundersøgelse, jordprøve*, støjmåling, kalibrering*, teknisk prøvning, inspektion teknisk, materialeprøvning, byggeteknisk rådgivning, energisyn, tekniske tegninger, landscape design, landskabsarkitekt, trykprøvning, technical drawings, tegninger, teknisk rådgivning, ndt, lovpligtigt eftersyn, surveyor, afsætning",
    normal:
      "skitseforslag, dispositionsforslag, byggeledelse, byggestyring, tilsyn, certificering teknisk, survey, inspektion, geotechnical, blower door",
  },
  "purchases.services.marketing": {
    strong:
      "annonce*, annoncering*, reklame*, markedsføring*, marketing, google ads, facebook ads, ads, adwords, linkedin ads, seo, kampagne*, messestand*, messe deltagelse, sponsorat*, sponsor*, bannere, fotograf*, produktfoto*, photography, grafisk design, grafiker*, logo design, logodesign, webdesign, reklamefilm, videoproduktion, pr bureau, advertising, advertisement, facebook annonc*, skiltning*, skilte, skilt, foliering*, bilreklame, streamer, merchandise med logo, firmagaver med logo, reklameartikler, tekstforfatter, copywriting, content marketing, influencer, some marketing, social media, nyhedsbrev*, mailchimp, udstilling*, stadeleje, messegebyr, messeplads, exhibition*, trade fair, trade show, stand rental, direct mail kampagne, flyer kampagne, branding, markedsanalyse, market research, rollup, roll up, bannerannoncer, radiospot, tv reklame, avisannonce, kommunikationsbureau, reklamebureau, telemarketing, kundeundersøgelse, promotion, werbung, reklam, mediebureau, product photos, search engine, event marketing, annonsering, kampanje, photo shoot, facadeskilt, dekoration, vinduesdekoration, print annonce",
    normal:
      "messe*, messestand*, standopbygning*, standbyggeri, grafik, =design, display, =promo, =banner, campaign, profilering, gaveartikler, gavekort kunder, plakat, event, pr, video",
    weak: "=logo, =foto, film",
  },
  "purchases.services.research": {
    strong:
      "laboratorie*, laboratorietest, laboratorium, forskning*, research project, r d, materialetest, prototype udvikling, forsøg, produktudvikling, lab test, laboratory, forsøgsrække, kliniske, forskningsprojekt, udviklingsprojekt, test af prøver, research development, analyse af prøver, contract research, produkttest, vandanalyse, vandprøve, laboratorieanalyse, mikrobiologisk analyse, research, prøveanalyse, lab analysis, forsøgsarbejde, prototype*, clinical trial",
    normal: "udvikling, prøver, testing, =lab, analyser",
  },
  "purchases.services.bank": {
    strong:
      "bankgebyr*, bank gebyr, kortgebyr*, gebyr bank, transaktionsgebyr*, garantiprovision, mastercard, visa kort, kreditkortgebyr, årsgebyr, bank fee, bank charges, card fees, payment fees, betalingsgebyr, indløsning, indløsningsgebyr, pbs gebyr, betalingsservice gebyr, mobilepay gebyr, nets gebyr, kontogebyr, oprettelsesgebyr lån, stripe fee, paypal fee, kortindløsning, dankort*, terminalleje, betalingsterminal*, payment processing, payment gateway, factoring, valutagebyr, stiftelsesprovision, bankavgift, kortavgift, overførselsgebyr, rykkergebyr, kontohold, netbank, depotgebyr, vekselgebyr, kassekredit provision, swift, transaction fees, processing fee, merchant fee, acquiring, gebyr konto, gebyr overførsel, gebyr, bankomkostninger, bankgaranti, kreditvurdering, kreditoplysning, garantistillelse, card fee, account fee, bank transfer fee",
    normal: "=bank, provision, =stripe, =paypal, =nets, administrationsgebyr, fees, charges, ekspeditionsgebyr bank",
    weak: "administration, afgift",
  },
  "purchases.services.insurance": {
    strong:
      "forsikring*, insurance, försäkring, versicherung, forsikringspræmie, kasko, ansvarsforsikring, arbejdsskade*, police, police nr, selvrisiko, erhvervsforsikring, sundhedsforsikring, assurance, rejseforsikring, bygningsforsikring, indboforsikring, cyberforsikring, driftstab, insurance premium, policy premium, assurandør, kautionsforsikring, bilforsikring, tandforsikring, ulykkesforsikring, premium insurance, forsikringsmægler, autoforsikring, transportforsikring, arbejdsskadeforsikring, liability cover, indemnity",
  },
  "purchases.services.rent": {
    strong:
      "husleje*, lejemål*, kontorleje, lagerleje, lokaleleje, leje af lokale*, fællesudgifter, coworking, leje lager*, leje lagerrum, self storage, ejerforening, office rent, rent, domicil leje, butiksleje, kontorfællesskab, mødelokale leje, leje mødelokale*, leje af kontor*, leje kontor*, leje af lokale*, leje af butik*, leje af lager*, leje af hal*, room hire, meeting room hire, depotrum*, ejendomsadministration, ejendomsskat*, lease premises, office lease, hyra lokal, miete, leje af kontor, leje kontor, leje butik, leje af lager, leje hal, lejeaftale lokaler, leje garage, rent office, rent warehouse, leje p pladser, flexkontor, desk rental, hot desk, domicilejendom, fællesomkostninger, ejendomsdrift, driftsbidrag, service charge premises, lokaleomkostning*, arealleje, jordleje, forpagtning*, leje kontorlokale*, serviced office, property management, grundleje, office space, leje af p pladser, leje af mødelokale, fællesbidrag, storage unit, lejlighed, kontorhotel*, leje lokaler, leje af hal, leje af butik",
    normal: "=rent, =lokaler, premises, =lejeopkrævning, =depositum, ejendom, opkrævning husleje, desk, leje marts",
    weak: "=leje, kontor",
  },
  "purchases.services.repair": {
    strong:
      "reparation*, reparere, vedligehold*, vedligeholdelse, serviceeftersyn, eftersyn, repair, maintenance, servicebesøg, servicemontør, elektriker*, elinstallation*, el arbejde, el installation, vvs*, vvs arbejde, blikkenslager*, tømrer*, tømrerarbejde, maler*, malerarbejde, murer*, murerarbejde, smed, smedearbejde, glarmester*, låsesmed*, udskiftning*, istandsættelse, renovering*, instandsetzung, reparatur, service på, serviceaftale*, servicekontrakt, service af, fejlsøgning, fejlretning, montage, montering*, installation af, håndværker*, kloakservice, kloakrens, slamsugning service, reparasjon, underhåll, wartung, service elevator, elevatorservice, elevator, portservice, ventilationsservice, filterskift, serviceteknik*, servicering, service kompressor, service maskine, service truck, service ventilation, service køleanlæg, service varmepumpe, kedeleftersyn, tagreparation, plumber, plumbing, electrician, painter, carpenter, servicebil, udbedring, reparationsarbejde, service call, annual service, kølemontør, gulvafslibning, maskinservice, service agreement, vedligeholdelsesaftale, lækagesøgning, arbejdsløn montør, montør*, montørtimer, snedker*, snedkerarbejde, vvs montør, brandtilsyn, brandslukker eftersyn, kedelservice, facilitetsservice, handyman, gartnerarbejde vedligehold, tagdækker, repareret, kloakmester, boiler service, servicing, lift maintenance",
    normal:
      "elarbejde, =vvs, installering, håndværk, arbejdstimer, technician, tekniker, udkald, opsætning af, udført arbejde, reperation, installationsarbejde",
    weak: "service, udrykning, arbejdsløn, =arbejde, timer",
  },
  "purchases.services.car_repair": {
    strong:
      "autoværksted*, værkstedsregning*, værkstedsbesøg, bilværksted*, værkstedsophold, dækskifte, bilvask*, bremser, bremseskiver, bremseklodser, olieskift, bilsyn, autoreparation*, hjulskifte, vinterdæk, sommerdæk, dæk, hjulophæng, autoservice, bil service, service bil, bilreparation, car repair, car wash, tyre change, tyre, tyres, tire, tires, vehicle repair, rudeskift, bilrude*, forrude, autoglas, autolak*, pladeværksted, pladearbejde bil, bilpleje*, rustbeskyttelse*, undervognsbehandling, lastbilværksted, bremsetjek, sporing, afbalancering, syn og service, periodesyn, omsyn, bil eftersyn, vaskehal, vask af bil, vehicle service, bilservice, car service, service varebil, service lastvogn, service lastbil, service personbil, autoreservedele monteret, reparation af bil, reparation varebil, reparation bil, reparation lastbil, reparation af varebil, reparation af lastbil, tandrem*, udstødning*, kobling skift, vejhjælp*, autohjælp, bugsering, dækhotel*, hjulhotel, mot test, bilverkstad, däckbyte, helårsdæk, lastvognsdæk, autoelektriker, stenslag, 30000 km service, km service, syn af bil, syn varebil, trailersyn, windscreen, autoophug, bilvård, lakering bil, bilvaskeabonnement, vinduesviskere, viskerblade, lappegrej",
    normal: "=auto, =syn, mekaniker*, =vask, hjul, =wash, bilpleje, service motor, motorolie skift",
  },
  "purchases.services.cleaning": {
    strong:
      "rengøring*, rengøringshjælp, vinduespolering, vinduespudsning, vinduespuds, cleaning, cleaner, städ*, städning, renhold, reinigung, vagt, vagtservice, vægter*, alarm*, videovagt, security guard, security service, bevakning, vagtrunde*, sikringsanlæg, alarmabonnement, alarmovervågning, måtteservice rengøring, skadedyrsbekæmpelse*, skadedyr*, rottebekæmpelse, pest control, ejendomsservice, viceværter*, vicevært, facility service, snerydning*, saltning, græsslåning, havearbejde, havepleje, grønne områder, gartnerservice, gartner*, groundskeeping, landscaping, trappevask, hovedrengøring, industrirengøring, slutrengøring, hotelrengøring, tæpperens, algebehandling, facaderens, desinfektion rengøring, kontorservice, kontorplanter service, planteservice, receptionist service, call center, telefonpasning, facility management, mangtillsyn, låseservice vagt, glatførebekæmpelse, vintervedligeholdelse, vintertjeneste, janitorial, window washing, parkvedligehold, beskæring, træfældning, hækklipning, kontrolcentral, tyverialarm, brandalarm abonnement, videoovervågning, guarding, polering af vinduer, ukrudtsbekæmpelse, patrolling, snow removal, gardening, washing of windows, skraldesug, servicemedarbejder",
    normal: "overvågning, polering, security, gulvvask, trappe, facility, =vagter, gadefejning, fejning",
  },
  "purchases.services.staffing": {
    strong:
      "vikar*, vikarbureau, vikarassistance, vikartimer, jobannonce*, rekruttering*, recruitment, recruiting, temp worker, temporary staff, temps, temporary, headhunter, headhunting, stillingsannonce*, stillingsopslag, bemanding*, bemanning*, staffing, zeitarbeit, personaleudlejning, udlejet personale, agency staff, ansættelsesannonce, job posting, executive search, personlighedstest, rekryter*, bemandingsbureau, indlejet mandskab, hired labour, inhyrd, personaludlejning, jobopslag, timelønnet vikar, candidate search, search selection, outplacement, lagermedarbejdere vikarer, contract workers, freelancer*, freelance, leje af mandskab, mandskabsleje",
    normal: "mandskab, afløser, underleverandør mandskab, agency worker",
  },
  "purchases.services.training": {
    strong:
      "kursus*, kurser, kursusgebyr, kursusafgift, efteruddannelse*, uddannelse*, training, course, seminar*, konference*, conference, førstehjælp*, førstehjælpskursus, certifikatkursus, amu, truckkursus, truckcertifikat, e learning, elearning, læring, undervisning*, skoleophold, tuition, diplomuddannelse, masterclass, workshop deltagelse, deltagergebyr, kursusmateriale, lehrgang, schulung, utbildning, undervisningsmateriale, eksamensgebyr, arbejdsmiljøuddannelse, lederuddannelse, sprogundervisning, coachingforløb, foredrag*, lektion, lærlingeskole, teambuilding kursus, webinar, svejsekursus, varme arbejder, kompetenceudvikling, svejsecertifikat, congress, kongres*, certification exam, akademifag, efteruddannelseskursus, skoleafgift, køreteknisk, kørekort, conference ticket, conference fee, summit",
    normal: "deltagelse, =school, =skole, =exam, certifikat, deltager, workshop, instruktør, mentor*",
  },
  "purchases.services.memberships": {
    strong:
      "kontingent*, medlemskab*, medlemskontingent, membership, medlemsgebyr, medlemsafgift, årskontingent, brancheforening*, erhvervsforening, foreningskontingent, handelsstandsforening, medlemsavgift, mitgliedsbeitrag, arbejdsgiverforening, membership fee, medlemsbidrag, serviceafgift medlem, association fee, union fee, annual membership, medlem, chamber of commerce, netværksgruppe, erfa*, erfagruppe",
    normal: "forening, association, =klub, =netværk",
  },
  "purchases.services.media": {
    strong:
      "avis*, avisabonnement, dagblad*, tidsskrift*, magasin*, fagblad*, faglitteratur*, bøger, bog, books, ebook, e bog, newspaper, magazine, tv licens, koda*, gramex, streaming, journal subscription, nyhedsabonnement, musikabonnement, musiktjeneste, filmlicens, stockfoto, stock photos, håndbog, lovsamling, opslagsværk, databaseabonnement, online avis, publikation*, medielicens, tv pakke, kabel tv, tidning*, zeitung, lydbog*, spotify, netflix, håndbøger, standarder ds, subscription news, lærebog, lærebøger, =book, musik licens, antenneforening, tv abonnement, news subscription, digital avis, copydan",
    normal: "=abonnement, =subscription, tv, nyheder, =news, =musik, podcast",
  },
  "purchases.services.other_services": {
    strong:
      "parkering*, p afgift, p bøde, brobizz, broafgift, bro afgift, storebælt, øresundsbro, bompenge, vejafgift, vejskat, tinglysning*, oversættelse*, translation, tolk*, tolkning, frisør*, vaskeri*, dyrlæge*, dyrlægebesøg, tandlæge*, bedemand, underholdning, dj, musiker, kunstner, lodtrækning, gebyr kommune, kommunalt gebyr, byggesagsgebyr, pasgebyr, parking, p hus, p plads dag, parkeringsbøde, toll road, toll bridge, road toll, bridge toll, maut vignette, vignette, straffeattest, registreringsgebyr, erhvervsstyrelsen gebyr, interpreter, interpreting, parkeringslicens, easypark, parkeringsafgift, veterinary, vet, vejbenyttelsesafgift, offentligt gebyr, fødevarekontrol*, tilladelse*, permit fee, dommer, entertainer, massage*, massageordning, fysioterapi*, bedriftssundhed*, psykolog*, krisehjælp, fitnessordning, motionsordning, fitness, løbetilmelding, billetter til event, teambuilding, skorstensfejer*, skorstensfejning, nummerplade*, syns gebyr, nummerpladeafgift, arkivering, document storage, dry cleaning, renseri, broafgift øresund, vaccination, lægeerklæring, helbredsundersøgelse, øjenlæge, party entertainment, storebæltsbroen, bro, betalingsvej, vækst afgift, road tax fee",
    normal:
      "bøde, donation, bidrag velgørenhed, velgørenhed, gebyr offentlig, attest, tilsynsgebyr, myndighedsgebyr, myndighedsbehandling",
  },
};
