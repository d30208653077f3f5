// Keyword suggestions and basket, audits and AI tracking.

import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { AuditRow, AuditSite, BasketRow, Suggestion } from '../../../src-shared/desk/research.ts'
import { brandName, type Column, column, defineList, oneBrand, pagedList } from '../list.ts'

const suggestions: readonly Column<Suggestion & { readonly brandId: string }>[] = [
  brandName(),
  column('keyword', 'Keyword', ({ keyword }) => keyword),
  column('tracked', 'Tracked', ({ isTracked }) => isTracked),
  column('position', 'Position', ({ position }) => position),
  column('basket', 'In the basket', ({ basket: mark }) => mark),
]

const basket: readonly Column<BasketRow>[] = [
  brandName(),
  column('keyword', 'Keyword', ({ keyword }) => keyword),
  column('state', 'Mark', ({ state }) => state),
  column('note', 'Note', ({ note }) => note),
  column('tracked', 'Tracked', ({ isTracked }) => isTracked),
  column('position', 'Position', ({ position }) => position),
  column('addedAt', 'Added', ({ addedAt }) => addedAt),
]

const audits: readonly Column<AuditSite>[] = [
  brandName(),
  column('url', 'Website', ({ url }) => url),
  column('answeredUrl', 'Address in the answer', ({ last }) => last?.answeredUrl),
  column('score', 'Score', ({ last }) => last?.overallScore),
  column('scoreChange', 'Change since the last audit', ({ last }) => last?.scoreChange),
  column('passedTests', 'Passed tests', ({ last }) => last?.passedTests),
  column('totalTests', 'Tests', ({ last }) => last?.totalTests),
  column('auditedAt', 'Audited', ({ last }) => last?.at),
  column('state', 'Result', ({ last }) => last?.state),
  column('error', 'Error', ({ last }) => last?.error?.message),
  column('remindEveryDays', 'Remind every (days)', ({ remindEveryDays }) => remindEveryDays),
  column('isDue', 'Due', ({ isDue }) => isDue),
]

const history: readonly Column<AuditRow>[] = [
  brandName(),
  column('url', 'Website', ({ url }) => url),
  column('answeredUrl', 'Address in the answer', ({ answeredUrl }) => answeredUrl),
  column('at', 'Audited', ({ at }) => at),
  column('state', 'Result', ({ state }) => state),
  column('score', 'Score', ({ overallScore }) => overallScore),
  column('scoreChange', 'Change since the audit before', ({ scoreChange }) => scoreChange),
  column('passedTests', 'Passed tests', ({ passedTests }) => passedTests),
  column('totalTests', 'Tests', ({ totalTests }) => totalTests),
  column('error', 'Error', ({ error }) => error?.message),
]

/** One row for each brand and model. */
const modelRows = ({ models, brands }: CallOutput<'visibility.models'>) => {
  const names = new Map(models.map(({ modelId, name }) => [modelId, name]))
  return brands.flatMap(({ brandId, models: own }) =>
    own.map((model) => ({ brandId, name: names.get(model.modelId) ?? model.modelId, ...model })),
  )
}

const models: readonly Column<ReturnType<typeof modelRows>[number]>[] = [
  brandName(),
  column('model', 'AI model', ({ name }) => name),
  column('isActive', 'Tracked', ({ isActive }) => isActive),
  column('canEnable', 'Can be tracked', ({ canEnable }) => canEnable),
  column('reason', 'Reason', ({ reason }) => reason),
  column('plan', 'Plan', ({ planId }) => planId),
]

export const researchLists = {
  suggestions: defineList({
    call: 'research.suggest',
    isAnswer: true,
    resolve: oneBrand,
    rowsOf: ({ suggestions: found }, { brandId }) => found.map((row) => ({ brandId: String(brandId), ...row })),
    columns: suggestions,
    dataset: 'rankings',
  }),
  basket: defineList({ call: 'research.basket', rowsOf: ({ rows }) => rows, columns: basket, dataset: 'rankings' }),
  audits: defineList({ call: 'research.auditSites', rowsOf: ({ sites }) => sites, columns: audits }),
  'audit-history': pagedList('research.audits', history),
  'ai-tracking': defineList({ call: 'visibility.models', rowsOf: modelRows, columns: models, dataset: 'visibility' }),
}
