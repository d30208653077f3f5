import { useEffect, useState } from 'react'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import { useAction } from '../../parts/use-action.ts'
import { type Draft, requestOf, sendingHere } from '../../state/publish-draft.ts'
import { checkPublishing, createIntents } from '../../state/publishing.ts'
import { type Warning, warningKey } from './warning-list.tsx'

type Check =
  | { readonly state: 'asking' }
  | { readonly state: 'failed'; readonly error: DeskErrorValue }
  | { readonly state: 'done'; readonly warnings: readonly Warning[] }

const DONE: Check = { state: 'done', warnings: [] }

/** Asks once per review for duplicates and taken times; only what is published needs it. */
const useCheck = (draft: Draft, zone: string): Check => {
  const isChecked = draft.kind === 'publish' || draft.kind === 'schedule'
  const [check, setCheck] = useState<Check>(isChecked ? { state: 'asking' } : DONE)
  const { targets, provider, publishAt } = requestOf(draft, zone)
  const asked = JSON.stringify({ targets, provider, ...(publishAt === null ? {} : { publishAt }) })
  useEffect(() => {
    if (!isChecked) return
    let isOld = false
    void checkPublishing(JSON.parse(asked)).then((reply) => {
      if (isOld) return
      setCheck(reply.ok ? { state: 'done', warnings: reply.value.warnings } : { state: 'failed', error: reply.error })
    })
    return () => {
      isOld = true
    }
  }, [asked, isChecked])
  return check
}

export const useSending = (draft: Draft, zone: string) => {
  const check = useCheck(draft, zone)
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const { isBusy, error, run } = useAction()
  const warnings = check.state === 'done' ? check.warnings : []
  const isAccepted = check.state === 'done' && warnings.every((warning) => accepted.has(warningKey(warning)))
  const send = async () => {
    const accept = [...new Set(warnings.map((warning) => warning.code))]
    const showSent = sendingHere()
    const reply = await run(createIntents(draft.kind, { ...requestOf(draft, zone), accept }))
    if (reply.ok) showSent(reply.value.intentIds)
  }
  return { check, warnings, accepted, setAccepted, isAccepted, isBusy, error, send }
}
