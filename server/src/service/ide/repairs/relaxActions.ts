import { counted } from '../../../base/counted.ts';
import { memoized } from '../../../base/memoized.ts';
import { overlapOrTouch, type TextRange } from '../../../base/textRange.ts';
import { rangeIn } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { repairShape, resultsByConstraint, type ShapeRepairs } from '../../../repair/shapes/repairShape.ts';
import { constraintKey } from '../../../shacl/evaluator.ts';
import type { RecordedValidation } from '../../../shacl/incremental/recordedValidation.ts';
import type { Constraint } from '../../../shacl/model/shape.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import { isInFolder } from '../../../workspace/project/uris.ts';
import type { CodeActionInfo } from '../analysis.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { fileEdits } from './codeActions.ts';

/** Where quick fixes are asked for. */
interface Asked {
  readonly uri: string;
  readonly range: TextRange;
}

/**
 * Menu entries for shapes that may be wrong instead of the data, at results and at constraints in a shapes file. First the
 * correction of a clear slip in a name, then an entry that leads to all other changes: each takes a validation, so they are
 * found only when it is chosen.
 */
export async function relaxActions(
  unit: UnitAnalysis,
  asked: Asked,
  versionOf: (uri: string) => number | null,
  signal: AbortSignal,
): Promise<{ readonly first: readonly CodeActionInfo[]; readonly last: readonly CodeActionInfo[] }> {
  const groups = groupsAt(unit, asked);
  const first: CodeActionInfo[] = [];
  if (unit.graphs.input.reportedGraph.size <= mostTriples)
    for (const group of groups) {
      const names = await repairsOf(unit, group, 'names', signal);
      if (names?.likelier === 'shape') first.push(...listed(names, group, versionOf));
    }
  // A single result hardly means that the shape is wrong.
  const like = groups.filter(({ results, isAtConstraint }) => results.length > 1 || isAtConstraint);
  if (like.length === 0) return { first, last: [] };
  const named = like.map(
    ({ results }) =>
      `${counted(results.length, 'result')} of ${unit.print(results[0]!.constraint.parameter)}`,
  );
  const entry: CodeActionInfo = {
    title: 'Relax or Repair Shape…',
    evidence: named.join(', '),
    keys: like.flatMap(({ keys }) => keys),
    edits: [],
    command: { kind: 'relaxShape', ...asked },
  };
  return { first, last: [entry] };
}

/** The proven changes of shapes for what a range touches, the smallest for each constraint first. */
export async function shapeChangesAt(
  unit: UnitAnalysis,
  asked: Asked,
  versionOf: (uri: string) => number | null,
  signal: AbortSignal,
): Promise<readonly CodeActionInfo[]> {
  const found: CodeActionInfo[] = [];
  for (const group of groupsAt(unit, asked)) {
    const repairs = await repairsOf(unit, group, 'all', signal);
    if (repairs) found.push(...listed(repairs, group, versionOf));
  }
  return found;
}

/** The results of a constraint. */
interface Group {
  readonly key: string;
  readonly results: readonly Violation[];
  /** Those that the range touches. */
  readonly keys: readonly string[];
  /** Whether the range touches the constraint in a shapes file. */
  readonly isAtConstraint: boolean;
}

function groupsAt({ graphs, located, placed }: UnitAnalysis, { uri, range }: Asked): readonly Group[] {
  // What else the shape judges in a store is not known here.
  if (graphs.linked.stores.length > 0 || graphs.context.some(({ uri }) => /^https?:/.test(uri))) return [];
  const documents = changeableShapes(graphs.shapes);
  if (documents.length === 0) return [];
  const here = placed.filter(
    ({ place }) => place?.document.uri === uri && overlapOrTouch(place.range, range),
  );
  const document = documents.find((each) => each.uri === uri);
  if (here.length === 0 && document === undefined) return [];
  const isWritten = ({ shape: subject, parameter: predicate, parameterValue: object }: Constraint) =>
    (document?.sources.occurrences({ subject, predicate, object }) ?? []).some(
      ({ statement, predicate, object }) =>
        predicate !== undefined &&
        object !== undefined &&
        overlapOrTouch(rangeIn(statement, { start: predicate.verb.start, end: object.term.end }), range),
    );
  const groups = [...resultsByConstraint(located.map(({ violation }) => violation))].map(
    ([key, results]): Group => ({
      key,
      results,
      keys: here.filter(({ violation }) => constraintKey(violation.constraint) === key).map(({ key }) => key),
      isAtConstraint: isWritten(results[0]!.constraint),
    }),
  );
  return groups
    .filter(({ keys, isAtConstraint }) => keys.length > 0 || isAtConstraint)
    .slice(0, mostConstraints);
}

/** Kept for each analysis, because menus are requested repeatedly. */
async function repairsOf(
  unit: UnitAnalysis,
  { key }: Group,
  which: 'all' | 'names',
  signal: AbortSignal,
): Promise<ShapeRepairs | undefined> {
  const known = knownRepairs(unit);
  const name = `${which} ${key}`;
  if (!known.has(name)) {
    const recorded = await unit.recording.get(signal);
    const results = resultsOf(recorded).get(key) ?? [];
    const options = { term: unit.print, which };
    known.set(
      name,
      await repairShape(recorded, results, changeableShapes(unit.graphs.shapes), options, signal),
    );
  }
  return known.get(name);
}

function listed(
  { likelier, evidence, repairs }: ShapeRepairs,
  { keys }: Group,
  versionOf: (uri: string) => number | null,
): readonly CodeActionInfo[] {
  const why = likelier === undefined ? evidence : `the ${likelier} is likelier wrong: ${evidence}`;
  return repairs.map(({ kind, title, edits, ends, reveals }) => {
    const more = reveals === 0 ? '' : `, ${counted(reveals, 'new result')}`;
    return {
      title,
      keys,
      isLikely: kind === 'name',
      evidence: `ends ${counted(ends.length, 'result')}${more}; ${why}`,
      edits: [fileEdits(edits, [], versionOf)],
    };
  });
}

/** The shapes files that may be changed: those with a text, and not unsaved buffers. */
export function changeableShapes(shapes: readonly TurtleDocument[]): readonly TurtleDocument[] {
  return shapes.filter((document) => document.hasText && isInFolder(document.uri));
}

/** In larger files, the menu would take too long. */
const mostTriples = 20_000;
const mostConstraints = 3;

const knownRepairs = memoized((_: UnitAnalysis) => new Map<string, ShapeRepairs | undefined>());
const resultsOf = memoized(({ result }: RecordedValidation) => resultsByConstraint(result.violations));
