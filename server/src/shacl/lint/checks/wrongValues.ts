import { namesIn } from '../../../rdf/completeVocabularies.ts';
import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { isWellFormed } from '../../../rdf/literals/lexicalForms.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { isDeclaredClass } from '../../../rdf/schemaTypes.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { namespaces, owl, rdf, rdfs, sh, xsd } from '../../../rdf/vocab.ts';
import { allNodeKinds, nodeKinds } from '../../components/valueType.ts';
import type { ValueKind } from '../../model/component.ts';
import { readBoolean, readCount } from '../../model/reading.ts';
import { readPath } from '../../paths/readPath.ts';
import { isDraftTerm } from '../../shapesGraph/shaclTerms.ts';
import type { LintedFile, LintedStatement } from '../lintedFile.ts';
import { changeTo, type MistakeRemedy, rewrite, type ShapesMistake } from '../shapesMistake.ts';
import { expectedKind, isDatatype, pathText, valueKinds } from '../valueKinds.ts';
import { withoutStatement } from './clashRemedies.ts';

/** Values of SHACL's properties that are of another kind than SHACL requires. */
export function* wrongValues(file: LintedFile): Iterable<ShapesMistake> {
  for (const [property, kind] of valueKinds) {
    for (const triple of file.stated(property)) {
      const read = judges[kind](triple.object, file, triple);
      if (read === 'right') continue;
      const judged = isNodeExpression(triple.object, file) ? computed(file.term(property)) : read;
      const written = file.statement(triple);
      if (!written) continue;
      const message =
        judged.message ??
        `${file.term(property)} takes ${expectedKind(property)}, not ${file.value(triple.object)}.`;
      yield {
        severity: judged.severity ?? 'error',
        message,
        range: judged.range?.(written) ?? written.object,
        statement: triple,
        remedies: judged.remedies?.(written) ?? [],
      };
    }
  }
}

interface Wrong {
  readonly severity?: ShapesMistake['severity'];
  /** For problems other than the kind of the value. */
  readonly message?: string;
  readonly range?: (written: LintedStatement) => ShapesMistake['range'];
  readonly remedies?: (written: LintedStatement) => readonly MistakeRemedy[];
}

/**
 * A blank node that is only meaningful as a node expression of SHACL 1.2: with one of their properties, or a function of
 * SPARQL.
 */
function isNodeExpression(value: TermId, file: LintedFile): boolean {
  return (
    terms.isBlank(value) &&
    file.graph
      .outgoing(value)
      .some(({ predicate }) =>
        /^http:\/\/www\.w3\.org\/ns\/(?:shacl-node-expr|shnex|sparql)#/.test(terms.value(predicate)),
      )
  );
}

/** A value that a draft lets be computed, which is not done here. */
function computed(name: string): Wrong {
  return {
    severity: 'warning',
    message: `A node expression as the value of ${name} is of a draft of SHACL 1.2 and is not evaluated, so this statement has no effect.`,
  };
}

type Judge = (value: TermId, file: LintedFile, triple: Triple) => Wrong | 'right';

