import { Pill } from '@mantine/core'
import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import type { Tone } from '../../format/intent-labels.ts'
import { StateWord } from '../../parts/state-word.tsx'
import type { Triage } from '../../state/marks.ts'

export const TRIAGE_ICONS = { keep: IconCheck, later: IconClock, drop: IconX } as const
const TONES: Record<Triage, Tone> = { keep: 'good', later: 'warn', drop: 'plain' }

/** The user's mark of a prospect, in a word and an icon. */
export const TriageBadge = ({ triage }: { readonly triage: Triage }) => {
  const Icon = TRIAGE_ICONS[triage]
  return <StateWord word={triage} tone={TONES[triage]} icon={<Icon size={12} stroke={2} aria-hidden />} />
}

export const TagList = ({ tags }: { readonly tags: readonly string[] }) => (
  <Pill.Group gap={4} style={{ flexWrap: 'nowrap', overflow: 'hidden' }} title={tags.join(', ')}>
    {tags.map((tag) => (
      <Pill key={tag} size="xs" radius="xs" flex="none">
        {tag}
      </Pill>
    ))}
  </Pill.Group>
)
