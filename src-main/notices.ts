// Notices of the desk. One from before any shell listened (a file restored at the start) must still reach the person: the
// latest ones are kept for shells that start later.
import type { Notice } from '../src-shared/desk/desk.ts'
import { type Clock, toInstant } from './base/clock.ts'
import type { Emit } from './desk.ts'

export type NewNotice = Pick<Notice, 'level' | 'title' | 'message'> & {
  readonly brandId?: string
  readonly isInBanner?: boolean
  readonly opens?: NonNullable<Notice['opens']>
}

const KEPT = 50

export const createNotices = ({ clock, emit, startedAtMs }: { clock: Clock; emit: Emit; startedAtMs: number }) => {
  let kept: Notice[] = []
  let count = 0
  return {
    /** Those of this process, oldest first. */
    list: (): Notice[] => kept,
    notify: ({ level, title, message, brandId, isInBanner, opens }: NewNotice): void => {
      count += 1
      const notice: Notice = {
        id: `${startedAtMs}-${count}`,
        at: toInstant(clock.now()),
        level,
        title,
        message,
        ...(brandId === undefined ? {} : { brandId }),
        ...(isInBanner === undefined ? {} : { isInBanner }),
        ...(opens === undefined ? {} : { opens }),
      }
      kept = [...kept, notice].slice(-KEPT)
      emit('desk.notice', notice)
    },
  }
}
export type Notices = ReturnType<typeof createNotices>
