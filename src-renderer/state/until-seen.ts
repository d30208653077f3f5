// A warning or an error closes by itself, but not before a person had the time to read it: only seconds count in which
// nothing covers its notice and the page is in front.
import { notifications, notificationsStore } from '@mantine/notifications'

const SEEN_SECONDS = 12

export type Look = 'seen' | 'not seen' | 'gone'

/** Counts seconds for each notice; `look` says how it stands now. */
export const createSeenClock = (look: (id: string) => Look, close: (id: string) => void) => {
  const left = new Map<string, number>()
  return {
    /** The same notice again is read again. */
    watch: (id: string): void => void left.set(id, SEEN_SECONDS),
    /** One second passed. False: nothing is left to watch. */
    tick: (): boolean => {
      for (const [id, seconds] of left) {
        const now = look(id)
        if (now === 'gone') left.delete(id)
        if (now !== 'seen') continue
        left.set(id, seconds - 1)
        if (seconds > 1) continue
        left.delete(id)
        close(id)
      }
      return left.size > 0
    },
  }
}

const isUncovered = (element: Element): boolean => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

/** One that waits for room is not on the page yet. A pointer or the focus on it holds it. */
const lookAt = (id: string): Look => {
  const { notifications: shown, queue } = notificationsStore.getState()
  if (![...shown, ...queue].some((one) => one.id === id)) return 'gone'
  const element = document.querySelector(`[data-until-seen="${CSS.escape(id)}"]`)
  const isSeen = element !== null && document.visibilityState === 'visible' && isUncovered(element)
  return isSeen && !element.matches(':hover, :focus-within') ? 'seen' : 'not seen'
}

const clock = createSeenClock(lookAt, (id) => notifications.hide(id))
let timer: ReturnType<typeof setInterval> | undefined

/** What a notice is shown with that closes after it was seen. */
export const untilSeen = (id: string) => {
  clock.watch(id)
  timer ??= setInterval(() => {
    if (clock.tick()) return
    clearInterval(timer)
    timer = undefined
  }, 1000)
  return { id, autoClose: false, 'data-until-seen': id } as const
}
