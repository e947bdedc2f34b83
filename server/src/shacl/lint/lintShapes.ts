import type { TextRange } from '../../base/textRange.ts';
import { isRespelling } from '../../rdf/iri.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { StatementFinds } from '../../rdf/turtle/statementMemo.ts';
import { statementRange } from '../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { namespaces, rdf, sh } from '../../rdf/vocab.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { contradictoryShapes } from './checks/conjunctions.ts';
import { contradictions } from './checks/contradictions.ts';
import { misspeltOwnNames, misspeltTerms, respeltNamespaces } from './checks/misspeltNames.ts';
import { mistakenRoles } from './checks/mistakenRoles.ts';
import { readersFindings } from './checks/readersFindings.ts';
import { regularExpressions } from './checks/regularExpressions.ts';
import { shapeStructure } from './checks/shapeStructure.ts';
import { idleShapes, unknownPlaceholders, vacuities } from './checks/withoutEffect.ts';
import { wrongValues } from './checks/wrongValues.ts';
import { LintedFile } from './lintedFile.ts';
import { shaclProperties } from './shaclVocabulary.ts';
import type { ShapesMistake } from './shapesMistake.ts';

/** All checks. If two concern one statement, the earlier one takes precedence. */
const checks: readonly ((file: LintedFile, earlier: readonly ShapesMistake[]) => Iterable<ShapesMistake>)[] =
  [
    respeltNamespaces,
    misspeltTerms,
    wrongValues,
    mistakenRoles,
    regularExpressions,
    shapeStructure,
    contradictions,
    contradictoryShapes,
    readersFindings,
    misspeltOwnNames,
    idleShapes,
    vacuities,
    unknownPlaceholders,
  ];

/** The checks that depend on all that is stated about a shape, of which a statement with a syntax error has only parts. */
const ofWholeShapes: ReadonlySet<(typeof checks)[number]> = new Set([
  shapeStructure,
  contradictions,
  contradictoryShapes,
  readersFindings,
  idleShapes,
  vacuities,
]);

/**
 * True for files that describe shapes, or try to: they use the namespace of SHACL, and not only to declare prefixes, as
 * headers of ontologies do.
 */
export function mayHaveShapes(document: TurtleDocument): boolean {
  const declared = [...document.prefixes.values()];
  if (declared.some((namespace) => isRespelling(namespaces.sh, namespace))) return true;
  if (!declared.includes(namespaces.sh)) return false;
  for (const _ of document.found(aboutShapes)) return true;
  return false;
}

const aboutShapes = new StatementFinds((statement) => {
  let isAboutShapes: true | undefined;
  const triple = (_: TermId, predicate: TermId, object: TermId) => {
    if (predicate === rdf.type ? isClassOfShapes(object) : isPropertyOfShapes(predicate))
      isAboutShapes = true;
  };
  statement.visit({ triple });
  return isAboutShapes;
});

function isClassOfShapes(type: TermId): boolean {
  return terms.isIri(type) && type !== sh.PrefixDeclaration && terms.value(type).startsWith(namespaces.sh);
}

function isPropertyOfShapes(property: TermId): boolean {
  return shaclProperties.has(property) && !ofPrefixDeclarations.has(property);
}

const ofPrefixDeclarations: ReadonlySet<TermId> = new Set([sh.declare, sh.prefix, sh.namespace]);

/**
 * The problems of a shapes file, one message for each mistake, in the order of the text.
 *
 * @param shapes the shapes graph that the file is part of.
 */
export function lintShapes(document: TurtleDocument, shapes: ShapesGraph): readonly ShapesMistake[] {
  const file = new LintedFile(document, shapes);
  const found: ShapesMistake[] = [];
  const statements = new Set<string>();
  const { errors } = document;
  const broken =
    errors.length === 0
      ? []
      : document.statements.map(statementRange).filter((each) => holdsOneOf(errors, each));
  for (const check of checks) {
    for (const mistake of check(file, found)) {
      if (errors.some(({ range }) => isWithin(range, mistake.range))) continue;
      if (ofWholeShapes.has(check) && broken.some((each) => isWithin(mistake.range, each))) continue;
      const key = mistake.statement && tripleKey(mistake.statement);
      if (key !== undefined && statements.has(key)) continue;
      if (found.some((earlier) => isWithin(earlier.range, mistake.range))) continue;
      if (key !== undefined) statements.add(key);
      // Remedies are written as Turtle.
      found.push(document.libraryFormat ? withoutEdits(mistake) : mistake);
    }
  }
  return found.sort((a, b) => a.range.start - b.range.start);
}

function holdsOneOf(errors: TurtleDocument['errors'], statement: TextRange): boolean {
  return errors.some(({ range }) => statement.start <= range.start && range.start <= statement.end);
}

function withoutEdits({ remedies: [first], ...mistake }: ShapesMistake): ShapesMistake {
  return { ...mistake, remedies: [], ...(first && { byHand: first.title }) };
}

/** A mistake in a part of a value makes the whole value wrong; that is one mistake. */
function isWithin(inner: TextRange, outer: TextRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
