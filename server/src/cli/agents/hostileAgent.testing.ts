import { expect } from 'vitest';
import { type Random, seededRandom } from '../../base/random.ts';
import type { ProposedChange } from '../../service/agents/agentFiles.ts';
import { changeTools } from '../../service/agents/changeTools.ts';
import { readingTools } from '../../service/agents/readingTools.ts';
import type { ToolCall } from '../../service/agents/tool.ts';
import { block } from '../../testing/fixture.ts';
import { runInMemory } from '../../testing/runInMemory.ts';
import { GuardedFiles } from '../agentFiles/guardedFiles.ts';
import { runCommandLine } from '../commandLine.ts';
import { cleanIo } from '../output/cleanOutput.ts';
import { diffPath, uriOf } from '../output/paths.ts';

const files = block`
  #- /data.ttl
  # shapes: shapes.ttl
  # context: classes.ttl
  @prefix ex: <http://example.org/ns#> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  ex:alice a ex:Person ; ex:age "5" ; ex:name "Alice" ; ex:knows ex:bob ; ex:home [ ex:street "High" ; ex:zip "1234" ] .
  ex:bob a ex:Worker ; ex:age 6 ; ex:name "Bob" , "Robert" ; ex:home [ ex:street "Low" ; ex:zip "12x" ] . # keep
  ex:carol a ex:Person ; ex:age 40 , 41 ; ex:knows ex:dog ; ex:role ex:Boss .
  ex:dog a ex:Animal ; ex:name "Rex"@en , "Fido"@en ; ex:start 5 ; ex:end 3 .
  ex:cat a ex:Animal ; ex:name "Tom"@en ; ex:start 1 ; ex:end 3 ; ex:owner ex:alice .
  #- /classes.ttl
  ex:Worker rdfs:subClassOf ex:Person . ex:Boss a ex:Role . ex:Clerk a ex:Role .
  #- /shapes.ttl
  ex:PersonShape a sh:NodeShape ; sh:targetClass ex:Person ;
    sh:property [ sh:path ex:age ; sh:datatype xsd:integer ; sh:maxCount 1 ; sh:minInclusive 0 ] ;
    sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:maxCount 1 ] ;
    sh:property [ sh:path ex:knows ; sh:class ex:Person ; sh:nodeKind sh:IRI ] ;
    sh:property [ sh:path ex:role ; sh:in ( ex:Clerk ex:Guard ) ] ;
    sh:property [ sh:path ex:home ; sh:node ex:HomeShape ; sh:minCount 1 ] .
  ex:HomeShape a sh:NodeShape ; sh:closed true ;
    sh:property [ sh:path ex:street ; sh:minCount 1 ] ; sh:property [ sh:path ex:zip ; sh:pattern "^[0-9]{4}$" ] .
  ex:AnimalShape a sh:NodeShape ; sh:targetClass ex:Animal ; sh:targetSubjectsOf ex:owner ;
    sh:property [ sh:path ex:name ; sh:uniqueLang true ] ;
    sh:property [ sh:path ex:start ; sh:lessThan ex:end ] ;
    sh:property [ sh:path [ sh:inversePath ex:knows ] ; sh:maxCount 0 ] .
`;

const nodes = ['alice', 'bob', 'carol', 'dog', 'cat', 'new', 'PersonShape', 'Person'].map(
  (name) => `ex:${name}`,
);
const properties = [
  'a',
  ...['age', 'name', 'knows', 'role', 'home', 'start', 'end', 'owner'].map((name) => `ex:${name}`),
  'sh:deactivated',
  'sh:targetNode',
];
const objects = [
  ...nodes,
  'ex:Animal',
  'ex:Worker',
  '5',
  '-1',
  '"x"',
  '"Rex"@en',
  'true',
  'ex:Clerk',
  '[ ex:zip "99" ]',
];
const snippets = [
  '',
  '\n',
  ' . ',
  ' ; ',
  ' , ',
  '# shacl-repair-ignore: it is fine\n',
  '# shapes: none.ttl\n',
  '@prefix ex: <http://other.example/> .\n',
  'ex:alice a ex:Person .\n',
  '"',
  '<',
  '[',
  ']',
  'ex:PersonShape sh:deactivated true .\n',
  '@base <http://x.example/> .\n',
];

const judge = 'validate data.ttl --shapes shapes.ttl --context classes.ttl --no-suppressions --format json';

class Agent {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  below(count: number): number {
    return this.#random.below(count);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)]!;
  }

