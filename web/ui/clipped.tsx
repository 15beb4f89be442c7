interface ClippedProps {
  text: string;
  title?: string;
  className?: string;
}

export const Clipped = ({ text, title = text, className = '' }: ClippedProps) => (
  <bdi title={title} className={`truncate text-start ${className}`}>
    {text}
  </bdi>
);
