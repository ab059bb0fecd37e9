import { folderAmong, importsOf, sourceFiles } from "#testing/source-files.ts";

/** A room of the picture: a folder, with its shipped code. */
interface Room {
  readonly folder: string;
  readonly lines: number;
  /** Folders that its files import at run time, without those that another of them imports already. */
  readonly imports: readonly string[];
  /** 0 for what imports nothing. */
  readonly floor: number;
}

const { round } = Math;

const width = 1120;
const roomHeight = 40;
const floorHeight = 88;
const gap = 14;

/**
 * The folders of shipped code as a picture: a room a folder, as wide as it is large, above all that it imports.
 * @param architecture the text of docs/architecture.md, whose table names the folders
 */
export function houseAsSvg(architecture: string): string {
  const rows = architecture.matchAll(/^\| `((?:src|suites|reference-server)[a-z/*-]*)` \|/gm);
  const rooms = roomsOf([...rows].map(([, folder = ""]) => folder));
  const floors = Map.groupBy(rooms, ({ floor }) => floor);
  const top = Math.max(...floors.keys());
  const places = new Map<string, { readonly x: number; readonly y: number; readonly width: number }>();
  for (const [floor, row] of floors) {
    const widths = row.map(widthOf);
    let x = (width - widths.reduce((sum, one) => sum + one + gap, -gap)) / 2;
    for (const [index, { folder }] of row.entries()) {
      const own = widths[index] ?? 0;
      places.set(folder, { x, y: 10 + (top - floor) * floorHeight, width: own });
      x += own + gap;
    }
  }
  const arrows = rooms.flatMap(({ folder, imports }) =>
    imports.flatMap((other) => {
      const [from, to] = [places.get(folder), places.get(other)];
      if (from === undefined || to === undefined) return [];
      const [x1, x2] = [from.x + from.width / 2, to.x + to.width / 2];
      const [y1, y2] = [from.y + roomHeight, to.y - 3];
      const middle = (y1 + y2) / 2;
      return `<path d="M${round(x1)} ${round(y1)} C${round(x1)} ${round(middle)} ${round(x2)} ${round(middle)} ${round(x2)} ${round(y2)}"/>`;
    }),
  );
  const drawn = rooms.flatMap(({ folder, lines }) => {
    const place = places.get(folder);
    if (place === undefined) return [];
    const [x, y, centre] = [place.x, place.y, round(place.x + place.width / 2)];
    return [
      `<rect x="${round(x)}" y="${round(y)}" width="${round(place.width)}" height="${roomHeight}" rx="5"/>`,
      `<text x="${centre}" y="${round(y + 17)}">${nameOf(folder)}</text>`,
      `<text x="${centre}" y="${round(y + 32)}" class="size">${sizeInWords(lines)}</text>`,
    ];
  });
  const height = 20 + top * floorHeight + roomHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="The folders of the code, each above all that it imports">`,
    "<style>",
    "rect{fill:#eef2f7;stroke:#5b6b80}text{font:12px system-ui,sans-serif;fill:#1c2733;text-anchor:middle}.size{font-size:10px;fill:#51606f}",
    "path{fill:none;stroke:#8a99ab;marker-end:url(#head)}marker path{fill:#8a99ab;stroke:none}",
    "@media(prefers-color-scheme:dark){rect{fill:#1f2a37;stroke:#8fa3ba}text{fill:#e6edf3}.size{fill:#a9b8c8}path{stroke:#64748b}}",
    "</style>",
    '<defs><marker id="head" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0 6 3 0 6z"/></marker></defs>',
    ...arrows,
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}

function roomsOf(folders: readonly string[]): readonly Room[] {
  const files = sourceFiles().filter(({ forTests }) => !forTests);
  const folderOf = (path: string) => folderAmong(folders, path);
  const lines = new Map<string, number>();
  const imports = new Map<string, Set<string>>(folders.map((folder) => [folder, new Set()]));
  for (const file of files) {
    const folder = folderOf(file.path);
    if (folder === undefined) continue;
    lines.set(folder, (lines.get(folder) ?? 0) + file.text.split("\n").length);
    for (const { path, typesOnly } of importsOf(file)) {
      const other = folderOf(path);
      if (other !== undefined && other !== folder && !typesOnly) imports.get(folder)?.add(other);
    }
  }
  const below = (folder: string): readonly string[] => {
    const direct = [...(imports.get(folder) ?? [])];
    return [...new Set([...direct, ...direct.flatMap(below)])];
  };
  const floorOf = (folder: string): number =>
    Math.max(-1, ...[...(imports.get(folder) ?? [])].map(floorOf)) + 1;
  return folders.map((folder) => {
    const direct = [...(imports.get(folder) ?? [])];
    const isShown = (other: string) => !direct.some((one) => one !== other && below(one).includes(other));
    return { folder, lines: lines.get(folder) ?? 0, imports: direct.filter(isShown), floor: floorOf(folder) };
  });
}

/** Wide enough for its name; beyond that by its size to the nearest thousand lines, so that a large room is seen to be one. */
function widthOf({ folder, lines }: Room): number {
  return Math.max(nameOf(folder).length * 6.6 + 16, 84, round(lines / 1000) * 20);
}

function nameOf(folder: string): string {
  return folder.replace(/^src\//, "");
}

/** To the nearest thousand, so that the picture is not another with each line. */
function sizeInWords(lines: number): string {
  const thousands = round(lines / 1000);
  return thousands === 0 ? "under 500 lines" : `${thousands},000 lines`;
}
