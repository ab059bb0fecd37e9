// What every JavaScript client here is asked to do: list, filter, create, read what was created, and read three pets at
// once, several times over, never the same request twice: what comes twice was sent again by the client. A client's own file
// has its set-ups and nothing else.

export const [url, key, chosen] = process.argv.slice(2);

/** The set-up that is asked for, of a client's table of them. */
export const setUp = (table) => table[chosen];

const rounds = Number(process.env.ROUNDS ?? 3);

/** The three calls answer with the parsed body, and reject whatever the client does not take for a success. */
export async function program({ list, create, read }) {
  for (let round = 1; round <= rounds; round++) {
    const pets = await attempt(`list ${round}`, () => list({ limit: 101 - round }));
    await attempt(`filter ${round}`, () => list({ limit: 10 + round, status: "available" }));
    const created = await attempt(`create ${round}`, () =>
      create({ name: `Rex ${round}`, categoryId: 7, status: "available" }),
    );
    if (created !== undefined) await attempt(`read ${created.id}`, () => read(created.id));
    const some = pets?.slice(3 * round - 3, 3 * round) ?? [];
    await Promise.all(some.map(({ id }) => attempt(`read ${id}`, () => read(id))));
  }
}

/**
 * Reports what the service or the network refused and goes on with the next call, as a program that works through a list
 * does. An invalid key ends it, and so does an answer that it cannot read: that is thrown on.
 */
async function attempt(what, call) {
  try {
    return await call();
  } catch (error) {
    const status = error.response?.status ?? error.response?.statusCode ?? error.statusCode ?? error.status;
    const isUnreadable =
      status < 300 ||
      error instanceof SyntaxError ||
      (error instanceof TypeError && error.cause === undefined);
    if (isUnreadable) throw error;
    process.stderr.write(`${what}: ${status ?? ""} ${error.message}\n`);
    if (status === 401) process.exit(0);
    return undefined;
  }
}

/** For the clients that leave it to the program to look at the status. */
export function successOf(response) {
  if (response.ok) return response;
  throw Object.assign(new Error(response.statusText), { status: response.status, response });
}
