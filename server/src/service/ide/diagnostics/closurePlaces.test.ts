import { describe, test } from 'vitest';
import { check } from '../../../testing/check.ts';

const connected = '[ sh:zeroOrMorePath [ sh:alternativePath ( ex:p [ sh:inversePath ex:p ] ex:q ) ] ]';

describe('results of values that a closure leads to', () => {
  test('stand where the nearest of them are written last', () =>
    check(`
#- /data.ttl shapes:/shapes.ttl
ex:a ex:p ex:b .
ex:b ex:q ex:c .
#         ^^^^ sh:maxCount: ex:a has 3 values of (ex:p or inverse ex:p or ex:q)*, but at most 2 are allowed
#- /shapes.ttl
ex:S sh:targetNode ex:a ; sh:property [ sh:path ${connected} ; sh:maxCount 2 ] .
`));

  test('stand at the last step to the value that is refused', () =>
    check(`
#- /data.ttl shapes:/shapes.ttl
ex:a ex:p ex:b . ex:b ex:p ex:c . ex:c ex:p ex:a , "d" .
#                                                  ^^^ sh:nodeKind: ex:p+ of ex:a is not an IRI: "d"
#- /shapes.ttl
ex:S sh:targetNode ex:a ; sh:property [ sh:path [ sh:oneOrMorePath ex:p ] ; sh:nodeKind sh:IRI ] .
`));
});
