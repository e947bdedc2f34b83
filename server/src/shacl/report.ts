import { termToNTriples } from '../rdf/nTriples.ts';
import type { TermId } from '../rdf/terms.ts';
import { namespaces, sh } from '../rdf/vocab.ts';
import type { Path } from './path.ts';
import type { Violation } from './violation.ts';

/**
 * A sh:ValidationReport (SHACL 3.6) in Turtle. Results are blank nodes, paths are copied into the report; blank nodes
 * of the data and shapes keep their label but are not described.
 */
export function reportToTurtle(violations: readonly Violation[]): string {
  const results = violations.map((violation) => `  sh:result ${resultToTurtle(violation, '  ')}`);
  const statements = ['  a sh:ValidationReport', `  sh:conforms ${violations.length === 0}`, ...results];
  return `@prefix sh: <${namespaces.sh}> .\n\n[\n${statements.join(' ;\n')} ;\n] .\n`;
}

function resultToTurtle(violation: Violation, indent: string): string {
  const inner = `${indent}  `;
  const properties: [TermId, string | undefined][] = [
    [sh.focusNode, print(violation.focusNode)],
    [sh.resultPath, violation.path && pathToTurtle(violation.path)],
    [sh.value, violation.value === undefined ? undefined : print(violation.value)],
    [sh.resultSeverity, print(violation.severity)],
    [sh.sourceConstraintComponent, print(violation.component)],
    [sh.sourceShape, print(violation.sourceShape)],
    ...violation.messages.map((message): [TermId, string] => [sh.resultMessage, print(message)]),
    ...violation.details.map((detail): [TermId, string] => [sh.detail, resultToTurtle(detail, inner)]),
  ];
  const lines = properties.flatMap(([property, object]) =>
    object === undefined ? [] : [`${inner}${print(property)} ${object} ;\n`],
  );
  return `[\n${inner}a sh:ValidationResult ;\n${lines.join('')}${indent}]`;
}

function pathToTurtle(path: Path): string {
  switch (path.kind) {
    case 'predicate':
      return print(path.predicate);
    case 'inverse':
    case 'zeroOrMore':
    case 'oneOrMore':
    case 'zeroOrOne':
      return `[ sh:${path.kind}Path ${pathToTurtle(path.path)} ]`;
    case 'sequence':
      return listToTurtle(path.paths);
    case 'alternative':
      return `[ sh:alternativePath ${listToTurtle(path.paths)} ]`;
  }
}

function listToTurtle(paths: readonly Path[]): string {
  return `( ${paths.map(pathToTurtle).join(' ')} )`;
}

function print(id: TermId): string {
  return termToNTriples(id).replace(shaclIri, 'sh:$1');
}

const shaclIri = new RegExp(`^<${namespaces.sh}(\\w+)>$`);
