// Where a reply leaves the schema of its operation, path by path: what was expected, what was found.
import { z } from 'zod'
import { isObject } from '../../../src-shared/service/named-values.ts'
import { joinPath, kindOf, kindsText, ownValue, sampleOf } from './json-shape.ts'

export type SchemaNode = z.core.JSONSchema.BaseSchema

export type Finding = {
  /** Our path: dotted, `[]` for the elements of an array. */
  readonly path: string
  readonly node: SchemaNode
  readonly expected: string
  /** Types of what was found, never values. */
  readonly found: string
  readonly isRequired: boolean
  readonly isPresent: boolean
  readonly isFit: boolean
}

const ANY: SchemaNode = {}

export const schemaNode = (schema: z.ZodType): SchemaNode =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })

/** A part of a JSON schema; `true` and `false` mean anything here. */
export const nodeOf = (part: unknown): SchemaNode => (isObject(part) ? part : ANY)

const branchesOf = (node: SchemaNode): SchemaNode[] =>
  (node.anyOf ?? node.oneOf ?? [node]).map(nodeOf).flatMap((one) => (one === node ? [one] : branchesOf(one)))

const typesOf = (node: SchemaNode): string[] => (node.type === undefined ? [] : [node.type].flat())

const acceptsKind = (node: SchemaNode, value: unknown): boolean => {
  if (node.const !== undefined) return value === node.const
  if (node.enum !== undefined) return node.enum.some((one) => one === value)
  const types = typesOf(node)
  if (types.length === 0) return true
  return types.some((type) => (type === 'integer' ? Number.isInteger(value) : type === kindOf(value)))
}

/** Whether the value itself fits; what is inside it is not looked at. */
export const accepts = (node: SchemaNode, value: unknown): boolean =>
  branchesOf(node).some((branch) => acceptsKind(branch, value))

/** Only a few values fit, so that hardly another field has them by chance. */
export const isClosed = (node: SchemaNode): boolean =>
  branchesOf(node).every((branch) => branch.const !== undefined || branch.enum !== undefined)

const expectedText = (node: SchemaNode): string => {
  const texts = branchesOf(node).flatMap((branch) =>
    branch.const !== undefined ? [String(branch.const)] : (branch.enum?.map(String) ?? typesOf(branch)),
  )
  return [...new Set(texts)].filter((text) => text !== 'null').join(' or ') || 'anything'
}

const foundText = (values: readonly unknown[]): string => {
  const present = values.filter((value) => value !== undefined)
  const missing = values.length - present.length
  if (missing === 0 || present.length === 0) return kindsText(present)
  return `${kindsText(present)}; nothing in ${missing} of ${values.length}`
}

/** The object branch that most of the values fit best: the one whose required names they hold. */
const objectBranch = (node: SchemaNode, objects: readonly Readonly<Record<string, unknown>>[]) => {
  const branches = branchesOf(node).filter(({ properties }) => properties !== undefined)
  const isHeld = ({ required = [] }: SchemaNode) =>
    objects.every((one) => required.every((key) => Object.hasOwn(one, key)))
  return branches.find(isHeld) ?? branches[0]
}

/** All that the schema names, in its order, with whether the body fits there. What lies under a missing path is left out. */
export const findingsOf = (root: SchemaNode, body: unknown): Finding[] => {
  const findings: Finding[] = []
  const walk = (node: SchemaNode, at: { path: string; values: readonly unknown[]; isRequired: boolean }): void => {
    const { path, values, isRequired } = at
    if (values.length === 0) return
    const present = values.filter((value) => value !== undefined)
    const isFit = present.every((value) => accepts(node, value)) && (!isRequired || present.length === values.length)
    const isNamed = path !== '' && !path.endsWith('[]')
    const finding = { path, node, expected: expectedText(node), found: foundText(values), isRequired, isFit }
    if (isNamed || !isFit) findings.push({ ...finding, isPresent: present.length > 0 })
    // A body that is an array may hold all that belongs into one of our fields.
    const isBareList = path === '' && present.every((value) => Array.isArray(value))
    walkObjects(node, path, isBareList ? [{}] : present.filter(isObject))
    const items = branchesOf(node).find((branch) => branch.items !== undefined)?.items
    const elements = present.filter((value) => Array.isArray(value)).flat()
    if (items !== undefined) walk(nodeOf(items), { path: `${path}[]`, values: elements, isRequired: true })
  }
  const walkObjects = (node: SchemaNode, path: string, objects: readonly Readonly<Record<string, unknown>>[]): void => {
    const branch = objects.length === 0 ? undefined : objectBranch(node, objects)
    for (const [name, part] of Object.entries(branch?.properties ?? {})) {
      const values = objects.map((object) => ownValue(object, name))
      walk(nodeOf(part), { path: joinPath(path, name), values, isRequired: branch?.required?.includes(name) ?? false })
    }
  }
  walk(root, { path: '', values: [sampleOf(body)], isRequired: true })
  return findings
}
