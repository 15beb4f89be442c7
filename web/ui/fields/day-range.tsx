import { DayField } from './day-field.tsx';

interface DayRangeProps {
  from: string;
  to: string;
  onChange: (days: { from?: string; to?: string }) => void;
}

export const DayRange = ({ from, to, onChange }: DayRangeProps) => (
  <div className="flex gap-3 max-sm:order-1 max-sm:w-full">
    <DayField label="From" value={from} max={to} onChange={(day) => onChange({ from: day })} />
    <DayField label="To" value={to} min={from} onChange={(day) => onChange({ to: day })} />
  </div>
);
