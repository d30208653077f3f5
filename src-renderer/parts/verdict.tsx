import { IconArrowDownRight, IconArrowUpRight, IconClockHour4, IconLineDashed, IconTilde } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { ImpactReason, ImpactVerdict } from '../../src-shared/desk/impact.ts'
import { REASON_LABELS, VERDICT_LABELS, VERDICT_TONES } from '../format/impact-labels.ts'
import { StateWord } from './state-word.tsx'

const ICONS: Record<ImpactVerdict, ComponentType<{ size?: number; 'aria-hidden'?: boolean }>> = {
  up: IconArrowUpRight,
  down: IconArrowDownRight,
  'no-change': IconTilde,
  'too-early': IconClockHour4,
  'not-measured': IconLineDashed,
}

type Props = { readonly verdict: ImpactVerdict; readonly reason?: ImpactReason | null }

/** What followed an article, as a sign and a word. */
export const Verdict = ({ verdict, reason = null }: Props) => {
  const Icon = ICONS[verdict]
  return (
    <StateWord
      word={VERDICT_LABELS[verdict]}
      tone={VERDICT_TONES[verdict]}
      about={reason === null ? undefined : REASON_LABELS[reason]}
      icon={<Icon size={13} aria-hidden />}
    />
  )
}
