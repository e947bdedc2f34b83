import { DataFactory, Store } from 'n3';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { yieldToEventLoop } from '../../base/abort.ts';
import { hasPassed } from '../../sparql/query/query.ts';
import type { Input, RepairReport, ValidationReport } from './api.ts';
import { applyUpdate } from './applyUpdate.ts';
import { dataFactory } from './dataFactory.ts';
import { doPackedWork } from './doPackedWork.ts';
import { parseTurtle } from './library.ts';
import { readFixture } from './libraryFixture.testing.ts';
import { elsewhere, type OtherThread } from './otherThread.ts';
import { mayBlockEventLoop, ReadShapes, readData } from './readInput.ts';
import { chosenBy, repair } from './repair.ts';
import { NoThread, withTimeLimit } from './timeLimit.ts';
import { validate } from './validate.ts';

/** What crosses is copied, as between threads. */
const thread: OtherThread = {
  run: async (work, { revived, choose }) =>
    revived(
      structuredClone(
        await doPackedWork(structuredClone(work), async (results) =>
          choose(revived(structuredClone(results))),
        ),
      ),
    ),
};
const { signal } = new AbortController();

const { data, shapes } = readFixture(`
#- /data.ttl
ex:alice a ex:Person ; # who
  ex:name "Älice"@de , "Alice"@EN ; ex:age "12" ; ex:knows [ a ex:Person ] .
#- /shapes.ttl
ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
  sh:property [ sh:path ex:age ; sh:datatype xsd:integer ; sh:minCount 1 ] ;
  sh:property [ sh:path ( ex:knows ex:name ) ; sh:minCount 1 ] ;
  sh:property [ sh:path ex:name ; sh:languageIn ( "de" ) ] ;
  sh:property [ sh:path ex:home ; sh:minCount 1 ; sh:nodeKind sh:BlankNode ] .
`);
const quads = () => parseTurtle(data, { factory: DataFactory as never }).quads;

const inputs: Readonly<Record<string, () => Input>> = {
  Turtle: () => ({ data, shapes }),
  'Turtle with names': () => ({ data: [{ uri: 'urn:a', text: data }, data], shapes }),
  'quads, once data and context': () => {
    const given = quads();
    return { data: given, shapes, context: given };
  },
  'a store of N3 with a quad that RDF does not allow': () => {
    const store = new Store(quads() as never);
    const { literal, namedNode } = DataFactory;
    store.add({ subject: literal('a'), predicate: namedNode('urn:p'), object: literal('b') } as never);
    return { data: store, shapes };
  },
};

describe.each(Object.entries(inputs))('what another thread finds is the same: %s', (_, input) => {
  const given = input();
  const read = () => new ReadShapes(given).given(given.data, signal);

  test('validation', async () => {
    const focusNodes = [dataFactory.namedNode('http://example.org/ns#alice')];
    const work = { kind: 'validate', reading: { inference: 'rdfs' }, focusNodes } as const;
    const found = await elsewhere<ValidationReport>(thread, work, await read(), undefined, signal);
    expect(found.results).not.toEqual([]);
    expect(withoutTime(found)).toEqual(withoutTime(await validate(given, { inference: 'rdfs', focusNodes })));
  });

  test('repairs of chosen results', async () => {
    const only = ({ message }: { readonly message: string }) => !message.includes('xsd:integer');
    const work = { kind: 'repair', reading: {}, max: 3 } as const;
    const found = await elsewhere<RepairReport>(
      thread,
      work,
      await read(),
      undefined,
      signal,
      chosenBy({ only }),
    );
    const here = await repair(given, { max: 3, only });
    expect(found.results.map(({ repairs }) => repairs.length)).toContain(3);
    expect(withoutNewNames(withoutTime(found))).toEqual(withoutNewNames(withoutTime(here)));
    const removed = found.results.flatMap(({ repairs }) => repairs.flatMap((each) => each.removed));
    const [first] = Array.isArray(given.data) ? given.data : [];
    if (typeof first === 'object' && 'subject' in first) expect(given.data).toContain(removed[0]);
  });

  test('updates', async () => {
    const update = 'PREFIX ex: <http://example.org/ns#> DELETE { ?x ex:age ?a } WHERE { ?x ex:age ?a }';
    const sources = { data: readData(given.data), shapes: [], context: [] };
    const work = { kind: 'planUpdate', update, options: { timeout: 5000 } } as const;
    const { changes } = await elsewhere<{ changes: [] }>(thread, work, sources, undefined, signal);
    const applied = await applyUpdate(given.data, update);
    expect(applied.kind).toBe('applied');
    expect(changes).toHaveLength(Array.isArray(given.data) && typeof given.data[1] === 'string' ? 2 : 1);
  });
});

