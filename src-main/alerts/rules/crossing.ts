// When a state is lost for good: most of the last days were in it, and the newest days in a row are in another one. After
// that nothing is found until most of the days since are in a state again. It is worked out from the 28 days before alone,
// so that a day comes to the same result whenever it is looked at, and from whichever day a back-test begins.

/** The state of a day, as a number of the rule's own. */
export type DayState = number

export type CrossingOptions = {
  /** The state of a day; undefined: the day is not known, and is passed over. */
  readonly stateOf: (day: number) => DayState | undefined
  /** States that are missed when they are lost. */
  readonly isHome: (state: DayState) => boolean
  /** Whether leaving `home` for this state is a loss. */
  readonly isLoss: (state: DayState, home: DayState) => boolean
  /** Days in a row that make a loss. */
  readonly lossDays: number
  /** This many of the last `ofDays` known days make a home. */
  readonly homeDays: number
  readonly ofDays: number
}

export const LOOK_BACK_DAYS = 28

type Seen = { recent: DayState[]; home: DayState | null; run: number; runState: DayState | null }

const noteDay = (seen: Seen, state: DayState, { isHome, homeDays, ofDays }: CrossingOptions): void => {
  seen.recent.push(state)
  if (seen.recent.length > ofDays) seen.recent.shift()
  if (!isHome(state) || state === seen.home) return
  let times = 0
  for (const one of seen.recent) if (one === state) times += 1
  if (times >= homeDays) seen.home = state
}

/** Whether the next day makes it a loss. */
const isLostBy = (seen: Seen, state: DayState, { isLoss, lossDays }: CrossingOptions): boolean => {
  if (seen.home === null || state === seen.home || !isLoss(state, seen.home)) {
    seen.run = 0
    return false
  }
  seen.run = seen.runState === state ? seen.run + 1 : 1
  seen.runState = state
  return seen.run >= lossDays
}

/**
 * On the day of a loss its state holds for exactly so many known days. Nearly all days end here, after a look at one or two.
 */
const isRunComplete = (at: number, { stateOf, lossDays }: CrossingOptions): boolean => {
  const last = stateOf(at)
  if (last === undefined) return false
  let run = 1
  for (let day = at - 1; day > at - LOOK_BACK_DAYS && run <= lossDays; day -= 1) {
    const state = stateOf(day)
    if (state === undefined) continue
    if (state !== last) return run === lossDays
    run += 1
  }
  return false
}

/** The state that was lost exactly on day `at`; null: none was. */
export const lossOn = (at: number, options: CrossingOptions): DayState | null => {
  if (!isRunComplete(at, options)) return null
  const seen: Seen = { recent: [], home: null, run: 0, runState: null }
  for (let day = at - LOOK_BACK_DAYS + 1; day <= at; day += 1) {
    const state = options.stateOf(day)
    if (state === undefined) continue
    if (isLostBy(seen, state, options)) {
      if (day === at) return seen.home
      seen.home = null
      seen.recent = []
      seen.run = 0
      continue
    }
    noteDay(seen, state, options)
  }
  return null
}
