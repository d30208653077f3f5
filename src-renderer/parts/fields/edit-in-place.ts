import type { KeyboardEvent } from 'react'

/** The keys of a value that is edited in its row: Enter saves it, Escape cancels. The row does not see them. */
export const saveOrCancel = (save: () => void, cancel: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Enter' && event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation()
  if (event.key === 'Enter') save()
  else cancel()
}
