import type { Locator } from 'playwright-core';

/** How long things may take, in milliseconds: on a machine with other work to do, far longer than usual. */
export const defaultTimeout = 120_000;

/** Looks again and again until there is something to see: the first result that is neither false nor undefined. */
export async function eventually<T>(
  what: string,
  look: () => Promise<T | false | undefined> | T | false | undefined,
  timeout = defaultTimeout,
): Promise<T> {
  const end = Date.now() + timeout;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== false) return seen;
    if (Date.now() > end) throw new Error(`Waited ${timeout} ms in vain until ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Acts as a person does who acts again when nothing comes of it: while VS Code moves the keyboard's focus about, it
 * may drop a key. For what does no harm when it is done twice.
 */
export async function actUntil(
  what: string,
  act: () => Promise<void>,
  effect: Locator,
  state: 'visible' | 'hidden' = 'visible',
): Promise<void> {
  await eventually(what, async () => {
    await act();
    return isSeen(effect, 15_000, state);
  });
}

/** Whether something can be seen soon, or is gone. */
export function isSeen(
  locator: Locator,
  timeout: number,
  state: 'visible' | 'hidden' = 'visible',
): Promise<boolean> {
  return locator.waitFor({ timeout, state }).then(
    () => true,
    () => false,
  );
}
