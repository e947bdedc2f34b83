import { caseDetails } from '../../ide/benchmark/caseDetails.ts';
import { caseTexts } from '../../ide/benchmark/caseTexts.ts';
import { ConstraintDescriptions } from '../../ide/benchmark/constraintDescriptions.ts';
import { suiteInfo } from '../../ide/benchmark/suiteInfo.ts';
import { constraintPlaces, type SuiteSources, suiteSources } from '../../ide/benchmark/suiteSources.ts';
import { SuiteTerms } from '../../ide/benchmark/suiteTerms.ts';
import { Documents } from '../../ide/documents.ts';
import { sha256 } from '../../jobs/sha256.ts';
import type { FileSystem } from '../../project/fileSystem.ts';
import { folderOf } from '../../project/uris.ts';
import type { Failure, SuiteAnswer } from '../../protocol/editor/protocol.ts';
import type { BenchmarkAnswers, BenchmarkQuestion } from '../../protocol/engine/benchmarkMessages.ts';
import * as toProto from '../../protocol/toProto.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { type LoadedCase, type LoadedSuite, readSuite } from '../../vio/suite/readSuite.ts';
import { suiteDamage } from './suiteDamage.ts';

type SuiteQuestion = Extract<BenchmarkQuestion, { readonly ask: 'suite' | 'suiteCase' | 'caseTexts' }>;

interface ReadSuite {
  readonly kind: 'read';
  readonly uri: string;
  readonly suite: LoadedSuite;
  readonly terms: SuiteTerms;
  readonly byId: ReadonlyMap<string, LoadedCase>;
}

/** Answers questions about suites on disk. The suite that was read last is kept for questions about its cases. */
export class SuiteQuestions {
  readonly #fileSystem: FileSystem;
  #last: ReadSuite | undefined;

  constructor(fileSystem: FileSystem) {
    this.#fileSystem = fileSystem;
  }

  /** @param folders of the workspace, in which the files that a suite was generated from are looked for. */
  async answer(
    question: SuiteQuestion,
    folders: readonly string[],
    signal: AbortSignal,
  ): Promise<BenchmarkAnswers[SuiteQuestion['ask']]> {
    const { uri } = question;
    const isKept = question.ask !== 'suite' && this.#last?.uri === uri;
    const read = isKept ? this.#last! : await this.#read(uri, signal);
    if (read.kind === 'failed') return read;
    this.#last = read;
    if (question.ask === 'suite') return this.#suite(read, folders, signal);
    const found = read.byId.get(question.id);
    if (!found) return failed(`The suite has no ${question.id} any more. Show it again.`);
    if (question.ask === 'suiteCase') return { kind: 'case', ...caseDetails(found, read.terms) };
    const texts = caseTexts(read.suite, found, await this.#sources(read, folders));
    return typeof texts === 'string'
      ? failed(`The change of ${question.id} can't be written as Turtle: ${texts}`)
      : { kind: 'texts', ...texts };
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
    return { kind: 'read', uri, suite, terms: new SuiteTerms(suite), byId };
  }

  /** As they are on disk now. */
  #sources({ uri, suite }: ReadSuite, folders: readonly string[]): Promise<SuiteSources> {
    const store = new Documents(this.#fileSystem);
    store.setFolders(folders);
    return suiteSources(folderOf(uri), suite.description, { store, sha256 });
  }
}

function failed(message: string): Failure {
  return { kind: 'failed', message };
}

function linesIn(documents: ReadonlyMap<string, TurtleDocument>): toProto.FindLines {
  return (uri) => documents.get(uri)?.lines;
}
