import type { Report } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from '../../counted.ts';
import { element, icon } from '../../page/view/elements.ts';
import type { FileNames, FromPage } from '../messages.ts';

/** The list of linked files, each with the links that lead to it. It opens and closes with its title. */
export function linkedFilesElements(
  links: Report['status']['links'],
  { paths }: FileNames,
  send: (message: FromPage) => void,
): readonly HTMLElement[] {
  if (links.length === 0) return [];
  const nameOf = (uri: string) => paths[uri] ?? uri;
  const link = (text: string, uri: string, line: number, key: string) => {
    const start = { line, character: 0 };
    const place = { uri, range: { start, end: start } };
    const onclick = () => send({ kind: 'open', place, keepsFocus: false });
    return element('button', { type: 'button', class: 'link', 'data-key': `link ${key}`, onclick }, text);
  };
  const items = links.slice(0, maxFiles).map(({ uri, role, ways }, index) => {
    const [way = []] = ways;
    const steps = way.flatMap(({ text, uri: by, line = 0 }, at) => [
      at === 0 ? ', by ' : ', then ',
      by === undefined ? text : `${text} in `,
      ...(by === undefined ? [] : [link(`${nameOf(by)}:${line + 1}`, by, line, `${index} ${at}`)]),
    ]);
    const also = ways.length > 1 ? [` (and in ${counted(ways.length - 1, 'other way')})`] : [];
    return element('li', {}, link(nameOf(uri), uri, 0, `${index}`), ` as ${role}`, ...steps, ...also);
  });
  const rest = links.length - items.length;
  const more = rest > 0 ? [element('li', {}, `… and ${rest} more, listed in the JSON export.`)] : [];
  return [
    element(
      'details',
      { class: 'note', 'data-note': 'linked files' },
      element(
        'summary',
        { 'data-key': 'linked files' },
        icon('info'),
        ` ${counted(links.length, 'linked file')}`,
      ),
      element('ul', {}, ...items, ...more),
    ),
  ];
}

const maxFiles = 100;
