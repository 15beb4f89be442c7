import { useLocation } from 'wouter';
import { searchPerson } from '../../../contract/people/people.ts';
import { PEOPLE_PATH, personState } from '../../lib/person-state.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { Button } from '../../ui/button.tsx';
import { Field, inputClass, noAutocorrect } from '../../ui/fields/field.tsx';

export function PersonSearch({ email }: { email: string | null }) {
  const [, navigate] = useLocation();
  const { field, handleSubmit } = useSchemaForm(searchPerson.body, { email: email ?? '' });
  const { error, ...input } = field('email');
  // Adds a history entry, so that Back returns to the previous person.
  const submit = handleSubmit((found) => navigate(PEOPLE_PATH, { state: personState(found.email) }));
  return (
    <search>
      <form noValidate onSubmit={submit}>
        <Field
          label="Email address"
          hint="Finds the account with this address, and everything stored for the address itself."
          error={error}
        >
          {(control) => (
            <div className="flex gap-2">
              <input
                type="email"
                dir="ltr"
                inputMode="email"
                autoComplete="off"
                {...noAutocorrect}
                {...input}
                {...control}
                className={`${inputClass} min-w-0 sm:w-80`}
              />
              <Button type="submit">Find</Button>
            </div>
          )}
        </Field>
      </form>
    </search>
  );
}
