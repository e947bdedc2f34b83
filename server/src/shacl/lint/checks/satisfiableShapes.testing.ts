import { type Random, seededRandom } from '../../../base/random.ts';

/** A shapes graph made from a node that conforms to it, and the statements about that node, as Turtle. */
export interface SatisfiableShapes {
  readonly shapes: string;
  readonly data: string;
}

/**
 * Random shapes for `ex:w`, each of them with a node that conforms: the constraints are chosen among those that hold.
 *
 * @param more property shapes to add, or other things that are said of the shape of `ex:w`.
 */
export function satisfiableShapes(
  seed: number,
  more: (random: Random) => readonly string[] = () => [],
): SatisfiableShapes {
  const random = seededRandom(seed);
  const world = new World(random);
  const node = world.node(0);
  const said = [...world.shapeOf(node, 2), ...more(random)];
  return {
    shapes: [`ex:S a sh:NodeShape ; sh:targetNode ex:w ; ${said.join(' ; ')} .`, ...world.named].join('\n'),
    data: world.data.join('\n'),
  };
}

interface Value {
  readonly kind: 'iri' | 'blank' | 'literal';
  readonly turtle: string;
  /** What patterns and lengths look at. */
  readonly text: string;
  readonly datatype?: string;
  readonly language?: string;
  readonly class?: string;
  readonly properties: Map<string, readonly Value[]>;
}

const properties = ['ex:p', 'ex:q', 'ex:r'];
const classes = ['ex:C', 'ex:D'];

