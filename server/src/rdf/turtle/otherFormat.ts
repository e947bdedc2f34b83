import { isOfLines } from './textFormat.ts';
import type { TurtleDocument } from './turtleDocument.ts';

/** How much of a text is looked at. */
const lookedAt = 4000;

/**
 * What a text with syntax errors is instead of Turtle, and what to do about it, in sentences; undefined where it looks like
 * Turtle with mistakes.
 */
export function otherFormat({
  rope,
  errors,
  uri,
  directives,
  format,
  libraryFormat,
}: TurtleDocument): string | undefined {
  const [first] = errors;
  if (!first || libraryFormat) return undefined;
  if (isOfLines(format) && directives.length > 0)
    return `This is Turtle, in a file that is named as ${format.name}. Rename it to end in .ttl.`;
  const { start } = first.range;
  const found = formatOf(
    rope.slice(0, lookedAt),
    rope.slice(start, start + lookedAt),
    format?.name === 'TriG',
  );
  if (found === undefined) return undefined;
  const readable = readableFormats[found];
  if (readable) {
    const name = format?.name ?? 'Turtle';
    return `This is ${found}, in a file that is named as ${name}. Rename it to end in ${readable.extension}, or give --input-format ${readable.option} for standard input.`;
  }
  const file = decodeURIComponent(uri.replace(/^.*\//, ''));
  const remedy =
    found === 'an HTML page'
      ? 'Look for the download of the data itself.'
      : found === table
        ? 'Make RDF of its rows first, for example with Tarql or an RML mapper.'
        : `Convert it to Turtle first, for example with Apache Jena: riot --output=turtle ${/^[\w.-]+$/.test(file) ? file : 'FILE'}`;
  return `This is ${found}, and only Turtle, TriG, N-Triples, N-Quads, JSON-LD and RDF/XML are read. ${remedy}`;
}

/** The formats that are read under their own names. */
const readableFormats: Readonly<Record<string, { readonly extension: string; readonly option: string }>> = {
  'N-Quads': { extension: '.nq', option: 'n-quads' },
  TriG: { extension: '.trig', option: 'trig' },
  'JSON-LD': { extension: '.jsonld', option: 'json-ld' },
  'RDF/XML': { extension: '.rdf', option: 'rdf-xml' },
};

/** @param rest the text from the first error on. */
function formatOf(head: string, rest: string, isTriG: boolean): string | undefined {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  if (/^(?:<!doctype html|<html\b)/i.test(text)) return 'an HTML page';
  if (/^(?:<\?xml\b|<!--|<!DOCTYPE\b|<rdf:RDF\b)/i.test(text))
    return /\brdf:RDF\b|22-rdf-syntax-ns#/.test(text) ? 'RDF/XML' : 'XML';
  if (/^(?:\{\s*["}]|\[\s*[{"\]])/.test(text)) return jsonFormat(text);
  if (isTable(text, rest)) return table;
  if (/^\{/.test(rest) || /^GRAPH\b/i.test(rest)) return isTriG ? undefined : 'TriG';
  return text.split('\n').some((line) => quad.test(line)) ? 'N-Quads' : undefined;
}

function jsonFormat(text: string): string {
  if (/"@(?:context|id|graph|type)"/.test(text)) return 'JSON-LD';
  return /^\{\s*"[^"]+"\s*:\s*\{\s*"[^"]+"\s*:\s*\[\s*\{/.test(text) ? 'RDF/JSON' : 'JSON';
}

const table = 'a table (CSV or TSV)';

/**
 * True where the first error is at the first character, and the first lines have the same separators equally often. A line
 * of Turtle with mistakes has colons, IRIs or comments, or ends with a separator.
 *
 * @param text without white space before it.
 */
function isTable(text: string, rest: string): boolean {
  const [header = '', ...rows] = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (!rest.startsWith(header) || /[:<>@#]|[,;\t.]$/.test(header)) return false;
  return [',', ';', '\t'].some((separator) => {
    const counts = [header, ...rows.slice(0, 3)].map((line) => unquoted(line).split(separator).length);
    return counts.length > 1 && counts[0]! > 1 && new Set(counts).size === 1;
  });
}

function unquoted(line: string): string {
  return line.replace(/"(?:[^"]|"")*"/g, '');
}

/** A line with a fourth term. */
const quad =
  /^\s*(?:<[^<>"]*>|_:\S+)\s+<[^<>"]*>\s+(?:<[^<>"]*>|_:\S+|"(?:[^"\\]|\\.)*"(?:@[\w-]+|\^\^<[^<>"]*>)?)\s+(?:<[^<>"]*>|_:\S+)\s*\.\s*$/;
