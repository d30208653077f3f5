import { IconCheck, IconClock, IconX } from '@tabler/icons-react'
import type { Triage } from '../../state/marks.ts'
import css from './prospects.module.css'

const TRIAGE_LABELS = { keep: 'keep', later: 'later', drop: 'drop' } as const
export const TRIAGE_ICONS = { keep: IconCheck, later: IconClock, drop: IconX } as const

/** What the person thinks of a prospect, in a word and a sign. */
export const TriageBadge = ({ triage }: { readonly triage: Triage | null }) => {
  if (triage === null) return null
  const Icon = TRIAGE_ICONS[triage]
  return (
    <span className={css.triage} data-triage={triage}>
      <Icon size={12} stroke={2} aria-hidden />
      {TRIAGE_LABELS[triage]}
    </span>
  )
}

export const TagList = ({ tags }: { readonly tags: readonly string[] }) => (
  <span className={css.tags} title={tags.join(', ')}>
    {tags.map((tag) => (
      <span key={tag} className={css.tag}>
        {tag}
      </span>
    ))}
  </span>
)
