import { lazy } from '../../../base/lazy.ts';
import type { OffsetEdit } from '../../../base/textEdit.ts';
import { planEdits } from '../../../rdf/edits/planEdits.ts';
import type { GraphDelta } from '../../../rdf/graph.ts';
import { isWellFormed } from '../../../rdf/literals/lexicalForms.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rdf, sh, xsd } from '../../../rdf/vocab.ts';
import { newBlankNode } from '../../../sparql/termCodec.ts';
import { componentOf } from '../../components/index.ts';
import type { Constraint, ConstraintKind, ConstraintOf } from '../../model/shape.ts';
import { type LintedFile, type LintedStatement, ownStatements, statementOf } from '../lintedFile.ts';
import { changeTo, type MistakeRemedy, oneLine, rewrite } from '../shapesMistake.ts';

/**
 * What may resolve a contradiction: for each constraint of its core, another value where one of the others suggests it,
 * then the core without it. Nothing is tried here; `provenRemedies` reads each result and searches it for contradictions
 * again.
 *
 * @param core starting with the constraint at which the message is shown.
 */
export function clashRemedies(core: readonly Constraint[], file: LintedFile): readonly MistakeRemedy[] {
  const written = core.filter((each) => file.statement(statementOf(each)));
  const changed = written.flatMap((each) =>
    suggestedValues(each, core).map((value) => exchanged(file, each, value, each === core[0])),
  );
  const allowed = written.flatMap((each) => (each.kind === 'closed' ? ignored(file, each, core) : []));
  const dropped = written.flatMap((each) => without(file, each, each === core[0]));
  const touching = written.filter((one) =>
    core.some((other) => one !== other && 'bound' in one && one.parameterValue === other.parameterValue),
  );
  const [low, high] = touching;
  const inclusive = low && high ? bothInclusive(file, low, high) : [];
  const remedies = [...inclusive, ...changed, ...allowed, ...dropped];
  return remedies.filter(({ title }, i) => remedies.findIndex((each) => each.title === title) === i);
}

/** Values of a constraint's parameter with which it may agree with the others. */
function suggestedValues(constraint: Constraint, core: readonly Constraint[]): readonly TermId[] {
  const others = core.filter((each) => each !== constraint);
  const { kind, parameterValue } = constraint;
  const found = new Set<TermId>();
  const number = (count: number) => found.add(terms.literal(String(count), xsd.integer));
  const [other, ...more] = others;
  const isPair = other !== undefined && more.length === 0;
  if (isPair && comparedKinds.some((kinds) => kinds.includes(kind) && kinds.includes(other.kind)))
    found.add(other.parameterValue);
  if (kind === 'nodeKind') for (const each of suggestedNodeKinds(parameterValue, others)) found.add(each);
  const values = others.filter((each) => each.kind === 'hasValue').length;
  if (kind === 'maxCount' && values > 0) number(values);
  if (kind === 'minCount' && isPair && other.kind === 'in') number(new Set(other.members).size);
  const datatype = others.find((each) => each.kind === 'datatype')?.parameterValue;
  if (
    datatype !== undefined &&
    terms.isLiteral(parameterValue) &&
    ('bound' in constraint || kind === 'hasValue')
  ) {
    const typed = terms.literal(terms.value(parameterValue), datatype);
    if (isWellFormed(typed)) found.add(typed);
  }
  if (kind === 'datatype' && others.some((each) => each.kind === 'languageIn')) found.add(rdf.langString);
  found.delete(parameterValue);
  return [...found];
}

function suggestedNodeKinds(asked: TermId, others: readonly Constraint[]): readonly TermId[] {
  if (others.some((each) => componentOf(each).literalsOnly(each as never))) return [sh.Literal];
  const isOfTexts = others.every(({ kind }) => ['pattern', 'minLength', 'maxLength'].includes(kind));
  return isOfTexts && asked !== sh.BlankNode ? [sh.Literal] : [sh.IRI, sh.BlankNodeOrIRI];
}

/** Kinds that clash with one another because of their values. */
const comparedKinds: readonly (readonly ConstraintKind[])[] = [
  ['minCount', 'maxCount'],
  ['qualifiedMinCount', 'qualifiedMaxCount'],
  ['minLength', 'maxLength'],
  ['minListLength', 'maxListLength'],
  ['minInclusive', 'maxInclusive'],
  ['datatype'],
  ['nodeKind'],
];

function exchanged(file: LintedFile, constraint: Constraint, value: TermId, isHere: boolean): MistakeRemedy {
  const change = changeTo(file, file.statement(statementOf(constraint))!.object, value, false);
  const name = `${file.term(constraint.parameter)}${where(file, constraint)}`;
  return isHere ? change : { ...change, title: `Change ${name} to ${file.term(value)}` };
}

function where(file: LintedFile, constraint: Constraint): string {
  const { start } = file.statement(statementOf(constraint))!.object;
  return ` in line ${file.document.lines.positionAt(start).line + 1}`;
}

/** The shape without a constraint, and without what would be meaningless without it. */
function without(file: LintedFile, constraint: Constraint, isHere: boolean): readonly MistakeRemedy[] {
  const { shape, parameter, parameterValue, kind } = constraint;
  const { graph } = file.document;
  const alone = companions[kind] ?? [];
  const isCounted =
    graph.objects(shape, sh.qualifiedMinCount).length + graph.objects(shape, sh.qualifiedMaxCount).length;
  const more = isCounted > 1 ? [] : alone;
  const removed = [
    { predicate: parameter, object: parameterValue },
    ...more.flatMap((predicate) => graph.objects(shape, predicate).map((object) => ({ predicate, object }))),
  ].flatMap(({ predicate, object }) => [
    { subject: shape, predicate, object },
    ...ownStatements(graph, object),
  ]);
  const value = file.text(file.statement(statementOf(constraint))!.object);
  const title = `Drop ${file.term(parameter)} ${oneLine(value)}${isHere ? '' : where(file, constraint)}`;
  return planned(file, title, { removed, added: [] });
}

