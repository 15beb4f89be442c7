import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import {
  isOfAddresses,
  KEY_DAYS_MAX,
  KEY_NAME_MAX,
  SCOPE_NAMES,
  SCOPES,
  type Scope,
} from '../../../../contract/programs/keys.rules.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { CheckboxField } from '../../../ui/fields/checkbox.tsx';
import { formClass, hintClass, noAutocorrect, TextField, useFieldErrors } from '../../../ui/fields/field.tsx';
import { SelectField } from '../../../ui/fields/select.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toastFailure } from '../../../ui/overlays/toast.ts';
import { useMakeKey } from './api.ts';

const DAYS = { '7': '7 days', '30': '30 days', '90': '90 days', [String(KEY_DAYS_MAX)]: 'One year' };
const DAY_MS = 24 * 60 * 60 * 1000;

type Made = NonNullable<ReturnType<typeof useMakeKey>['data']>;

export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const [made, setMade] = useState<Made | null>(null);
  return (
    <Dialog
      title={made ? 'API key made' : 'New API key'}
      description={
        made
          ? "Copy the key now. We don't keep it, so we can't show it again."
          : 'Choose only what the program needs. All admins are notified.'
      }
      size="medium"
      holds
      open
      onOpenChange={onClose}
    >
      {made ? <NewKey made={made} onClose={onClose} /> : <NewKeyForm onMade={setMade} onCancel={onClose} />}
    </Dialog>
  );
}

function NewKey({ made: { key, state }, onClose }: { made: Made; onClose: () => void }) {
  const copy = useRef<HTMLButtonElement>(null);
  useEffect(() => copy.current?.focus(), []);
  return (
    <>
      <p className="mb-1.5 text-13 font-medium">API key</p>
      <div className="flex min-h-12 items-center justify-between gap-2 rounded-control border border-line bg-sunken py-1.5 pe-2 ps-4">
        <code className="font-mono text-13 wrap-anywhere select-all">{key}</code>
        <CopyButton ref={copy} label="Copy API key" text={key} />
      </div>
      {state === 'waiting' && (
        <p className="mt-2 text-12 text-muted">
          Scopes that read email addresses work once another admin confirms the key, or after 24 hours.
        </p>
      )}
      <div className="mt-6 flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </>
  );
}

const linesIn = (text: string) =>
  text
    .split(/[\s,]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

function NewKeyForm({ onMade, onCancel }: { onMade: (made: Made) => void; onCancel: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [days, setDays] = useState('90');
  const [networks, setNetworks] = useState('');
  const { fieldOf, show } = useFieldErrors<'name' | 'scopes'>();
  const make = useMakeKey();
  const scopesId = useId();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  const toggle = (scope: Scope, isChosen: boolean) =>
    setScopes(isChosen ? [...scopes, scope] : scopes.filter((other) => other !== scope));

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const missing = {
      name: name.trim() === '' && 'Please enter a name',
      scopes: scopes.length === 0 && 'Choose at least one scope',
    };
    if (show(event.currentTarget, missing) || make.isPending) return;
    const expiresAt = new Date(Date.now() + Number(days) * DAY_MS - 60_000).toISOString();
    make.mutate(
      { name, scopes: [...scopes], expiresAt, networks: linesIn(networks) },
      { onSuccess: onMade, onError: (error) => toastFailure('Key not made', error, 'Please try again') },
    );
  };
  const { error: scopesError } = fieldOf('scopes');
  return (
    <form noValidate onSubmit={submit} className={formClass}>
      <TextField
        label="Name"
        hint="The program that uses it"
        autoComplete="off"
        maxLength={KEY_NAME_MAX}
        value={name}
        onChange={(event) => setName(event.target.value)}
        ref={first}
        {...fieldOf('name')}
      />
      <fieldset aria-describedby={scopesError ? scopesId : undefined}>
        <legend className="mb-2 text-13 font-medium">Scopes</legend>
        <div className="flex flex-col gap-3">
          {SCOPE_NAMES.map((scope) => (
            <CheckboxField
              key={scope}
              name="scopes"
              label={scope}
              hint={`${SCOPES[scope].opens}${isOfAddresses(scope) ? '. Another admin confirms it' : ''}`}
              checked={scopes.includes(scope)}
              onChange={(event) => {
                toggle(scope, event.target.checked);
                fieldOf('scopes').onInput();
              }}
            />
          ))}
        </div>
        {scopesError && (
          <p id={scopesId} role="alert" className={`${hintClass} text-danger`}>
            {scopesError}
          </p>
        )}
      </fieldset>
      <SelectField
        label="Expires in"
        value={days}
        onChange={setDays}
        groups={[
          Object.entries(DAYS)
            .sort(([one], [other]) => Number(one) - Number(other))
            .map(([value, label]) => ({ value, label })),
        ]}
      />
      <TextField
        label="Networks (optional)"
        hint="IP addresses or CIDRs, separated by commas. Empty: from any network"
        dir="ltr"
        autoComplete="off"
        {...noAutocorrect}
        placeholder="192.0.2.0/24"
        value={networks}
        onChange={(event) => setNetworks(event.target.value)}
      />
      <div className="flex justify-end gap-2">
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={make.isPending}>
          {make.isPending ? 'Making…' : 'Make key'}
        </Button>
      </div>
    </form>
  );
}
