import { createHash } from 'node:crypto'
import { OAUTH_PATHS } from '../place.ts'
import type { SandboxUser } from '../users.ts'

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { max-width: 34rem; margin: 3rem auto; padding: 0 1rem }
  fieldset { border: 1px solid GrayText; border-radius: 8px; margin: 1.5rem 0; padding: 1rem }
  label { display: block; padding: .25rem 0 }
  button { font: inherit; padding: .5rem 1rem; margin-right: .5rem; border-radius: 6px; border: 1px solid GrayText }
  .allow { background: #1864ab; color: #fff; border-color: #1864ab }
  code { overflow-wrap: anywhere }
`
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A form may post here and be sent on to the client; the browser looks at both. */
const formActionOf = (redirectUri: string): string => {
  const { protocol, origin } = new URL(redirectUri)
  return origin === 'null' ? protocol : origin
}

const pageOf = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>${STYLE}</style></head>
<body><main><h1>${escaped(title)}</h1>
${content}
</main></body></html>
`

const htmlAnswer = (html: string, status: number, formAction: string, headers: Record<string, string> = {}): Response =>
  new Response(html, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      // not `no-referrer`: a browser would hide the Origin of the form as well
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      ...headers,
    },
  })

export type SignIn = {
  readonly id: string
  readonly clientName: string
  readonly redirectUri: string
  readonly users: readonly SandboxUser[]
  readonly setCookie: string
}

export const signInAnswer = ({ id, clientName, redirectUri, users, setCookie }: SignIn): Response => {
  const choices = users.map(
    ({ id: userId, name, brands }, index) =>
      `<label><input type="radio" name="user" value="${escaped(userId)}" required${
        index === 0 ? ' checked' : ''
      }> ${escaped(name)} (${brands.length})</label>`,
  )
  const content = `<p><strong>${escaped(clientName)}</strong> (the name it gave itself) asks to use the connector tools of your brands.
You are sent on to <code>${escaped(redirectUri)}</code>.</p>
<form method="post" action="${OAUTH_PATHS.authorize}">
<input type="hidden" name="request" value="${escaped(id)}">
<fieldset><legend>Sign in as</legend>
${choices.join('\n')}
</fieldset>
<p>It may do what its tools are switched on for, brand by brand. The access belongs to you, not to one brand.</p>
<button class="allow" name="decision" value="allow">Allow</button>
<button name="decision" value="deny">Deny</button>
</form>`
  const formAction = `'self' ${formActionOf(redirectUri)}`
  return htmlAnswer(pageOf('Sign in to the sandbox', content), 200, formAction, { 'set-cookie': setCookie })
}

/** Shown to the person when there is no client to redirect to. */
export const refusalAnswer = (message: string, status = 400): Response =>
  htmlAnswer(pageOf('This sign-in cannot continue', `<p>${escaped(message)}</p>`), status, "'none'")
