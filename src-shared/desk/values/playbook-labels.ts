// What a step is called, for the window, the command line and the desk's own texts.
import type { Step } from '../playbooks.ts'

const DATASET_NAMES: Readonly<Record<Extract<Step, { kind: 'sync' }>['datasets'][number], string>> = {
  rankings: 'rankings',
  tracked: 'tracked keywords',
  clusters: 'clusters',
  prospects: 'prospects',
  contacts: 'contacts',
  outbox: 'outbox',
  mailboxes: 'mailboxes',
  connectors: 'assistants',
  visibility: 'AI tracking',
  history: 'history',
}

export const datasetNames = (datasets: Extract<Step, { kind: 'sync' }>['datasets']): string =>
  datasets.map((dataset) => DATASET_NAMES[dataset]).join(', ')

const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** `Back-fill 90 days of history`. */
export const stepLabel = (step: Step): string => {
  switch (step.kind) {
    case 'addBrand':
      return 'Add brand'
    case 'checkKey':
      return 'Check key'
    case 'sync':
      return step.datasets.length > 3
        ? `Sync ${step.datasets.length} kinds of data`
        : `Sync ${datasetNames(step.datasets)}`
    case 'history':
      return `Back-fill ${counted(step.days, 'day')} of history`
    case 'audit':
      return 'Run website audit'
    case 'suggest':
      return 'Add keyword suggestions to the basket'
    case 'tracked':
      return `Check tracked keywords (at least ${step.min})`
    case 'quote':
      return 'Ask the price of a search for prospects'
    case 'discover':
      return 'Discover prospects'
    case 'findPeople':
      return `Find people at ${counted(step.sites, 'site')}`
    case 'pitches':
      return 'Compose pitches'
    case 'permissions':
      return 'Apply permission preset'
    case 'model':
      return `Switch AI model ${step.isActive ? 'on' : 'off'}`
    case 'interval':
      return step.interval === null
        ? 'Set refresh interval as in the plan'
        : `Set refresh interval to ${counted(step.interval, 'day')}`
    case 'webhook':
      return 'Check webhook'
    case 'person':
      return step.text
    case 'freshness':
      return `Check freshness (${datasetNames(step.datasets)}, at most ${step.maxAgeHours} h old)`
    case 'alertRules':
      return step.rules.length === 1 ? `Add alert rule: ${step.rules[0]?.name}` : `Add ${step.rules.length} alert rules`
    case 'report':
      return 'Make report draft'
    case 'credits':
      return `Check budget for ${counted(step.credits, 'credit')}`
  }
}
