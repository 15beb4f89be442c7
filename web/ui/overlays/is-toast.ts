/** A toast lies over every dialog: using it must not close the dialog and lose what is in there. */
export const isToast = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[data-toaster]') !== null;
