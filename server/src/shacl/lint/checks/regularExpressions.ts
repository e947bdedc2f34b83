import { compileRegex } from '../../../rdf/literals/xpathRegex.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { offsetInString } from '../../../rdf/turtle/stringOffset.ts';
import { sh, xsd } from '../../../rdf/vocab.ts';
import type { LintedFile, LintedStatement } from '../lintedFile.ts';
import { type RegexFault, regexFault } from '../regexFault.ts';
import { rewrite } from '../remedies.ts';
import type { ShapesMistake } from '../shapesMistake.ts';

/** Patterns and flags that are no regular expressions, at the character. */
export function* regularExpressions(file: LintedFile): Iterable<ShapesMistake> {
  for (const triple of file.stated(sh.flags)) {
    const { object } = triple;
    if (terms.datatype(object) !== xsd.string) continue;
    const flags = terms.value(object);
    const at = [...flags].findIndex((flag) => !'imsxq'.includes(flag));
    const written = at < 0 ? undefined : file.statement(triple);
    if (!written) continue;
    const right = [...flags].filter((flag) => 'imsxq'.includes(flag)).join('');
    yield {
      severity: 'error',
      message: `"${flags[at]}" is not a flag of regular expressions, so the pattern is not checked. The flags are i, m, s, x and q.`,
      range: partOf(file, written, at, at + 1),
      statement: triple,
      remedies: right === '' ? [] : [rewrite(written.object, written.print(terms.literal(right)), true)],
    };
  }
  for (const triple of file.stated(sh.pattern)) {
    const { subject, object } = triple;
    if (terms.datatype(object) !== xsd.string) continue;
    const flags = file.graph
      .objects(subject, sh.flags)
      .map((flag) => terms.value(flag))
      .join('');
    if (/[^imsxq]/.test(flags)) continue;
    const pattern = terms.value(object);
    const reading = compileRegex(pattern, flags);
    if (reading.kind === 'regex' && !flags.includes('q')) {
      const doubled = doubledBackslash(file, triple);
      if (doubled) {
        yield doubled;
        continue;
      }
    }
    const delimited = reading.kind === 'regex' ? betweenSlashes.exec(pattern) : undefined;
    const written = reading.kind === 'illFormed' || delimited ? file.statement(triple) : undefined;
    if (!written) continue;
    if (reading.kind !== 'illFormed') {
      const [, inner = '', given = ''] = delimited!;
      const right = written.print(terms.literal(inner));
      const withFlags = given === '' ? '' : ` ; ${file.print(sh.flags, written.object.start)} "${given}"`;
      yield {
        severity: 'warning',
        message: 'The slashes around the regular expression are a part of it, so no value can conform.',
        range: written.object,
        statement: triple,
        remedies: flags === '' && !/[^imsx]/.test(given) ? [rewrite(written.object, right + withFlags)] : [],
      };
      continue;
    }
    const fault = regexFault(pattern);
    yield {
      severity: 'error',
      message: `${fault?.message ?? reading.message} The pattern is not checked.`,
      range: fault ? partOf(file, written, fault.offset, fault.offset + 1) : written.object,
      statement: triple,
      remedies: remediesOf(fault, flags, written, object),
    };
  }
}

/** A class of characters whose backslash was escaped once too often: it asks for a backslash and a letter, such as d. */
function doubledBackslash(file: LintedFile, triple: Triple): ShapesMistake | undefined {
  const pattern = terms.value(triple.object);
  const found = /(?<!\\)\\\\([dDwWsS])(?=[+*?{)\]$]|$)/.exec(pattern);
  const written = found ? file.statement(triple) : undefined;
  if (!found || !written) return undefined;
  const right = pattern.replaceAll('\\\\', '\\');
  return {
    severity: 'warning',
    message: `This asks for a backslash and the letter ${found[1]}. For the characters that \\${found[1]} stands for, a backslash is written twice in a Turtle string.`,
    range: partOf(file, written, found.index, found.index + 3),
    statement: triple,
    remedies:
      compileRegex(right, '').kind === 'regex'
        ? [rewrite(written.object, written.print(terms.literal(right)))]
        : [],
  };
}

/** An expression as JavaScript has it: a slash before the start of the text, or after its end, never matches. */
const betweenSlashes = /^\/(?=\^|.*\$\/)(.*)\/([a-z]*)$/s;

function remediesOf(
  fault: RegexFault | undefined,
  flags: string,
  written: LintedStatement,
  pattern: TermId,
): ShapesMistake['remedies'] {
  return (fault?.repaired ?? [])
    .filter((text) => text !== terms.value(pattern) && compileRegex(text, flags).kind === 'regex')
    .map((text) => rewrite(written.object, written.print(terms.literal(text))));
}

function partOf(file: LintedFile, { lexical }: LintedStatement, start: number, end: number) {
  const token = file.text(lexical);
  return {
    start: lexical.start + offsetInString(token, start),
    end: lexical.start + offsetInString(token, end),
  };
}
