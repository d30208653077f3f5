import type { DeskErrorValue, ErrorKind } from '../../src-shared/desk/errors.ts'

const NEXT_STEPS: Record<ErrorKind, string> = {
  invalid: 'Correct the field, then try again.',
  unauthorized: 'Replace the brand’s key in Settings → Keys.',
  forbidden: 'The key has no permission for this. Check the plan and the brand of the key.',
  'not-found': 'Check the address of this operation in Settings → Service.',
  conflict: '',
  'no-credits': 'Top up the credits of this brand, then try again.',
  'rate-limited': 'No action needed: the desk continues when the wait is over.',
  service: 'Try again later.',
  network: 'Synced data is still available. Check the connection, then try again.',
  'bad-response': 'Cached data stays. Run the service doctor in Settings to see which fields do not match.',
  keychain: '',
  storage: 'Check the free space and the permissions of the data folder.',
  cancelled: '',
  'unknown-outcome': 'It may have happened. Check the result before you try again.',
}

/** One next action in a sentence; empty where the message itself says it. */
export const nextStepOf = ({ kind, detail }: DeskErrorValue): string =>
  detail?.addressChange === undefined ? NEXT_STEPS[kind] : ''

const KEY = /sk_[\x21-\x7e]+/g
const BEARER = /(bearer\s+)[\x21-\x7e]+/gi

/** What may be pasted into a report: everything known about the error, with anything like a key taken out. */
export const safeDetails = (error: DeskErrorValue): string =>
  JSON.stringify(error, null, 2).replace(KEY, 'sk_…').replace(BEARER, '$1…')
