import { expect, test } from 'vitest';
import { LineIndex } from '../../base/lineIndex.ts';
import type { FileDiagnostic, FileEdits } from '../../service/ide/analysis.ts';
import type { ReportInfo } from '../../service/ide/unitReport.ts';
import { unitStatus } from '../../testing/unitStatus.ts';
import * as editsToProto from './editsToProto.ts';
import type { EditCapabilities } from './engine/messages.ts';
import * as toProto from './toProto.ts';

test('a diagnostic has its place, its explanation and its key', () => {
  const found: FileDiagnostic = {
    range: { start: 5, end: 7 },
    severity: 'warning',
    source: 'SHACL Repair',
    code: 'sh:class',
    codeHref: 'https://www.w3.org/TR/shacl/#ClassConstraintComponent',
    message: 'not a building',
    related: [
      { place: { uri: 'file:///shapes.ttl', range: { start: 1, end: 2 } }, message: 'declared here' },
    ],
    key: 'k',
  };
  expect(compact(toProto.diagnostics('file:///a.ttl', 3, [found], linesOf))).toMatchInlineSnapshot(`
    "[
     {
      "range": 1:1-1:3,
      "severity": 2,
      "source": "SHACL Repair",
      "code": "sh:class",
      "codeDescription": {
       "href": "https://www.w3.org/TR/shacl/#ClassConstraintComponent"
      },
      "message": "not a building",
      "relatedInformation": [
       {
        "location": {
         "uri": "file:///shapes.ttl",
         "range": 0:1-0:2
        },
        "message": "declared here"
       }
      ],
      "data": {
       "key": "k",
       "version": 3
      }
     }
    ]"
  `);
});

test('a file that is gone is shown at its start', () => {
  const found: FileDiagnostic = {
    range: { start: 5, end: 7 },
    severity: 'error',
    source: 'SHACL Repair',
    code: 'link',
    codeHref: undefined,
    message: 'm',
    related: [],
    key: undefined,
  };
  const [diagnostic] = toProto.diagnostics('file:///gone.ttl', null, [found], linesOf);
  expect(diagnostic!.range.end).toEqual({ line: 0, character: 0 });
});

test('placeholders are tab stops, and nothing else in the text means anything to a snippet', () => {
  const newText = 'ex:price "$5}" ; ex:name "\\u0041 name"';
  const name = newText.indexOf('\\u0041');
  const placeholders = [
    { start: name, end: newText.length - 1 },
    { start: 10, end: 13 },
  ];
  expect(editsToProto.snippet(newText, placeholders, 1)).toBe(
    `ex:price "\${1:\\$5\\}}" ; ex:name "\${2:\\\\u0041 name}"`,
  );
});

test('choices of a placeholder are escaped as snippets have it', () => {
  const choices = ['"a, b"', '"c|d"', String.raw`"\u0041"`];
  const placeholder = { start: 9, end: 15, choices };
  expect(editsToProto.snippet('ex:state "a, b" .', [placeholder], 1)).toBe(
    `ex:state \${1|"a\\, b","c\\|d","\\\\u0041"|} .`,
  );
});

test('the tab stops of several edits of a file are numbered through', () => {
  const edit = (at: number) => ({
    range: { start: at, end: at },
    newText: '"x"',
    placeholders: [{ start: 1, end: 2 }],
  });
  const file = { uri: 'file:///a.ttl', version: 3, edits: [edit(0), edit(5)] };
  const { documentChanges } = editsToProto.workspaceEdit([file], true, linesOf, everything);
  expect(JSON.stringify(documentChanges)).toContain(`\${2:x}`);
});

test('without snippets the default text is inserted once it is confirmed', () => {
  const edit = editsToProto.workspaceEdit([needsInput], true, linesOf, { ...everything, snippets: false });
  expect(compact(edit)).toMatchInlineSnapshot(`
    "{
     "documentChanges": [
      {
       "textDocument": {
        "uri": "file:///a.ttl",
        "version": 3
       },
       "edits": [
        {
         "range": 1:1-1:1,
         "newText": "\\"x\\"",
         "annotationId": "needsInput"
        }
       ]
      }
     ],
     "changeAnnotations": {
      "needsInput": {
       "label": "Insert example values",
       "description": "Replace them by values that are true.",
       "needsConfirmation": true
      }
     }
    }"
  `);
});

