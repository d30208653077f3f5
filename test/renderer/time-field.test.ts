import { expect, test } from 'vitest'
import { toTime } from '../../src-renderer/parts/fields/text-field.tsx'

test('a time is written in 24 hours, with or without its colon; what is no time is none', () => {
  expect(['9:05', '09:05', '0905', ' 23:59 ', '0:00'].map(toTime)).toEqual([
    '09:05',
    '09:05',
    '09:05',
    '23:59',
    '00:00',
  ])
  expect(['', '9', '24:00', '12:60', '9:5', '9:00 AM', 'noon'].map(toTime)).toEqual(Array(7).fill(null))
})
