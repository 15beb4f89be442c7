/** The heading of the file of verified addresses, here and from the server. */
export const VERIFIED_COLUMNS = [
  'Verified at',
  'E-mail',
  'Seconds taken',
  'Helped by staff',
  'Gate subject',
  'Gate token ID',
  'Gate claims',
] as const;
