import type { TextRange } from '../../../base/textRange.ts';
import type { TermId } from '../../../rdf/terms.ts';
import { StatementMemo } from '../../../rdf/turtle/statementMemo.ts';
import {
  type PredicateNode,
  type PropertyListNode,
  rangeIn,
  type TriplesStatement,
} from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { WrittenStatement } from '../../../rdf/turtle/writtenStatement.ts';
import { rdf, sh } from '../../../rdf/vocab.ts';
import { labelRanks, RankedTexts, ranked } from '../labels/labels.ts';

/** A subject where a statement describes it. */
export interface DescribedSubject {
  /** Where the statement starts. */
  readonly start: number;
  /** What the statement says by itself: the same object in all versions of the document that have the statement. */
  readonly own: StatementSaid;
  /** What all statements of the document say about the subject; that of `own` where it is the only one. */
  readonly said: Said;
}

/** What says what a subject is called, and what it is. */
export interface Said {
  readonly labels: RankedTexts;
  readonly types: readonly TermId[];
}

/** A value of sh:property in brackets. Ranges are from the start of its statement. */
export interface BracketShape {
  readonly range: TextRange;
  /** Of the value of sh:path. */
  readonly path: TextRange | undefined;
  readonly names: RankedTexts;
  readonly shapes: readonly BracketShape[];
}

/** The subjects of the statements of a document, in order. Statements that an edit leaves alone are not read again. */
export function describedSubjects(document: TurtleDocument): readonly DescribedSubject[] {
  const statements: { readonly own: StatementSaid; readonly start: number }[] = [];
  const all = new Map<TermId, Said>();
  document.forDerived(saidIn, (own, start) => {
    if (own === undefined) return;
    statements.push({ own, start });
    const before = all.get(own.id);
    all.set(own.id, before ? both(before, own) : own);
  });
  return statements.map(({ own, start }) => ({ own, start, said: all.get(own.id)! }));
}

/** What a statement says about its subject. Ranges are from its start. */
export interface StatementSaid extends Said {
  readonly id: TermId;
  readonly subject: TextRange;
  readonly length: number;
  /** The property shapes that the statement has in brackets. */
  readonly shapes: readonly BracketShape[];
}

const saidIn = new StatementMemo(readStatement);

function readStatement(statement: WrittenStatement): StatementSaid | undefined {
  const { subject, length } = statement;
  if (subject === undefined) return undefined;
  const { id, start, end } = subject;
  const labels = new RankedTexts(labelRanks);
  const types: TermId[] = [];
  let hasShapes = false;
  statement.visit({
    triple(described, predicate, object) {
      if (described !== id) return;
      if (predicate === rdf.type) {
        if (!types.includes(object)) types.push(object);
      } else if (predicate === sh.property) hasShapes = true;
      else labels.add(predicate, object);
    },
  });
  const shapes = hasShapes ? bracketShapes(statement.nodes() as TriplesStatement) : none;
  return { id, subject: { start, end }, length, labels, types, shapes };
}

const none: readonly never[] = [];

function both(a: Said, b: Said): Said {
  const labels = new RankedTexts(labelRanks);
  labels.addAll(a.labels);
  labels.addAll(b.labels);
  return { labels, types: [...new Set([...a.types, ...b.types])] };
}

/** The values of sh:property in the brackets of a statement, with theirs inside. */
function bracketShapes(statement: TriplesStatement): readonly BracketShape[] {
  const inside = (predicates: readonly PredicateNode[], depth: number): readonly BracketShape[] =>
    predicates
      .filter(({ verb }) => verb.id === sh.property)
      .flatMap(({ objects }) => objects)
      .flatMap(({ term }) => (term.kind === 'propertyList' ? shapeOf(term, depth) : []));
  const shapeOf = (node: PropertyListNode, depth: number): BracketShape => {
    const path = node.predicates.find(({ verb }) => verb.id === sh.path)?.objects[0]?.term;
    const names = new RankedTexts(shapeName);
    for (const { verb, objects } of node.predicates) {
      for (const { term } of objects) names.add(verb.id, term.id);
    }
    return {
      range: rangeIn(statement, node),
      path: path && rangeIn(statement, path),
      names,
      shapes: depth < deepest ? inside(node.predicates, depth + 1) : none,
    };
  };
  return inside(statement.predicates, 1);
}

const shapeName = ranked([sh.name]);

/** Outlines show no more levels in a useful way. */
const deepest = 8;
