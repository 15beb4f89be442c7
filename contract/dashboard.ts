import * as z from 'zod';
import { endpoint } from './endpoint.ts';

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
  /** The last 24 hours, oldest first; each begins at `start`. */
  hours: z.array(z.object({ start: z.iso.datetime(), signIns: z.int(), failures: z.int() })),
  /** Guests of the last 24 hours, by how far they came. */
  funnel: z.object({ entered: z.int(), gaveAddress: z.int(), enteredCode: z.int(), verified: z.int() }),
});
export type Charts = z.output<typeof Charts>;

export const dashboardCharts = endpoint('GET /api/admin/charts', {
  summary: 'Sign-ins and failures by hour, and guests by step',
  answer: Charts,
});

export const SecurityCheck = z.object({
  id: z.string(),
  title: z.string(),
  result: z.enum(['pass', 'warning', 'fail']),
  /** What was found, and what to do about it. */
  advice: z.string(),
});
export type SecurityCheck = z.output<typeof SecurityCheck>;

export const runSecurityChecks = endpoint('GET /api/admin/security-check', {
  summary: 'Checks how safely this installation is set up',
  answer: z.array(SecurityCheck),
});
