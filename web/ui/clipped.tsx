interface ClippedProps {
  text: string;
  /** In the tooltip, where that is not the text itself. */
  title?: string;
  className?: string;
}

/** A line that ends in an ellipsis where there is no room for it, with the whole of it in the tooltip. */
export const Clipped = ({ text, title = text, className = '' }: ClippedProps) => (
  <bdi title={title} className={`truncate text-left ${className}`}>
    {text}
  </bdi>
);
