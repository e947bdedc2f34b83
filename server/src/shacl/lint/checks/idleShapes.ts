import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, sh } from '../../../rdf/vocab.ts';
import type { Shape } from '../../model/shape.ts';
import { type LintedFile, listedNames } from '../lintedFile.ts';
import { shaclProperties } from '../shaclVocabulary.ts';
import type { ShapesMistake } from '../shapesMistake.ts';

/** Reports unused shapes in one message, and property shapes that repeat another one of the same shape. */
export function* idleShapes(file: LintedFile, earlier: readonly ShapesMistake[]): Iterable<ShapesMistake> {
  // What else is wrong may be why nothing leads to them.
  if (earlier.every(({ severity }) => severity === 'information')) yield* unreachableShapes(file);
  yield* repeatedShapes(file);
}

/** In a file without targets, they all are for files that are not linked. */
function* unreachableShapes(file: LintedFile): Iterable<ShapesMistake> {
  const { shapes } = file.shapes;
  if (shapes.every(({ targets }) => targets.length === 0)) return;
  const found = shapes.filter((shape) => isUnreachable(shape, file));
  const [first] = found;
  const place = first && file.document.sources.described(first.id)[0];
  if (!place) return;
  const names = found.map(({ id }) => file.term(id));
  yield {
    severity: 'information',
    message:
      names.length === 1
        ? `Nothing leads to the shape ${names[0]}: it has no target, and no linked file refers to it, so it checks nothing.`
        : `Nothing leads to ${names.length} shapes: they have no target, and no linked file refers to them, so they check nothing: ${listedNames(names)}.`,
    range: { start: place.start, end: place.end },
    statement: undefined,
    remedies: [],
  };
}

function isUnreachable({ id, targets, constraints }: Shape, file: LintedFile): boolean {
  const { graph, document } = file;
  if (!terms.isIri(id) || targets.length > 0 || constraints.length === 0) return false;
  if (document.graph.outgoing(id).length === 0 || graph.incoming(id).length > 0) return false;
  // What is not known, or not read, may be a target.
  return graph
    .outgoing(id)
    .every(
      ({ predicate }) =>
        !file.isOf(predicate, namespaces.sh) ||
        (shaclProperties.has(predicate) && !/^target|^rule$/.test(localName(terms.value(predicate)))),
    );
}

function* repeatedShapes(file: LintedFile): Iterable<ShapesMistake> {
  const seen = new Set<string>();
  for (const triple of file.stated(sh.property)) {
    const said = saidBy(triple.object, file);
    if (said === undefined) continue;
    const key = `${triple.subject} ${said}`;
    const written = seen.has(key) ? file.statement(triple) : undefined;
    seen.add(key);
    if (!written) continue;
    yield {
      severity: 'information',
      message:
        'Another property shape of this shape asks for exactly the same, so each of its results comes twice.',
      range: written.place,
      statement: triple,
      remedies: [],
    };
  }
}

/** All that is said about a blank property shape with values that are no blank nodes; undefined for others. */
function saidBy(id: TermId, { graph }: LintedFile): string | undefined {
  const outgoing = graph.outgoing(id);
  if (!terms.isBlank(id) || graph.objects(id, sh.path).length !== 1) return undefined;
  if (outgoing.some(({ object }) => terms.isBlank(object))) return undefined;
  return outgoing
    .map(({ predicate, object }) => `${predicate} ${object}`)
    .toSorted()
    .join();
}
