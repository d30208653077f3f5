import css from './cannibalisation.module.css'

type Block = { readonly sign: string; readonly from: number; readonly length: number }

/** Neighbouring days of one kind as one block. */
const blocksOf = (days: string): Block[] => {
  const blocks: Block[] = []
  for (const [at, sign] of [...days].entries()) {
    const last = blocks.at(-1)
    if (last?.sign === sign) blocks[blocks.length - 1] = { ...last, length: last.length + 1 }
    else blocks.push({ sign, from: at, length: 1 })
  }
  return blocks
}

const HEIGHT = 20
/** Page A above, page B below, any other page between them: the place tells them apart, not the colour alone. */
const PLACES: Readonly<Record<string, readonly [y: number, height: number]>> = {
  a: [1, 8],
  b: [11, 8],
  o: [8, 4],
  '?': [8, 4],
}

type LetterProps = { readonly of: 'A' | 'B' }

/** The letter of a page in the colour of its bar. */
export const PageLetter = ({ of }: LetterProps) => (
  <span className={css.letter} data-letter={of}>
    {of}
  </span>
)

/** What the bars of the strips mean. */
export const StripLegend = () => (
  <span className={css.legend}>
    Ranked best on a day:
    <span>
      <PageLetter of="A" /> page A
    </span>
    <span>
      <PageLetter of="B" /> page B
    </span>
    <span>
      <i aria-hidden /> another page
    </span>
  </span>
)

type PageStripProps = { readonly days: string; readonly label: string; readonly isLarge?: boolean }

/** Which page ranked best on each day, oldest first. */
export const PageStrip = ({ days, label, isLarge = false }: PageStripProps) => (
  <svg
    className={isLarge ? css.stripLarge : css.strip}
    viewBox={`0 0 ${days.length} ${HEIGHT}`}
    preserveAspectRatio="none"
    role="img"
    aria-label={label}
  >
    <title>{label}</title>
    <rect className={css.lane} x={0} y={PLACES.a?.[0]} width={days.length} height={PLACES.a?.[1]} />
    <rect className={css.lane} x={0} y={PLACES.b?.[0]} width={days.length} height={PLACES.b?.[1]} />
    {blocksOf(days).map(({ sign, from, length }) => {
      const place = PLACES[sign]
      return place === undefined ? null : (
        <rect key={from} data-page={sign} x={from} y={place[0]} width={length} height={place[1]} />
      )
    })}
  </svg>
)
