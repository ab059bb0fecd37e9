import { targetOptions } from "#assembly/options/library-options.ts";
import { commandOptions, hostOption } from "#cli/options/options.ts";
import { flag, optionTable, path, seconds, text, whole } from "#core/options/option.ts";
import { formatNames } from "#report/formats/formats.ts";

export const examOptions = optionTable({
  exec: {
    value: text("a command line"),
    placeholder: "COMMAND",
    help: "Start the client with this command, once for each situation. {url}, {key} and, with --tls, {ca} in it are replaced; PETSTORE_BASE_URL and PETSTORE_API_KEY are set, too.",
  },
  tls: {
    value: flag,
    default: false,
    help: "Speak https, with a certificate that is made for this exam and ends with it. The command finds it in SSL_CERT_FILE, NODE_EXTRA_CA_CERTS, REQUESTS_CA_BUNDLE and CURL_CA_BUNDLE. Only on a loopback address.",
  },
  caOut: {
    value: path(),
    otherwise: "a temporary file",
    help: "With --tls, where that certificate goes, in PEM.",
  },
  evidence: {
    value: path("a file of traffic"),
    help: "Judge the client by what a proxy recorded of it (docs/evidence.md), in place of an exam.",
  },
  situation: {
    value: text("the name of a situation"),
    placeholder: "NAME",
    repeatable: true,
    separator: /,/,
    help: "Play only this situation, and those that it is compared with. `exam list` prints them all.",
  },
  port: { value: whole(0, 65_535), help: "Without --exec, the port; 0 picks a free one.", default: 8080 },
  host: hostOption("The address to listen on."),
  concurrency: {
    value: whole(1, 32),
    help: "With --exec, how many clients run at the same time.",
    default: 6,
  },
  timeout: {
    value: seconds(1, 3_600),
    help: "With --exec, how long one start of the command may take.",
    default: 60_000,
  },
  idle: {
    value: seconds(5, 3_600),
    help: "Without --exec, the exam ends when nothing has arrived for this long after the first request.",
    default: 30_000,
  },
  for: {
    value: seconds(1, 86_400),
    help: "Without --exec, the exam ends after this time.",
    default: 600_000,
  },
  reports: {
    ...commandOptions.reports,
    help: `Also write a report: ${formatNames.join(", ")}. Without PATH it is exam.<format>; \`-\` is standard output.`,
  },
  record: {
    ...targetOptions.record,
    help: "Also keep what the client sent in this file, redacted, so that `certify --evidence` can certify the exam; .gz and .zst compress it.",
  },
  spec: targetOptions.spec,
  strict: { value: flag, default: false, help: "A failed should fails the exam." },
  output: {
    value: flag,
    default: false,
    help: "With --exec, print what the command printed in each situation.",
  },
  quiet: commandOptions.quiet,
  verbose: commandOptions.verbose,
});