const judges: { readonly [Kind in ValueKind]: Judge } = {
  any: (value, file) => {
    if (!file.isList(value) || value === rdf.nil) return 'right';
    return {
      message: 'A list is written here, and no value of the data is equal to it. sh:hasValue takes one term.',
      remedies: withoutBrackets,
    };
  },
  node: (value, file) =>
    // In SHACL 1.2 a list with a name can be a focus node.
    !terms.isBlank(value) || !file.isList(value)
      ? 'right'
      : {
          message: 'sh:targetNode takes a node, and a list is none. Several nodes are separated by commas.',
          remedies: withoutBrackets,
        },
  list: (value, file, triple) =>
    listOf(value, file, triple, (member) =>
      file.isList(member) && member !== rdf.nil ? listInList(member, file) : undefined,
    ),
  shapeList: (value, file, triple) =>
    listOf(value, file, triple, (member) => {
      if (terms.isLiteral(member)) return namedIn(member, file);
      return file.isList(member) && !hasOtherStatements(member, file) ? listInList(member, file) : undefined;
    }),
  propertyList: (value, file, triple) =>
    listOf(value, file, triple, (member) => (terms.isIri(member) ? undefined : namedIn(member, file))),
  properties: (value, file, triple) =>
    file.isList(value) ? judges.propertyList(value, file, triple) : judges.property(value, file, triple),
  languageList: (value, file, triple) =>
    listOf(value, file, triple, (member) =>
      terms.datatype(member) === xsd.string && languageTag.test(terms.value(member))
        ? undefined
        : languageIn(member),
    ),
  count: (value, file, { subject, predicate }) => {
    if (readCount(value).kind === 'count') return 'right';
    if (!terms.isLiteral(value)) return alone(value);
    const whole = /^\s*\+?(\d{1,9})(?:\.0*)?\s*$/.exec(terms.value(value))?.[1];
    if (whole !== undefined) return toLiteral(String(Number(whole)), xsd.integer);
    const isNoLimit =
      predicate === sh.maxCount &&
      /^(\*|n|m|-1|inf(inity)?|unbounded|unlimited|many)$/i.test(terms.value(value));
    return isNoLimit
      ? {
          message: `${file.term(predicate)} takes a whole number, not ${file.value(value)}. Without ${file.term(predicate)}, there is no limit.`,
          remedies: () => withoutStatement(file, { subject, predicate, object: value }),
        }
      : {};
  },
  number: (value) => {
    if (literalValue(value)?.kind === 'number' || !terms.isLiteral(value)) return 'right';
    const number = /^\s*([+-]?\d{1,15}(?:\.\d+)?)\s*$/.exec(terms.value(value))?.[1];
    if (number === undefined) return {};
    return toLiteral(number, number.includes('.') ? xsd.decimal : xsd.integer);
  },
  boolean: (value, file, { predicate }) => {
    // SHACL 1.2 has sh:ByTypes.
    if (terms.isIri(value) && predicate === sh.closed && terms.value(value) === `${namespaces.sh}ByTypes`)
      return 'right';
    if (readBoolean(value).kind === 'boolean') return 'right';
    if (terms.isBlank(value)) return alone(value);
    const written = terms.isLiteral(value) ? terms.value(value) : localName(terms.value(value));
    const word = written.trim().toLowerCase();
    if (terms.datatype(value) === xsd.boolean && isWellFormed(value)) {
      const right = word === '1' ? 'true' : 'false';
      return {
        severity: 'warning',
        message: `SHACL asks for the literal ${right} here. ${file.term(value)} is a different literal, and has no effect.`,
        ...toLiteral(right, xsd.boolean),
      };
    }
    // Really closing the shape might exclude its own targets.
    if (/^(true|1|yes)$/.test(word)) return toLiteral('true', xsd.boolean, predicate === sh.closed);
    return /^(false|0|no)$/.test(word) ? toLiteral('false', xsd.boolean) : {};
  },
  iri: (value, file, triple) => iri(value, file, triple),
  class: (value, file, triple) => {
    const judged = iri(value, file, triple);
    if (judged !== 'right') return judged;
    if (triple.predicate === sh.class && nodeKinds.includes(value)) {
      return {
        message: `${file.term(value)} is a node kind, not a class, so no value can conform. Node kinds belong to sh:nodeKind.`,
        remedies: (written) => [changeTo(file, written.predicate, sh.nodeKind)],
      };
    }
    if (triple.predicate === sh.class && value === rdfs.Literal) {
      return {
        severity: 'warning',
        message: 'Literals are instances of no class in SHACL, so no value can conform.',
        remedies: nodeKindAskedFor(file, sh.Literal),
      };
    }
    if (!isDatatype(value)) return judged;
    if (triple.predicate === sh.targetClass) {
      return {
        severity: 'warning',
        message: `${file.term(value)} is a datatype, and literals are instances of no class, so this target selects no node.`,
      };
    }
    if (triple.predicate !== sh.class) return judged;
    return {
      message: `${file.term(value)} is a datatype, not a class, so no value can conform. Datatypes belong to sh:datatype.`,
      remedies: (written) => [changeTo(file, written.predicate, sh.datatype)],
    };
  },
  datatype: (value, file, triple) => {
    const judged = iri(value, file, triple);
    if (judged !== 'right') return judged;
    if (value === rdfs.Literal) {
      return {
        severity: 'warning',
        message:
          'rdfs:Literal is the class of all literals and the datatype of none, so no value can conform.',
        remedies: nodeKindAskedFor(file, sh.Literal),
      };
    }
    const name = localName(terms.value(value));
    if (file.isOf(value, namespaces.xsd) && namesIn(namespaces.xsd)?.has(name) === false) {
      const kind = /^(any)?(iri|uri|url|resource)$/i.test(name)
        ? sh.IRI
        : /^literal$/i.test(name)
          ? sh.Literal
          : undefined;
      return {
        severity: 'warning',
        message: `XML Schema has no datatype ${file.term(value)}, so only literals that are written with it can conform.${kind === undefined ? '' : ` ${kind === sh.IRI ? 'IRIs' : 'Literals of any datatype'} are asked for by sh:nodeKind.`}`,
        ...(kind !== undefined && { remedies: nodeKindAskedFor(file, kind) }),
      };
    }
    if (!isUsedAsClass(value, file)) return judged;
    return {
      message: `${file.term(value)} is a class, not a datatype, so no value can conform. Classes belong to sh:class.`,
      remedies: (written) => [changeTo(file, written.predicate, sh.class)],
    };
  },
  property: (value, file, triple) => iri(value, file, triple),
  nodeKind: (value, file, triple) => {
    if (allNodeKinds.includes(value)) return 'right';
    if (file.isList(value)) {
      const members = membersOf12(value, file, triple);
      return members === 'right' ? severalNodeKinds(value, file) : members;
    }
    if (terms.isBlank(value)) return alone(value);
    const name = wordOf(value);
    const kind =
      allNodeKinds.find((each) => localName(terms.value(each)).toLowerCase() === name) ?? named[name];
    if (kind !== undefined) return { remedies: (written) => [changeTo(file, written.object, kind)] };
    if (isDatatype(value)) {
      return { remedies: (written) => [changeTo(file, written.predicate, sh.datatype)] };
    }
    return isUsedAsClass(value, file) && triple.predicate === sh.nodeKind
      ? { remedies: (written) => [changeTo(file, written.predicate, sh.class)] }
      : {};
  },
  severity: (value, file) => {
    if (terms.isIri(value) && !file.isOf(value, namespaces.sh)) return 'right';
    if (severities.has(value)) return 'right';
    const name = wordOf(value);
    const severity =
      [sh.Violation, sh.Warning, sh.Info].find(
        (each) => localName(terms.value(each)).toLowerCase() === name,
      ) ?? severityNames[name];
    return severity === undefined
      ? {}
      : { remedies: (written) => [changeTo(file, written.object, severity)] };
  },
  shape: (value, file, { predicate }) => {
    if (terms.isLiteral(value)) {
      const id = file.iriOf(terms.value(value));
      if (id === undefined) return {};
      if (predicate === sh.property && !file.describes(id)) {
        return {
          remedies: (written) => [
            rewrite(written.object, `[ ${file.print(sh.path, written.object.start)} ${written.print(id)} ]`),
          ],
        };
      }
      return { remedies: (written) => [changeTo(file, written.object, id)] };
    }
    if (predicate === sh.node && file.graph.objects(value, sh.path).length > 0) {
      return {
        severity: 'warning',
        message: `sh:node takes a node shape, and ${terms.isBlank(value) ? 'this one' : file.term(value)} has a sh:path, so it is a property shape.`,
        range: (written) => written.predicate,
        remedies: (written) => [changeTo(file, written.predicate, sh.property)],
      };
    }
    const isDeclared = isDeclaredProperty(value, file);
    const isPathElsewhere = !file.describes(value) && file.graph.subjects(sh.path, value).length > 0;
    if (predicate === sh.property && (isDeclared || isPathElsewhere)) {
      return {
        // Its shape may have the name of the property, and be in a file that is not linked.
        ...(!isDeclared && { severity: 'warning' as const }),
        message: isDeclared
          ? `sh:property takes a property shape, and ${file.term(value)} is a property, so nothing says what is asked of it.`
          : `sh:property takes a property shape. ${file.term(value)} is the path of another one, and no linked file describes it as a shape.`,
        remedies: (written) => [
          rewrite(
            written.object,
            `[ ${file.print(sh.path, written.object.start)} ${written.print(value)} ]`,
            isDeclared,
          ),
        ],
      };
    }
    // A list that has a shape's properties as well is a shape too, and lists are node expressions.
    if (!file.isList(value) || predicate === sh.nodeByExpression || hasOtherStatements(value, file))
      return 'right';
    const isConjunction = predicate === sh.property || predicate === sh.node;
    return {
      remedies: (written) => {
        const { memberTexts } = written;
        if (memberTexts.length === 1) return [rewrite(written.object, memberTexts[0]!, true)];
        return isConjunction && memberTexts.length > 1
          ? [rewrite(written.object, memberTexts.join(' , '), true)]
          : [];
      },
    };
  },
  path: (value, file, triple) => path(value, file, triple),
  string: (value, _, { predicate }) => {
    if (predicate === sh.prefix && terms.datatype(value) === xsd.string && terms.value(value).endsWith(':')) {
      const name = terms.value(value).slice(0, -1);
      return {
        message: `sh:prefix takes a prefix without its colon: "${name}", not "${name}:". No query can use it.`,
        ...toLiteral(name, xsd.string),
      };
    }
    if (terms.datatype(value) === xsd.string) return 'right';
    return terms.isLiteral(value) ? toLiteral(terms.value(value), xsd.string) : {};
  },
  text: (value) => {
    if (!terms.isLiteral(value)) return {};
    const datatype = terms.datatype(value)!;
    if (datatype === xsd.string || terms.language(value) !== '' || !isNumberOrTruth(datatype)) return 'right';
    return toLiteral(terms.value(value), xsd.string);
  },
  bound: (value, file) => {
    if (!terms.isLiteral(value)) return terms.isIri(value) ? {} : 'right';
    if (terms.datatype(value) !== xsd.string)
      return isWellFormed(value) ? 'right' : illFormedBound(value, file);
    const text = terms.value(value).trim();
    const datatype = datatypeOf(text);
    if (datatype === undefined) return 'right';
    return {
      message: `"${text}" is a text here, and no number or date can be compared with a text, so they all are violations.`,
      ...toLiteral(text, datatype),
    };
  },
  namespace: (value) => {
    if (terms.isLiteral(value)) return 'right';
    return terms.isIri(value) ? toLiteral(terms.value(value), xsd.anyURI) : {};
  },
  constraint: (value, file) => {
    if (!terms.isLiteral(value)) return 'right';
    if (!/\bSELECT\b/i.test(terms.value(value))) return {};
    return {
      remedies: (written) => [
        rewrite(
          written.object,
          `[ ${file.print(sh.select, written.object.start)} ${file.text(written.object)} ]`,
          true,
        ),
      ],
    };
  },
};

