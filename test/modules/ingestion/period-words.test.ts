import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openWordsIn, periodInWords } from "../../../src/modules/reading/period-words.ts";

describe("periodInWords", () => {
  test.each([
    ["Husleje juli 2026", "2026-07-01", "2026-07-31"],
    ["Rent for July 2026", "2026-07-01", "2026-07-31"],
    ["Miete Februar 2024", "2024-02-01", "2024-02-29"],
    ["Hyra maj 2026", "2026-05-01", "2026-05-31"],
    ["Miete März 2026", "2026-03-01", "2026-03-31"],
    ["El sept. 2026", "2026-09-01", "2026-09-30"],
    ["Varme oktober 2025 - marts 2026", "2025-10-01", "2026-03-31"],
    ["Insurance Oct 2025 to Sep 2026", "2025-10-01", "2026-09-30"],
    ["Strom Januar bis Dezember 2025", "2025-01-01", "2025-12-31"],
    ["El 3. kvartal 2026", "2026-07-01", "2026-09-30"],
    ["kvartal 4 2025", "2025-10-01", "2025-12-31"],
    ["Electricity Q1 2026", "2026-01-01", "2026-03-31"],
    ["2026-Q2 cloud", "2026-04-01", "2026-06-30"],
    ["2nd quarter of 2026", "2026-04-01", "2026-06-30"],
    ["Strom 4. Quartal 2025", "2025-10-01", "2025-12-31"],
    ["Vand 1. halvår 2026", "2026-01-01", "2026-06-30"],
    ["Water H2 2025", "2025-07-01", "2025-12-31"],
    ["Forsikring kalenderåret 2026", "2026-01-01", "2026-12-31"],
    ["Erhvervsforsikring 01.10.2024 - 30.09.2025", "2024-10-01", "2025-09-30"],
    ["Leje 1.7.2025 til 30.9.2025", "2025-07-01", "2025-09-30"],
    ["Leasing 15-01-2026–14-04-2026", "2026-01-15", "2026-04-14"],
    ["Wartung 01.02.2026 bis 03.04.2026", "2026-02-01", "2026-04-03"],
    ["Abonnement (2025-04-01 - 2026-03-31)", "2025-04-01", "2026-03-31"],
    ["Insurance 01/10/2024 - 30/09/2025", "2024-10-01", "2025-09-30"],
    ["Insurance 10/01/2024 - 09/30/2025", "2024-10-01", "2025-09-30"],
    ["Serviceaftale 01.12 - 31.12.2025", "2025-12-01", "2025-12-31"],
    ["Serviceaftale 1.12.-31.1.2026", "2025-12-01", "2026-01-31"],
    ["Leasing 15/12 til 14/1/2026", "2025-12-15", "2026-01-14"],
    ["Leasing 01.12.25 - 31.12.25", "2025-12-01", "2025-12-31"],
    ["Insurance 01/10/24 - 30/09/25", "2024-10-01", "2025-09-30"],
    ["Leje af stillads uge 40-43 2025", "2025-09-29", "2025-10-26"],
    ["Rengøring uge 1, 2026", "2025-12-29", "2026-01-04"],
    ["Miete KW 53/2026", "2026-12-28", "2027-01-03"],
    ["Rent weeks 10 to 11 of 2026", "2026-03-02", "2026-03-15"],
    ["Hyra vecka 5 2026", "2026-01-26", "2026-02-01"],
    ["Husleje juli 2026 (01.07.2026-31.07.2026)", "2026-07-01", "2026-07-31"],
    ["Husleje december - februar 2026", "2025-12-01", "2026-02-28"],
    ["december - januar 2026", "2025-12-01", "2026-01-31"],
    ["Husleje 3. og 4. kvartal 2025", "2025-07-01", "2025-12-31"],
    ["Husleje 1.-3. kvartal 2025", "2025-01-01", "2025-09-30"],
    ["Husleje Q1-Q2 2025", "2025-01-01", "2025-06-30"],
    ["Rent Q1 and Q2 2025", "2025-01-01", "2025-06-30"],
    ["Husleje 4. kvartal 2025 og 1. kvartal 2026", "2025-10-01", "2026-03-31"],
    ["Rent Q4 2025 - Q1 2026", "2025-10-01", "2026-03-31"],
    ["Husleje 4. og 1. kvartal 2026", "2025-10-01", "2026-03-31"],
    ["Husleje 1. og 2. halvår 2026", "2026-01-01", "2026-12-31"],
    ["Husleje 2. halvår 2025/1. halvår 2026", "2025-07-01", "2026-06-30"],
    ["Husleje januar, februar og marts 2026", "2026-01-01", "2026-03-31"],
    ["Rent January, February, and March 2026", "2026-01-01", "2026-03-31"],
    ["Januar, februar, marts 2025", "2025-01-01", "2025-03-31"],
    ["Husleje januar + februar 2026", "2026-01-01", "2026-02-28"],
    ["Husleje jan/feb/mar 2026", "2026-01-01", "2026-03-31"],
    ["nov-dec 2025 og jan 2026", "2025-11-01", "2026-01-31"],
    ["Husleje nov., dec. og jan. 2026", "2025-11-01", "2026-01-31"],
    ["Husleje fra januar til og med marts 2026", "2026-01-01", "2026-03-31"],
    ["Miete Januar bis einschließlich März 2026", "2026-01-01", "2026-03-31"],
    ["Hyra januari t o m mars 2026", "2026-01-01", "2026-03-31"],
    ["Hyra januari t.o.m. mars 2026", "2026-01-01", "2026-03-31"],
    ["Hyra januari till och med mars 2026", "2026-01-01", "2026-03-31"],
    ["Rent Jan and Feb 2026", "2026-01-01", "2026-02-28"],
    ["Rent January through March 2026", "2026-01-01", "2026-03-31"],
    ["Miete Dezember und Januar 2026", "2025-12-01", "2026-01-31"],
    ["Husleje for perioden januar 2026 - marts", "2026-01-01", "2026-03-31"],
    ["Husleje november 2025 - januar", "2025-11-01", "2026-01-31"],
    ["Husleje 1. oktober 2025 - 31. marts 2026", "2025-10-01", "2026-03-31"],
    ["Husleje 15. februar - 14. marts 2024", "2024-02-15", "2024-03-14"],
    ["Rent Jan 1, 2026 - Mar 31, 2026", "2026-01-01", "2026-03-31"],
    ["Rent 1 January 2026 to 31 March 2026", "2026-01-01", "2026-03-31"],
    ["Husleje 2026/1. kvartal", "2026-01-01", "2026-03-31"],
    ["Kalenderåret 2025 og 2026", "2025-01-01", "2026-12-31"],
    ["Husleje juli 2026 - 2026-0012", "2026-07-01", "2026-07-31"],
    ["Husleje juli 2026, august 2026", "2026-07-01", "2026-08-31"],
    ["El 3. kvartal 2026, juli 2026", "2026-07-01", "2026-09-30"],
    ["El 4. kvartal 2025, ny tarif fra januar 2026", "2025-10-01", "2025-12-31"],
    ["Husleje 1-3. kvartal 2025", "2025-01-01", "2025-09-30"],
    ["Husleje Q1-3 2025", "2025-01-01", "2025-09-30"],
    ["Husleje 1.-15. juli 2026", "2026-07-01", "2026-07-15"],
    ["Husleje - januar 2026", "2026-01-01", "2026-01-31"],
    ["Leje og varme, januar 2026", "2026-01-01", "2026-01-31"],
    ["Leje januar 2026 til kontor", "2026-01-01", "2026-01-31"],
    ["Lejemål 3 - 4. kvartal 2025", "2025-10-01", "2025-12-31"],
    ["El december måned 2025 - februar 2026", "2025-12-01", "2026-02-28"],
    ["Husleje juli 2026, Jan Jensen", "2026-07-01", "2026-07-31"],
    ["Faktura 10. juli 2026: husleje juli 2026", "2026-07-01", "2026-07-31"],
    ["Leje 2025 Q4 - 2026 Q1", "2025-10-01", "2026-03-31"],
    ["Leje 2025Q4-2026Q1", "2025-10-01", "2026-03-31"],
    ["Leje 2025K4-2026K1", "2025-10-01", "2026-03-31"],
    ["Leje 2025-Q4 - 2026-Q1", "2025-10-01", "2026-03-31"],
    ["Leje 2025 december - 2026 januar", "2025-12-01", "2026-01-31"],
    ["Leje 2026 jan - 2026 mar", "2026-01-01", "2026-03-31"],
    ["Leje 2026Q1-2026Q3", "2026-01-01", "2026-09-30"],
    ["Leje 2026 juli, 2026 august", "2026-07-01", "2026-08-31"],
    ["Leje 2025 Q3, 2025 Q4, 2026 Q1", "2025-07-01", "2026-03-31"],
    ["Leje 2026 maj 12 - 2026 juni 11", "2026-05-12", "2026-06-11"],
    ["Leje 2026 juli, 2026", "2026-07-01", "2026-07-31"],
    ["Ordre 2025 juli 2026", "2026-07-01", "2026-07-31"],
    ["Leje Q4 - 2026 Q1", "2025-10-01", "2026-03-31"],
    ["Leje januar, 2026-februar, 2026", "2026-01-01", "2026-02-28"],
    ["Fjernvarme oktober-april 2025/2026", "2025-10-01", "2026-04-30"],
    ["Nettarif vinter oktober-marts 2025/2026", "2025-10-01", "2026-03-31"],
    ["Fjernvarme oktober - april 2025-2026", "2025-10-01", "2026-04-30"],
    ["Leje 15. december - 14. januar 2025/2026", "2025-12-15", "2026-01-14"],
    ["Leje 1. juni - 31. maj 2025/2026", "2025-06-01", "2026-05-31"],
    ["2025/2026 okt-mar", "2025-10-01", "2026-03-31"],
    ["Oktober-September 2025/26", "2025-10-01", "2026-09-30"],
    ["Varme okt.-dec. og jan.-mar. 2025/26", "2025-10-01", "2026-03-31"],
    ["Leje 4. og 1. kvartal 2025/2026", "2025-10-01", "2026-03-31"],
    ["Leje Q4-1 2025/2026", "2025-10-01", "2026-03-31"],
    ["Leje oktober 2025 - april 2025/2026", "2025-10-01", "2026-04-30"],
    ["Leje 2. halvår 2025/2026 1. halvår", "2025-07-01", "2026-06-30"],
    ["Leje Q4 2025/2026-Q1", "2025-10-01", "2026-03-31"],
    ["Leje Q4 2025/26 Q1", "2025-10-01", "2026-03-31"],
    ["2025/26 okt-mar", "2025-10-01", "2026-03-31"],
    ["Leje 1. juli 2025-26. august 2025", "2025-07-01", "2025-08-26"],
    ["Leje 1 July 2025-26 August 2025", "2025-07-01", "2025-08-26"],
    ["Bolig 12, 1. og 2. kvartal 2026", "2026-01-01", "2026-06-30"],
    ["Lejemål 12 og 4. kvartal 2025", "2025-10-01", "2025-12-31"],
    ["Rent January 1 to March 31, 2026", "2026-01-01", "2026-03-31"],
    ["Rent December 15 - January 14, 2026", "2025-12-15", "2026-01-14"],
    ["Rent Jan 1-31, 2026", "2026-01-01", "2026-01-31"],
    ["Rent Jan 1 - 15 2026", "2026-01-01", "2026-01-15"],
    ["Rent 1-31 January 2026", "2026-01-01", "2026-01-31"],
    ["Strøm des 2026", "2026-12-01", "2026-12-31"],
    ["Strøm desember 2025 - januar 2026", "2025-12-01", "2026-01-31"],
    ["Vattenfall AB juli 2026", "2026-07-01", "2026-07-31"],
    ["Telia AB Q3 2026", "2026-07-01", "2026-09-30"],
    ["Hyra Fastighets AB juli 2026", "2026-07-01", "2026-07-31"],
    ["Vattenfall Ab juli 2026", "2026-07-01", "2026-07-31"],
  ])("%s", (text, start, end) => {
    expect(periodInWords(text)).toMatchObject({ start, end });
  });

  test.each([
    ["a month without a year", "Husleje juli"],
    ["a day", "Leveret 3. juli 2026"],
    ["a year alone", "Aftale 2026"],
    ["another word that begins like a month", "Marsvin 2026, Mayonnaise 2026, Decimal 2026"],
    ["two months", "Juni 2026 og maj 2026"],
    ["a range that ends before it starts", "Marts 2026 - januar 2026"],
    ["a product named so", "Model Q3-2000X"],
    ["a number", "EQ32026"],
    ["days of which the first is none", "Serviceaftale 32.12 - 31.12.2025"],
    ["days of two figures of a year that could be months", "Insurance 01/10/24 - 03/09/25"],
    ["a version and a day", "Version 1.2 - 3.10.25"],
    ["a leap day of no leap year", "Leje 29.02 - 01.02.2026"],
    ["a week that the year has not", "Leje uge 53 2025"],
    ["weeks that end before they start", "Leje uge 50-2 2025"],
    ["a week without a year", "Leje uge 40"],
    ["two weeks", "Leje uge 40 2025 og uge 43 2025"],
    ["two days that are no range", "Levering 01.07.2026 og 15.07.2026"],
    ["a range of days that ends before it starts", "30.09.2025 - 01.10.2024"],
    ["days that could be months", "Service 01/02/2026 - 03/04/2026"],
    ["days that no month has", "30.02.2026 - 31.04.2026"],
    ["two ranges", "01.01.2026 - 31.01.2026, 01.03.2026 - 31.03.2026"],
    ["days inside a number", "Nr. 101.10.2024 - 30.09.20251"],
    ["months with another between them", "Husleje januar og marts 2026"],
    ["a stroke between months that do not follow each other", "jan/mar 2026"],
    ["quarters with others between them", "1. og 4. kvartal 2025"],
    ["a month from which something holds", "Ny leje fra januar 2026"],
    ["a month from which something holds, in German", "Neue Miete ab Juli 2026"],
    ["a month from which something holds, at the beginning", "Ab Juli 2026 neue Miete"],
    ["a month behind two letters that may be a company form or not", "NEUE MIETE AB JULI 2026"],
    ["a day that no month has, and another", "99. juli 2026 - 3. juli 2026"],
    ["quarters of which a year has no such one", "7.-4. kvartal 2025"],
    ["days of which no month has one", "Rent Jan 1-32, 2026"],
    ["weeks, or days that are no whole month", "El uge 1-30 januar 2026"],
    ["a number and days of a month", "Lejemål 1 - 31. januar 2026"],
    ["a month until which something holds", "Leje indtil januar 2026"],
    ["a month and what follows it", "Leje januar 2026 og frem"],
    ["a day and a month", "15. januar - marts 2026"],
    ["a day in numbers and a month", "01.12.2025 - februar 2026"],
    ["a month with another number, and a month", "december 25 - februar 2026"],
    ["a month and a name, or another month", "Leje maj 2026 - Jan Hansen"],
    ["weeks and a month", "El uge 1-5 januar 2026"],
    ["a number that is of something else, or a quarter", "Lejemål 3 og 4. kvartal 2025"],
    ["a financial year", "Kalenderåret 2025/26"],
    ["a month and a year", "Leje januar 2025 - 2026"],
    ["a month and a whole year", "Leje december 2025 og 2026"],
    ["a month that has no such day", "Leje 1. februar - 30. februar 2026"],
    ["several years", "Kalenderåret 2025-2026"],
    ["quarters of which one is told by its number", "Q1-3-4 2025"],
    ["a month between two years", "Leje 2025 juli, 2026"],
    ["months between years with nothing between them", "Leje 2025 december 2026 januar"],
    ["quarters whose years stand apart", "Leje 2025, 4. kvartal - 2026, 1. kvartal"],
    ["a quarter between two years", "Leje 2025 Q4 - 2026"],
    ["a month with two years", "Varme juli 2025/2026"],
    ["a month with two years and a dash", "Varme juli 2025-2026"],
    ["a range within a year with two years", "Varme april-oktober 2025/2026"],
    ["quarters within a year with two years", "Varme Q1-3 2025/2026"],
    ["a range with two years that do not follow each other", "Varme oktober-april 2025/2027"],
    ["a range that begins in another of two years", "Varme oktober 2026 - april 2025/2026"],
    ["a range with two years at both ends", "Varme oktober 2025/2026 - april 2025/2026"],
    ["a range with months missing and two years", "Varme oktober, november og januar 2025/2026"],
  ])("%s names no period of the line", (_, text) => {
    expect(periodInWords(text)).toBeNull();
  });

  test("a hostile text is read in the time of its length", () => {
    expect(periodInWords("januar ".repeat(100_000))).toBeNull();
  });

  const names = [
    [
      "januar",
      "februar",
      "marts",
      "april",
      "maj",
      "juni",
      "juli",
      "august",
      "september",
      "oktober",
      "november",
      "december",
    ],
    [
      "January",
      "February",
      "March",
      "April",
      "May",
      "June",
      "July",
      "August",
      "September",
      "October",
      "November",
      "December",
    ],
    [
      "Januar",
      "Februar",
      "März",
      "April",
      "Mai",
      "Juni",
      "Juli",
      "August",
      "September",
      "Oktober",
      "November",
      "Dezember",
    ],
    [
      "januari",
      "februari",
      "mars",
      "april",
      "maj",
      "juni",
      "juli",
      "augusti",
      "september",
      "oktober",
      "november",
      "december",
    ],
    ["jan.", "feb.", "mar.", "apr.", "maj", "jun.", "jul.", "aug.", "sep.", "okt.", "nov.", "dec."],
  ];
  const language = fc.constantFrom(...names);
  const firstDay = (month: number) => new Date(Date.UTC(2024, month, 1)).toISOString().slice(0, 10);
  const lastDay = (month: number) => new Date(Date.UTC(2024, month + 1, 0)).toISOString().slice(0, 10);
  const year = (month: number) => 2024 + Math.floor(month / 12);
  const to = fc.constantFrom(
    " - ",
    "-",
    " – ",
    " til ",
    " til og med ",
    " to ",
    " through ",
    " bis ",
    " bis einschließlich ",
    " t o m ",
  );

  test("a range of months is read whole, with the year of the last one alone or of both", () => {
    fc.assert(
      fc.property(
        language,
        to,
        fc.nat(30),
        fc.integer({ min: 1, max: 11 }),
        fc.boolean(),
        (name, word, first, length, both) => {
          const last = first + length;
          const begin = `${name[first % 12]}${both ? ` ${year(first)}` : ""}`;
          const text = `Leje ${begin}${word}${name[last % 12]} ${year(last)}`;
          expect(periodInWords(text)).toMatchObject({ start: firstDay(first), end: lastDay(last) });
        },
      ),
    );
  });

  test("a range with two years behind it begins in the first of them and ends in the second", () => {
    const written = fc.constantFrom("/2025", "-2025", "/25", "-25");
    fc.assert(
      fc.property(
        language,
        to,
        fc.nat(11),
        fc.nat(11),
        written,
        fc.boolean(),
        (name, word, one, other, end, isInFront) => {
          const months = `${name[one]}${word}${name[other]}`;
          // "2024-25 januar" may be a day.
          const text = isInFront && end !== "-25" ? `Varme 2024${end} ${months}` : `Varme ${months} 2024${end}`;
          if (one > other)
            expect(periodInWords(text)).toMatchObject({ start: firstDay(one), end: lastDay(other + 12) });
          else {
            expect(periodInWords(text)).toBeNull();
            expect(openWordsIn(text)).not.toBeNull();
          }
        },
      ),
    );
  });

  test("a range is read whole with its years in front of both ends", () => {
    const parts = fc.constantFrom(
      ...names.map((of) => [" ", of] as const),
      ["", ["Q1", "Q2", "Q3", "Q4"]] as const,
      ["-", ["K1", "K2", "K3", "K4"]] as const,
      ["/", ["1. kvartal", "2. kvartal", "3. kvartal", "4. kvartal"]] as const,
      [" ", ["H1", "H2"]] as const,
    );
    const wordOrDash = fc.oneof(to, fc.constantFrom(" / ", ", "));
    fc.assert(
      fc.property(
        parts,
        wordOrDash,
        fc.nat(11),
        fc.integer({ min: 1, max: 11 }),
        ([blank, name], word, from, count) => {
          const months = 12 / name.length;
          const first = from % name.length;
          const isList = word === " / " || word === ", ";
          const last = first + (isList ? 1 : Math.min(count, name.length));
          const said = (part: number) => `${year(part * months)}${blank}${name[part % name.length]}`;
          const whole = { start: firstDay(first * months), end: lastDay((last + 1) * months - 1) };
          expect(periodInWords(`Leje ${said(first)}${word}${said(last)}`)).toMatchObject(whole);
        },
      ),
    );
  });

  test("a list of months is read whole where one follows the other, and not at all where one is missing", () => {
    const list = fc.constantFrom(
      [", ", " og "],
      [", ", ", and "],
      [" + ", " + "],
      ["/", "/"],
      [", ", " und "],
      [", ", ", "],
      [" & ", " & "],
    );
    fc.assert(
      fc.property(
        language,
        list,
        fc.nat(30),
        fc.integer({ min: 3, max: 6 }),
        fc.option(fc.nat(3)),
        (name, words, first, length, gap) => {
          const [comma = "", and = ""] = words;
          const all = Array.from({ length }, (_, index) => first + index);
          const months = all.filter((_, index) => gap === null || index !== gap + 1 || index === length - 1);
          const isWhole = months.length === length;
          const last = months.at(-1) ?? 0;
          const texts = months.map((month) => name[month % 12] ?? "");
          const text = `Leje ${texts.slice(0, -1).join(comma)}${and}${texts.at(-1) ?? ""} ${year(last)}`;
          const whole = { start: firstDay(first), end: lastDay(last) };
          if (isWhole) expect(periodInWords(text)).toMatchObject(whole);
          else {
            expect(periodInWords(text)).toBeNull();
            expect(openWordsIn(text)).toMatchObject(whole);
          }
        },
      ),
    );
  });
});

