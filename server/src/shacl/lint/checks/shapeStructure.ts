import { counted } from '../../../base/counted.ts';
import { nearestOf } from '../../../base/editDistance.ts';
import { lazy } from '../../../base/lazy.ts';
import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { namespaces, owl, rdf, rdfs, sh, shRules, xsd } from '../../../rdf/vocab.ts';
import { shapeRefsOf } from '../../components/shapeRefs.ts';
import { readBoolean, readCount } from '../../model/reading.ts';
import type { LintedFile, LintedStatement } from '../lintedFile.ts';
import { changeTo, type MistakeRemedy, rewrite, type ShapesMistake } from '../shapesMistake.ts';
import { isDatatype } from '../valueKinds.ts';
import { pathKinds } from './wrongValues.ts';

/** Reports types that do not fit a shape's properties, parameters that need another parameter, and names of undescribed shapes. */
export function* shapeStructure(file: LintedFile): Iterable<ShapesMistake> {
  yield* typesAgainstPaths(file);
  yield* withoutPath(file);
  yield* withoutPartner(file);
  yield* incompleteParts(file);
  yield* prefixesOfTwo(file);
  yield* untypedRules(file);
  yield* namesOfTwo(file);
  yield* ambiguousNames(file);
  yield* severalValues(file);
  yield* severalDatatypes(file);
  yield* severalMessages(file);
  yield* misspeltShapes(file);
  yield* inheritedShapes(file);
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
      sh.targetWhere,
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
    const path = pathWithoutProperty(object, file);
    const range = path?.predicate ?? (terms.isBlank(object) ? written.predicate : written.object);
    yield {
      severity: 'error',
      message: `The value of sh:property is a property shape, and ${terms.isBlank(object) ? 'this one' : file.term(object)} has no sh:path, so nothing says which values it is about.`,
      range,
      statement: triple,
      remedies:
        (terms.isIri(object) && graph.has(object, rdf.type, sh.NodeShape)) || judgesNodes(object, file)
          ? [changeTo(file, written.predicate, sh.node, false)]
          : path
            ? [
                rewrite(
                  path.whole,
                  `${file.print(sh.path, path.whole.start)} [ ${file.text(path.whole)} ]`,
                  true,
                ),
              ]
            : pathOfDrafts(object, file),
    };
  }
}

/** True for a shape that constrains a node by its property shapes, or by alternatives with their own paths. */
function judgesNodes(id: TermId, file: LintedFile): boolean {
  const { graph } = file;
  if (graph.objects(id, sh.property).length > 0) return true;
  const lists = [sh.or, sh.xone, sh.and].flatMap((each) => graph.objects(id, each));
  const alternatives = lists.flatMap((list) => file.members(list) ?? []);
  return alternatives.length > 0 && alternatives.every((each) => graph.objects(each, sh.path).length > 0);
}

/** The part of a path that is written in the property shape itself: `sh:inversePath ex:p`. */
function pathWithoutProperty(id: TermId, file: LintedFile): LintedStatement | undefined {
  const [found, other] = pathKinds.flatMap((predicate) =>
    file.graph.objects(id, predicate).map((object) => ({ subject: id, predicate, object })),
  );
  return found === undefined || other !== undefined ? undefined : file.statement(found);
}

