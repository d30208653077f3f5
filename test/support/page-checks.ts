import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page, Request } from 'playwright-core'
import { expect } from 'vitest'

type AxeScope = {
  /** A selector; the whole page where it is absent. */
  readonly within?: string
  readonly rules?: readonly string[]
}

const asked = new WeakMap<Page, Set<Request>>()

/** From here on `whenAnswered` knows what the page has asked. */
export const watchCalls = (page: Page): void => {
  const open = new Set<Request>()
  asked.set(page, open)
  page.on('request', (request) => void (request.url().includes('/api/call/') && open.add(request)))
  page.on('requestfinished', (request) => void open.delete(request))
  page.on('requestfailed', (request) => void open.delete(request))
}

/** Keys of one shortcut, such as `g t`: sent at once, for the page waits 1.2 s for the second one, and a busy machine longer. */
export const pressSequence = (page: Page, ...keys: readonly string[]): Promise<unknown> =>
  Promise.all(keys.map((key) => page.keyboard.press(key)))

/** Resolves once the desk has answered all that the page asked, and the answers are painted. */
export const whenAnswered = async (page: Page): Promise<void> => {
  const paint = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await paint()
  await expect.poll(() => asked.get(page)?.size ?? 0).toBe(0)
  await paint()
}

export type DrawnText = {
  readonly text: string
  /** In pixels of the canvas. */
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** From here on, as long as the page is not loaded again, each canvas keeps the texts that are drawn on it until it is cleared. */
export const recordDrawnTexts = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { fillText, clearRect } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...room) {
      const size = this.measureText(text)
      const turn = this.getTransform()
      const corners = [
        [x - size.actualBoundingBoxLeft, y - size.actualBoundingBoxAscent],
        [x + size.actualBoundingBoxRight, y + size.actualBoundingBoxDescent],
      ].map(([left, top]) => new DOMPoint(left, top).matrixTransform(turn))
      const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)]
      const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
      this.canvas.dataset.drawn = JSON.stringify([...JSON.parse(this.canvas.dataset.drawn ?? '[]'), { text, ...box }])
      fillText.call(this, text, x, y, ...room)
    }
    CanvasRenderingContext2D.prototype.clearRect = function (...area) {
      this.canvas.dataset.drawn = '[]'
      clearRect.call(this, ...area)
    }
  })

/** The texts drawn in a chart. */
export const drawnTexts = async (figure: Locator): Promise<readonly string[]> => {
  const drawn = (await figure.locator('canvas').getAttribute('data-drawn')) ?? '[]'
  return (JSON.parse(drawn) as DrawnText[]).map(({ text }) => text) // as recordDrawnTexts keeps them
}

/** A dialog that fades in has colours of neither its own nor the page's; what turns for ever is not waited for. */
const atRest = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )

/**
 * Closes a note and waits until it is gone: while it fades, it would pass for the next one. It may close by itself at this
 * very moment, so a click that waits for it could wait for ever.
 */
export const closeNote = async (note: Locator): Promise<void> => {
  await note.getByRole('button', { name: 'Close' }).evaluateAll((buttons) => {
    for (const button of buttons) button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })
  await note.waitFor({ state: 'detached' })
}

/** The only serious finding that another theme can bring. */
export const THEME_RULES = ['color-contrast']

const axeFile = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
  'axe-core/axe.min.js',
)
let axeText: string | undefined

type Rule = { readonly id: string; readonly impact: 'minor' | 'moderate' | 'serious' | 'critical' }
type Axe = {
  readonly _audit: { readonly rules: readonly Rule[] }
  readonly configure: (change: { rules: { id: string; enabled: boolean }[] }) => void
}

/** The findings of these rules would be dropped: they are a fifth of a run. */
const leaveOutMinor = (): void => {
  const { axe } = window as unknown as { axe: Axe } // read before; its types leave out the impact of a rule
  const minor = axe._audit.rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate')
  axe.configure({ rules: minor.map(({ id }) => ({ id, enabled: false })) })
}

/** To read axe's 650 KB again takes as long as a run of it; by itself it would be read twice before each run. */
const loadAxe = async (page: Page): Promise<void> => {
  if (await page.evaluate(() => 'axe' in window)) return
  axeText ??= readFileSync(axeFile, 'utf8')
  await page.evaluate(axeText)
  await page.evaluate(leaveOutMinor)
}
const LOADED = 'void 0'

/**
 * Serious and critical findings of axe, one line each, once nothing moves. There are no frames to be gathered from: all
 * of it runs in the page, and only what is broken is described.
 */
export const axeFindings = async (page: Page, { within, rules }: AxeScope = {}): Promise<string[]> => {
  await atRest(page)
  await loadAxe(page)
  const builder = new AxeBuilder({ page, axeSource: LOADED }).setLegacyMode().options({ resultTypes: ['violations'] })
  if (within !== undefined) builder.include(within)
  if (rules !== undefined) builder.withRules([...rules])
  const { violations } = await builder.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`))
}

/** The same in the light theme, then what the dark one can change, of a page that follows its system. */
export const axeInBothThemes = async (page: Page, scope: Pick<AxeScope, 'within'> = {}): Promise<string[]> => {
  const findings = await axeFindings(page, scope)
  const follow = async (colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: 'attached' })
  }
  await follow('dark')
  const dark = await axeFindings(page, { ...scope, rules: THEME_RULES })
  await follow('light')
  return [...findings, ...dark.map((finding) => `dark: ${finding}`)]
}

/** Elements that make the page wider than its window, a few of them by name; empty where it fits. */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const room = document.documentElement.clientWidth
    const view = document.getElementById('view')
    const isWide =
      document.documentElement.scrollWidth > room ||
      document.body.scrollWidth > room ||
      (view !== null && view.scrollWidth > view.clientWidth)
    if (!isWide) return []
    const wide = [...document.querySelectorAll('#root *')].filter((it) => it.getBoundingClientRect().right > room + 1)
    return ['The page scrolls sideways', ...wide.slice(0, 5).map((it) => `${it.tagName} ${it.className}`)]
  })
