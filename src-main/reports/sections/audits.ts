import { allRows, type BuildSection, tableBlock, withoutData } from '../context.ts'
import { siteOf } from './annotations.ts'

const READ = 500
const USUAL_ROWS = 10

export const buildAudits: BuildSection = async ({ ask, brand, period, texts, rows }) => {
  const { titles, figures, notes } = texts
  const audits = await allRows((cursor) => ask('research.audits', { brandIds: [brand.id], limit: READ, cursor }))
  const until = audits.filter(({ at, state }) => state === 'done' && at.slice(0, 10) <= period.to)
  const [last] = until
  if (last === undefined) return withoutData(notes.noAudits)
  const limit = rows ?? USUAL_ROWS
  const { tests } = await ask('research.auditParts', { id: last.id })
  const failed = tests.filter(({ isPassed }) => !isPassed)
  const table = tableBlock(texts, {
    id: 'audits',
    title: titles.audits,
    columns: [
      ['day', 'day', ({ at }) => at.slice(0, 10)],
      ['site', 'text', ({ url }) => siteOf(url)],
      ['score', 'score', ({ overallScore }) => overallScore],
      ['change', 'scoreChange', ({ scoreChange }) => scoreChange, texts.words.change],
      ['passed', 'number', ({ passedTests }) => passedTests],
      ['total', 'number', ({ totalTests }) => totalTests],
    ],
    rows: until.slice(0, limit),
    total: until.length,
  })
  const open = tableBlock(texts, {
    id: 'failed-tests',
    title: titles.failedTests,
    columns: [
      ['test', 'text', ({ name }) => name],
      ['detail', 'text', ({ detail }) => detail],
    ],
    rows: failed.slice(0, limit),
    total: failed.length,
  })
  const isGood = last.scoreChange === null || last.scoreChange === 0 ? null : last.scoreChange > 0
  return {
    hasData: true,
    blocks: [
      {
        type: 'figures',
        figures: [
          {
            ...{ key: 'score', label: figures.score, value: last.overallScore, unit: 'score' },
            ...{ change: last.scoreChange, changeUnit: 'scoreChange', isGood },
          },
          {
            ...{ key: 'passed', label: figures.passed, value: last.passedTests, unit: 'number' },
            ...{ change: null, changeUnit: 'change', isGood: null },
          },
        ],
      },
      table,
      ...(failed.length === 0 ? [] : [open]),
    ],
  }
}
