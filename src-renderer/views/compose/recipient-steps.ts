import { type Addressee, removePeople, setCompose, useCompose } from '../../state/compose/compose.ts'
import { usePreviewed } from '../../state/compose/preview.ts'
import { notify } from '../../state/notices.ts'
import { notifyWithUndo } from '../../state/undo.tsx'
import { nextBlocked } from './people-counts.ts'

/** One on or back, around the ends. */
export const stepRecipient = (by: 1 | -1): void => {
  const { people, at } = useCompose.getState()
  if (people.length > 0) setCompose({ at: (at + by + people.length) % people.length })
}

export const showNextBlocked = (): void => {
  const { people, at } = useCompose.getState()
  const index = nextBlocked(people, usePreviewed.getState().seen, at)
  if (index === null) notify({ title: 'No recipient is blocked' })
  else setCompose({ at: index })
}

export const removeRecipients = (what: string, isGone: (person: Addressee) => boolean): void => {
  const before = removePeople(isGone)
  notifyWithUndo(what, () => setCompose({ people: before }))
}
