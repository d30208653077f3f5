import { Loader } from '@mantine/core'
import type { Tone } from '../../format/intent-labels.ts'
import { StateWord } from '../../parts/state-word.tsx'

/** The one status that the interface names: background work looks for people at this site. */
export const FINDING = 'finding_people'

/** Blue is under way, green is a reply or a link, red went wrong; the interface names no word but the first. */
const TONES: readonly (readonly [RegExp, Tone])[] = [
  [/^finding_people$/, 'busy'],
  [/^(contacted|queued|sent|pitched)$/i, 'busy'],
  [/^(replied|linked|won|live)$/i, 'good'],
  [/^(failed|bounced|rejected|lost|error)$/i, 'bad'],
]

/** The service's own word, with a colour that only repeats it. */
export const StatusBadge = ({ word }: { readonly word: string }) => (
  <StateWord
    word={word.replaceAll('_', ' ')}
    tone={TONES.find(([words]) => words.test(word))?.[1] ?? 'plain'}
    icon={word === FINDING ? <Loader size={10} color="currentColor" aria-hidden /> : undefined}
  />
)
