import { expect, test } from 'vitest';
import { analysedFixture } from '../../../testing/analysedFixture.ts';
import { block } from '../../../testing/fixture.ts';
import { exportReport } from './unitReports.ts';

test('a report that is exported again has the long values that fit, as the first one', async () => {
  // Three results have the value, of which a report has 20 million UTF-16 units.
  const long = 'x'.repeat(8_000_000);
  const { host, file } = await analysedFixture(block`
    #- /data.ttl
    # shapes: shapes.ttl
    ex:a ex:p "${long}" .
    #- /shapes.ttl
    ex:S a sh:NodeShape ; sh:targetNode ex:a ;
      sh:property [ sh:path ex:p ; sh:maxLength 3 ; sh:datatype xsd:integer ; sh:nodeKind sh:IRI ] .`);
  const analysis = await host.analysis(file.document.uri, new AbortController().signal);
  const first = await exportReport(analysis, 'turtle', []);
  expect(first.match(/sh:value /g)).toHaveLength(2);
  expect(first.match(/sh:focusNode /g)).toHaveLength(3);
  expect((await exportReport(analysis, 'turtle', [])) === first).toBe(true);
});
