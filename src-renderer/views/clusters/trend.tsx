import { IconMinus, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react'
import type { ClusterRow } from '../../../src-shared/desk/clusters.ts'
import { Delta } from '../../charts/delta.tsx'
import { formatDecimal, NO_VALUE } from '../../format/numbers.ts'
import { capitalise } from '../../format/text.ts'
import css from './clusters.module.css'

const KNOWN = {
  rising: { Icon: IconTrendingUp, tone: 'good', direction: 1 },
  falling: { Icon: IconTrendingDown, tone: 'bad', direction: -1 },
  declining: { Icon: IconTrendingDown, tone: 'bad', direction: -1 },
  stable: { Icon: IconMinus, tone: 'soft', direction: 0 },
} as const
const isKnown = (word: string): word is keyof typeof KNOWN => Object.hasOwn(KNOWN, word)

/** The service's own word, with a sign where the word is a known one. */
export const Trend = ({ word }: { readonly word: string | null }) => {
  if (word === null) return <span className="soft">{NO_VALUE}</span>
  if (!isKnown(word)) return <span>{capitalise(word)}</span>
  const { Icon, tone } = KNOWN[word]
  return (
    <span className={css.trend}>
      <Icon size={14} className={tone} aria-hidden /> {capitalise(word)}
    </span>
  )
}

/** The service says neither which figure changed nor which days it compares. */
const VS = 'vs a period that the service does not name'

/** The service's change beside its trend: an arrow only where both say the same, else the number alone. */
export const ClusterChange = ({ changePct, trend }: Pick<ClusterRow, 'changePct' | 'trend'>) => {
  const direction = trend !== null && isKnown(trend) ? KNOWN[trend].direction : null
  if (changePct === null || direction === null || direction === Math.sign(changePct))
    return <Delta change={changePct} of="percent" vs={VS} />
  const text = `${changePct < 0 ? '−' : '+'}${formatDecimal(Math.abs(changePct))}%`
  return (
    <span className="soft" title={`${text} ${VS}`}>
      {text}
    </span>
  )
}
