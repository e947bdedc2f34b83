import { namesIn } from '../../../rdf/completeVocabularies.ts';
import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rdf, rdfs, sh, shRules } from '../../../rdf/vocab.ts';
import type { LintedFile, LintedStatement } from '../lintedFile.ts';
import { shaclProperties } from '../shaclVocabulary.ts';
import { changeTo, type MistakeRemedy, rewrite, type ShapesMistake } from '../shapesMistake.ts';
import { isDatatype, valueKinds } from '../valueKinds.ts';
import { isDeclaredProperty, isTypedClass } from './wrongValues.ts';

/** Terms in a place where terms of another role belong: classes for shapes, shapes for classes, properties for classes. */
export function* mistakenRoles(file: LintedFile): Iterable<ShapesMistake> {
  yield* listsOfOthers(file);
  yield* othersForShapes(file);
  yield* shapesForClasses(file);
  yield* shapesForDatatypes(file);
  yield* classesAndProperties(file);
  yield* queriesOfShapes(file);
  yield* asksOfConstraints(file);
  yield* ofResults(file);
  yield* judgedShapes(file);
  yield* targetsThatAreClasses(file);
}

const lists: readonly TermId[] = [sh.or, sh.xone, sh.and];

/** `sh:or ( ex:A ex:B )` of classes or datatypes, and `sh:or ( sh:datatype xsd:string sh:nodeKind sh:IRI )` without brackets. */
function* listsOfOthers(file: LintedFile): Iterable<ShapesMistake> {
  for (const triple of lists.flatMap((list) => file.stated(list))) {
    const members = file.members(triple.object) ?? [];
    const written = file.statement(triple);
    if (!written || members.length === 0) continue;
    const { object, memberTexts } = written;
    const areWritten = memberTexts.length === members.length;
    if (arePairs(members)) {
      const pairs = memberTexts.flatMap((text, i) =>
        i % 2 === 0 ? [`[ ${text} ${memberTexts[i + 1]} ]`] : [],
      );
      yield {
        severity: 'error',
        message: `${file.term(triple.predicate)} takes a list of shapes, and ${file.term(members[0]!)} is none. Each shape in the list needs its own brackets.`,
        range: written.memberPlaces(members[0]!)[0] ?? object,
        statement: triple,
        remedies: areWritten ? [rewrite(object, `( ${pairs.join(' ')} )`, true)] : [],
      };
      continue;
    }
    const roles = members.map((member) => otherRole(member, file));
    const first = roles.findIndex((role) => role !== undefined);
    if (first < 0) continue;
    const areKnown = roles.every((role) => role?.isKnown !== false);
    const texts = memberTexts.map((text, i) =>
      roles[i] ? `[ ${file.print(roles[i].parameter, object.start)} ${text} ]` : text,
    );
    yield {
      severity: roles[first]!.isKnown ? 'warning' : 'information',
      message: notAShape(members[first]!, roles[first]!, file),
      range: written.memberPlaces(members[first]!)[0] ?? object,
      statement: triple,
      remedies: areWritten ? [rewrite(object, `( ${texts.join(' ')} )`, areKnown)] : [],
    };
  }
}

function arePairs(members: readonly TermId[]): boolean {
  return members.length % 2 === 0 && members.every((id, i) => i % 2 === 1 || valueKinds.has(id));
}

/** Where one shape belongs, which may be a condition of a rule. */
const takeShape: readonly TermId[] = [sh.node, sh.not, sh.qualifiedValueShape, shRules.condition];

/** A class or a datatype where one shape belongs. */
function* othersForShapes(file: LintedFile): Iterable<ShapesMistake> {
  for (const triple of takeShape.flatMap((each) => file.stated(each))) {
    const { predicate, object } = triple;
    const role = otherRole(object, file);
    const written = role && file.statement(triple);
    if (!written) continue;
    yield {
      severity: role.isKnown ? 'warning' : 'information',
      message: notAShape(object, role, file),
      range: written.object,
      statement: triple,
      remedies: remediesForShape(predicate, object, role, written, file),
    };
  }
}

