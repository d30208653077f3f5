import { byBrandId, type RoomTables } from '../store/tables.ts'
import type { ColumnRule } from '../store/team/column-rule.ts'
import { listAlertRules, removeAlertRule, saveAlertRule, setAlertRule } from './queries/alert-rules.ts'
import {
  alertsPage,
  evaluatedDays,
  forgetEvaluated,
  getAlert,
  hasOldAlerts,
  markAlerts,
  newAlerts,
  noteNotified,
  pruneAlerts,
  saveAlerts,
} from './queries/alerts.ts'
import { keywordAlerts } from './queries/keyword-alerts.ts'
import { alertRecords, alertVerdicts, judgeAlerts } from './queries/record.ts'
import { alertSaid, alertsSchema } from './queries/schema.ts'

const schemas = () => import('../../src-shared/desk/alerts.ts')
const conditionRule: ColumnRule = { json: 'object', schema: async () => (await schemas()).AlertConditionSchema }
const filterRule: ColumnRule = { json: 'object', schema: async () => (await schemas()).AlertFilterSchema }

export const alertsTables = {
  reads: {
    'alerts.evaluated': evaluatedDays,
    'alerts.get': getAlert,
    'alerts.hasOld': hasOldAlerts,
    'alerts.new': newAlerts,
    'alerts.ofKeywords': keywordAlerts,
    'alerts.page': alertsPage,
    'alerts.records': alertRecords,
    'alerts.rules': listAlertRules,
    'alerts.verdicts': alertVerdicts,
  },
  writes: {
    core: {
      'alerts.forget': forgetEvaluated,
      'alerts.judge': judgeAlerts,
      'alerts.mark': markAlerts,
      'alerts.notified': noteNotified,
      'alerts.prune': pruneAlerts,
      'alerts.removeRule': removeAlertRule,
      'alerts.save': saveAlerts,
      'alerts.saveRule': saveAlertRule,
      'alerts.setRule': setAlertRule,
    },
    cache: {},
  },
  schema: alertsSchema,
  migrations: { core: { 61: alertSaid } },
  brandRows: {
    core: [
      // A rule of the demo goes with its last brand: until 0.1.0 it named the demo's, now it is about all.
      `WITH gone(id) AS (VALUES (?)) DELETE FROM alert_rule WHERE id LIKE 'demo-%' AND iif(scope = 'brands',
        id NOT IN (SELECT rule_id FROM alert_rule_brand, gone WHERE brand_id <> gone.id),
        scope = 'all' AND NOT EXISTS (SELECT 1 FROM brand, gone WHERE brand.id <> gone.id))`,
      byBrandId('alert_rule_brand'),
      byBrandId('alert'),
      byBrandId('alert_evaluated'),
      byBrandId('alert_said'),
    ],
    cache: [],
  },
  team: {
    waits: {
      'alerts.saveRule': 'An alert rule',
      'alerts.setRule': 'An alert rule',
      'alerts.removeRule': 'An alert rule',
    },
    tables: {
      alert_rule: {
        place: 35,
        key: ['id'],
        brand: null,
        columns: {
          id: 64,
          name: /^ *[^ ].{0,79}$/,
          scope: ['all', 'brands', 'tag'],
          condition: conditionRule,
          filter: filterRule,
          muted_until: /^(always|\d{4}-\d{2}-\d{2})$/,
        },
        datasets: ['alertRules'],
      },
      alert_rule_brand: { place: 36, key: ['rule_id', 'brand_id'], brand: 'brand_id', datasets: ['alertRules'] },
    },
  },
} satisfies RoomTables
