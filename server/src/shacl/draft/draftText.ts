import { counted } from '../../base/counted.ts';
import { localName, namespaceOf } from '../../rdf/iri.ts';
import { knownPrefixes } from '../../rdf/knownPrefixes.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { printTerm } from '../../rdf/turtle/printTerm.ts';
import { namespaces, rdf, rdfs, sh } from '../../rdf/vocab.ts';
import type {
  DraftedAgreement,
  DraftedProperty,
  DraftedShape,
  DraftOptions,
  OwnProperty,
} from './draftShapes.ts';
import type { DraftedConstraint } from './ontologyDrafts.ts';

export interface DraftTextOptions {
  /** What the drafts are named after, for the first line. */
  readonly source: string;
  /** The prefixes of the data. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Whether the shapes allow no other properties than those that the data use. */
  readonly isClosed: boolean;
  readonly sample?: DraftOptions['sample'];
  readonly isExcerpt?: DraftOptions['isExcerpt'];
}

/**
 * Drafted shapes as Turtle. The evidence for a constraint is a comment after it: its support, and as confidence the
 * expected share of nodes that conform (the rule of succession, (support + 1) / (support + 2)).
 */
export function draftText(shapes: readonly DraftedShape[], options: DraftTextOptions): string {
  const prefixes = declared(options.prefixes);
  const writer = new Writer(prefixes, options.isClosed);
  const blocks = shapes.map((shape) => writer.shape(shape));
  const used = [...prefixes].filter(([prefix]) => blocks.some((block) => block.includes(`${prefix}:`)));
  return [
    `# Draft of shapes, made from ${options.source}.`,
    `# Each constraint holds for all of the ${options.isExcerpt ? 'sample' : 'data'}. Behind it: how many nodes or values speak for it, and its confidence, or what of an`,
    '# ontology says it.',
    ...(options.sample
      ? [
          `# Of each class, at most ${counted(options.sample.nodes, 'node')} were looked at, drawn with the seed ${options.sample.seed}.`,
        ]
      : []),
    '# Review it before you use it: what all the data has in common need not be intended.',
    '',
    ...used.map(([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .`),
    ...blocks.map((block) => `\n${block}`),
    '',
  ].join('\n');
}

/** The prefixes of the data, and those that shapes need if the data use them for something else. */
function declared(given: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const prefixes = new Map(
    [...given].filter(([prefix, namespace]) => namespaces.sh === namespace || prefix !== 'sh'),
  );
  for (const prefix of ['sh', 'rdf', 'rdfs', 'xsd']) {
    if (![...prefixes.values()].includes(knownPrefixes.get(prefix)!))
      prefixes.set(prefix, knownPrefixes.get(prefix)!);
  }
  return prefixes;
}

class Writer {
  readonly #prefixes: ReadonlyMap<string, string>;
  readonly #isClosed: boolean;

  constructor(prefixes: ReadonlyMap<string, string>, isClosed: boolean) {
    this.#prefixes = prefixes;
    this.#isClosed = isClosed;
  }

  shape({ class: id, nodes, properties, used, alsoOf, agreements, ownProperties }: DraftedShape): string {
    const iri = terms.value(id);
    const name = terms.iri(`${namespaceOf(iri)}${localName(iri)}Shape`);
    const asked = new Set(properties.flatMap(({ path, isInverse }) => (isInverse ? [] : [path])));
    const ignored = used.filter((property) => !asked.has(property)).map(this.#print);
    const closed = this.#isClosed
      ? [`${this.#print(sh.closed)} true`, `${this.#print(sh.ignoredProperties)} ( ${ignored.join(' ')} )`]
      : [];
    const parts = [
      `${this.#print(sh.targetClass)} ${this.#print(id)}`,
      `${this.#print(rdfs.comment)} "Draft from ${nodes === 0 ? 'the ontology' : counted(nodes, 'node')}."`,
      ...closed,
      ...properties.map((property) => `${this.#print(sh.property)} ${this.#property(property, '  ', nodes)}`),
    ];
    const also = alsoOf.map((each) => `  ${this.#constraint(each)} ; # all of them are, ${evidence(each)}\n`);
    const agreed = agreements.map((each) => this.#agreement(each));
    const shape = `${this.#print(name)} a ${this.#print(sh.NodeShape)} ;\n${also.join('')}${agreed.join('')}  ${parts.join(' ;\n  ')} .`;
    if (ownProperties.length === 0) return shape;
    const targets = ownProperties.map(
      ({ property, users, reason }) =>
        `  ${this.#print(sh.targetSubjectsOf)} ${this.#print(property)} ; # ${reason === undefined ? `support ${users}` : by(reason, users)}`,
    );
    return [
      shape,
      '',
      '# No other nodes have these properties.',
      `${this.#print(terms.iri(`${iri}PropertiesShape`))} a ${this.#print(sh.NodeShape)} ;`,
      ...targets,
      `  ${this.#print(sh.class)} ${this.#print(id)} .`,
      ...ownProperties.flatMap((own) => this.#implied(own)),
    ].join('\n');
  }

  #implied({ property, users, implied }: OwnProperty): readonly string[] {
    if (implied.length === 0) return [];
    const parts = implied.map((each) => `  ${this.#print(sh.property)} ${this.#property(each, '  ', users)}`);
    return [
      '',
      '# Most other nodes of the class lack what all that have this property have.',
      `${this.#print(terms.iri(`${terms.value(property)}ImpliesShape`))} a ${this.#print(sh.NodeShape)} ;`,
      `  ${this.#print(sh.targetSubjectsOf)} ${this.#print(property)} ;`,
      `${parts.join(' ;\n')} .`,
    ];
  }

  #property(property: DraftedProperty, indent: string, nodes: number): string {
    const { users, values, constraints, nearly, parts } = property;
    const inner = `${indent}  `;
    const lines = [
      `${inner}${this.#print(sh.path)} ${this.#path(property)} ;${nodes === 0 ? '' : ` # ${users} of ${counted(nodes, 'node')}, ${counted(values, 'value')}`}`,
      ...constraints.map((each) => `${inner}${this.#constraint(each)} ; # ${evidence(each)}`),
      ...nearly.map(
        (each) =>
          `${inner}# not asked for: ${this.#constraint(each)}${each.reason === undefined ? '' : ` (${each.reason})`}, which holds for ${each.support} of ${each.of}`,
      ),
    ];
    const nested = parts.map(
      (part) => `${inner}  ${this.#print(sh.property)} ${this.#property(part, `${inner}  `, values)} ;`,
    );
    if (nested.length > 0) lines.push(`${inner}${this.#print(sh.node)} [`, ...nested, `${inner}] ;`);
    return `[\n${lines.join('\n')}\n${indent}]`;
  }

  #agreement({ through, path, users, isOfAll }: DraftedAgreement): string {
    const [link, own, of] = [through, path, sh.path].map(this.#print);
    const agrees = `[ ${of} ( ${link} ${own} ) ; ${this.#print(sh.equals)} ${own} ]`;
    const asked = isOfAll
      ? `${this.#print(sh.property)} ${agrees}`
      : `${this.#print(sh.or)} ( [ ${of} ${link} ; ${this.#print(sh.maxCount)} 0 ] ${agrees} )`;
    return `  ${asked} ; # ${evidence({ support: users })}\n`;
  }

  #path({ path, isInverse }: DraftedProperty): string {
    return isInverse ? `[ ${this.#print(sh.inversePath)} ${this.#print(path)} ]` : this.#print(path);
  }

  #constraint({ parameter, value }: Pick<DraftedConstraint, 'parameter' | 'value'>): string {
    const name = this.#print(parameter);
    switch (value.kind) {
      case 'term':
        return `${name} ${this.#print(value.term)}`;
      case 'list':
        return `${name} ( ${value.members.map((member) => this.#print(member)).join(' ')} )`;
      case 'or': {
        const { parameter: kind, choices, languages } = value;
        const branches = choices.map((each) =>
          languages && each === rdf.langString
            ? this.#constraint({ parameter: sh.languageIn, value: { kind: 'list', members: languages } })
            : `${this.#print(kind)} ${this.#print(each)}`,
        );
        return `${name} ( ${branches.map((each) => `[ ${each} ]`).join(' ')} )`;
      }
      case 'qualified':
        return `${this.#print(sh.qualifiedValueShape)} [ ${this.#constraint(value.by)} ] ; ${name} ${value.count}`;
    }
  }

  readonly #print = (id: TermId): string => printTerm(id, { prefixes: this.#prefixes });
}

function by(reason: string, support: number): string {
  return `by ${reason}${support === 0 ? '' : `, support ${support}`}`;
}

function evidence({ support, reason }: Pick<DraftedConstraint, 'support' | 'reason'>): string {
  if (reason !== undefined) return by(reason, support);
  const confidence = Math.floor((1000 * (support + 1)) / (support + 2)) / 1000;
  return `support ${support}, confidence ${confidence.toFixed(3)}`;
}
