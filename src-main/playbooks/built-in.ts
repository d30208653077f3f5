// Playbooks that come with the desk: used as they are, or copied and changed.

import { AlertRuleDraftSchema } from '../../src-shared/desk/alerts.ts'
import type { Playbook, Step } from '../../src-shared/desk/playbooks.ts'
import type { AlertKind } from '../../src-shared/desk/values/alert-kinds.ts'

type Given<S> = S extends Step ? Omit<S, 'asksFirst' | 'goesOn'> & Partial<Pick<S, 'goesOn'>> : never

const playbook = (id: string, name: string, description: string, steps: readonly Given<Step>[]): Playbook => ({
  id: `built-in-${id}`,
  name,
  description,
  isBuiltIn: true,
  updatedAt: null,
  steps: steps.map((step) => ({ asksFirst: false, goesOn: false, ...step }) as Step), // `Given` lacks these two alone
})

/** As the ready-made rules of Alerts, so that a desk which has those gets no second ones. */
const watch = (name: string, condition: { kind: AlertKind }, filter = {}) =>
  AlertRuleDraftSchema.omit({ scope: true }).parse({ name, condition, filter })

export const BUILT_IN_PLAYBOOKS: readonly Playbook[] = [
  playbook(
    'new-client',
    'New client',
    'From a new key to a brand with history, an audit, keyword ideas, the first prospects and alerts.',
    [
      { kind: 'addBrand' },
      { kind: 'checkKey' },
      {
        kind: 'sync',
        datasets: ['rankings', 'tracked', 'clusters', 'prospects', 'contacts', 'connectors', 'visibility'],
      },
      { kind: 'history', days: 90 },
      { kind: 'audit' },
      { kind: 'suggest', description: '', goesOn: true },
      { kind: 'tracked', min: 1, goesOn: true },
      { kind: 'quote', goesOn: true },
      { kind: 'discover' },
      {
        kind: 'alertRules',
        rules: [
          watch('Lost the top 3, at least 10 clicks a week', { kind: 'lost-top-3' }, { minClicksAWeek: 10 }),
          watch('Clicks down 30% vs the same weekdays', { kind: 'clicks-down' }),
        ],
        goesOn: true,
      },
      { kind: 'person', text: 'Ask the client for access to the website, Search Console and a mailbox for outreach.' },
    ],
  ),
  playbook(
    'monthly',
    'Monthly health check',
    'Key, freshness, budget and score of the website, then a report draft of last month.',
    [
      { kind: 'checkKey' },
      {
        kind: 'sync',
        datasets: ['rankings', 'tracked', 'clusters', 'prospects', 'contacts', 'outbox', 'connectors', 'visibility'],
        goesOn: true,
      },
      { kind: 'freshness', datasets: ['rankings', 'clusters', 'prospects'], maxAgeHours: 26, goesOn: true },
      { kind: 'tracked', min: 1, goesOn: true },
      { kind: 'credits', credits: 25, goesOn: true },
      { kind: 'webhook', sendsSample: false, goesOn: true },
      { kind: 'audit' },
      { kind: 'report', templateId: 'monthly', days: null, goesOn: true },
    ],
  ),
  playbook(
    'launch',
    'Before a launch',
    'Before a campaign or a new website goes live: key, rankings, webhook, permissions, audit.',
    [
      { kind: 'checkKey' },
      { kind: 'sync', datasets: ['rankings', 'tracked', 'connectors'] },
      { kind: 'webhook', sendsSample: true, goesOn: true },
      { kind: 'permissions', presetId: 'no-sending' },
      { kind: 'audit' },
      { kind: 'person', text: 'Check the calendar: every article has its date, slug and provider.' },
    ],
  ),
  playbook('key-replaced', 'Key was replaced', 'After a new key: checks that it works, then syncs everything.', [
    { kind: 'checkKey' },
    {
      kind: 'sync',
      datasets: [
        'rankings',
        'tracked',
        'clusters',
        'prospects',
        'contacts',
        'outbox',
        'mailboxes',
        'connectors',
        'visibility',
      ],
    },
    { kind: 'history', days: 30 },
    { kind: 'freshness', datasets: ['rankings', 'prospects', 'connectors'], maxAgeHours: 1 },
  ]),
]
