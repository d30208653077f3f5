import { Group, Paper, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Delta } from '../../charts/delta.tsx'
import { formatDecimal, formatShort, formatWhole, NO_VALUE } from '../../format/numbers.ts'
import classes from './portfolio.module.css'
import type { Totals as TotalValues } from './portfolio-rows.ts'

type CardProps = { readonly label: string; readonly value: string; readonly note?: ReactNode }

const Card = ({ label, value, note }: CardProps) => (
  <Paper withBorder radius="lg" px="md" py="sm">
    <Text component="dt" size="xs" c="dimmed">
      {label}
    </Text>
    <dd className={classes.value}>{value}</dd>
    <Group component="dd" gap={6} mih={18} fz="xs" c="dimmed">
      {note}
    </Group>
  </Paper>
)

/** Totals of the brands shown below them. */
export const Totals = ({ totals }: { readonly totals: TotalValues }) => (
  <dl className={classes.cards}>
    <Card
      label="Visibility, average"
      value={formatDecimal(totals.visibility)}
      note={
        <>
          <Delta change={totals.visibilityChange} of="score" /> <span>of 100</span>
        </>
      }
    />
    <Card
      label="Clicks, 28 days"
      value={formatShort(totals.clicks)}
      note={`${formatShort(totals.impressions)} impressions`}
    />
    <Card label="Keywords" value={formatWhole(totals.keywords)} note={`${formatWhole(totals.top10)} in the top 10`} />
    <Card
      label="Real moves, last 3 days"
      value={
        totals.realUp === null || totals.realDown === null ? NO_VALUE : formatWhole(totals.realUp + totals.realDown)
      }
      note={
        <>
          <Delta change={totals.realUp} of="count" /> up{' '}
          <Delta change={totals.realDown === null ? null : -totals.realDown} of="count" /> down · vs 28 days before
        </>
      }
    />
  </dl>
)
