// Who has the next key. A button keeps the focus after a click, but the next key is meant for the table; a button that
// the Tab key reached has the key itself.

const TYPING = 'input:not([type="checkbox"], [type="radio"], [readonly]), textarea, select, [contenteditable="true"]'
const PRESSABLE = 'button, a[href], summary, [role="button"], [role="menuitem"], [role="tab"], input[type="checkbox"]'

const CLICKABLE = `${PRESSABLE}, input`

/** What was clicked since the Tab key was last used; after a menu or a dialog the focus returns to such an element. */
let clicked = new WeakSet<Element>()

/** Follows what the mouse clicks. */
export const followFocus = (): (() => void) => {
  const onPointer = ({ target }: PointerEvent) => {
    if (!(target instanceof Element)) return
    const control = target.closest('label')?.control
    for (const element of [target.closest(CLICKABLE), control]) if (element != null) clicked.add(element)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') clicked = new WeakSet()
  }
  window.addEventListener('pointerdown', onPointer, { capture: true })
  window.addEventListener('keydown', onKey, { capture: true })
  return () => {
    window.removeEventListener('pointerdown', onPointer, { capture: true })
    window.removeEventListener('keydown', onKey, { capture: true })
  }
}

export const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.matches(TYPING)

/** Enter and space belong to a button; Enter not where the mouse left the focus on it. */
export const isPress = (target: EventTarget | null, stroke: string): boolean =>
  target instanceof Element &&
  target.closest(PRESSABLE) !== null &&
  (stroke === 'space' || (stroke === 'enter' && !clicked.has(target)))

/** Nothing holds the focus that has keys of its own: the view itself, or what was clicked. */
export const isFocusFree = (): boolean => {
  const { activeElement } = document
  return (
    activeElement === null ||
    activeElement === document.body ||
    activeElement.id === 'view' ||
    (clicked.has(activeElement) && !isTyping(activeElement))
  )
}
