interface TruncatedProps {
  text: string;
  /** Where the tooltip says more than the text. */
  title?: string;
  className?: string;
}

/** Text that ends in an ellipsis where its row has no room for it; the tooltip has all of it. */
export const Truncated = ({ text, title = text, className = '' }: TruncatedProps) => (
  <bdi title={title} className={`truncate text-left ${className}`}>
    {text}
  </bdi>
);
