import { expect, test } from 'vitest';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { headerLinks, headerLinksAlone } from './headerLinks.ts';

test.each([
  ['', []],
  ['# shapes: s.ttl', ['s.ttl']],
  [
    '\r\n  # Ours.\r\n\t## context:  o o.ttl \r\n<a> <b> 1 . # shapes: no.ttl\n# shapes: no.ttl\n',
    ['o o.ttl'],
  ],
  ['# shapes: s.ttl\n@prefix a: <a> .\n# shapes: no.ttl\na:b a a:c .', ['s.ttl']],
  ['# shapes: s.ttl\r<a> <b> [ # shapes: no.ttl\n', ['s.ttl']],
  ['  <a> # shapes: no.ttl\n<b> 1 .', []],
])('the links of %j', (text, paths) => {
  const links = headerLinks(new TurtleDocument('file:///a.ttl', 1, text));
  expect(links.map(({ path }) => path)).toEqual(paths);
  for (const { path, range } of links) expect(text.slice(range.start, range.end)).toBe(path);
  expect(headerLinksAlone(new TurtleDocument('file:///a.ttl', 1, text))).toEqual(links);
});
