/** For calls that people neither wait for nor miss: a failure is only written to the console. */
export const inBackground = (call: Promise<unknown>) =>
  call.then(
    () => {},
    (error: unknown) => console.info(error),
  );
