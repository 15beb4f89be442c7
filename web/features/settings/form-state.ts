import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod';
import type { SettingsInput } from '../../../contract/settings.ts';

export type SettingsValues = z.input<typeof SettingsInput>;

/** The form as its cards see it. */
export type SettingsFormState = UseFormReturn<SettingsValues, unknown, z.output<typeof SettingsInput>>;
