import type { PersonRef } from '../../src-shared/desk/values/attribution.ts'
import { isolate } from './isolate.ts'
import { joinParts } from './join-parts.ts'
import { formatClock } from './time.ts'

type Changed = { readonly changedBy?: PersonRef | null | undefined; readonly changedAt?: string | null | undefined }

/** `Changed by Ann, 3 Nov, 14:05`; empty on a desk alone, and for what is older than the team. */
export const changedByLabel = ({ changedBy, changedAt }: Changed, nowMs: number): string =>
  changedBy == null
    ? ''
    : joinParts([`Changed by ${isolate(changedBy.name)}`, changedAt == null ? '' : formatClock(changedAt, nowMs)], ', ')
