import { planEdits } from '../../../rdf/edits/planEdits.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { sh } from '../../../rdf/vocab.ts';
import { explainConstraint } from '../../../shacl/results/explain.ts';
import type { Refactoring, ShapeAtCursor } from './refactoring.ts';

/** Adds properties of a shape's results: a message that states its requirement, and a severity. */
export function describeShape(at: ShapeAtCursor): Iterable<Refactoring> {
  return described([at], '', 'what the shape asks for');
}

/** Adds the same to several shapes, each with its own message. */
export function* describeShapes(shapes: readonly ShapeAtCursor[]): Iterable<Refactoring> {
  const all = shapes.filter(asksItself);
  if (all.length > 1) yield* described(all, ` to these ${all.length} shapes`, 'what each of them asks for');
}

function* described(shapes: readonly ShapeAtCursor[], toThese: string, asked: string): Iterable<Refactoring> {
  const [first] = shapes;
  if (first === undefined || !shapes.every(asksItself)) return;
  const { document, term } = first;
  function* adding(title: string, added: readonly Triple[]): Iterable<Refactoring> {
    const plan = planEdits(document, { removed: [], added });
    if (plan.kind === 'edits')
      yield { title, kind: 'refactor.rewrite', edits: plan.edits, kept: 'all but severities' };
  }
  const messages = shapes.flatMap(messageFor);
  if (messages.length === shapes.length) yield* adding(`Add sh:message${toThese}, with ${asked}`, messages);
  if (shapes.some(({ shape, shapes: { graph } }) => graph.objects(shape.id, sh.severity).length > 0)) return;
  for (const [severity, consequence] of severities) {
    const triples = shapes.map(({ shape }) => ({
      subject: shape.id,
      predicate: sh.severity,
      object: severity,
    }));
    yield* adding(`Add sh:severity ${term(severity)}${toThese}${consequence}`, triples);
  }
}

const severities: readonly (readonly [severity: TermId, consequence: string])[] = [
  [sh.Violation, ', which is the default'],
  [sh.Warning, ': results become warnings, and no other results change'],
  [sh.Info, ': results become information, and no other results change'],
];

/** Whether a shape is described at its place and has results of its own. */
function asksItself({ document, shape, node }: ShapeAtCursor): boolean {
  const isDescribed = document.sources.blocks(shape.id).some(({ subject }) => subject === node);
  return isDescribed && shape.constraints.some(({ kind }) => kind !== 'property');
}

/** The requirement of a shape as its message; empty where it has one, or where none can be written. */
function messageFor({ shape, shapes, term }: ShapeAtCursor): readonly Triple[] {
  if (shapes.graph.objects(shape.id, sh.message).length > 0) return [];
  const asked = shape.constraints.filter(({ kind }) => kind !== 'property');
  const sentences = asked.map((each) => explainConstraint(each, shapes, term));
  const message = [...new Set(sentences)].join(' ');
  if (/\{[$?]/.test(message) || message.length > longestMessage) return [];
  return [{ subject: shape.id, predicate: sh.message, object: terms.literal(message) }];
}

const longestMessage = 500;