describe('what holds up the event loop', () => {
  const here = async (given: AbortSignal, deadline: Parameters<typeof hasPassed>[0]) => {
    while (!hasPassed(deadline)) if (deadline === Number.POSITIVE_INFINITY) return 'here';
    given.throwIfAborted();
    return 'cut short';
  };

  test('is done elsewhere where there is a signal or a time limit', async () => {
    expect(await withTimeLimit({ signal }, here, async () => 'elsewhere')).toBe('elsewhere');
    expect(await withTimeLimit({ timeout: 1e6 }, here, async () => 'elsewhere')).toBe('elsewhere');
    expect(await withTimeLimit({}, here, async () => 'elsewhere')).toBe('here');
  });

  test.each([false, true])('is done elsewhere if work here ends by an error: %s', async (isMoved) => {
    const failing = async (_: AbortSignal, deadline: Parameters<typeof hasPassed>[0]) => {
      while (isMoved && !hasPassed(deadline));
      throw new Error('failed');
    };
    const done = withTimeLimit({ signal }, failing, async () => 'elsewhere');
    await (isMoved ? expect(done).resolves.toBe('elsewhere') : expect(done).rejects.toThrow('failed'));
  });

  test('is done elsewhere if that is known before', async () => {
    const leaving = async (_: AbortSignal, __: unknown, leave: () => void) => {
      leave();
      return 'here';
    };
    expect(await withTimeLimit({ signal }, leaving, async () => 'elsewhere')).toBe('elsewhere');
    expect(await withTimeLimit({}, leaving, async () => 'elsewhere')).toBe('here');
    const noThread = async () => {
      throw new NoThread('not allowed');
    };
    expect(await withTimeLimit({ signal }, leaving, noThread)).toBe('here');
  });

  test.each([
    ['a short text', data, false],
    ['a long text', data.padEnd(100_000), true],
    ['long texts together', [data.padEnd(45_000), data.padEnd(45_001)], true],
    ['one text twice', [data.padEnd(45_000), data.padEnd(45_000)], false],
  ])('is reading long texts: %s', async (_, given, isLong) => {
    expect(mayBlockEventLoop(await new ReadShapes({ shapes }).given(given, signal))).toBe(isLong);
  });

  test('is the search for repairs where shapes have queries', async () => {
    const done: string[] = [];
    const counting: OtherThread = {
      run(work, receiver, given) {
        done.push(work.kind);
        return thread.run(work, receiver, given);
      },
    };
    const query = 'SELECT $this ?value WHERE { $this $PATH ?value FILTER(?value = "12") }';
    // What takes long goes elsewhere as well. Here nothing does, however busy this machine is.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => clock.mockRestore());
    await yieldToEventLoop(undefined, 0);
    const asking = shapes.replace('sh:minCount 1 ]', `sh:minCount 1 ; sh:sparql [ sh:select '${query}' ] ]`);
    const here = await repair({ data, shapes: asking });
    const there = await repair({ data, shapes: asking }, { signal }, counting);
    expect(withoutNewNames(withoutTime(there))).toEqual(withoutNewNames(withoutTime(here)));
    await repair({ data, shapes }, { signal }, counting);
    expect(done).toEqual(['repair']);
  });

  test('is done here where there is no thread', async () => {
    const noThread = async () => {
      throw new NoThread('not allowed');
    };
    expect(await withTimeLimit({ signal }, here, noThread)).toBe('here');
  });

  test('ends elsewhere with the reason of the signal', async () => {
    const controller = new AbortController();
    const never = (given: AbortSignal) =>
      new Promise<string>((_, reject) => {
        given.addEventListener('abort', () => reject(given.reason));
        controller.abort('enough');
      });
    await expect(withTimeLimit(controller, here, never)).rejects.toBe('enough');
  });
});

function withoutTime<Report extends ValidationReport>(report: Report): Report {
  return { ...report, stats: { ...report.stats, ms: 0 } };
}

/** New blank nodes have other names each time. */
function withoutNewNames(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replace(/\bnew\d+\b/g, 'new'));
}
