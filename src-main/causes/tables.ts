import { ANSWER_MAX, CAUSE_KINDS } from '../../src-shared/desk/values/cause-kinds.ts'
import { byBrandId, byBrandNo, type RoomTables } from '../store/tables.ts'
import { removeAnswer, saveAnswer } from './queries/answers.ts'
import { causeLines } from './queries/cause-lines.ts'
import { causeOfDrop, causePage } from './queries/cause-list.ts'
import { periodCauses } from './queries/period-causes.ts'
import { forgetSaid, keepSaid } from './queries/record.ts'
import { causesStale, saveCauses, setStale } from './queries/save-causes.ts'
import { causeAbsentDay, causeAnswers, causeKeywordIndex, causeSaid, causeTables } from './queries/schema.ts'

export const causesTables = {
  reads: {
    'causes.drop': causeOfDrop,
    'causes.lines': causeLines,
    'causes.page': causePage,
    'causes.period': periodCauses,
    'causes.stale': causesStale,
  },
  writes: {
    core: {
      'causes.forgetSaid': forgetSaid,
      'causes.keepSaid': keepSaid,
      'causes.removeAnswer': removeAnswer,
      'causes.saveAnswer': saveAnswer,
    },
    cache: { 'causes.save': saveCauses, 'causes.setStale': setStale },
  },
  migrations: {
    core: { 59: causeAnswers, 60: causeSaid },
    cache: { 25: causeTables, 26: causeKeywordIndex, 30: causeAbsentDay },
  },
  brandRows: {
    core: [byBrandId('cause_answer'), byBrandId('cause_said')],
    cache: [byBrandNo('cause'), byBrandNo('cause_state')],
  },
  team: {
    tables: {
      cause_answer: {
        place: 38,
        key: ['id'],
        brand: 'brand_id',
        merge: 'last-wins',
        columns: { keyword: 2000, kind: CAUSE_KINDS, text: ANSWER_MAX },
        datasets: ['causes'],
      },
    },
  },
} satisfies RoomTables
