interface ProgressBarProps {
  value: number;
  max: number;
  label: string;
  /** The value in words. */
  text: string;
  tone?: 'accent' | 'danger';
}

const tones = { accent: 'text-accent', danger: 'text-danger' };

/** A thin bar that moves once a second, as slowly as time does. */
export const ProgressBar = ({ value, max, label, text, tone = 'accent' }: ProgressBarProps) => (
  <progress
    value={value}
    max={max}
    aria-label={label}
    aria-valuetext={text}
    className={`progress-bar block h-1 w-full ${tones[tone]}`}
  />
);
