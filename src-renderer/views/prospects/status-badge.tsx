import { Loader } from '@mantine/core'
import type { Tone } from '../../format/intent-labels.ts'
import { StateWord } from '../../parts/state-word.tsx'

/** The one status that the interface names: background work looks for people at this site. */
export const FINDING = 'finding_people'

/** A colour only for words whose meaning is plain; the interface names none but the first. */
const TONES: readonly (readonly [RegExp, Tone])[] = [
  [/^finding_people$/, 'busy'],
  [/^(people_?found|replied|linked|won|live)$/i, 'good'],
  [/^(contacted|queued|sent|pitched)$/i, 'warn'],
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