class World {
  readonly data: string[] = [];
  /** Statements of shapes that others refer to. */
  readonly named: string[] = [];
  readonly #random: Random;
  #count = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  node(depth: number): Value {
    const isBlank = depth > 0 && this.#chance(0.3);
    const name = depth === 0 ? 'w' : `n${this.#count++}`;
    const turtle = isBlank ? `_:${name}` : `ex:${name}`;
    const value: Value = {
      kind: isBlank ? 'blank' : 'iri',
      turtle,
      text: `http://example.org/ns#${name}`,
      class: this.#one(classes),
      properties: new Map(),
    };
    this.data.push(`${turtle} a ${value.class} .`);
    for (const property of properties) {
      if (depth > 1) break;
      // Either nodes or literals of one kind, so that something is true of all.
      const isOfNodes = this.#chance(0.4);
      const make = isOfNodes ? () => this.node(depth + 1) : this.#one(literalKinds);
      const values = new Map(
        Array.from({ length: this.#below(4) }, () => make(this.#random)).map((each) => [each.turtle, each]),
      );
      value.properties.set(property, [...values.values()]);
      for (const each of values.keys()) this.data.push(`${turtle} ${property} ${each} .`);
    }
    return value;
  }

  /** What is true of a node, as predicates with objects. */
  shapeOf(node: Value, depth: number): readonly string[] {
    const said = this.valuesAre([node], depth);
    for (let i = this.#below(4); i >= 0; i--) {
      said.push(`sh:property [ ${this.propertyShape(node, depth)} ]`);
    }
    if (this.#chance(0.2))
      said.push(`sh:closed true ; sh:ignoredProperties ( rdf:type ${properties.join(' ')} )`);
    return this.#shared(said);
  }

  propertyShape(node: Value, depth: number): string {
    const [path, values] = this.#path(node);
    const said = [`sh:path ${path}`];
    const [first] = values;
    if (first === undefined) {
      if (this.#chance(0.5)) said.push(`sh:maxCount ${this.#below(3)}`);
      return said.join(' ; ');
    }
    said.push(...this.valuesAre(values, depth));
    if (this.#chance(0.4)) said.push(`sh:minCount ${this.#below(values.length + 1)}`);
    if (this.#chance(0.4)) said.push(`sh:maxCount ${values.length + this.#below(2)}`);
    const some = this.#one(values);
    if (some.kind !== 'blank' && this.#chance(0.3)) said.push(`sh:hasValue ${some.turtle}`);
    if (depth > 0 && this.#chance(0.3)) {
      const most = this.#chance(0.5) ? ` ; sh:qualifiedMaxCount ${values.length}` : '';
      said.push(
        `sh:qualifiedValueShape [ ${this.valuesAre([some], depth - 1).join(' ; ')} ] ; sh:qualifiedMinCount 1${most}`,
      );
    }
    return said.join(' ; ');
  }

  /** Constraints that all of some values fulfil. */
  valuesAre(values: readonly Value[], depth: number): string[] {
    const all = this.#constraints(values);
    const said = all.filter(() => this.#chance(0.35));
    if (depth === 0) return said.length > 0 ? said : all.slice(0, 1);
    const inner = () => `[ ${this.valuesAre(values, depth - 1).join(' ; ')} ]`;
    const other = () => `[ ${this.valuesAre([this.#stranger()], depth - 1).join(' ; ')} ]`;
    const wrong = () =>
      this.#one([`[ sh:in ( ex:nobody 77 ) ]`, `[ sh:class ex:Nothing ]`, `[ sh:pattern "^#none#$" ]`]);
    const nested: readonly (() => string)[] = [
      () => `sh:node ${inner()}`,
      () => `sh:and ( ${inner()} ${inner()} )`,
      () => `sh:or ( ${(this.#chance(0.5) ? [inner(), other()] : [other(), inner()]).join(' ')} )`,
      () => `sh:xone ( ${inner()} ${wrong()} )`,
      () => `sh:not ${wrong()}`,
      () => {
        const [only] = values;
        return values.length === 1 && only!.kind !== 'literal'
          ? `sh:node [ ${this.shapeOf(only!, depth - 1).join(' ; ')} ]`
          : `sh:node ${inner()}`;
      },
    ];
    for (const make of nested) if (this.#chance(0.15)) said.push(make());
    return said.length > 0 ? said : all.slice(0, 1);
  }

  /** Some of what is said moves to a shape with a name. */
  #shared(said: readonly string[]): readonly string[] {
    if (said.length < 2 || this.#chance(0.6)) return said;
    const at = 1 + this.#below(said.length - 1);
    const moved = said.slice(at).filter((each) => !each.startsWith('sh:closed'));
    if (moved.length === 0) return said;
    const name = `ex:Shared${this.#count++}`;
    this.named.push(`${name} a sh:NodeShape ; ${moved.join(' ; ')} .`);
    const kept = said.filter((each) => !moved.includes(each));
    return [...kept, `${this.#one(['sh:node', 'sh:and'])} ${name}`].map((each) =>
      each.startsWith('sh:and ex:') ? `sh:and ( ${name} )` : each,
    );
  }

  #constraints(values: readonly Value[]): readonly string[] {
    const kinds = new Set(values.map(({ kind }) => kind));
    const texts = kinds.has('blank') ? [] : values.map(({ text }) => text);
    const lengths = texts.map((text) => text.length);
    const said = [
      kinds.size === 3
        ? 'sh:or ( [ sh:nodeKind sh:Literal ] [ sh:nodeKind sh:BlankNodeOrIRI ] )'
        : `sh:nodeKind ${nodeKind(kinds)}`,
    ];
    const same = <T>(of: (value: Value) => T | undefined) => {
      const found = new Set(values.map(of));
      return found.size === 1 ? [...found][0] : undefined;
    };
    const datatype = same((value) => value.datatype);
    if (datatype !== undefined) said.push(`sh:datatype ${datatype}`);
    const type = same((value) => value.class);
    if (type !== undefined) said.push(`sh:class ${type}`);
    if (values.every(({ language }) => language)) said.push('sh:languageIn ( "en" "de" )');
    if (texts.length === 0) return said;
    said.push(`sh:minLength ${Math.max(0, Math.min(...lengths) - this.#below(2))}`);
    said.push(`sh:maxLength ${Math.max(...lengths) + this.#below(2)}`);
    const patterns = someOfPatterns.filter((pattern) =>
      texts.every((text) => new RegExp(pattern, 'u').test(text)),
    );
    if (patterns.length > 0) said.push(`sh:pattern "${this.#one(patterns).replaceAll('\\', '\\\\')}"`);
    const members = [
      ...values.map(({ turtle }) => turtle),
      ...['ex:other', '99'].filter(() => this.#chance(0.5)),
    ];
    said.push(`sh:in ( ${members.join(' ')} )`);
    if (datatype === 'xsd:integer') {
      const numbers = texts.map(Number);
      said.push(
        this.#one([`sh:minInclusive ${Math.min(...numbers)}`, `sh:minExclusive ${Math.min(...numbers) - 1}`]),
      );
      said.push(
        this.#one([`sh:maxInclusive ${Math.max(...numbers)}`, `sh:maxExclusive ${Math.max(...numbers) + 1}`]),
      );
    }
    return said;
  }

  #path(node: Value): readonly [string, readonly Value[]] {
    const first = this.#one(properties);
    const values = node.properties.get(first) ?? [];
    if (!this.#chance(0.15)) return [first, values];
    const second = this.#one(properties);
    const reached = values.flatMap((value) => value.properties.get(second) ?? []);
    return [`( ${first} ${second} )`, [...new Map(reached.map((each) => [each.turtle, each])).values()]];
  }

  /** A value that nothing else says anything about. */
  #stranger(): Value {
    return this.#one(literalKinds)(this.#random);
  }

  #chance(share: number): boolean {
    return this.#random.below(100) < 100 * share;
  }

  #below(count: number): number {
    return this.#random.below(count);
  }

  #one<T>(items: readonly T[]): T {
    return items[this.#below(items.length)]!;
  }
}

const someOfPatterns = [
  '^[A-Z]',
  '^[a-z]+$',
  '[0-9]{2}',
  '^\\d{4}-\\d{2}',
  '^http://',
  '#n\\d+$',
  '^-?\\d+$',
  '^(a|b|ab)*$',
  '^[^0-9]*$',
  '^.{2,9}$',
  'e',
];

const literalKinds: readonly ((random: Random) => Value)[] = [
  (random) => literal(String(random.below(12)), 'xsd:integer'),
  (random) => literal(pick(random, ['abc', 'Abc', 'ABC', 'ab', 'a1', 'Hello World', '']), 'xsd:string'),
  (random) => literal(pick(random, ['2024-01-31', '2023-12-01', '1999-05-05']), 'xsd:date'),
  (random) => literal(pick(random, ['true', 'false']), 'xsd:boolean'),
  (random) => {
    const language = pick(random, ['en', 'de', 'en-GB']);
    const text = pick(random, ['house', 'Haus', 'x']);
    return { ...literal(text, 'rdf:langString'), turtle: `"${text}"@${language}`, language };
  },
];

function literal(text: string, datatype: string): Value {
  return { kind: 'literal', turtle: `"${text}"^^${datatype}`, text, datatype, properties: new Map() };
}

function pick<T>(random: Random, items: readonly T[]): T {
  return items[random.below(items.length)]!;
}

function nodeKind(kinds: ReadonlySet<Value['kind']>): string {
  if (kinds.size === 1)
    return { iri: 'sh:IRI', blank: 'sh:BlankNode', literal: 'sh:Literal' }[[...kinds][0]!];
  if (!kinds.has('literal')) return 'sh:BlankNodeOrIRI';
  return kinds.has('iri') ? 'sh:IRIOrLiteral' : 'sh:BlankNodeOrLiteral';
}
