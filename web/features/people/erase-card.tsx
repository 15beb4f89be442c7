import { TriangleAlert } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { KIND_WORDS } from '../../../contract/people/people.rules.ts';
import type { PersonErased, PersonFound } from '../../../contract/people/people.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formClass, noAutocorrect, TextField } from '../../ui/fields/field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { toastFailure } from '../../ui/overlays/toast.ts';
import { Address } from './address.tsx';
import { useErasePerson } from './api.ts';
import { StayList } from './stay-list.tsx';

interface EraseProps {
  person: PersonFound;
  onErased: (result: PersonErased) => void;
}

export function EraseCard({ person, onErased }: EraseProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Card title="Erase" description="Removes this person's data for good">
      <p className="text-13 text-muted">
        Download the data first if the person has asked for a copy. Nobody can restore it, not even from a backup.
      </p>
      {person.refusal && (
        <p id={id} className="mt-3 flex items-start gap-2 text-13 text-warning">
          <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden />
          {person.refusal}
        </p>
      )}
      <Button
        variant="danger"
        disabled={person.refusal !== null}
        aria-describedby={person.refusal ? id : undefined}
        onClick={() => setOpen(true)}
        className="mt-4"
      >
        Erase…
      </Button>
      {open && <EraseDialog person={person} onErased={onErased} onClose={() => setOpen(false)} />}
    </Card>
  );
}

/** Entries in the audit trail stay, under a pseudonym. */
const erasedOf = ({ found }: PersonFound) => found.filter(({ kind }) => kind !== 'audit');

function EraseDialog({ person, onErased, onClose }: EraseProps & { onClose: () => void }) {
  const { mutate, isPending } = useErasePerson();
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { email, account, stays } = person;
  const erased = erasedOf(person);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    if (typed.trim().toLowerCase() !== email.toLowerCase()) return setWrong(true);
    mutate(email, {
      onSuccess: onErased,
      onError: (error) => {
        toastFailure("Couldn't erase", error, 'It may have begun. Find the person again to see what is left.');
        onClose();
      },
    });
  };
  return (
    <Dialog
      title={
        <>
          Erase <Address email={email} />?
        </>
      }
      description="This can't be undone."
      size="medium"
      busy={isPending}
      holds
      open
      onOpenChange={onClose}
    >
      <form noValidate onSubmit={submit} className={formClass}>
        <div>
          <h3 className="mb-2 text-13 font-semibold">What is erased</h3>
          <ul aria-label="What is erased" className="text-13">
            {erased.length === 0 && <li>The person's name in the audit trail</li>}
            {erased.map(({ kind, count }) => (
              <li key={kind}>
                {KIND_WORDS[kind]}: <span className="tabular-nums">{count.toLocaleString('en')}</span>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-13 text-muted">
            {account && (
              <>
                <bdi>{account.username}</bdi> is signed out and can't sign in any more.{' '}
              </>
            )}
            Emails and webhooks that are still waiting aren't sent. If a backup is restored later, the data is erased
            again.
          </p>
        </div>
        {stays.length > 0 && (
          <div>
            <h3 className="mb-2 text-13 font-semibold">What stays</h3>
            <StayList stays={stays} />
          </div>
        )}
        <TextField
          label="Type the email address to confirm"
          dir="ltr"
          autoComplete="off"
          {...noAutocorrect}
          value={typed}
          error={isWrong ? `Type ${email} to confirm.` : undefined}
          onChange={({ target }) => {
            setTyped(target.value);
            setWrong(false);
          }}
        />
        <div className="flex justify-end gap-2">
          <Button variant="secondary" disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={isPending}>
            {isPending ? 'Erasing…' : 'Erase for good'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
