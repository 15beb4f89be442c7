import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ReaderAnswer, ReaderQuestion } from './reader.ts';

const port = parentPort;
if (port === null) throw new Error('This file is the body of a thread.');

const database = new DatabaseSync(workerData as string);
// `query_only` instead of `readOnly`, which would forbid checkpoints.
database.exec('pragma busy_timeout = 5000; pragma query_only = on');
const prepared = new Map<string, StatementSync>();

function rows(text: string, parameters: readonly unknown[]): string {
  let statement = prepared.get(text);
  if (statement === undefined) {
    statement = database.prepare(text);
    if (prepared.size > 100) prepared.clear();
    prepared.set(text, statement);
  }
  return JSON.stringify(statement.all(...(parameters as SQLInputValue[])));
}

function answerTo({ text, parameters }: ReaderQuestion): ReaderAnswer {
  try {
    return { rows: rows(text, parameters) };
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    return { message, errcode };
  }
}

port.on('message', (question: ReaderQuestion | 'close') => {
  if (question !== 'close') return port.postMessage(answerTo(question));
  database.close();
  port.close();
});
