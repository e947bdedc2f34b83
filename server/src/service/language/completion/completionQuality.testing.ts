import type { TextRange } from '../../../base/textRange.ts';
import { namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { IriNode, PredicateNode, TermNode } from '../../../rdf/turtle/syntaxTree.ts';
import { rdf, rdfs } from '../../../rdf/vocab.ts';
import { edited } from '../../../testing/analysedFolder.ts';
import { packedVocabularies } from '../../../testing/packedVocabularies.ts';
import type { AnalysedFile } from '../../ide/analysedFile.ts';
import { completion } from './completion.ts';
import { spread } from './peers.ts';

const vocabularies = await packedVocabularies();

/** The places that what was taken away had in the lists, by its kind. */
export type Ranks = ReadonlyMap<string, readonly number[]>;

/**
 * Takes away each predicate, and each object that is a term, in turn, and asks for the list at its place with nothing typed.
 *
 * @param most of so many places, evenly spread over each file.
 */
export function ranksIn(files: readonly AnalysedFile[], most = Number.POSITIVE_INFINITY): Ranks {
  const ranks = new Map<string, number[]>();
  for (const file of files) {
    for (const { kind, range, meant } of spread(takenAway(file), most)) {
      const list = ranks.get(kind) ?? [];
      ranks.set(kind, list);
      list.push(rankWithout(file, range, meant));
    }
  }
  return ranks;
}

/** The share of what was found among the first ones. Nodes are left out, since little tells one from others of its class. */
export function shareAmongFirst(ranks: Ranks, most: number): number {
  return share(withoutNodes(ranks), most);
}

/** A table with a row for each kind. */
export function qualityTable(name: string, ranks: Ranks): string {
  const rows = [...ranks].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, list]) => row(kind, list));
  return [`${name}:`, ...rows, row('all but nodes', withoutNodes(ranks))].join('\n');
}

function withoutNodes(ranks: Ranks): readonly number[] {
  return [...ranks].filter(([kind]) => !kind.startsWith('node ')).flatMap(([, list]) => list);
}

interface TakenAway {
  /** `predicate`, the kind of the object, or `node` with the predicate of an object that is none of them. */
  readonly kind: string;
  readonly range: TextRange;
  readonly meant: TermId;
}

function takenAway(file: AnalysedFile): readonly TakenAway[] {
  const { document } = file;
  const found: TakenAway[] = [];
  for (const statement of document.statements) {
    if (statement.kind !== 'triples') continue;
    const at = ({ start, end }: TextRange) => ({
      start: statement.start + start,
      end: statement.start + end,
    });
    const predicates = (nodes: readonly PredicateNode[]) => {
      for (const { verb, objects } of nodes) {
        const last = objects.at(-1)!.term;
        found.push({ kind: 'predicate', range: at({ start: verb.start, end: last.end }), meant: verb.id });
        for (const { term } of objects) object(verb, term);
      }
    };
    const object = (verb: IriNode, node: TermNode) => {
      if (node.kind === 'propertyList') predicates(node.predicates);
      else if (node.kind === 'collection') for (const { term } of node.items) object(verb, term);
      else if (node.kind === 'literal') {
        if (node.datatype)
          found.push({ kind: 'datatype', range: at(node.datatype), meant: node.datatype.id });
        else if (isListed(file, node.id))
          found.push({ kind: 'enumeration value', range: at(node), meant: node.id });
      } else if (node.kind === 'iri')
        found.push({ kind: kindOf(file, verb.id, node.id), range: at(node), meant: node.id });
    };
    predicates(statement.predicates);
    if (statement.subject.kind === 'propertyList') predicates(statement.subject.predicates);
  }
  return found;
}

function kindOf(file: AnalysedFile, predicate: TermId, object: TermId): string {
  if (predicate === rdf.type || predicate === rdfs.subClassOf || isClass(file, object)) return 'class';
  if (isListed(file, object)) return 'enumeration value';
  if (namespaceOf(terms.value(object)) === 'http://qudt.org/vocab/unit/') return 'unit';
  return `node ${file.analyses[0]!.print(predicate)}`;
}

function isClass({ documents }: AnalysedFile, term: TermId): boolean {
  return documents.some(({ graph }) => graph.subjects(rdf.type, term).length > 0);
}

function isListed({ analyses }: AnalysedFile, term: TermId): boolean {
  return analyses.some(({ graphs }) =>
    graphs.input.shapes.shapes.some(({ constraints }) =>
      constraints.some((each) => each.kind === 'in' && each.members.includes(term)),
    ),
  );
}

/** The place of what was taken away in the list, from 1 on; infinite when it is not in it. */
function rankWithout(file: AnalysedFile, range: TextRange, meant: TermId): number {
  const { items } = completion(edited(file, { range, newText: '' }), range.start, {
    snippets: true,
    locale: 'en',
    vocabularies,
  });
  const iri = terms.isIri(meant) ? terms.value(meant) : undefined;
  const text = file.analyses[0]!.print(meant);
  const at = items.findIndex((item) => (iri === undefined ? item.label === text : item.iri === iri));
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}

function share(ranks: readonly number[], most: number): number {
  return ranks.filter((rank) => rank <= most).length / ranks.length;
}

function row(kind: string, ranks: readonly number[]): string {
  const percent = (most: number) => `${Math.round(100 * share(ranks, most))} %`.padStart(6);
  return `  ${kind.padEnd(40)} ${String(ranks.length).padStart(5)} first ${percent(1)} five ${percent(5)} found ${percent(1000)}`;
}
