import type { CodeActionInfo } from '../analysis.ts';

/** What quick fixes have in common that need no input and are always possible. */
export const plainQuickFix = {
  kind: 'quickfix',
  isPreferred: false,
  needsInput: false,
} as const satisfies Partial<CodeActionInfo>;
