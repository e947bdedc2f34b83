import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, sh, shRules } from '../../rdf/vocab.ts';
import { isJudgedElsewhere, shapeRefsOf } from '../components/shapeRefs.ts';
import type { Path } from '../model/path.ts';
import { isTrue } from '../model/reading.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import type { TermPrinter } from '../model/words.ts';
import { declaredRules } from '../shapesGraph/declaredRules.ts';
import { declaredFunctions, readPrefixes } from '../sparql/readQuery.ts';
import { type NodeExpression, readExpression } from './nodeExpression.ts';
import type { DefaultValue, Rule, RuleBase, RuleProblem, RuleSet } from './rule.ts';

/** The rules of a shapes graph. Rules that are ill-formed or of an unknown kind are reported as problems. */
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
    const rule = readRule(shapes, id, active);
    if (typeof rule === 'string') problems.push({ rule: id, shapes: active, reason: rule });
    else rules.push(rule);
  }
  const derived = derivations(shapes);
  return {
    rules: [...derivedIn(derived.rules, rules), ...rules].toSorted(
      (a, b) => a.layer - b.layer || a.order - b.order,
    ),
    problems: [...problems, ...derived.problems],
  };
}

/** The rules that derive values, before all layers and first in each of them, because rules may infer what they derive from. */
function derivedIn(derived: readonly Rule[], rules: readonly Rule[]): readonly Rule[] {
  const layers = [...new Set(rules.map(({ layer }) => layer))];
  return [Math.min(0, ...layers) - 1, ...layers].flatMap((layer) =>
    derived.map((rule) => ({ ...rule, layer })),
  );
}

/**
 * A rule for each property shape that derives the values of its property by sh:values (SHACL 1.2): for the targets of shapes, and
 * for the nodes that lead from them to the property shape.
 */
function derivations(shapes: ShapesGraph): RuleSet {
  const rules: Rule[] = [];
  const problems: RuleProblem[] = [];
  const ids = shapesWith(shapes, shRules.values);
  if (ids.size === 0) return { rules, problems };
  const { ways, left } = waysTo(shapes, ids);
  for (const id of ids) {
    const [value, ...more] = shapes.graph.objects(id, shRules.values);
    if (value === undefined || more.length > 0) continue;
    const expression = readExpression(shapes.graph, value);
    const problem = typeof expression === 'string' ? expression : left.get(id);
    const roots = [...new Set((ways.get(id) ?? []).flatMap(({ shapes: from }) => from))];
    if (problem !== undefined && (roots.length > 0 || left.has(id)))
      problems.push({ rule: id, shapes: roots, reason: problem });
    if (typeof expression === 'string') continue;
    const predicate = shapes.graph.objects(id, sh.path)[0]!;
    for (const way of ways.get(id) ?? []) {
      rules.push({
        id,
        shapes: way.shapes,
        isGlobal: false,
        conditions: [],
        order: Number.NEGATIVE_INFINITY,
        layer: 0,
        runsOnce: false,
        defaults: [],
        kind: 'triple',
        derives: true,
        subject: way.subject,
        predicate: { kind: 'constant', term: predicate },
        object: expression,
      });
    }
  }
  return { rules, problems };
}

/** The active property shapes of properties with sh:values or sh:defaultValue. */
function shapesWith(shapes: ShapesGraph, property: TermId): ReadonlySet<TermId> {
  const ids = new Set(shapes.graph.withPredicate(property).map(({ subject }) => subject));
  const isMeant = (id: TermId) => {
    const shape = shapes.get(id);
    return shape?.path?.kind === 'predicate' && !shape.deactivated;
  };
  return new Set([...ids].filter(isMeant));
}

/** How targets lead to the nodes that a property shape judges. */
interface WayToShape {
  /** The shapes whose targets they start from. */
  readonly shapes: readonly TermId[];
  readonly subject: NodeExpression;
}

/** No shape of a known vocabulary has more paths than this. */
const mostWays = 200;
/** Paths that fork and meet again multiply, so following them ends here. */
const mostSteps = 50_000;

