import {
  DeclarationCoverage,
  FileCoverage,
  type FileCoverageDetail,
  Range,
  StatementCoverage,
  TestCoverageCount,
  Uri,
} from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';

type Coverage = protocol.CoverageAnswer['coverage'];
type DataFile = Coverage['files'][number];
type Location = NonNullable<Coverage['shapes'][number]['location']>;

/** A file as the Test Coverage view lists it. What its editor shows is made when it is looked at. */
export class TurtleFileCoverage extends FileCoverage {
  readonly details: () => FileCoverageDetail[];

  constructor(
    uri: string,
    counts: readonly [statements: TestCoverageCount, declarations?: TestCoverageCount],
    details: () => FileCoverageDetail[],
  ) {
    const [statements, declarations] = counts;
    super(Uri.parse(uri), statements, undefined, declarations);
    this.details = details;
  }
}

/**
 * Data files, where a statement counts as often as shapes judge it, and shapes files, where a constraint counts as often as
 * it had a focus node to judge.
 */
export function fileCoverages({ files, shapes }: Coverage): readonly TurtleFileCoverage[] {
  const data = files.map(
    (file) =>
      new TurtleFileCoverage(file.uri, [new TestCoverageCount(file.judged, file.statements)], () =>
        statementDetails(file),
      ),
  );
  // A file that is data and shapes at once is shown as data.
  const known = new Set(files.map(({ uri }) => uri));
  const uris = new Set(shapes.flatMap(({ location }) => location?.uri ?? []));
  return [...data, ...[...uris].filter((uri) => !known.has(uri)).map((uri) => shapesCoverage(uri, shapes))];
}

function statementDetails({ places, judges }: DataFile): FileCoverageDetail[] {
  const details: FileCoverageDetail[] = [];
  for (let i = 0; i < places.length; i++) {
    const [line, character, , , set] = places[i]!;
    if (places.length > mostPlaces) while (places[i + 1]?.[4] === set) i++;
    const [, , endLine, endCharacter] = places[i]!;
    details.push(
      new StatementCoverage(judges[set]!.length, new Range(line, character, endLine, endCharacter)),
    );
  }
  return details;
}

/** In files with more statements, those in a row that the same shapes judge are shown as one. */
const mostPlaces = 20_000;

function shapesCoverage(uri: string, shapes: Coverage['shapes']): TurtleFileCoverage {
  const here = shapes.filter(({ location }) => location?.uri === uri);
  const constraints = here.flatMap((shape) =>
    shape.constraints.flatMap(({ idle, location }) =>
      location?.uri === uri ? [{ count: idle === null ? shape.focusNodes : 0, location }] : [],
    ),
  );
  const covered = <T>(items: readonly T[], isCovered: (item: T) => boolean) =>
    new TestCoverageCount(items.filter(isCovered).length, items.length);
  return new TurtleFileCoverage(
    uri,
    [covered(constraints, ({ count }) => count > 0), covered(here, ({ focusNodes }) => focusNodes > 0)],
    () => [
      ...here.map(
        ({ name, focusNodes, location }) =>
          new DeclarationCoverage(name, focusNodes, rangeOf(location!).start),
      ),
      ...constraints.map(({ count, location }) => new StatementCoverage(count, rangeOf(location))),
    ],
  );
}

function rangeOf({ start, end }: Location): Range {
  return new Range(start.line, start.character, end.line, end.character);
}