test('without document changes the edits are plain', () => {
  const capabilities = {
    documentChanges: false,
    snippets: false,
    annotations: false,
    creates: false,
    deletes: false,
  };
  const edit = editsToProto.workspaceEdit([needsInput], true, linesOf, capabilities);
  expect(compact(edit)).toMatchInlineSnapshot(`
    "{
     "changes": {
      "file:///a.ttl": [
       {
        "range": 1:1-1:1,
        "newText": "\\"x\\""
       }
      ]
     }
    }"
  `);
});

test('a file that does not exist yet is created before it is written', () => {
  const newFile: FileEdits = {
    uri: 'file:///new.jsonc',
    version: null,
    isNew: true,
    edits: [{ range: { start: 0, end: 0 }, newText: '{}', placeholders: [] }],
  };
  const edit = editsToProto.workspaceEdit([newFile], false, linesOf, everything);
  expect(compact(edit)).toMatchInlineSnapshot(`
    "{
     "documentChanges": [
      {
       "kind": "create",
       "uri": "file:///new.jsonc",
       "options": {
        "overwrite": false
       }
      },
      {
       "textDocument": {
        "uri": "file:///new.jsonc",
        "version": null
       },
       "edits": [
        {
         "range": 0:0-0:0,
         "newText": "{}"
        }
       ]
      }
     ]
    }"
  `);
});

test('a report has its places as lines and characters', () => {
  const place = { uri: 'file:///a.ttl', range: { start: 5, end: 7 } };
  const info: ReportInfo = {
    uri: 'file:///a.ttl',
    version: 3,
    status: unitStatus({ verdict: 'violates', results: 1, shapes: ['file:///shapes.ttl'] }),
    results: [
      {
        key: 'k',
        severity: 'violation',
        message: 'not a building',
        component: 'sh:class',
        shape: 'ex:Shape',
        focusNode: 'ex:a',
        path: undefined,
        value: undefined,
        restsOn: undefined,
        place,
        shapePlace: { uri: 'file:///shapes.ttl', range: { start: 1, end: 2 } },
      },
    ],
    suppressed: [],
    checked: { triples: 1, shapes: 1, focusNodes: 1, incomplete: 0 },
    notChecked: [{ message: 'too slow', place: undefined }],
    problems: [{ severity: 'error', message: 'no object', place }],
  };
  const { results, notChecked, problems } = toProto.report(info, linesOf);
  const places = [...results.flatMap((each) => [each.place, each.shapePlace]), problems[0]?.place];
  expect(places.map((each) => compact(each))).toEqual([
    '{\n "uri": "file:///a.ttl",\n "range": 1:1-1:3\n}',
    '{\n "uri": "file:///shapes.ttl",\n "range": 0:1-0:2\n}',
    '{\n "uri": "file:///a.ttl",\n "range": 1:1-1:3\n}',
  ]);
  expect(notChecked[0]?.place).toBeUndefined();
});

const everything: EditCapabilities = {
  documentChanges: true,
  snippets: true,
  annotations: true,
  creates: true,
  deletes: true,
};

const needsInput = {
  uri: 'file:///a.ttl',
  version: 3,
  edits: [{ range: { start: 5, end: 5 }, newText: '"x"', placeholders: [{ start: 1, end: 2 }] }],
};

/** The value as JSON with ranges as `line:character-line:character`. */
function compact(value: unknown): string {
  return JSON.stringify(value, null, 1).replace(
    /\{\s*"start": \{\s*"line": (\d+),\s*"character": (\d+)\s*\},\s*"end": \{\s*"line": (\d+),\s*"character": (\d+)\s*\}\s*\}/g,
    '$1:$2-$3:$4',
  );
}

const texts = new Map([
  ['file:///a.ttl', 'abc\ndef\nghi'],
  ['file:///shapes.ttl', 'shapes'],
]);

function linesOf(uri: string): LineIndex | undefined {
  const text = texts.get(uri);
  return text === undefined ? undefined : new LineIndex(text);
}
