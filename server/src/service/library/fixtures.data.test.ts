import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Parser } from 'n3';
import { describe, expect, test } from 'vitest';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { headerLinks } from '../../workspace/project/headerLinks.ts';
import type { Input, Source, TurtleText } from './api.ts';
import { applyRepair, repair } from './repair.ts';
import { validate } from './validate.ts';

const fixtures = fileURLToPath(new URL('../../../../test-fixtures/', import.meta.url));
const files = ['demo', 'hvac', 'university', 'heldout', 'guideline36'].flatMap((folder) =>
  readdirSync(path.join(fixtures, folder))
    .filter((name) => name.endsWith('.ttl'))
    .map((name) => path.join(folder, name)),
);

describe.each(files.filter((file) => isReadableAlone(file)))('%s', (file) => {
  test('as quads of N3 it has the results that it has as a text, and repairs that hold', async () => {
    const input = linkedInput(file, textOf);
    const quads = linkedInput(file, quadsOf);
    const keys = (await validate(input)).results.map(({ key }) => key);
    const { results } = await repair(quads, { max: 1 });
    expect(results.map(({ key }) => key).sort()).toEqual([...keys].sort());
    for (const { key, repairs } of results.slice(0, 5)) {
      for (const change of repairs) {
        const application = applyRepair(quads.data, change);
        if (application.kind === 'refused') throw new Error(application.reason);
        const left = await validate({ ...quads, data: application.data });
        expect(left.results.map((result) => result.key)).not.toContain(key);
        expect(left.results.length).toBeLessThan(results.length);
      }
    }
  });
});

/** The file with the shapes and the context that its header names. */
function linkedInput<Given extends Source>(
  file: string,
  read: (file: string) => Given,
): Input & { readonly data: Given } {
  const links = headerLinks(documentOf(file));
  const linked = (role: string) =>
    links.filter((link) => link.role === role).map((link) => read(path.join(path.dirname(file), link.path)));
  return { data: read(file), shapes: linked('shapes'), context: linked('context') };
}

/** True for files that have links, to single files, and no syntax errors. */
function isReadableAlone(file: string): boolean {
  const document = documentOf(file);
  const links = headerLinks(document);
  return links.length > 0 && document.errors.length === 0 && links.every((link) => !link.path.includes('*'));
}

function documentOf(file: string): TurtleDocument {
  const { uri, text } = textOf(file);
  return new TurtleDocument(uri, 0, text);
}

function textOf(file: string): Required<TurtleText> {
  return { uri: `file:///${file}`, text: readFileSync(path.join(fixtures, file), 'utf8') };
}

function quadsOf(file: string) {
  const { uri, text } = textOf(file);
  return new Parser({ baseIRI: uri, blankNodePrefix: file.replaceAll(/\W/g, '') }).parse(text);
}