function remediesForShape(
  predicate: TermId,
  value: TermId,
  role: OtherRole,
  written: LintedStatement,
  file: LintedFile,
): readonly MistakeRemedy[] {
  const shapes = file.graph.subjects(sh.targetClass, value).filter((id) => terms.isIri(id));
  const name = file.print(role.parameter, written.predicate.start);
  const constraint = `${name} ${file.text(written.object)}`;
  const isSlip = shapes.length === 0 && role.isKnown;
  const asked =
    predicate !== sh.node
      ? [rewrite(written.object, `[ ${constraint} ]`, isSlip)]
      : written.objectTexts.length === 1
        ? [rewrite(written.whole, constraint, isSlip)]
        : [];
  return [...asked, ...shapes.map((id) => changeTo(file, written.object, id, false))];
}

interface OtherRole {
  /** What asks for values of this role. */
  readonly parameter: TermId;
  /** False for names of classes of well-known vocabularies, since other files may describe shapes of the same name. */
  readonly isKnown: boolean;
}

/** The role of a term that is used as a shape, although nothing declares it one. */
function otherRole(id: TermId, file: LintedFile): OtherRole | undefined {
  if (!terms.isIri(id) || isShape(id, file)) return undefined;
  if (isDatatype(id)) return { parameter: sh.datatype, isKnown: true };
  if (isTypedClass(id, file) || file.graph.subjects(sh.targetClass, id).length > 0) {
    return { parameter: sh.class, isKnown: true };
  }
  const name = localName(terms.value(id));
  const isOfVocabulary =
    /^[A-Z]/.test(name) && !/Shape$/.test(name) && namesIn(namespaceOf(terms.value(id)))?.has(name);
  return isOfVocabulary ? { parameter: sh.class, isKnown: false } : undefined;
}

function notAShape(id: TermId, { parameter, isKnown }: OtherRole, file: LintedFile): string {
  const what = parameter === sh.datatype ? 'datatype' : 'class';
  const name = file.term(id);
  const asks = `${file.term(parameter)} asks for ${what === 'class' ? 'instances of a class' : 'values of a datatype'}.`;
  return isKnown
    ? `${name} is a ${what}, and no linked file describes a shape of that name, so nothing is checked against it. ${asks}`
    : `No linked file describes a shape ${name}, so nothing is checked against it. ${asks}`;
}

function isShape(id: TermId, { graph }: LintedFile): boolean {
  return (
    [sh.NodeShape, sh.PropertyShape].some((type) => graph.has(id, rdf.type, type)) ||
    graph.outgoing(id).some(({ predicate }) => shaclProperties.has(predicate))
  );
}

/** sh:class and sh:targetClass of a shape that has another class as its target, or has the name of a shape. */
function* shapesForClasses(file: LintedFile): Iterable<ShapesMistake> {
  const { graph } = file;
  for (const triple of [sh.class, sh.targetClass].flatMap((each) => file.stated(each))) {
    const { predicate, object } = triple;
    if (!terms.isIri(object) || !isShape(object, file) || isTypedClass(object, file)) continue;
    const classes = graph.objects(object, sh.targetClass);
    if (classes.includes(object) || (classes.length === 0 && !/Shape$/.test(terms.value(object)))) continue;
    const isClassElsewhere = [rdf.type, rdfs.subClassOf].some(
      (each) => graph.subjects(each, object).length > 0,
    );
    if (isClassElsewhere || graph.objects(object, rdfs.subClassOf).length > 0) continue;
    const written = file.statement(triple);
    if (!written) continue;
    const asked =
      predicate === sh.class && written.objectTexts.length === 1
        ? [changeTo(file, written.predicate, sh.node, classes.length !== 1)]
        : [];
    yield {
      severity: 'warning',
      message: `${file.term(object)} is a shape, and no linked file says that it is a class.${predicate === sh.class ? ' Nodes that conform to a shape are asked for by sh:node.' : ''}`,
      range: written.object,
      statement: triple,
      remedies: [
        ...asked,
        ...(classes.length === 1 ? [changeTo(file, written.object, classes[0]!, asked.length === 0)] : []),
      ],
    };
  }
}

