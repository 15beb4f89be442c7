import pbkdf2Worker from 'altcha/workers/pbkdf2?worker&url';
import scryptWorker from 'altcha/workers/scrypt?worker&url';
import type { Challenge } from '../../../contract/captcha/captcha.ts';
import { api } from '../../lib/api/api.ts';
import { ApiError } from '../../lib/api/api-error.ts';

interface Solution {
  counter: number;
  derivedKey: string;
  time: number;
}

/** Null if the worker gave up. */
type WorkerAnswer = Solution | null | { error: unknown };

const MOST_WORKERS = 4;

interface ScriptPolicy {
  createScriptURL(url: string): string;
}

/** The server's Trusted Types policy allows only scripts created here. */
const policy = (
  window as { trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy } }
).trustedTypes?.createPolicy('captcha-worker', { createScriptURL: (url) => url });

/** Each worker tries every n-th number; the first match wins. */
function search(challenge: Challenge, workerUrl: string, signal: AbortSignal): Promise<Solution> {
  const count = Math.min(navigator.hardwareConcurrency || 2, MOST_WORKERS);
  const scriptUrl = policy?.createScriptURL(workerUrl) ?? workerUrl;
  const workers = Array.from({ length: count }, () => new Worker(scriptUrl, { type: 'module' }));
  const found = new Promise<Solution>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    workers.forEach((worker, counterStart) => {
      worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>) => {
        if (data && 'counter' in data) resolve(data);
        else reject(data);
      };
      worker.onerror = reject;
      worker.postMessage({ type: 'work', challenge, counterStart, counterStep: count });
    });
  });
  return found.finally(() => {
    for (const worker of workers) worker.terminate();
  });
}

const TRIES_WHILE_BUSY = 3;

/** A busy server has not used up the captcha, so the same call can be repeated. */
export const isBusy = (error: unknown) => error instanceof ApiError && error.id === 'busy';

export async function retryWhileBusy<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      if (!isBusy(error) || tries > TRIES_WHILE_BUSY) throw error;
      const seconds = (error as ApiError).retryAfter ?? 2;
      await new Promise((again) => setTimeout(again, seconds * 1000));
    }
  }
}

export async function solveChallenge(signal: AbortSignal): Promise<string> {
  // PBKDF2 needs Web Crypto, which only secure contexts have.
  const [algorithm, workerUrl] = window.isSecureContext
    ? (['PBKDF2/SHA-256', pbkdf2Worker] as const)
    : (['SCRYPT', scryptWorker] as const);
  const challenge = await retryWhileBusy(() => api('GET /api/captcha/challenge', { query: { algorithm } }));
  signal.throwIfAborted();
  const solution = await search(challenge, workerUrl, signal);
  return btoa(JSON.stringify({ challenge, solution }));
}