/** Drafts of SHACL had sh:predicate for sh:path, which is a property of rules now. */
function pathOfDrafts(id: TermId, file: LintedFile): readonly MistakeRemedy[] {
  const [object, other] = file.graph.objects(id, shRules.predicate);
  const written =
    object === undefined || other !== undefined
      ? undefined
      : file.statement({ subject: id, predicate: shRules.predicate, object });
  return written ? [changeTo(file, written.predicate, sh.path)] : [];
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

/** Parameters that have no effect without another one. */
const partners = [
  [sh.flags, sh.pattern],
  [sh.ignoredProperties, sh.closed],
  [sh.qualifiedMinCount, sh.qualifiedValueShape],
  [sh.qualifiedMaxCount, sh.qualifiedValueShape],
  [sh.qualifiedValueShapesDisjoint, sh.qualifiedValueShape],
  [sh.reificationRequired, sh.reifierShape],
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
        message: `${file.term(parameter)} has no effect without ${file.term(partner)}, which this shape lacks.`,
        range: written.predicate,
        statement: triple,
        remedies:
          partner === sh.closed
            ? [{ title: 'Add sh:closed true', isSlip: false, edits: () => [{ range: at, newText: closing }] }]
            : partner === sh.qualifiedValueShape
              ? qualifiedByOthers(triple, written, file)
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
        'sh:qualifiedValueShape has no effect without sh:qualifiedMinCount or sh:qualifiedMaxCount, which this shape lacks.',
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

/** What was meant to be counted: the shape of sh:node or the class of sh:class beside it; without either, all values. */
function qualifiedByOthers(
  { subject, predicate }: Triple,
  written: LintedStatement,
  file: LintedFile,
): readonly MistakeRemedy[] {
  const [other, another] = [sh.node, sh.class].flatMap((property) =>
    file.graph.objects(subject, property).map((object) => ({ subject, predicate: property, object })),
  );
  const count =
    predicate === sh.qualifiedMinCount
      ? sh.minCount
      : predicate === sh.qualifiedMaxCount
        ? sh.maxCount
        : undefined;
  if (other === undefined) {
    const isAmbiguous = count === undefined || file.graph.objects(subject, count).length > 0;
    return isAmbiguous ? [] : [changeTo(file, written.predicate, count, false)];
  }
  const place = another === undefined ? file.statement(other) : undefined;
  if (!place || place.objectTexts.length > 1) return [];
  const name = file.print(sh.qualifiedValueShape, place.whole.start);
  return other.predicate === sh.node
    ? [changeTo(file, place.predicate, sh.qualifiedValueShape, false)]
    : [rewrite(place.whole, `${name} [ ${file.text(place.whole)} ]`)];
}

/** Parameters of which a shape has one (SHACL 4.4.3, 4.8.1), although several can be read. */
function* severalValues(file: LintedFile): Iterable<ShapesMistake> {
  for (const parameter of [sh.pattern, sh.ignoredProperties]) {
    for (const triple of file.stated(parameter)) {
      const values = file.graph.objects(triple.subject, parameter);
      const written = values.length < 2 || values[0] === triple.object ? undefined : file.statement(triple);
      if (!written) continue;
      yield {
        severity: 'information',
        message: `SHACL's own shapes for shapes allow one ${file.term(parameter)}, and this shape has several. All of them count.`,
        range: written.object,
        statement: triple,
        remedies: [],
      };
    }
  }
}

/** No value has two datatypes: one of them was to be enough. */
function* severalDatatypes(file: LintedFile): Iterable<ShapesMistake> {
  for (const triple of file.stated(sh.datatype)) {
    const values = file.graph.objects(triple.subject, sh.datatype);
    if (values[1] !== triple.object || !values.every(isDatatype)) continue;
    const written = file.statement(triple);
    if (!written) continue;
    const { whole, objectTexts } = written;
    const [or, one] = [sh.or, sh.datatype].map((id) => file.print(id, whole.start));
    const isWhole =
      objectTexts.length === values.length && file.graph.objects(triple.subject, sh.or).length === 0;
    yield {
      severity: 'warning',
      message: `This shape asks for ${counted(values.length, 'datatype')}, and a value has one, so none can conform.`,
      range: written.object,
      statement: triple,
      remedies: isWhole
        ? [rewrite(whole, `${or} ( ${objectTexts.map((each) => `[ ${one} ${each} ]`).join(' ')} )`)]
        : [],
    };
  }
}

/**
 * Names that suggest a number, or a least or greatest number, of values or characters, with the limits that SHACL has
 * instead.
 */
const limits = [
  ['cardinality', [sh.minCount, sh.maxCount], undefined],
  ['exactCount', [sh.minCount, sh.maxCount], undefined],
  // In SHACL 1.2 a node expression.
  ['count', [sh.minCount, sh.maxCount], undefined],
  ['length', [sh.minLength, sh.maxLength], undefined],
  ['exactLength', [sh.minLength, sh.maxLength], undefined],
  ['required', [sh.minCount], true],
  ['isRequired', [sh.minCount], true],
  ['mandatory', [sh.minCount], true],
  ['multiple', [sh.maxCount], false],
  ['single', [sh.maxCount], true],
] as const;

function* namesOfTwo(file: LintedFile): Iterable<ShapesMistake> {
  for (const [name, parameters, onlyFor] of limits) {
    for (const triple of file.stated(terms.iri(namespaces.sh + name))) {
      const { subject, object } = triple;
      const written = file.graph.objects(subject, sh.path).length > 0 ? file.statement(triple) : undefined;
      const number = readCount(object);
      const boolean = readBoolean(object);
      if (!written || (number.kind !== 'count' && boolean.kind !== 'boolean')) continue;
      const isAsked =
        onlyFor === undefined
          ? number.kind === 'count'
          : boolean.kind === 'boolean' && boolean.boolean === onlyFor;
      const value = onlyFor === undefined ? file.text(written.object) : '1';
      const isFree = parameters.every((each) => file.graph.objects(subject, each).length === 0);
      const both = parameters.map((each) => `${file.print(each, written.whole.start)} ${value}`);
      yield {
        severity: 'error',
        message: `SHACL has no ${file.term(triple.predicate)}${name === 'count' ? ' for shapes' : ''}: ${parameters.map(file.term).join(' and ')} ${parameters.length === 1 ? 'says' : 'say'} how many ${parameters[0] === sh.minLength ? 'characters' : 'values'} there may be.`,
        range: written.predicate,
        statement: triple,
        remedies:
          isAsked && isFree && written.objectTexts.length === 1
            ? [rewrite(written.whole, both.join(' ; '), true)]
            : [],
      };
    }
  }
}

/** Names for a limit of which SHACL has several. In SHACL 1.2 they are node expressions. */
const ambiguousLimits = [
  ['min', [sh.minCount, sh.minInclusive, sh.minLength]],
  ['max', [sh.maxCount, sh.maxInclusive, sh.maxLength]],
] as const;

function* ambiguousNames(file: LintedFile): Iterable<ShapesMistake> {
  for (const [name, parameters] of ambiguousLimits) {
    for (const triple of file.stated(terms.iri(namespaces.sh + name))) {
      const { subject, object } = triple;
      const isOfPath = file.graph.objects(subject, sh.path).length > 0 && terms.isLiteral(object);
      const written = isOfPath ? file.statement(triple) : undefined;
      if (!written) continue;
      const [count, bound, length] = parameters.map(file.term);
      yield {
        severity: 'error',
        message: `SHACL has no ${file.term(triple.predicate)} for shapes: ${count} is for the number of values, ${bound} for numbers and dates, and ${length} for characters.`,
        range: written.predicate,
        statement: triple,
        remedies: parameters.map((each) => changeTo(file, written.predicate, each, false)),
      };
    }
  }
}

/** A shape has at most one message for each language (SHACL 2.1.5). */
function* severalMessages(file: LintedFile): Iterable<ShapesMistake> {
  for (const triple of file.stated(sh.message)) {
    const { subject, object } = triple;
    const language = terms.isLiteral(object) ? terms.language(object).toLowerCase() : undefined;
    const [first] = file.graph
      .objects(subject, sh.message)
      .filter((each) => terms.isLiteral(each) && terms.language(each).toLowerCase() === language);
    const written = first === undefined || first === object ? undefined : file.statement(triple);
    if (!written) continue;
    yield {
      severity: 'warning',
      message: `A shape has one sh:message for each language, and this one has several ${language ? `in ${language}` : 'without a language'}.`,
      range: written.object,
      statement: triple,
      remedies: [],
    };
  }
}

/** What each declaration requires, by the property or the type that makes it one (SHACL 5.2.1, 6.1, 6.2). */
const parts = [
  [sh.declare, sh.prefix, 'no query can use the prefix'],
  [sh.declare, sh.namespace, 'no query can use the prefix'],
  [sh.parameter, sh.path, 'no shape can use the parameter'],
] as const;

/** Declarations of prefixes and of constraint components that lack what makes them usable. */
function* incompleteParts(file: LintedFile): Iterable<ShapesMistake> {
  for (const [property, part, consequence] of parts) {
    for (const triple of file.stated(property)) {
      // Another file may describe it.
      if (terms.isIri(triple.object) && !file.describes(triple.object)) continue;
      const written = file.graph.objects(triple.object, part).length > 0 ? undefined : file.statement(triple);
      if (!written) continue;
      const what = terms.isBlank(triple.object) ? 'this one' : file.value(triple.object);
      yield {
        severity: 'error',
        message: `A value of ${file.term(property)} has a ${file.term(part)}, which ${what} lacks, so ${consequence}.`,
        range: written.place,
        statement: triple,
        remedies: [],
      };
    }
  }
  for (const id of file.document.graph.subjects(rdf.type, sh.ConstraintComponent)) {
    if (file.graph.objects(id, sh.parameter).length > 0) continue;
    const statement = { subject: id, predicate: rdf.type, object: sh.ConstraintComponent };
    const written = file.statement(statement);
    if (!written) continue;
    yield {
      severity: 'error',
      message: `${nameOf(id, file)} is a constraint component without a sh:parameter, so no shape can use it.`,
      range: written.object,
      statement,
      remedies: [],
    };
  }
  for (const [property, type, part, other] of typedParts) {
    for (const triple of file.stated(property)) {
      const { object } = triple;
      if (!file.graph.has(object, rdf.type, type) || file.graph.objects(object, part).length > 0) continue;
      const written = file.statement(triple);
      if (!written) continue;
      const [found] = other === undefined ? [] : file.graph.objects(object, other);
      const instead =
        found === undefined
          ? undefined
          : file.statement({ subject: object, predicate: other!, object: found });
      const isMeant =
        instead && part === shRules.construct && /\bCONSTRUCT\b/i.test(file.text(instead.object));
      yield {
        severity: 'error',
        message: `A ${file.term(type)} has a ${file.term(part)}, which this one lacks${found === undefined ? '' : `; it has a ${file.term(other!)}`}. The ${property === sh.rule ? 'rule is not run' : 'component is not evaluated'}.`,
        range: isMeant ? instead.predicate : written.place,
        statement: triple,
        remedies: isMeant ? [changeTo(file, instead.predicate, part)] : [],
      };
    }
  }
}

/** A prefix of queries for another namespace than the file has it for: their names are not those of the file. */
function* prefixesOfTwo(file: LintedFile): Iterable<ShapesMistake> {
  for (const { subject, object: prefix } of file.stated(sh.prefix)) {
    const [namespace, other] = file.graph.objects(subject, sh.namespace);
    const ofFile = file.document.prefixes.get(terms.value(prefix));
    if (namespace === undefined || other !== undefined || ofFile === undefined) continue;
    const isRight = (each: TermId) =>
      file.graph.objects(each, sh.namespace).some((one) => terms.value(one) === ofFile);
    if (file.graph.subjects(sh.prefix, prefix).some(isRight)) continue;
    const statement = { subject, predicate: sh.namespace, object: namespace };
    const written = file.statement(statement);
    if (!written) continue;
    yield {
      severity: 'information',
      message: `In queries, ${terms.value(prefix)}: is for <${terms.value(namespace)}>, and in this file for <${ofFile}>.`,
      range: written.object,
      statement,
      remedies: [changeTo(file, written.object, terms.literal(ofFile, xsd.anyURI), false)],
    };
  }
}

/** What validators and rules have to have, by the property and the type that makes them one, and what they have by mistake. */
const typedParts = [
  ...[sh.validator, sh.nodeValidator, sh.propertyValidator].flatMap(
    (property) =>
      [
        [property, sh.SPARQLAskValidator, sh.ask, sh.select],
        [property, sh.SPARQLSelectValidator, sh.select, sh.ask],
      ] as const,
  ),
  [sh.rule, shRules.SPARQLRule, shRules.construct, sh.select],
  [sh.rule, shRules.TripleRule, shRules.predicate, sh.path],
  [sh.rule, shRules.TripleRule, shRules.object, undefined],
] as const;

/** The type of a rule determines how it is run. */
function* untypedRules(file: LintedFile): Iterable<ShapesMistake> {
  const { graph } = file;
  for (const triple of file.stated(sh.rule)) {
    const { object } = triple;
    if (!file.describes(object) || graph.objects(object, rdf.type).length > 0) continue;
    const written = file.statement(triple);
    if (!written) continue;
    const [type, part] = ruleTypes.find(([, property]) => graph.objects(object, property).length > 0) ?? [];
    const [value] = part === undefined ? [] : graph.objects(object, part);
    const place =
      value === undefined ? undefined : file.statement({ subject: object, predicate: part!, object: value });
    const at = place && { start: place.predicate.start, end: place.predicate.start };
    yield {
      severity: 'error',
      message:
        'A rule has the type sh:TripleRule or sh:SPARQLRule, which this one lacks. The rule is not run.',
      range: written.place,
      statement: triple,
      remedies: at
        ? [
            {
              title: `Add a ${file.term(type!)}`,
              isSlip: true,
              mayReveal: true,
              edits: () => [{ range: at, newText: `a ${file.print(type!, at.start)} ; ` }],
            },
          ]
        : [],
    };
  }
}

const ruleTypes = [
  [shRules.SPARQLRule, shRules.construct],
  [shRules.TripleRule, shRules.object],
] as const;

/** A shape that is referred to but not described, while one of nearly the same name is. */
function* misspeltShapes(file: LintedFile): Iterable<ShapesMistake> {
  const named = file.shapes.shapes.filter(({ id }) => terms.isIri(id) && file.describes(id));
  const seen = new Set<string>();
  // Vocabularies with many shapes are searched only where a name is similar to another.
  const words = lazy(() => {
    const used = [sh.path, sh.targetClass].flatMap((each) => file.graph.withPredicate(each));
    const names = [...named.map(({ id }) => id), ...used.map(({ object }) => object)];
    return new Set(
      names.filter((id) => terms.isIri(id)).flatMap((id) => wordsOf(localName(terms.value(id)))),
    );
  });
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
        if (near && areTwoNames(localName(terms.value(ref)), localName(terms.value(near.id)), words))
          continue;
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

/** A shape with a class of its own as target is not a class itself, and gets nothing from another shape by rdfs:subClassOf. */
function* inheritedShapes(file: LintedFile): Iterable<ShapesMistake> {
  const { graph } = file;
  for (const statement of file.stated(rdfs.subClassOf)) {
    const { subject, object } = statement;
    const targets = graph.objects(subject, sh.targetClass);
    const areShapes = [subject, object].every((id) => graph.has(id, rdf.type, sh.NodeShape));
    const isClass = [subject, object].some((id) =>
      [rdfs.Class, owl.Class].some((type) => graph.has(id, rdf.type, type)),
    );
    if (!areShapes || isClass || targets.length === 0 || targets.includes(subject)) continue;
    const written = file.statement(statement);
    if (!written) continue;
    yield {
      severity: 'warning',
      message: `A shape inherits nothing by rdfs:subClassOf. To ask for what ${file.term(object)} asks for, use sh:node.`,
      range: written.predicate,
      statement,
      remedies: [changeTo(file, written.predicate, sh.node)],
    };
  }
}

/**
 * True for names that differ by a digit, as ex:fan-2 and ex:fan-1 do, or by a word that other names have as well: "Assignee" is no
 * misspelt "Assigner".
 */
function areTwoNames(one: string, other: string, known: () => ReadonlySet<string>): boolean {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  if (a !== b && a.replaceAll(/\d/g, '') === b.replaceAll(/\d/g, '')) return true;
  const others = wordsOf(other);
  const own = wordsOf(one).filter((word) => !others.includes(word));
  return own.length > 0 && own.every((word) => known().has(word));
}

/** The words of a name like hasPart, has-part or Has_Part, in lower case. */
function wordsOf(name: string): readonly string[] {
  return name
    .split(/[\W_\d]+|(?<=[a-z])(?=[A-Z])/)
    .flatMap((word) => (word === '' ? [] : [word.toLowerCase()]));
}

function nameOf(id: TermId, file: LintedFile): string {
  return terms.isBlank(id) ? 'This shape' : file.term(id);
}
