/** A reason to believe a repair, or to doubt it. */
export interface EvidenceItem {
  readonly kind: EvidenceKind;
  /** The reason as a person reads it, on one line: "3 of 26 other ex:Room have it". Empty for what the title says. */
  readonly words: string;
  /**
   * How many of how many: nodes that share the trait, pairs that mirror each other, characters that agree. Nodes
   * without any value count among `of`.
   */
  readonly for?: number;
  readonly of?: number;
}

export type EvidenceKind = keyof typeof evidenceKinds;

/** What is known about a kind of evidence before any weight is fitted. */
interface EvidenceFacts {
  /** Whether it can only speak for a repair, only against it, or either way. */
  readonly speaks: 'for' | 'against' | 'either';
  /** The form of evidence: a presence, a share of nodes, or a degree of similarity. */
  readonly measure: 'presence' | 'share' | 'likeness';
  readonly meaning: string;
}

/** All kinds of evidence. Each has a weight in the scorecard. */
export const evidenceKinds = {
  // What is said elsewhere
  authored: { speaks: 'for', measure: 'presence', meaning: 'the author of the shapes suggests it' },
  implied: { speaks: 'for', measure: 'presence', meaning: 'other triples and declared properties imply it' },
  mirrored: { speaks: 'for', measure: 'share', meaning: 'another predicate mirrors it in the data' },
  elsewhere: {
    speaks: 'for',
    measure: 'presence',
    meaning: 'the data states it in another place or property',
  },
  derived: { speaks: 'for', measure: 'presence', meaning: 'it is derived from other values of the node' },
  // What the shape says
  required: { speaks: 'for', measure: 'presence', meaning: 'the shape names this value, and no other' },
  allowed: { speaks: 'either', measure: 'presence', meaning: 'the shape allows it among others' },
  forbidden: { speaks: 'for', measure: 'presence', meaning: 'the shape forbids the removed statement' },
  only: { speaks: 'for', measure: 'presence', meaning: 'nothing else fits' },
  equal: { speaks: 'for', measure: 'presence', meaning: 'the shape asks for the same values in two places' },
  form: { speaks: 'for', measure: 'presence', meaning: 'the text in the form that the shape asks for' },
  property: {
    speaks: 'for',
    measure: 'presence',
    meaning: 'an allowed property has this name, is missing, or is related to it by the ontology',
  },
  // Who else
  peers: { speaks: 'for', measure: 'share', meaning: 'others that share the trait have it' },
  reuse: { speaks: 'for', measure: 'share', meaning: 'the value is used at this predicate' },
  analogy: {
    speaks: 'for',
    measure: 'share',
    meaning: 'the names of other nodes relate to their values in the same way',
  },
  connected: {
    speaks: 'for',
    measure: 'share',
    meaning: 'it is connected in the same way as the values of other nodes',
  },
  numbered: { speaks: 'for', measure: 'presence', meaning: 'it has the number of the node' },
  usual: {
    speaks: 'for',
    measure: 'share',
    meaning: 'it has the kind, class or language that is usual there',
  },
  // Names and texts
  sameName: { speaks: 'for', measure: 'presence', meaning: 'the same local name in another namespace' },
  likeName: { speaks: 'for', measure: 'likeness', meaning: 'a name with a similar spelling' },
  label: { speaks: 'for', measure: 'likeness', meaning: 'a label, notation or identifier of it is the text' },
  namespaceSlip: {
    speaks: 'for',
    measure: 'presence',
    meaning: 'the same namespace except for http, slash, hash or version',
  },
  otherVocabulary: { speaks: 'against', measure: 'presence', meaning: 'a term moves to another vocabulary' },
  sameText: { speaks: 'for', measure: 'presence', meaning: 'the same value in another form' },
  keptText: { speaks: 'for', measure: 'presence', meaning: 'the text is kept in another place' },
  reading: { speaks: 'either', measure: 'presence', meaning: 'one of several ways to read a text' },
  converted: {
    speaks: 'either',
    measure: 'presence',
    meaning: 'a value is converted: unit, scale, date, time zone',
  },
  swapped: { speaks: 'for', measure: 'presence', meaning: 'two values or ends are the wrong way round' },
  duplicate: { speaks: 'for', measure: 'presence', meaning: 'the removed statement is also made elsewhere' },
  leastInformative: {
    speaks: 'for',
    measure: 'presence',
    meaning: 'the removed statement says less than the one that stays',
  },
  orphaned: { speaks: 'for', measure: 'presence', meaning: 'nothing else refers to the removed node' },
  untyped: { speaks: 'either', measure: 'presence', meaning: 'the node has no type or description yet' },
  // What speaks against
  lostText: { speaks: 'against', measure: 'presence', meaning: 'a part of the text is lost' },
  changedMeaning: {
    speaks: 'against',
    measure: 'presence',
    meaning: 'the value means something else afterwards',
  },
  invented: {
    speaks: 'against',
    measure: 'presence',
    meaning: 'nothing in the data or shapes states the value',
  },
  furtherType: { speaks: 'against', measure: 'presence', meaning: 'the node is said to be something else' },
  inferred: {
    speaks: 'against',
    measure: 'share',
    meaning: 'the data usually state the other one, from which rules infer this one',
  },
  otherWays: {
    speaks: 'against',
    measure: 'presence',
    meaning: 'a node about which nothing is known also satisfies the query',
  },
  contradicted: {
    speaks: 'against',
    measure: 'presence',
    meaning: 'a node would be linked to itself by a property that links no other node to itself',
  },
  unlike: {
    speaks: 'against',
    measure: 'presence',
    meaning: 'all nodes with the value have something in common that this node lacks',
  },
  competing: {
    speaks: 'against',
    measure: 'presence',
    meaning: 'it contradicts a statement, and only a person knows which of the two is true',
  },
  minted: { speaks: 'against', measure: 'presence', meaning: 'a node that no file describes is made up' },
  rivals: { speaks: 'against', measure: 'share', meaning: 'others are equally likely' },
  /** Words without weight. */
  remark: { speaks: 'either', measure: 'presence', meaning: 'says what is done, not why' },
} as const satisfies Record<string, EvidenceFacts>;

/** True for one of many values without a reason to prefer one: between two, a person chooses at a glance. */
export function isOneOfMany({ kind, of = 0 }: EvidenceItem): boolean {
  return kind === 'rivals' && of > 2;
}

/** Each reason once. */
export function distinct(evidence: readonly EvidenceItem[]): readonly EvidenceItem[] {
  return [...new Map(evidence.map((each) => [`${each.kind} ${each.words}`, each])).values()];
}
