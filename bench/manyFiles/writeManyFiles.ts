import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The smallest and the largest files, in KB. */
const sizes = [10, 50] as const;

/**
 * Writes a folder with `count` data files of realistic sizes, each with nodes of its own, and one shapes file that all of
 * them name in a comment.
 *
 * @param text Turtle in its authors' layout: prefixes, an empty line, and nodes that end with a line that is just a full stop.
 * @param namespace of the nodes that are described; each file gets another.
 * @returns the folder.
 */
export function writeManyFiles(count: number, text: string, namespace: string, shapes: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'shacl-repair-bench-'));
  writeFileSync(path.join(folder, 'shapes.ttl'), shapes);
  const [head = ''] = text.split(/\n\n(?=<)/, 1);
  // The ontology is declared once, and not in each file.
  const blocks = text
    .slice(head.length)
    .split(/^\.\n/m)
    .filter((block) => /^[a-z]+:/.test(block));
  let next = 0;
  for (let i = 0; i < count; i++) {
    const site = `site${i % 20}`;
    const wanted = 1024 * (sizes[0] + ((i * 7) % (sizes[1] - sizes[0])));
    const lines = ['# shapes: ../shapes.ttl', head.replaceAll(namespace, `${namespace}${i}/`)];
    for (let length = 0; length < wanted; next++) {
      const block = blocks[next % blocks.length]!;
      lines.push(`${block.replaceAll(namespace, `${namespace}${i}/`)}.`);
      length += block.length;
    }
    mkdirSync(path.join(folder, site), { recursive: true });
    writeFileSync(path.join(folder, site, `model${i}.ttl`), `${lines.join('\n')}\n`);
  }
  return folder;
}
