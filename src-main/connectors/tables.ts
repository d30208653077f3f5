import { isObject } from '../../src-shared/service/named-values.ts'
import { byBrandId, type RoomTables } from '../store/tables.ts'
import type { ColumnRule } from '../store/team/column-rule.ts'
import { listOf } from '../store/team/row-rules.ts'
import {
  beginApply,
  cutOffApplies,
  endApply,
  endApplyOf,
  listApplies,
  noteSending,
  openApplies,
} from './queries/connector-applies.ts'
import { ingestCatalog, markSeen, saveCatalog, saveOrganizations } from './queries/connector-catalogs.ts'
import { connectorDrift } from './queries/connector-drift.ts'
import { listPresets, removePreset, savePlan, savePreset } from './queries/connector-plans.ts'
import { getVersion, listCatalogs, listVersions, ownPermissions } from './queries/connector-versions.ts'
import { connectorsSchema } from './queries/schema.ts'

const isText = (value: unknown): boolean => typeof value === 'string'
/** Pairs of tool and value. */
const permissionsRule = listOf((one) => Array.isArray(one) && one.length === 2 && one.every(isText))
const presetRule: ColumnRule = {
  json: 'object',
  isFit: (value) => isObject(value) && Object.values(value).every(isText),
}
const toolsRule = listOf(
  (one) => isObject(one) && ['name', 'label', 'default', 'effective'].every((name) => isText(one[name])),
)

export const connectorsTables = {
  schema: connectorsSchema,
  reads: {
    'connectors.applies': listApplies,
    'connectors.catalogs': listCatalogs,
    'connectors.drift': connectorDrift,
    'connectors.own': ownPermissions,
    'connectors.presets': listPresets,
    'connectors.version': getVersion,
    'connectors.versions': listVersions,
  },
  writes: {
    core: {
      'connectors.beginApply': beginApply,
      'connectors.cutOff': cutOffApplies,
      'connectors.endApply': endApply,
      'connectors.endApplyOf': endApplyOf,
      'connectors.ingest': ingestCatalog,
      'connectors.noteSending': noteSending,
      'connectors.removePreset': removePreset,
      'connectors.save': saveCatalog,
      'connectors.saveOrganizations': saveOrganizations,
      'connectors.savePlan': savePlan,
      'connectors.savePreset': savePreset,
      'connectors.seen': markSeen,
    },
    cache: {},
  },
  brandRows: {
    core: [
      byBrandId('connector_catalog'),
      byBrandId('connector_version'),
      byBrandId('connector_plan_brand'),
      byBrandId('connector_apply_brand'),
    ],
    cache: [],
  },
  team: {
    running: openApplies,
    waits: { 'connectors.savePreset': 'Saving a preset', 'connectors.removePreset': 'Removing a preset' },
    tables: {
      connector_preset: {
        place: 5,
        key: ['id'],
        brand: null,
        columns: { id: 200, name: /^ *[^ ].{0,79}$/, permissions: presetRule },
        datasets: ['presets'],
      },
      connector_catalog: {
        place: 6,
        key: ['brand_id'],
        brand: 'brand_id',
        columns: { tools: toolsRule, expected: permissionsRule },
        datasets: ['connectors'],
      },
      connector_version: {
        place: 7,
        key: ['no'],
        brand: 'brand_id',
        columns: { permissions: permissionsRule, own: 'texts' },
        datasets: ['connectors'],
      },
    },
  },
} satisfies RoomTables
