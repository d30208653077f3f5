import { datasetNames } from '../../../src-shared/desk/values/playbook-labels.ts'
import { HOUR_MS, momentText } from '../../base/clock.ts'
import {
  counted,
  done,
  failed,
  NO_KEY,
  type PlanContext,
  type StepDefinition,
  type StepDefinitions,
} from './step-kind.ts'

const KEY_PROBLEMS: Readonly<Record<string, string>> = {
  missing: NO_KEY,
  unauthorized: 'The service refuses the key: replace it.',
  forbidden: 'The key has no access to what it needs.',
  unchecked: 'The key was not checked: the service did not answer.',
  unconfirmed: 'The address of the service changed: confirm it in Settings.',
}

const addBrand: StepDefinition<'addBrand'> = {
  plan: ({ kind }, { brand }) =>
    brand.id === ''
      ? {
          would: 'Asks for the name and the key, asks the service whether the key works, and adds the brand.',
          action: 'Add brand',
          lines: ['The key goes to the keychain. It is not stored with the playbook, the run or the log.'],
          count: 1,
        }
      : { would: kind, needless: `${brand.name} is on this desk already.` },
  perform: async (_, { ask, input }) => {
    if (input === undefined)
      return failed(
        'The desk ended before the brand was added, and had its key in memory only. Retry and enter name and key again.',
      )
    const brand = await ask('brands.add', input)
    return { state: 'done', result: `${brand.name} was added.`, addedBrandId: brand.id }
  },
  find: async (_, { ask, approval, beganAt }) => {
    const { brands } = await ask('brands.list', {})
    const added = brands.find(({ name, createdAt }) => name === approval?.note && createdAt >= beganAt)
    return added === undefined ? null : { state: 'done', result: `${added.name} was added.`, addedBrandId: added.id }
  },
}

const checkKey: StepDefinition<'checkKey'> = {
  plan: () => ({ would: 'Asks the service whether the key works.' }),
  perform: async (_, { ask, brand }) => {
    const { keyState } = await ask('brands.check', { brandId: brand.id })
    return keyState === 'ok' ? done('The service accepts the key.') : failed(KEY_PROBLEMS[keyState] ?? keyState)
  },
}

const sync: StepDefinition<'sync'> = {
  plan: ({ datasets }) => ({ would: `Reads ${datasetNames(datasets)} from the service.` }),
  perform: async ({ datasets }, { ask, brand, whenSynced }) => {
    await ask('sync.run', { brandIds: [brand.id], datasets })
    return whenSynced(brand.id, datasets)
  },
}

/** As many as the desk tells of at once. */
const DAYS_READ = 400

const history: StepDefinition<'history'> = {
  plan: async ({ days }, { ask, brand }) => {
    const { points } = await ask('brands.days', { brandId: brand.id, days: Math.min(days, DAYS_READ) })
    const lacking = Math.max(days - points.length, 0)
    return {
      would: `Reads the days of the last ${days} that are not stored: up to ${counted(lacking, 'day')}, at least one request each.`,
      count: lacking,
    }
  },
  perform: async ({ days }, { ask, brand, whenSynced }) => {
    await ask('sync.run', { brandIds: [brand.id], datasets: ['history'], historyDays: days })
    const outcome = await whenSynced(brand.id, ['history'])
    if (!('state' in outcome) || outcome.state !== 'done') return outcome
    const { points } = await ask('brands.days', { brandId: brand.id, days: Math.min(days, DAYS_READ) })
    const isCut = days > DAYS_READ && points.length >= DAYS_READ
    return done(`${isCut ? 'At least ' : ''}${counted(points.length, 'day')} of rankings stored.`)
  },
}

const ageText = (hours: number): string => (hours < 48 ? `${Math.floor(hours)} h` : `${Math.floor(hours / 24)} days`)

/** One line for each dataset that is too old. */
const tooOld = async (
  step: Extract<Parameters<StepDefinitions['freshness']['plan']>[0], { kind: 'freshness' }>,
  { ask, brand, nowMs }: PlanContext,
): Promise<string[]> => {
  const { rows } = await ask('sync.status', { brandIds: [brand.id] })
  return step.datasets.flatMap((dataset) => {
    const fetchedAt = rows.find((row) => row.dataset === dataset)?.fetchedAt ?? null
    if (fetchedAt === null) return [`${datasetNames([dataset])}: never synced`]
    const hours = (nowMs - Date.parse(fetchedAt)) / HOUR_MS
    return hours > step.maxAgeHours ? [`${datasetNames([dataset])}: ${ageText(hours)} old`] : []
  })
}

const freshness: StepDefinition<'freshness'> = {
  plan: async (step, context) => {
    const old = await tooOld(step, context)
    return { would: old.length === 0 ? 'Would pass now.' : `Would fail now: ${old.join(', ')}.` }
  },
  perform: async (step, context) => {
    const old = await tooOld(step, context)
    return old.length === 0
      ? done(`All is at most ${step.maxAgeHours} h old.`)
      : failed(`${old.join(', ')}. Sync the brand, then retry.`)
  },
}

const person: StepDefinition<'person'> = {
  plan: (step) => ({ would: 'Waits until a person marks it as done.', action: 'Mark as done', lines: [step.text] }),
}

export const deliveryText = (at: string | null): string =>
  at === null ? 'No delivery was received yet.' : `Last delivery ${momentText(at)}.`

const webhook: StepDefinition<'webhook'> = {
  plan: async ({ sendsSample }, { ask, brand }) => {
    const status = await ask('webhooks.status', {})
    const own = status.brands.find(({ brandId }) => brandId === brand.id)
    const last = own?.lastDeliveryAt ?? null
    const missing = [
      ...(status.listening ? [] : [status.error ?? 'The webhook receiver is off. Switch it on in Webhooks.']),
      ...(own?.hasSecret === true ? [] : ['The brand has no webhook secret. Make one in Webhooks.']),
    ]
    return {
      would: `${sendsSample ? 'Sends a sample delivery to this desk’s own receiver. ' : ''}${deliveryText(last)}`,
      missing,
    }
  },
  perform: async ({ sendsSample }, { ask, brand }) => {
    const status = await ask('webhooks.status', {})
    const last = status.brands.find(({ brandId }) => brandId === brand.id)?.lastDeliveryAt ?? null
    if (!sendsSample) return last === null ? failed(deliveryText(last)) : done(deliveryText(last))
    const sample = await ask('webhooks.sendSample', { brandId: brand.id })
    return sample.status >= 200 && sample.status < 300
      ? done('The receiver accepted a sample delivery.')
      : failed(`The receiver answered ${sample.status}: ${sample.body.slice(0, 200)}`)
  },
}

const tracked: StepDefinition<'tracked'> = {
  plan: async ({ min }, { ask, brand }) => {
    const count = (await ask('rankings.tracked', { brandId: brand.id })).keywords.length
    return { would: `${counted(count, 'keyword')} tracked as last synced; at least ${min} wanted.` }
  },
  perform: async ({ min }, { ask, brand }) => {
    const count = (await ask('rankings.tracked', { brandId: brand.id })).keywords.length
    return count >= min
      ? done(`${counted(count, 'keyword')} tracked.`)
      : failed(
          `${counted(count, 'keyword')} tracked, ${min} wanted. Add keywords in the service’s dashboard, sync, then retry.`,
        )
  },
}

export const brandSteps = { addBrand, checkKey, sync, history, freshness, person, webhook, tracked }
