import type { DoctorRow } from '../../../src-shared/desk/service.ts'
import { type FieldMap, toOurFields } from '../../../src-shared/service/fields.ts'
import { type OperationName, openFieldsOf, operations } from '../../../src-shared/service/operations.ts'
import { findingsOf, schemaNode } from './findings.ts'
import { kindsText, shapeOf } from './json-shape.ts'
import { suggestFields } from './suggest-fields.ts'

export type ReplyFindings = Pick<DoctorRow, 'arrived' | 'misfits' | 'suggestions'>

export const NOTHING_FOUND: ReplyFindings = { arrived: [], misfits: [], suggestions: [] }

const ARRIVED_MAX = 100
const MISFITS_MAX = 30

const misfitsOf = (name: OperationName, body: unknown): ReplyFindings['misfits'] => {
  const schema = operations[name].response
  const misfits = findingsOf(schemaNode(schema), body)
    .filter(({ isFit }) => !isFit)
    .map(({ path, expected, found }) => ({ path, expected, found }))
  if (misfits.length > 0) return misfits
  // Types fit, and something finer does not: a length, a form.
  const issues = schema.safeParse(body).error?.issues ?? []
  const paths = issues.map(({ path }) => path.map(String).join('.').replaceAll(/\.\d+/g, '[]'))
  return [...new Set(paths)].map((path) => ({ path, expected: 'a value that the interface allows', found: 'another' }))
}

/** What a reply holds, where it leaves the schema under the profile's mapping, and which mapping would help. */
export const examineReply = (name: OperationName, body: unknown, map: FieldMap = {}): ReplyFindings => ({
  arrived: shapeOf(body)
    .filter(({ path }) => path !== '')
    .slice(0, ARRIVED_MAX)
    .map(({ path, values }) => ({ path, type: kindsText(values) })),
  misfits: misfitsOf(name, toOurFields(map, body)).slice(0, MISFITS_MAX),
  suggestions: suggestFields({ schema: operations[name].response, body, map, open: openFieldsOf(name, 'response') }),
})
