/** The reasons that leave a verdict open and can be allowed, by the names under which that is done. */
export const allowableNames = {
  notChecked: 'not-checked',
  link: 'link',
  noTargets: 'no-targets',
  unlinked: 'unlinked',
} as const;

export type AllowableReason = (typeof allowableNames)[keyof typeof allowableNames];
export const allowableReasons: readonly AllowableReason[] = Object.values(allowableNames);
