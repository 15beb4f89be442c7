import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldPath, type FieldValues, type RegisterOptions, useForm } from 'react-hook-form';
import type * as z from 'zod';

/** A form that a schema of the contract checks. `field` makes an input one of its fields, with the error of that field. */
export function useSchemaForm<Input extends FieldValues, Output>(
  schema: z.ZodType<Output, Input>,
  defaultValues: DefaultValues<Input>,
) {
  const form = useForm<Input, unknown, Output>({ resolver: zodResolver(schema), defaultValues });
  const { register, getFieldState, formState } = form;
  return {
    ...form,
    field: <Name extends FieldPath<Input>>(name: Name, options?: RegisterOptions<Input, Name>) => ({
      ...register(name, options),
      error: getFieldState(name, formState).error?.message,
    }),
  };
}
