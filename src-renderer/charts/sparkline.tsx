import { memo } from 'react'
import classes from './charts.module.css'
import { sparkPath, sparkWords } from './spark-path.ts'

const BOX = { width: 96, height: 22 } as const

type SparklineProps = { readonly positions: readonly (number | null)[] | undefined }

export const Sparkline = memo(({ positions }: SparklineProps) => {
  if (positions === undefined) return null
  const path = sparkPath(positions, BOX)
  return (
    <svg
      className={classes.spark}
      width={BOX.width}
      height={BOX.height}
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      role="img"
      aria-label={sparkWords(positions)}
    >
      <path d={path} />
    </svg>
  )
})
