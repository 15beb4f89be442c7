/** How far staff have come with a guest. No schemas here: pages import this file. */

export const STEER_WHATS = ['email-prompt', 'code-prompt', 'move', 'exit', 'resend'] as const;
export type SteerWhat = (typeof STEER_WHATS)[number];

/**
 * Sent: it waits. Delivered: the guest's page has taken it. Seen: the prompt is on the screen, the page of the destination is
 * open, or the guest has left for the exit. Declined: the guest chose not to leave. Withdrawn: it will never get there.
 */
export const STEER_STATES = ['sent', 'delivered', 'seen', 'declined', 'withdrawn'] as const;
export type SteerState = (typeof STEER_STATES)[number];

/** Whoever has not done anything for a guest for that long is not helping any more. */
export const CLAIM_SILENT_SECONDS = 120;
