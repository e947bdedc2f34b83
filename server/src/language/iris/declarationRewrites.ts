import type { TextEdit } from '../../base/textEdit.ts';
import { overlapOrTouch, type TextRange } from '../../base/textRange.ts';
import { type BaseStatement, type PrefixStatement, statementRange } from '../../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { queryLiterals } from '../occurrences/queryTerms.ts';
import { lineOfDirective } from '../prefixes/unneededPrefixes.ts';
import type { IriRewrite } from './iriRewrite.ts';
import { namesWith } from './namesWith.ts';

/**
 * How the declarations of a document can be written otherwise, at one of them: all in the other style, `@prefix` or `PREFIX`; and
 * without the one that is there, whose names become whole IRIs. The latter only where it is alone on its line and the only one of
 * its prefix, no query needs it, and everything can be read.
 */
export function declarationRewrites(document: TurtleDocument, range: TextRange): readonly IriRewrite[] {
  const here = document.directives.find((each) => overlapOrTouch(statementRange(each), range));
  if (!here) return [];
  return [...(here.kind === 'prefix' ? withoutPrefix(document, here) : []), ...inOtherStyle(document, here)];
}

function withoutPrefix(document: TurtleDocument, directive: PrefixStatement): readonly IriRewrite[] {
  const { prefix } = directive;
  const line = lineOfDirective(document, directive);
  const declarations = document.directives.filter((each) => each.kind === 'prefix' && each.prefix === prefix);
  const isInQuery = queryLiterals(document).some(({ text }) => text.includes(`${prefix}:`));
  if (!line || declarations.length > 1 || isInQuery || document.errors.length > 0) return [];
  const edits = namesWith(prefix, document);
  if (edits.length === 0) return [];
  const title = `Write all names with ${prefix}: as whole IRIs, and remove the declaration`;
  return [{ title, edits: [{ range: line, newText: '' }, ...edits] }];
}

function inOtherStyle(
  document: TurtleDocument,
  { style }: PrefixStatement | BaseStatement,
): readonly IriRewrite[] {
  const edits = document.directives
    .filter((each) => each.style === style)
    .flatMap((each) => (style === 'turtle' ? asSparql(document, each) : asTurtle(each)));
  const title = style === 'turtle' ? 'Write all declarations as PREFIX' : 'Write all declarations as @prefix';
  return [{ title, edits }];
}

function asSparql(document: TurtleDocument, directive: PrefixStatement | BaseStatement): readonly TextEdit[] {
  const { start, end } = statementRange(directive);
  const text = document.rope.slice(start, end);
  // Of a comment before the dot, the dot goes alone.
  const dot = end - (/[ \t]*\.$/.exec(text)?.[0].length ?? 0);
  return [
    keyword(directive, directive.kind === 'prefix' ? 'PREFIX' : 'BASE'),
    { range: { start: dot, end }, newText: '' },
  ];
}

function asTurtle(directive: PrefixStatement | BaseStatement): readonly TextEdit[] {
  const { end } = statementRange(directive);
  return [keyword(directive, `@${directive.kind}`), { range: { start: end, end }, newText: ' .' }];
}

function keyword({ kind, style, start }: PrefixStatement | BaseStatement, newText: string): TextEdit {
  return { range: { start, end: start + kind.length + (style === 'turtle' ? 1 : 0) }, newText };
}
