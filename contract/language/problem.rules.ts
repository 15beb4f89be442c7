import type { Messages } from './messages.ts';

type Problems = Messages['problems'];
type Values<Message> = Message extends (...values: infer Values) => string ? Values : [];

/** Message of a zod rule, which `problemSentence` translates. */
export const problem = <Key extends keyof Problems>(key: Key, ...values: Values<Problems[Key]>): string =>
  JSON.stringify([key, ...values]);

/** Rules of the back-office have English sentences instead. */
export function problemSentence(problems: Problems, message: string): string {
  if (!message.startsWith('["')) return message;
  const [key, ...values] = JSON.parse(message) as [keyof Problems, ...never[]];
  const sentence: string | ((...values: never[]) => string) = problems[key];
  return typeof sentence === 'string' ? sentence : sentence(...values);
}
