import { syncBuiltinESMExports } from "node:module";
import v8 from "node:v8";

// A command tells V8 to spare memory or to optimize late, which suits its one short run. A worker of the tests plays many
// files for minutes, and would be a third slower for what one of them has called.
v8.setFlagsFromString = () => undefined;
syncBuiltinESMExports();
