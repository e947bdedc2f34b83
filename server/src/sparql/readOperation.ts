import type {
  UpdateOperation as ParsedOperation,
  Triple as ParsedTriple,
  Pattern,
  Quads,
  Term,
} from 'sparqljs';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { compilePattern } from './findSolutions.ts';
import { refusedKeyword, refusedPattern } from './refusals.ts';
import { decodeIri, newBlankNode } from './termCodec.ts';
import type { TemplateTerm, TripleTemplate, UpdateOperation } from './updateOperation.ts';

/** Converts a parsed operation, or returns why it is refused. */
export function readOperation(operation: ParsedOperation): UpdateOperation | string {
  if ('type' in operation) return refusedKeyword(operation.type.toUpperCase());
  switch (operation.updateType) {
    case 'insert':
      return readData('insertData', operation.insert);
    case 'delete':
      return readData('deleteData', operation.delete);
    case 'deletewhere':
      return readModify(operation.delete, [], operation.delete as readonly Pattern[]);
    case 'insertdelete':
      if (operation.graph) return refusedKeyword('WITH');
      if (operation.using) return refusedKeyword('USING');
      return readModify(operation.delete, operation.insert, operation.where);
  }
}

function readData(kind: 'insertData' | 'deleteData', quads: readonly Quads[]): UpdateOperation | string {
  const triples: Triple[] = [];
  for (const block of quads) {
    if (block.type === 'graph') return refusedKeyword('GRAPH');
    for (const parsed of block.triples) {
      // SPARQL's grammar allows literals as subjects, but RDF and the types do not.
      if ((parsed.subject.termType as string) === 'Literal') {
        return `A literal cannot be a subject: ${JSON.stringify(parsed.subject.value)}.`;
      }
      const { subject, predicate, object } = readTemplate(parsed);
      triples.push({ subject: ground(subject), predicate: ground(predicate), object: ground(object) });
    }
  }
  return { kind, triples };
}

function ground(term: TemplateTerm): TermId {
  if (typeof term === 'number') return term;
  if ('blank' in term) return newBlankNode(term.blank);
  throw new TypeError('sparqljs lets no variable into a data block');
}

function readModify(
  deleted: readonly Quads[],
  inserted: readonly Quads[],
  where: readonly Pattern[],
): UpdateOperation | string {
  const templates: TripleTemplate[][] = [];
  for (const quads of [deleted, inserted]) {
    if (quads.some(({ type }) => type === 'graph')) return refusedKeyword('GRAPH');
    templates.push(quads.flatMap(({ triples }) => triples.map(readTemplate)));
  }
  const refused = refusedPattern(where);
  if (refused) return refused;
  const used = templates.flat().flatMap(({ subject, predicate, object }) => [subject, predicate, object]);
  const names = used.flatMap((term) =>
    typeof term === 'object' && 'variable' in term ? [term.variable] : [],
  );
  // Each solution creates its own blank nodes, even if it does not differ from another in any inserted variable.
  const everySolution = used.some((term) => typeof term === 'object' && 'blank' in term);
  const query = compilePattern(where, [...new Set(names)], everySolution);
  if (typeof query === 'string') return query;
  return { kind: 'modify', deleted: templates[0]!, inserted: templates[1]!, query };
}

function readTemplate({ subject, predicate, object }: ParsedTriple): TripleTemplate {
  if (!('termType' in predicate)) throw new TypeError('sparqljs lets no path into a template');
  return { subject: readTerm(subject), predicate: readTerm(predicate), object: readTerm(object) };
}

function readTerm(term: Term): TemplateTerm {
  switch (term.termType) {
    case 'NamedNode':
      return decodeIri(term.value);
    case 'BlankNode':
      // sparqljs prefixes the labels of the text with `e_`.
      return { blank: term.value.replace(/^e_/, '') };
    case 'Literal':
      if (term.language) return terms.languageString(term.value, term.language);
      return terms.literal(term.value, decodeIri(term.datatype.value));
    case 'Variable':
      return { variable: term.value };
    case 'Quad':
      throw new TypeError('sparqljs reads no triple terms unless it is told to');
  }
}
