import { type TermId, terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { rdf, sh, xsd } from '../../rdf/vocab.ts';
import type * as api from './api.ts';
import type {
  DataFactory,
  NamedNode,
  ParsedTurtle,
  ParseOptions,
  Quad,
  ResultDetail,
  Term,
  ValidationReport,
} from './api.ts';
import { applyUpdate } from './applyUpdate.ts';
import { dataFactory } from './dataFactory.ts';
import type { OtherThread } from './otherThread.ts';
import { defaultUri } from './readInput.ts';
import { applyRepair, repair } from './repair.ts';
import { quadKey, TermWriter } from './termKey.ts';
import { compileShapes, validate } from './validate.ts';
import { locationOf } from './validationReport.ts';

/*
 * Results for callers hold no ids of terms, so when nothing is being worked on, the dictionary of terms is emptied. Tests,
 * which share it, import the functions themselves.
 */

/** @param thread takes over work that would block the event loop. */
export function libraryWith(thread?: OtherThread): typeof api {
  return {
    validate: (input, options) => forgettingTerms(() => validate(input, options, thread)),
    repair: (input, options) => forgettingTerms(() => repair(input, options, thread)),
    applyUpdate: (data, update, options) => forgettingTerms(() => applyUpdate(data, update, options, thread)),
    compileShapes(shapes, options) {
      const compiled = compileShapes(shapes, options, thread);
      return {
        validate: (...given) => forgettingTerms(() => compiled.validate(...given)),
        repair: (...given) => forgettingTerms(() => compiled.repair(...given)),
      };
    },
    parseTurtle(...args) {
      try {
        return parseTurtle(...args);
      } finally {
        forgetTerms();
      }
    },
    applyRepair,
    reportQuads,
  };
}

let running = 0;

/** Does work, after which the terms are forgotten if they are many and no other work needs them. */
export async function forgettingTerms<Result>(work: () => Promise<Result>): Promise<Result> {
  running++;
  try {
    return await work();
  } finally {
    running--;
    forgetTerms();
  }
}

/** Below this, the terms of a frequently used vocabulary stay known. */
const manyTerms = 50_000;

function forgetTerms(): void {
  if (running === 0 && terms.size > manyTerms) terms.sweep(() => {});
}

/** See api.ts. */
export function parseTurtle(
  text: string,
  { uri = defaultUri('data'), factory = dataFactory }: ParseOptions = {},
): ParsedTurtle {
  const document = new TurtleDocument(uri, 0, text);
  const write = new TermWriter(factory, new Map());
  return {
    quads: Array.from(document.graph.triples(), (triple) => write.quad(triple)),
    prefixes: Object.fromEntries(document.prefixes),
    errors: document.errors.map(({ range, message }) => ({
      severity: 'error',
      kind: 'syntax',
      message,
      uri,
      location: locationOf({ document, range }),
    })),
  };
}

/** See api.ts. */
export function reportQuads(
  { verdict, results }: Pick<ValidationReport, 'verdict' | 'results'>,
  { factory = dataFactory }: { readonly factory?: DataFactory } = {},
): Quad[] {
  if (verdict === 'undecided' || verdict === 'unlinked') return [];
  const writer = new ReportWriter(factory);
  const report = factory.blankNode() as Term;
  writer.add(report, rdf.type, writer.iri(sh.ValidationReport));
  const leavesConforming = ({ severity }: ResultDetail) =>
    severity.value === terms.value(sh.Debug) || severity.value === terms.value(sh.Trace);
  const value = String(results.every(leavesConforming));
  const conforms = factory.literal(value, writer.iri(xsd.boolean)) as Term;
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

  /** Adds a result, and returns its node. */
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
