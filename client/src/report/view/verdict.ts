import type { Report } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../../counted.ts';
import { countSeverities, type Severity, severityText } from './severity.ts';

/** The heading of the report. */
export interface ShownVerdict {
  readonly text: string;
  readonly mark: Severity | 'conforms';
}

/** The outcome in a sentence, which claims no more than was checked. */
export function verdict({ status, results }: Report, name: string): ShownVerdict {
  if (status.isShapesFile) return { text: `${name} has shapes, and no nodes that they select`, mark: 'info' };
  switch (status.verdict) {
    case 'unlinked':
      return { text: `No shapes are linked to ${name}, so nothing was checked`, mark: 'warning' };
    case 'violates': {
      const counts = countSeverities(results);
      const mark = counts.violation > 0 ? 'violation' : counts.warning > 0 ? 'warning' : 'info';
      const isWhole = status.results === results.length;
      return { text: `${name}: ${isWhole ? severityText(counts) : counted(status.results, 'result')}`, mark };
    }
    case 'undecided':
      return {
        text: status.validated
          ? `No results in ${name}, but not everything was checked`
          : `${name} was not checked`,
        mark: 'warning',
      };
    case 'nothingToCheck':
      return {
        text: `Nothing in ${name} is a target of its shapes, so nothing was checked`,
        mark: 'warning',
      };
    case 'conforms':
      return { text: `${name} conforms to its shapes`, mark: 'conforms' };
  }
}

/** How much was checked, and with what. */
export function checkedText({ checked, status }: Report, nameOf: (uri: string) => string): string {
  const { triples, shapes, focusNodes, incomplete } = checked;
  const excused = incomplete > 0 ? ` ${counted(incomplete, 'node')} declared incomplete.` : '';
  return (
    `${counted(focusNodes, 'focus node')} in ${counted(triples, 'triple')} checked against ` +
    `${counted(shapes, 'shape')} with targets of ${status.shapes.map(nameOf).join(', ')}, ` +
    `with the ${engineNames[status.engine]}.${excused}`
  );
}

const engineNames = {
  builtin: 'built-in engine',
  'rdf-validate-shacl': 'reference engine rdf-validate-shacl',
} as const;
