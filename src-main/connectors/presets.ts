import { randomUUID } from 'node:crypto'
import { PRESET_IDS, type Preset } from '../../src-shared/desk/connectors.ts'
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { namedValues } from '../../src-shared/service/named-values.ts'
import type { BrandBook } from '../brands/brand-book.ts'
import type { Emit } from '../desk.ts'
import type { Store } from '../store/store.ts'
import type { CatalogTool, Permission, Permissions } from './rules/permissions.ts'
import { sendsEmail } from './tools.ts'

type BuiltInId = (typeof PRESET_IDS)[number]
/** The value that a preset gives a tool; null: the tool keeps its value. */
type Rule = (tool: CatalogTool) => Permission | null

const BUILT_IN: Readonly<Record<BuiltInId, { readonly name: string; readonly rule: Rule }>> = {
  'read-only': { name: 'Read only', rule: ({ group }) => (group === 'write' ? 'deny' : null) },
  'no-sending': { name: 'No sending', rule: (tool) => (sendsEmail(tool) ? 'deny' : null) },
  'service-defaults': { name: 'Service defaults', rule: (tool) => tool.default },
}

const isBuiltIn = (id: string): id is BuiltInId => PRESET_IDS.some((known) => known === id)

/** The tools of one catalog that the rule applies to, with the wanted value. */
const wantedOf = (rule: Rule, tools: readonly CatalogTool[]): Permissions =>
  new Map(
    tools.flatMap((tool) => {
      const value = rule(tool)
      return value === null ? [] : [[tool.name, value] as const]
    }),
  )

const noPreset = (id: string) => new DeskError('not-found', `There is no preset "${id}". It may have been removed.`)
const builtInStays = ({ name }: { name: string }) =>
  new DeskError('conflict', `"${name}" is built in and cannot be changed. Save your own preset under another name.`)

export type PresetDeps = { readonly store: Store; readonly brands: Pick<BrandBook, 'list'>; readonly emit: Emit }
type PresetCalls = 'presets' | 'savePreset' | 'removePreset'

export const createPresets = ({ store, brands, emit }: PresetDeps) => {
  const changed = () => emit('changed', { brandIds: 'all', datasets: ['presets'] })

  /** One tool of each name that any brand's catalog names. */
  const knownTools = async (): Promise<CatalogTool[]> => {
    const catalogs = await store.read('connectors.catalogs', { brandIds: brands.list().map(({ id }) => id) })
    const byName = new Map(catalogs.flatMap(({ tools }) => tools.map((tool) => [tool.name, tool] as const)))
    return [...byName.values()]
  }
  const own = () => store.read('connectors.presets', {})

  const assertSound = async ({
    id,
    name,
    permissions,
  }: Omit<Preset, 'id' | 'isBuiltIn'> & { id?: string | undefined }) => {
    if (id !== undefined && isBuiltIn(id)) throw builtInStays(BUILT_IN[id])
    const presets = await own()
    if (id !== undefined && !presets.some((preset) => preset.id === id)) throw noPreset(id)
    const names = [...Object.values(BUILT_IN), ...presets.filter((preset) => preset.id !== id)]
    if (names.some((preset) => preset.name.toLowerCase() === name.toLowerCase()))
      throw new DeskError('conflict', `A preset "${name}" already exists. Choose another name.`)
    // Tools that it named before may be in no catalog any more: renaming the preset is still allowed.
    const before = Object.keys(presets.find((preset) => preset.id === id)?.permissions ?? {})
    const known = new Set([...before, ...(await knownTools()).map((tool) => tool.name)])
    const unknown = Object.keys(permissions).find((tool) => !known.has(tool))
    if (unknown === undefined) return
    const issues = [{ path: `permissions.${unknown}`, message: 'is not in any catalog of this desk' }]
    throw new DeskError('invalid', `The preset names an unknown tool: "${unknown}".`, { issues })
  }

  const handlers: Pick<Handlers, `connectors.${PresetCalls}`> = {
    'connectors.presets': async () => {
      const tools = await knownTools()
      const builtIn = PRESET_IDS.map((id): Preset => {
        const { name, rule } = BUILT_IN[id]
        return { id, name, isBuiltIn: true, permissions: namedValues(wantedOf(rule, tools)) }
      })
      return { presets: [...builtIn, ...(await own()).map((preset) => ({ ...preset, isBuiltIn: false }))] }
    },
    'connectors.savePreset': async ({ id, name, permissions }) => {
      await assertSound({ id, name, permissions })
      const preset = { id: id ?? `preset_${randomUUID()}`, name, permissions }
      await store.write('connectors.savePreset', preset)
      changed()
      return { ...preset, isBuiltIn: false }
    },
    'connectors.removePreset': async ({ id }) => {
      if (isBuiltIn(id)) throw builtInStays(BUILT_IN[id])
      const preset = (await own()).find((one) => one.id === id)
      if (preset === undefined) throw noPreset(id)
      await store.write('connectors.removePreset', { id })
      changed()
      return { ...preset, isBuiltIn: false }
    },
  }

  return {
    handlers,
    /** What the preset wants of a catalog. Rejects with not-found where there is no such preset. */
    wantedBy: async (presetId: string): Promise<(tools: readonly CatalogTool[]) => Permissions> => {
      if (isBuiltIn(presetId)) return (tools) => wantedOf(BUILT_IN[presetId].rule, tools)
      const preset = (await own()).find(({ id }) => id === presetId)
      if (preset === undefined) throw noPreset(presetId)
      const values = new Map(Object.entries(preset.permissions))
      return (tools) => wantedOf(({ name }) => values.get(name) ?? null, tools)
    },
  }
}
export type Presets = ReturnType<typeof createPresets>
