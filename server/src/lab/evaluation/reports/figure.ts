/** A chart of a report as files for print. The same report gives the same bytes. */
export interface Figure {
  /** The name of its files, without their extensions. */
  readonly name: string;
  readonly title: string;
  /** How to read it; empty when its title is sufficient. */
  readonly note: string;
  readonly svg: string;
  /** One page, with the font that it needs. */
  readonly pdf: Uint8Array;
}
