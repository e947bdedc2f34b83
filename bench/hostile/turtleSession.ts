import { AnalysisHost } from '../../server/src/service/ide/analysisHost.ts';
import { InMemoryFileSystem } from '../../server/src/testing/inMemoryFileSystem.ts';
import { runInMemory } from '../../server/src/testing/runInMemory.ts';
import type { HostileInput } from './hostileInput.ts';

const hoverStyle = { format: 'markdown', withMessages: false } as const;

const shapes = `@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
ex:Shape a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .
`;
const header = '# shapes: shapes.ttl\n@prefix ex: <http://example.org/> .\n';

/** A Turtle text that grows with n. It is measured in the editor and on the command line, as any file is used. */
export function hostileTurtle(what: string, n: number, text: (size: number) => string): HostileInput {
  return {
    what,
    n,
    prepare: (size) => {
      const whole = header + text(size);
      return async () => {
        await edited(whole);
        await printed(whole);
      };
    },
  };
}

/**
 * Opens the text, types at an error in the middle, at the start and at the end, and requests hovers and quick fixes
 * there.
 */
async function edited(whole: string): Promise<void> {
  const signal = new AbortController().signal;
  const uri = 'file:///data.ttl';
  const host = new AnalysisHost({ fileSystem: new InMemoryFileSystem([['file:///shapes.ttl', shapes]]) });
  let version = 1;
  let current = whole;
  host.openDocument(uri, version, current);
  const diagnostics = host.syntaxDiagnostics(uri);
  await host.validate(uri, signal);
  const middle = diagnostics[diagnostics.length >> 1]?.range.start ?? whole.length >> 1;
  for (const offset of [middle, header.length, whole.length]) {
    version++;
    current = `${current.slice(0, offset)} ${current.slice(offset)}`;
    host.openDocument(uri, version, current, { start: offset, end: offset, length: 1 });
    host.syntaxDiagnostics(uri);
    host.lines(uri)?.positionAt(offset);
    await host.validate(uri, signal);
    await host.hover(uri, offset, hoverStyle, signal);
    await host.codeActions(uri, { start: offset, end: offset }, signal);
  }
}

async function printed(whole: string): Promise<void> {
  await runInMemory('validate data.ttl', { files: `#- /data.ttl\n${whole}\n#- /shapes.ttl\n${shapes}` });
}
