import type { Suite } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../../counted.ts';
import { element, icon } from '../../page/view/elements.ts';
import type { FromSuitePage, SuiteFile } from '../messages.ts';
import { summaryOf } from './words.ts';

type Send = (message: FromSuitePage) => void;

/** The header of the page. */
export function headerElements(suite: Suite, { folder }: SuiteFile, send: Send): readonly HTMLElement[] {
  const { name, totals } = suite.description;
  const isWhole = totals.uncovered === 0;
  // A shape in sh:not has to be satisfied, not violated.
  const satisfied = totals.satisfied ? ` and ${totals.satisfied.toLocaleString('en')} satisfied` : '';
  const title =
    totals.constraints === 0
      ? `${name}: the shapes have no constraints`
      : `${name}: ${totals.covered.toLocaleString('en')} of ${counted(totals.constraints, 'constraint')} covered${satisfied} by ${counted(totals.cases, 'case')}`;
  return [
    element('h1', {}, icon(isWhole && totals.cases > 0 ? 'conforms' : 'info'), ` ${title}`),
    element('p', { class: 'about' }, summaryOf(suite).join(' ')),
    ...(totals.fragile > 0 ? [fragileNote(totals.fragile)] : []),
    element(
      'p',
      { class: 'actions' },
      button('Verify', `Verify every case of ${folder} again in the Test Explorer`, () =>
        send({ kind: 'verify' }),
      ),
      button('Evaluate…', `Evaluate repair systems on the cases of ${folder}`, () =>
        send({ kind: 'evaluate' }),
      ),
      button('Reports…', `Show the reports of evaluations on ${folder}`, () => send({ kind: 'openReport' })),
      ...(totals.uncovered > 0
        ? [
            button(
              'Show Hints',
              'Mark the constraints without cases in the shapes files, with the reasons',
              () => send({ kind: 'showHints' }),
            ),
          ]
        : []),
      button('README', `Open the README.md of ${folder}`, () => send({ kind: 'openReadme' })),
    ),
  ];
}

/** The header of a suite that can't be shown. */
export function failedElements(message: string, { folder }: SuiteFile, send: Send): readonly HTMLElement[] {
  return [
    element('h1', {}, icon('warning'), ` ${folder} can't be shown`),
    element('p', {}, message),
    element(
      'p',
      { class: 'actions' },
      button('Try Again', 'Read the folder again', () => send({ kind: 'reload' })),
    ),
  ];
}

function fragileNote(fragile: number): HTMLElement {
  const are = fragile === 1 ? 'case is' : 'cases are';
  return element(
    'p',
    { class: 'note' },
    icon('warning'),
    ` ${fragile.toLocaleString('en')} ${are} FRAGILE: rdf-validate-shacl judges the changed graph differently. Scores leave them out by default.`,
  );
}

function button(name: string, title: string, onclick: () => void): HTMLElement {
  return element('button', { type: 'button', class: 'secondary', 'data-key': name, title, onclick }, name);
}
