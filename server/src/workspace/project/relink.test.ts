import { expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { block } from '../../testing/fixture.ts';
import { readProjectFile } from './projectFile.ts';
import { type Relinked, relink } from './relink.ts';
import { isProjectFile } from './workspaceFiles.ts';

const root = 'file:///workspace';

/** The files, by their names before, after the edits for moves such as `a.ttl > b/a.ttl`. */
function moved(
  files: Readonly<Record<string, string>>,
  ...moves: readonly string[]
): { readonly changed: Readonly<Record<string, string>>; readonly left: Relinked['left'] } {
  const texts = Object.entries(files).map(([path, text]) => [`${root}/${path}`, text] as const);
  const { files: edited, left } = relink(
    moves.map((move) => {
      const [from, to] = move.split(' > ');
      return { from: `${root}/${from}`, to: `${root}/${to}` };
    }),
    {
      documents: texts.flatMap(([uri, text]) => (isProjectFile(uri) ? [] : new TurtleDocument(uri, 1, text))),
      projects: texts.flatMap(([uri, text]) => (isProjectFile(uri) ? readProjectFile(uri, text) : [])),
      fileUri: (uri) => uri,
    },
  );
  const textOf = new Map<string, string>(texts);
  const changed = edited.map(
    ({ uri, edits }) => [uri.slice(root.length + 1), applyEdits(textOf.get(uri)!, edits)] as const,
  );
  return { changed: Object.fromEntries(changed), left };
}

const header = { 'data/a.ttl': '# shapes: ../shapes/s.ttl\n#  context: ./o.ttl\n<a> <b> 1 .\n' };

test.each([
  [
    'a linked file is renamed',
    'shapes/s.ttl > shapes/t.ttl',
    '# shapes: ../shapes/t.ttl\n#  context: ./o.ttl',
  ],
  [
    'a linked file is moved',
    'data/o.ttl > data/more/o.ttl',
    '# shapes: ../shapes/s.ttl\n#  context: ./more/o.ttl',
  ],
  ['a linked file is moved out', 'data/o.ttl > o o.ttl', '# shapes: ../shapes/s.ttl\n#  context: ../o o.ttl'],
  ['a folder is renamed', 'shapes/ > constraints/', '# shapes: ../constraints/s.ttl\n#  context: ./o.ttl'],
  ['the file is moved', 'data/a.ttl > a.ttl', '# shapes: shapes/s.ttl\n#  context: ./data/o.ttl'],
  ['its folder is moved', 'data > x/y', '# shapes: ../../shapes/s.ttl\n#  context: ./o.ttl'],
])('a header follows when %s', (_, move, after) =>
  expect(moved(header, move)).toEqual({ changed: { 'data/a.ttl': `${after}\n<a> <b> 1 .\n` }, left: [] }),
);

test.each(['data/a.ttl > data/b.ttl', 'other.ttl > shapes/other.ttl', 'data > info', 'shape > form'])(
  'what leads where it did stays: %s',
  (move) => expect(moved({ 'data/a.ttl': '# shapes: s.ttl\n' }, move)).toEqual({ changed: {}, left: [] }),
);

test('a file and what it links are moved at once', () => {
  const moves = ['data/a.ttl > new/a.ttl', 'data/o.ttl > new/o.ttl', 'shapes > new/shapes'];
  expect(moved(header, ...moves).changed).toEqual({
    'data/a.ttl': '# shapes: shapes/s.ttl\n#  context: ./o.ttl\n<a> <b> 1 .\n',
  });
});

test('absolute paths and file: URIs stay absolute', () => {
  const text = `# shapes: /workspace/s.ttl\n# context: ${root}/o.ttl\n`;
  expect(moved({ 'a.ttl': text }, 'a.ttl > b/a.ttl').changed).toEqual({});
  expect(moved({ 'a.ttl': text }, 's.ttl > x/s.ttl', 'o.ttl > x/o.ttl').changed).toEqual({
    'a.ttl': `# shapes: /workspace/x/s.ttl\n# context: ${root}/x/o.ttl\n`,
  });
});

const project = {
  'shacl-repair.jsonc': block`
    {
      // Ours.
      "links": [{ "data": ["a.ttl", "data/*.ttl"], "shapes": "s.ttl", "context": ["o.ttl", "p.ttl"] }],
      "baseline": "known.json",
      "ontologies": { "http://example.org/o": "o.ttl" },
    }
  `,
};

test('a project file follows in all its paths, and keeps its comments', () => {
  const moves = [
    'a.ttl > data/"a".ttl',
    's.ttl > shapes/s.ttl',
    'o.ttl > onto/o.ttl',
    'known.json > ci/known.json',
  ];
  expect(moved(project, ...moves)).toEqual({
    changed: {
      'shacl-repair.jsonc': block`
        {
          // Ours.
          "links": [{ "data": ["data/\\"a\\".ttl", "data/*.ttl"], "shapes": "shapes/s.ttl", "context": ["onto/o.ttl", "p.ttl"] }],
          "baseline": "ci/known.json",
          "ontologies": { "http://example.org/o": "onto/o.ttl" },
        }
      `,
    },
    left: [],
  });
});

test('a pattern that loses a file is told', () => {
  const files = { ...project, 'data/x.ttl': '<a> <b> 1 .', 'b.ttl': '# shapes: data/*.ttl\n' };
  expect(moved(files, 'data/x.ttl > x.ttl')).toEqual({
    changed: {},
    left: [
      "'data/*.ttl' in b.ttl is a pattern and stays as it is. It no longer matches x.ttl.",
      "'data/*.ttl' in shacl-repair.jsonc is a pattern and stays as it is. It no longer matches x.ttl.",
    ],
  });
  expect(moved(files, 'data/x.ttl > data/y.ttl').left).toEqual([]);
  expect(moved(files, 'b.ttl > c/b.ttl').left).toEqual([
    "'data/*.ttl' in b.ttl is a pattern and stays as it is. It no longer matches x.ttl.",
  ]);
});

test('what no path can name is told', () => {
  expect(moved({ 'b.ttl': '# shapes: s.ttl\n' }, 's.ttl > [s].ttl')).toEqual({
    changed: {},
    left: ["'s.ttl' in b.ttl stays as it is, since no path there can name its file any longer."],
  });
  expect(moved(project, 'shacl-repair.jsonc > data/shacl-repair.jsonc').left).toEqual([
    "'a.ttl' in shacl-repair.jsonc stays as it is, since no path there can name its file any longer.",
  ]);
});
