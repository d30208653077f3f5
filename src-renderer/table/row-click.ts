/** Whether a click in a row opens it: not on its links, buttons and fields, and not where text was just marked. */
export const isOpeningClick = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('a, button, input, label, [role="dialog"]') === null &&
  window.getSelection()?.type !== 'Range'
