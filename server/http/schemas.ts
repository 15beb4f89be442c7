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

/** Answers are parsed too: a field that the contract does not name never leaves the server. */
export const serialiseAnswer: FastifySerializerCompiler<z.ZodType> = ({ schema }) => {
  return (data) => JSON.stringify(schema.parse(data));
};

/** For routes that give the same object again and again: parsed and put into text once for each object. */
export const serialiseOnce: FastifySerializerCompiler<z.ZodType> = (route) => {
  const serialise = serialiseAnswer(route);
  const texts = new WeakMap<object, string>();
  return (data) => {
    const text = texts.get(data) ?? serialise(data);
    texts.set(data, text);
    return text;
  };
};
