import type { TextEdit } from '../../base/textEdit.ts';
import { terms } from '../../rdf/terms.ts';
import { xsd } from '../../rdf/vocab.ts';
import type { LiteralForm, Skeleton } from './suggestion.ts';
import type { TermNames } from './termNames.ts';

/** A text with tab stops, and how it is listed. */
interface Form {
  readonly label: string;
  readonly newText: string;
  readonly edits: readonly TextEdit[];
}

/** How something is written that is to be filled in. */
export function formOf(of: Skeleton | LiteralForm | { readonly list: true }, names: TermNames): Form {
  if ('list' in of) return { label: '( )', newText: '( $1 )', edits: [] };
  return 'datatype' in of ? literalForm(of, names) : skeletonForm(of, names);
}

/** `[ … ]` with a tab stop for each property. */
function skeletonForm({ type, properties }: Skeleton, names: TermNames): Form {
  const typed = type === undefined ? [] : [names.name(type)];
  const named = properties.map((property) => names.name(property));
  const parts = [
    ...typed.map(({ text }) => `a ${escapeSnippet(text)}`),
    ...named.map(({ text }, i) => `${escapeSnippet(text)} $${i + 1}`),
  ];
  const label = [...typed.map(({ text }) => `a ${text}`), ...named.map(({ text }) => text)].join(' ; ');
  return {
    label: parts.length === 0 ? '[ ]' : `[ ${label} ]`,
    newText: parts.length < 2 ? `[ ${parts[0] ?? '$1'} ]` : `[\n\t${parts.join(' ;\n\t')}\n]`,
    edits: [...typed, ...named].flatMap(({ edits }) => edits).slice(0, 1),
  };
}

/** A quoted string with its language or datatype. */
function literalForm({ datatype, language }: LiteralForm, names: TermNames): Form {
  if (language !== '') return { label: `""@${language}`, newText: `"$1"@${language}`, edits: [] };
  if (datatype === xsd.string) return { label: '""', newText: '"$1"', edits: [] };
  const { text, edits } = names.name(datatype);
  return {
    label: `""^^${text}`,
    newText: `"$1"^^${escapeSnippet(text)}`,
    edits: terms.isIri(datatype) ? edits : [],
  };
}

function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}
