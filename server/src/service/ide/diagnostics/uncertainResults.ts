import { counted } from '../../../base/counted.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TriplesStatement } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { sh } from '../../../rdf/vocab.ts';
import { componentOf } from '../../../shacl/components/index.ts';
import type { Constraint } from '../../../shacl/model/shape.ts';
import type { UncheckedPart, Violation } from '../../../shacl/model/violation.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
import { fileNameOfUri } from '../../../workspace/project/uris.ts';
import type { UnitGraphs } from '../unitGraphs.ts';

/**
 * Withholds results that may be caused only by a syntax error: something is missing at a node whose statement could not
 * be read completely. The withheld results are reported as not checked, so that their absence is not taken for
 * conformance.
 */
export class UncertainResults {
  readonly #broken: ReadonlyMap<TermId, { readonly document: TurtleDocument; readonly line: number }>;
  readonly #print: TermPrinter;
  readonly #held = new Set<TermId>();

  constructor(documents: readonly TurtleDocument[], print: TermPrinter) {
    this.#broken = new Map(documents.flatMap((document) => [...brokenSubjects(document)]));
    this.#print = print;
  }

  /** The results that are certain. */
  withhold(violations: readonly Violation[]): readonly Violation[] {
    if (this.#broken.size === 0) return violations;
    return violations.filter(({ constraint, focusNode }) => {
      if (!isAboutMissing(constraint) || !this.#broken.has(focusNode)) return true;
      this.#held.add(focusNode);
      return false;
    });
  }

  /** The message that replaces all results that were withheld so far. */
  get notChecked(): readonly UncheckedPart[] {
    return [...this.#held].map((focusNode) => {
      const { document, line } = this.#broken.get(focusNode)!;
      const place = `${fileNameOfUri(document.uri)}, line ${line + 1}`;
      return {
        reason: `${place}: a syntax error in the statement about ${this.#print(focusNode)}; missing values are reported once the error is fixed.`,
        uri: document.uri,
        // The syntax error alone leaves the verdict undecided.
        concerns: [],
      };
    });
  }
}

/** True for constraints whose results report something missing, which may be in the unreadable part of the text. */
function isAboutMissing(constraint: Constraint): boolean {
  return componentOf(constraint).shownAt === 'focusNode';
}

function* brokenSubjects(
  document: TurtleDocument,
): Iterable<readonly [TermId, { readonly document: TurtleDocument; readonly line: number }]> {
  // A statement may have any number of errors; the last one is reported.
  const statements = new Map<TriplesStatement, number>();
  for (const { range } of document.errors) {
    for (const offset of [range.start, range.end]) {
      const statement = document.sources.statementAt(offset);
      if (statement?.kind === 'triples') statements.set(statement, range.start);
    }
  }
  for (const [statement, start] of statements) {
    const { line } = document.lines.positionAt(start);
    for (const subject of subjectsOf(statement)) yield [subject, { document, line }];
  }
}

/** All nodes that a statement describes: its subject and its blank nodes. */
function subjectsOf(statement: TriplesStatement): ReadonlySet<TermId> {
  const subjects = new Set([statement.subject.id]);
  statement.visit({ triple: (subject) => subjects.add(subject) });
  return subjects;
}

/**
 * Reports statements in shapes with properties from an ontology that could not be imported. Most likely they are custom
 * constraints, such as `constraint:exactCount 3`, which are not evaluated.
 */
export function unrecognisedConstraints(
  { linked, input }: UnitGraphs,
  print: TermPrinter,
): readonly UncheckedPart[] {
  const { unresolvedImports } = linked;
  return input.shapes.foreignStatements.flatMap(({ subject, predicate }) => {
    const from = unresolvedImports.find((iri) => terms.value(predicate).startsWith(iri));
    if (from === undefined) return [];
    const reason = `${print(predicate)} of ${print(subject)} comes from <${from}>, which is not linked: if it is a constraint, it is not evaluated.`;
    // The unresolved import alone leaves the verdict undecided.
    return [{ reason, shape: subject, concerns: [] }];
  });
}

/**
 * Reports nodes of the data that sh:shape of SHACL 1.2 requires to conform to a node that is not a shape of the linked
 * files, even where only a store states this.
 */
export function unknownShapes({ data, input }: UnitGraphs, print: TermPrinter): readonly UncheckedPart[] {
  const { shapes, dataGraph } = input;
  const unknown = dataGraph.withPredicate(sh.shape).filter(({ object }) => shapes.get(object) === undefined);
  return data.flatMap(({ uri, graph }) => {
    const [first, ...others] = unknown.filter(({ subject }) => graph.outgoing(subject).length > 0);
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : ` (and ${counted(others.length, 'more statement')} of the kind)`;
    const reason = `${print(first.subject)} is to conform to ${print(first.object)} by sh:shape${more}, and the linked files have no such shape. Link the file that describes it.`;
    return [{ reason, uri, concerns: 'anyNode' as const }];
  });
}
