/** Colours text for a terminal, or leaves it as it is. */
export interface Palette {
  readonly good: Paint;
  readonly bad: Paint;
  readonly warn: Paint;
  readonly dim: Paint;
  readonly strong: Paint;
}

type Paint = (text: string) => string;

/** Only the sixteen basic colours, which every terminal theme makes readable. */
export function palette(colour: boolean): Palette {
  const paint = (on: number, off: number): Paint =>
    colour ? (text) => `\u001b[${on}m${text}\u001b[${off}m` : (text) => text;
  return {
    good: paint(32, 39),
    bad: paint(31, 39),
    warn: paint(33, 39),
    dim: paint(2, 22),
    strong: paint(1, 22),
  };
}
