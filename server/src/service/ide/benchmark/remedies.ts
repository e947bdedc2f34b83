import type { UncoveredReason } from '../../../vio/vioCase.ts';

/** What to do about a constraint that no case covers, as a sentence for each reason. docs/benchmarks.md lists them. */
const remedies: Readonly<Record<UncoveredReason, string>> = {
  NO_FOCUS: 'Add data that it targets, or correct the target.',
  NO_VALUES: 'Add values to the data, or correct the path.',
  VACUOUS: 'Remove it, or correct it.',
  SELF_TARGET: 'Give the shape another target, or remove the constraint.',
  IMMUTABLE_TARGET: 'Target the node by its class or a property, or check by hand what sh:targetNode names.',
  UNREACHABLE: 'Give a target to a shape that leads to it, or remove it.',
  RECURSIVE: 'Break the cycle if these constraints should be covered.',
  UNSUPPORTED_COMPONENT: 'Express it with constraint components of SHACL Core as well.',
  UNSUPPORTED_TARGET: 'Use a target of SHACL Core as well.',
  DEACTIVATED: 'Activate the shape, or remove it.',
  NO_WITNESS: 'Add a node to the data that could serve as one more value.',
  UNLIKELY: 'Give a node of the data such a property, or generate with --unlikely.',
  NOT_DETACHABLE: 'Move the statements that satisfy it into the data file.',
  FRAGILE: 'Look at its cases, which the two engines judge differently.',
  BUDGET: 'Try another seed, or the mode exhaustive.',
  NOT_TRIED: 'Use the mode cover, or allow more cases.',
};

export function remedyFor(reason: string): string | undefined {
  return (remedies as Readonly<Record<string, string>>)[reason];
}
