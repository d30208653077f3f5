import { joinParts } from '../../format/join-parts.ts'
import { formatWhole, plural } from '../../format/numbers.ts'
import type { Added } from '../../state/compose/compose.ts'

/** How many of `total` people were added to the recipients; `notes` says why others were not, empty: all were. */
export const addedNotice = ({ already, tooMany }: Added, total: number) => ({
  title: `${plural(total - already - tooMany, 'person', 'people')} added`,
  notes: joinParts(
    [
      already === 0 ? '' : `${formatWhole(already)} ${already === 1 ? 'was' : 'were'} already in the list.`,
      tooMany === 0 ? '' : `${formatWhole(tooMany)} left out: at most 10,000 people at once.`,
    ],
    ' ',
  ),
})
