// A delivery's body as text. It came from outside: it is only ever shown as text, never as markup.
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { titleOfSlug } from '../../../src-shared/desk/values/slugs.ts'
import { type Delivery, REFUSALS_SHOWN } from '../../../src-shared/desk/webhooks.ts'
import type { Tone } from '../../format/intent-labels.ts'
import { plural } from '../../format/numbers.ts'

export type DeliveryDetail = CallOutput<'webhooks.delivery'>
export type ReceiverStatus = CallOutput<'webhooks.status'>
export type Refusal = ReceiverStatus['refusals'][number]['reason']

export const DELIVERY_LABELS: Record<
  Delivery['status'],
  { readonly word: string; readonly tone: Tone; readonly about: string }
> = {
  accepted: { word: 'accepted', tone: 'good', about: 'Stored on disk, then answered 200.' },
  'unknown-event': {
    word: 'unknown event',
    tone: 'warn',
    about: 'Stored and answered 200. The desk does not use this event; there is nothing to do.',
  },
  sample: {
    word: 'sample',
    tone: 'plain',
    about: 'Sent by this desk to try the receiver. It confirms no article.',
  },
  rejected: {
    word: 'rejected',
    tone: 'bad',
    about: 'Correct secret, but unknown body: answered 400 and kept.',
  },
}

/** `given`: those that the status has, of any brand: earlier ones are only counted. */
export const refusedLabel = (shown: number, given: number): string =>
  `${given < REFUSALS_SHOWN ? '' : 'Newest: '}${plural(shown, 'request')} refused`

/** Without those that are rows of the inbox, rejected for their body. */
export const isRefusedOnly = (reason: string): boolean => reason !== ('bad-body' satisfies Refusal)
/** The sender knows no brand's address, or not its secret. */
const UNKNOWN: readonly string[] = ['unauthorized', 'not-found'] satisfies readonly Refusal[]

/** `1 request refused (unknown address or secret)`: what never became a delivery; null: nothing. */
export const refusedSum = (refused: ReceiverStatus['refused']): string | null => {
  const counts = Object.entries(refused).filter(([reason, count]) => isRefusedOnly(reason) && count > 0)
  if (counts.length === 0) return null
  const total = counts.reduce((sum, [, count]) => sum + count, 0)
  const why = counts.every(([reason]) => UNKNOWN.includes(reason)) ? ' (unknown address or secret)' : ''
  return `${plural(total, 'request')} refused${why}`
}

type Named = Pick<DeliveryDetail, 'articleTitle' | 'slug'>

/** The article as people know it; its slug as words where no title is. */
export const deliveryTitle = ({ articleTitle, slug }: Named): string =>
  articleTitle ?? (slug === null ? 'No article' : titleOfSlug(slug))

/** Indented where it is JSON; null where it is not. */
export const prettyBody = (body: string): string | null => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return null
  }
}

export const REFUSAL_LABELS: Record<Refusal, { readonly title: string; readonly fix: string }> = {
  unauthorized: {
    title: 'Wrong or missing secret (401)',
    fix: 'Copy the brand’s secret to the sender again, or rotate it.',
  },
  'foreign-host': {
    title: 'Unknown host name (403)',
    fix: 'Add the host name of your tunnel or proxy under Receiver.',
  },
  origin: { title: 'Sent by a web page (403)', fix: 'Only servers can send here, not browsers.' },
  method: { title: 'Not a POST (405)', fix: 'The sender must use POST.' },
  'not-found': { title: 'Unknown address (401 or 404)', fix: 'Use the webhook address of a brand.' },
  'too-large': {
    title: 'Body over 1 MiB (413)',
    fix: 'Send a smaller body, for example without the article’s full text.',
  },
  'bad-body': { title: 'Unknown body (400)', fix: 'The delivery is kept as rejected. Its details say why.' },
  'disk-full': { title: 'Disk full (503)', fix: 'Free some space; the receiver recovers automatically.' },
  'too-slow': { title: 'Too slow, closed', fix: 'The sender did not finish its request in time.' },
  'too-many': {
    title: 'Too many connections',
    fix: 'A silent connection was closed, or one was answered 503. Senders should open fewer at once.',
  },
}

/** Whether a delivery may be forwarded to this address, in words; null: it may. */
export const forwardProblem = (text: string): string | null => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol)) return 'Enter an address such as http://127.0.0.1:3000/hook.'
  if (url.username !== '' || url.password !== '') return 'Remove the name and password from the address.'
  if (url.protocol === 'https:' || ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) return null
  return 'Use https, or http on this machine (127.0.0.1).'
}

/** Host names out of a text with commas or lines. */
export const hostsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ''),
  ),
]
