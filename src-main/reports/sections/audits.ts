import type { ReportBlock } from '../../../src-shared/desk/reports.ts'
import { allRows, type BuildSection, tableBlock, withoutData } from '../context.ts'

const READ = 500
const USUAL_ROWS = 10

export const buildAudits: BuildSection = async ({ ask, brand, period, texts, rows }) => {
  const { columns, titles, figures, notes } = texts
  const audits = await allRows((cursor) => ask('research.audits', { brandIds: [brand.id], limit: READ, cursor }))
  const until = audits.filter(({ at, state }) => state === 'done' && at.slice(0, 10) <= period.to)
  const [last] = until
  if (last === undefined) return withoutData(notes.noAudits)
  const limit = rows ?? USUAL_ROWS
  const { tests } = await ask('research.auditParts', { id: last.id })
  const failed = tests.filter(({ isPassed }) => !isPassed)
  const table = tableBlock({
    id: 'audits',
    title: titles.audits,
    columns: [
      { key: 'day', label: columns.day, unit: 'day' },
      { key: 'site', label: columns.site, unit: 'text' },
      { key: 'score', label: columns.score, unit: 'score' },
      { key: 'change', label: texts.words.change, unit: 'scoreChange' },
      { key: 'passed', label: columns.passed, unit: 'number' },
      { key: 'total', label: columns.total, unit: 'number' },
    ],
    rows: until
      .slice(0, limit)
      .map(({ at, url, overallScore, scoreChange, passedTests, totalTests }) => [
        at.slice(0, 10),
        url,
        overallScore,
        scoreChange,
        passedTests,
        totalTests,
      ]),
    more: Math.max(0, until.length - limit),
  })
  const open: ReportBlock[] =
    failed.length === 0
      ? []
      : [
          tableBlock({
            id: 'failed-tests',
            title: titles.failedTests,
            columns: [
              { key: 'test', label: columns.test, unit: 'text' },
              { key: 'detail', label: columns.detail, unit: 'text' },
            ],
            rows: failed.slice(0, limit).map(({ name, detail }) => [name, detail]),
            more: Math.max(0, failed.length - limit),
          }),
        ]
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
      ...open,
    ],
  }
}
