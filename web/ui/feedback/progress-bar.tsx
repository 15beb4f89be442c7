interface ProgressBarProps {
  value: number;
  max: number;
  label: string;
  text: string;
  tone?: 'accent' | 'danger';
}

const tones = { accent: 'text-accent', danger: 'text-danger' };

export const ProgressBar = ({ value, max, label, text, tone = 'accent' }: ProgressBarProps) => (
  <progress
    value={value}
    max={max}
    aria-label={label}
    aria-valuetext={text}
    className={`progress-bar block h-1 w-full ${tones[tone]}`}
  />
);
