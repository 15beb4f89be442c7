/** Plain calls: guests do not download the query library. */
import { useEffect, useEffectEvent, useState } from 'react';
import type { MyData } from '../../../../contract/people/people.ts';
import { type Answer, api } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useSecondsLeft } from '../../../lib/use-seconds-left.ts';

export type Erasure = Answer<'DELETE /api/guest/my-data'>;

export type MyDataState =
  | { is: 'loading' }
  | { is: 'failed'; error: unknown }
  /** This browser has not confirmed an address in the last minutes. */
  | { is: 'over'; sentence: string }
  | { is: 'shown'; data: MyData; endsAt: number };

async function load(): Promise<MyDataState> {
  try {
    const data = await api('GET /api/guest/my-data');
    return { is: 'shown', data, endsAt: Date.now() + data.remainingMs };
  } catch (error) {
    const isOver = error instanceof ApiError && error.id === 'not_confirmed_lately';
    return isOver ? { is: 'over', sentence: error.sentence } : { is: 'failed', error };
  }
}

export const eraseMyData = () => api('DELETE /api/guest/my-data');

export function useMyData() {
  const [state, setState] = useState<MyDataState>({ is: 'loading' });
  const reload = async () => setState(await load());
  const secondsLeft = useSecondsLeft(state.is === 'shown' ? state.endsAt : null);
  const isOver = secondsLeft === 0;
  const refresh = useEffectEvent(reload);
  useEffect(() => {
    refresh();
  }, []);
  // When the time is over, the server says what to do next.
  useEffect(() => {
    if (isOver) refresh();
  }, [isOver]);
  return { state, reload, minutesLeft: secondsLeft === null ? null : Math.ceil(secondsLeft / 60) };
}
