import { counted } from '../../../base/counted.ts';
import { isWellFormed } from '../../../rdf/literals/lexicalForms.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { terms } from '../../../rdf/terms.ts';
import { rdf, rdfs, sh, xsd } from '../../../rdf/vocab.ts';
import { componentOf } from '../../components/index.ts';
import { areComparable, areTermsInOrder } from '../../components/range.ts';
import type { Constraint, ConstraintKind, ConstraintOf, Shape, Target } from '../../model/shape.ts';
import { type LintedFile, statementOf } from '../lintedFile.ts';
import type { MistakeRemedy, ShapesMistake } from '../shapesMistake.ts';
import { isDatatype } from '../valueKinds.ts';
import {
  added,
  allowedToo,
  bothInclusive,
  clashRemedies,
  swapped,
  typedMembers,
  withValue,
} from './clashRemedies.ts';

/** Reports two constraints of one shape that no value can satisfy together, at the later one. */
export function* contradictions(file: LintedFile): Iterable<ShapesMistake> {
  for (const shape of file.shapes.shapes) {
    if (shape.deactivated || shape.constraints.length === 0) continue;
    for (const clash of clashesOf(shape, file)) {
      const written = file.statement(statementOf(clash.at));
      if (!written) continue;
      yield {
        severity: clash.severity ?? 'warning',
        message: clash.message,
        range: written.object,
        statement: statementOf(clash.at),
        remedies: remediesOf(clash, file),
      };
    }
  }
}

interface Clash {
  readonly severity?: ShapesMistake['severity'];
  readonly at: Constraint;
  /** The other constraints that clash. */
  readonly others: readonly Constraint[];
  readonly message: string;
  /** What was more likely meant than a shape without one of the constraints. */
  readonly remedies?: () => readonly MistakeRemedy[];
}

function remediesOf({ at, others, remedies }: Clash, file: LintedFile): readonly MistakeRemedy[] {
  const first = remedies?.() ?? [];
  const known = new Set(first.map(({ title }) => title));
  return [...first, ...clashRemedies([at, ...others], file).filter(({ title }) => !known.has(title))];
}

/** The one constraint of a kind that a shape has. */
function only<Kind extends ConstraintKind>(shape: Shape, kind: Kind): ConstraintOf<Kind> | undefined {
  const found = shape.constraints.filter((each): each is ConstraintOf<Kind> => each.kind === kind);
  return found.length === 1 ? found[0] : undefined;
}

function* clashesOf(shape: Shape, file: LintedFile): Iterable<Clash> {
  yield* counts(shape, file);
  yield* bounds(shape, file);
  yield* kindsOfTerms(shape, file);
  yield* valueSets(shape, file);
  yield* literalsAndNodes(shape, file);
  yield* numbersOfValues(shape, file);
  yield* pairsWithItself(shape, file);
  yield* boundsOfOtherTypes(shape, file);
  yield* closedToTypes(shape, file);
}

/** Constraints that only literals fulfil, or none, where the values are not literals. */
function* literalsAndNodes(shape: Shape, file: LintedFile): Iterable<Clash> {
  const kind = only(shape, 'nodeKind');
  const excludesLiterals = kind && [sh.IRI, sh.BlankNode, sh.BlankNodeOrIRI].includes(kind.nodeKind);
  const isForNodes =
    shape.kind === 'node' && shape.targets.length > 0 && shape.targets.every(selectsNoLiterals);
  const values = excludesLiterals
    ? `sh:nodeKind ${file.term(kind.nodeKind)} allows none`
    : isForNodes
      ? 'the nodes that this shape is for are none'
      : undefined;
  for (const constraint of shape.constraints) {
    const name = file.term(constraint.parameter);
    // These are reported at the node kind.
    const isKnown = excludesLiterals && (constraint.kind === 'datatype' || constraint.kind === 'in');
    if (values !== undefined && !isKnown && componentOf(constraint).literalsOnly(constraint as never)) {
      yield {
        at: constraint,
        others: excludesLiterals ? [kind] : [],
        message: `Only literals can conform to ${name}, and ${values}, so nothing can conform.`,
      };
    }
    if (kind?.nodeKind === sh.Literal && constraint.kind === 'class') {
      yield {
        at: constraint,
        others: [kind],
        message: `No literal is an instance of ${file.term(constraint.parameterValue)}, and sh:nodeKind sh:Literal allows nothing else, so no value can conform.`,
      };
    }
    if (kind?.nodeKind === sh.BlankNode && ['pattern', 'minLength', 'maxLength'].includes(constraint.kind)) {
      yield {
        at: constraint,
        others: [kind],
        message: `No blank node conforms to ${name}, and sh:nodeKind sh:BlankNode allows nothing else, so no value can conform.`,
      };
    }
  }
}