/** sh:datatype of a shape. */
function* shapesForDatatypes(file: LintedFile): Iterable<ShapesMistake> {
  for (const triple of file.stated(sh.datatype)) {
    const { object } = triple;
    if (!terms.isIri(object) || !isShape(object, file)) continue;
    const written = file.graph.has(object, rdf.type, rdfs.Datatype) ? undefined : file.statement(triple);
    if (!written) continue;
    yield {
      severity: 'warning',
      message: `${file.term(object)} is a shape and not a datatype, so no value can conform. Nodes that conform to a shape are asked for by sh:node.`,
      range: written.object,
      statement: triple,
      remedies: written.objectTexts.length === 1 ? [changeTo(file, written.predicate, sh.node)] : [],
    };
  }
}

/** A property where a class belongs, and the other way round. */
function* classesAndProperties(file: LintedFile): Iterable<ShapesMistake> {
  for (const triple of [sh.class, sh.targetClass].flatMap((each) => file.stated(each))) {
    if (!isDeclaredProperty(triple.object, file) || isTypedClass(triple.object, file)) continue;
    if (file.graph.subjects(rdf.type, triple.object).length > 0) continue;
    yield* wrongRole(triple, 'a property and not a class', sh.targetSubjectsOf, file);
  }
  for (const triple of [sh.targetSubjectsOf, sh.targetObjectsOf, sh.path].flatMap((each) =>
    file.stated(each),
  )) {
    const { predicate, object } = triple;
    const role =
      isTypedClass(object, file) || isClassOfVocabulary(object)
        ? 'a class'
        : predicate === sh.path && isNodeShape(object, file)
          ? 'a shape'
          : undefined;
    // This is checked last, because data in the file may use it very often.
    if (role === undefined || isPropertyToo(object, file)) continue;
    yield* wrongRole(triple, `${role} and not a property`, sh.targetClass, file);
  }
}

/** Decided by the capital letter at the start of names of classes, which those of properties lack. */
function isClassOfVocabulary(id: TermId): boolean {
  if (!terms.isIri(id) || isDatatype(id)) return false;
  const name = localName(terms.value(id));
  return /^[A-Z][A-Za-z]+$/.test(name) && namesIn(namespaceOf(terms.value(id)))?.has(name) === true;
}

function isNodeShape(id: TermId, { graph }: LintedFile): boolean {
  return graph.has(id, rdf.type, sh.NodeShape) && graph.objects(id, sh.path).length === 0;
}

function isPropertyToo(id: TermId, file: LintedFile): boolean {
  return isDeclaredProperty(id, file) || file.stated(id).length > 0;
}

function* wrongRole(triple: Triple, what: string, target: TermId, file: LintedFile): Iterable<ShapesMistake> {
  const written = file.statement(triple);
  if (!written) return;
  const isTarget = triple.predicate !== sh.path && triple.predicate !== sh.class;
  const property = triple.predicate === sh.path ? propertyNamed(triple.object) : undefined;
  yield {
    severity: 'warning',
    message: `${file.term(triple.object)} is ${what}, so ${isTarget ? 'this target selects no node' : triple.predicate === sh.path ? 'no node has values for it' : 'no value can conform'}.`,
    range: written.object,
    statement: triple,
    remedies:
      property !== undefined
        ? [changeTo(file, written.object, property)]
        : isTarget && written.objectTexts.length === 1
          ? [changeTo(file, written.predicate, target, false)]
          : [],
  };
}

/** The property of a vocabulary that has the name of a class except for the capital. */
function propertyNamed(id: TermId): TermId | undefined {
  const namespace = namespaceOf(terms.value(id));
  const name = localName(terms.value(id));
  const other = name.charAt(0).toLowerCase() + name.slice(1);
  return other !== name && namesIn(namespace)?.has(other) ? terms.iri(namespace + other) : undefined;
}

/** A query of a shape is the value of sh:sparql; in the shape itself it has no meaning. */
function* queriesOfShapes(file: LintedFile): Iterable<ShapesMistake> {
  for (const triple of [sh.select, sh.ask].flatMap((each) => file.stated(each))) {
    const { subject, predicate } = triple;
    const types = file.graph.objects(subject, rdf.type);
    const written = types.some((type) => type === sh.NodeShape || type === sh.PropertyShape)
      ? file.statement(triple)
      : undefined;
    if (!written || types.length > 1) continue;
    const print = (id: TermId) => file.print(id, written.whole.start);
    const [prefixes] = file.graph.objects(subject, sh.prefixes);
    const declared =
      prefixes === undefined || !terms.isIri(prefixes) ? '' : `${print(sh.prefixes)} ${print(prefixes)} ; `;
    yield {
      severity: 'error',
      message: `${file.term(predicate)} has no effect in a shape itself. A query belongs to a value of sh:sparql.`,
      range: written.predicate,
      statement: triple,
      remedies:
        predicate === sh.select && written.objectTexts.length === 1
          ? [
              {
                ...rewrite(
                  written.whole,
                  `${print(sh.sparql)} [ ${declared}${file.text(written.whole)} ]`,
                  true,
                ),
                mayReveal: true,
              },
            ]
          : [],
    };
  }
}

