import type { LineIndex } from '../../../base/lineIndex.ts';
import type { TextRange } from '../../../base/textRange.ts';
import type { TermId } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { ResultKeys } from '../../../shacl/results/resultKeys.ts';
import { isSelected } from '../../../shacl/results/resultSelector.ts';
import type { PlacedViolation } from '../diagnostics/placedViolation.ts';
import type { UnitGraphs } from '../unitGraphs.ts';
import { readSuppressions, type Suppression } from './readSuppressions.ts';

/** What causes a result to be ignored: a comment, or a rule of the project file. */
export interface SuppressionReason {
  readonly document: { readonly uri: string; readonly lines: LineIndex };
  readonly range: TextRange;
  readonly reason: string;
}

/** A result that is ignored. */
export interface SuppressedViolation extends PlacedViolation {
  readonly suppression: SuppressionReason;
}

/** Results, sorted by whether a comment ignores them. */
export interface SuppressedResults {
  /** The results that count. */
  readonly placed: readonly PlacedViolation[];
  readonly suppressed: readonly SuppressedViolation[];
  /** The comments that ignore at least one result. */
  readonly used: ReadonlySet<Suppression>;
}

/** Finds the results that comments in data and shapes files ignore. A comment without a reason ignores nothing. */
export async function suppressResults(
  results: readonly PlacedViolation[],
  graphs: UnitGraphs,
): Promise<SuppressedResults> {
  const documents = new Set([...graphs.data, ...graphs.shapes]);
  const suppressions = [...documents].flatMap(readSuppressions).filter(({ reason }) => reason !== '');
  if (suppressions.length === 0) return { placed: results, suppressed: [], used: new Set() };
  const scopes = new Scopes(suppressions);
  const placed: PlacedViolation[] = [];
  const suppressed: SuppressedViolation[] = [];
  const used = new Set<Suppression>();
  const keys = new ResultKeys(graphs.input);
  for (const result of results) {
    const around = scopes.around(result);
    const key = around.some(({ selector }) => selector?.kind === 'key')
      ? await keys.key(result.violation)
      : '';
    const matching = around.filter(
      ({ selector }) => selector && isSelected(selector, result.violation, () => key),
    );
    for (const suppression of matching) used.add(suppression);
    const [suppression] = matching;
    if (suppression) suppressed.push({ ...result, suppression });
    else placed.push(result);
  }
  return { placed, suppressed, used };
}

/** Finds the comments that apply where a result is. */
class Scopes {
  readonly #subjects = new Map<TermId, Suppression[]>();
  readonly #statements = new Map<TurtleDocument, Map<number, Suppression[]>>();
  readonly #lines = new Map<TurtleDocument, Map<number, Suppression[]>>();

  constructor(suppressions: readonly Suppression[]) {
    for (const suppression of suppressions) {
      const { document, scope } = suppression;
      switch (scope.kind) {
        case 'statement':
          add(mapIn(this.#statements, document), scope.start, suppression);
          if (scope.subject !== undefined) add(this.#subjects, scope.subject, suppression);
          break;
        case 'line':
          add(mapIn(this.#lines, document), scope.line, suppression);
          break;
        case 'nothing':
          break;
      }
    }
  }

  around({ violation: { focusNode, rootFocusNode }, place }: PlacedViolation): readonly Suppression[] {
    const found = new Set([
      ...(this.#subjects.get(focusNode) ?? []),
      ...(this.#subjects.get(rootFocusNode) ?? []),
    ]);
    if (place === undefined) return [...found];
    const { document, range } = place;
    const statements = this.#statements.get(document);
    const statement = statements && document.sources.statementAt(range.start);
    const inStatement = statement && statements?.get(statement.start);
    const onLine = this.#lines.get(document)?.get(document.lines.positionAt(range.start).line);
    return [...found, ...(inStatement ?? []).filter((each) => !found.has(each)), ...(onLine ?? [])];
  }
}

function mapIn<Key, Value>(maps: Map<Key, Map<number, Value>>, key: Key): Map<number, Value> {
  let map = maps.get(key);
  if (map === undefined) {
    map = new Map();
    maps.set(key, map);
  }
  return map;
}

function add<Key>(map: Map<Key, Suppression[]>, key: Key, suppression: Suppression): void {
  const known = map.get(key);
  if (known) known.push(suppression);
  else map.set(key, [suppression]);
}
