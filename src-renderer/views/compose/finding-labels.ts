import { type PreviewRow, WARNING_CODES } from '../../../src-shared/desk/composing.ts'

type BlockerCode = PreviewRow['blockers'][number]['code']
export type WarningCode = PreviewRow['warnings'][number]['code']

export const BLOCKER_LABELS: Record<BlockerCode, string> = {
  'template-error': 'Invalid template',
  'unknown-variable': 'Unknown variable',
  'empty-variable': 'Empty variable',
  'no-subject': 'No subject',
  'no-body': 'No text',
  'unknown-contact': 'Not a contact of this brand',
  'duplicate-address': 'Duplicate address',
  suppressed: 'Suppressed',
  'open-pitch': 'Queued by a colleague',
}

export const WARNING_LABELS: Record<WarningCode, string> = {
  'unfilled-placeholder': 'Unfilled placeholder',
  'wrong-brand': 'Another brand’s name',
  'contacted-before': 'Contacted before',
  'already-queued': 'Already queued',
  'site-links': 'Site links already',
  'truncated-subject': 'Subject over 500 characters',
  'truncated-body': 'Text over 50,000 characters',
  'no-address': 'No address on this desk',
}

/** What accepting a warning means, for the review. */
export const WARNING_DETAILS: Record<WarningCode, string> = {
  'unfilled-placeholder':
    'The message still has placeholders, such as [name] or {{ name }}. They are sent as they are.',
  'wrong-brand': 'The message names another brand of this desk or its site.',
  'contacted-before': 'One of your brands contacted this person or this site before.',
  'already-queued': 'A pitch to this person is already queued. This message replaces it, unless it is sent first.',
  'site-links': 'The service lists the site of this person as one that links to the brand already.',
  'truncated-subject': 'The service cuts the subject at 500 characters.',
  'truncated-body': 'The service cuts the text at 50,000 characters.',
  'no-address': 'The service looks up the address. If it finds none, it skips the pitch.',
}

export const isWarningCode = (code: string): code is WarningCode => (WARNING_CODES as readonly string[]).includes(code) // wider only to compare
