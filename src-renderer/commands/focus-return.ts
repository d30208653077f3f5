// The focus never falls to nowhere. When what had it is gone (a dialog that was closed, a step that is over, a row that was
// removed), it returns to where it was before, else to the view. A dialog that is open keeps it.

const DIALOG = '[role="dialog"][aria-modal="true"]'
const VIEW = '#view'
const FIRST_IN_DIALOG = '[data-autofocus], input, textarea, select, button:not([aria-label="Close"])'
const KEPT = 12

/** Where the focus was; null: nowhere, as after a click on a text. */
type Stop = { readonly element: HTMLElement | null; readonly isInDialog: boolean; readonly isInView: boolean }

const stopOf = (element: HTMLElement | null): Stop => ({
  element,
  isInDialog: element?.closest('[role="dialog"], [role="menu"], [role="listbox"]') != null,
  isInView: element?.closest(VIEW) != null,
})

const canTake = ({ element }: Stop): boolean =>
  element?.isConnected === true && !element.matches(':disabled') && element.checkVisibility()

/** From a dialog or a menu to what opened it, wherever that is; from a part of the view to another part of the view. */
const returnTo = (lost: Stop, earlier: readonly Stop[]): HTMLElement | null => {
  const dialog = [...document.querySelectorAll<HTMLElement>(DIALOG)].at(-1)
  if (dialog !== undefined) {
    const last = earlier.find((stop) => dialog.contains(stop.element) && canTake(stop))
    return last?.element ?? dialog.querySelector<HTMLElement>(FIRST_IN_DIALOG) ?? dialog
  }
  const outside = earlier.filter(({ isInDialog }) => !isInDialog)
  const opener = lost.isInDialog ? outside[0] : lost
  const view = document.querySelector<HTMLElement>(VIEW)
  // It was nowhere before: keys are for the view.
  if (opener?.element == null) return view
  return outside.find((stop) => canTake(stop) && (stop.isInView || !opener.isInView))?.element ?? view
}

/** Follows the focus of the page. */
export const followLostFocus = (): (() => void) => {
  /** The last one first. */
  let stops: readonly Stop[] = []
  const push = (element: HTMLElement | null) => {
    if (stops[0]?.element === element) return
    stops = [stopOf(element), ...stops.filter((stop) => stop.element !== element)].slice(0, KEPT)
  }
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) push(target)
  }
  const onBlur = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof HTMLElement)) return
    // An element that is just being removed is still on the page here. One that stays: a person clicked beside everything.
    queueMicrotask(() => {
      if (target.isConnected && document.activeElement === document.body && document.hasFocus()) push(null)
    })
  }
  const onChange = () => {
    const [lost, ...earlier] = stops
    if (lost?.element == null || lost.element.isConnected || document.activeElement !== document.body) return
    stops = earlier
    returnTo(lost, earlier)?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver(onChange)
  observer.observe(document.body, { childList: true, subtree: true })
  window.addEventListener('focusin', onFocus)
  window.addEventListener('focusout', onBlur)
  return () => {
    observer.disconnect()
    window.removeEventListener('focusin', onFocus)
    window.removeEventListener('focusout', onBlur)
  }
}
