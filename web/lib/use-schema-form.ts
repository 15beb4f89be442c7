import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldPath, type FieldValues, type RegisterOptions, useForm } from 'react-hook-form';
import type * as z from 'zod';
import { problemSentence } from '../../contract/language/problem.rules.ts';
import { ApiError } from './api/api-error.ts';
import { useMessages } from './messages.ts';

export function useSchemaForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
) {
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues });
  const { register, getFieldState, formState } = form;
  const { problems } = useMessages();
  const sentenceIn = (message: string | undefined) => message && problemSentence(problems, message);
  return {
    ...form,
    field: <Name extends FieldPath<Input>>(name: Name, options?: RegisterOptions<Input, Name>) => ({
      ...register(name, options),
      error: sentenceIn(getFieldState(name, formState).error?.message),
    }),
    setServerError: (error: unknown, fields: Partial<Record<ApiError['id'], FieldPath<Input>>>) => {
      const name = error instanceof ApiError && fields[error.id];
      if (name) form.setError(name, { message: error.sentence }, { shouldFocus: true });
      return Boolean(name);
    },
  };
}

export type SchemaForm<Input extends FieldValues, Output> = ReturnType<typeof useSchemaForm<Input, Output>>;
