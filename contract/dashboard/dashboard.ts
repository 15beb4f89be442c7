import * as z from 'zod';
import { Done, endpoint } from '../endpoint.ts';
import { CHART_RANGES } from './dashboard.rules.ts';

export const adminStats = endpoint('GET /api/admin/stats', {
  summary: 'Users, users online, pending actions and failed sign-ins of the last 24 hours',
  answer: z.object({
    totalUsers: z.int(),
    onlineUsers: z.int(),
    pendingActions: z.int(),
    securityAlerts: z.int(),
  }),
});

const Share = z.object({ guests: z.int(), verified: z.int() });

export const Charts = z.object({
  /** Bars of `BAR_HOURS`. The first starts with the range, so it is shorter. */
  hours: z.array(z.object({ start: z.iso.datetime(), signIns: z.int(), failures: z.int() })),
  /** Guests who are new in the range, and how far they have come since. */
  funnel: z.object({ entered: z.int(), gaveAddress: z.int(), enteredCode: z.int(), verified: z.int() }),
  /** Of those who gave an address: how many were verified within five minutes. */
  help: z.object({ with: Share, without: Share }),
  /** Older ones are deleted, except sign-ins of staff. */
  keptDays: z.object({ signIns: z.int(), guests: z.int() }),
});
export type Charts = z.output<typeof Charts>;

const OFFSET = 'The offset is the minutes from local time to UTC, between -840 and 720';

export const dashboardCharts = endpoint('GET /api/admin/charts', {
  summary: 'Sign-ins and failures of a range by hour, six hours or day, guests by step, and whether help helped',
  query: z.object({
    range: z.enum(CHART_RANGES, `The range is one of ${CHART_RANGES.join(', ')}`).default('24h'),
    /** From `Date.getTimezoneOffset()`, so that bars start with the viewer's hours and days. */
    offset: z.coerce.number(OFFSET).int(OFFSET).min(-840, OFFSET).max(720, OFFSET).default(0),
  }),
  answer: Charts,
});

export const Remedy = z.union([
  z.object({ href: z.string(), label: z.string() }),
  z.object({ code: z.string(), see: z.string() }),
]);
export type Remedy = z.output<typeof Remedy>;

export const SecurityCheck = z.object({
  id: z.string(),
  title: z.string(),
  result: z.enum(['pass', 'warning', 'fail', 'not_set_up']),
  advice: z.string(),
  remedy: Remedy,
});
export type SecurityCheck = z.output<typeof SecurityCheck>;

export const runSecurityChecks = endpoint('GET /api/admin/security-check', {
  summary: 'Checks how secure this installation is',
  answer: z.array(SecurityCheck),
});

export const SetupStep = z.object({
  id: z.enum(['password', 'second-factor', 'mail', 'https', 'exit-url', 'users', 'chat']),
  title: z.string(),
  state: z.enum(['done', 'open', 'optional']),
  advice: z.string(),
  remedy: Remedy,
});
export type SetupStep = z.output<typeof SetupStep>;

export const setup = endpoint('GET /api/admin/setup', {
  summary: 'What is left to be set up; without steps once this admin has put the card away',
  answer: z.object({ dismissed: z.boolean(), steps: z.array(SetupStep) }),
});

export const dismissSetup = endpoint('PUT /api/admin/setup', {
  summary: 'Put the set-up card away, or bring it back, for this admin',
  body: z.object({ dismissed: z.boolean() }),
  answer: Done,
});
