import { nearestOf } from '../../../base/editDistance.ts';
import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf, sh } from '../../../rdf/vocab.ts';
import { shapeRefsOf } from '../../shapesGraph/shapeRefs.ts';
import type { LintedFile } from '../lintedFile.ts';
import { changeTo } from '../remedies.ts';
import type { ShapesMistake } from '../shapesMistake.ts';

/** Types that do not fit what a shape has, parameters that need another one, and names of shapes that nobody describes. */
export function* shapeStructure(file: LintedFile): Iterable<ShapesMistake> {
  yield* typesAgainstPaths(file);
  yield* withoutPath(file);
  yield* withoutPartner(file);
  yield* misspeltShapes(file);
}

/** A node shape has no sh:path, a property shape has one (SHACL 2.2, 2.3). */
function* typesAgainstPaths(file: LintedFile): Iterable<ShapesMistake> {
  const { graph } = file;
  for (const id of file.document.graph.subjects(rdf.type, sh.NodeShape)) {
    if (graph.objects(id, sh.path).length === 0) continue;
    const statement = { subject: id, predicate: rdf.type, object: sh.NodeShape };
    const written = file.statement(statement);
    if (!written) continue;
    yield {
      severity: 'warning',
      message: `${nameOf(id, file)} has a sh:path, so it is a property shape, not a sh:NodeShape.`,
      range: written.object,
      statement,
      remedies: graph.has(id, rdf.type, sh.PropertyShape)
        ? []
        : [changeTo(file, written.object, sh.PropertyShape)],
    };
  }
}

function* withoutPath(file: LintedFile): Iterable<ShapesMistake> {
  const { graph } = file;
  for (const id of file.document.graph.subjects(rdf.type, sh.PropertyShape)) {
    if (graph.objects(id, sh.path).length > 0 || hasMisspeltPath(id, file)) continue;
    const statement = { subject: id, predicate: rdf.type, object: sh.PropertyShape };
    const written = file.statement(statement);
    if (!written) continue;
    // What has targets and properties was meant to judge nodes.
    const isNodeShape = [
      sh.targetClass,
      sh.targetNode,
      sh.targetSubjectsOf,
      sh.targetObjectsOf,
      sh.property,
    ].some((property) => graph.objects(id, property).length > 0);
    yield {
      severity: 'error',
      message: `${nameOf(id, file)} is a sh:PropertyShape without a sh:path. The shape is not checked.`,
      range: written.object,
      statement,
      remedies: isNodeShape ? [changeTo(file, written.object, sh.NodeShape)] : [],
    };
  }
  for (const triple of file.stated(sh.property)) {
    const { object } = triple;
    const isUntyped = !graph.has(object, rdf.type, sh.PropertyShape);
    if (terms.isLiteral(object) || !isUntyped || file.isList(object)) continue;
    if (graph.objects(object, sh.path).length > 0 || hasMisspeltPath(object, file)) continue;
    if (!file.describes(object) && terms.isIri(object)) continue;
    const written = file.statement(triple);
    if (!written) continue;
    const range = terms.isBlank(object) ? written.predicate : written.object;
    yield {
      severity: 'error',
      message: `The value of sh:property is a property shape, and ${terms.isBlank(object) ? 'this one' : file.term(object)} has no sh:path, so nothing says which values it is about.`,
      range,
      statement: triple,
      remedies:
        terms.isIri(object) && graph.has(object, rdf.type, sh.NodeShape)
          ? [changeTo(file, written.predicate, sh.node, false)]
          : [],
    };
  }
}

/** True when another property of SHACL is probably a misspelt sh:path. */
function hasMisspeltPath(id: TermId, { graph }: LintedFile): boolean {
  return graph
    .outgoing(id)
    .some(
      ({ predicate }) =>
        namespaceOf(terms.value(predicate)) === namespaceOf(terms.value(sh.path)) &&
        nearestOf(localName(terms.value(predicate)).toLowerCase(), ['path'], 1, (name) => name) !== undefined,
    );
}

/** Parameters that say nothing without another one. */
const partners = [
  [sh.flags, sh.pattern],
  [sh.ignoredProperties, sh.closed],
  [sh.qualifiedMinCount, sh.qualifiedValueShape],
  [sh.qualifiedMaxCount, sh.qualifiedValueShape],
  [sh.qualifiedValueShapesDisjoint, sh.qualifiedValueShape],
] as const;

function* withoutPartner(file: LintedFile): Iterable<ShapesMistake> {
  for (const [parameter, partner] of partners) {
    for (const triple of file.stated(parameter)) {
      if (file.graph.objects(triple.subject, partner).length > 0) continue;
      const written = file.statement(triple);
      if (!written) continue;
      const closing = `${file.print(sh.closed, written.predicate.start)} true ; `;
      const at = { start: written.predicate.start, end: written.predicate.start };
      yield {
        severity: 'warning',
        message: `${file.term(parameter)} says nothing without ${file.term(partner)}, which this shape lacks.`,
        range: written.predicate,
        statement: triple,
        remedies:
          partner === sh.closed
            ? [{ title: 'Add sh:closed true', isSlip: false, edits: () => [{ range: at, newText: closing }] }]
            : [],
      };
    }
  }
  for (const triple of file.stated(sh.qualifiedValueShape)) {
    const { subject } = triple;
    const counts = [sh.qualifiedMinCount, sh.qualifiedMaxCount];
    if (counts.some((count) => file.graph.objects(subject, count).length > 0)) continue;
    const written = file.statement(triple);
    if (!written) continue;
    const at = { start: written.predicate.start, end: written.predicate.start };
    yield {
      severity: 'warning',
      message:
        'sh:qualifiedValueShape says nothing without sh:qualifiedMinCount or sh:qualifiedMaxCount, which this shape lacks.',
      range: written.predicate,
      statement: triple,
      remedies: [
        {
          title: 'Ask for at least one such value',
          isSlip: false,
          edits: () => [{ range: at, newText: `${file.print(sh.qualifiedMinCount, at.start)} 1 ; ` }],
        },
      ],
    };
  }
}

/** A shape that is referred to, and that nobody describes, next to one of nearly the same name. */
function* misspeltShapes(file: LintedFile): Iterable<ShapesMistake> {
  const named = file.shapes.shapes.filter(({ id }) => terms.isIri(id) && file.describes(id));
  const seen = new Set<string>();
  for (const { constraints } of file.shapes.shapes) {
    for (const constraint of constraints) {
      for (const ref of shapeRefsOf(constraint)) {
        if (!terms.isIri(ref) || file.describes(ref)) continue;
        const { shape, parameter, parameterValue } = constraint;
        const name = localName(terms.value(ref)).toLowerCase();
        const near = nearestOf(
          name,
          named.filter(({ id }) => namespaceOf(terms.value(id)) === namespaceOf(terms.value(ref))),
          name.length < 5 ? 1 : 2,
          ({ id }) => localName(terms.value(id)).toLowerCase(),
        );
        const statement = { subject: shape, predicate: parameter, object: parameterValue };
        const written = file.statement(statement);
        if (!near || !written) continue;
        const range = written.memberPlaces(ref)[0] ?? written.object;
        if (seen.has(`${range.start}`)) continue;
        seen.add(`${range.start}`);
        yield {
          severity: 'warning',
          message: `No linked file describes the shape ${file.term(ref)}, so nothing is checked against it. Did you mean ${file.term(near.id)}?`,
          range,
          statement,
          remedies: [changeTo(file, range, near.id)],
        };
      }
    }
  }
}

function nameOf(id: TermId, file: LintedFile): string {
  return terms.isBlank(id) ? 'This shape' : file.term(id);
}
