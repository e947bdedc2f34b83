import { isAbsoluteIri } from '../../rdf/iri.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { type InsertOptions, type InsertText, insertText } from '../../sparql/query/insertText.ts';
import type { ClassHierarchy } from '../classHierarchy.ts';
import { printPath } from '../model/path.ts';
import type { Target } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import type { NodeExpression } from './nodeExpression.ts';
import type { Rule } from './rule.ts';
import { ruleQuery } from './ruleQueries.ts';

/** Which named graphs a rule sees, and into which one its inferences go. */
export type UpdateGraphs = Pick<InsertOptions, 'using' | 'into'>;

/** The focus nodes of a rule before its conditions, as a store finds them. */
export interface RuleFocus {
  /** Group patterns of SPARQL that bind a variable to those that the store lists. A node may match several of them. */
  readonly patterns: (variable: string) => readonly string[];
  /** Those that shapes name. */
  readonly nodes: readonly TermId[];
}

/**
 * Whether a rule can be asked as updates of a store; if not, the reason as a sentence.
 *
 * @param data the named graphs with the data.
 */
export function whyNoUpdate(
  rule: Rule,
  shapes: ShapesGraph,
  classes: ClassHierarchy,
  data: readonly string[],
): string | undefined {
  if (rule.defaults.length > 0) return 'It expects default values (sh:defaultValue).';
  if (rule.kind === 'sparql') {
    const query = ruleQuery(rule);
    if (query.kind === 'problem') return query.message;
  } else if (rule.derives) return 'It derives values (sh:values).';
  const focus = ruleFocus(rule, shapes, classes);
  if (typeof focus === 'string') return focus;
  const graphs = { using: [...data, 'urn:x:scratch'], into: 'urn:x:step' };
  const pattern = patternOfThis(focus.patterns('?this'));
  const samples = rule.isGlobal
    ? (['global'] as const)
    : [{ pattern: pattern ?? '?this ?p ?o' }, ...focus.nodes.slice(0, 1).map((node) => ({ node }))];
  for (const sample of samples) {
    const update = ruleUpdate(rule, sample, graphs);
    if (update.kind === 'refused') return update.reason;
  }
  return undefined;
}

/** The focus nodes of a rule, regardless of its conditions; a sentence where a store can't find them. */
export function ruleFocus(rule: Rule, shapes: ShapesGraph, classes: ClassHierarchy): RuleFocus | string {
  const listed: Target[] = [];
  const nodes = new Set<TermId>();
  for (const target of rule.shapes.flatMap((id) => shapes.get(id)?.targets ?? [])) {
    if (target.kind === 'node') {
      if (terms.isBlank(target.node)) return 'It is for a blank node, which a store knows by no name.';
      if (terms.isIri(target.node) && !isAbsoluteIri(terms.value(target.node)))
        return 'It is for nodes with IRIs that have characters such as >.';
      nodes.add(target.node);
    } else {
      if (targetPatterns(target, classes, '?this') === undefined)
        return 'Its focus nodes are not selected by classes or properties with proper IRIs, or named.';
      listed.push(target);
    }
  }
  if (nodes.size > mostNamed) return `It is for more than ${mostNamed} nodes that shapes name.`;
  const patterns = (variable: string) => [
    ...new Set(listed.flatMap((target) => targetPatterns(target, classes, variable) ?? [])),
  ];
  return { patterns, nodes: [...nodes] };
}

/** A group pattern that binds `?this` to what some patterns bind it to; undefined where there are none. */
export function patternOfThis(patterns: readonly string[]): string | undefined {
  if (patterns.length === 0) return undefined;
  return `{ SELECT DISTINCT ?this WHERE { ${patterns.map((each) => `{ ${each} }`).join(' UNION ')} } }`;
}

/** Each node that shapes name takes an update of its own. */
const mostNamed = 1_000;

function targetPatterns(
  target: Target,
  classes: ClassHierarchy,
  variable: string,
): readonly string[] | undefined {
  switch (target.kind) {
    case 'class': {
      const all = [...classes.subclasses(target.class)];
      if (all.some((id) => !terms.isIri(id) || !isAbsoluteIri(terms.value(id)))) return undefined;
      return all.map((id) => `${variable} ${termToNTriples(rdf.type)} ${termToNTriples(id)}`);
    }
    case 'subjectsOf':
      if (!isAbsoluteIri(terms.value(target.predicate))) return undefined;
      return [`${variable} ${termToNTriples(target.predicate)} ?object`];
    case 'objectsOf':
      if (!isAbsoluteIri(terms.value(target.predicate))) return undefined;
      return [`?subject ${termToNTriples(target.predicate)} ${variable}`];
    case 'node':
    case 'where':
    case 'stated':
    case 'sparql':
      return undefined;
  }
}

