import type { Graph } from '../../rdf/graph.ts';
import type { Triple } from '../../rdf/terms.ts';
import { owl, rdf, rdfs } from '../../rdf/vocab.ts';
import { canBeSubject, type EntailmentRules, type RuleName } from './rules.ts';

/** One application of a rule of RDFS or OWL. */
export interface SchemaStep {
  readonly kind: 'schema';
  readonly rule: RuleName;
  readonly premise: Triple;
  /** The schema premise, such as `ex:knows rdfs:range ex:Person`. */
  readonly schema: Triple;
  readonly conclusion: Triple;
}

/**
 * The steps by which a triple may follow. All steps whose premise is in the graph are among them. The caller must check
 * that the premise holds, and which of the two directions of an owl:inverseOf triple is written.
 */
export function* stepsTo(conclusion: Triple, graph: Graph, rules: EntailmentRules): Iterable<SchemaStep> {
  const { subject, predicate, object } = conclusion;
  for (const property of rules.superProperties.to(predicate)) {
    const premise = { subject, predicate: property, object };
    yield {
      kind: 'schema',
      rule: 'rdfs7',
      premise,
      schema: { subject: property, predicate: rdfs.subPropertyOf, object: predicate },
      conclusion,
    };
  }
  if (canBeSubject(object)) yield* swaps(conclusion, rules);
  if (predicate === rdf.type) yield* typings(conclusion, graph, rules);
  yield* hierarchySteps(conclusion, rules);
}

function* swaps(conclusion: Triple, rules: EntailmentRules): Iterable<SchemaStep> {
  const { subject, predicate, object } = conclusion;
  for (const property of rules.inverses.to(predicate)) {
    const premise = { subject: object, predicate: property, object: subject };
    for (const [one, other] of [
      [property, predicate],
      [predicate, property],
    ] as const) {
      const schema = { subject: one, predicate: owl.inverseOf, object: other };
      yield { kind: 'schema', rule: 'owl:inverseOf', premise, schema, conclusion };
    }
  }
  if (rules.symmetric.has(predicate)) {
    yield {
      kind: 'schema',
      rule: 'owl:SymmetricProperty',
      premise: { subject: object, predicate, object: subject },
      schema: { subject: predicate, predicate: rdf.type, object: owl.SymmetricProperty },
      conclusion,
    };
  }
}

function* typings(conclusion: Triple, graph: Graph, rules: EntailmentRules): Iterable<SchemaStep> {
  const { subject: node, object: type } = conclusion;
  for (const lower of graph.objects(node, rdf.type)) {
    if (!rules.superClasses.has(lower, type)) continue;
    yield {
      kind: 'schema',
      rule: 'rdfs9',
      premise: { subject: node, predicate: rdf.type, object: lower },
      schema: { subject: lower, predicate: rdfs.subClassOf, object: type },
      conclusion,
    };
  }
  for (const property of rules.domains.to(type)) {
    const schema = { subject: property, predicate: rdfs.domain, object: type };
    for (const object of graph.objects(node, property)) {
      yield {
        kind: 'schema',
        rule: 'rdfs2',
        premise: { subject: node, predicate: property, object },
        schema,
        conclusion,
      };
    }
  }
  for (const property of rules.ranges.to(type)) {
    const schema = { subject: property, predicate: rdfs.range, object: type };
    for (const subject of graph.subjects(property, node)) {
      yield {
        kind: 'schema',
        rule: 'rdfs3',
        premise: { subject, predicate: property, object: node },
        schema,
        conclusion,
      };
    }
  }
}

function* hierarchySteps(conclusion: Triple, rules: EntailmentRules): Iterable<SchemaStep> {
  const { subject: lowest, predicate, object: highest } = conclusion;
  const hierarchy = rules.hierarchy(predicate);
  if (hierarchy === undefined) return;
  const rule = predicate === rdfs.subClassOf ? 'rdfs11' : 'rdfs5';
  const pair = (lower: number, higher: number) => ({ subject: lower, predicate, object: higher });
  for (const between of hierarchy.to(highest)) {
    yield {
      kind: 'schema',
      rule,
      premise: pair(lowest, between),
      schema: pair(between, highest),
      conclusion,
    };
  }
  for (const between of hierarchy.from(lowest)) {
    yield {
      kind: 'schema',
      rule,
      premise: pair(between, highest),
      schema: pair(lowest, between),
      conclusion,
    };
  }
}
