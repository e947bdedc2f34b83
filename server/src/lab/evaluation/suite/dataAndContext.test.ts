import { describe, expect, test } from 'vitest';
import type { Strategy } from '../../../repair/llm/prompt/strategy.ts';
import { evaluatedSuite } from '../../../testing/evaluated.ts';
import { block } from '../../../testing/fixture.ts';
import { filesOf, handMadeSource, suiteFolder } from '../../../testing/handMadeSuite.ts';
import { ScriptedModel } from '../../../testing/scriptedModel.ts';
import { readDescription } from '../../../vio/suite/readSuite.ts';
import { mixedGraph } from '../../../vio/suite/suiteJson.ts';
import { modelSystem } from '../systems/modelSystem.ts';
import { EvaluatedSuite, openSuite } from './evaluatedSuite.ts';

const signal = new AbortController().signal;

/** The ontology describes nodes in the namespace of the data, and a blank node. */
const rooms = block`
  #- /data.ttl
  ex:r a ex:Hall ; rdfs:label "Room R" ; ex:partOf ex:b .
  ex:b a ex:Building ; rdfs:label "Main" .
  #- /shapes.ttl
  ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
    sh:property [ sh:path ex:partOf ; sh:class ex:Building ; sh:minCount 1 ] .
  #- /context.ttl
  ex:Hall a rdfs:Class ; rdfs:subClassOf ex:Room, [ ex:onProperty ex:seats ] ; rdfs:label "Hall"@en .
  ex:Building a rdfs:Class ; rdfs:comment "A structure with rooms."@en, "Ein Bauwerk."@de .
  ex:Annex a ex:Building ; rdfs:label "Annex of the ontology" .
`;
const change = { remove: 'ex:b a ex:Building .' };

/** The two contexts of the paper's prompt, without prefixes. */
async function contexts(strategy: Strategy): Promise<{ readonly shapes: string; readonly data: string }> {
  const suite = await evaluatedSuite(rooms, [change]);
  const system = modelSystem('model:m', new ScriptedModel(''), {
    strategy,
    template: 'replication',
    responseFormat: 'none',
    rounds: 1,
    temperature: 0,
    maxTokens: 100,
    seed: undefined,
    bare: false,
    choices: undefined,
    shapesPrefixes: suite.suite.manifest.prefixes,
  });
  const task = await suite.task(suite.suite.cases[0]!, signal);
  const { messages } = (await system.firstRequest!(task, signal))!;
  const prompt = messages[0]!.text.replaceAll(/^@prefix.*\n+/gm, '');
  const [, shapes, data] = /SHACL shapes graph:\n(.*)\n\nRDF knowledge graph:\n(.*)\n\nUse /s.exec(prompt)!;
  return { shapes: `${shapes}\n`, data: `${data}\n` };
}

describe('what prompts show of a suite with data and an ontology', () => {
  test.each(['MG', 'SG', 'SnG'] as const)('%s: of the graph, the data and nothing else', async (strategy) => {
    expect((await contexts(strategy)).data).toBe(block`
      ex:r a ex:Hall ;
        ex:partOf ex:b ;
        rdfs:label "Room R" .
      ex:b rdfs:label "Main" .
    `);
  });

  test('S: of the shapes, the constraint', async () => {
    expect((await contexts('SG')).shapes).toBe(block`
      [] sh:class ex:Building ;
        sh:path ex:partOf .
    `);
  });

  test('Sn: what the ontology says of the classes of that constraint, too', async () => {
    expect((await contexts('SnG')).shapes).toBe(block`
      [] sh:class ex:Building ;
        sh:path ex:partOf .
      ex:Building rdfs:comment "A structure with rooms."@en .
    `);
  });

  test('M: the shapes without the ontology', async () => {
    expect((await contexts('MG')).shapes).not.toContain('structure');
  });

  test('F: what the verdict rests on, also in the ontology', async () => {
    expect((await contexts('SF')).data).toBe(block`
      ex:r a ex:Hall ;
        ex:partOf ex:b .
      ex:Hall rdfs:subClassOf ex:Room .
    `);
  });
});

