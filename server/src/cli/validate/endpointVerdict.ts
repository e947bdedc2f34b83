import { reaches, type SeverityLevel } from '../../shacl/shapesGraph/severityLevel.ts';
import { type AllowableReason, allowableNames } from '../../workspace/project/allowableReasons.ts';
import type { LinkedUnit } from '../../workspace/project/linkedUnit.ts';
import type { ExitCode } from '../io.ts';
import type { BatchRecord } from './endpointRecords.ts';
import type { EndpointRequest } from './endpointRequest.ts';

/** The verdict about a store, or a shard of it. */
export interface EndpointVerdict {
  readonly kind: 'conforms' | 'violates' | 'undecided' | 'nothingToCheck';
  /** Why it is open. */
  readonly reasons: readonly Reason[];
  /** How many more reasons there are. */
  readonly more: number;
  readonly notChecked: BatchRecord['notChecked'];
  readonly focusNodes: number;
  /** The results of each severity. */
  readonly counts: Readonly<Record<SeverityLevel, number>>;
  readonly conforms: boolean;
  readonly exitCode: ExitCode;
}

interface Reason {
  readonly kind: Exclude<keyof typeof allowableNames, 'unlinked'>;
  readonly message: string;
}

/** More reasons are only counted: a store may lie about each node in another way. */
const maxReasons = 100;

/** A sum as plain data. */
export interface EndpointSums {
  readonly counts: EndpointVerdict['counts'];
  readonly reasons: readonly Reason[];
  readonly more: number;
  readonly notChecked: BatchRecord['notChecked'];
  readonly focusNodes: number;
}

/** Sums up batches. */
export class EndpointSummary {
  readonly #request: Pick<EndpointRequest, 'judging' | 'shard'>;
  readonly #counts: Record<SeverityLevel, number> = { violation: 0, warning: 0, info: 0 };
  readonly #reasons = new Map<string, Reason>();
  readonly #notChecked = new Map<string, BatchRecord['notChecked'][number]>();
  #more = 0;
  #focusNodes = 0;

  /** @param before the sums of batches that were added earlier. */
  constructor(
    request: Pick<EndpointRequest, 'judging' | 'shard'>,
    { gaps }: Pick<LinkedUnit, 'gaps'>,
    before?: EndpointSums,
  ) {
    this.#request = request;
    if (before) {
      Object.assign(this.#counts, before.counts);
      for (const reason of before.reasons) this.#reasons.set(reason.message, reason);
      for (const entry of before.notChecked) this.#notChecked.set(entry.reason, entry);
      this.#more = before.more;
      this.#focusNodes = before.focusNodes;
    }
    for (const { message } of gaps) this.#add({ kind: 'link', message });
  }

  get focusNodes(): number {
    return this.#focusNodes;
  }

  get results(): number {
    return this.#counts.violation + this.#counts.warning + this.#counts.info;
  }

  get sums(): EndpointSums {
    return {
      counts: this.#counts,
      reasons: [...this.#reasons.values()],
      more: this.#more,
      notChecked: [...this.#notChecked.values()],
      focusNodes: this.#focusNodes,
    };
  }

  add({ focusNodes, gaps, notChecked, results }: BatchRecord): void {
    this.#focusNodes += focusNodes;
    for (const { level } of results) this.#counts[level]++;
    for (const message of gaps) this.#add({ kind: 'notChecked', message });
    for (const entry of notChecked) {
      this.#notChecked.set(entry.reason, entry);
      this.#add({ kind: 'notChecked', message: entry.reason });
    }
  }

  verdict(): EndpointVerdict {
    const { judging, shard } = this.#request;
    const counts = Object.entries(this.#counts) as [SeverityLevel, number][];
    const violates = counts.some(([level, count]) => count > 0 && reaches(level, judging.failOn ?? 'info'));
    // Other shards may have the focus nodes.
    if (this.#focusNodes === 0 && this.#reasons.size === 0 && shard.of === 1)
      this.#add({
        kind: 'noTargets',
        message:
          'No node of the store is a target of a shape, so nothing was checked. Look for misspelt classes in sh:targetClass.',
      });
    const reasons = violates ? [] : [...this.#reasons.values()];
    const open = reasons.some(({ kind }) => kind !== 'noTargets') ? 'undecided' : 'nothingToCheck';
    const kind = violates ? 'violates' : reasons.length > 0 ? open : 'conforms';
    const isAllowed = reasons.every(({ kind }) => this.#isAllowed(allowableNames[kind]));
    return {
      kind,
      reasons,
      more: violates ? 0 : this.#more,
      notChecked: [...this.#notChecked.values()],
      focusNodes: this.#focusNodes,
      counts: this.#counts,
      conforms: this.results === 0 && isAllowed,
      exitCode: violates ? 1 : isAllowed ? 0 : 3,
    };
  }

  #isAllowed(reason: AllowableReason): boolean {
    return this.#request.judging.allowed?.has(reason) === true;
  }

  #add(reason: Reason): void {
    if (this.#reasons.has(reason.message)) return;
    if (this.#reasons.size < maxReasons) this.#reasons.set(reason.message, reason);
    else this.#more++;
  }
}
