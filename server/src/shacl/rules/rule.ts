import type { TermId } from '../../rdf/terms.ts';
import type { FunctionDeclaration } from '../model/shape.ts';
import type { NodeExpression } from './nodeExpression.ts';

/** The common part of all rules (SHACL Advanced Features 8, SHACL 1.2 Inference Rules). */
export interface RuleBase {
  /** The rule's node in the shapes graph. */
  readonly id: TermId;
  /** The shapes that have the rule; it fires for their focus nodes. Empty for a rule that no shape has. */
  readonly shapes: readonly TermId[];
  /** Rules without a shape fire once in each iteration, without a focus node. */
  readonly isGlobal: boolean;
  /** The shapes that a focus node has to conform to. */
  readonly conditions: readonly TermId[];
  /** Rules of a higher layer start when those of lower layers infer nothing more. */
  readonly layer: number;
  /** Rules of the same order do not see what the others infer in the same iteration. */
  readonly order: number;
  /** The rule fires only in one iteration, before the other rules of its layer. */
  readonly runsOnce: boolean;
  /** The default values that it sees where a property has no values: it expects these properties (sh:expectedPredicate). */
  readonly defaults: readonly DefaultValue[];
}

/** What a property shape has for its property where a focus node has no value (SHACL 1.2). */
export interface DefaultValue {
  readonly predicate: TermId;
  readonly value: NodeExpression;
  /** The shapes whose targets it is for. */
  readonly shapes: readonly TermId[];
}

/** A rule as it is run. */
export type Rule = RuleBase &
  (
    | {
        readonly kind: 'triple';
        readonly subject: NodeExpression;
        readonly predicate: NodeExpression;
        readonly object: NodeExpression;
        /** True for sh:values of a property shape: the object is what the expression yields for each subject. */
        readonly derives: boolean;
      }
    | {
        readonly kind: 'sparql';
        /** The CONSTRUCT query. */
        readonly text: string;
        readonly prefixes: ReadonlyMap<string, string>;
        /** The functions of the shapes graph, which the query may call. */
        readonly functions: readonly FunctionDeclaration[];
        /** The values of the parameters of the rule's template, by variable. */
        readonly parameters: ReadonlyMap<string, TermId>;
      }
  );

/** The shapes by which a rule judges nodes: its conditions, and those of its expressions. */
export function shapesAskedBy(rule: Rule): readonly TermId[] {
  if (rule.kind === 'sparql') return rule.conditions;
  return [...rule.conditions, ...[rule.subject, rule.predicate, rule.object].flatMap(shapesIn)];
}

function shapesIn(expression: NodeExpression): readonly TermId[] {
  switch (expression.kind) {
    case 'this':
    case 'constant':
    case 'instancesOf':
      return [];
    case 'nodesMatching':
      return [expression.shape];
    case 'flatMap':
      return [expression.nodes, expression.each].flatMap(shapesIn);
    case 'orderBy':
      return [expression.nodes, expression.by].flatMap(shapesIn);
    case 'select':
    case 'min':
    case 'max':
    case 'sum':
    case 'path':
    case 'distinct':
    case 'count':
    case 'exists':
    case 'limit':
    case 'offset':
      return shapesIn(expression.nodes);
    case 'filterShape':
    case 'findFirst':
    case 'matchAll':
    case 'conformsToShape':
      return [expression.shape, ...shapesIn(expression.nodes)];
    case 'intersection':
    case 'concat':
    case 'union':
      return expression.members.flatMap(shapesIn);
    case 'minus':
      return [expression.nodes, expression.minus].flatMap(shapesIn);
    case 'if':
      return [expression.condition, expression.then, expression.else].flatMap(shapesIn);
    case 'call':
      return expression.args.flatMap(shapesIn);
  }
}

/** Why a rule can't be run. */
export interface RuleProblem {
  readonly rule: TermId;
  /** The shapes that have the rule. */
  readonly shapes: readonly TermId[];
  /** A sentence. */
  readonly reason: string;
}

/** The rules of a shapes graph. */
export interface RuleSet {
  /** In the order in which they run: by layer, then order, then as declared. */
  readonly rules: readonly Rule[];
  readonly problems: readonly RuleProblem[];
}
