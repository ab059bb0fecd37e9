import { play } from "../../src/proof/play.ts";
import { loadCatalogue } from "../../suites/catalogue.ts";
import { loadContract } from "../../suites/petstore/document.ts";
import { suite } from "../../suites/registry.ts";
import { loadServers } from "../../suites/servers.ts";

// Plays the faults that break one of the requirements named, or all of them where none is named, in `thorough`, and
// prints the first that is not judged as it is declared: the switch was seen. Prints nothing where each is.

const about = process.argv.slice(2);
const contract = await loadContract();
const requirements = loadCatalogue(contract);
for (const fault of (await loadServers()).filter(({ breaks }) => breaks.length > 0)) {
  if (about.length > 0 && !fault.breaks.some((id) => about.includes(id))) continue;
  const run = await play(fault, { contract, suite, requirements, options: { profile: "thorough" } });
  // A switch that breaks the suite shows nothing of the faults.
  const [broken] = run.suiteErrors;
  if (broken !== undefined) throw new Error(`the switch breaks the suite: ${JSON.stringify(broken)}`);
  const failed = run.verdicts.filter((v) => v.verdict === "fail").map((v) => v.id);
  if (failed.toSorted().join() === fault.breaks.toSorted().join()) continue;
  process.stdout.write(`${fault.id}\n`);
  break;
}
