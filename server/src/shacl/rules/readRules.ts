import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, sh, shRules } from '../../rdf/vocab.ts';
import { isTrue } from '../model/reading.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import type { TermPrinter } from '../model/words.ts';
import { declaredRules } from '../shapesGraph/declaredRules.ts';
import { declaredFunctions, readPrefixes } from '../sparql/readQuery.ts';
import { type NodeExpression, readExpression } from './nodeExpression.ts';
import type { Rule, RuleBase, RuleProblem, RuleSet } from './rule.ts';

/** The rules of a shapes graph. What is ill-formed or of an unknown kind becomes a problem. */
export function rulesOf(shapes: ShapesGraph): RuleSet {
  let rules = known.get(shapes.graph);
  if (rules === undefined) {
    rules = readRules(shapes);
    known.set(shapes.graph, rules);
  }
  return rules;
}

/** By graph, because the same shapes may come with other notes on what is not checked. */
const known = new WeakMap<Graph, RuleSet>();

function readRules(shapes: ShapesGraph): RuleSet {
  const { graph } = shapes;
  const rules: Rule[] = [];
  const problems: RuleProblem[] = [];
  const isActive = (shape: TermId) => {
    const read = shapes.get(shape);
    return read !== undefined && !read.deactivated;
  };
  for (const [id, owners] of declaredRules(graph)) {
    if (graph.objects(id, sh.deactivated).some(isTrue)) continue;
    const active = owners.filter(isActive);
    if (owners.length > 0 && active.length === 0) continue;
    const rule = readRule(graph, id, active, shapes.term);
    if (typeof rule === 'string') problems.push({ rule: id, shapes: active, reason: rule });
    else rules.push(rule);
  }
  return { rules: rules.toSorted((a, b) => a.layer - b.layer || a.order - b.order), problems };
}

/** @returns a sentence that says why the rule can't be run, if that is so. */
function readRule(graph: Graph, id: TermId, shapes: readonly TermId[], term: TermPrinter): Rule | string {
  if (terms.isLiteral(id)) return 'A rule is a node, not a literal.';
  const processor = processorOf(graph, id);
  if (processor !== undefined)
    return `It asks for the rule processor ${term(processor)}, which is not known here.`;
  const order = numberOf(graph, id, sh.order);
  const layer = numberOf(graph, id, shRules.layer);
  if (order === undefined || layer === undefined) return 'Its sh:order or sh:layer is not a number.';
  const base: RuleBase = {
    id,
    shapes,
    isGlobal: shapes.length === 0,
    conditions: graph.objects(id, shRules.condition),
    order,
    layer,
    runsOnce: graph.objects(id, shRules.runOnce).some(isTrue),
  };
  const types = graph.objects(id, rdf.type);
  if (types.includes(shRules.TripleRule)) return tripleRule(graph, base);
  if (types.includes(shRules.SPARQLRule)) return sparqlRule(graph, id, base, new Map());
  const template = types.find((type) => graph.has(type, rdf.type, shRules.SPARQLRuleTemplate));
  if (template !== undefined) return templateRule(graph, template, base, term);
  const [type] = types;
  return type === undefined
    ? 'It has no type: sh:TripleRule and sh:SPARQLRule are supported.'
    : `Rules of type ${term(type)} are not supported: sh:TripleRule and sh:SPARQLRule are.`;
}

function tripleRule(graph: Graph, base: RuleBase): Rule | string {
  const read = (property: TermId, name: string): NodeExpression | string => {
    const values = graph.objects(base.id, property);
    if (values.length === 0 && property === shRules.subject) return { kind: 'this' };
    return values.length === 1
      ? readExpression(graph, values[0]!)
      : `A triple rule must have exactly one value of ${name}; this one has ${values.length}.`;
  };
  const subject = read(shRules.subject, 'sh:subject');
  if (typeof subject === 'string') return subject;
  const predicate = read(shRules.predicate, 'sh:predicate');
  if (typeof predicate === 'string') return predicate;
  const object = read(shRules.object, 'sh:object');
  if (typeof object === 'string') return object;
  return { ...base, kind: 'triple', subject, predicate, object };
}

function sparqlRule(
  graph: Graph,
  holder: TermId,
  base: RuleBase,
  parameters: ReadonlyMap<string, TermId>,
): Rule | string {
  const texts = graph.objects(holder, shRules.construct);
  const [text] = texts;
  if (text === undefined || texts.length > 1 || !terms.isLiteral(text)) {
    return 'A SPARQL rule has one sh:construct, which is a string.';
  }
  const prefixes = readPrefixes(graph, holder);
  if (typeof prefixes === 'string') return prefixes;
  return {
    ...base,
    kind: 'sparql',
    text: terms.value(text),
    prefixes: new Map(prefixes),
    functions: declaredFunctions(graph),
    parameters,
  };
}

function templateRule(graph: Graph, template: TermId, base: RuleBase, term: TermPrinter): Rule | string {
  const values = new Map<string, TermId>();
  for (const parameter of graph.objects(template, shRules.parameter)) {
    const [path] = graph.objects(parameter, sh.path);
    if (path === undefined || !terms.isIri(path)) return `A parameter of ${term(template)} has no sh:path.`;
    const [value, ...more] = graph.objects(base.id, path);
    if (more.length > 0) return `It has several values of ${term(path)}.`;
    if (value !== undefined) values.set(/[^/#:]*$/.exec(terms.value(path))![0], value);
    else if (!graph.objects(parameter, shRules.optional).some(isTrue))
      return `It has no value of ${term(path)}.`;
  }
  return sparqlRule(graph, template, base, values);
}

/** What asks for a special processor: the rule itself, or a rule set that has it. */
function processorOf(graph: Graph, rule: TermId): TermId | undefined {
  const holders = [rule, ...graph.subjects(shRules.hasRule, rule)];
  return holders.flatMap((holder) => graph.objects(holder, shRules.ruleProcessor))[0];
}

/** 0 where nothing is said. */
function numberOf(graph: Graph, rule: TermId, property: TermId): number | undefined {
  const [value] = graph.objects(rule, property);
  if (value === undefined) return 0;
  const number = Number(terms.value(value));
  return Number.isFinite(number) ? number : undefined;
}
