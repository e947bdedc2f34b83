import type { Graph } from '../../rdf/graph.ts';
import { tripleKey } from '../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, rdfs, sh } from '../../rdf/vocab.ts';
import type { Path } from '../model/path.ts';
import type { Constraint, Shape, Target } from '../model/shape.ts';
import type { ValidationInput } from '../validationUnit.ts';

/**
 * Which shapes judge which triples, found by evaluating each shape at each of its focus nodes the plain way and noting
 * every triple that is looked at. Shares nothing with `coverageOf` but the shapes that were read. All data is reported.
 *
 * @returns the shapes of each triple of the data graph that some shape judges.
 */
export function naiveCoverage(input: ValidationInput): ReadonlyMap<string, ReadonlySet<TermId>> {
  const naive = new Naive(input);
  for (const shape of input.shapes.shapes) {
    if (shape.deactivated || shape.constraints.length === 0) continue;
    for (const target of shape.targets) naive.target(shape, target);
  }
  return naive.judges;
}

const predicatePath = (predicate: TermId): Path => ({ kind: 'predicate', predicate });

const rest: Path = { kind: 'predicate', predicate: rdf.rest };

class Naive {
  readonly judges = new Map<string, Set<TermId>>();
  readonly #input: ValidationInput;
  readonly #data: Triples;
  readonly #subClassOf: readonly Triple[];
  readonly #visited = new Set<string>();