/** sh:ask is for the validators of constraint components: a constraint of its own selects what is wrong. */
function* asksOfConstraints(file: LintedFile): Iterable<ShapesMistake> {
  for (const triple of file.stated(sh.ask)) {
    const { subject } = triple;
    const [shape] = file.graph.subjects(sh.sparql, subject);
    const written = file.graph.objects(subject, sh.select).length > 0 ? undefined : file.statement(triple);
    if (shape === undefined || !written) continue;
    yield {
      severity: 'error',
      message:
        'A value of sh:sparql has a sh:select, whose rows are the violations; sh:ask is for validators of constraint components. The constraint is not checked.',
      range: written.predicate,
      statement: { subject: shape, predicate: sh.sparql, object: subject },
      remedies: [],
    };
  }
}

/** A property of results, used in a shape in place of the similar one of shapes. */
const ofResult = [
  [sh.resultMessage, sh.message],
  [sh.resultSeverity, sh.severity],
  [sh.resultPath, sh.path],
  [sh.focusNode, sh.targetNode],
  [sh.sourceShape, undefined],
] as const;

/** Properties of results in a shape. */
function* ofResults(file: LintedFile): Iterable<ShapesMistake> {
  for (const [property, right] of ofResult) {
    for (const triple of file.stated(property)) {
      const { subject } = triple;
      if (!file.shapes.get(subject) && !isShape(subject, file)) continue;
      if (file.graph.has(subject, rdf.type, sh.ValidationResult)) continue;
      const written = file.statement(triple);
      if (!written) continue;
      const isFree = right !== undefined && file.graph.objects(subject, right).length === 0;
      yield {
        severity: 'warning',
        message: `${file.term(triple.predicate)} is a property of results, and has no effect in a shape.${right === undefined ? '' : ` A shape has ${file.term(right)}.`}`,
        range: written.predicate,
        statement: triple,
        remedies: isFree ? [changeTo(file, written.predicate, right)] : [],
      };
    }
  }
}

/** sh:shape of SHACL 1.2 makes its subject a focus node, which is not what a shape asks of the nodes that it judges. */
function* judgedShapes(file: LintedFile): Iterable<ShapesMistake> {
  for (const triple of file.stated(sh.shape)) {
    const { subject, object } = triple;
    const isOfValues = file.graph.objects(subject, sh.path).length > 0;
    // Shapes for shapes have names.
    const isOfNodes = file.graph.has(subject, rdf.type, sh.NodeShape) && terms.isBlank(object);
    const written = isOfValues || isOfNodes ? file.statement(triple) : undefined;
    if (!written) continue;
    const [kind, judged] = isOfValues ? ['property', 'values'] : ['node', 'focus nodes'];
    yield {
      severity: 'warning',
      message: `sh:shape has this ${kind} shape itself judged by ${file.value(object)}. Its ${judged} are judged by sh:node.`,
      range: written.predicate,
      statement: triple,
      remedies: [changeTo(file, written.predicate, sh.node)],
    };
  }
}

/** A class as the value of sh:target, which takes a description of targets. */
function* targetsThatAreClasses(file: LintedFile): Iterable<ShapesMistake> {
  for (const triple of file.stated(sh.target)) {
    if (!isTypedClass(triple.object, file) || file.graph.objects(triple.object, sh.select).length > 0)
      continue;
    const written = file.statement(triple);
    if (!written) continue;
    yield {
      severity: 'warning',
      message: `${file.term(triple.object)} is a class, and sh:target takes a query or a target type. The instances of a class are selected by sh:targetClass.`,
      range: written.predicate,
      statement: triple,
      remedies: [{ ...changeTo(file, written.predicate, sh.targetClass), mayReveal: true }],
    };
  }
}