/** A literal that its datatype does not have, such as one with a decimal comma. */
function illFormedBound(value: TermId, file: LintedFile): Wrong {
  const [text, datatype] = [terms.value(value), terms.datatype(value)!];
  const point = text.trim().replace(',', '.');
  return {
    message: `"${text}" is not a literal of ${file.term(datatype)}, so no value can be compared with it, and they all are violations.`,
    ...(isWellFormed(terms.literal(point, datatype)) && toLiteral(point, datatype)),
  };
}

/** The members of a list as several values. */
function withoutBrackets({ object, memberTexts }: LintedStatement): readonly MistakeRemedy[] {
  return memberTexts.length > 0 ? [rewrite(object, memberTexts.join(' , '), true)] : [];
}

function nodeKindAskedFor(file: LintedFile, kind: TermId): NonNullable<Wrong['remedies']> {
  return (written) => [
    rewrite(written.whole, `${file.print(sh.nodeKind, written.whole.start)} ${written.print(kind)}`),
  ];
}

const named: Readonly<Record<string, TermId>> = {
  uri: sh.IRI,
  namednode: sh.IRI,
  bnode: sh.BlankNode,
  iriorblanknode: sh.BlankNodeOrIRI,
  literaloriri: sh.IRIOrLiteral,
  literalorblanknode: sh.BlankNodeOrLiteral,
};

