# What every shell client here is asked to do: list, filter, create, read what was created and read a listed pet, several
# times over. A client's own file defines `get PATH` and `post PATH BODY`, which write the answer's body to $answer, return
# 0 for a success, and end the program for an invalid key. What was refused is reported, and the next call is made.

ids() { grep -oE '"id": *[0-9]+' "$answer" | grep -oE '[0-9]+$'; }

# An answer that cannot be read ends the program.
id_number() {
  ids | sed -n "$1p" | grep . && return
  echo "no id in $(head -c 200 "$answer")" >&2
  return 1
}

program() {
  answer=$(mktemp)
  trap 'rm -f "$answer" "$answer".*' EXIT
  for round in $(seq "${ROUNDS:-3}"); do
    listed='' created=''
    if get "/pets?limit=$((101 - round))"; then listed=$(id_number "$round") || exit 1; else echo "list $round failed" >&2; fi
    get "/pets?limit=$((10 + round))&status=available" || echo "filter $round failed" >&2
    if post /pets "{\"name\":\"Rex $round\",\"categoryId\":7,\"status\":\"available\"}"; then
      created=$(id_number 1) || exit 1
    else
      echo "create $round failed" >&2
    fi
    [[ -z $created ]] || get "/pets/$created" || echo "read $created failed" >&2
    [[ -z $listed ]] || get "/pets/$listed" || echo "read $listed failed" >&2
  done
}
