import type { z } from 'zod'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { operations } from '../../../src-shared/service/operations.ts'
import type { TopKeyword, TopKeywordsReplySchema } from '../../../src-shared/service/rank-tracking.ts'

type TopKeywordsReply = z.infer<typeof TopKeywordsReplySchema>

const schema = operations['rankTracking.topKeywords'].response
const decoder = new TextDecoder('utf-8')

const badResponse = (brandId: string, what: string, issues: { path: string; message: string }[]) =>
  new DeskError(
    'bad-response',
    `The service's rankings did not fit: ${what}. The rows cached before are kept. Sync again; if it stays, run the service doctor.`,
    { operation: 'rankTracking.topKeywords', brandId, issues },
  )

const parseJson = (brandId: string, body: ArrayBuffer): unknown => {
  try {
    return JSON.parse(decoder.decode(body))
  } catch {
    throw badResponse(brandId, 'the reply is not JSON, or was cut off', [])
  }
}

/** The reply of top-keywords from its raw bytes. Throws `bad-response` naming the fields that do not fit. */
export const parseTopKeywords = (brandId: string, body: ArrayBuffer): TopKeywordsReply => {
  const result = schema.safeParse(parseJson(brandId, body))
  if (result.success) return result.data
  const issues = result.error.issues.slice(0, 20).map(({ path, message }) => ({ path: path.join('.'), message }))
  const first = issues[0]
  throw badResponse(
    brandId,
    first === undefined ? 'unknown field' : `${first.path || 'body'}: ${first.message}`,
    issues,
  )
}

/** A position of 0 or below, or none at all, means that the keyword does not rank. */
export const rankedPosition = (position: number | null | undefined): number | null =>
  typeof position === 'number' && position > 0 ? position : null

/** Only a move between two positions is a change: from or to "not ranking" it is null. */
export const rankedChange = (item: Pick<TopKeyword, 'position' | 'positionChange'>): number | null => {
  const position = rankedPosition(item.position)
  const change = item.positionChange ?? null
  return position === null || change === null || position - change <= 0 ? null : change
}
