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