/** What becomes meaningless without the last constraint of a kind. */
const companions: { readonly [Kind in ConstraintKind]?: readonly TermId[] } = {
  pattern: [sh.flags],
  closed: [sh.ignoredProperties],
  qualifiedMinCount: [sh.qualifiedValueShape, sh.qualifiedValueShapesDisjoint],
  qualifiedMaxCount: [sh.qualifiedValueShape, sh.qualifiedValueShapesDisjoint],
};

/** The properties that are required, among those that a closed shape allows. */
function ignored(
  file: LintedFile,
  { shape }: Constraint,
  core: readonly Constraint[],
): readonly MistakeRemedy[] {
  const paths = new Set(core.map((each) => file.shapes.get(each.shape)?.path));
  const [asked, ...more] = [...paths].flatMap((path) => (path?.kind === 'predicate' ? [path.predicate] : []));
  if (asked === undefined || more.length > 0) return [];
  return allowedToo(file, shape, asked);
}

/** One more property that a closed shape allows. */
export function allowedToo(file: LintedFile, shape: TermId, property: TermId): readonly MistakeRemedy[] {
  const [list] = file.graph.objects(shape, sh.ignoredProperties);
  const title = `Add ${file.term(property)} to ${file.term(sh.ignoredProperties)}`;
  if (list !== undefined) {
    const written = file.statement({ subject: shape, predicate: sh.ignoredProperties, object: list });
    return written ? [{ title, isSlip: false, edits: () => [appended(file, written, property)] }] : [];
  }
  const cell = newBlankNode('cell');
  const added = [
    { subject: shape, predicate: sh.ignoredProperties, object: cell },
    { subject: cell, predicate: rdf.first, object: property },
    { subject: cell, predicate: rdf.rest, object: rdf.nil },
  ];
  return planned(file, title, { removed: [], added });
}

/** The shape without a statement about it. */
export function withoutStatement(file: LintedFile, triple: Triple): readonly MistakeRemedy[] {
  const written = file.statement(triple);
  const title = `Drop ${file.term(triple.predicate)} ${written ? oneLine(file.text(written.object)) : ''}`;
  return written ? planned(file, title, { removed: [triple], added: [] }) : [];
}

/** A change of the graph, written like repairs of data. */
function planned(file: LintedFile, title: string, delta: GraphDelta): readonly MistakeRemedy[] {
  const plan = lazy(() => planEdits(file.document, delta));
  return [
    {
      title,
      isSlip: false,
      edits: () => {
        const made = plan();
        return made.kind === 'edits' ? made.edits : [];
      },
    },
  ];
}

/** Both values in each other's place. */
export function swapped(file: LintedFile, one: Constraint, other: Constraint): readonly MistakeRemedy[] {
  const [a, b] = [file.statement(statementOf(one)), file.statement(statementOf(other))];
  if (!a || !b) return [];
  const [first, second] = [file.text(a.object), file.text(b.object)];
  return [
    {
      title: `Swap ${first} and ${second}`,
      isSlip: false,
      edits: () => [
        { range: a.object, newText: second },
        { range: b.object, newText: first },
      ],
    },
  ];
}

export function bothInclusive(file: LintedFile, low: Constraint, high: Constraint): readonly MistakeRemedy[] {
  const exclusive = [low, high].filter(({ kind }) => kind.endsWith('Exclusive'));
  const places = exclusive.map((each) => ({ kind: each.kind, place: file.statement(statementOf(each)) }));
  if (places.some(({ place }) => !place)) return [];
  return [
    {
      title: `Allow ${file.term((low as ConstraintOf<'minInclusive'>).bound)} itself`,
      isSlip: false,
      edits: () =>
        places.map(({ kind, place }) => ({
          range: place!.predicate,
          newText: file.print(
            kind === 'minExclusive' ? sh.minInclusive : sh.maxInclusive,
            place!.predicate.start,
          ),
        })),
    },
  ];
}

/** Another value of a constraint's parameter. */
export function withValue(file: LintedFile, constraint: Constraint, value: TermId): readonly MistakeRemedy[] {
  const written = file.statement(statementOf(constraint));
  return written ? [changeTo(file, written.object, value, false)] : [];
}

export function typedMembers(
  file: LintedFile,
  set: ConstraintOf<'in'>,
  { datatype }: ConstraintOf<'datatype'>,
): readonly MistakeRemedy[] {
  const written = file.statement(statementOf(set));
  if (!written || !set.members.every((member) => terms.isLiteral(member))) return [];
  const members = set.members.map((member) => written.print(terms.literal(terms.value(member), datatype)));
  return [rewrite(written.object, `( ${members.join(' ')} )`)];
}

/** More in sh:in. */
export function added(
  file: LintedFile,
  set: ConstraintOf<'in'>,
  { value }: ConstraintOf<'hasValue'>,
): readonly MistakeRemedy[] {
  const written = file.statement(statementOf(set));
  if (!written || written.memberTexts.length === 0) return [];
  const title = `Add ${file.term(value)} to sh:in`;
  return [{ title, isSlip: false, edits: () => [appended(file, written, value)] }];
}

/** One more member at the end of a list that is written in brackets. */
function appended(file: LintedFile, { object }: LintedStatement, value: TermId): OffsetEdit {
  const at = object.end - 1;
  const space = file.text({ start: at - 1, end: at }) === ' ' ? '' : ' ';
  return { range: { start: at, end: at }, newText: `${space}${file.print(value, object.start)} ` };
}