/** The paths from targets to property shapes, and why some nodes that they judge are left out. */
function waysTo(
  shapes: ShapesGraph,
  ids: ReadonlySet<TermId>,
): {
  readonly ways: ReadonlyMap<TermId, readonly WayToShape[]>;
  readonly left: ReadonlyMap<TermId, string>;
} {
  const found = new Map<TermId, Map<string, WayToShape>>();
  const left = new Map<TermId, string>();
  const tooMany = 'too many ways lead to it';
  const leading = shapesLeadingTo(shapes, ids);
  let taken = 0;
  const visit = (id: TermId, root: TermId, steps: readonly Path[], above: readonly TermId[]): void => {
    const shape = shapes.get(id);
    if (shape === undefined || shape.deactivated || !leading.has(id)) return;
    if (ids.has(id)) addWay(id, root, steps);
    const next = shape.path === undefined ? steps : [...steps, shape.path];
    for (const constraint of shape.constraints) {
      for (const ref of shapeRefsOf(constraint)) {
        if (!leading.has(ref)) continue;
        const why = above.includes(ref)
          ? 'shapes that refer to one another in a circle lead to it'
          : isJudgedElsewhere(constraint)
            ? 'members of lists or reifiers are judged by it'
            : ++taken > mostSteps
              ? tooMany
              : undefined;
        if (why === undefined) visit(ref, root, next, [...above, ref]);
        else for (const each of ids) if (leadsTo(ref, each)) leave(each, why);
      }
    }
  };
  const leadingToOne = new Map<TermId, ReadonlySet<TermId>>();
  const leadsTo = (from: TermId, id: TermId) => {
    const known = leadingToOne.get(id) ?? shapesLeadingTo(shapes, new Set([id]));
    leadingToOne.set(id, known);
    return known.has(from);
  };
  const leave = (id: TermId, why: string) =>
    left.set(id, `Values are derived for only some of the nodes that it judges: ${why}.`);
  const addWay = (id: TermId, root: TermId, steps: readonly Path[]) => {
    const ways = found.get(id) ?? new Map<string, WayToShape>();
    found.set(id, ways);
    const key = JSON.stringify(steps);
    const known = ways.get(key);
    if (known === undefined && ways.size >= mostWays) leave(id, tooMany);
    else if (known?.shapes.at(-1) !== root)
      ways.set(key, {
        shapes: [...(known?.shapes ?? []), root],
        subject: known?.subject ?? subjectAt(steps),
      });
  };
  for (const { id, targets } of shapes.roots) {
    visit(id, id, [], [id]);
    for (const target of targets) {
      if (target.kind !== 'where' || !leading.has(target.shapeRef)) continue;
      for (const each of ids) if (leadsTo(target.shapeRef, each)) leave(each, 'targets are selected by it');
    }
  }
  return { ways: new Map([...found].map(([id, ways]) => [id, [...ways.values()]])), left };
}

function subjectAt(steps: readonly Path[]): NodeExpression {
  const [first, ...more] = steps;
  if (first === undefined) return { kind: 'this' };
  const path: Path = more.length === 0 ? first : { kind: 'sequence', paths: steps };
  return { kind: 'path', path, nodes: { kind: 'this' } };
}

/** The shapes that refer to one of some shapes, directly or through others, and these. */
function shapesLeadingTo({ shapes }: ShapesGraph, ids: ReadonlySet<TermId>): ReadonlySet<TermId> {
  const leading = new Set(ids);
  for (let before = -1; before < leading.size; ) {
    before = leading.size;
    for (const { id, constraints } of shapes)
      if (constraints.some((each) => shapeRefsOf(each).some((ref) => leading.has(ref)))) leading.add(id);
  }
  return leading;
}

/** The paths to the property shapes with default values. */
const waysToDefaults = memoized(
  (shapes: ShapesGraph) => waysTo(shapes, shapesWith(shapes, shRules.defaultValue)).ways,
);

/** The default values of the properties that a rule expects, for the targets of the shapes that have them (SHACL 1.2). */
function expectedDefaults(shapes: ShapesGraph, rule: TermId): readonly DefaultValue[] | string {
  const { graph } = shapes;
  const expected = graph.objects(rule, shRules.expectedPredicate);
  if (expected.length === 0) return [];
  const defaults: DefaultValue[] = [];
  for (const [id, ways] of waysToDefaults(shapes)) {
    const [predicate] = graph.objects(id, sh.path);
    if (!expected.includes(predicate!)) continue;
    const direct = ways.find(({ subject }) => subject.kind === 'this');
    for (const node of direct === undefined ? [] : graph.objects(id, shRules.defaultValue)) {
      const value = readExpression(graph, node);
      if (typeof value === 'string') return value;
      defaults.push({ predicate: predicate!, value, shapes: direct!.shapes });
    }
  }
  return defaults;
}

/** @returns if the rule can't be run, a sentence that explains why. */
function readRule(shapesGraph: ShapesGraph, id: TermId, shapes: readonly TermId[]): Rule | string {
  const { graph, term } = shapesGraph;
  if (terms.isLiteral(id)) return 'A rule is a node, not a literal.';
  const processor = processorOf(graph, id);
  if (processor !== undefined)
    return `It asks for the rule processor ${term(processor)}, which is not known here.`;
  const order = numberOf(graph, id, sh.order);
  const layer = numberOf(graph, id, shRules.layer);
  if (order === undefined || layer === undefined) return 'Its sh:order or sh:layer is not a number.';
  const defaults = expectedDefaults(shapesGraph, id);
  if (typeof defaults === 'string') return defaults;
  const base: RuleBase = {
    defaults,
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
  return { ...base, kind: 'triple', derives: false, subject, predicate, object };
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

/** What requires a special processor: the rule itself, or a rule set that has it. */
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
