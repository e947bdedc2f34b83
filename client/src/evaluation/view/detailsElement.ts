import type {
  RoundDetails,
  TrialDetails,
} from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { element } from '../../page/view/elements.ts';
import { componentName, reachedText } from './failures.ts';
import { count } from './numbers.ts';

type Verdict = NonNullable<RoundDetails['verdict']>;
type Judged = Extract<Verdict, { kind: 'judged' }>;

/** The details of a trial: for each answer its prompt, text, errors, and the difference of the graphs. */
export function detailsElement({ rounds, failure }: TrialDetails, texts: readonly string[]): HTMLElement {
  return element(
    'div',
    { class: 'trial' },
    ...(failure ? [element('p', { class: 'refused' }, `${failure.kind}: ${failure.message}`)] : []),
    ...(rounds.length === 0 ? [element('p', {}, 'There is no answer.')] : []),
    ...rounds.flatMap((round, index) => [
      ...(rounds.length > 1 ? [element('h3', {}, `Answer ${index + 1} of ${rounds.length}`)] : []),
      ...roundElements(round, texts),
    ]),
  );
}

function roundElements(round: RoundDetails, texts: readonly string[]): readonly HTMLElement[] {
  const { prompt, answer, update, remarks, verdict, tokens, ms, height } = round;
  const text = texts[answer] ?? '';
  const time = `${count(ms)} ms`;
  const took = tokens ? `${count(tokens.input)} tokens in, ${count(tokens.output)} out, ${time}` : time;
  const isUpdate = update === answer;
  return [
    element('p', { class: 'note' }, [`Reaches: ${reachedText(height)}. Took ${took}.`, ...remarks].join(' ')),
    ...(prompt === null ? [] : [promptElement(prompt === undefined ? undefined : texts[prompt])]),
    part(isUpdate ? 'Answer, a SPARQL Update' : 'Answer', text === '' ? '(empty)' : text),
    ...(update === null || isUpdate ? [] : [part('SPARQL Update in it', texts[update] ?? '')]),
    ...verdictElements(verdict, height),
  ];
}

function promptElement(text: string | undefined): HTMLElement {
  if (text === undefined) return element('p', { class: 'note' }, 'The prompt was not recorded.');
  return element(
    'details',
    { class: 'prompt', open: true },
    element('summary', {}, 'Prompt'),
    element('pre', { tabindex: 0 }, text),
  );
}

function part(title: string, text: string): HTMLElement {
  return element(
    'section',
    { 'aria-label': title },
    element('h4', {}, title),
    element('pre', { tabindex: 0 }, text),
  );
}

function verdictElements(verdict: Verdict | undefined, height: number): readonly HTMLElement[] {
  if (verdict === undefined) {
    const restored = 'The graph is the same as before the case.';
    return [
      element('p', { class: 'note' }, height === 4 ? restored : 'The error in the answer was not recorded.'),
    ];
  }
  const title = element('h4', {}, 'Verdict');
  if (verdict.kind === 'refused') return [title, element('p', { class: 'refused' }, verdict.reason)];
  return [
    title,
    resultsElement(verdict),
    difference('What the case changed', verdict.broken),
    difference('Graph before the case (-) ↔ repaired graph (+)', verdict.difference),
  ];
}

function resultsElement({ results, moreResults }: Judged): HTMLElement {
  if (results.length === 0) {
    return element('p', {}, 'All results of the case are gone, and there are no new ones.');
  }
  return element(
    'ul',
    { class: 'results' },
    ...results.map(({ state, component, focus, path, value, message }) =>
      element(
        'li',
        {},
        element('strong', {}, state === 'left' ? 'left: ' : 'new: '),
        `${componentName(component)} at `,
        element('code', {}, [focus, path, value].filter((each) => each !== null).join('  ')),
        `: ${message}`,
      ),
    ),
    ...(moreResults > 0 ? [element('li', {}, `and ${moreResults.toLocaleString('en')} more`)] : []),
  );
}

function difference(title: string, { lines, more }: Judged['difference']): HTMLElement {
  return element(
    'section',
    { 'aria-label': title },
    element('h4', {}, title),
    element(
      'pre',
      { class: 'diff', tabindex: 0 },
      ...lines.map((line) => element('span', { class: lineClass(line) }, `${line}\n`)),
      ...(more > 0 ? [element('span', {}, `… and ${more.toLocaleString('en')} more triples\n`)] : []),
    ),
  );
}

function lineClass(line: string): string {
  return line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : 'same';
}
