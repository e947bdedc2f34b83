import { type Graph, IndexedGraph } from '../rdf/graph.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { namespaces, rdf, rdfs, sh } from '../rdf/vocab.ts';
import { readList } from '../shacl/model/reading.ts';
import { shortForm } from '../shacl/model/words.ts';
import { referenceValidator } from '../shacl/reference/referenceEngine.ts';
import { readShapes } from '../shacl/shapesGraph/readShapes.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import { valuesAlong } from './valuesAlong.testing.ts';
import type { ConstraintCoverage } from './vioCase.ts';

/**
 * Tries to prove that the constraints which a run did not cover cannot be covered. It queries both graphs directly and
 * does not use our reading of the shapes; it asks rdf-validate-shacl which nodes conform. It does not support recursive
 * shapes.
 *
 * @returns the reasons that could not be proven, each as `shape parameter REASON: objection`.
 */
export async function objections(
  input: ValidationInput,
  coverage: readonly ConstraintCoverage[],
): Promise<readonly string[]> {
  const proofs = new Proofs(input);
  const found: string[] = [];
  for (const each of coverage) {
    if (each.cases.length > 0) continue;
    const objection = await proofs.objection(each);
    if (objection === undefined) continue;
    const { shape, parameter } = each.constraint;
    found.push(`${shortForm(shape)} ${shortForm(parameter)} ${each.reason}: ${objection}`);
  }
  return found;
}

/** A parameter of a shape, as stated by a triple. */
interface Parameter {
  readonly shape: TermId;
  readonly name: TermId;
  readonly value: TermId;
}

class Proofs {
  readonly #input: ValidationInput;
  readonly #data: Graph;
  readonly #shapes: Graph;
  readonly #nodes = new Map<TermId, Promise<ReadonlySet<TermId>>>();

  constructor(input: ValidationInput) {
    this.#input = input;
    this.#data = input.dataGraph;
    this.#shapes = input.shapes.graph;
  }

  /** Undefined when the reason is proven, otherwise the objection to it. */
  async objection({ constraint, reason }: ConstraintCoverage): Promise<string | undefined> {
    const { shape } = constraint;
    const parameter = { shape, name: constraint.parameter, value: constraint.parameterValue };
    switch (reason) {
      case 'NO_FOCUS': {
        const targeted = this.#targetedAbove(shape, () => true);
        if (targeted.length === 0) return 'no targeted shape leads to it';
        const hit = targeted.find((each) => this.#focusNodes(each).length > 0);
        return hit === undefined ? undefined : `${shortForm(hit)} has a focus node`;
      }
      case 'NO_VALUES':
        return (await this.#lacksValues(parameter)) ? undefined : 'there are values for it';
      case 'UNREACHABLE': {
        const [above] = this.#targetedAbove(shape, () => true);
        return above === undefined ? undefined : `${shortForm(above)} leads to it`;
      }
      case 'DEACTIVATED':
        return this.#isDeactivated(shape) ? undefined : 'it is active';
      case 'VACUOUS': {
        if (this.#asksForNothing(parameter)) return undefined;
        const [above] = this.#targetedAbove(shape, (each) => !this.#asksForNothing(each));
        return above === undefined
          ? undefined
          : `it asks for something, and so does what leads to it from ${shortForm(above)}`;
      }
      case 'SELF_TARGET':
      case 'IMMUTABLE_TARGET':
      case 'RECURSIVE':
      case 'UNSUPPORTED_COMPONENT':
      case 'UNSUPPORTED_TARGET':
      case 'NO_WITNESS':
      case 'NOT_DETACHABLE':
      case 'UNLIKELY':
      case 'FRAGILE':
      case 'BUDGET':
      case 'NOT_TRIED':
      case undefined:
        return `nothing is known that proves ${reason}`;
    }
  }

  /** True for minimums of 0, and for references to shapes that require nothing else. */
  #asksForNothing({ name, value }: Parameter): boolean {
    switch (name) {
      case sh.minCount:
      case sh.qualifiedMinCount:
        return terms.value(value) === '0';
      case sh.property:
      case sh.node:
        return this.#isEmpty(value);
      case sh.and:
        return this.#list(value).every((each) => this.#isEmpty(each));
      case sh.or:
        return this.#list(value).some((each) => this.#isEmpty(each));
      default:
        return false;
    }
  }

  #isEmpty(shape: TermId): boolean {
    return this.#isDeactivated(shape) || this.#parameters(shape).every((each) => this.#asksForNothing(each));
  }

  #isDeactivated(shape: TermId): boolean {
    return this.#shapes.objects(shape, sh.deactivated).some((value) => terms.value(value) === 'true');
  }

