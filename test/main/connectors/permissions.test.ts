import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareWithNow } from '../../../src-main/connectors/apply-brand.ts'
import { changesWhenFollowing, changesWhenReturning } from '../../../src-main/connectors/org-sync.ts'
import { planBrand } from '../../../src-main/connectors/plan.ts'
import {
  type CatalogTool,
  changesBetween,
  effectiveOf,
  expectedAfter,
  isSame,
  type LaterVersion,
  type Permission,
  type Permissions,
  withDeltas,
} from '../../../src-main/connectors/rules/permissions.ts'
import type { ToolChange } from '../../../src-shared/desk/connectors.ts'

const permission = fc.constantFrom<Permission>('allow', 'deny')
// Names of objects' own parts among them: tools are named by the service.
const toolName = fc.oneof(fc.constantFrom('__proto__', 'constructor', 'toString', 'a', 'b', 'c', 'd', 'e'), fc.string())
const permissions: fc.Arbitrary<Permissions> = fc.array(fc.tuple(toolName, permission)).map((cells) => new Map(cells))
const tools: fc.Arbitrary<CatalogTool[]> = fc.uniqueArray(
  fc.record({
    name: toolName,
    label: fc.constant('label'),
    description: fc.constant('description'),
    group: fc.constantFrom('read' as const, 'write' as const),
    default: permission,
    effective: permission,
  }),
  { selector: ({ name }) => name },
)
const subjectOf = (list: readonly CatalogTool[]) => ({
  brandId: 'b',
  name: 'Acme',
  catalog: { canManage: true, syncEnabled: false, organization: null, tools: list },
})

/** As the service takes deltas: what a brand has set is only what differs from the default. */
const servicePatch = (list: readonly CatalogTool[], deltas: readonly ToolChange[]): CatalogTool[] => {
  const settings = new Map(
    list.flatMap(({ name, effective, default: standard }) =>
      effective === standard ? [] : [[name, effective] as const],
    ),
  )
  for (const { tool, to } of deltas) {
    if (list.find(({ name }) => name === tool)?.default === to) settings.delete(tool)
    else settings.set(tool, to)
  }
  return list.map((tool) => ({ ...tool, effective: settings.get(tool.name) ?? tool.default }))
}

describe('a plan', () => {
  it('merged into the catalog gives exactly the wanted permissions, by deltas alone', () => {
    fc.assert(
      fc.property(tools, permissions, (list, wanted) => {
        const { changes, refused } = planBrand(subjectOf(list), wanted)
        const before = effectiveOf(list)
        const after = effectiveOf(servicePatch(list, changes))
        expect(isSame(after, withDeltas(before, wanted))).toBe(true)
        for (const { tool, from, to, clears } of changes) {
          expect(from).not.toBe(to)
          expect(before.get(tool)).toBe(from)
          expect(clears).toBe(list.find(({ name }) => name === tool)?.default === to)
        }
        expect(refused.map(({ tool }) => tool)).toEqual([...wanted.keys()].filter((tool) => !before.has(tool)))
      }),
    )
  })

  it('and its revert restore the first permissions', () => {
    fc.assert(
      fc.property(tools, permissions, (list, wanted) => {
        const { changes } = planBrand(subjectOf(list), wanted)
        const applied = servicePatch(list, changes)
        const back = planBrand(subjectOf(applied), effectiveOf(list))
        expect(back.refused).toEqual([])
        expect(servicePatch(applied, back.changes)).toEqual(list)
      }),
    )
  })

  it('made twice is empty the second time', () => {
    fc.assert(
      fc.property(tools, permissions, (list, wanted) => {
        const applied = servicePatch(list, planBrand(subjectOf(list), wanted).changes)
        expect(planBrand(subjectOf(applied), wanted).changes).toEqual([])
      }),
    )
  })

  it('refuses every changed cell of a member and of a brand that was never read', () => {
    fc.assert(
      fc.property(tools, permissions, (list, wanted) => {
        const before = effectiveOf(list)
        const open = [...wanted].filter(([tool, value]) => before.get(tool) !== value).map(([tool]) => tool)
        const member = {
          ...subjectOf(list),
          catalog: { canManage: false, syncEnabled: false, organization: null, tools: list },
        }
        expect(planBrand(member, wanted)).toMatchObject({ changes: [] })
        expect(planBrand(member, wanted).refused.map(({ tool }) => tool)).toEqual(open)
        const unread = planBrand({ ...subjectOf([]), catalog: null }, wanted)
        expect(unread.refused.map(({ tool }) => tool)).toEqual([...wanted.keys()])
      }),
    )
  })
})

