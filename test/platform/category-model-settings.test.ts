import { expect, test } from "vitest";
import { type Config, readConfig } from "../../src/platform/config/config.ts";

const NAME = { CATEGORIZATION_MODEL_NAME: "llama3.1:8b" };
const withUrl = (url: string): Config => readConfig({ CATEGORIZATION_MODEL_URL: url, ...NAME });

test("without an address no model is asked", () => {
  expect(readConfig({}).category_model).toBeUndefined();
});

test("address, name, key and time make a model; the key is optional and the time half a minute", () => {
  expect(withUrl("https://models.example.com/v1/chat/completions").category_model).toEqual({
    url: "https://models.example.com/v1/chat/completions",
    name: "llama3.1:8b",
    key: undefined,
    timeout_ms: 30_000,
  });
  const given = { CATEGORIZATION_MODEL_KEY: "sk-1", CATEGORIZATION_MODEL_TIMEOUT_MS: "2500", ...NAME };
  const url = "https://x.example/openai/deployments/a/chat/completions?api-version=2024-10-21";
  expect(readConfig({ CATEGORIZATION_MODEL_URL: url, ...given }).category_model).toEqual({
    url,
    name: "llama3.1:8b",
    key: "sk-1",
    timeout_ms: 2_500,
  });
});

test.each([
  "http://localhost:11434/v1/chat/completions",
  "http://127.0.0.1:8000/v1/chat/completions",
  "http://[::1]:8000/v1/chat/completions",
  "http://10.1.2.3:8000/v1/chat/completions",
  "http://[fd12::1]/v1/chat/completions",
  "http://ollama:11434/v1/chat/completions",
  "http://gpu.internal/v1/chat/completions",
])("clear text is fine within one's own network: %s", (url) => {
  expect(withUrl(url).category_model?.url).toBe(url);
});

test.each([
  "http://models.example.com/v1/chat/completions",
  "http://8.8.8.8/v1/chat/completions",
  "http://internal.example.com/v1/chat/completions",
  "https://models.example.com/v1",
  "https://user:secret@models.example.com/v1/chat/completions",
  "https://models.example.com/v1/chat/completions#x",
  "ftp://localhost/v1/chat/completions",
  "localhost:11434/v1/chat/completions",
])("refused with what it may be: %s", (url) => {
  expect(() => withUrl(url)).toThrow("CATEGORIZATION_MODEL_URL: must be an address that ends in /chat/completions");
});

test("half of a model, and a name or key that could break a line, are refused by their variable", () => {
  const CATEGORIZATION_MODEL_URL = "https://models.example.com/v1/chat/completions";
  expect(() => readConfig({ CATEGORIZATION_MODEL_URL })).toThrow("CATEGORIZATION_MODEL_NAME: is needed");
  expect(() => readConfig(NAME)).toThrow("CATEGORIZATION_MODEL_URL: is needed");
  expect(() => readConfig({ CATEGORIZATION_MODEL_KEY: "sk-1" })).toThrow("has 2 problem(s)");
  expect(() => readConfig({ CATEGORIZATION_MODEL_URL, CATEGORIZATION_MODEL_NAME: "a b" })).toThrow(
    "visible characters",
  );
  const broken = { CATEGORIZATION_MODEL_URL, ...NAME, CATEGORIZATION_MODEL_KEY: "a\nb" };
  expect(() => readConfig(broken)).toThrow("CATEGORIZATION_MODEL_KEY");
});
