// Steps of outreach. What costs credits goes through the journal: its intent names the step, so that after a crash the step
// finds it again and never asks for a second one.
import type { IntentKind } from '../../../src-shared/desk/intents.ts'
import type { CreditQuote } from '../../../src-shared/desk/outreach.ts'
import type { ProspectRow } from '../../../src-shared/desk/prospects.ts'
import {
  counted,
  done,
  type FindContext,
  failed,
  type Outcome,
  type PerformContext,
  type PlanContext,
  type StepDefinition,
  type StepPlan,
} from './step-kind.ts'

const budgetLine = ({ spentThisMonth, monthlyBudget }: CreditQuote): string =>
  monthlyBudget === null
    ? `${spentThisMonth.toLocaleString('en')} credits spent this month; no monthly budget is set.`
    : `${spentThisMonth.toLocaleString('en')} of ${counted(monthlyBudget, 'credit')} spent this month.`

const pricedPlan = (quote: CreditQuote, would: string, lines: readonly string[]): StepPlan => ({
  would,
  action: `Spend up to ${counted(quote.credits, 'credit')}`,
  lines: [
    ...lines,
    quote.explanation,
    budgetLine(quote),
    ...(quote.passesBudget ? ['This exceeds the monthly budget.'] : []),
  ],
  credits: quote.credits,
  passesBudget: quote.passesBudget,
})

const acceptOf = ({ approval }: PerformContext): string[] => (approval?.acceptsBudget === true ? ['budget'] : [])
const priceOf = ({ credits, origin }: PerformContext) => ({ acceptCredits: credits ?? 0, origin })

/** The intent of this very attempt: it is on disk before anything is sent, so without it nothing was. */
const findIntent = async (kind: IntentKind, { ask, brand, origin }: FindContext): Promise<Outcome | null> => {
  const { rows } = await ask('intents.list', { brandIds: [brand.id], filter: { kind: [kind] }, limit: 500 })
  const own = rows.find(({ details }) => details.origin === origin)
  return own === undefined ? null : { intentId: own.id }
}

const quoteOf = ({ ask, brand }: PlanContext): Promise<CreditQuote> =>
  ask('outreach.quote', { action: 'discover', brandId: brand.id })

const quote: StepDefinition<'quote'> = {
  plan: async (_, context) => ({ would: (await quoteOf(context)).explanation }),
  perform: async (_, context) => {
    const priced = await quoteOf(context)
    const text = `${priced.explanation} ${budgetLine(priced)}`
    return priced.isNeeded && priced.passesBudget ? failed(`${text} It would exceed the monthly budget.`) : done(text)
  },
}

const discover: StepDefinition<'discover'> = {
  plan: async (_, context) => {
    const priced = await quoteOf(context)
    const would = 'Starts a discovery of new prospects at the service.'
    return {
      ...pricedPlan(priced, would, [would]),
      count: 1,
      ...(priced.isNeeded ? {} : { needless: priced.explanation }),
    }
  },
  perform: async (_, context) =>
    context.ask('outreach.discover', { brandId: context.brand.id, accept: acceptOf(context), ...priceOf(context) }),
  find: (_, context) => findIntent('discover', context),
}

const PAGE = 500

/** The first sites without a contact that the service would search, in the order of their domains. */
const sitesFor = async (wanted: number, { ask, brand }: PlanContext) => {
  const filter = { hasContacts: false, triage: ['keep', 'later', 'none'] }
  const sites: ProspectRow[] = []
  for (let offset = 0; sites.length < wanted; offset += PAGE) {
    const { rows } = await ask('prospects.page', { brandIds: [brand.id], filter, offset, limit: PAGE })
    if (rows.length === 0) break
    const prospectIds = rows.map(({ id }) => id)
    const { skipped } = await ask('outreach.quote', { action: 'findPeople', brandId: brand.id, prospectIds })
    const out = new Set(skipped.map(({ id }) => id))
    sites.push(...rows.filter(({ id }) => !out.has(id)))
    if (rows.length < PAGE) break
  }
  return sites.slice(0, wanted)
}

const findPeople: StepDefinition<'findPeople'> = {
  plan: async ({ sites: wanted }, context) => {
    const sites = await sitesFor(wanted, context)
    if (sites.length === 0)
      return {
        would: 'Searches people at sites without contacts.',
        needless: 'No site without contacts can be searched.',
      }
    const { ask, brand } = context
    const prospectIds = sites.map(({ id }) => id)
    const priced = await ask('outreach.quote', { action: 'findPeople', brandId: brand.id, prospectIds })
    const named = sites.map(({ domain, id }) => domain ?? id)
    const would = `Searches people at ${counted(sites.length, 'site')}.`
    return { ...pricedPlan(priced, would, [`Sites: ${named.join(', ')}`]), count: sites.length }
  },
  perform: async ({ sites: wanted }, context) => {
    const prospectIds = (await sitesFor(wanted, context)).map(({ id }) => id)
    const { ask, brand } = context
    return ask('outreach.findPeople', {
      brandId: brand.id,
      prospectIds,
      accept: acceptOf(context),
      ...priceOf(context),
    })
  },
  find: (_, context) => findIntent('findPeople', context),
}

const pitches: StepDefinition<'pitches'> = {
  plan: async ({ templateId }, { ask, brand }) => {
    const would = 'A person composes pitches and queues them in Compose. The playbook sends none.'
    if (templateId === null) return { would, action: 'Mark pitches as done', lines: [would] }
    const { templates, builtIn } = await ask('outreach.templates', {
      brandIds: [brand.id],
      kind: 'template',
      withRecipients: false,
    })
    const name = [...templates, ...builtIn].find(({ id }) => id === templateId)?.name
    const template = name === undefined ? 'The template was removed: choose another one.' : `Template: ${name}`
    return { would, action: 'Mark pitches as done', lines: [would, template] }
  },
}

const credits: StepDefinition<'credits'> = {
  plan: async (_, context) => ({ would: budgetLine(await quoteOf(context)) }),
  perform: async (step, context) => {
    const { monthlyBudget, spentThisMonth, underWay } = await quoteOf(context)
    if (monthlyBudget === null) return done('No monthly budget is set.')
    const left = monthlyBudget - spentThisMonth - underWay
    const text = `${counted(Math.max(left, 0), 'credit')} of the budget of ${monthlyBudget.toLocaleString('en')} left this month`
    return left >= step.credits ? done(`${text}.`) : failed(`${text}, ${counted(step.credits, 'credit')} wanted.`)
  },
}

export const outreachSteps = { quote, discover, findPeople, pitches, credits }
