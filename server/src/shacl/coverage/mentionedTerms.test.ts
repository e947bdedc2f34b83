import { expect, test } from 'vitest';
import { block } from '../../testing/fixture.ts';
import { print, unitOf, validate } from '../../testing/shaclCheck.ts';
import { mentionedTerms } from './judgedNodes.ts';

const names = 'abcdefghijklm'.split('');

/** Those of ex:a, ex:b … that shapes mention. */
async function mentionedBy(shapes: string): Promise<string> {
  const input = unitOf({ shapes, data: names.map((name) => `ex:${name} ex:${name} ex:${name} .`).join(' ') });
  await validate(input);
  const mentioned = new Set([...mentionedTerms(input).terms.nodes].map(print));
  return names.filter((name) => mentioned.has(`ex:${name}`)).join(' ');
}

test('shapes mention what their queries name, as patterns, paths, values and functions', async () => {
  const shapes = block`
    ex:Ontology a owl:Ontology ; sh:declare [ sh:prefix "ex" ; sh:namespace "http://example.org/ns#" ] .
    ex:S sh:targetClass ex:a ; sh:sparql [
      sh:select "SELECT $this { $this ex:b/^ex:c ?x FILTER (?x != ex:d && ex:f(?x)) }" ] .
    ex:f a sh:SPARQLFunction ; sh:parameter [ sh:path ex:x ] ; sh:ask "ASK { ?x ex:e 1 }" .
    ex:T sh:nodeKind sh:IRI ; sh:target [ sh:select "SELECT ?this { ?this a ex:g }" ] .
    ex:Least a sh:ConstraintComponent ; sh:parameter [ sh:path ex:least ] ; sh:validator ex:LeastValidator .
    ex:LeastValidator sh:ask "ASK { $value ex:h $least }" .
    ex:U sh:targetNode ex:i ; ex:least 1 .
    ex:Off sh:deactivated true ; sh:targetNode ex:j ; sh:sparql [ sh:select "SELECT $this { $this ex:k 1 }" ] .
  `;
  expect(await mentionedBy(shapes)).toBe('a b c d e f g h i');
});

test('so do their rules', async () => {
  const shapes = block`
    ex:Ontology a owl:Ontology ; sh:declare [ sh:prefix "ex" ; sh:namespace "http://example.org/ns#" ] .
    ex:S a sh:NodeShape ; sh:rule ex:Rule ,
      [ a sh:TripleRule ; sh:predicate ex:a ; sh:object [ sh:path ex:b ] ] ,
      [ a sh:TripleRule ; sh:predicate ex:c ; sh:object 1 ; sh:deactivated true ] .
    ex:Rule a sh:SPARQLRule ; sh:construct "CONSTRUCT { $this ex:d 1 } WHERE { $this ex:e 1 }" .
  `;
  expect(await mentionedBy(shapes)).toBe('a b d e');
});
