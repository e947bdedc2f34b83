import { Store } from 'n3';
import { RdfjsView } from '../rdf/rdfjsView.ts';
import { terms } from '../rdf/terms.ts';
import { namespaces } from '../rdf/vocab.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import type { ConstraintCoverage } from '../vio/vioCase.ts';

const sh = (name: string) => `${namespaces.sh}${name}`;
const { rdf, rdfs } = namespaces;

/**
 * Proves by queries of its own over both graphs, without our reading of the shapes, that what a run says it could not
 * cover cannot be covered.
 */
export class Uncoverable {
  readonly #data: Store;
  readonly #shapes: Store;

  constructor({ dataGraph, shapes }: Pick<ValidationInput, 'dataGraph' | 'shapes'>) {
    this.#data = new Store([...new RdfjsView(dataGraph)]);
    this.#shapes = new Store([...new RdfjsView(shapes.graph)]);
  }

  /** Undefined when the reason is proven, else what speaks against it. */
  objection({ constraint, reason }: ConstraintCoverage): string | undefined {
    const shape = termText(constraint.shape);
    const parameter = terms.value(constraint.parameter);
    switch (reason) {
      case 'NO_FOCUS': {
        const targeted = this.#targetedAbove(shape);
        if (targeted.length === 0) return 'no targeted shape leads to it';
        const hit = targeted.find((each) => this.#hasFocus(each));
        return hit && `${hit} has a focus node`;
      }
      case 'UNREACHABLE': {
        const [above] = this.#targetedAbove(shape);
        return above && `${above} leads to it`;
      }
      case 'DEACTIVATED':
        return this.#values(shape, sh('deactivated')).includes('true') ? undefined : 'it is active';
      case 'VACUOUS':
        return this.#isVacuous(shape, parameter) || this.#leadsToNothing(shape, parameter, new Set())
          ? undefined
          : 'it asks for something';
      default:
        return `nothing is known that proves ${reason}`;
    }
  }

  #isVacuous(shape: string, parameter: string): boolean {
    return (
      [sh('minCount'), sh('qualifiedMinCount')].includes(parameter) &&
      this.#values(shape, parameter).includes('0')
    );
  }

  /** True for sh:property and sh:node of shapes that have no parameter but minima of 0 and such references. */
  #leadsToNothing(shape: string, parameter: string, seen: Set<string>): boolean {
    if (![sh('property'), sh('node')].includes(parameter) || seen.has(shape)) return false;
    seen.add(shape);
    return this.#values(shape, parameter).some((ref) =>
      this.#shapes
        .getQuads(ref, null, null, null)
        .map(({ predicate }) => predicate.value)
        .filter((predicate) => predicate.startsWith(namespaces.sh) && !describing.has(predicate))
        .every((predicate) => this.#isVacuous(ref, predicate) || this.#leadsToNothing(ref, predicate, seen)),
    );
  }

  /** The targeted shapes from which any way leads to the shape. */
  #targetedAbove(shape: string): readonly string[] {
    const above = new Set([shape]);
    for (const node of above) {
      for (const { subject, predicate } of this.#shapes.getQuads(null, null, node, null)) {
        if (references.has(predicate.value)) above.add(textOf(subject));
      }
    }
    return [...above].filter((node) => this.#targetsOf(node).length > 0);
  }

  #targetsOf(shape: string): readonly (readonly [string, string])[] {
    const named = ['targetClass', 'targetNode', 'targetSubjectsOf', 'targetObjectsOf'].flatMap((name) =>
      this.#values(shape, sh(name)).map((value) => [name, value] as const),
    );
    const types = this.#values(shape, `${rdf}type`);
    const isClass = types.includes(`${rdfs}Class`) && types.some((type) => type.startsWith(namespaces.sh));
    return isClass ? [...named, ['targetClass', shape]] : named;
  }

  #hasFocus(shape: string): boolean {
    return this.#targetsOf(shape).some(([kind, value]) => {
      if (kind === 'targetNode') return true;
      if (kind !== 'targetClass') return this.#data.getQuads(null, value, null, null).length > 0;
      const classes = new Set([value]);
      for (const each of classes) {
        for (const graph of [this.#data, this.#shapes]) {
          for (const { subject } of graph.getQuads(null, `${rdfs}subClassOf`, each, null))
            classes.add(subject.value);
        }
      }
      return [...classes].some((each) => this.#data.getQuads(null, `${rdf}type`, each, null).length > 0);
    });
  }

  #values(subject: string, predicate: string): readonly string[] {
    return this.#shapes.getQuads(subject, predicate, null, null).map(({ object }) => textOf(object));
  }
}

/** Properties of shapes that ask for nothing by themselves. */
const describing: ReadonlySet<string> = new Set(
  [
    'path',
    'name',
    'description',
    'order',
    'group',
    'severity',
    'message',
    'defaultValue',
    'qualifiedValueShape',
  ].map(sh),
);

/** How shapes refer to one another, some of them through lists. */
const references: ReadonlySet<string> = new Set([
  ...['property', 'node', 'not', 'and', 'or', 'xone', 'qualifiedValueShape'].map(sh),
  `${rdf}first`,
  `${rdf}rest`,
]);

/** As n3 names nodes in queries. */
function textOf({ termType, value }: { readonly termType: string; readonly value: string }): string {
  return termType === 'BlankNode' ? `_:${value}` : value;
}

function termText(id: number): string {
  return terms.isBlank(id) ? `_:${terms.value(id)}` : terms.value(id);
}
