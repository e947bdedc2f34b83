/** The page of a coverage. All that it shows is in the page itself. */
import type {
  CoveragePage,
  CoveragePageFile,
  CoveragePagePiece,
} from '../../../../server/src/languageServer/protocol/editor/protocol.ts';
import { element } from '../../page/view/elements.ts';
import { pageData } from '../../page/view/pageData.ts';

const { summary, notes, sections, files } = pageData<CoveragePage>();

/** Lines are created when they come near the visible part of the page: files may have a hundred thousand. */
const linesPerPart = 200;

const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      fill.get(target)?.();
      fill.delete(target);
    }
  },
  { rootMargin: '1000px' },
);
const fill = new Map<Element, () => void>();

document.body.append(
  element('header', {}, element('h1', {}, `Coverage: ${summary}`)),
  element(
    'main',
    {},
    ...notes.map((note) => element('p', { class: 'note' }, note)),
    ...sections.flatMap(sectionElements),
    element('h2', {}, 'Statements'),
    element(
      'p',
      { class: 'note' },
      element('span', { class: 'judged' }, 'judged by a shape'),
      ', ',
      element('span', { class: 'unjudged' }, 'judged by none'),
      '. Point at a statement to see the shapes that judge it.',
    ),
    ...files.map(fileElement),
  ),
);

function sectionElements({ title, items }: CoveragePage['sections'][number]): readonly HTMLElement[] {
  return [
    element('h2', {}, `${title[0]!.toUpperCase()}${title.slice(1)} (${items.length})`),
    element(
      'ul',
      { class: 'items' },
      ...items.map(({ name, detail, place }) =>
        element(
          'li',
          {},
          name,
          ...(detail === null ? [] : [` (${detail})`]),
          ...(place === null ? [] : [' ', element('span', { class: 'note' }, place)]),
        ),
      ),
    ),
  ];
}

function fileElement(file: CoveragePageFile): HTMLElement {
  const lines = element('div', { class: 'lines' });
  for (let first = 0; first < file.lines.length; first += linesPerPart) lines.append(part(file, first));
  const head = element('summary', {}, `${file.name}: ${file.summary}`);
  return element('details', { open: files.length === 1 }, head, lines);
}

function part({ lines, judges }: CoveragePageFile, first: number): HTMLElement {
  const count = Math.min(linesPerPart, lines.length - first);
  const created = element('div', { class: 'part' });
  created.style.setProperty('--lines', String(count));
  fill.set(created, () => {
    for (let i = first; i < first + count; i++) {
      created.append(
        element(
          'div',
          { class: 'line' },
          element('span', { class: 'number' }, String(i + 1)),
          element('code', {}, ...lines[i]!.map((piece) => pieceElement(piece, judges))),
        ),
      );
    }
  });
  near.observe(created);
  return created;
}

function pieceElement(piece: CoveragePagePiece, judges: CoveragePageFile['judges']): HTMLElement | string {
  if (typeof piece === 'string') return piece;
  const [text, set] = piece;
  const names = judges[set]!;
  const title = names.length === 0 ? 'No shape judges this statement' : `Judged by ${names.join(', ')}`;
  return element('span', { class: names.length === 0 ? 'unjudged' : 'judged', title }, text);
}
