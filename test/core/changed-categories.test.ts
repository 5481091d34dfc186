import { expect, test } from "vitest";
import { changesByCategory } from "../../web/features/overview/changed-categories.ts";

const weight = (category_id: string, co2e_kg: number | null) => ({
  category_id,
  name_da: category_id,
  name_en: category_id,
  co2e_kg,
});

test("the categories that moved the total most come first, either way, and the rest adds up to the whole difference", () => {
  const now = [weight("diesel", 900), weight("wood", 400), weight("tea", 12), weight("vans", 50)];
  const before = [weight("wood", 700), weight("diesel", 800), weight("tea", 10), weight("flights", 90)];
  expect(changesByCategory(now, before, 2)).toEqual({
    most: [
      expect.objectContaining({ category_id: "wood", before_kg: 700, now_kg: 400, change_kg: -300 }),
      expect.objectContaining({ category_id: "diesel", before_kg: 800, now_kg: 900, change_kg: 100 }),
    ],
    rest_kg: 2 - 90 + 50,
    total_kg: -238,
    unknown: 0,
  });
});

test("runs and scopes of one category are one row, and what is booked in one year only has no figure in the other", () => {
  const now = [weight("power", 30), weight("power", 12), weight("power", 8)];
  expect(changesByCategory(now, [weight("flights", 90)], 5)).toEqual({
    most: [
      expect.objectContaining({ category_id: "flights", before_kg: 90, now_kg: null, change_kg: -90 }),
      expect.objectContaining({ category_id: "power", before_kg: null, now_kg: 50, change_kg: 50 }),
    ],
    rest_kg: null,
    total_kg: -40,
    unknown: 0,
  });
});

test("an unknown figure is no zero: its category is counted apart", () => {
  const changes = changesByCategory([weight("power", null), weight("tea", 3)], [weight("power", 40)], 5);
  expect(changes).toMatchObject({ most: [{ category_id: "tea", change_kg: 3 }], total_kg: 3, unknown: 1 });
});