/**
 * The update that adds what a rule infers from the union of some graphs for focus nodes, regardless of its conditions.
 *
 * @param focus what binds `?this`, or the one node; 'global' for a rule that no shape has.
 */
export function ruleUpdate(
  rule: Rule,
  focus: 'global' | { readonly pattern: string } | { readonly node: TermId },
  graphs: UpdateGraphs,
): InsertText {
  const query =
    rule.kind === 'sparql' ? { ...rule, text: rule.text } : { ...noParameters, text: constructOf(rule) };
  if (typeof query.text !== 'string') return { kind: 'refused', reason: query.text.reason };
  const { text, prefixes, parameters } = query;
  const isNode = focus !== 'global' && 'node' in focus;
  const values = isNode ? new Map([...parameters, ['this', focus.node] as const]) : parameters;
  const focusPattern = focus !== 'global' && 'pattern' in focus ? focus.pattern : undefined;
  return insertText(text, { prefixes, values, focusPattern, ...graphs });
}

const noParameters = {
  prefixes: new Map<string, string>(),
  parameters: new Map<string, TermId>(),
};

interface Refusal {
  readonly reason: string;
}

/** A triple rule as a CONSTRUCT query. */
function constructOf(rule: Rule & { readonly kind: 'triple' }): string | Refusal {
  const writer = new ExpressionWriter();
  try {
    const [subject, predicate, object] = [rule.subject, rule.predicate, rule.object].map((each) =>
      writer.term(each),
    );
    return `CONSTRUCT { ${subject} ${predicate} ${object} } WHERE { ${writer.patterns.join(' ')} }`;
  } catch (error) {
    if (!(error instanceof NoPattern)) throw error;
    return { reason: error.message };
  }
}

class NoPattern extends Error {}

/** Writes node expressions as patterns of SPARQL, which bind variables to what they yield for `$this`. */
class ExpressionWriter {
  readonly patterns: string[] = [];
  readonly #count: { variables: number };

  constructor(count = { variables: 0 }) {
    this.#count = count;
  }

  /** The term or variable for what an expression yields. */
  term(expression: NodeExpression): string {
    switch (expression.kind) {
      case 'this':
        return '$this';
      case 'constant':
        if (!terms.isIri(expression.term) && !terms.isLiteral(expression.term))
          throw new NoPattern('It names a blank node or a triple term.');
        return termToNTriples(expression.term);
      case 'path': {
        const from = this.term(expression.nodes);
        const value = this.#variable();
        this.patterns.push(`${from} ${printPath(expression.path, termToNTriples)} ${value} .`);
        return value;
      }
      case 'distinct':
        return this.term(expression.nodes);
      case 'union':
      case 'concat': {
        const value = this.#variable();
        const branches = expression.members.map((each) => this.#groupFor(each, value));
        this.patterns.push(branches.length === 0 ? 'FILTER(false)' : branches.join(' UNION '));
        return value;
      }
      case 'intersection': {
        const value = this.#variable();
        for (const each of expression.members) this.patterns.push(this.#groupFor(each, value));
        return value;
      }
      case 'filterShape':
      case 'findFirst':
      case 'matchAll':
      case 'conformsToShape':
      case 'nodesMatching':
      case 'instancesOf':
      case 'flatMap':
      case 'orderBy':
      case 'minus':
      case 'count':
      case 'exists':
      case 'min':
      case 'max':
      case 'sum':
      case 'limit':
      case 'offset':
      case 'if':
      case 'call':
      case 'select':
        throw new NoPattern(
          `A node expression of the kind ${expression.kind} has no form as a pattern of SPARQL.`,
        );
    }
  }

  #groupFor(expression: NodeExpression, value: string): string {
    const inside = new ExpressionWriter(this.#count);
    const term = inside.term(expression);
    return `{ ${inside.patterns.join(' ')} BIND(${term} AS ${value}) }`;
  }

  #variable(): string {
    return `?x${this.#count.variables++}`;
  }
}
