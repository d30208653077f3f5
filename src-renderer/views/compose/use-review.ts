import { useEffect, useState } from 'react'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import { type Compose, changeDoc, composeOf, useCompose } from '../../state/compose/compose.ts'
import { detachDoc, saveNow } from '../../state/compose/docs.ts'
import { freezePitches, queuePitches } from '../../state/compose/preview.ts'
import { setParams } from '../../state/location.ts'
import {
  acceptChanges,
  type Choices,
  changesOf,
  type Frozen,
  queueInput,
  START_CHOICES,
  stayingLabel,
} from './queue-plan.ts'

type Freezing =
  | { readonly state: 'asking' }
  | { readonly state: 'failed'; readonly error: DeskErrorValue }
  | { readonly state: 'done'; readonly frozen: Frozen }

/** Renders all pitches once; exactly these are reviewed and sent. */
const useFrozen = (): Freezing => {
  const [freezing, setFreezing] = useState<Freezing>({ state: 'asking' })
  useEffect(() => {
    let isOld = false
    const compose = useCompose.getState()
    void saveNow()
    const freezing = freezePitches(compose, compose.people)
    void freezing.done.then((reply) => {
      if (isOld) return
      setFreezing(reply.ok ? { state: 'done', frozen: reply.value } : { state: 'failed', error: reply.error })
    })
    return () => {
      isOld = true
      freezing.cancel()
    }
  }, [])
  return freezing
}

export const useReview = () => {
  const freezing = useFrozen()
  const [choices, setChoices] = useState<Choices>(START_CHOICES)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<DeskErrorValue | null>(null)
  const choose = (change: Partial<Choices>) => setChoices((was) => ({ ...was, ...change }))
  const queue = async (frozen: Frozen) => {
    const { doc } = useCompose.getState()
    setBusy(true)
    setError(null)
    // Save first: a save after the queueing would make it a draft again.
    await saveNow()
    const { key } = doc
    const saved = composeOf(key)?.doc ?? doc
    const stays = stayingLabel(frozen, choices) !== ''
    const draftId = saved.kind === 'draft' && !stays ? saved.id : null
    const reply = await queuePitches(queueInput(frozen, choices, draftId))
    setBusy(false)
    if (!reply.ok) return setError(reply.error)
    const { intentIds, left } = reply.value
    if (stays) {
      const isLeft = new Set(left)
      const stay = ({ people }: Pick<Compose, 'people'>) => people.filter((_, at) => isLeft.has(at))
      return changeDoc(key, (now) => ({ step: 'queued', intentIds, people: stay(now), at: 0 }))
    }
    if (saved.kind === 'template') return changeDoc(key, () => ({ step: 'queued', intentIds }))
    if (useCompose.getState().doc.key === key) setParams({ doc: '' })
    detachDoc(key, { step: 'queued', intentIds })
  }
  const changes = error === null ? [] : changesOf(error)
  /** Accepts the changes that the desk refused; the main button then queues. */
  const acceptAndContinue = () => {
    choose(acceptChanges(choices, changes))
    setError(null)
  }
  return { freezing, choices, choose, isBusy, error, changes, acceptAndContinue, queue }
}