const severities: ReadonlySet<TermId> = new Set([sh.Violation, sh.Warning, sh.Info, sh.Debug, sh.Trace]);

const severityNames: Readonly<Record<string, TermId>> = {
  error: sh.Violation,
  warn: sh.Warning,
  information: sh.Info,
  fatal: sh.Violation,
  critical: sh.Violation,
};

/** The name of a term, or a text, in lower case. */
function wordOf(value: TermId): string {
  const text = terms.isLiteral(value)
    ? terms.value(value).replace(/^sh:/, '')
    : localName(terms.value(value));
  return text.trim().toLowerCase();
}

function toLiteral(lexical: string, datatype: TermId, mayReveal = false): Pick<Wrong, 'remedies'> {
  return {
    remedies: (written) => [
      { ...rewrite(written.object, written.print(terms.literal(lexical, datatype)), true), mayReveal },
    ],
  };
}

/** A list of one member means the member. */
function alone(value: TermId): Wrong {
  return terms.isBlank(value) || value === rdf.nil
    ? {
        remedies: ({ memberTexts, object }) =>
          memberTexts.length === 1 ? [rewrite(object, memberTexts[0]!, true)] : [],
      }
    : {};
}

function iri(value: TermId, file: LintedFile, triple: Triple): Wrong | 'right' {
  const { predicate } = triple;
  if (terms.isLiteral(value)) {
    const id = file.iriOf(terms.value(value));
    return id === undefined ? {} : { remedies: (written) => [changeTo(file, written.object, id)] };
  }
  if (!file.isList(value)) {
    const union =
      predicate === sh.class || predicate === sh.targetClass ? unionOf(value, file, triple) : undefined;
    if (union !== undefined) return union;
    return terms.isIri(value) || !terms.isBlank(value) || !strictlyIri.has(predicate) ? 'right' : {};
  }
  const members = membersOf12(value, file, triple);
  if (members !== 'right') return members;
  const either = predicate === sh.class || predicate === sh.datatype;
  return {
    ...ofShacl12(file, predicate, value),
    remedies: (written) => {
      const { memberTexts } = written;
      if (memberTexts.length === 1) return [rewrite(written.object, memberTexts[0]!, true)];
      if (memberTexts.length === 0) return [];
      if (!either) return [rewrite(written.object, memberTexts.join(' , '))];
      const [or, one] = [sh.or, predicate].map((id) => file.print(id, written.whole.start));
      return written.objectTexts.length === 1
        ? [rewrite(written.whole, `${or} ( ${memberTexts.map((each) => `[ ${one} ${each} ]`).join(' ')} )`)]
        : [];
    },
  };
}

