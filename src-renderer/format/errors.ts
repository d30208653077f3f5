import type { DeskErrorValue, ErrorKind } from '../../src-shared/desk/errors.ts'

const NEXT_STEPS: Record<ErrorKind, string> = {
  invalid: 'Correct the field that is named, then try again.',
  unauthorized: 'Replace the brand’s key in Settings → Keys.',
  forbidden: 'The key is valid but may not do this. Check the plan and the brand it was made for.',
  'not-found': 'Check the address of this operation in Settings → Service.',
  conflict: '',
  'no-credits': 'Top up the credits of this brand, then try again.',
  'rate-limited': 'Nothing to do: it goes on by itself when the wait is over.',
  service: 'Try again in a while.',
  network: 'What was synced before can still be read. Check the connection, then try again.',
  'bad-response': 'What was cached stays. Run the service doctor in Settings to see what does not fit.',
  keychain: '',
  storage: 'Check the data folder’s free space and rights.',
  cancelled: '',
  'unknown-outcome': 'Look at the state before you try again: it may have happened.',
}

/** One next action in a sentence; empty where the message itself says it. */
export const nextStepOf = ({ kind, detail }: DeskErrorValue): string =>
  detail?.addressChange === undefined ? NEXT_STEPS[kind] : ''

const KEY = /sk_[\x21-\x7e]+/g
const BEARER = /(bearer\s+)[\x21-\x7e]+/gi

/** What may be pasted into a report: everything known about the error, with anything like a key taken out. */
export const safeDetails = (error: DeskErrorValue): string =>
  JSON.stringify(error, null, 2).replace(KEY, 'sk_…').replace(BEARER, '$1…')
