import { restoreCommand } from '../server/backup/restore-command.ts';
import { runCommand } from '../server/command.ts';

await runCommand(restoreCommand);
