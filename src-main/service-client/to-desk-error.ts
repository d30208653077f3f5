import { DeskError, type DeskErrorDetail, type ErrorKind, type FieldIssue } from '../../src-shared/desk/errors.ts'
import { serviceErrorText } from '../../src-shared/service/errors.ts'
import { OPERATIONS_PAGE } from '../../src-shared/service/operation-path.ts'
import { type OperationName, operations } from '../../src-shared/service/operations.ts'
import { badReplyMessage, tooLargeMessage } from '../../src-shared/service/read-reply.ts'
import { scrub } from '../base/scrub.ts'
import { isServiceError, readErrorBody } from './retry.ts'
import type { Outcome } from './send.ts'

/** A request as its error names it. */
export type Subject = {
  readonly operation: OperationName
  readonly brandId: string | null
  /** The brand's name, or a replacement for it. */
  readonly label: string
}

const SERVICE_TEXT_MAX = 500

/** A text of the service that can be shown: without anything like a key, of bounded length. */
const shown = (text: string): string => scrub(text).slice(0, SERVICE_TEXT_MAX)

const detailOf = ({ operation, brandId }: Subject, more: DeskErrorDetail = {}): DeskErrorDetail => ({
  operation,
  ...(brandId === null ? {} : { brandId }),
  ...more,
})

const notFound = ({ label, operation }: Subject): string =>
  operations[operation].documented
    ? `${label}: the service does not know ${operation}.`
    : `${label}: the service answered 404 to ${operation}. The item does not exist, or the service uses another path. Set the path in ${OPERATIONS_PAGE}.`

type StatusRow = readonly [kind: ErrorKind, say: (subject: Subject) => string]
const STATUSES: Readonly<Record<number, StatusRow>> = {
  400: ['invalid', ({ label, operation }) => `${label}: the service did not accept the request (${operation}).`],
  401: [
    'unauthorized',
    ({ label, brandId }) =>
      brandId === null
        ? "The service refused this key. Nothing was stored. Check the key in the service's dashboard."
        : `${label}: the service refused the key. Replace the brand's key.`,
  ],
  402: ['no-credits', ({ label }) => `${label}: not enough credits. Add credits in the service, then try again.`],
  403: [
    'forbidden',
    ({ label, operation }) => `${label}: the key may not do this (${operation}). Check its brand and plan.`,
  ],
  404: ['not-found', notFound],
  409: [
    'conflict',
    ({ label, operation }) => `${label}: the service reports a conflict with its current state (${operation}).`,
  ],
  422: ['invalid', ({ label, operation }) => `${label}: the service did not accept the request (${operation}).`],
  429: [
    'rate-limited',
    ({ label, operation }) => `${label}: the service's rate limit blocks ${operation}. Try again later.`,
  ],
}

const statusRow = (status: number): StatusRow => {
  if (status >= 300 && status < 400)
    return [
      'bad-response',
      ({ label }) => `${label}: the service address redirects (${status}). Set the address it redirects to.`,
    ]
  return (
    STATUSES[status] ?? [
      'service',
      ({ label, operation }) => `${label}: the service failed (${status}, ${operation}). Try again later.`,
    ]
  )
}

const LOST: Readonly<Record<Exclude<Outcome['kind'], 'reply'>, StatusRow>> = {
  refused: [
    'network',
    ({ label }) => `${label}: the service cannot be reached. Check the network and the service address.`,
  ],
  timeout: ['network', ({ label }) => `${label}: the service did not answer in time. Try again later.`],
  'too-slow': [
    'network',
    ({ label, operation }) =>
      `${label}: the answer to ${operation} was too slow and incomplete at its deadline. Try again later.`,
  ],
  cut: ['network', ({ label }) => `${label}: the connection broke before the answer was complete. Try again later.`],
  cancelled: ['cancelled', ({ label, operation }) => `${label}: ${operation} was cancelled.`],
  'too-large': ['bad-response', tooLargeMessage],
}

/** The error of a request that ended for good, with the service's own text where it gave one. */
export const toDeskError = (
  subject: Subject,
  outcome: Outcome,
  { isUnknown, retryAfterSeconds }: { isUnknown: boolean; retryAfterSeconds?: number },
): DeskError => {
  const isReply = outcome.kind === 'reply'
  const body = isReply ? readErrorBody(outcome.body) : null
  const text = body === null ? undefined : serviceErrorText(body)
  const detail = detailOf(subject, {
    ...(isReply ? { status: outcome.status } : {}),
    ...(isReply && outcome.status >= 500 && isServiceError(outcome) ? { isServiceWord: true } : {}),
    ...(outcome.kind === 'too-large' ? { isTooLarge: true } : {}),
    ...(text === undefined ? {} : { serviceText: shown(text) }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
  if (isUnknown) return unknownOutcome(subject, detail)
  const [kind, say] = isReply ? statusRow(outcome.status) : LOST[outcome.kind]
  return new DeskError(kind, say(subject), detail)
}

/** It may have been done or not: nothing is repeated until a person or the service's own lists have settled it. */
export const unknownOutcome = (subject: Subject, detail: DeskErrorDetail = detailOf(subject)): DeskError =>
  new DeskError(
    'unknown-outcome',
    `${subject.label}: it is unknown whether the service did ${subject.operation}. Check the service before you repeat it.`,
    detail,
  )

/** A reply that is not what the interface promises. `issues` are dotted fields, never values of the reply. */
export const badResponse = (
  subject: Subject,
  status: number,
  { what, issues, isTooLarge }: { what: string; issues: readonly FieldIssue[]; isTooLarge?: true },
) =>
  isTooLarge
    ? new DeskError('bad-response', tooLargeMessage(subject), detailOf(subject, { status, isTooLarge }))
    : new DeskError(
        'bad-response',
        badReplyMessage({ ...subject, what }),
        detailOf(subject, { status, issues: [...issues] }),
      )

export const cancelled = (subject: Subject): DeskError =>
  new DeskError('cancelled', LOST.cancelled[1](subject), detailOf(subject))

/** The brand's key is not confirmed for the current service address. */
export const isAddressChange = (error: unknown): boolean =>
  error instanceof DeskError && error.detail?.addressChange !== undefined
