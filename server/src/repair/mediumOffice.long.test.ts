import { expect, test } from 'vitest';
import { applyEdits } from '../base/textEdit.ts';
import type { TermId } from '../rdf/terms.ts';
import { rangeIn } from '../rdf/turtle/syntaxTree.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { problemsOf } from '../testing/checkRepair.ts';
import { describeShared } from '../testing/shared.ts';
import { buildingUnit } from './building.testing.ts';
import { suggestRepairs } from './search/suggestRepairs.ts';

const signal = new AbortController().signal;

describeShared('a building with the Brick ontology', 'brick-buildingmotif', (folder) => {
  test('one repair after the other leaves no result, and every comment where it was', async () => {
    const unit = buildingUnit(folder);
    let data = withComments(unit.documents[0]!);
    const anchors = commentAnchors(data);
    expect(anchors.length).toBeGreaterThan(700);
    let steps = 0;
    for (; steps < 80; steps++) {
      const [problem] = await problemsOf({ ...unit, documents: [data] });
      if (problem === undefined) break;
      const { repairs } = await suggestRepairs(problem, { max: 1 }, signal);
      const [{ edits } = { edits: [] }] = repairs[0]!.verdict.edits;
      data = new TurtleDocument(data.uri, data.version + 1, applyEdits(data.text, edits));
      expect(data.errors).toEqual([]);
    }
    expect(steps).toBe(69);
    expect(await problemsOf({ ...unit, documents: [data] })).toEqual([]);
    expect(commentAnchors(data)).toEqual(anchors);
  });
});

/** The document with a comment behind every statement and every third object. */
function withComments(document: TurtleDocument): TurtleDocument {
  const edits = [];
  let count = 0;
  for (const statement of document.statements) {
    const end = statement.start + statement.length;
    edits.push({ range: { start: end, end }, newText: ` # statement ${edits.length}` });
    if (statement.kind !== 'triples') continue;
    for (const object of statement.predicates.flatMap(({ objects }) => objects)) {
      if (++count % 3 !== 0) continue;
      const at = rangeIn(statement, object.term).end;
      edits.push({ range: { start: at, end: at }, newText: ` # object ${edits.length}\n   ` });
    }
  }
  return new TurtleDocument(document.uri, document.version, applyEdits(document.text, edits));
}

/**
 * Each comment with what it stands behind: the object, or the subject of the statement. Behind the end of a statement
 * it may come to stand behind what was its last object, which it was written beside.
 */
function commentAnchors(
  document: TurtleDocument,
): readonly (readonly [comment: string, anchor: TermId | undefined])[] {
  const ends: { readonly at: number; readonly anchor: TermId | undefined; readonly kind: string }[] = [];
  for (const statement of document.statements) {
    const subject = statement.kind === 'triples' ? statement.subject.id : undefined;
    ends.push({ at: statement.start, anchor: subject, kind: 'statement' });
    if (statement.kind !== 'triples') continue;
    for (const { term } of statement.predicates.flatMap(({ objects }) => objects)) {
      ends.push({ at: rangeIn(statement, term).end, anchor: term.id, kind: 'object' });
    }
  }
  return document.comments.map(({ start, end }) => {
    const text = document.text.slice(start, end);
    const before = ends.filter(({ at, kind }) => at <= start && text.startsWith(`# ${kind}`));
    const nearest = before.reduce(
      (best, candidate) => (candidate.at > best.at ? candidate : best),
      before[0]!,
    );
    return [text, nearest?.anchor];
  });
}
