import { parseFixture } from '../../testing/fixture.ts';

/** The texts of a fixture with `/data.ttl` and `/shapes.ttl`, as callers of the library give them. */
export function readFixture(text: string): { readonly data: string; readonly shapes: string } {
  const { files } = parseFixture(text);
  const textOf = (path: string) => files.find((file) => file.path === path)?.text ?? '';
  return { data: textOf('/data.ttl'), shapes: textOf('/shapes.ttl') };
}