const owlUnionOf = terms.constant(`${namespaces.owl}unionOf`);
const isOfUnion = ({ predicate }: Triple) => predicate === rdf.type || predicate === owlUnionOf;

/** A union of classes as OWL describes it, which SHACL does not read. */
function unionOf(value: TermId, file: LintedFile, { predicate }: Triple): Wrong | undefined {
  const [list, another] = terms.isBlank(value) ? file.graph.objects(value, owlUnionOf) : [];
  const classes = list === undefined || another !== undefined ? [] : (file.members(list) ?? []);
  if (classes.length === 0 || !classes.every((each) => terms.isIri(each))) return undefined;
  const isTarget = predicate === sh.targetClass;
  return {
    message: `SHACL does not read owl:unionOf, so ${isTarget ? 'this target selects no node' : 'no value can conform'}. ${isTarget ? 'Each class is a value of sh:targetClass' : 'One of several classes is asked for by sh:or'}.`,
    range: (written) => written.place,
    remedies: (written) => {
      const isAlone = written.objectTexts.length === 1 && file.graph.outgoing(value).every(isOfUnion);
      if (!isAlone) return [];
      const names = classes.map((each) => written.print(each));
      if (isTarget) return [rewrite(written.object, names.join(' , '), true)];
      const [or, one] = [sh.or, predicate].map((id) => file.print(id, written.whole.start));
      return [
        rewrite(written.whole, `${or} ( ${names.map((each) => `[ ${one} ${each} ]`).join(' ')} )`, true),
      ];
    },
  };
}

const strictlyIri: ReadonlySet<TermId> = new Set([sh.class, sh.datatype]);

function severalNodeKinds(value: TermId, file: LintedFile): Wrong {
  const members = new Set(file.members(value));
  const both = (a: TermId, b: TermId) => members.size === 2 && members.has(a) && members.has(b);
  const kind = both(sh.IRI, sh.BlankNode)
    ? sh.BlankNodeOrIRI
    : both(sh.IRI, sh.Literal)
      ? sh.IRIOrLiteral
      : both(sh.BlankNode, sh.Literal)
        ? sh.BlankNodeOrLiteral
        : members.size === 1
          ? [...members][0]!
          : undefined;
  return {
    ...ofShacl12(file, sh.nodeKind, value),
    ...(kind !== undefined && {
      remedies: (written: LintedStatement) => [changeTo(file, written.object, kind, false)],
    }),
  };
}

