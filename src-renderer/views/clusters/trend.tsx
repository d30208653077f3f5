import { IconMinus, IconTrendingDown, IconTrendingUp } from '@tabler/icons-react'
import { NO_VALUE } from '../../format/numbers.ts'
import css from './clusters.module.css'

const KNOWN = {
  rising: { Icon: IconTrendingUp, tone: 'good' },
  falling: { Icon: IconTrendingDown, tone: 'bad' },
  declining: { Icon: IconTrendingDown, tone: 'bad' },
  stable: { Icon: IconMinus, tone: 'soft' },
} as const
const isKnown = (word: string): word is keyof typeof KNOWN => Object.hasOwn(KNOWN, word)

/** The service's own word, with a sign where the word is a known one. */
export const Trend = ({ word }: { readonly word: string | null }) => {
  if (word === null) return <span className="soft">{NO_VALUE}</span>
  if (!isKnown(word)) return <span>{word}</span>
  const { Icon, tone } = KNOWN[word]
  return (
    <span className={css.trend}>
      <Icon size={14} className={tone} aria-hidden /> {word}
    </span>
  )
}
