import { QUICK_MINUTES, SHARE_LEAST } from '../../../contract/dashboard/dashboard.rules.ts';
import type { Charts } from '../../../contract/dashboard/dashboard.ts';
import { shareOf } from './scale.ts';

type Share = Charts['help']['with'];

const rows = [
  { name: 'with', label: 'With help' },
  { name: 'without', label: 'Without help' },
] as const;

const heading = `Verified within ${QUICK_MINUTES} minutes`;

export const HelpShares = ({ help }: Pick<Charts, 'help'>) => (
  <table className="mt-4 w-full border-line border-t text-13">
    <caption className="sr-only">{heading} of entering an address, with and without help from staff</caption>
    <thead>
      <tr>
        <th scope="col" className="pt-3 pb-1 text-start text-12 font-medium text-muted">
          {heading}
        </th>
        <th scope="col" className="sr-only">
          Guests
        </th>
        <th scope="col" className="sr-only">
          Share
        </th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ name, label }) => (
        <tr key={name} className="h-7">
          <th scope="row" className="text-start font-normal whitespace-nowrap">
            {label}
          </th>
          <ShareCells share={help[name]} />
        </tr>
      ))}
    </tbody>
  </table>
);

function ShareCells({ share: { guests, verified } }: { share: Share }) {
  if (guests < SHARE_LEAST)
    return (
      <td colSpan={2} className="text-end text-muted">
        Not enough guests yet
      </td>
    );
  return (
    <>
      <td className="text-end text-muted tabular-nums">
        {verified.toLocaleString('en')} of {guests.toLocaleString('en')}
      </td>
      <td className="w-12 text-end font-medium tabular-nums">{shareOf(verified, guests)}</td>
    </>
  );
}
