import { REPORT_FORMATS, REPORT_LANGUAGES } from '../../src-shared/desk/values/report-names.ts'
import { byBrandId, type RoomTables } from '../store/tables.ts'
import type { ColumnRule } from '../store/team/column-rule.ts'
import { readBranding, saveBranding } from './queries/branding.ts'
import { listPacks, listRuns } from './queries/run-lists.ts'
import { addRun, readPack, readRun, removeRun, savePack, saveRun, settleRuns } from './queries/runs.ts'
import { draftMonth, listSchedules, removeSchedule, saveSchedule } from './queries/schedules.ts'
import { reportsSchema } from './queries/schema.ts'
import { listReportTemplates, removeReportTemplate, saveReportTemplate } from './queries/templates.ts'

const schemas = () => import('../../src-shared/desk/reports.ts')
const NAME = /^ *[^ ].{0,79}$/
const sectionsRule: ColumnRule = {
  json: 'list',
  schema: async () => (await schemas()).ReportTemplateSchema.shape.sections,
}
const brandsRule: ColumnRule = { json: 'any', schema: async () => (await schemas()).ReportBrandsSchema }
const FORMATS: readonly unknown[] = REPORT_FORMATS
const formatsRule: ColumnRule = {
  json: 'texts',
  isFit: (value) => Array.isArray(value) && value.every((one) => FORMATS.includes(one)),
}

export const reportsTables = {
  reads: {
    'reports.branding': readBranding,
    'reports.pack': readPack,
    'reports.packs': listPacks,
    'reports.run': readRun,
    'reports.runs': listRuns,
    'reports.schedules': listSchedules,
    'reports.templates': listReportTemplates,
  },
  writes: {
    core: {
      'reports.addRun': addRun,
      'reports.draftMonth': draftMonth,
      'reports.removeRun': removeRun,
      'reports.removeSchedule': removeSchedule,
      'reports.removeTemplate': removeReportTemplate,
      'reports.saveBranding': saveBranding,
      'reports.savePack': savePack,
      'reports.saveRun': saveRun,
      'reports.saveSchedule': saveSchedule,
      'reports.saveTemplate': saveReportTemplate,
      'reports.settleRuns': settleRuns,
    },
    cache: {},
  },
  brandRows: {
    core: [
      // Its ZIP holds the brand and goes with it; a run of this brand alone has nothing left.
      `UPDATE report_run SET zip = NULL, message = 'The ZIP was deleted, because a brand in it was removed.'
        WHERE zip IS NOT NULL AND no IN (SELECT run_no FROM report_pack WHERE brand_id = ?)`,
      `WITH gone(id) AS (VALUES (?)) DELETE FROM report_run WHERE no IN (SELECT run_no FROM report_pack, gone WHERE brand_id = id)
        AND no NOT IN (SELECT run_no FROM report_pack, gone WHERE brand_id <> id)`,
      byBrandId('report_pack'),
      byBrandId('report_branding'),
      // The demo's goes with its last brand.
      `WITH gone(id) AS (VALUES (?)) DELETE FROM report_schedule WHERE id LIKE 'demo-%'
        AND NOT EXISTS (SELECT 1 FROM brand, gone WHERE brand.id <> gone.id AND demo = 1)`,
    ],
    cache: [],
  },
  team: {
    waits: {
      'reports.saveTemplate': 'A report template',
      'reports.removeTemplate': 'A report template',
      'reports.saveBranding': 'The branding of reports',
      'reports.saveSchedule': 'A report schedule',
      'reports.removeSchedule': 'A report schedule',
    },
    tables: {
      report_template: {
        place: 29,
        key: ['id'],
        brand: null,
        columns: {
          id: 80,
          name: NAME,
          title: /^ *[^ ].{0,119}$/,
          summary: 10_000,
          next_steps: 10_000,
          language: REPORT_LANGUAGES,
          compare: ['previous', 'lastYear'],
          sections: sectionsRule,
        },
        datasets: ['reportTemplates'],
      },
      report_branding: {
        place: 30,
        key: ['id'],
        brand: 'brand_id',
        columns: {
          name: 120,
          footer: 300,
          colour: /^#[0-9a-fA-F]{6}$/,
          logo: /^data:image\/(png|jpeg|svg[+]xml);base64,[A-Za-z0-9+/]+={0,2}$/,
        },
        datasets: ['reportBranding'],
      },
      report_schedule: {
        place: 31,
        key: ['id'],
        brand: null,
        isOfListedBrands: true,
        columns: {
          id: 80,
          template_id: 80,
          name: NAME,
          brands: brandsRule,
          formats: formatsRule,
          last_month: /^\d{4}-\d{2}$/,
        },
        datasets: ['reportSchedules'],
      },
    },
  },
  schema: reportsSchema,
} satisfies RoomTables
