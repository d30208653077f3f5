import type { Readings } from '../../../src-shared/service/readings.ts'

type Reading = { readonly title: string; readonly labels: Readonly<Record<string, string>> }

/** Units and signs that the interface leaves open, in words. */
export const READING_LABELS: Readonly<Record<keyof Readings, Reading>> = {
  ctr: { title: 'CTR', labels: { share: 'share (0.034)', percent: 'percentage (3.4)' } },
  positionChange: {
    title: 'Change of position',
    labels: { 'current-minus-previous': 'minus is a climb', 'previous-minus-current': 'plus is a climb' },
  },
}

export const readingLabel = (reading: keyof Readings, value: string | null): string =>
  READING_LABELS[reading].labels[value ?? ''] ?? ''
