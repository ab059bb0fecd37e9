/** A condition that observations may meet. Nothing here knows an interface: whoever asks gives the features. */
export interface Trait<Subject, Kind extends string = string> {
  /** The class of what it says: advice is given by it. */
  readonly kind: Kind;
  /** Completes "all 6 lists …". */
  readonly words: string;
  /** Undefined where it cannot be known, such as which of two requests at the same time came first. */
  readonly has: (subject: Subject) => boolean | undefined;
  /** What has to come before to make it true of one; several times what has to come so often. */
  readonly before?: (subject: Subject) => readonly Subject[];
  /** True where it says only when an answer came, or where: a few such answers may share it by chance. */
  readonly isContext?: boolean;
  /** True where it is enough by itself: beside another condition it fits whatever a plan sends at its end. */
  readonly isAlone?: boolean;
}

/** Makes the traits that the broken ones may share; it is given those that held too, for figures that lie between the two. */
export type Feature<Subject, Kind extends string = string> = (
  broken: readonly [Subject, ...Subject[]],
  held: readonly Subject[],
) => readonly Trait<Subject, Kind>[];

export interface Contrast<Subject, Kind extends string = string> {
  /** One or two, all of which every broken one meets. */
  readonly traits: readonly Trait<Subject, Kind>[];
  readonly broken: number;
  /** How many held, and do not meet them. */
  readonly others: number;
  /** How many held though they meet it: fewer than are broken; none but where nothing tells all apart. */
  readonly despite: number;
}

/** Chance explains what is likelier than this. */
const seldom = { lone: 0.03, exact: 0.04, pair: 0.005 };
/** The conditions that are tried in pairs: of more there is always one that fits by chance. */
const mostPaired = 40;
/** What fewer than these share of when they came, or where, is shared by many at any time. */
const fewestOfContext = 3;

interface Judged<Subject, Kind extends string> {
  readonly trait: Trait<Subject, Kind>;
  /** The places of those that held which may meet it, and how many certainly do. */
  readonly alike: readonly number[];
  readonly certain: number;
}

/**
 * All conditions of the fewest traits that are true of every broken observation and of none that held, those first that come
 * first among the features; else the one of what was asked that fewest of these meet. Each is too good to be chance.
 */
export function contrastsOf<Subject, Kind extends string>(
  broken: readonly Subject[],
  held: readonly Subject[],
  features: readonly Feature<Subject, Kind>[],
): readonly Contrast<Subject, Kind>[] {
  const [first, ...more] = broken;
  if (first === undefined || held.length === 0) return [];
  const traits = features.flatMap((feature) => feature([first, ...more], held));
  const judged = traits.flatMap((trait) => judge(trait, broken, held) ?? []);
  return tellingOf(judged, broken.length, held.length);
}

function tellingOf<Subject, Kind extends string>(
  judged: readonly Judged<Subject, Kind>[],
  broken: number,
  held: number,
): readonly Contrast<Subject, Kind>[] {
  const isTelling = (some: readonly Judged<Subject, Kind>[], alike: number, tries: number, below: number) =>
    (broken >= fewestOfContext || !some.some(({ trait }) => trait.isContext)) &&
    chance(broken, alike, held - alike) * tries < below;
  const exact = broken > 1 ? seldom.exact : seldom.lone;
  const single = judged
    .filter((one, place) => one.certain === 0 && isTelling([one], one.alike.length, place + 1, exact))
    .map((one) => [one]);
  const paired = judged.slice(0, mostPaired);
  const tries = (paired.length * (paired.length - 1)) / 2;
  const pairs = () => pairsOf(paired).filter((pair) => isTelling(pair, 0, tries, seldom.pair));
  const [exactly, nearly] = [single.length > 0 ? single : pairs(), () => nearest(judged, broken, isTelling)];
  return (exactly.length > 0 ? exactly : nearly()).map((found) => {
    const despite = exactly.length > 0 ? 0 : (found[0]?.alike.length ?? 0);
    return { traits: found.map(({ trait }) => trait), broken, others: held - despite, despite };
  });
}

