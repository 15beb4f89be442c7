import { backupCommand } from '../server/backup/backup-command.ts';
import { runCommand } from '../server/command.ts';

await runCommand(backupCommand);