/** Whether a target never selects a literal. Some name datatypes as classes, although literals are instances of nothing. */
function selectsNoLiterals(target: Target): boolean {
  if (target.kind === 'subjectsOf' || target.kind === 'stated') return true;
  return target.kind === 'class' && target.class !== rdfs.Literal && !isDatatype(target.class);
}

/** More required values than are allowed, or than exist. */
function* numbersOfValues(shape: Shape, file: LintedFile): Iterable<Clash> {
  const least = only(shape, 'minCount');
  const most = only(shape, 'maxCount');
  const set = only(shape, 'in');
  const asked = shape.constraints.filter(({ kind }) => kind === 'hasValue');
  if (most && asked.length > most.count) {
    const values = asked.map(({ parameterValue }) => file.term(parameterValue)).join(' and ');
    yield {
      at: most,
      others: asked,
      message: `sh:hasValue asks for ${values}, and sh:maxCount ${most.count} allows ${most.count === 0 ? 'no value' : 'fewer values'}, so no node can conform.`,
    };
  }
  if (!least || !set || set.members.length === 0) return;
  const choices = new Set(set.members).size;
  if (least.count <= choices) return;
  yield {
    at: least,
    others: [set],
    message: `sh:minCount asks for ${counted(least.count, 'value')}, and sh:in has ${choices}, so no node can conform.`,
  };
}

/** A property whose values are compared with themselves. */
function* pairsWithItself({ path, constraints }: Shape, file: LintedFile): Iterable<Clash> {
  for (const constraint of constraints) {
    if (constraint.kind !== 'disjoint' && constraint.kind !== 'lessThan') continue;
    const { compared } = constraint;
    if (path?.kind !== 'predicate' || compared.kind !== 'predicate' || path.predicate !== compared.predicate)
      continue;
    yield {
      at: constraint,
      others: [],
      message: `${file.term(constraint.parameter)} compares ${file.term(compared.predicate)} with itself, so no value can conform.`,
    };
  }
}

/** The instances of a class have an rdf:type, which a closed shape has to allow. */
function* closedToTypes(shape: Shape, file: LintedFile): Iterable<Clash> {
  const closed = only(shape, 'closed');
  const target = shape.targets.find(({ kind }) => kind === 'class');
  if (!closed || target?.kind !== 'class' || closed.allowed.has(rdf.type)) return;
  // A wrong list may have been meant to allow it.
  const ignored = file.graph.objects(shape.id, sh.ignoredProperties);
  if (ignored.some((list) => !file.members(list)?.every((each) => terms.isIri(each)))) return;
  yield {
    at: closed,
    others: [],
    message: `Every instance of ${file.term(target.class)} has an rdf:type, which this closed shape does not allow, so none can conform.`,
    remedies: () => allowedToo(file, shape.id, rdf.type),
  };
}

/** Bounds that values of the datatype can't be compared with. */
function* boundsOfOtherTypes(shape: Shape, file: LintedFile): Iterable<Clash> {
  const datatype = only(shape, 'datatype');
  const sample =
    datatype &&
    sampleTexts
      .map((text) => terms.literal(text, datatype.datatype))
      .find((literal) => isWellFormed(literal) && literalValue(literal) !== undefined);
  if (!datatype || sample === undefined) return;
  for (const constraint of shape.constraints) {
    if (!('bound' in constraint) || areComparable(sample, constraint.bound)) continue;
    yield {
      at: constraint,
      others: [datatype],
      message: `Values with sh:datatype ${file.term(datatype.datatype)} can't be compared with ${file.value(constraint.bound)}, so no value can conform.`,
    };
  }
}

/** For each datatype whose values have an order, at least one of these is well-formed. */
const sampleTexts = ['1', '-1', '2000-01-01', '2000-01-01T00:00:00Z', '00:00:00Z', 'P1D', 'P1Y', 'a', 'true'];

const leastAndMost = [
  ['minCount', 'maxCount'],
  ['minLength', 'maxLength'],
  ['minListLength', 'maxListLength'],
  ['qualifiedMinCount', 'qualifiedMaxCount'],
] as const;

function* counts(shape: Shape, file: LintedFile): Iterable<Clash> {
  for (const [leastKind, mostKind] of leastAndMost) {
    const least = only(shape, leastKind);
    const most = only(shape, mostKind);
    if (!least || !most) continue;
    const [a, b] = [least, most].map((each) => ('count' in each ? each.count : each.length)) as [
      number,
      number,
    ];
    if (a <= b) continue;
    const [low, high] = [`sh:${leastKind}`, `sh:${mostKind}`];
    yield {
      at: least,
      others: [most],
      message: `${low} ${a} is above ${high} ${b}, so no ${'length' in least ? 'value' : 'node'} can conform.`,
      remedies: () => swapped(file, least, most),
    };
  }
}

