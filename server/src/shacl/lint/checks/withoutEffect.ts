import { counted } from '../../../base/counted.ts';
import { nearestOf } from '../../../base/editDistance.ts';
import { localName } from '../../../rdf/iri.ts';
import { isWellFormed } from '../../../rdf/literals/lexicalForms.ts';
import { isDeclaredClass } from '../../../rdf/schemaTypes.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, sh } from '../../../rdf/vocab.ts';
import { judgesTerm } from '../../components/index.ts';
import type { Constraint, Shape } from '../../model/shape.ts';
import { contradictionsOf } from '../../satisfiability/contradictions.ts';
import { accepts } from '../../satisfiability/termDemands.ts';
import { type LintedFile, type LintedStatement, listedNames, statementOf } from '../lintedFile.ts';
import { shaclProperties } from '../shaclVocabulary.ts';
import { changeTo, rewrite, type ShapesMistake } from '../shapesMistake.ts';

/** Reports unused shapes in one message, and property shapes that repeat another one of the same shape. */
export function* idleShapes(file: LintedFile, earlier: readonly ShapesMistake[]): Iterable<ShapesMistake> {
  // Other mistakes may be the reason why nothing leads to them.
  const isWhole = file.document.errors.length === 0;
  if (isWhole && earlier.every(({ severity }) => severity === 'information')) yield* unreachableShapes(file);
  yield* repeatedShapes(file);
}

/**
 * In a file without targets, they are all meant for files that are not linked, except for a single one that seems to lack
 * its target.
 */
function* unreachableShapes(file: LintedFile): Iterable<ShapesMistake> {
  const { shapes } = file.shapes;
  const found = shapes.filter((shape) => isUnreachable(shape, file));
  const [first] = found;
  const place = first && file.document.sources.described(first.id)[0];
  if (!place) return;
  const asked = found.length === 1 ? classAsked(first, file) : undefined;
  const written = asked && file.statement(statementOf(asked));
  if (!written && shapes.every(({ targets }) => targets.length === 0)) return;
  const names = found.map(({ id }) => file.term(id));
  yield {
    severity: 'information',
    message: written
      ? `Nothing leads to the shape ${names[0]}, so it checks nothing: sh:class asks whether a node is an instance of ${file.term(asked!.parameterValue)}. If all instances are to be checked, use sh:targetClass.`
      : names.length === 1
        ? `Nothing leads to the shape ${names[0]}: it has no target, and no linked file refers to it, so it checks nothing.`
        : `Nothing leads to ${names.length} shapes: they have no target, and no linked file refers to them, so they check nothing: ${listedNames(names)}.`,
    range: written ? written.predicate : { start: place.start, end: place.end },
    statement: undefined,
    remedies: written ? [changeTo(file, written.predicate, sh.targetClass, false)] : [],
  };
}

/** The sh:class of a node shape that has property shapes as well, and is not a class itself. */
function classAsked({ id, kind, constraints }: Shape, { graph }: LintedFile): Constraint | undefined {
  if (isDeclaredClass(id, graph)) return undefined;
  const [asked, ...others] = constraints.filter((each) => each.kind === 'class');
  const isOfNodes = kind === 'node' && constraints.some((each) => each.kind === 'property');
  return isOfNodes && others.length === 0 ? asked : undefined;
}

