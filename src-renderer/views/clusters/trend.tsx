import { IconMinus, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react'
import type { ClusterRow } from '../../../src-shared/desk/clusters.ts'
import { formatPercent, NO_VALUE } from '../../format/numbers.ts'
import { capitalise } from '../../format/text.ts'
import css from './clusters.module.css'

const ICONS = {
  rising: IconTrendingUp,
  falling: IconTrendingDown,
  declining: IconTrendingDown,
  stable: IconMinus,
} as const
const isKnown = (word: string): word is keyof typeof ICONS => Object.hasOwn(ICONS, word)

/** The service's own word, with a sign where the word is a known one. Without a colour: it does not say what rises. */
export const Trend = ({ word }: { readonly word: string | null }) => {
  if (word === null) return <span className="soft">{NO_VALUE}</span>
  if (!isKnown(word)) return <span>{capitalise(word)}</span>
  const Icon = ICONS[word]
  return (
    <span className={css.trend}>
      <Icon size={14} className="soft" aria-hidden /> {capitalise(word)}
    </span>
  )
}

/** The service's change beside its trend: neither good nor bad, as it may be of any figure. */
export const ClusterChange = ({ changePct }: Pick<ClusterRow, 'changePct'>) => {
  if (changePct === null) return <span className="soft">{NO_VALUE}</span>
  const text = `${changePct < 0 ? '−' : changePct > 0 ? '+' : ''}${formatPercent(Math.abs(changePct))}`
  return (
    <span className="soft" title={`${text} vs a period that the service does not name`}>
      {text}
    </span>
  )
}