/** Of what was asked, the condition that the fewest of those that held meet, and fewer than are broken. */
function nearest<Subject, Kind extends string>(
  judged: readonly Judged<Subject, Kind>[],
  broken: number,
  isTelling: (some: readonly Judged<Subject, Kind>[], alike: number, tries: number, below: number) => boolean,
) {
  const [best] = judged
    .filter(({ trait, alike }) => !trait.isContext && alike.length < broken)
    .sort((a, b) => a.alike.length - b.alike.length);
  const tries = best && 1 + judged.indexOf(best);
  return best && tries && isTelling([best], best.alike.length, tries, seldom.lone) ? [[best]] : [];
}

/** Undefined for a trait that a broken one lacks, or that none certainly has. */
function judge<Subject, Kind extends string>(
  trait: Trait<Subject, Kind>,
  broken: readonly Subject[],
  held: readonly Subject[],
): Judged<Subject, Kind> | undefined {
  const own = broken.map((one) => trait.has(one));
  if (own.includes(false) || !own.includes(true)) return undefined;
  const others = held.map((one) => trait.has(one));
  const alike = others.flatMap((has, place) => (has === false ? [] : [place]));
  // One that excludes nothing says nothing, nor beside another.
  if (alike.length === held.length) return undefined;
  return { trait, alike, certain: others.filter((has) => has === true).length };
}

/** Two of which none that held may meet both. */
function pairsOf<Subject, Kind extends string>(judged: readonly Judged<Subject, Kind>[]) {
  const isApart = (
    { trait: one, alike }: Judged<Subject, Kind>,
    { trait, ...other }: Judged<Subject, Kind>,
  ) =>
    !(one.isAlone || trait.isAlone || (trait.isContext && trait.kind === one.kind)) &&
    !other.alike.some((place) => alike.includes(place));
  return judged.flatMap((one, place) =>
    judged.slice(place + 1).flatMap((other) => (isApart(one, other) ? [[one, other]] : [])),
  );
}

/** How probably the broken ones are all among those that are alike, were they drawn by lot from all. */
export function chance(broken: number, alike: number, others: number): number {
  let probability = 1;
  for (let i = 0; i < broken; i += 1) probability *= (broken + alike - i) / (broken + alike + others - i);
  return probability;
}

/**
 * `all 6 lists right after a refused key, and none of the 31 others`, with what else would say the same of them.
 * @param things of one, and of several
 */
export function contrastInWords<Subject>(
  contrasts: readonly [Contrast<Subject>, ...Contrast<Subject>[]],
  [thing, things]: readonly [string, string],
): string {
  const [{ broken, others, despite }] = contrasts;
  const inWords = (one: Contrast<Subject> | undefined) =>
    one?.traits.map(({ words }) => words).join(", ") ?? "";
  const first = inWords(contrasts[0]);
  // Of what is of one kind the last is the plainest.
  const kindOf = (one: Contrast<Subject>) => one.traits.map(({ kind }) => kind).join();
  const alike = contrasts.findLast((one) => kindOf(one) === kindOf(contrasts[0]));
  // Beside what was asked, when it came says nothing.
  const isContext = (one: Contrast<Subject> | undefined) => one?.traits.some((trait) => trait.isContext);
  const next = isContext(contrasts[0]) || !isContext(contrasts[1]) ? contrasts[1] : undefined;
  const other = inWords(alike === contrasts[0] ? next : alike);
  const also = other === "" || other === first ? "" : ` (or: ${other})`;
  if (despite > 0)
    return `${broken} of ${broken + despite} ${things} ${first}, and none of the ${others} others`;
  const all =
    broken === 1 ? `the only ${thing}` : broken === 2 ? `both ${things}` : `all ${broken} ${things}`;
  return `${all} ${first}${also}, and none of the ${others} others`;
}
