import type { GraphDelta } from '../../../server/src/rdf/graph.ts';
import { tripleKey } from '../../../server/src/rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../../server/src/rdf/terms.ts';
import { namespaces, rdf, sh, xsd } from '../../../server/src/rdf/vocab.ts';
import type { Path } from '../../../server/src/shacl/model/path.ts';
import type { Constraint, Shape } from '../../../server/src/shacl/model/shape.ts';
import type { Violation } from '../../../server/src/shacl/model/violation.ts';
import type { Question } from '../question.ts';
import { Refusal } from '../refusal.ts';

/**
 * Repairs in the manner of BuildingMOTIF: each result of a kind that asks for more (a missing property, a missing class)
 * gives a template, which is filled with existing nodes of the right class, else with new ones that are described as the
 * shapes ask. Nothing is ever removed, and nothing is validated.
 *
 * @throws Refusal when no result has a template.
 */
export function templateRepair(question: Question): GraphDelta {
  const templates = new Templates(question);
  for (const result of question.results) templates.apply(result);
  const { added } = templates;
  if (added.length === 0) {
    const kinds = [...new Set(question.results.map(({ constraint }) => constraint.kind))];
    throw new Refusal(`no template for ${kinds.join(', ')}`);
  }
  return { added, removed: [] };
}

/** New nodes are described so deep; shapes may refer to each other without end. */
const maxDepth = 3;

/** What the value of a property has to be. */
interface Slot {
  readonly classes: readonly TermId[];
  readonly datatypes: readonly TermId[];
  /** Whether only literals will do. */
  readonly isLiteral: boolean;
  /** One of these, if there are any. */
  readonly members: readonly TermId[];
  /** Shapes that a new node is described by. */
  readonly shapes: readonly TermId[];
}

class Templates {
  readonly #question: Question;
  readonly #added = new Map<string, Triple>();
  #minted = 0;

  constructor(question: Question) {
    this.#question = question;
  }

