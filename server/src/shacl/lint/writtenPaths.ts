import { sh } from '../../rdf/vocab.ts';
import type { LintedFile } from './lintedFile.ts';

/**
 * A path of SPARQL as a value of sh:path: "ex:a/ex:b" is `( ex:a ex:b )`. Undefined for texts that are no path of names with
 * `/`, `|`, `^`, `*`, `+` and `?`.
 */
export function pathText(text: string, file: LintedFile, offset: number): string | undefined {
  const trimmed = text.trim();
  const alternatives = trimmed.split('|');
  // An IRI in full has slashes of its own.
  if (/[<>]|:\/\//.test(trimmed)) return stepText(trimmed, file, offset);
  const parts = alternatives.map((each) => sequenceText(each.trim(), file, offset));
  if (parts.some((part) => part === undefined)) return undefined;
  return parts.length === 1
    ? parts[0]
    : `[ ${file.print(sh.alternativePath, offset)} ( ${parts.join(' ')} ) ]`;
}

function sequenceText(text: string, file: LintedFile, offset: number): string | undefined {
  const steps = text.split('/').map((each) => stepText(each.trim(), file, offset));
  if (steps.some((step) => step === undefined)) return undefined;
  return steps.length === 1 ? steps[0] : `( ${steps.join(' ')} )`;
}

function stepText(text: string, file: LintedFile, offset: number): string | undefined {
  const suffix = suffixes[text.at(-1) ?? ''];
  const inner = suffix === undefined ? text : text.slice(0, -1);
  const isInverse = inner.startsWith('^');
  const iri = file.iriOf(isInverse ? inner.slice(1) : inner);
  if (iri === undefined) return undefined;
  const name = file.print(iri, offset);
  const once = isInverse ? `[ ${file.print(sh.inversePath, offset)} ${name} ]` : name;
  return suffix === undefined ? once : `[ ${file.print(suffix, offset)} ${once} ]`;
}

const suffixes: Readonly<Record<string, number>> = {
  '*': sh.zeroOrMorePath,
  '+': sh.oneOrMorePath,
  '?': sh.zeroOrOnePath,
};