/** Lists where SHACL 1.0 accepts one term; those of the drafts of SHACL 1.2 are checked. */
function ofShacl12(file: LintedFile, property: TermId, list: TermId): Pick<Wrong, 'message' | 'severity'> {
  if (targets.has(property) || isDraftTerm(property)) return {};
  const name = file.term(property);
  return takesLists.has(property) && file.members(list) !== undefined
    ? {
        severity: 'information',
        message: `A list as the value of ${name} is of a draft of SHACL 1.2: one of its members is enough. In SHACL 1.0 it takes ${expectedKind(property)}.`,
      }
    : {
        severity: 'warning',
        message: `In SHACL 1.0, ${name} takes ${expectedKind(property)}, not a list. It is not checked.`,
      };
}

/** What is wrong with a member of a list that SHACL 1.2 accepts in place of one term. */
function membersOf12(list: TermId, file: LintedFile, triple: Triple): Wrong | 'right' {
  if (!takesLists.has(triple.predicate)) return 'right';
  return listOf(list, file, triple, (member) => {
    const isRight = triple.predicate === sh.nodeKind ? allNodeKinds.includes(member) : terms.isIri(member);
    return isRight ? undefined : { right: undefined };
  });
}

const takesLists: ReadonlySet<TermId> = new Set([sh.class, sh.datatype, sh.nodeKind]);

const targets: ReadonlySet<TermId> = new Set([sh.targetClass, sh.targetSubjectsOf, sh.targetObjectsOf]);

/** Judges a value that has to be a list, and its members. */
function listOf(
  value: TermId,
  file: LintedFile,
  triple: Triple,
  wrongMember: (member: TermId) => WrongMember | undefined,
): Wrong | 'right' {
  if (!file.isList(value)) {
    const isFirst = file.graph.objects(triple.subject, triple.predicate)[0] === value;
    if (terms.isBlank(value) && file.graph.outgoing(value).length === 0) return {};
    // What is wrong with the list itself is found where it is read.
    if (file.graph.objects(value, rdf.rest).length > 0) return 'right';
    const several = file.graph.objects(triple.subject, triple.predicate);
    if (several.length > 1 && several.every((each) => !file.isList(each))) {
      if (!isFirst) return 'right';
      return {
        message: `${file.term(triple.predicate)} takes ${expectedKind(triple.predicate)}, not several values.`,
        range: (written) => written.allObjects,
        remedies: (written) =>
          written.objectTexts.length === several.length
            ? [rewrite(written.allObjects, `( ${written.objectTexts.join(' ')} )`, true)]
            : [],
      };
    }
    return {
      remedies: (written) =>
        several.length > 1
          ? []
          : [
              rewrite(
                written.object,
                `( ${tagsOf(triple.predicate, value) ?? file.text(written.object)} )`,
                true,
              ),
            ],
    };
  }
  const members = file.members(value);
  // What is wrong with the list itself is found where it is read.
  if (members === undefined) return 'right';
  if (members.length === 0 && triple.predicate !== sh.ignoredProperties) {
    const consequence = triple.predicate === sh.and ? 'it asks for nothing' : 'nothing can conform';
    return {
      severity: 'warning',
      message: `${file.term(triple.predicate)} has no members, so ${consequence}.`,
    };
  }
  for (const member of members) {
    const wrong = wrongMember(member);
    if (wrong === undefined) continue;
    return {
      message: `${file.term(triple.predicate)} takes ${expectedKind(triple.predicate)}; ${file.value(member)} is not one of them.`,
      range: (written) => written.memberPlaces(member)[0] ?? written.object,
      remedies: (written) => {
        const [place] = written.memberPlaces(member);
        return place && wrong.right !== undefined ? [changeTo(file, place, wrong.right)] : [];
      },
    };
  }
  return 'right';
}

interface WrongMember {
  readonly right: TermId | undefined;
}

function namedIn(member: TermId, file: LintedFile): WrongMember {
  return { right: terms.isLiteral(member) ? file.iriOf(terms.value(member)) : undefined };
}

function languageIn(member: TermId): WrongMember {
  const given = terms.isLiteral(member) ? terms.value(member) : localName(terms.value(member));
  const tag = given.replaceAll('_', '-');
  return { right: languageTag.test(tag) ? terms.literal(tag) : undefined };
}

/** No language subtag has more than three letters; the empty text is not a tag, and matches nothing. */
const languageTag = /^(?:\*|[A-Za-z]{2,3}|[ix](?=-))(?:-[A-Za-z0-9]{1,8})*$/;

/** A list in a list of shapes would be treated as a shape without constraints. */
function listInList(member: TermId, file: LintedFile): WrongMember {
  const [only, ...others] = file.members(member) ?? [];
  return { right: others.length === 0 ? only : undefined };
}

