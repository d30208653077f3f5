import { useState } from 'react'
import type { DeskErrorValue, Reply } from '../../src-shared/desk/errors.ts'

/** A request that a person starts: whether it is under way, and why the last one failed. */
export const useAction = () => {
  const [error, setError] = useState<DeskErrorValue | null>(null)
  const [isBusy, setBusy] = useState(false)
  const run = async <Value>(request: Promise<Reply<Value>>): Promise<Reply<Value>> => {
    setBusy(true)
    const reply = await request
    setBusy(false)
    setError(reply.ok ? null : reply.error)
    return reply
  }
  return { error, isBusy, run, clear: () => setError(null) }
}
