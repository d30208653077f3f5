/** Limits that the interface of the service states. Schemas, sandbox and views all read them here. */
export const LIMITS = {
  queueItemsMax: 200,
  subjectCharactersMax: 500,
  bodyCharactersMax: 50_000,
  sendNowRecipientsMax: 1,
  findPeopleProspectsMax: 50,
  findPeopleTermsMin: 3,
  findPeopleTermsMax: 25,
  findPeopleCreditsPerSite: 5,
  discoverCredits: 25,
  suggestionsMax: 10,
  requestsPerMinute: 60,
} as const

/** Refresh cadences in days, slowest first; a plan allows those that are >= its floor. */
export const CADENCE_LADDER_DAYS = [30, 15, 7, 3, 1] as const

/** The rungs of the cadence ladder that a plan with this floor (days) allows. */
export const allowedIntervals = (planFloorDays: number): number[] =>
  CADENCE_LADDER_DAYS.filter((days) => days >= planFloorDays)

/** Cuts a text to `max` characters (code points, so that no emoji is halved), as the service does. */
export const truncateCharacters = (text: string, max: number): string => {
  if (text.length <= max) return text
  const characters = Array.from(text)
  return characters.length <= max ? text : characters.slice(0, max).join('')
}
