import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdfs } from '../../../rdf/vocab.ts';
import { attachmentPoints } from '../../drafts/attachmentPoints.ts';
import type { Draft } from '../../drafts/draft.ts';
import type { WantedValue } from '../../drafts/wantedValue.ts';
import { nameParts } from '../../evidence/nameSimilarity.ts';
import { type Unit, unitNamed, unitOfCode, unitOfQudt, unitWithSymbol, unitWritten } from './units.ts';

/** The unit of the numbers at a place, and how that is known. */
export interface KnownUnit {
  readonly unit: Unit;
  /** Stated by the data or the shapes, or merely named by the property. */
  readonly isStated: boolean;
  /** For example: ex:r has qudt:hasUnit unit:M. */
  readonly words: string;
}

/**
 * The unit of the numbers at a place: what the focus node, the property or its shape state as their unit, or what the name or description of the
 * property says. Undefined when nothing does.
 */
export function unitAt(wanted: WantedValue, draft: Draft): KnownUnit | undefined {
  const { graph, search } = draft;
  const { term } = search;
  const [step] = attachmentPoints(graph, wanted.focusNode, wanted.path);
  if (step === undefined) return undefined;
  const sources: readonly (readonly [Draft['graph'], TermId])[] = [
    [graph, step.node],
    [graph, step.predicate],
    [search.shapes.graph, step.predicate],
    ...wanted.requirements.shapes.map(({ id }) => [search.shapes.graph, id] as const),
  ];
  for (const [stating, node] of sources) {
    const said = stating.outgoing(node).filter(({ predicate }) => statesUnit(predicate));
    const [only] = said;
    if (only === undefined) continue;
    // Among several units, one belongs to another property.
    const unit = said.length === 1 ? unitOf(only.object, draft) : undefined;
    if (unit === undefined) return undefined;
    const owner = terms.isBlank(node) ? 'the shape' : term(node);
    return { unit, isStated: true, words: `${owner} has ${term(only.predicate)} ${term(only.object)}` };
  }
  const named = namedUnit(localName(terms.value(step.predicate)));
  if (named) return { unit: named, isStated: false, words: `by the name of ${term(step.predicate)}` };
  for (const [stating, node] of sources.slice(1)) {
    for (const text of descriptions(stating, node)) {
      const unit = describedUnit(text);
      if (unit) return { unit, isStated: false, words: `by the description of ${term(step.predicate)}` };
    }
  }
  return undefined;
}

/** qudt:unit, qudt:hasUnit, schema:unitCode, brick:hasUnit and their like. */
export function statesUnit(predicate: TermId): boolean {
  return /^(?:has)?unit(?:code|text|of ?measure(?:ment)?)?$|^uom$/i.test(
    localName(terms.value(predicate)).replace(/[-_]/g, ''),
  );
}

/** The unit that a literal writes or an IRI names, including by a symbol or code that the data has for it. */
export function unitOf(value: TermId, { graph }: Pick<Draft, 'graph'>): Unit | undefined {
  const text = terms.value(value);
  if (terms.isLiteral(value)) return unitWritten(text) ?? unitOfCode(text);
  if (!terms.isIri(value)) return undefined;
  const name = localName(text);
  const known = unitOfQudt(name);
  if (known) return known;
  for (const { predicate, object } of graph.outgoing(value).slice(0, maxStatements)) {
    const says = localName(terms.value(predicate)).toLowerCase();
    if (!terms.isLiteral(object) || !/symbol|ucumcode|abbreviation|notation|label/.test(says)) continue;
    const unit = unitWritten(terms.value(object));
    if (unit) return unit;
  }
  return unitNamed(name);
}

const maxStatements = 60;

/** The unit in a name such as lengthInMetres, duration_minutes, mass_kg, heightCm or byteSize. */
function namedUnit(name: string): Unit | undefined {
  const parts = nameParts(name);
  const last = parts.at(-1);
  // A price per kilogram is no number of kilograms.
  if (last === undefined || parts.length < 2 || parts.includes('per')) return undefined;
  const suffix = /_([^_]+)$/.exec(name)?.[1] ?? symbolAtEnd(name);
  return (
    unitNamed(last) ??
    (suffix === undefined ? undefined : unitWithSymbol(suffix)) ??
    parts.map((part) => (dataWords.has(part) ? unitNamed(part) : undefined)).find(Boolean)
  );
}

/** A symbol that can hardly be a word, with its first letter as camel case writes it: heightCm, powerKW. */
function symbolAtEnd(name: string): string | undefined {
  const symbol = /\p{Ll}(Cm|Mm|Km|Kg|KWh?)$/u.exec(name)?.[1];
  return symbol && symbol[0]!.toLowerCase() + symbol.slice(1);
}

/** Units that are named before the noun: byteSize. */
const dataWords = new Set(['byte', 'bytes', 'percent']);

function descriptions(graph: Draft['graph'], node: TermId): readonly string[] {
  return graph
    .outgoing(node)
    .filter(
      ({ predicate, object }) =>
        terms.isLiteral(object) &&
        (predicate === rdfs.comment ||
          /^(?:name|label|description|definition|comment|unitText)$/.test(localName(terms.value(predicate)))),
    )
    .map(({ object }) => terms.value(object));
}

/** The unit in "The size of a distribution in bytes" or "length [m]", if there is only one. */
function describedUnit(text: string): Unit | undefined {
  const found = [
    ...text.slice(0, maxText).matchAll(/\bin (?:the unit )?(\p{L}+)|[([]([^\s)\]]{1,6})[)\]]/gu),
  ];
  const units = found.flatMap(([, word, symbol]) =>
    word === undefined ? (unitWithSymbol(symbol!) ?? []) : (unitNamed(word) ?? []),
  );
  return units.length === 1 ? units[0] : undefined;
}

const maxText = 500;