  /** The targeted shapes that lead to the shape through parameters of such a kind. */
  #targetedAbove(shape: TermId, leads: (parameter: Parameter) => boolean): readonly TermId[] {
    const above = new Set([shape]);
    for (const each of above) {
      for (const parameter of this.#referencesTo(each)) if (leads(parameter)) above.add(parameter.shape);
    }
    return [...above].filter((each) => this.#targetsOf(each).length > 0);
  }

  /**
   * True when no node can come to violate the parameter, because there are no nodes that it applies to or refers to.
   */
  async #lacksValues(parameter: Parameter): Promise<boolean> {
    if ((await this.#nodesAt(parameter.shape)).size === 0) return true;
    if (![sh.property, sh.node, sh.and, sh.or].includes(parameter.name)) return false;
    for (const shape of this.#referredBy(parameter)) {
      if ((await this.#valuesFor(parameter, shape)).size === 0) continue;
      for (const below of this.#parameters(shape)) {
        if (!this.#asksForNothing(below) && !(await this.#lacksValues(below))) return false;
      }
    }
    return true;
  }

  /** The nodes that a shape judges and that could come to violate it. */
  #nodesAt(shape: TermId): Promise<ReadonlySet<TermId>> {
    let nodes = this.#nodes.get(shape);
    if (nodes === undefined) {
      nodes = this.#findNodesAt(shape);
      this.#nodes.set(shape, nodes);
    }
    return nodes;
  }

  async #findNodesAt(shape: TermId): Promise<ReadonlySet<TermId>> {
    const nodes = new Set(this.#focusNodes(shape));
    for (const parameter of this.#referencesTo(shape)) {
      for (const node of await this.#valuesFor(parameter, shape)) nodes.add(node);
    }
    return nodes;
  }

  /** When other values can satisfy the constraint instead, only values that conform can come to violate the shape. */
  async #valuesFor({ shape, name }: Parameter, to: TermId): Promise<ReadonlySet<TermId>> {
    const [path] = this.#shapes.objects(shape, sh.path);
    const nodes = await this.#nodesAt(shape);
    const values =
      path === undefined ? nodes : valuesAlong(path, nodes, { shapes: this.#shapes, data: this.#data });
    return [sh.or, sh.xone, sh.qualifiedMinCount].includes(name) ? this.#conforming(values, to) : values;
  }

  async #conforming(nodes: ReadonlySet<TermId>, shape: TermId): Promise<ReadonlySet<TermId>> {
    const probe = terms.iri('urn:example:probe');
    const untargeted = [...this.#shapes.triples()].filter(
      ({ predicate }) => !targetKinds.includes(predicate),
    );
    const probing = [...nodes].map((object) => ({ subject: probe, predicate: sh.targetNode, object }));
    const node = { subject: probe, predicate: sh.node, object: shape };
    const shapes = readShapes(new IndexedGraph([...untargeted, ...probing, node]));
    const { violations } = await referenceValidator.validate(
      { ...this.#input, shapes },
      new AbortController().signal,
    );
    const violating = new Set(
      violations.filter(({ sourceShape }) => sourceShape === probe).map(({ focusNode }) => focusNode),
    );
    return new Set([...nodes].filter((each) => !violating.has(each)));
  }

  /** The parameters by which active shapes refer to a shape, directly or through lists. */
  #referencesTo(shape: TermId): readonly Parameter[] {
    const all = this.#shapes.incoming(shape).flatMap(({ subject, predicate }) => {
      if (predicate === rdf.first) {
        return this.#headsOf(subject).flatMap((head) =>
          this.#shapes
            .incoming(head)
            .filter((each) => [sh.and, sh.or, sh.xone].includes(each.predicate))
            .map((each) => ({ shape: each.subject, name: each.predicate, value: head })),
        );
      }
      if (predicate === sh.qualifiedValueShape) {
        return this.#parameters(subject).filter(({ name }) => qualifiedCounts.includes(name));
      }
      const isDirect = [sh.property, sh.node, sh.not].includes(predicate);
      return isDirect ? [{ shape: subject, name: predicate, value: shape }] : [];
    });
    return all.filter((each) => !this.#isDeactivated(each.shape));
  }

  #referredBy({ name, value }: Parameter): readonly TermId[] {
    return name === sh.and || name === sh.or ? this.#list(value) : [value];
  }

  #headsOf(cell: TermId): readonly TermId[] {
    const before = this.#shapes.subjects(rdf.rest, cell);
    return before.length === 0 ? [cell] : before.flatMap((each) => this.#headsOf(each));
  }

  #list(head: TermId): readonly TermId[] {
    return readList(this.#shapes, head) ?? [];
  }

  #parameters(shape: TermId): readonly Parameter[] {
    return this.#shapes
      .outgoing(shape)
      .filter(
        ({ predicate }) => terms.value(predicate).startsWith(namespaces.sh) && !describing.has(predicate),
      )
      .map(({ predicate, object }) => ({ shape, name: predicate, value: object }));
  }

  #targetsOf(shape: TermId): readonly (readonly [TermId, TermId])[] {
    const named = targetKinds.flatMap((kind) =>
      this.#shapes.objects(shape, kind).map((value) => [kind, value] as const),
    );
    const types = this.#shapes.objects(shape, rdf.type);
    const isClass =
      types.includes(rdfs.Class) && types.some((type) => terms.value(type).startsWith(namespaces.sh));
    return isClass ? [...named, [sh.targetClass, shape]] : named;
  }

