import { counted, inDigits } from '../../base/counted.ts';
import type { Graph } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import { rdf, sh } from '../../rdf/vocab.ts';
import type { Check, Component, ResultDetails } from '../model/component.ts';
import type { Path } from '../model/path.ts';
import { readCountAs, readFlag, readList, readShape } from '../model/reading.ts';
import { ofShacl12 } from './commonFacts.ts';
import { atMostAllowed } from './phrases.ts';

const first: Path = { kind: 'predicate', predicate: rdf.first };
const cells: Path = { kind: 'zeroOrMore', path: { kind: 'predicate', predicate: rdf.rest } };
/** From a list to all statements about its members. */
const partsOfList: Path = {
  kind: 'sequence',
  paths: [
    cells,
    {
      kind: 'alternative',
      paths: [first, { kind: 'predicate', predicate: rdf.rest }],
    },
  ],
};

/** The common facts of components that judge each value as a list. A value that is not a list violates them. */
const judgesLists = {
  refinements: [],
  propertyShapesOnly: false,
  single: true,
  asksForValues: false,
  literalsOnly: () => false,
  shownAt: 'value',
  ...ofShacl12,
  reads: () => ({ kind: 'path', from: 'value', path: partsOfList }),
  refersTo: undefined,
  moreTriples: { mayMend: true, mayViolate: 'always' },
  excusedBy: 'none',
} as const satisfies Partial<Component<ListKind>>;

type ListKind = 'minListLength' | 'maxListLength' | 'uniqueMembers' | 'memberShape';

const notAList = 'has to be a list, but some of its cells are missing';

/** SHACL 1.2. */
export const minListLengthComponent: Component<'minListLength'> = {
  kind: 'minListLength',
  iri: sh.MinListLengthConstraintComponent,
  parameter: sh.minListLength,
  takes: 'count',
  meaning: 'Each value is a list of at least N members.',
  read: readCountAs('length'),
  prepare: ({ length }, { graph }) => listCheck(graph, (found) => found >= length),
  message: ({ length }, { found }, words) =>
    lengthMessage(found, `needs at least ${inDigits(length)}`, words),
  recordedMessage: ({ length }) => `Value is not a list of at least ${counted(length, 'member')}`,
  explain: ({ length }, { each }) => `${each} must be a list of at least ${counted(length, 'member')}.`,
  ...judgesLists,
};

/** SHACL 1.2. */
export const maxListLengthComponent: Component<'maxListLength'> = {
  kind: 'maxListLength',
  iri: sh.MaxListLengthConstraintComponent,
  parameter: sh.maxListLength,
  takes: 'count',
  meaning: 'Each value is a list of at most N members.',
  read: readCountAs('length'),
  prepare: ({ length }, { graph }) => listCheck(graph, (found) => found <= length),
  message: ({ length }, { found }, words) => lengthMessage(found, atMostAllowed(length), words),
  recordedMessage: ({ length }) => `Value is not a list of at most ${counted(length, 'member')}`,
  explain: ({ length }, { each }) => `${each} must be a list of at most ${counted(length, 'member')}.`,
  ...judgesLists,
};

/** SHACL 1.2. A result names the first member that is repeated. */
export const uniqueMembersComponent: Component<'uniqueMembers'> = {
  kind: 'uniqueMembers',
  iri: sh.UniqueMembersConstraintComponent,
  parameter: sh.uniqueMembers,
  takes: 'boolean',
  meaning: 'Each value is a list in which no member is repeated.',
  read: readFlag,
  prepare: (_, { graph }) =>
    eachValue((value) => {
      const members = readList(graph, value);
      if (members === undefined) return { value };
      if (new Set(members).size === members.length) return undefined;
      return { value, other: members.find((member, i) => members.indexOf(member) !== i)! };
    }),
  message: (_, { other }, { subject, brief }) =>
    other === undefined
      ? `${subject} ${notAList}`
      : `${subject} is a list with ${brief(other)} more than once`,
  recordedMessage: () => 'Value is not a list without repeated members',
  explain: (_, { each }) => `${each} must be a list without repeated members.`,
  ...judgesLists,
};

const members: Path = { kind: 'sequence', paths: [cells, first] };

/** SHACL 1.2. A result names the first member that does not conform; incomplete members are not judged. */
export const memberShapeComponent: Component<'memberShape'> = {
  kind: 'memberShape',
  iri: sh.MemberShapeConstraintComponent,
  parameter: sh.memberShape,
  takes: 'shape',
  meaning: 'Each value is a list whose members all conform to a shape.',
  read: readShape,
  prepare({ shapeRef }, { graph, conforms, isIncomplete, results }) {
    const conformsOrMay = (member: TermId) => isIncomplete(member) || conforms(member, shapeRef);
    return {
      ...eachValue((value) => {
        const members = readList(graph, value);
        if (members === undefined) return { value };
        const other = members.find((member) => !conformsOrMay(member));
        return other === undefined ? undefined : { value, other };
      }),
      details: (_, __, { value }) =>
        (readList(graph, value!) ?? [])
          .filter((member) => !conformsOrMay(member))
          .flatMap((member) => results(member, shapeRef)),
    };
  },
  message: ({ shapeRef }, { other }, { subject, brief, shape }) =>
    other === undefined
      ? `${subject} ${notAList}`
      : `${subject} is a list with ${brief(other)}, which does not conform to ${shape(shapeRef)}`,
  recordedMessage: ({ shapeRef }, _, { shape }) =>
    `Value is not a list whose members conform to ${shape(shapeRef)}`,
  explain: ({ shapeRef }, { each, shape }) =>
    `${each} must be a list whose members all conform to ${shape(shapeRef)}.`,
  ...judgesLists,
  single: false,
  reads: () => ({ kind: 'path', from: 'value', path: partsOfMembers }),
  refersTo: {
    asks: 'elsewhere',
    shapes: ({ shapeRef }) => [shapeRef],
    judges: () => ({ kind: 'path', path: members }),
  },
};

/** From a list to its cells, and to the declarations of its members' incompleteness. */
const partsOfMembers: Path = {
  kind: 'alternative',
  paths: [
    partsOfList,
    { kind: 'sequence', paths: [members, { kind: 'predicate', predicate: sh.incomplete }] },
  ],
};

/** Judges lists by their number of members. Whole lists are read, however long: they may be broken at their ends. */
function listCheck(graph: Graph, isAllowed: (length: number) => boolean): Check {
  return eachValue((value) => {
    const members = readList(graph, value);
    if (members === undefined) return { value };
    return isAllowed(members.length) ? undefined : { value, found: members.length };
  });
}

function eachValue(
  failureOf: (value: TermId) => ResultDetails | undefined,
): Extract<Check, { readonly kind: 'focus' }> {
  return { kind: 'focus', failures: (_, values) => values.flatMap((value) => failureOf(value) ?? []) };
}

function lengthMessage(
  found: number | undefined,
  required: string,
  { subject }: { readonly subject: string },
): string {
  return found === undefined
    ? `${subject} ${notAList}`
    : `${subject} is a list of ${counted(found, 'member')}, but ${required}`;
}
