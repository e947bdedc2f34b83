import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, sh, xsd } from '../../rdf/vocab.ts';
import type { DataFactory, NamedNode, Quad, ResultDetail, Term, ValidationReport } from './api.ts';
import { dataFactory } from './dataFactory.ts';
import { quadKey } from './termKey.ts';

/** See api.ts. */
export function reportQuads(
  { verdict, results }: Pick<ValidationReport, 'verdict' | 'results'>,
  { factory = dataFactory }: { readonly factory?: DataFactory } = {},
): Quad[] {
  if (verdict === 'undecided' || verdict === 'unlinked') return [];
  const writer = new ReportWriter(factory);
  const report = factory.blankNode() as Term;
  writer.add(report, rdf.type, writer.iri(sh.ValidationReport));
  const conforms = factory.literal(String(results.length === 0), writer.iri(xsd.boolean)) as Term;
  writer.add(report, sh.conforms, conforms);
  for (const result of results) writer.add(report, sh.result, writer.result(result));
  return [...new Map(writer.quads.map((quad) => [quadKey(quad), quad])).values()];
}

class ReportWriter {
  readonly quads: Quad[] = [];
  readonly #factory: DataFactory;

  constructor(factory: DataFactory) {
    this.#factory = factory;
  }

  iri(id: TermId): NamedNode {
    return this.#factory.namedNode(terms.value(id)) as NamedNode;
  }

  add(subject: Term, predicate: TermId, object: Term | null): void {
    if (object === null) return;
    this.quads.push(this.#factory.quad(subject, this.iri(predicate), object) as Quad);
  }

  /** Adds a result, and returns the node that stands for it. */
  result(result: ResultDetail): Term {
    const node = this.#factory.blankNode() as Term;
    this.add(node, rdf.type, this.iri(sh.ValidationResult));
    this.add(node, sh.focusNode, result.focusNode);
    this.add(node, sh.resultPath, result.path);
    this.add(node, sh.value, result.value);
    this.add(node, sh.resultSeverity, result.severity);
    this.add(node, sh.sourceConstraintComponent, result.sourceConstraintComponent);
    this.add(node, sh.sourceShape, result.sourceShape);
    this.add(node, sh.sourceConstraint, result.sourceConstraint);
    for (const message of result.messages) this.add(node, sh.resultMessage, message);
    for (const detail of result.details) this.add(node, sh.detail, this.result(detail));
    this.quads.push(...result.pathQuads);
    return node;
  }
}