describe('a request', () => {
  it('has the cells that still differ, and marks cells changed since the plan as moved', () => {
    fc.assert(
      fc.property(tools, permissions, permissions, (list, wanted, meanwhile) => {
        const { changes } = planBrand(subjectOf(list), wanted)
        const now = withDeltas(effectiveOf(list), meanwhile)
        const { deltas, moved, gone } = compareWithNow(changes, now)
        expect(gone).toEqual([])
        expect(deltas.length + moved.length).toBe(changes.length)
        for (const { tool, planned, now: value } of moved) {
          expect(value).not.toBe(planned)
          expect(meanwhile.get(tool)).toBe(value)
        }
        const ownTools = new Map(moved.map(({ tool, now: value }) => [tool, value]))
        expect(compareWithNow(changes, now, ownTools).moved).toEqual([])
      }),
    )
  })

  it('skips a tool that the catalog no longer lists', () => {
    const change: ToolChange = { tool: 'gone', from: 'deny', to: 'allow' }
    expect(compareWithNow([change], new Map())).toEqual({ deltas: [], moved: [], gone: ['gone'] })
  })
})

const driftSince = (seen: Permissions, later: readonly LaterVersion[]) =>
  changesBetween(later.reduce(expectedAfter, seen), later.at(-1)?.permissions ?? seen)

describe('drift', () => {
  it('is what another user changed since the last view', () => {
    const seen: Permissions = new Map([
      ['a', 'allow'],
      ['b', 'allow'],
    ])
    const own = { permissions: new Map(seen).set('a', 'deny'), own: ['a'] }
    const other = { permissions: new Map(own.permissions).set('b', 'deny'), own: [] }
    expect(driftSince(seen, [own])).toEqual([])
    expect(driftSince(seen, [own, other])).toEqual([{ tool: 'b', from: 'allow', to: 'deny' }])
    const undone = { permissions: new Map(other.permissions).set('a', 'allow'), own: [] }
    expect(driftSince(seen, [own, other, undone])).toEqual([
      { tool: 'a', from: 'deny', to: 'allow' },
      { tool: 'b', from: 'allow', to: 'deny' },
    ])
  })

  it('of a tool added since the last view counts from its first value', () => {
    const seen: Permissions = new Map([['a', 'allow']])
    const came = { permissions: new Map(seen).set('send', 'deny'), own: [] }
    const opened = { permissions: new Map(seen).set('send', 'allow'), own: [] }
    expect(driftSince(seen, [came])).toEqual([])
    expect(driftSince(seen, [came, opened])).toEqual([{ tool: 'send', from: 'deny', to: 'allow' }])
  })

  it('is empty if only this desk made changes, and the whole difference if it made none', () => {
    fc.assert(
      fc.property(permissions, fc.array(permissions), (seen, steps) => {
        const states: Permissions[] = []
        for (const step of steps) states.push(withDeltas(states.at(-1) ?? seen, step))
        const mine = states.map((state) => ({ permissions: state, own: [...state.keys()] }))
        const theirs = states.map((state) => ({ permissions: state, own: [] }))
        expect(driftSince(seen, mine)).toEqual([])
        expect(driftSince(seen, theirs)).toEqual(changesBetween(seen, states.at(-1) ?? seen))
      }),
    )
  })
})

describe('the preview of sync', () => {
  it('on and off again restores each brand’s own settings', () => {
    fc.assert(
      fc.property(tools, permissions, (list, shared) => {
        const own = effectiveOf(list)
        const on = changesWhenFollowing(list, shared)
        const following = list.map((tool) => ({ ...tool, effective: shared.get(tool.name) ?? tool.effective }))
        expect(changesBetween(own, effectiveOf(following))).toEqual(on)
        const off = changesWhenReturning(following, own)
        expect(off.map(({ tool, from, to }) => ({ tool, from: to, to: from }))).toEqual(on)
      }),
    )
  })

  it('is null for settings that were never seen', () => {
    const list = [
      { name: 'a', label: '', description: '', group: 'read', default: 'allow', effective: 'allow' },
    ] satisfies CatalogTool[]
    expect(changesWhenReturning(list, undefined)).toEqual([{ tool: 'a', from: 'allow', to: null }])
  })
})
