import { expect, test } from "vitest";
import { exchangeLabel, generatedSteps } from "./series.ts";

const [drawn, other] = [{ label: "generated limits", part: "3:0/2" }, { label: "limit 100" }];

test("an exchange is shown by its step, and by which of a series it is", () => {
  expect([drawn, other].map(exchangeLabel)).toEqual(["generated limits #3:0/2", "limit 100"]);
});

test("the steps that sent generated inputs are those of a series", () => {
  expect(generatedSteps([drawn, other, drawn])).toEqual(["generated limits"]);
});
