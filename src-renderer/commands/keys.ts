// Keys as text: `mod+k`, `alt+q`, `?`, or two strokes in a row, `g r`. `mod` is Cmd on a Mac and Ctrl elsewhere.
import { joinParts } from '../format/join-parts.ts'

type Stroke = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export const isMac = typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform)

const ALIASES: Record<string, string> = { ' ': 'space', esc: 'escape' }

/** The letter on the cap where Alt would make another sign of it. */
const keyOf = ({ key, code, altKey }: Stroke): string => {
  const cap = altKey ? /^(?:Key|Digit)(.)$/.exec(code)?.[1] : undefined
  const name = (cap ?? key).toLowerCase()
  return ALIASES[name] ?? name
}

/** A stroke in the one form in which commands are looked up. Shift counts only where it makes no other sign. */
export const strokeOf = (stroke: Stroke, mac = isMac): string => {
  const key = keyOf(stroke)
  const hasMod = mac ? stroke.metaKey : stroke.ctrlKey
  const hasCtrl = mac && stroke.ctrlKey
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key)
  return joinParts(
    [
      hasMod ? 'mod' : '',
      hasCtrl ? 'ctrl' : '',
      stroke.altKey ? 'alt' : '',
      stroke.shiftKey && !isSign ? 'shift' : '',
      key,
    ],
    '+',
  )
}

/** A command's key as it is looked up: outside a Mac, Ctrl is `mod`. */
export const normalKey = (key: string, mac = isMac): string => (mac ? key : key.replaceAll('ctrl+', 'mod+'))

/** Strokes with a modifier work anywhere; bare ones rest while someone types. */
export const isBare = (stroke: string): boolean => !/^(mod|ctrl|alt)\+/.test(stroke)

const MAC_SIGNS: Record<string, string> = { mod: '⌘', ctrl: '⌃', alt: '⌥', shift: '⇧' }
const OTHER_SIGNS: Record<string, string> = { mod: 'Ctrl', ctrl: 'Ctrl', alt: 'Alt', shift: 'Shift' }
const SIGNS: Record<string, string> = {
  arrowdown: '↓',
  arrowup: '↑',
  arrowleft: '←',
  arrowright: '→',
  enter: 'Enter',
  escape: 'Esc',
  tab: 'Tab',
  space: 'Space',
  home: 'Home',
  end: 'End',
  pageup: 'PgUp',
  pagedown: 'PgDn',
}

/** The caps to show for a key, stroke by stroke. */
export const capsOf = (key: string, mac = isMac): readonly string[] =>
  key
    .split(' ')
    .flatMap((stroke) => (stroke === '+' ? ['+'] : stroke.split('+')))
    .map(
      (part) => (mac ? MAC_SIGNS : OTHER_SIGNS)[part] ?? SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part),
    )
