import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { PICTURE_FILE_BYTES_MAX, PICTURE_SIDE } from '../../../contract/account/picture.rules.ts';
import type { CurrentUser } from '../../../contract/auth/auth.ts';
import { api } from '../../lib/api/api.ts';
import { messages, useMessages } from '../../lib/messages.ts';
import { currentUserKey } from '../../lib/portal.ts';
import { Button } from '../../ui/button.tsx';
import { toast, toastFailure, toastSuccess } from '../../ui/overlays/toast.ts';

/** Redraws the picture, so that no metadata leaves the browser, such as where it was taken. */
async function asSmallJpeg(file: File): Promise<string> {
  const image = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = PICTURE_SIDE;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const side = Math.min(image.width, image.height);
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
  // JPEG has no transparency.
  context.fillStyle = 'white';
  context.fillRect(0, 0, PICTURE_SIDE, PICTURE_SIDE);
  context.drawImage(image, left, top, side, side, 0, 0, PICTURE_SIDE, PICTURE_SIDE);
  return canvas.toDataURL('image/jpeg', 0.85).replace(/^.*,/, '');
}

/** Null removes the picture. */
function useChangePicture() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (picture: string | null) => {
      if (picture !== null) return (await api('PUT /api/user/picture', { body: { picture } })).profileImageUrl;
      await api('DELETE /api/user/picture');
      return null;
    },
    onSuccess: (profileImageUrl) => {
      queryClient.setQueryData<CurrentUser | null>(currentUserKey, (user) => user && { ...user, profileImageUrl });
      toastSuccess(profileImageUrl === null ? messages().account.picture.removed : messages().account.picture.saved);
    },
    onError: (error, picture) => {
      const { account, shared } = messages();
      const { notRemoved, notSaved } = account.picture;
      toastFailure(picture === null ? notRemoved : notSaved, error, shared.pleaseTryAgain);
    },
  });
}

export function OwnPicture({ hasPicture }: { hasPicture: boolean }) {
  const { account, problems } = useMessages();
  const { picture } = account;
  const input = useRef<HTMLInputElement>(null);
  const change = useChangePicture();
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const refuse = (description: string) => toast({ title: picture.notSaved, description, variant: 'error' });
    if (file.size > PICTURE_FILE_BYTES_MAX) return refuse(problems.pictureFileTooLarge);
    try {
      change.mutate(await asSmallJpeg(file));
    } catch {
      refuse(problems.notAPicture);
    }
  };
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {hasPicture && (
        <Button variant="ghost" pending={change.isPending} onClick={() => change.mutate(null)}>
          {picture.remove}
        </Button>
      )}
      <Button variant="secondary" pending={change.isPending} onClick={() => input.current?.click()}>
        {hasPicture ? picture.change : picture.add}
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={picture.title}
        tabIndex={-1}
        className="hidden"
        onChange={({ target }) => {
          choose(target.files?.[0]);
          // So that the same file can be chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}
