import { counted } from '../../../base/counted.ts';
import { memoized } from '../../../base/memoized.ts';
import { overlapOrTouch, type TextRange } from '../../../base/textRange.ts';
import { rangeIn } from '../../../rdf/turtle/syntaxTree.ts';
import { repairShape, resultsByConstraint, type ShapeRepairs } from '../../../repair/shapes/repairShape.ts';
import { constraintKey } from '../../../shacl/evaluator.ts';
import type { RecordedValidation } from '../../../shacl/incremental/recordedValidation.ts';
import { violationKey } from '../../../shacl/model/violation.ts';
import { isInFolder } from '../../../workspace/project/uris.ts';
import type { CodeActionInfo } from '../analysis.ts';
import type { PlacedViolation } from '../diagnostics/placedViolation.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { fileEdits } from './codeActions.ts';

/**
 * Proven changes of shapes instead of the data, for like results that a range touches: at the results, and at the constraint in the
 * shapes file. They are the first of a menu where the shape has a name that the data never use. In a data file, a single result has none unless its shape is likelier wrong than the data, and of each constraint
 * a few are listed.
 *
 * @param here the results that the range touches.
 */
export async function relaxActions(
  unit: UnitAnalysis,
  { uri, range }: { readonly uri: string; readonly range: TextRange },
  here: readonly PlacedViolation[],
  versionOf: (uri: string) => number | null,
  signal: AbortSignal,
): Promise<{ readonly first: readonly CodeActionInfo[]; readonly last: readonly CodeActionInfo[] }> {
  const found = { first: [] as CodeActionInfo[], last: [] as CodeActionInfo[] };
  const { graphs, located, print } = unit;
  const documents = graphs.shapes.filter((document) => document.hasText && isInFolder(document.uri));
  if (documents.length === 0 || graphs.input.reportedGraph.size > mostTriples) return found;
  // What a store has that the shape judges as well is not known here.
  if (graphs.linked.stores.length > 0 || graphs.context.some(({ uri }) => /^https?:/.test(uri))) return found;
  const results = here.map(({ violation }) => violation);
  const document = documents.find((each) => each.uri === uri);
  const written = document
    ? [...resultsByConstraint(located.map(({ violation }) => violation)).values()]
        .flatMap(([result]) => result?.constraint ?? [])
        .filter(({ shape, parameter, parameterValue }) =>
          document.sources
            .occurrences({ subject: shape, predicate: parameter, object: parameterValue })
            .some(
              ({ statement, predicate, object }) =>
                predicate !== undefined &&
                object !== undefined &&
                overlapOrTouch(
                  rangeIn(statement, { start: predicate.verb.start, end: object.term.end }),
                  range,
                ),
            ),
        )
    : [];
  const atResults = new Set(results.map(({ constraint }) => constraintKey(constraint)));
  const keys = [...new Set([...atResults, ...written.map(constraintKey)])].slice(0, mostConstraints);
  if (keys.length === 0) return found;
  const recorded = await unit.recording.get(signal);
  const groups = resultsOf(recorded);
  for (const key of keys) {
    const group = groups.get(key);
    if (group === undefined) continue;
    const ofUnit = repairsOf(unit);
    const known = ofUnit.has(key)
      ? ofUnit.get(key)
      : await repairShape(recorded, group, documents, print, signal);
    ofUnit.set(key, known);
    if (!known) continue;
    const { likelier, evidence, repairs } = known;
    const isInData = atResults.has(key);
    if (isInData && likelier === 'data' && group.length < 2) continue;
    const like = results.filter(({ constraint }) => constraintKey(constraint) === key);
    for (const { title, edits, ends, reveals } of isInData
      ? repairs.slice(0, mostListed[likelier])
      : repairs) {
      const more = reveals === 0 ? '' : `, ${counted(reveals, 'new result')}`;
      const isSlip = repairs[0]?.kind === 'name';
      found[isSlip ? 'first' : 'last'].push({
        title,
        keys: like.map(violationKey),
        isLikely: isSlip,
        evidence: `ends ${counted(ends, 'result')}${more}; ${evidence}`,
        edits: [fileEdits(edits, [], versionOf)],
      });
    }
  }
  return found;
}

/** In larger files, a menu would be waited for. */
const mostTriples = 20_000;
const mostConstraints = 3;
/** At results, where repairs of the data are in the same menu. */
const mostListed = { shape: 3, data: 1 };

/** A menu is asked for again and again in one analysis; edits are for the texts of that analysis. */
const repairsOf = memoized((_: UnitAnalysis) => new Map<string, ShapeRepairs | undefined>());
const resultsOf = memoized(({ result }: RecordedValidation) => resultsByConstraint(result.violations));
