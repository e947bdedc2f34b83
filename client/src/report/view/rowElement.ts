import type { Location } from 'vscode-languageserver';
import { element, icon } from '../../page/view/elements.ts';
import { severityBar } from './bar.ts';
import type { GroupRow, ReportTreeRow, ResultRow } from './rows.ts';
import { severityText } from './severity.ts';

/** What is needed to draw the rows of a tree. */
export interface RowContext {
  /** How many results the largest group has: its bar is the longest. */
  readonly longest: number;
  nameOf(uri: string): string;
}

/** A row of the tree. Its buttons are for the mouse; the keyboard has keys for what they do. */
export function rowElement(row: ReportTreeRow, context: RowContext): HTMLElement {
  return row.kind === 'group' ? groupElement(row, context) : resultElement(row, context);
}

/** In pixels: one line of text for a group, two for a result. */
export function rowHeight({ kind }: ReportTreeRow, fontSize: number): number {
  return Math.round(fontSize * (kind === 'group' ? 2.1 : 3.3));
}

/** The contents of a row as a key: rows with the same key look the same. */
export function rowSignature(row: ReportTreeRow, context: RowContext): string {
  return row.kind === 'group'
    ? JSON.stringify([row.group.label, row.group.counts, row.isExpanded, context.longest])
    : JSON.stringify(row.result);
}

function groupElement({ group }: GroupRow, { longest }: RowContext): HTMLElement {
  const { label, counts, results } = group;
  const total = results.length.toLocaleString('en');
  const severities = severityText(counts);
  return element(
    'div',
    {
      class: 'row group',
      'aria-label': `${label}: ${severities.startsWith(`${total} `) ? '' : `${total} results, `}${severities}`,
    },
    icon('chevron'),
    element('span', { class: 'label', title: label }, label),
    ' ',
    element('span', { class: 'count' }, total),
    severityBar(counts, longest),
  );
}

function resultElement({ result }: ResultRow, context: RowContext): HTMLElement {
  const { severity, message, focusNode, component, shape, path, value, place, shapePlace } = result;
  const [first = '', ...rest] = message.split('\n');
  const where = place ? placeText(place, context) : 'in no file';
  const about = [focusNode, path, value].filter((part) => part !== undefined && part !== first);
  return element(
    'div',
    {
      class: 'row result',
      // Begins with the visible text in its order, so that speech input finds the row.
      'aria-label': [
        `${severity}: ${first}`,
        ...[about.join(', '), where, ...rest, `${component} of ${shape}`],
      ].join('. '),
      'aria-keyshortcuts': 'Enter S R',
      title: `${message}\n\n${component} of ${shape}`,
    },
    icon(severity),
    element('span', { class: 'message' }, first),
    ' ',
    element(
      'span',
      { class: 'about' },
      ...about.flatMap((part, index) => [
        element('span', { class: index === 0 ? 'focus' : 'step' }, part!),
        ' ',
      ]),
    ),
    element('span', { class: 'place' }, where),
    element(
      'span',
      { class: 'actions', 'aria-hidden': 'true' },
      button('repair', 'Repair… (R)'),
      ...(shapePlace ? [button('shape', `Go to ${component} in ${placeText(shapePlace, context)} (S)`)] : []),
    ),
  );
}

function button(action: 'repair' | 'shape', title: string): HTMLElement {
  return element('button', { type: 'button', tabindex: -1, 'data-action': action, title }, icon(action));
}

/** `units.ttl:12:5`, counted from 1. */
function placeText({ uri, range: { start } }: Location, { nameOf }: RowContext): string {
  return `${nameOf(uri)}:${start.line + 1}:${start.character + 1}`;
}
