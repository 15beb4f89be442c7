/** What a person told us, or that they did not. */
export const Given = ({ text }: { text: string | null }) =>
  text ? <bdi className="whitespace-pre-line">{text}</bdi> : <span className="text-muted">Not provided</span>;
