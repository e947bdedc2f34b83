import { expect } from 'vitest';
import { LineIndex } from '../base/lineIndex.ts';
import type { FileDiagnostic } from '../service/ide/analysis.ts';
import { AnalysisHost } from '../service/ide/analysisHost.ts';
import type { StoreOpener } from '../service/ide/stores/linkedStores.ts';
import { defaultSettings, type Settings } from '../workspace/project/settings.ts';
import { type Fixture, fixtureRoot, type Label, parseFixture } from './fixture.ts';
import { InMemoryFileSystem } from './inMemoryFileSystem.ts';

/**
 * Opens the first file of a fixture and checks that all its files show exactly the labelled diagnostics. A label reads
 * `code: message`. A message that ends in `…` is compared up to there.
 */
export async function check(text: string, settings: Partial<Settings> = {}): Promise<void> {
  const fixture = parseFixture(text);
  const host = hostOf(fixture, settings);
  const [first] = fixture.files;
  const { signal } = new AbortController();
  const report = await host.validate(first!.uri, signal);
  const ofShapes = await host.shapesDiagnostics(first!.uri, signal);
  for (const file of fixture.files) {
    const shown = [
      ...(file === first ? host.syntaxDiagnostics(file.uri) : []),
      ...(report.diagnostics.get(file.uri) ?? []),
      ...(ofShapes.get(file.uri) ?? []),
    ].map(label);
    const expected = file.labels.map((each) => ({ ...each, text: completed(each, shown) }));
    expect(annotate(file.text, shown)).toBe(annotate(file.text, expected));
  }
}

/** A host in which the first file is open and the others are on disk. */
export function hostOf(
  { files }: Fixture,
  settings: Partial<Settings> = {},
  quarantined: ReadonlySet<string> = new Set(),
  stores?: StoreOpener,
): AnalysisHost {
  const fileSystem = new InMemoryFileSystem(files.map(({ uri, text }) => [uri, text]));
  const host = new AnalysisHost({ fileSystem, ...(stores && { stores }) });
  const links = files
    .filter(({ shapes, context }) => shapes.length + context.length > 0)
    .map(({ path, shapes, context }) => ({
      data: path.slice(1),
      shapes: shapes.map((shape) => shape.slice(1)),
      context: context.map((file) => file.slice(1)),
    }));
  const all = { ...defaultSettings, links, ...settings };
  host.configure({
    folders: [{ uri: fixtureRoot, settings: all }],
    settings: all,
    quarantined,
  });
  const [first] = files;
  if (first) host.openDocument(first.uri, 1, first.text);
  return host;
}

/** The text with a label line below each place. */
export function annotate(text: string, labels: readonly Label[]): string {
  const lines = new LineIndex(text);
  const below = new Map<number, string[]>();
  const sorted = [...labels].sort((a, b) => a.range.start - b.range.start || (a.text < b.text ? -1 : 1));
  for (const { range, text: said } of sorted) {
    const { line, character } = lines.positionAt(range.start);
    const end = Math.min(range.end, lines.lineStart(line + 1) - 1) - lines.lineStart(line);
    const carets = '^'.repeat(Math.max(1, end - Math.max(character, 1)));
    const written = `#${' '.repeat(Math.max(0, character - 1))}${carets} ${said}`;
    below.set(line, [...(below.get(line) ?? []), written]);
  }
  return text
    .split('\n')
    .flatMap((line, i) => [line, ...(below.get(i) ?? [])])
    .join('\n');
}

function label({ range, code, message }: FileDiagnostic): Label {
  return { range, text: `${code}: ${message.replaceAll('\n', ' / ')}` };
}

/** Expands a label that ends in `…` to the message that starts with it. */
function completed({ text, range }: Label, shown: readonly Label[]): string {
  if (!text.endsWith('…')) return text;
  const start = text.slice(0, -1);
  return shown.find((each) => each.range.start === range.start && each.text.startsWith(start))?.text ?? text;
}