  #focusNodes(shape: TermId): readonly TermId[] {
    return this.#targetsOf(shape).flatMap(([kind, value]) => {
      switch (kind) {
        case sh.targetNode:
          return [value];
        case sh.targetSubjectsOf:
          return this.#data.withPredicate(value).map(({ subject }) => subject);
        case sh.targetObjectsOf:
          return this.#data.withPredicate(value).map(({ object }) => object);
        default:
          return this.#instances(value);
      }
    });
  }

  #instances(type: TermId): readonly TermId[] {
    const classes = new Set([type]);
    for (const each of classes) {
      for (const subclass of this.#input.classGraph.subjects(rdfs.subClassOf, each)) classes.add(subclass);
    }
    return [...classes].flatMap((each) => this.#data.subjects(rdf.type, each));
  }
}

const targetKinds: readonly TermId[] = [
  sh.targetClass,
  sh.targetNode,
  sh.targetSubjectsOf,
  sh.targetObjectsOf,
];

const qualifiedCounts: readonly TermId[] = [sh.qualifiedMinCount, sh.qualifiedMaxCount];

/** Properties of shapes that require nothing by themselves. */
const describing: ReadonlySet<TermId> = new Set([
  ...targetKinds,
  sh.path,
  sh.name,
  sh.description,
  sh.order,
  sh.group,
  sh.severity,
  sh.message,
  sh.defaultValue,
  sh.deactivated,
  sh.qualifiedValueShape,
]);