function* bounds(shape: Shape, file: LintedFile): Iterable<Clash> {
  const low = only(shape, 'minInclusive') ?? only(shape, 'minExclusive');
  const high = only(shape, 'maxInclusive') ?? only(shape, 'maxExclusive');
  if (!low || !high || !areComparable(low.bound, high.bound)) return;
  const kind = low.kind === 'minInclusive' && high.kind === 'maxInclusive' ? 'lessThanOrEquals' : 'lessThan';
  if (areTermsInOrder(kind, low.bound, high.bound)) return;
  yield {
    at: low,
    others: [high],
    message: `No value can conform: it would be ${low.kind === 'minInclusive' ? 'at least' : 'more than'} ${file.term(low.bound)} and ${high.kind === 'maxInclusive' ? 'at most' : 'less than'} ${file.term(high.bound)}.`,
    remedies: () => (low.bound === high.bound ? bothInclusive(file, low, high) : swapped(file, low, high)),
  };
}

/** Datatypes, classes, node kinds, patterns and languages that exclude one another. */
function* kindsOfTerms(shape: Shape, file: LintedFile): Iterable<Clash> {
  const datatype = only(shape, 'datatype');
  const nodeKind = only(shape, 'nodeKind');
  const languages = shape.constraints.find(({ kind }) => kind === 'languageIn' || kind === 'uniqueLang');
  if (!datatype) return;
  const name = file.term(datatype.datatype);
  if (nodeKind && [sh.IRI, sh.BlankNode, sh.BlankNodeOrIRI].includes(nodeKind.nodeKind)) {
    yield {
      at: nodeKind,
      others: [datatype],
      message: `Values with sh:datatype ${name} are literals, and sh:nodeKind ${file.term(nodeKind.nodeKind)} allows none, so no value can conform.`,
      remedies: () => withValue(file, nodeKind, sh.Literal),
    };
  }
  const [classed] = shape.constraints.filter((each) => each.kind === 'class');
  if (classed) {
    yield {
      at: classed,
      others: [datatype],
      message: `Values with sh:datatype ${name} are literals, and no literal is an instance of ${file.term(classed.parameterValue)}, so no value can conform.`,
    };
  }
  if (languages?.kind === 'languageIn' && datatype.datatype !== rdf.langString) {
    yield {
      at: datatype,
      others: [languages],
      message: `Texts with a language have the datatype rdf:langString, so no value can conform to sh:datatype ${name} and sh:languageIn.`,
      remedies: () => (datatype.datatype === xsd.string ? withValue(file, datatype, rdf.langString) : []),
    };
  }
}

/** Values that another constraint forbids, and lists without any. */
function* valueSets(shape: Shape, file: LintedFile): Iterable<Clash> {
  const set = only(shape, 'in');
  const datatype = only(shape, 'datatype');
  const nodeKind = only(shape, 'nodeKind');
  if (set && set.members.length > 0 && datatype) {
    const wrong = set.members.filter((member) => terms.datatype(member) !== datatype.datatype);
    if (wrong.length === set.members.length) {
      yield {
        at: set,
        others: [datatype],
        message: `None of the values in sh:in has sh:datatype ${file.term(datatype.datatype)}, so no value can conform.`,
        remedies: () => typedMembers(file, set, datatype),
      };
    }
  }
  if (set && set.members.length > 0 && nodeKind?.nodeKind === sh.IRI) {
    if (set.members.every((member) => terms.isLiteral(member))) {
      yield {
        at: nodeKind,
        others: [set],
        message:
          'All values in sh:in are literals, and sh:nodeKind sh:IRI allows none, so no value can conform.',
        remedies: () => withValue(file, nodeKind, sh.Literal),
      };
    }
  }
  for (const constraint of shape.constraints) {
    if (constraint.kind !== 'hasValue') continue;
    const { value } = constraint;
    if (set && set.members.length > 0 && !set.members.includes(value)) {
      yield {
        at: constraint,
        others: [set],
        message: `sh:hasValue asks for ${file.term(value)}, which is not among the values of sh:in, so no node can conform.`,
        remedies: () => added(file, set, constraint),
      };
    } else if (datatype && terms.datatype(value) !== datatype.datatype) {
      yield {
        at: constraint,
        others: [datatype],
        message: `sh:hasValue asks for ${file.term(value)}, which does not have sh:datatype ${file.term(datatype.datatype)}, so no node can conform.`,
        remedies: () =>
          terms.isLiteral(value)
            ? withValue(file, constraint, terms.literal(terms.value(value), datatype.datatype))
            : [],
      };
    }
  }
}
