import fc from 'fast-check';
import { expect } from 'vitest';
import { applyEdits } from '../../../base/textEdit.ts';
import { terms } from '../../../rdf/terms.ts';
import { rangeIn } from '../../../rdf/turtle/syntaxTree.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { sh } from '../../../rdf/vocab.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import { analysedFixture } from '../../../testing/analysedFixture.ts';
import { arbitraryCase } from '../../../testing/arbitraryShapes.ts';
import { type RepairUnit, validated } from '../../../testing/checkRepair.ts';
import { unitOf } from '../../../testing/checkRepairLaws.ts';
import { seed } from '../../../testing/seed.ts';
import type { AnalysedFile } from '../../ide/analysedFile.ts';
import { describeShape, describeShapes } from './describeShape.ts';
import { inlineShape } from './inlineShape.ts';
import { extractShape, nameShape, nameShapes } from './nameShape.ts';
import type { FindForSeveral, FindRefactorings, Refactoring } from './refactoring.ts';
import { refactorings } from './refactorings.ts';
import { listChoices, splitShape } from './splitShape.ts';

/** The refactorings, by the first words of their titles. */
const kinds = {
  Extract: extractShape,
  Name: nameShape,
  Inline: inlineShape,
  Split: splitShape,
  Move: splitShape,
  Merge: splitShape,
  'Write this sh:or': listChoices,
  'Write the list': listChoices,
  'Add sh:message': describeShape,
  'Add sh:severity': describeShape,
} satisfies Readonly<Record<string, FindRefactorings>>;

/** Those of a selection, of which the whole text is one. */
const kindsForSeveral = {
  'Name these': nameShapes,
  'Add sh:message to these': describeShapes,
  'Add sh:severity': describeShapes,
} satisfies Readonly<Record<string, FindForSeveral>>;

export type RefactoringKind = keyof typeof kinds | `${keyof typeof kindsForSeveral} of a selection`;
export const refactoringKinds = [
  ...Object.keys(kinds),
  ...Object.keys(kindsForSeveral).map((kind) => `${kind} of a selection`),
] as readonly RefactoringKind[];

/**
 * Checks the law of refactorings on random shapes and data: the results stay, by focus node, path, component, value and severity,
 * and so do all comments.
 *
 * @param graphs on how many shapes graphs one of the kind is checked.
 */
export async function checkRefactorings(kind: RefactoringKind, graphs: number): Promise<void> {
  let left = graphs;
  for (let draw = 0; left > 0; draw++) {
    expect(draw, `one of ${mostDraws} graphs has ${kind}`).toBeLessThan(mostDraws);
    await fc.assert(
      fc.asyncProperty(arbitraryCase(), fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)), async (drawn, at) => {
        if (left === 0) return;
        const unit = unitOf({ ...drawn, shapes: planted(kind, drawn.shapes, at) });
        const [document] = unit.shapes as [TurtleDocument];
        const found = refactoringIn(document, kind, at[2]);
        if (!found) return;
        left--;
        const { title, edits, kept } = found;
        const text = applyEdits(document.text, edits);
        const edited = new TurtleDocument(document.uri, 2, text);
        expect(edited.errors, text).toEqual([]);
        expect(commentsOf(edited), text).toEqual(commentsOf(document));
        if (/^(Name|Inline)/.test(kind)) expect(edited.graph.size).toBe(document.graph.size);
        const key = keyWith(kept !== 'all but severities', kept !== 'all but components');
        const is = await resultsOf({ ...unit, shapes: [edited] });
        const was = await resultsOf(unit);
        expect(new Set(is.map(key)), `${title}\n${text}`).toEqual(new Set(was.map(key)));
      }),
      { numRuns: graphs, seed: seed + draw },
    );
  }
}

const mostDraws = 20;

/**
 * Checks the same of a shape that is written into the other file that alone refers to it, or that becomes one with like shapes
 * of another file.
 *
 * @param graphs on how many pairs of files.
 */
export async function checkAcrossFiles(kind: 'Inline' | 'Extract', graphs: number): Promise<void> {
  let left = graphs;
  for (let draw = 0; left > 0; draw++) {
    expect(draw, `one of ${mostDraws} pairs of files has ${kind}`).toBeLessThan(mostDraws);
    await fc.assert(
      fc.asyncProperty(arbitraryCase(), fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99)), async (drawn, at) => {
        if (left === 0) return;
        const shapes = planted(kind, drawn.shapes, at);
        const isOwn = (i: number) => (kind === 'Inline' ? i < shapes.length - 1 : i % 2 === 0);
        const [one, other] = [true, false].map(
          (own) => prelude + shapes.filter((_, i) => isOwn(i) === own).join('\n'),
        );
        const { file } = await analysedFixture(
          `#- /a.ttl shapes:/a.ttl shapes:/b.ttl\n${one}\n#- /b.ttl\n${other}\n`,
        );
        const { documents } = file;
        const found = acrossFiles(kind, file, at[2]);
        const [elsewhere] = found?.elsewhere ?? [];
        if (!found || !elsewhere) return;
        left--;
        const after = (each: TurtleDocument, edits: Refactoring['edits']) =>
          new TurtleDocument(each.uri, 2, applyEdits(each.text, edits));
        const edited = [after(file.document, found.edits), after(elsewhere.document, elsewhere.edits)];
        const before = documents.filter(({ uri }) => edited.some((each) => each.uri === uri));
        expect(edited.flatMap(commentsOf).sort()).toEqual(before.flatMap(commentsOf).sort());
        const unit = unitOf({ ...drawn, shapes });
        const is = await resultsOf({ ...unit, shapes: edited });
        const was = await resultsOf({ ...unit, shapes: before });
        const texts = edited.map(({ text }) => text).join('\n');
        expect(new Set(is.map(keyWith(true))), texts).toEqual(new Set(was.map(keyWith(true))));
      }),
      { numRuns: graphs, seed: seed + draw },
    );
  }
}

