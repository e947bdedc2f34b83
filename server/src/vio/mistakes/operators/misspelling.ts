import { misspelt } from '../../../base/misspelt.ts';
import type { Random } from '../../../base/random.ts';
import { localName } from '../../../rdf/iri.ts';
import { isLanguageTerm } from '../../../rdf/publishedVocabularies.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { MistakeData } from '../mistakeData.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';

export const misspeltClass: MistakeOperator = {
  title: 'misspelt class',
  at(triple, data, random) {
    if (triple.predicate !== rdf.type || !terms.isIri(triple.object)) return undefined;
    const object = misspeltIri(triple.object, data, random);
    return object === undefined ? undefined : rewritten(triple, { object });
  },
};

export const misspeltProperty: MistakeOperator = {
  title: 'misspelt property',
  at(triple, data, random) {
    if (triple.predicate === rdf.type) return undefined;
    const predicate = misspeltIri(triple.predicate, data, random);
    return predicate === undefined ? undefined : rewritten(triple, { predicate });
  },
};

/** A value of an enumeration, or a node that others refer to as well, whose name has a typing error. */
export const misspeltValue: MistakeOperator = {
  title: 'misspelt value',
  at(triple, data, random) {
    const { predicate, object } = triple;
    if (predicate === rdf.type) return undefined;
    if (terms.isIri(object)) {
      const other = misspeltIri(object, data, random);
      return other === undefined ? undefined : rewritten(triple, { object: other });
    }
    const isListed = data
      .constraintsOn(predicate)
      .some((each) => each.kind === 'in' && each.members.includes(object));
    const text = isListed ? misspelt(terms.value(object), random) : undefined;
    return text === undefined
      ? undefined
      : rewritten(triple, { object: terms.literal(text, terms.datatype(object)) });
  },
};

/** As many statements as the default of `--max-edits` lets a mistake rewrite. */
const maxRenamed = 6;

/**
 * A property that got another name, but only in some of its statements: from one on, in up to half of them. The new name
 * is one that its authors could have wanted: with or without a prefix of relations, or with underscores.
 */
export const halfRenamedProperty: MistakeOperator = {
  title: 'half of a renamed property',
  at(triple, data, random) {
    if (isLanguageTerm(triple.predicate)) return undefined;
    const all = data.sitesWith(triple.predicate);
    const start = all.findIndex((each) => each.subject === triple.subject && each.object === triple.object);
    const removed = all.slice(start, start + Math.min(maxRenamed, Math.floor(all.length / 2)));
    const iri = terms.value(triple.predicate);
    const name = localName(iri);
    const renamed = otherNames(name)
      .map((other) => terms.iri(iri.slice(0, iri.length - name.length) + other))
      .filter((other) => !data.isKnown(other));
    const predicate = renamed[random.below(Math.max(1, renamed.length))];
    if (predicate === undefined || removed.length < 2) return undefined;
    return { removed, added: removed.map((each) => ({ ...each, predicate })) };
  },
};

/** `partOf` and `is_part_of` for `isPartOf`; `hasTitle` for `title`. */
function otherNames(name: string): readonly string[] {
  if (!/^[a-z]\w+$/i.test(name)) return [];
  const relation = /^(?:has|is)(?=[A-Z])/.exec(name)?.[0];
  const bare = relation === undefined ? name : name.slice(relation.length);
  const underscored = name.replaceAll(/(?<=[a-z\d])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [
    relation === undefined
      ? `has${name[0]!.toUpperCase()}${name.slice(1)}`
      : `${bare[0]!.toLowerCase()}${bare.slice(1)}`,
    ...(underscored === name ? [] : [underscored]),
  ];
}

/** An IRI with a typing error in its local name, which no file of the unit has; undefined for names that are too short. */
function misspeltIri(term: TermId, data: MistakeData, random: Random): TermId | undefined {
  const iri = terms.value(term);
  const name = localName(iri);
  for (let attempt = 0; attempt < 5; attempt++) {
    const other = misspelt(name, random);
    if (other === undefined) return undefined;
    const misspeltTerm = terms.iri(iri.slice(0, iri.length - name.length) + other);
    if (!data.isKnown(misspeltTerm)) return misspeltTerm;
  }
  return undefined;
}
