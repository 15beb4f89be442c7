import type { Query } from '@tanstack/react-query';

/**
 * For what is asked for again and again. What could not be loaded at all waits for somebody to try again,
 * or for the socket to be back: otherwise its failure would come and go every few seconds.
 */
export const pollEvery = (ms: number) => (query: Pick<Query, 'state'>) =>
  query.state.status === 'error' && query.state.data === undefined ? false : ms;
