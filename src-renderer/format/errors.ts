import type { DeskErrorValue, ErrorKind, FieldIssue } from '../../src-shared/desk/errors.ts'
import { capitalise } from './text.ts'

const NEXT_STEPS: Record<ErrorKind, string> = {
  invalid: '',
  unauthorized: 'Replace the brand’s key in Settings → Brands and keys.',
  forbidden: 'The key has no permission for this. Check the plan and the brand of the key.',
  'not-found': 'Check the path of this operation in Settings → Advanced → Operations.',
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

/** Kinds whose next step is about the service: the team's database refuses without an operation or a brand. */
const OF_SERVICE: ReadonlySet<ErrorKind> = new Set(['forbidden', 'not-found'])

/** One next action in a sentence; empty where the message itself says it. */
export const nextStepOf = ({ kind, message, detail }: DeskErrorValue): string => {
  const isOfTeam = OF_SERVICE.has(kind) && detail?.operation === undefined && detail?.brandId === undefined
  const isInMessage = kind === 'not-found' && message.includes('Settings →')
  return isOfTeam || isInMessage || detail?.addressChange !== undefined ? '' : NEXT_STEPS[kind]
}

/** A text of the validator, not of ours: it names types and no reason a person knows. */
const VALIDATOR_TEXT = /^(Invalid|Too (small|big)|Unrecognized|Expected|Required)\b/
const INPUT_OF = /^The input of \S+ was not accepted/

/** Why one field was not accepted, in words for the window. */
export const issueText = ({ message }: FieldIssue): string => {
  if (!VALIDATOR_TEXT.test(message)) return message
  if (message.startsWith('Too big')) return 'is too long'
  return message.startsWith('Too small') ? 'is too short' : 'is not valid'
}

/** What happened, without the path of a field; Copy details keeps it. */
export const errorText = ({ message, detail }: DeskErrorValue): string => {
  const [first] = detail?.issues ?? []
  if (first === undefined) return message
  const what = message.replace(INPUT_OF, 'What you entered was not accepted')
  if (what !== message && VALIDATOR_TEXT.test(first.message))
    return 'What you entered was not accepted. Check it, then try again.'
  const where = first.path === '' ? '' : `: ${first.path}`
  return what.replace(`${where}: ${first.message}`, `: ${issueText(first)}`).replace(` (the first: ${first.path})`, '')
}

/** Beside a field: why it was not accepted. */
export const fieldErrorText = (error: DeskErrorValue): string => {
  const [first] = error.detail?.issues ?? []
  return first === undefined ? error.message : issueText(first)
}

const ROW = /^[a-zA-Z]+\.(\d+)(?:\.|$)/

/** The reasons row by row, where there are several; a single one is in the text of the error. */
export const issueLines = ({ detail }: DeskErrorValue): readonly string[] => {
  const issues = detail?.issues ?? []
  if (issues.length < 2) return []
  const lines = issues.map((issue) => {
    const row = ROW.exec(issue.path)?.[1]
    return row === undefined ? capitalise(issueText(issue)) : `Row ${Number(row) + 1}: ${issueText(issue)}`
  })
  return [...new Set(lines)]
}

const KEY = /sk_[\x21-\x7e]+/g
const BEARER = /(bearer\s+)[\x21-\x7e]+/gi

/** What may be pasted into a report: everything known about the error, with anything like a key taken out. */
export const safeDetails = (error: DeskErrorValue): string =>
  JSON.stringify(error, null, 2).replace(KEY, 'sk_…').replace(BEARER, '$1…')
