import { counted } from '../../../base/counted.ts';
import type { TextRange } from '../../../base/textRange.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { TripleWalk } from '../../../rdf/turtle/treeWalk.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf, rdfs } from '../../../rdf/vocab.ts';
import { statesUnit } from '../../../repair/values/units/unitAt.ts';
import { isDraftTerm } from '../../../shacl/shapesGraph/shaclTerms.ts';
import { fileNameOfUri } from '../../../workspace/project/uris.ts';
import { type AnalysedFile, isOlderThan } from '../../ide/analysedFile.ts';
import type { HoverInfo, HoverStyle } from '../../ide/analysis.ts';
import { type HoverText, hoverTexts } from '../../ide/diagnostics/hoverText.ts';
import { termPrinter } from '../../ide/termPrinter.ts';
import type { UnitAnalysis } from '../../ide/unitAnalysis.ts';
import {
  accordingToStores,
  explanationsOf,
  type LabelSource,
  labelOf,
  vocabularyTerm,
} from '../labels/labels.ts';
import { prefixOccurrences } from '../occurrences/occurrences.ts';
import { type SymbolAt, symbolUnder, type TermAt } from '../occurrences/symbolAt.ts';
import type { Vocabularies } from '../vocabularies/vocabularies.ts';

export interface SymbolHoverOptions {
  readonly format: HoverStyle['format'];
  /** The language of the reader. */
  readonly locale: string;
  readonly vocabularies: Vocabularies;
}

/**
 * What is known about the term or prefix at an offset, apart from results: label and definitions in the reader's language,
 * types, domain and range, the whole IRI, which shapes judge a node and how, how often a class or property is used; for a
 * prefix its namespace; for a number its value in other units. Undefined where nothing is named. Information from shapes is
 * as of the last validation.
 */
export function symbolHover(
  file: AnalysedFile,
  offset: number,
  { format, locale, vocabularies }: SymbolHoverOptions,
): HoverInfo | undefined {
  const symbol = symbolUnder(file.document, offset);
  if (symbol === undefined) return undefined;
  const text = hoverTexts[format];
  const paragraphs =
    symbol.kind === 'prefix'
      ? aboutPrefix(symbol.prefix, file.document, text)
      : aboutTerm(symbol, file, text, {
          graphs: file.documents.map(({ graph }) => graph),
          stores: file.stores,
          locale,
          vocabularies,
        });
  if (paragraphs.length === 0) return undefined;
  return { range: shownRange(symbol), format, text: paragraphs.join(text.paragraph) };
}

/** Editors mark the range; that of a bracket would be half a page. */
function shownRange(symbol: SymbolAt): TextRange {
  const { start, end } = symbol.range;
  const form = symbol.kind === 'term' ? symbol.node?.kind : undefined;
  return form === 'propertyList' || form === 'collection' ? { start, end: start + 1 } : { start, end };
}

function aboutPrefix(prefix: string, document: TurtleDocument, text: HoverText): readonly string[] {
  const namespace = document.prefixes.get(prefix);
  if (namespace === undefined) return [];
  const uses = prefixOccurrences(document, prefix).filter(({ role }) => role !== 'declaration').length;
  const used = uses === 0 ? 'Not used' : `Used ${uses === 1 ? 'once' : `${uses} times`}`;
  return [
    `${text.strong(`${prefix}:`)} ${text.plain(`<${namespace}>`)}`,
    text.plain(`${used} in this file.`),
  ];
}

function aboutTerm(
  symbol: TermAt,
  file: AnalysedFile,
  text: HoverText,
  source: LabelSource,
): readonly string[] {
  const { id } = symbol;
  if (terms.isLiteral(id)) return aboutLiteral(symbol, file, source).map(text.plain);
  const { document, documents, analyses } = file;
  const print = termPrinter([document.prefixes]);
  const label = labelOf(id, source);
  const name = terms.isBlank(id) ? 'blank node' : print(id);
  const types = source.graphs.flatMap((graph) => graph.objects(id, rdf.type));
  const title = [
    label === undefined ? text.strong(name) : `${text.strong(label)} ${text.plain(name)}`,
    ...(types.length === 0
      ? []
      : [text.plain([...new Set(types)].slice(0, mostTypes).map(print).join(', '))]),
  ];
  const wellKnown = vocabularyTerm(id, source);
  const describing = documents.filter((each) => each !== document && each.graph.outgoing(id).length > 0);
  return [
    title.join(' · '),
    ...[
      ...explanationsOf(id, source).map(shortened),
      ...schemaText(id, source, print),
      ...judgements(id, file, print),
      ...uses(id, analyses),
      ...(describing.length === 0
        ? []
        : [
            `Described in ${describing
              .slice(0, mostFiles)
              .map(({ uri }) => fileNameOfUri(uri))
              .join(', ')}.`,
          ]),
      ...accordingToStores(id, source, print).map(shortened),
      ...(isDraftTerm(id) ? ['It is part of a draft of SHACL 1.2, which may change.'] : []),
      ...(wellKnown === undefined ? [] : [`A ${kinds[wellKnown.kind]} of ${wellKnown.vocabulary}.`]),
      ...(terms.isIri(id) ? [`<${terms.value(id)}>`] : []),
    ].map(text.plain),
  ];
}

