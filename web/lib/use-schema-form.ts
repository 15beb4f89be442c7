import { zodResolver } from '@hookform/resolvers/zod';
import { type DefaultValues, type FieldPath, type FieldValues, type RegisterOptions, useForm } from 'react-hook-form';
import type * as z from 'zod';

/** A form checked by a schema of the contract. `field` registers an input and gives it its error. */
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