describe('the files of a suite', () => {
  test('keep data and ontologies apart', async () => {
    const files = await filesOf(await handMadeSource(rooms, [change]));
    const { format, totals, files: hashes } = readDescription(files.get('suite.json')!)!;
    expect({ format, totals }).toMatchObject({ format: 2, totals: { triples: 5, contextTriples: 10 } });
    expect(Object.keys(hashes)).toEqual([
      'graph.ttl',
      'context.ttl',
      'manifest.ttl',
      'cases.jsonl',
      'coverage.json',
    ]);
    expect(files.get('graph.ttl')).not.toContain('subClassOf');
    expect(files.get('context.ttl')).toContain('ex:Hall');
    expect(files.get('context.ttl')).not.toContain('ex:partOf');
    expect(files.get('README.md')).toContain('(with ontologies of 10 triples)');
  });

  test('without ontologies are as before', async () => {
    const files = await filesOf(await handMadeSource(rooms.split('#- /context.ttl')[0]!, []));
    expect(files.has('context.ttl')).toBe(false);
    expect(files.get('README.md')).not.toContain('context.ttl');
  });

  test('have one node for a blank node that data and ontology describe', async () => {
    const source = await handMadeSource(rooms, [change]);
    const { recorded } = source.problem;
    const { dataGraph, reportedGraph } = recorded.input;
    const files = await filesOf(source);
    const [inner] = [...dataGraph.triples()].filter(
      ({ subject }) => reportedGraph.outgoing(subject).length === 0,
    );
    expect(inner).toBeDefined();
    // The label of the ontology's node, as it would be if a repair of the data had described it before.
    const graph = `${files.get('graph.ttl')}\n_:b0 <http://example.org/ns#note> "n" .\n`;
    const { folder, fileSystem } = suiteFolder(new Map([...files, ['graph.ttl', graph]]));
    const reading = await openSuite(folder, fileSystem, signal);
    if (reading.kind === 'unreadable') throw new Error(JSON.stringify(reading.problems));
    const { names, input } = reading.suite;
    const node = names.graph.node('b0')!;
    expect(input.dataGraph.outgoing(node)).toHaveLength(2);
    expect(input.reportedGraph.outgoing(node)).toHaveLength(1);
  });

  test('of format 1 are read, and what they can not tell apart is said', async () => {
    const files = new Map(await filesOf(await handMadeSource(rooms, [change])));
    const [graph, context] = [files.get('graph.ttl')!, files.get('context.ttl')!];
    files.set('graph.ttl', `${graph}\n${context}`);
    files.delete('context.ttl');
    const { contextTriples: _, ...totals } = JSON.parse(files.get('suite.json')!).totals;
    const description = { ...JSON.parse(files.get('suite.json')!), format: 1, totals };
    delete description.files['context.ttl'];
    const input = { role: 'context', name: 'context.ttl', sha256: '0' };
    const old = { ...description, inputs: [...description.inputs, input] };
    files.set('suite.json', JSON.stringify(old));
    const { folder, fileSystem } = suiteFolder(files);
    const reading = await openSuite(folder, fileSystem, signal);
    if (reading.kind === 'unreadable') throw new Error(JSON.stringify(reading.problems));
    expect(mixedGraph(reading.suite.description)).toMatch(/All of them count as data: prompts of strategy G/);
    expect(mixedGraph({ ...old, ontologyNamespaces: ['http://o#'] })).toContain(
      'nodes in http://o# count as the',
    );
    expect(mixedGraph(description)).toBeUndefined();
    const suite = await EvaluatedSuite.of(reading.suite, {}, signal);
    const task = await suite.task(suite.suite.cases[0]!, signal);
    expect(task.results).toHaveLength(1);
  });
});