describe("openWordsIn", () => {
  test.each([
    ["Husleje januar og marts 2026", "2026-01-01", "2026-03-31", "januar og marts 2026"],
    ["Ny leje fra januar 2026", "2026-01-01", "2026-01-31", "fra januar 2026"],
    ["1. og 4. kvartal 2025", "2025-01-01", "2025-12-31", "1. og 4. kvartal 2025"],
    ["Vand, kalenderåret 2025/26", "2025-01-01", "2025-12-31", "kalenderåret 2025/26"],
    ["El 01.12.2025 - februar 2026", "2025-12-01", "2026-02-28", "01.12.2025 - februar 2026"],
    ["Leje 1. februar - 30. februar 2026", "2026-02-01", "2026-02-28", "1. februar - 30. februar 2026"],
    ["7.-4. kvartal 2025", "2025-10-01", "2025-12-31", "7.-4. kvartal 2025"],
  ])("%s asks for its days, which are proposed", (text, start, end, words) => {
    expect(openWordsIn(text)).toEqual({ start, end, words });
  });

  test.each([
    "Husleje januar 2026",
    "Husleje",
    "Leveret 3. juli 2026",
    "Januar og marts",
    "99. juli 2026 - 3. juli 2026",
    "Varme 01.01.2026 - 31.03.2026, januar og marts 2026",
  ])("%s leaves nothing open", (text) => {
    expect(openWordsIn(text)).toBeNull();
  });
});
