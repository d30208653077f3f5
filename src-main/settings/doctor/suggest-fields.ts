// Suggests where a field that did not fit may be on the wire: of the same type, with a similar name, or the only one left.
// A suggestion is kept only where reading the reply by it makes the field fit. Nothing is applied here.
import type { z } from 'zod'
import { type FieldMap, toOurFields } from '../../../src-shared/service/fields.ts'
import { isObject } from '../../../src-shared/service/named-values.ts'
import { accepts, type Finding, findingsOf, isClosed, nodeOf, type SchemaNode, schemaNode } from './findings.ts'
import { type ShapePath, shapeOf } from './json-shape.ts'
import { nameSimilarity, SIMILAR } from './similar-names.ts'
import { containerOf, wirePathOf } from './wire-path.ts'

export type Suggestion = { readonly ourPath: string; readonly wirePath: string; readonly reason: string }

export type ReplyToFit = {
  readonly schema: z.ZodType
  /** As the service sent it. */
  readonly body: unknown
  /** What the profile maps already. */
  readonly map: FieldMap
  /** Our paths that the interface does not name: no other one is mapped. */
  readonly open: readonly string[]
}

type Candidate = { readonly path: string; readonly score: number }
type Wanted = { readonly finding: Finding; readonly candidates: readonly Candidate[] }

const ROUNDS_MAX = 6
/** Of an array by its elements' fields, where its own name says nothing. */
const ELEMENTS_REASON = 'its elements have these fields'

const itemsOf = ({ items, anyOf }: SchemaNode): SchemaNode | undefined =>
  items === undefined
    ? anyOf
        ?.map(nodeOf)
        .map(itemsOf)
        .find((one) => one !== undefined)
    : nodeOf(items)

/** Share of the fields that the elements must have and, under this or a similar name, do have. */
const elementsScore = (items: SchemaNode, elements: readonly unknown[]): number => {
  const wanted = Object.entries(items.properties ?? {}).filter(([name]) => items.required?.includes(name))
  const [first] = elements.filter(isObject)
  if (wanted.length === 0 || first === undefined) return 0
  const isThere = ([name, node]: readonly [string, unknown]) =>
    Object.entries(first).some(([key, value]) => nameSimilarity(name, key) > SIMILAR && accepts(nodeOf(node), value))
  return wanted.filter(isThere).length / wanted.length
}

const isAcceptable = ({ node, isRequired }: Finding, { values }: ShapePath): boolean => {
  const present = values.filter((value) => value !== undefined)
  const items = itemsOf(node)
  const elements = items === undefined ? [] : present.flatMap((value) => (Array.isArray(value) ? value : []))
  const isFit = present.every((value) => accepts(node, value)) && elements.every((one) => accepts(items ?? {}, one))
  return isFit && present.some((value) => value !== null) && (!isRequired || present.length === values.length)
}

/** What else is in the same array (or in the body itself), is read by nothing, and is of the same type. */
const candidatesFor = (
  finding: Finding,
  { map, shape, claimed }: { map: FieldMap; shape: readonly ShapePath[]; claimed: ReadonlySet<string> },
): Candidate[] => {
  const container = containerOf(wirePathOf(map, finding.path))
  const relative = (path: string, start: string) => path.slice(start.length).replace(/^\./, '')
  const ours = relative(finding.path, containerOf(finding.path))
  return shape
    .filter(({ path }) => !path.endsWith('[]') && !path.includes('*') && containerOf(path) === container)
    .filter((one) => !claimed.has(one.path) && isAcceptable(finding, one))
    .map(({ path, values }) => {
      const items = itemsOf(finding.node)
      const byName = nameSimilarity(ours, relative(path, container))
      return { path, score: Math.max(byName, items === undefined ? 0 : elementsScore(items, values.flat())) }
    })
    .toSorted((a, b) => b.score - a.score)
}

const isTie = ([best, next]: readonly Candidate[]): boolean => best !== undefined && next?.score === best.score