  get added(): readonly Triple[] {
    return [...this.#added.values()];
  }

  apply({ focusNode, value, constraint, path, sourceShape }: Violation): void {
    const { evaluator, input } = this.#question.recorded;
    const shape = input.shapes.get(sourceShape);
    if (constraint.kind === 'class' && value !== undefined && !terms.isLiteral(value)) {
      this.#add({ subject: value, predicate: rdf.type, object: constraint.class });
    } else if (path !== undefined && shape !== undefined) {
      const values = evaluator.values(focusNode, path);
      const count = evaluator.countedValues(constraint, values).length;
      this.#require(constraint, shape, focusNode, { path, values, count, depth: 0 });
    } else if (constraint.kind === 'or' && value !== undefined) {
      // The first alternative is as good as any other.
      this.#describe(value, constraint.shapeRefs.slice(0, 1), 0);
    }
  }

  /** Adds the values that a constraint asks for, if it is one that does. */
  #require(
    constraint: Constraint,
    shape: Shape,
    node: TermId,
    found: {
      readonly path: Path;
      readonly values: readonly TermId[];
      readonly count: number;
      readonly depth: number;
    },
  ): void {
    const { path, values, count, depth } = found;
    if (constraint.kind === 'hasValue') this.#link(node, path, constraint.value);
    if (constraint.kind !== 'minCount' && constraint.kind !== 'qualifiedMinCount') return;
    const slot = this.#slotOf(
      constraint.kind === 'qualifiedMinCount' ? [constraint.shapeRef] : [],
      shape.constraints,
    );
    const taken = new Set(values);
    for (let missing = constraint.count - count; missing > 0; missing--) {
      const value = this.#existing(slot, taken) ?? this.#invented(slot, depth);
      taken.add(value);
      this.#link(node, path, value);
    }
  }

  #slotOf(valueShapes: readonly TermId[], constraints: readonly Constraint[]): Slot {
    const { shapes } = this.#question.recorded.input;
    const referred = [
      ...valueShapes,
      ...constraints.flatMap((each) => (each.kind === 'node' ? [each.shapeRef] : [])),
    ];
    const own = valueShapes.flatMap((id) => shapes.get(id)?.constraints ?? []);
    const named = referred.flatMap((id) => shapes.get(id)?.constraints ?? []);
    const all = [...constraints, ...own, ...named];
    const kinds = all.flatMap((each) => (each.kind === 'nodeKind' ? [each.nodeKind] : []));
    const datatypes = all.flatMap((each) => (each.kind === 'datatype' ? [each.datatype] : []));
    const classes = all.flatMap((each) => (each.kind === 'class' ? [each.class] : []));
    const asksForText = all.some(
      ({ kind }) => kind === 'pattern' || kind === 'minLength' || kind === 'languageIn',
    );
    return {
      classes,
      datatypes,
      isLiteral: datatypes.length > 0 || kinds.includes(sh.Literal) || (classes.length === 0 && asksForText),
      members: all.flatMap((each) =>
        each.kind === 'in' ? each.members : each.kind === 'hasValue' ? [each.value] : [],
      ),
      shapes: referred,
    };
  }

  /** A node of the graph that has all the classes, in the order of the graph. */
  #existing({ classes, members }: Slot, taken: ReadonlySet<TermId>): TermId | undefined {
    const member = members.find((each) => !taken.has(each));
    if (member !== undefined) return member;
    const [first, ...others] = classes;
    if (first === undefined) return undefined;
    return this.#instances(first).find(
      (node) => !taken.has(node) && others.every((other) => this.#instances(other).includes(node)),
    );
  }

  #instances(id: TermId): readonly TermId[] {
    const { input, classes } = this.#question.recorded;
    return [...classes.subclasses(id)].flatMap((each) => input.dataGraph.subjects(rdf.type, each));
  }

  /** A literal to fill in, or a new node with its classes and what the shapes ask for. */
  #invented({ classes, datatypes, isLiteral, shapes }: Slot, depth: number): TermId {
    const number = ++this.#minted;
    if (isLiteral) return placeholder(datatypes[0] ?? xsd.string, number);
    const node = terms.iri(`urn:template:${number}`);
    for (const object of classes) this.#add({ subject: node, predicate: rdf.type, object });
    this.#describe(node, shapes, depth + 1);
    return node;
  }

  #describe(node: TermId, shapes: readonly TermId[], depth: number): void {
    const { evaluator, input } = this.#question.recorded;
    if (depth > maxDepth) return;
    for (const shape of shapes.flatMap((id) => input.shapes.get(id) ?? [])) {
      for (const constraint of shape.constraints) {
        if (constraint.kind === 'class') {
          this.#add({ subject: node, predicate: rdf.type, object: constraint.class });
        } else if (constraint.kind === 'property' || constraint.kind === 'node') {
          this.#describe(node, [constraint.shapeRef], depth + 1);
        } else if (shape.path !== undefined) {
          const values = evaluator.values(node, shape.path);
          const count = evaluator.countedValues(constraint, values).length;
          this.#require(constraint, shape, node, { path: shape.path, values, count, depth });
        }
      }
    }
  }

  /** Adds the triples of a path between two nodes, through new nodes. Paths with a choice take the first one. */
  #link(from: TermId, path: Path, to: TermId): void {
    switch (path.kind) {
      case 'predicate':
        this.#add({ subject: from, predicate: path.predicate, object: to });
        break;
      case 'inverse':
        this.#link(to, path.path, from);
        break;
      case 'sequence': {
        let node = from;
        for (const [i, step] of path.paths.entries()) {
          const next = i === path.paths.length - 1 ? to : terms.iri(`urn:template:${++this.#minted}`);
          this.#link(node, step, next);
          node = next;
        }
        break;
      }
      case 'alternative':
        this.#link(from, path.paths[0]!, to);
        break;
      case 'zeroOrOne':
      case 'zeroOrMore':
      case 'oneOrMore':
        this.#link(from, path.path, to);
        break;
    }
  }

  #add(triple: Triple): void {
    const { subject, predicate, object } = triple;
    if (terms.isLiteral(subject)) return;
    if (!this.#question.recorded.input.dataGraph.has(subject, predicate, object))
      this.#added.set(tripleKey(triple), triple);
  }
}

const texts: ReadonlyMap<TermId, (number: number) => string> = new Map([
  [xsd.boolean, () => 'true'],
  [terms.constant(`${namespaces.xsd}integer`), String],
  [terms.constant(`${namespaces.xsd}decimal`), (number: number) => `${number}.0`],
  [terms.constant(`${namespaces.xsd}double`), (number: number) => `${number}.0e0`],
  [terms.constant(`${namespaces.xsd}date`), () => '2000-01-01'],
  [terms.constant(`${namespaces.xsd}dateTime`), () => '2000-01-01T00:00:00Z'],
]);

function placeholder(datatype: TermId, number: number): TermId {
  return terms.literal((texts.get(datatype) ?? ((n) => `value ${n}`))(number), datatype);
}
