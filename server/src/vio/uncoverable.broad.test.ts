import { expect, test } from 'vitest';
import { unitOf } from '../testing/shaclCheck.ts';
import { generated, problemOf } from '../testing/vios.ts';
import { objections } from './uncoverable.testing.ts';

const input = unitOf({
  shapes: `
ex:S a sh:NodeShape ; sh:targetClass ex:C ;
  sh:node ex:T ;
  sh:property [ sh:path ( [ sh:zeroOrMorePath ex:next ] [ sh:inversePath ex:of ] ) ; sh:or ( [ sh:class ex:D ] [ sh:class ex:E ] ) ] ,
    [ sh:path [ sh:alternativePath ( ex:p ex:q ) ] ; sh:qualifiedValueShape [ sh:class ex:D ] ; sh:qualifiedMinCount 1 ] .
ex:T a sh:NodeShape ; sh:property [ sh:path [ sh:zeroOrOnePath ex:next ] ; sh:node [ sh:nodeKind sh:IRI ] ] .`,
  data: `ex:a a ex:C ; ex:next ex:b ; ex:q ex:d . ex:d a ex:D ; ex:of ex:b . ex:e a ex:E ; ex:of ex:b .`,
});

test.for(['NO_FOCUS', 'NO_VALUES', 'VACUOUS', 'UNREACHABLE', 'DEACTIVATED'] as const)(
  '%s is not proven of what is covered',
  async (reason) => {
    const { coverage } = await generated(await problemOf(input));
    expect(coverage.flatMap((each) => each.reason ?? [])).toEqual([]);
    const claims = coverage.map((each) => ({ ...each, cases: [], reason }));
    expect(await objections(input, claims)).toHaveLength(coverage.length);
  },
);