/** The texts of a list of languages that was written as one text: "en, de". */
function tagsOf(predicate: TermId, value: TermId): string | undefined {
  if (predicate !== sh.languageIn || !terms.isLiteral(value)) return undefined;
  const tags = terms.value(value).split(/[\s,;]+/);
  return tags.every((tag) => /^[A-Za-z0-9-]+$/.test(tag))
    ? tags.map((tag) => `"${tag}"`).join(' ')
    : undefined;
}

function path(value: TermId, file: LintedFile, { subject, predicate }: Triple): Wrong | 'right' {
  const paths = file.graph.objects(subject, sh.path);
  if (paths.length > 1) {
    if (paths[1] !== value) return 'right';
    return {
      message: 'A property shape has one sh:path, and this one has several. The shape is not checked.',
      remedies: (written) => {
        if (written.objectTexts.length < 2) return [];
        const list = `( ${written.objectTexts.join(' ')} )`;
        const alternative = `[ ${file.print(sh.alternativePath, written.object.start)} ${list} ]`;
        return [rewrite(written.allObjects, alternative), rewrite(written.allObjects, list)];
      },
    };
  }
  if (terms.isLiteral(value)) {
    return {
      remedies: (written) => {
        const text = pathText(terms.value(value), file, written.object.start);
        if (text !== undefined) return [rewrite(written.object, text, true)];
        return predicate === sh.equals ? [changeTo(file, written.predicate, sh.hasValue, false)] : [];
      },
    };
  }
  const reading = readPath(file.graph, value);
  if (reading.kind === 'path') return oddPath(value, file);
  const [own, second] = file.graph.objects(value, sh.path);
  const nested =
    own === undefined || second !== undefined
      ? undefined
      : file.statement({ subject: value, predicate: sh.path, object: own });
  if (nested) {
    return {
      message: `${file.term(predicate)} takes a property or a path, not a shape with a path.`,
      remedies: (written) => [rewrite(written.object, file.text(nested.object))],
    };
  }
  const message = `${reading.message} The ${predicate === sh.path ? 'shape' : 'constraint'} is not checked.`;
  for (const property of [sh.inversePath, sh.zeroOrMorePath, sh.oneOrMorePath, sh.zeroOrOnePath]) {
    const [inner, another] = file.graph.objects(value, property);
    if (inner === undefined || another !== undefined || !terms.isLiteral(inner)) continue;
    const right = file.iriOf(terms.value(inner));
    return inside(file, { subject: value, predicate: property, object: inner }, message, right);
  }
  const [alternatives, another] = file.graph.objects(value, sh.alternativePath);
  if (alternatives !== undefined && another === undefined && !file.isList(alternatives)) {
    const triple = { subject: value, predicate: sh.alternativePath, object: alternatives };
    const place = file.statement(triple);
    return {
      message: `sh:alternativePath takes a list of paths, such as ( ex:p ex:q ), not ${file.value(alternatives)}. The shape is not checked.`,
      ...(place && {
        range: () => place.object,
        remedies: (written: LintedStatement) => [rewrite(written.object, file.text(place.object), true)],
      }),
    };
  }
  if (alternatives !== undefined && another !== undefined) {
    const place = file.statement({ subject: value, predicate: sh.alternativePath, object: alternatives });
    return {
      message,
      ...(place &&
        place.objectTexts.length > 1 && {
          range: () => place.allObjects,
          remedies: () => [rewrite(place.allObjects, `( ${place.objectTexts.join(' ')} )`, true)],
        }),
    };
  }
  return sequence(value, file) ?? { message };
}

/** A property for sequences of paths, which are lists in SHACL. */
function sequence(path: TermId, file: LintedFile): Wrong | undefined {
  const [triple, another] = file.graph.outgoing(path);
  if (triple === undefined || another !== undefined || !file.isOf(triple.predicate, namespaces.sh))
    return undefined;
  if (!/^(path)?(sequence|seq|list)(path)?$/i.test(localName(terms.value(triple.predicate))))
    return undefined;
  const place = file.statement(triple);
  if (!place) return undefined;
  const text = file.text(place.object);
  return {
    message: `SHACL has no property ${file.term(triple.predicate)}: a sequence of paths is a list, such as ( ex:p ex:q ). The shape is not checked.`,
    range: () => place.predicate,
    remedies: (written) => (file.isList(triple.object) ? [rewrite(written.object, text, true)] : []),
  };
}