const kinds = { class: 'class', property: 'property', datatype: 'datatype', individual: 'term' } as const;
const mostTypes = 6;
const mostFiles = 4;

/** Hovers are glanced at. */
const longestText = 600;

function shortened(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`;
}

/** For each root shape that has the node as a target, whether it conforms. */
function judgements(id: TermId, file: AnalysedFile, print: (term: TermId) => string): readonly string[] {
  const said = new Set<string>();
  const { analyses } = file;
  for (const { evaluator, graphs, result } of analyses) {
    for (const shape of graphs.input.shapes.roots) {
      if (said.size === mostShapes) break;
      if (!evaluator.isTarget(shape, id)) continue;
      const found = result.violations.filter(
        ({ rootFocusNode, rootShape }) => rootFocusNode === id && rootShape === shape.id,
      ).length;
      const name = terms.isBlank(shape.id) ? 'a shape without a name' : print(shape.id);
      said.add(found === 0 ? `No results of ${name}.` : `${counted(found, 'result')} of ${name}.`);
    }
  }
  const isOlder = said.size > 0 && analyses.some((analysis) => isOlderThan(analysis, file));
  return [...said, ...(isOlder ? ['From the text before the last changes.'] : [])];
}

const mostShapes = 8;

/** How often a class or property is used in the data, and how many nodes a shape judges. */
function uses(id: TermId, [analysis]: readonly UnitAnalysis[]): readonly string[] {
  if (analysis === undefined || !terms.isIri(id)) return [];
  const { dataGraph, shapes } = analysis.graphs.input;
  const statements = dataGraph.withPredicate(id).length;
  const instances = dataGraph.subjects(rdf.type, id).length;
  const shape = shapes.get(id);
  const hasTargets = shape !== undefined && shape.targets.length > 0;
  return [
    ...(statements === 0 ? [] : [`Predicate of ${counted(statements, 'statement')}.`]),
    ...(instances === 0 ? [] : [`Type of ${counted(instances, 'node')}.`]),
    ...(hasTargets ? [`Targets ${counted(analysis.evaluator.targets(shape).length, 'node')}.`] : []),
  ];
}

/** The datatype or language, and the value in other units. */
function aboutLiteral(
  { id, node, range }: TermAt,
  { document, analyses }: AnalysedFile,
  source: LabelSource,
): readonly string[] {
  const language = terms.language(id);
  const datatype = termPrinter([document.prefixes])(terms.datatype(id)!);
  const kind = `Datatype ${datatype}${language === '' ? '' : `, language ${language}`}`;
  const statement = document.sources.statementAt(range.start);
  const data = analyses[0]?.graphs.input.dataGraph;
  if (statement?.kind !== 'triples' || data === undefined) return [kind];
  const walk = new TripleWalk(statement);
  while (walk.next()) {
    if (walk.object !== id || walk.source().objectTerm !== node) continue;
    return [
      kind,
      ...[convertedQuantity(id, walk.subject, data, source)].filter((each) => each !== undefined),
    ];
  }
  return [kind];
}

/**
 * The domain and range of a property or the superclasses of a class, according to the files or else a well-known
 * vocabulary, as sentences.
 */
function schemaText(id: TermId, source: LabelSource, print: (term: TermId) => string): readonly string[] {
  const known = vocabularyTerm(id, source);
  const sentence = (words: string, predicate: TermId, iris: readonly string[] = []) => {
    const stated = source.graphs.flatMap((graph) => graph.objects(id, predicate));
    const named = new Set([...stated, ...(stated.length > 0 ? [] : iris.map((iri) => terms.iri(iri)))]);
    const shown = [...named].filter((each) => terms.isIri(each) && each !== id).map(print);
    if (shown.length === 0) return [];
    const more = shown.length > mostNames ? ` and ${shown.length - mostNames} more` : '';
    return [`${words} ${shown.slice(0, mostNames).join(', ')}${more}.`];
  };
  return [
    ...sentence('Subclass of', rdfs.subClassOf, known?.kind === 'class' ? known.broader : []),
    ...sentence('Subproperty of', rdfs.subPropertyOf, known?.kind === 'property' ? known.broader : []),
    ...sentence('Domain', rdfs.domain, known?.domains),
    ...sentence('Range', rdfs.range, known?.ranges),
  ];
}

const mostNames = 5;

const qudt = (name: string) => terms.constant(`http://qudt.org/schema/qudt/${name}`);
const symbol = qudt('symbol');
const multiplier = qudt('conversionMultiplier');
const offset = qudt('conversionOffset');
const dimension = qudt('hasDimensionVector');
const quantityKind = qudt('hasQuantityKind');

/**
 * A number in other units, as QUDT among the graphs converts them: `21.5 °C = 294.65 K`. The unit is what the number's
 * subject states as its unit; the others are the coherent unit of its dimension and those that the data states for the
 * same kind of quantity. Undefined where no unit is stated, or several are, or QUDT has no factor for it.
 *
 * @param subject of the statement whose object the number is.
 * @param data where the units are looked for that the reader may know better.
 */
export function convertedQuantity(
  number: TermId,
  subject: TermId,
  data: Graph,
  source: LabelSource,
): string | undefined {
  const value = Number(terms.value(number));
  const [stated, another] = data.outgoing(subject).filter(({ predicate }) => statesUnit(predicate));
  if (stated === undefined || another !== undefined || !Number.isFinite(value)) return undefined;
  const unit = stated.object;
  const factor = numberOf(unit, multiplier, source);
  if (factor === undefined) return undefined;
  const coherent = (value + (numberOf(unit, offset, source) ?? 0)) * factor;
  const others = new Set([...coherentUnit(unit, source), ...usedUnits(stated.predicate, unit, data, source)]);
  const converted = [...others].slice(0, mostUnits).flatMap((other) => {
    const otherFactor = numberOf(other, multiplier, source);
    if (!otherFactor) return [];
    const result = coherent / otherFactor - (numberOf(other, offset, source) ?? 0);
    return `${rounded(result)} ${nameOf(other, source)}`;
  });
  if (converted.length === 0) return undefined;
  return [`${terms.value(number)} ${nameOf(unit, source)}`, ...converted].join(' = ');
}

const mostUnits = 3;

/** Factors are often rounded themselves, and binary fractions would show digits that nobody wrote. */
function rounded(value: number): string {
  return String(Number(value.toPrecision(7)));
}

function nameOf(unit: TermId, source: LabelSource): string {
  const [written] = values(unit, symbol, source);
  return written === undefined ? (labelOf(unit, source) ?? terms.value(unit)) : terms.value(written);
}

/** A unit of the same dimension and kind of quantity with the factor 1 and no offset, if there is one. */
function coherentUnit(unit: TermId, source: LabelSource): readonly TermId[] {
  const [vector] = values(unit, dimension, source);
  if (vector === undefined) return [];
  const found = source.graphs
    .flatMap((graph) => graph.subjects(dimension, vector))
    .find(
      (other) =>
        other !== unit &&
        numberOf(other, multiplier, source) === 1 &&
        (numberOf(other, offset, source) ?? 0) === 0 &&
        measuresTheSame(unit, other, source),
    );
  return found === undefined ? [] : [found];
}

/** The other units that the data states by the same property for the same kind of quantity. */
function usedUnits(property: TermId, unit: TermId, data: Graph, source: LabelSource): readonly TermId[] {
  const used = new Set(
    data
      .withPredicate(property)
      .slice(0, mostStatements)
      .map(({ object }) => object),
  );
  used.delete(unit);
  return [...used].filter((other) => measuresTheSame(unit, other, source));
}

const mostStatements = 10_000;

function measuresTheSame(unit: TermId, other: TermId, source: LabelSource): boolean {
  const kinds = values(unit, quantityKind, source);
  return values(other, quantityKind, source).some((kind) => kinds.includes(kind));
}

function numberOf(unit: TermId, property: TermId, source: LabelSource): number | undefined {
  const [literal] = values(unit, property, source);
  const value = literal === undefined ? Number.NaN : Number(terms.value(literal));
  return Number.isFinite(value) ? value : undefined;
}

function values(term: TermId, property: TermId, { graphs }: LabelSource): readonly TermId[] {
  return graphs.flatMap((graph) => graph.objects(term, property));
}
