import { NodeSet } from '../../rdf/nodeSet.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdfs, sh } from '../../rdf/vocab.ts';
import { isTrue } from '../model/reading.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { rulesOf } from '../rules/readRules.ts';
import type { Rule } from '../rules/rule.ts';
import { declaredFunctions } from '../sparql/declaredFunctions.ts';
import { queryEngine } from '../sparql/queryEngine.ts';
import type { ValidationInput } from '../validationUnit.ts';

/** What the shapes of a unit say something about. */
export interface MentionedTerms {
  /**
   * The terms that the description of an active shape uses, such as classes of targets, predicates of paths and allowed
   * values. A class counts with its subclasses.
   */
  readonly terms: NodeSet;
  /** The nodes that describe a shape: the shapes, and the blank nodes of their lists and paths. */
  readonly describing: ReadonlySet<TermId>;
}

/**
 * Collects what the shapes and their rules mention, in the texts of their queries too. The query engine must have been
 * loaded, as validation does; before, the texts are not read.
 */
export function mentionedTerms({ shapes, classGraph }: ValidationInput): MentionedTerms {
  const { rules } = rulesOf(shapes);
  const describing = new Set<TermId>([...shapes.illFormed.map(({ id }) => id), ...rules.map(({ id }) => id)]);
  const mentioned = new NodeSet();
  for (const { text, prefixes } of queryTexts(shapes, rules)) {
    for (const iri of queryEngine()?.queryIris(text, prefixes) ?? []) mentioned.add(iri);
  }
  for (const { id, deactivated } of shapes.shapes) {
    describing.add(id);
    if (!deactivated) mentioned.add(id);
  }
  for (const node of describing) {
    for (const { object } of shapes.graph.outgoing(node)) {
      if (terms.isBlank(object)) describing.add(object);
      else if (!isDeactivated(shapes, node)) mentioned.add(object);
    }
  }
  for (const term of mentioned.nodes) {
    for (const subclass of classGraph.subjects(rdfs.subClassOf, term)) mentioned.add(subclass);
  }
  return { terms: mentioned, describing };
}

interface QueryText {
  readonly text: string;
  readonly prefixes: ReadonlyMap<string, string>;
}

/** The queries of active shapes, of the functions that they may call, and of rules. */
function queryTexts({ shapes, graph }: ShapesGraph, rules: readonly Rule[]): readonly QueryText[] {
  const active = shapes.filter(({ deactivated }) => !deactivated);
  const queries = active.flatMap(({ constraints, targets }) =>
    [...constraints, ...targets].flatMap((part) => (part.kind === 'sparql' ? [part.query] : [])),
  );
  const functions = declaredFunctions(graph).flatMap(({ body }) => (typeof body === 'string' ? [] : [body]));
  return [
    ...[...queries, ...functions].map(({ text, prefixes }) => ({
      text: terms.value(text),
      prefixes: new Map(prefixes),
    })),
    ...rules.flatMap((rule) => (rule.kind === 'sparql' ? [rule] : [])),
  ];
}

/** Shapes, rules and constraints with queries can be deactivated. */
function isDeactivated({ graph }: ShapesGraph, node: TermId): boolean {
  return graph.objects(node, sh.deactivated).some(isTrue);
}
