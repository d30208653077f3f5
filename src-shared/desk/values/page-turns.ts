// What an alert says of keywords whose pages take turns: the window leads from it to Competing pages, which shows the turns.

const ITS = 'Its pages take turns'
const OF_SOME = 'Pages take turns for '

/** `turns`: of how many keywords of the alert. */
export const turnsText = (turns: number, total: number): string =>
  turns < total ? `${OF_SOME}${turns} of ${total}` : total === 1 ? ITS : `${OF_SOME}all ${total}`

/** Whose pages take turns by such a text: those of all its keywords, of some, or null: it says something else. */
export const turnsIn = (text: string | null): 'all' | 'some' | null => {
  if (text === ITS || text?.startsWith(`${OF_SOME}all `) === true) return 'all'
  return text?.startsWith(OF_SOME) === true ? 'some' : null
}
