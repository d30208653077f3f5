// Audits and suggestions. An audit has no price in credits, and a plan may limit them: it has a gate, and is never run twice.
import type { AuditRow, AuditSite } from '../../../src-shared/desk/research.ts'
import { counted, done, failed, type Outcome, type PlanContext, type StepDefinition } from './step-kind.ts'

const siteOf = async ({ ask, brand }: PlanContext): Promise<AuditSite | undefined> =>
  (await ask('research.auditSites', { brandIds: [brand.id] })).sites[0]

const NO_SITE = 'The brand has no website here. Set it in Audits.'

const outcomeOf = (audit: AuditRow): Outcome => {
  const { state, overallScore, passedTests, totalTests, scoreChange, error } = audit
  if (state !== 'done') return { state, result: error?.message ?? 'The audit did not end.' }
  const change =
    scoreChange === null || scoreChange === 0
      ? ''
      : `, ${scoreChange > 0 ? '+' : '−'}${Math.abs(scoreChange)} vs previous audit`
  return done(`Score ${overallScore}${change}: ${passedTests} of ${totalTests} tests passed.`)
}

const audit: StepDefinition<'audit'> = {
  plan: async (_, context) => {
    const url = (await siteOf(context))?.url ?? null
    return {
      would: url === null ? 'Audits the brand’s website.' : `Audits ${url}.`,
      action: 'Run 1 audit',
      lines: [
        ...(url === null ? [] : [`Website: ${url}`]),
        'The service reports no price for audits. Your plan may limit their number.',
      ],
      count: 1,
      missing: url === null ? [NO_SITE] : [],
    }
  },
  perform: async (_, { ask, brand }) => outcomeOf(await ask('research.audit', { brandId: brand.id })),
  // Its row is stored before the request leaves: without a row nothing was sent.
  find: async (_, { ask, brand, beganAt }) => {
    const { rows } = await ask('research.audits', { brandIds: [brand.id], limit: 100 })
    const first = rows.filter(({ at }) => at >= beganAt).at(-1)
    return first === undefined ? null : outcomeOf(first)
  },
}

const suggest: StepDefinition<'suggest'> = {
  plan: async ({ description }, context) => {
    const url = (await siteOf(context))?.url ?? null
    const about = description !== '' ? 'the description' : (url ?? 'the brand’s website')
    return {
      would: `Asks the service for up to 10 keywords by ${about}, and keeps new ones in the basket.`,
      missing: description === '' && url === null ? [NO_SITE] : [],
    }
  },
  perform: async ({ description }, context) => {
    const { ask, brand } = context
    const url = (await siteOf(context))?.url ?? null
    const about = description !== '' ? { description } : url === null ? {} : { websiteUrl: url }
    const { suggestions } = await ask('research.suggest', { brandId: brand.id, ...about })
    const fresh = suggestions.filter(({ basket }) => basket === null)
    const entries = fresh.map(({ keyword }) => ({ keyword, state: 'keep' }))
    if (entries.length > 0) await ask('research.saveBasket', { brandId: brand.id, entries })
    const known = suggestions.length - fresh.length
    if (suggestions.length === 0) return failed('The service suggested no keywords.')
    const before = known === 0 ? '' : `, ${known} were there already`
    return done(`${counted(fresh.length, 'keyword')} added to the basket${before}.`)
  },
}

export const researchSteps = { audit, suggest }
