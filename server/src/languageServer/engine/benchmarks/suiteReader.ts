import { counted } from '../../../base/counted.ts';
import { escapeInvisible } from '../../../base/visibleText.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import {
  caseDetails,
  caseTexts,
  constraintPlaces,
  type SuiteSources,
  suiteSources,
} from '../../../service/ide/benchmark/caseTexts.ts';
import { ConstraintDescriptions, SuiteTerms } from '../../../service/ide/benchmark/constraintDescriptions.ts';
import { suiteInfo } from '../../../service/ide/benchmark/suiteInfo.ts';
import { Documents } from '../../../service/ide/documents.ts';
import { changedInput } from '../../../shacl/incremental/changedInput.ts';
import { compareResults } from '../../../shacl/incremental/impact.ts';
import { type RecordingOptions, recordValidation } from '../../../shacl/incremental/recordedValidation.ts';
import { throwIfOver } from '../../../shacl/watch.ts';
import { mutationScore, scoreText } from '../../../vio/suite/mutationScore.ts';
import {
  type LoadedCase,
  type LoadedSuite,
  readSuite,
  type SuiteProblem,
} from '../../../vio/suite/readSuite.ts';
import type { VioCase } from '../../../vio/vioCase.ts';
import type { FileSystem } from '../../../workspace/project/fileSystem.ts';
import { folderOf } from '../../../workspace/project/uris.ts';
import type {
  CaseTextsAnswer,
  Failure,
  MutationScoreAnswer,
  SuiteAnswer,
  SuiteCaseAnswer,
} from '../../protocol/editor/protocol.ts';
import { failed } from '../../protocol/failures.ts';
import * as toProto from '../../protocol/toProto.ts';

interface ReadSuite {
  readonly kind: 'read';
  readonly uri: string;
  readonly suite: LoadedSuite;
  readonly terms: SuiteTerms;
  readonly byId: ReadonlyMap<string, LoadedCase>;
}

interface MutationContext {
  readonly folders: readonly string[];
  readonly validation: RecordingOptions;
  readonly progress: (message: string, share: number) => void;
}

interface FoundCase {
  readonly kind: 'found';
  readonly read: ReadSuite;
  readonly case: LoadedCase;
}

/** Reads suites on disk. The suite that was read last is kept for requests about its cases. */
export class SuiteReader {
  readonly #fileSystem: FileSystem;
  #last: ReadSuite | undefined;

  constructor(fileSystem: FileSystem) {
    this.#fileSystem = fileSystem;
  }

  /** @param folders of the workspace, in which the files that the suite was generated from are looked for. */
  async suite(uri: string, folders: readonly string[], signal: AbortSignal): Promise<SuiteAnswer> {
    const read = await this.#read(uri, signal);
    return read.kind === 'failed' ? read : this.#suite(read, folders, signal);
  }

  async suiteCase(uri: string, id: string, signal: AbortSignal): Promise<SuiteCaseAnswer> {
    const found = await this.#case(uri, id, signal);
    return found.kind === 'failed' ? found : { kind: 'case', ...caseDetails(found.case, found.read.terms) };
  }

