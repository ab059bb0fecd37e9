/** Commands that earlier versions had, each with what serves instead. */
export const removedCommands: Readonly<Record<string, string>> = {
  "diff-spec": "Write impact OLD NEW, which compares two documents.",
  diff: "Use petstore-conformance compare BEFORE AFTER.",
  matrix: "Use petstore-conformance compare, which makes a table of three runs or more, or of a folder.",
  known:
    "Copy the entries that run --known-failures FILE prints, and remove those that it names as no longer needed.",
  init: "Copy the configuration and the job of docs/install.md.",
  completion: "petstore-conformance --help lists the commands, and COMMAND --help its options.",
};

/** Options that earlier versions had, of whatever command, each with what serves instead. */
export const removedOptions: Readonly<Record<string, string>> = {
  "api-key": "Set PETSTORE_API_KEY, or name a file with --api-key-file.",
  "run-id": "Each run draws its own; the library takes runId.",
  rerun: "Name what failed with --only ID,ID and give the --seed of its report.",
  open: "Open the page that --report html=FILE writes, or use petstore-conformance ui.",
  color: "Set FORCE_COLOR=1 in the environment.",
  "no-color": "Set NO_COLOR=1 in the environment.",
  "removal-date": "Write the day as x-sunset in the document of --spec.",
  watch:
    "Use petstore-conformance ui, which runs again from its page, or the watching mode of your test runner.",
  "watch-path": "Use the watching mode of your test runner.",
  "after-run":
    "Run the command after this one; the report of --report json has the outcome and the created pets.",
};

/** Formats of reports that earlier versions had, each with what serves instead. */
export const removedFormats: Readonly<Record<string, string>> = {
  sarif: "Use --report junit, or the annotations and the summary in a job of GitHub Actions.",
  ctrf: "Use --report junit or --report json.",
  tap: "Use --report junit.",
  "code-quality": "Use --report junit, which GitLab shows in merge requests.",
  har: "Use --record FILE, which keeps every exchange, or --report html, which shows them.",
  badge: "Use verify --badge, which draws the badge of a certificate.",
};
