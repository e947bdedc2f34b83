import { expect, test } from 'vitest';
import { check } from '../../testing/check.ts';
import { graphOf, print } from '../../testing/shaclCheck.ts';
import { readShapes } from './readShapes.ts';

/** What the author of a shape with a suggestion is told: severity, statement and message. */
function told(suggestion: string): readonly string[] {
  const shapes = `ex:S a sh:NodeShape ; sh:targetNode ex:a ; ${suggestion} .`;
  const { findings } = readShapes(graphOf(shapes.replace(/dash:(\w+)/g, '<http://datashapes.org/dash#$1>')));
  return findings.map(
    ({ severity, parameter, message }) =>
      `${severity} ${print(parameter!).replace(/.*dash#(\w+)>/, 'dash:$1')}: ${message}`,
  );
}

test.each<[string, string | undefined]>([
  ['dash:suggestionGenerator [ sh:update "DELETE WHERE { ?s ?p ?o }" ]', undefined],
  [
    'dash:suggestion [ dash:addedTriple [ rdf:subject ex:a ; rdf:predicate ex:p ; rdf:object 1 ] ]',
    undefined,
  ],
  [
    'dash:suggestionGenerator [ a dash:ScriptSuggestionGenerator ; dash:js "1" ]',
    'information dash:suggestionGenerator: Suggestions by script are not run: write this one as sh:update.',
  ],
  [
    'dash:propertySuggestionGenerator [ sh:update "", "CLEAR ALL" ]',
    'warning dash:propertySuggestionGenerator: This suggestion is not made for any result: it needs exactly one sh:update and at most one sh:select, which are strings.',
  ],
  [
    'dash:suggestionGenerator [ sh:update ex:a ]',
    'warning dash:suggestionGenerator: This suggestion is not made for any result: it needs exactly one sh:update and at most one sh:select, which are strings.',
  ],
  [
    'dash:suggestionGenerator ex:Elsewhere',
    'warning dash:suggestionGenerator: This suggestion is not made for any result: no linked shapes file describes it.',
  ],
  [
    'dash:suggestion [ sh:message "Try harder" ]',
    'warning dash:suggestion: This suggestion is not made for any result: it has neither sh:update nor dash:addedTriple and dash:deletedTriple.',
  ],
  [
    'dash:suggestion [ dash:deletedTriple [ rdf:subject ex:a ; rdf:predicate ex:p ] ]',
    'warning dash:suggestion: This suggestion is not made for any result: each dash:addedTriple and dash:deletedTriple needs one rdf:subject, rdf:predicate and rdf:object that make a triple.',
  ],
  [
    'dash:suggestion [ dash:addedTriple [ rdf:subject "a" ; rdf:predicate ex:p ; rdf:object 1 ] ]',
    'warning dash:suggestion: This suggestion is not made for any result: each dash:addedTriple and dash:deletedTriple needs one rdf:subject, rdf:predicate and rdf:object that make a triple.',
  ],
])('%s', (suggestion, finding) => expect(told(suggestion)).toEqual(finding === undefined ? [] : [finding]));

test('the author is told where the suggestion is stated', () =>
  check(`#- /data.ttl shapes:/shapes.ttl
ex:r a ex:Room .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Room .
sh:ClassConstraintComponent <http://datashapes.org/dash#suggestionGenerator> ex:Generator .
#                           ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ shapes: Suggestions by script are not run: write this one as sh:update.
ex:Generator a <http://datashapes.org/dash#ScriptSuggestionGenerator> .
`));
