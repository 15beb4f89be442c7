import { useMutation } from '@tanstack/react-query';
import type { Answer } from '../../lib/api.ts';
import { apiUpload } from '../../lib/api-admin.ts';
import { useListChanges } from './list-query.ts';

export type ImportReport = Answer<'POST /api/admin/users/import'>;

/**
 * Reads a file on the server without creating anybody. The answer comes with a copy of what was read,
 * because the file can change on the disk before it is imported.
 */
export const useImportCheck = () =>
  useMutation({
    mutationFn: async (file: File) => {
      const copy = new Blob([await file.arrayBuffer()]);
      const report = await apiUpload('POST /api/admin/users/import', { query: { dryRun: 'true' }, body: copy });
      return { copy, report };
    },
  });

interface Import {
  contents: Blob;
  sendByMail: boolean;
}

export function useImport() {
  const { renew } = useListChanges();
  return useMutation({
    mutationFn: ({ contents, sendByMail }: Import) =>
      apiUpload('POST /api/admin/users/import', {
        query: { sendByMail: sendByMail ? 'true' : 'false' },
        body: contents,
      }),
    onSettled: () => {
      renew();
    },
  });
}
