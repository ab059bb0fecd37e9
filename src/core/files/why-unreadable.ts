const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EISDIR: "it is a folder",
  EACCES: "its permissions forbid it",
  EMFILE: "this machine allows no more open files (ulimit -n)",
  ENFILE: "this machine allows no more open files",
  EIO: "reading it failed",
};

/** Why a file cannot be read, in words, without its path; whatever reading it threw. */
export function whyUnreadable(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known = "code" in error && typeof error.code === "string" ? reasons[error.code] : undefined;
  return known ?? error.message;
}

/** What reading a file and unpacking it throw: all of it has a code. */
export function isFileError(error: unknown): error is Error {
  return error instanceof Error && "code" in error;
}
