import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { Challenge } from '../../contract/captcha/captcha.ts';
import { WAIT_MS } from './patience.ts';

/** Signs in to a running server, with the real captcha work. */
export async function signInAt(url: string, username: string, password: string): Promise<Response> {
  const challenge = Challenge.parse(await (await fetch(`${url}/api/captcha/challenge`)).json());
  const solution = await solveChallenge({ challenge, deriveKey, timeout: WAIT_MS });
  const recaptchaToken = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  return fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, recaptchaToken }),
  });
}
