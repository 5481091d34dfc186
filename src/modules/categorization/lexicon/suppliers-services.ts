import type { LexiconPart } from "./lexicon-part.ts";

/** Continues suppliers.ts: services and water. */
export const SERVICE_SUPPLIERS: LexiconPart = {
  "purchases.services.it_services": {
    normal:
      "microsoft, amazon web services, aws, adobe, github, google cloud, one com, simply com, slack, dropbox, zoom, atlassian, dinero, e conomic, economic, billy, hetzner, digitalocean, openai, anthropic, salesforce, hubspot, visma, notion, canva, shopify, wix, squarespace, godaddy, cloudflare, digicert, punktum, unoeuro, netlify, vercel, zendesk, trello, asana, monday com, figma, autodesk, sap, oracle, timelog, danløn, dataløn, proløn, salary dk, planday, zapier, docusign, penneo, intercom, jetbrains, lastpass, 1password, mailchimp it, twilio, heroku, azure, google workspace, gsuite, google gsuite, office 365, apple icloud, icloud, ubiquitous, uniconta, navision, business central, webshop, hosting, webhotel, software, itm8, kmd, netcompany, systems, edb, trifork, curanet, team blue, scannet, it relation, teamviewer, miro, airtable, pleo, nordea it, kubernetes, datadog, okta, fortnox, power bi, linear, sentry, loom, gitlab, norton, mcafee, eset, avast, bitwarden, workday, e boks, mitid, nets danid, signicat, dandomain, mediahost, tidsreg, trustpilot, surfshark, wordpress, envato, contractbook, lessor, intect, systemer, google one, ordbogen, chatgpt, msft, microsoft ireland",
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
      "nordea, danske bank, jyske bank, sydbank, nykredit, bank*, sparekasse*, sparekassen, nets, stripe, paypal, mobilepay erhverv, clearhaus, quickpay, mastercard, visa, klarna, spar nord, arbejdernes landsbank, ringkjøbing landbobank, lunar, american express, worldline, swedbank, handelsbanken, seb, adyen, bambora, onpay, elavon, sumup, zettle, izettle, teller, saxo bank, middelfart sparekasse, al bank, vestjysk bank, lån spar, merkur, reepay, wise, revolut, dibs, sparbank, frisbii, pensopay, dankort, swiipe, flatpay, dnb, deutsche bank, commerzbank, sparkasse, experian, vipps mobilepay, forex, =epay",
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
      "dansk industri, dansk erhverv, di, foreningen, forening, brancheforening*, smvdanmark, tekniq, dansk byggeri, finansforbundet, erhvervsforening*, handelsstandsforening, dansk håndværk, lederne, landbrug fødevarer, danish chamber, handelskammer, håndværkerforening*, erhvervsråd, bni, vl grupper, dansk ejendomsmægler, horesta, drivkraft danmark, ejendom danmark, forbund, netværk, erhvervsklub, association, laug, dansk standard medlem, kamik, handelskammeret, landsforening, ith, dtl",
    weak: "dansk, klub, business",
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
};