  /** What a careless or hostile model may come up with. */
  change(text: string): ProposedChange {
    const named = ['data.ttl'];
    const triple = (object = this.pick(objects)) => `${this.pick(nodes)} ${this.pick(properties)} ${object}`;
    const update = (body: string) => ({
      files: named,
      update: `PREFIX ex: <http://example.org/ns#> PREFIX sh: <http://www.w3.org/ns/shacl#> ${body}`,
    });
    switch (this.below(9)) {
      case 0:
        return update(`INSERT DATA { ${triple()} . ${triple()} }`);
      case 1:
        return update(`DELETE { ${this.pick(nodes)} ?p ?o } WHERE { ?s ?p ?o FILTER(isLiteral(?o)) }`);
      case 2:
        return update(`DELETE WHERE { ?s ${this.pick(properties)} ${this.pick(objects.slice(0, -1))} }`);
      case 3:
        return update(
          `DELETE { ?s ?p ?o } INSERT { ?s ?p ${this.pick(objects)} } WHERE { ${this.pick(nodes)} ?p ?o . ?s ?p ?o }`,
        );
      case 4:
      case 5: {
        const [start, end] = [this.below(text.length + 1), this.below(text.length + 1)].sort(
          (a, b) => a - b,
        ) as [number, number];
        const near = this.below(2) === 0 ? start : Math.min(end, start + this.below(20));
        return { files: named, text: text.slice(0, start) + this.pick(snippets) + text.slice(near) };
      }
      case 6:
        return { files: named, text: `${text}${triple()} .\n` };
      default: {
        const lines = text.split('\n');
        const at = this.below(lines.length - 1);
        const line = lines[at]!;
        const [from, to] = [this.pick(objects), this.pick(objects)];
        const now =
          this.below(3) === 0
            ? `${this.pick(snippets)}${line}`.replaceAll('\n', ' ')
            : line.replace(from, to);
        return {
          files: named,
          patch: `--- a/data.ttl\n+++ b/data.ttl\n@@ -${at + 1} +${at + 1} @@\n-${line}\n+${now}\n`,
        };
      }
    }
  }
}

/** What became of the changes of an agent. */
interface Landed {
  readonly landed: number;
  readonly verdicts: ReadonlySet<string>;
}

/**
 * Has an agent verify changes and apply what holds, or what held earlier, while others write to the file, and expects that no
 * write brings a result by a validation from scratch.
 */
export async function landsNoResult(seed: number, turns: number): Promise<Landed> {
  const verdicts = new Set<string>();
  let landed = 0;
  await runInMemory([], { files }, async (_, program) => {
    const io = cleanIo(program);
    const uri = uriOf(io.cwd, 'data.ttl');
    const signal = new AbortController().signal;
    const guarded = new GuardedFiles(io, {
      shapes: [],
      context: [],
      given: {},
      roots: () => [uriOf(io.cwd, '.')],
      signal: () => signal,
      deadline: () => Number.POSITIVE_INFINITY,
      isUnwatched: true,
    });
    const call: ToolCall = {
      files: guarded,
      signal,
      naming: { nameOf: (each) => guarded.nameOf(each), pathOf: (each) => diffPath(io.cwd, each) },
      held: new Map(),
    };
    const textNow = async () => {
      const file = await io.fileSystem.read(uri);
      return file.kind === 'text' ? file.text : '';
    };
    /** All results by the shapes as they were, whatever the file links and ignores. */
    const judged = async (): Promise<ReadonlySet<string>> => {
      let out = '';
      const stdout = {
        write(text: string) {
          out += text;
        },
      };
      await runCommandLine(judge.split(' '), { ...program, stdout });
      return new Set(JSON.parse(out).results.map(({ key }: { readonly key: string }) => key));
    };
    const agent = new Agent(seed);
    const keys: string[] = [];
    const start = await textNow();
    let results = await judged();
    for (let turn = 0; turn < turns; turn++) {
      // What is left of the data after many deletions has little to violate.
      if (turn % 50 === 49) {
        await io.writeFile(uri, await textNow(), start);
        results = await judged();
      }
      let change = agent.change(await textNow());
      if (agent.below(20) === 0) {
        const { results } = await readingTools.propose_repairs.run(
          { files: ['data.ttl'], max: 3, start: 0, limit: 5 },
          call,
        );
        const repairs = results.items.flatMap((each) => each.repairs);
        if (repairs.length > 0) change = { files: ['data.ttl'], update: agent.pick(repairs).update! };
      }
      const { verdict, key } = await changeTools.verify_change.run(
        { ...change, files: [...change.files], start: 0, limit: 5 },
        call,
      );
      verdicts.add(verdict);
      if (key !== null) keys.push(key);
      // Somebody else writes between.
      if (agent.below(10) === 0) {
        const text = await textNow();
        await io.writeFile(uri, text, text.replace(agent.pick(objects), agent.pick(objects)));
        results = await judged();
      }
      const used = agent.below(4) === 0 ? agent.pick(['0123456789ab', ...keys]) : key;
      if (used === null) continue;
      const before = await textNow();
      const applied = await changeTools.apply_change.run({ key: used }, call).catch(() => undefined);
      if (applied === undefined) {
        expect(await textNow()).toBe(before);
        continue;
      }
      landed++;
      const after = await judged();
      const introduced = [...after].filter((each) => !results.has(each));
      expect([turn, change, introduced]).toEqual([turn, change, []]);
      results = after;
    }
    return 0;
  });
  return { landed, verdicts };
}