/** Paths that SHACL 2.3.1 does not have, although they can be read. */
function oddPath(value: TermId, file: LintedFile): Wrong | 'right' {
  const { graph } = file;
  const single = [value, ...graph.objects(value, sh.alternativePath)].find(
    (list) => graph.objects(list, rdf.first).length > 0 && file.members(list)?.length === 1,
  );
  if (single !== undefined) {
    const [member] = file.members(single)!;
    return {
      severity: 'warning',
      message: `A list of paths must have at least two members. Instead of a list of one, write ${terms.isBlank(member!) ? 'the path in it' : file.term(member!)}.`,
      remedies: ({ object, memberTexts }) =>
        memberTexts.length === 1
          ? [rewrite(object, memberTexts[0]!, true)]
          : terms.isBlank(member!)
            ? []
            : [changeTo(file, object, member!)],
    };
  }
  const kinds = pathKinds.filter((kind) => graph.objects(value, kind).length > 0).map(file.term);
  const all = file.isList(value) ? ['a list', ...kinds] : kinds;
  if (all.length < 2) return 'right';
  return {
    message: `A path can be of one kind only, and this one has ${all.join(' and ')}. Only ${file.isList(value) ? 'the list' : all[0]} is used.`,
  };
}

/** In the order in which the reader checks them. */
export const pathKinds = [
  sh.alternativePath,
  sh.inversePath,
  sh.zeroOrMorePath,
  sh.oneOrMorePath,
  sh.zeroOrOnePath,
];

function inside(file: LintedFile, triple: Triple, message: string, right: TermId | undefined): Wrong {
  const place = file.statement(triple);
  if (!place) return { message };
  return {
    message,
    range: () => place.object,
    remedies: () => (right === undefined ? [] : [changeTo(file, place.object, right)]),
  };
}

function isUsedAsClass(id: TermId, { graph }: LintedFile): boolean {
  return (
    !graph.has(id, rdf.type, rdfs.Datatype) &&
    (isDeclaredClass(id, graph) || graph.subjects(sh.targetClass, id).length > 0 || isClassOfKnown(id))
  );
}

/** True for the classes of vocabularies that have no datatypes, and whose classes alone begin with a capital. */
function isClassOfKnown(id: TermId): boolean {
  const iri = terms.value(id);
  const [namespace, name] = [namespaceOf(iri), localName(iri)];
  return withoutDatatypes.has(namespace) && /^[A-Z]/.test(name) && namesIn(namespace)?.has(name) === true;
}

const withoutDatatypes: ReadonlySet<string> = new Set([
  'http://www.w3.org/2004/02/skos/core#',
  'http://xmlns.com/foaf/0.1/',
  'http://www.w3.org/ns/dcat#',
  'http://www.w3.org/ns/org#',
  'http://www.w3.org/ns/prov#',
]);

/** True for what a file declares as a class, but not as a datatype. */
export function isTypedClass(id: TermId, { graph }: LintedFile): boolean {
  return isDeclaredClass(id, graph) && !graph.has(id, rdf.type, rdfs.Datatype);
}

/** True for what a file declares as a property, but not as a shape. */
export function isDeclaredProperty(id: TermId, { graph }: LintedFile): boolean {
  const types = [rdf.Property, owl.ObjectProperty, owl.DatatypeProperty];
  return graph.objects(id, sh.path).length === 0 && types.some((type) => graph.has(id, rdf.type, type));
}

function hasOtherStatements(id: TermId, { graph }: LintedFile): boolean {
  return graph
    .outgoing(id)
    .some(({ predicate }) => predicate !== rdf.first && predicate !== rdf.rest && predicate !== rdf.type);
}

function isNumberOrTruth(datatype: TermId): boolean {
  return [xsd.integer, xsd.decimal, xsd.double, xsd.boolean].includes(datatype);
}

function datatypeOf(text: string): TermId | undefined {
  const datatype = /^[+-]?\d+$/.test(text)
    ? xsd.integer
    : /^[+-]?\d*\.\d+$/.test(text)
      ? xsd.decimal
      : /^\d{4}-\d\d-\d\d$/.test(text)
        ? xsd.date
        : /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.test(text)
          ? xsd.dateTime
          : undefined;
  return datatype !== undefined && isWellFormed(terms.literal(text, datatype)) ? datatype : undefined;
}