/** The best match by name whose two sides both have no better and no equal one. */
const bySimilarity = (wanted: readonly Wanted[]): Suggestion | null => {
  const best = wanted
    .flatMap(({ finding, candidates }) => {
      const [candidate] = candidates
      return candidate === undefined || candidate.score < SIMILAR || isTie(candidates) ? [] : [{ finding, candidate }]
    })
    .toSorted((a, b) => b.candidate.score - a.candidate.score)
  const found = best.find(
    ({ finding, candidate }) =>
      !best.some(
        (other) =>
          other.finding !== finding &&
          other.candidate.path === candidate.path &&
          other.candidate.score === candidate.score,
      ),
  )
  if (found === undefined) return null
  const { finding, candidate } = found
  if (finding.path === candidate.path) return suggestion(finding, candidate, 'same name')
  const isNamed = nameSimilarity(finding.path, candidate.path) >= SIMILAR
  return suggestion(
    finding,
    candidate,
    isNamed || itemsOf(finding.node) === undefined ? 'similar name' : ELEMENTS_REASON,
  )
}

/** A field with one candidate, which no other such field could be read from. An optional one may as well not be there. */
const byExclusion = (wanted: readonly Wanted[]): Suggestion | null => {
  const certain = wanted.filter(({ finding }) => finding.isRequired || isClosed(finding.node))
  for (const { finding, candidates } of certain) {
    const [only, ...others] = candidates
    if (only === undefined || others.length > 0) continue
    const rivals = certain.filter((other) => other.candidates.some(({ path }) => path === only.path))
    if (rivals.length === 1) return suggestion(finding, only, `the only ${finding.expected} left`)
  }
  return null
}

const suggestion = ({ path, node }: Finding, candidate: Candidate, reason: string): Suggestion => {
  const end = itemsOf(node) === undefined ? '' : '[]'
  return { ourPath: `${path}${end}`, wirePath: `${candidate.path}${end}`, reason }
}

/** Required fields that do not fit, and optional ones that are nowhere. */
const isWanted = ({ isFit, isRequired, isPresent }: Finding): boolean => (isRequired ? !isFit : !isPresent)

const suggestOne = (reply: ReplyToFit, node: SchemaNode, refused: ReadonlySet<string>): Suggestion | null => {
  const { body, map, open } = reply
  const findings = findingsOf(node, toOurFields(map, body))
  const claimed = new Set(findings.filter((one) => !isWanted(one)).map(({ path }) => wirePathOf(map, path)))
  const shape = shapeOf(body)
  const wanted = findings
    .filter((one) => isWanted(one) && open.includes(one.path) && !refused.has(one.path))
    .map((finding) => ({ finding, candidates: candidatesFor(finding, { map, shape, claimed }) }))
  return bySimilarity(wanted) ?? byExclusion(wanted)
}

const fits = ({ body, map }: ReplyToFit, node: SchemaNode, ourPath: string): boolean =>
  findingsOf(node, toOurFields(map, body)).some(
    ({ path, isFit, isPresent }) => path === ourPath.replace(/\[\]$/, '') && isFit && isPresent,
  )

/** One after the other, since a field inside an array can be looked for only once the array is found. */
export const suggestFields = (reply: ReplyToFit): Suggestion[] => {
  const node = schemaNode(reply.schema)
  const suggestions: Suggestion[] = []
  const refused = new Set<string>()
  let { map } = reply
  for (let round = 0; round < ROUNDS_MAX * reply.open.length; round += 1) {
    const next = suggestOne({ ...reply, map }, node, refused)
    if (next === null) break
    const { ourPath, wirePath } = next
    const extended = { ...map, [ourPath]: wirePath }
    if (fits({ ...reply, map: extended }, node, ourPath)) {
      map = extended
      suggestions.push(next)
    } else refused.add(ourPath.replace(/\[\]$/, ''))
  }
  return suggestions
}
