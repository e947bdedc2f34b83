/** The page of a connection: what its host sends, as a drawing and as lists that say the same. */
import { element } from '../../page/view/elements.ts';
import type {
  ConnectionWords,
  ExplainedConnection,
  FromConnectionPage,
  ToConnectionPage,
} from '../messages.ts';
import { drawingElement } from './drawingElement.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromConnectionPage): void };

const editor = acquireVsCodeApi();
const send = (message: FromConnectionPage) => editor.postMessage(message);

const header = element('header');
const words = element('section', { class: 'words', 'aria-live': 'polite' });
const main = element('main');
document.body.append(header, words, main);
window.addEventListener('resize', () => drawAgain());
window.addEventListener('message', ({ data }: MessageEvent<ToConnectionPage>) => receive(data));
send({ kind: 'ready' });

let drawAgain = () => {};

function receive(message: ToConnectionPage): void {
  if (message.kind === 'words') showWords(message.words);
  else show(message);
}

function show({ connection, files, model }: Extract<ToConnectionPage, { kind: 'connection' }>): void {
  const { from, to, summary, ways } = connection;
  const open = (way: number, step: number) => send({ kind: 'open', way, step });
  const buttons = [
    button('Copy as Text', () => send({ kind: 'copy' })),
    ...(model !== undefined && ways.length > 0
      ? [button(`Ask ${model} to Describe It`, () => send({ kind: 'say' }))]
      : []),
  ];
  header.replaceChildren(
    element('h1', {}, `${from.name} and ${to.name}`),
    element('p', {}, summary),
    element('div', { class: 'buttons' }, ...buttons),
  );
  words.replaceChildren();
  const label = 'Drawing of the paths';
  const drawing = element('div', { class: 'drawing', tabindex: 0, role: 'group', 'aria-label': label });
  drawAgain = () => drawing.replaceChildren(drawingElement(connection, drawing.clientWidth, open));
  main.replaceChildren(drawing, ...ways.map((_, way) => wayElement(connection, way, files, open)));
  drawAgain();
}

function wayElement(
  { nodes, ways }: ExplainedConnection,
  way: number,
  files: Readonly<Record<string, string>>,
  open: (way: number, step: number) => void,
): HTMLElement {
  const rows = ways[way]!.map(({ from, to, property, inverse, place }, step) => {
    const arrow = inverse ? `← ${property} —` : `— ${property} →`;
    const text = `${nodes[from]!.name} ${arrow} ${nodes[to]!.name}`;
    if (!place) return element('li', {}, text);
    const where = `${files[place.uri] ?? place.uri}:${place.range.start.line + 1}`;
    return element(
      'li',
      {},
      element('button', { type: 'button', class: 'link', onclick: () => open(way, step) }, text),
      element('span', { class: 'where' }, ` ${where}`),
    );
  });
  const heading = ways.length === 1 ? 'The path' : `Path ${way + 1} of ${ways.length}`;
  return element('section', { class: 'way' }, element('h2', {}, heading), element('ol', {}, ...rows));
}

function showWords(said: ConnectionWords): void {
  switch (said.kind) {
    case 'waiting':
      words.replaceChildren('Waiting for the answer …');
      break;
    case 'said': {
      const note = `Answered by ${said.by} (${said.summary}). It names only nodes on the path; compare it with the triples below.`;
      words.replaceChildren(element('blockquote', {}, said.text), element('p', { class: 'note' }, note));
      break;
    }
    case 'none':
      words.replaceChildren();
      break;
  }
}

function button(text: string, onclick: () => void): HTMLElement {
  return element('button', { type: 'button', class: 'primary', onclick }, text);
}
