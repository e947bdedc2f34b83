import type {
  SuiteCase,
  SuiteConstraint,
} from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../../counted.ts';
import { element, icon } from '../../page/view/elements.ts';
import { leafText } from '../leafText.ts';
import type { CaseRow, Detail, SuiteRow } from './rows.ts';

/** A row of the list. Its buttons are for the mouse; the keyboard has keys for what they do. */
export function rowElement(row: SuiteRow, constraints: readonly SuiteConstraint[]): HTMLElement {
  return row.kind === 'case' ? caseElement(row, constraints) : detailElement(row.detail);
}

/** In pixels: two lines of text for a case, one for what is below it. */
export function rowHeight({ kind }: SuiteRow, fontSize: number): number {
  return Math.round(fontSize * (kind === 'case' ? 3.3 : 1.7));
}

/** The contents of a row as a key: within a suite, rows with the same key look the same. */
export function rowSignature(row: SuiteRow): string {
  return row.kind === 'case' ? row.id : `${row.detail.kind} ${row.detail.text}`;
}

function caseElement({ case: each }: CaseRow, constraints: readonly SuiteConstraint[]): HTMLElement {
  const { id, focusNodes, alpha, isFragile } = each;
  const leaf = leafText(each, constraints);
  const focus = focusNodes.join(', ');
  const facts = factsOf(each);
  const results = `α ${alpha.toLocaleString('en')}`;
  const fragile = 'the engines judge the changed graph differently';
  return element(
    'div',
    {
      class: 'row case',
      // The visible text in its order, so that speech input finds the row. The title has the rest.
      'aria-label': [
        leaf,
        ...(isFragile ? ['FRAGILE'] : []),
        results,
        `${id} · ${focus}`,
        changeText(each),
      ].join('. '),
      'aria-keyshortcuts': 'Enter S',
      title: `${id}\n${leaf}\nat ${focus}\n${facts}${isFragile ? `\nFragile: ${fragile}` : ''}`,
    },
    element(
      'button',
      { type: 'button', tabindex: -1, 'data-action': 'toggle', title: 'What it changes (→)' },
      icon('chevron'),
    ),
    element(
      'span',
      { class: 'line' },
      element('span', { class: 'label' }, leaf),
      ' ',
      ...(isFragile ? [element('span', { class: 'fragile', title: fragile }, 'FRAGILE'), ' '] : []),
      element('span', { class: 'alpha', title: counted(alpha, 'result') }, results),
    ),
    ' ',
    element(
      'span',
      { class: 'line second' },
      element('span', { class: 'label' }, `${id} · ${focus}`),
      ' ',
      element('span', {}, changeText(each)),
    ),
    element(
      'span',
      { class: 'actions', 'aria-hidden': 'true' },
      element(
        'button',
        { type: 'button', tabindex: -1, 'data-action': 'open', title: 'Compare the texts (Enter)' },
        icon('diff'),
      ),
      element(
        'button',
        { type: 'button', tabindex: -1, 'data-action': 'shape', title: 'Go to the constraint (S)' },
        icon('shape'),
      ),
    ),
  );
}

function factsOf({ alpha, removed, added, recoverable }: SuiteCase): string {
  return [
    counted(alpha, 'result'),
    `${counted(removed, 'triple')} removed and ${added.toLocaleString('en')} added`,
    ...recoverableWords(recoverable),
  ].join(', ');
}

/** `−1 +2 · recoverable`. */
function changeText({ removed, added, recoverable }: SuiteCase): string {
  const change = [...(removed > 0 ? [`−${removed}`] : []), ...(added > 0 ? [`+${added}`] : [])].join(' ');
  return [change, ...recoverableWords(recoverable)].join(' · ');
}

function recoverableWords(recoverable: boolean | null): readonly string[] {
  if (recoverable === null) return [];
  return [recoverable ? 'recoverable' : 'not recoverable'];
}

function detailElement({ kind, text }: Detail): HTMLElement {
  const signs = { removed: '−', added: '+' } as const;
  const sign = kind === 'removed' || kind === 'added' ? signs[kind] : undefined;
  const spoken = {
    removed: 'removed: ',
    added: 'added: ',
    violation: 'result: ',
    warning: 'result: ',
    info: 'result: ',
    note: '',
  };
  return element(
    'div',
    { class: `row detail ${kind}`, 'aria-label': `${spoken[kind]}${text}`, title: text },
    sign === undefined
      ? element(
          'span',
          { class: 'sign' },
          ...(kind === 'note' ? [] : [icon(kind as 'violation' | 'warning' | 'info')]),
        )
      : element('span', { class: 'sign' }, sign),
    element('span', { class: 'text' }, text.replaceAll('\n', ' ')),
  );
}
