import { create } from 'zustand'
import type { ClockState } from '../../src-shared/desk/clock.ts'
import type { Reply } from '../../src-shared/desk/errors.ts'
import { ask } from '../data/desk.ts'

/** Null while the clock is not in doubt. */
export const useClockInDoubt = create<{ readonly clock: ClockState | null }>()(() => ({ clock: null }))

export const applyClock = (clock: ClockState): void =>
  useClockInDoubt.setState({ clock: clock.isInDoubt ? clock : null })

const applyReply = (reply: Reply<ClockState>): Reply<ClockState> => {
  if (reply.ok) applyClock(reply.value)
  return reply
}

export const loadClock = async (): Promise<void> => void applyReply(await ask('desk.clock', {}))

export const confirmClock = async (): Promise<Reply<ClockState>> => applyReply(await ask('desk.confirmClock', {}))
