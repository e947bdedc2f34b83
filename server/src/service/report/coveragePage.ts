import type { FileCoverage } from '../ide/coverage/unitCoverage.ts';
import { coverageSections, judgedText, notCheckedNote } from './coverageBlocks.ts';
import { JudgeSets } from './coverageJson.ts';
import { placeText } from './excerpt.ts';
import type { RunCoverage } from './runCoverage.ts';

/** What the HTML page of a coverage shows. */
export interface CoveragePage {
  /** `7 of 9 statements are judged by a shape (77%)`. */
  readonly summary: string;
  /** Remarks about it: the verdict, and what was not checked. */
  readonly notes: readonly string[];
  readonly sections: readonly {
    readonly title: string;
    readonly items: readonly {
      readonly name: string;
      readonly detail: string | null;
      /** `data.ttl:3:7`. */
      readonly place: string | null;
    }[];
  }[];
  readonly files: readonly CoveragePageFile[];
}

export interface CoveragePageFile {
  readonly name: string;
  readonly summary: string;
  /** For each set of shapes that judge some statement: the names of the shapes. The first set is empty. */
  readonly judges: readonly (readonly string[])[];
  /** The lines of the text, each in pieces. */
  readonly lines: readonly (readonly CoveragePagePiece[])[];
}

/** A piece of text; for that of a statement, the position of its set in `judges`. */
export type CoveragePagePiece = string | readonly [text: string, set: number];

export interface CoveragePageOptions {
  readonly nameOf: (uri: string) => string;
  readonly hasNotChecked: boolean;
  /** The verdict as a sentence. */
  readonly verdict: string;
}

/** The content of a page that shows a coverage beside the text of the files. */
export function coveragePage(
  coverage: RunCoverage,
  { nameOf, hasNotChecked, verdict }: CoveragePageOptions,
): CoveragePage {
  const names = coverage.shapes.map(({ name }) => name);
  return {
    summary: judgedText(coverage),
    notes: [verdict, ...(hasNotChecked ? [notCheckedNote] : [])],
    sections: coverageSections(coverage).map(({ title, items }) => ({
      title,
      items: items.map(({ name, detail, place }) => {
        const at = place?.document.lines.positionAt(place.range.start);
        return {
          name,
          detail: detail ?? null,
          place: place && at ? placeText(nameOf(place.document.uri), at) : null,
        };
      }),
    })),
    files: coverage.files.map((file) => pageFile(file, nameOf(file.document.uri), names)),
  };
}

function pageFile(file: FileCoverage, name: string, names: readonly string[]): CoveragePageFile {
  const sets = new JudgeSets();
  const lines: CoveragePagePiece[][] = [[]];
  const add = (text: string, set?: number) => {
    for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
      if (i > 0) lines.push([]);
      if (line !== '') lines.at(-1)!.push(set === undefined ? line : [line, set]);
    }
  };
  const { text } = file.document;
  let end = 0;
  for (const { range, shapes } of file.judgements()) {
    add(text.slice(end, range.start));
    add(text.slice(range.start, range.end), sets.number(shapes));
    end = range.end;
  }
  add(text.slice(end));
  const judges = sets.all.map((shapes) => shapes.map((shape) => names[shape]!));
  return { name, summary: judgedText(file), judges, lines };
}
