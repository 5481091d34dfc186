import owasp from "@stoplight/spectral-owasp-ruleset";
import { oas3_1 } from "@stoplight/spectral-formats";
import { defined, falsy, truthy } from "@stoplight/spectral-functions";
import { oas } from "@stoplight/spectral-rulesets";

/*
 * Spectral's OpenAPI rules and the OWASP API Security rules 2023. What is narrower or off has its reason beside it; the
 * rest applies as published.
 */

/** Where callers say something: bytes of an upload are bounded by its own limits, which its description names. */
const REQUESTS = [
  "$.components.parameters",
  "$.paths[*][*].parameters",
  "$.paths[*][*].requestBody.content['application/json']",
];

/** A published rule for schemas of one type, in requests only: what the service itself sends loads nobody. */
function inRequests(name, type, places = REQUESTS) {
  return { ...owasp.rules[name], given: places.map((place) => `${place}..[?(@ && @.type=='${type}')]`) };
}

// oxlint-disable-next-line import/no-default-export -- Spectral reads no other
export default {
  extends: [oas, owasp],
  rules: {
    "owasp:api4:2023-string-limit": inRequests("owasp:api4:2023-string-limit", "string"),
    "owasp:api4:2023-integer-limit": inRequests("owasp:api4:2023-integer-limit", "integer"),
    "owasp:api4:2023-array-limit": inRequests("owasp:api4:2023-array-limit", "array", [
      ...REQUESTS,
      "$.paths[*][*].requestBody.content['multipart/form-data']",
    ]),
    // The published rule is for OpenAPI 3.0 and leaves out what is not said. A product footprint may have further members.
    "owasp:api3:2023-no-additionalProperties": {
      ...owasp.rules["owasp:api3:2023-no-additionalProperties"],
      message: "An object in a request must say additionalProperties: false.",
      formats: [oas3_1],
      given: "$.paths[?(@property !== '/pcf-records')][*].requestBody.content..[?(@ && @.type=='object')]",
      // oxlint-disable-next-line unicorn/no-thenable -- the member by which a rule says what to check
      then: [defined, falsy].map((rule) => ({ field: "additionalProperties", function: rule })),
    },
    // A refused credential belongs to no rate limit whose state an answer could show. The published rule wants one family
    // of headers, and no other; answers carry two.
    "owasp:api4:2023-rate-limit": {
      ...owasp.rules["owasp:api4:2023-rate-limit"],
      given: "$.paths[*]..responses[?(@property.match(/^(2|4)/) && @property !== '401')]",
      // oxlint-disable-next-line unicorn/no-thenable -- the member by which a rule says what to check
      then: ["RateLimit", "RateLimit-Policy", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"].map(
        (name) => ({ field: `headers.${name}`, function: truthy }),
      ),
    },
    // The table of shared headers is not an answer.
    "owasp:api8:2023-define-cors-origin": {
      ...owasp.rules["owasp:api8:2023-define-cors-origin"],
      given: "$.paths..headers",
    },
    // Names, reasons and other words of people have no grammar; what has one states it.
    "owasp:api4:2023-string-restricted": "off",
    // minimum and maximum say more than int32 or int64.
    "owasp:api4:2023-integer-format": "off",
  },
};
