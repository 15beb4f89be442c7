import { Check, CircleAlert, Clock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { CONFIRM_ANOTHER, EMAIL_ENTRY_PATH } from '../../../contract/verification/verification.rules.ts';
import { type Erasure, useMyData } from '../../features/people/my-data/api.ts';
import { MyDataView } from '../../features/people/my-data/my-data.tsx';
import { OwnAddress } from '../../features/people/my-data/own-address.tsx';
import { Stays } from '../../features/people/my-data/stays.tsx';
import { sentenceOf } from '../../lib/api/api-error.ts';
import { useMessages } from '../../lib/messages.ts';
import { useTitle } from '../../lib/use-title.ts';
import { WithSlots } from '../../lib/with-slots.tsx';
import { Button } from '../../ui/button.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { MessageScreen } from '../../ui/feedback/message-screen.tsx';

/** `forget` removes the address from this tab, or the first page would still show it. */
export function MyDataPage({ forget }: { forget: () => void }) {
  const { shared, myData } = useMessages();
  const { state, reload, minutesLeft } = useMyData();
  const [erased, setErased] = useState<{ email: string; result: Erasure } | null>(null);
  const [, navigate] = useLocation();
  useTitle(myData.title);

  if (erased) return <Erased {...erased} />;
  if (state.is === 'loading') return <Loading />;
  if (state.is === 'over')
    return (
      <MessageScreen
        icon={Clock}
        title={myData.over.title}
        action={
          <Button
            onClick={() => {
              forget();
              navigate(EMAIL_ENTRY_PATH, { state: CONFIRM_ANOTHER });
            }}
          >
            {myData.over.confirm}
          </Button>
        }
      >
        {state.sentence}
      </MessageScreen>
    );
  if (state.is === 'failed')
    return (
      <MessageScreen
        icon={CircleAlert}
        title={myData.failed}
        action={<Button onClick={reload}>{shared.tryAgain}</Button>}
      >
        <span role="alert">{sentenceOf(state.error, shared.pleaseTryAgainLater)}</span>
      </MessageScreen>
    );
  const { data } = state;
  return (
    <MyDataView
      data={data}
      minutesLeft={minutesLeft}
      onErased={(result) => {
        forget();
        setErased({ email: data.email, result });
      }}
    />
  );
}

function Erased({ email, result }: { email: string; result: Erasure }) {
  const words = useMessages().myData.erased;
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(words.title);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className="animate-appear text-center">
      <span className="mx-auto grid size-16 place-items-center rounded-full bg-success-soft text-success" aria-hidden>
        <Check size={32} strokeWidth={2.5} />
      </span>
      <h1 ref={heading} tabIndex={-1} className="mt-6 text-28 font-semibold tracking-tight">
        {words.title}
      </h1>
      <p className="mt-3 text-16 text-pretty text-muted">
        <WithSlots message={words.description} slots={{ email: <OwnAddress email={email} /> }} />
      </p>
      <Stays stays={result.stayed} />
    </section>
  );
}