  constructor(input: ValidationInput) {
    this.#input = input;
    this.#data = new Triples(input.dataGraph);
    this.#subClassOf = [...input.classGraph.triples()].filter(
      ({ predicate }) => predicate === rdfs.subClassOf,
    );
  }

  target(shape: Shape, target: Target): void {
    switch (target.kind) {
      case 'node':
        this.#shape(shape.id, target.node);
        break;
      case 'class': {
        const { classes, triples } = this.#below(target.class);
        const types = this.#data.all.filter((t) => t.predicate === rdf.type && classes.has(t.object));
        if (types.length > 0) this.#note(shape.id, triples);
        this.#note(shape.id, types);
        for (const { subject } of types) this.#shape(shape.id, subject);
        break;
      }
      case 'subjectsOf':
      case 'objectsOf': {
        const found = this.#data.all.filter(({ predicate }) => predicate === target.predicate);
        this.#note(shape.id, found);
        for (const { subject, object } of found) {
          this.#shape(shape.id, target.kind === 'subjectsOf' ? subject : object);
        }
        break;
      }
      case 'stated': {
        const found = this.#data.all.filter(
          ({ predicate, object }) => predicate === sh.shape && object === target.shape,
        );
        this.#note(shape.id, found);
        for (const { subject } of found) this.#shape(shape.id, subject);
        break;
      }
      case 'where':
      case 'sparql':
        throw new Error('targets that queries or shapes select are not evaluated naively');
    }
  }

  #shape(id: TermId, node: TermId): void {
    const shape = this.#input.shapes.get(id);
    if (shape === undefined || shape.deactivated || shape.constraints.length === 0) return;
    const key = `${id} ${node}`;
    if (this.#visited.has(key)) return;
    this.#visited.add(key);
    let values: ReadonlySet<TermId> = new Set([node]);
    if (shape.path !== undefined) {
      const seen: Triple[] = [];
      values = this.#walk(new Set([node]), shape.path, false, seen);
      this.#note(id, seen);
    }
    for (const constraint of shape.constraints) this.#constraint(constraint, node, values);
  }

  #constraint(constraint: Constraint, node: TermId, values: ReadonlySet<TermId>): void {
    switch (constraint.kind) {
      case 'rootClass':
        if (values.size > 0) this.#note(constraint.shape, this.#below(constraint.class).triples);
        break;
      case 'minListLength':
      case 'maxListLength':
      case 'uniqueMembers': {
        const cells = this.#walk(values, { kind: 'zeroOrMore', path: rest }, false, []);
        for (const cell of cells) {
          const parts = this.#data.from(cell).filter(({ predicate: p }) => p === rdf.first || p === rdf.rest);
          this.#note(constraint.shape, parts);
        }
        break;
      }
      case 'memberShape': {
        const cells = this.#walk(values, { kind: 'zeroOrMore', path: rest }, false, []);
        for (const cell of cells) {
          const parts = this.#data.from(cell).filter(({ predicate: p }) => p === rdf.first || p === rdf.rest);
          this.#note(constraint.shape, parts);
          for (const { predicate, object } of parts) {
            if (predicate !== rdf.first) continue;
            this.#shape(constraint.shapeRef, object);
          }
        }
        break;
      }
      case 'reifierShape':
        for (const object of values) {
          const statement = terms.tripleTerm({ subject: node, predicate: constraint.predicate, object });
          for (const triple of this.#data.to(statement)) {
            if (triple.predicate !== rdf.reifies) continue;
            this.#note(constraint.shape, [triple]);
            this.#shape(constraint.shapeRef, triple.subject);
          }
        }
        break;
      case 'uniqueValuesFor': {
        const keys: Path = { kind: 'alternative', paths: constraint.properties.map(predicatePath) };
        const { classes, subjectsOf, objectsOf } = constraint.targets;
        const seen: Triple[] = [];
        const peers = this.#walk(this.#walk(values, keys, false, seen), keys, true, seen);
        const read = [...constraint.properties, ...subjectsOf, rdf.type].map(predicatePath);
        this.#walk(peers, { kind: 'alternative', paths: read }, false, seen);
        this.#walk(peers, { kind: 'alternative', paths: objectsOf.map(predicatePath) }, true, seen);
        for (const id of values.size > 0 ? classes : []) seen.push(...this.#below(id).triples);
        this.#note(constraint.shape, seen);
        break;
      }
      case 'class':
      case 'classIn': {
        const classes = constraint.kind === 'class' ? [constraint.class] : constraint.classes;
        if (values.size > 0) for (const id of classes) this.#note(constraint.shape, this.#below(id).triples);
        for (const value of values) {
          const types = this.#data.from(value).filter(({ predicate }) => predicate === rdf.type);
          this.#note(constraint.shape, types);
        }
        break;
      }
      case 'closedByTypes':
        for (const [id] of values.size > 0 ? constraint.ofClasses : [])
          this.#note(constraint.shape, this.#below(id).triples);
        for (const value of values) this.#note(constraint.shape, this.#data.from(value));
        break;
      case 'closed':
        for (const value of values) this.#note(constraint.shape, this.#data.from(value));
        break;
      case 'equals':
      case 'disjoint':
      case 'lessThan':
      case 'subsetOf':
      case 'lessThanOrEquals': {
        const seen: Triple[] = [];
        this.#walk(new Set([node]), constraint.compared, false, seen);
        this.#note(constraint.shape, seen);
        break;
      }
      case 'not':
      case 'node':
      case 'property':
      case 'someValue':
        for (const value of values) this.#shape(constraint.shapeRef, value);
        break;
      case 'and':
      case 'or':
      case 'xone':
        for (const value of values) for (const ref of constraint.shapeRefs) this.#shape(ref, value);
        break;
      case 'qualifiedMinCount':
      case 'qualifiedMaxCount':
        for (const value of values) {
          for (const ref of [constraint.shapeRef, ...constraint.siblings]) this.#shape(ref, value);
        }
        break;
      case 'datatype':
      case 'datatypeIn':
      case 'nodeKind':
      case 'minCount':
      case 'maxCount':
      case 'minExclusive':
      case 'minInclusive':
      case 'maxExclusive':
      case 'maxInclusive':
      case 'minLength':
      case 'maxLength':
      case 'pattern':
      case 'languageIn':
      case 'singleLine':
      case 'uniqueLang':
      case 'hasValue':
      case 'in':
        break;
      case 'sparql':
        throw new Error('queries are not evaluated naively');
    }
  }

  /** The values of a path as SPARQL would find them, noting each triple on the way. */
  #walk(from: ReadonlySet<TermId>, path: Path, inverse: boolean, seen: Triple[]): ReadonlySet<TermId> {
    switch (path.kind) {
      case 'predicate': {
        const values = new Set<TermId>();
        for (const node of from) {
          const steps = inverse ? this.#data.to(node) : this.#data.from(node);
          for (const triple of steps) {
            if (triple.predicate !== path.predicate) continue;
            seen.push(triple);
            values.add(inverse ? triple.subject : triple.object);
          }
        }
        return values;
      }
      case 'inverse':
        return this.#walk(from, path.path, !inverse, seen);
      case 'sequence': {
        let at = from;
        for (const step of inverse ? path.paths.toReversed() : path.paths) {
          at = this.#walk(at, step, inverse, seen);
        }
        return at;
      }
      case 'alternative':
        return new Set(path.paths.flatMap((each) => [...this.#walk(from, each, inverse, seen)]));
      case 'zeroOrOne':
        return new Set([...from, ...this.#walk(from, path.path, inverse, seen)]);
      case 'zeroOrMore':
      case 'oneOrMore': {
        const reached = new Set(path.kind === 'zeroOrMore' ? from : []);
        let fresh = from;
        while (fresh.size > 0) {
          const next = this.#walk(fresh, path.path, inverse, seen);
          fresh = new Set([...next].filter((node) => !reached.has(node)));
          for (const node of fresh) reached.add(node);
        }
        return reached;
      }
    }
  }

  /** A class with its subclasses, and the rdfs:subClassOf triples that say so. */
  #below(id: TermId): { readonly classes: ReadonlySet<TermId>; readonly triples: readonly Triple[] } {
    const classes = new Set([id]);
    const triples: Triple[] = [];
    for (const above of classes) {
      for (const triple of this.#subClassOf) {
        if (triple.object !== above) continue;
        triples.push(triple);
        classes.add(triple.subject);
      }
    }
    return { classes, triples };
  }

  #note(shape: TermId, triples: readonly Triple[]): void {
    for (const triple of triples) {
      const key = tripleKey(triple);
      const known = this.judges.get(key);
      if (known) known.add(shape);
      else this.judges.set(key, new Set([shape]));
    }
  }
}

/** The triples of a graph by their ends. */
class Triples {
  readonly all: readonly Triple[];
  readonly #from = new Map<TermId, Triple[]>();
  readonly #to = new Map<TermId, Triple[]>();

  constructor(graph: Graph) {
    this.all = [...graph.triples()];
    for (const triple of this.all) {
      this.#from.set(triple.subject, [...(this.#from.get(triple.subject) ?? []), triple]);
      this.#to.set(triple.object, [...(this.#to.get(triple.object) ?? []), triple]);
    }
  }

  from(node: TermId): readonly Triple[] {
    return this.#from.get(node) ?? [];
  }

  to(node: TermId): readonly Triple[] {
    return this.#to.get(node) ?? [];
  }
}
