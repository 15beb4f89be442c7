import { useEffect, useId, useRef, useState } from 'react';
import { domainOf } from '../../../contract/text/email.ts';
import { suggestedEmail } from '../../../contract/text/email-suggestion.ts';
import { useMessages } from '../../lib/messages.ts';
import { WithSlots } from '../../lib/with-slots.tsx';
import { Button } from '../../ui/button.tsx';

export interface Question {
  typed: string;
  meant: string;
}

export function questionAbout(typed: string): Question | null {
  const meant = suggestedEmail(typed);
  return meant === null ? null : { typed, meant };
}

interface SuggestionStepProps extends Question {
  pending: boolean;
  onChoose: (email: string) => void;
}

export function SuggestionStep({ typed, meant, pending, onChoose }: SuggestionStepProps) {
  const { suggestion } = useMessages().guest;
  const sentence = useRef<HTMLParagraphElement>(null);
  const id = useId();
  const [chosen, setChosen] = useState('');
  // Focuses the sentence, not a button: the Enter that submitted the form must not press it.
  useEffect(() => sentence.current?.focus(), []);

  const choice = (email: string, message: string, variant: 'primary' | 'secondary') => (
    <Button
      variant={variant}
      pending={pending && chosen === email}
      onClick={() => {
        if (pending) return;
        setChosen(email);
        onChoose(email);
      }}
      className="mt-3 h-auto! min-h-(--control-height) w-full py-2 whitespace-normal! wrap-anywhere"
    >
      {/* One child, because the button puts gaps between its children. */}
      <span className="min-w-0">
        <WithSlots message={message} slots={{ domain: <bdi dir="ltr">@{domainOf(email)}</bdi> }} />
      </span>
    </Button>
  );

  const address = (
    <bdi dir="ltr">
      {meant.slice(0, meant.lastIndexOf('@'))}
      <strong className="font-semibold">@{domainOf(meant)}</strong>
    </bdi>
  );
  return (
    <fieldset aria-labelledby={id} className="mt-5 min-w-0 rounded-card border border-line bg-surface p-4">
      <p id={id} ref={sentence} tabIndex={-1} className="text-16 wrap-anywhere outline-none">
        <WithSlots message={suggestion.question} slots={{ email: address }} />
      </p>
      {choice(meant, suggestion.accept, 'primary')}
      {choice(typed, suggestion.decline, 'secondary')}
    </fieldset>
  );
}