function isUnreachable({ id, targets, constraints }: Shape, file: LintedFile): boolean {
  const { graph, document } = file;
  if (!terms.isIri(id) || targets.length > 0 || constraints.length === 0) return false;
  if (document.graph.outgoing(id).length === 0 || graph.incoming(id).length > 0) return false;
  // Something unknown or unread may be a target.
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

/** All statements about a blank property shape whose values are not blank nodes; undefined for others. */
function saidBy(id: TermId, { graph }: LintedFile): string | undefined {
  const outgoing = graph.outgoing(id);
  if (!terms.isBlank(id) || graph.objects(id, sh.path).length !== 1) return undefined;
  if (outgoing.some(({ object }) => terms.isBlank(object))) return undefined;
  return outgoing
    .map(({ predicate, object }) => `${predicate} ${object}`)
    .toSorted()
    .join();
}

/** Constraints that no node can violate, and default values that their own shape rejects. */
export function* vacuities(file: LintedFile): Iterable<ShapesMistake> {
  yield* neverViolated(file);
  yield* refusedDefaults(file);
  yield* refusedMembers(file);
}

/**
 * Kinds of constraints that mean to restrict something; it is common for sh:node to lead to a shape without constraints.
 */
const restricting: readonly Constraint['kind'][] = ['minCount', 'qualifiedMinCount', 'or', 'xone', 'not'];

/** Many authors write "optional" as a minimum of 0, so those of a file share one message. */
function* neverViolated(file: LintedFile): Iterable<ShapesMistake> {
  const proofs = contradictionsOf(file.shapes);
  const zeros: Constraint[] = [];
  for (const shape of file.shapes.shapes) {
    if (shape.deactivated) continue;
    for (const constraint of shape.constraints) {
      if (!restricting.includes(constraint.kind) || !file.statement(statementOf(constraint))) continue;
      if (!proofs.excludesViolations(constraint, shape)) continue;
      if ('count' in constraint) {
        // A range that starts with 0 does so on purpose.
        const isRange = shape.constraints.some(({ kind }) => kind === 'qualifiedMaxCount');
        if (constraint.kind === 'minCount' || !isRange) zeros.push(constraint);
        continue;
      }
      const name = file.term(constraint.parameter);
      yield information(file, constraint, `No node can violate this ${name}, so it constrains nothing.`);
    }
  }
  const [first] = zeros;
  if (!first) return;
  const others = counted(zeros.length - 1, 'other statement');
  const also = zeros.length === 1 ? '' : `; so ${zeros.length === 2 ? 'does' : 'do'} ${others} of this file`;
  yield information(file, first, `${file.term(first.parameter)} 0 constrains nothing${also}.`);
}

function information(file: LintedFile, constraint: Constraint, message: string): ShapesMistake {
  const statement = statementOf(constraint);
  return {
    severity: 'information',
    message,
    range: file.statement(statement)!.place,
    statement,
    remedies: [],
  };
}

/** Forms would fill in a value that is immediately a violation. */
function* refusedDefaults(file: LintedFile): Iterable<ShapesMistake> {
  for (const triple of file.stated(sh.defaultValue)) {
    const shape = file.shapes.get(triple.subject);
    const value = triple.object;
    const refusing = shape?.constraints.find((each) => judgesTerm(each) && !accepts(each, value));
    const written = file.statement(triple);
    if (!written || !refusing || terms.isBlank(value)) continue;
    yield {
      severity: 'warning',
      message: `The default value ${file.term(value)} does not conform to ${file.term(refusing.parameter)} ${file.value(refusing.parameterValue)} of the same shape.`,
      range: written.object,
      statement: triple,
      remedies: [],
    };
  }
}

/** Values of sh:in that are not of the kind that their shape asks for. Where none can be, its constraints contradict one another. */
function* refusedMembers(file: LintedFile): Iterable<ShapesMistake> {
  for (const shape of file.shapes.shapes) {
    for (const set of shape.constraints) {
      if (set.kind !== 'in' || shape.deactivated) continue;
      const judging = shape.constraints.filter((each) => each !== set && judgesTerm(each));
      if (!set.members.some((member) => judging.every((each) => accepts(each, member)))) continue;
      for (const refusing of judging) {
        if (refusing.kind !== 'datatype' && refusing.kind !== 'nodeKind') continue;
        const refused = set.members.filter((member) => !accepts(refusing, member));
        if (refused.length === 0) continue;
        const written = file.statement(statementOf(set));
        const [place] = written?.memberPlaces(refused[0]!) ?? [];
        if (!written || !place) continue;
        yield {
          severity: 'warning',
          message: `${file.term(refusing.parameter)} ${file.value(refusing.parameterValue)} of the same shape refuses ${listedNames(refused.map(file.term))}, so sh:in lists ${refused.length === 1 ? 'it' : 'them'} in vain.`,
          range: place,
          statement: statementOf(set),
          remedies: refusing.kind === 'datatype' ? typed(refused, refusing.datatype, written) : [],
        };
      }
    }
  }
}

/** The members with the datatype, where their text is one of its literals. */
function typed(
  members: readonly TermId[],
  datatype: TermId,
  written: LintedStatement,
): ShapesMistake['remedies'] {
  const right = (member: TermId) => terms.literal(terms.value(member), datatype);
  if (!members.every((member) => terms.isLiteral(member) && isWellFormed(right(member)))) return [];
  const edits = members.flatMap((member) =>
    written.memberPlaces(member).map((range) => ({ range, newText: written.print(right(member)) })),
  );
  const texts = [...new Set(edits.map(({ newText }) => newText))];
  return [{ title: `Change to ${listedNames(texts)}`, isSlip: false, edits: () => edits }];
}

/** Placeholders in the message of a shape without anything of that name. */
export function* unknownPlaceholders(file: LintedFile): Iterable<ShapesMistake> {
  for (const triple of file.stated(sh.message)) {
    const shape = file.shapes.get(triple.subject);
    if (shape === undefined || !terms.isLiteral(triple.object)) continue;
    // Queries fill in what they select.
    if (file.graph.objects(shape.id, sh.sparql).length > 0) continue;
    const names = file.graph.outgoing(shape.id).map(({ predicate }) => localName(terms.value(predicate)));
    const known = ['this', 'value', ...(shape.path ? ['PATH', 'path'] : []), ...names];
    const text = terms.value(triple.object);
    const unknown = [...text.matchAll(/\{[$?](\w+)\}/g)].filter(([, name]) => !known.includes(name!));
    const written = unknown.length > 0 && file.statement(triple);
    if (!written) continue;
    const source = file.text(written.lexical);
    let end = 0;
    for (const [placeholder, name = ''] of unknown) {
      const right = nearestOf(name, known, name.length < 5 ? 1 : 2, (each) => each);
      const mended = placeholder.replace(name, right ?? name);
      const at = source.indexOf(placeholder, end);
      end = at + placeholder.length;
      const start = written.lexical.start + at;
      const range = at < 0 ? written.object : { start, end: start + placeholder.length };
      yield {
        severity: 'warning',
        message: `This shape has no ${name}, so ${placeholder} stays in the message as it is.${right === undefined ? '' : ` Did you mean ${mended}?`}`,
        range,
        // Several placeholders are several mistakes of one statement.
        statement: undefined,
        remedies: right === undefined || at < 0 ? [] : [rewrite(range, mended, true)],
      };
    }
  }
}
