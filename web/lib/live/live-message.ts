import type { ServerMessage } from '../../../contract/live.ts';

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const TEXTS = ['id', 'type', 'severity', 'title', 'message', 'createdAt'];

/** Checked by hand: the contract's schema would add zod to every back-office page. */
const isNotification = (value: unknown) =>
  isObject(value) &&
  TEXTS.every((name) => typeof value[name] === 'string') &&
  typeof value.isRead === 'boolean' &&
  typeof value.count === 'number' &&
  isObject(value.about) &&
  isObject(value.metadata);

const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;

const wellFormed: Record<ServerMessage['type'], (message: Fields) => boolean> = {
  new_notification: ({ notification }) => isNotification(notification),
  unread_count: ({ count, needsAction }) => isCount(count) && isCount(needsAction),
  guests_changed: () => true,
  bulk_changed: () => true,
};

function parsed(data: unknown): unknown {
  try {
    return JSON.parse(String(data));
  } catch {
    return null;
  }
}

export function readMessage(data: unknown): ServerMessage | null {
  const message = parsed(data);
  if (!isObject(message) || typeof message.type !== 'string' || !Object.hasOwn(wellFormed, message.type)) return null;
  return wellFormed[message.type as ServerMessage['type']](message) ? (message as ServerMessage) : null;
}
