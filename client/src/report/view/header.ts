import type { Report, ReportNote } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../../counted.ts';
import { element, icon } from '../../page/view/elements.ts';
import type { FileNames, FromPage } from '../messages.ts';
import { linkedFilesElements } from './linkedFiles.ts';
import { checkedText, verdict } from './verdict.ts';

type Send = (message: FromPage) => void;

/** What the report says before its results: the verdict, how much was checked, and what was not. */
export function headerElements(report: Report, file: FileNames, send: Send): readonly HTMLElement[] {
  const { status, problems, notChecked, suppressed } = report;
  const errors = problems.filter(({ severity }) => severity === 'error');
  const { text, mark } = verdict(report, file.name);
  const nameOf = (uri: string) => file.paths[uri] ?? uri;
  return [
    element('h1', {}, icon(mark), ` ${text}`),
    ...(status.isShapesFile ? [] : outcomeElements(report, nameOf, send)),
    ...notes('error', `${counted(errors.length, 'error')} in the files`, errors, file, send),
    ...notes(
      'warning',
      counted(problems.length - errors.length, 'warning'),
      problems.filter((problem) => !errors.includes(problem)),
      file,
      send,
    ),
    ...notes('warning', `${notChecked.length} not checked`, notChecked, file, send),
    ...linkedFilesElements(status.links, file, send),
    ...notes('info', `${counted(suppressed.length, 'result')} ignored`, suppressed, file, send),
    ...(status.contextResults > 0
      ? [
          element(
            'p',
            { class: 'note' },
            icon('info'),
            ` ${counted(status.contextResults, 'result')} on nodes described only in the linked ontologies, not listed here.`,
          ),
        ]
      : []),
    ...(status.results > report.results.length
      ? [
          element(
            'p',
            { class: 'note' },
            icon('warning'),
            ` Only the first ${counted(report.results.length, 'result')} are listed. The exports contain all ${status.results.toLocaleString('en')}.`,
          ),
        ]
      : []),
  ];
}

/** The header for a file without a report. */
export function noReportElements(
  { name }: FileNames,
  reasons: readonly string[],
  send: Send,
): readonly HTMLElement[] {
  if (reasons.length === 0) return [element('h1', {}, `${name} is being validated …`)];
  return [
    element('h1', {}, icon('warning'), ` ${name} was not checked`),
    ...reasons.map((reason) => element('p', {}, reason)),
    element(
      'p',
      {},
      element(
        'button',
        { type: 'button', class: 'primary', onclick: () => send({ kind: 'showLog' }) },
        'Show Log',
      ),
    ),
  ];
}

function linkHint(send: Send): HTMLElement {
  return element(
    'p',
    {},
    'Link the shapes files that this file must conform to. ',
    element(
      'button',
      { type: 'button', class: 'primary', 'data-key': 'link', onclick: () => send({ kind: 'linkShapes' }) },
      'Link Shapes…',
    ),
  );
}

/** Why the verdict is open; always visible. */
function outcomeElements(
  report: Report,
  nameOf: (uri: string) => string,
  send: Send,
): readonly HTMLElement[] {
  const { verdict: kind, reasons: given } = report.status;
  return [
    kind === 'unlinked' ? linkHint(send) : element('p', { class: 'checked' }, checkedText(report, nameOf)),
    ...reasons(given.map(({ message }) => message)),
  ];
}

function reasons(messages: readonly string[]): readonly HTMLElement[] {
  if (messages.length === 0) return [];
  const shown = messages.slice(0, maxReasons).map((message) => element('li', {}, message));
  const rest = messages.length - shown.length;
  return [
    element(
      'ul',
      { class: 'reasons' },
      ...shown,
      ...(rest > 0 ? [element('li', {}, `… and ${rest} more`)] : []),
    ),
  ];
}

const maxReasons = 5;

/** A list that opens and closes with its title. Errors are open at first. */
function notes(
  kind: keyof typeof noteIcons,
  title: string,
  entries: readonly ReportNote[],
  { paths }: FileNames,
  send: Send,
): readonly HTMLElement[] {
  if (entries.length === 0) return [];
  const name = title.replace(/\d+/g, '').trim();
  const items = entries.slice(0, maxNotes).map(({ message, place }, index) => {
    if (!place) return element('li', {}, message);
    const where = `${paths[place.uri] ?? place.uri}:${place.range.start.line + 1}`;
    const open = () => send({ kind: 'open', place, keepsFocus: false });
    return element(
      'li',
      {},
      `${message} `,
      element(
        'button',
        { type: 'button', class: 'link', 'data-key': `${name} ${index}`, onclick: open },
        where,
      ),
    );
  });
  const rest = entries.length - items.length;
  const more = rest > 0 ? [element('li', {}, `… and ${rest} more, listed in the exports.`)] : [];
  return [
    element(
      'details',
      { class: 'note', 'data-note': name, open: kind === 'error' },
      element('summary', { 'data-key': name }, icon(noteIcons[kind]), ` ${title}`),
      element('ul', {}, ...items, ...more),
    ),
  ];
}

const noteIcons = { error: 'violation', warning: 'warning', info: 'info' } as const;

const maxNotes = 100;
