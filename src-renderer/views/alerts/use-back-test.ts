import { useEffect, useRef, useState } from 'react'
import type { AlertRuleDraft, BackTest } from '../../../src-shared/desk/alerts.ts'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import { type BackTesting, type BackTestProgress, startBackTest } from '../../state/alerts.ts'

type Tested = { readonly of: string; readonly result: BackTest | null; readonly error: DeskErrorValue | null }

const PAUSE_MS = 400

/**
 * The back-test of a rule that is being written. `isLive`: it follows each change by itself. A result of an earlier wording
 * is not shown; closing cancels.
 */
export const useBackTest = (rule: AlertRuleDraft, isLive: boolean) => {
  const [tested, setTested] = useState<Tested | null>(null)
  const [progress, setProgress] = useState<BackTestProgress | null>(null)
  const [isBusy, setBusy] = useState(false)
  const running = useRef<BackTesting | null>(null)
  useEffect(() => () => running.current?.cancel(), [])
  // Its name changes nothing.
  const of = JSON.stringify([rule.condition, rule.scope, rule.filter])
  const run = async () => {
    running.current?.cancel()
    const testing = startBackTest({ ...rule, name: 'Rule' }, setProgress)
    running.current = testing
    setBusy(true)
    setProgress(null)
    const reply = await testing.done
    if (running.current !== testing) return
    running.current = null
    setBusy(false)
    setTested(reply.ok ? { of, result: reply.value, error: null } : { of, result: null, error: reply.error })
  }
  const latest = useRef(run)
  latest.current = run
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the rule is what starts it
  useEffect(() => {
    if (!isLive) return
    const timer = setTimeout(() => void latest.current(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [of, isLive])
  const cancel = () => {
    running.current?.cancel()
    running.current = null
    setBusy(false)
  }
  const isOfThis = tested?.of === of
  return {
    run,
    cancel,
    isBusy,
    progress,
    result: isOfThis ? tested.result : null,
    error: isOfThis ? tested.error : null,
    /** The rule was tested, and changed since. */
    isOld: tested !== null && !isOfThis,
  }
}
