import type { Graph } from '../../../server/src/rdf/graph.ts';
import { type TermId, terms } from '../../../server/src/rdf/terms.ts';
import { namespaces, rdf, sh, xsd } from '../../../server/src/rdf/vocab.ts';
import { sampleRegex } from '../../../server/src/repair/values/sampleRegex.ts';
import { valuesAtLimit } from '../../../server/src/repair/values/valuesAtLimit.ts';
import type { Evaluator } from '../../../server/src/shacl/evaluator.ts';
import type { Constraint, Shape } from '../../../server/src/shacl/model/shape.ts';
import { newBlankNode } from '../../../server/src/sparql/termCodec.ts';
import { termTests } from './fragment.ts';

/** The terms that a repair may use. */
export interface Domain {
  readonly all: readonly TermId[];
  /** New IRIs and, where shapes tell them apart, new blank nodes, each kind in the order of use. */
  readonly freshNodes: readonly (readonly TermId[])[];
}

/** The active domain (terms of the graph and of the shapes), new nodes, and new literals for what shapes ask of literals. */
export function domainOf(
  graph: Graph,
  shapes: readonly Shape[],
  evaluator: Evaluator,
  { nodes }: { readonly nodes: number },
): Domain {
  const known = new Set<TermId>();
  for (const { subject, object } of graph.triples()) known.add(subject).add(object);
  for (const constraint of shapes.flatMap(({ constraints }) => constraints)) {
    for (const term of constants(constraint)) known.add(term);
  }
  for (const { targets } of shapes)
    for (const each of targets) if (each.kind === 'node') known.add(each.node);
  const counted = Array.from({ length: nodes }, (_, i) => i + 1);
  const freshNodes = [counted.map((i) => terms.iri(`${freshPrefix}${i}`))];
  const nodeKinds = shapes.some(({ constraints }) => constraints.some(({ kind }) => kind === 'nodeKind'));
  if (nodeKinds) freshNodes.push(counted.map((i) => newBlankNode(`fresh${i}`)));
  const literals = freshLiterals(shapes, evaluator, known);
  return { all: [...new Set([...known, ...freshNodes.flat(), ...literals])], freshNodes };
}

export const freshPrefix = 'urn:fresh:';

function constants(constraint: Constraint): readonly TermId[] {
  switch (constraint.kind) {
    case 'hasValue':
      return [constraint.value];
    case 'in':
      return constraint.members;
    case 'class':
      return [constraint.class];
    default:
      return [];
  }
}

/** Texts of each datatype, the outermost ones first: they are before and after whatever the data have. */
const samples: ReadonlyMap<TermId, readonly string[]> = new Map([
  [xsd.string, ['new 1', 'new 2', 'new 3']],
  [xsd.boolean, ['true', 'false']],
  [terms.constant(`${namespaces.xsd}integer`), ['-999999999', '999999999', '0', '1', '2']],
  [terms.constant(`${namespaces.xsd}decimal`), ['-999999999.0', '999999999.0', '0.0', '1.0', '0.5']],
  [terms.constant(`${namespaces.xsd}double`), ['-1.0e99', '1.0e99', '0.0e0', '1.0e0']],
  [terms.constant(`${namespaces.xsd}date`), ['0001-01-01', '9999-12-31', '2020-01-01']],
  [
    terms.constant(`${namespaces.xsd}dateTime`),
    ['0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z', '2020-01-01T00:00:00Z'],
  ],
  [terms.constant(`${namespaces.xsd}anyURI`), ['urn:new:1', 'urn:new:2']],
]);

/** Of literals that no shape tells apart, so many are kept, besides those of the graph. */
const mostAlike = 3;

function freshLiterals(
  shapes: readonly Shape[],
  evaluator: Evaluator,
  known: ReadonlySet<TermId>,
): readonly TermId[] {
  const tests = termTests(shapes);
  const checks = tests.flatMap((constraint) => evaluator.check(constraint) ?? []);
  const isOrdered = shapes.some(({ constraints }) =>
    constraints.some(({ kind }) => kind === 'lessThan' || kind === 'lessThanOrEquals'),
  );
  const kept = new Map<string, number>();
  return [...new Set(proposals(tests))].filter((term) => {
    if (known.has(term)) return false;
    if (isOrdered && terms.datatype(term) !== xsd.string) return true;
    const passed = checks.map((check) => check.kind === 'value' && Number(check.accepts(term))).join('');
    const profile = `${passed} ${terms.language(term)}`;
    const count = kept.get(profile) ?? 0;
    kept.set(profile, count + 1);
    return count < mostAlike;
  });
}

/** Terms of which some may be accepted where a test is. */
function* proposals(tests: readonly Constraint[]): Iterable<TermId> {
  const datatypes = new Set<TermId>([xsd.string]);
  for (const test of tests) {
    if (test.kind === 'datatype') datatypes.add(test.datatype);
    if ('bound' in test) datatypes.add(terms.datatype(test.bound) ?? xsd.string);
  }
  datatypes.delete(rdf.langString);
  for (const datatype of datatypes) {
    for (const sample of samples.get(datatype) ?? ['new 1', 'new 2']) yield terms.literal(sample, datatype);
  }
  for (const test of tests) {
    if (test.kind === 'pattern') {
      const sample = sampleRegex(test.pattern, test.flags);
      if (sample === undefined) continue;
      for (const datatype of datatypes) yield terms.literal(sample, datatype);
      if (/^[a-z][a-z0-9+.-]*:[^\s<>"{}|\\^`]*$/i.test(sample)) yield terms.iri(sample);
    } else if ('bound' in test) {
      for (const datatype of datatypes) yield* valuesAtLimit(test, '', datatype);
    } else if (test.kind === 'minLength' || test.kind === 'maxLength') {
      for (const datatype of datatypes) yield terms.literal('x'.repeat(test.length), datatype);
    } else if (test.kind === 'languageIn') {
      for (const language of test.languages) yield* texts(language);
    } else if (test.kind === 'nodeKind' && test.nodeKind !== sh.IRI) {
      yield* texts('en');
    } else if (test.kind === 'datatype' && test.datatype === rdf.langString) {
      yield* texts('en');
    }
  }
}

function* texts(language: string): Iterable<TermId> {
  if (language === '') return;
  for (const text of ['new 1', 'new 2']) yield terms.languageString(text, language);
}
