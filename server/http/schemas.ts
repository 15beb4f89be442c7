import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify';
import type * as z from 'zod';
import { badInput, type HttpError } from '../errors.ts';

type Issue = z.core.$ZodIssue;

/** Contract messages are sentences already; zod's own speak of types, so people get the field's name. */
function sentenceFor(issue: Issue | undefined): string {
  const field = issue?.path.join('.');
  const message = issue?.message ?? '';
  if (message !== '' && !/^(?:Invalid|Too |Unrecognized|Expected)/.test(message)) return message;
  return field ? `"${field}" is missing or not valid.` : 'The request is missing something or is not valid.';
}

export const parseInput: FastifySchemaCompiler<z.ZodType> = ({ schema }) => {
  return (data): { value: unknown } | { error: HttpError } => {
    const result = schema.safeParse(data);
    return result.success ? { value: result.data } : { error: badInput(sentenceFor(result.error.issues[0])) };
  };
};

/**
 * Answers are parsed too: a field that the contract does not name never leaves the server. A presenter that
 * gives the same frozen object again gets the same text again.
 */
export const serialiseAnswer: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  const known = new WeakMap<object, string>();
  return (data) => {
    const remembered = known.get(data);
    if (remembered !== undefined) return remembered;
    const text = JSON.stringify(schema.parse(data));
    if (Object.isFrozen(data)) known.set(data, text);
    return text;
  };
};
