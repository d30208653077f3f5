// Alert rules and report drafts: kept on the desk, sent to nobody.
import { isDeepStrictEqual } from 'node:util'
import { Mutex } from 'async-mutex'
import type { AlertRule } from '../../../src-shared/desk/alerts.ts'
import type { Step } from '../../../src-shared/desk/playbooks.ts'
import type { ReportTemplate } from '../../../src-shared/desk/reports.ts'
import { covers } from '../../../src-shared/desk/values/rule-coverage.ts'
import { counted, done, failed, type PlanContext, type StepDefinition } from './step-kind.ts'

type WantedRule = Extract<Step, { kind: 'alertRules' }>['rules'][number]
/** A rule that waits for the same, where there is one, and whether it is about the brand. */
type Found = { readonly wanted: WantedRule; readonly rule: AlertRule | undefined; readonly covers: boolean }

const isSame = ({ condition, filter, isOn }: AlertRule, wanted: WantedRule): boolean =>
  isOn && isDeepStrictEqual([condition, filter], [wanted.condition, wanted.filter])

const findRules = async (wanted: readonly WantedRule[], { ask, brand }: PlanContext): Promise<Found[]> => {
  const [{ rules }, { brands }] = await Promise.all([ask('alerts.rules', {}), ask('brands.list', {})])
  const tags = brands.find(({ id }) => id === brand.id)?.tags ?? []
  return wanted.map((one) => {
    const same = rules.filter((rule) => isSame(rule, one))
    const covering = same.find((rule) => covers(rule, { id: brand.id, tags }))
    return {
      wanted: one,
      rule: covering ?? same.find(({ scope }) => scope.of === 'brands'),
      covers: covering !== undefined,
    }
  })
}

/** Runs of many brands come here together: each adds its brand to the rule that the first one made. */
const oneAfterTheOther = new Mutex()

const alertRules: StepDefinition<'alertRules'> = {
  plan: async ({ rules }, context) => {
    const missing = (await findRules(rules, context)).filter(({ covers }) => !covers)
    const names = missing.map(({ wanted }) => wanted.name)
    const what = counted(missing.length, 'alert rule')
    return {
      would: `Adds ${what}: ${names.join(', ')}.`,
      action: `Add ${what}`,
      lines: names,
      count: missing.length,
      ...(missing.length === 0 ? { needless: `Rules for this watch ${context.brand.name} already.` } : {}),
    }
  },
  perform: ({ rules }, context) =>
    oneAfterTheOther.runExclusive(async () => {
      const missing = (await findRules(rules, context)).filter(({ covers }) => !covers)
      for (const { wanted, rule } of missing) {
        const others = rule?.scope.of === 'brands' ? rule.scope.brandIds : []
        await context.ask('alerts.saveRule', {
          ...wanted,
          ...(rule === undefined ? {} : { id: rule.id, name: rule.name }),
          scope: { of: 'brands', brandIds: [...others, context.brand.id] },
        })
      }
      return done(`${counted(missing.length, 'alert rule')} added.`)
    }),
}

const templateOf = async ({ ask }: PlanContext, id: string): Promise<ReportTemplate | undefined> =>
  (await ask('reports.templates', {})).templates.find((template) => template.id === id)

const periodLabel = (days: number | null): string => (days === null ? 'last month' : `the last ${counted(days, 'day')}`)

/** Whether a report of the brand with this template was begun since then. */
const isDrafted = async ({ ask, brand }: PlanContext, template: ReportTemplate, since: string): Promise<boolean> => {
  const { rows } = await ask('reports.packs', { brandIds: [brand.id], limit: 500 })
  return rows.some(({ run }) => run.templateName === template.name && run.startedAt >= since)
}

const drafted = (template: ReportTemplate) => done(`Draft of “${template.name}” waits for review in Reports.`)

const report: StepDefinition<'report'> = {
  plan: async ({ templateId, days }, context) => {
    const template = await templateOf(context, templateId)
    const name = template?.name ?? 'a report'
    return {
      would: `Makes a draft of “${name}” for ${periodLabel(days)}, for review in Reports. Nothing is sent.`,
      action: 'Make 1 report draft',
      count: 1,
      missing: template === undefined ? ['The report template was removed: choose another one.'] : [],
    }
  },
  perform: async ({ templateId, days }, context) => {
    const { ask, brand } = context
    const template = await templateOf(context, templateId)
    if (template === undefined) return failed('The report template was removed. Choose another one in the playbook.')
    await ask('reports.create', {
      brands: { brandIds: [brand.id] },
      templateId,
      period: days === null ? 'last-month' : { days },
      formats: ['pdf'],
      review: true,
    })
    return drafted(template)
  },
  find: async ({ templateId }, context) => {
    const template = await templateOf(context, templateId)
    return template !== undefined && (await isDrafted(context, template, context.beganAt)) ? drafted(template) : null
  },
}

export const insightSteps = { alertRules, report }
