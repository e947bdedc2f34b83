import { isRespelling } from '../../../rdf/iri.ts';
import { knownNamespaces } from '../../../rdf/knownPrefixes.ts';
import { rangeIn } from '../../../rdf/turtle/syntaxTree.ts';
import { namespaces } from '../../../rdf/vocab.ts';
import type { LintedFile } from '../lintedFile.ts';
import { rewrite } from '../remedies.ts';
import type { ShapesMistake } from '../shapesMistake.ts';

/** Prefixes for namespaces that are nearly those of well-known vocabularies: https for http, or without the last # or /. */
export function* respeltNamespaces(file: LintedFile): Iterable<ShapesMistake> {
  for (const statement of file.document.directives) {
    if (statement.kind !== 'prefix') continue;
    const { prefix, iri } = statement;
    const meant = wellKnown.find((namespace) => isRespelling(namespace, iri));
    if (meant === undefined || wellKnown.includes(iri) || !isUsed(prefix, file)) continue;
    const range = rangeIn(statement, statement.iriRange);
    const owner = meant === namespaces.sh ? 'SHACL' : `${prefix}:`;
    yield {
      severity: meant === namespaces.sh ? 'error' : 'warning',
      message: `The namespace of ${owner} is ${meant}. <${iri}> is a different one, so no name that starts with ${prefix}: is in it.`,
      range,
      statement: undefined,
      remedies: [{ ...rewrite(range, `<${meant}>`, true), mayReveal: true }],
    };
  }
}

/** Those of schema.org are left out, since both are in use. */
const wellKnown: readonly string[] = [...knownNamespaces].filter(
  (namespace) => !namespace.includes('schema.org'),
);

/** True when a name is written with the prefix; without, it may stand for a document. */
function isUsed(prefix: string, { document }: LintedFile): boolean {
  let found = false;
  document.sources.forWritten(
    undefined,
    ({ start, end }) => {
      found ||=
        end - start > prefix.length + 1 &&
        document.rope.slice(start, start + prefix.length + 1) === `${prefix}:`;
    },
    { forms: ['prefixed'] },
  );
  return found;
}
