import { api } from '../../lib/api.ts';

/** As they are when nobody has set anything. */
const DEFAULTS = {
  emailPromptMessage: 'Please enter your email',
  codePromptMessage: 'Please enter your verification code again',
  exitUrl: 'https://example.com',
};

/** Read for every steer: the server only takes what the settings hold at that moment. */
export const steerSettings = () =>
  api('GET /api/admin/settings').catch((error: unknown) => {
    console.info(error);
    return DEFAULTS;
  });
