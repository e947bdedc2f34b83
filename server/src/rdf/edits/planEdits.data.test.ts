import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { someOf } from '../../testing/runs.ts';
import { describeShared } from '../../testing/shared.ts';
import { isomorphic } from '../isomorphism.ts';
import { OverlayGraph } from '../overlayGraph.ts';
import { type Triple, terms } from '../terms.ts';
import { TurtleDocument } from '../turtle/turtleDocument.ts';
import { rdf, rdfs } from '../vocab.ts';
import { planEdits } from './planEdits.ts';

describeShared('a building model', 'brick-buildingmotif/mediumOffice_brick.ttl', (path) => {
  const text = readFileSync(path, 'utf8');
  const document = new TurtleDocument('file:///workspace/mediumOffice_brick.ttl', 1, text);
  const building = (name: string) => terms.iri(`http://example.org/building/${name}`);
  const brick = (name: string) => terms.iri(`https://brickschema.org/schema/Brick#${name}`);
  const lines = (from: string) => new Set(from.split('\n'));

  /** The lines that the edits take away and bring. */
  function changedLines(added: readonly Triple[], removed: readonly Triple[]): string {
    const plan = planEdits(document, { added, removed });
    if (plan.kind === 'notExpressible') return plan.reason;
    const result = applyEdits(text, plan.edits);
    const graph = new TurtleDocument(document.uri, 2, result).graph;
    expect(isomorphic(graph.triples(), new OverlayGraph(document.graph, { added, removed }).triples())).toBe(
      true,
    );
    const [before, after] = [lines(text), lines(result)];
    return [
      ...[...before].filter((line) => !after.has(line)).map((line) => `-${line}`),
      ...[...after].filter((line) => !before.has(line)).map((line) => `+${line}`),
    ].join('\n');
  }

  const fan = building('5-Zone-PVAV-1-Fan_Fan_Electricity_Rate');

  test('a point belongs to one more thing', () => {
    const added = [{ subject: fan, predicate: brick('isPointOf'), object: building('Floor_1') }];
    expect(changedLines(added, [])).toMatchInlineSnapshot(`
      "-    brick:isPointOf mediumOffice:5-Zone-PVAV-1-Fan .
      +    brick:isPointOf mediumOffice:5-Zone-PVAV-1-Fan, mediumOffice:Floor_1 ."
    `);
  });

  test('a point has another unit, a label in German and a type less', () => {
    const label = terms.literal('5-Zone-PVAV-1-Fan_Fan_Electricity_Rate');
    const unit = (name: string) => terms.iri(`http://qudt.org/vocab/unit/${name}`);
    const removed = [
      { subject: fan, predicate: rdf.type, object: brick('Electrical_Power_Sensor') },
      { subject: fan, predicate: brick('hasUnit'), object: unit('W') },
      { subject: fan, predicate: rdfs.label, object: label },
    ];
    const added = [
      { subject: fan, predicate: brick('hasUnit'), object: unit('KiloW') },
      { subject: fan, predicate: rdfs.label, object: terms.languageString(terms.value(label), 'de') },
    ];
    expect(changedLines(added, removed)).toMatchInlineSnapshot(`
      "-mediumOffice:5-Zone-PVAV-1-Fan_Fan_Electricity_Rate a brick:Electrical_Power_Sensor ;
      -    rdfs:label "5-Zone-PVAV-1-Fan_Fan_Electricity_Rate" ;
      +mediumOffice:5-Zone-PVAV-1-Fan_Fan_Electricity_Rate rdfs:label "5-Zone-PVAV-1-Fan_Fan_Electricity_Rate"@de ;
      +    brick:hasUnit unit:KiloW ;"
    `);
  });

  test('a new room', () => {
    const room = building('Room_1');
    const added = [
      { subject: room, predicate: rdf.type, object: brick('Room') },
      { subject: room, predicate: brick('isPartOf'), object: building('Core_ZN') },
    ];
    expect(changedLines(added, [])).toMatchInlineSnapshot(`
      "+mediumOffice:Room_1 a brick:Room ;
      +    brick:isPartOf mediumOffice:Core_ZN ."
    `);
  });

  test('every triple can be removed, and replaced', () => {
    for (const triple of someOf([...document.graph.triples()])) {
      for (const added of [[], [{ ...triple, object: rdfs.label }]]) {
        const plan = planEdits(document, { added, removed: [triple] });
        if (plan.kind === 'notExpressible') throw new Error(plan.reason);
        expect(plan.edits.length).toBe(1);
      }
    }
  });
});
