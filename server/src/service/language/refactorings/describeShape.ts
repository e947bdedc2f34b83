import { planEdits } from '../../../rdf/edits/planEdits.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { sh } from '../../../rdf/vocab.ts';
import { explainConstraint } from '../../../shacl/results/explain.ts';
import type { Refactoring, ShapeAtCursor } from './refactoring.ts';

/** Adds what a shape says of its results: a message that says what it asks for, and a severity. */
export function* describeShape({
  document,
  shape,
  shapes,
  term,
  node,
}: ShapeAtCursor): Iterable<Refactoring> {
  const { id } = shape;
  const isDescribed = document.sources.blocks(id).some(({ subject }) => subject === node);
  const asked = shape.constraints.filter(({ kind }) => kind !== 'property');
  if (!isDescribed || asked.length === 0) return;
  function* adding(title: string, predicate: TermId, object: TermId): Iterable<Refactoring> {
    const plan = planEdits(document, { removed: [], added: [{ subject: id, predicate, object }] });
    if (plan.kind === 'edits')
      yield { title, kind: 'refactor.rewrite', edits: plan.edits, kept: 'all but severities' };
  }
  if (shapes.graph.objects(id, sh.message).length === 0) {
    const sentences = asked.map((each) => explainConstraint(each, shapes, term));
    const message = [...new Set(sentences)].join(' ');
    const braces = /\{[$?]/.test(message);
    if (!braces && message.length <= longestMessage)
      yield* adding('Add sh:message, with what the shape asks for', sh.message, terms.literal(message));
  }
  if (shapes.graph.objects(id, sh.severity).length > 0) return;
  yield* adding('Add sh:severity sh:Violation, which is the default', sh.severity, sh.Violation);
  for (const [severity, word] of [
    [sh.Warning, 'warnings'],
    [sh.Info, 'information'],
  ] as const)
    yield* adding(
      `Add sh:severity ${term(severity)}: results become ${word}, and no others come or go`,
      sh.severity,
      severity,
    );
}

const longestMessage = 500;
