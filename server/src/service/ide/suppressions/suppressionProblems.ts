import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { FileDiagnostic } from '../analysis.ts';
import { readSuppressions, type Suppression, suppressionWord } from './readSuppressions.ts';

/** What is wrong with a comment that is to ignore results. */
export interface SuppressionProblem {
  readonly kind: 'unused' | 'incomplete';
  readonly suppression: Suppression;
  /** A sentence. */
  readonly message: string;
}

/**
 * The comments in data files that ignore nothing.
 *
 * @param isDecided whether everything was evaluated. Otherwise a comment may be about a result that was not found.
 */
export function suppressionProblems(
  data: readonly TurtleDocument[],
  used: ReadonlySet<Suppression>,
  isDecided: () => boolean,
): readonly SuppressionProblem[] {
  const open = data.flatMap(readSuppressions).filter((suppression) => !used.has(suppression));
  if (open.length === 0) return [];
  const incomplete = open.filter(({ reason }) => reason === '');
  const unused =
    open.length > incomplete.length && isDecided() ? open.filter(({ reason }) => reason !== '') : [];
  return [
    ...incomplete.map((suppression) => ({
      kind: 'incomplete' as const,
      suppression,
      message:
        suppression.key === ''
          ? `Nothing is ignored yet. Write which result and why: # ${suppressionWord} sh:minCount reason`
          : `Nothing is ignored yet. Write behind ${suppression.key} why its results are to be ignored.`,
    })),
    ...unused.map((suppression) => ({
      kind: 'unused' as const,
      suppression,
      message: unusedMessage(suppression),
    })),
  ];
}

/** The key by which the fix of a problem finds its diagnostic. */
export function suppressionKey({ suppression }: SuppressionProblem): string {
  return `suppression ${suppression.range.start}`;
}

/** The problem where its comment is. */
export function suppressionDiagnostic(problem: SuppressionProblem): FileDiagnostic {
  const { kind, suppression, message } = problem;
  return {
    range: suppression.range,
    severity: kind === 'unused' ? 'warning' : 'information',
    source: 'SHACL Repair',
    code: 'suppression',
    codeHref: undefined,
    message,
    related: [],
    key: suppressionKey(problem),
  };
}

function unusedMessage({ key, selector, scope }: Suppression): string {
  if (selector === undefined) {
    return (
      `${key} is not the name of a constraint or shape with a declared prefix, nor the key of a result, ` +
      'so nothing is ignored.'
    );
  }
  switch (scope.kind) {
    case 'statement':
      return `No result of ${key} is found in the statement below or about its subject. Remove the comment.`;
    case 'line':
      return `No result of ${key} starts on this line. Remove the comment.`;
    case 'nothing':
      return 'No statement follows this comment, so nothing is ignored.';
  }
}
