import { memo } from 'react'
import classes from './charts.module.css'
import { sparkLabel, sparkPath } from './spark-path.ts'

const BOX = { width: 96, height: 22 } as const

type SparklineProps = { readonly positions: readonly (number | null)[] | undefined }

export const Sparkline = memo(({ positions }: SparklineProps) => {
  // The element stays while its positions are on their way: rows come and go many times a second.
  const isKnown = positions !== undefined
  return (
    <svg
      className={classes.spark}
      width={BOX.width}
      height={BOX.height}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      role={isKnown ? 'img' : 'presentation'}
      aria-label={isKnown ? sparkLabel(positions) : undefined}
    >
      <path d={isKnown ? sparkPath(positions, BOX) : ''} />
    </svg>
  )
})
