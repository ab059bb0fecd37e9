# What both scripts of the action share.

refuse() {
  printf '%s\n' "$1" >&2
  exit 2
}

random() {
  od -An -N16 -tx1 /dev/urandom | tr -d ' \n'
}

# output NAME VALUE: between lines that nobody can guess, so that no value ends itself and names another output.
output() {
  local end
  end=end-$(random)
  printf '%s<<%s\n%s\n%s\n' "$1" "$end" "$2" "$end" >>"$GITHUB_OUTPUT"
}
