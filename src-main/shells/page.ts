// The page as both windows serve it: one strict policy with a new nonce for every reply. Only our own files run; the
// nonce is for the style tags that the component library writes.
import { randomBytes } from 'node:crypto'

export type Page = { readonly html: string; readonly headers: Readonly<Record<string, string>> }

const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

/** Headers of every reply. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
  'x-frame-options': 'DENY',
}

const pageHeaders = (nonce: string) => ({
  ...SECURITY_HEADERS,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicy(nonce),
  'cache-control': 'no-store',
})

const newNonce = () => randomBytes(18).toString('base64')

/** index.html with this reply's nonce, where the page's code finds it: `<meta property="csp-nonce" nonce="…">`. */
export const preparePage = (indexHtml: string): Page => {
  const nonce = newNonce()
  const meta = `<meta property="csp-nonce" nonce="${nonce}">`
  return { html: indexHtml.replace(/<head[^>]*>/i, (head) => `${head}\n    ${meta}`), headers: pageHeaders(nonce) }
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${String(character.codePointAt(0))};`)

/** A short page of plain words; `lines` are text, and a line in backquotes is shown as a command. */
export const plainPage = (title: string, lines: readonly string[]): Page => {
  const nonce = newNonce()
  const body = lines.map((line) => `<p>${escapeHtml(line).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`).join('\n')
  const style =
    ':root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:38rem;margin:15vh auto;padding:0 1.5rem}code{font-size:.95em}'
  return {
    html: `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style></head><body><h1>${escapeHtml(title)}</h1>\n${body}\n</body></html>\n`,
    headers: pageHeaders(nonce),
  }
}
