// A misspelt name is answered with the nearest one that exists.
import UFuzzy from '@leeoniya/ufuzzy'

/** One letter of a word may be wrong, missing, too many or swapped. */
const oneMistake = new UFuzzy({ intraMode: 1 })

/** One or two letters are in many names. */
const SHORTEST = 3

/** ` Did you mean "today"?`, or nothing where no name is near. `prefix`: what is typed before a name. */
export const suggestionFor = (given: string, names: readonly string[], prefix = ''): string => {
  if (given.length < SHORTEST) return ''
  const [found] = oneMistake.search([...names], given)
  const near = found?.[0] ?? names.findIndex((name) => name.startsWith(given.toLowerCase()))
  const name = names[near]
  return name === undefined ? '' : ` Did you mean "${prefix}${name}"?`
}

/** For a command that does several things: which there are. `of`: the command itself. */
export const noAction = (actions: readonly string[], given: string | undefined, of: string): string => {
  const wrong = given === undefined ? '' : `There is no "${of} ${given}".${suggestionFor(given, actions)} `
  return `${wrong}Give one of ${actions.join(', ')}: ${of} …`
}
