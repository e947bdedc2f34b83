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
  if (/^\{/.test(rest) || /^GRAPH\b/i.test(rest)) return isTriG ? undefined : 'TriG';
  return text.split('\n').some((line) => quad.test(line)) ? 'N-Quads' : undefined;
}

function jsonFormat(text: string): string {
  if (/"@(?:context|id|graph|type)"/.test(text)) return 'JSON-LD';
  return /^\{\s*"[^"]+"\s*:\s*\{\s*"[^"]+"\s*:\s*\[\s*\{/.test(text) ? 'RDF/JSON' : 'JSON';
}

/** A line with a fourth term. */
const quad =
  /^\s*(?:<[^<>"]*>|_:\S+)\s+<[^<>"]*>\s+(?:<[^<>"]*>|_:\S+|"(?:[^"\\]|\\.)*"(?:@[\w-]+|\^\^<[^<>"]*>)?)\s+(?:<[^<>"]*>|_:\S+)\s*\.\s*$/;
