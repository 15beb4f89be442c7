import { TextButton } from '../../ui/button.tsx';
import type { MatchingIds } from './matching-ids.ts';

/** Offered when everybody in the list is selected and there are more who match. */
export const SelectMatching = ({ found, isFinding, find }: MatchingIds) => (
  <p role="status" className="text-13 text-muted tabular-nums">
    {isFinding ? (
      `Finding everybody who matches… ${found.toLocaleString('en')}`
    ) : (
      <TextButton onClick={find}>Select all that match</TextButton>
    )}
  </p>
);
