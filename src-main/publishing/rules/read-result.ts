// What one entry of `results` says of its article.
import type { z } from 'zod'
import type { CmsResultSchema } from '../../../src-shared/service/cms.ts'
import { statedText } from '../../base/text.ts'
import type { ItemOutcome } from '../../journal/rules/model.ts'

export type CmsResult = z.output<typeof CmsResultSchema>
export type PublishingKind = 'publish' | 'schedule' | 'unschedule' | 'unpublish'
export type Verdict = 'done' | 'failed' | 'unknown'

const FAILING = /fail|error|reject|denied|refus|invalid|not[ _-]?found/i
/** Says neither that it was done nor that it was not. */
const UNSURE = /unknown|timed?[ _-]?out|skip|ignor|warn|with(out)?[ _-]/i
/** The state that the action was to end. */
const OPPOSITE: Readonly<Record<PublishingKind, RegExp>> = {
  publish: /^(un|not)|cancel|delet|remov/i,
  schedule: /^(un|not)|cancel|delet|remov/i,
  unschedule: /^(schedul|publish|live)/i,
  unpublish: /^(schedul|publish|live)/i,
}

/** Null where there is none. */

/** Also of an error that is no text. */
const hasError = ({ error }: CmsResult): boolean => {
  if (typeof error === 'string') return error.trim() !== ''
  if (typeof error === 'object' && error !== null) return Object.keys(error).length > 0
  return error !== undefined && error !== null && error !== false
}

const statusVerdict = (kind: PublishingKind, status: string): Verdict => {
  if (UNSURE.test(status)) return 'unknown'
  if (FAILING.test(status)) return 'failed'
  return OPPOSITE[kind].test(status) ? 'unknown' : 'done'
}

/** `listed`: it has no status, and no other field says how it ended. */
export const verdictOf = (kind: PublishingKind, result: CmsResult): Verdict | 'listed' => {
  const status = statedText(result.status)
  const isRefused = result.success === false || hasError(result)
  const isAccepted = result.success === true
  if (status === null) {
    if (isRefused) return isAccepted ? 'unknown' : 'failed'
    return isAccepted ? 'done' : 'listed'
  }
  const verdict = statusVerdict(kind, status)
  const isDenied = verdict === 'done' ? isRefused : isAccepted
  return isDenied ? 'unknown' : verdict
}

/** The service's own words for a failure; null: it gave none. */
export const failureText = (result: CmsResult): string | null =>
  statedText(result.error) ??
  statedText(result.message) ??
  statedText(result.reason) ??
  (statedText(result.status) === null ? null : `The service says: ${result.status}.`)

export const fieldsOf = ({ postId, postUrl, status }: CmsResult): ItemOutcome['result'] => ({
  ...(postId == null ? {} : { postId }),
  ...(postUrl == null ? {} : { postUrl }),
  ...(status == null ? {} : { status }),
})
