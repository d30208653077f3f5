// Pitches without a preview may have texts that the service would cut silently, so this must be accepted first.
import { truncatedWarnings } from '../composing/findings.ts'
import type { PitchSet } from './pitch-set.ts'
import { missingOf } from './rules/pitch.ts'
import type { PitchWarning } from './warnings.ts'

const FIELDS = ['subject', 'body'] as const

/** One warning for each subject or body that is too long. */
export const truncationWarnings = ({ brandId, items }: Pick<PitchSet, 'brandId' | 'items'>): PitchWarning[] =>
  items.flatMap((item, index) => {
    if (missingOf(item) !== null) return [] // the service skips it
    return FIELDS.flatMap((field) =>
      truncatedWarnings(field, item[field] ?? '').map((warning) => ({
        brandId,
        path: `items.${index}.${field}`,
        ...warning,
      })),
    )
  })