/** One that changes the other file as well. */
function acrossFiles(kind: 'Inline' | 'Extract', file: AnalysedFile, first: number): Refactoring | undefined {
  const places = [...file.document.text.matchAll(kind === 'Inline' ? /ex:Once\b/g : /sh:[a-z]\w*/g)];
  const wanted = { ofOne: [kinds[kind]], ofSeveral: [] };
  for (let i = 0; i < mostPlaces && places.length > 0; i++) {
    const { index } = places[(first + i * 5) % places.length]!;
    const found = refactorings(file, { start: index, end: index }, [], wanted);
    const across = found.find(({ elsewhere }) => elsewhere !== undefined);
    if (across) return across;
  }
  return undefined;
}

function refactoringIn(document: TurtleDocument, kind: RefactoringKind, first: number) {
  const own = kind.replace(/ of a selection$/, '');
  if (own !== kind) {
    const whole = { start: 0, end: document.text.length };
    const wanted = { ofOne: [], ofSeveral: [kindsForSeveral[own as keyof typeof kindsForSeveral]] };
    const several = refactorings(
      { document, documents: [document], analyses: [], stores: [] },
      whole,
      [],
      wanted,
    );
    const alike = several.filter(({ title }) => title.startsWith(own));
    return alike[first % Math.max(1, alike.length)];
  }
  const ofOne = [kinds[kind as keyof typeof kinds]];
  const places = [...document.text.matchAll(/sh:[a-z]\w*|ex:Once\b/g)];
  const file = { document, documents: [document], analyses: [], stores: [] };
  for (let i = 0; i < mostPlaces && places.length > 0; i++) {
    const { index } = places[(first + i * 5) % places.length]!;
    const found = refactorings(file, { start: index, end: index }, [], { ofOne, ofSeveral: [] });
    const ofKind = found.filter(({ title }) => title.startsWith(kind));
    if (ofKind.length > 0) return ofKind[first % ofKind.length];
  }
  return undefined;
}

const mostPlaces = 25;

/** The shapes, with what a refactoring looks for. */
function planted(
  kind: RefactoringKind,
  statements: readonly string[],
  [from, to]: readonly [number, number, number],
): readonly string[] {
  const documents = statements.map((text, i) => new TurtleDocument(`urn:${i}`, 1, prelude + text));
  const found = documents.flatMap((document) =>
    document.graph.withPredicate(sh.property).flatMap((triple) =>
      document.sources.occurrences(triple).flatMap(({ statement, objectTerm }) => {
        if (objectTerm?.kind !== 'propertyList') return [];
        const { start, end } = rangeIn(statement, objectTerm);
        return [document.text.slice(start, end)];
      }),
    ),
  );
  const simple = found.filter((each) => simplePath.test(each));
  const all = kind === 'Move' || kind === 'Merge' ? simple : found;
  const one = all[from % Math.max(1, all.length)] ?? '[ sh:path ex:p ; sh:maxCount 0 ; sh:nodeKind sh:IRI ]';
  const more = [...statements];
  const add = (at: number, shape: string) => {
    const i = at % more.length;
    more[i] = more[i]?.replace(/\.$/, `; sh:property ${shape} .`) ?? '';
  };
  if (kind === 'Extract') add(to, one);
  if (kind === 'Extract' || kind === 'Move' || kind === 'Merge') add(to + 1, one);
  const path = simplePath.exec(one)?.[1];
  if (kind === 'Move') add(to + 1, `[ sh:path ${path} ; sh:minCount 1 ; sh:nodeKind sh:Literal ]`);
  if (kind === 'Merge') add(to + 1, `[ sh:path ${path} ; sh:minCount 1 ]`);
  if (kind.startsWith('Write')) {
    const choices = kind === 'Write the list' ? lists : alternatives;
    add(to, `[ sh:path ex:${'pqr'[from % 3]} ; ${choices[to % choices.length]} ]`);
  }
  if (kind === 'Inline') {
    add(to, 'ex:Once');
    more.push(`ex:Once ${one.slice(1, -1)} .`);
  }
  return more;
}

const lists = ['sh:class ( ex:C ex:D )', 'sh:datatype ( xsd:string xsd:integer )'];
const alternatives = [
  'sh:or ( [ sh:class ex:C ] [ sh:class ex:D ] )',
  'sh:or ( [ sh:datatype xsd:string ] [ sh:datatype xsd:integer ] ) ; sh:severity sh:Info',
];

const simplePath = /^\[ sh:path (\w+:\w+) ;/;

const prelude = [
  'ex: <http://example.org/ns#>',
  'sh: <http://www.w3.org/ns/shacl#>',
  'rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>',
  'rdfs: <http://www.w3.org/2000/01/rdf-schema#>',
  'xsd: <http://www.w3.org/2001/XMLSchema#>',
]
  .map((each) => `@prefix ${each} . `)
  .join('');

async function resultsOf(unit: RepairUnit): Promise<readonly Violation[]> {
  return (await validated(unit)).recorded.result.violations;
}

function keyWith(severities: boolean, components = true): (result: Violation) => string {
  return ({ focusNode, path, resultPath, component, value, severity }) => {
    const way = path === undefined ? resultPath : JSON.stringify(path);
    return [focusNode, way, components ? terms.value(component) : '', value, severities ? severity : ''].join(
      ' ',
    );
  };
}

function commentsOf({ text, comments }: TurtleDocument): readonly string[] {
  return comments.map(({ start, end }) => text.slice(start, end).trim()).sort((a, b) => (a < b ? -1 : 1));
}
