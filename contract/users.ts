import * as z from 'zod';

export const Role = z.enum(['user', 'admin']);
export type Role = z.output<typeof Role>;

export const Status = z.enum(['active', 'suspended', 'needs_auth']);
export type Status = z.output<typeof Status>;

export const AuthType = z.enum(['password']);
