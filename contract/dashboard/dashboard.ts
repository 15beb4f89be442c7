import * as z from 'zod';
import { Done, endpoint } from '../endpoint.ts';

export const adminStats = endpoint('GET /api/admin/stats', {
  summary: 'Users, users online, pending actions and failed sign-ins of the last 24 hours',
  answer: z.object({
    totalUsers: z.int(),
    onlineUsers: z.int(),
    pendingActions: z.int(),
    securityAlerts: z.int(),
  }),
});

export const Charts = z.object({
  hours: z.array(z.object({ start: z.iso.datetime(), signIns: z.int(), failures: z.int() })),
  funnel: z.object({ entered: z.int(), gaveAddress: z.int(), enteredCode: z.int(), verified: z.int() }),
});
export type Charts = z.output<typeof Charts>;

export const dashboardCharts = endpoint('GET /api/admin/charts', {
  summary: 'Sign-ins and failures by hour, and guests by step',
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
  summary: 'Checks how safely this installation is set up',
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
