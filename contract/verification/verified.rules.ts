/** Also the server's CSV. New columns go last: other programs read by position. */
export const VERIFIED_COLUMNS = [
  'Verified at',
  'E-mail',
  'Seconds taken',
  'Helped by staff',
  'Gate subject',
  'Gate token ID',
  'Gate claims',
] as const;
