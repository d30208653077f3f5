import { describe, expect, it } from 'vitest'
import { capsOf, isBare, normalKey, strokeOf } from '../../../src-renderer/commands/keys.ts'

const stroke = (
  key: string,
  mods: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {},
  code = '',
) => ({
  key,
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...mods,
})

describe('keys', () => {
  it('reads Ctrl as the main modifier, and Cmd on a Mac', () => {
    expect(strokeOf(stroke('k', { ctrlKey: true }), false)).toBe('mod+k')
    expect(strokeOf(stroke('k', { metaKey: true }), true)).toBe('mod+k')
    expect(strokeOf(stroke('Tab', { ctrlKey: true }), true)).toBe('ctrl+tab')
  })
  it('finds Ctrl+Tab under the same name as a command writes it', () => {
    expect(strokeOf(stroke('Tab', { ctrlKey: true }), false)).toBe(normalKey('ctrl+tab', false))
    expect(strokeOf(stroke('Tab', { ctrlKey: true }), true)).toBe(normalKey('ctrl+tab', true))
  })
  it('reads a character by itself, regardless of its keys', () => {
    expect(strokeOf(stroke('?', { shiftKey: true }), false)).toBe('?')
    expect(strokeOf(stroke('P', { shiftKey: true }), false)).toBe('shift+p')
  })
  it('reads the key when Alt would make another character', () => {
    expect(strokeOf(stroke('œ', { altKey: true }, 'KeyQ'), true)).toBe('alt+q')
    expect(strokeOf(stroke('¡', { altKey: true }, 'Digit1'), true)).toBe('alt+1')
  })
  it('knows which shortcuts are off while someone types', () => {
    expect(isBare('j')).toBe(true)
    expect(isBare('shift+e')).toBe(true)
    expect(isBare('mod+k')).toBe(false)
  })
  it('shows the keys of each stroke', () => {
    expect(capsOf('mod+shift+r', false)).toEqual(['Ctrl', 'Shift', 'R'])
    expect(capsOf('mod+k', true)).toEqual(['⌘', 'K'])
    expect(capsOf('g p', false)).toEqual(['G', 'P'])
  })
})
