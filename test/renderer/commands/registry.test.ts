import { describe, expect, it, vi } from 'vitest'
import { type Command, createCommandRegistry } from '../../../src-renderer/commands/registry.ts'

const command = (id: string, keys: readonly string[], more: Partial<Command> = {}): Command => ({
  id,
  title: id,
  group: 'Test',
  keys,
  run: vi.fn(),
  ...more,
})

describe('the command registry', () => {
  it('gives a key to the view while it is open, and back afterwards', () => {
    const registry = createCommandRegistry()
    registry.add(() => [command('global.export', ['mod+e'])])
    const leave = registry.add(() => [command('view.export', ['mod+e'])])
    expect(registry.match('mod+e', undefined).command?.id).toBe('view.export')
    leave()
    expect(registry.match('mod+e', undefined).command?.id).toBe('global.export')
  })
  it('skips disabled commands, for keys and palette alike', () => {
    const registry = createCommandRegistry()
    registry.add(() => [command('a', ['x']), command('b', ['x'], { isEnabled: () => false })])
    expect(registry.match('x', undefined).command?.id).toBe('a')
    expect(registry.usable().map(({ id }) => id)).toEqual(['a'])
    expect(registry.all()).toHaveLength(2)
  })
  it('waits for the second stroke of a shortcut', () => {
    const registry = createCommandRegistry()
    registry.add(() => [command('go', ['g p'])])
    expect(registry.match('g', undefined)).toEqual({ command: undefined, isPrefix: true })
    expect(registry.match('p', 'g').command?.id).toBe('go')
    expect(registry.match('p', undefined)).toEqual({ command: undefined, isPrefix: false })
  })
  it('asks its sources again each time, so that no list is out of date', () => {
    const registry = createCommandRegistry()
    let list: readonly Command[] = []
    registry.add(() => list)
    expect(registry.all()).toEqual([])
    list = [command('late', ['l'])]
    expect(registry.match('l', undefined).command?.id).toBe('late')
  })
})
