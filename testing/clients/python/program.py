"""What every Python client here is asked to do: list, filter, create, read what was created and read a listed pet, several
times over. A client's own file has its set-ups and nothing else."""

import json
import os
import sys

url, key, chosen = sys.argv[1:4]
headers = {"Authorization": f"Bearer {key}"}


def set_up(table):
    """The set-up that is asked for, of a client's table of them."""
    return table[chosen]


def program(list_pets, create_pet, read_pet, status_of):
    """The calls return the parsed body and raise what the client does not take for a success."""

    def attempt(what, call, *arguments):
        # Reports what the service or the network refused and goes on with the next call, as a program that works through
        # a list does. An invalid key ends it, and so does an answer that it cannot read.
        try:
            return call(*arguments)
        except (json.JSONDecodeError, KeyError, TypeError):
            raise
        except Exception as error:
            print(f"{what}: {error!r}", file=sys.stderr)
            if status_of(error) == 401:
                sys.exit(0)
            return None

    for count in range(1, int(os.environ.get("ROUNDS", "3")) + 1):
        pets = attempt(f"list {count}", list_pets, {"limit": 101 - count})
        attempt(f"filter {count}", list_pets, {"limit": 10 + count, "status": "available"})
        pet = {"name": f"Rex {count}", "categoryId": 7, "status": "available"}
        created = attempt(f"create {count}", create_pet, pet)
        if created:
            attempt("read", read_pet, created["id"])
        if pets:
            attempt("read", read_pet, pets[count % len(pets)]["id"])
