import * as z from 'zod';
import { Done, endpoint } from '../endpoint.ts';
import { problem } from '../language/problem.rules.ts';
import { PICTURE_BYTES_MAX } from './picture.rules.ts';

export const setPicture = endpoint('PUT /api/user/picture', {
  summary: "Replace the signed-in user's own picture",
  body: z.object({
    picture: z.base64(problem('notAPicture')).max(Math.ceil(PICTURE_BYTES_MAX / 3) * 4, problem('pictureTooLarge')),
  }),
  answer: z.object({ profileImageUrl: z.string() }),
});

export const removePicture = endpoint('DELETE /api/user/picture', {
  summary: "Remove the signed-in user's own picture",
  answer: Done,
});
