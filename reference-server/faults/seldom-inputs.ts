import { servers } from "../bed-server.ts";
import { isPetStatus, petStatuses } from "../pet.ts";

/** Inputs that few would think of trying: they are found because inputs are generated. */
export default servers({
  "name-signs-stripped": {
    title: "strips brackets, stars, number signs and the like from names",
    fails: ["CREATE-17"],
    idiom: "home-made protection against injection",
    hooks: (correct) => ({
      validateName: (value, call) => correct.validateName(value, call).replace(/[()[\]!?@#=*|^~]/g, ""),
    }),
  },
  "escaped-pairs-lost": {
    title: "reads a character that is escaped as a surrogate pair as two that it does not know",
    fails: ["CREATE-17"],
    profile: "thorough",
    idiom: "home-made JSON reader",
    hooks: (correct) => ({
      parseBody: (text, call) =>
        correct.parseBody(
          text.replace(/\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}/gi, "\\ufffd\\ufffd"),
          call,
        ),
    }),
  },
  "status-by-substring": {
    title: "accepts any part of the word for a status",
    fails: ["CREATE-7"],
    profile: "thorough",
    idiom: '"available,pending,sold".includes(status)',
    hooks: (correct) => ({
      validateStatus: (value, call) => {
        if (typeof value !== "string" || value === "" || isPetStatus(value))
          return correct.validateStatus(value, call);
        return correct.validateStatus(petStatuses.find((status) => status.includes(value)) ?? value, call);
      },
    }),
  },
});
