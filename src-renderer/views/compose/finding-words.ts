import { type PreviewRow, WARNING_CODES } from '../../../src-shared/desk/composing.ts'

type BlockerCode = PreviewRow['blockers'][number]['code']
export type WarningCode = PreviewRow['warnings'][number]['code']

export const BLOCKER_WORDS: Record<BlockerCode, string> = {
  'template-error': 'The template cannot be read',
  'unknown-variable': 'A variable is not known',
  'empty-variable': 'A variable is empty',
  'no-subject': 'No subject',
  'no-body': 'No text',
  'unknown-contact': 'Not a contact of this brand',
  'duplicate-address': 'The same address twice',
  suppressed: 'On the suppression list',
}

export const WARNING_WORDS: Record<WarningCode, string> = {
  'left-over': 'Brackets were left over',
  'wrong-brand': 'Another brand’s name',
  'contacted-before': 'Written to before',
  'already-queued': 'Waits in the queue already',
  'truncated-subject': 'The subject is cut at 500 characters',
  'truncated-body': 'The text is cut at 50,000 characters',
  'no-address': 'No address is known here',
}

/** What accepting a warning means, for the review. */
export const WARNING_ABOUT: Record<WarningCode, string> = {
  'left-over': 'The words still hold brackets, such as [name] or {{ name }}, and go out with them.',
  'wrong-brand': 'The words name another brand of this desk, or its site.',
  'contacted-before': 'One of your brands wrote to this person or this site before.',
  'already-queued':
    'A pitch to this person waits already. Its words are replaced, unless it is sent before this one comes.',
  'truncated-subject': 'The service cuts what is past 500 characters.',
  'truncated-body': 'The service cuts what is past 50,000 characters.',
  'no-address': 'The service knows the address or finds it; if it has none, the pitch is skipped.',
}

export const isWarningCode = (code: string): code is WarningCode => (WARNING_CODES as readonly string[]).includes(code) // wider only to compare
