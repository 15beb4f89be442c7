import { Fragment } from 'react';

/** Lets an address break before `@` and `.` and after `/`, so that no word of it is cut in two. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=\w)(?=[@.]\w)|(?<=\/)(?=\w)/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no id
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
