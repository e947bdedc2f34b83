import { isOfLines } from './textFormat.ts';
import type { TurtleDocument } from './turtleDocument.ts';

/** How much of a text is looked at. */
const lookedAt = 4000;

/**
 * What format a text with syntax errors has instead of Turtle, and the remedy, in sentences; undefined where it looks like
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
  if (!first) return undefined;
  if (libraryFormat) {
    const found = libraryFormat === 'JSON-LD' ? insteadOfJson(rope.slice(0, lookedAt)) : undefined;
    return found && misnamed(found, libraryFormat);
  }
  if (isOfLines(format) && directives.length > 0) return misnamed('Turtle', format.name);
  const { start } = first.range;
  const found = formatOf(
    rope.slice(0, lookedAt),
    rope.slice(start, start + lookedAt),
    format?.name === 'TriG',
  );
  if (found === undefined) return undefined;
  // Files with these names are read as Turtle unless they hold XML.
  const name = format?.name ?? (/\.(?:rdfs?|owl|xml)$/i.test(uri) ? 'RDF/XML' : 'Turtle');
  const message = misnamed(found, name);
  if (message !== undefined) return message;
  const file = decodeURIComponent(uri.replace(/^.*\//, ''));
  const remedy = (remedies[found] ?? `${toTurtle}riot --output=turtle FILE`).replace(
    'FILE',
    /^[\w.-]+$/.test(file) ? file : 'FILE',
  );
  return `This is ${found}, and only Turtle, TriG, N-Triples, N-Quads, JSON-LD and RDF/XML are read. ${remedy}`;
}

const toTurtle = 'Convert it to Turtle first, for example with Apache Jena: ';

/** The remedies for formats that Apache Jena's `riot` does not convert. */
const remedies: Readonly<Record<string, string>> = {
  'an HTML page': 'Look for the download of the data itself.',
  'an HTML page with RDFa':
    'Convert it to Turtle first, for example with Raptor: rapper -i rdfa -o turtle FILE',
  'Notation3 (N3)':
    'Of N3, only what is Turtle can be read: run its rules first, for example with EYE, and leave out its formulas.',
  'a table (CSV or TSV)': 'Make RDF of its rows first, for example with Tarql or an RML mapper.',
  YAML: 'If it is a mapping or a schema (RML, YARRRML, LinkML), have its tool write Turtle first.',
  SPARQL:
    'A query is not data: give the result of a CONSTRUCT query as a file; in shapes, a query is the value of sh:select or sh:ask.',
  'the compact syntax of SHACL': `${toTurtle}shacl parse --out=rdf FILE`,
};

/** The formats that are read under their own names. */
const readableFormats: Readonly<Record<string, { readonly extension: string; readonly option?: string }>> = {
  'N-Quads': { extension: '.nq', option: 'n-quads' },
  TriG: { extension: '.trig', option: 'trig' },
  'JSON-LD': { extension: '.jsonld', option: 'json-ld' },
  'RDF/XML': { extension: '.rdf', option: 'rdf-xml' },
  Turtle: { extension: '.ttl' },
};

function misnamed(found: string, name: string): string | undefined {
  const readable = readableFormats[found];
  if (!readable) return undefined;
  const option = readable.option ? `, or give --input-format ${readable.option} for standard input` : '';
  return `This is ${found}, in a file that is named as ${name}. Rename it to end in ${readable.extension}${option}.`;
}

/** Text that begins as JSON never does. */
function insteadOfJson(head: string): string | undefined {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  if (/^<(?:\?xml\b|!--|!DOCTYPE\b|rdf:RDF\b)/.test(text)) return formatOf(text, text, false);
  return /^(?:@prefix\b|@base\b|PREFIX\b|BASE\b|<[a-z][\w+.-]*:)/i.test(text) ? 'Turtle' : undefined;
}

/** @param rest the text from the first error on. */
function formatOf(head: string, rest: string, isTriG: boolean): string | undefined {
  const text = head.replace(/^\uFEFF/, '').trimStart();
  if (/^(?:<!doctype html|<html\b)/i.test(text))
    return /<[^<>]*\s(?:vocab|typeof|property)=/i.test(text) ? 'an HTML page with RDFa' : 'an HTML page';
  if (/^(?:<\?xml\b|<!--|<!DOCTYPE\b|<rdf:RDF\b)/i.test(text))
    return /\brdf:RDF\b|22-rdf-syntax-ns#/.test(text) ? 'RDF/XML' : 'XML';
  if (/^(?:\{\s*["}]|\[\s*[{"\]])/.test(text)) return jsonFormat(text);
  if (isTable(text, rest)) return 'a table (CSV or TSV)';
  if (isYaml(text)) return 'YAML';
  if (/^(?:SELECT|ASK|CONSTRUCT|DESCRIBE|INSERT|DELETE|WITH|LOAD|CLEAR|DROP)(?=[\s{*?])/i.test(rest))
    return 'SPARQL';
  if (/^(?:IMPORTS\s*<|shape(?:Class)?\s+\S)/.test(rest)) return 'the compact syntax of SHACL';
  if (
    /^(?:=>|<=|\?\w|@for(?:All|Some)\b|@keywords\b|=\s)/.test(rest) ||
    /\}\s*(?:=>|<=)\s*[{\w<?]/.test(text)
  )
    return 'Notation3 (N3)';
  if (/^\{/.test(rest) || /^GRAPH\b/i.test(rest)) return isTriG ? undefined : 'TriG';
  return text.split('\n').some((line) => quad.test(line)) ? 'N-Quads' : undefined;
}

function jsonFormat(text: string): string {
  if (/"@(?:context|id|graph|type)"/.test(text)) return 'JSON-LD';
  return /^\{\s*"[^"]+"\s*:\s*\{\s*"[^"]+"\s*:\s*\[\s*\{/.test(text) ? 'RDF/JSON' : 'JSON';
}

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

/** True where it starts like YAML, or each of the first lines that are not indented is a key or an entry of a list. */
function isYaml(text: string): boolean {
  if (/^(?:%YAML\b|---[ \t]*\r?\n)/.test(text)) return true;
  const lines = text.split(/\r?\n/).filter((line) => /^[^\s#]/.test(line));
  const first = lines.slice(0, 5);
  // In Turtle, a name continues after its colon, or the statement ends.
  return (
    first.length > 0 && first.every((line) => /^(?:[\w-]+:(?: |$)|- )/.test(line) && !/[.;,]\s*$/.test(line))
  );
}

function unquoted(line: string): string {
  return line.replace(/"(?:[^"]|"")*"/g, '');
}

/** A line with a fourth term. */
const quad =
  /^\s*(?:<[^<>"]*>|_:\S+)\s+<[^<>"]*>\s+(?:<[^<>"]*>|_:\S+|"(?:[^"\\]|\\.)*"(?:@[\w-]+|\^\^<[^<>"]*>)?)\s+(?:<[^<>"]*>|_:\S+)\s*\.\s*$/;
