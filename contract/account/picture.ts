import * as z from 'zod';
import { Done, endpoint } from '../endpoint.ts';
import { NOT_A_PICTURE, PICTURE_BYTES_MAX } from './picture.rules.ts';

export const setPicture = endpoint('PUT /api/user/picture', {
  summary: "Replace the signed-in user's own picture",
  body: z.object({
    picture: z.base64(NOT_A_PICTURE).max(Math.ceil(PICTURE_BYTES_MAX / 3) * 4, 'A picture can have at most 64 kB'),
  }),
  answer: z.object({ profileImageUrl: z.string() }),
});

export const removePicture = endpoint('DELETE /api/user/picture', {
  summary: "Remove the signed-in user's own picture",
  answer: Done,
});
