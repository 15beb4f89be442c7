import { runCommand } from '../server/command.ts';
import { adminCommand } from '../server/features/users/admin-command.ts';

await runCommand(adminCommand);