  /** @param folders as for `suite`. */
  async caseTexts(
    uri: string,
    id: string,
    folders: readonly string[],
    signal: AbortSignal,
  ): Promise<CaseTextsAnswer> {
    const found = await this.#case(uri, id, signal);
    if (found.kind === 'failed') return found;
    const { read } = found;
    const texts = caseTexts(read.suite, found.case, await this.#sources(read, folders));
    return typeof texts === 'string'
      ? failed(`The change of ${id} can't be written as Turtle: ${texts}`)
      : { kind: 'texts', ...texts };
  }

  /** Which constraints of a suite its cases and its valid graph do not test. */
  async mutationScore(
    uri: string,
    { folders, validation, progress }: MutationContext,
    signal: AbortSignal,
  ): Promise<MutationScoreAnswer> {
    const read = await this.#read(uri, signal);
    if (read.kind === 'failed') return read;
    const { input, coverage, cases, manifest } = read.suite;
    const shapes = new ConstraintDescriptions(input.shapes, read.terms.printInShapes);
    const known = coverage.constraints.flatMap(({ constraintKey: key }) => {
      const constraint = shapes.constraint(key);
      return constraint ? [{ key, constraint }] : [];
    });
    const constraints = known.map(({ constraint }) => constraint);
    const recorded = await recordValidation(input, validation, signal);
    throwIfOver(validation);
    const judged: Pick<VioCase, 'change' | 'results'>[] = [];
    for (const { change } of cases) {
      const { before, after } = await recorded.revalidate(changedInput(input, change), signal);
      judged.push({ change, results: compareResults(before, after).introduced });
    }
    const onJudged = (count: number) =>
      progress(
        `${count} of ${counted(constraints.length, 'constraint')} removed`,
        count / constraints.length,
      );
    const score = await mutationScore(recorded, constraints, judged, { validation, onJudged }, signal);
    const sources = await this.#sources(read, folders);
    const placeOf = constraintPlaces(sources);
    const inSuite = constraintPlaces({ ...sources, shapes: [manifest] });
    const lines = linesIn(new Map([...sources.shapes, manifest].map((document) => [document.uri, document])));
    const isUntested = new Set(score.untested);
    const untested = known.flatMap(({ key, constraint }) => {
      const place = isUntested.has(constraint) ? (placeOf(key) ?? inSuite(key)) : undefined;
      const { shape, component, value } = shapes.described(constraint);
      return place
        ? [
            {
              shape: escapeInvisible(shape),
              component: escapeInvisible(component),
              value: escapeInvisible(value),
              place: toProto.location(place, lines),
            },
          ]
        : [];
    });
    return { kind: 'score', summary: `Mutation score: ${scoreText(score)}`, untested };
  }

  async #case(uri: string, id: string, signal: AbortSignal): Promise<FoundCase | Failure> {
    const read = this.#last?.uri === uri ? this.#last : await this.#read(uri, signal);
    if (read.kind === 'failed') return read;
    const found = read.byId.get(id);
    return found
      ? { kind: 'found', read, case: found }
      : failed(`The suite has no ${id} any longer. Show it again.`);
  }

  async #suite(read: ReadSuite, folders: readonly string[], signal: AbortSignal): Promise<SuiteAnswer> {
    const { suite, terms } = read;
    const sources = await this.#sources(read, folders);
    const shapes = new ConstraintDescriptions(suite.input.shapes, terms.printInShapes);
    const info = await suiteInfo(suite, { terms, shapes, placeOf: constraintPlaces(sources) }, signal);
    const documents = new Map(sources.shapes.map((document) => [document.uri, document]));
    return { kind: 'suite', ...toProto.suite(info, linesIn(documents)) };
  }

  async #read(uri: string, signal: AbortSignal): Promise<ReadSuite | Failure> {
    const reading = await readSuite(folderOf(uri), this.#fileSystem, signal);
    if (reading.kind === 'unreadable') return failed(suiteDamage(reading.problems));
    const { suite } = reading;
    const byId = new Map(suite.cases.map((each) => [each.json.id, each]));
    this.#last = { kind: 'read', uri, suite, terms: new SuiteTerms(suite), byId };
    return this.#last;
  }

  /** As they are on disk now. */
  #sources({ uri, suite }: ReadSuite, folders: readonly string[]): Promise<SuiteSources> {
    const store = new Documents(this.#fileSystem);
    store.setFolders(folders);
    return suiteSources(folderOf(uri), suite.description, store);
  }
}

function linesIn(documents: ReadonlyMap<string, TurtleDocument>): toProto.FindLines {
  return (uri) => documents.get(uri)?.lines;
}

/** What is wrong with a suite folder, in sentences. */
export function suiteDamage(problems: readonly SuiteProblem[]): string {
  const shown = problems.slice(0, 3).map(({ file, line, message }) => {
    const place = line === undefined ? file : `${file}, line ${line}`;
    return `${place}: ${message}`;
  });
  const rest = problems.length - shown.length;
  return [...shown, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ');
}
